"""Events in plain words, as a spectator would tell them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ludus.core.event import Event
from ludus.core.goals import goal_story
from ludus.games.gladiator.counts import counted
from ludus.games.gladiator.hexes import POINTS

Data = Mapping[str, Any]
Names = Sequence[str]

RESULTS = {
    "M": "misses badly and is off balance",
    "-": "finds nothing",
    "S": "strikes the shield",
    "S*": "strikes the edge of the shield",
    "P": "is parried",
    "P*": "is parried with weapon and shield",
    "H": "gets through",
}
CRITICALS = {
    "1": "it cuts deep",
    "V": "blood runs into his eyes",
    "S": "his head rings",
    "H": "his helmet is torn off",
    "2x": "a terrible wound",
    "2xM": "a mortal wound",
    "3xM": "a ghastly mortal wound",
    "K": "it kills him",
    "ST": "his strength is going",
    "AG": "he is slower now",
    "WD": "his weapon flies from his hand",
    "SD": "his shield falls",
    "SAM": "an artery is cut",
    "LMP": "he limps",
    "STU": "his leg will not carry him",
}
REASONS = {
    "last-standing": "The fight is over",
    "most-standing": "Time is up; more men are on their feet on one side",
    "nobody-left": "Nobody is left",
    "exhausted": "Neither can lift an arm any more; both walk off",
    "time": "Time is up, and nobody has won",
    "agreed": "They call it a draw, and walk off side by side",
}
NETS = {"toss": "tosses his net at", "swing": "swings his net at the legs of", "lay": "has laid his net before"}


def event_in_words(event: Event, names: Names) -> str:
    return SENTENCES[event.kind](event.data, names)


def _gladiator(data: Data, names: Names) -> str:
    shield = f", {data['shield']} shield" if data["shield"] else ""
    left = ", left-handed" if data["left_handed"] else ""
    return (
        f"{data['fighter']} ({names[data['seat']]}), {data['type']}{left}{shield}: combat factor {data['cf']}, "
        f"strength {data['strength']:+d}, agility {data['agility']:+d}, constitution {data['constitution']}, "
        f"{data['wound_factor']} wounds."
    )


def _plots(data: Data, names: Names) -> str:
    orders = ", ".join(f"{name} {order if order != '-' else 'no move'}" for name, order in data["plots"].items())
    return f"Turn {data['turn']}, phase {data['phase']}: {orders}."


def _moved(data: Data, names: Names) -> str:
    words = [f"{name} faces {POINTS[where[2]]}" for name, where in data["places"].items()]
    return f"{'; '.join(words)}."


def _attack(data: Data, names: Names) -> str:
    effect = data["effect"]
    severity = f" ({effect})" if effect.startswith("H+") else ""
    return (
        f"{data['fighter']} strikes at {data['target']}'s {data['area']} with {data['strength']} "
        f"against {data['defence']}: {RESULTS[effect[:1] if effect[0] == 'H' else effect]}{severity}."
    )


def _wound(data: Data, names: Names) -> str:
    if data["wounds"] < 0:
        return f"A blow to the {data['area']} ends it for {data['fighter']}."
    if not data["wounds"]:
        return f"{data['fighter']} takes the blow to the {data['area']} without a wound."
    more = CRITICALS.get(data["critical"])
    lost = f", {counted(data['lost'], 'combat factor')} lost" if data["lost"] else ""
    wounds = counted(data["wounds"], "wound")
    return f"{data['fighter']}: {wounds} to the {data['area']}{lost}{f'; {more}' if more else ''}."


def _shield(data: Data, names: Names) -> str:
    if not data["boxes"]:
        return f"{data['fighter']}'s shield holds."
    if not data["left"]:
        return f"{data['fighter']}'s shield is ruined!"
    return f"{data['fighter']}'s shield loses {data['boxes']}, {data['left']} left."


def _appeal(data: Data, names: Names) -> str:
    balance = f"{data['attack']} in attack, {data['defence']} in defence"
    needed = data["needed"]
    mercy = "mercy on a 6" if needed == 6 else f"mercy on {needed} or more"
    chance = "the crowd has no pity for him" if needed is None else mercy
    return f"{data['fighter']} lies before {data['victor']} and raises his finger. {balance}: {chance}."


def _verdict(data: Data, names: Names) -> str:
    if data["spared"]:
        return f"Thumbs up: {data['fighter']} lives!"
    return f"Thumbs down: {data['victor']} kills {data['fighter']}."


def _throw(data: Data, names: Names) -> str:
    struck = f" and strikes {data['at']}" if data["at"] else ""
    return f"{data['fighter']}'s {data['item']} flies across the sand{struck}."


def _end(data: Data, names: Names) -> str:
    winners = " and ".join(names[seat] for seat in data["winners"])
    return f"{REASONS[data['reason']]}. {f'{winners} won.' if winners else 'It is a draw.'}"


def _attacks(data: Data, names: Names) -> str:
    words = [f"{name} makes {counted(number, 'attack')}" for name, number in data["attacks"].items()]
    return f"{', '.join(words)}."


SENTENCES: dict[str, Callable[[Data, Names], str]] = {
    "gladiator": _gladiator,
    "places": lambda data, names: f"{', '.join(data['places'])} take their places.",
    "turn": lambda data, names: f"Turn {data['turn']}.",
    "endurance": lambda data, names: (
        f"{data['fighter']} is tiring: combat factor {data['cf']}."
        if data["lost"]
        else f"{data['fighter']} has breath left."
    ),
    "plots": _plots,
    "moved": _moved,
    "lame": lambda data, names: f"{data['fighter']}'s leg {'gives way' if data['stumbles'] else 'carries him'}.",
    "fall-check": lambda data, names: (
        f"{data['fighter']} stumbles and {'falls' if data['falls'] else 'stays on his feet'}."
    ),
    "prone": lambda data, names: f"{data['fighter']} is down ({data['why']}).",
    "unconscious": lambda data, names: f"{data['fighter']} loses consciousness.",
    "trip": lambda data, names: (
        f"{data['fighter']} backs over something and " + ("will stumble." if data["stumbles"] else "keeps his balance.")
    ),
    "kick": lambda data, names: (
        f"{data['fighter']} kicks the {data['item']} {counted(data['hexes'], 'hex', 'hexes')} away."
        if data["hexes"]
        else f"{data['fighter']} kicks at the {data['item']} and misses."
    ),
    "recovery": lambda data, names: (
        f"{data['fighter']} {'has the' if data['success'] else 'cannot get hold of the'} {data['item']}."
    ),
    "collision": lambda data, names: (
        f"{data['fighter']} and {data['other']} collide, {data['impact'][0]} against {data['impact'][1]}: "
        f"{data['winner']} keeps the ground."
    ),
    "pushed": lambda data, names: f"{data['fighter']} is thrown back.",
    "stun": lambda data, names: f"{data['fighter']} is stunned by {data['factors']}, {data['total']} in all.",
    "stumble-check": lambda data, names: (
        f"{data['fighter']} {'reels and will stumble' if data['stumbles'] else 'finds his feet'}."
    ),
    "recovers": lambda data, names: f"{data['fighter']} shakes off {data['factors']}; {data['total']} stun left.",
    "drop": lambda data, names: f"{data['fighter']}'s {data['item']} falls to the sand.",
    "net-missed": lambda data, names: f"{data['fighter']}'s net ({data['kind']}) finds nobody.",
    "net": lambda data, names: f"{data['fighter']} {NETS[data['kind']]} {data['target']} ({data['total']}).",
    "ensnared": lambda data, names: f"{data['fighter']} is caught in {data['by']}'s net!",
    "tripped": lambda data, names: f"{data['fighter']} is caught by the legs and will stumble.",
    "grab": lambda data, names: (
        f"{data['target']} grabs the net and {'tears it away' if data['lost'] else 'cannot hold it'} "
        f"({data['against']} against {data['own']})."
    ),
    "net-taken": lambda data, names: f"{data['fighter']} {'keeps' if data['kept'] else 'throws down'} the net.",
    "net-slips": lambda data, names: f"The net on {data['victim']} slips from {data['fighter']}'s hand.",
    "net-let-go": lambda data, names: f"{data['fighter']} lets go of his net.",
    "struggle": lambda data, names: (
        f"{data['fighter']} struggles with the net and {'is free' if data['free'] else 'stays caught'}."
    ),
    "drag": lambda data, names: (
        f"{data['fighter']} pulls at the net: {data['victim']} {'goes down' if data['down'] else 'holds out'}."
    ),
    "faces": lambda data, names: f"{data['fighter']} turns to face {data['attacker']}.",
    "pivots": lambda data, names: f"{data['fighter']}, beset on all sides, turns to the {POINTS[data['facing']]}.",
    "surrender": lambda data, names: f"{data['fighter']} gives himself up to {data['victor']}.",
    "appeal-refused": lambda data, names: f"{data['victor']} has no time for {data['fighter']}'s appeal.",
    "appeal": _appeal,
    "verdict": _verdict,
    "attacks": _attacks,
    "attack": _attack,
    "weakened": lambda data, names: (
        f"{data['fighter']}'s attack on the {data['area']} loses {data['lost']}"
        + (f", {data['left']} left." if data["left"] else " and comes to nothing.")
    ),
    "shield": _shield,
    "shield-drop-check": lambda data, names: f"{data['fighter']} {'loses' if data['dropped'] else 'keeps'} his shield.",
    "weapon-drop-check": lambda data, names: f"{data['fighter']} {'loses' if data['dropped'] else 'keeps'} his weapon.",
    "trident-check": lambda data, names: f"{data['fighter']}'s trident {'breaks!' if data['breaks'] else 'holds.'}",
    "trident-breaks": lambda data, names: (
        f"The {'useless shaft' if data['useless'] else 'broken trident'} falls to the sand."
    ),
    "wound": _wound,
    "bleeding": lambda data, names: (
        f"{data['fighter']} bleeds: {counted(data['wounds'], 'wound')} to the {data['area']}."
    ),
    "death": lambda data, names: f"{data['fighter']} is dead: {data['why']}.",
    "throw": _throw,
    "thrown-weapon": lambda data, names: (
        f"The throw at {data['target']}'s {data['area']} "
        f"{RESULTS[data['result'][:1] if data['result'][0] == 'H' else data['result']]}."
    ),
    "shield-falls": lambda data, names: f"{data['fighter']}'s battered shield falls.",
    "dies-later": lambda data, names: f"{data['fighter']} dies of his wounds that night.",
    "walks-off": lambda data, names: f"{data['fighter']} has no opponent left and walks off.",
    "resigned": lambda data, names: f"{data['fighter']} leaves the sand; {names[data['seat']]} has resigned.",
    "end": _end,
    "goal": lambda data, names: goal_story(data),
}
