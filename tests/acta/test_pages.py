"""Pages of the Acta: always to be had, always the same, never wrong, and nothing in them that is sealed."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from ludus import GAMES
from ludus.acta import DESKS, Page, acta_of
from ludus.acta.course import MOVES, Course
from ludus.acta.page import MOST_SENTENCES
from ludus.acta.pen import Pen
from ludus.acta.race_facts import read_race
from ludus.core.errors import DataError
from ludus.core.match import Match
from ludus.core.saved import read_dice, read_entry
from ludus.games.circus.patronage.money import Envelope
from ludus.library import find_game
from tests.acta.kit import GOLDEN, golden, read, record_of, wild

RACES, FIGHTS = golden("circus"), golden("gladiator")
SEATS = {"match-race": 2, "patrons": 4, "solitaire": 2, "epic": 4}
BRACES = re.compile(r"[{}]|None|  | [.,;:]|\.\.|^[a-z]")
SEEDS = range(12)


def words(page: Page) -> list[str]:
    """Everything on it that is a sentence."""
    career = [] if page.career is None else [page.career.text]
    moment = [] if page.moment is None else [page.moment.caption]
    deaths = [each.text for each in page.deaths]
    return [page.headline, page.lead, *page.story, *deaths, *page.scandal, *page.notices, *career, *moment]


def check(page: Page, record: dict[str, Any]) -> None:
    assert 2 <= len(page.story) <= MOST_SENTENCES
    for text in words(page):
        assert not BRACES.search(text), text
    for text in page.story:
        assert text.endswith((".", "!")), text
        assert not re.search(r"\. [A-Z]", text.replace("a.d. ", "")), f"more than one sentence: {text}"
    names = set(record["names"]) | {"nobody"}
    assert {row.owner for row in page.table} <= names
    colours = {row.chariot for row in page.table}
    assert {row.chariot for row in page.odds} <= colours
    assert page.moment is None or 0 <= page.moment.event < len(record["events"])
    assert json.loads(json.dumps(asdict(page)))


# -- old records --------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [*RACES, *FIGHTS], ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_kept_record_has_its_page(path: Path) -> None:
    record = read(path)
    page = acta_of(record)
    check(page, record)
    assert acta_of(read(path)) == page, "the same record, the same page"


def test_a_page_in_full() -> None:
    """As it was when it was first written; whoever changes words or choices looks at it again."""
    page = acta_of(read(GOLDEN / "circus" / "lone-finisher.json.gz"))
    assert page.headline == "Only Black crosses the line"
    assert page.lead == (
        "It took 13 turns and three laps; then Black, out of Seat 2's stable, had won. "
        "Eight set out, one got over the line."
    )
    assert page.story == (
        "The cloth fell, the gates flew open, and Black went ahead of eight chariots.",
        "In the dolphin corner in lap one Red asked seven more of the corner than it gives, and flipped; the driver of "
        "Red was last seen going over the wall.",
        "Purple led into the corners until Black had seen enough of that.",
        "Orange went for Gold on the way into the dolphin corner in lap three and hit nothing but air.",
        "Black alone crossed the line.",
    )
    fight = acta_of(read(GOLDEN / "gladiator" / "last-standing.json.gz"))
    assert fight.headline == "Verus bleeds to death before Priscus"
    assert fight.story == (
        "Two men of one trade met: Verus and Priscus, each a retiarius.",
        "In turn one Priscus walked through Verus.",
        "In turn one Priscus found Verus's arms.",
        "Verus was on the ground in turn one.",
        "In turn one Priscus inspected the sand at close range.",
        "Verus died on the sand: bled to death.",
    )


def test_pages_differ_in_their_words() -> None:
    heads = [acta_of(read(path)).story[0] for path in RACES]
    assert len(set(heads)) > len(heads) // 2


# -- anything that may happen --------------------------------------------------------------------------


MATCHES = [(game, ruleset) for game in DESKS for ruleset in GAMES[game].rulesets]


@pytest.mark.parametrize(("game", "ruleset"), MATCHES)
def test_whatever_happens_there_is_a_page(game: str, ruleset: str) -> None:
    for seed in SEEDS:
        seats = SEATS.get(ruleset, 5 if game == "circus" else 2 + 2 * (seed % 2 and ruleset != "basic"))
        record = record_of(wild(game, ruleset, seats, seed))
        check(acta_of(record), record)


@pytest.mark.parametrize("game", DESKS)
def test_every_way_to_say_a_thing_can_be_said(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whenever a topic is used, all of its templates are filled in."""
    chosen = Pen.template
    said: set[str] = set()

    def all_ways(pen: Pen, topic: str) -> str:
        said.add(topic)
        return "\x00".join(pen.words[topic])

    monkeypatch.setattr(Pen, "template", all_ways)
    for path in golden(game):
        for text in words(acta_of(read(path))):
            assert not re.search(r"[{}]", text)
    monkeypatch.setattr(Pen, "template", chosen)
    assert len(said) > 25


