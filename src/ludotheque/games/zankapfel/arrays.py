"""Zankapfel: what a seat sees and does, in numbers.

Colours are red, yellow, green, blue; apple cards these and the joker.
"""

from __future__ import annotations

from typing import Final

from ludotheque.core.observation import Observation
from ludotheque.games.zankapfel import moves
from ludotheque.games.zankapfel.data import (
    CARDS_PER_KIND,
    CELLS,
    COLOURS,
    DECK_SIZE,
    HIGHEST_QUARREL_CARD,
    KINDS,
    MAX_BRIBE,
    MAX_DICE,
    PIPS,
)
from ludotheque.games.zankapfel.observation import (
    HIDDEN,
    Market,
    Orchard,
    Private,
    Public,
    laid_as_seen,
    quarrel_card_as_seen,
)
from ludotheque.presentation.arrays import (
    Array,
    Field,
    ObservationArrays,
    PlainArrays,
    StepRange,
    Steps,
    relative_seat,
    rotate_to,
)

FACE_STATES: Final = 2  # before the cards: nothing there, a card face down
QUARREL_CARD_STATES: Final = FACE_STATES + HIGHEST_QUARREL_CARD
MAX_POINTS: Final = 4000  # more than can be won or lost
MAX_PRIZE: Final = 7  # (ZK-1)
MAX_TOTAL: Final = HIGHEST_QUARREL_CARD + MAX_DICE * PIPS
MAX_TRACK: Final = 50  # (ZK-3)


class ZankapfelArrays(PlainArrays):
    """Every move is one number, as in the rules; a briber is counted from one's own seat."""

    numbering = (
        StepRange(moves.MAYOR, "mayor", "cell where it begins, 5 * row + column"),
        StepRange(moves.CLEAR, "clear", "cell whose chip goes"),
        StepRange(moves.BUY, "buy", "the card that lies face up"),
        StepRange(moves.LAY, "lay", "card"),
        StepRange(moves.MOVE, "move", "cell where the mayor shall go"),
        StepRange(moves.OFFER, "offer", "25 * points + cell"),
        StepRange(moves.DECLINE, "decline", "offer nothing, or nothing more"),
        StepRange(moves.ACCEPT, "accept", "whose offer, counted from one's own seat"),
        StepRange(moves.REFUSE, "refuse", "all offers"),
        StepRange(moves.COLOUR, "colour", "of one's joker"),
        StepRange(moves.QUARREL, "quarrel", "card 1 to 10"),
        StepRange(moves.DICE, "dice", "how many to buy, 0 to 3"),
    )
    actions = moves.DEAL
    outcomes = moves.ROLL + PIPS + 1 - moves.DEAL

    def rotate_seats(self, move: int, by: int) -> int:
        match moves.decode(move):
            case moves.Accept(briber):
                return moves.ACCEPT + (briber + by) % self.players
            case _:
                return move

    def encode(
        self, observation: Observation[Public, Private], viewer: int, steps: Steps = ()
    ) -> ObservationArrays:
        del steps
        public, private = observation
        assert isinstance(private, Private), "an observation of another game"
        seen = self.blank()
        self._write_turn(public, viewer, seen)
        _write_orchard(public.orchard, seen)
        _write_market(public.market, seen)
        _count(seen["hand"], private.hand)
        for seat in range(self.players):
            row = relative_seat(viewer, seat, self.players)
            _write_player(public, private, seat, row, seen)
        self._write_quarrel(public, private, viewer, seen)
        return seen

    def _mark_seats(self, places: Array, viewer: int, seats: tuple[int, ...]) -> None:
        for seat in seats:
            places[relative_seat(viewer, seat, self.players)] = 1

    def _write_turn(self, public: Public, viewer: int, seen: ObservationArrays) -> None:
        seen["phase"][public.phase] = 1
        self._mark_seats(seen["waiting"], viewer, public.waiting)
        self._mark_seats(seen["start"], viewer, (public.start,))
        seen["track"][:] = public.track
        seen["first_wins"][:] = public.first_wins

    def _write_quarrel(
        self, public: Public, private: Private, viewer: int, seen: ObservationArrays
    ) -> None:
        quarrel = public.quarrel
        seen["quarrel_colour"][quarrel.colour] = 1
        seen["prize"][:] = quarrel.prize
        laid = [0] * self.players
        for one in quarrel.contenders:
            self._mark_seats(seen["contenders"], viewer, (one.seat,))
            seen["dice"][relative_seat(viewer, one.seat, self.players)] = one.dice
            laid[one.seat] = quarrel_card_as_seen(one, private)
        for row, card in enumerate(rotate_to(viewer, laid)):
            _mark_card(seen["quarrel_laid"][row], card, 1)
        self._mark_seats(seen["roller"], viewer, (quarrel.roller,))
        seen["dice_left"][:] = quarrel.dice_left


