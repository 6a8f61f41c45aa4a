"""What a board needs to know of the rules before anything happens: names, words and numbers, by the charts."""

from __future__ import annotations

from typing import Any

from ludus.games.gladiator.charts import AREAS, MISSUS, SHIELD_BOXES, SUB_PHASES
from ludus.games.gladiator.explain_orders import WAYS
from ludus.games.gladiator.hexes import FRONTS
from ludus.games.gladiator.plot import LONGEST, NO_MOVE, ROLLS, STUMBLE
from ludus.games.gladiator.state import PHASES
from ludus.games.gladiator.switches import Rules
from ludus.games.gladiator.wounds import ARTERY

DIE = 6

# What is done without a step, or with three: words, what is to be said of it, and the key that writes it.
DEEDS: dict[str, tuple[str, str, str]] = {
    NO_MOVE: ("No move", "costs nothing; he keeps his facing", "-"),
    "X": ("Stay and turn", "uses a move", "x"),
    "X-UP": ("Stand up", "uses a move", "x"),
    "KN": ("Kneel", "uses a move", "k"),
    "R": ("Pick up", "with care; uses a move", ""),
    STUMBLE: ("Stumble", "he has no choice", ""),
    "C": ("Charge", "exactly three hexes straight ahead", ""),
}
# From the plainest on: how the legs go.
WALKS = ("still", "charge", "forward", "sidestep", "backwards", "roll")
# What may be done besides: what it belongs to, words, and what is to be said of it.
BESIDES: dict[str, tuple[str, str, str]] = {
    "TN": ("net", "Toss", ""),
    "SN": ("net", "Swing", ""),
    "LN1": ("net", "Lay left", ""),
    "LN2": ("net", "Lay ahead", ""),
    "LN3": ("net", "Lay right", ""),
    "RN": ("watch", "Watch for the net", "six off his roll; no turns with it"),
    **{
        f"K{number}{when}": ("kick", f"what lies {where}, {way}", "")
        for when, where in (("<", "here"), (">", "there"))
        for number, way in enumerate(WAYS, start=1)
    },
}
# GL 8.6: the letters of the Combat Results Table.
RESULTS = {"M": "off-balance", "-": "nothing", "S": "shield", "P": "parry", "H": "hit"}
# From so many boxes on a shield looks like this (GL 3-13a).
SHIELD_STATES = ((SHIELD_BOXES, "whole"), (11, "dented"), (6, "hacked"), (1, "in splinters"), (0, "ruined"))


def stage_of(rules: Rules) -> dict[str, Any]:
    right, left = rules.values
    return {
        "areas": list(AREAS),
        "position": list(right),
        "position_left_handed": list(left),
        "wound_widths": list(rules.widths),
        "missus": mercy(),
        "phases": PHASES,
        "shield_boxes": SHIELD_BOXES,
        "shield_states": [[boxes, words] for boxes, words in SHIELD_STATES],
        "fronts": [[sorted(map(list, front)) for front in by_facing] for by_facing in FRONTS],
        "sub_phases": [sub_phases_in_words(row) for row in SUB_PHASES],
        "deeds": {name: {"words": words, "hint": hint, "key": key} for name, (words, hint, key) in DEEDS.items()},
        "walks": list(WALKS),
        "besides": {
            name: {"kind": kind, "words": words, "hint": hint} for name, (kind, words, hint) in BESIDES.items()
        },
        "rolls": list(ROLLS),
        "longest_order": LONGEST,
        "results": RESULTS,
        "artery": ARTERY,
    }


def mercy() -> list[dict[str, Any]]:
    """GL 19.2-chart: the columns of totals, the die that is needed and the chance of it; first those without a roll."""
    last = [least - 1 for least, _ in MISSUS[1:]]
    columns: list[dict[str, Any]] = [{"from": None, "to": MISSUS[0][0] - 1, "needed": None, "chance": 0}]
    for (least, die), most in zip(MISSUS, [*last, None], strict=True):
        columns.append({"from": least, "to": most, "needed": die, "chance": round((DIE + 1 - die) / DIE, 4)})
    return columns


def sub_phases_in_words(row: tuple[int, ...]) -> str:
    """GL 8.42: when so many attacks fall."""
    if not row:
        return ""
    if len(row) == max(max(each) for each in SUB_PHASES if each):
        return "in all five"
    if len(row) == 1:
        return f"in sub-phase {row[0]}"
    return f"in {row[0]} and {row[1]}" if len(row) == 2 else f"in {', '.join(map(str, row))}"
