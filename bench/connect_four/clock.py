"""Timing and output that all engines share."""

from __future__ import annotations

import json
import random
import time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS: Final = 9  # the fastest counts: other load on the machine only adds time
SIMULATIONS: Final = 2000  # of a search, from the empty board
EXPLORATION: Final = 1.4
uniform = random.Random(1).random  # noqa: S311 - not for secrets


def per_second(work: Callable[[int], object], count: int) -> float:
    """Units of work per second of processor time: the fastest round, after a warm-up."""
    work(count)
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        work(count)
        times.append(time.process_time() - start)
    return count / min(times)


def report(measure: Callable[[], dict[str, float]], version: Callable[[], str]) -> None:
    """Print the figures as a line of JSON, or which module is missing."""
    try:
        print(json.dumps({"figures": measure(), "version": version()}))
    except ImportError as error:
        print(json.dumps({"missing": str(error)}))
