"""Wrecks: where flipped cars land, and driving over them."""

from __future__ import annotations

from ludus.core.decision import Range
from ludus.core.event import Modifier
from ludus.core.game import Phase
from ludus.core.table import Table
from ludus.games.circus.arrival import wrecks_under
from ludus.games.circus.charts import STOPPED_TEAM, car_ram, run_over, wreck_location
from ludus.games.circus.flips import flip
from ludus.games.circus.horses import injure, nearest_horse, roll_injury
from ludus.games.circus.logs import defending_cdm, jostle, tire, total_speed
from ludus.games.circus.reactions import check_strain_chart, defend
from ludus.games.circus.state import TEAM, Chariot, Falling, Race, Threat
from ludus.games.circus.track import IN, OUT
from ludus.games.circus.wheels import check_wheels, hit_car, mark_wheel


def land_wrecks(race: Race, table: Table) -> Phase:
    """CM 12.1b: at the end of the phase, in the order of the flips; a new flip lands in the same step."""
    while race.falling:
        yield from land(race, table, race.falling.pop(0))


def land(race: Race, table: Table, car: Falling) -> Phase:
    """CM 12.2a, 12.4a: two dice say where; whoever is there is rammed, or gets away."""
    track = race.track
    lanes, forward = wreck_location(sum(table.roll(2, "where the wreck lands", "CM 12.2a")))
    square = track.fly(car.square, lanes, forward)
    table.tell(
        "wreck-lands",
        {"of": race.chariots[car.faction].faction, "square": track.name(square)},
        ("CM 12.2a", "CM 12.2b"),
    )
    there = race.whose(square)
    if there is not None and there[0].number != car.faction:
        yield from fall_on(race, table, car, *there)
    race.wrecks.setdefault(square, -1)
    for chariot in race.chariots:
        # CM 12.4c: it stays under whoever is still there, its own team included.
        if chariot.on_track and square in wrecks_under(race, chariot) and square not in chariot.under:
            chariot.under = (*chariot.under, square)


def fall_on(race: Race, table: Table, car: Falling, target: Chariot, part: int) -> Phase:
    """CM 12.4a, 12.4b, QA 12.4: a ram without a driver on the part nearest to the flip."""
    flip_lane, lane = race.track.lane[car.square], race.track.lane[target.square]
    side = 0 if flip_lane == lane else IN if flip_lane < lane else OUT
    threat = Threat("wreck", car.faction, target.number, part, side, 0)
    if (yield from defend(race, table, threat)):
        return
    above = not side
    if above:
        side = IN if table.roll(1, "left or right", "QA 12.4")[0] <= 3 else OUT
    if part == TEAM:
        roll_injury(race, table, target, struck_horse(target, side, above=above), car.car, "CM 12.4a")
        return
    against = defending_cdm(race, target)
    total = sum(table.roll(3, "falling wreck", "CM 12.4a")) - against
    _, hurts = car_ram(total)
    table.tell(
        "wreck-rams",
        {"target": target.faction, "total": total, "hurts_target": hurts},
        ("CM 12.4a", "CM 9.54"),
        (Modifier("defender's CDM", -against),),
    )
    if hurts:
        hit_car(race, table, target, side, car.car, "CM 12.4a")


def struck_horse(target: Chariot, side: int, *, above: bool) -> int | None:
    """CM 12.4a, QA 12.4: the nearest; a wreck from above strikes the inner horse of that side, if it lives."""
    inner = 1 if side == IN else 2
    return inner if above and target.horses[inner] else nearest_horse(target, side)


# -- driving over ------------------------------------------------------------------------------


def pay_for_jump(race: Race, table: Table, chariot: Chariot, square: int) -> Phase:
    """CM 14.2b: a die of endurance, paid as far as the driver likes; what is not paid worsens the roll."""
    die = table.roll(1, "jumping a wreck", "CM 14.2b")[0]
    table.tell(
        "jump", {"chariot": chariot.faction, "square": race.track.name(square), "die": die}, ("CM 14.2a", "CM 14.2b")
    )
    extra = stopped_team(race, square)
    before = race.move.jumps
    race.move.jumps = (*before, (square, die, extra))
    most = min(die, chariot.endurance)
    if most:
        paid = yield Range(
            race.controller(chariot),
            "pay",
            "How much endurance will you pay for the jump?",
            "CM 14.2b",
            0,
            most,
            most,
            chariot.faction,
        )
        tire(race, table, chariot, paid)
        race.move.jumps = (*before, (square, die - paid, extra))


