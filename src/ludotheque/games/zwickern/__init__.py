"""Zwickern: the game as the rest of the program sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ludotheque.core.bot import Bot, Level
from ludotheque.core.game import Game
from ludotheque.core.options import Option, Options
from ludotheque.games.zwickern import notation, picture, scene
from ludotheque.games.zwickern.bot import Greedy
from ludotheque.games.zwickern.data import DEALS, EDITIONS, FIRST_HAND, HAND_CARDS, OPEN_CARDS
from ludotheque.games.zwickern.knowledge import ZwickernKnowledge
from ludotheque.games.zwickern.memory import HeapMemory
from ludotheque.games.zwickern.rules import OVER, PLAYING, Config, View, Zwickern
from ludotheque.games.zwickern.rules_hands import cards_of
from ludotheque.games.zwickern.rules_table import LOOSE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ludotheque.core.state import Seat
    from ludotheque.games.zwickern.arrays import ZwickernArrays


class ZwickernGame(Game[Zwickern, View]):
    """Zwickern, traditional, for 3 players or two pairs."""

    slug = "zwickern"
    name = "Zwickern"
    rules_version = 1
    authors = ()
    publisher = "Queen Games"
    year = 1999
    minutes = (30, 45)
    age = 10
    options = (
        Option("players", (3, 4), 4),
        Option("big_cards", tuple(EDITIONS), "15/25/30"),
        Option("building", ("free", "strict"), "free"),
        Option("penalty", (30, 10), 30),
        Option("zwick", ("cancel", "plain"), "cancel"),
        Option("zero_piles", (True, False), default=True, unrecorded=False),
        Option("open_heaps", (False, True), default=False, unrecorded=False),
    )
    memory = HeapMemory()
    bots: ClassVar[Mapping[str, Bot[Zwickern]]] = {"greedy": Greedy()}
    knowledge = ZwickernKnowledge()
    levels: ClassVar[Mapping[str, Level]] = {
        "novice": Level(15, 0.05, 0.35),
        "player": Level(60, 0.3, 0.02),
        "master": Level(2000, 1.0),
    }

    def new(self, options: Options) -> Zwickern:
        return Zwickern(
            Config(
                int(options["players"]),
                str(options["big_cards"]),
                str(options["building"]),
                int(options["penalty"]),
                str(options["zwick"]),
                zero_piles=bool(options["zero_piles"]),
                open_heaps=bool(options["open_heaps"]),
            )
        )

    def side_of(self, seat: Seat, seats: int) -> int:
        """(ZW-3) Four play as two pairs, partners opposite each other."""
        return seat % 2 if seats == 4 else seat

    def max_events(self, options: Options) -> int:
        """Exactly so many: in each deal every card is dealt once, those in hands played once."""
        players = int(options["players"])
        return DEALS[players - 3] * (2 * players * HAND_CARDS[players - 3] + OPEN_CARDS)

    text = staticmethod(notation.text)
    parse = staticmethod(notation.parse)
    rule_against = staticmethod(notation.rule_against)
    phrase = staticmethod(picture.phrase)
    move_phrase = staticmethod(picture.move_phrase)
    score_breakdown = staticmethod(picture.score_breakdown)
    scene = staticmethod(scene.scene)
    picture = staticmethod(picture.table)

    def arrays(self, options: Options) -> ZwickernArrays:
        # Numbers in arrays are for those who learn: nobody else needs the library for them.
        from ludotheque.games.zwickern.arrays import ZwickernArrays  # noqa: PLC0415

        return ZwickernArrays(int(options["players"]), self.max_events(options))

    def check(self, state: Zwickern) -> None:
        """Each card is in one place, values are allowed ones, one side has open Zwicks."""
        game = state
        view = game.observe(0)
        places = [game.pack, *game.hands, *game.heaps]
        cards = [card for place in places for card in cards_of(place)]
        cards += [card for item in view.items for card in item[3]]
        assert len(cards) == len(set(cards)), "a card in two places"
        assert sorted(cards) == cards_of(game.config.deck), "cards"
        assert all(top in below for top, _, _, below in view.items), "top cards"
        piles = {top: value for top, value, builder, _ in view.items if builder != LOOSE}
        assert all(len(below) == 1 for top, _, _, below in view.items if top not in piles), "loose"
        least = 0 if game.config.zero_piles else 1  # (ZW-10)
        assert all(value >= least for value in piles.values()), "values of piles"
        worthless = [top for top, value in piles.items() if value == 0]
        assert cards_of(game.worthless) == worthless, "piles worth 0"
        assert set(view.fresh) <= set(piles), "fresh"
        assert sum(count > 0 for count in view.zwicks) <= 1 or not game.config.cancel, "Zwicks"
        assert max(view.hand_sizes) <= FIRST_HAND, "hands"
        if game.phase == PLAYING:  # (ZW-5)
            assert max(view.hand_sizes) == view.hand_sizes[game.seat], "whose turn it is"
        if game.phase == OVER:
            assert max(view.hand_sizes) == 0, "cards in hands at the end"
        assert all(tally[2] <= 27 * view.deal for tally in view.tallies), "claws"


GAME = ZwickernGame()
