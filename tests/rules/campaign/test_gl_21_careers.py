"""GL 21: careers, from the first man to the tenth victory."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from ludus.core.contest import HOST
from ludus.core.dice import SeededDice
from ludus.core.errors import DataError, SetupError
from ludus.core.match import Match
from ludus.core.nested import nest, open_contest, settled
from ludus.core.record import verify
from ludus.core.standing_orders import default_orders, obey, read_orders
from ludus.library import find_game
from tests.rules.campaign.sand_kit import (
    GAME,
    answer,
    asked,
    careers,
    dice_left,
    events,
    felled,
    fight,
    man,
    play_on,
    report,
)

FOE = (2, *man(2, 2))  # a medium man of the house
WON = report(won=True, felled=felled())
DEAD = report(alive=False)


def alone(*dice: int, **options: Any) -> Match[Any]:
    """One player with a man of the chart's first cell, before his first match."""
    match = careers(1, dice=[*man(1, 1), *FOE, *dice], **options)
    answer(match, "heavy")
    return match


def hero(match: Match[Any], seat: int = 0) -> Any:
    return match.state.man_of(seat)


# -- men and matches -------------------------------------------------------------------------------------


@pytest.mark.rule("GL 21.5", "GL 3-2")
def test_the_type_is_said_before_the_dice_are_rolled() -> None:
    match = careers(2, dice=[*man(1, 1), *man(6, 6), *FOE])
    assert sorted(match.pending) == [0, 1]
    assert asked(match) == ("type", ["light", "medium", "heavy", "retiarius"])
    assert match.events[-1].kind == "round"
    answer(match, "retiarius", "light")
    first, second = hero(match, 0), hero(match, 1)
    assert (first.type, first.training, first.strength, first.wound_factor) == ("retiarius", 8, -2, 11)
    assert (second.type, second.training, second.strength, second.wound_factor) == ("light", 7, 5, 13)
    assert dice_left(match) == ()


@pytest.mark.rule("GL 21.5", "GL 3-7a")
def test_a_man_meets_a_newly_rolled_opponent_of_the_house() -> None:
    match = alone()
    contest = match.contest
    assert contest is not None
    own, foe = contest.options["men"]
    assert (contest.game, contest.ruleset, contest.owners) == ("gladiator", "advanced", (0, HOST))
    assert contest.names == (hero(match).name, foe["name"])
    assert own == hero(match).sent()
    assert (foe["type"], foe["training"], foe["strength"]) == ("medium", 9, 2)
    (told,) = events(match, "opponent")
    assert told.data["against"] == own["name"]
    assert [roll.reason for roll in told.dice][:3] == ["type of the opponent", "row", "column"]


@pytest.mark.rule("GL 21.5")
@pytest.mark.parametrize(("die", "kind"), [(1, "light"), (2, "medium"), (3, "medium"), (4, "heavy"), (6, "retiarius")])
def test_a_die_says_what_he_is(die: int, kind: str) -> None:
    match = careers(1, dice=[*man(1, 1), die, *man(1, 1)])
    answer(match, "heavy")
    assert match.contest is not None
    assert match.contest.options["men"][1]["type"] == kind


@pytest.mark.rule("GL 21.5", "GL 22.3c")
def test_never_net_against_net() -> None:
    match = careers(1, dice=[*man(1, 1), 6, *man(1, 1)])
    answer(match, "retiarius")
    assert match.contest is not None
    assert match.contest.options["men"][1]["type"] == "medium"


@pytest.mark.rule("GL 21.5")
def test_who_has_won_three_meets_a_new_man_and_who_lost_his_man_gets_one() -> None:
    match = alone(*(die for _ in range(3) for die in (2, *man(2, 2))), *man(5, 5), *FOE)
    foes = set()
    for _ in range(3):
        assert match.contest is not None
        foes.add(match.contest.names[1])
        fight(match, WON)
        if match.pending:
            answer(match, "save")
    assert hero(match).wins == 3
    assert match.contest is not None
    assert match.contest.names[1] not in foes
    first = hero(match).name
    fight(match, DEAD)
    assert asked(match)[0] == "type"
    answer(match, "light")
    assert hero(match).name != first
    assert (hero(match).wins, hero(match).points, hero(match).training) == (0, 0, 11)
    assert match.state.men[1].status == "dead"


