"""Whatever is asked, the answer is in words, has the security headers, and is not cached."""

from __future__ import annotations

import argparse
import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from house.doors import doors
from house.hosting import new_host
from house.running import House, Visitor, guest, house, in_loop
from house.wire import KEY, fetch, request_head

from ludotheque.house.api.front import is_own_host
from ludotheque.house.api.security_headers import SECURITY_HEADERS
from ludotheque.house.settings import origin_url

pytest_plugins = ("house.postgres",)
UPGRADE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": KEY,
}
# Bodies that no route can read.
BAD_BODIES = (
    b'{"credential":' + b"[" * 20_000,
    b'{"credential":' + b'{"a":' * 10_000,
    b'{"name": "\xff\xfe", "password": "12345678"}',
    b'{"name": "\xed\xa0\x80", "password": "12345678"}',
    b'{"name": "\\ud800", "password": "12345678"}',
    b'{"name": "a\\u0000b", "password": "12345678"}',
    b"\xff",
    b"nan",
    b'{"name": NaN}',
    b'{"name": 1e999}',
    b"[]",
    b"{",
    b"\x00",
)
DOORS_WITH_BODIES = [door for door in doors() if door.takes_body]


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("front")
    with house(str(folder / "house.sqlite"), folder) as running:
        yield running
        assert not [line for line in running.errors() if '"level": "error"' in line]


def port_of(here: House) -> int:
    return int(here.address.split(":")[1])


def parsed(answer: bytes) -> tuple[int, dict[str, str], bytes]:
    """The status, the headers and the body of an answer."""
    head, _, body = answer.partition(b"\r\n\r\n")
    status, *lines = head.decode("latin-1").split("\r\n")
    headers = dict(line.lower().split(": ", 1) for line in lines)
    return int(status.split()[1]), headers, body


