"""Which orders a man may write in this phase, and why another is refused."""

from __future__ import annotations

from functools import cache, lru_cache

from ludus.core.decision import Choice, Choose
from ludus.core.errors import Refused
from ludus.games.gladiator.charts import NET
from ludus.games.gladiator.fighter import NOBODY, Fighter
from ludus.games.gladiator.hexes import STEPS, Hex, distance, faced_by, rotate
from ludus.games.gladiator.plot import (
    NETS,
    NO_MOVE,
    ROLLS,
    STUMBLE,
    STUMBLES,
    Part,
    Plot,
    free_orders,
    netted_orders,
    orders_in,
    parts_of,
    prone_orders,
    read_plot,
    refusal,
)
from ludus.games.gladiator.state import Arena

KINDS = {"TN": "toss", "SN": "swing", "LN1": "lay", "LN2": "lay", "LN3": "lay"}
NEAR = 3  # hexes within which an item can come under a man's foot or hand in one phase


def may_move(arena: Arena, fighter: Fighter) -> bool:
    """GL 4.31a, 16.4, 6.1: allowance left, or one phase of overexertion."""
    return not fighter.overexerted or fighter.has_allowance(arena.phase)


def plots_nothing(fighter: Fighter) -> bool:
    """GL 9.36, 17.354: out cold, or flat in the net."""
    return (fighter.stun > 0 and fighter.unconscious) or (fighter.netted and fighter.prone)


def net_attacks(arena: Arena, fighter: Fighter) -> tuple[str, ...]:
    """GL 17.31, GL 17.41, GL 17.51, GL 17.7, GL 17.9: the net attacks for which his net is ready, and which he can pay:
    (TN) is the dearest (GL 6.4-TN), then (SN) (GL 6.4-SN)."""
    if not fighter.net or arena.clock < fighter.net_ready or fighter.netted:
        return ()
    return affordable(fighter.cf - fighter.stun)


@cache
def affordable(purse: int) -> tuple[str, ...]:
    return tuple(net for net in NETS if purse >= NET[KINDS[net]]["cf"])


def may_recover(arena: Arena, fighter: Fighter, reach: int) -> bool:
    """GL 12.6: something he could hold lies within reach."""
    if not arena.items or fighter.hands_full:
        return False
    return any(
        distance(fighter.place, item.place) <= reach and can_hold(fighter, item.kind)
        for item in arena.items
        if item.useful
    )


def can_hold(fighter: Fighter, kind: str) -> bool:
    """GL 12.6b, 17.9: two things at most, one of a kind; no shield with a retiarius' net."""
    if fighter.hands_full:
        return False
    has_net = fighter.net or fighter.holding != NOBODY
    if kind == "shield":
        return not fighter.shield and not (has_net and fighter.kind == "retiarius")
    if kind == "net":
        return not has_net
    return not fighter.weapon


def may_kick(arena: Arena, fighter: Fighter) -> bool:
    """GL 12.7, 17.6b: something that is no net can come under his foot in this phase."""
    return any(item.kind != "net" and distance(fighter.place, item.place) < NEAR for item in arena.items)


Kinds = tuple[tuple[str, ...], bool, bool, bool, bool]  # what `free_orders` is asked with


def legal_orders(arena: Arena, fighter: Fighter) -> tuple[str, ...]:
    """GL 6, 13.1, 14.1, 17.355: everything this man may write for this phase."""
    if fighter.owes_stumble and not fighter.prone:
        return STUMBLES if may_move(arena, fighter) and not fighter.netted else (STUMBLE,)
    if plots_nothing(fighter) or not may_move(arena, fighter):
        return (NO_MOVE,)
    if fighter.netted:
        return netted_orders(may_recover(arena, fighter, 1), fighter.posture == "kneeling")
    if fighter.prone:
        nets, repel, *_ = kinds_of_orders(arena, fighter)
        return prone_orders(not (fighter.must_rise and fighter.has_allowance(arena.phase)), nets, repel)
    return free_orders(*kinds_of_orders(arena, fighter))


