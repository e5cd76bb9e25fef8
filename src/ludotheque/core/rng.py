"""Random number generators: whole numbers below a bound, and nothing else.

Rules never hold an RNG; a table or a search lends them its own. Every outcome of every game is made
from `Rng.below`, so any source of whole numbers will do, and anybody can check the outcomes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import mypyc_attr

from ludotheque.core.fast import i64, vec

if TYPE_CHECKING:
    from collections.abc import Sequence

_MULTIPLIER: Final = 1791398085  # multiply-with-carry, 32 bits a step, period above 2**61
_LOW: Final = 0xFFFFFFFF


@mypyc_attr(allow_interpreted_subclasses=True)
class Rng:
    """A source of random numbers."""

    def below(self, n: i64) -> i64:
        """Draw a whole number from 0 to n-1, all equally likely; n is at most 2**31."""
        raise TypeError(f"this RNG draws no number below {n}")

    def seek(self, event: i64) -> Rng:  # noqa: ARG002 (most RNGs are sequential)
        """Position the RNG at the event that is drawn next; return the RNG.

        A table calls this before each event of luck, for RNGs whose numbers depend on it.
        """
        return self


class SeededRng(Rng):
    """A fast RNG for play and search: the same seed gives the same numbers, compiled or plain."""

    def __init__(self, seed: int) -> None:
        self.carry: i64 = 0
        mixed = (seed * 0x9E3779B97F4A7C15 + 0xD1B54A32D192ED03) % 2**64
        self.carry = (mixed >> 32) % (_MULTIPLIER - 1) * 2**32 + (mixed & _LOW | 1)
        for _ in range(8):  # decorrelate nearby seeds
            self.below(2)

    def below(self, n: i64) -> i64:
        carry: i64 = self.carry
        carry = _MULTIPLIER * (carry & _LOW) + (carry >> 32)
        self.carry = carry
        return ((carry & _LOW) * n) >> 32


def weighted(rng: Rng, outcomes: Sequence[tuple[int, int]]) -> int:
    """Draw one of ``(outcome, weight)``, in proportion to its whole-number weight."""
    total = sum([weight for _, weight in outcomes])
    ticket: int = rng.below(total)
    for outcome, weight in outcomes:
        ticket -= weight
        if ticket < 0:
            return outcome
    raise ValueError("no outcome has a weight")


def shuffle(rng: Rng, items: list[int]) -> None:
    """Put a list into random order, in place."""
    for last in range(len(items) - 1, 0, -1):
        i: int = rng.below(last + 1)
        items[i], items[last] = items[last], items[i]


def shuffle_first(rng: Rng, items: vec[i64], size: i64, wanted: i64) -> None:
    """Bring a random choice of ``wanted`` out of the first ``size`` items to the front."""
    for i in range(wanted):
        j = i + rng.below(size - i)
        kept = items[i]
        items[i] = items[j]
        items[j] = kept
