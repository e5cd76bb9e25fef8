"""What the house sends to a client at a table: one half of the contract with every client.

For each ask (`table.asks`) a client gets `Done`, `Hints` or `Refusal` with the same id; whenever
the table changes it gets a whole `View`, or a `Change` if it asked for these. Bytes in a binary
frame are a sound clip. ``docs/protocol.md`` explains the messages; a schema and the client's types
are made from these classes, whose names and fields are therefore those of the protocol.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import msgspec

from ludotheque.house.table.clocks import TimeControl
from ludotheque.presentation.scene import Area, Choice, Piece, Scene, Told

PROTOCOL_VERSION: Final = 1


class Seat(msgspec.Struct, frozen=True):
    """A seat as everybody sees it."""

    name: str
    taken: bool
    kept: str  # before the start: reserved for "you" or for "another", or ""
    bot: str
    program: bool
    away: bool
    resigned: bool
    you: bool
    acting: bool
    clock_ms: int  # left for the present decision or in the budget; -1 where no clock runs


class Line(msgspec.Struct, frozen=True):
    """Something that happened, in words."""

    event: int
    kind: str
    seat: int
    text: str
    cause: str
    sort: str  # move, score or luck
    rule: str  # the number of the rule it is about
    fades: bool = False  # to be remembered by players: not shown again while the game goes on


class Talk(msgspec.Struct, frozen=True):
    """A chat message."""

    seat: int  # -1 for a spectator
    name: str
    text: str
    phrase: str  # its key, if it is one of the phrases
    at: int


class Question(msgspec.Struct, frozen=True):
    """Something a seat asks of all others, and whether you have answered."""

    seat: int
    what: str
    pace: TimeControl
    answered: bool


class View(msgspec.Struct, frozen=True, tag_field="type", tag="view"):
    """A table as one viewer sees it, whole."""

    protocol: int
    table: str
    number: int  # grows with every change of the table: a higher one is newer
    status: str
    game: str
    options: dict[str, bool | int | str]
    public: bool
    host: bool
    seats: list[Seat]
    pace: TimeControl
    hints: bool  # whether players may ask for hints
    seat: int  # yours; -1 for a spectator
    decision: int  # what a move of yours answers; -1 for none
    scene: Scene | None
    lines: list[Line]  # new since the last view
    events: int
    talk: list[Talk]  # the chat, without those you muted
    muted: list[int]  # seats you muted; -1 for all spectators
    question: Question | None
    hurry: bool  # bots move without a pause
    watching: int  # how many spectators there are
    previous: str  # the table of which this is the rematch
    next: str  # the table of the rematch
    commitment: str
    nonces: list[str]  # by seat
    seed: str  # once the game is over
    scores: list[int]
    ranks: list[int]
    reckoning: list[str]  # how each score came about, a line each


Span: TypeAlias = tuple[int, int]  # of the list before: the first index, and how many


class SceneChange(msgspec.Struct, frozen=True):
    """The difference between two scenes: lists as spans of the list before, and new items."""

    prompt: str
    areas: list[Span | Area]
    pieces: list[Span | Piece]
    choices: list[Span | Choice]
    told: tuple[Told, ...]


class Change(msgspec.Struct, frozen=True, tag_field="type", tag="change"):
    """The difference to the last view or change of this socket, if it asked for changes."""

    number: int
    now: dict[str, Any]  # the fields of the view that have changed
    scene: SceneChange | None  # none where there is no scene yet
    lines: list[Line]


class Done(msgspec.Struct, frozen=True, tag_field="type", tag="done"):
    """What was asked is done."""

    id: int


class Refusal(msgspec.Struct, frozen=True, tag_field="type", tag="refused"):
    """What was asked can't be done: a code, a line, and the rule it breaks, if one does."""

    id: int
    code: str
    message: str
    rule: str = ""


class Advice(msgspec.Struct, frozen=True):
    """A move one could play: in notation, in words, why, and the pieces to press for it."""

    text: str
    label: str
    reason: str  # "" where the bot gives none
    path: tuple[str, ...]


class Hints(msgspec.Struct, frozen=True, tag_field="type", tag="hint"):
    """Moves one could play, the best first; empty if the bot failed."""

    id: int
    hints: list[Advice]


AnyMessage: TypeAlias = View | Change | Done | Refusal | Hints
_encoder = msgspec.json.Encoder()


def encode_message(message: AnyMessage) -> str:
    """A message on the wire."""
    return _encoder.encode(message).decode()
