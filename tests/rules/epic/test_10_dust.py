"""E2 10.6, 6.D-3e, 6.D-5d, 2.5.8, 2.5.10: dust in the eyes."""

from __future__ import annotations

from typing import Any

import pytest

from ludus import Refused
from ludus.core.event import Modifier
from ludus.games.circus.odds import thrown
from tests.rules.circus.kit import GAME, CircusMatch, asked, chariot, dice_left, events, left, place, play, write
from tests.rules.epic.corner_kit import CLEAN, checks
from tests.rules.epic.fight_kit import BOOK, beside, eyes, factors_left, offered
from tests.rules.epic.kit import epic

DUST = "dust blue driver"
HIT = (5, 5)
CALM: dict[str, Any] = {"whip": False}
BLIND: dict[str, Any] = {"parts": {"dust": {"blinded_turn": 4}}, **CALM}  # since the turn before


def dusted(total: int, *dice: int, answers: tuple[object, ...] = (), **more: Any) -> CircusMatch:
    """The dust hits, and Blue's two dice show this."""
    race = beside(*HIT, *thrown(total, 2), *dice, **more)
    play(race, DUST, *answers)
    assert dice_left(race) == ()
    return race


def steps(race: CircusMatch) -> set[object]:
    name, answers = asked(race)
    assert name == "step"
    return {answer for answer in answers if str(answer) in ("in", "out", "slip in", "slip out")}


def counters(race: CircusMatch, faction: str) -> Any:
    """As everybody sees them."""
    return GAME.view(race.state, None)["chariots"][faction]["log"]["counters"]


# -- the throw -----------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 10.6")
@pytest.mark.parametrize(
    ("more", "legal"),
    [
        ({}, True),
        ({"blue": "lane 4, backstretch 10"}, False),  # beside the team
        ({"blue": "lane 4, backstretch 12"}, False),
        ({"blue": "lane 5, backstretch 11"}, False),
        ({"blue_is": {"status": "runaway", "driver": "dragged"}}, False),  # an empty car has no eyes
        ({"red": "lane 2, dolphin corner 2", "blue": "lane 1, dolphin corner 2"}, False),  # partly behind
        ({"red": "lane 2, dolphin corner 2", "blue": "lane 1, dolphin corner 1"}, True),
        ({"red_is": {"parts": {"dust": {"carried": False}}}}, False),
        ({"red_is": {"whip": False}}, True),
    ],
)
def test_from_car_to_car(more: dict[str, Any], legal: bool) -> None:
    race = beside(**more)
    assert (DUST in offered(race)) == legal
    if not legal:
        with pytest.raises(Refused):
            play(race, DUST)


@pytest.mark.rule("E2 10.6")
@pytest.mark.parametrize(("sky", "legal"), [({"rain": True}, False), ({"mud": True}, True), ({}, True)])
def test_not_in_the_rain_but_in_mud(sky: dict[str, bool], legal: bool) -> None:
    race = beside(options={"weather": True}, parts={"weather": sky})
    assert (DUST in offered(race)) == legal


@pytest.mark.rule("E2 10.6.1")
def test_it_costs_a_factor_and_nobody_defends() -> None:
    race = beside(1, 1)
    play(race, DUST)
    assert factors_left(race) == 9
    assert list(race.pending) == [0]
    assert not events(race, "defence")


@pytest.mark.rule("E2 10.6.2")
@pytest.mark.parametrize(
    ("cdm", "dice", "total", "hits"), [(2, (4, 4), 10, True), (1, (4, 4), 9, False), (0, (4, 6), 10, True)]
)
def test_two_dice_and_cdm(cdm: int, dice: tuple[int, int], total: int, hits: bool) -> None:
    race = beside(*dice, *((3, 4) if hits else ()), red_is={"modifier": cdm})
    play(race, DUST)
    (told,) = events(race, "dust")
    assert (told.data["total"], told.data["hits"]) == (total, hits)
    assert told.modifiers == (Modifier("attacker's CDM", cdm),)
    assert told.clauses == ("E2 10.6.2",)
    assert dice_left(race) == ()


