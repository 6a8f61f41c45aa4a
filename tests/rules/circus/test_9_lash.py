"""CM 9.4 to 9.43 without swerves: lashes at teams and drivers."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.circus.kit import CircusMatch, asked, attacks, chariot, circus, dice_left, events, place, play

EVEN = [3, 3, 3, 3]  # two dice each: lash factor 0
# Two dice that give each result in the column of factor 0.
NOTHING, BRAKE, MOVEMENT, WOUND, GRABBED = [4, 5], [1, 2], [2, 3], [1, 1], [3, 4]


def lash_team(*dice: int, **more: Any) -> CircusMatch:
    """Red's car, in lane 3, is beside Blue's team in lane 4; Blue holds."""
    squares = {"red": "lane 3, backstretch 11", "blue": "lane 4, backstretch 10"}
    race = circus(**{**squares, "move": {"written": 2}, "dice": dice, **more})
    play(race, "lash blue team", "hold")
    return race


def lash_driver(*dice: int, held: bool = True, **more: Any) -> CircusMatch:
    """Red's car, in lane 3, is beside Blue's car in lane 4; Blue holds, if it is asked."""
    squares = {"red": "lane 3, backstretch 11", "blue": "lane 4, backstretch 11"}
    race = circus(**{"level": "basic", **squares, "move": {"written": 2}, "dice": dice, **more})
    play(race, "lash blue driver", *(("hold",) if held else ()))
    return race


def speed_of(race: CircusMatch, faction: str) -> tuple[int, int]:
    """Factors and total speed when its phase began."""
    (speed,) = [event for event in events(race, "speed") if event.data["chariot"] == faction]
    return speed.data["factors"], speed.data["total"]


# -- teams --------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 9.4")
def test_a_lash_is_aimed_at_the_team_or_at_the_driver() -> None:
    team = lash_team(1, 1)
    assert [event.kind for event in team.events if event.kind.startswith("lash-")] == ["lash-team"]
    driver = lash_driver(*EVEN, *NOTHING)
    assert [event.kind for event in driver.events if event.kind.startswith("lash-")] == ["lash-driver"]
    assert all(chariot(driver, faction).whip for faction in ("red", "blue"))
    race = circus(
        red="lane 3, backstretch 11", blue="lane 4, backstretch 11", red_is={"whip": False}, move={"written": 2}
    )
    assert attacks(race) == {"ram blue car"}


@pytest.mark.rule("CM 9.41a")
@pytest.mark.rule("WEB combat-b")
@pytest.mark.parametrize(
    ("dice", "red", "blue", "own", "against"),
    [((5, 3), 2, 0, 7, 3), ((2, 4), 0, 1, 2, 5)],
)
def test_one_die_each_plus_modifier(dice: tuple[int, int], red: int, blue: int, own: int, against: int) -> None:
    race = lash_team(*dice, red_is={"modifier": red}, blue_is={"modifier": blue})
    (lash,) = events(race, "lash-team")
    assert (lash.data["own"], lash.data["against"]) == (own, against)
    assert [roll.values for roll in lash.dice] == [dice[:1], dice[1:]]
    assert [modifier.amount for modifier in lash.modifiers] == [red, blue]
    assert dice_left(race) == ()  # no roll on the table


@pytest.mark.rule("CM 9.41a")
def test_two_dice_each_for_those_who_read_it_so() -> None:
    race = lash_team(6, 5, 1, 2, options={"lash_dice": 2})
    (lash,) = events(race, "lash-team")
    assert (lash.data["own"], lash.data["against"], lash.data["endurance_lost"]) == (11, 3, 8)
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.41b")
@pytest.mark.parametrize("dice", [(5, 5), (3, 6)])
@pytest.mark.parametrize(("taken", "factors"), [(0, 12), (1, 13)])
def test_a_lash_withstood_costs_one_and_offers_one(dice: tuple[int, int], taken: int, factors: int) -> None:
    race = lash_team(*dice, blue_is={"endurance": 30, "written": 12, "moved": False}, move={"written": 2})
    blue = chariot(race, "blue")
    assert (blue.endurance, blue.gains, blue.offered) == (29, 0, 1)
    assert events(race, "lash-team")[0].clauses == ("CM 9.41a", "CM 9.41b")
    play(race, "forward 1")
    assert asked(race) == ("take", [0, 1])
    play(race, taken, "no")
    assert speed_of(race, "blue") == (factors, factors)
    assert (blue.endurance, blue.offered) == (29, 0)


@pytest.mark.rule("CM 9.41c")
def test_a_lash_that_succeeds_drives_the_team_on() -> None:
    race = lash_team(6, 2, blue_is={"endurance": 30, "written": 12, "moved": False})
    blue = chariot(race, "blue")
    assert (blue.endurance, blue.gains, blue.offered) == (26, 4, 0)
    assert events(race, "lash-team")[0].clauses == ("CM 9.41a", "CM 9.41c")
    play(race, "forward 1", "no")  # nobody asks whether Blue wants them
    assert speed_of(race, "blue") == (16, 16)


@pytest.mark.rule("CM 9.41c")
def test_forced_factors_count_in_corners() -> None:
    race = lash_team(
        *(5, 1, 2, 2, 2),
        red="lane 2, dolphin corner 0",
        blue="lane 3, front straight 33",
        blue_is={"written": 12, "moved": False, "endurance": 30},
        move={"written": 1},
    )
    play(race, "no", "forward 1")
    (strain,) = events(race, "strain")
    assert (strain.data["points"], strain.data["endurance"]) == (4, 30 - 4 - 4)
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.41c")
def test_two_lashes_add_up() -> None:
    race = lash_team(
        *(3, 1, 2, 5, 2),  # Red's lash, Green drawn from two colours, Green's lash
        green="lane 5, backstretch 11",
        blue_is={"endurance": 30, "written": 12, "moved": False},
        green_is={"written": 1, "moved": False},
        move={"written": 1},
    )
    play(race, "no", "lash blue team", "hold", "no")
    assert chariot(race, "blue").endurance == 25
    assert speed_of(race, "blue") == (17, 17)
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.41-limits")
@pytest.mark.parametrize(
    ("dice", "endurance", "lost"), [((5, 1), 0, 0), ((6, 1), 2, 2), ((3, 3), 0, 0), ((6, 1), 5, 5), ((6, 1), 6, 5)]
)
def test_no_more_than_the_team_has_left(dice: tuple[int, int], endurance: int, lost: int) -> None:
    race = lash_team(*dice, blue_is={"endurance": endurance, "exhausted": False})
    blue = chariot(race, "blue")
    assert (blue.endurance, blue.gains + blue.offered) == (endurance - lost, lost)
    (lash,) = events(race, "lash-team")
    assert (lash.data["endurance_lost"], lash.data["gained"]) == (lost, lost)
    assert ("CM 9.41-limits" in lash.clauses) == (endurance < 5)
    assert len(lash.dice) == 2  # they belong to the lash, not to the exhaustion that may follow


@pytest.mark.rule("CM 9.41-limits")
def test_forced_factors_may_exceed_the_maximum() -> None:
    race = lash_team(4, 1, blue_is={"written": 18, "moved": False})
    play(race, "forward 1", "no")
    assert speed_of(race, "blue") == (21, 21)


@pytest.mark.rule("CM 9.41-limits")
def test_a_jostled_driver_is_driven_on_as_well() -> None:
    race = lash_team(4, 3, blue_is={"written": 16, "cdm": -2, "jostled": True, "moved": False})
    play(race, "forward 1")  # no whip is offered to him
    assert speed_of(race, "blue") == (19, 19)


# -- drivers: factor and table ---------------------------------------------------------------------------


@pytest.mark.rule("CM 9.42a")
@pytest.mark.rule("QA 9.42")
@pytest.mark.parametrize(
    ("dice", "red", "blue_is", "factor"),
    [
        ((5, 4, 3, 2), 2, {"modifier": 1}, 5),
        ((6, 6, 1, 1), 2, {}, 5),
        ((1, 2, 5, 5), 0, {"modifier": 1}, -4),
        ((6, 4, 4, 3), 0, {}, 3),
        ((3, 3, 3, 3), 0, {}, 0),
        ((3, 3, 3, 3), 0, {"modifier": 2, "horses": [0, 4, 4, 5], "fallen": [1]}, 0),
    ],
)
def test_lash_factor(dice: tuple[int, ...], red: int, blue_is: dict[str, Any], factor: int) -> None:
    held = "fallen" not in blue_is
    race = lash_driver(*dice, 6, 6, 1, red_is={"modifier": red}, blue_is=blue_is, held=held)
    (lash,) = events(race, "lash-driver")
    assert lash.data["factor"] == factor
    assert [roll.values for roll in lash.dice] == [dice[:2], dice[2:], (6, 6)]
    defender = 0 if "fallen" in blue_is else -blue_is.get("modifier", 0)
    assert [modifier.amount for modifier in lash.modifiers] == [red, defender]


TABLE = """
    M M B G W M S - M G
    G M G B B W B S G S
    B - W M B B W G M B
    G B M W M M G B S S
    - G B B W G M M B W
    G - G G G S S S S S
    - G - - S W W W W W
    M M M S - - - B W B
    M W S - - B B W - M
    W S - M B - B - B -
    S M - W M B - M B B
