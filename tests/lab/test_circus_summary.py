"""The summary of simulated races in the circus: what took a chariot out, and how the races add up."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from typer.testing import CliRunner

from ludus.cli import app
from ludus.lab.circus import Entry, Facts, add_up, read_race
from ludus.lab.simulate import simulate
from tests.bots.circus.test_races import race
from tests.rules.circus.kit import circus, play
from tests.rules.epic.kit import epic

CORNER = "lane 1, front straight 33"


@pytest.mark.parametrize(
    ("why", "dice", "answers", "red_is"),
    [
        ("flipped by corner strain", [6, 6, 6], ["no", "forward 12"], {"written": 12}),
        ("could not pay for corner strain", [], ["no", "forward 12"], {"written": 12, "endurance": 2}),
        ("drove into the wall", [], ["no", "into the wall"], {"written": 12}),
        ("wheel came off at speed", [2, 3], ["no"], {"written": 14, "left_wheel": 7}),
        ("wheel came off in a corner", [2, 3], ["no", "forward 12"], {"written": 12, "left_wheel": 7}),
        ("", [1, 1, 1], ["no", "forward 12"], {"written": 12}),
    ],
)
def test_what_takes_a_chariot_out_by_itself(
    why: str, dice: list[int], answers: list[str], red_is: dict[str, Any]
) -> None:
    match = circus(dice=dice, red=CORNER, red_is=red_is)
    play(match, *answers)
    assert read_race(match).entries["red"].lost_to == why


@pytest.mark.parametrize(
    ("why", "dice", "attack", "blue_is"),
    [
        ("wheel came off in a collision", [6, 6, 6, 3, 3, 1, 1], "ram blue car", {"left_wheel": 5}),
        ("driver lashed to death", [3, 4, 3, 4, 4, 4, 1], "lash blue driver", {"hits": 1, "modifier": -2}),
        ("driver pulled from his car", [3, 4, 3, 4, 4, 4, 1, 1, 1], "lash blue driver", {"modifier": -2}),
        ("", [1, 1, 1, 1, 1, 1, 1], "ram blue car", {"left_wheel": 5}),
    ],
)
def test_what_takes_a_rival_out(why: str, dice: list[int], attack: str, blue_is: dict[str, Any]) -> None:
    match = circus(
        dice=dice,
        red="lane 3, front straight 15",
        red_is={"written": 8},
        blue="lane 4, front straight 15",
        blue_is=blue_is,
    )
    play(match, "no", attack, "hold")
    facts = read_race(match)
    assert facts.entries["blue"].lost_to == why
    assert facts.attacks == {(1, attack.replace("blue ", "")): 1}


@pytest.mark.parametrize(
    ("dice", "steps"),
    [
        ([6, 6, 6, 6], [0, "forward 4"]),  # flips as it clears the wreck
        ([1, 4, 5, 6], [1, "forward 4"]),  # in danger, and strained beyond the chart
        ([3], [3]),  # stops on it
    ],
)
def test_wrecks_that_make_wrecks(dice: list[int], steps: list[object]) -> None:
    written = 4 if len(steps) == 1 else 9
    match = circus(
        dice=[*dice, 6, 6, 6],
        red="lane 3, front straight 15",
        red_is={"written": written},
        wrecks=["lane 3, front straight 19"],
    )
    play(match, "no", "forward 4", *steps)
    assert read_race(match).entries["red"].lost_to == "wrecked on a wreck"


def test_attacks_belong_to_the_leaders_lap() -> None:
    match = circus(
        dice=[4, 4, 4],
        red="lane 3, backstretch 33",
        red_is={"written": 4, "lap": 3},
        blue="lane 4, backstretch 30",
        blue_is={"written": 3, "lap": 3, "moved": False},
        gold="lane 5, backstretch 30",
        gold_is={"lap": 3},
        seats=3,
    )
    # Red takes the last egg down; blue, drawn after it, still rams in the third lap, for there is no fourth.
    play(match, "no", "forward 1", "no", "ram gold car", "hold")
    assert [event.data["marker"] for event in match.events if event.kind == "marker"] == ["egg"]
    assert read_race(match).attacks == {(3, "ram car"): 1}


def test_a_driver_dragged_over_the_line_has_finished_and_is_not_lost() -> None:
    dragged = {"lap": 3, "status": "runaway", "driver": "dragged", "hitched": False}
    match = circus(dice=[2, 4], red="lane 4, backstretch 30", red_is=dragged)
    play(match, "forward 4")
    entry = read_race(match).entries["red"]
    assert (entry.finished, entry.won, entry.lost_to) == (True, True, "")
    match = circus(dice=[6, 4], red="lane 4, backstretch 30", red_is={**dragged, "hits": 3})
    play(match, "forward 4")
    assert read_race(match).entries["red"].finished is False  # QA 16.4: he did not live to be placed


def test_races_add_up() -> None:
    first = Facts(
        turns=10,
        entries={
            "red": Entry("1-1-1-1", 1, [1] * 10, [10, 12] * 5, 100, finished=True, won=True, endurance=6),
            "blue": Entry("2-0-2-0", 2, [2] * 10, [9] * 10, 90),
        },
        attacks=Counter({(1, "ram car"): 3, (3, "lash team"): 1}),
        late=1,
        avoided=2,
    )
    second = Facts(
        turns=20,
        entries={
            "red": Entry("2-0-2-0", 2, [2] * 5, [14] * 5, 60, lost_to="drove into the wall"),
            "blue": Entry("1-1-1-1", 1, [1] * 19 + [2], [15] * 20, 300, finished=True, won=True, endurance=3),
        },
    )
    assert add_up([first, second]) == {
        "when the race ended": {
            "crossed the line": {"median": 1, "mean": 1, "share of chariots": 0.5},
            "still racing": {"median": 0.5, "mean": 0.5, "share of chariots": 0.25},
            "placed (crossed or still racing)": {"median": 1.5, "mean": 1.5, "share of chariots": 0.75},
            "lost": {"median": 0.5, "mean": 0.5, "share of chariots": 0.25},
        },
        "turns": {"median": 15, "mean": 15},
        "share lost to": {"drove into the wall": 0.25},
        "attacks": {
            "in all": 2,
            "lap 1": 1.5,
            "lap 3": 0.5,
            "avoided": 1,
            "lash team": 0.5,
            "ram car": 1.5,
            "share in the last lap and a half": 0.25,
        },
        "winner": {"speed": 13, "squares a turn": 12.5, "turns": 15, "endurance left": 4.5},
        "wins by build": {
            "1-1-1-1": {"raced": 2, "won": 2, "share": 1},
            "2-0-2-0": {"raced": 2, "won": 0, "share": 0},
        },
        "wins by lane": {"1": {"raced": 2, "won": 2, "share": 1}, "2": {"raced": 2, "won": 0, "share": 0}},
        "wins by first draw": {"1": {"raced": 2, "won": 2, "share": 1}, "2": {"raced": 2, "won": 0, "share": 0}},
        "wins by last draw": {"1": {"raced": 1, "won": 1, "share": 1}, "2": {"raced": 2, "won": 1, "share": 0.5}},
    }


def test_chariots_out_of_stables_are_told_by_car_and_team() -> None:
    races = [read_race(race(("auriga", "tiro"), "stables", "epic", {"entries": 2}))]
    plain = add_up(races)
    assert "wins by build" not in plain
    for table in ("wins by car", "wins by team speed"):
        assert sum(kind["raced"] for kind in plain[table].values()) == 4
        assert sum(kind["won"] for kind in plain[table].values()) == 1
    assert set(plain["wins by car"]) <= {"light", "medium", "heavy"}


@pytest.mark.parametrize(
    ("why", "dice", "answers", "red_is"),
    [
        ("flipped by corner strain", [1, 1, 1], ["no", "forward 12"], {"written": 12}),
        ("could not pay for corner strain", [], ["no", "forward 12"], {"written": 12, "endurance": 2}),
        ("drove into the wall", [], ["no", "into the wall"], {"written": 12}),
        ("wheel came off at speed or in a corner", [2, 3], ["no"], {"written": 14, "left_wheel": 7}),
        ("", [6, 6, 6], ["no", "forward 12"], {"written": 12}),
    ],
)
def test_what_takes_a_chariot_out_of_an_epic_race(
    why: str, dice: list[int], answers: list[str], red_is: dict[str, Any]
) -> None:
    match = epic(dice=dice, red=CORNER, red_is=red_is)
    play(match, *answers)
    assert read_race(match).entries["red"].lost_to == why


def test_races_without_a_winner_add_up_too() -> None:
    nobody = Facts(turns=3, entries={"red": Entry("1-1-1-1", 1, [1], lost_to="resigned")})
    plain = add_up([nobody])
    assert plain["winner"] == {}
    assert plain["attacks"]["in all"] == 0
    assert plain["when the race ended"]["lost"]["share of chariots"] == 1


def test_the_summary_fits_what_was_simulated() -> None:
    plain = simulate("circus", games=6, seats=8, bots=["random"], seed=4).to_plain()
    summary = plain["summary"]
    assert json.loads(json.dumps(plain)) == plain
    ended = summary["when the race ended"]
    shares = {fate: row["share of chariots"] for fate, row in ended.items()}
    placed = shares.pop("placed (crossed or still racing)")
    assert sum(shares.values()) == pytest.approx(1, abs=0.001)
    assert placed == pytest.approx(shares["crossed the line"] + shares["still racing"], abs=0.001)
    assert sum(summary["share lost to"].values()) == pytest.approx(shares["lost"], abs=0.001)
    assert ended["crossed the line"]["mean"] == pytest.approx(plain["events"].get("finish", 0), abs=0.01)
    assert summary["turns"]["mean"] == pytest.approx(plain["events"]["turn"], abs=0.01)
    attacks = summary["attacks"]
    assert attacks["in all"] == pytest.approx(plain["events"]["attack"] + plain["events"].get("trampled", 0), abs=0.01)
    assert sum(value for name, value in attacks.items() if name.startswith("lap ")) == pytest.approx(
        attacks["in all"], abs=0.05
    )
    wins = sum(bot["wins"] for bot in plain["bots"].values())
    for table in ("wins by build", "wins by lane", "wins by first draw", "wins by last draw"):
        assert sum(row["won"] for row in summary[table].values()) == wins
    for table in ("wins by build", "wins by lane", "wins by first draw"):
        assert sum(row["raced"] for row in summary[table].values()) == 6 * 8
    assert list(summary["wins by lane"]) == [str(lane) for lane in range(1, 9)]
    assert all(row["raced"] == 6 for row in summary["wins by lane"].values())


def test_the_summary_is_the_same_whatever_the_jobs() -> None:
    one, two = (simulate("circus", games=4, seats=4, bots=["random"], seed=9, jobs=jobs) for jobs in (1, 2))
    assert one.reports == two.reports
    assert one.to_plain()["summary"] == two.to_plain()["summary"]
    assert one.to_plain()["summary"] != simulate("circus", 4, 4, ["random"], seed=10).to_plain()["summary"]


def test_the_command_prints_it() -> None:
    result = CliRunner().invoke(app, ["simulate", "circus", "--games", "2", "--seed", "4"])
    assert result.exit_code == 0
    said = " ".join(result.stdout.split())
    for words in (
        "when the race ended median mean share of chariots",
        "crossed the line",
        "share lost to",
        "attacks in all",
        "wins by build raced won share",
    ):
        assert words in said
    plain = json.loads(CliRunner().invoke(app, ["simulate", "circus", "--games", "2", "--json"]).stdout)
    assert plain["bots"]["random"]["seats"] == 16
    assert plain["summary"]["turns"]["median"] > 0
