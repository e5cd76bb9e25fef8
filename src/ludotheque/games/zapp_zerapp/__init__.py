"""Zapp Zerapp: the game as the rest of the program sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from ludotheque.core.bot import Bot, Level
from ludotheque.core.game import Game
from ludotheque.core.options import Option, Options
from ludotheque.games.zapp_zerapp import notation, picture, scene
from ludotheque.games.zapp_zerapp.bot import CASUAL, Beginner, Greedy, Master
from ludotheque.games.zapp_zerapp.data import AWAY, BARRELS, EACH, PIECES, TOWN
from ludotheque.games.zapp_zerapp.knowledge import KNOWLEDGE
from ludotheque.games.zapp_zerapp.parts import BarrelAudio, BarrelMemory, ListeningPhase
from ludotheque.games.zapp_zerapp.rules import (
    LISTENING,
    MIXING,
    MOVING,
    RESTLESS,
    Config,
    View,
    ZappZerapp,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ludotheque.core.state import Seat
    from ludotheque.games.zapp_zerapp.arrays import ZappZerappArrays

MAX_ROUNDS: Final = 1000  # far more than any game has


class ZappZerappGame(Game[ZappZerapp, View]):
    """Zapp Zerapp, by Heinz Meister and Klaus Zoch, for 2 to 4 players."""

    slug = "zapp_zerapp"
    name = "Zapp Zerapp"
    rules_version = 1
    authors = ("Heinz Meister", "Klaus Zoch")
    publisher = "Zoch"
    year = 2000
    minutes = (30, 30)
    age = 7
    options = (
        Option("players", (2, 3, 4), 4),
        Option("advanced", (False, True), False),
        Option("memory", (False, True), False),
        Option("help", (False, True), False, unrecorded=False),
        Option("pieces", (3, 2, 1), 3),
        Option("forgetful", (False, True), False),
    )
    audio = BarrelAudio()
    memory = BarrelMemory()
    timed_phase = ListeningPhase()
    bots: ClassVar[Mapping[str, Bot[ZappZerapp]]] = {"greedy": Greedy()}
    knowledge = KNOWLEDGE
    levels: ClassVar[Mapping[str, Level]] = {
        "novice": Level(30, 0.05, memory=0.3, heuristic=Beginner()),
        "player": Level(200, 0.3, memory=0.6, heuristic=Greedy(CASUAL)),
        "master": Level(1000, 1.0, heuristic=Master()),
    }

    def new(self, options: Options) -> ZappZerapp:
        return ZappZerapp(
            Config(
                int(options["players"]),
                bool(options["advanced"]),
                bool(options["memory"]),
                bool(options["help"]),
                int(options["pieces"]),
                bool(options["forgetful"]),
            )
        )

    def max_events(self, options: Options) -> int:
        """Rounds have a bound, games a likely one.

        In a round there are a roll, a mixing, and for each seat RESTLESS barrels handled and as
        many sounds, a last take, a place and a move. Games have about 50 rounds; every 30 more
        are ten times as rare.
        """
        players = int(options["players"])
        return 1 + MAX_ROUNDS * (2 + players * (2 * RESTLESS + 3))

    text = staticmethod(notation.text)
    parse = staticmethod(notation.parse)
    rule_against = staticmethod(notation.rule_against)
    phrase = staticmethod(picture.phrase)
    move_phrase = staticmethod(picture.move_phrase)
    score_breakdown = staticmethod(picture.score_breakdown)
    open_scene = staticmethod(scene.open_scene)
    scene = staticmethod(scene.scene)
    picture = staticmethod(picture.table)

    def texts(self, state: ZappZerapp, seat: Seat) -> list[str]:
        """The 13! mixtures are written ``mix *``."""
        if seat < 0 and state.phase == MIXING:
            return ["mix *"]
        return super().texts(state, seat)

    def progress(self, state: ZappZerapp) -> tuple[int, ...]:
        """The way behind all apprentices of a seat (ZZ-20)."""
        game = state
        return tuple(int(game.way(game.colours[seat])) for seat in range(game.seats()))

    def arrays(self, options: Options) -> ZappZerappArrays:
        # Numbers in arrays are for those who learn: nobody else needs the library for them.
        from ludotheque.games.zapp_zerapp.arrays import ZappZerappArrays  # noqa: PLC0415

        return ZappZerappArrays(int(options["players"]))

    def check(self, state: ZappZerapp) -> None:
        """Apprentices and barrels are all there, each in one place (ZZ-2, ZZ-5, ZZ-8)."""
        game = state
        view = game.observe(0)
        wanted = int(game.config.pieces) if view.colours[0] >= 0 else 0
        for piece, place in enumerate(view.places):
            plays = piece // EACH in view.colours and piece % EACH < wanted
            assert (0 <= place <= TOWN) if plays else place == AWAY, "apprentices"
        assert len(view.places) == PIECES, "apprentices"
        held = [barrel for hand in view.hands for barrel in hand]
        held += [barrel for barrel in view.placed if barrel >= 0]
        free = [barrel for barrel in range(BARRELS) if game.is_free(barrel)]
        assert sorted(held + free) == list(range(BARRELS)), "barrels"
        filled = sorted(int(n) for n in game.numbers)
        assert filled == list(range(1, BARRELS + 1)) or filled == [0] * BARRELS, "numbers"
        assert (filled[0] == 1) or game.phase < LISTENING, "mixing"
        for seat in view.waiting:
            assert game.phase == MOVING, "waiting"
            assert game.steps_of(seat) <= game.magic(), "too high"


GAME = ZappZerappGame()
