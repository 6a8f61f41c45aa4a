"""E2 15: laps, the final turn, the line, and a place for everybody who is still racing."""

from __future__ import annotations

from typing import Any

import pytest

from ludus import Outcome
from ludus.games.circus.chapters.finish import IDLE_TURNS
from tests.rules.circus.kit import CircusMatch, asked, chariot, dice_left, events, play
from tests.rules.epic.kit import epic
from tests.rules.epic.setup_kit import book

LAST = {"lap": 3, "whip": False}
FAR = "lane 8, backstretch 2"


def outcome(race: CircusMatch) -> Outcome:
    assert race.outcome is not None
    return race.outcome


def report(race: CircusMatch) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = events(race, "end")[0].data["report"]
    return told


def placed(race: CircusMatch) -> dict[str, int]:
    """The places as they were told."""
    return {each["chariot"]: each["place"] for each in report(race) if each["place"]}


def crossing(*, dice: list[int] | None = None, options: dict[str, Any] | None = None, **more: Any) -> CircusMatch:
    """Red is two squares before the line in its own phase; everybody else has moved."""
    position = {
        "red": "lane 3, backstretch 32",
        "red_is": {**LAST, "written": 7},
        "blue": "lane 4, backstretch 20",
        "blue_is": LAST,
        **more,
    }
    return epic(turn=18, dice=dice or [], options=options, **position)


def stay(race: CircusMatch) -> CircusMatch:
    """Nobody leaves a chariot that stands (E2 6.E-1)."""
    while race.outcome is None and "abandon" in {decision.name for decision in race.pending.values()}:
        play(race, next(iter(race.pending.values())).default)
    return race


def over(**position: Any) -> CircusMatch:
    """The final turn is played; only the places are left to be told."""
    race = stay(epic(final=True, turn=18, phase="drawing", cup=[], **position))
    assert race.outcome is not None
    return race


# -- laps ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 15.1")
@pytest.mark.rule("E2 2.5.2")
def test_the_leader_takes_a_dolphin_or_an_egg_down() -> None:
    race = epic(red="lane 7, front straight 33", red_is={"written": 3, "whip": False}, turn=4, markers=0)
    play(race, "forward 1")
    (dolphin,) = events(race, "marker")
    assert (dolphin.data["marker"], dolphin.data["dolphins"], dolphin.data["eggs"]) == ("dolphin", 2, 3)
    assert dolphin.clauses == ("E2 15.1", "E2 3.5.3")
    race = epic(red="lane 7, backstretch 33", red_is={"written": 3, "whip": False}, turn=4, markers=1)
    play(race, "forward 1")
    assert events(race, "marker")[0].data["marker"] == "egg"


@pytest.mark.rule("E2 15.1")
def test_whoever_comes_later_takes_nothing_down() -> None:
    race = epic(
        red="lane 7, front straight 33", red_is={"written": 3, "whip": False}, blue="lane 2, dolphin corner 1", turn=4
    )
    play(race, "forward 1")
    assert not events(race, "marker")
    assert race.view(1)["position"]["chariots"]["red"]["log"]["half_laps"] == 1


@pytest.mark.rule("E2 15.1")
@pytest.mark.parametrize(("driver", "marks"), [("dragged", 1), ("dead", 0)])
def test_a_runaway_team_counts_while_its_driver_lives(driver: str, marks: int) -> None:
    lost = {"status": "runaway", "driver": driver, "hitched": False, "horses": [3, 0, 0, 0]}
    race = epic(red="lane 7, front straight 33", red_is=lost, turn=4, markers=0, dice=[6, 1, 1, 1])
    play(race, "forward 1")
    assert len(events(race, "marker")) == marks


@pytest.mark.rule("E2 2.6.2-laps")
@pytest.mark.parametrize(
    ("square", "lap", "half_laps"),
    [
        ("lane 3, front straight 9", 1, 0), ("lane 3, dolphin corner 0", 1, 1), ("lane 3, backstretch 33", 1, 1),
        ("lane 3, egg corner 0", 1, 2), ("lane 3, front straight 9", 2, 2), ("lane 3, dolphin corner 5", 3, 5),
        ("lane 3, backstretch 33", 3, 5),
    ],
)  # fmt: skip
def test_every_chariot_counts_its_own_half_laps(square: str, lap: int, half_laps: int) -> None:
    race = epic(red=square, red_is={"lap": lap, "whip": False}, phase="notation")
    assert race.view(None)["position"]["chariots"]["red"]["log"]["half_laps"] == half_laps


@pytest.mark.rule("E2 2.6.2-laps")
def test_over_the_line_all_half_laps_are_done() -> None:
    race = crossing()
    play(race, "forward 2")
    assert race.view(None)["position"]["chariots"]["red"]["log"]["half_laps"] == 6
    assert race.view(None)["position"]["chariots"]["blue"]["log"]["half_laps"] == 5


