"""CM 6.5: straining a team with the whip, and factors that a lashed team offers."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any, ClassVar

from ludus.core.decision import Decision, Range
from ludus.core.dice import ScriptedDice
from ludus.core.fields import Field, Number, OneOf
from ludus.core.game import Ask, Phase
from ludus.core.standing_orders import Obeyed, Orders
from ludus.core.table import QuietTable
from ludus.games.circus.book import Chapter
from ludus.games.circus.chapters.road import WHIP, Road
from ludus.games.circus.odds import (
    gathered,
    odds,
)
from ludus.games.circus.standing_orders import ASK, WAIT
from ludus.games.circus.state import Chariot
from ludus.games.circus.words import (
    Answer,
    Data,
    Names,
    count,
    endurance_words,
    named,
    span,
    strain_words,
    who,
)

WHIPS = {ASK: WAIT, "never": "never", "straight": "where no throw reaches a corner"}
TAKES = {ASK: WAIT, "none": "take none", "all": "take all"}


class Straining(Chapter):
    arm_clause: ClassVar[str] = "CM 13.1-4"  # why a wounded arm whips for half

    def may_whip(self, chariot: Chariot) -> bool:
        """CM 6.521. CM 9.53c: not with a dead horse in harness, so neither before nor after cutting it free."""
        return (
            chariot.endurance > 0
            and self.has_whip(chariot)
            and self.fit_to_whip(chariot)
            and not self.banned_from_straining(chariot)
            and not self.beyond_whipping(chariot)
        )

    def beyond_whipping(self, chariot: Chariot) -> bool:
        """Whether the team cannot be moved by a whip: as long as it has endurance it can."""
        return False

    def take_offered(self, chariot: Chariot) -> Phase:
        """CM 9.41b: how many of the offered lash factors to take."""
        prompt = "Your lashed team is willing: how many extra factors?"
        chariot.gains += yield self.number(chariot, "take", prompt, "CM 9.41b", 0, chariot.offered, 0)
        chariot.offered = 0

    def has_whip(self, chariot: Chariot) -> bool:
        """CM 6.521: nobody whips without one."""
        return chariot.whip

    def fit_to_whip(self, chariot: Chariot) -> bool:
        """CM 6.521, 9.53c: not with a negative CDM, nor where a horse is to be cut free."""
        return chariot.cdm >= 0 and not self.busy_with_horse(chariot)

    def busy_with_horse(self, chariot: Chariot) -> bool:
        """CM 9.53c: throughout the phase of the attempt."""
        return bool(chariot.fallen) or chariot.cut_turn == self.race.turn

    def ask_whip(self, chariot: Chariot) -> Generator[Ask, Any, bool]:
        """CM 6.522: announced before the move begins, by who may."""
        answer = yield self.choose(chariot, "whip", "Whip your team for extra speed?", "CM 6.52", ("no", "whip"), "no")
        return bool(answer == "whip")

    def whip(self, chariot: Chariot) -> None:
        """CM 6.523 to 6.525, 13.1-4: a die of factors, as far as endurance goes; each costs one."""
        race = self.race
        die = self.roll(1, WHIP, "CM 6.523")[0]
        if chariot.arm_wound:
            die = (die + 1) // 2
        paid = self.tire(chariot, die)
        race.move.strain = self.whipped_factors(die, paid)
        self.tell(
            "whip",
            {"chariot": chariot.faction, "factors": race.move.strain, "endurance": chariot.endurance},
            ("CM 6.523", "CM 6.524", *((self.arm_clause,) if chariot.arm_wound else ()), *self.whip_limits(die, paid)),
        )

    def whip_limits(self, die: int, paid: int) -> tuple[str, ...]:
        """CM 6.525: what is said about a team that cannot pay for all of the die."""
        return ()

    def whipped_factors(self, die: int, paid: int) -> int:
        """CM 6.525: as many as endurance pays for."""
        return paid

    @odds
    def whip_odds(self, endurance: int, arm_wound: bool = False) -> Mapping[int, float]:
        """CM 6.523 to 6.525, 13.1-4: the factors that a whip brings."""
        found = []
        for die in range(1, 7):
            future = self.race.copy()
            lone = len(future.chariots)  # nobody whose phase it could be
            chariot = Chariot("", 0, endurance=endurance, arm_wound=arm_wound, number=lone)
            self.over(future, QuietTable(ScriptedDice((die,)), [])).whip(chariot)
            found.append((future.move.strain, 1 / 6))
        return gathered(found)

    def explain_take(self, chariot: Chariot, decision: Decision) -> list[Answer]:
        """CM 9.41b: each factor adds to the speed."""
        assert isinstance(decision, Range)
        return [
            self.answer(
                taken,
                f"Take {count(taken, 'factor')}" if taken else "Take none",
                **self.speed_told(chariot, take=taken),
            )
            for taken in range(decision.low, decision.high + 1)
        ]

    def explain_whip(self, chariot: Chariot, decision: Decision) -> list[Answer]:
        """CM 6.52: a die of factors for as much endurance."""
        leave = self.answer("no", "Do not whip", **self.speed_told(chariot))
        return [self.whip_answer(chariot) if choice == "whip" else leave for choice in decision]

    def speed_told(self, chariot: Chariot, **answers: Any) -> dict[str, Any]:
        """A speed, and the check it brings to whoever stands in a corner."""
        future, own = self.announced(chariot, **answers)
        total = future.total_speed(own)
        strain = future.strain_here(own, total)
        least = self.slowest_start(chariot, **answers)
        words = f"speed {total}" if least is None else f"speed {least} to {total}"
        more = {} if least is None else {"least": least}
        return {"hint": [words, strain_words(strain)], "total": total, "strain": strain, **more}

    def whip_answer(self, chariot: Chariot) -> Answer:
        odds = self.whip_odds(chariot.endurance, chariot.arm_wound)
        most = max(odds)
        totals: list[dict[str, Any]] = []
        for die in range(1, 7):
            future, own = self.announced(chariot, whip_die=die)
            total = future.total_speed(own)
            strain = future.strain_here(own, total)
            totals.append({"die": die, "total": total, "strain": strain, "wheels": future.speed_wheel_odds(own)})
        last = totals[-1]
        least = self.slowest_start(chariot, whip_die=1)
        hint = [
            f"{span(min(odds), most, 'factor')}, an endurance for each",
            f"speed up to {last['total']}" if least is None else f"speed {least} to {last['total']}",
            f"at most {endurance_words(chariot, most)}",
            strain_words(last["strain"]),
        ]
        more: dict[str, Any] = {"odds": {str(factors): round(chance, 4) for factors, chance in odds.items()}}
        if self.corner_leg(chariot) is not None:
            more["totals"] = totals
        if least is not None:
            more.update(least=least, total=last["total"])
        return self.answer("whip", "Whip your team", hint, clause="CM 6.523", **more)

    def obey_take(self, chariot: Chariot, decision: Decision, orders: Orders) -> Obeyed | None:
        assert isinstance(decision, Range)
        if orders["take"] == ASK:
            return None
        if orders["take"] == "none":
            return Obeyed(decision.low, f"{named(chariot)} takes none of the offered factors.")
        return Obeyed(decision.high, f"{named(chariot)} takes all of the offered factors.")

    def obey_whip(self, chariot: Chariot, decision: Decision, orders: Orders) -> Obeyed | None:
        if orders["whip"] == ASK:
            return None
        if orders["whip"] == "straight" and self.whip_is_safe(chariot, orders["whip_keep"]):
            return Obeyed("whip", f"{named(chariot)} whips the team.")
        return Obeyed("no", f"{named(chariot)} does not whip.")

    def whip_is_safe(self, chariot: Chariot, keep: int) -> bool:
        """Whether even the highest throw ends before the next corner, with that much endurance left."""
        if chariot.endurance - max(self.whip_odds(chariot.endurance, chariot.arm_wound)) < keep:
            return False
        corner = Road(self, chariot).corner
        future, own = self.announced(chariot, whip_die=6)
        return corner is None or future.to_spend(own) < corner

    def whip_orders(self) -> tuple[Field, ...]:
        return (
            OneOf(name="whip", title="Whip the team", default="never", choices=WHIPS, clause=self.cite("CM 6.52")),
            Number(
                name="whip_keep", title="Keep endurance", default=20, low=0, high=99, only=("whip", ("straight",)),
                help="No whip that could leave less.",
            ),
            *self.take_orders(),
        )  # fmt: skip

    def take_orders(self) -> tuple[Field, ...]:
        """CM 9.41b: what a team that withstands a lash offers."""
        return (
            OneOf(
                name="take", title="Factors my lashed team offers", default="none", choices=TAKES,
                clause=self.cite("CM 9.41b"),
            ),
        )  # fmt: skip

    def whip_in_words(self, orders: Orders) -> list[str]:
        whip = WHIPS[orders["whip"]]
        if orders["whip"] == "straight":
            whip += f", nor leaves me less than {orders['whip_keep']} endurance"
        return [f"Whip: {whip}.", *self.take_in_words(orders)]

    def take_in_words(self, orders: Orders) -> list[str]:
        return [f"When my lashed team offers factors: {TAKES[orders['take']]}."]

    def say_whip(self, data: Data, names: Names) -> str:
        return f"{who(data)} whips the team for {data['factors']} more; {data['endurance']} endurance left."
