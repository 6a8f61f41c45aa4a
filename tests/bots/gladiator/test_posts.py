"""The posts that men train at: each crude way to fight has its answer. Few duels with fixed seeds; the numbers of many
are in docs/bots.md."""

from __future__ import annotations

import pytest

from ludus.bots import BOTS, Glimpse, make_bot
from ludus.bots.gladiator.ground import stances
from ludus.bots.gladiator.habits import flees, flight, rash
from ludus.bots.gladiator.palus import Palus
from ludus.bots.gladiator.shock import collision, shock
from ludus.bots.gladiator.worth import MEASURED
from ludus.games.gladiator.hexes import distance
from ludus.lab.simulate import simulate
from tests.rules.gladiator.arena import arena, man, plot


def score(bot: str, post: str, kind: str, games: int, samples: int = 1) -> float:
    """First places of the bot; a draw is half of one."""
    result = simulate("gladiator", games, 2, [bot, post], 5, options={"types": [kind, kind]}, samples=samples)
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
