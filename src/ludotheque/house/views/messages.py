"""What the house sends to a client at a table: one half of the contract with every client.

What a client knows of a table has three parts: what everybody sees (`TableView`, `TableLayer`,
lines, chat), what its seat alone sees (`OwnView`), and who it is (`You`). A `View` has all three; a
`Change` has steps, one for each entry of the table's log, which change the first two parts. For
each ask (`table.asks`) a client gets `Done`, `Hints` or `Refusal` with the same id. A binary frame
is a sound clip. ``docs/protocol.md`` explains the messages; a schema and the client's types are
generated from these classes. Tags and fields are those of the protocol; `api.schema.WIRE_NAMES`
lists the classes that have another name there.
"""

from __future__ import annotations

from datetime import date
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from ludotheque.house.table.clocks import TimeControl
from ludotheque.house.table.entries import BotPace
from ludotheque.presentation.scene import Area, Choice, Piece, TableLayer
from ludotheque.presentation.score_table import ScoreTable

PROTOCOL_VERSION: Final = 2


class SeatView(msgspec.Struct, frozen=True):
    """A seat as everybody sees it."""

    name: str
    taken: bool
    reserved: bool  # before the start: for the person of that name
    bot: str
    program: bool  # a program plays for the person
    away: bool
    resigned: bool
    rated: bool  # before the start: the person wants a rated game
    acting: bool  # the game waits for this seat
    deadline: int  # when its running clock runs out, in the time of the house; 0: none runs
    left_ms: int  # in its stopped budget; -1 without one
    leave: tuple[date, ...]  # the days of leave it has taken or will take, in order


class Line(msgspec.Struct, frozen=True):
    """Something that happened, in words."""

    event: int
    part: int  # of the event, from 0
    kind: str
    seat: int
    text: str  # "" in an own line: the public line is not for this seat
    cause: str
    category: str  # move, score, luck or end
    rule: str  # the number of the rule it is about
    fades: bool = False  # players must remember it: not shown again during the game
    about: tuple[str, ...] | UnsetType = UNSET  # ids of pieces and areas, which may be gone
    spoken: str | UnsetType = UNSET  # with places in words, if ``text`` has none


class ChatMessage(msgspec.Struct, frozen=True):
    """A chat message."""

    author: int  # the number of the person at this table, by their first message
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
    agreed: list[int]  # the seats that have agreed


class TableView(msgspec.Struct, frozen=True):
    """A table as everybody sees it, without its scene, lines and chat."""

    table: str
    status: str
    closed: str  # why the table was closed: admin, unstarted or idle; else ""
    game: str
    options: dict[str, bool | int | str]
    public: bool
    seats: list[SeatView]
    pace: TimeControl
    hints: bool  # whether players may ask for hints now
    events: int
    proposal: Proposal | None
    bot_pace: BotPace
    free_takebacks: bool  # moves may be taken back at any time, and nobody is asked
    rated: bool  # the game counts for ratings; before the start, it would
    daily: str  # the day whose deal it is; else ""
    open_seats: bool  # the seats of bots may be taken over during the game
    circle: str  # the circle whose members alone may come; "" for anybody
    from_position: bool  # the game began at a position, so it has no record and no rating
    previous: str  # the table of which this is the rematch
    next: str  # the table of the rematch
    commitment: str
    nonces: list[str]  # by seat
    seed: str  # once the game is over
    scores: list[int]
    ranks: list[int]
    score_table: ScoreTable | None  # once the game is over: how each score came about


class You(msgspec.Struct, frozen=True):
    """The client, as it is known at this table."""

    seat: int = -1  # -1 for a spectator
    host: bool = False
    reserved: int = -1  # the seat that is reserved for you; -1 for none
    muted_seats: list[int] = []  # whose people you muted; -1 for all spectators
    muted_authors: list[int] = []  # of chat messages


class OwnView(msgspec.Struct, frozen=True):
    """What one seat sees beyond what everybody sees.

    An area or a piece with the id of a public one replaces it; others follow the public ones. A
    line replaces the public one with the same event and part; others are inserted in order.
    """

    decision: int = -1  # the number of your decision; -1 for none
    prompt: str = ""  # replaces the public prompt; "" keeps it
    areas: tuple[Area, ...] = ()
    pieces: tuple[Piece, ...] = ()
    hidden_pieces: tuple[str, ...] = ()  # ids of public pieces that this seat does not see
    hidden_areas: tuple[str, ...] = ()  # ids of public areas that this seat does not see
    choices: tuple[Choice, ...] = ()
    secret: bool = False  # the seat knows something that a spectator does not, or may learn it now
    lines: list[Line] = []


