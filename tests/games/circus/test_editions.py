"""An option is a class of its own: whatever it brings is played, put into words, explained, ordered and given odds."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from ludus.core.decision import Choice
from ludus.core.dice import SeededDice
from ludus.core.game import Phase
from ludus.core.match import Match
from ludus.core.standing_orders import default_orders, obey
from ludus.games.circus.editions import SecondEdition
from ludus.games.circus.game import Circus
from ludus.games.circus.odds import NOTHING
from ludus.games.circus.ruleset import Rules
from ludus.games.circus.state import TEAM, Chariot, Race
from ludus.games.circus.threats import Attack
from ludus.games.circus.track import IN
from ludus.games.circus.words import Answer, Data, Names, who


class Spitting(SecondEdition):
    """A new kind of attack, on whoever comes to mind."""

    def add_more_attacks(self, chariot: Chariot, factors: int, found: dict[str, Attack]) -> None:
        super().add_more_attacks(chariot, factors, found)
        for target in self.race.chariots:
            if target.on_track and target.seat != chariot.seat:
                found[f"spit {target.faction} team"] = Attack("spit", target.number, TEAM, IN)

    def carry_out_spit(self, chariot: Chariot, attack: Attack) -> Phase:
        target = self.race.chariots[attack.target]
        self.tell("spit", {"chariot": chariot.faction, "at": target.faction}, ("CM 9.22",))
        return
        yield

    def say_spit(self, data: Data, names: Names) -> str:
        return f"{who(data)} spits at {data['at']}."

    def spit_answer(self, chariot: Chariot, choice: Choice, attack: Attack) -> Answer:
        return self.sure_answer(chariot, choice, attack, "Spit at", "team", {NOTHING: 1.0}, "CM 9.22")

    def attack_means(self) -> dict[str, str]:
        return {**super().attack_means(), "spit team": "spit at the team"}


class HeavyGoing(SecondEdition):
    """Three dice lost in every start, and a muddy circus."""

    def start_dice(self, chariot: Chariot) -> int:
        return 3

    def safe_speed(self, lane: int) -> int:
        return super().safe_speed(lane) - 2


class GentleLash(SecondEdition):
    """A lash that never costs more than one."""

    def heart_lost(self, margin: int) -> int:
        return 1


class Both(Spitting, HeavyGoing):
    pass


def game_by(book: type[SecondEdition]) -> Circus:
    class OddCircus(Circus):
        def _rules(self, seats: int, options: Mapping[str, Any]) -> Rules:
            return Rules(book, field=max(options["field"], seats))

        def _book(self, options: Mapping[str, Any] | None) -> SecondEdition:
            from ludus.games.circus.editions import bare

            return bare(book)

    return OddCircus()


@pytest.mark.parametrize("book", [Spitting, HeavyGoing, GentleLash, Both])
def test_an_odd_book_is_played_shown_explained_and_obeyed(book: type[SecondEdition]) -> None:
    game = game_by(book)
    match: Match[Race] = Match(game, 4, SeededDice("odd"), "advanced")
    rng = random.Random(7)
    orders = default_orders(game.orders(match.options, 4)) | {"attack": "anybody", "chance": 0, "odds": "any"}
    asked = 0
    while match.outcome is None and asked < 600:
        seat, decision = next(iter(match.pending.items()))
        assert len(match.view(seat)["decision"]["answers"]) == decision.count()
        if decision.name != "build":
            obeyed = obey(match, seat, orders)
            assert obeyed is None or obeyed.choice in decision
        match.answer(seat, decision.sample(rng))
        asked += 1
    assert all(match.narrate(event).strip() for event in match.events)
    assert game.orders_in_words(orders, match.options)
    if issubclass(book, Spitting):
        assert any(event.kind == "spit" for event in match.events)
    if issubclass(book, HeavyGoing):
        starts = [event for event in match.events if event.kind == "dead-start"]
        assert all(len(event.dice[0].values) == 3 for event in starts)
        assert len(starts) > 8, "by this book every phase begins from a stand"


def test_odds_follow_the_book() -> None:
    def lost(book: type[SecondEdition]) -> set[int]:
        race = Race(Circus().track({"track": None}), Rules(book), 0, [])
        return {lost for _, lost in book(race).lash_team_odds(2, -2)}

    assert lost(SecondEdition) == set(range(1, 10))
    assert lost(GentleLash) == {1}


def test_every_question_and_every_event_has_its_words() -> None:
    """What a book asks and tells it can explain and say: the names in its own code are compared."""
    import ast
    import inspect

    told: set[str] = set()
    asked: set[str] = set()
    for part in SecondEdition.__mro__:
        if not part.__module__.startswith("ludus.games.circus"):
            continue
        for node in ast.walk(ast.parse(inspect.getsource(inspect.getmodule(part) or part))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
                first = node.args[0]
                if node.func.attr == "tell" and isinstance(first, ast.Constant):
                    told.add(str(first.value))
                if node.func.attr in ("choose", "number", "allocate") and len(node.args) > 1:
                    name = node.args[1]
                    if isinstance(name, ast.Constant):
                        asked.add(str(name.value))
    assert len(told) > 40
    assert len(asked) > 10
    assert not [kind for kind in told if not hasattr(SecondEdition, f"say_{kind.replace('-', '_')}")]
    assert not [name for name in asked if not hasattr(SecondEdition, f"explain_{name}")]
