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

from ludotheque.core.words import installed_languages
from ludotheque.house import limits, metrics
from ludotheque.house.api.frames import frames_of, text_frame
from ludotheque.house.api.http import MAX_ERROR_LENGTH, unknown_language
from ludotheque.house.rate_limits import Bucket
from ludotheque.house.refusals import Refused, maybe_stored
from ludotheque.house.shares import Client, Metered
from ludotheque.house.store import StoreError, Uncertain
from ludotheque.house.table.asks import (
    MAX_MESSAGE_BYTES,
    AnyAsk,
    Hint,
    Mute,
    Ping,
    Rematch,
    Say,
    SetBotPace,
    SetLanguage,
    WhyNot,
    decode_ask,
)
from ludotheque.house.table.deeds import Caller, require_seat
from ludotheque.house.table.live import Watcher
from ludotheque.house.table.moves import validate_move
from ludotheque.house.timestamps import now_ms
from ludotheque.house.views.feed import Cursor, feed_of
from ludotheque.house.views.hints import check_hint_allowed, find_hints, hint_basis
from ludotheque.house.views.messages import Done, Hints, Refusal, encode_message

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

    from ludotheque.house.shares import AskLimits
    from ludotheque.house.table.live import LiveTable
    from ludotheque.house.table.live_tables import LiveTables
    from ludotheque.house.table.room import Room
    from ludotheque.house.views.messages import Advice

log = logging.getLogger(__name__)
MAX_UNSENT_REPLIES: Final = 64  # a client that reads its replies has far fewer
MIN_CLIP_DELAY_S: Final = 0.08  # hides how long a sound takes to make
CLOSE_ABNORMAL: Final = 1006
CLOSE_POLICY_VIOLATION: Final = 1008
CLOSE_BROKEN_TABLE: Final = 4003  # the reason is the code of the refusal
Reply: TypeAlias = Done | Refusal | Hints


class Clip(NamedTuple):
    """A sound to make: what is heard, and of which barrel."""

    apparent_count: int
    shuffle: int  # how often the barrels were shuffled before
    position: int  # of the barrel


