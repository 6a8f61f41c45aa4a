"""The last page: a whole campaign, with champions, records and graves. It may be read before the end, too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludus.acta.calendar import FIGHTS
from ludus.acta.campaign_desk import CampaignDesk, Plain
from ludus.acta.cast import Record
from ludus.acta.families_page import FamiliesDesk
from ludus.acta.lore import Told, balance, driver_records, ranked, records
from ludus.acta.page import Champion, Curve, Grave, SeasonPage, Standing
from ludus.acta.pen import counted, number, sesterces, times
from ludus.acta.race_facts import RaceFacts, read_race
from ludus.campaign.epic.state import Families
from ludus.campaign.owners.state import Stables
from ludus.campaign.school import DEAD, Schools
from ludus.campaign.season.state import Season


def season_page(told: Told, contests: Sequence[Plain | None]) -> SeasonPage:
    """A campaign, with the records of its contests in their order; None where one is not at hand."""
    state = told.state
    kind = SeasonDesk if isinstance(state, Season) else FamiliesDesk if isinstance(state, Families) else SandDesk
    return kind(told, contests).write()


class SeasonDesk(CampaignDesk):
    """CM 20: a season of races."""

    def __init__(self, told: Told, contests: Sequence[Plain | None]) -> None:
        super().__init__(told, contests)
        self.season: Season = told.state
        self.raced: list[tuple[int, RaceFacts]] = []
        for place, record in self.contests:
            lore = told.lore(place)
            self.raced.append((lore.number, read_race(record, lore.names)))

    def number(self) -> int:
        return len(self.season.days)

    def sum_of(self, seat: int) -> int:
        return self.season.ledger.balance(seat)

    def standings(self) -> tuple[Standing, ...]:
        """CM 20-goal: as it is now, and after the last race when everything is settled."""
        return ranked(self.told, self.number(), self.season.ledger, last=self.over)

    def lead(self) -> str:
        run = sum(bool(day.finishes) for day in self.season.days)
        dead = sum(each.kind == "driver" for each in self.season.graves)
        horses = sum(each.kind == "horse" for each in self.season.graves)
        outcome = self.told.outcome
        winner = outcome["winners"][0] if outcome and outcome["winners"] else None
        facts = {
            "races": counted(run, "race"),
            "dead": counted(dead, "driver"),
            "horses": counted(horses, "horse"),
            "of": self.season.rules.races,
        }
        if winner is None:
            return self.pen.say("lead.under-way", **facts)
        topic = "lead.season" if dead + horses else "lead.season.clean"
        return self.pen.say(topic, w=self.told.names[winner], sum=sesterces(self.sum_of(winner)), **facts)

    def champions(self) -> list[Champion]:
        found = []
        outcome = self.told.outcome
        for seat in outcome["winners"] if outcome else ():
            name = self.told.names[seat]
            text = self.pen.say("champion.owner", sum=sesterces(self.sum_of(seat)))
            found.append(Champion("The richest", name, text))
        drivers = driver_records(self.season, self.number())
        best = max(drivers, key=lambda name: (drivers[name].wins, drivers[name].places), default=None)
        if best is not None and drivers[best].wins:
            record = drivers[best]
            text = self.pen.say(
                "champion.driver",
                wins=number(record.wins),
                starts=counted(record.starts, "race"),
                places=times(record.places),
            )
            found.append(Champion("The driver of the season", best, text))
        felled: dict[str, int] = {}
        for _, facts in self.raced:
            for runner in facts.runners.values():
                if runner.felled:
                    felled[runner.name] = felled.get(runner.name, 0) + runner.felled
        worst = max(felled, key=lambda name: felled[name], default=None)
        if worst is not None:
            text = self.pen.say("champion.feared", felled=counted(felled[worst], "chariot"))
            found.append(Champion("The most feared", worst, text))
        return found

    def records(self) -> list[Champion]:
        won = [(race, facts, facts.winner) for race, facts in self.raced if facts.winner is not None]
        found = []
        if won:
            race, facts, winner = min(won, key=lambda each: each[1].turns)
            text = self.pen.say("record.fastest", winner=winner.name, race=race, turns=counted(facts.turns, "turn"))
            found.append(Champion("Fastest race", winner.name, text))
        drivers = driver_records(self.season, self.number())
        best = max(drivers, key=lambda name: (drivers[name].wins, -drivers[name].starts), default=None)
        if best is not None and drivers[best].wins:
            record = drivers[best]
            text = self.pen.say(
                "record.wins", name=best, wins=number(record.wins), starts=counted(record.starts, "race")
            )
            found.append(Champion("Most wins", best, text))
        if bet := self.richest_bet():
            found.append(bet)
        backed = [each for each in won if each[2].colour in each[1].odds]
        if backed:
            race, facts, winner = max(backed, key=lambda each: each[1].odds[each[2].colour])
            text = self.pen.say("record.odds", winner=winner.name, race=race, odds=facts.odds[winner.colour])
            found.append(Champion("Longest odds", winner.name, text))
        attacks = [(runner.attacks, race, runner.name) for race, facts in self.raced for runner in facts.order]
        most = max(attacks, default=(0, 0, ""))
        if most[0]:
            text = self.pen.say("record.attacks", name=most[2], attacks=times(most[0]), race=most[1])
            found.append(Champion("Most attacks in a race", most[2], text))
        return found

    def richest_bet(self) -> Champion | None:
        """CM 26.4, E2 5.3: where the bank was not broken, so that it is known what everybody got."""
        found = []
        for race, facts in self.raced:
            winner = facts.winner
            if winner is None or facts.cut or winner.colour not in facts.odds:
                continue
            brings = facts.odds[winner.colour] + facts.stake_back
            for seat, bets in facts.bets.items():
                if staked := bets.get(winner.colour, 0):
                    found.append((staked * brings, race, facts.names[seat], staked, winner.name))
        if not found:
            return None
        paid, race, better, staked, name = max(found)
        text = self.pen.say("record.bet", better=better, staked=sesterces(staked), winner=name, race=race,
                            paid=sesterces(paid))  # fmt: skip
        return Champion("Richest bet", better, text)

    def graves(self) -> list[Grave]:
        found = []
        for each in self.season.graves:
            facts = {"races": counted(each.races, "race"), "wins": number(each.wins)}
            topic = f"epitaph.{each.kind}"
            if each.kind == "driver":
                topic += ".winner" if each.wins else ".first" if each.races == 1 else ""
            text = self.pen.say(topic, **facts)
            kind: Any = each.kind
            found.append(Grave(each.name, kind, self.told.names[each.seat], each.race, text))
        return found

    def curves(self) -> list[Curve]:
        """CM 20-goal: at the end also when all loans are paid back."""
        ledger = self.season.ledger
        found = []
        for seat, name in enumerate(self.told.names):
            sums = [balance(ledger, seat, race) for race in range(1, self.number() + 1)]
            found.append(Curve(name, (*sums, ledger.balance(seat)) if self.over else tuple(sums)))
        return found


class SandDesk(CampaignDesk):
    """GL 21, 22: careers and owners."""

    days = FIGHTS

    def __init__(self, told: Told, contests: Sequence[Plain | None]) -> None:
        super().__init__(told, contests)
        self.schools: Schools = told.state

    @property
    def fights(self) -> dict[str, Record]:
        return records((each.names, each.winners) for each in self.told.held)

    def win_topic(self) -> str:
        return "richest" if isinstance(self.schools, Stables) else "champion"

    def sum_of(self, seat: int) -> int:
        return self.schools.purse(seat) if isinstance(self.schools, Stables) else 0

    def standings(self) -> tuple[Standing, ...]:
        if not isinstance(self.schools, Stables):
            return ()
        return ranked(self.told, self.number(), self.schools.ledger, last=self.over)

    def leader(self) -> str:
        named = super().leader()
        men = [man for man in self.schools.men.values() if man.wins and 0 <= man.owner < len(self.told.names)]
        best = max(men, key=lambda man: man.wins, default=None)
        return named or (self.told.names[best.owner] if best else "")

    def lead(self) -> str:
        dead = counted(sum(man.status == DEAD for man in self.schools.men.values()), "man", "men")
        topic = "lead.sand" if self.over else "lead.sand.under-way"
        return self.pen.say(topic, races=counted(self.number(), "match", "matches"), dead=dead)

    def champions(self) -> list[Champion]:
        found = []
        outcome = self.told.outcome
        for seat in outcome["winners"] if outcome and isinstance(self.schools, Stables) else ():
            text = self.pen.say("champion.owner", sum=sesterces(self.sum_of(seat)))
            found.append(Champion("The richest", self.told.names[seat], text))
        fights = self.fights
        best = max(fights, key=lambda name: (fights[name].wins, -fights[name].starts), default=None)
        if best is not None and fights[best].wins:
            starts = counted(fights[best].starts, "fight")
            text = self.pen.say("champion.man", wins=number(fights[best].wins), starts=starts)
            found.append(Champion("The man of the hour", best, text))
        return found

    def graves(self) -> list[Grave]:
        found = []
        for man in self.schools.men.values():
            if man.status != DEAD:
                continue
            topic = "epitaph.gladiator.winner" if man.wins else "epitaph.gladiator"
            text = self.pen.say(topic, fights=counted(man.fights, "fight"), wins=number(man.wins))
            last = max((n for n, held in enumerate(self.told.held, 1) if man.name in held.names), default=0)
            owner = self.told.names[man.owner] if 0 <= man.owner < len(self.told.names) else "the house"
            found.append(Grave(man.name, "gladiator", owner, last, text))
        return found

    def curves(self) -> list[Curve]:
        if not isinstance(self.schools, Stables):
            return []
        ledger = self.schools.ledger
        return [
            Curve(name, tuple(balance(ledger, seat, match) for match in range(self.number() + 1)))
            for seat, name in enumerate(self.told.names)
        ]
