"""What every game must pass.

The checks are functions that take a `Case` (a game, a ruleset, a number of seats) and fail with an assertion. A game is
covered by being in the registry; a game with secrets also says in `kit.SECRETS` what they are.
"""

import pytest

pytest.register_assert_rewrite(*(f"tests.conformance.{name}" for name in ("answers", "copies", "kit", "whole_games")))
