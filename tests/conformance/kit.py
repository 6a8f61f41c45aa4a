"""What the checks share: cases, random walks through a match, and everything about a match as bytes."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import orjson

from ludus.campaign.season.deals import terms_in_words
from ludus.core.contest import HOST, Settled
from ludus.core.decision import Choice, Decision
from ludus.core.dice import SeededDice
from ludus.core.errors import SetupError
from ludus.core.event import Event
from ludus.core.game import Game
from ludus.core.match import Match
from ludus.core.nested import open_contest, settled
from ludus.core.plain import to_plain
from ludus.core.toml_files import load_table
from ludus.games.circus.patronage.money import Envelope
from ludus.library import GAMES
from tests.games import morra
from tests.games.league import League

# Only what JSON has a name for.
STRICT = (
    orjson.OPT_SORT_KEYS | orjson.OPT_NON_STR_KEYS | orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_SUBCLASS
)

# No match of any game may take longer.
MAX_DECISIONS = 20_000

# For games with secrets: what a seat (None: a spectator) must not find in anything it is sent.
Secrets = Callable[[Match[Any], int | None], set[str]]


def in_envelopes(match: Match[Any], seat: int | None) -> set[str]:
    """What other owners have sealed, and what they have paid, until the race is over (E2 4.2.1, 4.5)."""
    coffers = match.state.parts.get("patronage")
    if coffers is None or coffers.settled:
        return set()
    own = [coffers.envelopes[seat]] if seat in coffers.envelopes else []
    sealed = [each for owner, each in coffers.envelopes.items() if owner != seat and each != Envelope()]
    sealed = [each for each in sealed if each not in own]
    paid = [each for each in coffers.transfers if seat not in (each.payer, each.payee)]
    return {dump(to_plain(each)).decode() for each in (*sealed, *paid)}


def between_two(match: Match[Any], seat: int | None) -> set[str]:
    """Loans that others have offered each other, unless the same terms are known from elsewhere (CM 21.2a)."""
    offers = [event for event in match.events if "lent" in event.data]
    races = match.options["races"]
    known = {terms_in_words(event.data, races) for event in offers if event.visible_to(seat)}
    secret = [event.data for event in offers if not event.visible_to(seat)]
    texts = {text for data in secret for text in (terms_in_words(data, races), dump(dict(data)).decode())}
    return texts - known


def tokens(match: Match[Any], seat: int | None) -> set[str]:
    return morra.secrets(match.state, seat)


SECRETS: dict[str, Secrets] = {
    "morra": tokens,
    "fingers": tokens,
    "circus": in_envelopes,
    "campaign": between_two,
}

# One lap round a short circus is enough for everything to happen.
SHORT_CIRCUS = {**load_table("ludus.games.circus", "track"), "laps": 1, "straight": 20}
SHORTER: dict[str, dict[str, Any]] = {
    "circus": {"options": {"track": SHORT_CIRCUS}, "patience": 9, "tried": 8},
    "gladiator": {"options": {"turns": 2}, "patience": 7},
}
# The same by ruleset, where each is a game of its own: nobody sees such a one to its end by playing at random.
CAMPAIGNS: dict[str, dict[str, Any]] = {
    "season": {"seats": 3, "options": {"races": 2, "race_options": {"track": SHORT_CIRCUS}}, "tried": 6, "patience": 3},
    "careers": {"seats": 2, "options": {"wins": 2, "rounds": 3}},
    "owners": {"seats": 3, "options": {"matches": 2}, "tried": 6, "patience": 3},
    "epic": {
        "seats": 3,
        "options": {"events": 2, "epic_race_options": {"track": SHORT_CIRCUS}},
        "tried": 6,
        "patience": 5,
    },
}

ALL_GAMES: list[Game[Any]] = [*GAMES.values(), morra.Morra(), morra.Fingers(), League()]
BY_ID = {game.id: game for game in ALL_GAMES}


@dataclass(frozen=True)
class Case:
    """A game with one of its rulesets and a number of seats. A long game is looked at less often."""

    game: Game[Any]
    ruleset: str
    seats: int
    options: Mapping[str, Any] | None = None
    patience: int = 1
    tried: int = 24  # answers of one question that are carried out, where there are more

    def match(self, seed: str = "a recognisable seed") -> Match[Any]:
        return Match(self.game, self.seats, SeededDice(seed), self.ruleset, self.options)

    def skips(self, number: int, every: int) -> bool:
        """Whether a look that is taken at every so many decisions is not taken at this one."""
        return bool(number % (every * self.patience))

    def __str__(self) -> str:
        return f"{self.game.id}-{self.ruleset}-{self.seats}"


def cases_of(game: Game[Any]) -> list[Case]:
    return [
        Case(game, ruleset, seats, campaign_of(game, ruleset).get("options"))
        for ruleset in game.rulesets
        for seats in range(game.min_seats, game.max_seats + 1)
        if can_seat(game, ruleset, seats)
    ]


def campaign_of(game: Game[Any], ruleset: str) -> dict[str, Any]:
    """How a campaign is shortened; nothing for what is none."""
    return CAMPAIGNS[ruleset] if game.id == "campaign" else {}


def fewest(game: Game[Any], ruleset: str) -> int:
    """The smallest number of seats that a ruleset is for."""
    return next(seats for seats in range(game.min_seats, game.max_seats + 1) if can_seat(game, ruleset, seats))


def can_seat(game: Game[Any], ruleset: str, seats: int) -> bool:
    """Whether a ruleset is for so many; some are for fewer than the game is."""
    try:
        game.begin(seats, game.resolve(ruleset, {}))
    except SetupError as error:
        if error.code != "bad-seats":
            raise
        return False
    return True


# A question with more answers than this is looked at by samples, and explained box by box (allocations only).
MANY_ANSWERS = 3000


def some_answers(decision: Decision, rng: random.Random, most: int) -> list[Choice]:
    """All answers, or of many a random choice."""
    if decision.count() <= most:
        return list(decision)
    return list(dict.fromkeys(decision.sample(rng) for _ in range(most)))


MANY = 24  # cases of one game, of which only some are looked at closely


def close_cases(game: Game[Any]) -> list[Case]:
    """Where everything is checked at every turn: all cases, or of many one for each ruleset, with a shorter game."""
    cases = cases_of(game)
    if len(cases) <= MANY:
        return cases
    seats = itertools.cycle((game.min_seats, 3, 5, 8))
    closest = []
    for ruleset in game.rulesets:
        wanted = next(seats)
        fits = wanted if can_seat(game, ruleset, wanted) else fewest(game, ruleset)
        shorter = campaign_of(game, ruleset) or SHORTER.get(game.id, {})
        closest.append(Case(game, ruleset, **{"seats": fits, **shorter}))
    return closest


def secrets_of(case: Case) -> Secrets:
    return SECRETS.get(case.game.id, lambda match, seat: set())


def pick(match: Match[Any], rng: random.Random) -> tuple[int, Choice | Settled]:
    """Any seat that must act, and any of its answers; or the contest under way, played to its end."""
    if match.contest is not None:
        return HOST, play_contest(match, rng.choice(sorted(match.contests)))
    seat = rng.choice(sorted(match.pending))
    return seat, match.pending[seat].sample(rng)


PLAYED: dict[bytes, Settled] = {}


def play_contest(match: Match[Any], number: int) -> Settled:
    """At random, but always alike: however often the checks come by a contest, it is played once."""
    contest = match.contests[number]
    key = dump([match.seed_of(number), contest.game, contest.ruleset, contest.options, contest.names])
    if key not in PLAYED:
        PLAYED[key] = settled(play_out(open_contest(match, BY_ID.__getitem__, number)))
    return replace(PLAYED[key], number=number if match.side_by_side else None)


def walk(match: Match[Any], rng: random.Random) -> Iterator[tuple[int, Choice | Settled]]:
    """Play to the end, one entry at a time; yields each just before it is made."""
    for _ in range(MAX_DECISIONS):
        if match.outcome is not None:
            return
        assert match.pending or match.contest, "nobody is asked, and the match is not over"
        seat, choice = pick(match, rng)
        yield seat, choice
        match.enter(seat, choice)
    raise AssertionError(f"no end after {MAX_DECISIONS} decisions")


def play_out(match: Match[Any], seed: int = 0) -> Match[Any]:
    for _ in walk(match, random.Random(seed)):
        pass
    return match


def dump(plain: Any) -> bytes:
    return orjson.dumps(plain, option=STRICT)


def is_plain(value: Any) -> bool:
    """Whether JSON gives back exactly what it was given."""
    return bool(json.loads(json.dumps(value, allow_nan=False)) == value)


def imaginable(match: Match[Any], seat: int) -> bool:
    """Whether the seat's view must lead back to its question."""
    names = match.game.imaginable
    return names is None or match.pending[seat].name in names


