"""Files from outside are bounded before anything is done with them; whatever a person would write goes through."""

from __future__ import annotations

import json
import random
import time
import tomllib
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from hypothesis import example, given
from hypothesis import strategies as st

from ludus.core import bounds
from ludus.core.bounds import bound_toml, bound_values
from ludus.core.dice import SeededDice
from ludus.core.errors import DataError, LudusError
from ludus.core.match import Match
from ludus.core.toml_files import parse_toml
from ludus.library import GAMES
from tests.conformance.kit import pick

ROOT = Path(__file__).resolve().parents[2]

# Files of at most 100,000 characters that are meant to hurt, and what is too large about them.
HOSTILE: list[tuple[str, str]] = [
    ("a." * 20_000 + "b = 1", "parts"),
    ("a . " * 10_000 + "b = 1", "parts"),
    ('"a"."b"\t.' * 5_000 + "b = 1", "parts"),
    ("'a'." * 10_000 + "b = 1", "parts"),
    ("[" + "a." * 20_000 + "b]", "parts"),
    ("[[" + "a." * 20_000 + "b]]", "parts"),
    ("x = {" + "a." * 20_000 + "b = 1}", "parts"),
    ('x = 1 # "\n' + "a." * 20_000 + "b = 1", "parts"),
    ('x = """ \\""" \'\'\' """\n' + "a." * 20_000 + "b = 1", "parts"),
    ("x = ''' \\'''\n" + "a." * 20_000 + "b = 1", "parts"),
    ('x = """""" # """\n' + "a." * 20_000 + "b = 1", "parts"),
    ('x = """ """""\n' + "a." * 20_000 + "b = 1", "parts"),
    ("x = " + "[" * 40_000, "nested"),
    ("x = " + "[" * 20_000 + "]" * 20_000, "nested"),
    ("x = " + "[\n" * 4_000, "nested"),
    ("x = " + "{a = " * 8_000 + "1" + "}" * 8_000, "nested"),
    ("x = [" + "0," * 40_000 + "]", "values"),
    ("x = {" + ",".join(f"a{n}=1" for n in range(12_000)) + "}", "values"),
    ("\n" * 40_000, "lines"),
    ("#\n" * 20_000, "lines"),
    ("[[a]]\n" * 12_000, "lines"),
    ("x = '" + "." * 100_000 + "'", "characters"),
]


@pytest.mark.parametrize(("text", "why"), HOSTILE, ids=range(len(HOSTILE)))
def test_a_file_that_is_meant_to_hurt_is_refused_at_once(text: str, why: str) -> None:
    began = time.process_time()
    with pytest.raises(DataError, match=rf"the board file is not a TOML file.* {why}.* at most \d+ are") as refusal:
        parse_toml(text, "the board file")
    assert time.process_time() - began < 0.1
    assert refusal.value.code == "bad-toml"
    tracemalloc.start()
    try:
        with pytest.raises(DataError):
            parse_toml(text, "the board file")
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


def test_the_refusal_names_the_line() -> None:
    with pytest.raises(DataError, match="in line 3 a key has too many parts; at most 8 are allowed"):
        parse_toml("a = 1\n\n1.2.3.4.5.6.7.8.9 = 1\n", "chart.toml")


def test_depth_by_headers_and_lists_together_is_bounded_too() -> None:
    deep = "[a.b.c.d.e.f.g.h]\n" + "x.y.z.u.v.w.p.q = " + "[" * 4 + "]" * 4
    with pytest.raises(DataError, match="nested too deeply; at most 16 layers are allowed") as refusal:
        parse_toml(deep, "chart.toml")
    assert refusal.value.code == "bad-toml"


# What counts outside of strings and comments counts for nothing inside them.
HARMLESS = "." * 30 + "[{" * 30 + ",=" * 30
QUOTES: list[Callable[[str], str]] = [
    lambda inside: f'a = "{inside}"',
    lambda inside: f"a = '{inside}'",
    lambda inside: f'a = """\n{inside}\n{inside}"""',
    lambda inside: f"a = '''\n{inside}\n\"{inside}'''",
    lambda inside: f'a = """{inside}"" \\""" {inside}"""""',
    lambda inside: f"a = '''{inside}'' {inside}'''''",
    lambda inside: f'a = "\\"{inside}\\\\"',
    lambda inside: f'"{inside}" = 1',
    lambda inside: f"['{inside}'.b]",
    lambda inside: f"a = 1 # {inside} \" ''' {inside}",
    lambda inside: f'# {inside}\n# """ {inside}\na = 1',
    lambda inside: f'a = ["{inside}", # {inside}\n"{inside}"]',
]


@pytest.mark.parametrize("quote", QUOTES, ids=range(len(QUOTES)))
def test_strings_and_comments_do_not_count(quote: Callable[[str], str]) -> None:
    text = quote(HARMLESS)
    assert parse_toml(text, "chart.toml") == tomllib.loads(text)


