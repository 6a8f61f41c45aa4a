"""Charts as tables: every book has its own, by its own clauses, and every roll falls where its event says."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from ludus.campaign.school import IN_WORDS
from ludus.core.chart import amount
from ludus.core.clauses import clauses
from ludus.core.event import Event, Modifier, Roll
from ludus.games.circus.chapters.running_over import JUMP_OUTCOMES
from ludus.games.circus.chapters.tables import DAMAGED, LASH_WORDS
from ludus.games.circus.options import compose
from ludus.games.gladiator.charts import combat_result
from ludus.library import charts_by_clause, find_game
from tests.acta.kit import golden, read

GAMES = ("chariot-race", "circus", "gladiator", "campaign")
OF_CAMPAIGNS = {"CM", "E1", "E2", "GL"}  # which take charts of the circus and of the arena over
RULESETS = [(game, ruleset) for game in GAMES for ruleset in find_game(game).rulesets]
CRITICAL = {"none": "nothing"}
LASHES = {words: code for code, words in LASH_WORDS.items()}


def _scar(healed: Mapping[str, Any]) -> str:
    return f"{IN_WORDS[healed['rating']]} {amount(-healed['lost'])}" if healed["lost"] else "heals"


def hits(data: Mapping[str, Any]) -> str:
    return DAMAGED[(data.get("hurts_attacker", False), data["hurts_target"])]


# What the marked cell must say, by chart and event; several kinds of events may roll on one chart.
SAYS: dict[tuple[str, str], Callable[[Mapping[str, Any], str], bool]] = {
    ("corner-strain", "strain"): lambda data, cell: cell == data["result"],
    ("driver-lash", "lash-driver"): lambda data, cell: LASHES.get(cell, cell) == data["result"],
    ("car-ram", "ram-car"): lambda data, cell: cell == hits(data),
    ("car-ram", "wreck-rams"): lambda data, cell: ("defender" in cell or cell == "both cars") is data["hurts_target"],
    ("wheel-damage", "wheel"): lambda data, cell: cell.split()[0] == str(data["points"]),
    ("horse-injury", "injury"): lambda data, cell: data["points"] <= int(cell.split()[0].replace("none", "0")),
    ("critical-hit", "critical"): lambda data, cell: cell == CRITICAL.get(data["result"], data["result"]),
    ("run-over", "run-over"): lambda data, cell: cell == JUMP_OUTCOMES[data["result"]][0],
    ("driver-hits", "built"): lambda data, cell: cell == str(data["hits"]),
    ("team-speed", "built"): lambda data, cell: cell.split()[0] == "-".join(map(str, data["horses"])),
    ("endurance", "built"): lambda data, cell: cell == str(data["endurance"]),
    ("dust", "dust-result"): lambda data, cell: cell == data["result"],
    ("spear", "spear-result"): lambda data, cell: cell == data["result"],
    ("knife", "knife-result"): lambda data, cell: cell == data["result"],
    ("critical-horse", "critical-horse"): lambda data, cell: cell == f"{data['more']} more",
    ("weather", "weather"): lambda data, cell: (cell in ("rain", "it rains on")) is data["rain"],
    ("combat-results", "attack"): lambda data, cell: cell == data["result"] or cell.endswith("..."),
    ("combat-results", "thrown-weapon"): lambda data, cell: cell == data["result"] or cell.endswith("..."),
    ("combat-results", "net"): lambda data, cell: cell == data["result"] or cell.endswith("..."),
    ("scars", "healed"): lambda data, cell: cell.endswith("...") or cell in map(_scar, data["areas"]),
    ("horse", "bought"): lambda data, cell: f"a horse of {cell} " in data["is"],
    ("horse", "horse-bought"): lambda data, cell: cell == str(data["speed"]),
    ("new-team", "new-team"): lambda data, cell: cell == str(data["endurance"]),
    ("driver-hits", "bought"): lambda data, cell: f"{cell} of {cell} hits" in data["is"],
    ("driver-hits", "chariot"): lambda data, cell: f"{cell} of {cell} hits" in data["is"],
    ("team-speed", "chariot"): lambda data, cell: f"horses {cell.split()[0]} " in data["is"],
    ("endurance", "chariot"): lambda data, cell: f"endurance {cell}," in data["is"],
    ("teams", "new-chariot"): lambda data, cell: f" {cell.split()[0]}" in data["is"],
    ("car-and-driver", "new-chariot"): lambda data, cell: (
        f" {cell} car" in data["is"] or f" {cell.replace('0', '+0')}," in data["is"]
    ),
    ("driver-hits", "new-chariot"): lambda data, cell: f"{cell} of {cell} hits" in data["is"],
    ("characteristics", "new-gladiator"): lambda data, cell: cell.split()[0] == str(data["training"]),
    ("characteristics", "recruited"): lambda data, cell: cell.split()[0] == str(data["training"]),
    ("opponents", "opponent"): lambda data, cell: (
        cell == data["type"] or (cell, data["type"]) == ("retiarius", "medium")
    ),
    ("armour", "equipped"): lambda data, cell: cell.strip("-") == data["armour"][0],
    ("missus", "verdict"): lambda data, cell: cell.startswith(str(data["needed"])),
}


@pytest.mark.parametrize(("game_id", "ruleset"), RULESETS)
def test_every_ruleset_has_its_charts(game_id: str, ruleset: str) -> None:
    game = find_game(game_id)
    options = game.resolve(ruleset, {})
    charts = game.charts(options)
    assert len({chart.name for chart in charts}) == len(charts) >= 4
    chapters = compose(options).__mro__ if game_id == "circus" else ()
    own = (
        compose(options).sources if options.get("edition") == "epic" else OF_CAMPAIGNS if game_id == "campaign" else ()
    )
    sources = own or {game.source, *(source for each in chapters for source in vars(each).get("sources", ()))}
    for chart in charts:
        assert chart.clause in clauses(), chart.name
        assert chart.clause.split()[0] in sources, chart.name
        assert chart.how.endswith(".")
        assert chart.down.title
        assert len(chart.cells) == len(chart.down.labels)
        assert {len(row) for row in chart.cells} == {len(chart.across.labels)}
        coded = {code for code, _ in chart.legend}
        assert not coded or {cell.split("+")[0] for row in chart.cells for cell in row} <= coded


def test_books_differ_in_their_charts() -> None:
    game = find_game("circus")

    def named(ruleset: str, **options: Any) -> dict[str, Any]:
        return {chart.name: chart for chart in game.charts(game.resolve(ruleset, options))}

    advanced, basic, epic = named("advanced"), named("basic"), named("epic")
    assert {"wreck-location", "run-over", "critical-hit"} <= advanced.keys()
    assert not {"wreck-location", "run-over", "critical-hit", "knife"} & basic.keys()
    assert {"knife", "dust", "teams", "weather"} <= epic.keys()
    assert "team-speed" not in epic
    assert {"spear", "critical-horse", "specification"} <= named("arsenal").keys()
    # An option that changes a procedure changes its chart.
    other = named("advanced", wreck_sides="chart sheet")["wreck-location"]
    assert advanced["wreck-location"].cells[1][0].startswith("2 lanes to the right")
    assert other.cells[1][0].startswith("2 lanes to the left")
    # Corners: high is bad in one book and good in the other.
    assert advanced["corner-strain"].cells[-1][0] == epic["corner-strain"].cells[0][0] == "FP"


def stories() -> dict[str, list[tuple[str, dict[str, Any], list[Event]]]]:
    """Old matches, and what none of them has: rolls of the General's arsenal, a falling wreck, a thrown trident."""
    found: dict[str, list[tuple[str, dict[str, Any], list[Event]]]] = {}
    for game in GAMES:
        for path in golden(game):
            record = read(path)
            events = [Event.from_plain(each) for each in record["events"]]
            found.setdefault(game, []).append((record["ruleset"], record["options"], events))
    found["circus"].append(("arsenal", {}, [rare(*each) for each in RARE]))
    found["campaign"].append(("season", {}, [rare(*each) for each in MARKET]))
    trident = {"advantage": 7, "result": combat_result(3 + 4 + 5 + 2 + 1, 5)}
    modifiers = (Modifier("position", 2), Modifier("defence", 0), Modifier("weak defender", 1))
    found["gladiator"].append(("advanced", {}, [rare("thrown-weapon", trident, "thrown weapon", (3, 4, 5), modifiers)]))
    return found


