"""Pools of worker processes, for CPU-bound work that would block the event loop."""

from __future__ import annotations

import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_context, parent_process


def process_pool(count: int, niceness: int = 0) -> ProcessPoolExecutor:
    """A pool of ``count`` workers; their priority is lower, and they exit with the server."""
    context = get_context("spawn")
    return ProcessPoolExecutor(count, context, initializer=_start_worker, initargs=(niceness,))


def kill_pool(pool: ProcessPoolExecutor) -> None:
    """Kill the processes of a pool, whatever they are doing."""
    running = list((getattr(pool, "_processes", None) or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in running:
        process.kill()


def _start_worker(niceness: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches every process; the server ends us
    with suppress(OSError, AttributeError):
        os.nice(niceness)
    threading.Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    """Exit when the server does: if it is killed it can't end its workers."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
