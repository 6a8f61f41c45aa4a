"""The page of a fight: at most six sentences, who died, and what the crowd said."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludus.acta.calendar import FIGHTS, roman_date
from ludus.acta.cast import Lore, Record
from ludus.acta.fight_facts import MORTAL, Blow, FightFacts, Man, read_fight
from ludus.acta.page import MOST_SENTENCES, Death, Figure, Moment, Page, Portrait, TableLine
from ludus.acta.pen import Pen, all_of, counted, number, sentence, times
from ludus.acta.race_page import TITLE
from ludus.core.contest import digest
from ludus.games.gladiator.words import CRITICALS

ENDINGS = ("condemned", "spared", "death", "surrender", "resigned")
WEIGHTS = {
    "ensnared": 50, "unconscious": 48, "net-lost": 44, "drop": 42, "trident": 42, "thrown": 40, "refused": 38,
    "shield": 32, "prone": 28, "free": 26, "collision": 12,
}  # fmt: skip
FATES = {
    "dead": "dead",
    "dies later": "died of his wounds",
    "spared": "spared by the crowd",
    "surrendered": "gave himself up",
    "resigned": "left the sand",
    "": "on his feet",
}
DEAD = ("dead", "dies later")
FEW = 3  # blows struck: less is not worth a number


def fight_page(record: Mapping[str, Any], lore: Lore | None = None) -> Page:
    """A fight that is over, as the Acta tells of it."""
    return FightPage(record, lore).write()


class FightPage:
    def __init__(self, record: Mapping[str, Any], lore: Lore | None) -> None:
        self.facts: FightFacts = read_fight(record, lore.names if lore else ())
        self.lore = lore
        self.pen = Pen("fight", digest(record))

    def write(self) -> Page:
        lore = self.lore
        return Page(
            kind="fight",
            title=TITLE,
            issue=f"{lore.campaign}, {lore.issue or f'fight {lore.number}'}" if lore else "",
            date=roman_date(FIGHTS, lore.number if lore else 1 + self.pen.draw("date", len(FIGHTS))),
            headline=self.headline(),
            lead=self.lead(),
            story=self.story(),
            deaths=self.deaths(),
            scandal=(),
            odds=(),
            table=self.table(),
            moment=self.moment(),
            career=self.career(),
            notices=self.notices(),
            standings=lore.standings if lore else (),
        )

    # -- who -------------------------------------------------------------------------------------------------

    @property
    def duel(self) -> bool:
        return len(self.facts.men) == 2

    @property
    def winners(self) -> str:
        return all_of([each.name for each in self.facts.winners])

    def ending(self) -> Blow | None:
        """What ended it."""
        found = self.facts.of(*ENDINGS)
        return found[-1] if found else None

    # -- in big letters --------------------------------------------------------------------------------------

    def headline(self) -> str:
        facts, ending = self.facts, self.ending()
        if not facts.winners:
            return self.pen.say(f"headline.{facts.reason if self.pen.knows(f'headline.{facts.reason}') else 'time'}")
        if not self.duel:
            return self.pen.say("headline.team", winners=self.winners)
        winner = facts.winners[0]
        loser = next(each for each in facts.men.values() if each is not winner)
        topic = "win"
        if ending is not None and ending.a is loser:
            topic = {"death": "killed"}.get(ending.kind, ending.kind)
            if ending.kind == "death":
                topic = "killed" if ending.b is winner else "bled" if ending.more["why"] == "bled to death" else "win"
        return self.pen.say(f"headline.{topic}", w=winner, l=loser)

    def lead(self) -> str:
        facts = self.facts
        turns = counted(facts.turns, "turn")
        if not facts.winners or not facts.losers:
            names = all_of([each.full if self.duel else each.name for each in facts.men.values()])
            names = f"{names}," if self.duel else names
            return self.pen.say("lead.draw", names=names, turns=turns, men=number(len(facts.men)))
        if self.duel:
            return self.pen.say("lead.duel", w=facts.winners[0], l=facts.losers[0], turns=turns)
        losers = all_of([each.name for each in facts.losers])
        return self.pen.say("lead.team", winners=self.winners, losers=losers, turns=turns)

    # -- the story -------------------------------------------------------------------------------------------

    def story(self) -> tuple[str, ...]:
        end = self.end()
        said = [self.start(), *self.middle(MOST_SENTENCES - 1 - len(end)), *end]
        return tuple(sentence(each) for each in said)

    def start(self) -> str:
        men = list(self.facts.men.values())
        if not self.duel:
            sides = [all_of([each.name for each in men if each.side == side]) for side in (0, 1)]
            return self.pen.say(
                "start.team", men=number(len(men)), sides=" against ".join(each for each in sides if each)
            )
        left = next((each for each in men if each.left_handed), None)
        if left is not None:
            other = next(each for each in men if each is not left)
            return self.pen.say("start.left", a=left, b=other)
        return self.pen.say("start.same" if men[0].kind == men[1].kind else "start.duel", a=men[0], b=men[1])

    def middle(self, room: int) -> list[str]:
        """The gravest things of each kind, in their order."""
        found: dict[tuple[str, str], Blow] = {}
        weights: dict[tuple[str, str], int] = {}
        last = self.ending()
        for blow in self.facts.blows:
            weight = WEIGHTS.get(blow.kind, 0)
            if blow.kind == "wound":
                deadly = blow.more["critical"] in MORTAL or blow.more["wounds"] < 0
                weight = 60 if deadly else 20 + 5 * blow.more["wounds"]
            key = blow.kind, blow.a.name
            if weight and weight >= weights.get(key, 0) and blow is not last:
                found[key], weights[key] = blow, weight
        chosen = sorted(found, key=lambda key: -weights[key])[:room]
        said = [(found[key].event, self.sentence_of(found[key])) for key in chosen]
        if len(said) < room:
            said.extend(self.tally()[: room - len(said)])
        return [text for _, text in sorted(said)]

    def sentence_of(self, blow: Blow) -> str:
        more, topic = blow.more, blow.kind
        if topic == "wound":
            deadly = more["wounds"] < 0
            topic = f"wound{'.deadly' if deadly else ''}{'.by' if blow.b else ''}"
        harm = CRITICALS.get(more.get("critical", ""), "")
        return self.pen.say(
            topic,
            a=blow.a,
            b=blow.b,
            turn=number(blow.turn),
            area=more.get("area"),
            wounds=counted(max(0, more.get("wounds", 0)), "wound"),
            harm=f": {harm}" if harm else "",
            item=more.get("item"),
        )

    def tally(self) -> list[tuple[int, str]]:
        busiest = max(self.facts.men.values(), key=lambda each: each.blows, default=None)
        if busiest is None or busiest.blows < FEW:
            return [(self.facts.last_event, self.pen.say("quiet"))] if not self.facts.of("wound") else []
        said = self.pen.say("tally", a=busiest, blows=times(busiest.blows), through=through(busiest))
        return [(self.facts.last_event, said)]

    def end(self) -> list[str]:
        facts, ending = self.facts, self.ending()
        if facts.reason in ("exhausted", "agreed", "time", "nobody-left", "most-standing") or ending is None:
            return [self.pen.say(f"end.{facts.reason}", winners=self.winners)]
        topic = f"end.{ending.kind}"
        if ending.kind == "condemned" and ending.more["needed"] is None:
            topic = "end.condemned.hopeless"
        elif ending.kind == "death" and ending.b is not None:
            topic = "end.death.by"
        return [self.pen.say(topic, a=ending.a, b=ending.b, why=ending.more.get("why"))]

    # -- the rest of the page --------------------------------------------------------------------------------

    def deaths(self) -> tuple[Death, ...]:
        told = []
        for each in self.facts.of("condemned", "death", "dies-later"):
            topic = {"condemned": "death.condemned", "dies-later": "death.later"}.get(each.kind, "death")
            if topic == "death" and each.b is not None:
                topic = "death.by"
            text = self.pen.say(topic, a=each.a, b=each.b, why=each.more.get("why"))
            told.append(Death(each.a.name, "gladiator", text))
        return tuple(told)

    def table(self) -> tuple[TableLine, ...]:
        men = sorted(self.facts.men.values(), key=lambda each: not each.won)
        return tuple(
            TableLine(1 if each.won else None, each.kind_words, each.name, each.owner, self.note(each)) for each in men
        )

    def note(self, man: Man) -> str:
        return f"{FATES[man.fate]}; {counted(man.blows, 'blow')}, {counted(man.wounds, 'wound')} taken"

    def moment(self) -> Moment:
        ending = self.ending()
        if ending is not None and self.pen.knows(f"moment.{ending.kind}"):
            return Moment(ending.event, self.pen.say(f"moment.{ending.kind}", a=ending.a, b=ending.b))
        wounds = self.facts.of("wound")
        if wounds:
            worst = max(wounds, key=lambda each: (each.more["wounds"] < 0, each.more["wounds"]))
            return Moment(worst.event, self.pen.say("moment.wound", a=worst.a, area=worst.more["area"]))
        return Moment(self.facts.last_event, self.pen.say("moment.end"))

    def notices(self) -> tuple[str, ...]:
        facts = self.facts
        topics = {"shield": "notice.shield", "drop": "notice.drop", "net-lost": "notice.net",
                  "trident": "notice.trident", "condemned": "notice.vacant", "death": "notice.vacant"}  # fmt: skip
        offered: dict[str, Blow] = {}
        for blow in facts.blows:
            if blow.kind in topics and not (blow.kind == "drop" and blow.a.fate in DEAD):
                offered.setdefault(topics[blow.kind], blow)
        said = [self.pen.say(topic, a=each.a, item=each.more.get("item")) for topic, each in offered.items()]
        fallen = [man for man in facts.men.values() if man.falls >= FEW and man.fate not in DEAD]
        said.extend(self.pen.say("notice.falls", a=man, falls=times(man.falls)) for man in fallen)
        return tuple(said[:FEW])

    def career(self) -> Portrait | None:
        alive = [each for each in self.facts.men.values() if each.fate not in DEAD]
        if not alive:
            return None
        man = max(alive, key=lambda each: (each.won, each.fate == "spared", each.struck))
        record = self.lore.careers.get(man.name, Record()) if self.lore else Record()
        topic = "champion" if record.wins > 1 else "winner" if man.won else "survivor"
        if not man.won and man.fate not in ("spared", "surrendered"):
            topic = "draw"
        text = self.pen.say(
            f"career.{topic}",
            a=man,
            blows=times(man.blows),
            through=through(man),
            wins=number(record.wins),
            starts=number(record.starts),
        )
        return Portrait(man.name, man.kind_words, man.owner, text, self.figures(man, record))

    def figures(self, man: Man, record: Record) -> tuple[Figure, ...]:
        told = [("Blows", man.blows), ("Through", man.struck), ("Wounds taken", man.wounds), ("Falls", man.falls)]
        if record.starts:
            told += [("Fights", record.starts), ("Won", record.wins)]
        return tuple(Figure(label, str(value)) for label, value in told)


def through(man: Man) -> str:
    return f"got through {times(man.struck)}" if man.struck else "never got through"