# -- the final turn ------------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 15.2")
def test_the_first_over_the_line_makes_the_turn_the_last() -> None:
    """The second mover crosses; whoever is still in the bag moves, and then it is over."""
    race = crossing(blue_is={**LAST, "written": 5, "moved": False}, cup=["blue"])
    play(race, "forward 2")
    assert race.outcome is None
    assert race.state.final
    assert events(race, "marker")[-1].data["eggs"] == 0
    play(race, "forward 5")
    assert outcome(race).winners == (0,)
    assert race.state.turn == 18


@pytest.mark.rule("E2 15.2")
def test_two_laps_end_with_the_second() -> None:
    second = {**LAST, "lap": 2}
    race = crossing(red_is={**second, "written": 7}, blue_is=second, options={"laps": 2})
    play(race, "forward 2")
    assert outcome(race).winners == (0,)
    three = crossing(red_is={**second, "written": 7}, blue_is=second)
    play(three, "forward 2", "forward 5")
    assert three.outcome is None


@pytest.mark.rule("E2 15.2")
def test_a_team_without_a_living_driver_ends_nothing() -> None:
    lost = {**LAST, "status": "runaway", "driver": "dead", "hitched": False, "horses": [4, 0, 0, 0]}
    race = crossing(red_is=lost)
    play(race, "forward 4")
    assert not race.state.final
    assert race.outcome is None
    assert not events(race, "finish")


@pytest.mark.rule("E2 15.2")
@pytest.mark.rule("E2 15.2.4")
def test_where_nobody_can_finish_nobody_wins_and_places_start_at_second() -> None:
    worn = {**LAST, "endurance": 0, "drained": 20, "modifier": -1}
    race = epic(
        red="lane 3, backstretch 32", red_is=worn, blue="lane 4, backstretch 20", blue_is=worn, turn=18,
        phase="drawing", cup=[],
    )  # fmt: skip
    stay(race)
    assert outcome(race) == Outcome("nobody-finished", (), (2, 2))
    assert placed(race) == {"red": 2, "blue": 3}
    assert "without a winner. Places: 2. red, 3. blue." in race.narrate(events(race, "end")[0])


@pytest.mark.rule("E2 15.2")
def test_a_race_in_which_nothing_moves_is_called_off() -> None:
    race = epic(
        red="lane 3, backstretch 32", red_is=LAST, blue="lane 4, backstretch 20", blue_is=LAST, turn=18,
        phase="drawing", cup=[], idle=IDLE_TURNS,
    )  # fmt: skip
    assert outcome(race).reason == "called-off"
    assert outcome(race).winners == ()
    assert placed(race) == {"red": 2, "blue": 3}


@pytest.mark.rule("E2 15.2")
@pytest.mark.rule("E2 2.6.2-knife-lost")
def test_whoever_can_never_cut_his_horse_free_ends_no_race() -> None:
    """A dead horse in the traces and no knife: it stands for good."""
    stuck = {**LAST, "horses": [5, 0, 4, 5], "fallen": [2]}
    thrown = {**stuck, "parts": {"dagger": {"carried": False}}}
    for written, ends in ((thrown, True), (stuck, False)):
        race = epic(
            red="lane 3, backstretch 32", red_is=written, blue="lane 4, backstretch 20", blue_is=thrown, turn=18,
            phase="drawing", cup=[],
        )  # fmt: skip
        assert (stay(race).outcome is not None) is ends


# -- crossing ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 15.2.1")
def test_who_crosses_leaves_at_once_with_what_is_left() -> None:
    race = crossing()
    assert "out" in asked(race)[1]
    play(race, "forward 2")
    red = chariot(race, "red")
    assert (red.status, red.square, red.finish_left) == ("finished", -1, 5)
    (told,) = events(race, "finish")
    assert (told.data["left"], told.clauses[0]) == (5, "E2 15.2.1")
    assert not events(race, "strain"), "nobody takes the corner beyond the line"
    assert dice_left(race) == ()


@pytest.mark.rule("E2 15.2.1")
def test_no_lane_change_leads_over_the_line() -> None:
    race = crossing(red="lane 3, backstretch 33")
    assert not {"in", "out"} & set(asked(race)[1])


# -- the winner ----------------------------------------------------------------------------------------------------

HOME = {"status": "finished", "finish_turn": 18}


def home(left: int, drawn: int, **more: Any) -> dict[str, Any]:
    return {**HOME, "finish_left": left, "finish_drawn": drawn, **more}


