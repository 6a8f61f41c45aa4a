"""A race in at most six sentences: how it began, who led, who fell, who won."""

from __future__ import annotations

from itertools import groupby

from ludus.acta.cast import Runner
from ludus.acta.page import MOST_SENTENCES, Moment
from ludus.acta.pen import Pen, all_of, counted, number, ordinal, sentence, times
from ludus.acta.race_facts import Incident, RaceFacts

FALLS = ("flip", "pulled-out", "out")
CORNERS = {"front straight": "dolphin corner", "backstretch": "egg corner"}
NARROW = 2  # squares at most
LONG_SHOT = 6  # to 1 at least, and twice as much as the favourite's
MANY_ATTACKS = 4
DARING = 4  # too fast by so many, and still upright
LESSER = {  # what is told where nothing worse happened
    "whip-grabbed": 30, "knife": 29, "spear": 29, "dust": 28, "horse-dead": 40, "wound": 20, "outlawed": 26,
    "strain": 12, "jump": 11, "escape": 10,
}  # fmt: skip


class RaceStory:
    """The race as one tells it."""

    def __init__(self, facts: RaceFacts, pen: Pen) -> None:
        self.facts = facts
        self.pen = pen
        self.field = len(facts.runners)

    # -- small words -----------------------------------------------------------------------------------------

    def where(self, incident: Incident, *, lap: bool = True) -> str:
        """In which part of the track, and in which lap where there are several."""
        if not incident.place:
            return ""
        if incident.mouth:
            place = self.pen.say("place.mouth", section=CORNERS[incident.place])
        else:
            place = self.pen.say("place.corner" if "corner" in incident.place else "place.straight",
                                 section=incident.place)  # fmt: skip
        place = place[:1].lower() + place[1:]
        if not lap or incident.lap is None or self.facts.laps == 1:
            return place
        return f"{place} in lap {number(min(incident.lap, self.facts.laps))}"

    @property
    def second(self) -> Runner | None:
        """Who crossed the line after the winner."""
        rest = [each for each in self.facts.finishers if each is not self.facts.winner]
        return rest[0] if rest else None

    def margin(self) -> int | None:
        """Squares between the first two over the line; none where the first of them did not win."""
        winner, second = self.facts.winner, self.second
        if winner is None or second is None or winner.finished is None or winner.left < second.left:
            return None
        return winner.left - second.left

    @property
    def overtaken(self) -> Runner | None:
        """Who led into the last corner, where that was not the winner."""
        facts = self.facts
        if not facts.winner or not facts.leaders or len(facts.leaders) < 2 * facts.laps - 1:
            return None
        leader = facts.leaders[-1][1]
        return None if leader is facts.winner else leader

    @property
    def long_shot(self) -> bool:
        facts = self.facts
        odds = facts.odds.get(facts.winner.colour, 0) if facts.winner else 0
        return odds >= LONG_SHOT and odds >= 2 * min(facts.odds.values())

    # -- the sentences ---------------------------------------------------------------------------------------

    def tell(self) -> tuple[str, ...]:
        finish = self.finish()
        room = MOST_SENTENCES - 2
        led = self.led()
        middle = self.incidents(room - bool(led))
        if led:
            middle.append(led)
        middle.sort()
        said = [self.start(), *(text for _, text in middle), finish]
        return tuple(sentence(each) for each in said)

    def start(self) -> str:
        facts = self.facts
        first = facts.first_turn[0] if facts.first_turn else ""
        leader = facts.runners[first] if first else facts.leaders[0][1] if facts.leaders else None
        field = number(self.field)
        if leader is None:
            return self.pen.say("start.bare", field=field)
        favourites = facts.favourites
        topic = "start.mud" if facts.mud and facts.rain else "start.rain" if facts.rain else "start.plain"
        if len(favourites) != 1:
            return self.pen.say(topic, field=field, l=leader)
        favourite, odds = favourites[0], facts.odds[favourites[0].colour]
        topic = "start.favourite-leads" if favourite is leader else "start.favourite"
        return self.pen.say(topic, l=leader, f=favourite, odds=odds)

    def led(self) -> tuple[int, str] | None:
        """Who led at the turning posts, told where it first changed."""
        leaders = self.facts.leaders
        if len(leaders) < 2:
            return None
        runs = [next(run) for _, run in groupby(leaders, key=lambda each: each[1].colour)]
        first, last = runs[0][1], runs[-1][1]
        changes = len(runs) - 1
        distinct = list(dict.fromkeys(each.colour for _, each in runs))
        if not changes:
            topic = "led.all" if first is self.facts.winner else "led.all.lost"
        elif changes == 1:
            topic = "led.two"
        else:
            topic = "led.swap" if len(distinct) == 2 else "led.many"
        event = runs[1][0] if changes else leaders[-1][0]
        names = all_of([self.facts.runners[colour].name for colour in distinct])
        other = self.facts.runners[distinct[1]] if topic == "led.swap" else last
        said = self.pen.say(topic, l=first, m=other, changes=times(changes), leaders=names)
        return event, f"{said}."

    def incidents(self, room: int) -> list[tuple[int, str]]:
        """The gravest first, and then told in their order; falls that have no room share a sentence."""
        falls = self.falls()
        falls.sort(key=lambda each: (not each.a.dead, each.b is None, -each.event))
        told = falls if len(falls) <= room else falls[: room - 1]
        rest = [each for each in falls if each not in told]
        said = [(each.event, self.fall(each)) for each in told]
        if rest:
            names = all_of([each.a.name for each in sorted(rest, key=lambda each: each.event)])
            topic = "also.flip" if all(each.kind == "flip" for each in rest) else "also"
            said.append((max(each.event for each in falls), self.pen.say(topic, names=names)))
        for event, text in self.lesser(told)[: max(0, room - len(said))]:
            said.append((event, text))
        return said

    def falls(self) -> list[Incident]:
        """For each chariot what ended its race. One that crossed the line all the same has not fallen out."""
        found: dict[str, Incident] = {}
        for incident in self.facts.of(*FALLS, "death"):
            if incident.a.finished is None or incident.a.dead:
                found.setdefault(incident.a.colour, incident)
        return list(found.values())

    def fall(self, incident: Incident) -> str:
        a, b, where = incident.a, incident.b, self.where(incident)
        if incident.kind == "out":
            topic = f"out.{incident.more['why']}"
            return self.pen.say(topic if self.pen.knows(topic) else "out", a=a, where=where)
        if incident.kind == "death":
            return self.death(incident)
        if incident.kind == "pulled-out":
            topic = "fall.pulled-out.by" if b else "fall.pulled-out"
        else:
            topic = f"fall.{incident.more['cause']}"
            topic = topic if self.pen.knows(topic) else "fall."
        said = self.pen.say(topic, a=a, b=b, where=where, points=number(incident.more.get("points", 0)))
        fate = self.fate(a)
        return f"{said}; {fate}." if fate else f"{said}."

    def fate(self, runner: Runner) -> str:
        if not runner.fate:
            return ""
        topic = f"fate.{runner.fate}"
        if runner.dead and self.pen.knows(f"{topic}.{runner.dead}"):
            topic = f"{topic}.{runner.dead}"
        said = self.pen.say(topic, a=runner)
        return said if runner.driver_name else said[:1].lower() + said[1:]

    def death(self, incident: Incident) -> str:
        topic = f"death.{incident.more['why']}"
        if incident.b is incident.a and self.pen.knows(f"{topic}.own"):
            topic = f"{topic}.own"
        elif incident.b is not None and self.pen.knows(f"{topic}.by"):
            topic = f"{topic}.by"
        topic = topic if self.pen.knows(topic) else "death"
        return self.pen.say(topic, a=incident.a, b=incident.b, where=self.where(incident))

    def lesser(self, told: list[Incident]) -> list[tuple[int, str]]:
        """What else there was: one thing of each kind, the most remarkable first, and who attacked most."""
        fallen = {each.a.colour for each in told}
        found: dict[str, Incident] = {}
        for incident in self.facts.of(*LESSER):
            if incident.kind == "strain" and (incident.more["points"] < DARING or incident.more["result"] != "-"):
                continue
            if incident.kind == "wound" and incident.a.colour in fallen:
                continue
            found[incident.kind] = incident  # the latest of its kind
        said = [(LESSER[kind], incident.event, self.lesser_thing(incident)) for kind, incident in found.items()]
        most = max(self.facts.runners.values(), key=lambda each: each.attacks, default=None)
        if most is not None and most.attacks >= MANY_ATTACKS:
            text = self.pen.say("tally", b=most, attacks=times(most.attacks))
            said.append((25, self.facts.of("attack")[-1].event, text))
        if not self.facts.of("attack") and self.facts.winner and self.field > 2:
            said.append((15, self.facts.last_event, self.pen.say("quiet")))
        said.sort(key=lambda each: -each[0])
        return [(event, text) for _, event, text in said]

    def lesser_thing(self, incident: Incident) -> str:
        topic = f"{incident.kind}.by" if incident.b and self.pen.knows(f"{incident.kind}.by") else incident.kind
        points = number(incident.more.get("points", 0))
        return self.pen.say(topic, a=incident.a, b=incident.b, where=self.where(incident), points=points)

    def finish(self) -> str:
        facts, winner, second = self.facts, self.facts.winner, self.second
        if winner is None:
            return self.pen.say(f"finish.{facts.reason if self.pen.knows(f'finish.{facts.reason}') else 'nobody'}")
        if facts.reason in ("first-barred", "time-up"):
            return self.pen.say(f"finish.{facts.reason}", w=winner)
        if winner.dragged_in:
            return self.pen.say("finish.dragged", w=winner)
        if second is None:
            return self.pen.say("finish.lone", w=winner)
        overtaken, margin = self.overtaken, self.margin()
        if overtaken is not None:
            order = facts.last_corner
            rank = order.index(winner.colour) + 1 if winner.colour in order else 0
            topic = "finish.late.from" if rank > 1 else "finish.late"
            return self.pen.say(topic, w=winner, l=overtaken, rank=ordinal(rank))
        if not margin:
            return self.pen.say("finish.drawn", w=winner, s=second)
        topic = "finish.narrow" if margin <= NARROW else "finish.clear"
        return self.pen.say(topic, w=winner, s=second, margin=counted(margin, "square"))

    # -- in big letters --------------------------------------------------------------------------------------

    def headline(self) -> str:
        """The greatest piece of news, or the next to it."""
        facts = self.facts
        news = self.news()
        topic = news[self.pen.draw("headline", min(2, len(news)))]
        winner, second, margin = facts.winner, self.second, self.margin()
        dead = [each for each in facts.runners.values() if each.dead]
        return self.pen.say(
            f"headline.{topic}",
            field=number(self.field),
            w=winner,
            s=second,
            l=self.overtaken,
            d=dead[0] if dead else None,
            dead=number(len(dead)),
            odds=facts.odds.get(winner.colour) if winner else None,
            margin=counted(margin, "square") if margin else "",
        )

    def news(self) -> list[str]:
        facts, winner, margin = self.facts, self.facts.winner, self.margin()
        if winner is None:
            return [facts.reason if self.pen.knows(f"headline.{facts.reason}") else "nobody"]
        if facts.reason in ("first-barred", "time-up"):
            return [facts.reason]
        dead = sum(bool(each.dead) for each in facts.runners.values())
        single = len(facts.favourites) == 1
        checks = (
            (winner.dragged_in, "dragged"),
            (dead > 1, "carnage"),
            (self.long_shot, "longshot"),
            (dead == 1, "death"),
            (margin == 0, "drawn"),
            (self.overtaken is not None, "late"),
            (margin is not None and 0 < margin <= NARROW, "narrow"),
            (self.second is None, "lone"),
            (winner.felled > 0, "brute"),
            (len(facts.leaders) > 1 and winner.led == len(facts.leaders), "wire"),
            (single and winner in facts.favourites, "favourite"),
        )
        return [topic for holds, topic in checks if holds] or ["win"]

    def moment(self) -> Moment:
        """The picture: what happened to whoever led or was to blame, else the pass, else the line."""
        facts = self.facts
        late = [each for each in self.falls() if each.kind == "flip" and each.turn]
        leading = {leader.colour for _, leader in facts.leaders}
        late.sort(key=lambda each: (bool(each.a.dead), each.a.colour in leading, each.b is facts.winner, each.event))
        if late and (facts.winner is None or late[-1].a.dead or late[-1].a.colour in leading):
            incident = late[-1]
            topic = "moment.flip.by" if incident.b else "moment.flip"
            return Moment(incident.event, self.pen.say(topic, a=incident.a, b=incident.b, where=self.where(incident)))
        if facts.winner is None:
            return Moment(facts.last_event, self.pen.say("moment.end"))
        if self.overtaken is not None:
            event = facts.leaders[-1][0]
            return Moment(event, self.pen.say("moment.lead", l=self.overtaken, w=facts.winner))
        if facts.winner.finished is None or not facts.winner.drawn:
            return Moment(facts.last_event, self.pen.say("moment.end"))
        return Moment(facts.winner.drawn, self.pen.say("moment.finish", w=facts.winner))
