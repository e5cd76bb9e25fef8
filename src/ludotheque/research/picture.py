"""The table as plain text, for ``render``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotheque.presentation.picture import picture_text

if TYPE_CHECKING:
    from ludotheque.core.state import Seat
    from ludotheque.research.sequential import SequentialGame


def picture(play: SequentialGame, viewer: Seat) -> str:
    """The table as one viewer sees it, in English."""
    names = [f"seat {seat}" for seat in range(play.state.seats())]
    view = play.state.observe(viewer)
    return picture_text(play.game, view, play.game.words("en"), names).plain
