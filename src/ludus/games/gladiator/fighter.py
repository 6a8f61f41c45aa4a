"""The log sheet (GL 3): one gladiator, what he is, what he holds, what he has suffered, and his current phase."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from ludus.core.plain import told
from ludus.games.gladiator.charts import ARMS, LEGS, MOVES
from ludus.games.gladiator.hexes import Hex

Numbers = tuple[int, ...]
Texts = tuple[str, ...]
Hexes = tuple[Hex, ...]

NONE = (0, 0, 0, 0, 0)  # by areas
NOBODY = -1
REACH = {"": 0, "sword": 1, "fragment": 1, "trident": 2}
FIGHTING = "fighting"


@dataclass(eq=False, slots=True)
class Fighter:
    """One gladiator (GL 3-3). Scenario files and the browser know him by the same names (`position.py`, `arena.ts`)."""

    name: str = told("What he is called; no two have the same name.")
    seat: int = told("Whose man he is; every seat has one.")
    side: int = told("0 or 1: who fights with him, and against whom.")
    number: int = told("His place among the fighters.", default=0)
    counter: int = told("The number on his piece (GL 2.2b); the lower one rolls first.", default=0)
    kind: str = told("light, medium, heavy or retiarius (GL 3-2).", default="medium")
    left_handed: bool = told("Whether he fights with his left hand (GL 8.2-left-handed).", default=False)
    # Displays 6 and 7.
    armour: Texts = told(
        "Over head, chest, groin, arms and legs: A, B or C, with a number 5 to 9 where it does not cover all; empty: "
        "bare skin (GL 3-6b).",
        default=("", "", "", "", ""),
    )
    training: int = told("TR, his training (GL 3-7b).", default=0)
    strength: int = told("ST, his strength now.", default=0)
    agility: int = told("AG, his agility now.", default=0)
    constitution: int = told("CON, his constitution.", default=0)
    wound_factor: int = told("W: the wounds that one area can take (GL 3-8a).", default=12)
    nf: int = told("NF, his net factor now.", default=0)
    # Displays 8 to 10.
    cf_start: int = told("The combat factors that he came with.", default=0)
    cf: int = told("CF now: lasting losses are off it, stun is not (GL 3-9, 3-10).", default=0)
    wounds: Numbers = told("Wounds of each area.", default=NONE)
    stun: int = told(
        "Stun factors, all told (GL 3-10); as many as his CF and he lies unconscious (GL 9.36).", default=0
    )
    mortal: bool = told("Whether a wound will kill him when the fight is over (GL 9.5-M).", default=False)
    limps: int = told("How often he has become a limper: a move less in each turn (GL 9.5-LMP).", default=0)
    lame: int = told("Dice that decide whether he stumbles when he leaves his hex (GL 9.5-STU).", default=0)
    arteries: Numbers = told("Arteries of each area severed in an earlier phase (GL 9.5-SA).", default=NONE)
    fresh_arteries: Numbers = told("Arteries severed in this phase; they bleed from the next on.", default=NONE)
    # Display 13 and what he holds.
    weapon: str = told("In his hand: sword, trident, fragment (of a trident), or nothing.", default="sword")
    shield: str = told("large, small, or nothing.", default="large")
    shield_boxes: int = told("Boxes left on his shield, of 17 (GL 3-13a).", default=0)
    net: bool = told("Whether he has a net in his hand.", default=False)
    # Where and how.
    status: str = told("fighting, dead, surrendered, spared, resigned or victor.", default=FIGHTING)
    place: Hex = told("His hex: [q, r]; one to the north is [0, -1], to the south-east [1, 0].", default=(0, 0))
    facing: int = told("The hexside that he faces, never a corner (GL 5.1).", default=0)
    posture: str = told("standing, kneeling or prone.", default="standing")
    last_way: str = told(
        "His latest step: forward, side_forward, back, side_back, roll or pushed; it says how he falls (GL 15.1).",
        default="",
    )
    netted: bool = told("Whether he is in a net (GL 17.35).", default=False)
    net_holder: int = told("Who holds the net that he is in.", default=NOBODY)
    holding: int = told("Whom he holds in his net.", default=NOBODY)
    net_ready: int = told("The phase, counted from the first, from which his net is ready (GL 17.31).", default=0)
    # Movement over the turn.
    allowance: int = told("Phases of this turn in which he may move (GL 3-4).", default=0)
    used: int = told("So many of them are used up.", default=0)
    overexerted: bool = told("Whether he has overexerted himself in this turn (GL 16.4).", default=False)
    tired: bool = told("Whether he did so in the last one (GL 16.4).", default=False)
    crossed: Numbers = told("Secret: phases of this turn without a move, crossed out beforehand (GL 6.1).", default=())
    owes_stumble: bool = told("Whether he must stumble in this phase (GL 14.1).", default=False)
    must_rise: bool = told("Whether the first move he has must be KN or RO (GL 13.1).", default=False)
    # The crowd's memory (GL 19.2).
    attack_total: int = told("Factors put into attacks in the whole fight.", default=0)
    defence_total: int = told("Factors put into defence in the whole fight.", default=0)
    # This phase.
    plot: str = told("His order for this phase (GL 6.2).", default="-")
    stumbling: bool = told("Whether he stumbles in this phase.", default=False)
    rolling: bool = told("Whether he has rolled in this phase.", default=False)
    unable: bool = told("Whether he had no move left when he plotted, and did not overexert (GL 15.6).", default=False)
    start: Hex = told("Where he was when the phase began.", default=(0, 0))
    came_from: Hex = told("The hex from which he entered his last one.", default=(0, 0))
    trail: Hexes = told("The hexes he has entered in this phase.", default=())
    stride: int = told("His facing as he stepped: 0 is north, then clockwise.", default=0)
    lay: Hexes = told("Where his net was laid before he moved (GL 6.4-LN).", default=())
    forward: int = told("Hexes moved forward in this phase.", default=0)
    side_forward: int = told("Hexes sidestepped forward.", default=0)
    back: int = told("Hexes moved straight back.", default=0)
    side_back: int = told("Hexes sidestepped backwards.", default=0)
    turned: int = told("Hexsides turned in the hex where he ended (GL 17.45).", default=0)
    left_hex: bool = told("Whether he has left his hex.", default=False)
    collided: bool = told("Whether he has been in a collision.", default=False)
    tried_recovery: bool = told("Whether he has reached for something.", default=False)
    just_recovered: bool = told("Whether he has picked up his weapon in this phase (GL 12.63).", default=False)
    repels: bool = told("Whether he watches for the net: (RN) (GL 6.4-RN).", default=False)
    was_netted: bool = told("Whether he has been in a net at some point of this phase (GL 17.35).", default=False)
    spent: int = told("Factors gone to net attacks (GL 17.2), freeing (GL 3-11) and dragging.", default=0)
    net_loss: int = told("What attacks on him have more, because he is just out of the net (GL 3-12).", default=0)
    rotated: bool = told("Whether he had to turn to receive an attack (GL 8.12b).", default=False)
    bonuses: tuple[tuple[int, int], ...] = told(
        "What his place is worth against each foe, before anybody turned (GL 8.2).", default=()
    )
    sheet: Numbers = told(
        "Secret: what he has filled in on Display 14, in the order of its boxes (GL 3-14).", default=()
    )
    guard: Numbers = told("Factors left on each area when the sub-phases are over (GL 12.53).", default=NONE)
    carried: int = told(
        "What the next area attacked has less, because he has lost it since the last attack on him (GL 8.462).",
        default=0,
    )
    beset: bool = told("Whether several could strike him in this combat (GL 20.3).", default=False)
    off_balance: bool = told("Whether he missed badly, and nobody has attacked him since (GL 8.6-M).", default=False)
    appealing: bool = told("Whether he stands over a fallen man and waits for the crowd (GL 19.24a).", default=False)

    @property
    def fighting(self) -> bool:
        return self.status == FIGHTING

    @property
    def weight(self) -> str:
        """GL 3-2: a retiarius counts as medium."""
        return "medium" if self.kind == "retiarius" else self.kind

    @property
    def unconscious(self) -> bool:
        """GL 9.36: knocked out by stun, alone or with wounds."""
        return self.stun > 0 and self.cf <= self.stun

    @property
    def prone(self) -> bool:
        return self.posture == "prone"

    @property
    def upright(self) -> bool:
        """On his feet or knees and awake."""
        return self.posture != "prone" and not (self.stun > 0 and self.cf <= self.stun)

    @property
    def reach(self) -> int:
        """GL 5.2a, GL 18.2, GL 18.1-others: how far his weapon strikes, whoever he is."""
        return REACH[self.weapon]

    @property
    def hands_full(self) -> bool:
        """GL 12.6b."""
        return bool(self.weapon) + bool(self.shield) + self.net + (self.holding != NOBODY) >= 2

    @property
    def one_handed(self) -> bool:
        """GL 18.3: something else in the hand that a trident wants, whole or broken (GL 18.6)."""
        return self.weapon in ("trident", "fragment") and (self.net or self.holding != NOBODY or bool(self.shield))

    @property
    def own_cf(self) -> int:
        """What he has before any bonus (GL 8.3): CF less stun (GL 3-10), less 2 when stumbling (GL 14.4), less
        the price of nets (GL 17.2); what is left of it he shares out like anybody (GL 18.1)."""
        return self.cf - self.stun - (2 if self.stumbling and self.posture != "prone" else 0) - self.spent

    @property
    def moves_left(self) -> int:
        return self.allowance - self.used

    def has_allowance(self, phase: int) -> bool:
        """GL 4.31a, 6.1: a move left for this phase."""
        return self.used < self.allowance and phase not in self.crossed

    def cf_lost(self, area: int, widths: tuple[int, ...]) -> int:
        """CFs lost to wounds of one area (GL 9.31)."""
        return categories(self.wound_factor, self.wounds[area], widths[area])

    def arm_loss(self, widths: tuple[int, ...]) -> int:
        return categories(self.wound_factor, self.wounds[ARMS], widths[ARMS])

    def leg_loss(self, widths: tuple[int, ...]) -> int:
        return categories(self.wound_factor, self.wounds[LEGS], widths[LEGS])

    def turn_allowance(self) -> int:
        """GL 3-4, 9.5-LMP, 16.4: phases with a move in the turn that begins."""
        return max(0, MOVES[self.kind] - self.limps - (2 if self.tired else 0))

    def begin_phase(self) -> None:
        """A clean line on Display 15. What holds for a phase is struck off (GL 3-11, GL 3-12), and a weapon that he has
        picked up strikes with all its strength (GL 12.64)."""
        self.plot = "-"
        self.stumbling = False
        self.rolling = False
        self.unable = False
        self.forward = 0
        self.side_forward = 0
        self.back = 0
        self.side_back = 0
        self.turned = 0
        self.trail = ()
        self.lay = ()
        self.left_hex = False
        self.collided = False
        self.tried_recovery = False
        self.just_recovered = False
        self.repels = False
        self.was_netted = False
        self.spent = 0
        self.net_loss = 0
        self.rotated = False
        self.bonuses = ()
        self.sheet = ()
        self.guard = NONE
        self.carried = 0
        self.beset = False
        self.off_balance = False
        self.appealing = False
        self.start = self.came_from = self.place

    def copy(self) -> Fighter:
        # Every value is immutable; one by one is the fastest way there is.
        twin = _new(Fighter)
        twin.name = self.name
        twin.seat = self.seat
        twin.side = self.side
        twin.number = self.number
        twin.counter = self.counter
        twin.kind = self.kind
        twin.left_handed = self.left_handed
        twin.armour = self.armour
        twin.training = self.training
        twin.strength = self.strength
        twin.agility = self.agility
        twin.constitution = self.constitution
        twin.wound_factor = self.wound_factor
        twin.nf = self.nf
        twin.cf_start = self.cf_start
        twin.cf = self.cf
        twin.wounds = self.wounds
        twin.stun = self.stun
        twin.mortal = self.mortal
        twin.limps = self.limps
        twin.lame = self.lame
        twin.arteries = self.arteries
        twin.fresh_arteries = self.fresh_arteries
        twin.weapon = self.weapon
        twin.shield = self.shield
        twin.shield_boxes = self.shield_boxes
        twin.net = self.net
        twin.status = self.status
        twin.place = self.place
        twin.facing = self.facing
        twin.posture = self.posture
        twin.last_way = self.last_way
        twin.netted = self.netted
        twin.net_holder = self.net_holder
        twin.holding = self.holding
        twin.net_ready = self.net_ready
        twin.allowance = self.allowance
        twin.used = self.used
        twin.overexerted = self.overexerted
        twin.tired = self.tired
        twin.crossed = self.crossed
        twin.owes_stumble = self.owes_stumble
        twin.must_rise = self.must_rise
        twin.attack_total = self.attack_total
        twin.defence_total = self.defence_total
        twin.plot = self.plot
        twin.stumbling = self.stumbling
        twin.rolling = self.rolling
        twin.unable = self.unable
        twin.start = self.start
        twin.came_from = self.came_from
        twin.trail = self.trail
        twin.stride = self.stride
        twin.lay = self.lay
        twin.forward = self.forward
        twin.side_forward = self.side_forward
        twin.back = self.back
        twin.side_back = self.side_back
        twin.turned = self.turned
        twin.left_hex = self.left_hex
        twin.collided = self.collided
        twin.tried_recovery = self.tried_recovery
        twin.just_recovered = self.just_recovered
        twin.repels = self.repels
        twin.was_netted = self.was_netted
        twin.spent = self.spent
        twin.net_loss = self.net_loss
        twin.rotated = self.rotated
        twin.bonuses = self.bonuses
        twin.sheet = self.sheet
        twin.guard = self.guard
        twin.carried = self.carried
        twin.beset = self.beset
        twin.off_balance = self.off_balance
        twin.appealing = self.appealing
        return twin


_new = Fighter.__new__


@cache
def categories(wound_factor: int, wounds: int, width: int) -> int:
    """GL 3-8b, 9.31: how many larger boxes have a wound over them, when boxes are checked from W downwards. The first
    two are GL 9.34-example-a.

    >>> categories(12, 2, 2), categories(12, 2, 1), categories(11, 2, 2), categories(12, 4, 3)
    (1, 2, 2, 2)
    """
    if wounds <= 0:
        return 0
    lowest = max(wound_factor - wounds + 1, 2)
    return -(-wound_factor // width) - -(-lowest // width) + 1
