"""Zapp Zerapp: the game as the rest of the program sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ludotheque.core.bot import Bot, Level
from ludotheque.core.game import Game
from ludotheque.core.options import Option, Options
from ludotheque.core.part_cache import PartCache
from ludotheque.games.zapp_zerapp import data, moves, notation, rules, scene, sentences, terminal
from ludotheque.games.zapp_zerapp.bot import GREEDY, MASTER, NOVICE, PLAYER
from ludotheque.games.zapp_zerapp.highlights import ZappZerappHighlights
from ludotheque.games.zapp_zerapp.knowledge import KNOWLEDGE
from ludotheque.games.zapp_zerapp.knowledge_values import ZappZerappValue
from ludotheque.games.zapp_zerapp.observation import Private, Public
from ludotheque.games.zapp_zerapp.parts import BarrelAudio, BarrelMemory, ListeningPhase
from ludotheque.games.zapp_zerapp.rules import Config, ZappZerapp

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ludotheque.core.state import Seat
    from ludotheque.core.words import Words
    from ludotheque.games.zapp_zerapp.arrays import ZappZerappArrays
    from ludotheque.presentation.scene import Scene


class ZappZerappGame(Game[ZappZerapp, Public, Private]):
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
    highlights = ZappZerappHighlights()
    bots: ClassVar[Mapping[str, Bot[ZappZerapp]]] = {"greedy": GREEDY}
    knowledge = KNOWLEDGE
    value_model = ZappZerappValue()
    levels: ClassVar[Mapping[str, Level]] = {
        "novice": Level(simulations=30, time_limit_s=0.05, recall=0.3, heuristic=NOVICE),
        "player": Level(simulations=200, time_limit_s=0.3, recall=0.6, heuristic=PLAYER),
        "master": Level(simulations=1000, time_limit_s=1.0, heuristic=MASTER),
        "champion": Level(simulations=1000, time_limit_s=1.5, heuristic=MASTER),
    }

    def new(self, options: Options) -> ZappZerapp:
        return ZappZerapp(Config(options))

    def max_events(self, options: Options) -> int:
        """MAX_ROUNDS rounds: games have about 50, and every 30 more are ten times as rare.

        In a round there are a roll, a mixing, and for each seat MAX_HANDLED_IN_PLAYOUT barrels
        handled and as many sounds, a last take, a placed barrel and a move.
        """
        events_per_seat = 2 * rules.MAX_HANDLED_IN_PLAYOUT + 3
        return 1 + rules.MAX_ROUNDS * (2 + int(options["players"]) * events_per_seat)

    text = staticmethod(notation.text)
    parse = staticmethod(notation.parse)
    rule_against = staticmethod(notation.rule_against)
    phrase = staticmethod(sentences.phrase)
    targets = staticmethod(scene.targets)
    move_phrase = staticmethod(sentences.move_phrase)
    score_table = staticmethod(sentences.score_table)
    picture = staticmethod(terminal.picture)
    table = staticmethod(scene.table)
    own = staticmethod(scene.own)
    own_basis = staticmethod(scene.own_basis)

    def final_scene(self, state: ZappZerapp, words: Words, names: Sequence[str]) -> Scene:
        """(ZZ-7) The table with the numbers of all barrels."""
        public, named = scene.revealed(state), tuple(names)
        return scene.table(public, words, named, PartCache()).scene(self.slug)

    def texts(self, state: ZappZerapp, seat: Seat) -> list[str]:
        """The 13! mixtures are written ``mix *``."""
        if seat < 0 and state.phase == moves.MIXING:
            return ["mix *"]
        return super().texts(state, seat)

    def progress(self, state: ZappZerapp) -> tuple[int, ...]:
        """(ZZ-20) The steps of each seat's apprentices, added up."""
        return tuple(int(state.progress(seat)) for seat in range(state.seats()))

    def arrays(self, options: Options) -> ZappZerappArrays:
        # Only learning agents need arrays, and the library for them.
        from ludotheque.games.zapp_zerapp.arrays import ZappZerappArrays  # noqa: PLC0415

        return ZappZerappArrays(int(options["players"]))

    def check_invariants(self, state: ZappZerapp) -> None:
        """Apprentices and barrels are all there, each in one place (ZZ-2, ZZ-5, ZZ-8)."""
        public = state.public()
        played = int(state.config.pieces) if public.colours[0] >= 0 else 0
        assert len(public.board.locations) == data.PIECES, "apprentices lost or created"
        for piece, location in enumerate(public.board.locations):
            colour, index = divmod(piece, data.PIECES_PER_COLOUR)
            is_played = colour in public.colours and index < played
            is_on_board = 0 <= location <= data.TOWN
            assert is_on_board if is_played else location == data.OUT_OF_PLAY, "apprentice astray"
        barrels = [barrel for hand in public.barrels.hands for barrel in hand]
        barrels += [barrel for barrel in public.barrels.placed if barrel >= 0]
        barrels += [barrel for barrel in range(data.BARRELS) if state.is_free(barrel)]
        assert sorted(barrels) == list(range(data.BARRELS)), "barrels lost or in two places"
        filled = sorted(int(n) for n in state.numbers)
        is_mixed = filled == list(range(1, data.BARRELS + 1))
        assert is_mixed or filled == [0] * data.BARRELS, "numbers of stones lost or repeated"
        assert is_mixed or state.phase < moves.LISTENING, "empty barrels after the mixing"
        for seat in public.still_to_move:
            assert state.phase == moves.MOVING, "seats still to move in another phase"
            assert state.number_of(seat) <= public.magic, "a number too high still to move"


GAME = ZappZerappGame()
