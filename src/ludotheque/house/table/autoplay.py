"""Moves that no person makes: those of bots, and the house's after a timeout. And reminders."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import logging
import secrets
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ludotheque.core.pack import pack
from ludotheque.core.rng import SeededRng
from ludotheque.house.fair_queue import LATER, URGENT
from ludotheque.house.refusals import Refused
from ludotheque.house.store import StoreError
from ludotheque.house.table.clocks import MS_PER_S, deadline, reminder
from ludotheque.house.table.live import PendingDecision
from ludotheque.house.table.moves import LegalMove, PlannedStep, TimeUp, default_move, validate_move
from ludotheque.house.table.restore import BrokenLog
from ludotheque.house.table.talk import words_on_move
from ludotheque.house.timestamps import now_ms
from ludotheque.house.workers.bot_pool import SEED_BITS, Demand

if TYPE_CHECKING:
    from ludotheque.house.table.live import LiveTable
    from ludotheque.house.table.room import Room
    from ludotheque.house.table.writer import Writer
    from ludotheque.house.tasks import BackgroundTasks
    from ludotheque.house.workers.bot_pool import BotPool

log = logging.getLogger(__name__)
PAUSE_FACTORS: Final = (0.7, 1.3)  # a pause is multiplied by a random factor between these
PACE_FACTORS: Final = {"calm": 2.5, "normal": 1.0, "quick": 0.0}  # of a pause, by the table's pace
# While a person decides at the same time: a race is for those who read and listen, too.
RACE_FACTORS: Final = {"calm": 6.0, "normal": 4.0, "quick": 0.0}
BETWEEN_BOTS_FACTOR: Final = 0.25  # of a pause: the minimum time between moves of two bots
UNWATCHED_DELAY_PAUSES: Final = 3.0  # so that a process with watchers moves first
STORE_RETRY_S: Final = 5.0
_random = secrets.SystemRandom()


class Autoplay:
    """The bots and clocks of all live tables.

    While a person watches, a bot pauses before its move, so that they can follow.
    """

    def __init__(
        self, writer: Writer, bot_pool: BotPool, tasks: BackgroundTasks, pause_s: float
    ) -> None:
        self.writer = writer
        self.bot_pool = bot_pool
        self.tasks = tasks
        self.pause_s = pause_s
        self.stopped = False

    def schedule(self, table: LiveTable) -> None:
        """Start the bots whose turn it is, and set the timers."""
        if self.stopped or table.broken is not None:
            return
        with contextlib.suppress(BrokenLog):  # it was set aside
            try:
                self._schedule(table)
            except Exception as error:
                self.writer.break_off_game(table, error)

    def _schedule(self, table: LiveTable) -> None:
        for seat, bot in bots_to_act(table.room):
            pending = PendingDecision(seat, table.room.chairs[seat].decision)
            if pending not in table.pending_bots:
                table.pending_bots.add(pending)
                self.tasks.spawn(self._bot_turn(table, bot, pending))
        self._set_deadline_timer(table)
        self._set_reminder_timer(table)

    # bots

    async def _bot_turn(self, table: LiveTable, bot: str, pending: PendingDecision) -> None:
        """Have a bot make a decision; if it is still open afterwards, schedule it again."""
        try:
            await self._defer_to_watched_process(table)
            if _is_open(table.room, pending):
                await self._bot_move(table, bot, pending)
        except StoreError as error:
            log.error("the move of a bot could not be written", exc_info=error)
            await asyncio.sleep(STORE_RETRY_S)
        except Exception as error:  # of the rules: the bot itself runs elsewhere
            with contextlib.suppress(BrokenLog):
                self.writer.break_off_game(table, error)
        finally:
            table.pending_bots.discard(pending)
        self.schedule(table)

    async def _defer_to_watched_process(self, table: LiveTable) -> None:
        """Without watchers here, wait so that a process with watchers moves first."""
        if self.writer.store.shared and not table.watchers:
            await asyncio.sleep(UNWATCHED_DELAY_PAUSES * self.pause_s)

    async def _bot_move(self, table: LiveTable, bot: str, pending: PendingDecision) -> None:
        """One move of a bot, which gets a complete state that fits all its seat knows, no more."""
        seat = pending.seat
        pause_s = self.pause_s * pause_factor(table.room)
        ready_s = time.monotonic() + pause_s * _random.uniform(*PAUSE_FACTORS)
        room, next_number = table.room, table.room.next_number
        seed = bot_seed(table.seed, room, seat) if room.created.daily else None
        imagined = SeededRng(secrets.randbits(SEED_BITS) if seed is None else seed)
        world = pack(room.started_table().state.imagine(seat, imagined))
        demand = Demand(
            table.work_client(),
            URGENT if table.watchers else LATER,
            lambda: _is_open(table.room, pending),
        )
        text = await self.bot_pool.choose(
            room.created.game, room.options, world, seat, bot, demand, seed
        )

        def plan(latest: Room) -> Sequence[PlannedStep]:
            if not _is_open(latest, pending):
                raise Refused("stale-decision", "this decision was made already")
            step = _legal_bot_move(latest, seat, text, next_number)
            return [step, *words_on_move(latest, seat, step.move, step.at)]

        await _pause_until(table, ready_s)
        async with table.bot_lock:
            between_s = BETWEEN_BOTS_FACTOR * pause_s
            await _pause_until(table, table.last_bot_move_s + between_s)
            with contextlib.suppress(Refused):
                await self.writer.commit_plan(table, plan)
            table.last_bot_move_s = time.monotonic()

    # clocks

    def _set_deadline_timer(self, table: LiveTable) -> None:
        if table.deadline_timer is not None:
            table.deadline_timer.cancel()
            table.deadline_timer = None
        due = deadline(table.room)
        if due is not None:
            delay_s = max(0, due.at - now_ms()) / MS_PER_S
            table.deadline_timer = asyncio.get_running_loop().call_later(
                delay_s, lambda: self.tasks.spawn(self._time_out(table))
            )

    async def _time_out(self, table: LiveTable) -> None:
        """Move for the seats whose time has run out."""

        def plan(room: Room) -> Sequence[PlannedStep]:
            due, at = deadline(room), now_ms()
            if due is None or due.at > at:
                raise Refused("not-yet", "there is time left")
            return [TimeUp(at, due.seats)]

        try:
            with contextlib.suppress(Refused):
                await self.writer.commit_plan(table, plan)
        except StoreError as error:
            log.error("a move after a timeout could not be written", exc_info=error)
            await asyncio.sleep(STORE_RETRY_S)
        self.schedule(table)

    # reminders

    def _set_reminder_timer(self, table: LiveTable) -> None:
        if table.reminder_timer is not None:
            table.reminder_timer.cancel()
            table.reminder_timer = None
        at = now_ms()
        later = [due for due, _ in _reminders(table.room) if due > at]
        if later:
            delay_s = (min(later) - at) / MS_PER_S
            loop = asyncio.get_running_loop()
            table.reminder_timer = loop.call_later(delay_s, self._remind, table)

    def _remind(self, table: LiveTable) -> None:
        """Notify the people whose reminder is due, and nobody else; their next view has it."""
        at = now_ms()
        table.publish_to_people({person for due, person in _reminders(table.room) if due <= at})
        self._set_reminder_timer(table)


def bots_to_act(room: Room) -> list[tuple[int, str]]:
    """The seats the game waits for at which a bot plays, with the bot."""
    if room.status != "playing":
        return []
    chairs, awaited = room.chairs, room.started_table().state.awaited()
    bots = [(seat, chairs[seat].bot) for seat in awaited if seat >= 0 and chairs[seat].bot]
    if not room.created.daily:
        return bots
    # One after the other, and after the person: the same game for the same moves.
    return sorted(bots)[:1] if len(bots) == len(awaited) else []


def bot_seed(secret: bytes, room: Room, seat: int) -> int:
    """The seed of a bot's next decision at a table of the day: the same for the same moves."""
    message = f"bot {seat} {len(room.started_table().events)}"
    digest = hmac.digest(secret, message.encode("ascii"), "sha256")
    return int.from_bytes(digest[:8], "big") >> (64 - SEED_BITS)


