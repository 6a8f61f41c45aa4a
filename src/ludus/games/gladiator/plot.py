"""Orders in the rulebook's own notation: `(L)(Q)B`, `RO-FL`, `(LN3)F`; read, printed, and refused with a reason.

One standard action and any special actions in parentheses (GL 6.2). A dash is no move at all. `X-UP` is the pause of a
kneeling man who gets up with it (GL 13.1).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache

from ludus.core.errors import Refused, shown

NO_MOVE = "-"
STUMBLE = "S"

# GL 6.3: direction from the front, clockwise, and the way a hex counts in collisions and nets.
WAYS: dict[str, tuple[int, str]] = {
    "F": (0, "forward"),  # GL 6.3-F
    "B": (3, "back"),  # GL 6.3-B
    "SFL": (5, "side_forward"),  # GL 6.3-SFL
    "SFR": (1, "side_forward"),  # GL 6.3-SFR
    "SBL": (4, "side_back"),  # GL 6.3-SBL
    "SBR": (2, "side_back"),  # GL 6.3-SBR
    "C": (0, "forward"),
    "RO-FL": (5, "roll"),
    "RO-FR": (1, "roll"),
    "RO-BL": (4, "roll"),
    "RO-BR": (2, "roll"),
}
STEPS = ("F", "B", "SFL", "SFR", "SBL", "SBR")
ROLLS = ("RO-FL", "RO-FR", "RO-BL", "RO-BR")
STANDING_STILL = ("X", "X-UP", "S", "R", "KN")
BACKWARDS = ("B", "SBL", "SBR")
CHARGE_HEXES = 3
LONGEST = 80  # characters: more turns than anybody needs

# GL 6.4-allowed: the kinds of special action that go with a standard action.
_ALL = frozenset(["Q", "L", "R", "TN", "LN", "SN", "RN", "K"])
ALLOWED: dict[str, frozenset[str]] = {
    **dict.fromkeys(("F", "SFL", "SFR"), _ALL),
    **dict.fromkeys(BACKWARDS, _ALL - {"K"}),
    **dict.fromkeys(("X", "X-UP"), _ALL - {"Q"}),
    **dict.fromkeys(("S", "R"), frozenset("LR")),
    **dict.fromkeys(ROLLS, frozenset("Q")),
    "KN": _ALL - {"Q", "K"},
    "C": frozenset(),
    NO_MOVE: frozenset(),
}
CLAUSE = {"C": "GL 6.3-C", "S": "GL 6.3-S", "R": "GL 6.3-R", "KN": "GL 6.3-KN", "X": "GL 6.3-X", NO_MOVE: "GL 4.31b"}
SPECIALS = ("Q", "L", "R", "TN", "SN", "RN", "LN1", "LN2", "LN3", *(f"K{number}" for number in range(1, 7)))

_TOKEN = re.compile(r"\s*(?:\(([A-Z]+[0-9]?)\)|([A-Z]+(?:-[A-Z]+)?|-))")


@dataclass(frozen=True, slots=True)
class Plot:
    """An order taken apart. Turns to the right are positive."""

    text: str
    action: str
    before: int = 0
    after: int = 0
    quick: bool = False
    kick: int = 0  # 1 to 6
    kick_first: bool = False  # before the step
    kick_turn: int = 0  # how far he has turned when he kicks
    net: str = ""  # "TN", "SN", "LN1", "LN2", "LN3"
    repel: bool = False
    direction: int = -1
    way: str = ""
    hexes: int = 0
    actions: int = 1  # standard and special actions written (GL 12.71)
    moves: bool = True  # uses one phase of allowance (GL 6.3)
    turns: int = 0  # hexsides turned, all told
    turns_after: int = 0  # of them after the standard action

    def posture_after(self, posture: str) -> str:
        """GL 6.3-KN, 13.1: how a man who stood, knelt or lay has carried it out."""
        if self.action == "KN":
            return "kneeling"
        return "standing" if self.action == "X-UP" or self.way not in ("", "roll") else posture


def refusal(sentence: str) -> Refused:
    return Refused(sentence, code="bad-plot")


@lru_cache(maxsize=1 << 14)
def read_plot(text: str) -> Plot:
    """Take an order apart; refused where the notation or GL 6.4-allowed forbids it, whoever writes it. (L) and (R) turn
    him (GL 6.4-R) where they stand, (Q) takes him a hex further (GL 6.4-Q); for both there is GL 6.4-example:

    >>> read_plot("(L)(Q)B").hexes, read_plot("RO-FL").direction
    (2, 5)
    """
    if len(text) > LONGEST:
        raise refusal(f"an order has {LONGEST} characters at most, not {len(text)}")
    actions, specials = _tokens(text)
    if len(actions) != 1:
        raise refusal(f"'{shown(text)}' has {len(actions)} standard actions; an order has exactly one (GL 6.21)")
    ((place, action),) = actions
    _check_specials(text, action, [special for _, special in specials])
    before = _turned(special for at, special in specials if at < place)
    after = _turned(special for at, special in specials if at > place)
    kicks = [(at, int(special[1])) for at, special in specials if special[0] == "K"]
    names = [special for _, special in specials]
    direction, way = WAYS.get(action, (-1, ""))
    quick = "Q" in names
    hexes = 0 if direction < 0 else CHARGE_HEXES if action == "C" else 2 if quick else 1
    net = next((special for special in names if special[:2] in ("TN", "SN", "LN")), "")
    return Plot(
        text=text,
        action=action,
        before=before,
        after=after,
        quick=quick,
        kick=kicks[0][1] if kicks else 0,
        kick_first=bool(kicks) and kicks[0][0] < place,
        kick_turn=_turned(special for at, special in specials if kicks and at < kicks[0][0]),
        net=net,
        repel="RN" in names,
        direction=direction,
        way=way,
        hexes=hexes,
        actions=1 + len(names),
        moves=action != NO_MOVE and not (action == STUMBLE and not names),  # GL 14.6
        turns=sum(special in ("L", "R") for special in names),
        turns_after=sum(special in ("L", "R") for at, special in specials if at > place),
    )


def _tokens(text: str) -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
    """Standard and special actions with their places in the order."""
    actions: list[tuple[int, str]] = []
    specials: list[tuple[int, str]] = []
    at = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            hint = "" if text == text.upper() else f"; orders are written in capitals: {shown(text.upper())}"
            rest = shown(text[at:])
            raise refusal(f"'{shown(text)}' is no order: '{rest}' is neither an action nor a (special) one{hint}")
        special, action = token.groups()
        if special is not None:
            if special not in SPECIALS:
                raise refusal(
                    f"'({special})' is no special action (GL 6.4); there are (Q) (L) (R) (TN) (LN#) (SN) (RN) (K#)"
                )
            specials.append((at, special))
        elif action in ALLOWED:
            actions.append((at, action))
        else:
            raise refusal(f"'{action}' is no standard action (GL 6.3); there are {' '.join(ALLOWED)}")
        at = token.end()
    return actions, specials


def _check_specials(text: str, action: str, names: list[str]) -> None:
    kinds = [name.rstrip("123456") for name in names]
    for kind in kinds:
        if kind not in ALLOWED[action]:
            clause = CLAUSE.get(action, "GL 6.4-allowed")
            raise refusal(f"({kind}) does not go with {action} in '{text}' ({clause})")
    if action == STUMBLE and len(kinds) > 1:
        raise refusal(f"a stumble takes one turn at most, not {len(kinds)} (GL 6.3-S)")
    if "RN" in kinds and len(kinds) > 1:
        raise refusal(f"(RN) stands alone in '{text}': no other special action goes with it (GL 6.4-RN)")
    if kinds.count("Q") > 1:
        raise refusal("(Q) is written once at most (GL 6.22)")
    if kinds.count("K") > 1:
        raise refusal("one kick a phase (GL 6.4-K)")
    if sum(kind in ("TN", "LN", "SN") for kind in kinds) > 1:
        raise refusal("one net attack a phase (GL 17.1b)")


def _turned(specials: Iterable[str]) -> int:
    return sum((special == "R") - (special == "L") for special in specials)


# -- the orders a man may write ------------------------------------------------------------------------


def turns(hexsides: int) -> str:
    return "(R)" * hexsides if hexsides > 0 else "(L)" * -hexsides


TURNS = (0, -1, 1, -2, 2, 3)  # every way to face another hexside, the shorter way round
FEW = 3  # hexsides turned in all that are offered; more may be written (GL 6.22)
TWO = 2  # where a net is used as well
NETS = ("TN", "SN", "LN1", "LN2", "LN3")


@cache
def _with_turns(action: str, most: int) -> tuple[str, ...]:
    """An action with every turn before and after that makes a difference."""
    if action not in STEPS:
        return tuple(f"{action}{turns(turn)}" for turn in TURNS)
    return tuple(
        f"{turns(before)}{quick}{action}{turns(after)}"
        for quick in ("", "(Q)")
        for before in TURNS
        for after in TURNS
        if abs(before) + abs(after) <= most
    )


@cache
def _kicks(action: str) -> tuple[str, ...]:
    if action not in STEPS:
        return tuple(
            f"{turns(turn)}(K{way}){action}" if turn else f"{action}(K{way})"
            for turn in (0, -1, 1)
            for way in range(1, 7)
        )
    return tuple(
        f"{turns(turn)}{f'(K{way})' if first else ''}{quick}{action}{'' if first else f'(K{way})'}"
        for way in range(1, 7)
        for first in (True, False)
        for quick in ("", "(Q)")
        for turn in (0, -1, 1)
    )


Part = tuple[str, bool]  # a family of orders, and whether the man kneels


def parts_of(nets: tuple[str, ...], repel: bool, kicks: bool, recover: bool, kneeling: bool) -> list[Part]:
    """The families of orders that are open to a man who is free to move."""
    families = ["steps", *(("recover",) if recover else ()), *(("kicks",) if kicks else ()), *nets]
    return [(family, kneeling) for family in (*families, *(("repel",) if repel else ()))]


@cache
def orders_in(part: Part) -> tuple[str, ...]:
    """One family of orders, each written in one way (GL 6.4-allowed)."""
    family, kneeling = part
    pauses = ("X", "X-UP") if kneeling else ("X",)
    actions = (*STEPS, *pauses, "KN")
    if family == "recover":
        return _with_turns("R", FEW)
    if family == "kicks":
        return tuple(order for action in ("F", "SFL", "SFR", *pauses) for order in _kicks(action))
    if family == "repel":
        return tuple(f"{action}(RN)" for action in actions)
    if family in NETS:
        # A net is laid before the man moves; tossed and swung after it.
        first, last = (f"({family})", "") if family[0] == "L" else ("", f"({family})")
        return tuple(f"{first}{order}{last}" for action in actions for order in _with_turns(action, TWO))
    return (NO_MOVE, *(order for action in actions for order in _with_turns(action, FEW)), "C")


def free_orders(nets: tuple[str, ...], repel: bool, kicks: bool, recover: bool, kneeling: bool) -> tuple[str, ...]:
    """All orders of a man who is free to move."""
    parts = parts_of(nets, repel, kicks, recover, kneeling)
    return tuple(order for part in parts for order in orders_in(part))


@cache
def netted_orders(recover: bool, kneeling: bool) -> tuple[str, ...]:
    """GL 17.355: no special actions."""
    pauses = ("X", "X-UP") if kneeling else ("X",)
    return (NO_MOVE, *STEPS, "C", *pauses, "KN", *(("R",) if recover else ()))


@cache
def prone_orders(may_wait: bool, nets: tuple[str, ...], repel: bool) -> tuple[str, ...]:
    """GL 13.1, GL 15.7: kneel or roll."""
    orders = [NO_MOVE] if may_wait else []
    orders += _with_turns("KN", FEW)
    orders += [f"{quick}{roll}" for quick in ("", "(Q)") for roll in ROLLS]
    for net in nets:
        first, last = (f"({net})", "") if net[0] == "L" else ("", f"({net})")
        orders += [f"{first}{order}{last}" for order in _with_turns("KN", FEW)]
    if repel:
        orders.append("KN(RN)")
    return tuple(orders)


STUMBLES = (STUMBLE, "S(L)", "S(R)")
