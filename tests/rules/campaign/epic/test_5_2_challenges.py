"""E1 5.2, 4.1: private challenges, and the end of the campaign."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from ludus.campaign.epic.book import EpicCampaign
from ludus.campaign.epic.challenges import Challenge, against
from ludus.campaign.epic.charts import stakes
from ludus.campaign.epic.state import Bout, Families, Slave
from ludus.campaign.loans import Loan
from tests.rules.campaign.epic.host import (
    book,
    cash,
    chariot,
    families,
    fight_ended,
    man,
    match,
    quiet_race,
    race_ended,
    run,
    told,
)
from tests.rules.campaign.sand_kit import felled, report
from tests.rules.campaign.season.kit import stable

WON = report(won=True, attack_cfs=9, felled=felled())
LOST = report(alive=False, attack_cfs=9)


def raced(of: Families, *changes: dict[str, Any]) -> EpicCampaign:
    """The race of all who have a chariot, and what each of them did in it."""
    of.racing = [seat for seat, each in enumerate(of.stables) if each.chariots]
    of.event = "race"
    book_ = book(of)
    phase: Any = book_.hold_event()
    (race,) = next(phase)
    with pytest.raises(StopIteration):
        phase.send((race_ended(quiet_race(race, changes)),))
    return book_


def owners(number: int, **options: Any) -> Families:
    return families(number, stables=[stable(chariot(each + 1)) for each in range(number)], **options)


def points(of: Families) -> list[tuple[int, int]]:
    found = []
    for each in of.stables:
        one = each.chariots[0]
        assert one.team is not None
        found.append((0 if one.driver is None else one.driver.experience, one.team.experience))
    return found


# -- challenges -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("E1 5.2", "E1 5.2.1a", "E1 5.2.2", "E1 5.2.3")
def test_a_challenge_names_everything() -> None:
    of = families(3, cash=(4000, 900, 20_000), stables=[stable(chariot(1), chariot(2))], men=[man(1, 0), man(2, 1)])
    of.step = "challenges"
    going = match(of, seed="challenge")
    form = going.pending[0]
    names = {field.name: field for field in form.fields}  # type: ignore[attr-defined]
    assert list(names["number_match_race"].choices) == ["1", "2"]  # two of his can start
    assert list(names["number_duel"].choices) == ["1"]
    assert list(names["odds"].choices) == ["1-1", "2-1", "3-1", "4-1"]  # 5-1 asks for 8,000s
    assert (names["stake_3"].low, names["stake_3"].high) == (400, 1333)
    going.submit(0, {"kind": "duel", "to": "seat 2", "odds": "4-1", "stake_4": 1000})
    answer = going.pending[1]
    assert answer.name == "challenged"
    assert list(answer) == ["decline"]  # he has only 900s
    going.submit(1, "decline")
    assert cash(going) == [4000, 900, 20_000]
    assert going.state.active() == [0, 1, 2]
    assert going.pending[0].name == "challenge"  # he may challenge another


@pytest.mark.rule("E1 5.2.3")
def test_stakes() -> None:
    assert [stakes(odds) for odds in range(1, 6)] == [(100, 100), (400, 200), (1200, 400), (3200, 800), (8000, 1600)]


def duel(of: Families, challenge: Challenge, placed: list[str], *reports: dict[str, Any]) -> list[Any]:
    """Accepted, placed, and fought beside an event that too few take part in."""
    book_ = book(of)
    asked = run(book_.put_to(challenge), "accept")
    asked += run(book_.place_duels(), *placed)
    phase: Any = book_.hold_event()
    asked += next(phase)
    with suppress(StopIteration):
        asked.append(phase.send((fight_ended(*reports),)))
    return asked


@pytest.mark.rule("E1 5.2.2", "E1 5.2.3", "E1 6.6-vs-gladiator")
@pytest.mark.parametrize(
    ("ends", "left"),
    [((WON, LOST), (20_800, 19_200)), ((LOST, WON), (16_800, 23_200)), ((LOST, LOST), (20_000, 20_000))],
)
def test_the_victor_takes_the_stakes(ends: tuple[Any, Any], left: tuple[int, int]) -> None:
    of = families(3, men=[man(1, 0), man(2, 1)])
    asked = duel(of, Challenge(0, 1, "duel", 1, 4, 800), ["1", "2"], *ends)
    assert tuple(cash(of)[:2]) == left
    assert cash(of)[2] == 20_000
    contest = asked[3]
    assert contest.owners == (0, 1)  # nobody waits for a duel that is not his
    assert contest.options["turns"] == "unlimited"


@pytest.mark.rule("E1 5.2.2", "E1 3.2-champion")
def test_two_a_side_are_placed_in_turn_and_who_was_spared_has_not_won() -> None:
    of = families(2, men=[man(1, 0), man(2, 0), man(3, 1), man(4, 1)])
    won, out = report(won=True, attack_cfs=1), report(won=True, spared=True, attack_cfs=1)
    asked = duel(of, Challenge(0, 1, "duel", 2, 1, 100), ["1", "3", "2", "4"], won, LOST, out, LOST)
    assert [each.seat for each in asked[1:5]] == [0, 1, 0, 1]
    assert [of.men[number].wins for number in (1, 2)] == [1, 0]


@pytest.mark.rule("E1 5.2", "E1 5.2.2")
def test_a_duel_is_fought_beside_the_event() -> None:
    men = [man(1, 0), man(2, 1), man(3, 0), man(4, 1), man(5, 2)]
    of = families(3, stables=[stable(chariot(1)), stable(), stable(chariot(2))], men=men)
    book_ = book(of)
    run(book_.put_to(Challenge(0, 1, "duel", 1, 1, 500)), "accept")
    assert cash(of) == [19_500, 19_500, 20_000]  # put aside until it is over
    assert book_.sides(0)["duel"] == 1  # one of his two men is promised
    of.event, of.racing = "race", [0, 2]
    run(book_.place_duels(), "3", "2")
    phase: Any = book_.hold_event()
    race, duel = next(phase)
    assert (race.owners, duel.owners) == ((0, 2, 1), (0, 1))
    with pytest.raises(StopIteration):
        phase.send((race_ended(quiet_race(race, [{"place": 1}, {"place": 2}])), fight_ended(WON, LOST)))
    assert cash(of) == [19_500 - 100 + 4500 + 1000, 19_500, 20_000 - 100 + 3600]
    assert [day.kind for day in of.days] == ["race", "duel"]
    assert not of.duels


@pytest.mark.rule("E1 5.2.2", "E1 5.1.2-gala")
def test_a_man_fights_once_at_a_time() -> None:
    of = families(3, men=[man(1, 0), man(2, 1), man(3, 2), man(4, 2)])
    book_ = book(of, *(1,) * 40)
    run(book_.put_to(Challenge(0, 1, "duel", 1, 1, 500)), "accept")
    asked = run(book_.enter_gala(), {2: "4"})
    assert list(asked[0]) == [2]  # who has promised his only man cannot enter him
    of.card = [Bout((3, 4))]
    assert [each.number for each in book_.at_hand(2)] == []


@pytest.mark.rule("E1 5.2.2", "E1 5.2.3")
@pytest.mark.parametrize(
    ("sold", "left"), [((1,), [19_500, 20_500]), ((2,), [20_500, 19_500]), ((1, 2), [20_000, 20_000])]
)
def test_who_cannot_send_his_men_forfeits_the_stake(sold: tuple[int, ...], left: list[int]) -> None:
    of = families(3, men=[man(1, 0), man(2, 1)])
    book_ = book(of)
    run(book_.put_to(Challenge(0, 1, "duel", 1, 1, 500)), "accept")
    for number in sold:
        book_.hand_over(number - 1, 2, f"gladiator {number}")
    assert run(book_.place_duels()) == []
    assert cash(of)[:2] == left
    assert not of.duels
    assert all(book_.say(event, ("A", "B", "C")) for event in book_.table.events)


@pytest.mark.rule("E1 5.2.3", "E1 4.1b")
def test_stakes_of_a_duel_that_is_never_fought() -> None:
    of = families(3, men=[man(1, 0), man(2, 1)])
    run(book(of).put_to(Challenge(0, 1, "duel", 1, 1, 500)), "accept")
    twin = of.copy()
    book(twin).withdraw(0)
    assert cash(twin) == [0, 20_500, 20_000]
    book(of).conclude("rich")
    assert cash(of) == [20_000] * 3


@pytest.mark.rule("E1 10.2-vs-gladiator", "E1 5.2.2")
def test_experience_of_a_duel_is_spent_at_once_and_nothing_heals() -> None:
    of = families(2, men=[man(1, 0, points=24), man(2, 1)])
    hurt = report(won=True, attack_cfs=3, felled=felled(6), wounds={"legs": 2})
    asked = duel(of, Challenge(0, 1, "duel", 1, 1, 100), ["1", "2"], hurt, LOST)
    assert asked[-1].name == "improve"
    assert "training" in asked[-1]
    assert of.men[1].points == 35
    assert of.men[1].wounds == (0, 0, 0, 0, 2)


@pytest.mark.rule("E1 5.2.1a", "E1 5.2.1b", "E1 5.2.3", "E1 11.1.1", "E1 11.1.2")
def test_a_match_race_pays_no_prize_and_heals_nothing() -> None:
    mine = stable(*(chariot(number) for number in (1, 2, 3)))
    of = families(3, stables=[mine, stable(*(chariot(number) for number in (4, 5, 6)))])
    phase: Any = book(of).put_to(Challenge(0, 1, "match race", 3, 2, 200))
    next(phase)
    contest = phase.send("accept")
    assert contest.options["entries"] == 3
    assert contest.options["wagered"] is True
    assert contest.options["patronage"] == "match race"
    assert contest.options["purses"] == [19_600, 19_800, 20_000]  # a third may use skullduggery
    placed: list[dict[str, Any]] = [{"place": place, "margin": 100 - place, "gap": 1} for place in range(1, 7)]
    placed[0]["horses"] = [3, 4, 4, 5]
    with pytest.raises(StopIteration):
        phase.send(race_ended(quiet_race(contest, placed)))
    assert cash(of) == [20_200, 19_800, 20_000]
    first, fourth = of.stables[0].chariots[0], of.stables[1].chariots[0]
    assert first.team is not None
    assert fourth.team is not None
    assert first.team.horses[0].now == 3
    assert (first.team.experience, fourth.team.experience) == (14, 4)  # three opponents ahead, no bonus
    assert first.driver is not None
    assert first.driver.career.wins == 1


def placed(*order: tuple[int, int | None]) -> list[dict[str, Any]]:
    found = []
    for place, (owner, margin) in enumerate(order, start=1):
        found.append({"owner": owner, "place": None if margin is None else place, "margin": margin})
    return found


@pytest.mark.rule("E1 5.2.1b", "E1 10.1.1b")
@pytest.mark.parametrize(
    ("order", "worth"),
    [
        (placed((0, 9), (0, 6), (1, 3), (1, 0)), [17, 14, 6, 6]),
        (placed((0, 9), (1, 8), (0, 7), (1, 6)), [14, 8, 8, 6]),
        (placed((0, 9), (1, None)), [14, 3]),
    ],
)
def test_experience_against_the_opponent_only(order: list[dict[str, Any]], worth: list[int]) -> None:
    assert against(order) == worth


@pytest.mark.rule("E1 3.2-champion")
def test_private_wins_may_be_left_out() -> None:
    of = families(2, men=[man(1, 0), man(2, 1)], private_wins=False)
    duel(of, Challenge(0, 1, "duel", 1, 1, 100), ["1", "2"], WON, LOST)
    assert of.men[1].wins == 0


# -- the end --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("E1 4.1a")
@pytest.mark.parametrize(
    ("rich", "fallen", "slaves", "step", "reason"),
    [
        (100_000, 0, 0, "council", "rich"),
        (99_900, 0, 0, "council", ""),
        (100_000, 0, 0, "event", ""),
        (20_000, 1, 1, "council", "two-left"),
        (20_000, 0, 0, "council", ""),
    ],
)
def test_when_it_ends(rich: int, fallen: int, slaves: int, step: str, reason: str) -> None:
    of = families(3, cash=(rich, 100, 0), men=[man(1, 2)])
    of.fallen, of.step = fallen, step
    of.slaves = [Slave(2, "gladiator", 1)] * slaves
    assert book(of).over() == reason


@pytest.mark.rule("E1 4.1a", "E1 4.5.3")
def test_two_who_wait_for_a_third_go_on() -> None:
    of = families(3)
    of.late = [2]
    assert book(of).over() == ""


@pytest.mark.rule("E1 4.1a")
@pytest.mark.parametrize(("players", "votes", "ends"), [(5, 3, True), (4, 2, False)])
def test_a_majority_of_all_ends_it(players: int, votes: int, ends: bool) -> None:
    of = families(players)
    book_ = book(of)
    run(book_.decide(), {seat: "end" if seat < votes else "race" for seat in range(players)})
    assert of.voted == ends
    assert (book_.over() == "voted") == ends


@pytest.mark.rule("E1 4.1b")
def test_money_alone_wins() -> None:
    own = stable(*(chariot(number) for number in range(1, 11)))
    of = families(2, cash=(60_000, 59_000), stables=[stable(), own])
    of.voted = True
    ended = match(of, seed="end").outcome
    assert ended is not None
    assert ended.reason == "voted"
    assert (ended.winners, ended.places) == ((0,), (1, 2))
    even = book(families(2)).conclude("voted")
    assert (even.winners, even.places) == ((0, 1), (1, 1))


@pytest.mark.rule("E1 4.1b", "E1 6.5")
def test_loans_are_settled_before_counting() -> None:
    of = families(2, cash=(60_000, 59_000))
    of.loans = [Loan(1, 1, 0, 5000, 6000, 9)]
    assert book(of).conclude("voted").winners == (1,)


def test_told_in_words() -> None:
    of = owners(2)
    book_ = raced(of, {"place": 1, "gap": 12}, {"place": 2})
    assert all(book_.say(event, ("Claudii", "Fabii")) for event in book_.table.events)
    assert told(book_, "prizes")[0]["prizes"][0]["sum"] == 4500
