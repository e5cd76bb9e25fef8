"""Packed entries: many entries of a finished log, compressed into one text.

A packed text is stored in place of the last entry it holds; the rows of the others are deleted. It
begins with a mark with which no entry begins, because entries are JSON. Entries that name a person
are not packed, so that they can be found and changed.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, TypeAlias

import msgspec

from ludotheque.house.store.rows import BrokenRow, StoreError

PACKED_PREFIX: Final = "zlib:"
PERSON_MARK: Final = '"person":"'  # in every entry that names a person, before their id
COMPRESSION_LEVEL: Final = 9
NumberedEntry: TypeAlias = tuple[int, str]


class Savings(NamedTuple):
    """What packing saves: how many tables, and the bytes of their entries before and after."""

    tables: int = 0
    bytes_before: int = 0
    bytes_after: int = 0

    def plus(self, other: Savings) -> Savings:
        """The savings of both."""
        return Savings(*(one + two for one, two in zip(self, other, strict=True)))


def pack(entries: Sequence[NumberedEntry]) -> str:
    """Entries as one text; raises if they could not be read back."""
    data = zlib.compress(msgspec.json.encode(entries), COMPRESSION_LEVEL)
    packed = PACKED_PREFIX + base64.b64encode(data).decode()
    if unpack(packed) != [*entries]:
        raise StoreError("these entries can't be packed")
    return packed


def unpack(text: str) -> list[NumberedEntry]:
    """The entries that a packed text holds."""
    data = zlib.decompress(base64.b64decode(text.removeprefix(PACKED_PREFIX)))
    return msgspec.json.decode(data, type=list[NumberedEntry])


def _unpack_row(number: int, text: str) -> list[NumberedEntry]:
    try:
        return unpack(text)
    except (ValueError, zlib.error, msgspec.MsgspecError) as error:
        raise BrokenRow(number, f"compressed entries can't be read: {error}") from error


def unpacked(rows: Iterable[NumberedEntry]) -> list[NumberedEntry]:
    """All entries of some rows, by number."""
    entries: list[NumberedEntry] = []
    is_packed = False
    for number, text in rows:
        if text.startswith(PACKED_PREFIX):
            entries += _unpack_row(number, text)
            is_packed = True
        else:
            entries.append((number, text))
    return sorted(entries) if is_packed else entries


def packable(rows: Sequence[NumberedEntry]) -> list[NumberedEntry]:
    """The entries of rows that one text can hold: all that name no person."""
    return [entry for entry in unpacked(rows) if PERSON_MARK not in entry[1]]