def kinds_of_orders(arena: Arena, fighter: Fighter) -> Kinds:
    """What besides steps and turns is open to a man who is free to move."""
    nets = net_attacks(arena, fighter) if fighter.net else ()
    repel = nets_about(arena, fighter)
    if not arena.items:
        return nets, repel, False, False, fighter.posture == "kneeling"
    return nets, repel, may_kick(arena, fighter), may_recover(arena, fighter, 1), fighter.posture == "kneeling"


Route = tuple[Hex, ...]


@cache
def outcomes(part: Part) -> tuple[tuple[Route, ...], tuple[tuple[int, int, tuple[str, ...]], ...]]:
    """For a man who faces north: the hexes that orders lead through, and the orders by the number of their route in
    that list and the facing in the end."""
    routes: dict[Route, int] = {}
    found: dict[tuple[int, int], list[str]] = {}
    for text in orders_in(part):
        plot = read_plot(text)
        q, r = STEPS[(plot.before + plot.direction) % 6]
        steps = tuple((q * number, r * number) for number in range(1, plot.hexes + 1))
        route = routes.setdefault(steps, len(routes))
        found.setdefault((route, (plot.before + plot.after) % 6), []).append(text)
    return tuple(routes), tuple((*way, tuple(texts)) for way, texts in found.items())


@lru_cache(maxsize=4096)
def split_by_sense(part: Part, foe: Hex) -> tuple[list[str], list[str]]:
    """A family of orders: those that make sense, and those that turn a man's back on his foe or run from him."""
    far = max(distance((0, 0), foe), CLOSE)
    sound: list[str] = []
    shunned: list[str] = []
    routes, ways = outcomes(part)
    views: list[tuple[bool, ...]] = []  # from the end of each route, by facing: whether the foe is ahead and no farther
    for steps in routes:
        q, r = foe
        if steps:
            # Where a step meets him, he runs into him.
            q, r = (0, 0) if foe in steps else (q - steps[-1][0], r - steps[-1][1])
        away, ahead = faced_by((q, r))
        views.append(ahead if away <= far else NOWHERE)
    for route, facing, texts in ways:
        (sound if views[route][facing] else shunned).extend(texts)
    return sound, shunned


