"""What a driver buys with thirty-two points (GEN spec-1): his usual build, box by box."""

from __future__ import annotations

from ludus.core.decision import Allocate

# What he wants for each point of his usual build: driver, car, team speed, endurance.
DRIVER = (0, 5, 10)
BLADES = ((0, 0), (0, 0), (4, 3))
HORSES = ((3, 3, 2, 2), (5, 4, 3, 3), (6, 5, 3, 3))  # horse 1, 4, 2, 3
ENDURANCE = (1, 3, 6)
# Then, as far as the points go: a whip, sound wheels, boxes for the man, arms, and more horse.
WANTED = (
    ("whip", 2), ("left wheel", 1), ("right wheel", 1), ("hits", 2), ("knife", 2), ("dust", 1), ("endurance", 12),
    ("hits", 5), ("horse 1", 7), ("horse 4", 7), ("horse 2", 6), ("left wheel", 4), ("right wheel", 4), ("horse 3", 5),
    ("unspent", 32),
)  # fmt: skip


def shopping_list(decision: Allocate, build: tuple[int, int, int, int]) -> tuple[int, ...]:
    """The answer to a question for thirty-two points, in the spirit of a four-point build."""
    driver, car, speed, endurance = build
    left_blades, right_blades = BLADES[car]
    wanted = [("driver", DRIVER[driver]), ("left blades", left_blades), ("right blades", right_blades)]
    wanted += zip(("horse 1", "horse 4", "horse 2", "horse 3"), HORSES[speed], strict=True)
    wanted += [("endurance", ENDURANCE[endurance]), *WANTED]
    caps = dict(zip(decision.boxes, decision.caps, strict=True))
    spent = dict.fromkeys(decision.boxes, 0)
    left = decision.budget
    for box, points in wanted:
        if box in caps:
            more = min(points - spent[box], caps[box] - spent[box], left)
            # A weapon or a whip is bought whole or not at all.
            if more > 0 and (box in STEPWISE or more == points - spent[box]):
                spent[box] += more
                left -= more
    spent["unspent"] += left
    return tuple(spent.values())


STEPWISE = ("horse 1", "horse 4", "horse 2", "horse 3", "hits", "left wheel", "right wheel", "endurance", "unspent")
