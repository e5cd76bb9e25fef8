"""The store in PostgreSQL, for several processes. Each writes by one connection, many at a time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from typing import Any, ClassVar, Final

import asyncpg  # type: ignore[import-untyped]  # it brings no types

from ludotheque.house import metrics
from ludotheque.house.store.contract import LOG, Store, closed
from ludotheque.house.store.migrate import VERSION, VERSION_TABLE, pending, remember
from ludotheque.house.store.rows import Unavailable
from ludotheque.house.store.writes import (
    Append,
    Step,
    Value,
    Values,
    Write,
    changing,
    numbered,
    refused,
)

BATCH: Final = 1000
CHANNEL: Final = "ludotheque"
OUT: Final = "out"  # before a person, where a table has the number of its next entry
GOSSIP: Final = "gossip"  # the same before words that are not kept
LOCK: Final = 0x6C75646F  # any number that is ours: who migrates holds it
PATIENCE: Final = 30.0  # seconds a statement may take
PULSE: Final = 30.0  # seconds between two looks whether the listening connection is alive
PAUSE: Final = 1.0  # seconds before connecting again

# Locks in the order of the ids, so that two processes can't wait for each other.
NEXT: Final = "SELECT id, next FROM tables WHERE id = ANY($1::text[]) ORDER BY id FOR UPDATE"
ENTER: Final = """INSERT INTO entries (table_id, number, entry)
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[])"""
ADVANCE: Final = """UPDATE tables SET next = new.next,
    status = COALESCE(new.status, tables.status), public = COALESCE(new.public, tables.public),
    changed = COALESCE(new.changed, tables.changed), summary = COALESCE(new.summary, tables.summary)
    FROM unnest($1::text[], $2::bigint[], $3::text[], $4::smallint[], $5::bigint[], $6::text[])
        AS new (id, next, status, public, changed, summary)
    WHERE tables.id = new.id"""
RISE: Final = """DELETE FROM seated USING unnest($1::text[], $2::bigint[]) AS new (id, count)
    WHERE table_id = new.id AND place >= new.count"""
SIT: Final = """INSERT INTO seated (table_id, place, person)
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[])
    ON CONFLICT (table_id, place) DO UPDATE SET person = excluded.person
    WHERE seated.person <> excluded.person"""
NOTIFY: Final = "SELECT pg_notify($1, told) FROM unnest($2::text[]) AS told"

LOST: Final = (
    OSError,  # and so TimeoutError
    asyncpg.InterfaceError,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.InsufficientResourcesError,
)

Outcome = Exception | None
Waiting = tuple[Write, "asyncio.Future[None]"]


class PostgresStore(Store):
    """A store in PostgreSQL. Listeners hear of the writes of every process."""

    dialect: ClassVar[str] = "postgres"
    shared: ClassVar[bool] = True
    array: ClassVar[str] = "COALESCE(json_agg(person)::text, '[]')"

    def __init__(self, url: str) -> None:
        super().__init__()
        self.url = url
        self._waiting: asyncio.Queue[Waiting | None] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        self._db: Any = None  # the connection that writes
        self._ear: Any = None  # the connection that listens
        self._pool: Any = None  # the connections that read

    async def open(self) -> None:
        if self._tasks:
            raise RuntimeError("the store is open already")
        try:
            self._db = await self._connect()
            await migrate(self._db)
            self._ear = await self._hearing()
            self._pool = await asyncpg.create_pool(
                self.url, min_size=1, max_size=4, command_timeout=PATIENCE
            )
        except BaseException as error:
            await self._let_go()
            if isinstance(error, (*LOST, asyncpg.PostgresError)):
                raise Unavailable(f"the database can't be opened: {error}") from error
            raise
        self._tasks = [asyncio.create_task(self._work()), asyncio.create_task(self._keep_ear())]

    async def close(self) -> None:
        if not self._tasks:
            return
        (writer, ear), self._tasks = self._tasks, []
        self._waiting.put_nowait(None)
        await writer
        ear.cancel()
        await asyncio.gather(ear, return_exceptions=True)
        await self._let_go()

    async def _let_go(self) -> None:
        kept, self._db, self._ear, self._pool = [self._db, self._ear, self._pool], None, None, None
        for connection in kept:
            if connection is not None:
                await connection.close()

    async def _connect(self) -> Any:
        # A database may be set up to acknowledge before it is durable; for us it may not.
        settings = {"synchronous_commit": "on", "application_name": "ludotheque"}
        return await asyncpg.connect(
            self.url, command_timeout=PATIENCE, timeout=PATIENCE, server_settings=settings
        )

    # Writing

    async def write(self, write: Write) -> None:
        if not self._tasks:
            raise closed()
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait((write, future))
        await future

    async def _work(self) -> None:
        going = True
        while going:
            batch, going = await self._batch()
            if batch:
                with metrics.BATCH.time():
                    outcomes = await self._outcomes([write for write, _ in batch])
                metrics.BATCH_WRITES.inc(len(batch))
                answer(batch, outcomes)

    async def _batch(self) -> tuple[list[Waiting], bool]:
        """Wait for a write and take what came meanwhile; False if the store closes after that."""
        batch: list[Waiting] = []
        item = await self._waiting.get()
        while item is not None:
            batch.append(item)
            if len(batch) == BATCH or self._waiting.empty():
                return batch, True
            item = self._waiting.get_nowait()
        return batch, False

    async def _outcomes(self, batch: list[Write]) -> list[Outcome]:
        """One transaction for all; if the database can't take them together, one for each."""
        try:
            await self._ready()
            return await self._commit(batch)
        except Exception as error:  # nobody may be left waiting, whatever it is
            if lost(error):
                self._lose()
                return [_unavailable(error) for _ in batch]
            if len(batch) == 1:
                return [error]
        # A deadlock, or a text the database can't hold: only who is to blame shall pay.
        return [outcome for write in batch for outcome in await self._outcomes([write])]

    async def _ready(self) -> None:
        """Connect, if the connection was lost."""
        if self._db is None or self._db.is_closed():
            try:
                self._db = await self._connect()
            except Exception as error:
                raise ConnectionError(str(error)) from error  # whatever the reason, it is not there

    def _lose(self) -> None:
        """Drop the connection; the next batch connects again."""
        if self._db is not None:
            self._db.terminate()
            self._db = None

    async def _commit(self, batch: list[Write]) -> list[Outcome]:
        outcomes: dict[int, Outcome] = {}
        async with self._db.transaction():
            # Appends come last and all at once; a table is created before it is appended to.
            for place, write in enumerate(batch):
                if not isinstance(write, Append):
                    outcomes[place] = await self._one(write)
            appends = [(p, write) for p, write in enumerate(batch) if isinstance(write, Append)]
            if appends:
                verdicts = await self._append([write for _, write in appends])
                outcomes |= {p: out for (p, _), out in zip(appends, verdicts, strict=True)}
            done = [write for place, write in enumerate(batch) if outcomes[place] is None]
            await self._notify(dict(w.told for w in done if w.told), {w.out for w in done if w.out})
        return [outcomes[place] for place in range(len(batch))]

    async def _notify(self, told: dict[str, int], out: set[str]) -> None:
        """Part of the transaction: who hears of it finds it there. `told` has the last numbers."""
        lines = [f"{following} {table_id}" for table_id, following in told.items()]
        lines += [f"{OUT} {person_id}" for person_id in sorted(out)]
        if lines:
            await self._db.execute(NOTIFY, CHANNEL, lines)

    async def _one(self, write: Write) -> Outcome:
        try:
            async with self._db.transaction():  # a savepoint
                for step in write.steps:
                    await carry_out(self._db, step)
        except Exception as error:
            if lost(error) or isinstance(error, asyncpg.DeadlockDetectedError):
                raise
            return error  # whatever is wrong with it, the others go on
        return None

    async def _append(self, appends: list[Append]) -> list[Outcome]:
        """All appends of a batch with a few statements, however many there are."""
        ids = sorted({append.table_id for append in appends})
        following = {row["id"]: int(row["next"]) for row in await self._db.fetch(NEXT, ids)}
        accepted, outcomes = judge(appends, following)
        if accepted:
            await self._put_down(accepted, following)
        return outcomes

    async def _put_down(self, accepted: list[Append], following: dict[str, int]) -> None:
        entries = [row for a in accepted for row in numbered(a.table_id, a.number, a.entries)]
        last = {a.table_id: a.row for a in accepted} | {
            a.table_id: a.row for a in accepted if a.row
        }
        await self._many(ADVANCE, [(i, following[i], *changing(row)) for i, row in last.items()])
        await self._many(ENTER, entries)
        rows = [row for row in last.values() if row]
        await self._many(RISE, [(row.id, len(row.people)) for row in rows])
        await self._many(
            SIT, [(r.id, place, who) for r in rows for place, who in enumerate(r.people)]
        )

    async def _many(self, sql: str, rows: Sequence[Values]) -> None:
        """A statement over arrays: one for each column."""
        if rows:
            await self._db.execute(sql, *map(list, zip(*rows, strict=True)))

    # Listening

    async def _hearing(self) -> Any:
        """A connection that hears of every commit from now on."""
        ear = await self._connect()
        await ear.add_listener(CHANNEL, self._hear)
        return ear

    def _hear(self, _ear: Any, _process: int, _channel: str, payload: str) -> None:
        first, _, name = payload.partition(" ")
        if first == OUT:
            self.tell_out(name)
        elif first == GOSSIP:
            self.tell_gossip(name)
        else:
            self.tell(name, int(first))

    async def gossip(self, words: str) -> None:
        await self.rows("SELECT pg_notify($1, $2)", CHANNEL, f"{GOSSIP} {words}")

    async def _keep_ear(self) -> None:
        """Listen again whenever the connection is lost, and say that some may have been missed."""
        while True:
            await self._deaf()
            self._ear.terminate()
            LOG.warning("the database is not heard any more: connecting again")
            while (ear := await self._try_hearing()) is None:
                await asyncio.sleep(PAUSE)
            self._ear = ear
            self.tell_missed()

    async def _deaf(self) -> None:
        """Return when the listening connection is lost; ask now and then, for a line may be cut."""
        lost = asyncio.Event()
        self._ear.add_termination_listener(lambda _: lost.set())
        while not (lost.is_set() or self._ear.is_closed()):
            try:
                async with asyncio.timeout(PULSE):
                    await lost.wait()
            except TimeoutError:
                try:
                    await self._ear.execute("SELECT 1")
                except (*LOST, asyncpg.PostgresError):
                    return

    async def _try_hearing(self) -> Any:
        try:
            return await self._hearing()
        except (*LOST, asyncpg.PostgresError):
            return None

    # Reading

    async def rows(self, sql: str, *values: Value) -> list[Values]:
        if not self._tasks:
            raise closed()
        try:
            db = await self._pool.acquire()
        except Exception as error:
            raise _unavailable(error) from error
        try:
            return [tuple(row) for row in await db.fetch(sql, *values)]
        except LOST as error:
            raise (_unavailable(error) if lost(error) else error) from error
        finally:
            await self._pool.release(db)

    async def every(
        self, questions: Sequence[str], *values: Value
    ) -> AsyncGenerator[tuple[int, Values], None]:
        if not self._tasks:
            raise closed()
        async with (
            self._pool.acquire() as db,
            db.transaction(isolation="repeatable_read", readonly=True),
        ):
            for number, sql in enumerate(questions):
                async for row in db.cursor(sql, *values, prefetch=1000):
                    yield number, tuple(row)


