"""M: the reason for a move, or against it, in one sentence, from the values of the greedy bot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotheque.core.fast import bit_indices, count_bits
from ludotheque.games.m import data, knowledge, moves
from ludotheque.games.m.rules_geometry import NEIGHBOURS
from ludotheque.games.m.sentences import colour_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.state import Move, Seat
    from ludotheque.core.words import Words
    from ludotheque.games.m.rules import M


def why(world: M, seat: Seat, move: Move, words: Words, names: Sequence[str]) -> str:
    """The main reason for a move, or against it."""
    del names  # no reason names a player
    match moves.decode(move):
        case moves.Lay(_, cell):
            return _why_lay(world, seat, move, cell, words)
        case moves.Take(cell):
            return _why_take(world, seat, cell, words)
        case moves.ChooseLine():
            return _why_scoring(world, seat, move, words, "why.line")
        case _ if min(world.legal_moves(seat)) < moves.TAKE:
            return words.say("why.pass.willing")
        case moves.Pass():
            return words.say("why.pass")
        case _:
            return words.say("why.exchange")


def _why_lay(world: M, seat: Seat, move: Move, cell: int, words: Words) -> str:
    """What the card brings; if nothing, what it leaves to the next player."""
    after = world.clone()
    after.apply(seat, move)
    if after.phase in (moves.CHOOSING_LINE, moves.TAKING):
        return _why_scoring(world, seat, move, words, "why.scoring")
    chips = int(after.chips[seat] - world.chips[seat])
    left = round(knowledge.opportunity_for_next(after) / knowledge.CHIP_SWING)
    if chips:
        key = "why.chips.gift" if left >= chips else "why.chips"
        return words.say(key, count=chips)
    if count_bits(after.occupied & NEIGHBOURS[cell]) > 1:
        return words.say("why.nobody")  # (M-9) the others have no chips
    return words.say("why.gift" if left >= 1 else "why.quiet")


def _why_scoring(world: M, seat: Seat, move: Move, words: Words, key: str) -> str:
    """What a card laid or a line chosen is worth to a seat, if everyone takes their best card."""
    after = world.clone()
    after.apply(seat, move)
    knowledge.finish_scoring(after)
    gain = after.scores()[seat] - world.scores()[seat]
    if gain < 0:
        return words.say(f"{key}.loss", points=-gain)
    return words.say(key if gain else f"{key}.nothing", points=gain)


def _why_take(world: M, seat: Seat, cell: int, words: Words) -> str:
    """What a card adds to the score or costs, compared with the others that can be taken."""
    kind = int(world.board[cell])
    gain = knowledge.take_gain(world, seat, cell)
    colour = colour_name(data.COLOUR[kind], words)
    if gain > 0:
        gains = [knowledge.take_gain(world, seat, other) for other in bit_indices(world.takeable)]
        key = "why.take.best" if gain == max(gains) else "why.take"
        return words.say(key, points=gain, colour=colour)
    if data.is_zero(kind):
        return words.say("why.take.zero")
    return words.say("why.take.loss" if gain else "why.take.even", points=-gain, colour=colour)
