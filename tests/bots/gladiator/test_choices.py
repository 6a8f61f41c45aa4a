"""What a gladiator must do where there is one right thing to do."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.bots import Glimpse, make_bot
from ludus.core.decision import Allocate, Choice
from ludus.games.gladiator.charts import AREAS
from ludus.games.gladiator.hexes import distance, in_front
from tests.rules.gladiator.arena import ArenaMatch, answer, arena, item, man, plot

ALL = ("tiro", "veteranus", "rudiarius")
SKILLED = ALL[1:]


def sand(*men: dict[str, Any], **position: Any) -> ArenaMatch:
    """A position with dice enough for whatever comes."""
    return arena(*men, dice=[3, 4, 6, 2] * 30, **position)


def says(match: ArenaMatch, name: str, luck: int = 0, seat: int = 0) -> Choice:
    """A bot's answer to the open question; it must be legal."""
    choice = make_bot("gladiator", name, str(luck), samples=3).choose(Glimpse.of(match, seat))
    assert choice in match.pending[seat]
    return choice


def shares(match: ArenaMatch, name: str, luck: int = 0) -> dict[str, int]:
    """A bot's allocation, box by box."""
    form = match.pending[0]
    assert isinstance(form, Allocate)
    choice = says(match, name, luck)
    assert isinstance(choice, tuple)
    return dict(zip(form.boxes, choice, strict=True))


def after(match: ArenaMatch, order: Choice, foe: str = "-") -> Any:
    """The man when the order is carried out."""
    plot(match, str(order), foe)
    while match.pending and next(iter(match.pending.values())).name == "recover":
        answer(match, "no")
    return match.state.fighters[0]


# -- orders ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ALL)
def test_who_lies_gets_up(name: str) -> None:
    match = sand(man(0, 0, "N", posture="prone", must_rise=True), man(0, -3, "S"))
    assert str(says(match, name)).startswith(("KN", "RO"))


@pytest.mark.parametrize("name", ALL)
def test_who_must_stumble_does_not_stand_and_wait(name: str) -> None:
    """However far away the other is: patience is no order that a stumbling man may write."""
    match = sand(man(0, 0, "N", owes_stumble=True), man(0, -6, "S"))
    assert str(says(match, name)).startswith("S")


@pytest.mark.parametrize("name", ALL)
def test_a_dropped_sword_is_picked_up(name: str) -> None:
    match = sand(man(0, 0, "N", weapon=""), man(0, -6, "S"), items=[item("sword", 0, 0)])
    assert says(match, name) == "R"


@pytest.mark.parametrize("name", ["tiro", "veteranus"])
def test_without_a_sword_he_goes_where_it_lies(name: str) -> None:
    match = sand(man(0, 0, "N", weapon=""), man(0, -6, "S"), items=[item("sword", 3, 0)])
    moved = after(match, says(match, name))
    assert distance(moved.place, (3, 0)) < 3


@pytest.mark.parametrize("name", ALL)
def test_a_man_knocked_out_is_finished(name: str) -> None:
    """He lies three hexes off: whoever is beside him with a sword in hand when the next phase begins has won."""
    match = sand(man(0, 0, "N"), man(0, -3, "S", posture="prone", stun=30), phase=2)
    moved = after(match, says(match, name))
    assert distance(moved.place, (0, -3)) <= 1 or match.outcome is not None


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("luck", range(4))
def test_nobody_turns_his_back_on_a_man_beside_him(name: str, luck: int) -> None:
    match = sand(man(0, 0, "N"), man(0, -1, "S"))
    moved = after(match, says(match, name, luck))
    assert in_front(moved.place, moved.facing, (0, -1), max(1, distance(moved.place, (0, -1)))) or moved.collided


@pytest.mark.parametrize("name", SKILLED)
def test_a_man_without_a_move_left_is_taken_from_behind(name: str) -> None:
    """The foe has used up his moves and overexerted: he stands as he stands."""
    match = sand(man(1, -2, "S"), man(0, 0, "N", used=5, overexerted=True), phase=6)
    moved = after(match, says(match, name))
    engaged = dict(moved.bonuses).get(1, 0)
    assert engaged >= 2 or moved.collided


def test_the_champion_does_not_always_do_the_same() -> None:
    match = sand(man(0, 0, "N"), man(0, -2, "S"))
    assert len({says(match, "rudiarius", luck) for luck in range(12)}) > 1


# -- combat factors -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SKILLED)
def test_the_bare_spot_is_struck_at(name: str) -> None:
    armour = ["A", "A", "", "A", "A"]
    match = sand(man(0, 0, "N"), man(0, -1, "S", armour=armour, stun=9), step="engage")
    written = shares(match, name)
    assert written["attack groin"] == max(written[f"attack {area}"] for area in AREAS) > 0


