"""Former name of `scripted_games`, for tests that still import it."""

from __future__ import annotations

from scripted_games import play_script as go_on
from scripted_games import scripted_table as scripted

__all__ = ["go_on", "scripted"]
