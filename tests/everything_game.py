"""Fair: a small invented game that uses every part of the contract, for the tests.

Each round: boxes are filled in secret (F-1); all players listen to boxes at the same time, with two
hands, and keep one (F-2); all commit a card in secret, revealed together (F-3); the highest sum of
box and card is the crier: the others may bribe the crier, in any order, until all have offered or
declined (F-4); then the crier, or the player whose bribe was accepted, grabs numbers from the stall
that add up to that player's card (F-5). Two rounds (F-6).
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from math import factorial
from typing import ClassVar, Final, NamedTuple

from ludotheque.core.bot import Bot
from ludotheque.core.errors import IllegalMove
from ludotheque.core.fast import i64, vec
from ludotheque.core.game import Game
from ludotheque.core.knowledge import NOT_OBSERVED, Knowledge
from ludotheque.core.notation import bounded_number, split_words, unknown_move
from ludotheque.core.observation import Observation
from ludotheque.core.options import Option, Options
from ludotheque.core.part_cache import PartCache
from ludotheque.core.rng import Rng, shuffle
from ludotheque.core.state import LUCK, Fact, Move, Seat, State
from ludotheque.core.words import Words
from ludotheque.presentation.scene import OwnLayer, TableLayer
from ludotheque.presentation.score_table import (
    ScoreColumn,
    ScoreRow,
    ScoreTable,
    by_rank,
    number_cells,
)

# A move is a kind and an argument below 2**16.
DEAL, FILL, TAKE, SHAKE, BACK, KEEP, HEARD, COMMIT, OFFER, DECLINE, ACCEPT, REFUSE, GRAB = (
    kind << 16 for kind in range(13)
)
ARGUMENT: Final = 0xFFFF
DEALING, FILLING, LISTENING, HEARING, COMMITTING, BRIBING, GRABBING, OVER = range(8)
ROUNDS, HAND_SIZE = 2, 3
MAX_SHAKES_IN_PLAYOUT: Final = 6  # after which random play keeps a box
STALL: Final = (1, 2, 3, 4, 5, 6, 7, 8)
UNDECIDED, DECLINED = 0, -1


@dataclass(frozen=True, slots=True)
class Public:
    """What everybody knows."""

    phase: int
    hand_sizes: tuple[int, ...]
    held: tuple[tuple[int, ...], ...]
    kept: tuple[int, ...]
    shaking: tuple[int, int]
    sums: tuple[int, ...]
    commits: tuple[int, ...]
    offers: tuple[int, ...]
    crier: int
    stall: tuple[int, ...]
    grabbed: tuple[tuple[int, ...], ...]


class Private(NamedTuple):
    """What a seat knows beyond that."""

    hand: tuple[int, ...]
    heard: tuple[tuple[int, int], ...]  # box and apparent number
    commit: int  # the card committed, 0 before


class Fair(State):
    """One game in progress; not compiled, as in a package of its own."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.phase = DEALING
        self.round = 0
        self.deck = tuple(range(1, 13))
        self.hands: list[tuple[int, ...]] = [()] * players
        self.boxes: tuple[int, ...] = ()
        self.held: list[tuple[int, ...]] = [()] * players
        self.kept = [-1] * players
        self.shaker = self.shaken = -1
        self.heard: list[tuple[tuple[int, int], ...]] = [()] * players
        self.commits = [0] * players
        self.sums: tuple[int, ...] = ()
        self.offers = [UNDECIDED] * players
        self.crier = -1
        self.grabber = -1
        self.stall: tuple[int, ...] = STALL
        self.grabbed: list[tuple[int, ...]] = [()] * players

    # who may do what

    def seats(self) -> i64:
        return self.players

    def actors(self) -> Sequence[int]:
        if self.phase == LISTENING:
            return [seat for seat in range(self.players) if self.kept[seat] < 0]
        if self.phase == COMMITTING:
            return [seat for seat in range(self.players) if not self.commits[seat]]
        if self.phase == BRIBING:
            return [seat for seat in range(self.players) if self._may_speak(seat)]
        if self.phase == GRABBING:
            return [self.grabber]
        return [] if self.phase == OVER else [LUCK]

    def awaited(self) -> Sequence[int]:
        if self.phase != BRIBING:
            return self.actors()
        waiting = [seat for seat in self.actors() if seat != self.crier]
        return waiting or [self.crier]

    def _may_speak(self, seat: Seat) -> bool:
        if seat == self.crier:
            return self._all_decided() or max(self.offers) > 0
        return self.offers[seat] == UNDECIDED

    def _all_decided(self) -> bool:
        return all(offer != UNDECIDED for s, offer in enumerate(self.offers) if s != self.crier)

    def legal_moves(self, seat: i64) -> list[int]:
        if seat not in self.actors():
            return []
        if self.phase == LISTENING:
            return self._listening_moves(int(seat))
        if self.phase == COMMITTING:
            return [COMMIT | card for card in self.hands[seat]]
        if self.phase == BRIBING:
            return self._bribing_moves(int(seat))
        if self.phase == GRABBING:
            sets = range(1, 2 ** len(STALL))
            return [GRAB | s for s in sets if self._grabs(s)] or [GRAB]
        return [outcome for outcome, _ in self.luck()]

    def is_legal(self, seat: i64, move: i64) -> bool:
        """Grabs and the filling of boxes are tested without listing them all."""
        if seat == LUCK and self.phase == FILLING:
            return FILL <= move < FILL + factorial(self._places())
        if self.phase == GRABBING and seat == self.grabber and move & ~ARGUMENT == GRAB:
            return self._grabs(int(move) & ARGUMENT) or move == self.legal_moves(seat)[0]
        return move in self.legal_moves(seat)

    def choices_into(self, seat: i64, out: vec[i64]) -> i64:
        """(F-2) Random play stops listening after some shakes."""
        moves = self.legal_moves(seat)
        if self.phase == LISTENING and len(self.heard[seat]) >= MAX_SHAKES_IN_PLAYOUT:
            moves = [move for move in moves if move & ~ARGUMENT == KEEP] or moves[:1]
        for i, move in enumerate(moves):
            out[i] = move
        return len(moves)

    def _places(self) -> int:
        return 2 * self.players

    def _listening_moves(self, seat: Seat) -> list[Move]:
        mine = self.held[seat]
        taken = {box for held in self.held for box in held} | set(self.kept)
        free = [box for box in range(self._places()) if box not in taken]
        moves = [kind | box for kind in (KEEP, SHAKE, BACK) for box in mine]
        return moves + ([TAKE | box for box in free] if len(mine) < 2 else [])

    def _bribing_moves(self, seat: Seat) -> list[Move]:
        if seat != self.crier:
            return [DECLINE, OFFER | 1, OFFER | 2]
        accepts = [ACCEPT | s for s, offer in enumerate(self.offers) if offer > 0]
        return accepts + ([REFUSE] if self._all_decided() else [])

    def _grabs(self, chosen: int) -> bool:
        numbers = [n for i, n in enumerate(STALL) if chosen >> i & 1]
        return set(numbers) <= set(self.stall) and sum(numbers) == self.commits[self.grabber] > 0

    # luck

    def luck(self) -> list[tuple[int, int]]:
        if self.phase == DEALING:
            return [(DEAL | card, 1) for card in self.deck]
        if self.phase == HEARING:  # the true number half of the time, else one off
            n = self.boxes[self.shaken]
            return [(HEARD | n - 1, 1), (HEARD | n, 2), (HEARD | n + 1, 1)]
        return []

    def sample_luck(self, rng: Rng) -> i64:
        if self.phase != FILLING:
            return super().sample_luck(rng)
        order = list(range(1, self._places() + 1))
        shuffle(rng, order)
        return FILL | _code(order)

    # what a move does

    def apply(self, seat: i64, move: i64, facts: list[Fact] | None = None) -> None:
        new: list[Fact] = []
        self._act(int(seat), int(move) & ~ARGUMENT, int(move) & ARGUMENT, new)
        if facts is not None:
            facts += new

    def _act(self, seat: Seat, kind: int, value: int, facts: list[Fact]) -> None:
        match kind:
            case k if k == DEAL:
                self._deal(value, facts)
            case k if k == FILL:
                self.boxes = _decode(value, self._places())
                self.phase = LISTENING
            case k if k == TAKE:
                self.held[seat] = (*self.held[seat], value)
                facts.append(Fact("took", seat, (value,)))
            case k if k == BACK:
                self.held[seat] = tuple(box for box in self.held[seat] if box != value)
            case k if k == SHAKE:
                self.shaker, self.shaken, self.phase = seat, value, HEARING
                facts.append(Fact("shook", seat, (value,)))
            case k if k == HEARD:
                self._hear(value, facts)
            case k if k == KEEP:
                self._keep(seat, value)
            case k if k == COMMIT:
                self._commit(seat, value, facts)
            case k if k == GRAB:
                self._grab(seat, value, facts)
            case _:
                self._bribe(seat, kind, value, facts)

    def _deal(self, card: int, facts: list[Fact]) -> None:
        seat = self.dealt_seat()
        self.deck = tuple(c for c in self.deck if c != card)
        self.hands[seat] = tuple(sorted((*self.hands[seat], card)))
        facts.append(Fact("dealt", seat, (), (card,), 1 << seat))
        if len(self.hands[-1]) == HAND_SIZE:
            self.phase = FILLING

    def dealt_seat(self) -> Seat:
        """The seat that is dealt the next card."""
        return next(seat for seat, hand in enumerate(self.hands) if len(hand) < HAND_SIZE)

    def _hear(self, apparent: int, facts: list[Fact]) -> None:
        seat = self.shaker
        self.heard[seat] = (*self.heard[seat], (self.shaken, apparent))
        facts.append(Fact("heard", seat, (self.shaken,), (apparent,), 1 << seat))
        self.shaker = self.shaken = -1
        self.phase = LISTENING

    def _keep(self, seat: Seat, box: int) -> None:
        self.kept[seat] = box
        self.held[seat] = ()
        if min(self.kept) >= 0:
            self.phase = COMMITTING

    def _commit(self, seat: Seat, card: int, facts: list[Fact]) -> None:
        """(F-3) The last commitment reveals all cards and boxes."""
        self.hands[seat] = tuple(c for c in self.hands[seat] if c != card)
        self.commits[seat] = card
        facts.append(Fact("committed", seat, (), (card,), 1 << seat))
        if not all(self.commits):
            return
        self.sums = tuple(
            card + self.boxes[box] for card, box in zip(self.commits, self.kept, strict=True)
        )
        facts += [Fact("shown", s, (card, self.sums[s])) for s, card in enumerate(self.commits)]
        self.crier = self.sums.index(max(self.sums))
        self.phase = BRIBING

    def _bribe(self, seat: Seat, kind: int, value: int, facts: list[Fact]) -> None:
        """(F-4) Offers and refusals to offer; the crier ends it."""
        if kind in (OFFER, DECLINE):
            self.offers[seat] = value if kind == OFFER else DECLINED
            facts.append(Fact("offered", seat, (value,)))
            if self._all_decided() and max(self.offers) <= 0:
                self._open_stall(self.crier)
        else:
            self._open_stall(value if kind == ACCEPT else self.crier)

    def _open_stall(self, grabber: Seat) -> None:
        self.grabber = grabber
        self.phase = GRABBING

    def _grab(self, seat: Seat, chosen: int, facts: list[Fact]) -> None:
        numbers = tuple(n for i, n in enumerate(STALL) if chosen >> i & 1)
        self.stall = tuple(n for n in self.stall if n not in numbers)
        self.grabbed[seat] += numbers
        facts.append(Fact("grabbed", seat, numbers))
        self._end_round()

    def _end_round(self) -> None:
        """(F-6) Clear what belongs to the round."""
        players = self.players
        self.round += 1
        self.boxes = ()
        self.kept = [-1] * players
        self.heard = [()] * players
        self.commits = [0] * players
        self.sums = ()
        self.offers = [UNDECIDED] * players
        self.crier = self.grabber = -1
        self.phase = FILLING if self.round < ROUNDS else OVER

    def scores(self) -> tuple[int, ...]:
        return tuple(sum(numbers) for numbers in self.grabbed)

    # what each player may know

    def public(self) -> Public:
        hidden = self.phase == COMMITTING
        return Public(
            phase=self.phase,
            hand_sizes=tuple(map(len, self.hands)),
            held=tuple(self.held),
            kept=tuple(self.kept),
            shaking=(self.shaker, self.shaken),
            sums=self.sums,
            commits=tuple(-1 if card and hidden else card for card in self.commits),
            offers=tuple(self.offers),
            crier=self.crier,
            stall=self.stall,
            grabbed=tuple(self.grabbed),
        )

    def private(self, viewer: i64) -> Private:
        if viewer < 0:
            return Private((), (), 0)
        return Private(self.hands[viewer], self.heard[viewer], self.commits[viewer])

    def imagine(self, viewer: i64, rng: Rng) -> Fair:
        """Deal the hidden cards anew; shuffle the boxes until they fit what was heard and shown."""
        world = self.clone()
        others = [seat for seat in range(self.players) if seat != viewer]
        down = [s for s in others if self.phase == COMMITTING and self.commits[s]]
        pool = sorted([*self.deck, *(c for s in others for c in self.hands[s])])
        pool = sorted(pool + [self.commits[s] for s in down])
        shuffle(rng, pool)
        for seat in down:
            world.commits[seat] = pool.pop()
        for seat in others:
            world.hands[seat] = tuple(sorted(pool.pop() for _ in self.hands[seat]))
            world.heard[seat] = ()
        world.deck = tuple(sorted(pool))
        if self.boxes:
            world.boxes = self._imagine_boxes(int(viewer), rng)
        return world

    def _imagine_boxes(self, viewer: Seat, rng: Rng) -> tuple[int, ...]:
        heard = self.heard[viewer] if viewer >= 0 else ()
        boxes = list(range(1, self._places() + 1))
        while True:
            shuffle(rng, boxes)
            shown = all(
                s - c == boxes[b]
                for s, c, b in zip(self.sums, self.commits, self.kept, strict=False)
            )
            if shown and all(abs(boxes[box] - apparent) <= 1 for box, apparent in heard):
                return tuple(boxes)

    # copies and comparisons

    def clone(self) -> Fair:
        twin = Fair.__new__(Fair)
        for name, value in vars(self).items():
            setattr(twin, name, value[:] if isinstance(value, list) else value)
        return twin

    def key(self) -> Hashable:
        return repr(sorted(vars(self).items()))


