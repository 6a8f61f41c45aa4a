"""CM 20.21a in its strict order, an option: one secret record before the entries, for purchases, skullduggery and
security alike. What is bought is revealed at once; the rest is sealed, and the race gets it under seal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludus.campaign.ledger import BANK
from ludus.campaign.recovery import admitted
from ludus.campaign.season.chapter import NONE, Answer, Data, Names, described, money, strength
from ludus.campaign.season.charts import CHARTS
from ludus.campaign.season.market import Market, wanted
from ludus.campaign.season.state import Record
from ludus.core.decision import Decision, Filled
from ludus.core.fields import Field, Number, OneOf, Section
from ludus.core.form import Form, Limit
from ludus.core.game import Phase, Together
from ludus.core.plain import to_plain
from ludus.core.standing_orders import Obeyed, Orders
from ludus.games.circus.patronage.money import GUARDS, Envelope
from ludus.games.circus.patronage.skullduggery import AIMS, NOBODY, SPEED, Skullduggery

CHART = Skullduggery.money  # what the circus asks for bribes, drugs and sabotage
GUARDED = 2  # chariots that a record has room for: no more can be entered (CM 20.22b)
DEVICES = (("bribe", "a bribe", "CM 24.31"), ("drugs", "drugs", "CM 24.4"), ("sabotage", "sabotage", "CM 24.5"))
PURCHASES = ("driver_", "team_", "horse_", "car_")  # how the fields of the market begin


class Records(Market):
    """What is sealed is spent and stays in the purse for all to see, or its sum would be known."""

    def spend_in_secret(self) -> Phase:
        if not self.season.rules.single_record:
            yield from super().spend_in_secret()
            return
        answers: Mapping[int, Filled] = yield Together({seat: self.ask_record(seat) for seat in self.season.players()})
        bought = {}
        for seat, answer in sorted(answers.items()):
            filled = dict(answer.items())
            self.season.records[seat] = self.written(filled)
            if orders := wanted({name: filled[name] for name in filled if name.startswith(PURCHASES)}):
                bought[seat] = orders
        self.tell("records", {}, ("CM 20.21a", "CM 24.31", "CM 25.1"))
        yield from self.deliver(bought)

    def spendable(self, seat: int) -> int:
        """CM 21.3: what is sealed is gone."""
        record = self.season.records.get(seat)
        return max(0, super().spendable(seat) - (record.cost if record else 0))

    # -- writing (CM 24.1, 25.1) ----------------------------------------------------------------------------------

    def ask_record(self, seat: int) -> Form:
        spendable = self.spendable(seat)
        bought = self.ask_purchases(seat)
        sections = [*(bought.sections if bought else ()), self.skullduggery(seat, spendable)]
        sections += [self.guards(seat, number, spendable) for number in range(1, GUARDED + 1) if self.own(seat)]
        fields = [each for section in sections for each in section.fields]
        sums = tuple(each.name for each in fields if isinstance(each, Number) or each.name.startswith(PURCHASES))
        words = f"You have {money(self.cash(seat))}, and {money(CHARTS.bet)} must be left to bet."
        limit = Limit(words, sums, spendable, clause="CM 21.3", unit="s")
        prompt = (
            f"Before race {self.season.race}: your one secret record. What you buy is shown when all have written; the "
            "rest is sealed, and spent."
        )
        return Form(seat, "record", prompt, "CM 20.21a", tuple(sections), (limit,))

    def own(self, seat: int) -> dict[str, str]:
        """His chariots, by number."""
        return {str(each.id): described(each) for each in self.stable(seat).chariots}

    def skullduggery(self, seat: int, most: int) -> Section:
        """CM 24.1, 24.2: one rival, each device once; his chariot is chosen when it comes to light (CM 20.21a)."""
        rivals = {f"seat {other + 1}": other for other in self.owners() if other != seat}
        only = ("rival", tuple(rivals))
        aims = AIMS if self.own(seat) else {SPEED: AIMS[SPEED]}
        fields: tuple[Field, ...] = (
            OneOf(
                name="rival", title="Against a chariot of", default=NOBODY, seats=rivals, clause="CM 24.1",
                choices={NOBODY: "nobody", **{name: name for name in rivals}},
            ),
            sum_of("bribe", "Bribe its driver with", most, "CM 24.3", only, step=CHART["bribe"]["step"]),
            OneOf(name="aim", title="to", default=next(iter(aims)), choices=aims, only=only, clause="CM 24.3"),
            sum_of("drugs", "Drug its horses for", most, "CM 24.4", only, least=CHART["drugs"]["least"]),
            sum_of("sabotage", "Sabotage its car for", most, "CM 24.5", only, least=CHART["sabotage"]["least"]),
        )  # fmt: skip
        return Section("Skullduggery", fields)

    def guards(self, seat: int, number: int, most: int) -> Section:
        """CM 25.1: each sum names one chariot and one kind."""
        name, own = f"guard_{number}", self.own(seat)
        which = OneOf(name=name, title="Guard", default=NONE, choices={NONE: "none", **own}, clause="CM 25.1")
        sums = (
            sum_of(f"{name}_{kind}", f"against {word}", most, "CM 25.2", (name, tuple(own)))
            for kind, word in GUARDS.items()
        )
        return Section("Security" if number == 1 else "For another one", (which, *sums))

    def written(self, filled: Mapping[str, Any]) -> Record:
        guards = tuple(
            (int(filled[f"guard_{number}"]), kind, paid)
            for number in range(1, GUARDED + 1)
            if filled.get(f"guard_{number}", NONE) != NONE
            for kind in GUARDS
            if (paid := filled[f"guard_{number}_{kind}"])
        )
        if filled["rival"] == NOBODY:
            return Record(guards=guards)
        rival = int(filled["rival"].removeprefix("seat ")) - 1
        aim: Any = filled["aim"] if filled["bribe"] else ""
        return Record(rival, filled["bribe"], aim, filled["drugs"], filled["sabotage"], guards)

    # -- into the race --------------------------------------------------------------------------------------------

    def sealed(self) -> dict[int, Any] | None:
        """What the race is handed under seal, by its seats: rivals and guarded chariots as they are called there."""
        season = self.season
        if not season.rules.single_record:
            return None
        seats = season.players()
        handed = {}
        for seat, record in season.records.items():
            entries = [each.chariot for each in season.entered if each.seat == seat]
            places = {chariot: place for place, chariot in enumerate(entries)}
            guards = tuple((places.get(chariot, -1), kind, paid) for chariot, kind, paid in record.guards)
            rival = seats.index(record.rival) if record.rival in seats else -1
            handed[seats.index(seat)] = to_plain(
                Envelope(-1, record.bribe, record.aim, record.drugs, record.sabotage, guards, rival)
            )
        return handed

    def spend_for_nothing(self) -> None:
        """CM 24.31, 25.4: what was written is spent, whatever happens; also when there is no race."""
        for seat, record in self.season.records.items():
            for name, why, clause in DEVICES:
                self.pay(seat, BANK, getattr(record, name), why, clause)
            for _, kind, paid in record.guards:
                self.pay(seat, BANK, paid, f"guards against {GUARDS[kind]}", "CM 25.4")
        spent = {str(seat): record.cost for seat, record in self.season.records.items() if record.cost}
        if spent:
            self.tell("for-nothing", {"spent": spent}, ("CM 24.31", "CM 25.4"))

    # -- explained, obeyed, told ----------------------------------------------------------------------------------

    def explain_record(self, decision: Decision) -> list[Answer]:
        answers = [self.answer(decision.default, "Spend nothing")]
        repairs = self.cheapest_repairs(decision)
        if repairs != decision.default:
            answers.append(self.answer(repairs, "As many chariots ready as possible, cheaply, and nothing else"))
        return answers

    def obey_record(self, decision: Decision, orders: Orders) -> Obeyed | None:
        """What is ordered for purchases, and guards for the chariot that is ordered to run."""
        bought = self.obey_purchases(decision, orders)
        if bought is None or orders["envelope"] == "ask":
            return None
        assert isinstance(decision, Form)
        assert isinstance(bought.choice, Filled)
        may_run = admitted(self.stable(decision.seat).chariots)
        if not may_run:
            return bought
        best = max(may_run, key=lambda each: (strength(each), -each.id))
        guards = {"guard_1": str(best.id), **{f"guard_1_{kind}": orders[f"guard_{kind}"] for kind in GUARDS}}
        choice = decision.read({**dict(bought.choice.items()), **guards})
        return Obeyed(choice, "") if choice in decision else bought

    def say_records(self, data: Data, names: Names) -> str:
        return "All have written. What was bought is shown; the rest is sealed until the race."

    def say_for_nothing(self, data: Data, names: Names) -> str:
        spent = ", ".join(f"{names[int(seat)]} {money(amount)}" for seat, amount in data["spent"].items())
        return f"Spent in secret, for nothing: {spent}."


def sum_of(
    name: str, title: str, most: int, clause: str, only: tuple[str, tuple[str, ...]], *, step: int = 1, least: int = 0
) -> Number:
    return Number(
        name=name, title=title, default=0, low=0, high=most, unit="s", step=step, least=least, clause=clause, only=only
    )
