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
from ludotheque.games.zankapfel import data, moves
from ludotheque.games.zankapfel.rules import Zankapfel

CARD_LETTERS: Final = "rygbj"
CARD_BY_LETTER: Final = {letter: card for card, letter in enumerate(CARD_LETTERS)}
COLOUR_BY_LETTER: Final = {letter: colour for colour, letter in enumerate(CARD_LETTERS[:4])}
ROLLING_PHASES: Final = (moves.ROLLING, moves.ROLLING_OFF)

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
    return f"{cell // data.SIDE + 1}{between}{cell % data.SIDE + 1}"


def text(state: Zankapfel, move: int) -> str:
    """A move in notation, as it is about to be played."""
    match moves.decode(move):
        case moves.DealCard(card):
            return f"deal {state.dealt_seat()} {CARD_LETTERS[card]}"
        case moves.TurnUp(card):
            return f"turn {CARD_LETTERS[card]}"
        case moves.RollDie(pips):
            return f"roll {state.roller} {pips}"
        case decoded:
            return choice_text(decoded)


def choice_text(move: moves.AnyMove) -> str:  # noqa: C901 - one case a move
    """A move of a seat in notation."""
    match move:
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
        case moves.Offer(cell, points):
            return f"offer {cell_name(cell)} {points}"
        case moves.Decline():
            return "decline"
        case moves.Accept(briber):
            return f"accept {briber}"
        case moves.Refuse():
            return "refuse"
        case moves.TakeColour(colour):
            return f"colour {CARD_LETTERS[colour]}"
        case moves.LayQuarrelCard(card):
            return f"quarrel {card}"
        case moves.BuyDice(dice):
            return f"dice {dice}" if dice else "nodice"
        case moves.DealCard() | moves.TurnUp() | moves.RollDie():
            raise ValueError("luck has no choices")


def parse(state: Zankapfel, text: str) -> int:  # noqa: C901 - one case a move
    """The move a text names here."""
    match split_words(text):
        case ["mayor", row, column]:
            return moves.PLACE_MAYOR + _cell(row, column)
        case ["clear", row, column]:
            return moves.CLEAR + _cell(row, column)
        case ["buy"]:
            return moves.BUY
        case ["lay", card]:
            return moves.LAY + lookup(card, CARD_BY_LETTER, "apple card")
        case ["move", row, column]:
            return moves.MOVE_MAYOR + _cell(row, column)
        case ["offer", row, column, points]:
            bribe = bounded_number(points, 1, data.MAX_BRIBE, "ZK-12")
            return moves.offer_move(_cell(row, column), bribe)
        case ["decline"]:
            return moves.DECLINE
        case ["accept", seat]:
            return moves.ACCEPT + seat_number(seat, state.players, "ZK-12")
        case ["refuse"]:
            return moves.REFUSE
        case ["colour", colour]:
            return moves.TAKE_COLOUR + lookup(colour, COLOUR_BY_LETTER, "colour")
        case ["quarrel", card]:
            return moves.LAY_QUARREL_CARD + bounded_number(
                card, 1, data.HIGHEST_QUARREL_CARD, "ZK-2"
            )
        case ["dice", dice]:
            return moves.BUY_DICE + bounded_number(dice, 1, data.MAX_DICE, "ZK-19")
        case ["nodice"]:
            return moves.BUY_DICE
        case ["deal", seat, card]:
            dealt = moves.DEAL + lookup(card, CARD_BY_LETTER, "apple card")
            if number(seat) != state.dealt_seat() or state.phase != moves.DEALING:
                raise IllegalMove(f"no card is dealt to seat {number(seat)} now", "ZK-6")
            return dealt
        case ["turn", card]:
            return moves.TURN_UP + lookup(card, CARD_BY_LETTER, "apple card")
        case ["roll", seat, pips]:
            rolled = moves.ROLL + bounded_number(pips, 1, data.DIE_FACES, "ZK-2")
            if number(seat) != state.roller or state.phase not in ROLLING_PHASES:
                raise IllegalMove(f"seat {number(seat)} does not roll now", _rolling_rule(state))
            return rolled
        case _:
            raise unknown_move(text)


def _cell(row: str, column: str) -> int:
    above, left = (bounded_number(word, 1, data.SIDE, "ZK-1") - 1 for word in (row, column))
    return data.SIDE * above + left


def rule_against(state: Zankapfel, seat: int, move: int) -> str:
    """The number of the rule that forbids a move: the one that says when it can be played."""
    decoded = moves.decode(move)
    is_choosing = state.phase == moves.BUYING_OR_LAYING and seat in state.awaited()
    match decoded:
        case moves.BuyCard() if is_choosing and state.face_up < 0:
            return "ZK-10"
        case moves.LayCard() if is_choosing and state.hands[seat] == 0:
            return "ZK-10"
        case moves.TurnUp() if state.chips != data.ALL_CELLS:
            return "ZK-8" if state.face_up >= 0 else "ZK-10"
        case moves.RollDie():
            return _rolling_rule(state)
        case _:
            return RULES[type(decoded)]


def _rolling_rule(state: Zankapfel) -> str:
    return "ZK-22" if state.phase == moves.ROLLING_OFF else "ZK-20"
