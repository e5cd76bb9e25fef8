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
from typing import TYPE_CHECKING, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request

from ludotheque.core.registry import find_all
from ludotheque.house import limits, metrics
from ludotheque.house.addresses import client_key, forwarded_address
from ludotheque.house.analysis.analyst import Analyst
from ludotheque.house.api import (
    accounts,
    admin,
    analysis,
    authority,
    community,
    daily,
    files,
    games,
    invitations,
    leave,
    lessons,
    lobby,
    luck,
    matching,
    monitoring,
    notices,
    past,
    pictures,
    puzzles,
    records,
    replay,
    statistics,
    tables,
    websocket,
)
from ludotheque.house.api.front import Front
from ludotheque.house.api.http import no_route, no_token, token_of
from ludotheque.house.api.open_sockets import OpenSockets
from ludotheque.house.api.session_guard import SessionGuard
from ludotheque.house.community.circles import Circles, no_such_circle
from ludotheque.house.community.presence import Presence
from ludotheque.house.community.unheard import UnheardPeople
from ludotheque.house.gc_policy import collect_rarely
from ludotheque.house.heavy_requests import HeavyRequests
from ludotheque.house.hosting.bulletin import Bulletin
from ludotheque.house.hosting.links import Links
from ludotheque.house.matchmaking.matchmaker import Matchmaker
from ludotheque.house.notices.mail import MailServer
from ludotheque.house.notices.outbound import Outbound
from ludotheque.house.notices.outbox import Outbox
from ludotheque.house.notices.senders import Senders
from ludotheque.house.people.passkeys import Passkeys
from ludotheque.house.people.people import People
from ludotheque.house.rate_limits import Buckets
from ludotheque.house.ratings.daily import DailyDeals
from ludotheque.house.ratings.recorder import Recorder
from ludotheque.house.ratings.strength import RatedStrength
from ludotheque.house.recent_errors import RecentErrors
from ludotheque.house.refusals import Refused
from ludotheque.house.settings import Settings
from ludotheque.house.shared_metrics import SharedMetrics
from ludotheque.house.shares import Client, ClientBuckets, DelayedRefusals, Rate
from ludotheque.house.store import Person, Store, open_store
from ludotheque.house.store.community import CommunityStore
from ludotheque.house.store.hosting import HostingStore
from ludotheque.house.store.notices import NoticeStore
from ludotheque.house.table.awaited import AwaitedFeed
from ludotheque.house.table.compaction import compact_finished
from ludotheque.house.table.expiry import DAY_MS, Expiry
from ludotheque.house.table.live import LiveTable
from ludotheque.house.table.live_tables import LiveTables
from ludotheque.house.table.lobby import LobbyFeed
from ludotheque.house.table.quota import TableQuota
from ludotheque.house.table.room import Room
from ludotheque.house.timestamps import now_ms
from ludotheque.house.workers.bot_pool import BotPool
from ludotheque.house.workers.sounds import Sounds

if TYPE_CHECKING:
    from ludotheque.house.table.room import Room

