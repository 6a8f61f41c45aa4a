"""CM 20.3 to 20.5: the race itself, a match of its own, and everything that comes out of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludus.campaign.ledger import BANK
from ludus.campaign.people import Chariot, Driver, Horse, race_log
from ludus.campaign.recovery import recover
from ludus.campaign.season.chapter import Data, Names
from ludus.campaign.season.charts import CHARTS, CIRCUS
from ludus.campaign.season.entries import Entries
from ludus.campaign.season.experience import earned
from ludus.campaign.season.state import Entered, Finish, Grave, RaceDay
from ludus.core.contest import Contest, Settled
from ludus.core.errors import DataError
from ludus.core.game import Phase

FEWEST = 2  # chariots that make a race
ORDINALS = ("first", "second", "third", "fourth")


class RaceDays(Entries):
    """What is secret in a race stays in it: bets and skullduggery are written and kept there (CM 24 to 26)."""

    def run_race(self) -> Phase:
        """CM 20.3, 20.4, 20.5: the race, then money, then injuries, then experience."""
        season = self.season
        if len(season.entered) < FEWEST:
            self.tell("no-race", {"race": season.race}, ("CM 20.21b", "CM 20.2"))
            season.days.append(RaceDay(season.race, "", ()))
            self.spend_for_nothing()
        else:
            ended: Settled = yield self.contest()
            self.settle(ended)
        season.entered, season.records = [], {}
        self.heal()

    # -- into the race --------------------------------------------------------------------------------------------

    def contest(self) -> Contest:
        """CM 20.3, 26.1a: everybody who is still in the game has a seat there, for everybody bets."""
        season = self.season
        seats = season.players()
        stables = [[self.handed(each) for each in season.entered if each.seat == seat] for seat in seats]
        options = {**season.rules.race_options, **handed_in(stables, [self.cash(seat) for seat in seats])}
        if season.rules.epic:
            options["season"] = True
        sealed = self.sealed()
        if sealed is not None:
            options["sealed_records"] = True
        names = ("",) * len(seats)  # those of the players
        title = f"Race {season.race}"
        return Contest(title, "circus", season.rules.race_ruleset, options, tuple(seats), names, "CM 20.3", sealed)

    def handed(self, entered: Entered) -> dict[str, Any]:
        """A chariot as the circus takes it. A faction's first entry has its colour (CM 20.1a). Endurance is whole again
        before every race (CM 22.1); a team that has lost all of it to newcomers still starts, with 1."""
        chariot = self.stable(entered.seat).chariot(entered.chariot)
        return {**race_log(chariot), "faction": CIRCUS.factions[entered.seat] if self.is_first(entered) else ""}

    def is_first(self, entered: Entered) -> bool:
        """CM 20.22b: the first of two has the better right to the front row."""
        return next(each for each in self.season.entered if each.seat == entered.seat) == entered

    # -- out of the race ------------------------------------------------------------------------------------------

    def settle(self, ended: Settled) -> None:
        """CM 20.4: places and bets first, then what it has cost, then what it has taught (CM 20.5)."""
        report = self.checked(ended)
        season = self.season
        seats = season.players()
        for each in report["transfers"]:
            payer, payee = (BANK if seat == BANK else seats[seat] for seat in (each["payer"], each["payee"]))
            self.pay(payer, payee, each["sum"], each["why"], each["clause"])
        finishes = []
        for each in report["entries"]:
            entered = [one for one in season.entered if one.seat == seats[each["seat"]]][each["entry"]]
            finishes.append(self.finish(entered, each, report["dropped"]))
        finishes.sort(key=lambda each: (each.place is None, each.place))
        season.days.append(RaceDay(season.race, ended.hash, tuple(finishes)))
        announced = [each for each in finishes if each.place is not None and each.place <= len(CHARTS.places)]
        told = [
            {"seat": each.seat, "chariot": each.chariot, "name": each.driver, "place": each.place} for each in announced
        ]
        self.tell("places", {"race": season.race, "places": told}, ("CM 20.4",))
        cash = {str(seat): self.cash(seat) for seat in seats}
        self.tell("settled", {"race": season.race, "cash": cash}, ("CM 20.4", "CM 21.1"))
        for each, reported in zip(finishes, sorted(report["entries"], key=_by_place), strict=True):
            self.suffer(each, reported)
        for each in finishes:
            if each.experience:
                self.learn(each)

    def checked(self, ended: Settled) -> Mapping[str, Any]:
        """The report of the race; refused if it speaks of other chariots, or if its money does not add up."""
        report = ended.report
        seats = self.season.players()
        try:
            told = sorted((seats[each["seat"]], each["entry"]) for each in report["entries"])
            entries: list[tuple[int, int]] = []
            for each in self.season.entered:
                entries.append((each.seat, sum(one[0] == each.seat for one in entries)))
            purses = [self.cash(seat) for seat in seats]
            for each in report["transfers"]:
                for side, sign in (("payer", -1), ("payee", 1)):
                    if each[side] != BANK:
                        purses[each[side]] += sign * each["sum"]
        except (KeyError, TypeError, IndexError) as error:
            raise DataError(f"this is not the report of a race: {error!r}") from error
        if told != sorted(entries):
            raise DataError("the report does not speak of the chariots that were entered")
        if purses != list(report["purses"]):
            raise DataError("the purses of the report are not what its transfers come to")
        checked: Mapping[str, Any] = report
        return checked

    def finish(self, entered: Entered, each: Mapping[str, Any], dropped: int) -> Finish:
        alive = each["driver"] == "alive"
        points = earned(each["place"], each["gap"], dropped)
        return Finish(entered.seat, entered.chariot, self.driver_of(entered), alive, points, each["place"])

    def suffer(self, finish: Finish, each: Mapping[str, Any]) -> None:
        """CM 22.1 to 22.3: wounds and losses as they were when the race ended; drugs and bribes have worn off."""
        chariot = self.stable(finish.seat).chariot(finish.chariot)
        assert chariot.driver is not None
        assert chariot.team is not None
        chariot.driver.career.add(each["place"], each.get("kills", 0))
        chariot.team.career.add(each["place"], each.get("kills", 0))
        if not finish.alive:
            self.bury_driver(finish, chariot)
        else:
            chariot.driver.hits = each["hits"]
        for horse, boxes in zip(chariot.team.living, each["horses"], strict=True):
            horse.now = boxes
            if not boxes:
                self.bury(horse, "horse", finish, chariot.team.career.races, 0)
                told = {"seat": finish.seat, "chariot": chariot.id, "name": horse.name}
                self.tell("horse-dead", told, ("CM 22.2", "CM 9.52a"))
        if each["wrecked"] and chariot.car is not None:
            chariot.car.wrecked = True
            self.tell("car-lost", {"seat": finish.seat, "chariot": chariot.id, "car": chariot.car.kind}, ("CM 22.3",))

    def bury_driver(self, finish: Finish, chariot: Chariot) -> None:
        """CM 23.3: what he had learnt is gone with him."""
        driver = chariot.driver
        assert driver is not None
        driver.hits = driver.experience = 0
        driver.fate = f"killed in race {self.season.race}"
        career = driver.career
        self.bury(driver, "driver", finish, career.races, career.wins)
        told = {"seat": finish.seat, "chariot": chariot.id, "name": driver.name, "races": career.races}
        self.tell("killed", told, ("CM 22.2", "CM 21.5a"))

    def bury(self, who: Driver | Horse, kind: str, finish: Finish, races: int, wins: int) -> None:
        lot = f"{kind} {who.id}"
        self.season.graves.append(Grave(who.name, kind, finish.seat, self.season.race, races, wins, lot))

    def learn(self, finish: Finish) -> None:
        """CM 23.2: driver and team each get all of it."""
        chariot = self.stable(finish.seat).chariot(finish.chariot)
        assert chariot.driver is not None
        assert chariot.team is not None
        chariot.driver.experience += finish.experience
        chariot.team.experience += finish.experience
        told = {"seat": finish.seat, "chariot": chariot.id, "name": finish.driver, "place": finish.place}
        clauses = ("CM 23.1a", "CM 23.1b", "CM 23.1c", "CM 23.2")
        self.tell("learnt", {**told, "points": finish.experience}, clauses)

    def heal(self) -> None:
        """CM 22.1, 22.2: everybody, in every stable. CM 20.5: before experience is spent."""
        points = {str(seat): healed for seat in self.owners() if (healed := recover(self.stable(seat)))}
        self.tell("healed", {"points": points}, ("CM 20.5", "CM 22.1", "CM 22.2", "CM 22.3"))

    # -- told -----------------------------------------------------------------------------------------------------

    def say_no_race(self, data: Data, names: Names) -> str:
        return f"Race {data['race']} is not run: too few have entered."

    def say_places(self, data: Data, names: Names) -> str:
        places = ", ".join(
            f"{ORDINALS[each['place'] - 1]} {each['name']} ({names[each['seat']]})" for each in data["places"]
        )
        return f"Race {data['race']}: {places}." if places else f"Race {data['race']}: nobody takes a place."

    def say_settled(self, data: Data, names: Names) -> str:
        cash = ", ".join(f"{names[int(seat)]} {amount:,}s" for seat, amount in data["cash"].items())
        return f"All bets are paid. The purses: {cash}."

    def say_killed(self, data: Data, names: Names) -> str:
        races = "his first race" if data["races"] == 1 else f"{data['races']} races"
        return f"{data['name']} of {names[data['seat']]} is dead, after {races}."

    def say_horse_dead(self, data: Data, names: Names) -> str:
        return f"{data['name']}, a horse of {names[data['seat']]}, is dead."

    def say_car_lost(self, data: Data, names: Names) -> str:
        return f"A {data['car']} car of {names[data['seat']]} is lost."

    def say_learnt(self, data: Data, names: Names) -> str:
        points = points_in_words(data["points"])
        return f"{data['name']} and his team learn {points} each, for {ORDINALS[data['place'] - 1]} place."

    def say_healed(self, data: Data, names: Names) -> str:
        points = ", ".join(f"{names[int(seat)]} {points_in_words(healed)}" for seat, healed in data["points"].items())
        return f"Men and horses mend: {points}." if points else "Nobody is hurt; the cars are mended."


def points_in_words(points: int) -> str:
    return "1 point" if points == 1 else f"{points} points"


def handed_in(stables: list[list[dict[str, Any]]], purses: list[int]) -> dict[str, Any]:
    """What a season tells the circus of every race, whatever its house rules are."""
    return {"patronage": "bets", "stables": stables, "purses": purses}


def _by_place(each: Mapping[str, Any]) -> tuple[bool, Any]:
    return each["place"] is None, each["place"]
