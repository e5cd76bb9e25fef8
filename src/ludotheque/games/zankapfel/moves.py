"""Zankapfel: the phases of a game, and its moves: as numbers, and decoded.

Rules and heuristics use the numbers; notation, sentences, scenes and reasons match what `decode`
returns.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from ludotheque.core.fast import i64
from ludotheque.games.zankapfel.data import (
    CELLS,
    COLOURS,
    HIGHEST_QUARREL_CARD,
    KINDS,
    MAX_BRIBE,
    MAX_DICE,
    MAX_SEATS,
)

# Phases, in the order of the rulebook: rules compare them
PLACING_MAYOR: Final = 0  # the start player places the mayor
DEALING: Final = 1  # luck: four cards each
TURNING_UP: Final = 2  # luck: the card that can be bought
CLEARING: Final = 3  # everybody removes a chip
BUYING_OR_LAYING: Final = 4  # each in turn
MOVING_MAYOR: Final = 5  # the start player proposes a cell for the mayor, or moves at once
BRIBING: Final = 6  # others offer or decline, the start player accepts or refuses
CHOOSING_COLOUR: Final = 7  # of a joker
LAYING_QUARREL_CARDS: Final = 8  # contenders lay one each, at the same time
BUYING_DICE: Final = 9  # contenders buy dice or decline, in any order
ROLLING: Final = 10  # luck
ROLLING_OFF: Final = 11  # luck: a free die each (ZK-22)
OVER: Final = 12

# The first number of each kind of move; its argument is added
PLACE_MAYOR: Final = 0  # cell
CLEAR: Final = PLACE_MAYOR + CELLS  # cell
BUY: Final = CLEAR + CELLS
LAY: Final = BUY + 1  # card
MOVE_MAYOR: Final = LAY + KINDS  # cell
OFFER: Final = MOVE_MAYOR + CELLS  # CELLS * points + cell, points from 1
DECLINE: Final = OFFER + (MAX_BRIBE + 1) * CELLS
ACCEPT: Final = DECLINE + 1  # seat of the briber
REFUSE: Final = ACCEPT + MAX_SEATS
TAKE_COLOUR: Final = REFUSE + 1  # colour
LAY_QUARREL_CARD: Final = TAKE_COLOUR + COLOURS  # number of a quarrel card, from 1
BUY_DICE: Final = LAY_QUARREL_CARD + HIGHEST_QUARREL_CARD + 1  # how many dice; 0 declines
DEAL: Final = BUY_DICE + MAX_DICE + 1  # luck: card
TURN_UP: Final = DEAL + KINDS  # luck: card
ROLL: Final = TURN_UP + KINDS  # luck: pips, from 1


class PlaceMayor(NamedTuple):
    """(ZK-5) Place the mayor on its first cell."""

    cell: int


class ClearCell(NamedTuple):
    """(ZK-7) Remove the chip of a cell."""

    cell: int


class BuyCard(NamedTuple):
    """(ZK-8) Buy the apple card that lies face up."""


class LayCard(NamedTuple):
    """(ZK-9) Lay an apple card face down."""

    card: int


class MoveMayor(NamedTuple):
    """(ZK-11) Move the mayor to a cell; with bribery, propose the cell."""

    cell: int


class Offer(NamedTuple):
    """(ZK-12) Offer the start player points for moving the mayor to a cell."""

    cell: int
    points: int


class Decline(NamedTuple):
    """(ZK-12) Offer nothing, or nothing beyond the standing offer."""


class Accept(NamedTuple):
    """(ZK-12) Accept the offer of a briber."""

    briber: int


class Refuse(NamedTuple):
    """(ZK-12) Refuse all offers."""


class TakeColour(NamedTuple):
    """(ZK-14) Choose the colour that a joker counts as."""

    colour: int


class LayQuarrelCard(NamedTuple):
    """(ZK-18) Lay a quarrel card face down."""

    number: int


class BuyDice(NamedTuple):
    """(ZK-19) Buy dice for a quarrel; 0 declines."""

    dice: int


class DealCard(NamedTuple):
    """(ZK-6) Luck: the next seat is dealt a card."""

    card: int


class TurnUp(NamedTuple):
    """(ZK-6, ZK-8) Luck: the card that can be bought is turned up."""

    card: int


class RollDie(NamedTuple):
    """(ZK-20, ZK-22) Luck: the roller rolls a die."""

    pips: int


AnyMove: TypeAlias = (
    PlaceMayor | ClearCell | BuyCard | LayCard | MoveMayor | Offer | Decline | Accept | Refuse
    | TakeColour | LayQuarrelCard | BuyDice | DealCard | TurnUp | RollDie
)  # fmt: skip


def decode(move: int) -> AnyMove:  # noqa: C901 - one case a move
    """What the number of a move means."""
    if move < CLEAR:
        return PlaceMayor(move - PLACE_MAYOR)
    if move < BUY:
        return ClearCell(move - CLEAR)
    if move == BUY:
        return BuyCard()
    if move < MOVE_MAYOR:
        return LayCard(move - LAY)
    if move < OFFER:
        return MoveMayor(move - MOVE_MAYOR)
    if move < DECLINE:
        return Offer(offer_cell(move - OFFER), offer_points(move - OFFER))
    if move == DECLINE:
        return Decline()
    if move < REFUSE:
        return Accept(move - ACCEPT)
    if move == REFUSE:
        return Refuse()
    if move < LAY_QUARREL_CARD:
        return TakeColour(move - TAKE_COLOUR)
    if move < BUY_DICE:
        return LayQuarrelCard(move - LAY_QUARREL_CARD)
    if move < DEAL:
        return BuyDice(move - BUY_DICE)
    if move < TURN_UP:
        return DealCard(move - DEAL)
    return TurnUp(move - TURN_UP) if move < ROLL else RollDie(move - ROLL)


def offer_move(cell: i64, points: i64) -> i64:
    """(ZK-12) The number of the move that makes an offer."""
    return OFFER + CELLS * points + cell


def offer_cell(offer: i64) -> i64:
    """Where a briber wants the mayor, by the number of an offer: CELLS * points + cell."""
    return offer % CELLS


def offer_points(offer: i64) -> i64:
    """What a briber pays, by the number of an offer."""
    return offer // CELLS
