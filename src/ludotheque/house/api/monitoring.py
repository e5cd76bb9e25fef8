"""For the host of the house: a health check, and metrics for Prometheus."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable
from typing import TYPE_CHECKING

from starlette.responses import Response
from starlette.routing import Route

from ludotheque import __version__
from ludotheque.house import metrics
from ludotheque.house.api.http import endpoint, json_response
from ludotheque.house.limits import HEALTH_CACHE_S, HEALTH_TIMEOUT_S, MIN_FREE_DISK_BYTES
from ludotheque.house.views.messages import PROTOCOL_VERSION

if TYPE_CHECKING:
    from starlette.requests import Request

    from ludotheque.house.server import House
    from ludotheque.house.store import Store

log = logging.getLogger(__name__)


class Health:
    """Which parts of a house fail; checked again at most every few seconds."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._failed: list[str] = []
        self._checked_s = float("-inf")
        self._checking = asyncio.Lock()

    async def failed(self) -> list[str]:
        """The parts that fail: "read", "write" or "disk"."""
        async with self._checking:
            if time.monotonic() - self._checked_s > HEALTH_CACHE_S:
                self._failed = await self._check()
                self._checked_s = time.monotonic()
            return self._failed

    async def _check(self) -> list[str]:
        works = {
            "read": await _succeeds("read", self.store.ping()),
            "write": await _succeeds("write", self.store.check_writable()),
            "disk": self._has_space(),
        }
        return [part for part, is_working in works.items() if not is_working]

    def _has_space(self) -> bool:
        free = self.store.free_disk_bytes()
        return free is None or free >= MIN_FREE_DISK_BYTES


async def _succeeds(part: str, check: Awaitable[None]) -> bool:
    try:
        async with asyncio.timeout(HEALTH_TIMEOUT_S):
            await check
    except Exception:  # whatever it is, that part fails
        log.warning("the health check failed: %s", part, exc_info=True)
        return False
    return True


async def health(house: House, _request: Request) -> Response:
    """Whether the house answers and its database can be read and written; 503 if not."""
    failed = await house.health.failed()
    about = {"ok": not failed, "version": __version__, "protocol": PROTOCOL_VERSION}
    if not failed:
        return json_response(about)
    message = f"these parts fail: {', '.join(failed)}"
    refused = {"code": "store", "message": message, "rule": ""}
    return json_response({**about, "failed": failed, **refused}, 503)


async def show_metrics(house: House, _request: Request) -> Response:
    """Metrics for Prometheus: of this process, or of all that share its port."""
    text, shared = metrics.exposition(), house.shared_metrics
    if shared is not None:
        shared.publish(text)
        text = shared.exposition()
    return Response(text, media_type=metrics.CONTENT_TYPE)


def routes() -> list[Route]:
    """The routes of this module."""
    return [Route("/healthz", endpoint(health)), Route("/metrics", endpoint(show_metrics))]
