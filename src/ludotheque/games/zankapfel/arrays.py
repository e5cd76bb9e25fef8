"""Zankapfel: what a seat sees and does, in numbers.

Colours are red, yellow, green, blue; apple cards these and the joker.
"""

from __future__ import annotations

from typing import Final

from ludotheque.core.observation import Observation
from ludotheque.games.zankapfel import data, moves
from ludotheque.games.zankapfel.observation import HIDDEN, Private, Public
from ludotheque.presentation.arrays import (
    Field,
    ObservationArrays,
    PlainArrays,
    StepRange,
    Steps,
    rotate_to,
)

FACE_DOWN_SLOT: Final = 1  # slot 0: no card
FIRST_CARD_SLOT: Final = 2
MAX_POINTS: Final = 4000  # more than can be won or lost
MAX_TOTAL: Final = data.HIGHEST_QUARREL_CARD + data.MAX_DICE * data.DIE_FACES


class ZankapfelArrays(PlainArrays):
    """Every move is one number, as in the rules; a briber is counted from one's own seat."""

    numbering = (
        StepRange(moves.PLACE_MAYOR, "mayor", "cell where it begins, 5 * row + column"),
        StepRange(moves.CLEAR, "clear", "cell whose chip goes"),
        StepRange(moves.BUY, "buy", "the card that lies face up"),
        StepRange(moves.LAY, "lay", "card"),
        StepRange(moves.MOVE_MAYOR, "move", "cell where the mayor shall go"),
        StepRange(moves.OFFER, "offer", "25 * points + cell"),
        StepRange(moves.DECLINE, "decline", "offer nothing, or nothing more"),
        StepRange(moves.ACCEPT, "accept", "whose offer, counted from one's own seat"),
        StepRange(moves.REFUSE, "refuse", "all offers"),
        StepRange(moves.TAKE_COLOUR, "colour", "of one's joker"),
        StepRange(moves.LAY_QUARREL_CARD, "quarrel", "card 1 to 10"),
        StepRange(moves.BUY_DICE, "dice", "how many to buy, 0 to 3"),
    )
    actions = moves.DEAL
    outcomes = moves.ROLL + data.DIE_FACES + 1 - moves.DEAL

    def rotate_seats(self, move: int, by: int) -> int:
        if moves.ACCEPT <= move < moves.REFUSE:
            return moves.ACCEPT + (move - moves.ACCEPT + by) % self.players
        return move

    def encode(
        self, observation: Observation[Public, Private], viewer: int, steps: Steps = ()
    ) -> ObservationArrays:
        del steps
        public, private = observation
        assert isinstance(private, Private), "an observation of another game"
        seen = self.blank()
        seen["phase"][public.phase] = 1
        seen["track"][:] = public.track
        seen["wins_at_finish"][:] = public.wins_at_finish
        seen["hand"][:] = _counts(private.hand)
        _write_orchard_and_market(public, seen)
        seats = rotate_to(viewer, range(self.players))
        for row, seat in enumerate(seats):
            _write_player(public, private, seat, row, seen)
        _write_quarrel(public, private, seats, seen)
        return seen


def _write_orchard_and_market(public: Public, seen: ObservationArrays) -> None:
    orchard, market = public.orchard, public.market
    if orchard.mayor >= 0:
        seen["mayor"][orchard.mayor] = 1
    if orchard.proposal >= 0:
        seen["proposal"][orchard.proposal] = 1
    seen["chips"][list(orchard.chips)] = 1
    if market.face_up >= 0:
        seen["face_up"][market.face_up] = 1
    seen["pile"][:] = market.pile
    seen["pile_cards"][:] = _counts(market.pile_cards)
    seen["discards"][:] = _counts(market.discards)


def _write_player(
    public: Public, private: Private, seat: int, row: int, seen: ObservationArrays
) -> None:
    player = public.players[seat]
    seen["awaited"][row] = seat in public.awaited
    seen["start_player"][row] = seat == public.start_player
    seen["pawns"][row] = player.pawn
    seen["hand_sizes"][row] = player.hand_size
    seen["publicly_known"][row] = _counts(player.publicly_known)
    seen["laid"][row, _slot(private.apple_card_of(seat, public), lowest=0)] = 1
    if player.colour >= 0:
        seen["colours"][row, player.colour] = 1
    cell, points = player.offer
    if points:
        seen["offers"][row, cell] = points
    seen["quarrel_cards"][row, [card - 1 for card in player.quarrel_cards]] = 1
    seen["totals"][row] = player.total


