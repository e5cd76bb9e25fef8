"""The store in PostgreSQL, for several processes. Each writes by one connection, many at a time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from typing import Any, ClassVar, Final

import asyncpg  # type: ignore[import-untyped]  # it brings no types

from ludotheque.house import metrics
from ludotheque.house.store.contract import Store, log, store_closed
from ludotheque.house.store.migrate import (
    CREATE_VERSION_TABLE,
    SELECT_VERSION,
    pending,
    record_version,
)
from ludotheque.house.store.rows import Unavailable
from ludotheque.house.store.writes import (
    Append,
    Step,
    Value,
    Values,
    Write,
    conflict,
    entry_rows,
    mutable_columns,
)

MAX_BATCH_WRITES: Final = 1000
CHANNEL: Final = "ludotheque"
# A notification is "NUMBER TABLE", or one of these words and a person or a message.
REVOKED_PREFIX: Final = "out"
BROADCAST_PREFIX: Final = "gossip"
MIGRATION_LOCK_ID: Final = 0x6C75646F  # an advisory lock; any number that is only ours
STATEMENT_TIMEOUT_S: Final = 30.0
LISTENER_CHECK_INTERVAL_S: Final = 30.0
RECONNECT_DELAY_S: Final = 1.0

# Locks in the order of the ids, so that two processes can't wait for each other.
SELECT_NEXT: Final = "SELECT id, next FROM tables WHERE id = ANY($1::text[]) ORDER BY id FOR UPDATE"
INSERT_ENTRIES: Final = """INSERT INTO entries (table_id, number, entry)
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[])"""
ADVANCE_TABLES: Final = """UPDATE tables SET next = new.next,
    status = COALESCE(new.status, tables.status), public = COALESCE(new.public, tables.public),
    changed = COALESCE(new.changed, tables.changed), summary = COALESCE(new.summary, tables.summary)
    FROM unnest($1::text[], $2::bigint[], $3::text[], $4::smallint[], $5::bigint[], $6::text[])
        AS new (id, next, status, public, changed, summary)
    WHERE tables.id = new.id"""
DELETE_SEATED: Final = """DELETE FROM seated
    USING unnest($1::text[], $2::bigint[]) AS new (id, count)
    WHERE table_id = new.id AND place >= new.count"""
UPSERT_SEATED: Final = """INSERT INTO seated (table_id, place, person)
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[])
    ON CONFLICT (table_id, place) DO UPDATE SET person = excluded.person
    WHERE seated.person <> excluded.person"""
SEND_NOTIFICATIONS: Final = "SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload"

CONNECTION_ERRORS: Final = (
    OSError,  # and so TimeoutError
    asyncpg.InterfaceError,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.InsufficientResourcesError,
)

Outcome = Exception | None
Waiting = tuple[Write, "asyncio.Future[None]"]


class PostgresStore(Store):
    """A store in PostgreSQL. Listeners are notified of the writes of every process."""

    dialect: ClassVar[str] = "postgres"
    shared: ClassVar[bool] = True
    people_array: ClassVar[str] = "COALESCE(json_agg(person)::text, '[]')"

    def __init__(self, url: str) -> None:
        super().__init__()
        self.url = url
        self._waiting: asyncio.Queue[Waiting | None] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        self._db: Any = None  # the connection that writes
        self._listener: Any = None  # the connection that listens
        self._pool: Any = None  # the connections that read

    async def open(self) -> None:
        if self._tasks:
            raise RuntimeError("the store is open already")
        try:
            self._db = await self._connect()
            await migrate(self._db)
            self._listener = await self._listen()
            self._pool = await asyncpg.create_pool(
                self.url, min_size=1, max_size=4, command_timeout=STATEMENT_TIMEOUT_S
            )
        except BaseException as error:
            await self._close_connections()
            if isinstance(error, (*CONNECTION_ERRORS, asyncpg.PostgresError)):
                raise Unavailable(f"the database can't be opened: {error}") from error
            raise
        self._tasks = [
            asyncio.create_task(self._write_batches()),
            asyncio.create_task(self._relisten()),
        ]

    async def close(self) -> None:
        if not self._tasks:
            return
        (writer, listener), self._tasks = self._tasks, []
        self._waiting.put_nowait(None)
        await writer
        listener.cancel()
        await asyncio.gather(listener, return_exceptions=True)
        await self._close_connections()

    async def _close_connections(self) -> None:
        connections = [self._db, self._listener, self._pool]
        self._db = self._listener = self._pool = None
        for connection in connections:
            if connection is not None:
                await connection.close()

    async def _connect(self) -> Any:
        # A database may be configured to acknowledge before a write is durable; not for us.
        settings = {"synchronous_commit": "on", "application_name": "ludotheque"}
        return await asyncpg.connect(
            self.url,
            command_timeout=STATEMENT_TIMEOUT_S,
            timeout=STATEMENT_TIMEOUT_S,
            server_settings=settings,
        )

    # Writing

    async def write(self, write: Write) -> None:
        if not self._tasks:
            raise store_closed()
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait((write, future))
        await future

    async def _write_batches(self) -> None:
        running = True
        while running:
            batch, running = await self._next_batch()
            if batch:
                with metrics.BATCH_SECONDS.time():
                    outcomes = await self._outcomes([write for write, _ in batch])
                metrics.BATCH_WRITES.inc(len(batch))
                resolve(batch, outcomes)

    async def _next_batch(self) -> tuple[list[Waiting], bool]:
        """Wait for a write and take those that came meanwhile; False if the store then closes."""
        batch: list[Waiting] = []
        item = await self._waiting.get()
        while item is not None:
            batch.append(item)
            if len(batch) == MAX_BATCH_WRITES or self._waiting.empty():
                return batch, True
            item = self._waiting.get_nowait()
        return batch, False

    async def _outcomes(self, batch: list[Write]) -> list[Outcome]:
        """One transaction for all; if the database can't take them together, one for each."""
        try:
            await self._ensure_connected()
            return await self._commit(batch)
        except Exception as error:  # nobody may be left waiting, whatever it is
            if is_connection_lost(error):
                self._drop_connection()
                return [_unavailable(error) for _ in batch]
            if len(batch) == 1:
                return [error]
        # A deadlock, or a text the database can't hold: only that write shall fail.
        return [outcome for write in batch for outcome in await self._outcomes([write])]

    async def _ensure_connected(self) -> None:
        """Connect, if the connection was lost."""
        if self._db is None or self._db.is_closed():
            try:
                self._db = await self._connect()
            except Exception as error:
                raise ConnectionError(str(error)) from error  # whatever the reason

    def _drop_connection(self) -> None:
        """Drop the connection; the next batch reconnects."""
        if self._db is not None:
            self._db.terminate()
            self._db = None

    async def _commit(self, batch: list[Write]) -> list[Outcome]:
        outcomes: dict[int, Outcome] = {}
        async with self._db.transaction():
            # Appends come last and all at once; a table is created before it is appended to.
            for place, write in enumerate(batch):
                if not isinstance(write, Append):
                    outcomes[place] = await self._commit_one(write)
            appends = [(p, write) for p, write in enumerate(batch) if isinstance(write, Append)]
            if appends:
                verdicts = await self._append([write for _, write in appends])
                outcomes |= {p: one for (p, _), one in zip(appends, verdicts, strict=True)}
            done = [write for place, write in enumerate(batch) if outcomes[place] is None]
            await self._notify(
                dict(w.committed for w in done if w.committed),
                {w.revoked for w in done if w.revoked},
            )
        return [outcomes[place] for place in range(len(batch))]

    async def _notify(self, committed: dict[str, int], revoked: set[str]) -> None:
        """Part of the transaction: whoever is notified finds it written."""
        lines = [f"{following} {table_id}" for table_id, following in committed.items()]
        lines += [f"{REVOKED_PREFIX} {person_id}" for person_id in sorted(revoked)]
        if lines:
            await self._db.execute(SEND_NOTIFICATIONS, CHANNEL, lines)

    async def _commit_one(self, write: Write) -> Outcome:
        try:
            async with self._db.transaction():  # a savepoint
                for step in write.steps:
                    await execute_step(self._db, step)
        except Exception as error:
            if is_connection_lost(error) or isinstance(error, asyncpg.DeadlockDetectedError):
                raise
            return error  # whatever is wrong with it, the others go on
        return None

    async def _append(self, appends: list[Append]) -> list[Outcome]:
        """All appends of a batch with a few statements, however many there are."""
        ids = sorted({append.table_id for append in appends})
        following = {row["id"]: int(row["next"]) for row in await self._db.fetch(SELECT_NEXT, ids)}
        accepted, outcomes = split_conflicts(appends, following)
        if accepted:
            await self._insert(accepted, following)
        return outcomes

    async def _insert(self, accepted: list[Append], following: dict[str, int]) -> None:
        entries = [row for a in accepted for row in entry_rows(a.table_id, a.number, a.entries)]
        last = {a.table_id: a.row for a in accepted} | {
            a.table_id: a.row for a in accepted if a.row
        }
        await self._execute_arrays(
            ADVANCE_TABLES, [(i, following[i], *mutable_columns(row)) for i, row in last.items()]
        )
        await self._execute_arrays(INSERT_ENTRIES, entries)
        people = {a.table_id: a.row.people for a in accepted if a.row and a.people_changed}
        await self._execute_arrays(
            DELETE_SEATED, [(i, len(seated)) for i, seated in people.items()]
        )
        await self._execute_arrays(
            UPSERT_SEATED,
            [(i, place, who) for i, seated in people.items() for place, who in enumerate(seated)],
        )

    async def _execute_arrays(self, sql: str, rows: Sequence[Values]) -> None:
        """A statement over arrays: one for each column."""
        if rows:
            await self._db.execute(sql, *map(list, zip(*rows, strict=True)))

    # Listening

    async def _listen(self) -> Any:
        """A connection that is notified of every commit from now on."""
        listener = await self._connect()
        await listener.add_listener(CHANNEL, self._on_notification)
        return listener

    def _on_notification(self, _listener: Any, _process: int, _channel: str, payload: str) -> None:
        first, _, name = payload.partition(" ")
        if first == REVOKED_PREFIX:
            self.notify_revoked(name)
        elif first == BROADCAST_PREFIX:
            self.notify_broadcast(name)
        else:
            self.notify_commit(name, int(first))

    async def broadcast(self, message: str) -> None:
        await self.rows("SELECT pg_notify($1, $2)", CHANNEL, f"{BROADCAST_PREFIX} {message}")

    async def _relisten(self) -> None:
        """Listen again whenever the connection is lost; then some notifications may be missing."""
        while True:
            await self._wait_until_lost()
            self._listener.terminate()
            log.warning("the listening connection is lost: connecting again")
            while (listener := await self._try_listen()) is None:
                await asyncio.sleep(RECONNECT_DELAY_S)
            self._listener = listener
            self.notify_resync()

    async def _wait_until_lost(self) -> None:
        """Return when the listening connection is lost, which is checked now and then."""
        ended = asyncio.Event()
        self._listener.add_termination_listener(lambda _: ended.set())
        while not (ended.is_set() or self._listener.is_closed()):
            try:
                async with asyncio.timeout(LISTENER_CHECK_INTERVAL_S):
                    await ended.wait()
            except TimeoutError:
                try:
                    await self._listener.execute("SELECT 1")
                except (*CONNECTION_ERRORS, asyncpg.PostgresError):
                    return

    async def _try_listen(self) -> Any:
        try:
            return await self._listen()
        except (*CONNECTION_ERRORS, asyncpg.PostgresError):
            return None

    # Reading

    async def rows(self, sql: str, *values: Value) -> list[Values]:
        if not self._tasks:
            raise store_closed()
        try:
            db = await self._pool.acquire()
        except Exception as error:
            raise _unavailable(error) from error
        try:
            return [tuple(row) for row in await db.fetch(sql, *values)]
        except CONNECTION_ERRORS as error:
            raise (_unavailable(error) if is_connection_lost(error) else error) from error
        finally:
            await self._pool.release(db)

    async def stream(
        self, selects: Sequence[str], *values: Value
    ) -> AsyncGenerator[tuple[int, Values], None]:
        if not self._tasks:
            raise store_closed()
        async with (
            self._pool.acquire() as db,
            db.transaction(isolation="repeatable_read", readonly=True),
        ):
            for number, sql in enumerate(selects):
                async for row in db.cursor(sql, *values, prefetch=1000):
                    yield number, tuple(row)


