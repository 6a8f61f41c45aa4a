"""The net (GL 17): toss, swing and lay, the grab, struggling free, and dragging down."""

from __future__ import annotations

from ludus.core.decision import Choice, Choose, Decision
from ludus.core.event import Modifier
from ludus.core.game import Phase, Together
from ludus.core.table import Table
from ludus.games.gladiator.charts import NET, NET_MODIFIERS, SWEEP, combat_result
from ludus.games.gladiator.fighter import NOBODY, Fighter
from ludus.games.gladiator.hexes import Hex, arc, distance, in_front, positional_value, rotate, step
from ludus.games.gladiator.legal_plots import KINDS, can_hold
from ludus.games.gladiator.missus import armed_over, moment_of_truth
from ludus.games.gladiator.plot import read_plot
from ludus.games.gladiator.postures import check_stumble, fall_prone, let_go, release
from ludus.games.gladiator.state import Arena, Item

CLAUSES = {
    "toss": ("GL 17.3", "GL 17.33", "GL 17.34"),
    "swing": ("GL 17.4", "GL 17.44", "GL 17.45"),
    "lay": ("GL 17.5", "GL 17.54", "GL 17.55"),
}
MISSED = {"toss": "GL 17.32", "swing": "GL 17.42", "lay": "GL 17.52"}
DECLINED = "no"


def lay_places(fighter: Fighter, which: int) -> Hex:
    """GL 6.4-LN: front-left, front or front-right of where he stands now."""
    q, r = arc(fighter.facing, 1)[which - 1]
    return (fighter.place[0] + q, fighter.place[1] + r)


def nets_in_play(arena: Arena) -> bool:
    """Whether this phase has any business with nets."""
    for man in arena.men:
        if man.netted or man.holding != NOBODY:
            return True
        if man.net and read_plot(man.plot).net:
            return True
    return False


def net_attacks(arena: Arena, table: Table) -> Phase:
    """GL 4-order (9)."""
    check_holds(arena, table)
    for man in arena.men:
        net = read_plot(man.plot).net
        # GL 17.8, 17.35: not after a collision, nor from within another's net.
        able = man.upright and not (man.collided or man.stumbling or man.netted or man.appealing)
        if net and man.net and able:
            yield from attack(arena, table, man, KINDS[net])


def mercy_in_the_net(arena: Arena, table: Table) -> Phase:
    """GL 17.353: the end of step (10)."""
    for man in arena.men:
        if man.netted and man.prone:
            victor = at_the_trident(arena, man)
            if victor is not None:
                yield from moment_of_truth(arena, table, man, victor, "dragged down", ("GL 17.353",))


def check_holds(arena: Arena, table: Table) -> None:
    """GL 17.355: beyond three hexes the net slips out of the hand."""
    for man in arena.men:
        if man.holding == NOBODY:
            continue
        victim = arena.fighters[man.holding]
        if distance(man.place, victim.place) > NET["hold"]:
            let_go(arena, man)
            table.tell("net-slips", {"fighter": man.name, "victim": victim.name}, ("GL 17.355",))


def at_the_trident(arena: Arena, fallen: Fighter) -> Fighter | None:
    """GL 17.353: an adjacent retiarius with a weapon and a CF left."""
    for foe in arena.foes(fallen):
        if (
            foe.kind == "retiarius"
            and foe.weapon
            and foe.upright
            and not foe.netted
            and not foe.appealing
            and foe.own_cf > 0
            and in_front(foe.place, foe.facing, fallen.place)
        ):
            return foe
    return None


# -- attacks ---------------------------------------------------------------------------------------------


