"""What each answer means: a label, what it costs, where it leads, and the exact odds before a roll.

An allocation has too many answers to list one by one. Its explanation goes box by box and point by point: entries with
`box` and `points` instead of `choice`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from ludus.core.decision import Allocate, Decision, plain_choice
from ludus.games.gladiator.advantage import engagements
from ludus.games.gladiator.charts import AREAS, ARMOUR, CHARACTERISTICS, MOVES, NET
from ludus.games.gladiator.fighter import Fighter
from ludus.games.gladiator.hexes import POINTS, step
from ludus.games.gladiator.odds import at_most, attack_odds, defender_of, dice, missus_odds
from ludus.games.gladiator.plot import NO_MOVE, read_plot
from ludus.games.gladiator.state import Arena

Answer = dict[str, Any]
LISTED = 200  # answers of an allocation that are still explained one by one


def explain_answers(arena: Arena, decision: Decision) -> list[Answer]:
    fighter = next((each for each in arena.fighters if each.name == decision.about), None)
    if fighter is None:
        return [_answer(choice, str(choice)) for choice in decision] if decision.name != "type" else _types(decision)
    if isinstance(decision, Allocate):
        return explain_boxes(arena, fighter, decision)
    return EXPLAINERS.get(decision.name, _plainly)(arena, fighter, decision)


def _answer(choice: Any, label: str, hint: str = "", **more: Any) -> Answer:
    return {"choice": plain_choice(choice), "label": label, "hint": hint, **more}


def _plainly(arena: Arena, fighter: Fighter, decision: Decision) -> list[Answer]:
    return [_answer(choice, str(choice).capitalize()) for choice in decision]


def percent(chance: float) -> str:
    """A chance for people; only what is certain is 0 or 100 %."""
    if 0 < chance < 0.01:
        return "under 1%"
    if 0.99 < chance < 1:
        return "over 99%"
    return f"{100 * chance:.0f}%"


# -- before the fight --------------------------------------------------------------------------------------


def _types(decision: Decision) -> list[Answer]:
    hints = {
        "light": "quick and bare",
        "medium": "some armour, large shield",
        "heavy": "well armoured and slow",
        "retiarius": "net and trident, no shield",
    }
    return [
        _answer(choice, str(choice).capitalize(), f"{hints[str(choice)]}; moves in {MOVES[str(choice)]} phases of 8")
        for choice in decision
    ]


def _armour_rows(arena: Arena, fighter: Fighter, decision: Decision) -> list[Answer]:
    found = []
    for choice in decision:
        *codes, shield = ARMOUR[fighter.weight][int(str(choice)) - 1]
        worn = ", ".join(f"{area} {code}" for area, code in zip(AREAS, codes, strict=True) if code)
        found.append(_answer(choice, worn.capitalize() or "Bare skin", f"{shield} shield"))
    return found


def _cells(arena: Arena, fighter: Fighter, decision: Decision) -> list[Answer]:
    found = []
    for choice in decision:
        assert isinstance(choice, tuple)
        training, strength, agility, constitution, wounds = CHARACTERISTICS[choice[0] - 1][choice[1] - 1]
        label = f"CF {training + strength + agility}, ST {strength:+d}, AG {agility:+d}, CON {constitution}, W {wounds}"
        found.append(_answer(choice, label))
    return found


# -- orders ------------------------------------------------------------------------------------------------

WORDS = {
    "F": "forward",
    "B": "back",
    "SFL": "sidestep forward left",
    "SFR": "sidestep forward right",
    "SBL": "sidestep back left",
    "SBR": "sidestep back right",
    "C": "charge three hexes",
    "X": "pause",
    "X-UP": "stand up",
    "S": "stumble",
    "R": "pick something up with care",
    "KN": "kneel",
    "RO-FL": "roll forward left",
    "RO-FR": "roll forward right",
    "RO-BL": "roll back left",
    "RO-BR": "roll back right",
    NO_MOVE: "no move",
}
NETS = {"TN": "toss the net", "SN": "swing the net", "LN": "lay the net"}


@cache
def words_of(text: str) -> str:
    """An order in plain words."""
    plot = read_plot(text)
    parts = []
    if plot.net[:2] == "LN":
        parts.append(f"lay the net {('left', 'ahead', 'right')[int(plot.net[2]) - 1]}")
    if plot.before:
        parts.append(_turn(plot.before))
    if plot.kick and plot.kick_first:
        parts.append(f"kick towards {plot.kick}")
    parts.append(WORDS[plot.action] + (" twice" if plot.quick else ""))
    if plot.kick and not plot.kick_first:
        parts.append(f"kick towards {plot.kick}")
    if plot.after:
        parts.append(_turn(plot.after))
    if plot.net in ("TN", "SN"):
        parts.append(NETS[plot.net])
    if plot.repel:
        parts.append("watch for the net")
    return ", ".join(parts).capitalize()


def _turn(hexsides: int) -> str:
    if abs(hexsides) == 3:
        return "turn about"
    return f"turn {'twice ' if abs(hexsides) == 2 else ''}{'right' if hexsides > 0 else 'left'}"


def _plots(arena: Arena, fighter: Fighter, decision: Decision) -> list[Answer]:
    """Where an order leads if nobody is in the way, and what it costs."""
    free = fighter.has_allowance(arena.phase)
    found = []
    for choice in decision:
        text = str(choice)
        plot = read_plot(text)
        place = fighter.place
        if plot.hexes:
            place = step(place, (fighter.facing + plot.before + plot.direction) % 6, plot.hexes)
        facing = (fighter.facing + plot.before + plot.after) % 6
        hint = [] if not plot.moves or free else ["overexertion"]
        if plot.net:
            hint.append(f"{NET[{'T': 'toss', 'S': 'swing', 'L': 'lay'}[plot.net[0]]]['cf']} CFs")
        if plot.action == "S":
            hint.append(f"{percent(at_most(2, 7 - fighter.agility))} to fall")
        found.append(_answer(text, words_of(text), "; ".join(hint), to=[*place], facing=POINTS[facing]))
    return found


# -- combat factors ------------------------------------------------------------------------------------------


def explain_boxes(arena: Arena, fighter: Fighter, decision: Allocate) -> list[Answer]:
    """GL 8.3: what each box is worth point by point; an attack with its odds where nobody defends the area."""
    if decision.count() <= LISTED:
        return [_share(decision, choice) for choice in decision]
    found: list[Answer] = []
    for box, cap in zip(decision.boxes, decision.caps, strict=True):
        words, _, rest = box.partition(" ")
        name, _, area = rest.rpartition(" ")
        target = None
        if words == "attack":
            target = _target(arena, fighter, name)
        for points in range(1, cap + 1):
            entry: Answer = {"box": box, "points": points, "label": f"{box} {points}", "hint": ""}
            if target is not None:
                defender = defender_of(target, AREAS.index(area), arena.rules.widths)
                strength = points // 2 if fighter.posture == "kneeling" or fighter.one_handed else points
                odds = attack_odds(strength, AREAS.index(area), fighter.strength, strength, defender)
                entry["odds"] = odds.to_plain()
                entry["hint"] = f"undefended: {percent(odds.hit)} to hit, {percent(odds.death)} to kill"
            found.append(entry)
    return found


def _share(decision: Allocate, choice: Any) -> Answer:
    used = [f"{box} {points}" for box, points in zip(decision.boxes, choice, strict=True) if points]
    return _answer(choice, (", ".join(used) or "nothing").capitalize())


def _target(arena: Arena, fighter: Fighter, name: str) -> Fighter | None:
    if name:
        return next(each for each in arena.fighters if each.name == name)
    engaged = engagements(arena).get(fighter.number)
    return arena.fighters[engaged.targets[0]] if engaged is not None and engaged.targets else None


# -- the net, and the crowd ------------------------------------------------------------------------------------


def _freeing(arena: Arena, fighter: Fighter, decision: Decision) -> list[Answer]:
    return [
        _answer(choice, f"{choice} CFs", f"{percent(at_most(3, NET['free_at'] + choice))} to get free")
        if isinstance(choice, int)
        else _answer(choice, "Do not try")
        for choice in decision
    ]


def _dragging(arena: Arena, fighter: Fighter, decision: Decision) -> list[Answer]:
    found = []
    for choice in decision:
        if not isinstance(choice, int):
            found.append(_answer(choice, "Do not pull"))
            continue
        needed = NET["drag_at"] - fighter.strength - choice
        chance = sum(part for total, part in dice(3).items() if total >= needed)
        found.append(_answer(choice, f"{choice} CFs", f"{percent(chance)} to drag him down"))
    return found


def _appeal(arena: Arena, fallen: Fighter, decision: Decision) -> list[Answer]:
    chance = missus_odds(fallen.attack_total - fallen.defence_total)
    return [
        _answer("allow", "Let the crowd decide", f"spared with {percent(chance)}", mercy=round(chance, 4)),
        _answer("refuse", "Fight on", "he may be killed in ordinary combat"),
    ]


EXPLAINERS: dict[str, Callable[[Arena, Fighter, Decision], list[Answer]]] = {
    "armour": _armour_rows,
    "characteristics": _cells,
    "plot": _plots,
    "free": _freeing,
    "drag": _dragging,
    "appeal": _appeal,
}
