"""M: why a move is good, or not, in one sentence, from what the greedy player counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotheque.core.fast import count_bits
from ludotheque.games.m.data import BESIDE, CELLS, COLOURS
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
from ludotheque.games.m.rules import M
from ludotheque.games.m.worth import CHIP_SWING, finish_scoring, gift, take_value

if TYPE_CHECKING:
    from ludotheque.core.state import Move, Seat
    from ludotheque.core.words import Words


def why(world: M, seat: Seat, move: Move, words: Words) -> str:
    """The main reason for a move, or against it."""
    match decode(move):
        case Lay():
            return _why_lay(world, seat, move, words)
        case Take():
            return _why_take(world, seat, move, words)
        case ChooseLine():
            return _scored(world, seat, move, words, "why.line")
        case _ if min(world.legal_moves(seat)) < TAKE:
            return words.say("why.pass.willing")
        case Pass():
            return words.say("why.pass")
        case _:
            return words.say("why.exchange")


def _why_lay(world: M, seat: Seat, move: Move, words: Words) -> str:
    """What the card brings; if nothing, what it leaves to the next player."""
    after = world.clone()
    after.apply(seat, move)
    if after.phase in (CHOOSING_LINE, TAKING):
        return _scored(world, seat, move, words, "why.scoring")
    chips = int(after.chips[seat] - world.chips[seat])
    left = round(gift(after) / CHIP_SWING)
    if chips:
        key = "why.chips.gift" if left >= chips else "why.chips"
        return words.say(key, count=chips)
    if count_bits(after.occupied & BESIDE[move % CELLS]) > 1:
        return words.say("why.nobody")  # (M-9) the others have no chips
    return words.say("why.gift" if left >= 1 else "why.quiet")


def _scored(world: M, seat: Seat, move: Move, words: Words, key: str) -> str:
    """What a scoring is worth to a seat, chips of the card included, if all take their best."""
    after = world.clone()
    after.apply(seat, move)
    finish_scoring(after)
    gain = after.scores()[seat] - world.scores()[seat]
    if gain < 0:
        return words.say(f"{key}.loss", points=-gain)
    return words.say(key if gain else f"{key}.nothing", points=gain)


def _why_take(world: M, seat: Seat, move: Move, words: Words) -> str:
    colour, value = world.colour_and_value(move - TAKE)
    gain, _ = take_value(world, world.colour_points(seat), move)
    name = words.say(f"colour.{COLOURS[colour]}")
    if gain > 0:
        is_best = all(
            take_value(world, world.colour_points(seat), other)[0] <= gain
            for other in world.legal_moves(seat)
        )
        return words.say("why.take.best" if is_best else "why.take", points=gain, colour=name)
    if not value:
        return words.say("why.take.zero")
    return words.say("why.take.loss" if gain else "why.take.even", points=-gain, colour=name)
