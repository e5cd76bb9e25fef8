"""Former name of `art_checks`, for tests that still import it."""

from __future__ import annotations

from art_checks import SVG, check_pictures, sprite, symbols, text_of
from art_checks import names_in_scenes as named

__all__ = ["SVG", "check_pictures", "named", "sprite", "symbols", "text_of"]
