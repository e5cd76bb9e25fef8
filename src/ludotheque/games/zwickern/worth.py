"""Zwickern: how well a seat is off, as the greedy player sees it.

What is in the heap is worth its claws, and a little for the majority. A pile is a debt until
somebody takes it: the more cards are still to come and the more of them fit, the smaller. What is
left on the table is a gift to the next player, dear if one card that many may hold clears it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludotheque.core.fast import BIT, count_bits
from ludotheque.games.zwickern.data import LOW, VALUES
from ludotheque.games.zwickern.rules_hands import cards_of, values_of
from ludotheque.games.zwickern.rules_heaps import claws_in
from ludotheque.games.zwickern.rules_table import VALUE_BITS, VALUE_MASK

if TYPE_CHECKING:
    from ludotheque.core.state import Move, Seat
    from ludotheque.games.zwickern.rules import Zwickern

PER_CARD: Final = 0.16  # towards the three points for most cards
ON_TABLE: Final = 0.5  # of the claws of a card played and not captured, lost
KEPT_FOR: Final = 0.6  # how likely others hold what they build
CAPTURES: Final = 0.5  # how likely a card captures something, and a pile worth 0 with it
CROWDED: Final = 8  # items above which only sums up to 14 are weighed


def appraise(world: Zwickern, seat: Seat, move: Move) -> float:
    """How well, in points, a move leaves a seat's side against the others."""
    after = world.clone()
    after.apply(seat, move)
    value = standing(after, seat)
    played = int(world.hands[seat] & ~after.hands[seat])
    if played & after.items:  # a card with claws had better capture
        value -= ON_TABLE * claws_among(world, played)
    return value


def standing(state: Zwickern, seat: Seat) -> float:
    """A side's points so far, with what it is about to score, against the mean of the others'."""
    sides = [_worth(state, side) - debts(state, side, seat) for side in range(state.sides)]
    mine = sides[state.side(seat)]
    return mine - (sum(sides) - mine) / (len(sides) - 1)


def _worth(state: Zwickern, side: int) -> float:
    heap = state.side_heap(side)
    most, zwicks, claws, penalties = state.tally(side)
    scored = most + zwicks + claws - penalties
    return (
        scored
        + int(state.zwicks[side])
        + claws_among(state, heap)
        + PER_CARD * int(count_bits(heap))
    )


def claws_among(state: Zwickern, cards: int) -> int:
    """The claws of a set of cards."""
    return int(claws_in(cards, state.config.middle, state.config.largest))


def debts(state: Zwickern, side: int, viewer: Seat) -> float:
    """The penalties a side must fear for its piles of this round (ZW-12)."""
    total = 0.0
    for item in cards_of(state.fresh):
        builder = int(state.piles[item] & 7)
        if state.side(builder) == side:
            total += int(state.config.penalty) * stays(state, item, builder, viewer)
    return total


def stays(state: Zwickern, item: int, builder: Seat, viewer: Seat) -> float:
    """How likely a pile is still there when the round ends, as far as the viewer can tell."""
    value = int(state.piles[item] >> 3)
    if value > LOW[state.config.largest]:
        return 1.0
    if value == 0:
        hands = [
            state.hands[seat] for seat in range(state.players) if _is_with(state, seat, builder)
        ]
        return (1 - CAPTURES) ** sum(int(count_bits(hand)) for hand in hands)
    fitting = _chance(state, value, viewer)
    chance = 1.0
    for seat in range(state.players):
        if not _is_with(state, seat, builder):
            continue
        if seat == viewer:
            chance *= 0.0 if values_of(state.hands[seat]) & BIT[value] else 1.0
        elif state.hands[seat]:
            chance *= (1 - fitting) ** int(count_bits(state.hands[seat]))
            chance *= 1 - KEPT_FOR if seat == builder else 1.0
    return chance


def _is_with(state: Zwickern, seat: Seat, other: Seat) -> bool:
    return bool(state.side(seat) == state.side(other))


def unseen(state: Zwickern, viewer: Seat) -> int:
    """The cards that the viewer can't see, in the pack or in other hands."""
    return int(state.pack) | sum(int(h) for s, h in enumerate(state.hands) if s != viewer)


def _chance(state: Zwickern, value: int, viewer: Seat) -> float:
    """How likely a card the viewer can't see has a value."""
    hidden = cards_of(unseen(state, viewer))
    return sum(VALUES[card] >> value & 1 for card in hidden) / len(hidden) if hidden else 0.0


def gift(world: Zwickern, seat: Seat, move: Move) -> float:
    """What the next player, whose cards are not known, can expect to take after a move."""
    after = world.clone()
    after.apply(seat, move)
    if after.deal != world.deal or not after.items:
        return 0.0
    cards = int(count_bits(after.hands[after.seat])) or 4  # a new round is about to be dealt
    hidden = cards_of(unseen(after, seat))
    total, nobody_did = 0.0, 1.0
    for gain, value in sorted(_gains(after, seat, hidden), reverse=True):
        copies = sum(VALUES[card] >> value & 1 for card in hidden)
        chance = 1 - (1 - copies / len(hidden)) ** cards
        total += nobody_did * chance * gain
        nobody_did *= 1 - chance
    return total


def _gains(after: Zwickern, seat: Seat, hidden: list[int]) -> list[tuple[float, int]]:
    """For each value that somebody may hold, what it would take from the table."""
    wanted = 0
    for card in hidden:
        wanted |= int(VALUES[card])
    if count_bits(after.items) > CROWDED:
        wanted &= 2**15 - 1
    best: dict[int, int] = {}
    for group in after.groups(wanted, wanted.bit_length() - 1) if wanted else ():
        value, items = group & VALUE_MASK, group >> VALUE_BITS
        taken = best.get(value, 0)
        if not taken & items and not _is_own_debt(after, items, seat):
            best[value] = taken | items
    along = 0  # piles worth 0 (ZW-10)
    for item in cards_of(after.worthless):
        along |= 0 if _is_own_debt(after, int(BIT[item]), seat) else int(BIT[item])
    return [(_gain(after, items | along), value) for value, items in best.items()]


def _is_own_debt(after: Zwickern, items: int, seat: Seat) -> bool:
    """Whether items hold a pile the seat's side answers for: nobody takes it off its hands."""
    piles = cards_of(items & int(after.fresh))
    return any(after.side(after.piles[item] & 7) == after.side(seat) for item in piles)


def _gain(after: Zwickern, items: int) -> float:
    cards = 0
    for item in cards_of(items):
        cards |= int(after.stacks[item])
    clears = 1 if items == after.items else 0
    return claws_among(after, cards) + PER_CARD * (cards.bit_count() + 1) + clears