"""


def two(total: int) -> tuple[int, int]:
    """Two dice that show this."""
    return min(6, total - 1), total - min(6, total - 1)


@pytest.mark.rule("CM 9.42b")
@pytest.mark.rule("CM 9.43")
@pytest.mark.parametrize("factor", range(-4, 6))
def test_every_cell_of_the_table(factor: int) -> None:
    rows = [line.split() for line in TABLE.strip().splitlines()]
    for roll in range(2, 13):
        code = rows[roll - 2][factor + 4]
        own, against = (7 + factor, 7) if factor > 0 else (7, 7 - factor)
        race = lash_driver(*two(own), *two(against), *two(roll), *([1] if code in "MW" else []))
        (lash,) = events(race, "lash-driver")
        assert (lash.data["factor"], lash.data["roll"], lash.data["result"]) == (factor, roll, code)
        assert dice_left(race) == ()


@pytest.mark.rule("CM 9.43")
def test_no_effect_changes_nothing_and_the_move_goes_on() -> None:
    race = lash_driver(*EVEN, *NOTHING, blue_is={"modifier": 0, "hits": 6}, move={"written": 6})
    blue = chariot(race, "blue")
    assert (blue.hits, blue.endurance, blue.loss, blue.whip) == (6, 49, 0, True)
    assert place(race, "blue") == "lane 4, backstretch 11"
    assert chariot(race, "red").whip
    assert "forward 5" in asked(race)[1]
    assert dice_left(race) == ()


# -- B and M -----------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 9.43-B")
def test_b_makes_the_driver_brake() -> None:
    race = lash_driver(*EVEN, *BRAKE, blue_is={"endurance": 10, "written": 12, "moved": False})
    assert place(race, "blue") == "lane 4, backstretch 10"
    assert chariot(race, "blue").endurance == 8
    assert events(race, "braked-away")[0].clauses == ("CM 9.43-B", "CM 6.62a")
    play(race, "forward 1", "no")
    assert speed_of(race, "blue") == (12, 12)
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.43-B")
@pytest.mark.parametrize(
    "more", [{"blue_is": {"endurance": 0}}, {"green": "lane 4, backstretch 9"}, {"wrecks": ["lane 4, backstretch 9"]}]
)
def test_whoever_cannot_brake_is_wounded(more: dict[str, Any]) -> None:
    race = lash_driver(*EVEN, *BRAKE, 4, **more)
    blue = chariot(race, "blue")
    assert (blue.hits, blue.loss) == (6, 4)
    assert place(race, "blue") == "lane 4, backstretch 11"
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.43-B")
def test_one_endurance_is_enough_for_b() -> None:
    race = lash_driver(*EVEN, *BRAKE, blue_is={"endurance": 1})
    assert chariot(race, "blue").endurance == 0
    assert place(race, "blue") == "lane 4, backstretch 10"
    assert chariot(race, "blue").hits == 7


@pytest.mark.rule("CM 9.43-B")
def test_braking_back_into_a_corner_is_no_entry() -> None:
    """Blue's car comes back to the last corner square of lane 4: no check now, but one in its own phase."""
    race = lash_driver(
        *(*EVEN, *BRAKE, 2, 2, 2),
        red="lane 3, backstretch 1",
        blue="lane 4, backstretch 1",
        blue_is={"executed": 18, "written": 16, "moved": False},
    )
    assert place(race, "blue") == "lane 4, backstretch 0"
    assert not events(race, "strain")
    play(race, "forward 1", "no")
    (strain,) = events(race, "strain")
    assert (strain.data["chariot"], strain.data["points"]) == ("blue", 1)
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.43-M")
@pytest.mark.rule("WEB endurance-a")
@pytest.mark.parametrize(
    ("blue_is", "factors"),
    [
        ({"written": 19}, 15),
        ({"written": 10}, 10),
        ({"written": 19, "loss": 3}, 12),  # losses add up
        ({"written": 19, "loss": 17}, 0),
    ],
)
def test_movement_loss_is_off_the_maximum(blue_is: dict[str, Any], factors: int) -> None:
    """Team speed 18, CDM +1, die 4."""
    race = lash_driver(*EVEN[:3], 2, *MOVEMENT, 4, blue_is={**blue_is, "modifier": 1, "moved": False})
    (loss,) = events(race, "movement-loss")
    assert (loss.data, loss.clauses) == ({"chariot": "blue", "loss": 4}, ("CM 9.43-M",))
    play(race, "forward 1", "no")
    assert speed_of(race, "blue") == (factors, factors)
    assert chariot(race, "blue").endurance == 49
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.43-M")
def test_whoever_has_moved_loses_it_in_the_next_turn_only() -> None:
    race = lash_driver(*EVEN[:3], 2, *MOVEMENT, 3, 2, 1, blue_is={"modifier": 1}, move={"written": 1})
    assert race.pending[1].count() == 18 + 1 - 3 + 1  # 0 to 16
    play(race, 0, 16, "no", "forward 16")  # Blue is drawn first, then Red
    play(race, "no")
    assert race.pending[1].count() == 18 + 1 + 1


