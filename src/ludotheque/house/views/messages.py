"""The messages of the house: one module is the contract with every client.

A client sends one of `Ask` and gets, for each, `Done` or `Refusal` with the same id; whenever the
table changes it gets a whole `View`, or a `Change` if it asked for these. Bytes in a binary frame
are a clip of sound. ``docs/protocol.md`` explains them, and a schema is made from these types.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import msgspec

from ludotheque.house.table.entries import Pace
from ludotheque.presentation.scene import Area, Choice, Piece, Scene, Told

PROTOCOL: Final = 1
MOST_BYTES: Final = 64 * 1024


class Ask(msgspec.Struct, frozen=True, tag_field="type", kw_only=True, forbid_unknown_fields=True):
    """What a client wants; ``id`` comes back with the answer."""

    id: int = 0


class Sit(Ask, frozen=True, tag="sit"):
    """Take a seat, or come back to one's own; a nonce stirs the sealed luck."""

    seat: int
    nonce: str = ""


class Rise(Ask, frozen=True, tag="rise"):
    """Leave the seat."""


class Engage(Ask, frozen=True, tag="bot"):
    """Before the start: give a free seat to a bot."""

    seat: int
    bot: str


class Free(Ask, frozen=True, tag="free"):
    """Before the start: send the bot of a seat away, or keep the seat for somebody no more."""

    seat: int


class Start(Ask, frozen=True, tag="start"):
    """Begin the game."""


class Play(Ask, frozen=True, tag="play"):
    """Answer a decision with a move in notation."""

    decision: int
    text: str


class WhyNot(Ask, frozen=True, tag="why-not"):
    """Ask why a move is not allowed."""

    text: str


class Hint(Ask, frozen=True, tag="hint"):
    """Ask what one could play."""


class Say(Ask, frozen=True, tag="say"):
    """Speak, in words of one's own or with a phrase of the house."""

    text: str = ""
    phrase: str = ""


class Mute(Ask, frozen=True, tag="mute"):
    """Hear somebody no more, or again; -1 stands for all who look on."""

    seat: int
    on: bool = True


class Hurry(Ask, frozen=True, tag="hurry"):
    """Have the bots of this table move at once from now on, or take their time again."""

    on: bool = True


class Rematch(Ask, frozen=True, tag="rematch"):
    """Play again: set the next table up, or sit down there."""


class Takeback(Ask, frozen=True, tag="takeback"):
    """Ask all others to take one's last move back."""


class ChangePace(Ask, frozen=True, tag="pace"):
    """Ask all others for another pace."""

    pace: Pace


class Answer(Ask, frozen=True, tag="answer"):
    """Agree to what is asked, or not."""

    yes: bool


class Resign(Ask, frozen=True, tag="resign"):
    """Give up."""


class Speak(Ask, frozen=True, tag="language"):
    """Be spoken to in another language from now on."""

    language: str


class Ping(Ask, frozen=True, tag="ping"):
    """See whether anybody is there."""


AnyAsk: TypeAlias = (
    Sit
    | Rise
    | Engage
    | Free
    | Start
    | Play
    | WhyNot
    | Hint
    | Say
    | Mute
    | Hurry
    | Rematch
    | Takeback
    | ChangePace
    | Answer
    | Resign
    | Speak
    | Ping
)


class Seat(msgspec.Struct, frozen=True):
    """A seat as everybody sees it."""

    name: str
    taken: bool
    kept: str  # before the start: for "you" or for "another"; then nobody else may sit there
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
    fades: bool = False  # for memories alone: not to be kept where one could read it again


class Talk(msgspec.Struct, frozen=True):
    """Something said."""

    seat: int  # -1 for who looks on
    name: str
    text: str
    phrase: str  # its key, if it is one of the phrases
    at: int


class Question(msgspec.Struct, frozen=True):
    """Something asked of all: by whom, what, and whether you have answered."""

    seat: int
    what: str
    pace: Pace
    answered: bool


class View(msgspec.Struct, frozen=True, tag_field="type", tag="view"):
    """A table as one viewer sees it, whole."""

    protocol: int
    table: str
    number: int  # grows with all that is written of the table: a higher one is newer
    status: str
    game: str
    options: dict[str, bool | int | str]
    public: bool
    host: bool
    seats: list[Seat]
    pace: Pace
    hints: bool  # whether one may ask for them
    seat: int  # yours; -1 for a spectator
    decision: int  # what a move of yours answers; -1 for none
    scene: Scene | None
    lines: list[Line]  # new since the last view
    events: int
    talk: list[Talk]  # without that of those you muted
    muted: list[int]  # seats you don't want to hear; -1 for all who look on
    question: Question | None
    hurry: bool  # bots move at once
    watching: int  # how many look on without a seat
    previous: str  # the table of which this is the rematch
    next: str  # the table of the rematch
    commitment: str
    nonces: list[str]  # by seat
    seed: str  # once the game is over
    scores: list[int]
    ranks: list[int]
    reckoning: list[str]  # how each score came about, a line each


Kept: TypeAlias = tuple[int, int]  # of the list before: from which place on, and how many


class SceneChange(msgspec.Struct, frozen=True):
    """A scene by what it has of the one before, in order, and what is new."""

    prompt: str
    areas: list[Kept | Area]
    pieces: list[Kept | Piece]
    choices: list[Kept | Choice]
    told: tuple[Told, ...]


class Change(msgspec.Struct, frozen=True, tag_field="type", tag="change"):
    """What is new since the last view or change of this socket, for who asked for changes."""

    number: int
    now: dict[str, Any]  # the fields of the view that are other than before
    scene: SceneChange | None  # nothing where there is no scene yet
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
    reason: str  # nothing where the bot gives none
    path: tuple[str, ...]


class Hints(msgspec.Struct, frozen=True, tag_field="type", tag="hint"):
    """What one could play, the best first; empty if nobody knows."""

    id: int
    hints: list[Advice]


Tell: TypeAlias = View | Change | Done | Refusal | Hints
_asks = msgspec.json.Decoder(AnyAsk)
_encoder = msgspec.json.Encoder()


def read_ask(data: str | bytes) -> AnyAsk:
    """What a client sent; raises `msgspec.MsgspecError` for anything else."""
    ask: AnyAsk = _asks.decode(data)
    return ask


def write(message: Tell) -> str:
    """A message on the wire."""
    return _encoder.encode(message).decode()
