"""Owners for tests: stables with scripted dice, and the usual answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludus.campaign.ledger import BANK
from ludus.campaign.owners.state import Stables
from ludus.core.match import Match
from tests.rules.campaign.sand_kit import GAME, answer, felled, man, owners, report

WON = report(won=True, felled=felled())
DEAD = report(alive=False)
HIGH, MIDDLE, LOW = (6, 5, 5), (4, 4, 3), (1, 1, 2)


def school(seats: int, men: int = 5) -> list[int]:
    """Dice for all gladiators of the start."""
    return [die for _ in range(seats * men) for die in man(2, 2)]


def stables(seats: int, *dice: int, first: Sequence[int] = (), **options: Any) -> Match[Any]:
    """Owners at the start, the dice for the first pair thrown: the first two seats, unless said otherwise."""
    drawn = first or [die for roll in (HIGH, MIDDLE, *[LOW] * (seats - 2)) for die in roll]
    return owners(seats, dice=[*school(seats), *drawn, *dice], **options)


def sent(match: Match[Any], arms: tuple[str, str] = ("medium", "medium")) -> Match[Any]:
    """Each sends his first man."""
    for seat, kind in zip(match.state.pair, arms, strict=True):
        match.submit(seat, match.state.stable(seat)[0].number)
        match.submit(seat, kind)
    return match


def no_bets(match: Match[Any]) -> Match[Any]:
    """Nobody says anything on the floor."""
    while match.pending and next(iter(match.pending.values())).name in ("side-bet", "bid"):
        seat = min(match.pending)
        match.submit(seat, match.pending[seat].default)
    return match


def at_even_odds(match: Match[Any]) -> Match[Any]:
    answer_pair(match, "1-1", "1-1")
    return no_bets(match)


def answer_pair(match: Match[Any], *answers: str) -> None:
    for seat, each in zip(match.state.pair, answers, strict=False):
        match.submit(seat, each)


def spend_nothing(match: Match[Any]) -> None:
    while match.pending and next(iter(match.pending.values())).name == "improve":
        answer(match, "save")


def with_purses(match: Match[Any], *sums: int) -> dict[str, Any]:
    """The same position with other purses: the bank takes what is too much."""
    state: Stables = match.state.copy()
    for seat, wanted in enumerate(sums):
        state.ledger.pay(seat, BANK, state.purse(seat) - wanted, "a fire", "GL 22.1", 0)
    plain: dict[str, Any] = GAME.save(state)
    return plain


def poor(*sums: int, dice: Sequence[int] = (), **changes: Any) -> Match[Any]:
    """Owners with these purses before a match is drawn."""
    match = owners(len(sums), dice=[*school(len(sums)), *HIGH, *MIDDLE, *[die for _ in sums[2:] for die in LOW]])
    position = {**with_purses(match, *sums), "step": "draw", "round": 0, "pair": [], **changes}
    drawn = [die for roll in (HIGH, MIDDLE, *[LOW] * (len(sums) - 2)) for die in roll]
    return owners(len(sums), dice=[*drawn, *dice], position=position)


def written_man(number: int, owner: int, **more: Any) -> dict[str, Any]:
    """A man as files have him."""
    ratings = {"training": 9, "strength": 2, "agility": 1, "constitution": 4, "wound_factor": 10}
    return {"number": number, "name": f"Man {number}", "nation": "Roman", "owner": owner, **ratings, **more}
