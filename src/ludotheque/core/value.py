"""Win chances of a game in progress, from the whole state: for curves after a game, and for bots.

A game's model is either learned (`LearnedValue`: a small net over features of the state) or its
evaluation with the temperature corrected by phase (`RecalibratedValue`). The numbers of both are in
``values.json`` in the game's folder, written by ``python -m ludotheque.research.values``.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any, Final

from mypy_extensions import mypyc_attr

from ludotheque.core.fast import i64, vec, zeros
from ludotheque.core.knowledge import WIN, Knowledge
from ludotheque.core.net import SCALE, Net, log_share, softmax_into
from ludotheque.core.rng import Rng
from ludotheque.core.state import NOBODY, State

VALUES_FILE: Final = "values.json"  # in the folder of a game
LARGEST_TABLE: Final = 8  # seats
ROLES: Final = (
    4  # of a seat's features: its own, the next seat's, the best other's, the others' mean
)


@mypyc_attr(allow_interpreted_subclasses=True)
class ValueModel:
    """What each seat's chances of winning are in a state, all hidden information known."""

    def chances_into(self, state: State, out: vec[i64]) -> None:
        """Write the chance of each seat, in millionths (WIN); the game must not be over.

        A shared win counts in part. Partners have the same chance; those of all teams add up to
        WIN. The same state gives the same numbers on every machine, compiled or plain.
        """
        raise NotImplementedError(f"{type(self).__name__} must define chances_into")

    def chances(self, state: State) -> list[int]:
        """What `chances_into` writes, as a list, for interpreted callers."""
        out = zeros(state.seats())
        self.chances_into(state, out)
        return [int(chance) for chance in out]


@mypyc_attr(allow_interpreted_subclasses=True)
class LearnedValue(ValueModel):
    """A net that scores each seat; the chances are the softmax of the scores.

    A game's model derives from it and defines `look`. One net serves every number of players: its
    inputs for a seat are the public features, its own, those of the next seat, of the best other
    seat and the mean of all others. Every seat plays for itself.
    """

    def __init__(self, package: str, public_size: i64, seat_size: i64) -> None:
        """Set the package with the weights, and how many features `look` writes."""
        self.package: Final[str] = package
        self.public_size: Final[i64] = public_size
        self.seat_size: Final[i64] = seat_size
        self.public: vec[i64] = zeros(public_size)
        self.own: vec[i64] = zeros(LARGEST_TABLE * seat_size)  # by seat
        self.total: vec[i64] = zeros(seat_size)
        self.mean: vec[i64] = zeros(seat_size)
        self.scores: vec[i64] = zeros(LARGEST_TABLE)
        self.shared: vec[i64] = zeros(0)  # sums of the hidden units for the public features
        self.sums: vec[i64] = zeros(0)
        self.net: Net | None = None

    def look(self, state: State) -> None:
        """Write the features of a state, whole numbers, into `public` and `own`.

        The first feature of a seat tells how far ahead it is: the highest makes the best other.
        """
        raise NotImplementedError(f"{type(self).__name__} must define look")

    def features(self, state: State) -> list[int]:
        """What `look` writes for a state, the public features first, then those of each seat."""
        self.look(state)
        used: i64 = state.seats() * self.seat_size
        return [int(x) for x in self.public] + [int(self.own[i]) for i in range(used)]

    def chances_into(self, state: State, out: vec[i64]) -> None:
        net = self.net
        if net is None:
            net = self.load()
        self.look(state)
        seats = state.seats()
        net.begin(self.shared)
        net.add(0, self.public, 0, self.public_size, self.shared)
        if seats > 2:
            self._add_up(seats)
        for seat in range(seats):
            self.scores[seat] = self._score(net, seat, seats)
        softmax_into(self.scores, seats, out)

    def _score(self, net: Net, seat: i64, seats: i64) -> i64:
        size = self.seat_size
        sums = self.sums
        for unit in range(net.hidden):
            sums[unit] = self.shared[unit]
        role = self.public_size
        net.add(role, self.own, seat * size, size, sums)
        following = seat + 1
        if following == seats:
            following = 0
        if seats == 2:  # one seat is all three
            net.add(role + ROLES * size, self.own, following * size, size, sums)
            return net.score(sums)
        net.add(role + size, self.own, following * size, size, sums)
        net.add(role + 2 * size, self.own, self._best_other(seat, seats) * size, size, sums)
        for i in range(size):
            self.mean[i] = (self.total[i] - self.own[seat * size + i]) // (seats - 1)
        net.add(role + 3 * size, self.mean, 0, size, sums)
        return net.score(sums)

    def _add_up(self, seats: i64) -> None:
        size = self.seat_size
        for i in range(size):
            total: i64 = 0
            for seat in range(seats):
                total += self.own[seat * size + i]
            self.total[i] = total

    def _best_other(self, seat: i64, seats: i64) -> i64:
        """The seat other than this one whose first feature is the highest, clockwise from here."""
        size = self.seat_size
        best: i64 = -1
        other = seat
        for _ in range(seats - 1):
            other += 1
            if other == seats:
                other = 0
            if best < 0 or self.own[other * size] > self.own[best * size]:
                best = other
        return best

    def load(self) -> Net:
        """Read the weights; ValueError if they are of another shape."""
        inputs = int(self.public_size + ROLES * self.seat_size)
        values = read_values(self.package)
        if values["inputs"] != inputs:
            raise ValueError(f"the weights of {self.package} are for {values['inputs']} inputs")
        hidden = int(values["hidden"])
        weights = two_player_weights(values["weights"], hidden, int(self.seat_size))
        net = Net(inputs + self.seat_size, hidden, weights)
        self.shared = zeros(hidden)
        self.sums = zeros(hidden)
        self.net = net
        return net


