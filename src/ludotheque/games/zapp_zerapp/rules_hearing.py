"""Zapp Zerapp: the barrels and what is heard of them (ZZ-4, ZZ-7, ZZ-11, ZZ-12).

Each shake of a barrel with n stones gives one player an *apparent count* of 1 to 20, blurred twice:
afresh at every shake, and by a bias that the barrel keeps until the barrels are mixed again. The
bias is kept nowhere. Luck draws each count given all the counts heard of the barrel before, which
is the same as if a bias had been drawn once; so a record holds all there is to know.
"""

from __future__ import annotations

from typing import Final

from ludotheque.core.fast import BIT, count_bits, i64, nth_bit, vec, zeros
from ludotheque.core.rng import Rng
from ludotheque.core.state import State
from ludotheque.games.zapp_zerapp.data import (
    ALL_BARRELS,
    BARRELS,
    BIAS_SHARE,
    BIASES,
    CHANCE,
    FAINTEST,
    LOG_CHANCE,
    LOUDEST,
    ONE,
    RISEN,
)

# What a seat heard of a barrel: how often each count, five counts of twelve bits in each of four.
WORDS: Final = 4
PER_WORD: Final = 5
WIDE: Final = 12
MANY: Final = 4095  # heard so often, the same count teaches nothing more
ROW: Final = WORDS * BARRELS  # numbers for each seat
STIRS: Final = 16  # exchanges tried for each barrel heard, when the barrels are imagined


