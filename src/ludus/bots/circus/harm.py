"""What an attack does on average: turns lost, and the chance that it ends the race for somebody."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ludus.bots.circus.chances import bolting, ram_odds, tiring, wheel_hit
from ludus.bots.circus.course import grip, strain_risk
from ludus.bots.circus.reserve import exhaustion
from ludus.bots.circus.rivalry import Rivalry
from ludus.games.circus.editions import SecondEdition
from ludus.games.circus.odds import GRAVE, HORSE_DEAD, NO_HARM, SWERVES, SWERVES_INTO, SWERVES_STRAINING
from ludus.games.circus.state import TEAM, Chariot
from ludus.games.circus.threats import Attack, Threat
from ludus.games.circus.track import IN, OUT, WALL

FACTOR: Final = 0.05  # turns, for a factor
ENDURANCE: Final = 0.02  # turns, for a factor of endurance
MOVEMENT_LOSS: Final = 3.5 * FACTOR
FORCED_BRAKE: Final = 2 * ENDURANCE + FACTOR
LOWER_MODIFIER: Final = 0.06  # turns, for each turn to go
SLOWER: Final = 0.024  # turns, for a point of team speed and each turn to go: corners slow everybody
HORSE_DOWN: Final = 2.0  # turns, for cutting a dead horse free
BLOCKED_SWERVE: Final = 0.25
DODGED: Final = 0.05  # what getting away costs
FLIPPED: Final = 3.0  # turns, for a strain that may end in a flip
WEAPON_WOUND: Final = 0.02  # turns, for each turn to go
KEPT_FOR_LATER: Final = 0.03  # own turns: what a weapon is worth that is not used now, with a long way to go
A_LONG_WAY: Final = 12.0  # turns
LUCKY_THROW: Final = 0.5  # no throw is likelier to do its worst
HORSE_FALLS: Final = 0.06  # the chance that an outer horse of one box dies in a turn
OUTER = (0, 3)  # horses that others can reach
AT_HAND = ("lash", "ram", "trample")
# Turns that a driver loses by what dust and knives do to him, and boxes that they take from a horse.
COST_OF_WORD = {
    "blinded": 1.5, "eye wound": 0.2, SWERVES: 0.1, SWERVES_STRAINING: 0.5, SWERVES_INTO: BLOCKED_SWERVE,
}  # fmt: skip
HORSE_WOUNDS = {"horse scratched": 1.0, "horse wounded": 3.0}
CORNER_AHEAD: Final = 0.08  # turns, for each factor too many: more than that he loses by no braking before it
WHIP_USE: Final = 2.0  # endurance a turn that the whip turns into speed


class Harm:
    """Turns lost, and the chance to be out of the race."""

    __slots__ = ("out", "turns")

    def __init__(self, turns: float = 0.0, out: float = 0.0) -> None:
        self.turns = turns
        self.out = out

    def weighed(self, turn: float, ruin: float) -> float:
        return self.turns * turn + self.out * ruin


NONE = Harm()


def attack_gain(book: SecondEdition, rivalry: Rivalry, chariot: Chariot, target: Chariot, attack: Attack) -> float:
    """Own turns won by an attack, the factor it costs not counted."""
    if attack.kind == "trample":
        return 0.0
    if book.forfeits(chariot, attack):
        return -rivalry.ruin()
    if attack.kind not in AT_HAND:
        return weapon_gain(book, rivalry, chariot, target, attack)
    cdm = book.defending_cdm(target)
    difference = chariot.cdm - cdm
    done = harm_to(book, rivalry, target, attack.kind, attack.part, attack.side, difference, chariot.car)
    gain = done.weighed(rivalry.worth(target), rivalry.kill(target))
    if attack.kind == "lash":
        gain *= rivalry.lash
    gain -= harm_to_attacker(book, rivalry, chariot, target, attack, difference)
    away = book.can_brake(target) or book.can_evade(target, -attack.side)
    if not away:
        return gain
    escape = book.defence_odds(difference, 0)
    return (1.0 - escape) * gain + escape * DODGED * rivalry.worth(target)


def weapon_gain(book: SecondEdition, rivalry: Rivalry, chariot: Chariot, target: Chariot, attack: Attack) -> float:
    """Own turns won by an attack that only its own book knows: by the odds it shows. What can be thrown once is kept
    for somebody worth it."""
    to_go = rivalry.turns[chariot.number]
    if attack.kind not in rivalry.kept:
        rivalry.kept[attack.kind] = keeping(book, rivalry, chariot, attack)
    kept = rivalry.kept[attack.kind]
    if kept >= LUCKY_THROW * max(rivalry.kill(target), HORSE_DOWN * rivalry.worth(target)):
        return -kept  # whatever the odds are in detail
    told = book.attack_answer(chariot, attack.kind, attack)["attack"]
    his = harm_in_words(book, target, told["odds"], rivalry.turns[target.number])
    own = harm_in_words(book, chariot, told.get("self", {}), to_go)
    gain = his.weighed(rivalry.worth(target), rivalry.kill(target)) - own.weighed(1.0, rivalry.ruin())
    held = 1.0 - float(told["defence"]["success"])
    return gain * held - kept


def keeping(book: SecondEdition, rivalry: Rivalry, chariot: Chariot, attack: Attack) -> float:
    """Own turns that a weapon is worth to whoever does not throw it now."""
    to_go = rivalry.turns[chariot.number]
    kept = KEPT_FOR_LATER * min(1.0, to_go / A_LONG_WAY)
    if throws_last_knife(book, chariot, attack):
        kept += fall_risk(chariot, to_go) * rivalry.ruin()
    return kept


def throws_last_knife(book: SecondEdition, chariot: Chariot, attack: Attack) -> bool:
    """Whether he could not cut a dead horse free afterwards."""
    if attack.kind not in chariot.parts:
        return False
    after = chariot.copy()
    after.alter(attack.kind, carried=False)
    return book.has_knife(chariot) and not book.has_knife(after)


def fall_risk(chariot: Chariot, to_go: float) -> float:
    """That a horse dies in the turns to come: the weaker of the outer ones is the likelier."""
    weakest = min((chariot.horses[horse] for horse in OUTER if chariot.horses[horse]), default=1)
    return min(1.0, HORSE_FALLS * to_go / weakest)


def harm_in_words(book: SecondEdition, chariot: Chariot, told: Mapping[str, float], to_go: float) -> Harm:
    """What the words of some odds come to for a chariot."""
    turns = out = 0.0
    for word, chance in told.items():
        if word == HORSE_DEAD:
            fallen = horse_down(book, chariot)
            turns += chance * fallen.turns
            out += chance * fallen.out
        elif word in GRAVE:
            out += chance
        elif word in HORSE_WOUNDS:
            turns += chance * HORSE_WOUNDS[word] * SLOWER * to_go
        elif word not in NO_HARM:
            turns += chance * COST_OF_WORD.get(word, MOVEMENT_LOSS + WEAPON_WOUND * to_go)
    return Harm(turns, out)


def horse_down(book: SecondEdition, chariot: Chariot) -> Harm:
    """A dead horse is cut free, by whoever has a knife."""
    return Harm(HORSE_DOWN) if book.has_knife(chariot) else Harm(0.0, 1.0)


def threat_harm(book: SecondEdition, rivalry: Rivalry, threat: Threat) -> Harm:
    """What a defender faces if he holds."""
    target, attacker = book.race.chariots[threat.target], book.race.chariots[threat.attacker]
    if threat.kind not in ("lash", "ram", "swerve", "wreck"):
        return harm_in_words(book, target, book.threat_odds(threat).target, rivalry.turns[target.number])
    kind = "lash" if threat.kind == "lash" else "ram"
    difference = threat.cdm - book.defending_cdm(target)
    return harm_to(book, rivalry, target, kind, threat.part, threat.side or IN, difference, attacker.car)


def harm_to(
    book: SecondEdition, rivalry: Rivalry, target: Chariot, kind: str, part: int, side: int, difference: int, car: str
) -> Harm:
    to_go = rivalry.turns[target.number]
    if kind == "ram":
        if part == TEAM:
            return horses_rammed(book, target, side, car, to_go)
        return Harm(0.0, ram_odds(book, difference)[1] * wheel_risk(book, target, side, car, to_go))
    if part == TEAM:
        return team_lashed(book, target, difference, to_go)
    codes = book.lash_driver_odds(difference, 0)
    hurt = Harm(codes.get("B", 0.0) * FORCED_BRAKE + codes.get("M", 0.0) * MOVEMENT_LOSS)
    swerved = swerve(book, target, -side)
    wounded = wound(book, target, to_go)
    return Harm(
        hurt.turns + codes.get("S", 0.0) * swerved.turns + codes.get("W", 0.0) * wounded.turns,
        codes.get("S", 0.0) * swerved.out + codes.get("W", 0.0) * wounded.out,
    )


def harm_to_attacker(
    book: SecondEdition, rivalry: Rivalry, chariot: Chariot, target: Chariot, attack: Attack, difference: int
) -> float:
    """Own turns lost by attacking: a wheel in a ram, the whip in a lash."""
    to_go = rivalry.turns[chariot.number]
    if attack.part == TEAM:
        return 0.0
    if attack.kind == "ram":
        risk = ram_odds(book, difference)[0] * wheel_risk(book, chariot, -attack.side, target.car, to_go)
        return risk * rivalry.ruin()
    return book.lash_driver_odds(difference, 0).get("G", 0.0) * whip_worth(chariot, to_go)


def whip_worth(chariot: Chariot, to_go: float) -> float:
    """The speed that the whip still brings, more than the endurance would be worth for other things."""
    return min(chariot.endurance, WHIP_USE * to_go) * (FACTOR - ENDURANCE / 2)


def wheel_risk(book: SecondEdition, chariot: Chariot, side: int, car: str, to_go: float) -> float:
    """CM 7.41: a damaged wheel is checked at least once a turn."""
    if not chariot.hitched:
        return 0.0
    total = chariot.left_wheel if side == IN else chariot.right_wheel
    return wheel_hit(book, total, car, round(to_go))


def horses_rammed(book: SecondEdition, target: Chariot, side: int, car: str, to_go: float) -> Harm:
    """Every box is a factor less in each turn to come; a dead horse stops the chariot."""
    horse = book.nearest_horse(target, side)
    if horse is None:
        return NONE
    boxes = target.horses[horse]
    fallen = horse_down(book, target)
    turns = out = 0.0
    for points, chance in book.injury_odds(book.charts.car_modifier[car]).items():
        turns += chance * min(points, boxes) * SLOWER * to_go
        if points >= boxes:
            turns += chance * fallen.turns
            out += chance * fallen.out
    return Harm(turns, out)


def team_lashed(book: SecondEdition, target: Chariot, difference: int, to_go: float) -> Harm:
    """Endurance for speed, as he might have whipped himself; in a corner it is dangerous, and for a tired team."""
    forced = bolting(book, difference)
    turns = forced * (ENDURANCE - FACTOR / 2)
    worn_out = tiring(book, difference, target.endurance)
    if worn_out:
        turns += worn_out * exhaustion(to_go - 1.0)
    if target.moved or not target.hitched:
        return Harm(turns)
    track = book.race.track
    speed = book.current_speed(target)
    excess = max(0, speed - book.safe_speed(track.lane[target.square]))
    more = strained(book, target, excess + round(max(1.0, forced))) - strained(book, target, excess)
    if book.corner_leg(target) is not None:
        turns += more
    elif target.leg < track.last_leg and track.file.straight - track.index[target.square] <= speed:
        turns += min(CORNER_AHEAD * forced, more)
    return Harm(turns)


def strained(book: SecondEdition, target: Chariot, points: int) -> float:
    """Turns for straining by so much."""
    return strain_risk(book, points, grip(book, target), 2, FLIPPED) + ENDURANCE * max(0, points)


def swerve(book: SecondEdition, target: Chariot, direction: int) -> Harm:
    """CM 9.43-S: into the wall is the end of him; into a neighbour a mess; inwards in a corner a strain."""
    beside = book.race.track.slip[direction][target.square]
    if beside == WALL:
        return Harm(0.0, 1.0)
    if book.blockers(target, beside):
        return Harm(BLOCKED_SWERVE)
    lane = book.race.track.lane[beside]
    if direction == IN and book.corner_leg(target) is not None:
        points = book.swerving_speed(target) - book.safe_speed(lane)
        return Harm(strained(book, target, points))
    return Harm(FACTOR if direction == OUT else 0.0)


def wound(book: SecondEdition, target: Chariot, to_go: float) -> Harm:
    """CM 9.43-W, 13.1: a box, a slower turn, and perhaps worse."""
    if target.hits <= 1:
        return Harm(0.0, 1.0)
    drops = 2.0 / max(2, target.hits_start)  # two of his boxes cost him a point of skill
    turns, out = MOVEMENT_LOSS + drops * LOWER_MODIFIER * to_go, 0.0
    critical = book.critical_chances()
    if critical:
        out += critical["pulled from the car"] + critical["tug of war"] / 2
        turns += critical["severe wound"] * LOWER_MODIFIER * to_go
        if target.hits == 2:
            out += critical["deep wound"]
    return Harm(turns, out)
