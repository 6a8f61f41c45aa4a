"""Standing orders of a driver: every kind of rule, in words and in deeds."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludus
from ludus.core.decision import Decision
from ludus.core.fields import AnyOf, Field, Number, OneOf, Rules
from ludus.core.game import Together
from ludus.core.standing_orders import Obeyed, OrdersError, fields_of, obey, read_orders
from ludus.games.circus.editions import book_of
from ludus.games.circus.odds import harm
from tests.games.circus.positions import Start, starts
from tests.rules.circus.kit import FACTIONS, GAME, CircusMatch, circus, play

FORM = GAME.orders(GAME.resolve(None, {}), 8)
INSIDE, BESIDE, TEAM = "lane 3, backstretch 11", "lane 4, backstretch 11", "lane 4, backstretch 10"


def orders(**given: Any) -> dict[str, Any]:
    return read_orders(FORM, given)


def rule(**given: Any) -> dict[str, Any]:
    return {"against": "anybody", "kind": "any", "stake": "always", **given}


def answer(race: CircusMatch, seat: int | None = None, **given: Any) -> Any:
    """What orders answer to the open question; None: they wait."""
    asked = next(iter(race.pending)) if seat is None else seat
    obeyed = obey(race, asked, orders(**given))
    return None if obeyed is None else obeyed.choice


def note(race: CircusMatch, **given: Any) -> str:
    obeyed = obey(race, next(iter(race.pending)), orders(**given))
    assert obeyed is not None
    return obeyed.note


# -- speed -------------------------------------------------------------------------------------------------


def writing(square: str, **red: Any) -> CircusMatch:
    return circus(red=square, red_is=red, blue="lane 8, front straight 20", phase="notation", turn=3)


@pytest.mark.rule("CM 11.7")
def test_the_default_speed_and_the_highest() -> None:
    race = writing("lane 3, backstretch 5", last_written=9)
    assert answer(race, 0, speed="default") == 9
    assert answer(race, 0, speed="most") == race.pending[0].to_plain()["high"] == 18
    assert answer(race, 0, speed="ask") is None


def test_a_fixed_speed_is_cut_to_what_is_possible() -> None:
    race = writing("lane 3, backstretch 5", loss=10)
    assert answer(race, 0, speed="fixed", speed_number=5) == 5
    assert answer(race, 0, speed="fixed", speed_number=17) == 8


@pytest.mark.rule("CM 7.2")
@pytest.mark.parametrize(
    ("square", "strain", "speed"),
    [
        ("lane 3, backstretch 5", 0, 18),  # the corner is out of reach
        ("lane 3, backstretch 30", 0, 12),  # in lane 3 a corner bears 12
        ("lane 3, backstretch 30", 2, 14),
        ("lane 1, egg corner 2", 0, 8),  # in the corner already
        ("lane 1, backstretch 24", 0, 9),  # one square short of it
        ("lane 1, backstretch 24", 1, 9),
        ("lane 1, backstretch 24", 4, 12),
    ],
)
def test_a_speed_that_the_corner_ahead_bears(square: str, strain: int, speed: int) -> None:
    race = writing(square)
    assert answer(race, 0, speed="safe", strain=strain) == speed


def test_factors_that_will_be_taken_count_for_the_safe_speed() -> None:
    race = writing("lane 3, backstretch 30", offered=3)
    assert answer(race, 0, take="none") == 12
    assert answer(race, 0, take="all") == 9


def test_a_written_speed_is_told_to_nobody() -> None:
    obeyed = GAME.obey(writing("lane 3, backstretch 5").state, 0, writing("lane 3, backstretch 5").pending[0], orders())
    assert obeyed is not None
    assert obeyed.note == ""


# -- moving ------------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 11.3b")
def test_driving_on_is_the_default_move() -> None:
    race = circus(red=INSIDE, blue="lane 3, backstretch 15", move={"written": 9})
    assert answer(race) == race.pending[0].default == "forward 1"
    assert answer(race, move="ask") is None


def test_the_whip_only_where_no_throw_leads_into_a_corner() -> None:
    straight = circus(red="lane 3, backstretch 3", red_is={"written": 9, "endurance": 26})
    assert straight.pending[0].name == "whip"
    assert answer(straight, whip="straight", whip_keep=20) == "whip"
    assert answer(straight, whip="straight", whip_keep=21) == "no"
    assert answer(straight, whip="never") == "no"
    assert answer(straight, whip="ask") is None
    near = circus(red="lane 3, backstretch 20", red_is={"written": 9, "endurance": 40})
    assert answer(near, whip="straight") == "no", "15 factors would reach the corner 14 squares ahead"
    assert (
        answer(circus(red="lane 3, backstretch 19", red_is={"written": 8, "endurance": 40}), whip="straight") == "whip"
    )


def test_offered_factors() -> None:
    race = circus(red=INSIDE, red_is={"offered": 2, "written": 9, "whip": False})
    assert race.pending[0].name == "take"
    assert [answer(race, take=how) for how in ("none", "all", "ask")] == [0, 2, None]


# -- attacks -----------------------------------------------------------------------------------------------


def test_whom_to_attack_and_how() -> None:
    race = circus(red=INSIDE, blue=BESIDE, move={"written": 4})
    assert answer(race, attack="never") == "forward 4"
    free: dict[str, Any] = {"chance": 0, "odds": "any"}
    assert answer(race, attack="anybody", means=["lash driver"], **free) == "lash blue driver"
    assert answer(race, attack="anybody", means=["ram car"], **free) == "ram blue car"
    assert answer(race, attack="anybody", means=["ram horses"], **free) == "forward 1", "his horses are one square on"
    assert answer(race, attack="some", targets=["blue", "gold"], means=["ram car"], **free) == "ram blue car"
    assert answer(race, attack="some", targets=["gold"], means=["ram car"], **free) == "forward 4"
    assert note(race, attack="anybody", means=["ram car"], **free) == "Red attacks. Ram Blue's car."


def test_attacks_only_with_the_odds_that_were_ordered() -> None:
    race = circus(red=INSIDE, blue=BESIDE, move={"written": 4}, red_is={"modifier": 2}, blue_is={"modifier": 2})
    (ram,) = (each for each in GAME.explain(race.state, race.pending[0]) if each["choice"] == "ram blue car")
    chance = 100 * harm(ram["attack"]["odds"]) * (1 - ram["attack"]["defence"]["success"])
    assert harm(ram["attack"]["odds"]) == pytest.approx(harm(ram["attack"]["self"]), abs=0.2)
    cars: dict[str, Any] = {"attack": "anybody", "means": ["ram car"]}
    assert answer(race, **cars, odds="any", chance=int(chance)) == "ram blue car"
    assert answer(race, **cars, odds="any", chance=int(chance) + 1) == "forward 4"
    weak = circus(red=INSIDE, blue=BESIDE, move={"written": 4}, red_is={"modifier": -1}, blue_is={"modifier": 2})
    assert answer(weak, **cars, odds="any", chance=0) == "ram blue car"
    assert answer(weak, **cars, odds="less", chance=0) == "forward 4", "he would suffer more than his target"


def test_an_attack_on_the_way_is_driven_up_to_and_made_once() -> None:
    race = circus(red="lane 3, backstretch 6", blue=BESIDE, move={"written": 9}, dice=[1, 1, 6, 6, 3, 4, 1, 1])
    given: dict[str, Any] = {"attack": "anybody", "means": ["lash driver"], "chance": 0, "odds": "any"}
    assert answer(race, **given) == "forward 5"
    assert answer(race, **given, move="ask") is None, "who drives himself comes to his attacks himself"
    play(race, "forward 5")
    assert answer(race, **given) == "lash blue driver"
    play(race, "lash blue driver", "hold")
    assert answer(race, **given) == "forward 3", "one attack from a square (CM 9.22)"


# -- defence -----------------------------------------------------------------------------------------------


def attacked(choice: str = "ram blue car", **position: Any) -> CircusMatch:
    """Blue in lane 4 faces Red, who stands inside."""
    race = circus(**{"red": INSIDE, "blue": BESIDE, "move": {"written": 4}, **position})
    play(race, choice)
    assert race.pending[1].name == "defend"
    return race


def defence(race: CircusMatch, *rules: dict[str, Any], otherwise: str = "hold") -> Any:
    return answer(race, 1, defence=list(rules), otherwise=otherwise)


@pytest.mark.rule("CM 9.3")
@pytest.mark.parametrize(
    ("do", "first", "way"),
    [
        ("hold", "hold", None),
        ("brake", "avoid", "brake"),
        ("evade", "avoid", "evade out"),
        ("brake or evade", "avoid", "brake"),
        ("evade or brake", "avoid", "evade out"),
        ("ask", None, None),
    ],
)
def test_hold_brake_evade(do: str, first: str | None, way: str | None) -> None:
    race = attacked(dice=[6, 6, 1, 1])
    assert defence(race, otherwise=do) == first
    if way is not None:
        play(race, "avoid")
        assert race.pending[1].name == "avoid"
        assert defence(race, otherwise=do) == way
        play(race, way)


def test_what_is_not_possible_is_not_tried() -> None:
    walled = {"red": "lane 7, backstretch 11", "blue": "lane 8, backstretch 11"}
    race = attacked(**walled)
    assert defence(race, otherwise="evade") == "hold"
    assert defence(race, otherwise="evade or brake") == "avoid"
    play(attacked(**walled, dice=[6, 6, 1, 1]), "avoid", "brake")
    assert defence(attacked(blue_is={"endurance": 0}), otherwise="brake") == "hold"


def test_the_first_rule_that_fits_counts() -> None:
    race = attacked()
    assert defence(race, rule(against="gold", do="hold"), rule(against="red", do="brake")) == "avoid"
    assert defence(race, rule(against="red", do="hold"), rule(do="brake"), otherwise="evade") == "hold"
    assert defence(race, rule(kind="lash", do="brake")) == "hold"
    assert defence(race, rule(kind="ram", do="brake")) == "avoid"
    assert defence(race, rule(do="ask"), otherwise="hold") is None


def test_by_the_exact_risk() -> None:
    race = attacked(blue_is={"left_wheel": 7}, red_is={"car": "heavy"})
    assert race.state.threat is not None
    risk = int(100 * book_of(race.state).wreck_risk(race.state.threat))
    assert 5 < risk < 95
    assert defence(race, rule(stake="wreck", percent=risk, do="brake")) == "avoid"
    assert defence(race, rule(stake="wreck", percent=risk + 1, do="brake")) == "hold"
    harmed = int(100 * harm(book_of(race.state).threat_odds(race.state.threat).target))
    assert harmed > risk
    assert defence(race, rule(stake="harm", percent=harmed, do="brake")) == "avoid"
    assert defence(race, rule(stake="harm", percent=harmed + 1, do="brake")) == "hold"


def test_by_endurance_and_by_the_corner() -> None:
    race = attacked(blue_is={"endurance": 12})
    assert defence(race, rule(stake="weak", endurance=13, do="evade")) == "avoid"
    assert defence(race, rule(stake="weak", endurance=12, do="evade")) == "hold"
    # From square 11 the corner begins 23 squares ahead.
    assert defence(race, rule(stake="corner", squares=23, do="evade")) == "avoid"
    assert defence(race, rule(stake="corner", squares=22, do="evade")) == "hold"
    inside = attacked(red="lane 3, egg corner 3", blue="lane 4, egg corner 3")
    assert defence(inside, rule(stake="corner", squares=0, do="evade")) == "avoid"


def test_a_runaway_team_goes_its_way_at_once() -> None:
    away = {"status": "runaway", "driver": "dead", "hitched": False, "hits": 0}
    race = circus(red=INSIDE, blue=TEAM, blue_is=away, move={"written": 4})
    play(race, "ram blue horses")
    assert "avoid" not in race.pending[1]
    assert defence(race, otherwise="evade") == "evade out"
    assert defence(race, otherwise="brake") == "hold", "nobody is there to brake"


def test_the_log_says_what_is_at_stake_but_not_what_was_ordered() -> None:
    race = attacked("lash blue driver")
    for do, words in (("hold", "Blue holds against"), ("brake", "Blue tries to brake against")):
        obeyed = obey(race, 1, orders(defence=[rule(stake="wreck", percent=0, do=do)], otherwise="ask"))
        assert obeyed is not None
        assert obeyed.note.startswith(f"{words} Red's lash at the driver, with a risk of ")
        assert "0%" not in obeyed.note.replace("10%", "")


# -- everything else -----------------------------------------------------------------------------------------


def test_a_dead_horse() -> None:
    dead = {"horses": [5, 4, 0, 5], "fallen": [3], "whip": False, "written": 9}
    race = circus(red=INSIDE, red_is=dead)
    assert race.pending[0].name == "cut"
    assert [answer(race, cut=how) for how in ("cut", "wait", "ask")] == ["cut", "wait", None]


def test_the_usual_answer_to_the_rest() -> None:
    dragged = {"status": "runaway", "driver": "dragged", "hitched": False, "cut_due": True}
    race = circus(red=INSIDE, red_is={**dragged, "hits": 5}, move={"written": 1})
    while race.pending[0].name != "loose":
        play(race, race.pending[0].default)
    assert answer(race, rest="default") == race.pending[0].default == "cut"
    assert answer(race, rest="ask") is None


def test_preparation_points_wait_for_the_driver() -> None:
    race = ludus.new_match("circus", seats=8, seed=1)
    assert race.pending[0].name == "build"
    assert obey(race, 0, orders()) is None


# -- through whole races --------------------------------------------------------------------------------------


def drawn(field: Field, rng: random.Random) -> Any:
    """Any value the field takes."""
    if isinstance(field, OneOf):
        return rng.choice(list(field.choices))
    if isinstance(field, AnyOf):
        return rng.sample(list(field.choices), rng.randint(1, len(field.choices)))
    if isinstance(field, Number):
        return rng.randint(field.low, field.high)
    assert isinstance(field, Rules)
    return [{part.name: drawn(part, rng) for part in field.fields} for _ in range(rng.randint(0, 4))]


def any_orders(rng: random.Random) -> dict[str, Any]:
    return read_orders(FORM, {field.name: drawn(field, rng) for field in fields_of(FORM)})


@settings(max_examples=60)
@given(starts(), st.integers(0, 2**32))
def test_any_orders_in_any_position_answer_legally_or_not_at_all(start: Start, seed: int) -> None:
    rng = random.Random(seed)
    mine = [any_orders(rng) for _ in range(start.seats)]
    playing = start.play()
    for ask in playing.steps(60):
        questions = list(ask.values()) if isinstance(ask, Together) else [ask] if isinstance(ask, Decision) else []
        for decision in questions:
            before = GAME.save(playing.race)
            obeyed = GAME.obey(playing.race, decision.seat, decision, mine[decision.seat])
            assert GAME.save(playing.race) == before, "orders only look"
            assert obeyed is None or obeyed.choice in decision
            seen = GAME.imagine(GAME.view(playing.race, decision.seat), start.seats, start.options)
            assert GAME.obey(seen, decision.seat, decision, mine[decision.seat]) == obeyed, "the view is enough"


def test_a_race_by_orders_alone_comes_to_its_end() -> None:
    """Bold ones, so that much is asked; only the preparation points are given by hand."""
    race = ludus.new_match("circus", seats=8, seed=11)
    bold = orders(speed="safe", strain=3, whip="straight", attack="anybody", chance=0, odds="any", otherwise="evade")
    asked: dict[str, int] = {}
    while race.outcome is None:
        seat, decision = next(iter(race.pending.items()))
        obeyed = obey(race, seat, bold)
        assert (obeyed is None) == (decision.name == "build")
        asked[decision.name] = asked.get(decision.name, 0) + 1
        race.submit(seat, (obeyed or Obeyed(decision.default, "")).choice)
        assert sum(asked.values()) < 5000, "orders never go round in circles"
    assert {"speed", "step", "whip", "defend", "avoid"} <= set(asked)
    ludus.verify(race.record())


@settings(max_examples=60)
@given(st.integers(0, 2**32))
def test_any_orders_can_be_said_in_plain_words(seed: int) -> None:
    mine = any_orders(random.Random(seed))
    said = GAME.orders_in_words(mine)
    assert all(sentence[0].isupper() and sentence.endswith(".") for sentence in said)
    assert len(said) == 9 + len(mine["defence"])


def test_the_words() -> None:
    said = "\n".join(
        GAME.orders_in_words(
            orders(
                strain=2,
                attack="some",
                targets=["red", "gold"],
                means=["lash driver", "ram car"],
                defence=[rule(against="green", kind="lash", stake="weak", endurance=9, do="brake")],
            )
        )
    )
    assert "My speed: the highest at which no corner in my lane is strained by more than 2." in said
    assert "Attacks: Red or Gold within reach (lash the driver or ram the car), when the chance to harm" in said
    assert "When Green lashes and my endurance is under 9: brake; if that is not possible, hold." in said
    assert "Against every other attack: hold." in said


def test_only_chariots_of_the_race_can_be_named() -> None:
    def named(field: int) -> list[str]:
        form = GAME.orders(GAME.resolve(None, {"field": field}), 2)
        (targets,) = (each for each in fields_of(form) if isinstance(each, AnyOf) and each.name == "targets")
        return list(targets.choices)

    assert named(8) == list(FACTIONS[:8])
    assert named(16) == list(FACTIONS[:16])


def test_a_scenario_may_bring_a_colour_that_can_be_named() -> None:
    position = {"chariots": [{"faction": "red", "seat": 0}, {"faction": "yellow", "seat": 1}]}
    form = GAME.orders(GAME.resolve(None, {}), 2, position)
    orders = read_orders(form, {"attack": "some", "targets": ["yellow"], "defence": [rule(against="yellow")]})
    assert any("Yellow within reach" in line for line in GAME.orders_in_words(orders))
    with pytest.raises(OrdersError, match="whom takes"):
        read_orders(FORM, {"attack": "some", "targets": ["yellow"]})
