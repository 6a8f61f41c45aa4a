"""CM 12: flipped cars, and where they land."""

from __future__ import annotations

from dataclasses import replace

from ludus.core.event import Modifier
from ludus.core.game import Phase
from ludus.games.circus.book import Chapter
from ludus.games.circus.odds import (
    Car,
    Odds,
    Sides,
    if_hit,
    mixed,
    odds,
)
from ludus.games.circus.state import TEAM, Chariot
from ludus.games.circus.threats import Falling, Threat
from ludus.games.circus.track import IN, OUT
from ludus.games.circus.words import (
    Data,
    Names,
    who,
)


class Wrecks(Chapter):
    def wreck_location(self, roll: int) -> tuple[int, int]:
        """CM 12.2b: lanes (left is negative) and squares forward."""
        return self.charts.wreck_rows[roll - 2]

    def flip(self, chariot: Chariot, clause: str) -> None:
        """CM 7.33-FP: the car goes over."""
        race = self.race
        if not chariot.hitched or not chariot.on_track:
            return
        track = race.track
        square = race.car_square(chariot)
        self.tell(
            "flip",
            {"chariot": chariot.faction, "square": track.name(square)},
            tuple(dict.fromkeys((clause, *self.flip_clauses()))),
        )
        self.break_up(chariot, square, clause)

    def flip_words(self) -> str:
        return "the car is wrecked, and you are dragged"

    def flip_clauses(self) -> tuple[str, ...]:
        """What a flip is, besides its cause."""
        return ("CM 7.33-FP", "CM 12.1a", "CM 15.1")

    def break_up(self, chariot: Chariot, square: int, clause: str) -> None:
        """CM 12.1a, 15.1, 16.1: car, team and driver go their own ways."""
        race = self.race
        race.falling.append(Falling(square, chariot.car, chariot.number))
        race.leave(square)
        chariot.hitched = False
        chariot.status = "runaway"
        chariot.under = tuple(wreck for wreck in chariot.under if wreck == chariot.square)
        if race.mover == chariot.number:
            # A wreck under the team must still be cleared; one under the car is behind it now.
            race.move.jumps = tuple(jump for jump in race.move.jumps if jump[0] == chariot.square)
        if chariot.driver == "car" and chariot.hits == 0:
            self.kill_driver(chariot, "his last hit", "CM 16.1")
        elif chariot.driver in ("car", "dragged"):
            self.drag(chariot)
        if self.cannot_move(chariot):
            self.stop_team(chariot)  # CM 15.25b

    def leave_race(self, chariot: Chariot, why: str, clause: str) -> None:
        """Taken off the board."""
        self.race.lift(chariot)
        chariot.status = "out"
        self.tell("out", {"chariot": chariot.faction, "why": why}, (clause,))

    def land_wrecks(self) -> Phase:
        """CM 12.1b: at the end of the phase, in the order of the flips; a new flip lands in the same step."""
        race = self.race
        while race.falling:
            yield from self.land(race.falling[0])
            race.falling.pop(0)

    def land(self, car: Falling) -> Phase:
        """CM 12.2a, QA 12.1: two dice say where, counted from the flip; whoever is there is rammed, or gets away."""
        race = self.race
        track = race.track
        square = car.landed
        if square < 0:
            lanes, forward = self.wreck_location(sum(self.roll(2, "where the wreck lands", "CM 12.2a")))
            square = track.fly(car.square, lanes, forward)
            race.falling[0] = replace(car, landed=square)
            self.tell(
                "wreck-lands",
                {"of": race.chariots[car.faction].faction, "square": track.name(square)},
                ("CM 12.2a", "CM 12.2b"),
            )
        there = self.under_wreck(car, square)
        if there is not None:
            yield from self.fall_on(car, *there)
        if race.wrecks.get(square, -1) < 0:  # a stopped team stays where it lies
            race.lay(square, -1)
        for chariot in race.chariots:
            # CM 12.4c: it stays under whoever is still there, its own team included.
            if chariot.on_track and square in self.wrecks_under(chariot) and square not in chariot.under:
                chariot.under = (*chariot.under, square)

    def under_wreck(self, car: Falling, square: int) -> tuple[Chariot, int] | None:
        """CM 12.4a, 12.4-other-targets: another chariot, or a runaway team; not its own, which runs over it later."""
        there = self.race.whose(square)
        return None if there is None or there[0].number == car.faction else there

    def fall_on(self, car: Falling, target: Chariot, part: int) -> Phase:
        """CM 12.4a, 12.4b, QA 12.4: a ram without a driver on the part nearest to the flip."""
        threat = self.race.threat or self.threat_from_above(car, target, part)
        side = threat.side
        if (yield from self.defend(threat)):
            return
        above = not side
        if above:
            side = IN if self.roll(1, "left or right", "QA 12.4")[0] <= 3 else OUT
        modifiers = self.wreck_modifiers(car, -side)
        if part == TEAM:
            self.roll_injury(target, self.struck_horse(target, side, above=above), modifiers, "CM 12.4a")
        else:
            self.wreck_on_car(target, side, modifiers)
        self.after_ram(None, target)

    def wreck_on_car(self, target: Chariot, side: int, modifiers: tuple[Modifier, ...]) -> None:
        """CM 12.4a: the Damage to Cars Table for the car below alone."""
        against = self.defending_cdm(target)
        total = sum(self.roll(3, "falling wreck", "CM 12.4a")) - against
        _, hurts = self.car_ram(total)
        self.tell(
            "wreck-rams",
            {"target": target.faction, "total": total, "hurts_target": hurts},
            ("CM 12.4a", "CM 9.54"),
            (Modifier("defender's CDM", -against),),
        )
        if hurts:
            self.hit_car(target, side, modifiers, "CM 12.4a")

    def wreck_modifiers(self, wreck: Falling, side: int) -> tuple[Modifier, ...]:
        """CM 12.4a: by the type of the car; `side` is its side that strikes."""
        return self.car_modifiers(wreck.car)

    def threat_from_above(self, car: Falling, target: Chariot, part: int) -> Threat:
        """CM 12.4a, QA 12.4: it comes from the lane of the flip; in the same lane from neither side."""
        flip_lane, lane = self.race.track.lane[car.square], self.race.track.lane[self.struck_from_above(target)]
        side = 0 if flip_lane == lane else IN if flip_lane < lane else OUT
        return Threat("wreck", car.faction, target.number, part, side, 0)

    def struck_from_above(self, target: Chariot) -> int:
        """Where its team is."""
        return target.square

    def struck_horse(self, target: Chariot, side: int, *, above: bool) -> int | None:
        """CM 12.4a, QA 12.4: the nearest; a wreck from above strikes the inner horse of that side, if it lives."""
        inner = 1 if side == IN else 2
        return inner if above and target.horses[inner] else self.nearest_horse(target, side)

    @odds
    def falling_car_odds(self, defender_cdm: int, modifier: int, target: Car) -> Odds:
        """CM 12.4a: a wreck of this type falls on a car."""
        hurt = sum(chance for (_, hurts), chance in self.damage_odds(-defender_cdm).items() if hurts)
        return if_hit(hurt, self.hit_car_odds(target, modifier))

    def wreck_threat(self, threat: Threat) -> Sides:
        """QA 12.4: from above, left or right by the die."""
        flipped, target = self.race.chariots[threat.attacker], self.race.chariots[threat.target]
        sides = (threat.side,) if threat.side else (IN, OUT)
        return Sides(mixed([self.falling_wreck_odds(flipped, target, threat, side) for side in sides]), {})

    def falling_wreck_odds(self, flipped: Chariot, target: Chariot, threat: Threat, side: int) -> Odds:
        """CM 12.4a: a wreck falls on a team or a car."""
        if threat.part == TEAM:
            horse = self.struck_horse(target, side, above=not threat.side)
            return self.rammed_horse_odds(target, horse, flipped, -side)
        modifier = sum(each.amount for each in self.damage_modifiers(flipped, -side))
        return self.falling_car_odds(self.defending_cdm(target), modifier, self.car_in_ram(target, side))

    def say_flip(self, data: Data, names: Names) -> str:
        return f"{who(data)} flips on {data['square']}!"

    def say_out(self, data: Data, names: Names) -> str:
        return f"{who(data)} is out of the race ({data['why']})."

    def say_wreck_lands(self, data: Data, names: Names) -> str:
        return f"The wreck of {data['of']} crashes down on {data['square']}."

    def say_wreck_rams(self, data: Data, names: Names) -> str:
        return f"The wreck {'damages' if data['hurts_target'] else 'misses'} {data['target']}'s car ({data['total']})."
