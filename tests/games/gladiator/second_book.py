"""The combat of a duel once more, written from the clauses alone: GL 8.4 to 10.3 without the engine.

It has its own tables and its own dice, and says for what it rolled. A ruined shield simply falls (`throws` is off).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

# GL 8.5-CRT: rolls 3 to 18, columns 0 to 5.
CRT = [
    row.split()
    for row in """M - - - - S
- - - S S S
- - - S S S
- - S S S S*
- S S S S* P
S S S S* P P
S S S* P P P*
S S* P P P* H
S* P P P* H H
P P P* H H H+1
P P* H H H+1 H+2
P* H H H+1 H+2 H+3
H H H+1 H+2 H+3 H+4
H H+1 H+2 H+3 H+4 H+5
H+1 H+2 H+3 H+4 H+5 H+6
H+2 H+3 H+4 H+5 H+6 H+7""".splitlines()
]
# GL 9.1-table, 9.4-table (from 6 to 14), 3-8b (boxes under one CF), 8.42.
WOUNDS = {9: 1, 10: 1, 11: 2, 12: 2, 13: 3, 14: 3, 15: 4, 16: 5, 17: 6, 18: 7}
CRITICAL = (
    ["-", "1", "V", "S", "H", "2x", "2xM", "3xM", "K"],
    ["-", "-", "1", "1", "ST", "2x", "2xM", "3xM", "K"],
    ["-", "-", "1", "1", "AG", "2x", "2xM", "3xM", "K"],
    ["-", "-", "-", "1", "ST", "WD", "SD", "SAM", "2xM"],
    ["-", "-", "-", "1", "AG", "LMP", "STU", "SAM", "2xM"],
)
WIDTHS = (1, 2, 2, 3, 3)
SUBS: tuple[tuple[int, ...], ...] = ((), (3,), (2, 4), (1, 3, 5), (1, 2, 4, 5), (1, 2, 3, 4, 5))
ARMOUR = {"A": -8, "B": -6, "C": -3}
HEAD, ARMS, LEGS = 0, 3, 4


@dataclass(slots=True)
class Swordsman:
    """What the combat of one phase knows of a man, and does to him."""

    cf: int
    strength: int
    constitution: int
    capacity: int
    wounds: list[int]
    armour: list[str]
    weapon: str
    shield: str
    boxes: int
    net: bool
    posture: str
    recovered: bool
    stun: int
    net_loss: int
    counter: int
    defence: Sequence[int] = (0, 0, 0, 0, 0)
    agility_lost: int = 0
    lowered: list[int] = field(default_factory=lambda: [0] * 5)
    carried: int = 0
    off_balance: bool = False
    dead: bool = False
    mortal: bool = False

    def lost(self, area: int) -> int:
        """GL 3-8b, 9.31: categories with a wound over them; box 1 is K."""
        boxes = range(max(2, self.capacity - self.wounds[area] + 1), self.capacity + 1)
        return len({-(-box // WIDTHS[area]) for box in boxes})


@dataclass(slots=True)
class Cut:
    """One attack."""

    who: int
    area: int
    cf: int
    sub: int
    due: bool = True
    fixed: bool = False


Met = tuple[int, bool, int, int, int, bool, bool]


class SecondBook:
    """The five sub-phases of a duel."""

    def __init__(self, men: tuple[Swordsman, Swordsman], dice: Sequence[int]) -> None:
        self.men = men
        self.dice = dice
        self.used = 0
        self.reasons: list[str] = []
        self.cuts: list[Cut] = []

    def plan(self, who: int, attacks: Sequence[tuple[int, int]], defence: Sequence[int]) -> None:
        self.men[who].defence = defence
        for (area, cf), sub in zip(attacks, SUBS[len(attacks)], strict=True):
            self.cuts.append(Cut(who, area, cf, sub))

    def roll(self, count: int, reason: str) -> int:
        shown = self.dice[self.used : self.used + count]
        self.used += count
        self.reasons.append(reason)
        return sum(shown)

    def fight(self) -> None:
        """GL 8.42 to 8.45."""
        for sub in range(1, 6):
            while due := [cut for cut in self.cuts if cut.sub == sub and cut.due]:
                most = max(cut.cf for cut in due)
                together = sorted((cut for cut in due if cut.cf == most), key=lambda cut: self.men[cut.who].counter)
                for cut in together:
                    cut.fixed = len(together) > 1
                met = [self.meet(cut) for cut in together]
                ruined = [self.strike(cut, each) for cut, each in zip(together, met, strict=True)]
                for man in ruined:
                    if man is not None and not any(each.dead for each in self.men):  # else all is over
                        man.shield = ""

    def meet(self, cut: Cut) -> Met:
        man, foe = self.men[cut.who], self.men[1 - cut.who]
        foe.lowered[cut.area] += foe.carried
        foe.carried = 0
        guard = foe.defence[cut.area] // (2 if foe.posture == "prone" else 1) - foe.lowered[cut.area]
        halvings = man.recovered + (man.posture == "kneeling") + (cut.area == LEGS and foe.posture == "kneeling")
        halvings += man.weapon == "trident" and bool(man.net or man.shield)
        balance, foe.off_balance = foe.off_balance, False
        return guard, balance, max(0, -foe.cf), halvings, man.strength, bool(foe.weapon), bool(foe.shield)

    def strike(self, cut: Cut, met: Met) -> Swordsman | None:
        man, foe = self.men[cut.who], self.men[1 - cut.who]
        cut.due = False
        if foe.dead:
            return None
        guard, balance, weak, halvings, strength, armed, shielded = met
        cf = cut.cf
        for _ in range(halvings):
            cf //= 2
        if balance:
            guard -= self.roll(1, "off balance")
        net = cf - guard
        column = min(max(net, 0), 5)
        total = self.roll(3, "attack") + weak + foe.net_loss + net - column
        result = CRT[max(total, 3) - 3][column] if total <= 18 else f"H+{total - 16 + column}"
        if result == "M":
            man.off_balance = True
            self.cancel(cut.who)
            return None
        if result[0] == "S" and not shielded:
            result = "P"
        if result[0] == "P" and (not armed or (result == "P*" and not shielded)):
            result = "H"
        ruined = None
        if result[0] == "S" and foe.shield:
            result, ruined = self.on_shield(foe, result, strength, cf, net + weak)
        if result[0] == "P":
            if result == "P*" and man.weapon == "trident" and self.roll(2, "trident breaks") + foe.strength >= 12:
                self.fall("the fragment")
                man.weapon = ""
                self.cancel(cut.who)
            if foe.weapon and self.roll(3, "weapon drop") - strength - net - weak - foe.lost(ARMS) <= 0:
                self.fall()
                foe.weapon = ""
        if result[0] == "H":
            self.hit(1 - cut.who, cut.area, int(result[2:] or 0))
        if foe.dead or not foe.weapon or foe.posture == "prone":
            self.cancel(1 - cut.who)
        return ruined

    def on_shield(self, foe: Swordsman, result: str, strength: int, cf: int, drop: int) -> tuple[str, Swordsman | None]:
        """GL 10.2 to 10.3, 12.1: what comes through, and whose shield is ruined."""
        due = max(0, self.roll(3, "shield damage") + strength + cf + (result == "S*") - foe.boxes + 1)
        over = due - foe.boxes
        foe.boxes = max(0, -over)
        if over > 0:
            return ("P" if over <= 3 and foe.weapon else "H"), foe
        if over == 0:
            return "-", foe
        if result == "S*" and self.roll(3, "shield drop") - strength - drop <= 0:
            self.fall()
            foe.shield = ""
        return "-", None

    def hit(self, who: int, area: int, plus: int) -> None:
        """GL 9."""
        man = self.men[who]
        code = man.armour[area]
        worn = ARMOUR[code[0]] if code else 0
        if len(code) > 1 and self.roll(2, "coverage") > int(code[1:]):
            worn = 0
        total = self.roll(3, "wounds") + plus + worn
        if total < 9:
            return
        if total > 18:
            man.dead = True
            return
        wounds = WOUNDS[total]
        critical = CRITICAL[area][min(max(self.roll(2, "critical hit") + wounds - 1, 6), 14) - 6]
        if critical == "H" and not man.armour[HEAD]:
            critical = "3xM"
        wounds = wounds + 1 if critical == "1" else wounds * {"2x": 2, "3x": 3}.get(critical[:2], 1)
        before = man.lost(area)
        man.wounds[area] = min(man.capacity, man.wounds[area] + wounds)
        lost = man.lost(area) - before + (critical == "V")
        man.cf -= lost
        man.mortal |= critical.endswith("M")
        man.strength -= critical == "ST"
        man.agility_lost += critical == "AG"
        if critical == "H":
            man.armour[HEAD] = ""
        if critical == "K" or man.wounds[area] >= man.capacity:
            man.dead = True
            return
        if critical == "S":
            stun = max(1, self.roll(2, "stun") - man.constitution)
            man.stun += stun
            lost += stun
        self.lose(who, lost)
        if critical == "WD" and man.weapon:
            self.fall()
            man.weapon = ""
        if critical == "SD" and man.shield:
            self.fall()
            man.shield = ""
        if man.stun and man.cf <= man.stun:
            man.posture = "prone"

    def fall(self, last: str = "") -> None:
        """GL 12.4, 18.6."""
        for reason in ("direction of the drop", "distance of the drop", *((last,) if last else ())):
            self.roll(1, reason)

    def lose(self, who: int, amount: int) -> None:
        """GL 8.461, 8.462."""
        for cut in self.cuts:
            if cut.who == who and cut.due and not cut.fixed:
                taken = min(amount, cut.cf)
                cut.cf -= taken
                amount -= taken
                cut.due = cut.cf > 0
        self.men[who].carried += amount

    def cancel(self, who: int) -> None:
        for cut in self.cuts:
            if cut.who == who and not cut.fixed:
                cut.due = False
