"""Zankapfel: what a seat sees and does, in numbers.

Colours are red, yellow, green, blue; apple cards these and the joker.
"""

from __future__ import annotations

from typing import Final

from ludotheque.games.zankapfel.data import (
    BRIBES,
    CELLS,
    COLOURS,
    DECK,
    EACH,
    KINDS,
    MOST_DICE,
    PIPS,
)
from ludotheque.games.zankapfel.rules import (
    ACCEPT,
    BUY,
    CLEAR,
    COLOUR,
    DEAL,
    DECLINE,
    DICE,
    HIDDEN,
    LAY,
    MAYOR,
    MOVE,
    OFFER,
    QUARREL,
    REFUSE,
    ROLL,
    View,
)
from ludotheque.games.zankapfel.rules_race import OVER
from ludotheque.presentation.arrays import (
    Array,
    Field,
    Observation,
    PlainArrays,
    Steps,
    relative_seat,
    rotate_to,
)

QUARREL_CARDS: Final = 10
WAYS_TO_LIE: Final = 2  # before the cards: nothing there, a card face down
FARTHEST: Final = 4000  # more points than can be won or lost
HIGHEST_PRIZE: Final = 7  # (ZK-1)
HIGHEST_TOTAL: Final = QUARREL_CARDS + MOST_DICE * PIPS


class ZankapfelArrays(PlainArrays):
    """Every move is one number, as in the rules; a briber is counted from one's own seat."""

    numbering = (
        (MAYOR, "mayor", "cell where it begins, 5 * row + column"),
        (CLEAR, "clear", "cell whose chip goes"),
        (BUY, "buy", "the card that lies face up"),
        (LAY, "lay", "card"),
        (MOVE, "move", "cell where the mayor shall go"),
        (OFFER, "offer", "25 * points + cell"),
        (DECLINE, "decline", "offer nothing, or nothing more"),
        (ACCEPT, "accept", "whose offer, counted from one's own seat"),
        (REFUSE, "refuse", "all offers"),
        (COLOUR, "colour", "of one's joker"),
        (QUARREL, "quarrel", "card 1 to 10"),
        (DICE, "dice", "how many to buy, 0 to 3"),
    )
    actions = DEAL
    outcomes = ROLL + PIPS + 1 - DEAL

    def turned(self, move: int, by: int) -> int:
        if ACCEPT <= move < REFUSE:
            return ACCEPT + (move - ACCEPT + by) % self.players
        return move

    def observe(self, view: object, viewer: int, steps: Steps = ()) -> Observation:
        del steps
        assert isinstance(view, View), "a view of another game"
        seen = self.blank()
        self._tell_turn(view, viewer, seen)
        self._tell_orchard(view, viewer, seen)
        self._tell_cards(view, viewer, seen)
        self._tell_quarrel(view, viewer, seen)
        return seen

    def _mark_seats(self, places: Array, viewer: int, seats: tuple[int, ...]) -> None:
        for seat in seats:
            places[relative_seat(viewer, seat, self.players)] = 1

    def _tell_turn(self, view: View, viewer: int, seen: Observation) -> None:
        seen["phase"][view.phase] = 1
        self._mark_seats(seen["waiting"], viewer, view.waiting)
        self._mark_seats(seen["start"], viewer, (view.start,))
        seen["track"][:] = view.track
        seen["first_wins"][:] = view.first_wins
        seen["pawns"][:] = rotate_to(viewer, view.pawns)

    def _tell_orchard(self, view: View, viewer: int, seen: Observation) -> None:
        if view.mayor >= 0:
            seen["mayor"][view.mayor] = 1
        if view.proposal >= 0:
            seen["proposal"][view.proposal] = 1
        seen["chips"][list(view.chips)] = 1
        for seat, (cell, points) in enumerate(rotate_to(viewer, view.offers)):
            if points:
                seen["offers"][seat, cell] = points

    def _tell_cards(self, view: View, viewer: int, seen: Observation) -> None:
        if view.face_up >= 0:
            seen["face_up"][view.face_up] = 1
        seen["pile"][:] = view.pile
        _count(seen["pile_cards"], view.pile_cards)
        _count(seen["discards"], view.discards)
        _count(seen["hand"], view.hand)
        seen["hand_sizes"][:] = rotate_to(viewer, view.hand_sizes)
        for seat in range(self.players):
            _count(seen["known"][seat], rotate_to(viewer, view.known)[seat])
            _lie(seen["laid"][seat], rotate_to(viewer, view.laid)[seat], 0)
            colour = rotate_to(viewer, view.colours)[seat]
            if colour >= 0:
                seen["colours"][seat, colour] = 1

    def _tell_quarrel(self, view: View, viewer: int, seen: Observation) -> None:
        self._mark_seats(seen["contenders"], viewer, view.contenders)
        seen["quarrel_colour"][view.quarrel_colour] = 1
        seen["prize"][:] = view.prize
        for seat in range(self.players):
            cards = rotate_to(viewer, view.quarrel_cards)[seat]
            seen["quarrel_cards"][seat, [card - 1 for card in cards]] = 1
            _lie(seen["quarrel_laid"][seat], rotate_to(viewer, view.quarrel_laid)[seat], 1)
        seen["dice"][:] = rotate_to(viewer, view.dice)
        seen["totals"][:] = rotate_to(viewer, view.totals)
        self._mark_seats(seen["roller"], viewer, (view.roller,))
        seen["dice_left"][:] = view.dice_left


