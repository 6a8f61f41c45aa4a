"""Heads and seats as rows of the SQL tables, there and back."""

from __future__ import annotations

import logging
from dataclasses import fields, replace
from typing import Any

import orjson
from sqlalchemy import Connection, RowMapping, select

from ludus.server.clock import Clock
from ludus.server.saved_match import ClockProposal, ContestOfCampaign, Head, Seat
from ludus.server.sql_tables import seats

log = logging.getLogger("ludus.server")

SEAT = tuple(field.name for field in fields(Seat))


def listing(head: Head) -> dict[str, Any]:
    """What matches are looked up by."""
    return {
        "status": head.status,
        "due": None if head.clock is None else head.clock.next_due,
        "contests": dump(head.contests),
        "proposal": None if head.proposal is None else dump(head.proposal),
    }


def listed_alike(one: Head, other: Head) -> bool:
    """Whether both are found by the same."""
    due, next_due = (each.clock and each.clock.next_due for each in (one, other))
    return (one.status, due, one.contests, one.proposal) == (other.status, next_due, other.contests, other.proposal)


def moving(head: Head) -> dict[str, Any]:
    """What changes in a match's row with every step."""
    return {
        "changed": head.changed,
        "number": head.number,
        "waiting": dump(head.waiting),
        "outcome": None if head.outcome is None else dump(head.outcome),
        "clock": None if head.clock is None else dump(head.clock.to_plain()),
    }


def new_row(head: Head) -> dict[str, Any]:
    """A new match's row."""
    return {
        "id": head.id,
        "game": head.game,
        "ruleset": head.ruleset,
        "options": dump(head.options),
        "seed": head.seed,
        "listed": head.listed,
        "created": head.created,
        "scenario": head.scenario,
        "rules_name": head.rules_name,
        "position": None if head.position is None else dump(head.position),
        "parent": head.parent,
        "parent_title": head.parent_title,
        "contest": head.contest,
        "title": head.title,
        "tournament": head.tournament,
        **listing(head),
        **moving(head),
    }


def seat_rows(head: Head) -> list[dict[str, Any]]:
    return [
        {"match_id": head.id, "seat": number, **{name: getattr(seat, name) for name in SEAT}}
        for number, seat in enumerate(head.seats)
    ]


def read_heads(connection: Connection, found: Any) -> list[Head]:
    """Those that can be read. One that cannot is in the log, and stops nothing else."""
    heads = {}
    for row in connection.execute(found).mappings():
        try:
            heads[row["id"]] = _head(row)
        except Exception:
            log.exception("match %s cannot be read", row["id"])
    chairs = select(seats).where(seats.c.match_id.in_(list(heads))).order_by(seats.c.match_id, seats.c.seat)
    for row in connection.execute(chairs).mappings():
        seat = Seat(**{name: row[name] for name in SEAT})
        heads[row["match_id"]] = replace(heads[row["match_id"]], seats=(*heads[row["match_id"]].seats, seat))
    return list(heads.values())


def _head(row: RowMapping) -> Head:
    return Head(
        id=row["id"],
        game=row["game"],
        ruleset=row["ruleset"],
        options=orjson.loads(row["options"]),
        seed=row["seed"],
        listed=row["listed"],
        created=row["created"],
        changed=row["changed"],
        seats=(),
        status=row["status"],
        number=row["number"],
        waiting=tuple(orjson.loads(row["waiting"])),
        outcome=None if row["outcome"] is None else orjson.loads(row["outcome"]),
        rematch=row["rematch"],
        scenario=row["scenario"],
        rules_name=row["rules_name"],
        position=None if row["position"] is None else orjson.loads(row["position"]),
        clock=None if row["clock"] is None else Clock.from_plain(orjson.loads(row["clock"])),
        proposal=_proposal(row["proposal"]),
        contests=tuple(ContestOfCampaign(**each) for each in orjson.loads(row["contests"])),
        parent=row["parent"],
        parent_title=row["parent_title"],
        contest=row["contest"],
        title=row["title"],
        tournament=row["tournament"],
    )


def _proposal(body: str | None) -> ClockProposal | None:
    if body is None:
        return None
    plain = orjson.loads(body)
    return ClockProposal(plain["seconds"], plain["by"], tuple(plain["agreed"]))


def dump(plain: Any) -> str:
    return orjson.dumps(plain).decode()