def stopped_team(race: Race, square: int) -> int:
    """CM 15.25c: a team that lies there makes the jump worse."""
    return STOPPED_TEAM if race.wrecks.get(square, -1) >= 0 else 0


def clear_jumps(race: Race, table: Table, chariot: Chariot) -> Phase:
    """CM 14.2c: the roll comes when the whole chariot stands beyond the wreck."""
    tail = race.car_square(chariot) if chariot.hitched else chariot.square
    for jump in race.move.jumps:
        if race.track.ahead[jump[0]] == tail:
            race.move.jumps = tuple(other for other in race.move.jumps if other != jump)
            yield from roll_run_over(race, table, chariot, *jump)


def drive_off_wrecks(race: Race, table: Table, chariot: Chariot) -> Phase:
    """CM 12.4c, 14.1a: a wreck that came under the chariot is faced before it goes on."""
    square, *others = chariot.under
    chariot.under = tuple(others)
    yield from pay_for_jump(race, table, chariot, square)
    jump = race.move.jumps[-1]
    race.move.jumps = race.move.jumps[:-1]
    yield from roll_run_over(race, table, chariot, *jump)


def roll_run_over(race: Race, table: Table, chariot: Chariot, square: int, unpaid: int, extra: int) -> Phase:
    """CM 14.3a, 14.3b: three dice less CDM, plus what was not paid."""
    total = sum(table.roll(3, "running over a wreck", "CM 14.2c")) - chariot.skill + unpaid + extra
    result = run_over(total)
    table.tell(
        "run-over",
        {"chariot": chariot.faction, "total": total, "result": result},
        ("CM 14.2c", "CM 14.3b", *((f"CM 14.3-{result}",) if result != "none" else ())),
        (
            Modifier("CDM", -chariot.skill),
            Modifier("endurance not paid", unpaid),
            *((Modifier("stopped team", extra),) if extra else ()),
        ),
    )
    if result == "jostled":
        jostle(race, table, chariot, "CM 14.3-jostled")
    elif result == "car" and chariot.hitched:
        damage_car(race, table, chariot)
    elif result in ("hobbled", "serious"):
        hobble(race, table, chariot, square, 3 if result == "hobbled" else 0, f"CM 14.3-{result}")
    elif result == "danger" and chariot.hitched:
        points = total_speed(race, chariot) - 1
        if points > 0:
            yield from check_strain_chart(race, table, chariot, points, 0, ("CM 14.3-danger",))
    elif result == "flip":
        flip(race, table, chariot, "CM 14.3-flip")


def damage_car(race: Race, table: Table, chariot: Chariot) -> None:
    """CM 14.3-car: a die less 3 for each wheel, then checks."""
    blows = [jolt(die) for die in table.roll(2, "left and right wheel", "CM 14.3-car")]
    for side, points in zip((IN, OUT), blows, strict=True):
        if points:
            mark_wheel(table, chariot, side, points, ("CM 14.3-car",))
    if any(blows):
        check_wheels(race, table, chariot, "CM 14.3-car")


def jolt(die: int) -> int:
    """CM 14.3-car: what one wheel takes."""
    return max(0, die - 3)


def hobble(race: Race, table: Table, chariot: Chariot, square: int, less: int, clause: str) -> None:
    """CM 14.3-hobbled, -serious, 15.25c: a die for each living horse; a stopped team suffers the same."""
    living = [horse for horse in range(4) if chariot.horses[horse]]
    dice = dict(zip(living, table.roll(len(living), "each horse", clause), strict=True))
    lying = race.wrecks.get(square, -1)
    for horse, die in dice.items():
        if die > less:
            injure(race, table, chariot, horse, die - less, (clause,))
    if lying >= 0:
        victim = race.chariots[lying]
        for horse, die in dice.items():
            if die > less and victim.horses[horse]:
                injure(race, table, victim, horse, die - less, ("CM 15.25c",))


def end_on_wreck(race: Race, table: Table, chariot: Chariot) -> None:
    """CM 14.2d, 15.25-runover: a chariot that did not clear the wreck flips; a bare team checks next time."""
    if not race.move.jumps:
        return
    race.move.jumps = ()
    if chariot.hitched:
        flip(race, table, chariot, "CM 14.2d")
    else:
        chariot.under = (chariot.square,)
