"""A written position that cannot be played is refused with the place that is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from ludus import DataError, Match, ScriptedDice, SeededDice
from ludus.games.circus.editions import book_of
from tests.games.circus.positions import GAME
from tests.rules.circus.kit import BOOK


def refusal(position: dict[str, Any], level: str = "advanced", seats: int = 2) -> DataError:
    with pytest.raises(DataError) as refused:
        Match(GAME, seats, ScriptedDice([]), None, {"level": level}, position=position)
    return refused.value


def position(*more: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """Two chariots, the first of them changed, and whatever else."""
    first = {"faction": "red", "seat": 0, "square": "lane 3, backstretch 12"}
    second = {"faction": "blue", "seat": 1, "square": "lane 4, backstretch 12"}
    return {"chariots": [first | changes, second, *more]}


DRAGGED = {"status": "runaway", "driver": "dragged", "hitched": False}

CHARIOTS: list[tuple[dict[str, Any], str]] = [
    ({"faction": "puce"}, "position.chariots[0].faction: a faction is one of red, blue"),
    ({"faction": "blue"}, "position.chariots[1].faction: there is a blue chariot already"),
    ({"seat": 2}, "position.chariots[0].seat must be 0 to 1, not 2"),
    ({"seat": "0"}, "position.chariots[0].seat must be a whole number, not '0'"),
    ({"square": ""}, "position.chariots[0].square: a chariot in the race stands somewhere"),
    ({"square": "lane 9, backstretch 1"}, "position.chariots[0].square: there is no square 'lane 9, backstretch 1'"),
    ({"square": "lane 4, backstretch 13"}, "position.chariots[1].square: red stands on lane 4, backstretch 12 already"),
    ({"square": "lane 4, backstretch 11"}, "position.chariots[1].square: red stands on lane 4, backstretch 11 already"),
    ({"lap": 4}, "position.chariots[0].lap must be 0 to 3, not 4"),
    ({"lap": 0}, "position.chariots[0].lap: the race goes from the front straight of lap 1"),
    (
        {"lap": 3, "square": "lane 1, egg corner 2"},
        "position.chariots[0].lap: the race goes from the front straight of lap 1 to the backstretch of lap 3",
    ),
    ({"car": "chariot"}, "position.chariots[0].car: a car is light, normal, heavy, not 'chariot'"),
    ({"horses": [5, 4, 4]}, "position.chariots[0].horses: a team has four horses"),
    ({"horses": [6, 4, 4, 5]}, "position.chariots[0].horses[0] must be 0 to 5, not 6"),
    ({"horses_start": [0, 4, 4, 5]}, "position.chariots[0].horses_start[0] must be 1 to 10, not 0"),
    ({"horses_start": [99, 4, 4, 5]}, "position.chariots[0].horses_start[0] must be 1 to 10, not 99"),
    ({"modifier": 10**12}, "position.chariots[0].modifier must be -9 to 30, not 1000000000000"),
    ({"gains": 99}, "position.chariots[0].gains must be 0 to 30, not 99"),
    ({"offered": 99}, "position.chariots[0].offered must be 0 to 30, not 99"),
    ({"horses": [0, 0, 0, 0]}, "position.chariots[0].horses: a team in the race has a living horse"),
    ({"fallen": [5]}, "position.chariots[0].fallen must be 1 to 4, not 5"),
    ({"fallen": [1]}, "position.chariots[0].fallen: horse 1 still lives"),
    ({"hits_start": 21}, "position.chariots[0].hits_start must be 1 to 10, not 21"),
    ({"hits": 8}, "position.chariots[0].hits must be 0 to 7, not 8"),
    ({"hits": 0}, "position.chariots[0].hits: a living driver has at least 1"),
    ({"cdm": 1}, "position.chariots[0].cdm: the current modifier is at most the permanent one, 0"),
    ({"left_wheel": 10}, "position.chariots[0].left_wheel must be 0 to 9, not 10"),
    ({"endurance": -1}, "position.chariots[0].endurance must be 0 to 999, not -1"),
    ({"debt": -1}, "position.chariots[0].debt must be 0 to 99, not -1"),
    ({"threshold": 8}, "position.chariots[0].threshold must be 0 to 7, not 8"),
    ({"wall_way": 2}, "position.chariots[0].wall_way must be -1 to 1, not 2"),
    ({"freed_turn": 3}, "position.chariots[0].freed_turn must be 0 to 2, not 3"),
    ({"status": "lost"}, "position.chariots[0].status must be one of racing, runaway"),
    (
        {"driver": "dragged"},
        "position.chariots[0].driver: with status 'racing' the driver is car, not dragged",
    ),
    (
        {"status": "runaway"},
        "position.chariots[0].driver: with status 'runaway' the driver is dragged or foot or dead or safe, not car",
    ),
    ({"hitched": False}, "position.chariots[0].hitched: a chariot without its car is a runaway"),
    ({"man": "lane 1, backstretch 1"}, "position.chariots[0].man: a driver on foot stands on a square"),
    ({**DRAGGED, "driver": "foot"}, "position.chariots[0].man: a driver on foot stands on a square"),
    ({**DRAGGED, "driver": "foot", "man": "nowhere"}, "position.chariots[0].man: there is no square 'nowhere'"),
    ({**DRAGGED, "driver": "dead", "hits": 3}, "position.chariots[0].hits: a dead driver has none left"),
    ({**DRAGGED, "cut_from": 1}, "position.chariots[0].cut_from must be 0 to 0, not 1"),
    ({**DRAGGED, "trail": ["here"]}, "position.chariots[0].trail[0]: there is no square 'here'"),
    ({"under": ["lane 3, backstretch 12"]}, "position.chariots[0].under: there is no wreck under it on lane 3"),
    ({"status": "out", "driver": "dead"}, "position.chariots[0].square: a chariot that is out stands nowhere"),
    ({"wings": 2}, "position.chariots[0] has no 'wings'"),
]


@pytest.mark.parametrize(("changes", "sentence"), CHARIOTS)
def test_a_wrong_chariot(changes: dict[str, Any], sentence: str) -> None:
    error = refusal(position(**changes))
    assert error.code == "bad-scenario"
    assert sentence in error.message


MOVING = {"mover": "red"}
REST: list[tuple[dict[str, Any], str]] = [
    ({"turn": 0}, "position.turn must be 1 to 10000, not 0"),
    ({"wrecks": ["lane 0, backstretch 1"]}, "position.wrecks[0]: there is no square"),
    ({"wrecks": ["lane 1, backstretch 1"] * 2}, "position.wrecks[1]: there is a wreck on lane 1"),
    ({"markers": 7}, "position.markers must be 0 to 6, not 7"),
    ({"idle": -1}, "position.idle must be 0 to 99, not -1"),
    ({"draws": -1}, "position.draws must be 0 to 99, not -1"),
    ({"mover": "green"}, "position.mover: there is no 'green' chariot in this race"),
    ({"cup": ["blue", "blue"]}, "position.cup: a faction stands there twice"),
    ({"cup": ["green"]}, "position.cup[0]: there is no 'green' chariot in this race"),
    ({"later": ["green"]}, "position.later[0]: there is no 'green' chariot in this race"),
    ({**MOVING, "cup": ["red"]}, "position.cup: red is drawn already"),
    ({"move": {"written": 3}}, "position.move: nobody is moving; name the mover"),
    ({**MOVING, "move": {"written": 1, "spent": -1}}, "position.move.spent must be 0 to 999, not -1"),
    ({**MOVING, "move": {"speed": 3}}, "position.move has no 'speed'"),
    ({**MOVING, "move": {"written": 1, "attacked": ["x"]}}, "position.move.attacked[0]: there is no square 'x'"),
    ({**MOVING, "move": {"permission": "maybe"}}, "position.move.permission must be one of"),
    ({**MOVING, "move": {"written": 1, "asked": "x"}}, "position.move.asked: there is no square 'x'"),
    (
        {**MOVING, "move": {"written": 1, "jumps": [{"square": "lane 1, backstretch 1"}]}},
        "position.move.jumps[0].square: there is no wreck on lane 1, backstretch 1",
    ),
    (
        {**MOVING, "wrecks": ["lane 1, backstretch 1"],
         "move": {"written": 1, "jumps": [{"square": "lane 1, backstretch 1", "unpaid": 7}]}},
        "position.move.jumps[0].unpaid must be 0 to 6, not 7",
    ),
    ({"falling": [{"faction": "green", "square": "lane 1, backstretch 1"}]}, "position.falling[0].faction: there is"),
    ({"falling": [{"faction": "red", "square": "x"}]}, "position.falling[0].square: there is no square 'x'"),
    (
        {"falling": [{"faction": "red", "square": "lane 1, backstretch 1", "car": "fast"}]},
        "position.falling[0].car: a car is light, normal, heavy, not 'fast'",
    ),
    ({"weather": "fine"}, "position has no 'weather'"),
]  # fmt: skip


@pytest.mark.parametrize(("more", "sentence"), REST)
def test_a_wrong_position(more: dict[str, Any], sentence: str) -> None:
    error = refusal({**position(), **more})
    assert error.code == "bad-scenario"
    assert sentence in error.message


def test_nobody_left_to_race() -> None:
    gone = {"status": "out", "driver": "dead"}
    chariots = [{"faction": faction, "seat": seat, **gone} for seat, faction in enumerate(("red", "blue"))]
    assert "position.chariots: nobody is left on the track" in refusal({"chariots": chariots}).message
    finished = {"faction": "green", "seat": 0, "status": "finished"}
    assert "position.mover: green is not on the track" in refusal({**position(finished), "mover": "green"}).message


@pytest.mark.parametrize("status", ["runaway", "stopped"])
def test_the_basic_game_has_no_runaways(status: str) -> None:
    error = refusal(position(status=status, driver="dead", hitched=False), level="basic")
    assert f"position.chariots[0].status: the Basic Game has no {status} teams" in error.message


def test_what_is_not_written_has_an_ordinary_value() -> None:
    match = Match(GAME, 2, ScriptedDice([]), position=position())
    red = match.state.chariots[0]
    assert (red.team_speed, red.hits, red.endurance, red.car, red.status) == (18, 7, 49, "normal", "racing")
    assert match.state.markers == 1  # the leaders have left the front straight
    assert match.state.turn == 2
    assert {decision.name for decision in match.pending.values()} == {"speed"}


def test_a_position_is_written_in_few_words() -> None:
    written = GAME.write_position(GAME.read_position(position(hits=5), 2, GAME.resolve(None, {})))
    assert written == {
        "chariots": [
            {"faction": "red", "seat": 0, "square": "lane 3, backstretch 12", "hits": 5},
            {"faction": "blue", "seat": 1, "square": "lane 4, backstretch 12"},
        ],
        "markers": 1,
    }


def test_a_stopped_team_lies_where_it_is_written() -> None:
    stopped = {"status": "stopped", "driver": "dead", "horses": [0, 4, 4, 5]}
    race = GAME.read_position(position(**stopped), 2, GAME.resolve(None, {}))
    assert race.wrecks == {race.track.find("lane 3, backstretch 12"): 0}
    assert not race.chariots[0].on_track
    assert GAME.write_position(race)["chariots"][0]["square"] == "lane 3, backstretch 12"


def test_a_race_that_has_not_begun_is_not_written() -> None:
    with pytest.raises(DataError, match="from the first speeds to the last move") as setup:
        GAME.write_position(Match(GAME, 2, SeededDice("1")).state)
    assert setup.value.code == "no-scenario"


# -- in the middle of something ------------------------------------------------------------------------


def again(match: Match[Any], dice: list[int]) -> Match[Any]:
    """The match from its position alone, with other dice."""
    written = GAME.write_position(match.state)
    twin = Match(GAME, match.seats, ScriptedDice(dice), match.ruleset, match.options, position=written)
    assert GAME.write_position(twin.state) == written
    assert [each.to_plain() for each in twin.pending.values()] == [each.to_plain() for each in match.pending.values()]
    return twin


def test_an_attack_that_is_faced_now() -> None:
    start = {**position(written=3, whip=False), "mover": "red", "cup": []}
    fight = Match(GAME, 2, ScriptedDice([6, 6, 1, 1]), position=start)
    fight.submit(0, "ram blue car")
    twin = again(fight, [6, 6, 1, 1])
    assert GAME.write_position(twin.state)["attack"] == {"kind": "ram", "target": "blue", "at": "car"}
    for match in (fight, twin):
        match.submit(1, "avoid")
    assert GAME.write_position(twin.state)["attack"]["won"]
    late = again(fight, [])
    for match in (fight, twin, late):
        match.submit(1, "evade out")
        assert [event.kind for event in match.events][-1] == "evaded"
        assert match.pending[0].name == "step"
        assert match.state.move.spent == 1


ATTACKED: dict[str, Any] = {
    "move": {"written": 5, "spent": 1},
    "attack": {"kind": "ram", "target": "blue", "at": "car"},
}
QUESTIONS: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    ({}, {"attack": ATTACKED["attack"]}, "position.move: nobody is moving; name the mover"),
    ({}, {**MOVING, "attack": ATTACKED["attack"]}, "position.attack: it is made in a move; write [position.move]"),
    (
        {"square": "lane 1, backstretch 12"},
        {**MOVING, **ATTACKED},
        "position.attack: red cannot ram blue's car from where it stands",
    ),
    ({"whip": False}, {**MOVING, **ATTACKED, "attack": {**ATTACKED["attack"], "kind": "lash"}}, "red cannot lash blue"),
    ({}, {**MOVING, **ATTACKED, "asks": "cut"}, "position.asks: 'cut' is asked in a move, and not in an attack"),
    ({}, {"asks": "pay"}, "position.asks: 'pay' is asked in a move; write the mover and [position.move]"),
    ({}, {**MOVING, "asks": "walk"}, "position.asks: 'walk' is asked when the move is over; leave out the mover"),
    ({}, {"asks": "walk"}, "position.asks: 'walk' is asked when all have moved"),
    ({}, {"asks": "loose"}, "position.asks: 'loose' is asked of a dragged man; write cut_due for him"),
    ({}, {"walked": 1}, 'position.walker: men run when all have moved; write asks = "walk"'),
    ({}, {"contest_won": True}, "position.contest_won: no wreck comes down; for an attack it is position.attack.won"),
    ({}, {**MOVING, "move": {"written": 3}, "asks": "cut"}, "'cut': red has no dead horse in harness"),
    ({}, {**MOVING, "move": {"written": 3}, "asks": "pay"}, "'pay': red has no jump to pay for"),
    ({}, {**MOVING, "move": {"written": 3}, "asks": "injury"}, "position.move.injury must be 1 to 18, not 0"),
    (
        {"horses": [3, 0, 0, 0]},
        {**MOVING, "move": {"written": 3, "injury": 2}, "asks": "injury"},
        "'injury': red has only one horse, and no choice",
    ),
    (
        {},
        {"falling": [{"faction": "red", "square": "lane 1, backstretch 2", "landed": "lane 1, backstretch 3"}],
         "contest_won": True},
        "position.contest_won: nobody stands where the wreck comes down",
    ),
    (
        {},
        {**MOVING, "falling": [{"faction": "red", "square": "lane 1, backstretch 2",
                                "landed": "lane 1, backstretch 3"}]},
        "position.falling[0].landed: only the first comes down",
    ),
    # The accounts of a move come from the chariot, or must be written.
    ({}, {**MOVING, "move": {"spent": 1}}, "position.move.written: nothing is written for red; write it, or 0"),
    ({}, {**MOVING, "move": {"written": 40}}, "position.move.written must be at most 18 for this team and driver"),
    ({"written": 40}, {}, "position.chariots[0].written must be at most 18 for this team and driver, not 40"),
    ({"last_written": 19}, {}, "position.chariots[0].last_written must be at most 18"),
    ({"moved": True}, MOVING, "position.mover: red has moved already in this turn"),
    ({"moved": True}, {"cup": ["red"]}, "position.cup: red has moved already in this turn"),
    ({}, {"cup": ["blue"], "draw": ["red"]}, "position.draw: red is not in the cup"),
    ({}, {"draw": ["green"]}, "position.draw[0]: there is no 'green' chariot in this race"),
    ({"team_speed": 17, "horses_start": [5, 4, 4, 4]}, {}, "team_speed: it is the sum of horses_start; write one"),
    ({"team_speed": 41}, {}, "position.chariots[0].team_speed must be 4 to 40, not 41"),
    ({"parts": {"wings": {}}}, {}, "position.chariots[0].parts has no 'wings' by these rules; it may have: none"),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "more", "sentence"), QUESTIONS)
def test_a_question_that_cannot_be_asked(changes: dict[str, Any], more: dict[str, Any], sentence: str) -> None:
    error = refusal({**position(**changes), **more})
    assert error.code == "bad-scenario"
    assert sentence in error.message


def test_a_chain_of_rams_starts_from_the_question_before_it() -> None:
    third = {"faction": "green", "seat": 2, "square": "lane 5, backstretch 12", "moved": True}
    start = {**position(third, written=3), "mover": "red", "cup": []}
    swerves = next(roll for roll in range(2, 13) if BOOK.driver_lash(roll, 0) == "S")
    fight = Match(GAME, 3, ScriptedDice([3, 3, 3, 3, swerves // 2, swerves - swerves // 2]), position=start)
    fight.submit(0, "no")
    fight.submit(0, "lash blue driver")
    fight.submit(1, "hold")  # and swerves into green
    assert fight.pending[2].name == "defend"
    with pytest.raises(DataError, match="start from the last question to red before it") as chain:
        GAME.write_position(fight.state)
    assert chain.value.code == "no-scenario"


def test_a_dead_horse_a_jump_and_hurt_horses() -> None:
    dead = Match(
        GAME,
        2,
        ScriptedDice([]),
        position={**position(written=9, horses=[0, 4, 4, 5], fallen=[1]), **MOVING, "cup": []},
    )
    assert dead.pending[0].name == "cut"
    twin = again(dead, [1, 1, 1])
    twin.submit(0, "cut")
    assert not twin.state.chariots[0].fallen

    wreck = {**position(written=9, whip=False), **MOVING, "cup": [], "wrecks": ["lane 3, backstretch 14"]}
    jump = Match(GAME, 2, ScriptedDice([4]), position=wreck)
    jump.submit(0, "forward 5")
    assert jump.pending[0].name == "pay"
    twin = again(jump, [])
    twin.submit(0, 4)
    assert twin.state.move.jumps[-1][1:] == (0, 0)

    close = {"faction": "blue", "seat": 1, "square": "lane 3, backstretch 14", "moved": True}
    crash = Match(GAME, 2, ScriptedDice([5, 5]), position={
        "chariots": [position(written=9, whip=False, endurance=0, cdm=-1)["chariots"][0], close], **MOVING, "cup": [],
        "wrecks": [f"lane {lane}, backstretch {square}" for lane in (2, 4) for square in range(11, 15)],
    })  # fmt: skip
    assert crash.pending[0].name == "injury"
    twin = again(crash, [])
    twin.submit(0, crash.pending[0].default)
    assert next(event.kind for event in twin.events) == "injury"


def test_men_on_foot_and_in_the_reins() -> None:
    man = {"status": "runaway", "driver": "foot", "hitched": False, "man": "lane 6, backstretch 3", "moved": True}
    walk = Match(GAME, 2, ScriptedDice([]), position={**position(**man), "asks": "walk"})
    walk.submit(0, "forward")
    twin = again(walk, [])
    assert (twin.state.walker, twin.state.walked) == (0, 1)
    reins = {**DRAGGED, "moved": True, "cut_due": True, "trail": ["lane 3, backstretch 9", "lane 3, backstretch 11"]}
    loose = Match(GAME, 2, ScriptedDice([]), position={**position(**reins), "asks": "loose"})
    twin = again(loose, [1, 1, 2])
    twin.submit(0, "cut")
    assert [event.kind for event in twin.events][:3] == ["cut-loose", "on-foot", "driver-hurt"]


def test_a_wreck_that_comes_down() -> None:
    wreck = {"faction": "blue", "square": "lane 3, backstretch 11", "landed": "lane 3, backstretch 12"}
    start = {**position(moved=True), "falling": [wreck], "cup": []}
    match = Match(GAME, 2, ScriptedDice([]), position=start)
    assert match.pending[0].name == "defend"
    twin = again(match, [6, 6, 1, 1])
    twin.submit(0, "avoid")
    again(twin, []).submit(0, "evade in")


# -- small comforts ------------------------------------------------------------------------------------


def test_the_speed_of_a_move_is_that_of_its_chariot() -> None:
    race = GAME.read_position({**position(written=7), **MOVING, "move": {"spent": 2}}, 2, GAME.resolve(None, {}))
    assert race.move.written == 7
    assert "written" not in GAME.write_position(race)["move"]


@pytest.mark.parametrize("speed", range(4, 37))
def test_a_team_by_its_speed(speed: int) -> None:
    race = GAME.read_position(position(team_speed=speed), 2, GAME.resolve(None, {}))
    horses = race.chariots[0].horses_start
    assert sum(horses) == speed == race.chariots[0].team_speed
    assert max(horses) - min(horses) <= 1
    assert horses[0] >= horses[3] >= horses[1] >= horses[2]


def test_colours_come_out_in_the_order_that_is_written() -> None:
    third = {"faction": "yellow", "seat": 1, "square": "lane 6, backstretch 12"}
    start = {**position(third), "cup": ["red", "blue", "yellow"], "draw": ["yellow", "red"]}
    match = Match(GAME, 2, ScriptedDice([]), position=start)
    assert [each.data["chariot"] for each in match.events if each.kind == "drawn"] == ["yellow"]
    assert match.state.ordered == (0,)
    assert GAME.load(GAME.save(match.state), 2, match.options).ordered == (0,)
    match.submit(1, "no")
    match.submit(0, "no")
    match.submit(1, "no")
    assert [each.data["chariot"] for each in match.events if each.kind == "drawn"] == ["yellow", "red", "blue"]
    # Speeds may come first.
    match = Match(GAME, 2, ScriptedDice([]), position={**position(), "draw": ["blue", "red"]})
    for seat in (0, 1):
        match.submit(seat, 0)
    assert [each.data["chariot"] for each in match.events if each.kind == "drawn"] == ["blue"]


def test_one_chariot_alone() -> None:
    alone = {"chariots": [{"faction": "red", "seat": 0, "square": "lane 1, backstretch 33", "lap": 3, "whip": False}]}
    match = Match(GAME, 2, ScriptedDice([]), position=alone)
    assert list(match.pending) == [0]
    match.submit(0, 5)
    match.submit(0, "forward 1")
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.places) == ((0,), (1, 2))


def test_a_stopped_team_that_another_has_fallen_on() -> None:
    """CM 15.25b: two runaways come to lie on the same square; the one below lies nowhere else."""
    below = {"faction": "green", "seat": 0, "square": "lane 6, backstretch 20", "status": "stopped", "driver": "dead"}
    above = {"faction": "white", "seat": 1, "square": "lane 6, backstretch 19", "status": "runaway", "driver": "dead"}
    match = Match(GAME, 2, ScriptedDice([]), position=position(below, above | {"hitched": False, "hits": 0}))
    race = match.state
    fallen = race.chariots[3]
    race.place(fallen, race.track.find("lane 6, backstretch 20"))
    book_of(race).stop_team(fallen)
    assert list(race.wrecks.values()) == [3]
    again = GAME.read_position(GAME.write_position(race), 2, match.options)
    assert (again.wrecks, again.chariots[2].status) == (race.wrecks, "stopped")
