"""CM 22: what heals, and who may run."""

from __future__ import annotations

import pytest

from ludus.campaign.recovery import admitted, mend, recover
from tests.rules.campaign.season.kit import boxes, chariot, driver, stable, team


@pytest.mark.rule("CM 22.2")
def test_a_driver_regains_one_hit_after_every_race() -> None:
    """The race in which he was hurt counts."""
    man = driver(hits=4, full=7)
    missing = []
    for _ in range(4):
        mend(man)
        missing.append(man.injury)
    assert missing == [2, 1, 0, 0]


@pytest.mark.rule("CM 22.2")
def test_every_horse_heals_for_itself_and_the_dead_do_not() -> None:
    horses = team(5, 4, 4, 5, now=(4, 2, 4, 0))
    of = stable(chariot(horses=horses))
    assert recover(of) == 2
    assert boxes(horses) == [5, 3, 4, 0]
    recover(of)
    assert boxes(horses) == [5, 4, 4, 0]


@pytest.mark.rule("CM 22.1")
def test_everybody_heals_also_who_rested_or_is_kept_aside() -> None:
    rested = chariot(2, man=driver(hits=3, full=6))
    of = stable(chariot(1), rested)
    of.drivers.append(spare := driver(hits=1, full=5, identity=77))
    lone = team(4, 4, 4, 4, now=(3, 4, 4, 4)).horses[0]
    of.horses.append(lone)
    assert recover(of) == 3
    assert (rested.driver and rested.driver.hits, spare.hits, lone.now) == (4, 2, 4)


@pytest.mark.rule("CM 22.22")
def test_never_above_full_strength_to_which_experience_belongs() -> None:
    """A horse of 5 that was raised to 6."""
    horses = team(6, 4, 4, 5, now=(6, 4, 4, 5))
    of = stable(chariot(horses=horses))
    recover(of)
    assert boxes(horses)[0] == 6
    horses.horses[0].now = 4
    recover(of)
    assert boxes(horses)[0] == 5
    recover(of)
    assert boxes(horses)[0] == 6


@pytest.mark.rule("CM 22.4a")
def test_a_healthy_chariot_must_be_used() -> None:
    of = [chariot(number, man=driver(hits=6 - (number > 1), full=6)) for number in range(1, 6)]
    assert [each.id for each in admitted(of)] == [1]
    # A second entry may be injured when no other healthy one is left.
    assert [each.id for each in admitted(of, [1])] == [2, 3, 4, 5]


@pytest.mark.rule("CM 22.4a")
def test_a_second_healthy_one_comes_before_any_injured() -> None:
    of = [chariot(1), chariot(2), chariot(3, man=driver(hits=5, full=6))]
    assert [each.id for each in admitted(of, [1])] == [2]


@pytest.mark.rule("CM 22.4b")
def test_with_none_healthy_the_least_injured_runs() -> None:
    """3, 5 and 2 points; driver and horses are added up, and ties are the owner's choice."""
    of = [
        chariot(1, man=driver(hits=3, full=6)),
        chariot(2, man=driver(hits=3, full=6), horses=team(5, 4, 4, 5, now=(4, 3, 4, 5))),
        chariot(3, horses=team(5, 4, 4, 5, now=(5, 4, 4, 3))),
    ]
    assert [each.injury for each in of] == [3, 5, 2]
    assert [each.id for each in admitted(of)] == [3]
    of.append(chariot(4, man=driver(hits=4, full=6)))
    assert [each.id for each in admitted(of)] == [3, 4]


@pytest.mark.rule("CM 22.4b")
def test_who_lacks_driver_car_or_horse_never_starts() -> None:
    """However healthy the rest is; and it is not compared."""
    of = [
        chariot(1, man=driver(hits=0, full=6)),
        chariot(2, horses=team(5, 4, 4, 5, now=(5, 4, 0, 5))),
        chariot(3, wrecked=True),
        chariot(4, man=driver(hits=1, full=6)),
    ]
    of[0].driver = None
    assert [each.id for each in admitted(of)] == [4]
    assert admitted(of[:3]) == []
