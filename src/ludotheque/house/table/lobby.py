"""The lobby: public tables that wait for players or are being played, as they change.

Whoever looks at the lobby gets its first pages, then what changes on them, at most once a second.
The feed follows the commits of all processes through the store, but reads nothing except public
tables, and nothing at all while nobody looks.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias

import msgspec

from ludotheque.house.store import StoreError
from ludotheque.house.table.listing import PAGE_SIZE, ListedTable, page_of

if TYPE_CHECKING:
    from ludotheque.house.store import Store

log = logging.getLogger(__name__)
LOBBY_STATUSES: Final = ("waiting", "playing")
REFRESH_INTERVAL_S: Final = 1.0
STORED_CHANGES: Final = 8  # a recipient that is further behind gets whole pages again
_encoder = msgspec.json.Encoder()


class Lobby(msgspec.Struct, frozen=True, tag_field="type", tag="lobby"):
    """The first pages of public tables that wait for players, and that are being played."""

    tables: list[ListedTable]  # of both statuses, the newest of each first
    next: dict[str, str]  # by status: the cursor of the tables after the page, or ""


class LobbyChange(msgspec.Struct, frozen=True, tag_field="type", tag="lobby-change"):
    """What changed on the first pages since the last message."""

    tables: list[ListedTable]  # that are new there, or have changed
    removed: list[str]  # ids of those that are no longer there
    next: dict[str, str]


AnyLobbyMessage: TypeAlias = Lobby | LobbyChange


class LobbyFeed:
    """The lobby in this process: read and encoded once for all who look at it."""

    def __init__(self, store: Store, interval_s: float = REFRESH_INTERVAL_S) -> None:
        self.store = store
        self.interval_s = interval_s
        self.number = 0  # of the last message; it increases with each
        self._lobby: Lobby | None = None  # none until it is read
        self._whole = ""  # encoded when somebody needs it
        self._changes: deque[str] = deque(maxlen=STORED_CHANGES)  # the last messages
        self._callbacks: set[Callable[[], None]] = set()
        self._stale = asyncio.Event()
        self._following: asyncio.Task[None] | None = None
        self._unsubscribe: Callable[[], None] = lambda: None

    def subscribe(self, callback: Callable[[], None]) -> None:
        """Call back whenever there is a message to fetch by `messages_after`."""
        self._callbacks.add(callback)
        if self._following is None:
            self._unsubscribe = self.store.on_commit(self._on_commit)
            self._stale.set()
            self._following = asyncio.get_running_loop().create_task(self._follow())
        elif self._lobby is not None:
            callback()

    def unsubscribe(self, callback: Callable[[], None]) -> None:
        """Stop calling back; when nobody looks any more, nothing is read any more."""
        self._callbacks.discard(callback)
        if not self._callbacks:
            self.close()

    def close(self) -> None:
        """Stop following the store."""
        if self._following is not None:
            self._following.cancel()
            self._following = None
        self._unsubscribe()
        self._unsubscribe = lambda: None
        self._lobby = None
        self._changes.clear()

    def messages_after(self, number: int) -> list[str]:
        """What a recipient lacks who has the messages up to a number; 0 stands for none."""
        missing = self.number - number
        if self._lobby is None or not missing:
            return []
        if number and missing <= len(self._changes):
            return [*self._changes][-missing:]
        if not self._whole:
            self._whole = _encode(self._lobby)
        return [self._whole]

    def _on_commit(self, _table_id: str, _next_number: int) -> None:
        self._stale.set()

    async def _follow(self) -> None:
        """Read the lobby whenever something was written, with pauses."""
        while True:
            await self._stale.wait()
            self._stale.clear()
            try:
                self._update(await self._read())
            except StoreError as error:
                log.warning("the lobby can't be read: %s", error)
                self._stale.set()
            except Exception:  # such as a broken row: wait for the next change
                log.exception("the lobby can't be shown")
            await asyncio.sleep(self.interval_s)

    async def _read(self) -> Lobby:
        tables: list[ListedTable] = []
        following: dict[str, str] = {}
        for status in LOBBY_STATUSES:
            page = page_of(await self.store.public_tables(status, limit=PAGE_SIZE + 1))
            tables += page.tables
            following[status] = page.next
        return Lobby(tables, following)

    def _update(self, lobby: Lobby) -> None:
        before, self._lobby = self._lobby, lobby
        if before is not None:
            change = change_between(before, lobby)
            if change is None:
                return
            self._changes.append(_encode(change))
        self.number += 1
        self._whole = ""
        for callback in [*self._callbacks]:
            callback()


def change_between(before: Lobby, after: Lobby) -> LobbyChange | None:
    """What changed between two states of the lobby; none if nothing did."""
    if before == after:
        return None
    old = {table.table: table for table in before.tables}
    new = {table.table for table in after.tables}
    return LobbyChange(
        tables=[table for table in after.tables if old.get(table.table) != table],
        removed=[table_id for table_id in old if table_id not in new],
        next=after.next,
    )


def _encode(message: AnyLobbyMessage) -> str:
    return _encoder.encode(message).decode()
