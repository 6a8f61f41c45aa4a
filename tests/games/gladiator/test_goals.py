"""The goals of exercises: every one that ships can be reached and missed, and a wrong one is refused."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import ludus
from ludus import DataError, load_scenario
from ludus.bots import Glimpse, make_bot
from tests.rules.gladiator.arena import FIRST, SECOND, ArenaMatch, allot, arena, events, man, plot

SCENARIOS = Path(__file__).parents[3] / "examples" / "scenarios" / "gladiator"
NAMES = sorted(path.stem for path in SCENARIOS.glob("*.toml"))

# Dice by their seed, what the player answers where he has a choice, and why. The others answer as the clock would.
Line = tuple[int, Sequence[object], str]

NO_BLOW = (0, 0, 0, 0, 0, 2, 2, 2, 2, 2, 0)
REACHED: dict[str, Line] = {
    "lesson-move-and-face": (0, ("(R)(Q)F", "(L)(Q)F", "(L)(Q)F(L)"), "Verus stands where his man is weak."),
    "lesson-strike-and-guard": (7, ((0, 0, 0, 0, 4, 2, 0, 2, 1, 1, 4),), "Verus has drawn blood."),
    "lesson-the-shield": (6, ((0, 3, 0, 0, 0, 5, 2, 3, 0, 0, 0),), "Verus has taken the other's shield"),
    "lesson-collisions": (9, ("C",), "Verus has kept the ground."),
    "lesson-the-net": (1, ("X(TN)", 9), "Verus has caught his man in the net. Verus has dragged his man down."),
    "first-blood": (7, ((0, 0, 5, 0, 0, 3, 1, 0, 0, 0, 1),), "Verus has drawn blood."),
    "the-charge": (9, ("C",), "Verus has kept the ground."),
    "on-his-flank": (
        1,
        ("(R)(R)(Q)F(L)", "SFL(L)", (0, 0, 0, 2, 0, 10, 0, 0, 3, 0, 1)),
        "Verus has struck from where his man is weak.",
    ),
    "the-lost-sword": (0, ("R",), "Verus has a weapon in his hand."),
    "a-man-on-the-ground": (7, ("X",), "Verus has his man at his mercy."),
    "the-toss": (8, ("F(TN)",), "Verus has caught his man in the net."),
    "in-the-net": (2, (10,), "Verus is free. Verus is on his feet."),
    "let-him-live": (0, ("allow",), "Verus has his man at his mercy."),
    "two-against-one": (7, ("legs", (0, 0, 2, 0, 0, 1, 2, 4, 2, 2, 2)), "Verus has drawn blood."),
}
MISSED: dict[str, Line] = {
    "lesson-move-and-face": (4, ("X", "KN(L)", "-", "SFR(R)(R)"), "Verus does not stand where his man is weak."),
    "lesson-strike-and-guard": (3, ((0, 0, 1, 0, 0, 1, 1, 5, 0, 5, 1), "SBR(R)", "B"), "Verus has drawn no blood."),
    "lesson-the-shield": (
        1,
        ((0, 2, 0, 0, 0, 2, 1, 1, 4, 3, 0), "(R)SBR", "(R)B(L)"),
        "Verus has left the other his shield.",
    ),
    "lesson-collisions": (2, ("X", "F"), "Verus has run nobody down."),
    "lesson-the-net": (3, ("B", "-", "-", "-"), "Verus has caught nobody in the net."),
    "first-blood": (3, (NO_BLOW, *("-", NO_BLOW) * 7), "Verus has drawn no blood."),
    "the-charge": (2, ("X", "F"), "Verus has run nobody down."),
    "on-his-flank": (6, ("B", "X"), "Verus has not struck from where his man is weak."),
    "the-lost-sword": (7, ("-",), "Verus has no weapon."),
    "a-man-on-the-ground": (7, ("(L)SBL", "SBR", "X(R)"), "Verus has nobody at his mercy."),
    "the-toss": (4, ("B", "-", "-", "-"), "Verus has caught nobody in the net."),
    "in-the-net": (1, (0, (0, 0, 6, 1, 2, 1)), "Verus is in the net."),
    "let-him-live": (0, ("refuse", "X"), "Verus has nobody at his mercy."),
    "two-against-one": (2, ("legs", (0, 1, 0, 0, 0, 0, 3, 3, 5, 2, 1), "(L)B"), "Verus has drawn no blood."),
}


def start(name: str, seed: int = 0) -> ArenaMatch:
    return load_scenario(SCENARIOS / f"{name}.toml", seed=seed)


def verdicts(match: ArenaMatch) -> list[tuple[bool, str]]:
    return [(event.data["reached"], event.data["why"]) for event in events(match, "goal")]


def play(match: ArenaMatch, answers: Sequence[object]) -> None:
    """The player's answers where he has a choice; as soon as there is a verdict, none may be left over."""
    left = list(answers)
    while match.state.verdict is None:
        seat, decision = next(iter(match.pending.items()))
        own = seat == 0 and decision.count() > 1 and decision.name != "throw"
        match.submit(seat, left.pop(0) if own and left else decision.default)
    assert not left


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("lines", "reached"), [(REACHED, True), (MISSED, False)], ids=["reached", "missed"])
def test_each_goal_can_be_reached_and_missed(name: str, lines: dict[str, Line], reached: bool) -> None:
    seed, answers, why = lines[name]
    match = start(name, seed)
    assert verdicts(match) == []
    play(match, answers)
    ((decided, words),) = verdicts(match)
    assert decided is reached
    assert why in words
    (event,) = events(match, "goal")
    assert event.data["seat"] == 0
    assert match.narrate(event) == f"{'Goal reached' if reached else 'Goal missed'}: {words}"
    plain = match.state.goal
    assert plain is not None
    assert event.clauses[0] == plain.clause


