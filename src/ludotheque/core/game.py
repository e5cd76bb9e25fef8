"""A game as the rest of the program sees it: its options, its states, and its texts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import product
from typing import TYPE_CHECKING, ClassVar, Protocol, TypeAlias, runtime_checkable

from ludotheque.core.errors import (
    BadOption,
    BadRecord,
    GameError,
    IllegalMove,
    NoArrays,
    NotYourTurn,
    UnknownRules,
)
from ludotheque.core.knowledge import WHOLE, Knowledge
from ludotheque.core.scene import Scene
from ludotheque.core.state import SPECTATOR, Fact, Move, Seat, State
from ludotheque.core.telling import Telling, load
from ludotheque.core.words import Words

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from ludotheque.core.arrays import Arrays
    from ludotheque.core.dice import Dice

Value: TypeAlias = bool | int | str
Options: TypeAlias = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened: who, in notation, and the facts it brought."""

    who: Seat
    text: str
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """Something chosen before the game: a name, the values it takes, and the usual one.

    ``unrecorded`` is what a record means that is older than the option and lacks it; without one
    no record may lack it.
    """

    name: str
    values: tuple[Value, ...]
    default: Value
    unrecorded: Value | None = None

    def check(self, value: object) -> Value:
        """Return the value if it is one of ours (``True`` is not 1 here), or say what is."""
        for known in self.values:
            if value == known and type(value) is type(known):
                return known
        allowed = ", ".join(_json_word(known) for known in self.values)
        raise BadOption(f"option {self.name} is one of {allowed}, not {_json_word(value)}")

    def read(self, text: str) -> Value:
        """The value written as ``text``, as in ``players=4`` or ``voluntary_pass=true``."""
        for known in self.values:
            if text in {_json_word(known), str(known)}:
                return known
        return self.check(text)


def _json_word(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value}"' if isinstance(value, str) else repr(value)


class Bot(Protocol):
    """A player of the program's; handed an imagined world, it has nothing to cheat with."""

    def choose(self, world: State, seat: Seat, dice: Dice) -> Move:
        """The move to play for ``seat``, given a world that looks to it as the true one does."""


@runtime_checkable
class Explains(Protocol):
    """A bot that can also give the reason for a move."""

    def why(self, world: State, seat: Seat, move: Move, words: Words, names: Sequence[str]) -> str:
        """One sentence with the reason for ``move``, from what ``seat`` may know."""


@runtime_checkable
class Expects(Protocol):
    """A bot that can also say what it expects of a move that it has compared with others."""

    def expects(self, worth: float, language: str) -> str:
        """One sentence with the expected result, from the worth that `Ranks.rank` gave."""


@runtime_checkable
class Ranks(Protocol):
    """A bot that can also compare moves."""

    def rank(self, world: State, seat: Seat, dice: Dice) -> list[tuple[Move, float]]:
        """The best moves of ``seat`` with their worth, best first; the first one it would play."""


class Instinct(Bot, Ranks, Protocol):
    """A bot of a game that decides in place of a search, and can compare moves."""


@dataclass(frozen=True, slots=True)
class Level:
    """How well a searching player plays: usually so many simulations, never so long on one core.

    ``noise`` is how much better, as a share of a victory, it may take a move for than it is,
    ``memory`` how much it keeps in mind of what it has seen, where a game asks for it;
    ``instinct``, where there is one, decides in place of the search.
    """

    simulations: int
    seconds: float
    noise: float = 0.0
    memory: float = 1.0
    instinct: Instinct | None = None


LEVELS: Mapping[str, Level] = {
    "apprenti": Level(30, 0.05, 0.1),
    "joueur": Level(200, 0.3),
    "maitre": Level(4000, 1.0),
}


