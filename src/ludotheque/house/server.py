"""The server: everything that runs in one process, and its ASGI application.

``docs/protocol.md`` describes the protocol. A person is identified by the token of a session, in a
cookie or, for programs, in the Authorization header.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import random
from collections.abc import AsyncIterator
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request

from ludotheque.core.registry import find_all
from ludotheque.house import limits, metrics
from ludotheque.house.addresses import client_key, forwarded_address
from ludotheque.house.api import (
    accounts,
    admin,
    authority,
    files,
    games,
    invitations,
    lessons,
    lobby,
    luck,
    monitoring,
    pictures,
    replay,
    tables,
    websocket,
)
from ludotheque.house.api.front import Front
from ludotheque.house.api.http import no_route, token_of
from ludotheque.house.api.open_sockets import OpenSockets
from ludotheque.house.api.session_guard import SessionGuard
from ludotheque.house.gc_policy import collect_rarely
from ludotheque.house.hosting.bulletin import Bulletin
from ludotheque.house.hosting.links import Links
from ludotheque.house.people.passkeys import Passkeys
from ludotheque.house.people.people import People
from ludotheque.house.rate_limits import Buckets
from ludotheque.house.recent_errors import RecentErrors
from ludotheque.house.refusals import Refused
from ludotheque.house.settings import Settings
from ludotheque.house.shared_metrics import SharedMetrics
from ludotheque.house.shares import Client, ClientBuckets, Rate
from ludotheque.house.store import Person, Store, open_store
from ludotheque.house.store.hosting import HostingStore
from ludotheque.house.table.compaction import compact_finished
from ludotheque.house.table.expiry import DAY_MS, Expiry
from ludotheque.house.table.live_tables import LiveTables
from ludotheque.house.table.lobby import LobbyFeed
from ludotheque.house.table.quota import TableQuota
from ludotheque.house.timestamps import now_ms
from ludotheque.house.workers.bot_pool import BotPool
from ludotheque.house.workers.sounds import Sounds

log = logging.getLogger(__name__)
CLEANUP_INTERVAL_S: Final = 3600
SWEEP_INTERVAL_S: Final = 3600
SWEEPS_PER_COMPACTION: Final = 24


class House:
    """Everything that runs in one process."""

    def __init__(self, settings: Settings, shared_metrics: SharedMetrics | None = None) -> None:
        self.settings = settings
        self.shelf = find_all(settings.games)  # the games that can be chosen here
        self.shared_metrics = shared_metrics
        self.store: Store = open_store(settings.database)
        self.health = monitoring.Health(self.store)
        self.bot_pool = BotPool(settings.bots)
        self.sounds = Sounds()
        self.people = People(self.store)
        self.passkeys = Passkeys(self.people)
        self.hosting = HostingStore(self.store)
        self.links = Links(self.store)
        self.bulletin = Bulletin(self.store)
        self.open_sockets = OpenSockets(self.bulletin)
        self.recent_errors = RecentErrors()
        self.checking = asyncio.Lock()  # of all logs, for the host
        self.lobby = LobbyFeed(self.store)
        self.tables: LiveTables  # since `lifespan`, as is the next one
        self.session_guard: SessionGuard
        self.table_quota = TableQuota(self.store)
        self.replays = replay.Replays()
        self.connections = websocket.ConnectionCounts()
        # Rate limits by client address.
        self.request_limit = Buckets(limits.REQUEST_BURST, limits.REQUESTS_PER_S)
        self.file_limit = Buckets(limits.FILE_BURST, limits.FILES_PER_S)
        self.password_limit = Buckets(burst=10, per_second=0.2)
        self.registration_limit = Buckets(burst=10, per_second=0.1)
        self.rename_limit = Buckets(burst=10, per_second=1 / 30)  # by person: tables are changed
        self.passkey_limit = Buckets(burst=20, per_second=0.5)
        self.erasure_limit = Buckets(burst=5, per_second=1 / 60)
        self.backup_limit = Buckets(limits.BACKUP_BURST, limits.BACKUPS_PER_S)
        self.export_limit = ClientBuckets(
            Rate(limits.EXPORT_BURST_PER_PERSON, limits.EXPORTS_PER_S_PER_PERSON),
            Rate(limits.EXPORT_BURST_PER_ADDRESS, limits.EXPORTS_PER_S_PER_ADDRESS),
        )

    @contextlib.asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        """Open the store and run the background tasks while the application runs."""
        app.state.house = self
        await self.store.open()
        await self.bulletin.refresh()
        logging.getLogger("ludotheque").addHandler(self.recent_errors)
        self.tables = LiveTables(self.store, self.bot_pool, self.settings.bot_pause, self.sounds)
        metrics.count_live_tables(lambda: len(self.tables.by_id))
        self.session_guard = SessionGuard(self.store)
        background = [
            asyncio.create_task(self.session_guard.run()),
            asyncio.create_task(self._clean_up()),
            asyncio.create_task(self._sweep_tables()),
            asyncio.create_task(collect_rarely()),
        ]
        try:
            self.tables.resume()
            yield
        finally:
            for task in background:
                task.cancel()
            await asyncio.gather(*background, return_exceptions=True)
            logging.getLogger("ludotheque").removeHandler(self.recent_errors)
            await self.bulletin.tasks.cancel()
            self.lobby.close()
            await self.tables.close()
            self.bot_pool.close()
            await self.store.close()

    async def _clean_up(self) -> None:
        """Delete expired sessions and guests, hourly; several processes may do the same."""
        while True:
            try:
                await self.people.add_missing_skeletons()
                await self.people.clean_up()
            except Exception:  # another process did it, or the database is away: try again later
                log.warning("expired sessions and guests could not be deleted", exc_info=True)
            await asyncio.sleep(CLEANUP_INTERVAL_S)

    async def _sweep_tables(self) -> None:
        """Close expired tables and compact finished ones; several processes may do the same."""
        settings = self.settings
        expiry = Expiry(
            self.store,
            self.tables.by_id,
            settings.waiting_expiry_days,
            settings.idle_expiry_days,
        )
        compact_after_ms = settings.compact_after_days * DAY_MS
        for number in itertools.count():
            # Random, so that processes which started together don't do the same work.
            await asyncio.sleep(SWEEP_INTERVAL_S * random.uniform(0.1, 1))  # noqa: S311
            try:
                await expiry.sweep(now_ms())
                if compact_after_ms and number % SWEEPS_PER_COMPACTION == 0:
                    await compact_finished(self.store, now_ms() - compact_after_ms)
            except Exception:  # such as a database that is away: try again later
                log.warning("old tables could not be closed or compacted", exc_info=True)

    def address(self, connection: HTTPConnection) -> str:
        """What a client is counted as: its address, or behind a proxy the one the proxy reports."""
        peer = connection.client.host if connection.client else ""
        if not self.settings.proxy:
            return client_key(peer)
        return client_key(forwarded_address(connection.headers.getlist("x-forwarded-for")) or peer)

    def client(self, connection: HTTPConnection, person: Person | None) -> Client:
        """The client of a request, for limits and shares by person and by address."""
        return Client(self.address(connection), person.id if person is not None else "")

    async def person_of(self, connection: HTTPConnection) -> Person | None:
        """The person whose token a request has; none without a valid token."""
        token = token_of(connection)
        return await self.people.person_of(token) if token else None

    async def require_person(self, request: Request) -> Person:
        """The person whose token a request has; refuses a request without a valid token."""
        person = await self.person_of(request)
        if person is None:
            raise Refused("no-token", "sign in first: POST /api/guest")
        return person


def create_app(settings: Settings, shared_metrics: SharedMetrics | None = None) -> Starlette:
    """The ASGI application of a house."""
    routes = [
        *monitoring.routes(),
        *authority.routes(),
        *accounts.routes(),
        *invitations.routes(),
        *admin.routes(),
        *games.routes(),
        *pictures.routes(),
        *lessons.routes(),
        *tables.routes(),
        *replay.routes(),
        *luck.routes(),
        *lobby.routes(),  # before those of tables, which match it too
        *websocket.routes(),
        *files.routes(),  # the last one: it matches every path
    ]
    return Starlette(
        routes=routes,
        middleware=[Middleware(Front)],
        exception_handlers={HTTPException: no_route},
        lifespan=House(settings, shared_metrics).lifespan,
    )
