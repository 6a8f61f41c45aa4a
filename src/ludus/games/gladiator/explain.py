"""What each answer means: a label, what it costs, where it leads, and the exact odds before a roll.

Orders are explained in `explain_orders`, combat factors in `explain_blows`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludus.core.chance import percent
from ludus.core.decision import Allocate, Choice, Decision, plain_choice
from ludus.games.gladiator.charts import AREAS, ARMOUR, CHARACTERISTICS, MOVES, NET, spared_from
from ludus.games.gladiator.counts import counted
from ludus.games.gladiator.explain_blows import explain_boxes, explain_order
from ludus.games.gladiator.explain_orders import WAYS, explain_plots
from ludus.games.gladiator.fighter import Fighter
from ludus.games.gladiator.finish import DRAW, FIGHT_ON
from ludus.games.gladiator.hexes import step
from ludus.games.gladiator.movement import paths
from ludus.games.gladiator.net import modifiers as net_modifiers
from ludus.games.gladiator.odds import dice, freeing_odds, missus_odds, net_odds, recovery_odds
from ludus.games.gladiator.plot import read_plot
from ludus.games.gladiator.recovery import NOTHING, possible
from ludus.games.gladiator.recovery import modifiers as recovery_modifiers
from ludus.games.gladiator.state import PHASES, Arena
from ludus.games.gladiator.throwing import FARTHEST, KEEP, LAY_DOWN, LET_GO

AIMED = "At somebody, or for good reasons"

Answer = dict[str, Any]
Explainer = Callable[[Arena, Fighter, Decision], list[Answer]]


def explain_answers(arena: Arena, decision: Decision) -> list[Answer]:
    fighter = next((each for each in arena.fighters if each.name == decision.about), None)
    if fighter is None:
        return _types(decision) if decision.name == "type" else _hands(decision)
    if isinstance(decision, Allocate):
        return explain_boxes(arena, fighter, decision)
    return EXPLAINERS[decision.name](arena, fighter, decision)


def _answer(choice: Choice, label: str, hint: str = "", **more: Any) -> Answer:
    return {"choice": plain_choice(choice), "label": label, "hint": hint, **more}


# -- before the fight --------------------------------------------------------------------------------------


def _types(decision: Decision) -> list[Answer]:
    """GL 3-2."""
    hints = {
        "light": "quick and bare",
        "medium": "some armour, large shield",
        "heavy": "well armoured and slow",
        "retiarius": "net and trident, no shield",
    }
    return [
        _answer(
            choice, str(choice).capitalize(), f"{hints[str(choice)]}; moves in {MOVES[str(choice)]} phases of {PHASES}"
        )
        for choice in decision
    ]


def _hands(decision: Decision) -> list[Answer]:
    """GL 8.2-left-handed."""
    hints = {"right": "as most men", "left": "what a place beside him is worth is mirrored"}
    return [_answer(choice, f"The {choice} hand", hints[str(choice)]) for choice in decision]


def _armour_rows(arena: Arena, fighter: Fighter, decision: Decision) -> list[Answer]:
    found = []
    for choice in decision:
        *codes, shield = ARMOUR[fighter.weight][int(str(choice)) - 1]
        worn = ", ".join(f"{area} {code}" for area, code in zip(AREAS, codes, strict=True) if code)
        found.append(_answer(choice, worn[:1].upper() + worn[1:] or "Bare skin", f"{shield} shield"))
    return found


def _cells(arena: Arena, fighter: Fighter, decision: Decision) -> list[Answer]:
    found = []
    for choice in decision:
        assert isinstance(choice, tuple)
        training, strength, agility, constitution, wounds = CHARACTERISTICS[choice[0] - 1][choice[1] - 1]
        label = f"CF {training + strength + agility}, ST {strength:+d}, AG {agility:+d}, CON {constitution}, W {wounds}"
        found.append(_answer(choice, label))
    return found


# -- the turn ---------------------------------------------------------------------------------------------------


def _crossed_out(arena: Arena, fighter: Fighter, decision: Decision) -> list[Answer]:
    """GL 6.1: the phases with a move are easier to think of than those without."""
    found = []
    for choice in decision:
        assert isinstance(choice, tuple)
        moves = [str(phase) for phase in range(1, PHASES + 1) if phase not in choice]
        label = f"Cross out {', '.join(map(str, choice))}" if choice else "Cross out none"
        found.append(_answer(choice, label, f"moves in {', '.join(moves)}" if moves else "no move in this turn"))
    return found


def _recovering(arena: Arena, fighter: Fighter, decision: Decision) -> list[Answer]:
    """GL 12.61: the chance of each attempt, if nobody runs into anybody on the way."""
    plots = {man.number: read_plot(man.plot) for man in arena.men}
    ways, _ = paths(arena.men, plots)
    plot, path = plots[fighter.number], ways.get(fighter.number, [])
    attempts = possible(arena, fighter, plot, path)
    trails = {man.number: [man.place, *ways.get(man.number, ())] for man in arena.men}
    after = arena.copy()
    for man in after.men:
        man.place = trails[man.number][-1]
        man.posture = plots[man.number].posture_after(man.posture)
    found = []
    for choice in decision:
        if choice == NOTHING:
            found.append(_answer(choice, "Leave it"))
            continue
        attempt = attempts[str(choice)]
        when = path[: attempt.at] if attempt.early else path
        place = when[-1] if when else fighter.place
        seen = arena if attempt.early else after
        reaching = seen.fighters[fighter.number]
        amounts = recovery_modifiers(seen, reaching, plot, attempt, place, trails)
        chance = recovery_odds(sum(each.amount for each in amounts))
        late = "" if plot.action == "R" else ", before he moves on" if attempt.early else ", when he has moved"
        label = f"Reach for the {attempt.item.kind}{late}"
        found.append(_answer(choice, label, f"{percent(chance)} to get it", success=round(chance, 4)))
    return found


# -- the net, and the crowd ------------------------------------------------------------------------------------


def _net_targets(arena: Arena, fighter: Fighter, decision: Decision) -> list[Answer]:
    """GL 17.3: the chance against each."""
    kind = {"T": "toss", "S": "swing", "L": "lay"}[read_plot(fighter.plot).net[0]]
    found = []
    for choice in decision:
        target = next(each for each in arena.fighters if each.name == choice)
        chances = net_odds(sum(each.amount for each in net_modifiers(arena, fighter, target, kind)))
        hint = f"{percent(chances['caught'])} to {'catch' if kind == 'toss' else 'trip'} him"
        found.append(_answer(choice, target.name, hint, net={name: round(part, 4) for name, part in chances.items()}))
    return found


def _grabbed(arena: Arena, fighter: Fighter, decision: Decision) -> list[Answer]:
    """GL 17.6b."""
    return [
        _answer(choice, "Keep the net", "it is his now")
        if choice == "keep"
        else _thrown_to(arena, fighter, choice, "Throw the net down", int(str(choice)[-1]), 1)
        for choice in decision
    ]


def _freeing(arena: Arena, fighter: Fighter, decision: Decision) -> list[Answer]:
    found = []
    for choice in decision:
        if not isinstance(choice, int):
            found.append(_answer(choice, "Do not try"))
            continue
        chance = freeing_odds(choice, NET["free_at"])
        found.append(_answer(choice, counted(choice, "CF"), f"{percent(chance)} to get free", success=round(chance, 4)))
    return found


def _dragging(arena: Arena, fighter: Fighter, decision: Decision) -> list[Answer]:
    found = []
    for choice in decision:
        if not isinstance(choice, int):
            found.append(_answer(choice, "Do not pull"))
            continue
        needed = NET["drag_at"] - fighter.strength - choice
        chance = sum(part for total, part in dice(3).items() if total >= needed)
        hint = f"{percent(chance)} to drag him down"
        found.append(_answer(choice, counted(choice, "CF"), hint, success=round(chance, 4)))
    return found


def _appeal(arena: Arena, fallen: Fighter, decision: Decision) -> list[Answer]:
    total = fallen.attack_total - fallen.defence_total
    chance, needed = missus_odds(total), spared_from(total)
    hint = f"spared with {percent(chance)}"
    return [
        _answer("allow", "Let the crowd decide", hint, mercy=round(chance, 4), needed=needed),
        _answer("refuse", "Fight on", "he may be killed in ordinary combat"),
    ]


# -- combat ------------------------------------------------------------------------------------------------------


def _concentrated(arena: Arena, fighter: Fighter, decision: Decision) -> list[Answer]:
    """GL 20.5."""
    return [
        _answer(choice, f"All of it at the {choice}", "one attack may then get more than half")
        if choice in AREAS
        else _answer(choice, "Spread it as usual", "half of all he has at most for one area")
        for choice in decision
    ]


def _favoured(arena: Arena, fighter: Fighter, decision: Decision) -> list[Answer]:
    """GL 20.1-bonus."""
    worth = {arena.fighters[number].name: bonus for number, bonus in fighter.bonuses}
    return [_answer(choice, f"Against {choice}", f"worth {counted(worth[str(choice)], 'CF')}") for choice in decision]


def _throws(arena: Arena, fighter: Fighter, decision: Decision) -> list[Answer]:
    """GL 12.5: how far a thing flies, one die says."""
    found = []
    for choice in decision:
        if choice == KEEP:
            found.append(_answer(choice, "Keep everything"))
        elif choice == LET_GO:
            hint = "he stays in it; both hands for the trident"
            found.append(_answer(choice, "Let go of the net", hint, group=AIMED))
        elif choice == LAY_DOWN:
            found.append(_answer(choice, "Drop the net", "both hands for the trident", group=AIMED))
        else:
            kind, way, *area = str(choice).split()
            aim = f", at the {area[0]}" if area else ""
            thrown = _thrown_to(arena, fighter, choice, f"Throw the {kind}", int(way), FARTHEST, aim)
            if thrown["hint"]:
                thrown["group"] = AIMED
            else:
                thrown |= {"group": "Only away", "short": f"{kind} {WAYS[int(way) - 1]}{aim}"}
            found.append(thrown)
    return found


def _ruined(arena: Arena, fighter: Fighter, decision: Decision) -> list[Answer]:
    """GL 10.3."""
    return [_thrown_to(arena, fighter, choice, "Throw it", int(str(choice)), FARTHEST) for choice in decision]


def _thrown_to(arena: Arena, fighter: Fighter, choice: Choice, label: str, way: int, far: int, aim: str = "") -> Answer:
    """A thing on its way along a hexrow, 1 to 6 from his front, and who stands there."""
    direction = (fighter.facing + way - 1) % 6
    row = [step(fighter.place, direction, hexes) for hexes in range(1, far + 1)]
    hints = [f"{percent(1 / far)} to come down on {man.name}" for man in arena.men if man.place in row]
    return _answer(choice, f"{label} {WAYS[way - 1]}{aim}", "; ".join(hints), to=[*row[0]])


def _draw(arena: Arena, fighter: Fighter, decision: Decision) -> list[Answer]:
    """GL 4-stalemate."""
    hints = {FIGHT_ON: "", DRAW: "if everybody would, all walk off"}
    return [_answer(choice, str(choice).capitalize(), hints[str(choice)]) for choice in decision]


EXPLAINERS: dict[str, Explainer] = {
    "armour": _armour_rows,
    "characteristics": _cells,
    "cross-out": _crossed_out,
    "plot": explain_plots,
    "recover": _recovering,
    "net-target": _net_targets,
    "grabbed-net": _grabbed,
    "free": _freeing,
    "drag": _dragging,
    "concentrate": _concentrated,
    "bonus-on": _favoured,
    "order": explain_order,
    "throw": _throws,
    "ruined": _ruined,
    "appeal": _appeal,
    "draw": _draw,
}
