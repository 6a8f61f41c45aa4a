"""The five sub-phases (GL 8.4 to 8.6): attacks one after another, each taking effect at once."""

from __future__ import annotations

from collections.abc import Mapping

from ludus.core.event import Modifier
from ludus.core.game import Phase
from ludus.core.table import Table
from ludus.games.gladiator.advantage import Engagement
from ludus.games.gladiator.allocation import NO_DEFENCE, Allotment
from ludus.games.gladiator.charts import AREAS, LEGS, SUB_PHASES, TRIDENT, column_and_shift, combat_result
from ludus.games.gladiator.fighter import Fighter
from ludus.games.gladiator.hexes import bearing
from ludus.games.gladiator.postures import break_trident
from ludus.games.gladiator.shield import check_shield_drop, check_weapon_drop, damage_shield
from ludus.games.gladiator.state import Arena
from ludus.games.gladiator.throwing import throw_ruined
from ludus.games.gladiator.wounds import hit

REAR_SIDES = (2, 3, 4)


class Blow:
    """One attack, planned for a sub-phase."""

    __slots__ = ("area", "attacker", "cf", "fixed", "live", "sub", "target")

    def __init__(self, attacker: int, target: int, area: int, cf: int, sub: int) -> None:
        self.attacker = attacker
        self.target = target
        self.area = area
        self.cf = cf
        self.sub = sub
        self.live = True
        self.fixed = False  # simultaneous with another: it feels nothing of that one (GL 8.45)


