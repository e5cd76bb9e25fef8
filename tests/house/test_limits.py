"""The table of limits in `docs/self-host.md` agrees with the code."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludotheque.house import limits
from ludotheque.house.table.asks import MAX_MESSAGE_BYTES

DOCUMENT = (Path(__file__).parents[2] / "docs" / "self-host.md").read_text(encoding="utf-8")
TABLE = DOCUMENT.partition("## Limits")[2].partition("\n## ")[0]


@pytest.mark.parametrize(
    ("what", "limit"),
    [
        (
            "requests and new sockets of one address",
            f"{limits.REQUEST_BURST} at once, then {limits.REQUESTS_PER_S} a second",
        ),
        (
            "files and replayed scenes of one address",
            f"{limits.FILE_BURST} at once, then {limits.FILES_PER_S} a second",
        ),
        ("addresses that are remembered", f"{limits.MAX_TRACKED_ADDRESSES}"),
        ("connections of one address", f"{limits.MAX_CONNECTIONS_PER_ADDRESS}"),
        (
            "connections together",
            f"{limits.MAX_CONNECTIONS}, or as many as the system has files for, "
            f"less {limits.RESERVED_FILES}",
        ),
        ("sockets of one person", f"{limits.MAX_SOCKETS_PER_CLIENT}"),
        ("sockets of all people", f"{limits.MAX_SOCKETS_PER_ADDRESS}"),
        ("path and query", f"{limits.MAX_TARGET_BYTES} bytes"),
        (
            "header fields",
            f"{limits.MAX_HEADER_FIELDS}, of {limits.MAX_HEAD_BYTES} bytes together",
        ),
        ("body of a request", f"{limits.MAX_BODY_BYTES} bytes"),
        ("a request, from its first byte", f"{limits.REQUEST_TIMEOUT_S:.0f} seconds"),
        ("a connection between two requests", f"{limits.KEEP_ALIVE_S} seconds"),
        ("requests that wait on one connection", f"{limits.MAX_PIPELINED_REQUESTS}"),
        ("a client that takes nothing", f"{limits.SEND_TIMEOUT_S:.0f} seconds"),
        (
            "pings, pongs and fragments",
            f"{limits.CONTROL_FRAME_BURST} at once, then {limits.CONTROL_FRAMES_PER_S} a second",
        ),
        (
            f"a pong to the house's ping, which comes every {limits.PING_INTERVAL_S} seconds",
            f"{limits.PING_TIMEOUT_S} seconds",
        ),
    ],
)
def test_the_document_has_the_limit(what: str, limit: str) -> None:
    (row,) = (line for line in TABLE.splitlines() if line.startswith(f"| {what}"))
    assert row.split(" | ")[1] == limit


def test_a_body_and_a_message_have_the_same_limit() -> None:
    assert limits.MAX_BODY_BYTES == MAX_MESSAGE_BYTES


def test_the_health_check_is_explained() -> None:
    for text in (
        f"less than {limits.MIN_FREE_DISK_BYTES >> 20} MiB",
        f"at most every {limits.HEALTH_CACHE_S:.0f} seconds",
        f"waits {limits.HEALTH_TIMEOUT_S:.0f} seconds for each part",
    ):
        assert text in DOCUMENT
