"""One socket at one table: asks are answered, and the latest view is sent whenever it changes."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable, Coroutine
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, Final, TypeAlias

import msgspec
from msgspec.structs import replace
from starlette.websockets import WebSocketDisconnect, WebSocketState

from ludotheque.core.words import LANGUAGES
from ludotheque.house import metrics
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
    Speak,
    WhyNot,
    decode_ask,
)
from ludotheque.house.table.deeds import Caller, seat_of
from ludotheque.house.table.live import Watcher
from ludotheque.house.table.moves import judge
from ludotheque.house.timestamps import now_ms
from ludotheque.house.views.changes import change_of
from ludotheque.house.views.hints import check_may_ask, find_hints
from ludotheque.house.views.messages import Change, Done, Hints, Refusal, View, encode_message
from ludotheque.house.views.views import Recipient, view_of

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

    from ludotheque.house.table.live import LiveTable
    from ludotheque.house.table.lobby import Lobby
    from ludotheque.house.table.room import Room

log = logging.getLogger(__name__)
MAX_WAITING_ANSWERS: Final = 64  # for a slow reader
MESSAGE_BURST, MESSAGES_PER_S = 40, 15
CHAT_BURST, CHAT_PER_S = 5, 0.5
HINT_BURST, HINTS_PER_S = 5, 0.2
CLIP_DELAY_S: Final = 0.08  # hides how long a sound takes to make
CLOSE_POLICY_VIOLATION: Final = 1008
CLOSE_INTERNAL_ERROR: Final = 1011
Answer: TypeAlias = Done | Refusal | Hints


class Socket:
    """One connection to a table."""

    def __init__(
        self,
        lobby: Lobby,
        table: LiveTable,
        socket: WebSocket,
        recipient: Recipient,
        caller: Caller,
        wants_changes: bool = False,
    ) -> None:
        self.lobby = lobby
        self.table = table
        self.socket = socket
        self.recipient = recipient
        self.caller = caller
        self.wants_changes = wants_changes
        self.last_view: View | None = None  # if it wants changes
        self.view_due = True
        self.answers: deque[Answer] = deque()
        self.wakeup = asyncio.Event()  # there is something to send
        self.wakeup.set()
        self.message_quota = Bucket(MESSAGE_BURST, MESSAGES_PER_S)
        self.chat_quota = Bucket(CHAT_BURST, CHAT_PER_S)
        self.hint_quota = Bucket(HINT_BURST, HINTS_PER_S)
        self.sounded_upto = -1  # how many events had been sent with their sounds
        self.clips: asyncio.Queue[tuple[int, int, int]] = asyncio.Queue()  # to be made and sent

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

    # in

    async def _receive(self) -> None:
        while self.socket.application_state is WebSocketState.CONNECTED:
            message = await self.socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            if not self.message_quota.take():
                await self._close(CLOSE_POLICY_VIOLATION, "too many messages")
                return
            text = message.get("text")
            await self._answer(text if text is not None else message.get("bytes") or b"")

    async def _answer(self, data: str | bytes) -> None:
        number = 0
        try:
            if len(data) > MAX_MESSAGE_BYTES:
                raise Refused("too-long", "this message is too long")
            ask = decode_ask(data)
            number = ask.id
            await self._do(ask)
            if not isinstance(ask, Hint):  # whose answer comes later
                await self._reply(Done(number))
        except msgspec.MsgspecError as error:
            await self._reply(Refusal(number, "bad-message", str(error)[:200]))
        except (UnicodeDecodeError, RecursionError):
            await self._reply(Refusal(number, "bad-message", "this is not JSON"))
        except Refused as refusal:
            await self._reply(Refusal(number, refusal.code, str(refusal), refusal.rule))
        except StoreError as error:
            log.error("the store refused", exc_info=error)
            await self._reply(Refusal(number, "store", "the store does not answer; try again"))

    async def _reply(self, answer: Answer) -> None:
        """Queue a reply; closes the connection of a client that does not read its replies."""
        if len(self.answers) >= MAX_WAITING_ANSWERS:
            await self._close(CLOSE_POLICY_VIOLATION, "too many unread replies")
            return
        self.answers.append(answer)
        self.wakeup.set()

    async def _do(self, ask: AnyAsk) -> None:
        """Do what is about this socket; everything else is a deed at the table."""
        if not self.caller.person and not isinstance(ask, Speak | Ping):
            raise Refused("no-token", "say who you are first: POST /api/guest")
        if isinstance(ask, Say | Mute | Hurry) and not self.chat_quota.take():
            raise Refused("too-fast", "you speak too fast")
        match ask:
            case Ping():
                pass
            case Speak():
                self._set_language(ask.language)
            case WhyNot():
                judge(self.table.room, self._seat(), ask.text)
            case Hint():
                self._start_hint(ask)
            case Rematch():
                await self.lobby.rematch(self.table, self.caller)
            case _:
                await self.lobby.do(self.table, self.caller, ask)

    def _seat(self) -> int:
        return seat_of(self.table.room, self.caller.person)

    def _set_language(self, language: str) -> None:
        if language not in LANGUAGES:
            raise Refused("unknown-language", f"the house speaks {', '.join(LANGUAGES)}")
        self.recipient = replace(self.recipient, language=language, events=0)
        self.on_change()

    def _start_hint(self, ask: Hint) -> None:
        """Search for a hint in the background; meanwhile other things may be asked."""
        seat = self._seat()
        check_may_ask(self.table.room, seat)
        if not self.hint_quota.take():
            raise Refused("too-fast", "you ask for hints too fast")
        self.lobby.tasks.spawn(self._find_hint(ask.id, seat))

    async def _find_hint(self, number: int, seat: int) -> None:
        language, bot_pool = self.recipient.language, self.lobby.bot_pool
        reply: Answer
        try:
            reply = Hints(number, await find_hints(self.table, seat, language, bot_pool))
        except Refused as refusal:
            reply = Refusal(number, refusal.code, str(refusal), refusal.rule)
        await self._reply(reply)

    # out

    async def _run_sender(self, send: Callable[[], Coroutine[None, None, None]]) -> None:
        """Send until the connection breaks; close it if the table can't be shown."""
        try:
            await send()
        except WebSocketDisconnect:
            pass
        except Exception:
            log.exception("a table could not be shown")
            await self._close(CLOSE_INTERNAL_ERROR, "this table can't be shown")

    async def _send(self) -> None:
        while True:
            await self.wakeup.wait()
            self.wakeup.clear()
            while self.answers:
                await self._write(encode_message(self.answers.popleft()))
            if self.view_due:
                self.view_due = False
                await self._send_view()

    async def _send_view(self) -> None:
        table, room, before = self.table, self.table.room, self.recipient
        spectators = table.spectators + table.spectators_elsewhere
        view = view_of(room, before, now_ms(), spectators, table.scenes)
        self.recipient = replace(before, events=view.events, rewinds=len(room.rewinds))
        since, self.sounded_upto = self.sounded_upto, view.events
        await self._write(encode_message(self._view_or_change(view)))
        metrics.VIEWS.inc()
        if since >= 0:
            self._queue_clips(room, since, view.events)

    def _view_or_change(self, view: View) -> View | Change:
        before, self.last_view = self.last_view, view if self.wants_changes else None
        return (change_of(before, view) if before is not None else None) or view

    def _queue_clips(self, room: Room, since: int, until: int) -> None:
        """Queue what only this seat hears, once; a program reads it in words instead."""
        audio, seat = room.game.audio, room.seat_of(self.caller.person)
        if audio is None or seat is None or room.table is None or room.chairs[seat].program:
            return
        events = room.table.events
        for number in range(since, until):
            for fact in room.table.told_to(seat, [events[number]]):
                value = audio.value(fact)
                if value is not None:
                    shuffles = audio.shuffle_count(events[:number])
                    place = fact.about[0] if fact.about else 0
                    self.clips.put_nowait((value, shuffles, place))

    async def _send_clips(self) -> None:
        """Make and send clips in their order, while views go on."""
        while True:
            value, shuffles, place = await self.clips.get()
            work = self.lobby.sounds.clip(value, self.table.seed, shuffles, place)
            try:
                clip, _ = await asyncio.gather(work, asyncio.sleep(CLIP_DELAY_S))
            except BrokenProcessPool:  # twice: the player may shake again
                log.exception("a sound could not be made")
            else:
                await self._write(clip)

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
        except RuntimeError:  # the server has closed it in the meantime
            raise WebSocketDisconnect(1006) from None
