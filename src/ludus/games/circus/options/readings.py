"""What the rules of the second edition leave open: other readings than the recommended ones."""

from __future__ import annotations

from ludus.core.game import Phase
from ludus.games.circus.editions import SecondEdition
from ludus.games.circus.options.switch import ALL_EDITIONS, Switch, either
from ludus.games.circus.state import Chariot
from ludus.games.circus.threats import Attack

GROUP = "Readings"


class DebtOffWritten(SecondEdition):
    """CM 6.2-total-speed: an evasion is paid from the written speed, and counts for nothing else."""

    def debt_of_limit(self, debt: int) -> int:
        return 0

    def after_debt(self, written: int, limit: int, debt: int) -> int:
        return max(0, written - debt)


class RollUnpaidStrain(SecondEdition):
    """CM 8.41b: whoever has any endurance left rolls, paid in full or not."""

    def beyond_endurance(self, chariot: Chariot, price: int) -> bool:
        return chariot.endurance == 0


class BrakeForTwo(SecondEdition):
    """CM 9.3b: a defender needs all of the endurance that braking costs."""

    def brake_needs(self) -> int:
        return self.charts.brake_endurance


class TwoLashDice(SecondEdition):
    """CM 9.41a, AID card-ref-lash-team: two dice each in a team lash."""

    def team_lash_dice(self) -> int:
        return 2


class EvenInjury(SecondEdition):
    """QA 9.6: what a team takes when it runs into a car is spread evenly."""

    def share_injury(self, chariot: Chariot, points: int) -> Phase:
        self.hurt_horses(chariot, self.spread_evenly(chariot, points), "QA 9.6")
        return
        yield

    def spread_evenly(self, chariot: Chariot, points: int) -> tuple[int, ...]:
        """One for everybody first; what is left over goes by the die."""
        shares = [0, 0, 0, 0]
        while points:
            open_horses = [horse for horse in range(4) if chariot.horses[horse] > shares[horse]]
            lowest = min(shares[horse] for horse in open_horses)
            due = [horse for horse in open_horses if shares[horse] == lowest]
            if points >= len(due):
                chosen = due
            else:
                chosen = []
                while len(chosen) < points:
                    horse = self.roll(1, "which horse", "QA 9.6")[0] - 1
                    if horse in due and horse not in chosen:
                        chosen.append(horse)
            for horse in chosen:
                shares[horse] += 1
            points -= len(chosen)
        return tuple(shares)


class GrayIsSafe(SecondEdition):
    """WEB intro-a: a chariot still on gray is no target in turn 1."""

    def attacks(self, chariot: Chariot, factors: int) -> dict[str, Attack]:
        found, race = super().attacks(chariot, factors), self.race
        if race.turn != 1:
            return found
        return {name: attack for name, attack in found.items() if not self.still_on_gray(race.chariots[attack.target])}

    def still_on_gray(self, target: Chariot) -> bool:
        return target.on_track and SecondEdition.on_gray(self, target, self.rear_square(target))


class CutEveryPhase(SecondEdition):
    """CM 16.2a, AID charts-cut-loose: a dragged man may try to cut himself free in every phase."""

    def cuts_again(self, chariot: Chariot) -> bool:
        return True


class EvadeInside(SecondEdition):
    """CM 7.33-S: the ban on lane changes inwards leaves evasions open."""

    def may_evade_inside(self, chariot: Chariot) -> bool:
        return True


EVASION_DEBT = either(
    "evasion_debt",
    "Price of evasions",
    "What an evasion costs is taken off the most that may be written next, or off the speed that was written.",
    "CM 6.2-total-speed",
    GROUP,
    "limit",
    {"written": DebtOffWritten},
    ("off the limit", "off the written speed"),
)
UNPAID_STRAIN = either(
    "unpaid_strain",
    "Strain beyond endurance",
    "A strain that endurance cannot pay in full flips the chariot, or is rolled while any endurance is left.",
    "CM 8.41b",
    GROUP,
    "flip",
    {"roll": RollUnpaidStrain},
    ("flips", "is rolled"),
    editions=ALL_EDITIONS,
)
BRAKE_NEEDS = either(
    "brake_needs",
    "Braking away needs",
    "How much endurance a defender must have left to brake out of an attack.",
    "CM 9.3b",
    GROUP,
    1,
    {2: BrakeForTwo},
    ("1 endurance", "2 endurance"),
)
LASH_DICE = either(
    "lash_dice",
    "Team lash",
    "How many dice each of the two rolls when a team is lashed.",
    "CM 9.41a",
    GROUP,
    1,
    {2: TwoLashDice},
    ("1 die", "2 dice"),
)
FRONTAL_INJURY = either(
    "frontal_injury",
    "Running into a car",
    "Which horses are hurt when a team runs into a car: those their owner picks, or all of them evenly.",
    "CM 9.61b",
    GROUP,
    "owner",
    {"even": EvenInjury},
    ("owner picks", "evenly"),
)
GRAY_TARGETS: Switch = either(
    "gray_targets",
    "Targets on gray",
    "Whether a chariot still on gray may be attacked in the first turn.",
    "CM 9.1b",
    GROUP,
    True,
    {False: GrayIsSafe},
)
CUT_FREE = either(
    "cut_free",
    "Cutting loose",
    "How often a dragged man may try to cut himself free.",
    "CM 16.2a",
    GROUP,
    "once",
    {"every phase": CutEveryPhase},
)
INSIDE_EVASION = either(
    "inside_evasion_after_sideslip",
    "Evading inside after a sideslip",
    "Whether a chariot that may not change lanes inwards after a sideslip may still evade inwards.",
    "CM 7.33-S",
    GROUP,
    False,
    {True: EvadeInside},
)
