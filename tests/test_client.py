"""The client: its sources pass all checks, and the page that is served was built from them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sysconfig
from pathlib import Path

import pytest

from ludotheque.house.api import typescript

ROOT = Path(__file__).parents[1]
CLIENT = ROOT / "client"
PAGE = ROOT / "src" / "ludotheque" / "house" / "page"
DENO = Path(sysconfig.get_path("scripts")) / "deno"
NOT_BUILT = {"plain.html", "plain.js", "plain.css"}  # written by hand
COUNTED_BESIDE = {"known.played"}  # labels below a number


def deno(*arguments: str) -> None:
    """Run deno on the client, which must succeed."""
    done = subprocess.run(
        [DENO, *arguments],
        cwd=CLIENT,
        env={"DENO_TLS_CA_STORE": "system,mozilla", **os.environ, "NO_COLOR": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    "command",
    [
        ("check", "src", "tests", "build.ts"),
        ("lint", "--quiet"),
        ("fmt", "--check"),
        ("test", "--quiet", "--allow-read=../docs", "tests"),
    ],
    ids=lambda command: command[0],
)
def test_the_sources_pass_all_checks(command: tuple[str, ...]) -> None:
    deno(*command)


def test_the_types_are_fresh() -> None:
    """If not: ``make client``."""
    assert (ROOT / typescript.TYPES_PATH).read_text(encoding="utf-8") == typescript.text()


def test_the_built_page_is_fresh(tmp_path: Path) -> None:
    """If not: ``make client``."""
    deno("run", "--allow-all", "build.ts", str(tmp_path))
    built = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    served = {file.name: file.read_bytes() for file in PAGE.iterdir() if file.name not in NOT_BUILT}
    assert set(built) == set(served)
    assert [name for name in built if built[name] != served[name]] == []


def words(language: str) -> dict[str, str]:
    """All parts of a catalogue; no key is in two of them."""
    found: dict[str, str] = {}
    for file in sorted((CLIENT / "words").rglob(f"{language}.json")):
        chapter = json.loads(file.read_text("utf-8"))
        assert not found.keys() & chapter.keys(), file
        found |= chapter
    return found


def values(text: str) -> list[str]:
    return sorted(re.findall(r"\{\w+\}", text))


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_catalogues_agree(language: str) -> None:
    french, other = words("fr"), words(language)
    assert list(other) == list(french)
    for key, text in other.items():
        assert text.strip(), key
        assert values(text) == values(french[key]), key


@pytest.mark.parametrize("language", ["fr", "en", "de"])
def test_every_plural_has_both_forms_and_counts(language: str) -> None:
    for key, text in words(language).items():
        stem, _, form = key.rpartition(".")
        if form in {"one", "other"}:
            assert {f"{stem}.one", f"{stem}.other"} <= set(words(language))
            assert "{count}" in text or stem in COUNTED_BESIDE, key


def test_the_lock_names_no_host() -> None:
    assert "://" not in (CLIENT / "deno.lock").read_text(encoding="utf-8")
