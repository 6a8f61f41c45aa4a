"""The old hand: works for the better place, strikes where it pays, and guards what he fears for."""

from __future__ import annotations

from ludus.bots.base import Glimpse
from ludus.bots.gladiator.exchange import Duel
from ludus.bots.gladiator.ground import Clash, Stance, clash_from, clash_of, sees, sensible, stances, straight
from ludus.bots.gladiator.school import Trained
from ludus.core.decision import Allocate, Choice, Choose, Decision
from ludus.games.gladiator.charts import NET
from ludus.games.gladiator.fighter import Fighter
from ludus.games.gladiator.forms import fill_in
from ludus.games.gladiator.hexes import distance, in_front, positional_value, turn_towards
from ludus.games.gladiator.legal_plots import legal_orders, net_attacks, plots_nothing
from ludus.games.gladiator.net import modifiers
from ludus.games.gladiator.odds import collision_odds, net_odds
from ludus.games.gladiator.plot import NO_MOVE, turns
from ludus.games.gladiator.state import Arena
from ludus.games.gladiator.throwing import LAY_DOWN

PLACE = 0.7  # factors that a point of positional advantage is worth
BLOW = 1.5  # and a blow that is not answered
EAGER = 0.7
MOVE = 1.0  # and one of the few phases of movement in a turn
OVEREXERTION = 15.0
SHOCK = 1.0  # a collision: whoever wins it, both have lost time
WHIM = 0.5
GOOD_THROW = 0.3
LIGHT_GUARD = 1
CLOSE = 4  # hexes
SECOND = 0.1  # of all his factors, for the second blow of a man who is struck at himself


class Veteranus(Trained):
    """Reckons with a foe who stands, turns or comes on; not with one who reckons too."""

    name = "veteranus"
    title = "Veteranus"
    about = "Thirty fights behind him: works round to your weak side and strikes where it hurts."
    kinds = ("medium", "heavy", "retiarius")

    # -- orders ------------------------------------------------------------------------------------

    def plot(self, arena: Arena, fighter: Fighter, decision: Decision, glimpse: Glimpse) -> Choice:
        assert isinstance(decision, Choose)
        foe = self.foe_of(arena, fighter)
        if foe is None:
            return decision.default
        if fighter.prone or not fighter.weapon:
            return self.in_need(arena, fighter, foe, decision)
        net = self.net_order(arena, fighter, foe, decision)
        if net:
            return net
        replies = self.replies(arena, foe, fighter)
        choices = [each for each in sensible(stances(fighter, decision), [foe.place]) if each.plain]
        if not choices:
            return decision.default
        return max(
            choices,
            key=lambda own: (
                sum(self.promise(arena, fighter, foe, own, his) for his in replies) / len(replies)
                + self.rng.random() * WHIM
            ),
        ).order

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

    def replies(self, arena: Arena, foe: Fighter, fighter: Fighter) -> list[Stance]:
        """He stands as he is, turns to face, or comes on to where he is most dangerous."""
        still = [Stance(NO_MOVE, foe.place, foe.facing, (), True)]
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
        return still + turned[:1] + coming[-2:]

    def promise(self, arena: Arena, fighter: Fighter, foe: Fighter, own: Stance, his: Stance) -> float:
        """What two ends are worth."""
        effort = 0.0
        if own.order != NO_MOVE:
            effort = MOVE if fighter.moves_left > 0 else OVEREXERTION
        if own.place == his.place:
            impact = fighter.strength + fighter.agility + 2 * len(own.path) - foe.strength - foe.agility
            return SHOCK * (2 * collision_odds(impact, 0)[0] - 1) - effort
        meeting = clash_from(arena, fighter, foe, own, his)
        strikes, struck = meeting.strikes, meeting.struck and foe.upright and not foe.netted
        edge = 0.3 * (fighter.own_cf - foe.own_cf) if strikes and struck else 0.0
        near = -0.2 * distance(own.place, his.place)
        blows = BLOW * (strikes - struck) + EAGER * arena.turn * strikes  # the longer it lasts, the less he waits
        return blows + PLACE * (meeting.bonus - meeting.against) + edge + near - effort

    def throw(self, arena: Arena, fighter: Fighter, decision: Decision) -> Choice:
        """At close quarters the trident wants both hands."""
        foe = self.foe_of(arena, fighter)
        if LAY_DOWN in decision and foe is not None and distance(fighter.place, foe.place) <= CLOSE:
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
        if meeting.strikes:
            self.aim(sheet, Duel(fighter, foe, widths), budget, meeting)
        left = budget - sum(sheet[:5])
        if meeting.struck:
            self.guard(sheet, Duel(foe, fighter, widths), max(1, (foe.own_cf + meeting.against) // 2), left)
        return fill_in(decision, sheet, foe.name)

    def aim(self, sheet: list[int], blows: Duel, budget: int, meeting: Clash) -> None:
        """One blow with all that it may have, where it promises most against a light guard, and a second one."""
        half = max(1, budget // 2)
        worth = [blows.gain(area, half, LIGHT_GUARD) * (1 + WHIM * self.rng.random()) for area in range(5)]
        first, second, *_ = sorted(range(5), key=lambda area: -worth[area])
        sheet[first] = half
        sheet[second] = int(SECOND * budget) if meeting.struck else budget - half

    def guard(self, sheet: list[int], blows: Duel, strength: int, points: int) -> None:
        """Point by point, where the next one saves most."""
        for _ in range(points):
            saved = [
                blows.gain(area, strength, sheet[5 + area]) - blows.gain(area, strength, sheet[5 + area] + 1)
                for area in range(5)
            ]
            sheet[5 + saved.index(max(saved))] += 1
