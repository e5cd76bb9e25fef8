"""A small neural network in whole numbers, and the functions that turn its scores into chances.

Floats may differ in the last bit from one processor or compiler to another, and a search that
compares them may then choose another move. Here the same weights give the same chances everywhere,
compiled or plain. Scores and weights are multiples of 1 / SCALE.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from typing import Final

from ludotheque.core.fast import i64, vec, zeros
from ludotheque.core.knowledge import WIN

SCALE_BITS: Final = 16
SCALE: Final = 65536  # a score of 1
EXP_STEP_BITS: Final = 10  # a step of the table is 2**10 / SCALE = 1/64
EXP_STEP: Final = 1024
EXP_RANGE: Final = 16  # exp(-16) is a tenth of a millionth
EXP_ONE: Final = 1 << 30
EXP_STEPS: Final = EXP_RANGE * SCALE // EXP_STEP
LOG_BITS: Final = 8  # the table has 2**8 steps from 1 to 2
LOG_STEPS: Final = 256
LOG_WIDTH_BITS: Final = 20  # numbers are shifted to 2**20 .. 2**21 - 1 first
LOG_STEP: Final = 4096  # 2**20 / 2**8
LOG_2: Final = round(log(2) * SCALE)
LOG_WIN: Final = round(log(WIN) * SCALE)

# EXP_ONE * exp(-i / 64) and SCALE * log(1 + i / 256): no entry is near a half (tests/test_net.py).
EXP: Final[vec[i64]] = vec[i64](
    [round(EXP_ONE * exp(-i * EXP_STEP / SCALE)) for i in range(EXP_STEPS)] + [0, 0]
)
LOG: Final[vec[i64]] = vec[i64](
    [round(SCALE * log(1 + i / LOG_STEPS)) for i in range(LOG_STEPS + 1)]
)


class Net:
    """One hidden layer of rectified linear units and one output."""

    def __init__(self, inputs: i64, hidden: i64, weights: Sequence[int]) -> None:
        """``weights``: biases of the hidden units, their weights by input, the output's weights.

        Raises ValueError for a wrong number of weights.
        """
        wanted = hidden * (inputs + 2)
        if len(weights) != wanted:
            raise ValueError(f"{len(weights)} weights for a net that needs {wanted}")
        first: i64 = hidden * (inputs + 1)
        self.hidden: Final[i64] = hidden
        self.biases: Final[vec[i64]] = vec[i64](list(weights[:hidden]))
        self.by_input: Final[vec[i64]] = vec[i64](list(weights[hidden:first]))
        self.out: Final[vec[i64]] = vec[i64](list(weights[first:]))

    def begin(self, sums: vec[i64]) -> None:
        """Set the sums of the hidden units to their biases."""
        for unit in range(self.hidden):
            sums[unit] = self.biases[unit]

    def add(
        self, first_input: i64, values: vec[i64], start: i64, count: i64, sums: vec[i64]
    ) -> None:
        """Add ``count`` inputs, from ``first_input`` on, with the values from ``start`` on."""
        hidden = self.hidden
        weights = self.by_input
        at = first_input * hidden
        for i in range(start, start + count):
            value = values[i]
            if value != 0:
                for unit in range(hidden):
                    sums[unit] += value * weights[at + unit]
            at += hidden

    def score(self, sums: vec[i64]) -> i64:
        """The output for the sums of the hidden units."""
        weights = self.out
        total: i64 = 0
        for unit in range(self.hidden):
            if sums[unit] > 0:
                total += sums[unit] * weights[unit]
        return total >> SCALE_BITS


def exp_below(depth: i64) -> i64:
    """EXP_ONE * exp(-depth / SCALE) for a depth of at least 0; 0 far down."""
    step = depth >> EXP_STEP_BITS
    if step >= EXP_STEPS:
        return 0
    upper = EXP[step]
    return upper - ((upper - EXP[step + 1]) * (depth & (EXP_STEP - 1)) >> EXP_STEP_BITS)


def log_share(share: i64) -> i64:
    """SCALE * log(share / WIN) for a share from 1 to WIN."""
    width: i64 = 0
    while share >> width > 1:
        width += 1
    mantissa = share << (LOG_WIDTH_BITS - width)
    step = (mantissa >> (LOG_WIDTH_BITS - LOG_BITS)) - LOG_STEPS
    rest = mantissa & (LOG_STEP - 1)
    lower = LOG[step]
    between = (LOG[step + 1] - lower) * rest // LOG_STEP
    return lower + between + width * LOG_2 - LOG_WIN


def softmax_into(scores: vec[i64], count: i64, out: vec[i64]) -> None:
    """Write the chances of ``count`` scores; they add up to WIN."""
    best: i64 = 0
    for i in range(count):
        if scores[i] > scores[best]:
            best = i
    total: i64 = 0
    weights = zeros(count)
    for i in range(count):
        weights[i] = exp_below(scores[best] - scores[i])
        total += weights[i]
    rest: i64 = WIN
    for i in range(count):
        out[i] = weights[i] * WIN // total
        rest -= out[i]
    out[best] += rest
