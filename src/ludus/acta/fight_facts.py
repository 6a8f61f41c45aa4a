"""What happened in a fight, out of its record: an event `wound` is read by `read_wound`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ludus.core.record import read_events

Data = Mapping[str, Any]

MORTAL = ("K", "2xM", "3xM")


@dataclass(slots=True)
class Man:
    """A gladiator in a fight, and what became of him."""

    name: str
    seat: int
    owner: str
    kind: str
    side: int
    left_handed: bool = False
    blows: int = 0
    struck: int = 0  # blows that drew blood
    wounds: int = 0  # that he has taken
    falls: int = 0
    shoves: int = 0  # collisions in which he kept the ground
    nets: int = 0
    disarmed: int = 0
    fate: str = ""  # "dead", "spared", "surrendered", "resigned", "dies later"
    why: str = ""  # how he died or came to appeal
    won: bool = False
    killed: bool = False  # by him, somebody was

    @property
    def full(self) -> str:
        return f"{self.name}, {self.kind_words} of {self.owner}"

    @property
    def kind_words(self) -> str:
        return self.kind if self.kind == "retiarius" else f"{self.kind} gladiator"


@dataclass(slots=True)
class Blow:
    """Something worth a sentence."""

    kind: str
    event: int
    turn: int
    a: Man
    b: Man | None = None
    more: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class FightFacts:
    """A fight, read."""

    names: Sequence[str]
    men: dict[str, Man] = field(default_factory=dict)
    turns: int = 0
    blows: list[Blow] = field(default_factory=list)
    reason: str = ""
    winners: list[Man] = field(default_factory=list)
    last_event: int = 0

    def of(self, *kinds: str) -> list[Blow]:
        return [each for each in self.blows if each.kind in kinds]

    @property
    def losers(self) -> list[Man]:
        return [each for each in self.men.values() if not each.won]


def read_fight(record: Mapping[str, Any], names: Sequence[str] = ()) -> FightFacts:
    """A fight that is over; `names` are those of the owners, where the record does not know them."""
    reader = FightReader(record, names or record["names"])
    for number, event in enumerate(read_events(record)):
        if event.get("seats") is None:
            reader.read(number, event["kind"], event["data"])
    return reader.facts


class FightReader:
    """Reads one event after the other."""

    def __init__(self, record: Mapping[str, Any], names: Sequence[str]) -> None:
        self.facts = FightFacts(list(names))
        self.event = 0
        self.striker: Man | None = None  # whose blow is being settled, and at whom
        self.struck = ""
        position = record["position"] or {}
        for number, written in enumerate(position.get("fighters", ())):
            if isinstance(written, Mapping) and "name" in written:
                seat = written.get("seat", number)
                self.meet(written["name"], seat, written.get("type", "gladiator"), written.get("side", number % 2))

    def read(self, number: int, kind: str, data: Data) -> None:
        self.event = self.facts.last_event = number
        read = getattr(self, f"read_{kind.replace('-', '_')}", None)
        if read is not None:
            read(data)

    def man(self, name: str) -> Man:
        if name not in self.facts.men:
            self.meet(name, -1, "gladiator", 0)
        return self.facts.men[name]

    def meet(self, name: str, seat: int, kind: str, side: int) -> Man:
        names = self.facts.names
        owner = names[seat] if 0 <= seat < len(names) else "nobody"
        self.facts.men[name] = Man(name, seat, owner, kind, side)
        return self.facts.men[name]

    def note(self, kind: str, name: str, b: Man | None = None, **more: Any) -> None:
        self.facts.blows.append(Blow(kind, self.event, self.facts.turns, self.man(name), b, more))

    # -- who is there ----------------------------------------------------------------------------------------

    def read_gladiator(self, data: Data) -> None:
        man = self.meet(data["fighter"], data["seat"], data["type"], data["side"])
        man.left_handed = data["left_handed"]

    def read_turn(self, data: Data) -> None:
        self.facts.turns = data["turn"]

    def read_plots(self, data: Data) -> None:
        self.striker = None

    # -- blows -----------------------------------------------------------------------------------------------

    def read_attack(self, data: Data) -> None:
        self.striker, self.struck = self.man(data["fighter"]), data["target"]
        self.striker.blows += 1

    def read_thrown_weapon(self, data: Data) -> None:
        self.striker, self.struck = None, data["target"]
        if data["result"].startswith("H"):
            self.note("thrown", data["target"], area=data["area"])

    def by(self, name: str) -> Man | None:
        return self.striker if self.struck == name else None

    def read_wound(self, data: Data) -> None:
        wounds = data["wounds"]
        man = self.man(data["fighter"])
        deadly = wounds < 0 or data["critical"] in MORTAL
        if wounds > 0:
            man.wounds += wounds
        by = self.by(man.name)
        if by is not None and (wounds or deadly):
            by.struck += 1
        if wounds or deadly:
            self.note("wound", man.name, by, area=data["area"], wounds=wounds, critical=data["critical"])

    def read_collision(self, data: Data) -> None:
        winner = self.man(data["winner"])
        winner.shoves += 1
        other = data["other"] if data["winner"] == data["fighter"] else data["fighter"]
        self.note("collision", other, winner)

    def read_prone(self, data: Data) -> None:
        man = self.man(data["fighter"])
        man.falls += 1
        self.note("prone", man.name, why=data["why"])

    def read_unconscious(self, data: Data) -> None:
        self.note("unconscious", data["fighter"])

    def read_drop(self, data: Data) -> None:
        man = self.man(data["fighter"])
        man.disarmed += 1
        self.note("drop", man.name, self.by(man.name), item=data["item"])

    def read_ensnared(self, data: Data) -> None:
        by = self.man(data["by"])
        by.nets += 1
        self.note("ensnared", data["fighter"], by)

    def read_struggle(self, data: Data) -> None:
        if data["free"]:
            self.note("free", data["fighter"])

    def read_grab(self, data: Data) -> None:
        if data["lost"]:
            self.note("net-lost", data["fighter"], self.man(data["target"]))

    def read_trident_breaks(self, data: Data) -> None:
        self.note("trident", data["fighter"])

    def read_shield(self, data: Data) -> None:
        if not data["left"] and data["boxes"]:
            self.note("shield", data["fighter"], self.by(data["fighter"]))

    # -- the end ---------------------------------------------------------------------------------------------

    def ends(self, name: str, fate: str, why: str) -> None:
        man = self.man(name)
        man.fate, man.why = fate, why

    def read_surrender(self, data: Data) -> None:
        self.ends(data["fighter"], "surrendered", data["why"])
        self.note("surrender", data["fighter"], self.man(data["victor"]))

    def read_appeal_refused(self, data: Data) -> None:
        self.note("refused", data["fighter"], self.man(data["victor"]))

    def read_verdict(self, data: Data) -> None:
        victor = self.man(data["victor"])
        self.ends(data["fighter"], "spared" if data["spared"] else "dead", data["why"])
        victor.killed = victor.killed or not data["spared"]
        kind = "spared" if data["spared"] else "condemned"
        self.note(kind, data["fighter"], victor, why=data["why"], total=data["total"], needed=data["needed"])

    def read_death(self, data: Data) -> None:
        self.ends(data["fighter"], "dead", data["why"])
        by = self.by(data["fighter"]) if data["why"] != "bled to death" else None
        if by is not None:
            by.killed = True
        self.note("death", data["fighter"], by, why=data["why"])

    def read_dies_later(self, data: Data) -> None:
        self.ends(data["fighter"], "dies later", "his wounds")
        self.note("dies-later", data["fighter"])

    def read_resigned(self, data: Data) -> None:
        self.ends(data["fighter"], "resigned", "")
        self.note("resigned", data["fighter"])

    def read_end(self, data: Data) -> None:
        facts = self.facts
        facts.reason = data["reason"]
        for man in facts.men.values():
            man.won = man.seat in data["winners"]
        facts.winners = [man for man in facts.men.values() if man.won]
