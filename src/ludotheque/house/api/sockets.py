"""One socket at one table: asks are answered, changes are told, the latest view wins."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable, Coroutine
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec.structs import replace
from starlette.websockets import WebSocketDisconnect, WebSocketState

from ludotheque.core.words import LANGUAGES
from ludotheque.house import metrics
from ludotheque.house.rate_limits import Bucket
from ludotheque.house.refusals import Refused
from ludotheque.house.store import StoreError
from ludotheque.house.table.live import Watcher, now
from ludotheque.house.views import messages
from ludotheque.house.views.changes import change_of
from ludotheque.house.views.hints import advice, may_ask
from ludotheque.house.views.messages import (
    Answer,
    AnyAsk,
    Change,
    ChangePace,
    Done,
    Engage,
    Free,
    Hint,
    Hints,
    Hurry,
    Mute,
    Ping,
    Play,
    Refusal,
    Rematch,
    Resign,
    Rise,
    Say,
    Sit,
    Speak,
    Start,
    Takeback,
    View,
    WhyNot,
)
from ludotheque.house.views.views import Onlooker, view_of

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

    from ludotheque.house.table.live import OpenTable
    from ludotheque.house.table.lobby import Hall
    from ludotheque.house.table.room import Room

log = logging.getLogger(__name__)
WAITING: Final = 64  # answers that may wait for a slow reader
BURST, STEADY = 40, 15  # messages at once, and a second
TALK_BURST, TALK_STEADY = 5, 0.5
HINT_BURST, HINT_STEADY = 5, 0.2
CLIP_AFTER: Final = 0.08  # seconds: hides how long a sound takes to make
TOO_FAST: Final = 1008
FAILED: Final = 1011


class Socket:
    """Somebody at a table, by one connection."""

    def __init__(self, hall: Hall, table: OpenTable, socket: WebSocket, onlooker: Onlooker) -> None:
        self.hall = hall
        self.table = table
        self.socket = socket
        self.onlooker = onlooker
        self.name = ""
        self.program = False
        self.follows = False  # wants changes where they do
        self.shown: View | None = None  # what it has, if it follows
        self.changed = asyncio.Event()
        self.changed.set()
        self.answers: deque[Done | Refusal | Hints] = deque()
        self.bucket = Bucket(BURST, STEADY)
        self.talk = Bucket(TALK_BURST, TALK_STEADY)
        self.hints = Bucket(HINT_BURST, HINT_STEADY)
        self.stale = True
        self.heard = -1  # how many events there were when their sounds were sent
        self.clips: asyncio.Queue[tuple[int, int, int]] = asyncio.Queue()  # to be made and sent

    def wake(self) -> None:
        """The table has changed."""
        self.stale = True
        self.changed.set()

    async def serve(self) -> None:
        """Until the connection ends."""
        person = self.onlooker.person
        self.table.watch(self.wake, Watcher(person or str(id(self)), person, self.program))
        senders = [asyncio.create_task(self._send_on(work)) for work in (self._send, self._sound)]
        try:
            await self._receive()
        except WebSocketDisconnect:
            pass
        finally:
            self.table.leave(self.wake)
            for sender in senders:
                sender.cancel()
            await asyncio.gather(*senders, return_exceptions=True)

    # in

    async def _receive(self) -> None:
        while True:
            message = await self.socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            if not self.bucket.take():
                await self.socket.close(TOO_FAST, "too many messages")
                return
            text = message.get("text")
            await self._answer(text if text is not None else message.get("bytes") or b"")

    async def _answer(self, data: str | bytes) -> None:
        number = 0
        try:
            if len(data) > messages.MOST_BYTES:
                raise Refused("too-long", "this message is too long")
            ask = messages.read_ask(data)
            number = ask.id
            await self._do(ask)
            if not isinstance(ask, Hint):  # whose answer comes later
                self._reply(Done(number))
        except msgspec.MsgspecError as error:
            self._reply(Refusal(number, "bad-message", str(error)[:200]))
        except (UnicodeDecodeError, RecursionError):
            self._reply(Refusal(number, "bad-message", "this is not JSON"))
        except Refused as refusal:
            self._reply(Refusal(number, refusal.code, str(refusal), refusal.rule))
        except StoreError as error:
            log.error("the store refused", exc_info=error)
            self._reply(Refusal(number, "store", "the store does not answer; try again"))

    def _reply(self, answer: Done | Refusal | Hints) -> None:
        if len(self.answers) >= WAITING:
            raise WebSocketDisconnect(TOO_FAST, "this reader is too slow")
        self.answers.append(answer)
        self.changed.set()

    async def _do(self, ask: AnyAsk) -> None:
        hall, table, person = self.hall, self.table, self.onlooker.person
        if not person and not isinstance(ask, Speak | Ping):
            raise Refused("no-token", "say who you are first: POST /api/guest")
        match ask:
            case Play():
                seat = table.room.seat_of(person)
                await hall.play(table, person, -1 if seat is None else seat, ask.decision, ask.text)
            case Sit():
                await hall.sit(table, person, self.name, ask.seat, ask.nonce, self.program)
            case Say():
                self._not_too_much()
                await hall.say(table, person, self.name, ask.text, ask.phrase)
            case Speak():
                self._speak(ask.language)
            case WhyNot():
                self._why_not(ask.text)
            case Hint():
                self._hint(ask)
            case Ping():
                pass
            case _:
                await self._do_more(ask)

    def _not_too_much(self) -> None:
        if not self.talk.take():
            raise Refused("too-fast", "you speak too fast")

    async def _do_more(
        self,
        ask: Start
        | Rise
        | Engage
        | Free
        | Mute
        | Hurry
        | Rematch
        | Takeback
        | ChangePace
        | Answer
        | Resign,
    ) -> None:
        hall, table, person = self.hall, self.table, self.onlooker.person
        match ask:
            case Start():
                await hall.start(table, person)
            case Rise():
                await hall.rise(table, person)
            case Engage():
                await hall.engage(table, person, ask.seat, ask.bot)
            case Free():
                await hall.free(table, person, ask.seat)
            case Mute():
                self._not_too_much()
                await hall.mute(table, person, ask.seat, ask.on)
            case Hurry():
                self._not_too_much()
                await hall.hurry(table, person, ask.on)
            case Rematch():
                await hall.rematch(table, person, self.name, self.program)
            case Takeback():
                await hall.ask_takeback(table, person)
            case ChangePace():
                await hall.ask_pace(table, person, ask.pace)
            case Answer():
                await hall.answer(table, person, ask.yes)
            case Resign():
                await hall.resign(table, person)

    def _speak(self, language: str) -> None:
        if language not in LANGUAGES:
            raise Refused("unknown-language", f"the house speaks {', '.join(LANGUAGES)}")
        self.onlooker = replace(self.onlooker, language=language, events=0)
        self.wake()

    def _hint(self, ask: Hint) -> None:
        """Begin to look for a hint; who waits for it may ask other things meanwhile."""
        room = self.table.room
        seat = may_ask(room, room.seat_of(self.onlooker.person))
        if not self.hints.take():
            raise Refused("too-fast", "you ask for hints too fast")
        self.hall.spawn(self._find_hint(ask.id, seat))

    async def _find_hint(self, number: int, seat: int) -> None:
        language, thinkers = self.onlooker.language, self.hall.thinkers
        with contextlib.suppress(WebSocketDisconnect):
            try:
                self._reply(Hints(number, await advice(self.table, seat, language, thinkers)))
            except Refused as refusal:
                self._reply(Refusal(number, refusal.code, str(refusal), refusal.rule))

    def _why_not(self, text: str) -> None:
        seat = self.table.room.seat_of(self.onlooker.person)
        if seat is None:
            raise Refused("not-seated", "you don't sit at this table")
        self.table.room.may_move(seat, text)

    # out

    async def _send_on(self, work: Callable[[], Coroutine[None, None, None]]) -> None:
        """Send until the line breaks; who can't be shown the table is not left waiting for it."""
        try:
            await work()
        except WebSocketDisconnect:
            pass
        except Exception:
            log.exception("a table could not be shown")
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                await self.socket.close(FAILED, "this table can't be shown")

    async def _send(self) -> None:
        while True:
            await self.changed.wait()
            self.changed.clear()
            while self.answers:
                await self._write(messages.write(self.answers.popleft()))
            if self.stale:
                self.stale = False
                await self._send_view()

    async def _send_view(self) -> None:
        room = self.table.room
        before = self.onlooker
        watching = self.table.watching + self.table.elsewhere
        view = view_of(room, before, now(), watching, self.table.scenes)
        self.onlooker = replace(before, events=view.events, rewinds=len(room.rewinds))
        since, self.heard = self.heard, view.events
        await self._write(messages.write(self._news(view)))
        metrics.VIEWS.inc()
        if since >= 0:
            self._queue_sounds(room, since, view.events)

    def _news(self, view: View) -> View | Change:
        """A view, or what is new in it for who follows."""
        before, self.shown = self.shown, view if self.follows else None
        return (change_of(before, view) if before is not None else None) or view

    def _queue_sounds(self, room: Room, since: int, until: int) -> None:
        """What only this seat hears, as sound, once; a program was told the number."""
        audio, seat = room.game.audio, room.seat_of(self.onlooker.person)
        if audio is None or seat is None or room.table is None or room.chairs[seat].program:
            return
        events = room.table.events
        for number in range(since, until):
            for fact in room.told_to(seat, [events[number]]):
                apparent = audio.value(fact)
                if apparent is not None:
                    mixing = audio.shuffle_count(events[:number])
                    place = fact.about[0] if fact.about else 0
                    self.clips.put_nowait((apparent, mixing, place))

    async def _sound(self) -> None:
        """Make and send clips in their order, while views go on."""
        while True:
            apparent, mixing, place = await self.clips.get()
            work = self.hall.sounds.clip(apparent, self.table.seed, mixing, place)
            try:
                sound, _ = await asyncio.gather(work, asyncio.sleep(CLIP_AFTER))
            except BrokenProcessPool:  # twice: who hears nothing may shake again
                log.exception("a sound could not be made")
            else:
                await self._write(sound)

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
