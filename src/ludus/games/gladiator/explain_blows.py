"""What combat factors are worth, area by area (GL 8.3), and the order of blows.

An allocation has too many answers to list one by one. Its explanation goes box by box and point by point: entries
with `box` and `points` instead of `choice`. `odds` has a row for every number of CFs that the other may set against it:
for an attack his guard, from nothing upwards until nothing gets through; for a guard his attack, from nothing up to
half of what he has. A row is what comes of the blow, in ten-thousandths: it misses, the shield stops it, it is parried,
it hits without a wound, it wounds, it kills. `foe` is the man on the other side.

First comes what each box is, with 0 points: its `deed` (strike, guard or unused), the `area` and, of an attack, the
`foe`. There an attack also tells what makes it weak (`weak`, with the clauses that halve it), and whether no guard
counts against it (`unguarded`). An attack that has bonus factors already (GL 20.1-bonus) says how many (`pledged`);
they are in its odds, also with 0 points. `moments` with the first of all are what a newcomer should be told now.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from ludus.core.chance import percent
from ludus.core.decision import Allocate, Decision
from ludus.games.gladiator.advantage import Engagement, engagements, from_behind
from ludus.games.gladiator.allocation import Allotment, Form
from ludus.games.gladiator.charts import AREAS, SUB_PHASES
from ludus.games.gladiator.combat import halvings
from ludus.games.gladiator.fighter import Fighter
from ludus.games.gladiator.moments import allocation_moments
from ludus.games.gladiator.odds import Harms, Meeting, brief_odds, defender_of, meet
from ludus.games.gladiator.state import Arena

Answer = dict[str, Any]
Row = list[int]
MOST_GUARD = 40
NOTHING = [0, 0, 0]  # gets through
UNUSED = "unused"
DEEDS = {"attack": "strike", "defend": "guard"}
HALVED = {
    "GL 12.63": "the weapon has only just been picked up",
    "GL 13.3": "he kneels",
    "GL 13.2": "the other kneels",
    "GL 18.3": "one hand for the trident",
}


class Blows:
    """The odds of one man's blows at another, for every number of CFs on either side."""

    def __init__(self, arena: Arena, attacker: Fighter, target: Fighter, beset: bool) -> None:
        self.attacker = attacker
        self.target = target
        self.behind = beset and from_behind(attacker, target)  # GL 20.3: no guard counts there
        self.defenders = [defender_of(target, area, arena.rules.widths) for area in range(len(AREAS))]
        self.harms = [Harms(area, defender) for area, defender in enumerate(self.defenders)]
        self.halved = [halvings(attacker, target, area) for area in range(len(AREAS))]  # the clauses that do it
        self.met: dict[tuple[int, int], Meeting] = {}

    def row(self, area: int, cfs: int, guard: int) -> Row:
        """An attack with so many CFs on so many that guard the area."""
        strength = cfs >> len(self.halved[area])
        if self.behind:
            guard = 0
        elif self.target.prone:
            guard //= 2  # GL 15.4
        meeting = self.met.get((strength, guard))
        if meeting is None:
            # Where a blow is aimed matters only once it has come through.
            meeting = meet(strength - guard, self.attacker.strength, strength, self.defenders[area])
            self.met[strength, guard] = meeting
        return [round(10000 * chance) for chance in brief_odds(meeting, self.harms[area])]


def explain_boxes(arena: Arena, fighter: Fighter, decision: Allocate) -> list[Answer]:
    engaged = engagements(arena)
    found: list[Answer] = []
    meanings: dict[str, Answer] = {}
    against: dict[str, Blows] = {}
    pledged = decision.pledged if isinstance(decision, Form) else {}
    for box, cap in zip(decision.boxes, decision.caps, strict=True):
        words, _, rest = box.partition(" ")
        name, _, area = rest.rpartition(" ")
        meaning: Answer = {"box": box, "points": 0, "label": f"{box} 0", "hint": "", "deed": DEEDS.get(words, UNUSED)}
        if area:
            meaning["area"] = area
        meanings[box] = meaning
        found.append(meaning)
        if words == "attack" and (target := _target(arena, engaged, fighter, name)) is not None:
            if target.name not in against:
                against[target.name] = Blows(arena, fighter, target, len(engaged[target.number].attackers) > 1)
            blows, number = against[target.name], AREAS.index(area)
            meaning["foe"] = target.name
            if blows.halved[number]:
                meaning["weak"] = weakness(blows.halved[number], area)
            if blows.behind:
                meaning["unguarded"] = True
            if box in pledged:
                meaning |= {"pledged": pledged[box], **attack_entry(blows, box, number, 0, pledged[box])}
            more = pledged.get(box, 0)
            found += [attack_entry(blows, box, number, points, more) for points in range(1, cap + 1)]
    if found:
        found[0]["moments"] = list(allocation_moments(arena, fighter, decision))
    threat = strongest(arena, engaged, fighter)
    if threat is not None and f"defend {AREAS[0]}" in decision.boxes:
        foe, half = threat
        blows = Blows(arena, foe, fighter, len(engaged[fighter.number].attackers) > 1)
        for number in range(len(AREAS)):
            bare, *guarded = explain_guard(blows, number, decision.budget, half)
            meanings[bare["box"]].update(bare)
            found += guarded
    return found


