"""Zwickern: heaps that lie face down (ZW-6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotheque.core.parts import Memory
from ludotheque.games.zwickern.rules import Zwickern

if TYPE_CHECKING:
    from ludotheque.core.options import Options
    from ludotheque.core.state import Fact, Seat


class HeapMemory(Memory[Zwickern]):
    """(ZW-6) Captured cards are shown when they are taken, and not after that."""

    def is_ephemeral(self, fact: Fact, options: Options) -> bool:
        """(ZW-6) Heaps lie face down: which cards went there must be remembered."""
        return fact.kind == "captured" and not options["open_heaps"]

    def recalled(self, world: Zwickern, seat: Seat, fraction: float) -> Zwickern:
        """Every level remembers the heaps: only the sum of their claws counts, at the end."""
        del seat, fraction
        return world