@pytest.mark.rule("E2 10.6.3")
def test_the_defender_rolls_with_his_cdm() -> None:
    (told,) = events(dusted(6, blue_is={"modifier": 1}), "dust-result")
    assert told.data["result"] == "eye wound"
    assert told.modifiers == (Modifier("defender's CDM", 1),)


@pytest.mark.rule("E2 10.6.4", "E2 10.6")
@pytest.mark.parametrize("dice", [(1, 1), (*HIT, 4, 4)])
def test_hit_or_miss_it_is_used_up(dice: tuple[int, ...]) -> None:
    race = beside(*dice, green="lane 2, backstretch 12")
    play(race, DUST)
    assert not eyes(race, "red").carried
    assert "a pouch of dust" not in GAME.view(race.state, 1)["chariots"]["red"]["remarks"]
    play(race, "forward 1")
    assert "ram green car" in offered(race)
    with pytest.raises(Refused):
        play(race, "dust green driver")


@pytest.mark.rule("E2 10.6.4-chart")
def test_the_dust_attack_chart() -> None:
    assert [BOOK.dust_result(total) for total in range(15)] == [
        *["falls out"] * 3,
        *["swerves into him"] * 3,
        *["eye wound"] * 3,
        *["blinded"] * 2,
        "swerves away",
        *["gust"] * 3,
    ]


@pytest.mark.rule("E2 10.6.5", "E2 10.6.4-chart")
@pytest.mark.parametrize(
    ("total", "dice", "clause"),
    [
        (2, (), "E2 10.6.5a"),
        (3, (1, 1, 1, 1), "E2 10.6.5b"),
        (5, (1, 1, 1, 1), "E2 10.6.5b"),
        (6, (), "E2 10.6.5c"),
        (8, (), "E2 10.6.5c"),
        (9, (), "E2 10.6.5d"),
        (10, (), "E2 10.6.5d"),
        (11, (), "E2 10.6.5e"),
        (12, (), "E2 10.6.5f"),
    ],
)
def test_every_result_has_its_clause(total: int, dice: tuple[int, ...], clause: str) -> None:
    assert events(dusted(total, *dice), "dust-result")[0].clauses == ("E2 10.6.3", clause)


# -- falls and swerves -----------------------------------------------------------------------------------------


@pytest.mark.rule("E2 10.6.5a")
def test_he_falls_out_and_is_dragged() -> None:
    blue = chariot(dusted(2), "blue")
    assert (blue.status, blue.driver, blue.hitched) == ("runaway", "dragged", True)


@pytest.mark.rule("E2 10.6.5a")
def test_the_empty_car_still_strains() -> None:
    """The corner is checked with CDM 0: 12 in a lane that bears 8."""
    fallen = {"status": "runaway", "driver": "dragged", "horses": [3, 3, 3, 3], "modifier": 2}
    race = epic(blue="lane 1, front straight 33", blue_is=fallen, dice=[*CLEAN, 1, 1])
    play(race, "forward 12")
    assert checks(race)[0][:2] == (4, 4)
    assert events(race, "strain")[0].modifiers[0].amount == 0


@pytest.mark.rule("E2 10.6.5b")
def test_swerving_into_the_thrower_damages_both_cars() -> None:
    """Red is heavy, Blue light: 4 + 3 for Blue, whose dice come first, and 4 - 3 for Red."""
    race = dusted(4, 2, 2, 6, 6, 2, 2, red_is={"car": "heavy"}, blue_is={"car": "light"})
    assert not events(race, "ram-car")
    told = [(event.data["chariot"], event.data["points"]) for event in events(race, "wheel")]
    assert told == [("blue", 2), ("red", 1)]
    assert (chariot(race, "blue").left_wheel, chariot(race, "red").right_wheel) == (2, 1)


