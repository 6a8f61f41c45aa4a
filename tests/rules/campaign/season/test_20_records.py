"""CM 20.21a in its strict order: one secret record before the entries, handed to the race under seal."""

from __future__ import annotations

import json
from typing import Any

import pytest

import ludus
from ludus.bots import make_bot
from ludus.bots.table import Table
from ludus.campaign.season.state import Record
from ludus.core.contest import Sealed, digest
from ludus.core.errors import DataError, Refused
from ludus.core.match import Match
from ludus.core.record import read_events
from ludus.core.standing_orders import default_orders, obey
from tests.conformance.kit import SHORT_CIRCUS
from tests.rules.campaign.season.host import (
    SeasonMatch,
    answer,
    begun,
    cash,
    go_to,
    quiet_report,
    settled,
    state,
    told,
)  # fmt: skip
from tests.rules.campaign.season.kit import chariot, driver, stable

pytestmark = pytest.mark.rule("CM 20.21a")

SECRET = 1337  # a sum that stands nowhere else


def strict(*stables: Any, **more: Any) -> SeasonMatch:
    return begun(list(stables), step="purchases", seed="strict", single_record=True, **more)


def two_each() -> tuple[Any, ...]:
    return tuple(stable(chariot(first), chariot(first + 1)) for first in (1, 3, 5))


def entered(match: SeasonMatch, **record: Any) -> Match[Any]:
    """Seat 0 writes this, everybody enters two, and the race is opened."""
    answer(match, "record", {0: record})
    answer(match, "entries", {seat: f"enter {2 * seat + 1} {2 * seat + 2}" for seat in range(3)})
    return ludus.open_contest(match)


def drive_to(race: Match[Any], *names: str) -> None:
    """By usual answers until one of these is asked."""
    while not any(each.name in names for each in race.pending.values()):
        seat = next(iter(race.pending))
        race.submit(seat, race.pending[seat].default)


def test_one_record_for_everything_within_the_purse() -> None:
    """The checks of the ledger: 3,100s are just enough, 3,000s are not; the purposes are nobody's business."""
    orders = {"driver_1": "+0", "rival": "seat 2", "sabotage": 1000, "guard_1": "1", "guard_1_drugs": 500}
    for purse, legal in ((3100, True), (3000, False)):
        match = strict(stable(chariot(1, man=driver(hits=0, full=6))), stable(chariot(2)), cash=[purse, 10_000])
        if not legal:
            with pytest.raises(Refused, match="must be left to bet"):
                match.submit(0, orders)
            continue
        answer(match, "record", {0: orders})
        assert cash(match) == [1600, 10_000], "the driver is paid for openly; the rest is in the purse, for all to see"
        assert told(match, "purchases") == [{"seat": 0, "things": ["a driver +0"], "sum": 1500}]
        assert match.view(0)["position"]["records"]["0"]["sabotage"] == 1000
        for seat in (1, None):
            assert "0" not in match.view(seat)["position"]["records"]
            assert all("sabotage" not in json.dumps(event.to_plain()) for event in match.events_for(seat))
        race = ludus.open_contest(go_to(match, "race"))
        coffers = race.state.parts["patronage"]
        assert (coffers.purse(0), coffers.purse(1)) == (100, 10_000)
        assert race.pending[0].name == "bets", "nobody is asked for an envelope any more"


def test_what_is_sealed_cannot_be_spent_again() -> None:
    """CM 21.3, 21.4: the other horses of a new team are priced by what is left."""
    broken = chariot(1)
    assert broken.team is not None
    broken.team.horses[0].now = 0
    match = strict(stable(broken), stable(chariot(2)), cash=[5000, 5000])
    answer(match, "record", {0: {"team_1": "500", "rival": "seat 2", "drugs": 2000}})
    # 5,000s less 500s, 2,000s sealed, 100s for the bet and 500s for each of the last two.
    assert list(match.pending[0]) == [500, 1000]


def test_the_record_is_handed_over_under_seal() -> None:
    match = strict(*two_each())
    race = entered(match, rival="seat 2", drugs=SECRET, guard_1="2", guard_1_bribery=SECRET + 1)
    assert match.contest is not None
    for shown in (match.contest.to_plain(), dict(match.contest.options), race.view(1), race.view(None)):
        assert str(SECRET) not in json.dumps(shown)
        assert str(SECRET + 1) not in json.dumps(shown)
    own = race.view(0)["position"]["parts"]["patronage"]["envelopes"]["0"]
    mine = [each for each in race.state.chariots if each.seat == 0]
    assert (own["target"], own["rival"], own["drugs"]) == (-1, 1, SECRET)
    assert own["guards"] == [[mine[1].number, "bribery", SECRET + 1]]
    assert [race.state.parts["patronage"].purse(seat) for seat in range(3)] == [10_000 - 2 * SECRET - 1, 10_000, 10_000]
    for seat in (1, 2, None):
        assert all(str(SECRET) not in json.dumps(event.to_plain()) for event in race.events_for(seat))
    assert ludus.verify(race.record()).answers == race.answers


