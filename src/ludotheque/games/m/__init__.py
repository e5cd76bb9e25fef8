"""M: the game as the rest of the program sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ludotheque.core.bot import Bot, Level
from ludotheque.core.game import Game
from ludotheque.core.options import Option, Options
from ludotheque.games.m import notation, picture, scene
from ludotheque.games.m.bot import Greedy
from ludotheque.games.m.data import CHIPS, DECK, OPENINGS, PILE
from ludotheque.games.m.knowledge import MKnowledge
from ludotheque.games.m.observation import Private, Public
from ludotheque.games.m.rules import Config, M

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ludotheque.games.m.arrays import MArrays


class MGame(Game[M, Public, Private]):
    """M, by Martin Schlegel, for 2 to 6 players."""

    slug = "m"
    name = "M"
    rules_version = 2
    earlier_versions = (1,)
    authors = ("Martin Schlegel",)
    publisher = "Abacus Spiele / Grünspan"
    year = 2000
    minutes = (30, 45)
    age = 10
    options = (
        Option("players", (2, 3, 4, 5, 6), 4),
        Option("symbols", (5, 4), 5),
        Option("voluntary_pass", (False, True), False),
        Option("opening", tuple(OPENINGS), "zigzag"),
    )
    bots: ClassVar[Mapping[str, Bot[M]]] = {"greedy": Greedy()}
    knowledge = MKnowledge()
    levels: ClassVar[Mapping[str, Level]] = {
        "novice": Level(30, 0.05, 0.1),
        "player": Level(100, 0.3),
        "master": Level(4000, 1.0),
    }

    def new(self, options: Options) -> M:
        return M(
            Config(
                int(options["players"]),
                int(options["symbols"]),
                bool(options["voluntary_pass"]),
                str(options["opening"]),
            )
        )

    def new_by(self, rules_version: int, options: Options) -> M:
        """(M-20) By version 1 the number of chips decided between equal totals."""
        self.check_version(rules_version)
        state = self.new(options)
        state.chips_break_ties = rules_version == 1
        return state

    def accepted_ranks(self, state: M) -> list[tuple[int, ...]]:
        """(M-20) Of a record of version 1, both readings of a tie.

        Our own records of that version let chips decide. Those of the independent referee
        have its number too and share ranks: a number alone doesn't tell which were meant.
        """
        m = state
        return [m.ranks(), m.shared_ranks()] if m.chips_break_ties else [m.ranks()]

    def max_events(self, options: Options) -> int:
        """Every card is laid once and taken once; at most 3n - 1 passes stand between two lays."""
        players = int(options["players"])
        cards = PILE[players - 2] + 4 * players + 5
        return 2 * cards * 3 * players + 3 * cards + 10

    text = staticmethod(notation.text)
    parse = staticmethod(notation.parse)
    rule_against = staticmethod(notation.rule_against)
    phrase = staticmethod(picture.phrase)
    move_phrase = staticmethod(picture.move_phrase)
    score_breakdown = staticmethod(picture.score_breakdown)
    table = staticmethod(scene.table)
    own = staticmethod(scene.own)
    picture = staticmethod(picture.table)

    def arrays(self, options: Options) -> MArrays:
        # Numbers in arrays are for those who learn: nobody else needs the library for them.
        from ludotheque.games.m.arrays import MArrays, fields  # noqa: PLC0415

        players = int(options["players"])
        return MArrays(players, self.max_events(options), fields(players))

    def check(self, state: M) -> None:
        """Chips and cards are conserved, and the cards fit (M-3, M-4, M-8)."""
        public = state.public()
        assert sum(public.chips) == CHIPS * state.players, "chips"
        unseen = sum(weight for _, weight in state.unseen())
        placed = len(public.cards) + sum(public.hand_sizes) + sum(map(len, public.taken))
        assert unseen + placed + len(public.buried_by) == DECK, "cards"
        rows = [row for row, _, _ in public.cards] or [0]
        columns = [column for _, column, _ in public.cards] or [0]
        assert max(rows) - min(rows) < 6, "rows"
        assert max(columns) - min(columns) < 6, "columns"
        assert all(0 <= size <= 4 for size in public.hand_sizes), "hands"


GAME = MGame()
