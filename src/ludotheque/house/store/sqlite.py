"""The store in one file. One thread writes; whatever waits meanwhile goes into one transaction."""

from __future__ import annotations

import asyncio
import os
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

from ludotheque.house import metrics
from ludotheque.house.store.contract import Store, closed
from ludotheque.house.store.migrate import VERSION, VERSION_TABLE, pending, remember
from ludotheque.house.store.rows import Conflict, Unavailable
from ludotheque.house.store.writes import Append, Step, Value, Values, Write, changing, numbered

BATCH: Final = 1000
CHUNK: Final = 1000
PATIENCE: Final = 30.0  # seconds to wait for another process that writes
GLANCE: Final = 1.0  # seconds between two looks whether another process has written
# Moves of many tables at once, given as rows in JSON. Each statement that is begun here costs two
# changes between threads, which cost more than what it writes.
ADVANCE_ALL: Final = """UPDATE tables SET next = next + length,
    status = COALESCE(new.status, tables.status), public = COALESCE(new.public, tables.public),
    changed = COALESCE(new.changed, tables.changed), summary = COALESCE(new.summary, tables.summary)
    FROM (SELECT json_extract(value, '$[0]') AS id, json_extract(value, '$[1]') AS number,
        json_extract(value, '$[2]') AS length, json_extract(value, '$[3]') AS status,
        json_extract(value, '$[4]') AS public, json_extract(value, '$[5]') AS changed,
        json_extract(value, '$[6]') AS summary FROM json_each(?1)) AS new
    WHERE tables.id = new.id AND tables.next = new.number"""
ENTER_ALL: Final = """INSERT INTO entries (table_id, number, entry)
    SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]')
    FROM json_each(?1)"""
Outcome = Exception | None
Waiting = tuple[Write, "asyncio.Future[None]"]


def connect(path: Path) -> sqlite3.Connection:
    """A connection that leaves transactions to us, and to whose commits disks must answer."""
    db = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
    try:
        for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            db.execute(f"PRAGMA {setting}")
    except BaseException:
        db.close()
        raise
    return db


@cache
def counted(sql: str) -> str:
    """A statement with ?1 for $1, which SQLite would take for a parameter whose name is 1."""
    return sql.replace("$", "?")


