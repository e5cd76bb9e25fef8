"""A room is the fold of its log, and refuses what is not allowed."""

from __future__ import annotations

import pytest
from house.table_state import seen

from ludotheque.core.registry import find
from ludotheque.core.rng import SeededRng
from ludotheque.house.refusals import Refused
from ludotheque.house.table.asks import AnyAsk, Play, Sit, Start
from ludotheque.house.table.clocks import LINE_ALLOWANCE_MS, TimeControl, deadline
from ludotheque.house.table.deeds import DEEDS, Caller, events_before_last_move
from ludotheque.house.table.entries import (
    AnyEntry,
    Created,
    Erased,
    Happened,
    Proposed,
    Reserved,
    Rose,
    Sat,
    SeatPlan,
    Started,
    Voted,
    decode_entry,
    encode_entry,
)
from ludotheque.house.table.moves import LegalMove, PlannedStep, apply_step, default_move
from ludotheque.house.table.restore import restore
from ludotheque.house.table.room import Room


class Log:
    """A room, and all entries that were folded into it."""

    def __init__(self, game: str = "m", pace: TimeControl | None = None) -> None:
        created = Created(
            at=1000,
            table="t",
            game=game,
            options=find(game).resolve_options({"players": 2}),
            seats=[SeatPlan(), SeatPlan()],
            public=True,
            host="ada",
            time_control=pace or TimeControl(),
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
        self.entries += apply_step(self.room, Started(at=1000), self.rng)
        return self

    def acting(self) -> int:
        return int(self.room.started_table().state.actors()[0])

    def move(self, at: int = 2000) -> None:
        seat = self.acting()
        self.entries += apply_step(
            self.room, LegalMove(at, seat, default_move(self.room, seat)), self.rng
        )

    def default_text(self, seat: int) -> str:
        state = self.room.started_table().state
        return self.room.game.text(state, state.default_move(seat))

    def ask(self, person: str, ask: AnyAsk) -> list[PlannedStep]:
        """What a request would do, or its refusal; nothing changes."""
        return DEEDS[type(ask)](self.room, Caller(person, person.title()), ask, 3000)


def code(refused: pytest.ExceptionInfo[Refused]) -> str:
    return refused.value.code


def test_entries_can_be_encoded_and_decoded() -> None:
    log = Log().begin()
    log.move()
    again = restore([decode_entry(encode_entry(entry)) for entry in log.entries])
    assert again.next_number == log.room.next_number
    assert again.chairs == log.room.chairs
    assert again.clocks == log.room.clocks
    assert again.started_table().state.key() == log.room.started_table().state.key()


def test_stored_names_do_not_change() -> None:
    """Logs of an older house can be read, and it could read ours."""
    control = TimeControl("budget", 60, 5, shared_seconds=20)
    pace = '"pace":{"mode":"budget","seconds":60,"increment":5,"together":20,"pauses":null}'
    entries: dict[AnyEntry, str] = {
        Proposed(at=1, seat=0, what="pace", time_control=control): pace,
        Reserved(at=1, seat=0, person="ada", name="Ada"): '"kind":"kept"',
        Erased(at=1, person="ada"): '"kind":"forgotten"',
    }
    for entry, expected in entries.items():
        assert expected in encode_entry(entry)
        assert decode_entry(encode_entry(entry)) == entry
    assert pace in encode_entry(Log("zapp_zerapp", control).entries[0])


def test_a_fork_is_independent() -> None:
    log = Log().begin()
    key, twin = log.room.started_table().state.key(), log.room.fork()
    seat = log.acting()
    apply_step(twin, LegalMove(5, seat, default_move(log.room, seat)), log.rng)
    assert log.room.started_table().state.key() == key != twin.started_table().state.key()
    assert twin.next_number > log.room.next_number


def test_seats_and_the_start() -> None:
    log = Log()
    with pytest.raises(Refused) as refused:
        log.ask("ada", Start())
    assert code(refused) == "seats-free"
    log.add(Sat(seat=0, person="ada", name="Ada"))
    for person, seat, expected in (
        ("bob", 0, "seat-taken"),
        ("ada", 1, "already-seated"),
        ("bob", 2, "no-such-seat"),
    ):
        with pytest.raises(Refused) as refused:
            log.ask(person, Sit(seat=seat))
        assert code(refused) == expected
    log.add(Sat(seat=1, person="bob", name="Bob"))
    with pytest.raises(Refused) as refused:
        log.ask("bob", Start())
    assert code(refused) == "not-host"
    log.ask("ada", Start())


def test_without_a_token_a_client_may_only_watch() -> None:
    """Nobody without a token may take the seat of a bot or a person."""
    log = Log()
    for seat in (0, 1):
        with pytest.raises(Refused) as refused:
            log.ask("", Sit(seat=seat))
        assert code(refused) == "no-token"


def test_a_move_answers_a_decision_once() -> None:
    log = Log().begin()
    seat = log.acting()
    person = ("ada", "bob")[seat]
    decision, text = log.room.chairs[seat].decision, log.default_text(seat)
    log.ask(person, Play(decision=decision, text=text))
    log.move()
    with pytest.raises(Refused) as refused:
        log.ask(person, Play(decision=decision, text=text))
    assert code(refused) == "stale-decision"
    other = log.acting()
    with pytest.raises(Refused) as refused:
        log.ask(("ada", "bob")[other], Play(decision=decision, text=log.default_text(other)))
    assert code(refused) == "stale-decision"


def test_whether_a_decision_is_open_is_checked_first() -> None:
    """A late message is stale, whatever its text; otherwise the rules decide."""
    log = Log().begin()
    seat = log.acting()
    person, decision = ("ada", "bob")[seat], log.room.chairs[seat].decision
    with pytest.raises(Refused) as refused:
        log.ask(person, Play(decision=decision - 1, text="nonsense"))
    assert code(refused) == "stale-decision"
    other = 1 - seat  # never had anything to decide
    with pytest.raises(Refused) as refused:
        log.ask(("ada", "bob")[other], Play(decision=decision, text=log.default_text(seat)))
    assert code(refused) == "not-your-turn"


def test_what_others_do_may_leave_nothing_to_decide() -> None:
    """Then an answer is not stale, for nobody has answered: the rules say why it is refused."""
    log = Log().begin()
    seat = log.acting()
    chair = log.room.chairs[1 - seat]
    chair.decision = -1  # as when another has ended the phase
    with pytest.raises(Refused) as refused:
        log.ask(("ada", "bob")[1 - seat], Play(decision=log.room.next_number, text="pass"))
    assert code(refused) in {"not-your-turn", "illegal-move"}


def test_after_a_takeback_a_question_has_a_new_number() -> None:
    """Otherwise an earlier second click would count as an answer."""
    log = Log().begin()
    seat = log.acting()
    decision, events = log.room.chairs[seat].decision, len(log.room.started_table().events)
    log.move()
    log.add(Proposed(seat=seat, what="takeback", events=events), Voted(seat=1 - seat, yes=True))
    assert len(log.room.started_table().events) == events
    assert log.room.chairs[seat].decision > decision
    with pytest.raises(Refused) as refused:
        log.ask(("ada", "bob")[seat], Play(decision=decision, text=log.default_text(seat)))
    assert code(refused) == "stale-decision"


def test_a_takeback_is_noticed_by_the_moment_it_happens() -> None:
    log = Log().begin()
    seat = log.acting()
    events = len(log.room.started_table().events)
    log.move()
    before = seen(log.room, "ada")
    log.room.collect_moments()
    log.add(Proposed(seat=seat, what="takeback", events=events), Voted(seat=1 - seat, yes=True))
    assert (log.room.rewound_to, Room.fork(log.room).rewound_to) == (events, events)
    assert [moment.rewound for moment in log.room.take_moments()] == [-1, events]
    log.move()  # another card of the pile, perhaps; as many events as before
    assert log.room.rewound_to == -1
    after = seen(log.room, "ada")
    assert after.events == before.events
    assert {line.event for line in after.lines} >= set(range(events, after.events))


def test_a_moment_has_the_state_after_its_entry() -> None:
    log = Log().begin()
    log.room.collect_moments()
    number, events = log.room.public_number(), len(log.room.started_table().events)
    states = []
    for _ in range(4):
        log.move()
        states.append(log.room.started_table().state.key())
    moments = log.room.take_moments()
    assert [moment.number for moment in moments] == [
        *range(number + 1, log.room.public_number() + 1)
    ]
    assert [moment.index for moment in moments] == [
        *range(events, len(log.room.started_table().events))
    ]
    assert [moment.event for moment in moments] == log.room.started_table().events[events:]
    keys = [moment.state.key() for moment in moments if moment.state is not None]
    assert len(keys) == len(moments) - 1  # that of the last is the room's
    assert {*states[:-1]} <= {*keys}
    log.move()
    assert not log.room.take_moments()  # no longer collected


def test_a_person_who_left_has_no_vote() -> None:
    log = Log().begin()
    log.add(
        Proposed(seat=0, what="pace", time_control=TimeControl("days", 3)),
        Rose(seat=1, bot="greedy"),
    )
    assert (log.room.time_control, log.room.proposal) == (TimeControl("days", 3), None)
    log.add(
        Sat(seat=1, person="bob", name="Bob"),
        Proposed(seat=0, what="pace", time_control=TimeControl()),
    )
    log.add(Rose(seat=0, bot="greedy"))
    assert (log.room.time_control, log.room.proposal) == (TimeControl("days", 3), None)


def test_a_refused_move_names_its_rule() -> None:
    log = Log().begin()
    seat = log.acting()
    with pytest.raises(Refused) as refused:
        log.ask(("ada", "bob")[seat], Play(decision=log.room.chairs[seat].decision, text="pass"))
    assert refused.value.rule == "M-11"
    with pytest.raises(Refused) as refused:
        log.ask("eve", Play(decision=0, text="pass"))
    assert code(refused) == "not-your-seat"


def test_others_do_not_make_a_decision_stale() -> None:
    """While several decide at once, nobody's question changes because another has answered."""
    log = Log("zapp_zerapp").begin()
    before = log.room.chairs[1].decision
    log.add(Happened(who=0, text="take 1"), Happened(who=0, text="place 1"))
    assert log.room.chairs[1].decision == before
    log.ask("bob", Play(decision=before, text="take 2"))


def test_a_person_who_left_can_come_back_to_the_seat() -> None:
    log = Log().begin()
    log.add(Rose(seat=0, bot="greedy"))
    assert log.room.chairs[0].away
    assert log.room.chairs[0].bot == "greedy"
    with pytest.raises(Refused) as refused:
        log.ask("eve", Sit(seat=0))
    assert code(refused) == "seat-taken"
    log.ask("ada", Sit(seat=0))
    log.add(Sat(seat=0, person="ada", name="Ada"))
    assert not log.room.chairs[0].bot


def test_clocks_run_for_awaited_seats() -> None:
    log = Log(pace=TimeControl("move", 30)).begin()
    seat = log.acting()
    assert deadline(log.room) == ([seat], 31_000 + LINE_ALLOWANCE_MS)
    assert log.room.clocks.seat_deadline(seat) == 31_000
    assert log.room.clocks.seat_deadline(1 - seat) == 0
    assert log.room.clocks.stopped_ms(1 - seat) == -1  # there is no budget
    log.move(at=20_000)
    assert deadline(log.room) == ([log.acting()], 50_000 + LINE_ALLOWANCE_MS)


def test_a_budget_is_spent_and_incremented() -> None:
    log = Log(pace=TimeControl("budget", 60, 5)).begin()
    seat = log.acting()
    assert log.room.clocks.stopped_ms(seat) == -1
    assert log.room.clocks.seat_deadline(seat) == 61_000
    log.move(at=11_000)
    assert log.room.clocks.left_ms[seat] == 60_000 - 10_000 + 5_000
    assert log.room.clocks.stopped_ms(seat) == 55_000
    assert log.room.clocks.seat_deadline(seat) == 0


def test_another_time_control_needs_everybody() -> None:
    log = Log().begin()
    log.add(Proposed(at=3, seat=0, what="pace", time_control=TimeControl("days", 3)))
    assert log.room.time_control.mode == "free"
    log.add(Voted(at=4, seat=1, yes=True))
    assert log.room.time_control == TimeControl("days", 3)
    log.add(
        Proposed(at=5, seat=0, what="pace", time_control=TimeControl()),
        Voted(at=6, seat=1, yes=False),
    )
    assert log.room.time_control.mode == "days"


def test_a_move_that_revealed_something_can_not_be_taken_back() -> None:
    log = Log().begin()
    with pytest.raises(Refused) as refused:
        events_before_last_move(log.room, log.acting())
    assert code(refused) == "nothing-to-take-back"
    seat = log.acting()
    log.move()
    with pytest.raises(Refused) as refused:
        events_before_last_move(log.room, seat)
    assert code(refused) == "revealed"


def test_a_move_that_arrives_within_the_allowance_for_the_line_counts() -> None:
    """What players are shown is the deadline; the house moves for them a little later."""
    log = Log().begin()
    log.add(Proposed(at=1000, seat=0, what="pace", time_control=TimeControl("budget", 30, 5)))
    log.add(Voted(at=1000, seat=1, yes=True))
    seat = log.acting()
    shown = log.room.clocks.seat_deadline(seat)
    due = deadline(log.room)
    assert due is not None
    assert due.at == shown + LINE_ALLOWANCE_MS
    log.room.clocks.stop(seat, due.at)
    assert log.room.clocks.left_ms[seat] == 5000  # nothing is left but the increment
