"""E1 4.1a, 5.1.2: what comes next, race or gala, or whether it is enough."""

from __future__ import annotations

from ludus.campaign.epic.chapter import Answer, Data, Names
from ludus.campaign.epic.charts import majority
from ludus.campaign.epic.progress import Progress
from ludus.campaign.epic.state import GALA, RACE
from ludus.core.decision import Choose, Decision
from ludus.core.game import Phase, Together
from ludus.core.standing_orders import Obeyed, Orders

GO_ON, END = "go on", "end"
JOIN, WAIT = "join", "wait"
COUNCIL, ALTERNATE = "council", "alternate"


class Council(Progress):
    """Before every event."""

    def decide(self) -> Phase:
        """E1 5.1.2: by majority, else race and gala in turn. E1 4.1a: a majority of all active players ends it."""
        families = self.families
        yield from self.let_in()
        families.round += 1
        turn = self.in_turn()
        open_choice = families.rules.calendar == COUNCIL
        usual = (turn, RACE if turn == GALA else GALA) if open_choice else (GO_ON,)
        prompt = (
            f"What shall event {families.round} be?" if open_choice else f"Event {families.round} will be a {turn}."
        )
        voters = families.active()
        answers = yield Together(
            {seat: Choose(seat, "council", prompt, "E1 5.1.2", usual, usual[0], shunned=(END,)) for seat in voters}
        )
        votes = [str(each) for each in answers.values()]
        told = {"event": families.round, "votes": {choice: votes.count(choice) for choice in dict.fromkeys(votes)}}
        if majority(votes.count(END), len(voters)):
            families.voted = True
            self.tell("council", {**told, "next": END}, ("E1 4.1a",))
            return
        wanted = [kind for kind in (RACE, GALA) if majority(votes.count(kind), len(voters))]
        families.event = wanted[0] if wanted else turn
        self.tell("council", {**told, "next": families.event}, ("E1 5.1", "E1 5.1.2"))

    def let_in(self) -> Phase:
        """E1 4.5.3: after at least one race or gala whoever is late may join, or wait for another event."""
        families = self.families
        prompt = "The campaign is under way. Do you join it now, with as much as the poorest family has?"
        held = any(day.kind in (RACE, GALA) for day in families.days)
        if not held or not families.late:
            return
        answers = yield Together(
            {seat: Choose(seat, "join", prompt, "E1 4.5.3", (JOIN, WAIT), JOIN) for seat in families.late}
        )
        for seat, said in sorted(answers.items()):
            if said == JOIN:
                families.late.remove(seat)
                yield from self.enter_late(seat)

    def in_turn(self) -> str:
        """E1 5.1.2: race and gala take turns."""
        return GALA if self.families.event == RACE else RACE

    # -- explained, obeyed, told ------------------------------------------------------------------------------------

    def explain_council(self, decision: Decision) -> list[Answer]:
        words = {
            RACE: ("A race", "chariots are auctioned before it"),
            GALA: ("A gala", "gladiators are auctioned before it"),
            GO_ON: ("Go on", ""),
            END: ("End the campaign", "if most families want it; the richest wins"),
        }
        return [self.answer(choice, *words[str(choice)]) for choice in decision]

    def explain_join(self, decision: Decision) -> list[Answer]:
        words = {
            JOIN: ("Join", "you also get a chariot and a gladiator"),
            WAIT: ("Wait", "until the next event is over"),
        }
        return [self.answer(choice, *words[str(choice)]) for choice in decision]

    def obey_join(self, decision: Decision, orders: Orders) -> Obeyed | None:
        return Obeyed(JOIN, "")

    def obey_council(self, decision: Decision, orders: Orders) -> Obeyed | None:
        wish = orders["council"]
        if wish == "ask":
            return None
        return Obeyed(wish if wish in decision else decision.default, "")

    def say_council(self, data: Data, names: Names) -> str:
        if data["next"] == END:
            return "The families have enough: the campaign ends."
        return f"Event {data['event']} is a {data['next']}."