@pytest.mark.parametrize("path", sorted(ROOT.glob("examples/**/*.toml")), ids=lambda path: path.stem)
def test_every_example_is_read(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert parse_toml(text, path.name) == tomllib.loads(text)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_position_that_a_game_writes_is_read(game: str) -> None:
    rng = random.Random(7)
    chosen = GAMES[game]
    match: Match[Any] = Match(chosen, chosen.max_seats, SeededDice("positions"))
    longest = 0
    for answers in range(300):
        if match.outcome is not None:
            break
        match.enter(*pick(match, rng))
        if answers % 5:
            continue  # one answer changes little
        try:
            position = chosen.write_position(match.state)
        except LudusError:
            continue  # not between two turns
        text = tomli_w.dumps({"game": game, "seats": chosen.max_seats, "position": position})
        longest = max(longest, len(text))
        assert parse_toml(text, "written.toml", long=True)["position"] == position
    assert 0 < longest < bounds.LONG * bounds.MOST_LENGTH / 2, "there is room for what people add"


@pytest.mark.parametrize(("text", "why"), HOSTILE, ids=range(len(HOSTILE)))
def test_a_long_file_that_is_meant_to_hurt_is_refused_in_time(text: str, why: str) -> None:
    began = time.process_time()
    with pytest.raises(DataError, match=f"{why}|not a TOML file"):
        parse_toml(bounds.LONG * f"{text}\n", "the scenario", long=True)
    assert time.process_time() - began < 0.5


marks = st.text(alphabet="ab.,=[]{}#\"'\\ \n\té", max_size=30)
values = st.recursive(
    st.one_of(st.booleans(), st.integers(-(2**40), 2**40), st.floats(allow_nan=False), marks),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(marks, inner, max_size=4)),
    max_leaves=12,
)


@given(st.dictionaries(marks, values, max_size=5), st.booleans())
def test_what_is_written_properly_is_read_as_ever(plain: dict[str, Any], over_lines: bool) -> None:
    text = tomli_w.dumps(plain, multiline_strings=over_lines)
    assert parse_toml(text, "chart.toml") == tomllib.loads(text)


pieces = st.sampled_from(
    [
        "a",
        "b",
        " = ",
        ".",
        "'",
        '"',
        "'''",
        '"""',
        "\\",
        "#",
        "\n",
        "[",
        "]",
        "{",
        "}",
        ",",
        "1",
        "1.5",
        " ",
        "[[",
        "]]",
    ]
)


@given(st.lists(pieces, max_size=12).map("".join))
@example("a = 1.5\nb = '''''' # '")
@example('a = """"""""')
def test_scraps_are_read_or_refused_as_ever(text: str) -> None:
    """Too short to be too large: so nothing but what TOML itself refuses is refused."""
    if text.count(".") >= bounds.MOST_KEY_PARTS:
        return
    try:
        expected: dict[str, Any] | None = tomllib.loads(text)
    except ValueError:
        expected = None
    if expected is None:
        with pytest.raises(DataError) as refusal:
            parse_toml(text, "chart.toml")
        assert refusal.value.code == "bad-toml"
    else:
        assert parse_toml(text, "chart.toml") == expected


@given(st.lists(pieces, max_size=10).map("".join))
def test_nothing_hides_a_key_of_many_parts(before: str) -> None:
    """Wherever TOML itself would read such a key, it has been seen before."""
    small = before + "\n" + "a." * 3 + "hidden = 1\n"
    try:
        read = tomllib.loads(small)
    except ValueError:
        return
    if "hidden" not in json.dumps(read) or "a.hidden" in json.dumps(read):
        return  # it is part of a string or a comment
    with pytest.raises(DataError, match="too many parts"):
        bound_toml(before + "\n" + "a." * 8 + "hidden = 1\n", "chart.toml")


def test_plain_data_is_counted() -> None:
    bound_values({"a": [1, 2, {"b": []}]}, "the options", 6, 3)
    with pytest.raises(DataError, match="the options has too many values; at most 5 are allowed") as refusal:
        bound_values({"a": [1, 2, {"b": []}]}, "the options", 5, 3, code="bad-option")
    assert refusal.value.code == "bad-option"
    with pytest.raises(DataError, match="nested too deeply; at most 2 layers are allowed"):
        bound_values({"a": [1, 2, {"b": []}]}, "the options", 6, 2)
    with pytest.raises(DataError, match="the options has a list of 3 entries; at most 2 are allowed"):
        bound_values({"a": [1, 2, {"b": []}]}, "the options", most_in_list=2)
    bottomless: list[Any] = []
    bottomless.append(bottomless)
    with pytest.raises(DataError, match="nested too deeply"):
        bound_values(bottomless, "the options")
