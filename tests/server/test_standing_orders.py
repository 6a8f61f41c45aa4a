"""Standing orders: given in two steps, kept secret, and carried out for people who are away."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

import ludus
from ludus.core.decision import Decision
from ludus.core.fields import Number, OneOf, Section
from ludus.core.standing_orders import Obeyed, OrderForm, Orders
from ludus.library import GAMES
from ludus.server.saved_match import Step
from tests.games.morra import Morra, Round
from tests.server.kit import House, Place, Player, house

SOON = {"away_seconds": 0.3}


@pytest.fixture
async def quick(tmp_path: Path) -> AsyncIterator[House]:
    """A server that believes people to be away soon after they have left."""
    async with house(tmp_path, **SOON) as running:
        yield running


async def give(
    server: House, match_id: str, seat: int, token: str | None, orders: Any = None, **more: Any
) -> tuple[int, dict[str, Any]]:
    body = {"orders": orders or {}, **more}
    answer = await server.call("PUT", f"/api/matches/{match_id}/seats/{seat}/orders", token, json=body)
    return answer.status_code, answer.json()


async def confirm(server: House, match_id: str, seat: int, token: str, orders: Any = None, **more: Any) -> None:
    status, info = await give(server, match_id, seat, token, orders, confirmed=True, **more)
    assert status == 200, info


async def see(server: House, match_id: str, seat: int, token: str | None) -> tuple[int, dict[str, Any]]:
    answer = await server.call("GET", f"/api/matches/{match_id}/seats/{seat}/orders", token)
    return answer.status_code, answer.json()


async def steps(server: House, match_id: str, kind: str = "orders") -> list[Step]:
    saved = await server.hall.store.load(match_id)
    assert saved is not None
    return [step for step in saved.steps if step.kind == kind]


async def until(found: Callable[[], Any], seconds: float = 10.0) -> None:
    async with asyncio.timeout(seconds):
        while not await found():
            await asyncio.sleep(0.05)


async def build(server: House, match_id: str, *players: Player) -> None:
    """The preparation points, which no orders share out; then everybody is to write a speed."""
    while deciding := [player for player in players if player.view()["decision"]]:
        if deciding[0].decision()["name"] == "speed":
            return
        await deciding[0].answer(deciding[0].view()["seat"], deciding[0].decision()["default"])
        for player in players:
            await player.until_number((await server.info(match_id))["number"])


# -- giving them --------------------------------------------------------------------------------------------


async def test_the_colours_of_a_scenario_can_be_named(server: House) -> None:
    kinds = ["human", *["bot:random"] * 6]
    match_id, tokens = await server.create(*kinds, game="circus", scenario="contest-99")
    status, heard = await give(server, match_id, 0, tokens[0], {"attack": "some", "targets": ["yellow"]})
    assert status == 200, heard
    assert any(line.startswith("Attacks: Yellow within reach") for line in heard["words"])


async def test_first_they_are_said_in_plain_words_then_they_are_confirmed(server: House) -> None:
    match_id, tokens = await server.create("human", "human", game="circus")
    async with server.player(match_id, tokens[1]) as bob:
        number = bob.number
        status, first = await see(server, match_id, 0, tokens[0])
        assert (status, first["active"], first["when"], first["minutes"]) == (200, False, "away", 0)
        assert [section["title"] for section in first["form"]][:2] == ["Speed", "Moving"]
        assert first["orders"]["speed"] == "safe"

        mine = {**first["orders"], "speed": "fixed", "speed_number": 13}
        status, heard = await give(server, match_id, 0, tokens[0], mine, minutes=5)
        assert status == 200
        assert heard["words"][0] == (
            "These orders answer for me while I am not here, after 5 minutes in which nothing has happened."
        )
        assert "My speed: always 13, or the highest now possible if that is less." in heard["words"]
        assert not heard["active"]
        assert (await see(server, match_id, 0, tokens[0]))[1] == first, "nothing has changed yet"
        assert (await server.info(match_id))["number"] == number

        await confirm(server, match_id, 0, tokens[0], mine, minutes=5)
        told = await bob.until_type("update")
        assert told["note"] == "Player 1 gave standing orders."
        assert [seat["orders"] for seat in told["match"]["seats"]] == [True, False], "that there are some is no secret"
        now = (await see(server, match_id, 0, tokens[0]))[1]
        assert (now["active"], now["minutes"], now["orders"]) == (True, 5, mine)

        await confirm(server, match_id, 0, tokens[0], mine, active=False)
        assert (await bob.until_type("update"))["note"] == "Player 1's standing orders are off."
        off = (await see(server, match_id, 0, tokens[0]))[1]
        assert (off["active"], off["orders"]) == (False, mine), "they are kept for another time"
        told_to_bob = "".join(frame for frame in bob.frames if '"update"' in frame)
        assert not re.search(r"(?<![\w.-])13(?![\w.:-])", told_to_bob), "but in a date or an id"


async def test_what_cannot_be_ordered(server: House) -> None:
    match_id, tokens = await server.create("human", "human", game="circus")
    for wrong in (
        {"speed": "warp"},
        {"gallop": 1},
        {"speed": "fixed", "speed_number": 999},
        {"defence": [{"do": "pray"}]},
        {"attack": "some", "targets": ["nobody"]},
        {"defence": [{"do": "pray"}] * 2000},
    ):
        for confirmed in (False, True):
            status, refused = await give(server, match_id, 0, tokens[0], wrong, confirmed=confirmed)
            assert (status, refused["code"]) == (422, "bad-orders")
    wrong_fields: list[dict[str, Any]] = [
        {"when": "never"},
        {"minutes": -1},
        {"minutes": 10081},
        {"minutes": 1.5},
        {"orders": []},
        {"x": 1},
    ]
    for field in wrong_fields:
        answer = await server.call(
            "PUT", f"/api/matches/{match_id}/seats/0/orders", tokens[0], json={"orders": {}, **field}
        )
        assert answer.status_code == 422
    assert not (await see(server, match_id, 0, tokens[0]))[1]["active"]


async def test_orders_are_their_seats_alone(server: House) -> None:
    match_id, tokens = await server.create("human", "human", "bot:random", game="circus")
    await confirm(server, match_id, 0, tokens[0], {"speed": "fixed", "speed_number": 47})
    for token, status, code in (
        (tokens[1], 403, "not-your-seat"),
        (None, 401, "wrong-token"),
        ("x", 401, "wrong-token"),
    ):
        for answer in (await see(server, match_id, 0, token), await give(server, match_id, 0, token, confirmed=True)):
            assert (answer[0], answer[1]["code"]) == (status, code)
    assert (await see(server, match_id, 2, tokens[0]))[0] == 403
    assert (await see(server, match_id, 9, tokens[0]))[0] == 404
    # Whoever has the seat next neither finds nor obeys them.
    path = f"/api/matches/{match_id}/seats/0"
    assert (await server.call("PATCH", path, tokens[0], json={"kind": "open"})).status_code == 200
    assert not (await server.info(match_id))["seats"][0]["orders"]
    token = (await server.call("POST", f"{path}/take", json={})).json()["token"]
    status, fresh = await see(server, match_id, 0, token)
    assert (status, fresh["active"], fresh["orders"]["speed"]) == (200, False, "safe")


async def test_a_game_without_orders(morra: Morra, server: House) -> None:
    match_id, tokens = await server.create("human", "human", game="morra")
    assert (await see(server, match_id, 0, tokens[0]))[1]["form"] == []
    status, refused = await give(server, match_id, 0, tokens[0], confirmed=True)
    assert (status, refused["code"]) == (422, "no-orders")


async def test_after_the_end_nothing_is_ordered_any_more(server: House) -> None:
    match_id, tokens = await server.create("human", "human")
    await confirm(server, match_id, 0, tokens[0])
    async with server.players(match_id, tokens) as (ann, bob):
        await ann.ask("resign", 0)
        assert (await give(server, match_id, 0, tokens[0]))[1]["code"] == "seat-resigned"
        await bob.ask("resign", 1)
    assert (await give(server, match_id, 1, tokens[1]))[1]["code"] == "match-over"
    again = (await server.call("POST", f"/api/matches/{match_id}/rematch", tokens[0])).json()["match"]
    assert [seat["orders"] for seat in again["seats"]] == [False, False]


# -- carrying them out ------------------------------------------------------------------------------------------


async def test_they_answer_for_who_is_away_and_the_log_says_so(quick: House) -> None:
    """One drives, the other one's orders do; and the race proves itself in the end."""
    match_id, tokens = await quick.create("human", "human", game="circus", options={"level": "basic"})
    async with quick.player(match_id, tokens[1]) as bob:
        async with quick.player(match_id, tokens[0]) as ann:
            await build(quick, match_id, ann, bob)
            await confirm(quick, match_id, 0, tokens[0], {"speed": "fixed", "speed_number": 7})
            await ann.until_type("update")
            await asyncio.sleep(0.8)
            assert await steps(quick, match_id) == [], "she is here"
        told = await bob.until(lambda message: "'s standing orders" in message.get("note", ""))
        assert told["note"] == "Player 1's standing orders have answered."
        assert [step.choice for step in await steps(quick, match_id)] == [7]
        assert "speeds" not in [event["kind"] for event in bob.events], "nothing is revealed yet"
        while len([step for step in await steps(quick, match_id) if "orders: " in step.note]) < 4:
            if bob.view()["decision"]:
                assert (await bob.answer(1, bob.decision()["default"]))["type"] == "ack"
            else:
                await bob.receive()
        noted = [step.note for step in await steps(quick, match_id) if "have answered" not in step.note]
        assert all(note.startswith("Player 1's standing orders: ") for note in noted)
        # Whoever comes later finds it in the log, at its place.
        async with quick.player(match_id) as watcher:
            sync = json.loads(next(frame for frame in watcher.frames if '"sync"' in frame))
            kept = [note for note in sync["notes"] if "standing orders:" in note["text"]]
            assert kept[0]["text"] == noted[0]
            moved = next(event for event in sync["events"] if event["n"] >= kept[0]["since"])
            assert moved["kind"] in ("dead-start", "whip", "speed", "drive")
        async with quick.player(match_id, tokens[0]) as ann:
            for player, seat in ((ann, 0), (bob, 1)):
                assert (await player.ask("resign", seat))["type"] == "ack"
    record = (await quick.call("GET", f"/api/matches/{match_id}/record")).json()
    ludus.verify(record)
    assert "standing" not in json.dumps(record)
    assert (await quick.call("GET", f"/api/matches/{match_id}/replay")).status_code == 200


