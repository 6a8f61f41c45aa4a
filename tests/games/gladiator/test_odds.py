"""The odds are those of the rules: every roll of the dice is played with the engine itself and counted."""

from __future__ import annotations

import time
from collections import Counter
from itertools import product

import pytest

from ludus.core.dice import ScriptedDice
from ludus.core.table import QuietTable
from ludus.games.gladiator import Gladiator
from ludus.games.gladiator.charts import AREAS, CHEST, HEAD, column_and_shift, combat_result, stun_for
from ludus.games.gladiator.fighter import Fighter
from ludus.games.gladiator.odds import (
    Defender,
    attack_odds,
    body_hit,
    collision_odds,
    defender_of,
    fall_odds,
    freeing_odds,
    missus_odds,
    net_odds,
    recovery_odds,
    results,
    shield_hit,
)
from ludus.games.gladiator.shield import damage_shield
from ludus.games.gladiator.state import Arena
from ludus.games.gladiator.wounds import hit

GAME = Gladiator()
OPTIONS = GAME.resolve("advanced", {})
DICE = range(1, 7)
LAST = (6, 6, 1, 1, 6, 6)  # whatever is rolled for stun and drops after a critical hit


def sparring(**sheet: object) -> tuple[Arena, Fighter]:
    """A man who can be struck, and an opponent."""
    fighters = [
        {"name": "Verus", "seat": 0, "place": [0, 0], "facing": "N", **sheet},
        {"name": "Priscus", "seat": 1, "place": [0, -1], "facing": "S"},
    ]
    arena = GAME.read_position({"fighters": fighters}, 2, OPTIONS)
    return arena, arena.fighters[0]


@pytest.mark.rule("GL 8.5-CRT", "GL 8.51", "GL 8.52")
@pytest.mark.parametrize("advantage", range(-6, 13))
def test_every_column_of_the_results_table(advantage: int) -> None:
    column, shift = column_and_shift(advantage)
    counted = Counter(combat_result(sum(roll) + shift, column) for roll in product(DICE, repeat=3))
    assert results(advantage) == pytest.approx({result: ways / 216 for result, ways in counted.items()})


@pytest.mark.rule("GL 9.1-table", "GL 9.4-table", "GL 9.32")
@pytest.mark.parametrize("area", range(5), ids=AREAS)
@pytest.mark.parametrize(("armour", "plus"), [("", 2), ("B", 3)])
def test_every_hit_on_every_area(area: int, armour: str, plus: int) -> None:
    codes = ["A7" if each == "head" else "" for each in AREAS]
    codes[area] = armour
    arena, man = sparring(armour=codes, wound_factor=10)
    start = man.copy()
    wounds: Counter[int] = Counter()
    dead = 0
    for roll in product(DICE, repeat=3):
        for critical in product(DICE, repeat=2):
            man = arena.fighters[man.number] = start.copy()
            arena.line_up(arena.order)
            arena.items = ()
            hit(arena, QuietTable(ScriptedDice([*roll, *critical, *LAST]), []), man, man, area, plus, lambda *_: None)
            wounds[man.wounds[area]] += 1
            dead += man.status == "dead"
    found, criticals, death = body_hit(area, plus, armour, bool(codes[HEAD]), 10)
    assert death == pytest.approx(dead / 7776)
    # A killing blow marks no box; whoever has none left has no more than that.
    marked = {number: chance for number, chance in found.items() if 0 < number < 10}
    assert marked == pytest.approx({number: wounds[number] / 7776 for number in marked})
    assert sum(found.values()) == pytest.approx(1)
    assert sum(criticals.values()) == pytest.approx(sum(part for number, part in found.items() if number > 0))


@pytest.mark.rule("GL 10.2", "GL 10.21", "GL 10.3")
@pytest.mark.parametrize("boxes", [1, 5, 9, 17])
@pytest.mark.parametrize("force", [0, 4, 9])
def test_every_blow_on_a_shield(boxes: int, force: int) -> None:
    _, man = sparring(shield_boxes=boxes)
    counted: Counter[str] = Counter()
    ruined = 0
    for roll in product(DICE, repeat=3):
        man.shield_boxes = boxes
        counted[damage_shield(QuietTable(ScriptedDice(roll), []), 0, force, man, "S")] += 1
        ruined += man.shield_boxes == 0
    stops, parry, through, lost = shield_hit(boxes, force, 0, 0)
    assert (stops, parry, through) == pytest.approx(tuple(counted[each] / 216 for each in ("", "P", "H")))
    assert lost == pytest.approx(ruined / 216)


def test_the_parts_of_an_attack_add_up() -> None:
    for shield, weapon, armour in product((0, 6, 17), (False, True), ("", "A", "C8")):
        for advantage in range(-4, 10):
            odds = attack_odds(advantage, CHEST, 1, 5, Defender(armour, True, shield, weapon, 0, 12))
            whole = odds.miss + odds.bad_miss + odds.shield + odds.parry + odds.hit
            assert whole == pytest.approx(1)
            assert sum(odds.wounds.values()) == pytest.approx(odds.hit)
            assert odds.death <= odds.hit + 1e-12
            assert (odds.parry > 0) <= weapon
            assert (odds.shield > 0) <= (shield > 0)


def test_more_advantage_is_better() -> None:
    defender = Defender("C6", True, 17, True, 0, 12)
    deaths = [attack_odds(advantage, HEAD, 0, 5, defender).death for advantage in range(-5, 12)]
    assert deaths == sorted(deaths)


def test_the_odds_come_at_once() -> None:
    _, man = sparring(armour=["A7", "B8", "C", "B7", "A6"])
    body_hit.cache_clear()
    shield_hit.cache_clear()
    began = time.process_time()
    for area in range(5):
        attack_odds(3, area, 2, 5, defender_of(man, area, (1, 2, 2, 3, 3)))
    assert (time.process_time() - began) / 5 < 0.005


@pytest.mark.rule("GL 7.5", "GL 7.52")
def test_collisions() -> None:
    wins, decided, stun = 0, 0, Counter[int]()
    for mine, theirs in product(DICE, repeat=2):
        difference = 3 + mine - theirs
        decided += difference != 0
        wins += difference > 0
        if difference > 0:
            stun.update(stun_for(sum(roll) + difference) for roll in product(DICE, repeat=2))
    won, factors = collision_odds(3, 0)
    assert won == pytest.approx(wins / decided)
    assert factors == pytest.approx({number: ways / (36 * wins) for number, ways in stun.items()})


def test_small_rolls() -> None:
    assert fall_odds(0) == pytest.approx(21 / 36)  # GL 14.3
    assert recovery_odds(-5) == pytest.approx(5 / 6)  # GL 12.61
    assert recovery_odds(0) == 0
    assert freeing_odds(5, 6) == pytest.approx(135 / 216)  # GL 17.351a: 11 or less
    assert [missus_odds(total) for total in (-4, 0, 1, 20, 70)] == pytest.approx([0, 0, 1 / 6, 2 / 6, 5 / 6])  # GL 19.2
    net = net_odds(6)  # GL 17.34: 9 or more of three dice catch
    assert net["caught"] == pytest.approx(160 / 216)
    assert sum(net.values()) == pytest.approx(1)
