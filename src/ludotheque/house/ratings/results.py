"""What a finished game came to: a result for each seat, and its highlights. Pure functions."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec

from ludotheque.house.store.results import Result, StoredHighlight

if TYPE_CHECKING:
    from ludotheque.house.table.room import Room


def results_of(room: Room) -> list[Result]:
    """The results of a room whose game is over, by seat; none of them is rated yet."""
    table, created = room.started_table(), room.created
    scores, ranks = table.state.scores(), table.state.ranks()
    seats = len(room.chairs)
    think = _thinking(room)
    players = room.rated_players or ("",) * seats
    return [
        Result(
            table_id=created.table,
            seat=seat,
            game=created.game,
            options=msgspec.json.encode(dict(room.options), order="sorted").decode(),
            players=seats,
            public=created.public,
            ended=room.times[-1],
            duration_ms=max(0, room.times[-1] - room.times[0]),
            person=chair.person,
            bot="" if chair.person else chair.bot,
            team=room.game.team_of(seat, seats),
            rank=ranks[seat],
            score=scores[seat],
            moves=len(think[seat]),
            think_ms=sum(think[seat]),
            departed=chair.away or chair.resigned,
            player=players[seat],
        )
        for seat, chair in enumerate(room.chairs)
    ]


def _thinking(room: Room) -> list[list[int]]:
    """The times, by seat, between each move and the event before it; not of moves after timeouts.

    Moves that a bot made for a person who had left are not the person's.
    """
    times: list[list[int]] = [[] for _ in room.chairs]
    events = room.started_table().events
    for index, (before, at) in enumerate(pairwise(room.times), 1):
        who, cause = events[index].who, room.causes[index]
        own_cause = "" if who >= 0 and room.chairs[who].person else "bot"
        if who >= 0 and cause == own_cause:
            times[who].append(max(0, at - before))
    return times


def highlights_of(room: Room) -> list[StoredHighlight]:
    """The highlights of a room whose game is over."""
    finder = room.game.highlights
    if finder is None:
        return []
    return [
        StoredHighlight(
            table_id=room.created.table,
            kind=one.kind,
            seat=one.seat,
            game=room.created.game,
            person=room.chairs[one.seat].person,
            public=room.created.public,
            value=one.value,
            label=one.label,
        )
        for one in finder.find(room.started_table().events)
    ]
