"""The contests that a campaign waits for, as matches of their own: whose their seats are, how the campaign lists
them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ludus.bots import kinds_of, make_bot
from ludus.bots.campaign.suspicion import instructed
from ludus.bots.circus.patrons import WARY
from ludus.core.contest import HOST
from ludus.core.match import Match
from ludus.library import find_game
from ludus.server.clock import Clock
from ludus.server.saved_match import RUN, ContestOfCampaign, Head, Seat
from ludus.server.seating import find_bot, new_id


def open_contests(head: Head, match: Match[Any]) -> tuple[Head, ...]:
    """The matches that are to be played now and are not made yet. Their dice follow from the campaign's."""
    made = {each.number for each in head.contests}
    return tuple(_open(head, match, number) for number in match.contests if number not in made)


def _open(head: Head, match: Match[Any], number: int) -> Head:
    contest = match.contests[number]
    game = find_game(contest.game)
    middling = find_bot(game.id, None).name
    seats = [
        _with_memory(
            hand_over(Seat("bot", name, middling, owner=None if owner == HOST else owner), head, game.id), match
        )
        for name, owner in zip(contest.names, contest.owners, strict=True)
    ]
    return Head(
        id=new_id(),
        game=game.id,
        ruleset=contest.ruleset,
        options=game.resolve(contest.ruleset, contest.options),
        seed=match.seed_of(number),
        listed=False,
        created=head.changed,
        changed=head.changed,
        seats=tuple(seats),
        clock=None if head.clock is None else Clock(head.clock.seconds),
        parent=head.id,
        parent_title=title_of(head),
        contest=number,
        title=contest.title,
    )


def _with_memory(seat: Seat, campaign: Match[Any]) -> Seat:
    """A bot that keeps the purse of an owner knows what stands in the campaign's books."""
    if seat.owner is None or seat.kind != "bot" or "+" not in (seat.bot or ""):
        return seat
    return replace(seat, bot=instructed(seat.bot or "", campaign.state, seat.owner))


def title_of(head: Head) -> str:
    """What a campaign is called."""
    game = find_game(head.game)
    return f"{game.title}: {head.rules_name or game.rulesets[head.ruleset].title}"


def hand_over(seat: Seat, campaign: Head, game: str) -> Seat:
    """A seat of a contest in the hands of whoever has its owner's seat in the campaign now."""
    if seat.owner is None or seat.resigned:
        return seat
    owner = campaign.seats[seat.owner]
    if owner.kind == "human" and not owner.resigned:
        if seat.token == owner.token:
            return seat
        return replace(seat, kind="human", bot=None, token=owner.token, hands=hands_in_contest(owner), orders=False)
    like = bot_like(campaign.game, owner.bot, game)
    if seat.kind == "bot" and (seat.bot or "").removesuffix(WARY) == like:
        return seat
    return Seat("bot", seat.name, like, owner=seat.owner)


def hands_in_contest(owner: Seat) -> str:
    """Who is away from the campaign is away from its contests."""
    return RUN if owner.hands == RUN else owner.contests


def bot_like(game: str, bot: str | None, other: str) -> str:
    """The bot that this one sends into a contest of another game, with its money; where it names none, one that is as
    strong among its like; without one to go by, the middle one."""
    names = [kind.name for kind in kinds_of(game)]
    if bot is None or bot.partition("-")[0] not in names or len(names) == 1:
        return find_bot(other, None).name
    owner = make_bot(game, bot, "")
    like = kinds_of(other)
    same = like[round(names.index(owner.name) / (len(names) - 1) * (len(like) - 1))].name
    return f"{owner.driver(other) or same}+{bot}"


def listed(child: Head) -> ContestOfCampaign:
    """A contest for the list of its campaign."""
    assert child.contest is not None
    return ContestOfCampaign(
        id=child.id,
        number=child.contest,
        title=child.title,
        game=child.game,
        owners=[HOST if seat.owner is None else seat.owner for seat in child.seats],
        names=[seat.name for seat in child.seats],
    )


def ended(contests: tuple[ContestOfCampaign, ...], settled: dict[str, Any]) -> tuple[ContestOfCampaign, ...]:
    """The list when a contest is settled: the one of that number, or the first under way."""
    number = settled.get("number", next(each.number for each in contests if each.outcome is None))
    short = {name: settled["outcome"][name] for name in ("reason", "winners", "places")}
    return tuple(replace(each, outcome=short) if each.number == number else each for each in contests)
