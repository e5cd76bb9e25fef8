"""Channels of notices: encryption, signatures, formats, and addresses that nothing is sent to."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from house.receivers import Browser, WebReceiver, decrypt, unb64
from house.running import in_loop

from ludotheque.house.notices import webhooks, webpush
from ludotheque.house.notices.mail import MailServer, check_address
from ludotheque.house.notices.outbound import NotSent, Outbound
from ludotheque.house.notices.preferences import StoredSettings
from ludotheque.house.notices.senders import push_payload, shows_always
from ludotheque.house.notices.texts import AwaitedAt, message_of
from ludotheque.house.notices.webhooks import WebhookFormat
from ludotheque.house.notices.webpush import PushKeys
from ludotheque.house.refusals import Refused

SETTINGS = StoredSettings(language="en", origin="https://games.example.org")
TABLE = AwaitedAt(
    "t1", "M", "Clara", ["@everyone", "<b>_Bob_"], 0, "", "https://g.example/table/t1"
)
MESSAGE = message_of([TABLE], SETTINGS)


def private_key(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(unb64(text), "big"), ec.SECP256R1())


def test_encryption_is_that_of_rfc_8291() -> None:
    """Appendix A of RFC 8291."""
    keys = PushKeys(
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
    )
    own = private_key("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
    plain, salt = b"When I grow up, I want to be a watermelon", unb64("DGv6ra1nlYgDCS1FRnbzlw")
    sealed = webpush.encrypt_with(plain, keys, own, salt)
    assert sealed == unb64(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS"
        "6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Q"
        "ulcy4a-fN"
    )
    browser = private_key("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")
    assert decrypt(sealed, browser, unb64(keys.auth)) == plain


def test_a_push_fits_into_what_services_take() -> None:
    tables = [
        AwaitedAt(f"table-{n}", "Le château d'Appenzell", "é" * 30, ["ü" * 30] * 3, 0, "", "x")
        for n in range(50)
    ]
    browser = Browser()
    payload = push_payload("id", message_of(tables, SETTINGS))
    sealed = webpush.encrypt(payload, PushKeys(**browser.keys()))
    assert len(sealed) <= 4096
    assert browser.decrypt(sealed)["title"] == "50 tables are waiting for you"


@pytest.mark.parametrize(
    ("p256dh", "auth"), [("", ""), ("AAAA", "AAAA"), ("B" + "A" * 86, "A" * 22), ("é", "!")]
)
def test_keys_that_are_none_are_refused(p256dh: str, auth: str) -> None:
    with pytest.raises(Refused) as refused:
        webpush.check_keys(PushKeys(p256dh, auth))
    assert refused.value.code == "bad-subscription"


def test_only_apples_browsers_get_no_message_that_shows_nothing() -> None:
    assert shows_always("https://web.push.apple.com/abc")
    assert not shows_always("https://updates.push.services.mozilla.com/wpush/v2/abc")
    assert not shows_always("https://evil-push.apple.com.example.org/")


# webhooks


def body(format_: WebhookFormat, url: str = "https://hooks.example/abc") -> Any:
    return json.loads(webhooks.body_of(MESSAGE, url, format_, "id-1"))


def test_each_receiver_gets_its_own_form_and_names_of_players_mean_nothing_there() -> None:
    assert body("json")["tables"][0]["table"] == "t1"
    discord = body("discord")
    assert discord["allowed_mentions"] == {"parse": []}
    assert "\\_Bob\\_" in discord["content"]
    assert "&lt;b&gt;" in body("slack")["text"]
    assert "&lt;b&gt;" in body("matrix")["html"]
    ntfy = body("ntfy", "https://ntfy.sh/my-topic")
    assert (ntfy["topic"], ntfy["title"]) == ("my-topic", "Your turn in M")
    assert webhooks.target_of("https://ntfy.sh/my-topic", "ntfy") == "https://ntfy.sh/"


def test_the_signature_is_that_of_standard_webhooks() -> None:
    """The example of standardwebhooks.com."""
    signed = webhooks.signature(
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        "msg_p5jXN8AQM9LWM0D4loKWxJek",
        1614265330,
        b'{"test": 2432232314}',
    )
    assert signed == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


# addresses


@pytest.mark.parametrize(
    "url",
    [
        "https://127.0.0.1/",
        "https://10.1.2.3/x",
        "https://192.168.0.1:8443/",
        "https://169.254.169.254/latest/meta-data",
        "https://[::1]/",
        "https://[fd00::1]/",
        "https://[fe80::1]/",
        "https://[::ffff:10.0.0.1]/",
        "https://[64:ff9b::7f00:1]/",
        "https://[2002:7f00:1::]/",
        "https://0.0.0.0/",
        "https://100.64.0.1/",
        "https://224.0.0.1/",
        "https://192.0.0.8/",
        "https://[fec0::1]/",
        "https://[64:ff9b:1::7f00:1]/",
        "https://[::7f00:1]/",
        "https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/",
    ],
)
@in_loop
async def test_a_private_address_is_no_target(url: str) -> None:
    with pytest.raises(Refused) as refused:
        Outbound().check_url(url)
    assert refused.value.code == "private-address"
    with pytest.raises(NotSent, match="private network"):
        await Outbound().post(url, {}, b"")


@pytest.mark.parametrize("host", ["2130706433", "0x7f000001", "0177.0.0.1", "127.1", "localhost"])
@in_loop
async def test_a_private_address_in_other_words_is_no_target(host: str) -> None:
    with pytest.raises(NotSent, match="private network"):
        await Outbound().post(f"https://{host}/", {}, b"")


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/",
        "ftp://example.org/",
        "https://",
        "https://user:password@example.org/",
        "https://example.org:0/",
        "https://example.org:99999/",
        "https://exam ple.org/",
        "https://example.org/\r\nx: y",
        "https://[::1",
        "https://example.org/" + "a" * 1000,
        "file:///etc/passwd",
    ],
)
def test_a_url_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(Refused) as refused:
        Outbound().check_url(url)
    assert refused.value.code == "bad-url"


def resolving(addresses: Iterator[list[str]]) -> Callable[..., list[tuple[Any, ...]]]:
    """A name server that answers with the next of these addresses."""

    def resolve(host: str, port: int, **_: object) -> list[tuple[Any, ...]]:
        del host
        found = next(addresses)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, port)) for one in found]

    return resolve


@pytest.fixture
def connected(monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    """The addresses that connections are made to, none of which answers."""
    made: list[tuple[object, ...]] = []

    async def open_connection(*args: object, **_: object) -> None:
        made.append(args)
        raise OSError("nobody answers")

    monkeypatch.setattr(asyncio, "open_connection", open_connection)
    return made


@in_loop
async def test_a_name_that_has_one_private_address_is_no_target(
    monkeypatch: pytest.MonkeyPatch, connected: list[tuple[object, ...]]
) -> None:
    answers = iter([["93.184.216.34", "127.0.0.1"]])
    monkeypatch.setattr(socket, "getaddrinfo", resolving(answers))
    with pytest.raises(NotSent, match="private network"):
        await Outbound().post("https://mixed.example/", {}, b"")
    assert connected == []


@in_loop
async def test_a_name_is_looked_up_once_and_the_connection_is_to_what_was_checked(
    monkeypatch: pytest.MonkeyPatch, connected: list[tuple[object, ...]]
) -> None:
    answers = iter([["93.184.216.34"], ["127.0.0.1"]])
    monkeypatch.setattr(socket, "getaddrinfo", resolving(answers))
    with pytest.raises(NotSent, match="nobody answers"):
        await Outbound().post("https://rebinding.example/", {}, b"")
    assert connected == [("93.184.216.34", 443)]
    assert next(answers) == ["127.0.0.1"]


@in_loop
async def test_names_that_nobody_answers_for_hold_up_no_other_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The house hashes passwords and reads tables in the threads of the event loop."""
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
    answered, begun = threading.Event(), asyncio.Semaphore(0)
    loop = asyncio.get_running_loop()

    def wait_for_answer(*_: object, **__: object) -> list[tuple[Any, ...]]:
        loop.call_soon_threadsafe(begun.release)
        answered.wait(60)
        raise OSError("no such name")

    monkeypatch.setattr(socket, "getaddrinfo", wait_for_answer)
    outbound = Outbound()
    posts = [asyncio.create_task(outbound.post(f"https://{n}.example/", {}, b"")) for n in range(3)]
    try:
        await begun.acquire()
        async with asyncio.timeout(30):
            assert await asyncio.to_thread(lambda: "hashed") == "hashed"
        assert not any(post.done() for post in posts)
    finally:
        answered.set()
        await asyncio.gather(*posts, return_exceptions=True)
        outbound.close()


