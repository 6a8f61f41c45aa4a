"""GL 19: the moment of truth."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.games.gladiator.charts import spared_from
from tests.rules.gladiator.arena import (
    FIRST,
    SECOND,
    THIRD,
    ArenaMatch,
    answer,
    arena,
    asked,
    caps,
    dice_left,
    events,
    fight,
    fighter,
    legal,
    man,
    plot,
)

QUIET = {"throws": False}
OUT = {"posture": "prone", "stun": 12}  # with CF 10: unconscious
VICTOR = man(0, -1, "S")


def fallen(**sheet: Any) -> dict[str, Any]:
    return man(0, 0, "N", **{**OUT, "attack_total": 20, **sheet})


def judged(total: int, *dice: int, **sheet: Any) -> ArenaMatch:
    """The first man lies unconscious before the second; the crowd looks at this total."""
    attack, defence = (total, 0) if total >= 0 else (0, -total)
    return arena(fallen(attack_total=attack, defence_total=defence, **sheet), VICTOR, options=QUIET, dice=dice)


# -- when ------------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 19.1", "GL 9.36")
def test_an_unconscious_man_before_an_armed_enemy() -> None:
    match = arena(fallen(), VICTOR, dice=[5])
    (verdict,) = events(match, "verdict")
    assert verdict.data == {
        "fighter": FIRST,
        "victor": SECOND,
        "why": "helpless",
        "attack": 20,
        "defence": 0,
        "total": 20,
        "needed": 5,
        "spared": True,
    }
    assert verdict.clauses == ("GL 19.1", "GL 19.2", "GL 19.2-chart", "GL 19.23")
    # What the crowd has seen is told before the die is thrown.
    (appeal,) = events(match, "appeal")
    assert appeal.data == {key: value for key, value in verdict.data.items() if key != "spared"}
    assert (len(appeal.dice), len(verdict.dice)) == (0, 1)
    assert match.narrate(appeal).endswith("20 in attack, 0 in defence: mercy on 5 or more.")
    (appeal,) = events(judged(10, 6), "appeal")
    assert match.narrate(appeal).endswith("10 in attack, 0 in defence: mercy on a 6.")
    assert match.narrate(verdict) == f"Thumbs up: {FIRST} lives!"
    assert dice_left(match) == ()


@pytest.mark.rule("GL 19.1", "GL 17.353")
def test_a_netted_man_who_starts_the_phase_prone() -> None:
    match = arena(fallen(stun=0, netted=True), VICTOR, dice=[5])
    assert events(match, "verdict")[0].clauses[0] == "GL 19.1"


@pytest.mark.rule("GL 19.1")
@pytest.mark.parametrize(
    ("sheet", "foe"),
    [
        ({"stun": 0}, VICTOR),  # awake and free
        ({"stun": 9}, VICTOR),  # awake with his last CF
        ({}, man(0, -1, "S", weapon="")),
        ({}, man(0, -1, "N")),
        ({}, man(0, -2, "S")),
        ({}, man(0, -2, "S", type="retiarius")),
        ({}, man(0, -1, "S", posture="prone")),
        ({}, man(0, -1, "S", netted=True)),
        ({"stun": 0, "posture": "kneeling", "netted": True}, VICTOR),
    ],
)
def test_not_otherwise(sheet: dict[str, Any], foe: dict[str, Any]) -> None:
    match = arena(fallen(**sheet), foe, options=QUIET)
    assert not events(match, "verdict")
    assert fighter(match, FIRST).status == "fighting"
    assert dice_left(match) == ()


@pytest.mark.rule("GL 19.1")
def test_only_he_who_lies_there_though_others_do_elsewhere() -> None:
    caught = man(0, 0, "N", netted=True, posture="kneeling")
    match = arena(caught, VICTOR, man(9, 0, "N", side=0, posture="prone"), options=QUIET)
    assert {decision.name for decision in match.pending.values()} == {"plot"}
    assert not events(match, "verdict")


@pytest.mark.rule("GL 19.1", "GL 15.6")
@pytest.mark.parametrize("sheet", [{"netted": True, "stun": 0}, {"stun": 12, "constitution": 0}])
def test_the_helpless_are_tested_when_a_phase_begins(sheet: dict[str, Any]) -> None:
    """Without a move left, and now an enemy steps up to him: the crowd is asked at the start of the next phase."""
    dice = [6, 5] if sheet["stun"] else [5]
    match = arena(fallen(used=5, **sheet), man(0, -2, "S"), options=QUIET, dice=dice)
    plot(match, "-", "F")
    while match.pending and not events(match, "verdict"):
        for seat in [*match.pending]:
            match.submit(seat, match.pending[seat].default)
    assert match.state.phase == 2
    assert events(match, "verdict")[0].clauses[0] == "GL 19.1"


@pytest.mark.rule("GL 19.1", "GL 7.4")
def test_a_man_run_down_as_he_lies() -> None:
    match = arena(man(0, 0, "N", posture="prone", attack_total=20), man(0, -3, "S"), options=QUIET, dice=[4])
    plot(match, "-", "C")
    (verdict,) = events(match, "verdict")
    assert verdict.data["why"] == "run down"
    assert verdict.clauses[0] == "GL 7.4"
    assert not verdict.data["spared"]
    assert not events(match, "collision")


@pytest.mark.rule("GL 19.1", "GL 7.4")
def test_a_rolling_man_is_run_into_like_any_other() -> None:
    match = arena(man(0, 1, "N", posture="prone"), man(0, -2, "S"), options=QUIET, dice=[6, 1, 1, 1, 6])
    plot(match, "RO-FL", "-")
    assert not events(match, "verdict")
    match = arena(man(-1, 0, "NE", posture="prone"), man(0, -3, "S"), options=QUIET, dice=[6, 1, 1, 1, 6])
    plot(match, "RO-FR", "C")
    assert not events(match, "verdict")


# -- the verdict -----------------------------------------------------------------------------------------


@pytest.mark.rule("GL 19.2")
def test_attack_less_defence() -> None:
    match = arena(fallen(attack_total=60, defence_total=25), VICTOR, dice=[4])
    assert events(match, "verdict")[0].data["total"] == 35
    assert events(match, "verdict")[0].data["needed"] == 4
    assert fighter(match, FIRST).status == "spared"


CHART = [
    (1, 6),
    (15, 6),
    (16, 5),
    (30, 5),
    (31, 4),
    (45, 4),
    (46, 3),
    (60, 3),
    (61, 2),
    (62, 2),
    (200, 2),
]


@pytest.mark.rule("GL 19.2-chart", "GL 19.2", "GL 19.21")
@pytest.mark.parametrize(("total", "needed"), CHART)
@pytest.mark.parametrize("die", range(1, 7))
def test_every_column_and_die(total: int, needed: int, die: int) -> None:
    match = judged(total, die)
    assert fighter(match, FIRST).status == ("spared" if die >= needed else "dead")
    assert events(match, "verdict")[0].data["needed"] == spared_from(total) == needed
    assert [roll.reason for roll in events(match, "verdict")[0].dice] == ["the crowd's verdict"]
    assert dice_left(match) == ()


@pytest.mark.rule("GL 19.21")
@pytest.mark.parametrize("total", [0, -1, -4, -60])
def test_who_dared_nothing_is_lost_without_a_roll(total: int) -> None:
    match = judged(total)
    assert fighter(match, FIRST).status == "dead"
    (verdict,) = events(match, "verdict")
    assert verdict.dice == ()
    assert verdict.data["needed"] is None
    assert "GL 19.21" in verdict.clauses


@pytest.mark.rule("GL 19.2")
def test_cfs_count_as_written_also_for_attacks_that_never_come() -> None:
    """Verus' attack on the chest ends in a bad miss; the one on the legs is never made. Both count, as do all CFs
    that Priscus put into his defence."""
    match = arena(man(0, 0, "N"), man(0, -1, "S"), step="engage", options=QUIET, dice=[1, 1, 1])
    fight(match, ({"chest": 1, "legs": 3}, {"head": 2}), ({}, {"chest": 1, "groin": 4}))
    assert len(events(match, "attack")) == 1
    assert (fighter(match, FIRST).attack_total, fighter(match, FIRST).defence_total) == (4, 2)
    assert (fighter(match, SECOND).attack_total, fighter(match, SECOND).defence_total) == (0, 5)


@pytest.mark.rule("GL 19.2", "GL 17.2")
def test_nets_count_as_attacks_freeing_and_dragging_not_at_all() -> None:
    match = arena(man(0, 0, "N", type="retiarius"), man(0, -2, "S"), options=QUIET, dice=[5, 5, 5, 6, 6, 6, 1, 1, 1])
    plot(match, "X(TN)", "X")
    answer(match, 3)
    answer(match, 2)
    assert (fighter(match, FIRST).attack_total, fighter(match, FIRST).defence_total) == (6, 0)
    assert (fighter(match, SECOND).attack_total, fighter(match, SECOND).defence_total) == (0, 0)


@pytest.mark.rule("GL 19.22")
def test_down_means_death_at_once() -> None:
    match = judged(20, 4)
    assert fighter(match, FIRST).status == "dead"
    (verdict,) = events(match, "verdict")
    assert verdict.data["victor"] == SECOND
    assert "GL 19.22" in verdict.clauses
    assert match.outcome is not None
    assert match.outcome.winners == (1,)


@pytest.mark.rule("GL 19.23")
def test_up_means_life_and_a_lost_match() -> None:
    match = judged(20, 5)
    assert fighter(match, FIRST).status == "spared"
    assert "GL 19.23" in events(match, "verdict")[0].clauses
    assert match.outcome is not None
    assert match.outcome.winners == (1,)
    assert match.outcome.places == (2, 1)


# -- the appeal ------------------------------------------------------------------------------------------


def two_on_two(*dice: int, phase: int = 5) -> ArenaMatch:
    """Priscus (side 1) stands over Verus (side 0). Beside him stands Flamma, Verus' friend; far off Spiculus."""
    return arena(
        fallen(),
        VICTOR,
        man(1, -2, "SW", side=0),
        man(0, -20, "S", side=1),
        phase=phase,
        options=QUIET,
        dice=dice,
    )


