"""The outbox worker: plans what follows from turns, sends what is due, withdraws what is over.

Each process of a house runs one. What a message is about is written with the move that caused it;
a message is sent by the process that claims it first, and again if that one dies before it has
noted the answer: at least once, always with the same id (docs/adr/0032-outbox.md). A slow receiver
takes one of a few slots of its own host, and holds nobody else up.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from ludotheque.house import metrics
from ludotheque.house.notices.planning import plan
from ludotheque.house.notices.preferences import StoredSettings, decode_settings
from ludotheque.house.notices.senders import Outcome, Senders, channel_host
from ludotheque.house.notices.texts import AwaitedAt, Message, awaited_at, message_of
from ludotheque.house.store import StoreError
from ludotheque.house.store.notices import TURN, WITHDRAWAL, NoticeStore
from ludotheque.house.tasks import BackgroundTasks
from ludotheque.house.timestamps import now_ms

if TYPE_CHECKING:
    from ludotheque.house.store import Store
    from ludotheque.house.store.notices import ClaimedBatch, DueBatch, TurnRow

log = logging.getLogger(__name__)
CALLED: Final = "called"  # a broadcast: somebody added or removed a channel
POLL_INTERVAL_S: Final = 1.0
LEASE_MS: Final = 30_000  # longer than any channel's timeout
MAX_SENDING: Final = {"push": 16, "webhook": 16, "mail": 4}  # at once, by kind of channel
MAX_SENDING_PER_HOST: Final = 4
DUE_BATCHES: Final = 200  # looked at in one round
FIRST_RETRY_MS: Final = 10_000
RETRY_FACTOR: Final = 3
MAX_RETRY_MS: Final = 3_600_000
RETRY_JITTER: Final = (0.5, 1.5)
MAX_ATTEMPTS: Final = 30  # about a day
MAX_WITHDRAWAL_ATTEMPTS: Final = 6  # about an hour
MARK_RETRY_S: Final = 1.0
_random = secrets.SystemRandom()


class Work(NamedTuple):
    """A batch that is being sent here."""

    channel: str
    kind: str
    message: str


class Outbox:
    """The outbox of one process."""

    def __init__(
        self,
        store: Store,
        senders: Senders,
        delay_s: float,
        poll_interval_s: float = POLL_INTERVAL_S,
    ) -> None:
        self.store = store
        self.notices = NoticeStore(store)
        self.senders = senders
        self.delay_ms = round(1000 * delay_s)
        self.poll_interval_s = poll_interval_s
        self.tasks = BackgroundTasks()
        self.present: Counter[str] = Counter()  # people who look at the house, by open pages
        self._sending: dict[Work, tuple[str, str]] = {}  # the kind of channel and the host of each
        self._changed = asyncio.Event()
        self._is_idle = True  # nobody has a channel: nothing is read, and nobody is called
        store.on_broadcast(self._on_broadcast)
        store.on_commit(self._on_commit)

    # who has a channel

    async def refresh(self) -> None:
        """Read who has a channel."""
        called = self.store.called
        called.people, called.tables = await self.notices.called()
        self._is_idle = not await self.notices.has_channels()

    async def announce(self) -> None:
        """Somebody's channels have changed: here at once, in other processes soon."""
        await self.refresh()
        await self.store.broadcast(CALLED)

    def _on_broadcast(self, message: str) -> None:
        if message == CALLED:
            self._changed.set()

    def _on_commit(self, table_id: str, _next_number: int) -> None:
        if not table_id:  # broadcasts may have been missed
            self._changed.set()

    @contextlib.contextmanager
    def looking(self, person_id: str) -> Iterator[None]:
        """A person looks at the house meanwhile."""
        self.present[person_id] += 1
        try:
            yield
        finally:
            self.present[person_id] -= 1
            if not self.present[person_id]:
                del self.present[person_id]

    # rounds

    async def run(self) -> None:
        """Work until cancelled; while nobody has a channel, wait."""
        self._changed.set()
        if not self.store.shared:
            await self.notices.release()
        while True:
            try:
                if self._changed.is_set():
                    self._changed.clear()
                    await self.refresh()
                if not self._is_idle:
                    await self.round(now_ms())
            except StoreError as error:
                log.warning("notices have to wait: %s", error)
            except Exception:  # such as settings that can't be read: the others go on
                log.exception("a round of notices failed")
            if self._is_idle:
                await self._changed.wait()
            else:
                await asyncio.sleep(self.poll_interval_s)

    async def close(self) -> None:
        """Stop sending; what was not answered is sent again by whoever comes next."""
        await self.tasks.cancel()

    async def round(self, at: int) -> None:
        """Plan, withdraw and begin to send what is due at a time."""
        looking = self.store.called.people & self.present.keys()
        if looking:
            await self.notices.note_seen(looking, at)
        for turn in await self.notices.unplanned(at - self.delay_ms):
            await self._plan(turn, at)
        await self.notices.withdraw(at)
        for batch in await self.notices.due(at, DUE_BATCHES):
            self._begin(batch, at)

    async def _plan(self, turn: TurnRow, at: int) -> None:
        channels = await self.notices.channels(turn.person)
        own = [channel for channel in channels if not channel.table_id]
        of_table = await self.notices.channels_of_table(turn.table_id)
        settings = await self._settings(turn.person)
        await self.notices.plan(turn, plan(turn, [*own, *of_table], settings, at), at)

    async def _settings(self, person_id: str) -> StoredSettings:
        return decode_settings(await self.notices.settings(person_id))

    # sending

    def _begin(self, batch: DueBatch, at: int) -> None:
        """Send a batch in the background, unless it is under way or its receiver is busy."""
        work = Work(batch.channel, batch.kind, batch.message)
        place = (batch.channel_kind, channel_host(batch.channel_kind, batch.target))
        busy = [*self._sending.values()]
        of_kind = sum(kind == place[0] for kind, _ in busy)
        if work in self._sending or of_kind >= MAX_SENDING.get(place[0], 0):
            return
        if busy.count(place) >= MAX_SENDING_PER_HOST:
            return
        self._sending[work] = place
        self.tasks.spawn(self._deliver(work, batch, at))

    async def _deliver(self, work: Work, batch: DueBatch, at: int) -> None:
        try:
            claimed = await self.notices.claim(batch, at, at + LEASE_MS)
            if claimed is not None:
                await self._send(claimed, at)
        except StoreError as error:  # the lease expires
            log.warning("a notice has to wait: %s", error)
        finally:
            del self._sending[work]

    async def _send(self, batch: ClaimedBatch, at: int) -> None:
        settings = await self._settings(batch.channel.person)
        message = await self._message(batch, settings) if batch.kind == TURN else None
        if batch.kind == TURN and message is None:  # moved meanwhile
            await self.notices.try_again(batch, at)
            return
        outcome = await self.senders.send(batch, message, settings, at)
        metrics.NOTICES.labels(batch.channel.kind, outcome.value).inc()
        await self._note(batch, outcome)

    async def _message(self, batch: ClaimedBatch, settings: StoredSettings) -> Message | None:
        """What a batch says about the turns that still wait; none if there are none."""
        tables = await self.tables(batch.turns, settings)
        if not tables:
            return None
        return message_of(tables, settings, is_tables_own=bool(batch.channel.table_id))

    async def tables(self, turns: list[TurnRow], settings: StoredSettings) -> list[AwaitedAt]:
        """The tables of some turns, as notices show them."""
        rows = await self.store.open_tables_among([turn.table_id for turn in turns])
        by_id = {row.id: row for row in rows}
        return [
            awaited_at(turn, by_id[turn.table_id], settings)
            for turn in turns
            if turn.table_id in by_id
        ]

    async def _note(self, batch: ClaimedBatch, outcome: Outcome) -> None:
        """Note what came of a message, however long the database is away."""
        while True:
            try:
                return await self._note_once(batch, outcome)
            except StoreError as error:
                log.warning("the outcome of a notice could not be written: %s", error)
                await asyncio.sleep(MARK_RETRY_S)

    async def _note_once(self, batch: ClaimedBatch, outcome: Outcome) -> None:
        match outcome:
            case Outcome.SENT:
                await self.notices.mark_sent(batch)
            case Outcome.LATER if batch.attempts < _max_attempts(batch):
                await self.notices.try_again(batch, now_ms() + retry_delay_ms(batch.attempts))
            case Outcome.GONE:
                await self.notices.remove_channel(batch.channel)
                await self.announce()
            case _:
                await self.notices.give_up(batch)


def retry_delay_ms(attempts: int) -> int:
    """How long to wait after a number of attempts."""
    delay: float = min(MAX_RETRY_MS, FIRST_RETRY_MS * RETRY_FACTOR ** min(attempts - 1, 20))
    return round(delay * _random.uniform(*RETRY_JITTER))


def _max_attempts(batch: ClaimedBatch) -> int:
    return MAX_WITHDRAWAL_ATTEMPTS if batch.kind == WITHDRAWAL else MAX_ATTEMPTS