def rare(
    kind: str, data: dict[str, Any], reason: str, dice: tuple[int, ...], modifiers: Sequence[Modifier] = ()
) -> Event:
    return Event(kind, data, (), (Roll(reason, "", dice),), tuple(modifiers))


RARE: list[tuple[str, dict[str, Any], str, tuple[int, ...], tuple[Modifier, ...]]] = [
    ("wreck-rams", {"hurts_target": True}, "falling wreck", (4, 4, 6), (Modifier("defender's CDM", -1),)),
    ("dust-result", {"result": "swerves into him"}, "dust in the eyes", (1, 3), (Modifier("defender's CDM", 1),)),
    ("spear-result", {"result": "killed"}, "spear wound", (5, 5), ()),
    ("knife-result", {"result": "minor wound"}, "where it strikes", (4, 4), ()),
    ("critical-horse", {"more": 1}, "critical horse hit", (4, 5), ()),
]

MARKET: list[tuple[str, dict[str, Any], str, tuple[int, ...]]] = [
    ("horse-bought", {"price": 2500, "speed": 7}, "a new horse", (1, 1)),
    ("new-team", {"speed": 19, "endurance": 43}, "endurance of a new team", (5,)),
]


def test_every_roll_falls_where_its_event_says() -> None:
    marked: set[tuple[str, str]] = set()
    for game_id, told in stories().items():
        game = find_game(game_id)
        for ruleset, given, events in told:
            options = {**game.preset(ruleset), **given}
            charts = {chart.name: chart for chart in game.charts(options)}
            for event in events:
                for spot in game.charted(event, options):
                    chart = charts[spot.chart]
                    cell = chart.cells[spot.row][spot.column]
                    marked.add((spot.chart, event.kind))
                    says = SAYS.get((spot.chart, event.kind))
                    assert says is None or says(event.data, cell), (event, spot, cell)
                    assert spot.said
                    assert (spot.title, spot.result) == (chart.title, cell)
    assert marked >= SAYS.keys(), SAYS.keys() - marked