class Melee:
    """The combat of one phase."""

    def __init__(
        self,
        arena: Arena,
        table: Table,
        engagements: Mapping[int, Engagement],
        allotments: Mapping[int, Allotment],
    ) -> None:
        self.arena = arena
        self.table = table
        self.attackers = {number: len(each.attackers) for number, each in engagements.items()}
        self.defences: dict[int, tuple[int, ...]] = {}
        self.lowered: dict[int, list[int]] = {}  # what carried losses have taken off each area
        self.carried: dict[int, int] = {}
        self.off_balance: set[int] = set()
        self.blows: list[Blow] = []
        for number in arena.order:
            if number in allotments:
                allotment = allotments[number]
                self.defences[number] = allotment.defence
                subs = SUB_PHASES[len(allotment.attacks)]
                for sub, (target, area, cf) in zip(subs, allotment.attacks, strict=True):
                    self.blows.append(Blow(number, target, area, cf, sub))

    # -- sequence -----------------------------------------------------------------------------------------

    def fight(self) -> Phase:
        """GL 8.42, 8.44, 8.45."""
        for sub in range(1, 6):
            due = [blow for blow in self.blows if blow.sub == sub]
            while due:
                due = [blow for blow in due if blow.live]
                if not due:
                    break
                first = min(self._rank(blow) for blow in due)
                together = [blow for blow in due if self._rank(blow) == first]
                due = [blow for blow in due if self._rank(blow) != first]
                yield from self._resolve(together)

    def _rank(self, blow: Blow) -> tuple[int, int]:
        """GL 8.45, 20.2: more CFs first; a man whom nobody attacks before one whom several do."""
        return (1 if self.attackers.get(blow.attacker, 0) > 1 else 0, -blow.cf)

    def _resolve(self, together: list[Blow]) -> Phase:
        if len(together) == 1:
            yield from self._strike(together[0], self._defence(together[0]))
            return
        for blow in together:
            blow.fixed = True
        prepared = [self._defence(blow) for blow in together]
        for blow, defence in zip(together, prepared, strict=True):
            yield from self._strike(blow, defence)

    # -- one attack ---------------------------------------------------------------------------------------

    def _defence(self, blow: Blow) -> tuple[int, bool, int]:
        """What meets the attack: CFs, whether the man is off balance, and how far below zero his CF is."""
        target = self.arena.fighters[blow.target]
        number = blow.target
        written = self.defences.get(number, NO_DEFENCE)[blow.area]
        if target.posture == "prone":
            written //= 2  # GL 15.4, 8.46
        elif self.attackers.get(number, 0) > 1 and self._from_behind(blow, target):
            written = 0  # GL 20.3
        lowered = self.lowered.get(number)
        if self.carried.get(number):
            lowered = self.lowered.setdefault(number, [0, 0, 0, 0, 0])
            lowered[blow.area] += self.carried.pop(number)  # GL 8.462
        if lowered:
            written -= lowered[blow.area]
        balance = number in self.off_balance
        self.off_balance.discard(number)
        return written, balance, -target.cf if target.cf < 0 else 0

    def _from_behind(self, blow: Blow, target: Fighter) -> bool:
        attacker = self.arena.fighters[blow.attacker]
        offset = (attacker.place[0] - target.place[0], attacker.place[1] - target.place[1])
        return bearing(offset, target.facing)[1] in REAR_SIDES

    def _strength(self, blow: Blow, attacker: Fighter, target: Fighter) -> int:
        """GL 8-halving: losses first, then each halving, rounding down each time."""
        strength = blow.cf
        if attacker.just_recovered:
            strength //= 2  # GL 12.63
        if attacker.posture == "kneeling":
            strength //= 2  # GL 13.3
        if blow.area == LEGS and target.posture == "kneeling":
            strength //= 2  # GL 13.2
        if attacker.one_handed:
            strength //= 2  # GL 18.3
        return strength

    def _strike(self, blow: Blow, meets: tuple[int, bool, int]) -> Phase:
        """GL 8.5: strength less defence, three dice on the results table."""
        arena, table = self.arena, self.table
        attacker, target = arena.fighters[blow.attacker], arena.fighters[blow.target]
        blow.live = False
        if target.status != "fighting":
            return
        arena.quiet = False
        strength = self._strength(blow, attacker, target)
        defence, off_balance, weak = meets
        clauses = ["GL 8.5", "GL 8.5-CRT"]
        modifiers = []
        if off_balance:
            die = table.roll(1, "off balance", "GL 8.6-M")[0]
            defence -= die
            clauses.append("GL 8.6-M")
        advantage = strength - defence
        column, shift = column_and_shift(advantage)
        if shift:
            modifiers.append(Modifier("net advantage", shift))
            clauses.append("GL 8.51" if shift < 0 else "GL 8.52")
        if weak:
            modifiers.append(Modifier("weak defender", weak))
            clauses.append("GL 9.34")
        if target.net_loss:
            modifiers.append(Modifier("just out of the net", target.net_loss))
            clauses.append("GL 17.351b")
        if strength != blow.cf:
            clauses.append("GL 8-halving")
        roll = sum(table.roll(3, "attack", "GL 8.5")) + shift + weak + target.net_loss
        result = combat_result(roll, column)
        effect = effective(result, target)
        clauses.append(RESULT_CLAUSES[result[:2]])
        if effect != result and effect != "P":
            clauses.append("GL 8.6-P")  # for want of a shield a parry, for want of a weapon a hit
        table.tell(
            "attack",
            {
                "fighter": attacker.name,
                "target": target.name,
                "area": AREAS[blow.area],
                "sub": blow.sub,
                "cf": blow.cf,
                "strength": strength,
                "defence": defence,
                "advantage": advantage,
                "result": result,
                "effect": effect,
            },
            tuple(clauses),
            tuple(modifiers),
        )
        if effect == "M":
            self.off_balance.add(blow.attacker)
            self._cancel(blow.attacker)
        elif effect != "-":
            yield from self._effect(blow, attacker, target, effect, strength, advantage + weak)

    def _effect(
        self, blow: Blow, attacker: Fighter, target: Fighter, result: str, strength: int, advantage: int
    ) -> Phase:
        """GL 8.6: shield, parry or body."""
        arena, table = self.arena, self.table
        ruined = False
        if result[0] == "S":
            overflow = damage_shield(table, attacker.strength, strength, target, result)
            ruined = target.shield_boxes == 0
            if overflow:
                result = effective(overflow, target)
            elif result == "S*" and not ruined:
                check_shield_drop(arena, table, attacker.strength, advantage, target)
        if result[0] == "P":
            if result == "P*" and attacker.weapon == "trident":
                self._check_trident(attacker, target)
            check_weapon_drop(arena, table, attacker.strength, advantage, target)
        if result[0] == "H":
            hit(arena, table, target, blow.area, int(result[2:] or 0), self.lose)
        if target.status != "fighting" or not target.weapon or not target.upright:
            self._cancel(target.number)
        if ruined:
            yield from throw_ruined(arena, table, target, self.guard, self.lose)

    def _check_trident(self, attacker: Fighter, target: Fighter) -> None:
        """GL 18.5: a parry of weapon and shield may break it."""
        dice = sum(self.table.roll(2, "trident breaks", "GL 18.5"))
        broken = dice + target.strength >= TRIDENT["break_at"]
        self.table.tell(
            "trident-check",
            {"fighter": attacker.name, "total": dice + target.strength, "breaks": broken},
            ("GL 18.5",),
            (Modifier("opponent's strength", target.strength),),
        )
        if broken:
            break_trident(self.arena, self.table, attacker, TRIDENT["useless_from"])
            self._cancel(attacker.number)

    def guard(self, target: Fighter, area: int) -> int:
        """GL 12.53: the CFs that defend an area against something thrown, attacked before or not."""
        written = self.defences.get(target.number, NO_DEFENCE)[area]
        if target.posture == "prone":
            written //= 2
        lowered = self.lowered.get(target.number)
        return written - (lowered[area] if lowered else 0) - self.carried.get(target.number, 0)

    # -- losses in mid-phase --------------------------------------------------------------------------------

    def lose(self, fighter: Fighter, amount: int) -> None:
        """GL 8.461, 8.462: off the attacks still to come, the rest off the next area attacked."""
        for blow in self.blows:
            if amount <= 0:
                return
            if blow.attacker == fighter.number and blow.live and not blow.fixed:
                taken = min(amount, blow.cf)
                blow.cf -= taken
                amount -= taken
                if not blow.cf:
                    blow.live = False
                self.table.tell(
                    "weakened",
                    {"fighter": fighter.name, "area": AREAS[blow.area], "lost": taken, "left": blow.cf},
                    ("GL 8.46", "GL 8.461"),
                )
        if amount > 0:
            self.carried[fighter.number] = self.carried.get(fighter.number, 0) + amount

    def _cancel(self, number: int) -> None:
        """GL 8.46: no further attacks in this phase."""
        for blow in self.blows:
            if blow.attacker == number and not blow.fixed:
                blow.live = False


def effective(result: str, target: Fighter) -> str:
    """GL 8.6: without a shield S is P; without a weapon, or for P* without either, P is H."""
    if result[0] == "S" and not target.shield:
        result = "P"
    if result[0] == "P" and (not target.weapon or (result == "P*" and not target.shield)):
        return "H"
    return result


RESULT_CLAUSES = {
    "M": "GL 8.6-M",
    "-": "GL 8.6-none",
    "S": "GL 8.6-S",
    "S*": "GL 8.6-S*",
    "P": "GL 8.6-P",
    "P*": "GL 8.6-P*",
    "H": "GL 8.6-H",
    "H+": "GL 8.6-H+",
}
