"""What the gladiators know: views, places, blows, and how to solve a game of hidden choices."""

from __future__ import annotations

import random

import pytest

from ludus.bots import Glimpse
from ludus.bots.gladiator.exchange import Duel, Exchange, Purse
from ludus.bots.gladiator.ground import clash, clash_of, stances
from ludus.bots.gladiator.matrix import leaning, solve
from ludus.bots.gladiator.prospect import Prospect
from ludus.bots.gladiator.sight import Sight
from ludus.bots.gladiator.worth import HABIT, MEASURED, chance, worth_of
from ludus.core.decision import Allocate
from ludus.games.gladiator.fighter import Fighter
from ludus.games.gladiator.forms import fill_in
from ludus.games.gladiator.hexes import POINTS, STEPS
from ludus.games.gladiator.switches import Rules
from ludus.play import new_match
from tests.rules.gladiator.arena import arena, man, plot

WIDTHS = Rules().widths


def fighter(**sheet: object) -> Fighter:
    values: dict[str, object] = {"cf": 12, "cf_start": 12, "constitution": 3, "shield_boxes": 17, **sheet}
    return Fighter("Verus", 0, 0, **values)  # type: ignore[arg-type]


def exchange(own: Fighter, foe: Fighter, bonus: int = 0, strikes: bool = True, rounds: int = 80) -> Exchange:
    return Exchange(
        Purse.of(own, bonus, strikes), Purse.of(foe, 0, True), Duel(own, foe, WIDTHS), Duel(foe, own, WIDTHS), rounds
    )


# -- views ----------------------------------------------------------------------------------------------


def test_a_view_is_read_like_the_house_reads_it() -> None:
    """Also with nets, dropped weapons and secret sheets about."""
    looks = 0
    for seed in range(4):
        match = new_match("gladiator", 4, f"views {seed}", "optional")
        rng, sight = random.Random(seed), Sight()
        while match.outcome is None:
            seat = next(iter(match.pending))
            if match.state.fighters and rng.random() < 0.3:
                glimpse = Glimpse.of(match, seat)
                seen = sight.arena(glimpse)
                trusted = match.game.imagine(glimpse.view["position"], match.seats, match.options)
                assert match.game.save(seen) == match.game.save(trusted)
                assert seen.rules == trusted.rules
                assert type(seen.fighters[0].bonuses) is tuple
                looks += 1
            match.submit(seat, match.pending[seat].sample(rng))
    assert looks > 50


def test_a_man_is_worth_less_for_every_mishap() -> None:
    whole = worth_of(fighter())
    mishaps: list[dict[str, object]] = [
        {"cf": 11},
        {"stun": 2},
        {"weapon": ""},
        {"shield": "", "shield_boxes": 0},
        {"shield_boxes": 3},
        {"posture": "kneeling"},
        {"posture": "prone"},
        {"netted": True},
        {"arteries": (0, 0, 0, 1, 0)},
        {"wounds": (0, 3, 0, 0, 0)},
        {"owes_stumble": True},
        {"status": "dead"},
    ]
    for mishap in mishaps:
        assert worth_of(fighter(**mishap)) < whole, mishap
    assert worth_of(fighter(stun=12)) < worth_of(fighter(stun=11)) - 10  # out cold


# -- places ---------------------------------------------------------------------------------------------


def test_orders_lead_where_the_rules_take_a_man() -> None:
    """Every end that is thought of, written and carried out."""
    match = arena(man(0, 0, "NE"))
    for stance in stances(match.state.fighters[0], match.pending[0]):
        if not stance.plain:
            continue
        twin = arena(man(0, 0, "NE"))
        plot(twin, stance.order)
        moved = twin.state.fighters[0]
        assert (moved.place, moved.facing) == (stance.place, stance.facing), stance.order


def test_every_end_has_one_order_only() -> None:
    match = arena(man(0, 0, "S"))
    ends = stances(match.state.fighters[0], match.pending[0])
    plain = [(each.path, each.facing, each.order == "-") for each in ends if each.plain]
    assert len(plain) == len(set(plain))
    assert len(plain) == 1 + 6 + 12 * 6 + 1  # no move; turning; one or two hexes any way; the charge


@pytest.mark.parametrize("weapon", ["sword", "trident"])
def test_who_strikes_whom_is_foreseen_as_the_rules_have_it(weapon: str) -> None:
    """Two men at any distance up to two, any facings: bonuses, turning to face and all."""
    sheet = {"weapon": "trident", "shield": "", "net": False, "type": "retiarius"} if weapon == "trident" else {}
    places = {(q * far, r * far) for q, r in STEPS for far in (1, 2)} | {(1, -2), (2, -1), (-1, 2), (-2, 1)}
    fought = 0
    for place in sorted(places):
        for facing in range(6):
            for other in range(6):
                match = arena(man(0, 0, POINTS[facing], **sheet), man(*place, POINTS[other]), step="engage", phase=1)
                own, foe = match.state.fighters
                values = match.state.rules.values[0]
                foreseen = clash(place, facing, other, own.reach, foe.reach, values, values)
                if match.state.step != "combat":
                    assert not foreseen.strikes
                    assert not foreseen.struck
                    continue
                assert foreseen == clash_of(match.state, own, foe), (place, facing, other)
                fought += 1
    assert fought > 150


# -- blows ----------------------------------------------------------------------------------------------


def test_equal_men_exchange_equal_blows() -> None:
    assert abs(exchange(fighter(), fighter()).value) < 0.3


