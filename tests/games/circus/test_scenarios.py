"""A written position that cannot be played is refused with the place that is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from ludus import DataError, Match, ScriptedDice, SeededDice
from tests.games.circus.positions import GAME


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
    ({"seat": 1}, "position.chariots: seat 0 has no chariot"),
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
    ({"horses_start": [0, 4, 4, 5]}, "position.chariots[0].horses_start[0] must be 1 to 9, not 0"),
    ({"horses_start": [99, 4, 4, 5]}, "position.chariots[0].horses_start[0] must be 1 to 9, not 99"),
    ({"modifier": 10**12}, "position.chariots[0].modifier must be -9 to 9, not 1000000000000"),
    ({"gains": 99}, "position.chariots[0].gains must be 0 to 30, not 99"),
    ({"offered": 99}, "position.chariots[0].offered must be 0 to 30, not 99"),
    ({"horses": [0, 0, 0, 0]}, "position.chariots[0].horses: a team in the race has a living horse"),
    ({"fallen": [5]}, "position.chariots[0].fallen must be 1 to 4, not 5"),
    ({"fallen": [1]}, "position.chariots[0].fallen: horse 1 still lives"),
    ({"hits_start": 11}, "position.chariots[0].hits_start must be 1 to 10, not 11"),
    ({"hits": 8}, "position.chariots[0].hits must be 0 to 7, not 8"),
    ({"hits": 0}, "position.chariots[0].hits: a living driver has at least 1"),
    ({"cdm": 1}, "position.chariots[0].cdm: the current modifier is at most the permanent one, 0"),
    ({"left_wheel": 10}, "position.chariots[0].left_wheel must be 0 to 9, not 10"),
    ({"endurance": -1}, "position.chariots[0].endurance must be 0 to 99, not -1"),
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
    ({**MOVING, "move": {"spent": -1}}, "position.move.spent must be 0 to 999, not -1"),
    ({**MOVING, "move": {"speed": 3}}, "position.move has no 'speed'"),
    ({**MOVING, "move": {"attacked": ["x"]}}, "position.move.attacked[0]: there is no square 'x'"),
    ({**MOVING, "move": {"permission": "maybe"}}, "position.move.permission must be one of"),
    ({**MOVING, "move": {"asked": "x"}}, "position.move.asked: there is no square 'x'"),
    (
        {**MOVING, "move": {"jumps": [{"square": "lane 1, backstretch 1"}]}},
        "position.move.jumps[0].square: there is no wreck on lane 1, backstretch 1",
    ),
    (
        {**MOVING, "wrecks": ["lane 1, backstretch 1"],
         "move": {"jumps": [{"square": "lane 1, backstretch 1", "unpaid": 7}]}},
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


def test_only_a_race_at_rest_is_written() -> None:
    match = Match(GAME, 2, SeededDice("1"))
    with pytest.raises(DataError) as setup:
        GAME.write_position(match.state)
    assert setup.value.code == "no-scenario"
    fight = Match(GAME, 2, ScriptedDice([]), position={**position(written=3, whip=False), "mover": "red", "cup": []})
    GAME.write_position(fight.state)
    fight.submit(0, "ram blue car")
    with pytest.raises(DataError, match="when the next step is asked for") as attack:
        GAME.write_position(fight.state)
    assert attack.value.code == "no-scenario"
