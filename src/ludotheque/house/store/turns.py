"""The people and tables that notices concern: only their turns are written with a move."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ludotheque.house.store.rows import Turn


class Called:
    """The people and the tables that have a channel for notices, as far as this process knows.

    A move of nobody among them, at no table among them, writes no turns and costs nothing.
    """

    def __init__(self) -> None:
        self.people: set[str] = set()
        self.tables: set[str] = set()

    def concern(self, table_id: str, people: Collection[str]) -> bool:
        """Whether the turns of a table with these people are written."""
        return table_id in self.tables or not self.people.isdisjoint(people)

    def among(self, table_id: str, turns: Sequence[Turn]) -> list[Turn]:
        """Those of a table's turns that are written."""
        if table_id in self.tables:
            return [*turns]
        return [turn for turn in turns if turn.person in self.people]
