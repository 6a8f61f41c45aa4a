"""The men of the circus: who they are, how a field is drawn from them, and that they act in character."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest

from ludus.bots import Glimpse, make_bot
from ludus.bots.circus.aims import MARKS
from ludus.bots.circus.characters import THUNDERFOOT, Auriga
from ludus.bots.circus.reserve import NEVER_ARRIVES, USUAL_SPEED, reserve
from ludus.bots.circus.rivals import FIERCE, KEEN, MILD, PEOPLE, TEMPERS, Character
from ludus.bots.fields import draw, fields_of, seat_fields
from ludus.core.errors import SetupError
from ludus.core.match import Match
from ludus.lab.simulate import simulate
from ludus.play import new_match
from tests.bots.circus.positions import LAST_LAP, answer, chariot, position
from tests.bots.circus.test_races import race
from tests.conformance.kit import SHORT_CIRCUS

FIELDS = fields_of("circus")
TOPICS = ("strike", "struck", "gloat", "ruin", "lead", "win")


def man(key: str, sort: str = "rival") -> Character:
    bot = make_bot("circus", f"{sort}-{key}", "man", samples=1)
    assert isinstance(bot, Character)
    return bot


def test_twenty_men_and_more_each_with_a_character() -> None:
    assert len(PEOPLE) >= 20
    assert len({person.name for person in PEOPLE.values()}) == len(PEOPLE)
    assert len({person.points for person in PEOPLE.values()}) >= 8
    for person in PEOPLE.values():
        assert sum(person.points) == 4
        assert person.about.endswith((".", "!"))
        assert person.wants
        assert all(person.says(topic) for topic in TOPICS)
        assert TEMPERS[person.kind].aims.mark in MARKS
    assert {*MILD, *KEEN, *FIERCE} == set(TEMPERS)


@pytest.mark.parametrize("name", FIELDS)
@pytest.mark.parametrize("count", [1, 7, 8, 16])
def test_a_field_has_every_man_once(name: str, count: int) -> None:
    drawn = draw(FIELDS[name], count, random.Random(count))
    assert len(set(drawn)) == len(drawn) == count
    men = [PEOPLE[bot.partition("-")[2]] for bot in drawn]
    if count <= 8:
        assert sum(person.heavy for person in men) <= FIELDS[name].heavy
    assert draw(FIELDS[name], count, random.Random(count)) == drawn
    assert {bot.partition("-")[0] for bot in drawn} == {FIELDS[name].bot}


def test_a_field_fills_only_its_own_seats() -> None:
    names = seat_fields("circus", ["agitator", "rivals", "rivals-quiet", "rivals"], random.Random(1))
    assert names[0] == "agitator"
    assert len(set(names)) == 4
    assert seat_fields("chariot-race", ["tiro", "rivals"], random.Random(1)) == ["tiro", "rivals"]


def test_a_man_who_is_not_known_is_refused() -> None:
    with pytest.raises(SetupError, match="rival has no character 'nero'; there is drusus"):
        make_bot("circus", "rival-nero", "1")


# -- in character -------------------------------------------------------------------------------------------


def beside_the_leader(lap: int) -> Match[Any]:
    """Red, in the lane next to the leader's team, with factors to spare."""
    red = chariot("red", "lane 7, front straight 12", 0, lap=lap, written=12, endurance=20, car="heavy")
    blue = chariot("blue", "lane 8, front straight 12", lap=lap, written=12, endurance=20)
    far = chariot("green", "lane 2, front straight 5", lap=lap)
    return position(red, blue, far, mover="red", move={"written": 12, "spent": 0})


def test_a_lasher_waits_for_his_hour() -> None:
    early, late = (answer(beside_the_leader(lap), "rival-ptolmos") for lap in (1, LAST_LAP))
    assert str(early).startswith("forward")
    assert str(late).startswith(("lash blue", "ram blue"))


def test_a_gentleman_does_not_strike_for_pleasure() -> None:
    red = chariot("red", "lane 7, front straight 12", 0, lap=LAST_LAP, written=12, endurance=20, car="heavy")
    blue = chariot("blue", "lane 8, front straight 12", lap=1, written=12, endurance=20)
    green = chariot("green", "lane 2, front straight 12", lap=LAST_LAP)
    match = position(red, blue, green, mover="red", move={"written": 12, "spent": 0})
    assert str(answer(match, "rival-gutta")).startswith("forward")
    assert "blue" in str(answer(match, "rival-brocchus"))  # a lap behind, and still in his way


