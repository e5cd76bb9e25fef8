"""Zankapfel: how dice decide between two totals (compiled, ZK-20)."""

from __future__ import annotations

from typing import Final

from ludotheque.core.fast import i64, vec
from ludotheque.games.zankapfel.data import DIE_FACES, HIGHEST_QUARREL_CARD, MAX_DICE

PROBABILITY_ONE: Final = 1000
MAX_MARGIN: Final = HIGHEST_QUARREL_CARD  # of one card above another
MARGINS: Final = 2 * MAX_MARGIN + 1


def _ways_by_sum(dice: int) -> list[int]:
    """How many ways there are to roll each sum, from 0 on."""
    ways = [1]
    for _ in range(dice):
        longer = [0] * (len(ways) + DIE_FACES)
        for total, count in enumerate(ways):
            for pips in range(1, DIE_FACES + 1):
                longer[total + pips] += count
        ways = longer
    return ways


def _chance(own_dice: int, their_dice: int, margin: int) -> int:
    """The chance, of PROBABILITY_ONE, to end above another; a tie counts as half."""
    doubled_wins = 0
    their_sums = _ways_by_sum(their_dice)
    for own_sum, own_ways in enumerate(_ways_by_sum(own_dice)):
        for their_sum, their_ways in enumerate(their_sums):
            ahead = margin + own_sum - their_sum
            doubled_wins += own_ways * their_ways * (2 if ahead > 0 else 1 if ahead == 0 else 0)
    rolls: int = DIE_FACES ** (own_dice + their_dice)
    return PROBABILITY_ONE * doubled_wins // (2 * rolls)


# By own dice, their dice, and margin
_CHANCES: Final[vec[i64]] = vec[i64](
    [
        _chance(own_dice, their_dice, margin)
        for own_dice in range(MAX_DICE + 1)
        for their_dice in range(MAX_DICE + 1)
        for margin in range(-MAX_MARGIN, MAX_MARGIN + 1)
    ]
)


def chance_against(margin: i64, own_dice: i64, their_dice: i64) -> i64:
    """The chance, of PROBABILITY_ONE, to win with a card ``margin`` above another's and dice."""
    return _CHANCES[((MAX_DICE + 1) * own_dice + their_dice) * MARGINS + MAX_MARGIN + margin]
