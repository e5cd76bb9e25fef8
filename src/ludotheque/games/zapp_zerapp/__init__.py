"""Zapp Zerapp: the game as the rest of the program sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from ludotheque.core.game import Bot, Event, Game, Level, Option, Options
from ludotheque.games.zapp_zerapp import notation, picture, scene
from ludotheque.games.zapp_zerapp.bot import CASUAL, Beginner, Greedy, Master
from ludotheque.games.zapp_zerapp.data import AWAY, BARRELS, EACH, PIECES, TOWN
from ludotheque.games.zapp_zerapp.knowledge import KNOWLEDGE
from ludotheque.games.zapp_zerapp.knowledge_ear import MEMORY, remembered
from ludotheque.games.zapp_zerapp.rules import (
    HEARING,
    LISTENING,
    MIXING,
    MOVING,
    RESTLESS,
    Config,
    View,
    ZappZerapp,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ludotheque.core.scene import Scene
    from ludotheque.core.state import Fact, Move, Seat, State
    from ludotheque.core.words import Words
    from ludotheque.games.zapp_zerapp.arrays import ZappZerappArrays

ROUNDS: Final = 1000  # no game comes near
SHAKES: Final = 24  # of a player in a round, where a house keeps order
SAME: Final = 8  # of them of one barrel
# Facts of who had which barrel: with the moves that follow they would tell its number again
OF_BARRELS: Final = frozenset({"took", "shook", "heard", "returned", "placed", "turned"})


class ZappZerappGame(Game):
    """Zapp Zerapp, by Heinz Meister and Klaus Zoch, for 2 to 4 players."""

    slug = "zapp_zerapp"
    name = "Zapp Zerapp"
    rules_version = 1
    authors = ("Heinz Meister", "Klaus Zoch")
    publisher = "Zoch"
    year = 2000
    minutes = (30, 30)
    age = 7
    options = (
        Option("players", (2, 3, 4), 4),
        Option("advanced", (False, True), False),
        Option("memory", (False, True), False),
        Option("help", (False, True), False, unrecorded=False),
        Option("pieces", (3, 2, 1), 3),
        Option("forgetful", (False, True), False),
    )
    together = True
    rattles = True
    bots: ClassVar[Mapping[str, Bot]] = {"greedy": Greedy()}
    knowledge = KNOWLEDGE
    levels: ClassVar[Mapping[str, Level]] = {
        "apprenti": Level(30, 0.05, memory=0.3, instinct=Beginner()),
        "joueur": Level(200, 0.3, memory=0.6, instinct=Greedy(CASUAL)),
        "maitre": Level(1000, 1.0, instinct=Master()),
    }

    def new(self, options: Options) -> ZappZerapp:
        return ZappZerapp(
            Config(
                int(options["players"]),
                bool(options["advanced"]),
                bool(options["memory"]),
                bool(options["help"]),
                int(options["pieces"]),
                bool(options["forgetful"]),
            )
        )

    def max_events(self, options: Options) -> int:
        """Rounds have a bound, games a likely one.

        In a round there are a roll, a mixing, and for each seat RESTLESS barrels handled and as
        many sounds, a last take, a place and a move. Games have about 50 rounds; every 30 more
        are ten times as rare.
        """
        players = int(options["players"])
        return 1 + ROUNDS * (2 + players * (2 * RESTLESS + 3))

    def text(self, state: State, move: Move) -> str:
        return notation.text(_game(state), move)

    def parse(self, state: State, text: str) -> Move:
        return notation.parse(_game(state), text)

    def texts(self, state: State, seat: Seat) -> list[str]:
        """The 13! mixtures are written ``mix *``."""
        if seat < 0 and _game(state).phase == MIXING:
            return ["mix *"]
        return super().texts(state, seat)

    def rule_against(self, state: State, seat: Seat, move: Move) -> str:
        return notation.rule_against(_game(state), seat, move)

    def picture(self, view: object, words: Words, names: Sequence[str]) -> str:
        return picture.table(_view(view), words, names)

    def scene(self, world: State, viewer: Seat, words: Words, names: Sequence[str]) -> Scene:
        return scene.scene(_game(world), viewer, words, names)

    def open_scene(self, state: State, words: Words, names: Sequence[str]) -> Scene:
        return scene.open_scene(_game(state), words, names)

    def phrase(self, fact: Fact, words: Words, names: Sequence[str]) -> str:
        return picture.phrase(fact, words, names)

    def standing(self, state: State) -> tuple[int, ...]:
        """The way behind all apprentices of a seat (ZZ-20)."""
        game = _game(state)
        return tuple(int(game.way(game.colours[seat])) for seat in range(game.seats()))

    def for_the_ear(self, fact: Fact) -> int | None:
        """The apparent count of a shake: people hear it, and never read it."""
        return fact.secret[0] if fact.kind == "heard" and fact.secret else None

    def fades(self, fact: Fact, options: Options) -> bool:
        """(ZZ-12) No log repeats a number, nor which barrel somebody had who then moved so far."""
        is_covered = bool(options["memory"]) and not options["help"]
        return is_covered and fact.kind in OF_BARRELS

    def as_remembered(self, world: State, seat: Seat, memory: float) -> State:
        """(ZZ-12) Numbers that are covered again are forgotten, and left to the seat's ear."""
        return remembered(_game(world), seat, int(MEMORY * memory))

    def mixings(self, events: Sequence[Event]) -> int:
        """(ZZ-11, ZZ-12) How often the barrels were mixed."""
        return sum(event.text.startswith("mix ") for event in events)

    def tries_patience(self, events: Sequence[Event], seat: Seat, text: str) -> str:
        """At most 24 shakes a round for each player, 8 of them of one barrel."""
        if not text.startswith("shake "):
            return ""
        shaken: list[str] = []
        for event in reversed(events):
            if event.text.startswith("roll "):
                break
            if event.who == seat and event.text.startswith("shake "):
                shaken.append(event.text)
        if len(shaken) >= SHAKES:
            return f"no more than {SHAKES} shakes a round"
        return f"no more than {SAME} shakes of one barrel" if shaken.count(text) >= SAME else ""

    def neglects(self, state: State, events: Sequence[Event], seat: Seat) -> int | None:
        """(ZZ-6) Whoever holds a barrel and does not shake it keeps it from the others."""
        game = _game(state)
        if game.phase != LISTENING:
            return None
        barrels = [barrel + 1 for barrel in game.hand(seat)]
        last: dict[str, int] = {}  # by barrel, when the seat last took or shook it
        for number in range(len(events) - 1, -1, -1):
            if len(last) == len(barrels):
                break
            word, _, barrel = events[number].text.partition(" ")
            is_own = events[number].who == seat and word in {"take", "shake"}
            if is_own and barrel in map(str, barrels):
                last.setdefault(barrel, number)
        return min(last.values(), default=None)

    def reminder(self, event: Event, words: Words) -> str:
        (barrel,) = event.facts[0].about
        return words.say("remind.held", barrel=picture.BRAND[barrel])

    def is_together(self, state: State) -> bool:
        """(ZZ-4) From the first barrel taken to the last one placed."""
        return _game(state).phase in {LISTENING, HEARING}

    def on_timeout(self, state: State, seat: Seat) -> list[str]:
        """Place the barrel taken first; who has none takes the lowest free one and places it."""
        (text,) = super().on_timeout(state, seat)
        word, _, rest = text.partition(" ")
        return [text, f"place {rest}"] if word == "take" else [text]

    def move_phrase(self, state: State, move: Move, words: Words) -> str:
        return picture.move_phrase(_game(state), move, words)

    def reckoning(self, view: object, words: Words, names: Sequence[str]) -> list[str]:
        return picture.reckoning(_view(view), words, names)

    def arrays(self, options: Options) -> ZappZerappArrays:
        # Numbers in arrays are for those who learn: nobody else needs the library for them.
        from ludotheque.games.zapp_zerapp.arrays import ZappZerappArrays  # noqa: PLC0415

        return ZappZerappArrays(int(options["players"]))

    def check(self, state: State) -> None:
        """Apprentices and barrels are all there, each in one place (ZZ-2, ZZ-5, ZZ-8)."""
        game = _game(state)
        view = game.observe(0)
        wanted = int(game.config.pieces) if view.colours[0] >= 0 else 0
        for piece, place in enumerate(view.places):
            plays = piece // EACH in view.colours and piece % EACH < wanted
            assert (0 <= place <= TOWN) if plays else place == AWAY, "apprentices"
        assert len(view.places) == PIECES, "apprentices"
        held = [barrel for hand in view.hands for barrel in hand]
        held += [barrel for barrel in view.placed if barrel >= 0]
        free = [barrel for barrel in range(BARRELS) if game.is_free(barrel)]
        assert sorted(held + free) == list(range(BARRELS)), "barrels"
        filled = sorted(int(n) for n in game.numbers)
        assert filled == list(range(1, BARRELS + 1)) or filled == [0] * BARRELS, "numbers"
        assert (filled[0] == 1) or game.phase < LISTENING, "mixing"
        for seat in view.waiting:
            assert game.phase == MOVING, "waiting"
            assert game.steps_of(seat) <= game.magic(), "too high"


def _game(state: State) -> ZappZerapp:
    assert isinstance(state, ZappZerapp), "a state of another game"
    return state


def _view(view: object) -> View:
    assert isinstance(view, View), "a view of another game"
    return view


GAME = ZappZerappGame()
