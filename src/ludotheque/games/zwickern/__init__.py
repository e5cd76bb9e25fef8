"""Zwickern: the game as the rest of the program sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ludotheque.core.bot import Bot, Level
from ludotheque.core.errors import IllegalMove
from ludotheque.core.fast import bit_indices
from ludotheque.core.game import Game
from ludotheque.core.greedy_bot import GreedyBot
from ludotheque.core.options import Option, Options
from ludotheque.games.zwickern import (
    data,
    doubts,
    moves,
    notation,
    reasons,
    scene,
    scene_targets,
    sentences,
    terminal,
)
from ludotheque.games.zwickern.highlights import ZwickernHighlights
from ludotheque.games.zwickern.knowledge import KNOWLEDGE
from ludotheque.games.zwickern.knowledge_values import ZwickernValue
from ludotheque.games.zwickern.memory import HeapMemory
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
        Option("big_cards", tuple(data.EDITIONS), "15/25/30"),
        Option("building", ("free", "strict"), "free"),
        Option("penalty", (30, 10), 30),
        Option("zwick", ("cancel", "plain"), "cancel"),
        Option("zero_piles", (True, False), default=True, unrecorded=False),
        Option("open_heaps", (False, True), default=False, unrecorded=False),
    )
    memory = HeapMemory()
    highlights = ZwickernHighlights()
    bots: ClassVar[Mapping[str, Bot[Zwickern]]] = {"greedy": GreedyBot(KNOWLEDGE, reasons.why)}
    knowledge = KNOWLEDGE
    value_model = ZwickernValue()
    levels: ClassVar[Mapping[str, Level]] = {
        "novice": Level(simulations=15, time_limit_s=0.05, noise=0.35),
        "player": Level(simulations=60, time_limit_s=0.3, noise=0.02),
        "master": Level(simulations=2000, time_limit_s=1.0),
        "champion": Level(simulations=16000, time_limit_s=1.5),
    }

    def new(self, options: Options) -> Zwickern:
        return Zwickern(Config(options))

    def team_of(self, seat: Seat, seats: int) -> int:
        """(ZW-3) Four play as two pairs, partners opposite each other."""
        return int(data.side_of(seat, seats))

    def max_events(self, options: Options) -> int:
        """Each card is dealt once a deal, and those in hands are played once."""
        players = int(options["players"])
        played = players * data.HAND_CARDS[players - 3]
        return data.DEALS[players - 3] * (2 * played + data.OPEN_CARDS)

    def legal_move(self, state: Zwickern, seat: Seat, text: str) -> int:
        """(ZW-6) The test of a capture is bounded; where it gives up the refusal says so."""
        try:
            return super().legal_move(state, seat, text)
        except IllegalMove as refusal:
            if notation.is_too_hard(state, seat, text):
                message = "it was not found out how so many items add up; take fewer at once"
                raise IllegalMove(message, refusal.rule) from None
            raise

    worlds_against = staticmethod(doubts.worlds_against)
    text = staticmethod(notation.text)
    parse = staticmethod(notation.parse)
    rule_against = staticmethod(notation.rule_against)
    phrase = staticmethod(sentences.phrase)
    targets = staticmethod(scene_targets.targets)
    move_phrase = staticmethod(sentences.move_phrase)
    score_table = staticmethod(sentences.score_table)
    table = staticmethod(scene.table)
    own = staticmethod(scene.own)
    own_basis = staticmethod(scene.own_basis)
    picture = staticmethod(terminal.picture)

    def arrays(self, options: Options) -> ZwickernArrays:
        # Only learning agents need arrays, and numpy for them.
        from ludotheque.games.zwickern.arrays import ZwickernArrays  # noqa: PLC0415

        return ZwickernArrays(int(options["players"]), self.max_events(options))

    def check_invariants(self, state: Zwickern) -> None:
        """Each card is in one place, values are allowed ones, one side has open Zwicks."""
        public, config = state.public(), state.config
        piles = [item for item in public.items if item.value != LOOSE]
        sets = [state.pack, *state.hands, *state.heaps]
        cards = [card for each in sets for card in bit_indices(each)]
        cards += [card for item in public.items for card in item.cards]
        assert len(cards) == len(set(cards)), "a card is in two places"
        assert sorted(cards) == bit_indices(config.deck), "cards are lost or not of the deck"
        assert all(item.top in item.cards for item in public.items), "a top card is not in its item"
        loose = [item for item in public.items if item not in piles]
        assert all(len(item.cards) == 1 for item in loose), "a loose card covers others"
        assert all(item.value >= config.least_value for item in piles), "a pile is worth too little"
        worthless = [item.top for item in piles if item.value == 0]
        assert bit_indices(state.worthless) == worthless, "the piles worth 0 are not those noted"
        assert set(bit_indices(state.fresh)) <= {item.top for item in piles}, (
            "a loose card is fresh"
        )
        sides_with_zwicks = [side for side in public.sides if side.open_zwicks]
        assert len(sides_with_zwicks) <= 1 or not config.cancel, "two sides have open Zwicks"
        largest_hand = max(player.hand_size for player in public.players)
        assert largest_hand <= data.FIRST_HAND, "a hand has too many cards"
        if public.phase == moves.PLAYING:  # (ZW-5)
            hand_size = public.players[public.seat].hand_size
            assert hand_size == largest_hand, "another seat has more cards to play"
        if public.phase == moves.OVER:
            assert largest_hand == 0, "cards in hands at the end"
        claws = max(side.tally.claws for side in public.sides)
        assert claws <= data.ALL_CLAWS * public.deal, "a side has more claws than there are"


GAME = ZwickernGame()
