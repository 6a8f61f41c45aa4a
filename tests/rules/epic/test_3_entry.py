"""E2 3.3, 3.4: how many race, what is in a stable, and who is entered in secret."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from ludus import Match, SeededDice, SetupError
from ludus.core.standing_orders import default_orders
from ludus.games.circus.state import Race
from tests.rules.circus.kit import GAME, CircusMatch, asked, attacks, chariot, dice_left, events, play
from tests.rules.epic.kit import epic
from tests.rules.epic.setup_kit import EXAMPLE, FAST, LIGHT, fresh, stabled


def begun(seats: int, **options: Any) -> CircusMatch:
    """After the set-up, whoever was chosen."""
    match: CircusMatch = Match(GAME, seats, SeededDice("set-up"), "epic", {"weather": False, **options})
    while match.state.phase == "setup":
        seat, decision = next(iter(match.pending.items()))
        match.submit(seat, decision.default)
    return match


# -- how many ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 3.3")
@pytest.mark.parametrize("seats", [2, 16])
def test_two_to_sixteen_players_race(seats: int) -> None:
    race = begun(seats, entries=1)
    assert {each.seat for each in race.state.chariots} == set(range(seats))


@pytest.mark.rule("E2 3.3")
@pytest.mark.parametrize("seats", [1, 17])
def test_nobody_races_alone_and_the_seventeenth_finds_no_model(seats: int) -> None:
    with pytest.raises(SetupError, match="2 to 16 seats"):
        fresh(seats)


@pytest.mark.rule("E2 3.3.1")
@pytest.mark.parametrize(("seats", "entries", "field"), [(5, 3, 15), (2, 8, 16), (2, 1, 2), (3, 2, 6)])
def test_few_players_may_race_several_each(seats: int, entries: int, field: int) -> None:
    race = begun(seats, entries=entries)
    assert len(race.state.chariots) == field
    assert set(Counter(each.seat for each in race.state.chariots).values()) == {entries}


@pytest.mark.rule("E2 3.3.2")
@pytest.mark.parametrize(("seats", "each"), [(2, 2), (8, 2), (9, 1), (16, 1)])
def test_two_each_as_long_as_there_are_models(seats: int, each: int) -> None:
    race = begun(seats)
    assert set(Counter(chariot.seat for chariot in race.state.chariots).values()) == {each}


@pytest.mark.rule("E2 3.3.2")
@pytest.mark.parametrize("seats", range(2, 17))
@pytest.mark.parametrize("entries", range(1, 9))
def test_nobody_ever_has_more_than_another(seats: int, entries: int) -> None:
    """The cap is one more than anybody else; without money for an auction it is none at all."""
    options = GAME.resolve("epic", {"entries": entries})
    field = GAME.begin(seats, options).rules.field
    assert field % seats == 0
    assert seats <= field <= 16


@pytest.mark.rule("E2 3.3.2")
@pytest.mark.parametrize("uneven", [[2, 1], 0, 9, 1.5, "2"])
def test_an_uneven_distribution_is_refused(uneven: Any) -> None:
    with pytest.raises(SetupError, match="option entries takes 1, 2, 3") as refused:
        GAME.resolve("epic", {"entries": uneven})
    assert refused.value.code == "bad-option"


@pytest.mark.rule("E2 3.3.4")
def test_nobody_may_attack_his_own_chariot() -> None:
    def beside(seat: int) -> CircusMatch:
        return epic(
            red="lane 3, backstretch 12", blue="lane 4, backstretch 12", grey="lane 7, backstretch 2", seats=2,
            red_is={"written": 4, "whip": True, "seat": 0}, blue_is={"seat": seat}, grey_is={"seat": 1},
        )  # fmt: skip

    own, rival = beside(0), beside(1)
    for race in (own, rival):
        play(race, "no")
        assert asked(race)[0] == "step"
    assert not attacks(own)
    assert {"ram blue car", "lash blue driver"} <= attacks(rival)
    assert not [answer for answer in asked(own)[1] if "blue" in str(answer)]


# -- what is in a stable -------------------------------------------------------------------------------------------


def test_the_dice_make_a_chariot() -> None:
    """E1 4.6.1a to 4.6.1d: six dice for each; the book's own example, and the fastest team there is."""
    race = fresh(2, chariots=[EXAMPLE, FAST, LIGHT, LIGHT])
    first, _ = events(race, "stable")
    example = {"horses": [5, 3, 3, 5], "endurance": 52, "car": "heavy", "modifier": 1, "hits": 6, "name": ""}
    fast = {"horses": [7, 4, 4, 7], "endurance": 21, "car": "light", "modifier": 2, "hits": 10, "name": ""}
    assert first.data == {"seat": 0, "chariots": [example, fast]}
    assert len(first.dice) == 10
    assert [roll.clause for roll in first.dice[:5]] == [
        "E1 4.6.1a", "E1 4.6.1a", "E1 4.6.1b", "E1 4.6.1c", "E1 4.6.1d",
    ]  # fmt: skip


