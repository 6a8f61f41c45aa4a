"""What the guide of the campaigns says is so: its tables, its example, its commands and its Python."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from ludus.campaign.epic.book import EpicCampaign
from ludus.campaign.epic.charts import EPIC, ODDS, PRIZES, REWARD, WINS, shares, stakes
from ludus.campaign.game import BOOKS, Campaign
from ludus.campaign.owners.betting import MINIMUM
from ludus.campaign.school import CAREERS, OWNERS, PRICES
from ludus.campaign.season import orders as season_orders
from ludus.campaign.season.charts import CHARTS
from ludus.cli import app
from ludus.cli.contests import WAYS
from ludus.core.fields import OneOf
from ludus.core.toml_files import load_table
from ludus.games.circus.patronage.money import BANK
from tests.rules.circus.kit import CircusMatch, play
from tests.rules.circus.money_kit import coffers, money_book, patrons, until

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "campaigns.md").read_text(encoding="utf-8")
COMMANDS = [line.split("#")[0].strip() for line in GUIDE.splitlines() if line.startswith("    ludus ")]
MONEY = load_table("ludus.games.circus", "second-edition/patronage")
MEN = load_table("ludus.campaign", "gladiators")
LIVIA, MARCUS, CORNELIA = 0, 1, 2  # seats, and chariots: red, blue, green


def row(name: str) -> list[str]:
    """The cells of the table row that begins so."""
    (found,) = re.findall(rf"^\| {re.escape(name)} \|(.*)\|$", GUIDE, re.MULTILINE)
    return [cell.strip() for cell in str(found).split("|")]


def said(amount: int) -> str:
    return f"{amount:,}s"


def amount(words: str) -> int:
    return int(words.rstrip("s").replace(",", "") or 0)


def test_the_commands_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One after the other: what one writes another reads."""
    monkeypatch.chdir(tmp_path)
    assert len(COMMANDS) > 8
    for command in COMMANDS:
        words = shlex.split(command.replace("--games 2", "--games 1"))[1:]
        more = ["--seed", "3", *(() if "--terminal" in words else ("--terminal",))] if words[0] == "play" else []
        result = CliRunner().invoke(app, [*words, *more], input="\n\nq\n")
        assert result.exit_code == 0, f"{command}: {result.output}"
        assert result.output.strip()


def test_the_four_campaigns() -> None:
    assert {*re.findall(r"--ruleset ([a-z]+)", GUIDE), "season"} == set(BOOKS)
    defaults = {option.name: option.default for option in Campaign.options}
    for name, end in (
        ("season", f"after race {defaults['races']}"),
        ("careers", f"after {defaults['rounds']} rounds"),
        ("owners", f"after {defaults['matches']} matches"),
        ("epic", f"at {said(defaults['goal'])}, when only two are left, by vote, or after {defaults['events']} events"),
    ):
        assert end in row(f"**{name}**")[2]
    assert BOOKS["season"].seats == (2, 16)
    assert BOOKS["careers"].seats == (1, 8)
    assert BOOKS["owners"].seats == (2, 8)
    assert BOOKS["epic"].seats == (2, 16)
    assert (CHARTS.cash, CHARTS.chariots) == (OWNERS["money"], OWNERS["men"]) == (10_000, 5)
    assert CAREERS["wins"] == 10
    assert OWNERS["freedom"] == 10_000


# -- the worked example ---------------------------------------------------------------------------------------------

HOME = {"lap": 3, "written": 8, "whip": False, "horses_start": [4, 4, 4, 4]}


def bets() -> dict[int, dict[int, int]]:
    rows = [row(f"{name}, who owns {colour}") for name, colour in (("Livia", "Red"), ("Marcus", "Blue"))]
    rows.append(row("Cornelia, who owns Green"))
    return {
        seat: {chariot: amount(cell) for chariot, cell in enumerate(cells) if cell} for seat, cells in enumerate(rows)
    }


