"""Zankapfel: the game as the rest of the program sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ludotheque.core.bot import Bot, Level
from ludotheque.core.fast import bit_indices
from ludotheque.core.game import Game
from ludotheque.core.greedy_bot import GreedyBot
from ludotheque.core.options import Option, Options
from ludotheque.games.zankapfel import notation, reasons, scene, sentences, terminal
from ludotheque.games.zankapfel.data import (
    CARDS_DEALT,
    CARDS_PER_KIND,
    CELLS,
    COLOURS,
    HIGHEST_QUARREL_CARD,
    JOKER,
    KINDS,
    MAX_DICE,
    copies,
)
from ludotheque.games.zankapfel.knowledge import KNOWLEDGE
from ludotheque.games.zankapfel.moves import BRIBING, COLOURING, OVER
from ludotheque.games.zankapfel.observation import Private, Public
from ludotheque.games.zankapfel.rules import Config, Zankapfel, clearings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ludotheque.games.zankapfel.arrays import ZankapfelArrays


FIRST, ROUND = "first", "round"  # what the option `finish` says


class ZankapfelGame(Game[Zankapfel, Public, Private]):
    """Zankapfel, by Ralf zur Linde and Michael Hageböck, for 3 to 6 players."""

    slug = "zankapfel"
    name = "Zankapfel"
    rules_version = 1
    authors = ("Ralf zur Linde", "Michael Hageböck")
    publisher = "VSK"
    year = 1993
    minutes = (60, 60)
    age = 8
    options = (
        Option("players", (3, 4, 5, 6), 4),
        Option("track", (30, 40, 50), 40),
        Option("bribery", (True, False), True),
        Option("finish", (FIRST, ROUND), FIRST, unrecorded=ROUND),  # (ZK-23)
    )
    bots: ClassVar[Mapping[str, Bot[Zankapfel]]] = {"greedy": GreedyBot(KNOWLEDGE, reasons.why)}
    knowledge = KNOWLEDGE
    levels: ClassVar[Mapping[str, Level]] = {
        "novice": Level(simulations=12, time_limit_s=0.05, noise=0.25),
        "player": Level(simulations=40, time_limit_s=0.3, noise=0.08),
        "master": Level(simulations=1000, time_limit_s=1.0),
    }

    def new(self, options: Options) -> Zankapfel:
        first_wins = options["finish"] == FIRST
        players, track = int(options["players"]), int(options["track"])
        return Zankapfel(Config(players, track, bool(options["bribery"]), first_wins))

    def max_events(self, options: Options) -> int:
        """As many rounds as chips (ZK-23), and a bound for what a round may bring.

        A seat offers twice a round at most, and each offer makes all others answer once more; so
        does a purchase of dice. A quarrel uses up a card of some contender, ten for each seat, or
        none of them has any: one for every two seats a round. Ties on dice alone start new ones
        and have no bound, but a game will never have a hundred of them.
        """
        players = int(options["players"])
        rounds = CELLS - clearings(players)
        set_up = 1 + CARDS_DEALT * players + 1 + CELLS
        bribery = 2 + 2 * players * players
        quarrel = players + players * players + MAX_DICE * players
        quarrels = HIGHEST_QUARREL_CARD * players + rounds * players // 2 + 100
        return set_up + rounds * (3 * players + 1 + bribery) + quarrels * quarrel

    text = staticmethod(notation.text)
    parse = staticmethod(notation.parse)
    rule_against = staticmethod(notation.rule_against)
    phrase = staticmethod(sentences.phrase)
    move_phrase = staticmethod(sentences.move_phrase)
    score_breakdown = staticmethod(sentences.score_breakdown)
    table = staticmethod(scene.table)
    own = staticmethod(scene.own)
    picture = staticmethod(terminal.picture)

    def arrays(self, options: Options) -> ZankapfelArrays:
        # numpy is needed by learning agents only
        from ludotheque.games.zankapfel.arrays import ZankapfelArrays, fields  # noqa: PLC0415

        players = int(options["players"])
        return ZankapfelArrays(players, self.max_events(options), fields(players))

    def check_invariants(self, state: Zankapfel) -> None:
        """Cards and chips are conserved; what is known of a hand is in it (ZK-2, ZK-9, ZK-13)."""
        for card in range(KINDS):
            placed = copies(state.pile, card) + copies(state.discards, card)
            placed += sum(copies(hand, card) for hand in state.hands) + (state.face_up == card)
            assert placed + list(state.laid).count(card) == CARDS_PER_KIND, "apple cards"
            for seat in range(state.players):
                held = copies(state.held_by(seat), card)
                assert copies(state.known[seat], card) <= held, "known cards"
        taken = CELLS - len(bit_indices(state.chips))
        is_set_up = taken <= state.config.clearings
        assert is_set_up or not state.chips >> state.mayor & 1, "the mayor's chip"
        assert state.face_up >= 0 or state.pile == 0 or state.phase < COLOURING, "a card to buy"
        _check_seats(state)


def _check_seats(state: Zankapfel) -> None:
    """What lies before the seats fits the moment."""
    phase, config = state.phase, state.config
    assert state.waiting >> state.players == 0, "seats waited for"
    assert (phase == BRIBING) == (state.proposal >= 0) or phase == OVER, "a proposal"
    assert phase == OVER or state.farthest() < config.winning_position, "the finish"
    for seat in range(state.players):
        number, offer = state.quarrel_laid[seat], state.offers[seat]
        assert number == 0 or state.contenders >> seat & 1, "a quarrel card of no contender"
        assert not offer or state.reachable() >> offer % CELLS & 1, "an offer"
        is_shown = phase == OVER and state.proposal < 0 and state.laid[seat] >= 0
        is_revealed = COLOURING <= phase < OVER or is_shown
        assert state.colours[seat] < COLOURS, "a joker is no colour"
        assert not is_revealed or state.laid[seat] in (state.colours[seat], JOKER), "a colour"


GAME = ZankapfelGame()