def _count(copies: Array, cards: tuple[int, ...]) -> None:
    for card in cards:
        copies[card] += 1


def _lie(places: Array, card: int, first: int) -> None:
    """Mark what lies before a seat: nothing, a card face down, or a card counted from first."""
    if card >= first:
        places[WAYS_TO_LIE + card - first] = 1
    else:
        places[1 if card == HIDDEN else 0] = 1


def fields(players: int) -> tuple[Field, ...]:
    """What there is to see with so many players."""
    phases = "place, deal, turn, clear, choose, move, bribe, colour, quarrel, dice, roll, roll off"
    return (
        Field("phase", (OVER + 1,), 1, f"{phases}, over"),
        Field("waiting", (players,), 1, "who is waited for"),
        Field("start", (players,), 1, "the start player"),
        Field("track", (1,), 50, "length of the track"),
        Field("first_wins", (1,), 1, "1 if the first pawn at the finish wins at once"),
        Field("pawns", (players,), FARTHEST, "points of each seat", low=-FARTHEST),
        Field("mayor", (CELLS,), 1, "where the mayor stands, 5 * row + column"),
        Field("proposal", (CELLS,), 1, "where the start player wants it"),
        Field("chips", (CELLS,), 1, "cells with a chip"),
        Field("offers", (players, CELLS), BRIBES, "points offered for a cell"),
        Field("face_up", (KINDS,), 1, "the card that can be bought"),
        Field("pile", (1,), DECK, "cards face down"),
        Field("pile_cards", (KINDS,), EACH, "which, once all have seen them as discards"),
        Field("discards", (KINDS,), EACH, "discards"),
        Field("hand", (KINDS,), EACH, "the viewer's cards"),
        Field("hand_sizes", (players,), DECK, "cards in each hand"),
        Field("known", (players, KINDS), EACH, "bought and not seen since"),
        Field("laid", (players, WAYS_TO_LIE + KINDS), 1, "nothing, face down, or the card laid"),
        Field("colours", (players, COLOURS), 1, "what each harvests, or did in the round before"),
        Field("contenders", (players,), 1, "who quarrels"),
        Field("quarrel_colour", (COLOURS,), 1, "about what"),
        Field("prize", (1,), HIGHEST_PRIZE, "for how many points"),
        Field("quarrel_cards", (players, QUARREL_CARDS), 1, "cards 1 to 10 not shown yet"),
        Field(
            "quarrel_laid", (players, WAYS_TO_LIE + QUARREL_CARDS), 1, "none, face down, 1 to 10"
        ),
        Field("dice", (players,), MOST_DICE, "dice bought in this quarrel"),
        Field("totals", (players,), HIGHEST_TOTAL, "card and dice in the last quarrel"),
        Field("roller", (players,), 1, "who rolls"),
        Field("dice_left", (1,), MOST_DICE, "dice the roller has yet to roll"),
    )