# -- W and G -----------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 9.43-W1")
def test_a_wound_in_the_basic_game() -> None:
    race = lash_driver(*EVEN, *WOUND, 5)
    blue = chariot(race, "blue")
    assert (blue.hits, blue.loss, blue.modifier) == (6, 5, 0)
    assert events(race, "driver-hurt")[0].clauses == ("CM 9.43-W1",)
    assert not events(race, "critical")
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.43-W1")
def test_a_wound_in_the_advanced_game_may_be_critical() -> None:
    race = lash_driver(*EVEN, *WOUND, 5, 4, 4, level="advanced")
    assert (chariot(race, "blue").hits, chariot(race, "blue").loss) == (6, 5)
    assert events(race, "critical")[0].data["result"] == "none"
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.43-W2")
@pytest.mark.parametrize(
    ("boxes", "first", "second"), [(10, 5, 7), (9, 5, 6), (8, 4, 6), (7, 4, 5), (6, 3, 4), (5, 3, 4)]
)
def test_wounds_lower_the_modifier(boxes: int, first: int, second: int) -> None:
    for lost in range(1, boxes):
        race = lash_driver(*EVEN, *WOUND, 1, blue_is={"hits_start": boxes, "hits": boxes - lost + 1})
        blue = chariot(race, "blue")
        drop = -1 if lost in (first, second) else 0
        assert (blue.hits, blue.modifier, blue.cdm) == (boxes - lost, drop, drop), lost
        assert ("CM 9.43-W2" in events(race, "driver-hurt")[0].clauses) == bool(drop)


