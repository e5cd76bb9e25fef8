"""One socket at one table: it replies to asks, and sends the latest view after each change."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable, Coroutine
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace
from starlette.websockets import WebSocketDisconnect, WebSocketState

from ludotheque.core.words import LANGUAGES
from ludotheque.house import metrics
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
from ludotheque.house.views.changes import change_of
from ludotheque.house.views.hints import check_hint_allowed, find_hints
from ludotheque.house.views.messages import Change, Done, Hints, Refusal, View, encode_message
from ludotheque.house.views.views import Recipient, view_of

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
        recipient: Recipient,
        caller: Caller,
        wants_changes: bool = False,
    ) -> None:
        self.tables = tables
        self.table = table
        self.socket = socket
        self.recipient = recipient
        self.caller = caller
        self.wants_changes = wants_changes
        self.last_view: View | None = None  # what the next change is computed from
        self.view_due = True
        self.replies: deque[Reply] = deque()
        self.wakeup = asyncio.Event()  # there is something to send
        self.wakeup.set()
        self.message_quota = Bucket(burst=MESSAGE_BURST, per_second=MESSAGES_PER_S)
        self.chat_quota = Bucket(burst=CHAT_BURST, per_second=CHAT_PER_S)
        self.hint_quota = Bucket(burst=HINT_BURST, per_second=HINTS_PER_S)
        self.events_with_sound_sent = -1  # -1 before the first view, which has no sounds
        self.clips: asyncio.Queue[Clip] = asyncio.Queue()  # to be made and sent

    def on_change(self) -> None:
        """The table has changed."""
        self.view_due = True
        self.wakeup.set()

    async def serve(self) -> None:
        """Serve the connection until it ends."""
        person = self.caller.person
        watcher = Watcher(person or str(id(self)), person, self.caller.program)
        self.table.subscribe(self.on_change, watcher)
        senders = [
            asyncio.create_task(self._run_sender(send)) for send in (self._send, self._send_clips)
        ]
        try:
            await self._receive()
        except WebSocketDisconnect:
            pass
        finally:
            self.table.unsubscribe(self.on_change)
            for sender in senders:
                sender.cancel()
            await asyncio.gather(*senders, return_exceptions=True)

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
            await self._perform(ask)
            if not isinstance(ask, Hint):  # the reply to a hint comes later
                await self._reply(Done(ask_id))
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
        """Queue a reply; closes the connection of a client that does not read its replies."""
        if len(self.replies) >= MAX_UNSENT_REPLIES:
            await self._close(CLOSE_POLICY_VIOLATION, "too many unread replies")
            return
        self.replies.append(reply)
        self.wakeup.set()

    async def _perform(self, ask: AnyAsk) -> None:
        """Do what concerns this socket; everything else is a deed at the table."""
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
            case Rematch():
                await self.tables.rematch(self.table, self.caller)
            case _:
                await self.tables.perform(self.table, self.caller, ask)

    def _seat(self) -> int:
        return require_seat(self.table.room, self.caller.person)

    def _set_language(self, language: str) -> None:
        if language not in LANGUAGES:
            raise unknown_language()
        self.recipient = replace(self.recipient, language=language, events=0)
        self.on_change()

    def _start_hint(self, ask: Hint) -> None:
        """Search for hints in the background; the socket handles other asks meanwhile."""
        seat = self._seat()
        check_hint_allowed(self.table.room, seat)
        if not self.hint_quota.take():
            raise Refused("too-fast", "too many requests for hints; wait a little")
        self.tables.tasks.spawn(self._find_hint(ask.id, seat))

    async def _find_hint(self, ask_id: int, seat: int) -> None:
        language, bot_pool = self.recipient.language, self.tables.bot_pool
        reply: Reply
        try:
            reply = Hints(ask_id, await find_hints(self.table, seat, language, bot_pool))
        except Refused as refused:
            reply = _refusal(ask_id, refused)
        await self._reply(reply)

    # sending

    async def _run_sender(self, send: Callable[[], Coroutine[None, None, None]]) -> None:
        """Send until the connection breaks; close it if the table can't be shown."""
        try:
            await send()
        except WebSocketDisconnect:
            pass
        except Exception:
            log.exception("the view of a table could not be sent")
            await self._close(CLOSE_INTERNAL_ERROR, "this table can't be shown")

    async def _send(self) -> None:
        while True:
            await self.wakeup.wait()
            self.wakeup.clear()
            while self.replies:
                await self._write(encode_message(self.replies.popleft()))
            if self.view_due:
                self.view_due = False
                await self._send_view()

    async def _send_view(self) -> None:
        table, room, before = self.table, self.table.room, self.recipient
        spectators = table.spectators + table.spectators_elsewhere
        view = view_of(room, before, now_ms(), spectators, table.scenes)
        self.recipient = replace(before, events=view.events, rewinds=len(room.rewinds))
        since, self.events_with_sound_sent = self.events_with_sound_sent, view.events
        await self._write(encode_message(self._view_or_change(view)))
        metrics.VIEWS.inc()
        if since >= 0:
            self._queue_clips(room, since, view.events)

    def _view_or_change(self, view: View) -> View | Change:
        before, self.last_view = self.last_view, view if self.wants_changes else None
        return (change_of(before, view) if before is not None else None) or view

    def _queue_clips(self, room: Room, since: int, until: int) -> None:
        """Queue the sounds of new events, which only this seat hears; a program reads them."""
        audio, seat = room.game.audio, room.seat_of(self.caller.person)
        if audio is None or seat is None or room.table is None or room.chairs[seat].program:
            return
        events = room.table.events
        for index in range(since, until):
            for fact in room.table.told_to(seat, [events[index]]):
                value = audio.value(fact)
                if value is not None:
                    shuffle = audio.shuffle_count(events[:index])
                    position = fact.about[0] if fact.about else 0
                    self.clips.put_nowait(Clip(value, shuffle, position))

    async def _send_clips(self) -> None:
        """Make and send clips in order; views don't wait for them."""
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
                await self._write(pcm)

    async def _close(self, code: int, reason: str) -> None:
        """Close the connection, unless it is closed already."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await self.socket.close(code, reason)

    async def _write(self, data: str | bytes) -> None:
        if self.socket.application_state is not WebSocketState.CONNECTED:
            return
        try:
            if isinstance(data, str):
                await self.socket.send_text(data)
            else:
                await self.socket.send_bytes(data)
        except RuntimeError:  # the server has closed it meanwhile
            raise WebSocketDisconnect(CLOSE_ABNORMAL) from None


def _refusal(ask_id: int, refused: Refused) -> Refusal:
    return Refusal(ask_id, refused.code, str(refused), refused.rule)