def is_connection_lost(error: Exception) -> bool:
    """Whether the database is gone, rather than unwilling: for a bad value asyncpg raises both."""
    return isinstance(error, CONNECTION_ERRORS) and not isinstance(error, ValueError)


def _unavailable(error: Exception) -> Unavailable:
    return Unavailable(f"the database does not answer: {str(error) or type(error).__name__}")


def resolve(batch: list[Waiting], outcomes: list[Outcome]) -> None:
    """Resolve the futures of writes with what became of them."""
    for (_, future), outcome in zip(batch, outcomes, strict=True):
        if not future.done():  # the caller may be gone; it is written all the same
            if outcome is None:
                future.set_result(None)
            else:
                future.set_exception(outcome)


def split_conflicts(
    appends: list[Append], following: dict[str, int]
) -> tuple[list[Append], list[Outcome]]:
    """The appends that come next, and the outcome of each; `following` advances with them."""
    accepted: list[Append] = []
    outcomes: list[Outcome] = []
    for append in appends:
        if following.get(append.table_id) == append.number:
            following[append.table_id] += len(append.entries)
            accepted.append(append)
            outcomes.append(None)
        else:
            outcomes.append(conflict(append.table_id, append.number))
    return accepted, outcomes


async def migrate(db: Any) -> None:
    """Migrate a database, one process at a time, all or nothing."""
    async with db.transaction():
        await db.execute("SELECT pg_advisory_xact_lock($1)", MIGRATION_LOCK_ID)
        await db.execute(CREATE_VERSION_TABLE)
        for script in pending("postgres", await db.fetchval(SELECT_VERSION) or 0):
            await db.execute(script)
        for statement in record_version("postgres"):
            await db.execute(statement)


async def execute_step(db: Any, step: Step) -> None:
    """Execute a step, or raise its error."""
    try:
        if len(step.rows) > 1:
            await db.executemany(step.sql, step.rows)
            return
        for values in step.rows:
            touched = await db.execute(step.sql, *values)  # such as "UPDATE 1"
            if touched.endswith(" 0") and step.missing:
                raise step.missing
    except asyncpg.IntegrityConstraintViolationError as error:
        raise step.taken or error from error
