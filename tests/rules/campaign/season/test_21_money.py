"""CM 21.1 to 21.3, 26.1a: loans, default, auctions and bankruptcy."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.campaign.ledger import BANK
from ludus.campaign.loans import Loan, shares
from ludus.campaign.people import Stable
from ludus.core.errors import Refused
from tests.rules.campaign.season.host import SeasonMatch, answer, begun, cash, go_to, questions, run_race, state, told
from tests.rules.campaign.season.kit import chariot, driver, stable, team


def single(seats: int = 3) -> list[Stable]:
    return [stable(chariot(number)) for number in range(1, seats + 1)]


def debt(lender: int, borrower: int, owed: int, due: int = 3, identity: int = 1) -> Loan:
    return Loan(identity, lender, borrower, owed, owed, due)


def pass_all(match: SeasonMatch) -> None:
    """Nobody bids for this lot."""
    before = len(told(match, "sold"))
    while questions(match)[:1] == ["bid"] and len(told(match, "sold")) == before:
        match.submit(next(iter(match.pending)), "pass")


def sell_for(match: SeasonMatch, buyer: int, price: int) -> None:
    """The lot that is up goes to this seat, which calls out the sum in one breath."""
    before = len(told(match, "sold"))
    match.answer(buyer, f"bid {price}")
    while len(told(match, "sold")) == before:
        match.submit(next(iter(match.pending)), "pass")


# -- loans (CM 21.2a) -------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 21.2a")
def test_a_loan_on_terms_that_both_accept_is_written_down() -> None:
    match = begun(single())
    offer = {"way": "lend", "with": "seat 2", "lend": 1000, "owed": 1300, "due": 5}
    answer(match, "offer", {0: offer})
    assert questions(match) == ["accept"]
    assert match.pending[1].fields[0].help == "1,000s now for 1,300s before race 5"  # type: ignore[attr-defined]
    name = match.pending[1].fields[0].name  # type: ignore[attr-defined]
    match.submit(1, {name: "accept"})
    assert cash(match) == [9000, 11_000, 10_000]
    (loan,) = state(match).loans
    assert (loan.lender, loan.borrower, loan.lent, loan.owed, loan.due) == (0, 1, 1000, 1300, 5)
    assert match.narrate(next(event for event in match.events if event.kind == "loan")) == (
        "Seat 1 lends Seat 2 money: 1,000s now for 1,300s before race 5."
    )


@pytest.mark.rule("CM 21.2a")
def test_what_is_due_after_the_last_race_is_due_at_the_end() -> None:
    match = begun(single(), race=9)
    offered = {"way": "lend", "with": "seat 2", "lend": 1000, "owed": 1300, "due": 11}
    due = match.pending[0].fields[5]  # type: ignore[attr-defined]
    assert due.named == ("before race 10", "at the end of the season")
    answer(match, "offer", {0: offered})
    assert match.pending[1].fields[0].help == "1,000s now for 1,300s at the end of the season"  # type: ignore[attr-defined]
    told = next(event for event in match.events if event.kind == "offer")
    assert match.narrate(told).endswith("1,000s now for 1,300s at the end of the season.")


@pytest.mark.rule("CM 21.2a")
def test_a_loan_begins_with_what_people_would_lend() -> None:
    """What is not asked for keeps its place; what is asked for begins with a sum that makes sense."""
    match = begun(single(), cash=(10_000, 750, 10_000))
    form: Any = match.pending[0]
    filled = form.read({"way": "lend"})
    assert (filled["lend"], filled["owed"], filled["due"]) == (1000, 1300, 6)
    assert form.default["lend"] == 1
    poor: Any = match.pending[1]
    assert poor.read({"way": "lend"})["lend"] == 600
    assert poor.read({"way": "borrow"})["borrow"] == 1000


@pytest.mark.rule("CM 21.2a")
@pytest.mark.rule("CM 21.3")
def test_who_asks_for_a_loan_gets_it_only_if_the_other_agrees() -> None:
    match = begun(single())
    wish = {"way": "borrow", "with": "seat 3", "borrow": 400, "owed": 999_999, "due": 11}
    answer(match, "offer", {0: wish})
    match.submit(2, {match.pending[2].fields[0].name: "decline"})  # type: ignore[attr-defined]
    assert (cash(match), state(match).loans) == ([10_000] * 3, [])
    # The window opens once more, and then it is closed.
    assert questions(match) == ["offer"] * 3
    answer(match, "offer", {0: {**wish, "owed": 500}})
    match.submit(2, {match.pending[2].fields[0].name: "accept"})  # type: ignore[attr-defined]
    assert cash(match) == [10_400, 10_000, 9600]
    assert state(match).step == "entries"


@pytest.mark.rule("CM 21.2a")
def test_offers_are_the_business_of_two() -> None:
    match = begun(single())
    before = match.view(2)["position"]
    answer(match, "offer", {0: {"way": "lend", "with": "seat 2", "lend": 777, "owed": 888, "due": 5}})
    match.submit(1, match.pending[1].default)
    for kind in ("offer", "offer-declined"):
        (event,) = (event for event in match.events if event.kind == kind)
        assert event.seats == (0, 1)
    assert "777" not in str(match.events_for(2)) + str(match.view(2))
    assert "777" not in str(match.events_for(None)) + str(match.view(None))
    assert match.view(2)["position"] == before, "not even the numbers of what comes later tell of it"


@pytest.mark.rule("CM 21.2a")
def test_a_gift_is_no_debt() -> None:
    match = begun(single())
    answer(match, "offer", {0: {"way": "lend", "with": "seat 2", "lend": 500, "owed": 0, "due": 4}})
    match.submit(1, {match.pending[1].fields[0].name: "accept"})  # type: ignore[attr-defined]
    assert (cash(match), state(match).loans) == ([9500, 10_500, 10_000], [])


@pytest.mark.rule("CM 21.2a", "CM 21.2c")
def test_debts_that_go_round_in_a_circle_are_set_off() -> None:
    """Nobody has a sesterce to spare, and a million is owed all round."""
    loans = [Loan(1, 0, 1, 5, 999_999, 3), Loan(2, 2, 0, 5, 999_990, 2), Loan(3, 1, 2, 5, 999_900, 3)]
    later = Loan(4, 1, 0, 5, 700, 4)
    match = begun(single(), cash=(300, 300, 300), loans=[*loans, later], step="debts")
    (quit_of,) = told(match, "set-off")
    assert (sorted(quit_of["seats"]), quit_of["sum"]) == ([0, 1, 2], 999_900)
    # What is left of the first two is paid from hand to hand; what is not due yet stands.
    assert cash(match) == [300 + 99 - 90, 300 - 99, 300 + 90]
    assert state(match).loans == [later]
    assert match.narrate(next(event for event in match.events if event.kind == "set-off")) == (
        "Seat 1 and Seat 3 and Seat 2 owe each other 999,900s in a circle, and are quit of it."
    )


@pytest.mark.rule("CM 21.3")
@pytest.mark.rule("CM 26.1a")
def test_nobody_lends_what_he_has_not_nor_his_last_bet() -> None:
    match = begun(single(), cash=(700, 900, 100))
    with pytest.raises(Refused, match="1 to 600"):
        match.submit(0, {"way": "lend", "with": "seat 2", "lend": 601, "owed": 700, "due": 4})
    with pytest.raises(Refused, match="takes none, borrow"):
        match.submit(2, {"way": "lend", "with": "seat 2"})
    # Two lean on the same purse: the second offer lapses.
    wish = {"way": "borrow", "with": "seat 2", "borrow": 500, "owed": 600, "due": 4}
    answer(match, "offer", {0: wish, 2: wish})
    fields = match.pending[1].fields  # type: ignore[attr-defined]
    match.submit(1, {field.name: "accept" for field in fields})
    assert cash(match) == [1200, 400, 100]
    assert [event.seats for event in match.events if event.kind == "offer-lapsed"] == [(2, 1)]


@pytest.mark.rule("CM 21.2a")
def test_debts_are_paid_when_they_fall_due() -> None:
    match = begun(single(), loans=[debt(0, 1, 1300, due=5)], step="debts", race=4)
    go_to(match, "race")
    assert cash(match) == [10_000] * 3
    match = begun(single(), loans=[debt(0, 1, 1300, due=5)], step="debts", race=5)
    assert cash(match) == [11_300, 8700, 10_000]
    assert not state(match).loans
    assert state(match).ledger.transfers[-1].clause == "CM 21.2a"


# -- selling (CM 21.3) ------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 21.3")
def test_who_needs_cash_may_sell_a_chariot() -> None:
    match = begun([stable(chariot(1), chariot(4)), stable(chariot(2)), stable(chariot(3))])
    answer(match, "offer", {0: {"sell": "4", "reserve": 700}})
    assert sorted(match.pending) == [1, 2]
    assert match.pending[1].clause == "CM 21.3"
    assert list(match.pending[1]) == ["pass", "bid 700", "bid 800", "bid 1100", "bid 1600"]
    match.submit(2, "bid 700")
    match.submit(1, "bid 900")
    match.submit(2, "pass")
    assert cash(match) == [10_900, 9100, 10_000]
    assert [[each.id for each in of.chariots] for of in state(match).stables] == [[1], [2, 4], [3]]


@pytest.mark.rule("CM 21.3")
def test_below_what_the_seller_wants_it_is_not_sold() -> None:
    match = begun([stable(chariot(1), chariot(4)), stable(chariot(2))], cash=(100, 700))
    answer(match, "offer", {0: {"sell": "4", "reserve": 700}})
    assert told(match, "sold")[0]["buyer"] is None  # 600s may be spent
    assert cash(match) == [100, 700]


# -- default (CM 21.2b) -----------------------------------------------------------------------------------------


@pytest.mark.rule("CM 21.2b")
def test_a_debtor_sells_lots_of_his_choice_until_the_debt_is_covered() -> None:
    """1,300s are due and 400s there: 900s are missing. What the last lot brings beyond it is his (CM 21.2d)."""
    stables = [stable(chariot(1)), stable(chariot(2), chariot(4)), stable(chariot(3))]
    match = begun(stables, cash=(10_000, 400, 10_000), loans=[debt(0, 1, 1300)], step="debts")
    assert told(match, "default") == [{"seat": 1, "owed": 900, "cash": 0}]  # 400s are paid already
    assert questions(match) == ["lot"]
    assert {"chariot 2", "chariot 4", "driver 21", "team 22", "car 23", "horse 2200"} <= set(match.pending[1])
    match.submit(1, "driver 41")
    assert sorted(match.pending) == [0, 2]
    sell_for(match, 2, 500)
    assert questions(match) == ["lot"]
    assert "driver 41" not in match.pending[1]
    match.submit(1, "chariot 2")
    sell_for(match, 0, 1000)
    assert cash(match) == [10_300, 600, 9500]
    assert not state(match).gone
    assert not state(match).loans
    assert [each.id for each in state(match).stables[0].chariots] == [1, 2]
    assert [each.id for each in state(match).stables[2].drivers] == [41]
    assert state(match).stables[1].chariots[0].driver is None


@pytest.mark.rule("CM 21.2b")
def test_bids_rise_by_hundreds_and_leave_the_bidder_a_bet() -> None:
    match = begun(single(), cash=(450, 0, 10_000), loans=[debt(2, 1, 9000)], step="debts")
    match.submit(1, "chariot 2")
    assert list(match.pending[0]) == ["pass", "bid 100", "bid 200"]  # 350s may be spent
    for wrong in ("bid 150", "bid 400", "bid 50"):
        with pytest.raises(Refused):
            match.submit(0, wrong)
    match.submit(2, "bid 200")
    assert list(match.pending[0]) == ["pass", "bid 300"]
    match.submit(0, "bid 300")
    assert sorted(match.pending) == [2]
    match.submit(2, "bid 400")
    assert told(match, "sold")[0] == {
        "seat": 1, "lot": "chariot 2", "is": told(match, "put-up")[0]["is"], "buyer": 2, "price": 400,
    }  # fmt: skip


@pytest.mark.rule("CM 21.2b")
@pytest.mark.rule("CM 21.7")
def test_a_component_from_an_auction_fills_only_a_vacancy_of_its_kind() -> None:
    """With the same break-in die as if it were bought."""
    buyer = stable(chariot(1, horses=team(5, 4, 4, 5, now=(5, 0, 4, 5), identity=12), kind="light", wrecked=True))
    source = stable(chariot(5), chariot(6, kind="heavy"))
    assert source.chariots[0].team is not None
    buyer.horses.append(source.chariots[0].team.living[0])
    buyer.cars.append(source.chariots[1].car)  # type: ignore[arg-type]
    buyer.drivers.append(driver(identity=77))
    match = begun([buyer, stable(chariot(2))], step="vacancies", dice=[4])
    # No driver is missing, and the car is of another class.
    assert list(match.pending[0]) == ["leave", "horse 5200 into 1"]
    match.submit(0, "horse 5200 into 1")
    mine = state(match).stables[0].chariots[0].team
    assert mine is not None
    assert [each.full for each in mine.living] == [5, 5, 4, 5]
    assert mine.endurance == 42
    assert not state(match).stables[0].horses
    assert told(match, "joined")[0]["before"] == 46


@pytest.mark.rule("CM 21.5a")
@pytest.mark.rule("CM 21.5b")
def test_a_replaced_driver_comes_back_only_into_a_vacancy_and_once_a_race() -> None:
    hurt, other = driver(hits=3, full=6, identity=70), driver(hits=5, full=6, identity=11)
    mine = stable(chariot(1, man=other), chariot(3))
    mine.drivers.append(hurt)
    match = begun([mine, stable(chariot(2))], step="vacancies", dice=[6])
    assert list(match.pending[0]) == ["leave", "driver 70 into 1"]
    match.submit(0, "driver 70 into 1")
    of = state(match).stables[0]
    assert of.chariots[0].driver is not None
    assert of.chariots[0].driver.id == 70
    assert [each.id for each in of.drivers] == [11]
    assert of.chariots[0].team is not None
    assert of.chariots[0].team.endurance == 40
    # He who went may come back, for the other is injured, too; but nobody twice.
    assert list(match.pending[0]) == ["leave", "driver 11 into 1"]
    assert state(match).step == "vacancies"


# -- bankruptcy (CM 21.2c to 21.2e) -----------------------------------------------------------------------------


@pytest.mark.rule("CM 21.2c")
def test_when_nothing_is_left_the_creditor_gets_what_there_is() -> None:
    """2,000s owed, 300s in hand, 1,100s at auction: 600s are lost, and he is out of the game."""
    match = begun(single(), cash=(10_000, 300, 10_000), loans=[debt(0, 1, 2000)], step="debts")
    match.submit(1, "chariot 2")
    sell_for(match, 2, 1100)
    assert [(each.seat, each.why) for each in state(match).gone] == [(1, "bankrupt")]
    assert cash(match) == [11_400, 0, 8900]
    assert told(match, "liquidated") == [{"seat": 1, "surplus": 0, "void": 600}]
    assert not state(match).loans
    assert state(match).stables[1].empty
    assert sorted(match.pending) == [0, 2]


@pytest.mark.rule("CM 21.2c")
def test_what_was_unsold_as_a_whole_is_auctioned_piece_by_piece() -> None:
    match = begun(single(), cash=(10_000, 300, 10_000), loans=[debt(0, 1, 2000)], step="debts")
    assert match.pending[1].default == "chariot 2"
    match.submit(1, "chariot 2")
    pass_all(match)
    for _ in range(3):
        pass_all(match)
    assert [each["lot"] for each in told(match, "put-up")] == ["chariot 2", "driver 21", "team 22", "car 23"]
    assert state(match).has_left(1)
    assert told(match, "liquidated")[0]["void"] == 1700


@pytest.mark.rule("CM 21.2c")
@pytest.mark.rule("CM 21.2d")
def test_who_gives_up_leaves_like_a_bankrupt() -> None:
    """His chariot is offered whole, then in pieces; creditors first, and the surplus is the bank's."""
    match = begun(single(), cash=(10_000, 300, 10_000), loans=[debt(0, 1, 800, due=9)], step="deals")
    match.resign(1)
    answer(match, "offer")
    assert [each["lot"] for each in told(match, "put-up")] == ["chariot 2"]
    pass_all(match)
    assert told(match, "put-up")[-1]["lot"] == "driver 21"
    sell_for(match, 2, 1000)
    pass_all(match)
    pass_all(match)
    assert told(match, "liquidated") == [{"seat": 1, "surplus": 500, "void": 0}]
    assert cash(match) == [10_800, 0, 9000]
    assert state(match).ledger.transfers[-1].payee == BANK
    assert [(each.seat, each.why) for each in state(match).gone] == [(1, "gave up")]


