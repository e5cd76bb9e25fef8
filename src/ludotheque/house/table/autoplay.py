"""Who moves at a table besides people: bots, and the house when a time has run out.

The house also reminds people of what they neglect; how long that may be, no rules know.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from typing import TYPE_CHECKING, Final

from ludotheque.core.pack import pack
from ludotheque.core.rng import SeededRng
from ludotheque.house.refusals import Refused
from ludotheque.house.store import StoreError
from ludotheque.house.table.live import OpenTable, now

if TYPE_CHECKING:
    from ludotheque.house.table.entries import AnyEntry
    from ludotheque.house.table.lobby import Hall
    from ludotheque.house.table.room import Room
    from ludotheque.house.workers.bot_pool import Thinkers

log = logging.getLogger(__name__)
UNEVEN: Final = (0.7, 1.3)  # a pause is never quite the same
BETWEEN: Final = 0.25  # of a pause: at least so much between the moves of two bots
ELSEWHERE: Final = 3.0  # pauses in which a process where somebody looks comes first
AGAIN_AFTER: Final = 5.0  # seconds until the store is tried again
_chance = secrets.SystemRandom()


class Movers:
    """The bots and clocks of all open tables.

    A bot takes a natural moment where a person looks on, so that each of its moves is seen.
    """

    def __init__(self, hall: Hall, thinkers: Thinkers, pause: float, shared: bool) -> None:
        self.hall = hall
        self.thinkers = thinkers
        self.pause = pause
        self.shared = shared  # other processes may serve the same tables

    def follow_up(self, table: OpenTable) -> None:
        """Ask the bots whose turn it is, and set the clocks."""
        if self.hall.closing:
            return
        for seat, bot in table.room.bots_to_act():
            question = (seat, table.room.chairs[seat].decision)
            if question not in table.thinking:
                table.thinking.add(question)
                self.hall.spawn(self._bot_turn(table, bot, question))
        if table.timer is not None:
            table.timer.cancel()
            table.timer = None
        deadline = table.room.deadline()
        if deadline is not None:
            wait = max(0, deadline[1] - now()) / 1000
            loop = asyncio.get_running_loop()
            table.timer = loop.call_later(wait, lambda: self.hall.spawn(self._time_out(table)))
        self._remind_later(table)

    # bots

    async def _bot_turn(self, table: OpenTable, bot: str, question: tuple[int, int]) -> None:
        """A bot's answer to a question; whatever comes of it, the table goes on."""
        try:
            await self._leave_to_others(table)
            if _still_asked(table.room, question):
                await self._let_think(table, bot, question)
        except StoreError as error:
            log.error("the store refused the move of a bot", exc_info=error)
            await asyncio.sleep(AGAIN_AFTER)
        finally:
            table.thinking.discard(question)
        self.follow_up(table)

    async def _leave_to_others(self, table: OpenTable) -> None:
        """Where nobody looks here, a process where somebody does comes first."""
        if self.shared and not table.watchers:
            await asyncio.sleep(ELSEWHERE * self.pause)

    async def _let_think(self, table: OpenTable, bot: str, question: tuple[int, int]) -> None:
        """One move of a bot: fed with a world of its own, it can't know more than its seat."""
        seat, decision = question
        moment = time.monotonic() + self.pause * _chance.uniform(*UNEVEN)
        room, asked = table.room, table.room.number
        world = pack(room.playing().state.imagine(seat, SeededRng(secrets.randbits(62))))
        text = await self.thinkers.choose(room.created.game, room.options, world, seat, bot)

        def plan(latest: Room) -> list[AnyEntry]:
            if not _still_asked(latest, (seat, decision)):
                raise Refused("stale-decision", "the question is answered")
            move, cause = _bot_move(latest, seat, text, asked)
            return latest.plan_move(seat, move, table.rng(), now(), cause)

        await _until(table, moment)
        async with table.bots:
            await _until(table, table.bot_moved + BETWEEN * self.pause)
            with contextlib.suppress(Refused):
                await self.hall.do(table, plan)
            table.bot_moved = time.monotonic()

    # clocks

    async def _time_out(self, table: OpenTable) -> None:
        """What the house plays where time has run out."""

        def plan(room: Room) -> list[AnyEntry]:
            deadline = room.deadline()
            if deadline is None or deadline[1] > now():
                raise Refused("not-yet", "there is time left")
            return room.plan_timeout(deadline[0], table.rng(), now())

        try:
            with contextlib.suppress(Refused):
                await self.hall.do(table, plan)
        except StoreError as error:
            log.error("the store refused a move for want of time", exc_info=error)
            await asyncio.sleep(AGAIN_AFTER)
        self.follow_up(table)

    # reminders

    def _remind_later(self, table: OpenTable) -> None:
        """Set the clock for whoever is to be reminded next."""
        if table.reminding is not None:
            table.reminding.cancel()
            table.reminding = None
        at = now()
        later = [due for due, _ in _reminders(table.room) if due > at]
        if later:
            wait = (min(later) - at) / 1000
            loop = asyncio.get_running_loop()
            table.reminding = loop.call_later(wait, self._remind, table)

    def _remind(self, table: OpenTable) -> None:
        """Those who are to be reminded by now are sent a view that does it, and nobody else."""
        at = now()
        table.whisper({person for due, person in _reminders(table.room) if due <= at})
        self._remind_later(table)


def _reminders(room: Room) -> list[tuple[int, str]]:
    """When which people are to be reminded of something."""
    found = ((room.reminder(seat), chair.person) for seat, chair in enumerate(room.chairs))
    return [(due[0], person) for due, person in found if due is not None]


async def _until(table: OpenTable, moment: float) -> None:
    """Wait, while a person looks on and nobody has asked the bots to hurry."""
    wait = moment - time.monotonic()
    if wait > 0 and table.watched():
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(wait):  # wait_for of Python 3.11 may lose a cancellation
                await table.hurried.wait()


def _still_asked(room: Room, question: tuple[int, int]) -> bool:
    seat, decision = question
    chair = room.chairs[seat]
    return room.status == "playing" and chair.decision == decision and bool(chair.bot)


def _bot_move(room: Room, seat: int, text: str, asked: int) -> tuple[str, str]:
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
