"""The server, through its real doors: REST and WebSocket."""

import pytest

pytest.register_assert_rewrite("tests.server.kit")
