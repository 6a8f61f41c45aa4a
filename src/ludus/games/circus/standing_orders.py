"""Standing orders: the form, put together from what each chapter lets a driver order, and the orders in words."""

from __future__ import annotations

from ludus.core.decision import Decision
from ludus.core.fields import Field, OneOf, Section
from ludus.core.standing_orders import Obeyed, OrderForm, Orders
from ludus.games.circus.book import Chapter
from ludus.games.circus.state import Chariot
from ludus.games.circus.words import named

ASK = "ask"
WAIT = "wait for me"
ANYBODY = "anybody"
RESTS = {ASK: WAIT, "default": "the usual answer"}


class StandingOrders(Chapter):
    """What can be ordered. How a question is answered by it stands with the question, as `obey_...`."""

    def orders_form(self, colours: tuple[str, ...]) -> OrderForm:
        """For a race in which these may drive."""
        factions = {faction: faction.capitalize() for faction in colours}
        return (
            Section("Speed", self.speed_orders()),
            Section("Moving", (*self.driving_orders(), *self.whip_orders())),
            Section("Attacking", self.attack_orders(factions)),
            Section("Defending", self.defence_orders(factions)),
            Section("Everything else", self.other_orders()),
        )

    def other_orders(self) -> tuple[Field, ...]:
        rest = OneOf(
            name="rest", title="Wrecks to jump, hurt horses, men on the sand", default="default", choices=RESTS,
            help="The usual answer is the one that the clock would give.",
        )  # fmt: skip
        return (*self.cutting_orders(), rest)

    def obey_rest(self, chariot: Chariot, decision: Decision, orders: Orders) -> Obeyed | None:
        """Everything without an order of its own."""
        if orders["rest"] == ASK:
            return None
        return Obeyed(decision.default, f"{named(chariot)}: {decision.prompt} The usual answer.")

    def orders_in_words(self, orders: Orders) -> list[str]:
        """Sentences for the driver to confirm."""
        return [
            f"My speed: {self.speed_in_words(orders)}.",
            f"Driving: {self.drive_in_words(orders)}.",
            *self.whip_in_words(orders),
            f"Attacks: {self.attack_in_words(orders)}.",
            *self.defence_in_words(orders),
            *self.cutting_in_words(orders),
            f"Wrecks to jump, hurt horses, men on the sand: {RESTS[orders['rest']]}.",
            "Preparation points, and whatever is not named here: wait for me.",
        ]
