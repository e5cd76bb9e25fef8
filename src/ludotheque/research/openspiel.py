"""The games under OpenSpiel: importing this module registers ``ludotheque_m`` and the others.

    >>> import pyspiel, ludotheque.research.openspiel
    >>> game = pyspiel.load_game("ludotheque_m(players=2)")
    >>> game.new_initial_state().is_chance_node()
    True

Games are sequential, every draw of luck is a chance node, and the returns are those of
`rewards.by_ranks`. The observation is the seat's arrays (tensor) or its view (string); the
information state adds a digest of all that the seat has learnt and done (string only).
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import Any, ClassVar, Final

import numpy as np

try:
    import pyspiel
except ImportError as missing:
    raise ImportError("this needs OpenSpiel: pip install 'ludotheque[openspiel]'") from missing

from ludotheque.core.errors import BadOption
from ludotheque.core.game import Game
from ludotheque.core.options import Value
from ludotheque.core.registry import find, installed
from ludotheque.core.rng import Rng, SeededRng
from ludotheque.core.state import LUCK, NOBODY, SPECTATOR, Fact, Move, Seat, State
from ludotheque.presentation.arrays import Array, Arrays, flatten
from ludotheque.research.rewards import by_ranks
from ludotheque.research.sequential import NOBODY_YET, next_seat

PLAYER: Final = {LUCK: pyspiel.PlayerId.CHANCE, NOBODY: pyspiel.PlayerId.TERMINAL}


class History:
    """The last move and, as a linked list, those before it; immutable and shared by all nodes."""

    __slots__ = ("digests", "facts", "move", "previous", "seat")

    def __init__(self, previous: History | None, seat: Seat, move: Move, facts: list[Fact]) -> None:
        self.previous = previous
        self.seat = seat
        self.move = move
        self.facts = facts
        self.digests: dict[Seat, bytes] = {}

    def digest_for(self, viewer: Seat) -> bytes:
        """A digest of all that a seat has learnt and done so far."""
        pending: list[History] = []
        entry: History | None = self
        while entry is not None and viewer not in entry.digests:
            pending.append(entry)
            entry = entry.previous
        digest = b"" if entry is None else entry.digests[viewer]
        for entry in reversed(pending):
            facts = [fact.told_to(viewer) for fact in entry.facts]
            move = entry.move if entry.seat == viewer else None
            digest = blake2b(digest + repr((facts, move)).encode(), digest_size=12).digest()
            entry.digests[viewer] = digest
        return digest


class Node:
    """A state, its history, and the steps taken of the next move or outcome."""

    def __init__(self, slug: str, options: dict[str, Value], arrays: Arrays) -> None:
        self.slug = slug
        self.options = options
        self.arrays = arrays
        self.state: State = find(slug).new(options)
        self.history: History | None = None
        self.last_seat = NOBODY_YET
        self.seat = next_seat(self.state, NOBODY_YET)
        self.steps: tuple[int, ...] = ()
        self.imagined = False

    def step(self, number: int) -> None:
        """Take a step of a move, or of luck."""
        self.steps = (*self.steps, number)
        move = self.complete_move(self.steps)
        if move is not None:
            self.apply(self.seat, move)

    def complete_move(self, steps: tuple[int, ...]) -> Move | None:
        """The move or outcome that these steps make; None if they are not complete."""
        if self.seat == LUCK:
            return self.arrays.decode_luck(self.state, steps)
        return self.arrays.decode_move(self.state, self.seat, steps)

    def apply(self, seat: Seat, move: Move) -> None:
        """Apply a move or outcome, and find the next actor."""
        facts: list[Fact] = []
        self.state.apply(seat, move, facts)
        self.history = History(self.history, seat, move, facts)
        self.last_seat = self.last_seat if seat == LUCK else seat
        self.seat = next_seat(self.state, self.last_seat)
        self.steps = ()

    def imagine(self, viewer: Seat, rng: Rng) -> Node:
        """A node that a viewer can't tell from this one."""
        twin = self.__deepcopy__({})
        twin.state = self.state.imagine(viewer, rng)
        twin.imagined = True
        return twin

    def __deepcopy__(self, memo: dict[int, object]) -> Node:
        twin = Node.__new__(Node)
        twin.__dict__.update(self.__dict__)
        twin.state = self.state.clone()
        return twin

    def __reduce__(self) -> tuple[Callable[..., Node], tuple[object, ...]]:
        """Pickle the moves; an imagined world has none that led to it."""
        if self.imagined:
            raise TypeError("an imagined world can't be serialized")
        moves, entry = [], self.history
        while entry is not None:
            moves.append((entry.seat, entry.move))
            entry = entry.previous
        return _rebuild, (self.slug, self.options, moves[::-1], self.steps)


