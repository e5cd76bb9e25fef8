"""The page as an app: installable, and usable offline."""

from __future__ import annotations

import json
import re
import struct
from importlib.resources import files

import pytest
from house.running import House
from page.browsing import PHONE, Watched
from playwright.sync_api import Browser

PAGE = files("ludotheque.house") / "page"
CHUNK_NAME = re.compile(r"-[0-9a-f]{16}\.js$")
WAIT_FOR_WORKER = """() => new Promise(done => {
    const worker = navigator.serviceWorker;
    if (worker.controller) done();
    else worker.addEventListener('controllerchange', () => done(), {once: true});
})"""
CACHED_PATHS = """async () => {
    const names = await caches.keys();
    const opened = await Promise.all(names.map(name => caches.open(name)));
    const kept = await Promise.all(opened.map(cache => cache.keys()));
    return kept.flat().map(request => new URL(request.url).pathname);
}"""


def test_icons_have_the_sizes_that_the_manifest_states() -> None:
    manifest = json.loads((PAGE / "manifest.webmanifest").read_text("utf-8"))
    pictures = [icon for icon in manifest["icons"] if icon["type"] == "image/png"]
    assert {icon["purpose"] for icon in pictures} == {"any", "maskable"}
    for icon in pictures:
        head = (PAGE / icon["src"].removeprefix("/")).read_bytes()[16:24]
        assert "x".join(map(str, struct.unpack(">II", head))) == icon["sizes"]


@pytest.mark.parametrize("language", ["de", "en", "fr"])
def test_the_manifest_says_what_the_app_is_in_its_language(language: str) -> None:
    manifest = json.loads((PAGE / f"manifest.{language}.webmanifest").read_text("utf-8"))
    words = json.loads((PAGE / f"words.{language}.json").read_text("utf-8"))
    assert manifest["lang"] == language
    assert manifest["description"] == words["home.tagline"]


def test_the_page_opens_offline_and_says_so(browser: Browser, here: House) -> None:
    somebody = Watched(browser, here.address, PHONE)
    page = somebody.page
    somebody.go("/game/m")
    page.evaluate(WAIT_FOR_WORKER)
    somebody.go("/")
    page.wait_for_selector(".house .shelf, .house [class*=box]")
    cached = page.evaluate(CACHED_PATHS)
    assert {"/", "/app.js", "/app.css", "/words.en.json"} <= set(cached)
    chunks = {f"/{file.name}" for file in PAGE.iterdir() if CHUNK_NAME.search(file.name)}
    assert chunks
    assert chunks <= set(cached)
    assert not [path for path in cached if path.startswith(("/api", "/ws"))]
    assert somebody.problems == []

    somebody.context.set_offline(True)
    page.reload()
    page.locator(".error", has_text="No connection").first.wait_for()
    somebody.context.set_offline(False)
    page.locator(".error").first.wait_for(state="detached")
    somebody.context.close()
