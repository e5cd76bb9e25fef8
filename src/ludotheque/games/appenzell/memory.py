"""Appenzell castle: faces that players must remember (CA-20)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotheque.core.parts import Memory
from ludotheque.games.appenzell.knowledge import MEMORY, remembered
from ludotheque.games.appenzell.rules import Appenzell

if TYPE_CHECKING:
    from ludotheque.core.options import Options
    from ludotheque.core.state import Fact, Seat


class TileMemory(Memory[Appenzell]):
    """(CA-20) With strict memory nobody is shown again what lies under a roof."""

    def is_ephemeral(self, fact: Fact, options: Options) -> bool:
        """(CA-20) No log repeats the face of a square that may be covered by now."""
        return fact.kind == "tile" and options["memory"] == "strict"

    def recalled(self, world: Appenzell, seat: Seat, fraction: float) -> Appenzell:
        """(CA-20) Faces under roofs are forgotten, unless the program takes notes."""
        if fraction >= 1 or world.config.has_notes:
            return world
        return remembered(world, seat, int(MEMORY * fraction))
