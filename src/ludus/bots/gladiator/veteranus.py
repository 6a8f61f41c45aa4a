"""The old hand: works for the better place, strikes where it pays, and guards what he fears for."""

from __future__ import annotations

from dataclasses import dataclass

from ludus.bots.base import Glimpse
from ludus.bots.gladiator.exchange import Duel
from ludus.bots.gladiator.ground import Clash, Stance, clash_from, clash_of, faces, sees, sensible, stances, straight
from ludus.bots.gladiator.habits import CHARGE, as_he_stands, beaten, charges, in_a_rush, runs_at
from ludus.bots.gladiator.pursuit import pursue
from ludus.bots.gladiator.school import Trained
from ludus.bots.gladiator.shock import collision, shock
from ludus.bots.gladiator.worth import MEASURED
from ludus.core.decision import Allocate, Choice, Choose, Decision
from ludus.games.gladiator.charts import NET
from ludus.games.gladiator.fighter import Fighter
from ludus.games.gladiator.forms import fill_in
from ludus.games.gladiator.hexes import distance, in_front, positional_value, turn_towards
from ludus.games.gladiator.legal_plots import legal_orders, net_attacks, plots_nothing
from ludus.games.gladiator.net import modifiers
from ludus.games.gladiator.odds import collision_odds, net_odds
from ludus.games.gladiator.plot import CHARGE_HEXES, NO_MOVE, turns
from ludus.games.gladiator.state import Arena
from ludus.games.gladiator.throwing import LAY_DOWN

OVEREXERTION = 15.0
PATIENCE = 3  # phases in which he lets the other come
LEAD = 2.0  # factors that a move is worth beyond its price, where the foe may run
RUSH = 4.0  # how much likelier than anything else it is that a man charges who does so
WHIM = 0.5
GOOD_THROW = 0.3
LIGHT_GUARD = 1
POOR_THROW = 0.12  # below it the net is only in the way


@dataclass(frozen=True, slots=True)
class Nature:
    """What a man cares for, in factors, and how he shares out what he has."""

    place: float = 0.7  # that a point of positional advantage is worth
    blow: float = 1.5  # and a blow that is not answered
    eager: float = 0.7  # to strike, the more the longer it lasts
    move: float = 1.0  # one of the few phases of movement in a turn
    shock: float = 1.0  # a collision: whoever wins it, both have lost time
    first: float = 0.5  # of all his factors, for the first blow
    second: float = 0.1  # for the second, where he is struck at himself
    waits: bool = True  # in the first phase: who comes first runs into it
    feints: bool = False  # whether he always hurries his blow with two feints