def two_player_weights(weights: list[int], hidden: int, seat_size: int) -> list[int]:
    """The weights with one more role at the end: the three roles of the others added up."""
    role = hidden * seat_size
    end = len(weights) - hidden  # of the weights by input
    following, best, mean = (weights[end - n * role : end - (n - 1) * role] for n in (3, 2, 1))
    merged = [a + b + c for a, b, c in zip(following, best, mean, strict=True)]
    return weights[:end] + merged + weights[end:]


@mypyc_attr(allow_interpreted_subclasses=True)
class RecalibratedValue(ValueModel):
    """The evaluation of a game's `Knowledge`, made more or less sure of itself by phase.

    The chance of a team is in proportion to its value to the power of a fitted exponent; a fitted
    part of a win is then divided evenly, because leads of every size are lost now and then. Both
    depend on the phase.
    """

    def __init__(self, package: str, knowledge: Knowledge) -> None:
        self.package: Final[str] = package
        self.knowledge: Final[Knowledge] = knowledge
        self.values: vec[i64] = zeros(LARGEST_TABLE)
        self.scores: vec[i64] = zeros(LARGEST_TABLE)
        self.exponents: vec[i64] = zeros(0)  # by phase, multiples of 1 / SCALE
        self.even_parts: vec[i64] = zeros(0)  # the same

    def phase(self, state: State) -> i64:
        """The number of the phase of a state, from 0."""
        raise NotImplementedError(f"{type(self).__name__} must define phase")

    def teams(self, state: State) -> i64:
        """How many teams there are; seat s is of team s modulo that. By default all seats."""
        return state.seats()

    def chances_into(self, state: State, out: vec[i64]) -> None:
        if len(self.exponents) == 0:
            self.load()
        teams = self.teams(state)
        phase = self.phase(state)
        exponent = self.exponents[phase]
        self.knowledge.evaluate_into(state, self.values)
        for team in range(teams):
            self.scores[team] = log_share(max(1, self.values[team])) * exponent // SCALE
        softmax_into(self.scores, teams, out)
        self._divide_evenly(self.even_parts[phase], teams, out)
        for seat in range(teams, state.seats()):
            out[seat] = out[seat % teams]

    def _divide_evenly(self, part: i64, teams: i64, out: vec[i64]) -> None:
        """Divide a part of a win evenly, and the rest as it is; they still add up to WIN."""
        rest: i64 = WIN
        best: i64 = 0
        for team in range(teams):
            out[team] = (out[team] * (SCALE - part) + WIN // teams * part) // SCALE
            rest -= out[team]
            if out[team] > out[best]:
                best = team
        out[best] += rest

    def load(self) -> None:
        """Read the numbers."""
        values = read_values(self.package)
        self.exponents = vec[i64](values["exponents"])
        self.even_parts = vec[i64](values["even_parts"])


class ValuedLeaves(Knowledge):
    """The knowledge of a game with a value model: leaves of a search are worth its win chances.

    ``leaf_percent`` of the value of a leaf are the chances before the rollout; the rest is what
    the game's evaluation says after ``rollout_depth`` moves. With ``chances_after`` the chances
    replace that evaluation too.
    """

    def __init__(
        self,
        knowledge: Knowledge,
        model: ValueModel,
        leaf_percent: i64,
        rollout_depth: i64,
        chances_after: bool = False,
    ) -> None:
        super().__init__(
            rollout_depth, knowledge.lead_scale, knowledge.root_width, leaf_percent=leaf_percent
        )
        self.knowledge: Final[Knowledge] = knowledge
        self.model: Final[ValueModel] = model
        self.chances_after: Final[bool] = chances_after

    def leaf_into(self, state: State, out: vec[i64]) -> None:
        """The chances of winning; of a game that is over, what each seat has won of it."""
        if state.next_actor() == NOBODY:
            win_shares_into(state.ranks(), out)
        else:
            self.model.chances_into(state, out)

    def evaluate_into(self, state: State, out: vec[i64]) -> None:
        if self.chances_after:
            self.leaf_into(state, out)
        else:
            self.knowledge.evaluate_into(state, out)

    # as the game's knowledge

    def imagine(self, state: State, seat: i64, rng: Rng) -> State:
        return self.knowledge.imagine(state, seat, rng)

    def propose_into(self, state: State, seat: i64, out: vec[i64]) -> i64:
        return self.knowledge.propose_into(state, seat, out)

    def rollout_move(self, state: State, seat: i64, rng: Rng, buffer: vec[i64]) -> i64:
        return self.knowledge.rollout_move(state, seat, rng, buffer)

    def appraise(self, state: State, seat: i64, move: i64, rng: Rng) -> float:
        return self.knowledge.appraise(state, seat, move, rng)

    def observed_move(self, state: State, viewer: i64, seat: i64, move: i64) -> i64:
        return self.knowledge.observed_move(state, viewer, seat, move)

    def wants_mixed_strategy(self, state: State, seat: i64) -> bool:
        return self.knowledge.wants_mixed_strategy(state, seat)


def read_values(package: str) -> dict[str, Any]:
    """The numbers of a game's value model."""
    text = files(package).joinpath(VALUES_FILE).read_text(encoding="utf-8")
    values: dict[str, Any] = json.loads(text)
    return values


def win_shares_into(ranks: tuple[int, ...], out: vec[i64]) -> None:
    """Write what each seat of a finished game has won: WIN, divided among the winners."""
    winners: i64 = ranks.count(1)
    for seat in range(len(ranks)):
        out[seat] = WIN // winners if ranks[seat] == 1 else 0
