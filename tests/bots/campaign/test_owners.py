"""Owners at the table: every campaign to its end, from views alone, each with his character."""

from __future__ import annotations

import json
import random
import time
from dataclasses import replace
from statistics import mean
from typing import Any

import pytest

import ludus
from ludus.bots import BOTS, Bot, Glimpse, make_bot, middle
from ludus.bots.base import MAX_BUDGET_MS
from ludus.bots.campaign.owner import Dominus
from ludus.bots.campaign.suspicion import instructed
from ludus.bots.campaign.tempers import CHARACTERS
from ludus.bots.circus import patrons
from ludus.bots.circus.driver import Driver
from ludus.bots.circus.patron import Habits, Patron
from ludus.bots.circus.patrons import Whim, patron_of
from ludus.bots.circus.reckoner import Reckoner
from ludus.bots.table import Table, Thinking, next_seat, seat_drivers
from ludus.core.contest import HOST, Contest
from ludus.core.errors import SetupError
from ludus.core.match import Match
from ludus.play import new_match
from tests.bots.campaign import crude
from tests.conformance.kit import SHORT_CIRCUS
from tests.rules.campaign.season.host import settled, wild_report

OWNERS = [kind.name for kind in BOTS["campaign"]]


def campaign(ruleset: str, seats: int, seed: int = 1, **options: Any) -> Match[Any]:
    match: Match[Any] = new_match("campaign", seats, f"{ruleset} {seed}", ruleset, options)
    return match


def owners(names: list[str], seats: int, seed: int = 1) -> dict[int, Bot]:
    return {seat: make_bot("campaign", names[seat % len(names)], f"{seed}/{seat}", samples=1) for seat in range(seats)}


def play(match: Match[Any], bots: dict[int, Bot], seed: int = 1, driver: str = "novus") -> None:
    Table(match, bots, f"{seed}", [driver, "tiro"], Thinking(samples=1)).play()


# -- names -----------------------------------------------------------------------------------------------


def test_from_the_weakest_to_the_strongest() -> None:
    assert OWNERS == ["random", "libertus", "eques", "dominus"]
    assert middle("campaign") == "eques"


def test_a_character_is_drawn_or_named() -> None:
    drawn = {make_bot("campaign", "eques", f"{seed}").character for seed in range(40)}
    assert drawn == set(CHARACTERS)
    assert make_bot("campaign", "eques-miser", "1").called == "eques-miser"
    assert make_bot("campaign", "random", "1").called == "random"
    with pytest.raises(SetupError, match="no character 'hero'"):
        make_bot("campaign", "eques-hero", "1")
    with pytest.raises(SetupError, match="no character 'miser'"):
        make_bot("campaign", "random-miser", "1")


def test_whoever_drives_has_his_owners_money() -> None:
    contest = Contest("Race 1", "circus", "advanced", {}, (0, 1, HOST, 7), ("a", "b", "c", "d"), "CM 20.3")
    bots = {0: make_bot("campaign", "dominus-schemer", "1"), 1: make_bot("campaign", "random", "2")}
    for drivers, names in ((["novus"], ["novus"] * 4), ([], ["agitator", "tiro", "tiro", "tiro"])):
        seated = seat_drivers(contest, bots, "s", drivers)
        assert [seated[seat].name for seat in range(4)] == names
        assert [seated[seat].owner for seat in range(4)] == ["dominus-schemer", "random", "", ""]
        first, second, third = (seated[seat] for seat in range(3))
        assert isinstance(first, Driver)
        assert isinstance(first._patron, Reckoner)
        assert isinstance(second, Driver)
        assert isinstance(second._patron, Whim)
        assert isinstance(third, Driver)
        assert type(third._patron) is Patron


def test_characters_change_habits() -> None:
    bot = make_bot("circus", "novus", "1")
    habits = {}
    for character in CHARACTERS:
        patron = patron_of(f"eques-{character}", bot)
        assert patron is not None
        habits[character] = patron.habits
    assert habits["gambler"].nerve > habits["sportsman"].nerve > habits["miser"].nerve
    assert habits["schemer"].mischief > 0 == habits["sportsman"].mischief
    assert patron_of("somebody", bot) is None


# -- whole campaigns -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", OWNERS[1:])
@pytest.mark.parametrize(
    ("ruleset", "options"),
    [
        ("season", {"races": 2, "race_options": {"track": SHORT_CIRCUS}}),
        ("owners", {"matches": 4}),
        ("careers", {"rounds": 2}),
        ("epic", {"events": 2}),
    ],
)
def test_every_campaign_is_played_to_its_end(name: str, ruleset: str, options: dict[str, Any]) -> None:
    match = campaign(ruleset, 3, **options)
    play(match, owners([name, "random"], 3))
    assert match.outcome is not None


