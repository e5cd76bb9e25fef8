"""Zapp Zerapp: what a shake sounds like, and what can be inferred from sounds (compiled).

Each shake of a barrel with n stones gives one player an *apparent count* of 1 to 20, with two
errors: one of its own, and a bias that the barrel keeps until the barrels are mixed. The bias is
stored nowhere. Luck draws each count given all the counts heard of the barrel before, which is
the same as if a bias had been drawn once; so a record holds all there is to know.

These are pure functions over arrays. What the seats heard is an array of counters: for each seat
and barrel, how often it heard each apparent count.
"""

from __future__ import annotations

from typing import Final

from ludotheque.core.fast import BIT, count_bits, i64, nth_bit, vec, zeros
from ludotheque.core.rng import Rng
from ludotheque.games.zapp_zerapp.data import (
    ALL_BARRELS,
    BARRELS,
    BIASES,
    COUNT_CHANCE,
    EXP_TABLE,
    LOG_BIAS_CHANCE,
    LOG_COUNT_CHANCE,
    LOG_RANGE,
    MAX_COUNT,
    PROBABILITY_BITS,
    PROBABILITY_ONE,
)

# The twenty counters of a seat and a barrel: five of twelve bits in each of four words
COUNTERS_PER_WORD: Final = 5
COUNTER_BITS: Final = 12
COUNTER_MAX: Final = 4095  # more of the same count teaches nothing
WORDS_PER_BARREL: Final = 4
WORDS_PER_SEAT: Final = WORDS_PER_BARREL * BARRELS
SWAPS_PER_BARREL: Final = 16  # Metropolis steps for each barrel heard
LIKELIHOOD_SHIFT: Final = 4  # keeps the sum over the biases near PROBABILITY_ONE


def add_sound(heard: vec[i64], seat: i64, barrel: i64, count: i64) -> None:
    """Count one more shake of a barrel that sounded like ``count`` to a seat."""
    word = seat * WORDS_PER_SEAT + barrel * WORDS_PER_BARREL + (count - 1) // COUNTERS_PER_WORD
    shift = (count - 1) % COUNTERS_PER_WORD * COUNTER_BITS
    if heard[word] >> shift & COUNTER_MAX < COUNTER_MAX:
        heard[word] += BIT[shift]


def times_heard(heard: vec[i64], seat: i64, barrel: i64, count: i64) -> i64:
    """How often a barrel sounded like ``count`` to a seat."""
    word = seat * WORDS_PER_SEAT + barrel * WORDS_PER_BARREL + (count - 1) // COUNTERS_PER_WORD
    return heard[word] >> ((count - 1) % COUNTERS_PER_WORD * COUNTER_BITS) & COUNTER_MAX


def has_heard(heard: vec[i64], seat: i64, barrel: i64) -> bool:
    """Whether a seat has shaken a barrel."""
    word = seat * WORDS_PER_SEAT + barrel * WORDS_PER_BARREL
    return heard[word] | heard[word + 1] | heard[word + 2] | heard[word + 3] != 0


