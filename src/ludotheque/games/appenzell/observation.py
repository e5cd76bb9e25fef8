"""Appenzell: what everybody knows. Nobody knows more: memory is left to the players (CA-20).

Squares are ``7 * row + column``, faces are numbered as in `data`.
"""

from __future__ import annotations

from typing import NamedTuple


class Castle(NamedTuple):
    """Roofs and floor."""

    plan: str  # the room of each square, by letter
    open_rooms: tuple[int, ...]
    floor: tuple[int, ...]  # by square: its face, NONE where there is none or it is not shown
    glimpse: tuple[tuple[int, int], ...]  # square and face: shown by the last action, now covered
    tile_ids: tuple[int, ...]  # by square: tracking ids, 0 for a tile that is not in sight

    def room_of(self, square: int) -> int:
        """The room of a square; below 0 for a tower."""
        return ord(self.plan[square]) - ord("A")

    def is_open(self, square: int) -> bool:
        """Whether a square lies in a room without its roof."""
        return self.room_of(square) in self.open_rooms


class Player(NamedTuple):
    """The mice and cheeses of one seat."""

    mice: tuple[int, ...]  # squares
    mouse_ids: tuple[int, ...]  # in the same order: tracking ids, unique among the seat's mice
    next_mouse_id: int  # of the mouse that comes in next
    supply: int
    fallen: int
    cheeses: tuple[int, ...]  # earned


class Public(NamedTuple):
    """What everybody knows."""

    phase: int
    seat: int  # whose turn it is
    actor: int  # the seat that has to decide now, LUCK, or NOBODY
    actions: int  # left in this turn
    pushes: int  # made in this turn
    may_push: bool  # the seat whose turn it is (CA-7, CA-32)
    turns: int  # ended so far
    goal: int  # cheeses that win
    castle: Castle
    spares: tuple[int, ...]  # faces to choose from, sorted
    spare_ids: tuple[int, ...]  # by face: the tracking id of the tile that will be taken
    unseen: tuple[int, ...]  # with notes: how many tiles of each face nobody has seen
    players: tuple[Player, ...]
    last_move: int  # of a seat, or NONE
    winner: int  # NOBODY while there is none, and in a draw