def attack(arena: Arena, table: Table, fighter: Fighter, kind: str) -> Phase:
    """GL 17.2, 17.31: a fixed price, paid also for a miss; then the net must be gathered again."""
    arena.quiet = False
    fighter.spent += NET[kind]["cf"]
    fighter.attack_total += NET[kind]["cf"]  # GL 19.2
    fighter.net_ready = arena.clock + 1 + NET[kind]["blocked"]
    targets = targets_of(arena, fighter, kind)
    if not targets:
        table.tell("net-missed", {"fighter": fighter.name, "kind": kind}, (CLAUSES[kind][0], "GL 17.2", MISSED[kind]))
        return
    target = targets[0]
    if len(targets) > 1:
        names = tuple(each.name for each in targets)
        prompt = f"At whom does {fighter.name} aim his net?"
        answer = yield Choose(fighter.seat, "net-target", prompt, CLAUSES[kind][0], names, about=fighter.name)
        target = next(each for each in targets if each.name == answer)
    found = modifiers(arena, fighter, target, kind)
    roll = sum(table.roll(3, f"net {kind}", CLAUSES[kind][1])) + sum(each.amount for each in found)
    result = combat_result(roll, 0)
    table.tell(
        "net",
        {"fighter": fighter.name, "target": target.name, "kind": kind, "total": roll, "result": result},
        (*CLAUSES[kind], "GL 17.2"),
        tuple(found),
    )
    if result == "M":
        yield from grab(arena, table, fighter, target)
    elif result[0] == "H" and kind == "toss":
        ensnare(arena, table, fighter, target)
    elif target.prone:
        return  # GL 14.1: he cannot stumble
    elif result[0] == "P":
        check_stumble(table, target, f"net {kind}")
    elif result[0] == "H":
        target.owes_stumble = True
        table.tell("tripped", {"fighter": target.name, "by": fighter.name}, (CLAUSES[kind][1], "GL 14.1"))


def targets_of(arena: Arena, fighter: Fighter, kind: str) -> list[Fighter]:
    """GL 17.3, GL 17.43, GL 17.53: whom a net can reach after movement, a toss up to three hexes away (GL 8.1b); of
    several the thrower takes one."""
    foes = [foe for foe in arena.foes(fighter) if not foe.appealing]
    if kind == "toss":
        reach = NET["toss"]["range"]
        return [foe for foe in foes if not foe.netted and in_front(fighter.place, fighter.facing, foe.place, reach)]
    if kind == "swing":
        reach = NET["swing"]["range"]
        if not any(in_front(fighter.place, fighter.facing, foe.place, reach) for foe in foes):
            return []  # GL 17.42: whoever of his own is there
        for offset in SWEEP:
            q, r = rotate(offset, fighter.facing)
            struck = arena.at((fighter.place[0] + q, fighter.place[1] + r))
            if struck is not None and struck.posture == "standing" and not struck.appealing:
                return [struck]
        return []
    entered = [(foe.trail.index(fighter.lay[0]), foe) for foe in foes if fighter.lay and fighter.lay[0] in foe.trail]
    soonest = min((at for at, _ in entered), default=0)
    return [foe for at, foe in entered if at == soonest]


def modifiers(arena: Arena, fighter: Fighter, target: Fighter, kind: str) -> list[Modifier]:
    """GL 17.34, 17.45, 17.55: three lists of one shape."""
    chart = NET_MODIFIERS[kind]
    widths = arena.rules.widths
    # A lay is judged from where the thrower stood, and by the facing with which the other came (GL 17.55).
    stood, faced = (fighter.start, target.stride) if kind == "lay" else (fighter.place, target.facing)
    at = fighter.lay[0] if kind == "lay" else target.place
    position = positional_value((stood[0] - at[0], stood[1] - at[1]), faced, arena.rules.values[target.left_handed])
    away = distance(fighter.place, target.place)
    amounts = [
        ("position", position),
        ("net factors", fighter.nf - target.nf),
        ("retiarius' arm wounds", chart["arm_loss"] * fighter.arm_loss(widths)),
        ("target's leg wounds", chart["leg_loss"] * target.leg_loss(widths)),
        ("distance", chart.get(f"range_{away}", 0)),
        ("repels the net", chart["repel"] if target.repels else 0),
        ("kneeling", chart.get("kneeling", 0) if target.posture == "kneeling" else 0),
        ("moved straight back", chart["back"] * target.back),
        ("sidestepped back", chart["side_back"] * target.side_back),
        ("sidestepped forward", chart.get("side_forward", 0) * target.side_forward),
        ("moved forward", chart.get("forward", 0) * target.forward),
        ("turned", chart.get("turned", 0) * target.turned),
        ("stayed in his hex", 0 if target.left_hex or target.place != target.start else chart.get("stayed", 0)),
        (target.weight, chart.get(target.weight, 0)),
        ("no retiarius", 0 if fighter.kind == "retiarius" else NET["stranger"]),
        ("weak defender", max(0, -target.cf)),  # GL 9.34
    ]
    return [Modifier(reason, amount) for reason, amount in amounts if amount]


def ensnare(arena: Arena, table: Table, fighter: Fighter, target: Fighter) -> None:
    """GL 17.35, 17.351-net-after: the net stays on him, its end in the thrower's hand; one he held slips out of his."""
    fighter.net = False
    fighter.holding = target.number
    target.netted = target.was_netted = True
    target.net_holder = fighter.number
    if target.holding != NOBODY:
        let_go(arena, target)
    table.tell("ensnared", {"fighter": target.name, "by": fighter.name}, ("GL 17.33", "GL 17.35"))


