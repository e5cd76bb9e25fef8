"""The limits of the document are those that the house keeps to, each at its edge.

Counts are lowered for the tests: a limit that the code does not read would be missed. Rates are met
at their edges in `test_every_route.py` and `test_shares.py`; those of sockets, connections, tables,
matches and companions in the tests of these.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from house.doors import AppHouse, Door, app_house
from house.running import in_loop
from house.stores import table

from ludotheque.core.record import Record
from ludotheque.core.registry import find
from ludotheque.core.rng import SeededRng
from ludotheque.core.table import Table
from ludotheque.house import limits
from ludotheque.house.api import records
from ludotheque.house.community.circles import Circles
from ludotheque.house.hosting.administration import Administration
from ludotheque.house.hosting.links import Links
from ludotheque.house.people.people import DAY_MS, People
from ludotheque.house.rate_limits import Buckets
from ludotheque.house.refusals import Refused
from ludotheque.house.shares import AskLimits, ClientBuckets
from ludotheque.house.store import Person, SqliteStore, Store
from ludotheque.house.store.community import CommunityStore
from ludotheque.house.store.hosting import HostingStore
from ludotheque.house.store.opened_records import add_record, opened_record
from ludotheque.house.timestamps import now_ms

# The beginnings of the names of a rate's limits; those by address alone have nothing after them.
RATES_BY_ADDRESS = {
    "request_limit": ("REQUEST_BURST", "REQUESTS_PER_S"),
    "file_limit": ("FILE_BURST", "FILES_PER_S"),
    "guest_limit": ("GUEST_BURST", "GUESTS_PER_S"),
    "password_limit": ("PASSWORD_BURST", "PASSWORDS_PER_S"),
    "registration_limit": ("REGISTRATION_BURST", "REGISTRATIONS_PER_S"),
    "passkey_limit": ("PASSKEY_BURST", "PASSKEYS_PER_S"),
    "erasure_limit": ("ERASURE_BURST", "ERASURES_PER_S"),
    "rename_limit": ("RENAME_BURST", "RENAMES_PER_S"),
    "notice_limit": ("NOTICE_CHANGE_BURST", "NOTICE_CHANGES_PER_S"),
    "mail_limit": ("CONFIRMATION_BURST", "CONFIRMATIONS_PER_S"),
    "backup_limit": ("BACKUP_BURST", "BACKUPS_PER_S"),
}
RATES_BY_CLIENT = {
    "community_limit": ("COMMUNITY_BURST", "COMMUNITY_PER_S"),
    "report_limit": ("REPORT_BURST", "REPORTS_PER_S"),
    "match_limit": ("MATCH_BURST", "MATCHES_PER_S"),
    "export_limit": ("EXPORT_BURST", "EXPORTS_PER_S"),
    "open_record_limit": ("OPEN_RECORD_BURST", "OPEN_RECORDS_PER_S"),
    "statistics_limit": ("STATISTICS_BURST", "STATISTICS_PER_S"),
    "analysis_limit": ("ANALYSIS_BURST", "ANALYSES_PER_S"),
    "table_quota._rates": ("TABLE_BURST", "TABLES_PER_S"),
    "chat": ("CHAT_BURST", "CHAT_PER_S"),
    "hints": ("HINT_BURST", "HINTS_PER_S"),
    "languages": ("LANGUAGE_BURST", "LANGUAGES_PER_S"),
    "work": ("ASK_WORK_BURST_S", "ASK_WORK_S_PER_S"),
}


def limits_named(*names: str) -> tuple[float, ...]:
    return tuple(getattr(limits, name) for name in names)


def rate_of(buckets: Buckets) -> tuple[float, float]:
    return buckets.burst, buckets.per_second


@in_loop
async def test_every_rate_has_the_limits_of_its_name(tmp_path: Path) -> None:
    async with app_house(tmp_path) as app:
        house, asks = app.house, AskLimits()
        for name, wanted in RATES_BY_ADDRESS.items():
            assert rate_of(getattr(house, name)) == limits_named(*wanted), name
        rates = {name for name, each in vars(house).items() if isinstance(each, ClientBuckets)}
        rates |= {name for name, each in vars(asks).items() if hasattr(each, "_people")}
        assert rates - {"hints_at_once"} == {*RATES_BY_CLIENT} - {"table_quota._rates"}
        for name, (burst, per_second) in RATES_BY_CLIENT.items():
            if name == "table_quota._rates":
                rate: Any = house.table_quota._rates
            else:
                rate = getattr(house, name, None) or getattr(asks, name)
            for buckets, whose in ((rate._people, "PERSON"), (rate._addresses, "ADDRESS")):
                wanted = f"{burst}_PER_{whose}", f"{per_second}_PER_{whose}"
                assert rate_of(buckets) == limits_named(*wanted), (name, whose)


async def code_of(work: Awaitable[object]) -> str:
    """The code with which something is refused; "" if it is not."""
    try:
        await work
    except Refused as refused:
        return refused.code
    return ""


class Here(NamedTuple):
    """A store with some people."""

    store: Store
    people: list[Person]


@asynccontextmanager
async def here(folder: Path, count: int) -> AsyncIterator[Here]:
    async with SqliteStore(folder / "house.sqlite") as store:
        people = [(await People(store).guest("en")).person for _ in range(count)]
        yield Here(store, people)


# friends and circles


@pytest.mark.parametrize("has_many", ["who uses the link", "who made it"])
@in_loop
async def test_friends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_many: str) -> None:
    """Of both: else somebody's list would grow without end by links of their own."""
    monkeypatch.setattr(limits, "MAX_FRIENDS_PER_PERSON", 2)
    async with here(tmp_path, 4) as (store, (one, *others)):
        links, codes = Links(store), []
        for other in others:
            maker, user = (one, other) if has_many == "who made it" else (other, one)
            link = await links.find((await links.for_friend(maker.id)).token)
            codes.append(await code_of(links.befriend(link, user)))
        assert codes == ["", "", "too-many-friends"]
        assert len(await CommunityStore(store).friends(one.id)) == 2