@pytest.mark.rule("CM 9.43-W2")
def test_the_current_modifier_falls_with_the_permanent_one() -> None:
    """A jostled driver: 5 against 6 - 1 is factor 0."""
    race = lash_driver(3, 2, 3, 3, *WOUND, 1, blue_is={"hits_start": 6, "hits": 4, "modifier": 2, "cdm": -1})
    assert (chariot(race, "blue").modifier, chariot(race, "blue").cdm) == (1, -2)


@pytest.mark.rule("CM 9.43-W3")
def test_the_last_box_flips_the_chariot() -> None:
    race = lash_driver(*EVEN, *WOUND, blue_is={"hits": 1})
    assert place(race, "blue") == "out"
    assert events(race, "flip")[0].clauses == ("CM 9.43-W3", "CM 7.33-FP")
    assert not events(race, "movement-loss")
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.43-G")
def test_the_whip_is_grabbed_and_thrown_away() -> None:
    race = lash_driver(*EVEN, *GRABBED, 1)
    assert (chariot(race, "red").whip, chariot(race, "blue").whip) == (False, True)
    (grab,) = events(race, "whip-grabbed")
    assert (grab.data, grab.clauses) == ({"chariot": "red", "by": "blue", "kept": False}, ("CM 9.43-G",))
    play(race, "forward 1", 5, 0)  # next turn; Red is drawn and not asked about whipping
    assert asked(race)[0] == "step"
    assert attacks(race) == {"ram blue horses"}
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.43-G")
def test_a_driver_without_a_whip_keeps_it() -> None:
    race = lash_driver(
        *(*EVEN, *GRABBED), blue_is={"whip": False, "moved": False, "written": 3}, green="lane 5, backstretch 11"
    )
    assert (chariot(race, "red").whip, chariot(race, "blue").whip) == (False, True)
    assert events(race, "whip-grabbed")[0].data["kept"]
    play(race, "forward 1")
    assert asked(race) == ("whip", ["no", "whip"])
    play(race, "no")
    assert attacks(race) == {"ram green car", "lash green driver"}
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.43-G")
def test_without_a_whip_corners_may_still_be_strained() -> None:
    race = circus(red="lane 1, front straight 33", red_is={"whip": False}, move={"written": 11}, dice=[2, 2, 2])
    assert "forward 1" in asked(race)[1]
    play(race, "forward 1")
    assert events(race, "strain")[0].data["points"] == 3
    assert dice_left(race) == ()
