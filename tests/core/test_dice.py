"""Dice: the stream as documented, fair, scripted and spliced."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.core.dice import BLOCK, MAX_SIDES, Dice, ScriptedDice, SeededDice, SplicedDice, commitment, shuffled
from ludus.core.errors import DiceError

# Whatever UTF-8 can write.
seeds = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
asks = st.lists(st.tuples(st.integers(0, 40), st.integers(1, 256)), max_size=40)


class FromTheBook:
    """The stream once more, written from its documentation alone."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.position = 0

    def byte(self) -> int:
        number, offset = divmod(self.position, 512)
        self.position += 1
        return hashlib.shake_256(f"ludus dice 1 {self.seed} {number}".encode()).digest(512)[offset]

    def die(self, sides: int) -> int:
        limit = max(multiple for multiple in range(0, 257, sides))
        while (byte := self.byte()) >= limit:
            pass
        return byte % sides + 1


@given(seeds, asks)
def test_the_stream_is_the_documented_one(seed: str, rolls: list[tuple[int, int]]) -> None:
    dice, book = SeededDice(seed), FromTheBook(seed)
    for count, sides in rolls:
        assert dice.roll(count, sides) == tuple(book.die(sides) for _ in range(count))
        assert dice.position == book.position


@given(seeds, st.integers(0, 3 * BLOCK), st.integers(1, 256))
def test_dice_go_on_from_any_position(seed: str, position: int, sides: int) -> None:
    whole = SeededDice(seed)
    whole.roll(position, 256)
    later = SeededDice(seed, position)
    twin = later.copy()
    assert whole.roll(30, sides) == later.roll(30, sides) == twin.roll(30, sides)
    assert whole.position == later.position == twin.position


@pytest.mark.parametrize("sides", range(1, MAX_SIDES + 1))
def test_every_side_is_equally_likely(sides: int) -> None:
    """Over all 256 bytes, which SHAKE makes equally likely, each side comes up equally often."""
    dice = SeededDice("")
    dice._block = bytes(range(256)) * 2
    rolled = Counter(dice.roll(256 // sides * sides, sides))
    assert set(rolled) == set(range(1, sides + 1))
    assert set(rolled.values()) == {256 // sides}
    assert dice.position == 256 // sides * sides, "a byte was passed over too early"


def test_a_long_stream_is_even() -> None:
    count = 60_000
    rolled = Counter(SeededDice("chi").roll(count))
    chi_square = sum((rolled[side] - count / 6) ** 2 / (count / 6) for side in range(1, 7))
    assert chi_square < 20.5  # 5 degrees of freedom, 99.9 %


def test_the_commitment_hides_and_binds() -> None:
    assert commitment("7") == hashlib.sha256(b"ludus dice 1 7").hexdigest()
    assert commitment("7") != commitment("7 ")
    assert repr(SeededDice("sesame")) == "SeededDice(position=0)"  # the seed stays out of logs


@pytest.mark.parametrize("sides", [0, -1, 257])
def test_no_such_die(sides: int) -> None:
    with pytest.raises(DiceError, match=f"1 to 256 sides, not {sides}"):
        SeededDice("").roll(1, sides)


def test_scripted_dice_run_out() -> None:
    dice = ScriptedDice([1, 2, 3])
    assert dice.roll(2) == (1, 2)
    with pytest.raises(DiceError, match="the scripted dice ran out: 2 dice, 1 left") as refusal:
        dice.roll(2)
    assert refusal.value.code == "dice-run-out"
    assert dice.left == (3,), "a failed roll takes no die"
    assert dice.copy().roll(1) == dice.roll(1) == (3,)
    assert repr(ScriptedDice([4, 5], 1)) == "ScriptedDice([5])"


@pytest.mark.parametrize(("value", "sides"), [(7, 6), (0, 6), (-1, 6), (3, 2)])
def test_a_scripted_die_must_have_the_side(value: int, sides: int) -> None:
    dice = ScriptedDice([1, value])
    with pytest.raises(DiceError, match=f"a scripted {value} is not on a die with {sides} sides") as refusal:
        dice.roll(2, sides)
    assert refusal.value.code == "dice-wrong-value"
    assert dice.position == 0


@given(st.lists(st.integers(0, 9), max_size=8), seeds)
def test_shuffling_keeps_all_items(items: list[int], seed: str) -> None:
    assert sorted(shuffled(SeededDice(seed), items)) == sorted(items)


def test_every_order_is_equally_likely() -> None:
    """Each script of dice gives an order of its own, so all orders have the same chance."""
    scripts = [(a, b, c) for a in range(1, 5) for b in range(1, 4) for c in range(1, 3)]
    orders = {tuple(shuffled(ScriptedDice(script), "abcd")) for script in scripts}
    assert orders == set(permutations("abcd"))


@given(st.integers(0, 5), st.integers(0, 5), st.integers(0, 5))
def test_spliced_dice_have_one_past_and_another_future(first: int, second: int, third: int) -> None:
    """Spliced twice, as a copy of a copy with other dice is."""
    one, two, three = ScriptedDice([1] * 9), ScriptedDice([2] * 9), ScriptedDice([3] * 9)
    dice: Dice = SplicedDice(SplicedDice(one, first, two), second, three)
    expected = [1] * first + [2] * second + [3] * third
    positions = {dice.position}
    for value in expected:
        twin = dice.copy()
        assert twin.roll(1) == dice.roll(1) == (value,)
        positions.add(dice.position)
    assert len(positions) == len(expected) + 1
    after = dice.copy()
    assert isinstance(after, ScriptedDice), "once the past is over only the future is left"
    assert after.left == dice.roll(len(after.left))
