"""Play a game move by move: moves are checked, luck is drawn, and events are recorded.

Servers, replays, the command line and tests all use it. `play_unchecked` and `draw` leave the check
to their callers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, cast

from typing_extensions import TypeVar

from ludotheque.core.checkpoints import Checkpoints
from ludotheque.core.errors import GameError, GameOver, IllegalMove
from ludotheque.core.position import load_position, position_text
from ludotheque.core.state import LUCK, Fact, Move, Seat, State

if TYPE_CHECKING:
    from ludotheque.core.bot import Bot
    from ludotheque.core.game import Game
    from ludotheque.core.options import Options
    from ludotheque.core.rng import Rng


S = TypeVar("S", bound=State, default=Any)


@dataclass(frozen=True, slots=True)
class Event:
    """A move of a seat or an outcome of luck: who, the text in notation, and its facts."""

    who: Seat  # a seat, or LUCK
    text: str
    facts: tuple[Fact, ...]


class Table(Generic[S]):
    """A game being played: its current state, and the events that led there.

    `submit` checks and plays a move. With an RNG, the table draws luck as soon as the game waits
    for it; without one, outcomes of luck are submitted like moves, as in a replay.
    """

    def __init__(
        self,
        game: Game[S],
        options: Options,
        rng: Rng | None = None,
        rules_version: int | None = None,  # the current one by default
    ) -> None:
        self.game = game
        self.options = game.resolve_options(options)
        self.rules_version = game.rules_version if rules_version is None else rules_version
        self.state: S = game.new_under(self.rules_version, self.options)
        self.start: S | None = None  # the state before the first event, if not a new game
        self.rng = rng
        self.events: list[Event] = []
        self.checkpoints: Checkpoints[S] = Checkpoints()
        self._draw_luck()

    @staticmethod
    def from_position(game: Game[S], text: str, rng: Rng | None = None) -> Table[S]:
        """A table that begins at a position, as `position` writes it.

        Its events are those after the position, so it can't be recorded. Raises `BadPosition`.
        """
        options, state = load_position(game, text)
        table = Table(game, options)
        table.start, table.state = state, cast("S", state.clone())
        table.rng = rng
        table._draw_luck()
        return table

    @property
    def position(self) -> str:
        """The current position as one line of text, hidden information included."""
        return position_text(self.game, self.options, self.state)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.state.actors()

    def legal(self, seat: Seat) -> list[str]:
        """All legal moves of a seat in notation."""
        return self.game.texts(self.state, seat)

    def submit(self, seat: Seat, text: str) -> list[Event]:
        """Play ``text`` for ``seat``, then draw the luck that follows; return the new events.

        Raises a `GameError` for a move that is not legal; then nothing has changed.
        """
        if seat == LUCK and self.rng is not None:
            raise IllegalMove("luck is drawn by this table")
        try:
            move = self.legal_move(seat, text)
        except GameError as error:
            error.add_note(f"position: {self.position}")  # for tracebacks; never sent to players
            raise
        return self.play_unchecked(seat, move)

    def play_unchecked(self, seat: Seat, move: Move) -> list[Event]:
        """Play a move as `submit` does, without a check: it must be legal in the current state."""
        start = len(self.events)
        self._apply(seat, move)
        self._draw_luck()
        return self.events[start:]

    def draw(self, rng: Rng) -> Event:
        """Draw one outcome with any RNG. Not checked: the game must be waiting for luck."""
        self._apply(LUCK, self.state.sample_luck(rng.seek(len(self.events))))
        return self.events[-1]

    def legal_move(self, seat: Seat, text: str) -> Move:
        """The move that ``text`` names; raises a `GameError` if ``seat`` may not play it now."""
        if self.over:
            raise GameOver("the game is over")
        return self.game.legal_move(self.state, seat, text)

    def explain(self, seat: Seat, text: str) -> GameError | None:
        """Why ``seat`` can't play ``text`` now, as the error of `legal_move`; None if it can."""
        try:
            self.legal_move(seat, text)
        except GameError as error:
            return error
        return None

    def ask(self, bot: Bot[Any], seat: Seat, rng: Rng) -> str:
        """The move a bot would play for ``seat``, in notation; it gets an imagined world."""
        world = self.state.imagine(seat, rng)
        return self.game.text(self.state, bot.choose(world, seat, rng))

    def told_to(self, viewer: Seat, events: list[Event]) -> list[Fact]:
        """The facts of some events, as ``viewer`` learns them."""
        return [fact.told_to(viewer) for event in events for fact in event.facts]

    def fork(self) -> Table[S]:
        """An independent copy, with the same RNG."""
        twin = self._twin(cast("S", self.state.clone()), self.events[:])
        twin.rng, twin.checkpoints = self.rng, self.checkpoints.copy()
        return twin

    def rewound(self, events: int) -> Table[S]:
        """The table as it was after its first ``events`` events, without an RNG.

        It takes as many events as since the nearest checkpoint; they are not checked again.
        """
        checkpoints = self.checkpoints.until(events)
        number, state = checkpoints.last() or (0, self.start)
        if state is None:
            state = self.game.new_under(self.rules_version, self.options)
        else:
            state = cast("S", state.clone())
        past = self._twin(state, self.events[:number])
        past.checkpoints = checkpoints
        for event in self.events[number:events]:
            past.replay(event)
        return past

    def _twin(self, state: S, events: list[Event]) -> Table[S]:
        """The same game after other events, without an RNG and checkpoints."""
        twin: Table[S] = Table.__new__(Table)
        twin.game, twin.options, twin.rng = self.game, self.options, None
        twin.rules_version, twin.start = self.rules_version, self.start
        twin.state, twin.events = state, events
        twin.checkpoints = Checkpoints()
        return twin

    def _draw_luck(self) -> None:
        while self.rng is not None and self.state.next_actor() == LUCK:
            self.draw(self.rng)

    def _apply(self, seat: Seat, move: Move) -> None:
        facts: list[Fact] = []
        text = self.game.text(self.state, move)
        self.state.apply(seat, move, facts)
        self._add(Event(seat, text, tuple(facts)))

    def replay(self, event: Event) -> None:
        """Play an event again that was played here before. Not checked."""
        self.state.apply(event.who, self.game.parse(self.state, event.text), [])
        self._add(event)

    def _add(self, event: Event) -> None:
        self.events.append(event)
        self.checkpoints.update(len(self.events), self.state)
