"""Policies that were trained outside sit down as bots; what reads them is an extra."""

from __future__ import annotations

from pathlib import Path

from ludus.core.errors import SetupError


def hire(folder: Path) -> None:
    """Seat the policies of a folder among the bots of their games, in this process."""
    try:
        from ludus.learn import policy
    except ImportError as error:
        raise SetupError("trained policies need more: pip install 'ludus[learn]'", code="no-learn") from error
    policy.hire(folder)