@lru_cache(maxsize=2048)
def by_sense(kinds: Kinds, foe: Hex) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The orders of a free man, last and once more apart those that make little sense. The foe is at this offset from a
    man who faces north."""
    sound: list[str] = []
    shunned: list[str] = []
    for part in parts_of(*kinds):
        good, bad = split_by_sense(part, foe)
        sound += good
        shunned += bad
    return tuple(sound + shunned), tuple(shunned if sound else ())


NOWHERE = (False,) * 6
CLOSE = 2


def nets_about(arena: Arena, fighter: Fighter) -> bool:
    """Whether a foe holds a net at all; nobody repels what is not there."""
    for man in arena.enemies(fighter.side):  # noqa: SIM110 - a function less to call
        if man.net:
            return True
    return False


class Order(Choose):
    """The question for an order. Every order is listed once, its turns the shorter way round; a player may combine
    special actions in any other legal way too (GL 6.22), and hears what is wrong with an illegal one."""

    __slots__ = ("arena", "fighter")

    arena: Arena
    fighter: Fighter

    def read(self, raw: object) -> Choice:
        """Small letters will do."""
        return raw.upper() if isinstance(raw, str) else super().read(raw)

    def __contains__(self, choice: object) -> bool:
        if not isinstance(choice, str):
            return False
        if choice in self.choices:
            return True
        try:
            check_plot(self.arena, self.fighter, choice)
        except Refused:
            return False
        return True

    def refuse(self, choice: object) -> Refused:
        if isinstance(choice, str):
            try:
                check_plot(self.arena, self.fighter, choice)
            except Refused as refused:
                return refused
        return super().refuse(choice)


def ask_for_plot(arena: Arena, fighter: Fighter) -> Order:
    """GL 6.2, 6.5: the default is what a clock writes. Turning one's back on the nearest foe, or running
    from him, is not offered first."""
    prompt = f"Phase {arena.phase}: write {fighter.name}'s order."
    foes = arena.foes(fighter)
    bound = fighter.posture == "prone" or fighter.netted or fighter.owes_stumble or not may_move(arena, fighter)
    if bound or not foes:  # who has nobody left across from him walks off when the phase is over (GL 20.7)
        orders = legal_orders(arena, fighter)
        question = Order(fighter.seat, "plot", prompt, "GL 6.2", orders, None, fighter.name)
    else:
        q, r = fighter.place
        there_q, there_r = foes[0].place if len(foes) == 1 else nearest(fighter, foes).place
        offset = rotate((there_q - q, there_r - r), -fighter.facing % 6)
        orders, shunned = by_sense(kinds_of_orders(arena, fighter), offset)
        question = Order(fighter.seat, "plot", prompt, "GL 6.2", orders, NO_MOVE, fighter.name)
        question.shunned = shunned  # they are the last of the orders already
    question.arena, question.fighter = arena, fighter
    return question


def nearest(fighter: Fighter, foes: list[Fighter]) -> Fighter:
    return min(foes, key=lambda each: distance(each.place, fighter.place))


def check_plot(arena: Arena, fighter: Fighter, text: str) -> Plot:
    """The order as this man may write it now, or a refusal that says which rule is in the way (GL 6.6)."""
    plot = read_plot(text)
    why = why_not(arena, fighter, plot)
    if why:
        raise refusal(why)
    return plot


def why_not(arena: Arena, fighter: Fighter, plot: Plot) -> str:
    """What keeps this man from an order that reads well; nothing: he may write it."""
    name, action = fighter.name, plot.action
    if plots_nothing(fighter):
        return "" if action == NO_MOVE else f"{name} cannot write orders now (GL 9.36, 17.354)"
    if fighter.owes_stumble and not fighter.prone:
        return _no_stumble(arena, fighter, plot)
    if action == STUMBLE:
        return f"{name} has no reason to stumble (GL 6.3-S)"
    if plot.moves and not may_move(arena, fighter):
        return f"{name} has no move left in this turn, and has overexerted already (GL 4.31a, 16.4)"
    if action == NO_MOVE:
        risen = not fighter.prone or not fighter.must_rise or not fighter.has_allowance(arena.phase)
        return "" if risen else f"{name} has fallen: he must kneel (KN) or roll (RO) now (GL 13.1)"
    if fighter.prone and action != "KN" and action not in ROLLS:
        return f"{name} is prone: he must kneel (KN) or roll (RO) first (GL 13.1)"
    if action in ROLLS and not fighter.prone:
        return f"only a prone man rolls, and {name} is {fighter.posture} (GL 6.3-RO)"
    if action == "X-UP" and fighter.posture != "kneeling":
        return f"{name} is on his feet already (GL 13.1)"
    if fighter.netted and plot.actions > 1:
        return f"{name} is in the net: no special actions (GL 17.355)"
    if action == "R" and not may_recover(arena, fighter, 1):
        return f"nothing that {name} could hold lies in or next to his hex (GL 12.6a, 12.6b)"
    if plot.net and plot.net not in net_attacks(arena, fighter):
        return _no_net(arena, fighter, plot)
    if plot.repel and not nets_about(arena, fighter):
        return "there is no net to repel (GL 6.4-RN)"
    if plot.kick and not may_kick(arena, fighter):
        return f"nothing to kick lies near {name} (GL 12.7)"
    return ""


def _no_stumble(arena: Arena, fighter: Fighter, plot: Plot) -> str:
    name = fighter.name
    if plot.action != STUMBLE:
        return f"{name} must stumble: S, S(L) or S(R) (GL 6.3-S)"
    if plot.moves and fighter.netted:
        return f"{name} is in the net: a plain S (GL 17.355)"
    if plot.moves and not may_move(arena, fighter):
        return f"{name} has no move left for a turn, and has overexerted already: a plain S (GL 6.3-S, 16.4)"
    return ""


def _no_net(arena: Arena, fighter: Fighter, plot: Plot) -> str:
    kind = KINDS[plot.net]
    if not fighter.net:
        return f"{fighter.name} has no net in his hand (GL 17.1b)"
    if arena.clock < fighter.net_ready:
        return f"{fighter.name}'s net is not ready again after the last attack (GL 17.31, 17.41)"
    return f"a net {kind} costs {NET[kind]['cf']} CFs, and {fighter.name} has {fighter.cf - fighter.stun} (GL 17.7)"
