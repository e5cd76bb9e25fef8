"""The store in PostgreSQL, for several processes. Each writes over one connection, in batches."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar, Final

import asyncpg  # type: ignore[import-untyped]  # it brings no types
import msgspec

from ludotheque.house.store.batches import (
    MAX_BATCH_WRITES,
    PendingWrite,
    WriteError,
    measured,
    resolve,
)
from ludotheque.house.store.contract import Store, log, store_closed
from ludotheque.house.store.migrate import (
    CREATE_VERSION_TABLE,
    SELECT_VERSION,
    pending,
    record_version,
)
from ludotheque.house.store.rows import Unavailable, Uncertain
from ludotheque.house.store.writes import (
    Append,
    Statement,
    Value,
    Values,
    Write,
    due_rows,
    entry_rows,
    mention_rows,
    mutable_columns,
    not_the_next,
    seat_rows,
    statements_of,
    turn_statements,
)

CHANNEL: Final = "ludotheque"
# The payload of a notification is "NEXT_NUMBER TABLE_ID", with the new entries as a JSON array in a
# second line if they fit; or one of these prefixes and a person id or a message.
REVOKED_PREFIX: Final = "out"
BROADCAST_PREFIX: Final = "gossip"
MAX_PAYLOAD_BYTES: Final = 7999  # a limit of PostgreSQL
MIGRATION_LOCK_ID: Final = 0x6C75646F  # of an advisory lock; any number no other program uses
STATEMENT_TIMEOUT_S: Final = 30.0  # of a migration or of a part of a long read
# When a connection counts as lost, because the server or the network is silent.
COMMIT_TIMEOUT_S: Final = 8.0
COMMIT_ROWS_PER_S: Final = 100  # more time for many, as in an import
READ_TIMEOUT_S: Final = 10.0
CONNECT_TIMEOUT_S: Final = 5.0
LISTENER_CHECK_INTERVAL_S: Final = 5.0
LISTENER_TIMEOUT_S: Final = 5.0
RECONNECT_DELAY_S: Final = 1.0
MAX_READ_CONNECTIONS: Final = 4
FETCH_ROWS: Final = 1000

# Locks in the order of the ids, so that two processes can't deadlock.
SELECT_NEXT: Final = "SELECT id, next FROM tables WHERE id = ANY($1::text[]) ORDER BY id FOR UPDATE"
INSERT_ENTRIES: Final = """INSERT INTO entries (table_id, number, entry)
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[])"""
INSERT_MENTIONS: Final = """INSERT INTO mentions (person, table_id, number)
    SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[])"""
ADVANCE_TABLES: Final = """UPDATE tables SET next = new.next, status = new.status,
    public = new.public, changed = new.changed, summary = new.summary
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
UPSERT_DUE: Final = """INSERT INTO due_tables (table_id, due, keeper)
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[])
    ON CONFLICT (table_id) DO UPDATE SET due = excluded.due, keeper = excluded.keeper"""
DELETE_DUE: Final = "DELETE FROM due_tables WHERE table_id = ANY($1::text[])"
SEND_NOTIFICATIONS: Final = "SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload"

CONNECTION_ERRORS: Final = (
    OSError,  # and so TimeoutError
    asyncpg.InterfaceError,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.InsufficientResourcesError,
)