@pytest.mark.rule("E2 15.2.2")
@pytest.mark.parametrize(("red", "blue", "winner"), [(5, 7, "blue"), (8, 7, "red")])
def test_more_factors_left_win(red: int, blue: int, winner: str) -> None:
    race = over(red="", red_is=home(red, 1), blue="", blue_is=home(blue, 2), grey=FAR, grey_is=LAST)
    assert events(race, "end")[0].data["winner"] == winner
    assert outcome(race).reason == "most-factors-left"


@pytest.mark.rule("E2 15.2.3")
@pytest.mark.parametrize(("red", "blue", "winner"), [(1, 2, "red"), (4, 3, "blue")])
def test_of_those_level_the_colour_drawn_first_wins(red: int, blue: int, winner: str) -> None:
    race = over(red="", red_is=home(5, red), blue="", blue_is=home(5, blue), grey=FAR, grey_is=LAST)
    assert events(race, "end")[0].data["winner"] == winner
    assert outcome(race).reason == "drawn-first"


# -- all places ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 15.2.4")
def test_the_rest_place_by_position_and_the_inner_lane() -> None:
    race = over(
        red="", red_is=home(5, 1),
        blue="lane 5, backstretch 20", blue_is=LAST,
        grey="lane 2, backstretch 20", grey_is=LAST,
        jade="lane 8, backstretch 21", jade_is=LAST,
        pink="lane 1, dolphin corner 2", pink_is=LAST,
        sand="lane 2, dolphin corner 4", sand_is=LAST,
        white="lane 1, egg corner 5", white_is={**LAST, "lap": 2},
    )  # fmt: skip
    assert placed(race) == {"red": 1, "jade": 2, "grey": 3, "blue": 4, "sand": 5, "pink": 6, "white": 7}
    assert outcome(race).places == (1, 4, 3, 2, 6, 5, 7)


@pytest.mark.rule("E2 15.2.4")
def test_all_that_crossed_come_before_all_that_did_not() -> None:
    race = over(
        red="", red_is=home(1, 4), blue="", blue_is=home(6, 3), grey="", grey_is=home(6, 2),
        jade="lane 1, backstretch 33", jade_is=LAST,
    )  # fmt: skip
    assert placed(race) == {"grey": 1, "blue": 2, "red": 3, "jade": 4}


@pytest.mark.rule("E2 15.2.4")
def test_the_dead_and_men_on_foot_take_no_place() -> None:
    stray = {**LAST, "status": "runaway", "hitched": False}
    race = over(
        red="", red_is=home(5, 1),
        blue="lane 5, backstretch 20", blue_is={**stray, "driver": "dead"},
        grey="lane 2, backstretch 20",
        grey_is={**stray, "driver": "foot", "man": "lane 2, backstretch 3", "freed_turn": 18},
        jade="lane 7, backstretch 9", jade_is={**stray, "driver": "dragged"},
        pink="lane 1, backstretch 2", pink_is={**LAST, "horses": [5, 0, 4, 5], "fallen": [2]},
        sand="", sand_is={"status": "out", "driver": "dead", "hitched": False},
        white="", white_is=home(9, 2, driver="dead"),
    )  # fmt: skip
    assert placed(race) == {"red": 1, "jade": 2, "pink": 3}
    assert outcome(race).places == (1, 4, 4, 2, 3, 4, 4)


@pytest.mark.rule("E2 15.2.4")
def test_twelve_starters_two_dead_one_on_foot_nine_places() -> None:
    colours = ("black", "blue", "brown", "green", "grey", "jade", "orange", "pink", "purple")
    field: dict[str, Any] = {}
    for index, colour in enumerate(colours):
        field[colour] = f"lane {index % 8 + 1}, backstretch {10 + 2 * (index // 8)}"
        field[f"{colour}_is"] = LAST
    stray = {**LAST, "status": "runaway", "hitched": False}
    field |= {"red": "lane 1, backstretch 20", "red_is": {**stray, "driver": "dead"}}
    field |= {"sand": "lane 2, backstretch 20", "sand_is": {**stray, "driver": "dead"}}
    on_foot = {**stray, "driver": "foot", "man": "lane 3, backstretch 1", "freed_turn": 18}
    field |= {"white": "lane 3, backstretch 20", "white_is": on_foot}
    race = over(black_is=home(3, 1), black="", **{name: value for name, value in field.items() if "black" not in name})
    assert sorted(placed(race).values()) == list(range(1, 10))


@pytest.mark.rule("E2 15.2.4")
def test_of_many_chariots_an_owner_without_a_place_is_still_last() -> None:
    lost = {"status": "runaway", "driver": "dead", "hitched": False, **LAST}
    race = epic(
        final=True, turn=18, phase="drawing", cup=[], seats=3,
        red="", red_is=home(2, 1, seat=0), blue="lane 2, backstretch 9", blue_is={**LAST, "seat": 0},
        grey="lane 3, backstretch 9", grey_is={**LAST, "seat": 0}, jade="lane 4, backstretch 9",
        jade_is={**LAST, "seat": 0}, pink="lane 5, backstretch 9", pink_is={**LAST, "seat": 1},
        sand="lane 6, backstretch 9", sand_is={**lost, "seat": 2},
    )  # fmt: skip
    assert placed(race)["pink"] == 5
    assert outcome(race).places == (1, 2, 3)


