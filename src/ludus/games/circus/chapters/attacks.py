"""CM 9.1, 9.2: who may attack whom, and how."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from ludus.core.chance import percent
from ludus.core.decision import Choice, Decision
from ludus.core.fields import AnyOf, Field, Number, OneOf
from ludus.core.game import Ask, Phase
from ludus.core.standing_orders import Obeyed, Orders
from ludus.games.circus.book import Chapter
from ludus.games.circus.odds import (
    Odds,
    Sides,
    harm,
)
from ludus.games.circus.standing_orders import ANYBODY, ASK
from ludus.games.circus.state import CAR, TEAM, Chariot
from ludus.games.circus.step_list import FORWARD
from ludus.games.circus.threats import Attack, Threat, attack_of
from ludus.games.circus.track import IN, OUT
from ludus.games.circus.words import (
    Answer,
    Data,
    Names,
    at,
    count,
    listed,
    named,
    odds_words,
    outlook,
    own_words,
    who,
)

WHOM = {"never": "nobody", "some": "only these", ANYBODY: "anybody"}


class Attacks(Chapter):
    def attacks(self, chariot: Chariot, factors: int) -> dict[str, Attack]:
        """CM 9.1 to 9.22, 16.5a: what the mover may announce from where it stands.

        CM 9.12, CM 9.13: at any point of its move and as often as it can pay. CM 9.14: once from each square.
        """
        race = self.race
        found: dict[str, Attack] = {}
        if factors < self.charts.attack:
            return found
        car = race.track.behind[chariot.square]
        occupied = race.occupied
        ready = chariot.status == "racing" and self.may_attack_again(car)
        if ready:
            for square in race.track.attacks[car]:
                if square in occupied:
                    there = occupied[square]
                    self.add_attacks(chariot, car, race.chariots[there >> 1], there & 1, found)
        if race.track.ahead[chariot.square] in occupied and self.may_trample_again(chariot.square):
            self.add_trampling(chariot, found)
        if ready:
            self.add_more_attacks(chariot, factors, found)
        rear = car if chariot.hitched else chariot.square
        if found and (self.stopped(chariot) or not self.may_attack_from(chariot, rear)):
            return {}
        return found

    def may_attack_again(self, car: int) -> bool:
        """CM 9.14: one attack from a square in a phase."""
        return car not in self.race.move.attacked

    def may_trample_again(self, square: int) -> bool:
        """CM 9.14, 16.5a: the team, too, rams once from a square."""
        return square not in self.race.move.trampled

    def may_attack_from(self, chariot: Chariot, rear: int) -> bool:
        """CM 9.1b: not from gray squares in turn 1; QA 14.1: not while on a wreck."""
        if self.gray_binds() and chariot.leg == 0 and self.on_gray(chariot, rear):
            return False
        return not self.on_obstacle(chariot, rear)

    def gray_binds(self) -> bool:
        """CM 9.1b: the gray squares mean something in turn 1 only."""
        return self.race.turn == 1

    def on_gray(self, chariot: Chariot, rear: int) -> bool:
        """CM 9.1b: as long as any part of it stands there."""
        gray = self.race.track.gray
        return gray[rear] or gray[chariot.square]  # pushed back, its car may be in the corner behind the gray squares

    def safe_side(self, target: Chariot, part: int, side: int) -> bool:
        """CM 9.52c: a fallen horse shields its team on that side, but not the car."""
        return part == TEAM and self.shielded(target, side)

    def add_attacks(self, chariot: Chariot, car: int, target: Chariot, part: int, found: dict[str, Attack]) -> None:
        """CM 9.21: beside the team its horses are the target; beside the car, the driver or the car."""
        race = self.race
        if target.seat == chariot.seat:
            return  # CM 9.1-own
        side = IN if race.track.lane[car] < race.track.lane[target.square] else OUT
        name = target.faction
        if self.safe_side(target, part, side):
            return
        if part == TEAM:
            found[f"ram {name} horses"] = attack_of("ram", target.number, TEAM, side)
            if chariot.whip:
                found[f"lash {name} team"] = attack_of("lash", target.number, TEAM, side)
        else:
            found[f"ram {name} car"] = attack_of("ram", target.number, CAR, side)
            if chariot.whip and target.driver == "car":
                found[f"lash {name} driver"] = attack_of("lash", target.number, CAR, side)

    def rear_square(self, chariot: Chariot) -> int:
        return self.race.car_square(chariot) if chariot.hitched else chariot.square

    def threat_of(self, chariot: Chariot, attack: Attack) -> Threat:
        """The attack as its target has to face it."""
        return Threat(attack.kind, chariot.number, attack.target, attack.part, attack.side, chariot.cdm)

    def aim(self, threat: Threat) -> str:
        """CM 9.21: what it is aimed at, in words."""
        if threat.kind == "lash":
            return "team" if threat.part == TEAM else "driver"
        return "horses" if threat.part == TEAM else "car"

    def add_more_attacks(self, chariot: Chariot, factors: int, found: dict[str, Attack]) -> None:
        """CM 9.22: there are no others; options know some, for whoever may attack from where it stands."""

    def forfeits(self, chariot: Chariot, attack: Attack) -> bool:
        """Whether this attack costs the attacker his right to win: none does."""
        return False

    def attack_price(self, attack: Attack) -> int:
        """CM 9.11: a factor."""
        return self.charts.attack

    def use_up(self, chariot: Chariot, attack: Attack) -> None:
        """What an attack uses up besides its square, also if it is called off: nothing."""

    def carry_out(self, chariot: Chariot, attack: Attack) -> Phase:
        """CM 9.11: the factor is spent, then an attack goes as its kind goes: `carry_out_lash`, `carry_out_ram`..."""
        if self.race.threat is None:  # else its target faces it already
            self.race.move.spent += self.attack_price(attack)
        yield from getattr(self, f"carry_out_{attack.kind}")(chariot, attack)

    def announce_attack(self, chariot: Chariot, attack: Attack) -> Generator[Ask, Any, bool]:
        """CM 9.22, 9.3: it is announced, and the defender reacts. True: it goes on."""
        race = self.race
        threat = race.threat
        if threat is None:
            race.move.attacked = (*race.move.attacked, race.car_square(chariot))
            threat = self.threat_of(chariot, attack)
            target = race.chariots[attack.target]
            self.tell(
                "attack",
                {"chariot": chariot.faction, "target": target.faction, "kind": attack.kind, "at": self.aim(threat)},
                ("CM 9.11", "CM 9.21", "CM 9.22"),
            )
        avoided = yield from self.defend(threat)
        return not avoided

    # -- what it may come to -----------------------------------------------------------------------------

    def threat_odds(self, threat: Threat) -> Sides:
        """What comes to target and attacker when nobody gets out of the way: `lash_threat`, `ram_threat`..."""
        found: Sides = getattr(self, f"{threat.kind}_threat")(threat)
        return found

    def attack_answer(self, chariot: Chariot, choice: Choice, attack: Attack) -> Answer:
        """An attack explained: `lash_answer`, `ram_answer`..."""
        told: Answer = getattr(self, f"{attack.kind}_answer")(chariot, choice, attack)
        return told

    def threat_answer(self, chariot: Chariot, choice: Choice, attack: Attack, verb: str, clause: str) -> Answer:
        """An attack that the defender may try to avoid."""
        target = self.race.chariots[attack.target]
        threat = self.threat_of(chariot, attack)
        sides, what = self.threat_odds(threat), self.aim(threat)
        told = outlook(attack.kind, what, sides, target=target.faction)
        told["defence"] = self.defence_outlook(threat)
        success = told["defence"]["success"]
        escape = f"gets away {percent(success)} if he tries, else " if success else ""
        price = self.attack_price(attack)
        hint = [count(price, "factor"), escape + odds_words(sides.target), own_words(sides.attacker)]
        label = f"{verb} {named(target)}'s {what}"
        place = self.race.track.name(chariot.square)
        square = self.race.track.name(self.struck_square(attack))
        return self.answer(choice, label, hint, clause, cost=price, to=place, square=square, attack=told)

    def struck_square(self, attack: Attack) -> int:
        """Where a target is struck: its team, its car, or a man who is dragged or runs on his own feet."""
        target = self.race.chariots[attack.target]
        if target.driver == "foot" and target.man >= 0:
            return target.man
        if attack.kind == "trample":
            return self.dragged_square(target)
        return self.race.car_square(target) if attack.part == CAR else target.square

    def sure_answer(
        self,
        chariot: Chariot,
        choice: Choice,
        attack: Attack,
        verb: str,
        what: str,
        found: Odds,
        clause: str,
        own: Odds | None = None,
    ) -> Answer:
        """An attack against which there is no defence; `own` is what it may do to the attacker."""
        target = self.race.chariots[attack.target]
        told = outlook(attack.kind, what, Sides(found, own or {}), target=target.faction)
        told["defence"] = {"may": [], "success": 0.0}
        price = self.attack_price(attack)
        hint = [f"{count(price, 'factor')}, no defence", odds_words(found), own_words(own or {})]
        label = f"{verb} {named(target)}'s {what}"
        place = self.race.track.name(chariot.square)
        square = self.race.track.name(self.struck_square(attack))
        return self.answer(choice, label, hint, clause, cost=price, to=place, square=square, attack=told)

    def defence_outlook(self, threat: Threat) -> dict[str, Any]:
        """CM 9.3, 9.32, 15.25a: the ways open to the target, and its chance to win the contest."""
        target = self.race.chariots[threat.target]
        may = self.ways_out(threat)
        if not may or target.runaway:
            return {"may": may, "success": float(bool(may))}
        return {"may": may, "success": round(self.defence_odds(threat.cdm, self.defending_cdm(target)), 4)}

    def seek_attack(self, chariot: Chariot, decision: Decision, orders: Orders) -> Obeyed | None:
        """The best attack from here; or, where the orders drive on, from the first square on the way that has one."""
        race = self.race
        factors = self.left(chariot)
        best = self.best_attack(chariot, factors, orders)
        if best is not None and best["choice"] in decision:
            return Obeyed(best["choice"], f"{named(chariot)} attacks. {best['label']}.")
        way = FORWARD.get(str(decision.default), 0) if orders["move"] != ASK else 0
        there = chariot
        for run in range(1, min(way, factors - self.charts.attack) + 1):
            if self.would_finish(there):
                break
            ahead = race.track.ahead[there.square]
            there = at(chariot, ahead, there.leg + (race.track.section[ahead] != race.track.section[there.square]))
            if self.best_attack(there, factors - run, orders) is not None:
                return Obeyed(f"forward {run}", f"{named(chariot)} drives up to a rival.")
        return None

    def best_attack(self, chariot: Chariot, factors: int, orders: Orders) -> Answer | None:
        """The permitted attack that harms most likely, if the odds are as ordered."""
        best, best_chance = None, 0.0
        for choice, attack in self.attacks(chariot, factors).items():
            target = self.race.chariots[attack.target]
            means = choice.replace(f" {target.faction} ", " ")
            if means not in orders["means"] or (orders["attack"] == "some" and target.faction not in orders["targets"]):
                continue
            answer = self.attack_answer(chariot, choice, attack)
            outlook = answer["attack"]
            his, own = harm(outlook["odds"]), harm(outlook.get("self", {}))
            chance = his * (1 - outlook["defence"]["success"])
            fair = orders["odds"] == "any" or own < his
            if fair and 100 * chance >= orders["chance"] and (best is None or chance > best_chance):
                best, best_chance = answer, chance
        return best

    def attack_means(self) -> dict[str, str]:
        """Every way to attack, for standing orders."""
        return {
            "lash driver": "lash the driver",
            "lash team": "lash the team",
            "ram car": "ram the car",
            "ram horses": "ram the horses",
            "trample driver": "trample a dragged driver",
        }

    def attack_orders(self, factions: Mapping[str, str]) -> tuple[Field, ...]:
        fights = ("attack", ("some", ANYBODY))
        means = self.attack_means()
        return (
            OneOf(
                name="attack", title="Attack", default="never", choices=WHOM, clause=self.cite("CM 9.1a"),
                help="Whoever comes within reach while I drive straight ahead.",
            ),
            AnyOf(
                name="targets", title="Whom", default=list(factions), choices=factions, only=("attack", ("some",)),
            ),
            AnyOf(
                name="means", title="How", default=list(means), choices=means, only=fights, clause=self.cite("CM 9.21")
            ),
            Number(
                name="chance", title="Only with a chance of harm of at least", default=30, low=0, high=100, unit="%",
                only=fights, help="By the exact odds, if he tries to get away.",
            ),
            OneOf(
                name="odds", title="And my own risk", default="less", only=fights,
                choices={"less": "must be less than his", "any": "may be anything"},
            ),
        )  # fmt: skip

    def attack_in_words(self, orders: Orders) -> str:
        if orders["attack"] == "never":
            return "none"
        whom = "anybody" if orders["attack"] == ANYBODY else listed([each.capitalize() for each in orders["targets"]])
        words = self.attack_means()
        means = listed([words[each] for each in orders["means"]])
        less = ", and my own risk is less than his" if orders["odds"] == "less" else ""
        return f"{whom} within reach ({means}), when the chance to harm him is at least {orders['chance']}%{less}"

    def say_attack(self, data: Data, names: Names) -> str:
        return f"{who(data)} {self.attack_verbs()[data['kind']]} {data['target']}'s {data['at']}."

    def attack_deeds(self) -> dict[str, str]:
        """What has been done, by the kind of attack."""
        return {"ram": "rammed", "lash": "lashed"}

    def attack_verbs(self) -> dict[str, str]:
        return {"ram": "rams", "lash": "lashes"}
