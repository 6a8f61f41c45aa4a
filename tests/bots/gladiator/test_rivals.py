"""The men of the arena: who they are, that they act in character, and that the gentle one is gentle."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ludus.bots import Glimpse, make_bot
from ludus.bots.fields import draw, fields_of, people_of, person_of
from ludus.bots.gladiator.rivals import FIERCE, KEEN, MILD, NATURES, PEOPLE, Rival
from ludus.core.decision import Allocate
from ludus.core.event import Event
from ludus.games.gladiator.charts import TYPES
from ludus.play import new_match
from ludus.server.remarks import Remarks
from ludus.server.saved_match import Seat
from tests.rules.gladiator.arena import arena, man

FIELDS = fields_of("gladiator")


def test_twelve_men_and_more_each_with_a_character() -> None:
    assert len(PEOPLE) >= 12
    assert {person.kind for person in PEOPLE.values()} == set(NATURES) == {*MILD, *KEEN, *FIERCE}
    assert {kind for person in PEOPLE.values() for kind in person.types} == set(TYPES)
    for person in PEOPLE.values():
        assert person.about.endswith((".", "!"))
        assert person.wants
        assert all(person.says(topic) for topic in ("strike", "struck", "down", "win"))
    assert people_of("gladiator") == tuple(PEOPLE.values())


@pytest.mark.parametrize("name", FIELDS)
def test_every_field_is_drawn_and_chooses_the_arms_it_likes(name: str) -> None:
    drawn = draw(FIELDS[name], 4, random.Random(1))
    assert len(set(drawn)) == 4
    for bot in drawn:
        person = person_of("gladiator", bot)
        match = new_match("gladiator", 2, "arms")
        choice = make_bot("gladiator", bot, "1", samples=1).choose(Glimpse.of(match, 0))
        assert person is not None
        assert choice in PEOPLE[person.key].types


def share_of_attacks(name: str) -> float:
    match = arena(man(0, 0, "N"), man(0, -1, "S"), step="engage", dice=[3, 4, 6, 2] * 30)
    form = match.pending[0]
    assert isinstance(form, Allocate)
    choice = make_bot("gladiator", name, "1").choose(Glimpse.of(match, 0))
    assert isinstance(choice, tuple)
    return sum(points for box, points in zip(form.boxes, choice, strict=True) if box.startswith("attack")) / sum(choice)


def test_they_fight_in_character() -> None:
    assert share_of_attacks("sparring-brennos") < share_of_attacks("rival-silo") < share_of_attacks("rival-brennos")


def test_they_remember_where_they_were_struck_at() -> None:
    """Four blows at his legs, and he guards them better than before; of other men's blows he takes no note."""
    guards = []
    for target in ("Priscus", "Verus"):
        match = arena(man(0, 0, "N"), man(0, -1, "S"), step="engage", dice=[3, 4, 6, 2] * 30)
        blows = [Event("attack", {"fighter": "Priscus", "target": target, "area": "legs"}, ()) for _ in range(4)]
        bot = make_bot("gladiator", "rival-nestor", "1")
        form = match.pending[0]
        assert isinstance(form, Allocate)
        choice = bot.choose(Glimpse(form, lambda match=match: match.view(0), lambda blows=blows: blows))  # type: ignore[misc]
        assert isinstance(choice, tuple)
        guards.append(choice[list(form.boxes).index("defend legs")])
    assert guards[1] > guards[0]


def first_turn(bot: str, seed: str) -> tuple[list[Any], Any]:
    """A newcomer who stands and guards, and what he meets with."""
    match = new_match("gladiator", 2, seed, options={"types": ["medium", "medium"]})
    bots = [make_bot("gladiator", "palus-guard", seed), make_bot("gladiator", bot, seed, samples=1)]
    while match.outcome is None and match.state.turn < 2:
        for seat in list(match.pending):
            match.submit(seat, bots[seat].choose(Glimpse.of(match, seat)))
    return list(match.events), match.state.fighters[0]


def test_the_gentle_opponent_runs_at_nobody() -> None:
    for number, key in enumerate(PEOPLE):
        events, newcomer = first_turn(f"sparring-{key}", str(number))
        first = next(event for event in events if event.kind == "plots")
        assert set(first.data["plots"].values()) <= {"-", "X"}
        assert not [event for event in events if event.kind == "collision"]
        assert newcomer.fighting


def test_the_gentle_opponent_comes_up_in_the_end() -> None:
    """He is no post: in the first turn there are blows."""
    events, _ = first_turn("sparring-kleon", "near")
    assert [event for event in events if event.kind == "attack"]


def test_what_they_say_is_said_beside_the_log() -> None:
    match = new_match("gladiator", 2, "words", options={"types": ["medium", "medium"]})
    names = ("rival-brennos", "rival-silo")
    bots = [make_bot("gladiator", name, "words") for name in names]
    while match.outcome is None:
        for seat in list(match.pending):
            match.submit(seat, bots[seat].choose(Glimpse.of(match, seat)))
    remarks = Remarks.of("any", "gladiator", [Seat("bot", name, name, None) for name in names])
    said = [remark for number in range(len(match.events)) if (remark := remarks.on(match.events, number))]
    assert {remark["name"] for remark in said} <= {"Brennos", "Silo"}
    assert said


def test_a_rival_is_a_veteranus_with_a_nature() -> None:
    bot = make_bot("gladiator", "rival-theron", "1")
    assert isinstance(bot, Rival)
    assert bot.nature.feints
    assert bot.called == "rival-theron"
