"""A position as one line of text: for bug reports, error messages and tests.

``m players=2 | chips=12,8 phase=3 seat=1``: the game, the options that differ from their defaults,
and the fields of the state that differ from those of a new game. It tells all secrets.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from typing_extensions import TypeVar

from ludotheque.core.errors import BadPosition
from ludotheque.core.pack import pack, unpack
from ludotheque.core.state import State

if TYPE_CHECKING:
    from ludotheque.core.game import Game
    from ludotheque.core.options import Options, Value

S = TypeVar("S", bound=State, default=Any)


def position_text(game: Game, options: Options, state: State) -> str:
    """The position of a state, as `load_position` reads it."""
    chosen = [
        f"{option.name}={_text(options[option.name])}"
        for option in game.options
        if options[option.name] != option.default
    ]
    start, here = pack(game.new(options)), pack(state)
    fields = [f"{name}={_text(here[name])}" for name in here if here[name] != start[name]]
    return " ".join([game.slug, *chosen, "|", *fields])


def load_position(game: Game[S], text: str) -> tuple[dict[str, Value], S]:
    """The options and the state that a position names; `BadPosition` says what is wrong."""
    head, bar, fields = text.partition("|")
    slug, *chosen = head.split() or [""]
    if not bar or slug != game.slug:
        raise BadPosition(f"a position begins with '{game.slug} ... |', not {text[:40]!r}")
    known = {option.name: option for option in game.options}
    given: dict[str, object] = {}
    for name, value in _pairs(chosen):
        given[name] = known[name].read(value) if name in known else value
    options = game.resolve_options(given)
    packed = pack(game.new(options))
    for name, value in _pairs(fields.split()):
        if name not in packed:
            raise BadPosition(f"{game.slug} has no field {name}, only {', '.join(packed)}")
        packed[name] = _read(value, packed[name], name)
    return options, unpack(game, options, packed)


def _pairs(words: list[str]) -> list[tuple[str, str]]:
    pairs = [word.partition("=") for word in words]
    for name, sign, _ in pairs:
        if not sign:
            raise BadPosition(f"{name!r} is not NAME=VALUE")
    return [(name, value) for name, _, value in pairs]


def _text(value: object) -> str:
    """A value without spaces."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return value
    if isinstance(value, list) and value and all(type(item) is int for item in value):
        return ",".join(map(str, value))
    return repr(value).replace(" ", "")


def _read(text: str, usual: object, name: str) -> object:
    """A value of the kind that the field has in a new game."""
    try:
        if isinstance(usual, bool):
            return {"true": True, "false": False}[text]
        if isinstance(usual, str):
            return text
        if isinstance(usual, list) and not text.startswith("["):
            return [int(item) for item in text.split(",")]
        value: object = ast.literal_eval(text)
    except (KeyError, ValueError, SyntaxError):
        raise BadPosition(f"{text!r} is no value of the field {name}") from None
    return value
