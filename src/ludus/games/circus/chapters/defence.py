"""CM 9.3: hold, brake or evade."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import replace
from typing import Any

from ludus.core.chance import percent
from ludus.core.decision import Decision
from ludus.core.event import Modifier
from ludus.core.fields import Field, Number, OneOf, Rules
from ludus.core.game import Ask, Phase
from ludus.core.standing_orders import Obeyed, Orders
from ludus.games.circus.book import Chapter
from ludus.games.circus.odds import (
    GRAVE,
    harm,
    leads,
    odds,
)
from ludus.games.circus.standing_orders import ANYBODY, ASK, WAIT
from ludus.games.circus.state import TEAM, Chariot
from ludus.games.circus.threats import Threat
from ludus.games.circus.track import IN, OUT, WALL
from ludus.games.circus.words import (
    Answer,
    Data,
    Names,
    at,
    count,
    endurance_words,
    named,
    odds_words,
    outlook,
    own_words,
    strain_words,
    who,
)

WAYS = {"evade in": "evade inside", "evade out": "evade outside", "brake": "brake"}
STAKES = {
    "always": "always",
    "wreck": "a wreck or loss is likelier than",
    "harm": "any harm is likelier than",
    "corner": "a corner is near",
    "weak": "my endurance is under",
}
# In the order in which they are tried; where none is possible the chariot holds.
DEFENCES: Mapping[str, tuple[str, ...]] = {
    "hold": (),
    "brake": ("brake",),
    "evade": ("evade out", "evade in"),
    "brake or evade": ("brake", "evade out", "evade in"),
    "evade or brake": ("evade out", "evade in", "brake"),
}
DEFENCE_WORDS = {
    ASK: WAIT,
    "hold": "hold",
    "brake": "brake",
    "evade": "evade",
    "brake or evade": "brake, or else evade",
    "evade or brake": "evade, or else brake",
}


class Defence(Chapter):
    def defending_cdm(self, chariot: Chariot) -> int:
        """CM 9.52f, QA 9.52: a stopped chariot counts 0, or its own CDM if that is negative."""
        return min(0, chariot.skill) if self.stopped(chariot) else chariot.skill

    # -- defence --------------------------------------------------------------------------------------

    def can_brake(self, chariot: Chariot) -> bool:
        """CM 9.3b, 6.62b, QA 6.62: some endurance, a free square behind, a driver, no horse being cut free."""
        return self.able_to_brake(chariot) and self.room_to_brake(chariot)

    def able_to_brake(self, chariot: Chariot) -> bool:
        """CM 9.3b, 9.52d: some endurance, a driver, and no horse being cut free."""
        return chariot.endurance >= self.brake_needs() and chariot.status == "racing" and not self.stopped(chariot)

    def room_to_brake(self, chariot: Chariot) -> bool:
        """CM 6.62b: only onto a free square."""
        return self.room_behind(chariot)

    def room_behind(self, chariot: Chariot) -> bool:
        race = self.race
        return race.free(race.track.behind[race.car_square(chariot)])

    def brake_needs(self) -> int:
        """CM 9.3b: the endurance a defender must have to brake."""
        return 1

    def evasion_price(self, direction: int) -> int:
        """CM 9.311: as a lane change."""
        return self.lane_price(direction)

    def may_evade_inside(self, chariot: Chariot) -> bool:
        """CM 7.33-S: the ban of a sideslip covers evasions."""
        return not chariot.no_inside

    def can_evade(self, chariot: Chariot, direction: int) -> bool:
        """CM 9.313, CM 9.311-afford: room for a normal lane change away from the attacker, and speed to pay for it."""
        race = self.race
        track = race.track
        if self.stopped(chariot) or self.blind_to(chariot, -direction):
            return False
        if self.maximum(chariot) - chariot.debt < self.evasion_price(direction):
            return False
        step = track.ahead[chariot.square]
        target = track.change[direction][step]
        if target == WALL:
            return False
        if direction == IN and not self.may_evade_inside(chariot):
            return False
        if self.would_finish(chariot):
            return True  # CM 9.31: the step forward takes it off the track
        if not race.free(step) or not race.free(target):
            return False
        if chariot.hitched and not race.free(track.behind[target]):
            return False
        if self.evasion_strains(direction) and self.banned_from_straining(chariot):
            leg = chariot.leg + (track.section[step] != track.section[chariot.square])
            return not self.would_strain(chariot, self.current_speed(chariot), target, leg)
        return True

    def blind_to(self, chariot: Chariot, side: int) -> bool:
        """CM 13.1-5: whether the driver does not see what comes from there; horses that run by themselves do."""
        return chariot.driver == "car" and (chariot.eye_left if side == IN else chariot.eye_right)

    def ways_out(self, threat: Threat) -> list[str]:
        """CM 9.3b, 9.3c, 12.4b: away from where it comes; from a wreck above to either side, but the car not back."""
        chariot = self.race.chariots[threat.target]
        sides = (-threat.side,) if threat.side else (IN, OUT)
        ways = [f"evade {'in' if side == IN else 'out'}" for side in sides if self.can_evade(chariot, side)]
        if (threat.kind != "wreck" or threat.part == TEAM) and self.can_brake(chariot):
            ways.append("brake")
        return ways

    def defend(self, threat: Threat) -> Generator[Ask, Any, bool]:
        """CM 9.3, 9.32: hold, or try to brake or evade. True: it got away."""
        race = self.race
        race.threat = threat
        chariot = race.chariots[threat.target]
        answer = yield from self.ask_defender(chariot, threat)
        race.threat = None
        if answer == "hold":
            return False
        if answer == "brake":
            self.brake_away(chariot, "CM 9.3b")
            yield from self.men_jump_aside()
        else:
            yield from self.evade(chariot, IN if answer == "evade in" else OUT)
        return True

    def ask_defender(self, chariot: Chariot, threat: Threat) -> Generator[Ask, Any, str]:
        """What he does; "hold" also when he may not, or fails in the contest."""
        ways = self.ways_out(threat)
        if not ways:
            return "hold"
        if chariot.runaway:
            # CM 15.25a: a runaway evades without dice.
            answer = yield self.choose(
                chariot, "defend", "Let your runaway team evade?", "CM 15.25a", (*ways, "hold"), "hold"
            )
            return str(answer)
        if not threat.won:
            answer = yield self.choose(
                chariot, "defend", "Hold, or try to get out of the attack?", "CM 9.3", ("hold", "avoid")
            )
            if answer == "hold" or not self.roll_defence(threat.cdm, chariot):
                return "hold"
            self.race.threat = replace(threat, won=True)
        answer = yield self.choose(chariot, "avoid", "How will you get away?", "CM 9.32", (*ways, "hold"))
        return str(answer)

    def roll_defence(self, attacker_cdm: int, chariot: Chariot) -> bool:
        """CM 9.32: two dice plus CDM each, the defender's first; ties are his."""
        own_cdm = self.defending_cdm(chariot)
        own = sum(self.roll(2, "defence", "CM 9.32")) + own_cdm
        against = sum(self.roll(2, "attack", "CM 9.32")) + attacker_cdm
        self.tell(
            "defence",
            {"chariot": chariot.faction, "own": own, "against": against, "success": own >= against},
            ("CM 9.32",),
            (Modifier("defender's CDM", own_cdm), Modifier("attacker's CDM", attacker_cdm)),
        )
        return own >= against

    def brake_away(self, chariot: Chariot, clause: str) -> None:
        """CM 6.62a: two endurance, one square straight back; the coming phase keeps its factors."""
        track = self.race.track
        origin = chariot.square
        self.tire(chariot, self.charts.brake_endurance)
        back = self.braked_to(chariot)
        leg = chariot.leg - (track.section[back] != track.section[origin])
        self.tell(
            "braked-away",
            {"chariot": chariot.faction, "to": track.name(back), "endurance": chariot.endurance},
            (clause, "CM 6.62a"),
        )
        self.moved_to(chariot, back, leg)

    def braked_to(self, chariot: Chariot) -> int:
        """CM 6.62a: a square straight back."""
        return self.race.track.behind[chariot.square]

    def evasion_strains(self, direction: int) -> bool:
        """CM 9.312: only inwards."""
        return direction == IN

    def unplayed(self, chariot: Chariot) -> int:
        """CM 9.31: what an evader over the line has left: its whole phase after paying, or 0 if that is over."""
        if chariot.moved:
            return 0
        limit = self.maximum(chariot)
        written = limit if chariot.runaway else min(chariot.written, limit)
        taken = chariot.offered if chariot.runaway else 0  # CM 15.22
        return self.after_debt(written, limit, chariot.debt) + chariot.gains + taken

    def evade(self, chariot: Chariot, direction: int) -> Phase:
        """CM 9.31, 9.311, CM 9.312: one forward and sideways at once, paid in the next own phase."""
        track = self.race.track
        origin = chariot.square
        speed = self.current_speed(chariot)
        price = self.evasion_price(direction)
        chariot.debt += price
        step = track.ahead[origin]
        target = track.change[direction][step]
        finishing = self.would_finish(chariot)
        self.tell(
            "evaded",
            {
                "chariot": chariot.faction,
                "direction": "in" if direction == IN else "out",
                "from": track.name(origin),
                "to": "the finish line" if finishing else track.name(target),
                "price": price,
            },
            ("CM 9.3c", "CM 9.31", "CM 9.311"),
        )
        if finishing:
            self.cross_line(chariot, self.unplayed(chariot), "CM 9.31")
            return
        leg = chariot.leg + (track.section[step] != track.section[origin])
        self.moved_to(chariot, target, leg)
        yield from self.men_jump_aside()
        if self.evasion_strains(direction):
            yield from self.strain(chariot, speed)

    # -- defence and lashes ----------------------------------------------------------------------------------

    @odds
    def defence_odds(self, attacker_cdm: int, defender_cdm: int) -> float:
        """CM 9.32: that the defender wins the contest; ties are his."""
        return sum(chance for lead, chance in leads(2).items() if lead + defender_cdm >= attacker_cdm)

    # -- defending ---------------------------------------------------------------------------------------

    def explain_defend(self, chariot: Chariot, decision: Decision) -> list[Answer]:
        """CM 9.3: hold, or try to get away; a runaway that may evade just does it."""
        race = self.race
        threat = race.threat
        assert threat is not None
        sides = self.threat_odds(threat)
        faced = self.faced(threat)
        answers = []
        for choice in decision:
            if choice == "hold":
                hint = [odds_words(sides.target), own_words(sides.attacker, "the attacker")]
                answers.append(self.answer(choice, "Hold", hint, clause="CM 9.3a", threat=faced))
            elif choice == "avoid":
                chances = self.defence_outlook(threat)
                ways = " or ".join(WAYS[way] for way in chances["may"])
                hint = [f"{percent(chances['success'])} to {ways}", f"else {odds_words(sides.target)}"]
                answers.append(self.answer(choice, "Try to get away", hint, clause="CM 9.32", threat=faced, **chances))
            else:
                answers.append({**self.way_out_answer(chariot, str(choice)), "success": 1.0, "threat": faced})
        return answers

    def explain_avoid(self, chariot: Chariot, decision: Decision) -> list[Answer]:
        return [self.way_out_answer(chariot, str(choice)) for choice in decision]

    def way_out_answer(self, chariot: Chariot, choice: str) -> Answer:
        race = self.race
        if choice == "brake":
            return self.brake_away_answer(chariot)
        if choice in ("evade in", "evade out"):
            return self.evade_answer(chariot, choice, IN if choice == "evade in" else OUT)
        assert race.threat is not None
        odds = self.threat_odds(race.threat).target
        return self.answer(
            choice,
            "Hold after all",
            [odds_words(odds)],
            clause="CM 9.3a",
            cost=0,
            tone="plain",
            threat=self.faced(race.threat),
        )

    def faced(self, threat: Threat) -> dict[str, Any]:
        """The attack as its target sees it."""
        told = outlook(
            threat.kind,
            self.aim(threat),
            self.threat_odds(threat),
            attacker=self.race.chariots[threat.attacker].faction,
        )
        told["words"] = self.threat_words(threat)
        return told

    def threat_words(self, threat: Threat) -> str:
        """For whoever has to face it."""
        attacker, what = named(self.race.chariots[threat.attacker]), self.aim(threat)
        if threat.kind == "wreck":
            return f"The wreck of {attacker} comes down on your {what}."
        deed = "is thrown against" if threat.kind == "swerve" else self.attack_verbs()[threat.kind]
        return f"{attacker} {deed} your {what}."

    def brake_away_answer(self, chariot: Chariot) -> Answer:
        """CM 6.62a."""
        race = self.race
        paid = min(self.charts.brake_endurance, chariot.endurance)
        to = race.track.name(self.braked_to(chariot))
        hint = [endurance_words(chariot, paid), f"back to {to}"]
        return self.answer(
            "brake", "Brake back a square", hint, clause="CM 9.3b", cost=0, endurance=paid, to=to, strain=None
        )

    def evade_answer(self, chariot: Chariot, choice: str, direction: int) -> Answer:
        """CM 9.31 to 9.312: paid for in the next phase; inwards it may strain."""
        track = self.race.track
        price = self.evasion_price(direction)
        owed = f"{count(price, 'factor')} off your next move"
        label = f"Evade {'inside' if direction == IN else 'outside'}"
        if self.would_finish(chariot):
            hint = [owed, "over the finish line"]
            return self.answer(choice, label, hint, clause="CM 9.3c", cost=price, to=None, finish=True, strain=None)
        step = track.ahead[chariot.square]
        target = track.change[direction][step]
        there = at(chariot, target, chariot.leg + (track.section[step] != track.section[chariot.square]))
        strain = self.strain_here(there, self.current_speed(chariot)) if self.evasion_strains(direction) else None
        to = None if strain else track.name(target)
        hint = [owed, f"to {track.name(target)}", strain_words(strain)]
        return self.answer(
            choice,
            f"{label} to lane {track.lane[target]}",
            hint,
            clause="CM 9.3c",
            cost=price,
            square=track.name(target),
            path=[track.name(target)],
            to=to,
            strain=strain,
        )

    # -- defence -------------------------------------------------------------------------------------------

    def obey_avoid(self, chariot: Chariot, decision: Decision, orders: Orders) -> Obeyed | None:
        return self.obey_defend(chariot, decision, orders)

    def obey_defend(self, chariot: Chariot, decision: Decision, orders: Orders) -> Obeyed | None:
        """CM 9.3: hold, or try what is ordered as far as it is possible."""
        threat = self.race.threat
        assert threat is not None
        do = self.ordered_defence(chariot, threat, orders)
        if do == ASK:
            return None
        open_ways = self.ways_out(threat)
        way = next((way for way in DEFENCES[do] if way in open_ways), "hold")
        # Only a driver has to win the contest first; then he is asked how he gets away.
        choice = way if way in decision else "avoid"
        return Obeyed(choice, f"{named(chariot)} {deed(choice, way)} {self.against_words(threat)}.")

    def ordered_defence(self, chariot: Chariot, threat: Threat, orders: Orders) -> str:
        for rule in orders["defence"]:
            if self.order_fits(chariot, threat, rule):
                return str(rule["do"])
        return str(orders["otherwise"])

    def order_fits(self, chariot: Chariot, threat: Threat, rule: Mapping[str, Any]) -> bool:
        if rule["against"] not in (ANYBODY, self.race.chariots[threat.attacker].faction):
            return False
        if rule["kind"] not in ("any", threat.kind):
            return False
        stake, percent = rule["stake"], int(rule["percent"])
        if stake == "wreck":
            return 100 * self.wreck_risk(threat) > percent
        if stake == "harm":
            return 100 * harm(self.threat_odds(threat).target) > percent
        if stake == "corner":
            return self.corner_near(chariot, rule["squares"])
        return stake == "always" or chariot.endurance < int(rule["endurance"])

    def wreck_risk(self, threat: Threat) -> float:
        """By the exact odds, for whoever holds: that the car, a horse or the driver is lost."""
        return sum(chance for word, chance in self.threat_odds(threat).target.items() if word in GRAVE)

    def corner_near(self, chariot: Chariot, squares: int) -> bool:
        race = self.race
        if self.corner_leg(chariot) is not None:
            return True
        square = chariot.square
        for _ in range(squares):
            square = race.track.ahead[square]
            if race.track.corner[square]:
                return True
        return False

    def against_words(self, threat: Threat) -> str:
        attacker = named(self.race.chariots[threat.attacker])
        what = f"{threat.kind} at the {self.aim(threat)}" if threat.kind in ("lash", "ram") else threat.kind
        risk = f", with a risk of {percent(self.wreck_risk(threat))} to lose car, horse or driver"
        return f"against {attacker}'s {what}{risk}"

    def threat_kinds(self) -> dict[str, str]:
        """How one can be threatened, for standing orders."""
        return {
            "any": "attacks in any way",
            "lash": "lashes",
            "ram": "rams",
            "swerve": "is thrown against me",
            "wreck": "crashes onto me as a wreck",
        }

    def defence_orders(self, factions: Mapping[str, str]) -> tuple[Field, ...]:
        rule: tuple[Field, ...] = (
            OneOf(name="against", title="When", default=ANYBODY, choices={ANYBODY: "anybody", **factions}),
            OneOf(name="kind", title="How", default="any", choices=self.threat_kinds()),
            OneOf(name="stake", title="And", default="wreck", choices=STAKES),
            Number(
                name="percent", title="Percent", default=10, low=0, high=100, unit="%",
                only=("stake", ("wreck", "harm")),
            ),
            Number(
                name="squares", title="At most", default=6, low=0, high=40, unit="squares ahead",
                only=("stake", ("corner",)),
            ),
            Number(name="endurance", title="Endurance", default=10, low=1, high=99, only=("stake", ("weak",))),
            OneOf(name="do", title="Then", default="evade or brake", choices=DEFENCE_WORDS),
        )  # fmt: skip
        first = {field.name: field.default for field in rule}
        return (
            Rules(
                name="defence", title="Rules", default=[first], fields=rule, clause=self.cite("CM 9.3"),
                help="The first that fits counts. Where nothing of what it orders is possible, the chariot holds.",
            ),
            OneOf(name="otherwise", title="Otherwise", default="hold", choices=DEFENCE_WORDS),
        )  # fmt: skip

    def defence_in_words(self, orders: Orders) -> list[str]:
        others = "Against every other attack" if orders["defence"] else "Against any attack"
        return [
            *(f"When {self.case_in_words(rule)}: {way_in_words(rule['do'])}." for rule in orders["defence"]),
            f"{others}: {way_in_words(orders['otherwise'])}.",
        ]

    def case_in_words(self, rule: Mapping[str, Any]) -> str:
        who = "anybody" if rule["against"] == ANYBODY else rule["against"].capitalize()
        case = f"{who} {self.threat_kinds()[rule['kind']]}"
        if rule["stake"] == "wreck":
            return (
                f"{case} and a wreck or loss (of a horse or the driver) is likelier than {rule['percent']}% if I hold"
            )
        if rule["stake"] == "harm":
            return f"{case} and any harm is likelier than {rule['percent']}% if I hold"
        if rule["stake"] == "corner":
            near = f"at most {count(rule['squares'], 'square')} ahead" if rule["squares"] else "under me"
            return f"{case} and a corner is {near}"
        return f"{case} and my endurance is under {rule['endurance']}" if rule["stake"] == "weak" else case

    def say_braked_away(self, data: Data, names: Names) -> str:
        return f"{who(data)} drops back to {data['to']}; {data['endurance']} endurance left."

    def say_evaded(self, data: Data, names: Names) -> str:
        return f"{who(data)} evades to the {data['direction']}side."

    def say_defence(self, data: Data, names: Names) -> str:
        return (
            f"{who(data)} {'gets out of the way' if data['success'] else 'cannot get away'} "
            f"({data['own']} against {data['against']})."
        )


def way_in_words(do: str) -> str:
    if do in (ASK, "hold"):
        return DEFENCE_WORDS[do]
    return f"{DEFENCE_WORDS[do]}; if that is not possible, hold"


def deed(choice: str, way: str) -> str:
    """What he does about a threat."""
    if choice == "hold":
        return "holds"
    return f"tries to {WAYS[way]}" if choice == "avoid" else f"chooses to {WAYS[way]}"