def test_the_victim_is_chosen_when_it_comes_to_light() -> None:
    """CM 24.1: of the two chariots of the rival one, named when the first of them is about to move."""
    for choice in (0, 1):
        race = entered(strict(*two_each()), rival="seat 2", drugs=SECRET)
        drive_to(race, "victim", "drug_horses")
        question = race.pending[0]
        assert (question.name, question.clause) == ("victim", "CM 20.21a")
        colours = [each.faction for each in race.state.chariots if each.seat == 1]
        assert sorted(map(str, question)) == sorted(colours)
        assert not [event for event in race.events if event.kind == "drugs"]
        chosen = str(list(question)[choice])
        race.submit(0, chosen)
        drive_to(race, "drug_horses")
        assert [event.data["chariot"] for event in race.events if event.kind == "drugs"] == [chosen]


def test_a_bribe_is_for_whomever_it_is_shown_to() -> None:
    race = entered(strict(*two_each()), rival="seat 2", bribe=3000, aim="speed")
    drive_to(race, "reveal")
    first = race.pending[0].about
    race.submit(0, "no")
    drive_to(race, "reveal")
    second = race.pending[0].about
    assert {first, second} == {each.faction for each in race.state.chariots if each.seat == 1}
    race.submit(0, "reveal")
    bribes = [event.data for event in race.events if event.kind == "bribe"]
    assert [(each["chariot"], each["spent"]) for each in bribes] == [(second, 3000)]
    target = race.state.parts["patronage"].envelopes[0].target
    assert race.state.chariots[target].faction == second


def test_a_rival_who_stays_out_and_a_chariot_that_stays_at_home_cost_as_much() -> None:
    """CM 24.31, 25.4: it is spent, whatever comes of it; also where no race is run at all."""
    record = {"rival": "seat 2", "drugs": SECRET, "guard_1": "2", "guard_1_sabotage": 200}
    match = strict(*two_each())
    answer(match, "record", {0: record})
    answer(match, "entries", {0: "enter 1", 1: "stay out"})
    race = ludus.open_contest(match)
    assert race.state.parts["patronage"].purse(0) == 10_000 - SECRET - 200
    assert race.state.parts["patronage"].envelopes[0].guards == ()
    drive_to(race, "speed")
    match = strict(*two_each())
    answer(match, "record", {0: record})
    answer(match, "entries", {0: "enter 1", 1: "stay out", 2: "stay out"})
    assert cash(match) == [10_000 - SECRET - 200, 10_000, 10_000]
    assert told(match, "for-nothing") == [{"spent": {"0": SECRET + 200}}]
    assert state(match).records == {}


def test_standing_orders_write_it_for_who_is_away() -> None:
    """What is bought, and guards for the chariot that would run; or it waits for him."""
    match = strict(*two_each())
    form = match.game.orders(match.options, 3)
    orders = {**default_orders(form), "purchases": "none", "guard_drugs": 300}
    obeyed = obey(match, 0, orders)
    assert obeyed is not None
    match.submit(0, obeyed.choice)
    answer(match, "record")
    assert state(match).records[0] == Record(guards=((1, "drugs", 300),))
    assert "Guard each of mine against drugging for: 300s." in match.game.orders_in_words(orders, match.options)
    for waits in ("purchases", "envelope"):
        assert obey(strict(*two_each()), 0, {**orders, waits: "ask"}) is None


def test_only_what_was_written_can_be_handed_in() -> None:
    match = strict(*two_each())
    race = entered(match, rival="seat 2", drugs=SECRET)
    with pytest.raises(Refused, match="nothing is to be handed in"):
        race.hand_in(Sealed({}))
    contest = match.contest
    assert contest is not None
    assert contest.sealed is not None
    empty = Match(race.game, 3, race.table.dice.copy(), contest.ruleset, contest.options)
    with pytest.raises(Refused, match="waits for what its campaign hands in"):
        empty.submit(0, {})
    assert repr(empty.clone()).endswith("waiting for what its campaign hands in>")
    for wrong in ({0: {**contest.sealed[0], "drugs": 20_000}}, {0: {**contest.sealed[0], "drugs": -500}}):
        with pytest.raises(DataError, match="does not have"):
            Match(race.game, 3, race.table.dice.copy(), contest.ruleset, contest.options).hand_in(Sealed(wrong))


def test_a_record_that_was_exchanged_is_found_out() -> None:
    """`ludus verify` proves that the race got what the season had written."""
    match = ludus.new_match(
        "campaign",
        seats=2,
        seed=3,
        options={"races": 1, "single_record": True, "race_options": {"track": SHORT_CIRCUS}},
    )
    owners = {seat: make_bot("campaign", "eques-schemer", seed=f"{seat}") for seat in range(2)}
    _, races = Table(match, owners, seed="3", drivers=["random"]).play()
    record = ludus.nested_record(match, races)
    assert ludus.verify(record).outcome == match.outcome
    race = json.loads(json.dumps(record["contests"][0]))
    race["answers"][0][1]["sealed"]["0"]["guards"] = [[0, "drugs", 1]]
    forged = json.loads(json.dumps(record))
    forged["contests"][0] = race
    for entry in forged["answers"]:
        if entry[0] == -1:
            entry[1]["contest"] = digest({**race, "events": read_events(race)})
    with pytest.raises(ludus.LudusError, match="handed in under seal is not what was written"):
        ludus.verify(forged)


def test_without_the_option_nothing_is_sealed() -> None:
    match = begun(list(two_each()), step="purchases", seed="loose")
    go_to(match, "race")
    assert match.contest is not None
    assert match.contest.sealed is None
    match.settle(settled(quiet_report(match.contest)))
    assert state(match).records == {}
