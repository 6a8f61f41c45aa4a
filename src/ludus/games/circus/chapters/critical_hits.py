"""CM 13: what a wound may do besides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ludus.core.event import Modifier
from ludus.core.game import Phase
from ludus.games.circus.book import Chapter
from ludus.games.circus.odds import (
    FLIPS,
    PULLED_OUT,
    UNHURT,
    WHIP_LOST,
    WOUNDED,
    Ending,
    Lashed,
    Odds,
    gathered,
    graver,
    leads,
    odds,
    read_off,
    sums,
    times,
)
from ludus.games.circus.state import Chariot
from ludus.games.circus.track import IN, OUT
from ludus.games.circus.words import (
    Data,
    Names,
    who,
)

RESULT_CLAUSE = {
    "pulled from the car": "CM 13.1-2",
    "severe wound": "CM 13.1-3",
    "arm wound": "CM 13.1-4",
    "eye wound": "CM 13.1-5",
    "surprise": "CM 13.1-6",
    "deep wound": "CM 13.1-7",
    "none": "CM 13.1b",
    "tug of war": "CM 13.1-12",
}


class CriticalHits(Chapter):
    def critical_hit(self, roll: int) -> str:
        """CM 13.1b."""
        return self.charts.critical_rows[roll - 2]

    def critical_clause(self, result: str) -> str:
        """Whence a result comes."""
        return RESULT_CLAUSE[result]

    def critical(self, chariot: Chariot, target: Chariot, side: int, factor: int) -> Phase:
        """CM 13.1b: two dice of the defender."""
        result = self.critical_hit(sum(self.roll(2, "critical hit", "CM 13.1a")))
        self.tell(
            "critical",
            {"chariot": target.faction, "result": result},
            ("CM 13.1a", *dict.fromkeys(("CM 13.1b", self.critical_clause(result)))),
        )
        if result == "pulled from the car":
            chariot.whip = False
            self.pull_out(target)
        elif result == "severe wound":
            self.wound_severely(target)
        elif result == "arm wound":
            target.arm_wound = True
        elif result == "eye wound":
            target.eye_left = target.eye_left or side == IN
            target.eye_right = target.eye_right or side == OUT
        elif result == "surprise":
            yield from self.surprise(chariot, target, side, factor)
        elif result == "deep wound":
            self.hurt_driver(target, 1, "CM 13.1-7")
            if target.hits == 0:
                self.flip(target, "CM 9.43-W3")
        elif result == "tug of war":
            self.tug_of_war(chariot, target)

    def surprise(self, chariot: Chariot, target: Chariot, side: int, factor: int) -> Phase:
        """CM 13.1-6: once more on the table, a column further left."""
        surprised = (Modifier("taken by surprise", -1),)
        yield from self.strike(chariot, target, side, self.lash_factor(factor - 1), surprised)

    def pull_out(self, target: Chariot) -> None:
        """CM 13.1-2: he is dragged, and his team runs on."""
        self.pull_from_car(target, "CM 13.1-2")

    def wound_severely(self, target: Chariot) -> None:
        """CM 13.1-3: his modifier falls for good."""
        self.lower_modifier(target)

    def tug_of_war(self, chariot: Chariot, target: Chariot) -> None:
        """CM 13.1-12: two dice plus open hit boxes; the loser leaves his car, and the whip is lost anyway."""
        own = sum(self.roll(2, "tug of war", "CM 13.1-12")) + chariot.hits
        against = sum(self.roll(2, "tug of war, defender", "CM 13.1-12")) + target.hits
        chariot.whip = False
        self.tell(
            "tug-of-war",
            {"chariot": chariot.faction, "target": target.faction, "own": own, "against": against},
            ("CM 13.1-12",),
        )
        if against > own:
            self.keep_pulled_whip(chariot, target)
        if own != against:
            self.pull_from_car(target if own > against else chariot, "CM 13.1-12")

    def keep_pulled_whip(self, chariot: Chariot, target: Chariot) -> None:
        """CM 13.1-12: the whip is lost, whoever wins."""

    @odds
    def critical_chances(self) -> Odds:
        """CM 13.1b: what a wound may bring besides, by the chart's own words."""
        return read_off(2, self.critical_hit)

    def critical_endings(self, factor: int, man: Lashed) -> Iterator[tuple[Ending, float]]:
        """CM 13.1b: all that the two dice may bring."""
        for roll, chance in sums(2).items():
            yield from times(chance, self.critical_odds(self.critical_hit(roll), factor, man))

    def critical_odds(self, result: str, factor: int, man: Lashed) -> Mapping[Ending, float]:
        if result == "surprise":
            again = self.surprise_odds(factor, man)
            return gathered(((graver(WOUNDED, his), own), chance) for (his, own), chance in again.items())
        if result == "tug of war":
            return gathered(
                (self.tug_of_war_ending(lead + man.attacker_hits - man.hits), chance)
                for lead, chance in leads(2).items()
            )
        if result == "deep wound" and man.hits == 1:
            return {(FLIPS, UNHURT): 1.0}
        if result == PULLED_OUT:
            return {(PULLED_OUT, WHIP_LOST): 1.0}
        return {(WOUNDED if result == "none" else result, UNHURT): 1.0}

    def surprise_odds(self, factor: int, man: Lashed) -> Mapping[Ending, float]:
        """CM 13.1-6."""
        return self.strike_odds(self.lash_factor(factor - 1), man)

    def tug_of_war_ending(self, lead: int) -> Ending:
        """CM 13.1-12."""
        return (PULLED_OUT, WHIP_LOST) if lead > 0 else (WOUNDED, PULLED_OUT) if lead else (WOUNDED, WHIP_LOST)

    def say_critical(self, data: Data, names: Names) -> str:
        return f"{who(data)}'s driver: {data['result']}."

    def say_tug_of_war(self, data: Data, names: Names) -> str:
        return f"{who(data)} and {data['target']} pull at the whip ({data['own']} against {data['against']})."
