"""Standing orders of a gladiator's player: every kind of rule, in words and in deeds."""

from __future__ import annotations

import random
from typing import Any

import pytest

import ludus
from ludus.core.fields import AnyOf, Field, Number, OneOf, Rules
from ludus.core.standing_orders import OrdersError, default_orders, fields_of, obey, read_orders
from ludus.games.gladiator.charts import AREAS
from ludus.games.gladiator.hexes import distance, in_front, positional_value
from ludus.games.gladiator.standing_orders import orders_in_words
from tests.rules.gladiator.arena import FIRST, GAME, ArenaMatch, arena, item, man, plot

FORM = GAME.orders(GAME.resolve(None, {}), 2)
TEAM = GAME.orders(GAME.resolve(None, {}), 4)


def orders(**given: Any) -> dict[str, Any]:
    return read_orders(FORM, given)


def answer(match: ArenaMatch, seat: int = 0, **given: Any) -> Any:
    """What orders answer to the open question; None: they wait."""
    form = GAME.orders(match.options, match.seats)
    obeyed = obey(match, seat, read_orders(form, given))
    return None if obeyed is None else obeyed.choice


def shares(match: ArenaMatch, seat: int = 0, **given: Any) -> dict[str, int]:
    """The boxes of an allocation that got something."""
    choice = answer(match, seat, **given)
    decision = match.pending[seat]
    return {box: points for box, points in zip(decision.to_plain()["boxes"], choice, strict=True) if points}


def moved(match: ArenaMatch, **given: Any) -> Any:
    """The man when his order is carried out and the others stand still."""
    choice = answer(match, **given)
    assert choice is not None
    plot(match, choice)
    return match.state.fighters[0]


# -- moving ------------------------------------------------------------------------------------------------


def facing_off(*, away: int = 4, dice: Any = (3,) * 60, **first: Any) -> ArenaMatch:
    return arena(man(**first), man(0, -away, "S"), dice=dice, options={"throws": False})


def test_closing_in_ends_at_arms_length_with_the_face_to_him() -> None:
    fighter = moved(facing_off(away=3), move="close", moves=[])
    assert distance(fighter.place, (0, -3)) == 1
    assert in_front(fighter.place, fighter.facing, (0, -3))


def test_circling_takes_the_place_that_is_worth_most() -> None:
    match = arena(man(1, -1, "SW", type="light"), man(0, -1, "S"), dice=[3] * 60, options={"throws": False})
    fighter = moved(match, move="circle", moves=[])
    offset = (fighter.place[0] - 0, fighter.place[1] + 1)
    assert positional_value(offset, 3, match.state.rules.values[0]) >= 3


def test_keeping_away_holding_and_turning() -> None:
    assert moved(facing_off(away=2), move="away", moves=[]).place == (0, 2)
    assert answer(facing_off(), move="hold", moves=[]) == "-"
    assert answer(facing_off(), move="face", moves=[]) == "-", "he has him straight before him already"
    turned = facing_off(facing="SE")
    assert answer(turned, move="face", moves=[]) == "X(L)(L)"
    assert answer(facing_off(), move="ask", moves=[]) is None


def test_a_charge_only_where_it_meets_him() -> None:
    assert answer(facing_off(away=3), move="charge", moves=[]) == "C"
    assert answer(facing_off(away=4), move="charge", moves=[]) != "C"


@pytest.mark.rule("GL 16.4")
def test_nobody_overexerts_himself_unless_it_is_to_get_up_and_ordered() -> None:
    assert answer(facing_off(used=5), move="close", moves=[]) == "-"
    down = facing_off(posture="prone", used=5)
    assert answer(down) == "-"
    assert answer(down, strain="rise") == "KN"


@pytest.mark.parametrize(
    ("when", "first", "second", "fits"),
    [
        ("front", {}, {"place": [0, -1]}, True),
        ("front", {}, {"place": [0, -2]}, False),
        ("front", {"facing": "S"}, {"place": [0, -1]}, False),
        ("behind", {"facing": "S"}, {"place": [0, -1]}, True),
        ("behind", {}, {"place": [0, -1]}, False),
        ("down", {}, {"posture": "prone"}, True),
        ("down", {}, {}, False),
        ("netted", {}, {"netted": True}, True),
        ("stronger", {"cf": 8}, {}, True),
        ("stronger", {}, {}, False),
        ("hurt", {"cf": 4}, {}, True),
        ("hurt", {"cf": 5}, {}, False),
        ("armed-net", {}, {"type": "retiarius"}, True),
        ("armed-net", {}, {}, False),
        ("net", {"type": "retiarius", "net_ready": 99}, {}, True),
        ("net", {}, {}, False),
        ("always", {}, {}, True),
    ],
)
def test_the_first_rule_that_fits_counts(when: str, first: dict[str, Any], second: dict[str, Any], fits: bool) -> None:
    match = arena(
        man(**{"facing": "N", **first}), {**man(0, -5, "S"), **second}, options={"throws": False}, step="plot"
    )
    rules = [{"when": when, "do": "hold"}, {"when": "always", "do": "ask"}]
    assert answer(match, moves=rules) == ("-" if fits else None)


