"""The charts of the season, as `data/season.toml` has them, and those of preparation, which are the circus's own."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from ludus.core.toml_files import load_table
from ludus.games.circus.charts import load_charts

DIE = 6
CIRCUS = load_charts("second-edition")  # CM 3.61 to 3.64


@dataclass(frozen=True, slots=True)
class Charts:
    """Every number of the season. Names are those of the file."""

    cash: int
    chariots: int
    cars: tuple[str, ...]
    field: int
    horse_prices: tuple[int, ...]
    horse_speeds: tuple[tuple[int, ...], ...]
    horses: int
    team_endurance: tuple[tuple[int, int], ...]  # up to this team speed, the row of CM 3.64
    driver_prices: tuple[int, ...]
    car_price: int
    recovery: int
    places: tuple[int, ...]
    gaps: tuple[int, ...]
    bonus: tuple[tuple[int, ...], ...]
    driver_points: int
    team_points: int
    endurance_dice: int
    horse_free: int
    horse_others: int
    horse_most: int
    bet: int
    step: int
    rounds: int
    most: int

    def horse_speed(self, total: int, price: int) -> int:
        """CM 21.41: the New Horse Speed Chart, two dice down and price across."""
        return self.horse_speeds[total - 2][self.horse_prices.index(price)]

    def new_endurance(self, speed: int, die: int) -> int:
        """CM 21.4, E1 8.3.1: of a team bought as a whole, by its speed."""
        row = next(row for to, row in self.team_endurance if speed <= to)
        return CIRCUS.team_endurance[row][die - 1]


def _load() -> Charts:
    file = load_table("ludus.campaign", "season")
    horse, experience, better = file["horse"], file["experience"], file["improvement"]
    return Charts(
        cash=file["start"]["cash"],
        chariots=file["start"]["chariots"],
        cars=CIRCUS.cars,
        field=file["entries"]["field"],
        horse_prices=tuple(horse["prices"]),
        horse_speeds=tuple(tuple(row) for row in horse["speeds"]),
        horses=file["team"]["horses"],
        team_endurance=tuple((each["to"], each["row"]) for each in file["team"]["endurance"]),
        driver_prices=tuple(file["driver"]["prices"]),
        car_price=file["car"]["price"],
        recovery=file["recovery"]["points"],
        places=tuple(experience["places"]),
        gaps=tuple(experience["gaps"]),
        bonus=tuple(tuple(row) for row in experience["bonus"]),
        driver_points=better["driver"],
        team_points=better["team"],
        endurance_dice=better["endurance_dice"],
        horse_free=better["horse_free"],
        horse_others=better["horse_others"],
        horse_most=better["horse_most"],
        bet=file["bet"]["least"],
        step=file["auction"]["step"],
        rounds=file["deals"]["rounds"],
        most=file["deals"]["most"],
    )


CHARTS = _load()


def driver_hits(total: int) -> int:
    """CM 3.61: die and modifier on the Driver Hits Chart; above its end, as its end."""
    return CIRCUS.driver_hits[min(total, len(CIRCUS.driver_hits)) - 1]


# CM 20.1b, 3.6: every way to share four points out over driver, car, speed and endurance, up to two in each.
BUILDS: tuple[tuple[int, ...], ...] = tuple(
    points for points in product(range(CIRCUS.most_points + 1), repeat=4) if sum(points) == CIRCUS.points
)
