"""What a viewer may know, in two parts."""

from __future__ import annotations

from typing import Any, Generic, NamedTuple

from typing_extensions import TypeVar

P = TypeVar("P", default=Any)
Q = TypeVar("Q", default=Any)


class Observation(NamedTuple, Generic[P, Q]):
    """The public part, which everybody knows, and the viewer's private part.

    Both are hashable. Equal observations: states the viewer can't tell apart (an information set).
    """

    public: P
    private: Q