@pytest.mark.parametrize("name", NAMES)
def test_bots_come_to_a_verdict_soon_and_it_is_told_once(name: str) -> None:
    match = start(name, 1)
    bots = {seat: make_bot("gladiator", "tiro", f"{seat}") for seat in range(match.seats)}
    while match.state.verdict is None:
        for seat in list(match.pending):
            match.submit(seat, bots[seat].choose(Glimpse.of(match, seat)))
    assert len(match.answers) < 80
    rng = random.Random(name)
    for _ in range(20):  # the fight may go on
        for seat in list(match.pending):
            match.submit(seat, match.pending[seat].sample(rng))
    assert len(verdicts(match)) == 1


def test_the_school_has_five_lessons_before_everything_else() -> None:
    written = [tomllib.loads(path.read_text("utf-8")) for path in SCENARIOS.glob("*.toml")]
    written.sort(key=lambda each: each["number"])
    assert [each["topic"] for each in written[:5]] == ["The school"] * 5
    assert [each["title"] for each in written[:5]] == [
        "Lesson 1: move and face",
        "Lesson 2: strike and guard",
        "Lesson 3: the shield",
        "Lesson 4: collisions",
        "Lesson 5: the net",
    ]
    for each in written:
        assert each["position"]["goal"]["clause"] in ludus.clauses()
        assert 60 < len(each["about"]) < 600


def test_what_is_done_survives_saving_and_is_proven_by_the_record() -> None:
    """The man is caught in one phase and dragged down in the next; in between the match is saved."""
    match = start("lesson-the-net", 1)
    match.submit(0, "X(TN)")
    match.submit(1, "-")
    assert match.state.deeds == ("net",)
    assert "deeds" not in str(match.view(0)["position"])
    again = ludus.restore(
        match.snapshot(), answers=match.answers, events=match.events, position=match.record()["position"]
    )
    twin = match.clone()
    for each in (match, again, twin):
        assert each.state.deeds == ("net",)
        play(each, (9,))
    assert verdicts(match) == verdicts(again) == verdicts(twin)
    assert ludus.verify(again.record()).events[-1].kind == again.events[-1].kind


def test_a_goal_that_is_decided_is_no_part_of_a_written_position() -> None:
    match = start("lesson-collisions")
    written = match.game.write_position(match.state)
    assert written["goal"]["does"] == ["collision"]
    play(match, ("X", "-"))
    assert "goal" not in match.game.write_position(match.state)


# -- what can be asked for ---------------------------------------------------------------------------------


def exercise(*men: dict[str, Any], goal: dict[str, Any], **position: Any) -> ArenaMatch:
    aim = {"fighter": FIRST, "clause": "GL 8.5", "turn": 1, "phase": 1, **goal}
    position.setdefault("options", {"throws": False})
    return arena(*men, goal=aim, **position)


def test_blood_counts_only_from_ones_own_blade() -> None:
    """Flamma wounds the man; Verus, whose goal it is, has struck at nobody."""
    men = man(0, 1), man(0, 0, "N", armour=["", "", "", "", ""]), man(0, -1, "S")
    match = exercise(*men, goal={"does": ["wound"]}, step="engage", dice=[6] * 12)
    while "allocate" not in match.pending[next(iter(match.pending))].name:
        seat = next(iter(match.pending))
        match.submit(seat, match.pending[seat].default)
    allot(match, 2, attack={"chest": 5})
    while match.state.verdict is None:
        seat = next(iter(match.pending))
        match.submit(seat, match.pending[seat].default)
    assert events(match, "wound")
    assert verdicts(match) == [(False, "Verus has drawn no blood.")]