def _code(order: Sequence[int]) -> int:
    """A permutation of 1..n as a number below n!."""
    code = 0
    for i, item in enumerate(order):
        smaller = sum(later < item for later in order[i + 1 :])
        code = code * (len(order) - i) + smaller
    return code


def _decode(code: int, size: int) -> tuple[int, ...]:
    digits = []
    for base in range(1, size + 1):
        code, digit = divmod(code, base)
        digits.append(digit)
    left = list(range(1, size + 1))
    return tuple(left.pop(digit) for digit in reversed(digits))


WORDS: Final = {
    "take": TAKE,
    "shake": SHAKE,
    "back": BACK,
    "keep": KEEP,
    "commit": COMMIT,
    "offer": OFFER,
    "accept": ACCEPT,
}
BARE: Final = {"decline": DECLINE, "refuse": REFUSE}
RULE: Final = ("F-3", "F-1", "F-2", "F-2", "F-3", "F-4", "F-5", "F-6")


class FairKnowledge(Knowledge):
    """Short rollouts, and what each seat observes of a move."""

    def __init__(self) -> None:
        super().__init__(rollout_depth=4, lead_scale=5, root_width=0)

    def observed_move(self, state: State, viewer: i64, seat: i64, move: i64) -> i64:
        """Cards are committed in secret, and a shaken box is heard by one seat only."""
        assert isinstance(state, Fair)
        kind = move & ~ARGUMENT
        if seat == LUCK:
            return move if kind == HEARD and state.shaker == viewer else NOT_OBSERVED
        return kind if kind == COMMIT else move


