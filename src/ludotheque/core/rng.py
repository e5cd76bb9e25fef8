"""Random number generators: integers below a bound, and nothing else.

States never hold an RNG; it is an argument of the methods that need one. Every outcome of every
game is made from `Rng.below`, so any source of integers will do, and anybody can check outcomes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import mypyc_attr

from ludotheque.core.fast import i64, vec

if TYPE_CHECKING:
    from collections.abc import Sequence

_MULTIPLIER: Final = 1791398085  # multiply-with-carry, 32 bits per step, period above 2**61
_LOW_32_BITS: Final = 0xFFFFFFFF


@mypyc_attr(allow_interpreted_subclasses=True)
class Rng:
    """A source of random numbers."""

    def below(self, n: i64) -> i64:
        """Draw an integer from 0 to n-1, all equally likely; ``n`` must be from 1 to 2**31."""
        raise NotImplementedError(f"{type(self).__name__} must define below({n})")

    def seek(self, event: i64) -> Rng:  # noqa: ARG002 (most RNGs are sequential)
        """Set the number of the event that is drawn next; return the RNG.

        A table calls this before each event of luck, for RNGs whose numbers depend on it.
        """
        return self


class SeededRng(Rng):
    """A fast RNG for play and search: the same seed gives the same numbers, compiled or plain."""

    def __init__(self, seed: int) -> None:
        self._state: i64 = 0  # the carry in the upper 32 bits, the last number in the lower ones
        mixed = (seed * 0x9E3779B97F4A7C15 + 0xD1B54A32D192ED03) % 2**64
        self._state = (mixed >> 32) % (_MULTIPLIER - 1) * 2**32 + (mixed & _LOW_32_BITS | 1)
        for _ in range(8):  # decorrelate nearby seeds
            self.below(2)

    def below(self, n: i64) -> i64:
        state: i64 = self._state
        state = _MULTIPLIER * (state & _LOW_32_BITS) + (state >> 32)
        self._state = state
        return ((state & _LOW_32_BITS) * n) >> 32


def weighted_choice(rng: Rng, outcomes: Sequence[tuple[int, int]]) -> int:
    """Draw one of ``(outcome, weight)``, in proportion to its integer weight.

    Raises ValueError if all weights are 0.
    """
    total = sum([weight for _, weight in outcomes])
    ticket: int = rng.below(total)
    for outcome, weight in outcomes:
        ticket -= weight
        if ticket < 0:
            return outcome
    raise ValueError("no outcome has a weight above 0")


def shuffle(rng: Rng, items: list[int]) -> None:
    """Put a list into random order, in place."""
    for last in range(len(items) - 1, 0, -1):
        i: int = rng.below(last + 1)
        items[i], items[last] = items[last], items[i]


def partial_shuffle(rng: Rng, items: vec[i64], size: i64, wanted: i64) -> None:
    """Move ``wanted`` of the first ``size`` items to the front, chosen and ordered at random."""
    for i in range(wanted):
        j = i + rng.below(size - i)
        kept = items[i]
        items[i] = items[j]
        items[j] = kept
