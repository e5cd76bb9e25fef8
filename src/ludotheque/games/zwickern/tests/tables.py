"""Tables for the tests: a first round with chosen cards, and ways to play on from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from ludotheque.core.fast import bit_indices
from ludotheque.core.rng import SeededRng
from ludotheque.core.state import LUCK
from ludotheque.core.table import Event, Table
from ludotheque.games.zwickern import GAME
from ludotheque.games.zwickern.data import FIRST_HAND, MARKS, deck
from ludotheque.games.zwickern.notation import CARD_NAMES
from ludotheque.games.zwickern.rules import Zwickern

if TYPE_CHECKING:
    from ludotheque.core.errors import GameError
    from ludotheque.core.options import Value
    from ludotheque.core.rng import Rng

ZwickernTable: TypeAlias = Table[Zwickern]
FIRST_SPARE_RANKS = (6, 7, 8, 9, 10)


def opened(table: str, *hands: str, **chosen: Value) -> ZwickernTable:
    """A first round with these cards on the table and in the hands, filled up with spare cards."""
    options = GAME.resolve_options(chosen)
    wanted = [hand.split() for hand in hands]
    wanted += [[] for _ in range(int(options["players"]) - len(wanted))]
    used = {*table.split(), *(card for hand in wanted for card in hand)}
    spare = [card for card in _spare_cards(str(options["big_cards"])) if card not in used]
    game = Table(GAME, options)
    for seat, hand in enumerate(wanted):
        while len(hand) < FIRST_HAND:
            hand.append(spare.pop(0))
        for card in hand:
            game.submit(LUCK, f"deal {seat} {card}")
    for card in table.split():
        game.submit(LUCK, f"table {card}")
    return game


def _spare_cards(edition: str) -> list[str]:
    """All cards, 6s to 10s first."""
    first = [f"{rank}{mark}" for rank in FIRST_SPARE_RANKS for mark in MARKS]
    return first + [
        CARD_NAMES[card] for card in bit_indices(deck(edition)) if CARD_NAMES[card] not in first
    ]


def play(table: ZwickernTable, *texts: str) -> list[Event]:
    """Moves of the seats whose turn it is, one after the other."""
    return [event for text in texts for event in table.submit(table.state.next_actor(), text)]


def add_first(table: ZwickernTable, rng: Rng) -> list[Event]:
    """Luck deals, or the first card of the hand is added."""
    state, seat = table.state, table.state.next_actor()
    move = state.sample_luck(rng) if seat == LUCK else state.default_move(seat)
    return table.submit(seat, GAME.text(state, move))


def add_until(table: ZwickernTable, deal: int, round_: int) -> list[Event]:
    """All players add a card, and luck deals, until that round is about to be dealt."""
    events: list[Event] = []
    rng = SeededRng(1)
    while (table.state.deal, table.state.round) != (deal, round_):
        events += add_first(table, rng)
    return events


def texts(table: ZwickernTable, start: str) -> list[str]:
    """The legal texts of whoever is to play that start like this, without that start."""
    every = table.legal(table.state.next_actor())
    return [text.removeprefix(f"{start} ") for text in every if text.startswith(f"{start} ")]


def refusal(table: ZwickernTable, text: str) -> GameError:
    """Why whoever is to play can't play a text."""
    error = table.explain(table.state.next_actor(), text)
    assert error is not None, text
    return error
