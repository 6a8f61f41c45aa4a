"""CM 16: drivers in the reins behind their teams."""

from __future__ import annotations

from collections.abc import Iterable

from ludus.core.chance import percent
from ludus.core.decision import Choice, Decision
from ludus.core.event import Modifier
from ludus.core.game import Ask, Phase
from ludus.core.standing_orders import Obeyed, Orders
from ludus.games.circus.book import Chapter
from ludus.games.circus.odds import (
    DEAD,
    Odds,
    at_most,
    boxes_lost,
    gathered,
    odds,
    sums,
)
from ludus.games.circus.state import CAR, TEAM, Chariot
from ludus.games.circus.threats import Attack, attack_of
from ludus.games.circus.track import IN
from ludus.games.circus.words import (
    Answer,
    Data,
    Names,
    count,
    who,
)


class Dragged(Chapter):
    def add_trampling(self, chariot: Chariot, found: dict[str, Attack]) -> None:
        """CM 16.5a, 16.7c: the team on a dragged man's square, or right behind his empty car."""
        race = self.race
        there = race.occupied[race.track.ahead[chariot.square]]
        other, part = race.chariots[there >> 1], there & 1
        # He lies right behind the empty car, or behind the bare team.
        if other.driver == "dragged" and other.seat != chariot.seat and (part == CAR or not other.hitched):
            found[f"trample {other.faction} driver"] = attack_of("trample", other.number, TEAM, IN)

    def carry_out_trample(self, chariot: Chariot, attack: Attack) -> Phase:
        """CM 16.5a: he has no defence."""
        self.race.move.trampled = (*self.race.move.trampled, chariot.square)
        self.trample(chariot, self.race.chariots[attack.target])
        return
        yield

    def trample_answer(self, chariot: Chariot, choice: Choice, attack: Attack) -> Answer:
        found = self.trample_odds(chariot.skill, self.race.chariots[attack.target].hits)
        return self.sure_answer(chariot, choice, attack, "Trample", "driver", found, "CM 16.5b")

    def trample(self, chariot: Chariot, target: Chariot) -> None:
        """CM 16.5b: the car ram table, doubled wheel damage on the dragged man's boxes; he has no defence."""
        dice = self.roll(3, "ramming a dragged driver", "CM 16.5b")
        _, hurts = self.car_ram(sum(dice) + chariot.skill)
        hits = self.trampled_hits(sum(self.roll(2, "his injuries", "CM 16.5b"))) if hurts else 0
        self.tell(
            "trampled",
            {"chariot": chariot.faction, "target": target.faction, "hits": min(hits, target.hits)},
            ("CM 16.5a", "CM 16.5b", "QA 16.5"),
            (Modifier("attacker's CDM", chariot.skill),),
        )
        if hits:
            self.hurt_driver(target, hits, "CM 16.5b")
            if target.hits == 0:
                self.kill_driver(target, "rammed while dragged", "CM 16.5b")

    def trampled_hits(self, roll: int) -> int:
        """CM 16.5b: twice the damage to a wheel."""
        return 2 * self.wheel_damage(roll)

    def follow(self, chariot: Chariot) -> None:
        """CM 16.1: the dragged man follows in the square behind."""
        behind = self.dragged_square(chariot)
        chariot.trail = (*chariot.trail, behind)
        self.dragged_over(chariot, behind)

    def dragged_square(self, chariot: Chariot) -> int:
        """CM 16.1, 16.7a: behind the team, or on the empty car."""
        return self.race.car_square(chariot)

    def dragged_through(self, chariot: Chariot, origin: int, quiet: list[int]) -> tuple[int, ...]:
        """CM 16.1: where a man comes whose team has run over these squares."""
        return (origin, *quiet[:-1])

    def dragged_over(self, chariot: Chariot, square: int) -> None:
        """CM 16.6: over a wreck he dies."""
        if self.deadly(square):
            self.kill_driver(chariot, "dragged over a wreck", "CM 16.6")

    def deadly(self, square: int) -> bool:
        """CM 16.6: whether being dragged over it kills."""
        return square in self.race.wrecks

    def drag(self, chariot: Chariot) -> None:
        """CM 16.1, 16.2a: he hangs in the reins, and may try to cut himself free when this phase ends."""
        self.race.unseat(True)
        self.keep_speed(chariot)
        if chariot.driver == "car":
            chariot.trail = (self.dragged_square(chariot),)
        chariot.cut_from = len(chariot.trail) - 1  # a man dragged already is counted from his car's flip
        chariot.driver = "dragged"
        chariot.cut_due = True
        self.tell("dragged", {"chariot": chariot.faction, "hits": chariot.hits}, ("CM 16.1",))

    def pull_from_car(self, chariot: Chariot, clause: str) -> None:
        """CM 16.7a: the team runs on with the empty car."""
        chariot.status = "runaway"
        self.tell("pulled-out", {"chariot": chariot.faction}, (clause, "CM 16.7a", "QA 13.1"))
        self.drag(chariot)
        if self.cannot_move(chariot):
            self.stop_team(chariot)

    def kill_driver(self, chariot: Chariot, why: str, clause: str) -> None:
        """CM 16.3: he cannot win this race any more."""
        chariot.driver = "dead"
        chariot.hits = 0
        chariot.man = -1
        chariot.cut_due = False
        chariot.trail = ()
        self.tell("driver-dead", {"chariot": chariot.faction, "why": why}, (clause,))

    def killer(self, chariot: Chariot) -> Chariot | None:
        """Whose kill it is, in a career: his who holds the reins in the phase under way, if he is of another stable."""
        mover = self.race.mover
        rival = self.race.chariots[mover] if mover >= 0 else None
        return rival if rival is not None and rival.manned and rival.seat != chariot.seat else None

    def end_of_phase(self) -> Iterable[Ask]:
        """CM 12.1b: nothing, where nobody is dragged."""
        for chariot in self.race.chariots:
            if chariot.trail:
                return self.end_of_dragging()
        return ()

    def end_of_dragging(self) -> Phase:
        """CM 12.1b, 16.2a, 16.3: cutting free first, then what the dragging did, once a phase."""
        race = self.race
        for chariot in race.chariots:
            if not chariot.trail:
                continue
            way = chariot.trail
            if chariot.cut_due and chariot.on_track:
                yield from self.try_to_cut_loose(chariot)
            # A man who has come free was dragged only as far as he lies.
            dragged = way[0] != chariot.man if chariot.driver == "foot" else len(way) > 1
            if dragged and not chariot.bruised:
                chariot.bruised = True
                self.injure_dragged(chariot)
            chariot.cut_due = False
            chariot.cut_from = 0
            still = chariot.driver == "dragged" and chariot.on_track
            chariot.trail = (self.dragged_square(chariot),) if still else ()

    def try_to_cut_loose(self, chariot: Chariot) -> Phase:
        """CM 16.2a, 16.2b: two dice less CDM against his open boxes; he is left where he came to lie."""
        self.race.phase = "reins"
        answer = yield self.choose(
            chariot, "loose", "Cut yourself free of the reins?", "CM 16.2a", ("cut", "hang on"), "cut"
        )
        self.race.phase = "resolving"
        if answer != "cut":
            return
        total = sum(self.roll(2, "cutting himself free", "CM 16.2a")) - chariot.cdm
        free = total <= chariot.hits
        self.tell(
            "cut-loose",
            {"chariot": chariot.faction, "total": total, "hits": chariot.hits, "free": free},
            ("CM 16.2a",),
            (Modifier("CDM", -chariot.cdm),),
        )
        if free:
            path = chariot.trail[chariot.cut_from :]
            self.stand_up(chariot, path[max(0, min(total, len(path) - 1))], "CM 16.2b")

    def cuts_again(self, chariot: Chariot) -> bool:
        """CM 16.2a: one attempt, in the phase of the flip."""
        return False

    def drag_share(self) -> int:
        """CM 16.3: of the die, a half."""
        return 2

    def drag_hits(self, die: int) -> int:
        """CM 16.3: fractions up."""
        return -(-die // self.drag_share())

    def drag_clause(self) -> str:
        """Whence that comes."""
        return "CM 16.3"

    def injure_dragged(self, chariot: Chariot) -> None:
        """CM 16.3: what the sand does to him in a phase."""
        race = self.race
        die = self.roll(1, "dragging", "CM 16.3")[0]
        self.hurt_driver(chariot, self.drag_hits(die), self.drag_clause())
        if chariot.hits == 0:
            self.kill_driver(chariot, "dragged to death", "CM 16.3")
            if chariot.status == "finished":
                # QA 16.4: he takes no place; without another finisher the race goes on (docs/rulings.md).
                race.final = any(self.finished(other) for other in race.chariots)

    @odds
    def trample_odds(self, cdm: int, hits: int) -> Odds:
        """CM 16.5b: a team over a dragged man with so many boxes."""
        hurt = sum(chance for (_, hurts), chance in self.damage_odds(cdm).items() if hurts)
        wounds = gathered((self.trampled_hits(roll), hurt * chance) for roll, chance in sums(2).items())
        return gathered(
            (DEAD if boxes >= hits else boxes_lost(boxes), chance) for boxes, chance in [(0, 1 - hurt), *wounds.items()]
        )

    def loose_odds(self, hits: int, cdm: int) -> float:
        """CM 16.2a: that a dragged man cuts himself free."""
        return at_most(2, hits + cdm)

    def obey_loose(self, chariot: Chariot, decision: Decision, orders: Orders) -> Obeyed | None:
        return self.obey_rest(chariot, decision, orders)

    def explain_loose(self, chariot: Chariot, decision: Decision) -> list[Answer]:
        """CM 16.2a, 16.3."""
        success = self.loose_odds(chariot.hits, chariot.cdm)
        return [
            self.answer(choice, "Cut yourself free", [percent(success), "then on foot"], success=round(success, 4))
            if choice == "cut"
            else self.answer(choice, "Hang on", ["dragged on, and over the line if the horses get there"])
            for choice in decision
        ]

    def say_dragged(self, data: Data, names: Names) -> str:
        return f"{who(data)}'s driver is dragged behind the team."

    def say_pulled_out(self, data: Data, names: Names) -> str:
        return f"{who(data)}'s driver is pulled from his car!"

    def say_cut_loose(self, data: Data, names: Names) -> str:
        return (
            f"{who(data)}'s driver "
            + ("cuts himself free" if data["free"] else "cannot cut himself free")
            + f" ({data['total']} against {data['hits']})."
        )

    def say_driver_dead(self, data: Data, names: Names) -> str:
        return f"{who(data)}'s driver is dead: {data['why']}."

    def say_trampled(self, data: Data, names: Names) -> str:
        return f"{who(data)}'s team tramples {data['target']}'s driver: {count(data['hits'], 'hit')}."
