"""Zwickern: a player that looks one move ahead and knows what good players know.

What is in the heap is worth its claws, and a little for the majority. A pile is a debt until
somebody takes it: the more cards are still to come and the more of them fit, the smaller. What is
left on the table is a gift to the next player, dear if one card that many may hold clears it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludotheque.core.fast import BIT, count_bits
from ludotheque.games.zwickern.data import LOW, VALUES
from ludotheque.games.zwickern.rules import Zwickern
from ludotheque.games.zwickern.rules_hands import cards_of, values_of
from ludotheque.games.zwickern.rules_heaps import claws_in
from ludotheque.games.zwickern.rules_table import VALUE_BITS, VALUE_MASK

if TYPE_CHECKING:
    from ludotheque.core.dice import Dice
    from ludotheque.core.state import Move, Seat, State

PER_CARD: Final = 0.16  # towards the three points for most cards
ON_TABLE: Final = 0.5  # of the claws of a card played and not captured, lost
LOOKED_AT: Final = 8  # moves whose gift to the next player is weighed
KEPT_FOR: Final = 0.6  # how likely others hold what they build
GIFT: Final = 1.0  # of what the next player could take, counted against a move
CROWDED: Final = 8  # items above which only sums up to 14 are weighed


class Greedy:
    """Plays the move with the best standing after it, counting what it leaves to the next."""

    def choose(self, world: State, seat: Seat, dice: Dice) -> Move:
        assert isinstance(world, Zwickern), "a world of another game"
        moves = world.choices(seat)
        ranked = [(appraise(world, seat, move), dice.below(1000), move) for move in moves]
        ranked.sort(reverse=True)
        best = [
            (value - GIFT * gift(world, seat, move), ticket, move)
            for value, ticket, move in ranked[:LOOKED_AT]
        ]
        return max(best)[2]


def appraise(world: Zwickern, seat: Seat, move: Move) -> float:
    """How well, in points, a move leaves a seat's side against the others."""
    after = world.clone()
    after.apply(seat, move)
    value = standing(after, seat)
    played = int(world.hands[seat] & ~after.hands[seat])
    if played & after.items:  # a card with claws had better capture
        value -= ON_TABLE * _claws(world, played)
    return value


def standing(state: Zwickern, seat: Seat) -> float:
    """A side's points so far, with what it is about to score, against the mean of the others'."""
    sides = [_worth(state, side) - _debts(state, side, seat) for side in range(state.sides)]
    mine = sides[state.side(seat)]
    return mine - (sum(sides) - mine) / (len(sides) - 1)


def _worth(state: Zwickern, side: int) -> float:
    heap = state.side_heap(side)
    most, zwicks, claws, penalties = state.tally(side)
    scored = most + zwicks + claws - penalties
    return scored + int(state.zwicks[side]) + _claws(state, heap) + PER_CARD * int(count_bits(heap))


def _claws(state: Zwickern, cards: int) -> int:
    return int(claws_in(cards, state.config.middle, state.config.largest))


def _debts(state: Zwickern, side: int, viewer: Seat) -> float:
    """The penalties a side must fear for its piles of this round (ZW-12)."""
    total = 0.0
    for item in cards_of(state.fresh):
        builder = int(state.piles[item] & 7)
        if state.side(builder) == side:
            total += int(state.config.penalty) * _stays(state, item, builder, viewer)
    return total


def _stays(state: Zwickern, item: int, builder: Seat, viewer: Seat) -> float:
    """How likely a pile is still there when the round ends, as far as the viewer can tell."""
    value = int(state.piles[item] >> 3)
    if value > LOW[state.config.largest]:
        return 1.0
    fitting = _chance(state, value, viewer)
    chance = 1.0
    for seat in range(state.players):
        if state.side(seat) != state.side(builder):
            continue
        if seat == viewer:
            chance *= 0.0 if values_of(state.hands[seat]) & BIT[value] else 1.0
        elif state.hands[seat]:
            chance *= (1 - fitting) ** int(count_bits(state.hands[seat]))
            chance *= 1 - KEPT_FOR if seat == builder else 1.0
    return chance


def _unseen(state: Zwickern, viewer: Seat) -> int:
    """The cards that the viewer can't see, in the pack or in other hands."""
    return int(state.pack) | sum(int(h) for s, h in enumerate(state.hands) if s != viewer)


def _chance(state: Zwickern, value: int, viewer: Seat) -> float:
    """How likely a card the viewer can't see has a value."""
    unseen = cards_of(_unseen(state, viewer))
    return sum(VALUES[card] >> value & 1 for card in unseen) / len(unseen) if unseen else 0.0


def gift(world: Zwickern, seat: Seat, move: Move) -> float:
    """What the next player, whose cards are not known, can expect to take after a move."""
    after = world.clone()
    after.apply(seat, move)
    if after.deal != world.deal or not after.items:
        return 0.0
    cards = int(count_bits(after.hands[after.seat])) or 4  # a new round is about to be dealt
    unseen = cards_of(_unseen(after, seat))
    total, nobody_did = 0.0, 1.0
    for gain, value in sorted(_gains(after, seat, unseen), reverse=True):
        copies = sum(VALUES[card] >> value & 1 for card in unseen)
        chance = 1 - (1 - copies / len(unseen)) ** cards
        total += nobody_did * chance * gain
        nobody_did *= 1 - chance
    return total


def _gains(after: Zwickern, seat: Seat, unseen: list[int]) -> list[tuple[float, int]]:
    """For each value that somebody may hold, what it would take from the table."""
    wanted = 0
    for card in unseen:
        wanted |= int(VALUES[card])
    if count_bits(after.items) > CROWDED:
        wanted &= 2**15 - 1
    best: dict[int, int] = {}
    for group in after.groups(wanted, wanted.bit_length() - 1) if wanted else ():
        value, items = group & VALUE_MASK, group >> VALUE_BITS
        taken = best.get(value, 0)
        if not taken & items and not _is_own_debt(after, items, seat):
            best[value] = taken | items
    return [(_gain(after, items), value) for value, items in best.items()]


def _is_own_debt(after: Zwickern, items: int, seat: Seat) -> bool:
    """Whether items hold a pile the seat's side answers for: nobody takes it off its hands."""
    piles = cards_of(items & int(after.fresh))
    return any(after.side(after.piles[item] & 7) == after.side(seat) for item in piles)


def _gain(after: Zwickern, items: int) -> float:
    cards = 0
    for item in cards_of(items):
        cards |= int(after.stacks[item])
    clears = 1 if items == after.items else 0
    return _claws(after, cards) + PER_CARD * (cards.bit_count() + 1) + clears
