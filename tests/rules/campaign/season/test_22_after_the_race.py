"""CM 22, 23.1 to 23.3 in a season: what a race has cost and taught."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.core.errors import DataError
from tests.rules.campaign.season.host import (
    SeasonMatch,
    answer,
    begun,
    cash,
    go_to,
    questions,
    quiet_report,
    run_race,
    settled,
    state,
    told,
)
from tests.rules.campaign.season.kit import boxes, chariot, driver, stable, team


def on(*more: Any, **options: Any) -> SeasonMatch:
    """Two owners with a chariot each and one more for the first."""
    return begun([stable(chariot(1), *more), stable(chariot(2))], step="entries", **options)


def first(match: SeasonMatch) -> Any:
    return state(match).stables[0].chariots[0]


@pytest.mark.rule("CM 22.2")
def test_the_race_in_which_he_was_hurt_counts() -> None:
    """3 hits lost in race 4: 2, 1 and 0 are missing after races 4, 5 and 6, and for race 7 he is fit."""
    match = on(chariot(3), race=4)
    run_race(match, {"hits": 3})
    missing = [first(match).injury]
    for _ in range(2):
        go_to(match, "entries")
        assert "enter 1" not in match.pending[0]  # CM 22.4a
        run_race(match)
        missing.append(first(match).injury)
    assert missing == [2, 1, 0]
    assert "enter 1" in go_to(match, "entries").pending[0]


@pytest.mark.rule("CM 22.1")
def test_those_who_did_not_race_heal_as_well() -> None:
    hurt = chariot(3, man=driver(hits=2, full=6))
    match = on(hurt)
    run_race(match)
    assert state(match).stables[0].chariots[1].injury == 3
    assert told(match, "healed") == [{"points": {"0": 1}}]


@pytest.mark.rule("CM 22.1")
def test_endurance_is_whole_again() -> None:
    match = on()
    run_race(match)
    go_to(match, "race")
    assert match.contest is not None
    assert match.contest.options["stables"][0][0]["endurance"] == 46


@pytest.mark.rule("CM 22.21")
def test_drugs_have_worn_off_before_one_point_heals() -> None:
    """2 drug points and 3 of a ram on a 5: the race gives the drugs back, so 2 boxes are left and 3 after healing."""
    match = on()
    run_race(match, {"horses": [2, 4, 4, 5], "injuries": [3, 0, 0, 0]})
    assert boxes(first(match).team) == [3, 4, 4, 5]
    assert first(match).injury == 2


@pytest.mark.rule("CM 22.2")
def test_a_horse_without_boxes_is_dead_and_stays_so() -> None:
    match = on(chariot(3))
    run_race(match, {"horses": [0, 3, 4, 5]})
    run_race(match)
    assert boxes(first(match).team) == [0, 4, 4, 5]
    assert [(each.kind, each.name, each.race) for each in state(match).graves] == [("horse", "Horse 1", 3)]
    assert not first(match).ready


@pytest.mark.rule("CM 22.3")
def test_a_car_with_both_wheels_is_mended_and_a_wreck_is_lost() -> None:
    match = on()
    run_race(match, {"wrecked": True, "out": True}, {"wrecked": False})
    assert (first(match).car.wrecked, state(match).stables[1].chariots[0].car.wrecked) == (True, False)  # type: ignore[union-attr]
    assert told(match, "car-lost") == [{"seat": 0, "chariot": 1, "car": "normal"}]
    answer(go_to(match, "purchases"), "purchases", {0: {"car_1": "buy"}})
    assert cash(match)[0] == 10_000 - 100 - 500


@pytest.mark.rule("CM 22.4a")
@pytest.mark.rule("CM 22.4b")
def test_only_who_may_run_is_offered() -> None:
    hurt = [chariot(number, man=driver(hits=6 - number, full=6, identity=number)) for number in (2, 3)]
    match = begun([stable(chariot(1), *hurt), stable(chariot(9))], step="entries")
    assert set(match.pending[0]) == {"enter 1", "enter 1 2", "stay out"}
    match = begun([stable(*hurt), stable(chariot(9))], step="entries")
    assert set(match.pending[0]) == {"enter 2", "enter 2 3", "stay out"}


# -- the dead ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 22.2")
@pytest.mark.rule("CM 23.3")
def test_a_killed_driver_takes_his_experience_with_him() -> None:
    match = on()
    first(match).driver.experience = 20
    first(match).team.experience = 20
    run_race(match, {"driver": "dead", "out": True, "hits": 0})
    man = first(match).driver
    assert (man.alive, man.experience, man.fate) == (False, 0, "killed in race 3")
    assert first(match).team.experience == 20
    (grave,) = state(match).graves
    assert (grave.name, grave.kind, grave.seat, grave.race, grave.races) == (man.name, "driver", 0, 3, 1)
    assert set(go_to(match, "entries").pending) == {1}


# -- experience (CM 23.1, 23.2) ---------------------------------------------------------------------------------


@pytest.mark.rule("CM 23.1a")
@pytest.mark.rule("CM 23.2")
def test_driver_and_team_each_get_all_of_it() -> None:
    """A win by 12 squares: 14 + 3 + 5 for the one and for the other."""
    match = on()
    run_race(match, {"place": 1, "gap": 12}, {"place": 2, "gap": None})
    assert (first(match).driver.experience, first(match).team.experience) == (22, 22)
    second = state(match).stables[1].chariots[0]
    assert (second.driver and second.driver.experience, second.team and second.team.experience) == (8, 8)
    assert [(each["name"], each["points"]) for each in told(match, "learnt")] == [("Driver 11", 22), ("Driver 21", 8)]


@pytest.mark.rule("CM 23.1c")
def test_with_nobody_behind_and_one_dropped_out_both_bonuses() -> None:
    match = begun([stable(chariot(number)) for number in (1, 2, 3)], step="entries")
    run_race(match, {"place": 1, "gap": 2}, {"place": 2, "gap": None}, {"out": True})
    assert [each.experience for each in state(match).days[0].finishes] == [14, 13, 0]
    match = begun([stable(chariot(number)) for number in (1, 2, 3)], step="entries")
    run_race(match, {"place": 1, "gap": 2}, {"place": 2, "gap": 1}, {"place": 3, "gap": None})
    assert [each.experience for each in state(match).days[0].finishes] == [14, 8, 4]


@pytest.mark.rule("CM 23.1a")
def test_careers_are_kept() -> None:
    match = on()
    run_race(match, {"place": 1, "gap": 1}, {"place": 2, "gap": None})
    run_race(match, {"place": 4, "gap": 1}, {"place": 5, "gap": None})
    career = first(match).driver.career
    assert (career.races, career.places, career.wins) == (2, [1, 0, 0, 1], 1)
    assert first(match).team.career == career
    days = state(match).days
    assert [(each.race, each.hash) for each in days] == [(3, "race 0"), (4, "race 1")]


# -- spending it (CM 23.3 to 23.7) ------------------------------------------------------------------------------


def learned(points: int = 0, team_points: int = 0, **more: Any) -> SeasonMatch:
    man, horses = driver(1, experience=points), team(8, 6, 5, 8, experience=team_points)
    return begun([stable(chariot(1, man=man, horses=horses)), stable(chariot(2))], step="experience", **more)


@pytest.mark.rule("CM 23.3")
def test_each_spends_only_his_own_points() -> None:
    """30 of the driver and 9 of the team: no horse gets faster."""
    match = learned(30, 9)
    assert list(match.pending[0]) == ["save", "driver 1"]
    answer(match, "improve", {0: "driver 1"})
    assert (first(match).driver.modifier, first(match).driver.experience) == (2, 5)
    assert "improve" not in questions(match)


@pytest.mark.rule("CM 23.3")
def test_points_may_be_saved_for_as_long_as_one_likes() -> None:
    match = learned(60, 0)
    answer(match, "improve")
    assert (first(match).driver.modifier, first(match).driver.experience) == (1, 60)
    run_race(match)
    assert list(match.pending[0]) == ["save", "driver 1"]


@pytest.mark.rule("CM 23.4")
def test_every_twenty_five_points_of_a_driver() -> None:
    match = learned(50)
    answer(match, "improve", {0: "driver 1"})
    answer(match, "improve", {0: "driver 1"})
    assert (first(match).driver.modifier, first(match).driver.full) == (3, 6)


@pytest.mark.rule("CM 23.5")
def test_a_horse_of_eight_waits_until_all_are_six() -> None:
    match = learned(0, 20)
    assert "horse 2 1" not in match.pending[0]
    answer(match, "improve", {0: "horse 2 3"})
    assert [horse.full for horse in first(match).team.horses] == [8, 6, 6, 8]
    answer(match, "improve", {0: "horse 2 1"})
    assert ([horse.full for horse in first(match).team.horses], first(match).team.endurance) == ([9, 6, 6, 8], 46)


@pytest.mark.rule("CM 23.6")
def test_two_dice_on_endurance_for_ten_points() -> None:
    match = learned(0, 20, dice=[3, 4, 2, 3])
    for _ in range(2):
        answer(match, "improve", {0: "endurance 2"})
    assert (first(match).team.endurance, first(match).team.experience) == (58, 0)
    assert [each["endurance"] for each in told(match, "hardened")] == [53, 58]


@pytest.mark.rule("CM 23.3")
def test_after_the_last_race_nobody_is_asked() -> None:
    assert learned(50, 50, race=10).outcome is not None


# -- a report that cannot be --------------------------------------------------------------------------------------


@pytest.mark.rule("CM 20.4")
@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"purses": [1, 2]}, "the purses of the report are not what its transfers come to"),
        ({"entries": []}, "does not speak of the chariots that were entered"),
        ({"entries": [{}]}, "this is not the report of a race"),
    ],
)
def test_a_report_that_does_not_add_up_is_refused(change: Any, words: str) -> None:
    match = go_to(on(), "race")
    assert match.contest is not None
    with pytest.raises(DataError, match=words):
        match.settle(settled({**quiet_report(match.contest), **change}))