@pytest.mark.parametrize("name", SKILLED)
def test_against_a_prone_man_nothing_is_kept_back(name: str) -> None:
    match = sand(man(0, 0, "N"), man(0, -1, "S", posture="prone"), step="engage")
    written = shares(match, name)
    assert sum(written[f"attack {area}"] for area in AREAS) >= 0.9 * (sum(written.values()))


def test_nothing_is_left_unused_while_it_could_guard() -> None:
    for name in ALL:
        match = sand(man(0, 0, "N"), man(0, -1, "S"), step="engage")
        assert shares(match, name)["unused"] == 0


def test_the_champion_mixes_his_blows() -> None:
    match = sand(man(0, 0, "N"), man(0, -1, "S"), step="engage")
    assert len({tuple(shares(match, "rudiarius", luck).values()) for luck in range(12)}) > 2


@pytest.mark.parametrize("name", ALL)
def test_who_cannot_strike_back_guards_himself(name: str) -> None:
    match = sand(man(0, 0, "N", weapon=""), man(0, -1, "S"), step="engage")
    written = shares(match, name)
    assert sum(written[f"defend {area}"] for area in AREAS) == sum(written.values())


def test_the_strongest_blow_comes_first() -> None:
    match = sand(man(0, 0, "N"), man(0, -1, "S"), step="engage")
    match.submit(1, match.pending[1].default)
    form = match.pending[0]
    assert isinstance(form, Allocate)
    match.submit(0, (2, 0, 5, 3, 0, 0, 0, 0, 0, 0, 0))
    assert says(match, "veteranus") == "groin, arms, head"


# -- nets -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ALL)
def test_a_man_in_the_net_fights_his_way_out(name: str) -> None:
    match = sand(
        man(0, 0, "N", netted=True, held_by="Priscus"), man(0, -2, "S", type="retiarius", net=False), step="free"
    )
    choice = says(match, name)
    assert isinstance(choice, int)
    assert choice >= 8


@pytest.mark.parametrize("name", ALL)
def test_a_man_in_the_net_is_dragged_down_before_the_trident(name: str) -> None:
    """One factor stays in hand: without it there is no moment of truth (GL 17.353)."""
    match = sand(
        man(0, 0, "N", type="retiarius", net=False), man(0, -1, "S", netted=True, held_by="Verus"), step="drag"
    )
    assert says(match, name) == 9


def test_no_net_is_thrown_at_a_man_who_runs_one_over() -> None:
    """He has come at a run before and keeps nothing back; from a man who fights with his head the net may fly."""
    orders = []
    for rash in (30, 15):
        came = {"last_way": "forward", "attack_total": rash, "defence_total": 30 - rash}
        match = sand(man(0, 0, "N", type="retiarius"), man(0, -1, "S", **came), phase=4)
        orders.append(str(says(match, "veteranus")))
    assert "(TN)" not in orders[0]
    assert "(TN)" in orders[1]


@pytest.mark.parametrize("name", ALL)
def test_a_useless_net_makes_room_for_the_other_hand(name: str) -> None:
    match = sand(man(0, 0, "N", type="retiarius", training=6), man(0, -2, "S", training=14))
    plot(match, "-", "-")
    while match.pending[0].name != "throw":
        answer(match, match.pending[next(iter(match.pending))].default)
    assert says(match, name) == "drop the net"


# -- teams ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ALL)
def test_an_appeal_is_allowed(name: str) -> None:
    """Another foe is still about, so that the victor is asked; a man less is a man less."""
    match = sand(
        man(0, 0, "N"), man(0, -1, "S", posture="prone", stun=30), man(8, 0, "N"), man(8, -4, "S"), step="phase"
    )
    assert match.pending[0].name == "appeal"
    assert says(match, name) == "allow"


@pytest.mark.parametrize("name", ALL)
def test_one_of_two_attackers_is_answered(name: str) -> None:
    match = sand(man(0, 0, "N"), man(0, -1, "S"), man(20, 0, "N"), man(1, -1, "SW"), step="engage")
    while match.pending.get(0) is None or match.pending[0].name != "team-allocate":
        seat = next(iter(match.pending))
        match.submit(seat, says(match, name, seat=seat))
    written = shares(match, name)
    assert sum(points for box, points in written.items() if box.startswith("attack")) > 0


# -- the end --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize(
    ("turn", "cf", "answer"), [(3, 12, "fight on"), (3, 6, "call it a draw"), (20, 12, "call it a draw")]
)
def test_a_draw_is_for_the_weaker_man_or_when_all_is_said(name: str, turn: int, cf: int, answer: str) -> None:
    match = sand(man(cf=cf), man(0, -9, "S"), turn=turn, phase=8, options={"turns": "unlimited", "throws": False})
    plot(match)
    assert match.pending[0].name == "draw"
    assert says(match, name) == answer
