"""CM 23: what places are worth, and what points buy."""

from __future__ import annotations

import pytest

from ludus.campaign.season.experience import earned
from ludus.campaign.training import harden, may_harden, may_quicken, may_train, quicken, train
from tests.rules.campaign.season.kit import driver, speeds, team


@pytest.mark.rule("CM 23.1a")
@pytest.mark.parametrize(("place", "points"), [(1, 14), (2, 8), (3, 4), (4, 1), (5, 0), (None, 0)])
def test_points_for_places(place: int | None, points: int) -> None:
    assert earned(place, 2, dropped=1) == points


@pytest.mark.rule("CM 23.1b")
@pytest.mark.parametrize(
    ("place", "gap", "points"),
    [
        (1, 5, 14), (1, 6, 17), (1, 10, 17), (1, 11, 22), (1, 40, 22),
        (2, 6, 10), (2, 11, 13),
        (3, 6, 5), (3, 12, 7),
        (4, 5, 1), (4, 10, 2), (4, 11, 3),
        (5, 40, 0),
    ],
)  # fmt: skip
def test_distance_adds_to_it(place: int, gap: int, points: int) -> None:
    assert earned(place, gap, dropped=1) == points


@pytest.mark.rule("CM 23.1c")
@pytest.mark.parametrize(
    ("place", "dropped", "points"),
    [(2, 6, 13), (3, 0, 4), (2, 1, 13), (1, 1, 22), (1, 0, 14)],
)
def test_with_nobody_behind_both_bonuses_if_somebody_dropped_out(place: int, dropped: int, points: int) -> None:
    assert earned(place, None, dropped) == points


@pytest.mark.rule("CM 23.4")
def test_a_driver_rises_without_limit_and_his_hits_stay() -> None:
    man = driver(2, hits=8, experience=50)
    while may_train(man):
        train(man)
    assert (man.modifier, man.full, man.hits, man.experience) == (4, 8, 8, 0)
    man.experience = 24
    assert not may_train(man)
    man.modifier, man.experience = 12, 25
    assert may_train(man)


@pytest.mark.rule("CM 23.3")
def test_points_serve_only_whom_they_belong_to() -> None:
    """His 30 points do not help a team that has 9, and they may be saved for as long as he likes."""
    man, horses = driver(experience=30), team(5, 4, 4, 5, experience=9)
    assert may_train(man)
    assert not may_harden(horses)
    assert not any(may_quicken(horses, place) for place in range(4))


@pytest.mark.rule("CM 23.3")
def test_the_dead_learn_nothing() -> None:
    man = driver(hits=0, full=6, experience=100)
    horses = team(5, 4, 4, 5, now=(0, 0, 0, 0), experience=100)
    assert not may_train(man)
    assert not may_harden(horses)
    assert not any(may_quicken(horses, place) for place in range(4))


@pytest.mark.rule("CM 23.5")
@pytest.mark.parametrize(
    ("of", "may"),
    [
        ((8, 6, 5, 8), [False, True, True, False]),
        ((8, 6, 6, 8), [True, True, True, True]),
        ((7, 2, 2, 2), [True, True, True, True]),
        ((10, 9, 6, 6), [False, True, True, True]),
        ((9, 6, 6, 10), [True, True, True, False]),
    ],
)
def test_how_far_a_horse_may_come(of: tuple[int, ...], may: list[bool]) -> None:
    assert [may_quicken(team(*of, experience=10), place) for place in range(4)] == may


@pytest.mark.rule("CM 23.5")
def test_ratings_are_those_at_full_strength() -> None:
    """An injured horse is still rated 6; a dead one is not rated at all."""
    assert may_quicken(team(8, 6, 6, 8, now=(8, 3, 6, 8), experience=10), 0)
    assert not may_quicken(team(8, 6, 6, 8, now=(8, 0, 6, 8), experience=10), 0)


@pytest.mark.rule("CM 23.5")
@pytest.mark.rule("CM 23.7")
def test_a_quicker_horse_costs_no_endurance() -> None:
    horses = team(5, 4, 4, 5, now=(3, 4, 4, 5), endurance=46, experience=13)
    quicken(horses, 0)
    assert speeds(horses) == [6, 4, 4, 5]
    assert [horse.now for horse in horses.living] == [4, 4, 4, 5]
    assert (horses.endurance, horses.experience) == (46, 3)


@pytest.mark.rule("CM 23.6")
@pytest.mark.rule("CM 23.7")
def test_endurance_has_no_ceiling() -> None:
    horses = team(5, 4, 4, 5, endurance=46, experience=20)
    harden(horses, 7)
    assert may_harden(horses)
    harden(horses, 5)
    assert (horses.endurance, horses.experience, may_harden(horses)) == (58, 0, False)
    assert speeds(horses) == [5, 4, 4, 5]
    horses.endurance, horses.experience = 99, 10
    assert may_harden(horses)
