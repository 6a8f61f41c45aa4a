"""Great families by bots: what they buy, whom they send, whom they challenge, and who gets rich."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache
from statistics import mean
from typing import Any

import pytest

from ludus.bots import Bot, Glimpse, make_bot
from ludus.bots.campaign.family import Head, fitted, lacking
from ludus.bots.campaign.fortunes import Fortunes
from ludus.bots.campaign.owner import Dominus, Eques, Owner
from ludus.bots.campaign.tempers import Temper
from ludus.bots.circus.favourites import rating
from ludus.campaign.epic.book import EpicCampaign
from ludus.campaign.epic.challenges import Challenge
from ludus.campaign.epic.chapter import NONE
from ludus.campaign.epic.deals import Deal
from ludus.campaign.epic.state import Bout, Families, Wager
from ludus.campaign.floor import PASS, bid_of
from ludus.core.contest import Contest, Settled
from ludus.core.decision import Choice, Choose, Decision
from tests.rules.campaign.epic.host import (
    EpicMatch,
    book,
    chariot,
    epic,
    families,
    fight_ended,
    man,
    quiet_race,
    race_ended,
    run,
)
from tests.rules.campaign.sand_kit import report
from tests.rules.campaign.season.kit import driver, stable, team


def head(of: Families, temper: Temper = Dominus.temper) -> Head:
    return Head(of, temper, random.Random(1))


def fast(number: int) -> Any:
    return chariot(number, man=driver(2, identity=number * 10 + 1), horses=team(7, 6, 6, 7, identity=number * 10 + 2))


def slow(number: int) -> Any:
    return chariot(number, horses=team(3, 3, 3, 3, identity=number * 10 + 2))


def bid_for(of: Families, lot: str, price: int, seat: int = 0) -> Choice:
    return head(of).bid(Choose(seat, "bid", "", "E1 6.2.1", (PASS, f"bid {price}"), PASS, lot))


# -- before an event -------------------------------------------------------------------------------------------


def test_a_better_chariot_is_worth_more_and_a_third_one_little() -> None:
    of = families(3, stables=[stable(), stable(chariot(1)), stable(chariot(2))])
    of.event, of.step = "race", "auction"
    ahead = Fortunes(of, 0)
    assert ahead.chariot_worth(fast(3)) > ahead.chariot_worth(slow(4)) > 0
    first = ahead.chariot_worth(fast(3))
    of.stables[0] = stable(fast(5), fast(6))
    assert Fortunes(of, 0).chariot_worth(fast(3)) < first / 4
    of.round = of.rules.events  # no race comes after this one
    assert Fortunes(of, 0).races == 1


def test_bids_go_up_to_what_a_lot_is_worth() -> None:
    of = families(3, stables=[stable(), stable(chariot(1)), stable(chariot(2))], men=[man(1, -1)])
    of.event, of.step, of.market = "race", "auction", [slow(7)]
    assert bid_for(of, "chariot 7", 300) == "bid 300"
    assert bid_for(of, "chariot 7", 15_000) == PASS
    of.event = "gala"
    assert bid_for(of, "gladiator 1", 100) == "bid 100"
    assert bid_for(of, "gladiator 1", 9000) == PASS
    poor = families(3, cash=(500, 9000, 9000), men=[man(1, -1)])
    poor.event = "gala"
    assert bid_for(poor, "gladiator 1", 100) == PASS  # he must keep something to bet with


def test_what_a_chariot_lacks_is_bought_and_fitted() -> None:
    lame = chariot(1, kind="light", wrecked=True)
    of = families(3, stables=[stable(lame), stable(chariot(2)), stable(chariot(3))])
    of.event, of.step = "race", "components"
    assert lacking(lame) == ["car"]
    form = book(of).ask_purchases(0)
    bought = head(of).purchases(form)
    assert bought in form
    assert bought["car"] == "light"  # type: ignore[index, call-overload]
    assert bought["team"] == NONE  # type: ignore[index, call-overload]
    book(of).buy(0, bought)  # type: ignore[arg-type]
    choices = book(of).fits(0, [])
    assert head(of).fit(book(of).ask_fit(0, choices)).startswith("car")  # type: ignore[union-attr]
    ready = chariot(9, kind="heavy")
    assert fitted(ready, driver(2, identity=77)) > 0 > fitted(ready, driver(0, identity=78))


def test_horses_stand_with_the_strongest_on_the_left() -> None:
    mixed = chariot(1, horses=team(3, 6, 4, 5, identity=12))
    of = families(2, stables=[stable(mixed)])
    assert head(of).arrange(book(of).ask_places(0, mixed)) == "2 4 3 1"


@pytest.mark.parametrize(
    ("deal", "said"),
    [
        (Deal(0, 1, 0, "chariot 1", 300, NONE, -1, 0, 2), "accept"),  # a fast chariot for nothing much
        (Deal(0, 1, 300, NONE, 0, "chariot 2", -1, 0, 2), "decline"),  # his only one
        (Deal(0, 1, 1000, NONE, 0, NONE, 1, 5000, 2), "decline"),  # a usurer
        (Deal(0, 1, 0, NONE, 1000, NONE, 0, 2000, 2), "accept"),  # a good debtor
        (Deal(0, 1, 0, NONE, 1000, NONE, 0, 90_000, 2), "accept"),
        (Deal(2, 1, 0, NONE, 1000, NONE, 2, 2000, 2), "decline"),  # one who has nothing
    ],
)
def test_deals(deal: Deal, said: str) -> None:
    of = families(3, cash=(20_000, 20_000, 0), stables=[stable(fast(1)), stable(chariot(2))])
    of.event = "race"
    (asked,) = run(book(of).put_deal(deal), said)
    assert head(of).accept(asked) == said


def test_who_has_nothing_asks_for_a_loan() -> None:
    of = families(3, cash=(200, 30_000, 5000), stables=[stable(chariot(1))])
    form = book(of).ask_deal(0)
    asked = head(of).deal(form)
    assert asked in form
    assert (asked["with"], asked["debt"]) == ("seat 2", "mine")  # type: ignore[index, call-overload]
    assert head(families(3)).deal(book(families(3)).ask_deal(0))["with"] == NONE  # type: ignore[index, call-overload]


# -- challenges and galas --------------------------------------------------------------------------------------


STRONG, WEAK = {"training": 14, "strength": 4}, {"training": 5, "strength": 0}


def test_a_challenge_goes_to_who_should_lose() -> None:
    of = families(3, men=[man(1, 0, **STRONG), man(2, 1, **WEAK), man(3, 2, **STRONG)])
    form = book(of).ask_challenge(0)
    assert form is not None
    asked = head(of).challenge(form)
    assert asked in form
    assert (asked["kind"], asked["to"]) == ("duel", "seat 2")  # type: ignore[index, call-overload]
    assert head(of, Eques.temper).challenge(form)["kind"] == NONE  # type: ignore[index, call-overload]
    weak = book(of).ask_challenge(1)
    assert weak is not None
    assert head(of).challenge(weak)["kind"] == NONE  # type: ignore[index, call-overload]
    for by, to, said in ((0, 1, "decline"), (1, 0, "accept")):
        (answer,) = run(book(of).put_to(Challenge(by, to, "duel", 1, 1, 500)), "decline")
        assert head(of).challenged(answer) == said


def test_the_strongest_is_sent_and_bet_on() -> None:
    of = families(3, men=[man(1, 0, **WEAK), man(2, 0, **STRONG), man(3, 1)])
    of.event = "gala"
    assert head(of).fighter(book(of).ask_fighter(0, ())) == "2"
    assert head(of).place(book(of).ask_placed(0, ())) == "2"
    of.card = [Bout((2, 3))]
    form = book(of).ask_wager(0)
    offered = head(of).wager(form)
    assert offered in form
    assert offered["on"] == "2"  # type: ignore[index, call-overload]
    for wager, said in ((Wager(2, 1, 2, 1000, 1000), "decline"), (Wager(2, 1, 3, 1000, 1000), "accept")):
        name = of.men[wager.man].name
        prompt = f"A side bet: 1,000s that {name} wins, against 1,000s of yours?"
        asked = Choose(1, "take_bet", prompt, "E1 5.1.2-gala", ("decline", "accept"), "decline", name)
        assert head(of).take_bet(asked) == said


# -- whole campaigns -------------------------------------------------------------------------------------------


class Idler(Dominus):
    """Never takes part in anything."""

    name = "idler"

    def decide(self, book: Any, state: Any, decision: Decision) -> Choice:
        idle = {"race": "stay out", "fighter": "nobody"}
        return idle.get(decision.name) or super().decide(book, state, decision)


class Hoarder(Dominus):
    """Never buys anything."""

    name = "hoarder"

    def decide(self, book: Any, state: Any, decision: Decision) -> Choice:
        return decision.default if decision.name in ("bid", "purchases") else super().decide(book, state, decision)


class Spendthrift(Dominus):
    """Bids whatever he has for whatever there is."""

    name = "spendthrift"

    def decide(self, book: Any, state: Any, decision: Decision) -> Choice:
        if decision.name == "bid":
            return max(decision, key=lambda call: 0 if call == PASS else bid_of(str(call)))
        return super().decide(book, state, decision)


CRUDE: Mapping[str, type[Bot]] = {kind.name: kind for kind in (Idler, Hoarder, Spendthrift)}


def ended(contest: Contest, rng: random.Random) -> Settled:
    """The better one mostly wins, and who loses a fight is mostly dead."""
    if contest.game == "gladiator":
        men = contest.options["men"]
        first = 1 / (1 + 2.718 ** (0.33 * (cf(men[1]) - cf(men[0]))))
        won = rng.random() < first
        sides = [report(won=win, alive=win or rng.random() < 0.3, attack_cfs=9) for win in (won, not won)]
        return fight_ended(*(sides[seat % 2] for seat in range(len(men))))
    told = quiet_race(contest)
    stables = contest.options["stables"]
    order = sorted(told["entries"], key=lambda each: -rated(stables[each["seat"]][each["entry"]]) - rng.gauss(0, 2))
    for place, each in enumerate(order, start=1):
        each["out"] = rng.random() < 0.2
        each["wrecked"] = each["out"]
        each |= {"place": None} if each["out"] else {"place": place, "gap": 2, "margin": 100 - 2 * place}
    return race_ended(told)


def cf(sent: Mapping[str, Any]) -> int:
    return sum(int(sent[each]) for each in ("training", "strength", "agility"))


def rated(sent: Mapping[str, Any]) -> float:
    return rating(sum(sent["horses"]), sent["modifier"], sent["endurance"], sent["car"])


def answer(bot: Bot, match: EpicMatch, asked: int) -> Choice:
    """By the state itself, which holds no secrets: to write it down and read it again takes most of the time."""
    decision = match.pending[asked]
    if isinstance(bot, Owner):
        return bot.decide(EpicCampaign, match.state, decision)
    return bot.choose(Glimpse.of(match, asked))


def seat(name: str, seed: str) -> Bot:
    kind = CRUDE.get(name)
    return make_bot("campaign", name, seed) if kind is None else kind(random.Random(seed))


@cache
def fortunes_of(*line: str, campaigns: int = 5, events: int = 8) -> dict[str, float]:
    """What each of these has in the end, in campaigns with seats that change."""
    cash: dict[str, list[int]] = {name: [] for name in line}
    for number in range(campaigns):
        names = line[number % len(line) :] + line[: number % len(line)]
        rng = random.Random(f"contests {number}")
        match = epic(len(names), f"families {number}", events=events, challenges=1)
        bots = [seat(name, f"{number} {name}") for name in names]
        while match.outcome is None:
            if match.contest is not None:
                match.settle(ended(match.contest, rng))
                continue
            asked = rng.choice(sorted(match.pending))
            match.submit(asked, answer(bots[asked], match, asked))
        for name, has in zip(names, match.outcome.report["cash"], strict=True):
            cash[name].append(has)
    return {name: mean(sums) for name, sums in cash.items()}


def test_the_best_family_is_richer_than_the_others() -> None:
    found = fortunes_of("dominus", "eques", "libertus", campaigns=4)
    assert found["dominus"] > found["eques"]
    assert found["dominus"] > found["libertus"]


def test_whoever_thinks_is_far_richer_than_chance() -> None:
    found = fortunes_of("dominus", "random", campaigns=2, events=4)
    assert found["dominus"] > 2 * found["random"]


@pytest.mark.parametrize("crude", sorted(CRUDE))
def test_no_crude_family_is_richer_than_the_best(crude: str) -> None:
    found = fortunes_of("dominus", crude, "eques", campaigns=3)
    assert found["dominus"] > found[crude]


def test_every_question_is_answered_by_name() -> None:
    """Whatever the book asks the head of a family has a word for, but for what has one answer."""
    asked = {name.removeprefix("explain_") for name in dir(EpicCampaign) if name.startswith("explain_")}
    left_alone = {"arms", "afterlife", "join", "send", "types"}
    assert {name for name in asked if not hasattr(Head, name)} <= left_alone
