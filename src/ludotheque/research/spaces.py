"""Layouts as spaces of Gymnasium."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces

from ludotheque.presentation.arrays import Array, flat

if TYPE_CHECKING:
    from ludotheque.presentation.arrays import Arrays, Observation


def named_space(arrays: Arrays) -> spaces.Dict:
    """The named arrays, each in its own box."""
    boxes: dict[str, spaces.Space[Any]] = {
        field.name: spaces.Box(field.low, field.high, field.shape, field.dtype.type)
        for field in arrays.fields
    }
    return spaces.Dict(boxes)


def flat_space(arrays: Arrays) -> spaces.Box:
    """All arrays one after the other, in the order of the layout."""
    low = [np.full(field.size, field.low) for field in arrays.fields]
    high = [np.full(field.size, field.high) for field in arrays.fields]
    lowest, highest = np.concatenate(low), np.concatenate(high)
    return spaces.Box(lowest.astype(np.float32), highest.astype(np.float32), dtype=np.float32)


def space_of(arrays: Arrays, is_flat: bool) -> spaces.Space[Any]:
    """What is seen, flat or named."""
    return flat_space(arrays) if is_flat else named_space(arrays)


def as_seen(seen: Observation, is_flat: bool) -> Observation | Array:
    """What was seen, flat or named."""
    return flat(seen) if is_flat else seen
