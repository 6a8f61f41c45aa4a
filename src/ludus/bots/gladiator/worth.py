"""What everything is worth, in combat factors: a man as he stands, and a blow before it falls."""

from __future__ import annotations

from functools import lru_cache

from ludus.games.gladiator.charts import SHIELD_BOXES
from ludus.games.gladiator.fighter import NOBODY, Fighter, categories
from ludus.games.gladiator.odds import Defender, attack_odds, defender_of

LIFE = 26.0  # to be in the fight at all
STUN = 0.55  # a factor of it; it passes
SENSELESS = 14.0
WEAPON = {"sword": 9.0, "trident": 9.0, "fragment": 7.0, "": 0.0}
SHIELD = 2.0
BOX = 0.14  # of a shield
NET = 1.0
PRONE = 5.0
KNEELING = 1.5
NETTED = 9.0
HELPLESS = 8.0  # prone in the net
STUMBLE = 2.5
ARTERY = 7.0
LIMP = 1.2
SCAR = 0.25  # a wound, beyond the factors it costs: the next may be the last
TIRED = 1.0
MEAN_STUN = 7  # two dice


def worth_of(fighter: Fighter) -> float:
    """A man as he stands; nothing for one who is out of the fight."""
    if fighter.status != "fighting":
        return 5.0 if fighter.status == "victor" else 0.0
    worth = LIFE + fighter.cf - STUN * fighter.stun + WEAPON[fighter.weapon]
    if fighter.shield:
        worth += SHIELD + BOX * fighter.shield_boxes
    if fighter.net or fighter.holding != NOBODY:
        worth += NET
    if fighter.cf <= 0:
        worth -= 4.0
    if fighter.unconscious:
        worth -= SENSELESS
    if fighter.posture != "standing":
        worth -= PRONE if fighter.prone else KNEELING
    if fighter.netted:
        worth -= NETTED + (HELPLESS if fighter.prone else 0.0)
    if fighter.owes_stumble:
        worth -= STUMBLE
    worth -= SCAR * sum(fighter.wounds)
    worth -= ARTERY * (sum(fighter.arteries) + sum(fighter.fresh_arteries)) + LIMP * (fighter.limps + fighter.lame)
    return worth - (TIRED if fighter.overexerted else 0.0)


class Body:
    """A man as a target. Equal bodies suffer equally, so that what has been worked out is kept."""

    __slots__ = ("areas", "constitution", "prone", "wound_factor", "wounds")

    def __init__(self, fighter: Fighter, widths: tuple[int, ...]) -> None:
        self.areas = tuple(
            (area, defender_of(fighter, area, widths), fighter.wounds[area], widths[area]) for area in range(5)
        )
        self.wound_factor = fighter.wound_factor
        self.constitution = fighter.constitution
        self.prone = fighter.prone

    def suffers(self, area: int, advantage: int, might: int, cfs: int) -> float:
        """What a blow with this net advantage takes from him, on average."""
        _, defender, wounds, width = self.areas[area]
        advantage = min(max(advantage, LOWEST), HIGHEST)
        return blow_worth(area, advantage, might, cfs, defender, wounds, width, self.wound_factor, self.constitution)


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
) -> float:
    """By the exact odds of the attack."""
    odds = attack_odds(advantage, area, might, cfs, defender)
    worth = LIFE * odds.death + WEAPON["sword"] * odds.weapon_lost + (SHIELD + 1.0) * odds.shield_lost
    worth += 2 * BOX * odds.shield
    before = categories(wound_factor, wounds, width)
    for number, chance in odds.wounds.items():
        if 0 < number < wound_factor - wounds:
            lost = categories(wound_factor, wounds + number, width) - before
            worth += chance * (lost + SCAR * number)
    stun = max(1, MEAN_STUN - constitution)
    for code, chance in odds.criticals.items():
        worth += chance * (STUN * stun + 1.0 if code == "S" else CRITICAL.get(code, 0.0))
    return worth


CRITICAL = {
    "V": 1.0,
    "H": 1.5,
    "ST": 0.5,
    "AG": 1.0,
    "WD": WEAPON["sword"],
    "SD": SHIELD + BOX * SHIELD_BOXES,
    "SAM": ARTERY,
    "LMP": LIMP,
    "STU": LIMP,
}
