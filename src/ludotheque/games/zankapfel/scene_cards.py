"""Zankapfel: apple cards for sale, in hand and laid; the panels; offers of bribes."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from ludotheque.games.zankapfel import data, moves
from ludotheque.games.zankapfel.notation import CARD_LETTERS
from ludotheque.games.zankapfel.observation import HIDDEN
from ludotheque.games.zankapfel.scene_words import (
    CARD_ART,
    PIECE_CACHE_SIZE,
    cell_and_worths,
    counted,
    replace_piece,
    seat_area,
)
from ludotheque.games.zankapfel.sentences import card_name, colour_name
from ludotheque.presentation.scene import EMPTY_OWN_LAYER, Area, Counter, OwnLayer, Piece

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.words import Words
    from ludotheque.games.zankapfel.observation import Market, Private, Public


# the market


def market_areas(market: Market, words: Words) -> list[Area]:
    """The card for sale, the pile and the discards."""
    sale = words.say("area.market" if market.face_up >= 0 else "sale.none")
    return [
        Area("market", "row", sale, tip=words.say("tip.market")),
        Area("pile", "stack", words.say("area.pile")),
        Area("discards", "stack", words.say("area.discards")),
    ]


def market_pieces(market: Market, words: Words) -> list[Piece]:
    """What can be bought, the pile and the discards."""
    pieces = []
    if market.face_up >= 0:
        card, price = market.face_up, market.price
        label = words.say("sale", card=card_name(card, words), count=price)
        name, art = sale_id(card), f"sale-{CARD_ART[card]}"
        pieces.append(Piece(name, art, "market", label, value=str(price), origin="pile"))
    if market.pile:
        label = words.say("pile", count=market.pile)
        if market.pile_cards:
            cards = counted(market.pile_cards, words)
            label = words.say("piece.pile", count=market.pile, cards=cards)
        count = str(market.pile)
        pieces.append(Piece("pile", "card-pile", "pile", label, value=count, origin="discards"))
    if market.discards:
        label = words.say("discards", cards=counted(market.discards, words))
        count = str(len(market.discards))
        pieces.append(Piece("discards", "card-discards", "discards", label, value=count))
    return pieces


def sale_id(card: int) -> str:
    """The id of the card that can be bought; the next one has another."""
    return f"sale:{CARD_LETTERS[card]}"


# bribes


def offer_pieces(public: Public, words: Words, names: Sequence[str]) -> list[Piece]:
    """(ZK-12) What is offered to the start player, and by whom."""
    pieces = []
    for seat, player in enumerate(public.players):
        cell, points = player.offer
        if points:
            where = cell_and_worths(cell, words)
            label = words.say("piece.offer", name=names[seat], count=points, **where)
            name, art, at = f"offer:{seat}", f"bribe-{seat}", (float(seat), 0.0)
            value, origin = str(points), seat_area(seat)
            pieces.append(Piece(name, art, "offers", label, at, value=value, origin=origin))
    return pieces


# the panels


def panels(public: Public, words: Words, names: Sequence[str]) -> list[Area]:
    """The panels of all seats with their counters."""
    return [_panel(public, seat, words, name) for seat, name in enumerate(names)]


def _panel(public: Public, seat: int, words: Words, name: str) -> Area:
    player, contender = public.players[seat], public.contender(seat)
    values = (player.pawn, player.hand_size, 0 if contender else player.total)
    has_laid = contender is not None and contender.quarrel_card == HIDDEN
    counters = _counters(words, values, player.quarrel_cards, has_laid)
    acting = seat in public.awaited
    return Area(seat_area(seat), "panel", name, seat, counters=counters, acting=acting)


@lru_cache(PIECE_CACHE_SIZE)
def _counters(
    words: Words, values: tuple[int, int, int], quarrel_cards: tuple[int, ...], has_laid: bool
) -> tuple[Counter, ...]:
    """Points, cards in hand, quarrel cards, and what was reached in the last quarrel, if any."""
    points, cards, total = values
    numbers = " ".join(map(str, quarrel_cards)) or "-"
    label = f"{words.say('area.quarrels')} ({numbers})"
    tip = words.say("tip.kept.laid" if has_laid else "tip.kept", numbers=numbers)
    counters = (
        Counter("pawn", words.say("area.points"), points, words.say("tip.points")),
        Counter("card", words.say("area.cards"), cards),
        Counter("quarrel", label, len(quarrel_cards), tip),
    )
    return (*counters, Counter("total", words.say("area.total"), total)) if total else counters


def panel_pieces(public: Public, words: Words, names: Sequence[str]) -> list[Piece]:
    """What lies in front of the seats."""
    seats = enumerate(names)
    return [piece for seat, name in seats for piece in _seat_pieces(public, seat, words, name)]


def _seat_pieces(public: Public, seat: int, words: Words, name: str) -> list[Piece]:
    """The big apple, the card laid, cards publicly known, and dice."""
    pieces = [*_laid(public, seat, words, name), *_publicly_known(public, seat, words)]
    pieces += _rolled(public, seat, words, name)
    if seat == public.start_player and public.phase != moves.OVER:
        label = words.say("piece.big-apple", name=name)
        pieces.insert(0, Piece("big-apple", "big-apple", seat_area(seat), label))
    return pieces


def _laid(public: Public, seat: int, words: Words, name: str) -> list[Piece]:
    """(ZK-9, ZK-14) The apple card in front of a seat, and the colour a joker took."""
    card, colour = public.players[seat].laid, public.players[seat].colour
    if card == data.NONE:
        return []
    pieces = [_laid_card(public, seat, card, f"laid:{seat}", words, name)]
    if public.revealed and colour not in {card, data.NONE}:
        label = words.say("piece.coloured", name=name, colour=colour_name(colour, words))
        art, at = f"apple-{CARD_ART[colour]}", (2.0, 0.0)
        pieces.append(Piece(f"colour:{seat}", art, seat_area(seat), label, at))
    return pieces


def _laid_card(
    public: Public, seat: int, card: int, piece_id: str, words: Words, name: str
) -> Piece:
    """A laid card as a viewer sees it; even a card of their own may be face down for others."""
    area, at = seat_area(seat), (1.0, 0.0)
    marks = ("last",) if seat == public.last_to_buy_or_lay else ()
    if card == HIDDEN:
        label = words.say("fact.laid.unseen", name=name)
        return Piece(piece_id, "card-back", area, label, at, marks=marks, origin=area)
    key = "piece.laid" if public.revealed else "piece.laid.own"
    label, art = words.say(key, name=name, card=card_name(card, words)), f"card-{CARD_ART[card]}"
    marks = marks if public.revealed else (*marks, "hidden")
    return Piece(piece_id, art, area, label, at, marks=marks)


def _publicly_known(public: Public, seat: int, words: Words) -> list[Piece]:
    """Cards that everyone saw a seat buy and that it has not shown since."""
    player, pieces = public.players[seat], []
    key = "piece.known.laid" if player.laid == HIDDEN else "piece.known"
    for order, card in enumerate(player.publicly_known):
        ordinal = player.publicly_known[:order].count(card) + 1
        name = f"known:{seat}:{CARD_LETTERS[card]}:{ordinal}"
        label, at = words.say(key, card=card_name(card, words)), (3.0 + order / 10, 0.0)
        art, origin = f"apple-{CARD_ART[card]}", sale_id(card)
        pieces.append(Piece(name, art, seat_area(seat), label, at, origin=origin))
    return pieces


def _rolled(public: Public, seat: int, words: Words, name: str) -> list[Piece]:
    """(ZK-20) The dice of a seat's last quarrel lie in front of it, for everyone to see."""
    pieces = []
    rolled = () if public.contender(seat) else public.players[seat].rolled
    for order, pips in enumerate(rolled):
        label, at = words.say("piece.die", name=name, pips=pips), (4.0 + order / 10, 0.0)
        die, origin = f"die:{seat}:{order}", f"dice:{seat}"
        pieces.append(Piece(die, f"die-{pips}", seat_area(seat), label, at, origin=origin))
    return pieces


