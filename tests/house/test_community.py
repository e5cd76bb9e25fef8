"""Friends, circles, blocks, mutes and reports: what each may see, and what each may do."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from house.running import TIMEOUT_S, Answer, House, Visitor, guest, house, in_loop
from websockets.exceptions import InvalidStatus

from ludotheque.house.community.circles import next_evening
from ludotheque.house.store import open_store
from ludotheque.house.store.community import Circle, CommunityStore
from ludotheque.house.store.hosting import HOST, HostingStore

pytest_plugins = ("house.postgres",)
PASSWORD = "long enough a word"  # noqa: S105 - a test's


async def send(visitor: Visitor, method: str, path: str, **body: object) -> Answer:
    """Send a request with a body."""
    return await visitor.fetch(method, path, json.dumps(body).encode())


async def company(visitor: Visitor, query: str = "") -> Any:
    """What a page is told of its person's friends."""
    return (await visitor.fetch("GET", f"/api/me/company{query}")).data()


async def befriend(one: Visitor, other: Visitor) -> str:
    """Make two people friends by a link; returns the id of the other."""
    link = await one.post("/api/me/friends")
    await other.post("/api/invitation/accept", token=link["token"])
    (friend,) = (await company(one))["friends"]
    return str(friend["person"])


async def name_of(visitor: Visitor) -> str:
    return str((await visitor.fetch("GET", "/api/me")).data()["name"])


@in_loop
async def test_friends_are_made_by_a_link_see_and_call_one_another(
    place: str, tmp_path: Path
) -> None:
    with house(place, tmp_path) as here:
        anna, bea, carl = [await guest(here) for _ in range(3)]
        link = await anna.post("/api/me/friends")
        shown = await bea.post("/api/invitation", token=link["token"])
        assert (shown["kind"], shown["name"]) == ("friend", await name_of(anna))
        assert (await send(anna, "POST", "/api/invitation/accept", token=link["token"])).data()[
            "code"
        ] == "no-such-link"  # one's own
        bea_id = await befriend(anna, bea)
        (friend,) = (await company(bea))["friends"]  # mutual; Anna has asked a moment ago
        assert (friend["name"], friend["here"]) == (await name_of(anna), True)
        await bea.post("/api/me/presence", hidden=True)
        await company(bea)
        assert not (await company(anna))["friends"][0]["here"]

        table = await anna.new_table("m", [])
        await anna.post(f"/api/tables/{table}/calls", person=bea_id)
        (call,) = (await company(bea))["calls"]
        assert (call["table"], call["name"]) == (table, await name_of(anna))
        stranger = await send(carl, "POST", f"/api/tables/{table}/calls", person=bea_id)
        assert stranger.data()["code"] == "not-seated"
        assert (await bea.fetch("DELETE", f"/api/me/calls?table={table}")).status == 200
        assert (await company(bea))["calls"] == []
        assert (await anna.fetch("DELETE", f"/api/me/friends?person={bea_id}")).status == 200
        assert (await company(bea))["friends"] == []
        assert (await company(Visitor(here, "")))["friends"] == []


@in_loop
async def test_who_is_blocked_never_meets_the_blocker_and_is_not_told(
    place: str, tmp_path: Path
) -> None:
    with house(place, tmp_path) as here:
        anna, eve = await guest(here), await guest(here)
        await befriend(anna, eve)
        table = await anna.new_table("m", [], players=2)
        async with anna.at(table) as host, eve.at(table) as other:
            await host.must("sit", seat=0)
            await other.must("sit", seat=1)
            await other.must("say", text="rude")
            await host.see(lambda view: bool(view.chat))
            await anna.post("/api/me/blocks", table=table, seat=1)
            await host.see(lambda view: not view.chat)  # and not read any more
            await other.must("rise")
            assert await other.refused("sit", seat=1) == "no-seat-here"
        (blocked,) = (await company(anna))["blocked"]
        assert blocked["name"] == await name_of(eve)
        told = await company(eve)
        assert (told["friends"], told["blocked"]) == ([], [])
        link = await anna.post("/api/me/friends")
        refused = await send(eve, "POST", "/api/invitation/accept", token=link["token"])
        assert refused.data()["code"] == "no-such-link"
        for one in (anna, eve):  # nor are they matched
            await one.post("/api/match", game="m", options={"players": 2}, wait=60)
        states = [(await one.fetch("GET", "/api/match")).data() for one in (anna, eve)]
        assert [(one["state"], len(one["names"])) for one in states] == [("waiting", 1)] * 2
        await anna.fetch("DELETE", f"/api/me/blocks?person={blocked['person']}")
        async with asyncio.timeout(TIMEOUT_S):  # people are grouped once a second
            while True:
                state = (await eve.fetch("GET", "/api/match")).data()
                if state["state"] == "found" or len(state["names"]) == 2:
                    break
                await asyncio.sleep(0.1)


