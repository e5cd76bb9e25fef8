"""What the house refuses: a stable code and one line for developers."""

from __future__ import annotations


class Refused(ValueError):
    """Something that can't be done: a code and, where a rule forbids it, the rule's number."""

    def __init__(self, code: str, message: str, rule: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.rule = rule
