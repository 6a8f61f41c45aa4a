"""A pouch of dust (GEN dust-1, dust-2): thrown once in a race into the eyes of a driver in the car beside."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ludus.core.chart import Chart, Spot, ladder
from ludus.core.decision import Choice
from ludus.core.errors import DataError
from ludus.core.event import Event, Modifier
from ludus.core.game import Phase
from ludus.core.plain import told
from ludus.core.toml_files import load_table
from ludus.games.circus.chapters.corners import Slide
from ludus.games.circus.editions import SecondEdition
from ludus.games.circus.odds import (
    DEAD,
    FLIPS,
    NOTHING,
    PULLED_OUT,
    SWERVES,
    SWERVES_INTO,
    SWERVES_STRAINING,
    UNHURT,
    Car,
    Odds,
    Sides,
    gathered,
    odds,
    sums,
)
from ludus.games.circus.options.switch import on_off
from ludus.games.circus.state import CAR, Chariot, Race
from ludus.games.circus.threats import Attack, attack_of
from ludus.games.circus.track import IN, OUT, WALL
from ludus.games.circus.words import Answer, Data, Names, at, who

SWERVES_AWAY = Slide("GEN dust-2", "GEN dust-2", "GEN dust-2")
LANES = 2  # of swerving away
SEES = -1

DUST_WORDS = {
    "falls out": "falls from his car",
    "swerves into him": "swerves into the thrower",
    "eye wound": "cannot see to one side, and drives straight on",
    "swerves away": "swerves away two lanes",
    "blinded": "is blinded",
    "gust": "is spared: a gust blows the dust back",
}


@dataclass(frozen=True, slots=True)
class Handful:
    """The dust a driver carries, and what he has got of somebody else's."""

    carried: bool = told("Whether he has not thrown his dust.", default=True)
    straight: int = told("Phases in which he must still drive straight on.", default=0, between=(0, 2))
    fresh: bool = told("Whether that struck him in his own phase, which does not count.", default=False)
    blinded_turn: int = told("The turn in which he was blinded; 0: he sees.", default=0)

    def check(self, race: Race, where: str) -> None:
        latest = race.turn + 1  # a turn whose speeds are still to be noted has not begun when it is read
        if not 0 <= self.blinded_turn <= latest:
            raise DataError(f"{where}.blinded_turn must be 0 to {latest}, not {self.blinded_turn}")


@dataclass(frozen=True, slots=True)
class Pouch(Handful):
    """With eyes full of it the team's speed is fixed."""

    speed: int = told("The team's speed while he is blinded; -1: he sees.", default=SEES, between=(SEES, 99))


@dataclass(frozen=True, slots=True)
class Faces:
    """Two men with dust between them: the hit boxes of the target, both cars, and where he would swerve."""

    hits: int
    his_car: Car
    own_car: Car
    away: str


