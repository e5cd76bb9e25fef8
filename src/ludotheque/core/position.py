"""A position as one line of text: for bug reports, error messages and tests.

``m players=2 | chips=12,8 phase=3 seat=1``: the game, the options that differ from their defaults,
and the fields of the state that differ from those of a new game. Hidden information is included:
never send a position to a player.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from typing_extensions import TypeVar

from ludotheque.core.errors import BadOption, BadPosition
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
    """The options and the state that a position describes.

    Raises `BadPosition` for a text that is not a position of the game, for whatever reason. Whether
    the rules could lead to such a state is not checked.
    """
    head, bar, fields = text.partition("|")
    slug, *chosen = head.split() or [""]
    if not bar or slug != game.slug:
        raise BadPosition(f"a position must begin with '{game.slug} ... |', not {text[:40]!r}")
    options = _options(game, chosen)
    packed = pack(game.new(options))
    for name, value in _pairs(fields.split()):
        if name not in packed:
            raise BadPosition(f"{game.slug} has no field {name}; choose from {', '.join(packed)}")
        packed[name] = _value(value, packed[name], name)
    try:
        return options, unpack(game, options, packed)
    except (ValueError, OverflowError) as error:  # compiled: a number of more than 64 bits
        raise BadPosition(str(error)) from None


def _options(game: Game, chosen: list[str]) -> dict[str, Value]:
    known = {option.name: option for option in game.options}
    try:
        given: dict[str, object] = {
            name: known[name].read(value) if name in known else value
            for name, value in _pairs(chosen)
        }
        return game.resolve_options(given)
    except BadOption as error:
        raise BadPosition(str(error)) from None


def _pairs(words: list[str]) -> list[tuple[str, str]]:
    pairs = [word.partition("=") for word in words]
    for name, sign, _ in pairs:
        if not sign:
            raise BadPosition(f"{name!r} must be NAME=VALUE")
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


def _value(text: str, usual: object, name: str) -> object:
    """The value of a field, read by the type that it has in a new game."""
    try:
        if isinstance(usual, bool):
            return {"true": True, "false": False}[text]
        if isinstance(usual, str):
            return text
        if isinstance(usual, list) and not text.startswith("["):
            return [int(item) for item in text.split(",")]
        value: object = ast.literal_eval(text)
    except (KeyError, ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        raise BadPosition(f"{text[:40]!r} is not a value of the field {name}") from None
    return value
