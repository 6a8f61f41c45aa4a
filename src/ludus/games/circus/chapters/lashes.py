"""CM 9.4: lashes at teams and drivers, and wounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import ClassVar

from ludus.core.decision import Choice
from ludus.core.event import Modifier
from ludus.core.game import Phase
from ludus.games.circus.book import Chapter
from ludus.games.circus.chapters.corners import SWERVED
from ludus.games.circus.odds import (
    BRAKES,
    FLIPS,
    GRABS_WHIP,
    HELD_FAST,
    LASH_WORDS,
    NOTHING,
    PULLED_OUT,
    SLOWED,
    SWERVES,
    SWERVES_INTO,
    SWERVES_STRAINING,
    UNHURT,
    WHIP_LOST,
    WITHSTANDS,
    WOUNDED,
    Ending,
    Lashed,
    Odds,
    Sides,
    gathered,
    in_order,
    leads,
    odds,
    sums,
    times,
)
from ludus.games.circus.state import TEAM, Chariot
from ludus.games.circus.threats import Attack, Threat
from ludus.games.circus.track import IN, WALL
from ludus.games.circus.words import (
    Answer,
    Data,
    Names,
    at,
    count,
    who,
)

LASH_TOLD = {
    "-": "to no effect",
    "B": "who has to brake",
    "S": "who swerves",
    "M": "who loses speed",
    "W": "and wounds him",
    "G": "and loses the whip",
}


class Lashes(Chapter):
    lashes_offer: ClassVar[bool] = True  # a team that withstands a lash offers factors (CM 9.41b)

    def lash_factor(self, difference: int) -> int:
        """CM 9.42a, QA 9.42: the attacker's lead, kept on the table."""
        return min(max(difference, self.charts.lash_lowest), self.charts.lash_highest)

    def driver_lash(self, roll: int, factor: int) -> str:
        """CM 9.42b: "-", B, S, M, W or G."""
        return self.charts.lash_table[roll - 2][self.lash_factor(factor) - self.charts.lash_lowest]

    def hurt_driver(self, chariot: Chariot, boxes: int, clause: str) -> None:
        """CM 3.5c, 9.43-W2: boxes go; at half and at a third the modifier falls."""
        lost = min(boxes, chariot.hits)
        chariot.hits -= lost
        drops = self.wound_marks(chariot)
        fell = drops - chariot.wound_drops
        for _ in range(fell):
            self.weaken(chariot)
        chariot.wound_drops = max(drops, chariot.wound_drops)
        self.tell(
            "driver-hurt",
            {"chariot": chariot.faction, "boxes": lost, "left": chariot.hits, "modifier": chariot.modifier},
            (clause, "CM 9.43-W2") if fell > 0 else (clause,),
        )

    def wound_marks(self, chariot: Chariot) -> int:
        """CM 9.43-W2: how many of the two marks are passed: half of the hits lost, a third of them left."""
        gone = chariot.hits_start - chariot.hits
        return (2 * gone >= chariot.hits_start) + (3 * chariot.hits <= chariot.hits_start)

    def weaken(self, chariot: Chariot) -> None:
        """CM 9.43-W2: a mark that is passed costs a point of the modifier."""
        self.lower_modifier(chariot)

    def carry_out_lash(self, chariot: Chariot, attack: Attack) -> Phase:
        """CM 9.4: at a team or at a driver."""
        goes_on = yield from self.announce_attack(chariot, attack)
        target = self.race.chariots[attack.target]
        if goes_on and self.lash_by_table(target, attack.part):
            yield from self.lash_driver(chariot, target, attack.side)
        elif goes_on:
            self.lash_team(chariot, target)

    def lash_by_table(self, target: Chariot, part: int) -> bool:
        """CM 9.41a, 9.42a: only a lash at a driver goes by the table."""
        return part != TEAM

    def lash_team(self, chariot: Chariot, target: Chariot) -> None:
        """CM 9.41: a die each plus CDM; the team loses heart and bolts."""
        dice = self.team_lash_dice()
        own = sum(self.roll(dice, "lash", "CM 9.41a")) + chariot.cdm
        cdm = self.defending_cdm(target)
        against = sum(self.roll(dice, "the lashed team", "CM 9.41a")) + cdm
        succeeded = own > against
        # CM 9.41-limits: no more than the team has left. CM 9.52b: a chariot that cannot move gains nothing.
        owed = self.heart_lost(own - against)
        lost = min(owed, target.endurance)
        gained = 0 if self.cannot_move(target) else lost
        if succeeded:
            target.gains += gained
        else:
            target.offered += gained
        self.tell(
            "lash-team",
            {
                "chariot": chariot.faction,
                "target": target.faction,
                "own": own,
                "against": against,
                "endurance_lost": lost,
                "gained": gained,
                "forced": succeeded,
            },
            (
                "CM 9.41a",
                "CM 9.41c" if succeeded else "CM 9.41b",
                *(("CM 9.41-limits",) if lost < owed else ()),
                *(("CM 9.52b",) if gained < lost else ()),
            ),
            (Modifier("attacker's CDM", chariot.cdm), Modifier("defender's CDM", cdm)),
        )
        self.tire(target, lost)

    def team_lash_dice(self) -> int:
        """CM 9.41a: a die each."""
        return 1

    def heart_lost(self, margin: int) -> int:
        """CM 9.41b, 9.41c: the difference; a team that withstands loses one all the same."""
        return max(1, margin)

    def lash_driver(self, chariot: Chariot, target: Chariot, side: int) -> Phase:
        """CM 9.42a: two dice plus CDM each give the lash factor."""
        cdm = self.defending_cdm(target)
        own = sum(self.roll(2, "lash", "CM 9.42a"))
        against = sum(self.roll(2, "the lashed driver", "CM 9.42a"))
        modifiers = self.lash_modifiers(chariot.cdm, cdm)
        difference = own - against + sum(each.amount for each in modifiers)
        yield from self.strike(chariot, target, side, self.lash_column(chariot, difference), modifiers)

    def lash_modifiers(self, attacker_cdm: int, defender_cdm: int) -> tuple[Modifier, ...]:
        """CM 9.42a: what comes on the difference of the dice."""
        return (Modifier("attacker's CDM", attacker_cdm), Modifier("defender's CDM", -defender_cdm))

    def lash_column(self, chariot: Chariot, difference: int) -> int:
        """CM 9.42a: the column of the table for this whip."""
        return self.lash_factor(difference)

    def strike(
        self,
        chariot: Chariot,
        target: Chariot,
        side: int,
        factor: int,
        modifiers: tuple[Modifier, ...],
    ) -> Phase:
        """CM 9.42b: two dice on the table."""
        roll = sum(self.roll(2, "driver lash", "CM 9.42b"))
        code = self.driver_lash(roll, factor)
        clause = {"-": "CM 9.43", "S": "CM 9.43-S1", "W": "CM 9.43-W1"}.get(code, f"CM 9.43-{code}")
        self.tell(
            "lash-driver",
            {"chariot": chariot.faction, "target": target.faction, "factor": factor, "roll": roll, "result": code},
            ("CM 9.42a", "CM 9.42b", clause),
            modifiers,
        )
        yield from self.lash_result(chariot, target, side, factor, code)

    def lash_result(self, chariot: Chariot, target: Chariot, side: int, factor: int, code: str) -> Phase:
        """CM 9.43: what the table says, at once."""
        if code == "B":
            yield from self.forced_brake(chariot, target, side, factor)
        elif code == "S":
            yield from self.swerve(target, -side)
        elif code == "M":
            self.lose_movement(target)
        elif code == "W":
            yield from self.wound(chariot, target, side, factor)
        elif code == "G":
            self.grab_whip(chariot, target)

    def forced_brake(self, chariot: Chariot, target: Chariot, side: int, factor: int) -> Phase:
        """CM 9.43-B: back one square for two endurance; whoever cannot is wounded instead."""
        if self.held_fast(target):
            self.tire(target, self.charts.brake_endurance)
            self.tell(
                "held-fast", {"chariot": target.faction, "endurance": target.endurance}, ("CM 9.43-B", "CM 9.52b")
            )
        elif self.can_be_braked(target):
            self.brake_away(target, "CM 9.43-B")
            yield from self.men_jump_aside()
        else:
            yield from self.wound(chariot, target, side, factor)

    def can_be_braked(self, target: Chariot) -> bool:
        """CM 9.43-B: whoever cannot brake for any reason is wounded."""
        return self.able_to_brake(target) and self.room_behind(target)

    def held_fast(self, target: Chariot) -> bool:
        """CM 9.52b: a dead horse holds it; a forced brake costs its price without the move."""
        return self.cannot_move(target) and target.endurance > 0

    def swerve(self, target: Chariot, direction: int) -> Phase:
        """CM 9.43-S1, CM 9.43-S2: one lane away from the attacker; inwards in a corner it may strain (QA 9.43).

        CM 9.43-S-chain: whatever follows is carried out to its end before the attacker goes on.
        """
        slid = yield from self.forced_sideslip(target, direction, 1, SWERVED)
        if slid and target.on_track and self.swerve_strains(direction):
            yield from self.strain(target, self.swerving_speed(target))  # CM 9.43-S3

    def swerving_speed(self, target: Chariot) -> int:
        """CM 9.43-S3: the speed of its last move."""
        return target.executed

    def swerve_strains(self, direction: int) -> bool:
        """CM 9.43-S3: only inwards."""
        return direction == IN

    def lose_movement(self, target: Chariot) -> None:
        """CM 9.43-M: a die off the maximum of the next phase."""
        die = self.roll(1, "movement loss", "CM 9.43-M")[0]
        self.slow_down(target, die)
        self.tell("movement-loss", {"chariot": target.faction, "loss": die}, ("CM 9.43-M",))

    def slow_down(self, target: Chariot, loss: int) -> None:
        """CM 9.43-M: in its next movement phase."""
        target.loss += loss

    def grab_whip(self, chariot: Chariot, target: Chariot) -> None:
        """CM 9.43-G: the attacker's whip is gone; a defender without one keeps it."""
        chariot.whip = False
        kept = not target.whip
        target.whip = True
        self.tell("whip-grabbed", {"chariot": chariot.faction, "by": target.faction, "kept": kept}, ("CM 9.43-G",))

    def wound(self, chariot: Chariot, target: Chariot, side: int, factor: int) -> Phase:
        """CM 9.43-W1 to W3, 13.1a: a hit box, a movement loss, and a critical hit."""
        self.hurt_driver(target, 1, "CM 9.43-W1")
        if target.hits == 0:
            self.flip(target, "CM 9.43-W3")
            return
        self.lose_movement(target)
        yield from self.critical(chariot, target, side, factor)

    @odds
    def lash_team_odds(self, attacker_cdm: int, defender_cdm: int) -> Mapping[tuple[bool, int], float]:
        """CM 9.41: whether the lash succeeds, and the endurance that is lost if the team has it."""
        leading = leads(self.team_lash_dice()).items()
        margins = ((lead + attacker_cdm - defender_cdm, chance) for lead, chance in leading)
        return gathered(((margin > 0, self.heart_lost(margin)), chance) for margin, chance in margins)

    @odds
    def lash_factor_odds(self, attacker_cdm: int, defender_cdm: int, shift: int = 0) -> Mapping[int, float]:
        """CM 9.42a: the column of the driver lash table; a whip of another kind shifts it."""
        extra = sum(each.amount for each in self.lash_modifiers(attacker_cdm, defender_cdm))
        columns = ((self.lash_factor(lead + extra) + shift, chance) for lead, chance in leads(2).items())
        return gathered((self.lash_factor(column), chance) for column, chance in columns)

    @odds
    def lash_driver_odds(self, attacker_cdm: int, defender_cdm: int) -> Odds:
        """CM 9.42: the table alone, by code; what comes of a wound is in `lash_odds`."""
        parts = (
            (code, column * chance)
            for factor, column in self.lash_factor_odds(attacker_cdm, defender_cdm).items()
            for code, chance in self.lash_code_odds(factor).items()
        )
        return in_order(tuple(LASH_TOLD), gathered(parts))

    @odds
    def lash_code_odds(self, factor: int) -> Odds:
        """CM 9.42b: what the two dice find in a column of the table, by code."""
        return gathered((self.driver_lash(roll, factor), chance) for roll, chance in sums(2).items())

    @odds
    def strike_odds(self, factor: int, man: Lashed) -> Mapping[Ending, float]:
        """CM 9.42b, 9.43: two dice on the table, and all that follows from the result."""
        return gathered(self.strike_endings(factor, man))

    def strike_endings(self, factor: int, man: Lashed) -> Iterator[tuple[Ending, float]]:
        plain = {"-": NOTHING, "B": man.brake, "S": man.swerve, "M": SLOWED, "W": WOUNDED, "G": GRABS_WHIP}
        for code, chance in self.lash_code_odds(factor).items():
            if code == "W" or (code == "B" and man.brake == WOUNDED):
                yield from times(chance, self.wound_odds(factor, man))
            else:
                yield (plain[code], WHIP_LOST if code == "G" else UNHURT), chance

    @odds
    def wound_odds(self, factor: int, man: Lashed) -> Mapping[Ending, float]:
        """CM 9.43-W1 to W3, 13.1: a hit box, and a critical hit."""
        return gathered(self.wound_endings(factor, replace(man, hits=man.hits - 1)))

    def wound_endings(self, factor: int, man: Lashed) -> Iterator[tuple[Ending, float]]:
        if not man.hits:
            yield (FLIPS, UNHURT), 1.0
        else:
            yield from self.critical_endings(factor, man)

    def lashed_man(self, attacker_cdm: int, defender_cdm: int, hits: int, attacker_hits: int) -> Lashed:
        """A man on a free straight, for whoever asks the charts without a race."""
        return Lashed(hits, attacker_hits)

    @odds
    def lash_odds(self, attacker_cdm: int, defender_cdm: int, man: Lashed) -> Sides:
        """CM 9.42, 9.43, 13.1: a driver lash to its end, for both men."""
        endings = [
            (ending, column * chance)
            for factor, column in self.lash_factor_odds(attacker_cdm, defender_cdm, man.shift).items()
            for ending, chance in self.strike_odds(factor, man).items()
        ]
        return Sides(
            in_order(LASH_WORDS, gathered((his, chance) for (his, _), chance in endings)),
            in_order((UNHURT, WHIP_LOST, PULLED_OUT), gathered((own, chance) for (_, own), chance in endings)),
        )

    def lash_threat(self, threat: Threat) -> Sides:
        attacker, target = self.race.chariots[threat.attacker], self.race.chariots[threat.target]
        cdm = self.defending_cdm(target)
        if self.lash_by_table(target, threat.part):
            return self.lash_odds(threat.cdm, cdm, self.under_the_lash(attacker, target, threat.side))
        return Sides(self.team_lash_odds(target, threat.cdm, cdm), {})

    def lash_answer(self, chariot: Chariot, choice: Choice, attack: Attack) -> Answer:
        return self.threat_answer(chariot, choice, attack, "Lash", "CM 9.41a" if attack.part == TEAM else "CM 9.42a")

    def team_lash_odds(self, target: Chariot, attacker_cdm: int, cdm: int) -> Odds:
        odds = self.lash_team_odds(attacker_cdm, cdm)
        return gathered(
            (self.team_lash_word(target, forced, owed), chance) for (forced, owed), chance in sorted(odds.items())
        )

    def team_lash_word(self, target: Chariot, forced: bool, owed: int) -> str:
        lost = min(owed, target.endurance)
        if not lost:
            return NOTHING
        if self.cannot_move(target):
            return f"loses {lost} endurance"
        return f"bolts by {lost}" if forced else WITHSTANDS

    def under_the_lash(self, attacker: Chariot, target: Chariot, side: int) -> Lashed:
        brake = HELD_FAST if self.held_fast(target) else BRAKES if self.can_be_braked(target) else WOUNDED
        return Lashed(target.hits, attacker.hits, brake, self.swerve_word(target, -side))

    def swerve_word(self, target: Chariot, direction: int) -> str:
        """CM 9.43-S1 to S5, 9.52b: what a swerve would come to."""
        if self.cannot_move(target):
            return NOTHING
        square = self.race.track.slip[direction][target.square]
        if square == WALL:
            return FLIPS
        if self.blockers(target, square):
            return SWERVES_INTO
        there = at(target, square, target.leg)
        strains = self.swerve_strains(direction) and self.strain_here(there, self.swerving_speed(target))
        return SWERVES_STRAINING if strains else SWERVES

    def say_held_fast(self, data: Data, names: Names) -> str:
        return f"{who(data)} cannot move; {data['endurance']} endurance left."

    def say_lash_team(self, data: Data, names: Names) -> str:
        bolts = f" and must bolt {data['gained']}" if data["forced"] and data["gained"] else ""
        return f"{str(data['target']).capitalize()}'s team loses {data['endurance_lost']} endurance{bolts}."

    def say_lash_driver(self, data: Data, names: Names) -> str:
        return f"{who(data)}'s lash strikes {data['target']}'s driver {LASH_TOLD[data['result']]}."

    def say_movement_loss(self, data: Data, names: Names) -> str:
        return f"{who(data)} will be {data['loss']} slower in the next phase."

    def say_whip_grabbed(self, data: Data, names: Names) -> str:
        return f"{str(data['by']).capitalize()} tears the whip from {data['chariot']}."

    def say_driver_hurt(self, data: Data, names: Names) -> str:
        return f"{who(data)}'s driver loses {data['boxes']}, {count(data['left'], 'hit')} left."