# a seat's own


def held_id(card: int, ordinal: int) -> str:
    """The id of an apple card of the viewer: equal ones are numbered from the second on."""
    return f"hand:{CARD_LETTERS[card]}" + (f":{ordinal}" if ordinal > 1 else "")


def hand_pieces(public: Public, private: Private, words: Words) -> list[Piece]:
    """The viewer's apple cards."""
    hand, is_deal, pieces = private.hand, len(public.orchard.chips) == data.CELLS, []
    for order, card in enumerate(hand):
        name, at = held_id(card, hand[:order].count(card) + 1), (float(order), 0.0)
        tip = words.say("tip.joker" if card == data.JOKER else "tip.card")
        art, label = f"card-{CARD_ART[card]}", card_name(card, words)
        origin = "pile" if is_deal else sale_id(card)
        pieces.append(Piece(name, art, "hand", label, at, tip=tip, origin=origin))
    return pieces


def own_panel(public: Public, private: Private, words: Words, name: str) -> OwnLayer:
    """What lies in front of the viewer: a card laid keeps the id it had in the hand."""
    seat = private.seat
    card = private.apple_card_of(seat, public)
    if card == data.NONE:
        return EMPTY_OWN_LAYER
    own_id = held_id(card, private.hand.count(card) + 1)
    own = _laid_card(public, seat, card, own_id, words, name)
    return replace_piece(_seat_pieces(public, seat, words, name), f"laid:{seat}", own)
