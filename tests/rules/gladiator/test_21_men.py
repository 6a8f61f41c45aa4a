"""GL 21, the arena's share of a career: men who are sent in, and what is reported of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from ludus import Match, SetupError, new_match, verify
from tests.rules.gladiator.arena import (
    FIRST,
    GAME,
    SECOND,
    THIRD,
    ArenaMatch,
    answer,
    arena,
    dice_left,
    events,
    fight,
    fighter,
    fresh,
    man,
    plot,
)
from tests.rules.gladiator.blows import CROWD, HEAD, KNOCKED_OUT, Share, three

RATINGS = {"training": 10, "strength": 1, "agility": 2, "constitution": 4, "wound_factor": 12}


def sent(name: str, **more: Any) -> dict[str, Any]:
    return {"name": name, **RATINGS, **more}


MEN = [sent("Verus"), sent("Priscus")]
ARMOURED = {"type": "heavy", "armour": ["A", "B7", "-", "", "C8"], "shield": "large"}


def sent_in(*men: dict[str, Any], dice: Sequence[int] = (), **options: Any) -> ArenaMatch:
    return fresh(len(men), dice=dice, options={"men": list(men), **options})


# -- the men ---------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 21.5", "GL 3-1", "GL 3-7b")
def test_no_characteristics_are_rolled_for_a_man_who_is_sent() -> None:
    match = sent_in(sent("Celer", type="medium"), sent("Ferox", type="light", strength=-3), dice=[1, 4])
    assert dice_left(match) == ()  # a die each for armour and shield
    celer, ferox = match.state.fighters
    assert (celer.name, celer.kind, celer.cf, celer.cf_start, celer.nf, celer.wound_factor) == (
        *("Celer", "medium", 13, 13, 12),
        12,
    )
    assert celer.armour == ("A7", "C", "C", "C8", "C8")
    assert (ferox.name, ferox.kind, ferox.cf, ferox.constitution) == ("Ferox", "light", 9, 4)
    assert events(match, "gladiator")[0].clauses == ("GL 3", "GL 3-6a", "GL 21.5", "GL 3-7b")
    assert set(match.pending) == {0, 1}


@pytest.mark.rule("GL 3-2", "GL 21.5")
def test_whose_type_is_open_says_it_in_the_arena() -> None:
    match = sent_in(sent("Celer", type="heavy"), sent("Ferox"), dice=[1, 1])
    assert set(match.pending) == {1}
    assert match.pending[1].about == "Ferox"
    answer(match, "retiarius")
    assert [each.kind for each in match.state.fighters] == ["heavy", "retiarius"]
    assert match.state.fighters[0].shield == "small"  # GL 3-6c


@pytest.mark.rule("GL 21.5", "GL 3-6a")
def test_armour_and_hand_may_be_sent_along() -> None:
    match = sent_in(sent("Celer", **ARMOURED), sent("Ferox", **ARMOURED, left_handed=True), creation="choice")
    celer, ferox = match.state.fighters
    assert celer.armour == ("A", "B7", "", "", "C8")
    assert (celer.shield, celer.shield_boxes, celer.left_handed) == ("large", 17, False)
    assert ferox.left_handed
    assert dice_left(match) == ()
    assert {decision.name for decision in match.pending.values()} == {"plot"}


@pytest.mark.rule("GL 21.5")
def test_with_creation_by_choice_only_the_armour_is_chosen() -> None:
    match = sent_in(sent("Celer", type="light"), sent("Ferox", **ARMOURED), creation="choice")
    assert {seat: decision.name for seat, decision in match.pending.items()} == {0: "armour"}
    answer(match, 6)
    assert match.state.fighters[0].armour == ("A7", "", "C", "", "")
    assert {decision.name for decision in match.pending.values()} == {"plot"}


@pytest.mark.rule("GL 21.5", "GL 9.31")
def test_wounds_that_have_not_healed_are_marked_and_paid_for() -> None:
    match = sent_in(sent("Celer", type="light", wounds=[2, 0, 0, 0, 4]), sent("Ferox", type="light"), dice=[4, 4])
    celer = match.state.fighters[0]
    assert celer.wounds == (2, 0, 0, 0, 4)
    assert (celer.cf_start, celer.cf) == (13, 13 - 2 - 2)


@pytest.mark.parametrize(
    ("men", "words"),
    [
        (MEN[:1], "option men takes a list of 2 gladiators, one for each seat, not"),
        ("Spartacus", "option men takes a list of 2 gladiators"),
        ([sent("Celer"), 5], "option men[1] must be a table, not 5"),
        ([sent("Celer"), {"name": "Ferox"}], "option men[1] lacks 'training'"),
        ([sent("Celer", luck=3), sent("Ferox")], "option men[0] has no 'luck'; it may have name, training"),
        ([sent("Celer", agility="2"), sent("Ferox")], "option men[0].agility must be a whole number, not '2'"),
        ([sent("Celer", training=100), sent("Ferox")], "option men[0].training must be -99 to 99, not 100"),
        ([sent("Celer"), sent("Ferox", wound_factor=0)], "option men[1].wound_factor must be 1 to 18, not 0"),
        ([sent("Celer"), sent("Celer")], "option men[1].name: two men cannot both be called 'Celer'"),
        ([sent(""), sent("Ferox")], "option men[0].name must be a line of 1 to 40 letters, not ''"),
        ([sent("A\nB"), sent("Ferox")], "option men[0].name must be a line"),
        ([sent("Celer", type="huge"), sent("Ferox")], "option men[0].type: a gladiator is light, medium, heavy, reti"),
        ([sent("Celer", **{**ARMOURED, "armour": ["A"]}), sent("Ferox")], "option men[0].armour: one code for each"),
        (
            [sent("Celer", **{**ARMOURED, "armour": ["D", "", "", "", ""]}), sent("Ferox")],
            "option men[0].armour: 'D' on the head is no armour code",
        ),
        ([sent("Celer", **{**ARMOURED, "type": ""}), sent("Ferox")], "option men[0].armour: it belongs to a type"),
        ([sent("Celer", **{**ARMOURED, "shield": ""}), sent("Ferox")], "option men[0].shield: with his armour he has"),
        ([sent("Celer", wounds=[1, 2]), sent("Ferox")], "option men[0].wounds: one number for each of head, chest"),
        ([sent("Celer", wounds=[0, 12, 0, 0, 0]), sent("Ferox")], "men[0].wounds: the chest can have 0 to 11, not 12"),
    ],
)
def test_bad_men_are_refused_with_the_place_that_is_wrong(men: Any, words: str) -> None:
    with pytest.raises(SetupError) as refused:
        fresh(2, options={"men": men})
    assert words in refused.value.message
    assert refused.value.code == "bad-option"


def test_men_bring_their_types_along() -> None:
    with pytest.raises(SetupError) as refused:
        fresh(2, options={"men": MEN, "types": ["light", "heavy"]})
    assert refused.value.code == "options-exclude"


def test_the_basic_game_takes_no_retiarius() -> None:
    with pytest.raises(SetupError, match=r"men\[0\]\.type: a gladiator is light, medium, heavy, not 'retiarius'"):
        fresh(2, options={"men": [sent("Celer", type="retiarius"), sent("Ferox")], "level": "basic"})


# -- the report ------------------------------------------------------------------------------------------


def duel(
    *shares: Share, dice: Sequence[int], men: Any = MEN, one: Any = None, other: Any = None, **position: Any
) -> Any:
    """Verus and Priscus face to face, with careers; attacks in the order of the areas."""
    match = arena(
        man(0, 0, "N", **{"cf": 20, **(one or {})}),
        man(0, -1, "S", **{"cf": 20, **(other or {})}),
        dice=dice,
        options={"throws": False, "men": men},
        **{"step": "engage", **position},
    )
    fight(match, *shares)
    return match


def reported(match: ArenaMatch) -> list[dict[str, Any]]:
    assert match.outcome is not None
    plain = match.outcome.to_plain()
    assert plain["report"] == match.outcome.report
    found: list[dict[str, Any]] = plain["report"]
    return found


KILLED_OUTRIGHT = (*three(14), *three(18))  # a hit, and a mortal blow


@pytest.mark.rule("GL 21.1", "GL 21.2", "GL 21.22", "GL 21.25", "GL 19.2")
def test_a_first_wound_that_kills_is_a_fast_kill() -> None:
    match = duel(({"head": 6, "legs": 3}, {"chest": 4}), ({}, {"groin": 5}), dice=KILLED_OUTRIGHT, turn=2)
    assert dice_left(match) == ()
    verus, priscus = reported(match)
    assert verus == {
        "seat": 0,
        "name": FIRST,
        "type": "medium",
        "alive": True,
        "mortal": False,
        "won": True,
        "spared": False,
        "attack_cfs": 9,  # the blow at the legs was never struck; it counts as written
        "defence_cfs": 4,
        "wounds": {},
        "felled": [{"seat": 1, "spared": False, "turn": 2, "kill": "fast"}],
    }
    assert not priscus["alive"]
    assert not priscus["won"]
    assert (priscus["attack_cfs"], priscus["defence_cfs"], priscus["felled"]) == (0, 5, [])


@pytest.mark.rule("GL 21.24", "GL 21.25")
def test_on_an_area_that_was_wounded_before_it_is_slow() -> None:
    match = duel(({"head": 6}, {}), ({}, {}), dice=KILLED_OUTRIGHT, other={"wounds": [1, 0, 0, 0, 0]})
    assert reported(match)[0]["felled"][0]["kill"] == "slow"
    match = duel(({"head": 6}, {}), ({}, {}), dice=KILLED_OUTRIGHT, other={"wounds": [0, 1, 1, 1, 1]})
    assert reported(match)[0]["felled"][0]["kill"] == "fast"


@pytest.mark.rule("GL 21.25")
def test_wounds_from_an_earlier_fight_make_no_kill_slow() -> None:
    men = [MEN[0], sent("Priscus", wounds=[1, 0, 0, 0, 2])]
    match = duel(({"head": 6}, {}), ({}, {}), dice=KILLED_OUTRIGHT, men=men, other={"wounds": [1, 0, 0, 0, 3]})
    assert reported(match)[0]["felled"][0]["kill"] == "fast"
    assert reported(match)[1]["wounds"] == {"legs": 1}


@pytest.mark.rule("GL 21.25", "GL 21.23", "GL 21.21")
@pytest.mark.parametrize(("head", "kill"), [(0, "fast"), (1, "slow")])
@pytest.mark.parametrize("verdict", [5, 1])
def test_a_wound_that_leads_to_the_moment_of_truth(head: int, kill: str, verdict: int) -> None:
    """Stunned by a blow to the head he lies there when the next phase begins."""
    other = {"cf": 6, "wounds": [head, 0, 0, 0, 0], "attack_total": 40}
    match = duel(({"head": 4}, {}), ({}, {}), dice=(*KNOCKED_OUT, verdict), other=other, turn=3)
    verus, priscus = reported(match)
    assert verus["felled"] == [{"seat": 1, "spared": verdict == 5, "turn": 3, "kill": kill}]
    assert priscus["spared"] == priscus["alive"] == (verdict == 5)
    assert verus["won"]
    assert not priscus["won"]


@pytest.mark.rule("GL 21.24", "GL 21.25", "GL 19.1")
def test_a_moment_of_truth_without_a_wound_is_neither_fast_nor_slow() -> None:
    fallen = {"posture": "prone", "stun": 22, "attack_total": 20, "wounds": [0, 3, 0, 0, 0]}
    match = duel(dice=[CROWD], other=fallen, step="phase")
    assert reported(match)[0]["felled"] == [{"seat": 1, "spared": False, "turn": 1, "kill": None}]


@pytest.mark.rule("GL 21.24", "GL 21.25")
def test_a_wound_on_a_man_who_lay_there_already_did_not_lay_him_out() -> None:
    """Run into and knocked out in this phase, then struck lightly; the wound did not bring the moment of truth."""
    fallen = {"posture": "prone", "stun": 22, "attack_total": 20}
    match = duel(({"head": 5}, {}), dice=(*HEAD[1], 5), other=fallen)
    assert reported(match)[1]["wounds"] == {"head": 1}
    assert reported(match)[0]["felled"] == [{"seat": 1, "spared": True, "turn": 1, "kill": None}]


@pytest.mark.rule("GL 21.24", "GL 21.25", "GL 11.5")
def test_who_came_round_in_between_is_not_down_from_that_wound_any_more() -> None:
    """Felled by a trident from two hexes away; nobody stands over him when the next phase begins."""
    match = arena(
        man(0, 1, "N", cf=20, type="retiarius", net=False),
        man(0, -1, "S", cf=9, constitution=3),
        dice=(*KNOCKED_OUT, 1),
        options={"throws": False, "men": MEN},
        step="engage",
    )
    fight(match, ({"head": 4}, {}), ({}, {}))
    assert fighter(match, SECOND).unconscious
    assert [hurt.by for hurt in match.state.laid_out.values()] == [0]
    plot(match, "-", "-")
    assert not fighter(match, SECOND).unconscious
    assert match.state.laid_out == {}


@pytest.mark.rule("GL 21.24", "GL 9.5-SA")
def test_who_bleeds_to_death_dies_slowly_by_him_who_wounded_him() -> None:
    other = {"wounds": [0, 0, 0, 0, 0], "arteries": [0, 0, 0, 0, 6], "wound_factor": 12}
    match = duel(({"legs": 1}, {}), ({}, {}), dice=(*three(14), *three(9), 1, 2), other=other)
    for _ in range(12):
        if match.outcome is None:
            for seat in [*match.pending]:
                match.submit(seat, match.pending[seat].default)
    assert reported(match)[0]["felled"] == [{"seat": 1, "spared": False, "turn": 1, "kill": "slow"}]


@pytest.mark.rule("GL 9.5-M", "GL 21.1", "GL 21.6")
def test_a_victor_with_a_mortal_wound_has_won_and_does_not_live() -> None:
    match = duel(({"head": 6}, {}), ({}, {}), dice=KILLED_OUTRIGHT, one={"mortal": True})
    verus, priscus = reported(match)
    assert (verus["won"], verus["mortal"], verus["alive"]) == (True, True, False)
    assert (priscus["mortal"], priscus["alive"]) == (False, False)


@pytest.mark.rule("GL 21.24", "GL 20.7")
def test_in_a_team_fight_everybody_is_told_of_his_own_man() -> None:
    men = [sent(name) for name in (FIRST, SECOND, THIRD)]
    match = arena(
        man(0, 0, "N", cf=20),
        man(0, -1, "S", cf=20, side=1),
        man(5, 5, "N", side=0),
        step="engage",
        options={"throws": False, "men": men},
        dice=KILLED_OUTRIGHT,
    )
    fight(match, ({"head": 6}, {}), ({}, {}))
    assert [each["felled"] for each in reported(match)] == [
        [{"seat": 1, "spared": False, "turn": 1, "kill": "fast"}],
        [],
        [],
    ]
    assert [each["won"] for each in reported(match)] == [True, False, True]


@pytest.mark.rule("GL 21.1")
def test_a_fight_without_a_career_reports_nothing() -> None:
    match: ArenaMatch = arena(man(0, 0, "N", posture="prone", stun=12), man(0, -1, "S"), options={"throws": False})
    assert match.outcome is not None
    assert match.outcome.report is None
    assert "report" not in match.outcome.to_plain()
    assert match.state.falls == ()


# -- giving up -------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 21.5", "GL 19.2", "GL 4-victory")
@pytest.mark.parametrize(("die", "spared"), [(5, True), (4, False)])
def test_who_gives_up_appeals_to_the_crowd(die: int, spared: bool) -> None:
    match = duel(dice=[die], step="phase", one={"attack_total": 20}, other={"place": [0, -3]})
    match.resign(0)
    plot(match, "-", "-")
    (verdict,) = events(match, "verdict")
    assert (verdict.data["why"], verdict.data["victor"]) == ("gives up", SECOND)
    verus, priscus = reported(match)
    assert verus["spared"] == spared
    assert priscus["won"]
    assert priscus["felled"] == [{"seat": 0, "spared": spared, "turn": 1, "kill": None}]
    assert match.narrate(events(match, "appeal")[0])


def test_a_record_with_men_is_proven() -> None:
    men = [sent("Celer", type="light"), sent("Ferox", type="retiarius")]
    match = new_match("gladiator", seats=2, seed=4, options={"men": men, "turns": 2})
    while match.outcome is None:
        seat, decision = next(iter(match.pending.items()))
        match.answer(seat, decision.default)
    assert verify(match.record()).outcome == match.outcome
    again = Match.restore(GAME, match.snapshot())
    assert again.outcome == match.outcome
