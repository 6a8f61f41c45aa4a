"""Where was it lost? An analysis of a match that is over, as it goes over the wire."""

from __future__ import annotations

from fastapi import APIRouter

from ludus.advice.analysis import SECONDS
from ludus.server import archive
from ludus.server.api import MatchId, SeatNumber, StrictRoute, TheHall
from ludus.server.problems import Problem, documented
from ludus.server.schema import Message

router = APIRouter(prefix="/api", route_class=StrictRoute)


class MomentInfo(Message):
    """A decision that stands out. `event`: so many events came before it."""

    answer: int
    event: int
    agrees: bool  # with the champion; then `instead` is what the clock would have played
    when: str
    question: str
    prompt: str
    given: str
    instead: str
    reason: str  # of the champion
    before: float  # the chance to win when the turn began
    mine: float  # and after what was answered, on average
    other: float
    gain: float


class CurvePoint(Message):
    event: int
    when: str
    chances: list[float]  # by seat


class RollRated(Message):
    """Dice against expectation, from -0.5 to 0.5."""

    event: int
    seat: int
    luck: float
    text: str


class Found(Message):
    game: str
    names: list[str]
    seat: int
    decisions: int
    agreed: int
    weighed: int
    seconds: float
    unit: str
    curve: list[CurvePoint]
    worst: list[MomentInfo]
    best: list[MomentInfo]
    skill: float  # chances to win that the decisions cost or gained against the champion's
    luck: list[float]  # by seat: the mean of its throws
    rolls: list[RollRated]


class AnalysisInfo(Message):
    progress: float  # 0 to 1
    seconds: float  # that it takes at most, about
    found: Found | None


@router.post(
    "/matches/{match_id}/seats/{seat}/analysis",
    summary="Weigh every decision of a seat, once the match is over; asked again, how far it is and what was found",
    tags=["matches"],
    responses=documented(404, 409),
)
async def analysis(match_id: MatchId, seat: SeatNumber, hall: TheHall) -> AnalysisInfo:
    key = (match_id, seat)
    job = hall.analyses.find(key)
    if job is None:
        head = await hall.head(match_id)
        if seat >= len(head.seats):
            raise Problem(404, "no-seat", f"there is no seat {seat}; they are 0 to {len(head.seats) - 1}")
        record = await archive.record(hall, match_id)
        # Another may have come first while it was read.
        job = hall.analyses.find(key) or hall.analyses.begin(key, record)
    if job.problem is not None:
        hall.analyses.forget(key)
        raise job.problem
    found = None if job.found is None else Found.model_validate(job.found)
    return AnalysisInfo(progress=job.progress, seconds=SECONDS, found=found)
