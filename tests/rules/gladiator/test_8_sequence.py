"""GL 8.4, 8.42, 8.44 to 8.45: the five sub-phases and who strikes first in them."""

from __future__ import annotations

import pytest

from ludus.games.gladiator.charts import AREAS
from tests.rules.gladiator.arena import (
    FIRST,
    SECOND,
    dice_left,
    events,
    fighter,
)
from tests.rules.gladiator.blows import CROWD, HEAD, KNOCKED_OUT, NOTHING, Share, blows, duel


@pytest.mark.rule("GL 8.4")
def test_each_attack_takes_effect_at_once() -> None:
    """Two wounds to the head in sub-phase 2: the answer in sub-phase 3 comes with two factors fewer."""
    match = duel(({"head": 5, "legs": 1}, {}), ({"legs": 4}, {}), dice=[*HEAD[2], *NOTHING, *NOTHING], one={}, other={})
    assert blows(match) == [(2, FIRST, 5), (3, SECOND, 2), (4, FIRST, 1)]
    (weakened,) = events(match, "weakened")
    assert weakened.data == {"fighter": SECOND, "area": "legs", "lost": 2, "left": 2}
    assert weakened.clauses == ("GL 8.46", "GL 8.461")
    assert dice_left(match) == ()


SUBS = {0: [], 1: [3], 2: [2, 4], 3: [1, 3, 5], 4: [1, 2, 4, 5], 5: [1, 2, 3, 4, 5]}


@pytest.mark.rule("GL 8.42")
@pytest.mark.parametrize("own", range(6))
@pytest.mark.parametrize("theirs", range(6))
def test_the_sequence_chart(own: int, theirs: int) -> None:
    match = duel(
        (dict.fromkeys(AREAS[:own], 1), {}),
        (dict.fromkeys(AREAS[:theirs], 1), {}),
        dice=NOTHING * (own + theirs),
        one={},
        other={},
    )
    fought = [(sub, name) for sub, name, _ in blows(match)]
    assert [sub for sub, name in fought if name == FIRST] == SUBS[own]
    assert [sub for sub, name in fought if name == SECOND] == SUBS[theirs]
    assert [sub for sub, _ in fought] == sorted(SUBS[own] + SUBS[theirs])
    assert dice_left(match) == ()


@pytest.mark.rule("GL 8.42")
def test_two_against_one_and_three_against_four() -> None:
    two = duel((dict.fromkeys(AREAS[:2], 1), {}), ({"head": 1}, {}), dice=NOTHING * 3, one={}, other={})
    assert [name for _, name, _ in blows(two)] == [FIRST, SECOND, FIRST]
    three = duel(
        (dict.fromkeys(AREAS[:3], 1), {}), (dict.fromkeys(AREAS[:4], 1), {}), dice=NOTHING * 7, one={}, other={}
    )
    assert [(sub, name) for sub, name, _ in blows(three)] == [
        (1, FIRST),
        (1, SECOND),
        (2, SECOND),
        (3, FIRST),
        (4, SECOND),
        (5, FIRST),
        (5, SECOND),
    ]


@pytest.mark.rule("GL 8.44")
def test_a_cancelled_attack_does_not_move_the_others() -> None:
    """Three attacks in 1, 3 and 5 against two in 2 and 4: the first hit cancels the one in 2."""
    match = duel(
        ({"head": 5, "arms": 1, "legs": 1}, {}),
        ({"head": 1, "arms": 3}, {}),
        dice=[*HEAD[2], *NOTHING * 3],
        one={},
        other={},
    )
    assert blows(match) == [(1, FIRST, 5), (3, FIRST, 1), (4, SECOND, 2), (5, FIRST, 1)]
    assert dice_left(match) == ()


# -- in the same sub-phase ---------------------------------------------------------------------------------


@pytest.mark.rule("GL 8.45")
@pytest.mark.parametrize("counters", [(4, 5), (5, 4)])
def test_more_factors_go_first(counters: tuple[int, int]) -> None:
    """Four against three: two wounds to the head, and one factor of the three is left. Column 4: an 11 hits."""
    match = duel(
        ({"head": 4}, {}),
        ({"head": 3}, {}),
        dice=[4, 4, 3, *HEAD[2][3:], *NOTHING],
        one={"counter": counters[0]},
        other={"counter": counters[1]},
    )
    assert blows(match) == [(3, FIRST, 4), (3, SECOND, 1)]
    assert dice_left(match) == ()


@pytest.mark.rule("GL 8.45")
def test_equal_attacks_are_simultaneous() -> None:
    """The one kills (H+5 and a 14); the other strikes back at full strength all the same."""
    match = duel(({"head": 3}, {}), ({"head": 3}, {}), dice=[6, 6, 6, 5, 5, 4, 1, 1, 1], one={}, other={})
    assert blows(match) == [(3, FIRST, 3), (3, SECOND, 3)]
    assert events(match, "attack")[1].data["advantage"] == 3
    assert fighter(match, SECOND).status == "dead"
    assert match.outcome is not None
    assert match.outcome.winners == (0,)
    assert dice_left(match) == ()


