"""Zankapfel: the table as data any client can draw; what a viewer is asked, and may do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotheque.games.zankapfel.data import CELLS, NEIGHBOURS, NONE, SIDE
from ludotheque.games.zankapfel.notation import CARD, text
from ludotheque.games.zankapfel.picture import move_phrase
from ludotheque.games.zankapfel.rules import (
    ACCEPT,
    BUY,
    CHOOSING,
    CLEAR,
    CLEARING,
    COLOUR,
    COLOURING,
    DEALING,
    DECLINE,
    DICE,
    LAY,
    MOVE,
    OFFER,
    PLACING,
    QUARREL,
    REFUSE,
    TURNING,
    Zankapfel,
)
from ludotheque.games.zankapfel.rules_mayor import BRIBING, MOVING
from ludotheque.games.zankapfel.rules_quarrel import DICING, QUARRELLING
from ludotheque.games.zankapfel.rules_race import OVER
from ludotheque.games.zankapfel.scene_sight import Sight
from ludotheque.games.zankapfel.scene_table import areas, held, pieces, sale
from ludotheque.presentation.scene import Choice, Scene

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.words import Words


def scene(state: Zankapfel, viewer: int, words: Words, names: Sequence[str]) -> Scene:
    """What a viewer sees and may do."""
    sight = Sight(state.observe(viewer), viewer, words, names)
    moves = state.legal_moves(viewer)
    return Scene(
        game="zankapfel",
        viewer=viewer,
        prompt=_prompt(sight),
        areas=areas(sight),
        pieces=pieces(sight),
        choices=tuple(_choice(state, sight, move) for move in moves),
    )


# what is expected


def _prompt(sight: Sight) -> str:
    view = sight.view
    if view.phase == OVER:
        first = [seat for seat, pawn in enumerate(view.pawns) if pawn == max(view.pawns)]
        return sight.say("prompt.over", names=sight.listed(first))
    if not view.waiting:
        return _prompt_of_luck(sight)
    if sight.viewer in view.waiting:
        return _prompt_to_act(sight)
    waited = sight.listed(view.waiting)
    if sight.viewer == view.start and any(points for _, points in view.offers):
        return sight.say("prompt.accept", names=waited)
    return sight.say("prompt.wait", names=waited)


def _prompt_of_luck(sight: Sight) -> str:
    view = sight.view
    if view.phase in {DEALING, TURNING}:
        return sight.say("prompt.deal" if view.phase == DEALING else "prompt.turn")
    return sight.say("prompt.roll", name=sight.names[view.roller], count=view.dice_left)


def _prompt_to_act(sight: Sight) -> str:
    view = sight.view
    if view.phase == CHOOSING:
        return sight.say(_choosing_key(sight))
    if view.phase == MOVING:
        near = any(int(NEIGHBOURS[view.mayor]) >> cell & 1 for cell in view.chips)
        return sight.say("prompt.move" if near else "prompt.move.far")
    if view.phase == BRIBING:
        return _prompt_to_haggle(sight)
    if view.phase in {QUARRELLING, DICING}:
        others = [seat for seat in view.contenders if seat != sight.viewer]
        tied = view.totals[sight.viewer] > 0  # (ZK-21) what both had, until cards are shown anew
        laying = "prompt.quarrel.again" if tied else "prompt.quarrel"
        key = laying if view.phase == QUARRELLING else "prompt.dice"
        colour = sight.colour(view.quarrel_colour)
        return sight.say(key, colour=colour, count=view.prize, names=sight.listed(others))
    keys = {PLACING: "prompt.place", CLEARING: "prompt.clear", COLOURING: "prompt.colour"}
    return sight.say(keys[view.phase])


def _choosing_key(sight: Sight) -> str:
    """(ZK-10) Without a card one must buy; with nothing for sale, lay."""
    if not sight.view.hand:
        return "prompt.buy"
    return "prompt.choose" if sight.view.face_up >= 0 else "prompt.lay"


def _prompt_to_haggle(sight: Sight) -> str:
    view = sight.view
    if sight.viewer == view.start:
        return sight.say("prompt.answer", place=sight.place(view.proposal))
    _, points = view.offers[sight.viewer]
    key = "prompt.raise" if points else "prompt.offer"
    return sight.say(key, name=sight.names[view.start], place=sight.place(view.proposal))


# choices


def _choice(state: Zankapfel, sight: Sight, move: int) -> Choice:
    """A move; what can't be had back is paid for dice, quarrel cards and accepted offers."""
    careful = ACCEPT <= move < REFUSE or QUARREL <= move < DICE or move > DICE
    label = _label(state, sight, move)
    return Choice(_path(sight, move), text(state, move), label, careful=careful)


def _path(sight: Sight, move: int) -> tuple[str, ...]:
    """What is pressed; nothing for a button."""
    if move < BUY or MOVE <= move < OFFER:
        return (_cell_id(_cell_of(move)),)
    if move < MOVE:
        return (sale(sight.view.face_up) if move == BUY else _last_held(sight, move - LAY),)
    if move < DECLINE:
        points, cell = divmod(move - OFFER, CELLS)
        return (f"points:{points}", _cell_id(cell))
    if ACCEPT <= move < REFUSE:
        return (f"offer:{move - ACCEPT}",)
    if COLOUR <= move < QUARREL:
        return (f"apple:{CARD[move - COLOUR]}",)
    if move > DICE:
        return (f"buy-dice:{move - DICE}",)
    return (f"quarrel:{move - QUARREL}",) if QUARREL < move < DICE else ()


def _last_held(sight: Sight, kind: int) -> str:
    """Of equal cards the last is laid, so that the others keep their names."""
    return held(kind, sight.view.hand.count(kind))


def _cell_id(cell: int) -> str:
    return f"cell:{cell // SIDE + 1}:{cell % SIDE + 1}"


def _cell_of(move: int) -> int:
    """The cell that a move of the mayor or of a chip names; NONE for other moves."""
    if move < BUY:
        return move % CELLS
    return move - MOVE if MOVE <= move < OFFER else NONE


def _label(state: Zankapfel, sight: Sight, move: int) -> str:
    """A move in words; cells with what they are worth, seats with their names."""
    if _cell_of(move) != NONE:
        cell = _cell_of(move)
        key = "mayor" if move < CLEAR else "clear" if move < BUY else "move"
        return sight.say(f"choice.{key}", **sight.spot(cell))
    if OFFER <= move < DECLINE:
        points, cell = divmod(move - OFFER, CELLS)
        return sight.say("choice.offer", count=points, **sight.spot(cell))
    if ACCEPT <= move < REFUSE:
        cell, points = sight.view.offers[move - ACCEPT]
        name = sight.names[move - ACCEPT]
        return sight.say("choice.accept", name=name, count=points, **sight.spot(cell))
    if COLOUR <= move < QUARREL:
        return _colour_label(state, sight, move)
    return move_phrase(state, move, sight.words)


def _colour_label(state: Zankapfel, sight: Sight, move: int) -> str:
    """(ZK-14) Who has this colour already would quarrel."""
    view = sight.view
    colour = move - COLOUR
    others = [seat for seat, taken in enumerate(view.colours) if taken == colour]
    if not others:
        return move_phrase(state, move, sight.words)
    worth = sight.worth(colour, view.mayor)
    return sight.say(
        "choice.colour.quarrel",
        colour=sight.colour(colour),
        count=worth,
        names=sight.listed(others),
    )
