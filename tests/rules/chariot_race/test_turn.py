"""A turn up to the move: repair, initial speed, dice, Fortuna."""

from __future__ import annotations

import pytest

from ludus import Refused
from ludus.games.chariot_race.charts import FACES
from ludus.games.chariot_race.explain import reroll_odds
from tests.rules.chariot_race.kit import asked, chariot, choices, dice_left, kinds, once, play, race, told


@pytest.mark.rule("CR turn-phases")
def test_six_phases_in_order() -> None:
    match = race(
        green="outer 10, speed 9, damage 4, fate 6",
        yellow="outer 17, damage 11",
        dice="+- sprint steer attack",
    )
    questions = []
    for answer in ("repair", "keep", "-1", "straight", "hold"):
        questions.append(asked(match).split()[0])
        play(match, answer)
    assert questions == ["repair", "dice", "speed", "steer", "attack"]
    seen = kinds(match)
    steps = ["turn", "repair", "slowed", "roll", "speed", "drive"]
    assert [kind for kind in dict.fromkeys(seen) if kind in steps] == steps
    assert match.state.mover.colour == "white"


@pytest.mark.rule("CR turn-phases")
def test_fortuna_comes_before_the_move() -> None:
    match = race(green="outer 10, speed 9", dice="fortuna +- steer")
    play(match, "keep")
    assert asked(match) == "speed green"
    assert chariot(match, "green").fate == 4


@pytest.mark.rule("CR turn-phases")
def test_no_repair_after_the_dice_and_no_attack_before_the_move() -> None:
    match = race(green="outer 10, damage 11, fate 6, speed 9", yellow="outer 11", dice="attack attack attack")
    play(match, "no")
    assert asked(match) == "dice green"
    for early in ("repair", "javelin yellow", "hold"):
        with pytest.raises(Refused):
            play(match, early)


@pytest.mark.rule("CR phase1-repair")
@pytest.mark.parametrize(
    ("damage", "fate", "damage_after", "fate_after"), [(7, 4, 10, 1), (11, 3, 12, 0), (9, 3, 12, 0), (1, 6, 4, 3)]
)
def test_repair(damage: int, fate: int, damage_after: int, fate_after: int) -> None:
    match = race(green=f"outer 10, damage {damage}, fate {fate}, speed 0", dice="steer steer steer steer steer")
    assert choices(match) == ["no", "repair"]
    play(match, "repair")
    green = chariot(match, "green")
    assert (green.damage, green.fate) == (damage_after, fate_after)
    assert once(match, "repair").clauses == ("CR phase1-repair", "CR track-max")
    # Once per turn: the dice are on the table now.
    assert asked(match) == "dice green"


@pytest.mark.rule("CR phase1-repair")
@pytest.mark.parametrize(("damage", "fate"), [(7, 2), (12, 6)])
def test_no_repair_without_three_fate_or_without_damage(damage: int, fate: int) -> None:
    match = race(green=f"outer 10, damage {damage}, fate {fate}, speed 4", dice="steer steer steer steer steer")
    assert asked(match) == "dice green"


@pytest.mark.rule("CR phase1-repair")
def test_the_default_is_to_save_fate() -> None:
    match = race(green="outer 10, damage 7, fate 4, speed 4", dice="steer steer steer steer steer")
    assert match.pending[0].default == "no"
    play(match, "no")
    assert (chariot(match, "green").damage, chariot(match, "green").fate) == (7, 4)


@pytest.mark.rule("CR phase2-adjust")
@pytest.mark.parametrize(
    ("speed", "damage", "after", "dice"), [(9, 6, 6, 4), (5, 8, 5, 5), (6, 6, 6, 4), (7, 6, 6, 4), (12, 1, 1, 5)]
)
def test_initial_speed_is_limited_by_damage(speed: int, damage: int, after: int, dice: int) -> None:
    match = race(green=f"outer 10, speed {speed}, damage {damage}, fate 0", dice=[3] * dice)
    assert chariot(match, "green").speed == after
    assert dice_left(match) == ()
    assert len(told(match, "slowed")) == (speed > damage)


