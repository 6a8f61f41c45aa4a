"""The circus in a terminal: the drawn track, the sheets, and a race played by typing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from rich.console import Console, RenderableType
from typer.testing import CliRunner, Result

from ludus import new_match
from ludus.cli import app
from ludus.cli.boards import draw_circus
from ludus.cli.circus_track import FACTIONS, Circus, _cell, draw_oval, draw_stretch
from ludus.games.circus.charts import load_charts
from ludus.games.circus.track import house_track
from tests.rules.circus.kit import CircusMatch, circus

SCENARIOS = Path(__file__).parents[2] / "examples" / "scenarios" / "circus"
TRACK = house_track()
STAGE = {"track": TRACK.stage()}
SAND = Circus.of(STAGE)


def run(*arguments: str, typed: str) -> Result:
    return CliRunner().invoke(app, list(arguments), input=typed)


def seen(match: CircusMatch) -> dict[str, Any]:
    position: dict[str, Any] = match.view(0)["position"]
    return position


def on_screen(drawing: RenderableType) -> list[str]:
    console = Console(width=80, color_system=None)
    with console.capture() as capture:
        console.print(drawing)
    return capture.get().splitlines()


# -- the drawing --------------------------------------------------------------------------------------


def test_the_squares_are_those_of_the_track() -> None:
    assert len(SAND.places) == TRACK.size
    for square, place in enumerate(SAND.places):
        assert place == (TRACK.lane[square], TRACK.section[square], TRACK.index[square])
        assert SAND.behind(square) == TRACK.behind[square]


def test_every_square_of_the_oval_has_a_place_of_its_own() -> None:
    assert len({_cell(SAND, *place) for place in SAND.places}) == TRACK.size


def test_every_faction_has_a_letter_of_its_own() -> None:
    second, epic = load_charts("second-edition"), load_charts("epic")
    assert set(FACTIONS) == {*second.factions, *second.more_factions, *epic.factions}
    assert len({letter for letter, _ in FACTIONS.values()}) == len(FACTIONS)


def test_the_oval_shows_teams_cars_wrecks_and_men() -> None:
    match = circus(
        red="lane 1, front straight 12",
        blue="lane 8, backstretch 3",
        green="lane 3, front straight 20",
        green_is={"status": "runaway", "driver": "dragged", "hitched": False},
        gold="lane 5, front straight 5",
        gold_is={"status": "runaway", "driver": "foot", "hitched": False, "man": "lane 5, front straight 1"},
        wrecks=["lane 2, front straight 30"],
    )
    lines = [line.plain for line in draw_oval(SAND, seen(match))]
    assert len(lines) == 19
    assert max(map(len, lines)) <= 80
    straights = {number: lines[10 + number] for number in range(1, 9)}
    assert "...........rR....1" in straights[1]
    assert "2............X..." in straights[2]
    assert "3.&G............." in straights[3]
    assert ".@...D...........5" in straights[5]
    # The backstretch is driven to the left.
    assert "......Bb..." in lines[0]
    assert "EGGS 3   lap 1 of 3   DOLPHINS 2" in lines[9]


def test_the_stretch_unrolls_the_corner() -> None:
    match = circus(red="lane 2, dolphin corner 4", blue="lane 3, dolphin corner 5", wrecks=["lane 4, backstretch 1"])
    lines = [line.plain for line in draw_stretch(SAND, seen(match), "red")]
    assert lines[0].split() == ["dolphin", "corner", "backstretch", "10", "safe"]
    assert lines[1].endswith("   8")
    assert ".rrrrr.RRRRR." in lines[2]
    assert ".bbb.BBBB." in lines[3]
    # Blue's team stands beside red's, a little behind.
    assert lines[3].index("B") < lines[2].index("R") + 5
    assert "| .X. ." in lines[4]
    assert max(map(len, lines)) <= 80


def test_the_finish_line_is_drawn_where_the_backstretch_ends() -> None:
    match = circus(red="lane 4, backstretch 33")
    for line in draw_stretch(SAND, seen(match), "red")[1:]:
        assert line.plain.count("#") == 1
    red = draw_stretch(SAND, seen(match), "red")[4].plain
    assert ".r.R#" in red


def test_whoever_is_not_on_the_track_has_no_stretch() -> None:
    match = circus(red="lane 4, backstretch 30", blue="", blue_is={"status": "finished", "finish_turn": 9})
    assert draw_stretch(SAND, seen(match), "blue") == []
    assert any("over the line" in line for line in on_screen(draw_circus(seen(match), STAGE, ["A", "B"], "blue")))


def test_the_sheet_tells_what_the_driver_must_not_forget() -> None:
    match = circus(
        phase="notation",
        red="lane 4, backstretch 30",
        red_is={
            "modifier": 2,
            "cdm": -2,  # one point comes back as the turn begins (CM 7.354)
            "jostled": True,
            "no_strain_turn": 2,
            "debt": 2,
            "loss": 3,
            "fallen": [4],
            "horses": [5, 4, 4, 0],
            "left_wheel": 4,
            "whip": False,
        },
    )
    said = " ".join(on_screen(draw_circus(seen(match), STAGE, ["Alma", "Bea"], "red")))
    for words in (
        "lane 4, backstretch 30, lap 1 of 3",
        "driver +2 (now -1), hits 7 of 7, no whip; normal car, wheel damage 4 and 0",
        "horses 5-4-4-0 of 5-4-4-5: team speed 13; endurance 49; may write up to 9",
        "dead horse in the",
        "must not strain",
        "owes 2 factors",
        "3 next phase",
    ):
        assert words in said


def test_the_standings_put_the_leader_first_and_fit_the_screen() -> None:
    match = circus(
        seats=2,
        purple="lane 8, dolphin corner 20",
        orange="lane 1, backstretch 30",
        orange_is={"lap": 3},
        crimson="",
        crimson_is={"status": "out", "lost_turn": 1},
    )
    lines = on_screen(draw_circus(seen(match), STAGE, ["A driver with a very long name", "Bea"], ""))
    table = lines[next(number for number, line in enumerate(lines) if "horses" in line) :]
    assert [line.split()[1] for line in table[1:4]] == ["orange", "purple", "crimson"]
    assert all(len(line.rstrip()) <= 80 for line in lines)
    assert all("5-4-4-5" in line for line in table[1:4])


def test_before_the_race_there_is_nothing_to_draw() -> None:
    match = new_match("circus", seats=2, seed=1)
    assert on_screen(draw_circus(match.view(0)["position"], STAGE, match.names, "red")) == []


# -- playing ------------------------------------------------------------------------------------------


def test_a_whole_race_in_the_terminal() -> None:
    result = run("play", "circus", "--terminal", "--seed", "3", "--bots", "random", typed="\n" * 1500)
    assert result.exit_code == 0
    assert "Traceback" not in result.output
    assert "You: Four preparation points for your " in result.output
    assert "You: Write the speed of your " in result.output
    assert "movement factor" in result.output
    assert result.output.rstrip().splitlines()[-1].count(". ") >= 1
    assert "The race is over" in result.output or "wins the race!" in result.output


def test_you_drive_one_of_eight_chariots() -> None:
    said = run("play", "circus", "--terminal", "--seed", "3", "--bots", "random", typed="q\n").output
    assert said.count("(you)") == 1
    assert said.replace("\n", " ").count("(Random ") == 7


@pytest.mark.parametrize(
    "typed",
    [
        "2 0 1 1",
        "2,0,1,1",
        "driver 2 speed 1 endurance 1",
        "d 2, s 1, e=1",
        "each\n2\n\n1",
        "each\nx\n2\n3\n0\n-1\n1",  # what does not fit is asked for again
        "each\n2\n2",  # nothing is left to ask for
        "each\n2\nq\n2 0 1 1",
    ],
)
def test_preparation_points_are_typed_in_a_row_by_name_or_one_by_one(typed: str) -> None:
    said = run("play", "circus", "--terminal", "--seed", "3", "--bots", "random", typed=f"{typed}\nq\n").output
    assert "driver +2" in said
    assert "Write the speed" in said


@pytest.mark.parametrize("typed", ["4 0 0 0", "1 1 1", "1 1 1 1 0", "wings 4", "driver", "driver 2"])
def test_points_that_do_not_add_up_are_explained(typed: str) -> None:
    said = run("play", "circus", "--terminal", "--seed", "3", "--bots", "random", typed=f"{typed}\nq\n").output
    flat = " ".join(said.split())
    assert "is not among the answers. Share out 4 points over driver: 0 to 2, car: 0 to 2" in flat
    assert "Write the speed" not in said


@pytest.mark.parametrize("typed", ["99", "-1", "fast", "1.5", "12 3"])
def test_a_speed_out_of_reach_is_explained(typed: str) -> None:
    said = run("play", "circus", "--terminal", "--seed", "3", "--bots", "random", typed=f"\n{typed}\nq\n").output
    assert f"'{typed}' is not among the answers. Type a whole number from 0 to " in " ".join(said.split())
    assert "Speeds: " not in said


POSITION = """
game = "circus"
seats = 2