def test_on_the_ground() -> None:
    down = facing_off(posture="prone", facing="SE")
    assert answer(down) == "KN(L)(L)", "up, and face to him"
    assert answer(down, ground="roll") == "(Q)RO-FR"
    assert answer(down, ground="lie") == "-"
    assert answer(facing_off(posture="prone", must_rise=True), ground="lie") == "KN", "he may not stay down"
    assert answer(down, ground="ask") is None


def test_without_a_weapon() -> None:
    near = arena(man(weapon=""), man(0, -6, "S"), items=[item("sword", 0, 1)])
    assert answer(near) == "R"
    far = arena(man(weapon=""), man(0, -6, "S"), items=[item("sword", 0, 4)], dice=[3] * 60)
    assert distance(moved(far).place, (0, 4)) == 2
    assert moved(arena(man(weapon=""), man(0, -3, "S"), items=[item("sword", 9, 9)]), fetch="leave").place == (0, 2)
    assert answer(near, fetch="ask") is None
    passing = arena(man(weapon=""), man(0, -6, "S"), items=[item("sword", 0, -1), item("shield", 0, -1)])
    plot(passing, "F")
    assert passing.pending[0].name == "recover"
    assert answer(passing) == "sword late"
    assert answer(passing, fetch="leave") == "no"


# -- combat factors ----------------------------------------------------------------------------------------


def engaged(*men: dict[str, Any], **position: Any) -> ArenaMatch:
    company = men or (man(), man(0, -1, "S"))
    return arena(*company, step="engage", dice=[3] * 60, options={"throws": False}, **position)


def test_a_share_of_the_factors_strikes_and_the_rest_guards() -> None:
    match = engaged(man(), man(0, -1, "S", armour=["A", "", "C", "", "B"]))
    assert shares(match, share=40, shares=[], aim="bare", guard="even") == {
        "attack chest": 2,
        "attack arms": 2,
        "defend head": 2,
        "defend chest": 1,
        "defend groin": 1,
        "defend arms": 1,
        "defend legs": 1,
    }
    one = shares(match, share=50, shares=[], blows=1)
    assert one["attack chest"] == 5
    assert sum(points for box, points in one.items() if box.startswith("attack")) == 5


@pytest.mark.rule("GL 8.31a")
def test_no_attack_takes_more_than_half_so_that_the_rest_goes_elsewhere() -> None:
    found = shares(engaged(), share=100, shares=[], blows=1, aim="these", aims=["legs"])
    assert found["attack legs"] == 5
    assert sum(points for box, points in found.items() if box.startswith("attack")) == 10


def test_where_to_strike_and_where_to_guard() -> None:
    hurt = engaged(man(wounds=[0, 0, 4, 0, 0]), man(0, -1, "S", wounds=[0, 0, 0, 3, 0]))
    found = shares(hurt, share=50, shares=[], blows=1, aim="wounded", guard="wounded")
    assert max((points, box) for box, points in found.items() if box.startswith("attack"))[1] == "attack arms"
    assert max((points, box) for box, points in found.items() if box.startswith("defend"))[1] == "defend groin"
    named = shares(engaged(), share=0, shares=[], guard="these", guards=["legs"])
    assert named["defend legs"] == max(named.values())
    bare = shares(engaged(man(armour=["A", "A", "A", "", "A"]), man(0, -1, "S")), share=0, shares=[])
    assert bare["defend arms"] == max(bare.values())


def test_rules_for_blows_by_situation() -> None:
    rules = [
        {"when": "unanswered", "share": 100},
        {"when": "place", "worth": 2, "share": 80},
        {"when": "hurt", "factors": 6, "share": 0},
        {"when": "stronger", "share": 20},
    ]

    def struck(match: ArenaMatch) -> int:
        found = shares(match, share=50, shares=rules)
        return sum(points for box, points in found.items() if box.startswith("attack"))

    assert struck(engaged()) == 5
    assert struck(engaged(man(cf=6), man(0, -1, "S", cf=6))) == 0
    assert struck(engaged(man(cf=8), man(0, -1, "S"))) == 2
    assert struck(engaged(man(), man(0, -1, "S", weapon=""))) == 10
    flank = engaged(man(), man(0, -1, "SE"))
    assert struck(flank) == round(0.8 * flank.pending[0].to_plain()["budget"])