def test_a_better_place_a_stronger_man_and_a_free_blow_are_worth_something() -> None:
    even = exchange(fighter(), fighter()).value
    assert exchange(fighter(), fighter(), bonus=2).value > even + 0.5
    assert exchange(fighter(), fighter(), bonus=5).value > exchange(fighter(), fighter(), bonus=2).value + 0.5
    assert exchange(fighter(cf=8), fighter()).value < even - 0.5
    assert exchange(fighter(), fighter(), strikes=False).value < even - 0.5
    prospect = Prospect(fighter(), fighter(), WIDTHS, 40)
    assert prospect.value(False, False, 12, 12) == 0.0
    assert (
        prospect.value(True, False, 12, 12) > prospect.value(True, True, 12, 12) > prospect.value(False, True, 12, 12)
    )
    assert prospect.value(True, True, 15, 12) > prospect.value(True, True, 12, 12) > prospect.value(True, True, 12, 15)


def test_sheets_keep_the_half_limit_and_the_budget() -> None:
    game = exchange(fighter(cf=13), fighter(cf=9, armour=("A", "B", "C", "B", "A")))
    for side, budget in ((0, 13), (1, 9)):
        shares = game.candidates(side, 8)
        assert sum(share for _, share in shares) == pytest.approx(1.0)
        for sheet, _ in shares:
            assert sum(sheet) <= budget
            assert max(sheet[:5]) <= budget // 2


def test_the_bare_spot_is_struck_at_and_armour_left_alone() -> None:
    """The foe has whole A armour but for the groin, and nothing to guard it with."""
    game = exchange(fighter(), fighter(cf=1, armour=("A", "A", "", "A", "A")))
    attacked = [sum(sheet[area] * share for sheet, share in game.candidates(0, 9)) for area in range(5)]
    assert max(attacked) == attacked[2]


def test_nobody_can_better_his_mixture_by_much() -> None:
    """Fictitious play: what each side would still gain by answering the other's past, shrinks."""

    def gap(rounds: int) -> float:
        first, second = exchange(fighter(), fighter(armour=("A", "", "C", "", "B7")), rounds=rounds).sides
        return (first.answer()[0] + second.answer()[0]) / rounds

    assert 0 <= gap(200) < gap(10)
    assert gap(200) < 0.4


# -- the matrix -----------------------------------------------------------------------------------------


def test_small_games_are_solved() -> None:
    rows, columns = solve([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 3000)  # stone, scissors, paper
    assert all(abs(share - 1 / 3) < 0.05 for share in rows + columns)
    rows, columns = solve([[3, 1], [1, 2]], 3000)
    assert rows[0] == pytest.approx(1 / 3, abs=0.03)
    assert columns[0] == pytest.approx(1 / 3, abs=0.03)
    assert solve([[5.0, 4.0], [1.0, 3.0]])[0] == pytest.approx([1.0, 0.0], abs=0.01)  # the first is always better


# -- forms ----------------------------------------------------------------------------------------------


def test_a_man_who_looks_no_further_than_his_gain_is_made_use_of() -> None:
    """On average the first column loses least, so that a simple man plays it; the second row beats it."""
    game = [[0.0, 1.0, 2.0], [3.0, -2.0, 0.0], [-4.0, 2.0, 2.0]]
    fair = solve(game, 3000)[0]
    assert solve(leaning(game, 0.0, 1.0), 3000)[0] == pytest.approx(fair)
    half, sure = (solve(leaning(game, trust, 0.2), 3000)[0] for trust in (0.5, 1.0))
    assert sure == pytest.approx([0.0, 1.0, 0.0], abs=0.01)
    assert fair[1] < half[1] <= sure[1]


def test_the_chance_to_win_goes_with_what_both_are_worth() -> None:
    match = arena(man(), man(0, -1, "S"))
    own, foe = match.state.fighters
    assert chance(own, foe) == pytest.approx(0.5)
    foe.cf -= 4
    assert 0.75 < chance(own, foe) < 0.85
    assert chance(own, foe) + chance(foe, own) == pytest.approx(1.0)
    foe.status = "dead"
    assert (chance(own, foe), chance(foe, own)) == (1.0, 0.0)
    own.status = "dead"
    assert chance(own, foe) == 0.5


def test_who_is_ahead_guards_his_life_and_who_is_behind_goes_for_the_others() -> None:
    match = arena(man(cf=12), man(0, -1, "S", cf=7))
    own, foe = match.state.fighters
    ahead, behind = Prospect(own, foe, WIDTHS, 16), Prospect(foe, own, WIDTHS, 16)
    assert ahead.other_blows.life > ahead.blows.life
    assert behind.blows.life == pytest.approx(ahead.other_blows.life)
    assert MEASURED.life < HABIT.life


def test_any_sheet_fits_any_form() -> None:
    rng = random.Random(8)
    for _ in range(400):
        budget = rng.randint(0, 16)
        names = rng.choice([["head"], ["Verus head", "Felix head"]])
        areas = ("head", "chest", "groin", "arms", "legs")
        attacks = [f"attack {name.replace('head', area)}" for name in names for area in areas]
        boxes = {box: rng.randint(0, budget) for box in attacks if rng.random() < 0.9 or len(names) > 1}
        boxes |= {f"defend {area}": rng.choice((0, budget)) for area in areas}
        boxes["unused"] = budget
        few = (len(attacks), rng.randint(0, 5)) if len(names) > 1 else None
        form = Allocate(0, "allocate", "?", "GL 8.31a", budget, boxes, None, "", few)
        sheet = tuple(rng.randint(0, 9) for _ in range(10))
        assert fill_in(form, sheet, "Felix") in form