def weakness(clauses: list[str], area: str) -> Answer:
    """GL 8-halving: why a blow has not all its strength."""
    part = "a quarter" if len(clauses) == 2 else "half" if len(clauses) == 1 else "little of"
    why = ", ".join(HALVED[clause] for clause in clauses)
    return {"words": f"A blow at the {area} has {part} its strength: {why}", "clauses": clauses}


def attack_entry(blows: Blows, box: str, area: int, points: int, pledged: int) -> Answer:
    rows: list[Row] = []
    for guard in range(MOST_GUARD):
        rows.append(blows.row(area, points + pledged, guard))
        if blows.behind or rows[-1][3:] == NOTHING:
            break
    hit, death = sum(rows[0][3:]) / 10000, rows[0][5] / 10000
    more = f"with {pledged} of his bonus, " if pledged else ""
    hint = f"{more}undefended: {percent(hit)} to hit, {percent(death)} to kill"
    entry: Answer = {"box": box, "points": points, "label": f"{box} {points}", "hint": hint, "odds": rows}
    entry["foe"] = blows.target.name
    return entry


def explain_guard(blows: Blows, area: int, budget: int, half: int) -> list[Answer]:
    """What the strongest attack there can be does to an area guarded so; more than enough is not told."""
    found = []
    box = f"defend {AREAS[area]}"
    for points in range(budget + 1):
        rows = [blows.row(area, cfs, points) for cfs in range(1, half + 1)]
        hit, death = sum(rows[-1][3:]) / 10000, rows[-1][5] / 10000
        hint = f"against {half}: {percent(hit)} to be hit, {percent(death)} to die"
        rows.insert(0, [10000, 0, 0, 0, 0, 0])
        entry = {"box": box, "points": points, "label": f"{box} {points}", "hint": hint, "odds": rows}
        found.append({**entry, "foe": blows.attacker.name})
        if blows.behind or not hit:
            break
    return found


def _target(arena: Arena, engaged: dict[int, Engagement], fighter: Fighter, name: str) -> Fighter | None:
    if name:
        return next(each for each in arena.fighters if each.name == name)
    own = engaged.get(fighter.number)
    return arena.fighters[own.targets[0]] if own is not None and own.targets else None


def strongest(arena: Arena, engaged: dict[int, Engagement], fighter: Fighter) -> tuple[Fighter, int] | None:
    """Who can strike hardest at one area of his, and with how many CFs."""
    own = engaged.get(fighter.number)
    if own is None or not own.attackers:
        return None
    foes = [arena.fighters[number] for number in own.attackers]
    most = [(foe, Allotment(foe, engaged[foe.number]).most_against(fighter.number)) for foe in foes]
    return max(most, key=lambda each: each[1])


# -- the order of blows ----------------------------------------------------------------------------------------


@cache
def _when(subs: tuple[int, ...]) -> str:
    if len(subs) == 1:
        return f"in sub-phase {subs[0]}"
    return f"in sub-phases {', '.join(map(str, subs[:-1]))} and {subs[-1]}"


SINGLE_SHEET = 11  # boxes of a form against one man; against several it is laid out otherwise


def explain_order(arena: Arena, fighter: Fighter, decision: Decision) -> list[Answer]:
    """GL 8.42: which blow falls when."""
    if decision.default == "no attack":
        return [{"choice": "no attack", "label": "Ready: no attack", "hint": "he only guards himself"}]
    subs = SUB_PHASES[str(decision.default).count(", ") + 1]
    found: list[Answer] = []
    for choice in decision:
        names = str(choice).split(", ")
        label = ", then ".join(names) if len(names) > 1 else f"ready: one attack, {names[0]}"
        label = label[0].upper() + label[1:]
        found.append({"choice": choice, "label": label, "hint": _when(subs), "subs": list(subs), "blows": names})
    if len(fighter.sheet) == SINGLE_SHEET:
        strengths = {area: fighter.sheet[number] for number, area in enumerate(AREAS) if fighter.sheet[number]}
        found[0]["strengths"] = strengths
    return found
