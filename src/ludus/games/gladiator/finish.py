"""When the fight is over, and who has won (GL 4-victory, 4-stalemate, 20.7)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from ludus.core.decision import Choose
from ludus.core.game import Ask, Outcome, Together
from ludus.core.table import Table
from ludus.games.gladiator.fame import report
from ludus.games.gladiator.state import Arena

ENDINGS = ("last-standing", "most-standing", "nobody-left", "exhausted", "time", "agreed")
FIGHT_ON, DRAW = "fight on", "call it a draw"


def decided(arena: Arena) -> bool:
    """Whether a side has nobody left in the fight."""
    return arena.one_sided


def stand_down(arena: Arena, table: Table) -> None:
    """GL 20.7: where helping is forbidden, a man without an opponent walks off."""
    if arena.rules.help or arena.seats == 2:
        return
    for fighter in arena.men:
        if not arena.foes(fighter):
            arena.strike_off(fighter, "victor")
            table.tell("walks-off", {"fighter": fighter.name}, ("GL 20.7",))


def exhausted(arena: Arena) -> bool:
    """GL 4-stalemate: a whole turn in which nobody could do anything, and nobody did."""
    return arena.spent_force and arena.quiet and all(fighter.cf <= 0 for fighter in arena.men)


def agree(arena: Arena, table: Table) -> Generator[Ask, Any, str | None]:
    """GL 4-stalemate: everybody still in the fight is asked in secret; one who fights on is enough to go on."""
    if decided(arena):  # somebody has resigned
        return None
    prompt = (
        f"Turn {arena.turn} is over. Would {{}} call it a draw? It is one if everybody would; else nobody learns of it."
    )
    asked = Together(
        {
            man.seat: Choose(
                man.seat, "draw", prompt.format(man.name), "GL 4-stalemate", (FIGHT_ON, DRAW), FIGHT_ON, man.name
            )
            for man in arena.men
        }
    )
    answers = yield asked
    return "agreed" if all(answer == DRAW for answer in answers.values()) else None


def conclude(arena: Arena, table: Table, reason: str) -> Outcome:
    """The last line of the log: who leaves the sand on his feet, and who dies of his wounds (GL 9.5-M)."""
    # A man who may not help others stands down as a victor; he is on his feet as well (GL 20.7).
    feet = [0, 0]
    for fighter in arena.fighters:
        if fighter.status == "victor" or (fighter.fighting and not fighter.unconscious):
            feet[fighter.side] += 1
    alive = {fighter.side for fighter in arena.fighters if fighter.fighting or fighter.status == "victor"}
    side = None
    if reason == "last-standing":
        side = _last_side(arena, feet) if alive else None
        if side is None:
            reason = "nobody-left" if not alive else "time"
    elif reason == "time" and arena.seats > 2 and feet[0] != feet[1]:
        side = 0 if feet[0] > feet[1] else 1
        reason = "most-standing"
    winners = tuple(fighter.seat for fighter in arena.fighters if fighter.side == side and fighter.status != "resigned")
    for fighter in arena.fighters:
        if fighter.mortal and (fighter.fighting or fighter.status in ("victor", "spared", "surrendered")):
            table.tell("dies-later", {"fighter": fighter.name, "won": fighter.seat in winners}, ("GL 9.5-M",))
    arena.step = "over"
    table.tell(
        "end",
        {"reason": reason, "winners": list(winners), "side": side, "standing": feet},
        ("GL 4-victory",) if reason in ("last-standing", "nobody-left") else CLAUSES[reason],
    )
    places = tuple(1 if seat in winners else len(winners) + 1 if winners else 2 for seat in range(arena.seats))
    return Outcome(reason, tuple(sorted(winners)), places, report(arena, winners))


def _last_side(arena: Arena, feet: list[int]) -> int | None:
    """The side still in the fight; where both have only men who stood down, the one with more of them."""
    fighting = {fighter.side for fighter in arena.fighters if fighter.fighting}
    if len(fighting) == 1 and (arena.rules.help or arena.seats == 2):
        return fighting.pop()
    return None if feet[0] == feet[1] else 0 if feet[0] > feet[1] else 1


CLAUSES: dict[str, tuple[str, ...]] = {
    "exhausted": ("GL 4-stalemate",),
    "agreed": ("GL 4-stalemate",),
    "time": ("GL 4-stalemate", "GL 20.7"),
    "most-standing": ("GL 20.7",),
}
