"""What each answer means: a label, what it costs, where it leads, and the exact odds before a roll."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from ludus.core.decision import Allocate, Decision
from ludus.games.circus.charts import CARS, CATEGORIES, TEAM_ENDURANCE, TEAM_SPEEDS, driver_hits
from ludus.games.circus.explain_attacks import explain_avoiding, explain_defence
from ludus.games.circus.explain_speed import explain_speeds, explain_taking, explain_whip
from ludus.games.circus.explain_steps import explain_steps
from ludus.games.circus.explain_words import Answer, answer
from ludus.games.circus.explain_wrecks import explain_cutting, explain_loosing, explain_paying, explain_walking
from ludus.games.circus.state import Chariot, Race


def explain_answers(race: Race, decision: Decision) -> list[Answer]:
    chariot = next(each for each in race.chariots if each.faction == decision.about)
    return EXPLAINERS[decision.name](race, chariot, decision)


# -- points shared out over boxes: every answer says what each box gets of it ---------------------------


def explain_building(race: Race, chariot: Chariot, decision: Decision) -> list[Answer]:
    """CM 3.6: what the points are worth before the dice complete the log."""
    answers = []
    for choice in decision:
        assert isinstance(choice, tuple)
        boxes = [
            {"box": box, "points": points, "label": worth(box, points)}
            for box, points in zip(CATEGORIES, choice, strict=True)
        ]
        label = ", ".join(f"{box} {points}" for box, points in zip(CATEGORIES, choice, strict=True)).capitalize()
        answers.append(answer(choice, label, (str(box["label"]) for box in boxes), boxes=boxes))
    return answers


@cache
def worth(box: str, points: int) -> str:
    """A box of the preparation chart in words."""
    if box == "driver":
        hits = sorted(driver_hits(die + points) for die in range(1, 7))
        return f"driver {points:+d}, {hits[0]} to {hits[-1]} hits"
    if box == "car":
        return f"{CARS[points]} car"
    if box == "speed":
        speeds = sorted(sum(horses) for horses in TEAM_SPEEDS[points])
        return f"team speed {speeds[0]} to {speeds[-1]}"
    endurance = sorted(TEAM_ENDURANCE[points])
    return f"endurance {endurance[0]} to {endurance[-1]}"


def explain_injury(race: Race, chariot: Chariot, decision: Decision) -> list[Answer]:
    """CM 9.61b: whose boxes go, and what is left of them."""
    assert isinstance(decision, Allocate)
    answers = []
    for choice in decision:
        assert isinstance(choice, tuple)
        boxes = [
            {"box": box, "points": points, "label": f"{left - points} of {left} left" if left > points else "dies"}
            for box, points, left in zip(decision.boxes, choice, chariot.horses, strict=True)
            if points
        ]
        label = ", ".join(f"{box['box']} takes {box['points']}" for box in boxes).capitalize()
        hint = (f"{box['box']}: {box['label']}" for box in boxes)
        answers.append(answer(choice, label, hint, boxes=boxes))
    return answers


EXPLAINERS: dict[str, Callable[[Race, Chariot, Decision], list[Answer]]] = {
    "build": explain_building,
    "speed": explain_speeds,
    "take": explain_taking,
    "whip": explain_whip,
    "cut": explain_cutting,
    "step": explain_steps,
    "defend": explain_defence,
    "avoid": explain_avoiding,
    "pay": explain_paying,
    "injury": explain_injury,
    "loose": explain_loosing,
    "walk": explain_walking,
}