async def test_what_they_do_not_cover_waits(quick: House) -> None:
    match_id, tokens = await quick.create("human", "human")
    (seat,) = (await quick.info(match_id))["waiting"]
    nothing = dict.fromkeys(("repair", "dice", "speed", "steer", "attack"), "ask")
    await confirm(quick, match_id, seat, tokens[seat], nothing)
    await asyncio.sleep(1.2)
    assert await steps(quick, match_id) == []
    # Other orders are another matter, though the match still stands where it stood.
    await confirm(quick, match_id, seat, tokens[seat])
    await until(lambda: steps(quick, match_id))


async def test_who_was_here_and_left_is_answered_for(quick: House) -> None:
    match_id, tokens = await quick.create("human", "human")
    (seat,) = (await quick.info(match_id))["waiting"]
    async with quick.player(match_id, tokens[seat]):
        await confirm(quick, match_id, seat, tokens[seat])
        await asyncio.sleep(1)
        assert await steps(quick, match_id) == []
    await until(lambda: steps(quick, match_id))


async def test_at_once_also_while_somebody_is_here_but_not_what_he_took_back(quick: House) -> None:
    match_id, tokens = await quick.create("human", "human", game="circus")
    async with quick.players(match_id, tokens) as (ann, bob):
        await build(quick, match_id, ann, bob)
        await confirm(quick, match_id, 0, tokens[0], when="always")
        await ann.until(lambda message: "have answered" in message.get("note", ""))
        assert ann.view()["given"] is not None
        assert (await ann.ask("undo", 0))["type"] == "ack"
        before = len(await steps(quick, match_id))
        await asyncio.sleep(0.8)
        assert len(await steps(quick, match_id)) == before, "what she takes back she answers herself"
        assert (await ann.answer(0, 0))["type"] == "ack"


