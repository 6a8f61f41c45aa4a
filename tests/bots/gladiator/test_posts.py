"""The posts that men train at: each crude way to fight has its answer. Few duels with fixed seeds; the numbers of many
are in docs/bots.md."""

from __future__ import annotations

import pytest

from ludus.bots import BOTS, Glimpse, make_bot, recalled_by
from ludus.bots.gladiator.ground import stances
from ludus.bots.gladiator.habits import flees, flight, rash
from ludus.bots.gladiator.memory import MOVES, has_run
from ludus.bots.gladiator.palus import Palus
from ludus.bots.gladiator.shock import collision, shock
from ludus.bots.gladiator.worth import MEASURED
from ludus.core.event import Event
from ludus.games.gladiator.hexes import distance
from ludus.lab.simulate import simulate
from ludus.play import new_match
from tests.rules.gladiator.arena import arena, man, plot


def score(bot: str, post: str, kind: str, games: int, samples: int = 1, seed: int = 5) -> float:
    """First places of the bot; a draw is half of one."""
    result = simulate("gladiator", games, 2, [bot, post], seed, options={"types": [kind, kind]}, samples=samples)
    won = sum(report.seating.index(bot) in report.winners for report in result.reports)
    drawn = sum(not report.winners for report in result.reports)
    return (won + drawn / 2) / games


def test_posts_are_seated_by_name_and_offered_to_nobody() -> None:
    assert Palus not in BOTS["gladiator"]
    for character in Palus.characters:
        assert make_bot("gladiator", f"palus-{character}", "1").called == f"palus-{character}"


@pytest.mark.parametrize("bot", ["tiro", "veteranus"])
def test_who_retreats_is_caught(bot: str) -> None:
    """Before he was run after, all of these were draws."""
    assert score(bot, "palus-retreat", "medium", 6) >= 0.75


@pytest.mark.parametrize("bot", ["tiro", "veteranus", "rudiarius"])
def test_a_runner_is_seen_to_run_and_run_after(bot: str) -> None:
    match = arena(man(0, 0, "N"), man(0, -4, "S", last_way="back"), dice=[3] * 60)
    own, foe = match.state.fighters
    assert flees(own, foe)
    assert distance(flight(match.state, own, foe).place, own.place) == 6
    order = make_bot("gladiator", bot, "1", samples=1).choose(Glimpse.of(match, 0))
    assert order == "C"
    foe.last_way = "forward"
    assert not flees(own, foe)


def test_a_man_who_has_run_past_does_not_flee() -> None:
    match = arena(man(0, 0, "N"), man(0, -2, "N", last_way="forward"))
    assert not flees(*match.state.fighters)
    match = arena(man(0, 0, "N"), man(0, -3, "N", last_way="forward"))
    assert flees(*match.state.fighters)


# -- who runs -----------------------------------------------------------------------------------------------


def steps(*places: tuple[tuple[int, int, int], tuple[int, int, int]]) -> list[Event]:
    """Where both have come to, phase by phase: hex and facing."""
    return [
        Event("moved", {"places": {"Verus": [*own, "standing"], "Priscus": [*foe, "standing"]}}, ())
        for own, foe in places
    ]


RAN = steps(((0, 0, 0), (0, -1, 3)), ((0, 0, 0), (0, -3, 0)), ((0, -3, 0), (0, -6, 0)))
CAME = steps(((0, 0, 0), (0, -3, 3)), ((0, 0, 0), (0, -1, 3)))


def test_who_has_run_once_is_remembered() -> None:
    assert has_run(RAN, "Verus", "Priscus")
    assert not has_run(CAME, "Verus", "Priscus")
    assert not has_run(steps(((0, 0, 0), (0, -3, 3)), ((0, 0, 0), (0, -5, 3))), "Verus", "Priscus")  # his face to him
    for bot in ("tiro", "veteranus", "rudiarius", "rival", "sparring"):
        assert recalled_by("gladiator", bot) >= MOVES


