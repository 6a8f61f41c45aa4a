"""GL 8.31a to 8.33, 8.41, 8.43: sharing out combat factors, and what is announced."""

from __future__ import annotations

from typing import Any

import pytest

from ludus import Refused
from ludus.core.decision import Allocate
from ludus.games.gladiator.charts import AREAS
from tests.rules.gladiator.arena import (
    FIRST,
    SECOND,
    ArenaMatch,
    allot,
    answer,
    arena,
    caps,
    dice_left,
    events,
    fighter,
    man,
    plot,
)

QUIET = {"throws": False}
NOTHING = (1, 1, 2)  # a 4: no effect in columns 0 to 2


def duel(cf: int = 10, dice: tuple[int, ...] = (), **sheet: Any) -> ArenaMatch:
    """Face to face, neither with a bonus."""
    return arena(man(0, 0, "N", cf=cf, **sheet), man(0, -1, "S"), step="engage", options=QUIET, dice=dice)


# -- attack ------------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 8.31a")
@pytest.mark.parametrize(
    ("cf", "half"), [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (8, 4), (9, 4), (10, 5), (11, 5), (20, 10)]
)
def test_half_of_the_factors_on_one_area(cf: int, half: int) -> None:
    match = duel(cf)
    assert [caps(match)[f"attack {area}"] for area in AREAS] == [half] * 5
    with pytest.raises(Refused, match=r"GL 8\.31a"):
        allot(match, 0, attack={"groin": half + 1})
    allot(match, 0, attack={"groin": half})


@pytest.mark.rule("GL 8.31a")
def test_all_of_them_may_attack() -> None:
    match = duel(10)
    allot(match, 0, attack={"head": 5, "chest": 5})
    assert 0 not in match.pending


@pytest.mark.rule("GL 8.31a")
def test_none_of_them_need_attack() -> None:
    match = duel(10)
    allot(match, 0)
    allot(match, 1)
    assert events(match, "attacks")[0].data == {"attacks": {FIRST: 0, SECOND: 0}}
    assert not events(match, "attack")


@pytest.mark.rule("GL 8.31a")
@pytest.mark.parametrize(
    ("sheet", "half"),
    [({"stun": 3}, 3), ({"stumbling": True}, 4), ({"spent": 6}, 2), ({"spent": 9}, 1), ({"spent": 7}, 1)],
)
def test_half_of_what_is_left_when_he_allocates(sheet: dict[str, Any], half: int) -> None:
    """Stun, a stumble and the price of nets are off before it is halved."""
    assert caps(duel(10, **sheet))["attack head"] == half


@pytest.mark.rule("GL 8.31a")
def test_the_bonus_counts_in_the_half() -> None:
    match = arena(man(0, 1, "N"), man(0, 0, "N"), step="engage", options=QUIET)
    assert caps(match, 0)["attack head"] == 15 // 2


# -- the order of attacks ----------------------------------------------------------------------------------


@pytest.mark.rule("GL 8.31b", "GL 8.42")
@pytest.mark.parametrize(
    ("order", "expected"),
    [("chest, legs", [("chest", 2), ("legs", 4)]), ("legs, chest", [("legs", 2), ("chest", 4)])],
)
def test_in_the_order_written(order: str, expected: list[tuple[str, int]]) -> None:
    match = duel(10, NOTHING * 2)
    allot(match, 0, attack={"chest": 1, "legs": 1})
    allot(match, 1)
    assert match.pending[0].clause == "GL 8.31b"
    answer(match, order)
    assert [(each.data["area"], each.data["sub"]) for each in events(match, "attack")] == expected
    assert dice_left(match) == ()


@pytest.mark.rule("GL 8.31b")
def test_every_order_can_be_written() -> None:
    match = duel(10)
    allot(match, 0, attack={"head": 1, "arms": 2, "legs": 1})
    allot(match, 1)
    assert set(match.pending[0]) == {
        "head, arms, legs",
        "head, legs, arms",
        "arms, head, legs",
        "arms, legs, head",
        "legs, head, arms",
        "legs, arms, head",
    }