class Game(ABC):
    """What a game's folder exports, once, as ``GAME``.

    A state is made by `new`; `text` and `parse` are the two ways between moves and notation.
    """

    slug: ClassVar[str]
    name: ClassVar[str]
    rules_version: ClassVar[int]  # raised when a recorded game could replay differently
    earlier_versions: ClassVar[tuple[int, ...]] = ()  # of the rules: games begun by them go on
    authors: ClassVar[tuple[str, ...]]  # none for a game that nobody made alone
    publisher: ClassVar[str]
    year: ClassVar[int]
    minutes: ClassVar[tuple[int, int]]  # how long a game takes at a real table, from and to
    age: ClassVar[int]  # from which one can play it
    options: ClassVar[tuple[Option, ...]]
    rattles: ClassVar[bool] = False  # it has facts that are for the ear
    together: ClassVar[bool] = False  # has phases in which all act at once (`is_together`)
    bots: ClassVar[Mapping[str, Bot]]  # its own quick players, which also give reasons
    knowledge: ClassVar[Knowledge] = Knowledge(WHOLE, 100, 0)  # for players that search
    levels: ClassVar[Mapping[str, Level]] = LEVELS  # of these players, weakest first

    # options and set-up

    def settle(self, chosen: Mapping[str, object]) -> dict[str, Value]:
        """All options of the game, the chosen ones checked, the others as usual."""
        known = {option.name for option in self.options}
        for name in chosen:
            if name not in known:
                raise BadOption(
                    f"{self.slug} has no option {name}, only {', '.join(sorted(known))}"
                )
        return {
            option.name: option.check(chosen.get(option.name, option.default))
            for option in self.options
        }

    def recorded_options(self, recorded: Mapping[str, object]) -> dict[str, Value]:
        """All options of a recorded game; one it lacks has the meaning that `unrecorded` gives."""
        options = dict(recorded)
        for option in self.options:
            if option.name not in options:
                if option.unrecorded is None:
                    raise BadRecord(f"option {option.name} is missing")
                options[option.name] = option.unrecorded
        return self.settle(options)

    def variants(self) -> list[dict[str, Value]]:
        """Every combination of option values."""
        names = [option.name for option in self.options]
        return [
            dict(zip(names, values, strict=True))
            for values in product(*(option.values for option in self.options))
        ]

    @abstractmethod
    def new(self, options: Options) -> State:
        """A game before its first event; ``options`` are settled."""

    def new_by(self, rules_version: int, options: Options) -> State:
        """A game by this or an earlier version of the rules; ``options`` are settled.

        A game that names `earlier_versions` says here what was different in them.
        """
        self.check_version(rules_version)
        return self.new(options)

    def check_version(self, rules_version: int) -> None:
        """Refuse a version of the rules that can't be played here."""
        known = (*self.earlier_versions, self.rules_version)
        if rules_version not in known:
            versions = " and ".join(str(version) for version in known)
            raise UnknownRules(
                f"{self.slug} was played by rules {rules_version}, and only {versions} are known"
                " here; a newer ludotheque may know them"
            )

    def accepted_ranks(self, state: State) -> list[tuple[int, ...]]:
        """The ranks a referee takes as right for a game that is over: usually one answer."""
        return [state.ranks()]

    def side_of(self, seat: Seat, seats: int) -> int:
        """Which side a seat is on, from 0; partners are on the same one and win together."""
        del seats
        return seat

    @abstractmethod
    def max_events(self, options: Options) -> int:
        """No game played through `State.choices_into` has more events than this."""

    # notation

    @abstractmethod
    def text(self, state: State, move: Move) -> str:
        """The move about to be played, in notation."""

    @abstractmethod
    def parse(self, state: State, text: str) -> Move:
        """The move that ``text`` names here, legal or not.

        Raises `BadNotation` for what is no move of this game, and `IllegalMove` for what is one but
        names things that can't be here.
        """

    def texts(self, state: State, seat: Seat) -> list[str]:
        """All legal moves of a seat (or of luck) in notation, canonical and sorted."""
        return sorted(self.text(state, move) for move in state.legal_moves(seat))

    @abstractmethod
    def rule_against(self, state: State, seat: Seat, move: Move) -> str:
        """The number of the rule that forbids this move, which is not legal, to this seat."""

    # words and pictures

    @abstractmethod
    def picture(self, view: object, words: Words, names: Sequence[str]) -> str:
        """The table as text with Rich markup, for what one viewer sees."""

    @abstractmethod
    def scene(self, world: State, viewer: Seat, words: Words, names: Sequence[str]) -> Scene:
        """The table as data for one viewer, from what the viewer may know.

        ``world`` may be any world imagined for the viewer: the scene is the same.
        """

    def open_scene(self, state: State, words: Words, names: Sequence[str]) -> Scene:
        """The table of a game that is over: a spectator's, and what lay hidden from all.

        Usually nothing but hands is hidden, and those are shown beside it.
        """
        return self.scene(state, SPECTATOR, words, names)

    @abstractmethod
    def phrase(self, fact: Fact, words: Words, names: Sequence[str]) -> str:
        """A sentence for a fact as told to a viewer, or nothing for what needs no words."""

    @abstractmethod
    def move_phrase(self, state: State, move: Move, words: Words) -> str:
        """A move in words, for a list to choose from."""

    @abstractmethod
    def reckoning(self, view: object, words: Words, names: Sequence[str]) -> list[str]:
        """How each seat's score came about, a line each."""

    def standing(self, state: State) -> tuple[int, ...]:
        """How far each seat has come, for a curve of the whole game: usually its score."""
        return state.scores()

    # for programs that learn

    def arrays(self, options: Options) -> Arrays:
        """What seats see and do, as arrays and numbers; ``options`` are settled."""
        del options
        raise NoArrays(f"{self.slug} has no arrays for programs that learn")

    # for bots

    def as_remembered(self, world: State, seat: Seat, memory: float) -> State:
        """The world as a seat has it in mind that forgets; only games of memory differ from it."""
        del seat, memory
        return world

    # for a house

    def fades(self, fact: Fact, options: Options) -> bool:
        """Whether a fact is for memories alone: told when it happens, and never again in play."""
        del fact, options
        return False

    def for_the_ear(self, fact: Fact) -> int | None:
        """The number a fact carries that people must hear and never read; None for all others."""
        del fact
        return None

    def mixings(self, events: Sequence[Event]) -> int:
        """How often the things that sound were mixed in these events."""
        del events
        return 0

    def tries_patience(self, events: Sequence[Event], seat: Seat, text: str) -> str:
        """Why a house refuses a legal move that could be repeated without end; else nothing."""
        del events, seat, text
        return ""

    def neglects(self, state: State, events: Sequence[Event], seat: Seat) -> int | None:
        """The number of the event since which a seat leaves something undone that it should not.

        Rules know no clock: a house knows how long ago that was, and may say the `reminder`.
        """
        del state, events, seat
        return None

    def reminder(self, event: Event, words: Words) -> str:
        """A sentence for a seat that neglects something since an event (`neglects`)."""
        del event, words
        return ""

    def is_together(self, state: State) -> bool:
        """Whether this is part of a phase in which all act at once, for which time may be set."""
        del state
        return False

    def on_timeout(self, state: State, seat: Seat) -> list[str]:
        """What a house plays for a seat whose time has run out, in notation."""
        return [self.text(state, state.default_move(seat))]

    def folder(self) -> Traversable:
        """Where the game's words and sheets lie: the package that defines its class."""
        return files(type(self).__module__)

    def words(self, language: str) -> Words:
        """The game's catalogue in a language."""
        return _words(type(self).__module__, language)

    def telling(self, kind: str) -> Telling:
        """What the facts of a kind are, and the rule they are about."""
        return _tellings(type(self).__module__)[kind]

    # for tests

    @abstractmethod
    def check(self, state: State) -> None:
        """Raise AssertionError where cards, chips or pieces were lost or made."""


@cache
def _tellings(package: str) -> dict[str, Telling]:
    return load(files(package))


@cache
def _words(package: str, language: str) -> Words:
    return Words.load(files(package) / "words", language)


def why_not(game: Game, state: State, seat: Seat, text: str) -> GameError | None:
    """Why ``seat`` can't play ``text`` now, with the number of the rule; nothing if it can."""
    try:
        move = game.parse(state, text)
    except GameError as error:
        return error
    if state.is_legal(seat, move):
        return None
    rule = game.rule_against(state, seat, move)
    if seat not in state.actors():
        return NotYourTurn(f"seat {seat} has nothing to decide now", rule)
    return IllegalMove(f"{text!r} is not allowed to seat {seat} here", rule)
