"""What the charts of the arena can be asked."""

from __future__ import annotations

from ludus.games.gladiator import odds
from ludus.games.gladiator.charts import AREAS, ARMOUR_MODIFIER, KILLED, SHIELD_BOXES
from ludus.odds.question import Dial, Question, Table, Values

Tables = tuple[Table, ...]
YES_NO = ("yes", "no")

ADVANTAGE = Dial("advantage", "The attacker's net advantage.", -10, 15)
AREA = Dial("area", "Where the blow is aimed.", usual="chest", words=AREAS)
STRENGTH = Dial("strength", "The attacker's strength.", -6, 6)
CFS = Dial("cfs", "Combat factors behind the blow, after halving.", 1, 20, 3)
ARMOUR = Dial(
    "armour", "Armour of the area.", usual="none", words=("none", *(each for each in ARMOUR_MODIFIER if each))
)
HELMET = Dial("helmet", "Whether the man wears a helmet.", usual="yes", words=YES_NO)
SHIELD = Dial("shield", "Boxes of his shield; 0: he has none.", 0, SHIELD_BOXES, SHIELD_BOXES)
WEAPON = Dial("weapon", "Whether he has a weapon to parry with.", usual="yes", words=YES_NO)
WOUNDS = Dial("wounds-left", "Wounds in this place that would kill him.", 1, 12, 6)
MODIFIERS = Dial("modifiers", "All modifiers together.", -10, 10)


def _blow(_: Values, asked: Values) -> Tables:
    """GL 8 to 10."""
    man = odds.Defender(
        armour="" if asked["armour"] == "none" else asked["armour"],
        helmet=asked["helmet"] == "yes",
        shield_boxes=asked["shield"],
        weapon=asked["weapon"] == "yes",
        arm_loss=0,
        wounds_left=asked["wounds-left"],
    )
    found = odds.attack_odds(asked["advantage"], AREAS.index(asked["area"]), asked["strength"], asked["cfs"], man)
    harmless = found.wounds.get(0, 0.0)
    ends = {
        "misses": found.miss,
        "misses badly": found.bad_miss,
        "stopped by the shield": found.shield,
        "parried": found.parry,
        "hits without a wound": harmless,
        "wounds": found.hit - harmless - found.death,
        "kills": found.death,
    }
    numbers = {
        "killed outright" if number == KILLED else str(number): found.wounds[number]
        for number in sorted(found.wounds, key=lambda number: (number == KILLED, number))
    }
    return (
        Table.of("the blow", ends),
        Table.of("wounds", {"not hit": 1 - found.hit, **numbers}),
        Table.of("besides", {"shield lost": found.shield_lost, "weapon lost": found.weapon_lost}, whole=False),
    )


def _collision(_: Values, asked: Values) -> Tables:
    won, stun = odds.collision_odds(asked["own"], asked["other"])
    tables = [Table.yes_or_no("the collision", won, "won", "lost")]
    if won:
        tables.append(Table.of("stun of the other, if it is won", {str(each): stun[each] for each in sorted(stun)}))
    return tuple(tables)


def _fall(_: Values, asked: Values) -> Tables:
    return (Table.yes_or_no("a man who stumbles", odds.fall_odds(asked["agility"]), "falls", "keeps his feet"),)


def _recovery(_: Values, asked: Values) -> Tables:
    chance = odds.recovery_odds(asked["modifiers"])
    return (Table.yes_or_no("an unconscious man", chance, "comes to", "lies still"),)


def _net(_: Values, asked: Values) -> Tables:
    return (Table.of("the net", odds.net_odds(asked["modifiers"])),)


def _freeing(_: Values, asked: Values) -> Tables:
    chance = odds.freeing_odds(asked["cfs"], asked["free-at"])
    return (Table.yes_or_no("a man in the net", chance, "frees himself", "stays caught"),)


def _missus(_: Values, asked: Values) -> Tables:
    return (Table.yes_or_no("the crowd", odds.missus_odds(asked["total"]), "spares him", "wants his death"),)


OWN = Dial("own", "Own modifiers.", -10, 10)
OTHER = Dial("other", "The other's modifiers.", -10, 10)
AGILITY = Dial("agility", "His agility.", -4, 6)
SPENT = Dial("cfs", "Combat factors that he spends on it.", 0, 15, 4)
FREE_AT = Dial("free-at", "The number at which he is free without them.", -5, 18, 5)
CROWD = Dial("total", "What speaks for him, added up.", -10, 30, 8)

QUESTIONS = (
    Question(
        "blow",
        "A blow at a man",
        ("GL 8.5", "GL 9.1", "GL 10.2"),
        (ADVANTAGE, AREA, STRENGTH, CFS, ARMOUR, HELMET, SHIELD, WEAPON, WOUNDS),
        _blow,
    ),
    Question("collision", "Two men run into each other", ("GL 7.5", "GL 7.52"), (OWN, OTHER), _collision),
    Question("fall", "A stumble", ("GL 14.3",), (AGILITY,), _fall),
    Question("recovery", "Coming to", ("GL 12.61",), (MODIFIERS,), _recovery),
    Question("net", "A throw of the net", ("GL 17.33", "GL 17.44"), (MODIFIERS,), _net),
    Question("freeing", "Getting out of the net", ("GL 17.351a",), (SPENT, FREE_AT), _freeing),
    Question("missus", "The verdict of the crowd", ("GL 19.2",), (CROWD,), _missus),
)
