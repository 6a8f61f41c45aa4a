"""What the page of every campaign has; each kind of campaign says the rest itself."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from ludus.acta.calendar import RACES, roman_date
from ludus.acta.lore import Told
from ludus.acta.page import Champion, Chapter, Curve, Grave, SeasonPage, Standing
from ludus.acta.pen import Pen, all_of, sentence, sesterces
from ludus.acta.press import acta_of
from ludus.acta.race_page import TITLE

Plain = Mapping[str, Any]


class CampaignDesk(ABC):
    """What every campaign's page has."""

    days = RACES

    def __init__(self, told: Told, contests: Sequence[Plain | None]) -> None:
        self.told = told
        self.pen = Pen("season", hashlib.sha256(repr([each.hash for each in told.held]).encode()).hexdigest())
        self.contests = [(place, each) for place, each in enumerate(contests) if each is not None]
        self.over = told.outcome is not None

    def write(self) -> SeasonPage:
        count = max(1, self.number())
        return SeasonPage(
            title=TITLE,
            issue=self.told.title,
            date=roman_date(self.days, count),
            over=self.over,
            headline=self.headline(),
            lead=sentence(self.lead()),
            champions=tuple(self.champions()),
            records=tuple(self.records()),
            graves=tuple(self.graves()),
            curves=tuple(self.curves()),
            standings=self.standings(),
            chapters=tuple(self.chapter(place, each) for place, each in self.contests),
        )

    def number(self) -> int:
        """How many contests there have been."""
        return len(self.told.held)

    def headline(self) -> str:
        outcome, names = self.told.outcome, self.told.names
        if outcome is None:
            leader = self.leader()
            return self.pen.say("headline.under-way", l=leader) if leader else self.pen.say("headline.begins")
        winners = [names[seat] for seat in outcome["winners"]]
        if not winners:
            return self.pen.say("headline.nobody")
        topic = {"last-standing": "last-standing"}.get(outcome["reason"], self.win_topic())
        topic = "shared" if len(winners) > 1 and topic == "richest" else topic
        return self.pen.say(f"headline.{topic}", w=all_of(winners), sum=sesterces(self.sum_of(outcome["winners"][0])))

    def chapter(self, place: int, record: Plain) -> Chapter:
        lore = self.told.lore(place)
        page = acta_of(record, lore)
        return Chapter(lore.number, page.date, page.headline, page.lead, self.told.held[place].link)

    # What each kind of campaign says itself.

    def win_topic(self) -> str:
        return "richest"

    def leader(self) -> str:
        standings = self.standings()
        return standings[0].name if standings and self.number() else ""

    def sum_of(self, seat: int) -> int:
        return 0

    @abstractmethod
    def lead(self) -> str: ...

    @abstractmethod
    def champions(self) -> list[Champion]: ...

    def records(self) -> list[Champion]:
        return []

    @abstractmethod
    def graves(self) -> list[Grave]: ...

    def curves(self) -> list[Curve]:
        return []

    def standings(self) -> tuple[Standing, ...]:
        return ()
