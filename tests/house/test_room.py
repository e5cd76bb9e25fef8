"""A room is the fold of its log, and says no where it must."""

from __future__ import annotations

import pytest

from ludotheque.core.registry import find
from ludotheque.core.rng import SeededRng
from ludotheque.house.refusals import Refused
from ludotheque.house.table.entries import (
    Answered,
    AnyEntry,
    Asked,
    Created,
    Happened,
    Pace,
    Rose,
    Sat,
    SeatPlan,
    read,
    write,
)
from ludotheque.house.table.room import Room, restore
from ludotheque.house.views.views import Onlooker, view_of


class Log:
    """A room and everything that was written for it."""

    def __init__(self, game: str = "m", pace: Pace | None = None) -> None:
        created = Created(
            at=1000,
            table="t",
            game=game,
            options=find(game).resolve_options({"players": 2}),
            seats=[SeatPlan(), SeatPlan()],
            public=True,
            host="ada",
            pace=pace or Pace(),
            commitment="c",
        )
        self.room = Room(created)
        self.entries: list[AnyEntry] = [created]
        self.rng = SeededRng(1)

    def add(self, *entries: AnyEntry) -> None:
        for entry in entries:
            self.room.fold(entry)
            self.entries.append(entry)

    def begin(self) -> Log:
        self.add(Sat(at=1, seat=0, person="ada", name="Ada"))
        self.add(Sat(at=2, seat=1, person="bob", name="Bob"))
        self.add(*self.room.plan_start(self.rng, 1000))
        return self

    def acting(self) -> int:
        return int(self.room.playing().state.actors()[0])

    def move(self, at: int = 2000) -> None:
        seat = self.acting()
        text = self.room.default_text(seat)
        self.add(*self.room.plan_move(seat, text, self.rng, at, ""))


def code(refused: pytest.ExceptionInfo[Refused]) -> str:
    return refused.value.code


def test_entries_survive_the_store() -> None:
    log = Log().begin()
    log.move()
    again = restore([read(write(entry)) for entry in log.entries])
    assert again.number == log.room.number
    assert again.chairs == log.room.chairs
    assert again.playing().state.key() == log.room.playing().state.key()


def test_a_fork_is_independent() -> None:
    log = Log().begin()
    key, twin = log.room.playing().state.key(), log.room.fork()
    seat = log.acting()
    for entry in log.room.plan_move(seat, log.room.default_text(seat), log.rng, 5, ""):
        twin.fold(entry)
    assert log.room.playing().state.key() == key != twin.playing().state.key()
    assert twin.number > log.room.number


def test_seats_and_the_start() -> None:
    log = Log()
    with pytest.raises(Refused) as refused:
        log.room.may_start("ada")
    assert code(refused) == "seats-free"
    log.add(Sat(seat=0, person="ada", name="Ada"))
    for person, seat, expected in (
        ("bob", 0, "seat-taken"),
        ("ada", 1, "already-seated"),
        ("bob", 2, "no-such-seat"),
    ):
        with pytest.raises(Refused) as refused:
            log.room.may_sit(person, seat)
        assert code(refused) == expected
    log.add(Sat(seat=1, person="bob", name="Bob"))
    with pytest.raises(Refused) as refused:
        log.room.may_start("bob")
    assert code(refused) == "not-host"
    log.room.may_start("ada")


def test_who_has_not_said_who_he_is_may_only_look() -> None:
    """Somebody without a token must not push a bot, or anybody, off a seat."""
    log = Log()
    for seat in (0, 1):
        with pytest.raises(Refused) as refused:
            log.room.may_sit("", seat)
        assert code(refused) == "no-token"


def test_a_move_answers_a_decision_once() -> None:
    log = Log().begin()
    seat = log.acting()
    person = ("ada", "bob")[seat]
    decision, text = log.room.chairs[seat].decision, log.room.default_text(seat)
    log.room.may_play(person, seat, decision, text)
    log.move()
    with pytest.raises(Refused) as refused:
        log.room.may_play(person, seat, decision, text)
    assert code(refused) == "stale-decision"
    other = log.acting()
    with pytest.raises(Refused) as refused:
        log.room.may_play(("ada", "bob")[other], other, decision, log.room.default_text(other))
    assert code(refused) == "stale-decision"


def test_whether_a_question_is_open_is_looked_at_first() -> None:
    """A late message is stale, whatever it says; and what is no answer to it is illegal."""
    log = Log().begin()
    seat = log.acting()
    person, decision = ("ada", "bob")[seat], log.room.chairs[seat].decision
    with pytest.raises(Refused) as refused:
        log.room.may_play(person, seat, decision - 1, "nonsense")
    assert code(refused) == "stale-decision"
    other = 1 - seat  # has nothing to decide, and never had
    with pytest.raises(Refused) as refused:
        log.room.may_play(("ada", "bob")[other], other, decision, log.room.default_text(seat))
    assert code(refused) == "not-your-turn"


def test_what_others_do_may_leave_nothing_to_decide() -> None:
    """Then one's answer is not stale: nobody has answered. The rules say why it can't be."""
    log = Log().begin()
    seat = log.acting()
    chair = log.room.chairs[1 - seat]
    chair.decision = -1  # as when a window was closed by another
    with pytest.raises(Refused) as refused:
        log.room.may_play(("ada", "bob")[1 - seat], 1 - seat, log.room.number, "pass")
    assert code(refused) in {"not-your-turn", "illegal-move"}


