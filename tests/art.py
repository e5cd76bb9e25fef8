"""What the art of every game keeps: a picture for each name, nothing foreign, small files."""

from __future__ import annotations

import gzip
import json
import re
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from walks import variant, walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ludotheque.core.game import Game
    from ludotheque.presentation.scene import Scene

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ("Ada", "Blaise", "Clara", "Dirk", "Edith", "Felix")
SPRITE, COVER = 60_000, 15_000  # bytes, gzipped
PLACES = {"centre", "over", "side", "bottom", "panel"}
SOUNDS = {"card", "wood", "dice", "slide", "coin", "snap", "win", "step", "whoosh", "thud", "chime"}
EFFECTS = {"snap", "shake", "burst", "roll", "lift"}
FAMILY = (
    *("table", "surface", "ink", "ink-soft", "line", "accent", "accent-ink", "glow", "danger"),
    *(f"seat-{seat}" for seat in range(6)),
)
ATTRIBUTES = {"style", "onload", "onclick"}
ELEMENTS = {"style", "script", "image", "foreignObject", "a", "iframe"}


@dataclass
class Named:
    """Everything that scenes of a game name and a client looks up."""

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


def named(game: Game, games: int, stride: int = 1) -> Named:
    """What scenes of some random games name, with all options in turn; every so many moves."""
    found, words = Named(), game.words("en")
    for seed in range(games):
        for step in walk(game, variant(game, seed), seed)[::stride]:
            found.add(game.scene(step.state, 0, words, NAMES[: step.state.seats()]))
    return found


def text_of(game: Game, name: str) -> str:
    """A file of the game's art."""
    return (game.folder() / "art" / name).read_text(encoding="utf-8")


def sprite(game: Game) -> ElementTree.Element:
    """All pictures of a game."""
    return ElementTree.fromstring(text_of(game, "art.svg"))  # noqa: S314 (our own)


def symbols(game: Game) -> set[str]:
    """The names of a game's pictures."""
    return {symbol.attrib["id"] for symbol in sprite(game).iter(f"{SVG}symbol")}


def look(game: Game) -> dict[str, Any]:
    """How the client is to lay the game out."""
    found = json.loads(text_of(game, "look.json"))
    assert isinstance(found, dict)
    return found


def fitting(pattern: str, names: set[str]) -> bool:
    """Whether a name, or one that begins like ``prefix*``, is among some names."""
    return any(fnmatchcase(name, pattern) for name in names)


def check_pictures(game: Game, found: Named) -> None:
    """Each name in a scene has a picture, and the hints name nothing that there is not."""
    there, hints = symbols(game), look(game)
    assert sorted(found.arts - there) == []
    assert sorted({f"counter-{key}" for key in found.counters} - there) == []
    for area, hint in hints.get("areas", {}).items():
        assert fitting(area, found.areas), area
        assert {hint.get("place", "centre"), hint.get("tall", "centre")} <= PLACES, area
        assert "backdrop" not in hint or hint["backdrop"] in there, area
    for art in hints.get("pieces", {}):
        assert fitting(art, there), art
    assert set(hints.get("sounds", {}).values()) <= SOUNDS
    assert set(hints.get("effects", {}).values()) <= EFFECTS


def check_purity(game: Game) -> None:
    """No script, no style, nothing from elsewhere; every reference leads somewhere."""
    for name in ("art.svg", "cover.svg"):
        root = ElementTree.fromstring(text_of(game, name))  # noqa: S314 (our own)
        ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
        assert len(set(ids)) == len(ids), name
        for element in root.iter():
            assert element.tag.removeprefix(SVG) not in ELEMENTS, (name, element.tag)
            assert not ATTRIBUTES & set(element.attrib), (name, element.attrib)
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
    """The art comes quickly."""
    for name, most in (("art.svg", SPRITE), ("cover.svg", COVER)):
        assert len(gzip.compress(text_of(game, name).encode())) <= most, name


def check_colours(game: Game) -> None:
    """Both themes set the colours of the family."""
    css = text_of(game, "look.css")
    light, _, dark = css.partition(f':root[data-theme="dark"] .game-{game.slug}')
    for name in FAMILY:
        assert f"--{name}:" in light, name
        assert f"--{name}:" in dark, name


def check_contrast(game: Game) -> None:
    """Text can be read: 4.5 to 1 at least, ink on panels and on what is pressed, in both themes."""
    css = text_of(game, "look.css")
    light, _, dark = css.partition(f':root[data-theme="dark"] .game-{game.slug}')
    for theme in (light, dark):
        colours = dict(re.findall(r"--([\w-]+):\s*(#[0-9a-fA-F]{3,6})\b", theme))
        for ink, ground in (("ink", "surface"), ("ink-soft", "surface"), ("accent-ink", "accent")):
            assert contrast(colours[ink], colours[ground]) >= 4.5, (ink, ground)


def contrast(one: str, other: str) -> float:
    """How much lighter one colour is than another, as WCAG counts it."""
    light, shade = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (shade + 0.05)


def _luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    linear = [x / 12.92 if x <= 0.03928 else float(((x + 0.055) / 1.055) ** 2.4) for x in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def check_facts(game: Game) -> None:
    """Sounds, effects and moments are for facts that the game tells of."""
    words = json.loads((game.folder() / "words" / "en.json").read_text(encoding="utf-8"))
    hints = look(game)
    for kind in (key for hint in ("sounds", "effects", "moments") for key in hints.get(hint, {})):
        assert any(key.split(".")[:2] == ["fact", kind] for key in words), kind
