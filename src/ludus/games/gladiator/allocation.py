"""Sharing out combat factors in secret: attacks by area and order, defence by area (GL 8.3, 20)."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from functools import cache
from itertools import permutations
from typing import Any

from ludus.core.decision import Allocate, Choice, Choose, Decision
from ludus.core.game import Ask, Phase, Together
from ludus.games.gladiator.advantage import Engagement
from ludus.games.gladiator.charts import AREAS
from ludus.games.gladiator.counts import counted
from ludus.games.gladiator.fighter import NOBODY, Fighter
from ludus.games.gladiator.state import AMID, Arena

MOST_ATTACKS = 5  # GL 8.43
UNUSED = "unused"
DEFEND = tuple(f"defend {area}" for area in AREAS)
ATTACK = tuple(f"attack {area}" for area in AREAS)
NO_DEFENCE = (0, 0, 0, 0, 0)
NOTHING: Mapping[str, int] = {}

Attack = tuple[int, int, int]  # target, area, CFs


class Form(Allocate):
    """Display 14. Boxes may be named with their points; whatever is left over then is not used."""

    __slots__ = ("pledged",)

    pledged: Mapping[str, int]  # bonus CFs that an attack has already, box by box (GL 20.1-bonus)

    def read(self, raw: object) -> Choice:
        if isinstance(raw, Mapping) and raw and UNUSED not in raw:
            used = sum(points for points in raw.values() if type(points) is int)
            raw = {**raw, UNUSED: max(0, self.budget - used)}
        return super().read(raw)


class Allotment:
    """One man's CFs while they are being shared out; nobody else sees it before all have finished (GL 8.41)."""

    __slots__ = (
        "aim",
        "attacks",
        "available",
        "bonus",
        "budget",
        "defence",
        "engagement",
        "fighter",
        "layout",
        "outside",
        "pledged",
        "single",
        "spent_man",
    )

    def __init__(self, fighter: Fighter, engagement: Engagement) -> None:
        self.fighter = fighter
        self.engagement = engagement
        self.attacks: tuple[Attack, ...] = ()
        self.defence: tuple[int, ...] = NO_DEFENCE
        targets = engagement.targets
        self.single = len(targets) > 1 or (bool(targets) and len(engagement.attackers) > 1)  # GL 20
        self.outside = engagement.outside and not self.single  # GL 20.5: his whole bonus may go into one attack
        self.aim = -1  # where a bonus goes: an area (GL 20.5), or an opponent (GL 20.1-bonus)
        self.pledged: tuple[int, ...] = NO_DEFENCE  # bonus CFs that may only go to attacks on that opponent
        self.layout: Sequence[tuple[int, int]] = ()  # what the attack boxes of the form stand for
        self.bonus = 0
        if len(targets) == 1 and not self.single:
            self.bonus = engagement.bonuses[targets[0]]
        self.available = fighter.own_cf + self.bonus
        self.budget = self.available  # what is not pledged
        self.spent_man = fighter.cf <= 0  # GL 9.33: he has only his bonus, and that only to attack

    @property
    def half(self) -> int:
        """GL 8.31a, 9.33: the most that one area may get."""
        return self._half_of(self.available)

    def _half_of(self, available: int) -> int:
        return available if available == 1 or self.spent_man else available // 2

    def most_against(self, number: int) -> int:
        """GL 20.1-bonus, 20.5: the most that one area of this man may get, with his bonus where it does most."""
        if self.outside and not self.spent_man:
            return max(self.half, self.own_half + self.bonus)
        if not self.single:
            return self.half
        return self._half_of(self.fighter.own_cf + self.engagement.bonuses.get(number, 0))

    @property
    def own_half(self) -> int:
        """GL 20.5: half of what he has without the bonus."""
        own = self.available - self.bonus
        return max(own // 2, min(own, 1))


def allocate(arena: Arena, engaged: dict[int, Engagement]) -> Generator[Ask, Any, dict[int, Allotment]]:
    """GL 4.362: everybody at once; gives back the allotments by number."""
    allotments = {
        man.number: Allotment(man, engaged[man.number])
        for man in arena.men
        if man.number in engaged and not man.unconscious
    }
    if not any(each.fighter.sheet for each in allotments.values()):
        yield from fill_in_forms(arena, allotments)
        arena.moment = AMID
    else:  # the forms are filled in already
        for each in allotments.values():
            if each.fighter.sheet:
                ask_for_allocation(arena, each, "allocate")
                read_allocation(each, each.fighter.sheet)
    # Everybody who could attack is asked, even with nothing to put in order: else it would tell who has several.
    orders = Together()
    for each in allotments.values():
        if each.engagement.targets:
            orders[each.fighter.seat] = ask_for_order(arena, each)
    if orders:
        chosen: dict[int, Choice] = yield orders
        for each in allotments.values():
            if each.fighter.seat in chosen:
                put_in_order(arena, each, chosen[each.fighter.seat])
    for each in allotments.values():  # GL 19.2: as written, whatever comes of it
        for _, _, points in each.attacks:
            each.fighter.attack_total += points
        each.fighter.defence_total += sum(each.defence)
    return allotments


def fill_in_forms(arena: Arena, allotments: dict[int, Allotment]) -> Phase:
    """GL 8.31 to 8.33: attack and defence of everybody, in secret."""
    name = "allocate"
    if arena.seats > 2 and any(each.single or each.outside for each in allotments.values()):
        yield from place_bonuses(arena, allotments)
        name = "team-allocate"  # depends on secret answers, so that no view leads back to it
    asked = Together()
    for each in allotments.values():
        if each.budget > 0 and (each.engagement.targets or not each.spent_man):
            asked[each.fighter.seat] = ask_for_allocation(arena, each, name)
    answers: dict[int, tuple[int, ...]] = (yield asked) if asked else {}
    for each in allotments.values():
        if each.fighter.seat in answers:
            each.fighter.sheet = answers[each.fighter.seat]
            read_allocation(each, each.fighter.sheet)
        else:  # he has nothing but what he has pledged
            each.attacks = tuple((each.aim, area, points) for area, points in enumerate(each.pledged) if points)


# -- the form -------------------------------------------------------------------------------------------


def ask_for_allocation(arena: Arena, each: Allotment, name: str) -> Allocate:
    """GL 8.31a, GL 8.32, GL 8.33: one form for attack and defence, with what is left unused."""
    fighter, budget = each.fighter, each.budget
    few = None
    if each.single:
        boxes, few = attack_several(arena, each)
    else:
        attacks: tuple[int, ...] = ()
        if each.engagement.targets:
            each.layout = all_areas(each.engagement.targets[0])
            attacks = (min(each.half, budget),) * 5
            if each.aim >= 0:  # GL 20.5: the whole bonus goes into one attack
                half = each.own_half
                attacks = tuple(min(half + (each.bonus if area == each.aim else 0), budget) for area in range(5))
        boxes = form(attacks, 0 if each.spent_man else budget, budget)
    question = Form(
        fighter.seat,
        name,
        f"Share out {fighter.name}'s {counted(budget, 'combat factor')}.",
        "GL 8.31a" if each.layout else "GL 8.32",
        budget,
        boxes,
        default_allocation(budget, boxes.get(ATTACK[1], 0), len(each.layout), each.spent_man),
        fighter.name,
        few,
    )
    question.pledged = pledged_in(each, boxes) if each.single else NOTHING
    return question


def pledged_in(each: Allotment, boxes: Mapping[str, int]) -> dict[str, int]:
    """GL 20.1-bonus: what the attacks on one opponent have before the form is filled in."""
    return {
        box: each.pledged[area]
        for box, (target, area) in zip(boxes, each.layout, strict=False)
        if target == each.aim and each.pledged[area]
    }


@cache
def all_areas(target: int) -> tuple[tuple[int, int], ...]:
    return tuple((target, area) for area in range(5))


@cache
def form(attacks: tuple[int, ...], defence: int, budget: int) -> dict[str, int]:
    """The boxes of Display 14, each with what it takes at most."""
    boxes = dict(zip(ATTACK, attacks, strict=False))
    for box in DEFEND:
        boxes[box] = defence
    boxes[UNUSED] = budget
    return boxes


def attack_several(arena: Arena, each: Allotment) -> tuple[dict[str, int], tuple[int, int]]:
    """GL 8.43, 20.2: a box for each area of each opponent; five attacks at most. Areas that have bonus CFs already come
    last: they are attacks in any case."""
    budget = each.budget
    aimed = [attack for target in each.engagement.targets for attack in all_areas(target)]
    pledged = [(target, area) for target, area in aimed if target == each.aim and each.pledged[area]]
    each.layout = [attack for attack in aimed if attack not in pledged] + pledged
    boxes: dict[str, int] = {}
    for target, area in each.layout:
        taken = each.pledged[area] if target == each.aim else 0
        boxes[f"attack {arena.fighters[target].name} {AREAS[area]}"] = max(0, min(each.half - taken, budget))
    boxes |= form((), 0 if each.spent_man else budget, budget)
    return boxes, (len(aimed) - len(pledged), MOST_ATTACKS - len(pledged))


@cache
def default_allocation(budget: int, chest: int, attacks: int, spent_man: bool) -> tuple[int, ...]:
    """What an absent man does: he covers himself; a man with nothing but a bonus strikes at the chest."""
    answer = [0] * (attacks + 6)
    if spent_man:
        if attacks == 5:
            answer[1] = min(budget, chest)
        answer[-1] = budget - sum(answer)
        return tuple(answer)
    for point in range(budget):
        answer[attacks + point % 5] += 1
    return tuple(answer)


def read_allocation(each: Allotment, answer: tuple[int, ...]) -> None:
    """Attacks area by area, opponent by opponent, and the defence."""
    pledged_to = each.aim if each.single else NOBODY
    attacks: list[Attack] = []
    for (target, area), points in zip(each.layout, answer, strict=False):
        if target == pledged_to:
            points += each.pledged[area]
        if points:
            attacks.append((target, area, points))
    each.attacks = tuple(attacks)
    each.defence = answer[-6:-1]


# -- bonuses in team combat ------------------------------------------------------------------------------

SPREAD = "spread"


def place_bonuses(arena: Arena, allotments: dict[int, Allotment]) -> Phase:
    """GL 20.1-bonus, 20.5: against whom a man beset by several uses his bonus; who puts all of his into one attack."""
    asked: dict[int, Decision] = {}
    for each in allotments.values():
        seat, name = each.fighter.seat, each.fighter.name
        if each.outside and each.bonus > 0 and not each.spent_man:
            prompt = f"Does {name} put his whole bonus of {each.bonus} into one attack?"
            asked[seat] = Choose(seat, "concentrate", prompt, "GL 20.5", (SPREAD, *AREAS), about=name)
        elif each.single:
            favoured = [foe for foe, bonus in each.engagement.bonuses.items() if bonus > 0]
            if len(favoured) == 1:
                each.aim = favoured[0]
            elif favoured:
                names = tuple(arena.fighters[foe].name for foe in favoured)
                prompt = f"Against whom does {name} use his bonus?"
                asked[seat] = Choose(seat, "bonus-on", prompt, "GL 20.1-bonus", names, about=name)
    answers: dict[int, Choice] = {}
    if asked:
        answers = yield Together(asked)
        arena.moment = AMID
    pledges: dict[int, Decision] = {}
    for each in allotments.values():
        answer = answers.get(each.fighter.seat)
        if each.outside:
            each.aim = AREAS.index(str(answer)) if answer in AREAS else -1
            continue
        if answer is not None:
            each.aim = next(foe for foe in each.engagement.targets if arena.fighters[foe].name == answer)
        if each.aim < 0:
            continue
        worth = each.engagement.bonuses[each.aim]
        each.available += worth
        each.bonus = min(worth, each.available)  # a CF below zero takes some of it (GL 9.34)
        pledges[each.fighter.seat] = ask_for_pledge(arena, each)
    if not pledges:
        return
    pledged: dict[int, tuple[int, ...]] = yield Together(pledges)
    arena.moment = AMID
    for each in allotments.values():
        if each.fighter.seat in pledged:
            each.pledged = pledged[each.fighter.seat][:5]
            each.available -= pledged[each.fighter.seat][5]  # not used against him, it is lost
            each.budget = each.available - sum(each.pledged)


def ask_for_pledge(arena: Arena, each: Allotment) -> Allocate:
    """GL 20.1-bonus: bonus CFs go to attacks on that opponent, or are lost."""
    name = arena.fighters[each.aim].name
    boxes = {f"attack {name} {area}": min(each.half, each.bonus) for area in AREAS}
    boxes[UNUSED] = each.bonus
    question = Form(
        each.fighter.seat,
        "bonus",
        f"Share out the {counted(each.bonus, 'bonus factor')} against {name}.",
        "GL 20.1-bonus",
        each.bonus,
        boxes,
        about=each.fighter.name,
    )
    question.pledged = NOTHING
    return question


# -- the order of attacks --------------------------------------------------------------------------------


def attack_names(arena: Arena, each: Allotment) -> tuple[str, ...]:
    if each.single:
        return tuple(f"{arena.fighters[target].name} {AREAS[area]}" for target, area, _ in each.attacks)
    return tuple([AREAS[area] for _, area, _ in each.attacks])


@cache
def orders_of(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(", ".join(order) for order in permutations(names)) if names else ("no attack",)


def ask_for_order(arena: Arena, each: Allotment) -> Choose:
    """GL 8.31b: the player writes in which order his attacks are made."""
    fighter = each.fighter
    orders = orders_of(attack_names(arena, each))
    several = len(orders) > 1
    prompt = f"In which order does {fighter.name} make his attacks?" if several else f"Is {fighter.name} ready?"
    return Choose(fighter.seat, "order", prompt, "GL 8.31b", orders, None, fighter.name)


def put_in_order(arena: Arena, each: Allotment, answer: Choice) -> None:
    attacks = each.attacks
    if len(attacks) < 2:
        return
    index = orders_of(attack_names(arena, each)).index(str(answer))
    each.attacks = tuple([attacks[number] for number in _numbers(len(attacks))[index]])


@cache
def _numbers(count: int) -> tuple[tuple[int, ...], ...]:
    return tuple(permutations(range(count)))
