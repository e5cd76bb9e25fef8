"""Random heads, bodies and frames: each is answered or its connection closed, and nothing fails.

What was found once is kept as an example.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Iterator

import pytest
from house.doors import Door, body_fields
from house.hosting import host_token, joined
from house.running import TIMEOUT_S, House, Visitor, guest, house
from house.test_front import DOORS_WITH_BODIES, assert_safe, parsed, port_of, raw
from house.wire import Wire, fetch, request_head
from hypothesis import example, given, settings
from hypothesis import strategies as st

EXAMPLES = 4 * settings().max_examples
PATIENCE_S = 0.2  # for the answer to what may be no whole request


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("fuzz")
    with house(str(folder / "house.sqlite"), folder) as running:
        yield running
        assert not running.errors()


_numbers = iter(range(10**9))


def some_address() -> str:
    """A new address, so that no limit is reached."""
    number = next(_numbers)
    return f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"


async def exchange(here: House, data: bytes) -> bytes:
    """What is answered to some bytes; if nothing is at once, the client then sends an end."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port_of(here))
    received = b""
    with contextlib.suppress(ConnectionError):
        writer.write(data)
        with contextlib.suppress(TimeoutError):
            received = await asyncio.wait_for(reader.read(65536), PATIENCE_S)
        writer.write_eof()
        while part := await asyncio.wait_for(reader.read(65536), TIMEOUT_S):
            received += part
    writer.close()
    return received


async def assert_alive(here: House) -> None:
    answer = await fetch(port_of(here), "/api/doors", {"X-Forwarded-For": some_address()})
    assert answer.split()[1] == b"200"


# heads

BYTES = st.binary(max_size=40)
LINES = st.one_of(
    BYTES,
    st.sampled_from(
        [
            b"Host: a",
            b"Host:",
            b"Content-Length: 5",
            b"Content-Length: -1",
            b"Content-Length: 99999999999999999999",
            b"Content-Length: +5",
            b"Content-Length: 5 5",
            b"Transfer-Encoding: chunked",
            b"Transfer-Encoding: gzip, chunked",
            b"Connection: Upgrade",
            b"Connection: close, Upgrade, ,",
            b"Upgrade: websocket",
            b"Upgrade: h2c",
            b"Sec-WebSocket-Version: 13",
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
            b"Sec-WebSocket-Protocol: ,",
            b"Sec-WebSocket-Extensions: permessage-deflate; x=\xff",
            b"Expect: 100-continue",
            b"Cookie: ludotheque=\xff; =; ;",
            b'Cookie: ludotheque="\\000\\377"',
            b"Authorization: Bearer \xe9",
            b"Accept-Encoding: \xff",
            b"If-None-Match: \xff",
            b"Origin: \xff://",
            b" folded: yes",
            b"X-Forwarded-For: \xff, [::1",
        ]
    ),
)
TARGETS = st.one_of(
    st.sampled_from(
        [b"/", b"/api/tables", b"/ws/lobby", b"/ws/%ff?after=.1", b"*", b"//", b"/?%", b"/%2e%2e/"]
    ),
    BYTES.map(lambda data: b"/" + data),
)
REQUESTS = st.tuples(
    st.sampled_from([b"GET", b"POST", b"HEAD", b"CONNECT", b"OPTIONS", b"get", b"\xff"]),
    TARGETS,
    st.sampled_from([b"HTTP/1.1", b"HTTP/1.0", b"HTTP/2.0", b"HTTP/1.1 ", b""]),
    st.lists(LINES, max_size=8),
    BYTES,
)


@settings(max_examples=EXAMPLES)
@given(REQUESTS)
@example((b"GET", b"/a%0Ab", b"HTTP/1.1", [b"Host: a"], b""))
@example((b"CONNECT", b"a:1", b"HTTP/1.1", [b"Host: a"], b""))
@example((b"GET", b"/", b"HTTP/1.1", [b"Host: a", b"Content-Length: 99999999999999999999"], b""))
@example(
    (
        b"GET",
        b"/ws/lobby",
        b"HTTP/1.1",
        [b"Host: a", b"Connection: Upgrade", b"Upgrade: websocket", b"X: " + b"y" * 9000],
        b"",
    )
)
def test_any_head_is_answered(
    here: House, request: tuple[bytes, bytes, bytes, list[bytes], bytes]
) -> None:
    method, target, version, lines, body = request
    forwarded = b"X-Forwarded-For: " + some_address().encode()
    head = b"\r\n".join([b" ".join([method, target, version]), forwarded, *lines, b"", body])

    async def run() -> None:
        answer = await exchange(here, head)
        if answer:
            status, headers, _ = parsed(answer.removeprefix(b"HTTP/1.1 100 Continue\r\n\r\n"))
            assert status < 500, answer
            if status != 101:
                assert_safe(headers)
        await assert_alive(here)

    asyncio.run(run())