def raced(later: list[dict[str, dict[str, int]]] | None = None) -> CircusMatch:
    """Red is about to win, with everybody's bets of the example on the table."""
    placed = bets()
    pool = [sum(each.get(chariot, 0) for each in placed.values()) for chariot in range(3)]
    race = patrons(
        red="lane 3, backstretch 32", blue="lane 4, backstretch 12", green="lane 6, backstretch 12", purses=3, amount=0,
        red_is=HOME, blue_is={"lap": 3}, green_is={"lap": 3}, later=later or [],
        bets={str(seat): {str(chariot): stake for chariot, stake in each.items()} for seat, each in placed.items()},
        odds={str(chariot): sum(pool) // stake for chariot, stake in enumerate(pool)},
    )  # fmt: skip
    assert money_book(race).reckon_odds() == coffers(race).odds
    play(race, "forward 2")
    until(race)
    return race


def won(race: CircusMatch, seat: int) -> int:
    return sum(each.sum for each in coffers(race).transfers if (each.payer, each.payee) == (BANK, seat))


def test_the_odds_of_the_example() -> None:
    race = raced()
    pool = sum(stake for each in bets().values() for stake in each.values())
    assert f"together, of {said(pool)}" in GUIDE
    odds = coffers(race).odds
    assert row("odds") == [f"{odds[chariot]} to 1" for chariot in range(3)]
    assert row(f"together, of {said(pool)}") == [
        said(sum(each.get(chariot, 0) for each in bets().values())) for chariot in range(3)
    ]


def test_the_payoff_of_the_example() -> None:
    race = raced()
    livia, cornelia, pool = won(race, LIVIA), won(race, CORNELIA), 1100
    assert f"Livia gets {said(livia)} and Cornelia {said(cornelia)}; {said(pool - livia - cornelia)} stay" in GUIDE
    staked = sum(bets()[LIVIA].values())
    assert f"Livia has bet {said(staked)} and is {said(livia - staked)} richer" in GUIDE
    assert won(race, MARCUS) == 0


def test_the_bank_of_the_example_breaks() -> None:
    more = {str(LIVIA): {"0": 300}}
    race = raced([more, more])
    assert (won(race, LIVIA), won(race, CORNELIA)) == (1700, 0)
    text = " ".join(GUIDE.split())
    for words in ("up to 300s more on Red", "due 1,800s and Cornelia 200s", "1,700s are in the pool", "Livia 1,700s"):
        assert words in text


# -- prices and points ----------------------------------------------------------------------------------------------


def test_what_things_cost() -> None:
    price, gives = row("horse, for one that is dead")
    assert price == f"{said(CHARTS.horse_prices[0])} to {said(CHARTS.horse_prices[-1])}"
    cheap, dear = ([speeds[column] for speeds in CHARTS.horse_speeds] for column in (0, -1))
    assert gives.endswith(f"for 500s a speed of {min(cheap)} to {max(cheap)}, for 4,000s {min(dear)} to {max(dear)}")
    assert row("driver +0 / +1 / +2, for one who is dead or hurt")[0] == " / ".join(map(said, CHARTS.driver_prices))
    assert row("car, for a wrecked one")[0] == said(CHARTS.car_price)
    bribe, drugs, sabotage = MONEY["bribe"], MONEY["drugs"], MONEY["sabotage"]
    assert row("bribe")[1].startswith(f"less his guards, at least {said(bribe['least_net'])}: a die times")
    assert f"slower by 1 for each {said(bribe['per_speed'])}, up to {bribe['speed_cap'] // bribe['per_speed']}" in GUIDE
    assert bribe["die_step"] == bribe["per_speed"] == 500
    assert row("drugs")[0] == f"{said(drugs['least'])} or more"
    assert f"for each {said(drugs['per_point'])} over the guards" in row("drugs")[1]
    assert row("sabotage")[0] == f"{said(sabotage['least'])} or more"
    assert f"a die times {said(sabotage['die_step'])} must not be more" in row("sabotage")[1]
    points = f"{sabotage['base_points']} points on a wheel, and 1 for each {said(sabotage['per_point'])} more"
    assert row("sabotage")[1].endswith(points)
    assert f"at least {said(CHARTS.bet)} on your own" in GUIDE


def test_experience_of_a_season() -> None:
    assert row("points, driver and team each") == [str(points) for points in CHARTS.places]
    near, far = CHARTS.gaps
    assert row(f"the next is {near} squares behind, or more") == [f"+{bonus[0]}" for bonus in CHARTS.bonus]
    assert row(f"{far} squares behind, or more") == [f"+{bonus[1]}" for bonus in CHARTS.bonus]
    assert f"{CHARTS.driver_points} of a driver's points raise him by 1. {CHARTS.team_points} of a team's" in GUIDE


def test_experience_of_a_gladiator() -> None:
    chart = MEN["experience"]
    assert chart["divisor"] == 3
    assert row("his man was spared") == [str(chart["mercy"])]
    assert row("a kill") == [str(chart["kill"])]
    assert row("being spared himself") == [str(chart["missus"])]
    assert row("an end by many wounds, in turn 1 / 2 / 3 / 4") == [" / ".join(map(str, chart["slow"]))]
    assert row("an end by one blow, in turn 1 / 2 / 3 / 4") == [" / ".join(map(str, chart["fast"]))]
    words = {"training": "training", "agility": "agility", "strength": "strength", "constitution": "constitution"}
    prices = ", ".join(f"{words.get(name, 'wounds')} {PRICES[name]}" for name in (*words, "wound_factor"))
    assert f"{prices} for +1" in GUIDE
    assert MEN["injuries"] == {"head": "constitution", "chest": "wound_factor", "groin": "wound_factor",
                               "arms": "strength", "legs": "agility"}  # fmt: skip
    assert "head takes constitution, chest and groin wounds, arms strength, legs agility" in GUIDE


def test_odds_between_owners() -> None:
    assert row("odds given") == [f"{odds}-1" for odds in range(1, 6)]
    assert row("the other bets") == [said(minimum) for minimum in MINIMUM]
    assert row("you pay if you lose") == [said(odds * minimum) for odds, minimum in enumerate(MINIMUM, start=1)]


# -- the epic campaign ----------------------------------------------------------------------------------------------


def test_what_an_epic_campaign_brings() -> None:
    assert row("prize") == [said(each) for each in PRIZES]
    start, market, gala = EPIC["start"], EPIC["market"], EPIC["gala"]
    assert row("**epic**")[0] == f"{said(start['cash'])} and nothing else"
    assert (start["chariots"], start["gladiators"]) == (20, 20)
    assert (market["chariot_dice"], market["gladiator_dice"], market["step"]) == (2, 1, 100)
    assert (gala["men"], gala["turns"]) == (1, 8)
    assert f"the pot is {said(gala['pot'])} for every man" in GUIDE
    assert f"five survivors bring {said(shares(8, 3, 5, 0))} each" in GUIDE
    assert f"four share it: {said(shares(8, 3, 4, 1))} each" in GUIDE
    assert f"who has won ten times is a **champion**: the Emperor sets him free, and pays his owner {said(REWARD)}" in (
        GUIDE.replace("\n", " ")
    )
    assert WINS == 10


def test_stakes_of_a_challenge() -> None:
    assert row("a challenge at") == list(ODDS)
    both = [stakes(odds) for odds in ODDS.values()]
    assert row("you put up at least") == [said(own) for own, _ in both]
    assert row("the challenged at least") == [said(his) for _, his in both]


def test_the_steps_of_an_event_are_told_in_their_order() -> None:
    told = GUIDE[GUIDE.index("### One event after another") :]
    words = ("**The council**", "**Challenges**", "**Debts**", "**deals**", "**dealers**", "**The auction**",
             "**The race**", "**Prizes, experience, healing.**")  # fmt: skip
    assert [told.index(each) for each in words] == sorted(told.index(each) for each in words)
    assert list(EpicCampaign.steps) == [
        "council", "challenges", "debts", "deals", "components", "auction", "fitting", "entries", "event", "experience",
        "recovery",
    ]  # fmt: skip


# -- letting others drive -------------------------------------------------------------------------------------------


def test_the_ways_to_take_part() -> None:
    assert re.findall(r"^\| [^|]+ \| `([a-z]+)` \|", GUIDE, re.MULTILINE) == list(WAYS)
    client = (ROOT / "web" / "src" / "games" / "campaign" / "index.ts").read_text(encoding="utf-8")
    for title in ("I drive", "I fight", "My driver drives", "Have it run"):
        assert f'title: "{title}"' in client
        assert title in GUIDE


def test_standing_orders_wait_where_they_say_so() -> None:
    fields = [field for section in season_orders.FORM for field in section.fields]
    choices = {field.name: field.choices for field in fields if isinstance(field, OneOf)}
    assert {"entries", "purchases", "auctions", "improve"} <= set(choices)
    assert all(each["ask"] == "wait for me" for each in choices.values())
    assert "*wait for me*" in GUIDE


def test_the_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (block,) = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
    names: dict[str, Any] = {}
    exec(block, names)
    season = names["season"]
    assert capsys.readouterr().out.startswith(season.outcome.reason)
