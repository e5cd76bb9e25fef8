"""Zapp Zerapp: what a place on the board and a move are worth to a seat.

A place is worth its steps, less what others behind may banish; a town is worth more than its steps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludotheque.games.zapp_zerapp.data import BARRELS, EACH, PIECES, SQUARES, START, TOWN
from ludotheque.games.zapp_zerapp.rules_board import BANISHED, GO, TAKEN

if TYPE_CHECKING:
    from ludotheque.core.state import Move, Seat
    from ludotheque.games.zapp_zerapp.rules import ZappZerapp

AT_HOME: Final = 12.0  # what a piece in town is worth beyond its steps
THREAT: Final = 0.25  # how likely a piece right behind comes by in a round
FAR: Final = 13  # from here on nobody can come by


def best_go(world: ZappZerapp, seat: Seat, steps: int) -> tuple[float, Move]:
    """The best move by so many steps, and how much better it leaves a seat."""
    return goes(world, seat, steps)[0]


def goes(world: ZappZerapp, seat: Seat, steps: int) -> list[tuple[float, Move]]:
    """The best move of each piece, and how much better it leaves a seat, best first."""
    now = standing(world, seat)
    first = EACH * world.colours[seat]
    pieces = [piece for piece in range(first, first + EACH) if world.can_go(piece)]
    found = sorted((_best_of(world, seat, piece, steps) for piece in pieces), reverse=True)
    return [(value - now, move) for value, move in found]


def worths_of_numbers(world: ZappZerapp, seat: Seat) -> list[float]:
    """What the best move with each number 1..13 is worth; nothing above the magic number."""
    usable = range(1, int(world.magic()) + 1)
    return [best_go(world, seat, n)[0] if n in usable else 0.0 for n in range(1, BARRELS + 1)]


def _best_of(world: ZappZerapp, seat: Seat, piece: int, steps: int) -> tuple[float, Move]:
    """The best move of a piece: all victims, and each companion if it helps."""
    move = GO + piece
    victims = int(world.victims(piece, steps)) * BANISHED
    best = _after(world, seat, move + victims, steps)
    companions = int(world.companions(piece, steps))
    for other in range(PIECES):
        if companions >> other & 1:
            taking = move + TAKEN * (1 << other)
            value = _after(world, seat, taking + victims, steps)
            if value > best:
                best, move = value, taking
    return best, move + victims if world.config.forgetful else move


def _after(world: ZappZerapp, seat: Seat, move: Move, steps: int) -> float:
    return standing(advanced(world, seat, move, steps), seat)


def advanced(world: ZappZerapp, seat: Seat, move: Move, steps: int) -> ZappZerapp:
    """The board after a move that names its victims."""
    after = world.clone()
    after.advance(seat, move, steps, None)
    return after


def standing(world: ZappZerapp, seat: Seat) -> float:
    """A seat's place on the board against the others', the best of them counted twice."""
    worth = [0.0] * world.seats()
    on_loop = travellers(world)
    for owner in range(world.seats()):
        first = EACH * world.colours[owner]
        for piece in range(first, first + EACH):
            worth[owner] += _worth(world, piece, on_loop)
    others = [value for owner, value in enumerate(worth) if owner != seat]
    return worth[seat] - (sum(others) + max(others)) / (len(others) + 1)


def travellers(world: ZappZerapp) -> list[tuple[int, int]]:
    """The pieces on the loop and their squares."""
    return [(piece, int(world.at[piece])) for piece in range(PIECES) if world.at[piece] < SQUARES]


def _worth(world: ZappZerapp, piece: int, on_loop: list[tuple[int, int]]) -> float:
    """The steps of a piece, less what it risks to lose to those behind it."""
    place, steps = int(world.at[piece]), int(world.steps_done(piece))
    if place == TOWN:
        return steps + AT_HOME
    if place >= START or world.is_protected(piece):
        return float(steps)
    return steps * safety(piece, place, on_loop)


def safety(piece: int, place: int, on_loop: list[tuple[int, int]]) -> float:
    """How likely nobody comes by a piece on an open square this round."""
    safe = 1.0
    for _, distance in pursuers(piece, place, on_loop):
        safe *= 1 - THREAT * (FAR - distance) / FAR
    return safe


def pursuers(piece: int, place: int, on_loop: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The pieces of other colours that are near enough behind a square, and how near."""
    behind = [(other, (place - square) % SQUARES) for other, square in on_loop]
    return [
        (other, distance)
        for other, distance in behind
        if other // EACH != piece // EACH and 0 < distance < FAR
    ]