def count_weights(number: i64, barrel: i64, heard: vec[i64]) -> vec[i64]:
    """How likely each apparent count 1..20 is when a barrel with ``number`` stones is shaken."""
    first = number * BIASES
    logs = LOG_BIAS_CHANCE[:]
    for seat in range(len(heard) // WORDS_PER_SEAT):
        if has_heard(heard, seat, barrel):
            _add_evidence(logs, first, heard, seat, barrel)
    likeliest = logs[0]
    for bias in range(1, BIASES):
        likeliest = max(likeliest, logs[bias])
    weights = zeros(MAX_COUNT)
    for bias in range(BIASES):
        likelihood = _exp(logs[bias] - likeliest)
        start = (first + bias) * MAX_COUNT
        if likelihood > 0:
            for i in range(MAX_COUNT):
                weights[i] += likelihood * COUNT_CHANCE[start + i]
    for i in range(MAX_COUNT):
        weights[i] >>= PROBABILITY_BITS
    return weights


def _add_evidence(logs: vec[i64], first: i64, heard: vec[i64], seat: i64, barrel: i64) -> None:
    """Add the logarithms of the chances of what a seat heard of a barrel.

    Each of ``logs`` is for one number of stones and one bias, from ``first`` on.
    """
    for count in range(1, MAX_COUNT + 1):
        times = times_heard(heard, seat, barrel, count)
        if times > 0:
            for i in range(len(logs)):
                logs[i] += times * LOG_COUNT_CHANCE[(first + i) * MAX_COUNT + count - 1]


def likelihoods_into(heard: vec[i64], seat: i64, barrel: i64, out: vec[i64], start: i64) -> None:
    """Write how well each number 1..13 explains what a seat heard of a barrel.

    These are whole numbers, the best near PROBABILITY_ONE; a number that can't sound like that gets
    0 unless none can.
    """
    logs = zeros(BARRELS * BIASES)
    for i in range(BARRELS * BIASES):
        logs[i] = LOG_BIAS_CHANCE[i % BIASES]
    _add_evidence(logs, BIASES, heard, seat, barrel)
    likeliest = logs[0]
    for i in range(1, BARRELS * BIASES):
        likeliest = max(likeliest, logs[i])
    for number in range(BARRELS):
        total: i64 = 0
        for i in range(number * BIASES, number * BIASES + BIASES):
            total += _exp(logs[i] - likeliest)
        out[start + number] = total >> LIKELIHOOD_SHIFT


def _exp(log: i64) -> i64:
    """The likelihood, in parts of PROBABILITY_ONE, whose logarithm is ``log``, at most 0."""
    if -log >= LOG_RANGE:
        return 0
    return EXP_TABLE[-log]


def unseen_numbers(numbers: vec[i64], turned: i64) -> i64:
    """The set of numbers, from 0, of all barrels but those in ``turned``."""
    left: i64 = ALL_BARRELS
    for barrel in range(BARRELS):
        if turned & BIT[barrel]:
            left ^= BIT[numbers[barrel] - 1]
    return left


def evidence_into(
    heard: vec[i64], viewer: i64, turned: i64, barrels: vec[i64], likelihood: vec[i64]
) -> i64:
    """Write the barrels a viewer heard but those in ``turned``; return how many.

    For each, in this order, a row of ``likelihood`` says how well each number 1..13 fits.
    """
    count: i64 = 0
    for barrel in range(BARRELS):
        if viewer >= 0 and turned & BIT[barrel] == 0 and has_heard(heard, viewer, barrel):
            likelihoods_into(heard, viewer, barrel, likelihood, count * BARRELS)
            barrels[count] = barrel
            count += 1
    return count


def sample_numbers(numbers: vec[i64], turned: i64, heard: vec[i64], viewer: i64, rng: Rng) -> None:
    """Draw all numbers but those of ``turned`` barrels from what a viewer heard, in place.

    First each barrel heard draws one of the numbers left, then each of the others; then the
    Metropolis algorithm swaps numbers, so that each mixture is as likely as the sounds make it.
    """
    barrels = zeros(BARRELS)
    likelihood = zeros(BARRELS * BARRELS)  # by index in `barrels` and number less one
    heard_barrels = evidence_into(heard, viewer, turned, barrels, likelihood)
    size = heard_barrels
    for barrel in range(BARRELS):
        is_unheard = viewer < 0 or not has_heard(heard, viewer, barrel)
        if is_unheard and turned & BIT[barrel] == 0:
            for i in range(size * BARRELS, size * BARRELS + BARRELS):
                likelihood[i] = PROBABILITY_ONE
            barrels[size] = barrel
            size += 1
    left = unseen_numbers(numbers, turned)
    for i in range(size):
        number = _draw_number(rng, left, likelihood, i * BARRELS)
        left ^= BIT[number]
        numbers[barrels[i]] = number + 1
    _metropolis(rng, numbers, barrels, heard_barrels, size, likelihood)


def _draw_number(rng: Rng, left: i64, likelihood: vec[i64], start: i64) -> i64:
    """Draw one of the numbers left (from 0), each with its likelihood."""
    total: i64 = 0
    for i in range(BARRELS):
        if left & BIT[i]:
            total += likelihood[start + i]
    if total == 0:  # a record may hold sounds that no number left makes
        return nth_bit(left, rng.below(count_bits(left)))
    ticket = rng.below(total)
    number: i64 = -1
    while ticket >= 0:
        number += 1
        if left & BIT[number]:
            ticket -= likelihood[start + number]
    return number


def _metropolis(
    rng: Rng,
    numbers: vec[i64],
    barrels: vec[i64],
    heard_barrels: i64,
    size: i64,
    likelihood: vec[i64],
) -> None:
    """Swap the number of a barrel heard, one of the first, with that of any; accept or reject."""
    for _ in range(SWAPS_PER_BARREL * heard_barrels):
        i = rng.below(heard_barrels)
        j = rng.below(size)
        number = numbers[barrels[i]]
        other = numbers[barrels[j]]
        first = i * BARRELS - 1
        second = j * BARRELS - 1
        now = likelihood[first + number] * likelihood[second + other]
        then = likelihood[first + other] * likelihood[second + number]
        if then >= now or rng.below(PROBABILITY_ONE) * now < then << PROBABILITY_BITS:
            numbers[barrels[i]] = other
            numbers[barrels[j]] = number