@in_loop
async def test_a_redirect_is_not_followed_and_a_slow_receiver_is_left() -> None:
    async with WebReceiver() as web:
        outbound = Outbound(allow_private=True, timeout_s=0.3)
        web.status = 302
        answer = await outbound.post(web.url("/a"), {"x": "y"}, b"{}")
        assert (answer.status, answer.is_final(), len(web.received)) == (302, True, 1)
        web.delay_s = 5
        began = time.monotonic()
        with pytest.raises(NotSent):
            await outbound.post(web.url("/b"), {}, b"")
        assert time.monotonic() - began < 3
        with pytest.raises(NotSent, match="line break"):
            await outbound.post(web.url("/c"), {"x": "y\r\nz: 1"}, b"")


# mails


@pytest.mark.parametrize("text", ["", "a", "a@", "@b", "a b@c", "a@b\nBcc: c@d", "a@b..c", "é@b.c"])
def test_what_is_no_mail_address_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        check_address(text)


def test_a_mail_is_plain_text_and_can_be_stopped_by_one_press() -> None:
    server = MailServer.from_url("smtp://user:p%40ss@mail.example", "house@example.org")
    assert (server.port, server.password, server.is_tls) == (587, "p@ss", False)
    mail = server.notice("clara@example.org", MESSAGE, SETTINGS, "token", "message-1")
    assert mail["Message-ID"] == "<message-1@example.org>"
    assert mail["List-Unsubscribe"] == "<https://games.example.org/notices/stop/token>"
    assert mail.get_content_type() == "text/plain"
    with pytest.raises(ValueError, match="smtp://"):
        MailServer.from_url("https://mail.example", "house@example.org")
