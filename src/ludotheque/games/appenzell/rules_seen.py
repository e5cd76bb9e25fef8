"""Appenzell: what there is to be seen; memory is left to the players (CA-20)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class View:
    """What one seat, or a spectator, may know: the same for all. Squares are 7 * row + column."""

    phase: int
    seat: int  # whose turn it is
    actor: int  # who is to decide now; LUCK, or NOBODY
    actions: int  # left in this turn
    pushes: int  # made in this turn
    turns: int  # ended so far
    goal: int  # cheeses that win
    plan: str  # the room of each square, by letter
    open_rooms: tuple[int, ...]
    floor: tuple[int, ...]  # face by square, -1 where there is none or it is not to be seen
    spares: tuple[int, ...]  # faces to choose from, sorted
    unseen: tuple[int, ...]  # with notes: how many tiles of each face nobody has seen
    tile_names: tuple[int, ...]  # by square: the same while eyes can follow a tile, 0 for none
    spare_names: tuple[int, ...]  # by face: of the tile that will be taken
    mice: tuple[tuple[int, ...], ...]  # squares, by seat
    mouse_names: tuple[tuple[int, ...], ...]  # in the same order: a number among the seat's mice
    next_mouse: tuple[int, ...]  # by seat: the number of the mouse that will come in
    supply: tuple[int, ...]
    fallen: tuple[int, ...]
    cheeses: tuple[tuple[int, ...], ...]  # earned, by seat
    glimpse: tuple[tuple[int, int], ...]  # square and face: shown by the last action, now covered
    last_mover: int
    last_move: int  # -1 before the first
    winner: int  # NOBODY while there is none, and in a draw
    scores: tuple[int, ...]
