"""What one viewer is sent of a table: made from what the viewer may know, and nothing else.

Everything about the game is taken from a world imagined for the viewer, so that not even a careless
scene could give the true state away.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from ludotheque.core.game import Game
from ludotheque.core.rng import SeededRng
from ludotheque.core.state import EVERYONE, SPECTATOR, Fact
from ludotheque.core.words import Words
from ludotheque.house.table.chat import text_of
from ludotheque.house.table.room import Room
from ludotheque.house.views.messages import PROTOCOL, Line, Question, Seat, Talk, View
from ludotheque.presentation.scene import Scene

SENTENCES: Final = 4096  # that are remembered


class Onlooker(msgspec.Struct, frozen=True):
    """Somebody who looks at a table, and what he was told so far."""

    person: str
    language: str
    events: int = 0  # of the game, told already
    rewinds: int = 0  # times something was taken back, told already


class Scenes:
    """The scenes of a table as it stands, each made once for all who see the same."""

    def __init__(self) -> None:
        self._stands: tuple[Room, int] | None = None
        self._made: dict[tuple[int, str], Scene | None] = {}

    def of(self, room: Room, viewer: int, language: str) -> Scene | None:
        """The scene of a viewer; none before the game begins."""
        if self._stands != (room, room.number):
            self._stands, self._made = (room, room.number), {}
        wanted = viewer, language
        if wanted not in self._made:
            self._made[wanted] = _scene(room, viewer, language)
        return self._made[wanted]


def view_of(
    room: Room, onlooker: Onlooker, at: int, watching: int = 0, scenes: Scenes | None = None
) -> View:
    """The table for somebody, with what is new to him since ``onlooker.events``."""
    seat = room.seat_of(onlooker.person)
    viewer = SPECTATOR if seat is None else seat
    table = room.table
    over = table is not None and table.over
    return View(
        protocol=PROTOCOL,
        table=room.created.table,
        number=room.noticed(),
        status=room.status,
        game=room.created.game,
        options=dict(room.options),
        public=room.created.public,
        host=room.created.host == onlooker.person,
        seats=[seat_view(room, index, onlooker.person, at) for index in range(len(room.chairs))],
        pace=room.pace,
        hints=room.created.hints,
        seat=-1 if seat is None else seat,
        decision=-1 if seat is None else room.chairs[seat].decision,
        scene=_reminding(room, viewer, at, scenes or Scenes(), onlooker.language),
        lines=_lines(room, viewer, onlooker),
        events=0 if table is None else len(table.events),
        talk=_talk(room, onlooker),
        muted=_muted_by(room, onlooker.person),
        question=_question(room, seat),
        hurry=room.hurry,
        watching=watching,
        previous=room.created.previous,
        next=room.next,
        commitment=room.created.commitment,
        nonces=[chair.nonce for chair in room.chairs],
        seed=room.seed,
        scores=list(table.state.scores()) if table is not None and over else [],
        ranks=list(table.state.ranks()) if table is not None and over else [],
        reckoning=reckoning_of(room, viewer, onlooker.language) if over else [],
    )


def seat_view(room: Room, index: int, person: str, at: int) -> Seat:
    """A seat as everybody sees it, with what it has to do with one person."""
    chair = room.chairs[index]
    return Seat(
        name=chair.name,
        taken=bool(chair.person or chair.bot),
        kept="" if not chair.kept else "you" if chair.kept == person else "another",
        bot=chair.bot,
        program=chair.program,
        away=chair.away,
        resigned=chair.resigned,
        you=bool(person) and chair.person == person,
        acting=chair.since > 0,
        clock_ms=room.clock_ms(index, at),
    )


def _talk(room: Room, onlooker: Onlooker) -> list[Talk]:
    """What was said, phrases in the reader's language, without those he does not want to hear."""
    quiet = {other for person, other in room.muted if person == onlooker.person}
    return [
        Talk(said.seat, said.name, text_of(said, onlooker.language), said.phrase, said.at)
        for said in room.talk
        if said.person not in quiet and not (said.seat < 0 and "" in quiet)
    ]


