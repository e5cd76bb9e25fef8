"""The look of a game, ``art/look.json``: where areas are, how pieces lie, what is heard and shown.

The page reads it (``client/src/scene/look.ts``); `read_look` checks it for authors of games.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

if TYPE_CHECKING:
    from ludotheque.core.game import Game

FILE = "look.json"
Place: TypeAlias = Literal["centre", "over", "side", "bottom", "panel", "stage"]
Sound: TypeAlias = Literal[
    "card", "wood", "dice", "slide", "coin", "snap", "win", "step", "whoosh", "thud", "chime"
]
Effect: TypeAlias = Literal["snap", "shake", "burst", "roll", "lift", "cheer"]
Pair: TypeAlias = tuple[float, float]


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    """A part of a look; it has no other fields."""


class PlacesLook(Entry, frozen=True):
    """The places of a board on which pieces keep theirs, in the units of the board's size."""

    pitch: Pair
    offset: Pair


class AreaLook(Entry, frozen=True):
    """An area: where it is on the screen, and how its pieces lie in it."""

    place: Place = "centre"
    tall: Place | None = None  # its place on a tall screen, if different
    backdrop: str = ""  # a symbol of art.svg
    unit: Pair = (1, 1)  # the shape of a piece: width and height
    fan: bool = False  # as a hand of cards
    order: int = 0  # among the areas of the same place
    tilt: float = 0
    small: bool = False
    beside: bool = False  # on a low screen the hand is a column beside the boards, not a row below
    air: float = 0  # free space around each piece, as a fraction of its height
    places: PlacesLook | None = None


class ValueLook(Entry, frozen=True):
    """Where the value of a piece is written, and how large."""

    at: Pair
    size: float


class PieceLook(Entry, frozen=True):
    """A kind of piece."""

    value: ValueLook | Literal["none"] | None = None
    shadow: float = 1
    z: int = 0  # which pieces lie above others
    round: bool = False
    glow: Literal["frame", "shape"] = "frame"  # how one that can be pressed is marked
    quiet: bool = False  # hidden from screen readers
    first: bool = False  # of pieces that belong together: an overlay never divides them


class StagedMoment(Entry, frozen=True):
    """A moment that is shown large, above the board."""

    ms: float
    stage: list[str]
    after: float = 0
    lines: list[str] | None = None
    then: float = 0
    first: list[str] = []
    joined: bool = False
    alone: bool = False
    table: bool = False


class Look(Entry, frozen=True):
    """A whole look; a name with a ``*`` at its end stands for all that begin with it."""

    areas: dict[str, AreaLook] = {}
    pieces: dict[str, PieceLook] = {}  # by their art
    sounds: dict[str, Sound] = {}  # this and the next two by kind of fact
    effects: dict[str, Effect] = {}
    moments: dict[str, float | StagedMoment] = {}  # milliseconds, or a stage
    tracks: list[list[str]] = []
    one_way: bool = False


def read_look(game: Game) -> Look:
    """The look of a game; without a file the default. Raises `msgspec.ValidationError`."""
    file = game.folder() / "art" / FILE
    if not file.is_file():
        return Look()
    return msgspec.json.decode(file.read_bytes(), type=Look)
