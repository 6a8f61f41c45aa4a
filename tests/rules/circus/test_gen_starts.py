"""GEN first-turn, written-strain: a heavier dead start, and whips that are written down."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.core.decision import Decision
from ludus.core.errors import Refused
from tests.rules.circus.kit import GAME, CircusMatch, asked, chariot, circus, dice_left, events, left, play

HEAVY: dict[str, Any] = {"first_turn": True}
WRITTEN: dict[str, Any] = {"written_strain": True}

# -- the first turn ---------------------------------------------------------------------------------------------


def start(*dice: int, turn: int = 1, options: dict[str, Any] | None = None, **log: Any) -> CircusMatch:
    red = {"whip": False, "horses_start": [6, 4, 4, 5], **log}
    given = HEAVY if options is None else options
    return circus(red="lane 3, front straight 3", red_is=red, turn=turn, options=given, dice=dice)


@pytest.mark.rule("GEN first-turn")
@pytest.mark.parametrize(
    ("written", "modifier", "dice", "loss", "factors"),
    [
        (18, 1, (3, 4), 6, 12),
        (5, 0, (4, 5), 9, 0),
        (18, 0, (1, 1), 2, 16),
        (18, 2, (1, 1), 0, 18),
        (18, 3, (1, 1), 0, 18),  # a modifier above the dice gains nothing
        (12, -1, (6, 6), 13, 0),
    ],
)
def test_two_dice_less_the_modifier(
    written: int, modifier: int, dice: tuple[int, int], loss: int, factors: int
) -> None:
    race = start(*dice, written=written, modifier=modifier)
    (told,) = events(race, "dead-start")
    assert (told.data, told.clauses) == ({"chariot": "red", "loss": loss}, ("GEN first-turn",))
    assert [roll.values for roll in told.dice] == [dice]
    assert events(race, "speed")[0].data["factors"] == factors
    assert dice_left(race) == ()


@pytest.mark.rule("GEN first-turn")
def test_it_replaces_the_one_die_and_only_in_turn_1() -> None:
    plain = start(4, options={}, written=18)
    assert (events(plain, "dead-start")[0].clauses, left(plain.state, chariot(plain, "red"))) == (
        ("CM 6.9-special-first-turn",),
        14,
    )
    later = start(turn=2, written=18)
    assert (events(later, "dead-start"), left(later.state, chariot(later, "red"))) == ([], 18)


@pytest.mark.rule("GEN first-turn")
def test_the_written_speed_knows_the_least_and_the_most() -> None:
    race = circus(
        red="lane 3, front straight 3", red_is={"modifier": 1, "whip": False}, phase="notation", turn=1, options=HEAVY
    )
    told = race.view(0)["decision"]["answers"][18]
    assert (told["least"], told["total"]) == (18 - 11, 18 - 1)


# -- written straining -----------------------------------------------------------------------------------------------


def writing(*dice: int, turn: int = 3, **log: Any) -> CircusMatch:
    """Red and Blue write their speeds."""
    red = {"horses_start": [6, 4, 4, 5], **log}
    return circus(
        red="lane 3, backstretch 5",
        red_is=red,
        blue="lane 6, backstretch 5",
        blue_is={"whip": False},
        phase="notation",
        turn=turn,
        options=WRITTEN,
        dice=dice,
    )


def choices(race: CircusMatch, seat: int = 0) -> list[object]:
    return list(race.pending[seat])


@pytest.mark.rule("GEN written-strain")
def test_an_s_is_written_beside_the_speed() -> None:
    race = writing()
    assert choices(race) == [*range(20), *(f"{speed}S" for speed in range(20))]
    assert race.pending[0].clause == "GEN written-strain"
    assert choices(race, 1) == list(range(19))  # no whip, no S


@pytest.mark.rule("GEN written-strain")
def test_without_the_s_there_is_no_straining() -> None:
    race = writing(1)
    race.submit(0, 19)
    race.submit(1, 0)
    assert events(race, "speeds")[0].data["speeds"] == {"red": 19, "blue": 0}
    assert asked(race)[0] == "step"  # nobody asks about the whip
    with pytest.raises(Refused):
        play(race, "whip")
    assert events(race, "speed")[-1].data["factors"] == 19
    assert dice_left(race) == ()


@pytest.mark.rule("GEN written-strain")
def test_with_the_s_the_die_is_thrown() -> None:
    race = writing(1, 4)
    race.submit(0, "19S")
    race.submit(1, 0)
    # Everybody reads it when the speeds are revealed.
    assert events(race, "speeds")[0].data["speeds"] == {"red": "19S", "blue": 0}
    assert events(race, "whip")[0].data == {"chariot": "red", "factors": 4, "endurance": 45}
    assert (asked(race)[0], left(race.state, chariot(race, "red"))) == ("step", 23)
    assert dice_left(race) == ()


@pytest.mark.rule("GEN written-strain")
@pytest.mark.parametrize(
    "log",
    [
        {"whip": False},
        {"modifier": 0, "cdm": -1, "jostled": True},
        {"endurance": 0},
        {"no_strain_turn": 3},
    ],
)
def test_an_order_that_has_become_illegal_lapses(log: dict[str, Any]) -> None:
    race = circus(
        red="lane 3, backstretch 5",
        red_is={"written": 12, "parts": {"order": {"strain": True}}, **log},
        options=WRITTEN,
        turn=3,
    )
    assert asked(race)[0] == "step"
    assert (events(race, "whip"), chariot(race, "red").endurance) == ([], log.get("endurance", 49))
    assert left(race.state, chariot(race, "red")) == 12


@pytest.mark.rule("GEN written-strain")
def test_it_is_binding_also_with_little_endurance() -> None:
    race = circus(
        red="lane 3, backstretch 5",
        red_is={"written": 12, "endurance": 1, "parts": {"order": {"strain": True}}},
        options=WRITTEN,
        dice=[6],
    )
    assert events(race, "whip")[0].data["factors"] == 1


@pytest.mark.rule("GEN written-strain")
def test_an_s_is_for_one_turn() -> None:
    race = writing(1, 4, 1)
    race.submit(0, "3S")
    race.submit(1, 0)
    play(race, "forward 7")
    assert race.state.turn == 4
    race.submit(0, 3)
    race.submit(1, 0)
    assert (len(events(race, "whip")), left(race.state, chariot(race, "red"))) == (1, 3)
    assert dice_left(race) == ()


@pytest.mark.rule("GEN written-strain")
def test_somebody_else_may_make_it_lapse() -> None:
    # Blue is drawn first and rams; Red brakes away for its last endurance, and its whip finds none left.
    race = circus(
        red="lane 3, backstretch 5",
        red_is={"endurance": 2, "modifier": 1},
        blue="lane 4, backstretch 5",
        blue_is={"whip": False},
        phase="notation",
        turn=3,
        options=WRITTEN,
        dice=[2, 6, 6, 1, 1],
    )
    race.submit(0, "12S")
    race.submit(1, 1)
    play(race, "ram red car", "avoid", "brake")
    assert chariot(race, "red").endurance == 0
    assert (asked(race)[0], events(race, "whip")) == ("step", [])
    assert left(race.state, chariot(race, "red")) == 12
    assert dice_left(race) == ()


@pytest.mark.rule("GEN written-strain")
def test_a_lashed_team_offers_its_factors_before_the_written_whip() -> None:
    race = circus(
        red="lane 3, backstretch 5",
        red_is={"written": 12, "offered": 2, "parts": {"order": {"strain": True}}},
        options=WRITTEN,
        dice=[3],
    )
    assert asked(race)[0] == "take"
    told = race.view(0)["decision"]["answers"]
    assert [each["total"] for each in told] == [12, 13, 14]
    assert all(each["hint"].endswith("and then the whip") for each in told)
    play(race, 2)
    assert left(race.state, chariot(race, "red")) == 12 + 2 + 3
    assert dice_left(race) == ()


@pytest.mark.rule("GEN written-strain")
def test_every_answer_tells_of_its_own_speed() -> None:
    race = writing(written=3, last_written=3)
    told = {each["choice"]: each for each in race.view(0)["decision"]["answers"]}
    assert "speed up to 16" in told["10S"]["hint"]
    assert "speed up to 25" in told["19S"]["hint"]
    assert told["10S"]["whip"] == {str(die): 0.1667 for die in range(1, 7)}


@pytest.mark.rule("GEN written-strain")
def test_standing_orders_write_the_s() -> None:
    race = writing()
    decision = race.pending[0]
    assert isinstance(decision, Decision)
    orders = {"speed": "fixed", "speed_number": 10, "whip": "straight", "whip_keep": 20, "take": "none", "strain": 0}
    obeyed = GAME.obey(race.state, 0, decision, orders)
    assert obeyed is not None
    assert obeyed.choice == "10S"  # sixteen squares do not reach the corner
    never = GAME.obey(race.state, 0, decision, {**orders, "whip": "never"})
    assert never is not None
    assert never.choice == 10
    spare = GAME.obey(race.state, 0, decision, {**orders, "whip_keep": 44})
    assert spare is not None
    assert spare.choice == 10  # a six would leave 43
