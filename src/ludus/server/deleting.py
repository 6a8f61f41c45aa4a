"""A match deleted by whoever sat there alone among bots. Where others sat it is theirs too, and can only be hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import Connection, delete, update

from ludus.server.people_schema import Deleted
from ludus.server.problems import Problem
from ludus.server.seating import hashed, not_in_contest, the_seat
from ludus.server.sql_tables import matches

if TYPE_CHECKING:
    from ludus.server.hall import Hall


async def delete_own(hall: Hall, match_id: str, token: str | None) -> Deleted:
    head = await hall.head(match_id)
    not_in_contest(head)
    the_seat(head, token)
    others = [seat.name for seat in head.seats if seat.token not in (None, hashed(token or ""))]
    if others:
        message = f"{' and '.join(others)} sat there too, so it is not yours alone to delete; you can hide it"
        raise Problem(409, "not-yours-alone", message)
    ids = [head.id, *(each.id for each in head.contests)]

    def job(connection: Connection) -> None:
        connection.execute(update(matches).where(matches.c.rematch == match_id).values(rematch=None))
        connection.execute(delete(matches).where(matches.c.id.in_(ids)))

    await hall.store.write(match_id, job)
    for each in ids:
        await hall.clear_out(each)
    return Deleted(matches=len(ids))