@pytest.mark.parametrize("spare", [0, 1, 3])
def test_a_stable_has_some_to_spare(spare: int) -> None:
    race = fresh(2, options={"stable": spare, "entries": 2})
    assert [len(event.data["chariots"]) for event in events(race, "stable")] == [2 + spare] * 2


# -- secret entry --------------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 3.4")
def test_everybody_chooses_at_once_and_nobody_sees_it() -> None:
    race = fresh(3, chariots=[EXAMPLE, FAST] * 3)
    assert {decision.name for decision in race.pending.values()} == {"enter"}
    assert sorted(race.pending) == [0, 1, 2]
    before = [race.view(seat, explain=False)["position"] for seat in (None, 1, 2)]
    told = len(race.events)
    race.submit(0, 2)
    assert [race.view(seat, explain=False)["position"] for seat in (None, 1, 2)] == before
    assert len(race.events) == told
    race.submit(1, 1)
    assert not events(race, "entries")
    race.submit(2, 2)
    (revealed,) = events(race, "entries")
    assert revealed.data == {"entries": [[2], [1], [2]]}
    assert revealed.clauses[0] == "E2 3.4"
    assert [each.horses for each in race.state.chariots] == [(7, 4, 4, 7), (5, 3, 3, 5), (7, 4, 4, 7)]
    assert dice_left(race) == ()


@pytest.mark.rule("E2 3.4")
def test_who_stays_at_home_is_named_by_nobody_else() -> None:
    race = fresh(2)
    for wrong in (0, 3, "both"):
        with pytest.raises(Exception, match="is not legal here"):
            race.submit(0, wrong)
    assert race.pending[0].default in (1, 2)


@pytest.mark.rule("E2 3.4")
def test_without_a_choice_nobody_is_asked() -> None:
    race = fresh(2, options={"stable": 0})
    assert events(race, "entries")[0].data == {"entries": [[1], [1]]}
    assert {decision.name for decision in race.pending.values()} == {"speed"}


@pytest.mark.rule("E2 3.4")
def test_several_entries_are_chosen_one_by_one() -> None:
    race = fresh(2, options={"entries": 2}, chariots=[EXAMPLE, FAST, LIGHT] * 2)
    assert [list(decision) for decision in race.pending.values()] == [[1, 2, 3], [1, 2, 3]]
    play(race, 2, 3)
    assert [list(decision) for decision in race.pending.values()] == [[1, 3], [1, 2]]
    assert not events(race, "entries")
    play(race, 1, 2)
    assert events(race, "entries")[0].data == {"entries": [[1, 2], [2, 3]]}


@pytest.mark.rule("E2 3.4")
def test_the_choice_is_explained_with_what_the_car_costs() -> None:
    race = fresh(2, chariots=[EXAMPLE, FAST] * 2)
    heavy, fast = race.explain(0)
    assert heavy["label"] == "1: horses 5-3-3-5 (16), heavy car"
    assert heavy["hint"] == "endurance 26 of 52; driver +1 with 6 hits"
    assert fast["hint"] == "endurance 21; driver +2 with 10 hits"


@pytest.mark.rule("E2 3.4")
def test_an_absent_owner_enters_by_his_orders_without_a_word() -> None:
    race = fresh(2, chariots=[EXAMPLE, FAST] * 2)
    orders = default_orders(GAME.orders(race.options, 2))
    obeyed = GAME.obey(race.state, 0, race.pending[0], orders)
    assert obeyed is not None
    assert (obeyed.choice, obeyed.note) == (race.pending[0].default, "")
    assert GAME.obey(race.state, 0, race.pending[0], {**orders, "rest": "ask"}) is None


# -- stables of a campaign -----------------------------------------------------------------------------------------

HURT = stabled(horses=[5, 3, 3, 3])  # two points
WORSE = stabled(horses=[5, 3, 1, 5], hits=3)  # five: horses and driver together
DEAD_HORSE = stabled(horses=[5, 0, 3, 5])


def campaign(*stable: dict[str, Any], entries: int = 1) -> CircusMatch:
    """Seat 0 with this stable, seat 1 with nothing to choose."""
    return fresh(2, options={"stables": [list(stable), [stabled()] * entries], "entries": entries})


