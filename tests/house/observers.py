"""An observer of a live table that calls functions, for tests that wait for a change."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ludotheque.house.table.live import LiveTable
from ludotheque.house.table.moments import Moment


class Callbacks:
    """Calls all its functions whenever anything has changed."""

    def __init__(self) -> None:
        self.functions: list[Callable[[], None]] = []

    def on_entries(self, _moments: Sequence[Moment]) -> None:
        """There are new public entries."""
        self._call_all()

    def on_people(self, _person_ids: set[str]) -> None:
        """Something has changed for some people."""
        self._call_all()

    def on_spectators(self) -> None:
        """The number of spectators has changed."""
        self._call_all()

    def on_broken(self) -> None:
        """The table is broken."""
        self._call_all()

    def _call_all(self) -> None:
        for function in [*self.functions]:
            function()


def callbacks_of(table: LiveTable) -> list[Callable[[], None]]:
    """The functions that are called at each change of a table that is watched; add more."""
    if not isinstance(table.observer, Callbacks):
        table.observer = Callbacks()
    return table.observer.functions
