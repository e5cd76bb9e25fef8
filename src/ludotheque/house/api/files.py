"""Files that the house gives to browsers: the page, and the art of the games.

Only files that lie in one of these folders, and only of kinds listed here. A browser keeps them and
asks whether they are still the same; under an address with their version they stay for a year.
"""

from __future__ import annotations

import gzip
import re
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from starlette.responses import Response
from starlette.routing import Route

from ludotheque.core.registry import installed
from ludotheque.house.api.http import endpoint
from ludotheque.house.refusals import Refused

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from starlette.requests import Request

    from ludotheque.house.server import House

TEXT: Final = {
    "html": "text/html",
    "css": "text/css",
    "js": "text/javascript",
    "json": "application/json",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
}
KINDS: Final = {**TEXT, "woff2": "font/woff2", "png": "image/png", "ico": "image/x-icon"}
ART: Final = ("svg", "css", "json")
# Where the page may be asked for; it finds out by the address what to show.
PLACES: Final = (
    "/",
    "/game/{game}",
    "/game/{game}/rules",
    "/game/{game}/learn",
    "/table/{table}",
    "/table/{table}/replay",
    "/me",
    "/settings",
    "/watch",
)
PAGE: Final = files("ludotheque.house") / "page"
YEAR: Final = "public, max-age=31536000, immutable"
_NAME: Final = re.compile(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*\.([a-z0-9]+)")


@dataclass(frozen=True, slots=True)
class Pressed:
    """A file ready to be sent: as it is, smaller if that helps, and its version."""

    body: bytes
    small: bytes
    version: str


@lru_cache(maxsize=512)
def _pressed(body: bytes, text: bool) -> Pressed:
    small = gzip.compress(body, 9, mtime=0) if text else b""
    return Pressed(body, small, sha256(body).hexdigest()[:16])


def _kind(name: str) -> str:
    found = _NAME.fullmatch(name)
    return found[2] if found else ""


def _read(folder: Traversable, name: str) -> Pressed | None:
    file = folder / name
    return _pressed(file.read_bytes(), _kind(name) in TEXT) if file.is_file() else None


def no_such_file() -> Refused:
    """The refusal of everything that is not one of our files."""
    return Refused("no-such-file", "there is no such file")


def send(request: Request, folder: Traversable, name: str) -> Response:
    """A file of a folder, in the form that the browser takes; nothing if it has it already."""
    pressed = _read(folder, name) if _kind(name) in KINDS else None
    if pressed is None:
        raise no_such_file()
    kept = request.query_params.get("v") == pressed.version
    headers = {
        "etag": f'"{pressed.version}"',
        "cache-control": YEAR if kept else "no-cache",
        "vary": "accept-encoding",
    }
    if pressed.version in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    body = pressed.body
    if pressed.small and "gzip" in request.headers.get("accept-encoding", ""):
        body = pressed.small
        headers["content-encoding"] = "gzip"
    return Response(body, headers=headers, media_type=KINDS[_kind(name)])


def art_address(slug: str, name: str) -> str:
    """Where a file of a game's art is, with its version; nothing if there is none."""
    pressed = _read(installed()[slug].folder() / "art", name)
    return f"/art/{slug}/{name}?v={pressed.version}" if pressed is not None else ""


def page_file(request: Request, path: str) -> Response:
    """A file of the page, perhaps in a folder of it."""
    folder, _, name = path.rpartition("/")
    if folder and not re.fullmatch(r"[a-z0-9_-]+", folder):
        raise no_such_file()
    return send(request, PAGE / folder if folder else PAGE, name)


def page(request: Request) -> Response:
    """The page itself; the plain one where no other was built."""
    name = "index.html" if (PAGE / "index.html").is_file() else "plain.html"
    return send(request, PAGE, name)


# answers


async def show_page(house: House, request: Request) -> Response:
    """The page, which finds out by its address what to show."""
    del house
    return page(request)


async def show_plain(house: House, request: Request) -> Response:
    """The plain page."""
    del house
    return page_file(request, "plain.html")


async def show_file(house: House, request: Request) -> Response:
    """A file of the page; where there is none, browsers get the page, which says so."""
    del house
    path = request.path_params["path"]
    try:
        return page_file(request, path)
    except Refused:
        if "text/html" not in request.headers.get("accept", "") or path.startswith("api/"):
            raise
        response = page(request)
        response.status_code = 404
        return response


async def show_art(house: House, request: Request) -> Response:
    """A file of a game's art."""
    del house
    slug, name = request.path_params["game"], request.path_params["file"]
    if slug not in installed() or _kind(name) not in ART:
        raise no_such_file()
    return send(request, installed()[slug].folder() / "art", name)


def routes() -> list[Route]:
    """The addresses of pages and files; the last of them takes whatever others left."""
    return [
        *(Route(path, endpoint(show_page, light=True)) for path in PLACES),
        Route("/plain", endpoint(show_plain, light=True)),
        Route("/art/{game}/{file}", endpoint(show_art, light=True)),
        Route("/{path:path}", endpoint(show_file, light=True)),
    ]
