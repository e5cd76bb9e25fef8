"""The store in a file of SQLite. One thread writes, in batches; one reads, one scans."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import time
from collections.abc import AsyncGenerator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import ClassVar, Final

import msgspec

from ludotheque.house.store.batches import (
    MAX_BATCH_WRITES,
    PendingWrite,
    WriteError,
    measured,
    resolve,
)
from ludotheque.house.store.contract import Store, store_closed
from ludotheque.house.store.migrate import (
    CREATE_VERSION_TABLE,
    SELECT_VERSION,
    pending,
    record_version,
)
from ludotheque.house.store.private_files import make_database_private
from ludotheque.house.store.rows import Conflict, Unavailable
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
    seat_statements,
    statements_of,
    turn_statements,
)

FETCH_ROWS: Final = 1000
BUSY_TIMEOUT_S: Final = 30.0  # while another process writes
NOT_UTF8: Final = "Could not decode to UTF-8"  # in the message of SQLite's error
CHANGE_CHECK_INTERVAL_S: Final = 1.0  # for writes of other processes
# The appends of a batch as rows in JSON: each statement releases the interpreter lock and acquires
# it again, which costs more than the write.
ADVANCE_TABLES: Final = """UPDATE tables SET next = next + length, status = new.status,
    public = new.public, changed = new.changed, summary = new.summary
    FROM (SELECT json_extract(value, '$[0]') AS id, json_extract(value, '$[1]') AS number,
        json_extract(value, '$[2]') AS length, json_extract(value, '$[3]') AS status,
        json_extract(value, '$[4]') AS public, json_extract(value, '$[5]') AS changed,
        json_extract(value, '$[6]') AS summary FROM json_each(?1)) AS new
    WHERE tables.id = new.id AND tables.next = new.number"""
INSERT_ENTRIES: Final = """INSERT INTO entries (table_id, number, entry)
    SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]')
    FROM json_each(?1)"""

INSERT_MENTIONS: Final = """INSERT INTO mentions (person, table_id, number)
    SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]')
    FROM json_each(?1)"""
UPSERT_DUE: Final = """INSERT INTO due_tables (table_id, due, keeper)
    SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]')
    FROM json_each(?1) WHERE true
    ON CONFLICT (table_id) DO UPDATE SET due = excluded.due, keeper = excluded.keeper"""
DELETE_DUE: Final = "DELETE FROM due_tables WHERE table_id IN (SELECT value FROM json_each(?1))"


def connect(path: Path) -> sqlite3.Connection:
    """A connection without implicit transactions, whose commits are synced to disk."""
    db = sqlite3.connect(
        path, timeout=BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False
    )
    try:
        for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            db.execute(f"PRAGMA {setting}")
    except BaseException:
        db.close()
        raise
    return db


@cache
def qmark(sql: str) -> str:
    """A statement with ?1 for $1, which SQLite would take for a parameter named 1."""
    return sql.replace("$", "?")


class SqliteStore(Store):
    """A store in a file of SQLite.

    It notices within a second or so that another process has written, but not what: listeners are
    asked to check everything.
    """

    dialect: ClassVar[str] = "sqlite"
    shared: ClassVar[bool] = False
    people_array: ClassVar[str] = "json_group_array(person)"
    touch_sql: ClassVar[str] = "PRAGMA user_version = 0"  # an update to the same is not written

    def __init__(self, path: str | Path) -> None:
        super().__init__()
        self.path = Path(path)
        self._waiting: SimpleQueue[PendingWrite | None] = SimpleQueue()
        self._writer: Thread | None = None
        self._reader: ThreadPoolExecutor | None = None

    async def open(self) -> None:
        if self._writer is not None:
            raise RuntimeError("the store is open already")
        self._loop = asyncio.get_running_loop()
        try:
            self._write_db = await asyncio.to_thread(self._migrated)
        except sqlite3.Error as error:
            raise Unavailable(f"{self.path} can't be opened: {error}") from error
        self._read_db = connect(self.path)
        self._reader = ThreadPoolExecutor(1, "store-reader")
        self._scanner = ThreadPoolExecutor(1, "store-scanner")
        self._writer = Thread(target=self._write_batches, name="store-writer", daemon=True)
        self._writer.start()

    async def close(self) -> None:
        writer, reader, self._writer, self._reader = self._writer, self._reader, None, None
        if writer is None or reader is None:
            return
        self._waiting.put(None)
        await asyncio.to_thread(writer.join)
        # The loop got the last results before the writer ended, and resolves them first.
        await asyncio.to_thread(reader.shutdown)
        await asyncio.to_thread(self._scanner.shutdown)
        self._write_db.close()
        self._read_db.close()

    # Migrating

    def _migrated(self) -> sqlite3.Connection:
        make_database_private(self.path)
        db = connect(self.path)
        try:
            db.execute("BEGIN IMMEDIATE")
            migrate(db)
            db.execute("COMMIT")
        except BaseException:
            db.close()
            raise
        return db

    # Writing

    async def write(self, write: Write) -> None:
        if self._writer is None:
            raise store_closed()
        future: asyncio.Future[None] = self._loop.create_future()
        self._waiting.put(PendingWrite(write, future))
        await future

    def _write_batches(self) -> None:
        running, version, last_check = True, self._data_version(), time.monotonic()
        while running:
            batch, running = self._next_batch()
            if batch:
                with measured(batch):
                    errors = self._commit([write for write, _ in batch])
                self._loop.call_soon_threadsafe(self._resolve, batch, errors)
            if running and time.monotonic() - last_check >= CHANGE_CHECK_INTERVAL_S:
                before, version, last_check = version, self._data_version(), time.monotonic()
                if version != before:
                    self._loop.call_soon_threadsafe(self.notify_resync)

    def _data_version(self) -> int:
        """A number that changes when another connection has written; 0 if it can't be read."""
        try:
            (version,) = self._write_db.execute("PRAGMA data_version").fetchone()
        except sqlite3.Error:  # the next write or read will fail, too
            return 0
        return int(version)

    def _next_batch(self) -> tuple[list[PendingWrite], bool]:
        """Wait a while for writes and take all there are; False if the store closes after them."""
        batch: list[PendingWrite] = []
        try:
            item = self._waiting.get(timeout=CHANGE_CHECK_INTERVAL_S)
        except Empty:
            return batch, True
        while item is not None:
            batch.append(item)
            if len(batch) == MAX_BATCH_WRITES:
                return batch, True
            try:
                item = self._waiting.get_nowait()
            except Empty:
                return batch, True
        return batch, False

    def _commit(self, batch: list[Write]) -> list[WriteError]:
        """One transaction for all; a write that fails leaves the others as they are."""
        try:
            return self._commit_all(batch) or self._commit_one_by_one(batch)
        except Exception as error:  # no caller may be left waiting, whatever it is
            self._rollback()
            return [Unavailable(f"{self.path} can't be written: {error}") for _ in batch]

    def _commit_all(self, batch: list[Write]) -> list[WriteError]:
        """Commit all of them; if any fails, none is written and the list is empty."""
        db = self._write_db
        db.execute("BEGIN IMMEDIATE")
        try:
            for write in batch:  # a table is created before it is appended to
                if not isinstance(write, Append):
                    for statement in write.statements:
                        execute_statement(db, statement)
            append_all(db, [write for write in batch if isinstance(write, Append)])
        except sqlite3.OperationalError:  # such as a full disk
            raise
        except Exception:  # the caller commits one by one to find out which write failed
            self._rollback()
            return []
        db.execute("COMMIT")
        return [None] * len(batch)

    def _commit_one_by_one(self, batch: list[Write]) -> list[WriteError]:
        db = self._write_db
        db.execute("BEGIN IMMEDIATE")
        errors = [self._commit_one(write) for write in batch]
        db.execute("COMMIT")
        return errors

    def _rollback(self) -> None:
        with suppress(sqlite3.Error):  # there may be no transaction any more
            self._write_db.execute("ROLLBACK")

    def _commit_one(self, write: Write) -> WriteError:
        db = self._write_db
        db.execute("SAVEPOINT one_write")
        try:
            for statement in statements_of(write):
                execute_statement(db, statement)
        except sqlite3.OperationalError:  # such as a full disk: no other write would succeed
            raise
        except Exception as error:  # whatever is wrong with it, the others go on
            db.execute("ROLLBACK TO one_write")
            db.execute("RELEASE one_write")
            return error
        db.execute("RELEASE one_write")
        return None

    def _resolve(self, batch: list[PendingWrite], errors: list[WriteError]) -> None:
        resolve(batch, errors)
        for (write, _), error in zip(batch, errors, strict=True):
            if error is None and write.committed:
                entries = write.entries if isinstance(write, Append) else ()
                self.notify_commit(*write.committed, entries)
            if error is None and write.revoked:
                self.notify_revoked(write.revoked)

    # Reading

    async def rows(self, sql: str, *values: Value) -> list[Values]:
        if self._reader is None:
            raise store_closed()
        return await self._loop.run_in_executor(self._reader, self._read, sql, values)

    def _read(self, sql: str, values: Values) -> list[Values]:
        with self._reading_errors():
            try:
                return self._read_db.execute(qmark(sql), values).fetchall()
            except sqlite3.OperationalError as error:
                if NOT_UTF8 not in str(error):
                    raise
            with closing(connect(self.path)) as db:
                db.text_factory = _escaped  # slower
                return db.execute(qmark(sql), values).fetchall()

    async def stream(
        self, selects: Sequence[str], *values: Value
    ) -> AsyncGenerator[tuple[int, Values], None]:
        if self._reader is None:
            raise store_closed()
        # A thread that nothing else waits for.
        run, scanner = self._loop.run_in_executor, self._scanner
        with self._reading_errors(), self._scanned() as db:
            db.text_factory = _escaped
            db.execute("BEGIN")  # one snapshot for all of them
            for index, sql in enumerate(selects):
                cursor = await run(scanner, db.execute, qmark(sql), values)
                while rows := await run(scanner, cursor.fetchmany, FETCH_ROWS):
                    for row in rows:
                        yield index, row

    @contextmanager
    def _scanned(self) -> Iterator[sqlite3.Connection]:
        """A connection for the scanner, which closes it after what it may still be doing with it.

        A task that is cancelled while the scanner reads no longer waits for it, and closing a
        connection that another thread uses crashes the process.
        """
        db = connect(self.path)
        try:
            yield db
        finally:
            db.interrupt()
            try:
                self._scanner.submit(db.close)
            except RuntimeError:  # the store is closed, and the thread has ended
                db.close()

    @contextmanager
    def _reading_errors(self) -> Iterator[None]:
        """Raise SQLite's errors as `Unavailable`."""
        try:
            yield
        except sqlite3.Error as error:
            raise Unavailable(f"{self.path} can't be read: {error}") from error

    async def size_bytes(self) -> int:
        files = [self.path.with_name(self.path.name + end) for end in ("", "-wal")]
        return sum(file.stat().st_size for file in files if file.exists())

    def free_disk_bytes(self) -> int | None:
        return shutil.disk_usage(self.path.parent).free

    async def backup(self, path: str | Path) -> None:
        """Copy the database to a file, also while the house runs; it is renamed when complete."""
        await asyncio.to_thread(self._backup, Path(path))

    def _backup(self, path: Path) -> None:
        part = path.with_name(path.name + ".part")
        part.unlink(missing_ok=True)
        make_database_private(part)
        with closing(connect(self.path)) as source, closing(sqlite3.connect(part)) as target:
            source.backup(target)
        with part.open("rb") as file:
            os.fsync(file.fileno())
        part.replace(path)


