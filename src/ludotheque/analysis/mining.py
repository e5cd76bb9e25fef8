"""Mining of puzzles from games between bots, or from records of other games.

A moment is kept if one move, or a few that are as good, is clearly better than all others: by a
short search, then by many simulations of every legal move, then by a long search. Each of these
has other random numbers than the last.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Final, NamedTuple

from ludotheque.analysis.decisions import knowledge_of
from ludotheque.analysis.planted import is_judged, no_time
from ludotheque.analysis.puzzles import Puzzle
from ludotheque.analysis.trials import Trials
from ludotheque.bots import find_bot
from ludotheque.bots.search import Search
from ludotheque.bots.search_bot import EXPLORATION
from ludotheque.core.position import position_text
from ludotheque.core.rng import SeededRng
from ludotheque.core.state import LUCK
from ludotheque.core.table import Event, Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ludotheque.core.game import Game
    from ludotheque.core.options import Value
    from ludotheque.core.record import Record
    from ludotheque.core.state import Move, Seat, State

MIN_MOVES: Final = 3  # legal ones
MAX_MOVES: Final = 80
MAX_ANSWERS: Final = 3
MIN_GAP: Final = 0.12  # a share of a win: how far the best wrong move is behind
EARLY_GAP: Final = 0.09  # for the looks before the last one
AS_GOOD: Final = 0.03  # at most this far behind the best: counts as right, too
PER_GAME: Final = 3
FIRST_SEARCH: Final = 150  # simulations of the first look
FIRST_SHARE: Final = 0.25  # of these simulations, for the best move
GLIMPSE: Final = 60  # simulations of each of the moves that it likes best
TRIALS: Final = 60  # of each legal move
MORE_TRIALS: Final = 300  # of the best of them
LONG_TRIALS: Final = 1500
LONG_SEARCH: Final = 4000
FINALISTS: Final = 6
PLAYERS: Final = "player"  # the bots whose games are mined
WEAK: Final = ("novice", "player")  # levels that try to solve a puzzle
TRIES: Final = 6  # by each level
EASY, HARD = 0.75, 0.35  # shares of tries that are right


class Solution(NamedTuple):
    """The moves that are right at a moment, the best first, and what the next best costs."""

    answers: tuple[Move, ...]
    cost: float


def mine(game: Game, options: dict[str, Value], seed: int) -> Iterator[Puzzle]:
    """Up to `PER_GAME` puzzles of one game between bots."""
    rng = SeededRng(seed)
    table = Table(game, options, SeededRng(seed))
    bot = find_bot(game, PLAYERS, clock=no_time)
    found = 0
    while not table.over and found < PER_GAME:
        awaited = table.state.awaited()
        seat = awaited[rng.below(len(awaited))]
        if is_judged(table, seat):
            puzzle = puzzle_at(game, table.options, table.state, seat, rng)
            if puzzle is not None:
                yield puzzle
                found += 1
        table.submit(seat, table.ask(bot, seat, rng))


def mine_record(record: Record, seed: int) -> Iterator[Puzzle]:
    """Up to `PER_GAME` puzzles of a recorded game, whose events must be legal."""
    rng, table, found = SeededRng(seed), record.table(), 0
    for who, text in record.events:
        if who != LUCK and is_judged(table, who):
            puzzle = puzzle_at(record.game, table.options, table.state, who, rng)
            if puzzle is not None:
                yield puzzle
                found += 1
                if found == PER_GAME:
                    return
        table.replay(Event(who, text, ()))


def puzzle_at(
    game: Game, options: dict[str, Value], state: State, seat: Seat, rng: SeededRng
) -> Puzzle | None:
    """The puzzle of a moment, from a world imagined for the seat; None if it is none."""
    world = state.imagine(seat, rng)
    moves = world.legal_moves(seat)
    if not MIN_MOVES <= len(moves) <= MAX_MOVES:
        return None
    if knowledge_of(game).wants_mixed_strategy(world, seat):
        return None  # there is no best move, only a best mixture
    if not _is_promising(game, world, seat, rng):
        return None
    solution = solve(game, world, seat, rng)
    if solution is None:
        return None
    difficulty = _difficulty(game, world, seat, solution, rng)
    if difficulty == 0:
        return None
    position = position_text(game, options, world)
    texts = tuple(game.text(world, move) for move in solution.answers)
    digest = sha256(f"{position} {seat}".encode()).hexdigest()[:8]
    return Puzzle(
        id=f"{game.slug}-{digest}",
        game=game.slug,
        position=position,
        seat=seat,
        best=texts[0],
        cost=round(solution.cost, 3),
        difficulty=difficulty,
        answers=texts,
    )


def _is_promising(game: Game, world: State, seat: Seat, rng: SeededRng) -> bool:
    """Whether a short search soon keeps to few moves, which are clearly better than the next."""
    search = Search(world, seat, knowledge_of(game), rng, EXPLORATION)
    search.run(FIRST_SEARCH, FIRST_SEARCH)
    results = sorted(search.results(), key=lambda one: (one.visits, one.value), reverse=True)
    if len(results) < 2 or results[0].visits < FIRST_SHARE * FIRST_SEARCH:
        return False
    moves = [result.move for result in results[: MAX_ANSWERS + 1]]
    return _group(game, world, seat, moves, GLIMPSE, rng, EARLY_GAP) is not None


def solve(game: Game, world: State, seat: Seat, rng: SeededRng) -> Solution | None:
    """The moves that are clearly best beyond doubt; None if there are none."""
    trials = Trials(world, seat, knowledge_of(game), world.legal_moves(seat), rng.below(2**31))
    trials.run(TRIALS)
    finalists = trials.best_first()[:FINALISTS]
    if _group(game, world, seat, finalists, MORE_TRIALS, rng, EARLY_GAP) is None:
        return None
    solution = _group(game, world, seat, finalists, LONG_TRIALS, rng, MIN_GAP)
    if solution is None:
        return None
    confirmed = most_visited(game, world, seat, LONG_SEARCH, rng)[0] in solution.answers
    return solution if confirmed else None


def most_visited(
    game: Game, world: State, seat: Seat, simulations: int, rng: SeededRng
) -> list[Move]:
    """The moves a search considers, the most visited first."""
    search = Search(world, seat, knowledge_of(game), rng, EXPLORATION)
    search.run(simulations, simulations)
    results = sorted(search.results(), key=lambda one: (one.visits, one.value), reverse=True)
    return [result.move for result in results]


def _group(
    game: Game,
    world: State,
    seat: Seat,
    moves: Sequence[Move],
    simulations: int,
    rng: SeededRng,
    min_gap: float,
) -> Solution | None:
    """The moves as good as the best, if all others are at least ``min_gap`` behind."""
    trials = Trials(world, seat, knowledge_of(game), moves, rng.below(2**31))
    trials.run(simulations)
    order = [trials.moves.index(move) for move in trials.best_first()]
    gaps = [trials.difference(order[0], other) for other in order]
    answers = [i for i, gap in zip(order, gaps, strict=True) if gap.value <= AS_GOOD]
    if len(answers) > MAX_ANSWERS or len(answers) == len(order):
        return None
    next_best = gaps[len(answers)]
    if next_best.value < min_gap or next_best.value - next_best.doubt < min_gap / 2:
        return None
    return Solution(tuple(trials.moves[i] for i in answers), next_best.value)


def _difficulty(game: Game, world: State, seat: Seat, solution: Solution, rng: SeededRng) -> int:
    """From 1 to 3, by how often weak levels find an answer; 0 if they always do."""
    right = []
    for level in WEAK:
        bot = find_bot(game, level, clock=no_time)
        for _ in range(TRIES):
            move = bot.choose(world.imagine(seat, rng), seat, rng)
            right.append(move in solution.answers)
    share = sum(right) / len(right)
    if share == 1:
        return 0
    return 1 if share >= EASY else 3 if share < HARD else 2
