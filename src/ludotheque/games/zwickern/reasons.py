"""Zwickern: why the greedy player likes a move, in one sentence.

Of all that makes up its standing after the move, what weighs most: a Zwick, claws, a debt, cards;
for a card that stays on the table, whether it comes back, and what the next player gets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludotheque.core.fast import BIT, count_bits
from ludotheque.games.zwickern.data import FACE_CARD, FACE_VALUE, FACES, LOW, VALUES, unfold
from ludotheque.games.zwickern.rules_hands import cards_of, values_of
from ludotheque.games.zwickern.rules_moves import BUILD, FIX, KIND_BITS, KIND_MASK
from ludotheque.games.zwickern.worth import PER_CARD, claws_among, gift, stays, unseen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.state import Move, Seat
    from ludotheque.core.words import Words
    from ludotheque.games.zwickern.rules import Zwickern

LITTLE: Final = 1.0  # points the next player can expect, at most


def why(world: Zwickern, seat: Seat, move: Move, words: Words, names: Sequence[str]) -> str:
    """The main reason for a move of a seat, or against it."""
    kind, argument = move & KIND_MASK, move >> KIND_BITS
    if kind < FACES:
        card, items = int(FACE_CARD[kind]), int(unfold(argument, world.config.deck))
        return _capture(world, seat, card, items, words)
    if kind == BUILD:
        return _pile(world, seat, (argument & 63, argument >> 12), words, names)
    if kind == FIX:
        face = int(FACE_CARD[argument]), int(FACE_VALUE[argument])
        return _pile(world, seat, face, words, names)
    return _add(world, seat, move, argument, words)


def _capture(world: Zwickern, seat: Seat, card: int, items: int, words: Words) -> str:
    """(ZW-6) A debt of one's own weighs most, then a Zwick, then claws; cards are always there."""
    cards = int(BIT[card])
    for item in cards_of(items):
        cards |= int(world.stacks[item])
    claws, count, points = claws_among(world, cards), cards.bit_count(), int(world.config.penalty)
    clears = items == world.items
    if world.side(seat) in _debtors(world, items):
        return words.say("why.debt", points=points)
    if _relief(world, seat, items) > clears + claws + PER_CARD * count:
        return words.say("why.rescue", count=count, points=points)
    if clears:
        return words.say("why.zwick.claws", count=claws) if claws else words.say("why.zwick")
    if claws > PER_CARD * count:
        return words.say("why.claws", count=claws)
    return words.say("why.cards", count=count)


def _debtors(world: Zwickern, items: int) -> set[int]:
    """The sides that answer for piles among some items."""
    piles = cards_of(items & int(world.fresh))
    return {int(world.side(world.piles[item] & 7)) for item in piles}


def _relief(world: Zwickern, seat: Seat, items: int) -> float:
    """What others no longer need to fear if some items are taken, as `standing` weighs it."""
    fear = sum(
        int(world.config.penalty) * stays(world, item, int(world.piles[item] & 7), seat)
        for item in cards_of(items & int(world.fresh))
    )
    return fear / (int(world.sides) - 1)


def _pile(
    world: Zwickern, seat: Seat, built: tuple[int, int], words: Words, names: Sequence[str]
) -> str:
    """(ZW-12) Whether a pile, with its last card and its value, comes back to who built it."""
    card, value = built
    points = int(world.config.penalty)
    if value == 0:
        return words.say("why.zero", points=points)
    if value > LOW[world.config.largest]:
        return words.say("why.never", value=value, points=points)
    if values_of(world.hands[seat] & ~BIT[card]) & BIT[value]:
        return words.say("why.hold", value=value)
    partner = _partner(world, seat)
    if partner is not None:
        return words.say("why.partner", name=names[partner], value=value, points=points)
    return words.say("why.risk", value=value, points=points)


def _partner(world: Zwickern, seat: Seat) -> int | None:
    """Who of the same side still has cards to play in this round."""
    for other in range(world.players):
        if other != seat and world.side(other) == world.side(seat) and world.hands[other]:
            return other
    return None


def _add(world: Zwickern, seat: Seat, move: Move, card: int, words: Words) -> str:
    """(ZW-11) What a card laid loose leaves to the others."""
    claws = claws_among(world, int(BIT[card]))
    if claws:
        return words.say("why.lay.claws", count=claws)
    if not count_bits(world.items):
        hidden = cards_of(unseen(world, seat))
        count = sum(1 for other in hidden if VALUES[other] & VALUES[card])
        return words.say("why.empty", count=count)
    return words.say("why.safe" if gift(world, seat, move) <= LITTLE else "why.gift")
