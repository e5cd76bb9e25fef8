"""Moves as text, text as moves, and the rule against a move that is not legal."""

from __future__ import annotations

from typing import Final

from ludotheque.core.errors import IllegalMove
from ludotheque.core.notation import lookup, seat_number, split_words, unknown_move
from ludotheque.core.state import LUCK, Move, Seat

from whist.rules import DEAL, DEALER, RANKS, SEATS, UNKNOWN, Whist

SUITS: Final = "CDHS"
RANK_NAMES: Final = "23456789TJQKA"
CODES: Final = tuple(suit + rank for suit in SUITS for rank in RANK_NAMES)  # by card
CARD: Final = {code: card for card, code in enumerate(CODES)}


def text(state: Whist, move: Move) -> str:
    """``dealer SEAT`` and ``deal SEAT CARD`` for luck, ``play CARD`` for a seat; a card is SA."""
    if move >= DEALER:
        return f"dealer {move - DEALER}"
    if move >= DEAL:
        return f"deal {state.dealt_seat()} {CODES[move - DEAL]}"
    return f"play {CODES[move]}"


def parse(state: Whist, text: str) -> Move:
    """The move that a text names."""
    match split_words(text):
        case ["play", card]:
            return lookup(card, CARD, "card")
        case ["deal", seat, card]:
            if seat_number(seat, SEATS, "WH-3") != state.dealt_seat():
                raise IllegalMove(f"seat {seat} is dealt no card now", "WH-3")
            return DEAL + lookup(card, CARD, "card")
        case ["dealer", seat]:
            return DEALER + seat_number(seat, SEATS, "WH-3")
    raise unknown_move(text)


def rule_against(state: Whist, seat: Seat, move: Move) -> str:
    """The rule that forbids a move: whose turn it is, or following suit."""
    if state.is_over():
        return "WH-8"
    if move >= DEAL or seat == LUCK or state.turned == UNKNOWN:
        return "WH-3"
    is_own_card = bool(state.hands[seat] >> move & 1) if move < 4 * RANKS else False
    return "WH-4" if is_own_card or seat != state.next_actor() else "WH-1"