@pytest.mark.rule("CR phase2-adjust")
def test_repair_comes_before_the_limit() -> None:
    match = race(green="outer 10, speed 9, damage 6, fate 3", dice="steer steer steer")
    play(match, "repair")
    assert chariot(match, "green").speed == 9
    assert told(match, "slowed") == []


@pytest.mark.rule("CR phase2-dice")
def test_the_lowered_speed_decides_the_dice() -> None:
    match = race(green="outer 10, speed 9, damage 6, fate 0", dice="steer steer steer steer")
    assert len(once(match, "roll").data["dice"]) == 4
    assert once(match, "slowed").clauses == ("CR phase2-adjust",)
    assert dice_left(match) == ()


@pytest.mark.rule("CR phase3-roll")
def test_exactly_the_dice_of_the_speed() -> None:
    match = race(green="outer 10, speed 6", dice="steer attack fortuna +- sprint")
    assert once(match, "roll").data["dice"] == [3, 5, 6, 1]
    (rolled,) = once(match, "roll").dice
    assert (rolled.values, rolled.sides, rolled.clause) == ((3, 5, 6, 1), 6, "CR phase3-roll")
    assert dice_left(match) == (2,)


@pytest.mark.rule("CR phase3-reroll")
def test_one_free_reroll_of_any_dice() -> None:
    match = race(green="outer 10, speed 6, fate 1", dice="sprint steer sprint +- steer attack")
    # Every choice of dice, and nothing that costs fate.
    assert len(choices(match)) == 1 + 15
    play(match, "reroll 1 3")
    reroll = once(match, "reroll")
    assert reroll.data["dice"] == [3, 3, 5, 1]
    assert reroll.data["free"] is True
    assert reroll.clauses == ("CR phase3-reroll",)
    assert chariot(match, "green").fate == 1
    # No further free reroll: without fate the next phase comes by itself.
    assert asked(match) == "speed green"
    assert dice_left(match) == ()


@pytest.mark.rule("CR phase3-reroll")
def test_the_second_reroll_costs_fate() -> None:
    match = race(green="outer 10, speed 6, fate 3", dice="sprint sprint sprint sprint steer steer steer steer attack")
    play(match, "reroll 1 2 3 4", "reroll 2")
    first, second = told(match, "reroll")
    assert (first.data["free"], second.data["free"]) == (True, False)
    assert second.data["dice"] == [3, 5, 3, 3]
    assert second.clauses == ("CR phase3-fate-reroll",)
    assert chariot(match, "green").fate == 1


@pytest.mark.rule("CR phase3-reroll")
def test_the_free_reroll_comes_first_or_not_at_all() -> None:
    match = race(green="outer 10, speed 6, fate 4", dice="sprint sprint sprint sprint steer")
    play(match, "turn 1 steer")
    assert match.state.turn.free_reroll is False
    play(match, "reroll 2")
    assert once(match, "reroll").data["free"] is False
    assert chariot(match, "green").fate == 0


@pytest.mark.rule("CR phase3-fate-reroll")
def test_five_fate_pay_for_two_changes() -> None:
    match = race(green="outer 10, speed 6, fate 5", dice="sprint sprint sprint sprint steer +- attack")
    play(match, "reroll 1", "reroll 1", "reroll 1")
    assert chariot(match, "green").fate == 1
    assert [event.data["fate"] for event in told(match, "reroll")] == [5, 3, 1]
    # A die that was put aside and taken up again three times.
    assert told(match, "reroll")[-1].data["dice"] == [5, 2, 2, 2]
    assert asked(match) == "attack green"
    assert dice_left(match) == ()


@pytest.mark.rule("CR phase3-fate-reroll")
def test_one_fate_pays_for_nothing() -> None:
    match = race(green="outer 10, speed 6, fate 1", dice="+- sprint sprint sprint +-")
    play(match, "reroll 1")
    assert asked(match) == "speed green"