# -- never wrong ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", RACES[::4], ids=lambda path: f"{path.parent.name}/{path.name}")
def test_the_course_follows_every_chariot(path: Path) -> None:
    """From its events alone: the same squares and legs as in the race played again."""
    record = read(path)
    game = find_game("circus")
    match: Match[Any] = Match(
        game, record["seats"], read_dice(record), record["ruleset"], record["options"], record["names"]
    )
    options = {option.name: option.default for option in game.options} | record["options"]
    course = Course(game.track(options))  # type: ignore[attr-defined]
    told = 0
    for raw in record["answers"]:
        match.enter(*read_entry(raw))
        for event in match.events[told:]:
            if event.kind == "grid":
                course.line_up(event.data["grid"])
            if event.kind in MOVES:
                course.move(event.data)
        told = len(match.events)
        for chariot in match.state.chariots:
            if chariot.on_track and chariot.faction in course.squares:
                followed = course.squares[chariot.faction], course.legs[chariot.faction]
                assert followed == (chariot.square, chariot.leg)


@pytest.mark.parametrize("ruleset", ["advanced", "arsenal", "epic", "patrons"])
def test_facts_are_those_of_the_race(ruleset: str) -> None:
    """Who won, who is dead, which horses died, who takes which place: as the race itself has it."""
    for seed in SEEDS:
        match = wild("circus", ruleset, SEATS.get(ruleset, 5), seed)
        facts = read_race(record_of(match))
        race = match.state
        assert match.outcome is not None
        seats = [] if facts.winner is None else [facts.winner.seat]
        assert seats == list(match.outcome.winners)
        drugged = race.parts["patronage"].drugged if "patronage" in race.parts else {}
        for chariot in race.chariots:
            runner = facts.runners[chariot.faction]
            assert bool(runner.dead) == (chariot.driver == "dead")
            assert (runner.finished is not None) == (chariot.status == "finished")
            if chariot.number not in drugged:
                assert runner.horses_lost == chariot.horses.count(0)
            if runner.place is not None:
                assert chariot.manned


def test_what_is_under_way_or_of_another_game_is_refused() -> None:
    with pytest.raises(DataError) as refused:
        acta_of(read(golden("chariot-race")[0]))
    assert refused.value.code == "no-acta"
    record = {**read(RACES[0]), "outcome": None}
    with pytest.raises(DataError) as refused:
        acta_of(record)
    assert refused.value.code == "no-acta"


# -- nothing that is sealed ------------------------------------------------------------------------------


def never_shown(match: Match[Any]) -> list[int]:
    """Sums that were sealed, and that no event speaks of."""
    told = json.dumps([dict(event.data) for event in match.events])
    envelopes = [each for each in match.state.parts["patronage"].envelopes.values() if each != Envelope()]
    sums = [getattr(each, device) for each in envelopes for device in ("bribe", "drugs", "sabotage")]
    return [spent for spent in sums if spent and str(spent) not in told]


def test_what_no_rule_has_opened_is_on_no_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also after the race, when the position shows every envelope (E2 5.3): only its events are read."""
    monkeypatch.setattr("ludus.acta.race_page.digest", lambda record: "the same words")
    kept = 0
    for seed in range(12):
        match = wild("circus", "patrons", 4, seed)
        record = record_of(match)
        page = acta_of(record)
        told = json.dumps(asdict(page))
        for spent in never_shown(match):
            kept += 1
            assert f"{spent:,} sesterces" not in told
        public = [event for event in record["events"] if event.get("seats") is None]
        short = {name: record["outcome"][name] for name in ("reason", "winners", "places")}
        opened = {**record, "answers": [], "seed": None, "events": public, "outcome": short}
        assert acta_of(opened) == page
    assert kept, "nobody has kept anything to himself"


def test_private_events_are_not_read() -> None:
    record = read(next(path for path in RACES if path.parent.name == "circus-epic"))
    end = next(event for event in record["events"] if event["kind"] == "end")
    told: dict[str, Any] = {"kind": "bribe", "clauses": [], "seats": [0]}
    told["data"] = {"chariot": end["data"]["ranking"][0], "seat": 1, "aim": "speed", "spent": 4321, "guard": 0,
                    "net": 4321, "works": True}  # fmt: skip
    assert "4,321" not in json.dumps(asdict(acta_of({**record, "events": [*record["events"], told]})))
    assert "4,321" in json.dumps(asdict(acta_of({**record, "events": [*record["events"], {**told, "seats": None}]})))
