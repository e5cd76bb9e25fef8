"""Games of bots against themselves, as numbers to learn win chances from.

A part is a file with some games of one mix of bots and one number of players. Its content depends
only on the code, the name of the part and the seed, so that parts can be made in any order, by any
number of processes, and again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple
from zlib import crc32

import numpy as np

from ludotheque.bots import find_bot
from ludotheque.core.registry import find
from ludotheque.core.rng import SeededRng
from ludotheque.core.state import LUCK, move_buffer
from ludotheque.core.value import LearnedValue, RecalibratedValue

if TYPE_CHECKING:
    from pathlib import Path

    from ludotheque.core.bot import Bot
    from ludotheque.core.game import Game
    from ludotheque.core.options import Value
    from ludotheque.core.rng import Rng
    from ludotheque.core.state import State
    from ludotheque.core.value import ValueModel
    from ludotheque.presentation.arrays import Array

POSITIONS_PER_GAME: Final = 14  # on average
MAX_MISTAKES: Final = 150  # of a thousand moves of a game that are random ones
POLICY: Final = "policy"  # the mix that plays by the rollout policy
MIXED: Final = "mixed"  # each seat draws one of MIXED_BOTS
MIXED_BOTS: Final = (POLICY, "novice", "player")


class Part(NamedTuple):
    """Some games of one kind; the name says which."""

    game: str
    mix: str
    players: int
    number: int
    games: int

    @property
    def name(self) -> str:
        """The name of its file."""
        return f"{self.mix}-{self.players}-{self.number:03d}"


@dataclass(slots=True)
class Rows:
    """Positions, one row each; columns of one length."""

    inputs: Array  # what the model sees
    won: Array  # by team, the share of the win
    static: Array  # by team, what the evaluation of the knowledge says, 0 to 1
    event: Array  # how many events there were before
    game: Array  # the number of the game within the part


def no_clock() -> float:
    """Time that stands still: levels always run all their simulations."""
    return 0.0


def teams_of(game: Game, seats: int) -> list[int]:
    """The first seat of each team, by number of the team."""
    teams = [game.team_of(seat, seats) for seat in range(seats)]
    return [teams.index(team) for team in range(max(teams) + 1)]


def seen(model: ValueModel, state: State) -> list[int]:
    """What a model sees of a state: its features, or its phase with the values by team."""
    if isinstance(model, LearnedValue):
        return model.features(state)
    assert isinstance(model, RecalibratedValue)
    values = model.knowledge.values(state)
    return [int(model.phase(state)), *values[: model.teams(state)]]


class Players:
    """The bots of a mix, and how they move."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.buffer = move_buffer()
        self.bots: dict[str, Bot] = {}

    def move(self, state: State, seat: int, name: str, rng: Rng) -> int:
        """A move of a bot."""
        if name == POLICY:
            return self.game.knowledge.rollout_move(state, seat, rng, self.buffer)
        if name not in self.bots:
            self.bots[name] = find_bot(self.game, name, no_clock)
        return self.bots[name].choose(state.imagine(seat, rng), seat, rng)


def play(part: Part, seed: int) -> Rows:
    """Play the games of a part."""
    game = find(part.game)
    model = game.value_model
    assert model is not None
    variants = [one for one in game.variants() if one["players"] == part.players]
    default = game.resolve_options({"players": part.players})
    players = Players(game)
    rng = SeededRng(seed * 1_000_003 + crc32(part.name.encode()))
    length = 60.0  # events, a running mean
    rows: list[tuple[list[int], list[float], list[float], int, int]] = []
    for number in range(part.games):
        options = variants[rng.below(len(variants))] if number % 2 else default
        chance = int(1000 * POSITIONS_PER_GAME / length)
        state, met, events = _play_one(game, options, part.mix, players, chance, rng)
        firsts = teams_of(game, part.players)
        ranks = [state.ranks()[first] for first in firsts]
        won = [1 / ranks.count(1) if rank == 1 else 0.0 for rank in ranks]
        for event, inputs, values in met:
            static = [values[first] / 1e6 for first in firsts]
            rows.append((inputs, won, static, event, number))
        length += (events - length) * 0.05
    return Rows(
        np.array([row[0] for row in rows], np.int32),
        np.array([row[1] for row in rows], np.float32),
        np.array([row[2] for row in rows], np.float32),
        np.array([row[3] for row in rows], np.int32),
        np.array([row[4] for row in rows], np.int32),
    )


def _play_one(
    game: Game, options: dict[str, Value], mix: str, players: Players, chance: int, rng: Rng
) -> tuple[State, list[tuple[int, list[int], list[int]]], int]:
    """Play one game: its end, positions with their number, inputs and values, and its length."""
    assert game.value_model is not None
    state = game.new(options)
    seats = range(int(state.seats()))
    names = [MIXED_BOTS[rng.below(3)] if mix == MIXED else mix for _ in seats]
    mistakes = int(rng.below(MAX_MISTAKES)) if mix == POLICY or rng.below(2) else 0
    met: list[tuple[int, list[int], list[int]]] = []
    events = 0
    while awaited := state.awaited():
        actor = awaited[rng.below(len(awaited))]
        if rng.below(1000) < chance:
            met.append((events, seen(game.value_model, state), game.knowledge.values(state)))
        if actor == LUCK:
            move = state.sample_luck(rng)
        elif rng.below(1000) < mistakes:
            move = state.random_move(actor, rng)
        else:
            move = players.move(state, actor, names[actor], rng)
        state.apply(actor, move)
        events += 1
    return state, met, events


def make(part: Part, seed: int, folder: Path) -> Path:
    """The file of a part, played now unless it is there."""
    path = folder / f"{part.name}.npz"
    if not path.exists():
        rows = play(part, seed)
        unfinished = folder / f"{part.name}.tmp.npz"
        np.savez_compressed(
            unfinished,
            inputs=rows.inputs,
            won=rows.won,
            static=rows.static,
            event=rows.event,
            game=rows.game,
        )
        unfinished.replace(path)
    return path


def read(path: Path) -> Rows:
    """The rows of a part."""
    with np.load(path) as file:
        return Rows(file["inputs"], file["won"], file["static"], file["event"], file["game"])


def joined(parts: list[Rows]) -> Rows:
    """The rows of several parts; games keep different numbers."""
    shifts = np.cumsum([0, *(int(rows.game.max(initial=0)) + 1 for rows in parts[:-1])])
    return Rows(
        np.concatenate([rows.inputs for rows in parts]),
        np.concatenate([rows.won for rows in parts]),
        np.concatenate([rows.static for rows in parts]),
        np.concatenate([rows.event for rows in parts]),
        np.concatenate([rows.game + shift for rows, shift in zip(parts, shifts, strict=True)]),
    )