@pytest.mark.rule("CM 21.2c")
def test_earlier_debts_come_first_and_equal_dates_share() -> None:
    early, one, two = debt(0, 3, 500, due=3, identity=9), debt(1, 3, 300, due=4), debt(2, 3, 900, due=4, identity=2)
    assert shares([one, two, early], 900) == [(early, 500), (one, 100), (two, 300)]
    assert shares([one, two, early], 400) == [(early, 400), (one, 0), (two, 0)]
    assert shares([one, two], 1201) == [(one, 300), (two, 900)]
    # A sesterce that cannot be shared goes to the older debt.
    assert shares([debt(0, 3, 100), debt(1, 3, 100, identity=2)], 101)[0][1] == 51


@pytest.mark.rule("CM 21.2c")
def test_what_a_bankrupt_has_lent_is_the_banks() -> None:
    loans = [debt(1, 2, 700, due=5, identity=2), debt(0, 1, 2000)]
    match = begun([stable(chariot(1)), Stable(), stable(chariot(3))], cash=(900, 0, 1000), loans=loans, step="debts")
    assert state(match).has_left(1)
    assert [(each.lender, each.borrower, each.owed) for each in state(match).loans] == [(BANK, 2, 700)]
    run_race(match)
    run_race(match)
    go_to(match, "race")
    assert (cash(match), state(match).race) == ([700, 0, 100], 5)
    assert (
        match.narrate([event for event in match.events if event.kind == "repaid"][-1]) == "Seat 3 pays the bank 700s."
    )


