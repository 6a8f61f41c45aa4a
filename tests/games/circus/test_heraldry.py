"""Every colour of both editions can be told from every other, with and without its colour: page and terminal."""

from __future__ import annotations

import re
from itertools import combinations

import pytest
from rich.style import Style

from ludus.cli.circus_track import FACTIONS
from ludus.games.circus.charts import load_charts
from tests.games.typescript import WEB

AA = 4.5  # contrast of small letters
LINES = 1.7  # of the pattern on its cloth
APART = 20.0  # CIE 1976; 2.3 is just noticed
SOURCE = (WEB / "games/heraldry/factions.ts").read_text(encoding="utf-8")
DRAWN = {
    plain or quoted: dict(re.findall(r'(\w+): "([^"]*)"', body))
    for plain, quoted, body in re.findall(r'^  (?:(\w+)|"([^"]+)"): \{(.*?)^  \},', SOURCE, re.MULTILINE | re.DOTALL)
}
SECOND, EPIC = (load_charts(edition) for edition in ("second-edition", "epic"))
EDITIONS = {"second-edition": (*SECOND.factions, *SECOND.more_factions), "epic": EPIC.factions}


def light(colour: str) -> tuple[float, float, float]:
    """Red, green and blue as they shine."""
    shares = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in shares)
    return red, green, blue


def contrast(one: str, other: str) -> float:
    dark, bright = sorted(
        0.2126 * red + 0.7152 * green + 0.0722 * blue for red, green, blue in (light(one), light(other))
    )
    return (bright + 0.05) / (dark + 0.05)


def lab(colour: str) -> tuple[float, float, float]:
    red, green, blue = light(colour)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_colour_has_a_letter_a_pattern_and_a_crest_of_its_own(edition: str) -> None:
    colours = EDITIONS[edition]
    for part in ("letter", "pattern", "crest"):
        assert len({DRAWN[colour][part] for colour in colours}) == len(colours) >= 16, part


def test_letters_and_patterns_can_be_read() -> None:
    for name, drawn in DRAWN.items():
        assert contrast(drawn["ink"], drawn["colour"]) >= AA, name
        assert contrast(drawn["deep"], drawn["colour"]) >= LINES, name


@pytest.mark.rule("E2 2.6.2-colour")
def test_no_two_of_the_sixteen_look_alike() -> None:
    for one, other in combinations(EPIC.factions, 2):
        between = zip(lab(DRAWN[one]["colour"]), lab(DRAWN[other]["colour"]), strict=True)
        assert sum((here - there) ** 2 for here, there in between) ** 0.5 >= APART, (one, other)


@pytest.mark.parametrize("edition", EDITIONS)
def test_in_a_terminal_the_letter_is_enough(edition: str) -> None:
    told = [FACTIONS[colour] for colour in EDITIONS[edition]]
    assert len({letter for letter, _ in told}) == len(told) >= 16
    assert all(len(letter) == 1 and letter.isupper() and letter != "X" for letter, _ in told)  # X is a wreck
    assert all(Style.parse(style).bgcolor for _, style in told)
