"""The epic campaign in a terminal: fortunes, the own stable and school, the market, challenges and the calendar."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from ludus.cli.campaign_sheets import account, loan_in_words, men_sheet, ready, stable_sheet, table, titled

Position = Mapping[str, Any]
Names = Sequence[str]
MARKET = -1
STEPS = {
    "found": "the families count their money",
    "council": "the council of the families",
    "challenges": "challenges",
    "debts": "debts fall due",
    "components": "the dealers' stalls are open",
    "auction": "the auction",
    "fitting": "chariots are put together",
    "entries": "entries, in secret",
    "experience": "men and teams train",
    "recovery": "wounds heal",
}
# Where the question names what it is about itself, the fortunes are enough.
BRIEF = ("bid", "take_bet", "accept", "challenged", "type", "improve", "arrange")


def draw_epic(position: Position, stage: Mapping[str, Any], names: Names, about: str) -> RenderableType:
    """What the seat that looks needs for a question; all of it where it is about nothing."""
    seat = stage["seat"]
    head = f"Event {position['round']} of {stage['events']}"
    what = f", a {position['event']}" if position["event"] else ""
    parts: list[RenderableType] = [
        Text(f"{head}{what}: {STEPS.get(position['step'], position['step'])}", style="bold"),
        _fortunes(position, names, seat, stage["goal"]),
    ]
    brief = about in BRIEF or any(about.startswith(kind) for kind in ("chariot ", "gladiator ", "duel ", "match race "))
    own = [man for man in position["men"].values() if man["owner"] == seat and man["status"] == "alive"]
    if seat is not None and not brief:
        parts += stable_sheet(position["stables"][seat])
        parts += [men_sheet(own, names, others=False)] if own else []
    parts += [
        Text(f"  {loan_in_words(loan, names, stage['events'], 'event', 'campaign')}", style="dim")
        for loan in position["loans"]
    ]
    parts += [Text(f"  {_duel(duel, names)}", style="dim") for duel in position["duels"]]
    parts += _card(position, names)
    if not about:
        parts += _market(position, names) + _calendar(position["days"]) + _halls(position, names)
        parts += [] if seat is None else account(position["ledger"]["transfers"], seat, names)
    return Group(*parts)


def _fortunes(position: Position, names: Names, seat: int | None, goal: int) -> RenderableType:
    """E1 4.1: the richest first, and what is missing to the end."""
    gone = {each["seat"]: each["why"] for each in position["gone"]}
    slaves = {each["seat"]: f"a slave, {each['kind']}" for each in position["slaves"]}
    grid = table("", "", "cash>", "chariots>", "ready>", "men>", "")
    for other in sorted(range(len(names)), key=lambda each: (each in gone, -position["cash"][each])):
        chariots = position["stables"][other]["chariots"]
        men = sum(man["owner"] == other and man["status"] == "alive" for man in position["men"].values())
        left = gone.get(other) or slaves.get(other, "")
        grid.add_row(
            ">" if other == seat else " ",
            Text(names[other], style="dim" if other in gone else "bold" if other == seat else ""),
            f"{position['cash'][other]:,}s",
            str(len(chariots) or ""),
            str(sum(map(ready, chariots)) or ""),
            str(men or ""),
            left,
        )
    return Group(grid, Text(f"  {goal:,}s win.", style="dim"))


def _duel(duel: Mapping[str, Any], names: Names) -> str:
    sums = f"{duel['odds'] * duel['stake']:,}s against {duel['stake']:,}s"
    return f"A duel of {duel['number']} a side beside the event: {names[duel['by']]} and {names[duel['to']]}, {sums}"


def _card(position: Position, names: Names) -> list[RenderableType]:
    """E1 5.1.2-gala: who meets whom."""
    men = position["men"]
    lines = []
    for bout in position["card"]:
        pair = [men[str(number)] for number in bout["men"]]
        lines.append(Text("  " + " against ".join(f"{man['name']} ({names[man['owner']]})" for man in pair)))
    return titled("The card of the gala", Group(*lines)) if lines else []


def _market(position: Position, names: Names) -> list[RenderableType]:
    """E1 4.3: what is for sale."""
    men = [man for man in position["men"].values() if man["owner"] == MARKET and man["status"] == "alive"]
    chariots = stable_sheet({**position["stables"][0], "chariots": position["market"], "drivers": [], "teams": [],
                             "horses": [], "cars": []})  # fmt: skip
    found = titled("The market", Group(*chariots)) if chariots else []
    return [*found, *([men_sheet(men, names, others=False)] if men else [])]


def _calendar(days: Sequence[Mapping[str, Any]]) -> list[RenderableType]:
    lines = [
        Text(f"{day['number']:>2}  {day['kind']}: {', '.join(day['winners']) or 'nobody'}")
        for day in days
    ]  # fmt: skip
    return titled("Calendar", Group(*lines)) if lines else []


def _halls(position: Position, names: Names) -> list[RenderableType]:
    """E1 10.3: champions; and those who did not live to see it."""
    champions = [
        f"{each['name']}, {each['kind']} ({names[each['seat']]}, {each['wins']} won)" for each in position["champions"]
    ]
    graves = [f"{each['name']} ({names[each['seat']]})" for each in position["graves"] if each["kind"] != "horse"]
    found = titled("Champions", Text(", ".join(champions))) if champions else []
    return [*found, *(titled("Graves", Text(", ".join(graves))) if graves else [])]