def pause_factor(room: Room) -> float:
    """By how much the pause of a bot is longer than usual."""
    chairs, awaited = room.chairs, room.started_table().state.awaited()
    is_race = any(seat >= 0 and not chairs[seat].bot for seat in awaited)
    return (RACE_FACTORS if is_race else PACE_FACTORS)[room.bot_pace]


def _reminders(room: Room) -> list[tuple[int, str]]:
    """The times of all reminders, each with the person to remind."""
    if room.game.timed_phase is None:
        return []
    reminders = ((reminder(room, seat), chair.person) for seat, chair in enumerate(room.chairs))
    return [(due.at, person) for due, person in reminders if due is not None]


async def _pause_until(table: LiveTable, monotonic_s: float) -> None:
    """Wait, if a person watches, until then or until the bots are asked to hurry."""
    delay_s = monotonic_s - time.monotonic()
    if delay_s > 0 and table.watched_by_person():
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(delay_s):  # wait_for of Python 3.11 may lose a cancellation
                await table.hurried.wait()


def _is_open(room: Room, pending: PendingDecision) -> bool:
    """Whether a decision is still to be made, by a bot."""
    chair = room.chairs[pending.seat]
    return room.status == "playing" and chair.decision == pending.decision and bool(chair.bot)


def _legal_bot_move(room: Room, seat: int, text: str, next_number: int) -> LegalMove:
    """A bot's move; one that is not legal is logged and replaced by the default move.

    If the table has other entries than when ``next_number`` came next, the refusal is raised: the
    move was legal when the bot chose it, and it chooses again.
    """
    try:
        if text:
            return LegalMove(now_ms(), seat, validate_move(room, seat, text), "bot")
    except Refused as error:
        if room.next_number != next_number:
            raise
        log.warning("a bot of %s played an illegal move: %s", room.created.game, error.code)
    return LegalMove(now_ms(), seat, default_move(room, seat), "failed-bot")
