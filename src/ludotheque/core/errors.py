"""Refusals: errors with a stable code and, where a rule forbids something, its number.

Their messages are for developers; people get sentences in their language, found by the code.
"""

from __future__ import annotations


class GameError(ValueError):
    """Base of every refusal: a code, a message for developers and the number of a rule, or ""."""

    code = "error"

    def __init__(self, message: str, rule: str = "") -> None:
        super().__init__(message)
        self.rule = rule


class UnknownGame(GameError):
    """No game of that name is installed."""

    code = "unknown-game"


class UnknownRules(GameError):
    """The game was played under a version of its rules that is not known here."""

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
    """Not a record in our format, or a table that can't have one."""

    code = "bad-record"


class BadPosition(GameError):
    """The text is not a position of this game."""

    code = "bad-position"


class NoArrays(GameError):
    """The game has no arrays for learning agents."""

    code = "no-arrays"
