"""E1 5.1.2, 9.1, 10.1.1: a regular race, a match of its own by E2, and everything that comes out of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludus.campaign.epic.chapter import Answer, Data, Names
from ludus.campaign.epic.charts import EPIC, REWARD, WINS, earned, prize
from ludus.campaign.epic.debts import Debts
from ludus.campaign.epic.state import Champion, EventDay
from ludus.campaign.ledger import BANK, money
from ludus.campaign.people import WHOLE, Chariot, Stable, race_log
from ludus.campaign.school import Gone
from ludus.campaign.season.state import Finish, Grave
from ludus.core.contest import Contest, Settled
from ludus.core.decision import Choose, Decision
from ludus.core.errors import DataError
from ludus.core.game import Phase, Together
from ludus.core.standing_orders import Obeyed, Orders

FEWEST = 2  # owners that make a race
BET: int = EPIC["race"]["bet"]
IN_CONTROL = "in control"
FREED = "set free"
ENTER, OUT = "enter", "stay out"
Entries = Sequence[Mapping[str, Any]]


class Races(Debts):
    """Who races chooses his chariots, envelopes and bets in the race itself, where they are secret (E2 3 to 5)."""

    def enter_race(self) -> Phase:
        """E1 4.5.2, 6.6-vs-gladiator: nobody has to race; whoever has a chariot that can start and 100s to bet may."""
        families = self.families
        able = [seat for seat in families.active() if self.fit_to_race(seat) and self.cash(seat) >= BET]
        prompt = f"Event {families.round} is a race. Do you race, or do you only bet?"
        answers = yield Together({seat: Choose(seat, "race", prompt, "E1 5.1.2", (ENTER, OUT), ENTER) for seat in able})
        racing = [seat for seat in able if answers[seat] == ENTER]
        racing += [each.seat for each in families.slaves if each.kind == "driver" and self.fit_to_race(each.seat)]
        families.racing = self.within_field(racing)
        self.tell("racers", {"seats": families.racing}, ("E1 4.2", "E1 4.5.2", "E1 5.1.2"))

    def fit_to_race(self, seat: int) -> list[Chariot]:
        """E2 3.4.3: those with a living driver, four living horses and a car."""
        return [each for each in self.stable(seat).chariots if each.ready]

    def within_field(self, racing: list[int]) -> list[int]:
        """E1 4.2: where there are too many, those with more victories race; ties are rolled off."""
        families = self.families
        most = families.rules.most_chariots
        if len(racing) <= most:
            return racing
        drawn = self.table.shuffle(racing, "who finds room", "E1 4.2")
        best = sorted(drawn, key=lambda seat: -families.victories(seat))[:most]
        return [seat for seat in racing if seat in best]

    # -- into the race ----------------------------------------------------------------------------------------------

    def race_to_run(self) -> list[Contest]:
        """E1 5.1: the race and its bets; none where too few take part."""
        families = self.families
        if len(families.racing) < FEWEST:
            self.tell("no-race", {"event": families.round}, ("E1 5.1.2",))
            return []
        racing, most = families.racing, families.rules.most_chariots
        entries = min(families.rules.entries, most // len(racing), *(len(self.fit_to_race(seat)) for seat in racing))
        extras = min(families.rules.extras, most - entries * len(racing))
        title = f"Event {families.round}: a race"
        seats = self.seated(racing)
        return [self.race_contest(title, racing, seats, entries, "E1 5.1.2", extra_entries=extras)]

    def end_race(self, ended: Settled) -> list[int]:
        """E1 5.1, 6.6: money, then prizes, then experience; who could not place his bet."""
        racing, seats = self.families.racing, self.seated(self.families.racing)
        report = self.take_over(ended, racing, seats)
        self.settle_race(report, ended.hash)
        return self.without_bet(ended, seats)

    def seated(self, racing: Sequence[int]) -> list[int]:
        """E1 4.5.2: those who race, then whoever has money to bet with."""
        betters = [seat for seat in self.families.active() if seat not in racing and self.cash(seat) >= BET]
        return [*racing, *betters]

    def race_contest(
        self, title: str, racing: Sequence[int], seats: Sequence[int], entries: int, clause: str, **more: Any
    ) -> Contest:
        """E2 3: owners first, each with all chariots of his that can start; and everybody's purse."""
        options = {
            "patronage": "bets",
            **self.families.rules.race_options,
            "stables": [self.stabled(seat) if seat in racing else [] for seat in seats],
            "purses": [self.cash(seat) for seat in seats],
            "betters": len(seats) - len(racing),
            "entries": entries,
            **more,
        }
        return Contest(title, "circus", "epic", options, tuple(seats), ("",) * len(seats), clause)

    def stabled(self, seat: int) -> list[dict[str, Any]]:
        """E1 11.1.2.3, 11.1.2.4: as they are between races: wounds that are left, endurance whole."""
        return [race_log(each) for each in self.fit_to_race(seat)]

    # -- out of the race --------------------------------------------------------------------------------------------

    def take_over(self, ended: Settled, racing: Sequence[int], seats: Sequence[int]) -> Entries:
        """E1 4.4, 5.1: money first, line by line; refused if it does not add up or speaks of other chariots."""
        report = ended.report
        try:
            purses = [self.cash(seat) for seat in seats]
            for each in report["transfers"]:
                for side, sign in (("payer", -1), ("payee", 1)):
                    if each[side] != BANK:
                        purses[each[side]] += sign * each["sum"]
            fit = [self.fit_to_race(seat) if seat in racing else [] for seat in seats]
            entries = [
                {**each, "owner": seats[each["seat"]], "is": fit[each["seat"]][each["entry"]]}
                for each in report["entries"]
            ]
        except (KeyError, TypeError, IndexError) as error:
            raise DataError(f"this is not the report of a race: {error!r}") from error
        if purses != list(report["purses"]):
            raise DataError("the purses of the report are not what its transfers come to")
        for each in report["transfers"]:
            payer, payee = (BANK if seat == BANK else seats[seat] for seat in (each["payer"], each["payee"]))
            self.pay(payer, payee, each["sum"], each["why"], each["clause"])
        cash = {str(seat): self.cash(seat) for seat in seats}
        self.tell("settled", {"cash": cash}, ("E1 4.4", "E1 5.1"))
        return sorted(entries, key=lambda each: (each["place"] is None, each["place"]))

    def without_bet(self, ended: Settled, seats: Sequence[int]) -> list[int]:
        """E1 6.6: who has raced and could not place the compulsory bet; slaves need not (E1 6.6.4)."""
        bets = [each for each in ended.report["transfers"] if each["why"].startswith("a bet")]
        placed = {seats[each["payer"]] for each in bets if each["payer"] != BANK}
        return [seat for seat in self.families.racing if seat not in placed and seat in self.families.active()]

    def settle_race(self, entries: Entries, record: str) -> None:
        """E1 5.1.3, 5.1.4: prizes for the first nine, then experience, then whoever has won his tenth race is free."""
        self.pay_prizes(entries)
        points = [earned(each["place"], each["gap"], len(entries)) for each in entries]
        self.close_race(entries, points, record, "race", counts=True)

    def pay_prizes(self, entries: Entries) -> None:
        """E1 9.1a, 9.1b, 6.6.4: a prize belongs to its place; nobody moves up into one that is not paid."""
        paid = []
        for each in entries:
            won = prize(each["place"], in_control=each["driver"] == IN_CONTROL)
            if won and self.families.slave(each["owner"]) is None:
                self.pay(BANK, each["owner"], won, f"the prize for place {each['place']}", "E1 9.1a")
                paid.append({"seat": each["owner"], "name": each["name"], "place": each["place"], "sum": won})
        self.tell("prizes", {"prizes": paid}, ("E1 5.1.3", "E1 9.1a", "E1 9.1b"))

    def close_race(self, entries: Entries, points: Sequence[int], record: str, kind: str, *, counts: bool) -> None:
        families = self.families
        winners = tuple(each["name"] for each in entries if each["place"] == 1)
        finishes = tuple(
            Finish(each["owner"], each["is"].id, each["name"], each["driver"] != "dead", gained, each["place"])
            for each, gained in zip(entries, points, strict=True)
        )
        families.days.append(EventDay(families.round, kind, winners, (record,), finishes))
        for each, gained in zip(entries, points, strict=True):
            self.suffer(each, gained, counts=counts)
        for each in entries:
            self.crown_driver(each["owner"], each["is"])

    def suffer(self, each: Mapping[str, Any], points: int, *, counts: bool) -> None:
        """E1 10.1.1.1, 10.1.1.2: driver and team learn in full, as far as they live; then what it has cost them."""
        chariot: Chariot = each["is"]
        driver, team = chariot.driver, chariot.team
        assert driver is not None
        assert team is not None
        alive = each["driver"] != "dead"
        place = each["place"] if counts or each["place"] != 1 else None
        driver.career.add(place, each.get("kills", 0))
        team.career.add(place, each.get("kills", 0))
        driver.hits = each["hits"] if alive else 0
        for horse, boxes in zip(team.horses, each["horses"], strict=True):
            horse.now = boxes
            if not boxes:
                self.bury(horse.name, f"horse {horse.id}", each["owner"], team.career.races, 0)
        if chariot.car is not None:
            chariot.car.wheels = tuple(each.get("wheels", WHOLE))  # E1 11.1.1: only match races tell of them
        if each["wrecked"] and chariot.car is not None:
            chariot.car.wrecked, chariot.car.wheels = True, WHOLE
            told = {"seat": each["owner"], "chariot": chariot.id, "car": chariot.car.kind}
            self.tell("car-lost", told, ("E1 11.1.3",))
        if alive:
            driver.experience += points
        else:
            driver.experience = 0
            driver.fate = f"killed in event {self.families.round}"
            self.bury(driver.name, f"driver {driver.id}", each["owner"], driver.career.races, driver.career.wins)
        if team.living:
            team.experience += points
        told = {"seat": each["owner"], "chariot": chariot.id, "name": driver.name, "place": each["place"]}
        clauses = ("E1 10.1.1a", "E1 10.1.1b", "E1 10.1.1.1", "E1 10.1.1.2")
        self.tell("learnt", {**told, "points": points, "alive": alive, "team": bool(team.living)}, clauses)

    def bury(self, name: str, lot: str, seat: int, fights: int, wins: int) -> None:
        kind = lot.split()[0]
        self.families.graves.append(Grave(name, kind, seat, self.families.round, fights, wins, lot))
        self.tell("dead", {"seat": seat, "name": name, "kind": kind}, ("E1 3.3-chariot",))

    def crown_driver(self, seat: int, chariot: Chariot) -> None:
        """E1 3.2-champion, 10.3, 10.3.2: his tenth win sets him free; his owner keeps chariot and team."""
        driver = chariot.driver
        if driver is None or not driver.alive or driver.career.wins < WINS:
            return
        chariot.driver = None
        self.crown(driver.name, "driver", seat, driver.career.wins, ("E1 3.2-champion", "E1 10.3", "E1 10.3.2"))

    def crown(self, name: str, kind: str, seat: int, wins: int, clauses: tuple[str, ...]) -> None:
        """E1 10.3: 10,000s for his owner; a slave among the players has a victory of his own (E1 6.6.4)."""
        families = self.families
        slave = families.slave(seat)
        families.champions.append(Champion(name, kind, seat, families.round, wins))
        if slave is None:
            self.pay(BANK, seat, REWARD, f"the freedom of {name}", clauses[-1])
        else:
            families.slaves.remove(slave)
            families.stables[seat] = Stable()  # its owner is nobody of the game
            families.gone.append(Gone(seat, families.round, FREED))
            clauses = (*clauses, "E1 6.6.4")
        told = {"seat": seat, "name": name, "kind": kind, "wins": wins, "reward": 0 if slave else REWARD}
        self.tell("champion", told, clauses)

    # -- explained, obeyed, told ------------------------------------------------------------------------------------

    def explain_race(self, decision: Decision) -> list[Answer]:
        fit = len(self.fit_to_race(decision.seat))
        return [
            self.answer(choice, "Race", f"{fit} of your chariots can start; you must bet {money(BET)} at least")
            if choice == ENTER
            else self.answer(choice, "Only bet")
            for choice in decision
        ]

    def obey_race(self, decision: Decision, orders: Orders) -> Obeyed | None:
        return None if orders["race"] == "ask" else Obeyed(ENTER if orders["race"] == ENTER else OUT, "")

    def say_racers(self, data: Data, names: Names) -> str:
        return f"{', '.join(names[seat] for seat in data['seats']) or 'Nobody'} will race."

    def say_no_race(self, data: Data, names: Names) -> str:
        return f"Event {data['event']} is not held: too few take part."

    def say_settled(self, data: Data, names: Names) -> str:
        cash = ", ".join(f"{names[int(seat)]} {money(amount)}" for seat, amount in data["cash"].items())
        return f"All bets are paid. The purses: {cash}."

    def say_prizes(self, data: Data, names: Names) -> str:
        paid = ", ".join(f"{money(each['sum'])} for {each['name']} ({names[each['seat']]})" for each in data["prizes"])
        return f"The Emperor pays {paid}." if paid else "The Emperor pays no prizes."

    def say_car_lost(self, data: Data, names: Names) -> str:
        return f"The {data['car']} car of chariot {data['chariot']} of {names[data['seat']]} is lost."

    def say_dead(self, data: Data, names: Names) -> str:
        return f"{data['name']}, a {data['kind']} of {names[data['seat']]}, is dead."

    def say_learnt(self, data: Data, names: Names) -> str:
        team = "his team" if data["alive"] else f"the team of {data['name']}"
        who = [data["name"]] * data["alive"] + [team] * data["team"]
        place = f" for place {data['place']}" if data["place"] else ""
        return f"{' and '.join(who) or 'Nobody of chariot ' + str(data['chariot'])}: {data['points']} points{place}."

    def say_champion(self, data: Data, names: Names) -> str:
        reward = f"; {names[data['seat']]} receives {money(data['reward'])}" if data["reward"] else ""
        return f"{data['name']} has won {data['wins']} times: the Emperor sets the champion free{reward}!"
