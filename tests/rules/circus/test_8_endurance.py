"""CM 8: endurance, and what happens without it."""

from __future__ import annotations

import pytest

from tests.rules.circus.kit import CircusMatch, asked, chariot, circus, dice_left, events, place, play, write

CALM = {"whip": False}


@pytest.mark.rule("CM 8.1", "CM 8.2")
def test_what_costs_endurance() -> None:
    # Whip 4, lane 1 at 11: 3 points, 2 braked.
    race = circus(red="lane 1, front straight 33", red_is={"written": 7, "endurance": 49}, dice=[4, 1, 1, 1])
    play(race, "whip")
    assert chariot(race, "red").endurance == 45
    play(race, "forward 1")
    assert chariot(race, "red").endurance == 42
    play(race, "brake 2")
    assert chariot(race, "red").endurance == 49 - 9
    assert dice_left(race) == ()


@pytest.mark.rule("CM 8.2")
def test_two_for_each_attack_braked_away_from() -> None:
    race = circus(
        red="lane 3, backstretch 11",
        red_is={**CALM, "written": 1},
        blue="lane 4, backstretch 11",
        green="lane 5, backstretch 10",
        green_is={**CALM, "moved": False, "written": 1},
        dice=[6, 6, 1, 1, 6, 6, 1, 1],
    )
    play(race, "ram blue car", "avoid", "brake")
    assert chariot(race, "blue").endurance == 47
    play(race, "ram blue car", "avoid", "brake")  # Green, in its phase
    assert chariot(race, "blue").endurance == 45
    assert place(race, "blue") == "lane 4, backstretch 9"
    assert dice_left(race) == ()


@pytest.mark.rule("CM 8.2", "CM 8.5a")
@pytest.mark.parametrize(("endurance", "lost"), [(49, 4), (1, 1)])
def test_lashed(endurance: int, lost: int) -> None:
    race = circus(
        red="lane 3, backstretch 12",
        red_is={"written": 1},
        blue="lane 4, backstretch 11",
        blue_is={"endurance": endurance, "moved": False, "written": 9, "whip": False},
        dice=[6, 2],
    )
    play(race, "no", "lash blue team", "hold")
    blue = chariot(race, "blue")
    assert blue.endurance == endurance - lost
    assert blue.modifier == (0 if blue.endurance else -1)  # lowered once, by the zero itself
    assert events(race, "speed")[-1].data["factors"] == 9 + lost  # as many factors as endurance really lost
    assert dice_left(race) == ()


@pytest.mark.rule("CM 8.3")
def test_paid_before_the_check_is_rolled() -> None:
    race = circus(red="lane 1, front straight 33", red_is={**CALM, "written": 11, "endurance": 12}, dice=[1, 1, 1])
    play(race, "forward 1")
    assert events(race, "strain")[0].data["endurance"] == 9
    play(race, "forward 10")
    assert chariot(race, "red").endurance == 9  # and it does not come back
    assert race.state.turn == 3


# -- zero ------------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 8.4", "CM 8.42", "CM 8.44")
def test_zero_by_braking_away() -> None:
    race = circus(
        red="lane 3, backstretch 11",
        red_is={**CALM, "written": 1},
        blue="lane 4, backstretch 11",
        blue_is={"endurance": 2, "moved": False, "written": 17, "modifier": 0},
        dice=[6, 6, 1, 1],
    )
    play(race, "ram blue car", "avoid", "brake")
    blue = chariot(race, "blue")
    assert (blue.endurance, blue.modifier, blue.cdm, blue.team_speed) == (0, -1, -1, 18)
    (exhausted,) = events(race, "exhausted")
    assert exhausted.clauses == ("CM 8.4", "CM 8.44", "CM 8.5a")
    name, answers = asked(race)  # its phase in the same turn: no whip, no brakes
    assert name == "step"
    assert not [answer for answer in answers if str(answer).startswith("brake")]
    play(race, "forward 17")
    assert chariot(race, "blue").team_speed == 17  # from the next turn
    assert dice_left(race) == ()


@pytest.mark.rule("CM 8.41a")
def test_no_whip_at_zero() -> None:
    race = circus(red="lane 1, backstretch 3", red_is={"written": 5, "endurance": 0})
    assert asked(race)[0] == "step"


