"""Where throwing, picking up and moving meet other rules."""

from __future__ import annotations

import pytest

from ludus import ScriptedDice
from ludus.core.table import QuietTable
from ludus.games.gladiator.odds import attack_odds, defender_of
from ludus.games.gladiator.shield import check_weapon_drop
from tests.rules.gladiator.arena import (
    FIRST,
    SECOND,
    allot,
    answer,
    arena,
    asked,
    dice_left,
    events,
    fighter,
    item,
    legal,
    man,
    plot,
    say_ready,
    throw_nothing,
)
from tests.rules.gladiator.blows import QUIET, duel, reasons, three

# -- reaching for things ----------------------------------------------------------------------------------


@pytest.mark.rule("GL 12.61-drm", "GL 13.1")
def test_a_man_who_knelt_is_on_his_feet_when_he_reaches_for_something_on_his_way() -> None:
    """Leaving +1, quick +1, Agility -3, beside it +1; he kneels only as long as he has not taken a step."""
    kneeling = man(0, 0, "N", posture="kneeling", weapon="", agility=3)
    match = arena(kneeling, items=[item("sword", 1, -2)], dice=[1])
    plot(match, "(Q)F")
    answer(match, "sword early")
    (tried,) = events(match, "recovery")
    assert (tried.data["success"], tried.data["total"]) == (False, 1)


@pytest.mark.rule("GL 12.61", "GL 12.61-drm", "GL 13.1")
@pytest.mark.parametrize(
    ("posture", "place", "total"),
    [
        ("kneeling", (0, -1), 1),  # from where he kneels, +1 for the next hex and -2
        ("standing", (0, -1), 2),  # from the item's own hex
        ("kneeling", (0, 0), 0),
    ],
)
def test_he_reaches_for_it_where_it_is_easiest(posture: str, place: tuple[int, int], total: int) -> None:
    """A 1, leaving +1, quick +1, Agility -1."""
    reaching = man(0, 0, "N", posture=posture, weapon="", agility=1)
    match = arena(reaching, items=[item("sword", *place)], dice=[1])
    plot(match, "(Q)F")
    answer(match, "sword early")
    assert events(match, "recovery")[0].data["total"] == total


@pytest.mark.rule("GL 12.61-drm", "GL 13.1")
@pytest.mark.parametrize(
    ("sheet", "order", "place", "chance"),
    [
        ({}, "KN", (0, 0), 2 / 6),  # he goes down for it: -2
        ({"posture": "prone"}, "KN", (0, 0), 2 / 6),
        ({"posture": "kneeling", "agility": 2}, "F", (0, -1), 1 / 6),  # he gets up: +1 for leaving, and nothing else
        ({"posture": "kneeling", "agility": 2}, "X-UP", (0, 0), 2 / 6),
    ],
)
def test_the_chance_shown_is_that_of_the_posture_he_will_have(
    sheet: dict[str, object], order: str, place: tuple[int, int], chance: float
) -> None:
    shown = arena(man(0, 0, "N", weapon="", **sheet), items=[item("sword", *place)])
    plot(shown, order)
    (entry,) = [each for each in shown.explain(0) if each["choice"] == "sword late"]
    assert entry["success"] == pytest.approx(chance, abs=1e-4)
    taken = 0
    for die in range(1, 7):
        match = arena(man(0, 0, "N", weapon="", **sheet), items=[item("sword", *place)], dice=[die])
        plot(match, order)
        answer(match, "sword late")
        taken += events(match, "recovery")[0].data["success"]
    assert taken / 6 == pytest.approx(chance)


@pytest.mark.rule("GL 17.31", "GL 17.41", "GL 12.6a")
@pytest.mark.parametrize(("ready", "tosses"), [(8 + 4, False), (8 + 3, True), (0, True)])
def test_a_net_that_he_has_back_is_no_sooner_ready(ready: int, tosses: bool) -> None:
    """Tossed in phase 1 and torn away; he has it again in phase 2, and phase 4 is still the earliest."""
    thrower = man(0, 0, "N", type="retiarius", net=False, weapon="", net_ready=ready)
    match = arena(thrower, phase=2, items=[item("net", 0, 0)], dice=[1])
    plot(match, "R")
    assert fighter(match, FIRST).net
    throw_nothing(match)
    assert ("X(TN)" in legal(match)) is tosses


# -- throws ------------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 20.3", "GL 12.53", "GL 12.52")
@pytest.mark.parametrize(("place", "facing", "advantage"), [((-3, 3), "NE", 5), ((3, -3), "SW", -5)])
def test_what_is_thrown_at_the_back_of_a_man_beset_meets_no_guard(
    place: tuple[int, int], facing: str, advantage: int
) -> None:
    """He has turned to the north-east; five CFs on the chest count against what comes from there only."""
    match = arena(
        man(0, 0, "NE", side=0),
        man(0, -1, "S", side=1),
        man(1, -1, "SW", side=1),
        man(*place, facing, side=1),
        step="engage",
        dice=[3, 1, 1, 1, 1, 1, 1],
    )
    allot(match, 0, defend={"chest": 5})
    allot(match, 1)
    allot(match, 2)
    match.submit(3, "sword 1 chest")
    throw_nothing(match)
    assert events(match, "thrown-weapon")[0].data["advantage"] == advantage


