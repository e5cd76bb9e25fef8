"""Appenzell: the phases of a game, and its moves: as numbers, and decoded.

The rules and the search use the numbers; everything else matches on what `decode` returns.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from ludotheque.games.appenzell.data import CHEESES, ENDS, FACES, ORDINARY_FACES, ROOMS, SQUARES

# Phases
FINDING_FIRST: Final = 0  # luck: who begins
TURNING_SPARE: Final = 1  # luck: the spare tile
PLACING: Final = 2  # a mouse each
ACTING: Final = 3
REVEALING: Final = 4  # luck: tiles seen for the first time
PUSHED_OUT: Final = 5  # luck: the tile pushed out
GIVING: Final = 6  # a cheese to the sock
FLEEING: Final = 7  # from the sock
OVER: Final = 8

# The number of a move is the first of its kind plus its arguments.
RUN: Final = 0  # + 49 * start + landing
UNCOVER: Final = SQUARES * SQUARES  # + room
ENTER: Final = UNCOVER + ROOMS  # + tower
PUSH: Final = ENTER + 4  # + 12 * face + end
DONE: Final = PUSH + ENDS * FACES
PLACE: Final = DONE + 1  # + tower
GIVE: Final = PLACE + 4  # + cheese
FLEE: Final = GIVE + CHEESES  # + square
FIRST: Final = FLEE + SQUARES  # + seat; from here on moves of luck
SPARE: Final = FIRST + 4  # + face
TILE: Final = SPARE + ORDINARY_FACES  # + 9 * square + face
OUT: Final = TILE + ORDINARY_FACES * SQUARES  # + face


class Run(NamedTuple):
    """(CA-10, CA-11) A mouse runs or jumps from one square to another."""

    start: int
    landing: int


class Uncover(NamedTuple):
    """(CA-8) The roof of a room is lifted."""

    room: int


class Enter(NamedTuple):
    """(CA-9) A mouse comes from the supply into a tower."""

    tower: int


class Push(NamedTuple):
    """(CA-13) A spare is pushed in at an end, with this face up."""

    face: int
    end: int


class Done(NamedTuple):
    """(CA-7) The turn ends before its fourth action."""


class Place(NamedTuple):
    """(CA-6) A seat's first mouse is put in a tower."""

    tower: int


class Give(NamedTuple):
    """(CA-35) A cheese is given back."""

    cheese: int


class Flee(NamedTuple):
    """(CA-35) The mouse on the sock goes to another square."""

    square: int


class First(NamedTuple):
    """(CA-6) Luck names the first player."""

    seat: int


class Spare(NamedTuple):
    """(CA-5) Luck names the spare tile."""

    face: int


class Tile(NamedTuple):
    """(CA-8, CA-13) Luck names a tile that is seen for the first time."""

    square: int
    face: int


class Out(NamedTuple):
    """(CA-13) Luck names the tile pushed out."""

    face: int


SeatMove: TypeAlias = Run | Uncover | Enter | Push | Done | Place | Give | Flee
LuckMove: TypeAlias = First | Spare | Tile | Out
AnyMove: TypeAlias = SeatMove | LuckMove


def decode(move: int) -> AnyMove:
    """What the number of a move stands for."""
    if move < UNCOVER:
        return Run(move // SQUARES, move % SQUARES)
    if move < ENTER:
        return Uncover(move - UNCOVER)
    if move < PUSH:
        return Enter(move - ENTER)
    if move < DONE:
        return Push((move - PUSH) // ENDS, (move - PUSH) % ENDS)
    if move == DONE:
        return Done()
    if move < GIVE:
        return Place(move - PLACE)
    if move < FLEE:
        return Give(move - GIVE)
    if move < FIRST:
        return Flee(move - FLEE)
    if move < SPARE:
        return First(move - FIRST)
    if move < TILE:
        return Spare(move - SPARE)
    if move < OUT:
        return Tile((move - TILE) // ORDINARY_FACES, (move - TILE) % ORDINARY_FACES)
    return Out(move - OUT)


def encode(move: AnyMove) -> int:
    """The number of a move."""
    if isinstance(move, Run):
        return RUN + SQUARES * move.start + move.landing
    if isinstance(move, Uncover):
        return UNCOVER + move.room
    if isinstance(move, Enter):
        return ENTER + move.tower
    if isinstance(move, Push):
        return PUSH + ENDS * move.face + move.end
    if isinstance(move, Done):
        return DONE
    if isinstance(move, Place):
        return PLACE + move.tower
    if isinstance(move, Give):
        return GIVE + move.cheese
    if isinstance(move, Flee):
        return FLEE + move.square
    if isinstance(move, First):
        return FIRST + move.seat
    if isinstance(move, Spare):
        return SPARE + move.face
    if isinstance(move, Tile):
        return TILE + ORDINARY_FACES * move.square + move.face
    return OUT + move.face