log = logging.getLogger(__name__)
CLEANUP_INTERVAL_S: Final = 3600
RECORD_INTERVAL_S: Final = 3600
RECORD_PAUSE_S: Final = 0.05  # between two tables of an older version
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
        self.analyst = Analyst(self.store, settings.analysis_niceness)
        self.people = People(self.store)
        self.passkeys = Passkeys(self.people)
        self.hosting = HostingStore(self.store)
        self.community = CommunityStore(self.store)
        self.circles = Circles(self.store)
        self.presence = Presence(self.store)
        self.unheard = UnheardPeople(self.store)
        self.links = Links(self.store)
        self.bulletin = Bulletin(self.store)
        self.open_sockets = OpenSockets(self.bulletin)
        self.recent_errors = RecentErrors()
        self.checking = asyncio.Lock()  # of all logs, for the host
        self.lobby = LobbyFeed(self.store)
        self.awaited = AwaitedFeed(self.store)
        self.notices = NoticeStore(self.store)
        self.outbound = Outbound(settings.allow_private_webhooks)
        mail = MailServer.from_url(settings.smtp, settings.mail_from) if settings.smtp else None
        self.senders = Senders(self.notices, self.outbound, mail)
        self.outbox = Outbox(self.store, self.senders, settings.notice_delay)
        self.recorder = Recorder(self.store)
        self.results = self.recorder.results
        self.daily = DailyDeals(self.store, self.shelf)
        self.tables: LiveTables  # since `lifespan`, as are the next ones
        self.session_guard: SessionGuard
        self.matchmaker: Matchmaker
        self.table_quota = TableQuota(self.store)
        self.heavy_requests = HeavyRequests()
        self.heavy_reads = HeavyRequests()
        self.delayed_refusals = DelayedRefusals()
        self.replays = replay.Replays()
        self.connections = websocket.ConnectionCounts()
        # Rate limits by client address.
        self.request_limit = Buckets(limits.REQUEST_BURST, limits.REQUESTS_PER_S)
        self.file_limit = Buckets(limits.FILE_BURST, limits.FILES_PER_S)
        self.guest_limit = Buckets(limits.GUEST_BURST, limits.GUESTS_PER_S)
        self.password_limit = Buckets(limits.PASSWORD_BURST, limits.PASSWORDS_PER_S)
        self.registration_limit = Buckets(limits.REGISTRATION_BURST, limits.REGISTRATIONS_PER_S)
        self.passkey_limit = Buckets(limits.PASSKEY_BURST, limits.PASSKEYS_PER_S)
        self.erasure_limit = Buckets(limits.ERASURE_BURST, limits.ERASURES_PER_S)
        # By person.
        self.rename_limit = Buckets(limits.RENAME_BURST, limits.RENAMES_PER_S)
        self.notice_limit = Buckets(limits.NOTICE_CHANGE_BURST, limits.NOTICE_CHANGES_PER_S)
        # By address, of a client and of mail.
        self.mail_limit = Buckets(limits.CONFIRMATION_BURST, limits.CONFIRMATIONS_PER_S)
        self.backup_limit = Buckets(limits.BACKUP_BURST, limits.BACKUPS_PER_S)
        self.community_limit = ClientBuckets(
            Rate(limits.COMMUNITY_BURST_PER_PERSON, limits.COMMUNITY_PER_S_PER_PERSON),
            Rate(limits.COMMUNITY_BURST_PER_ADDRESS, limits.COMMUNITY_PER_S_PER_ADDRESS),
        )
        self.report_limit = ClientBuckets(
            Rate(limits.REPORT_BURST_PER_PERSON, limits.REPORTS_PER_S_PER_PERSON),
            Rate(limits.REPORT_BURST_PER_ADDRESS, limits.REPORTS_PER_S_PER_ADDRESS),
        )
        self.match_limit = ClientBuckets(
            Rate(limits.MATCH_BURST_PER_PERSON, limits.MATCHES_PER_S_PER_PERSON),
            Rate(limits.MATCH_BURST_PER_ADDRESS, limits.MATCHES_PER_S_PER_ADDRESS),
        )
        self.export_limit = ClientBuckets(
            Rate(limits.EXPORT_BURST_PER_PERSON, limits.EXPORTS_PER_S_PER_PERSON),
            Rate(limits.EXPORT_BURST_PER_ADDRESS, limits.EXPORTS_PER_S_PER_ADDRESS),
        )

        self.open_record_limit = ClientBuckets(
            Rate(limits.OPEN_RECORD_BURST_PER_PERSON, limits.OPEN_RECORDS_PER_S_PER_PERSON),
            Rate(limits.OPEN_RECORD_BURST_PER_ADDRESS, limits.OPEN_RECORDS_PER_S_PER_ADDRESS),
        )
        self.analysis_limit = ClientBuckets(
            Rate(limits.ANALYSIS_BURST_PER_PERSON, limits.ANALYSES_PER_S_PER_PERSON),
            Rate(limits.ANALYSIS_BURST_PER_ADDRESS, limits.ANALYSES_PER_S_PER_ADDRESS),
        )
        self.statistics_limit = ClientBuckets(
            Rate(limits.STATISTICS_BURST_PER_PERSON, limits.STATISTICS_PER_S_PER_PERSON),
            Rate(limits.STATISTICS_BURST_PER_ADDRESS, limits.STATISTICS_PER_S_PER_ADDRESS),
        )

    @contextlib.asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        """Open the store and run the background tasks while the application runs."""
        app.state.house = self
        await self.store.open()
        await self.bulletin.refresh()
        await self.outbox.refresh()
        await self.senders.load_key()
        logging.getLogger("ludotheque").addHandler(self.recent_errors)
        self.tables = LiveTables(self.store, self.bot_pool, self.settings.bot_pause, self.sounds)
        self.tables.writer.on_over = self._record_soon
        metrics.count_live_tables(lambda: len(self.tables.by_id))
        self.session_guard = SessionGuard(self.store)
        strength_of = RatedStrength(self.store).level_of
        self.matchmaker = Matchmaker(self.tables, self.table_quota, strength_of)
        self.tables.check_may_join = self._check_may_join
        background = [
            asyncio.create_task(self.matchmaker.run()),
            asyncio.create_task(self.session_guard.run()),
            asyncio.create_task(self._clean_up()),
            asyncio.create_task(self._sweep_tables()),
            asyncio.create_task(self._record_missing()),
            asyncio.create_task(collect_rarely()),
            asyncio.create_task(self.awaited.run()),
            asyncio.create_task(self.outbox.run()),
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
            await self.outbox.close()
            self.outbound.close()
            await self.unheard.tasks.cancel()
            self.lobby.close()
            await self.analyst.close()
            await self.tables.close()
            self.bot_pool.close()
            await self.store.close()

    async def _clean_up(self) -> None:
        """Delete expired sessions and guests, hourly; several processes may do the same."""
        has_skeletons = False
        while True:
            try:
                if not has_skeletons:
                    await self.people.add_missing_skeletons()
                    has_skeletons = True
                await self.people.clean_up()
                await self.community.delete_old_calls(now_ms() - 1000 * limits.CALL_LIFETIME_S)
                await self.analyst.store.delete_expired(now_ms())
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

    def _record_soon(self, room: Room) -> None:
        self.tables.tasks.spawn(self._record(room))

    async def _record(self, room: Room) -> None:
        """Record a game that has ended here; if that fails, it is found later."""
        try:
            await self.recorder.record(room)
        except Exception:  # such as a database that is away
            log.warning("a finished game could not be recorded", exc_info=True)

    async def _record_missing(self) -> None:
        """Record finished games that have no results: older ones, and after a crash; hourly."""
        while True:
            try:
                await self.recorder.record_missing(RECORD_PAUSE_S)
            except Exception:  # such as a database that is away: try again later
                log.warning("finished games could not be recorded", exc_info=True)
            await asyncio.sleep(RECORD_INTERVAL_S * random.uniform(0.5, 1))  # noqa: S311

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

    async def open_table(self, connection: HTTPConnection, table_id: str = "") -> LiveTable:
        """The table of a request; one of a circle is there for its members only."""
        table = await self.tables.open(table_id or connection.path_params["table"])
        circle = table.room.created.circle
        if circle:
            person = await self.person_of(connection)
            if person is None or not await self.community.is_member(circle, person.id):
                raise no_such_circle()
        return table

    async def _check_may_join(self, room: Room, person_id: str) -> None:
        """Refuse a seat among people whom one must not meet; nobody is told why."""
        others = {*room.people(), room.created.host} - {person_id}
        if others & await self.community.apart_from(person_id):
            raise Refused("no-seat-here", "you can't take a seat at this table")

    async def require_person(self, request: Request) -> Person:
        """The person whose token a request has; refuses a request without a valid token."""
        person = await self.person_of(request)
        if person is None:
            raise no_token()
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
        *community.routes(),
        *matching.routes(),
        *leave.routes(),
        *replay.routes(),
        *records.routes(),
        *analysis.routes(),
        *puzzles.routes(),
        *past.routes(),
        *statistics.routes(),
        *daily.routes(),
        *luck.routes(),
        *notices.routes(),
        *notices.link_routes(),
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
