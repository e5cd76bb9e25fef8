"""The certificate authority of a house at home, for phones that are to trust it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from starlette.responses import Response
from starlette.routing import Route

from ludotheque.house.api.files import no_such_file
from ludotheque.house.api.http import endpoint
from ludotheque.house.certificates import kept_authority

if TYPE_CHECKING:
    from starlette.requests import Request

    from ludotheque.house.server import House

CERTIFICATE_TYPE: Final = "application/x-x509-ca-cert"  # phones offer to install it


async def show_authority(house: House, _request: Request) -> Response:
    """The certificate of the authority, never its key."""
    authority = kept_authority(house.settings.database) if house.settings.https else None
    if authority is None:
        raise no_such_file()
    return Response(authority.der, media_type=CERTIFICATE_TYPE)


def routes() -> list[Route]:
    """The routes of this module."""
    return [Route("/ca.crt", endpoint(show_authority))]
