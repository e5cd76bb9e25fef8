"""Zapp Zerapp: how a player listens: which barrel to take, how often to shake it, when to place it.

The value of a barrel is the mean value of its numbers, under the player's posterior. Handling a
barrel once more has a price, paid as long as the expected gain is higher.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, inf
from typing import TYPE_CHECKING, Final

from ludotheque.games.zapp_zerapp import data
from ludotheque.games.zapp_zerapp.data import BARRELS, BIASES, MAX_COUNT
from ludotheque.games.zapp_zerapp.knowledge_hearing import Posterior, with_noisy_memory
from ludotheque.games.zapp_zerapp.moves import BACK, PLACE, SHAKE, TAKE

if TYPE_CHECKING:
    from ludotheque.core.rng import Rng
    from ludotheque.core.state import Move, Seat
    from ludotheque.games.zapp_zerapp.rules import ZappZerapp


def _first_count_chances(number: int) -> list[float]:
    """How likely each apparent count is at the first shake of a barrel with ``number`` stones."""
    chances = [0.0] * MAX_COUNT
    for bias in range(BIASES):
        share = exp(int(data.LOG_BIAS_CHANCE[bias]) / data.LOG_ONE) / data.PROBABILITY_ONE
        for i in range(MAX_COUNT):
            chances[i] += share * int(data.COUNT_CHANCE[(number * BIASES + bias) * MAX_COUNT + i])
    return chances


# By apparent count and number
FIRST_COUNT_CHANCES: Final = [*zip(*map(_first_count_chances, range(1, BARRELS + 1)), strict=True)]
MAX_USEFUL_SHAKES: Final = 5  # of a barrel: it keeps its bias, so that more reveal little


@dataclass(frozen=True, slots=True)
class ListeningPolicy:
    """How long and how exactly a player listens."""

    max_handled: int  # times it handles barrels in a round
    price: float  # of handling one, as a fraction of what the best number gains over the mean
    noise_in_hand: float = 0.0  # of counts it remembers: a deviation of the logarithm
    noise_remembered: float = 0.0  # the same for barrels it no longer holds


class Deliberation:
    """What a seat thinks of all barrels at one moment, given the values of the numbers 1..13."""

    def __init__(
        self, world: ZappZerapp, seat: Seat, rng: Rng, policy: ListeningPolicy, values: list[float]
    ) -> None:
        noise = policy.noise_in_hand, policy.noise_remembered
        world = with_noisy_memory(world, seat, rng, *noise) if policy.noise_in_hand else world
        self.number_values = values
        self.chances = Posterior(world, seat).table()
        self.barrel_values = [_mean(chances, values) for chances in self.chances]
        self.hand = world.hand(seat)
        self.free = [barrel for barrel in range(BARRELS) if world.is_free(barrel)]
        self.known = world.numbers_of(world.turned)
        self.shakes = [0] * BARRELS
        for barrel, _, times in world.sounds(seat):
            self.shakes[barrel] += times
        self.price = policy.price * (max(values) - sum(values) / BARRELS)
        self.must_place = world.handled[seat] >= policy.max_handled
        self.rng = rng

    def best_move(self) -> Move:
        """Shake a barrel that is uncertain, then place the best one or try another."""
        if not self.hand:
            return TAKE + self._best_free()
        best = max(self.hand, key=lambda barrel: self.barrel_values[barrel])
        if self.must_place:
            return PLACE + best
        unheard = [barrel for barrel in self.hand if not self._is_familiar(barrel)]
        if unheard:
            return SHAKE + unheard[0]
        gains = {barrel: self.gain_of_shake(barrel) for barrel in self.hand}
        most_informative = max(self.hand, key=lambda barrel: gains[barrel])
        if gains[most_informative] > self.price:
            return SHAKE + most_informative
        if self._best_free_value() <= self.barrel_values[best] or self.price <= 0:
            return PLACE + best
        if len(self.hand) > 1:
            return BACK + min(self.hand, key=lambda barrel: self.barrel_values[barrel])
        return TAKE + self._best_free()

    def rank(self) -> list[tuple[Move, float]]:
        """The best move with its value; then the barrels in hand, to be placed instead."""
        chosen = self.best_move()
        placing = [(self.barrel_values[barrel], PLACE + barrel) for barrel in self.hand]
        instead = [(move, value) for value, move in sorted(placing, reverse=True) if move != chosen]
        if chosen >= PLACE:
            return [(chosen, self.barrel_values[chosen - PLACE]), *instead]
        # A share of a win: not below 0, though the price of listening on may be higher than it.
        hope = max([0.0, self._best_free_value(), *(value for _, value in instead)])
        return [(chosen, hope), *instead]

    def gain_of_shake(self, barrel: int) -> float:
        """What one more shake gains on average, since it allows a better choice."""
        if self.known[barrel] or self.shakes[barrel] >= MAX_USEFUL_SHAKES:
            return 0.0
        others = [self.barrel_values[other] for other in self.hand if other != barrel]
        second = max([*others, self._best_free_value()])
        total = 0.0
        for count_chances in FIRST_COUNT_CHANCES:
            joint = [a * b for a, b in zip(self.chances[barrel], count_chances, strict=True)]
            total += max(_mean(joint, self.number_values), sum(joint) * second)
        return total - max(self.barrel_values[barrel], second)

    def _is_familiar(self, barrel: int) -> bool:
        """Whether the seat has heard a barrel, or knows its number."""
        return self.shakes[barrel] > 0 or self.known[barrel] > 0

    def _free_value(self, barrel: int) -> float:
        """The value of a free barrel, less the price to take it and, if it is new, to shake it."""
        if self._is_familiar(barrel) or self.must_place:
            return self.barrel_values[barrel] - self.price
        return reservation_value(self.chances[barrel], self.number_values, 2 * self.price)

    def _best_free_value(self) -> float:
        return max((self._free_value(barrel) for barrel in self.free), default=0.0)

    def _best_free(self) -> int:
        """The free barrel of the highest value; any of equal ones."""
        return max(self.free, key=lambda barrel: (self._free_value(barrel), self.rng.below(1000)))


def _mean(chances: list[float], values: list[float]) -> float:
    return sum(chance * value for chance, value in zip(chances, values, strict=True))


def reservation_value(chances: list[float], values: list[float], price: float) -> float:
    """The value in hand from which trying something at a price no longer pays (Weitzman).

    With that value z the mean gain over it, of max(value - z, 0), is the price.
    """
    likely, gained, z = 0.0, 0.0, -inf
    for value, chance in sorted(zip(values, chances, strict=True), reverse=True):
        if z >= value:
            break
        likely += chance
        gained += chance * value
        z = (gained - price) / likely if likely > 0 else value
    return z
