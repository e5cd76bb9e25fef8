"""Zwickern: the main reason for a move, or against it, in one sentence.

Of all that makes up the estimate of a move, what weighs most: a debt, a Zwick, claws, cards; for a
card that stays on the table, whether it comes back, and what the next player can do with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludotheque.core.fast import BIT, count_bits
from ludotheque.games.zwickern.data import CARD_VALUES, LOW_VALUE
from ludotheque.games.zwickern.knowledge import KNOWLEDGE, PER_CARD, POINT, can_take
from ludotheque.games.zwickern.moves import Build, Capture, Fix, decode

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.state import Move, Seat
    from ludotheque.core.words import Words
    from ludotheque.games.zwickern.rules import Zwickern

LITTLE: Final = PER_CARD  # that the next player can expect: an even chance of two cards


def why(world: Zwickern, seat: Seat, move: Move, words: Words, names: Sequence[str]) -> str:
    """The main reason for a move of a seat, or against it."""
    KNOWLEDGE.study(world, seat)
    match decode(move, world.config.deck):
        case Capture(card, _, items):
            return _capture(world, card, items, words)
        case Build(card, _, value) | Fix(card, value):
            return _pile(world, seat, card, value, words, names)
        case added:
            return _add(world, added.card, words)


def _capture(world: Zwickern, card: int, items: int, words: Words) -> str:
    """(ZW-6) A debt of one's own weighs most, then a Zwick, then claws; cards are always there."""
    points, piles = int(world.config.penalty), items & int(world.fresh)
    if KNOWLEDGE.debts_paid(world, card, piles):
        return words.say("why.debt", points=points)
    cards = BIT[card] | world.cards_of(items)
    count, claws = int(count_bits(cards)), int(world.claws_in(cards))
    zwick = POINT if items == world.items else 0
    if KNOWLEDGE.penalties_spared(world, piles) > KNOWLEDGE.gain(world, cards) + zwick:
        return words.say("why.rescue", count=count, points=points)
    if zwick:
        return words.say("why.zwick.claws", count=claws) if claws else words.say("why.zwick")
    if POINT * claws > PER_CARD * count:
        return words.say("why.claws", count=claws)
    return words.say("why.cards", count=count)


def _pile(
    world: Zwickern, seat: Seat, card: int, value: int, words: Words, names: Sequence[str]
) -> str:
    """(ZW-12) Whether the player who built a pile can take it back."""
    points = int(world.config.penalty)
    if value == 0:
        return words.say("why.zero", points=points)
    if value > LOW_VALUE[world.config.largest]:
        return words.say("why.never", value=value, points=points)
    if can_take(KNOWLEDGE.kept_values[card], value):
        return words.say("why.hold", value=value)
    partner = _partner(world, seat)
    if partner is not None:
        return words.say("why.partner", name=names[partner], value=value, points=points)
    return words.say("why.risk", value=value, points=points)


def _partner(world: Zwickern, seat: Seat) -> int | None:
    """The partner, if they still have cards to play in this round."""
    for other in range(world.seats()):
        if other != seat and world.side(other) == world.side(seat) and world.hands[other]:
            return other
    return None


def _add(world: Zwickern, card: int, words: Words) -> str:
    """(ZW-11) What a card laid loose gives to the others."""
    claws = int(world.claws_in(BIT[card]))
    if claws:
        return words.say("why.lay.claws", count=claws)
    if not world.items:
        takers = KNOWLEDGE.unseen_with(CARD_VALUES[card])
        return words.say("why.empty", count=int(count_bits(takers)))
    is_safe = KNOWLEDGE.opportunity_for_next(world, card, claws) <= LITTLE
    return words.say("why.safe" if is_safe else "why.gift")