@pytest.mark.rule("GL 8.31b")
@pytest.mark.parametrize("attack", [{}, {"head": 3}])
def test_nothing_to_put_in_order(attack: dict[str, int]) -> None:
    match = duel(10, NOTHING if attack else ())
    allot(match, 0, attack=attack, defend={"head": 5})
    allot(match, 1, defend={"head": 2})
    assert match.pending[0].name == "plot"


# -- defence -----------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 8.32")
@pytest.mark.parametrize("area", AREAS)
def test_no_limit_on_an_area(area: str) -> None:
    match = duel(8)
    assert caps(match)[f"defend {area}"] == 8
    allot(match, 0, defend={area: 8})
    assert 0 not in match.pending


@pytest.mark.rule("GL 8.32")
@pytest.mark.parametrize("area", AREAS)
def test_it_guards_the_area_it_is_set_on(area: str) -> None:
    match = duel(8, NOTHING)
    allot(match, 0, defend={area: 3})
    allot(match, 1, attack={"groin": 2})
    (attack,) = events(match, "attack")
    assert attack.data["defence"] == (3 if area == "groin" else 0)


@pytest.mark.rule("GL 8.32", "GL 8.41")
def test_in_secret() -> None:
    """Until both have answered, the other sees neither attack nor defence; only that an answer is in."""
    one, other = duel(10), duel(10)
    allot(one, 0, attack={"head": 5}, defend={"legs": 5})
    allot(other, 0, defend={"head": 10})
    assert one.view(1) == other.view(1)
    assert one.view(None) == other.view(None)
    assert one.events_for(1) == other.events_for(1)
    assert one.view(0)["given"] != other.view(0)["given"]


@pytest.mark.rule("GL 8.32", "GL 8.41", "GL 8.31b")
def test_still_in_secret_while_attacks_are_put_in_order() -> None:
    one, other = duel(10), duel(10)
    allot(one, 0, attack={"head": 5, "legs": 1}, defend={"legs": 4})
    allot(other, 0, attack={"chest": 1, "arms": 2}, defend={"head": 7})
    for match in (one, other):
        allot(match, 1, defend={"head": 3})
        assert match.pending[0].name == "order"
    assert one.view(1) == other.view(1)
    assert one.view(None) == other.view(None)
    assert one.events_for(1) == other.events_for(1)


@pytest.mark.rule("GL 8.41", "GL 8.31b")
@pytest.mark.parametrize("attack", [{}, {"head": 5}, {"head": 1, "chest": 2, "legs": 3}])
def test_nobody_learns_how_many_attacks_are_planned_before_all_are_in_order(attack: dict[str, int]) -> None:
    match, other = duel(10, (1,) * 60), duel(10)
    for each, share in ((match, attack), (other, {"arms": 1, "legs": 1})):
        allot(each, 0, attack=share, defend={"legs": 4}, ready=False)
        allot(each, 1, attack={"head": 1, "legs": 1}, defend={"head": 3}, ready=False)
        assert {seat: question.name for seat, question in each.pending.items()} == {0: "order", 1: "order"}
    assert match.view(1) == other.view(1)
    match.submit(0, match.pending[0].default)
    match.submit(1, match.pending[1].default)
    told = events(match, "attacks")[-1]
    assert told.data["attacks"][FIRST] == len(attack)


# -- the total ---------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 8.33")
@pytest.mark.parametrize(
    ("attack", "defend"),
    [({"head": 5, "chest": 5}, {"head": 1}), ({}, {"head": 6, "legs": 5}), ({"head": 5, "chest": 5, "legs": 1}, {})],
)
def test_no_more_than_there_are(attack: dict[str, int], defend: dict[str, int]) -> None:
    match = duel(10)
    with pytest.raises(Refused) as refused:
        allot(match, 0, attack=attack, defend=defend)
    assert refused.value.code == "illegal-answer"
    assert match.pending[0].name == "allocate"


