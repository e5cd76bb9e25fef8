"""The outbox: what is planned, claimed, sent, tried again, withdrawn and forgotten; both stores."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator
from datetime import UTC, datetime

import msgspec
import pytest
from house.receivers import Browser, WebReceiver, check_webhook
from house.stores import in_loop, person, table
from house.worlds import played
from hypothesis import given
from hypothesis import strategies as st

from ludotheque.house.notices import outbox as outbox_module
from ludotheque.house.notices import webhooks
from ludotheque.house.notices.outbound import Outbound
from ludotheque.house.notices.outbox import Outbox, retry_delay_ms
from ludotheque.house.notices.planning import plan
from ludotheque.house.notices.preferences import (
    NoticeSettings,
    StoredSettings,
    after_quiet,
    due_at,
    is_quiet,
    next_time,
)
from ludotheque.house.notices.senders import Senders
from ludotheque.house.notices.texts import awaited_at, message_of
from ludotheque.house.notices.webhooks import WebhookDetails
from ludotheque.house.store import Store, Turn, open_store
from ludotheque.house.store.notices import Channel, NoticeStore, TurnRow
from ludotheque.house.table.entries import Created
from ludotheque.house.table.room import Room
from ludotheque.house.table.summary import row_of
from ludotheque.house.table.turns import turns_of
from ludotheque.house.timestamps import now_ms

pytest_plugins = ("house.postgres",)
SUMMARY = (
    '{"options":{},"names":["Anna","Clara"],"bots":["",""],"pace":{},"acting":[1],'
    '"scores":[],"persons":[0,1]}'
)
PEOPLE = ("p-Anna", "p-Clara")
HOUR_MS = 3_600_000


def at(text: str) -> int:
    return round(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


def channel(
    name: str, target: str, kind: str = "webhook", table_id: str = "", format_: str = "json"
) -> Channel:
    details = '{"confirmation":""}'
    if kind == "webhook":
        secret = webhooks.new_secret()
        details = msgspec.json.encode(WebhookDetails(format_, secret)).decode()  # type: ignore[arg-type]
    if kind == "push":
        details = msgspec.json.encode(Browser().keys()).decode()
    return Channel(
        id=name,
        person="p-Clara",
        kind=kind,
        target=target,
        table_id=table_id,
        token=secrets.token_hex(8),
        details=details,
        created=1,
    )


class Setting:
    """A store with two people at tables, and an outbox over it."""

    def __init__(self, store: Store, timeout_s: float = 10) -> None:
        self.store = store
        self.notices = NoticeStore(store)
        outbound = Outbound(allow_private=True, timeout_s=timeout_s)
        self.outbox = Outbox(store, Senders(self.notices, outbound, None), 0)
        self.numbers: dict[str, int] = {}

    async def add(self, *channels: Channel) -> None:
        for one in channels:
            await self.notices.add_channel(one)
        await self.outbox.refresh()

    async def awaits(self, table_id: str, *turns: Turn, status: str = "playing") -> None:
        """A move after which a table waits for these."""
        row = table(table_id, status=status, people=PEOPLE, summary=SUMMARY)  # type: ignore[arg-type]
        number = self.numbers.get(table_id, 0)
        self.numbers[table_id] = number + 1
        if not number:
            await self.store.create_table(row, ["{}"])
            number, self.numbers[table_id] = 1, 2
        await self.store.append(row, number, ["{}"], turns=turns)

    async def round(self, at_ms: int | None = None) -> None:
        """One round, and all that it began to send."""
        await self.outbox.round(now_ms() if at_ms is None else at_ms)
        while self.outbox._sending:
            await asyncio.sleep(0.01)

    async def states(self) -> list[tuple[str, str]]:
        rows = await self.store.rows("SELECT kind, state FROM deliveries ORDER BY id")
        return [(str(kind), str(state)) for kind, state in rows]


@contextlib.asynccontextmanager
async def setting(place: str, timeout_s: float = 10) -> AsyncIterator[Setting]:
    async with open_store(place) as store:
        for name in ("Anna", "Clara"):
            await store.create_person(person(name))
        made = Setting(store, timeout_s)
        yield made
        await made.outbox.close()


def clara(number: int, deadline: int = 0) -> Turn:
    return Turn("p-Clara", number, 1, deadline)


@in_loop
async def test_a_turn_is_told_once_by_each_channel_and_one_round_says_all(place: str) -> None:
    async with setting(place) as here, WebReceiver() as web:
        hook = channel("c1", web.url("/hook"))
        await here.add(hook, channel("c2", web.url("/push"), "push"))
        for name in ("t1", "t2", "t3"):
            await here.awaits(name, clara(1))
        for _ in range(3):
            await here.round()
        (told,) = web.at("/hook")
        secret = msgspec.json.decode(hook.details, type=WebhookDetails).secret
        data = check_webhook(told, secret)
        assert {one["table"] for one in data["tables"]} == {"t1", "t2", "t3"}
        assert data["title"] == "3 tables vous attendent"
        assert len(web.at("/push")) == 1
        # one of three has moved: what was said of the others stays
        await here.awaits("t1")
        await here.round()
        assert len(web.received) == 2
        await here.awaits("t2")
        await here.awaits("t3", status="over")
        await here.round()
        await here.round()
        assert len(web.at("/hook")) == len(web.at("/push")) == 2
        assert check_webhook(web.at("/hook")[1], secret) == {"type": "withdrawn", "id": data["id"]}
        assert await here.states() == []


@in_loop
async def test_of_two_processes_one_sends(place: str) -> None:
    async with setting(place) as here, WebReceiver() as web:
        await here.add(channel("c1", web.url("/hook")))
        await here.awaits("t1", clara(1))
        now = now_ms()
        await here.outbox._plan((await here.notices.unplanned(now))[0], now)
        (batch,) = await here.notices.due(now, 10)
        claims = await asyncio.gather(
            *(here.notices.claim(batch, now, now + 1000) for _ in range(5))
        )
        (claimed,) = [claim for claim in claims if claim is not None]
        assert await here.notices.due(now, 10) == []  # until the lease expires
        (again,) = await here.notices.due(now + 2000, 10)
        retried = await here.notices.claim(again, now + 2000, now + 3000)
        assert retried is not None
        assert (retried.message, retried.attempts) == (claimed.message, 2)


@in_loop
async def test_a_busy_receiver_is_tried_again_and_one_that_is_gone_is_removed(place: str) -> None:
    async with setting(place) as here, WebReceiver() as web:
        await here.add(channel("c1", web.url("/hook")))
        await here.awaits("t1", clara(1))
        web.status = 503
        await here.round()
        assert await here.states() == [("turn", "waiting")]
        await here.round()
        assert len(web.received) == 1  # not yet
        web.status = 200
        await here.round(now_ms() + 60_000)
        assert await here.states() == [("turn", "sent")]
        first, second = (one.headers["webhook-id"] for one in web.received)
        assert first == second
        await here.awaits("t1", clara(3))
        web.status = 410
        await here.round()
        await here.round()
        assert await here.notices.channels("p-Clara") == []
        assert not here.store.called.people
        assert await here.notices.turns("p-Clara") == []


@in_loop
async def test_who_never_answers_is_given_up(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox_module, "MAX_ATTEMPTS", 3)
    async with setting(place) as here, WebReceiver() as web:
        web.status = 500
        await here.add(channel("c1", web.url("/hook")))
        await here.awaits("t1", clara(1))
        for hours in range(6):
            await here.round(now_ms() + hours * 2 * HOUR_MS)
        assert len(web.received) == 3
        assert await here.states() == []


def test_pauses_between_attempts_grow() -> None:
    typical = [retry_delay_ms(attempts) for attempts in (1, 2, 3, 4)]
    assert all(5000 * 3**n <= delay <= 15_000 * 3**n for n, delay in enumerate(typical))
    assert retry_delay_ms(1000) <= 1.5 * HOUR_MS


@in_loop
async def test_a_slow_receiver_holds_nobody_up(sqlite_place: str) -> None:
    async with setting(sqlite_place, timeout_s=3) as here, WebReceiver() as slow:
        slow.delay_s = 30
        async with WebReceiver() as fast:
            names = [channel(f"c{n}", slow.url(f"/{n}")) for n in range(8)]
            await here.add(
                *names, channel("c9", fast.url("/fast").replace("127.0.0.1", "localhost"))
            )
            await here.awaits("t1", clara(1))
            await here.outbox.round(now_ms())
            async with asyncio.timeout(2.5):
                while not fast.received:
                    await asyncio.sleep(0.01)
            busy = [host for _, host in here.outbox._sending.values()]
            assert busy.count("127.0.0.1") == outbox_module.MAX_SENDING_PER_HOST


@in_loop
async def test_who_looks_is_not_told(place: str) -> None:
    async with setting(place) as here, WebReceiver() as web:
        here.outbox.delay_ms = 1000
        await here.add(channel("c1", web.url("/hook")))
        now = now_ms()
        await here.awaits("t1", Turn("p-Clara", 1, now, 0))
        with here.outbox.looking("p-Clara"):
            for seconds in range(1, 6):
                await here.round(now + 1000 * seconds)
        assert web.received == []
        await here.round(now + 6500)
        assert len(web.received) == 1


@in_loop
async def test_a_tables_own_webhook_names_who_is_to_move(place: str) -> None:
    async with setting(place) as here, WebReceiver() as web:
        await here.add(channel("c1", web.url("/group"), table_id="t1"))
        assert here.store.called.tables == {"t1"}
        await here.awaits("t1", Turn("p-Clara", 1, 1, 0))
        await here.awaits("t2", Turn("p-Clara", 1, 1, 0))
        await here.round()
        (told,) = web.received
        assert "Clara" in msgspec.json.decode(told.body)["title"]


@in_loop
async def test_a_house_without_channels_writes_no_turns_and_asks_nobody(place: str) -> None:
    async with setting(place) as here:
        assert here.outbox._is_idle
        assert not here.store.called.concern("t1", PEOPLE)
        worker = asyncio.create_task(here.outbox.run())
        await asyncio.sleep(0.2)
        reads: list[str] = []
        rows = here.store.rows

        async def counted(sql: str, *values: object) -> object:
            reads.append(sql)
            return await rows(sql, *values)  # type: ignore[arg-type]

        here.store.rows = counted  # type: ignore[method-assign, assignment]
        await asyncio.sleep(1.5)
        assert reads == []
        worker.cancel()


# when


def turn(since: int, deadline: int = 0) -> TurnRow:
    return TurnRow("p-Clara", "t1", 1, since, deadline)


def test_quiet_hours_and_digests_are_those_of_the_persons_clock() -> None:
    settings = NoticeSettings(zone="Europe/Berlin", quiet_from=22 * 60, quiet_to=8 * 60)
    night = at("2026-07-01T21:30")  # 23:30 there
    assert after_quiet(settings, night) == at("2026-07-02T06:00")
    assert due_at("at-once", turn(night), settings, night) == at("2026-07-02T06:00")
    noon = at("2026-07-01T10:00")
    assert due_at("at-once", turn(noon), settings, noon) == noon
    assert due_at("digest", turn(noon), settings, noon) == at("2026-07-01T16:00")
    assert due_at("never", turn(noon), settings, noon) is None
    assert due_at("before-deadline", turn(noon), settings, noon) is None
    # two days: twelve hours before the deadline, 12:00 there, is noon minus twelve: in the night
    deadline = noon + 48 * HOUR_MS
    early = due_at("before-deadline", turn(noon, deadline), settings, noon)
    assert early == at("2026-07-02T19:59")


@given(
    st.integers(at("2026-01-01"), at("2027-12-31")),
    st.integers(0, 1439),
    st.integers(0, 1439),
    st.sampled_from(["UTC", "Europe/Paris", "America/St_Johns", "Pacific/Apia", "Asia/Kathmandu"]),
)
def test_after_quiet_hours_it_is_not_quiet(now: int, first: int, last: int, zone: str) -> None:
    settings = NoticeSettings(zone=zone, quiet_from=first, quiet_to=last)
    later = after_quiet(settings, now)
    assert now <= later <= now + 25 * HOUR_MS
    assert not is_quiet(settings, later) or first == last
    assert next_time(settings, first, now) - now <= 26 * HOUR_MS


def test_each_kind_of_channel_has_its_own_choice() -> None:
    settings = NoticeSettings(push="at-once", mail="never", webhook="digest")
    kinds = ("push", "mail", "webhook", "calendar")
    channels = [channel(kind, "x", kind) for kind in kinds]
    now = at("2026-07-01T10:00")
    planned = dict(plan(turn(now), channels, settings, now))
    assert planned == {"push": now, "webhook": at("2026-07-01T18:00")}
    unconfirmed = msgspec.structs.replace(channels[0], confirmed=False)
    assert plan(turn(now), [unconfirmed], settings, now) == []
    assert plan(turn(now, now + 1000), [channels[2]], settings, now) == []  # too late


# what


@pytest.mark.parametrize("slug", ["m", "zankapfel", "zapp_zerapp", "zwickern", "appenzell"])
def test_a_notice_is_the_same_in_two_worlds(slug: str) -> None:
    """The same people and seat: whatever is hidden differs, and the notice does not."""
    settings = StoredSettings(language="en", origin="https://example.org")
    by_seat: dict[int, set[str]] = {}
    for seed in range(4):
        first, *rest = played(slug, 0, seed, table="t")
        assert isinstance(first, Created)
        room = Room(first)
        for entry in rest:
            room.fold(entry)
            for one in turns_of(room):
                stored = TurnRow(one.person, "t", 1, 1, 0)
                told = message_of([awaited_at(stored, row_of(room), settings)], settings)
                by_seat.setdefault(room.seat_of(one.person) or 0, set()).add(repr(told))
    assert len(by_seat) >= 2
    assert all(len(texts) == 1 for texts in by_seat.values())
