"""Seasons out of files: what cannot be is refused by its place."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from ludus.core.errors import DataError
from tests.rules.campaign.season.host import GAME, begun
from tests.rules.campaign.season.kit import chariot, stable


def written() -> dict[str, Any]:
    match = begun([stable(chariot(1), chariot(3)), stable(chariot(2))], step="entries")
    return copy.deepcopy(GAME.write_position(match.state))


def at(plain: dict[str, Any], *path: Any) -> Any:
    for step in path:
        plain = plain[step]
    return plain


LINE = {"payer": 0, "payee": -1, "sum": 99_999, "why": "folly", "clause": "CM 21.3", "when": 1}
LOAN = {"id": 1, "lender": 7, "borrower": 0, "lent": 1, "owed": 1, "due": 9}


@pytest.mark.rule("CM 21.3")
@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda plain: plain["stables"].pop(), "state.stables must be 2, one for each seat, not 1"),
        (lambda plain: plain.update(step="lunch"), "state.step must be one of prepare, deals, .*, not 'lunch'"),
        (lambda plain: plain.update(lunch=1), "state has no 'lunch'"),
        (lambda plain: at(plain, "ledger", "transfers").append(LINE), "seat 0 has paid more than it ever had"),
        (
            lambda plain: at(plain, "ledger", "transfers", 0).update(payee=9),
            r"transfers\[0\].payee must be a seat from 0",
        ),
        (lambda plain: at(plain, "ledger", "transfers", 0).update(sum=0), r"transfers\[0\].sum must be more than 0"),
        (lambda plain: plain["loans"].append(LOAN), r"state.loans\[0\].lender must be a seat from 0 to 1"),
        (lambda plain: plain["loans"].append({**LOAN, "lender": 1, "owed": 0}), r"loans\[0\].owed must be more than 0"),
        (lambda plain: at(plain, "stables", 0, "chariots", 0, "driver").update(hits=9), "has 9 of 6 hits"),
        (lambda plain: at(plain, "stables", 0, "chariots", 0, "team", "horses", 0).update(now=6), "has 6 of 5 boxes"),
        (lambda plain: at(plain, "stables", 0, "chariots", 0, "team", "horses").pop(), "team 12 must have 4 horses"),
        (
            lambda plain: at(plain, "stables", 0, "chariots", 0, "car").update(kind="golden"),
            "car 13 must be light, normal",
        ),
        (lambda plain: at(plain, "stables", 0, "chariots", 0).update(id=2), "state.stables: chariot 2 is owned twice"),
        (lambda plain: plain.update(serial=5), "state.serial must be the highest id"),
        (
            lambda plain: plain["entered"].append({"seat": 0, "chariot": 2}),
            r"entered\[0\].chariot names no chariot of seat 0",
        ),
    ],
)
def test_what_cannot_be_is_named(spoil: Callable[[dict[str, Any]], Any], words: str) -> None:
    plain = written()
    spoil(plain)
    with pytest.raises(DataError, match=words):
        GAME.read_position(plain, 2, GAME.resolve("season", {}))


def test_what_is_written_is_read() -> None:
    assert GAME.read_position(written(), 2, GAME.resolve("season", {})).step == "entries"
