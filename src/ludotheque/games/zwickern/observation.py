"""Zwickern: what everybody knows, and what one seat knows beyond it.

Cards are numbers, as in `data`; sets of cards are ascending.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

LOOSE: Final = -1  # in place of a value or a builder: a pile can be worth 0 (ZW-10)
HIDDEN: Final = -1  # in place of the claws of a heap (ZW-6)


class Item(NamedTuple):
    """A loose card or a pile on the table, as everybody sees it."""

    top: int
    value: int  # of a pile; LOOSE for a loose card
    builder: int  # the seat that built on a pile last; LOOSE for a loose card
    cards: tuple[int, ...]  # all of them, ascending
    is_fresh: bool  # a pile that got a card this round (ZW-12)


class Player(NamedTuple):
    """What everybody knows of a seat."""

    side: int
    score: int
    hand_size: int
    heap_size: int  # cards captured in this deal; which ones must be remembered
    heap_claws: int  # with open heaps, else HIDDEN (ZW-6)
    promises: tuple[int, ...]  # values the seat must hold after strict builds


class Tally(NamedTuple):
    """What a side's points are made of (ZW-14)."""

    most_cards: int
    zwicks: int
    claws: int
    penalties: int


class Side(NamedTuple):
    """What everybody knows of a side: a seat with 3 players, a pair with 4."""

    heap_size: int
    heap_claws: int  # with open heaps, else HIDDEN (ZW-6)
    open_zwicks: int  # in this deal
    tally: Tally


class LastPlay(NamedTuple):
    """The card played last in this deal."""

    seat: int
    card: int
    is_capture: bool


@dataclass(frozen=True, slots=True)
class Public:
    """What everybody knows."""

    phase: int
    deal: int  # deals ended
    deals: int
    round: int  # rounds of this deal ended
    rounds: int
    seat: int  # the one that plays, or is dealt cards
    dealer: int
    items: tuple[Item, ...]
    players: tuple[Player, ...]
    sides: tuple[Side, ...]
    pack: int  # cards not dealt
    last_taker: int  # the seat that captured last in this deal, or NONE
    last_play: LastPlay | None
    last_move: int  # its number: two captures can have the same effect
    largest: int  # the largest card
    penalty: int  # points


class Private(NamedTuple):
    """What a seat knows beyond that: its hand, ascending."""

    hand: tuple[int, ...]


NOTHING_PRIVATE: Final = Private(())  # of a spectator
