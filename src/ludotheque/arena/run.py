"""A contest on all cores, and its log: a line for each game, so that it can be resumed."""

from __future__ import annotations

from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from multiprocessing import get_context
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from ludotheque.arena.contest import Contest, pairing
from ludotheque.arena.play import Failed, Played, play
from ludotheque.core.errors import BadRecord
from ludotheque.core.registry import find

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def begin_log(path: Path, contest: Contest) -> None:
    """Start a log with its contest."""
    path.write_bytes(msgspec.json.encode(contest) + b"\n")


def read_log(path: Path, contest: Contest) -> list[Played]:
    """The games in the log of this contest; a line cut off at the end is removed."""
    found, games, complete = _read(path)
    if found != contest:
        same_but_code = replace(found, fingerprint=contest.fingerprint) == contest
        other = "other code" if same_but_code else "another contest"
        raise BadRecord(f"{path} is the log of {other}")
    path.write_bytes(complete)
    return games


def read_only(path: Path) -> tuple[Contest, list[Played]]:
    """The contest of a log and its games; the file is not changed."""
    contest, games, _ = _read(path)
    return contest, games


def _read(path: Path) -> tuple[Contest, list[Played], bytes]:
    """A log: its contest, its games, and the file without an unfinished last line."""
    try:
        first, *lines = path.read_bytes().split(b"\n")
        contest = msgspec.json.decode(first, type=Contest)
        games = [msgspec.json.decode(line, type=Played) for line in lines[:-1]]
    except msgspec.MsgspecError as error:
        raise BadRecord(f"{path} is not the log of a contest: {error}") from None
    return contest, games, b"\n".join([first, *lines[:-1]]) + b"\n"


def append(path: Path, played: Played) -> None:
    """Add a game to a log."""
    with path.open("ab") as log:
        log.write(msgspec.json.encode(played) + b"\n")


def run(contest: Contest, numbers: list[int], jobs: int) -> Iterator[Played | Failed]:
    """Play the games with these numbers, in any order, in ``jobs`` processes."""
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