[position]
mover = "red"

[[position.chariots]]
faction = "red"
seat = 0
square = "lane 1, front straight 12"
written = 9

[[position.chariots]]
faction = "blue"
seat = 1
square = "lane 2, front straight 13"
moved = true
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "beside-blue.toml"
    path.write_text(POSITION)
    return str(path)


def drive(file: str, typed: str) -> str:
    result = run("scenario", "play", file, "--person", "0", "--bots", "random", typed=f"no\n{typed}\nq\n")
    assert result.exit_code == 0
    return result.output


def test_steps_are_typed_by_number_by_word_or_by_their_beginnings(file: str) -> None:
    for typed in ("3", "forward 3", "f 3"):
        assert "Red drives 3 to lane 1, front straight 15." in drive(file, typed)
    assert "Red lashes blue's team" not in drive(file, "f 1")
    for typed in ("ram blue car", "r b c"):
        assert "Red rams blue's car." in drive(file, f"f 1\n{typed}")
    assert "could be forward 1 or" not in drive(file, "f 1")


def test_what_is_ambiguous_or_unknown_is_explained(file: str) -> None:
    said = " ".join(drive(file, "f 1\nlash b d x\nr b d\nl b\nl x d").split())
    assert "'l b' is not among the answers. Type a number from 1 to" in said
    assert "or the words: forward 1, forward 2" in said


