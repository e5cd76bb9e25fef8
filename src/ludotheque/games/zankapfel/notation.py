"""Zankapfel: moves as text, and text as moves; and which rule forbids what."""

from __future__ import annotations

from typing import Final

from ludotheque.core.errors import IllegalMove
from ludotheque.core.notation import number, one_of, unknown, within, words_of
from ludotheque.games.zankapfel.data import ALL_CELLS, BRIBES, CELLS, MOST_DICE, PIPS, SIDE
from ludotheque.games.zankapfel.rules import (
    ACCEPT,
    BUY,
    CHOOSING,
    CLEAR,
    COLOUR,
    DEAL,
    DEALING,
    DECLINE,
    DICE,
    LAY,
    MAYOR,
    MOVE,
    OFFER,
    QUARREL,
    REFUSE,
    ROLL,
    TURN,
    Zankapfel,
)
from ludotheque.games.zankapfel.rules_quarrel import ROLLING, ROLLING_OFF

CARD: Final = "rygbj"
KIND: Final = {name: kind for kind, name in enumerate(CARD)}
COLOUR_OF: Final = {name: kind for kind, name in enumerate(CARD[:4])}


def cell_name(cell: int) -> str:
    """A cell as row and column, counted from 1 at the top left."""
    return f"{cell // SIDE + 1} {cell % SIDE + 1}"


def text(state: Zankapfel, move: int) -> str:
    """A move in notation, as it is about to be played."""
    if move >= DEAL:
        return _luck_text(state, move)
    if move < CLEAR:
        return f"mayor {cell_name(move - MAYOR)}"
    if move < BUY:
        return f"clear {cell_name(move - CLEAR)}"
    if move < MOVE:
        return "buy" if move == BUY else f"lay {CARD[move - LAY]}"
    if move < OFFER:
        return f"move {cell_name(move - MOVE)}"
    if move < DECLINE:
        points, cell = divmod(move - OFFER, CELLS)
        return f"offer {cell_name(cell)} {points}"
    if move < REFUSE:
        return "decline" if move == DECLINE else f"accept {move - ACCEPT}"
    if move < QUARREL:
        return "refuse" if move == REFUSE else f"colour {CARD[move - COLOUR]}"
    if move < DICE:
        return f"quarrel {move - QUARREL}"
    return "nodice" if move == DICE else f"dice {move - DICE}"


def _luck_text(state: Zankapfel, move: int) -> str:
    if move < TURN:
        return f"deal {state.dealt_seat()} {CARD[move - DEAL]}"
    if move < ROLL:
        return f"turn {CARD[move - TURN]}"
    return f"roll {state.roller} {move - ROLL}"


def parse(state: Zankapfel, text: str) -> int:
    """The move a text names here."""
    match words_of(text):
        case ["mayor", row, column]:
            return MAYOR + _cell(row, column)
        case ["clear", row, column]:
            return CLEAR + _cell(row, column)
        case ["buy"]:
            return BUY
        case ["lay", card]:
            return LAY + one_of(card, KIND, "apple card")
        case ["move", row, column]:
            return MOVE + _cell(row, column)
        case ["colour", colour]:
            return COLOUR + one_of(colour, COLOUR_OF, "colour")
        case ["quarrel", card]:
            return QUARREL + within(card, 1, 10, "ZK-2")
        case ["dice", dice]:
            return DICE + within(dice, 1, MOST_DICE, "ZK-19")
        case ["nodice"]:
            return DICE
        case ["offer" | "decline" | "accept" | "refuse", *_]:
            return _parse_bribery(state, text)
        case _:
            return _parse_luck(state, text)


def _parse_bribery(state: Zankapfel, text: str) -> int:
    match words_of(text):
        case ["offer", row, column, points]:
            return OFFER + CELLS * within(points, 1, BRIBES, "ZK-12") + _cell(row, column)
        case ["decline"]:
            return DECLINE
        case ["accept", seat]:
            return ACCEPT + within(seat, 0, int(state.players) - 1, "ZK-12")
        case ["refuse"]:
            return REFUSE
        case _:
            raise unknown(text)


def _parse_luck(state: Zankapfel, text: str) -> int:
    match words_of(text):
        case ["deal", seat, card]:
            kind = one_of(card, KIND, "apple card")
            if number(seat) != state.dealt_seat() or state.phase != DEALING:
                raise IllegalMove(f"no card is dealt to seat {number(seat)} now", "ZK-6")
            return DEAL + kind
        case ["turn", card]:
            return TURN + one_of(card, KIND, "apple card")
        case ["roll", seat, pips]:
            rolled = ROLL + within(pips, 1, PIPS, "ZK-2")
            rolling = state.phase in (ROLLING, ROLLING_OFF)
            if number(seat) != state.roller or not rolling:
                raise IllegalMove(f"seat {number(seat)} does not roll now", _rolling_rule(state))
            return rolled
        case _:
            raise unknown(text)


def _cell(row: str, column: str) -> int:
    return SIDE * (within(row, 1, SIDE, "ZK-1") - 1) + within(column, 1, SIDE, "ZK-1") - 1


def _rolling_rule(state: Zankapfel) -> str:
    return "ZK-22" if state.phase == ROLLING_OFF else "ZK-20"


def rule_against(state: Zankapfel, seat: int, move: int) -> str:
    """The number of the rule that forbids a move: the one that says when it can be played."""
    if move < MOVE:
        return _rule_of_cards(state, seat, move)
    if move < OFFER:
        return "ZK-11"
    if move < COLOUR:
        return "ZK-12"
    if move < QUARREL:
        return "ZK-14"
    if move < DEAL:
        return "ZK-18" if move < DICE else "ZK-19"
    if move < ROLL:
        setting_up = move < TURN or state.chips == ALL_CELLS
        return "ZK-6" if setting_up else "ZK-8" if state.face_up >= 0 else "ZK-10"
    return _rolling_rule(state)


def _rule_of_cards(state: Zankapfel, seat: int, move: int) -> str:
    if move < BUY:
        return "ZK-5" if move < CLEAR else "ZK-7"
    mine = state.phase == CHOOSING and seat >= 0 and bool(state.waiting >> seat & 1)
    if move == BUY:
        return "ZK-10" if mine and state.face_up < 0 else "ZK-8"
    return "ZK-10" if mine and state.hands[seat] == 0 else "ZK-9"
