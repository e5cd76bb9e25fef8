"""Zapp Zerapp: what a seat may believe of all barrels, from what it has heard and seen (compiled).

The numbers of the barrels are a permutation: a barrel that sounds like seven makes seven less
likely everywhere else. All permutations are counted, each as likely as the ear finds it.

Of the numbers that were seen and are covered again (ZZ-12) a seat may forget some.
"""

from __future__ import annotations

from math import exp
from typing import Final

from ludotheque.core.fast import BIT, count_bits, i64, lowest, vec, zeros
from ludotheque.core.rng import Rng, SeededRng
from ludotheque.games.zapp_zerapp.data import ALL_BARRELS, BARRELS, LOUDEST, ONE
from ludotheque.games.zapp_zerapp.rules import ZappZerapp
from ludotheque.games.zapp_zerapp.rules_hearing import ROW, WORDS, Barrels

SETS: Final = 8192  # of numbers
MEMORY: Final = 1000  # nothing is forgotten


class Ear:
    """How likely each barrel holds each number, to one seat at one moment."""

    def __init__(self, world: Barrels, seat: i64) -> None:
        self.chances: vec[float] = vec[float]([0.0] * (BARRELS * BARRELS))  # by barrel and number
        self.left: i64 = ALL_BARRELS  # numbers nobody has seen
        self.heard: vec[i64] = zeros(BARRELS)  # barrels the seat has heard and nobody has seen
        self.count: i64 = 0  # of those
        self.ears: vec[float] = vec[float]([0.0] * (BARRELS * BARRELS))  # in that order
        self._listen(world, seat)
        self._count_orders()
        self._share_the_rest(world)

    def chance(self, barrel: i64, number: i64) -> float:
        """How likely a barrel holds a number from 1 to 13."""
        return self.chances[barrel * BARRELS + number - 1]

    def table(self) -> list[list[float]]:
        """All chances, by barrel and number: for everybody who is not compiled."""
        return [
            [self.chances[barrel * BARRELS + number] for number in range(BARRELS)]
            for barrel in range(BARRELS)
        ]

    def _listen(self, world: Barrels, seat: i64) -> None:
        """Numbers that were seen are sure; of the barrels heard, how well each number fits."""
        fits = zeros(BARRELS)
        for barrel in range(BARRELS):
            if world.turned & BIT[barrel]:
                number = world.numbers[barrel] - 1
                self.left &= ~BIT[number]
                self.chances[barrel * BARRELS + number] = 1.0
            elif world.has_heard(seat, barrel):
                world.likelihoods_into(seat, barrel, fits, 0)
                for number in range(BARRELS):
                    # a sound that no number left makes rules nothing out
                    self.ears[self.count * BARRELS + number] = float(fits[number]) / ONE + 1e-9
                self.heard[self.count] = barrel
                self.count += 1

    def _count_orders(self) -> None:
        """The barrels heard take numbers one after the other; a set of numbers is what is taken.

        ``before`` counts the ways to fill the first barrels with a set of numbers, ``after`` the
        ways to fill the others with what is left; a way counts as much as its sounds fit.
        """
        before = vec[float]([0.0] * SETS)
        after = vec[float]([0.0] * SETS)
        before[0] = 1.0
        for taken in range(SETS):
            row = count_bits(taken) * BARRELS
            ways = before[taken]
            free = self.left & ~taken if row < self.count * BARRELS and ways > 0.0 else 0
            while free:
                number = lowest(free)
                free &= free - 1
                before[taken | BIT[number]] += ways * self.ears[row + number]
        for taken in range(SETS - 1, -1, -1):
            barrel = count_bits(taken)
            if barrel == self.count:
                after[taken] = 1.0
            elif barrel < self.count and before[taken] > 0.0:
                after[taken] = self._weigh(taken, barrel, before[taken], after)
        for i in range(self.count):
            for number in range(BARRELS):
                self.chances[self.heard[i] * BARRELS + number] /= after[0]

    def _weigh(self, taken: i64, barrel: i64, ways: float, after: vec[float]) -> float:
        """Count the ways on from a set; each makes the number it gives to a barrel likelier."""
        total = 0.0
        row = self.heard[barrel] * BARRELS
        free = self.left & ~taken
        while free:
            number = lowest(free)
            free &= free - 1
            on = self.ears[barrel * BARRELS + number] * after[taken | BIT[number]]
            self.chances[row + number] += ways * on
            total += on
        return total

    def _share_the_rest(self, world: Barrels) -> None:
        """What is not in the barrels heard or seen is in each of the others alike."""
        known = world.turned
        for i in range(self.count):
            known |= BIT[self.heard[i]]
        others = BARRELS - count_bits(known)
        if others == 0:
            return
        for number in range(BARRELS):
            rest = 1.0
            for barrel in range(BARRELS):
                rest -= self.chances[barrel * BARRELS + number] if known & BIT[barrel] else 0.0
            for barrel in range(BARRELS):
                if known & BIT[barrel] == 0:
                    self.chances[barrel * BARRELS + number] = max(rest, 0.0) / float(others)


def dimmed(world: ZappZerapp, seat: i64, rng: Rng, near: float, far: float) -> ZappZerapp:
    """A world in which a seat's ear is less keen: it takes what it heard for more or less.

    By ``near`` of the logarithm for barrels in its hands, by ``far`` for those it remembers.
    """
    memory = world.clone()
    for barrel in range(BARRELS):
        start = seat * ROW + barrel * WORDS
        for word in range(start, start + WORDS):
            memory.heard[word] = 0
        blur = near if world.holds(seat, barrel) else far
        for count in range(1, LOUDEST + 1):
            for _ in range(world.times_heard(seat, barrel, count)):
                taken_for = int(float(count) * exp(blur * _normal(rng)) + 0.5)
                memory.hear(seat, barrel, min(max(taken_for, 1), LOUDEST))
    return memory


def remembered(world: ZappZerapp, seat: i64, memory: i64) -> ZappZerapp:
    """The barrels as a seat has them in mind that keeps so many thousandths of what is covered.

    (ZZ-12) What comes to mind is the same for a whole round, and not always in the next.
    """
    covered = world.turned & ~world.in_sight()
    forgotten: i64 = 0
    for barrel in range(BARRELS):
        if covered & BIT[barrel] and _ticket(world.round, seat, barrel) >= memory:
            forgotten |= BIT[barrel]
    if forgotten == 0:
        return world
    mind = world.clone()
    mind.forget(forgotten, seat, SeededRng(1 + _ticket(world.round, seat, BARRELS)))
    return mind


def _ticket(turn: i64, seat: i64, barrel: i64) -> i64:
    """A number below MEMORY that nobody foresees."""
    mixed = (turn * 4 + seat + 1) * 0x9E3779B1 + (barrel + 1) * 0x85EBCA77
    mixed = (mixed ^ mixed >> 15) & 0x3FFFFFFF
    mixed = mixed * 0x2C1B3C6D >> 12
    return (mixed ^ mixed >> 9) % MEMORY


def _normal(rng: Rng) -> float:
    """Something near a normal variable."""
    return float(rng.below(2001) + rng.below(2001) + rng.below(2001) - 3000) / 1000.0