@pytest.mark.rule("E2 10.6.5e")
@pytest.mark.parametrize(("inside", "outside", "to"), [(4, 5, 7), (6, 5, 3)])
def test_swerving_away_is_a_double_sideslip(inside: int, outside: int, to: int) -> None:
    race = dusted(11, inside=inside, outside=outside)
    assert place(race, "blue") == f"lane {to}, backstretch 11"
    assert counters(race, "blue") == {"no straining": 2, "no inside lane change": 1}


@pytest.mark.rule("E2 10.6.5e")
@pytest.mark.parametrize(("green", "penalty", "lane", "dice"), [(6, -6, 5, (6, 6, 5)), (7, -3, 6, (5, 5, 4))])
def test_who_is_in_the_way_is_rammed(green: int, penalty: int, lane: int, dice: tuple[int, ...]) -> None:
    race = dusted(11, *dice, inside=4, outside=5, green=f"lane {green}, backstretch 11", answers=("hold",))
    assert events(race, "involuntary-ram")[0].data["penalty"] == penalty
    assert place(race, "blue") == f"lane {lane}, backstretch 11"


@pytest.mark.rule("E2 10.6.5e")
@pytest.mark.parametrize(("inside", "outside", "slides"), [(7, 8, 0), (6, 7, 1), (2, 1, 0), (3, 2, 1)])
def test_either_wall_flips(inside: int, outside: int, slides: int) -> None:
    race = dusted(11, inside=inside, outside=outside)
    (flip,) = events(race, "flip")
    assert flip.data["chariot"] == "blue"
    assert flip.clauses[0] == "E2 9.3.3"
    assert len(events(race, "sideslip")) == slides


@pytest.mark.rule("E2 10.6.5e")
@pytest.mark.parametrize(
    ("blue", "found"),
    [
        ({"moved": False, "written": 10, "executed": 3}, [(1, 1, "-"), (2, 1, "-")]),
        ({"moved": True, "executed": 9}, [(1, 1, "-")]),
    ],
)
def test_inwards_every_lane_of_a_corner_is_checked(blue: dict[str, Any], found: list[tuple[int, int, str]]) -> None:
    """Lane 2 bears 9 and lane 1 bears 8."""
    race = dusted(
        11,
        *CLEAN * len(found),
        red="lane 4, dolphin corner 8",
        blue="lane 3, dolphin corner 6",
        blue_is=blue,
        cup=[] if blue["moved"] else ["blue"],
    )
    assert place(race, "blue").startswith("lane 1, dolphin corner")
    assert checks(race) == found


@pytest.mark.rule("E2 10.6.5e")
def test_whoever_the_check_flips_swerves_no_further() -> None:
    race = dusted(
        11, 1, 1, 1, red="lane 4, dolphin corner 8", blue="lane 3, dolphin corner 6", blue_is={"executed": 14}
    )
    assert len(events(race, "sideslip")) == 1
    assert events(race, "flip")[0].data["chariot"] == "blue"


@pytest.mark.rule("E2 10.6.5e")
@pytest.mark.parametrize(
    "blue",
    [
        {"horses": [5, 4, 4, 0], "fallen": [4]},
        {"horses": [1, 1, 1, 1], "drained": 4, "exhausted": True, "endurance": 0},
    ],
)
def test_who_cannot_move_does_not_swerve(blue: dict[str, Any]) -> None:
    race = dusted(11, inside=7, outside=8, blue_is={"modifier": 0, "cdm": 0, **blue})
    assert place(race, "blue") == "lane 8, backstretch 11"
    assert not events(race, "flip")
    assert not chariot(race, "blue").no_inside


# -- an eye wound, and straight on -------------------------------------------------------------------------------


@pytest.mark.rule("E2 10.6.5c", "E2 2.5.10")
@pytest.mark.parametrize(("inside", "eye"), [(3, "eye_left"), (5, "eye_right")])
def test_an_eye_and_two_counters(inside: int, eye: str) -> None:
    race = dusted(7, inside=inside)
    blue = chariot(race, "blue")
    assert [name for name in ("eye_left", "eye_right") if getattr(blue, name)] == [eye]
    assert counters(race, "blue") == {"move straight": 2}


