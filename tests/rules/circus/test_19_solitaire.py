"""CM 19: one chariot against the rest of the field."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from ludus import Match, SeededDice, SetupError
from tests.rules.circus.kit import GAME, CircusMatch, asked, attacks, circus, dice_left, events, play

FREE = {"lash blue driver", "ram blue car"}


def solitaire(seats: int = 8, **options: Any) -> CircusMatch:
    race = Match(GAME, seats, SeededDice("3"), "solitaire", options)
    while next(iter(race.pending.values())).name == "build":
        play(race, (1, 1, 1, 1))
    return race


def rival(*dice: int, number: int = 4, **position: Any) -> CircusMatch:
    """Red, a rival with this number, stands with his car beside blue's."""
    red = {"written": 3, "threshold": number, **position.pop("red_is", {})}
    race = circus(red="lane 3, backstretch 11", red_is=red, blue="lane 4, backstretch 11", dice=dice, **position)
    if asked(race)[0] == "whip":
        play(race, "no")
    return race


@pytest.mark.rule("CM 19-roles")
@pytest.mark.parametrize(("seats", "owned"), [(8, [1] * 8), (2, [1, 7]), (3, [1, 4, 3])])
def test_one_chariot_against_the_field(seats: int, owned: list[int]) -> None:
    race = solitaire(seats)
    held = Counter(each.seat for each in race.state.chariots)
    assert [held[seat] for seat in range(seats)] == owned
    free = [each for each in race.state.chariots if not each.threshold]
    assert [each.seat for each in free] == [0]


@pytest.mark.rule("CM 19-roles")
def test_without_solitaire_everybody_attacks_as_he_likes() -> None:
    race = Match(GAME, 8, SeededDice("3"), "advanced")
    play(race, *[(1, 1, 1, 1)] * 8)
    assert all(each.threshold == 0 for each in race.state.chariots)
    assert not events(race, "characters")


@pytest.mark.rule("CM 19-own-attacks")
def test_the_own_faction_needs_no_permission() -> None:
    race = rival(number=0, red_is={"written": 1})
    assert attacks(race) == FREE
    assert not events(race, "permission")
    assert dice_left(race) == ()


@pytest.mark.rule("CM 19-personality")
def test_the_default_spread_is_dealt_at_random() -> None:
    race = solitaire()
    (dealt,) = events(race, "characters")
    assert sorted(dealt.data["numbers"].values()) == [2, 3, 3, 4, 4, 5, 6]
    assert dealt.clauses == ("CM 19-personality",)
    other = Match(GAME, 8, SeededDice("4"), "solitaire")
    play(other, *[(1, 1, 1, 1)] * 8)
    assert events(other, "characters")[0].data["numbers"] != dealt.data["numbers"]


@pytest.mark.rule("CM 19-personality")
def test_numbers_can_be_set_by_hand() -> None:
    race = solitaire(characters=[1, 2, 3, 4, 5, 6, 7])
    assert [each.threshold for each in race.state.chariots] == [0, 1, 2, 3, 4, 5, 6, 7]


@pytest.mark.rule("CM 19-personality")
@pytest.mark.parametrize("numbers", [[1, 2, 3], [0] * 7, [8] * 7, ["4"] * 7, 4, [True] * 7])
def test_wrong_numbers_are_refused(numbers: object) -> None:
    with pytest.raises(SetupError, match="7 whole numbers from 1 to 7"):
        solitaire(characters=numbers)


@pytest.mark.rule("CM 19-personality")
@pytest.mark.parametrize(
    ("number", "allowed"),
    [
        (1, ["lash", "free", "free", "free", "free", "free"]),
        (2, ["none", "lash", "free", "free", "free", "free"]),
        (6, ["none", "none", "none", "none", "none", "lash"]),
        (7, ["none"] * 6),
    ],
)
def test_how_often_a_character_attacks(number: int, allowed: list[str]) -> None:
    """Every face of the die; the lash that must follow an equal one is held off by blue's question."""
    found = [events(rival(die, number=number), "permission")[0].data["allows"] for die in range(1, 7)]
    assert found == allowed


@pytest.mark.rule("CM 19-threshold")
def test_a_lower_roll_is_no_attack() -> None:
    race = rival(3)
    assert attacks(race) == set()
    assert "forward 3" in asked(race)[1]
    (permission,) = events(race, "permission")
    assert permission.data == {"chariot": "red", "die": 3, "number": 4, "allows": "none"}
    assert permission.clauses == ("CM 19-threshold",)
    assert dice_left(race) == ()


@pytest.mark.rule("CM 19-threshold")
def test_one_roll_for_each_square() -> None:
    """Red drives past blue's car and then past blue's team: two opportunities; then there is none."""
    race = rival(3, 2, red_is={"written": 4})
    play(race, "forward 1")
    assert [event.data["die"] for event in events(race, "permission")] == [3, 2]
    play(race, "forward 1")
    assert len(events(race, "permission")) == 2
    assert dice_left(race) == ()


