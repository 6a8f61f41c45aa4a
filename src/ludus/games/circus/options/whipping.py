"""Action point cards on the whip: whipping in the midst of a move, or after cutting a horse free."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ludus.core.decision import Decision
from ludus.core.game import Ask, Phase
from ludus.core.plain import told
from ludus.core.standing_orders import Obeyed, Orders
from ludus.games.circus.chapters.road import Road
from ludus.games.circus.editions import SecondEdition
from ludus.games.circus.options.switch import either, on_off
from ludus.games.circus.state import Chariot
from ludus.games.circus.words import Answer, endurance_words, named, span, strain_words

GROUP = "Action point cards"
UNCHECKED = 99  # further out than any lane


@dataclass(slots=True)
class Whipped:
    """Who has whipped in his phase of which turn: once is all."""

    turn: int = told("The turn.", default=0, between=(0, 10_000))
    number: int = told("The chariot, from 0 as they stand in the file; -1: none.", default=-1, between=(-1, 99))

    def copy(self) -> Whipped:
        return Whipped(self.turn, self.number)


class WhipNow(SecondEdition):
    """The whip after the phase has begun; the speed so far counts, and whatever the new one calls for comes at once."""

    sources = ("AID",)
    adds_to_race: ClassVar[Mapping[str, type]] = {"whipped": Whipped}

    def has_whipped(self, chariot: Chariot) -> bool:
        whipped = self.race.parts["whipped"]
        return bool((whipped.turn, whipped.number) == (self.race.turn, chariot.number))

    def may_whip_now(self, chariot: Chariot) -> bool:
        return (
            chariot.status == "racing"
            and not chariot.fallen
            and not self.race.move.strain
            and not self.has_whipped(chariot)
            and self.may_whip(chariot)
        )

    def ask_whip_now(self, chariot: Chariot, clause: str) -> Generator[Ask, Any, bool]:
        if not self.may_whip_now(chariot):
            return False
        prompt = "Whip your team for extra speed?"
        answer = yield self.choose(chariot, "whip_now", prompt, clause, ("no", "whip"), "no")
        return bool(answer == "whip")

    def whip_now(self, chariot: Chariot) -> None:
        self.race.parts["whipped"] = Whipped(self.race.turn, chariot.number)
        self.whip(chariot)

    def explain_whip_now(self, chariot: Chariot, decision: Decision) -> list[Answer]:
        leave = self.answer("no", "Do not whip")
        return [self.whip_now_answer(chariot) if choice == "whip" else leave for choice in decision]

    def whip_now_answer(self, chariot: Chariot) -> Answer:
        """What the die may bring, and the check of the highest throw for whoever stands in a corner."""
        odds = self.whip_odds(chariot.endurance, chariot.arm_wound)
        most = max(odds)
        speed = self.total_speed(chariot) + most
        twin = self.tired(chariot, most).copy()
        twin.strain_lane = UNCHECKED
        strain = self.strain_here(twin, speed)
        hint = [
            f"{span(min(odds), most, 'factor')}, an endurance for each",
            f"speed up to {speed}",
            f"at most {endurance_words(chariot, most)}",
            strain_words(strain),
        ]
        told = {str(factors): round(chance, 4) for factors, chance in odds.items()}
        return self.answer("whip", "Whip your team", hint, "CM 6.523", odds=told, cost=0, to=None, strain=strain)

    def obey_whip_now(self, chariot: Chariot, decision: Decision, orders: Orders) -> Obeyed | None:
        if orders["whip"] == "ask":
            return None
        if orders["whip"] == "straight" and self.whip_now_is_safe(chariot, orders["whip_keep"]):
            return Obeyed("whip", f"{named(chariot)} whips the team.")
        return Obeyed("no", f"{named(chariot)} does not whip.")

    def whip_now_is_safe(self, chariot: Chariot, keep: int) -> bool:
        """Whether even the highest throw ends before the next corner, with that much endurance left."""
        most = max(self.whip_odds(chariot.endurance, chariot.arm_wound))
        corner = Road(self, chariot).corner
        return chariot.endurance - most >= keep and (corner is None or self.left(chariot) + most < corner)

    def seconds_for(self, decision: Decision) -> int | None:
        """CM 11.6: going on with a move runs against the clock."""
        return self.clock() if decision.name == "whip_now" else super().seconds_for(decision)


class WhipAnyTime(WhipNow):
    """AID card-whip-timing: at any time in the move, with or without a whip in hand, for all that the die shows."""

    sources = ("AID",)
    cites: ClassVar[Mapping[str, str]] = {"CM 6.524": "AID card-whip-timing"}

    def ask_whip(self, chariot: Chariot) -> Generator[Ask, Any, bool]:
        """Nothing is announced before the move."""
        return False
        yield

    def has_whip(self, chariot: Chariot) -> bool:
        return True

    def whipped_factors(self, die: int, paid: int) -> int:
        return die

    def other_steps(self, chariot: Chariot) -> tuple[str, ...]:
        steps = super().other_steps(chariot)
        return (*steps, "whip") if self.may_whip_now(chariot) else steps

    def drive(self, chariot: Chariot) -> Phase:
        """Who wants to go a little further than his factors whips at the end."""
        race = self.race
        yield from super().drive(chariot)
        if not chariot.on_track or race.move.over or race.move.jumps:
            return
        race.phase = "driving"
        whips = yield from self.ask_whip_now(chariot, "AID card-whip-timing")
        race.phase = "resolving"
        if whips:
            yield from self.step_whip(chariot)
            yield from super().drive(chariot)

    def step_whip(self, chariot: Chariot) -> Phase:
        """The die; then wheels and corner are checked for the new speed, as far as they were not."""
        fast = self.speed_strains_wheels(chariot)
        self.whip_now(chariot)
        if not fast and self.speed_strains_wheels(chariot) and chariot.hitched and self.damaged(chariot):
            self.check_wheels(chariot, "CM 7.41a")
        if chariot.on_track:
            checked, chariot.strain_lane = chariot.strain_lane, UNCHECKED
            yield from self.strain(chariot, self.total_speed(chariot))
            if chariot.strain_lane == UNCHECKED:
                chariot.strain_lane = checked  # nothing was due

    def step_whip_answer(self, chariot: Chariot) -> Answer:
        return {**self.whip_now_answer(chariot), "group": "Whip"}


class WhipAfterCutting(WhipNow):
    """AID card-whip-dead-horse: a dead horse bars the whip until it is cut free, and no longer."""

    sources = ("AID",)

    def busy_with_horse(self, chariot: Chariot) -> bool:
        return bool(chariot.fallen)

    def try_to_cut_free(self, chariot: Chariot) -> Phase:
        yield from super().try_to_cut_free(chariot)
        if (yield from self.ask_whip_now(chariot, "AID card-whip-dead-horse")):
            self.whip_now(chariot)


WHIP_TIMING = either(
    "whip_timing", "When to whip", "Announced before the move, or at any time in it and without a whip.",
    "AID card-whip-timing", GROUP, "before the move", {"any time": WhipAnyTime},
    excludes=("written_strain",),
)  # fmt: skip
WHIP_AFTER_CUTTING = on_off(
    "whip_after_cutting", "Whipping after cutting free", "A driver who has cut a horse free may whip at once.",
    "AID card-whip-dead-horse", GROUP, WhipAfterCutting, excludes=("written_strain",),
)  # fmt: skip

WHIPPING = (WHIP_TIMING, WHIP_AFTER_CUTTING)
