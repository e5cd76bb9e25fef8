"""The routes of the host: what they do, what they ask for, and that it is recorded."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from house.hosting import new_host, new_member
from house.running import House, Visitor, guest, house, in_loop
from websockets.exceptions import InvalidStatus

from ludotheque.house.api.open_sockets import CLOSE_BANNED
from ludotheque.house.rules_mode import rules_mode

FRESH = (
    ("GET", "/api/admin/backup"),
    ("GET", "/api/admin/tables/t1/log"),
    ("POST", "/api/admin/tables/t1/mend"),
    ("POST", "/api/admin/people/p1/password"),
    ("POST", "/api/admin/people/p1/role"),
)


async def audit_of(host: Visitor) -> list[tuple[str, str, str]]:
    """What was done, the oldest first."""
    entries = (await host.fetch("GET", "/api/admin/audit")).data()
    return [(one["who"], one["action"], one["subject"]) for one in reversed(entries)]


def change(here: House, sql: str) -> None:
    """Change the database by hand."""
    with sqlite3.connect(here.database) as db:
        db.execute(sql)
    db.close()


async def code_of(visitor: Visitor, method: str, path: str, **body: object) -> Any:
    """The code of a refusal."""
    answer = await visitor.fetch(method, path, json.dumps(body).encode() if body else None)
    return answer.data().get("code")


@in_loop
async def test_what_is_sensitive_needs_a_fresh_login(tmp_path: Path) -> None:
    with house(str(tmp_path / "house.sqlite"), tmp_path) as here:
        host = await new_host(here)
        change(here, "UPDATE sessions SET created = 1")
        for method, path in FRESH:
            assert await code_of(host, method, path) == "login-again", path


@in_loop
async def test_a_backup_is_a_whole_database(tmp_path: Path) -> None:
    with house(str(tmp_path / "house.sqlite"), tmp_path) as here:
        host = await new_host(here)
        answer = await host.fetch("GET", "/api/admin/backup")
        assert answer.status == 200
        copy = tmp_path / "copy.sqlite"
        copy.write_bytes(answer.body)
        with sqlite3.connect(copy) as db:
            assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            assert db.execute("SELECT name FROM people").fetchall() == [("Hostess",)]
        db.close()
        assert await audit_of(host) == [("Hostess", "backup", "")]
        assert [one.name for one in tmp_path.iterdir() if one.name.startswith(".backup")] == []


@in_loop
async def test_a_broken_table_is_found_and_mended(tmp_path: Path) -> None:
    with house(str(tmp_path / "house.sqlite"), tmp_path) as here:
        host = await new_host(here)
        tables = [await host.new_table("m", []) for _ in range(2)]
        for table in tables:
            async with host.at(table) as seat:
                await seat.ask("sit", seat=0)
        change(here, "UPDATE entries SET entry = 'x' WHERE number = 1")
        found = (await host.fetch("POST", "/api/admin/tables/check")).data()
        assert {one["table"]: one["number"] for one in found} == dict.fromkeys(tables, 1)
        log = await host.fetch("GET", f"/api/admin/tables/{tables[0]}/log")
        assert [json.loads(line)["number"] for line in log.body.splitlines()] == [0, 1]
        await host.post(f"/api/admin/tables/{tables[0]}/mend", cut=True)
        await host.post(f"/api/admin/tables/{tables[1]}/mend", cut=False)
        listed = (await host.fetch("GET", "/api/admin/tables")).data()["tables"]
        assert {one["table"]: one["status"] for one in listed} == {
            tables[0]: "waiting",
            tables[1]: "closed",
        }
        path = f"/api/admin/tables/{tables[0]}/mend"
        assert await code_of(host, "POST", path, cut=True) == "not-broken"
        assert [action for _, action, _ in await audit_of(host)] == ["log", "cut", "close-broken"]


@in_loop
async def test_a_banned_address_is_shut_out_and_its_sockets_are_closed(tmp_path: Path) -> None:
    with house(str(tmp_path / "house.sqlite"), tmp_path) as here:
        host, somebody = await new_host(here), await guest(here)
        table = await somebody.new_table("m", [])
        async with somebody.at(table) as seat:
            await host.post("/api/admin/bans", network=somebody.address, days=1)
            assert await seat.end() == CLOSE_BANNED
        for path in ("/", "/api/me", "/healthz"):
            assert (await somebody.fetch("GET", path)).data()["code"] == "banned-address"
        with pytest.raises(InvalidStatus):
            async with somebody.at(table):
                pass
        assert await code_of(host, "POST", "/api/admin/bans", network=host.address) == "ban-of-host"
        path = f"/api/admin/bans?network={somebody.address}"
        assert (await host.fetch("DELETE", path)).status == 200
        assert (await somebody.fetch("GET", "/api/me")).status == 200


@in_loop
async def test_people_are_logged_out_and_get_new_passwords(tmp_path: Path) -> None:
    with house(str(tmp_path / "house.sqlite"), tmp_path) as here:
        host = await new_host(here)
        member = await new_member(host)
        (found,) = (await host.fetch("GET", "/api/admin/people?name=LUSI")).data()
        assert (found["name"], found["role"], found["sessions"]) == ("Melusine", "member", 1)
        await host.post(f"/api/admin/people/{found['person']}/logout")
        assert (await member.fetch("GET", "/api/me")).status == 401
        link = await host.post(f"/api/admin/people/{found['person']}/password")
        body = {"token": link["token"], "password": "another good word"}
        info = await member.post("/api/invitation", token=link["token"])
        assert (info["kind"], info["name"]) == ("password", "Melusine")
        answer = await member.post("/api/invitation/accept", **body)
        member.token = answer["token"]
        assert (await member.fetch("GET", "/api/me")).data()["role"] == "member"
        assert await code_of(member, "POST", "/api/invitation/accept", **body) == "no-such-link"


@in_loop
async def test_announcements_and_the_state_of_the_house(tmp_path: Path) -> None:
    with house(str(tmp_path / "house.sqlite"), tmp_path) as here:
        host, somebody = await new_host(here), await guest(here)
        await host.post("/api/admin/announcements", text="Closed on Sunday", hours=1)
        assert (await somebody.fetch("GET", "/api/announcements")).data() == ["Closed on Sunday"]
        (listed,) = (await host.fetch("GET", "/api/admin/announcements")).data()
        await host.fetch("DELETE", f"/api/admin/announcements?announcement={listed['id']}")
        assert (await somebody.fetch("GET", "/api/announcements")).data() == []
        for wrong in ({"text": " "}, {"text": "x" * 201}, {"text": "x", "hours": 0}):
            code = await code_of(host, "POST", "/api/admin/announcements", **wrong)
            assert code in {"bad-announcement", "bad-days"}
        table = await somebody.new_table("m", [])
        async with somebody.at(table) as seat:
            await seat.ask("ping")
            state = (await host.fetch("GET", "/api/admin/house")).data()
        assert (state["failed"], state["access"], state["sockets"]) == ([], "open", 1)
        assert state["size"] > 0
        assert state["rules"] == rules_mode()
        assert state["live_tables"] == 1
