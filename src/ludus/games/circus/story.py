"""Events in plain words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ludus.core.event import Event
from ludus.core.goals import goal_story

Data = Mapping[str, Any]


def tell_story(event: Event, names: Sequence[str]) -> str:
    return STORIES[event.kind](event.data, names)


def _who(data: Data) -> str:
    return str(data["chariot"]).capitalize()


def _factions(data: Data, names: Sequence[str]) -> str:
    return (
        "Colours drawn: " + ", ".join(f"{faction} ({names[seat]})" for faction, seat in data["factions"].items()) + "."
    )


def _built(data: Data, names: Sequence[str]) -> str:
    horses = "-".join(str(speed) for speed in data["horses"])
    return (
        f"{_who(data)}: driver {data['modifier']:+d} with {data['hits']} hits, {data['car']} car, "
        f"horses {horses} (team speed {sum(data['horses'])}), endurance {data['endurance']}."
    )


STRAIN_WORDS = {
    "-": "and gets through",
    "S": "and slides out a lane",
    "SS": "and slides out two lanes",
    "J": "and the driver is jostled",
    "LH": "and the left horse is hurt",
    "RH": "and the right horse is hurt",
    "FP": "and flips",
}
LASH_WORDS = {
    "-": "to no effect",
    "B": "who has to brake",
    "S": "who swerves",
    "M": "who loses speed",
    "W": "and wounds him",
    "G": "and loses the whip",
}
RUN_OVER_WORDS = {
    "none": "without harm",
    "jostled": "and the driver is jostled",
    "car": "and the car is damaged",
    "hobbled": "and the horses are hobbled",
    "serious": "and the horses are badly hobbled",
    "danger": "and is in danger of flipping",
    "flip": "and flips",
}


def _strain(data: Data, names: Sequence[str]) -> str:
    return (
        f"{_who(data)} strains by {data['points']} {STRAIN_WORDS[data['result']]}; {data['endurance']} endurance left."
    )


def _attack(data: Data, names: Sequence[str]) -> str:
    verb = "rams" if data["kind"] == "ram" else "lashes"
    return f"{_who(data)} {verb} {data['target']}'s {data['at']}."


def _ram_car(data: Data, names: Sequence[str]) -> str:
    if data["hurts_attacker"] and data["hurts_target"]:
        return f"Both cars are damaged ({data['total']})."
    if data["hurts_target"]:
        return f"{str(data['target']).capitalize()}'s car is damaged ({data['total']})."
    if data["hurts_attacker"]:
        return f"{_who(data)}'s own car is damaged ({data['total']})."
    return f"The cars scrape past each other ({data['total']})."


def _end(data: Data, names: Sequence[str]) -> str:
    if data["winner"] is None:
        return "The race is over without a winner."
    return f"{str(data['winner']).capitalize()} wins the race!"


def _lash_team(data: Data, names: Sequence[str]) -> str:
    bolts = f" and must bolt {data['gained']}" if data["forced"] and data["gained"] else ""
    return f"{str(data['target']).capitalize()}'s team loses {data['endurance_lost']} endurance{bolts}."


STORIES: dict[str, Callable[[Data, Sequence[str]], str]] = {
    "factions": _factions,
    "built": _built,
    "grid": lambda data, names: (
        "The chariots line up: " + ", ".join(f"{who} on {at}" for who, at in data["grid"].items())
    ),
    "characters": lambda data, names: (
        "Tempers: " + ", ".join(f"{who} {number}" for who, number in data["numbers"].items()) + "."
    ),
    "turn": lambda data, names: f"Turn {data['turn']}.",
    "speeds": lambda data, names: (
        "Speeds: " + ", ".join(f"{who} {speed}" for who, speed in data["speeds"].items()) + "."
    ),
    "drawn": lambda data, names: f"{_who(data)} is drawn ({names[data['seat']]}).",
    "dead-start": lambda data, names: f"{_who(data)} loses {data['loss']} in the start.",
    "whip": lambda data, names: (
        f"{_who(data)} whips the team for {data['factors']} more; {data['endurance']} endurance left."
    ),
    "speed": lambda data, names: f"{_who(data)} has {data['factors']} movement factors, total speed {data['total']}.",
    "drive": lambda data, names: f"{_who(data)} drives {data['squares']} to {data['to']}.",
    "lane-change": lambda data, names: f"{_who(data)} changes lanes to {data['to']}.",
    "sideslip": lambda data, names: (
        f"{_who(data)} {'slides' if data['how'] == 'forced' else 'sideslips'} to {data['to']}."
    ),
    "brake": lambda data, names: f"{_who(data)} brakes {data['factors']}; {data['endurance']} endurance left.",
    "braked-away": lambda data, names: f"{_who(data)} drops back to {data['to']}; {data['endurance']} endurance left.",
    "held-fast": lambda data, names: f"{_who(data)} cannot move; {data['endurance']} endurance left.",
    "evaded": lambda data, names: f"{_who(data)} evades to the {data['direction']}side.",
    "defence": lambda data, names: (
        f"{_who(data)} {'gets out of the way' if data['success'] else 'cannot get away'} "
        f"({data['own']} against {data['against']})."
    ),
    "strain": _strain,
    "jostled": lambda data, names: f"{_who(data)}'s driver is jostled: modifier {data['cdm']:+d} now.",
    "exhausted": lambda data, names: f"{_who(data)}'s team is exhausted!",
    "driver-hurt": lambda data, names: f"{_who(data)}'s driver loses {data['boxes']}, {data['left']} hits left.",
    "injury": lambda data, names: (
        f"{_who(data)}'s horse {data['horse']} takes {data['points']}; team speed {data['team_speed']}."
        if data["points"]
        else f"{_who(data)}'s horse {data['horse']} is unhurt."
    ),
    "unhurt": lambda data, names: f"{_who(data)}'s horses are unhurt.",
    "horse-dead": lambda data, names: f"{_who(data)}'s horse {data['horse']} falls dead in the traces!",
    "cut-free": lambda data, names: (
        f"{_who(data)} cuts the dead horse free." if data["free"] else f"{_who(data)} cannot cut the dead horse free."
    ),
    "wheel": lambda data, names: (
        f"{_who(data)}'s {data['wheel']} wheel takes {data['points']}, {data['total']} in all."
    ),
    "wheel-check": lambda data, names: (
        f"{_who(data)}'s {data['wheel']} wheel "
        + ("comes off!" if data["lost"] else f"holds ({data['roll']} against {data['total']}).")
    ),
    "attack": _attack,
    "ram-car": _ram_car,
    "lash-team": _lash_team,
    "lash-driver": lambda data, names: (
        f"{_who(data)}'s lash strikes {data['target']}'s driver {LASH_WORDS[data['result']]}."
    ),
    "movement-loss": lambda data, names: f"{_who(data)} will be {data['loss']} slower in the next phase.",
    "whip-grabbed": lambda data, names: f"{str(data['by']).capitalize()} tears the whip from {data['chariot']}.",
    "critical": lambda data, names: f"{_who(data)}'s driver: {data['result']}.",
    "tug-of-war": lambda data, names: (
        f"{_who(data)} and {data['target']} pull at the whip ({data['own']} against {data['against']})."
    ),
    "involuntary-ram": lambda data, names: f"{_who(data)} is forced into {' and '.join(data['into'])}.",
    "run-into": lambda data, names: (
        f"{_who(data)} runs into the back of {data['into']}; the horses take {data['points']}."
    ),
    "flip": lambda data, names: f"{_who(data)} flips on {data['square']}!",
    "out": lambda data, names: f"{_who(data)} is out of the race ({data['why']}).",
    "dragged": lambda data, names: f"{_who(data)}'s driver is dragged behind the team.",
    "pulled-out": lambda data, names: f"{_who(data)}'s driver is pulled from his car!",
    "cut-loose": lambda data, names: (
        f"{_who(data)}'s driver "
        + ("cuts himself free" if data["free"] else "cannot cut himself free")
        + f" ({data['total']} against {data['hits']})."
    ),
    "on-foot": lambda data, names: f"{_who(data)}'s driver is on foot on {data['square']}.",
    "driver-dead": lambda data, names: f"{_who(data)}'s driver is dead: {data['why']}.",
    "driver-safe": lambda data, names: f"{_who(data)}'s driver is out of danger ({data['why']}).",
    "team-stopped": lambda data, names: f"{_who(data)}'s runaway team falls on {data['square']}.",
    "trampled": lambda data, names: f"{_who(data)}'s team tramples {data['target']}'s driver: {data['hits']} hits.",
    "run-down": lambda data, names: f"{_who(data)} runs {data['man']}'s driver down.",
    "walk": lambda data, names: f"{_who(data)}'s driver runs to {data['to']}.",
    "climb": lambda data, names: (
        f"{_who(data)}'s driver " + ("climbs the wall and is safe!" if data["safe"] else "cannot climb the wall here.")
    ),
    "wreck-lands": lambda data, names: f"The wreck of {data['of']} crashes down on {data['square']}.",
    "wreck-rams": lambda data, names: (
        f"The wreck {'damages' if data['hurts_target'] else 'misses'} {data['target']}'s car ({data['total']})."
    ),
    "jump": lambda data, names: f"{_who(data)} jumps the wreck on {data['square']}: {data['die']} endurance asked.",
    "run-over": lambda data, names: f"{_who(data)} is over the wreck {RUN_OVER_WORDS[data['result']]}.",
    "permission": lambda data, names: f"{_who(data)} rolls {data['die']} against {data['number']}: {data['allows']}.",
    "marker": lambda data, names: (
        f"{_who(data)} leads: {'an' if data['marker'] == 'egg' else 'a'} {data['marker']} goes down "
        f"({data['dolphins']} dolphins, {data['eggs']} eggs left)."
    ),
    "finish": lambda data, names: (
        f"{_who(data)} crosses the finish line{' with its driver dragged behind' if data['dragged'] else ''}, "
        f"{data['left']} factors left!"
    ),
    "resigned": lambda data, names: f"{_who(data)} leaves the race; {names[data['seat']]} has resigned.",
    "goal": lambda data, names: goal_story(data),
    "end": _end,
}
