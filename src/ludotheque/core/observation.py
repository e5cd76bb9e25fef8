"""What a viewer may know, in two parts."""

from __future__ import annotations

from typing import Any, Generic, NamedTuple

from typing_extensions import TypeVar

PublicT = TypeVar("PublicT", default=Any)
PrivateT = TypeVar("PrivateT", default=Any)


class Observation(NamedTuple, Generic[PublicT, PrivateT]):
    """The public part, which everybody knows, and the viewer's private part.

    Both are hashable. States with equal observations are those that the viewer can't tell apart:
    an information set.
    """

    public: PublicT
    private: PrivateT
