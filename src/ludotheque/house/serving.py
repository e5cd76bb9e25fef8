"""The uvicorn server of a house."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

import uvicorn

from ludotheque.house.connection_limits import ConnectionLimits, ServerState, raise_file_limit

if TYPE_CHECKING:
    from types import FrameType

    from ludotheque.house.settings import Settings

SAME_SIGNAL_S: Final = 1  # uvx passes on a Ctrl-C that the terminal has sent to the house, too


class HouseServer(uvicorn.Server):
    """A server that limits its connections, and closes well if it is told so twice at once."""

    server_state: ServerState

    def __init__(self, config: uvicorn.Config, settings: Settings) -> None:
        super().__init__(config)
        limits = ConnectionLimits(settings.proxy, raise_file_limit())
        self.server_state = ServerState(limits, settings.secure)
        self._told_to_stop_at: float | None = None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Close the house; a later Ctrl-C does it without waiting for requests in progress."""
        now = time.monotonic()
        if self._told_to_stop_at is None or now - self._told_to_stop_at >= SAME_SIGNAL_S:
            super().handle_exit(sig, frame)
        if self._told_to_stop_at is None:
            self._told_to_stop_at = now
