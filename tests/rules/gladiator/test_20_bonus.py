"""GL 20.1-bonus, 20.5: what a place is worth when several fight one."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.core.decision import Allocate
from tests.rules.gladiator.arena import (
    FIRST,
    SECOND,
    THIRD,
    ArenaMatch,
    answer,
    arena,
    asked,
    caps,
    events,
    fighter,
    man,
)
from tests.rules.gladiator.team_kit import NORTH, QUIET, beset, share

# -- his own bonus ---------------------------------------------------------------------------------------


@pytest.mark.rule("GL 20.1-bonus", "GL 8.12b")
def test_who_had_to_pivot_has_no_bonus() -> None:
    """Priscus shows him his right side, which would be worth +2."""
    match = arena(
        man(0, 0, "N", cf=9), man(0, -1, "SE", side=1), man(1, -1, "SW", side=1), step="engage", options=QUIET
    )
    assert fighter(match, FIRST).rotated
    assert caps(match, 0)["unused"] == 9


def with_bonus(second: str = "SW", dice: tuple[int, ...] = (), **sheet: Any) -> ArenaMatch:
    """Verus faces north-east and need not turn; Priscus in the north shows him his right side: +2."""
    return arena(
        {**man(0, 0, "NE", cf=9), **sheet},
        man(0, -1, "SE", side=1),
        man(1, -1, second, side=1),
        step="engage",
        options=QUIET,
        dice=dice,
    )


@pytest.mark.rule("GL 20.1-bonus")
def test_his_bonus_goes_into_attacks_on_that_man_or_is_lost() -> None:
    """CF 9 and +2: eleven, at most five on an area; two of them on Priscus."""
    match = with_bonus()
    assert asked(match)[0] == "bonus"
    assert set(caps(match, 0)) == {
        "unused",
        *(f"attack {SECOND} {area}" for area in ("head", "chest", "groin", "arms", "legs")),
    }
    share(match, 0, **{f"attack_{SECOND}_chest": 2})
    assert caps(match, 0)["unused"] == 9
    assert caps(match, 0)[f"attack {SECOND} chest"] == 3
    assert caps(match, 0)[f"attack {THIRD} chest"] == 5
    assert caps(match, 0)["defend chest"] == 9
    match = with_bonus()
    share(match, 0, **{f"attack_{SECOND}_chest": 1})
    assert caps(match, 0)["unused"] == 9
    assert caps(match, 0)[f"attack {SECOND} chest"] == 4  # ten CFs in all now


@pytest.mark.rule("GL 20.1-bonus")
def test_pledged_and_own_cfs_make_one_attack() -> None:
    match = with_bonus(dice=(1, 1, 1, 1, 1, 1))
    share(match, 0, **{f"attack_{SECOND}_chest": 2})
    share(match, 0, **{f"attack_{SECOND}_chest": 3})
    share(match, 1)
    share(match, 2)
    (attack,) = events(match, "attack")
    assert (attack.data["target"], attack.data["cf"]) == (SECOND, 5)
    assert fighter(match, FIRST).attack_total == 5


@pytest.mark.rule("GL 20.1-bonus", "GL 8.43")
def test_areas_that_have_bonus_cfs_are_attacks_already() -> None:
    """Chest and legs of Priscus have one each: three more attacks, and more on those two."""
    match = with_bonus()
    share(match, 0, **{f"attack_{SECOND}_chest": 1, f"attack_{SECOND}_legs": 1})
    decision = match.pending[0]
    assert isinstance(decision, Allocate)
    others = [number for number, box in enumerate(decision.boxes) if f"{THIRD} " in box]
    pledged = [
        number for number, box in enumerate(decision.boxes) if box.endswith((f"{SECOND} chest", f"{SECOND} legs"))
    ]

    def answered(numbers: list[int]) -> tuple[int, ...]:
        points = [int(number in numbers) for number in range(len(decision.boxes))]
        return (*points[:-1], 9 - sum(points))

    assert answered([*others[:3], *pledged]) in decision
    assert answered(others[:4]) not in decision


@pytest.mark.rule("GL 20.1-bonus")
def test_the_first_seat_may_be_the_one_it_goes_against() -> None:
    """Priscus alone against Verus, who shows him his right side, and Flamma."""
    match = arena(man(0, -1, "SE"), man(0, 0, "NE", cf=9), man(1, -1, "SW", side=0), step="engage", options=QUIET)
    assert asked(match)[0] == "bonus"
    assert f"attack {FIRST} chest" in caps(match, 1)


@pytest.mark.rule("GL 20.2", "GL 20.4")
def test_two_men_before_him_whom_nobody_helps() -> None:
    """Both unarmed: he is not beset, but names whom he attacks all the same."""
    foes = man(0, -1, "S", side=1, weapon=""), man(1, -1, "SW", side=1, weapon="")
    match = arena(man(0, 0, "N"), *foes, step="engage", options=QUIET, dice=[])
    if match.pending[0].name == "bonus-on":
        answer(match, THIRD)
    assert {f"attack {SECOND} chest", f"attack {THIRD} chest"} <= set(caps(match, 0))


@pytest.mark.rule("GL 20.1-bonus")
def test_of_two_bonuses_he_chooses_one() -> None:
    """Flamma in the north-east shows him his left side: +1."""
    match = with_bonus("NW")
    assert asked(match) == ("bonus-on", [SECOND, THIRD])
    answer(match, THIRD)
    decision = match.pending[0]
    assert isinstance(decision, Allocate)
    assert decision.budget == 1
    assert f"attack {THIRD} chest" in caps(match, 0)
    assert f"attack {SECOND} chest" not in caps(match, 0)


@pytest.mark.rule("GL 20.1-bonus", "GL 20.4")
def test_the_same_with_one_man_in_front_and_one_behind() -> None:
    """He keeps his facing; the +2 against the man in front may not be used for his defence."""
    match = arena(man(0, 0, "N", cf=9), man(0, -1, "SE", side=1), man(0, 1, "N", side=1), step="engage", options=QUIET)
    assert not fighter(match, FIRST).rotated
    assert asked(match)[0] == "concentrate"
    answer(match, "spread")
    assert asked(match)[0] == "bonus"
    share(match, 0, **{f"attack_{SECOND}_legs": 2})
    assert caps(match, 0)["defend head"] == 9


@pytest.mark.rule("GL 20.1-bonus", "GL 9.33")
def test_a_spent_man_strikes_with_nothing_but_his_bonus() -> None:
    """CF 0: both CFs go into one attack, and there is nothing more to share out."""
    match = with_bonus(cf=0, dice=(1, 1, 2))
    share(match, 0, **{f"attack_{SECOND}_chest": 2})
    assert 0 not in match.pending
    share(match, 1)
    share(match, 2)
    (attack,) = events(match, "attack")
    assert (attack.data["fighter"], attack.data["cf"]) == (FIRST, 2)
    match = with_bonus(cf=-1)
    decision = match.pending[0]
    assert isinstance(decision, Allocate)
    assert decision.budget == 1


# -- the bonus concentrated ------------------------------------------------------------------------------


def from_the_side() -> ArenaMatch:
    """Flamma stands at Verus' rear left: +3; Priscus holds his front, Spiculus his other side."""
    match = beset("N", "SW", "SE", dice=(1,) * 11)
    assert fighter(match, FIRST).facing == NORTH
    assert match.pending[3].name == "concentrate"
    match.submit(3, "spread")
    return match