def watchers(match: Match[Any]) -> list[int | None]:
    return [None, *range(match.seats)]


def outside(match: Match[Any]) -> bytes:
    """All that anyone may know of a match."""
    questions = {str(seat): decision.to_plain() for seat, decision in match.pending.items()}
    return dump([questions, [match.view(seat, explain=False) for seat in watchers(match)]])


def everything(match: Match[Any]) -> bytes:
    """All there is to a match, as bytes: story, position, questions, views."""
    return dump([match.record(), match.snapshot(), match.game.save(match.state)]) + outside(match)


class Story:
    """Events as they are sent, in JSON and in words. Each is written once, however many seats see it how often."""

    def __init__(self) -> None:
        self._written: dict[bytes, bytes] = {}

    def sent(self, match: Match[Any], event: Event) -> bytes:
        plain = dump(event.to_plain())
        if plain not in self._written:
            self._written[plain] = plain + dump(match.narrate(event))
        return self._written[plain]


def sent_to(match: Match[Any], seat: int | None, view: dict[str, Any], story: Story) -> bytes:
    """Every byte this seat (None: a spectator) is sent: its view, and what it has seen happen."""
    return dump(view) + b"".join(story.sent(match, event) for event in match.events_for(seat))


def given_answers(match: Match[Any]) -> dict[int, Any]:
    """Secret answers that wait for the others."""
    shown = (match.view_of_own(seat, explain=False) for seat in range(match.seats))
    return {own["seat"]: own["given"] for own in shown if own["given"] is not None}


def sane_outcome(match: Match[Any]) -> None:
    outcome = match.outcome
    assert outcome is not None
    assert outcome.reason in match.game.endings
    assert len(outcome.places) == match.seats
    assert all(1 <= place <= max(2, match.seats) for place in outcome.places)  # who plays alone may lose, too
    assert list(outcome.winners) == sorted(set(outcome.winners))
    if outcome.winners:
        assert tuple(seat for seat, place in enumerate(outcome.places) if place == 1) == outcome.winners
        # Ties share a place, and leave as many out after it.
        assert all(place == 1 + sum(other < place for other in outcome.places) for place in outcome.places)
    else:
        assert 1 not in outcome.places
    assert is_plain(outcome.to_plain())


# -- the checks -------------------------------------------------------------------------------

CHECKS: list[Callable[[Case], None]] = []


def check(function: Callable[[Case], None]) -> Callable[[Case], None]:
    """Every game must pass this function, which fails with an assertion."""
    CHECKS.append(function)
    return function
