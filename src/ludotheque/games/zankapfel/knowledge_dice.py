"""Zankapfel: how dice decide between two totals (compiled, ZK-20)."""

from __future__ import annotations

from typing import Final

from ludotheque.core.fast import i64, vec
from ludotheque.games.zankapfel.data import HIGHEST_QUARREL_CARD, MAX_DICE, PIPS

CERTAIN: Final = 1000
MAX_MARGIN: Final = HIGHEST_QUARREL_CARD  # by which one card is above another
MARGINS: Final = 2 * MAX_MARGIN + 1


def _sums(dice: int) -> list[int]:
    """How many ways there are to roll each sum."""
    ways = [1]
    for _ in range(dice):
        longer = [0] * (len(ways) + PIPS)
        for total, count in enumerate(ways):
            for pips in range(1, PIPS + 1):
                longer[total + pips] += count
        ways = longer
    return ways


def _chance(mine: int, theirs: int, margin: int) -> int:
    """The chance, of CERTAIN, to end above another; a tie counts as half."""
    for_me = 0
    others = _sums(theirs)
    for mine_rolled, ways in enumerate(_sums(mine)):
        for their_rolled, their_ways in enumerate(others):
            ahead = margin + mine_rolled - their_rolled
            for_me += ways * their_ways * (2 if ahead > 0 else 1 if ahead == 0 else 0)
    rolls: int = PIPS ** (mine + theirs)
    return CERTAIN * for_me // (2 * rolls)


# By own dice, dice of the other, and margin of the own card
_CHANCES: Final[vec[i64]] = vec[i64](
    [
        _chance(mine, theirs, margin)
        for mine in range(MAX_DICE + 1)
        for theirs in range(MAX_DICE + 1)
        for margin in range(-MAX_MARGIN, MAX_MARGIN + 1)
    ]
)


def chance_against(margin: i64, mine: i64, theirs: i64) -> i64:
    """The chance, of CERTAIN, to win with a card ``margin`` above another's and with dice."""
    return _CHANCES[((MAX_DICE + 1) * mine + theirs) * MARGINS + MAX_MARGIN + margin]