class FairGame(Game[Fair, Public, Private]):
    """The game that uses every part of the contract."""

    slug = "fair"
    name = "Fair"
    rules_version = 1
    options = (Option("players", (2, 3, 4), 3),)
    bots: ClassVar[Mapping[str, Bot]] = {}
    knowledge = FairKnowledge()

    def new(self, options: Options) -> Fair:
        return Fair(int(options["players"]))

    def max_events(self, options: Options) -> int:
        return 400 * int(options["players"])

    def text(self, state: Fair, move: Move) -> str:
        kind, value = move & ~ARGUMENT, move & ARGUMENT
        if kind == DEAL:
            return f"deal {state.dealt_seat()} {value}"
        if kind == FILL:
            return " ".join(["fill", *map(str, _decode(value, 2 * state.seats()))])
        if kind == HEARD:
            return f"heard {state.shaker} {state.shaken} {value}"
        if kind == GRAB:
            return " ".join(["grab", *(str(n) for i, n in enumerate(STALL) if value >> i & 1)])
        for word, code in BARE.items():
            if code == kind:
                return word
        return f"{next(word for word, code in WORDS.items() if code == kind)} {value}"

    def parse(self, state: Fair, text: str) -> Move:
        word, *rest = split_words(text)
        values = [bounded_number(item, 0, 99, "F-1") for item in rest]
        if word in BARE and not values:
            return BARE[word]
        if word in WORDS and len(values) == 1:
            return WORDS[word] | values[0]
        if word == "grab":
            if len(set(values)) < len(values) or not set(values) <= set(STALL):
                raise IllegalMove("the stall has no such numbers", "F-5")
            return GRAB | sum(1 << STALL.index(n) for n in values)
        return self._parse_luck(state, word, values, text)

    def _parse_luck(self, state: Fair, word: str, values: list[int], text: str) -> Move:
        if word == "deal" and len(values) == 2:
            if state.phase != DEALING or values[0] != state.dealt_seat():
                raise IllegalMove("nobody is dealt a card", "F-1")
            return DEAL | values[1]
        if word == "heard" and len(values) == 3:
            if [state.shaker, state.shaken] != values[:2]:
                raise IllegalMove("nobody shook that", "F-2")
            return HEARD | values[2]
        if word == "fill" and len(values) == 2 * state.seats():
            if sorted(values) != list(range(1, len(values) + 1)):
                raise IllegalMove("there are no such boxes", "F-1")
            return FILL | _code(values)
        raise unknown_move(text)

    def texts(self, state: Fair, seat: Seat) -> list[str]:
        return ["fill *"] if state.phase == FILLING else super().texts(state, seat)

    def rule_against(self, state: Fair, seat: Seat, move: Move) -> str:
        return RULE[state.phase]

    def picture(
        self, observation: Observation[Public, Private], words: Words, names: Sequence[str]
    ) -> str:
        return f"{observation} {names}"

    def table(
        self, public: Public, words: Words, names: tuple[str, ...], _cache: PartCache
    ) -> TableLayer:
        return TableLayer(repr(public), (), ())

    def own(
        self,
        world: Fair,
        public: Public,
        private: Private,
        seat: Seat,
        words: Words,
        names: tuple[str, ...],
    ) -> OwnLayer:
        return OwnLayer(f"{public} {private}")

    def phrase(self, fact: Fact, words: Words, names: Sequence[str]) -> str:
        return repr(fact)

    def move_phrase(self, state: Fair, move: Move, words: Words) -> str:
        return self.text(state, move)

    def score_table(self, public: Public, ranks: Sequence[int], words: Words) -> ScoreTable:
        rows = [ScoreRow((seat,), rank, number_cells(seat)) for seat, rank in enumerate(ranks)]
        return ScoreTable((ScoreColumn("Seat"),), by_rank(rows))

    def check_invariants(self, state: Fair) -> None:
        cards = [*state.deck, *(card for hand in state.hands for card in hand)]
        used = state.players * state.round + sum(card > 0 for card in state.commits)
        assert len(cards) + used == 12
        assert sorted([*state.stall, *(n for g in state.grabbed for n in g)]) == list(STALL)


FAIR = FairGame()
