"""The games under OpenSpiel: importing this module registers ``ludotheque_m`` and the others.

    import pyspiel, ludotheque.research.openspiel
    game = pyspiel.load_game("ludotheque_m(players=2)")

Seats act one after the other, every draw of luck is a chance node of its own, and the returns are
those of `rewards.by_ranks`. The observation is the seat's arrays (tensor) or its view (string); an
information state adds all that the seat was told and did before (string only).
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
from ludotheque.presentation.arrays import Array, Arrays, flat
from ludotheque.research.play import BEFORE_ALL, next_seat
from ludotheque.research.rewards import by_ranks

PLAYER: Final = {LUCK: pyspiel.PlayerId.CHANCE, NOBODY: pyspiel.PlayerId.TERMINAL}


class Event:
    """Something that was done, and all before it; never changed, shared by all that follows."""

    __slots__ = ("digests", "facts", "move", "previous", "seat")

    def __init__(self, previous: Event | None, seat: Seat, move: Move, facts: list[Fact]) -> None:
        self.previous = previous
        self.seat = seat
        self.move = move
        self.facts = facts
        self.digests: dict[Seat, bytes] = {}

    def told_to(self, viewer: Seat) -> bytes:
        """A digest of all a seat was told and did, up to this."""
        untold: list[Event] = []
        event: Event | None = self
        while event is not None and viewer not in event.digests:
            untold.append(event)
            event = event.previous
        digest = b"" if event is None else event.digests[viewer]
        for late in reversed(untold):
            told = [fact.told_to(viewer) for fact in late.facts]
            did = late.move if late.seat == viewer else None
            digest = blake2b(digest + repr((told, did)).encode(), digest_size=12).digest()
            late.digests[viewer] = digest
        return digest


class Moment:
    """A state, how it came about, and the steps taken of the next move or outcome."""

    def __init__(self, slug: str, options: dict[str, Value], arrays: Arrays) -> None:
        self.slug = slug
        self.options = options
        self.arrays = arrays
        self.state: State = find(slug).new(options)
        self.last: Event | None = None
        self.last_seat = BEFORE_ALL
        self.seat = next_seat(self.state, BEFORE_ALL)
        self.steps: tuple[int, ...] = ()
        self.imagined = False

    def step(self, number: int) -> None:
        """Take a step of a move, or of luck."""
        self.steps = (*self.steps, number)
        move = self.whole(self.steps)
        if move is not None:
            self.do(self.seat, move)

    def whole(self, steps: tuple[int, ...]) -> Move | None:
        """The move or outcome that steps make."""
        if self.seat == LUCK:
            return self.arrays.outcome(self.state, steps)
        return self.arrays.move(self.state, self.seat, steps)

    def do(self, seat: Seat, move: Move) -> None:
        """Play a move or outcome, and find who is asked next."""
        facts: list[Fact] = []
        self.state.apply(seat, move, facts)
        self.last = Event(self.last, seat, move, facts)
        self.last_seat = self.last_seat if seat == LUCK else seat
        self.seat = next_seat(self.state, self.last_seat)
        self.steps = ()

    def imagine(self, viewer: Seat, rng: Rng) -> Moment:
        """Another moment that looks the same to a viewer."""
        twin = self.__deepcopy__({})
        twin.state = self.state.imagine(viewer, rng)
        twin.imagined = True
        return twin

    def __deepcopy__(self, memo: dict[int, object]) -> Moment:
        twin = Moment.__new__(Moment)
        twin.__dict__.update(self.__dict__)
        twin.state = self.state.clone()
        return twin

    def __reduce__(self) -> tuple[Callable[..., Moment], tuple[object, ...]]:
        """Its story; an imagined world has none that led to it."""
        if self.imagined:
            raise TypeError("an imagined world can't be written down")
        story, event = [], self.last
        while event is not None:
            story.append((event.seat, event.move))
            event = event.previous
        return _again, (self.slug, self.options, story[::-1], self.steps)


def _again(
    slug: str, options: dict[str, Value], story: list[tuple[Seat, Move]], steps: tuple[int, ...]
) -> Moment:
    moment = Moment(slug, options, find(slug).arrays(options))
    for seat, move in story:
        moment.do(seat, move)
    moment.steps = steps
    return moment


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # it has no types
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
            max_game_length=self.arrays.most_steps,
        )
        super().__init__(_type_of(game), info, dict(self.options))

    def new_initial_state(self) -> SpielState:
        """A game before its first event."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """No game has more."""
        return self.arrays.most_steps

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> Observer:
        """What a player sees, with or without what came before; or what all see."""
        if params:
            raise ValueError(f"there are no parameters of observations, and {params} were given")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.arrays, kind)


class SpielState(pyspiel.State):  # type: ignore[misc]  # it has no types
    """A moment of a game, for OpenSpiel."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.moment = Moment(game.slug, game.options, game.arrays)

    def current_player(self) -> int:
        """Whose step is next."""
        seat = self.moment.seat
        return PLAYER.get(seat, seat)  # type: ignore[no-any-return]

    def _legal_actions(self, player: int) -> list[int]:
        moment = self.moment
        return moment.arrays.legal_steps(moment.state, player, moment.steps)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What luck may draw, with its chances."""
        listed = sorted(self.moment.arrays.luck(self.moment.state, self.moment.steps))
        total = sum(weight for _, weight in listed)
        return [(number, weight / total) for number, weight in listed]

    def _apply_action(self, action: int) -> None:
        self.moment.step(action)

    def _action_to_string(self, player: int, action: int) -> str:
        del player
        moment = self.moment
        move = moment.whole((*moment.steps, action))
        if move is None:
            return moment.arrays.label(action)
        return find(moment.slug).text(moment.state, move)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.moment.seat == NOBODY

    def returns(self) -> list[float]:
        """By ranks at the end, nothing before."""
        if self.is_terminal():
            return by_ranks(self.moment.state)
        return [0.0] * int(self.moment.state.seats())

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A state that looks the same to a player, drawn by what that player may know."""
        twin: SpielState = self.clone()
        twin.moment = self.moment.imagine(player, SeededRng(int(sampler() * 2**62)))
        return twin

    def __str__(self) -> str:
        return repr((self.moment.state.key(), self.moment.steps))


