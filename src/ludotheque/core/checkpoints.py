"""Checkpoints: some earlier states of a table, so that it can be rewound without a whole replay."""

from __future__ import annotations

from typing import Final, Generic, cast

from typing_extensions import TypeVar

from ludotheque.core.state import State

INTERVAL_EVENTS: Final = 16
KEPT_PER_LEVEL: Final = 4  # the older a checkpoint, the fewer of its neighbours are kept

S = TypeVar("S", bound=State, default=State)


class Checkpoints(Generic[S]):
    """States by the number of events before them: dense for the last events, sparse for others.

    After n events there are O(log n) of them. From the nearest one it takes at most
    INTERVAL_EVENTS + k events to go k events back. The states are shared by all copies: clone one
    before changing it.
    """

    def __init__(self) -> None:
        self._states: dict[int, S] = {}  # in ascending order

    def copy(self) -> Checkpoints[S]:
        """An independent copy."""
        twin: Checkpoints[S] = Checkpoints()
        twin._states = self._states.copy()
        return twin

    def until(self, events: int) -> Checkpoints[S]:
        """A copy with those of the first ``events`` events only."""
        twin: Checkpoints[S] = Checkpoints()
        twin._states = {number: state for number, state in self._states.items() if number <= events}
        return twin

    def update(self, events: int, state: S) -> None:
        """Keep a copy of the state after ``events`` events, if one is due."""
        if events % INTERVAL_EVENTS:
            return
        kept = {number: old for number, old in self._states.items() if _is_kept(number, events)}
        self._states = {**kept, events: cast("S", state.clone())}

    def last(self) -> tuple[int, S] | None:
        """The last one, with its number of events."""
        if not self._states:
            return None
        number = next(reversed(self._states))
        return number, self._states[number]

    def __len__(self) -> int:
        """How many states are kept."""
        return len(self._states)


def _is_kept(number: int, events: int) -> bool:
    """Whether the state after ``number`` events is kept when there are ``events``."""
    position, age = number // INTERVAL_EVENTS, (events - number) // INTERVAL_EVENTS
    level = position & -position  # the highest power of two that divides it
    return age < KEPT_PER_LEVEL * level
