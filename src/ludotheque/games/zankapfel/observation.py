"""Zankapfel: what everybody knows of a table, and what a seat alone knows.

Cells are 0 to 24, cards 0 to 4 (a joker), as `data` numbers them.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from ludotheque.core.state import SPECTATOR
from ludotheque.games.zankapfel.data import NONE

HIDDEN: Final = -2  # a card that lies face down
Offers: TypeAlias = tuple[tuple[int, int], ...]  # by seat: cell and points


class Orchard(NamedTuple):
    """The mayor and the chips."""

    mayor: int
    proposal: int
    chips: tuple[int, ...]  # cells that have one
    mayor_moved_last: bool  # nobody has bought or laid a card since


class Market(NamedTuple):
    """The apple cards that belong to no seat."""

    face_up: int
    price: int  # of the card that lies face up; 0 if none does
    pile: int  # how many cards
    pile_cards: tuple[int, ...]  # which, sorted, once everyone has seen them as discards
    discards: tuple[int, ...]  # sorted


class Contender(NamedTuple):
    """A seat in a quarrel."""

    seat: int
    quarrel_card: int  # HIDDEN while it lies face down, 0: none
    dice: int  # bought, or free
    rolled: tuple[int, ...]  # pips, in the order they were rolled


class Quarrel(NamedTuple):
    """The present quarrel."""

    colour: int
    prize: int
    contenders: tuple[Contender, ...]  # by seat
    is_open: bool  # cards lie face up, dice are rolled
    roller: int
    dice_left: int  # that the roller has yet to roll


class Player(NamedTuple):
    """What lies in front of a seat, and where its pawn is."""

    pawn: int
    hand_size: int
    publicly_known: tuple[int, ...]  # cards bought, and not seen since: in the hand or face down
    laid: int  # the apple card: HIDDEN while it lies face down
    colour: int  # what it harvests; until cards are revealed, what it was last
    offer: tuple[int, int]  # cell and points; NONE and 0 without an offer
    quarrel_cards: tuple[int, ...]  # not shown yet, one that is face down included
    total: int  # in its last quarrel, until apple cards are revealed or others settle a tie
    rolled: tuple[int, ...]  # each die in this total


class Public(NamedTuple):
    """What everybody knows."""

    phase: int
    awaited: tuple[int, ...]  # seats the game waits for
    start_player: int
    track: int
    wins_at_finish: bool  # the first pawn at the finish wins at once, not at the end of the round
    revealed: bool  # apple cards that are laid lie face up
    last_to_buy_or_lay: int  # the last seat to do so, until the mayor is moved; NONE later
    orchard: Orchard
    market: Market
    quarrel: Quarrel | None
    players: tuple[Player, ...]

    def offers(self) -> Offers:
        """The offers of all seats: cell and points; NONE and 0 without an offer."""
        return tuple([player.offer for player in self.players])

    def contender(self, seat: int) -> Contender | None:
        """A seat in the present quarrel, if it is in one."""
        if self.quarrel is None:
            return None
        contenders = self.quarrel.contenders
        return next((contender for contender in contenders if contender.seat == seat), None)


class Private(NamedTuple):
    """What a seat alone knows."""

    seat: int = SPECTATOR
    hand: tuple[int, ...] = ()  # sorted
    laid: int = NONE  # its apple card that lies face down
    quarrel_card: int = 0  # its quarrel card that lies face down

    def apple_card_of(self, seat: int, public: Public) -> int:
        """The apple card a seat laid; HIDDEN if it lies face down and is not the viewer's own."""
        is_own = seat == self.seat and self.laid != NONE
        return self.laid if is_own else public.players[seat].laid

    def quarrel_card_of(self, contender: Contender) -> int:
        """The card of a contender; HIDDEN if it lies face down and is not the viewer's own."""
        is_own = contender.seat == self.seat and self.quarrel_card != 0
        return self.quarrel_card if is_own else contender.quarrel_card


NOTHING_PRIVATE: Final = Private()
