"""Who is asked what, and which answers are legal.

Pick one of a list (`Choose`), name a number (`Range`), share points out over boxes (`Allocate`), fill in a form
(`ludus.core.form`). Each can count its answers, list them, check one and draw a random one.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from ludus.core.errors import DataError, Refused, shown


class Filled:
    """A form that has been filled in: a value for each field. Never changes, and can be looked up."""

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def items(self) -> Iterator[tuple[str, Any]]:
        return iter(self._values.items())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Filled) and self._values == other._values

    def __hash__(self) -> int:
        return hash(tuple(self._values.items()))

    def __lt__(self, other: Any) -> bool:
        """Only so that answers can be put into some order."""
        return repr(self) < repr(other)

    def to_plain(self) -> dict[str, Any]:
        return {name: list(value) if isinstance(value, tuple) else value for name, value in self._values.items()}

    def __repr__(self) -> str:
        return f"Filled({self._values!r})"


Choice = str | int | tuple[int, ...] | Filled


class Decision:
    """A question to one seat. `default` is the answer a clock or an absent player gives; `about` names the piece
    that is meant, where a seat may have several."""

    __slots__ = ("about", "clause", "default", "name", "prompt", "seat")

    kind = "decision"

    def __init__(self, seat: int, name: str, prompt: str, clause: str, default: Choice, about: str = "") -> None:
        self.seat = seat
        self.name = name
        self.prompt = prompt
        self.clause = clause
        self.default = default
        self.about = about

    def __iter__(self) -> Iterator[Choice]:
        raise NotImplementedError

    def __contains__(self, choice: object) -> bool:
        raise NotImplementedError

    def count(self) -> int:
        """How many answers are legal."""
        raise NotImplementedError

    def listed(self) -> Sequence[Choice]:
        """Every legal answer; where a list of them is at hand, that very list."""
        return tuple(self)

    def sample(self, rng: random.Random) -> Choice:
        """A random legal answer, each with the same chance."""
        raise NotImplementedError

    def legal(self) -> str:
        """The legal answers in words, for refusals."""
        raise NotImplementedError

    def read(self, raw: object) -> Choice:
        """An answer as somebody wrote it; whether it is legal is another question."""
        return freeze_choice(raw)

    def refuse(self, choice: object) -> Refused:
        """Why an answer is not legal, and what would be."""
        return Refused(
            f"{shown(choice)} is not legal here ({self.clause}): {self.prompt} "
            f"Legal: {self.legal()}.{self.hint(choice)}"
        )

    def hint(self, choice: object) -> str:
        """What may have been meant by an answer that is not legal."""
        return ""

    def to_plain(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "seat": self.seat,
            "name": self.name,
            "prompt": self.prompt,
            "clause": self.clause,
            "default": plain_choice(self.default),
            "about": self.about,
        }


class Choose(Decision):
    """Pick one of a list. `shunned` are answers that are legal, but that nobody gives without being asked twice:
    they stand at the end of the list, and random play leaves them out.

    >>> ask = Choose(0, "repair", "Repair your chariot?", "CR phase1-repair", ("no", "repair"))
    >>> ask.count(), "repair" in ask, ask.default
    (2, True, 'no')
    >>> ask
    <Choose 'repair' for seat 0: no, repair>
    """

    __slots__ = ("choices", "shunned")

    kind = "choose"

    def __init__(
        self,
        seat: int,
        name: str,
        prompt: str,
        clause: str,
        choices: tuple[Choice, ...],
        default: Choice | None = None,
        about: str = "",
        shunned: tuple[Choice, ...] = (),
    ) -> None:
        self.seat = seat
        self.name = name
        self.prompt = prompt
        self.clause = clause
        self.choices = choices + shunned if shunned else choices
        self.default = choices[0] if default is None else default
        self.about = about
        self.shunned = shunned

    def __iter__(self) -> Iterator[Choice]:
        return iter(self.choices)

    def __contains__(self, choice: object) -> bool:
        # A bool equals 0 or 1 in Python; it is no answer to anything.
        return not isinstance(choice, bool) and choice in self.choices

    def count(self) -> int:
        return len(self.choices)

    def listed(self) -> Sequence[Choice]:
        return self.choices

    def sample(self, rng: random.Random) -> Choice:
        return self.choices[int(rng.random() * (len(self.choices) - len(self.shunned)))]

    def legal(self) -> str:
        return _listed([str(choice) for choice in self.choices])

    def hint(self, choice: object) -> str:
        return _did_you_mean(choice, self.choices)

    def to_plain(self) -> dict[str, Any]:
        plain = {**super().to_plain(), "choices": [plain_choice(choice) for choice in self.choices]}
        if self.shunned:
            plain["shunned"] = [plain_choice(choice) for choice in self.shunned]
        return plain

    def __repr__(self) -> str:
        return f"<Choose {self.name!r} for seat {self.seat}: {self.legal()}>"


class Range(Decision):
    """Name a whole number from `low` to `high`.

    >>> speed = Range(1, "speed", "Write your speed.", "CM 5.1", 6, 14)
    >>> speed.count(), 14 in speed, 15 in speed, speed.default
    (9, True, False, 6)
    """

    __slots__ = ("high", "low")

    kind = "range"

    def __init__(
        self,
        seat: int,
        name: str,
        prompt: str,
        clause: str,
        low: int,
        high: int,
        default: int | None = None,
        about: str = "",
    ) -> None:
        if low > high:
            raise DataError(f"there is no whole number from {low} to {high}")
        self.seat = seat
        self.name = name
        self.prompt = prompt
        self.clause = clause
        self.default = low if default is None else default
        self.about = about
        self.low = low
        self.high = high

    def __iter__(self) -> Iterator[Choice]:
        return iter(range(self.low, self.high + 1))

    def __contains__(self, choice: object) -> bool:
        return isinstance(choice, int) and not isinstance(choice, bool) and self.low <= choice <= self.high

    def count(self) -> int:
        return self.high - self.low + 1

    def sample(self, rng: random.Random) -> Choice:
        return self.low + int(rng.random() * (self.high - self.low + 1))

    def legal(self) -> str:
        return f"a whole number from {self.low} to {self.high}"

    def to_plain(self) -> dict[str, Any]:
        return {**super().to_plain(), "low": self.low, "high": self.high}

    def __repr__(self) -> str:
        return f"<Range {self.name!r} for seat {self.seat}: {self.low} to {self.high}>"


@lru_cache(maxsize=4096)
def _ways_from(budget: int, caps: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """For each box, in how many ways every number of points up to `budget` goes into it and those after it."""
    table = [tuple([1] + [0] * budget)]
    for cap in reversed(caps):
        after = table[-1]
        table.append(tuple(sum(after[max(0, points - cap) : points + 1]) for points in range(budget + 1)))
    return tuple(reversed(table))


@lru_cache(maxsize=4096)
def _ways(budget: int, caps: tuple[int, ...], counted: int, most: int) -> int:
    """In how many ways exactly `budget` points go into boxes with these caps, at most `most` of the first `counted`
    boxes being used."""
    if not counted:
        return _ways_from(budget, caps)[0][budget]
    ways = _ways(budget, caps[1:], counted - 1, most)
    if most:
        ways += sum(
            _ways(budget - first, caps[1:], counted - 1, most - 1) for first in range(1, min(caps[0], budget) + 1)
        )
    return ways


class Allocate(Decision):
    """Share exactly `budget` points out over boxes, each up to its cap. `few` is (k, n) where at most n of the first k
    boxes may be used.

    >>> attack = Allocate(0, "attack", "Share out your attack.", "GL 9.1", 2, {"head": 1, "chest": 2, "legs": 1})
    >>> list(attack)
    [(0, 1, 1), (0, 2, 0), (1, 0, 1), (1, 1, 0)]
    >>> attack.count(), (1, 1, 0) in attack, (2, 0, 0) in attack
    (4, True, False)
    """

    __slots__ = ("boxes", "budget", "caps", "few")

    kind = "allocate"

    def __init__(
        self,
        seat: int,
        name: str,
        prompt: str,
        clause: str,
        budget: int,
        boxes: Mapping[str, int],
        default: tuple[int, ...] | None = None,
        about: str = "",
        few: tuple[int, int] | None = None,
    ) -> None:
        self.boxes = tuple(boxes)
        self.caps = tuple(boxes.values())
        self.budget = budget
        self.few = few
        if not 0 <= budget <= sum(self.caps) or min(self.caps, default=0) < 0 or (few and not self.count()):
            raise DataError(f"a budget of {budget} does not fit into boxes with caps {self.caps}")
        super().__init__(seat, name, prompt, clause, self._unrank(0) if default is None else default, about)

    def _unrank(self, rank: int) -> tuple[int, ...]:
        """Answer number `rank` in the order of listing."""
        answer: list[int] = []
        budget, caps = self.budget, self.caps
        if self.few is None:
            for after in _ways_from(budget, caps)[1:-1]:
                first = budget
                while rank >= (ways := after[budget]):
                    rank -= ways
                    budget -= 1
                answer.append(first - budget)
            return (*answer, budget) if caps else ()  # the last box takes what is left
        counted, most = self.few
        while caps:
            first, caps = 0, caps[1:]
            counted -= counted > 0
            while rank >= (ways := _ways(budget - first, caps, counted, most)):
                rank -= ways
                first += 1
                most -= first == 1 and len(answer) < self.few[0]
            answer.append(first)
            budget -= first
        return tuple(answer)

    def __iter__(self) -> Iterator[Choice]:
        for rank in range(self.count()):  # one after the other: there may be millions
            yield self._unrank(rank)

    def __contains__(self, choice: object) -> bool:
        return (
            isinstance(choice, tuple)
            and len(choice) == len(self.caps)
            and all(type(points) is int for points in choice)
            and sum(choice) == self.budget
            and all(0 <= points <= cap for points, cap in zip(choice, self.caps, strict=True))
            and (self.few is None or sum(points > 0 for points in choice[: self.few[0]]) <= self.few[1])
        )

    def read(self, raw: object) -> Choice:
        """Points in the order of the boxes, or boxes by name with their points; one that is not named gets none.

        >>> Allocate(0, "attack", "Share out.", "GL 9.1", 2, {"head": 1, "chest": 2, "legs": 1}).read({"chest": 2})
        (0, 2, 0)
        """
        if not isinstance(raw, Mapping):
            return super().read(raw)
        for box, points in raw.items():
            if box not in self.boxes:
                hint = _did_you_mean(box, self.boxes)
                raise Refused(f"there is no box '{shown(box)}' here; boxes are {', '.join(self.boxes)}.{hint}")
            if type(points) is not int:
                raise Refused(f"the points in {box} are a whole number, not {shown(points)}", code="malformed-answer")
        return tuple(raw.get(box, 0) for box in self.boxes)

    def count(self) -> int:
        if self.few is None:
            return _ways_from(self.budget, self.caps)[0][self.budget]
        return _ways(self.budget, self.caps, *self.few)

    def sample(self, rng: random.Random) -> Choice:
        return self._unrank(rng.randrange(self.count()))

    def legal(self) -> str:
        boxes = _listed([f"{box} up to {cap}" for box, cap in zip(self.boxes, self.caps, strict=True)])
        few = f", at most {self.few[1]} of the first {self.few[0]} boxes used" if self.few else ""
        return f"{self.budget} points in all over {boxes}{few}"

    def to_plain(self) -> dict[str, Any]:
        boxes = dict(zip(self.boxes, self.caps, strict=True))
        plain = {**super().to_plain(), "budget": self.budget, "boxes": boxes}
        if self.few is not None:
            plain["few"] = list(self.few)
        return plain

    def __repr__(self) -> str:
        return f"<Allocate {self.name!r} for seat {self.seat}: {self.legal()}>"


def read_decision(plain: Mapping[str, Any]) -> Decision:
    """A decision from its plain form, as it stands in a view."""
    question = (plain["seat"], plain["name"], plain["prompt"], plain["clause"])
    default: Any = freeze_choice(plain["default"])
    about = plain["about"]
    if plain["kind"] == "form":
        from ludus.core.form import read_form

        return read_form(plain)
    if plain["kind"] == "range":
        return Range(*question, plain["low"], plain["high"], default, about)
    if plain["kind"] == "allocate":
        few = tuple(plain["few"]) if "few" in plain else None
        return Allocate(*question, plain["budget"], plain["boxes"], default, about, few)
    choices = tuple(freeze_choice(choice) for choice in plain["choices"])
    shunned = tuple(freeze_choice(choice) for choice in plain.get("shunned", ()))
    return Choose(*question, choices[: len(choices) - len(shunned)], default, about, shunned)


def freeze_choice(raw: object) -> Choice:
    """An answer as it came from JSON, made hashable; anything that can be no answer is refused."""
    if isinstance(raw, str) or type(raw) is int:
        return raw
    if isinstance(raw, list | tuple) and all(type(part) is int for part in raw):
        return tuple(raw)
    if isinstance(raw, Filled):
        return raw
    if isinstance(raw, dict) and raw and all(isinstance(name, str) and _fills(value) for name, value in raw.items()):
        return Filled(raw)
    raise Refused(
        f"an answer is a text, a whole number, a list of whole numbers or a form, not {shown(raw)}",
        code="malformed-answer",
    )


def _fills(value: object) -> bool:
    """What a field of a form can hold."""
    if isinstance(value, list | tuple):
        return all(isinstance(each, str) for each in value)
    return isinstance(value, str) or type(value) is int


def plain_choice(choice: Choice) -> str | int | list[int] | dict[str, Any]:
    if isinstance(choice, Filled):
        return choice.to_plain()
    return list(choice) if isinstance(choice, tuple) else choice


def _did_you_mean(written: object, known: tuple[Choice, ...]) -> str:
    """A hint, where what was written differs from one known word in nothing but its case."""
    if not isinstance(written, str):
        return ""
    folded = written.casefold()
    near = [each for each in known if isinstance(each, str) and each.casefold() == folded]
    return f" Did you mean '{near[0]}'?" if len(near) == 1 else ""


def _listed(words: list[str], most: int = 12) -> str:
    if len(words) <= most:
        return ", ".join(words)
    return ", ".join(words[:most]) + f" and {len(words) - most} more"