async def test_only_after_a_while_without_any_change(quick: House, monkeypatch: pytest.MonkeyPatch) -> None:
    match_id, tokens = await quick.create("human", "human")
    seat = (await quick.info(match_id))["waiting"][0]
    await confirm(quick, match_id, seat, tokens[seat], minutes=1)
    await asyncio.sleep(1)
    assert await steps(quick, match_id) == []
    watch = "ludus.server.standing_orders_watch.time"
    later = time.time() + 61
    monkeypatch.setattr(watch, type("Later", (), {"time": staticmethod(lambda: later)}))
    await until(lambda: steps(quick, match_id))


async def test_an_hour_of_the_clock_is_not_waited_for(tmp_path: Path) -> None:
    async with house(tmp_path, **SOON) as server:
        match_id, tokens = await server.create("human", "human", seconds=3600)
        for seat in (0, 1):
            await confirm(server, match_id, seat, tokens[seat])
        await until(lambda: _over(server, match_id), 60)
        assert await steps(server, match_id, "timeout") == []
        record = (await server.call("GET", f"/api/matches/{match_id}/record")).json()
        assert len(ludus.verify(record).answers) == len(await steps(server, match_id))


async def _over(server: House, match_id: str) -> bool:
    return bool((await server.info(match_id))["status"] == "over")


