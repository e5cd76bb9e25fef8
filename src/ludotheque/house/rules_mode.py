"""How rules and bots run in this process, for the host: compiled, or as plain Python."""

from __future__ import annotations

from typing import Literal, TypeAlias

from ludotheque._compiled import current_modules
from ludotheque.core.fast import COMPILED

# "restart": as plain Python, but compiled modules are ready and the next start takes them.
RulesMode: TypeAlias = Literal["compiled", "plain", "restart"]


def rules_mode() -> RulesMode:
    """How the rules run here."""
    return "compiled" if COMPILED else "restart" if current_modules() else "plain"
