"""What a notice says: only what any spectator of the table may know.

It is made from the table's row, which lists of public tables show to everybody, and from the
deadline, which is on the table for all to see. No state of a game comes near it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from ludotheque.core.errors import GameError
from ludotheque.core.registry import find
from ludotheque.house.notices.preferences import StoredSettings
from ludotheque.house.table.chat import house_words
from ludotheque.house.table.listing import listed
from ludotheque.house.zones import local

if TYPE_CHECKING:
    from ludotheque.house.store import TableRow
    from ludotheque.house.store.notices import TurnRow


class AwaitedAt(msgspec.Struct, frozen=True):
    """A table that waits for somebody."""

    table: str
    game: str  # its name on the box
    name: str  # of the person it waits for
    others: list[str]  # the names at the other seats
    deadline: int  # 0 without one
    until: str  # the deadline in words; "" without one
    link: str


class Message(msgspec.Struct, frozen=True):
    """A notice in words."""

    title: str
    text: str
    link: str
    tables: list[AwaitedAt]


def awaited_at(turn: TurnRow, row: TableRow, settings: StoredSettings) -> AwaitedAt:
    """A table that waits for the person of a turn."""
    table = listed(row, turn.person)
    names = [*table.summary.names]
    own = names.pop(table.you) if 0 <= table.you < len(names) else ""
    return AwaitedAt(
        table=row.id,
        game=game_name(row.game),
        name=own,
        others=[name for name in names if name],
        deadline=turn.deadline,
        until=deadline_text(turn.deadline, settings),
        link=f"{settings.origin}/table/{row.id}",
    )


def game_name(slug: str) -> str:
    """The name of a game; its id if it is not installed any more."""
    try:
        return find(slug).name
    except GameError:
        return slug


def deadline_text(deadline: int, settings: StoredSettings) -> str:
    """A deadline as the person's clock shows it; "" if there is none."""
    if not deadline:
        return ""
    at = local(settings.zone, deadline)
    return house_words(settings.language).say(
        "notice.time",
        day=f"{at.day:02}",
        month=f"{at.month:02}",
        year=at.year,
        hour=f"{at.hour:02}",
        minute=f"{at.minute:02}",
    )


def message_of(
    tables: Sequence[AwaitedAt], settings: StoredSettings, is_tables_own: bool = False
) -> Message:
    """A notice of one table, or of several in one; a table's own channel names the person."""
    words = house_words(settings.language)
    lines = [_line(table, settings) for table in tables]
    if len(tables) == 1:
        (table,) = tables
        key = "notice.turn.of" if is_tables_own else "notice.turn"
        title = words.say(key, game=table.game, name=table.name)
        return Message(title, lines[0], table.link, [table])
    title = words.say("notice.turns", count=len(tables))
    text = "\n".join(f"{table.game}: {line}" for table, line in zip(tables, lines, strict=True))
    return Message(title, text, f"{settings.origin}/", [*tables])


def _line(table: AwaitedAt, settings: StoredSettings) -> str:
    words = house_words(settings.language)
    people = words.say("notice.with", names=", ".join(table.others)) if table.others else ""
    until = words.say("notice.until", time=table.until) if table.until else ""
    return " · ".join(part for part in (people, until) if part)