async def test_they_survive_a_restart_and_act_where_nobody_looks(place: Place) -> None:
    async with house(place, away_seconds=3600) as server:
        match_id, tokens = await server.create("human", "human")
        seat = (await server.info(match_id))["waiting"][0]
        await confirm(server, match_id, seat, tokens[seat])
        await asyncio.sleep(0.5)
        assert await steps(server, match_id) == []
    async with house(place, idle_seconds=0.0, **SOON) as server:
        await until(lambda: steps(server, match_id))
        assert (await see(server, match_id, seat, tokens[seat]))[1]["active"]


async def test_of_two_servers_one_obeys_and_both_know_who_is_here(place: Place) -> None:
    async with house(place, away_seconds=1.0) as one, house(place, away_seconds=1.0) as two:
        match_id, tokens = await one.create("human", "human")
        seat = (await one.info(match_id))["waiting"][0]
        async with one.player(match_id, tokens[seat]):
            await confirm(two, match_id, seat, tokens[seat])
            await asyncio.sleep(2.5)
            assert await steps(two, match_id) == [], "the other server has seen her"
        async with one.player(match_id) as watcher, two.player(match_id) as other:
            await until(lambda: steps(two, match_id))
            await until(lambda: _waits_for(two, match_id, 1 - seat))
            number = (await two.info(match_id))["number"]
            for each in (watcher, other):
                await each.until_number(number)
            assert watcher.events == other.events
            assert watcher.view()["position"] == other.view()["position"]
            kinds = [step.kind for step in (await one.hall.store.load(match_id)).steps]  # type: ignore[union-attr]
            assert kinds[2:] == ["orders"] * (len(kinds) - 2), "each question was answered once"


async def _waits_for(server: House, match_id: str, seat: int) -> bool:
    return bool((await server.info(match_id))["waiting"] == [seat])


