"""A chariot's turn: six phases, in the order of the rulebook.

The phase reached, the dice and what is left of the move are part of the position, so a turn can be taken up
again at any question: each phase works from the position alone.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

from ludus.core.decision import Choose
from ludus.core.game import Phase
from ludus.core.table import Table
from ludus.games.chariot_race.attack import caltrop_spaces, drop_caltrop, javelin_targets, throw_javelin
from ludus.games.chariot_race.board import IN, OUT
from ludus.games.chariot_race.charts import COSTS, FACES, NOT_TURNED_TO
from ludus.games.chariot_race.movement import change_lane, count_laps, go_straight, start_move
from ludus.games.chariot_race.state import Chariot, Race, Turn
from ludus.games.chariot_race.wrecks import hurt, wreck

MAX_DICE = 5
MAX_SPEED = 20  # no chariot board is longer; only sizes the lists of answers below

# -- the answers, written out once so that listing them costs nothing ------------------------

# "reroll 1 3" -> the dice to roll again
REROLLS: dict[str, tuple[int, ...]] = {
    "reroll " + " ".join(str(die + 1) for die in dice): dice
    for count in range(1, MAX_DICE + 1)
    for dice in combinations(range(MAX_DICE), count)
}
FREE_ANSWERS = [
    ("keep", *(answer for answer, dice in REROLLS.items() if max(dice) < count)) for count in range(MAX_DICE + 1)
]
# "turn 2 steer" -> the die and the value that shows this face
TURNS: dict[str, tuple[int, int]] = {
    f"turn {die + 1} {face}": (die, FACES.index(face) + 1)
    for die in range(MAX_DICE)
    for face in dict.fromkeys(FACES)
    if face != NOT_TURNED_TO
}
# "+2" -> the change of speed by the +/- dice
SPEED_CHANGES: dict[str, int] = {f"{change:+d}" if change else "0": change for change in range(-MAX_DICE, MAX_DICE + 1)}
SPEED_ANSWERS = [
    tuple(answer for answer, change in SPEED_CHANGES.items() if abs(change) <= dice and (change - dice) % 2 == 0)
    for dice in range(MAX_DICE + 1)
]
# "in 3" -> change lanes inwards after going three spaces straight on
STRAIGHT = "straight"
LANE_CHANGES: dict[str, tuple[int, int]] = {
    f"{word} {spaces}": (direction, spaces)
    for word, direction in (("in", IN), ("out", OUT))
    for spaces in range(MAX_SPEED)
}


def _steer_answers(left: int, directions: tuple[int, ...]) -> tuple[str, ...]:
    changes = (
        answer for answer, (direction, spaces) in LANE_CHANGES.items() if direction in directions and spaces < left
    )
    return (STRAIGHT, *changes)


STEER_ANSWERS: dict[tuple[int, ...], list[tuple[str, ...]]] = {
    directions: [_steer_answers(left, directions) for left in range(MAX_SPEED + 1)]
    for directions in ((IN,), (OUT,), (IN, OUT))
}

FACE_OF = ("", *FACES)  # by the number on the die


def faces(turn: Turn) -> list[str]:
    """What the dice on the table show."""
    return [FACE_OF[value] for value in turn.dice]


def take_turn(race: Race, table: Table) -> Phase:
    """CR turn-phases: the phases that ask, each followed by those that do not."""
    while race.phase != "done":
        yield from PHASES[race.phase](race, table)
    race.phase = "between turns"


# -- phase 1: repair, and 2: adjust initial speed --------------------------------------------


def begin_turn(race: Race, table: Table) -> None:
    chariot = race.mover
    race.turn = Turn()  # CR phase3-unused: what the last turn left is lost
    race.phase = "repair"
    table.tell("turn", {"chariot": chariot.colour, "seat": chariot.seat}, ("CR turn-phases", "CR round-order"))


def can_repair(chariot: Chariot) -> bool:
    """CR phase1-repair: exactly 3 fate, and at least one point to repair."""
    return chariot.fate >= COSTS.repair_fate and chariot.damage < chariot.board.damage_max


def repair(race: Race, table: Table) -> Phase:
    chariot = race.mover
    if can_repair(chariot):
        answer = yield Choose(
            chariot.seat,
            "repair",
            "Pay 3 fate to repair your chariot?",
            "CR phase1-repair",
            ("no", "repair"),
            # Somebody who just says yes repairs before the damage slows him.
            "repair" if chariot.damage < chariot.speed else "no",
        )
        if answer == "repair":
            mend(chariot)
            table.tell(
                "repair",
                {"chariot": chariot.colour, "damage": chariot.damage, "fate": chariot.fate},
                ("CR phase1-repair", "CR track-max"),
            )
    adjust_initial_speed(race, table, chariot)
    roll_dice(race, table, chariot)
    race.phase = "dice"


def mend(chariot: Chariot) -> None:
    chariot.fate -= COSTS.repair_fate
    chariot.damage = min(chariot.board.damage_max, chariot.damage + COSTS.repair_up_to)


def adjust_initial_speed(race: Race, table: Table, chariot: Chariot) -> None:
    """CR phase2-adjust: the speed is lowered to what the damage still allows."""
    limit = chariot.board.speed_limit(chariot.damage)
    if chariot.speed > limit:
        table.tell(
            "slowed",
            {"chariot": chariot.colour, "from": chariot.speed, "to": limit, "damage": chariot.damage},
            ("CR phase2-adjust",) if chariot.build == "standard" else ("CR phase2-adjust", "CR variant-chariots-speed"),
        )
        chariot.speed = limit


# -- phase 3: roll dice ------------------------------------------------------------------------


def roll_dice(race: Race, table: Table, chariot: Chariot) -> None:
    """CR phase3-roll, CR phase2-dice: as many as the chariot board shows for the speed."""
    count = chariot.board.dice_for_speed[chariot.speed]
    race.turn.dice = list(table.roll(count, "driving", "CR phase3-roll"))
    table.tell(
        "roll",
        {"chariot": chariot.colour, "dice": race.turn.dice[:], "speed": chariot.speed},
        ("CR phase3-roll", "CR phase2-dice"),
    )


def dice_answers(chariot: Chariot, turn: Turn) -> tuple[str, ...]:
    """CR phase3-reroll, -fate-reroll, -fate-turn: what may be done with the dice now."""
    if chariot.fate >= COSTS.change_fate:
        return _paid_answers(tuple(turn.dice))
    return FREE_ANSWERS[len(turn.dice)] if turn.free_reroll else ()


@cache
def _paid_answers(dice: tuple[int, ...]) -> tuple[str, ...]:
    """Any dice again, or one of them turned to a face it does not show."""
    turns = (
        answer for answer, (die, value) in TURNS.items() if die < len(dice) and FACE_OF[value] != FACE_OF[dice[die]]
    )
    return (*FREE_ANSWERS[len(dice)], *turns)


def change_dice(race: Race, table: Table) -> Phase:
    chariot, turn = race.mover, race.turn
    while answers := dice_answers(chariot, turn):
        free = turn.free_reroll
        answer = yield Choose(
            chariot.seat,
            "dice",
            "Keep the dice, or roll some again for free?" if free else "Keep the dice, or pay 2 fate to change them?",
            "CR phase3-reroll" if free else "CR phase3-fate-reroll",
            answers,
        )
        if answer == "keep":
            break
        if answer in REROLLS:
            reroll(table, chariot, turn, REROLLS[answer])
        else:
            turn_die(table, chariot, turn, *TURNS[answer])
    obtain_favour(race, table, chariot)
    race.phase = "speed"


def reroll(table: Table, chariot: Chariot, turn: Turn, dice: tuple[int, ...]) -> None:
    """The first is free; later ones are paid before the dice are thrown (CR phase3-no-new-fate)."""
    free, turn.free_reroll = turn.free_reroll, False
    clause = "CR phase3-reroll" if free else "CR phase3-fate-reroll"
    if not free:
        chariot.fate -= COSTS.change_fate
    rolled = table.roll(len(dice), "rolling again", clause)
    for die, value in zip(dice, rolled, strict=True):
        turn.dice[die] = value
    table.tell(
        "reroll",
        {
            "chariot": chariot.colour,
            "changed": [die + 1 for die in dice],
            "dice": turn.dice[:],
            "free": free,
            "fate": chariot.fate,
        },
        (clause,),
    )


def turn_die(table: Table, chariot: Chariot, turn: Turn, die: int, value: int) -> None:
    """CR phase3-fate-turn. The free reroll comes first or not at all (CR phase3-reroll)."""
    turn.free_reroll = False
    chariot.fate -= COSTS.change_fate
    turn.dice[die] = value
    table.tell(
        "turn-die",
        {
            "chariot": chariot.colour,
            "die": die + 1,
            "face": FACE_OF[value],
            "dice": turn.dice[:],
            "fate": chariot.fate,
        },
        ("CR phase3-fate-turn",),
    )


# -- phase 4: favour of Fortuna ------------------------------------------------------------------


def obtain_favour(race: Race, table: Table, chariot: Chariot) -> None:
    """CR phase4-fortuna: 1 fate for each Fortuna die, up to the end of the track."""
    favour = faces(race.turn).count("fortuna")
    if favour:
        chariot.fate = min(chariot.board.fate_max, chariot.fate + favour)
        table.tell(
            "fortuna",
            {"chariot": chariot.colour, "favour": favour, "fate": chariot.fate},
            ("CR phase4-fortuna", "CR track-fate"),
        )


# -- phase 5: move ---------------------------------------------------------------------------


def set_speed(race: Race, table: Table) -> Phase:
    """CR phase5-plusminus, -sprint, -total: all changes are added up before the tracks move."""
    chariot, turn = race.mover, race.turn
    shown = faces(turn)
    plusminus, sprints, change = shown.count("plusminus"), shown.count("sprint"), 0
    if plusminus:
        answers = SPEED_ANSWERS[plusminus]
        default = careful_change(race, chariot, answers, sprints)
        answer = yield Choose(
            chariot.seat, "speed", "Faster or slower with your +/- dice?", "CR phase5-plusminus", answers, default
        )
        change = SPEED_CHANGES[answer]
    apply_speed(race, table, chariot, plusminus, change, sprints)
    turn.steers = shown.count("steer")
    turn.attacks = shown.count("attack")
    if chariot.out:
        race.phase = "done"
    else:
        start_move(race, chariot)
        race.phase = "drive"


def careful_change(race: Race, chariot: Chariot, answers: tuple[str, ...], sprints: int) -> str:
    """What somebody who just says yes should do: as fast as the next corner of the lane allows, or else slow down."""
    allowed = race.board.next_safe[chariot.space] or chariot.board.speed_max
    fastest = allowed - chariot.speed - COSTS.sprint_speed * sprints
    # The answers run from the slowest to the fastest.
    return next((answer for answer in reversed(answers) if SPEED_CHANGES[answer] <= fastest), answers[0])


def apply_speed(race: Race, table: Table, chariot: Chariot, plusminus: int, change: int, sprints: int) -> None:
    """CR phase5-max, -min: the speed stays on its track; sprint damage is taken all the same."""
    before = chariot.speed
    wanted = before + change + COSTS.sprint_speed * sprints
    chariot.speed = max(0, min(chariot.board.speed_max, wanted))
    damage = COSTS.sprint_damage * sprints
    gone = damage > 0 and hurt(chariot, damage)
    table.tell(
        "speed",
        {
            "chariot": chariot.colour,
            "from": before,
            "to": chariot.speed,
            "change": change,
            "sprints": sprints,
            "damage": damage,
            "left": chariot.damage,
        },
        (
            "CR phase5-total",
            *(("CR phase5-plusminus",) if plusminus else ()),
            *(("CR phase5-sprint",) if sprints else ()),
            *(("CR phase5-max",) if wanted > chariot.speed else ()),
            *(("CR phase5-min",) if wanted < chariot.speed else ()),
        ),
    )
    if gone:
        wreck(race, table, chariot, chariot.space, "CR phase5-sprint")


def drive(race: Race, table: Table) -> Phase:
    """CR phase5-advance, CR lane-change: straight on, or into another lane with a steer die."""
    chariot, turn = race.mover, race.turn
    while turn.left and turn.steers and not chariot.out:
        answer = yield Choose(
            chariot.seat,
            "steer",
            "Drive straight on, or change lanes on the way?",
            "CR lane-change",
            steer_answers(race, chariot),
        )
        steer(race, table, chariot, answer)
    go_straight(race, table, chariot, turn.left)
    if chariot.out:
        race.phase = "done"
    else:
        count_laps(race, table, chariot)
        race.phase = "attack"


def steer_answers(race: Race, chariot: Chariot) -> tuple[str, ...]:
    lane = race.board.lane_of[chariot.space]
    if lane == 0:
        directions: tuple[int, ...] = (OUT,)
    elif lane == len(race.board.lanes) - 1:
        directions = (IN,)
    else:
        directions = (IN, OUT)
    return STEER_ANSWERS[directions][race.turn.left]


def steer(race: Race, table: Table, chariot: Chariot, answer: str) -> None:
    if answer == STRAIGHT:
        go_straight(race, table, chariot, race.turn.left)
        return
    direction, spaces = LANE_CHANGES[answer]
    go_straight(race, table, chariot, spaces)
    if not chariot.out:
        change_lane(race, table, chariot, direction)


# -- phase 6: attack -------------------------------------------------------------------------


def attack_answers(race: Race, chariot: Chariot) -> dict[str, int | Chariot]:
    """CR phase6-attack: each attack die drops a caltrop or throws a javelin."""
    if not race.turn.attacks:
        return {}
    names = race.board.names
    answers: dict[str, int | Chariot] = {
        f"javelin {target.colour}": target for target in javelin_targets(race, chariot)
    }
    for space in caltrop_spaces(race, chariot):
        answers[f"caltrop {names[space]}"] = space
    return answers


def attack(race: Race, table: Table) -> Phase:
    chariot = race.mover
    while answers := attack_answers(race, chariot):
        answer = yield Choose(
            chariot.seat,
            "attack",
            "Throw a javelin or drop a caltrop?",
            "CR phase6-attack",
            ("hold", *answers),
        )
        if answer == "hold":
            break
        aim = answers[answer]
        if isinstance(aim, Chariot):
            throw_javelin(race, table, chariot, aim)
        else:
            drop_caltrop(race, table, chariot, aim)
    if chariot.finished:
        chariot.safe = True
    race.phase = "done"


PHASES = {
    "repair": repair,
    "dice": change_dice,
    "speed": set_speed,
    "drive": drive,
    "attack": attack,
}
