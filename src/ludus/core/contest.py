"""A match within a match: a race of a season, a fight of a career.

A script that needs one yields a `Contest`. The host (server, command line, simulation) plays it as a match of its own
and hands back a `Settled`: how it ended, and the hash of its record. So the match around it can be played again without
its contests, and proven together with them. `Contests` are several side by side, which end in any order.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ludus.core.dice import Dice, SeededDice
from ludus.core.errors import DataError, shown

HOST = -1  # who has no seat: the house, which plays contests and enters how they ended


@dataclass(frozen=True, slots=True)
class Decided:
    """All but this seat have resigned, and it takes the victory without playing on."""

    seat: int

    def to_plain(self) -> dict[str, Any]:
        return {"decided": self.seat}

    @classmethod
    def from_plain(cls, plain: Any) -> Decided | None:
        """None: it is something else that the host enters."""
        if not isinstance(plain, Mapping) or "decided" not in plain:
            return None
        if type(plain["decided"]) is not int:
            raise DataError(f"decided takes the number of a seat, not {shown(plain['decided'])}", code="bad-record")
        return cls(plain["decided"])


@dataclass(frozen=True, slots=True)
class Contest:
    """A way to ask: not a seat, but a whole match."""

    title: str  # "Race 3"
    game: str
    ruleset: str
    options: Mapping[str, Any]
    owners: tuple[int, ...]  # for each seat of the contest the seat here that it belongs to, or HOST
    names: tuple[str, ...]  # of its seats; none: that of whoever owns the seat
    clause: str
    # For some of its seats something more, for their eyes only: the host enters it when the contest asks (`HANDOVER`).
    sealed: Mapping[int, Any] | None = None

    def called(self, names: Sequence[str]) -> Contest:
        """With the names of the owners where a seat has none of its own."""
        own = tuple(name or names[owner] for name, owner in zip(self.names, self.owners, strict=True))
        return replace(self, names=own)

    def to_plain(self) -> dict[str, Any]:
        """For clients; what was handed in is shown by the contest itself, and what is sealed by nobody."""
        return {
            "title": self.title,
            "game": self.game,
            "ruleset": self.ruleset,
            "owners": list(self.owners),
            "names": list(self.names),
            "clause": self.clause,
        }


class Handover:
    """Yielded by the script of a contest that takes in what its campaign has sealed; it gets that, by seat."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "HANDOVER"


HANDOVER = Handover()


@dataclass(frozen=True, slots=True)
class Sealed:
    """What a campaign hands to its contest in secret, by the contest's seats: plain JSON. It stands in the record like
    an answer, by nobody's seat, and what of it is shown to whom is for the game to say."""

    parts: Mapping[int, Any]

    def to_plain(self) -> dict[str, Any]:
        return {"sealed": {str(seat): part for seat, part in sorted(self.parts.items())}}

    @classmethod
    def from_plain(cls, plain: Any) -> Sealed | None:
        """None: it is something else that the host enters."""
        if not isinstance(plain, Mapping) or "sealed" not in plain:
            return None
        parts = plain["sealed"]
        if not isinstance(parts, Mapping) or not all(isinstance(seat, str) and seat.isdecimal() for seat in parts):
            raise DataError(f"sealed takes what is handed in by seat, not {shown(parts)}", code="bad-record")
        return cls({int(seat): part for seat, part in parts.items()})


class Contests(tuple[Contest, ...]):
    """A way to ask: matches side by side. The script gets how each ended, in this order."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Settled:
    """How a contest ended, and which record proves it."""

    hash: str
    outcome: Mapping[str, Any]  # as `Outcome.to_plain` writes it
    number: int | None = None  # which of those side by side; None: the first that is still under way

    @property
    def report(self) -> Any:
        """What the game of the contest tells of it besides winners and places."""
        return self.outcome.get("report")

    def to_plain(self) -> dict[str, Any]:
        number = {} if self.number is None else {"number": self.number}
        return {"contest": self.hash, "outcome": dict(self.outcome), **number}

    @classmethod
    def from_plain(cls, plain: Any) -> Settled:
        if isinstance(plain, Settled):
            return plain
        if (
            not isinstance(plain, Mapping)
            or set(plain) - {"number"} != {"contest", "outcome"}
            or not isinstance(plain["contest"], str)
            or not isinstance(plain["outcome"], Mapping)
            or type(plain.get("number", 0)) is not int
        ):
            raise DataError(f"a contest that is settled has a hash and an outcome, not {shown(plain)}")
        return cls(plain["contest"], plain["outcome"], plain.get("number"))


def contest_seed(dice: Dice, number: int) -> str:
    """The seed of a match's contest: it follows from the dice of the match, and says nothing of them.

    >>> contest_seed(SeededDice("7"), 0)[:8], contest_seed(SeededDice("7"), 1)[:8]
    ('75f12759', '492aa53b')
    """
    own = dice.seed if isinstance(dice, SeededDice) else ""
    return hashlib.sha256(f"ludus contest {number} {own}".encode()).hexdigest()[:32]


def digest(record: Mapping[str, Any]) -> str:
    """The hash of a whole record, its events written out."""
    text = json.dumps(record, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
