"""The health check finds what fails; a database that is cut off is noticed soon."""

from __future__ import annotations

import asyncio
import contextlib
import resource
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from house.running import House, guest, house, http, in_loop
from house.stores import database_name, table

from ludotheque.house.api import monitoring
from ludotheque.house.api.monitoring import Health
from ludotheque.house.store import SqliteStore, Unavailable, open_store
from ludotheque.house.store import postgres as postgres_store

if TYPE_CHECKING:
    from house.postgres import Server

pytest_plugins = ("house.postgres",)
TOO_LONG_S = 20  # the limits of today add up to less; without them it took a minute


def limit_files(here: House, size: int) -> None:
    """Let the house write no file beyond a size, as on a full disk."""
    assert here.process is not None
    resource.prlimit(here.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


@in_loop
async def test_a_full_disk_is_no_health(tmp_path: Path) -> None:
    with house(str(tmp_path / "house.sqlite"), tmp_path) as here:
        await guest(here)
        limit_files(here, 1024)
        answer = await http(here, "GET", "/healthz")
        assert (answer.status, answer.data()["failed"]) == (503, ["write"])
        assert answer.data()["ok"] is False
        limit_files(here, resource.RLIM_INFINITY)
        async with asyncio.timeout(60):
            while (await http(here, "GET", "/healthz")).status != 200:
                await asyncio.sleep(0.5)


@in_loop
async def test_little_space_is_no_health(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with SqliteStore(tmp_path / "house.sqlite") as store:
        assert await Health(store).failed() == []
        monkeypatch.setattr(monitoring, "MIN_FREE_DISK_BYTES", 1 << 62)
        assert await Health(store).failed() == ["disk"]


@in_loop
async def test_health_checks_write_rarely_and_leave_nothing(tmp_path: Path) -> None:
    class Counted(SqliteStore):
        checks = 0

        async def check_writable(self) -> None:
            self.checks += 1
            await super().check_writable()

    async with Counted(tmp_path / "house.sqlite") as store:
        before = [line async for line in store.dump()]
        health = Health(store)
        assert await asyncio.gather(*(health.failed() for _ in range(100))) == [[]] * 100
        assert store.checks == 1
        assert [line async for line in store.dump()] == before


@in_loop
async def test_the_check_works_in_either_database(place: str) -> None:
    async with open_store(place) as store:
        assert await Health(store).failed() == []
    assert await Health(store).failed() == ["read", "write"]


# a database that is cut off


class Cable:
    """A connection to a database server that can be cut: then nothing comes through, nor an end."""

    def __init__(self, socket_path: str) -> None:
        self.socket_path = socket_path
        self.whole = asyncio.Event()
        self.whole.set()
        self.ends: list[asyncio.StreamWriter] = []
        self.tasks: list[asyncio.Task[None]] = []

    async def connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self.whole.wait()
        there, to_there = await asyncio.open_unix_connection(self.socket_path)
        self.ends += [writer, to_there]
        for source, target in ((reader, to_there), (there, writer)):
            self.tasks.append(asyncio.create_task(self.carry(source, target)))

    async def carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            while data := await source.read(4096):
                await self.whole.wait()
                target.write(data)
            await self.whole.wait()
            target.close()

    async def remove(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for end in self.ends:
            end.close()


@contextlib.asynccontextmanager
async def cabled(server: Server, url: str) -> AsyncIterator[tuple[Cable, str]]:
    """A cable to a database, and the URL at its end."""
    cable = Cable(f"{server.folder.parent}/.s.PGSQL.5432")
    listener = await asyncio.start_server(cable.connect, "127.0.0.1", 0)
    port = listener.sockets[0].getsockname()[1]
    try:
        yield cable, f"postgresql://postgres@127.0.0.1:{port}/{database_name(url)}"
    finally:
        listener.close()
        await cable.remove()


@in_loop
async def test_a_database_that_is_cut_off_is_noticed_soon(
    postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("COMMIT_TIMEOUT_S", "READ_TIMEOUT_S", "CONNECT_TIMEOUT_S"):
        monkeypatch.setattr(postgres_store, name, getattr(postgres_store, name) / 4)
    async with cabled(postgres, postgres.database()) as (cable, url), open_store(url) as store:
        await store.create_table(table(), ["zero"])
        cable.whole.clear()
        async with asyncio.timeout(TOO_LONG_S):
            for _ in range(2):
                jobs = (store.append(table(), 1, ["one"]), store.read("t1"), store.ping())
                results = await asyncio.gather(*jobs, return_exceptions=True)
                assert [type(result) for result in results] == [Unavailable] * 3
        cable.whole.set()
        async with asyncio.timeout(TOO_LONG_S):
            while True:
                with contextlib.suppress(Unavailable):
                    assert (await store.read("t1"))[0] == "zero"
                    break


def test_a_lost_database_is_noticed_within_ten_seconds() -> None:
    for seconds in (
        postgres_store.COMMIT_TIMEOUT_S,
        postgres_store.READ_TIMEOUT_S,
        postgres_store.CONNECT_TIMEOUT_S,
        postgres_store.LISTENER_CHECK_INTERVAL_S + postgres_store.LISTENER_TIMEOUT_S,
    ):
        assert seconds <= 10
