"""Pictures of the rules: positions drawn as scenes, for the essentials and beside numbered rules.

They are ``pictures.json`` in a game's folder. Each picture is a table on which events were played
under the rules, some of its areas, and frames around what it is about; so it is drawn by the same
code as a game. `check_pictures` finds what is wrong with them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from ludotheque.core.errors import GameError
from ludotheque.core.state import SPECTATOR
from ludotheque.core.table import Table
from ludotheque.presentation.lessons import NAMES, enter, scene_of
from ludotheque.presentation.scene import Scene

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.game import Game
    from ludotheque.core.words import Words

FILE: Final = "pictures.json"
KEY_PREFIX: Final = "essential."  # of the sentences


class BadPicture(ValueError):
    """A picture that is not valid; the message has its place and the reason."""


class Setting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table that several pictures begin with."""

    events: tuple[str, ...]
    options: dict[str, bool | int | str] = {}


class Picture(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position: some areas of the table as one seat sees them."""

    setting: str  # the name of one of the settings
    show: tuple[str, ...]  # ids of the areas that are drawn
    events: tuple[str, ...] = ()  # played after those of the setting
    point: tuple[str, ...] = ()  # ids of the pieces and areas to frame
    seat: int = 0  # whose view it is; -1 for a spectator's


class Essential(Picture, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A picture with one or two sentences: one of the few things to know before playing."""

    say: str  # key of the sentences
    rule: str  # number of the rule that says more


class Pictures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All pictures of a game's rules."""

    settings: dict[str, Setting]
    essentials: tuple[Essential, ...]
    figures: dict[str, tuple[Picture, ...]]  # by the number of the rule or worked example
    undrawn: dict[str, str] = {}  # worked examples without a picture, and why they have none


NO_PICTURES: Final = Pictures({}, (), {})


def load(game: Game) -> Pictures:
    """The pictures of a game, if it has any. Raises `BadPicture` for an invalid file."""
    file = game.folder() / FILE
    if not file.is_file():
        return NO_PICTURES
    try:
        return msgspec.json.decode(file.read_bytes(), type=Pictures)
    except msgspec.MsgspecError as error:
        raise BadPicture(f"{game.slug}: {error}") from None


def draw(game: Game, pictures: Pictures, picture: Picture, words: Words) -> Scene:
    """The scene of a picture: only the areas it shows, with nothing to choose.

    Raises `BadPicture` where an event is not legal or an area does not exist.
    """
    setting = pictures.settings.get(picture.setting)
    if setting is None:
        raise BadPicture(f"there is no setting {picture.setting!r}")
    try:
        table = Table(game, setting.options)
        enter(table, (*setting.events, *picture.events))
    except GameError as error:
        raise BadPicture(f"{error} ({error.rule or error.code})") from None
    if not SPECTATOR <= picture.seat < table.state.seats():
        raise BadPicture(f"there is no seat {picture.seat}")
    return _cropped(scene_of(game, table, picture.seat, words, NAMES), picture.show)


def _cropped(scene: Scene, shown: Sequence[str]) -> Scene:
    """A scene reduced to some areas; boards are drawn without their counters."""
    missing = set(shown) - {area.id for area in scene.areas}
    if missing or not shown:
        known = ", ".join(area.id for area in scene.areas)
        raise BadPicture(f"no area is called {', '.join(sorted(missing))!r}; choose from {known}")
    areas = [area for area in scene.areas if area.id in shown]
    return Scene(
        game=scene.game,
        viewer=scene.viewer,
        prompt="",
        areas=tuple(
            msgspec.structs.replace(area, counters=()) if area.kind == "board" else area
            for area in areas
        ),
        pieces=tuple(piece for piece in scene.pieces if piece.area in shown),
        choices=(),
    )


# checking


def check_pictures(game: Game, pictures: Pictures, words: Words, rules: Sequence[str]) -> None:
    """Raise `BadPicture` for the first fault of a game's pictures.

    Faults are missing sentences, unknown rules, illegal events, and areas to show or things to
    frame that do not exist.
    """
    for number, essential in enumerate(pictures.essentials, 1):
        _check(game, pictures, essential, words, f"essential {number}")
        if not essential.say.startswith(KEY_PREFIX) or essential.say not in words:
            raise BadPicture(f"{game.slug}: no sentence {essential.say!r} in {words.language}")
    for rule, figures in pictures.figures.items():
        for figure in figures:
            _check(game, pictures, figure, words, rule)
    named = {*pictures.figures, *pictures.undrawn, *(one.rule for one in pictures.essentials)}
    unknown = named - set(rules)
    if unknown:
        raise BadPicture(f"{game.slug}: there is no rule {', '.join(sorted(unknown))}")


def _check(game: Game, pictures: Pictures, picture: Picture, words: Words, place: str) -> None:
    try:
        scene = draw(game, pictures, picture, words)
    except BadPicture as error:
        raise BadPicture(f"{game.slug}, {place}: {error}") from None
    drawn = {area.id for area in scene.areas} | {piece.id for piece in scene.pieces}
    missing = [target for target in picture.point if target not in drawn]
    if missing:
        choices = ", ".join(sorted(drawn))
        raise BadPicture(f"{game.slug}, {place}: no {missing[0]!r} is drawn; choose from {choices}")
