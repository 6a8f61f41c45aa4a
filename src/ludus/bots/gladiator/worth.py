"""What everything is worth, in combat factors: a man as he stands, and a blow before it falls."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import exp

from ludus.games.gladiator.charts import SHIELD_BOXES
from ludus.games.gladiator.fighter import NOBODY, Fighter, categories
from ludus.games.gladiator.odds import Defender, attack_odds, defender_of

MEAN_STUN = 7  # two dice
FRAGMENT = 0.8  # of a weapon
LOGIT = 0.33  # what a factor more adds to the log-odds of winning


@dataclass(frozen=True, eq=False, slots=True)
class Prices:
    """What a man loses with each thing that may happen to him."""

    life: float = 26.0  # to be in the fight at all
    stun: float = 0.55  # a factor of it; it passes
    senseless: float = 14.0
    weapon: float = 9.0
    shield: float = 2.0
    box: float = 0.14  # of a shield
    net: float = 1.0
    prone: float = 5.0
    kneeling: float = 1.5
    netted: float = 9.0
    helpless: float = 8.0  # prone in the net
    stumble: float = 2.5
    artery: float = 7.0
    limp: float = 1.2
    scar: float = 0.25  # a wound, beyond the factors it costs: the next may be the last
    tired: float = 1.0
    spent: float = 4.0  # no factor left


HABIT = Prices()  # what they say in the school
# What 1,150 duels came to, where there was enough to see: how the chance to win goes with everything on both sheets.
MEASURED = Prices(
    life=8.0, stun=0.8, senseless=14.0, weapon=3.0, shield=0.0, box=0.08, net=0.0, prone=5.0, kneeling=1.0, netted=6.0,
    helpless=6.0, stumble=6.0, artery=4.0, limp=3.0, scar=0.1, tired=1.4, spent=1.0,
)  # fmt: skip


def worth_of(fighter: Fighter, prices: Prices = HABIT) -> float:
    """A man as he stands; nothing for one who is out of the fight."""
    if fighter.status != "fighting":
        return 5.0 if fighter.status == "victor" else 0.0
    worth = prices.life + fighter.cf - prices.stun * fighter.stun
    if fighter.weapon:
        worth += prices.weapon * (FRAGMENT if fighter.weapon == "fragment" else 1.0)
    if fighter.shield:
        worth += prices.shield + prices.box * fighter.shield_boxes
    if fighter.net or fighter.holding != NOBODY:
        worth += prices.net
    if fighter.cf <= 0:
        worth -= prices.spent
    if fighter.unconscious:
        worth -= prices.senseless
    if fighter.posture != "standing":
        worth -= prices.prone if fighter.prone else prices.kneeling
    if fighter.netted:
        worth -= prices.netted + (prices.helpless if fighter.prone else 0.0)
    if fighter.owes_stumble:
        worth -= prices.stumble
    worth -= prices.scar * sum(fighter.wounds)
    worth -= prices.artery * (sum(fighter.arteries) + sum(fighter.fresh_arteries))
    worth -= prices.limp * (fighter.limps + fighter.lame)
    return worth - (prices.tired if fighter.overexerted else 0.0)


def chance(own: Fighter, foe: Fighter) -> float:
    """To win the duel from here."""
    if not (own.fighting and foe.fighting):
        return 0.5 if own.fighting == foe.fighting else float(own.fighting)
    return 1 / (1 + exp(-LOGIT * (worth_of(own, MEASURED) - worth_of(foe, MEASURED))))


class Body:
    """A man as a target. Equal bodies suffer equally, so that what has been worked out is kept."""

    __slots__ = ("areas", "constitution", "prices", "prone", "wound_factor")

    def __init__(self, fighter: Fighter, widths: tuple[int, ...], prices: Prices) -> None:
        self.areas = tuple(
            (area, defender_of(fighter, area, widths), fighter.wounds[area], widths[area]) for area in range(5)
        )
        self.prices = prices
        self.wound_factor = fighter.wound_factor
        self.constitution = fighter.constitution
        self.prone = fighter.prone

    def suffers(self, area: int, advantage: int, might: int, cfs: int) -> tuple[float, float]:
        """What a blow with this net advantage takes from him on average, and the chance that it is his last."""
        _, defender, wounds, width = self.areas[area]
        advantage = min(max(advantage, LOWEST), HIGHEST)
        return blow_worth(
            area, advantage, might, cfs, defender, wounds, width, self.wound_factor, self.constitution, self.prices
        )


LOWEST, HIGHEST = -9, 12


@lru_cache(maxsize=1 << 16)
def blow_worth(
    area: int,
    advantage: int,
    might: int,
    cfs: int,
    defender: Defender,
    wounds: int,
    width: int,
    wound_factor: int,
    constitution: int,
    prices: Prices,
) -> tuple[float, float]:
    """By the exact odds of the attack: the harm, and the chance of death, which has a price of its own."""
    odds = attack_odds(advantage, area, might, cfs, defender)
    worth = prices.weapon * odds.weapon_lost + (prices.shield + 1.0) * odds.shield_lost
    worth += 2 * prices.box * odds.shield
    before = categories(wound_factor, wounds, width)
    for number, part in odds.wounds.items():
        if 0 < number < wound_factor - wounds:
            lost = categories(wound_factor, wounds + number, width) - before
            worth += part * (lost + prices.scar * number)
    stun = max(1, MEAN_STUN - constitution)
    for code, part in odds.criticals.items():
        worth += part * (prices.stun * stun + 1.0 if code == "S" else _critical(code, prices))
    return worth, odds.death


def _critical(code: str, prices: Prices) -> float:
    if code in ("LMP", "STU"):
        return prices.limp
    if code == "WD":
        return prices.weapon
    if code == "SD":
        return prices.shield + prices.box * SHIELD_BOXES
    return prices.artery if code == "SAM" else CRITICAL.get(code, 0.0)


CRITICAL = {"V": 1.0, "H": 1.5, "ST": 0.5, "AG": 1.0}
