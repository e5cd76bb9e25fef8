"""The hall: tables that are open in this process, and the one way to change them.

A deed is planned against the room as it stands, written, and only then folded and told. The store
decides between writers: who comes second reads what the first wrote and plans anew. So any process
may serve any table, and a table stands after a restart where its log stands.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from ludotheque.bots import bots_of
from ludotheque.core.dice import QuickDice
from ludotheque.core.errors import GameError
from ludotheque.core.pack import pack
from ludotheque.core.registry import find
from ludotheque.core.seal import SealedDice, commitment, game_key, is_nonce, new_seed
from ludotheque.core.state import LUCK
from ludotheque.house import figures
from ludotheque.house.entries import (
    Answered,
    AnyEntry,
    Asked,
    Closed,
    Created,
    Ended,
    Happened,
    Pace,
    Resigned,
    Rose,
    Said,
    Sat,
    SeatPlan,
    read,
    write,
)
from ludotheque.house.refusals import Refused
from ludotheque.house.room import Room, known, restore
from ludotheque.house.store import Conflict, Store, TableRow

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ludotheque.house.thinkers import Thinkers

log = logging.getLogger(__name__)
Plan: TypeAlias = Callable[[Room], list[AnyEntry]]
PACES = {"free", "move", "budget", "days"}
TALK_LENGTH = 300
MOST_RUNNING = 100_000


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Summary(msgspec.Struct, frozen=True):
    """What a list of tables tells of one, besides its row."""

    options: dict[str, bool | int | str]
    names: list[str]
    bots: list[str]
    pace: Pace
    acting: list[int]
    scores: list[int]


class OpenTable:
    """A table in this process: its room, its secret dice, and those who look at it."""

    def __init__(self, room: Room, seed: bytes) -> None:
        self.room = room
        self.seed = seed
        self.lock = asyncio.Lock()
        self.watchers: set[Callable[[], None]] = set()
        self.thinking: set[tuple[int, int]] = set()  # (seat, decision) a bot is asked about
        self.timer: asyncio.TimerHandle | None = None

    def dice(self) -> SealedDice:
        """The dice of this game, once the nonces are known."""
        nonces = [chair.nonce for chair in self.room.chairs]
        created = self.room.created
        return SealedDice(game_key(self.seed, self.room.game, created.options, nonces))

    def tell(self) -> None:
        """Wake everybody who looks."""
        for wake in [*self.watchers]:
            wake()


class Hall:
    """All tables of the house, as far as this process has opened them."""

    def __init__(self, store: Store, thinkers: Thinkers) -> None:
        self.store = store
        self.thinkers = thinkers
        self.tables: dict[str, OpenTable] = {}
        self.opening: dict[str, asyncio.Lock] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.closing = False
        store.listen(self._heard)

    # opening and catching up

    async def open(self, table_id: str) -> OpenTable:
        """The table of that name, read from the store if need be."""
        if table_id in self.tables:
            return self.tables[table_id]
        async with self.opening.setdefault(table_id, asyncio.Lock()):
            if table_id not in self.tables:
                self.tables[table_id] = await self._load(table_id)
                self._follow_up(self.tables[table_id])
        return self.tables[table_id]

    async def go_on(self) -> None:
        """Open every table where a game is running: its bots and clocks don't wait for visitors."""
        for row in await self.store.tables(status="playing", limit=MOST_RUNNING):
            try:
                await self.open(row.id)
            except Refused as error:  # one broken log must not keep the house closed
                log.error("table %s can't be opened: %s", row.id, error)

    async def _load(self, table_id: str) -> OpenTable:
        texts = await self.store.read(table_id)
        if not texts:
            raise Refused("no-such-table", f"there is no table {table_id}")
        seed = await self.store.secret(table_id)
        return OpenTable(restore([read(text) for text in texts]), seed)

    def _heard(self, table_id: str, number: int) -> None:
        """Somebody, here or elsewhere, wrote to a table."""
        wanted = [table_id] if table_id else [*self.tables]
        for name in wanted:
            table = self.tables.get(name)
            if table is not None and (number < 0 or table.room.number < number):
                self._spawn(self._catch_up(table))

    async def _catch_up(self, table: OpenTable) -> None:
        async with table.lock:
            await self._read_on(table)
        self._follow_up(table)

    async def _read_on(self, table: OpenTable) -> None:
        texts = await self.store.read(table.room.created.table, table.room.number)
        for text in texts:
            table.room.fold(read(text))
        if texts:
            table.tell()

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("a task failed", exc_info=task.exception())

    # the one way to change a table

    async def do(self, table: OpenTable, plan: Plan) -> None:
        """Write what ``plan`` wants of the room as it stands, then tell everybody.

        ``plan`` refuses what can't be done; then nothing has changed.
        """
        async with table.lock:
            while True:
                entries = plan(table.room)
                after = table.room.fork()
                for entry in entries:
                    after.fold(entry)
                if after.status == "playing" and after.playing().over:
                    entries.append(Ended(at=now(), seed=table.seed.hex()))
                    after.fold(entries[-1])
                if await self._written(table, entries, after):
                    break
        table.tell()
        self._follow_up(table)

    async def _written(self, table: OpenTable, entries: list[AnyEntry], after: Room) -> bool:
        texts = [write(entry) for entry in entries]
        room = table.room
        try:
            await self.store.append(room.created.table, room.number, texts, row_of(after))
        except Conflict:
            await self._read_on(table)
            return False
        table.room = after
        for entry in entries:
            if isinstance(entry, Happened) and entry.who >= 0:
                figures.MOVES.labels(entry.cause or "person").inc()
        return True

    # deeds

    async def create(
        self,
        game: str,
        options: Mapping[str, object],
        seats: list[SeatPlan],
        host: str,
        public: bool = False,
        pace: Pace | None = None,
    ) -> OpenTable:
        """Set a table up; its luck is sealed from now on."""
        created = self._created(game, options, seats, host, public, pace or Pace())
        seed = new_seed()
        created = msgspec.structs.replace(created, commitment=commitment(seed))
        room = Room(created)
        await self.store.create_table(row_of(room), [write(created)], seed)
        self.tables[created.table] = OpenTable(room, seed)
        return self.tables[created.table]

    def _created(
        self,
        slug: str,
        options: Mapping[str, object],
        seats: list[SeatPlan],
        host: str,
        public: bool,
        pace: Pace,
    ) -> Created:
        try:
            game = find(slug)
            settled = game.settle(options)
        except GameError as error:
            raise Refused(error.code, str(error)) from None
        players = game.new(settled).seats()
        plans = (seats + [SeatPlan()] * players)[:players]
        for plan in plans:
            if plan.bot and plan.bot not in bots_of(game):
                raise Refused("unknown-bot", f"there is no bot {plan.bot!r} for {slug}")
        check_pace(pace)
        return Created(
            at=now(),
            table=secrets.token_urlsafe(9),
            game=slug,
            options=settled,
            seats=plans,
            public=public,
            host=host,
            pace=pace,
            commitment="",
        )

    async def sit(
        self, table: OpenTable, person: str, name: str, seat: int, nonce: str, program: bool
    ) -> None:
        """Take a seat, or come back to one's own."""
        if not is_nonce(nonce):
            raise Refused("bad-nonce", "a nonce is at most 64 printable ASCII characters")

        def plan(room: Room) -> list[AnyEntry]:
            room.may_sit(person, seat)
            chair = room.chairs[seat]
            if chair.person == person and not chair.away and room.status == "playing":
                raise Refused("already-seated", f"you sit at seat {seat}")
            was = chair.program if chair.person == person else False
            return [
                Sat(
                    at=now(),
                    seat=seat,
                    person=person,
                    name=name,
                    program=program or was,
                    nonce=nonce,
                )
            ]

        await self.do(table, plan)

    async def rise(self, table: OpenTable, person: str) -> None:
        """Leave; while a game runs a bot keeps the seat until its person is back."""

        def plan(room: Room) -> list[AnyEntry]:
            seat = seat_of(room, person)
            if room.status in {"over", "closed"}:
                raise Refused("table-over", "this table is over")
            if room.chairs[seat].away:
                raise Refused("away", "you have left already")
            return [Rose(at=now(), seat=seat, bot=stand_in(room))]

        await self.do(table, plan)

    async def start(self, table: OpenTable, person: str) -> None:
        """Begin, with all luck before the first move."""

        def plan(room: Room) -> list[AnyEntry]:
            room.may_start(person)
            return room.plan_start(table.dice(), now())

        await self.do(table, plan)

    async def play(
        self, table: OpenTable, person: str, seat: int, decision: int, text: str
    ) -> None:
        """Answer a question of the game with a move."""

        def plan(room: Room) -> list[AnyEntry]:
            room.may_play(person, seat, decision, text)
            return room.plan_move(seat, text, table.dice(), now(), "")

        await self.do(table, plan)

    async def say(self, table: OpenTable, person: str, name: str, text: str) -> None:
        """Speak at a table."""
        known(person)
        words = " ".join(text.split())
        if not words or len(words) > TALK_LENGTH or not words.isprintable():
            raise Refused("bad-talk", f"say something of at most {TALK_LENGTH} characters")

        def plan(room: Room) -> list[AnyEntry]:
            del room
            return [Said(at=now(), person=person, name=name, text=words)]

        await self.do(table, plan)

    async def ask_takeback(self, table: OpenTable, person: str) -> None:
        """Ask all others to take one's last move back, if it gave nothing away."""

        def plan(room: Room) -> list[AnyEntry]:
            seat = seat_of(room, person)
            return [Asked(at=now(), seat=seat, what="takeback", events=room.may_take_back(seat))]

        await self._ask(table, person, plan)

    async def ask_pace(self, table: OpenTable, person: str, pace: Pace) -> None:
        """Ask all others for another pace."""
        check_pace(pace)

        def plan(room: Room) -> list[AnyEntry]:
            return [Asked(at=now(), seat=seat_of(room, person), what="pace", pace=pace)]

        await self._ask(table, person, plan)

    async def _ask(self, table: OpenTable, person: str, plan: Plan) -> None:
        def whole(room: Room) -> list[AnyEntry]:
            if room.status != "playing":
                raise Refused("not-playing", "no game is being played here")
            if room.request is not None:
                raise Refused("asked-already", "something else is being asked")
            entries = plan(room)
            if room.voters() == [seat_of(room, person)]:  # bots agree to everything
                entries.append(Answered(at=now(), seat=seat_of(room, person), yes=True))
            return entries

        await self.do(table, whole)

    async def answer(self, table: OpenTable, person: str, yes: bool) -> None:
        """Agree to what was asked, or refuse it."""

        def plan(room: Room) -> list[AnyEntry]:
            if room.request is None:
                raise Refused("nothing-asked", "nothing is being asked")
            return [Answered(at=now(), seat=seat_of(room, person), yes=yes)]

        await self.do(table, plan)

    async def resign(self, table: OpenTable, person: str) -> None:
        """Give up; a bot plays on for the seat."""

        def plan(room: Room) -> list[AnyEntry]:
            seat = seat_of(room, person)
            if room.status != "playing" or room.chairs[seat].resigned:
                raise Refused("not-playing", "you are not playing here")
            return [Resigned(at=now(), seat=seat, bot=stand_in(room))]

        await self.do(table, plan)

    async def close_table(self, table: OpenTable, reason: str) -> None:
        """End a table before its time."""

        def plan(room: Room) -> list[AnyEntry]:
            if room.status in {"over", "closed"}:
                raise Refused("table-over", "this table is over")
            return [Closed(at=now(), reason=reason)]

        await self.do(table, plan)

    # bots and clocks

    def _follow_up(self, table: OpenTable) -> None:
        """Ask the bots whose turn it is, and set the clock."""
        if self.closing:
            return
        for seat, bot in table.room.bots_to_act():
            question = (seat, table.room.chairs[seat].decision)
            if question not in table.thinking:
                table.thinking.add(question)
                self._spawn(self._let_think(table, seat, bot, question))
        if table.timer is not None:
            table.timer.cancel()
            table.timer = None
        deadline = table.room.deadline()
        if deadline is not None:
            wait = max(0, deadline[1] - now()) / 1000
            loop = asyncio.get_running_loop()
            table.timer = loop.call_later(wait, lambda: self._spawn(self._time_out(table)))

    async def _let_think(
        self, table: OpenTable, seat: int, bot: str, question: tuple[int, int]
    ) -> None:
        """One move of a bot: fed with a world of its own, it can't know more than its seat."""
        room, asked = table.room, table.room.number
        world = pack(room.playing().state.imagine(seat, QuickDice(secrets.randbits(62))))
        text = await self.thinkers.choose(room.created.game, room.created.options, world, seat, bot)

        def plan(latest: Room) -> list[AnyEntry]:
            chair = latest.chairs[seat]
            if latest.status != "playing" or chair.decision != question[1] or not chair.bot:
                raise Refused("stale-decision", "the question is answered")
            move, cause = self._bot_move(latest, seat, text, asked)
            return latest.plan_move(seat, move, table.dice(), now(), cause)

        with contextlib.suppress(Refused):
            await self.do(table, plan)
        table.thinking.discard(question)
        self._follow_up(table)

    def _bot_move(self, room: Room, seat: int, text: str, asked: int) -> tuple[str, str]:
        """A bot's move and its cause; what it may not do is the default move, and logged.

        If the table has moved on since, it is no fault of the bot's: it is asked again.
        """
        try:
            if text:
                room.may_move(seat, text)
                return text, "bot"
        except Refused as error:
            if room.number != asked:
                raise
            log.warning("a bot of %s wanted what it may not: %s", room.created.game, error.code)
        return room.default_text(seat), "failed-bot"

    async def _time_out(self, table: OpenTable) -> None:
        """The default move for a seat whose time has run out."""

        def plan(room: Room) -> list[AnyEntry]:
            deadline = room.deadline()
            if deadline is None or deadline[1] > now():
                raise Refused("not-yet", "there is time left")
            seat = deadline[0]
            return room.plan_move(seat, room.default_text(seat), table.dice(), now(), "timeout")

        with contextlib.suppress(Refused):
            await self.do(table, plan)
        self._follow_up(table)

    async def close(self) -> None:
        """Let what is being written be written, and stop."""
        self.closing = True
        for table in self.tables.values():
            if table.timer is not None:
                table.timer.cancel()
        for task in [*self.tasks]:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