class PostgresStore(Store):
    """A store in PostgreSQL. Listeners are notified of the writes of every process."""

    dialect: ClassVar[str] = "postgres"
    shared: ClassVar[bool] = True
    people_array: ClassVar[str] = "COALESCE(json_agg(person)::text, '[]')"
    touch_sql: ClassVar[str] = "UPDATE version SET number = number"

    def __init__(self, url: str) -> None:
        super().__init__()
        self.url = url
        self._waiting: asyncio.Queue[PendingWrite | None] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        self._db: Any = None  # the connection for writes
        self._listener: Any = None  # the connection for notifications
        self._pool: Any = None  # the connections for reads
        self._is_committing = False  # the COMMIT of a batch was sent, or is about to be
        self._scan_slot = asyncio.Semaphore(1)  # for a `stream`, which has its own connection

    async def open(self) -> None:
        if self._tasks:
            raise RuntimeError("the store is open already")
        try:
            self._db = await self._connect()
            await migrate(self._db)
            self._listener = await self._listen()
            self._pool = await asyncpg.create_pool(
                self.url,
                min_size=1,
                max_size=MAX_READ_CONNECTIONS,
                command_timeout=STATEMENT_TIMEOUT_S,
                timeout=CONNECT_TIMEOUT_S,
            )
        except BaseException as error:
            await self._close_connections()
            if isinstance(error, ValueError) and not isinstance(error, asyncpg.InterfaceError):
                # Without the error: it may show a part of the password.
                message = "its URL can't be read; percent-encode what is special in its password"
                raise Unavailable(f"the database can't be opened: {message}") from None
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
        # Even if the database is configured to acknowledge writes before they are durable.
        settings = {"synchronous_commit": "on", "application_name": "ludotheque"}
        return await asyncpg.connect(
            self.url,
            command_timeout=STATEMENT_TIMEOUT_S,
            timeout=CONNECT_TIMEOUT_S,
            server_settings=settings,
        )

    # Writing

    async def write(self, write: Write) -> None:
        if not self._tasks:
            raise store_closed()
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait(PendingWrite(write, future))
        await future

    async def _write_batches(self) -> None:
        running = True
        while running:
            batch, running = await self._next_batch()
            if batch:
                with measured(batch):
                    errors = await self._commit_or_split([write for write, _ in batch])
                resolve(batch, errors)

    async def _next_batch(self) -> tuple[list[PendingWrite], bool]:
        """Wait for writes and take all there are; False if the store closes after them."""
        batch: list[PendingWrite] = []
        item = await self._waiting.get()
        while item is not None:
            batch.append(item)
            if len(batch) == MAX_BATCH_WRITES or self._waiting.empty():
                return batch, True
            item = self._waiting.get_nowait()
        return batch, False

    async def _commit_or_split(self, batch: list[Write]) -> list[WriteError]:
        """Commit a batch in one transaction; if that fails, each write in its own."""
        self._is_committing = False
        try:
            await self._ensure_connected()
            return await self._commit(batch)
        except Exception as error:  # no caller may be left waiting, whatever it is
            if is_connection_lost(error):
                await self._drop_connection()
                lost = _uncertain if self._is_committing else _unavailable
                return [lost(error) for _ in batch]
            if len(batch) == 1:
                return [error]
        # A deadlock, or a text the database can't hold: only that write shall fail.
        return [error for write in batch for error in await self._commit_or_split([write])]

    async def _ensure_connected(self) -> None:
        """Connect, if the connection was lost."""
        if self._db is None or self._db.is_closed():
            try:
                self._db = await self._connect()
            except Exception as error:
                raise ConnectionError(
                    str(error)
                ) from error  # whatever it is, the connection is lost

    async def _drop_connection(self) -> None:
        """Drop the connection; the next batch reconnects. Idle ones may be lost, too."""
        if self._db is not None:
            self._db.terminate()
            self._db = None
        await self._pool.expire_connections()

    async def _commit(self, batch: list[Write]) -> list[WriteError]:
        rows = sum(len(statement.rows) for write in batch for statement in statements_of(write))
        with terminated_after(self._db, COMMIT_TIMEOUT_S + rows / COMMIT_ROWS_PER_S):
            return await self._commit_at_once(batch)

    async def _commit_at_once(self, batch: list[Write]) -> list[WriteError]:
        errors: dict[int, WriteError] = {}  # by index
        async with self._db.transaction():
            # Appends come last and all at once; a table is created before it is appended to.
            for index, write in enumerate(batch):
                if not isinstance(write, Append):
                    errors[index] = await self._commit_one(write)
            appends = {i: write for i, write in enumerate(batch) if isinstance(write, Append)}
            if appends:
                append_errors = await self._append([*appends.values()])
                errors |= dict(zip(appends, append_errors, strict=True))
            succeeded = [write for index, write in enumerate(batch) if errors[index] is None]
            await self._notify(succeeded)
            self._is_committing = True
        return [errors[index] for index in range(len(batch))]

    async def _notify(self, writes: list[Write]) -> None:
        """Notify, as a part of the transaction: listeners find it written."""
        revoked = {write.revoked for write in writes if write.revoked}
        payloads = commit_payloads(writes)
        payloads += [f"{REVOKED_PREFIX} {person_id}" for person_id in sorted(revoked)]
        if payloads:
            await self._db.execute(SEND_NOTIFICATIONS, CHANNEL, payloads)

    async def _commit_one(self, write: Write) -> WriteError:
        try:
            async with self._db.transaction():  # a savepoint
                for statement in statements_of(write):
                    await execute_statement(self._db, statement)
        except Exception as error:
            if is_connection_lost(error) or isinstance(error, asyncpg.DeadlockDetectedError):
                raise
            return error  # whatever is wrong with it, the others go on
        return None

    async def _append(self, appends: list[Append]) -> list[WriteError]:
        """All appends of a batch with a few statements, however many there are."""
        ids = sorted({append.row.id for append in appends})
        rows = await self._db.fetch(SELECT_NEXT, ids)
        next_numbers = {row["id"]: int(row["next"]) for row in rows}
        accepted, errors = split_conflicts(appends, next_numbers)
        if accepted:
            await self._insert(accepted, next_numbers)
        return errors

    async def _insert(self, accepted: list[Append], next_numbers: dict[str, int]) -> None:
        """Write appends; where a table has several, its row and its people are the last ones."""
        entries = [row for a in accepted for row in entry_rows(a.row.id, a.number, a.entries)]
        rows = {append.row.id: append.row for append in accepted}
        advances = [(row.id, next_numbers[row.id], *mutable_columns(row)) for row in rows.values()]
        await self._execute_arrays(ADVANCE_TABLES, advances)
        await self._execute_arrays(INSERT_ENTRIES, entries)
        mentions = [row for a in accepted for row in mention_rows(a.row.id, a.number, a.entries)]
        await self._execute_arrays(INSERT_MENTIONS, mentions)
        changed = {append.row.id: append.row for append in accepted if append.people_changed}
        counts = [(row.id, len(row.people)) for row in changed.values()]
        await self._execute_arrays(DELETE_SEATED, counts)
        seats = [seat for row in changed.values() for seat in seat_rows(row)]
        await self._execute_arrays(UPSERT_SEATED, seats)
        due, not_due = due_rows(accepted)
        await self._execute_arrays(UPSERT_DUE, due)
        if not_due:
            await self._db.execute(DELETE_DUE, not_due)
        turns = {append.row.id: append.turns for append in accepted if append.turns is not None}
        for table_id, awaited in turns.items():
            for statement in turn_statements(table_id, awaited):
                await execute_statement(self._db, statement)

    async def _execute_arrays(self, sql: str, rows: Sequence[Values]) -> None:
        """Execute a statement whose parameters are arrays, one for each column."""
        if rows:
            await self._db.execute(sql, *map(list, zip(*rows, strict=True)))

    # Listening

    async def _listen(self) -> Any:
        """A connection that is notified of every commit from now on."""
        listener = await self._connect()
        await listener.add_listener(CHANNEL, self._on_notification)
        return listener

    def _on_notification(self, _listener: Any, _process: int, _channel: str, payload: str) -> None:
        prefix, _, rest = payload.partition(" ")
        if prefix == REVOKED_PREFIX:
            self.notify_revoked(rest)
        elif prefix == BROADCAST_PREFIX:
            self.notify_broadcast(rest)
        else:
            table_id, _, encoded = rest.partition("\n")
            entries = msgspec.json.decode(encoded, type=list[str]) if encoded else []
            self.notify_commit(table_id, int(prefix), entries)

    async def broadcast(self, message: str) -> None:
        # As a write, which does not wait for long reads: a heartbeat must not be late.
        notify = Statement("SELECT pg_notify($1, $2)", [(CHANNEL, f"{BROADCAST_PREFIX} {message}")])
        await self.write(Write([notify]))

    async def _relisten(self) -> None:
        """Reconnect whenever the connection is lost, and resync: notifications may be missing."""
        while True:
            await self._wait_until_lost()
            self._listener.terminate()
            await self._pool.expire_connections()
            log.warning("the connection for notifications is lost: reconnecting")
            while (listener := await self._try_listen()) is None:
                await asyncio.sleep(RECONNECT_DELAY_S)
            self._listener = listener
            self.notify_resync()

    async def _wait_until_lost(self) -> None:
        """Return when the connection for notifications is lost; it is checked now and then."""
        ended = asyncio.Event()
        self._listener.add_termination_listener(lambda _: ended.set())
        while not (ended.is_set() or self._listener.is_closed()):
            try:
                async with asyncio.timeout(LISTENER_CHECK_INTERVAL_S):
                    await ended.wait()
            except TimeoutError:
                try:
                    with terminated_after(self._listener, LISTENER_TIMEOUT_S):
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
            db = await self._pool.acquire(timeout=READ_TIMEOUT_S)
        except Exception as error:
            raise _unavailable(error) from error
        try:
            with terminated_after(db, READ_TIMEOUT_S):
                return [tuple(row) for row in await db.fetch(sql, *values)]
        except CONNECTION_ERRORS as error:
            raise (_unavailable(error) if is_connection_lost(error) else error) from error
        finally:
            await self._pool.release(db)

    async def size_bytes(self) -> int:
        return int((await self.rows("SELECT pg_database_size(current_database())"))[0][0] or 0)

    async def stream(
        self, selects: Sequence[str], *values: Value
    ) -> AsyncGenerator[tuple[int, Values], None]:
        if not self._tasks:
            raise store_closed()
        async with self._scan_slot:
            db = await self._scan_connection()
            try:
                async with db.transaction(isolation="repeatable_read", readonly=True):
                    for index, sql in enumerate(selects):
                        async for row in db.cursor(sql, *values, prefetch=FETCH_ROWS):
                            yield index, tuple(row)
            finally:
                await db.close()

    async def _scan_connection(self) -> Any:
        """A connection for a long read, so that short ones need not wait for it."""
        try:
            return await self._connect()
        except Exception as error:
            raise _unavailable(error) from error


