"""What follows from a turn: which channel is told of it, and when. A pure function."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ludotheque.house.notices.preferences import NoticeSettings, due_at

if TYPE_CHECKING:
    from ludotheque.house.store.notices import Channel, PlannedDelivery, TurnRow

SENT_KINDS: Final = frozenset({"push", "mail", "webhook"})  # a calendar is read, not sent


def plan(
    turn: TurnRow, channels: Sequence[Channel], settings: NoticeSettings, now: int
) -> list[PlannedDelivery]:
    """What is to be sent about a turn: by the person's own channels and by those of its table.

    A channel is told once of a turn. A table's own channel is told of every turn there, at once.
    """
    planned: list[PlannedDelivery] = []
    for channel in channels:
        if channel.kind not in SENT_KINDS or not channel.confirmed:
            continue
        if channel.table_id:
            due = now if channel.table_id == turn.table_id else None
        else:
            due = due_at(settings.when(channel.kind), turn, settings, now)
        if due is not None and not (turn.deadline and due >= turn.deadline):
            planned.append((channel.id, due))
    return planned
