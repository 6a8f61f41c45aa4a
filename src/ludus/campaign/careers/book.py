"""GL 21: every player has a gladiator, who meets a new opponent of the house in every round, until one is free."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ludus.campaign.careers.state import CareerRules, Race
from ludus.campaign.sand import IMPROVE, TYPES_IN_WORDS, Data, Names, Sand
from ludus.campaign.school import CAREERS, Man
from ludus.campaign.tables import careers_tables
from ludus.core.chart import Chart
from ludus.core.contest import HOST, Settled
from ludus.core.decision import Choose, Decision
from ludus.core.fields import OneOf, Section
from ludus.core.game import CHECKPOINT, Option, Outcome, Phase, Ruleset, Script, Together
from ludus.core.plain import from_plain
from ludus.core.standing_orders import Obeyed, OrderForm, Orders
from ludus.games.gladiator.charts import TYPES

NAME = "careers"
GROUP = "Careers"
ONLY = ("campaign", (NAME,))
USUAL = "medium"
MOST_ROUNDS = 200
# The steps of a round.
HEAL, RECRUIT, FIGHT, JUDGE = "heal", "recruit", "fight", "judge"
TYPE = OneOf(
    name="type",
    title="New men",
    default=USUAL,
    help="What kind of gladiator follows one who is dead.",
    clause="GL 3-2",
    choices=TYPES_IN_WORDS,
)
CLAUSES = {"freedom": "GL 21.6", "rounds-over": "GL 21.6", "last-left": "GL 21.6", "nobody-left": "GL 21.6"}


class Careers(Sand[Race]):
    """A round: wounds heal, who has no man gets one, everybody fights, and points are spent."""

    ruleset = Ruleset(
        NAME, "Careers", "A gladiator each, from his first match to his freedom: ten victories.", {"campaign": NAME}
    )
    state_class = Race
    seats = (1, 8)
    options: ClassVar[tuple[Option, ...]] = (
        Option(
            "wins",
            "Victories",
            "How many matches one man must win for his freedom.",
            "GL 21.6",
            CAREERS["wins"],
            tuple(range(1, CAREERS["wins"] + 1)),
            group=GROUP,
            only=ONLY,
        ),
        Option(
            "rounds",
            "Rounds",
            "After so many, whoever's man is nearest to his freedom has won. None: only freedom ends it.",
            "GL 21.6",
            CAREERS["rounds"],
            (None, *range(1, MOST_ROUNDS + 1)),
            group=GROUP,
            only=ONLY,
        ),
    )
    endings = tuple(CLAUSES)
    seen = (*Sand.seen, "fought")

    @classmethod
    def begin(cls, seats: int, options: Mapping[str, Any]) -> Race:
        return Race(seats, step=HEAL, rules=CareerRules(options["wins"], options["rounds"]))

    @classmethod
    def load(cls, plain: Mapping[str, Any], seats: int, options: Mapping[str, Any]) -> Race:
        rules = CareerRules(options["wins"], options["rounds"])
        race = from_plain(Race, plain, "position", seats=seats, rules=rules)
        cls.check_schools(race, (HEAL, RECRUIT, FIGHT, JUDGE))
        return race

    # -- the sequence ------------------------------------------------------------------------------------------

    def play(self) -> Script:
        """One step after the other; before each nothing is suspended."""
        steps = {HEAL: self.begin_round, RECRUIT: self.recruit, FIGHT: self.fight_next, JUDGE: self.go_on}
        while True:
            yield CHECKPOINT
            reason = self.over()
            if reason:
                return self.conclude(reason)
            yield from steps[self.state.step]()

    def begin_round(self) -> Phase:
        """GL 21.4: before the next match."""
        race = self.state
        race.round += 1
        race.fought = []
        self.tell("round", {"round": race.round}, ("GL 21.5",))
        self.heal_all()
        race.step = RECRUIT
        yield from ()

    def recruit(self) -> Phase:
        """GL 21.5, GL 3-2: who has no man gets a new one; its type is said, in secret, before the dice are rolled."""
        race = self.state
        waiting = [seat for seat in race.players() if race.man_of(seat) is None]
        prompt = "What kind of gladiator do you train?"
        answers = yield Together(
            {seat: Choose(seat, "type", prompt, "GL 3-2", TYPES, USUAL) for seat in waiting},
        )
        for seat in waiting:
            man = self.create(seat, str(answers[seat]))
            self.keep(man)
            self.tell("recruited", self.sheet(man), ("GL 21.5", "GL 3-2", "GL 3-7a"))
        race.step = FIGHT

    def fight_next(self) -> Phase:
        """GL 21.5: everybody's man meets an opponent, one after the other."""
        race = self.state
        seat = next((seat for seat in race.players() if seat not in race.fought), None)
        if seat is None:
            race.step = JUDGE
            return
        race.fought.append(seat)
        man = race.man_of(seat)
        assert man is not None
        foe = self.opponent(man)
        settled: Settled = yield self.contest(
            f"Round {race.round}: {man.name} against {foe.name}", (man, foe), (man.type, foe.type), "GL 21.5"
        )
        man = self.come_home(man, settled.report[0], race.rules.wins)
        yield from self.spend(man.number)

    def opponent(self, man: Man) -> Man:
        """GL 21.5: a newly rolled man of the house; a die says his type, and never net against net."""
        kind: str = CAREERS["opponents"][self.roll(1, "type of the opponent", "GL 21.5")[0] - 1]
        if kind == man.type == "retiarius":
            kind = USUAL
        foe = self.create(HOST, kind)
        self.tell("opponent", {**self.sheet(foe), "seat": man.owner, "against": man.name}, ("GL 21.5", "GL 3-7a"))
        return foe

    def go_on(self) -> Phase:
        """Nobody is free yet."""
        self.state.step = HEAL
        yield from ()

    # -- the end -----------------------------------------------------------------------------------------------

    def over(self) -> str:
        """GL 21.6: all who reach their freedom in one round have been equally fast."""
        race = self.state
        players = race.players()
        if not players:
            return "nobody-left"
        if len(players) == 1 < race.seats:
            return "last-left"
        if race.step != JUDGE:
            return ""
        if any(seat in players for seat in race.champions()):
            return "freedom"
        return "rounds-over" if race.rules.rounds is not None and race.round >= race.rules.rounds else ""

    def conclude(self, reason: str) -> Outcome:
        race = self.state
        players, champions = race.players(), race.champions()
        standing = [(seat in players, seat in champions, race.nearest(seat)) for seat in range(race.seats)]
        best = max(standing)
        winners = tuple(seat for seat in players if standing[seat] == best)
        if reason == "rounds-over" and not best[2]:
            winners = ()  # nobody has won a match with a man who lives
        self.tell("end", {"reason": reason, "winners": list(winners)}, (CLAUSES[reason],))
        return Outcome(reason, winners, self.places(standing) if winners else (2,) * race.seats)

    # -- in words ----------------------------------------------------------------------------------------------

    def say_round(self, data: Data, names: Names) -> str:
        return f"Round {data['round']}."

    def say_recruited(self, data: Data, names: Names) -> str:
        kind = TYPES_IN_WORDS[data["type"]].lower()
        return f"{names[data['seat']]} trains {data['man']}, {data['nation']}: {kind}; {self.ratings_in_words(data)}."

    def say_opponent(self, data: Data, names: Names) -> str:
        kind = TYPES_IN_WORDS[data["type"]].lower()
        return f"{data['against']} meets {data['man']}, {data['nation']}: {kind}; {self.ratings_in_words(data)}."

    def say_end(self, data: Data, names: Names) -> str:
        winners = " and ".join(names[seat] for seat in data["winners"]) or "Nobody"
        return f"{winners} {'win' if len(data['winners']) > 1 else 'wins'} the campaign: {ENDINGS[data['reason']]}."

    def explain_type(self, decision: Decision) -> list[dict[str, Any]]:
        return self.explain_types(decision)

    # -- for who is away ---------------------------------------------------------------------------------------

    @classmethod
    def tables(cls) -> tuple[Chart, ...]:
        return careers_tables()

    @classmethod
    def orders(cls, options: Mapping[str, Any], seats: int) -> OrderForm:
        return (Section("Your gladiator", (TYPE, IMPROVE)),)

    @classmethod
    def orders_in_words(cls, orders: Orders) -> list[str]:
        return [
            f"A new man of yours: {TYPES_IN_WORDS[orders['type']].lower()}.",
            f"Experience: {IMPROVE.choices[orders['improve']]}.",
        ]

    def obey_type(self, decision: Decision, orders: Orders) -> Obeyed | None:
        return Obeyed(orders["type"], "")


ENDINGS = {
    "freedom": "a gladiator is free",
    "rounds-over": "the rounds are over",
    "last-left": "nobody else is left",
    "nobody-left": "all have given up",
}