def test_first_blood_is_what_is_told_first() -> None:
    """He wounds his man in the first sub-phase; what comes back does not spoil it any more."""
    match = exercise(
        man(), man(0, -1, "S"), goal={"does": ["wound"], "without": ["wound"]}, step="engage", dice=[6] * 40
    )
    allot(match, 0, attack={"chest": 5})
    allot(match, 1, attack={"chest": 5})
    assert [reached for reached, _ in verdicts(match)] == [True]


@pytest.mark.parametrize(
    ("keeps", "reached", "why"),
    [
        (["weapon", "shield", "feet", "freedom"], True, "Verus has a weapon in his hand. Verus has a shield."),
        (["feet"], True, "Verus is on his feet."),
    ],
)
def test_how_he_is_at_the_end_of_the_phase(keeps: list[str], reached: bool, why: str) -> None:
    match = exercise(man(), man(0, -9, "S"), goal={"keeps": keeps})
    assert match.state.verdict is None
    plot(match)
    ((decided, words),) = verdicts(match)
    assert (decided, words.startswith(why)) == (reached, True)


@pytest.mark.parametrize(
    ("sheet", "keeps", "why"),
    [
        ({"weapon": ""}, "weapon", "Verus has no weapon."),
        ({"shield": "", "shield_boxes": 0}, "shield", "Verus has no shield."),
        ({"posture": "kneeling"}, "feet", "Verus is not on his feet."),
        ({"netted": True}, "freedom", "Verus is in the net."),
    ],
)
def test_what_he_must_not_be_without(sheet: dict[str, Any], keeps: str, why: str) -> None:
    match = exercise(man(**sheet), man(0, -9, "S"), goal={"keeps": [keeps]})
    plot(match)
    while match.state.verdict is None:  # the struggle in the net
        match.submit(0, "no")
    assert verdicts(match) == [(False, why)]


def test_a_goal_may_wait_for_the_end_of_the_fight() -> None:
    for loser, reached in ((1, True), (0, False)):
        match = exercise(man(), man(0, -9, "S"), goal={"wins": True, "turn": 0, "phase": 0})
        plot(match)
        assert match.state.verdict is None
        match.resign(loser)
        while match.state.verdict is None:
            plot(match)
        assert verdicts(match) == [(reached, "Verus has won." if reached else "Verus has not won.")]


def test_the_last_phase_of_a_turn_is_over_before_the_next_turn_begins() -> None:
    match = exercise(man(), man(0, -9, "S"), goal={"keeps": ["feet"], "turn": 1, "phase": 8}, phase=8, dice=[1, 1])
    plot(match)
    kinds = [event.kind for event in match.events]
    assert kinds.index("goal") < kinds.index("turn")


@pytest.mark.parametrize(
    ("goal", "sentence"),
    [
        ({"fighter": "Nemo", "wins": True}, "there is no 'Nemo' in this fight; there are Verus, Priscus"),
        ({}, "asks for nothing"),
        ({"does": ["dance"]}, "does: one of place, flank"),
        ({"without": ["rain"]}, "without: one of wound, fall"),
        ({"keeps": ["hat"]}, "keeps: one of weapon, shield"),
        ({"does": ["flank"]}, "advantage: say it when"),
        ({"does": ["net"], "advantage": 4}, "advantage: say it when"),
        ({"does": ["net"], "phase": 9}, "phase 1 to 8"),
        ({"does": ["net"], "phase": 0}, "or neither"),
        ({"wins": True}, "who wins is known"),
        ({"does": ["net"], "clause": "GL 99"}, "clause: "),
        ({"does": "net"}, "does must be a list"),
    ],
)
def test_a_goal_that_makes_no_sense_is_refused(goal: dict[str, Any], sentence: str) -> None:
    with pytest.raises(DataError, match="position") as caught:
        exercise(man(), man(0, -9, "S"), goal=goal)
    assert sentence in caught.value.message
    assert caught.value.code == "bad-scenario"


def test_a_goal_whose_time_is_over_or_deeds_it_does_not_ask_for_are_refused() -> None:
    with pytest.raises(DataError, match="is over already"):
        exercise(man(), man(0, -9, "S"), goal={"does": ["net"]}, phase=2)
    with pytest.raises(DataError, match="does not ask for 'drag'"):
        exercise(man(), man(0, -9, "S"), goal={"does": ["net"]}, deeds=["drag"])


def test_the_other_side_may_have_a_goal_too() -> None:
    match = exercise(man(), man(0, -9, "S"), goal={"fighter": SECOND, "keeps": ["feet"]})
    plot(match)
    assert events(match, "goal")[0].data["seat"] == 1