@pytest.mark.rule("GL 21.5")
def test_everybody_fights_once_in_a_round() -> None:
    match = careers(3, dice=[*man(1, 1), *man(1, 2), *man(1, 3), *FOE, *FOE, *FOE, *FOE])
    answer(match, "light", "light", "light")
    owners = []
    for _ in range(3):
        assert match.contest is not None
        owners.append(match.contest.owners)
        assert match.state.round == 1
        fight(match)
    assert owners == [(0, HOST), (1, HOST), (2, HOST)]
    assert match.state.round == 2
    assert match.contest is not None
    assert match.contest.owners == (0, HOST)


# -- points ----------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 21.2", "GL 21.22", "GL 21.25", "GL 21.3")
def test_points_are_earned_and_spent_right_after_the_match() -> None:
    match = alone(*FOE)
    name, training = hero(match).name, hero(match).training
    fight(match, report(won=True, attack_cfs=60, defence_cfs=9, felled=felled(2, kill="fast")))
    (told,) = events(match, "experience")
    assert told.data["earned"] == [
        {"why": "his attacks", "points": 17},
        {"why": "a kill", "points": 10},
        {"why": "a fast kill in turn 2", "points": 9},
    ]
    assert told.clauses == ("GL 21.1", "GL 21.2", "GL 21.22", "GL 21.25")
    assert hero(match).kills == 1
    assert (
        match.narrate(told)
        == f"{name} earns 17 for his attacks, 10 for a kill, 9 for a fast kill in turn 2; he has 36 points."
    )
    assert asked(match) == ("improve", ["save", "training", "agility", "strength"])
    assert match.explain(0)[1] == {"choice": "training", "label": "+1 Training", "hint": "25 points; 11 are left"}
    answer(match, "training")
    assert (hero(match).training, hero(match).points) == (training + 1, 11)
    assert match.contest is not None, "nothing that he could pay for is left"
    assert match.contest.options["men"][0]["training"] == training + 1


@pytest.mark.rule("GL 21.3")
def test_several_improvements_at_once_or_none() -> None:
    match = alone(*FOE)
    fight(match, report(attack_cfs=180))
    answer(match, "training", "agility")
    assert hero(match).points == 0
    match = alone(*FOE)
    fight(match, report(attack_cfs=180))
    answer(match, "save")
    assert hero(match).points == 60
    fight(match, report())
    assert asked(match)[0] == "improve", "saved points may be spent after any match"


@pytest.mark.rule("GL 21.3")
def test_an_improvement_can_be_taken_back_before_the_next_dice() -> None:
    match = alone(*FOE)
    fight(match, report(attack_cfs=180))
    answer(match, "training")
    match.undo(0)
    assert hero(match).points == 60


@pytest.mark.rule("GL 21.1", "GL 9.5-M")
@pytest.mark.parametrize("end", [DEAD, report(alive=False, mortal=True, won=True, attack_cfs=90)])
def test_the_dead_earn_nothing(end: dict[str, Any]) -> None:
    match = alone(*man(1, 1))
    fight(match, end)
    assert events(match, "experience") == []
    assert asked(match)[0] == "type"


# -- healing ---------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 21.4", "GL 21.44")
def test_wounds_heal_before_the_next_match() -> None:
    match = alone(1, 3, 6, 6, *FOE)
    agility = hero(match).agility
    fight(match, report(wounds={"head": 2, "legs": 4}))
    (told,) = events(match, "healed")
    # Areas in their order: the head heals badly, the legs well.
    assert [roll.values for roll in told.dice] == [(1, 3), (6, 6)]
    assert told.clauses == ("GL 21.4",)
    match = alone(6, 6, 1, 3, *FOE)
    fight(match, report(wounds={"head": 2, "legs": 4}))
    (told,) = events(match, "healed")
    assert told.clauses == ("GL 21.4", "GL 21.44")
    assert hero(match).agility == agility - 2
    assert not hero(match).wounded
    assert match.contest is not None
    assert match.contest.options["men"][0]["agility"] == agility - 2
    assert match.narrate(told) == f"{hero(match).name}'s wounds heal: head (10), legs (0: Agility -2)."


