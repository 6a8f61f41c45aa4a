"""What every order means: the words, where it leads if nobody is in the way, what it costs, and what the foes could do.

Every order says how the legs go (`walk`), what is done without a step (`does`) and besides (`also`), how many hexsides
are turned (`turns`) and what it costs (`price`).

The default order carries what holds for all of them. `foes`: for each of them the hexes he could end in by an order of
this phase, the hexes he could then strike at, and those his net could fall on. `prices`: the words for each price.
`free`: whether he has a move for this phase. `moments`: what a newcomer should be told now.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from ludus.core.chance import percent
from ludus.core.decision import Choose, Decision
from ludus.games.gladiator.charts import NET
from ludus.games.gladiator.collision import impact_modifiers
from ludus.games.gladiator.fighter import Fighter
from ludus.games.gladiator.hexes import FRONT_ROWS, FRONTS, POINTS, Hex, bearing, distance, step
from ludus.games.gladiator.legal_plots import KINDS, legal_orders, nearest
from ludus.games.gladiator.moments import plot_moments
from ludus.games.gladiator.net import modifiers, targets_of
from ludus.games.gladiator.odds import at_most, collision_odds, fall_odds, net_odds
from ludus.games.gladiator.plot import BACKWARDS, NO_MOVE, ROLLS, STUMBLE, Plot, read_plot
from ludus.games.gladiator.state import Arena

Answer = dict[str, Any]

CHARGE = 3  # hexes
OVERRUN = 0.6  # the chance from which a charge is ruin

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
OVEREXERTION = "overexertion"
NOTHING, MOVE = "nothing", "move"  # what an order costs
GAITS = {
    "forward": "forward",
    "side_forward": "sidestep",
    "back": "backwards",
    "side_back": "backwards",
    "roll": "roll",
}
NETS = {"TN": "toss the net", "SN": "swing the net"}
SIDES = ("left", "ahead", "right")
WAYS = ("ahead", "ahead to the right", "back to the right", "behind", "back to the left", "ahead to the left")


@cache
def words_of(text: str) -> str:
    """An order in plain words."""
    plot = read_plot(text)
    parts = []
    if plot.net[:2] == "LN":
        parts.append(f"lay the net {SIDES[int(plot.net[2]) - 1]}")
    if plot.before:
        parts.append(_turn(plot.before))
    if plot.kick and plot.kick_first:
        parts.append(f"kick what lies here {WAYS[plot.kick - 1]}")
    parts.append(WORDS[plot.action] + (" twice" if plot.quick else ""))
    if plot.kick and not plot.kick_first:
        parts.append(f"kick what lies there {WAYS[plot.kick - 1]}")
    if plot.after:
        parts.append(_turn(plot.after))
    if plot.net in NETS:
        parts.append(NETS[plot.net])
    if plot.repel:
        parts.append("watch for the net")
    return ", ".join(parts).capitalize()


def _turn(hexsides: int) -> str:
    if abs(hexsides) == 3:
        return "turn about"
    return f"turn {'twice ' if abs(hexsides) == 2 else ''}{'right' if hexsides > 0 else 'left'}"


def group_of(plot: Plot) -> str:
    """Under which title an order is listed."""
    if plot.net:
        return "Net"
    if plot.repel:
        return "Watch for the net"
    if plot.kick:
        return "Kick"
    if plot.direction < 0:
        return "Stand still"
    if plot.action in ROLLS:
        return "Roll"
    if plot.before:
        return "Turn first"
    return "Step" if plot.action in ("F", "C") else "Back" if plot.action == "B" else "Sidestep"


def walk_of(plot: Plot) -> str:
    """How the legs go: the same hex can be entered forwards, sideways or backwards."""
    if plot.direction < 0:
        return "still"
    return "charge" if plot.action == "C" else GAITS[plot.way]


def besides(plot: Plot) -> str:
    """A net attack, watching for one, or a kick: before the step, or after it."""
    if plot.kick:
        return f"K{plot.kick}{'<' if plot.kick_first else '>'}"
    return plot.net or ("RN" if plot.repel else "")


def prices(fighter: Fighter) -> dict[str, Answer]:
    """GL 4.31a, GL 16.4: what an order costs, in words."""
    strain = "overexertion: two moves fewer next turn, and harder to keep his strength"
    return {
        NOTHING: {"words": "costs no move", "dear": False},
        MOVE: {"words": f"uses a move, {max(0, fighter.moves_left - 1)} left", "dear": False},
        OVEREXERTION: {"words": strain, "dear": True},
    }


def explain_plots(arena: Arena, fighter: Fighter, decision: Decision) -> list[Answer]:
    """Every order with its end and its price."""
    costs = Costs(arena, fighter)
    shunned = frozenset(decision.shunned) if isinstance(decision, Choose) else frozenset()
    found = []
    for choice in decision:
        text = str(choice)
        plot = read_plot(text)
        place = fighter.place
        if plot.hexes:
            place = step(place, (fighter.facing + plot.before + plot.direction) % 6, plot.hexes)
        facing = (fighter.facing + plot.before + plot.after) % 6
        clash = costs.clash(plot) if plot.hexes else None
        net = None if clash else costs.net(plot.net, place, facing)  # GL 17.8
        against = costs.of(plot, net, clash)
        if text in shunned:
            against += costs.folly(place, facing)
        hopes = []
        if net:
            hopes.append(f"{percent(net['caught'])} to {'catch' if plot.net == 'TN' else 'trip'} him if he stays")
        if clash:
            hopes.append(clash.pop("hint"))
        answer: Answer = {
            "choice": text,
            "label": words_of(text),
            "hint": "; ".join([*against, *hopes]),
            "to": [*place],
            "facing": POINTS[facing],
            "group": group_of(plot),
            "walk": walk_of(plot),
            "turns": plot.turns,
            "price": NOTHING if not plot.moves else MOVE if costs.free else OVEREXERTION,
        }
        if plot.direction < 0 or plot.action == "C":
            answer["does"] = plot.action
        if also := besides(plot):
            answer["also"] = also
        if others := [each for each in against if each != OVEREXERTION]:
            answer["against"] = others
        if hopes:
            answer["hopes"] = hopes
        if text in shunned:
            answer["folly"] = False  # a step back may be the wisest; it is said what it is
        if plot.action == STUMBLE:
            answer["tone"] = "bad"
        elif OVEREXERTION in against:
            answer["tone"] = "fair"
        if charged := costs.charged(plot, place, facing):
            answer["hint"] = "; ".join(filter(None, (answer["hint"], charged)))
            answer["folly"] = True
        if clash:
            answer["clash"] = clash
        if net:
            answer["net"] = net
        if text == decision.default:
            answer["foes"] = [reach_of(arena, foe) for foe in arena.foes(fighter)]
            answer["free"] = costs.free
            answer["prices"] = prices(fighter)
            answer["moments"] = list(plot_moments(arena, fighter, map(str, decision)))
        found.append(answer)
    return found


class Costs:
    """What the orders of one man cost him and what they risk."""

    def __init__(self, arena: Arena, fighter: Fighter) -> None:
        self.arena = arena
        self.fighter = fighter
        self.free = fighter.has_allowance(arena.phase)
        foes = arena.foes(fighter)
        self.others = {man.place: man for man in arena.men if man is not fighter}
        self.foe = nearest(fighter, foes) if foes else None
        self.clear = not arena.items and not arena.anyone_down()  # nothing to trip over
        self.nets: dict[tuple[str, Hex, int], dict[str, float]] = {}
        self.moved: Arena | None = None  # the sand with him where an order takes him
        # Who may charge is known to everybody; whether he has a move for it is not.
        self.chargers = [foe for foe in foes if foe.upright and not (foe.netted or foe.owes_stumble or foe.appealing)]

    def of(self, plot: Plot, net: dict[str, float] | None, clash: Answer | None) -> list[str]:
        fighter = self.fighter
        found = []
        if plot.moves and not self.free:
            found.append(OVEREXERTION)
        if plot.net:
            found.append(f"costs {NET[KINDS[plot.net]]['cf']} CFs")
            if clash:
                found.append("no net attack after a collision")
            elif plot.net in NETS and not net:
                found.append("nobody is there if they stay")
        if plot.action == STUMBLE:
            found.append(f"{percent(fall_odds(fighter.agility))} to fall")
        if fighter.lame and plot.direction >= 0:
            found.append(f"{percent(1 - (5 / 6) ** fighter.lame)} to stumble on the lame leg instead")
        if not self.clear and plot.action in BACKWARDS and (chance := self.trip(plot)):
            found.append(f"{percent(chance)} to stumble over what lies there")
        return found

    def trip(self, plot: Plot) -> float:
        """GL 14.2, 7.3: that he stumbles over something he backs over; a man who stays where he is ends the way."""
        fighter = self.fighter
        way = (fighter.facing + plot.before + plot.direction) % 6
        places = []
        for number in range(1, plot.hexes + 1):
            places.append(step(fighter.place, way, number))
            if places[-1] in self.others:
                break
        objects = sum(self.arena.object_at(place, fighter) for place in places)
        burden = fighter.stun + len(places) * (2 if plot.action == "B" else 1)
        return 1 - (1 - at_most(2, 1 + burden)) ** objects

    def net(self, kind: str, place: Hex, facing: int) -> dict[str, float] | None:
        """GL 17.3, 17.4: what a toss or a swing from there does to the foe if he stays as he is."""
        if kind not in NETS:
            return None
        key = (kind, place, facing)
        if key not in self.nets:
            if self.moved is None:
                self.moved = self.arena.copy()
            arena = self.moved
            thrower = arena.fighters[self.fighter.number]  # there, and no longer in the hex that he leaves
            thrower.place, thrower.facing = place, facing
            targets = targets_of(arena, thrower, KINDS[kind])
            chances = {}
            if targets:
                drm = sum(each.amount for each in modifiers(arena, thrower, targets[0], KINDS[kind]))
                chances = {name: round(chance, 4) for name, chance in net_odds(drm).items()}
            self.nets[key] = chances
        return self.nets[key] or None

    def clash(self, plot: Plot) -> Answer | None:
        """GL 7.3 to 7.5: whom he runs into if nobody else moves, and the chance to win."""
        fighter = self.fighter
        way = (fighter.facing + plot.before + plot.direction) % 6
        for hexes in range(1, plot.hexes + 1):
            place = step(fighter.place, way, hexes)
            other = self.others.get(place)
            if other is None:
                continue
            if other.prone and other.side != fighter.side and plot.way != "roll":
                return {"name": other.name, "hint": f"runs {other.name} down if he stays there"}  # GL 7.4
            runner = fighter.copy()
            runner.facing = (fighter.facing + plot.before) % 6
            runner.left_hex, runner.came_from = True, step(fighter.place, way, hexes - 1)
            if plot.way == "roll":
                runner.rolling = True
            else:
                runner.posture = "standing"
                setattr(runner, plot.way, hexes)
            falls, stays = 0.0, " if he stays"
            if other.owes_stumble:  # GL 6.3-S, 14.3: he cannot but stay, and may lie there by then
                falls = fall_odds(other.agility) if other.side != fighter.side and plot.way != "roll" else 0.0
                other, stays = other.copy(), ", who stumbles"
                other.stumbling = True
            sums = [
                sum(each.amount for each in impact_modifiers(self.arena, *pair, place))
                for pair in ((runner, other), (other, runner))
            ]
            won, _ = collision_odds(*sums)
            won = falls + (1 - falls) * won
            hint = f"runs into {other.name}{stays}: {percent(won)} to win"
            return {"name": other.name, "won": round(won, 4), "hint": hint}
        return None

    def charged(self, plot: Plot, place: Hex, facing: int) -> str:
        """GL 6.5, 7.5: whether a step leads into the way of a foe who may charge now, and would most likely win."""
        if not plot.hexes or plot.action == "C":
            return ""
        for foe in self.chargers:
            away = distance(foe.place, place)
            if not _in_the_way(foe, place) or _in_the_way(foe, self.fighter.place):
                continue  # or he stands in it anyhow
            if any(step(foe.place, foe.facing, hexes) in self.others for hexes in range(1, away)):
                continue
            man = self.fighter.copy()
            man.place, man.facing, man.left_hex = place, facing, True
            if plot.way == "roll":
                man.rolling = True
            else:
                man.posture = "standing"
                setattr(man, plot.way, plot.hexes)
            runner = foe.copy()
            runner.posture = "standing"
            runner.left_hex, runner.came_from, runner.forward = True, step(foe.place, foe.facing, away - 1), away
            sums = [
                sum(each.amount for each in impact_modifiers(self.arena, *pair, place))
                for pair in ((runner, man), (man, runner))
            ]
            won, _ = collision_odds(*sums)
            if won >= OVERRUN:
                return f"into the way of {foe.name}'s charge, which would win {percent(won)}"
        return ""

    def folly(self, place: Hex, facing: int) -> list[str]:
        """Why an order is not offered first."""
        if self.foe is None:
            return []
        (q, r), (there_q, there_r) = place, self.foe.place
        _, row, other = bearing((there_q - q, there_r - r), facing)
        if row in FRONT_ROWS or other in FRONT_ROWS:
            return [f"away from {self.foe.name}"]
        return [f"he does not face {self.foe.name} then"]


def _in_the_way(foe: Fighter, place: Hex) -> bool:
    """Whether a charge straight ahead would go through there."""
    away = distance(foe.place, place)
    return 0 < away <= CHARGE and step(foe.place, foe.facing, away) == place


# -- what a foe could do -------------------------------------------------------------------------------------

# Direction from his front, hexes, hexsides turned in the end, on his feet or knees, how far his net flies.
End = tuple[int, int, int, bool, int]


@lru_cache(maxsize=64)
def ends_of(orders: tuple[str, ...], down: bool) -> frozenset[End]:
    """Where such orders lead, each end once."""
    found = set()
    for text in orders:
        plot = read_plot(text)
        way = (plot.before + plot.direction) % 6 if plot.hexes else 0
        up = plot.action == "KN" or (not down and plot.action not in ROLLS)
        net = NET[KINDS[plot.net]]["range"] if plot.net in NETS else 0
        found.add((way, plot.hexes, (plot.before + plot.after) % 6, up, net))
        if plot.net and not net:  # laid from where he stands, before he turns or moves (GL 6.4-LN)
            found.add((0, 0, 0, not down, NET["lay"]["range"]))
    return frozenset(found)


def reach_of(arena: Arena, foe: Fighter) -> Answer:
    """What everybody may know: from his place and state, not from the phases that he has crossed out in secret."""
    man = foe.copy()
    man.crossed = ()
    # Whoever waits for the crowd's verdict neither moves nor strikes in this phase (GL 19.24a).
    ends = ends_of((NO_MOVE,) if man.appealing else legal_orders(arena, man), man.prone)
    places: set[Hex] = set()
    strikes: set[Hex] = set()
    nets: set[Hex] = set()
    for way, hexes, turn, up, net in ends:
        q, r = place = step(man.place, (man.facing + way) % 6, hexes)
        places.add(place)
        facing = (man.facing + turn) % 6
        if up and man.weapon and not (man.netted or man.unconscious or man.appealing):
            strikes.update([(q + front_q, r + front_r) for front_q, front_r in FRONTS[man.reach][facing]])
        nets.update([(q + front_q, r + front_r) for front_q, front_r in FRONTS[net][facing]])
    return {
        "name": foe.name,
        "to": _sorted(places, man.place),
        "strikes": _sorted(strikes, man.place),
        "nets": _sorted(nets, man.place),
    }


def _sorted(places: set[Hex], centre: Hex) -> list[list[int]]:
    return [list(place) for place in sorted(places, key=lambda place: (distance(place, centre), place))]
