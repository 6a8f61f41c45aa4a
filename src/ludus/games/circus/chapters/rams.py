"""CM 9.54 to 9.6: rams, willing and not."""

from __future__ import annotations

from collections.abc import Mapping

from ludus.core.chance import percent
from ludus.core.decision import Allocate, Choice, Decision
from ludus.core.dice import ScriptedDice
from ludus.core.event import Modifier
from ludus.core.game import Phase
from ludus.core.standing_orders import Obeyed, Orders
from ludus.core.table import QuietTable
from ludus.games.circus.book import Chapter
from ludus.games.circus.odds import (
    HARMLESS,
    Car,
    Sides,
    boxes_lost,
    gathered,
    if_hit,
    odds,
    sums,
    thrown,
)
from ludus.games.circus.state import CAR, TEAM, Chariot
from ludus.games.circus.threats import Attack, Threat
from ludus.games.circus.words import (
    Answer,
    Data,
    Names,
    count,
    endurance_words,
    named,
    rounded,
    who,
)


class Rams(Chapter):
    def car_ram(self, total: int) -> tuple[bool, bool]:
        """CM 9.54: whether the attacker's and the defender's car are damaged."""
        if total <= self.charts.ram_attacker_to:
            return (True, False)
        if total <= self.charts.ram_both_to:
            return (True, True)
        return (False, total > self.charts.ram_none_to)

    def run_into(self, chariot: Chariot) -> Phase:
        """CM 6.74: brake off the rest; without the endurance for it, the chariot ahead rams the team."""
        if self.brake_off_rest(chariot):
            return
        yield from self.feel_crash(chariot, self.crash(chariot))

    def feel_crash(self, chariot: Chariot, points: int) -> Phase:
        """CM 9.6, 9.61b: the horses suffer, and whoever else does."""
        there = self.race.whose(self.race.track.ahead[chariot.square])
        assert there is not None
        if points:
            yield from self.share_injury(chariot, points)
        yield from self.crashed_into(*there)
        self.after_ram(chariot, there[0])

    def crashed_into(self, other: Chariot, part: int) -> Phase:
        """CM 9.61a: only the team that runs into a car is hurt."""
        return
        yield

    def brake_off_rest(self, chariot: Chariot) -> bool:
        """CM 6.74: True: all of it. Too little endurance is too little, also where being exhausted takes the rest."""
        factors = self.left(chariot)
        able = chariot.status == "racing" and not self.stopped(chariot)
        braked = min(factors, chariot.endurance) if able else 0
        if braked:
            self.brake(chariot, braked)
        return braked == factors

    def crash(self, chariot: Chariot) -> int:
        """CM 9.6a, 9.63a: the injury points for a team that runs into the car ahead."""
        race = self.race
        race.move.over = True
        chariot.loss += 1  # CM 9.63a: on the chariot whose movement caused it
        there = race.whose(race.track.ahead[chariot.square])
        assert there is not None
        other, part = there
        points, modifiers = self.crash_injury(chariot, other, part)
        self.tell(
            "run-into",
            {"chariot": chariot.faction, "into": other.faction, "points": points},
            ("CM 6.74", self.crash_clause(part), "CM 9.63a"),
            modifiers,
        )
        return points

    def crash_clause(self, part: int) -> str:
        """Why the horses suffer, or not."""
        return "CM 9.6a" if part == CAR else "CM 15.2a"

    def crash_injury(self, chariot: Chariot, other: Chariot, part: int) -> tuple[int, tuple[Modifier, ...]]:
        """CM 9.5, 9.6a: points for all its horses together, by the car ahead."""
        if part == TEAM:
            return 0, ()  # CM 15.2a: a bare team has no car to ram with
        modifiers = self.damage_modifiers(other, 0)
        return min(self.crash_points(modifiers), sum(chariot.horses)), modifiers

    def crash_points(self, modifiers: tuple[Modifier, ...]) -> int:
        """CM 9.5: the dice for horses that run into something."""
        dice = self.roll(self.injury_dice(), "horse injury", "CM 9.5")
        return self.horse_injury(sum(dice) + sum(each.amount for each in modifiers))

    def share_injury(self, chariot: Chariot, points: int) -> Phase:
        """CM 9.61b: the owner shares the points out."""
        if chariot.alive > 1:
            boxes = {f"horse {number}": left for number, left in enumerate(chariot.horses, start=1)}
            prompt = "Which of your horses suffer?"
            self.race.phase, self.race.move.injury = "injured", points
            shares = yield self.allocate(chariot, "injury", prompt, "CM 9.61b", points, boxes)
            self.race.phase, self.race.move.injury = "resolving", 0
        else:
            shares = tuple(points if boxes else 0 for boxes in chariot.horses)
        self.hurt_horses(chariot, shares, "CM 9.61b")

    def hurt_horses(self, chariot: Chariot, shares: tuple[int, ...], clause: str) -> None:
        for horse, share in enumerate(shares):
            if share and chariot.on_track:
                self.injure(chariot, horse, share, (clause, "CM 9.51b"))

    def blockers(self, chariot: Chariot, target: int) -> list[tuple[Chariot, int, int]]:
        """Who stands where team and car would go: chariot, its part, and our part that meets it."""
        race = self.race
        found = []
        for own_part, square in ((CAR, race.track.behind[target]), (TEAM, target)):
            if own_part == CAR and not chariot.hitched:
                continue
            there = race.whose(square)
            if there is not None and there[0].number != chariot.number:
                found.append((*there, own_part))
        return found

    def involuntary_ram(self, chariot: Chariot, direction: int, penalty: int, clause: str) -> Phase:
        """CM 9.6 to 9.63: the forced chariot stays in its lane and rams whoever blocks it."""
        target = self.race.track.slip[direction][chariot.square]
        met = self.blockers(chariot, target)
        penalty = self.forced_penalty(penalty)
        cdm = chariot.skill - penalty
        self.tell(
            "involuntary-ram",
            {
                "chariot": chariot.faction,
                "into": list(dict.fromkeys(other.faction for other, _, _ in met)),
                "penalty": -penalty,
            },
            (clause, "CM 9.6a", "CM 9.62b", "CM 9.63a", "CM 9.63b"),
        )
        chariot.loss += 1  # CM 9.63a, once
        for other, part, own_part in met:
            if own_part == TEAM and part == TEAM and not self.teams_clash(other):
                continue  # CM 7.34-parts: level, so car against car
            threat = Threat("swerve", chariot.number, other.number, part, -direction, cdm)
            defended = yield from self.defend(threat)
            if defended:
                continue
            if self.strikes_with(chariot, own_part) == TEAM:
                self.team_strikes(chariot, other, part, direction)
            elif part == TEAM:
                self.ram_horses(chariot, other, -direction, "CM 9.62a")
            else:
                self.ram_car(chariot, cdm, other, -direction, "CM 9.62a")
            self.after_ram(chariot, other)

    def teams_clash(self, other: Chariot) -> bool:
        """CM 7.34-parts: a lone runaway team hurts nobody."""
        return False

    def team_strikes(self, chariot: Chariot, other: Chariot, part: int, direction: int) -> None:
        """CM 9.61a: a team that is thrown against a car hurts itself."""
        horse, modifiers = self.nearest_horse(chariot, direction), self.damage_modifiers(other, -direction)
        self.roll_injury(chariot, horse, modifiers, "CM 9.61a")

    def forced_penalty(self, penalty: int) -> int:
        """CM 9.62a, 7.34b: how much lower the CDM counts in an involuntary ram."""
        return penalty

    def strikes_with(self, chariot: Chariot, part: int) -> int:
        """CM 9.61a: a forced chariot strikes with the part that meets the other."""
        return part

    def carry_out_ram(self, chariot: Chariot, attack: Attack) -> Phase:
        """CM 9.5: against horses or against a car."""
        if not (yield from self.announce_attack(chariot, attack)):
            return
        target, clause = self.race.chariots[attack.target], self.willing_ram_clause(attack.part)
        if attack.part == TEAM:
            self.ram_horses(chariot, target, attack.side, clause)
        else:
            self.ram_car(chariot, chariot.cdm, target, attack.side, clause)
        self.after_ram(chariot, target)
        self.after_willing_ram(chariot)

    def willing_ram_clause(self, part: int) -> str:
        """Whence a ram comes that was announced."""
        return "CM 9.21"

    def after_willing_ram(self, chariot: Chariot) -> None:
        """CM 9.63a: a willing ram costs the attacker no speed."""

    def after_ram(self, rammer: Chariot | None, rammed: Chariot) -> None:
        """What options date to the end of a ram, willing or not; behind a falling wreck there is no driver."""

    def ram_horses(self, attacker: Chariot, target: Chariot, side: int, clause: str) -> None:
        """CM 9.5, 9.52c: the horse nearest to the ramming car suffers. `side` is where the car comes from."""
        if self.shielded(target, side):
            self.tell("unhurt", {"chariot": target.faction}, (clause, "CM 9.52c"))
            return
        modifiers = self.damage_modifiers(attacker, -side)
        self.roll_injury(target, self.nearest_horse(target, side), modifiers, clause)

    def ram_car(self, attacker: Chariot, cdm: int, target: Chariot, side: int, clause: str) -> None:
        """CM 9.54 to 9.56: three dice plus the attacker's CDM less the defender's. `side` as seen by the target.

        CM 9.52e: the attacker of a stopped chariot risks as much as ever.
        """
        against = self.defending_cdm(target)
        dice = self.roll(3, "ram", "CM 9.54")
        total = sum(dice) + cdm - against
        hurts_attacker, hurts_target = self.car_ram(total)
        self.tell(
            "ram-car",
            {
                "chariot": attacker.faction,
                "target": target.faction,
                "total": total,
                "hurts_attacker": hurts_attacker,
                "hurts_target": hurts_target,
            },
            (clause, "CM 9.54"),
            (Modifier("attacker's CDM", cdm), Modifier("defender's CDM", -against)),
        )
        # The defender first; both are carried out even if one flips (CM 9.55a).
        if hurts_target:
            self.hit_car(target, side, self.damage_modifiers(attacker, -side), "CM 9.54")
        if hurts_attacker:
            self.hit_car(attacker, -side, self.damage_modifiers(target, side), "CM 9.54")

    @odds
    def damage_odds(self, difference: int) -> Mapping[tuple[bool, bool], float]:
        """CM 9.54: whether attacker's and target's car are hit, with the attacker's CDM so much higher."""
        return gathered((self.car_ram(total + difference), chance) for total, chance in sums(3).items())

    @odds
    def ram_car_odds(self, attacker_cdm: int, defender_cdm: int, attacker: Car, target: Car) -> Sides:
        """CM 9.54 to 9.56: car against car."""
        hits = self.damage_odds(attacker_cdm - defender_cdm)
        own = sum(chance for (hurts, _), chance in hits.items() if hurts)
        his = sum(chance for (_, hurts), chance in hits.items() if hurts)
        return Sides(
            if_hit(his, self.hit_car_odds(target, attacker.modifier)),
            if_hit(own, self.hit_car_odds(attacker, target.modifier)),
        )

    def obey_injury(self, chariot: Chariot, decision: Decision, orders: Orders) -> Obeyed | None:
        return self.obey_rest(chariot, decision, orders)

    def explain_injury(self, chariot: Chariot, decision: Decision) -> list[Answer]:
        """CM 9.61b: whose boxes go, and what is left of them."""
        assert isinstance(decision, Allocate)
        answers = []
        for choice in decision:
            assert isinstance(choice, tuple)
            boxes = [
                {"box": box, "points": points, "label": f"{left - points} of {left} left" if left > points else "dies"}
                for box, points, left in zip(decision.boxes, choice, chariot.horses, strict=True)
                if points
            ]
            label = ", ".join(f"{box['box']} takes {box['points']}" for box in boxes).capitalize()
            hint = (f"{box['box']}: {box['label']}" for box in boxes)
            answers.append(self.answer(choice, label, hint, boxes=boxes))
        return answers

    def ram_threat(self, threat: Threat) -> Sides:
        attacker, target = self.race.chariots[threat.attacker], self.race.chariots[threat.target]
        if threat.part == TEAM:
            horse = None if self.shielded(target, threat.side) else self.nearest_horse(target, threat.side)
            return Sides(self.rammed_horse_odds(target, horse, attacker, -threat.side), {})
        cdm = self.defending_cdm(target)
        own, his = self.car_in_ram(attacker, -threat.side), self.car_in_ram(target, threat.side)
        return self.ram_car_odds(threat.cdm, cdm, own, his)

    def swerve_threat(self, threat: Threat) -> Sides:
        """CM 9.61a: a team that is thrown against a car hurts only itself."""
        attacker, target = self.race.chariots[threat.attacker], self.race.chariots[threat.target]
        if self.strikes_with(attacker, self.meets_with(threat)) != TEAM:
            return self.ram_threat(threat)
        return self.team_strikes_odds(attacker, target, threat)

    def team_strikes_odds(self, attacker: Chariot, target: Chariot, threat: Threat) -> Sides:
        """CM 9.61a."""
        horse = self.nearest_horse(attacker, -threat.side)
        return Sides(HARMLESS, self.rammed_horse_odds(attacker, horse, target, threat.side))

    def ram_answer(self, chariot: Chariot, choice: Choice, attack: Attack) -> Answer:
        return self.threat_answer(chariot, choice, attack, "Ram", "CM 9.5" if attack.part == TEAM else "CM 9.54")

    def meets_with(self, threat: Threat) -> int:
        """Which part of a swerving chariot meets the target; its car comes first, and is gone once it has flipped."""
        race = self.race
        forced = race.chariots[threat.attacker]
        if not forced.on_track:
            return TEAM
        beside = race.track.slip[-threat.side][forced.square]
        met = [
            own
            for other, part, own in self.blockers(forced, beside)
            if (other.number, part) == (threat.target, threat.part)
        ]
        return met[0] if met else CAR if threat.part == TEAM else TEAM

    def car_in_ram(self, chariot: Chariot, side: int) -> Car:
        """Its wheel on that side is hit."""
        modifier = sum(each.amount for each in self.damage_modifiers(chariot, side))
        return Car(self.axle(chariot), side, modifier)

    def blocked_answer(self, chariot: Chariot, choice: Choice, factors: int) -> Answer:
        """CM 6.74: whoever has not the endurance to brake off what is left runs into the car ahead."""
        race = self.race
        there = race.whose(race.track.ahead[chariot.square])
        assert there is not None
        name = named(there[0])
        injuries, paid = self.crash_odds(chariot)
        more = {"cost": factors, "to": race.track.name(chariot.square), "endurance": paid, "strain": None}
        if not injuries:
            hint = [f"{name} blocks the way", endurance_words(chariot, paid)]
            return self.answer(choice, f"Brake off {count(factors, 'factor')}", hint, clause="CM 6.74", **more)
        unhurt = injuries.get(boxes_lost(0), 0.0)
        hint = [f"not enough endurance to brake off {count(factors, 'factor')}", f"horses unhurt {percent(unhurt)}"]
        return self.answer(choice, f"Run into {name}", hint, clause="CM 6.74", injury=rounded(injuries), **more)

    def crash_odds(self, chariot: Chariot) -> tuple[dict[str, float], int]:
        """The boxes that running on would cost the team (none at all: it brakes in time), and what is braked off."""
        injuries, paid = [], 0
        for total, chance in sums(self.injury_dice()).items():
            future = self.race.copy()
            own = future.chariots[chariot.number]
            book = self.over(future, QuietTable(ScriptedDice(thrown(total, self.injury_dice())), []))
            in_time = book.brake_off_rest(own)
            paid = chariot.endurance - own.endurance
            if in_time:
                return {}, paid
            injuries.append((boxes_lost(book.crash(own)), chance))
        return gathered(injuries), paid

    def say_ram_car(self, data: Data, names: Names) -> str:
        if data["hurts_attacker"] and data["hurts_target"]:
            return f"Both cars are damaged ({data['total']})."
        if data["hurts_target"]:
            return f"{str(data['target']).capitalize()}'s car is damaged ({data['total']})."
        if data["hurts_attacker"]:
            return f"{who(data)}'s own car is damaged ({data['total']})."
        return f"The cars scrape past each other ({data['total']})."

    def say_involuntary_ram(self, data: Data, names: Names) -> str:
        return f"{who(data)} is forced into {' and '.join(data['into'])}."

    def say_run_into(self, data: Data, names: Names) -> str:
        return f"{who(data)} runs into the back of {data['into']}; the horses take {data['points']}."
