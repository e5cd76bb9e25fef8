"""A table any client can draw: areas, pieces and choices, as plain data for one viewer.

A scene is made from what the viewer may know and nothing else, in the viewer's language. Mouse,
touch, keyboard, screen reader, terminal and network programs all use this one description; none of
them knows a rule. They are structs of msgspec because a house makes some hundred of them for each
viewer of each move, and a struct costs a tenth of a dataclass; they can't form cycles, so they are
exempt from garbage collection (``gc=False``).

A scene has two layers: a `TableLayer`, which everybody sees, and an `OwnLayer` for one seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeVar

import msgspec

from ludotheque.core.state import SPECTATOR, Fact

SHARED_CACHE_SIZE: Final = 64  # table layers: the views of a move are made one after the other


class Counter(msgspec.Struct, frozen=True, gc=False):
    """A number beside a name: chips, points, cards in hand."""

    key: str  # for its picture
    label: str
    value: int
    tip: str = ""  # a sentence with what it is, where the label does not suffice


class Area(msgspec.Struct, frozen=True, gc=False):
    """A part of the table.

    ``kind`` is board (with its own coordinates), row (cards side by side), stack, panel (a seat's)
    or track. The client arranges areas for the width of its screen.
    """

    id: str
    kind: str
    label: str
    seat: int = -1  # whose it is, if anybody's
    size: tuple[int, int] = (0, 0)  # of a board, in its own units
    counters: tuple[Counter, ...] = ()
    acting: bool = False  # a panel: the game waits for this seat
    tip: str = ""


class Piece(msgspec.Struct, frozen=True, gc=False):
    """Something that lies in an area: a thing, or a place that can be pressed.

    The id stays while a viewer could follow the piece by eye, and tells no more than the picture
    does: things face down are numbered by where they lie.
    """

    id: str
    art: str  # the name of its picture in the game's folder
    area: str
    label: str  # in words, for those who don't see it
    at: tuple[float, float] = (0.0, 0.0)  # its middle on a board; its order elsewhere
    span: tuple[float, float] = (1.0, 1.0)
    value: str = ""  # what is written on it
    marks: tuple[str, ...] = ()  # last, danger, line, covered, shakes ...
    tip: str = ""
    place: bool = False  # an empty cell or the like: where things lie, not a thing that moves
    origin: str = ""  # where a piece that was not there before comes from: a piece or an area


class Pick(msgspec.Struct, frozen=True, gc=False):
    """A set to choose, in any order, after the path of a choice: cards to capture, companions."""

    word: str  # stands before the names in the notation, if any are picked
    targets: tuple[tuple[str, str], ...]  # (piece id, name in the notation), in canonical order
    label: str
    least: int = 0
    most: int = 0  # no bound if 0


class Choice(msgspec.Struct, frozen=True, gc=False):
    """A legal move, or a family of them: the pieces to press, and the notation it then is.

    An empty path is a button. With picks, the names of what was picked follow the text.

    A piece marked ``shakes`` sounds when it is shaken: the choice whose path is that piece twice is
    what the gesture of shaking sends (to and fro, holding it down, the space bar, a second press).
    """

    path: tuple[str, ...]
    text: str
    label: str
    picks: tuple[Pick, ...] = ()
    careful: bool = False  # a slip would hurt: ask before it is played


class Told(msgspec.Struct, frozen=True, gc=False):
    """A fact in words, for log, screen reader, animation and sound."""

    kind: str
    seat: int
    text: str


class Scene(msgspec.Struct, frozen=True, gc=False):
    """The table as one viewer sees it now."""

    game: str
    viewer: int
    prompt: str
    areas: tuple[Area, ...]
    pieces: tuple[Piece, ...]
    choices: tuple[Choice, ...]
    told: tuple[Told, ...] = ()


class OwnLayer(msgspec.Struct, frozen=True, gc=False):
    """What a scene has for one seat alone.

    An area or a piece with the id of a public one takes its place; others follow the public ones.
    """

    prompt: str = ""  # in place of the one for everybody, if there is one
    areas: tuple[Area, ...] = ()
    pieces: tuple[Piece, ...] = ()
    hides: tuple[str, ...] = ()  # ids of public pieces that this seat does not see
    hides_areas: tuple[str, ...] = ()  # and of public areas
    choices: tuple[Choice, ...] = ()


NOTHING_OWN: Final = OwnLayer()


class TableLayer(msgspec.Struct, frozen=True, gc=False):
    """What everybody sees of a table, seats and spectators alike."""

    prompt: str
    areas: tuple[Area, ...]
    pieces: tuple[Piece, ...]

    def scene(self, game: str, viewer: int = SPECTATOR, own: OwnLayer = NOTHING_OWN) -> Scene:
        """Both layers as one scene."""
        return Scene(
            game=game,
            viewer=viewer,
            prompt=own.prompt or self.prompt,
            areas=_overlay(self.areas, own.areas, own.hides_areas),
            pieces=_overlay(self.pieces, own.pieces, own.hides),
            choices=own.choices,
        )


A = TypeVar("A", bound="Area | Piece")


def _overlay(public: tuple[A, ...], own: tuple[A, ...], hides: tuple[str, ...]) -> tuple[A, ...]:
    """Public items in order, replaced or hidden where a seat's own say so, then the others."""
    if not own and not hides:
        return public
    by_id: dict[str, A] = {item.id: item for item in own}
    shown: list[A] = [by_id.pop(item.id, item) for item in public if item.id not in hides]
    return (*shown, *by_id.values())


def picked_text(choice: Choice, picked: Sequence[Sequence[str]]) -> str:
    """The notation of a choice with what was picked: piece ids for each of its picks."""
    words = [choice.text]
    for pick, chosen in zip(choice.picks, picked, strict=True):
        names = [name for target, name in pick.targets if target in chosen]
        if names:
            words += [pick.word, *names] if pick.word else names
    return " ".join(words)


def told(facts: Sequence[Fact], sentences: Sequence[str]) -> tuple[Told, ...]:
    """Facts with their sentences; what has no words is left out."""
    pairs = zip(facts, sentences, strict=True)
    return tuple(Told(fact.kind, fact.seat, text) for fact, text in pairs if text)


class ClickPath(NamedTuple):
    """How a move is made by pressing: a choice, and what is picked for each of its picks."""

    choice: Choice
    picked: tuple[tuple[str, ...], ...]

    @property
    def path(self) -> tuple[str, ...]:
        """All pieces to press; none for a button."""
        return (*self.choice.path, *(target for chosen in self.picked for target in chosen))


def find_path(scene: Scene, text: str) -> ClickPath | None:
    """How to make the move that is ``text`` in canonical notation; nothing if there is no way."""
    for choice in scene.choices:
        picked = _picked(choice, text)
        if picked is not None and picked_text(choice, picked) == text:
            return ClickPath(choice, picked)
    return None


def _picked(choice: Choice, text: str) -> tuple[tuple[str, ...], ...] | None:
    """What must be picked for a choice to become ``text``, as far as that can be."""
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
