"""E2 8.9.3.4, 12.2.3.2: driving over a stationary chariot, its car first and then its team."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.core.event import Modifier
from ludus.games.circus.editions import book_of
from tests.rules.circus.kit import (
    GAME,
    CircusMatch,
    asked,
    attacks,
    chariot,
    dice_left,
    events,
    left,
    place,
    play,
    write,
)
from tests.rules.epic.kit import epic
from tests.rules.epic.obstacle_kit import CALM, DEAD_HORSE, SPENT, answers, results, three, totals

CAR, TEAM = "lane 4, backstretch 20", "lane 4, backstretch 21"


def behind(*dice: int, blue: dict[str, Any] | None = None, written: int = 8, **position: Any) -> CircusMatch:
    """Red's team on 19, right behind blue's car on 20 and team on 21."""
    log = {**CALM, "written": written, **position.pop("red_is", {})}
    return epic(
        red="lane 4, backstretch 19", red_is=log, blue=TEAM, blue_is={**DEAD_HORSE, **(blue or {})}, dice=dice,
        **position,
    )  # fmt: skip


@pytest.mark.rule("E2 8.9.3.4")
@pytest.mark.rule("E2 12.2.3.2")
@pytest.mark.parametrize("why", [DEAD_HORSE, {**SPENT, "horses": None, "fallen": []}])
def test_two_full_procedures_one_after_the_other(why: dict[str, Any]) -> None:
    race = behind(2, 3, *three(13), *three(16), blue=why)
    play(race, "forward 1")
    assert asked(race)[0] == "pay"
    assert events(race, "jump")[-1].data == {"chariot": "red", "square": CAR, "die": 2}
    play(race, 2, "forward 1")
    assert events(race, "jump")[-1].data == {"chariot": "red", "square": TEAM, "die": 3}
    play(race, 3)
    assert place(race, "red") == TEAM
    play(race, "forward 1")
    assert totals(race) == [13]  # the car is left: no modifier
    play(race, "forward 1")
    assert (totals(race), results(race)) == ([13, 13], ["none", "none"])
    assert [each for each in events(race, "run-over")[1].modifiers if each.amount] == [Modifier("stationary team", -3)]
    red = chariot(race, "red")
    assert (red.endurance, left(race.state, red)) == (25, 4)
    assert place(race, "red") == "lane 4, backstretch 23"
    assert dice_left(race) == ()
    # Blue stands where it stood.
    assert place(race, "blue") == TEAM
    track, blue = race.state.track, chariot(race, "blue")
    assert race.state.whose(track.find(TEAM)) == (blue, 0)
    assert race.state.whose(track.find(CAR)) == (blue, 1)


@pytest.mark.rule("E2 8.9.3.4")
@pytest.mark.parametrize(("written", "flips"), [(4, False), (3, True), (2, True)])
def test_four_factors_are_needed(written: int, flips: bool) -> None:
    dice = (
        [1, 1, *three(13), *three(16)] if not flips else [1, 1, *([*three(13)] if written == 3 else []), 6, 6, 4, 6, 1]
    )
    race = behind(*dice, written=written)
    play(race, "forward 1", 1, *(["forward 1"] if written > 2 else []), 1)
    while len(race.pending) == 1 and asked(race)[0] == "step":
        play(race, "forward 1")
    assert bool(events(race, "flip")) == flips
    assert len(totals(race)) == written - 2


@pytest.mark.rule("E2 8.9.3.4")
def test_only_the_horses_of_whoever_stands_there_are_hurt() -> None:
    log = {"endurance": 20, "cdm": 0, "hits": 7, "left_wheel": 3}
    race = behind(1, 1, *three(7), 1, 1, 1, 1, *three(10), 4, 4, 5, 6, blue=log, red_is={"written": 12})
    play(race, "forward 1", 1, "forward 1", 1, "forward 1", "forward 1")
    assert results(race) == ["serious", "serious"]
    # Over the car only red's own horses suffer; over the team both.
    red, blue = chariot(race, "red"), chariot(race, "blue")
    assert red.horses == (0, 0, 0, 0)
    assert blue.horses == (1, 0, 0, 0)
    assert (blue.hits, blue.left_wheel, blue.cdm, blue.driver, blue.hitched) == (7, 3, 0, "car", True)
    assert blue.status == "racing"


@pytest.mark.rule("E2 8.9.3.4")
def test_a_flip_on_it_leaves_both_where_they_are() -> None:
    """The car flips off the stationary team, beyond which the own team already stands."""
    race = behind(1, 1, *three(4), 6, 6, 6, 6)
    play(race, "forward 1", 1, "forward 1", 1, "forward 1")
    assert [event.data["square"] for event in events(race, "flip")] == [TEAM]
    assert place(race, "red") == "lane 4, backstretch 22"
    assert race.state.whose(race.state.track.find(TEAM)) == (chariot(race, "blue"), 0)


@pytest.mark.rule("E2 8.9.3.4")
def test_a_lone_team_that_stops_on_it_checks_when_it_goes_on() -> None:
    stray: dict[str, Any] = {"status": "runaway", "driver": "dead", "hitched": False, "horses": [1, 0, 0, 1]}
    race = epic(
        red="lane 4, backstretch 19", red_is={**stray, "endurance": 30}, blue=TEAM, blue_is=DEAD_HORSE,
        white="lane 8, backstretch 1", white_is={"moved": False, **CALM}, cup=["white"], dice=[1, 1, *three(13)],
    )  # fmt: skip
    play(race, "forward 1", 1, 1)
    assert place(race, "red") == place(race, "blue") == TEAM
    red, blue = chariot(race, "red"), chariot(race, "blue")
    assert red.under == (red.square,)
    track = race.state.track
    assert race.state.whose(track.find(TEAM)) == (red, 0)
    assert race.state.whose(track.find(CAR)) == (blue, 1)
    book = book_of(race.state)
    assert book.blocks(track.find(TEAM))  # by the team on top
    assert not book.blocks(track.find(CAR))
    # The same position is written and read again.
    again = GAME.read_position(GAME.write_position(race.state), race.seats, race.options)
    assert (again.occupied, again.chariots[0].under) == (race.state.occupied, red.under)
    assert again.stacked
    assert race.state.stacked


@pytest.mark.rule("E2 8.9.3.4")
def test_it_does_not_block_but_no_lane_change_begins_right_behind_it() -> None:
    race = behind()
    assert not {"in", "out", "slip in", "slip out"} & answers(race)
    assert {"forward 8", "brake 8"} <= answers(race)


@pytest.mark.rule("E2 8.9.3.4")
@pytest.mark.rule("E2 12.2.3.2")
def test_what_is_said_beforehand() -> None:
    race = behind(2)
    told = {answer["choice"]: answer for answer in book_of(race.state).explain(race.pending[0])}["forward 4"]
    assert "over Blue's car" in told["hint"]
    assert told["jump"]["clears"]
    race = behind(2, written=3)
    told = {answer["choice"]: answer for answer in book_of(race.state).explain(race.pending[0])}["forward 3"]
    assert "you cannot get clear of it, and flip" in told["hint"]


@pytest.mark.rule("E2 8.8.1")
@pytest.mark.parametrize(
    ("ahead", "words"),
    [
        ({"blue": TEAM}, "blocked by Blue after 4 squares"),
        ({"blue": TEAM, "blue_is": {"status": "runaway", "driver": "dragged"}}, "blocked by Blue after 4 squares"),
        ({"blue": TEAM, "blue_is": DEAD_HORSE}, "Blue's car in the way after 4 squares"),
        ({"wrecks": [CAR]}, "a wreck in the way after 4 squares"),
        ({"carcasses": [CAR]}, "a dead horse in the way after 4 squares"),
    ],
)
def test_speeds_call_blocked_only_what_blocks(ahead: dict[str, Any], words: str) -> None:
    race = epic(red="lane 4, backstretch 15", phase="notation", begun=True, **ahead)
    assert race.explain(0)[8]["hint"] == words


@pytest.mark.rule("E2 8.9.1")
def test_nobody_attacks_while_he_drives_over_it() -> None:
    race = behind(2, white="lane 5, backstretch 20", white_is=CALM)
    play(race, "forward 1", 2)
    assert attacks(race) == set()


@pytest.mark.rule("E2 12.2.3")
def test_from_the_next_lane_it_is_attacked_as_ever() -> None:
    race = epic(
        red="lane 3, backstretch 22", red_is={**CALM, "whip": True, "written": 6}, blue=TEAM, blue_is=DEAD_HORSE
    )
    play(race, "no")
    assert "ram blue horses" not in attacks(race)  # its second horse lies on that side
    race = epic(
        red="lane 5, backstretch 22", red_is={**CALM, "whip": True, "written": 6}, blue=TEAM, blue_is=DEAD_HORSE
    )
    play(race, "no")
    assert {"ram blue horses", "lash blue team"} <= attacks(race)


@pytest.mark.rule("E2 def-stationary")
def test_a_chariot_that_only_stands_still_blocks() -> None:
    race = behind(blue={"horses": None, "fallen": [], "written": 0, "executed": 0})
    assert {"slip in", "slip out"} <= answers(race)
    assert "forward 1" not in answers(race)
    assert not book_of(race.state).obstacle(race.state.track.find(CAR))


@pytest.mark.rule("E2 def-stationary")
def test_nor_is_a_loss_for_one_phase_an_obstacle() -> None:
    """Team speed 5, and 6 off the next phase: no factors, but still a chariot in the way."""
    slow = {"horses_start": [2, 1, 1, 1], "horses": [2, 1, 1, 1], "fallen": [], "loss": 6, "moved": False}
    race = behind(blue={**slow, "written": 5})
    book = book_of(race.state)
    assert book.blocks(race.state.track.find(CAR))
    assert not book.obstacle(race.state.track.find(CAR))
    play(race, "brake 8")
    assert left(race.state, chariot(race, "blue")) == 0


@pytest.mark.rule("E2 8.9.3.4")
@pytest.mark.parametrize(("gone", "total"), [(False, 10), (True, None)])
def test_the_check_of_a_lone_team_on_top(gone: bool, total: int | None) -> None:
    """If blue has cut its horse free meanwhile and stands there alive, there is nothing left to run over."""
    stray: dict[str, Any] = {"status": "runaway", "driver": "dead", "hitched": False, "under": [TEAM], "moved": True}
    race = epic(
        red=TEAM, red_is=stray, blue=TEAM, blue_is=DEAD_HORSE, white="lane 8, backstretch 1", white_is=CALM,
        mover="white", dice=[1, 3, *three(13), 1, 1],
    )  # fmt: skip
    play(race, "stay")
    if gone:
        chariot(race, "blue").fallen = ()
    write(race, red=0, blue=0, white=0)
    if total is None:
        assert asked(race)[0] == "step"  # of the runaway
        assert not events(race, "jump")
    else:
        play(race, 3)
        assert totals(race) == [total]


@pytest.mark.rule("E2 8.9.3.4")
def test_who_comes_to_a_stand_on_it_has_not_cleared_it() -> None:
    """Over blue's car a horse of red's dies: red's own car stands on blue's team, and flips."""
    race = behind(1, 1, *three(7), 6, 1, 1, 1, 4, 6, 1, 1, 1)
    play(race, "forward 1", 1, "forward 1", 1, "forward 1")
    assert events(race, "horse-dead")[0].data["chariot"] == "red"
    assert [event.data["chariot"] for event in events(race, "flip")] == ["red"]
    red = chariot(race, "red")
    assert (red.status, red.hitched) == ("stopped", False)
    assert race.state.whose(race.state.track.find(TEAM)) == (chariot(race, "blue"), 0)


@pytest.mark.rule("E2 13.3.3")
@pytest.mark.rule("E2 8.9.3.4")
def test_a_man_dragged_over_it_dies() -> None:
    dragging: dict[str, Any] = {"status": "runaway", "driver": "dragged", "hitched": False, "hits": 7}
    race = behind(1, 1, *three(13), red_is=dragging)
    play(race, "forward 1", 1)
    assert chariot(race, "red").driver == "dragged"
    play(race, "forward 1", 1)
    assert chariot(race, "red").driver == "dead"


@pytest.mark.rule("E2 def-stationary")
@pytest.mark.parametrize("rain", [True, False])
def test_rain_can_hold_a_team_at_zero_for_as_long_as_it_lasts(rain: bool) -> None:
    last: dict[str, Any] = {"horses": [0, 0, 0, 1], "fallen": []}
    race = behind(blue=last, options={"weather": True}, parts={"weather": {"rain": rain}})
    assert book_of(race.state).obstacle(race.state.track.find(CAR)) == rain
