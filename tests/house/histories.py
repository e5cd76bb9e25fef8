"""Whole games with everything that people do at a table, for tests of what they are sent."""

from __future__ import annotations

from house.worlds import AT, STRANGER, name_of, played

from ludotheque.core.rng import SeededRng
from ludotheque.core.state import LUCK
from ludotheque.house.table.clocks import TimeControl
from ludotheque.house.table.deeds import substitute_bot
from ludotheque.house.table.entries import (
    AnyEntry,
    BotPace,
    BotsPaced,
    Created,
    Ended,
    Engaged,
    Erased,
    Freed,
    Happened,
    Muted,
    Proposed,
    Rematched,
    Reserved,
    Rose,
    Said,
    Sat,
    Started,
    Voted,
)
from ludotheque.house.table.restore import restore
from ludotheque.house.table.room import Room

ONE_IN = 6  # an event in so many is followed by something else that people do
BUDGET = TimeControl("budget", 6000, 5)
MAX_TAKEN_BACK = 3  # moves


def history(slug: str, variant: int, seed: int, program: bool = False) -> list[AnyEntry]:
    """The log of a random game: people sit down, talk, leave, come back, take moves back."""
    log, rng = played(slug, variant, seed, program, pace=BUDGET), SeededRng(seed)
    start = next(index for index, entry in enumerate(log) if isinstance(entry, Started))
    created, seated = log[0], log[1:start]
    assert isinstance(created, Created)
    writer = _Writer(restore([created]), rng)
    writer.gather(seated)
    for entry in log[start:]:
        writer.add(entry)
        if isinstance(entry, Happened) and not writer.awaits_luck() and not rng.below(ONE_IN):
            writer.interlude()
    writer.add(Ended(at=AT, seed=bytes(32).hex()), Rematched(at=AT, table="next"))
    writer.say(name_of(0), 0)
    return writer.log


def batches(log: list[AnyEntry]) -> list[list[AnyEntry]]:
    """The log after its first entry, as a house writes it: a move with the luck after it."""
    found: list[list[AnyEntry]] = []
    for entry in log[1:]:
        follows = isinstance(entry, Ended) or (isinstance(entry, Happened) and entry.who == LUCK)
        if follows and found and isinstance(found[-1][-1], Happened | Started):
            found[-1].append(entry)
        else:
            found.append([entry])
    return found


def chunks(log: list[AnyEntry], seed: int, longest: int) -> list[list[AnyEntry]]:
    """The log after its first entry as another process reads it: random numbers of `batches`."""
    rng, found, rest = SeededRng(seed), list[list[AnyEntry]](), batches(log)
    while rest:
        size = 1 + rng.below(longest)
        found.append([entry for batch in rest[:size] for entry in batch])
        rest = rest[size:]
    return found


class _Writer:
    """Adds entries to a log; those that are not moves are made for the room as it is then."""

    def __init__(self, room: Room, rng: SeededRng) -> None:
        self.room, self.rng = room, rng
        self.log: list[AnyEntry] = [room.created]
        self.erased = False

    def awaits_luck(self) -> bool:
        """Whether the last move is not complete."""
        return bool(self.room.started_table().state.next_actor() == LUCK)

    def add(self, *entries: AnyEntry) -> None:
        for entry in entries:
            self.room.fold(entry)
            self.log.append(entry)

    def say(self, person: str, seat: int) -> None:
        phrase = ("", "hello")[self.rng.below(2)]
        text = "" if phrase else f"message {len(self.log)}"
        self.add(Said(at=AT, person=person, name="P", text=text, phrase=phrase, seat=seat))

    def gather(self, seated: list[AnyEntry]) -> None:
        """People sit down, and some change their mind before."""
        stranger = name_of(STRANGER)
        self.say(stranger, -1)
        self.add(Reserved(at=AT, seat=0, person=stranger, name="S"), Freed(at=AT, seat=0))
        self.add(Sat(at=AT, seat=1, person=stranger, name="S"), Rose(at=AT, seat=1))
        self.add(Engaged(at=AT, seat=1, bot="greedy"), Freed(at=AT, seat=1))
        self.add(Muted(at=AT, person=name_of(1), other=name_of(0), on=True))  # before they talk
        self.add(*seated)

    def interlude(self) -> None:
        """Something else that people do."""
        deeds = (self.talk, self.mute, self.leave, self.pace, self.take_back, self.hurry)
        deeds[self.rng.below(len(deeds))]()

    def _seat(self) -> int:
        return self.rng.below(len(self.room.chairs))

    def talk(self) -> None:
        seat = self._seat()
        self.say(name_of(seat), seat)
        self.say(name_of(STRANGER), -1)
        if not self.erased and not self.rng.below(8):
            self.erased = True
            self.add(Erased(at=AT, person=name_of(STRANGER)))

    def mute(self) -> None:
        muter, other = name_of(self._seat()), self._seat()
        whom = "" if name_of(other) == muter else ("", name_of(other))[self.rng.below(2)]
        is_on = (muter, whom) not in self.room.muted
        self.add(Muted(at=AT, person=muter, other=whom, on=is_on))

    def hurry(self) -> None:
        pace: BotPace = "normal" if self.room.bot_pace == "quick" else "quick"
        self.add(BotsPaced(at=AT, seat=self._seat(), pace=pace))

    def leave(self) -> None:
        """A person leaves, and comes back."""
        seat = self._seat()
        chair = self.room.chairs[seat]
        back = Sat(at=AT, seat=seat, person=chair.person, name=chair.name, program=chair.program)
        self.add(Rose(at=AT, seat=seat, bot=substitute_bot(self.room)))
        self.say(chair.person, seat)
        self.add(back)

    def pace(self) -> None:
        control = TimeControl("move", 60 + self.rng.below(60))
        self._propose(Proposed(at=AT, seat=self._seat(), what="pace", time_control=control))

    def take_back(self) -> None:
        """Some moves are taken back, and are made again."""
        events = self.room.started_table().events
        moves = [index for index, event in enumerate(events) if event.who >= 0]
        if not moves:
            return
        remaining = moves[-1 - self.rng.below(min(len(moves), MAX_TAKEN_BACK))]
        causes = self.room.causes
        again = [
            Happened(at=AT, who=event.who, text=event.text, cause=cause)
            for event, cause in zip(events[remaining:], causes[remaining:], strict=True)
        ]
        if self._propose(Proposed(at=AT, seat=self._seat(), what="takeback", events=remaining)):
            self.add(*again)

    def _propose(self, proposed: Proposed) -> bool:
        """Propose something; the others agree, or one does not."""
        self.add(proposed)
        agrees = self.rng.below(4) > 0
        for voter in self.room.voters():
            if voter != proposed.seat and self.room.proposal is not None:
                self.add(Voted(at=AT, seat=voter, yes=agrees))
        return agrees