class Barrels(State):
    """The part of a game that is hidden in the barrels, and in the players' ears."""

    def __init__(self, players: i64, twin: Barrels | None) -> None:
        self.players: i64 = players
        if twin is None:
            self.numbers: vec[i64] = zeros(BARRELS)  # stones by barrel; zeros before the mixing
            self.turned: i64 = 0  # barrels whose number all have seen since the mixing (ZZ-7)
            self.heard: vec[i64] = zeros(players * ROW)  # since the mixing, as told above
            self.shakes: i64 = 0  # since the mixing, of all seats
            # What of it was heard before the last roll and is left to memories (ZZ-12)
            self.heard_before: vec[i64] = zeros(players * ROW)
        else:
            self.numbers = twin.numbers[:]
            self.turned = twin.turned
            self.heard = twin.heard[:]
            self.shakes = twin.shakes
            self.heard_before = twin.heard_before  # is never written to, but made anew

    # mixing

    def is_mixed(self) -> bool:
        """Whether the barrels stand in their places."""
        return self.numbers[0] != 0

    def fill(self, order: i64) -> None:
        """(ZZ-11) Put the barrels into one of their 13! orders, a number of thirteen digits.

        Each digit picks one of the numbers left; the bases fall from 13 for the first barrel to 1.
        """
        numbers = self.numbers
        base: i64 = 1
        for barrel in range(BARRELS - 1, -1, -1):
            numbers[barrel] = order % base
            order //= base
            base += 1
        left: i64 = ALL_BARRELS
        for barrel in range(BARRELS):
            number = nth_bit(left, numbers[barrel])
            left ^= BIT[number]
            numbers[barrel] = number + 1

    def draw_order(self, rng: Rng) -> i64:
        """(ZZ-11) Any of the 13! orders."""
        order: i64 = 0
        for base in range(BARRELS, 1, -1):
            order = order * base + rng.below(base)
        return order

    def unmix(self) -> None:
        """(ZZ-11) What was heard and seen of the barrels means nothing any more."""
        self.turned = 0
        for barrel in range(BARRELS):
            self.numbers[barrel] = 0
        if self.shakes > 0:
            self.shakes = 0
            for i in range(self.players * ROW):
                self.heard[i] = 0

    # hearing

    def hear(self, seat: i64, barrel: i64, count: i64) -> None:
        """Note the apparent count of a shake, for one seat alone."""
        word = seat * ROW + barrel * WORDS + (count - 1) // PER_WORD
        shift = (count - 1) % PER_WORD * WIDE
        self.shakes += 1
        if self.heard[word] >> shift & MANY < MANY:
            self.heard[word] += BIT[shift]

    def times_heard(self, seat: i64, barrel: i64, count: i64) -> i64:
        """How often a seat heard an apparent count of a barrel since the mixing."""
        return times_in(self.heard, seat, barrel, count)

    def has_heard(self, seat: i64, barrel: i64) -> bool:
        """Whether a seat has shaken a barrel since the mixing."""
        word = seat * ROW + barrel * WORDS
        heard = self.heard
        return heard[word] | heard[word + 1] | heard[word + 2] | heard[word + 3] != 0

    def rattle(self, barrel: i64) -> vec[i64]:
        """How likely each apparent count 1..20 is when a barrel is shaken now.

        The only reader of a number before the barrel is turned over.
        """
        first = self.numbers[barrel] * BIASES
        logs = BIAS_SHARE[:]
        if self.shakes > 0:
            self._learn_bias(barrel, first, logs)
        likeliest = logs[0]
        for bias in range(1, BIASES):
            likeliest = max(likeliest, logs[bias])
        weights = zeros(LOUDEST)
        for bias in range(BIASES):
            share = risen(likeliest - logs[bias])
            start = (first + bias) * LOUDEST
            if share > 0:
                for count in range(LOUDEST):
                    weights[count] += share * CHANCE[start + count]
        for count in range(LOUDEST):
            weights[count] >>= 20
        return weights

    def _learn_bias(self, barrel: i64, first: i64, logs: vec[i64]) -> None:
        """Weigh the biases of a barrel by all that anybody heard of it since the mixing."""
        for seat in range(self.players):
            if self.has_heard(seat, barrel):
                for count in range(1, LOUDEST + 1):
                    times = self.times_heard(seat, barrel, count)
                    if times > 0:
                        for bias in range(BIASES):
                            at = (first + bias) * LOUDEST + count - 1
                            logs[bias] += times * LOG_CHANCE[at]

    # what an ear can tell

    def likelihoods_into(self, seat: i64, barrel: i64, out: vec[i64], start: i64) -> None:
        """Write how well each number 1..13 explains what a seat heard of a barrel.

        These are whole numbers up to 2**20, the best near it; a number that can't sound like that
        gets 0 unless none can. Knows nothing but what the seat heard.
        """
        logs = zeros(BARRELS * BIASES)
        for i in range(BARRELS * BIASES):
            logs[i] = BIAS_SHARE[i % BIASES]
        for count in range(1, LOUDEST + 1):
            times = self.times_heard(seat, barrel, count)
            if times > 0:
                for i in range(BARRELS * BIASES):
                    logs[i] += times * LOG_CHANCE[(BIASES + i) * LOUDEST + count - 1]
        likeliest = logs[0]
        for i in range(1, BARRELS * BIASES):
            likeliest = max(likeliest, logs[i])
        for number in range(BARRELS):
            total: i64 = 0
            for i in range(number * BIASES, number * BIASES + BIASES):
                total += risen(likeliest - logs[i])
            out[start + number] = total >> 4

    def imagine_numbers(self, viewer: i64, rng: Rng) -> None:
        """Draw all numbers anew that nobody has seen, as likely as the viewer's ear finds them.

        First each barrel heard draws a number from those left; then exchanges are tried, and kept
        or not so that in the long run each order comes as often as it should.
        """
        if not self.is_mixed():
            return
        left: i64 = ALL_BARRELS
        barrels = zeros(BARRELS)
        ears = zeros(BARRELS * BARRELS)
        known: i64 = 0
        for barrel in range(BARRELS):
            if self.turned & BIT[barrel]:
                left ^= BIT[self.numbers[barrel] - 1]
            elif viewer >= 0 and self.has_heard(viewer, barrel):
                self.likelihoods_into(viewer, barrel, ears, barrel * BARRELS)
                barrels[known] = barrel
                known += 1
        size = known
        for barrel in range(BARRELS):
            unheard = viewer < 0 or not self.has_heard(viewer, barrel)
            if unheard and self.turned & BIT[barrel] == 0:
                for number in range(BARRELS):
                    ears[barrel * BARRELS + number] = ONE
                barrels[size] = barrel
                size += 1
        for i in range(size):
            number = draw_number(rng, left, ears, barrels[i] * BARRELS)
            left ^= BIT[number]
            self.numbers[barrels[i]] = number + 1
        self._stir(rng, barrels, known, size, ears)

    def _stir(self, rng: Rng, barrels: vec[i64], known: i64, size: i64, ears: vec[i64]) -> None:
        """Try exchanges of a barrel heard, the first ``known``, with any of ``size``."""
        numbers = self.numbers
        for _ in range(STIRS * known):
            one = barrels[rng.below(known)]
            two = barrels[rng.below(size)]
            first = one * BARRELS - 1
            second = two * BARRELS - 1
            now = ears[first + numbers[one]] * ears[second + numbers[two]]
            then = ears[first + numbers[two]] * ears[second + numbers[one]]
            if then >= now or rng.below(ONE) * now < then << 20:
                kept = numbers[one]
                numbers[one] = numbers[two]
                numbers[two] = kept

    def forget_other_ears(self, viewer: i64) -> None:
        """Leave only what the viewer heard itself."""
        if self.shakes > 0:
            before = self.heard_before[:]
            for i in range(self.players * ROW):
                if i // ROW != viewer:
                    self.heard[i] = 0
                    before[i] = 0
            self.heard_before = before

    def leave_to_memories(self) -> None:
        """(ZZ-12) What was heard up to now is known to memories, and shown to nobody again."""
        if self.shakes > 0:
            self.heard_before = self.heard[:]

    def heard_by(self, viewer: i64) -> list[tuple[int, int, int]]:
        """What a viewer heard since the mixing: barrel, apparent count, how often."""
        if viewer < 0 or self.shakes == 0:
            return []
        return [
            (barrel, count, int(self.times_heard(viewer, barrel, count)))
            for barrel in range(BARRELS)
            if self.has_heard(viewer, barrel)
            for count in range(1, LOUDEST + 1)
            if self.times_heard(viewer, barrel, count)
        ]

    def heard_lately(self, viewer: i64) -> list[tuple[int, int, int]]:
        """The same without what is left to memories."""
        lately: list[tuple[int, int, int]] = []
        for barrel, count, times in self.heard_by(viewer):
            new = times - times_in(self.heard_before, viewer, barrel, count)
            if new > 0:
                lately.append((barrel, count, int(new)))
        return lately

    def numbers_of(self, barrels: i64) -> list[int]:
        """The numbers of a set of barrels, by barrel; 0 for the others."""
        return [
            int(self.numbers[barrel]) if barrels & BIT[barrel] else 0 for barrel in range(BARRELS)
        ]

    def numbers_known(self) -> list[int]:
        """What a memory that forgets nothing knows: all numbers seen since the mixing; else 0."""
        return self.numbers_of(self.turned)

    def forget(self, barrels: i64, seat: i64, rng: Rng) -> None:
        """(ZZ-12) A seat no longer knows the numbers of a set of barrels: it is left to its ear."""
        self.turned &= ~barrels
        self.imagine_numbers(seat, rng)


def times_in(heard: vec[i64], seat: i64, barrel: i64, count: i64) -> i64:
    """How often a seat heard an apparent count of a barrel, by such an array."""
    word = seat * ROW + barrel * WORDS + (count - 1) // PER_WORD
    return heard[word] >> ((count - 1) % PER_WORD * WIDE) & MANY


def risen(below: i64) -> i64:
    """A likelihood in parts of ONE, from how far its logarithm lies below the highest."""
    return RISEN[below] if below < FAINTEST else 0


def draw_number(rng: Rng, left: i64, ears: vec[i64], start: i64) -> i64:
    """Draw one of the numbers left (from 0), as likely as an ear finds it."""
    total: i64 = 0
    for number in range(BARRELS):
        if left & BIT[number]:
            total += ears[start + number]
    if total == 0:  # a record may hold sounds that no number left makes
        return nth_bit(left, rng.below(count_bits(left)))
    ticket = rng.below(total)
    for number in range(BARRELS):
        if left & BIT[number]:
            ticket -= ears[start + number]
            if ticket < 0:
                return number
    return nth_bit(left, 0)
