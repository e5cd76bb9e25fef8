"""The list of games with all texts, and rule sheets parsed without loss."""

from __future__ import annotations

import gzip
import json
import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from house.browser import Browser
from house.running import house
from playthroughs import INSTALLED

from ludotheque.cli import main
from ludotheque.core.game import Game
from ludotheque.core.registry import find
from ludotheque.core.state import Fact
from ludotheque.core.words import LANGUAGES
from ludotheque.house.api import lessons
from ludotheque.presentation.sheets import Sheet, Span

every_game = pytest.mark.parametrize("game", INSTALLED, ids=lambda game: game.slug)
every_language = pytest.mark.parametrize("language", LANGUAGES)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    browser = Browser()
    yield browser
    browser.close()


@every_language
def test_every_box_is_labelled(browser: Browser, language: str) -> None:
    boxes = browser.get(f"/api/games?language={language}").data()
    assert [box["game"] for box in boxes] == [game.slug for game in INSTALLED]
    for box in boxes:
        assert box["line"]
        assert [level["name"] for level in box["levels"]] == box["bots"]
        assert all(level["label"] and level["tip"] for level in box["levels"])
        assert box["bots"][len(box["bots"]) // 2] == "player"  # the default of the page
        for option in box["options"]:
            assert option["label"]
            assert option["default"] in option["values"]
            assert len({*option["labels"]}) == len(option["labels"]) == len(option["values"])


@every_game
def test_options_have_words_and_words_their_options(game: Game) -> None:
    """A text for a value that does not exist would be a mistake in its key."""
    known = set()
    for option in game.options:
        key = f"option.{option.name}"
        values = {str(value).lower() for value in option.values}
        known |= {key, f"{key}.tip"} | {f"{key}.{value}" for value in values}
        assert option.name == "players" or f"{key}.tip" in game.words("fr")
    written = {key for key in game.words("fr").entries if key.startswith("option.")}
    assert written <= known


def test_boxes_agree_with_the_rule_sheets(browser: Browser) -> None:
    boxes = {box["game"]: box for box in browser.get("/api/games?language=en").data()}
    for game in INSTALLED:
        lead = Sheet.load(game.folder() / "sheets", "en").text.partition("\n## ")[0]
        few, many = boxes[game.slug]["players"]
        assert re.search(rf"\b{few} (to|or) {many} players, age {game.age} and up", lead), lead


def test_a_box_without_art_says_so(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.house.api.games.art_url", lambda slug, name: "")
    assert {box["cover"] for box in browser.get("/api/games").data()} == {""}


def test_the_language_must_be_one_of_ours(browser: Browser) -> None:
    assert browser.get("/api/games?language=xx").data()["code"] == "unknown-language"
    assert browser.get("/api/games/m/sheet?language=xx").data()["code"] == "unknown-language"
    assert browser.get("/api/games/chess/sheet").data()["code"] == "unknown-game"


# sheets


def flat(spans: list[dict[str, Any]]) -> str:
    marks = {"": "", "rule": "", "bold": "**", "code": "`"}
    return "".join(marks[s["kind"]] + s["text"] + marks[s["kind"]] for s in spans)


def written(section: dict[str, Any]) -> Iterator[str]:
    """The lines from which a section was parsed."""
    yield f"## {section['title']}"
    for block in section["blocks"]:
        for text in block["texts"]:
            start = {"rule": f"**{block['rule']}** ", "list": "- "}.get(block["kind"], "")
            yield from (start + flat(text)).split("\n")


@every_game
@every_language
def test_a_sheet_is_taken_apart_without_loss(browser: Browser, game: Game, language: str) -> None:
    data = browser.get(f"/api/games/{game.slug}/sheet?language={language}").data()
    sheet = Sheet.load(game.folder() / "sheets", language)
    lines = [line for section in data["sections"] for line in written(section)]
    wanted = ["#" + sheet.text.splitlines()[0], *sheet.text.splitlines()[1:]]
    assert [line for line in lines if line] == [line for line in wanted if line]
    rules = [block["rule"] for section in data["sections"] for block in section["blocks"]]
    assert [rule for rule in rules if rule] == list(sheet.paragraphs)


def sheet(text: str) -> Sheet:
    return Sheet(text, {"X-1": "", "X-2": ""})


def test_words_are_marked() -> None:
    section, other = sheet(
        "# X\n\n**X-1** A **big** `pass`, see X-2, not Y-3.\n\n## Z\n"
    ).sections()
    (block,) = section.blocks
    assert (section.title, other.title, block.kind, block.rule) == ("X", "Z", "rule", "X-1")
    assert block.texts[0] == (
        Span("", "A "),
        Span("bold", "big"),
        Span("", " "),
        Span("code", "pass"),
        Span("", ", see "),
        Span("rule", "X-2"),
        Span("", ", not Y-3."),
    )


@pytest.mark.parametrize(
    "text", ["text", "# X\n\n### Y", "# X\n\n| a |", "# X\n\n1. a", "# X\n\n```\na"]
)
def test_a_sheet_of_another_kind_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="sheet"):
        sheet(text).sections()


# pictures


@every_game
@every_language
def test_pictures_are_ready_to_be_drawn(browser: Browser, game: Game, language: str) -> None:
    data = browser.get(f"/api/games/{game.slug}/pictures?language={language}").data()
    assert len(data["essentials"]) == 5
    drawn = [essential["picture"] for essential in data["essentials"]]
    drawn += [picture for figure in data["figures"] for picture in figure["pictures"]]
    for picture in drawn:
        scene = picture["scene"]
        assert scene["pieces"]
        assert scene["choices"] == []
        ids = {part["id"] for part in scene["pieces"] + scene["areas"]}
        assert set(picture["point"]) <= ids
    sheet = Sheet.load(game.folder() / "sheets", language)
    assert {figure["rule"] for figure in data["figures"]} <= set(sheet.paragraphs)


def test_pictures_are_drawn_once(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    first = browser.get("/api/games/m/pictures?language=en").body
    monkeypatch.setattr("ludotheque.house.api.pictures.draw", lambda *_: pytest.fail("drawn again"))
    assert browser.get("/api/games/m/pictures?language=en").body == first


# lessons


@every_game
@every_language
def test_a_lesson_is_ready_to_be_shown(browser: Browser, game: Game, language: str) -> None:
    data = browser.get(f"/api/games/{game.slug}/lessons?language={language}").data()
    boxes = {box["game"]: box for box in browser.get("/api/games").data()}
    assert boxes[game.slug]["lessons"] == bool(data["chapters"])
    for chapter in data["chapters"]:
        for step in chapter["steps"]:
            ids = {part["id"] for part in step["scene"]["pieces"] + step["scene"]["areas"]}
            assert {*step["path"], *step["point"]} <= ids
            texts = {choice["text"] for choice in step["scene"]["choices"]}
            assert not step["try"] or any(step["try"].startswith(text) for text in texts)
            assert all(line["text"] and "[" not in line["text"] for line in step["lines"])
            if step["sound"]:
                assert browser.get(step["sound"]).body.startswith(b"RIFF")


def test_a_lesson_is_sent_small(browser: Browser) -> None:
    whole = browser.get("/api/games/m/lessons")
    small = browser.get("/api/games/m/lessons", accept_encoding="gzip")
    assert small.headers["content-encoding"] == "gzip"
    assert int(small.headers["content-length"]) == len(small.body) < len(whole.body)
    assert gzip.decompress(small.body) == whole.body


def test_a_step_without_sound_has_no_file(browser: Browser) -> None:
    for place in ("0/0", "0/99", "99/0"):
        answer = browser.get(f"/api/games/m/lessons/{place}/sound")
        assert (answer.status, answer.data()["code"]) == (404, "no-such-file")


def test_a_shake_in_a_lesson_has_a_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clip is made from the number that the learner hears."""
    game = find("zapp_zerapp")
    heard = Fact("heard", 0, (), (7,))
    moment = SimpleNamespace(facts=(Fact("laid", 0), heard))
    monkeypatch.setattr(lessons, "load", lambda game: SimpleNamespace(chapters=(None,)))
    monkeypatch.setattr(lessons, "play", lambda game, chapter: [moment])
    monkeypatch.setattr(
        type(game.audio), "value", lambda self, fact: fact.secret[0] if fact is heard else None
    )
    assert lessons.sounds_of_step(game, 0, 0) == (7,)


def test_a_host_chooses_the_shelf(tmp_path: Path) -> None:
    """Other games can't be begun; the order is the host's."""
    with house(str(tmp_path / "house.db"), tmp_path, "--games", "zwickern,m") as running:
        address = f"http://{running.address}"
        with urllib.request.urlopen(f"{address}/api/games") as answer:  # noqa: S310 - our own house
            assert [game["game"] for game in json.load(answer)] == ["zwickern", "m"]
        with urllib.request.urlopen(f"{address}/api/guest", b"{}") as answer:  # noqa: S310 - as above
            token = json.load(answer)["token"]
        headers = {"Authorization": f"Bearer {token}"}
        body = json.dumps({"game": "appenzell", "bots": []}).encode()
        wanted = urllib.request.Request(f"{address}/api/tables", body, headers)  # noqa: S310 - as above
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(wanted)  # noqa: S310 - as above
        assert json.load(refused.value)["code"] == "unknown-game"


def test_an_unknown_game_on_the_shelf_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--games", "chess"]) == 2
    assert capsys.readouterr().err.startswith("ludotheque: no game 'chess'; choose from ")
