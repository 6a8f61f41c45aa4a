"""How events and outcomes are shown: what weighs much, what is called out over a chariot, what is said in big letters.

An option that tells of something new says so beside it: `accents` for the weight and the sound of an event
`wheel-lost`, `call_wheel_lost` for the word over the chariot, `headline_wheel_lost` for the big letters. Without any of
them the event is shown all the same, as one that weighs as much as most.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from ludus.core.event import Accent, Call, Event, Mark, Picture, Sound, Weight
from ludus.games.circus.book import Chapter
from ludus.games.circus.chapters.corners import STRAIN_OUTCOMES
from ludus.games.circus.chapters.running_over import JUMP_OUTCOMES
from ludus.games.circus.state import Chariot
from ludus.games.circus.words import Data, count

MINUS = "\N{MINUS SIGN}"
# Under which events name chariots, first the one that acts.
CONCERNED = ("by", "chariot", "target", "into", "man", "of", "winner")
STRAIN_CALLS = {
    "-": "holds",
    "S": "slides",
    "SS": "slides far",
    "J": "jostled",
    "LH": "left horse",
    "RH": "right horse",
    "FP": "flips!",
}


MARKS: Mapping[str, Mark] = {
    "turn": "turn",
    "marker": "lap",
    "finish": "lap",
    "attack": "attack",
    "knife": "attack",
    "spear": "attack",
    "dust": "attack",
    "involuntary-ram": "attack",
    "flip": "wreck",
    "pulled-out": "wreck",
    "driver-dead": "death",
}


class Accents(Chapter):
    accents: ClassVar[Mapping[str, tuple[Weight, Sound]]] = {
        "built": ("minor", ""),
        "speed": ("minor", ""),
        "turn": ("heading", ""),
        "drawn": ("heading", ""),
        "drive": ("plain", "hooves"),
        "whip": ("plain", "crack"),
        "lash-driver": ("plain", "crack"),
        "lash-team": ("plain", "crack"),
        "ram-car": ("plain", "crash"),
        "run-into": ("plain", "crash"),
        "involuntary-ram": ("plain", "crash"),
        "wreck-lands": ("plain", "crash"),
        "wreck-rams": ("plain", "crash"),
        "trampled": ("plain", "crash"),
        "run-down": ("plain", "crash"),
        "flip": ("dire", "crash"),
        "pulled-out": ("dire", ""),
        "driver-dead": ("dire", ""),
        "horse-dead": ("dire", ""),
        "marker": ("plain", "cheer"),
        "finish": ("triumph", "cheer"),
        "end": ("triumph", ""),
    }

    def accent(self, event: Event) -> Accent:
        """How the event wants to be shown."""
        name = event.kind.replace("-", "_")
        weight, sound = self.all_accents.get(event.kind, ("plain", ""))
        call = getattr(self, f"call_{name}", None)
        headline = getattr(self, f"headline_{name}", None)
        return Accent(
            weight,
            tuple(dict.fromkeys(_concerned(event.data))),
            None if call is None else call(event.data),
            "" if headline is None else headline(event.data),
            sound,
            MARKS.get(event.kind, ""),
            _picture(event),
        )

    def outcomes(self) -> dict[str, Any]:
        """What the codes of charts mean, for bars of odds."""
        return {
            name: {code: {"words": words, "tone": tone} for code, (words, tone) in table.items()}
            for name, table in (("strain", STRAIN_OUTCOMES), ("jump", JUMP_OUTCOMES))
        }

    # -- what stands on no square and in no box ------------------------------------------------------------

    def troubles(self, chariot: Chariot) -> list[str]:
        """What hinders a chariot now, in a few words each."""
        race = self.race
        said = (
            (chariot.jostled, "jostled"),
            (chariot.arm_wound, "arm wound"),
            (chariot.eye_left, "left eye"),
            (chariot.eye_right, "right eye"),
            (chariot.exhausted, "team exhausted"),
            (chariot.debt > 0, f"owes {count(chariot.debt, 'factor')}"),
            (chariot.loss > 0, f"{MINUS}{chariot.loss} next phase"),
            (chariot.gains > 0, f"+{chariot.gains} forced"),
            (0 < race.turn <= chariot.no_strain_turn, "must not strain"),
            (chariot.no_inside, "not to the inside"),
            (chariot.offered > 0, f"may take {chariot.offered} more"),
            (bool(chariot.under), "on a wreck"),
            (bool(chariot.fallen), "dead horse in the traces"),
        )
        return [words for holds, words in said if holds]

    def lying(self) -> list[dict[str, Any]]:
        """What lies on the sand, as options have it: a `square`, and what it is in `words`. No wreck is seen there."""
        return []

    # -- over a chariot ------------------------------------------------------------------------------------

    def call_whip(self, data: Data) -> Call:
        return Call(data["chariot"], f"+{data['factors']}", "good")

    def call_dead_start(self, data: Data) -> Call:
        return Call(data["chariot"], f"{MINUS}{data['loss']}", "bad")

    def call_strain(self, data: Data) -> Call:
        code = data["result"]
        return Call(data["chariot"], STRAIN_CALLS[code], "good" if code == "-" else "dire")

    def call_jostled(self, data: Data) -> Call:
        return Call(data["chariot"], f"driver {data['cdm']:+d}", "bad")

    def call_defence(self, data: Data) -> Call:
        return Call(data["chariot"], "away!", "good") if data["success"] else Call(data["chariot"], "caught", "dire")

    def call_brake(self, data: Data) -> Call:
        return Call(data["chariot"], f"brakes {data['factors']}", "fair")

    def call_driver_hurt(self, data: Data) -> Call:
        return Call(data["chariot"], f"{MINUS}{data['boxes']} hits", "dire")

    def call_injury(self, data: Data) -> Call | None:
        return Call(data["chariot"], f"horse {MINUS}{data['points']}", "dire") if data["points"] else None

    def call_wheel(self, data: Data) -> Call:
        return Call(data["chariot"], f"{data['wheel']} wheel +{data['points']}", "dire")

    def call_horse_dead(self, data: Data) -> Call:
        return Call(data["chariot"], "a horse is dead", "dire")

    def call_exhausted(self, data: Data) -> Call:
        return Call(data["chariot"], "exhausted", "dire")

    # -- in big letters ------------------------------------------------------------------------------------

    def headline_turn(self, data: Data) -> str:
        return f"Turn {data['turn']}"

    def headline_speeds(self, data: Data) -> str:
        return "The speeds are open"

    def headline_flip(self, data: Data) -> str:
        return f"{data['chariot']} flips!"

    def headline_pulled_out(self, data: Data) -> str:
        return f"{data['chariot']} is pulled from the car!"

    def headline_driver_dead(self, data: Data) -> str:
        return f"{data['chariot']} is dead"

    def headline_marker(self, data: Data) -> str:
        return f"{data['chariot']} leads"

    def headline_finish(self, data: Data) -> str:
        return f"{data['chariot']} {'is dragged over' if data['dragged'] else 'crosses'} the line!"

    def headline_goal(self, data: Data) -> str:
        return "Goal reached!" if data["reached"] else "Goal missed"

    def headline_end(self, data: Data) -> str:
        return f"{data['winner']} wins" if data["winner"] else "Nobody wins"


def _picture(event: Event) -> Picture:
    if event.kind == "flip":
        return "flip"
    # CM 10.4: only the draw told them apart.
    return "photo-finish" if event.kind == "end" and event.data["reason"] == "drawn-first" else ""


def _concerned(data: Data) -> Iterator[str]:
    for key in CONCERNED:
        value = data.get(key)
        if isinstance(value, str):
            yield value
        elif isinstance(value, list | tuple):
            yield from value
