"""The champion who has won his wooden sword: knows that the other knows, and draws his answer from the solved game."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from itertools import permutations

from ludus.bots.base import Glimpse
from ludus.bots.gladiator.exchange import Duel, Exchange, Purse, Sheet
from ludus.bots.gladiator.ground import Stance, clash_from, clash_of, sensible, stances, straight
from ludus.bots.gladiator.habits import charges, in_a_rush, rash
from ludus.bots.gladiator.matrix import leaning, solve
from ludus.bots.gladiator.prospect import Prospect
from ludus.bots.gladiator.pursuit import pursue
from ludus.bots.gladiator.sandbox import FIGHTS, NEXT, Sandbox, pick
from ludus.bots.gladiator.school import Trained
from ludus.bots.gladiator.veteranus import Veteranus
from ludus.core.decision import Allocate, Choice, Choose, Decision
from ludus.games.gladiator.charts import SUB_PHASES
from ludus.games.gladiator.fighter import Fighter
from ludus.games.gladiator.forms import fill_in
from ludus.games.gladiator.legal_plots import legal_orders
from ludus.games.gladiator.net import modifiers
from ludus.games.gladiator.odds import collision_odds, net_odds
from ludus.games.gladiator.plot import NO_MOVE
from ludus.games.gladiator.state import Arena
from ludus.games.gladiator.throwing import KEEP, LAY_DOWN

PASSES = 24  # times that every pair of candidates is tried out, unless the budget ends it
PATIENCE = 5  # phases in which he lets the other come: longer than the old hand does
ORDERS = 7  # candidates of each man
SPECIALS = 5  # of them nets, rolls and the like
SHEETS = 6
WIDE = 3  # areas among which a man who does not guard himself strikes at two
HASTY = 4  # of them thought of with a feint as well
FELT = 8.0  # factors of harm after which a man's blows come to nothing
ROUNDS = 16  # of the fictitious play for a prospect
LONG = 60  # for the sheet itself
DOUBT = 12.0  # tries after which what was seen counts as much as what was reckoned
MOVE = 0.5  # factors that a phase of movement is worth
GOOD_THROW = 0.5
TRUST = 0.5  # that the other moves to where he gains most on average
HEAT = 1.0  # factors
SHOCK = 5.0  # about what the loser of a collision loses


class Rudiarius(Trained):
    """Solves every phase as a small game of hidden choices."""

    name = "rudiarius"
    title = "Rudiarius"
    about = "Has won the wooden sword: weighs what you may do against what he may do, and never does the same twice."
    timed = True
    kinds = ("medium", "heavy")

    def __init__(self, rng: random.Random, budget_ms: int | None = None, samples: int | None = None) -> None:
        super().__init__(rng, budget_ms, samples)
        self._prospects: dict[tuple[object, ...], Prospect] = {}
        self._deadline = float("inf")
        self._old_hand = Veteranus(rng)

    def choose(self, glimpse: Glimpse) -> Choice:
        if self.samples is None:
            self._deadline = time.perf_counter() + self.budget_ms / 1000
        return super().choose(glimpse)

    def passes(self) -> Iterator[str]:
        """Seeds for as many tries as time allows; with a number of samples, exactly so many."""
        longest = 0.0
        for _ in range(PASSES if self.samples is None else self.samples):
            began = time.perf_counter()
            if began + longest > self._deadline:
                return
            yield str(self.rng.getrandbits(48))
            longest = max(longest, time.perf_counter() - began)

    def prospect(self, arena: Arena, own: Fighter, foe: Fighter) -> Prospect:
        key = (_build(own), _build(foe))
        if key not in self._prospects:
            self._prospects.clear()
            self._prospects[key] = Prospect(own, foe, arena.rules.widths, ROUNDS)
        return self._prospects[key]

    # -- orders ------------------------------------------------------------------------------------

    def plot(self, arena: Arena, fighter: Fighter, decision: Decision, glimpse: Glimpse) -> Choice:
        assert isinstance(decision, Choose)
        foe = self.foe_of(arena, fighter)
        if foe is None:
            return decision.default
        if not fighter.weapon and not fighter.prone:
            return self.in_need(arena, fighter, foe, decision)
        if not fighter.prone and self.runs(fighter, foe, glimpse):
            order = pursue(arena, fighter, foe, decision)
            if order in decision:
                return order
        if not fighter.prone and charges(foe):
            return self._old_hand.plot(arena, fighter, decision, glimpse)  # no riddle: he comes, and one steps aside
        early = arena.turn == 1 and arena.phase <= PATIENCE
        if early and not fighter.prone and self._old_hand.looks_on(fighter, foe, decision):
            return NO_MOVE
        prospect = self.prospect(arena, fighter, foe)
        own, his = self.candidates(arena, fighter, foe, decision.choices), self.replies(arena, foe, fighter)
        reckoned = [[self.reckon(arena, prospect, one, other) for other in his] for one in own]
        rows, columns = solve(reckoned, 120)
        own, his, reckoned = _keep(own, his, reckoned, rows, columns)
        sandbox = Sandbox(glimpse, fighter.number, foe.number)
        until = FIGHTS | NEXT

        def attempt(row: int, column: int, seed: str) -> float:
            orders: dict[int, Choice] = {fighter.seat: own[row].order, foe.seat: his[column].order}
            end = sandbox.try_out(orders, seed, until)
            return sandbox.outlook(end, prospect) - standing + self.effort(end, fighter, foe)

        standing = sandbox.worth(arena)
        trusted = [[one.plain and other.plain for other in his] for one in own]
        payoffs = self.tried(reckoned, trusted, attempt)
        return own[pick(self.rng, solve(leaning(payoffs, TRUST, HEAT))[0])].order

    def effort(self, arena: Arena, fighter: Fighter, foe: Fighter) -> float:
        """Moves left for the rest of the turn, against his."""
        mine, his = arena.fighters[fighter.number], arena.fighters[foe.number]
        return MOVE * ((mine.moves_left - fighter.moves_left) - (his.moves_left - foe.moves_left))

    def candidates(self, arena: Arena, fighter: Fighter, foe: Fighter, orders: tuple[Choice, ...]) -> list[Stance]:
        """Ends worth thinking about, his face to the foe."""
        ends = sensible(stances(fighter, orders), [foe.place])
        special = [each for each in ends if not each.plain]
        # Of each kind of net, roll or kneeling the one that turns straight to the foe and moves least.
        special.sort(key=lambda each: (not straight(each, foe.place), len(each.path), each.order))
        return [each for each in ends if each.plain] + special[:SPECIALS]

    def replies(self, arena: Arena, foe: Fighter, fighter: Fighter) -> list[Stance]:
        return self.candidates(arena, foe, fighter, legal_orders(arena, foe))

    def reckon(self, arena: Arena, prospect: Prospect, own: Stance, his: Stance) -> float:
        """Two orders without dice: who ends up where, and what the blows from there are worth."""
        fighter, foe = prospect.own, prospect.foe
        moves = MOVE * ((his.order != "-") - (own.order != "-"))
        if own.place == his.place:
            forward = 2 * (len(own.path) - len(his.path))
            won, _ = collision_odds(fighter.strength + fighter.agility + forward, foe.strength + foe.agility)
            return moves + SHOCK * (2 * won - 1)
        meeting = clash_from(arena, fighter, foe, own, his)
        strikes = meeting.strikes and fighter.upright and not fighter.netted
        struck = meeting.struck and foe.upright and not foe.netted
        return moves + prospect.value(
            strikes, struck, max(0, fighter.own_cf + meeting.bonus), max(0, foe.own_cf + meeting.against)
        )

    def throw(self, arena: Arena, fighter: Fighter, decision: Decision) -> Choice:
        """A net in the hand halves the trident's blows: unless it is all but sure to catch him, away with it."""
        foe = self.foe_of(arena, fighter)
        if LAY_DOWN in decision and foe is not None:
            modifier = sum(each.amount for each in modifiers(arena, fighter, foe, "toss"))
            return KEEP if net_odds(modifier)["caught"] > GOOD_THROW else LAY_DOWN
        return super().throw(arena, fighter, decision)

    # -- combat factors ----------------------------------------------------------------------------

    def share_out(self, arena: Arena, fighter: Fighter, decision: Allocate, glimpse: Glimpse) -> Choice:
        foe = self.opponent(arena, fighter)
        if foe is None:
            return decision.default
        if rash(foe):
            return self._old_hand.share_out(arena, fighter, decision, glimpse)  # no riddle: he strikes, and first
        meeting = clash_of(arena, fighter, foe)
        prospect = self.prospect(arena, fighter, foe)
        first = Purse.of(fighter, meeting.bonus, meeting.strikes)
        second = Purse.of(foe, meeting.against, meeting.struck)
        game = Exchange(first, second, prospect.blows, prospect.other_blows, LONG)
        own, his = (_with_haste(game.candidates(side, SHEETS)) for side in (0, 1))
        if in_a_rush(foe) and second.most:
            his = all_out(prospect.other_blows, second)
            own = _with_haste([*game.candidates(0, SHEETS), (game.best_against(0, his), 0.0)])
        elif self.cornered(fighter, foe, glimpse):
            his = [(even_guard(second.budget), 1.0)]
            own = [(game.best_against(0, his), 1.0)]
        if not own:
            return decision.default
        mine = [fill_in(decision, sheet, foe.name) for sheet, _ in own]
        if decision.name != "allocate" or not his or foe.unconscious:
            return mine[pick(self.rng, [share for _, share in own])]
        sandbox = Sandbox(glimpse, fighter.number, foe.number)
        question = sandbox.match.pending.get(foe.seat)
        if not isinstance(question, Allocate):
            return mine[pick(self.rng, [share for _, share in own])]
        theirs = [fill_in(question, sheet, fighter.name) for sheet, _ in his]
        standing = sandbox.worth(arena)

        def attempt(row: int, column: int, seed: str) -> float:
            end = sandbox.try_out({fighter.seat: mine[row], foe.seat: theirs[column]}, seed, NEXT)
            return sandbox.worth(end) - standing

        reckoned = [[expected(prospect, sheet, other) for other, _ in his] for sheet, _ in own]
        payoffs = self.tried(reckoned, [[True] * len(his) for _ in own], attempt)
        return mine[pick(self.rng, solve(payoffs)[0])]

    # -- both --------------------------------------------------------------------------------------

    def tried(
        self,
        reckoned: list[list[float]],
        trusted: list[list[bool]],
        attempt: Callable[[int, int, str], float],
    ) -> list[list[float]]:
        """The matrix as it was reckoned, corrected by what was seen on imagined sand; what was never reckoned with is
        believed as seen."""
        seen = [[0.0] * len(row) for row in reckoned]
        count = 0
        for seed in self.passes():
            for row, values in enumerate(seen):
                for column in range(len(values)):
                    values[column] += attempt(row, column, seed)
            count += 1
        if not count:
            return reckoned
        return [
            [
                (total + DOUBT * prior) / (count + DOUBT) if sure else total / count
                for total, prior, sure in zip(totals, priors, sures, strict=True)
            ]
            for totals, priors, sures in zip(seen, reckoned, trusted, strict=True)
        ]