class View(msgspec.Struct, frozen=True, tag_field="type", tag="view"):
    """A whole table as one client may know it."""

    protocol: int
    epoch: str  # of this process of the house: `number` can be resumed there
    number: int  # increases with every step
    now: int  # the time of the house, in milliseconds since 1970
    table: TableView
    scene: TableLayer | None  # none before the game begins
    lines: list[Line]
    chat: list[ChatMessage]
    spectators: int
    you: You
    own: OwnView | None  # none without a seat


Span: TypeAlias = tuple[int, int]  # of the list before: the first index, and how many
Fields: TypeAlias = dict[str, Any]  # the fields that have changed, by name


class SceneChange(msgspec.Struct, frozen=True):
    """The difference between two public scenes; what is unset stays.

    A list is given as spans of the list before, and objects. An object whose id was in the list
    before has only the fields that have changed, any other is new. ``counters`` of a changed area
    are a list if they are new, or an object: the changed fields by the key of the counter.
    """

    prompt: str | UnsetType = UNSET
    areas: list[Span | Fields] | UnsetType = UNSET
    pieces: list[Span | Fields] | UnsetType = UNSET


class PublicStep(msgspec.Struct):
    """What one entry of the log changed for everybody; what is unset stays."""

    number: int
    table: Fields | UnsetType = UNSET  # changed fields of the table, but for its seats
    seats: dict[str, Fields] | UnsetType = UNSET  # changed fields by the number of the seat
    new_scene: TableLayer | UnsetType = UNSET  # the game has begun
    scene: SceneChange | UnsetType = UNSET
    rewound: int | UnsetType = UNSET  # events were taken back: how many remain
    lines: list[Line] | UnsetType = UNSET  # new ones
    chat: list[ChatMessage] | UnsetType = UNSET  # new ones
    erased_chat: list[ChatMessage] | UnsetType = UNSET  # all: a person was erased or renamed


class OwnStep(msgspec.Struct):
    """What one entry of the log changed for one seat; what is unset stays.

    Lists are given as in a `SceneChange`, but for choices: a choice is never changed, only new.
    """

    decision: int | UnsetType = UNSET
    prompt: str | UnsetType = UNSET
    areas: list[Span | Fields] | UnsetType = UNSET
    pieces: list[Span | Fields] | UnsetType = UNSET
    hidden_pieces: tuple[str, ...] | UnsetType = UNSET
    hidden_areas: tuple[str, ...] | UnsetType = UNSET
    choices: list[Span | Choice] | UnsetType = UNSET
    secret: bool | UnsetType = UNSET
    lines: list[Line] | UnsetType = UNSET  # new ones


class Step(msgspec.Struct, frozen=True):
    """What one entry of the log changed."""

    public: PublicStep
    own: OwnStep | UnsetType = UNSET


class Change(msgspec.Struct, frozen=True, tag_field="type", tag="change"):
    """What has changed since the last view or change, one step after the other."""

    now: int  # the time of the house, in milliseconds since 1970
    steps: list[Step]
    you: You | UnsetType = UNSET
    own: OwnView | UnsetType = UNSET  # after all steps: replaces everything of the own view
    done: int | UnsetType = UNSET  # the id of your ask, which is done


class Spectators(msgspec.Struct, frozen=True, tag_field="type", tag="spectators"):
    """How many spectators the table has now."""

    count: int


class Done(msgspec.Struct, frozen=True, tag_field="type", tag="done"):
    """The ask was done, and changed nothing at the table."""

    id: int
    now: int  # the time of the house, in milliseconds since 1970


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
    spoken: str | UnsetType = UNSET  # the label with places in words, if it has none


class Hints(msgspec.Struct, frozen=True, tag_field="type", tag="hint"):
    """Moves one could play, the best first; empty if the bot failed."""

    id: int
    hints: list[Advice]


AnyMessage: TypeAlias = View | Change | Spectators | Done | Refusal | Hints
_encoder = msgspec.json.Encoder()


def encode_message(message: AnyMessage) -> bytes:
    """A message as JSON."""
    return _encoder.encode(message)
