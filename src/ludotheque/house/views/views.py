"""The view of a table for one recipient, made from nothing but what they may know.

Everything about the game comes from a world imagined for the viewer, so that not even a faulty
scene could reveal the true state.
"""

from __future__ import annotations

import msgspec

from ludotheque.core.state import EVERY_SEAT, SPECTATOR
from ludotheque.house.table.chat import text_of
from ludotheque.house.table.clocks import clock_ms, reminder
from ludotheque.house.table.room import Room
from ludotheque.house.table.scenes import SceneCache
from ludotheque.house.views.messages import PROTOCOL_VERSION, Line, Proposal, SeatView, Talk, View
from ludotheque.house.views.sentences import line_of, sentence
from ludotheque.presentation.scene import Scene


class Recipient(msgspec.Struct, frozen=True):
    """A recipient of views, and what they were sent so far."""

    person: str  # their id; "" without a token
    language: str
    events: int = 0  # how many events were sent already
    rewinds: int = 0  # how many takebacks were sent already


def view_of(
    room: Room,
    recipient: Recipient,
    at: int,
    spectators: int = 0,
    scenes: SceneCache | None = None,
) -> View:
    """The table for a recipient, with the lines of events they were not sent yet."""
    seat = room.seat_of(recipient.person)
    viewer = SPECTATOR if seat is None else seat
    table = room.table
    over = table is not None and table.over
    return View(
        protocol=PROTOCOL_VERSION,
        table=room.created.table,
        number=room.public_number(),
        status=room.status,
        closed=room.closed_reason,
        game=room.created.game,
        options=dict(room.options),
        public=room.created.public,
        host=room.created.host == recipient.person,
        seats=[seat_view(room, index, recipient.person, at) for index in range(len(room.chairs))],
        pace=room.time_control,
        hints=room.created.hints,
        seat=-1 if seat is None else seat,
        decision=-1 if seat is None else room.chairs[seat].decision,
        scene=_scene(room, viewer, at, scenes or SceneCache(), recipient.language),
        lines=_lines(room, viewer, recipient),
        events=0 if table is None else len(table.events),
        talk=_chat(room, recipient),
        muted=_muted_seats(room, recipient.person),
        question=_proposal(room, seat),
        hurry=room.hurry,
        watching=spectators,
        previous=room.created.previous,
        next=room.rematch,
        commitment=room.created.commitment,
        nonces=[chair.nonce for chair in room.chairs],
        seed=room.seed,
        scores=list(table.state.scores()) if table is not None and over else [],
        ranks=list(table.state.ranks()) if table is not None and over else [],
        reckoning=score_breakdown(room, recipient.language) if over else [],
    )


def seat_view(room: Room, index: int, person: str, at: int) -> SeatView:
    """A seat as a person sees it."""
    chair = room.chairs[index]
    reserved = chair.reserved_for
    return SeatView(
        name=chair.name,
        taken=bool(chair.person or chair.bot),
        kept="" if not reserved else "you" if reserved == person else "another",
        bot=chair.bot,
        program=chair.program,
        away=chair.away,
        resigned=chair.resigned,
        you=bool(person) and chair.person == person,
        acting=room.clocks.since[index] > 0,
        clock_ms=clock_ms(room, index, at),
    )


def score_breakdown(room: Room, language: str) -> list[str]:
    """How each score was calculated, once the game is over."""
    public = room.started_table().state.public()
    return room.game.score_breakdown(public, room.game.words(language), room.names())


def _scene(room: Room, viewer: int, at: int, scenes: SceneCache, language: str) -> Scene | None:
    """The scene of a viewer; a reminder that is due is added to the prompt."""
    scene = scenes.scene(room, viewer, language)
    due = reminder(room, viewer) if viewer >= 0 else None
    phase = room.game.timed_phase
    if scene is None or phase is None or due is None or due.at > at:
        return scene
    text = phase.reminder(due.event, room.game.words(language))
    return msgspec.structs.replace(scene, prompt=f"{scene.prompt} {text}")


def _lines(room: Room, viewer: int, recipient: Recipient) -> list[Line]:
    """The lines since the last view.

    A recipient who reconnects during the game does not get again what players must remember.
    """
    if room.table is None:
        return []
    since = min([recipient.events, *room.rewinds[recipient.rewinds :]])
    if since == len(room.table.events):
        return []
    program = viewer >= 0 and room.chairs[viewer].program
    over, reconnected, memory = room.table.over, recipient.events == 0, room.game.memory
    words, names = room.game.words(recipient.language), tuple(room.names())
    lines = []
    for index in range(since, len(room.table.events)):
        for fact in room.table.events[index].facts:
            fades = not over and memory is not None and memory.is_ephemeral(fact, room.options)
            if fades and reconnected:
                continue
            known = fact if fact.seen_by == EVERY_SEAT else fact.told_to(viewer)
            text = sentence(room.game, known, program, words, names)
            if text:
                line = line_of(room.game, index, fact, text, room.causes[index])
                lines.append(msgspec.structs.replace(line, fades=True) if fades else line)
    return lines


def _chat(room: Room, recipient: Recipient) -> list[Talk]:
    """The chat, phrases in the reader's language, without those the reader has muted."""
    muted = {other for person, other in room.muted if person == recipient.person}
    return [
        Talk(said.seat, said.name, text_of(said, recipient.language), said.phrase, said.at)
        for said in room.chat
        if said.person not in muted and not (said.seat < 0 and "" in muted)
    ]


def _muted_seats(room: Room, person: str) -> list[int]:
    people = [(seat, chair.person) for seat, chair in enumerate(room.chairs) if chair.person]
    return [seat for seat, other in [(-1, ""), *people] if (person, other) in room.muted]


def _proposal(room: Room, seat: int | None) -> Proposal | None:
    proposed = room.proposal
    if proposed is None:
        return None
    return Proposal(proposed.seat, proposed.what, proposed.time_control, seat in room.agreed)
