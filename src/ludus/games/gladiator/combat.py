"""The five sub-phases (GL 8.4 to 8.6): attacks one after another, each taking effect at once."""

from __future__ import annotations

from collections.abc import Mapping

from ludus.core.event import Modifier
from ludus.core.game import Phase
from ludus.core.table import Table
from ludus.games.gladiator.advantage import Engagement, from_behind
from ludus.games.gladiator.allocation import NO_DEFENCE, Allotment
from ludus.games.gladiator.charts import AREAS, LEGS, SUB_PHASES, TRIDENT, column_and_shift, combat_result
from ludus.games.gladiator.fighter import Fighter
from ludus.games.gladiator.modifiers import modifier
from ludus.games.gladiator.postures import break_trident
from ludus.games.gladiator.shield import check_shield_drop, check_weapon_drop, damage_shield
from ludus.games.gladiator.state import Arena
from ludus.games.gladiator.throwing import throw_ruined
from ludus.games.gladiator.wounds import hit


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


# Both men as they are when a blow falls: the defence, whether the target is off balance, how far his CF is below zero
# (GL 9.34), the clauses that halve the blow, the attacker's Strength, and whether the target has a weapon and a shield.
# Equal blows have all met before any takes effect (GL 8.45).
Meeting = tuple[int, bool, int, list[str], int, bool, bool]


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
        self.beset = {number for number, each in engagements.items() if len(each.attackers) > 1}
        self.attacked: set[int] = set()
        self.defences: dict[int, tuple[int, ...]] = {}
        self.lowered: dict[int, list[int]] = {}  # what carried losses have taken off each area
        self.carried: dict[int, int] = {}
        self.blows: list[Blow] = []
        self.sub_phases: tuple[list[Blow], ...] = ([], [], [], [], [])
        for number in arena.active:
            allotment = allotments.get(number)
            if allotment is not None:
                self.defences[number] = allotment.defence
                attacks = allotment.attacks
                for sub, (target, area, cf) in zip(SUB_PHASES[len(attacks)], attacks, strict=True):
                    blow = Blow(number, target, area, cf, sub)
                    self.blows.append(blow)
                    self.sub_phases[sub - 1].append(blow)
                    self.attacked.add(target)

    # -- sequence -----------------------------------------------------------------------------------------

    def fight(self) -> Phase:
        """GL 8.42, GL 8.44, GL 8.45: sub-phase by sub-phase, the strongest first."""
        for blows in self.sub_phases:
            due = [blow for blow in blows if blow.live] if blows else blows
            while due:
                together = self._first(due) if len(due) > 1 else due
                if len(together) == 1:
                    ruined = [self._strike(together[0], self._meet(together[0]))]
                else:
                    ruined = self._strike_together(together)
                for target in ruined:
                    if target is not None and not self.arena.one_sided:
                        yield from throw_ruined(self.arena, self.table, target, self.guard, self.lose)
                        self._cancel_fallen()
                due = [blow for blow in due if blow.live] if len(due) > 1 else []

    def _first(self, due: list[Blow]) -> list[Blow]:
        """GL 8.45, 20.2: more CFs first; but a man whom nobody attacks in this phase before all others."""
        ranks = [(blow.attacker in self.attacked, -blow.cf) for blow in due]
        first = min(ranks)
        return [blow for blow, rank in zip(due, ranks, strict=True) if rank == first]

    def _strike_together(self, together: list[Blow]) -> list[Fighter | None]:
        """GL 8.45: equal attacks, of which none feels anything of the others."""
        for blow in together:
            blow.fixed = True
        meetings = [self._meet(blow) for blow in together]
        return [self._strike(blow, meeting) for blow, meeting in zip(together, meetings, strict=True)]

    # -- one attack ---------------------------------------------------------------------------------------

    def _meet(self, blow: Blow) -> Meeting:
        """What the attack meets with, and what it comes with."""
        attacker, target = self.arena.fighters[blow.attacker], self.arena.fighters[blow.target]
        written = self._written(blow.target, blow.area, attacker)
        balance, target.off_balance = target.off_balance, False
        return (
            written,
            balance,
            -target.cf if target.cf < 0 else 0,
            halvings(attacker, target, blow.area),
            attacker.strength,
            bool(target.weapon),
            bool(target.shield),
        )

    def _strike(self, blow: Blow, meeting: Meeting) -> Fighter | None:
        """GL 8.5: strength less defence, three dice on the results table. Gives back a man whose shield is ruined."""
        arena, table = self.arena, self.table
        attacker, target = arena.fighters[blow.attacker], arena.fighters[blow.target]
        blow.live = False
        if target.status != "fighting":
            return None
        arena.quiet = False
        defence, off_balance, weak, halved, might, armed, shielded = meeting
        strength = blow.cf >> len(halved)  # GL 8-halving: rounding down each time
        clauses: list[str] = []
        modifiers: list[Modifier] = []
        if off_balance:
            die = table.roll(1, "off balance", "GL 8.6-M")[0]
            defence -= die
            clauses.append("GL 8.6-M")
        advantage = strength - defence
        column, shift = column_and_shift(advantage)
        if shift:
            modifiers.append(modifier("net advantage", shift))
            clauses.append("GL 8.51" if shift < 0 else "GL 8.52")
        if weak:
            modifiers.append(modifier("weak defender", weak))
            clauses.append("GL 9.34")
        if target.net_loss:
            modifiers.append(modifier("just out of the net", target.net_loss))
            clauses.append("GL 17.351b")
        if halved:
            clauses += ["GL 8-halving", *halved]
        roll = sum(table.roll(3, "attack", "GL 8.5")) + shift + weak + target.net_loss
        result = combat_result(roll, column)
        effect = effective(result, armed, shielded)
        if effect != result and effect == "H" and result[0] == "S":
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
            tuple(dict.fromkeys((*RESULT_CLAUSES[result[:2]], *clauses))) if clauses else RESULT_CLAUSES[result[:2]],
            tuple(modifiers),
        )
        if effect == "M":
            attacker.off_balance = True
            self._cancel(blow.attacker)
        elif effect != "-":
            return self._effect(blow, attacker, target, effect, strength, might, advantage + weak)
        return None

    def _effect(
        self, blow: Blow, attacker: Fighter, target: Fighter, result: str, strength: int, might: int, advantage: int
    ) -> Fighter | None:
        """GL 8.6: shield, parry or body. What an equal blow has just taken from him cannot suffer again."""
        arena, table = self.arena, self.table
        ruined = False
        if result[0] == "S" and target.shield_boxes:
            overflow = damage_shield(table, might, strength, target, result)
            ruined = target.shield_boxes == 0
            if overflow:
                result = effective(overflow, bool(target.weapon), True)
            elif result == "S*" and not ruined:
                check_shield_drop(arena, table, might, advantage, target)
        if result[0] == "P":
            if result == "P*" and attacker.weapon == "trident":
                self._check_trident(attacker, target)
            if target.weapon:
                check_weapon_drop(arena, table, might, advantage, target)
        if result[0] == "H":
            hit(arena, table, attacker, target, blow.area, int(result[2:] or 0), self.lose)
        if target.status != "fighting" or not target.weapon or not target.upright:
            self._cancel(target.number)
        return target if ruined else None

    def _check_trident(self, attacker: Fighter, target: Fighter) -> None:
        """GL 18.5: a parry of weapon and shield may break it."""
        dice = sum(self.table.roll(2, "trident breaks", "GL 18.5"))
        broken = dice + target.strength >= TRIDENT["break_at"]
        self.table.tell(
            "trident-check",
            {"fighter": attacker.name, "total": dice + target.strength, "breaks": broken},
            ("GL 18.5",),
            (modifier("opponent's strength", target.strength),),
        )
        if broken:
            break_trident(self.arena, self.table, attacker, TRIDENT["useless_from"])
            self._cancel(attacker.number)

    def _written(self, number: int, area: int, attacker: Fighter) -> int:
        """What he has on an area against one attacker: nothing behind his back (GL 20.3), on the ground half of it
        (GL 15.4, 8.46), and less what he has lost so far."""
        target = self.arena.fighters[number]
        written = self.defences.get(number, NO_DEFENCE)[area]
        if number in self.beset and from_behind(attacker, target):
            written = 0
        elif target.posture == "prone":
            written //= 2
        lowered = self.lowered.get(number)
        if self.carried.get(number):
            lowered = self.lowered.setdefault(number, [0, 0, 0, 0, 0])
            lowered[area] += self.carried.pop(number)  # GL 8.462
        return written - lowered[area] if lowered else written

    def guard(self, thrower: Fighter, target: Fighter, area: int) -> int:
        """GL 12.53: the CFs that defend an area against something thrown, attacked before or not."""
        return self._written(target.number, area, thrower)

    def note_guards(self) -> None:
        """What is left for whatever is thrown when the sub-phases are over."""
        for number, defence in self.defences.items():
            man = self.arena.fighters[number]
            lowered = self.lowered.get(number, NO_DEFENCE)
            if man.posture == "prone" or number in self.lowered:
                half = man.posture == "prone"
                defence = tuple([(each >> half) - less for each, less in zip(defence, lowered, strict=True)])
            man.guard = defence
            man.carried = self.carried.get(number, 0)
            man.beset = number in self.beset

    # -- losses in mid-phase --------------------------------------------------------------------------------

    def lose(self, fighter: Fighter, amount: int) -> None:
        """GL 8.461, GL 8.462: off the attacks to come, the rest off the next area attacked (GL 9.34-example-b)."""
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

    def _cancel_fallen(self) -> None:
        """GL 8.46, 12.51: a thrown shield may have laid somebody flat."""
        for man in self.arena.men:
            if not man.upright:
                self._cancel(man.number)


