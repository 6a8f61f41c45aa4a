"""Changes of views."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ludus.server.wire import apply_patch, diff

leaves = st.none() | st.booleans() | st.integers(-3, 3) | st.text(max_size=2)
values = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abcd"), inner, max_size=4),
    max_leaves=12,
)
views = st.dictionaries(st.sampled_from("abcd"), values, max_size=4)


@given(views, views)
def test_a_patch_turns_one_view_into_the_other(old: dict[str, Any], new: dict[str, Any]) -> None:
    before = json.dumps(old)
    patched = apply_patch(old, diff(old, new))
    assert patched == new
    assert json.dumps(old) == before


@given(views)
def test_nothing_changed_is_nothing_sent(view: dict[str, Any]) -> None:
    assert diff(view, json.loads(json.dumps(view))) == []


def test_true_is_not_one() -> None:
    assert diff({"a": 1, "b": True}, {"a": True, "b": True}) == [[["a"], True]]