@pytest.mark.parametrize("bot", ["veteranus", "rudiarius", "rival-silo"])
def test_a_runner_who_is_caught_is_struck_with_all_there_is(bot: str) -> None:
    """He guards himself and thinks of flight; whoever has not run is met with a guard."""
    guards = []
    for past in (RAN, CAME):
        beaten = man(0, -1, "S", cf=6, wounds=[0, 3, 0, 0, 0], attack_total=10, defence_total=10)
        match = arena(man(0, 0, "N", cf=12), beaten, step="engage", dice=[3, 4] * 30)
        form = match.pending[0]
        glimpse = Glimpse(form, lambda match=match: match.view(0), lambda past=past: past)  # type: ignore[misc]
        choice = make_bot("gladiator", bot, "1", samples=1).choose(glimpse)
        assert isinstance(choice, tuple)
        guards.append(sum(choice[5:10]))
    assert guards[0] < guards[1]


def test_a_runner_does_not_get_away() -> None:
    assert score("veteranus", "palus-run", "medium", 16, seed=41) >= 0.7


# -- who charges --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bot", ["tiro", "veteranus", "rudiarius"])
def test_the_other_is_let_come(bot: str) -> None:
    """Who comes first runs into it."""
    for kind in ("medium", "retiarius"):
        match = new_match("gladiator", 2, "wait", options={"types": [kind, kind]})
        assert make_bot("gladiator", bot, "1", samples=1).choose(Glimpse.of(match, 0)) == "-"


def test_a_bull_does_not_wait() -> None:
    match = new_match("gladiator", 2, "wait", options={"types": ["medium", "medium"]})
    assert make_bot("gladiator", "rival-brennos", "1").choose(Glimpse.of(match, 0)) != "-"


def test_a_beginner_is_not_shamed_by_a_man_who_only_charges() -> None:
    assert score("tiro", "palus-charge", "medium", 30) >= 0.4


# -- the net ------------------------------------------------------------------------------------------------


def test_the_net_is_used_no_worse_than_by_a_post_that_keeps_and_tosses_it() -> None:
    """Against a medium veteranus, seat 0 with the net."""
    won = {}
    for bot in ("veteranus", "palus-toss"):
        options = {"types": ["retiarius", "medium"]}
        result = simulate("gladiator", 40, 2, [bot, "veteranus"], 5, options=options, samples=1)
        reports = [report for report in result.reports if report.seating[0] == bot]
        won[bot] = sum(0 in report.winners for report in reports) / len(reports)
    assert won["veteranus"] >= won["palus-toss"]


# -- who never guards himself ---------------------------------------------------------------------------------


def test_who_never_guards_himself_is_known_by_his_sheet() -> None:
    match = arena(man(), man(0, -1, "S", attack_total=22))
    assert rash(match.state.fighters[1])
    match = arena(man(), man(0, -1, "S", attack_total=12, defence_total=10))
    assert not rash(match.state.fighters[1])


def test_who_never_guards_himself_is_struck_first() -> None:
    """Three attacks: the first comes in the first sub-phase, before either of his two (GL 8.42)."""
    for told, attacks in ((22, 3), (0, 2)):
        match = arena(man(0, 0, "N", cf=12), man(0, -1, "S", attack_total=told), step="engage", dice=[3, 4] * 30)
        choice = make_bot("gladiator", "veteranus", "1").choose(Glimpse.of(match, 0))
        assert isinstance(choice, tuple)
        assert sum(points > 0 for points in choice[:5]) == attacks


@pytest.mark.parametrize("way", ["C", "(Q)F", "(L)(L)(Q)SFR"])
def test_impacts_are_reckoned_as_the_rules_do(way: str) -> None:
    match = arena(man(0, 0, "N"), man(0, -2, "S"), dice=[6, 1] + [1] * 30)
    own, foe = match.state.fighters
    (mine,) = stances(own, [way])
    (still,) = stances(foe, ["-"])
    edge = collision(match.state, own, foe, mine, still)
    plot(match, way, "-")
    told = [event for event in match.events if event.kind == "collision"]
    if edge is None:
        assert not told
        return
    first, second = told[0].data["impact"]
    assert edge == (first - 6) - (second - 1)
    assert shock(edge, MEASURED) > 0