@pytest.mark.rule("GL 19.24a", "GL 20.7")
def test_the_victor_is_out_of_action_for_the_phase() -> None:
    match = two_on_two(5)
    answer(match, "allow")
    assert fighter(match, FIRST).status == "spared"
    assert fighter(match, SECOND).appealing
    # He writes no order, and Flamma beside him has nobody to attack.
    assert set(match.pending) == {2, 3}
    plot(match, "-", "-", "-", "-")
    assert match.state.phase == 6
    assert not events(match, "attack")
    assert not fighter(match, SECOND).appealing
    assert set(match.pending) == {1, 2, 3}
    plot(match, "-", "-", "-", "-")
    assert "attack chest" in caps(match, 1)
    assert "attack chest" in caps(match, 2)


@pytest.mark.rule("GL 19.24a")
def test_an_appeal_in_mid_phase_lasts_to_its_end() -> None:
    """Priscus runs Verus down; the combat of this phase passes without him."""
    match = arena(
        man(0, 0, "N", posture="prone", attack_total=20),
        man(0, -3, "S"),
        man(1, -1, "SW", side=0),
        man(0, -20, "S", side=1),
        options=QUIET,
        dice=[5],
    )
    plot(match, "-", "C", "-", "-")
    answer(match, "allow")
    assert fighter(match, SECOND).place == (0, 0)
    assert match.state.phase == 2
    assert not events(match, "attacks")
    assert {decision.name for decision in match.pending.values()} == {"plot"}