class SqliteStore(Store):
    """A store in a file of SQLite. Of what others write listeners hear within a second or so, and
    not what it was.
    """

    dialect: ClassVar[str] = "sqlite"
    shared: ClassVar[bool] = False
    array: ClassVar[str] = "json_group_array(person)"

    def __init__(self, path: str | Path) -> None:
        super().__init__()
        self.path = Path(path)
        self._waiting: SimpleQueue[Waiting | None] = SimpleQueue()
        self._writer: Thread | None = None
        self._reader: ThreadPoolExecutor | None = None

    async def open(self) -> None:
        if self._writer is not None:
            raise RuntimeError("the store is open already")
        self._loop = asyncio.get_running_loop()
        try:
            self._writing = await asyncio.to_thread(self._migrated)
        except sqlite3.Error as error:
            raise Unavailable(f"{self.path} can't be opened: {error}") from error
        self._reading = connect(self.path)
        self._reader = ThreadPoolExecutor(1, "store-reader")
        self._writer = Thread(target=self._work, name="store-writer", daemon=True)
        self._writer.start()

    async def close(self) -> None:
        writer, reader, self._writer, self._reader = self._writer, self._reader, None, None
        if writer is None or reader is None:
            return
        self._waiting.put(None)
        await asyncio.to_thread(writer.join)
        # The last answers were handed to the loop before the thread ended: they come first.
        await asyncio.to_thread(reader.shutdown)
        self._writing.close()
        self._reading.close()

    # Migrating

    def _migrated(self) -> sqlite3.Connection:
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
            raise closed()
        future: asyncio.Future[None] = self._loop.create_future()
        self._waiting.put((write, future))
        await future

    def _work(self) -> None:
        going, version, looked = True, self._version(), time.monotonic()
        while going:
            batch, going = self._batch()
            if batch:
                with metrics.BATCH.time():
                    outcomes = self._commit([write for write, _ in batch])
                metrics.BATCH_WRITES.inc(len(batch))
                self._loop.call_soon_threadsafe(self._answer, batch, outcomes)
            if going and time.monotonic() - looked >= GLANCE:
                before, version, looked = version, self._version(), time.monotonic()
                if version != before:
                    self._loop.call_soon_threadsafe(self.tell_missed)

    def _version(self) -> int:
        """A number that changes when any other connection has written; 0 if it can't be had."""
        try:
            (version,) = self._writing.execute("PRAGMA data_version").fetchone()
        except sqlite3.Error:  # the next write or read will say so
            return 0
        return int(version)

    def _batch(self) -> tuple[list[Waiting], bool]:
        """Wait a while for a write and take what came; False if the store closes after that."""
        batch: list[Waiting] = []
        try:
            item = self._waiting.get(timeout=GLANCE)
        except Empty:
            return batch, True
        while item is not None:
            batch.append(item)
            if len(batch) == BATCH:
                return batch, True
            try:
                item = self._waiting.get_nowait()
            except Empty:
                return batch, True
        return batch, False

    def _commit(self, batch: list[Write]) -> list[Outcome]:
        """One transaction for all; what is refused leaves the others as they are."""
        try:
            return self._all_taken(batch) or self._one_by_one(batch)
        except Exception as error:  # nobody may be left waiting, whatever it is
            self._undo()
            return [Unavailable(f"{self.path} can't be written: {error}") for _ in batch]

    def _all_taken(self, batch: list[Write]) -> list[Outcome]:
        """Write all of them, as it nearly always goes; if any is refused, none."""
        db = self._writing
        db.execute("BEGIN IMMEDIATE")
        try:
            for write in batch:  # a table is created before it is appended to
                if not isinstance(write, Append):
                    for step in write.steps:
                        carry_out(db, step)
            append_all(db, [write for write in batch if isinstance(write, Append)])
        except sqlite3.OperationalError:  # a full disk, say
            raise
        except Exception:  # whose fault it is, and what it is, is found one by one
            self._undo()
            return []
        db.execute("COMMIT")
        return [None] * len(batch)

    def _one_by_one(self, batch: list[Write]) -> list[Outcome]:
        db = self._writing
        db.execute("BEGIN IMMEDIATE")
        outcomes = [self._one(write) for write in batch]
        db.execute("COMMIT")
        return outcomes

    def _undo(self) -> None:
        with suppress(sqlite3.Error):  # there may be no transaction any more
            self._writing.execute("ROLLBACK")

    def _one(self, write: Write) -> Outcome:
        db = self._writing
        db.execute("SAVEPOINT one")
        try:
            for step in write.steps:
                carry_out(db, step)
        except sqlite3.OperationalError:  # a full disk, say: that is everybody's trouble
            raise
        except Exception as error:  # whatever is wrong with it, the others go on
            db.execute("ROLLBACK TO one")
            db.execute("RELEASE one")
            return error
        db.execute("RELEASE one")
        return None

    def _answer(self, batch: list[Waiting], outcomes: list[Outcome]) -> None:
        for (write, future), outcome in zip(batch, outcomes, strict=True):
            if not future.done():  # whoever asked may have gone; it is written all the same
                if outcome is None:
                    future.set_result(None)
                else:
                    future.set_exception(outcome)
            if outcome is None and write.told:
                self.tell(*write.told)
            if outcome is None and write.out:
                self.tell_out(write.out)

    # Reading

    async def rows(self, sql: str, *values: Value) -> list[Values]:
        if self._reader is None:
            raise closed()
        return await self._loop.run_in_executor(self._reader, self._read, sql, values)

    def _read(self, sql: str, values: Values) -> list[Values]:
        with self._trouble():
            return self._reading.execute(counted(sql), values).fetchall()

    async def every(
        self, questions: Sequence[str], *values: Value
    ) -> AsyncGenerator[tuple[int, Values], None]:
        if self._reader is None:
            raise closed()
        with self._trouble(), closing(connect(self.path)) as db:
            db.execute("BEGIN")  # one moment for all of them
            for number, sql in enumerate(questions):
                cursor = await asyncio.to_thread(db.execute, counted(sql), values)
                while rows := await asyncio.to_thread(cursor.fetchmany, CHUNK):
                    for row in rows:
                        yield number, row

    @contextmanager
    def _trouble(self) -> Iterator[None]:
        """What SQLite says when it can't read, in the words of a store."""
        try:
            yield
        except sqlite3.Error as error:
            raise Unavailable(f"{self.path} can't be read: {error}") from error

    async def backup(self, path: str | Path) -> None:
        """Copy everything to a file while the house goes on; it has its name when complete."""
        await asyncio.to_thread(self._backup, Path(path))

    def _backup(self, path: Path) -> None:
        part = path.with_name(path.name + ".part")
        part.unlink(missing_ok=True)
        with closing(connect(self.path)) as source, closing(sqlite3.connect(part)) as target:
            source.backup(target)
        with part.open("rb") as file:
            os.fsync(file.fileno())
        part.replace(path)


def migrate(db: sqlite3.Connection) -> None:
    """Bring a database up to date, inside a transaction of the caller's."""
    db.execute(VERSION_TABLE)
    (version,) = db.execute(VERSION).fetchone() or (0,)
    for script in pending("sqlite", version):
        for statement in statements(script):
            db.execute(statement)
    for statement in remember("sqlite"):
        db.execute(statement)


def statements(script: str) -> list[str]:
    """The statements of a script one by one: all at once would end the transaction first."""
    found = [""]
    for line in script.splitlines(keepends=True):
        found[-1] += line
        if sqlite3.complete_statement(found[-1]):
            found.append("")
    return [statement for statement in found if statement.strip()]


def append_all(db: sqlite3.Connection, appends: list[Append]) -> None:
    """All appends of a batch; raises `Conflict` if any of them does not fit."""
    if not appends:
        return
    rows = [(one.table_id, one.number, len(one.entries), *changing(one.row)) for one in appends]
    if db.execute(ADVANCE_ALL, (_json(rows),)).rowcount != len(rows):
        raise Conflict("an entry is not the next one of its table")
    entries = [row for one in appends for row in numbered(one.table_id, one.number, one.entries)]
    db.execute(ENTER_ALL, (_json(entries),))
    for one in appends:
        for step in one.sitting:
            carry_out(db, step)


def _json(rows: Sequence[Values]) -> str:
    return msgspec.json.encode(rows).decode()


def carry_out(db: sqlite3.Connection, step: Step) -> None:
    """Run a step, or raise its refusal."""
    sql = counted(step.sql)
    for values in step.rows:
        try:
            touched = db.execute(sql, values).rowcount
        except sqlite3.IntegrityError as error:
            raise step.taken or error from error
        if touched == 0 and step.missing:
            raise step.missing
