"""M: the game as the rest of the program sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ludotheque.core.bot import Bot, Level
from ludotheque.core.game import Game
from ludotheque.core.greedy_bot import GreedyBot
from ludotheque.core.options import Option, Options
from ludotheque.core.state import rank
from ludotheque.core.value import ValuedLeaves
from ludotheque.games.m import data, notation, reasons, scene, scene_board, sentences, terminal
from ludotheque.games.m.highlights import MHighlights
from ludotheque.games.m.knowledge import ROLLOUT_DEPTH, MKnowledge
from ludotheque.games.m.knowledge_values import MValue
from ludotheque.games.m.observation import Private, Public
from ludotheque.games.m.rules import Config, M
from ludotheque.games.m.rules_geometry import MAX_SPAN

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
        Option("opening", tuple(data.OPENINGS), "zigzag"),
    )
    knowledge = MKnowledge()
    value_model = MValue()
    judging_knowledge = ValuedLeaves(knowledge, value_model, 100, 0, chances_after=True)
    highlights = MHighlights()
    bots: ClassVar[Mapping[str, Bot[M]]] = {"greedy": GreedyBot(knowledge, reasons.why)}
    levels: ClassVar[Mapping[str, Level]] = {
        "novice": Level(simulations=30, time_limit_s=0.05, noise=0.1),
        "player": Level(simulations=100, time_limit_s=0.3),
        "master": Level(simulations=4000, time_limit_s=1.0),
        "champion": Level(
            simulations=10000,
            time_limit_s=1.5,
            knowledge=ValuedLeaves(knowledge, value_model, 50, ROLLOUT_DEPTH),
        ),
    }

    def new(self, options: Options) -> M:
        return M(Config(options))

    def new_under(self, rules_version: int, options: Options) -> M:
        """(M-20) Under version 1 chips broke ties."""
        self.check_version(rules_version)
        state = self.new(options)
        state.chips_break_ties = rules_version == 1
        return state

    def accepted_ranks(self, state: M) -> list[tuple[int, ...]]:
        """(M-20) For a record of version 1, both readings of a tie.

        Our own records of that version let chips decide; records of a separate implementation
        also say version 1 but share ranks.
        """
        return [state.ranks(), rank([(score,) for score in state.scores()])]

    def max_events(self, options: Options) -> int:
        """Each card is laid, drawn and taken once; between two lays fewer than 3n pass and draw."""
        players = int(options["players"])
        cards = data.PILE_SIZES[players - 2] + data.HAND_SIZE * players + 5
        return 2 * cards * 3 * players + 3 * cards + 10

    text = staticmethod(notation.text)
    parse = staticmethod(notation.parse)
    rule_against = staticmethod(notation.rule_against)
    phrase = staticmethod(sentences.phrase)
    targets = staticmethod(scene_board.targets)
    move_phrase = staticmethod(sentences.move_phrase)
    score_table = staticmethod(sentences.score_table)
    table = staticmethod(scene.table)
    own = staticmethod(scene.own)
    own_basis = staticmethod(scene.own_basis)
    picture = staticmethod(terminal.picture)

    def arrays(self, options: Options) -> MArrays:
        from ludotheque.games.m.arrays import MArrays, fields  # noqa: PLC0415 - imports numpy

        players = int(options["players"])
        return MArrays(players, self.max_events(options), fields(players))

    def check_invariants(self, state: M) -> None:
        """Chips and cards are conserved, and the cards fit (M-3, M-4, M-8)."""
        public = state.public()
        assert sum(public.chips) == data.CHIPS_EACH * state.players, "chips lost or created"
        unseen = sum(count for _, count in state.unseen())
        seen = len(public.cards) + sum(public.hand_sizes) + sum(map(len, public.taken))
        assert unseen + seen + len(public.buried_by) == data.DECK_SIZE, "cards lost or created"
        rows = [row for row, _, _ in public.cards] or [0]
        columns = [column for _, column, _ in public.cards] or [0]
        assert max(rows) - min(rows) < MAX_SPAN, "cards in too many rows"
        assert max(columns) - min(columns) < MAX_SPAN, "cards in too many columns"
        assert max(public.hand_sizes) <= data.HAND_SIZE, "too many cards in a hand"


GAME = MGame()
