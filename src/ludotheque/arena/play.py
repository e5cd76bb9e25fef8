"""One game of a contest, played and timed."""

from __future__ import annotations

import resource
import sys
from time import thread_time
from typing import TYPE_CHECKING, Final

import msgspec

from ludotheque.arena.contest import Contest, Meeting
from ludotheque.bots import find_bot
from ludotheque.core.dice import QuickDice
from ludotheque.core.registry import find
from ludotheque.core.table import Table

if TYPE_CHECKING:
    from ludotheque.core.game import Bot

KILOBYTES: Final = 1 if sys.platform != "darwin" else 1024  # that ``ru_maxrss`` counts in bytes


class Played(msgspec.Struct, frozen=True):
    """A finished game: a line of the log of a contest."""

    number: int
    seats: tuple[str, ...]
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    thought: tuple[tuple[int, ...], ...]  # by seat, each decision in 0.1 ms of processor time
    memory: int  # kilobytes that this process ever needed


def play(contest: Contest, meeting: Meeting) -> Played:
    """Play one game to its end. Who of several may act first is left to chance."""
    game = find(contest.game)
    table = Table(game, contest.options, QuickDice(meeting.luck))
    bots = [find_bot(game, name, thread_time) for name in meeting.seats]
    chance = QuickDice(contest.seed * 1_000_003 + meeting.number)
    minds = [QuickDice(int(chance.below(2**31)) + seat) for seat in range(len(bots))]
    thought: list[list[int]] = [[] for _ in bots]
    while not table.over:
        awaited = table.state.awaited()
        seat = awaited[chance.below(len(awaited))]
        thought[seat].append(_move(table, bots[seat], seat, minds[seat]))
    return Played(
        number=meeting.number,
        seats=meeting.seats,
        ranks=table.state.ranks(),
        scores=table.state.scores(),
        thought=tuple(tuple(times) for times in thought),
        memory=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // KILOBYTES,
    )


def _move(table: Table, bot: Bot, seat: int, dice: QuickDice) -> int:
    """Let a bot move; return how long it thought, in 0.1 ms."""
    begin = thread_time()
    text = table.ask(bot, seat, dice)
    spent = thread_time() - begin
    table.submit(seat, text)
    return round(spent * 10_000)
