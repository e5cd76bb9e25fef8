"""Zankapfel: moves as text, and text as moves; and which rule forbids what."""

from __future__ import annotations

from typing import Final

from ludotheque.core.errors import IllegalMove
from ludotheque.core.notation import (
    bounded_number,
    lookup,
    number,
    seat_number,
    split_words,
    unknown_move,
)
from ludotheque.games.zankapfel import moves
from ludotheque.games.zankapfel.data import (
    ALL_CELLS,
    HIGHEST_QUARREL_CARD,
    MAX_BRIBE,
    MAX_DICE,
    PIPS,
    SIDE,
)
from ludotheque.games.zankapfel.rules import Zankapfel

CARD_LETTERS: Final = "rygbj"
CARDS: Final = {letter: card for card, letter in enumerate(CARD_LETTERS)}
COLOUR_LETTERS: Final = {letter: colour for colour, letter in enumerate(CARD_LETTERS[:4])}

RULES: Final[dict[type[moves.AnyMove], str]] = {  # that say when a move can be played
    moves.PlaceMayor: "ZK-5",
    moves.DealCard: "ZK-6",
    moves.TurnUp: "ZK-6",
    moves.ClearCell: "ZK-7",
    moves.BuyCard: "ZK-8",
    moves.LayCard: "ZK-9",
    moves.MoveMayor: "ZK-11",
    moves.Offer: "ZK-12",
    moves.Decline: "ZK-12",
    moves.Accept: "ZK-12",
    moves.Refuse: "ZK-12",
    moves.TakeColour: "ZK-14",
    moves.LayQuarrelCard: "ZK-18",
    moves.BuyDice: "ZK-19",
}


def cell_name(cell: int, between: str = " ") -> str:
    """A cell as row and column, counted from 1 at the top left."""
    return f"{cell // SIDE + 1}{between}{cell % SIDE + 1}"


def text(state: Zankapfel, move: int) -> str:
    """A move in notation, as it is about to be played."""
    match moves.decode(move):
        case moves.PlaceMayor(cell):
            return f"mayor {cell_name(cell)}"
        case moves.ClearCell(cell):
            return f"clear {cell_name(cell)}"
        case moves.BuyCard():
            return "buy"
        case moves.LayCard(card):
            return f"lay {CARD_LETTERS[card]}"
        case moves.MoveMayor(cell):
            return f"move {cell_name(cell)}"
        case moves.Offer() | moves.Decline() | moves.Accept() | moves.Refuse() as answer:
            return _bribery_text(answer)
        case moves.TakeColour(colour):
            return f"colour {CARD_LETTERS[colour]}"
        case moves.LayQuarrelCard(card):
            return f"quarrel {card}"
        case moves.BuyDice(dice):
            return f"dice {dice}" if dice else "nodice"
        case moves.DealCard() | moves.TurnUp() | moves.RollDie() as outcome:
            return _luck_text(state, outcome)


def _bribery_text(move: moves.BriberyMove) -> str:
    match move:
        case moves.Offer(cell, points):
            return f"offer {cell_name(cell)} {points}"
        case moves.Decline():
            return "decline"
        case moves.Accept(briber):
            return f"accept {briber}"
        case moves.Refuse():
            return "refuse"


def _luck_text(state: Zankapfel, outcome: moves.LuckMove) -> str:
    match outcome:
        case moves.DealCard(card):
            return f"deal {state.dealt_seat()} {CARD_LETTERS[card]}"
        case moves.TurnUp(card):
            return f"turn {CARD_LETTERS[card]}"
        case moves.RollDie(pips):
            return f"roll {state.roller} {pips}"


def parse(state: Zankapfel, text: str) -> int:
    """The move a text names here."""
    match split_words(text):
        case ["mayor", row, column]:
            return moves.MAYOR + _cell(row, column)
        case ["clear", row, column]:
            return moves.CLEAR + _cell(row, column)
        case ["buy"]:
            return moves.BUY
        case ["lay", card]:
            return moves.LAY + lookup(card, CARDS, "apple card")
        case ["move", row, column]:
            return moves.MOVE + _cell(row, column)
        case ["colour", colour]:
            return moves.COLOUR + lookup(colour, COLOUR_LETTERS, "colour")
        case ["quarrel", card]:
            return moves.QUARREL + bounded_number(card, 1, HIGHEST_QUARREL_CARD, "ZK-2")
        case ["dice", dice]:
            return moves.DICE + bounded_number(dice, 1, MAX_DICE, "ZK-19")
        case ["nodice"]:
            return moves.DICE
        case ["offer" | "decline" | "accept" | "refuse", *_]:
            return _parse_bribery(state, text)
        case _:
            return _parse_luck(state, text)


def _parse_bribery(state: Zankapfel, text: str) -> int:
    match split_words(text):
        case ["offer", row, column, points]:
            bribe = bounded_number(points, 1, MAX_BRIBE, "ZK-12")
            return int(moves.offer_move(_cell(row, column), bribe))
        case ["decline"]:
            return moves.DECLINE
        case ["accept", seat]:
            return moves.ACCEPT + seat_number(seat, int(state.players), "ZK-12")
        case ["refuse"]:
            return moves.REFUSE
        case _:
            raise unknown_move(text)


def _parse_luck(state: Zankapfel, text: str) -> int:
    match split_words(text):
        case ["deal", seat, card]:
            kind = lookup(card, CARDS, "apple card")
            if number(seat) != state.dealt_seat() or state.phase != moves.DEALING:
                raise IllegalMove(f"no card is dealt to seat {number(seat)} now", "ZK-6")
            return moves.DEAL + kind
        case ["turn", card]:
            return moves.TURN + lookup(card, CARDS, "apple card")
        case ["roll", seat, pips]:
            rolled = moves.ROLL + bounded_number(pips, 1, PIPS, "ZK-2")
            rolling = state.phase in (moves.ROLLING, moves.ROLLING_OFF)
            if number(seat) != state.roller or not rolling:
                raise IllegalMove(f"seat {number(seat)} does not roll now", _rolling_rule(state))
            return rolled
        case _:
            raise unknown_move(text)


def _cell(row: str, column: str) -> int:
    return (
        SIDE * (bounded_number(row, 1, SIDE, "ZK-1") - 1)
        + bounded_number(column, 1, SIDE, "ZK-1")
        - 1
    )


def rule_against(state: Zankapfel, seat: int, move: int) -> str:
    """The number of the rule that forbids a move: the one that says when it can be played."""
    decoded = moves.decode(move)
    match decoded:
        case moves.BuyCard() if _is_choosing(state, seat) and state.face_up < 0:
            return "ZK-10"
        case moves.LayCard() if _is_choosing(state, seat) and state.hands[seat] == 0:
            return "ZK-10"
        case moves.TurnUp() if state.chips != ALL_CELLS:
            return "ZK-8" if state.face_up >= 0 else "ZK-10"
        case moves.RollDie():
            return _rolling_rule(state)
        case _:
            return RULES[type(decoded)]


def _is_choosing(state: Zankapfel, seat: int) -> bool:
    return state.phase == moves.CHOOSING and seat >= 0 and bool(state.waiting >> seat & 1)


def _rolling_rule(state: Zankapfel) -> str:
    return "ZK-22" if state.phase == moves.ROLLING_OFF else "ZK-20"
