"""The log sheet (GL 3): one gladiator, what he is, what he holds, what he has suffered, and his current phase."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from ludus.games.gladiator.charts import ARMS, LEGS, MOVES
from ludus.games.gladiator.hexes import Hex

NOBODY = -1
FIGHTING = "fighting"


@dataclass(eq=False, slots=True)
class Fighter:
    """One gladiator. `number` is his place among the fighters, `counter` the id on his piece (GL 3-3)."""

    name: str
    seat: int
    side: int
    number: int = 0
    counter: int = 0
    kind: str = "medium"
    left_handed: bool = False
    # Displays 6 and 7.
    armour: tuple[str, ...] = ("", "", "", "", "")
    training: int = 0
    strength: int = 0
    agility: int = 0
    constitution: int = 0
    wound_factor: int = 12
    nf: int = 0
    # Displays 8 to 10.
    cf_start: int = 0
    cf: int = 0  # current CF: lasting losses are off it, stun is not (GL 3-9, 3-10)
    wounds: tuple[int, ...] = (0, 0, 0, 0, 0)
    stun: int = 0
    mortal: bool = False
    limps: int = 0
    lame: int = 0
    arteries: tuple[int, ...] = (0, 0, 0, 0, 0)  # severed in an earlier phase
    fresh_arteries: tuple[int, ...] = (0, 0, 0, 0, 0)  # severed in this one
    # Display 13 and what he holds.
    weapon: str = "sword"  # "sword", "trident", "fragment" or ""
    shield: str = "large"  # "large", "small" or ""
    shield_boxes: int = 0
    net: bool = False  # in his hand
    # Where and how.
    status: str = FIGHTING  # or "dead", "surrendered", "spared", "resigned", "victor"
    place: Hex = (0, 0)
    facing: int = 0
    posture: str = "standing"  # "kneeling", "prone"
    last_way: str = ""  # his latest hex move: "forward", "side_forward", "back", "side_back", "roll", "pushed"
    netted: bool = False
    net_holder: int = NOBODY  # who holds the net that he is in
    holding: int = NOBODY  # whom he holds in his net
    net_ready: int = 0  # the phase, counted from the start, from which his net is usable again (GL 17.31)
    # Movement over the turn.
    allowance: int = 0
    used: int = 0
    overexerted: bool = False
    tired: bool = False  # he overexerted last turn (GL 16.4)
    crossed: tuple[int, ...] = ()  # secret (GL 6.1)
    owes_stumble: bool = False
    must_rise: bool = False  # the first phase in which he can move must be KN or RO (GL 13.1)
    # The crowd's memory (GL 19.2).
    attack_total: int = 0
    defence_total: int = 0
    # This phase.
    plot: str = "-"
    stumbling: bool = False
    rolling: bool = False
    unable: bool = False  # no allowance left when he plotted, and he did not overexert (GL 15.6)
    start: Hex = (0, 0)
    came_from: Hex = (0, 0)  # the hex he entered his last one from
    trail: tuple[Hex, ...] = ()  # the hexes he entered
    stride: int = 0  # his facing as he stepped
    lay: tuple[Hex, ...] = ()  # where his net was laid before he moved (GL 6.4-LN)
    forward: int = 0
    side_forward: int = 0
    back: int = 0
    side_back: int = 0
    turned: int = 0  # hexsides turned in the hex he ended in (GL 17.45)
    left_hex: bool = False
    collided: bool = False
    tried_recovery: bool = False
    just_recovered: bool = False  # his weapon (GL 12.63)
    repels: bool = False
    was_netted: bool = False  # at some point of this phase (GL 17.35)
    spent: int = 0  # CFs gone to net attacks, freeing and dragging
    net_loss: int = 0  # Display 12
    rotated: bool = False  # he had to turn to receive an attack (GL 8.12b)
    bonuses: tuple[tuple[int, int], ...] = ()  # what his place is worth against each foe, before any turning (GL 8.2)
    sheet: tuple[int, ...] = ()  # secret: what he has filled in on Display 14 (GL 3-14)
    guard: tuple[int, ...] = (0, 0, 0, 0, 0)  # CFs left on each area after the sub-phases (GL 12.53)
    off_balance: bool = False  # he has missed badly, and nobody has attacked him since (GL 8.6-M)
    appealing: bool = False  # a victor waiting for the crowd (GL 19.24a)

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
        """GL 5.2a, 18.2: how far his weapon strikes."""
        if not self.weapon:
            return 0
        return 2 if self.weapon == "trident" else 1

    @property
    def hands_full(self) -> bool:
        """GL 12.6b."""
        return bool(self.weapon) + bool(self.shield) + self.net + (self.holding != NOBODY) >= 2

    @property
    def one_handed(self) -> bool:
        """GL 18.3: something else in the hand that a trident wants."""
        return self.weapon == "trident" and (self.net or self.holding != NOBODY or bool(self.shield))

    @property
    def own_cf(self) -> int:
        """What he has before any bonus (GL 8.3, 17.2): CF less stun, less 2 when stumbling, less the price of nets."""
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
        """A clean line on Display 15."""
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
        self.guard = (0, 0, 0, 0, 0)
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
        twin.off_balance = self.off_balance
        twin.appealing = self.appealing
        return twin


_new = object.__new__


@cache
def categories(wound_factor: int, wounds: int, width: int) -> int:
    """GL 3-8b, 9.31: how many larger boxes have a wound over them, when boxes are checked from W downwards.

    >>> categories(12, 2, 2), categories(12, 2, 1), categories(11, 2, 2), categories(12, 4, 3)
    (1, 2, 2, 2)
    """
    if wounds <= 0:
        return 0
    lowest = max(wound_factor - wounds + 1, 2)
    return -(-wound_factor // width) - -(-lowest // width) + 1
