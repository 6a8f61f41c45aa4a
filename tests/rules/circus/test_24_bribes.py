"""CM 24.3: bribes not to attack, and to hold back."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.core.errors import Refused
from tests.rules.circus.kit import CircusMatch, asked, attacks, chariot, events, left, place, play
from tests.rules.circus.money_kit import (
    BESIDE,
    BLUE,
    GREEN,
    RED,
    STILL,
    aimed,
    coffers,
    form,
    guarded,
    money_book,
    own,
    patrons,
    set_up,
    until,
)

FAST: dict[str, Any] = {"written": 17, "modifier": 1, "horses_start": [4, 4, 4, 4], "whip": False}


def attacked(bribe: int, guard: int = 0, **more: Any) -> CircusMatch:
    """Blue has bribed red's driver not to attack; red lashes blue's driver."""
    envelopes = guarded("bribery", guard, aimed(bribe=bribe, aim="attacks"))
    armed = {"written": 10, "horses_start": [4, 4, 4, 4], "modifier": 0}
    race = patrons(envelopes, **BESIDE, red_is=armed, blue_is={"modifier": 0}, **more)
    play(race, "no", "lash blue driver")
    return race


# -- writing and showing --------------------------------------------------------------------------------------


@pytest.mark.rule("CM 24.31")
def test_a_bribe_is_written_in_hundreds_and_spent_at_once() -> None:
    race = set_up(2, purse=2000)
    ask, target = form(race, 0), own(race, 1)
    with pytest.raises(Refused, match="in steps of 100"):
        ask.read({"target": target, "bribe": 1550})
    race.submit(0, {"target": target, "bribe": 1500})
    race.submit(1, race.pending[1].default)
    assert coffers(race).purse(0) == 500
    until(race)
    back = {each.clause for each in coffers(race).transfers if each.payee == 0}
    assert back <= {"CM 20.1a", "CM 26.4"}  # nothing of it ever comes back


@pytest.mark.rule("CM 24.32a")
def test_what_happened_before_it_was_shown_stands() -> None:
    race = attacked(3000, dice=[3, 3, 4, 4, 1, 1, 1])
    race.submit(BLUE, "no")  # this one he lets happen
    race.submit(BLUE, "hold")
    assert asked(race)[0] == "reveal"
    race.submit(BLUE, "no")
    assert events(race, "lash-driver")
    assert not events(race, "bribe")
    assert coffers(race).opened == ()


@pytest.mark.rule("CM 24.32a")
def test_a_bribe_that_is_not_shown_does_nothing() -> None:
    race = patrons(aimed(bribe=3000, aim="speed"), **BESIDE, red_is={**STILL, "written": 16})
    race.submit(BLUE, "no")
    assert left(race.state, chariot(race, "red")) == 16
    assert not events(race, "bribe")


@pytest.mark.rule("CM 24.32a")
def test_it_interrupts_an_attack_or_comes_between_two_steps() -> None:
    race = patrons(aimed(bribe=3000, aim="speed"), **BESIDE, red_is={**STILL, "written": 16}, dice=[1])
    race.submit(BLUE, "watch")
    play(race, "forward 3")
    assert asked(race) == ("reveal", ["no", "reveal", "stop watching"])
    race.submit(BLUE, "no")
    play(race, "forward 2")
    race.submit(BLUE, "reveal")
    assert left(race.state, chariot(race, "red")) == 16 - 6 - 5
    assert place(race, "red") == "lane 3, backstretch 17"


@pytest.mark.rule("CM 24.32a", "CM 24.321a")
def test_it_may_be_shown_after_a_failed_escape_and_before_the_dice_of_the_attack() -> None:
    race = attacked(3000, dice=[1, 1, 6, 6, 1])
    race.submit(BLUE, "no")
    assert asked(race)[0] == "defend"
    race.submit(BLUE, "avoid")  # 2 against 12
    assert asked(race) == ("reveal", ["no", "reveal"])
    race.submit(BLUE, "reveal")
    assert events(race, "bribe")[0].data["works"] is True
    assert not events(race, "lash-driver")
    assert asked(race)[0] == "step"


@pytest.mark.rule("CM 24.32b")
@pytest.mark.parametrize(("bribe", "guard", "net"), [(2000, 600, 1400), (800, 400, 400), (1000, 1000, 0)])
def test_the_net_bribe(bribe: int, guard: int, net: int) -> None:
    race = attacked(bribe, guard, dice=[3, 3, 3, 4, 4] if net >= 500 else ())
    race.submit(BLUE, "reveal")
    (shown,) = events(race, "bribe")
    assert (shown.data["net"], shown.data["guard"]) == (net, guard)
    assert ("die" in shown.data) is (net >= 500)  # too little fails without a roll
    assert shown.data["works"] is False


# -- not to attack --------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 24.321a")
@pytest.mark.parametrize(
    ("bribe", "die", "works"),
    [(1400, 2, True), (1400, 3, False), (3000, 6, True), (2900, 6, False), (500, 1, True), (500, 2, False)],
)
def test_a_bribe_not_to_attack(bribe: int, die: int, works: bool) -> None:
    race = attacked(bribe, dice=[die, 1, 1, 1, 1, 1, 1])
    assert list(race.pending) == [BLUE]
    assert asked(race) == ("reveal", ["no", "reveal"])
    race.submit(BLUE, "reveal")
    (shown,) = events(race, "bribe")
    assert shown.data["works"] is works
    assert bool(events(race, "attack")) is not works
    if works:
        assert left(race.state, chariot(race, "red")) == 9  # the factor is spent
        assert race.state.move.attacked == (race.state.car_square(chariot(race, "red")),)  # and the square used up
        assert not attacks(race)
        play(race, "forward 1")
        assert not attacks(race)  # for the rest of the race
        assert events(race, "called-off")[0].clauses == ("CM 24.321a",)


@pytest.mark.rule("CM 24.3", "CM 24.321a")
def test_it_protects_every_chariot_of_the_briber_and_nobody_else() -> None:
    places: dict[str, Any] = {
        "red": "lane 3, backstretch 12",
        "blue": "lane 4, backstretch 12",
        "green": "lane 2, backstretch 12",
        "white": "lane 8, backstretch 12",
    }
    race = patrons({}, loyal={"0": [1]}, **places, purses=3, seats=3, red_is=STILL,
                   green_is={"seat": 2}, white_is={"seat": 1})  # fmt: skip
    assert attacks(race) == {"ram green car"}
    assert {each.faction for each in race.state.chariots if each.seat == 1} == {"blue", "white"}


@pytest.mark.rule("CM 24.3")
def test_bribes_of_different_players_are_independent() -> None:
    """Blue's stops red from attacking him, green's slows red down; both work."""
    envelopes: dict[int, dict[str, Any]] = {
        BLUE: {"target": RED, "bribe": 3000, "aim": "attacks"},
        GREEN: {"target": RED, "bribe": 3000, "aim": "speed"},
    }
    race = patrons(envelopes, **BESIDE, green="lane 6, backstretch 12", purses=3, red_is={**FAST}, dice=[1, 1])
    race.submit(GREEN, "reveal")
    play(race, "ram blue car")
    race.submit(BLUE, "reveal")
    assert [event.data["works"] for event in events(race, "bribe")] == [True, True]
    assert coffers(race).loyal == {RED: (BLUE,)}
    assert left(race.state, chariot(race, "red")) == 17 - 6 - 1


def bribed(**more: Any) -> CircusMatch:
    """Red's driver has taken blue's money; it is blue's phase."""
    return patrons(
        {},
        **{**BESIDE, **more.pop("places", {})},
        red_is={**STILL, "moved": True},
        blue_is={**STILL, "moved": False, **more.pop("blue_is", {})},
        mover="blue",
        loyal={"0": [1]},
        **more,
    )