@pytest.mark.rule("CM 8.41b")
@pytest.mark.parametrize(("speed", "flips"), [(9, True), (8, False)])
def test_too_fast_at_zero_flips_without_a_roll(speed: int, flips: bool) -> None:
    race = circus(level="basic", red="lane 1, front straight 33", red_is={"written": speed, "endurance": 0})
    play(race, "forward 1")
    assert (place(race, "red") == "out") == flips
    assert not events(race, "strain")
    assert dice_left(race) == ()


@pytest.mark.rule("CM 8.41b")
@pytest.mark.parametrize(("endurance", "racing"), [(3, True), (2, False)])
def test_strain_paid_in_full_is_good(endurance: int, racing: bool) -> None:
    race = circus(
        level="basic",
        red="lane 1, front straight 33",
        red_is={**CALM, "written": 11, "endurance": endurance},
        dice=[1, 1, 1] if racing else [],
    )
    play(race, "forward 1")
    assert chariot(race, "red").on_track == racing
    assert chariot(race, "red").endurance == 0
    if racing:
        assert events(race, "strain")[0].data["points"] == 3
        play(race, "forward 10")  # to the end of the corner and beyond
        assert place(race, "red") == "lane 1, backstretch 4"
    assert dice_left(race) == ()


@pytest.mark.rule("CM 8.41b")
@pytest.mark.parametrize(("way", "racing"), [("out", True), ("in", False)])
def test_paid_strain_covers_the_lanes_further_out(way: str, racing: bool) -> None:
    race = circus(
        level="basic",
        red="lane 2, front straight 33",
        red_is={**CALM, "written": 12, "endurance": 3, "modifier": 1},
        dice=[1, 1, 1],
    )
    play(race, "forward 1", way)
    assert chariot(race, "red").on_track == racing
    assert dice_left(race) == ()


@pytest.mark.rule("CM 8.41b")
def test_the_switch_for_unpaid_strain() -> None:
    race = circus(
        red="lane 1, front straight 33",
        red_is={**CALM, "written": 11, "endurance": 2},
        dice=[1, 1, 1],
        options={"unpaid_strain": "roll"},
    )
    play(race, "forward 1")
    (strain,) = events(race, "strain")
    assert (strain.data["points"], strain.data["endurance_paid"]) == (3, 2)
    assert chariot(race, "red").on_track


@pytest.mark.rule("CM 8.41b")
@pytest.mark.parametrize("how", ["evade", "swerve"])
def test_inwards_in_a_rivals_phase(how: str) -> None:
    race = circus(
        level="basic",
        red="lane 4, dolphin corner 7",
        red_is={"written": 1},
        blue="lane 3, dolphin corner 5",
        blue_is={"executed": 12, "endurance": 0},
        dice=[6, 6, 1, 1] if how == "evade" else [3, 4, 3, 4, 4, 4],
    )
    if how == "evade":
        play(race, "no", "ram blue car", "avoid", "evade in")
    else:
        play(race, "no", "lash blue driver", "hold")
    assert place(race, "blue") == "out"
    assert events(race, "flip")[0].clauses[0] == "CM 8.41b"
    assert dice_left(race) == ()


@pytest.mark.rule("CM 8.41c")
def test_the_losses_come_first() -> None:
    # Limit 9 and 9 written; a lash withstood takes the last endurance, so the limit is 8: lane 1 is safe.
    race = circus(
        red="lane 2, dolphin corner 0",
        red_is={"written": 1},
        blue="lane 1, front straight 33",
        blue_is={"horses_start": [2, 2, 2, 2], "modifier": 1, "endurance": 1, "moved": False, "written": 9},
        dice=[1, 1],
    )
    play(race, "no", "lash blue team", "hold")
    assert (chariot(race, "blue").endurance, chariot(race, "blue").cdm) == (0, 0)
    play(race, 0)  # the factor it was offered
    assert events(race, "speed")[-1].data == {"chariot": "blue", "factors": 8, "total": 8}
    play(race, "forward 1")
    assert chariot(race, "blue").hitched
    assert dice_left(race) == ()


@pytest.mark.rule("CM 8.41c")
def test_the_loss_of_the_turn_comes_first() -> None:
    race = circus(
        phase="notation",
        red="lane 2, front straight 33",
        red_is={"horses_start": [3, 3, 2, 2], "endurance": 0},
        blue="lane 8, backstretch 3",
        dice=[1],
    )
    assert max(race.pending[0]) == 9
    write(race, red=9)
    play(race, "forward 1")
    assert chariot(race, "red").hitched  # lane 2 is safe at 9