class FromViews(Dominus):
    """Sees nothing but what has gone through JSON."""

    def choose(self, glimpse: Glimpse) -> Any:
        return super().choose(Glimpse.from_view(json.loads(json.dumps(glimpse.view))))


def test_the_view_alone_is_enough() -> None:
    records = []
    for kind in (Dominus, FromViews):
        match = campaign("season", 3, races=1, race_options={"track": SHORT_CIRCUS})
        play(match, {seat: kind(random.Random(seat), samples=1) for seat in range(3)})
        records.append(list(match.answers))
    assert records[0] == records[1]


def test_answers_come_in_time() -> None:
    match = campaign("season", 8, races=1)
    bots = owners(["dominus"], 8)
    slowest = 0.0
    while match.contest is None:
        for seat in list(match.pending):
            began = time.perf_counter()
            choice = bots[seat].choose(Glimpse.of(match, seat))
            slowest = max(slowest, time.perf_counter() - began)
            match.submit(seat, choice)
    assert slowest < MAX_BUDGET_MS / 1000


@pytest.mark.parametrize("seed", range(2))
def test_a_season_of_bots_holds_its_races(seed: int) -> None:
    """Nobody's pride lets him stay at home, though every seventh driver dies and many a horse."""
    match, rng = campaign("season", 4, seed), random.Random(seed)
    bots = owners(["dominus", "eques", "libertus", "dominus-miser"], 4, seed)
    while match.outcome is None:
        if match.contest is None:
            seat = next_seat(match, rng)
            match.submit(seat, bots[seat].choose(Glimpse.of(match, seat)))
        else:
            report = wild_report(match.contest, rng)
            purses = match.contest.options["purses"]  # nobody bets: what is seen here is who comes
            match.settle(settled({**report, "transfers": [], "purses": purses}, match.settled))
    fields = [len(day.finishes) for day in match.state.days]
    assert len(fields) == 10
    assert fields[0] >= 6, "most enter two"
    assert min(fields) == 4, "and everybody one, in the end with men and horses that he has bought for it"


# -- strength --------------------------------------------------------------------------------------------


@pytest.fixture
def crude_owners(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, "campaign", (*BOTS["campaign"], *crude.CRUDE.values()))
    for name, keeper in crude.KEEPERS.items():
        monkeypatch.setitem(patrons.KEEPERS, name, keeper)
        monkeypatch.setitem(patrons.HABITS, name, Habits())


def wealth(one: str, other: str, seasons: int, races: int, **race_options: Any) -> tuple[float, float]:
    """What two and two of them have in the end, on average."""
    found: dict[str, list[int]] = {one: [], other: []}
    for seed in range(seasons):
        match = campaign("season", 4, seed, races=races, race_options=race_options)
        names = [one, other] if seed % 2 else [other, one]
        play(match, owners(names, 4, seed), seed)
        assert match.outcome is not None
        for seat in range(4):
            found[names[seat % 2]].append(match.outcome.report["cash"][seat])
    return mean(found[one]), mean(found[other])


@pytest.mark.usefixtures("crude_owners")
@pytest.mark.parametrize("name", ["allin", "poisoner"])
def test_one_idea_does_not_make_rich(name: str) -> None:
    best, other = wealth("dominus", name, 2, 2, track=SHORT_CIRCUS)
    assert best > other


@pytest.mark.usefixtures("crude_owners")
def test_who_never_enters_loses_slowly() -> None:
    """The bank keeps what odds round off, so that over a few races staying out costs as little as racing."""
    best, other = wealth("dominus", "absentee", 2, 2)
    assert other < 10_000
    assert best > 0.95 * other


def test_who_plays_at_random_is_soon_poor() -> None:
    best, other = wealth("dominus", "random", 2, 2, track=SHORT_CIRCUS)
    assert best >= 2 * other


def test_who_has_seen_tricks_has_his_own_guarded() -> None:
    """By the open books: a rival's drugs of the last three races, not one's own, and not those of long ago."""
    match = ludus.new_match("campaign", seats=2, seed=1, options={"races": 9})
    season = match.state
    season.race = 5
    assert instructed("eques-miser", season, 0) == "eques-miser"
    season.ledger.pay(1, -1, 500, "drugs", "CM 24.4", 3)
    assert [instructed("eques-miser", season, seat) for seat in (0, 1)] == ["eques-miser-wary", "eques-miser"]
    wary, calm = (patron_of(owner, make_bot("circus", "tiro", "1")) for owner in ("eques-miser-wary", "eques-miser"))
    assert wary is not None
    assert calm is not None
    assert (wary.habits.caution, calm.habits.caution) == (0.5, 0.0)
    assert replace(wary.habits, caution=0.0) == calm.habits
    season.race = 7
    assert instructed("eques-miser", season, 0) == "eques-miser"
    assert instructed("eques", object(), 0) == "eques", "where there are no books nobody remembers"
