"""GL 20.7: team matches against the clock, and whether winners may help."""

from __future__ import annotations

from typing import Any

import pytest

from ludus import SetupError
from tests.rules.gladiator.arena import (
    FIRST,
    SECOND,
    THIRD,
    ArenaMatch,
    arena,
    dice_left,
    events,
    fighter,
    fresh,
    man,
    plot,
)


def last_phase(*sheets: dict[str, Any], turn: int = 8, **options: Any) -> ArenaMatch:
    """The last phase of a turn, everybody far from everybody; nobody moves any more."""
    men = [{**man(10 * number, 0, "N"), **sheet} for number, sheet in enumerate(sheets)]
    return arena(*men, turn=turn, phase=8, options={"throws": False, **options})


@pytest.mark.rule("GL 20.7")
def test_after_eight_turns_the_side_with_more_men_on_their_feet_wins() -> None:
    match = last_phase({}, {}, {}, {}, {}, {"status": "spared"})
    plot(match)
    assert match.outcome is not None
    assert match.outcome.reason == "most-standing"
    assert match.outcome.winners == (0, 2, 4)
    (end,) = events(match, "end")
    assert end.data["standing"] == [3, 2]
    assert end.clauses == ("GL 20.7",)


@pytest.mark.rule("GL 20.7", "GL 9.36")
def test_an_unconscious_man_does_not_leave_on_his_own_feet() -> None:
    out = {"posture": "prone", "stun": 20, "constitution": 0}
    match = arena(man(0, 0, "N"), man(10, 0, "N"), man(20, 0, "N", **out), man(30, 0, "N"), turn=8, phase=8, dice=[6])
    plot(match)
    assert match.outcome is not None
    assert match.outcome.winners == (1, 3)


@pytest.mark.rule("GL 20.7", "GL 4-stalemate")
def test_equal_numbers_are_a_draw() -> None:
    match = last_phase({}, {}, {}, {})
    plot(match)
    assert match.outcome is not None
    assert match.outcome.reason == "time"
    assert match.outcome.winners == ()


@pytest.mark.rule("GL 20.7")
@pytest.mark.parametrize(("turn", "turns", "over"), [(7, None, False), (8, None, True), (3, 3, True), (8, 9, False)])
def test_the_time_is_agreed_beforehand(turn: int, turns: int | None, over: bool) -> None:
    options = {} if turns is None else {"turns": turns}
    men = [man(10 * number, 0, "N", constitution=20) for number in range(3)]
    match = arena(*men, turn=turn, phase=8, options={"throws": False, **options}, dice=[] if over else [1, 1, 1])
    plot(match)
    assert (match.outcome is not None) is over
    assert dice_left(match) == ()


@pytest.mark.rule("GL 20.7")
def test_a_duel_has_more_time() -> None:
    match = arena(man(0, 0, "N", constitution=20), man(0, -20, "S", constitution=20), turn=8, phase=8, dice=[1, 1])
    plot(match)
    assert match.outcome is None


@pytest.mark.rule("GL 20.7", "GL 4-victory")
def test_before_that_the_last_side_standing_wins() -> None:
    match = arena(man(0, 0, "N", posture="prone", stun=12), man(0, -1, "S"), man(0, -20, "S", side=1), dice=[], turn=2)
    assert match.outcome is not None
    assert match.outcome.reason == "last-standing"
    assert match.outcome.winners == (1, 2)


def won_pair(**options: Any) -> ArenaMatch:
    """Priscus has beaten Verus, with whom he was paired; Flamma and Spiculus fight on."""
    return arena(
        man(0, 0, "N", status="dead"),
        man(0, -20, "S"),
        man(20, 0, "N", side=0),
        man(20, -20, "S", side=1),
        options={"throws": False, **options},
    )


@pytest.mark.rule("GL 20.7")
def test_winners_may_help_by_default() -> None:
    match = won_pair()
    assert [each.name for each in match.state.foes(fighter(match, SECOND))] == [THIRD]
    assert set(match.pending) == {1, 2, 3}


@pytest.mark.rule("GL 20.7")
def test_or_they_walk_off() -> None:
    match = won_pair(help=False)
    plot(match)
    assert [event.data["fighter"] for event in events(match, "walks-off")] == [SECOND]
    assert events(match, "walks-off")[0].clauses == ("GL 20.7",)
    assert fighter(match, SECOND).status == "victor"
    assert set(match.pending) == {2, 3}


@pytest.mark.rule("GL 20.7")
def test_without_help_each_fights_the_man_across_from_him() -> None:
    match = arena(
        man(0, 0, "N"),
        man(10, 0, "S"),
        man(0, -1, "N", side=0),
        man(0, -2, "S", side=1),
        step="engage",
        options={"throws": False, "help": False},
    )
    assert [each.name for each in match.state.foes(fighter(match, FIRST))] == [SECOND]
    assert set(match.pending) == {2, 3}


@pytest.mark.rule("GL 20.7")
def test_a_man_who_walked_off_counts_at_the_end() -> None:
    """Verus died; Priscus, who beat him, walked off. Flamma and Spiculus are still at it when time is up."""
    match = last_phase({"status": "dead"}, {"status": "victor"}, {}, {}, help=False)
    plot(match)
    (end,) = events(match, "end")
    assert end.data["standing"] == [1, 2]
    assert end.data["winners"] == [1, 3]


@pytest.mark.rule("GL 20.7")
def test_sides_are_equal_unless_said_otherwise() -> None:
    match = fresh(4, dice=[1] * 12, options={"types": ["medium"] * 4})
    assert [each.side for each in match.state.fighters] == [0, 1, 0, 1]
    match = fresh(4, dice=[1] * 12, options={"types": ["medium"] * 4, "sides": [0, 1, 1, 1]})
    assert [each.side for each in match.state.fighters] == [0, 1, 1, 1]
    with pytest.raises(SetupError, match="both sides need a man"):
        fresh(3, options={"sides": [1, 1, 1]})
