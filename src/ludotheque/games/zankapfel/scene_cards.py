"""Zankapfel: apple cards for sale, in hand and laid; the panels; offers of bribes."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ludotheque.games.zankapfel import data, moves
from ludotheque.games.zankapfel.notation import CARD_LETTERS
from ludotheque.games.zankapfel.observation import HIDDEN
from ludotheque.games.zankapfel.scene_words import (
    CARD_ART,
    PIECE_CACHE_SIZE,
    cell_and_worths,
    counted,
    pointed_and_spoken,
    replace_piece,
    seat_area,
)
from ludotheque.games.zankapfel.sentences import card_name, colour_name
from ludotheque.presentation.scene import EMPTY_OWN_LAYER, Area, Counter, OwnLayer, Piece

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from ludotheque.core.part_cache import PartCache
    from ludotheque.core.words import Words
    from ludotheque.games.zankapfel.observation import Market, Offers, Private, Public


# the market


@cache
def market_areas(words: Words, is_card_for_sale: bool) -> tuple[Area, ...]:
    """The card for sale, the pile and the discards."""
    sale = words.say("area.market" if is_card_for_sale else "sale.none")
    return (
        Area("market", "row", sale, tip=words.say("tip.market")),
        Area("pile", "stack", words.say("area.pile")),
        Area("discards", "stack", words.say("area.discards")),
    )


def market_pieces(market: Market, words: Words) -> list[Piece]:
    """What can be bought, the pile and the discards."""
    pieces = []
    if market.face_up >= 0:
        pieces.append(_card_for_sale(words, market.face_up, market.price))
    if market.pile:
        pieces.append(_pile(words, market.pile, market.pile_cards))
    if market.discards:
        pieces.append(_discards(words, market.discards))
    return pieces


@cache
def _card_for_sale(words: Words, card: int, price: int) -> Piece:
    label = words.say("sale", card=card_name(card, words), count=price)
    name, art = sale_id(card), f"sale-{CARD_ART[card]}"
    return Piece(name, art, "market", label, value=str(price), origin="pile")


@lru_cache(PIECE_CACHE_SIZE)
def _pile(words: Words, count: int, known_cards: tuple[int, ...]) -> Piece:
    label = words.say("pile", count=count)
    if known_cards:
        label = words.say("piece.pile", count=count, cards=counted(known_cards, words))
    return Piece("pile", "card-pile", "pile", label, value=str(count), origin="discards")


@lru_cache(PIECE_CACHE_SIZE)
def _discards(words: Words, cards: tuple[int, ...]) -> Piece:
    label, count = words.say("discards", cards=counted(cards, words)), str(len(cards))
    return Piece("discards", "card-discards", "discards", label, value=count)


def sale_id(card: int) -> str:
    """The id of the card that can be bought; the next one has another."""
    return f"sale:{CARD_LETTERS[card]}"


# bribes


@lru_cache(PIECE_CACHE_SIZE)
def offers_area(words: Words, start_player: str) -> Area:
    """(ZK-12) Where offers to the start player lie."""
    return Area("offers", "row", words.say("area.offers", name=start_player))


def offer_pieces(offers: Offers, words: Words, names: Sequence[str]) -> list[Piece]:
    """(ZK-12) What is offered to the start player, and by whom."""
    pieces = []
    for seat, (cell, points) in enumerate(offers):
        if points:
            where = cell_and_worths(cell, words)
            label, tip = pointed_and_spoken(
                "piece.offer", words, name=names[seat], count=points, **where
            )
            name, art, at = offer_id(seat), f"bribe-{seat}", (float(seat), 0.0)
            value, origin = str(points), seat_area(seat)
            pieces.append(
                Piece(name, art, "offers", label, at, (1.0, 1.0), value, (), tip, False, origin)
            )
    return pieces


def offer_id(seat: int) -> str:
    """The id of the offer of a seat."""
    return f"offer:{seat}"


# the panels


def seat_parts(
    public: Public, seat: int, words: Words, name: str, cache: PartCache
) -> tuple[Area, list[Piece]]:
    """The panel of a seat with its counters, and the pieces in it."""
    basis = (
        public.players[seat],
        public.contender(seat),
        seat in public.awaited,
        public.revealed,
        seat == public.last_to_buy_or_lay,
        _has_big_apple(public, seat),
        name,
    )

    def make() -> tuple[Area, list[Piece]]:
        front = front_of(public, seat)
        pieces = cache.keep(
            ("front", seat), (front, name), lambda: _front_pieces(front, words, name)
        )
        return _panel(public, seat, words, name), pieces

    return cache.keep(("seat", seat), basis, make)


def _has_big_apple(public: Public, seat: int) -> bool:
    return seat == public.start_player and public.phase != moves.OVER


def _panel(public: Public, seat: int, words: Words, name: str) -> Area:
    player, contender = public.players[seat], public.contender(seat)
    has_laid = contender is not None and contender.quarrel_card == HIDDEN
    acting = seat in public.awaited
    values = (player.pawn, player.hand_size)
    return _panel_area(seat, values, player.quarrel_cards, has_laid, acting, words, name)


@lru_cache(PIECE_CACHE_SIZE)
def _panel_area(
    seat: int,
    values: tuple[int, int],
    quarrel_cards: tuple[int, ...],
    has_laid: bool,
    acting: bool,
    words: Words,
    name: str,
) -> Area:
    """Points, cards in hand, and quarrel cards."""
    points, cards = values
    numbers = " ".join(map(str, quarrel_cards)) or "-"
    label = f"{words.say('area.quarrels')} ({numbers})"
    tip = words.say("tip.kept.laid" if has_laid else "tip.kept", numbers=numbers)
    counters = (
        Counter("pawn", words.say("area.points"), points, words.say("tip.points")),
        Counter("card", words.say("area.cards"), cards),
        Counter("quarrel", label, len(quarrel_cards), tip),
    )
    return Area(seat_area(seat), "panel", name, seat, counters=counters, acting=acting)


class Front(NamedTuple):
    """What lies in front of a seat."""

    seat: int
    laid: int  # its apple card: HIDDEN while it lies face down
    colour: int  # that it counts as
    revealed: bool  # apple cards lie face up
    is_last: bool  # nobody has laid or bought a card since
    publicly_known: tuple[int, ...]
    has_big_apple: bool


def front_of(public: Public, seat: int) -> Front:
    """What lies in front of a seat."""
    player = public.players[seat]
    return Front(
        seat,
        player.laid,
        player.colour,
        public.revealed,
        seat == public.last_to_buy_or_lay,
        player.publicly_known,
        _has_big_apple(public, seat),
    )


def _front_pieces(front: Front, words: Words, name: str) -> list[Piece]:
    """The big apple, the card laid, and cards publicly known."""
    seat, is_hidden = front.seat, front.laid == HIDDEN
    pieces = [
        *_laid(front, words, name),
        *_publicly_known(seat, front.publicly_known, is_hidden, words),
    ]
    if front.has_big_apple:
        label = words.say("piece.big-apple", name=name)
        pieces.insert(0, Piece("big-apple", "big-apple", seat_area(seat), label))
    return pieces


def _laid(front: Front, words: Words, name: str) -> list[Piece]:
    """(ZK-9, ZK-14) The apple card in front of a seat, and the colour a joker took."""
    seat, card, colour = front.seat, front.laid, front.colour
    if card == data.NONE:
        return []
    piece_id, revealed, is_last = f"laid:{seat}", front.revealed, front.is_last
    pieces = [_laid_card(seat, card, piece_id, revealed, is_last, words, name)]
    if revealed and colour not in {card, data.NONE}:
        label = words.say("piece.coloured", name=name, colour=colour_name(colour, words))
        art, at = f"apple-{CARD_ART[colour]}", (2.0, 0.0)
        pieces.append(Piece(f"colour:{seat}", art, seat_area(seat), label, at))
    return pieces


@lru_cache(PIECE_CACHE_SIZE)
def _laid_card(
    seat: int, card: int, piece_id: str, revealed: bool, is_last: bool, words: Words, name: str
) -> Piece:
    """A laid card as a viewer sees it; even a card of their own may be face down for others."""
    area, at = seat_area(seat), (1.0, 0.0)
    marks: tuple[str, ...] = ("last",) if is_last else ()
    if card == HIDDEN:
        label = words.say("fact.laid.unseen", name=name)
        return Piece(piece_id, "card-back", area, label, at, marks=marks, origin=area)
    key = "piece.laid" if revealed else "piece.laid.own"
    label, art = words.say(key, name=name, card=card_name(card, words)), f"card-{CARD_ART[card]}"
    marks = marks if revealed else (*marks, "hidden")
    return Piece(piece_id, art, area, label, at, marks=marks)


@lru_cache(PIECE_CACHE_SIZE)
def _publicly_known(
    seat: int, cards: tuple[int, ...], is_one_hidden: bool, words: Words
) -> tuple[Piece, ...]:
    """Cards that everyone saw a seat buy and that it has not shown since."""
    pieces, key = [], "piece.known.laid" if is_one_hidden else "piece.known"
    for order, card in enumerate(cards):
        ordinal = cards[:order].count(card) + 1
        name = f"known:{seat}:{CARD_LETTERS[card]}:{ordinal}"
        label, at = words.say(key, card=card_name(card, words)), (3.0 + order / 10, 0.0)
        art, origin = f"apple-{CARD_ART[card]}", sale_id(card)
        pieces.append(Piece(name, art, seat_area(seat), label, at, origin=origin))
    return tuple(pieces)


# a seat's own


def held_id(card: int, ordinal: int) -> str:
    """The id of an apple card of the viewer: equal ones are numbered from the second on."""
    return f"hand:{CARD_LETTERS[card]}" + (f":{ordinal}" if ordinal > 1 else "")


@lru_cache(PIECE_CACHE_SIZE)
def hand_pieces(hand: tuple[int, ...], is_deal: bool, words: Words) -> tuple[Piece, ...]:
    """The viewer's apple cards, dealt or bought."""
    pieces = []
    for order, card in enumerate(hand):
        name, at = held_id(card, hand[:order].count(card) + 1), (float(order), 0.0)
        tip = words.say("tip.joker" if card == data.JOKER else "tip.card")
        art, label = f"card-{CARD_ART[card]}", card_name(card, words)
        origin = "pile" if is_deal else sale_id(card)
        pieces.append(Piece(name, art, "hand", label, at, tip=tip, origin=origin))
    return tuple(pieces)


def is_deal(public: Public) -> bool:
    """Whether cards come from the pile: no chip is gone yet."""
    return len(public.orchard.chips) == data.CELLS


def own_panel(public: Public, private: Private, words: Words, name: str) -> OwnLayer:
    """What lies in front of the viewer: a card laid keeps the id it had in the hand."""
    card = private.apple_card_of(private.seat, public)
    if card == data.NONE:
        return EMPTY_OWN_LAYER
    own_id = held_id(card, private.hand.count(card) + 1)
    return _own_front(front_of(public, private.seat), card, own_id, words, name)


@lru_cache(PIECE_CACHE_SIZE)
def _own_front(front: Front, card: int, own_id: str, words: Words, name: str) -> OwnLayer:
    seat = front.seat
    own = _laid_card(seat, card, own_id, front.revealed, front.is_last, words, name)
    return replace_piece(_front_pieces(front, words, name), f"laid:{seat}", own)


def own_panel_basis(public: Public, private: Private) -> Hashable:
    """Everything that `own_panel` uses, and that may change."""
    has_laid = private.apple_card_of(private.seat, public) != data.NONE
    return front_of(public, private.seat) if has_laid else None
