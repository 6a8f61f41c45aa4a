"""What the drivers know: views, chances, the course."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from ludus.bots import Glimpse
from ludus.bots.circus.agitator import Agitator, first_part
from ludus.bots.circus.budget import PRICES, Budget, Prospect
from ludus.bots.circus.chances import bolting, ram_odds, wheel_hit, wheel_lost
from ludus.bots.circus.course import Pace, Price, course_of, strain_risk
from ludus.bots.circus.reach import every_drive
from ludus.bots.circus.reserve import reserve
from ludus.bots.circus.sight import Sight
from ludus.games.circus.editions import SecondEdition, bare
from ludus.games.circus.game import Circus
from ludus.games.circus.patronage.skullduggery import OWNERS_ASKED
from ludus.play import new_match

BOOK = bare(SecondEdition)


@pytest.mark.parametrize("ruleset", Circus.rulesets)
def test_a_view_is_read_like_the_house_reads_it(ruleset: str) -> None:
    """What a bot is handed at the table is what the view says, at every kind of question: no purse or envelope more."""
    match = new_match("circus", 2 if ruleset == "match-race" else 8, "views", ruleset=ruleset)
    rng, sight = random.Random(5), Sight()
    looked: set[str] = set()
    while match.outcome is None:
        seat = next(iter(match.pending))
        name = match.pending[seat].name
        if name not in looked or rng.random() < 0.02:
            glimpse = Glimpse.of(match, seat)
            trusted = match.game.imagine(glimpse.view["position"], match.seats, match.options)
            for look in (glimpse, Glimpse.from_view(glimpse.view)):
                seen = sight.race(look)
                assert match.game.save(seen) == match.game.save(trusted)
                assert all(type(chariot.horses) is tuple for chariot in seen.chariots)
                own = zip(seen.chariots, match.state.chariots, strict=True)
                assert all(one is not other for one, other in own if not other.gone)
            looked.add(name)
        match.submit(seat, match.pending[seat].sample(rng))
    assert {"speed", "step"} <= looked
    assert bool(looked & OWNERS_ASKED) == (match.options["patronage"] != "off")


@pytest.mark.parametrize("difference", range(-5, 6))
def test_chances_rise_and_fall_with_the_drivers(difference: int) -> None:
    assert bolting(BOOK, difference) <= bolting(BOOK, difference + 1)
    assert ram_odds(BOOK, difference)[0] >= ram_odds(BOOK, difference + 1)[0]
    assert ram_odds(BOOK, difference)[1] <= ram_odds(BOOK, difference + 1)[1]


def test_known_chances() -> None:
    assert bolting(BOOK, 0) == pytest.approx(35 / 36)  # 5 + 4*2 + 3*3 + 2*4 + 1*5 of 36
    assert 0.0 < wheel_hit(BOOK, 0, "light", 5) < wheel_hit(BOOK, 0, "heavy", 5)
    assert wheel_lost(BOOK, 1, 20) == 0.0
    assert wheel_lost(BOOK, 3, 1) == pytest.approx(1 / 36)
    assert wheel_lost(BOOK, 10, 0) == 1.0


def test_straining_costs_more_the_faster_and_the_clumsier() -> None:
    assert strain_risk(BOOK, 0, 0, 2, 5.0) == 0.0
    for points in range(1, 8):
        assert strain_risk(BOOK, points, 1, 2, 5.0) < strain_risk(BOOK, points + 1, 1, 2, 5.0)
        assert strain_risk(BOOK, points, 2, 2, 5.0) < strain_risk(BOOK, points, 0, 2, 5.0)
        assert strain_risk(BOOK, points, 1, 2, 5.0) < strain_risk(
            BOOK, points, 1, 0, 5.0
        )  # by the wall a slide is a flip


def test_the_faster_team_is_sooner_at_the_line() -> None:
    track = BOOK.race.track
    course = course_of(BOOK.race)
    start = track.at(4, 0, 3)
    turns = [course.outlook(Pace(top, 1, True, Price(0.016, 4.0))).turns(start, 0) for top in (16, 18, 20, 22)]
    assert turns == sorted(turns, reverse=True)
    whipped = course.outlook(Pace(20, 1, True, Price(0.016, 4.0))).turns(start, 0)
    assert whipped < course.outlook(Pace(20, 1, False, Price(0.016, 4.0))).turns(start, 0)


def test_every_square_folds_onto_the_half_and_back() -> None:
    track = BOOK.race.track
    course = course_of(BOOK.race)
    for square in range(track.size):
        assert course.unfold(course.fold[square], track.section[square] // 2) == square


def test_endurance_is_dearer_the_less_there_is() -> None:
    worth = reserve(10, 1.0)
    steps = [round(worth[left] - worth[left + 1], 9) for left in range(70)]
    assert steps == sorted(steps, reverse=True)
    assert reserve(1, 1.0)[0] == 0.0  # on the last turn nothing needs to be left
    assert reserve(5, 1.0)[0] > 0.0


def test_a_budget_is_dearer_the_less_there_is_and_the_more_there_is_to_go() -> None:
    track = BOOK.race.track
    budget = Budget(course_of(BOOK.race), 22, 2, True, 6.0)
    start, later = track.at(4, 0, 3), track.at(4, 2, 20)

    def price(square: int, leg: int, endurance: int) -> float:
        return budget.outlook(square, leg, endurance).pace.price.endurance

    rich_to_poor = [price(start, 0, endurance) for endurance in (70, 45, 30, 15, 3)]
    assert rich_to_poor == sorted(rich_to_poor)
    assert rich_to_poor[0] == PRICES[0]
    assert rich_to_poor[-1] >= PRICES[-2]
    assert price(later, 10, 8) < price(start, 0, 8)


def test_a_budget_finds_the_best_price_wherever_it_looked_before() -> None:
    track = BOOK.race.track
    course = course_of(BOOK.race)
    budget = Budget(course, 22, 2, True, 6.0)
    rng = random.Random(4)
    for _ in range(60):
        square, leg, endurance = (
            track.at(rng.randint(1, 8), 0, rng.randint(0, 33)),
            rng.choice((0, 4, 8)),
            rng.randint(0, 60),
        )
        found = budget.outlook(square, leg, endurance)
        every = [course.outlook(Pace(22, 2, True, Price(price, 6.0)), Prospect) for price in PRICES]
        worth = {each: each.turns(square, leg) - each.pace.price.endurance * max(0, endurance - 1) for each in every}
        assert worth[found] == pytest.approx(max(worth.values()), abs=0.005)


def test_a_reserve_shortens_the_race_and_nothing_left_is_worst() -> None:
    track = BOOK.race.track
    budget = Budget(course_of(BOOK.race), 22, 2, True, 6.0)
    worth = budget.reserve(track.at(4, 0, 3), 0, 28)
    steps = [worth[left] - worth[left + 1] for left in range(60)]
    assert all(dearer >= cheaper - 1e-9 for dearer, cheaper in pairwise(steps))
    assert steps[0] > 1.0
    last = budget.reserve(track.at(4, 2, 20), 10, 5)
    assert last[0] - last[1] < 0.1  # nothing needs to be left on the last turn


def test_the_champion_imagines_every_place_in_the_draw() -> None:
    """Eight futures put him first and last and between; three of them at least early and late."""
    for seed in range(20):
        champion = Agitator(random.Random(seed), samples=8)
        places = [len(first_part(list(range(7)), share)) for share in champion.shares()]
        assert len(places) == 8
        assert min(places) <= 1
        assert max(places) >= 6
        early = sorted(places[:3])
        assert early[0] <= 3
        assert early[2] >= 4


def test_a_car_in_the_last_corner_is_known_to_be_slow() -> None:
    """Out of lane 1 with the car still in it: a turn of 8 squares or a strain."""
    track = BOOK.race.track
    course = course_of(BOOK.race)
    prospect = course.outlook(Pace(22, 2, True, Price(0.02, 6.0)), Prospect)
    first, second = (prospect.turns(track.at(1, 2, index), 10) for index in (0, 1))
    assert first > second + 0.3
    outer, beside = (prospect.turns(track.at(8, 2, index), 10) for index in (0, 1))
    assert outer < beside + 0.1


def test_every_drive_holds_the_simple_ones_and_better() -> None:
    course = course_of(BOOK.race)
    every = every_drive(course)
    better = 0
    for simple, drives in zip(course.drives, every, strict=True):
        reached = {(end, lane): speed for speed, end, lane in drives}
        assert [speed for speed, _, _ in drives] == sorted(speed for speed, _, _ in drives)
        for speed, end, lane in simple:
            # As cheap, and touching no lane further in.
            as_good = [cost for (to, inner), cost in reached.items() if to == end and (not inner or inner >= lane > 0)]
            assert min(as_good) <= speed
        better += len(reached) - len(simple)
    assert better > 0