@pytest.mark.rule("E2 3.4")
def test_a_campaign_hands_its_stables_in() -> None:
    race = campaign(stabled(name="Manius Pomponius", car="light"), stabled(horses_start=[7, 4, 4, 7], modifier=3))
    assert not events(race, "stable")
    play(race, 1)
    black = chariot(race, "black")
    assert (black.horses, black.car, black.endurance, black.modifier) == ((5, 3, 3, 5), "light", 52, 1)
    assert (black.parts["entry"].number, black.parts["entry"].name) == (1, "Manius Pomponius")
    assert race.narrate(events(race, "built")[0]).startswith("Black is driven by Manius Pomponius.")


@pytest.mark.rule("E2 3.4.1")
def test_the_injured_stay_at_home_while_a_healthy_chariot_is_there() -> None:
    race = campaign(HURT, stabled())
    assert events(race, "entries")[0].data["entries"][0] == [2]
    choice = campaign(HURT, stabled(), WORSE, stabled(car="light"))
    assert list(choice.pending[0]) == [2, 4]


@pytest.mark.rule("E2 3.4.1")
def test_the_healthy_race_and_then_the_least_injured() -> None:
    race = campaign(WORSE, HURT, stabled(), entries=2)
    assert events(race, "entries")[0].data["entries"][0] == [2, 3]


@pytest.mark.rule("E2 3.4.2")
def test_without_a_healthy_one_the_least_injured_races() -> None:
    race = campaign(WORSE, HURT)
    assert events(race, "entries")[0].data["entries"][0] == [2]
    assert chariot(race, "black").horses == (5, 3, 3, 3)
    level = campaign(stabled(hits=4), HURT, WORSE)
    assert list(level.pending[0]) == [1, 2], "two points of the driver are as bad as two of the horses"


@pytest.mark.rule("E2 3.4.2")
def test_a_wounded_driver_starts_as_his_wounds_leave_him() -> None:
    race = campaign(stabled(hits=3))
    black = chariot(race, "black")
    assert (black.hits, black.hits_start, black.modifier, black.cdm, black.wound_drops) == (3, 6, 0, 0, 1)


@pytest.mark.rule("E2 3.4.3")
def test_a_team_with_a_dead_horse_never_races() -> None:
    race = campaign(DEAD_HORSE, WORSE)
    assert events(race, "entries")[0].data["entries"][0] == [2]
    with pytest.raises(SetupError, match=r"stables\[0\] has 0 chariots with four living horses") as refused:
        campaign(DEAD_HORSE)
    assert refused.value.code == "bad-option"


@pytest.mark.parametrize(
    ("stables", "why"),
    [
        (7, "takes 2 lists of chariots"),
        ([[stabled()]], "takes 2 lists of chariots"),
        ([[stabled()], 3], r"stables\[1\] must be a list"),
        ([[stabled()], [{"car": "light"}]], r"stables\[1\]\[0\] lacks 'horses_start'"),
        ([[stabled(horses_start=[5, 3, 3])], [stabled()]], r"stables\[0\]\[0\].horses_start: a team has 4 horses"),
        ([[stabled(horses_start=[11, 3, 3, 5])], [stabled()]], r"horses_start\[0\] must be 1 to 10, not 11"),
        ([[stabled(horses=[6, 3, 3, 5])], [stabled()]], r"horses\[0\] must be 0 to 5, not 6"),
        ([[stabled(car="normal")], [stabled()]], "a car is light, medium, heavy, not 'normal'"),
        ([[stabled(endurance=0)], [stabled()]], "endurance must be 1 to 999, not 0"),
        ([[stabled(hits_start=11)], [stabled()]], "hits_start must be 1 to 10, not 11"),
        ([[stabled(hits=7)], [stabled()]], "hits must be 0 to 6, not 7"),
        ([[stabled(modifier=99)], [stabled()]], "modifier must be -9 to 30, not 99"),
        ([[stabled(name="x" * 41)], [stabled()]], "name must be a line of at most 40 letters"),
        ([[stabled(colour="red")], [stabled()]], r"stables\[0\]\[0\] has no 'colour'"),
        ([[stabled(modifier=True)], [stabled()]], "modifier must be a whole number"),
        ([[stabled(hits=0)], [stabled()]], r"stables\[0\] has 0 chariots with four living horses and a living driver"),
    ],
)
def test_stables_that_cannot_race_are_refused(stables: Any, why: str) -> None:
    with pytest.raises(SetupError, match=why) as refused:
        fresh(2, options={"stables": stables})
    assert refused.value.code == "bad-option"


def test_a_campaigns_race_is_saved_and_restored() -> None:
    race = campaign(stabled(name="Manius"), stabled(car="light"))
    again: Match[Race] = Match.restore(GAME, race.snapshot())
    assert again.view(0) == race.view(0)
    assert GAME.save(GAME.load(GAME.save(race.state), 2, race.options)) == GAME.save(race.state)