class HintKey(NamedTuple):
    """What hints depend on."""

    seat: int
    basis: tuple[int, int]
    language: str


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
        address: str = "",
    ) -> None:
        self.client = Client(address, caller.person)
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
        self.message_quota = Bucket(limits.MESSAGE_BURST, limits.MESSAGES_PER_S)
        self.is_leaving = (
            False  # the table is broken or can't be shown: the connection is being closed
        )
        self.hints: set[asyncio.Task[None]] = set()  # that are being found
        self.latest_hints: tuple[HintKey, list[Advice]] | None = None
        self.events_with_sound_sent = -1  # -1 before the first view, which has no sounds
        self.clips: asyncio.Queue[Clip] | None = None  # to be made and sent, in a game with sounds

    async def serve(self, resume_number: int = -1) -> None:
        """Serve the connection until it ends; the client may have what is before a number."""
        person = self.caller.person
        watcher = Watcher(person or str(id(self)), person, self.caller.program, self.client.address)
        self.table.subscribe(watcher)
        self.feed.add(self.cursor)
        if resume_number >= 0:
            self.cursor.resume(resume_number)
        clips = None
        if self.table.room.game.audio is not None:
            self.clips = asyncio.Queue()
            clips = asyncio.create_task(self._send_clips(self.clips))
        try:
            self.send()
            await self._receive()
        except WebSocketDisconnect:
            pass
        finally:
            self.feed.remove(self.cursor)
            self.table.unsubscribe(watcher)
            later = (clips, self.sending_later, *self.hints)
            tasks = [task for task in later if task is not None]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def on_renamed(self, name: str) -> None:
        """What the person says and does from now on has this name."""
        self.caller = msgspec.structs.replace(self.caller, name=name)

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
            await self._handle_fairly(text if text is not None else message.get("bytes") or b"")

    async def _handle_fairly(self, data: str | bytes) -> None:
        """Handle a message; what it costs is charged to the client, who waits above its share."""
        work = self.tables.ask_limits.work
        delay_s = work.delay_s(self.client)
        if delay_s:
            await asyncio.sleep(delay_s)
        handling = Metered(self._handle(data))
        try:
            await handling
        finally:
            work.charge(self.client, handling.seconds)
        if self.frames.has_message():  # other sockets have their turn, however much it has sent
            await asyncio.sleep(0)

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
        except Uncertain as error:
            log.error("the store was lost while it wrote", exc_info=error)
            await self._reply(_refusal(ask_id, maybe_stored()))
        except StoreError as error:
            log.error("the store failed", exc_info=error)
            await self._reply(Refusal(ask_id, "store", "the store does not answer; try again"))
        except Exception:
            log.exception("an ask at a table of %s failed", self.table.room.created.game)
            await self._reply(Refusal(ask_id, "failed", "the house failed; its log has the reason"))

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
        if isinstance(ask, Say | Mute | SetBotPace) and not self._limits.chat.take(self.client):
            raise Refused("too-fast", "too many chat actions; wait some seconds")
        match ask:
            case Ping():
                pass
            case SetLanguage():
                await self._set_language(ask.language)
            case WhyNot():
                validate_move(self.table.room, self._seat(), ask.text)
            case Hint():
                await self._start_hint(ask)
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

    @property
    def _limits(self) -> AskLimits:
        return self.tables.ask_limits

    async def _set_language(self, language: str) -> None:
        """Switch the language; the views of all who do so at once are made one after the other."""
        if language not in installed_languages():
            raise unknown_language()
        if not self._limits.languages.take(self.client):
            raise Refused("too-fast", "the language was changed too often; wait some seconds")
        async with self.tables.whole_views.place(self.client):
            self.feed.set_language(self.cursor, language)
            self.send()
            await asyncio.sleep(0)  # others have their turn before the next one

    async def _start_hint(self, ask: Hint) -> None:
        """Search for hints in the background; the socket handles other asks meanwhile.

        The hints of a decision are searched for once, and count once.
        """
        seat = self._seat()
        check_hint_allowed(self.table.room, seat)
        key = HintKey(seat, hint_basis(self.table.room, seat), self.cursor.language)
        if self.latest_hints is not None and self.latest_hints[0] == key:
            await self._reply(Hints(ask.id, self.latest_hints[1]))
            return
        if not self._limits.hints.take(self.client):
            raise Refused("too-fast", "too many requests for hints; wait some seconds")
        task = self.tables.tasks.spawn(self._find_hint(ask.id, key))
        self.hints.add(task)
        task.add_done_callback(self.hints.discard)

    async def _find_hint(self, ask_id: int, key: HintKey) -> None:
        bot_pool = self.tables.bot_pool
        busy = Refused("too-fast", "other hints are being found; wait for them")
        reply: Reply
        try:
            with self._limits.hints_at_once.occupied(self.client, busy):
                hints = await find_hints(self.table, key.seat, key.language, bot_pool, self.client)
            self.latest_hints = key, hints
            reply = Hints(ask_id, hints)
        except Refused as refused:
            reply = _refusal(ask_id, refused)
        await self._reply(reply)

    # sending

    def send(self) -> None:
        """Send replies and what is new, at once if the client can take it, else later."""
        if not self.frames.is_open():
            return
        if self.table.broken is not None:
            self._leave_broken_table(self.table.broken.code)
            return
        if not self.frames.is_writable():
            if self.sending_later is None:
                self.sending_later = asyncio.create_task(self._send_later())
            return
        try:
            self._write_all()
        except Exception:
            log.exception("a table of %s could not be shown", self.table.room.created.game)
            self._leave_broken_table("broken-log")

    def _leave_broken_table(self, code: str) -> None:
        if not self.is_leaving:
            self.is_leaving = True
            self.tables.tasks.spawn(self._close(CLOSE_BROKEN_TABLE, code))

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
            if self.clips is not None:
                self._queue_clips(self.table.room, self.clips)
        spectators = self.cursor.spectators_message()
        if spectators:
            self._write(spectators)

    def _write(self, payload: bytes) -> None:
        self.frames.write_frame(text_frame(payload))

    # sounds

    def _queue_clips(self, room: Room, clips: asyncio.Queue[Clip]) -> None:
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
                    clips.put_nowait(Clip(value, shuffle, position))

    async def _send_clips(self, clips: asyncio.Queue[Clip]) -> None:
        """Make and send clips in order; views don't wait for them."""
        with contextlib.suppress(WebSocketDisconnect):
            while True:
                clip = await clips.get()
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
