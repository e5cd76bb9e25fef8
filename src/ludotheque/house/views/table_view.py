"""A table as everybody sees it, without its scene and lines, and who a client is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotheque.house.table.chat import text_of
from ludotheque.house.table.talk import speaker
from ludotheque.house.views.messages import ChatMessage, Proposal, SeatView, TableView, You

if TYPE_CHECKING:
    from collections.abc import Collection

    from ludotheque.house.table.entries import Said
    from ludotheque.house.table.room import Room
    from ludotheque.presentation.score_table import ScoreTable


def table_view(room: Room, language: str) -> TableView:
    """The table as everybody sees it."""
    table = room.table
    over = table is not None and table.over
    return TableView(
        table=room.created.table,
        status=room.status,
        closed=room.closed_reason,
        game=room.created.game,
        options=room.options,
        public=room.created.public,
        seats=[seat_view(room, seat) for seat in range(len(room.chairs))],
        pace=room.time_control,
        hints=hints_allowed(room) and not (table is not None and room.in_timed_phase()),
        events=0 if table is None else len(table.events),
        proposal=_proposal(room),
        bot_pace=room.bot_pace,
        free_takebacks=room.created.free_takebacks,
        rated=room.is_rated(),
        daily=room.created.daily,
        open_seats=room.created.open_seats,
        circle=room.created.circle,
        from_position=bool(room.created.position),
        previous=room.created.previous,
        next=room.rematch,
        commitment=room.created.commitment,
        nonces=[chair.nonce for chair in room.chairs],
        seed=room.seed,
        scores=list(table.state.scores()) if table is not None and over else [],
        ranks=list(table.state.ranks()) if table is not None and over else [],
        score_table=score_table(room, language) if over else None,
    )


def hints_allowed(room: Room) -> bool:
    """Whether a table has hints at all: not in a game that counts."""
    return room.created.hints and not room.is_rated() and not room.created.daily


def seat_view(room: Room, seat: int) -> SeatView:
    """A seat as everybody sees it."""
    chair, clocks = room.chairs[seat], room.clocks
    playing = room.status == "playing"
    return SeatView(
        name=chair.name,
        taken=bool(chair.person or chair.bot),
        reserved=bool(chair.reserved_for),
        bot=chair.bot,
        program=chair.program,
        away=chair.away,
        resigned=chair.resigned,
        rated=chair.rated,
        acting=clocks.since[seat] > 0,
        deadline=clocks.seat_deadline(seat) if playing else 0,
        left_ms=clocks.stopped_ms(seat) if playing else -1,
        leave=tuple(sorted(room.leave_of(seat))),
    )


def score_table(room: Room, language: str) -> ScoreTable:
    """How each score came about, once the game is over."""
    state = room.started_table().state
    return room.game.score_table(state.public(), state.ranks(), room.game.words(language))


def _proposal(room: Room) -> Proposal | None:
    proposed = room.proposal
    if proposed is None:
        return None
    return Proposal(proposed.seat, proposed.what, proposed.time_control, sorted(room.agreed))


# the chat


def chat_message(room: Room, said: Said, language: str) -> ChatMessage:
    """A message, a phrase translated."""
    return ChatMessage(
        author=room.authors[said.person],
        seat=said.seat,
        name=said.name,
        text=text_of(said, room.game, language),
        phrase=said.phrase,
        at=said.at,
    )


def chat_messages(room: Room, language: str) -> list[ChatMessage]:
    """The whole chat; readers leave out whom they have muted."""
    return [chat_message(room, said, language) for said in room.chat]


# the client

NOBODY_HERE = You()


def you(room: Room, person: str, unheard: Collection[str] = ()) -> You:
    """A person, as they are known at a table; "" for a client without a token.

    ``unheard`` are those they have muted at every table.
    """
    if not person:
        return NOBODY_HERE
    seat, reserved = room.seat_of(person), room.reserved_seat(person)
    muted = {other for muter, other in room.muted if muter == person} | {*unheard}
    heard_not = muted - {""}
    seats = [i for i, chair in enumerate(room.chairs) if speaker(room, chair) in heard_not]
    return You(
        seat=-1 if seat is None else seat,
        host=room.created.host == person,
        reserved=-1 if reserved is None else reserved,
        muted_seats=[-1, *seats] if "" in muted else seats,
        muted_authors=[number for author, number in room.authors.items() if author in muted],
    )
