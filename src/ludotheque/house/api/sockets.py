"""One socket at one table: it replies to asks, and sends what is new after each change."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import msgspec
from starlette.websockets import WebSocketDisconnect, WebSocketState

from ludotheque.core.words import LANGUAGES
from ludotheque.house import metrics
from ludotheque.house.api.frames import frames_of, text_frame
from ludotheque.house.api.http import MAX_ERROR_LENGTH, unknown_language
from ludotheque.house.rate_limits import Bucket
from ludotheque.house.refusals import Refused
from ludotheque.house.store import StoreError
from ludotheque.house.table.asks import (
    MAX_MESSAGE_BYTES,
    AnyAsk,
    Hint,
    Hurry,
    Mute,
    Ping,
    Rematch,
    Say,
    SetLanguage,
    WhyNot,
    decode_ask,
)
from ludotheque.house.table.deeds import Caller, require_seat
from ludotheque.house.table.live import Watcher
from ludotheque.house.table.moves import validate_move
from ludotheque.house.timestamps import now_ms
from ludotheque.house.views.feed import Cursor, feed_of
from ludotheque.house.views.hints import check_hint_allowed, find_hints
from ludotheque.house.views.messages import Done, Hints, Refusal, encode_message

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

    from ludotheque.house.table.live import LiveTable
    from ludotheque.house.table.live_tables import LiveTables
    from ludotheque.house.table.room import Room

log = logging.getLogger(__name__)
MAX_UNSENT_REPLIES: Final = 64  # a client that reads its replies has far fewer
MESSAGE_BURST, MESSAGES_PER_S = 40, 15
CHAT_BURST, CHAT_PER_S = 5, 0.5
HINT_BURST, HINTS_PER_S = 5, 0.2
MIN_CLIP_DELAY_S: Final = 0.08  # hides how long a sound takes to make
CLOSE_ABNORMAL: Final = 1006
CLOSE_POLICY_VIOLATION: Final = 1008
CLOSE_INTERNAL_ERROR: Final = 1011
Reply: TypeAlias = Done | Refusal | Hints


class Clip(NamedTuple):
    """A sound to make: what is heard, and of which barrel."""

    apparent_count: int
    shuffle: int  # how often the barrels were shuffled before
    position: int  # of the barrel


class Socket:
    """One connection to a table."""

    def __init__(
        self,
        tables: LiveTables,
        table: LiveTable,
        socket: WebSocket,
        caller: Caller,
        language: str,
        wants_whole_views: bool = False,
    ) -> None:
        self.tables = tables
        self.table = table
        self.socket = socket
        self.caller = caller
        self.feed = feed_of(table)
        self.cursor = Cursor(self.feed, caller.person, language, self.send, wants_whole_views)
        self.frames = frames_of(socket)
        self.replies: deque[Reply] = deque()  # to be sent
        self.done_id: int | None = None  # of an ask that is done, to be sent with its change
        self.sending_later: asyncio.Task[None] | None = None
        self.message_quota = Bucket(burst=MESSAGE_BURST, per_second=MESSAGES_PER_S)
        self.chat_quota = Bucket(burst=CHAT_BURST, per_second=CHAT_PER_S)
        self.hint_quota = Bucket(burst=HINT_BURST, per_second=HINTS_PER_S)
        self.events_with_sound_sent = -1  # -1 before the first view, which has no sounds
        self.clips: asyncio.Queue[Clip] = asyncio.Queue()  # to be made and sent

    async def serve(self, resume_number: int = -1) -> None:
        """Serve the connection until it ends; the client may have what is before a number."""
        person = self.caller.person
        watcher = Watcher(person or str(id(self)), person, self.caller.program)
        self.table.subscribe(watcher)
        self.feed.add(self.cursor)
        if resume_number >= 0:
            self.cursor.resume(resume_number)
        clips = asyncio.create_task(self._send_clips()) if self.table.room.game.audio else None
        try:
            self.send()
            await self._receive()
        except WebSocketDisconnect:
            pass
        finally:
            self.feed.remove(self.cursor)
            self.table.unsubscribe(watcher)
            tasks = [task for task in (clips, self.sending_later) if task is not None]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    # receiving

    async def _receive(self) -> None:
        while self.socket.application_state is WebSocketState.CONNECTED:
            message = await self.socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            if not self.message_quota.take():
                await self._close(CLOSE_POLICY_VIOLATION, "too many messages")
                return
            text = message.get("text")
            await self._handle(text if text is not None else message.get("bytes") or b"")

    async def _handle(self, data: str | bytes) -> None:
        ask_id = 0
        try:
            if len(data) > MAX_MESSAGE_BYTES:
                raise Refused("too-long", f"a message may have at most {MAX_MESSAGE_BYTES} bytes")
            ask = decode_ask(data)
            ask_id = ask.id
            if not await self._perform(ask):
                await self._reply(Done(ask_id, now_ms()))
        except msgspec.MsgspecError as error:
            await self._reply(Refusal(ask_id, "bad-message", str(error)[:MAX_ERROR_LENGTH]))
        except (UnicodeDecodeError, RecursionError):
            await self._reply(Refusal(ask_id, "bad-message", "this is not JSON"))
        except Refused as refused:
            await self._reply(_refusal(ask_id, refused))
        except StoreError as error:
            log.error("the store failed", exc_info=error)
            await self._reply(Refusal(ask_id, "store", "the store does not answer; try again"))

    async def _reply(self, reply: Reply) -> None:
        """Send a reply; closes the connection of a client that does not read its replies."""
        if len(self.replies) >= MAX_UNSENT_REPLIES:
            await self._close(CLOSE_POLICY_VIOLATION, "too many unread replies")
            return
        self.replies.append(reply)
        self.send()

    async def _perform(self, ask: AnyAsk) -> bool:
        """Do what concerns this socket; everything else is a deed at the table.

        Returns whether the reply was sent already, or will be.
        """
        if not self.caller.person and not isinstance(ask, SetLanguage | Ping):
            raise Refused("no-token", "sign in first: POST /api/guest")
        if isinstance(ask, Say | Mute | Hurry) and not self.chat_quota.take():
            raise Refused("too-fast", "too many chat actions; wait a little")
        match ask:
            case Ping():
                pass
            case SetLanguage():
                self._set_language(ask.language)
            case WhyNot():
                validate_move(self.table.room, self._seat(), ask.text)
            case Hint():
                self._start_hint(ask)
                return True
            case Rematch():
                await self.tables.rematch(self.table, self.caller)
            case _:
                return await self._perform_deed(ask)
        return False

    async def _perform_deed(self, ask: AnyAsk) -> bool:
        """Perform a deed at the table; returns whether the change was sent with its id."""
        is_durable = False

        def on_durable() -> None:
            nonlocal is_durable
            is_durable, self.done_id = True, ask.id

        await self.tables.perform(self.table, self.caller, ask, on_durable)
        is_sent, self.done_id = is_durable and self.done_id is None, None
        return is_sent

    def _seat(self) -> int:
        return require_seat(self.table.room, self.caller.person)

    def _set_language(self, language: str) -> None:
        if language not in LANGUAGES:
            raise unknown_language()
        self.feed.set_language(self.cursor, language)
        self.send()

    def _start_hint(self, ask: Hint) -> None:
        """Search for hints in the background; the socket handles other asks meanwhile."""
        seat = self._seat()
        check_hint_allowed(self.table.room, seat)
        if not self.hint_quota.take():
            raise Refused("too-fast", "too many requests for hints; wait a little")
        self.tables.tasks.spawn(self._find_hint(ask.id, seat))

    async def _find_hint(self, ask_id: int, seat: int) -> None:
        language, bot_pool = self.cursor.language, self.tables.bot_pool
        reply: Reply
        try:
            reply = Hints(ask_id, await find_hints(self.table, seat, language, bot_pool))
        except Refused as refused:
            reply = _refusal(ask_id, refused)
        await self._reply(reply)

    # sending

    def send(self) -> None:
        """Send replies and what is new, at once if the client can take it, else later."""
        if not self.frames.is_open():
            return
        if not self.frames.is_writable():
            if self.sending_later is None:
                self.sending_later = asyncio.create_task(self._send_later())
            return
        try:
            self._write_all()
        except Exception:
            log.exception("the view of a table could not be sent")
            self.tables.tasks.spawn(self._close(CLOSE_INTERNAL_ERROR, "this table can't be shown"))

    async def _send_later(self) -> None:
        """Send when the client has read what was sent before."""
        await self.frames.writable.wait()
        self.sending_later = None
        self.send()

    def _write_all(self) -> None:
        """Write what is new, then the replies: what was done is shown before it is called done."""
        self._write_news()
        while self.replies:
            self._write(encode_message(self.replies.popleft()))

    def _write_news(self) -> None:
        message, has_done = self.cursor.next_message(self.done_id)
        if has_done:
            self.done_id = None
        if message:
            self._write(message)
            metrics.VIEWS.inc()
            if self.table.room.game.audio is not None:
                self._queue_clips(self.table.room)
        spectators = self.cursor.spectators_message()
        if spectators:
            self._write(spectators)

    def _write(self, payload: bytes) -> None:
        self.frames.write_frame(text_frame(payload))

    # sounds

    def _queue_clips(self, room: Room) -> None:
        """Queue the sounds of new events, which only this seat hears; a program reads them."""
        audio, seat = room.game.audio, room.seat_of(self.caller.person)
        if room.table is None:
            self.events_with_sound_sent = 0
            return
        events = room.table.events
        since, self.events_with_sound_sent = self.events_with_sound_sent, len(events)
        if audio is None or since < 0 or seat is None or room.chairs[seat].program:
            return
        for index in range(since, len(events)):
            for fact in room.table.told_to(seat, [events[index]]):
                value = audio.value(fact)
                if value is not None:
                    shuffle = audio.shuffle_count(events[:index])
                    position = fact.about[0] if fact.about else 0
                    self.clips.put_nowait(Clip(value, shuffle, position))

    async def _send_clips(self) -> None:
        """Make and send clips in order; views don't wait for them."""
        with contextlib.suppress(WebSocketDisconnect):
            while True:
                clip = await self.clips.get()
                sound = self.tables.sounds.clip(
                    clip.apparent_count, self.table.seed, clip.shuffle, clip.position
                )
                try:
                    pcm, _ = await asyncio.gather(sound, asyncio.sleep(MIN_CLIP_DELAY_S))
                except BrokenProcessPool:  # for the second time; the player may shake again
                    log.exception("a sound could not be made")
                else:
                    await self._write_clip(pcm)

    async def _write_clip(self, pcm: bytes) -> None:
        if self.socket.application_state is not WebSocketState.CONNECTED:
            return
        try:
            await self.socket.send_bytes(pcm)
        except RuntimeError:  # the server has closed it meanwhile
            raise WebSocketDisconnect(CLOSE_ABNORMAL) from None

    async def _close(self, code: int, reason: str) -> None:
        """Close the connection, unless it is closed already."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await self.socket.close(code, reason)


def _refusal(ask_id: int, refused: Refused) -> Refusal:
    return Refusal(ask_id, refused.code, str(refused), refused.rule)