@in_loop
async def test_a_mute_holds_at_every_table(place: str, tmp_path: Path) -> None:
    with house(place, tmp_path) as here:
        anna, eve = await guest(here), await guest(here)
        tables = [await eve.new_table("m", []) for _ in range(2)]
        for table in tables:
            async with eve.at(table) as loud:
                await loud.must("say", text="buy this")
        async with anna.at(tables[0]) as seat:
            await seat.see(lambda view: len(view.chat) == 1)
            await anna.post("/api/me/mutes", table=tables[0], author=0)
            await seat.see(lambda view: not view.chat)
        async with anna.at(tables[1]) as seat:
            assert (await seat.see()).chat == []
        (muted,) = (await company(anna))["muted"]
        await anna.fetch("DELETE", f"/api/me/mutes?person={muted['person']}")
        async with anna.at(tables[1]) as seat:
            assert len((await seat.see()).chat) == 1


async def as_host(here: House, database: str) -> Visitor:
    """The host of the house."""
    host = Visitor(here, "")
    account = await host.post("/api/account", name="Hostess", password=PASSWORD)
    host.token = account["token"]
    async with open_store(database) as store:
        person = await store.person_named("hostess")
        assert person is not None
        await HostingStore(store).grant(person.id, HOST, 1)
    return host


@in_loop
async def test_a_report_quotes_the_chat_and_goes_to_the_host(place: str, tmp_path: Path) -> None:
    with house(place, tmp_path) as here:
        host, anna, eve = await as_host(here, place), await guest(here), await guest(here)
        table = await eve.new_table("m", [])
        async with eve.at(table) as loud:
            await loud.must("say", text="buy this")
            said = (await loud.see(lambda view: bool(view.chat))).chat[0]
        about = {"table": table, "author": 0, "at": said.at}
        await anna.post("/api/reports", reason="advertising", **about)
        assert (await send(anna, "POST", "/api/reports", reason=" ", **about)).data()[
            "code"
        ] == "bad-report"
        own = await send(eve, "POST", "/api/reports", reason="me", **about)
        assert own.data()["code"] == "no-such-person"
        assert (await anna.fetch("GET", "/api/admin/reports")).status == 403
        (report,) = (await host.fetch("GET", "/api/admin/reports")).data()
        assert (report["quote"], report["person_name"]) == ("buy this", await name_of(eve))
        path = f"/api/admin/reports/{report['id']}/handle"
        await host.post(path)
        assert (await send(host, "POST", path)).data()["code"] == "no-such-report"
        audit = (await host.fetch("GET", "/api/admin/audit")).data()
        assert [one["action"] for one in audit] == ["report"]
        for _ in range(5):
            await send(anna, "POST", "/api/reports", reason="again", **about)
        last = await send(anna, "POST", "/api/reports", reason="again", **about)
        assert last.data()["code"] == "too-fast"


