"""A chariot's movement phase, from the draw to the last wreck that lands."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Any

from ludus.core.decision import Allocate, Choose, Range
from ludus.core.game import Ask, Phase
from ludus.core.table import Table
from ludus.games.circus.arrival import moved_to
from ludus.games.circus.attack import attacks, carry_out
from ludus.games.circus.charts import SIDESLIP, WHEEL_CHECK_SPEED, horse_injury
from ludus.games.circus.defaults import default_step
from ludus.games.circus.drivers import end_of_phase
from ludus.games.circus.finish import cross_line, would_finish
from ludus.games.circus.flips import flip
from ludus.games.circus.horses import cut_free, injure
from ludus.games.circus.logs import (
    banned_from_straining,
    left,
    tire,
    total_speed,
)
from ludus.games.circus.reactions import corner_leg, slide, strain, strain_due, would_strain
from ludus.games.circus.state import CAR, Chariot, Move, Race
from ludus.games.circus.steps import BRAKE, CHANGE, COST, FORWARD, MOST, SLIP, Steps
from ludus.games.circus.track import IN, OUT
from ludus.games.circus.wheels import car_modifier, check_wheels, damaged
from ludus.games.circus.wrecks import clear_jumps, drive_off_wrecks, end_on_wreck, land_wrecks, pay_for_jump


def movement_phase(race: Race, table: Table, chariot: Chariot) -> Phase:
    """CM 5.3: everything this faction does before the next colour is drawn."""
    race.phase = "moving"
    yield from start_phase(race, table, chariot)
    yield from rest_of_phase(race, table, chariot)


def rest_of_phase(race: Race, table: Table, chariot: Chariot) -> Phase:
    """From the first step on; scenarios may begin here."""
    yield from drive(race, table, chariot)
    if chariot.square >= 0:
        end_on_wreck(race, table, chariot)
    chariot.executed = total_speed(race, chariot)
    chariot.moved = True
    race.mover = -1
    yield from end_of_phase(race, table)
    if race.falling:
        yield from land_wrecks(race, table)
        yield from end_of_phase(race, table)  # men pulled or dragged by what the wrecks did
    race.phase = "drawing"


# -- the start of the phase (CM 5-start-of-phase) -----------------------------------------------------


def start_phase(race: Race, table: Table, chariot: Chariot) -> Phase:
    # As long as announcements are asked for, nothing has changed that could not be asked again.
    whipping = False
    if chariot.runaway:
        # CM 15.22: full speed, and optional gains are always taken.
        chariot.written = chariot.team_speed
        chariot.gains += chariot.offered
    elif chariot.offered or may_whip(race, chariot):
        whipping = yield from announce(race, table, chariot)
    race.phase = "resolving"
    race.move = Move.begin(chariot)
    chariot.debt = chariot.gains = chariot.loss = chariot.offered = 0
    chariot.strain_leg = -9
    if chariot.driver == "dragged":
        chariot.cut_due = race.rules.cut_free == "every phase"
    if dice := race.rules.hooks.start_dice(race, chariot):
        dead_start(race, table, chariot, dice)
    if whipping:
        whip(race, table, chariot)
    if chariot.fallen and chariot.status == "racing":
        yield from try_to_cut_free(race, table, chariot)
    if check_at_start(race, table, chariot):
        yield from strain(race, table, chariot, total_speed(race, chariot))


def may_whip(race: Race, chariot: Chariot) -> bool:
    """CM 6.521."""
    return (
        chariot.whip
        and chariot.endurance > 0
        and chariot.cdm >= 0
        and not chariot.fallen
        and not banned_from_straining(race, chariot)
    )


def announce(race: Race, table: Table, chariot: Chariot) -> Generator[Ask, Any, bool]:
    """CM 6.522, 9.41b: how many of the offered lash factors to take, and whether to whip; the die follows."""
    if chariot.offered:
        prompt = "Your lashed team is willing: how many extra factors?"
        chariot.gains += yield Range(chariot.seat, "take", prompt, "CM 9.41b", 0, chariot.offered, 0, chariot.faction)
        chariot.offered = 0
    if not may_whip(race, chariot):
        return False
    answer = yield Choose(
        chariot.seat, "whip", "Whip your team for extra speed?", "CM 6.52", ("no", "whip"), "no", chariot.faction
    )
    return bool(answer == "whip")


def dead_start(race: Race, table: Table, chariot: Chariot, dice: int) -> None:
    """CM 6.9-special-first-turn: a die of speed is lost."""
    loss = sum(table.roll(dice, "dead start", "CM 6.9-special-first-turn"))
    race.move.dead_start = loss
    table.tell("dead-start", {"chariot": chariot.faction, "loss": loss}, ("CM 6.9-special-first-turn",))


def whip(race: Race, table: Table, chariot: Chariot) -> None:
    """CM 6.523 to 6.525, 13.1-4: a die of factors, as far as endurance goes; each costs one."""
    die = table.roll(1, "whipping the team", "CM 6.523")[0]
    if chariot.arm_wound:
        die = (die + 1) // 2
    race.move.strain = tire(race, table, chariot, die)
    table.tell(
        "whip",
        {"chariot": chariot.faction, "factors": race.move.strain, "endurance": chariot.endurance},
        ("CM 6.523", "CM 6.524", *(("CM 13.1-4",) if chariot.arm_wound else ())),
    )


def try_to_cut_free(race: Race, table: Table, chariot: Chariot) -> Phase:
    """CM 9.53a: voluntary; without it the chariot just stands."""
    answer = yield Choose(
        chariot.seat, "cut", "Try to cut the dead horse free?", "CM 9.53a", ("cut", "wait"), "wait", chariot.faction
    )
    if answer == "cut":
        cut_free(race, table, chariot)
    if chariot.fallen:
        race.move = Move(over=True)  # CM 9.52a, 9.53b: it does not move


def check_at_start(race: Race, table: Table, chariot: Chariot) -> bool:
    """The total speed is fixed: wheels are checked at 14 and more. True: so must be the corner one stands in."""
    cut = cut_to_safe_speed(race, chariot)
    total = total_speed(race, chariot)
    table.tell(
        "speed",
        {"chariot": chariot.faction, "factors": max(0, total - race.move.debt), "total": total},
        ("CM 6.2", "CM 6.2-total-speed", "CM 7.33-no-strain") if cut else ("CM 6.2", "CM 6.2-total-speed"),
    )
    if chariot.fallen or chariot.square < 0:
        return False
    if total >= WHEEL_CHECK_SPEED and chariot.hitched and damaged(chariot):
        check_wheels(race, table, chariot, "CM 7.41a")
        total = total_speed(race, chariot)
    return chariot.square >= 0 and would_strain(race, chariot, total, chariot.square, chariot.leg)


def cut_to_safe_speed(race: Race, chariot: Chariot) -> bool:
    """CM 7.33-no-strain: a ban that catches the chariot in a corner takes the excess, without payment or check."""
    if not banned_from_straining(race, chariot) or not chariot.hitched or corner_leg(race, chariot) is None:
        return False
    speed = total_speed(race, chariot)
    race.move.cap = race.rules.hooks.safe_speed(race, race.track.lane[chariot.square])
    return speed > race.move.cap


# -- moving -----------------------------------------------------------------------------------------


PROMPTS = ["", "1 movement factor left.", *(f"{factors} movement factors left." for factors in range(2, MOST + 1))]


def drive(race: Race, table: Table, chariot: Chariot) -> Phase:
    """CM 6.21, 6.22: one step after another until every factor is spent."""
    while chariot.square >= 0 and not chariot.fallen and (factors := left(race, chariot)):
        if chariot.under:
            yield from drive_off_wrecks(race, table, chariot)
            continue
        ask_permission(race, table, chariot, factors)
        steps = Steps(race, chariot, factors)
        answers = steps.answers(factors)
        if steps.blocked and not steps.slips and not steps.attacks:
            yield from run_into(race, table, chariot)
            return
        if len(answers) == len(steps.attacks) and not steps.must_attack:
            # CM 7.33-no-strain: barred from every step, and either exhausted or not allowed to brake.
            if chariot.endurance:
                race.move.over = True
                return
            answers = ("forward 1", *answers)
        answer = answers[0]
        if len(answers) > 1:
            race.phase = "driving"
            answer = yield Choose(
                race.controller(chariot) if race.absent else chariot.seat,
                "step",
                PROMPTS[factors],
                "CM 6.21",
                answers,
                default_step(race, chariot, steps, factors),
                chariot.faction,
                steps.walls,
            )
            race.phase = "resolving"
        if steps.blocked and not steps.slips and answer in BRAKE:
            yield from run_into(race, table, chariot)
            return
        yield from take_step(race, table, chariot, steps, str(answer))


def take_step(race: Race, table: Table, chariot: Chariot, steps: Steps, answer: str) -> Iterable[Ask]:
    """What is left to be asked about it."""
    if answer in FORWARD:
        return go_forward(race, table, chariot, FORWARD[answer])
    if answer in CHANGE:
        return change_lane(race, table, chariot, CHANGE[answer])
    if answer in SLIP:
        return sideslip(race, table, chariot, SLIP[answer])
    if answer in steps.attacks:
        return carry_out(race, table, chariot, steps.attacks[answer])
    if answer in BRAKE:
        brake(race, table, chariot, BRAKE[answer])
    else:
        race.move.spent += COST[IN if race.track.lane[chariot.square] == 1 else OUT]
        flip(race, table, chariot, "CM 6.44")
    return ()


def go_forward(race: Race, table: Table, chariot: Chariot, squares: int) -> Phase:
    """CM 6.3: square by square; a check, a wreck or a man on the way ends the run."""
    track = race.track
    origin, run = chariot.square, 0
    men = men_on_foot(race)
    factors = squares  # there are at least so many left
    while squares and factors:
        square = chariot.square
        if would_finish(race, chariot):
            race.move.spent += 1
            tell_drive(race, table, chariot, origin, run + 1, "the finish line")
            cross_line(race, table, chariot, left(race, chariot), "CM 10.3b")
            return
        quiet = quiet_run(race, chariot, min(squares, factors), men)
        if quiet:
            far = len(quiet)
            race.move.spent += far
            factors -= far
            squares -= far
            run += far
            race.advance(chariot, quiet[-1])
            if chariot.driver == "dragged":
                chariot.trail = (*chariot.trail, square, *quiet[:-1])
            continue
        ahead = track.ahead[square]
        if ahead in race.occupied:
            break
        squares -= 1
        run += 1
        tell_drive(race, table, chariot, origin, run, track.names[ahead])
        if (yield from enter(race, table, chariot, ahead)):
            return
        origin, run = ahead, 0
        men, factors = men_on_foot(race), left(race, chariot)
    if run:
        tell_drive(race, table, chariot, origin, run, track.names[chariot.square])


def enter(race: Race, table: Table, chariot: Chariot, ahead: int) -> Generator[Ask, Any, bool]:
    """Everything that can wait on the next square. True: something happened."""
    track = race.track
    happened = ahead in race.wrecks or ahead in men_on_foot(race)
    jumps = len(race.move.jumps)
    race.move.spent += 1
    leg = chariot.leg + (track.section[ahead] != track.section[chariot.square])
    moved_to(race, table, chariot, ahead, leg)
    if ahead in race.wrecks:
        yield from pay_for_jump(race, table, chariot, ahead)
    yield from clear_jumps(race, table, chariot)
    happened = happened or len(race.move.jumps) < jumps
    if not chariot.on_track:
        return True
    corner = corner_leg(race, chariot)
    speed = total_speed(race, chariot)
    if corner is not None and strain_due(race, chariot, speed, corner, track.lane[chariot.square]):
        yield from strain(race, table, chariot, speed)
        return True
    return happened


def men_on_foot(race: Race) -> list[int]:
    return [other.man for other in race.chariots if other.man >= 0]


def quiet_run(race: Race, chariot: Chariot, most: int, men: list[int]) -> list[int]:
    """The squares straight on where nothing can happen: same section, nobody there, no wreck, nothing being jumped."""
    square = chariot.square
    quiet: list[int] = []
    if race.move.jumps or square in race.wrecks:
        return quiet
    ahead, index, occupied, wrecks = race.track.ahead, race.track.index, race.occupied, race.wrecks
    for _ in range(most):
        square = ahead[square]
        if not index[square] or square in occupied or square in wrecks or square in men:
            break
        quiet.append(square)
    return quiet


def tell_drive(race: Race, table: Table, chariot: Chariot, origin: int, run: int, to: str) -> None:
    table.tell(
        "drive",
        {"chariot": chariot.faction, "from": race.track.names[origin], "to": to, "squares": run},
        ("CM 6.3",),
    )


def change_lane(race: Race, table: Table, chariot: Chariot, direction: int) -> Phase:
    """CM 6.4 to 6.43: one forward and one lane over, at the price of the direction."""
    track = race.track
    square = chariot.square
    step = track.ahead[square]
    target = track.change[direction][step]
    leg = chariot.leg + (track.section[step] != track.section[square])
    table.tell(
        "lane-change",
        {"chariot": chariot.faction, "from": track.name(square), "to": track.name(target)},
        (
            "CM 6.4",
            "CM 6.422" if track.corner[step] and direction == OUT else "CM 6.421" if track.corner[step] else "CM 6.41",
        ),
    )
    race.move.spent += COST[direction]
    moved_to(race, table, chariot, target, leg)
    if chariot.on_track:
        yield from strain(race, table, chariot, total_speed(race, chariot))


def sideslip(race: Race, table: Table, chariot: Chariot, direction: int) -> Phase:
    """CM 6.73a: three factors, straight sideways."""
    race.move.spent += SIDESLIP
    target = race.track.slip[direction][chariot.square]
    slide(race, table, chariot, target, "chosen", ("CM 6.73a",))
    if chariot.on_track:
        yield from strain(race, table, chariot, total_speed(race, chariot))


def brake(race: Race, table: Table, chariot: Chariot, factors: int) -> None:
    """CM 6.61: an endurance for each factor; the speed itself stays."""
    race.move.spent += factors
    tire(race, table, chariot, factors)
    table.tell(
        "brake",
        {"chariot": chariot.faction, "factors": factors, "endurance": chariot.endurance},
        ("CM 6.61", "QA 6.61"),
    )


def run_into(race: Race, table: Table, chariot: Chariot) -> Phase:
    """CM 6.74: brake off the rest; without the endurance for it, the chariot ahead rams the team."""
    factors = left(race, chariot)
    able = chariot.status == "racing" and chariot.cut_turn != race.turn
    braked = min(factors, chariot.endurance) if able else 0
    if braked:
        brake(race, table, chariot, braked)
    if not left(race, chariot):
        return
    race.move.over = True
    chariot.loss += 1  # CM 9.63a: on the chariot whose movement caused it
    there = race.whose(race.track.ahead[chariot.square])
    assert there is not None
    other, part = there
    points, modifiers = 0, car_modifier(other.car)
    if part == CAR:  # CM 15.2a: a bare team has no car to ram with
        total = sum(table.roll(2, "horse injury", "CM 9.5")) + sum(each.amount for each in modifiers)
        points = min(horse_injury(total), sum(chariot.horses))
    table.tell(
        "run-into",
        {"chariot": chariot.faction, "into": other.faction, "points": points},
        ("CM 6.74", "CM 9.6a" if part == CAR else "CM 15.2a", "CM 9.63a"),
        modifiers if part == CAR else (),
    )
    if points:
        yield from share_injury(race, table, chariot, points)


def share_injury(race: Race, table: Table, chariot: Chariot, points: int) -> Phase:
    """CM 9.61b: the owner shares the points out; QA 9.6: or they are spread evenly."""
    clause = "CM 9.61b"
    if race.rules.frontal_injury == "even":
        clause = "QA 9.6"
        shares = spread_evenly(table, chariot, points)
    elif chariot.alive > 1:
        boxes = {f"horse {number}": left for number, left in enumerate(chariot.horses, start=1)}
        shares = yield Allocate(
            race.controller(chariot),
            "injury",
            "Which of your horses suffer?",
            "CM 9.61b",
            points,
            boxes,
            None,
            chariot.faction,
        )
    else:
        shares = tuple(points if boxes else 0 for boxes in chariot.horses)
    for horse, share in enumerate(shares):
        if share and chariot.on_track:
            injure(race, table, chariot, horse, share, (clause, "CM 9.51b"))


def spread_evenly(table: Table, chariot: Chariot, points: int) -> tuple[int, ...]:
    """QA 9.6: one for everybody first; what is left over goes by the die."""
    shares = [0, 0, 0, 0]
    while points:
        open_horses = [horse for horse in range(4) if chariot.horses[horse] > shares[horse]]
        lowest = min(shares[horse] for horse in open_horses)
        due = [horse for horse in open_horses if shares[horse] == lowest]
        if points >= len(due):
            chosen = due
        else:
            chosen = []
            while len(chosen) < points:
                horse = table.roll(1, "which horse", "QA 9.6")[0] - 1
                if horse in due and horse not in chosen:
                    chosen.append(horse)
        for horse in chosen:
            shares[horse] += 1
        points -= len(chosen)
    return tuple(shares)


PERMITS = {"none": (), "lash": ("CM 19-lash-on-equal",), "free": ("CM 19-choice-above",)}


def ask_permission(race: Race, table: Table, chariot: Chariot, factors: int) -> None:
    """CM 19-threshold: one die for each square from which a rival could attack."""
    if not chariot.threshold or race.move.asked == race.car_square(chariot) or not attacks(race, chariot, factors):
        return
    die = table.roll(1, "does he attack?", "CM 19-threshold")[0]
    race.move.asked = race.car_square(chariot)
    number = chariot.threshold
    race.move.permission = "none" if die < number else "lash" if die == number else "free"
    table.tell(
        "permission",
        {"chariot": chariot.faction, "die": die, "number": number, "allows": race.move.permission},
        ("CM 19-threshold", *PERMITS[race.move.permission]),
    )
