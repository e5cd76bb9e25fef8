"""Zankapfel: what everybody knows of a table, and what a seat alone knows.

Cells are 0 to 24, cards 0 to 4 (a joker), as `data` numbers them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from ludotheque.core.state import SPECTATOR
from ludotheque.games.zankapfel.data import NONE

HIDDEN: Final = -2  # a card that lies face down


@dataclass(frozen=True, slots=True)
class Orchard:
    """The mayor and the chips."""

    mayor: int
    proposal: int
    chips: tuple[int, ...]  # cells that have one
    mayor_moved_last: bool  # nobody has bought or laid a card since


@dataclass(frozen=True, slots=True)
class Market:
    """The apple cards of all."""

    face_up: int
    price: int  # of the card that lies face up; 0 if none does
    pile: int  # how many cards
    pile_cards: tuple[int, ...]  # which, sorted, once all have seen them as discards
    discards: tuple[int, ...]  # sorted


@dataclass(frozen=True, slots=True)
class Contender:
    """A seat in a quarrel."""

    seat: int
    laid: int  # the quarrel card: HIDDEN while it lies face down, 0: none
    dice: int  # bought, or free
    rolled: tuple[int, ...]  # pips, in the order they were rolled


@dataclass(frozen=True, slots=True)
class Quarrel:
    """The present quarrel; without contenders there is none."""

    colour: int
    prize: int
    contenders: tuple[Contender, ...]  # by seat
    is_open: bool  # cards lie face up, dice are rolled
    roller: int
    dice_left: int  # that the roller has yet to roll


@dataclass(frozen=True, slots=True)
class Player:
    """What lies before a seat, and where its pawn is."""

    pawn: int
    hand_size: int
    known: tuple[int, ...]  # cards bought, and not seen since: in the hand or face down
    laid: int  # the apple card: HIDDEN while it lies face down
    colour: int  # what it harvests; before cards are revealed, what it was last
    offer: tuple[int, int]  # cell and points; NONE and 0 without an offer
    quarrel_cards: tuple[int, ...]  # not shown yet, one that is face down included
    total: int  # in its last quarrel, until cards are revealed again
    rolled: tuple[int, ...]  # each die in this total


@dataclass(frozen=True, slots=True)
class Public:
    """What everybody knows."""

    phase: int
    waiting: tuple[int, ...]  # seats the game waits for
    start: int
    track: int
    first_wins: bool  # the first pawn at the finish wins at once, not at the end of the round
    revealed: bool  # apple cards that are laid lie face up
    last_to_choose: int  # the seat that has just bought or laid, while others do; NONE later
    orchard: Orchard
    market: Market
    quarrel: Quarrel
    players: tuple[Player, ...]


class Private(NamedTuple):
    """What a seat alone knows."""

    seat: int = SPECTATOR
    hand: tuple[int, ...] = ()  # sorted
    laid: int = NONE  # its apple card that lies face down
    quarrel_laid: int = 0  # its quarrel card that lies face down


NO_SECRETS: Final = Private()


def laid_as_seen(public: Public, private: Private, seat: int) -> int:
    """The apple card before a seat; HIDDEN if it lies face down and is not the viewer's own."""
    own = seat == private.seat and private.laid != NONE
    return private.laid if own else public.players[seat].laid


def quarrel_card_as_seen(contender: Contender, private: Private) -> int:
    """The quarrel card of a contender; HIDDEN if it lies face down and is not the viewer's own."""
    own = contender.seat == private.seat and private.quarrel_laid != 0
    return private.quarrel_laid if own else contender.laid
