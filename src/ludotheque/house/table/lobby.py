"""The hall: tables that are open in this process, and the one way to change them.

A deed is planned against the room as it stands, written, and only then folded and told. The store
decides between writers: who comes second reads what the first wrote and plans anew. So any process
may serve any table, and a table stands after a restart where its log stands.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Final, TypeAlias

import msgspec

from ludotheque.bots import bots_of
from ludotheque.core.bot import current_name
from ludotheque.core.errors import GameError
from ludotheque.core.registry import find
from ludotheque.core.seal import commitment, is_nonce, new_seed
from ludotheque.house import metrics
from ludotheque.house.refusals import Refused
from ludotheque.house.store import Conflict, Store, StoreError
from ludotheque.house.table.autoplay import Movers
from ludotheque.house.table.chat import cleaned
from ludotheque.house.table.clocks import check_pace
from ludotheque.house.table.entries import (
    Answered,
    AnyEntry,
    Asked,
    Closed,
    Created,
    Ended,
    Engaged,
    Freed,
    Happened,
    Hurried,
    Muted,
    Pace,
    Rematched,
    Resigned,
    Rose,
    Said,
    Sat,
    SeatPlan,
    read,
    write,
)
from ludotheque.house.table.live import OpenTable, goes_on_alone, now, row_of, tell_of
from ludotheque.house.table.rematch import new_name, rematch_of
from ludotheque.house.table.room import Room, here, known, restore, seat_of
from ludotheque.house.table.spectators import Onlookers
from ludotheque.house.workers.sounds import Sounds

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ludotheque.house.workers.bot_pool import Thinkers

log = logging.getLogger(__name__)
Plan: TypeAlias = Callable[[Room], list[AnyEntry]]
MOST_RUNNING = 100_000
IDLE: Final = 300.0  # seconds after which a table nobody looks at leaves memory
IDLE_OVER: Final = 30.0  # the same where the game is over
SWEEP: Final = 15.0  # seconds between two looks for such tables
TAKE_OVER: Final = 120.0  # seconds between two looks for tables that other processes left behind


class Hall:
    """All tables of the house, as far as this process has opened them."""

    def __init__(
        self,
        store: Store,
        thinkers: Thinkers,
        bot_pause: float = 0.0,
        sounds: Sounds | None = None,
    ) -> None:
        self.store = store
        self.thinkers = thinkers
        self.sounds = sounds or Sounds()
        self.movers = Movers(self, thinkers, bot_pause, store.shared)
        self.tables: dict[str, OpenTable] = {}
        self.onlookers = Onlookers(store, self.tables)
        self.opening: dict[str, asyncio.Task[OpenTable]] = {}
        self.alarms: dict[str, asyncio.TimerHandle] = {}  # when a table must be looked at again
        self.tasks: set[asyncio.Task[None]] = set()
        self.closing = False
        store.listen(self._heard)

    # opening and catching up

    async def open(self, table_id: str) -> OpenTable:
        """The table of that name, read from the store if need be."""
        table = self.tables.get(table_id)
        if table is not None:
            table.touched = time.monotonic()
            return table
        task = self.opening.get(table_id)
        if task is None:
            task = asyncio.get_running_loop().create_task(self._bring(table_id))
            self.opening[table_id] = task
            task.add_done_callback(lambda _: self.opening.pop(table_id, None))
        return await asyncio.shield(task)

    async def _bring(self, table_id: str) -> OpenTable:
        table = await self._load(table_id)
        self._keep(table)
        async with table.lock:
            await self._read_on(table)  # what was written before we listened
        self.movers.follow_up(table)
        return table

    def _keep(self, table: OpenTable) -> None:
        name = table.room.created.table
        self.tables[name] = table
        if table.room.game.audio is not None:
            self.sounds.expect()
        table.elsewhere = self.onlookers.elsewhere(name)
        alarm = self.alarms.pop(name, None)
        if alarm is not None:
            alarm.cancel()

    async def go_on(self) -> None:
        """Take running games up: their bots and clocks don't wait for visitors.

        From then on tables that are not needed leave memory again.
        """
        await self.take_over()
        self.spawn(self._sweep_on())
        if self.store.shared:
            self.spawn(self.onlookers.tell_on())

    async def take_over(self) -> None:
        """Open every table where a bot or a clock may have something to do."""
        for row in await self.store.tables(status="playing", limit=MOST_RUNNING):
            if row.id in self.tables or row.id in self.alarms or not goes_on_alone(row):
                continue
            try:
                await self.open(row.id)
            except Refused as error:  # one broken log must not keep the house closed
                log.error("table %s can't be opened: %s", row.id, error)

    # leaving memory

    async def _sweep_on(self) -> None:
        """For ever; where others serve the same tables, also look after those they left behind."""
        looked = time.monotonic()
        while True:
            await asyncio.sleep(SWEEP)
            self.sweep(time.monotonic())
            if self.store.shared and time.monotonic() - looked > TAKE_OVER:
                looked = time.monotonic()
                try:
                    await self.take_over()
                except StoreError as error:
                    log.warning("no look at the tables of others: %s", error)

    def sweep(self, at: float) -> None:
        """Let go of tables that nobody has looked at for long; the store has them."""
        for name, table in [*self.tables.items()]:
            rest = IDLE_OVER if table.room.status in {"over", "closed"} else IDLE
            busy = table.watchers or table.thinking or table.lock.locked()
            if not busy and table.touched + rest < at:
                self._let_go(name, table)

    def _let_go(self, name: str, table: OpenTable) -> None:
        """Forget a table until somebody comes, or until a clock of it runs out."""
        del self.tables[name]
        if table.reminding is not None:
            table.reminding.cancel()
        if table.timer is not None:
            due = table.timer.when()
            table.timer.cancel()
            table.timer = None
            loop = asyncio.get_running_loop()
            self.alarms[name] = loop.call_at(due, lambda: self.spawn(self._look_again(name)))

    async def _look_again(self, name: str) -> None:
        """A clock of a table has run out: whoever opens it sees to that."""
        while True:
            try:
                await self.open(name)
            except StoreError as error:
                log.warning("table %s can't be opened now: %s", name, error)
                await asyncio.sleep(SWEEP)
            else:
                return

    async def _load(self, table_id: str) -> OpenTable:
        texts = await self.store.read(table_id)
        if not texts:
            raise Refused("no-such-table", f"there is no table {table_id}")
        seed = await self.store.secret(table_id)
        room = await asyncio.to_thread(lambda: restore([read(text) for text in texts]))
        return OpenTable(room, seed)

    def _heard(self, table_id: str, number: int) -> None:
        """Somebody, here or elsewhere, wrote to a table."""
        wanted = [table_id] if table_id else [*self.tables]
        for name in wanted:
            table = self.tables.get(name)
            if table is not None and (number < 0 or table.room.number < number):
                # If it was us, the room is further on before this is called: nothing to read then.
                asyncio.get_running_loop().call_soon(self._look_behind, table, number)

    def _look_behind(self, table: OpenTable, number: int) -> None:
        """Catch up where others have written what this process has not seen."""
        if number < 0 or table.room.number < number:
            self.spawn(self._catch_up(table))

    async def _catch_up(self, table: OpenTable) -> None:
        async with table.lock:
            await self._read_on(table)
        self.movers.follow_up(table)

    async def _read_on(self, table: OpenTable) -> None:
        texts = await self.store.read(table.room.created.table, table.room.number)
        entries = [read(text) for text in texts]
        for entry in entries:
            table.room.fold(entry)
        if entries:
            tell_of(table, entries)

    def spawn(self, work: Coroutine[None, None, None]) -> None:
        """Have something done beside everything else."""
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

        ``plan`` refuses what can't be done; then nothing has changed. It may want nothing.
        """
        async with table.lock:
            while True:
                entries = plan(table.room)
                if not entries:
                    return
                after = table.room.fork()
                for entry in entries:
                    after.fold(entry)
                if after.status == "playing" and after.playing().over:
                    entries.append(Ended(at=now(), seed=table.seed.hex()))
                    after.fold(entries[-1])
                if await self._written(table, entries, after):
                    break
        tell_of(table, entries)
        self.movers.follow_up(table)

    async def _written(self, table: OpenTable, entries: list[AnyEntry], after: Room) -> bool:
        texts = [write(entry) for entry in entries]
        room = table.room
        moved = room.people() != after.people()
        try:
            await self.store.append(room.created.table, room.number, texts, row_of(after), moved)
        except Conflict:
            await self._read_on(table)
            return False
        table.room = after
        for entry in entries:
            if isinstance(entry, Happened) and entry.who >= 0:
                metrics.MOVES.labels(entry.cause or "person").inc()
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
        hints: bool = True,
    ) -> OpenTable:
        """Set a table up; its luck is sealed from now on."""
        seed = new_seed()
        created = self._created(game, options, seats, host, public, pace or Pace())
        created = msgspec.structs.replace(created, commitment=commitment(seed), hints=hints)
        table = OpenTable(Room(created), seed)
        await self.store.create_table(row_of(table.room), [write(created)], seed)
        self._keep(table)
        return table

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
            settled = game.resolve_options(options)
        except GameError as error:
            raise Refused(error.code, str(error)) from None
        players = game.new(settled).seats()
        plans = (seats + [SeatPlan()] * players)[:players]
        for plan in plans:
            if plan.bot and current_name(plan.bot) not in bots_of(game):
                raise Refused("unknown-bot", f"there is no bot {plan.bot!r} for {slug}")
        check_pace(pace, game)
        return Created(
            at=now(),
            table=new_name(),
            game=slug,
            options=settled,
            seats=plans,
            public=public,
            host=host,
            pace=pace,
            commitment="",
            rules=game.rules_version,
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
        """Leave; while a game runs a bot keeps the seat until its person is back.

        Who does not sit down where a seat is kept for him leaves it to others.
        """

        def plan(room: Room) -> list[AnyEntry]:
            kept = room.kept_for(person)
            if kept is not None:
                return [Freed(at=now(), seat=kept)]
            seat = seat_of(room, person)
            if room.status in {"over", "closed"}:
                raise Refused("table-over", "this table is over")
            if room.chairs[seat].away:
                raise Refused("away", "you have left already")
            return [Rose(at=now(), seat=seat, bot=stand_in(room))]

        await self.do(table, plan)

    async def engage(self, table: OpenTable, person: str, seat: int, bot: str) -> None:
        """Give a free seat to a bot, before the start."""
        if current_name(bot) not in bots_of(table.room.game):
            raise Refused("unknown-bot", f"there is no bot {bot!r} for this game")

        def plan(room: Room) -> list[AnyEntry]:
            room.may_engage(person, seat)
            return [Engaged(at=now(), seat=seat, bot=bot)]

        await self.do(table, plan)

    async def free(self, table: OpenTable, person: str, seat: int) -> None:
        """Send a bot away before the start, or keep a seat for somebody no more."""

        def plan(room: Room) -> list[AnyEntry]:
            room.may_free(person, seat)
            chair = room.chairs[seat]
            return [Freed(at=now(), seat=seat)] if chair.bot or chair.kept else []

        await self.do(table, plan)

    async def start(self, table: OpenTable, person: str) -> None:
        """Begin, with all luck before the first move."""

        def plan(room: Room) -> list[AnyEntry]:
            room.may_start(person)
            return room.plan_start(table.rng(), now())

        await self.do(table, plan)

    async def play(
        self, table: OpenTable, person: str, seat: int, decision: int, text: str
    ) -> None:
        """Answer a question of the game with a move."""

        def plan(room: Room) -> list[AnyEntry]:
            room.may_play(person, seat, decision, text)
            return room.plan_move(seat, text, table.rng(), now(), "")

        await self.do(table, plan)

    # talking

    async def say(
        self, table: OpenTable, person: str, name: str, text: str, phrase: str = ""
    ) -> None:
        """Speak at a table, in words of one's own or with a phrase."""
        known(person)
        words = cleaned(text, phrase)

        def plan(room: Room) -> list[AnyEntry]:
            here = room.seat_of(person)
            seat = -1 if here is None else here
            return [Said(at=now(), person=person, name=name, text=words, phrase=phrase, seat=seat)]

        await self.do(table, plan)

    async def mute(self, table: OpenTable, person: str, seat: int, on: bool) -> None:
        """Hear somebody no more, or again; -1 stands for all who look on."""
        known(person)

        def plan(room: Room) -> list[AnyEntry]:
            if not -1 <= seat < len(room.chairs):
                raise Refused("no-such-seat", f"there is no seat {seat}")
            other = "" if seat < 0 else room.chairs[seat].person
            if seat >= 0 and other in {"", person}:
                raise Refused("nobody-to-mute", "a bot, nobody or you yourself sit there")
            if ((person, other) in room.muted) == on:
                return []
            return [Muted(at=now(), person=person, other=other, on=on)]

        await self.do(table, plan)

    async def hurry(self, table: OpenTable, person: str, on: bool) -> None:
        """Have the bots move at once from now on, or take their time again."""

        def plan(room: Room) -> list[AnyEntry]:
            seat = here(room, person)
            if room.status in {"over", "closed"}:
                raise Refused("table-over", "this table is over")
            return [] if room.hurry == on else [Hurried(at=now(), seat=seat, on=on)]

        await self.do(table, plan)

    # asking all others

    async def ask_takeback(self, table: OpenTable, person: str) -> None:
        """Ask all others to take one's last move back, if it gave nothing away."""

        def plan(room: Room) -> list[AnyEntry]:
            seat = seat_of(room, person)
            return [Asked(at=now(), seat=seat, what="takeback", events=room.may_take_back(seat))]

        await self._ask(table, person, plan)

    async def ask_pace(self, table: OpenTable, person: str, pace: Pace) -> None:
        """Ask all others for another pace."""
        check_pace(pace, table.room.game)

        def plan(room: Room) -> list[AnyEntry]:
            return [Asked(at=now(), seat=seat_of(room, person), what="pace", pace=pace)]

        await self._ask(table, person, plan)

    async def _ask(self, table: OpenTable, person: str, plan: Plan) -> None:
        def whole(room: Room) -> list[AnyEntry]:
            if room.status != "playing":
                raise Refused("not-playing", "no game is being played here")
            seat = here(room, person)
            if room.request is not None:
                raise Refused("asked-already", "something else is being asked")
            entries = plan(room)
            if room.voters() == [seat]:  # bots agree to everything
                entries.append(Answered(at=now(), seat=seat, yes=True))
            return entries

        await self.do(table, whole)

    async def answer(self, table: OpenTable, person: str, yes: bool) -> None:
        """Agree to what was asked, or refuse it."""

        def plan(room: Room) -> list[AnyEntry]:
            seat = here(room, person)
            if room.request is None:
                raise Refused("nothing-asked", "nothing is being asked")
            return [Answered(at=now(), seat=seat, yes=yes)]

        await self.do(table, plan)

    # going, and playing again

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

    async def rematch(self, table: OpenTable, person: str, name: str, program: bool) -> None:
        """Play again: the first to ask sets the next table up, all who ask sit down there."""
        seat_of(table.room, person)
        if table.room.status != "over":
            raise Refused("not-over", "the game is not over")
        if not table.room.next:
            await self._set_up_again(table, person)
        again = await self.open(table.room.next)

        def plan(room: Room) -> list[AnyEntry]:
            if room.seat_of(person) is not None:
                return []
            wanted = room.seat_for(person)
            room.may_sit(person, wanted)
            return [Sat(at=now(), seat=wanted, person=person, name=name, program=program)]

        await self.do(again, plan)

    async def _set_up_again(self, table: OpenTable, host: str) -> None:
        """The table of the rematch, once: the store decides between two who ask for it."""
        async with table.lock:
            while not table.room.next:
                seed = new_seed()
                log = rematch_of(table.room, host, commitment(seed))
                again = OpenTable(restore(log), seed)
                leads = Rematched(at=now(), table=again.room.created.table)
                after = table.room.fork()
                after.fold(leads)
                try:
                    await self.store.lead_on(
                        row_of(after),
                        table.room.number,
                        [write(leads)],
                        row_of(again.room),
                        [write(entry) for entry in log],
                        seed,
                    )
                except Conflict:
                    await self._read_on(table)
                else:
                    table.room = after
                    self._keep(again)
        table.tell()

    async def close(self) -> None:
        """Let what is being written be written, and stop."""
        self.closing = True
        for table in self.tables.values():
            for timer in (table.timer, table.notify_timer, table.reminding):
                if timer is not None:
                    timer.cancel()
        for alarm in self.alarms.values():
            alarm.cancel()
        tasks = [*self.tasks, *self.opening.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.sounds.close()


def stand_in(room: Room) -> str:
    """The bot that holds a seat: as strong as most who sit there, and quick."""
    bots = [*room.game.levels] or [*bots_of(room.game)]
    return bots[len(bots) // 2]
