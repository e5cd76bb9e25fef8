"""Array layouts as Gymnasium spaces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces

from ludotheque.presentation.arrays import Array, flatten

if TYPE_CHECKING:
    from ludotheque.presentation.arrays import Arrays, ObservationArrays


def named_space(arrays: Arrays) -> spaces.Dict:
    """The named arrays, each a box."""
    boxes: dict[str, spaces.Space[Any]] = {
        field.name: spaces.Box(field.low, field.high, field.shape, field.dtype.type)
        for field in arrays.fields
    }
    return spaces.Dict(boxes)


def flat_space(arrays: Arrays) -> spaces.Box:
    """All arrays concatenated, in the order of the layout."""
    low = [np.full(field.size, field.low) for field in arrays.fields]
    high = [np.full(field.size, field.high) for field in arrays.fields]
    lowest, highest = np.concatenate(low), np.concatenate(high)
    return spaces.Box(lowest.astype(np.float32), highest.astype(np.float32), dtype=np.float32)


def space_of(arrays: Arrays, is_flat: bool) -> spaces.Space[Any]:
    """The observation space, flat or named."""
    return flat_space(arrays) if is_flat else named_space(arrays)


def encoded(observation: ObservationArrays, is_flat: bool) -> ObservationArrays | Array:
    """An observation, flat or named."""
    return flatten(observation) if is_flat else observation