def test_a_wound_falls_on_two_charts_with_its_sums() -> None:
    game = find_game("gladiator")
    for path in golden("gladiator"):
        for plain in read(path)["events"]:
            event = Event.from_plain(plain)
            if event.kind != "wound" or len(spots := game.charted(event)) < 2:
                continue
            charts = {chart.name: chart for chart in game.charts(game.resolve(None, {}))}
            severity, critical = spots
            assert severity.said.endswith(f"= {event.data['total']}")
            assert charts["severity"].cells[severity.row][0].isdecimal()
            assert charts["critical-hit"].across.labels[critical.column] == event.data["area"]
            return
    pytest.fail("no wound in any record")


UNCHARTED = {  # their tables are boards, sheets and lists, drawn elsewhere
    *("CR board-lanes", "CR board-corners", "CR board-halves", "CR variant-stone-heaps", "CR variant-chariots"),
    *("CM 6.311", "CM 8.2", "AID charts-horse-side", "GL 3-8b", "GL 3-13b", "GL 6.4-allowed"),
}


def test_every_clause_that_is_a_table_has_its_chart() -> None:
    known = charts_by_clause()
    assert known.keys() <= clauses().keys()
    assert {each.id for each in clauses().values() if each.kind == "table"} - known.keys() == UNCHARTED
    # A clause that is read with the chart of another, and one whose chart differs from ruleset to ruleset.
    assert [printed.chart.name for printed in known["CM 7.33"]] == ["corner-strain"]
    standard, six = known["CR dice-per-speed"]
    assert (len(standard.chart.across.labels), len(six.chart.across.labels)) == (1, 6)
    assert "Chariot Race: Six chariots" in six.rules