def _rebuild(
    slug: str, options: dict[str, Value], moves: list[tuple[Seat, Move]], steps: tuple[int, ...]
) -> Node:
    node = Node(slug, options, find(slug).arrays(options))
    for seat, move in moves:
        node.apply(seat, move)
    node.steps = steps
    return node


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A game with its options, for OpenSpiel; each game has a subclass with its slug."""

    slug: ClassVar[str]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        game = find(self.slug)
        self.options = game.resolve_options(params or {})
        self.arrays = game.arrays(self.options)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.arrays.actions,
            max_chance_outcomes=self.arrays.outcomes,
            num_players=int(game.new(self.options).seats()),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.arrays.max_steps_per_game,
        )
        super().__init__(_type_of(game), info, dict(self.options))

    def new_initial_state(self) -> SpielState:
        """A state before the first event."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """An upper bound."""
        return self.arrays.max_steps_per_game

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> Observer:
        """The observer of a type: public only or private too, with perfect recall or without."""
        if params:
            raise ValueError(f"observations have no parameters, but {params} were given")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.arrays, kind)


class SpielState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A node of a game, for OpenSpiel."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.node = Node(game.slug, game.options, game.arrays)

    def current_player(self) -> int:
        """The player whose step is next."""
        seat = self.node.seat
        return PLAYER.get(seat, seat)  # type: ignore[no-any-return]

    def _legal_actions(self, player: int) -> list[int]:
        node = self.node
        return node.arrays.legal_steps(node.state, player, node.steps)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The steps luck may draw, with their probabilities."""
        outcomes = sorted(self.node.arrays.luck(self.node.state, self.node.steps))
        total = sum(weight for _, weight in outcomes)
        return [(number, weight / total) for number, weight in outcomes]

    def _apply_action(self, action: int) -> None:
        self.node.step(action)

    def _action_to_string(self, player: int, action: int) -> str:
        del player
        node = self.node
        move = node.complete_move((*node.steps, action))
        if move is None:
            return node.arrays.label(action)
        return find(node.slug).text(node.state, move)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.node.seat == NOBODY

    def returns(self) -> list[float]:
        """By ranks at the end, 0 before."""
        if self.is_terminal():
            return by_ranks(self.node.state)
        return [0.0] * int(self.node.state.seats())

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A state imagined for a player: drawn from the information set of that player."""
        twin: SpielState = self.clone()
        twin.node = self.node.imagine(player, SeededRng(int(sampler() * 2**62)))
        return twin

    def __str__(self) -> str:
        return repr((self.node.state.key(), self.node.steps))


class Observer:
    """The observation of a player; `dict` has the named arrays, views into the flat `tensor`."""

    def __init__(self, arrays: Arrays, kind: Any) -> None:
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS or not kind.public_info:
            raise ValueError("an observation is of one player or public")
        self.arrays = arrays
        self.is_private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.perfect_recall = kind.perfect_recall
        self.tensor: Array | None = None
        self.dict: dict[str, Array] = {}
        if not self.perfect_recall:
            self._allocate()

    def _allocate(self) -> None:
        tensor, start = np.zeros(self.arrays.size, np.float32), 0
        for field in self.arrays.fields:
            self.dict[field.name] = tensor[start : start + field.size].reshape(field.shape)
            start += field.size
        self.tensor = tensor

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the arrays with the observation of a player."""
        if self.tensor is None:
            raise ValueError("with perfect recall there is only a string, no tensor")
        viewer, steps = self._viewer_and_steps(state.node, player)
        observation = self.arrays.encode(state.node.state.observe(viewer), viewer, steps)
        self.tensor[:] = flatten(observation)

    def string_from(self, state: SpielState, player: int) -> str:
        """The observation as a string; with perfect recall, after a digest of the history."""
        node = state.node
        viewer, steps = self._viewer_and_steps(node, player)
        observation = f"{node.state.observe(viewer)} {steps}"
        if not self.perfect_recall or node.history is None:
            return observation
        return f"{node.history.digest_for(viewer).hex()} {observation}"

    def _viewer_and_steps(self, node: Node, player: int) -> tuple[Seat, tuple[int, ...]]:
        viewer = player if self.is_private else SPECTATOR
        return viewer, node.steps if viewer == node.seat else ()


def _type_of(game: Game) -> Any:
    players = next((option.values for option in game.options if option.name == "players"), None)
    if players is None:
        raise BadOption(f"{game.slug} has no option players")
    kinds = pyspiel.GameType
    return kinds(
        short_name=f"ludotheque_{game.slug}",
        long_name=game.name,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(int(count) for count in players),
        min_num_players=min(int(count) for count in players),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={option.name: option.default for option in game.options},
    )


for _game in installed().values():
    # A class, not an instance: OpenSpiel holds it past the shutdown of the interpreter.
    _class = type(f"SpielGame_{_game.slug}", (SpielGame,), {"slug": _game.slug})
    pyspiel.register_game(_type_of(_game), _class)