def grab(arena: Arena, table: Table, fighter: Fighter, target: Fighter) -> Phase:
    """GL 17.6a, 17.6b: a die and Strength each; the thrower wins ties."""
    own = table.roll(1, "holding on to the net", "GL 17.6a")[0] + fighter.strength
    theirs = table.roll(1, "grabbing the net", "GL 17.6a")[0] + target.strength
    lost = theirs > own
    table.tell(
        "grab",
        {"fighter": fighter.name, "target": target.name, "own": own, "against": theirs, "lost": lost},
        ("GL 17.6a",),
    )
    if not lost:
        return
    fighter.net = False
    ways = tuple(f"drop {way}" for way in range(1, 7))
    keep = ("keep",) if can_hold(target, "net") else ()
    prompt = f"{target.name} has torn the net away. What does he do with it?"
    answer = yield Choose(target.seat, "grabbed-net", prompt, "GL 17.6b", (*keep, *ways), about=target.name)
    if answer == "keep":
        target.net = True
        target.net_ready = arena.clock + 1
        place = target.place
    else:
        place = step(target.place, (target.facing + int(str(answer)[-1]) - 1) % 6)
        arena.drop(Item("net", place))
    table.tell(
        "net-taken", {"fighter": target.name, "kept": answer == "keep", "place": list(place)}, ("GL 17.6b", "GL 17.9")
    )


# -- in the net --------------------------------------------------------------------------------------------


def struggle(arena: Arena, table: Table) -> Phase:
    """GL 17.351a: CFs committed first, three dice less those (GL 17.351-shorthand: not his net factor); 6 or less and
    he is out."""
    asked: dict[int, Decision] = {}
    for man in arena.men:
        if not man.netted or man.unconscious:
            continue
        man.was_netted = True
        if man.prone and armed_over(arena, man):
            continue  # GL 17.354
        most = max(0, man.own_cf)
        choices: tuple[Choice, ...] = (DECLINED, *range(most + 1))
        prompt = f"How many CFs does {man.name} put into freeing himself?"
        asked[man.seat] = Choose(man.seat, "free", prompt, "GL 17.351a", choices, most, man.name)
    if not asked:
        return
    answers: dict[int, Choice] = yield Together(asked)
    for man in arena.men:
        answer = answers.get(man.seat, DECLINED)
        if not isinstance(answer, int) or not man.netted:
            continue
        man.spent += answer
        total = sum(table.roll(3, "struggling free", "GL 17.351a")) - answer
        free = total <= NET["free_at"]
        table.tell(
            "struggle",
            {"fighter": man.name, "cf": answer, "total": total, "free": free, "net_loss": max(0, total) if free else 0},
            ("GL 17.351a", *(("GL 17.351b", "GL 17.351-net-after") if free else ())),
            (Modifier("CFs committed", -answer),),
        )
        if free:
            man.net_loss = max(0, total)
            release(arena, man)


def drag(arena: Arena, table: Table) -> Phase:
    """GL 17.352: three dice, Strength and CFs; 19 or more and the man in the net is down."""
    asked: dict[int, Decision] = {}
    for man in arena.men:
        if man.holding == NOBODY or not man.upright or man.appealing:
            continue
        victim = arena.fighters[man.holding]
        if victim.prone or distance(man.place, victim.place) > NET["hold"]:
            continue
        choices: tuple[Choice, ...] = (DECLINED, *range(max(0, man.own_cf) + 1))
        prompt = f"How many CFs does {man.name} put into dragging {victim.name} down?"
        asked[man.seat] = Choose(man.seat, "drag", prompt, "GL 17.352", choices, DECLINED, man.name)
    if not asked:
        return
    answers: dict[int, Choice] = yield Together(asked)
    for man in arena.men:
        answer = answers.get(man.seat, DECLINED)
        if not isinstance(answer, int) or man.holding == NOBODY:
            continue
        victim = arena.fighters[man.holding]
        man.spent += answer
        total = sum(table.roll(3, "dragging down", "GL 17.352")) + man.strength + answer
        down = total >= NET["drag_at"]
        table.tell(
            "drag",
            {"fighter": man.name, "victim": victim.name, "total": total, "down": down},
            ("GL 17.352",),
            (Modifier("strength", man.strength), Modifier("CFs committed", answer)),
        )
        if down:
            fall_prone(table, victim, "dragged down", "GL 17.352")
