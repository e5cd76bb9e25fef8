"""Appenzell castle: the game as the rest of the program sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ludotheque.core.bot import Bot, Level
from ludotheque.core.fast import BIT, count_bits
from ludotheque.core.game import Game
from ludotheque.core.options import Option, Options
from ludotheque.games.appenzell import notation, picture, scene
from ludotheque.games.appenzell.bot import Greedy
from ludotheque.games.appenzell.data import (
    BACK,
    CAT,
    COPIES,
    FACES,
    GOALS,
    HOLES,
    KINDS,
    ORDINARY,
    PASSAGE,
    ROOMS,
    SIDES,
    SOCK,
    TOWERS,
    TRAP,
    TURNS,
    UNSEEN,
    WORKS,
)
from ludotheque.games.appenzell.knowledge import AppenzellKnowledge
from ludotheque.games.appenzell.memory import TileMemory
from ludotheque.games.appenzell.rules import (
    ACTING,
    FINDING_FIRST,
    TURNING_SPARE,
    Appenzell,
    Config,
)
from ludotheque.games.appenzell.rules_seen import View

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ludotheque.games.appenzell.arrays import AppenzellArrays


class AppenzellGame(Game[Appenzell, View]):
    """Le château d'Appenzell, by Jens-Peter Schliemann and Bernhard Weber, for 2 to 4 players."""

    slug = "appenzell"
    name = "Le château d'Appenzell"
    rules_version = 1
    authors = ("Jens-Peter Schliemann", "Bernhard Weber")
    publisher = "Zoch"
    year = 2007
    minutes = (30, 30)
    age = 6
    options = (
        Option("players", (2, 3, 4), 4),
        Option("cheeses", GOALS, 4),
        Option("side", SIDES, "front"),
        Option("memory", ("strict", "notes"), "strict"),
        Option("mad_mice", (False, True), False),
    )
    memory = TileMemory()
    bots: ClassVar[Mapping[str, Bot[Appenzell]]] = {"greedy": Greedy()}
    knowledge = AppenzellKnowledge()
    levels: ClassVar[Mapping[str, Level]] = {
        "novice": Level(20, 0.05, 0.15, memory=0.3),
        "player": Level(80, 0.3, memory=0.6),
        "master": Level(8000, 1.0),
    }

    def new(self, options: Options) -> Appenzell:
        return Appenzell(
            Config(
                int(options["players"]),
                int(options["cheeses"]),
                str(options["side"]),
                str(options["memory"]),
                bool(options["mad_mice"]),
            )
        )

    def max_events(self, options: Options) -> int:
        """A turn has 4 actions, or fewer and `done`, and each of 2 pushes a gift and a flight.

        Luck names who begins and each of the 34 ordinary tiles once; every seat places a mouse.
        """
        return (4 + 2 * 2) * TURNS + 1 + sum(COPIES) + int(options["players"])

    text = staticmethod(notation.text)
    parse = staticmethod(notation.parse)
    rule_against = staticmethod(notation.rule_against)
    phrase = staticmethod(picture.phrase)
    move_phrase = staticmethod(picture.move_phrase)
    score_breakdown = staticmethod(picture.score_breakdown)
    open_scene = staticmethod(scene.open_scene)
    scene = staticmethod(scene.scene)
    picture = staticmethod(picture.table)

    def arrays(self, options: Options) -> AppenzellArrays:
        # Numbers in arrays are for those who learn: nobody else needs the library for them.
        from ludotheque.games.appenzell.arrays import AppenzellArrays, fields  # noqa: PLC0415

        players = int(options["players"])
        return AppenzellArrays(players, self.max_events(options), fields(players))

    def check(self, state: Appenzell) -> None:
        """Tiles and mice are conserved, and no mouse stands where none can."""
        castle = state
        _check_tiles(castle)
        _check_mice(castle)
        _check_roofs(castle)


def _check_tiles(castle: Appenzell) -> None:
    """(CA-2, CA-30) 33 tiles in the castle, one on each hole, and no tile twice or missing."""
    squares = 0
    for kind in range(KINDS):
        assert squares & castle.faces[kind] == 0, "two tiles on a square"
        squares |= castle.faces[kind]
    assert squares == HOLES, "a hole without a tile"
    for face in range(ORDINARY):
        seen = count_bits(castle.faces[face]) + castle.spares[face]
        assert seen + castle.unseen[face] == COPIES[face], "ordinary tiles"
    is_early = castle.phase in (FINDING_FIRST, TURNING_SPARE)
    hidden = count_bits(castle.faces[UNSEEN]) + is_early
    assert sum(castle.unseen) == hidden + castle.is_out_unseen, "unseen tiles"
    for face in range(PASSAGE, FACES):
        inside = castle.faces[face] | castle.faces[BACK[face]]
        double = count_bits(inside) + castle.spares[face]
        assert double == (castle.config.mad_mice and not is_early), "double-faced tiles"


def _check_mice(castle: Appenzell) -> None:
    """(CA-4, CA-12, CA-14) Four mice each, one on a square, none on a trap, cat or sock."""
    occupied = 0
    for seat in range(castle.players):
        assert occupied & castle.mice[seat] == 0, "two mice on a square"
        occupied |= castle.mice[seat]
        assert castle.supply(seat) >= 0, "mice"
    assert occupied & ~castle.open & ~TOWERS == 0, "a mouse under a roof"
    if castle.phase == ACTING:
        bad = castle.faces[TRAP] | castle.faces[CAT] | castle.faces[SOCK]
        assert occupied & bad == 0, "a mouse on a trap, cat or sock"


def _check_roofs(castle: Appenzell) -> None:
    """(CA-3) The open squares are those of the open rooms."""
    squares = 0
    for room in range(ROOMS):
        if castle.open_rooms & BIT[room]:
            squares |= castle.room(room)
    assert squares == castle.open, "roofs"
    assert castle.faces[WORKS] & castle.faces[SOCK] == 0, "works and sock at once"


GAME = AppenzellGame()