def straight(counters_left: int = 2, **more: Any) -> CircusMatch:
    red: dict[str, Any] = {"parts": {"dust": {"straight": counters_left}}, "written": 6, **CALM}
    return epic(**{"red": "lane 4, backstretch 11", "red_is": red, **more})


@pytest.mark.rule("E2 10.6.5c")
def test_he_drives_straight_on() -> None:
    assert steps(straight()) == set()
    assert steps(straight(0)) == {"in", "out"}


@pytest.mark.rule("E2 10.6.5c")
@pytest.mark.parametrize(
    ("more", "found"),
    [
        ({"blue": "lane 4, backstretch 15"}, {"out"}),
        ({"blue": "lane 4, backstretch 13"}, {"slip out"}),  # directly ahead
        ({"blue": "lane 4, backstretch 15", "green": "lane 5, backstretch 13"}, {"in"}),  # outside is taken
        ({"blue": "lane 4, backstretch 15", "blue_is": {"status": "runaway", "driver": "dragged"}}, {"out"}),
        ({"blue": "lane 4, backstretch 30"}, set()),  # too far to matter
        ({"wrecks": ["lane 4, backstretch 14"]}, set()),  # an obstacle is no chariot
    ],
)
def test_only_another_chariot_moves_him_and_then_outwards(more: dict[str, Any], found: set[str]) -> None:
    assert steps(straight(**more)) == found


@pytest.mark.rule("E2 10.6.5c")
def test_he_may_attack_strain_and_evade() -> None:
    race = straight(blue="lane 5, backstretch 11")
    assert {"ram blue car", "dust blue driver"} < offered(race)
    red = {"parts": {"dust": {"straight": 2}}, "written": 6}
    assert asked(straight(red_is=red))[0] == "whip"
    attacked = beside(6, 6, 1, 1, blue_is={"parts": {"dust": {"straight": 2}}})
    play(attacked, "lash blue driver", "avoid")
    assert "evade out" in asked(attacked)[1]


@pytest.mark.rule("E2 6.D-5d", "E2 2.5.10")
def test_a_counter_goes_with_each_own_phase() -> None:
    race = straight(dice=[1])
    seen = [counters(race, "red")["move straight"]]
    play(race, "forward 6")
    seen.append(counters(race, "red")["move straight"])
    write(race, red=2)
    play(race, "forward 2")
    assert seen == [2, 1]
    assert "move straight" not in counters(race, "red")
    assert dice_left(race) == ()


@pytest.mark.rule("E2 10.6.5f", "E2 6.D-5d")
@pytest.mark.parametrize(("inside", "eye"), [(3, "eye_right"), (5, "eye_left")])
def test_a_gust_blows_it_back(inside: int, eye: str) -> None:
    race = dusted(12, inside=inside, factors=3)
    red, blue = chariot(race, "red"), chariot(race, "blue")
    assert [name for name in ("eye_left", "eye_right") if getattr(red, name)] == [eye]  # the defender's side
    assert (blue.eye_left, blue.eye_right) == (False, False)
    assert steps(race)  # his phase under way is not one of the two
    play(race, "forward 2")
    assert race.state.turn == 6
    assert counters(race, "red") == {"move straight": 2}
    assert counters(race, "blue") == {}


# -- blinded ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 10.6.5d", "E2 2.5.8")
@pytest.mark.parametrize("total", [9, 10])
def test_blinded(total: int) -> None:
    race = dusted(total, blue_is={"horses": [4, 4, 4, 3]})
    blue = chariot(race, "blue")
    assert blue.hits == 5
    assert counters(race, "blue") == {"blinded": 1}
    assert GAME.view(race.state, 0)["chariots"]["blue"]["team_speed"] == 8


@pytest.mark.rule("E2 10.6.5d")
def test_both_marks_may_be_passed() -> None:
    blue = chariot(dusted(9, blue_is={"hits": 4, "hits_start": 7, "modifier": 1, "cdm": 1}), "blue")
    assert (blue.hits, blue.modifier) == (2, -1)