def check_pace(pace: Pace) -> None:
    """Refuse a pace that no clock can keep."""
    if pace.mode not in PACES or not 0 <= pace.seconds <= 10**6 or not 0 <= pace.increment <= 3600:
        raise Refused("bad-pace", "a pace is free, move, budget or days, with seconds")
    if pace.limited() and not pace.seconds:
        raise Refused("bad-pace", "a clock needs seconds")


def seat_of(room: Room, person: str) -> int:
    """Where a person sits; refuses those who don't."""
    seat = room.seat_of(person)
    if seat is None:
        raise Refused("not-seated", "you don't sit at this table")
    return seat


def stand_in(room: Room) -> str:
    """The bot that holds a seat: the best there is."""
    return [*bots_of(room.game)][-1]


def row_of(room: Room) -> TableRow:
    """What the list of tables keeps of a room."""
    table = room.table
    acting = [] if table is None else [seat for seat in table.state.awaited() if seat != LUCK]
    summary = Summary(
        options=dict(room.created.options),
        names=[chair.name for chair in room.chairs],
        bots=[chair.bot for chair in room.chairs],
        pace=room.pace,
        acting=[int(seat) for seat in acting],
        scores=list(table.state.scores()) if table is not None and table.over else [],
    )
    return TableRow(
        id=room.created.table,
        game=room.created.game,
        status=room.status,
        public=room.created.public,
        created=room.created.at,
        changed=room.changed,
        summary=msgspec.json.encode(summary).decode(),
        people=tuple(chair.person for chair in room.chairs if chair.person),
    )
