"""What all who are measured here have in common: the same work, timed in the same way."""

from __future__ import annotations

import json
import random
import time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS: Final = 9  # the quickest counts: what else the machine does only ever adds time
SIMULATIONS: Final = 2000  # of a search, from the empty board
EXPLORATION: Final = 1.4
chance = random.Random(1).random  # noqa: S311 - to play with


def per_second(work: Callable[[int], object], count: int) -> float:
    """Pieces of work in a second of processor time: the quickest round, after a first one."""
    work(count)
    times = []
    for _ in range(ROUNDS):
        begin = time.process_time()
        work(count)
        times.append(time.process_time() - begin)
    return count / min(times)


def tell(measure: Callable[[], dict[str, float]], version: Callable[[], str]) -> None:
    """Print what was measured as a line of JSON, or what is missing for it."""
    try:
        print(json.dumps({"figures": measure(), "version": version()}))
    except ImportError as error:
        print(json.dumps({"missing": str(error)}))
