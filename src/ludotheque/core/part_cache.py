"""Parts of one table's picture, kept until what they are made from changes."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")


class PartCache:
    """The latest version of each part of a picture, in one language, with what it was made from.

    A table changes little by little: most parts of the next picture are those of the last one, and
    are the same objects.
    """

    def __init__(self) -> None:
        self._kept: dict[Hashable, tuple[object, Any]] = {}  # by name: basis and part

    def keep(self, name: Hashable, basis: object, make: Callable[[], T]) -> T:
        """The part of that name, made anew if ``basis`` is not equal to the last one.

        ``basis`` is everything that ``make`` uses and that may change: a slice of what is known.
        """
        kept = self._kept.get(name)
        if kept is None or kept[0] != basis:
            kept = self._kept[name] = (basis, make())
        part: T = kept[1]
        return part
