"""Runs a function in several child processes, and starts each again that dies."""

from __future__ import annotations

import logging
import os
import signal
import time
from typing import TYPE_CHECKING, Final, NoReturn

if TYPE_CHECKING:
    from collections.abc import Callable

log = logging.getLogger(__name__)
SOON_S: Final = 5.0  # a child that dies sooner than that is started again after a pause
PAUSE_S: Final = 1.0
STOP_TIMEOUT_S: Final = 30.0  # then children are killed
STOP_POLL_S: Final = 0.02


class Supervisor:
    """A parent of ``count`` children; each runs ``work`` with its index and a lifeline.

    The lifeline is a file descriptor that is closed at the other end when the parent ends.
    """

    def __init__(self, count: int, work: Callable[[int, int], None]) -> None:
        self.count = count
        self.work = work
        self._children: dict[int, int] = {}  # by process id: the index
        self._started_s: dict[int, float] = {}  # by index: monotonic
        self._lifeline, self._own_end = os.pipe()
        self._signals = (signal.SIGTERM, signal.SIGINT, signal.SIGCHLD)

    def run(self) -> None:
        """Run until SIGTERM or SIGINT, which the children get as SIGTERM; return after them."""
        signal.signal(signal.SIGCHLD, lambda *_: None)  # else some systems drop it
        signal.pthread_sigmask(signal.SIG_BLOCK, self._signals)
        for index in range(self.count):
            self._start(index)
        while signal.sigwait(self._signals) == signal.SIGCHLD:
            self._restart_ended()
        self._stop()

    def _start(self, index: int) -> None:
        self._started_s[index] = time.monotonic()
        process = os.fork()
        if process == 0:
            self._be_child(index)
        self._children[process] = index

    def _be_child(self, index: int) -> NoReturn:
        status = 1
        try:
            os.setpgid(0, 0)  # Ctrl-C is for the parent alone
            os.close(self._own_end)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, self._signals)
            self.work(index, self._lifeline)
            status = 0
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 1
        except BaseException:
            log.exception("process %d failed", index)
        finally:
            logging.shutdown()
            os._exit(status)  # not into the code of the parent

    def _ended(self) -> list[tuple[int, int]]:
        """The children that have ended: index and exit code."""
        ended = []
        for process, index in [*self._children.items()]:
            found, status = os.waitpid(process, os.WNOHANG)
            if found:
                del self._children[process]
                ended.append((index, os.waitstatus_to_exitcode(status)))
        return ended

    def _restart_ended(self) -> None:
        for index, code in self._ended():
            log.warning("process %d ended with %d: starting it again", index, code)
            if time.monotonic() - self._started_s[index] < SOON_S:
                time.sleep(PAUSE_S)
            self._start(index)

    def _stop(self) -> None:
        for process in self._children:
            os.kill(process, signal.SIGTERM)
        deadline_s = time.monotonic() + STOP_TIMEOUT_S
        while self._children:
            self._ended()
            if time.monotonic() > deadline_s:
                for process in self._children:
                    os.kill(process, signal.SIGKILL)
            time.sleep(STOP_POLL_S)
