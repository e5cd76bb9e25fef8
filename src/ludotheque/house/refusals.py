"""Refusals: why the house does not do what it was asked.

A client shows the user a text of its own for the code. The message is for the developers of
clients, and for the host of the house on the command line.
"""

from __future__ import annotations


class Refused(ValueError):
    """Something is not allowed: a stable code, a message and, if a rule forbids it, its number."""

    def __init__(self, code: str, message: str, rule: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.rule = rule


def maybe_stored() -> Refused:
    """The refusal of what may have happened all the same: the database was lost as it wrote."""
    return Refused(
        "maybe-stored", "the store was lost: this may have happened; look before retrying"
    )
