"""Answers in a terminal: how they are listed, and what a person means by what is typed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from rich.table import Table as Grid
from rich.text import Text

from ludus.core.decision import Allocate, Choice, Choose, Decision, Filled, Range
from ludus.core.errors import Refused, shown
from ludus.core.fields import AnyOf, Field, Number, OneOf
from ludus.core.form import Form
from ludus.core.naming import by_name

Explained = Mapping[str, Any]  # what the game says about an answer

SHOWN = 16  # rows listed at once
SHORT = 20  # characters that say no more than the choice itself
FEW = 4  # numbers of points that are all told
EACH = "each"  # typed to be asked box by box
COUNTED = ("forward", "brake")  # steps that differ only in how far


# -- listing ------------------------------------------------------------------------------------------

Row = tuple[str, str, Text]  # its number, the words to type, and what it comes to


def listed(decision: Decision, answers: Sequence[Explained], names: Sequence[str] = ()) -> list[Row]:
    """The answers, a row each; a run of numbers that come to the same is one row, told by its last. Who sits at the
    table is called by his name."""
    if isinstance(decision, Allocate):
        return _boxes(decision, answers)
    if isinstance(decision, Form):
        return [*_fields(decision, names), *_suggestions(answers)]
    rows = []
    for _, group in groupby(enumerate(answers, start=1), key=lambda entry: _run(decision, entry[1])):
        run = list(group)
        (first, opening), (last, closing) = run[0], run[-1]
        words = _joined(str(opening["choice"]), str(closing["choice"]))
        if isinstance(decision, Range):
            rows.append((words, "", _told(closing)))
        else:
            rows.append((_joined(str(first), str(last)), words, _told(closing)))
    return rows


def unexplained(decision: Decision) -> list[dict[str, Any]]:
    """The bare answers, for a game that fails to explain them; boxes are listed without."""
    return [] if isinstance(decision, Allocate | Form) else [{"choice": choice} for choice in decision]


def in_columns(rows: Iterable[Row]) -> Grid:
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(justify="right", min_width=6, style="bold")
    grid.add_column(no_wrap=True)
    grid.add_column()
    for row in rows:
        grid.add_row(*row)
    return grid


def _run(decision: Decision, answer: Explained) -> tuple[str, ...]:
    """Answers next to each other with the same of these stand in one row: the same word, the same risk."""
    if isinstance(decision, Range):
        return (_risk(answer),)
    word = str(answer["choice"]).partition(" ")[0]
    return (word, repr(answer.get("strain"))) if word in COUNTED else (str(answer["choice"]),)


def _risk(answer: Explained) -> str:
    """What makes two numbers different: for a speed the strain it would bring and where it would end, else the hint."""
    if "corner" not in answer:
        return str(answer.get("hint") or "")
    lanes = (answer["corner"] or {}).get("lanes", ())
    points = [(lane.get("points"), lane.get("unpaid")) for lane in lanes]
    return repr((points, answer.get("finish"), answer.get("blocked_at"), answer.get("wheels")))


def _joined(first: str, last: str) -> str:
    """forward 1 and forward 9 are forward 1-9."""
    return first if first == last else f"{first}-{last.rpartition(' ')[2]}"


def _told(answer: Explained) -> Text:
    text = Text(str(answer.get("label") or ""))
    if answer.get("hint"):
        text.append(f"{': ' if text else ''}{answer['hint']}", style="dim")
    return text


def _boxes(decision: Allocate, answers: Sequence[Explained]) -> list[Row]:
    """A row for each box, with what each number of points in it gives; of many numbers, the least, a middle one and
    the most."""
    gives: dict[str, dict[int, str]] = {box: {} for box in decision.boxes}
    for answer in answers:
        # Of very many answers each box is explained for itself.
        for each in answer.get("boxes") or ([answer] if "box" in answer else ()):
            words = str(each.get("hint") or each["label"])
            if words != f"{each['box']} {each['points']}":  # else it says nothing new
                gives[each["box"]][each["points"]] = words
    rows = []
    for box, cap in zip(decision.boxes, decision.caps, strict=True):
        told = sorted(gives[box].items())
        if len(told) > FEW:
            told = [told[0], told[len(told) // 2], told[-1]]
        words = "; ".join(f"{points}: {label}" for points, label in told)
        rows.append(("", box, Text(words or f"0 to {cap}", style="dim")))
    return rows


def _fields(form: Form, names: Sequence[str]) -> list[Row]:
    """A row for each field: its name, what it takes and what it is for."""
    rows = []
    listed_at: dict[tuple[str, ...], str] = {}  # long lists of choices, by the field under which they stand
    for section in form.sections:
        for field in section.fields:
            told = Text(by_name(f"{section.title}: {field.title}", names))
            choices = _choices(field)
            first = listed_at.setdefault(choices, field.name) if choices else ""
            takes = f"as {first}" if choices and first != field.name else by_name(_takes(field), names)
            told.append(f", {takes}" if takes else "")
            if field.only is not None:
                above, values = field.only
                value = f"={values[0]}" if len(values) == 1 else " is chosen"
                told.append(by_name(f", only if {above}{value}", names), style="dim")
            if field.help:
                told.append(f". {field.help}", style="dim")
            for line in choices if first == field.name else ():
                told.append(f"\n{line}", style="dim")
            stands = str(_shown(form.default[field.name])) if isinstance(form.default, Filled) else ""
            stands = stands if field.usual is None else str(field.usual)
            rows.append((by_name(stands, names), field.name, told))
    return [*rows, *(("", "", Text(limit.words, style="dim")) for limit in form.limits)]


def _suggestions(answers: Sequence[Explained]) -> list[Row]:
    """Forms that are filled in already, by number; the default alone is none."""
    if len(answers) < 2:
        return []
    return [(str(number), "", _told(answer)) for number, answer in enumerate(answers, start=1)]


def _takes(field: Field) -> str:
    if isinstance(field, Number):
        return field.legal()
    if not isinstance(field, OneOf | AnyOf) or _choices(field):
        return ""
    return " or ".join(field.choices)


def _choices(field: Field) -> tuple[str, ...]:
    """A line for each choice, where they do not speak for themselves."""
    if not isinstance(field, OneOf | AnyOf) or all(len(words) <= SHORT for words in field.choices.values()):
        return ()
    return tuple(choice if words == choice else f"{choice}: {words}" for choice, words in field.choices.items())


def _shown(value: object) -> object:
    return ",".join(map(str, value)) if isinstance(value, tuple) else value


# -- reading ------------------------------------------------------------------------------------------


def how_to(decision: Decision) -> str:
    """One sentence that says what would be right."""
    if isinstance(decision, Range):
        return f"Type a whole number from {decision.low} to {decision.high}."
    if isinstance(decision, Allocate):
        boxes = ", ".join(f"{box}: 0 to {cap}" for box, cap in zip(decision.boxes, decision.caps, strict=True))
        example = " ".join(map(str, decision.default)) if isinstance(decision.default, tuple) else ""
        return (
            f"Share out {decision.budget} points over {boxes}: type {len(decision.boxes)} numbers such as {example}, "
            f"or boxes by name, or {EACH} to be asked one by one."
        )
    if isinstance(decision, Form):
        return (
            "Type names with their values, such as "
            + " ".join(f"{field.name}={_shown(field.default)}" for field in decision.fields[:2])
            + "; what is not named stays as it is."
        )
    return f"Type a number from 1 to {decision.count()}, or the words: {decision.legal()}."


def suggested(typed: str, decision: Decision, answers: Sequence[Explained]) -> Choice | None:
    """The form that is meant by a number."""
    if not isinstance(decision, Form) or not typed.isdecimal() or not 1 <= int(typed[:6]) <= len(answers):
        return None
    return decision.read(answers[int(typed) - 1]["choice"])


def read_answer(typed: str, decision: Decision, names: Sequence[str] = ()) -> Choice:
    """The answer that is meant, or a refusal that says what would be right."""
    if not typed:
        return decision.default
    meant: Choice | None
    if isinstance(decision, Range):
        meant = int(typed) if re.fullmatch(r"[+-]?\d{1,9}", typed, re.ASCII) else None
    elif isinstance(decision, Allocate):
        meant = _read_points(typed, decision)
    elif isinstance(decision, Form):
        meant = _read_form(typed, decision, names)
    else:
        assert isinstance(decision, Choose)
        meant = _read_choice(typed, decision)
    if isinstance(decision, Form) and meant is not None and meant not in decision:
        raise decision.refuse(meant)
    if meant is None or meant not in decision:
        raise Refused(f"'{shown(typed, 40)}' is not among the answers. {how_to(decision)}")
    return meant


def _read_choice(typed: str, decision: Choose) -> Choice | None:
    """The words of an answer, their beginnings ("f 3", "ram r h"), or its number in the list."""
    if typed in decision:
        return typed
    if typed.isdecimal() and 1 <= int(typed[:6]) <= len(decision.choices):
        return decision.choices[int(typed) - 1]
    found = [choice for choice in decision.choices if _begins(typed.lower().split(), str(choice).split())]
    if len(found) > 1:
        raise Refused(f"'{shown(typed, 40)}' could be {' or '.join(map(str, found[:5]))}; type a little more.")
    return found[0] if found else None


def _begins(typed: Sequence[str], words: Sequence[str]) -> bool:
    """Each word typed begins the word of the answer that stands there; numbers must be whole."""
    return len(typed) == len(words) and all(
        word == part if part.isdecimal() else word.startswith(part) for part, word in zip(typed, words, strict=True)
    )


def _read_points(typed: str, decision: Allocate) -> tuple[int, ...] | None:
    """Numbers in the order of the boxes, or boxes by name with their points: driver 2 endurance 2."""
    parts = re.findall(r"[^\s,:=]+", typed.lower())
    if all(part.isdecimal() for part in parts):
        return tuple(int(part[:6]) for part in parts)
    points = dict.fromkeys(decision.boxes, 0)
    name = ""
    for part in parts:
        found = [box for box in decision.boxes if name and box.startswith(name)]
        if part.isdecimal() and len(found) == 1:
            points[found[0]] = int(part[:6])
            name = ""
        else:
            name = f"{name} {part}".strip()  # "horse" may be several boxes, "horse 1" is one
    return None if name else tuple(points.values())


def _read_form(typed: str, form: Form, names: Sequence[str]) -> Choice | None:
    """Fields by name with their values: red=300 light blue=100 target=light green. People by theirs: with=Cato."""
    kinds = {field.name: field for field in form.fields}
    given: dict[str, object] = dict(form.default.items()) if isinstance(form.default, Filled) else {}
    for field in form.fields:
        if field.usual is not None:  # it has that as soon as it counts
            del given[field.name]
    # Names and values may be of several words; the longest name that fits is meant.
    known = "|".join(re.escape(name) for name in sorted(kinds, key=len, reverse=True))
    found = list(re.finditer(rf"(?:^|(?<=\s))({known})\s*=\s*", typed))
    if not found or typed[: found[0].start()].strip():
        return None
    ends = [*(each.start() for each in found[1:]), len(typed)]
    for each, end in zip(found, ends, strict=True):
        name, value = each[1], typed[each.end() : end].strip()
        field = kinds[name]
        if isinstance(field, Number):
            given[name] = int(value) if re.fullmatch(r"[+-]?\d{1,9}", value, re.ASCII) else value
        elif isinstance(field, OneOf):
            given[name] = next((choice for choice, seat in field.seats.items() if _called(value, seat, names)), value)
        else:
            given[name] = [part.strip() for part in value.split(",")] if isinstance(field, AnyOf) else value
    return form.read(given)


def _called(typed: str, seat: int, names: Sequence[str]) -> bool:
    return seat < len(names) and typed.casefold() == names[seat].casefold()
