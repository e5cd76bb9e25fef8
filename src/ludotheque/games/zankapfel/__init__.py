"""Zankapfel: the game as the rest of the program sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ludotheque.core.bot import Bot, Level
from ludotheque.core.fast import members
from ludotheque.core.game import Game
from ludotheque.core.options import Option, Options
from ludotheque.games.zankapfel import notation, picture, scene
from ludotheque.games.zankapfel.bot import Greedy
from ludotheque.games.zankapfel.data import CELLS, COLOURS, EACH, JOKER, KINDS, copies
from ludotheque.games.zankapfel.knowledge import ZankapfelKnowledge
from ludotheque.games.zankapfel.rules import COLOURING, Config, View, Zankapfel
from ludotheque.games.zankapfel.rules_mayor import BRIBING
from ludotheque.games.zankapfel.rules_race import OVER

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ludotheque.games.zankapfel.arrays import ZankapfelArrays


FIRST, ROUND = "first", "round"  # what the option `finish` says


class ZankapfelGame(Game[Zankapfel, View]):
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
    bots: ClassVar[Mapping[str, Bot[Zankapfel]]] = {"greedy": Greedy()}
    knowledge = ZankapfelKnowledge()
    levels: ClassVar[Mapping[str, Level]] = {
        "novice": Level(12, 0.05, 0.25),
        "player": Level(40, 0.3, 0.08),
        "master": Level(1000, 1.0),
    }

    def new(self, options: Options) -> Zankapfel:
        first_wins = options["finish"] == FIRST
        players, track = int(options["players"]), int(options["track"])
        return Zankapfel(Config(players, track, bool(options["bribery"]), first_wins))

    def max_events(self, options: Options) -> int:
        """As many rounds as chips (ZK-23), and a bound for what a round may bring.

        A seat offers twice a round at most, and each offer makes all others speak once more; so
        does a purchase of dice. A quarrel uses up a card of some contender, ten for each seat, or
        none of them has any: one for every two seats a round. Ties on dice alone start new ones
        and have no bound, but a hundred in a game will never be seen.
        """
        players = int(options["players"])
        rounds = CELLS - (6 if players == 3 else players)
        set_up = 1 + 4 * players + 1 + CELLS
        bribery = 2 + 2 * players * players
        quarrel = players + players * players + 3 * players
        quarrels = 10 * players + rounds * players // 2 + 100
        return set_up + rounds * (3 * players + 1 + bribery) + quarrels * quarrel

    text = staticmethod(notation.text)
    parse = staticmethod(notation.parse)
    rule_against = staticmethod(notation.rule_against)
    phrase = staticmethod(picture.phrase)
    move_phrase = staticmethod(picture.move_phrase)
    score_breakdown = staticmethod(picture.score_breakdown)
    scene = staticmethod(scene.scene)
    picture = staticmethod(picture.table)

    def arrays(self, options: Options) -> ZankapfelArrays:
        # Numbers in arrays are for those who learn: nobody else needs the library for them.
        from ludotheque.games.zankapfel.arrays import ZankapfelArrays, fields  # noqa: PLC0415

        players = int(options["players"])
        return ZankapfelArrays(players, self.max_events(options), fields(players))

    def check(self, state: Zankapfel) -> None:
        """Cards and chips are conserved; what is known of a hand is in it (ZK-2, ZK-9, ZK-13)."""
        z = state
        for card in range(KINDS):
            placed = copies(z.pile, card) + copies(z.discards, card) + (z.face_up == card)
            placed += sum(copies(hand, card) for hand in z.hands)
            assert placed + list(z.laid).count(card) == EACH, "apple cards"
            for seat in range(z.players):
                assert copies(z.known[seat], card) <= copies(z.held_by(seat), card), "known cards"
        taken = CELLS - len(members(z.chips))
        assert taken <= z.config.clearings or not z.chips >> z.mayor & 1, "the mayor's chip"
        assert z.face_up >= 0 or z.pile == 0 or z.phase < COLOURING, "a card to buy"
        _check_seats(z)


def _check_seats(z: Zankapfel) -> None:
    """What lies before the seats fits the moment."""
    assert z.waiting >> z.players == 0, "who is waited for"
    assert (z.phase == BRIBING) == (z.proposal >= 0) or z.phase == OVER, "a proposal"
    assert z.phase == OVER or not z.config.first_wins or z.farthest() < z.config.track, "the finish"
    for seat in range(z.players):
        number = z.quarrel_laid[seat]
        assert number == 0 or z.contenders >> seat & 1, "a quarrel card of no contender"
        assert not z.offers[seat] or z.reachable() >> z.offers[seat] % CELLS & 1, "an offer"
        shown = z.phase == OVER and z.proposal < 0 and z.laid[seat] >= 0
        revealed = COLOURING <= z.phase < OVER or shown
        assert z.colours[seat] < COLOURS, "a joker is no colour"
        assert not revealed or z.laid[seat] in (z.colours[seat], JOKER), "the colour of a card"


GAME = ZankapfelGame()
