"""For the host of the house: a health check, and metrics for Prometheus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import Response
from starlette.routing import Route

from ludotheque import __version__
from ludotheque.house import metrics
from ludotheque.house.api.http import endpoint, json_response
from ludotheque.house.views.messages import PROTOCOL_VERSION

if TYPE_CHECKING:
    from starlette.requests import Request

    from ludotheque.house.server import House


async def health(house: House, _request: Request) -> Response:
    """That the server answers and its database, too; a refusal otherwise."""
    await house.store.ping()
    return json_response({"ok": True, "version": __version__, "protocol": PROTOCOL_VERSION})


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
