"""Simulations of games with contests: the league of morra, and who plays in it for whom."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import ludus
from ludus.bots import BOTS, Bot, RandomBot, make_bot, middle
from ludus.bots.base import Glimpse
from ludus.bots.circus.patron import Habits, Patron
from ludus.bots.table import Table, next_seat, seat_drivers
from ludus.core.contest import HOST, Contest
from ludus.core.decision import Choice, Choose
from ludus.core.errors import SetupError
from ludus.core.match import Match
from ludus.lab import summaries
from ludus.lab.simulate import Plan, play_one, simulate
from ludus.library import find_game
from tests.games.league import League, Standing


class Owner(RandomBot):
    """Sends a man of its own."""

    name = "owner"

    def driver(self, game: str) -> str:
        return {"circus": "novus"}.get(game, "")


def race(*owners: int) -> Contest:
    return Contest("Race 1", "circus", "advanced", {}, owners, tuple(f"No. {seat}" for seat in owners), "CM 20.3")


def names(bots: dict[int, Bot]) -> list[str]:
    return [bots[seat].name for seat in sorted(bots)]


def test_who_plays_for_whom() -> None:
    bots: dict[int, Bot] = {0: Owner(random.Random(1)), 1: make_bot("campaign", "random", "2")}
    assert middle("circus") == "tiro"
    assert names(seat_drivers(race(1, 0, HOST, 2), bots, "s")) == ["tiro", "novus", "tiro", "tiro"]
    assert names(seat_drivers(race(1, 0, HOST, 2), bots, "s", ["random", "auriga"])) == [
        "auriga",
        "random",
        "random",
        "random",
    ]
    # Fighters are of no use in a race.
    assert names(seat_drivers(race(1, 0), bots, "s", ["rudiarius"])) == ["tiro", "novus"]


def test_an_owner_answers_what_is_about_money() -> None:
    """Whoever drives for him leaves that to him."""
    patron = Patron(Habits(), random.Random(1))
    asked = find_game("circus").owner_questions({})
    assert all(patron.knows(Choose(0, name, "?", "E2 4", ("no",))) for name in asked)
    assert len(asked) == len(patron._answers)


def test_drivers_stay_with_their_bots() -> None:
    plan = Plan("league", 3, 3, ("random",), "1", drivers=("novus", "tiro", "auriga"))
    assert [plan.driving(number) for number in range(2)] == [["novus", "tiro", "auriga"], ["tiro", "auriga", "novus"]]


def test_a_league_is_played_with_its_contests(league: League) -> None:
    one, two = (simulate("league", games=6, seats=3, bots=["random"], seed=4) for _ in range(2))
    assert one.reports == two.reports
    plain = one.to_plain()
    assert plain["finished"] == 6
    assert plain["lengths"]["contests"] == 2
    assert plain["endings"] == {"rounds-over": 6}
    assert plain["decisions"] == sum(report.decisions for report in one.reports)
    assert plain["events"]["round"] == 2


def test_anybody_may_be_heard_first_on_a_floor(league: League) -> None:
    match = ludus.new_match("league", seats=3, seed=1)
    order = random.Random(5)
    assert {next_seat(match, order) for _ in range(30)} == {0, 1, 2}
    match = ludus.new_match("chariot-race", seats=4, seed=7)
    assert next_seat(match, order) == 1


def test_records_hold_their_contests(league: League, tmp_path: Path) -> None:
    simulate("league", games=2, seats=2, bots=["random"], seed=3, save=tmp_path)
    for file in sorted(tmp_path.iterdir()):
        record = ludus.load_record(file)
        assert [each["game"] for each in record["contests"]] == ["morra", "morra"]
        assert all(isinstance(each["events"], dict) for each in (record, *record["contests"])), "compact"
        ludus.verify(record)
        record["contests"][1]["outcome"]["places"] = [1, 1, 1]
        with pytest.raises(ludus.DataError, match="Round 2"):
            ludus.verify(record)


def test_a_game_may_tell_of_its_contests(league: League, monkeypatch: pytest.MonkeyPatch) -> None:
    def read(match: Match[Standing], contests: list[Match[Any]]) -> list[int]:
        assert match.outcome is not None
        assert all(contest.outcome is not None for contest in contests)
        return [len(contest.events) for contest in contests]

    by_ruleset = summaries.Summary(read, lambda facts: {"events": {"in all": sum(map(sum, facts))}})  # type: ignore[arg-type]
    monkeypatch.setitem(summaries.SUMMARIES, "league short", by_ruleset)
    told = simulate("league", games=2, seats=2, bots=["random"]).to_plain()["summary"]
    assert told["events"]["in all"] > 10


def test_who_breaks_in_a_contest_is_named(league: League, monkeypatch: pytest.MonkeyPatch) -> None:
    class Cheat(RandomBot):
        name = "cheat"

        def choose(self, glimpse: Glimpse) -> Choice:
            return "cheat"

    monkeypatch.setitem(BOTS, "morra", (Cheat,))
    with pytest.raises(ludus.LudusError, match="game 0 of seed 0 broke"):
        play_one(Plan("league", 1, 2, ("random",), "0"), 0)


def test_progress_is_told_in_contests_too(league: League) -> None:
    told: list[str] = []
    match = ludus.new_match("league", seats=2, seed=1)
    bots = {seat: make_bot("league", "random", str(seat)) for seat in range(2)}
    Table(match, bots, "1", progress=lambda each: told.append(each.game.id)).play()
    assert set(told) == {"league", "morra"}


def test_drivers_that_nobody_knows() -> None:
    with pytest.raises(SetupError, match="'phaethon' that could drive; there are agitator, auriga"):
        simulate("chariot-race", games=1, seats=2, bots=["random"], drivers=["phaethon"])


# -- by hand ------------------------------------------------------------------------------------------


def test_contests_from_python(league: League) -> None:
    rng = random.Random(1)
    match = ludus.new_match("league", seats=2, seed=7)
    contests = []
    while match.outcome is None:
        if match.contest is not None:
            contest = ludus.open_contest(match)
            while contest.outcome is None:
                seat = next(iter(contest.pending))
                contest.submit(seat, contest.pending[seat].sample(rng))
            ludus.settle(match, contest)
            contests.append(contest)
            continue
        seat = rng.choice(list(match.pending))
        match.submit(seat, match.pending[seat].sample(rng))
    record = json.loads(json.dumps(ludus.nested_record(match, contests)))
    assert ludus.verify(record).outcome == match.outcome
    assert "contests" not in ludus.nested_record(match)


def test_only_the_contest_that_is_asked_for_is_settled(league: League) -> None:
    match = ludus.new_match("league", seats=2, seed=7)
    while match.contest is None:
        seat = next(iter(match.pending))
        match.submit(seat, "pass")
    other = ludus.new_match("morra", seats=3, seed=7, names=match.contest.names, options=match.contest.options)
    with pytest.raises(ludus.Refused) as refusal:
        ludus.settle(match, other)
    assert refusal.value.code == "other-contest"
    with pytest.raises(ludus.LudusError, match="not over"):
        ludus.settle(match, ludus.open_contest(match))
    assert match.contest is not None


@pytest.mark.parametrize("ruleset", ["season", "owners", "careers"])
def test_bots_answer_forms_and_speak_on_floors_from_a_view_alone(ruleset: str) -> None:
    """As they do in another process."""
    match = ludus.new_match("campaign", seats=3, seed=4, ruleset=ruleset)
    bots = {seat: make_bot("campaign", "random", str(seat)) for seat in range(3)}
    order, kinds = random.Random(1), set()
    for _ in range(80):
        if match.contest is not None:
            Table(match, bots, "contest", ["random"]).hold(match.contest)
            continue
        seat = next_seat(match, order)
        kinds.add("floor" if match.floor_is_open else match.pending[seat].kind)
        view = json.loads(json.dumps(match.view(seat, explain=False)))
        match.submit(seat, bots[seat].choose(Glimpse.from_view(view)))
    assert kinds >= {"season": {"floor", "form"}, "owners": {"floor", "choose"}, "careers": {"choose"}}[ruleset]
