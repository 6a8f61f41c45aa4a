"""What the client takes positions, stages and answers for is what the engine sends; and it reads no sentences."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from ludus import new_match
from ludus.server.view_schema import AnswerInfo
from tests.conformance.kit import SHORT_CIRCUS, walk
from tests.games.typescript import WEB, Types, differences, parse_types

# What all games have in common is typed by the schema.
COMMON = f"""
interface AnswerInfo {{ {"".join(f"{name}?: unknown; " for name in AnswerInfo.model_fields)} }}
type Tone = "plain" | "good" | "fair" | "bad" | "dire";
"""
FILES = {
    "circus": ("shapes.ts", "circuit.ts"),
    "gladiator": ("arena.ts", "hexes.ts"),
    "chariot-race": ("race.ts", "geometry.ts"),
}
ANSWER = {"circus": "RaceAnswer", "gladiator": "ArenaAnswer", "chariot-race": "RaceAnswer"}
POSITION = {"circus": "Race", "gladiator": "Arena", "chariot-race": "Race"}
STAGE = {"circus": "RaceStage", "gladiator": "Stage", "chariot-race": "RaceStage"}


def types_of(game: str) -> Types:
    sources = [(WEB / "games" / game / name).read_text(encoding="utf-8") for name in FILES[game]]
    return parse_types(COMMON + "\n".join(sources))


ARMED = dict.fromkeys(
    ("weather", "written_strain", "carcasses", "critical_horses", "knife", "small_knife", "dust", "spear"), True
)

SEASONED = {"horses_start": [10, 8, 8, 10], "endurance": 90, "car": "normal", "modifier": 4, "hits_start": 9, "hits": 8}


@pytest.mark.parametrize(
    ("game", "seats", "ruleset", "options"),
    [
        ("circus", 8, "advanced", {}),
        ("circus", 8, "basic", {}),
        ("circus", 3, "solitaire", {}),
        ("circus", 8, "advanced", {**ARMED, "builds": "thirty-two"}),
        ("circus", 4, "wagers", {"stables": [[SEASONED] * 2, [SEASONED], [SEASONED], []]}),
        ("circus", 8, "patrons", {"extra_entries": 1}),
        ("circus", 2, "match-race", {}),
        ("gladiator", 2, None, {}),
        ("gladiator", 5, None, {}),
        ("chariot-race", 4, "everything", {}),
    ],
)
def test_a_client_knows_all_that_is_said_of_answers(
    game: str, seats: int, ruleset: str | None, options: dict[str, Any]
) -> None:
    types = types_of(game)
    course = {"track": SHORT_CIRCUS} if game == "circus" else {}
    match = new_match(game, seats, seed=5, ruleset=ruleset, options={**course, **options})
    assert differences(types, STAGE[game], match.game.stage(match.options)) == []
    for number, (seat, _) in enumerate(walk(match, random.Random(7))):
        if number > 900:
            break
        position: dict[str, Any] = match.view(seat, explain=False)["position"]
        assert differences(types, POSITION[game], position, partly=True) == []
        for answer in match.explain(seat):
            assert differences(types, ANSWER[game], answer) == []


READS_A_SENTENCE = re.compile(
    r"[\w)\]?!]\.(prompt|text|label|hint)\.(match|matchAll|split|replace|startsWith|endsWith|includes)\("
    r"|\.(test|exec)\([\w.?]+\.(prompt|text|label|hint)\b"
)


def test_a_client_reads_no_sentences() -> None:
    """What it needs to know comes as names and numbers: a sentence may be put otherwise tomorrow."""
    files = [file for file in WEB.rglob("*") if file.suffix in (".ts", ".svelte")]
    assert len(files) > 100
    assert not [file for file in files if READS_A_SENTENCE.search(file.read_text(encoding="utf-8"))]
