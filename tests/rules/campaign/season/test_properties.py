"""Over whole seasons of wild play: money is conserved, nobody is owned twice, secrets stay, and it ends."""

from __future__ import annotations

import json
import random
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
import tomli_w

from ludus.campaign.ledger import BANK
from ludus.campaign.season.book import SeasonBook
from ludus.campaign.season.charts import CHARTS
from ludus.campaign.season.state import Season
from ludus.core.decision import plain_choice
from ludus.core.match import Match
from ludus.core.record import verify
from ludus.core.standing_orders import default_orders, obey
from tests.rules.campaign.season.host import GAME, SeasonMatch, drive_on, season, settled, state, wild_report

SEEDS = range(10)


def wild(seed: int, **more: Any) -> tuple[SeasonMatch, random.Random]:
    """A season of any size."""
    rng = random.Random(f"wild {seed}")
    bettors = rng.choice((0, 0, 1, 3))
    seats = rng.randint(2, 8) + bettors
    options: dict[str, Any] = {
        "bettors": bettors,
        "races": rng.choice((1, 3, 6, 10)),
        "most_chariots": rng.choice((8, 16)),
    }
    options |= {"single_record": seed % 2 == 1, **more}
    return season(seats, f"wild {seed}", **options), rng


def moments(seed: int, every: int = 1) -> Iterator[tuple[SeasonMatch, random.Random]]:
    """Every question of such a season, or every so many."""
    match, rng = wild(seed)
    while match.outcome is None:
        yield match, rng
        drive_on(match, rng, until=every)


def identities(of: Season) -> list[int]:
    """Everybody and everything that somebody owns, by number."""
    found = []
    for stable in of.stables:
        found += [each.id for each in stable.chariots]
        for things in (stable.all_drivers(), stable.all_teams(), stable.all_horses(), stable.all_cars()):
            found += [each.id for each in things]
    return found


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.rule("CM 21.1")
@pytest.mark.rule("CM 21.3")
def test_money_is_conserved_and_nobody_is_below_zero(seed: int) -> None:
    """Every sesterce that anybody has came from the bank; the accounts of all are the same lines."""
    for match, _ in moments(seed):
        of = state(match)
        cash = [of.ledger.balance(seat) for seat in range(of.seats)]
        assert min(cash) >= 0
        assert sum(cash) + of.ledger.balance(BANK) == 0
        assert all(line.sum > 0 and line.payer != line.payee for line in of.ledger.transfers)
        if of.step != "debts":  # else his last things may still be under the hammer
            assert all(of.ledger.balance(each.seat) == 0 for each in of.gone)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.rule("CM 20.4")
def test_a_race_never_makes_money(seed: int) -> None:
    """Between the start and the end of the season the bank gives nothing that it has not taken before."""
    match, rng = wild(seed)
    drive_on(match, rng)
    of, pool = state(match), 0
    for line in of.ledger.transfers:
        if line.clause in ("CM 20.1a", "CM 26.5"):
            continue
        pool += line.sum * ((line.payee == BANK) - (line.payer == BANK))
        assert pool >= 0


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.rule("CM 21.7")
def test_nobody_is_owned_twice_and_the_dead_do_not_race(seed: int) -> None:
    for match, _ in moments(seed):
        of = state(match)
        owned = identities(of)
        assert len(owned) == len(set(owned))
        for stable in of.stables:
            assert all(0 <= each.hits <= each.full for each in stable.all_drivers())
            assert all(0 <= each.now <= each.full <= CHARTS.horse_most for each in stable.all_horses())
            assert all(each.endurance >= 0 and each.experience >= 0 for each in stable.all_teams())
            assert all(each.alive for each in stable.drivers), "the dead are not kept aside"
        if match.contest is not None:
            buried = {each.name for each in of.graves if each.kind == "driver"}
            entered = [each for stable in match.contest.options["stables"] for each in stable]
            assert len(entered) == len(of.entered) >= 2
            assert len({each["name"] for each in entered} & buried) == 0
            assert all(each["hits"] > 0 and len(each["horses"]) == 4 and all(each["horses"]) for each in entered)
            assert all(0 <= len(stable) <= 2 for stable in match.contest.options["stables"])
            assert len(match.contest.owners) == len(of.players())


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.rule("CM 20.2")
@pytest.mark.rule("CM 20-goal")
def test_every_season_ends_and_the_richest_has_won(seed: int) -> None:
    match, rng = wild(seed)
    drive_on(match, rng)
    assert match.outcome is not None
    of = state(match)
    assert match.outcome.reason in GAME.endings
    assert len(of.days) <= of.rules.races
    cash = {seat: of.ledger.balance(seat) for seat in of.players()}
    assert set(match.outcome.winners) == {seat for seat in cash if cash[seat] == max(cash.values())}
    assert not of.loans
    assert sorted(match.outcome.places)[0] == 1
    for event in match.events:
        assert match.narrate(event).endswith((".", "!")), event.kind
        assert event.clauses


@pytest.mark.parametrize("seed", SEEDS)
def test_the_same_seed_and_answers_give_the_same_bytes(seed: int) -> None:
    match, rng = wild(seed)
    drive_on(match, rng)
    record = json.loads(json.dumps(match.record()))
    assert json.dumps(verify(GAME, record).record(), sort_keys=True) == json.dumps(record, sort_keys=True)