@pytest.mark.rule("GL 8.462", "GL 12.53", "GL 12.51", "GL 10.3")
def test_a_carried_loss_falls_on_the_head_that_a_shield_is_thrown_at() -> None:
    """Equal blows: Priscus loses a CF that nothing absorbs, and ruins Verus' shield. It comes down on his head, which
    has 3 - 1: 12 - 1 - 2 is two stun factors. His legs have those two less, and not the first one."""
    match = arena(
        man(0, 0, "N", cf=12, shield_boxes=3),
        man(0, -1, "S", cf=12),
        step="engage",
        dice=[*three(9), 5, 5, 4, *three(9), 1, 1, *three(8), 1, 1, 1, 1, 6, 6, 1, 1, 1],
    )
    allot(match, 0, attack={"chest": 2, "arms": 2, "legs": 2}, ready=False)
    allot(match, 1, attack={"head": 2}, defend={"chest": 5, "head": 3, "legs": 1}, ready=False)
    match.submit(0, "chest, arms, legs")
    say_ready(match)
    assert asked(match)[0] == "ruined"
    answer(match, 1)
    assert fighter(match, SECOND).stun == 2
    assert events(match, "attack")[-1].data["defence"] == 1 - 2
    assert dice_left(match) == ()


@pytest.mark.rule("GL 8.462", "GL 12.53", "GL 12.51")
def test_the_stun_of_one_throw_counts_against_the_next() -> None:
    """Two men throw at him in the end: two factors of stun come off the chest at which the sword is aimed."""
    match = arena(
        man(0, 3, "N", side=0, counter=1),
        man(0, 0, "N", side=1, counter=3),
        man(0, -3, "S", side=0, counter=2),
        step="throw",
        dice=[3, 5, 5, 3, *three(3)],
    )
    match.submit(0, "shield 1")
    match.submit(1, "no")
    match.submit(2, "sword 1 chest")
    assert fighter(match, SECOND).stun == 2
    assert events(match, "thrown-weapon")[0].data["advantage"] == 2


@pytest.mark.rule("GL 10.3", "GL 9.32", "GL 4-victory")
def test_a_dead_man_takes_his_ruined_shield_along() -> None:
    """The blow that ruined it has killed him: nothing falls, and nobody is asked."""
    match = duel(
        ({"head": 5}, {}),
        ({}, {}),
        dice=[1, 1, 3, 6, 6, 6, 6, 5, 5, 6, 6],
        one={"cf": 20},
        other={"cf": 20, "shield_boxes": 1, "wounds": [11, 0, 0, 0, 0]},
    )
    assert events(match, "death")
    assert not events(match, "shield-falls")
    assert match.state.items == ()
    assert dice_left(match) == ()


# -- when all is over ---------------------------------------------------------------------------------------


@pytest.mark.rule("GL 4-victory", "GL 7.4", "GL 11.5")
def test_no_dice_when_the_fight_is_decided() -> None:
    """Priscus is run down: Verus shakes off no stun, and reaches for nothing."""
    match = arena(
        man(0, 0, "N", stun=2, weapon=""),
        man(0, -1, "S", posture="prone", used=5),
        level="basic",
        items=[item("sword", 0, -1)],
    )
    plot(match, "F")
    answer(match, "sword late")
    assert match.outcome is not None
    assert [event.kind for event in match.events][-2:] == ["surrender", "end"]


# -- the odds -----------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 12.3", "GL 17.351b")
def test_the_odds_of_a_drop_leave_out_what_he_owes_for_escaping() -> None:
    """Seven on the dice of the blow, nothing in the roll for his weapon: 3 to 5 less Strength 5, so 10 ways in 216."""
    match = arena(man(0, 0), man(0, -1, "S", net_loss=7, shield=""), step="combat", options=QUIET)
    rules, foe = match.state.rules, fighter(match, SECOND)
    odds = attack_odds(0, 1, 5, 0, defender_of(foe, 1, rules.widths))
    dropped = 0
    for roll in [(one, two, six) for one in range(1, 7) for two in range(1, 7) for six in range(1, 7)]:
        foe.weapon = "sword"
        check_weapon_drop(match.state, QuietTable(ScriptedDice([*roll, 1, 1]), []), 5, 0, foe)
        dropped += not foe.weapon
    assert dropped == 10
    assert odds.weapon_lost == pytest.approx(odds.parry * dropped / 216)


@pytest.mark.rule("GL 17.42", "GL 17.43")
def test_a_man_who_swings_as_he_steps_back_does_not_aim_at_where_he_was() -> None:
    match = arena(man(0, 0, "N", type="retiarius"), man(0, -9, "S"))
    (entry,) = [each for each in match.explain(0) if each.get("choice") == "(Q)B(SN)"]
    assert "net" not in entry
    assert "nobody is there if they stay" in entry["hint"]


def test_reasons_are_told_in_their_order() -> None:
    match = arena(man(0, 0, "N"), man(0, -3, "S", shield_boxes=2), step="throw", dice=[3, 2, 3, 3, 1, 1, 1, 2])
    match.submit(0, "sword 1 chest")
    throw_nothing(match)
    answer(match, 1)
    assert reasons(match) == ["distance of the throw", "thrown weapon", "shield damage", "distance of the throw"]


@pytest.mark.rule("GL 14.2", "GL 7.3", "GL 7.4")
def test_the_chance_to_stumble_counts_the_hexes_up_to_the_man_he_backs_into() -> None:
    """(Q)B over a man who lies in the first hex: one hex back, so 3 or less of two dice, and not 5."""
    match = arena(man(0, 0, "N"), man(0, 1, "S", posture="prone", used=5), level="basic", dice=[2, 2])
    (entry,) = [each for each in match.explain(0) if each["choice"] == "(Q)B"]
    assert "8% to stumble over what lies there" in entry["hint"]
    plot(match, "(Q)B", "-")
    assert events(match, "trip")[0].data["total"] == 4 - 2
    assert events(match, "surrender")
