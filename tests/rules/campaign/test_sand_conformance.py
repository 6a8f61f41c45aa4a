"""Careers and owners pass every check of the house, with short campaigns and real fights."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.conformance import answers, copies, kit, whole_games  # noqa: F401 (they list their checks)
from tests.conformance.kit import CHECKS, Case
from tests.rules.campaign.sand_kit import GAME

CASES = [
    Case(GAME, "careers", 3, {"rounds": 2}, patience=3),
    Case(GAME, "owners", 4, {"matches": 2}, patience=3),
]


@pytest.fixture(autouse=True)
def _at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(kit.BY_ID, GAME.id, GAME)


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_conforms(check: Callable[[Case], None], case: Case) -> None:
    check(case)