class Boaster(Morra):
    """Morra with orders that would love to tell what they know."""

    id = "boaster"

    def orders(self, options: Any, seats: int, position: Any = None) -> OrderForm:
        luck = Number(name="digit", title="Digit", default=7, low=0, high=9)
        return (Section("All", (luck, OneOf(name="boast", title="Boast", default="loud", choices={"loud": "loudly"}))),)

    def orders_in_words(self, orders: Orders, options: Mapping[str, Any] | None = None) -> list[str]:
        return [f"My lucky digit is {orders['digit']}."]

    def obey(self, state: Round, seat: int, decision: Decision, orders: Orders) -> Obeyed | None:
        choice = decision.default
        if decision.name == "wager":
            assert isinstance(choice, int)
            choice += orders["digit"]
        # A game must not say this; where answers are secret the house does not let it through anyway.
        return Obeyed(choice, f"{choice} of {state.tokens}" if decision.name in ("wager", "fingers") else "of course.")


async def test_secrets_stay_secret(quick: House) -> None:
    GAMES["boaster"] = Boaster()
    try:
        match_id, tokens = await quick.create("human", "human", "human", game="boaster")
        async with quick.player(match_id, tokens[1]) as bob, quick.player(match_id) as watcher:
            await confirm(quick, match_id, 0, tokens[0], {"digit": 5})
            await bob.until(lambda message: "have answered" in message.get("note", ""))
            running = (await quick.hall.room(match_id)).running
            assert running is not None
            wager = (await steps(quick, match_id))[0].choice
            own = running.match.state.tokens[0]
            assert wager == own * 10 + 5
            await watcher.until(lambda message: "have answered" in message.get("note", ""))
            for player in (bob, watcher):
                for secret in (str(own), str(wager), "digit"):
                    assert secret not in "".join(player.frames)
    finally:
        del GAMES["boaster"]


async def test_an_absent_gladiator_moves_as_ordered_and_nobody_sees_it_coming(quick: House) -> None:
    match_id, tokens = await quick.create("human", "human", game="gladiator", scenario="the-charge")
    async with quick.player(match_id, tokens[1]) as bob:
        await confirm(quick, match_id, 0, tokens[0], {"moves": [], "move": "away", "aim": "these", "aims": ["groin"]})
        await bob.until(lambda message: "have answered" in message.get("note", ""))
        assert [step.choice for step in await steps(quick, match_id)] == ["(Q)B"]
        assert "plots" not in [event["kind"] for event in bob.events], "nothing is revealed yet"
        assert (await bob.answer(1, "-"))["type"] == "ack"
        while "plots" not in [event["kind"] for event in bob.events]:
            await bob.receive()
        (told,) = [event for event in bob.events if event["kind"] == "plots"]
        assert told["data"]["plots"] == {"Verus": "(Q)B", "Priscus": "-"}
        assert '"aims"' not in "".join(bob.frames), "what the orders say stays his own"


async def test_orders_of_a_campaign_keep_the_purse_in_its_races(quick: House) -> None:
    """Given once, for all races: guards and a bet on the own chariot, while the driver drives. How it is driven by a
    person himself they do not say."""
    season, tokens = await quick.create("human", "human", game="campaign", ruleset="season", options={"races": 1})
    money = {"bets": "own", "bet_most": 700, "guard_drugs": 200, "side_bets": "ask"}
    await confirm(quick, season, 1, tokens[1], money, active=True, when="always")
    async with quick.player(season, tokens[0]) as owner:
        while owner.view()["contest"] is None:
            if owner.view()["decision"] is None:
                await owner.receive()
            else:
                await owner.answer(0, owner.decision()["default"])
        race = owner.match["contests"][-1]["id"]
    async with quick.player(race, tokens[0]) as owner, quick.player(race, tokens[1]) as away:
        for name in ("skullduggery", "bets"):
            while (owner.view()["decision"] or {}).get("name") != name:
                await owner.receive()
            assert (await owner.answer(0, owner.decision()["default"]))["type"] == "ack"
        while (away.view()["decision"] or {}).get("name") != "side_bet":
            await away.receive()
        coffers = away.view()["position"]["parts"]["patronage"]
        assert [guard[1:] for guard in coffers["envelopes"]["1"]["guards"]] == [["drugs", 200]]
        assert sum(coffers["bets"]["1"].values()) == 700
    assert [step.seat for step in await steps(quick, race)] == [1, 1]
