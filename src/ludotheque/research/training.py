"""Training of win chances on played games, in numpy: nets, and corrections by phase."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from ludotheque.core.net import SCALE
from ludotheque.core.value import ROLES

if TYPE_CHECKING:
    from collections.abc import Callable

    from ludotheque.presentation.arrays import Array
    from ludotheque.research.self_play import Rows

BATCH: Final = 512  # positions
EPOCHS: Final = 16
PATIENCE: Final = 3  # epochs without a better loss
FINE_EPOCHS: Final = 6
RATE: Final = 1e-3
FINE_RATE: Final = 4e-4
DECAY: Final = 1e-4
SMALLEST_SPREAD: Final = 0.1  # of an input that is nearly always the same
SAMPLE: Final = 20_000  # positions from which the spread of inputs is measured
EXPONENTS: Final = (0.2, 2.5)  # the range searched
EVEN_PARTS: Final = (0.0, 0.02, 0.04, 0.06, 0.08, 0.1, 0.13, 0.16, 0.2, 0.25)


def log_loss(chances: Array, won: Array) -> float:
    """The mean loss of chances by team, in nats."""
    return float(-(won * np.log(np.clip(chances, 1e-6, 1))).sum(1).mean())


def softmax(scores: Array) -> Array:
    """Chances by team."""
    shifted = np.exp(scores - scores.max(1, keepdims=True))
    return np.asarray(shifted / shifted.sum(1, keepdims=True))


# nets


def arranged(inputs: Array, public: int, own: int) -> Array:
    """The inputs of the net for each seat, from rows of features: position, seat, input."""
    seats = (inputs.shape[1] - public) // own
    shared = inputs[:, :public]
    by_seat = inputs[:, public:].reshape(len(inputs), seats, own)
    out = np.empty((len(inputs), seats, public + ROLES * own), np.float32)
    total = by_seat.sum(1)
    rows = np.arange(len(inputs))
    for seat in range(seats):
        others = [(seat + step) % seats for step in range(1, seats)]  # clockwise
        best = np.array(others)[by_seat[:, others, 0].argmax(1)]
        parts = (
            shared,
            by_seat[:, seat],
            by_seat[:, others[0]],
            by_seat[rows, best],
            (total - by_seat[:, seat]) // (seats - 1),
        )
        out[:, seat] = np.concatenate(parts, axis=1)
    return out


@dataclass(slots=True)
class FloatNet:
    """The net that is trained: one hidden layer of rectified units, one output."""

    first: Array
    biases: Array
    last: Array

    @staticmethod
    def of(weights: list[int], hidden: int) -> FloatNet:
        """The net of the weights that `whole_numbers` returned."""
        numbers = np.array(weights, np.float32) / SCALE
        first = numbers[hidden:-hidden].reshape(-1, hidden)
        return FloatNet(first, numbers[:hidden], numbers[-hidden:])

    def parameters(self) -> list[Array]:
        """All that is learned."""
        return [self.first, self.biases, self.last]

    def copy(self) -> FloatNet:
        """An independent copy."""
        return FloatNet(*(parameter.copy() for parameter in self.parameters()))

    def scores(self, inputs: Array) -> Array:
        """A score for each position and seat."""
        flat = inputs.reshape(-1, inputs.shape[2])
        hidden = np.maximum(flat @ self.first + self.biases, 0)
        return np.asarray((hidden @ self.last).reshape(inputs.shape[:2]))

    def whole_numbers(self) -> list[int]:
        """The weights as `Net` takes them."""
        parts = (self.biases, self.first.reshape(-1), self.last)
        return [int(x) for part in parts for x in np.rint(part * SCALE)]


@dataclass(slots=True)
class Task:
    """What a net is trained on: sets of rows, one for each number of players."""

    public: int
    own: int
    train: list[Rows]
    fine: list[Rows]  # games of the levels only, for the last epochs
    check: list[Rows]  # tells when to stop
    hidden: int
    seed: int
    tell: Callable[[str], None]
    curve: list[float] = field(default_factory=list)  # the loss after each epoch


def learn(task: Task) -> FloatNet:
    """Train a net: on all games, then on those of the levels; the best by the loss is kept."""
    rng = np.random.default_rng(task.seed)
    mean, spread = _scale_of_inputs(task)
    size = task.public + ROLES * task.own
    net = FloatNet(
        (rng.standard_normal((size, task.hidden)) * np.sqrt(2 / size)).astype(np.float32),
        np.zeros(task.hidden, np.float32),
        (rng.standard_normal(task.hidden) * 0.1).astype(np.float32),
    )
    net = _descend(net, task, task.train, RATE, EPOCHS, (mean, spread), rng)
    net = _descend(net, task, task.fine, FINE_RATE, FINE_EPOCHS, (mean, spread), rng)
    return FloatNet(net.first / spread[:, None], net.biases - (mean / spread) @ net.first, net.last)


def _scale_of_inputs(task: Task) -> tuple[Array, Array]:
    """Mean and spread of each input."""
    each = max(1, SAMPLE // len(task.train))
    samples = [
        arranged(rows.inputs[:: max(1, len(rows.inputs) // each)], task.public, task.own)
        for rows in task.train
    ]
    flat = np.concatenate([one.reshape(-1, one.shape[2]) for one in samples])
    return flat.mean(0), np.maximum(flat.std(0), SMALLEST_SPREAD).astype(np.float32)


def _descend(
    net: FloatNet,
    task: Task,
    sets: list[Rows],
    rate: float,
    epochs: int,
    scale: tuple[Array, Array],
    rng: np.random.Generator,
) -> FloatNet:
    """Adam, with a rate that falls to a twentieth, until the loss falls no more."""
    moments = [(np.zeros_like(one), np.zeros_like(one)) for one in net.parameters()]
    best, least, steps = net.copy(), _loss(net, task, scale), 0
    task.curve.append(round(least, 4))
    without = 0
    for epoch in range(epochs):
        current = rate * (0.05 ** (epoch / max(1, epochs - 1)))
        for rows, chosen in _batches(sets, rng):
            steps += 1
            gradients = _gradients(net, rows, chosen, task, scale)
            _adam(net, moments, gradients, current, steps)
        loss = _loss(net, task, scale)
        task.curve.append(round(loss, 4))
        task.tell(f"epoch {epoch + 1}: loss {loss:.4f}")
        without += 1
        if loss < least:
            best, least, without = net.copy(), loss, 0
        elif without == PATIENCE:
            break
    return best


def _batches(sets: list[Rows], rng: np.random.Generator) -> list[tuple[Rows, Array]]:
    """Batches of rows of one set each, in random order."""
    batches: list[tuple[Rows, Array]] = []
    for rows in sets:
        order = rng.permutation(len(rows.won))
        batches += [(rows, order[at : at + BATCH]) for at in range(0, len(order), BATCH)]
    return [batches[i] for i in rng.permutation(len(batches))]


def _gradients(
    net: FloatNet, rows: Rows, chosen: Array, task: Task, scale: tuple[Array, Array]
) -> list[Array]:
    """The gradients of the loss of a batch."""
    inputs = (arranged(rows.inputs[chosen], task.public, task.own) - scale[0]) / scale[1]
    flat = inputs.reshape(-1, inputs.shape[2])
    hidden = np.maximum(flat @ net.first + net.biases, 0)
    chances = softmax((hidden @ net.last).reshape(inputs.shape[:2]))
    error = ((chances - rows.won[chosen]) / len(chosen)).reshape(-1)
    back = np.outer(error, net.last) * (hidden > 0)
    return [flat.T @ back + DECAY * net.first, back.sum(0), hidden.T @ error + DECAY * net.last]


def _adam(
    net: FloatNet,
    moments: list[tuple[Array, Array]],
    gradients: list[Array],
    rate: float,
    steps: int,
) -> None:
    for i, gradient in enumerate(gradients):
        first, second = moments[i]
        first += 0.1 * (gradient - first)
        second += 0.001 * (gradient**2 - second)
        corrected = np.sqrt(second / (1 - 0.999**steps)) + 1e-8
        net.parameters()[i][...] -= rate * first / (1 - 0.9**steps) / corrected


def _loss(net: FloatNet, task: Task, scale: tuple[Array, Array]) -> float:
    """The loss on the games that tell when to stop; each number of players counts by its rows."""
    total, count = 0.0, 0
    for rows in task.check:
        inputs = (arranged(rows.inputs, task.public, task.own) - scale[0]) / scale[1]
        total += log_loss(softmax(net.scores(inputs)), rows.won) * len(rows.won)
        count += len(rows.won)
    return total / max(1, count)


# recalibration


class Correction(NamedTuple):
    """How the values of a phase are corrected."""

    exponent: float
    even_part: float  # of a win, divided evenly


def fitted_corrections(sets: list[Rows]) -> list[Correction]:
    """The correction of each phase that makes the loss least."""
    phases = 1 + max(int(rows.inputs[:, 0].max()) for rows in sets)
    return [_fitted(sets, phase) for phase in range(phases)]


def _fitted(sets: list[Rows], phase: int) -> Correction:
    """The best of some even parts with the best exponent for each; none for a phase never met."""
    chosen = [(rows, rows.inputs[:, 0] == phase) for rows in sets]
    chosen = [(rows, mask) for rows, mask in chosen if mask.any()]
    if not chosen:
        return Correction(1.0, 0.0)
    logs = [np.log(np.maximum(rows.inputs[mask, 1:], 1) / 1e6) for rows, mask in chosen]
    won = [rows.won[mask] for rows, mask in chosen]

    def loss(exponent: float, even_part: float) -> float:
        return sum(
            log_loss(_corrected(one, exponent, even_part), result) * len(result)
            for one, result in zip(logs, won, strict=True)
        )

    found = [(_exponent(loss, even_part), even_part) for even_part in EVEN_PARTS]
    return Correction(*min(found, key=lambda pair: loss(*pair)))


def _exponent(loss: Callable[[float, float], float], even_part: float) -> float:
    """The best exponent, by golden-section search."""
    low, high = EXPONENTS
    golden = (5**0.5 - 1) / 2
    for _ in range(24):
        left, right = high - golden * (high - low), low + golden * (high - low)
        if loss(left, even_part) < loss(right, even_part):
            high = right
        else:
            low = left
    return (low + high) / 2


def _corrected(logs: Array, exponent: Array | float, even_part: Array | float) -> Array:
    """Chances of the logarithms of values."""
    return np.asarray(softmax(logs * exponent) * (1 - even_part) + even_part / logs.shape[1])


def recalibrated(inputs: Array, exponents: list[int], even_parts: list[int]) -> Array:
    """The chances by team that `RecalibratedValue` gives."""
    logs = np.log(np.maximum(inputs[:, 1:], 1) / 1e6)
    power, even = (np.array(one)[inputs[:, :1]] / SCALE for one in (exponents, even_parts))
    return _corrected(logs, power, even)
