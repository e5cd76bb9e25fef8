"""Moves that no person makes: those of bots, and of the house after a timeout. And reminders."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ludotheque.core.pack import pack
from ludotheque.core.rng import SeededRng
from ludotheque.house.refusals import Refused
from ludotheque.house.store import StoreError
from ludotheque.house.table.clocks import deadline, reminder
from ludotheque.house.table.moves import JudgedMove, Step, TimeUp, default_move, judge
from ludotheque.house.timestamps import now_ms

if TYPE_CHECKING:
    from ludotheque.house.table.live import LiveTable
    from ludotheque.house.table.room import Room
    from ludotheque.house.table.writer import Writer
    from ludotheque.house.tasks import BackgroundTasks
    from ludotheque.house.workers.bot_pool import BotPool

log = logging.getLogger(__name__)
PAUSE_SPREAD: Final = (0.7, 1.3)  # a pause is multiplied by something between these
BETWEEN_BOTS: Final = 0.25  # of a pause: the least between the moves of two bots
UNWATCHED_DELAY: Final = 3.0  # pauses by which a process where nobody watches lets others go first
STORE_RETRY_S: Final = 5.0
_random = secrets.SystemRandom()


class Autoplay:
    """The bots and clocks of all live tables.

    While a person watches, a bot pauses before its move, so that each of its moves is seen.
    """

    def __init__(
        self, writer: Writer, bot_pool: BotPool, tasks: BackgroundTasks, pause: float
    ) -> None:
        self.writer = writer
        self.bot_pool = bot_pool
        self.tasks = tasks
        self.pause = pause
        self.stopped = False

    def follow_up(self, table: LiveTable) -> None:
        """Ask the bots whose turn it is, and set the timers."""
        if self.stopped:
            return
        for seat, bot in bots_to_act(table.room):
            decision = seat, table.room.chairs[seat].decision
            if decision not in table.bots_asked:
                table.bots_asked.add(decision)
                self.tasks.spawn(self._bot_turn(table, bot, decision))
        self._set_deadline_timer(table)
        self._set_reminder_timer(table)

    # bots

    async def _bot_turn(self, table: LiveTable, bot: str, decision: tuple[int, int]) -> None:
        """A bot's decision; whatever comes of it, the table goes on."""
        try:
            await self._let_others_first(table)
            if _is_open(table.room, decision):
                await self._bot_move(table, bot, decision)
        except StoreError as error:
            log.error("the store refused the move of a bot", exc_info=error)
            await asyncio.sleep(STORE_RETRY_S)
        finally:
            table.bots_asked.discard(decision)
        self.follow_up(table)

    async def _let_others_first(self, table: LiveTable) -> None:
        """Without watchers here, wait so that a process with watchers moves first."""
        if self.writer.store.shared and not table.watchers:
            await asyncio.sleep(UNWATCHED_DELAY * self.pause)

    async def _bot_move(self, table: LiveTable, bot: str, decision: tuple[int, int]) -> None:
        """One move of a bot, which is given a world imagined for its seat, and so knows no more."""
        seat, _ = decision
        ready = time.monotonic() + self.pause * _random.uniform(*PAUSE_SPREAD)
        room, number = table.room, table.room.number
        world = pack(room.playing().state.imagine(seat, SeededRng(secrets.randbits(62))))
        text = await self.bot_pool.choose(room.created.game, room.options, world, seat, bot)

        def plan(latest: Room) -> Sequence[Step]:
            if not _is_open(latest, decision):
                raise Refused("stale-decision", "the question is answered")
            return [_judged(latest, seat, text, number)]

        await _pause_until(table, ready)
        async with table.bot_lock:
            await _pause_until(table, table.last_bot_move + BETWEEN_BOTS * self.pause)
            with contextlib.suppress(Refused):
                await self.writer.do(table, plan)
            table.last_bot_move = time.monotonic()

    # clocks

    def _set_deadline_timer(self, table: LiveTable) -> None:
        if table.deadline_timer is not None:
            table.deadline_timer.cancel()
            table.deadline_timer = None
        due = deadline(table.room)
        if due is not None:
            delay = max(0, due.at - now_ms()) / 1000
            table.deadline_timer = asyncio.get_running_loop().call_later(
                delay, lambda: self.tasks.spawn(self._time_out(table))
            )

    async def _time_out(self, table: LiveTable) -> None:
        """Move for the seats whose time has run out."""

        def plan(room: Room) -> Sequence[Step]:
            due, at = deadline(room), now_ms()
            if due is None or due.at > at:
                raise Refused("not-yet", "there is time left")
            return [TimeUp(at, due.seats)]

        try:
            with contextlib.suppress(Refused):
                await self.writer.do(table, plan)
        except StoreError as error:
            log.error("the store refused a move after a timeout", exc_info=error)
            await asyncio.sleep(STORE_RETRY_S)
        self.follow_up(table)

    # reminders

    def _set_reminder_timer(self, table: LiveTable) -> None:
        if table.reminder_timer is not None:
            table.reminder_timer.cancel()
            table.reminder_timer = None
        at = now_ms()
        later = [due for due, _ in _reminders(table.room) if due > at]
        if later:
            delay = (min(later) - at) / 1000
            loop = asyncio.get_running_loop()
            table.reminder_timer = loop.call_later(delay, self._remind, table)

    def _remind(self, table: LiveTable) -> None:
        """Notify people whose reminder is due, and nobody else: their next view has it."""
        at = now_ms()
        table.notify_people({person for due, person in _reminders(table.room) if due <= at})
        self._set_reminder_timer(table)


def bots_to_act(room: Room) -> list[tuple[int, str]]:
    """Seats the game waits for whose moves a bot makes, with the bot."""
    if room.status != "playing":
        return []
    chairs, awaited = room.chairs, room.playing().state.awaited()
    return [(seat, chairs[seat].bot) for seat in awaited if seat >= 0 and chairs[seat].bot]


def _reminders(room: Room) -> list[tuple[int, str]]:
    """When each person is to be reminded, for those who are."""
    found = ((reminder(room, seat), chair.person) for seat, chair in enumerate(room.chairs))
    return [(due.at, person) for due, person in found if due is not None]


async def _pause_until(table: LiveTable, moment: float) -> None:
    """Wait, while a person watches and nobody has asked the bots to hurry."""
    delay = moment - time.monotonic()
    if delay > 0 and table.watched_by_person():
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(delay):  # wait_for of Python 3.11 may lose a cancellation
                await table.hurried.wait()


def _is_open(room: Room, decision: tuple[int, int]) -> bool:
    """Whether a decision is still to be made, by a bot."""
    seat, number = decision
    chair = room.chairs[seat]
    return room.status == "playing" and chair.decision == number and bool(chair.bot)


def _judged(room: Room, seat: int, text: str, number: int) -> JudgedMove:
    """A bot's move; one that is not allowed is logged and replaced by the default move.

    If the table has changed since entry ``number`` it is not the bot's fault: it is asked again.
    """
    try:
        if text:
            return JudgedMove(now_ms(), seat, judge(room, seat, text), "bot")
    except Refused as error:
        if room.number != number:
            raise
        log.warning("a bot of %s played an illegal move: %s", room.created.game, error.code)
    return JudgedMove(now_ms(), seat, default_move(room, seat), "failed-bot")
