"""Zwickern: the main reason for a move, or against it, in one sentence.

It is the part of the estimate that weighs most: a debt, a Zwick, claws, cards; for a card that
stays on the table, whether it comes back, and what the next player can do with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludotheque.core.fast import BIT, bit_indices, count_bits
from ludotheque.games.zwickern import data, moves
from ludotheque.games.zwickern.knowledge import CARD_ESTIMATE, KNOWLEDGE, POINT, can_take

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.state import Move, Seat
    from ludotheque.core.words import Words
    from ludotheque.games.zwickern.rules import Zwickern

SAFE_OPPORTUNITY: Final = CARD_ESTIMATE  # for the next player: an even chance of two cards


def why(world: Zwickern, seat: Seat, move: Move, words: Words, names: Sequence[str]) -> str:
    """The main reason for a move of a seat, or against it."""
    KNOWLEDGE.note_position(world, seat)
    match moves.decode(move, world.config.deck):
        case moves.Capture(card, _, items):
            return _why_capture(world, card, items, words)
        case moves.Build(card, _, value) | moves.Fix(card, value):
            return _why_pile(world, seat, card, value, words, names)
        case added:
            kept = _why_kept(world, seat, added.card, words)
            return kept or _why_add(world, added.card, words)


def _why_capture(world: Zwickern, card: int, items: int, words: Words) -> str:
    """(ZW-6) A debt of the seat's side weighs most, then a Zwick, then claws, then cards."""
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
    if POINT * claws > CARD_ESTIMATE * count:
        return words.say("why.claws", count=claws)
    return words.say("why.cards", count=count)


def _why_pile(
    world: Zwickern, seat: Seat, card: int, value: int, words: Words, names: Sequence[str]
) -> str:
    """(ZW-12) Whether the player who built a pile can take it back."""
    points = int(world.config.penalty)
    if value == 0:
        return words.say("why.zero", points=points)
    if value > data.LOW_VALUE[world.config.largest]:
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


def _why_kept(world: Zwickern, seat: Seat, card: int, words: Words) -> str:
    """(ZW-12) The pile of the seat's side that another card of its hand can take."""
    for top in bit_indices(world.fresh & world.items):
        pile = world.public_item(top)
        is_own = world.side(pile.builder) == world.side(seat)
        if is_own and pile.value and can_take(KNOWLEDGE.kept_values[card], pile.value):
            return words.say("why.hold", value=pile.value)
    return ""


def _why_add(world: Zwickern, card: int, words: Words) -> str:
    """(ZW-11) What a card laid loose gives to the others."""
    claws = int(world.claws_in(BIT[card]))
    keeps = ".keep" if world.items and _can_capture(world) else ""
    if claws:
        return words.say(f"why.lay.claws{keeps}", count=claws)
    if not world.items:
        takers = KNOWLEDGE.unseen_with(data.CARD_VALUES[card])
        return words.say("why.empty", count=int(count_bits(takers)))
    is_safe = KNOWLEDGE.opportunity_for_next(world, card, claws) <= SAFE_OPPORTUNITY
    return words.say("why.safe" if is_safe else f"why.gift{keeps}")


def _can_capture(world: Zwickern) -> bool:
    """(ZW-6) Whether any card of the seat whose turn it is takes anything."""
    values = int(data.values_of(world.hands[world.seat]))
    return any(values & group for _, group in world.group_values())
