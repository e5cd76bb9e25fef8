"""What the house sends to a client at a table: one half of the contract with every client.

For each ask (`table.asks`) a client gets `Done`, `Hints` or `Refusal` with the same id; whenever
the table changes it gets a whole `View`, or a `Change` if it asked for these. A binary frame is a
sound clip. ``docs/protocol.md`` explains the messages; a schema and the client's types are
generated from these classes. Tags and fields are those of the protocol; `api.schema.WIRE_NAMES`
lists the classes that have another name there.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import msgspec

from ludotheque.house.table.clocks import TimeControl
from ludotheque.presentation.scene import Area, Choice, Piece, Scene, Told

PROTOCOL_VERSION: Final = 1


class SeatView(msgspec.Struct, frozen=True):
    """A seat as a viewer sees it."""

    name: str
    taken: bool
    kept: str  # before the start: reserved for "you" or for "another", or ""
    bot: str
    program: bool  # a program plays for the person
    away: bool
    resigned: bool
    you: bool
    acting: bool
    clock_ms: int  # left for the current decision or in the budget; -1 without a limit


class Line(msgspec.Struct, frozen=True):
    """Something that happened, in words."""

    event: int
    kind: str
    seat: int
    text: str
    cause: str
    sort: str  # move, score or luck
    rule: str  # the number of the rule it is about
    fades: bool = False  # players must remember it: not shown again during the game


class Talk(msgspec.Struct, frozen=True):
    """A chat message."""

    seat: int  # -1 for a spectator
    name: str
    text: str
    phrase: str  # its key, if it is one of the phrases
    at: int


class Proposal(msgspec.Struct, frozen=True):
    """What a seat proposes to all others."""

    seat: int
    what: str  # takeback or pace
    pace: TimeControl
    answered: bool  # whether you have agreed


class View(msgspec.Struct, frozen=True, tag_field="type", tag="view"):
    """A whole table as one viewer sees it."""

    protocol: int
    table: str
    number: int  # increases with every change of the table
    status: str
    closed: str  # why the table was closed: admin, unstarted or idle; else ""
    game: str
    options: dict[str, bool | int | str]
    public: bool
    host: bool
    seats: list[SeatView]
    pace: TimeControl
    hints: bool  # whether players may ask for hints
    seat: int  # yours; -1 for a spectator
    decision: int  # the number of your decision; -1 for none
    scene: Scene | None
    lines: list[Line]  # new since the last view
    events: int
    talk: list[Talk]  # the chat, without those you muted
    muted: list[int]  # seats you muted; -1 for all spectators
    question: Proposal | None
    hurry: bool  # bots move without pauses
    watching: int  # how many spectators there are
    previous: str  # the table of which this is the rematch
    next: str  # the table of the rematch
    commitment: str
    nonces: list[str]  # by seat
    seed: str  # once the game is over
    scores: list[int]
    ranks: list[int]
    reckoning: list[str]  # how each score was calculated, a line each


Span: TypeAlias = tuple[int, int]  # of the list before: the first index, and how many


class SceneChange(msgspec.Struct, frozen=True):
    """The difference between two scenes: lists as spans of the list before, and new items."""

    prompt: str
    areas: list[Span | Area]
    pieces: list[Span | Piece]
    choices: list[Span | Choice]
    told: tuple[Told, ...]


class Change(msgspec.Struct, frozen=True, tag_field="type", tag="change"):
    """The difference from the last view or change of this socket, if it asked for changes."""

    number: int
    now: dict[str, Any]  # the fields of the view that have changed
    scene: SceneChange | None  # none where there is no scene yet
    lines: list[Line]


class Done(msgspec.Struct, frozen=True, tag_field="type", tag="done"):
    """The ask was done."""

    id: int


class Refusal(msgspec.Struct, frozen=True, tag_field="type", tag="refused"):
    """The ask was refused: a code, a message, and the number of the rule it breaks, if any."""

    id: int
    code: str
    message: str
    rule: str = ""


class Advice(msgspec.Struct, frozen=True):
    """A move one could play: in notation, in words, why, and the pieces to click for it."""

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
    """A message as JSON."""
    return _encoder.encode(message).decode()
