"""Refusals. Each has a stable code and, where a rule speaks, its number; words come later."""

from __future__ import annotations


class GameError(ValueError):
    """Base of every refusal: what was wrong, as a code, a rule number and a developer's line."""

    code = "error"

    def __init__(self, message: str, rule: str = "") -> None:
        super().__init__(message)
        self.rule = rule


class UnknownGame(GameError):
    """No game of that name is installed."""

    code = "unknown-game"


class UnknownRules(GameError):
    """The game was played by a version of its rules that is not known here."""

    code = "unknown-rules"


class BadOption(GameError):
    """An option the game does not have, or a value it does not take."""

    code = "bad-option"


class BadNotation(GameError):
    """The text is not a move in this game's notation."""

    code = "bad-notation"


class NotYourTurn(GameError):
    """The seat has nothing to decide now."""

    code = "not-your-turn"


class IllegalMove(GameError):
    """The move is well formed, but the rules forbid it here."""

    code = "illegal-move"


class GameOver(GameError):
    """Nobody can move: the game has ended."""

    code = "game-over"


class BadRecord(GameError):
    """The text is not a record in our format."""

    code = "bad-record"


class BadPosition(GameError):
    """The text is not a position of this game."""

    code = "bad-position"


class NoArrays(GameError):
    """The game does not say how it looks in numbers to programs that learn."""

    code = "no-arrays"
