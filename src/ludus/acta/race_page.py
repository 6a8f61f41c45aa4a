"""The page of a race: story, deaths, scandal, bets, table, notices, and the career of the week."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludus.acta.calendar import RACES, roman_date
from ludus.acta.cast import Lore, Record, Runner
from ludus.acta.page import Death, Figure, OddsLine, Page, Portrait, TableLine
from ludus.acta.pen import Pen, counted, number, ordinal, sentence, sesterces, times
from ludus.acta.race_facts import RaceFacts, Scandal, read_race
from ludus.acta.race_story import MANY_ATTACKS, RaceStory
from ludus.core.contest import digest

TITLE = "Acta Diurna"
MOST_NOTICES = 4
REMARKABLE = 3  # attacks suffered, or races run


def race_page(record: Mapping[str, Any], lore: Lore | None = None) -> Page:
    """A race that is over, as the Acta tells of it."""
    return RacePage(record, lore).write()


class RacePage:
    def __init__(self, record: Mapping[str, Any], lore: Lore | None) -> None:
        self.facts: RaceFacts = read_race(record, lore.names if lore else ())
        self.lore = lore
        self.pen = Pen("race", digest(record))
        self.story = RaceStory(self.facts, self.pen)

    def write(self) -> Page:
        lore = self.lore
        return Page(
            kind="race",
            title=TITLE,
            issue=issue(lore),
            date=roman_date(RACES, lore.number if lore else 1 + self.pen.draw("date", len(RACES))),
            headline=self.story.headline(),
            lead=self.lead(),
            story=self.story.tell(),
            deaths=self.deaths(),
            scandal=self.scandal(),
            odds=self.odds(),
            table=self.table(),
            moment=self.story.moment(),
            career=self.career(),
            notices=self.notices(),
            standings=lore.standings if lore else (),
        )

    def lead(self) -> str:
        facts = self.facts
        told = {
            "field": number(len(facts.runners)),
            "turns": counted(facts.turns, "turn"),
            "laps": counted(facts.laps, "lap"),
            "home": number(len(facts.finishers)) if facts.finishers else "none",
        }
        if facts.winner is None:
            return self.pen.say("lead.nobody", **told)
        topic = "lead.time-up" if facts.winner.finished is None else "lead.win"
        return self.pen.say(topic, w=facts.winner, **told)

    # -- the dead --------------------------------------------------------------------------------------------

    def deaths(self) -> tuple[Death, ...]:
        men = [
            Death(sentence(each.a.driver), "driver", sentence(self.story.death(each)))
            for each in self.facts.of("death")
        ]
        return (*men, *self.dead_horses())

    def dead_horses(self) -> list[Death]:
        """By name where the campaign knows which it was."""
        told = []
        for each in self.facts.of("horse-dead"):
            known = self.lore.horses.get(each.a.seat, ()) if self.lore else ()
            lost = sum(other.horses_lost for other in self.facts.runners.values() if other.seat == each.a.seat)
            name = known[0] if len(known) == lost == 1 else ""
            topic = "death.horse.named" if name else "death.horse"
            topic = f"{topic}.by" if each.b else topic
            text = self.pen.say(topic, a=each.a, b=each.b, horse=name, where=self.story.where(each))
            told.append(Death(name or f"A horse of {each.a.name}", "horse", text))
        return told

    # -- money -----------------------------------------------------------------------------------------------

    def scandal(self) -> tuple[str, ...]:
        facts = self.facts
        said = [self.one_scandal(each) for each in facts.scandals]
        if not said and facts.odds:
            said = [self.pen.say("scandal.none")]
        return tuple(said)

    def one_scandal(self, deed: Scandal) -> str:
        topic = f"scandal.{deed.kind}.{'works' if deed.works else 'fails'}"
        text = self.pen.say(topic, by=deed.by, a=deed.a, spent=sesterces(deed.spent), more=number(deed.more))
        if deed.guard:
            text = f"{text} {self.pen.say('scandal.guard', guard=sesterces(deed.guard))}"
        return text

    def odds(self) -> tuple[OddsLine, ...]:
        facts = self.facts
        runners = [each for each in facts.order if each.colour in facts.odds]
        return tuple(
            OddsLine(
                each.chariot,
                each.driver_name,
                facts.odds[each.colour],
                facts.staked.get(each.colour, 0),
                each.place,
                facts.paid(each),
            )
            for each in runners
        )

    def bets(self) -> list[str]:
        """Who will talk of it, and who will not."""
        facts, winner = self.facts, self.facts.winner
        said = []
        if facts.cut:
            said.append(self.pen.say("bets.bank"))
        if winner and facts.odds:
            backers = {seat: bets[winner.colour] for seat, bets in facts.bets.items() if bets.get(winner.colour)}
            gains = facts.stake_back or facts.odds.get(winner.colour, 0) > 1
            if not backers:
                said.append(self.pen.say("bets.nobody", w=winner))
            elif gains and not facts.cut:
                seat = max(backers, key=lambda each: backers[each])
                said.append(self.pen.say("bets.won", by=facts.names[seat], w=winner, staked=sesterces(backers[seat])))
        lost = [
            (amount, seat, colour)
            for seat, bets in facts.bets.items()
            for colour, amount in bets.items()
            if not winner or colour != winner.colour
        ]
        if lost:
            amount, seat, colour = max(lost)
            runner = facts.runners[colour]
            said.append(self.pen.say("bets.lost", by=facts.names[seat], a=runner, staked=sesterces(amount)))
        for backer, layer, runner, stake, against in facts.side_bets[:1]:
            taker = backer if runner is winner else layer
            said.append(
                self.pen.say("bets.side", backer=backer, layer=layer, a=runner, stake=sesterces(stake),
                             against=sesterces(against), taker=taker)
            )  # fmt: skip
        if facts.match_bet and winner:
            own, his = facts.match_bet
            said.append(self.pen.say("bets.match", challenger=sesterces(own), challenged=sesterces(his), w=winner))
        return said

    # -- the table -------------------------------------------------------------------------------------------

    def table(self) -> tuple[TableLine, ...]:
        return tuple(
            TableLine(each.place, each.chariot, each.driver_name, each.owner, self.note(each))
            for each in self.facts.order
        )

    def note(self, runner: Runner) -> str:
        if runner.dead:
            return f"driver dead: {runner.dead}"
        if runner.finished is not None:
            dragged = ", its driver dragged" if runner.dragged_in else ""
            return (
                f"over the line by {counted(runner.left, 'square')}{dragged}"
                if runner.left
                else f"on the line{dragged}"
            )
        return runner.out or "still running"

    # -- the rest of the page --------------------------------------------------------------------------------

    def notices(self) -> tuple[str, ...]:
        """Small advertisements, and what the betters say."""
        facts = self.facts
        offered: list[tuple[str, dict[str, Any]]] = []
        for incident in facts.incidents:
            told = {"a": incident.a, "b": incident.b, "where": self.story.where(incident, lap=False) or "on the sand"}
            topic = {
                "wheel-lost": "notice.wheel",
                "whip-grabbed": "notice.whip",
                "flip": "notice.wreck",
                "horse-dead": "notice.horse",
                "death": "notice.driver",
                "exhausted": "notice.exhausted",
            }.get(incident.kind)
            if topic and topic not in (each for each, _ in offered):
                offered.append((topic, told))
        most = max(facts.runners.values(), key=lambda each: each.attacks, default=None)
        if most and most.attacks >= MANY_ATTACKS and not most.dead:
            offered.append(("notice.attacks", {"b": most, "attacks": number(most.attacks)}))
        offered.sort(key=lambda each: self.pen.draw(each[0], 1000))
        bets = self.bets()
        room = max(1, MOST_NOTICES - len(bets))
        return (*bets, *(self.pen.say(topic, **told) for topic, told in offered[:room]))

    def career(self) -> Portrait | None:
        runner, topic = self.of_the_week()
        if runner is None:
            return None
        record = self.record(runner)
        text = self.pen.say(
            f"career.{topic}",
            a=runner,
            led=counted(runner.led, "turning post"),
            strokes=counted(runner.whips, "stroke of the whip", "strokes of the whip"),
            raids=counted(runner.attacks, "attack"),
            attacks=times(runner.attacks),
            attacked=times(runner.attacked),
            felled=counted(runner.felled, "chariot"),
            place=ordinal(runner.place or 0),
            out=runner.out,
            starts=counted(record.starts, "race"),
            wins=number(record.wins) if record.wins else "none",
        )
        return Portrait(runner.name, runner.chariot, runner.owner, text, self.figures(runner, record))

    def record(self, runner: Runner) -> Record:
        return self.lore.careers.get(runner.driver_name, Record()) if self.lore else Record()

    def of_the_week(self) -> tuple[Runner | None, str]:
        """Whose name is on all lips, and what for."""
        facts, winner = self.facts, self.facts.winner
        runners = [each for each in facts.order if not each.dead]
        if not runners:
            return None, ""
        butcher = max(runners, key=lambda each: each.felled)
        victim = max(runners, key=lambda each: each.attacked)
        bully = max(runners, key=lambda each: each.attacks)
        checks: list[tuple[bool, Runner | None, str]] = [
            (butcher.felled > 1, butcher, "butcher"),
            (bully.attacks >= 2 * MANY_ATTACKS, bully, "bully"),
            (victim.attacked > REMARKABLE, victim, "victim"),
        ]
        if winner is not None:
            record = self.record(winner)
            known = [
                (record.wins > 1, winner, "champion"),
                (record.starts == record.wins == 1, winner, "first"),
                (record.starts > REMARKABLE, winner, "veteran"),
            ]
            checks = [*known, *checks, (True, winner, "winner")]
        found = [(each, topic) for holds, each, topic in checks if holds]
        if found:
            return found[self.pen.draw("career", min(3, len(found)))]
        best = runners[0]
        return best, "steady" if best.place else "wreck" if best.out else "unplaced"

    def figures(self, runner: Runner, record: Record) -> tuple[Figure, ...]:
        told = [("Place", str(runner.place) if runner.place else "none"), ("Posts led", str(runner.led)),
                ("Attacks", str(runner.attacks)), ("Attacked", str(runner.attacked)),
                ("Whip", str(runner.whips))]  # fmt: skip
        if record.starts:
            told += [("Races", str(record.starts)), ("Wins", str(record.wins)), ("Places", str(record.places))]
        return tuple(Figure(label, value) for label, value in told)


def issue(lore: Lore | None) -> str:
    if lore is None:
        return ""
    if lore.issue:
        return f"{lore.campaign}, {lore.issue}"
    return f"{lore.campaign}, race {lore.number} of {lore.of}" if lore.of else f"{lore.campaign}, race {lore.number}"
