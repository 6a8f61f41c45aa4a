"""CM 22: what heals after a race, and who is fit to run in the next."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.campaign.people import Chariot, Driver, Horse, Stable
from ludus.campaign.season.charts import CHARTS


def mend(patient: Driver | Horse) -> int:
    """CM 22.2, 22.22: one point, never above full strength. The dead stay dead. How much came back."""
    if not patient.alive:
        return 0
    points = min(CHARTS.recovery, patient.injury)
    if isinstance(patient, Driver):
        patient.hits += points
    else:
        patient.now += points
    return points


def recover(stable: Stable) -> int:
    """CM 22.1: everybody of the stable, whether he raced or not. Endurance, and cars that kept their wheels, are whole
    again anyway (CM 22.3)."""
    return sum(map(mend, stable.all_drivers())) + sum(map(mend, stable.all_horses()))


def admitted(chariots: Sequence[Chariot], entered: Sequence[int] = ()) -> list[Chariot]:
    """CM 22.4a, 22.4b: who may be entered next, besides those that are: a healthy one, else the least injured. One
    without driver, car or four living horses never starts, and is not compared."""
    ready = [each for each in chariots if each.ready and each.id not in entered]
    least = min((each.injury for each in ready), default=0)
    return [each for each in ready if each.injury == least]
