"""Campaigns in a terminal: standings, the own stable or school, the calendar and the account book."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

Position = Mapping[str, Any]
Names = Sequence[str]
Line = Mapping[str, Any]  # of a ledger

BANK = -1
ORDINALS = ("1st", "2nd", "3rd", "4th")
PLACED = 3  # of a race, in the calendar
LATEST = 12  # lines of the account book
PEOPLE = ("alive", "free")
STEPS = {
    "prepare": "the stables are made up",
    "deals": "loans and sales",
    "debts": "debts fall due",
    "vacancies": "reserves are called up",
    "purchases": "the market is open",
    "entries": "entries, in secret",
    "race": "the race",
    "experience": "the stables train",
}
# Where the question names what it is about itself, the standings are enough.
BRIEF = ("bid", "take_bet", "accept", "offer")


def draw_campaign(position: Position, stage: Mapping[str, Any], names: Names, about: str) -> RenderableType:
    """What the seat that looks (`stage["seat"]`) needs for a question; all of it where it is about nothing."""
    seat = stage["seat"]
    if "races" in stage:
        return _season(position, stage, names, seat, about)
    return _school(position, names, seat, about)


def table(*columns: str) -> Grid:
    """Names to the left, numbers to the right."""
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for column in columns:
        heading, right = column.removesuffix(">"), column.endswith(">")
        grid.add_column(heading, justify="right" if right else "left", no_wrap=True)
    return grid


def titled(title: str, sheet: RenderableType) -> list[RenderableType]:
    return [Text(title, style="bold"), sheet]


# -- a season (CM 20 to 26) -------------------------------------------------------------------------------


def _season(position: Position, stage: Mapping[str, Any], names: Names, seat: int | None, about: str) -> Group:
    race, races = position["race"], stage["races"]
    step = STEPS.get(position["step"], position["step"])
    head = f"Race {race} of {races}: {step}" if race <= races else "After the last race"
    parts: list[RenderableType] = [Text(head, style="bold"), _standings(position, names, seat)]
    if seat is not None and about not in BRIEF:
        parts += stable_sheet(position["stables"][seat])
    if position["loans"]:
        parts += [Text(f"  {loan_in_words(loan, names, races)}", style="dim") for loan in position["loans"]]
    if not about:
        parts += _calendar(position["days"], names) + _graves(position["graves"], names)
        parts += [] if seat is None else account(position["ledger"]["transfers"], seat, names)
    return Group(*parts)


def _standings(position: Position, names: Names, seat: int | None) -> Grid:
    """Who has how much, the richest first; who has left stands last."""
    gone = {each["seat"]: each for each in position["gone"]}
    grid = table("", "", "cash>", "chariots>", "ready>", *(f"{ordinal}>" for ordinal in ORDINALS), "")
    for other in sorted(range(len(names)), key=lambda each: (each in gone, -position["cash"][each])):
        chariots = position["stables"][other]["chariots"]
        places = [each["place"] for day in position["days"] for each in day["finishes"] if each["seat"] == other]
        left = f"{gone[other]['why']} before race {gone[other]['race']}" if other in gone else ""
        grid.add_row(
            ">" if other == seat else " ",
            Text(names[other], style="dim" if left else "bold" if other == seat else ""),
            f"{position['cash'][other]:,}s",
            str(len(chariots)) if chariots else "",
            str(sum(map(ready, chariots))) if chariots else "",
            *(str(places.count(place) or "") for place in range(1, len(ORDINALS) + 1)),
            left,
        )
    return grid


def ready(chariot: Mapping[str, Any]) -> bool:
    """CM 22.4b: a living driver, four living horses and a car."""
    driver, team, car = chariot["driver"], chariot["team"], chariot["car"]
    return bool(
        driver
        and driver["hits"]
        and team
        and all(horse and horse["now"] for horse in team["horses"])
        and car
        and not car["wrecked"]
    )


def stable_sheet(stable: Mapping[str, Any]) -> list[RenderableType]:
    """CM 20.1b: a line for each chariot, and what is kept aside."""
    if not stable["chariots"]:
        return []
    grid = table("", "driver", "cdm>", "hits>", "exp>", "wins>", "horses", "end>", "exp>", "car")
    for chariot in stable["chariots"]:
        driver, team, car = chariot["driver"], chariot["team"], chariot["car"]
        man = (
            ("no driver", "", "", "", "")
            if driver is None
            else (driver["name"], f"{driver['modifier']:+d}", _hits(driver), *_learnt(driver))
        )
        horses = ("no team", "", "") if team is None else (_horses(team), str(team["endurance"]), _points(team))
        wheels = "no car" if car is None else f"{car['kind']}, wrecked" if car["wrecked"] else car["kind"]
        grid.add_row(str(chariot["id"]), *man, *horses, wheels, style="" if ready(chariot) else "dim")
    spare = [
        *(f"{each['name']}, driver {each['modifier']:+d}" for each in stable["drivers"]),
        *(f"a team of {_horses(each)}" for each in stable["teams"]),
        *(f"{each['name']}, a horse of {each['now']}" for each in stable["horses"]),
        *(f"a {each['kind']} car" for each in stable["cars"]),
    ]
    return [grid, *([Text(f"  aside: {'; '.join(spare)}", style="dim")] if spare else [])]


def _hits(driver: Mapping[str, Any]) -> str:
    return "dead" if not driver["hits"] else f"{driver['hits']}/{driver['full']}"


def _learnt(driver: Mapping[str, Any]) -> tuple[str, str]:
    career = driver["career"]
    return _points(driver), f"{career['places'][0]}/{career['races']}" if career["races"] else ""


def _points(learner: Mapping[str, Any]) -> str:
    return str(learner["experience"]) if learner["experience"] else ""


def _horses(team: Mapping[str, Any]) -> str:
    """Boxes now, and what is missing: 5-4(5)-x-3."""
    return "-".join(
        "" if horse is None else "x" if not horse["now"] else _boxes(horse["now"], horse["full"])
        for horse in team["horses"]
    )


def _boxes(now: int, full: int) -> str:
    return str(now) if now == full else f"{now}({full})"


def loan_in_words(
    loan: Mapping[str, Any], names: Names, last: int, contest: str = "race", whole: str = "season"
) -> str:
    from ludus.campaign.loans import due_in_words  # a command that draws no campaign needs none

    borrower, lender = _who(loan["borrower"], names), _who(loan["lender"], names)
    return f"{borrower} owes {lender} {loan['owed']:,}s, due {due_in_words(loan['due'], last, contest, whole)}"


def _calendar(days: Sequence[Mapping[str, Any]], names: Names) -> list[RenderableType]:
    """A line for each race: who came in first, second and third, and who did not come home."""
    lines: list[RenderableType] = []
    for day in days:
        placed = [each for each in day["finishes"] if each["place"] is not None]
        first = [f"{each['driver']} ({names[each['seat']]})" for each in placed[:PLACED]]
        line = Text(f"{day['race']:>2}  {', '.join(first) or 'nobody'}")
        dead = [each["driver"] for each in day["finishes"] if not each["alive"]]
        lines.append(line.append(f"; dead: {', '.join(dead)}" if dead else "", style="red"))
    return titled("Calendar", Group(*lines)) if lines else []


def _graves(graves: Sequence[Mapping[str, Any]], names: Names) -> list[RenderableType]:
    men = [
        f"{each['name']} ({names[each['seat']]}, {each['wins']} of {each['races']} won)"
        for each in graves
        if each["kind"] == "driver"
    ]
    return titled("Graves", Text(", ".join(men))) if men else []


def account(lines: Sequence[Line], seat: int, names: Names) -> list[RenderableType]:
    """CM 21.1: the last lines of the own book, each with what was left."""
    grid = table("", "sum>", "left>", "with", "why", "")
    own, left = [], 0
    for line in lines:
        if seat in (line["payer"], line["payee"]):
            amount = line["sum"] if line["payee"] == seat else -line["sum"]
            left += amount
            other = line["payer"] if line["payee"] == seat else line["payee"]
            own.append(
                (str(line["when"]), f"{amount:+,}", f"{left:,}", _who(other, names), line["why"], line["clause"])
            )
    for row in own[-LATEST:]:
        grid.add_row(*row)
    more = len(own) - LATEST
    return titled(f"Account book{f', the last of {len(own)} lines' if more > 0 else ''}", grid) if own else []


def _who(seat: int, names: Names) -> str:
    return "the bank" if seat == BANK else names[seat]


# -- careers and owners (GL 21, 22) -----------------------------------------------------------------------


def _school(position: Position, names: Names, seat: int | None, about: str) -> Group:
    """The own men; of the others those who live, where all of it is wanted."""
    parts: list[RenderableType] = [Text(f"Round {position['round']}: {position['step']}", style="bold")]
    ledger = position.get("ledger")
    living = [man for man in position["men"].values() if man["status"] in PEOPLE]
    if ledger is not None:
        parts.append(_purses(ledger["transfers"], living, names, seat, {each["seat"] for each in position["gone"]}))
    shown = [man for man in living if man["owner"] == seat or (man["owner"] != BANK and not about)]
    if shown:
        parts.append(men_sheet(shown, names, others=not about))
    if not about and ledger is not None and seat is not None:
        parts += account(ledger["transfers"], seat, names)
    return Group(*parts)


def _purses(
    lines: Sequence[Line], living: Sequence[Mapping[str, Any]], names: Names, seat: int | None, gone: set[int]
) -> Grid:
    cash = [
        sum((line["payee"] == each) * line["sum"] - (line["payer"] == each) * line["sum"] for line in lines)
        for each in range(len(names))
    ]
    grid = table("", "", "cash>", "men>", "")
    for other in sorted(range(len(names)), key=lambda each: (each in gone, -cash[each])):
        men = sum(man["owner"] == other for man in living)
        left = "gone" if other in gone else ""
        grid.add_row(">" if other == seat else " ", names[other], f"{cash[other]:,}s", str(men), left)
    return grid


def men_sheet(men: Sequence[Mapping[str, Any]], names: Names, *, others: bool) -> Grid:
    grid = table("", "owner", "type", "TR>", "ST>", "AG>", "CON>", "W>", "points>", "won>", "wounds")
    for man in sorted(men, key=lambda each: (each["owner"], each["number"])):
        ratings = (man["training"], man["strength"], man["agility"], man["constitution"], man["wound_factor"])
        grid.add_row(
            man["name"],
            names[man["owner"]] if others else "",
            man["type"],
            *map(str, ratings),
            str(man["points"]) if man["points"] else "",
            f"{man['wins']}/{man['fights']}" if man["fights"] else "",
            "free" if man["status"] == "free" else "-".join(map(str, man["wounds"])) if any(man["wounds"]) else "",
        )
    return grid
