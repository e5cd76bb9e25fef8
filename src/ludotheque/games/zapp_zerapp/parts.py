"""Zapp Zerapp: its optional parts: barrels to hear and to remember, and a timed listening phase."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludotheque.core.parts import Audio, Memory, TimedPhase
from ludotheque.games.zapp_zerapp import notation
from ludotheque.games.zapp_zerapp.knowledge_hearing import FULL_MEMORY, with_partial_memory
from ludotheque.games.zapp_zerapp.moves import HEARING, LISTENING
from ludotheque.games.zapp_zerapp.rules import ZappZerapp
from ludotheque.games.zapp_zerapp.sentences import BARREL_NAMES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.options import Options
    from ludotheque.core.state import Fact, Seat
    from ludotheque.core.table import Event
    from ludotheque.core.words import Words

MAX_SHAKES_PER_ROUND: Final = 24  # of a player
MAX_SHAKES_OF_ONE_BARREL: Final = 8
# With the moves that follow, these would reveal the number of a barrel again.
BARREL_FACTS: Final = frozenset({"took", "shook", "heard", "returned", "placed", "turned"})


class BarrelAudio(Audio):
    """(ZZ-4) The number of stones in a barrel is heard, never read."""

    def value(self, fact: Fact) -> int | None:
        """The apparent count of a shake: people hear it, and never read it."""
        return fact.secret[0] if fact.kind == "heard" and fact.secret else None

    def shuffle_count(self, events: Sequence[Event]) -> int:
        """(ZZ-11, ZZ-12) How often the barrels were mixed."""
        return sum(event.text.startswith("mix ") for event in events)


class BarrelMemory(Memory[ZappZerapp]):
    """(ZZ-12) Where barrels are mixed only once, their numbers are remembered, not shown."""

    def is_ephemeral(self, fact: Fact, options: Options) -> bool:
        """(ZZ-12) No log repeats a number, nor which barrel a player had whose move was seen."""
        is_covered = bool(options["memory"]) and not options["help"]
        return is_covered and fact.kind in BARREL_FACTS

    def recalled(self, world: ZappZerapp, seat: Seat, fraction: float) -> ZappZerapp:
        """(ZZ-12) Numbers that are covered again may be forgotten; what was heard is not."""
        return with_partial_memory(world, seat, int(FULL_MEMORY * fraction))


class ListeningPhase(TimedPhase[ZappZerapp]):
    """(ZZ-4) All players listen at the same time."""

    def contains(self, state: ZappZerapp) -> bool:
        """(ZZ-4) From the first barrel taken to the last one placed."""
        return state.phase in {LISTENING, HEARING}

    def on_timeout(self, state: ZappZerapp, seat: Seat) -> list[str]:
        """Place the barrel taken first; without one, take and place the lowest free one."""
        text = notation.text(state, state.default_move(seat))
        word, _, rest = text.partition(" ")
        return [text, f"place {rest}"] if word == "take" else [text]

    def rate_limit_reason(self, events: Sequence[Event], seat: Seat, text: str) -> str:
        """At most 24 shakes a round for each player, 8 of them of one barrel."""
        if not text.startswith("shake "):
            return ""
        shaken: list[str] = []
        for event in reversed(events):
            if event.text.startswith("roll "):
                break
            if event.who == seat and event.text.startswith("shake "):
                shaken.append(event.text)
        if len(shaken) >= MAX_SHAKES_PER_ROUND:
            return f"no more than {MAX_SHAKES_PER_ROUND} shakes a round"
        if shaken.count(text) >= MAX_SHAKES_OF_ONE_BARREL:
            return f"no more than {MAX_SHAKES_OF_ONE_BARREL} shakes of one barrel"
        return ""

    def overdue_since(self, state: ZappZerapp, events: Sequence[Event], seat: Seat) -> int | None:
        """(ZZ-6) Whoever holds a barrel without shaking it keeps it from others who listen."""
        if state.phase != LISTENING or not set(state.actors()) - {seat}:
            return None
        held = [str(barrel + 1) for barrel in state.hand(seat)]
        last: dict[str, int] = {}  # by barrel, when the seat last took or shook it
        for number in range(len(events) - 1, -1, -1):
            if len(last) == len(held):
                break
            word, _, barrel = events[number].text.partition(" ")
            if events[number].who == seat and word in {"take", "shake"} and barrel in held:
                last.setdefault(barrel, number)
        return min(last.values(), default=None)

    def reminder(self, event: Event, words: Words) -> str:
        (barrel,) = event.facts[0].about
        return words.say("remind.held", barrel=BARREL_NAMES[barrel])