@pytest.mark.rule("GL 21.42", "GL 21.5")
def test_who_dies_of_his_wounds_is_replaced() -> None:
    match = alone(1, 1, *man(2, 2), *FOE)
    fight(match, report(wounds={"chest": 11}))
    (told,) = events(match, "healed")
    assert not told.data["alive"]
    assert match.narrate(told).endswith("He dies of it.")
    assert asked(match)[0] == "type"


# -- the end ---------------------------------------------------------------------------------------------


def on_the_way(match: Match[Any], *wins: int) -> dict[str, Any]:
    """The same campaign, with men who have won so often, at the start of a round."""
    plain: dict[str, Any] = match.game.save(match.state)
    for number, each in enumerate(wins, start=1):
        plain["men"][str(number)] |= {"wins": each, "fights": each}
    return {**plain, "step": "heal", "fought": []}


def two(*wins: int, rounds: int | None = 30) -> Match[Any]:
    match = careers(2, dice=[*man(1, 1), *man(1, 2), *FOE])
    answer(match, "light", "light")
    return careers(2, dice=[*FOE, *FOE, *FOE, *FOE], position=on_the_way(match, *wins), rounds=rounds)


@pytest.mark.rule("GL 21.6")
@pytest.mark.parametrize("tenth", [WON, report(won=True, alive=False, mortal=True)])
def test_ten_victories_with_one_man_win_the_campaign(tenth: dict[str, Any]) -> None:
    match = two(9, 4)
    fight(match, tenth)
    assert match.outcome is None, "the round is fought to its end"
    (told,) = events(match, "freed")
    assert told.data["alive"] == tenth["alive"]
    assert ("dies a free man" in match.narrate(told)) == tenth["mortal"]
    fight(match, WON)
    assert match.outcome is not None
    assert (match.outcome.reason, match.outcome.winners, match.outcome.places) == ("freedom", (0,), (1, 2))


@pytest.mark.rule("GL 21.6")
def test_nine_are_not_enough() -> None:
    match = two(8, 4)
    fight(match, WON)
    fight(match)
    assert match.outcome is None
    assert match.contest is not None


@pytest.mark.rule("GL 21.6", "GL 19.23")
def test_to_be_spared_is_no_victory_and_a_spared_opponent_is_one() -> None:
    match = two(9, 9)
    fight(match, report(spared=True))
    fight(match, report(won=True, felled=felled(spared=True)))
    assert match.outcome is not None
    assert match.outcome.winners == (1,)
    assert not any(man.kills for man in match.state.men.values())


@pytest.mark.rule("GL 21.6")
def test_who_is_free_in_the_same_round_was_equally_fast() -> None:
    match = two(9, 9)
    fight(match, WON)
    fight(match, WON)
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.places) == ((0, 1), (1, 1))


@pytest.mark.rule("GL 21.6")
def test_ten_victories_of_two_men_are_not_enough() -> None:
    match = alone(*man(1, 1), *FOE, wins=2, rounds=2)
    fight(match, report(won=True, alive=False, mortal=True))
    answer(match, "light")
    fight(match, WON)
    assert match.outcome is not None
    assert match.outcome.reason == "rounds-over"


@pytest.mark.rule("GL 21.6")
def test_after_the_agreed_rounds_the_nearest_wins() -> None:
    match = two(3, 5, rounds=2)
    fight(match, WON)
    fight(match, DEAD)
    assert match.outcome is not None
    assert (match.outcome.reason, match.outcome.winners, match.outcome.places) == ("rounds-over", (0,), (1, 2))


