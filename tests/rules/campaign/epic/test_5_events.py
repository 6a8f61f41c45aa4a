"""E1 5, 9, 10: races, galas and challenges, and everything that comes out of them."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.campaign.epic.book import EpicCampaign
from ludus.campaign.epic.charts import earned, prize, shares
from ludus.campaign.epic.state import Bout, Families, Wager
from ludus.campaign.people import race_log
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
)
from tests.rules.campaign.sand_kit import felled, report
from tests.rules.campaign.season.kit import driver, stable, team

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


# -- the cycle ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("E1 5.1", "E1 5.1.1", "E1 5.1.2", "E1 5.1.3", "E1 5.1.4", "E1 5.1.5")
def test_the_cycle_is_that_of_the_book() -> None:
    steps = list(EpicCampaign.steps)
    wanted = ["components", "auction", "event", "experience", "recovery"]
    assert [step for step in steps if step in wanted] == wanted
    of = owners(2)
    book_ = raced(of, {"place": 1, "gap": 12}, {"place": 2})
    kinds = [event.kind for event in book_.table.events]
    assert kinds.index("settled") < kinds.index("prizes") < kinds.index("learnt")


@pytest.mark.rule("E1 5.1.1", "E1 6.2")
@pytest.mark.parametrize(("event", "put_up"), [("gala", "gladiator 9"), ("race", "chariot 9")])
def test_gladiators_before_a_gala_chariots_before_a_race(event: str, put_up: str) -> None:
    of = families(2, men=[man(9, -1)])
    of.market, of.event, of.step = [chariot(9)], event, "auction"
    going = match(of, seed="auction")
    assert {each.about for each in going.pending.values()} == {put_up}


@pytest.mark.rule("E1 5.1.2")
@pytest.mark.parametrize(
    ("votes", "before", "after"),
    [
        (("race", "race", "gala"), "race", "race"),  # two races in a row
        (("race", "gala"), "race", "gala"),  # no majority: in turn
        (("gala", "gala", "race"), "gala", "gala"),
    ],
)
def test_most_say_what_comes_next(votes: tuple[str, ...], before: str, after: str) -> None:
    of = families(len(votes))
    of.event = before
    run(book(of).decide(), dict(enumerate(votes)))
    assert of.event == after
    assert of.round == 2


# -- prizes and experience of a race --------------------------------------------------------------------------------


@pytest.mark.rule("E1 9.1a", "E1 5.1.3")
def test_nine_prizes() -> None:
    assert sum(prize(place, in_control=True) for place in range(1, 17)) == 22_600
    assert prize(10, in_control=True) == 0
    of = owners(10)
    raced(of, *({"place": place} for place in range(1, 11)))
    assert sum(cash(of)) == 10 * 19_900 + 22_600
    assert cash(of)[9] == 19_900


@pytest.mark.rule("E1 9.1b")
def test_only_who_is_in_control_collects_and_nobody_moves_up() -> None:
    of = owners(5)
    raced(
        of,
        {"place": 1, "driver": "dragged"},
        {"place": 2},
        {"place": 3},
        {"place": 4, "driver": "dragged"},
        {"place": 5},
    )
    assert [amount - 19_900 for amount in cash(of)] == [0, 3600, 3000, 0, 2400]
    dead = owners(2)
    raced(dead, {"place": None, "driver": "dead", "out": True}, {"place": 1})
    assert cash(dead)[0] == 19_900


@pytest.mark.rule("E1 10.1.1a", "E1 10.1.1.1")
@pytest.mark.parametrize(
    ("place", "gap", "worth"), [(1, 12, 22), (3, 7, 7), (8, 20, 3), (1, 5, 14), (2, 6, 10), (4, 11, 6), (4, 5, 4)]
)
def test_a_place_and_a_distance(place: int, gap: int, worth: int) -> None:
    assert earned(place, gap, 8) == worth
    of = owners(2)
    raced(of, {"place": place, "gap": gap}, {"place": 9})
    assert points(of)[0] == (worth, worth)


@pytest.mark.rule("E1 10.1.1b")
@pytest.mark.parametrize(
    ("place", "starters", "worth"), [(2, 8, 13), (4, 4, 4), (4, 5, 6), (1, 4, 14), (5, 8, 3), (1, 5, 22)]
)
def test_without_a_follower(place: int, starters: int, worth: int) -> None:
    assert earned(place, None, starters) == worth


@pytest.mark.rule("E1 10.1.1.2")
def test_three_points_for_everybody_who_lives() -> None:
    of = owners(3)
    raced(of, {"out": True}, {"out": True, "driver": "dead"}, {"place": 1, "gap": None})
    assert points(of) == [(3, 3), (0, 3), (14, 14)]


@pytest.mark.rule("E1 3.2-champion", "E1 10.3", "E1 10.3.2")
def test_a_tenth_win_frees_the_driver() -> None:
    of = owners(2)
    one = of.stables[0].chariots[0]
    assert one.driver is not None
    one.driver.career.places[0] = 9
    raced(of, {"place": 1, "gap": 3}, {"place": 2})
    assert one.driver is None
    assert one.team is not None
    assert cash(of)[0] == 19_900 + 4500 + 10_000
    assert [(each.name, each.kind) for each in of.champions] == [("Driver 11", "driver")]
    of.stables[0].drivers = [driver(identity=77)]
    book_ = book(of, 2)
    before = one.team.endurance
    assert "driver 77 into 1" in book_.fits(0, [])
    book_.fit_driver(0, of.stables[0].drivers[0], one)
    assert one.team.endurance == before - 2


@pytest.mark.rule("E1 10.1.2", "E1 10.1.2.1", "E1 10.1.2.2", "E1 10.1.2.3", "E1 10.1.2.4", "E1 5.1.4")
def test_what_points_buy() -> None:
    own = chariot(1, man=driver(2, 8, experience=40, identity=11), horses=team(8, 6, 6, 7, endurance=36, experience=20))
    of = families(2, stables=[stable(own)])
    book_ = book(of, 4, 5)
    assert book_.affordable(0).count("driver 11") == 1
    for choice in ("driver 11", "horse 2 1", "endurance 2"):
        assert choice in book_.affordable(0)
        book_.improve(0, choice)
    assert own.driver is not None
    assert own.team is not None
    assert (own.driver.modifier, own.driver.full, own.driver.experience) == (3, 8, 15)
    assert [horse.full for horse in own.team.horses] == [9, 6, 6, 7]
    assert (own.team.endurance, own.team.experience) == (45, 0)
    assert book_.affordable(0) == ("save",)


@pytest.mark.rule("E1 10.1.2.2")
def test_no_horse_above_eight_while_another_is_weak() -> None:
    own = chariot(1, horses=team(8, 5, 6, 7, experience=10))
    choices = book(families(2, stables=[stable(own)])).affordable(0)
    assert "horse 2 1" not in choices
    assert "horse 2 2" in choices


# -- recovery of a race ----------------------------------------------------------------------------------------------


@pytest.mark.rule("E1 11.1.1", "E1 11.1.2", "E1 11.1.2.2", "E1 5.1.5")
def test_a_point_after_every_race_and_none_after_a_gala() -> None:
    hurt = chariot(1, man=driver(hits=2, full=6), horses=team(5, 5, 5, 5, now=(3, 5, 5, 5)))
    of = families(2, stables=[stable(hurt)])
    assert hurt.driver is not None
    assert hurt.team is not None
    for event, hits, boxes in (
        ("race", 3, 4),
        ("gala", 3, 4),
        ("race", 4, 5),
        ("race", 5, 5),
        ("race", 6, 5),
        ("race", 6, 5),
    ):
        of.event = event
        run(book(of).recover_all())
        assert (hurt.driver.hits, hurt.team.horses[0].now) == (hits, boxes)


@pytest.mark.rule("E1 11.1.2.1", "E1 11.1.2.3", "E1 11.1.2.4", "E1 11.1.3")
def test_endurance_cars_and_drugs_are_no_loss() -> None:
    """The race gives drug points back; wheels and endurance it does not even report."""
    of = owners(2)
    raced(of, {"place": 1, "horses": [5, 4, 4, 4], "gap": 1}, {"place": 2, "wrecked": True, "out": True})
    run(book(of).recover_all())
    one, two = (each.chariots[0] for each in of.stables)
    assert one.team is not None
    assert one.team.endurance == 46
    assert [horse.now for horse in one.team.horses] == [5, 4, 4, 5]
    assert one.ready
    assert two.car is not None
    assert two.car.wrecked
    assert not two.ready
    handed = race_log(one)
    assert handed["endurance"] == 46
    assert set(handed) == {"name", "modifier", "hits_start", "hits", "horses_start", "horses", "endurance", "car"}


# -- galas ----------------------------------------------------------------------------------------------------------


def gala(of: Families, *reports: dict[str, Any]) -> EpicCampaign:
    """Pairs in the order of their numbers, and how each man came out of it."""
    numbers = sorted(of.men)
    of.card = [Bout((numbers[at], numbers[at + 1])) for at in range(0, len(numbers) - 1, 2)]
    of.event = "gala"
    book_ = book(of)
    phase: Any = book_.hold_event()
    bouts = next(phase)  # all at once
    ends = tuple(fight_ended(*reports[at : at + 2]) for at in range(0, len(reports), 2))
    assert len(bouts) == len(of.card) == len(ends)
    with pytest.raises(StopIteration):
        phase.send(ends)
    return book_


@pytest.mark.rule("E1 5.1.2-gala")
def test_an_odd_man_stays_out() -> None:
    of = families(5, men=[man(number, number - 1) for number in range(1, 6)])
    of.event, of.step = "gala", "entries"
    going = match(of, seed="odd")
    for seat in range(5):
        going.submit(seat, str(seat + 1))
    card = going.state.card
    assert len(card) == 2
    assert len({number for bout in card for number in bout.men}) == 4
    wager: Any = going.pending[0]
    assert wager.name == "wager"  # side bets, which nobody has to make
    assert wager.default["with"] == "none"


@pytest.mark.rule("E1 5.1.2-gala")
def test_friends_and_nets_are_parted_if_it_can_be_helped() -> None:
    men = [man(1, 0), man(2, 0, type="retiarius"), man(3, 1), man(4, 1, type="retiarius")]
    for seed in range(30):
        of = families(2, men=men, gala_men=2)
        card = match(of, seed=f"card {seed}", gala_men=2)
        book_ = EpicCampaign(of, card.table)
        pairs = {frozenset(bout.men) for bout in book_.draw_card([1, 2, 3, 4])}
        assert pairs == {frozenset((1, 4)), frozenset((2, 3))} or pairs == {frozenset((1, 3)), frozenset((2, 4))}
        assert frozenset((2, 4)) not in pairs


@pytest.mark.rule("E1 5.1.2-gala", "E1 9.2a")
def test_time_runs_out_without_a_winner() -> None:
    of = families(2, men=[man(1, 0), man(2, 1)])
    gala(of, report(attack_cfs=3), report(attack_cfs=3))
    assert cash(of) == [20_000, 20_000]  # nobody was killed
    assert [each.wins for each in of.men.values()] == [0, 0]
    assert all(each.alive for each in of.men.values())
    contest = book(of).arena("x", [1, 2], of.rules.turns, "E1 5.1.2-gala")
    assert contest.options["turns"] == 8


@pytest.mark.rule("E1 9.2a")
def test_survivors_share_the_pot() -> None:
    assert shares(8, 3, 5, 0) == 1600
    assert shares(6, 0, 6, 0) == 0
    of = families(6, men=[man(number, number - 1) for number in range(1, 7)])
    mortal = report(won=True, alive=False, mortal=True, attack_cfs=3)
    spared = report(spared=True, attack_cfs=3)
    gala(of, WON, LOST, report(won=True, attack_cfs=2), spared, mortal, report(spared=True, attack_cfs=1))
    assert [amount - 20_000 for amount in cash(of)] == [1500, 0, 1500, 1500, 0, 1500]
    assert of.men[5].wins == 0  # E1 3.2-champion: dead after the match


@pytest.mark.rule("E1 9.2b")
def test_a_coward_is_executed_and_his_thousand_is_lost() -> None:
    assert shares(8, 3, 4, 1) == 1750
    of = families(4, men=[man(number, number - 1) for number in range(1, 5)])
    gala(of, WON, LOST, report(attack_cfs=4), report())
    assert [amount - 20_000 for amount in cash(of)] == [1500, 0, 1500, 0]
    assert [each.alive for each in of.men.values()] == [True, False, True, False]
    calm = families(2, men=[man(1, 0), man(2, 1)])
    gala(calm, report(attack_cfs=4), report())
    assert cash(calm) == [20_000, 20_000]  # an execution is no kill


@pytest.mark.rule("E1 5.1.2-gala")
@pytest.mark.parametrize(("ends", "left"), [((WON, LOST), (20_300, 19_700)), ((LOST, WON), (19_800, 20_200))])
def test_side_bets_are_deposited_and_paid(ends: tuple[Any, Any], left: tuple[int, int]) -> None:
    of = families(4, men=[man(1, 2), man(2, 3)])
    book(of).place_wager(Wager(0, 1, 1, 200, 300))
    assert cash(of)[:2] == [19_800, 19_700]
    gala(of, *ends)
    assert tuple(cash(of)[:2]) == left


@pytest.mark.rule("E1 5.1.2-gala")
def test_without_a_winner_side_bets_come_back() -> None:
    of = families(4, men=[man(1, 2), man(2, 3)])
    book(of).place_wager(Wager(0, 1, 1, 200, 300))
    gala(of, report(attack_cfs=1), report(attack_cfs=1))
    assert cash(of)[:2] == [20_000, 20_000]


@pytest.mark.rule("E1 10.2.2", "E1 10.2.2.1", "E1 10.2.2.2", "E1 10.2.2.3", "E1 10.2.2.4", "E1 10.2.2.5")
@pytest.mark.parametrize(
    ("said", "worth"),
    [
        ({"attack_cfs": 47, "defence_cfs": 20}, 9),
        ({"attack_cfs": 20, "defence_cfs": 31}, 0),
        ({"attack_cfs": 30, "defence_cfs": 10}, 6),
        ({"attack_cfs": 12, "spared": True}, 9),
        ({"attack_cfs": 18, "won": True, "felled": felled(6)}, 16),
        ({"attack_cfs": 18, "won": True, "felled": felled(6, spared=True)}, 21),
        ({"attack_cfs": 1, "won": True, "felled": felled(2, kill="slow")}, 25),
        ({"attack_cfs": 1, "won": True, "felled": felled(5, kill="slow")}, 10),
        ({"attack_cfs": 1, "won": True, "felled": felled(4, kill="fast")}, 13),
        ({"attack_cfs": 1, "won": True, "felled": felled(1, kill="fast")}, 22),
        ({"attack_cfs": 1, "won": True, "felled": felled(1)}, 10),
    ],
)
def test_what_a_fight_teaches(said: dict[str, Any], worth: int) -> None:
    of = families(2, men=[man(1, 0), man(2, 1)])
    gala(of, report(**said), LOST)
    assert of.men[1].points == worth


@pytest.mark.rule("E1 10.2.3")
def test_what_a_gladiators_points_buy() -> None:
    of = families(2, men=[man(1, points=60)])
    asked = run(book(of).spend(1), "strength", "save")
    assert asked[0].clause == "E1 10.2.3"
    assert "constitution" in asked[0]
    assert (of.men[1].strength, of.men[1].points, of.men[1].cf) == (3, 25, 12)
    poor = families(2, men=[man(1, points=49)])
    (ask,) = run(book(poor).spend(1), "save")
    assert "constitution" not in ask
    assert ask.read("training") in ask


@pytest.mark.rule("E1 3.2-champion", "E1 10.3", "E1 10.3.1")
def test_a_tenth_victory_frees_the_gladiator() -> None:
    of = families(2, men=[man(1, 0, wins=9), man(2, 1)])
    gala(of, WON, LOST)
    assert of.men[1].status == "free"
    assert cash(of)[0] == 20_000 + 2000 + 10_000
    spared = families(2, men=[man(1, 0, wins=9), man(2, 1)])
    gala(spared, report(spared=True, attack_cfs=1), report(won=True, attack_cfs=1))
    assert spared.men[1].wins == 9


@pytest.mark.rule("E1 10.2-vs-gladiator", "E1 10.3.1")
def test_a_mortal_wound_spoils_it() -> None:
    of = families(2, men=[man(1, 0, wins=9), man(2, 1)])
    gala(of, report(won=True, alive=False, mortal=True, attack_cfs=1), LOST)
    assert not of.champions
    assert cash(of)[0] == 20_000


# -- healing --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("E1 11.2.1a", "E1 11.2.1b", "E1 11.2.1.1", "E1 11.2.1.2", "E1 11.2.1.3", "E1 11.2.1.4")
@pytest.mark.parametrize(
    ("wounds", "dice", "rating", "lost"),
    [
        ((0, 5, 0, 0, 0), (3, 4), "wound_factor", 0),
        ((0, 5, 0, 0, 0), (3, 3), "wound_factor", 1),
        ((0, 0, 8, 0, 0), (3, 3), "wound_factor", 4),
        ((4, 0, 0, 0, 0), (2, 2), "constitution", 2),
        ((0, 0, 0, 4, 0), (1, 2), "strength", 3),
        ((0, 0, 0, 0, 4), (2, 3), "agility", 1),
    ],
)
def test_wounds_heal_or_cripple(wounds: tuple[int, ...], dice: tuple[int, ...], rating: str, lost: int) -> None:
    of = families(2, men=[man(1, wounds=wounds)])
    before = getattr(of.men[1], rating)
    of.event = "gala"
    book_ = book(of, *dice)
    run(book_.recover_all())
    assert getattr(of.men[1], rating) == before - lost
    assert not of.men[1].wounded
    assert book_.table.events[-1].clauses[0] == "E1 11.2.1a"


@pytest.mark.rule("E1 11.2.1b")
def test_who_has_nothing_left_dies() -> None:
    of = families(2, men=[man(1, wound_factor=9, wounds=(0, 8, 7, 0, 0))])
    of.event = "gala"
    run(book(of, 1, 3, 2, 3).recover_all())
    assert (of.men[1].wound_factor, of.men[1].alive) == (-1, False)
    assert [each.name for each in of.graves] == ["Gladiator 1"]


@pytest.mark.rule("E1 11.2.1a", "E1 11.2-vs-gladiator")
def test_wounds_of_a_duel_wait_for_the_next_gala() -> None:
    of = families(3, men=[man(1, 0, wounds=(0, 0, 0, 0, 2)), man(2, 1), man(3, 2, wounds=(1, 0, 0, 0, 0))])
    assert book(of).arena("x", [1, 2], 8, "E1 5.1.2-gala").options["men"][0]["wounds"] == [0, 0, 0, 0, 2]
    of.event = "race"
    run(book(of).recover_all())
    assert of.men[1].wounded  # a race heals no gladiator
    book_ = book(of)
    of.card, of.event = [Bout((1, 2))], "gala"
    phase: Any = book_.hold_event()
    next(phase)
    with pytest.raises(StopIteration):
        phase.send((fight_ended(report(won=True, attack_cfs=3, wounds={"legs": 3}), LOST),))
    assert of.men[1].wounds == (0, 0, 0, 0, 5)
    run(book(of, 3, 3, 6, 6).recover_all())
    assert of.men[1].agility == -1  # one roll for all five: 6 less 5
    assert not of.men[3].wounded  # he did not even fight
