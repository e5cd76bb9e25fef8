"""Static files: the page at all its URLs, the art of games, and nothing else."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest
from house.browser import Browser

from ludotheque.core.game import Game
from ludotheque.core.registry import installed
from ludotheque.house.api import files, security_headers


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    browser = Browser()
    yield browser
    browser.close()


@pytest.fixture
def art_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with some art, in place of that of M."""
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "cover.svg").write_text("<svg>" + "apple " * 100 + "</svg>", "utf-8")
    (tmp_path / "art" / "notes.txt").write_text("not for you", "utf-8")
    (tmp_path / "secret.json").write_text("{}", "utf-8")
    monkeypatch.setattr(type(installed()["m"]), "folder", lambda self: tmp_path)
    return tmp_path


@pytest.mark.parametrize("path", files.PAGE_ROUTES)
def test_the_page_is_at_all_its_urls(browser: Browser, path: str) -> None:
    address = re.sub(r"\{\w+\}", "m", path)
    answer = browser.get(address)
    assert answer.status == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.text == browser.get("/").text


def test_the_plain_page_is_served(browser: Browser) -> None:
    assert "/plain.js" in browser.get("/plain").text
    assert browser.get("/plain.js").headers["content-type"].startswith("text/javascript")
    assert browser.get("/plain.css").status == 200


def test_a_missing_file_is_refused(browser: Browser) -> None:
    for path in ("/nothing.js", "/files.py", "/page/../server.py", "/api/nothing", "/nothing"):
        answer = browser.get(path)
        assert (answer.status, answer.data()["code"]) == (404, "no-such-file"), path


def test_a_browser_gets_the_page_at_an_unknown_url(browser: Browser) -> None:
    answer = browser.get("/nothing", accept="text/html")
    assert (answer.status, answer.text) == (404, browser.get("/").text)
    api_response = browser.get("/api/nothing", accept="text/html")
    assert api_response.data()["code"] == "no-such-file"


def test_art_is_revalidated_by_etag(browser: Browser, art_folder: Path) -> None:
    first = browser.get("/art/m/cover.svg")
    assert first.body == (art_folder / "art" / "cover.svg").read_bytes()
    assert first.headers["content-type"].startswith("image/svg+xml")
    assert first.headers["cache-control"] == "no-cache"
    version = first.headers["etag"]
    again = browser.get("/art/m/cover.svg", if_none_match=version)
    assert (again.status, again.body) == (304, b"")
    (art_folder / "art" / "cover.svg").write_text("<svg/>", "utf-8")
    changed = browser.get("/art/m/cover.svg", if_none_match=version)
    assert (changed.status, changed.body) == (200, b"<svg/>")


def test_art_with_its_version_is_cached(browser: Browser, art_folder: Path) -> None:
    address = files.art_url("m", "cover.svg")
    assert "immutable" in browser.get(address).headers["cache-control"]
    assert browser.get(f"{address}0").headers["cache-control"] == "no-cache"
    assert files.art_url("m", "none.svg") == ""


def test_a_file_named_after_its_version_is_cached(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "PAGE_FOLDER", tmp_path)
    body = b"export const answer = 42"
    version = sha256(body).hexdigest()[: files.VERSION_LENGTH]
    for name, is_cached in ((f"core-{version}.js", True), ("core-0123456789abcdef.js", False)):
        (tmp_path / name).write_bytes(body)
        response = browser.get(f"/{name}")
        assert (response.status, response.body) == (200, body)
        assert ("immutable" in response.headers["cache-control"]) == is_cached


def test_text_is_compressed(browser: Browser, art_folder: Path) -> None:
    art = (art_folder / "art" / "cover.svg").read_bytes()
    small = browser.get("/art/m/cover.svg", accept_encoding="br, gzip")
    assert small.headers["content-encoding"] == "gzip"
    assert gzip.decompress(small.body) == art
    plain = browser.get("/art/m/cover.svg", accept_encoding="identity")
    assert ("content-encoding" in plain.headers, plain.body) == (False, art)


@pytest.mark.parametrize(
    "path",
    [
        "/art/m/notes.txt",
        "/art/m/none.svg",
        "/art/m/..%2Fsecret.json",
        "/art/m/%2e%2e/secret.json",
        "/art/m/..",
        "/art/m/.svg",
        "/art/m/cover.svg%00.svg",
        "/art/chess/cover.svg",
        "/art/../secret.json",
    ],
)
def test_only_art_is_sent(browser: Browser, art_folder: Path, path: str) -> None:
    answer = browser.get(path)
    assert (answer.status, answer.data()["code"]) == (404, "no-such-file")


def test_the_content_security_policy_allows_the_house_alone(browser: Browser) -> None:
    policy = browser.get("/").headers["content-security-policy"]
    assert policy == security_headers.CONTENT_SECURITY_POLICY
    sources = {word for part in policy.split(";") for word in part.split()[1:]}
    assert sources == {"'none'", "'self'", "data:"}


@pytest.mark.parametrize("game", installed().values(), ids=installed())
def test_the_metadata_of_a_game_is_plausible(game: Game) -> None:
    shortest, longest = game.minutes
    assert 5 <= shortest <= longest <= 120
    assert 4 <= game.age <= 14
    assert 1900 < game.year < 2100
    assert game.publisher
    assert all(game.authors)