async def raw(here: House, data: bytes) -> tuple[int, dict[str, str], bytes]:
    """What is answered to any bytes, by a server that then closes the connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port_of(here))
    writer.write(data)
    answer = await asyncio.wait_for(reader.read(), 30)
    writer.close()
    return parsed(answer)


def assert_safe(headers: dict[str, str]) -> None:
    for name, value in SECURITY_HEADERS.items():
        assert headers.get(name) == value.lower(), name


@in_loop
async def test_a_body_that_can_not_be_read_is_refused_in_words(tmp_path: Path) -> None:
    """At every door that takes one, for the host, whom no door refuses before."""
    with house(str(tmp_path / "house.sqlite"), tmp_path) as here:
        host = await new_host(here)
        for door in DOORS_WITH_BODIES:
            for body in BAD_BODIES:
                visitor = Visitor(here, host.token)
                answer = await visitor.fetch(door.method, door.path("nothing"), body)
                assert answer.status == 400, (door, body[:40], answer)
                refusal = answer.data()
                assert refusal["code"] == "bad-message", (door, body[:40], answer)
                assert refusal["message"]


@in_loop
async def test_a_backslash_before_u0000_is_an_ordinary_text(here: House) -> None:
    visitor = await guest(here)
    body = json.dumps({"name": "Nemo", "password": "a\\u0000bcdefg"}).encode()
    assert b"\\\\u0000" in body
    assert (await visitor.fetch("POST", "/api/account", body)).status == 201


@pytest.mark.parametrize(
    ("request_line", "headers", "status", "code"),
    [
        ("GET /api/games", {}, 200, None),
        ("GET /", {}, 200, None),
        ("GET /nothing.js", {}, 404, "no-such-file"),
        ("GET /api/me", {}, 401, "no-token"),
        ("PUT /api/me", {}, 405, "wrong-method"),
        ("GET /api/login", {}, 405, "wrong-method"),
        ("GET /api/a%0Ab", {}, 404, "no-such-file"),
        ("PUT /a%0Ab", {}, 404, "no-such-file"),
        ("BREW /", {}, 400, None),
        ("DELETE /", {}, 405, "wrong-method"),
        ("GET /api/tables?status=gone", {}, 400, "bad-status"),
        ("GET /api/tables?game=%00", {}, 400, "bad-message"),
        ("GET /a%00b", {}, 404, "no-such-file"),
        ("POST /api/guest", {"Origin": "http://evil.example"}, 403, "wrong-origin"),
        ("GET /ws/lobby", {**UPGRADE, "Origin": "http://evil.example"}, 403, "wrong-origin"),
        ("GET /ws/nothing", UPGRADE, 404, "no-such-table"),
        ("GET /ws/a/b/c", UPGRADE, 404, "no-such-file"),
        ("GET /ws/%00", UPGRADE, 404, "no-such-file"),
        ("GET /ws/lobby", {**UPGRADE, "Sec-WebSocket-Key": "x"}, 400, None),
        ("GET /ws/lobby", {**UPGRADE, "Sec-WebSocket-Version": "12"}, 400, None),
        ("GET /ws/lobby", {**UPGRADE, "Connection": "Upgrade\r\nX-Name: \xe9"}, 101, None),
    ],
)
@in_loop
async def test_every_answer_has_the_security_headers(
    here: House, request_line: str, headers: dict[str, str], status: int, code: str | None
) -> None:
    given = {"X-Forwarded-For": "192.0.2.1", **headers}
    if status != 101:
        given = {"Connection": "close", **given}
    reader, writer = await asyncio.open_connection("127.0.0.1", port_of(here))
    writer.write(request_head(request_line, given))
    head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 30)
    answered, found, _ = parsed(head)
    assert answered == status
    if status != 101:
        assert_safe(found)
        body = await asyncio.wait_for(reader.read(), 30)
        if status >= 400:
            assert set(json.loads(body)) == {"code", "message", "rule"}
            assert found["cache-control"] == "no-store"
        if code:
            assert json.loads(body)["code"] == code
    writer.close()


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/api/tables", "GET, HEAD, POST"),
        ("/api/me/passkeys", "DELETE, GET, HEAD, POST"),
        ("/api/login", "POST"),
        ("/nothing", "GET, HEAD"),
    ],
)
@in_loop
async def test_a_wrong_method_is_told_which_there_are(here: House, path: str, allowed: str) -> None:
    status, headers, _ = parsed(await fetch(port_of(here), path, {}, "PATCH"))
    assert (status, headers["allow"]) == (405, allowed.lower())


@pytest.mark.parametrize(
    "data",
    [
        b"\x00\x01\x02\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET http://evil.example/ HTTP/1.1\r\nHost: a\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nX y: b\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nX: \x00\r\n\r\n",
        b"GET /\xff HTTP/1.1\r\nHost: a\r\n\r\n",
        b"OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
        b"CONNECT evil.example:443 HTTP/1.1\r\nHost: a\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET /ws/lobby HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
        b"GET /ws/lobby HTTP/1.0\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
        b"POST /ws/lobby HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    ],
)
@in_loop
async def test_what_is_no_request_is_answered_in_words(here: House, data: bytes) -> None:
    status, headers, body = await raw(here, data)
    assert 400 <= status < 500
    assert_safe(headers)
    assert headers["cache-control"] == "no-store"
    assert json.loads(body)["message"]


@in_loop
async def test_a_failure_is_answered_in_words(tmp_path: Path) -> None:
    """Without a database every request that needs one fails; none is a bare 500."""
    database = tmp_path / "house.sqlite"
    with house(str(database), tmp_path) as here:
        ada = await guest(here)
        for path in tmp_path.glob("house.sqlite*"):
            path.write_bytes(b"not a database" * 1000)
        answer = await fetch(port_of(here), "/api/me", ada.headers())
        status, headers, body = parsed(answer)
        assert status >= 500
        assert_safe(headers)
        assert json.loads(body)["code"] in {"store", "failed"}


def test_pages_have_no_inline_code() -> None:
    """The policy forbids it: what is inline would not run."""
    folder = Path(__file__).parents[2] / "src" / "ludotheque" / "house" / "page"
    pages = [*folder.glob("*.html")]
    assert pages
    for page in pages:
        text = page.read_text(encoding="utf-8")
        code = re.sub(
            r'<script id="\w+" type="application/json">', "", text
        )  # data, which never runs
        assert not re.search(r"<script(?![^>]*\bsrc=)|\son\w+=|<style|\sstyle=", code), page


def test_a_nul_character_never_reaches_postgres(postgres_place: str, tmp_path: Path) -> None:
    """PostgreSQL has no texts with it: such a request would fail there."""

    async def ask(here: House) -> None:
        ada = await guest(here)
        for method, path, body in (
            ("DELETE", "/api/me/sessions?session=%00", b""),
            ("DELETE", "/api/me/passkeys?passkey=a%00b", b""),
            ("GET", "/api/tables?game=%00", b""),
            ("GET", "/api/tables?before=1.%00", b""),
            ("GET", "/api/tables/%00/record", b""),
            ("POST", "/api/login", b'{"name": "\\u0000", "password": "12345678"}'),
            ("POST", "/api/me/name", b'{"name": "\\u0000ab"}'),
        ):
            answer = await ada.fetch(method, path, body)
            assert answer.status in {400, 404}, (path, answer)
            assert answer.data()["message"]

    with house(postgres_place, tmp_path) as here:
        in_loop(ask)(here)
        assert not here.errors()


# hosts and cookies


@pytest.mark.parametrize(
    ("host", "is_own"),
    [
        ("games.example.org", True),
        ("GAMES.example.org", True),
        ("games.example.org:443", True),
        ("games.example.org:8000", False),
        ("evil.example", False),
        ("games.example.org.evil.example", False),
        ("", False),
        ("localhost:8000", True),
        ("127.0.0.1:8000", True),
        ("[::1]:8000", True),
        ("[", False),
        ("games.example.org:x", False),
        ("localhost.evil.example", False),
    ],
)
def test_the_host_is_compared_with_the_origin(host: str, is_own: bool) -> None:
    assert is_own_host("https://games.example.org", host) is is_own
    assert is_own_host("", host)


@pytest.mark.parametrize(
    ("text", "origin"),
    [
        ("https://games.example.org", "https://games.example.org"),
        ("https://games.example.org/", "https://games.example.org"),
        ("http://[::1]:8000", "http://[::1]:8000"),
        ("", ""),
    ],
)
def test_an_origin_is_a_scheme_and_a_host(text: str, origin: str) -> None:
    assert origin_url(text) == origin


@pytest.mark.parametrize(
    "text",
    ["games.example.org", "https://", "ftp://a", "https://a/b", "https://a:x", "https://a?b"],
)
def test_what_is_no_origin_is_refused(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="is not an origin"):
        origin_url(text)


@in_loop
async def test_a_foreign_host_is_refused_if_the_origin_is_set(tmp_path: Path) -> None:
    flags = ("--origin", "https://games.example.org", "--secure")
    with house(str(tmp_path / "house.sqlite"), tmp_path, *flags) as here:
        port = port_of(here)
        for path, upgrade in (("/", {}), ("/healthz", {}), ("/ws/lobby", UPGRADE)):
            head = request_head(f"GET {path}", {"Connection": "close", **upgrade})
            status, headers, body = await raw(here, head)
            assert (status, json.loads(body)["code"]) == (421, "wrong-host")
            assert "games.example.org" in json.loads(body)["message"]
            assert_safe(headers)
            assert headers["strict-transport-security"].startswith("max-age=")
        for host in ("games.example.org", f"127.0.0.1:{port}", "localhost"):
            assert parsed(await fetch(port, "/healthz", {"Host": host}))[0] == 200
        own = {"Host": "games.example.org", "Origin": "https://games.example.org"}
        assert parsed(await fetch(port, "/api/guest", own, "POST"))[0] == 201


@in_loop
async def test_by_https_the_cookie_belongs_to_the_host_alone(tmp_path: Path) -> None:
    with house(str(tmp_path / "house.sqlite"), tmp_path, "--secure") as here:
        port = port_of(here)
        answer = await fetch(port, "/api/guest", {}, "POST")
        head, _, body = answer.decode().partition("\r\n\r\n")
        token = json.loads(body)["token"]
        (cookie,) = re.findall(r"(?im)^set-cookie: (.*)$", head)
        assert cookie.startswith(f"__Host-ludotheque={token};")
        for part in ("HttpOnly", "Path=/", "SameSite=lax", "Secure"):
            assert part in cookie
        assert "Domain" not in cookie
        assert parsed(await fetch(port, "/api/me", {"Cookie": cookie.split(";")[0]}))[0] == 200


@in_loop
async def test_a_cookie_from_before_is_renamed(tmp_path: Path) -> None:
    with house(str(tmp_path / "house.sqlite"), tmp_path, "--secure") as here:
        port, ada = port_of(here), await guest(here)
        old = {"Cookie": f"ludotheque={ada.token}"}
        answer = (await fetch(port, "/api/me", old)).decode()
        assert " 200 " in answer.split("\r\n")[0]
        cookies = re.findall(r"(?im)^set-cookie: (.*)$", answer)
        assert len(cookies) == 2
        assert any(each.startswith(f"__Host-ludotheque={ada.token};") for each in cookies)
        assert any(re.match(r'ludotheque="";.*Max-Age=0', each) for each in cookies)
        both = {"Cookie": f"ludotheque={'x' * 43}; __Host-ludotheque={ada.token}"}
        again = (await fetch(port, "/api/me", both)).decode()
        assert " 200 " in again.split("\r\n")[0], "the cookie of the host counts"
        for path in ("/", "/plain.js"):
            assert b"set-cookie" not in (await fetch(port, path, old)).lower()