def test_the_heaviest_blow_comes_first() -> None:
    match = engaged()
    match.submit(0, (1, 3, 0, 0, 2, 4, 0, 0, 0, 0, 0))
    match.submit(1, match.pending[1].default)
    assert answer(match) == "chest, legs, head"


def test_in_a_team_it_may_be_said_whom() -> None:
    assert [field.name for field in fields_of(TEAM) if field not in list(fields_of(FORM))] == ["whom"]
    men = man(0, 0), man(0, -1, "S", cf=9), man(20, 0), man(1, -1, "SW", cf=5)
    match = engaged(*men)
    while 0 not in match.pending or match.pending[0].name != "team-allocate":
        seat = next(iter(match.pending))
        match.submit(seat, answer(match, seat) if seat == 0 else match.pending[seat].default)
    found = shares(match, whom="weakest", share=50, shares=[])
    assert {box.split()[1] for box in found if box.startswith("attack")} == {match.state.fighters[3].name}


# -- the net, mercy and the rest ---------------------------------------------------------------------------


def test_the_net_flies_when_it_is_likely_to_catch() -> None:
    match = arena(man(type="retiarius", training=12, agility=2), man(0, -2, "S", training=5))
    assert answer(match, catch=40) == "X(TN)"
    assert answer(match, catch=100) != "X(TN)"
    assert "TN" not in str(answer(match, net="keep"))


def test_a_net_may_be_dropped() -> None:
    match = arena(man(type="retiarius"), man(0, -3, "S"))
    plot(match)
    assert match.pending[0].name == "throw"
    assert answer(match, net="drop") == "drop the net"
    assert answer(match, net="keep") == "no"
    assert answer(match, net="keep", throw="ask") is None


def test_in_the_net_and_with_a_man_in_it() -> None:
    match = arena(man(netted=True, held_by="Priscus"), man(0, -2, "S", type="retiarius", net=False), step="free")
    assert answer(match, struggle="all") == 10
    assert answer(match, struggle="enough") == 8
    assert answer(match, struggle="none") == "no"
    assert answer(match, struggle="ask") is None
    match.submit(0, "no")
    assert match.pending[1].name == "drag"
    assert answer(match, 1, pull=30) == 9
    assert answer(match, 1, drag="none") == "no"
    assert answer(match, 1, drag="ask") is None


def test_watching_for_the_net() -> None:
    match = arena(man(), man(0, -2, "S", type="retiarius"))
    assert answer(match, moves=[{"when": "armed-net", "do": "repel"}]) == "X(RN)"


def test_mercy_is_told_to_everybody() -> None:
    men = man(), man(0, -1, "S", posture="prone", stun=30), man(8, 0), man(8, -4, "S")
    match = arena(*men, step="phase")
    assert match.pending[0].name == "appeal"
    obeyed = obey(match, 0, read_orders(TEAM, {"appeal": "refuse"}))
    assert obeyed is not None
    assert (obeyed.choice, obeyed.note) == ("refuse", f"{FIRST} has no ear for the fallen man.")
    assert answer(match, appeal="allow") == "allow"
    assert answer(match, appeal="ask") is None


@pytest.mark.parametrize(
    ("given", "cf", "says"),
    [
        ({"draw": "never"}, 3, "fight on"),
        ({"draw": "late", "draw_turn": 5}, 10, "call it a draw"),
        ({"draw": "late", "draw_turn": 6}, 10, "fight on"),
        ({"draw": "weaker"}, 9, "call it a draw"),
        ({"draw": "weaker"}, 10, "fight on"),
        ({"draw": "ask"}, 10, None),
    ],
)
def test_a_draw(given: dict[str, Any], cf: int, says: str | None) -> None:
    match = arena(man(cf=cf), man(0, -9, "S"), turn=5, phase=8, options={"turns": "unlimited", "throws": False})
    plot(match)
    assert answer(match, **given) == says


def test_what_is_not_ordered_waits() -> None:
    assert answer(ludus.new_match("gladiator", 2, 1)) is None, "the kind of man is his own affair"
    match = ludus.new_match("gladiator", 2, 1, "optional", {"types": ["light", "light"], "left_handed": False})
    assert match.pending[0].name == "cross-out"
    assert answer(match) == match.pending[0].default
    assert answer(match, rest="ask") is None


