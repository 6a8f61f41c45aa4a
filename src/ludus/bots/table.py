"""Bots at a table: whole matches between them, and the contests within those."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludus.bots import BOTS, COMPANY, Bot, Glimpse, kinds_of, make_bot, middle
from ludus.core.contest import HOST, Contest
from ludus.core.errors import SetupError
from ludus.core.match import Match
from ludus.core.nested import open_contest, settled
from ludus.library import find_game


@dataclass(frozen=True, slots=True)
class Thinking:
    """How long bots think, or at how many futures they look."""

    budget_ms: int | None = None
    samples: int | None = None


UNHURRIED = Thinking()  # as long as each thinks by itself


@dataclass(slots=True)
class Table:
    """A match with a bot in every seat. The same seed gives the same match, its contests included."""

    match: Match[Any]
    bots: Mapping[int, Bot]
    seed: str
    drivers: Sequence[str] = ()  # who plays in contests for each seat, whatever its bot says
    thinking: Thinking = UNHURRIED
    progress: Callable[[Match[Any]], None] | None = None  # told after every answer, in contests too

    def play(self) -> tuple[int, list[Match[Any]]]:
        """To the end: how many answers that took, and the contests."""
        match, order = self.match, random.Random(f"{self.seed}/floor")
        answers, contests = 0, []
        while match.outcome is None:
            if match.contest is not None:
                contest, more = self.hold(match.contest)
                answers += more
                contests.append(contest)
                continue
            seat = next_seat(match, order)
            match.submit(seat, self.bots[seat].choose(Glimpse.of(match, seat)))
            answers += 1
            if self.progress is not None:
                self.progress(match)
        return answers, contests

    def hold(self, asked: Contest) -> tuple[Match[Any], int]:
        """Play the first contest that the match waits for."""
        contest = open_contest(self.match, find_game)
        seed = f"{self.seed}/contest {next(iter(self.match.contests))}"
        bots = seat_drivers(asked, self.bots, seed, self.drivers, self.thinking, self.match.state)
        answers, _ = Table(contest, bots, seed, self.drivers, self.thinking, self.progress).play()
        self.match.settle(settled(contest))
        return contest, answers


def next_seat(match: Match[Any], order: random.Random, silent: Collection[int] = ()) -> int:
    """Who is heard next: the first who is asked; on an open floor anybody who is not silent, each with the same
    chance."""
    if not match.floor_is_open:
        return next(iter(match.pending))
    return order.choice([seat for seat in sorted(match.pending) if seat not in silent] or sorted(match.pending))


def check_drivers(names: Sequence[str]) -> None:
    """Refuse who plays in no contest."""
    from ludus.bots.fields import fields_of

    games = [game for game in BOTS if game != "campaign"]
    known = sorted({kind.name for game in games for kind in (*kinds_of(game), *COMPANY.get(game, ()))})
    fields = sorted({name for game in games for name in fields_of(game)})
    for name in names:
        if name.partition("-")[0] not in known and name not in fields:
            there = ", ".join([*known, *fields])
            raise SetupError(f"there is no bot '{name[:40]}' that could drive; there are {there}", code="unknown-bot")


def seat_drivers(
    contest: Contest,
    owners: Mapping[int, Bot],
    seed: str,
    drivers: Sequence[str] = (),
    thinking: Thinking = UNHURRIED,
    campaign: Any = None,
) -> dict[int, Bot]:
    """A bot for each seat of a contest: the one that its owner sends, with his money and what he remembers of the
    campaign. For the house, and for owners who are no bots, one of middle strength."""
    from ludus.bots.campaign.suspicion import instructed
    from ludus.bots.fields import fields_of, seat_fields

    game = contest.game
    kinds = {kind.name for kind in (*kinds_of(game), *COMPANY.get(game, ()))}
    named = [name for name in drivers if name.partition("-")[0] in kinds or name in fields_of(game)]
    seated = {}
    names = []
    for owner in contest.owners:
        if named:
            name = named[0 if owner == HOST else owner % len(named)]
        else:
            name = (owners[owner].driver(game) if owner in owners else "") or middle(game)
        names.append(name)
    for seat, (owner, name) in enumerate(
        zip(contest.owners, seat_fields(game, names, random.Random(f"{seed}/field")), strict=True)
    ):
        if owner in owners:
            name = f"{name}+{instructed(owners[owner].called, campaign, owner)}"
        seated[seat] = make_bot(game, name, f"{seed}/seat {seat}", thinking.budget_ms, thinking.samples)
    return seated
