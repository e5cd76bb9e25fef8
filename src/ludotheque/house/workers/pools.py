"""Worker processes for CPU-bound work, which the event loop can't wait for."""

from __future__ import annotations

import os
import threading
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_context, parent_process


def process_pool(count: int, niceness: int = 0) -> ProcessPoolExecutor:
    """A pool of ``count`` processes, which have a lower priority than the house and end with it."""
    context = get_context("spawn")
    return ProcessPoolExecutor(count, context, initializer=_start_worker, initargs=(niceness,))


def kill_pool(pool: ProcessPoolExecutor) -> None:
    """End the processes of a pool, whatever they are doing."""
    running = list((getattr(pool, "_processes", None) or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in running:
        process.kill()


def _start_worker(niceness: int) -> None:
    with suppress(OSError, AttributeError):
        os.nice(niceness)
    threading.Thread(target=_exit_with_house, daemon=True).start()


def _exit_with_house() -> None:
    """A house that was killed can't end its worker processes."""
    house = parent_process()
    if house is not None:
        house.join()
        os._exit(1)