def _escaped(data: bytes) -> str:
    """A text of a database; bytes that are not UTF-8, as in a broken row, are escaped."""
    return data.decode("utf-8", "backslashreplace")


def migrate(db: sqlite3.Connection) -> None:
    """Migrate a database, inside a transaction of the caller's."""
    db.execute(CREATE_VERSION_TABLE)
    (version,) = db.execute(SELECT_VERSION).fetchone() or (0,)
    for script in pending("sqlite", version):
        for statement in split_script(script):
            db.execute(statement)
    for statement in record_version("sqlite"):
        db.execute(statement)


def split_script(script: str) -> list[str]:
    """The statements of a script: `executescript` would commit the transaction first."""
    statements = [""]
    for line in script.splitlines(keepends=True):
        statements[-1] += line
        if sqlite3.complete_statement(statements[-1]):
            statements.append("")
    return [statement for statement in statements if statement.strip()]


def append_all(db: sqlite3.Connection, appends: list[Append]) -> None:
    """Execute all appends of a batch; `Conflict` if any of them is not the next of its table."""
    if not appends:
        return
    rows = [
        (append.row.id, append.number, len(append.entries), *mutable_columns(append.row))
        for append in appends
    ]
    if db.execute(ADVANCE_TABLES, (_json(rows),)).rowcount != len(rows):
        raise Conflict("an append is not the next one of its table")
    entries = [row for a in appends for row in entry_rows(a.row.id, a.number, a.entries)]
    db.execute(INSERT_ENTRIES, (_json(entries),))
    mentions = [row for a in appends for row in mention_rows(a.row.id, a.number, a.entries)]
    if mentions:
        db.execute(INSERT_MENTIONS, (_json(mentions),))
    for append in appends:
        if append.people_changed:
            for statement in seat_statements(append.row):
                execute_statement(db, statement)
        if append.turns is not None:
            for statement in turn_statements(append.row.id, append.turns):
                execute_statement(db, statement)
    due, not_due = due_rows(appends)
    if due:
        db.execute(UPSERT_DUE, (_json(due),))
    if not_due:
        db.execute(DELETE_DUE, (msgspec.json.encode(not_due).decode(),))


def _json(rows: Sequence[Values]) -> str:
    return msgspec.json.encode(rows).decode()


def execute_statement(db: sqlite3.Connection, statement: Statement) -> None:
    """Execute a statement, or raise its error."""
    sql = qmark(statement.sql)
    for values in statement.rows:
        try:
            changed = db.execute(sql, values).rowcount
        except sqlite3.IntegrityError as error:
            raise statement.if_duplicate or error from error
        if changed == 0 and statement.if_no_row:
            raise statement.if_no_row
