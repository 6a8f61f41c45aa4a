"""House rules: read and written, refused with the place, said in words, kept in records."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import ludus
from ludus.core.errors import LudusError
from ludus.core.game import Option, Ruleset
from ludus.core.house_rules import check_house_rules, write_value
from ludus.core.house_rules import read_house_rules as read_any
from ludus.core.house_rules import write_house_rules as write_any
from ludus.core.toml_files import parse_toml
from tests.games.morra import Morra

PLAIN = st.recursive(
    st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(min_size=1), inner, max_size=4),
    max_leaves=12,
)


class Feast(Morra):
    """Morra with switches of every kind."""

    id = "feast"
    rulesets: ClassVar[Mapping[str, Ruleset]] = {
        "plain": Ruleset("plain", "Plain", ""),
        "grand": Ruleset("grand", "Grand", "", {"wine": True, "target": 2, "hours": 3}),
    }
    options: ClassVar[tuple[Option, ...]] = (
        *Morra.options,
        Option("wine", "Wine", "", "MO 1", False, (False, True), group="Table"),
        Option("dogs", "Dogs under the table", "", "MO 1", True, (True, False), group="Table", excludes=("wine",)),
        Option("dice", "Dice", "", "MO 1", 1, (1, 2), group="Table", spoken=("one die", "two dice")),
        Option("hours", "Hours", "", "MO 1", None, (None, 1, 2, 3), group="Clock"),
        Option("couches", "Couches", "", "MO 1", None, per_seat=((None, "any"), ("a", "by the door"), ("b", "high"))),
        Option("song", "Song", "", "MO 1", None),
    )


FEAST = Feast()


def feast_of(name: str) -> Feast:
    assert name == "feast"
    return FEAST


def one_of(game: Any) -> st.SearchStrategy[dict[str, Any]]:
    """Any values that the switches of a game with choices may have, each perhaps left alone."""
    return st.fixed_dictionaries(
        {}, optional={option.name: st.sampled_from(option.choices) for option in game.options if option.choices}
    )


def can_be_played(game: ludus.Game[Any], ruleset: str, options: dict[str, Any]) -> bool:
    """Some switches exclude each other."""
    try:
        game.resolve(ruleset, options)
    except ludus.SetupError as error:
        return error.code != "options-exclude"
    return True


@st.composite
def rules_of_a_game(draw: st.DrawFn) -> ludus.HouseRules:
    game = draw(st.sampled_from(list(ludus.GAMES.values())))
    ruleset = draw(st.sampled_from(list(game.rulesets)))
    options = draw(one_of(game))
    assume(can_be_played(game, ruleset, options))
    name = draw(st.text(max_size=40).filter(lambda text: text.isprintable() and text == text.strip()))
    return ludus.HouseRules(game.id, ruleset, options, name)


@given(rules_of_a_game())
def test_what_is_written_is_read_back(rules: ludus.HouseRules) -> None:
    game = ludus.find_game(rules.game)
    checked = check_house_rules(game, rules.ruleset, rules.options, rules.name)
    text = ludus.write_house_rules(rules)
    again = ludus.read_house_rules(text)
    assert again == checked
    assert game.resolve(again.ruleset, again.options) == game.resolve(rules.ruleset, rules.options)
    assert ludus.write_house_rules(again) == text


@given(PLAIN)
def test_any_plain_value_is_written_as_toml(value: Any) -> None:
    assert parse_toml(f"it = {write_value(value)}", "it")["it"] == value


@given(st.dictionaries(st.text(min_size=1), PLAIN, max_size=4))
def test_tables_in_options_are_read_back(song: dict[str, Any]) -> None:
    rules = ludus.HouseRules("feast", "plain", {"song": song, "wine": True})
    assert read_any(write_any(FEAST, rules), feast_of) == rules


def test_only_what_differs_is_written() -> None:
    rules = ludus.HouseRules("feast", "grand", {"wine": True, "target": 4, "hours": None, "dice": 2}, "Saturnalia")
    assert write_any(FEAST, rules) == (
        'game = "feast"\nname = "Saturnalia"\nruleset = "grand"\n\n'
        '[options]\ntarget = 4  # Target\ndice = 2  # Dice\nhours = "none"  # Hours\n'
    )
    assert write_any(FEAST, ludus.HouseRules("feast", "plain")) == 'game = "feast"\nruleset = "plain"\n'


@pytest.mark.parametrize(
    ("text", "code", "sentence"),
    [
        ("game = ", "bad-toml", "sunday.toml is not a TOML file"),
        ('ruleset = "basic"', "bad-house-rules", "sunday.toml: house rules must say their game"),
        ('game = "chess"', "unknown-game", "sunday.toml: there is no game 'chess'; there are circus"),
        ("game = 5", "bad-house-rules", "game must be a text, not 5"),
        (
            'game = "circus"\nlash_dice = 2',
            "bad-house-rules",
            "'lash_dice', only game, name, ruleset, options; a switch",
        ),
        ('game = "circus"\noptions = 1', "bad-house-rules", "options must be a table, not 1"),
        ('game = "circus"\nruleset = "olympic"', "unknown-ruleset", "circus has no ruleset 'olympic'; it has advanced"),
        ('game = "circus"\n[options]\nlashdice = 2', "unknown-option", "'lashdice'; did you mean lash_dice"),
        ('game = "circus"\n[options]\nzzz = 2', "unknown-option", "circus has no option 'zzz'"),
        ('game = "circus"\n[options]\nlash_dice = 3', "bad-option", "option lash_dice takes 1, 2, not 3"),
        ('game = "circus"\n[options]\nlash_dice = true', "bad-option", "not true"),
        ('game = "circus"\n[options]\ntrack = 2020-01-01', "bad-house-rules", "option track takes no dates"),
        ('game = "circus"\n[options]\ntrack = [nan]', "bad-house-rules", "option track takes no dates and no endless"),
        ('game = "circus"\n[options.track]\nlaps = 3', "bad-track", "sunday.toml: "),
        ('game = "circus"\nname = "a\\u0007b"', "bad-house-rules", "name must be a line of at most 40 letters"),
        ('game = "circus"\nname = "' + "x" * 41 + '"', "bad-house-rules", "name must be a line of at most 40 letters"),
    ],
)
def test_refusals_name_the_file_and_what_is_wrong(text: str, code: str, sentence: str) -> None:
    with pytest.raises(LudusError) as refusal:
        ludus.read_house_rules(text, "sunday.toml")
    assert refusal.value.code == code
    assert sentence in refusal.value.message


def test_switches_that_exclude_each_other_are_refused() -> None:
    with pytest.raises(LudusError) as refusal:
        read_any('game = "feast"\n[options]\nwine = true\ndogs = false', feast_of)
    assert refusal.value.code == "options-exclude"
    assert "the house rules: option dogs cannot be played together with wine" in refusal.value.message


@pytest.mark.parametrize(
    ("ruleset", "options", "words"),
    [
        ("plain", {}, ["Plain"]),
        ("plain", {"wine": False, "target": 4, "hours": None}, ["Plain"]),
        ("plain", {"wine": True, "dice": 2}, ["Plain", "with wine", "dice: two dice"]),
        ("grand", {"wine": False, "dogs": False}, ["Grand", "without wine, dogs under the table"]),
        ("grand", {"hours": None}, ["Grand", "hours: none"]),
        ("plain", {"couches": ["b", "a", "?"]}, ["Plain", "couches: high, by the door, ?"]),
        ("lost", {"wine": True, "gone": 3}, ["lost", "with wine"]),
    ],
)
def test_what_differs_is_said_in_words(ruleset: str, options: dict[str, Any], words: list[str]) -> None:
    assert FEAST.rules_in_words(ruleset, options) == words


def test_options_come_in_groups_and_those_without_one_last() -> None:
    groups = {group: [option.name for option in found] for group, found in FEAST.grouped_options().items()}
    assert groups == {
        "Table": ["wine", "dogs", "dice"],
        "Clock": ["hours"],
        "": ["rounds", "target", "couches", "song"],
    }


@pytest.mark.parametrize("game", ludus.GAMES.values(), ids=lambda game: game.id)
def test_every_switch_can_be_shown(game: ludus.Game[Any]) -> None:
    names = {option.name for option in game.options}
    for option in game.options:
        assert option.title[:1].isupper()
        assert option.help[-1:] == "."
        assert ludus.find_clause(option.clause)
        assert set(option.excludes) <= names - {option.name}
        assert len(option.spoken) in (0, len(option.choices or ()))
        assert "none" not in (option.choices or ()), "a file writes none for no value at all"
    for ruleset in game.rulesets:
        game.resolve(ruleset, {})


def test_a_match_is_made_by_a_file_and_its_record_says_so(tmp_path: Path) -> None:
    file = tmp_path / "sunday.toml"
    file.write_text('game = "circus"\nname = "Sunday"\nruleset = "basic"\n[options]\nlash_dice = 2\n')
    match = ludus.new_match(rules=file, seats=4, seed=1)
    assert (match.game.id, match.ruleset, match.rules_name) == ("circus", "basic", "Sunday")
    assert (match.options["lash_dice"], match.options["level"]) == (2, "basic")
    record = match.record()
    assert record["rules_name"] == "Sunday"
    assert ludus.verify(record).rules_name == "Sunday"
    assert ludus.restore(match.snapshot()).rules_name == match.clone().rules_name == "Sunday"
    assert "rules_name" not in ludus.new_match("circus", seed=1).record()
    on_top = ludus.new_match("circus", options={"lash_dice": 1}, rules=ludus.load_rules(file))
    assert on_top.options["lash_dice"] == 1


def test_house_rules_of_another_game_or_with_a_ruleset_are_refused() -> None:
    rules = ludus.HouseRules("circus", "basic")
    with pytest.raises(ludus.SetupError, match="for circus, not for gladiator"):
        ludus.new_match("gladiator", rules=rules)
    with pytest.raises(ludus.SetupError, match="say their ruleset themselves"):
        ludus.new_match("circus", ruleset="advanced", rules=rules)
    with pytest.raises(ludus.SetupError, match="there is no game"):
        ludus.new_match()


@pytest.mark.parametrize("name", ["a\nb", 5, "x" * 41])
def test_a_record_with_an_odd_name_is_refused(name: Any) -> None:
    record = {**ludus.new_match("chariot-race", seed=1).record(), "rules_name": name}
    with pytest.raises(ludus.DataError, match="name must be a line"):
        ludus.replay(record)