@pytest.mark.rule("GL 8.45", "GL 4-victory")
def test_both_may_die() -> None:
    match = duel(({"head": 3}, {}), ({"head": 3}, {}), dice=[6, 6, 6, 5, 5, 4] * 2, one={}, other={})
    assert [each.status for each in match.state.fighters] == ["dead", "dead"]
    assert match.outcome is not None
    assert match.outcome.winners == ()


@pytest.mark.rule("GL 8.45")
def test_lost_factors_count_after_both() -> None:
    """Both hit the other's head for two: neither blow is weakened, the later attacks of both are."""
    share: Share = ({"head": 5, "legs": 4}, {})
    match = duel(share, share, dice=[*HEAD[2] * 2, *NOTHING * 2], one={}, other={})
    assert blows(match) == [(2, FIRST, 5), (2, SECOND, 5), (4, FIRST, 2), (4, SECOND, 2)]
    assert dice_left(match) == ()


@pytest.mark.rule("GL 8.45", "GL 8.6-M")
def test_a_bad_miss_does_not_help_the_other_blow() -> None:
    """Verus misses badly in sub-phase 1; the simultaneous blow meets his whole guard. The next one makes him roll."""
    match = duel(
        ({"head": 2, "arms": 1, "legs": 1}, {"head": 2}),
        ({"head": 2, "chest": 1, "arms": 1, "legs": 1}, {"head": 2}),
        dice=[1, 1, 1, *NOTHING, 4, *(1, 1, 1), *(1, 1, 1), *NOTHING * 2],
        one={},
        other={},
    )
    first, second, third, *_ = events(match, "attack")
    assert (first.data["fighter"], first.data["result"]) == (FIRST, "M")
    assert (second.data["fighter"], second.data["sub"], second.data["defence"]) == (SECOND, 1, 2)
    assert (third.data["sub"], third.data["area"], third.data["defence"]) == (2, "chest", -4)
    assert [roll.reason for roll in third.dice] == ["off balance", "attack"]
    assert "GL 8.6-M" in third.clauses
    assert dice_left(match) == ()


@pytest.mark.rule("GL 8.45")
def test_losses_count_in_the_comparison() -> None:
    """Five against three in sub-phase 3, but three of the five were lost in sub-phase 1."""
    match = duel(
        ({"head": 5, "arms": 3, "legs": 1}, {}),
        ({"legs": 5}, {}),
        dice=[*HEAD[3], *(1, 1, 1), *NOTHING * 2],
        one={},
        other={},
    )
    assert blows(match) == [(1, FIRST, 5), (3, FIRST, 3), (3, SECOND, 2), (5, FIRST, 1)]
    assert dice_left(match) == ()


@pytest.mark.rule("GL 8.45", "GL 8-halving")
def test_halving_does_not_count_in_the_comparison() -> None:
    """A kneeling man's four are worth two, but they are more than three."""
    match = duel(
        ({"head": 4}, {}), ({"head": 3}, {"head": 2}), dice=[*NOTHING, 1, 1, 1], one={"posture": "kneeling"}, other={}
    )
    assert blows(match) == [(3, FIRST, 4), (3, SECOND, 3)]
    assert events(match, "attack")[0].data["strength"] == 2


# -- equal blows feel nothing of each other ------------------------------------------------------------------


@pytest.mark.rule("GL 8.45")
def test_a_kneeling_man_who_is_knocked_out_strikes_as_he_knelt() -> None:
    """Nine factors of stun lay him flat; his own simultaneous blow is that of a kneeling man, and half as strong."""
    match = duel(
        ({"head": 4}, {}),
        ({"head": 4}, {}),
        dice=[*KNOCKED_OUT, *NOTHING, CROWD],
        one={},
        other={"posture": "kneeling"},
    )
    assert fighter(match, SECOND).unconscious
    assert events(match, "attack")[1].data["strength"] == 2
    assert dice_left(match) == ()


@pytest.mark.rule("GL 8.45", "GL 10.2")
def test_an_arm_that_weakens_strikes_once_more_as_before() -> None:
    """Strength 2 falls to 1 by the blow to the arm; the simultaneous blow on the shield still has 2."""
    match = duel(
        ({"arms": 4}, {}),
        ({"head": 4}, {}),
        # H, one wound, a 10: ST. Then a 4 in column 4: S, and three dice of damage.
        dice=[4, 4, 3, 3, 3, 3, 5, 5, 1, 1, 2, 1, 1, 1],
        one={},
        other={"strength": 2, "cf": 10},
    )
    assert fighter(match, SECOND).strength == 1
    assert events(match, "shield")[0].data["total"] == 3 + 2 + 4


@pytest.mark.rule("GL 8.45", "GL 18.5")
def test_a_trident_that_breaks_parries_once_more() -> None:
    """It breaks on the other's parry; the blow that falls in the same moment still meets it."""
    match = duel(
        ({"head": 2}, {}),
        ({"head": 2}, {}),
        # The fork, one-handed: column 1, a 13: P*, two sixes break it, three dice for the other's sword.
        dice=[5, 4, 4, 6, 6, 1, 1, 1, 6, 6, 6, *(4, 4, 2), 6, 6, 6],
        one={"type": "retiarius", "counter": 1},
        other={"shield": "small", "counter": 2},
    )
    assert fighter(match, FIRST).weapon == ""
    second = events(match, "attack")[1]
    assert (second.data["result"], second.data["effect"]) == ("P", "P")
