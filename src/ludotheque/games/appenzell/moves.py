"""Appenzell: the phases of a game, and its moves as numbers and decoded.

The rules and the search use the numbers; everything else matches on what `decode` returns.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from ludotheque.games.appenzell.data import (
    CHEESES,
    ENDS,
    FACES,
    MAX_SEATS,
    ORDINARY_FACES,
    ROOMS,
    SQUARES,
)

# Phases
FINDING_FIRST: Final = 0  # luck: who begins
TURNING_SPARE: Final = 1  # luck: the spare tile
PLACING: Final = 2  # the first mouse of each seat
ACTING: Final = 3  # in a turn
REVEALING: Final = 4  # luck: tiles seen for the first time
PUSHED_OUT: Final = 5  # luck: the tile pushed out
GIVING: Final = 6  # a cheese to the sock
FLEEING: Final = 7  # a mouse from the sock
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
SPARE: Final = FIRST + MAX_SEATS  # + face
TILE: Final = SPARE + ORDINARY_FACES  # + 9 * square + face
OUT: Final = TILE + ORDINARY_FACES * SQUARES  # + face


class Run(NamedTuple):
    """(CA-10, CA-11) Run or jump with a mouse from one square to another."""

    start: int
    landing: int


class Uncover(NamedTuple):
    """(CA-8) Lift the roof of a room."""

    room: int


class Enter(NamedTuple):
    """(CA-9) Bring a mouse from the supply into a tower."""

    tower: int


class Push(NamedTuple):
    """(CA-13) Push a spare in at an end, with this face up."""

    face: int
    end: int


class Done(NamedTuple):
    """(CA-7) End the turn before its fourth action."""


class Place(NamedTuple):
    """(CA-6) Put the first mouse of a seat into a tower."""

    tower: int


class Give(NamedTuple):
    """(CA-35) Give a cheese back."""

    cheese: int


class Flee(NamedTuple):
    """(CA-35) Go with the mouse on the sock to another square."""

    square: int


class First(NamedTuple):
    """(CA-6) Luck: the first player."""

    seat: int


class Spare(NamedTuple):
    """(CA-5) Luck: the face of the spare tile."""

    face: int


class Tile(NamedTuple):
    """(CA-8, CA-13) Luck: the face of a tile that is seen for the first time."""

    square: int
    face: int


class Out(NamedTuple):
    """(CA-13) Luck: the face of the tile pushed out."""

    face: int


AnyMove: TypeAlias = (
    Run | Uncover | Enter | Push | Done | Place | Give | Flee | First | Spare | Tile | Out
)


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


def run_number(start: int, landing: int) -> int:
    """The number of a run."""
    return RUN + SQUARES * start + landing


def push_number(face: int, end: int) -> int:
    """The number of a push."""
    return PUSH + ENDS * face + end


def tile_number(square: int, face: int) -> int:
    """The number of the outcome that names a tile."""
    return TILE + ORDINARY_FACES * square + face
