"""Static files: the page, and the art of the games.

Only files in one of these folders, and only of the types listed here, are served. A browser
revalidates them each time; at a URL with their version, in the query or in the name, they may be
cached for a year.
"""

from __future__ import annotations

import gzip
import re
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from http import HTTPStatus
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Route

from ludotheque.core.registry import installed
from ludotheque.house.api.http import endpoint, methods_of
from ludotheque.house.refusals import Refused

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from starlette.requests import Request

    from ludotheque.house.server import House

TEXT_TYPES: Final = {
    "html": "text/html",
    "css": "text/css",
    "js": "text/javascript",
    "json": "application/json",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
}
CONTENT_TYPES: Final = {
    **TEXT_TYPES,
    "woff2": "font/woff2",
    "png": "image/png",
    "ico": "image/x-icon",
}
ART_EXTENSIONS: Final = ("svg", "css", "json")
# Where the page is served; it routes by its URL.
PAGE_ROUTES: Final = (
    "/",
    "/game/{game}",
    "/game/{game}/rules",
    "/game/{game}/learn",
    "/game/{game}/statistics",
    "/person/{name}",
    "/past",
    "/daily",
    "/daily/{day}",
    "/puzzles",
    "/puzzle/{puzzle}",
    "/record/{record}",
    "/game/{game}/match",
    "/game/{game}/pass",
    "/table/{table}",
    "/table/{table}/board",
    "/table/{table}/pass",
    "/table/{table}/replay",
    "/table/{table}/beside/{other}",
    "/open",
    "/friends",
    "/circle/{circle}",
    "/me",
    "/settings",
    "/watch",
    "/join",
    "/notices/confirm/{token}",
    "/notices/stop/{token}",
    "/admin",
)
PAGE_FOLDER: Final = files("ludotheque.house") / "page"
CACHE_FOR_A_YEAR: Final = "public, max-age=31536000, immutable"
FILE_CACHE_SIZE: Final = 512
MAX_GZIP_LEVEL: Final = 9
VERSION_LENGTH: Final = 16
FILE_NAME: Final = re.compile(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*\.([a-z0-9]+)")


@dataclass(frozen=True, slots=True)
class StaticFile:
    """A file ready to be sent."""

    body: bytes
    gzipped: bytes  # empty if it is no text
    version: str  # a hash of the body


@lru_cache(maxsize=FILE_CACHE_SIZE)
def _static_file(body: bytes, text: bool) -> StaticFile:
    gzipped = gzip.compress(body, MAX_GZIP_LEVEL, mtime=0) if text else b""
    return StaticFile(body, gzipped, sha256(body).hexdigest()[:VERSION_LENGTH])


def _extension(name: str) -> str:
    match = FILE_NAME.fullmatch(name)
    return match[2] if match else ""


def _read(folder: Traversable, name: str) -> StaticFile | None:
    file = folder / name
    return (
        _static_file(file.read_bytes(), _extension(name) in TEXT_TYPES) if file.is_file() else None
    )


def no_such_file() -> Refused:
    """The refusal of a file that does not exist."""
    return Refused("no-such-file", "there is no such file")


def send(request: Request, folder: Traversable, name: str) -> Response:
    """A file of a folder, compressed if the browser accepts it; 304 if the browser has it."""
    file = _read(folder, name) if _extension(name) in CONTENT_TYPES else None
    if file is None:
        raise no_such_file()
    versioned = request.query_params.get("v") == file.version or f"-{file.version}." in name
    headers = {
        "etag": f'"{file.version}"',
        "cache-control": CACHE_FOR_A_YEAR if versioned else "no-cache",
        "vary": "accept-encoding",
    }
    if file.version in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    body = file.body
    if file.gzipped and "gzip" in request.headers.get("accept-encoding", ""):
        body = file.gzipped
        headers["content-encoding"] = "gzip"
    return Response(body, headers=headers, media_type=CONTENT_TYPES[_extension(name)])


def art_url(slug: str, name: str) -> str:
    """The URL of a file of a game's art, with its version; "" if there is none."""
    file = _read(installed()[slug].folder() / "art", name)
    return f"/art/{slug}/{name}?v={file.version}" if file is not None else ""


def page_file(request: Request, path: str) -> Response:
    """A file of the page, in its folder or in a subfolder."""
    folder, _, name = path.rpartition("/")
    if folder and not re.fullmatch(r"[a-z0-9_-]+", folder):
        raise no_such_file()
    return send(request, PAGE_FOLDER / folder if folder else PAGE_FOLDER, name)


def page(request: Request) -> Response:
    """The page; the plain one if the client was not built."""
    name = "index.html" if (PAGE_FOLDER / "index.html").is_file() else "plain.html"
    return send(request, PAGE_FOLDER, name)


# handlers


async def show_page(_house: House, request: Request) -> Response:
    """The page, which routes by its URL."""
    return page(request)


async def show_plain(_house: House, request: Request) -> Response:
    """The plain page."""
    return page_file(request, "plain.html")


async def show_file(_house: House, request: Request) -> Response:
    """A file of the page; if there is none, a browser gets the page with status 404."""
    path = request.path_params["path"]
    try:
        return page_file(request, path)
    except Refused:
        if path.startswith("api/") and request.method not in methods_of(request):
            raise HTTPException(HTTPStatus.METHOD_NOT_ALLOWED) from None
        if "text/html" not in request.headers.get("accept", "") or path.startswith("api/"):
            raise
        response = page(request)
        response.status_code = 404
        return response


async def show_art(_house: House, request: Request) -> Response:
    """A file of a game's art."""
    slug, name = request.path_params["game"], request.path_params["file"]
    if slug not in installed() or _extension(name) not in ART_EXTENSIONS:
        raise no_such_file()
    return send(request, installed()[slug].folder() / "art", name)


def routes() -> list[Route]:
    """The routes of this module; the last one matches every path."""
    return [
        *(Route(path, endpoint(show_page, is_file=True)) for path in PAGE_ROUTES),
        Route("/plain", endpoint(show_plain, is_file=True)),
        Route("/art/{game}/{file}", endpoint(show_art, is_file=True)),
        Route("/{path:path}", endpoint(show_file, is_file=True)),
    ]