def test_turning_into_the_wall_is_asked_twice(file: str) -> None:
    once = drive(file, "into the wall")
    assert "Turn into the wall: you flip. Type it again if you mean it" in once
    assert "Red flips" not in once
    assert "Red flips" not in drive(file, "into the wall\nf 1")
    # Another answer in between is no confirmation.
    assert "Red flips" not in drive(file, "into the wall\nf 1\nu\ninto the wall")
    assert "Red flips on lane 1, front straight 11!" in drive(file, "into the wall\ninto the wall")


def test_the_rule_the_board_and_taking_back(file: str) -> None:
    said = drive(file, "?\nb\nf 2\nu\nall")
    assert "CM 6.21: " in said
    assert "EGGS 3" in said
    assert said.count("9 movement factors left.") == 2


# -- scenarios ----------------------------------------------------------------------------------------


def test_a_scenario_says_its_goal_and_the_rules_it_teaches(tmp_path: Path) -> None:
    lesson = tmp_path / "lesson.toml"
    head = 'title = "Beside blue"\nabout = "Two\\nchariots."\ngoal = "Ram him."\nclauses = ["CM 9.1a", "CM 9.5"]\n'
    lesson.write_text(head + POSITION)
    for command in (["check", str(lesson)], ["play", str(lesson), "--person", "0"]):
        said = run("scenario", *command, typed="q\n").output
        assert "Beside blue\nTwo chariots.\nGoal: Ram him.  CM 9.1a, CM 9.5\n" in said


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("goal = 3", "goal must be a text"),
        ("title = []", "title must be a text"),
        ('clauses = "CM 9.5"', "clauses must be a list"),
        ('clauses = ["CM 99"]', "there is no clause 'CM 99'"),
        ("clauses = [7]", "there is no clause '7'"),
    ],
)
def test_a_scenario_with_a_wrong_introduction_is_refused(tmp_path: Path, line: str, why: str) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text(f"{line}\n{POSITION}")
    result = run("scenario", "check", str(file), typed="")
    assert result.exit_code == 1
    assert why in " ".join(result.stderr.split())
    assert "[bad-scenario]" in result.stderr


@pytest.mark.parametrize("name", ["blocked-pack", "lash-duel"])
def test_a_shipped_scenario_is_played_by_a_person_to_the_end(name: str) -> None:
    file = Path(__file__).parents[2] / "examples" / "scenarios" / "circus" / f"{name}.toml"
    result = run("scenario", "play", str(file), "--person", "0", "--bots", "random", typed="\n" * 1500)
    assert result.exit_code == 0
    assert "The race is over" in result.output or "wins the race!" in result.output


# -- charts and solutions -------------------------------------------------------------------------------


def test_charts_are_printed_and_the_last_roll_is_marked_at_the_prompt() -> None:
    printed = run("rules", "charts", "circus", "corner-strain", "--ruleset", "epic", typed="").output
    assert "Corner strain  E2 9.2.2-chart" in printed
    assert "17 or more" in printed
    assert "A knife that hits" in run("rules", "charts", "circus", "--ruleset", "epic", typed="").output
    refused = run("rules", "charts", "circus", "kisses", typed="")
    assert refused.exit_code
    assert "there is no chart 'kisses'; there are driver-hits" in refused.output.replace("\n", " ")

    duel = str(SCENARIOS / "lash-duel.toml")
    typed = "no\nlash blue driver\ncharts\ncharts movement\ncharts kisses\nq\n"
    told = " ".join(run("scenario", "play", duel, "--person", "0", "--seed", "3", typed=typed).output.split())
    assert "Lash at a driver CM 9.42b" in told
    assert "lash factor" in told
    assert "a lane change inwards" in told
    assert "there is no chart 'kisses'" in told


def test_a_solution_is_played_out_with_its_reasons() -> None:
    told = " ".join(run("scenario", "solve", str(SCENARIOS / "photo-finish.toml"), typed="").output.split())
    assert "You: Change outside to lane 5 Both ways round green are open." in told
    assert "Goal reached: Red wins the race." in told
