"""The epic race as a book: its own chapters over those of the second edition."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ludus.core.toml_files import load_table
from ludus.games.circus.book import in_one_volume
from ludus.games.circus.charts import load_charts
from ludus.games.circus.editions import SecondEdition
from ludus.games.circus.epic.campaign import CampaignRace
from ludus.games.circus.epic.corners import EpicCorners
from ludus.games.circus.epic.critical_hits import EpicCriticalHits
from ludus.games.circus.epic.dragged import EpicDragged
from ludus.games.circus.epic.dust import EpicDust
from ludus.games.circus.epic.finish import EpicFinish
from ludus.games.circus.epic.horses import EpicHorses
from ludus.games.circus.epic.knife import EpicKnife
from ludus.games.circus.epic.lanes import EpicLanes
from ludus.games.circus.epic.lashes import EpicLashes
from ludus.games.circus.epic.log import EpicLog
from ludus.games.circus.epic.obstacles import EpicObstacles
from ludus.games.circus.epic.on_foot import EpicOnFoot
from ludus.games.circus.epic.patronage import EpicMatchPatronage, EpicPatronage
from ludus.games.circus.epic.rams import EpicRams
from ludus.games.circus.epic.runaways import EpicRunaways
from ludus.games.circus.epic.season import EpicSeasonMoney, EpicSeasonRace
from ludus.games.circus.epic.setup import EpicSetup
from ludus.games.circus.epic.speed import EpicSpeed
from ludus.games.circus.epic.stationary import Stationary
from ludus.games.circus.epic.straining import EpicStraining
from ludus.games.circus.epic.turn import EpicTurn
from ludus.games.circus.epic.weather import EpicWeather
from ludus.games.circus.epic.wrecks import EpicWrecks
from ludus.games.circus.options.horses import Carcasses
from ludus.games.circus.options.season import SeasonRace
from ludus.games.circus.options.weather import Weather
from ludus.games.circus.patronage import MatchPatronage, Patronage
from ludus.games.circus.state import CAR, Chariot
from ludus.games.circus.threats import Attack, attack_of
from ludus.games.circus.track import IN, OUT


@in_one_volume
class Epic(
    EpicSetup,  # E2 3
    EpicLog,  # 2.5, 2.6
    EpicTurn,  # 6
    EpicSpeed,  # 8.1, 8.2, 8.4
    EpicStraining,  # 8.3
    EpicLanes,  # 8.5 to 8.8
    EpicCorners,  # 9
    EpicObstacles,  # 8.9
    EpicCriticalHits,  # 10.4.4, 10.4.5
    EpicLashes,  # 10.4 to 10.4.3
    EpicKnife,  # 10.5
    EpicDust,  # 10.6
    EpicRams,  # 10.7 to 10.10
    EpicHorses,  # 12.2
    Stationary,  # 11.2.3.1, 12.2.3
    EpicWrecks,  # 13.1
    EpicRunaways,  # 13.2
    EpicDragged,  # 13.3
    EpicOnFoot,  # 14
    EpicFinish,  # 15
    Carcasses,
    SecondEdition,
):
    """The epic race. Weather is an option of it."""

    sources: ClassVar[tuple[str, ...]] = ("E2", "E1")
    charts = load_charts("epic")
    cites: ClassVar[Mapping[str, str]] = load_table("ludus.games.circus", "epic/citations")
    own_forms: ClassVar[Mapping[type, type | None]] = {
        Weather: EpicWeather,
        SeasonRace: CampaignRace,
        Patronage: EpicPatronage,
        MatchPatronage: EpicMatchPatronage,
    }
    season_forms: ClassVar[Mapping[type, type]] = {SeasonRace: EpicSeasonRace, Patronage: EpicSeasonMoney}

    def add_more_attacks(self, chariot: Chariot, factors: int, found: dict[str, Attack]) -> None:
        """E2 10.5, 10.6: the knife and dust; in one place, because it is asked at every step of everybody."""
        parts, beside = chariot.parts, bool(found)  # whoever has somebody beside him could ram him
        if parts["dagger"].carried:
            self.add_throws("dagger", chariot, found)
        if beside and parts["dust"].carried:
            self.add_dust(chariot, found)

    def add_dust(self, chariot: Chariot, found: dict[str, Attack]) -> None:
        """E2 10.6: a team that has stopped on somebody's car does not shield his eyes."""
        super().add_dust(chariot, found)
        race, track = self.race, self.race.track
        car = track.behind[chariot.square]
        for square in track.attacks[car]:
            if square not in race.occupied or race.chariots[race.occupied[square] >> 1].hitched or self.raining():
                continue
            for other, part in self.those_on(square):
                if part == CAR and other.driver == "car" and other.seat != chariot.seat:
                    side = IN if track.lane[car] < track.lane[square] else OUT
                    found[f"dust {other.faction} driver"] = attack_of("dust", other.number, CAR, side)
