"""Who plays a match, as it began; and what came of it, for whoever has an account, and for bots.

Whoever takes a seat in the midst of a match has not played it, and whoever leaves one has: so it is written down when
it begins, not when it is over and everybody knows who has won.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import NamedTuple

from sqlalchemy import Connection, insert, select

from ludus.library import find_game
from ludus.server.saved_match import Head, Step
from ludus.server.sql_tables import account_seats, players, unrated

BOT = "bot:"
LEAST_ANSWERS = 10  # of his own, by whoever resigns or leaves; before that, hardly anything has been played


class Result(NamedTuple):
    """A seat as it is counted."""

    seat: int
    who: str
    place: int  # as the match says
    rank: int  # as it is counted: who left is last
    counts: bool  # for ratings


def name_of_bot(bot: str | None) -> str:
    """
    >>> name_of_bot("tiro+eques-miser"), name_of_bot("rival-scorpus")
    ('bot:tiro', 'bot:rival-scorpus')
    """
    return BOT + (bot or "").partition("+")[0]


def is_counted(head: Head) -> bool:
    """Contests are part of their campaign, and exercises are no matches."""
    return head.parent is None and head.scenario is None


def by_the_book(head: Head) -> bool:
    """Whether it is played as a ruleset says: house rules can make a match as short or as sure as one likes."""
    if head.rules_name or head.position is not None:
        return False
    return not find_game(head.game).differences(head.ruleset, head.options)  # it may be older than some options


def seat_players(connection: Connection, head: Head) -> None:
    """As the match begins."""
    if not is_counted(head):
        return
    own = accounts_of(connection, [seat.token for seat in head.seats if seat.kind == "human" and seat.token])
    seated = {
        number: name_of_bot(seat.bot) if seat.kind == "bot" else own.get(seat.token or "")
        for number, seat in enumerate(head.seats)
    }
    rows = [{"match_id": head.id, "seat": number, "who": who} for number, who in seated.items() if who]
    if rows:
        connection.execute(insert(players), rows)


def leave_to_rate(connection: Connection, head: Head) -> None:
    """As it ends."""
    if is_counted(head):
        connection.execute(insert(unrated), {"match_id": head.id})


def accounts_of(connection: Connection, tokens: Collection[str]) -> dict[str, str]:
    """Whose these (hashed) tokens are."""
    if not tokens:
        return {}
    found = select(account_seats.c.token, account_seats.c.account_id).where(account_seats.c.token.in_(list(tokens)))
    return {row.token: row.account_id for row in connection.execute(found)}


class Answers(NamedTuple):
    """How many of a seat's answers its person has given, and how many others for him."""

    own: int
    bots: int


def count_answers(story: Collection[Step]) -> dict[int, Answers]:
    """People's answers carry a key, bots' do not. What was taken back was not played."""
    own: Counter[int] = Counter()
    bots: Counter[int] = Counter()
    for step in story:
        if step.kind == "answer" and step.seat is not None:
            (bots if step.key is None else own)[step.seat] += 1
        elif step.kind == "undo" and step.seat is not None:
            own[step.seat] -= 1
    return {seat: Answers(own[seat], bots[seat]) for seat in own.keys() | bots.keys()}


def count(head: Head, began: Mapping[int, str], now: Mapping[str, str], answers: Mapping[int, Answers]) -> list[Result]:
    """What the match is to each who began it. `now` says whose the seats' tokens are.

    - Who sits at two seats plays against himself, or lends his device to a friend: neither is a match of his.
    - Who has not answered once has not played, and who resigns or leaves at once has hardly.
    - Who leaves his seat to another, or most of his answers to a bot, is last; so nobody gets out of a lost match.
    - A bot in whose seat a person was, or is, at any time is not itself.
    """
    assert head.outcome is not None
    places: list[int] = head.outcome["places"]
    last = max(places) + 1
    twice = {who for who, often in Counter(began.values()).items() if often > 1 and not who.startswith(BOT)}
    results = []
    for number, who in began.items():
        if who in twice:
            continue
        seat = head.seats[number]
        if who.startswith(BOT):
            stayed = seat.kind == "bot" and name_of_bot(seat.bot) == who and not answers.get(number, NOTHING).own
            results.append(Result(number, who, places[number], places[number], counts=stayed))
            continue
        given = answers.get(number, NOTHING)
        left = seat.kind != "human" or now.get(seat.token or "") != who or given.bots > given.own
        hardly = given.own < (LEAST_ANSWERS if left or seat.resigned else 1)
        rank = last if left else places[number]
        results.append(Result(number, who, places[number], rank, counts=not hardly))
    return results


NOTHING = Answers(0, 0)
