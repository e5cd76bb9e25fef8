"""Options: what is chosen before a game begins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from ludotheque.core.errors import BadOption

Value: TypeAlias = bool | int | str
Options: TypeAlias = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Option:
    """A name, the values it takes, and its default.

    ``unrecorded`` is the value for a record that is older than the option and lacks it. If it is
    None, every record must have the option.
    """

    name: str
    values: tuple[Value, ...]
    default: Value
    unrecorded: Value | None = None

    def check(self, value: object) -> Value:
        """Return the value if the option takes it (``True`` is not 1 here), else `BadOption`."""
        for known in self.values:
            if value == known and type(value) is type(known):
                return known
        allowed = ", ".join(_json_text(known) for known in self.values)
        raise BadOption(f"option {self.name} must be one of {allowed}, not {_json_text(value)}")

    def read(self, text: str) -> Value:
        """The value written as ``text``, as in ``players=4`` or ``voluntary_pass=true``.

        Raises `BadOption` if there is no such value.
        """
        for known in self.values:
            if text in {_json_text(known), str(known)}:
                return known
        return self.check(text)


def _json_text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value}"' if isinstance(value, str) else repr(value)
