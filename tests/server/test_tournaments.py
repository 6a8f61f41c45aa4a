"""Tournaments of people: set up, entered, played round by round to the winner; and what others try with them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import create_engine, select

from ludus.server import ratings, tournament_rounds, tournaments
from ludus.server.keeping import delete_match
from ludus.server.players import LEAST_ANSWERS
from ludus.server.sql_tables import matches
from tests.server.campaigns import bots_answer_at_once
from tests.server.kit import House, Place, house
from tests.server.test_accounts import device, fight_it_out
from tests.server.test_notices import SWIFT, Receiver, hook, receiver, until  # noqa: F401
from tests.server.test_operating import admin

SWISS = {"name": "The Ides Cup", "game": "chariot-race", "format": "swiss", "seats": 2}


class Organiser:
    """A tournament, its key, and those who have entered it by their numbers."""

    def __init__(self, server: House, cup_id: str, key: str) -> None:
        self.server, self.id, self.key = server, cup_id, key
        self.tokens: dict[int, str] = {}

    @classmethod
    async def sets_up(cls, server: House, *names: str, **plan: Any) -> Organiser:
        made = await server.call("POST", "/api/tournaments", json={**SWISS, **plan})
        assert made.status_code == 201, made.text
        cup = cls(server, made.json()["tournament"]["id"], made.json()["key"])
        for name in names:
            entered = await cup.call("POST", "/entrants", None, json={"name": name})
            assert entered.status_code == 201, entered.text
            cup.tokens[entered.json()["number"]] = entered.json()["token"]
        return cup

    async def call(self, method: str, path: str = "", token: str | None = None, **options: Any) -> httpx.Response:
        return await self.server.call(method, f"/api/tournaments/{self.id}{path}", token, **options)

    async def does(self, path: str, **options: Any) -> dict[str, Any]:
        answer = await self.call("POST", path, self.key, **options)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    async def sees_to(self, number: int, do: str, token: str | None = None) -> httpx.Response:
        return await self.call("PATCH", f"/entrants/{number}", token or self.key, json={"do": do})

    async def info(self) -> dict[str, Any]:
        return dict((await self.call("GET")).json())

    async def tables(self) -> list[dict[str, Any]]:
        """Those of the newest round."""
        found = (await self.info())["tables"]
        return [each for each in found if each["round"] == found[-1]["round"]]

    async def play(self, table: dict[str, Any]) -> None:
        """The lowest number wins; all others resign."""
        seats = {seat: self.tokens[number] for seat, number in enumerate(table["seating"]) if number is not None}
        best = table["seating"].index(min(number for number in table["seating"] if number is not None))
        order = {best: seats.pop(best), **seats}
        for seat in list(order)[1:]:
            async with self.server.player(table["match"], order[seat]) as player:
                assert (await player.ask("resign", seat))["type"] == "ack"
        async with self.server.player(table["match"], order[best]) as player:
            if player.view()["outcome"] is None:  # where bots are left he goes, too, as the last
                assert (await player.ask("decide" if None not in table["seating"] else "resign", best))["type"] == "ack"
            while player.view()["outcome"] is None:
                await player.receive()

    async def play_round(self) -> None:
        for table in await self.tables():
            if table["status"] == "running":
                await self.play(table)


async def until_over(server: House, match_id: str) -> None:
    for _ in range(400):
        if (await server.info(match_id))["status"] == "over":
            return
        await asyncio.sleep(0.05)
    raise AssertionError("it does not end")


async def code(answering: Any) -> tuple[int, str]:
    answer = await answering
    return answer.status_code, answer.json().get("code", "")


async def test_a_swiss_of_people_to_its_winner(server: House) -> None:
    cup = await Organiser.sets_up(server, "Livia", "Cato", "Livia", rounds=2, listed=True)
    before = await cup.info()
    assert [each["name"] for each in before["entrants"]] == ["Livia", "Cato", "Livia 2"], "names can be told apart"
    assert (before["status"], before["rounds"], before["tables"], before["by"]) == ("open", 2, [], None)
    begun = await cup.does("/start")
    assert begun["status"] == "running"
    (table, free) = begun["tables"]
    assert (table["title"], table["status"], free["status"], free["match"]) == ("Round 1", "running", "free", None)
    match = await server.info(table["match"])
    assert match["tournament"] == {"id": cup.id, "name": "The Ides Cup"}
    assert match["title"] == "Round 1"
    assert [seat["name"] for seat in match["seats"]] == table["names"]
    assert match["status"] == "running"
    # By the token of the entry one finds one's table, here and among one's games, and is told when it is one's turn.
    for number, token in cup.tokens.items():
        (mine,) = (await server.call("POST", "/api/tournaments/mine", json={"tokens": [token]})).json()
        there = [seat for seat, sits in enumerate(table["seating"]) if sits == number]
        assert mine["seats"] == [{"match": table["match"], "seat": seat, "token": 0} for seat in there]
        assert mine["next"] == (table["match"] if number in table["seating"] else None)
        assert (mine["organiser"], mine["entrants"]) == (False, [number])
        found = (await server.call("POST", "/api/matches/lookup", json={"tokens": [token]})).json()
        assert [each["match"]["id"] for each in found] == ([table["match"]] if number in table["seating"] else [])
    await cup.play_round()
    (after, other) = await cup.tables()
    assert (after["round"], after["title"]) == (2, "Round 2"), "the next round has begun by itself"
    assert other["seating"] != free["seating"], "another one is free"
    await cup.play_round()
    over = await cup.info()
    assert (over["status"], over["winners"]) == ("over", [1])
    assert next((each["number"], each["place"]) for each in over["entrants"]) == (1, 1)
    assert [each["points"] for each in over["entrants"]] == [2.0, 1.0, 1.0]
    (listed,) = (await server.call("GET", "/api/tournaments")).json()
    assert (listed["id"], listed["status"], listed["entrants"]) == (cup.id, "over", 3)
    # No secret is in anything that all may read.
    shown = str([before, over, listed, match, after])
    assert not any(secret in shown for secret in (cup.key, *cup.tokens.values()))
    (mine,) = (await server.call("POST", "/api/tournaments/mine", json={"tokens": [cup.key]})).json()
    assert (mine["organiser"], mine["entrants"], mine["seats"]) == (True, [], [])


async def test_heats_with_semi_finals_a_final_and_bots(server: House, monkeypatch: pytest.MonkeyPatch) -> None:
    bots_answer_at_once(monkeypatch)
    cup = await Organiser.sets_up(server, *"abcde", format="heats", seats=4, bot="random")
    tables = (await cup.does("/start"))["tables"]
    assert [each["title"] for each in tables] == ["Semi-final 1", "Semi-final 2"]
    for table in tables:
        kinds = [seat["kind"] for seat in (await server.info(table["match"]))["seats"]]
        assert sorted(set(kinds)) == ["bot", "human"]
        assert [number is None for number in table["seating"]] == [kind == "bot" for kind in kinds]
    # Of each the better half of the people goes on, wherever the bots came in. Nobody looks on at the second, where all
    # forfeit, and the two bots race on.
    small = min(tables, key=lambda table: len([number for number in table["seating"] if number is not None]))
    for number in small["seating"]:
        assert number is None or (await cup.sees_to(number, "forfeit")).status_code == 200
    await cup.play(next(table for table in tables if table is not small))
    await until_over(server, small["match"])
    (final,) = await cup.tables()
    assert final["title"] == "Final"
    people = {number for number in final["seating"] if number is not None}
    for table in (await cup.info())["tables"][:2]:
        sat = [seat for seat, number in enumerate(table["seating"]) if number is not None]
        best = sorted(sat, key=lambda seat: (table["places"][seat], seat))[: (len(sat) + 1) // 2]
        assert people & set(table["seating"]) == {table["seating"][seat] for seat in best}
    await cup.play_round()
    over = await cup.info()
    assert over["status"] == "over"
    assert set(over["winners"]) <= people, "a person has won it, wherever the bot came in"
    assert {each["number"] for each in over["entrants"][:3]} == people


async def test_a_round_robin_waits_for_its_organiser_who_sees_to_the_absent(
    server: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots_answer_at_once(monkeypatch)
    cup = await Organiser.sets_up(server, *"abcd", format="round-robin", auto=False, seconds=600)
    assert (await cup.does("/start"))["rounds"] == 3
    assert await code(cup.call("POST", "/next", cup.key)) == (409, "not-waiting")
    one, two = await cup.tables()
    assert (await server.info(one["match"]))["clock"]["seconds"] == 600
    # Who is absent forfeits, or a bot plays for him; where it gave most of the answers he is last all the same.
    absent = one["seating"][0]
    assert (await cup.sees_to(absent, "forfeit")).status_code == 200
    async with server.player(one["match"], cup.tokens[one["seating"][1]]) as player:
        await player.ask("decide", 1)
    assert await code(cup.sees_to(absent, "stand-in")) == (409, "not-at-a-table")
    late = two["seating"][1]
    assert (await cup.sees_to(late, "stand-in")).status_code == 200
    assert (await server.info(two["match"]))["seats"][1]["hands"] == "run"
    async with server.player(two["match"], cup.tokens[two["seating"][0]]) as player:
        while player.view()["outcome"] is None:
            if player.view()["decision"] is not None:
                await player.answer(0, player.decision(0)["default"])
            else:
                await player.receive()
    info = await cup.info()
    assert info["status"] == "waiting"
    places = {table["match"]: table["places"] for table in info["tables"]}
    assert places[two["match"]][1] > places[two["match"]][0]
    assert places[one["match"]][0] > places[one["match"]][1]
    # One withdraws, and whoever should have met him has the point.
    token = cup.tokens[late]
    assert (await cup.sees_to(late, "withdraw", token)).status_code == 200
    await cup.does("/next")
    assert sorted(each["status"] for each in await cup.tables()) == ["free", "running"]
    # A match that the keeper has deleted counts for nobody, and stops nothing.
    (running,) = [each for each in await cup.tables() if each["status"] == "running"]
    await asyncio.to_thread(_delete, server, running["match"])
    info = await cup.info()
    assert (info["tables"][-2]["status"], info["status"]) == ("void", "waiting")
    ended = await cup.does("/end")
    assert ended["status"] == "over"
    assert ended["winners"] != [late]
    assert (await cup.call("DELETE", "", cup.key)).status_code == 200
    assert await code(cup.call("GET")) == (404, "no-such-tournament")
    assert (await server.info(one["match"]))["status"] == "over", "matches stay"


def _delete(server: House, match_id: str) -> None:
    engine = create_engine(server.hall.settings.url)
    delete_match(engine, match_id)
    engine.dispose()


async def test_what_others_try(server: House) -> None:
    for plan, wanted in (
        ({"format": "cup"}, (422, "invalid")),
        ({"seats": 1}, (422, "invalid")),
        ({"seats": 9}, (422, "bad-seats")),
        ({"rounds": 3, "format": "heats"}, (422, "bad-rounds")),
        ({"game": "chess"}, (422, "unknown-game")),
        ({"ruleset": "nonsense"}, (422, "unknown-ruleset")),
        ({"bot": "nobody"}, (422, "unknown-bot")),
        ({"seconds": 1}, (422, "bad-clock")),
        ({"name": "\u200b"}, (422, "bad-name")),
        ({"board_file": "x ="}, (422, "bad-toml")),
        ({"game": "circus", "options": {"track": {"gray": list(range(40_000))}}}, (422, "bad-option")),
        ({"game": "gladiator", "seats": 3, "options": {"types": ["light", "medium", "heavy"]}}, (422, "needs-bots")),
    ):
        got = await code(server.call("POST", "/api/tournaments", json={**SWISS, **plan}))
        assert got == wanted, plan
    cup = await Organiser.sets_up(server, "Livia", "Cato", "Nero")
    assert await code(cup.call("POST", "/entrants", json={"name": ""})) == (422, "invalid")
    for unknown in ("nothing", "%00%0A", "x" * 60):
        assert await code(server.call("GET", f"/api/tournaments/{unknown}")) == (404, "no-such-tournament")
    livia, cato = cup.tokens[1], cup.tokens[2]
    for path in ("/start", "/next", "/end"):
        for token in (None, livia, "x" * 30):
            assert await code(cup.call("POST", path, token)) == (403, "not-organiser")
    assert await code(cup.call("DELETE", "", livia)) == (403, "not-organiser")
    assert await code(cup.sees_to(1, "withdraw", cato)) == (403, "not-organiser")
    assert await code(cup.sees_to(1, "forfeit", livia)) == (403, "not-organiser")
    assert await code(cup.sees_to(9, "withdraw")) == (404, "no-such-entrant")
    assert await code(cup.sees_to(1, "win")) == (422, "invalid")
    assert (await cup.sees_to(3, "withdraw")).status_code == 200, "an entry goes as if it had never been"
    await cup.does("/start")
    assert await code(cup.call("POST", "/start", cup.key)) == (409, "already-started")
    assert await code(cup.call("POST", "/entrants", json={"name": "Late"})) == (409, "already-started")
    assert await code(cup.call("DELETE", "", cup.key)) == (409, "not-over")
    (table,) = await cup.tables()
    seat = table["seating"].index(1)
    here = f"/api/matches/{table['match']}"
    # The seats, the clock and the match itself are the tournament's.
    refused = (409, "table-of-tournament")
    assert await code(server.call("PATCH", f"{here}/seats/{seat}", livia, json={"kind": "bot"})) == refused
    assert await code(server.call("PATCH", f"{here}/seats/{seat}", livia, json={"name": "Cato"})) == refused
    assert await code(server.call("POST", f"{here}/seats/{seat}/take", json={})) == refused
    assert await code(server.call("PUT", f"{here}/clock", livia, json={"seconds": 60})) == refused
    assert await code(server.call("DELETE", here, livia)) == refused
    assert await code(server.call("PATCH", f"{here}/seats/{seat}", cup.key, json={"kind": "bot"})) == refused
    async with server.player(table["match"], cup.key) as stranger:
        assert list(stranger.views) == ["watch"], "the organiser sees what all see"
    await cup.play_round()
    assert (await cup.info())["status"] == "over"
    assert await code(server.call("POST", f"{here}/rematch", livia)) == refused
    assert await code(cup.sees_to(1, "withdraw", livia)) == (409, "tournament-over")


async def test_limits_by_address(place: Place) -> None:
    async with house(place, tournaments_per_hour=2.0, entries_per_hour=3.0) as server:
        cup = await Organiser.sets_up(server, "a", "b", "c")
        assert await code(cup.call("POST", "/entrants", json={"name": "d"})) == (429, "too-fast")
        await Organiser.sets_up(server)
        assert await code(server.call("POST", "/api/tournaments", json=SWISS)) == (429, "too-fast")


async def test_two_servers_make_a_round_once_and_a_restart_goes_on(place: Place) -> None:
    async with house(place) as one, house(place) as other:
        cup = await Organiser.sets_up(one, *"abcd", rounds=2)
        started = await asyncio.gather(*(cup.call("POST", "/start", cup.key) for _ in range(4)), return_exceptions=True)
        assert sorted(each.status_code for each in started if isinstance(each, httpx.Response)) == [200, 409, 409, 409]
        await cup.play_round()
        await asyncio.gather(*(tournament_rounds.go_on(each.hall, cup.id) for each in (one, other) * 5))
        first = await cup.info()
        assert [each["round"] for each in first["tables"]] == [1, 1, 2, 2]
        seen = dict((await other.call("GET", f"/api/tournaments/{cup.id}")).json())
        assert seen == first
        entering = await Organiser.sets_up(one)
        entered = await asyncio.gather(
            *(
                each.call("POST", f"/api/tournaments/{entering.id}/entrants", json={"name": f"n{number}"})
                for number in range(4)
                for each in (one, other)
            )
        )
        assert sorted(each.json()["number"] for each in entered) == list(range(1, 9)), "nobody's number twice"
        # A server is stopped after the round was written and before its matches have begun.
        made = await tournaments.change(
            one.hall, entering.id, lambda found: tournament_rounds._made(found, by_hand=True)
        )
        assert len(made) == 4
    async with house(place) as again:
        cup.server = again
        for _ in range(100):
            statuses = await again.hall.store.read(
                lambda connection: [
                    row.status
                    for row in connection.execute(select(matches.c.status).where(matches.c.tournament == entering.id))
                ]
            )
            if "lobby" not in statuses:
                break
            await asyncio.sleep(0.05)
        assert statuses == ["running"] * 4, "whoever comes next begins them"
        await cup.play_round()
        over = await cup.info()
        assert (over["status"], over["winners"]) == ("over", [1])


async def test_with_accounts_ratings_other_devices_and_being_forgotten(server: House, tmp_path: Path) -> None:
    async with device(server, "Livia") as livia, device(server) as phone, device(server, "Cato") as cato:
        made = (await livia.call("POST", "/tournaments", json={**SWISS, "name": "Livia's cup", "rounds": 1})).json()
        assert made["tournament"]["by"] == "Livia"
        cup = Organiser(server, made["tournament"]["id"], made["key"])
        for number, person in ((1, livia), (2, cato)):
            name = {"name": "Livia" if number == 1 else "Cato"}
            entered = await person.call("POST", f"/tournaments/{cup.id}/entrants", json=name)
            cup.tokens[number] = entered.json()["token"]
            again = await code(person.call("POST", f"/tournaments/{cup.id}/entrants", json=name))
            assert again == (409, "already-entered")
        assert all(each["account"] for each in (await cup.info())["entrants"])
        # On her telephone she is the organiser too, and her seat comes there.
        assert (await phone.sign_in(livia.key)).status_code == 200
        assert (await phone.call("POST", f"/tournaments/{cup.id}/start")).status_code == 200
        (mine,) = (await phone.call("POST", "/tournaments/mine", json={"tokens": []})).json()
        assert (mine["organiser"], mine["entrants"], mine["seats"][0]["token"]) == (True, [1], None)
        brought = (await phone.call("PUT", "/account/seats", json={"seats": []})).json()["seats"]
        assert [each["match"] for each in brought] == [mine["next"]]
        (table,) = await cup.tables()
        order = {0: table["seating"].index(1), 1: table["seating"].index(2)}
        tokens = {order[0]: cup.tokens[1], order[1]: cup.tokens[2]}
        await fight_it_out(server, table["match"], dict(sorted(tokens.items())), moves=3 * LEAST_ANSWERS)
        await ratings.rate_waiting(server.hall)
        over = await cup.info()
        assert over["status"] == "over"
        assert (await livia.history())["games"][0]["rated"] == 1
        exported = (await livia.call("GET", "/account/export")).json()
        assert exported["tournaments"] == [
            {"id": cup.id, "name": "Livia's cup", "entered_as": ["Livia"], "organised": True}
        ]
        # All of it is in a backup, and the keeper sees it.
        data = server.hall.settings.data
        assert "Livia's cup" in admin("tournaments", data=data).output
        file, restored = tmp_path / "house.chest", tmp_path / "restored"
        assert admin("backup", str(file), data=data).exit_code == 0
        assert admin("restore", str(file), data=restored).exit_code == 0
        async with house(restored) as copy:
            kept = dict((await copy.call("GET", f"/api/tournaments/{cup.id}")).json())
            assert kept == over
        assert (await livia.call("DELETE", "/account")).status_code == 200
        info = await cup.info()
        assert (info["name"], info["by"]) == ("Somebody's cup", None)
        assert {each["name"] for each in info["entrants"]} == {"Somebody", "Cato"}
        assert "Livia" not in str(info) + str(await server.info(table["match"]))
        assert "is deleted" in admin("delete-tournament", cup.id, "--yes", data=data).output
        assert admin("delete-tournament", cup.id, "--yes", data=data).exit_code == 2


async def test_who_entered_is_told_of_his_table(receiver: Receiver, tmp_path: Path) -> None:  # noqa: F811
    async with house(tmp_path, **SWIFT) as server, device(server, "Livia") as livia:
        made = await livia.call("POST", "/notices", json={"seats": [], "follow": True, **hook(receiver)})
        assert made.status_code == 201, made.text
        cup = await Organiser.sets_up(server, rounds=1, bot="random")
        for number, person in ((1, livia), (2, server)):
            path = f"/tournaments/{cup.id}/entrants"
            entered = await person.call("POST", path if number == 1 else f"/api{path}", json={"name": "Livia"})
            cup.tokens[number] = entered.json()["token"]
        await cup.does("/start")
        (table,) = await cup.tables()
        async with server.player(table["match"], cup.tokens[2]) as other:
            seat = table["seating"].index(2)
            while other.view()["waiting"] == [seat]:
                await other.answer(seat, other.decision(seat)["default"])
        await until(lambda: receiver.taken)
        assert receiver.news[0]["match"] == table["match"]
