"""Clients are counted by address: whose address counts, and what a flood of them costs."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from house.running import House, house
from house.wire import fetch

from ludotheque.house import limits
from ludotheque.house.addresses import client_key, forwarded_address
from ludotheque.house.rate_limits import Bucket, Buckets


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::", "2001:db8:1:3::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("a socket", "a socket"),
    ],
)
def test_the_key_of_an_address(address: str, key: str) -> None:
    assert client_key(address) == key


@pytest.mark.parametrize(
    ("lines", "address"),
    [
        (["192.0.2.7"], "192.0.2.7"),
        (["10.0.0.1, 192.0.2.7"], "192.0.2.7"),
        (["10.0.0.1", "192.0.2.7"], "192.0.2.7"),  # the proxy's line comes after the visitor's
        (["2001:db8::1"], "2001:db8::1"),
        (["192.0.2.7:4711"], "192.0.2.7"),
        (["[2001:db8::1]:4711"], "2001:db8::1"),
        (["10.0.0.1, unknown"], ""),
        (["10.0.0.1,"], ""),
        ([""], ""),
        ([], ""),
    ],
)
def test_the_proxy_appends_the_last_address(lines: list[str], address: str) -> None:
    assert forwarded_address(lines) == address


def test_a_flood_of_addresses_is_bounded_work_and_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """No request looks at more than a few buckets, however many addresses owe tokens."""
    is_full, looked_at = Bucket.is_full, 0

    def counted(bucket: Bucket) -> bool:
        nonlocal looked_at
        looked_at += 1
        return is_full(bucket)

    monkeypatch.setattr(Bucket, "is_full", counted)
    buckets = Buckets(2, 0.001, 1000)
    for number in range(5000):
        assert buckets.take(f"192.0.2.{number}")
        assert len(buckets.by_client) <= 1000
    assert looked_at <= 2 * 5000


def test_full_buckets_are_forgotten() -> None:
    buckets = Buckets(2, 10**6, 1000)
    for number in range(100):
        assert buckets.take(f"192.0.2.{number}")
    assert len(buckets.by_client) <= 2


def test_an_address_that_comes_back_owes_what_it_owed() -> None:
    buckets = Buckets(2, 0.001, 1000)
    assert [buckets.take("10.0.0.1") for _ in range(3)] == [True, True, False]
    for number in range(2000):
        buckets.take(f"192.0.2.{number}")
        assert not buckets.take("10.0.0.1"), "who keeps asking is not forgotten"


def are_limited_together(here: House, headers: list[dict[str, str]], method: str = "GET") -> bool:
    """Whether requests with these headers, all at once, count as those of one client."""

    async def statuses() -> list[bytes]:
        port = int(here.address.split(":")[1])
        asked = (fetch(port, "/api/doors", each, method) for each in headers)
        return [answer.split()[1] for answer in await asyncio.gather(*asked)]

    assert len(headers) > 3 * limits.REQUEST_BURST
    return b"429" in asyncio.run(statuses())


def test_without_a_proxy_no_header_counts(tmp_path: Path) -> None:
    with house(str(tmp_path / "house.sqlite"), tmp_path, proxy=False) as here:
        lines = [{"X-Forwarded-For": f"10.0.0.{number}"} for number in range(250)]
        assert are_limited_together(here, lines)


def test_behind_a_proxy_a_visitors_own_line_does_not_count(tmp_path: Path) -> None:
    with house(str(tmp_path / "house.sqlite"), tmp_path) as here:
        ours = "192.0.2.7"
        lines = [
            {"X-Forwarded-For": f"10.0.0.{number}\r\nX-Forwarded-For: {ours}"}
            for number in range(250)
        ]
        assert are_limited_together(here, lines)


def test_an_ipv6_network_is_one_client(tmp_path: Path) -> None:
    with house(str(tmp_path / "house.sqlite"), tmp_path) as here:
        lines = [{"X-Forwarded-For": f"2001:db8::{number:x}"} for number in range(1, 250)]
        assert are_limited_together(here, lines)


def test_other_addresses_are_other_clients(tmp_path: Path) -> None:
    with house(str(tmp_path / "house.sqlite"), tmp_path) as here:
        lines = [{"X-Forwarded-For": f"10.0.0.{number}"} for number in range(250)]
        assert not are_limited_together(here, lines)


def test_requests_with_a_wrong_method_count(tmp_path: Path) -> None:
    with house(str(tmp_path / "house.sqlite"), tmp_path) as here:
        lines = [{"X-Forwarded-For": "192.0.2.8"}] * 250
        assert are_limited_together(here, lines, "PUT")