def _write_quarrel(
    public: Public, private: Private, seats: list[int], seen: ObservationArrays
) -> None:
    """A quarrel; without one no colour and no roller is marked."""
    seen["quarrel_laid"][:, 0] = 1
    if public.quarrel is None:
        return
    for contender in public.quarrel.contenders:
        row = seats.index(contender.seat)
        seen["contenders"][row] = 1
        seen["dice"][row] = contender.dice
        seen["quarrel_laid"][row, 0] = 0
        seen["quarrel_laid"][row, _slot(private.quarrel_card_of(contender), lowest=1)] = 1
    seen["quarrel_colour"][public.quarrel.colour] = 1
    seen["prize"][:] = public.quarrel.prize
    seen["roller"][seats.index(public.quarrel.roller)] = 1
    seen["dice_left"][:] = public.quarrel.dice_left


def _counts(cards: tuple[int, ...]) -> list[int]:
    """How many there are of each card."""
    return [cards.count(card) for card in range(data.KINDS)]


def _slot(card: int, lowest: int) -> int:
    """What is marked for no card, a card face down, or a card, counted from the lowest one."""
    if card == HIDDEN:
        return FACE_DOWN_SLOT
    return FIRST_CARD_SLOT + card - lowest if card >= lowest else 0


def fields(players: int) -> tuple[Field, ...]:
    """What there is to see with ``players`` players."""
    phases = "place, deal, turn, clear, choose, move, bribe, colour, quarrel, dice, roll, roll off"
    kinds, count, colours = data.KINDS, data.CARDS_PER_KIND, data.COLOURS
    numbers = data.HIGHEST_QUARREL_CARD
    apple_slots, quarrel_slots = FIRST_CARD_SLOT + kinds, FIRST_CARD_SLOT + numbers
    return (
        Field("phase", (moves.OVER + 1,), 1, f"{phases}, over"),
        Field("awaited", (players,), 1, "seats the game waits for"),
        Field("start_player", (players,), 1, "the start player"),
        Field("track", (1,), max(data.TRACK_LENGTHS), "length of the track"),
        Field("wins_at_finish", (1,), 1, "1 if the first pawn at the finish wins at once"),
        Field("pawns", (players,), MAX_POINTS, "points of each seat", low=-MAX_POINTS),
        Field("mayor", (data.CELLS,), 1, "where the mayor stands, 5 * row + column"),
        Field("proposal", (data.CELLS,), 1, "where the start player wants it"),
        Field("chips", (data.CELLS,), 1, "cells with a chip"),
        Field("offers", (players, data.CELLS), data.MAX_BRIBE, "points offered for a cell"),
        Field("face_up", (kinds,), 1, "the card that can be bought"),
        Field("pile", (1,), data.DECK_SIZE, "cards face down"),
        Field("pile_cards", (kinds,), count, "which, once everyone has seen them as discards"),
        Field("discards", (kinds,), count, "discards"),
        Field("hand", (kinds,), count, "the viewer's cards"),
        Field("hand_sizes", (players,), data.DECK_SIZE, "cards in each hand"),
        Field("publicly_known", (players, kinds), count, "bought and not seen since"),
        Field("laid", (players, apple_slots), 1, "nothing, face down, or the card laid"),
        Field("colours", (players, colours), 1, "what each harvests, or did in the round before"),
        Field("contenders", (players,), 1, "seats in the present quarrel"),
        Field("quarrel_colour", (colours,), 1, "what it is about"),
        Field("prize", (1,), max(data.RISING_WORTHS), "for how many points"),
        Field("quarrel_cards", (players, numbers), 1, "cards 1 to 10 not shown yet"),
        Field("quarrel_laid", (players, quarrel_slots), 1, "none, face down, 1 to 10"),
        Field("dice", (players,), data.MAX_DICE, "dice bought in this quarrel"),
        Field("totals", (players,), MAX_TOTAL, "card and dice in the last quarrel"),
        Field("roller", (players,), 1, "the seat that rolls"),
        Field("dice_left", (1,), data.MAX_DICE, "dice the roller has yet to roll"),
    )
