"""Who is away is obeyed: his standing orders, carried out question by question."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from ludus.core.decision import Allocate, Choice, Choose, Decision
from ludus.core.standing_orders import Obeyed, Orders
from ludus.games.gladiator.advantage import bonus_against, engagements
from ludus.games.gladiator.allocation import SPREAD
from ludus.games.gladiator.charts import AREAS, ARMOUR_MODIFIER, NET
from ludus.games.gladiator.fighter import Fighter
from ludus.games.gladiator.finish import DRAW, FIGHT_ON
from ludus.games.gladiator.forms import fill_in, heaviest_first
from ludus.games.gladiator.hexes import Hex, distance, in_front, positional_value, step, turn_towards
from ludus.games.gladiator.legal_plots import nearest
from ludus.games.gladiator.net import DECLINED
from ludus.games.gladiator.net import modifiers as net_modifiers
from ludus.games.gladiator.odds import at_most, net_odds
from ludus.games.gladiator.plot import NO_MOVE, ROLLS, read_plot, turns
from ludus.games.gladiator.standing_orders import ASK
from ludus.games.gladiator.state import Arena
from ludus.games.gladiator.throwing import KEEP, LAY_DOWN

SURE = 0.9  # of getting free, where no more is spent than is needed
ARMS = ("sword", "trident", "fragment")
PLAIN = ("F", "B", "SFL", "SFR", "SBL", "SBR", "X", NO_MOVE)


def obey_orders(arena: Arena, decision: Decision, orders: Orders) -> Obeyed | None:
    """The answer, and what everybody may read about it. Nothing is said of what is secret, or of the orders."""
    deed = DEEDS.get(decision.name)
    if deed is None:
        return None
    fighter = next(each for each in arena.fighters if each.seat == decision.seat)
    if decision.count() == 1:
        return Obeyed(next(iter(decision)), "")
    return deed(arena, fighter, decision, orders)


def foe_of(arena: Arena, fighter: Fighter) -> Fighter | None:
    """The nearest who is awake, or else the nearest."""
    foes = arena.foes(fighter)
    awake = [foe for foe in foes if not foe.unconscious] or foes
    return nearest(fighter, awake) if awake else None


def first_that_fits(rules: list[Mapping[str, Any]], fits: Callable[[Mapping[str, Any]], bool]) -> Mapping[str, Any]:
    return next((rule for rule in rules if fits(rule)), {})


def _offset(one: Hex, other: Hex) -> Hex:
    return (other[0] - one[0], other[1] - one[1])


# -- orders ---------------------------------------------------------------------------------------------


class End(NamedTuple):
    """An order, and where it leads if nobody is in the way."""

    order: str
    place: Hex
    facing: int
    hexes: int

    def askew(self, foe: Hex) -> int:
        """Hexsides that he would have to turn to look straight at him."""
        turn = (turn_towards(_offset(self.place, foe), self.facing) - self.facing) % 6
        return min(turn, 6 - turn)


def ends_of(arena: Arena, fighter: Fighter, decision: Choose) -> Iterator[End]:
    """Plain steps and turns into free hexes."""
    taken = {man.place for man in arena.men if man is not fighter}
    for text in map(str, decision.choices):
        plot = read_plot(text)
        if plot.action not in PLAIN or plot.net or plot.repel or plot.kick:
            continue
        way = (fighter.facing + plot.before + plot.direction) % 6
        path = [step(fighter.place, way, number) for number in range(1, plot.hexes + 1)]
        if taken.isdisjoint(path):
            facing = (fighter.facing + plot.before + plot.after) % 6
            yield End(text, path[-1] if path else fighter.place, facing, plot.hexes)


def write_order(arena: Arena, fighter: Fighter, decision: Decision, orders: Orders) -> Obeyed | None:
    """GL 6.2: secret, so that nothing is said of it."""
    assert isinstance(decision, Choose)
    foe = foe_of(arena, fighter)
    if foe is None or fighter.netted or fighter.owes_stumble:
        return Obeyed(decision.default, "")
    if fighter.prone:
        return get_up(arena, fighter, foe, decision, orders)
    if not fighter.weapon:
        return fetch(arena, fighter, foe, decision, orders)
    toss = toss_order(arena, fighter, foe, decision, orders)
    if toss:
        return Obeyed(toss, "")
    rule = first_that_fits(orders["moves"], lambda rule: fits(arena, fighter, foe, rule))
    how = rule.get("do", orders["move"])
    if how == ASK:
        return None
    return Obeyed(move(arena, fighter, foe, decision, how), "")


def fits(arena: Arena, fighter: Fighter, foe: Fighter, rule: Mapping[str, Any]) -> bool:
    """Whether the situation of a rule is the one he is in."""
    before = in_front(fighter.place, fighter.facing, foe.place, max(1, fighter.reach))
    found: dict[str, bool] = {
        "always": True,
        "front": before,
        "behind": distance(fighter.place, foe.place) == 1 and not before,
        "down": foe.prone,
        "netted": foe.netted,
        "stronger": foe.own_cf > fighter.own_cf,
        "hurt": fighter.own_cf <= rule["factors"],
        "armed-net": foe.net,
        "net": fighter.net,
    }
    return found[rule["when"]]


def move(arena: Arena, fighter: Fighter, foe: Fighter, decision: Choose, how: str) -> Choice:
    """Where he goes; a man without a move left stays where he is."""
    if how == "hold" or not fighter.has_allowance(arena.phase):
        return decision.default
    if how == "repel" and "X(RN)" in decision:
        return "X(RN)"
    if how == "charge" and "C" in decision and step(fighter.place, fighter.facing, 3) == foe.place:
        return "C"
    ends = list(ends_of(arena, fighter, decision))
    if how in ("face", "repel"):
        ends = [end for end in ends if not end.hexes]
    rank = RANKS.get(how, closing)
    best = min(ends, key=lambda end: (*rank(arena, fighter, foe, end), end.order != NO_MOVE, len(end.order), end.order))
    return best.order


Rank = tuple[float, ...]


def closing(arena: Arena, fighter: Fighter, foe: Fighter, end: End) -> Rank:
    return abs(distance(end.place, foe.place) - max(1, fighter.reach)), end.askew(foe.place)


def circling(arena: Arena, fighter: Fighter, foe: Fighter, end: End) -> Rank:
    """GL 8.2: of the places from which he can strike the one that is worth most."""
    if not in_front(end.place, end.facing, foe.place, max(1, fighter.reach)):
        return 1, *closing(arena, fighter, foe, end)
    values = arena.rules.values[foe.left_handed]
    return 0, -positional_value(_offset(foe.place, end.place), foe.facing, values), end.askew(foe.place)


def keeping_away(arena: Arena, fighter: Fighter, foe: Fighter, end: End) -> Rank:
    return -distance(end.place, foe.place), end.askew(foe.place)


def facing(arena: Arena, fighter: Fighter, foe: Fighter, end: End) -> Rank:
    return (end.askew(foe.place),)


RANKS: Mapping[str, Callable[[Arena, Fighter, Fighter, End], Rank]] = {
    "close": closing,
    "circle": circling,
    "away": keeping_away,
    "face": facing,
    "repel": facing,
}


def get_up(arena: Arena, fighter: Fighter, foe: Fighter, decision: Choose, orders: Orders) -> Obeyed | None:
    how = orders["ground"]
    if how == ASK:
        return None
    free = fighter.has_allowance(arena.phase)
    if how == "lie" or not (free or orders["strain"] == "rise"):
        return Obeyed(NO_MOVE if NO_MOVE in decision else decision.default, "")
    rolls = [str(choice) for choice in decision.choices if read_plot(str(choice)).action in ROLLS]
    if how == "roll" and rolls:
        return Obeyed(max(rolls, key=lambda text: (_rolled(fighter, foe, text), -len(text))), "")
    turn = (turn_towards(_offset(fighter.place, foe.place), fighter.facing) - fighter.facing + 2) % 6 - 2
    for text in (f"KN{turns(turn)}", "KN"):
        if text in decision:
            return Obeyed(text, "")
    return Obeyed(decision.default, "")


def _rolled(fighter: Fighter, foe: Fighter, text: str) -> int:
    plot = read_plot(text)
    end = step(fighter.place, (fighter.facing + plot.before + plot.direction) % 6, plot.hexes)
    return distance(end, foe.place)


def fetch(arena: Arena, fighter: Fighter, foe: Fighter, decision: Choose, orders: Orders) -> Obeyed | None:
    """GL 12.6: without a weapon there is nothing to strike with."""
    if orders["fetch"] == ASK:
        return None
    arms = [item.place for item in arena.items if item.useful and item.kind in ARMS]
    if orders["fetch"] == "leave" or not arms:
        return Obeyed(move(arena, fighter, foe, decision, "away"), "")
    if any(distance(place, fighter.place) <= 1 for place in arms) and "R" in decision:
        return Obeyed("R", "")
    if not fighter.has_allowance(arena.phase):
        return Obeyed(decision.default, "")
    goal = min(arms, key=lambda place: distance(place, fighter.place))
    ends = ends_of(arena, fighter, decision)
    best = min(ends, key=lambda end: (distance(end.place, goal), end.askew(foe.place), len(end.order), end.order))
    return Obeyed(best.order, "")


def toss_order(arena: Arena, fighter: Fighter, foe: Fighter, decision: Choose, orders: Orders) -> str:
    """GL 17.3: where he stands, turned straight to him; nothing when it is not likely enough to catch him."""
    if orders["net"] != "toss" or not fighter.net or foe.netted or not fighter.has_allowance(arena.phase):
        return ""
    towards = turn_towards(_offset(fighter.place, foe.place), fighter.facing)
    text = f"X{turns((towards - fighter.facing + 2) % 6 - 2)}(TN)"
    if text not in decision or not in_front(fighter.place, towards, foe.place, NET["toss"]["range"]):
        return ""
    chance = net_odds(sum(each.amount for each in net_modifiers(arena, fighter, foe, "toss")))["caught"]
    return text if 100 * chance >= orders["catch"] else ""


# -- combat factors --------------------------------------------------------------------------------------


def share_out(arena: Arena, fighter: Fighter, decision: Decision, orders: Orders) -> Obeyed | None:
    """GL 8.3: so many percent to attacks, the rest to the guard; secret."""
    assert isinstance(decision, Allocate)
    foe = opponent(arena, fighter, decision, orders)
    sheet = [0] * 10
    room = {area: _cap(decision, foe, area) for area in AREAS}
    share = 100 if decision.name == "bonus" else share_of(arena, fighter, foe, orders)
    points = round(decision.budget * share / 100) if any(room.values()) else 0
    aims = by_order(foe, orders["aim"], orders["aims"]) if foe is not None else []
    for number, area in enumerate(aims):
        blows = max(1, min(orders["blows"], len(aims)) - number)
        sheet[AREAS.index(area)] = given = min(room[area], -(-points // blows), points)
        points -= given
    spread(sheet, by_order(fighter, orders["guard"], orders["guards"]), decision.budget - sum(sheet), orders["guard"])
    return Obeyed(fill_in(decision, sheet, foe.name if foe is not None else ""), "")


def _cap(decision: Allocate, foe: Fighter | None, area: str) -> int:
    caps = dict(zip(decision.boxes, decision.caps, strict=True))
    name = "" if foe is None else foe.name
    return caps.get(f"attack {area}", caps.get(f"attack {name} {area}", 0))


def opponent(arena: Arena, fighter: Fighter, decision: Allocate, orders: Orders) -> Fighter | None:
    """Whom his blows are for: somebody on the form, or the one he has before him."""
    named = [foe for foe in arena.foes(fighter) if any(f" {foe.name} " in box for box in decision.boxes)]
    engaged = engagements(arena).get(fighter.number)
    before = [arena.fighters[number] for number in engaged.targets] if engaged is not None else []
    return chosen(fighter, named or before or arena.foes(fighter), orders)


def chosen(fighter: Fighter, foes: list[Fighter], orders: Orders) -> Fighter | None:
    if orders.get("whom") == "weakest":
        return min(foes, key=lambda foe: (foe.own_cf, foe.number), default=None)
    return min(foes, key=lambda foe: (distance(fighter.place, foe.place), foe.number), default=None)


def share_of(arena: Arena, fighter: Fighter, foe: Fighter | None, orders: Orders) -> int:
    engaged = engagements(arena).get(fighter.number)
    answered = engaged is not None and bool(engaged.attackers)
    worth = 0 if foe is None or fighter.rotated else bonus_of(arena, fighter, foe)

    def applies(rule: Mapping[str, Any]) -> bool:
        if rule["when"] == "unanswered":
            return not answered
        if rule["when"] == "place":
            return bool(worth >= rule["worth"])
        return foe is not None and fits(arena, fighter, foe, rule)

    return int(first_that_fits(orders["shares"], applies).get("share", orders["share"]))


def bonus_of(arena: Arena, fighter: Fighter, foe: Fighter) -> int:
    """GL 8.2: as it was before anybody turned."""
    return dict(fighter.bonuses).get(foe.number, bonus_against(arena, fighter, foe))


def by_order(fighter: Fighter, how: str, named: list[str]) -> list[str]:
    """The areas of a body, those first that the orders mean."""
    if how == "these":
        return [*named, *(area for area in AREAS if area not in named)]
    if how == "wounded":
        return sorted(AREAS, key=lambda area: -fighter.wounds[AREAS.index(area)])
    if how == "bare":
        return sorted(AREAS, key=lambda area: _worn(fighter.armour[AREAS.index(area)]))
    return list(AREAS)


def _worn(code: str) -> float:
    """What armour takes off a blow, on average."""
    share = at_most(2, int(code[1:])) if len(code) > 1 else 1.0
    return -ARMOUR_MODIFIER[code[:1]] * share


def spread(sheet: list[int], areas: list[str], points: int, how: str) -> None:
    """Guard points one by one: over all alike, or twice as many for the first of the areas as for the next."""
    weights = {area: 1.0 if how == "even" else 0.5**number for number, area in enumerate(areas)}
    for _ in range(points):
        area = min(areas, key=lambda each: (sheet[5 + AREAS.index(each)] + 1) / weights[each])
        sheet[5 + AREAS.index(area)] += 1


def concentrate(arena: Arena, fighter: Fighter, decision: Decision, orders: Orders) -> Obeyed | None:
    """GL 20.5: the whole bonus goes where his first blow goes."""
    engaged = engagements(arena).get(fighter.number)
    if engaged is None or not engaged.targets:
        return Obeyed(SPREAD, "")
    return Obeyed(by_order(arena.fighters[engaged.targets[0]], orders["aim"], orders["aims"])[0], "")


def name_foe(arena: Arena, fighter: Fighter, decision: Decision, orders: Orders) -> Obeyed | None:
    """One of several, by name."""
    foe = chosen(fighter, [each for each in arena.fighters if each.name in decision], orders)
    return Obeyed(decision.default if foe is None else foe.name, "")


def order_blows(arena: Arena, fighter: Fighter, decision: Decision, orders: Orders) -> Obeyed | None:
    return Obeyed(heaviest_first(fighter, decision), "")


# -- nets, mercy and the rest ----------------------------------------------------------------------------


def struggle(arena: Arena, fighter: Fighter, decision: Decision, orders: Orders) -> Obeyed | None:
    how = orders["struggle"]
    if how == ASK:
        return None
    most = max(choice for choice in decision if isinstance(choice, int))
    if how == "none":
        return Obeyed(DECLINED, "")
    enough = next((cfs for cfs in range(most) if at_most(3, NET["free_at"] + cfs) >= SURE), most)
    return Obeyed(most if how == "all" else enough, "")


def drag(arena: Arena, fighter: Fighter, decision: Decision, orders: Orders) -> Obeyed | None:
    """GL 17.353: one factor stays in hand, or there is nobody to give mercy."""
    if orders["drag"] == ASK:
        return None
    most = max(choice for choice in decision if isinstance(choice, int)) - 1
    chance = 1 - at_most(3, NET["drag_at"] - 1 - fighter.strength - most)
    if orders["drag"] == "pull" and most >= 0 and 100 * chance >= orders["pull"]:
        return Obeyed(most, "")
    return Obeyed(DECLINED, "")


def appeal(arena: Arena, fighter: Fighter, decision: Decision, orders: Orders) -> Obeyed | None:
    how = orders["appeal"]
    if how == ASK:
        return None
    words = "lets the crowd decide" if how == "allow" else "has no ear for the fallen man"
    return Obeyed(how, f"{fighter.name} {words}.")


def throw(arena: Arena, fighter: Fighter, decision: Decision, orders: Orders) -> Obeyed | None:
    if LAY_DOWN in decision and orders["net"] == "drop":
        return Obeyed(LAY_DOWN, "")
    return None if orders["throw"] == ASK else Obeyed(KEEP, "")


def recover(arena: Arena, fighter: Fighter, decision: Decision, orders: Orders) -> Obeyed | None:
    """GL 12.61: a weapon, if he has none; late, when nothing is left to spoil it."""
    if orders["fetch"] == ASK:
        return None
    arms = [str(choice) for choice in decision if str(choice).split()[0] in ARMS]
    if orders["fetch"] == "leave" or fighter.weapon or not arms:
        return Obeyed(decision.default, "")
    return Obeyed(min(arms, key=lambda text: (text.endswith("early"), text)), "")


def draw(arena: Arena, fighter: Fighter, decision: Decision, orders: Orders) -> Obeyed | None:
    how = orders["draw"]
    if how == ASK:
        return None
    factors = [sum(man.own_cf for man in arena.men if man.side == side) for side in (0, 1)]
    weaker = factors[fighter.side] < factors[1 - fighter.side]
    would = (how == "late" and arena.turn >= orders["draw_turn"]) or (how == "weaker" and weaker)
    return Obeyed(DRAW if would else FIGHT_ON, "")


def usual(arena: Arena, fighter: Fighter, decision: Decision, orders: Orders) -> Obeyed | None:
    return None if orders["rest"] == ASK else Obeyed(decision.default, "")


DEEDS: Mapping[str, Callable[[Arena, Fighter, Decision, Orders], Obeyed | None]] = {
    "plot": write_order,
    "allocate": share_out,
    "team-allocate": share_out,
    "bonus": share_out,
    "concentrate": concentrate,
    "bonus-on": name_foe,
    "net-target": name_foe,
    "order": order_blows,
    "free": struggle,
    "drag": drag,
    "appeal": appeal,
    "throw": throw,
    "recover": recover,
    "draw": draw,
    "ruined": usual,
    "grabbed-net": usual,
    "cross-out": usual,
}