@pytest.mark.rule("CR phase3-fate-turn")
def test_four_fate_turn_two_dice() -> None:
    match = race(green="outer 10, speed 6, fate 4", dice="sprint sprint sprint sprint")
    play(match, "turn 1 plusminus", "turn 4 attack")
    assert chariot(match, "green").fate == 0
    first, second = told(match, "turn-die")
    assert first.data["dice"] == [1, 2, 2, 2]
    assert second.data["dice"] == [1, 2, 2, 5]
    assert second.data["face"] == "attack"
    assert first.clauses == second.clauses == ("CR phase3-fate-turn",)
    assert asked(match) == "speed green"


@pytest.mark.rule("CR phase3-fate-turn")
def test_no_die_is_turned_to_fortuna_nor_to_what_it_shows() -> None:
    match = race(green="outer 10, speed 12, fate 4", dice="sprint")
    turns = [choice for choice in choices(match) if choice.startswith("turn")]
    assert turns == ["turn 1 plusminus", "turn 1 steer", "turn 1 attack"]
    with pytest.raises(Refused, match="CR phase3"):
        play(match, "turn 1 fortuna")
    assert chariot(match, "green").fate == 4


@pytest.mark.rule("CR phase3-no-new-fate")
def test_fortuna_on_the_table_pays_for_nothing() -> None:
    match = race(green="outer 10, speed 6, fate 1", dice="fortuna fortuna +- steer steer")
    assert not any(choice.startswith("turn") for choice in choices(match))
    play(match, "reroll 4")
    # Two Fortuna dice and one point on the track: still no paid change.
    assert told(match, "turn-die") == []
    assert asked(match) == "speed green"
    assert chariot(match, "green").fate == 3


@pytest.mark.rule("CR phase3-no-new-fate")
def test_payment_is_taken_before_the_change() -> None:
    match = race(green="outer 10, speed 12, fate 3", dice="sprint fortuna fortuna")
    play(match, "reroll 1", "reroll 1")
    assert [event.data["fate"] for event in told(match, "reroll")] == [3, 1]
    # 3 - 2 for the second reroll, then 1 for the Fortuna it shows.
    assert chariot(match, "green").fate == 2


@pytest.mark.rule("CR phase3-unused")
def test_unused_dice_are_lost() -> None:
    match = race(green="outer 13, speed 6", yellow="inner 4", dice="steer steer steer attack")
    play(match, "keep", "in 0")
    assert match.state.turn.steers == 2
    play(match, "straight", "hold")
    assert asked(match) == "repair white"
    assert (match.state.turn.steers, match.state.turn.attacks, match.state.turn.dice) == (0, 0, [])


@pytest.mark.rule("CR phase4-fortuna")
@pytest.mark.parametrize(("fate", "after"), [(0, 2), (3, 5), (5, 6)])
def test_one_fate_for_each_fortuna_die(fate: int, after: int) -> None:
    match = race(green=f"outer 13, speed 7, fate {fate}", dice="fortuna fortuna steer steer")
    play(match, "keep")
    assert chariot(match, "green").fate == after
    assert once(match, "fortuna").data == {"chariot": "green", "favour": 2, "fate": after}
    assert once(match, "fortuna").clauses == ("CR phase4-fortuna", "CR track-fate")


@pytest.mark.rule("CR phase4-fortuna")
def test_no_fortuna_no_favour() -> None:
    match = race(green="outer 13, speed 7, fate 3", dice="attack attack steer steer")
    play(match, "keep")
    assert chariot(match, "green").fate == 3
    assert told(match, "fortuna") == []


@pytest.mark.rule("CR dice-faces")
def test_the_sides_of_a_die() -> None:
    assert sorted(FACES) == ["attack", "fortuna", "plusminus", "sprint", "steer", "steer"]
    odds = reroll_odds(1)
    assert odds == {face: round((2 if face == "steer" else 1) / 6, 4) for face in odds}


@pytest.mark.rule("CR dice-faces")
@pytest.mark.parametrize(
    ("value", "face"), [(1, "plusminus"), (2, "sprint"), (3, "steer"), (4, "steer"), (5, "attack"), (6, "fortuna")]
)
def test_what_each_number_shows(value: int, face: str) -> None:
    match = race(green="outer 13, speed 12", dice=[value])
    assert match.view(0)["position"]["turn"]["dice"] == [face]
