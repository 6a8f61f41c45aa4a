"""E2 5.4: a match race: two owners, and one bet between them. The second edition borrows it as it is."""

from __future__ import annotations

from typing import Any, ClassVar

from ludus.core.decision import Choose, Decision, Range
from ludus.core.game import Phase
from ludus.core.toml_files import load_table
from ludus.games.circus.patronage.betting import Betting
from ludus.games.circus.patronage.money import BANK
from ludus.games.circus.state import Chariot
from ludus.games.circus.words import Answer, Data, Names

CHALLENGER, CHALLENGED = 0, 1
HUNDRED = 100


class MatchRace(Betting):
    """No betting sheet and no odds by the pool: the owners bet against each other."""

    sources = ("E2",)
    paid_by: ClassVar[tuple[str, ...]] = ("E2 5.4.3",)
    match_stakes_chart: ClassVar[list[list[int]]] = load_table("ludus.games.circus", "epic/patronage")["match_race"][
        "rows"
    ]

    def must_bet(self, seat: int) -> bool:
        """E1 5.2.3: who has put his stake aside already keeps nothing back for it."""
        return not self.race.rules.wagered and super().must_bet(seat)

    def place_bets(self) -> Phase:
        """E2 5.4.1, 5.4.2: the challenger offers odds and a stake; whoever raises is followed, or the bet is off. In a
        campaign they have agreed on it when one accepted the other's challenge (E1 5.2.3)."""
        if self.race.rules.wagered:
            return
        odds = yield self.ask_odds()
        least = self.match_stakes(int(odds))[1]
        most = self.coffers.purse(CHALLENGER) // int(odds)
        stake = HUNDRED * (yield self.ask_stake(CHALLENGER, "stake", "For how much of his", least, most))
        purse = self.coffers.purse(CHALLENGED)
        answer = yield self.ask_challenged(int(odds), stake, purse)
        if answer == "accept":
            stake = HUNDRED * (yield self.ask_stake(CHALLENGED, "raise_stake", "For how much of yours", stake, purse))
            if stake * int(odds) <= self.coffers.purse(CHALLENGER):
                self.make_match_bet(int(odds), stake)
                return
        self.tell("no-match-bet", {"odds": odds, "stake": stake}, ("E2 5.4.2",))

    def match_stakes(self, odds: int) -> tuple[int, int]:
        """E2 5.4.1-chart: the least that the challenger and the other put up."""
        row = next(row for row in self.match_stakes_chart if row[0] == odds)
        return int(row[1]), int(row[2])

    def make_match_bet(self, odds: int, stake: int) -> None:
        """E2 5.4.2: at the odds agreed on."""
        coffers = self.coffers
        coffers.match_odds = odds
        for seat, amount in ((CHALLENGER, odds * stake), (CHALLENGED, stake)):
            coffers.bets[seat] = {chariot.number: amount for chariot in self.owns(seat)[:1]}
            self.transfer(seat, BANK, amount, "the match bet", "E2 5.4.1")
        self.tell(
            "match-bet", {"odds": odds, "challenger": odds * stake, "challenged": stake}, ("E2 5.4.1", "E2 5.4.2")
        )

    def ask_odds(self) -> Choose:
        purse = self.coffers.purse(CHALLENGER)
        offered = tuple(row[0] for row in self.match_stakes_chart if row[1] <= purse)
        return Choose(CHALLENGER, "match_odds", "Which odds do you offer him, to 1?", "E2 5.4.1", offered)

    def ask_stake(self, seat: int, name: str, words: str, least: int, most: int) -> Range:
        """In hundreds."""
        return Range(seat, name, f"{words}, in hundreds?", "E2 5.4.2", least // HUNDRED, most // HUNDRED)

    def ask_challenged(self, odds: int, stake: int, purse: int) -> Choose:
        """Who has too little is asked all the same, or the other would learn what he has spent in secret."""
        prompt = f"Do you race for {odds * stake:,}s of his against {stake:,}s of yours?"
        answers = ("accept", "decline") if purse >= stake else ("decline",)
        return Choose(CHALLENGED, "match_bet", prompt, "E2 5.4.2", answers)

    def bet_between_laps(self) -> Phase:
        """E2 5.4: none."""
        self.coffers.later.append({})
        return
        yield

    def settle_bets(self, winner: Chariot | None) -> None:
        """E2 5.4.3: the winner's owner takes it all; without a winner both get their stakes back."""
        coffers = self.coffers
        stakes = {seat: sum(bets.values()) for seat, bets in coffers.bets.items()}
        if winner is None:
            for seat, amount in stakes.items():
                self.transfer(BANK, seat, amount, "the stake", "E2 5.4.3")
        else:
            self.transfer(BANK, winner.seat, sum(stakes.values()), "the match bet", "E2 5.4.3")

    def reported(self, chariot: Chariot) -> dict[str, Any]:
        """E1 11.1.1: in a campaign nobody repairs a car after a match race."""
        told = super().reported(chariot)
        if self.race.rules.wagered and chariot.hitched and any(self.wheels(chariot)):
            told["wheels"] = list(self.wheels(chariot))
        return told

    # -- explained, obeyed, told ---------------------------------------------------------------------------------

    def explain_match_odds(self, chariot: Chariot, decision: Decision) -> list[Answer]:
        told = []
        for odds in decision:
            own, his = self.match_stakes(int(str(odds)))
            told.append(self.answer(odds, f"{odds} to 1", [f"at least {own:,}s of yours against {his:,}s of his"]))
        return told

    def explain_stake(self, chariot: Chariot, decision: Decision) -> list[Answer]:
        return [self.answer(hundreds, f"{int(str(hundreds)) * HUNDRED:,}s") for hundreds in decision]

    def explain_raise_stake(self, chariot: Chariot, decision: Decision) -> list[Answer]:
        return self.explain_stake(chariot, decision)

    def explain_match_bet(self, chariot: Chariot, decision: Decision) -> list[Answer]:
        return [self.answer(choice, "Accept" if choice == "accept" else "Race for honour") for choice in decision]

    def say_match_bet(self, data: Data, names: Names) -> str:
        return (
            f"{names[CHALLENGER]} bets {data['challenger']:,}s against {data['challenged']:,}s of {names[CHALLENGED]}, "
            f"{data['odds']} to 1."
        )

    def say_no_match_bet(self, data: Data, names: Names) -> str:
        return "There is no bet: they race for honour."