@pytest.mark.rule("GL 19.24a")
def test_one_victor_hears_one_appeal_at_a_time() -> None:
    """Two men lie before Priscus; with nobody else to fear he must allow the first, and the other waits a phase, in
    which he rolls for his stun."""
    match = arena(fallen(), VICTOR, man(-1, 0, "N", side=0, **OUT, attack_total=20), options=QUIET, dice=[5, 6, 5])
    told = [(event.kind, event.data["fighter"]) for event in match.events if event.kind in ("verdict", "recovers")]
    assert told == [("verdict", FIRST), ("recovers", THIRD), ("verdict", THIRD)]
    assert match.state.phase == 2
    assert dice_left(match) == ()


@pytest.mark.rule("GL 19.24a", "GL 19.1")
def test_another_man_over_him_takes_his_place() -> None:
    """Priscus waits for the crowd already; Spiculus has the second fallen man before him too."""
    match = arena(
        fallen(),
        VICTOR,
        man(-1, 0, "N", side=0, **OUT, attack_total=20),
        man(-1, -1, "S", side=1),
        options=QUIET,
        dice=[5, 5],
    )
    assert [event.data["victor"] for event in events(match, "verdict")] == [SECOND, "Spiculus"]


@pytest.mark.rule("GL 19.24b")
def test_in_a_duel_it_is_compulsory() -> None:
    match = judged(20, 5)
    assert events(match, "verdict")
    assert not events(match, "appeal-refused")


