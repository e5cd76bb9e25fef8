"""One game of a contest, played and timed."""

from __future__ import annotations

import resource
import sys
from time import thread_time
from typing import TYPE_CHECKING, Final

import msgspec

from ludotheque.arena.contest import Contest, Pairing
from ludotheque.bots import find_bot
from ludotheque.core.record import of_table
from ludotheque.core.registry import find
from ludotheque.core.rng import SeededRng
from ludotheque.core.table import Table

if TYPE_CHECKING:
    from ludotheque.core.bot import Bot

KILOBYTES: Final = 1 if sys.platform != "darwin" else 1024  # that ``ru_maxrss`` counts in bytes


class Played(msgspec.Struct, frozen=True):
    """A finished game: a line of the log of a contest."""

    number: int
    seats: tuple[str, ...]
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    thought: tuple[tuple[int, ...], ...]  # by seat, each decision in 0.1 ms of processor time
    memory: int  # kilobytes that this process ever needed


class Failed(msgspec.Struct, frozen=True):
    """A game that a bot could not go on with."""

    number: int
    seat: int
    bot: str
    error: str
    record: str  # of the game up to the failure, as JSON


def play(contest: Contest, pairing: Pairing) -> Played | Failed:
    """Play one game to its end, or until a bot fails. Who of several acts first is random."""
    game = find(contest.game)
    table = Table(game, contest.options, SeededRng(pairing.luck))
    bots = [find_bot(game, name, thread_time) for name in pairing.seats]
    chance = SeededRng(contest.seed * 1_000_003 + pairing.number)
    minds = [SeededRng(int(chance.below(2**31)) + seat) for seat in range(len(bots))]
    thought: list[list[int]] = [[] for _ in bots]
    while not table.over:
        awaited = table.state.awaited()
        seat = awaited[chance.below(len(awaited))]
        try:
            thought[seat].append(_move(table, bots[seat], seat, minds[seat]))
        except Exception as error:
            told = f"{type(error).__name__}: {error}"
            record = of_table(table).to_json()
            return Failed(pairing.number, seat, pairing.seats[seat], told, record)
    return Played(
        number=pairing.number,
        seats=pairing.seats,
        ranks=table.state.ranks(),
        scores=table.state.scores(),
        thought=tuple(tuple(times) for times in thought),
        memory=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // KILOBYTES,
    )


def _move(table: Table, bot: Bot, seat: int, rng: SeededRng) -> int:
    """Let a bot move; return how long it thought, in 0.1 ms."""
    begin = thread_time()
    text = table.ask(bot, seat, rng)
    spent = thread_time() - begin
    table.submit(seat, text)
    return round(spent * 10_000)
