"""After the match: where was it lost? Every decision of a seat is weighed against what the champion would have done.

The match is played again from its record. Where the champion answers otherwise, both answers are given to copies with
the same dice to come, quick bots play them on until it can be seen what came of them, and the champion's eye says what
the position is worth then. All are looked at a few times, and those that stand out once more, many times.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ludus.advice.eyes import EYES, Eye
from ludus.advice.luck import Roll, rolls_of
from ludus.advice.luck_light import driving_rolls
from ludus.advice.suggestion import adviser_of, label_of, reason_of
from ludus.bots import Glimpse, make_bot
from ludus.core.decision import Choice, Decision, plain_choice
from ludus.core.dice import SeededDice
from ludus.core.errors import DataError
from ludus.core.match import Match
from ludus.core.record import at_its_start
from ludus.core.saved import read_entry
from ludus.library import find_game

SECONDS = 45.0  # that an analysis takes at most, unless told otherwise
FIRST_LOOK, CLOSE_LOOK = 3, 16  # futures of each answer
SHORTLIST = 7  # decisions on either side that are looked at closely
WORST, BEST = 3, 2
LEAST = 0.005  # of a chance: less is noise
LONGEST = 400  # answers in a future
CHAMPION_SAMPLES = 3

Progress = Callable[[float], None]


@dataclass(slots=True)
class Moment:
    """A decision that was weighed."""

    answer: int  # its place among the answers of the record
    event: int  # events before it
    when: str
    question: str
    prompt: str
    given: str
    instead: str  # what the champion would have done; where he agrees, what the clock would have played
    agrees: bool
    before: float  # the chance to win when the turn began
    mine: float  # and after what was answered, on average
    other: float  # and after the other
    reason: str
    looks: int = 0

    @property
    def gain(self) -> float:
        return self.mine - self.other

    def to_plain(self) -> dict[str, Any]:
        numbers = {name: round(getattr(self, name), 4) for name in ("before", "mine", "other", "gain")}
        words = {name: getattr(self, name) for name in ("when", "question", "prompt", "given", "instead", "reason")}
        return {"answer": self.answer, "event": self.event, "agrees": self.agrees, **words, **numbers}


@dataclass(slots=True)
class Analysis:
    """What is said of one seat of a match."""

    game: str
    names: list[str]
    seat: int
    decisions: int = 0
    agreed: int = 0  # answered as the champion would
    weighed: int = 0
    seconds: float = 0.0
    unit: str = "turn"
    curve: list[tuple[str, int, list[float]]] = field(default_factory=list)  # when, events before it, chances
    worst: list[Moment] = field(default_factory=list)
    best: list[Moment] = field(default_factory=list)
    rolls: list[Roll] = field(default_factory=list)
    skill: float = 0.0  # what the own decisions cost or gained against the champion's, in chances to win

    def luck_of(self, seat: int) -> float:
        """The mean of its throws, from -0.5 to 0.5."""
        own = [roll.luck for roll in self.rolls if roll.seat == seat]
        return sum(own) / len(own) if own else 0.0

    def to_plain(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "names": self.names,
            "seat": self.seat,
            "decisions": self.decisions,
            "agreed": self.agreed,
            "weighed": self.weighed,
            "seconds": round(self.seconds, 1),
            "unit": self.unit,
            "curve": [
                {"event": event, "when": when, "chances": [round(each, 4) for each in chances]}
                for when, event, chances in self.curve
            ],
            "worst": [each.to_plain() for each in self.worst],
            "best": [each.to_plain() for each in self.best],
            "skill": round(self.skill, 4),
            "luck": [round(self.luck_of(seat), 3) for seat in range(len(self.names))],
            "rolls": [roll.to_plain() for roll in self.rolls if roll.seat == self.seat],
        }


@dataclass(slots=True)
class _Weighed:
    moment: Moment
    match: Match[Any]  # as it stood when it was asked
    asked: Decision
    mine: Choice
    other: Choice
    sums: list[float] = field(default_factory=lambda: [0.0, 0.0])


def analyse(
    record: Mapping[str, Any], seat: int = 0, seconds: float = SECONDS, progress: Progress | None = None
) -> Analysis:
    """Weigh every decision of a seat, within about so many seconds."""
    return _Analyst(record, seat, seconds, progress or (lambda share: None)).run()


class _Analyst:
    def __init__(self, record: Mapping[str, Any], seat: int, seconds: float, progress: Progress) -> None:
        self.record = record
        self.game = find_game(record["game"])
        if self.game.id not in EYES:
            raise DataError(f"{self.game.id} is not analysed; {', '.join(EYES)} are", code="not-analysed")
        if not 0 <= seat < record["seats"]:
            raise DataError(f"there is no seat {seat}; they are 0 to {record['seats'] - 1}", code="no-seat")
        self.seat = seat
        self.eye: Eye = EYES[self.game.id]()
        self.began = time.perf_counter()
        self.seconds = seconds
        self.progress = progress

    @property
    def spent(self) -> float:
        """The share of the time that is over."""
        return (time.perf_counter() - self.began) / self.seconds

    def run(self) -> Analysis:
        found = Analysis(self.game.id, list(self.record["names"]), self.seat, unit=self.eye.unit)
        weighed, match = self.first_look(found)
        short = sorted(weighed, key=lambda each: each.moment.gain)
        close = list(dict.fromkeys(id(each) for each in (*short[:SHORTLIST], *short[-SHORTLIST:])))
        chosen = [each for each in weighed if id(each) in close]
        for number, each in enumerate(chosen):
            self.look(each, CLOSE_LOOK)
            self.progress(0.7 + 0.3 * (number + 1) / len(chosen))
            if self.spent > 1:
                break
        moments = sorted((each.moment for each in weighed), key=lambda each: each.gain)
        found.worst = [each for each in moments if not each.agrees and each.gain < -LEAST][:WORST]
        found.best = [each for each in reversed(moments) if each.gain > LEAST][:BEST]
        found.weighed = len(weighed)
        found.skill = sum(each.gain for each in moments if not each.agrees)
        found.rolls = driving_rolls(self.record) if self.game.id == "chariot-race" else rolls_of(match)
        found.seconds = time.perf_counter() - self.began
        self.progress(1.0)
        return found

    def first_look(self, found: Analysis) -> tuple[list[_Weighed], Match[Any]]:
        record, seat, eye = self.record, self.seat, self.eye
        match = at_its_start(self.game, record)
        weighed: list[_Weighed] = []
        last = -1
        for number, raw in enumerate(record["answers"]):
            who, choice = read_entry(raw)
            moment = eye.moment(match)
            if moment != last and moment > 0:
                last = moment
                found.curve.append((eye.called(moment), len(match.events), eye.chances(match)))
            if who == seat and who in match.pending and isinstance(choice, str | int | tuple):
                asked = match.pending[who]
                if asked.count() > 1:
                    found.decisions += 1
                    if eye.weighs(match, asked) and self.spent < 0.7:
                        before = found.curve[-1][2][seat] if found.curve else 1 / match.seats
                        each = self.weigh(match, asked, choice, number, before)
                        found.agreed += each is None or each.moment.agrees
                        if each is not None:
                            weighed.append(each)
            match.enter(who, choice)
            self.progress(0.7 * (number + 1) / len(record["answers"]))
        found.curve.append(("the end", len(match.events), eye.chances(match)))
        return weighed, match

    def weigh(self, match: Match[Any], asked: Decision, choice: Choice, number: int, before: float) -> _Weighed | None:
        """None where the champion and the clock would both have answered so."""
        champion = make_bot(self.game.id, adviser_of(self.game.id), f"{number}", samples=CHAMPION_SAMPLES)
        best = champion.choose(Glimpse.of(match, self.seat))
        agrees = best == choice
        other = asked.default if agrees else best
        if other == choice:
            return None
        question = asked.to_plain()
        answers = match.explain_safely(self.seat) or []
        given, instead = plain_choice(choice), plain_choice(other)
        moment = Moment(
            answer=number,
            event=len(match.events),
            when=self.eye.called(self.eye.moment(match)),
            question=asked.name,
            prompt=asked.prompt,
            given=label_of(question, answers, given),
            instead=label_of(question, answers, instead),
            agrees=agrees,
            before=before,
            mine=0.0,
            other=0.0,
            reason=reason_of(
                self.game.id,
                question,
                answers,
                plain_choice(best),
                self.game.view(match.state, self.seat),
            ),
        )
        each = _Weighed(moment, match.clone(quiet=True, dice=SeededDice(f"{number}")), asked, choice, other)
        self.look(each, FIRST_LOOK)
        return each

    def look(self, each: _Weighed, times: int) -> None:
        """At so many more futures of both answers, with the same dice for both."""
        for _ in range(times):
            seed = f"{each.moment.answer}/{each.moment.looks}"
            for branch, choice in enumerate((each.mine, each.other)):
                each.sums[branch] += self.future(each, choice, seed)
            each.moment.looks += 1
        each.moment.mine, each.moment.other = (total / each.moment.looks for total in each.sums)

    def future(self, each: _Weighed, choice: Choice, seed: str) -> float:
        eye, asked = self.eye, each.asked
        twin = each.match.clone(quiet=True, dice=SeededDice(seed))
        since = eye.moment(twin)
        twin.answer(asked.seat, choice)
        bots = {seat: make_bot(self.game.id, eye.quick, f"{seed}/{seat}") for seat in range(twin.seats)}
        for _ in range(LONGEST):
            if twin.outcome is not None or eye.is_settled(twin, asked, since):
                break
            seat = next(iter(twin.pending))
            twin.answer(seat, bots[seat].choose(Glimpse.of(twin, seat)))
        return eye.chances(twin)[asked.seat]
