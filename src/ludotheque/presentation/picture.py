"""The table as styled text for a terminal, whatever its players are called."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from rich.text import Text

if TYPE_CHECKING:
    from ludotheque.core.game import Game
    from ludotheque.core.observation import Observation
    from ludotheque.core.words import Words

FIRST_STAND_IN: Final = 0xE000  # of a private use area, which no picture has
STAND_IN: Final = re.compile(r"([\ue000-\ue0ff])\1*")


def picture_text(
    game: Game, observation: Observation[Any, Any], words: Words, names: Sequence[str]
) -> Text:
    """The picture of a game with its markup applied; names are put in after that.

    Each name has a stand-in of the same length meanwhile, so that columns are as wide.
    """
    stand_ins = [chr(FIRST_STAND_IN + seat) * len(name) for seat, name in enumerate(names)]
    text = Text.from_markup(game.picture(observation, words, stand_ins))

    def name_for(stand_in: re.Match[str]) -> str:
        """The name in the place of a stand-in, of which a game may show a part or several."""
        name, length = names[ord(stand_in[1]) - FIRST_STAND_IN], len(stand_in[0])
        return (name * length)[:length]

    text.plain = STAND_IN.sub(name_for, text.plain)
    return text