class Veteranus(Trained):
    """Reckons with a foe who stands, turns or comes on; not with one who reckons too."""

    name = "veteranus"
    title = "Veteranus"
    about = "Thirty fights behind him: works round to your weak side and strikes where it hurts."
    kinds = ("medium", "heavy", "retiarius")
    nature = Nature()
    chases = True  # whoever will not fight

    # -- orders ------------------------------------------------------------------------------------

    def plot(self, arena: Arena, fighter: Fighter, decision: Decision, glimpse: Glimpse) -> Choice:
        assert isinstance(decision, Choose)
        foe = self.foe_of(arena, fighter)
        if foe is None:
            return decision.default
        if fighter.prone or not fighter.weapon:
            return self.in_need(arena, fighter, foe, decision)
        runs = self.chases and self.runs(fighter, foe, glimpse)
        # No net for a man who gets away, nor for one who runs him over while he throws.
        busy = (runs and foe.moves_left > 0) or runs_at(arena, fighter, foe)
        net = "" if busy else self.net_order(arena, fighter, foe, decision)
        if net:
            return net
        if runs and (order := pursue(arena, fighter, foe, decision)) in decision:
            return order
        if arena.turn == 1 and arena.phase <= PATIENCE and self.looks_on(fighter, foe, decision):
            return NO_MOVE
        replies = self.replies(arena, foe, fighter)
        total = sum(share for _, share in replies)
        choices = [each for each in sensible(stances(fighter, decision), [foe.place]) if each.plain]
        choices = [each for each in choices if self.dares(each, foe)]
        if not choices:
            return decision.default
        return max(
            choices,
            key=lambda own: (
                sum(share * self.promise(arena, fighter, foe, own, his) for his, share in replies) / total
                + self.rng.random() * WHIM
            ),
        ).order

    def looks_on(self, fighter: Fighter, foe: Fighter, decision: Decision) -> bool:
        """Whether he lets the other come: out of a charge's reach, his face to him, and not stumbling (GL 6.3-S)."""
        if not self.nature.waits or NO_MOVE not in decision:
            return False
        away = distance(fighter.place, foe.place)
        return away > CHARGE_HEXES and faces(as_he_stands(fighter), foe.place)

    def dares(self, end: Stance, foe: Fighter) -> bool:
        """Whether he would do this at all."""
        return True

    def net_order(self, arena: Arena, fighter: Fighter, foe: Fighter, decision: Choose) -> str:
        """The net flies when it is likely to catch him where he stands."""
        if "TN" not in net_attacks(arena, fighter) or foe.netted:
            return ""
        facing = turn_towards((foe.place[0] - fighter.place[0], foe.place[1] - fighter.place[1]), fighter.facing)
        order = f"X{turns((facing - fighter.facing + 2) % 6 - 2)}(TN)"
        if order not in decision or not in_front(fighter.place, facing, foe.place, NET["toss"]["range"]):
            return ""
        amount = sum(each.amount for each in modifiers(arena, fighter, foe, "toss"))
        return order if net_odds(amount)["caught"] > GOOD_THROW else ""

    def replies(self, arena: Arena, foe: Fighter, fighter: Fighter) -> list[tuple[Stance, float]]:
        """He stands as he is, turns to face, or comes on to where he is most dangerous."""
        still = [(as_he_stands(foe), 1.0)]
        if plots_nothing(foe) or foe.prone:
            return still
        ends = [each for each in stances(foe, legal_orders(arena, foe)) if each.plain and each.place != fighter.place]
        facing = turn_towards((fighter.place[0] - foe.place[0], fighter.place[1] - foe.place[1]), foe.facing)
        turned = [each for each in ends if not each.path and each.facing == facing]
        values = arena.rules.values[fighter.left_handed]

        def danger(his: Stance) -> float:
            q, r = his.place[0] - fighter.place[0], his.place[1] - fighter.place[1]
            reached = sees(his.place, his.facing, fighter.place, max(1, foe.reach))
            return (3.0 if reached else -distance((0, 0), (q, r))) + positional_value((q, r), fighter.facing, values)

        coming = sorted((each for each in ends if each.path and straight(each, fighter.place)), key=danger)
        likely = [(each, 1.0) for each in turned[:1] + coming[-2:]]
        if charges(foe):
            likely += [(each, RUSH) for each in ends if each.order == CHARGE and fighter.place in each.path]
        return still + likely

    def promise(self, arena: Arena, fighter: Fighter, foe: Fighter, own: Stance, his: Stance) -> float:
        """What two ends are worth."""
        effort = 0.0
        if own.order != NO_MOVE:
            effort = self.nature.move if fighter.moves_left > 0 else OVEREXERTION
            if beaten(fighter, foe) and fighter.moves_left <= foe.moves_left:
                effort += LEAD  # he may run, and who has a move more than he catches him
        edge = collision(arena, fighter, foe, own, his) if charges(foe) else None
        if edge is not None:
            return shock(edge, MEASURED) - effort
        if own.place == his.place:
            impact = fighter.strength + fighter.agility + 2 * len(own.path) - foe.strength - foe.agility
            return self.nature.shock * (2 * collision_odds(impact, 0)[0] - 1) - effort
        meeting = clash_from(arena, fighter, foe, own, his)
        strikes, struck = meeting.strikes, meeting.struck and foe.upright and not foe.netted
        stronger = 0.3 * (fighter.own_cf - foe.own_cf) if strikes and struck else 0.0
        near = -0.2 * distance(own.place, his.place)
        blows = (
            self.nature.blow * (strikes - struck) + self.nature.eager * arena.turn * strikes
        )  # the longer it lasts, the less he waits
        return blows + self.nature.place * (meeting.bonus - meeting.against) + stronger + near - effort

    def throw(self, arena: Arena, fighter: Fighter, decision: Decision) -> Choice:
        """He keeps the net as long as it may still catch somebody; then the trident wants both hands."""
        foe = self.foe_of(arena, fighter)
        if LAY_DOWN in decision and foe is not None:
            amount = sum(each.amount for each in modifiers(arena, fighter, foe, "toss"))
            if fighter.cf - fighter.stun < NET["toss"]["cf"] or net_odds(amount)["caught"] < POOR_THROW:
                return LAY_DOWN
        return super().throw(arena, fighter, decision)

    # -- combat factors ----------------------------------------------------------------------------

    def share_out(self, arena: Arena, fighter: Fighter, decision: Allocate, glimpse: Glimpse) -> Choice:
        """Two blows where they promise most; what is left goes where he fears most."""
        foe = self.opponent(arena, fighter)
        if foe is None:
            return decision.default
        meeting = clash_of(arena, fighter, foe)
        sheet = [0] * 10
        budget = decision.budget
        widths = arena.rules.widths
        if meeting.strikes and self.chases and self.cornered(fighter, foe, glimpse):
            meeting = meeting._replace(struck=False)  # he must not get away again
        if meeting.strikes:
            self.aim(sheet, Duel(fighter, foe, widths), budget, meeting, in_a_rush(foe))
        left = budget - sum(sheet[:5])
        if meeting.struck:
            self.guard(sheet, Duel(foe, fighter, widths), max(1, (foe.own_cf + meeting.against) // 2), left)
        return fill_in(decision, sheet, foe.name)

    def aim(self, sheet: list[int], blows: Duel, budget: int, meeting: Clash, quick: bool) -> None:
        """One blow with all that it may have, where it promises most against a light guard, and a second one. Against
        a man who is hardly going to guard himself two lesser ones, so that the first comes before any of his (GL 8.42).
        """
        half = max(1, min(budget // 2, int(self.nature.first * budget)))
        worth = [blows.gain(area, half, LIGHT_GUARD) * (1 + WHIM * self.rng.random()) for area in range(5)]
        first, second, third, *_ = sorted(range(5), key=lambda area: -worth[area])
        sheet[first] = half
        if (quick or self.nature.feints) and meeting.struck and budget >= 2 + half:
            sheet[second] = sheet[third] = max(1, (budget - half) // 4) if quick else 1
            return
        sheet[second] = int(self.nature.second * budget) if meeting.struck else budget - half

    def guard(self, sheet: list[int], blows: Duel, strength: int, points: int) -> None:
        """Point by point, where the next one saves most."""
        for _ in range(points):
            saved = [
                self.fear(area)
                * (blows.gain(area, strength, sheet[5 + area]) - blows.gain(area, strength, sheet[5 + area] + 1))
                for area in range(5)
            ]
            sheet[5 + saved.index(max(saved))] += 1

    def fear(self, area: int) -> float:
        """How much he fears for an area, beyond what a blow there would do."""
        return 1.0
