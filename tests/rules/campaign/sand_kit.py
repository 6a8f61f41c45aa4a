"""Campaigns of the arena with scripted dice, and fights that end as a test wants them to.

match = careers(2, dice=[*man(1, 1), *man(2, 2), 3, *man(3, 3)])
answer(match, "heavy", "light")
fight(match, report(won=True, attack_cfs=30), report(alive=False))
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

from ludus.campaign.game import Campaign
from ludus.campaign.owners.state import Stables
from ludus.core.contest import Settled
from ludus.core.decision import Choice
from ludus.core.dice import Dice, ScriptedDice, SeededDice
from ludus.core.event import Event
from ludus.core.match import Match

GAME = Campaign()
AREAS = ("head", "chest", "groin", "arms", "legs")
_names: Iterator[int] = count()


def man(row: int, column: int) -> tuple[int, ...]:
    """Dice for a man of the chart, and for a Roman name that nobody else has."""
    number = next(_names)
    return row, column, 1, *(number // 6**place % 6 + 1 for place in range(4))


def careers(seats: int, *, dice: Sequence[int] | Dice = (), **options: Any) -> Match[Any]:
    return _match("careers", seats, dice, options)


def owners(seats: int, *, dice: Sequence[int] | Dice = (), **options: Any) -> Match[Any]:
    return _match("owners", seats, dice, options)


def _match(ruleset: str, seats: int, dice: Sequence[int] | Dice, options: dict[str, Any]) -> Match[Any]:
    rolled = dice if isinstance(dice, SeededDice | ScriptedDice) else ScriptedDice(list(dice))  # type: ignore[arg-type]
    position = options.pop("position", None)
    return Match(GAME, seats, rolled, ruleset, options, position=position)


def report(**said: Any) -> dict[str, Any]:
    """What the arena says of one man; nothing special unless said."""
    return {
        "alive": True,
        "mortal": False,
        "won": False,
        "spared": False,
        "attack_cfs": 0,
        "defence_cfs": 0,
        "wounds": {},
        "felled": [],
        **said,
    }


def felled(turn: int = 5, *, spared: bool = False, kill: str | None = None) -> list[dict[str, Any]]:
    return [{"seat": 1, "spared": spared, "turn": turn, "kill": kill}]


def ended(*reports: dict[str, Any]) -> Settled:
    winners = [seat for seat, each in enumerate(reports) if each["won"]]
    places = [1 if each["won"] else 2 for each in reports]
    outcome = {"reason": "last-standing", "winners": winners, "places": places, "report": list(reports)}
    return Settled("0" * 64, outcome)


def fight(match: Match[Any], *reports: dict[str, Any]) -> None:
    """The contest under way, and how it ended; whoever is not told of is a man like any other."""
    assert match.contest is not None, match.pending
    told = [*reports, *(report() for _ in range(2 - len(reports)))]
    match.settle(ended(*told))


def answer(match: Match[Any], *answers: object) -> None:
    """Whoever is asked answers, the lowest seat first."""
    for each in answers:
        match.submit(min(match.pending), each)


def events(match: Match[Any], kind: str) -> list[Event]:
    return [event for event in match.events if event.kind == kind]


def asked(match: Match[Any], seat: int = 0) -> tuple[str, list[Choice]]:
    decision = match.pending[seat]
    return decision.name, list(decision)


def dice_left(match: Match[Any]) -> tuple[int, ...]:
    dice = match.table.dice
    assert isinstance(dice, ScriptedDice)
    return dice.left


def purses(match: Match[Any]) -> list[int]:
    stables: Stables = match.state
    return [stables.purse(seat) for seat in range(match.seats)]


def random_report(rng: random.Random, fate: str) -> dict[str, Any]:
    """A man as the arena may send him home: a victor, killed, spared, or neither."""
    alive = fate != "killed"
    mortal = alive and rng.random() < 0.1
    return report(
        alive=alive and not mortal,
        mortal=mortal,
        won=fate == "won",
        spared=fate == "spared",
        attack_cfs=rng.randrange(120),
        defence_cfs=rng.randrange(60),
        wounds={area: rng.randrange(1, 9) for area in AREAS if rng.random() < 0.4},
        felled=felled(rng.randrange(1, 7), spared=rng.random() < 0.5, kill=rng.choice([None, "fast", "slow"]))
        if fate == "won"
        else [],
    )


def random_fight(rng: random.Random) -> Settled:
    fates = rng.choice([("won", "killed"), ("killed", "won"), ("won", "spared"), ("spared", "won"), ("", "")])
    return ended(*(random_report(rng, fate) for fate in fates))


def play_on(match: Match[Any], rng: random.Random) -> Iterator[None]:
    """At random to the end; stops before every answer."""
    for _ in range(20_000):
        if match.outcome is not None:
            return
        yield
        if match.contest is not None:
            match.settle(random_fight(rng))
        else:
            seat = rng.choice(sorted(match.pending))
            match.submit(seat, match.pending[seat].sample(rng))
    raise AssertionError("no end")