@pytest.mark.rule("CM 19-threshold")
def test_after_the_attack_the_square_is_done() -> None:
    race = rival(5, 3, 3, 4)
    play(race, "ram blue car", "hold")
    assert attacks(race) == set()
    assert len(events(race, "permission")) == 1
    assert dice_left(race) == ()


@pytest.mark.rule("CM 19-threshold")
def test_no_opportunity_no_roll() -> None:
    gray = circus(
        red="lane 3, front straight 3", red_is={"written": 5, "threshold": 1, "whip": False},
        blue="lane 4, front straight 3", turn=1, dice=[2],
    )  # fmt: skip
    assert not events(gray, "permission")
    own = circus(
        red="lane 3, backstretch 11", red_is={"written": 3, "threshold": 1, "whip": False},
        green="lane 8, egg corner 3", green_is={"seat": 1}, blue="lane 4, backstretch 11", blue_is={"seat": 0}, seats=2,
    )  # fmt: skip
    assert not events(own, "permission")
    spent = rival(red_is={"written": 0})
    assert not events(spent, "permission")


@pytest.mark.rule("CM 19-lash-on-equal")
def test_an_equal_roll_is_a_lash_whether_he_likes_it_or_not() -> None:
    """There is one lash, so nobody is asked: blue must defend himself at once."""
    race = rival(4)
    assert events(race, "permission")[0].clauses == ("CM 19-threshold", "CM 19-lash-on-equal")
    assert events(race, "attack")[0].data == {"chariot": "red", "target": "blue", "kind": "lash", "at": "driver"}
    assert asked(race)[0] == "defend"
    assert dice_left(race) == ()


@pytest.mark.rule("CM 19-lash-on-equal")
def test_between_two_victims_he_chooses_whom_to_lash() -> None:
    race = rival(4, green="lane 2, backstretch 11")
    assert set(asked(race)[1]) == {"lash blue driver", "lash green driver"}


@pytest.mark.rule("CM 19-lash-on-equal")
def test_without_a_whip_there_is_no_attack() -> None:
    race = rival(4, red_is={"whip": False})
    assert attacks(race) == set()
    assert "forward 3" in asked(race)[1]


@pytest.mark.rule("CM 19-lash-on-equal")
def test_a_dragged_man_cannot_be_lashed() -> None:
    dragged = {"status": "runaway", "driver": "dragged", "hitched": False}
    race = circus(
        red="lane 4, backstretch 13", red_is={"written": 3, "threshold": 4}, blue="lane 4, backstretch 14",
        blue_is=dragged, dice=[4],
    )  # fmt: skip
    play(race, "no")
    assert attacks(race) == set()


@pytest.mark.rule("CM 19-choice-above")
@pytest.mark.parametrize("die", [5, 6])
def test_a_higher_roll_leaves_him_the_choice(die: int) -> None:
    race = rival(die, 3)
    assert attacks(race) == FREE
    assert events(race, "permission")[0].clauses == ("CM 19-threshold", "CM 19-choice-above")
    play(race, "forward 3")  # he may let it be, here; beside the team he throws again, and no more after that
    assert [event.data["allows"] for event in events(race, "permission")] == ["free", "none"]
    assert not events(race, "attack")


@pytest.mark.rule("CM 19-threshold", "CM 19-lash-on-equal")
def test_nobody_drives_past_an_opportunity() -> None:
    """Red would drive on past blue's car and past his team: each has its die, and an equal one is a lash."""
    race = circus(
        red="lane 3, backstretch 8", red_is={"written": 7, "threshold": 4}, blue="lane 4, backstretch 12",
        dice=[3, 4], options={"solitaire": True},
    )  # fmt: skip
    play(race, "no")
    ahead = {each["choice"]: each for each in race.explain(0)}
    assert [ahead[f"forward {run}"]["to"] for run in (3, 4, 7)] == [
        "lane 3, backstretch 11", "lane 3, backstretch 12", "lane 3, backstretch 12",
    ]  # fmt: skip
    play(race, "forward 6")
    assert [event.data["die"] for event in events(race, "permission")] == [3]
    play(race, "forward 3")
    assert [event.data["die"] for event in events(race, "permission")] == [3, 4]
    assert asked(race)[0] == "defend"
    assert dice_left(race) == ()


@pytest.mark.rule("CM 19-threshold")
def test_by_the_other_reading_he_throws_only_where_he_stops() -> None:
    race = circus(
        red="lane 3, backstretch 8", red_is={"written": 7, "threshold": 4}, blue="lane 4, backstretch 12",
        options={"solitaire": True, "rivals_die": "where he stops"},
    )  # fmt: skip
    play(race, "no")
    play(race, "forward 6")
    assert not events(race, "permission")


@pytest.mark.parametrize(("ruleset", "die"), [("solitaire", "where he stops"), ("advanced", "every square")])
def test_only_older_solitaires_go_on_by_the_other_reading(ruleset: str, die: str) -> None:
    """A race of a season that is under way is still the one that the season asked for."""
    snapshot = Match(GAME, 4, SeededDice("3"), ruleset).snapshot()
    del snapshot["options"]["rivals_die"]
    assert Match.restore(GAME, snapshot).options["rivals_die"] == die
