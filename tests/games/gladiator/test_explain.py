"""What is said of an answer is what comes of it: odds, reach, risks, in words that everybody understands."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

from ludus import Match, SeededDice
from ludus.core.decision import Allocate
from ludus.games.gladiator import Gladiator
from ludus.games.gladiator.charts import AREAS
from ludus.games.gladiator.odds import attack_odds, defender_of
from tests.rules.gladiator.arena import ArenaMatch, arena, events, fighter, item, man, plot

GAME = Gladiator()
MIXED = ["A", "", "C", "C8", "B7"]


def said(match: ArenaMatch, seat: int = 0) -> dict[Any, dict[str, Any]]:
    """The explanation by answer, or by box and points."""
    answers = GAME.explain(match.state, match.pending[seat])
    return {each["choice"] if "choice" in each else (each["box"], each["points"]): each for each in answers}


# -- combat factors ----------------------------------------------------------------------------------------


def expected(match: ArenaMatch, attacker: int, area: int, cfs: int, guard: int) -> list[int]:
    """The same row out of the full odds, which are proven against the engine."""
    men = match.state.fighters
    defender = defender_of(men[1 - attacker], area, match.state.rules.widths)
    odds = attack_odds(cfs - guard, area, men[attacker].strength, cfs, defender)
    grazed = odds.wounds.get(0, 0.0)
    chances = (odds.miss + odds.bad_miss, odds.shield, odds.parry, grazed, odds.hit - grazed - odds.death, odds.death)
    return [round(10000 * chance) for chance in chances]


def duel(**more: Any) -> ArenaMatch:
    """Face to face, about to share out their factors."""
    first = {
        "armour": MIXED,
        "training": 9,
        "strength": 1,
        "cf": 10,
        "wounds": [0, 3, 0, 0, 1],
        **more.pop("first", {}),
    }
    second = {"armour": MIXED, "training": 12, "cf": 12, "wounds": [2, 0, 0, 4, 0], **more.pop("second", {})}
    return arena(man(0, 0, "N", **first), man(0, -1, "S", **second), step="engage", **more)


def test_the_odds_of_every_attack_are_those_of_the_rules_for_every_guard() -> None:
    match = duel()
    told = said(match)
    for area, name in enumerate(AREAS):
        for points in range(1, 6):
            rows = told[f"attack {name}", points]["odds"]
            assert rows == [expected(match, 0, area, points, guard) for guard in range(len(rows))]
            assert rows[-1][3:] == [0, 0, 0]  # a better guard keeps nothing more out
            assert all(any(row[3:]) for row in rows[:-1])


def test_the_odds_of_every_guard_are_those_of_his_attacks_up_to_half() -> None:
    match = duel()
    told = said(match)
    for area, name in enumerate(AREAS):
        for points in range(6):
            rows = told[f"defend {name}", points]["odds"]
            assert rows[1:] == [expected(match, 1, area, cfs, points) for cfs in range(1, 7)]
            assert rows[0] == [10000, 0, 0, 0, 0, 0]  # nobody strikes there


def test_every_row_is_a_whole() -> None:
    for entry in GAME.explain(duel().state, duel().pending[0]):
        assert all(abs(sum(row) - 10000) <= 3 for row in entry.get("odds", ()))


@pytest.mark.rule("GL 13.3", "GL 13.2", "GL 12.63")
@pytest.mark.parametrize(
    ("first", "second", "area", "halves"),
    [
        ({"posture": "kneeling"}, {}, "chest", 1),
        ({}, {"posture": "kneeling"}, "legs", 1),
        ({}, {"posture": "kneeling"}, "chest", 0),
        ({"posture": "kneeling"}, {"posture": "kneeling"}, "legs", 2),
        ({"just_recovered": True}, {}, "head", 1),
    ],
)
def test_a_halved_attack_has_the_odds_of_a_weaker_one(
    first: dict[str, Any], second: dict[str, Any], area: str, halves: int
) -> None:
    match = duel(first=first, second=second)
    entry = said(match)[f"attack {area}", 5]
    assert entry["odds"][0] == expected(match, 0, AREAS.index(area), 5 >> halves, 0)
    weak = said(match)[f"attack {area}", 0].get("weak", {"words": "", "clauses": []})
    assert len(weak["clauses"]) == halves
    assert ("a quarter" if halves == 2 else "half" if halves else "") in weak["words"]


@pytest.mark.rule("GL 15.4")
def test_a_man_on_the_ground_guards_half() -> None:
    match = duel(second={"posture": "prone"})
    rows = said(match)["attack chest", 4]["odds"]
    assert rows[1] == rows[0] != rows[2] == rows[3]


def test_the_table_is_small_and_there_for_few_factors_too() -> None:
    weak = duel(first={"cf": 2})
    question = weak.pending[0]
    assert isinstance(question, Allocate)
    assert question.count() < 200
    assert said(weak)["attack head", 1]["odds"]
    assert len(str(GAME.explain(duel().state, duel().pending[0])).replace(" ", "")) < 40_000


def test_of_several_foes_the_guard_is_told_for_the_hardest_striker() -> None:
    match = arena(
        man(0, 0, "N"),
        man(0, -1, "S"),
        man(9, 9, "N", side=0),
        man(1, -1, "SW", training=14),
        step="engage",
        options={"level": "advanced"},
    )
    while match.pending[0].name != "team-allocate":
        seat, question = next(iter(match.pending.items()))
        match.submit(seat, question.default)
    told = said(match)
    assert told["defend head", 0]["foe"] == "Spiculus"
    assert told["attack Priscus head", 1]["foe"] == "Priscus"
    assert said(match, 1)["attack head", 1]["foe"] == "Verus"  # he has one target, whom the box does not name
    assert told["attack Priscus head", 1]["odds"]
    assert told["attack Spiculus head", 1]["odds"]


@pytest.mark.rule("GL 20.3")
def test_who_strikes_a_beset_man_from_behind_meets_no_guard() -> None:
    match = arena(man(0, 1, "N"), man(0, 0, "N"), man(0, -1, "S", side=0), options={"level": "advanced"}, step="engage")
    while match.pending[0].name != "team-allocate":
        seat, question = next(iter(match.pending.items()))
        match.submit(seat, question.default)
    behind, before = said(match), said(match, 2)
    assert len(behind["attack chest", 4]["odds"]) == 1
    assert len(before["attack chest", 4]["odds"]) > 4


# -- orders ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 20.1-bonus")
def test_factors_that_an_attack_has_already_are_in_its_odds() -> None:
    """Behind one of two: three of five bonus factors on his head. One more makes a blow of four."""
    other = man(1, -1, "SW", side=1)
    match = arena(man(0, 0, "N", cf=9), man(0, -1, "N", side=1), other, step="engage", options={"throws": False})
    match.submit(0, {"attack Priscus head": 3, "attack Priscus chest": 2})
    told = said(match)
    alone = said(arena(man(0, 0, "N", cf=20), man(0, -1, "S"), step="engage"))
    assert told["attack Priscus head", 0]["pledged"] == 3
    for points in range(3):
        assert told["attack Priscus head", points]["odds"] == alone["attack head", points + 3]["odds"]
    assert told["attack Priscus chest", 1]["odds"] == alone["attack chest", 3]["odds"]
    assert told["attack Priscus legs", 1]["odds"] == alone["attack legs", 1]["odds"]
    assert "with 3 of his bonus" in told["attack Priscus head", 1]["hint"]
    assert "odds" not in told["attack Priscus legs", 0]


def test_a_foe_reaches_exactly_where_his_orders_lead() -> None:
    start = arena(man(0, 0, "N"), man(3, -6, "SW"))
    (foe,) = said(start)["-"]["foes"]
    ends, struck = set(), set()
    for order in start.pending[1]:
        match = start.clone()
        match.submit(0, "-")
        match.submit(1, order)
        there = fighter(match, foe["name"])
        ends.add(there.place)
        struck |= {
            (there.place[0] + q, there.place[1] + r)
            for q, r in product(range(-1, 2), repeat=2)
            if in_sword_front(there.facing, (q, r))
        }
    assert {tuple(place) for place in foe["to"]} == ends
    assert {tuple(place) for place in foe["strikes"]} == struck
    assert foe["nets"] == []


def in_sword_front(facing: int, offset: tuple[int, int]) -> bool:
    steps = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
    return offset in (steps[facing - 1], steps[facing], steps[(facing + 1) % 6])


def test_what_a_foe_has_crossed_out_in_secret_does_not_show_in_his_reach() -> None:
    def reach(crossed: list[int]) -> Any:
        tired = man(0, -4, "S", overexerted=True, allowance=5, used=1, crossed=crossed)
        return said(arena(man(0, 0, "N"), tired, options={"advance_plot": True}, phase=3))["-"]["foes"]

    assert reach([]) == reach([3, 4, 5])
    assert len(reach([])[0]["to"]) > 1


@pytest.mark.parametrize(
    ("sheet", "moves", "strikes"),
    [
        ({"stun": 10, "posture": "prone"}, False, False),
        ({"weapon": ""}, True, False),
        ({"posture": "prone"}, True, True),  # he may get to his knees
        ({"allowance": 5, "used": 5, "overexerted": True}, False, True),
        ({"netted": True}, True, False),
    ],
)
def test_a_foe_who_cannot_is_no_danger(sheet: dict[str, Any], moves: bool, strikes: bool) -> None:
    (foe,) = said(arena(man(0, 0, "N"), man(0, -4, "S", **sheet)))["-"]["foes"]
    assert (len(foe["to"]) > 1, bool(foe["strikes"])) == (moves, strikes)


def test_a_net_reaches_further() -> None:
    (foe,) = said(arena(man(0, 0, "N"), man(0, -4, "S", type="retiarius")))["-"]["foes"]
    # The trident after a charge; the net after a quick step.
    assert max(place[1] for place in foe["strikes"]) == -4 + 3 + 2
    assert max(place[1] for place in foe["nets"]) == -4 + 2 + 3
    assert len(foe["nets"]) > len(foe["strikes"])
    (tangled,) = said(arena(man(0, 0, "N"), man(0, -4, "S", type="retiarius", cf=1)))["-"]["foes"]
    assert tangled["nets"] == []


@pytest.mark.rule("GL 6.4-LN")
@pytest.mark.parametrize("posture", ["standing", "prone"])
def test_a_net_is_laid_before_he_moves(posture: str) -> None:
    """With three factors he can only lay it, and only into the hexes before him now."""
    (foe,) = said(arena(man(0, 0, "N"), man(0, -4, "S", type="retiarius", cf=3, posture=posture)))["-"]["foes"]
    assert {tuple(place) for place in foe["nets"]} == {(0, -3), (1, -4), (-1, -3)}


@pytest.mark.rule("GL 14.2")
@pytest.mark.parametrize(("order", "stun"), [("B", 0), ("B", 2), ("SBL", 3), ("(Q)B", 0)])
def test_the_risk_of_backing_over_something_is_that_of_the_dice(order: str, stun: int) -> None:
    things = [item("shaft", *place) for place in ((0, 1), (-1, 1))]
    start = arena(man(0, 0, "N", stun=stun), items=things)
    stumbles = 0
    for roll in product(range(1, 7), repeat=2):
        match = arena(man(0, 0, "N", stun=stun), items=things, dice=[*roll, 6, 6])
        plot(match, order)
        stumbles += events(match, "trip")[0].data["stumbles"]
    hint = said(start)[order]["hint"]
    assert f"{100 * stumbles / 36:.0f}% to stumble over what lies there" in hint
    assert "stumble" not in said(start)["F"]["hint"]


@pytest.mark.rule("GL 12.61")
def test_the_chance_to_pick_something_up_is_that_of_the_die() -> None:
    def reaching(die: int, choice: str) -> ArenaMatch:
        match = arena(man(0, 0, "N", weapon="", agility=2), man(0, -3, "S"), items=[item("sword", 0, -1)], dice=[die])
        plot(match, "F(R)", "X")
        if choice:
            match.submit(0, choice)
        return match

    told = said(reaching(1, ""))
    assert set(told) == {"no", "sword late", "sword early"}
    for choice in ("sword late", "sword early"):
        taken = sum(events(reaching(die, choice), "recovery")[0].data["success"] for die in range(1, 7))
        assert told[choice]["success"] == pytest.approx(taken / 6, abs=1e-4)


def test_the_chance_of_a_toss_is_told_for_a_foe_who_stays() -> None:
    start = arena(man(0, 0, "N", type="retiarius"), man(0, -2, "S", shield="small"))
    caught = 0
    for roll in product(range(1, 7), repeat=3):
        match = arena(
            man(0, 0, "N", type="retiarius"), man(0, -2, "S", shield="small"), dice=[*roll, *[6] * 6], step="phase"
        )
        plot(match, "X(TN)", "-")
        caught += bool(events(match, "ensnared"))
    assert said(start)["X(TN)"]["net"]["caught"] == pytest.approx(caught / 216, abs=1e-4)
    assert "net" not in said(start)["X(R)(R)(TN)"]  # nobody is there


@pytest.mark.rule("GL 7.5-drm", "GL 7.5-position")
@pytest.mark.parametrize("order", ["F", "(Q)F", "(R)SFL", "(R)(R)(Q)SBL"])
def test_the_chance_to_win_a_collision_is_that_of_the_dice(order: str) -> None:
    def run(*dice: int) -> ArenaMatch:
        match = arena(man(0, 0, "N", strength=1), man(0, -1, "SE", shield="small", stun=1), dice=[*dice, *[6] * 20])
        if dice:
            plot(match, order, "-")
        return match

    won = decided = 0
    for roll in product(range(1, 7), repeat=2):
        (clash,) = events(run(*roll), "collision")
        if len(clash.dice) == 2:  # a tie is thrown again
            decided += 1
            won += clash.data["winner"] == "Verus"
    told = said(run())[order]
    assert told["clash"]["won"] == pytest.approx(won / decided, abs=1e-4)
    assert "runs into Priscus if he stays" in told["hint"]


def test_a_man_on_the_ground_is_run_down() -> None:
    told = said(arena(man(0, 0, "N"), man(0, -1, "S", posture="prone")))
    assert told["F"]["clash"] == {"name": "Priscus"}
    assert "clash" not in told["SFL"]


@pytest.mark.rule("GL 6.3-S", "GL 14.3", "GL 7.4")
def test_who_must_stumble_stays_and_may_be_run_down() -> None:
    """Two dice for his fall; on his feet he has -2 in the collision."""

    def run(*dice: int) -> ArenaMatch:
        other = man(0, -1, "S", agility=1, stun=1, owes_stumble=True)
        match = arena(man(0, 0, "N"), other, dice=[*dice, *[6] * 20])
        if dice:
            plot(match, "F", "S")
        return match

    falls = won = decided = 0
    for roll in product(range(1, 7), repeat=2):
        falls += bool(events(run(*roll), "verdict"))
        clash = events(run(6, 6, *roll), "collision")[0]
        assert ("Priscus: stumbling", -2) in [(each.reason, each.amount) for each in clash.modifiers]
        if len(clash.dice) == 2:
            decided += 1
            won += clash.data["winner"] == "Verus"
    told = said(run())["F"]
    assert told["clash"]["won"] == pytest.approx(falls / 36 + (1 - falls / 36) * won / decided, abs=1e-4)
    assert "runs into Priscus, who stumbles" in told["hint"]


@pytest.mark.rule("GL 17.8")
def test_no_net_flies_after_a_collision() -> None:
    """Behind the one whom he runs into stands another."""
    match = arena(man(0, 0, "N", type="retiarius"), man(0, -1, "S"), man(9, 9), man(0, -3, "S"))
    told = said(match)
    assert told["F(TN)"]["against"] == ["costs 6 CFs", "no net attack after a collision"]
    assert told["(LN2)F"]["against"] == ["costs 2 CFs", "no net attack after a collision"]
    assert "net" not in told["F(TN)"]
    assert "catch" not in told["F(TN)"]["hint"]
    assert told["X(TN)"]["net"]["caught"] > 0


@pytest.mark.rule("GL 13.1", "GL 6.3-S", "GL 19.24a")
@pytest.mark.parametrize(
    ("foe", "threat"),
    [({}, True), ({"posture": "kneeling"}, True), ({"owes_stumble": True}, False), ({"netted": True}, False)],
)
def test_whose_way_is_worth_a_warning(foe: dict[str, Any], threat: bool) -> None:
    match = arena(man(1, 0, "NW"), man(0, -3, "S", strength=4, type="heavy", **foe))
    assert ("charge" in said(match)["F"]["hint"]) is threat


@pytest.mark.rule("GL 19.24a")
def test_who_waits_for_the_crowd_neither_moves_nor_strikes() -> None:
    match = arena(man(0, 0, "N"), man(0, -3, "S", strength=4, appealing=True), man(9, 9), man(9, 0), step="plot")
    waiting = next(each for each in said(match)["-"]["foes"] if each["name"] == "Priscus")
    assert waiting == {"name": "Priscus", "to": [[0, -3]], "strikes": [], "nets": []}


def test_a_man_who_gets_up_to_walk_meets_a_charge_on_his_feet() -> None:
    """Kneeling he would have 2 less."""

    def chance(posture: str) -> str:
        match = arena(man(1, 0, "NW", posture=posture), man(0, -3, "S", strength=-2))
        return str(said(match)["F"]["hint"])

    assert "which would win" in chance("standing")
    assert chance("kneeling") == chance("standing")


def test_an_order_that_turns_away_says_so() -> None:
    match = arena(man(0, 0, "N"), man(0, -3, "S"))
    assert "he does not face Priscus then" in said(match)["X(R)(R)(R)"]["hint"]
    assert "away from Priscus" in said(match)["(Q)B"]["hint"]
    assert said(match)["F"]["hint"] == ""


def test_what_speaks_for_an_order_comes_last_and_is_counted() -> None:
    told = said(arena(man(0, 0, "N", crossed=(1, 2, 3, 4, 5, 6, 7, 8)), man(0, -1, "S", posture="prone")))
    assert told["F"]["hint"].split("; ") == ["overexertion", "runs Priscus down if he stays there"]
    assert len(told["F"]["hopes"]) == 1
    assert "hopes" not in told["X"]


# -- every question ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruleset", "seats", "options"),
    [
        ("optional", 2, {"creation": "choice"}),
        ("advanced", 2, {"types": ["retiarius", "light"]}),
        ("advanced", 4, {"types": ["retiarius", "medium", "heavy", "retiarius"]}),
        ("basic", 2, {}),
    ],
)
def test_every_answer_of_a_fight_is_explained_once_in_words(ruleset: str, seats: int, options: dict[str, Any]) -> None:
    for seed in range(4):
        match, rng = Match(GAME, seats, SeededDice(f"words {seed}"), ruleset, options), random.Random(seed)
        while match.outcome is None:
            seat, question = rng.choice(sorted(match.pending.items()))
            answers = GAME.explain(match.state, question)
            if isinstance(question, Allocate):
                assert {each["box"] for each in answers} <= set(question.boxes)
            else:
                listed = [list(each) if isinstance(each, tuple) else each for each in question]
                assert [each["choice"] for each in answers] == listed
                labels = [each["label"] for each in answers]
                assert all(label[0].isupper() or label[0].isdigit() for label in labels)
                assert question.name in ("plot", "armour", "characteristics") or len(set(labels)) == len(labels), labels
            match.answer(seat, question.sample(rng))
