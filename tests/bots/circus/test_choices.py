"""What the drivers do in small positions."""

from __future__ import annotations

import pytest

from ludus.bots import Glimpse
from ludus.bots.circus.characters import Auriga, Novus
from ludus.core.decision import Allocate
from tests.bots.circus.positions import LAST_LAP, answer, chariot, drive, driver, position

RACERS = ("tiro", "auriga", "agitator")
EVERYBODY = ("novus", *RACERS)


@pytest.mark.parametrize("name", EVERYBODY)
def test_brakes_before_a_corner_that_is_too_narrow(name: str) -> None:
    """Four factors are left at a speed of 19, and only lanes 1 and 2 are within reach: safe speeds 8 and 9."""
    red = chariot("red", "lane 1, front straight 33", 0, written=19, endurance=30)
    blue = chariot("blue", "lane 5, front straight 3")
    match = position(red, blue, mover="red", move={"written": 19, "spent": 15})
    assert answer(match, name) == "brake 4"


@pytest.mark.parametrize("name", EVERYBODY)
def test_writes_no_speed_that_would_flip_it_in_the_corner_it_stands_in(name: str) -> None:
    red = chariot("red", "lane 1, dolphin corner 2", 0, endurance=40)
    match = position(red, chariot("blue", "lane 5, front straight 3"))
    assert answer(match, name) <= 8 + 4  # type: ignore[operator]


@pytest.mark.parametrize("name", EVERYBODY)
def test_does_not_whip_a_tired_team_with_half_the_race_to_go(name: str) -> None:
    red = chariot("red", "lane 3, front straight 2", 0, lap=2, written=19, endurance=2)
    match = position(red, chariot("blue", "lane 6, front straight 3", lap=2), mover="red")
    assert match.pending[0].name == "whip"
    assert answer(match, name) == "no"


@pytest.mark.parametrize("name", RACERS)
def test_whips_on_the_last_stretch(name: str) -> None:
    red = chariot("red", "lane 3, backstretch 13", 0, lap=LAST_LAP, written=19, endurance=6)
    match = position(red, chariot("blue", "lane 6, backstretch 14", lap=LAST_LAP), mover="red")
    assert match.pending[0].name == "whip"
    assert answer(match, name) == "whip"


def test_lashes_a_leader_who_stands_by_the_wall() -> None:
    """He cannot get away: a swerve to the right would be his end, and he is the only rival."""
    red = chariot("red", "lane 7, backstretch 12", 0, lap=LAST_LAP, written=6, endurance=3, modifier=2)
    blue = chariot("blue", "lane 8, backstretch 12", lap=LAST_LAP, written=18, endurance=0, modifier=-1)
    match = position(red, blue, mover="red", move={"written": 12, "spent": 0})
    assert answer(match, "agitator") == "lash blue driver"
    assert str(answer(match, "novus")).startswith("forward")


def test_leaves_a_ruined_rival_in_peace() -> None:
    """GEN tip-ignore-cripples: two laps behind, he is nobody's rival any more."""
    red = chariot("red", "lane 7, backstretch 12", 0, lap=LAST_LAP, written=12, endurance=3, modifier=2)
    blue = chariot("blue", "lane 8, backstretch 12", lap=1, written=18, endurance=0, modifier=-1)
    green = chariot("green", "lane 3, backstretch 12", lap=LAST_LAP)
    match = position(red, blue, green, mover="red", move={"written": 12, "spent": 0})
    assert "lash blue driver" in match.pending[0]
    for name in RACERS:
        assert str(answer(match, name)).startswith("forward")


def test_takes_a_way_round_a_blocked_lane() -> None:
    red = chariot("red", "lane 3, front straight 8", 0, written=12, endurance=20)
    wall = [
        chariot("blue", "lane 3, front straight 14", moved=True),
        chariot("green", "lane 2, front straight 14", moved=True),
    ]
    match = position(red, *wall, mover="red", move={"written": 12, "spent": 0})
    drive(match, "auriga")
    assert match.state.chariots[0].endurance == 20
    assert match.state.track.index[match.state.chariots[0].square] > 14


def test_crosses_the_line_when_it_can() -> None:
    red = chariot("red", "lane 3, backstretch 25", 0, lap=LAST_LAP, written=12)
    match = position(red, chariot("blue", "lane 6, backstretch 14", lap=LAST_LAP), mover="red", move={"written": 12})
    drive(match, "agitator")
    assert match.state.chariots[0].status == "finished"


def test_tries_to_get_out_of_an_attack_and_never_into_worse() -> None:
    red = chariot("red", "lane 8, backstretch 12", 0, endurance=20)
    blue = chariot("blue", "lane 7, backstretch 12", 1, written=12, modifier=2)
    match = position(red, blue, mover="blue", move={"written": 12, "spent": 0})
    match.submit(1, "lash red driver")
    assert match.pending[0].name == "defend"
    for name in EVERYBODY:
        assert answer(match, name) == "avoid"


def test_no_horse_dies_if_it_can_be_helped() -> None:
    """The points are shared out over the strongest."""
    decision = Allocate(0, "injury", "Which?", "CM 9.61b", 5, {f"horse {n}": n + 1 for n in range(1, 5)})
    red = chariot("red", "lane 3, backstretch 25", 0)
    match = position(red, chariot("blue", "lane 6, backstretch 14"))
    auriga = driver("auriga")
    assert isinstance(auriga, Auriga)
    race = match.state
    shares = auriga.share_injury(race, race.chariots[0], decision)
    assert shares in decision
    assert isinstance(shares, tuple)
    assert all(share < cap for share, cap in zip(shares, decision.caps, strict=True))


def test_drives_as_planned() -> None:
    """Nothing stands in the way and no corner is strained: the plan is carried out to the square."""
    red = chariot("red", "lane 5, front straight 6", 0, written=17)
    match = position(red, chariot("blue", "lane 8, egg corner 6"), mover="red", move={"written": 17, "spent": 0})
    auriga = driver("auriga")
    assert isinstance(auriga, Auriga)
    race = match.state
    plan = auriga.plan(race, race.chariots[0], 17)
    at, _, _ = plan.steps(17, 17)[-1]
    auriga.choose(Glimpse.of(match, 0))
    drive(match, "auriga")
    end = match.state.chariots[0].square
    assert end in (race.track.ahead[at], *(track[race.track.ahead[at]] for track in race.track.change.values()))


def test_a_murderous_rival_of_solitaire_rates_harm_higher_than_a_gentle_one() -> None:
    red = chariot("red", "lane 7, backstretch 12", 0)
    match = position(red, chariot("blue", "lane 8, backstretch 12"))
    auriga, novus = driver("auriga"), driver("novus")
    assert isinstance(auriga, Auriga)
    assert isinstance(novus, Novus)
    rival = match.state.chariots[0]
    moods = []
    for number in (1, 3, 6, 7):
        rival.threshold = number
        moods.append(auriga.ferocity(match.state, rival))
        assert novus.ferocity(match.state, rival) == 0.0
    assert moods[0] > moods[1] > moods[2] == moods[3] == auriga.temper.ferocity
