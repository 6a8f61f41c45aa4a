"""AID card: the whip in the midst of a move, and after a horse has been cut free."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.core.standing_orders import default_orders, obey
from tests.rules.circus.kit import GAME, CircusMatch, asked, chariot, circus, dice_left, events, place, play

ANY_TIME = {"whip_timing": "any time"}
STOPPED: dict[str, Any] = {"horses": [0, 4, 4, 5], "fallen": [1]}


def driving(*dice: int, **more: Any) -> CircusMatch:
    return circus(
        **{"red": "lane 3, backstretch 11", "red_is": {"written": 3}, "dice": dice, "options": ANY_TIME, **more}
    )


@pytest.mark.rule("AID card-whip-timing")
def test_the_whip_is_a_step_of_the_move() -> None:
    race = driving(4)
    name, answers = asked(race)
    assert name == "step"  # nothing was asked before
    assert answers[-1] == "whip"
    play(race, "forward 2", "whip")
    assert events(race, "whip")[0].data["factors"] == 4
    assert race.pending[0].prompt == "5 movement factors left."
    assert "whip" not in asked(race)[1]  # once is all
    play(race, "forward 5")
    assert place(race, "red") == "lane 3, backstretch 18"
    assert dice_left(race) == ()


@pytest.mark.rule("AID card-whip-timing")
def test_who_wants_to_go_a_little_further() -> None:
    race = driving(6)
    play(race, "forward 3")
    assert asked(race) == ("whip_now", ["no", "whip"])
    play(race, "whip", "forward 6")
    assert place(race, "red") == "lane 3, backstretch 20"
    race = driving()
    play(race, "forward 3", "no")
    assert place(race, "red") == "lane 3, backstretch 14"
    assert {decision.name for decision in race.pending.values()} == {"speed"}


@pytest.mark.rule("AID card-whip-timing")
def test_all_that_the_die_shows_without_a_whip_and_beyond_endurance() -> None:
    race = driving(5, red_is={"written": 3, "endurance": 3, "whip": False})
    told = next(each for each in race.view(0)["decision"]["answers"] if each["choice"] == "whip")
    assert set(told["odds"]) == {"1", "2", "3", "4", "5", "6"}
    play(race, "whip")
    assert events(race, "whip")[0].data == {"chariot": "red", "factors": 5, "endurance": 0}
    assert "AID card-whip-timing" in events(race, "whip")[0].clauses
    by_the_book = circus(red="lane 3, backstretch 11", red_is={"written": 3, "endurance": 3}, dice=[5])
    assert asked(by_the_book) == ("whip", ["no", "whip"])
    play(by_the_book, "whip")
    assert events(by_the_book, "whip")[0].data == {"chariot": "red", "factors": 3, "endurance": 0}


@pytest.mark.rule("AID card-whip-timing")
@pytest.mark.parametrize("red", [{"cdm": -1}, {"endurance": 0}])
def test_who_may_not_whip(red: dict[str, Any]) -> None:
    race = driving(red_is={"written": 3, **red})
    assert "whip" not in asked(race)[1]
    play(race, "forward 3")
    assert {decision.name for decision in race.pending.values()} == {"speed"}


@pytest.mark.rule("AID card-whip-timing")
def test_a_corner_is_checked_for_the_new_speed() -> None:
    """8 in lane 1 (safe 8), whipped to 12: four points, there and then; whipped in a checked corner, the rest."""
    race = circus(
        red="lane 1, front straight 33", red_is={"endurance": 30}, move={"written": 8}, dice=[4, 1, 1, 1],
        options=ANY_TIME,
    )  # fmt: skip
    play(race, "forward 1", "whip")
    assert [event.data["points"] for event in events(race, "strain")] == [4]
    assert chariot(race, "red").endurance == 22
    race = circus(
        red="lane 1, front straight 33", red_is={"endurance": 30}, move={"written": 10}, dice=[1, 1, 1, 3, 1, 1, 1],
        options=ANY_TIME,
    )  # fmt: skip
    play(race, "forward 1", "whip")
    assert [event.data["points"] for event in events(race, "strain")] == [2, 5]
    assert chariot(race, "red").endurance == 30 - 2 - 3 - 3
    assert dice_left(race) == ()


@pytest.mark.rule("AID card-whip-timing")
def test_wheels_are_checked_when_the_whip_makes_it_fourteen() -> None:
    red = {"written": 12, "left_wheel": 3}
    race = driving(2, 6, 6, red_is=red)
    play(race, "forward 1", "whip")
    assert [event.data["roll"] for event in events(race, "wheel-check")] == [12]
    race = driving(6, 6, 2, red_is={**red, "written": 14})
    play(race, "forward 1", "whip")
    assert len(events(race, "wheel-check")) == 1  # when the speed was told


@pytest.mark.rule("AID card-whip-timing")
@pytest.mark.parametrize(
    ("order", "keep", "choice"), [("straight", 5, "whip"), ("straight", 99, "no"), ("never", 5, "no")]
)
def test_standing_orders_answer_it(order: str, keep: int, choice: str) -> None:
    race = driving(red_is={"written": 3, "endurance": 20})
    play(race, "forward 3")
    orders = default_orders(GAME.orders(race.options, 2)) | {"whip": order, "whip_keep": keep}
    obeyed = obey(race, 0, orders)
    assert obeyed is not None
    assert obeyed.choice == choice


@pytest.mark.rule("AID card-whip-dead-horse")
def test_whipping_after_cutting_free() -> None:
    red = {**STOPPED, "written": 10}
    race = circus(red="lane 3, backstretch 11", red_is=red, dice=[2, 2, 2, 3], options={"whip_after_cutting": True})
    play(race, "cut")
    assert asked(race) == ("whip_now", ["no", "whip"])
    assert race.pending[0].clause == "AID card-whip-dead-horse"
    assert len(race.view(0)["decision"]["answers"]) == 2
    play(race, "whip")
    assert events(race, "speed")[0].data["factors"] == 4 + 3
    race = circus(red="lane 3, backstretch 11", red_is=red, dice=[2, 2, 2])
    play(race, "cut")
    assert asked(race)[0] == "step"
    assert events(race, "speed")[0].data["factors"] == 4


@pytest.mark.rule("AID card-whip-dead-horse")
def test_no_whip_while_the_dead_horse_is_there() -> None:
    red = {**STOPPED, "written": 4}
    race = circus(red="lane 3, backstretch 11", red_is=red, dice=[2, 2, 2], options={"whip_after_cutting": True})
    assert asked(race)[0] == "cut"
    play(race, "cut")
    assert not events(race, "whip")
    assert {decision.name for decision in race.pending.values()} == {"speed"}


@pytest.mark.rule("AID card-whip-dead-horse")
def test_with_the_whip_at_any_time_the_horse_bars_it_for_the_phase_unless_the_card_is_played() -> None:
    for after, steps in ((False, False), (True, True)):
        race = circus(
            red="lane 3, backstretch 11", red_is={**STOPPED, "written": 10}, dice=[2, 2, 2],
            options={**ANY_TIME, "whip_after_cutting": after},
        )  # fmt: skip
        play(race, "cut", *(("no",) if after else ()))
        assert ("whip" in asked(race)[1]) is steps
