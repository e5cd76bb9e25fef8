"""Zankapfel: the game as the rest of the program sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ludotheque.core.bot import Level
from ludotheque.core.fast import count_bits
from ludotheque.core.game import Game
from ludotheque.core.greedy_bot import GreedyBot
from ludotheque.core.options import Option, Options
from ludotheque.core.value import ValuedLeaves
from ludotheque.games.zankapfel import (
    data,
    moves,
    notation,
    reasons,
    scene,
    sentences,
    targets,
    terminal,
)
from ludotheque.games.zankapfel.highlights import ZankapfelHighlights
from ludotheque.games.zankapfel.knowledge import KNOWLEDGE, ROLLOUT_DEPTH
from ludotheque.games.zankapfel.knowledge_values import ZankapfelValue
from ludotheque.games.zankapfel.observation import Private, Public
from ludotheque.games.zankapfel.rules import Config, Zankapfel, clearings

if TYPE_CHECKING:
    from ludotheque.games.zankapfel.arrays import ZankapfelArrays


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
        Option("track", data.TRACK_LENGTHS, 40),
        Option("bribery", (True, False), True),
        Option("finish", ("first", "round"), "first", unrecorded="round"),  # (ZK-23)
    )
    highlights = ZankapfelHighlights()
    bots: ClassVar = {"greedy": GreedyBot(KNOWLEDGE, reasons.why)}
    knowledge = KNOWLEDGE
    value_model = ZankapfelValue()
    judging_knowledge = KNOWLEDGE
    levels: ClassVar = {
        "novice": Level(simulations=12, time_limit_s=0.05, noise=0.25),
        "player": Level(simulations=40, time_limit_s=0.3, noise=0.08),
        "master": Level(simulations=1000, time_limit_s=1.0),
        "champion": Level(
            simulations=5000,
            time_limit_s=1.5,
            knowledge=ValuedLeaves(KNOWLEDGE, value_model, 50, ROLLOUT_DEPTH),
        ),
    }

    def new(self, options: Options) -> Zankapfel:
        return Zankapfel(Config(options))

    def max_events(self, options: Options) -> int:
        """As many rounds as chips (ZK-23), and a bound for what a round may bring.

        A seat offers twice a round at most, and each offer makes all others answer once more; so
        does a purchase of dice. A quarrel uses up a card of some contender, ten for each seat, or
        none of them has any: one for every two seats a round. Ties on dice alone start new ones
        and have no bound, but a game will never have a hundred of them.
        """
        players = int(options["players"])
        rounds = data.CELLS - clearings(players)
        set_up = 1 + data.CARDS_DEALT * players + 1 + data.CELLS
        bribery = 2 + 2 * players * players
        quarrel = players + players * players + data.MAX_DICE * players
        quarrels = data.HIGHEST_QUARREL_CARD * players + rounds * players // 2 + 100
        return set_up + rounds * (3 * players + 1 + bribery) + quarrels * quarrel

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
    picture = staticmethod(terminal.picture)

    def arrays(self, options: Options) -> ZankapfelArrays:
        # numpy is needed by learning agents only
        from ludotheque.games.zankapfel.arrays import ZankapfelArrays, fields  # noqa: PLC0415

        players = int(options["players"])
        return ZankapfelArrays(players, self.max_events(options), fields(players))

    def check_invariants(self, state: Zankapfel) -> None:
        """Cards and chips are conserved; what lies on the table fits the phase."""
        phase = state.phase
        for card in range(data.KINDS):
            heaps = (state.pile, state.discards, *state.hands)
            count = sum(data.count_of(heap, card) for heap in heaps) + (state.face_up == card)
            count += list(state.laid).count(card)
            assert count == data.CARDS_PER_KIND, f"{count} apple cards {card}"
        in_set_up = data.CELLS - count_bits(state.chips) <= state.config.clearings
        assert in_set_up or not state.chips >> state.mayor & 1, "a chip under the mayor"
        has_sale = state.face_up >= 0 or state.pile == 0 or phase < moves.CHOOSING_COLOUR
        assert has_sale, "no card for sale in spite of a pile"
        assert state.awaited_seats >> state.players == 0, "a seat awaited that does not exist"
        is_over, is_bribing = phase == moves.OVER, phase == moves.BRIBING
        assert is_over or is_bribing == (state.proposal >= 0), "a proposal outside bribing"
        has_won = state.farthest() >= state.config.instant_win_at
        assert is_over or not has_won, "a game that goes on after the finish"
        for seat in range(state.players):
            _check_seat(state, seat)


def _check_seat(state: Zankapfel, seat: int) -> None:
    """What lies in front of a seat fits the phase."""
    for card in range(data.KINDS):
        held = data.count_of(state.held_by(seat), card)
        assert data.count_of(state.publicly_known[seat], card) <= held, "a known card not held"
    is_contender = state.contenders >> seat & 1
    assert is_contender or not state.quarrel_laid[seat], "a quarrel card outside a quarrel"
    offer, colour, laid = state.offers[seat], state.colours[seat], state.laid[seat]
    is_reachable = not offer or state.reachable() >> moves.offer_cell(offer) & 1
    assert is_reachable, "an offer for a cell out of reach"
    assert colour < data.COLOURS, "a joker taken for a colour"
    is_discarded = state.phase == moves.OVER and laid == data.NONE
    is_hidden = state.phase < moves.CHOOSING_COLOUR or state.proposal >= 0 or is_discarded
    assert is_hidden or laid in (colour, data.JOKER), "a colour that was not laid"


GAME = ZankapfelGame()
