"""Zapp Zerapp: what a seat may believe of all barrels, from what it heard and saw (compiled).

The numbers of the barrels are a permutation: a barrel that sounds like seven makes seven less
likely everywhere else. All permutations are counted, each as likely as the sounds make it.

A seat may forget numbers that were seen and are covered again (ZZ-12).
"""

from __future__ import annotations

from math import exp
from typing import Final

from ludotheque.core.fast import BIT, count_bits, i64, lowest_bit, vec, zeros
from ludotheque.core.rng import Rng, SeededRng
from ludotheque.games.zapp_zerapp.data import BARRELS, MAX_COUNT, PROBABILITY_ONE
from ludotheque.games.zapp_zerapp.rules import ZappZerapp
from ludotheque.games.zapp_zerapp.rules_hearing import (
    WORDS_PER_SEAT,
    add_sound,
    evidence_into,
    unseen_numbers,
)

NUMBER_SETS: Final = 8192  # sets of the numbers 1..13
FULL_MEMORY: Final = 1000  # thousandths
MIN_LIKELIHOOD: Final = 1e-9  # so that sounds which no number left makes rule nothing out


class Posterior:
    """How likely each barrel holds each number, to one seat at one moment."""

    def __init__(self, world: ZappZerapp, seat: i64) -> None:
        fits = zeros(BARRELS * BARRELS)
        self.heard: vec[i64] = zeros(BARRELS)  # barrels the seat has heard and nobody has seen
        self.count: i64 = evidence_into(world.heard, seat, world.turned, self.heard, fits)
        self.likelihood: vec[float] = vec[float](  # by index of a barrel heard, and number
            [float(fits[i]) / PROBABILITY_ONE + MIN_LIKELIHOOD for i in range(len(fits))]
        )
        self.left: i64 = unseen_numbers(world.numbers, world.turned)
        self.chances: vec[float] = vec[float]([0.0] * (BARRELS * BARRELS))  # by barrel and number
        for barrel in range(BARRELS):
            if world.turned & BIT[barrel]:
                self.chances[barrel * BARRELS + world.numbers[barrel] - 1] = 1.0
        self._sum_over_mixtures()
        self._fill_unheard(world)

    def table(self) -> list[list[float]]:
        """All chances, by barrel and number, for interpreted callers."""
        rows = range(0, BARRELS * BARRELS, BARRELS)
        return [[self.chances[row + number] for number in range(BARRELS)] for row in rows]

    def _sum_over_mixtures(self) -> None:
        """The barrels heard take numbers one after the other: a forward and a backward pass.

        ``before`` sums over the ways to fill the first barrels with a set of numbers, ``after``
        over the ways to fill the others with what is left; each way counts with its likelihood.
        """
        before = vec[float]([0.0] * NUMBER_SETS)
        after = vec[float]([0.0] * NUMBER_SETS)
        before[0] = 1.0
        for taken in range(NUMBER_SETS):
            row = count_bits(taken) * BARRELS
            ways = before[taken]
            free: i64 = 0
            if row < self.count * BARRELS and ways > 0.0:
                free = self.left & ~taken
            while free:
                number = lowest_bit(free)
                free &= free - 1
                before[taken | BIT[number]] += ways * self.likelihood[row + number]
        for taken in range(NUMBER_SETS - 1, -1, -1):
            barrel = count_bits(taken)
            if barrel == self.count:
                after[taken] = 1.0
            elif barrel < self.count and before[taken] > 0.0:
                after[taken] = self._backward_step(taken, barrel, before[taken], after)
        for i in range(self.count):
            for number in range(BARRELS):
                self.chances[self.heard[i] * BARRELS + number] /= after[0]

    def _backward_step(self, taken: i64, barrel: i64, ways: float, after: vec[float]) -> float:
        """Sum over the ways to go on from a set; each adds to the chance of its first number."""
        total = 0.0
        row = self.heard[barrel] * BARRELS
        free = self.left & ~taken
        while free:
            number = lowest_bit(free)
            free &= free - 1
            on = self.likelihood[barrel * BARRELS + number] * after[taken | BIT[number]]
            self.chances[row + number] += ways * on
            total += on
        return total

    def _fill_unheard(self, world: ZappZerapp) -> None:
        """A number that is in no barrel heard or seen is equally likely in all the others."""
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


def with_noisy_memory(
    world: ZappZerapp, seat: i64, rng: Rng, noise_in_hand: float, noise_remembered: float
) -> ZappZerapp:
    """A world in which a seat remembers other counts than it heard.

    The noise is a standard deviation of the logarithm, for barrels in its hands and for others.
    """
    memory = world.clone()
    for word in range(seat * WORDS_PER_SEAT, seat * WORDS_PER_SEAT + WORDS_PER_SEAT):
        memory.heard[word] = 0
    for barrel, count, times in world.sounds(seat):
        noise = noise_in_hand if world.holds(seat, barrel) else noise_remembered
        for _ in range(times):
            noisy = int(float(count) * exp(noise * _normal(rng)) + 0.5)
            add_sound(memory.heard, seat, barrel, min(max(noisy, 1), MAX_COUNT))
    return memory


def with_partial_memory(world: ZappZerapp, seat: i64, memory: i64) -> ZappZerapp:
    """A world in which a seat remembers ``memory`` thousandths of the numbers covered again.

    (ZZ-12) They are the same for a whole round, and others in the next.
    """
    covered = world.turned & ~world.in_sight()
    forgotten: i64 = 0
    for barrel in range(BARRELS):
        if covered & BIT[barrel] and _hash(world.round, seat, barrel) >= memory:
            forgotten |= BIT[barrel]
    if forgotten == 0:
        return world
    remembered = world.clone()
    remembered.forget(forgotten, seat, SeededRng(1 + _hash(world.round, seat, BARRELS)))
    return remembered


def _hash(round_number: i64, seat: i64, barrel: i64) -> i64:
    """A pseudorandom number below FULL_MEMORY."""
    mixed = (round_number * 4 + seat + 1) * 0x9E3779B1 + (barrel + 1) * 0x85EBCA77
    mixed = (mixed ^ mixed >> 15) & 0x3FFFFFFF
    mixed = mixed * 0x2C1B3C6D >> 12
    return (mixed ^ mixed >> 9) % FULL_MEMORY


def _normal(rng: Rng) -> float:
    """Approximately a standard normal variable: a sum of three uniform ones."""
    return float(rng.below(2001) + rng.below(2001) + rng.below(2001) - 3000) / 1000.0
