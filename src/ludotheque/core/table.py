"""The checked, recorded way to play: people, bots, servers, replays and tests come through here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotheque.core.errors import GameError, GameOver, IllegalMove
from ludotheque.core.game import Bot, Event, Game, Options, why_not
from ludotheque.core.state import LUCK, Fact, Move, Seat, State

if TYPE_CHECKING:
    from ludotheque.core.dice import Dice


class Table:
    """A game being played. `submit` is the only way in; what luck then owes is drawn at once."""

    def __init__(
        self,
        game: Game,
        options: Options,
        dice: Dice | None = None,
        rules_version: int | None = None,  # the present one, unless an earlier one is asked for
    ) -> None:
        self.game = game
        self.options = game.settle(options)
        self.rules_version = game.rules_version if rules_version is None else rules_version
        self.state: State = game.new_by(self.rules_version, self.options)
        self.dice = dice
        self.events: list[Event] = []
        self._draw_luck()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.state.actors()

    def submit(self, seat: Seat, text: str) -> list[Event]:
        """Play ``text`` for ``seat``, then all luck it leads to; return the new events.

        Refuses with a `GameError` that says why, and then nothing has changed.
        """
        if seat == LUCK and self.dice is not None:
            raise IllegalMove("luck is drawn by this table")
        start = len(self.events)
        self._enter(seat, text)
        self._draw_luck()
        return self.events[start:]

    def explain(self, seat: Seat, text: str) -> GameError | None:
        """Why ``seat`` can't play ``text`` now: code and rule number; nothing if it can."""
        if self.over:
            return GameOver("the game is over")
        return why_not(self.game, self.state, seat, text)

    def ask(self, bot: Bot, seat: Seat, dice: Dice) -> str:
        """What a bot would play for ``seat``, from what that seat may know and nothing else."""
        world = self.state.imagine(seat, dice)
        return self.game.text(self.state, bot.choose(world, seat, dice))

    def told_to(self, viewer: Seat, events: list[Event]) -> list[Fact]:
        """The facts of some events as a viewer learns them."""
        return [fact.told_to(viewer) for event in events for fact in event.facts]

    def fork(self) -> Table:
        """A copy that can be played on without changing this one."""
        twin = Table.__new__(Table)
        twin.game, twin.options, twin.dice = self.game, self.options, self.dice
        twin.rules_version = self.rules_version
        twin.state = self.state.clone()
        twin.events = self.events[:]
        return twin

    def rewound(self, events: int) -> Table:
        """The table as it was after its first events, without dice."""
        past = Table(self.game, self.options, None, self.rules_version)
        for event in self.events[:events]:
            past.submit(event.who, event.text)
        return past

    def _enter(self, seat: Seat, text: str) -> None:
        refusal = self.explain(seat, text)
        if refusal is not None:
            raise refusal
        self._do(seat, self.game.parse(self.state, text))

    def _draw_luck(self) -> None:
        while self.dice is not None and self.state.next_actor() == LUCK:
            self._do(LUCK, self.state.sample_luck(self.dice.at(len(self.events))))

    def _do(self, seat: Seat, move: Move) -> None:
        facts: list[Fact] = []
        text = self.game.text(self.state, move)
        self.state.apply(seat, move, facts)
        self.events.append(Event(seat, text, tuple(facts)))