@pytest.mark.rule("GL 19.24b")
def test_who_has_another_foe_may_refuse_and_strike() -> None:
    """One against two, one of them down: he attacks the fallen man as he would anybody, who cannot defend himself."""
    match = arena(fallen(), VICTOR, man(0, -20, "S", side=0), options=QUIET, dice=[6, 5, 5, 5, 5, 5, 5])
    assert asked(match) == ("appeal", ["allow", "refuse"])
    answer(match, "refuse")
    (refused,) = events(match, "appeal-refused")
    assert refused.clauses == ("GL 19.24b",)
    assert fighter(match, FIRST).status == "fighting"
    assert not fighter(match, SECOND).appealing
    plot(match, "-", "-", "-")
    assert caps(match, 1)["unused"] == 10 + 4
    fight(match, ({}, {}), ({"chest": 7}, {}))
    assert events(match, "attack")[0].data["defence"] == 0
    assert events(match, "attack")[0].data["target"] == FIRST


@pytest.mark.rule("GL 19.24b")
@pytest.mark.parametrize(
    "other",
    [
        man(0, -20, "S", side=0, constitution=20, **OUT),
        man(0, -20, "S", side=0, posture="prone", netted=True),
        man(0, -20, "S", side=0, status="spared"),
    ],
)
def test_but_the_other_must_still_be_active(other: dict[str, Any]) -> None:
    match = arena(fallen(), VICTOR, other, options=QUIET, dice=[5, 1])
    assert events(match, "verdict")
    assert "appeal" not in {decision.name for decision in match.pending.values()}


@pytest.mark.rule("GL 19.24b")
def test_a_prone_foe_who_can_still_rise_is_active() -> None:
    match = arena(fallen(), VICTOR, man(0, -20, "S", side=0, posture="prone"), options=QUIET)
    assert asked(match)[0] == "appeal"
    assert legal(match, 1) == {"allow", "refuse"}


@pytest.mark.rule("GL 19.24b", "GL 19.2")
def test_the_victor_is_told_the_chance_of_the_man_who_asks() -> None:
    """Verus has dared less than the man who lies there too and can still rise."""
    rising = man(-1, 0, "N", side=0, posture="prone", attack_total=70)
    match = arena(rising, VICTOR, fallen(attack_total=40, defence_total=5), options=QUIET)
    question = match.pending[1]
    assert (question.name, question.about) == ("appeal", THIRD)
    allow, refuse = match.game.explain(match.state, question)
    assert (allow["mercy"], "mercy" in refuse) == (pytest.approx(3 / 6), False)
    assert allow["hint"] == "spared with 50%"