@pytest.mark.rule("GL 8.33")
def test_some_may_stay_unused() -> None:
    match = duel(10, NOTHING)
    allot(match, 0, attack={"head": 1}, defend={"legs": 2})
    allot(match, 1, defend={"head": 1})
    assert fighter(match, FIRST).attack_total + fighter(match, FIRST).defence_total == 3


@pytest.mark.rule("GL 8.33")
def test_after_a_net_toss() -> None:
    """Eleven factors, six for the toss: five are left for blows and guard."""
    nets = man(0, 0, "N", type="retiarius", training=11)
    match = arena(nets, man(0, -1, "S", training=11), dice=[1, 1, 1], options=QUIET)
    plot(match, "X(TN)", "-")
    assert events(match, "net")[0].data["result"] == "-"
    assert caps(match, 0)["unused"] == 5
    assert caps(match, 0)["attack head"] == 2
    assert caps(match, 0)["defend head"] == 5


@pytest.mark.rule("GL 8.33", "GL 17.351a")
def test_after_a_struggle() -> None:
    """Four of ten factors into the net: six to guard with, none to strike."""
    match = arena(man(0, 0, "N", netted=True), man(0, -1, "S"), step="free", dice=[6, 6, 6], options=QUIET)
    answer(match, 4)
    assert caps(match, 0) == {**{f"defend {area}": 6 for area in AREAS}, "unused": 6}


# -- announcing --------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 8.41")
def test_only_the_number_is_told() -> None:
    match = duel(10, NOTHING * 4)
    allot(match, 0, attack={"head": 1, "groin": 2, "arms": 1}, defend={"head": 6})
    allot(match, 1, attack={"legs": 1}, defend={"chest": 3})
    answer(match, "head, groin, arms")
    told = events(match, "attacks")[0]
    assert told.data == {"attacks": {FIRST: 3, SECOND: 1}}
    assert told.clauses == ("GL 8.41", "GL 8.42")
    assert [each.kind for each in match.events][:1] == ["attacks"]  # before any blow
    assert len(events(match, "attack")) == 4


@pytest.mark.rule("GL 8.41")
@pytest.mark.parametrize("cf", [1, 2, 3, 4, 5])
def test_all_factors_on_one_area_are_one_attack(cf: int) -> None:
    match = duel(10, NOTHING)
    allot(match, 0, attack={"head": cf})
    allot(match, 1, defend={"head": 4})
    assert events(match, "attacks")[0].data["attacks"][FIRST] == 1
    assert [each.data["cf"] for each in events(match, "attack")] == [cf]


# -- five at most ------------------------------------------------------------------------------------------


def between_two(**sheet: Any) -> ArenaMatch:
    """Two foes in the two front flank hexes, both looking at Verus."""
    return arena(
        man(0, 0, "N", **sheet),
        man(-1, 0, "SE", side=1),
        man(1, -1, "SW", side=1),
        step="engage",
        options=QUIET,
    )


@pytest.mark.rule("GL 8.43")
def test_five_attacks_on_two_men() -> None:
    match = between_two(training=12)
    decision = match.pending[0]
    assert isinstance(decision, Allocate)
    assert len([box for box in decision.boxes if box.startswith("attack")]) == 10
    six = {f"{SECOND} {area}": 1 for area in AREAS} | {"Flamma head": 1}
    with pytest.raises(Refused):
        allot(match, 0, attack=six)
    five = {f"{SECOND} {area}": 1 for area in AREAS[:3]} | {"Flamma head": 1, "Flamma legs": 1}
    allot(match, 0, attack=five)
    assert 0 not in match.pending


@pytest.mark.rule("GL 8.43")
def test_five_areas_of_one_man() -> None:
    match = duel(10, NOTHING * 5)
    allot(match, 0, attack=dict.fromkeys(AREAS, 1))
    allot(match, 1)
    answer(match, ", ".join(AREAS))
    assert [each.data["sub"] for each in events(match, "attack")] == [1, 2, 3, 4, 5]
    assert dice_left(match) == ()
