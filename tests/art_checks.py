"""Checks of the art of a game: a symbol for each name, nothing external, small files."""

from __future__ import annotations

import gzip
import json
import re
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from playthroughs import playthrough, variant

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ludotheque.core.game import Game
    from ludotheque.presentation.scene import Scene

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ("Ada", "Blaise", "Clara", "Dirk", "Edith", "Felix")
MAX_SPRITE_BYTES, MAX_COVER_BYTES = 60_000, 15_000  # gzipped
THEME_COLOURS = (
    *("table", "surface", "ink", "ink-soft", "line", "accent", "accent-ink", "glow", "danger"),
    *(f"seat-{seat}" for seat in range(6)),
)
FORBIDDEN_ATTRIBUTES = {"style", "onload", "onclick"}
FORBIDDEN_ELEMENTS = {"style", "script", "image", "foreignObject", "a", "iframe"}


@dataclass
class SceneNames:
    """The names in scenes that a client looks up."""

    arts: set[str] = field(default_factory=set)
    counters: set[str] = field(default_factory=set)
    areas: set[str] = field(default_factory=set)
    marks: set[str] = field(default_factory=set)

    def add(self, scene: Scene) -> None:
        """Note the names of one scene."""
        self.areas |= {area.id for area in scene.areas}
        self.counters |= {counter.key for area in scene.areas for counter in area.counters}
        self.arts |= {piece.art for piece in scene.pieces}
        self.marks |= {mark for piece in scene.pieces for mark in piece.marks}


def names_in_scenes(game: Game, games: int, stride: int = 1) -> SceneNames:
    """The names in scenes of some random games, with all options, every ``stride`` moves."""
    found, words = SceneNames(), game.words("en")
    for seed in range(games):
        for step in playthrough(game, variant(game, seed), seed)[::stride]:
            found.add(game.scene(step.state, 0, words, NAMES[: step.state.seats()]))
    return found


def text_of(game: Game, name: str) -> str:
    """A file of the game's art."""
    return (game.folder() / "art" / name).read_text(encoding="utf-8")


def sprite(game: Game) -> ElementTree.Element:
    """The SVG sprite with all symbols of a game."""
    return ElementTree.fromstring(text_of(game, "art.svg"))  # noqa: S314 (our own)


def symbols(game: Game) -> set[str]:
    """The ids of the symbols of a game."""
    return {symbol.attrib["id"] for symbol in sprite(game).iter(f"{SVG}symbol")}


def layout_hints(game: Game) -> dict[str, Any]:
    """The layout hints for the client."""
    found = json.loads(text_of(game, "look.json"))
    assert isinstance(found, dict)
    return found


def matches_any(pattern: str, names: set[str]) -> bool:
    """Whether any name matches a pattern, such as ``prefix*``."""
    return any(fnmatchcase(name, pattern) for name in names)


def check_pictures(game: Game, found: SceneNames) -> None:
    """Each name in a scene has a symbol, and the hints name only what exists."""
    there, hints = symbols(game), layout_hints(game)
    assert sorted(found.arts - there) == []
    assert sorted({f"counter-{key}" for key in found.counters} - there) == []
    for area, hint in hints.get("areas", {}).items():
        assert matches_any(area, found.areas), area
        assert "backdrop" not in hint or hint["backdrop"] in there, area
    for art in hints.get("pieces", {}):
        assert matches_any(art, there), art


def check_purity(game: Game) -> None:
    """No script, no style, nothing external; every reference resolves."""
    for name in ("art.svg", "cover.svg"):
        root = ElementTree.fromstring(text_of(game, name))  # noqa: S314 (our own)
        ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
        assert len(set(ids)) == len(ids), name
        for element in root.iter():
            assert element.tag.removeprefix(SVG) not in FORBIDDEN_ELEMENTS, (name, element.tag)
            assert not FORBIDDEN_ATTRIBUTES & set(element.attrib), (name, element.attrib)
            for target in references(element):
                assert target in ids, (name, target)
    texts = [text_of(game, name) for name in ("art.svg", "cover.svg", "look.css")]
    for text in texts:
        assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", text)
        assert "@import" not in text


def references(element: ElementTree.Element) -> Iterator[str]:
    """The ids an element refers to."""
    for name, value in element.attrib.items():
        if name.endswith("href"):
            assert value.startswith("#"), value
            yield value[1:]
        yield from re.findall(r"url\(#([^)]+)\)", value)


def check_size(game: Game) -> None:
    """The files are small enough to load quickly."""
    for name, most in (("art.svg", MAX_SPRITE_BYTES), ("cover.svg", MAX_COVER_BYTES)):
        assert len(gzip.compress(text_of(game, name).encode())) <= most, name


def check_colours(game: Game) -> None:
    """Both themes set all colours."""
    css = text_of(game, "look.css")
    light, _, dark = css.partition(f':root[data-theme="dark"] .game-{game.slug}')
    for name in THEME_COLOURS:
        assert f"--{name}:" in light, name
        assert f"--{name}:" in dark, name


def check_contrast(game: Game) -> None:
    """Text on panels and on buttons has a contrast of at least 4.5, in both themes."""
    css = text_of(game, "look.css")
    light, _, dark = css.partition(f':root[data-theme="dark"] .game-{game.slug}')
    for theme in (light, dark):
        colours = dict(re.findall(r"--([\w-]+):\s*(#[0-9a-fA-F]{3,6})\b", theme))
        for ink, ground in (("ink", "surface"), ("ink-soft", "surface"), ("accent-ink", "accent")):
            assert contrast(colours[ink], colours[ground]) >= 4.5, (ink, ground)


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, by WCAG."""
    light, shade = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (shade + 0.05)


def _luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    linear = [x / 12.92 if x <= 0.03928 else float(((x + 0.055) / 1.055) ** 2.4) for x in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
