"""Appenzell: the game as the rest of the program sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ludotheque.core.bot import Bot, Level
from ludotheque.core.fast import BIT, count_bits
from ludotheque.core.game import Game
from ludotheque.core.greedy_bot import GreedyBot
from ludotheque.core.options import Option, Options
from ludotheque.games.appenzell import (
    data,
    moves,
    notation,
    reasons,
    scene,
    sentences,
    targets,
    terminal,
)
from ludotheque.games.appenzell.highlights import AppenzellHighlights
from ludotheque.games.appenzell.knowledge import KNOWLEDGE
from ludotheque.games.appenzell.knowledge_values import AppenzellValue
from ludotheque.games.appenzell.memory import TileMemory
from ludotheque.games.appenzell.observation import Public
from ludotheque.games.appenzell.rules import Appenzell, Config

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ludotheque.games.appenzell.arrays import AppenzellArrays


class AppenzellGame(Game[Appenzell, Public, None]):
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
        Option("cheeses", data.GOALS, 4),
        Option("side", data.BOARD_SIDES, "front"),
        Option("memory", ("strict", "notes"), "strict"),
        Option("mad_mice", (False, True), False),
    )
    memory = TileMemory()
    highlights = AppenzellHighlights()
    bots: ClassVar[Mapping[str, Bot[Appenzell]]] = {"greedy": GreedyBot(KNOWLEDGE, reasons.why)}
    knowledge = KNOWLEDGE
    value_model = AppenzellValue()
    levels: ClassVar[Mapping[str, Level]] = {
        "novice": Level(simulations=20, time_limit_s=0.05, noise=0.15, recall=0.3),
        "player": Level(simulations=80, time_limit_s=0.3, recall=0.6),
        "master": Level(simulations=8000, time_limit_s=1.0),
        "champion": Level(simulations=64000, time_limit_s=1.5),
    }

    def new(self, options: Options) -> Appenzell:
        return Appenzell(Config(options))

    def max_events(self, options: Options) -> int:
        """A turn has 4 actions, or fewer and `done`; each of 2 pushes may force `give` and `flee`.

        Luck names who begins, and each of the 34 ordinary tiles once; every seat places a mouse.
        """
        return (4 + 2 * 2) * data.TURN_LIMIT + 1 + sum(data.COPIES) + int(options["players"])

    text = staticmethod(notation.text)
    parse = staticmethod(notation.parse)
    rule_against = staticmethod(notation.rule_against)
    phrase = staticmethod(sentences.phrase)
    targets = staticmethod(targets.targets)
    move_phrase = staticmethod(sentences.move_phrase)
    score_table = staticmethod(sentences.score_table)
    table = staticmethod(scene.table)
    own = staticmethod(scene.own)
    own_basis = staticmethod(scene.own_basis)
    final_scene = staticmethod(scene.final_scene)
    picture = staticmethod(terminal.picture)

    def arrays(self, options: Options) -> AppenzellArrays:
        # imported here, as only learning agents need numpy
        from ludotheque.games.appenzell.arrays import AppenzellArrays, fields  # noqa: PLC0415

        players = int(options["players"])
        return AppenzellArrays(players, self.max_events(options), fields(players))

    def check_invariants(self, state: Appenzell) -> None:
        """No tile or mouse is lost or doubled, and no mouse stands where none can."""
        _check_tiles(state)
        _check_mice(state)
        _check_roofs(state)


def _check_tiles(state: Appenzell) -> None:
    """(CA-2, CA-30) A tile on each of the 33 sliding squares, and none lost or doubled."""
    squares = 0
    for kind in range(data.TILE_KINDS):
        assert squares & state.faces[kind] == 0, "two tiles on a square"
        squares |= state.faces[kind]
    assert squares == data.SLIDING_SQUARES, "a sliding square without a tile"
    for face in range(data.ORDINARY_FACES):
        seen = count_bits(state.faces[face]) + state.spares[face]
        assert seen + state.unseen[face] == data.COPIES[face], "an ordinary tile lost or doubled"
    is_early = state.phase in (moves.FINDING_FIRST, moves.TURNING_SPARE)
    hidden = count_bits(state.faces[data.UNSEEN]) + is_early
    assert sum(state.unseen) == hidden + state.is_out_unseen, "an unseen tile lost or doubled"
    for face in range(data.PASSAGE, data.FACES):
        inside = state.faces[face] | state.faces[data.BACK[face]]
        count = count_bits(inside) + state.spares[face]
        is_here = state.config.mad_mice and not is_early
        assert count == is_here, "a double-faced tile lost or doubled"


def _check_mice(state: Appenzell) -> None:
    """(CA-4, CA-12, CA-14) Four mice each, one on a square, none on a trap, cat or sock."""
    occupied = 0
    for seat in range(state.players):
        assert occupied & state.mice[seat] == 0, "two mice on a square"
        occupied |= state.mice[seat]
        assert state.supply(seat) >= 0, "a seat with too many mice"
    assert occupied & ~state.open_squares & ~data.TOWERS == 0, "a mouse under a roof"
    if state.phase == moves.ACTING:
        bad = state.faces[data.TRAP] | state.faces[data.CAT] | state.faces[data.SOCK]
        assert occupied & bad == 0, "a mouse on a trap, cat or sock"


def _check_roofs(state: Appenzell) -> None:
    """(CA-3) The open squares are those of the open rooms."""
    squares = 0
    for room in range(data.ROOMS):
        if state.open_rooms & BIT[room]:
            squares |= state.room_squares(room)
    assert squares == state.open_squares, "the open squares are not those of the open rooms"


GAME = AppenzellGame()
