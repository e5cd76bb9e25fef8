"""The time of the house: milliseconds since 1970 that never jump.

Within a process time is monotonic: the wall clock is read once, when the process starts. If it is
set afterwards, nobody's clock runs out by that. What happens if it jumped between two runs is up to
`table.clocks.uncounted_ms`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

NS_PER_MS: Final = 1_000_000


class HouseClock:
    """A clock that begins with the wall-clock time and then goes at its own steady pace."""

    def __init__(
        self,
        wall_ns: Callable[[], int] = time.time_ns,
        monotonic_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._monotonic_ns = monotonic_ns
        self._started_ns = monotonic_ns()
        self._offset_ns = wall_ns() - self._started_ns

    def now_ms(self) -> int:
        """Milliseconds since 1970."""
        return (self._monotonic_ns() + self._offset_ns) // NS_PER_MS

    def uptime_ms(self) -> int:
        """Milliseconds since the process started."""
        return (self._monotonic_ns() - self._started_ns) // NS_PER_MS

    def follow(self, now_ms: int) -> None:
        """Set the clock, as another process of the house has it that runs for longer."""
        self._offset_ns = now_ms * NS_PER_MS - self._monotonic_ns()


HOUSE_CLOCK: Final = HouseClock()


def now_ms() -> int:
    """Milliseconds since 1970, by the clock of this process."""
    return HOUSE_CLOCK.now_ms()
