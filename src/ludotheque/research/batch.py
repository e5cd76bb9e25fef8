"""Many random games at once, on all cores."""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import repeat
from multiprocessing import get_context
from typing import TYPE_CHECKING, Final

import numpy as np

from ludotheque.core.errors import BadOption
from ludotheque.core.playout import playout
from ludotheque.core.registry import find
from ludotheque.core.rng import SeededRng
from ludotheque.core.state import move_buffer

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ludotheque.core.options import Value

CHUNK_GAMES: Final = 250  # played by a process at a time


@dataclass(frozen=True, slots=True)
class Playouts:
    """The results of some random games, a row for each."""

    scores: NDArray[np.int64]  # by game and seat
    ranks: NDArray[np.int64]  # the same; 1 for all winners
    lengths: NDArray[np.int64]  # by game: moves of seats, without luck


def playouts(
    game: str, games: int, seed: int = 0, *, cores: int | None = None, **options: Value
) -> Playouts:
    """Play random games to their ends; the same seed gives the same result on any number of cores.

    Seats choose uniformly from the moves the game proposes (`State.choices_into`).

    >>> many = playouts("m", 20, seed=1, cores=1, players=4)
    >>> many.scores.shape, int(many.ranks.min())
    ((20, 4), 1)
    """
    resolved = find(game).resolve_options(options)
    if games < 1:
        raise BadOption(f"the number of games must be at least 1, not {games}")
    starts = range(0, games, CHUNK_GAMES)
    sizes = [min(CHUNK_GAMES, games - start) for start in starts]
    jobs = (repeat(game), repeat(resolved), repeat(seed), starts, sizes)
    workers = min(cores or os.cpu_count() or 1, len(sizes))
    if workers == 1:
        chunks = list(map(_play, *jobs))
    else:
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
            chunks = list(pool.map(_play, *jobs))
    return Playouts(*(np.concatenate(parts) for parts in zip(*chunks, strict=True)))


def _play(
    slug: str, options: dict[str, Value], seed: int, first: int, games: int
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Scores, ranks and lengths of some games; each has an RNG seeded with its number."""
    start = find(slug).new(options)
    buffer = move_buffer()
    scores, ranks, lengths = [], [], []
    for number in range(first, first + games):
        state = start.clone()
        lengths.append(int(playout(state, SeededRng(seed * 2**32 + number), buffer)))
        scores.append(state.scores())
        ranks.append(state.ranks())
    return np.array(scores), np.array(ranks), np.array(lengths)