@contextmanager
def terminated_after(db: Any, seconds: float) -> Iterator[None]:
    """Terminate a connection that takes longer than that.

    A timeout of asyncpg would ask the server to cancel, over a new connection, and wait for it.
    """
    timer = asyncio.get_running_loop().call_later(seconds, db.terminate)
    try:
        yield
    finally:
        timer.cancel()


def is_connection_lost(error: Exception) -> bool:
    """Whether the connection failed; for a bad value asyncpg raises an error of both kinds."""
    return isinstance(error, CONNECTION_ERRORS) and not isinstance(error, ValueError)


def _unavailable(error: Exception) -> Unavailable:
    return Unavailable(f"the database does not answer: {str(error) or type(error).__name__}")


def _uncertain(error: Exception) -> Uncertain:
    return Uncertain(f"the database was lost while it wrote: {str(error) or type(error).__name__}")


def commit_payloads(writes: list[Write]) -> list[str]:
    """A notification for each table that was written, with its new entries if they fit."""
    next_numbers: dict[str, int] = {}
    entries: dict[str, list[str] | None] = {}  # by table id: none where they are not known
    for write in writes:
        if write.committed:
            table_id, next_numbers[table_id] = write.committed
            known = entries.get(table_id, [])
            if known is not None and isinstance(write, Append):
                entries[table_id] = [*known, *write.entries]
            else:
                entries[table_id] = None
    return [
        commit_payload(table_id, next_number, entries[table_id])
        for table_id, next_number in next_numbers.items()
    ]


