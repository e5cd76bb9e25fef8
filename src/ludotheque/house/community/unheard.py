"""Whom people don't read at any table, kept up to date for their open sockets."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final, TypeAlias

from ludotheque.house.store.community import CommunityStore
from ludotheque.house.tasks import BackgroundTasks

if TYPE_CHECKING:
    from ludotheque.house.store import Store

UNHEARD: Final = "unheard"  # a broadcast: "unheard PERSON"
Listener: TypeAlias = Callable[[frozenset[str]], None]


class UnheardPeople:
    """Tells each socket whom its person has muted or blocked, now and whenever it changes."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.community = CommunityStore(store)
        self.tasks = BackgroundTasks()
        self._listeners: dict[str, list[Listener]] = {}  # by person
        store.on_broadcast(self._on_broadcast)

    @asynccontextmanager
    async def told_to(self, person: str, listener: Listener) -> AsyncIterator[None]:
        """Tell a listener, now and after each change."""
        self._listeners.setdefault(person, []).append(listener)
        try:
            listener(await self.community.unheard(person))
            yield
        finally:
            self._listeners[person].remove(listener)
            if not self._listeners[person]:
                del self._listeners[person]

    async def announce(self, person: str) -> None:
        """Tell all processes that a person has muted or blocked somebody, or no longer does."""
        await self.store.broadcast(f"{UNHEARD} {person}")

    def _on_broadcast(self, message: str) -> None:
        kind, _, person = message.partition(" ")
        if kind == UNHEARD and person in self._listeners:
            self.tasks.spawn(self._tell(person))

    async def _tell(self, person: str) -> None:
        unheard = await self.community.unheard(person)
        for listener in [*self._listeners.get(person, [])]:
            listener(unheard)
