"""E2 10.4 to 10.4.3: lashes at teams and drivers."""

from __future__ import annotations

from typing import Any

import pytest

from ludus import Refused
from ludus.core.errors import DataError
from ludus.core.event import Modifier
from ludus.games.circus.odds import thrown
from ludus.games.circus.standing_orders import ASK
from tests.rules.circus.kit import GAME, CircusMatch, asked, chariot, dice_left, events, left, place, play
from tests.rules.epic.corner_kit import CLEAN, checks
from tests.rules.epic.fight_kit import BOOK, beside, offered
from tests.rules.epic.kit import epic

TEAM_BESIDE: dict[str, Any] = {"blue": "lane 4, backstretch 10"}
NO_CRITICAL = (4, 4)


def by(difference: int) -> tuple[int, ...]:
    """Four dice with this difference between the attacker and the defender."""
    return (*thrown(7 + (difference + 1) // 2, 2), *thrown(7 - difference // 2, 2))


def lashed(difference: int, *dice: int, answers: tuple[object, ...] = (), **more: Any) -> CircusMatch:
    """Red lashes Blue's driver with this difference."""
    race = beside(*by(difference), *dice, **more)
    play(race, "lash blue driver")
    if asked(race)[0] == "defend" and not events(race, "lash-driver"):  # else there was no way out
        play(race, "hold")
    play(race, *answers)
    assert dice_left(race) == ()
    return race


def lashed_team(die: int, **more: Any) -> CircusMatch:
    race = beside(die, **{**TEAM_BESIDE, **more})
    play(race, "lash blue team", "hold")
    assert dice_left(race) == ()
    return race


# -- the whip ------------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 10.4")
def test_a_whip_lashes_what_is_beside_the_car() -> None:
    assert offered(beside(**TEAM_BESIDE), "lash") == {"lash blue team"}
    assert offered(beside(), "lash") == {"lash blue driver"}
    assert offered(beside(red_is={"whip": False}), "lash") == set()
    assert left(lashed_team(2).state, chariot(lashed_team(2), "red")) == 9  # one factor


@pytest.mark.rule("E2 10.4.1")
@pytest.mark.parametrize(
    ("fallen", "inside", "legal"),
    [
        (1, 3, False),
        (2, 3, False),
        (3, 3, True),
        (4, 3, True),
        (1, 5, True),
        (2, 5, True),
        (3, 5, False),
        (4, 5, False),
    ],
)
def test_no_lash_over_a_fallen_horse(fallen: int, inside: int, legal: bool) -> None:
    horses = [0 if horse == fallen else 4 for horse in range(1, 5)]
    race = beside(inside=inside, **TEAM_BESIDE, blue_is={"horses": horses, "fallen": [fallen]})
    assert ("lash blue team" in offered(race)) == legal
    if not legal:
        with pytest.raises(Refused):
            play(race, "lash blue team")


# -- at a team -----------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 10.4.1.1")
@pytest.mark.parametrize("die", range(1, 7))
def test_the_whole_die_is_added(die: int) -> None:
    race = lashed_team(die, red_is={"modifier": 2}, blue_is={"modifier": 3, "moved": False, "written": 8})
    blue = chariot(race, "blue")
    assert (blue.gains, blue.offered) == (die, 0)  # no CDM counts, and there is no choice
    (told,) = events(race, "lash-team")
    assert (told.data["die"], told.data["gained"], told.modifiers) == (die, die, ())


@pytest.mark.rule("E2 10.4.1.1")
def test_it_counts_in_this_turn_for_whoever_has_not_moved() -> None:
    race = lashed_team(4, factors=1, blue_is={"moved": False, "written": 8, "whip": False}, cup=["blue"])
    assert race.state.turn == 5
    assert asked(race)[0] == "step"  # Blue is drawn; nothing was offered, so nothing is asked
    assert left(race.state, chariot(race, "blue")) == 12


@pytest.mark.rule("E2 10.4.1.1")
def test_it_counts_in_the_next_turn_for_whoever_has_moved() -> None:
    race = lashed_team(4, factors=1, blue_is={"whip": False}, red_is={"whip": True})
    assert race.state.turn == 6
    assert chariot(race, "blue").gains == 4
    race = epic(blue="lane 4, backstretch 10", blue_is={"gains": 4, "written": 8, "whip": False}, turn=6)
    assert left(race.state, chariot(race, "blue")) == 12


@pytest.mark.rule("E2 10.4.1.2")
def test_each_factor_costs_an_endurance_at_once() -> None:
    race = lashed_team(4)
    assert chariot(race, "blue").endurance == 49 - 4
    assert events(race, "lash-team")[0].clauses == ("E2 10.4.1.1", "E2 10.4.1.2")


@pytest.mark.rule("E2 10.4.1.3")
@pytest.mark.parametrize(("endurance", "die", "added"), [(3, 5, 3), (5, 5, 5), (6, 5, 5), (0, 5, 0)])
def test_no_more_than_it_has_left(endurance: int, die: int, added: int) -> None:
    race = lashed_team(die, blue_is={"endurance": endurance})
    blue = chariot(race, "blue")
    assert (blue.gains, blue.endurance) == (added, endurance - added)
    assert ("E2 10.4.1.3" in events(race, "lash-team")[0].clauses) == (added < die)
    assert len(events(race, "exhausted")) == (0 < endurance == added)


@pytest.mark.rule("E2 10.4.1.1")
def test_no_position_offers_factors() -> None:
    with pytest.raises(DataError, match="by these rules a lashed team offers nothing"):
        beside(blue_is={"offered": 2})


@pytest.mark.rule("E2 10.4.1.1")
def test_standing_orders_know_no_offered_factors() -> None:
    form = GAME.orders({option.name: option.default for option in GAME.options} | {"edition": "epic"}, 8)
    names = {field.name for section in form for field in section.fields}
    assert "take" not in names
    assert {"whip", "means"} <= names
    orders = {field.name: field.default for section in form for field in section.fields}
    assert not any("offers" in sentence for sentence in BOOK.orders_in_words({**orders, "speed": ASK}))


@pytest.mark.rule("E2 10.4", "E2 10.5", "E2 10.6")
def test_standing_orders_know_every_weapon_of_this_book() -> None:
    assert {"lash driver", "lash team", "knife chariot", "dust driver"} <= set(BOOK.attack_means())
    race = beside(green="lane 2, backstretch 10")
    book = BOOK.over(race.state)
    for choice, attack in book.attacks(chariot(race, "red"), 10).items():
        faction = race.state.chariots[attack.target].faction
        assert choice.replace(f" {faction} ", " ") in BOOK.attack_means()


# -- at a driver ---------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 10.4.2")
def test_the_attacker_throws_first_and_the_difference_decides() -> None:
    race = beside(6, 3, 2, 3, 2, *NO_CRITICAL, red_is={"modifier": 1})
    play(race, "lash blue driver", "hold")
    (told,) = events(race, "lash-driver")
    assert (told.data["factor"], told.data["result"]) == (5, "W")  # 9 + 1 against 5
    assert told.modifiers == (Modifier("attacker's CDM", 1), Modifier("defender's CDM", 0))
    assert told.clauses == ("E2 10.4.2", "E2 10.4.2-chart", "E2 10.4.3f")
    assert dice_left(race) == ()


@pytest.mark.rule("E2 10.4.2")
def test_the_defenders_cdm_counts_too() -> None:
    race = beside(3, 3, 4, 4, blue_is={"modifier": 1})
    play(race, "lash blue driver", "hold")
    (told,) = events(race, "lash-driver")
    assert (told.data["factor"], told.data["result"]) == (-3, "G")
    assert not chariot(race, "red").whip


@pytest.mark.rule("E2 10.4.2-chart")
@pytest.mark.parametrize(
    ("difference", "code"),
    [(-9, "G"), (-3, "G"), (-2, "-"), (-1, "-"), (0, "B"), (1, "B"), (2, "M"), (3, "M"), (4, "S"), (5, "W"), (12, "W")],
)
def test_the_lash_attack_chart(difference: int, code: str) -> None:
    assert BOOK.driver_lash(0, difference) == code


@pytest.mark.rule("E2 10.4.2-chart", "E2 10.4.3")
@pytest.mark.parametrize(
    ("difference", "dice", "clause"),
    [
        (-3, (), "E2 10.4.3a"),
        (-2, (), "E2 10.4.3b"),
        (0, (), "E2 10.4.3c"),
        (1, (), "E2 10.4.3c"),
        (2, (1,), "E2 10.4.3d"),
        (3, (1,), "E2 10.4.3d"),
        (4, (), "E2 10.4.3e"),
        (5, (1, *NO_CRITICAL), "E2 10.4.3f"),
    ],
)
def test_every_result_has_its_clause(difference: int, dice: tuple[int, ...], clause: str) -> None:
    assert events(lashed(difference, *dice), "lash-driver")[0].clauses[-1] == clause


@pytest.mark.rule("E2 10.4.3a", "E2 2.5.12")
@pytest.mark.parametrize("blue_has_one", [True, False])
def test_a_grabbed_whip(blue_has_one: bool) -> None:
    race = lashed(-3, blue_is={"whip": blue_has_one})
    red, blue = chariot(race, "red"), chariot(race, "blue")
    assert (red.whip, blue.whip) == (False, True)
    assert events(race, "whip-grabbed")[0].data["kept"] == (not blue_has_one)
    logs = {name: seen["log"] for name, seen in GAME.view(race.state, 1)["chariots"].items()}
    assert logs["red"]["counters"] == {"no whip": 1}
    assert "no whip" not in logs["blue"]["counters"]
    play(race, "forward 1")
    assert offered(race, "lash") == set()


@pytest.mark.rule("E2 10.4.3a")
def test_without_a_whip_no_voluntary_straining_but_corners_may_be_strained() -> None:
    corner: dict[str, Any] = {"red": "lane 1, front straight 33", "red_is": {"whip": False, "written": 10}}
    race = epic(**corner, dice=CLEAN)
    assert asked(race)[0] == "step"  # nobody asks about the whip
    play(race, "forward 10")
    assert checks(race) == [(2, 2, "-")]


@pytest.mark.rule("E2 10.4.3b")
@pytest.mark.parametrize("difference", [-1, -2])
def test_no_effect(difference: int) -> None:
    race = lashed(difference)
    blue = chariot(race, "blue")
    assert (blue.hits, blue.endurance, blue.loss, place(race, "blue")) == (7, 49, 0, "lane 4, backstretch 11")
    assert chariot(race, "red").whip


@pytest.mark.rule("E2 10.4.3c")
@pytest.mark.parametrize(("endurance", "after"), [(10, 8), (1, 0)])
def test_a_forced_brake(endurance: int, after: int) -> None:
    race = lashed(0, blue_is={"endurance": endurance, "moved": False, "written": 9}, cup=["blue"])
    blue = chariot(race, "blue")
    assert (blue.endurance, place(race, "blue")) == (after, "lane 4, backstretch 10")
    assert (blue.hits, blue.loss, blue.written, blue.debt) == (7, 0, 9, 0)


@pytest.mark.rule("E2 10.4.3c", "E2 10.4.4")
@pytest.mark.parametrize(
    "why",
    [
        {"blue_is": {"endurance": 0}},
        {"green": "lane 4, backstretch 9"},
        {"wrecks": ["lane 4, backstretch 9"]},
        {"blue_is": {"parts": {"dust": {"blinded_turn": 4}}}},
    ],
)
def test_whoever_cannot_brake_is_wounded(why: dict[str, Any]) -> None:
    race = lashed(0, 2, *NO_CRITICAL, **why)
    blue = chariot(race, "blue")
    assert (blue.hits, blue.loss) == (6, 2)
    assert len(events(race, "critical")) == 1
    assert place(race, "blue") == "lane 4, backstretch 11"


@pytest.mark.rule("E2 10.4.3c")
def test_a_dead_horse_holds_it_but_the_endurance_goes() -> None:
    race = lashed(0, blue_is={"horses": [5, 4, 4, 0], "fallen": [4], "endurance": 10})
    blue = chariot(race, "blue")
    assert (blue.endurance, blue.hits, place(race, "blue")) == (8, 7, "lane 4, backstretch 11")


@pytest.mark.rule("E2 10.4.3d")
@pytest.mark.parametrize(("noted", "factors"), [(12, 12), (16, 14), (17, 14)])
def test_a_loss_lowers_the_maximum_of_the_next_phase(noted: int, factors: int) -> None:
    """Team Speed 16, CDM +1, Loss 3."""
    blue = {"horses": [4, 4, 4, 4], "modifier": 1, "moved": False, "written": noted, "whip": False}
    race = lashed(3, 3, factors=1, blue_is=blue, cup=["blue"])
    assert race.state.mover == 1
    assert left(race.state, chariot(race, "blue")) == factors


@pytest.mark.rule("E2 10.4.3d")
def test_losses_add_up() -> None:
    assert chariot(lashed(2, 4, blue_is={"loss": 3}), "blue").loss == 7


@pytest.mark.rule("E2 10.4.3e")
@pytest.mark.parametrize(("inside", "to"), [(3, "lane 5, backstretch 11"), (5, "lane 3, backstretch 11")])
def test_a_swerve_goes_directly_sideways(inside: int, to: str) -> None:
    race = lashed(4, inside=inside, blue_is={"written": 9, "moved": False}, cup=["blue"])
    blue = chariot(race, "blue")
    assert place(race, "blue") == to
    assert (blue.debt, blue.endurance, blue.no_inside) == (0, 49, False)


@pytest.mark.rule("E2 10.4.3e")
@pytest.mark.parametrize(("inside", "outside"), [(7, 8), (2, 1)])
def test_a_swerve_into_the_wall_flips(inside: int, outside: int) -> None:
    race = lashed(4, inside=inside, outside=outside)
    (flip,) = events(race, "flip")
    assert flip.data["chariot"] == "blue"
    assert flip.clauses[0] == "E2 10.4.3e"


@pytest.mark.rule("E2 10.4.3e")
def test_a_swerve_into_another_rams_him() -> None:
    race = lashed(4, 5, 5, 4, green="lane 5, backstretch 11", answers=("hold",))
    assert events(race, "involuntary-ram")[0].data == {"chariot": "blue", "into": ["green"], "penalty": -3}
    assert place(race, "blue") == "lane 4, backstretch 11"


IN_THE_CORNER: dict[str, Any] = {"red": "lane 3, dolphin corner 6", "blue": "lane 2, dolphin corner 4"}


@pytest.mark.rule("E2 10.4.3e")
@pytest.mark.parametrize(
    ("blue", "points"),
    [
        ({"moved": False, "written": 7, "gains": 3, "executed": 20}, 2),  # the speed still to come, not the last one
        ({"moved": True, "written": 18, "executed": 10}, 2),
        ({"moved": False, "written": 8, "executed": 20}, 0),
    ],
)
def test_a_swerve_inwards_in_a_corner_is_checked_at_the_current_speed(blue: dict[str, Any], points: int) -> None:
    race = lashed(4, *(CLEAN if points else ()), **IN_THE_CORNER, blue_is=blue, cup=[] if blue["moved"] else ["blue"])
    assert place(race, "blue").startswith("lane 1, dolphin corner")
    assert checks(race) == ([(points, points, "-")] if points else [])
    assert chariot(race, "blue").endurance == 49 - points


@pytest.mark.rule("E2 10.4.3e")
def test_a_ban_on_straining_does_not_spare_him_the_check() -> None:
    race = lashed(4, *CLEAN, **IN_THE_CORNER, blue_is={"executed": 10, "no_strain_turn": 6})
    assert checks(race) == [(2, 2, "-")]


@pytest.mark.rule("E2 10.4.3e")
def test_without_endurance_the_excess_flips_him() -> None:
    race = lashed(4, **IN_THE_CORNER, blue_is={"executed": 10, "endurance": 0})
    assert events(race, "flip")[0].data["chariot"] == "blue"
    assert not events(race, "strain")


@pytest.mark.rule("E2 10.4.3e")
def test_wrecks_do_not_block_a_swerve() -> None:
    race = lashed(4, wrecks=["lane 5, backstretch 11"])
    assert place(race, "blue") == "lane 5, backstretch 11"
    assert not events(race, "involuntary-ram")


@pytest.mark.rule("E2 10.4.3f", "E2 10.4.4")
def test_a_wound_is_a_hit_a_loss_and_a_critical_roll() -> None:
    race = lashed(5, 3, *NO_CRITICAL)
    blue = chariot(race, "blue")
    assert (blue.hits, blue.loss) == (6, 3)
    kinds = [event.kind for event in race.events]
    assert [kind for kind in kinds if kind in ("driver-hurt", "movement-loss", "critical")] == [
        "driver-hurt",
        "movement-loss",
        "critical",
    ]


@pytest.mark.rule("E2 10.4.4")
def test_no_dice_for_a_dead_driver() -> None:
    race = lashed(5, blue_is={"hits": 1})
    assert chariot(race, "blue").driver == "dead"
    assert events(race, "flip")[0].clauses[0] == "E2 12.1"
    assert not events(race, "movement-loss")
    assert not events(race, "critical")
