"""Appenzell: faces that players must remember (CA-20)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludotheque.core.fast import BIT, bit_indices
from ludotheque.core.parts import Memory
from ludotheque.games.appenzell import data
from ludotheque.games.appenzell.rules import Appenzell

if TYPE_CHECKING:
    from ludotheque.core.options import Options
    from ludotheque.core.state import Fact, Seat

PER_MILLE: Final = 1000  # the range of random numbers that decide what is forgotten


class TileMemory(Memory[Appenzell]):
    """(CA-20) With strict memory nobody is shown again what lies under a roof."""

    def is_ephemeral(self, fact: Fact, options: Options) -> bool:
        """(CA-20) No log repeats the face of a square that may be covered by now."""
        return fact.kind == "tile" and options["memory"] == "strict"

    def recalled(self, world: Appenzell, seat: Seat, fraction: float) -> Appenzell:
        """(CA-20) Faces under roofs are forgotten, unless the program takes notes.

        What is recalled is the same for a whole turn, and not always in the next.
        """
        if fraction >= 1 or world.config.has_notes:
            return world
        recalled = world.clone()
        # what the last action showed is not forgotten yet
        covered = data.SLIDING_SQUARES & ~(world.open_squares | world.glimpsed)
        for face in range(data.ORDINARY_FACES):
            for square in bit_indices(world.faces[face] & covered):
                random = _random_per_mille(int(world.turns), seat, square, face)
                if random >= int(PER_MILLE * fraction):
                    recalled.faces[face] ^= BIT[square]
                    recalled.faces[data.UNSEEN] |= BIT[square]
                    recalled.unseen[face] += 1
        return recalled


def _random_per_mille(turn: int, seat: int, square: int, face: int) -> int:
    """A pseudorandom number below PER_MILLE, always the same for the same arguments."""
    moment, tile = turn * data.MAX_SEATS + seat, square * data.ORDINARY_FACES + face
    mixed = moment * 0x9E3779B1 + tile * 0x85EBCA77
    mixed = (mixed ^ mixed >> 15) & 0x3FFFFFFF
    mixed = mixed * 0x2C1B3C6D >> 12
    return (mixed ^ mixed >> 9) % PER_MILLE
