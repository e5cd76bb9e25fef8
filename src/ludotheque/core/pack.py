"""States as plain data, to be sent to another process or written as a position.

Packed are the fields that change during a game. The configuration (`CONFIG_FIELD`) is not: it is
made anew from the options.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any, Final, TypeAlias, TypeGuard

from typing_extensions import TypeVar

from ludotheque.core.fast import COMPILED, i64, vec
from ludotheque.core.game import Game
from ludotheque.core.options import Options
from ludotheque.core.state import CONFIG_FIELD, State, field_names

S = TypeVar("S", bound=State, default=Any)
Packed: TypeAlias = dict[str, object]
CHECKED_TYPES: Final = (bool, int, str, list, tuple)  # bool first: it is an int as well
ARRAY_PACKAGE: Final = "ludotheque.games."  # compiled or not, its lists of integers are arrays


def pack(state: State) -> Packed:
    """The fields of a state: packed arrays as lists of numbers, all others as they are."""
    packed: Packed = {}
    for name in _packed_names(state):
        value: object = getattr(state, name)
        packed[name] = [int(item) for item in value] if _is_array(value) else deepcopy(value)
    return packed


def unpack(game: Game[S], options: Options, packed: Packed) -> S:
    """The state that was packed, of a game with these options.

    Raises ValueError if fields are missing or unknown, or if one has another type than in a new
    game or, for an array, another length. In plain states a field may also be None or of a type
    that is not checked. Whether the rules could lead to the state is not checked.
    """
    state = game.new(options)
    start = pack(state)
    if start.keys() != packed.keys():
        raise ValueError(f"not a packed state of {game.slug}: its fields are {', '.join(start)}")
    has_arrays = type(state).__module__.startswith(ARRAY_PACKAGE)
    for name, usual in start.items():
        value = packed[name]
        _check_type(name, value, usual, is_exact=has_arrays)
        if has_arrays:
            _check_array(name, value, usual)
        array: object = getattr(state, name)
        if _is_array(array):
            _fill(array, value)
        else:
            setattr(state, name, deepcopy(value))
    return state


def _packed_names(state: State) -> list[str]:
    return [name for name in field_names(state) if name != CONFIG_FIELD]


def _is_array(value: object) -> TypeGuard[vec[i64]]:
    """Whether a field is a packed array of compiled rules."""
    return COMPILED and isinstance(value, vec)


def _check_type(name: str, value: object, usual: object, is_exact: bool) -> None:
    """Raise ValueError for a value of another type than ``usual``, which a new game has."""
    expected, found = _kind(usual), _kind(value)
    if expected and found != expected and (found or is_exact):
        raise ValueError(f"field {name} must be of type {expected}")


def _check_array(name: str, value: object, usual: object) -> None:
    """Raise ValueError for an array unlike ``usual``, which a new game has.

    A list of integers is an array, compiled or not; lists of anything else may have any length.
    """
    if isinstance(usual, list) and isinstance(value, list) and _kinds(usual) == {"int"}:
        if len(value) != len(usual) or _kinds(value) != {"int"}:
            raise ValueError(f"field {name} must be a list of {len(usual)} integers")


def _kind(value: object) -> str:
    """The type of a value by name; "" for types that are not checked."""
    return next((kind.__name__ for kind in CHECKED_TYPES if isinstance(value, kind)), "")


def _kinds(values: list[object]) -> set[str]:
    return set(map(_kind, values))


def _fill(array: vec[i64], numbers: Any) -> None:
    """Write into the existing array: mypyc would never free one that replaces it."""
    for i, number in enumerate(numbers):
        array[i] = number