def test_a_question_that_was_taken_back_is_asked_with_another_number() -> None:
    """Otherwise a second click from before would be an answer again."""
    log = Log().begin()
    seat = log.acting()
    decision, events = log.room.chairs[seat].decision, len(log.room.playing().events)
    log.move()
    log.add(Asked(seat=seat, what="takeback", events=events), Answered(seat=1 - seat, yes=True))
    assert len(log.room.playing().events) == events
    assert log.room.chairs[seat].decision > decision
    with pytest.raises(Refused) as refused:
        log.room.may_play(("ada", "bob")[seat], seat, decision, log.room.default_text(seat))
    assert code(refused) == "stale-decision"


def test_who_missed_a_view_is_told_what_came_in_the_place_of_what_was_taken_back() -> None:
    log = Log().begin()
    seat = log.acting()
    events = len(log.room.playing().events)
    log.move()
    before = view_of(log.room, Onlooker("ada", "en"), 9)
    log.add(Asked(seat=seat, what="takeback", events=events), Answered(seat=1 - seat, yes=True))
    assert (log.room.rewinds, Room.fork(log.room).rewinds) == ((events,), (events,))
    log.move()  # another card of the pile, perhaps; as many events as before
    told = Onlooker("ada", "en", before.events)
    after = view_of(log.room, told, 9)
    assert after.events == before.events
    assert {line.event for line in after.lines} == set(range(events, after.events))
    assert not view_of(log.room, Onlooker("ada", "en", after.events, 1), 9).lines


def test_who_leaves_has_no_say_in_what_was_asked() -> None:
    log = Log().begin()
    log.add(Asked(seat=0, what="pace", pace=Pace("days", 3)), Rose(seat=1, bot="greedy"))
    assert (log.room.pace, log.room.request) == (Pace("days", 3), None)
    log.add(Sat(seat=1, person="bob", name="Bob"), Asked(seat=0, what="pace", pace=Pace()))
    log.add(Rose(seat=0, bot="greedy"))
    assert (log.room.pace, log.room.request) == (Pace("days", 3), None)


def test_a_refused_move_names_its_rule() -> None:
    log = Log().begin()
    seat = log.acting()
    with pytest.raises(Refused) as refused:
        log.room.may_play(("ada", "bob")[seat], seat, log.room.chairs[seat].decision, "pass")
    assert refused.value.rule == "M-11"
    with pytest.raises(Refused) as refused:
        log.room.may_play(("bob", "ada")[seat], seat, 0, "pass")
    assert code(refused) == "not-your-seat"


def test_others_do_not_make_a_decision_stale() -> None:
    """While several decide at once, nobody's question changes because another has answered."""
    log = Log("zapp_zerapp").begin()
    before = log.room.chairs[1].decision
    log.add(Happened(who=0, text="take 1"), Happened(who=0, text="place 1"))
    assert log.room.chairs[1].decision == before
    log.room.may_play("bob", 1, before, "take 2")


def test_whoever_leaves_finds_the_seat_again() -> None:
    log = Log().begin()
    log.add(Rose(seat=0, bot="greedy"))
    assert log.room.chairs[0].away
    assert log.room.chairs[0].bot == "greedy"
    with pytest.raises(Refused) as refused:
        log.room.may_sit("eve", 0)
    assert code(refused) == "seat-taken"
    log.room.may_sit("ada", 0)
    log.add(Sat(seat=0, person="ada", name="Ada"))
    assert not log.room.chairs[0].bot


def test_a_clock_runs_for_whom_the_game_waits() -> None:
    log = Log(pace=Pace("move", 30)).begin()
    seat = log.acting()
    assert log.room.deadline() == ([seat], 31_000)
    assert log.room.clock_ms(seat, 11_000) == 20_000
    log.move(at=20_000)
    assert log.room.deadline() == ([log.acting()], 50_000)


def test_a_budget_is_spent_and_gains() -> None:
    log = Log(pace=Pace("budget", 60, 5)).begin()
    seat = log.acting()
    log.move(at=11_000)
    assert log.room.chairs[seat].left_ms == 60_000 - 10_000 + 5_000


def test_another_pace_needs_everybody() -> None:
    log = Log().begin()
    log.add(Asked(at=3, seat=0, what="pace", pace=Pace("days", 3)))
    assert log.room.pace.mode == "free"
    log.add(Answered(at=4, seat=1, yes=True))
    assert log.room.pace == Pace("days", 3)
    log.add(Asked(at=5, seat=0, what="pace", pace=Pace()), Answered(at=6, seat=1, yes=False))
    assert log.room.pace.mode == "days"


def test_what_was_revealed_is_not_taken_back() -> None:
    log = Log().begin()
    with pytest.raises(Refused) as refused:
        log.room.may_take_back(log.acting())
    assert code(refused) == "nothing-to-take-back"
    seat = log.acting()
    log.move()
    with pytest.raises(Refused) as refused:
        log.room.may_take_back(seat)
    assert code(refused) == "revealed"