def test_without_a_victory_nobody_wins_the_rounds() -> None:
    match = alone(rounds=1)
    fight(match)
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.places) == ((), (2,))


def test_who_gives_up_leaves_the_race_to_the_others() -> None:
    match = two(3, 5)
    match.resign(1)
    fight(match)
    assert match.outcome is not None
    assert (match.outcome.reason, match.outcome.winners) == ("last-left", (0,))
    match = alone()
    match.resign(0)
    fight(match)
    assert match.outcome is not None
    assert (match.outcome.reason, match.outcome.winners) == ("nobody-left", ())


def test_seats_and_options() -> None:
    with pytest.raises(SetupError) as refused:
        careers(9)
    assert refused.value.code == "bad-seats"
    with pytest.raises(SetupError) as refused:
        careers(2, matches=3)
    assert refused.value.code == "options-exclude"


# -- properties ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [1, 2, 5, 8])
def test_random_careers_end_and_everything_is_told(seats: int) -> None:
    for seed in range(4):
        match = careers(seats, dice=SeededDice(f"{seed}"), rounds=12, wins=4)
        orders = read_orders(match.game.orders(match.options, seats), {})
        for _ in play_on(match, random.Random(seed)):
            assert json.loads(json.dumps(match.view(None))) == match.view(None)
            for seat in match.pending:
                obeyed = obey(match, seat, orders)
                assert obeyed is not None
                assert obeyed.choice in match.pending[seat]
            for each in match.state.men.values():
                assert each.points >= 0
                assert each.wins <= each.fights
        assert match.outcome is not None
        assert all(match.narrate(event) for event in match.events)
        assert {clause.split()[0] for event in match.events for clause in event.clauses} == {"GL"}
        verify(match.game, match.record())


def test_a_career_is_saved_and_restored_anywhere() -> None:
    match = careers(2, dice=SeededDice("7"), rounds=3)
    for _ in play_on(match, random.Random(5)):
        twin = Match.restore(match.game, json.loads(json.dumps(match.snapshot())))
        assert twin.view(0) == match.view(0)
        assert twin.contest == match.contest


def test_standing_orders() -> None:
    match = alone(*FOE)
    form = match.game.orders(match.options, 1)
    given = default_orders(form) | {"improve": "agility", "type": "retiarius"}
    assert match.game.orders_in_words(given, match.options) == [
        "A new man of yours: net and trident.",
        "Experience: +1 Agility.",
    ]
    fight(match, report(attack_cfs=80))
    assert obey(match, 0, given) == ("save", f"{hero(match).name} saves his points")
    fight_on = alone(*FOE)
    fight(fight_on, report(attack_cfs=150))
    assert obey(fight_on, 0, given) == ("agility", f"{hero(fight_on).name}: +1 Agility")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"step": "dance"}, "position.step is one of heal, recruit, fight, judge, not 'dance'"),
        ({"serial": 0}, "position.men.1.number"),
        ({"gone": [{"seat": 5, "round": 1, "why": "x"}]}, "position.gone[0].seat is from 0 to 0, not 5"),
        ({"fought": "all"}, "position.fought must be a list"),
    ],
)
def test_a_position_that_cannot_be_is_refused(change: dict[str, Any], words: str) -> None:
    plain = GAME.write_position(alone().state)
    with pytest.raises(DataError) as refused:
        careers(1, position={**plain, **change})
    assert words in refused.value.message


# -- with a real fight -----------------------------------------------------------------------------------


@pytest.mark.rule("GL 21.5", "GL 21.2")
def test_a_whole_round_in_the_arena_is_proven_with_its_fight() -> None:
    match = careers(1, dice=SeededDice("3"), rounds=1)
    answer(match, "medium")
    arena = open_contest(match, find_game)
    rng = random.Random(1)
    while arena.outcome is None:
        seat, decision = next(iter(arena.pending.items()))
        arena.answer(seat, decision.sample(rng))
    match.settle(settled(arena))
    while match.outcome is None:
        answer(match, "save")
    assert verify(match.game, nest(match.record(), [arena.record()]), find_game).outcome == match.outcome