@pytest.mark.rule("CM 21.2d")
def test_a_bankrupts_surplus_is_tax() -> None:
    """800s owed; nobody wants the chariot, but its driver brings 1,000s: 200s leave the game."""
    match = begun(single(), cash=(10_000, 0, 10_000), loans=[debt(0, 1, 800)], step="debts")
    match.submit(1, "chariot 2")
    pass_all(match)
    assert state(match).has_left(1)
    sell_for(match, 2, 1000)
    pass_all(match)
    pass_all(match)
    assert cash(match) == [10_800, 0, 9000]
    assert told(match, "liquidated") == [{"seat": 1, "surplus": 200, "void": 0}]
    line = state(match).ledger.transfers[-1]
    assert (line.payer, line.payee, line.sum, line.clause) == (1, BANK, 200, "CM 21.2d")
    assert state(match).ledger.balance(BANK) == -19_800
    assert [each.id for each in state(match).stables[2].drivers] == [21]


@pytest.mark.rule("CM 21.2e")
def test_the_next_driver_who_is_bought_may_be_the_bankrupt() -> None:
    dead = stable(chariot(1, man=driver(hits=0, full=5)))
    match = begun([dead, Stable(), stable(chariot(3))], cash=(9000, 50, 500), step="debts", seed="slave")
    assert state(match).slaves == [1]
    answer(match, "purchases", {0: {"driver_1": "+1"}})
    man = state(match).stables[0].chariots[0].driver
    assert man is not None
    assert (man.once, man.modifier, state(match).slaves) == (1, 1, [])
    joined = next(event for event in match.events if event.kind == "joined")
    assert "who once was Seat 2" in match.narrate(joined)