@pytest.mark.rule("E2 15.2.4")
def test_where_nobody_is_left_all_owners_are_last() -> None:
    lost = {"status": "runaway", "driver": "dead", "hitched": False, **LAST}
    race = epic(
        turn=18, phase="drawing", cup=[], red="lane 2, backstretch 9", red_is=lost, blue="lane 4, backstretch 9",
        blue_is=lost, grey="lane 7, backstretch 9", grey_is=lost,
    )  # fmt: skip
    assert outcome(race) == Outcome("nobody-finished", (), (3, 3, 3))
    assert race.narrate(events(race, "end")[0]) == "The race is over without a winner. Nobody takes a place."


# -- what a campaign is told ---------------------------------------------------------------------------------------


@pytest.mark.rule("E2 15.2.4-prizes")
def test_the_report_has_place_gap_and_state_of_everybody() -> None:
    race = over(
        red="", red_is=home(9, 1, hits=4, parts={"entry": {"number": 3, "name": "Manius"}}),
        blue="", blue_is=home(4, 2),
        grey="lane 2, backstretch 31", grey_is={**LAST, "horses": [3, 4, 4, 5]},
        jade="lane 7, backstretch 21",
        jade_is={**LAST, "status": "runaway", "hitched": False, "driver": "dragged"},
        pink="", pink_is={"status": "out", "driver": "dead", "hitched": False, "horses": [5, 0, 4, 5]},
    )  # fmt: skip
    red, blue, grey, jade, pink = report(race)
    assert red == {
        "chariot": "red", "seat": 0, "stable_number": 3, "name": "Manius", "place": 1, "margin": 9, "gap": 5,
        "crossed": True, "driver": "in control", "hits": 4, "horses": [5, 4, 4, 5], "injuries": [0, 0, 0, 0],
        "wrecked": False, "outlaw": False,
    }  # fmt: skip
    assert (blue["place"], blue["margin"], blue["gap"]) == (2, 4, 7)
    assert (grey["margin"], grey["gap"], grey["injuries"]) == (-3, 10, [2, 0, 0, 0])
    assert (jade["place"], jade["gap"], jade["driver"], jade["wrecked"]) == (4, None, "dragged", True)
    assert (pink["place"], pink["margin"], pink["driver"], pink["horses"][1]) == (None, None, "dead", 0)


@pytest.mark.rule("E2 15.2.4-prizes")
def test_the_report_follows_from_the_state() -> None:
    race = crossing()
    play(race, "forward 2")
    assert book(race).report() == report(race)
    assert events(race, "end")[0].clauses[-1] == "E2 15.2.4-prizes"


@pytest.mark.rule("E2 15.2.4-prizes")
def test_two_owners_of_several_are_placed_by_their_best() -> None:
    """A match race: every chariot has its place, and each owner that of his best."""
    race = epic(
        final=True, turn=18, phase="drawing", cup=[], seats=2,
        red="", red_is=home(2, 1, seat=0), blue="", blue_is=home(5, 2, seat=1),
        grey="lane 2, backstretch 31", grey_is={**LAST, "seat": 0}, jade="lane 4, backstretch 3",
        jade_is={**LAST, "seat": 1},
    )  # fmt: skip
    assert placed(race) == {"blue": 1, "red": 2, "grey": 3, "jade": 4}
    assert (outcome(race).winners, outcome(race).places) == ((1,), (2, 1))


@pytest.mark.rule("E2 15.2.4-prizes")
def test_how_far_somebody_had_to_go_is_counted_in_his_own_lane() -> None:
    race = epic(red="lane 1, dolphin corner 4", red_is=LAST, blue="lane 2, dolphin corner 4", blue_is=LAST)
    rules = book(race)
    assert rules.margin(chariot(race, "red")) == -(1 + 34 + 1)
    assert rules.margin(chariot(race, "blue")) == -(4 + 34 + 1)


@pytest.mark.rule("E2 def-champion")
def test_wins_are_told_by_the_stables_own_number() -> None:
    """Ten wins make a champion; who keeps count of them reads which driver has won."""
    race = over(red="", red_is=home(2, 1, parts={"entry": {"number": 7, "name": "Scorpus"}}), blue=FAR, blue_is=LAST)
    winner = next(each for each in report(race) if each["place"] == 1)
    assert (winner["stable_number"], winner["name"]) == (7, "Scorpus")
