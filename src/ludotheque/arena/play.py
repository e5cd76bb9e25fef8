"""One game of a contest, played and timed."""

from __future__ import annotations

import sys
from time import thread_time
from typing import TYPE_CHECKING, Final

import msgspec

from ludotheque.arena.contest import Contest, Pairing
from ludotheque.bots import find_bot
from ludotheque.core.record import Record
from ludotheque.core.registry import find
from ludotheque.core.rng import SeededRng
from ludotheque.core.table import Table

if TYPE_CHECKING:
    from ludotheque.core.bot import Bot

MAXRSS_PER_KB: Final = 1024 if sys.platform == "darwin" else 1  # macOS counts in bytes


class Played(msgspec.Struct, frozen=True):
    """A finished game: a line of the log of a contest."""

    number: int
    seats: tuple[str, ...]
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    # By seat, the processor time of each decision in units of 0.1 ms.
    think_times: tuple[tuple[int, ...], ...] = msgspec.field(name="thought")
    peak_memory_kb: int = msgspec.field(
        name="memory"
    )  # of the process that played it; 0 on Windows


class Failed(msgspec.Struct, frozen=True):
    """A game in which a bot raised an exception."""

    number: int
    seat: int
    bot: str
    error: str
    record: str  # of the game up to the failure, as JSON


def play(contest: Contest, pairing: Pairing) -> Played | Failed:
    """Play one game to its end or a failure. If several seats are awaited, a random one acts."""
    game = find(contest.game)
    table = Table(game, contest.options, SeededRng(pairing.luck_seed))
    bots = [find_bot(game, name, thread_time) for name in pairing.seats]
    order_rng = SeededRng(contest.seed * 1_000_003 + pairing.number)
    bot_rngs = [SeededRng(int(order_rng.below(2**31)) + seat) for seat in range(len(bots))]
    think_times: list[list[int]] = [[] for _ in bots]
    while not table.over:
        awaited = table.state.awaited()
        seat = awaited[order_rng.below(len(awaited))]
        try:
            think_times[seat].append(_move(table, bots[seat], seat, bot_rngs[seat]))
        except Exception as error:
            message = f"{type(error).__name__}: {error}"
            record = Record.from_table(table).to_json()
            return Failed(pairing.number, seat, pairing.seats[seat], message, record)
    return Played(
        number=pairing.number,
        seats=pairing.seats,
        ranks=table.state.ranks(),
        scores=table.state.scores(),
        think_times=tuple(tuple(times) for times in think_times),
        peak_memory_kb=_peak_memory_kb(),
    )


def _peak_memory_kb() -> int:
    """The most memory that this process has used so far; 0 where the system does not tell it."""
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ImportError:
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // MAXRSS_PER_KB


def _move(table: Table, bot: Bot, seat: int, rng: SeededRng) -> int:
    """Let a bot move; return the time it took, in units of 0.1 ms."""
    start = thread_time()
    text = table.ask(bot, seat, rng)
    spent = thread_time() - start
    table.submit(seat, text)
    return round(spent * 10_000)
