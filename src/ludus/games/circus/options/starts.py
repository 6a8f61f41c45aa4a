"""Starts and whips (GEN first-turn, written-strain): a heavier dead start, and straining that must be written down."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ludus.core.decision import Choice, Decision, Range
from ludus.core.game import Ask
from ludus.core.plain import told
from ludus.core.standing_orders import Obeyed, Orders
from ludus.games.circus.editions import SecondEdition
from ludus.games.circus.options.switch import on_off
from ludus.games.circus.state import Chariot
from ludus.games.circus.words import Answer

GROUP = "The General's options"
STRAINING = "S"


class FirstTurn(SecondEdition):
    """GEN first-turn: two dice less the CDM instead of one die."""

    sources = ("GEN",)
    start_clauses = ("GEN first-turn",)

    def start_dice(self, chariot: Chariot) -> int:
        return 2 if self.race.turn == 1 else 0

    def start_loss(self, chariot: Chariot, thrown: int) -> int:
        """A modifier above the dice gains nothing; a team that has lost its driver has none."""
        return max(0, thrown - chariot.skill)


@dataclass(frozen=True, slots=True)
class Order:
    """What was written beside the speed."""

    strain: bool = told("Whether the whip was written beside the speed.", default=False)


class WrittenStrain(SecondEdition):
    """GEN written-strain: "19S" is 19 and the whip; without the S there is no straining in this turn."""

    sources = ("GEN",)
    adds_to_chariots: ClassVar[Mapping[str, type]] = {"order": Order}

    def ask_speed(self, chariot: Chariot) -> Decision:
        limit = self.speed_limit(chariot)
        speeds: tuple[Choice, ...] = tuple(range(limit + 1))
        if self.may_whip(chariot):
            speeds += tuple(f"{speed}{STRAINING}" for speed in range(limit + 1))
        prompt = f"Write the speed of your {chariot.faction} chariot, with an S to whip the team."
        default = self.default_speed(chariot, limit)
        return self.choose(chariot, "speed", prompt, "GEN written-strain", speeds, default)

    def note_speed(self, chariot: Chariot, answer: Any) -> int:
        chariot.parts["order"] = Order(isinstance(answer, str))
        return int(str(answer).removesuffix(STRAINING))

    def start_turn(self) -> None:
        super().start_turn()
        for chariot in self.race.chariots:
            chariot.parts["order"] = Order()

    def noted_speed(self, chariot: Chariot) -> int | str:
        return f"{chariot.written}{STRAINING}" if chariot.parts["order"].strain else chariot.written

    def remarks(self, chariot: Chariot) -> list[str]:
        ordered = chariot.parts["order"].strain and not chariot.moved
        return [*super().remarks(chariot), *(["will whip the team"] if ordered else [])]

    def ask_whip(self, chariot: Chariot) -> Generator[Ask, Any, bool]:
        """It is binding; of whoever may whip no more nothing is asked, and it lapses."""
        return bool(chariot.parts["order"].strain)
        yield

    # -- explained and obeyed ------------------------------------------------------------------------------

    def announced(self, chariot: Chariot, *, whip_die: int | None = None, **more: Any) -> tuple[Any, Chariot]:
        """With the whip or without; what is asked for before the die is thrown must not wait for it."""
        twin = chariot.copy()
        twin.parts["order"] = Order(whip_die is not None)
        return super().announced(twin, whip_die=whip_die, **more)

    def explain_speed(self, chariot: Chariot, decision: Decision) -> list[Answer]:
        plain = super().explain_speed(chariot, self.numbers(decision))
        found = []
        for choice in decision:
            speed = int(str(choice).removesuffix(STRAINING))
            told = {**plain[speed], "group": "Speed", "short": str(choice)}
            if isinstance(choice, str):
                told.pop("advised", None)
                twin = chariot.copy()
                twin.written = speed
                whipped = self.whip_answer(twin)
                hint = f"{told['hint']}; {whipped['hint']}"
                told = {**told, "choice": choice, "label": f"Speed {choice}", "hint": hint, "whip": whipped["odds"]}
                told["group"] = "With the whip"
            found.append(told)
        return found

    def explain_take(self, chariot: Chariot, decision: Decision) -> list[Answer]:
        """CM 9.41b: before the whip that was written."""
        answers = super().explain_take(chariot, decision)
        if chariot.parts["order"].strain:
            for told in answers:
                told["hint"] = f"{told['hint']}, and then the whip"
        return answers

    def numbers(self, decision: Decision) -> Range:
        """The speeds alone."""
        high = max(choice for choice in decision if isinstance(choice, int))
        default = decision.default if isinstance(decision.default, int) else high
        return Range(decision.seat, decision.name, decision.prompt, decision.clause, 0, high, default, decision.about)

    def obey_speed(self, chariot: Chariot, decision: Decision, orders: Orders) -> Obeyed | None:
        obeyed = super().obey_speed(chariot, self.numbers(decision), orders)
        if obeyed is None or orders["whip"] != "straight":
            return obeyed
        ordered = f"{obeyed.choice}{STRAINING}"
        twin = chariot.copy()
        twin.written = int(str(obeyed.choice))
        safe = ordered in decision and self.whip_is_safe(twin, orders["whip_keep"])
        return Obeyed(ordered, "") if safe else obeyed


FIRST_TURN = on_off(
    "first_turn",
    "First turn acceleration",
    "In turn 1 two dice less the driver's modifier come off the speed, instead of one die.",
    "GEN first-turn",
    GROUP,
    FirstTurn,
)
WRITTEN_STRAIN = on_off(
    "written_strain",
    "Written straining",
    "Whipping the team is written down in secret with the speed (19S), not announced before the move.",
    "GEN written-strain",
    GROUP,
    WrittenStrain,
)
