"""A house at home by https, as a TLS client that trusts its authority sees it."""

from __future__ import annotations

import asyncio
import http.client
import json
import socket
import ssl
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from cryptography import x509
from house.running import TIMEOUT_S, in_loop
from websockets.asyncio.client import connect

from ludotheque.cli import main
from ludotheque.house.certificates import (
    Authority,
    folder_of,
    is_private,
    make_certificates,
    server_file,
)

Output = pytest.CaptureFixture[str]


@contextmanager
def serving(folder: Path) -> Iterator[int]:
    """A house by https, killed at the end; its port."""
    words = ["serve", "--https", "--port", "0", "--log", "warning"]
    command = [sys.executable, "-m", "ludotheque", *words]
    command += ["--database", str(folder / "house.sqlite")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        try:
            yield int(line.rstrip("/\n").rpartition(":")[2])
        finally:
            process.kill()


def trusting(der: bytes) -> ssl.SSLContext:
    """A client that trusts this authority and no other, and is as strict as it can be."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.verify_flags |= ssl.VERIFY_X509_STRICT
    context.load_verify_locations(cadata=der)
    return context


def downloaded_authority(port: int) -> bytes:
    """The authority, as a phone that does not yet trust the house gets it."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    connection = http.client.HTTPSConnection("127.0.0.1", port, context=context, timeout=TIMEOUT_S)
    connection.request("GET", "/ca.crt")
    answer = connection.getresponse()
    assert answer.headers["content-type"] == "application/x-x509-ca-cert"
    body = answer.read()
    connection.close()
    return body


@in_loop
async def test_pages_and_sockets_by_https(tmp_path: Path) -> None:
    with serving(tmp_path) as port:
        context = trusting(await asyncio.to_thread(downloaded_authority, port))
        connection = http.client.HTTPSConnection("localhost", port, context=context)
        connection.request("POST", "/api/guest", headers={"Origin": f"https://localhost:{port}"})
        answer = connection.getresponse()
        token = json.loads(answer.read())["token"]
        assert answer.status == 201
        assert "strict-transport-security" not in answer.headers
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith(f"__Host-ludotheque={token};")
        assert "Secure" in cookie
        headers = {"Authorization": f"Bearer {token}"}
        body = json.dumps({"game": "m", "bots": ["novice"], "options": {"players": 2}})
        connection.request("POST", "/api/tables", body, headers)
        table = json.loads(connection.getresponse().read())["table"]
        connection.close()
        url = f"wss://127.0.0.1:{port}/ws/{table}?protocol=2&language=en"
        async with connect(url, ssl=context, additional_headers=headers, proxy=None) as client:
            assert json.loads(await client.recv())["type"] == "view"


def test_what_breaks_a_limit_is_answered_by_https_too(tmp_path: Path) -> None:
    with serving(tmp_path) as port:
        context = trusting(downloaded_authority(port))
        with (
            socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT_S) as plain,
            context.wrap_socket(plain, server_hostname="127.0.0.1") as client,
        ):
            client.sendall(b"GET /" + b"x" * 5000 + b" HTTP/1.1\r\nHost: a\r\n\r\n")
            assert client.recv(4096).startswith(b"HTTP/1.1 414 ")


def accepted(authority: Authority, database: str, host: str) -> bool:
    """Whether a client that trusts the authority accepts the server's certificate for a host."""
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(server_file(database))
    into, out = ssl.MemoryBIO(), ssl.MemoryBIO()
    there = server.wrap_bio(into, out, server_side=True)
    here = trusting(authority.der).wrap_bio(out, into, server_hostname=host)
    for _ in range(3):
        try:
            here.do_handshake()
        except ssl.SSLWantReadError:
            pass
        except ssl.SSLCertVerificationError:
            return False
        else:
            return True
        with suppress(ssl.SSLWantReadError):
            there.do_handshake()
    raise AssertionError("no handshake")


def test_the_authority_stays_and_vouches_for_new_addresses(tmp_path: Path) -> None:
    database = str(tmp_path / "house.sqlite")
    first = make_certificates(database, ["localhost", "192.168.1.20"])
    assert accepted(first, database, "192.168.1.20")
    assert not accepted(first, database, "192.168.1.30")
    second = make_certificates(database, ["localhost", "192.168.1.30", "attic.local", "fd00::7"])
    assert second.der == first.der
    for host in ("localhost", "192.168.1.30", "attic.local", "fd00::7"):
        assert accepted(first, database, host)
    modes = {stat.S_IMODE(path.stat().st_mode) for path in folder_of(database).iterdir()}
    assert modes == {0o600}
    assert stat.S_IMODE(folder_of(database).stat().st_mode) == 0o700
    assert b"PRIVATE" not in first.der


def test_the_authority_can_vouch_for_no_site_of_the_internet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = str(tmp_path / "house.sqlite")
    hosts = ["localhost", "bank.example.org", "8.8.8.8"]
    authority = make_certificates(database, hosts)
    loaded = x509.load_pem_x509_certificate(server_file(database).read_bytes())
    names = loaded.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert names.get_values_for_type(x509.DNSName) == ["localhost"]
    assert names.get_values_for_type(x509.IPAddress) == []
    monkeypatch.setattr("ludotheque.house.certificates.is_private", lambda host: True)
    for host in hosts[1:]:  # even with its key
        make_certificates(database, [host])
        assert not accepted(authority, database, host)


@pytest.mark.parametrize(
    ("host", "private"),
    [
        ("192.168.1.20", True),
        ("172.32.0.1", False),
        ("fe80::1", True),
        ("2001:db8::1", False),
        ("attic.local", True),
        ("notlocal", False),
        ("games.example.org", False),
    ],
)
def test_private_hosts(host: str, private: bool) -> None:
    assert is_private(host) == private


def test_https_is_not_for_a_public_name(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["serve", "--https", "--origin", "https://games.example.org"]) == 2
    assert "games.example.org needs a proxy" in capsys.readouterr().err
    assert not folder_of("ludotheque.sqlite").exists()


def test_a_damaged_authority_is_one_line(tmp_path: Path, capsys: Output) -> None:
    database = tmp_path / "house.sqlite"
    folder_of(str(database)).mkdir()
    (folder_of(str(database)) / "authority.pem").write_text("nonsense", encoding="utf-8")
    assert main(["serve", "--https", "--database", str(database)]) == 2
    assert "authority.pem is damaged" in capsys.readouterr().err
