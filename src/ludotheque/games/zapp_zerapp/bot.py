"""Zapp Zerapp: players of different strength.

They value each number of stones by the best move it would allow (`knowledge`), and look for a
barrel that sounds like it (`listening`): so they aim below the magic number, take small barrels to
stop in their zone and too big ones to stay put. A novice believes every sound and takes chances.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from ludotheque.core.greedy_bot import GreedyBot
from ludotheque.games.zapp_zerapp import reasons
from ludotheque.games.zapp_zerapp.knowledge import KNOWLEDGE, LOOKAHEAD, NAIVE
from ludotheque.games.zapp_zerapp.listening import Deliberation, ListeningPolicy
from ludotheque.games.zapp_zerapp.moves import BACK, LISTENING, PLACE, SHAKE
from ludotheque.games.zapp_zerapp.rules import ZappZerapp

if TYPE_CHECKING:
    from ludotheque.core.rng import Rng
    from ludotheque.core.state import Move, Seat
    from ludotheque.games.zapp_zerapp.knowledge import ZappZerappKnowledge

ATTENTIVE: Final = ListeningPolicy(max_handled=24, price=0.02)
CASUAL: Final = ListeningPolicy(max_handled=8, price=0.06, noise_in_hand=0.15, noise_remembered=0.4)
NOVICE_MAX_HANDLED: Final = 4


class Listener(GreedyBot[ZappZerapp]):
    """Listens for the barrel with the number it wants, and plays the best move on the board."""

    def __init__(self, knowledge: ZappZerappKnowledge, policy: ListeningPolicy) -> None:
        super().__init__(knowledge, partial(reasons.why, knowledge))
        self.knowledge: ZappZerappKnowledge = knowledge
        self.policy = policy

    def rank(self, world: ZappZerapp, seat: Seat, rng: Rng) -> list[tuple[Move, float]]:
        """The best move of each apprentice, or the next thing to do with the barrels."""
        if world.phase == LISTENING:
            values = self.knowledge.number_values(world, seat)
            return Deliberation(world, seat, rng, self.policy, values).rank()
        return self.knowledge.move_values(world, seat, rng)


GREEDY: Final = Listener(KNOWLEDGE, ATTENTIVE)
PLAYER: Final = Listener(KNOWLEDGE, CASUAL)
MASTER: Final = Listener(LOOKAHEAD, ATTENTIVE)


class Novice(GreedyBot[ZappZerapp]):
    """Takes any barrel, believes what it hears, and often moves any apprentice."""

    def __init__(self) -> None:
        super().__init__(NAIVE, partial(reasons.why, NAIVE))

    def choose(self, world: ZappZerapp, seat: Seat, rng: Rng) -> Move:
        if world.phase == LISTENING:
            return _try_a_barrel(world, seat, rng)
        found = NAIVE.move_values(world, seat, rng)
        return found[0][0] if rng.below(3) == 0 else found[rng.below(len(found))][0]

    def rank(self, world: ZappZerapp, seat: Seat, rng: Rng) -> list[tuple[Move, float]]:
        """What it would do, and what a better player thinks of that and of other moves."""
        chosen = self.choose(world, seat, rng)
        better = GREEDY.rank(world, seat, rng)
        value = dict(better).get(chosen, better[-1][1])
        return [(chosen, value), *(other for other in better if other[0] != chosen)]


NOVICE: Final = Novice()


def _try_a_barrel(world: ZappZerapp, seat: Seat, rng: Rng) -> Move:
    """Any barrel but those it remembers as too full; shaken once, it is placed unless it sounds so.

    It does not shake a barrel whose number it remembers (ZZ-12).
    """
    hand, known, magic = world.hand(seat), world.numbers_of(world.turned), world.magic()
    if not hand:
        moves = [move for move in world.legal_moves(seat) if move < SHAKE]
        moves = [move for move in moves if known[move] <= magic] or moves
        return moves[rng.below(len(moves))]
    barrel = hand[0]
    heard = [count for heard, count, _ in world.sounds(seat) if heard == barrel]
    number = known[barrel] or (heard[0] if heard else 0)
    if not number:
        return SHAKE + barrel
    if number <= magic or world.handled[seat] >= NOVICE_MAX_HANDLED:
        return PLACE + barrel
    return BACK + barrel
