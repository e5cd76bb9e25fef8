"""A game as the rest of the program sees it: its options, its states, and its texts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import product
from typing import TYPE_CHECKING, Any, ClassVar, Generic

from typing_extensions import TypeVar

from ludotheque.core.bot import DEFAULT_LEVELS, Bot, Level
from ludotheque.core.errors import (
    BadOption,
    BadRecord,
    IllegalMove,
    NoArrays,
    NotYourTurn,
    UnknownRules,
)
from ludotheque.core.facts import FactSchema, load_fact_schemas
from ludotheque.core.knowledge import TO_THE_END, Knowledge
from ludotheque.core.options import Option, Options, Value
from ludotheque.core.part_cache import PartCache
from ludotheque.core.state import SPECTATOR, Fact, Move, Seat, State
from ludotheque.core.words import Words

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from ludotheque.core.observation import Observation
    from ludotheque.core.parts import Audio, Highlights, Memory, TimedPhase
    from ludotheque.core.value import ValueModel
    from ludotheque.presentation.arrays import Arrays
    from ludotheque.presentation.scene import OwnLayer, Scene, TableLayer
    from ludotheque.presentation.score_table import ScoreTable

S = TypeVar("S", bound=State, default=Any)
PublicT = TypeVar("PublicT", bound=Hashable, default=Any)
PrivateT = TypeVar("PrivateT", bound=Hashable, default=Any)


class Game(ABC, Generic[S, PublicT, PrivateT]):
    """What a game's folder exports, once, as ``GAME``.

    It is generic in its state and in what `State.public` and `State.private` return.

    `new` makes a state; `text` and `parse` convert between moves and notation. A method may be a
    function of the game's own modules: ``text = staticmethod(notation.text)``.
    """

    slug: ClassVar[str]
    name: ClassVar[str]
    rules_version: ClassVar[int]  # increased when a recorded game could replay differently
    earlier_versions: ClassVar[
        tuple[int, ...]
    ] = ()  # of the rules; `new_under` can still play them
    authors: ClassVar[tuple[str, ...]]  # empty for a traditional game
    publisher: ClassVar[str]
    year: ClassVar[int]
    minutes: ClassVar[tuple[int, int]]  # playing time printed on the box: shortest and longest
    age: ClassVar[int]  # minimum age of the players, in years
    options: ClassVar[tuple[Option, ...]]
    bots: ClassVar[Mapping[str, Bot[Any]]]  # heuristic bots by name; they also give reasons
    knowledge: ClassVar[Knowledge] = Knowledge(  # for the search
        rollout_depth=TO_THE_END, lead_scale=100, root_width=0
    )
    levels: ClassVar[Mapping[str, Level]] = DEFAULT_LEVELS  # by name, weakest first
    audio: ClassVar[Audio | None] = None
    memory: ClassVar[Memory[Any] | None] = None
    timed_phase: ClassVar[TimedPhase[Any] | None] = None
    highlights: ClassVar[Highlights | None] = None
    value_model: ClassVar[ValueModel | None] = None  # win chances from the whole state
    judging_knowledge: ClassVar[Knowledge | None] = (
        None  # of the analysis, in place of that of the strongest level
    )

    # options and set-up

    def resolve_options(self, chosen: Mapping[str, object]) -> dict[str, Value]:
        """All options of the game: the chosen ones validated, the others at their defaults.

        Raises `BadOption` for an unknown option or value.
        """
        known = {option.name for option in self.options}
        for name in chosen:
            if name not in known:
                raise BadOption(
                    f"{self.slug} has no option {name}; choose from {', '.join(sorted(known))}"
                )
        return {
            option.name: option.check(chosen.get(option.name, option.default))
            for option in self.options
        }

    def recorded_options(self, recorded: Mapping[str, object]) -> dict[str, Value]:
        """All options of a recorded game; `Option.unrecorded` is the value of a missing one.

        Raises `BadRecord` for a missing option without such a value, `BadOption` for a bad one.
        """
        options = dict(recorded)
        for option in self.options:
            if option.name not in options:
                if option.unrecorded is None:
                    raise BadRecord(f"option {option.name} is missing")
                options[option.name] = option.unrecorded
        return self.resolve_options(options)

    def variants(self) -> list[dict[str, Value]]:
        """Every combination of option values."""
        names = [option.name for option in self.options]
        return [
            dict(zip(names, values, strict=True))
            for values in product(*(option.values for option in self.options))
        ]

    @abstractmethod
    def new(self, options: Options) -> S:
        """A game before its first event; ``options`` are complete and validated."""

    def new_under(self, rules_version: int, options: Options) -> S:
        """A game under the current or an earlier version of the rules.

        A game with `earlier_versions` overrides this. Raises `UnknownRules` for other versions.
        """
        self.check_version(rules_version)
        return self.new(options)

    def check_version(self, rules_version: int) -> None:
        """Raise `UnknownRules` for a version of the rules that can't be played here."""
        known = (*self.earlier_versions, self.rules_version)
        if rules_version not in known:
            versions = " and ".join(str(version) for version in known)
            raise UnknownRules(
                f"{self.slug} was played under rules version {rules_version}; known here:"
                f" {versions}; a newer ludotheque may know it"
            )

    def accepted_ranks(self, state: S) -> list[tuple[int, ...]]:
        """The ranks that the referee accepts for a finished game: usually those of the state."""
        return [state.ranks()]

    def team_of(self, seat: Seat, seats: int) -> int:
        """The number of the team of a seat, from 0; the seats of a team win together."""
        del seats
        return seat

    @abstractmethod
    def max_events(self, options: Options) -> int:
        """The maximum number of events of a game whose moves all come from `State.choices_into`."""

    def middle_level(self) -> str:
        """The level for whoever wishes for none in particular; "random" in a game without levels.

        Of four it is the second: the strongest is for those who ask for it.
        """
        levels = [*self.levels]
        return levels[(len(levels) - 1) // 2] if levels else "random"

    # notation

    @abstractmethod
    def text(self, state: S, move: Move, /) -> str:
        """The move about to be played, in notation."""

    @abstractmethod
    def parse(self, state: S, text: str, /) -> Move:
        """The move that ``text`` names here, legal or not.

        Raises `BadNotation` for text that is not a move of this game, and `IllegalMove` for a move
        that names something that does not exist here.
        """

    def texts(self, state: S, seat: Seat) -> list[str]:
        """All legal moves of a seat (or of luck) in notation, canonical and sorted."""
        return sorted(self.text(state, move) for move in state.legal_moves(seat))

    @abstractmethod
    def rule_against(self, state: S, seat: Seat, move: Move, /) -> str:
        """The number of the rule that forbids ``seat`` this move, which is not legal."""

    def worlds_against(
        self, _state: S, _seat: Seat, _move: Move, _viewer: Seat, /
    ) -> Sequence[State]:
        """Worlds that a viewer can't exclude, in which a seat may be unable to make this move.

        For a game where worlds imagined by chance hardly ever show it; none by default.
        """
        return ()

    def legal_move(self, state: S, seat: Seat, text: str) -> Move:
        """The move that ``text`` names, parsed and checked once.

        Raises `BadNotation`, `NotYourTurn` or `IllegalMove`.
        """
        move = self.parse(state, text)
        if state.is_legal(seat, move):
            return move
        rule = self.rule_against(state, seat, move)
        if seat not in state.actors():
            raise NotYourTurn(f"seat {seat} has nothing to decide now", rule)
        raise IllegalMove(f"{text!r} is not allowed for seat {seat} here", rule)

    # words and pictures

    @abstractmethod
    def picture(
        self, observation: Observation[PublicT, PrivateT], words: Words, names: Sequence[str], /
    ) -> str:
        """The table as text with Rich markup, for a terminal."""

    @abstractmethod
    def table(
        self, public: PublicT, words: Words, names: tuple[str, ...], cache: PartCache, /
    ) -> TableLayer:
        """The part of a scene that everybody sees; without access to the state it leaks nothing.

        ``cache`` has parts of this table's last picture, for a game that wants to use them again.
        """

    @abstractmethod
    def own(
        self,
        world: S,
        public: PublicT,
        private: PrivateT,
        seat: Seat,
        words: Words,
        names: tuple[str, ...],
        /,
    ) -> OwnLayer:
        """The part of a scene that is a seat's own: prompt, own areas and pieces, choices.

        ``world`` may be any world imagined for the seat: the layer is the same.
        """

    def own_basis(self, public: PublicT, private: PrivateT, seat: Seat, /) -> Hashable:
        """Everything that `own` uses for a seat that may not act, but for words and names.

        While it stays equal the layer of such a seat is not made again. By default all the seat
        knows.
        """
        del seat
        return public, private

    def scene(self, world: S, viewer: Seat, words: Words, names: Sequence[str], /) -> Scene:
        """The table as data for one viewer: both layers, from any world imagined for the viewer."""
        public: PublicT = world.public()
        named = tuple(names)
        table = self.table(public, words, named, PartCache())
        if viewer == SPECTATOR:
            return table.scene(self.slug)
        own = self.own(world, public, world.private(viewer), viewer, words, named)
        return table.scene(self.slug, viewer, own)

    def final_scene(self, state: S, words: Words, names: Sequence[str], /) -> Scene:
        """The table of a finished game: the spectator's scene, and what was hidden from all seats.

        By default the spectator's scene alone; a replay adds each seat's own layer.
        """
        return self.scene(state, SPECTATOR, words, names)

    @abstractmethod
    def phrase(self, fact: Fact, words: Words, names: Sequence[str], /) -> str:
        """A sentence for a fact as a viewer learns it; "" for a fact that needs no words."""

    def targets(self, fact: Fact, /) -> tuple[str, ...]:
        """The ids of the pieces and areas that a fact is about, as a viewer learns it.

        The page points at them, so that a sentence need not say where they are. They may be gone.
        """
        del fact
        return ()

    @abstractmethod
    def move_phrase(self, state: S, move: Move, words: Words, /) -> str:
        """A move in words, for a list to choose from."""

    @abstractmethod
    def score_table(self, public: PublicT, ranks: Sequence[int], words: Words, /) -> ScoreTable:
        """The final scores by what counted, given the rank of each seat."""

    def progress(self, state: S) -> tuple[int, ...]:
        """How far each seat has come, for a chart of the whole game: usually its score."""
        return state.scores()

    # for learning agents

    def arrays(self, options: Options) -> Arrays:
        """Observations and moves as arrays and numbers; ``options`` are complete and validated.

        Raises `NoArrays` where the game does not have them.
        """
        del options
        raise NoArrays(f"{self.slug} has no arrays for learning agents")

    # files of the game's folder

    def folder(self) -> Traversable:
        """The package that defines the game's class: its words, rule sheets, art."""
        return files(type(self).__module__)

    def words(self, language: str) -> Words:
        """The words of the game in a language."""
        return _words(type(self).__module__, language)

    def fact_schema(self, kind: str) -> FactSchema:
        """The schema of a kind of fact; KeyError for an unknown kind."""
        return _fact_schemas(type(self).__module__)[kind]

    # for tests

    @abstractmethod
    def check_invariants(self, state: S) -> None:
        """Raise AssertionError if cards, chips or pieces were lost or created."""


@cache
def _fact_schemas(package: str) -> dict[str, FactSchema]:
    return load_fact_schemas(files(package))


@cache  # `files` is slow, and every view asks for words
def _words(package: str, language: str) -> Words:
    return Words.load(files(package) / "words", language)
