"""Zwickern: the game as the rest of the program sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ludotheque.core.game import Bot, Game, Level, Option, Options
from ludotheque.games.zwickern import notation, picture, scene
from ludotheque.games.zwickern.bot import Greedy
from ludotheque.games.zwickern.data import DEALS, EDITIONS, FIRST_HAND, HAND_CARDS, OPEN_CARDS
from ludotheque.games.zwickern.knowledge import ZwickernKnowledge
from ludotheque.games.zwickern.rules import OVER, PLAYING, Config, View, Zwickern
from ludotheque.games.zwickern.rules_hands import cards_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ludotheque.core.scene import Scene
    from ludotheque.core.state import Fact, Move, Seat, State
    from ludotheque.core.words import Words
    from ludotheque.games.zwickern.arrays import ZwickernArrays


class ZwickernGame(Game):
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
    )
    bots: ClassVar[Mapping[str, Bot]] = {"greedy": Greedy()}
    knowledge = ZwickernKnowledge()
    levels: ClassVar[Mapping[str, Level]] = {
        "apprenti": Level(15, 0.05, 0.35),
        "joueur": Level(60, 0.3, 0.02),
        "maitre": Level(2000, 1.0),
    }

    def new(self, options: Options) -> Zwickern:
        return Zwickern(
            Config(
                int(options["players"]),
                str(options["big_cards"]),
                str(options["building"]),
                int(options["penalty"]),
                str(options["zwick"]),
            )
        )

    def side_of(self, seat: Seat, seats: int) -> int:
        """(ZW-3) Four play as two pairs, partners opposite each other."""
        return seat % 2 if seats == 4 else seat

    def max_events(self, options: Options) -> int:
        """Exactly so many: in each deal every card is dealt once, those in hands played once."""
        players = int(options["players"])
        return DEALS[players - 3] * (2 * players * HAND_CARDS[players - 3] + OPEN_CARDS)

    def text(self, state: State, move: Move) -> str:
        return notation.text(_zwickern(state), move)

    def parse(self, state: State, text: str) -> Move:
        return notation.parse(_zwickern(state), text)

    def rule_against(self, state: State, seat: Seat, move: Move) -> str:
        return notation.rule_against(_zwickern(state), seat, move)

    def picture(self, view: object, words: Words, names: Sequence[str]) -> str:
        return picture.table(_view(view), words, names)

    def scene(self, world: State, viewer: Seat, words: Words, names: Sequence[str]) -> Scene:
        return scene.scene(_zwickern(world), viewer, words, names)

    def phrase(self, fact: Fact, words: Words, names: Sequence[str]) -> str:
        return picture.phrase(fact, words, names)

    def move_phrase(self, state: State, move: Move, words: Words) -> str:
        return picture.move_phrase(_zwickern(state), move, words)

    def reckoning(self, view: object, words: Words, names: Sequence[str]) -> list[str]:
        return picture.reckoning(_view(view), words, names)

    def arrays(self, options: Options) -> ZwickernArrays:
        # Numbers in arrays are for those who learn: nobody else needs the library for them.
        from ludotheque.games.zwickern.arrays import ZwickernArrays  # noqa: PLC0415

        return ZwickernArrays(int(options["players"]), self.max_events(options))

    def check(self, state: State) -> None:
        """Each card is in one place, piles are worth something, one side has open Zwicks."""
        game = _zwickern(state)
        view = game.observe(0)
        places = [cards_of(game.pack), *(item[3] for item in view.items), *view.heaps]
        places += [cards_of(hand) for hand in game.hands]
        cards = [card for place in places for card in place]
        assert len(cards) == len(set(cards)), "a card in two places"
        assert sorted(cards) == cards_of(game.config.deck), "cards"
        assert all(top in below for top, _, _, below in view.items), "top cards"
        assert all(value > 0 or len(below) == 1 for _, value, _, below in view.items), "piles"
        assert set(view.fresh) <= {top for top, value, _, _ in view.items if value}, "fresh"
        assert sum(count > 0 for count in view.zwicks) <= 1 or not game.config.cancel, "Zwicks"
        assert max(view.hand_sizes) <= FIRST_HAND, "hands"
        if game.phase == PLAYING:  # (ZW-5)
            assert max(view.hand_sizes) == view.hand_sizes[game.seat], "whose turn it is"
        if game.phase == OVER:
            assert max(view.hand_sizes) == 0, "cards in hands at the end"
        assert all(tally[2] <= 27 * view.deal for tally in view.tallies), "claws"


def _zwickern(state: State) -> Zwickern:
    assert isinstance(state, Zwickern), "a state of another game"
    return state


def _view(view: object) -> View:
    assert isinstance(view, View), "a view of another game"
    return view


GAME = ZwickernGame()
