"""Failures of bots in the arena: one line on standard error, and a record of the game."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from ludotheque.arena.play import Failed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from ludotheque.arena.contest import Contest
    from ludotheque.arena.play import Played


class Failures:
    """Reports and counts games in which a bot raised an exception."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.count = 0

    def without(self, contest: Contest, games: Iterable[Played | Failed]) -> Iterator[Played]:
        """Only the finished games; the others are reported."""
        for one in games:
            if isinstance(one, Failed):
                self._report(contest, one)
            else:
                yield one

    def _report(self, contest: Contest, failed: Failed) -> None:
        self.count += 1
        path = self.folder / f"arena-{contest.game}-{contest.seed}-{failed.number}.json"
        path.write_text(failed.record + "\n", encoding="utf-8")
        print(
            f"ludotheque: game {failed.number}: the bot {failed.bot} failed at seat {failed.seat}:"
            f" {failed.error}; the record is {path}",
            file=sys.stderr,
        )

    def status(self) -> int:
        """The exit status: 1 if any bot failed."""
        return 1 if self.count else 0
