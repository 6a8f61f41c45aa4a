"""What a house says of itself to whoever watches over it: counts and times, in the text format of Prometheus."""

from __future__ import annotations

import bisect
from collections import Counter
from collections.abc import Iterable

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)  # seconds


class Histogram:
    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.total = 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect.bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds


class Metrics:
    """Of one process, since it was started."""

    def __init__(self) -> None:
        self.requests: Counter[tuple[str, int]] = Counter()  # by method and status
        self.refused: Counter[str] = Counter()  # at the door, by code
        self.steps: Counter[str] = Counter()  # on disk, by kind
        self.request_seconds = Histogram()
        self.write_seconds = Histogram()

    def lines(self, gauges: dict[str, float]) -> Iterable[str]:
        yield from _family("ludus_requests_total", "counter", "Requests that were answered.")
        for (method, status), count in sorted(self.requests.items()):
            yield f'ludus_requests_total{{method="{method}",status="{status}"}} {count}'
        yield from _family("ludus_refused_total", "counter", "Requests and sockets refused at the door.")
        for code, count in sorted(self.refused.items()):
            yield f'ludus_refused_total{{code="{code}"}} {count}'
        yield from _family("ludus_steps_total", "counter", "Steps of matches that are on disk.")
        for kind, count in sorted(self.steps.items()):
            yield f'ludus_steps_total{{kind="{kind}"}} {count}'
        yield from _histogram("ludus_request_seconds", "Time to answer a request.", self.request_seconds)
        yield from _histogram("ludus_write_seconds", "Time until a step is on disk.", self.write_seconds)
        for name, value in gauges.items():
            yield from _family(f"ludus_{name}", "gauge", f"{name.replace('_', ' ').capitalize()} now.")
            yield f"ludus_{name} {value:g}"


def _family(name: str, kind: str, about: str) -> Iterable[str]:
    return f"# HELP {name} {about}", f"# TYPE {name} {kind}"


def _histogram(name: str, about: str, histogram: Histogram) -> Iterable[str]:
    yield from _family(name, "histogram", about)
    below = 0
    for bound, count in zip((*BOUNDS, "+Inf"), histogram.counts, strict=True):
        below += count
        yield f'{name}_bucket{{le="{bound}"}} {below}'
    yield f"{name}_sum {histogram.total:.6f}"
    yield f"{name}_count {below}"
