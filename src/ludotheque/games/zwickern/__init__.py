"""Zwickern: the game as the rest of the program sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ludotheque.core.bot import Bot, Level
from ludotheque.core.fast import bit_indices
from ludotheque.core.game import Game
from ludotheque.core.greedy_bot import GreedyBot
from ludotheque.core.options import Option, Options
from ludotheque.games.zwickern import notation, reasons, scene, sentences, terminal
from ludotheque.games.zwickern.data import (
    ALL_CLAWS,
    DEALS,
    EDITIONS,
    FIRST_HAND,
    HAND_CARDS,
    OPEN_CARDS,
    side_of,
)
from ludotheque.games.zwickern.knowledge import KNOWLEDGE
from ludotheque.games.zwickern.memory import HeapMemory
from ludotheque.games.zwickern.moves import OVER, PLAYING
from ludotheque.games.zwickern.observation import LOOSE, Private, Public
from ludotheque.games.zwickern.rules import Config, Zwickern

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ludotheque.core.state import Seat
    from ludotheque.games.zwickern.arrays import ZwickernArrays


class ZwickernGame(Game[Zwickern, Public, Private]):
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
    bots: ClassVar[Mapping[str, Bot[Zwickern]]] = {"greedy": GreedyBot(KNOWLEDGE, reasons.why)}
    knowledge = KNOWLEDGE
    levels: ClassVar[Mapping[str, Level]] = {
        "novice": Level(simulations=15, time_limit_s=0.05, noise=0.35),
        "player": Level(simulations=60, time_limit_s=0.3, noise=0.02),
        "master": Level(simulations=2000, time_limit_s=1.0),
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

    def team_of(self, seat: Seat, seats: int) -> int:
        """(ZW-3) Four play as two pairs, partners opposite each other."""
        return int(side_of(seat, seats))

    def max_events(self, options: Options) -> int:
        """Each card is dealt once a deal, and those in hands are played once."""
        players = int(options["players"])
        return DEALS[players - 3] * (2 * players * HAND_CARDS[players - 3] + OPEN_CARDS)

    text = staticmethod(notation.text)
    parse = staticmethod(notation.parse)
    rule_against = staticmethod(notation.rule_against)
    phrase = staticmethod(sentences.phrase)
    move_phrase = staticmethod(sentences.move_phrase)
    score_breakdown = staticmethod(sentences.score_breakdown)
    table = staticmethod(scene.table)
    own = staticmethod(scene.own)
    picture = staticmethod(terminal.picture)

    def arrays(self, options: Options) -> ZwickernArrays:
        # Only learning agents need arrays, and numpy for them.
        from ludotheque.games.zwickern.arrays import ZwickernArrays  # noqa: PLC0415

        return ZwickernArrays(int(options["players"]), self.max_events(options))

    def check_invariants(self, state: Zwickern) -> None:
        """Each card is in one place, values are allowed ones, one side has open Zwicks."""
        public, config = state.public(), state.config
        piles = [item for item in public.items if item.value != LOOSE]
        places = [state.pack, *state.hands, *state.heaps]
        cards = [card for place in places for card in bit_indices(place)]
        cards += [card for item in public.items for card in item.cards]
        assert len(cards) == len(set(cards)), "a card in two places"
        assert sorted(cards) == bit_indices(config.deck), "cards"
        assert all(item.top in item.cards for item in public.items), "top cards"
        assert all(item in piles or len(item.cards) == 1 for item in public.items), "loose"
        least = 0 if config.zero_piles else 1  # (ZW-10)
        assert all(item.value >= least for item in piles), "values of piles"
        worthless = [item.top for item in piles if item.value == 0]
        assert bit_indices(state.worthless) == worthless, "piles worth 0"
        assert set(bit_indices(state.fresh)) <= {item.top for item in piles}, "fresh"
        sides_with_zwicks = [side for side in public.sides if side.open_zwicks]
        assert len(sides_with_zwicks) <= 1 or not config.cancel, "Zwicks"
        largest_hand = max(player.hand_size for player in public.players)
        assert largest_hand <= FIRST_HAND, "hands"
        if public.phase == PLAYING:  # (ZW-5)
            assert public.players[public.seat].hand_size == largest_hand, "whose turn it is"
        if public.phase == OVER:
            assert largest_hand == 0, "cards in hands at the end"
        assert all(side.tally.claws <= ALL_CLAWS * public.deal for side in public.sides), "claws"


GAME = ZwickernGame()
