"""CM 24, 25: bribes, drugs, sabotage, and what guards against them. The epic race plays the same (E2 4)."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any, ClassVar

from ludus.core.decision import Allocate, Choose, Decision, Filled
from ludus.core.fields import Field, Number, OneOf, Section
from ludus.core.form import Form, Limit
from ludus.core.game import Ask, Phase, Together
from ludus.core.standing_orders import Obeyed, Orders
from ludus.core.toml_files import load_table
from ludus.games.circus.editions import SecondEdition
from ludus.games.circus.patronage.money import BANK, GUARDS, HORSES, Coffers, Envelope
from ludus.games.circus.state import Chariot, Move
from ludus.games.circus.threats import Attack
from ludus.games.circus.track import IN, OUT
from ludus.games.circus.words import Answer, Data, Names, named, who

NOBODY = "nobody"
SPEED = "speed"
AIMS = {"attacks": "not to attack any of my chariots", SPEED: "to hold his team back"}
UNHARMED = (0,) * HORSES
LEFT, RIGHT = "left", "right"
# Everything that is asked of an owner and not of a driver.
OWNERS_ASKED = frozenset((
    "bid", "skullduggery", "victim", "reveal", "drug_horses", "which_wheel", "bets", "lap_bets", "side_bet",
    "take_side_bet", "match_odds", "stake", "raise_stake", "match_bet",
))  # fmt: skip


class Skullduggery(SecondEdition):
    """What is planned in secret stays in an envelope until the rules open it."""

    adds_to_race: ClassVar[Mapping[str, type]] = {"patronage": Coffers}
    money: ClassVar[Mapping[str, Any]] = load_table("ludus.games.circus", "second-edition/patronage")

    @property
    def coffers(self) -> Coffers:
        coffers: Coffers = self.race.parts["patronage"]
        return coffers

    def patrons(self) -> list[int]:
        """Everybody with money in this race."""
        return list(range(self.race.seats))

    def bet_step(self) -> int:
        """CM 26.1a: all bets are in hundreds."""
        return int(self.money["bets"]["step"])

    def owns(self, seat: int) -> list[Chariot]:
        return [chariot for chariot in self.race.chariots if chariot.seat == seat]

    def titled(self, chariot: Chariot) -> str:
        """Its colour, and who drives it where that is somebody."""
        driver = self.log_sheet(chariot).get("driver")
        return f"{chariot.faction.capitalize()}: {driver}" if driver else chariot.faction.capitalize()

    def must_bet(self, seat: int) -> bool:
        """CM 26.1a, 20.21b: everybody, whether he races or not."""
        return True

    def transfer(self, payer: int, payee: int, amount: int, why: str, clause: str) -> None:
        """By this book's own clause."""
        self.coffers.pay(payer, payee, amount, why, self.cite(clause))

    # -- sealing (CM 24.1, 24.31, 25.1) ------------------------------------------------------------------------

    def seal_envelopes(self) -> Phase:
        """CM 24.31, 25.1: all write in secret, and what they have spent is gone."""
        answers = yield Together({seat: self.ask_skullduggery(seat) for seat in self.patrons()})
        for seat, filled in sorted(answers.items()):
            self.seal(seat, filled)
        self.tell("sealed", {}, ("CM 24.31", "CM 25.1"))

    def ask_skullduggery(self, seat: int) -> Form:
        """CM 24.1, 24.2: one rival chariot, each device once; CM 25.1, CM 25.3: security by chariot and kind."""
        spare = self.spare_money(seat)
        rivals = {each.faction: self.titled(each) for each in self.race.chariots if each.seat != seat}
        against, aims = tuple(rivals), self.aims(seat)
        devices: list[Field] = [
            OneOf(
                name="target", title="Against", default=NOBODY, choices={NOBODY: "nobody", **rivals},
                clause=self.cite("CM 24.1"),
            ),
            self.sum_field("bribe", "Bribe its driver with", spare, 0, "CM 24.3", only=("target", against),
                           step=self.money["bribe"]["step"]),
            OneOf(
                name="aim", title="to", default=next(iter(aims)), choices=aims, only=("target", against),
                clause=self.cite("CM 24.3"),
            ),
            self.sum_field("drugs", "Drug its horses for", spare, self.money["drugs"]["least"], "CM 24.4",
                           only=("target", against)),
            self.sum_field("sabotage", "Sabotage its car for", spare, self.money["sabotage"]["least"], "CM 24.5",
                           only=("target", against)),
        ]  # fmt: skip
        sections = [Section("Skullduggery", tuple(devices))]
        sections += [
            Section(
                f"Guard {chariot.faction}",
                tuple(
                    self.sum_field(f"{chariot.faction} {kind}", f"against {word}", spare, 0, "CM 25.2")
                    for kind, word in GUARDS.items()
                ),
            )
            for chariot in self.owns(seat)
        ]
        sums = tuple(each.name for section in sections for each in section.fields if isinstance(each, Number))
        kept = f"; {self.bet_step():,}s must be left for your bet" if self.must_bet(seat) else ""
        limit = Limit(f"You may spend {spare:,}s{kept}.", sums, spare, clause=self.cite("CM 26.1a"))
        prompt = "What do you pay for in secret? It is spent, whatever comes of it."
        return Form(seat, "skullduggery", prompt, self.cite("CM 24.1"), tuple(sections), (limit,))

    def aims(self, seat: int) -> Mapping[str, str]:
        """CM 24.3, 26.5: not to attack the briber, or to hold back; who races nothing has nothing to be spared."""
        return AIMS if self.owns(seat) else {SPEED: AIMS[SPEED]}

    def spare_money(self, seat: int) -> int:
        """CM 26.1a: whoever must bet must still be able to."""
        return max(0, self.coffers.purse(seat) - (self.bet_step() if self.must_bet(seat) else 0))

    def sum_field(
        self,
        name: str,
        title: str,
        most: int,
        least: int,
        clause: str,
        only: tuple[str, tuple[str, ...]] | None = None,
        step: int = 1,
    ) -> Number:
        return Number(
            name=name, title=title, default=0, low=0, high=most, unit="s", step=step, least=least,
            clause=self.cite(clause), only=only,
        )  # fmt: skip

    def seal(self, seat: int, filled: Filled) -> None:
        """CM 24.31, 25.4: the money is gone from that moment."""
        target = next((each.number for each in self.race.chariots if each.faction == filled["target"]), -1)
        guards = tuple(
            (chariot.number, kind, filled[f"{chariot.faction} {kind}"])
            for chariot in self.owns(seat)
            for kind in GUARDS
            if filled[f"{chariot.faction} {kind}"]
        )
        bribe = filled["bribe"]
        envelope = Envelope(target, bribe, filled["aim"] if bribe else "", filled["drugs"], filled["sabotage"], guards)
        self.coffers.envelopes[seat] = envelope
        self.pay_for(seat, envelope)

    def pay_for(self, seat: int, envelope: Envelope) -> None:
        self.transfer(seat, BANK, envelope.bribe, "a bribe", "CM 24.31")
        self.transfer(seat, BANK, envelope.drugs, "drugs", "CM 24.4")
        self.transfer(seat, BANK, envelope.sabotage, "sabotage", "CM 24.5")
        for number, kind, paid in envelope.guards:
            self.transfer(seat, BANK, paid, self.guarded(number, kind), "CM 25.4")

    def guarded(self, number: int, kind: str) -> str:
        """What guards are called in the books."""
        return f"guards of {self.race.chariots[number].faction} against {GUARDS[kind]}"

    def concerns(self, envelope: Envelope, chariot: Chariot) -> bool:
        """CM 24.1: whether it is meant for this chariot."""
        return envelope.target == chariot.number

    # -- drugs and sabotage, before the first move (CM 24.4, 24.5) ---------------------------------------------

    def movement_phase(self, chariot: Chariot) -> Phase:
        """CM 24.4, 24.5: before anything else of its first phase all that was done in the night comes to light."""
        if chariot.number not in self.coffers.visited:
            self.coffers.visited = (*self.coffers.visited, chariot.number)
            self.race.phase = "resolving"
            self.race.move = Move.begin(chariot)
            yield from self.open_envelopes(chariot)
            if not chariot.on_track:
                yield from self.end_phase(chariot)
                return
        self.race.phase = "moving"
        yield from self.ask_to_slow(chariot)
        yield from super().movement_phase(chariot)

    def open_envelopes(self, chariot: Chariot) -> Phase:
        """CM 24.4, 24.5: whoever has something against this chariot shows it now."""
        for seat, envelope in sorted(self.coffers.envelopes.items()):
            if not self.concerns(envelope, chariot):
                continue
            if envelope.drugs:
                yield from self.drug(seat, chariot, envelope.drugs)
            if envelope.sabotage:
                yield from self.tamper(seat, chariot, envelope.sabotage)

    def drug(self, seat: int, chariot: Chariot, spent: int) -> Phase:
        """CM 24.41, 24.42: a point for each full 500s over the security, shared out by whoever drugged. No die."""
        guard = self.coffers.guard(chariot.number, "drugs", chariot.seat)
        points = min(max(0, spent - guard) // self.money["drugs"]["per_point"], sum(chariot.horses))
        self.tell(
            "drugs",
            {"chariot": chariot.faction, "seat": seat, "spent": spent, "guard": guard, "points": points},
            ("CM 24.4", "CM 24.41", "CM 24.42"),
        )
        if not points:
            return
        horses = {f"horse {horse + 1}": boxes for horse, boxes in enumerate(chariot.horses) if boxes}
        shares = yield Allocate(
            seat, "drug_horses", f"Which horses of {named(chariot)} do the drugs weaken?", self.cite("CM 24.42"),
            points, horses, about=chariot.faction,
        )  # fmt: skip
        points_of = dict(zip((int(box[-1]) - 1 for box in horses), shares, strict=True))
        before = self.coffers.drugged.get(chariot.number, UNHARMED)
        self.coffers.drugged[chariot.number] = tuple(
            each + points_of.get(horse, 0) for horse, each in enumerate(before)
        )
        for horse, share in points_of.items():
            if share:
                self.injure(chariot, horse, share, ("CM 24.42",))

    def killed_outright(self, chariot: Chariot, horse: int) -> None:
        """CM 22.21: what is dead whatever it has left does not live because some of its boxes come back."""
        super().killed_outright(chariot, horse)
        drugged = self.coffers.drugged.get(chariot.number)
        if drugged is not None:
            self.coffers.drugged[chariot.number] = (*drugged[:horse], 0, *drugged[horse + 1 :])

    def reported(self, chariot: Chariot) -> dict[str, Any]:
        """CM 24.43: drugs are forgotten after the race; even a horse that collapsed is well again."""
        told = super().reported(chariot)
        drugged = self.coffers.drugged.get(chariot.number, UNHARMED)
        told["injuries"] = [injury - drug for injury, drug in zip(told["injuries"], drugged, strict=True)]
        told["horses"] = [boxes + drug for boxes, drug in zip(told["horses"], drugged, strict=True)]
        return told

    def tamper(self, seat: int, chariot: Chariot, spent: int) -> Phase:
        """CM 24.51, 24.52: a die, if more was spent than on security; then points on a wheel of his choice."""
        guard, chart = self.coffers.guard(chariot.number, "sabotage", chariot.seat), self.money["sabotage"]
        net = spent - guard
        told = {"chariot": chariot.faction, "seat": seat, "spent": spent, "guard": guard}
        if net <= 0:
            self.tell("sabotage", {**told, "points": 0}, ("CM 24.51",))
            return
        die = self.roll(1, "sabotage", "CM 24.51")[0]
        works = die * chart["die_step"] <= net
        points = chart["base_points"] + (net - chart["base_net"]) // chart["per_point"] if works else 0
        self.tell("sabotage", {**told, "die": die, "points": points}, ("CM 24.51", "CM 24.52"))
        if not points or not chariot.hitched:
            return
        wheel = yield Choose(
            seat, "which_wheel", f"Which wheel of {named(chariot)}'s car?", self.cite("CM 24.52"), (LEFT, RIGHT),
            about=chariot.faction,
        )  # fmt: skip
        self.mark_wheel(chariot, IN if wheel == LEFT else OUT, points, ("CM 24.52", "CM 24.53"))
        axle = self.axle(chariot)
        if axle.left == axle.left_boxes or axle.right == axle.right_boxes:
            self.flip(chariot, "CM 24.52")

    # -- bribes (CM 24.3) --------------------------------------------------------------------------------------

    def sealed_bribes(self, chariot: Chariot, aim: str) -> list[int]:
        """Who has bribed its driver and not yet said so; a man who is out of his car is past bribing."""
        coffers = self.coffers
        if chariot.driver != "car":
            return []
        return [
            seat
            for seat, envelope in sorted(coffers.envelopes.items())
            if envelope.aim == aim and seat not in coffers.opened and self.concerns(envelope, chariot)
        ]

    def open_bribe(self, seat: int, chariot: Chariot) -> bool:
        """CM 24.32b: the bribe less the security; it must reach the minimum, and the die decides, once."""
        coffers, chart = self.coffers, self.money["bribe"]
        envelope = coffers.envelopes[seat]
        coffers.opened = (*coffers.opened, seat)
        guard = coffers.guard(chariot.number, "bribery", chariot.seat)
        net = envelope.bribe - guard
        told = {
            "chariot": chariot.faction,
            "seat": seat,
            "aim": envelope.aim,
            "spent": envelope.bribe,
            "guard": guard,
            "net": net,
        }
        if net < chart["least_net"]:
            self.tell("bribe", {**told, "works": False}, ("CM 24.32b",))
            return False
        die = self.roll(1, "bribe", "CM 24.32b")[0]
        works = bool(die * chart["die_step"] <= net)
        clause = "CM 24.321a" if envelope.aim == "attacks" else "CM 24.322"
        self.tell("bribe", {**told, "die": die, "works": works}, ("CM 24.32b", clause))
        if works and envelope.aim == "attacks":
            coffers.loyal[chariot.number] = (*coffers.loyal.get(chariot.number, ()), seat)
        elif works:
            slower = min(net, chart["speed_cap"]) // chart["per_speed"]
            chariot.drained += slower
            self.tell("held-back", {"chariot": chariot.faction, "loss": slower}, ("CM 24.322",))
        return works

    def ask_reveal(self, seat: int, chariot: Chariot, prompt: str, clause: str, choices: tuple[str, ...]) -> Choose:
        return Choose(seat, "reveal", prompt, self.cite(clause), choices, about=chariot.faction)

    def attacks(self, chariot: Chariot, factors: int) -> dict[str, Attack]:
        """CM 24.321a: none on any chariot of whoever has bribed him."""
        found = super().attacks(chariot, factors)
        loyal = self.coffers.loyal.get(chariot.number)
        if not loyal:
            return found
        seat_of = self.race.chariots
        return {name: attack for name, attack in found.items() if seat_of[attack.target].seat not in loyal}

    def called_off(self, chariot: Chariot, attack: Attack) -> Generator[Ask, Any, bool]:
        """CM 24.32a, 24.321a: a bribe may be shown as soon as the attack is announced, and again before its dice."""
        victim = self.race.chariots[attack.target]
        for seat in self.sealed_bribes(chariot, "attacks"):
            if seat != victim.seat:
                continue
            prompt = f"{named(chariot)} attacks {named(victim)}. Show your bribe?"
            answer = yield self.ask_reveal(seat, chariot, prompt, "CM 24.321a", ("no", "reveal"))
            if answer == "reveal" and self.open_bribe(seat, chariot):
                data = {"chariot": chariot.faction, "target": victim.faction}
                self.tell("called-off", data, ("CM 24.321a",))
                return True
        return False

    def carry_out(self, chariot: Chariot, attack: Attack) -> Phase:
        """CM 24.321b: to attack a man one has bribed sets him free. CM 24.321a: a cancelled attack costs its factor
        and uses up its square."""
        race = self.race
        loyal = self.coffers.loyal.get(attack.target, ())
        if chariot.seat in loyal:
            self.coffers.loyal[attack.target] = tuple(seat for seat in loyal if seat != chariot.seat)
            target = race.chariots[attack.target]
            self.tell("bribe-ends", {"chariot": target.faction, "seat": chariot.seat}, ("CM 24.321b",))
        if race.threat is None and (yield from self.called_off(chariot, attack)):
            race.move.spent += self.attack_price(attack)
            self.use_square(chariot, attack)
            self.use_up(chariot, attack)
            return
        yield from super().carry_out(chariot, attack)

    def use_square(self, chariot: Chariot, attack: Attack) -> None:
        """CM 9.14, 16.5a: the car's square, or the team's where it was to trample a man."""
        move = self.race.move
        if attack.kind == "trample":
            move.trampled = (*move.trampled, chariot.square)
        else:
            move.attacked = (*move.attacked, self.race.car_square(chariot))

    def announce_attack(self, chariot: Chariot, attack: Attack) -> Generator[Ask, Any, bool]:
        goes_on = yield from super().announce_attack(chariot, attack)
        return goes_on and not (yield from self.called_off(chariot, attack))

    def ask_to_slow(self, chariot: Chariot) -> Phase:
        """CM 24.32a: before the move, or before any step of it for whoever keeps an eye on it."""
        coffers, turn = self.coffers, self.race.turn
        bribed = self.sealed_bribes(chariot, "speed")
        for seat in (coffers.watching, *coffers.watching_too(turn)):
            if seat not in bribed or abs(coffers.asked.get(seat, 0)) != turn:
                coffers.look_away(seat, turn)  # that was another phase
        for seat in bribed:
            if abs(coffers.asked.get(seat, 0)) == turn:
                continue  # he has answered in this phase already
            prompt = f"{named(chariot)} is about to move. Show your bribe?"
            answer = yield self.ask_reveal(seat, chariot, prompt, "CM 24.322", ("no", "reveal", "watch"))
            coffers.asked[seat] = turn
            if answer == "reveal":
                self.open_bribe(seat, chariot)
            elif answer == "watch" and coffers.watching < 0:
                coffers.watching = seat
            elif answer == "watch":
                coffers.asked[seat] = -turn

    def take_step(self, chariot: Chariot, steps: Any, answer: str) -> Phase:
        yield from super().take_step(chariot, steps, answer)
        coffers = self.coffers
        if coffers.watching < 0:
            return
        for seat in (coffers.watching, *coffers.watching_too(self.race.turn)):
            if not chariot.on_track or not self.left(chariot):
                return
            prompt = f"{named(chariot)} has {self.left(chariot)} factors left. Show your bribe?"
            shown = yield self.ask_reveal(seat, chariot, prompt, "CM 24.32a", ("no", "reveal", "stop watching"))
            if shown != "no":
                coffers.look_away(seat, self.race.turn)
            if shown == "reveal":
                self.open_bribe(seat, chariot)

    # -- explained, obeyed, told -------------------------------------------------------------------------------

    def about(self, decision: Decision) -> Chariot:
        """Owners are asked about no chariot in particular."""
        return super().about(decision) if decision.about else Chariot("", decision.seat)

    def explain_skullduggery(self, chariot: Chariot, decision: Decision) -> list[Answer]:
        return [self.answer(decision.default, "Nothing at all", ["keep your money"])]

    def explain_reveal(self, chariot: Chariot, decision: Decision) -> list[Answer]:
        envelope = self.coffers.envelopes[decision.seat]
        chart = self.money["bribe"]
        known = min(6, envelope.bribe // chart["die_step"]) / 6
        told = []
        for choice in decision:
            if choice == "reveal":
                works = f"works {known:.0%} of the time, if nothing is spent against it"
                told.append(
                    self.answer(choice, "Show the bribe", [f"{envelope.bribe:,}s", works], chance=round(known, 4))
                )
            elif choice == "watch":
                told.append(self.answer(choice, "Keep an eye on it", ["you are asked again before each of its steps"]))
            else:
                told.append(self.answer(choice, "Not now" if choice == "no" else "Stop watching"))
        return told

    def explain_drug_horses(self, chariot: Chariot, decision: Decision) -> list[Answer]:
        assert isinstance(decision, Allocate)
        told = []
        for choice in decision:
            assert isinstance(choice, tuple)
            boxes = [
                {"box": box, "points": points, "label": "collapses" if points == cap else f"{cap - points} left"}
                for box, points, cap in zip(decision.boxes, choice, decision.caps, strict=True)
            ]
            told.append(
                self.answer(choice, ", ".join(f"{each['box']} {each['points']}" for each in boxes), boxes=boxes)
            )
        return told

    def explain_which_wheel(self, chariot: Chariot, decision: Decision) -> list[Answer]:
        has = {LEFT: chariot.left_wheel, RIGHT: chariot.right_wheel}
        return [self.answer(wheel, f"The {wheel} wheel", [f"{has[str(wheel)]} damaged so far"]) for wheel in decision]

    def obey(self, decision: Decision, orders: Orders) -> Obeyed | None:
        """What an owner does with his money is his secret, so nothing is said of it."""
        if decision.name not in OWNERS_ASKED:
            return super().obey(decision, orders)
        obeyed = self.obey_owner(self.about(decision), decision, orders)
        return None if obeyed is None else Obeyed(obeyed.choice, "")

    def obey_owner(self, chariot: Chariot, decision: Decision, orders: Orders) -> Obeyed | None:
        """Everything about money without an order of its own."""
        return self.obey_rest(chariot, decision, orders)

    def say_sealed(self, data: Data, names: Names) -> str:
        return "The envelopes are sealed."

    def say_drugs(self, data: Data, names: Names) -> str:
        horses = f"weaken them by {data['points']}" if data["points"] else "do nothing"
        return (
            f"{names[data['seat']]} has drugged {data['chariot']}'s horses for {data['spent']:,}s; the drugs {horses}."
        )

    def say_sabotage(self, data: Data, names: Names) -> str:
        wheel = f"a wheel has {data['points']} points of damage" if data["points"] else "the car holds"
        return f"{names[data['seat']]} has had {data['chariot']}'s car sabotaged for {data['spent']:,}s; {wheel}."

    def say_bribe(self, data: Data, names: Names) -> str:
        aim = "not to attack" if data["aim"] == "attacks" else "to hold back"
        how = "He keeps his word." if data["works"] else "He does not care."
        less = f" against {data['guard']:,}s of security" if data["guard"] else ""
        return (
            f"{names[data['seat']]} has bribed {data['chariot']}'s driver {aim}, with {data['spent']:,}s{less}. {how}"
        )

    def say_called_off(self, data: Data, names: Names) -> str:
        return f"{who(data)}'s driver does not attack {data['target']}; what it costs is spent."

    def say_held_back(self, data: Data, names: Names) -> str:
        return f"{who(data)}'s driver holds his team back: {data['loss']} less speed for the rest of the race."

    def say_bribe_ends(self, data: Data, names: Names) -> str:
        return f"{who(data)}'s driver owes {names[data['seat']]} nothing any more."