@pytest.mark.rule("E2 10.6.5d")
@pytest.mark.parametrize("hits", [1, 2])
def test_it_may_kill(hits: int) -> None:
    race = dusted(9, blue_is={"hits": hits})
    assert chariot(race, "blue").driver == "dead"
    assert events(race, "flip")


@pytest.mark.rule("E2 10.6.5d")
@pytest.mark.parametrize(
    ("horses", "modifier", "more", "options", "speed"),
    [
        ([4, 4, 4, 3], 0, {}, {}, 8),
        ([4, 4, 4, 3], 3, {}, {}, 8),  # whatever his CDM
        ([4, 4, 4, 4], 0, {"loss": 3}, {}, 5),  # comes off the half
        ([4, 4, 4, 2], 0, {}, {"rain": True}, 7),  # half of 13
    ],
)
def test_the_speed_is_half_and_nobody_asks(
    horses: list[int], modifier: int, more: dict[str, Any], options: dict[str, bool], speed: int
) -> None:
    race = epic(
        blue="lane 4, backstretch 11",
        blue_is={**BLIND, "horses": horses, "modifier": modifier, **more},
        red="lane 3, backstretch 30",
        phase="notation",
        options={"weather": True},
        parts={"weather": options},
        dice=[1, 5],
    )
    assert list(race.pending) == [1]  # only Red writes
    write(race, red=3)
    assert events(race, "speeds")[0].data["speeds"] == {"blue": speed, "red": 3}
    assert race.state.mover >= 0


@pytest.mark.rule("E2 10.6.5d")
@pytest.mark.parametrize(("noted", "factors"), [(16, 8), (6, 6)])
def test_blinded_after_noting(noted: int, factors: int) -> None:
    blue = {"horses": [4, 4, 4, 3], "modifier": 1, "moved": False, "written": noted}
    race = dusted(9, factors=2, blue_is=blue, cup=["blue"])
    play(race, "forward 1")
    assert asked(race)[0] == "step"  # Blue is not asked about the whip either
    assert left(race.state, chariot(race, "blue")) == factors


@pytest.mark.rule("E2 6.D-3e")
def test_no_recovery_in_the_turn_of_the_dust() -> None:
    race = dusted(9, factors=2, blue_is={"moved": False, "written": 9}, cup=["blue"])
    play(race, "forward 1")
    assert race.state.mover == 1
    assert not events(race, "sight")
    assert counters(race, "blue") == {"blinded": 1}


@pytest.mark.rule("E2 6.D-3e", "E2 10.6.5d", "E2 2.5.8")
@pytest.mark.parametrize(("die", "sees"), [(1, False), (4, False), (5, True), (6, True)])
def test_one_die_at_the_start_of_his_phase(die: int, sees: bool) -> None:
    race = epic(red="lane 4, backstretch 11", red_is={**BLIND, "written": 9}, dice=[die])
    (told,) = events(race, "sight")
    assert told.data == {"chariot": "red", "die": die, "sees": sees}
    assert told.clauses == ("E2 6.D-3e",)
    assert counters(race, "red") == ({} if sees else {"blinded": 1}) | {"no whip": 1}
    assert left(race.state, chariot(race, "red")) == 9  # this phase goes at the half, either way
    play(race, "forward 9")
    assert BOOK.over(race.state).team_speed(chariot(race, "red")) == (18 if sees else 9)
    assert dice_left(race) == ()


@pytest.mark.rule("E2 6.D-3e", "E2 10.6.5d")
@pytest.mark.parametrize("die", [4, 5])
def test_a_loss_comes_off_the_half_whether_he_sees_again_or_not(die: int) -> None:
    red = {**BLIND, "modifier": 2, "written": 9, "loss": 3}
    race = epic(red="lane 4, backstretch 11", red_is=red, dice=[die])
    assert left(race.state, chariot(race, "red")) == 6


