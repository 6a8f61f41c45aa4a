"""What the charts of the circus can be asked, by any of its books: editions, levels and options as in a race."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ludus.games.circus.chapters.corners import STRAIN_OUTCOMES
from ludus.games.circus.chapters.running_over import JUMP_OUTCOMES
from ludus.games.circus.editions import SecondEdition, bare
from ludus.games.circus.odds import Axle, Car, gathered
from ludus.games.circus.options import compose
from ludus.odds.question import Dial, Question, Table, Values

Work = Callable[[SecondEdition, Values], tuple[Table, ...]]

LASH_WORDS = {  # the codes of the table, for the man lashed
    "-": "nothing",
    "B": "has to brake",
    "S": "swerves",
    "M": "loses speed",
    "W": "is wounded",
    "G": "grabs the whip",
}
CDM = Dial("cdm", "The driver's CDM, everything counted.", -6, 6)
ATTACKER = Dial("cdm", "The attacker's CDM, everything counted.", -6, 6)
AGAINST = Dial("against", "The defender's CDM.", -6, 6)
HITS = Dial("hits", "Hit boxes that the man has left.", 1, 10, 4)
BOXES = Dial("boxes", "Boxes that the horse has left.", 1, 10, 3)


def _book(options: Values) -> SecondEdition:
    return bare(compose(options))


def _cite(options: Values, clause: str) -> str:
    return _book(options).cite(clause)


def _question(name: str, title: str, clauses: tuple[str, ...], dials: tuple[Dial, ...], work: Work) -> Question:
    return Question(name, title, clauses, dials, lambda options, values: work(_book(options), values), _cite)


def _lash(book: SecondEdition, asked: Values) -> tuple[Table, ...]:
    """CM 9.42, 9.43, 13.1: the table alone, then to the end."""
    codes = book.lash_driver_odds(asked["cdm"], asked["against"])
    man = book.lashed_man(asked["cdm"], asked["against"], asked["hits"], asked["own-hits"])
    sides = book.lash_odds(asked["cdm"], asked["against"], man)
    told = {LASH_WORDS[code]: chance for code, chance in codes.items()}
    return (
        Table.of("the table alone", told),
        Table.of("in the end, the man lashed", sides.target),
        Table.of("in the end, the man with the whip", sides.attacker),
    )


def _lash_team(book: SecondEdition, asked: Values) -> tuple[Table, ...]:
    found = book.lash_team_odds(asked["cdm"], asked["against"])
    succeeds = sum(chance for (hit, _), chance in found.items() if hit)
    lost = sorted(gathered((points, chance) for (hit, points), chance in found.items() if hit).items())
    return (
        Table.yes_or_no("the lash", succeeds, "strikes home", "fails"),
        Table.of("endurance lost", {"none": 1 - succeeds, **{str(points): chance for points, chance in lost}}),
    )


def _defence(book: SecondEdition, asked: Values) -> tuple[Table, ...]:
    chance = book.defence_odds(asked["cdm"], asked["against"])
    return (Table.yes_or_no("braking or evading", chance, "gets away", "is attacked"),)


def _strain(book: SecondEdition, asked: Values) -> tuple[Table, ...]:
    found = book.strain_odds(asked["over"], -book.worse * asked["cdm"])
    return (Table.of("in the corner", {STRAIN_OUTCOMES[code][0]: chance for code, chance in found.items()}),)


def _ram(book: SecondEdition, asked: Values) -> tuple[Table, ...]:
    own = Car(Axle(right=asked["own-damage"]), 1, asked["own-car"])
    his = Car(Axle(left=asked["damage"]), -1, asked["car"])
    sides = book.ram_car_odds(asked["cdm"], asked["against"], own, his)
    return Table.of("the car rammed", sides.target), Table.of("the car that rams", sides.attacker)


def _ram_horse(book: SecondEdition, asked: Values) -> tuple[Table, ...]:
    found = book.ram_horses_odds(asked["modifier"], asked["boxes"])
    return (Table.of("the horse", dict(sorted(found.items(), key=lambda each: each[0] == "horse dead"))),)


def _wheel(book: SecondEdition, asked: Values) -> tuple[Table, ...]:
    holds = book.wheel_holds_odds(asked["damage"], asked["boxes"])
    return (Table.yes_or_no("the wheel", holds, "holds", "comes off"),)


def _whip(book: SecondEdition, asked: Values) -> tuple[Table, ...]:
    found = book.whip_odds(asked["endurance"], asked["arm"] == "wounded")
    return (Table.of("movement factors", {str(factors): found[factors] for factors in sorted(found)}),)


def _cut(book: SecondEdition, asked: Values) -> tuple[Table, ...]:
    chance = book.cut_odds(asked["horses"], asked["cdm"], asked["speed"])
    return (Table.yes_or_no("the dead horse", chance, "is cut free", "stays in its harness"),)


def _jump(book: SecondEdition, asked: Values) -> tuple[Table, ...]:
    found = book.jump_odds(asked["cdm"], asked["unpaid"])
    return (Table.of("over the wreck", {JUMP_OUTCOMES[code][0]: chance for code, chance in found.items()}),)


def _trample(book: SecondEdition, asked: Values) -> tuple[Table, ...]:
    return (Table.of("the man on the ground", book.trample_odds(asked["cdm"], asked["hits"])),)


def _loose(book: SecondEdition, asked: Values) -> tuple[Table, ...]:
    chance = book.loose_odds(asked["hits"], asked["cdm"])
    return (Table.yes_or_no("the dragged man", chance, "cuts himself free", "is dragged on"),)


def _critical(book: SecondEdition, asked: Values) -> tuple[Table, ...]:
    return (Table.of("besides the wound", book.critical_chances()),)


OWN_HITS = Dial("own-hits", "Hit boxes that the man with the whip has left.", 1, 10, 4)
OVER = Dial("over", "Speed above the lane's safe speed.", 1, 20, 3)
DAMAGE = Dial("damage", "Damage of the wheel that is hit.", 0, 9)
OWN_DAMAGE = Dial("own-damage", "Damage of the wheel of the car that rams.", 0, 9)
CAR = Dial("car", "What the type of the car that is rammed adds to the damage it does.", -4, 4)
OWN_CAR = Dial("own-car", "What the type of the car that rams adds to the damage it does.", -4, 4)
MODIFIER = Dial("modifier", "What is added to the dice of the injury.", -6, 6)
WHEEL = Dial("damage", "Damage of the wheel.", 0, 9, 4)
WHEEL_BOXES = Dial("boxes", "Boxes of the wheel.", 1, 20, 10)
ENDURANCE = Dial("endurance", "Endurance that the team has left.", 1, 40, 10)
ARM = Dial("arm", "The driver's arm.", usual="sound", words=("sound", "wounded"))
HORSES = Dial("horses", "Horses that are alive.", 1, 3, 3)
SPEED = Dial("speed", "Speed to pay from.", 0, 24, 10)
UNPAID = Dial("unpaid", "Endurance for the jump that is not paid.", 0, 10)

_MADE: Mapping[str, tuple[str, tuple[str, ...], tuple[Dial, ...], Any]] = {
    "lash": (
        "A lash at a driver",
        ("CM 9.42a", "CM 9.42b", "CM 9.43", "CM 13.1b"),
        (ATTACKER, AGAINST, HITS, OWN_HITS),
        _lash,
    ),
    "lash-team": ("A lash at a team", ("CM 9.41a",), (ATTACKER, AGAINST), _lash_team),
    "defence": ("Getting out of an attack", ("CM 9.32",), (ATTACKER, AGAINST), _defence),
    "strain": ("A corner taken too fast", ("CM 7.32a", "CM 7.32b"), (OVER, CDM), _strain),
    "ram": (
        "A car rammed",
        ("CM 9.54", "CM 9.55a", "CM 9.56a"),
        (ATTACKER, AGAINST, DAMAGE, OWN_DAMAGE, CAR, OWN_CAR),
        _ram,
    ),
    "ram-horse": ("A horse rammed", ("CM 9.5", "CM 9.51a"), (MODIFIER, BOXES), _ram_horse),
    "wheel": ("A damaged wheel", ("CM 7.43",), (WHEEL, WHEEL_BOXES), _wheel),
    "whip": ("The whip on the own team", ("CM 6.523", "CM 6.525"), (ENDURANCE, ARM), _whip),
    "cut": ("Cutting a dead horse free", ("CM 9.53a",), (HORSES, CDM, SPEED), _cut),
    "jump": ("Running over a wreck", ("CM 14.3b",), (CDM, UNPAID), _jump),
    "trample": ("Running a dragged man down", ("CM 16.5b",), (CDM, HITS), _trample),
    "loose": ("Cutting oneself free", ("CM 16.2a",), (HITS, CDM), _loose),
    "critical": ("What a wound brings besides", ("CM 13.1b",), (), _critical),
}
QUESTIONS = tuple(_question(name, *made) for name, made in _MADE.items())
