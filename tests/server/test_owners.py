"""Bots that own stables: a character for good, and whom they send into their contests."""

from __future__ import annotations

import pytest

from ludus.bots.campaign.tempers import CHARACTERS
from ludus.core.errors import SetupError
from ludus.server.contest_making import bot_like
from ludus.server.seating import seated_bot, stand_in


def test_a_bot_takes_its_seat_with_a_character() -> None:
    drawn = {seated_bot("campaign", "dominus") for _ in range(60)}
    assert drawn == {f"dominus-{character}" for character in CHARACTERS}
    assert seated_bot("campaign", "dominus-miser") == "dominus-miser"
    assert seated_bot("campaign", None).startswith("eques-")
    assert seated_bot("circus", None) == "tiro"
    for wrong in ("dominus-hero", "nobody"):
        with pytest.raises(SetupError):
            seated_bot("campaign", wrong)


def test_who_is_away_has_one_and_the_same_in_his_place() -> None:
    assert stand_in("campaign") == f"eques-{CHARACTERS[0]}"
    assert stand_in("circus") == "tiro"


def test_owners_send_a_driver_with_their_money() -> None:
    assert bot_like("campaign", "dominus-schemer", "circus") == "agitator+dominus-schemer"
    assert bot_like("campaign", "eques-miser", "gladiator") == "veteranus+eques-miser"
    assert bot_like("campaign", "random", "circus") == "random+random"
    assert bot_like("campaign", None, "circus") == "tiro"