def all_out(blows: Duel, purse: Purse) -> list[tuple[Sheet, float]]:
    """Sheets of a man who keeps nothing back: two blows, among the areas where they promise most."""
    worth = [blows.gain(area, purse.most, 0) for area in range(5)]
    best = sorted(range(5), key=lambda area: -worth[area])[:WIDE]
    sheets: list[tuple[Sheet, float]] = []
    for first, second in permutations(best, 2):
        sheet = [0] * 10
        sheet[first] = purse.most
        sheet[second] = min(purse.most, purse.budget - purse.most)
        sheets.append((tuple(sheet), 1.0))
    return [(sheet, 1 / len(sheets)) for sheet, _ in sheets]


def even_guard(points: int) -> Sheet:
    """The sheet of a man who does nothing but guard himself."""
    return (0,) * 5 + tuple((points + 4 - area) // 5 for area in range(5))


def expected(prospect: Prospect, own: Sheet, his: Sheet) -> float:
    """Two sheets by the odds alone, blow after blow: who has been hurt strikes less hard (GL 8.42, 8.461)."""
    blows = sorted(_blows(own, his, 0) + _blows(his, own, 1))
    duels = (prospect.blows, prospect.other_blows)
    gained = [0.0, 0.0]
    for _, weight, side, area, guard in blows:
        force = max(0.0, 1.0 - gained[1 - side] / FELT)
        gained[side] += force * duels[side].gain(area, -weight, guard)
    return gained[0] - gained[1]


def _blows(sheet: Sheet, other: Sheet, side: int) -> list[tuple[int, int, int, int, int]]:
    """When each attack comes, the heaviest first."""
    areas = sorted((area for area in range(5) if sheet[area]), key=lambda area: -sheet[area])
    subs = SUB_PHASES[len(areas)]
    return [(sub, -sheet[area], side, area, other[5 + area]) for sub, area in zip(subs, areas, strict=True)]


def hastened(sheet: Sheet) -> Sheet:
    """The same with a third attack, a feint of one factor, so that the first blow comes in the first sub-phase."""
    feints = 3 - sum(points > 0 for points in sheet[:5])
    if feints <= 0 or sum(sheet[:5]) == 0:
        return sheet
    changed = list(sheet)
    for _ in range(feints):
        giver = max(range(10), key=lambda box: (changed[box] > 1, box >= 5, changed[box]))
        free = [area for area in range(5) if not changed[area]]
        changed[giver] -= 1
        changed[max(free, key=lambda area: -changed[5 + area])] += 1
    return tuple(changed) if min(changed) >= 0 else sheet


def _with_haste(candidates: list[tuple[Sheet, float]]) -> list[tuple[Sheet, float]]:
    """The candidates, and the best of them with a feint."""
    known = {sheet for sheet, _ in candidates}
    quick = dict.fromkeys(hastened(sheet) for sheet, _ in candidates[:HASTY])
    return candidates + [(sheet, 0.0) for sheet in quick if sheet not in known]


def _keep(
    own: list[Stance], his: list[Stance], reckoned: list[list[float]], rows: list[float], columns: list[float]
) -> tuple[list[Stance], list[Stance], list[list[float]]]:
    """The orders that matter: what the reckoned game plays most, and what cannot be reckoned without dice."""
    kept = _most(own, rows)
    kept_his = _most(his, columns)
    payoffs = [[reckoned[row][column] for column in kept_his] for row in kept]
    return [own[row] for row in kept], [his[column] for column in kept_his], payoffs


def _most(choices: list[Stance], shares: list[float]) -> list[int]:
    ranked = sorted(range(len(choices)), key=lambda index: (-shares[index], index))
    plain = [index for index in ranked if choices[index].plain][:ORDERS]
    special = [index for index in ranked if not choices[index].plain]
    still = [index for index in ranked if choices[index].order == "-"]
    return list(dict.fromkeys(plain + special + still))


def _build(fighter: Fighter) -> tuple[object, ...]:
    """All that the worth of blows to and from him depends on."""
    return (
        fighter.number,
        fighter.cf,
        fighter.stun,
        fighter.wounds,
        fighter.armour,
        fighter.strength,
        fighter.weapon,
        fighter.shield_boxes,
        fighter.posture,
        fighter.one_handed,
        fighter.just_recovered,
        fighter.net_loss,
    )
