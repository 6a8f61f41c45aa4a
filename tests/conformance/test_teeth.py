"""The checks themselves: games that are broken on purpose must not pass."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from ludus.core.decision import Choose, Decision
from ludus.core.errors import LudusError
from ludus.core.event import Event
from ludus.core.game import Outcome, Script, Together
from ludus.core.table import Table
from tests.conformance import answers, copies, whole_games
from tests.conformance.kit import BY_ID, Case, between_two, close_cases, walk
from tests.games.morra import Morra, Round


class LeaksTokens(Morra):
    def view(self, state: Round, seat: int | None) -> dict[str, Any]:
        return {**super().view(state, seat), "oops": state.tokens[:]}


class SaysItIsOpen(Morra):
    open = True


class LeaksInWords(Morra):
    def narrate(self, event: Event, names: Any, options: Any = None) -> str:
        return super().narrate(event, names) + str(self.last)

    last: list[int] = []  # noqa: RUF012 (shared on purpose: this is the leak)

    def script(self, state: Round, table: Table) -> Script:
        LeaksInWords.last = state.tokens
        return (yield from super().script(state, table))


class Shallow(Round):
    """Shares its lists with its copies."""

    __slots__ = ()

    def copy(self) -> Round:
        return Shallow(*(getattr(self, name) for name in Round.__slots__))


class CopiesShallowly(Morra):
    def begin(self, seats: int, options: Mapping[str, Any]) -> Round:
        return Shallow.copy(super().begin(seats, options))  # type: ignore[arg-type]


class DrawsItsOwnLuck(Morra):
    count = 0

    def script(self, state: Round, table: Table) -> Script:
        DrawsItsOwnLuck.count += 1
        table.tell("luck", {"luck": DrawsItsOwnLuck.count}, ("CM 20.3",))
        return (yield from super().script(state, table))


class NeverEnds(Morra):
    def script(self, state: Round, table: Table) -> Script:
        table.tell("begin", {}, ("CM 20.3",))
        while True:
            yield Choose(0, "again", "Again?", "CM 20.3", ("yes", "no"))


class DefaultsToNonsense(Morra):
    def script(self, state: Round, table: Table) -> Script:
        script = super().script(state, table)
        ask: Any = next(script)
        while True:
            for decision in ask.values() if isinstance(ask, Together) else [ask]:
                if isinstance(decision, Decision):
                    decision.default = "nonsense"
            try:
                ask = script.send((yield ask))
            except StopIteration as stop:
                outcome: Outcome = stop.value
                return outcome


class LosesItsState(Morra):
    def save(self, state: Round) -> dict[str, Any]:
        return {**super().save(state), "points": [0] * len(state.points)}


class CitesNoRule(Morra):
    def withdraw(self, state: Round, table: Table, seat: int) -> None:
        table.tell("left", {"seat": seat}, ())

    def script(self, state: Round, table: Table) -> Script:
        table.tell("begin", {}, ("CM no-such-rule",))
        return (yield from super().script(state, table))


class RevealsQuietly(Morra):
    """A peek can be taken back: the script does not say that it reveals."""

    def script(self, state: Round, table: Table) -> Script:
        script = super().script(state, table)
        ask: Any = next(script)
        while True:
            try:
                ask = script.send((yield ask))
                table.revealed = False
            except StopIteration as stop:
                outcome: Outcome = stop.value
                return outcome


class CrownsTheLast(Morra):
    def script(self, state: Round, table: Table) -> Script:
        outcome = yield from super().script(state, table)
        return Outcome(outcome.reason, tuple(range(len(outcome.places))), outcome.places)


class ExplainsTooLittle(Morra):
    def explain(self, state: Round, decision: Decision) -> list[dict[str, Any]]:
        return super().explain(state, decision)[1:]


class TellsLiveLists(Morra):
    def script(self, state: Round, table: Table) -> Script:
        table.tell("begin", {"points": state.points}, ("CM 20.3",))
        return (yield from super().script(state, table))


BROKEN = [
    (LeaksTokens, answers.views_leak_nothing),
    (SaysItIsOpen, answers.views_leak_nothing),
    (LeaksInWords, answers.views_leak_nothing),
    (CopiesShallowly, copies.clones_leave_the_original_alone),
    (DrawsItsOwnLuck, copies.same_seed_and_answers_give_the_same_bytes),
    (NeverEnds, whole_games.random_play_comes_to_an_end),
    (DefaultsToNonsense, answers.legal_lists_agree_with_submit),
    (LosesItsState, copies.restored_at_every_decision_ends_the_same),
    (CitesNoRule, whole_games.events_are_frozen_and_name_their_rules),
    (CitesNoRule, whole_games.leaving_twice_is_leaving_once),
    (RevealsQuietly, copies.undo_and_redo_come_out_even),
    (CrownsTheLast, whole_games.random_play_comes_to_an_end),
    (ExplainsTooLittle, whole_games.questions_are_explained),
    (TellsLiveLists, whole_games.events_are_frozen_and_name_their_rules),
]


@pytest.mark.parametrize(("broken", "check"), BROKEN, ids=lambda each: each.__name__)
def test_a_broken_game_fails(broken: type[Morra], check: Any) -> None:
    with pytest.raises((AssertionError, LudusError)):
        check(Case(broken(), "street", 3))


def test_there_are_loans_to_be_kept_secret() -> None:
    """Else no check would prove that they are."""
    (season,) = (case for case in close_cases(BY_ID["campaign"]) if case.ruleset == "season")
    match = season.match()
    assert any(between_two(match, None) for _ in walk(match, random.Random(10)))
