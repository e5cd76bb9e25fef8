"""What a client may ask for at a table: one half of the contract with every client.

``docs/protocol.md`` explains them; a schema and the client's types are made from these classes,
whose names are therefore those of the protocol. The other half is `views.messages`.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import msgspec

from ludotheque.house.table.clocks import TimeControl

MAX_MESSAGE_BYTES: Final = 64 * 1024


class Ask(msgspec.Struct, frozen=True, tag_field="type", kw_only=True, forbid_unknown_fields=True):
    """What a client asks for; ``id`` comes back with the answer."""

    id: int = 0


class Sit(Ask, frozen=True, tag="sit"):
    """Take a seat, or come back to one's own; a nonce becomes part of the sealed luck."""

    seat: int
    nonce: str = ""


class Rise(Ask, frozen=True, tag="rise"):
    """Leave the seat."""


class Engage(Ask, frozen=True, tag="bot"):
    """Before the start: give a free seat to a bot."""

    seat: int
    bot: str


class Free(Ask, frozen=True, tag="free"):
    """Before the start: send the bot of a seat away, or end the reservation of a seat."""

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
    """Send a chat message: text, or one of the house's phrases."""

    text: str = ""
    phrase: str = ""


class Mute(Ask, frozen=True, tag="mute"):
    """Mute the person at a seat in the chat, or end that; -1 stands for all spectators."""

    seat: int
    on: bool = True


class Hurry(Ask, frozen=True, tag="hurry"):
    """Have the bots of this table move without a pause from now on, or with one again."""

    on: bool = True


class Rematch(Ask, frozen=True, tag="rematch"):
    """Ask for a rematch: set its table up, or sit down there."""


class Takeback(Ask, frozen=True, tag="takeback"):
    """Ask all others to take one's last move back."""


class ChangePace(Ask, frozen=True, tag="pace"):
    """Ask all others for another time control."""

    pace: TimeControl


class Answer(Ask, frozen=True, tag="answer"):
    """Agree to what is asked, or not."""

    yes: bool


class Resign(Ask, frozen=True, tag="resign"):
    """Give up."""


class Speak(Ask, frozen=True, tag="language"):
    """Get everything in another language from now on."""

    language: str


class Ping(Ask, frozen=True, tag="ping"):
    """Check that the connection works."""


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

_decoder = msgspec.json.Decoder(AnyAsk)


def decode_ask(data: str | bytes) -> AnyAsk:
    """What a client sent; raises `msgspec.MsgspecError` for anything else."""
    ask: AnyAsk = _decoder.decode(data)
    return ask
