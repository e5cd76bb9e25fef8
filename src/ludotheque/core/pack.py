"""States as plain data, to be handed to another process.

Only fields are packed; what was chosen before the game is made anew from the options.
"""

from __future__ import annotations

from typing import TypeAlias

from ludotheque.core.errors import BadRecord
from ludotheque.core.fast import i64, vec
from ludotheque.core.game import Game, Options
from ludotheque.core.state import State

Packed: TypeAlias = dict[str, "bool | int | str | list[int]"]


def pack(state: State) -> Packed:
    """The fields of a state, as numbers, words and lists of numbers."""
    packed: Packed = {}
    for name in fields_of(state):
        value: object = getattr(state, name)
        if isinstance(value, bool | int | str):
            packed[name] = value
        elif name != "config":
            packed[name] = _numbers(value, name)
    return packed


def unpack(game: Game, options: Options, packed: Packed) -> State:
    """The state that was packed, of a game with these options."""
    state = game.new(options)
    names = [name for name in fields_of(state) if name != "config"]
    if sorted(names) != sorted(packed):
        raise BadRecord(f"this is no packed state of {game.slug}")
    for name in names:
        value = packed[name]
        if isinstance(value, list):
            _fill(getattr(state, name), value, name)
        else:
            setattr(state, name, value)
    return state


def _fill(array: vec[i64], numbers: list[int], name: str) -> None:
    """Write into the array that is there: one handed over would never be freed."""
    if len(array) != len(numbers):
        raise BadRecord(f"field {name} has {len(numbers)} numbers, not {len(array)}")
    for i, number in enumerate(numbers):
        array[i] = number


def fields_of(state: State) -> list[str]:
    """The names of a state's fields, compiled or not."""
    names: set[str] = set(getattr(state, "__dict__", ()))
    for kind in type(state).__mro__:
        names |= set(getattr(kind, "__mypyc_attrs__", ()))
    return sorted(name for name in names if not name.startswith("__"))


def _numbers(value: object, name: str) -> list[int]:
    try:
        return [int(item) for item in value]  # type: ignore[attr-defined]  # a list or packed array
    except TypeError:
        raise BadRecord(f"field {name} can't be packed") from None