@pytest.mark.rule("E2 6.D-3e")
def test_not_at_the_start_of_the_turn_but_in_every_own_phase() -> None:
    race = epic(red="lane 4, backstretch 11", red_is={**BLIND, "written": 1}, dice=[4, 1, 3])
    play(race, "forward 1")
    assert len(events(race, "sight")) == 1
    write(race)  # the other one stands still; Red is drawn first
    assert [event.data["die"] for event in events(race, "sight")] == [4, 3]


@pytest.mark.rule("E2 6.D-3e")
def test_after_the_wheels_and_before_the_corner() -> None:
    """In the corner's lane 1 at 9: one point. The wheels are damaged, but 9 is below 14."""
    red = {**BLIND, "written": 9, "left_wheel": 3}
    race = epic(red="lane 1, dolphin corner 2", red_is=red, dice=[5, 6, 6, *CLEAN])
    kinds = [event.kind for event in race.events if event.kind in ("speed", "sight", "wheel-check", "strain")]
    assert kinds == ["speed", "sight", "wheel-check", "strain"]


@pytest.mark.rule("E2 6.D-3e")
def test_seeing_again_lifts_the_limits_at_once() -> None:
    race = epic(red="lane 4, backstretch 11", red_is={**BLIND, "written": 9}, dice=[5])
    red = chariot(race, "red")
    book = BOOK.over(race.state)
    assert book.can_brake(red)
    blind = epic(red="lane 4, backstretch 11", red_is={**BLIND, "written": 9}, dice=[4])
    assert not BOOK.over(blind.state).can_brake(chariot(blind, "red"))


@pytest.mark.rule("E2 10.6.5d")
@pytest.mark.parametrize(("blind", "name"), [(True, "step"), (False, "whip")])
def test_no_voluntary_straining_while_blinded(blind: bool, name: str) -> None:
    dust = {"dust": {"blinded_turn": 4 if blind else 0}}
    race = epic(red="lane 4, backstretch 11", red_is={"parts": dust, "written": 9}, dice=[1] if blind else [])
    assert asked(race)[0] == name


@pytest.mark.rule("E2 10.6.5d")
def test_he_may_brake_steer_and_attack_in_his_own_phase() -> None:
    race = epic(red="lane 4, backstretch 11", red_is={**BLIND, "written": 9}, blue="lane 5, backstretch 11", dice=[1])
    assert {"brake 1", "in", "ram blue car", "dust blue driver"} <= set(asked(race)[1])


@pytest.mark.rule("E2 10.6.5d", "E2 10.3")
def test_he_neither_brakes_nor_evades() -> None:
    race = beside(3, 3, 4, 3, blue_is=BLIND)
    play(race, "lash blue driver")
    assert list(race.pending) == [0]  # he was not asked
    assert events(race, "lash-driver")


@pytest.mark.rule("E2 2.5.9")
def test_used_factors_lie_on_the_chariot_until_its_phase_ends() -> None:
    race = beside(
        6, 6, 1, 1, inside=5, outside=4, factors=1, blue_is={"moved": False, "written": 8, **CALM}, cup=["blue"]
    )
    play(race, "lash blue driver", "avoid", "evade in")
    assert race.state.mover == 1
    log = GAME.view(race.state, 0)["chariots"]["blue"]["log"]
    assert log["used_move"] == 2
    assert left(race.state, chariot(race, "blue")) == 6
    play(race, "forward 6")
    assert GAME.view(race.state, 0)["chariots"]["blue"]["log"]["used_move"] == 0


@pytest.mark.rule("E2 2.5.9")
def test_the_counter_for_used_factors() -> None:
    race = beside(6, 6, 1, 1, inside=5, outside=4, blue_is={"moved": False, "written": 8}, cup=["blue"])
    play(race, "lash blue driver", "avoid", "evade in")
    assert counters(race, "blue") == {"used factors": 1}


@pytest.mark.rule("E2 2.5.11")
def test_the_counter_against_lane_changes_inwards_goes_with_the_turn() -> None:
    race = dusted(11, factors=2, inside=2, outside=3)
    assert counters(race, "blue")["no inside lane change"] == 1
    play(race, "forward 1")
    assert race.state.turn == 6
    assert "no inside lane change" not in counters(race, "blue")
