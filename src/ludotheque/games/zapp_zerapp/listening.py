"""Zapp Zerapp: how a player listens: which barrel to take, how often to shake it, when to place it.

Each barrel is worth what its numbers are worth, as likely as the ear finds them. Handling a barrel
once more has a price: it is paid as long as what may be learnt is worth more.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from typing import TYPE_CHECKING, Final

from ludotheque.games.zapp_zerapp.data import (
    BARRELS,
    BIAS_SHARE,
    BIASES,
    CHANCE,
    LOUDEST,
    NAT,
    ONE,
)
from ludotheque.games.zapp_zerapp.knowledge_ear import Ear, dimmed
from ludotheque.games.zapp_zerapp.rules import BACK, PLACE, SHAKE, TAKE

if TYPE_CHECKING:
    from ludotheque.core.rng import Rng
    from ludotheque.core.state import Move, Seat
    from ludotheque.games.zapp_zerapp.rules import ZappZerapp


def _heard_as(number: int) -> list[float]:
    """How likely each apparent count is at the first shake of a barrel with a number."""
    chances = [0.0] * LOUDEST
    for bias in range(BIASES):
        share = exp(int(BIAS_SHARE[bias]) / NAT) / ONE
        for count in range(LOUDEST):
            chances[count] += share * int(CHANCE[(number * BIASES + bias) * LOUDEST + count])
    return chances


COUNTS: Final = [*zip(*map(_heard_as, range(1, BARRELS + 1)), strict=True)]  # by count and number
ENOUGH: Final = 5  # shakes of a barrel: it keeps its bias, so that more tell little


@dataclass(frozen=True, slots=True)
class Manner:
    """How a player listens."""

    patience: int  # times it handles barrels in a round
    price: float  # of handling one, as a part of what the best number gains over any
    near: float = 0.0  # inner noise for barrels in hand, and
    far: float = 0.0  # for those it remembers


def compare(
    world: ZappZerapp, seat: Seat, rng: Rng, manner: Manner, values: list[float]
) -> list[tuple[Move, float]]:
    """The next thing to do with the barrels and what it promises, if numbers have such values.

    Then come the barrels in hand, to be placed instead.
    """
    memory = dimmed(world, seat, rng, manner.near, manner.far) if manner.near else world
    thought = Thought(memory, seat, rng, manner, values)
    return thought.compared(thought.move())


class Thought:
    """What a seat thinks of all barrels at one moment."""

    def __init__(
        self, world: ZappZerapp, seat: Seat, rng: Rng, manner: Manner, values: list[float]
    ) -> None:
        self.values = values
        self.chances = Ear(world, seat).table()
        self.worth = [_mean(chances, values) for chances in self.chances]
        self.hand = world.hand(seat)
        self.free = [barrel for barrel in range(BARRELS) if world.is_free(barrel)]
        self.known = world.numbers_known()
        self.heard = [world.has_heard(seat, b) or self.known[b] > 0 for b in range(BARRELS)]
        self.shaken = [0] * BARRELS
        for barrel, _, times in world.heard_by(seat):
            self.shaken[barrel] += times
        self.price = manner.price * (max(values) - sum(values) / BARRELS)
        self.tired = world.handled[seat] >= manner.patience
        self.dice = rng

    def move(self) -> Move:
        """Shake what may tell something, then place the best barrel or look for a better one."""
        if not self.hand:
            return TAKE + self._best_free()
        best = max(self.hand, key=lambda barrel: self.worth[barrel])
        if self.tired:
            return PLACE + best
        unheard = [barrel for barrel in self.hand if not self.heard[barrel]]
        if unheard:
            return SHAKE + unheard[0]
        gains = {barrel: self.gain_of_shake(barrel) for barrel in self.hand}
        riddle = max(self.hand, key=lambda barrel: gains[barrel])
        if gains[riddle] > self.price:
            return SHAKE + riddle
        if self._hope() <= self.worth[best] or self.price <= 0:
            return PLACE + best
        if len(self.hand) > 1:
            return BACK + min(self.hand, key=lambda barrel: self.worth[barrel])
        return TAKE + self._best_free()

    def compared(self, chosen: Move) -> list[tuple[Move, float]]:
        """A move that was chosen and what it promises, and placing a barrel instead."""
        places = sorted(
            ((self.worth[barrel], PLACE + barrel) for barrel in self.hand), reverse=True
        )
        instead = [(move, value) for value, move in places if move != chosen]
        if chosen >= PLACE:
            return [(chosen, self.worth[chosen - PLACE]), *instead]
        return [(chosen, max([self._hope(), *(value for _, value in instead)])), *instead]

    def _promise(self, barrel: int) -> float:
        """What a free barrel promises: to take it has its price, and to shake it another."""
        if self.heard[barrel] or self.tired:
            return self.worth[barrel] - self.price
        return worth_a_try(self.chances[barrel], self.values, 2 * self.price)

    def _hope(self) -> float:
        """The most that a free barrel promises."""
        return max((self._promise(barrel) for barrel in self.free), default=0.0)

    def _best_free(self) -> int:
        return max(self.free, key=lambda one: (self._promise(one), self.dice.below(1000)))

    def gain_of_shake(self, barrel: int) -> float:
        """What one more shake would be worth on average, by letting one choose better."""
        if self.known[barrel] or self.shaken[barrel] >= ENOUGH:
            return 0.0
        others = [self.worth[one] for one in self.hand if one != barrel]
        second = max([*others, self._hope()])
        total = 0.0
        for sounds in COUNTS:
            likely = [a * b for a, b in zip(self.chances[barrel], sounds, strict=True)]
            total += max(_mean(likely, self.values), sum(likely) * second)
        return total - max(self.worth[barrel], second)


def _mean(chances: list[float], values: list[float]) -> float:
    return sum(chance * value for chance, value in zip(chances, values, strict=True))


def worth_a_try(chances: list[float], values: list[float], price: float) -> float:
    """The value one must have so that trying something else no longer pays its price.

    With that value z the mean gain over it, of max(value - z, 0), is the price (Weitzman).
    """
    found = sorted(zip(values, chances, strict=True), reverse=True)
    likely = gained = 0.0
    for i, (value, chance) in enumerate(found):
        likely += chance
        gained += chance * value
        z = (gained - price) / likely if likely > 0 else value
        if i + 1 == len(found) or z >= found[i + 1][0]:
            return z
    return 0.0