@pytest.mark.rule("GL 20.5", "GL 8.31a")
def test_half_his_own_cfs_and_the_whole_bonus_in_one_attack() -> None:
    """10 CFs and +3: eight on the chest, five elsewhere; column 5, and 3 on the dice."""
    match = from_the_side()
    assert asked(match) == ("concentrate", ["spread", "head", "chest", "groin", "arms", "legs"])
    answer(match, "chest")
    assert caps(match, 2)["unused"] == 13
    assert caps(match, 2)["attack chest"] == 8
    assert caps(match, 2)["attack legs"] == 5
    share(match, 0)
    share(match, 1)
    share(match, 3)
    share(match, 2, attack_chest=8)
    (attack,) = events(match, "attack")
    assert attack.data["advantage"] == 8
    assert attack.modifiers == (("net advantage", 3),)


@pytest.mark.rule("GL 20.5")
def test_or_spread_as_in_a_duel() -> None:
    match = from_the_side()
    answer(match, "spread")
    assert caps(match, 2)["attack chest"] == 6
    assert caps(match, 2)["attack legs"] == 6
    duel = arena(man(0, 0, "N"), man(-1, 1, "NE"), step="engage", options=QUIET)
    assert caps(duel, 1)["attack chest"] == 6
    assert caps(duel, 1)["unused"] == 13


@pytest.mark.rule("GL 20.5", "GL 9.33")
@pytest.mark.parametrize(("cf", "aimed", "elsewhere"), [(2, 4, 1), (3, 4, 1), (1, 4, 1)])
def test_a_man_with_few_cfs(cf: int, aimed: int, elsewhere: int) -> None:
    """Half of his own, one at least, and the bonus of 3."""
    foes = man(0, -1, "S", side=1), man(-1, 1, "NE", side=1, cf=cf), man(1, 0, "NW", side=1)
    match = arena(man(0, 0, "N"), *foes, step="engage", options=QUIET)
    match.submit(3, "spread")
    answer(match, "chest")
    assert caps(match, 2)["attack chest"] == aimed
    assert caps(match, 2)["attack legs"] == elsewhere


@pytest.mark.rule("GL 20.5", "GL 9.33")
def test_a_spent_man_puts_all_he_has_anywhere() -> None:
    foes = man(0, -1, "S", side=1), man(-1, 1, "NE", side=1, cf=0), man(1, 0, "NW", side=1)
    match = arena(man(0, 0, "N"), *foes, step="engage", options=QUIET)
    assert set(match.pending) == {3}
    answer(match, "spread")
    assert caps(match, 2)["attack legs"] == 3


@pytest.mark.rule("GL 20.5", "GL 20")
def test_nor_against_a_man_whom_only_one_attacks() -> None:
    """He lies on his face and one man stands behind him; the other enemy is far away."""
    match = arena(
        man(0, 0, "N", posture="prone"), man(0, 1, "N", side=1), man(0, -20, "S", side=1), step="engage", options=QUIET
    )
    assert {decision.name for decision in match.pending.values()} == {"allocate"}


@pytest.mark.rule("GL 20.5")
def test_not_for_those_in_his_front() -> None:
    match = beset("N", "NE", facing="NE")
    assert {decision.name for decision in match.pending.values()} == {"team-allocate"}


@pytest.mark.rule("GL 20.5", "GL 20.1-bonus")
def test_nor_for_one_who_is_beset_himself() -> None:
    """Flamma at Verus' rear has Spiculus and Hermes behind and beside him: his bonus is for Verus alone, within the
    half limit."""
    match = arena(
        man(0, 0, "N"),
        man(0, -1, "S", side=1),
        man(0, 1, "N", side=1),
        man(-1, 2, "NE", side=0),
        man(1, 1, "NW", side=0),
        step="engage",
        options=QUIET,
    )
    assert "concentrate" not in {decision.name for decision in match.pending.values()}