@pytest.mark.rule("CM 24.321b")
def test_whoever_attacks_the_bribed_man_sets_him_free_before_the_attack_is_resolved() -> None:
    race = bribed()
    play(race, "ram red car")
    assert coffers(race).loyal == {RED: ()}
    kinds = [event.kind for event in race.events]
    assert kinds.index("bribe-ends") < kinds.index("attack")
    assert events(race, "bribe-ends")[0].clauses == ("CM 24.321b",)


@pytest.mark.rule("CM 24.321b", "CM 24.321a")
def test_whoever_is_only_forced_into_him_keeps_his_word() -> None:
    race = bribed(dice=[1, 1, 1, 1, 1, 1, 1, 1])
    book, blue = money_book(race), chariot(race, "blue")
    target = race.state.track.slip[-1][blue.square]
    assert target == chariot(race, "red").square
    book.slide(blue, target, "forced", ("CM 7.35",))
    assert coffers(race).loyal == {RED: (BLUE,)}


# -- to hold back ---------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 24.322")
@pytest.mark.parametrize(
    ("bribe", "die", "slower"), [(1700, 3, 3), (1700, 4, 0), (4000, 6, 6), (3000, 6, 6), (500, 1, 1), (900, 1, 1)]
)
def test_a_bribe_to_hold_back(bribe: int, die: int, slower: int) -> None:
    race = patrons(aimed(bribe=bribe, aim="speed"), amount=20_000, **BESIDE, red_is=FAST, dice=[die])
    assert asked(race) == ("reveal", ["no", "reveal", "watch"])
    race.submit(BLUE, "reveal")
    red = chariot(race, "red")
    assert red.horses == (4, 4, 4, 4)  # no horse is hurt
    assert left(race.state, red) == 17 - slower
    assert money_book(race).team_speed(red) == 16 - slower