def lost(error: Exception) -> bool:
    """Whether the database is gone, rather than unwilling: for a bad value asyncpg raises both."""
    return isinstance(error, LOST) and not isinstance(error, ValueError)


def _unavailable(error: Exception) -> Unavailable:
    return Unavailable(f"the database does not answer: {str(error) or type(error).__name__}")


def answer(batch: list[Waiting], outcomes: list[Outcome]) -> None:
    """Tell everybody who waits what became of their write."""
    for (_, future), outcome in zip(batch, outcomes, strict=True):
        if not future.done():  # whoever asked may have gone; it is written all the same
            if outcome is None:
                future.set_result(None)
            else:
                future.set_exception(outcome)


def judge(appends: list[Append], following: dict[str, int]) -> tuple[list[Append], list[Outcome]]:
    """Which appends come in the right order; `following` moves on with each of these."""
    accepted: list[Append] = []
    outcomes: list[Outcome] = []
    for append in appends:
        if following.get(append.table_id) == append.number:
            following[append.table_id] += len(append.entries)
            accepted.append(append)
            outcomes.append(None)
        else:
            outcomes.append(refused(append.table_id, append.number))
    return accepted, outcomes


async def migrate(db: Any) -> None:
    """Bring a database up to date, one process at a time, all or nothing."""
    async with db.transaction():
        await db.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
        await db.execute(VERSION_TABLE)
        for script in pending("postgres", await db.fetchval(VERSION) or 0):
            await db.execute(script)
        for statement in remember("postgres"):
            await db.execute(statement)


async def carry_out(db: Any, step: Step) -> None:
    """Run a step, or raise its refusal."""
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
