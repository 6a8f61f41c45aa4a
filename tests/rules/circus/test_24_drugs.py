"""CM 24.1, 24.2, 24.4, 24.5: what is planned against a rival, drugs and sabotage."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.core.errors import Refused
from tests.rules.circus.kit import asked, chariot, circus, dice_left, events, left, play
from tests.rules.circus.money_kit import (
    BESIDE,
    BLUE,
    RED,
    STILL,
    aimed,
    coffers,
    form,
    guarded,
    money_book,
    own,
    patrons,
    set_up,
    until,
)
from tests.rules.circus.season_kit import season, stabled, stables

START: dict[str, Any] = {"red": "lane 3, front straight 3", "blue": "lane 4, front straight 3", "turn": 1}
AT_START: dict[str, Any] = {"lap": 1, "whip": False, "horses_start": [5, 3, 3, 5]}


# -- planning ------------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 24.1", "CM 24.2", "CM 24.3")
def test_one_rival_chariot_and_each_device_once() -> None:
    """The form has one target, and one field for each device: more cannot be said."""
    race = set_up(4)
    ask = form(race, 0)
    names = [field.name for field in ask.sections[0].fields]
    assert names == ["target", "bribe", "aim", "drugs", "sabotage"]
    rivals = {each.faction for each in race.state.chariots if each.seat}
    assert set(ask.sections[0].fields[0].choices) == {"nobody", *rivals}  # type: ignore[attr-defined]
    target = own(race, 1)
    all_three = {"target": target, "drugs": 500, "sabotage": 1000, "bribe": 1500}
    race.submit(0, all_three)
    with pytest.raises(Refused, match="takes nobody"):
        form(race, 1).read({"target": own(race, 1), "drugs": 500})  # his own
    with pytest.raises(Refused, match="has no 'second target'"):
        form(race, 1).read({"target": own(race, 2), "drugs": 500, "second target": own(race, 3)})
    with pytest.raises(Refused, match="has no 'second bribe'"):
        form(race, 1).read({"target": own(race, 2), "bribe": 500, "second bribe": 500})
    with pytest.raises(Refused, match="takes attacks, speed"):
        form(race, 1).read({"target": own(race, 2), "bribe": 500, "aim": "attacks and speed"})
    for seat in (1, 2, 3):
        race.submit(seat, race.pending[seat].default)
    assert coffers(race).purse(0) == 2000  # 3000s are spent
    envelope = coffers(race).envelopes[0]
    assert (envelope.drugs, envelope.sabotage, envelope.bribe) == (500, 1000, 1500)
    assert race.state.chariots[envelope.target].faction == target


@pytest.mark.rule("CM 24.4", "CM 24.5")
@pytest.mark.parametrize(("device", "too_little", "enough"), [("drugs", 499, 500), ("sabotage", 900, 1000)])
def test_devices_have_a_least_price(device: str, too_little: int, enough: int) -> None:
    race = set_up(2)
    ask, target = form(race, 0), own(race, 1)
    with pytest.raises(Refused, match=f"or at least {enough}"):
        ask.read({"target": target, device: too_little})
    assert ask.read({"target": target, device: enough}) in ask


@pytest.mark.rule("CM 24.1", "CM 24.4", "CM 24.31")
def test_the_log_names_the_clauses_of_this_book() -> None:
    race = set_up(2)
    ask = form(race, 0)
    assert [field.clause for field in ask.sections[0].fields] == ["CM 24.1", "CM 24.3", "CM 24.3", "CM 24.4", "CM 24.5"]
    race.submit(0, {"target": own(race, 1), "drugs": 500})
    race.submit(1, race.pending[1].default)
    assert events(race, "sealed")[0].clauses == ("CM 24.31", "CM 25.1")
    assert [each.clause for each in coffers(race).transfers] == ["CM 20.1a", "CM 20.1a", "CM 24.4"]


# -- drugs ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 24.4", "CM 24.41", "CM 24.42", "CM 25.6")
@pytest.mark.parametrize(
    ("spent", "guard", "points"),
    [(1800, 500, 2), (1000, 1000, 0), (900, 500, 0), (500, 0, 1), (999, 0, 1), (1600, 1000, 1), (1000, 1200, 0)],
)
def test_drugs_weaken_horses_by_what_security_leaves(spent: int, guard: int, points: int) -> None:
    race = patrons(guarded("drugs", guard, aimed(drugs=spent)), **BESIDE, red_is=STILL)
    (shown,) = events(race, "drugs")
    assert shown.data["points"] == points
    assert not shown.dice  # no die is rolled
    if points:
        assert list(race.pending) == [BLUE]  # whoever drugged shares it out, before red does anything
        assert asked(race)[0] == "drug_horses"
        race.submit(BLUE, {"horse 2": points})
        assert chariot(race, "red").horses == (4, 4 - points, 4, 4)
    else:
        assert chariot(race, "red").horses == (4, 4, 4, 4)


@pytest.mark.rule("CM 24.42", "CM 9.51b", "CM 6.9-special-first-turn")
def test_the_written_speed_is_cut_before_the_die_of_the_start() -> None:
    """5-3-3-5 and +1, 17 written: two points leave 15, and the die is taken from that."""
    race = patrons(
        aimed(drugs=1000), **START, red_is={**AT_START, "modifier": 1, "written": 17}, blue_is={"lap": 1}, dice=[4]
    )
    race.submit(BLUE, (2, 0, 0, 0))
    red = chariot(race, "red")
    assert money_book(race).team_speed(red) == 14
    assert left(race.state, red) == 15 - 4


@pytest.mark.rule("CM 24.4", "CM 24.5")
def test_all_of_it_comes_to_light_before_the_first_move_and_never_again() -> None:
    race = patrons(aimed(drugs=500, sabotage=1000), **BESIDE, red_is=STILL, dice=[6])
    assert asked(race)[0] == "drug_horses"
    play(race, (1, 0, 0, 0), "left")
    assert coffers(race).visited == (RED,)
    twin = patrons(aimed(drugs=500, sabotage=1000), **BESIDE, red_is=STILL, visited=[RED])
    assert asked(twin)[0] == "step"  # the time is past, and the money lost
    assert not events(twin, "drugs")


@pytest.mark.rule("CM 24.42", "CM 9.52a", "CM 9.52g")
def test_a_horse_drugged_to_nothing_falls_like_any_dead_horse() -> None:
    weak = {**STILL, "horses_start": [2, 4, 4, 4], "endurance": 40}
    race = patrons(aimed(drugs=1000), **BESIDE, red_is=weak)
    race.submit(BLUE, (2, 0, 0, 0))
    red = chariot(race, "red")
    assert red.fallen == (0,)
    assert red.endurance == 30  # a fourth of it
    assert asked(race) == ("cut", ["cut", "wait"])  # before it can move


@pytest.mark.rule("CM 24.42")
def test_points_beyond_the_boxes_of_all_horses_are_wasted() -> None:
    weak = {**STILL, "horses_start": [1, 1, 1, 1], "written": 4}
    race = patrons(aimed(drugs=4500), **BESIDE, green="lane 6, backstretch 12", purses=3, red_is=weak)
    assert events(race, "drugs")[0].data["points"] == 4
    race.submit(BLUE, (1, 1, 1, 1))
    assert chariot(race, "red").status == "out"  # CM 9.52g: no horse is left
    assert race.state.mover == -1
    assert {decision.name for decision in race.pending.values()} == {"speed"}


@pytest.mark.rule("CM 24.43", "CM 22.21")
def test_drugs_are_forgotten_after_the_race_and_blows_are_not() -> None:
    race = patrons(
        aimed(drugs=1000), **BESIDE, red_is={**STILL, "horses_start": [6, 4, 4, 4]},
        options={"stables": stables(1, 1)},
    )  # fmt: skip
    race.submit(BLUE, (2, 0, 0, 0))
    book = money_book(race)
    book.injure(chariot(race, "red"), 0, 3, ("CM 9.51a",))
    told = next(each for each in book.report() if each["chariot"] == "red")
    assert chariot(race, "red").horses == (1, 4, 4, 4)
    assert (told["horses"], told["injuries"]) == ([3, 4, 4, 4], [3, 0, 0, 0])


@pytest.mark.rule("CM 24.43", "CM 22.21")
def test_a_collapsed_horse_is_well_again() -> None:
    race = patrons(
        aimed(drugs=2500), **BESIDE, red_is={**STILL, "horses_start": [5, 4, 4, 4]}, options={"stables": stables(1, 1)}
    )
    race.submit(BLUE, (5, 0, 0, 0))
    told = next(each for each in money_book(race).report() if each["chariot"] == "red")
    assert (told["horses"], told["injuries"]) == ([5, 4, 4, 4], [0, 0, 0, 0])


@pytest.mark.rule("CM 24.43")
def test_old_injuries_are_no_drugs() -> None:
    race = season([[stabled(horses=[3, 4, 4, 5])], [stabled()]], patronage="bets")
    race.submit(1, {"target": own(race, 0), "drugs": 1000})
    race.submit(0, race.pending[0].default)
    until(race, "drug_horses")
    race.submit(1, (1, 1, 0, 0))
    told = next(each for each in money_book(race).report() if each["seat"] == 0)
    assert (told["horses"], told["injuries"]) == ([3, 4, 4, 5], [0, 0, 0, 0])


# -- sabotage -----------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 24.51", "CM 24.52")
@pytest.mark.parametrize(
    ("spent", "guard", "die", "points"),
    [
        (1000, 700, 3, 2),
        (1000, 700, 4, 0),
        (1600, 1000, 6, 2),
        (1500, 1000, 6, 0),
        (1000, 0, 6, 2),
        (1099, 0, 6, 2),
        (1100, 0, 6, 3),
        (2099, 0, 6, 3),
        (2100, 0, 6, 4),
        (1100, 1000, 1, 2),
        (1099, 1000, 1, 0),
    ],
)
def test_sabotage(spent: int, guard: int, die: int, points: int) -> None:
    race = patrons(guarded("sabotage", guard, aimed(sabotage=spent)), **BESIDE, red_is=STILL, dice=[die])
    (shown,) = events(race, "sabotage")
    assert shown.data["points"] == points
    assert shown.clauses == ("CM 24.51", "CM 24.52")
    if points:
        assert asked(race) == ("which_wheel", ["left", "right"])
        race.submit(BLUE, "right")
    assert (chariot(race, "red").left_wheel, chariot(race, "red").right_wheel) == (0, points)
    assert not dice_left(race)  # no check at once


@pytest.mark.rule("CM 24.51")
def test_as_much_security_stops_it_without_a_die() -> None:
    race = patrons(guarded("sabotage", 1000, aimed(sabotage=1000)), **BESIDE, red_is=STILL)
    assert events(race, "sabotage")[0].data["points"] == 0
    assert asked(race)[0] == "step"


@pytest.mark.rule("CM 24.52", "CM 7.41a")
def test_a_sabotaged_wheel_is_checked_from_the_first_move_on() -> None:
    race = patrons(aimed(sabotage=1000), **BESIDE, red_is={**STILL, "written": 14}, dice=[1, 6, 6])
    race.submit(BLUE, "left")
    assert chariot(race, "red").left_wheel == 2
    assert not dice_left(race)  # two dice for the wheel at 14


@pytest.mark.rule("CM 24.52", "CM 9.56b")
@pytest.mark.parametrize("level", ["basic", "advanced"])
def test_ten_points_destroy_the_wheel(level: str) -> None:
    race = patrons(aimed(sabotage=8100), amount=20_000, **BESIDE, red_is=STILL, dice=[1, 2, 2, 2, 2], level=level)
    race.submit(BLUE, "left")
    assert events(race, "flip")[0].clauses[0] == "CM 24.52"
    assert chariot(race, "red").status == ("out" if level == "basic" else "runaway")
    until(race, "speed")


@pytest.mark.rule("CM 24.53", "CM 22.3")
def test_sabotage_lasts_for_the_race_and_the_car_is_repaired_after_it() -> None:
    race = patrons(aimed(sabotage=1000), **BESIDE, red_is=STILL, dice=[1], options={"stables": stables(1, 1)})
    race.submit(BLUE, "left")
    until(race, "speed")
    assert chariot(race, "red").left_wheel == 2
    assert not any(each["wrecked"] for each in money_book(race).report())


def test_without_patronage_nothing_is_asked() -> None:
    race = circus(**BESIDE, red_is=STILL)
    assert "patronage" not in race.state.parts