def halvings(attacker: Fighter, target: Fighter, area: int) -> list[str]:
    """GL 8-halving: the clauses that halve an attack, each in its turn."""
    found = []
    if attacker.just_recovered:
        found.append("GL 12.63")
    if attacker.posture == "kneeling":
        found.append("GL 13.3")
    if area == LEGS and target.posture == "kneeling":
        found.append("GL 13.2")
    if attacker.one_handed:
        found.append("GL 18.3")
    return found


def effective(result: str, armed: bool, shielded: bool) -> str:
    """GL 8.6: without a shield S is P, which a trident parries too (GL 18.1); without a weapon, or for P* without
    either, P is H."""
    if result[0] == "S" and not shielded:
        result = "P"
    if result[0] == "P" and (not armed or (result == "P*" and not shielded)):
        return "H"
    return result


RESULT_CLAUSES = {
    result: ("GL 8.5", "GL 8.5-CRT", clause)
    for result, clause in {
        "M": "GL 8.6-M",
        "-": "GL 8.6-none",
        "S": "GL 8.6-S",
        "S*": "GL 8.6-S*",
        "P": "GL 8.6-P",
        "P*": "GL 8.6-P*",
        "H": "GL 8.6-H",
        "H+": "GL 8.6-H+",
    }.items()
}