# -- all of it ---------------------------------------------------------------------------------------------


def any_value(field: Field, rng: random.Random) -> Any:
    if isinstance(field, OneOf):
        return rng.choice(list(field.choices))
    if isinstance(field, AnyOf):
        return rng.sample(list(field.choices), rng.randint(1, len(field.choices)))
    if isinstance(field, Number):
        return rng.randint(field.low, field.high)
    assert isinstance(field, Rules)
    return [{each.name: any_value(each, rng) for each in field.fields} for _ in range(rng.randint(0, 3))]


@pytest.mark.parametrize("seed", range(24))
def test_any_orders_are_obeyed_legally_wherever_a_fight_goes(seed: int) -> None:
    """Random positions of duels and teams of every type; nothing is said of what is secret."""
    rng = random.Random(seed)
    seats = rng.choice([2, 2, 2, 3, 4])
    match = ludus.new_match("gladiator", seats, seed, rng.choice(["advanced", "optional"]), {"turns": "unlimited"})
    form = match.game.orders(match.options, seats)
    obeyed = answers = 0
    while match.outcome is None and answers < 400:
        given = read_orders(form, {field.name: any_value(field, rng) for field in fields_of(form)})
        assert all(sentence.endswith(".") for sentence in orders_in_words(given))
        seat, decision = rng.choice(list(match.pending.items()))
        found = obey(match, seat, given)
        if found is not None:
            assert found.choice in decision
            assert found.note == "" or decision.name == "appeal"
        obeyed += found is not None
        answers += 1
        match.submit(seat, decision.sample(rng) if found is None or rng.random() < 0.3 else found.choice)
    assert obeyed > answers / 3


def test_orders_see_no_more_than_their_seat() -> None:
    """The other's order is in; the answer is the same whatever it was."""
    found = set()
    for secret in ("-", "F", "C", "(R)F"):
        match = facing_off()
        match.submit(1, secret)
        found.add(answer(match))
    assert len(found) == 1


def test_two_by_the_orders_that_the_form_begins_with_fight_it_out() -> None:
    match = ludus.new_match("gladiator", 2, 3)
    given = default_orders(FORM)
    while match.outcome is None:
        seat, decision = next(iter(match.pending.items()))
        found = obey(match, seat, given)
        match.submit(seat, decision.default if found is None else found.choice)
    assert any(event.kind == "wound" for event in match.events)
    ludus.verify(match.record())


def test_the_words_read_back_what_was_ordered() -> None:
    given = orders(
        moves=[{"when": "hurt", "factors": 1, "do": "away"}, {"when": "behind", "do": "face"}],
        move="charge",
        shares=[{"when": "place", "worth": 4, "share": 80}],
        share=0,
        blows=1,
        aim="these",
        aims=["legs", "head"],
        guard="even",
        net="toss",
        catch=55,
        draw="late",
        draw_turn=12,
        struggle="ask",
    )
    text = "\n".join(orders_in_words(given))
    for sentence in (
        "When I have at most 1 factor left: keep away, face to him.",
        "When he stands beside or behind me: stand and turn to him.",
        "Else: charge if he is three hexes ahead, else close in.",
        "When my place is worth at least 4 factors: strike with 80% of my factors, guard with the rest.",
        "Else: strike with nothing, guard with all.",
        "I strike in 1 attack: the head, then the legs, the heaviest blow first; I guard all of me alike.",
        "toss it when the chance to catch him where he stands is at least 55%",
        "Asked for a draw: call it a draw from turn 12 on.",
        "In his net I struggle with what I say (wait for me).",
        "What kind of man I send in: wait for me.",
    ):
        assert sentence in text
    assert "of several men" not in text
    assert "of several men the nearest" in "\n".join(orders_in_words(read_orders(TEAM, {"whom": "nearest"})))
    assert all(area in AREAS for area in given["aims"])


@pytest.mark.parametrize(
    ("given", "place"),
    [
        ({"move": "dance"}, "orders, otherwise takes ask, hold"),
        ({"share": 101}, "whole number from 0 to 100"),
        ({"moves": [{"when": "raining"}]}, "rule 1, when takes"),
        ({"aim": "these", "aims": []}, "at least one of"),
        ({"whom": "weakest"}, "has no 'whom'"),
    ],
)
def test_orders_that_make_no_sense_are_refused(given: dict[str, Any], place: str) -> None:
    with pytest.raises(OrdersError) as refused:
        orders(**given)
    assert place in refused.value.message