class Observer:
    """What a player sees; `tensor` is flat, `dict` has the named arrays, which share its memory."""

    def __init__(self, arrays: Arrays, kind: Any) -> None:
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS or not kind.public_info:
            raise ValueError("a player sees what is public and its own, or what is public only")
        self.arrays = arrays
        self.is_private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.recalls = kind.perfect_recall
        self.tensor: Array | None = None
        self.dict: dict[str, Array] = {}
        if not self.recalls:
            self._lay_out()

    def _lay_out(self) -> None:
        tensor, start = np.zeros(self.arrays.size, np.float32), 0
        for field in self.arrays.fields:
            self.dict[field.name] = tensor[start : start + field.size].reshape(field.shape)
            start += field.size
        self.tensor = tensor

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the arrays with what a player sees."""
        if self.tensor is None:
            raise ValueError("what came before has no arrays; it is told by the string")
        viewer, steps = self._eye(state.moment, player)
        seen = self.arrays.observe(state.moment.state.observe(viewer), viewer, steps)
        self.tensor[:] = flat(seen)

    def string_from(self, state: SpielState, player: int) -> str:
        """What a player sees, and whether it is another story than one that looks the same."""
        moment = state.moment
        viewer, steps = self._eye(moment, player)
        seen = f"{moment.state.observe(viewer)} {steps}"
        if not self.recalls or moment.last is None:
            return seen
        return f"{moment.last.told_to(viewer).hex()} {seen}"

    def _eye(self, moment: Moment, player: int) -> tuple[Seat, tuple[int, ...]]:
        viewer = player if self.is_private else SPECTATOR
        return viewer, moment.steps if viewer == moment.seat else ()


def _type_of(game: Game) -> Any:
    players = next((option.values for option in game.options if option.name == "players"), None)
    if players is None:
        raise BadOption(f"{game.slug} does not say for how many players it is")
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
    # A class: OpenSpiel keeps it beyond the interpreter's end, when nothing can be freed any more.
    _class = type(f"SpielGame_{_game.slug}", (SpielGame,), {"slug": _game.slug})
    pyspiel.register_game(_type_of(_game), _class)
