"""A contest on all cores, kept in a log that grows by a line a game and can be taken up again."""

from __future__ import annotations

from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from dataclasses import replace
from multiprocessing import get_context
from typing import TYPE_CHECKING

import msgspec

from ludotheque.arena.contest import Contest, pairing
from ludotheque.arena.play import Failed, Played, play
from ludotheque.core.errors import BadRecord
from ludotheque.core.registry import find

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def begin_log(path: Path, contest: Contest) -> None:
    """Begin a log with what is played."""
    path.write_bytes(msgspec.json.encode(contest) + b"\n")


def read_log(path: Path, contest: Contest) -> list[Played]:
    """The games that a log of the same contest holds; a line cut off at the end is dropped."""
    found, games, whole = _read(path)
    if found != contest:
        same_but_code = replace(found, code=contest.code) == contest
        other = "bots whose code was another" if same_but_code else "another contest"
        raise BadRecord(f"{path} is the log of {other}")
    path.write_bytes(whole)
    return games


def read_only(path: Path) -> tuple[Contest, list[Played]]:
    """What a log is about and the games it holds; the file is left as it is."""
    contest, games, _ = _read(path)
    return contest, games


def _read(path: Path) -> tuple[Contest, list[Played], bytes]:
    """A log: what is played, the games, and the file without a line that was never finished."""
    try:
        first, *lines = path.read_bytes().split(b"\n")
        contest = msgspec.json.decode(first, type=Contest)
        games = [msgspec.json.decode(line, type=Played) for line in lines[:-1]]
    except msgspec.MsgspecError as error:
        raise BadRecord(f"{path} is no log of a contest: {error}") from None
    return contest, games, b"\n".join([first, *lines[:-1]]) + b"\n"


def append(path: Path, played: Played) -> None:
    """Add a game to a log."""
    with path.open("ab") as log:
        log.write(msgspec.json.encode(played) + b"\n")


def run(contest: Contest, numbers: list[int], jobs: int) -> Iterator[Played | Failed]:
    """Play the games of these numbers, in any order, on ``jobs`` processes."""
    game = find(contest.game)
    pairings = [pairing(contest, game, number) for number in numbers]
    if jobs == 1:
        yield from (play(contest, one) for one in pairings)
        return
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        waiting = {pool.submit(play, contest, one) for one in pairings}
        try:
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        finally:
            pool.shutdown(cancel_futures=True)
