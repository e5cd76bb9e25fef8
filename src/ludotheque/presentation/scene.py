"""A table any client can draw: areas, pieces and choices, as plain data for one viewer.

A scene is made only from what the viewer may know, in the viewer's language. It is all that a
client needs, whether by mouse, touch, keyboard, screen reader, terminal or program: clients don't
know the rules. The classes are msgspec structs because a house makes some hundred instances for
each viewer of each move, and a struct costs a tenth of a dataclass; they can't form cycles, so they
are exempt from garbage collection (``gc=False``).

A scene has two layers: a `TableLayer`, which everybody sees, and an `OwnLayer` for one seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from ludotheque.core.state import SPECTATOR


class XY(NamedTuple):
    """Two numbers of a board, across and down, as a constant.

    mypyc can't read a plain pair of floats that is `Final`.
    """

    x: float
    y: float


class Counter(msgspec.Struct, frozen=True, gc=False):
    """A number with a name: chips, points, cards in hand."""

    key: str  # the name of its picture
    label: str
    value: int
    tip: str = ""  # a sentence that explains it, where the label does not suffice


class Area(msgspec.Struct, frozen=True, gc=False):
    """A part of the table.

    ``kind`` is board (with its own coordinates), row (cards side by side), stack, panel (a seat's)
    or track. The client arranges areas for the width of its screen.
    """

    id: str
    kind: str
    label: str
    seat: int = -1  # of its owner; -1 for none
    size: tuple[int, int] = (0, 0)  # of a board, in its own units
    counters: tuple[Counter, ...] = ()
    acting: bool = False  # a panel: the game waits for this seat
    tip: str = ""


class Piece(msgspec.Struct, frozen=True, gc=False):
    """Something in an area: a thing that can move, or a place for one. Both can be clicked.

    The id stays the same while a viewer could follow the piece by eye, and must not reveal more
    than the picture does: pieces face down are numbered by their places.

    ``marks`` are classes for the style sheet of the game, such as ``danger`` or ``line``. Three
    have a meaning in every game: ``last``, for pieces of the latest move, where effects are shown,
    ``covered``, for pieces under others, and ``shakes`` (see `Choice`).
    """

    id: str
    art: str  # the name of its picture in the game's folder
    area: str
    label: str  # in words, for screen readers
    at: tuple[float, float] = (0.0, 0.0)  # x, y of its centre on a board; elsewhere x orders pieces
    span: tuple[float, float] = (1.0, 1.0)  # width and height on a board, in the units of its size
    value: str = ""  # the text on it
    marks: tuple[str, ...] = ()
    tip: str = ""  # a sentence that explains it
    place: bool = False  # a place for things, such as an empty cell; it does not move
    origin: str = ""  # id of the piece or area that a new piece comes from
    ask: str = ""  # the prompt once it is pressed, if more is to be pressed


class Pick(msgspec.Struct, frozen=True, gc=False):
    """A set of pieces to choose, in any order, after the path of a choice: cards to capture."""

    word: str  # written before the names in the notation, if any are picked
    targets: tuple[tuple[str, str], ...]  # (piece id, name in the notation), in canonical order
    label: str
    least: int = 0  # minimum number
    most: int = 0  # maximum number; 0 for no maximum
    # Only whole groups may be picked, none of them twice; unset if every set may be. A group is its
    # piece ids, each with what it counts ("3"), and all groups add up to ``total`` ("8").
    groups: tuple[tuple[tuple[str, str], ...], ...] | UnsetType = UNSET
    total: str | UnsetType = UNSET


class Choice(msgspec.Struct, frozen=True, gc=False):
    """A legal move, or several that differ in their picks: the pieces to click, and the notation.

    A choice with an empty path is shown as a button. With picks, the names of the picked pieces are
    appended to the text.

    After the path, a piece of a group may be pressed at once: clients then pick what it goes with,
    and make the move as soon as only one is left.

    A piece marked ``shakes`` can be shaken. Shaking it (by a click, to and fro, by holding it down
    or with the space bar) makes the choice whose path is that piece alone. Since a click does not
    select it, other choices that begin with it are made by a click on the piece where they end.
    """

    path: tuple[str, ...]  # ids of the pieces to click, in order
    text: str
    label: str
    picks: tuple[Pick, ...] = ()
    confirm: bool = False  # a mistake would be costly: clients ask for confirmation
    question: str | UnsetType = UNSET  # what they ask then, in place of a general question
    spoken: str | UnsetType = UNSET  # the label with places in words, if ``label`` has none


class Told(msgspec.Struct, frozen=True, gc=False):
    """A fact in words, for log, screen reader, animation and sound."""

    kind: str
    seat: int
    text: str
    about: tuple[str, ...] | UnsetType = UNSET  # ids of pieces and areas, which may be gone
    spoken: str | UnsetType = UNSET  # with places in words, if ``text`` has none


class Scene(msgspec.Struct, frozen=True, gc=False):
    """The table as one viewer sees it now."""

    game: str
    viewer: int
    prompt: str
    areas: tuple[Area, ...]
    pieces: tuple[Piece, ...]
    choices: tuple[Choice, ...]


class OwnLayer(msgspec.Struct, frozen=True, gc=False):
    """What a scene has for one seat alone.

    An area or a piece with the id of a public one replaces it; others follow the public ones.
    """

    prompt: str = ""  # replaces the public prompt; "" keeps it
    areas: tuple[Area, ...] = ()
    pieces: tuple[Piece, ...] = ()
    hidden_pieces: tuple[str, ...] = ()  # ids of public pieces that this seat does not see
    hidden_areas: tuple[str, ...] = ()  # ids of public areas that this seat does not see
    choices: tuple[Choice, ...] = ()


EMPTY_OWN_LAYER: Final = OwnLayer()


class TableLayer(msgspec.Struct, frozen=True, gc=False):
    """What everybody sees of a table, seats and spectators alike."""

    prompt: str
    areas: tuple[Area, ...]
    pieces: tuple[Piece, ...]

    def scene(self, game: str, viewer: int = SPECTATOR, own: OwnLayer = EMPTY_OWN_LAYER) -> Scene:
        """The scene of a viewer: this layer, overlaid with the viewer's own."""
        return Scene(
            game=game,
            viewer=viewer,
            prompt=own.prompt or self.prompt,
            areas=_overlay(self.areas, own.areas, own.hidden_areas),
            pieces=_overlay(self.pieces, own.pieces, own.hidden_pieces),
            choices=own.choices,
        )


A = TypeVar("A", bound="Area | Piece")


def _overlay(public: tuple[A, ...], own: tuple[A, ...], hidden: tuple[str, ...]) -> tuple[A, ...]:
    """Public items in order, without hidden ones, each replaced by an own one with its id.

    The other own items follow.
    """
    if not own and not hidden:
        return public
    by_id: dict[str, A] = {item.id: item for item in own}
    shown: list[A] = [by_id.pop(item.id, item) for item in public if item.id not in hidden]
    return (*shown, *by_id.values())


def picked_text(choice: Choice, picked: Sequence[Sequence[str]]) -> str:
    """The notation of a choice; ``picked`` has the ids of the picked pieces for each pick."""
    words = [choice.text]
    for pick, chosen in zip(choice.picks, picked, strict=True):
        names = [name for target, name in pick.targets if target in chosen]
        if names:
            words += [pick.word, *names] if pick.word else names
    return " ".join(words)


class ClickPath(NamedTuple):
    """The clicks that make a move: a choice, and the ids picked for each of its picks."""

    choice: Choice
    picked: tuple[tuple[str, ...], ...]

    @property
    def path(self) -> tuple[str, ...]:
        """The ids of all pieces to click, in order; () for a button."""
        return (*self.choice.path, *(target for chosen in self.picked for target in chosen))


def find_path(scene: Scene, text: str) -> ClickPath | None:
    """The clicks that make the move ``text`` (canonical notation); None if there are none."""
    for choice in scene.choices:
        picked = _picked(choice, text)
        if picked is not None and picked_text(choice, picked) == text:
            return ClickPath(choice, picked)
    return None


def _picked(choice: Choice, text: str) -> tuple[tuple[str, ...], ...] | None:
    """The picks that could turn a choice into ``text``; None if there are none.

    The caller must compare `picked_text`: names left over in ``text`` are ignored here.
    """
    if text != choice.text and not text.startswith(f"{choice.text} "):
        return None
    names = text[len(choice.text) :].split()
    picked = []
    for pick in choice.picks:
        chosen = []
        if not pick.word or names[:1] == [pick.word]:
            names = names[1:] if pick.word else names
            for target, name in pick.targets:
                if names[:1] == [name]:
                    chosen.append(target)
                    names = names[1:]
        if len(chosen) < pick.least or 0 < pick.most < len(chosen):
            return None
        picked.append(tuple(chosen))
    return tuple(picked)