# -- the smallest bet (CM 26.1a) --------------------------------------------------------------------------------


@pytest.mark.rule("CM 26.1a")
def test_who_cannot_bet_and_has_nothing_anybody_wants_is_bankrupt() -> None:
    match = begun(single(), cash=(1000, 60, 1000), step="debts")
    while questions(match) == ["lot"] or "bid" in questions(match):
        if questions(match) == ["lot"]:
            match.submit(1, match.pending[1].default)
        pass_all(match)
    assert [(each.seat, each.why) for each in state(match).gone] == [(1, "bankrupt")]
    assert cash(match) == [1000, 0, 1000]
    departure = next(event for event in match.events if event.kind == "departure")
    assert departure.clauses[0] == "CM 26.1a"


@pytest.mark.rule("CM 26.1a")
def test_a_sale_of_a_hundred_saves_him() -> None:
    match = begun(single(), cash=(1000, 60, 1000), step="debts")
    match.submit(1, "car 23")
    sell_for(match, 0, 100)
    assert cash(match) == [900, 160, 1000]
    assert not state(match).gone


@pytest.mark.rule("CM 26.1a")
@pytest.mark.parametrize(("purse", "left"), [(99, True), (100, False)])
def test_a_hundred_is_enough(purse: int, left: bool) -> None:
    match = begun([stable(chariot(1)), Stable(), stable(chariot(3))], cash=(150, purse, 150), step="debts")
    assert state(match).has_left(1) is left
    assert bool(told(match, "penniless")) is left


@pytest.mark.rule("CM 26.1a")
def test_the_last_one_has_won() -> None:
    match = begun([Stable(), stable(chariot(3))], cash=(0, 150), step="debts")
    assert match.outcome is not None
    assert (match.outcome.reason, match.outcome.winners, match.outcome.places) == ("last-standing", (1,), (2, 1))


@pytest.mark.rule("CM 26.5")
def test_without_a_faction_there_are_no_more_races() -> None:
    bankrupts: list[Any] = [Stable(), Stable(), Stable(), Stable()]
    match = begun(bankrupts, cash=(10, 20, 700, 800), step="debts", bettors=2)
    assert match.outcome is not None
    assert (match.outcome.reason, match.outcome.places) == ("richest", (4, 3, 2, 1))
