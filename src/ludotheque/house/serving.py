"""The uvicorn server of a house."""

from __future__ import annotations

from typing import TYPE_CHECKING

import uvicorn

from ludotheque.house.connection_limits import ConnectionLimits, ServerState, raise_file_limit

if TYPE_CHECKING:
    from ludotheque.house.settings import Settings


class HouseServer(uvicorn.Server):
    """A server that limits its connections."""

    server_state: ServerState

    def __init__(self, config: uvicorn.Config, settings: Settings) -> None:
        super().__init__(config)
        limits = ConnectionLimits(settings.proxy, raise_file_limit())
        self.server_state = ServerState(limits, settings.secure)
