"""The report of an experiment: one HTML file with everything in it, plots as drawings of lines."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from html import escape
from textwrap import shorten
from typing import Any

from ludus.core.hints import engine
from ludus.lab.experiment import TRAITS, Experiment
from ludus.lab.findings import (
    NUMBERS,
    Estimate,
    Verdict,
    average,
    by_cell,
    changes,
    fair_share,
    losses,
    mean_places,
    trend,
    trends,
    verdicts,
    win_shares,
)
from ludus.lab.rows import Row
from ludus.lab.run import LabError

INK, RED, GREY = "#3a2a1c", "#9c2f1f", "#b9ab98"
LONGEST = 46  # letters of a name beside a plot; the tables have it whole
SUBJECTS = {"bots": "{}", "build": "{}", "kind": "A {}", "lane": "Lane {}", "order": "Who is drawn as number {}"}
STYLE = """
body { font: 16px/1.5 Georgia, serif; color: #3a2a1c; background: #faf6ee; max-width: 60rem; margin: 2rem auto;
  padding: 0 1rem; }
h1 { line-height: 1.2 } h2 { margin-top: 2.5rem; border-bottom: 1px solid #b9ab98 }
table { border-collapse: collapse; font-size: 0.9rem } .wide { overflow-x: auto }
th, td { text-align: right; padding: 0.2rem 0.7rem; border-bottom: 1px solid #e4dac9 }
th:first-child, td:first-child { text-align: left } .sure td { font-weight: bold }
code { background: #efe7d8; padding: 0.1rem 0.3rem; overflow-wrap: anywhere }
svg { max-width: 100%; height: auto } .note { color: #6b5a48; font-size: 0.9rem }
.answer { font-size: 1.2rem; border-left: 4px solid #9c2f1f; padding-left: 1rem }
"""


def report(experiment: Experiment, rows: Sequence[Row], command: str) -> str:
    """The whole page."""
    cells = by_cell(experiment, rows)
    parts = [
        f"<h1>{escape(experiment.title)}</h1>",
        f"<p>{escape(experiment.question)}</p>" if experiment.question else "",
        f'<p class="answer">{escape(answer(experiment, rows))}</p>' if experiment.plain.get("asks") and rows else "",
        f"<p>{len(rows)} matches of {escape(experiment.cells[0].plan.game)}, "
        f"{len(rows)} of {len(experiment.tasks)} asked for; Ludus {escape(engine())}. Made by "
        f"<code>{escape(command)}</code>. The same command gives the same matches.</p>",
        '<p class="note">Spans hold 95 of 100 such experiments: shares by Wilson, means by their scatter. The dashed '
        "line is what everybody would win if all were equal.</p>",
    ]
    parts.append(_proven(experiment, rows))
    for trait, words in TRAITS.items():
        shares = [(name, fair_share(mine), win_shares(mine, trait)) for name, mine in cells]
        if any(len(found) > 1 for _, _, found in shares):
            parts.append(_section(f"Wins by {words}", [(name, found, fair) for name, fair, found in shares]))
        if trait in NUMBERS and any(len(found) > 1 for _, _, found in shares):
            parts.append(_places(cells, trait))
    lengths = [average(name, [row["rounds"] or row["decisions"] for row in mine]) for name, mine in cells]
    unit = "rounds" if rows and rows[0]["rounds"] else "decisions"
    parts += [f"<h2>Length: {unit} of a match</h2>", _plot("lengths", [("", lengths, None)], percent=False)]
    parts.append(_table(lengths, percent=False))
    lost = [(name, losses(mine), None) for name, mine in cells]
    if any(found for _, found, _ in lost):
        parts.append(_section("Lost to, as a share of all who started", lost))
    parts.append(_changes(experiment, rows))
    title = escape(experiment.title)
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>'
    body = "\n".join(part for part in parts if part)
    return (
        f'<!doctype html>\n<html lang="en"><head>{head}<style>{STYLE}</style></head>\n<body>\n{body}\n</body></html>\n'
    )


def _proven(experiment: Experiment, rows: Sequence[Row]) -> str:
    """What the numbers below say for certain, and what they do not say, in sentences."""
    found = verdicts(experiment, rows)
    if not found:
        return ""
    items = [_said(each) for each in found if each.more or each.less]
    items += [
        f"<li><b>{escape(name)}</b>: {_cost(slope)}</li>"
        for name, slope in trends(experiment, rows)
        if slope.low > 0 or slope.high < 0
    ]
    for trait, words in TRAITS.items():
        nothing = [each for each in found if each.trait == trait and not each.more and not each.less]
        if nothing:
            every = len(nothing) == sum(each.trait == trait for each in found)
            where = "" if every else f" ({escape('; '.join(each.cell for each in nothing))})"
            items.append(f"<li>By {escape(words)}{where}: nothing; what all of them win could be a fair share.</li>")
    note = (
        '<p class="note">Of winning, and of places by number. The spans in this list are wider than those of the '
        "tables: chance alone proves anything at all, under one of the headings below, in no more than 5 of 100 "
        "experiments.</p>"
    )
    return f"<h2>What is proven, and what is not</h2>{note}<ul>{''.join(items)}</ul>"


def _said(verdict: Verdict) -> str:
    share = f"a fair share ({verdict.fair:.1%})"
    said = [
        f"{words} than {share}: {_list(mine)}."
        for words, mine in (("more", verdict.more), ("less", verdict.less))
        if mine
    ]
    if verdict.open:
        said.append(f"Could be a fair share: {', '.join(escape(one.name) for one in verdict.open)}.")
    return f"<li><b>{escape(verdict.cell)}</b>, by {escape(TRAITS[verdict.trait])}: {' '.join(said)}</li>"


def answer(experiment: Experiment, rows: Sequence[Row]) -> str:
    """What was asked, in one sentence for all cells."""
    trait, asked = experiment.plain["asks"]["trait"], experiment.plain["asks"].get("value")
    said = []
    for number, cell in enumerate(experiment.cells):
        mine = [row for row in rows if row["cell"] == number]
        shares = win_shares(mine, trait)
        about = [each for each in shares if each.name == asked] if asked else sorted(shares, key=_share)[-1:]
        played = " + ".join(cell.labels.values())
        for each in about:
            text = f"{each.value:.0%} ({each.low:.0%} to {each.high:.0%}) of {len(mine):,} matches"
            text = f"{text} with {played}" if played else text
            if trait in NUMBERS:
                slope = trend(mine, trait)
                text += (
                    f", where each further one costs {slope.value:+.2f} places ({slope.low:+.2f} to {slope.high:+.2f})"
                )
            said.append(text if asked else f"{each.name} with {text}")
    who = f"{SUBJECTS[trait].format(asked)} wins" if asked else "The most is won by"
    return f"{who} {'; '.join(said)}. A fair share is {fair_share(rows):.1%}."


def _cost(slope: Estimate) -> str:
    return f"{slope.name} costs {slope.value:+.3f} places ({slope.low:+.3f} to {slope.high:+.3f})."


def _share(estimate: Estimate) -> float:
    return estimate.value


def _places(cells: Sequence[tuple[str, list[Row]]], trait: str) -> str:
    """Where everybody comes in: says more than wins do, since each match says something of all of them."""
    groups = [(name, mean_places(mine, trait), (len(mine[0]["places"]) + 1) / 2) for name, mine in cells]
    slopes = [(name, trend(mine, trait)) for name, mine in cells]
    said = "".join(f"<li><b>{escape(name)}</b>: {_cost(slope)}</li>" for name, slope in slopes)
    heading = f"Place at the end by {TRAITS[trait]}"
    tables = "".join(f"<h3>{escape(name)}</h3>{_table(found, percent=False)}" for name, found, _ in groups)
    note = '<p class="note">1 is the winner; the dashed line is the middle of the field.</p>'
    return f"<h2>{heading}</h2>{note}<ul>{said}</ul>{_plot(heading, groups, percent=False)}{tables}"


def _list(found: Sequence[Estimate]) -> str:
    return ", ".join(f"{escape(each.name)} {each.value:.1%} ({each.low:.1%} to {each.high:.1%})" for each in found)


def _section(heading: str, groups: Sequence[tuple[str, list[Estimate], float | None]]) -> str:
    parts = [f"<h2>{escape(heading)}</h2>", _plot(heading, groups)]
    for name, found, _ in groups:
        parts.append((f"<h3>{escape(name)}</h3>" if len(groups) > 1 else "") + _table(found))
    return "\n".join(parts)


def _table(found: Sequence[Estimate], percent: bool = True) -> str:
    head = "<tr><th></th><th>mean or share</th><th>from</th><th>to</th><th>of</th></tr>"
    rows = "".join(
        f"<tr><td>{escape(each.name)}</td><td>{_number(each.value, percent)}</td><td>{_number(each.low, percent)}</td>"
        f"<td>{_number(each.high, percent)}</td><td>{each.count}</td></tr>"
        for each in found
    )
    return f'<div class="wide"><table>{head}{rows}</table></div>'


def _number(value: float, percent: bool) -> str:
    return f"{value:.1%}" if percent else f"{value:.2f}"


def _changes(experiment: Experiment, rows: Sequence[Row]) -> str:
    found = changes(experiment, rows)
    if not found:
        return ""
    head = "<tr><th>axis</th><th>from</th><th>to</th><th>measure</th><th>change</th><th>from</th><th>to</th></tr>"
    body = "".join(
        f"<tr{' class=sure' if each.sure else ''}><td>{escape(each.axis)}</td><td>{escape(each.before)}</td>"
        f"<td>{escape(each.after)}</td><td>{each.measure}</td><td>{each.difference.value:+.2f}</td>"
        f"<td>{each.difference.low:+.2f}</td><td>{each.difference.high:+.2f}</td></tr>"
        for each in found
    )
    note = '<p class="note">In bold: more than chance. Of twenty that change nothing, one is bold all the same.</p>'
    return f'<h2>What each change of the grid does</h2>{note}<div class="wide"><table>{head}{body}</table></div>'


def _plot(name: str, groups: Sequence[tuple[str, Sequence[Estimate], float | None]], percent: bool = True) -> str:
    """Points with their spans, a panel for each group."""
    groups = [group for group in groups if group[1]]
    pyplot = _pyplot()
    tall = [0.32 * len(found) + 0.75 for _, found, _ in groups]
    figure, panels = pyplot.subplots(
        len(groups), 1, squeeze=False, figsize=(8.5, sum(tall)), height_ratios=tall, layout="constrained", sharex=True
    )
    for panel, (title, found, fair) in zip(panels[:, 0], groups, strict=True):
        lines = range(len(found), 0, -1)
        scale = 100 if percent else 1
        for line, each in zip(lines, found, strict=True):
            panel.plot([scale * each.low, scale * each.high], [line, line], color=INK, linewidth=1.4)
            panel.plot([scale * each.value], [line], "o", color=RED, markersize=5)
        if fair is not None:
            panel.axvline(scale * fair, color=GREY, linestyle="--", linewidth=1)
        panel.set_yticks(list(lines), [shorten(each.name, LONGEST, placeholder=" ...") for each in found])
        panel.set_ylim(0.4, len(found) + 0.6)
        panel.set_title(shorten(title, 2 * LONGEST, placeholder=" ..."), fontsize=10, loc="left")
        panel.tick_params(labelsize=9, labelbottom=True)
        for side in ("top", "right", "left"):
            panel.spines[side].set_visible(False)
    panels[-1, 0].set_xlabel("%" if percent else "")
    drawn = io.StringIO()
    with pyplot.rc_context({"svg.fonttype": "none", "svg.hashsalt": name}):
        figure.savefig(drawn, format="svg", metadata={"Date": None, "Creator": None}, transparent=True)
    pyplot.close(figure)
    svg = drawn.getvalue()
    return re.sub(r"<metadata>.*?</metadata>", "", svg[svg.index("<svg") :], flags=re.DOTALL)


def _pyplot() -> Any:
    try:
        import matplotlib as plotting
    except ImportError as error:
        raise LabError("plots need matplotlib: pip install 'ludus[lab]'", code="no-lab") from error
    plotting.use("svg")
    from matplotlib import pyplot

    return pyplot
