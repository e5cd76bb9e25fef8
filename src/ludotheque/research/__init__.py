"""For research: the games as environments of other libraries, datasets, random playouts.

`pettingzoo` and `gymnasium` need the extra ``ludotheque[research]``, `openspiel` the extra
``ludotheque[openspiel]``; everything else comes with the package.
"""

from __future__ import annotations

from ludotheque.research.batch import Playouts, playouts

__all__ = ["Playouts", "playouts"]
