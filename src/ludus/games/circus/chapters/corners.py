"""CM 7.1 to 7.35: strain in corners, and what it does to driver and team."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ludus.core.event import Modifier, Tone
from ludus.core.game import Ask, Phase
from ludus.games.circus.book import Chapter
from ludus.games.circus.odds import (
    Odds,
    gathered,
    odds,
    sums,
)
from ludus.games.circus.state import Chariot
from ludus.games.circus.tones import strain_tone
from ludus.games.circus.track import IN, OUT, WALL
from ludus.games.circus.words import (
    Data,
    Names,
    Strain,
    who,
)

STRAIN_WORDS = {
    "-": "and gets through",
    "S": "and slides out a lane",
    "SS": "and slides out two lanes",
    "J": "and lurches",  # whoever is in the car is jostled
    "LH": "and the left horse is hurt",
    "RH": "and the right horse is hurt",
    "FP": "and flips",
}

CERTAIN_FLIP = {**dict.fromkeys(STRAIN_WORDS, 0.0), "FP": 1.0}
STRAIN_OUTCOMES: dict[str, tuple[str, Tone]] = {
    "-": ("gets through", "good"),
    "S": ("slides a lane", "fair"),
    "SS": ("slides two lanes", "fair"),
    "J": ("driver jostled", "bad"),
    "LH": ("left horse hurt", "bad"),
    "RH": ("right horse hurt", "bad"),
    "FP": ("flips", "dire"),
}


@dataclass(frozen=True, slots=True)
class Slide:
    """Why a chariot is forced sideways, and what that is called when something is in the way."""

    clause: str
    into_wall: str
    into_others: str
    more: tuple[str, ...] = ()  # other clauses that have a say in it


SLID = Slide("CM 7.33-S", "CM 7.34c", "CM 7.34a")
SLID_TWICE = Slide("CM 7.33-SS", "CM 7.34c", "CM 7.34a")
SWERVED = Slide("CM 9.43-S1", "CM 9.43-S5", "CM 9.43-S4")


class Corners(Chapter):
    strain_worse: ClassVar[int] = 1  # CM 7.32a: what makes a corner worse is added to its dice
    strain_clauses: ClassVar[Mapping[str, str]] = {  # where each result stands
        "-": "CM 7.33-none",
        "S": "CM 7.33-S",
        "SS": "CM 7.33-SS",
        "J": "CM 7.33-J",
        "LH": "CM 7.33-LH-RH",
        "RH": "CM 7.33-LH-RH",
        "FP": "CM 7.33-FP",
    }

    def corner_strain(self, roll: int, points: int) -> str:
        """CM 7.32b: three dice minus CDM against strain points; "-", S, SS, J, LH, RH or FP."""
        row = min(max(roll, self.charts.strain_lowest_row), self.charts.strain_highest_row)
        total = row + min(points, self.charts.strain_highest_column)
        return "FP" if total >= self.charts.strain_flip_from else self.charts.strain_diagonals.get(total, "-")

    def jostle(self, chariot: Chariot, *clauses: str) -> None:
        """CM 7.33-J, CM 7.35: CDM -3 at once, no straining this turn, whip factors not yet used are gone.

        CM 7.356: one jostle after another adds up.
        """
        race = self.race
        if chariot.driver != "car":
            return  # CM 16.7b: nobody is in the car
        if race.mover == chariot.number:
            self.fix_base(chariot)
        chariot.cdm -= self.charts.jostle
        self.bar_jostled(chariot)
        self.tell(
            "jostled",
            {"chariot": chariot.faction, "cdm": chariot.cdm},
            (*clauses, "CM 7.33-J", "CM 7.351", "CM 7.353"),
        )

    def jostle_in_corner(self, chariot: Chariot) -> None:
        """CM 7.33-J: like any other."""
        self.jostle(chariot)

    def bar_jostled(self, chariot: Chariot) -> None:
        """CM 7.33-J: no straining for the rest of the turn, nor later while the CDM is negative."""
        chariot.jostled = True
        chariot.no_strain_turn = max(chariot.no_strain_turn, self.race.turn)
        if self.jostle_costs_factors(chariot):
            self.lose_whip_factors(chariot)

    def jostle_costs_factors(self, chariot: Chariot) -> bool:
        """CM 7.33-J, 7.353: a jostle always takes whip factors that are not spent."""
        return True

    def fix_base(self, chariot: Chariot) -> None:
        """CM 7.353: the new maximum is held against what the phase would have used, dead start and all paid."""
        move = self.race.move
        move.written, move.dead_start, move.price = self.base_speed(chariot), 0, 0

    def lose_whip_factors(self, chariot: Chariot) -> None:
        """CM 7.353: those spent to get here stand, the rest are lost; their endurance stays paid."""
        race = self.race
        if 0 <= race.mover == chariot.number:
            race.move.strain -= min(race.move.strain, self.left(chariot))

    def banned_from_straining(self, chariot: Chariot) -> bool:
        """CM 7.33-no-strain: after SS, and after J while the CDM is negative. An empty car knows no ban (CM 16.7b)."""
        return chariot.driver == "car" and (
            self.race.turn <= chariot.no_strain_turn or (chariot.jostled and chariot.cdm < 0)
        )

    # -- corner strain ---------------------------------------------------------------------------------

    def corner_leg(self, chariot: Chariot) -> int | None:
        """CM 6.32: the corner in which the team, or else its car, stands."""
        track = self.race.track
        if track.corner[chariot.square]:
            return chariot.leg
        if chariot.hitched and track.corner[track.behind[chariot.square]]:
            return chariot.leg - 1
        return None

    def strain_due(self, chariot: Chariot, speed: int, leg: int, lane: int) -> int:
        """CM 7.31: strain points that are still to be checked for this corner lane; 0 when there are none."""
        if not chariot.hitched:
            return 0  # CM 15.24: no car to flip
        if chariot.strain_leg == leg and lane >= chariot.strain_lane:
            return 0  # CM 7.21, CM 7.22b: the worst of this corner is behind it; CM 7.22a: further inside it is not
        points = speed - self.safe_speed(lane)
        return points if points > 0 else 0

    def strain_price(self, chariot: Chariot, leg: int, points: int) -> int:
        """CM 6.511a: the endurance these points cost, less what was paid for this corner already."""
        return max(0, points - (chariot.strain_paid if chariot.strain_leg == leg else 0))

    def beyond_endurance(self, chariot: Chariot, price: int) -> bool:
        """CM 8.41b: whether strain is a flip without a roll: nothing left, or not enough."""
        return chariot.endurance < max(1, price)

    def would_strain(self, chariot: Chariot, speed: int, square: int, leg: int) -> bool:
        """CM 7.33-no-strain: whether standing there would call for a corner check still due."""
        track = self.race.track
        if not track.corner[square]:
            if not track.corner[track.behind[square]]:
                return False
            leg -= 1
        return self.strain_due(chariot, speed, leg, track.lane[square]) > 0

    def strain(self, chariot: Chariot, speed: int) -> Phase:
        """CM 7.3: points, wheel check, endurance, three dice less CDM, result."""
        race = self.race
        leg = self.corner_leg(chariot)
        if leg is None:
            return
        lane = race.track.lane[chariot.square]
        points = self.strain_due(chariot, speed, leg, lane)
        if not points:
            return
        due = self.strain_price(chariot, leg, points)
        unpayable = self.beyond_endurance(chariot, due)
        if chariot.strain_leg != leg:
            chariot.strain_leg, chariot.strain_paid = leg, 0
        chariot.strain_lane = lane
        if chariot.endurance == 0:
            self.flip(chariot, "CM 8.41b")
            return
        if self.damaged(chariot) and chariot.number not in race.move.wheel_checked:
            race.move.wheel_checked = (*race.move.wheel_checked, chariot.number)
            self.check_wheels(chariot, "CM 7.41b")
            if not chariot.hitched or not chariot.on_track:
                return
        paid = self.tire(chariot, due)
        chariot.strain_paid = max(chariot.strain_paid, points)
        if unpayable:
            self.flip(chariot, "CM 8.41b")
            return
        yield from self.check_strain_chart(chariot, points, paid, ("CM 7.2", "CM 6.511a"))

    def check_strain_chart(self, chariot: Chariot, points: int, paid: int, clauses: tuple[str, ...]) -> Phase:
        """CM 7.32a, 7.32b, 7.33. CM 7.33-none: a dash changes nothing, but the price stays paid."""
        dice = self.roll(3, "corner strain", "CM 7.32a")
        modifiers = self.strain_modifiers(chariot)
        code = self.corner_strain(sum(dice) + sum(each.amount for each in modifiers), points)
        self.tell(
            "strain",
            {
                "chariot": chariot.faction,
                "points": points,
                "endurance_paid": paid,
                "endurance": chariot.endurance,
                "result": code,
            },
            (*clauses, "CM 7.32a", *self.strain_clause(code)),
            modifiers,
        )
        if code == "S":
            yield from self.slide_out(chariot)
        elif code == "SS":
            yield from self.slide_out_twice(chariot)
        elif code == "J":
            self.jostle_in_corner(chariot)
        elif code in ("LH", "RH"):
            horse = self.nearest_horse(chariot, IN if code == "LH" else OUT)
            self.roll_injury(chariot, horse, (), self.strain_clauses[code])
        elif code == "FP":
            self.flip(chariot, self.strain_clauses[code])

    def strain_clause(self, code: str) -> tuple[str, ...]:
        """What the result of a check says, and what else has counted."""
        return (self.strain_clauses[code],)

    def strain_modifiers(self, chariot: Chariot) -> tuple[Modifier, ...]:
        """CM 7.32a: what is added to the three dice; high is bad."""
        return (Modifier("CDM", -chariot.skill),)

    def slide_out(self, chariot: Chariot) -> Phase:
        """CM 7.33-S, QA 7.33: one lane out, and no lane change inwards for the rest of the turn."""
        self.bar_inside(chariot)
        yield from self.forced_sideslip(chariot, OUT, 1, SLID)

    def slide_out_twice(self, chariot: Chariot) -> Phase:
        """CM 7.33-SS: two lanes out."""
        self.bar_after_double_slide(chariot)
        yield from self.forced_sideslip(chariot, OUT, 2, SLID_TWICE)

    def bar_after_double_slide(self, chariot: Chariot) -> None:
        """CM 7.33-SS: no lane change inwards in this turn, and no straining in this turn and the next."""
        self.bar_inside(chariot)
        chariot.no_strain_turn = max(chariot.no_strain_turn, self.race.turn + 1)
        self.lose_whip_factors(chariot)

    def bar_inside(self, chariot: Chariot) -> None:
        """CM 7.33-S: who slid does not go inwards of his own will for the rest of the turn."""
        chariot.no_inside = True

    # -- forced sideways moves ---------------------------------------------------------------------------

    def forced_sideslip(self, chariot: Chariot, direction: int, lanes: int, why: Slide) -> Generator[Ask, Any, bool]:
        """CM 7.33-S, 7.33-SS: sideways at once. True: it slid all the way."""
        for lane in range(lanes):
            slid = yield from self.forced_lane(chariot, direction, why, first_of_two=lanes == 2 and lane == 0)
            if not slid:
                return False
        return True

    def forced_lane(
        self, chariot: Chariot, direction: int, why: Slide, *, first_of_two: bool = False
    ) -> Generator[Ask, Any, bool]:
        """CM 7.34a to c, 9.43-S1 to S5: a lane sideways, into the wall, or into whoever is there. True: it slid."""
        if not chariot.on_track or self.cannot_move(chariot):
            return False  # CM 9.52b
        target = self.race.track.slip[direction][chariot.square]
        if target == WALL:
            self.flip(chariot, why.into_wall)
            return False
        if self.blockers(chariot, target):
            if first_of_two:
                yield from self.involuntary_ram(chariot, direction, self.charts.blocked_double, "CM 7.34b")
            else:
                yield from self.involuntary_ram(chariot, direction, self.charts.involuntary, why.into_others)
            return False
        self.slide(chariot, target, "forced", (why.clause, *why.more))
        yield from self.men_jump_aside()
        return True

    def only_the_ground(self, why: Slide) -> bool:
        """Whether nobody and nothing forces it but slippery ground: dry ground never does."""
        return False

    def slide(self, chariot: Chariot, target: int, how: str, clauses: tuple[str, ...]) -> None:
        """Directly sideways, team and car."""
        race = self.race
        origin = chariot.square
        self.tell(
            "sideslip",
            {
                "chariot": chariot.faction,
                "from": race.track.name(origin),
                "to": race.track.name(target),
                "how": how,
            },
            clauses,
        )
        self.moved_to(chariot, target, chariot.leg)
        if chariot.on_track:
            chariot.under = self.wrecks_under(chariot)  # CM 14.1a: they must be run over from there

    def safe_speed(self, lane: int) -> int:
        """CM 6.311: the number on the lane."""
        return self.race.track.safe_in_lane[lane]

    # -- corners and wheels --------------------------------------------------------------------------------

    @odds
    def strain_odds(self, points: int, modifier: int) -> Odds:
        """CM 7.32a, 7.32b: a corner strain check, by code; the modifier is added to the dice."""
        found = dict.fromkeys(STRAIN_WORDS, 0.0)
        found.update(
            gathered((self.corner_strain(total + modifier, points), chance) for total, chance in sums(3).items())
        )
        return found

    def strain_here(self, chariot: Chariot, speed: int) -> Strain | None:
        """The check that is due where the chariot stands, if there is one."""
        leg, square = self.corner_leg(chariot), chariot.square
        return None if leg is None else self.strain_in(chariot, speed, leg, self.race.track.lane[square], square)

    def strain_in(self, chariot: Chariot, speed: int, leg: int, lane: int, square: int = -1) -> Strain | None:
        """The check that this lane of the corner brings; on this square of it, if that is known."""
        points = self.strain_due(chariot, speed, leg, lane)
        if not points:
            return None
        price = self.strain_price(chariot, leg, points)
        unpaid = self.beyond_endurance(chariot, price)
        # A damaged wheel is checked first; the odds are those of a car that comes through.
        chances = CERTAIN_FLIP if unpaid else self.strain_chances(chariot, points, price)
        flips = round(chances["FP"] + self.wall_chance(chariot, lane, chances, square), 4)
        return {
            "lane": lane,
            "safe": self.safe_speed(lane),
            "speed": speed,
            "points": points,
            "endurance": price,
            "unpaid": unpaid,
            "wheels": self.corner_wheel_odds(chariot),
            "odds": chances,
            "flips": flips,
            "tone": strain_tone(chances["-"], flips),
        }

    def wall_chance(self, chariot: Chariot, lane: int, chances: Odds, square: int = -1) -> float:
        """CM 7.34c: that a slide of this check ends in the outer wall; a double one also does from the lane beside it,
        if nobody is in the way."""
        track = self.race.track
        if lane == track.lanes:
            return chances["S"] + chances["SS"]
        if lane < track.lanes - 1:
            return 0.0
        return 0.0 if square >= 0 and self.blockers(chariot, track.slip[OUT][square]) else chances["SS"]

    def strain_chances(self, chariot: Chariot, points: int, price: int) -> dict[str, float]:
        """CM 7.3: the payment comes before the dice, and may cost the last endurance and with it a point of CDM."""
        modifier = sum(each.amount for each in self.strain_modifiers(self.tired(chariot, price)))
        return {code: round(chance, 4) for code, chance in self.strain_odds(points, modifier).items()}

    def say_strain(self, data: Data, names: Names) -> str:
        result = STRAIN_WORDS[data["result"]]
        return f"{who(data)} strains by {data['points']} {result}; {data['endurance']} endurance left."

    def say_jostled(self, data: Data, names: Names) -> str:
        return f"{who(data)}'s driver is jostled: modifier {data['cdm']:+d} now."