@pytest.mark.rule("CM 24.322")
def test_the_written_speed_falls_with_the_maximum_and_so_does_the_next() -> None:
    """Team speed 16, CDM +1, 17 written, and 1500s: 14 now, and 14 is all that can be written."""
    race = patrons(aimed(bribe=1500, aim="speed"), **BESIDE, red_is=FAST, dice=[3])
    race.submit(BLUE, "reveal")
    assert events(race, "speed")[-1].data["total"] == 14
    until(race, "speed")
    assert race.pending[RED].high == 14  # type: ignore[attr-defined]


@pytest.mark.rule("CM 24.322", "CM 7.353")
def test_in_the_midst_of_a_phase_what_is_spent_counts() -> None:
    """16 written, 10 spent, and 2000s of bribe: 12 less 10 are left."""
    race = patrons(aimed(bribe=2000, aim="speed"), **BESIDE, red_is={**STILL, "written": 16}, dice=[1])
    race.submit(BLUE, "watch")
    play(race, "forward 10")
    race.submit(BLUE, "reveal")
    assert left(race.state, chariot(race, "red")) == 2


def two_bribes(**more: Any) -> CircusMatch:
    """Blue and green have both bribed red's driver to hold back; both keep an eye on him."""
    device = {"target": RED, "bribe": 1500, "aim": "speed"}
    places = {**BESIDE, "green": "lane 6, backstretch 12"}
    race = patrons({BLUE: device, GREEN: device}, purses=3, **places, red_is={**STILL, "written": 16}, **more)
    race.submit(BLUE, "watch")
    race.submit(GREEN, "watch")
    return race


@pytest.mark.rule("CM 24.3", "CM 24.32a")
def test_two_who_have_bribed_the_same_man_both_keep_an_eye_on_him() -> None:
    race = two_bribes(dice=[1, 2])
    play(race, "forward 3")
    race.submit(BLUE, "no")
    assert asked(race) == ("reveal", ["no", "reveal", "stop watching"])
    assert race.view(GREEN)["position"]["parts"]["patronage"]["watching"] == GREEN
    assert race.view(RED)["position"]["parts"]["patronage"]["asked"] == {}
    race.submit(GREEN, "reveal")
    assert left(race.state, chariot(race, "red")) == 16 - 3 - 3
    play(race, "forward 2")
    race.submit(BLUE, "reveal")
    assert left(race.state, chariot(race, "red")) == 16 - 6 - 5
    assert coffers(race).opened == (GREEN, BLUE)
    play(race, "forward 1")
    assert race.pending.keys() == {RED}  # nobody has anything left to show


@pytest.mark.rule("CM 24.32a")
def test_when_the_first_looks_away_the_other_still_watches() -> None:
    race = two_bribes(dice=[6])
    play(race, "forward 3")
    race.submit(BLUE, "stop watching")
    race.submit(GREEN, "no")
    play(race, "forward 1")
    assert race.pending.keys() == {GREEN}
    race.submit(GREEN, "stop watching")
    play(race, "forward 1")
    assert race.pending.keys() == {RED}


@pytest.mark.rule("CM 26.5", "CM 24.321a")
def test_who_races_nothing_can_only_have_a_rival_held_back() -> None:
    race = set_up(3, betters=1)
    ask = form(race, 2)
    with pytest.raises(Refused, match="takes speed"):
        ask.read({"target": own(race, 0), "bribe": 1000, "aim": "attacks"})
    assert ask.read({"target": own(race, 0), "bribe": 1000, "aim": "speed"}) in ask