@in_loop
async def test_a_circle_has_its_own_tables_which_others_never_see(
    place: str, tmp_path: Path
) -> None:
    with house(place, tmp_path) as here:
        anna, bea, eve = [await guest(here) for _ in range(3)]
        circle = (await anna.post("/api/circles", name="  Thursday  club "))["circle"]
        link = await anna.post(f"/api/circles/{circle}/link")
        await bea.post("/api/invitation/accept", token=link["token"])
        evening = {"name": "Club", "weekday": 3, "minute": 1200, "zone": "Europe/Zurich"}
        changed = await anna.post(f"/api/circles/{circle}", **evening)
        assert changed["next"] > 0
        assert (await send(bea, "POST", f"/api/circles/{circle}", **evening)).status == 403
        bad = await send(anna, "POST", f"/api/circles/{circle}", name="x", zone="Moon/Sea")
        assert bad.data()["code"] == "bad-zone"
        made = await bea.post("/api/tables", game="m", circle=circle, public=True)
        table = made["table"]
        assert (await send(eve, "POST", "/api/tables", game="m", circle=circle)).data()[
            "code"
        ] == "no-such-circle"
        public = (await eve.fetch("GET", "/api/tables")).data()["tables"]
        assert public == []
        with pytest.raises(InvalidStatus):
            async with eve.at(table):
                pass
        assert (await eve.fetch("GET", f"/api/tables/{table}/record")).status == 404
        assert (await eve.fetch("GET", f"/api/circles/{circle}")).status == 404
        async with anna.at(table) as seat:
            await seat.must("sit", seat=0)
        view = (await anna.fetch("GET", f"/api/circles/{circle}")).data()
        assert [one["table"] for one in view["tables"]] == [table]
        assert len(view["members"]) == 2
        await anna.fetch("DELETE", f"/api/circles/{circle}/members")  # the owner leaves
        view = (await bea.fetch("GET", f"/api/circles/{circle}")).data()
        assert view["owner"]
        await bea.fetch("DELETE", f"/api/circles/{circle}/members")
        assert (await bea.fetch("GET", f"/api/circles/{circle}")).status == 404


def test_an_evening_is_at_the_same_time_of_the_day_all_year() -> None:
    club = Circle(
        id="c", name="Club", owner="p", created=0, weekday=3, minute=1200, zone="Europe/Zurich"
    )

    def after(year: int, month: int, day: int, hour: int = 0) -> str:
        at = round(datetime(year, month, day, hour, tzinfo=UTC).timestamp() * 1000)
        return datetime.fromtimestamp(next_evening(club, at) / 1000, UTC).isoformat()

    assert after(2026, 3, 24) == "2026-03-26T19:00:00+00:00"  # winter time
    assert after(2026, 3, 26, 19) == "2026-04-02T18:00:00+00:00"  # it has begun: the next week
    assert after(2026, 10, 29) == "2026-10-29T19:00:00+00:00"


@in_loop
async def test_all_of_it_is_exported_and_erased_with_the_person(place: str, tmp_path: Path) -> None:
    with house(place, tmp_path) as here:
        anna, eve = await guest(here), await guest(here)
        await befriend(anna, eve)
        await anna.post("/api/circles", name="Club")
        table = await eve.new_table("m", [])
        async with eve.at(table) as seat:
            await seat.must("sit", seat=0)
        await anna.post("/api/reports", reason="loud", table=table, seat=0)
        await anna.post("/api/match", game="m", wait=60)
        data = (await anna.fetch("GET", "/api/me/data")).data()
        assert data["friends"][0]["name"] == await name_of(eve)
        assert (data["circles"], data["reports"][0]["reason"]) == (["Club"], "loud")
        assert data["match"]["game"] == "m"
        await anna.post("/api/me/mutes", table=table, seat=0)
        await anna.post("/api/me/blocks", table=table, seat=0)
        data = (await anna.fetch("GET", "/api/me/data")).data()
        assert data["blocked"] == data["muted"] == [await name_of(eve)]
        assert (await anna.fetch("DELETE", "/api/me/data")).status == 200
        async with open_store(place) as store:
            kept = [line async for line in store.dump()]
            community = CommunityStore(store)
            assert not await community.matches()
            assert not await community.reports(9)
        tables = ("blocks", "mutes", "friends", "circles", "circle_members", "reports")
        assert not [line for line in kept if next(iter(json.loads(line))) in tables]
