"""Campaigns as a game of the house: a ruleset names the book, and the book does the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from ludus.campaign.book import Book
from ludus.campaign.careers import Careers
from ludus.campaign.epic.book import EpicCampaign
from ludus.campaign.owners import Owners
from ludus.campaign.season.book import SeasonBook
from ludus.core.chart import Chart, Spot
from ludus.core.decision import Decision
from ludus.core.event import Accent, Event
from ludus.core.game import Game, Option, Script
from ludus.core.standing_orders import Obeyed, OrderForm, Orders
from ludus.core.table import Table

BOOKS: dict[str, type[Book[Any]]] = {book.ruleset.name: book for book in (SeasonBook, Careers, Owners, EpicCampaign)}
WHICH = "campaign"  # the option that says which book is played


class Campaigns(Game[Any]):
    """Campaigns by some books: a class derived from it names them, and has their rulesets, options and endings."""

    id = "campaign"
    title = "Campaign"
    summary = "A stable over a season, a school, a family: money, bets, bribes, and people who live, learn and die."
    source = "CM"
    usual_seats = 8
    imaginable = ()
    books: ClassVar[Mapping[str, type[Book[Any]]]]

    def __init_subclass__(cls) -> None:
        books = cls.books
        cls.min_seats = min(book.seats[0] for book in books.values())
        cls.max_seats = max(book.seats[1] for book in books.values())
        cls.rulesets = {name: book.ruleset for name, book in books.items()}
        cls.options = (
            Option(WHICH, "Campaign", "What is played.", "CM 20-goal", next(iter(books)), tuple(books)),
            *(option for book in books.values() for option in book.options),
        )
        cls.endings = tuple(dict.fromkeys(reason for book in books.values() for reason in book.endings))

    def book(self, options: Mapping[str, Any] | None) -> type[Book[Any]]:
        return self.books[(options or {}).get(WHICH, next(iter(self.books)))]

    def begin(self, seats: int, options: Mapping[str, Any]) -> Any:
        book = self.book(options)
        book.check_seats(seats)
        return book.begin(seats, options)

    def book_of(self, state: Any, table: Table | None = None) -> Book[Any]:
        """The book over a state, found by its class."""
        book = next(each for each in self.books.values() if each.state_class is type(state))
        return book(state) if table is None else book(state, table)

    def script(self, state: Any, table: Table) -> Script:
        return self.book_of(state, table).play()

    def withdraw(self, state: Any, table: Table, seat: int) -> None:
        self.book_of(state, table).withdraw(seat)

    def view(self, state: Any, seat: int | None) -> dict[str, Any]:
        return self.book_of(state).view(seat)

    def imagine(self, view: Mapping[str, Any], seats: int, options: Mapping[str, Any]) -> Any:
        return self.book(options).imagine(view, seats, options)

    def save(self, state: Any) -> dict[str, Any]:
        return self.book_of(state).save()

    def load(self, plain: Mapping[str, Any], seats: int, options: Mapping[str, Any]) -> Any:
        return self.book(options).load(plain, seats, options)

    def read_position(self, plain: Mapping[str, Any], seats: int, options: Mapping[str, Any]) -> Any:
        self.book(options).check_seats(seats)
        return self.load(plain, seats, options)

    def write_position(self, state: Any) -> dict[str, Any]:
        return self.save(state)

    def explain(self, state: Any, decision: Decision) -> list[dict[str, Any]]:
        return self.book_of(state).explain(decision)

    def narrate(self, event: Event, names: Sequence[str], options: Mapping[str, Any] | None = None) -> str:
        return self.book(options).bare(options).say(event, names)

    def accent(self, event: Event, options: Mapping[str, Any] | None = None) -> Accent:
        return self.book(options).bare(options).accent(event)

    def charts(self, options: Mapping[str, Any]) -> tuple[Chart, ...]:
        return self.book(options).tables()

    def charted(self, event: Event, options: Mapping[str, Any] | None = None) -> tuple[Spot, ...]:
        return self.book(options).charted(event)

    def stage(self, options: Mapping[str, Any]) -> dict[str, Any]:
        return self.book(options).stage(options)

    def orders(self, options: Mapping[str, Any], seats: int, position: Mapping[str, Any] | None = None) -> OrderForm:
        return self.book(options).orders(options, seats)

    def orders_in_words(self, orders: Orders, options: Mapping[str, Any] | None = None) -> list[str]:
        return self.book(options).orders_in_words(orders)

    def obey(self, state: Any, seat: int, decision: Decision, orders: Orders) -> Obeyed | None:
        return self.book_of(state).obey(decision, orders)


class Campaign(Campaigns):
    """Stables and schools over many races and fights."""

    books = BOOKS
