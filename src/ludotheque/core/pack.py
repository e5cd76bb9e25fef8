"""States as plain data, to be handed to another process or written as a position.

Only fields are packed; what was chosen before the game is made anew from the options.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any, TypeAlias, TypeGuard

from typing_extensions import TypeVar

from ludotheque.core.errors import BadRecord
from ludotheque.core.fast import COMPILED, i64, vec
from ludotheque.core.game import Game
from ludotheque.core.options import Options
from ludotheque.core.state import State, field_names

S = TypeVar("S", bound=State, default=Any)
Packed: TypeAlias = dict[str, object]


def pack(state: State) -> Packed:
    """The fields of a state: packed arrays as lists of numbers, all others as they are."""
    packed: Packed = {}
    for name in field_names(state):
        if name != "config":
            value: object = getattr(state, name)
            packed[name] = [int(item) for item in value] if _is_array(value) else deepcopy(value)
    return packed


def unpack(game: Game[S], options: Options, packed: Packed) -> S:
    """The state that was packed, of a game with these options."""
    state = game.new(options)
    names = [name for name in field_names(state) if name != "config"]
    if sorted(names) != sorted(packed):
        raise BadRecord(f"this is no packed state of {game.slug}")
    for name in names:
        if _is_array(getattr(state, name)):
            _fill(getattr(state, name), packed[name], name)
        else:
            setattr(state, name, deepcopy(packed[name]))
    return state


def _is_array(value: object) -> TypeGuard[vec[i64]]:
    """Whether a field is a packed array of compiled rules."""
    return COMPILED and isinstance(value, vec)


def _fill(array: vec[i64], numbers: object, name: str) -> None:
    """Write into the existing array: mypyc would never free one that replaces it."""
    if not isinstance(numbers, list) or len(array) != len(numbers):
        raise BadRecord(f"field {name} is no list of {len(array)} numbers")
    for i, number in enumerate(numbers):
        array[i] = number