class Dust(SecondEdition):
    sources: ClassVar[tuple[str, ...]] = ("GEN",)
    adds_to_chariots: ClassVar[Mapping[str, type]] = {"dust": Pouch}
    dust_chart: ClassVar[Mapping[str, Any]] = load_table("ludus.games.circus", "options/arms")["dust"]
    rubs_with_the_turn: ClassVar[bool] = True  # GEN dust-2

    def pouch(self, chariot: Chariot) -> Handful:
        pouch: Handful = chariot.parts["dust"]
        return pouch

    def fixed(self, chariot: Chariot) -> Pouch:
        pouch: Pouch = chariot.parts["dust"]
        return pouch

    def blinded(self, chariot: Chariot) -> bool:
        """GEN dust-2: his eyes are full of dust."""
        return self.fixed(chariot).speed != SEES

    def remarks(self, chariot: Chariot) -> list[str]:
        pouch = self.pouch(chariot)
        return [
            *super().remarks(chariot),
            *(["a pouch of dust"] if pouch.carried else []),
            *(["dust in an eye: must drive straight on"] if pouch.straight else []),
            *([f"blinded: team speed {self.team_speed(chariot)}"] if self.blinded(chariot) else []),
        ]

    # -- the throw -----------------------------------------------------------------------------------------

    def add_more_attacks(self, chariot: Chariot, factors: int, found: dict[str, Attack]) -> None:
        """GEN dust-1: from car to car, once."""
        super().add_more_attacks(chariot, factors, found)
        if chariot.parts["dust"].carried:
            self.add_dust(chariot, found)

    def add_dust(self, chariot: Chariot, found: dict[str, Attack]) -> None:
        """GEN dust-1: at those beside the car."""
        track, occupied = self.race.track, self.race.occupied
        car = track.behind[chariot.square]
        if occupied.keys().isdisjoint(track.attacks[car]) or self.raining():  # GEN rain-dust
            return
        for square in track.attacks[car]:
            if square not in occupied or occupied[square] & 1 != CAR:
                continue
            target = self.race.chariots[occupied[square] >> 1]
            if target.seat != chariot.seat and target.driver == "car":
                side = IN if track.lane[car] < track.lane[target.square] else OUT
                if self.safe_side(target, CAR, side):
                    continue
                found[f"dust {target.faction} driver"] = attack_of("dust", target.number, CAR, side)

    def carry_out_dust(self, chariot: Chariot, attack: Attack) -> Phase:
        """GEN dust-1: two dice plus CDM; hit or miss, the pouch is empty. The defender must hold."""
        target = self.race.chariots[attack.target]
        self.race.move.attacked = (*self.race.move.attacked, self.race.car_square(chariot))
        chariot.alter("dust", carried=False)
        total = sum(self.roll(2, "throwing dust", "GEN dust-1")) + chariot.cdm
        hits = total >= self.dust_chart["needs"]
        self.tell(
            "dust",
            {"chariot": chariot.faction, "target": target.faction, "total": total, "hits": hits},
            ("GEN dust-1",),
            (Modifier("attacker's CDM", chariot.cdm),),
        )
        if hits:
            yield from self.dust_in_the_eyes(chariot, target, attack.side)

    def dust_clause(self, result: str) -> str:
        """Whence a result comes."""
        return "GEN dust-2"

    def dust_result(self, total: int) -> str:
        """GEN dust-2: below 2 is 2, above 12 is 12."""
        return str(self.dust_chart["rows"][min(max(total, 2), 12) - 2])

    def more_tables(self) -> tuple[Chart, ...]:
        made = ladder("two dice plus the defender's CDM", 2, 12, lambda total: (self.dust_result(total),), "both")
        how = f"It hits on {self.dust_chart['needs']} or more, two dice and the CDM."
        return (*super().more_tables(), self.single("dust", "Dust in the eyes", "GEN dust-2", how, made))

    def charted_dust_result(self, event: Event) -> Iterator[Spot]:
        return self.spot("dust", event, "dust in the eyes")

    def dust_in_the_eyes(self, chariot: Chariot, target: Chariot, side: int) -> Phase:
        """GEN dust-2: two dice plus the defender's CDM."""
        cdm = self.defending_cdm(target)
        result = self.dust_result(sum(self.roll(2, "dust in the eyes", "GEN dust-2")) + cdm)
        clause = self.dust_clause(result)
        self.tell(
            "dust-result",
            {"chariot": target.faction, "by": chariot.faction, "result": result},
            tuple(dict.fromkeys(("GEN dust-2", clause))),
            (Modifier("defender's CDM", cdm),),
        )
        if result == "falls out":
            self.pull_from_car(target, clause)
        elif result == "swerves into him":
            self.hit_car(target, side, self.damage_modifiers(chariot, -side), clause)
            self.hit_car(chariot, -side, self.damage_modifiers(target, side), clause)
            self.after_ram(target, chariot)
        elif result == "eye wound":
            self.dust_one_eye(target, side)
        elif result == "swerves away":
            yield from self.swerve_away(target, -side)
        elif result == "blinded":
            self.blind(target)
        else:
            self.dust_one_eye(chariot, -side)

    def swerve_away(self, target: Chariot, direction: int) -> Phase:
        """GEN dust-2: two lanes as in CM 7.33-SS; inwards in a corner the lane it comes to may be strained."""
        lane = self.race.track.lane
        before = lane[target.square]
        yield from self.forced_sideslip(target, direction, LANES, SWERVES_AWAY)
        if target.on_track and lane[target.square] < before:
            yield from self.strain(target, self.swerving_speed(target))

    def dust_one_eye(self, chariot: Chariot, side: int) -> None:
        """GEN dust-2: as critical hit 5, and straight on for two movement turns."""
        chariot.eye_left = chariot.eye_left or side == IN
        chariot.eye_right = chariot.eye_right or side == OUT
        chariot.alter("dust", straight=self.dust_chart["straight"], fresh=self.race.mover == chariot.number)

    def blind(self, chariot: Chariot) -> None:
        """GEN dust-2: two hits, and half the team's speed, fixed until he can see again."""
        self.go_blind(chariot)
        self.hurt_driver(chariot, self.dust_chart["blinded_hits"], self.dust_clause("blinded"))
        if chariot.hits == 0:
            self.flip(chariot, "CM 9.43-W3")

    def go_blind(self, chariot: Chariot) -> None:
        """GEN dust-2: half the team's speed of this moment."""
        chariot.alter("dust", speed=(self.team_speed(chariot) + 1) // 2, blinded_turn=self.race.turn)

    # -- what it does ----------------------------------------------------------------------------------------

    def start_turn(self) -> None:
        """GEN dust-2: a blinded man throws one die a turn, the first in his next turn."""
        super().start_turn()
        if self.rubs_with_the_turn:
            for chariot in self.race.chariots:
                here = chariot.on_track and chariot.driver == "car"
                if here and self.blinded(chariot) and self.pouch(chariot).blinded_turn < self.race.turn:
                    self.rub_eyes(chariot, "GEN dust-2")

    def rub_eyes(self, chariot: Chariot, clause: str) -> None:
        """GEN dust-2: he sees again on a 5 or 6."""
        die = self.roll(1, "rubbing his eyes", clause)[0]
        sees = die in self.dust_chart["recovers"]
        if sees:
            self.see_again(chariot)
        self.tell("sight", {"chariot": chariot.faction, "die": die, "sees": sees}, (clause,))

    def see_again(self, chariot: Chariot) -> None:
        chariot.alter("dust", speed=SEES)

    def team_speed(self, chariot: Chariot) -> int:
        """GEN dust-2: fixed at the half; but horses that can do less do less."""
        speed, fixed = super().team_speed(chariot), self.fixed(chariot).speed
        return speed if fixed == SEES or chariot.driver != "car" else min(speed, fixed)

    def driven_speed(self, chariot: Chariot) -> int:
        """GEN dust-2: the CDM counts with what is left of the team's speed."""
        speed = self.team_speed(chariot)
        return speed + chariot.cdm if chariot.driver == "car" else speed

    def must_go_straight(self, chariot: Chariot) -> bool:
        """GEN dust-2: with dust in one eye."""
        pouch: Handful = chariot.parts["dust"]
        return pouch.straight > 0 and not pouch.fresh and chariot.driver == "car"

    def sideslips(self, chariot: Chariot, factors: int) -> tuple[str, ...]:
        slips = super().sideslips(chariot, factors)
        return self.avoiding(chariot, factors, slips) if self.must_go_straight(chariot) else slips

    def avoiding(self, chariot: Chariot, factors: int, ways: tuple[str, ...]) -> tuple[str, ...]:
        """GEN dust-2: straight on but to avoid other chariots, and then to the outside where that is possible."""
        if self.race.occupied.keys().isdisjoint(self.way_on(chariot, factors)):
            return ()
        return tuple(way for way in ways if way.endswith("out")) or ways

    def end_own_phase(self, chariot: Chariot) -> None:
        """GEN dust-2: a movement turn of driving straight on is over."""
        super().end_own_phase(chariot)
        pouch: Handful = chariot.parts["dust"]
        if pouch.fresh:
            chariot.alter("dust", fresh=False)
        elif pouch.straight:
            chariot.alter("dust", straight=pouch.straight - 1)

    # -- odds and words ----------------------------------------------------------------------------------------

    @odds
    def dust_odds(self, cdm: int, his_cdm: int, faces: Faces) -> Sides:
        """GEN dust-1, dust-2: what the throw comes to."""
        hits = sum(chance for total, chance in sums(2).items() if total + cdm >= self.dust_chart["needs"])
        his: list[tuple[str, float]] = [(NOTHING, 1 - hits)]
        own: list[tuple[str, float]] = [(UNHURT, 1 - hits)]
        for total, share in sums(2).items():
            target, thrower = self.dust_endings(self.dust_result(total + his_cdm), faces)
            his += [(word, hits * share * chance) for word, chance in target.items()]
            own += [(word, hits * share * chance) for word, chance in thrower.items()]
        return Sides(gathered(his), gathered(own))

    def dust_endings(self, result: str, faces: Faces) -> tuple[Odds, Odds]:
        """What a row of the table means for both."""
        if result == "swerves into him":
            his, own = faces.his_car, faces.own_car
            return self.hit_car_odds(his, own.modifier), self.hit_car_odds(own, his.modifier)
        if result == "gust":
            return {NOTHING: 1.0}, {"eye wound": 1.0}
        blinded = DEAD if faces.hits <= self.dust_chart["blinded_hits"] else result
        words = {"falls out": PULLED_OUT, "swerves away": faces.away, "blinded": blinded}
        return {words.get(result, result): 1.0}, {UNHURT: 1.0}

    def away_word(self, target: Chariot, direction: int) -> str:
        """What swerving away would come to."""
        if self.cannot_move(target):
            return NOTHING
        there = target
        for _ in range(LANES):
            square = self.race.track.slip[direction][there.square]
            if square == WALL:
                return FLIPS
            if self.blockers(there, square):
                return SWERVES_INTO
            there = at(target, square, target.leg)
        strains = direction == IN and self.strain_here(there, self.swerving_speed(target))
        return SWERVES_STRAINING if strains else SWERVES

    def dust_answer(self, chariot: Chariot, choice: Choice, attack: Attack) -> Answer:
        target, side = self.race.chariots[attack.target], attack.side
        cars = self.car_in_ram(target, side), self.car_in_ram(chariot, -side)
        faces = Faces(target.hits, *cars, self.away_word(target, -side))
        sides = self.dust_odds(chariot.cdm, self.defending_cdm(target), faces)
        return self.sure_answer(
            chariot, choice, attack, "Throw dust at", "driver", sides.target, "GEN dust-1", sides.attacker
        )

    def attack_means(self) -> dict[str, str]:
        return {**super().attack_means(), "dust driver": "throw dust at the driver"}

    def say_dust(self, data: Data, names: Names) -> str:
        words = "in the eyes" if data["hits"] else "and misses"
        return f"{who(data)} throws dust at {data['target']}'s driver {words} ({data['total']})."

    def say_dust_result(self, data: Data, names: Names) -> str:
        return f"{who(data)}'s driver {DUST_WORDS[data['result']]}."

    def say_sight(self, data: Data, names: Names) -> str:
        return f"{who(data)}'s driver {'can see again' if data['sees'] else 'still cannot see'} ({data['die']})."


DUST = on_off(
    "dust",
    "Pouch of dust",
    "Once in a race a driver may throw dust into the eyes of a man in the car beside him. With the 32-point builds it "
    "is bought, else everybody has a pouch.",
    "GEN dust-1",
    "The General's options",
    Dust,
)