def _muted_by(room: Room, person: str) -> list[int]:
    people = [(seat, chair.person) for seat, chair in enumerate(room.chairs) if chair.person]
    return [seat for seat, other in [(-1, ""), *people] if (person, other) in room.muted]


def names_of(room: Room) -> list[str]:
    """What the seats are called."""
    return [chair.name or f"#{seat}" for seat, chair in enumerate(room.chairs)]


def _scene(room: Room, viewer: int, language: str) -> Scene | None:
    if room.table is None:
        return None
    world = room.table.state.imagine(viewer, SeededRng(0))
    return room.game.scene(world, viewer, room.game.words(language), names_of(room))


def _reminding(room: Room, viewer: int, at: int, scenes: Scenes, language: str) -> Scene | None:
    """The scene of a viewer; its prompt also reminds the seat of what it has neglected for long."""
    scene = scenes.of(room, viewer, language)
    due = room.reminder(viewer) if viewer >= 0 else None
    phase = room.game.timed_phase
    if scene is None or phase is None or due is None or due[0] > at:
        return scene
    sentence = plain(phase.reminder(due[1], room.game.words(language)))
    return msgspec.structs.replace(scene, prompt=f"{scene.prompt} {sentence}")


def _lines(room: Room, viewer: int, onlooker: Onlooker) -> list[Line]:
    """What happened since, in words; what is for the ear alone is not put into words.

    What is for memories alone is not told again to who comes back, until the game is over.
    """
    if room.table is None:
        return []
    since = min([onlooker.events, *room.rewinds[onlooker.rewinds :]])
    if since == len(room.table.events):
        return []
    program = viewer >= 0 and room.chairs[viewer].program
    over, again, memory = room.table.over, onlooker.events == 0, room.game.memory
    words, names = room.game.words(onlooker.language), tuple(names_of(room))
    lines = []
    for number in range(since, len(room.table.events)):
        for fact in room.table.events[number].facts:
            fades = not over and memory is not None and memory.is_ephemeral(fact, room.options)
            if fades and again:
                continue
            told = fact if fact.seen_by == EVERYONE else fact.told_to(viewer)
            text = _sentence(room.game, told, program, words, names)
            if text:
                line = line_of(room.game, number, fact, text, room.causes[number])
                lines.append(msgspec.structs.replace(line, fades=True) if fades else line)
    return lines


@lru_cache(SENTENCES)
def _sentence(game: Game, fact: Fact, program: bool, words: Words, names: tuple[str, ...]) -> str:
    """A fact as told, in words; made once for all who are told the same."""
    shown = muted(fact) if is_audio(game, fact) and not program else fact
    return plain(game.phrase(shown, words, names))


def line_of(game: Game, event: int, fact: Fact, text: str, cause: str) -> Line:
    """A fact as a line of the log."""
    info = game.fact_info(fact.kind)
    return Line(event, fact.kind, fact.seat, text, cause, info.category, info.rule)


def reckoning_of(room: Room, viewer: int, language: str) -> list[str]:
    """How each score came about, when the game is over."""
    view = room.playing().state.observe(viewer)
    lines = room.game.score_breakdown(view, room.game.words(language), names_of(room))
    return [plain(line) for line in lines]


def is_audio(game: Game, fact: Fact) -> bool:
    """Whether a fact carries something that people must hear and never read."""
    return game.audio is not None and game.audio.value(fact) is not None


def muted(fact: Fact) -> Fact:
    """A fact without what is for the ear alone."""
    return Fact(fact.kind, fact.seat, fact.about)


def plain(markup: str) -> str:
    """A sentence without the colours of the terminal."""
    parts = markup.split("[")
    return parts[0] + "".join(part.partition("]")[2] for part in parts[1:])


def _question(room: Room, seat: int | None) -> Question | None:
    request = room.request
    if request is None:
        return None
    asked = request.asked
    return Question(asked.seat, asked.what, asked.pace, seat in request.agreed)
