"""Processes beside the house: they take work that would keep everybody waiting."""

from __future__ import annotations

import os
import threading
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_context, parent_process


def processes(count: int, nice: int = 0) -> ProcessPoolExecutor:
    """So many processes, which give way to the house and end when it does."""
    return ProcessPoolExecutor(count, get_context("spawn"), initializer=_begin, initargs=(nice,))


def stop(pool: ProcessPoolExecutor) -> None:
    """End them, whatever they do."""
    running = list((getattr(pool, "_processes", None) or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in running:
        process.kill()


def _begin(nice: int) -> None:
    with suppress(OSError, AttributeError):
        os.nice(nice)
    threading.Thread(target=_end_with_the_house, daemon=True).start()


def _end_with_the_house() -> None:
    """A house that was killed can't tell its processes to go."""
    house = parent_process()
    if house is not None:
        house.join()
        os._exit(1)
