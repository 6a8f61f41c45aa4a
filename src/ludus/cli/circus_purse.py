"""The money at the races in a terminal: one's own purse and envelope, and the bets that everybody knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

Position = Mapping[str, Any]


def purse(position: Position, names: Sequence[str]) -> list[Text]:
    """What the seat that looks has, what it sealed, and the betting sheet. Nothing where there is no patronage."""
    coffers = position["parts"].get("patronage")
    if not coffers or not coffers["transfers"]:
        return []
    faction = {seen["number"]: colour for colour, seen in position["chariots"].items()}
    seats = range(len(names)) if coffers["settled"] else [coffers["transfers"][0]["payee"]]
    lines = [
        Text(f"in the purse: {', '.join(f'{names[seat]} {_holds(coffers, seat):,}s' for seat in seats)}", style="bold"),
        *(
            Text(f"sealed: {sealed}", style="dim")
            for seat, envelope in coffers["envelopes"].items()
            if int(seat) in seats and not coffers["settled"] and (sealed := _sealed(envelope, faction, names))
        ),
    ]
    if coffers["odds"]:
        odds = (f"{faction[int(number)]} {odds} to 1" for number, odds in coffers["odds"].items())
        lines.append(Text(f"odds: {', '.join(odds)}", style="dim"))
    return lines


def _holds(coffers: Mapping[str, Any], seat: int) -> int:
    return sum(
        (each["payee"] == seat) * each["sum"] - (each["payer"] == seat) * each["sum"] for each in coffers["transfers"]
    )


def _sealed(envelope: Mapping[str, Any], faction: Mapping[int, str], names: Sequence[str]) -> str:
    rival = envelope.get("rival", -1)
    against = faction.get(envelope["target"], "nobody" if rival == -1 else f"a chariot of {names[rival]}")
    devices = [
        f"{name} {envelope[name]}s against {against}" for name in ("bribe", "drugs", "sabotage") if envelope[name]
    ]
    guards = [f"{faction[number]} guarded against {kind} for {paid}s" for number, kind, paid in envelope["guards"]]
    return "; ".join([*devices, *guards])