def commit_payload(table_id: str, next_number: int, entries: list[str] | None) -> str:
    """The notification of a commit."""
    short = f"{next_number} {table_id}"
    if entries:
        payload = f"{short}\n{msgspec.json.encode(entries).decode()}"
        if len(payload.encode()) <= MAX_PAYLOAD_BYTES:
            return payload
    return short


def split_conflicts(
    appends: list[Append], next_numbers: dict[str, int]
) -> tuple[list[Append], list[WriteError]]:
    """The appends that come next, and the error of each; `next_numbers` advances with them."""
    accepted: list[Append] = []
    errors: list[WriteError] = []
    for append in appends:
        table_id = append.row.id
        if next_numbers.get(table_id) == append.number:
            next_numbers[table_id] += len(append.entries)
            accepted.append(append)
            errors.append(None)
        else:
            errors.append(not_the_next(table_id, append.number))
    return accepted, errors


async def migrate(db: Any) -> None:
    """Migrate a database, one process at a time, all or nothing."""
    async with db.transaction():
        await db.execute("SELECT pg_advisory_xact_lock($1)", MIGRATION_LOCK_ID)
        await db.execute(CREATE_VERSION_TABLE)
        for script in pending("postgres", await db.fetchval(SELECT_VERSION) or 0):
            await db.execute(script)
        for statement in record_version("postgres"):
            await db.execute(statement)


async def execute_statement(db: Any, statement: Statement) -> None:
    """Execute a statement, or raise its error."""
    try:
        if len(statement.rows) > 1:
            await db.executemany(statement.sql, statement.rows)
            return
        for values in statement.rows:
            result = await db.execute(statement.sql, *values)  # such as "UPDATE 1"
            if result.endswith(" 0") and statement.if_no_row:
                raise statement.if_no_row
    except asyncpg.IntegrityConstraintViolationError as error:
        raise statement.if_duplicate or error from error