# bodies

NAMES = st.sampled_from(
    [*body_fields(), "id", "rawId", "response", "type", "clientDataJSON", "mode", "seconds"]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=5),
    max_leaves=15,
)
JSON = st.dictionaries(NAMES, VALUES, max_size=5).map(json.dumps).map(str.encode)


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """JSON in which some bytes were replaced."""
    body = draw(JSON)
    at = draw(st.integers(0, len(body)))
    return body[:at] + draw(st.binary(max_size=6)) + body[at + draw(st.integers(0, 3)) :]


PASSKEY_LOGIN = Door("POST", "/api/login/passkey")


@settings(max_examples=EXAMPLES)
@given(st.sampled_from(DOORS_WITH_BODIES), JSON | damaged(), st.sampled_from(["", "guest", "host"]))
@example(PASSKEY_LOGIN, b'{"credential": ' + b'{"a": ' * 900 + b"1" + b"}" * 901, "")
@example(PASSKEY_LOGIN, b'{"credential": {"id": "\\u0000", "type": 7}}', "")
@example(Door("POST", "/api/login"), b'{"name": "a", "name": "b", "password": "12345678"}', "")
@example(Door("POST", "/api/tables"), b'{"game": "m", "options": {"players": 1e400}}', "guest")
@example(Door("POST", "/api/admin/bans"), b'{"network": "\\ud83d\\ude00/99999"}', "host")
def test_any_body_is_answered(here: House, door: Door, body: bytes, who: str) -> None:
    async def run() -> None:
        headers = {"X-Forwarded-For": some_address(), "Content-Length": str(len(body))}
        headers |= {"Host": "localhost", "Connection": "close"}  # which can have passkeys
        if who:
            visitor = await (the_host(here) if who == "host" else guest(here))
            headers["Authorization"] = f"Bearer {visitor.token}"
        line = f"{door.method} {door.path(await some_table(here))}"
        status, safe, text = await raw(here, request_head(line, headers) + body)
        assert status < 500, text
        assert_safe(safe)
        if status >= 400:
            assert {"code", "message", "rule"} == json.loads(text).keys()

    asyncio.run(run())


_hosts: dict[House, Visitor] = {}


async def the_host(here: House) -> Visitor:
    """The host of a house."""
    if here not in _hosts:
        _hosts[here] = await joined(here, host_token(here), "Hostess")
    return _hosts[here]


# frames


@st.composite
def frames(draw: st.DrawFn) -> bytes:
    """A frame, often a wrong one."""
    data = draw(st.one_of(BYTES, st.sampled_from([b'{"type":"ping"}', b"\x03\xe8", b"{" * 200])))
    first = draw(st.integers(0, 255) | st.sampled_from([0x81, 0x82, 0x01, 0x80, 0x88, 0x89, 0x8A]))
    is_masked = draw(st.sampled_from([128, 128, 128, 0]))
    size = draw(st.sampled_from([len(data), len(data), len(data) + 1, 0]))
    length = (
        bytes([is_masked | size]) if size < 126 else bytes([is_masked | 126]) + size.to_bytes(2)
    )
    if draw(st.integers(0, 20)) == 0:
        length = bytes([is_masked | 127]) + draw(st.integers(0, 2**64 - 1)).to_bytes(8)
    mask = bytes(4) if is_masked else b""
    return bytes([first]) + length + mask + data


@settings(max_examples=EXAMPLES)
@given(st.booleans(), st.lists(frames() | BYTES, max_size=12))
@example(True, [b"\x81\x82\x00\x00\x00\x00\xff\xfe"])  # a text that is not UTF-8
@example(True, [b"\x88\x81\x00\x00\x00\x00\x03"])  # a close with half a code
@example(True, [b"\x01\x80\x00\x00\x00\x00", b"\x81\x80\x00\x00\x00\x00"])  # a text in a text
def test_any_frames_are_answered_or_end_the_socket(
    here: House, at_table: bool, sent: list[bytes]
) -> None:
    async def run() -> None:
        path = f"/ws/{await some_table(here)}?protocol=2" if at_table else "/ws/lobby"
        wire = await Wire.open(port_of(here), path, {"X-Forwarded-For": some_address()})
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            wire.writer.write(b"".join(sent))
            wire.writer.write_eof()
            while await asyncio.wait_for(wire.reader.read(65536), TIMEOUT_S):
                pass
        wire.writer.close()
        await assert_alive(here)

    asyncio.run(run())


_tables: dict[House, str] = {}


async def some_table(here: House) -> str:
    """A table to look at."""
    if here not in _tables:
        _tables[here] = await (await guest(here)).new_table("m", [], players=2)
    return _tables[here]
