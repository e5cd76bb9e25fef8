"""M: why a move is good, or not, in one sentence, from what the quick player counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotheque.core.fast import bit_indices, count_bits
from ludotheque.games.m.data import COLOUR, COLOURS, is_zero
from ludotheque.games.m.knowledge import (
    CHIP_SWING,
    finish_scoring,
    opportunity_for_next,
    take_gain,
)
from ludotheque.games.m.moves import (
    CHOOSING_LINE,
    TAKE,
    TAKING,
    ChooseLine,
    Lay,
    Pass,
    Take,
    decode,
)
from ludotheque.games.m.rules_geometry import NEIGHBOURS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.state import Move, Seat
    from ludotheque.core.words import Words
    from ludotheque.games.m.rules import M


def why(world: M, seat: Seat, move: Move, words: Words, names: Sequence[str]) -> str:
    """The main reason for a move, or against it."""
    del names  # nobody need be named
    match decode(move):
        case Lay(_, cell):
            return _why_lay(world, seat, move, cell, words)
        case Take(cell):
            return _why_take(world, seat, cell, words)
        case ChooseLine():
            return _why_scoring(world, seat, move, words, "why.line")
        case _ if min(world.legal_moves(seat)) < TAKE:
            return words.say("why.pass.willing")
        case Pass():
            return words.say("why.pass")
        case _:
            return words.say("why.exchange")


def _why_lay(world: M, seat: Seat, move: Move, cell: int, words: Words) -> str:
    """What the card brings; if nothing, what it leaves to the next player."""
    after = world.clone()
    after.apply(seat, move)
    if after.phase in (CHOOSING_LINE, TAKING):
        return _why_scoring(world, seat, move, words, "why.scoring")
    chips = int(after.chips[seat] - world.chips[seat])
    left = round(opportunity_for_next(after) / CHIP_SWING)
    if chips:
        key = "why.chips.gift" if left >= chips else "why.chips"
        return words.say(key, count=chips)
    if count_bits(after.occupied & NEIGHBOURS[cell]) > 1:
        return words.say("why.nobody")  # (M-9) the others have no chips
    return words.say("why.gift" if left >= 1 else "why.quiet")


def _why_scoring(world: M, seat: Seat, move: Move, words: Words, key: str) -> str:
    """What a scoring is worth to a seat, chips of the card included, if all take their best."""
    after = world.clone()
    after.apply(seat, move)
    finish_scoring(after)
    gain = after.scores()[seat] - world.scores()[seat]
    if gain < 0:
        return words.say(f"{key}.loss", points=-gain)
    return words.say(key if gain else f"{key}.nothing", points=gain)


def _why_take(world: M, seat: Seat, cell: int, words: Words) -> str:
    kind = int(world.board[cell])
    gain = take_gain(world, seat, cell)
    colour = words.say(f"colour.{COLOURS[COLOUR[kind]]}")
    if gain > 0:
        gains = [take_gain(world, seat, other) for other in bit_indices(world.takeable)]
        key = "why.take.best" if gain == max(gains) else "why.take"
        return words.say(key, points=gain, colour=colour)
    if is_zero(kind):
        return words.say("why.take.zero")
    return words.say("why.take.loss" if gain else "why.take.even", points=-gain, colour=colour)
