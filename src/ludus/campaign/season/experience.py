"""CM 23.1: what a place in a race is worth."""

from __future__ import annotations

from ludus.campaign.season.charts import CHARTS


def earned(place: int | None, gap: int | None, dropped: int) -> int:
    """CM 23.1a to 23.1c: points for a place and for the distance to the next one behind. With nobody behind it is
    without limit, if somebody dropped out of the race; where all starters are placed, the last one gets no bonus."""
    if place is None or place > len(CHARTS.places):
        return 0
    bonus = CHARTS.bonus[place - 1]
    followed = gap is not None or not dropped
    steps = sum((gap or 0) >= least for least in CHARTS.gaps) if followed else len(bonus)
    return CHARTS.places[place - 1] + sum(bonus[:steps])