@in_loop
async def test_circles_and_their_members(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_CIRCLES_PER_PERSON", 2)
    monkeypatch.setattr(limits, "MAX_MEMBERS_PER_CIRCLE", 3)
    async with here(tmp_path, 5) as (store, (one, *others)):
        circles, links = Circles(store), Links(store)
        circle = await circles.create(one.id, "Tuesday")
        await circles.create(one.id, "Friday")
        assert await code_of(circles.create(one.id, "Sunday")) == "too-many-circles"
        token = (await links.for_circle(circle.id, one.id)).token
        joining = [links.join_circle(await links.find(token), other) for other in others[:3]]
        assert [await code_of(each) for each in joining] == ["", "", "too-many-circles"]
        mine = [await circles.create(others[3].id, name) for name in ("A", "B")]
        assert len(mine) == 2
        await circles.remove(circle, others[0].id, one.id)
        assert await code_of(links.join_circle(await links.find(token), others[3]))
        most = limits.MAX_CIRCLE_NAME_LENGTH
        assert await code_of(circles.create(others[0].id, "é" * (most + 1))) == "bad-circle"
        assert await code_of(circles.create(others[0].id, "é" * most)) == ""


# links


@in_loop
async def test_uses_and_days_of_links(tmp_path: Path) -> None:
    most_uses, most_days = limits.MAX_LINK_USES, limits.MAX_LINK_DAYS
    async with here(tmp_path, 1) as (store, (one,)):
        links = Links(store)
        await store.create_table(table("t"), [], b"")
        for uses, days, code in (
            (most_uses, most_days, ""),
            (most_uses + 1, 1, "bad-invitation"),
            (1, most_days + 1, "bad-invitation"),
            (0, 1, "bad-invitation"),
            (1, 0, "bad-invitation"),
        ):
            assert await code_of(links.for_members(one.id, uses, days)) == code
            assert await code_of(links.for_table("t", one.id, uses, days)) == code
        hosts, friends = await links.for_host(), await links.for_friend(one.id)
        circles = await links.for_circle("c", one.id)
        for link, (uses, days) in (
            (hosts, (1, limits.HOST_LINK_DAYS)),
            (friends, (limits.FRIEND_LINK_USES, limits.FRIEND_LINK_DAYS)),
            (circles, (limits.CIRCLE_LINK_USES, limits.CIRCLE_LINK_DAYS)),
        ):
            assert link is not None
            assert link.uses == uses
            assert abs(link.expires - now_ms() - days * DAY_MS) < DAY_MS / 2


@in_loop
async def test_invitations_to_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_LINKS_PER_TABLE", 2)
    async with here(tmp_path, 1) as (store, (one,)):
        await store.create_table(table("t"), [], b"")
        asked = [await code_of(Links(store).for_table("t", one.id, 1, 1)) for _ in range(3)]
        assert asked == ["", "", "too-many-invitations"]


# what a host does


@in_loop
async def test_bans_announcements_and_the_audit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MAX_AUDIT_ENTRIES", 3)
    monkeypatch.setattr(limits, "MAX_ANNOUNCEMENTS", 2)
    async with here(tmp_path, 1) as (store, _):
        acting = Administration(store)
        assert await code_of(acting.ban("Eve", limits.MAX_BAN_DAYS)) == ""
        assert await code_of(acting.ban("Eve", limits.MAX_BAN_DAYS + 1)) == "bad-days"
        longest, hours = "é" * limits.MAX_ANNOUNCEMENT_LENGTH, 24 * limits.MAX_ANNOUNCEMENT_DAYS
        assert await code_of(acting.announce(longest + "é", 1)) == "bad-announcement"
        assert await code_of(acting.announce("Tea", hours + 1)) == "bad-days"
        assert await code_of(acting.announce(longest, hours)) == ""
        assert await code_of(acting.announce("Tea", 1)) == ""
        assert await code_of(acting.announce("Cake", 1)) == "bad-announcement"
        for _ in range(3):
            await acting.ban("Eve")
        entries = await store.rows("SELECT COUNT(*) FROM audit")
        assert entries[0][0] == 3
        assert await HostingStore(store).has_host() is False


# over HTTP


async def guest_of(app: AppHouse) -> tuple[str, str]:
    """The id and the token of a new guest."""
    session = await app.house.people.guest("en")
    return session.person.id, session.token


async def codes(app: AppHouse, door: Door, token: str, *bodies: dict[str, object]) -> list[str]:
    """How a house answers to some bodies, one after the other."""
    found = [await app.ask(door, token=token, body=json.dumps(body).encode()) for body in bodies]
    return [answer.code for answer in found]


@in_loop
async def test_blocks_and_mutes_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_BLOCKS_PER_PERSON", 2)
    async with app_house(tmp_path) as app:
        _, token = await guest_of(app)
        one, two, three = [(await guest_of(app))[0] for _ in range(3)]
        assert await codes(app, Door("POST", "/api/me/blocks"), token, {"person": one}) == [""]
        mutes = await codes(
            app, Door("POST", "/api/me/mutes"), token, {"person": two}, {"person": three}
        )
        assert mutes == ["", "too-many-blocks"]


@in_loop
async def test_reports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_OPEN_REPORTS_PER_PERSON", 1)
    async with app_house(tmp_path) as app:
        _, token = await guest_of(app)
        other, _ = await guest_of(app)
        door, longest = Door("POST", "/api/reports"), "é" * limits.MAX_REPORT_LENGTH
        bodies: list[dict[str, object]] = [
            {"person": other, "reason": reason} for reason in (longest + "é", longest, "x")
        ]
        assert await codes(app, door, token, *bodies) == ["bad-report", "", "too-many-reports"]


@in_loop
async def test_channels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_CHANNELS_PER_PERSON", 2)
    async with app_house(tmp_path) as app:
        _, token = await guest_of(app)
        hooks: list[dict[str, object]] = [{"url": f"https://hooks.example/{n}"} for n in (1, 2, 3)]
        asked = await codes(app, Door("POST", "/api/notices/webhook"), token, *hooks, hooks[0])
        assert asked == ["", "", "too-many-channels", ""]  # the last one replaces the first


@in_loop
async def test_the_time_that_one_waits_for_others(tmp_path: Path) -> None:
    async with app_house(tmp_path) as app:
        _, token = await guest_of(app)
        bodies: list[dict[str, object]] = [
            {"game": "m", "wait": limits.MAX_MATCH_WAIT_S + more} for more in (0, 1)
        ]
        assert await codes(app, Door("POST", "/api/match"), token, *bodies) == ["", "bad-wait"]


# records


@in_loop
async def test_opened_records_that_are_kept(tmp_path: Path) -> None:
    async with here(tmp_path, 0) as (store, _):
        for number in range(4):
            await add_record(store, f"r{number}", "{}", now_ms() + 1000 * (number + 60), 3)
        kept = [await opened_record(store, f"r{number}", now_ms()) for number in range(4)]
        assert kept == ["", "{}", "{}", "{}"]


def test_the_events_of_an_opened_record(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find("m")
    played = Table(game, game.resolve_options({}), SeededRng(1))
    text = Record.from_table(played).to_json().encode()
    monkeypatch.setattr(limits, "MAX_RECORD_EVENTS", len(played.events))
    records.refereed(text)
    monkeypatch.setattr(limits, "MAX_RECORD_EVENTS", len(played.events) - 1)
    with pytest.raises(Refused, match="events"):
        records.refereed(text)
