"""A contest in a terminal: who owns a seat in it plays himself, has somebody play for him, or reads how it ended."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rich.status import Status
from rich.text import Text

from ludus.bots import Bot
from ludus.bots.table import UNHURRIED, Table, seat_drivers
from ludus.cli.answers import in_columns, listed, read_answer
from ludus.cli.common import out
from ludus.cli.keeper import UnderWay
from ludus.cli.speech import to_you
from ludus.cli.story import print_event, print_places, weighs
from ludus.core.contest import Contest
from ludus.core.decision import Choose
from ludus.core.errors import LudusError
from ludus.core.match import Match
from ludus.play import open_contest, settle

if TYPE_CHECKING:
    from ludus.cli.terminal import Terminal

PLAY, HIRE, RUN = "play", "hire", "run"
WAYS = {
    PLAY: "Play it yourself, question by question.",
    HIRE: "Your man plays it; what is about money you decide, and d takes the reins from him.",
    RUN: "Have it played without you, and read how it ended.",
}


def hold_contest(terminal: Terminal, opponents: Mapping[int, Bot]) -> bool:
    """Play a contest that the terminal's match waits for; False when the person leaves."""
    terminal.tell()
    match = terminal.match
    begun, terminal.under_way = terminal.under_way, None
    number = next_contest(terminal) if begun is None else begun.number
    if number is None:
        return False
    asked = match.contests[number]
    own = seats_of(terminal, asked)
    if begun is None:
        out.rule(asked.title)
        out.print(to_you(f"For {', '.join(asked.names)}.", match.names), style="dim", markup=False)
        way = choose_way(terminal, asked) if own else RUN
        if way is None:
            return False
        begun = UnderWay(open_contest(match, number), way, number)
    contest = begun.contest
    seed = f"{terminal.luck.getrandbits(64):x}"
    drivers = seat_drivers(asked, opponents, seed, terminal.hired, UNHURRIED, match.state)
    if begun.way == RUN:
        run(contest, drivers, seed, asked.title)
    elif not play(terminal, begun, own, drivers):
        return False
    settle(match, contest)
    if terminal.keeper is not None:
        terminal.keeper.end(contest, number)
    terminal.keep()
    out.rule(f"After {asked.title}")
    return True


def seats_of(terminal: Terminal, asked: Contest) -> tuple[int, ...]:
    """Those that people at this terminal have in it."""
    return tuple(seat for seat, owner in enumerate(asked.owners) if owner in terminal.people)


def next_contest(terminal: Terminal) -> int | None:
    """The number of the one that comes next: of several side by side the person's own, in the order that he likes.
    None: he leaves."""
    contests = terminal.match.contests
    if len(contests) > 1:
        out.print(f"{len(contests)} contests are held side by side; here they come one after the other.", style="dim")
    own = [number for number, each in contests.items() if seats_of(terminal, each)]
    if len(own) < 2:
        return (own or list(contests))[0]
    names = terminal.match.names
    words = {
        f"contest {place}": to_you(f"{contests[number].title}: {', '.join(contests[number].names)}", names)
        for place, number in enumerate(own, 1)
    }
    decision = Choose(0, "next", "Which of yours comes first?", contests[own[0]].clause, tuple(words))
    chosen = choose(terminal, decision, words)
    return None if chosen is None else own[list(words).index(chosen)]


def choose_way(terminal: Terminal, asked: Contest) -> str | None:
    """What the person wants; None: to leave."""
    decision = Choose(0, "contest", f"{asked.title}: do you take part?", asked.clause, tuple(WAYS), default=HIRE)
    return choose(terminal, decision, WAYS)


def choose(terminal: Terminal, decision: Choose, words: Mapping[str, str]) -> str | None:
    """What the person types; None: he leaves."""
    out.print(Text(decision.prompt, style="bold").append(f"  {decision.clause}", style="dim not bold"))
    out.print(in_columns(listed(decision, [{"choice": each, "label": label} for each, label in words.items()])))
    while True:
        typed = terminal.read(f"[{decision.default}] > ")
        if typed is None or typed == "q":
            return None
        try:
            return str(read_answer(typed, decision))
        except LudusError as error:
            out.print(error.message, style="red", markup=False)


def play(terminal: Terminal, begun: UnderWay, own: tuple[int, ...], drivers: Mapping[int, Bot]) -> bool:
    """The contest at this terminal, as any match; False when the person leaves."""
    contest, way, number, told = begun
    if terminal.keeper is not None:
        terminal.keeper.begin(terminal.match, contest, way, number)
    table = type(terminal)(contest, own, {seat: drivers[seat] for seat in own}, terminal.keeper, terminal.luck)
    table.told = told
    table.handed_over = way == HIRE
    return table.go_on({seat: bot for seat, bot in drivers.items() if seat not in own})


def run(contest: Match[Any], drivers: Mapping[int, Bot], seed: str, title: str) -> None:
    """The contest without people: what was worth telling, and the places."""
    with Status(f"{title} ...", console=out) as status:
        played = 0

        def progress(_: Match[Any]) -> None:
            nonlocal played
            played += 1
            status.update(f"{title}: {played} decisions ...")

        Table(contest, drivers, seed, progress=progress).play()
    for event in contest.events_for(None):
        if weighs(contest, event):
            print_event(contest, event)
    print_places(contest)
