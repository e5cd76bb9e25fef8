"""What the house says no to: a stable code and one line; words come at the edge."""

from __future__ import annotations


class Refused(ValueError):
    """Something that can't be done here, with a code and, where a rule speaks, its number."""

    def __init__(self, code: str, message: str, rule: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.rule = rule