@pytest.mark.rule("CM 8.42")
def test_no_braking_away_at_zero() -> None:
    race = circus(
        red="lane 3, backstretch 11",
        red_is={**CALM, "written": 1},
        blue="lane 4, backstretch 11",
        blue_is={"endurance": 0},
        dice=[6, 6, 1, 1],
    )
    play(race, "ram blue car", "avoid")
    assert asked(race)[1] == ["evade out", "hold"]


@pytest.mark.rule("CM 8.42")
def test_forced_braking_counts_as_a_wound() -> None:
    # Factor 0 and 4 on the table: B.
    race = circus(
        level="basic",
        red="lane 3, backstretch 11",
        red_is={"written": 1},
        blue="lane 4, backstretch 11",
        blue_is={"endurance": 0},
        dice=[3, 4, 3, 4, 2, 2, 3],
    )
    play(race, "no", "lash blue driver", "hold")
    assert chariot(race, "blue").hits == 6
    assert place(race, "blue") == "lane 4, backstretch 11"
    assert dice_left(race) == ()


def turns(race: CircusMatch, count: int) -> list[int]:
    """Team speed at the start of each of the next turns; nobody moves."""
    seen = []
    for _ in range(count):
        seen.append(chariot(race, "red").team_speed)
        write(race)
    return seen


@pytest.mark.rule("CM 8.43")
@pytest.mark.parametrize(("horses", "seen"), [([4, 4, 4, 4], [15, 14, 13]), ([2, 4, 4, 4], [13, 12, 11])])
def test_a_point_of_speed_every_turn(horses: list[int], seen: list[int]) -> None:
    race = circus(
        turn=15,
        red="lane 1, backstretch 3",
        red_is={**CALM, "horses_start": [4, 4, 4, 4], "horses": horses, "written": 2, "endurance": 2},
        blue="lane 8, backstretch 3",
        blue_is=CALM,
        dice=[1, 1, 1],
    )
    play(race, "brake 2")  # the last factors in turn 15
    assert race.state.turn == 16
    assert turns(race, 3) == seen
    assert chariot(race, "red").horses == tuple(horses)


@pytest.mark.rule("CM 8.43")
def test_never_below_zero() -> None:
    race = circus(
        phase="notation",
        red="lane 1, backstretch 3",
        red_is={**CALM, "horses_start": [2, 2, 2, 2], "drained": 7, "endurance": 0},
        blue="lane 2, backstretch 3",
        blue_is=CALM,
        dice=[2, 2],
    )
    assert turns(race, 2) == [0, 0]
    assert place(race, "red") == "lane 1, backstretch 3"  # it keeps its squares
    assert list(race.pending[0]) == [0]


@pytest.mark.rule("CM 8.44")
@pytest.mark.parametrize(("modifier", "cdm", "after"), [(0, 0, (-1, -1)), (1, -1, (0, -2))])
def test_the_modifier_falls_once(modifier: int, cdm: int, after: tuple[int, int]) -> None:
    race = circus(
        red="lane 1, backstretch 3", red_is={**CALM, "written": 2, "endurance": 1, "modifier": modifier, "cdm": cdm}
    )
    play(race, "brake 1")
    red = chariot(race, "red")
    assert (red.modifier, red.cdm) == after
    assert len(events(race, "exhausted")) == 1


@pytest.mark.rule("CM 8.44", "CM 8.5a", "CM 8.5b")
def test_an_exhausted_team_feels_no_lash() -> None:
    race = circus(
        red="lane 3, backstretch 12",
        red_is={"written": 1},
        blue="lane 4, backstretch 11",
        blue_is={"endurance": 0, "moved": False, "written": 9, "modifier": 1},
        dice=[5, 1],
    )
    play(race, "no", "lash blue team", "hold")
    blue = chariot(race, "blue")
    assert (blue.endurance, blue.modifier) == (0, 1)
    assert events(race, "lash-team")[0].data["gained"] == 0
    assert events(race, "speed")[-1].data["factors"] == 9
    assert not events(race, "exhausted")
    assert dice_left(race) == ()