@pytest.mark.parametrize("seed", SEEDS[:5])
def test_a_season_goes_on_from_any_moment(seed: int) -> None:
    """Saved and loaded in its midst, it ends to the byte as if nothing had happened."""
    match, rng = wild(seed)
    answers = 0
    while match.outcome is None:
        answers += 1
        if answers % 37 == 0 or match.contest is not None:
            snapshot = json.loads(json.dumps(match.snapshot()))
            twin = Match.restore(GAME, snapshot)
            assert twin.view(0) == match.view(0)
            assert GAME.save(twin.state) == GAME.save(match.state)
            assert GAME.save(GAME.load(GAME.save(match.state), match.seats, match.options)) == GAME.save(match.state)
            later = random.Random(answers)
            again = random.Random(answers)
            drive_on(twin, later, 20)
            other = match.clone()
            drive_on(other, again, 20)
            assert GAME.save(twin.state) == GAME.save(other.state)
        drive_on(match, rng, until=1)


@pytest.mark.parametrize("seed", SEEDS[:5])
def test_any_moment_can_be_written_as_a_file(seed: int) -> None:
    for match, _ in moments(seed, every=11):
        written = GAME.write_position(match.state)
        assert tomllib.loads(tomli_w.dumps(written)) == written
        assert GAME.read_position(written, match.seats, match.options) == match.state


@pytest.mark.parametrize("seed", SEEDS[:5])
@pytest.mark.rule("CM 20.21a")
@pytest.mark.rule("CM 20.22a")
def test_what_is_written_is_nowhere_before_all_have_written(seed: int) -> None:
    """Views and events of the others are the same, whatever was written."""
    for match, rng in moments(seed, every=5):
        if match.contest is not None or len(match.pending) < 2 or match.view(None)["floor"]:
            continue
        seat = rng.choice(sorted(match.pending))
        seen = []
        for _ in range(2):
            twin = match.clone()
            twin.submit(seat, twin.pending[seat].sample(rng))
            others = [each for each in (None, *range(match.seats)) if each != seat]
            seen.append(
                [json.dumps(twin.view(each)) for each in others] + [str(twin.events_for(each)) for each in others]
            )
        assert seen[0] == seen[1]


@pytest.mark.parametrize("seed", SEEDS[:5])
def test_every_question_is_explained_and_refuses_what_is_not_legal(seed: int) -> None:
    for match, _ in moments(seed, every=7):
        for seat, decision in match.pending.items():
            answers = match.explain(seat)
            assert answers
            assert all(each["label"] for each in answers)
            offered = [plain_choice(choice) for choice in decision] if decision.kind != "form" else []
            assert decision.kind == "form" or [each["choice"] for each in answers] == offered
            assert all(decision.read(each["choice"]) in decision for each in answers)
            before = json.dumps(match.view(seat))
            for wrong in ("nonsense", -1, (1, 2)):
                with pytest.raises(Exception, match=r".+"):
                    match.submit(seat, wrong)
            assert json.dumps(match.view(seat)) == before


@pytest.mark.parametrize("wish", ["best", "out"])
def test_a_season_played_by_standing_orders_alone(wish: str) -> None:
    """Whoever is away for all of it is answered for, if he has ordered everything."""
    match = season(3, "orders", races=4)
    form = GAME.orders(match.options, 3)
    orders = {
        **default_orders(form),
        "builds": "even", "purchases": "none", "entries": wish, "improve": "horse", "bid_chariot": 500,
    }  # fmt: skip
    assert GAME.orders_in_words(orders)[0] == "Preparation: one point each."
    rng = random.Random("orders")
    while match.outcome is None:
        if match.contest is not None:
            match.settle(settled(wild_report(match.contest, rng), match.settled))
            continue
        seat = next(iter(match.pending))
        obeyed = obey(match, seat, orders)
        assert obeyed is not None, match.pending[seat].name
        match.submit(seat, obeyed.choice)
    assert state(match).days


def test_orders_leave_to_the_owner_what_he_keeps_for_himself() -> None:
    match = season(2, "ask")
    orders = default_orders(GAME.orders(match.options, 2)) | dict.fromkeys(
        ("builds", "deals", "entries", "auctions"), "ask"
    )
    rng = random.Random(2)
    while match.outcome is None:
        for seat in match.pending:
            assert obey(match, seat, orders) is None
        drive_on(match, rng, until=1)


@pytest.mark.parametrize("seed", SEEDS[:6])
def test_whoever_gives_up_leaves_and_the_rest_goes_on(seed: int) -> None:
    match, rng = wild(seed)
    gone: list[int] = []
    while match.outcome is None:
        drive_on(match, rng, until=rng.randint(1, 60))
        left = [seat for seat in range(match.seats) if seat not in match.resigned]
        if match.outcome is None and left and rng.random() < 0.4:
            gone.append(rng.choice(left))
            match.resign(gone[-1])
    of = state(match)
    assert all(of.has_left(seat) for seat in gone)
    assert sum(of.ledger.balance(seat) for seat in (BANK, *range(of.seats))) == 0
    assert not set(match.outcome.winners) & {each.seat for each in of.gone}
    verify(GAME, json.loads(json.dumps(match.record())))


def test_wild_play_comes_to_everything() -> None:
    """Else the properties above prove little."""
    kinds: set[str] = set()
    for seed in range(24):
        match, rng = wild(seed)
        drive_on(match, rng)
        kinds |= {event.kind for event in match.events}
    said = {name.removeprefix("say_").replace("_", "-") for name in dir(SeasonBook) if name.startswith("say_")}
    assert said - kinds == {"gives-up"}, "nobody gave up"
