"""Files a person may have written: whatever is in them, the answer is a match or a coded sentence."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import ludus
from ludus.core.errors import DataError, DiceError, LudusError
from ludus.core.match import Match
from tests.conformance.kit import play_out
from tests.games.morra import Morra

BOARD = (resources.files("ludus.games.chariot_race") / "data" / "board.toml").read_text(encoding="utf-8")


def scenario() -> dict[str, Any]:
    match = ludus.new_match("chariot-race", seats=2, seed=5)
    for _ in range(6):
        for seat, decision in list(match.pending.items()):
            match.submit(seat, decision.default)
    position = match.game.write_position(match.state)
    return {"game": "chariot-race", "title": "A start", "seats": 2, "names": ["A", "B"], "position": position}


SCENARIO = scenario()
RECORD = play_out(ludus.new_match("chariot-race", seats=2, seed=1)).record()


def load_and_verify(path: Path) -> Match[Any]:
    return ludus.verify(ludus.load_record(path))


DOORS: list[tuple[str, Callable[[Path], Any], str]] = [
    ("record", load_and_verify, json.dumps(RECORD)),
    ("board", ludus.load_board, BOARD),
    ("scenario", ludus.load_scenario, tomli_w.dumps(SCENARIO)),
]
doors = pytest.mark.parametrize(("door", "good"), [pytest.param(door, good, id=name) for name, door, good in DOORS])
fuzz = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])


def survives(door: Callable[[Path], Any], file: Path) -> None:
    """Either it is read, and a match in it can be played; or it is refused briefly."""
    try:
        read = door(file)
    except LudusError as error:
        refusal = error.message
    else:
        refusal = ""
        if isinstance(read, Match):
            play_out(read)
    assert len(refusal) < 3000 + len(str(file))


@doors
def test_good_files_are_read(door: Callable[[Path], Any], good: str, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text(good, encoding="utf-8")
    door(file)


@doors
@fuzz
@given(noise=st.binary(max_size=200))
def test_random_bytes(door: Callable[[Path], Any], good: str, tmp_path: Path, noise: bytes) -> None:
    file = tmp_path / "file"
    file.write_bytes(noise)
    with pytest.raises(LudusError) as refusal:
        door(file)
    assert refusal.value.code in ("cannot-read", "bad-json", "bad-toml", "bad-record", "bad-board", "bad-scenario")


@doors
@fuzz
@given(data=st.data())
def test_good_files_with_a_few_bytes_changed(
    door: Callable[[Path], Any], good: str, tmp_path: Path, data: st.DataObject
) -> None:
    raw = bytearray(good.encode())
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(raw) - 1))
        raw[at : at + data.draw(st.integers(0, 3))] = data.draw(
            st.sampled_from([b"", b"9", b"-", b'"', b"x", b"]", b"0"])
        )
    file = tmp_path / "file"
    file.write_bytes(raw)
    survives(door, file)


junk = st.recursive(
    st.booleans() | st.integers(-(10**12), 10**12) | st.floats() | st.text(max_size=9) | st.datetimes() | st.dates(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=4,
)


def places(plain: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    pairs = plain.items() if isinstance(plain, dict) else enumerate(plain) if isinstance(plain, list) else ()
    return [here, *(place for key, inner in pairs for place in places(inner, (*here, key)))]


@pytest.mark.parametrize(
    ("door", "good"),
    [
        pytest.param(ludus.load_board, tomllib.loads(BOARD), id="board"),
        pytest.param(ludus.load_scenario, SCENARIO, id="scenario"),
    ],
)
@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_good_files_with_one_value_changed(
    door: Callable[[Path], Any], good: dict[str, Any], tmp_path: Path, data: st.DataObject
) -> None:
    plain: Any = tomllib.loads(tomli_w.dumps(good))
    place = data.draw(st.sampled_from(places(good)[1:]))
    spot = plain
    for key in place[:-1]:
        spot = spot[key]
    spot[place[-1]] = data.draw(junk)
    file = tmp_path / "file.toml"
    file.write_text(tomli_w.dumps(plain), encoding="utf-8")
    survives(door, file)


@doors
@pytest.mark.parametrize("text", ["[" * 100_000, "a = " + "[" * 5000, "9" * 5000, '{"a":' * 50_000], ids=range(4))
def test_files_without_bottom(door: Callable[[Path], Any], good: str, tmp_path: Path, text: str) -> None:
    file = tmp_path / "file"
    file.write_text(text)
    with pytest.raises(DataError) as refusal:
        door(file)
    assert refusal.value.code in ("bad-json", "bad-toml")


@doors
def test_files_that_cannot_be_read(door: Callable[[Path], Any], good: str, tmp_path: Path) -> None:
    for path in (tmp_path / "missing", tmp_path, Path("a\0b")):
        with pytest.raises(DataError) as refusal:
            door(path)
        assert refusal.value.code == "cannot-read"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"game": "chess"}, "unknown-game"),
        ({"game": ["chariot-race"]}, "unknown-game"),
        ({"seats": 7}, "bad-seats"),
        ({"seats": "two"}, "bad-seats"),
        ({"ruleset": 5}, "unknown-ruleset"),
        ({"ruleset": "none"}, "unknown-ruleset"),
        ({"options": {"none": 1}}, "unknown-option"),
        ({"options": {"board": 5}}, "bad-board"),
        ({"options": 5}, "bad-scenario"),
        ({"names": ["one"]}, "bad-names"),
        ({"names": [1, 2]}, "bad-names"),
        ({"names": "AB"}, "bad-scenario"),
        ({"position": 5}, "bad-scenario"),
        ({"position": {}}, "bad-scenario"),
        ({"dice": "6"}, "bad-scenario"),
        ({"dice": [1.5]}, "bad-scenario"),
        ({"colour": "red"}, "bad-scenario"),
    ],
    ids=str,
)
def test_what_is_wrong_with_a_scenario_has_its_code(change: dict[str, Any], code: str) -> None:
    with pytest.raises(LudusError) as refusal:
        ludus.parse_scenario(tomli_w.dumps({**SCENARIO, **change}), "start.toml")
    assert refusal.value.code == code


@pytest.mark.parametrize("key", ["game", "seats", "position"])
def test_what_a_scenario_must_say(key: str) -> None:
    text = tomli_w.dumps({name: value for name, value in SCENARIO.items() if name != key})
    with pytest.raises(DataError, match=f"start.toml: a scenario must say its {key}"):
        ludus.parse_scenario(text, "start.toml")


def test_a_scenario_of_another_game(morra: Morra) -> None:
    match = ludus.new_match("morra", seats=2, seed=1)
    text = tomli_w.dumps({"game": "morra", "seats": 2, "position": morra.write_position(match.state), "dice": [3]})
    again = ludus.parse_scenario(text, "morra.toml")
    assert {seat: ask.to_plain() for seat, ask in again.pending.items()} == {
        seat: ask.to_plain() for seat, ask in match.pending.items()
    }
    assert ludus.restore(match.snapshot()).pending.keys() == match.pending.keys()
    assert ludus.find_game("morra") is morra


def test_new_matches_differ_unless_they_have_a_seed() -> None:
    one, two = ludus.new_match("chariot-race"), ludus.new_match("chariot-race")
    assert one.record()["seed"] != two.record()["seed"]
    assert len(one.record()["seed"]) == 32
    assert ludus.new_match("chariot-race", seed=7).record() == ludus.new_match("chariot-race", seed="7").record()


# -- scripted dice and answers ---------------------------------------------------------------------


def morra_file(tmp_path: Path, morra: Morra, more: str) -> Path:
    position = morra.write_position(ludus.new_match("morra", seats=2, seed=1).state)
    position |= {"step": "fingers", "round": 1}
    file = tmp_path / "morra.toml"
    file.write_text(more + tomli_w.dumps({"game": "morra", "seats": 2, "position": position}), encoding="utf-8")
    return file


def test_a_scenario_is_played_by_its_answers(morra: Morra, tmp_path: Path) -> None:
    answers = 'answers = [[0, {right = 1, left = 4}], [1, [2, 3]], [0, "pass"]]\ndice = []\n'
    file = morra_file(tmp_path, morra, answers)
    match = ludus.play_scenario(file)
    assert [choice for _, choice in match.answers] == [(4, 1), (2, 3), "pass"]
    assert [decision.name for decision in match.pending.values()] == ["boast"]
    other = ludus.play_scenario(file, answers=[(0, {"left": 2, "right": 3}), (1, (3, 2))])
    assert [decision.name for decision in other.pending.values()] == ["call"]


@pytest.mark.parametrize(
    ("script", "code", "sentence"),
    [
        (
            "dice = [4, 2]",
            "dice-left-over",
            "scripted dice are left over: 4, 2; an answer is missing: seat 0, Show five",
        ),
        ("answers = [[0, {feet = 5}]]", "illegal-answer", "answers[0]: there is no box 'feet' here; boxes are left, r"),
        ("answers = [[0, 1.5]]", "malformed-answer", "answers[0]: an answer is a text, a whole number, a list"),
        ("answers = [[0, [9, 9]]]", "illegal-answer", "answers[0]: [9, 9] is not legal here"),
        ("answers = 5", "bad-answers", "answers are a list of [seat, answer]"),
        ("answers = [5]", "bad-answers", "answers[0] must be [seat, answer]"),
    ],
)
def test_what_is_wrong_with_a_script_is_named(
    morra: Morra, tmp_path: Path, script: str, code: str, sentence: str
) -> None:
    file = morra_file(tmp_path, morra, script + "\n")
    with pytest.raises(LudusError) as refusal:
        ludus.play_scenario(file)
    assert refusal.value.code == code
    assert refusal.value.message.startswith(f"{file}: {sentence}")


def test_dice_that_run_out_and_answers_left_over_are_named(morra: Morra, tmp_path: Path) -> None:
    answers: list[tuple[int, Any]] = [(0, (4, 1)), (1, (2, 3)), (0, "pass"), (0, "quiet")]
    file = morra_file(tmp_path, morra, "dice = []\n")
    match = ludus.play_scenario(file, answers=answers)
    wagers = [(seat, decision.default) for seat, decision in match.pending.items()]
    with pytest.raises(DiceError, match=r"answers\[5\]: the scripted dice ran out: 1 die for omen \(CM 20.3\)"):
        ludus.play_scenario(file, answers=[*answers, *wagers])
    with pytest.raises(DataError, match=r"scripted answers are left over from answers\[2\] on") as refusal:
        ludus.play_scenario(file, answers=[(0, None), (1, None), (0, "pass")])
    assert refusal.value.code == "answers-left-over"
