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
)

# Phases, in the order of the rulebook: rules compare them
PLACING: Final = 0  # the start player places the mayor
DEALING: Final = 1  # luck: four cards each
TURNING: Final = 2  # luck: the card that can be bought
CLEARING: Final = 3  # everybody removes a chip
CHOOSING: Final = 4  # buy or lay
MOVING: Final = 5  # the start player proposes a cell for the mayor, or moves at once
BRIBING: Final = 6  # others offer or decline, the start player accepts or refuses
COLOURING: Final = 7  # a joker takes a colour
QUARRELLING: Final = 8  # contenders lay a quarrel card each, at the same time
DICING: Final = 9  # contenders buy dice or decline, in any order
ROLLING: Final = 10  # luck
ROLLING_OFF: Final = 11  # luck: a free die each (ZK-22)
OVER: Final = 12

# The first number of each kind of move; its argument is added
MAYOR: Final = 0  # cell
CLEAR: Final = MAYOR + CELLS  # cell
BUY: Final = CLEAR + CELLS
LAY: Final = BUY + 1  # card
MOVE: Final = LAY + KINDS  # cell
OFFER: Final = MOVE + CELLS  # CELLS * points + cell, points from 1
DECLINE: Final = OFFER + (MAX_BRIBE + 1) * CELLS
ACCEPT: Final = DECLINE + 1  # seat of the briber
REFUSE: Final = ACCEPT + 6
COLOUR: Final = REFUSE + 1  # colour
QUARREL: Final = COLOUR + COLOURS  # number of a quarrel card, from 1
DICE: Final = QUARREL + HIGHEST_QUARREL_CARD + 1  # how many dice; 0 declines
DEAL: Final = DICE + MAX_DICE + 1  # luck: card
TURN: Final = DEAL + KINDS  # luck: card
ROLL: Final = TURN + KINDS  # luck: pips, from 1


class PlaceMayor(NamedTuple):
    """(ZK-5) Where the mayor begins."""

    cell: int


class ClearCell(NamedTuple):
    """(ZK-7) Remove its chip."""

    cell: int


class BuyCard(NamedTuple):
    """(ZK-8) The card that lies face up."""


class LayCard(NamedTuple):
    """(ZK-9) An apple card, face down."""

    card: int


class MoveMayor(NamedTuple):
    """(ZK-11) With bribery this is a proposal."""

    cell: int


class Offer(NamedTuple):
    """(ZK-12) Points for a cell."""

    cell: int
    points: int


class Decline(NamedTuple):
    """(ZK-12) No offer, or none beyond the standing one."""


class Accept(NamedTuple):
    """(ZK-12) One offer."""

    briber: int


class Refuse(NamedTuple):
    """(ZK-12) All offers."""


class TakeColour(NamedTuple):
    """(ZK-14) For a joker."""

    colour: int


class LayQuarrelCard(NamedTuple):
    """(ZK-18) Face down."""

    number: int


class BuyDice(NamedTuple):
    """(ZK-19) No dice: decline."""

    dice: int


class DealCard(NamedTuple):
    """(ZK-6) Luck: to the next seat."""

    card: int


class TurnUp(NamedTuple):
    """(ZK-6, ZK-8) Luck: the card that can be bought."""

    card: int


class RollDie(NamedTuple):
    """(ZK-20, ZK-22) Luck: for the roller."""

    pips: int


BriberyMove: TypeAlias = Offer | Decline | Accept | Refuse
LuckMove: TypeAlias = DealCard | TurnUp | RollDie
CardMove: TypeAlias = PlaceMayor | ClearCell | BuyCard | LayCard
QuarrelMove: TypeAlias = TakeColour | LayQuarrelCard | BuyDice
AnyMove: TypeAlias = CardMove | MoveMayor | BriberyMove | QuarrelMove | LuckMove


def decode(move: int) -> AnyMove:
    """What the number of a move means."""
    if move < MOVE:
        return _decode_card_move(move)
    if move < COLOUR:
        return _decode_mayor_move(move)
    if move < QUARREL:
        return TakeColour(move - COLOUR)
    if move < DICE:
        return LayQuarrelCard(move - QUARREL)
    if move < DEAL:
        return BuyDice(move - DICE)
    if move < TURN:
        return DealCard(move - DEAL)
    return TurnUp(move - TURN) if move < ROLL else RollDie(move - ROLL)


def _decode_card_move(move: int) -> CardMove:
    """A move of the set-up or of phase 1."""
    if move < CLEAR:
        return PlaceMayor(move - MAYOR)
    if move < BUY:
        return ClearCell(move - CLEAR)
    return BuyCard() if move < LAY else LayCard(move - LAY)


def _decode_mayor_move(move: int) -> MoveMayor | BriberyMove:
    """A move of phase 2."""
    if move < OFFER:
        return MoveMayor(move - MOVE)
    if move < DECLINE:
        points, cell = divmod(move - OFFER, CELLS)
        return Offer(cell, points)
    if move < ACCEPT:
        return Decline()
    return Accept(move - ACCEPT) if move < REFUSE else Refuse()


def offer_move(cell: i64, points: i64) -> i64:
    """(ZK-12) The number of an offer."""
    return OFFER + CELLS * points + cell
