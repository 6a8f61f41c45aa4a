"""What careers (GL 21) and owners (GL 22) share: men who fight, learn, heal and die, step by step and in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Generic, TypeVar

from ludus.campaign.book import Book
from ludus.campaign.school import (
    ALIVE,
    DEAD,
    FREE,
    IN_WORDS,
    INJURY_CLAUSES,
    PRICES,
    RATINGS,
    Gone,
    Man,
    Schools,
    after_match,
    experience,
    heal,
    improve,
    offers,
    roll_man,
)
from ludus.core.contest import Contest
from ludus.core.decision import Choose, Decision
from ludus.core.errors import DataError, shown
from ludus.core.event import Accent, Event
from ludus.core.fields import OneOf
from ludus.core.game import Phase
from ludus.core.plain import check_bounds, to_plain
from ludus.core.standing_orders import Obeyed, Orders
from ludus.games.gladiator.charts import MOVES

A = TypeVar("A", bound=Schools)
Data = Mapping[str, Any]
Names = Sequence[str]

SAVE = "save"
GAVE_UP = "gave up"
TYPES_IN_WORDS = {
    "light": "Sword, light armour",
    "medium": "Sword, medium armour",
    "heavy": "Sword, heavy armour",
    "retiarius": "Net and trident",
}
IMPROVE = OneOf(
    name="improve",
    title="Experience",
    default="training",
    help="What the points of your men are spent on, as soon as they suffice.",
    clause="GL 21.3",
    choices={**{rating: f"+1 {words}" for rating, words in IN_WORDS.items()}, SAVE: "save all points"},
)


class Sand(Book[A], Generic[A]):
    """Men in the arena and between their matches."""

    improved_by: ClassVar[str] = "GL 21.3"  # the clause that a question about experience names

    # -- men -------------------------------------------------------------------------------------------------

    def create(self, owner: int, kind: str = "") -> Man:
        """GL 3-7a: a new man by the dice, with the next number."""
        return roll_man(self.table, self.state.next_number(), owner, self.state.names(), kind)

    def keep(self, man: Man) -> None:
        """He is as he is now."""
        self.state.men[man.number] = man

    def sheet(self, man: Man) -> dict[str, Any]:
        """What an event says of a new man."""
        return {
            "man": man.name,
            "number": man.number,
            "seat": man.owner,
            "nation": man.nation,
            "type": man.type,
            **{name: getattr(man, name) for name in RATINGS},
        }

    def contest(self, title: str, men: Sequence[Man], kinds: Sequence[str], clause: str) -> Contest:
        """A duel, as the arena plays it."""
        return Contest(
            title,
            "gladiator",
            "advanced",
            {"men": [man.sent(kind) for man, kind in zip(men, kinds, strict=True)]},
            tuple(man.owner for man in men),
            tuple(man.name for man in men),
            clause,
        )

    # -- after a match (GL 21.2, 21.3) -------------------------------------------------------------------------

    def come_home(self, man: Man, report: Data, wins: int) -> Man:
        """GL 21.1 to GL 21.25, GL 9.5-M: what the match has made of him; with enough wins he is free (GL 21.6)."""
        earned = experience(report)
        man = after_match(man, report)
        self.tell(
            "fought",
            {
                "man": man.name,
                "seat": man.owner,
                "won": report["won"],
                "alive": report["alive"],
                "mortal": report["mortal"],
                "spared": report["spared"],
                "wins": man.wins,
                "fights": man.fights,
            },
            ("GL 21.6", *(("GL 9.5-M",) if report["mortal"] else ())),
        )
        if report["alive"]:
            self.tell(
                "experience",
                {
                    "man": man.name,
                    "seat": man.owner,
                    "earned": [{"why": each.why, "points": each.points} for each in earned],
                    "points": man.points,
                },
                tuple(dict.fromkeys(("GL 21.1", "GL 21.2", *(each.clause for each in earned)))),
            )
        if report["won"] and man.wins >= wins:
            man = self.set_free(man)
        self.keep(man)
        return man

    def set_free(self, man: Man) -> Man:
        """GL 21.6: the Emperor's champion; a mortal wound does not spoil it."""
        self.tell("freed", {"man": man.name, "seat": man.owner, "wins": man.wins, "alive": man.alive}, ("GL 21.6",))
        return man if man.status == DEAD else replace(man, status=FREE)

    def spend(self, number: int) -> Phase:
        """GL 21.3: any number of improvements that he can pay for, right after the match; or he saves his points."""
        while True:
            man = self.state.men[number]
            choices = offers(man) if man.alive and man.owner in self.state.players() else ()
            if not choices:
                return
            prompt = f"{man.name} has {man.points} experience points. What does he spend them on?"
            said = yield Choose(man.owner, "improve", prompt, self.improved_by, (SAVE, *choices), SAVE, man.name)
            if said == SAVE:
                return
            better = improve(man, str(said))
            self.keep(better)
            self.tell(
                "improved",
                {
                    "man": man.name,
                    "seat": man.owner,
                    "rating": said,
                    "now": getattr(better, str(said)),
                    "price": PRICES[str(said)],
                    "points": better.points,
                },
                ("GL 21.3",),
            )

    # -- before the next (GL 21.4) -----------------------------------------------------------------------------

    def heal_all(self) -> list[Man]:
        """GL 21.4 to GL 21.44: everybody who came home wounded. Gives back those who have died of it."""
        dead: list[Man] = []
        for man in [each for each in self.state.men.values() if each.alive and each.wounded]:
            now, healed = heal(self.table, man)
            self.keep(now)
            failed = [each for each in healed if each.lost]
            self.tell(
                "healed",
                {"man": man.name, "seat": man.owner, "areas": [each._asdict() for each in healed], "alive": now.alive},
                tuple(dict.fromkeys(("GL 21.4", *(INJURY_CLAUSES[each.area] for each in failed)))),
            )
            if not now.alive:
                dead.append(now)
        return dead

    # -- leaving -----------------------------------------------------------------------------------------------

    leaving: tuple[str, ...] = ("GL 21.6",)  # the clause that says who is still in it

    def withdraw(self, seat: int) -> None:
        """He gives up, and his men are nobody's any more."""
        if seat in self.state.players():
            self.see_off(seat, GAVE_UP, self.leaving)

    def see_off(self, seat: int, why: str, clauses: tuple[str, ...]) -> None:
        self.state.gone.append(Gone(seat, self.state.round, why))
        self.tell("gone", {"seat": seat, "why": why}, clauses)

    def places(self, standing: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
        """The higher somebody stands, the better his place; who stands alike shares it."""
        return tuple(1 + sum(other > own for other in standing) for own in standing)

    # -- views -------------------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> dict[str, Any]:
        """GL 3-6a: log sheets are open to all, and what anybody has to choose from is, too."""
        return {name: to_plain(getattr(self.state, name)) for name in self.seen}

    seen: tuple[str, ...] = ("men", "gone", "serial", "round", "step")

    @classmethod
    def imagine(cls, view: Mapping[str, Any], seats: int, options: Mapping[str, Any]) -> A:
        return cls.load(view, seats, options)

    @classmethod
    def check_schools(cls, schools: A, steps: Sequence[str]) -> None:
        """Refuse a written state that no campaign comes to."""
        if schools.step not in steps:
            raise DataError(f"position.step is one of {', '.join(steps)}, not '{shown(schools.step)}'")
        for number, man in schools.men.items():
            where = f"position.men.{number}"
            if number != man.number or not 0 < number <= schools.serial:
                raise DataError(f"{where}.number: he stands under his own, from 1 to `serial`")
            if not 0 <= man.owner < schools.seats:
                raise DataError(f"{where}.owner is a seat from 0 to {schools.seats - 1}, not {man.owner}")
            if man.status not in (ALIVE, DEAD, FREE):
                raise DataError(f"{where}.status is alive, dead or free, not '{shown(man.status)}'")
            check_bounds(man, where)
        for index, each in enumerate(schools.gone):
            if not 0 <= each.seat < schools.seats:
                raise DataError(f"position.gone[{index}].seat is from 0 to {schools.seats - 1}, not {each.seat}")

    # -- in words ----------------------------------------------------------------------------------------------

    def ratings_in_words(self, man: Any) -> str:
        """A man, or what an event says of him, in the sheet's own letters."""
        value = man.get if isinstance(man, Mapping) else lambda name: getattr(man, name)
        letters = zip(("TR", "ST", "AG", "CON", "W"), RATINGS, strict=True)
        return ", ".join(f"{short} {value(name)}" for short, name in letters)

    def say_fought(self, data: Data, names: Names) -> str:
        if data["won"]:
            end = "dies of his wounds, a victor" if data["mortal"] else "wins"
        elif data["spared"]:
            end = "is spared, and dies of his wounds" if data["mortal"] else "is spared"
        elif not data["alive"]:
            end = "dies of his wounds" if data["mortal"] else "is dead"
        else:
            end = "comes home without a victory"
        return f"{data['man']} {end}: {data['wins']} of {data['fights']} won."

    def say_experience(self, data: Data, names: Names) -> str:
        if not data["earned"]:
            return f"{data['man']} earns no experience; he has {data['points']} points."
        earned = ", ".join(f"{each['points']} for {each['why']}" for each in data["earned"])
        return f"{data['man']} earns {earned}; he has {data['points']} points."

    def say_improved(self, data: Data, names: Names) -> str:
        rating = IN_WORDS[data["rating"]]
        return f"{data['man']} trains: {rating} {data['now']} for {data['price']} points, {data['points']} are left."

    def say_healed(self, data: Data, names: Names) -> str:
        areas = [
            f"{each['area']} ({each['total']}: {IN_WORDS[each['rating']]} -{each['lost']})"
            if each["lost"]
            else f"{each['area']} ({each['total']})"
            for each in data["areas"]
        ]
        end = "" if data["alive"] else " He dies of it."
        return f"{data['man']}'s wounds heal: {', '.join(areas)}.{end}"

    def say_freed(self, data: Data, names: Names) -> str:
        fate = "is a free man" if data["alive"] else "dies a free man"
        return f"{data['man']} has won {data['wins']} matches: the Emperor's champion {fate}!"

    def say_gone(self, data: Data, names: Names) -> str:
        return f"{names[data['seat']]} leaves the campaign ({data['why']})."

    def accent(self, event: Event) -> Accent:
        data = event.data
        if event.kind == "freed":
            return Accent("triumph", (data["man"],), headline=f"{data['man']} is free!", sound="cheer")
        if (event.kind == "fought" and not data["alive"]) or (event.kind == "healed" and not data["alive"]):
            return Accent("dire", (data["man"],))
        if event.kind in ("round", "match"):
            return Accent("heading")
        return Accent("plain", (data["man"],) if "man" in data else ())

    # -- answers -----------------------------------------------------------------------------------------------

    def explain_improve(self, decision: Decision) -> list[dict[str, Any]]:
        man = next(man for man in self.state.stable(decision.seat) if man.name == decision.about)
        return [
            self.answer(choice, f"Save all {man.points} points")
            if choice == SAVE
            else self.answer(
                choice,
                f"+1 {IN_WORDS[str(choice)]}",
                f"{PRICES[str(choice)]} points; {man.points - PRICES[str(choice)]} are left",
            )
            for choice in decision
        ]

    def explain_types(self, decision: Decision) -> list[dict[str, Any]]:
        """GL 3-4: what a type is, and how often it moves."""
        return [
            self.answer(choice, TYPES_IN_WORDS[str(choice)], f"moves in {MOVES[str(choice)]} phases of 8")
            for choice in decision
        ]

    def obey_improve(self, decision: Decision, orders: Orders) -> Obeyed | None:
        wanted = orders["improve"]
        if wanted in decision:
            return Obeyed(wanted, f"{decision.about}: {IMPROVE.choices[wanted]}")
        return Obeyed(SAVE, f"{decision.about} saves his points")