def _write_orchard(orchard: Orchard, seen: ObservationArrays) -> None:
    if orchard.mayor >= 0:
        seen["mayor"][orchard.mayor] = 1
    if orchard.proposal >= 0:
        seen["proposal"][orchard.proposal] = 1
    seen["chips"][list(orchard.chips)] = 1


def _write_market(market: Market, seen: ObservationArrays) -> None:
    if market.face_up >= 0:
        seen["face_up"][market.face_up] = 1
    seen["pile"][:] = market.pile
    _count(seen["pile_cards"], market.pile_cards)
    _count(seen["discards"], market.discards)


def _write_player(
    public: Public, private: Private, seat: int, row: int, seen: ObservationArrays
) -> None:
    player = public.players[seat]
    seen["pawns"][row] = player.pawn
    seen["hand_sizes"][row] = player.hand_size
    _count(seen["known"][row], player.known)
    _mark_card(seen["laid"][row], laid_as_seen(public, private, seat), 0)
    if player.colour >= 0:
        seen["colours"][row, player.colour] = 1
    cell, points = player.offer
    if points:
        seen["offers"][row, cell] = points
    seen["quarrel_cards"][row, [card - 1 for card in player.quarrel_cards]] = 1
    seen["totals"][row] = player.total


def _count(copies: Array, cards: tuple[int, ...]) -> None:
    for card in cards:
        copies[card] += 1


def _mark_card(places: Array, card: int, first: int) -> None:
    """Mark what lies before a seat: nothing, a card face down, or a card counted from first."""
    if card >= first:
        places[FACE_STATES + card - first] = 1
    else:
        places[1 if card == HIDDEN else 0] = 1


def fields(players: int) -> tuple[Field, ...]:
    """What there is to see with a number of players."""
    phases = "place, deal, turn, clear, choose, move, bribe, colour, quarrel, dice, roll, roll off"
    return (
        Field("phase", (moves.OVER + 1,), 1, f"{phases}, over"),
        Field("waiting", (players,), 1, "seats the game waits for"),
        Field("start", (players,), 1, "the start player"),
        Field("track", (1,), MAX_TRACK, "length of the track"),
        Field("first_wins", (1,), 1, "1 if the first pawn at the finish wins at once"),
        Field("pawns", (players,), MAX_POINTS, "points of each seat", low=-MAX_POINTS),
        Field("mayor", (CELLS,), 1, "where the mayor stands, 5 * row + column"),
        Field("proposal", (CELLS,), 1, "where the start player wants it"),
        Field("chips", (CELLS,), 1, "cells with a chip"),
        Field("offers", (players, CELLS), MAX_BRIBE, "points offered for a cell"),
        Field("face_up", (KINDS,), 1, "the card that can be bought"),
        Field("pile", (1,), DECK_SIZE, "cards face down"),
        Field("pile_cards", (KINDS,), CARDS_PER_KIND, "which, once all have seen them as discards"),
        Field("discards", (KINDS,), CARDS_PER_KIND, "discards"),
        Field("hand", (KINDS,), CARDS_PER_KIND, "the viewer's cards"),
        Field("hand_sizes", (players,), DECK_SIZE, "cards in each hand"),
        Field("known", (players, KINDS), CARDS_PER_KIND, "bought and not seen since"),
        Field("laid", (players, FACE_STATES + KINDS), 1, "nothing, face down, or the card laid"),
        Field("colours", (players, COLOURS), 1, "what each harvests, or did in the round before"),
        Field("contenders", (players,), 1, "seats in the present quarrel"),
        Field("quarrel_colour", (COLOURS,), 1, "what it is about"),
        Field("prize", (1,), MAX_PRIZE, "for how many points"),
        Field("quarrel_cards", (players, HIGHEST_QUARREL_CARD), 1, "cards 1 to 10 not shown yet"),
        Field("quarrel_laid", (players, QUARREL_CARD_STATES), 1, "none, face down, 1 to 10"),
        Field("dice", (players,), MAX_DICE, "dice bought in this quarrel"),
        Field("totals", (players,), MAX_TOTAL, "card and dice in the last quarrel"),
        Field("roller", (players,), 1, "the seat that rolls"),
        Field("dice_left", (1,), MAX_DICE, "dice the roller has yet to roll"),
    )
