"""Whist: the game as Ludothèque sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ludotheque.core.bot import Bot
from ludotheque.core.game import Game
from ludotheque.core.options import Option, Options
from ludotheque.core.state import Seat

from whist import notation, scene, sentences
from whist.knowledge import WhistKnowledge
from whist.rules import ALL, CARDS, UNKNOWN, Private, Public, Whist


class WhistGame(Game[Whist, Public, Private]):
    """Whist, the classic game of tricks for two partnerships."""

    slug = "whist"
    name = "Whist"
    rules_version = 1
    authors = ()
    publisher = ""
    year = 1742
    minutes = (20, 40)
    age = 8
    options = (
        Option("players", (4,), 4),
        Option("points", (5, 7, 10), 5),
        Option("honours", (True, False), True),
    )
    knowledge = WhistKnowledge()
    bots: ClassVar[Mapping[str, Bot[Whist]]] = {}  # the levels come from the search

    def new(self, options: Options) -> Whist:
        return Whist(int(options["points"]), bool(options["honours"]))

    def team_of(self, seat: Seat, seats: int) -> int:
        """(WH-2) Partners sit opposite each other."""
        del seats
        return seat % 2

    def max_events(self, options: Options) -> int:
        """Every deal scores at least one point (WH-6): two sides need a bounded number of deals."""
        return 1 + 2 * CARDS * (2 * int(options["points"]) - 1)

    text = staticmethod(notation.text)
    parse = staticmethod(notation.parse)
    rule_against = staticmethod(notation.rule_against)
    phrase = staticmethod(sentences.phrase)
    move_phrase = staticmethod(sentences.move_phrase)
    score_table = staticmethod(sentences.score_table)
    picture = staticmethod(sentences.picture)
    table = staticmethod(scene.table)
    own = staticmethod(scene.own)
    targets = staticmethod(scene.targets)

    def check_invariants(self, state: Whist) -> None:
        """No card is lost or held twice, and every trick is won by a side."""
        held = 0
        for hand in state.hands:
            assert not held & hand, "a card is in two hands"
            held |= hand
        assert not held & state.played, "a card is held and played"
        assert state.turned == UNKNOWN or held | state.played == ALL, "a card is lost"
        assert sum(state.tricks) == state.played.bit_count() // 4, "a trick was won by nobody"


GAME = WhistGame()