def test_an_avenger_remembers_who_struck_him() -> None:
    """The memory is made of events that his seat has seen, in this process and in another."""
    match = beside_the_leader(1)
    assert str(answer(match, "rival-torquatus")).startswith("forward")
    match.submit(0, "ram blue car")
    torquatus = man("torquatus")
    blows = [event for event in match.events if event.kind == "attack"]
    assert blows
    view = json.loads(json.dumps(match.view(1, explain=False)))
    torquatus.choose(Glimpse.from_view(view, blows))
    state = match.state
    feelings = torquatus.rivalry(state, state.chariots[1])
    assert feelings.harm[0] > 0 == feelings.harm[1]
    assert feelings.wreck[0] > feelings.wreck[2]


def test_nobody_strikes_a_newcomer_on_the_first_lap() -> None:
    for key in PEOPLE:
        gentle = man(key, "sparring")
        first, third = beside_the_leader(1).state, beside_the_leader(LAST_LAP).state
        assert gentle.ferocity(first, first.chariots[0]) == 0.0
        assert 0 < gentle.ferocity(third, third.chariots[0]) < man(key).ferocity(third, third.chariots[0])
        assert gentle.temper.aims.shadow == gentle.temper.aims.block == 0.0  # nor waited for
    assert FIELDS["rivals-gentle"].bot == "sparring"
    assert FIELDS["rivals-gentle"].heavy == 1


def test_a_weasel_ends_out_of_reach_and_a_blocker_in_the_way() -> None:
    match = beside_the_leader(1)
    state, red, blue = match.state, match.state.chariots[0], match.state.chariots[1]
    weasel, blocker = man("felix"), man("crassinus")
    shunned = weasel.haunts(state, weasel.rivalry(state, red), red)
    sought = blocker.haunts(state, blocker.rivalry(state, red), red)
    within_reach = state.track.attacks[state.car_square(blue)]
    assert within_reach
    assert all(shunned[square] < 0 for square in within_reach)
    assert sought[state.track.ahead[state.track.ahead[blue.square]]] > 0


# -- the holes ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["auriga", "agitator", "rival-sabinus"])
def test_nobody_speeds_on_a_wheel_that_is_about_to_come_off(name: str) -> None:
    """CM 7.41a: at 14 and more it is checked."""
    blue = chariot("blue", "lane 5, front straight 3", lap=2)
    sound, frail = (
        answer(
            position(chariot("red", "lane 3, front straight 3", 0, lap=2, endurance=20, left_wheel=hits), blue), name
        )
        for hits in (0, 6)
    )
    assert sound >= 14 > frail  # type: ignore[operator]


@pytest.mark.parametrize("turns", [5, 9, 14])
def test_the_last_factor_is_dearer_than_any_other(turns: int) -> None:
    """CM 8.43: a team that has run dry is slower every turn; from too far away it never arrives."""
    worth = reserve(turns, 1.0)
    last, before = worth[0] - worth[1], worth[1] - worth[2]
    assert last > 10 * before
    assert (last >= NEVER_ARRIVES) == (2 * turns >= USUAL_SPEED)


class Brute(Auriga):
    """Heavy, and at everybody's throat."""

    temper = replace(Auriga.temper, ferocity=10.0)
    builds = (THUNDERFOOT,)


def test_an_all_heavy_field_is_not_driven_dry() -> None:
    """With these dice the teams ran dry, and crept on by a square a turn until somebody arrived in turn 92."""
    match = new_match("circus", 8, "heavy/0", "advanced")
    bots = [Brute(random.Random(f"0/{seat}"), samples=1) for seat in range(8)]
    while match.outcome is None and match.state.turn < 40:
        for seat in list(match.pending):
            match.submit(seat, bots[seat].choose(Glimpse.of(match, seat)))
    assert match.outcome is not None
    assert match.outcome.reason not in ("called-off", "nobody-finished")


# -- whole races --------------------------------------------------------------------------------------------


def test_the_same_luck_gives_the_same_race() -> None:
    names = ("rival-drusus", "sparring-felix", "rival-zenon", "furious-brocchus", "rival-sethos", "master-korax")
    first, second = (race(names, "again", options={"track": SHORT_CIRCUS}) for _ in range(2))
    assert first.answers == second.answers
    assert first.record() == second.record()


def test_they_drive_in_the_epic_race() -> None:
    match = race(("rival-drusus", "rival-hesira"), "epic", "epic", {"entries": 1})
    assert match.outcome is not None


def test_a_simulation_draws_a_field_for_every_race() -> None:
    result = simulate("circus", 2, 4, ["agitator", "rivals"], 3, options={"track": SHORT_CIRCUS}, samples=1)
    for report in result.reports:
        assert report.seating.count("agitator") == 1
        assert len(set(report.seating)) == 4
    assert result.reports[0].seating != result.reports[1].seating
    plain = result.to_plain()
    assert plain["bots"]["agitator"]["seats"] == 2
    assert sum(each["seats"] for name, each in plain["bots"].items() if name.startswith("rival-")) == 6
    assert 0 <= plain["summary"]["attacks"]["share in the last lap and a half"] <= 1
