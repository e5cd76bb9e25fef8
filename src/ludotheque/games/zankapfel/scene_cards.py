"""Zankapfel: apple cards for sale, in hand and before the seats; the panels; offers of bribes."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from ludotheque.games.zankapfel.data import CELLS, JOKER, NONE
from ludotheque.games.zankapfel.moves import OVER
from ludotheque.games.zankapfel.notation import CARD_LETTERS
from ludotheque.games.zankapfel.observation import HIDDEN
from ludotheque.games.zankapfel.scene_words import (
    BOARD_CACHE_SIZE,
    KIND_ART,
    Replacement,
    heap,
    place_and_worths,
    replace_piece,
)
from ludotheque.games.zankapfel.sentences import card_name, colour_name
from ludotheque.presentation.scene import Area, Counter, Piece

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
        card, cost = market.face_up, market.price
        label = words.say("sale", card=card_name(card, words), count=cost)
        name, art = sale_id(card), f"sale-{KIND_ART[card]}"
        pieces.append(Piece(name, art, "market", label, value=str(cost), origin="pile"))
    if market.pile:
        label = words.say("pile", count=market.pile)
        if market.pile_cards:
            cards = heap(market.pile_cards, words)
            label = words.say("piece.pile", count=market.pile, cards=cards)
        count = str(market.pile)
        pieces.append(Piece("pile", "card-pile", "pile", label, value=count, origin="discards"))
    if market.discards:
        label = words.say("discards", cards=heap(market.discards, words))
        count = str(len(market.discards))
        pieces.append(Piece("discards", "card-discards", "discards", label, value=count))
    return pieces


def sale_id(kind: int) -> str:
    """The id of the card that can be bought; the next one has another."""
    return f"sale:{CARD_LETTERS[kind]}"


# bribes


def offer_areas(public: Public, words: Words, names: Sequence[str]) -> list[Area]:
    """(ZK-12) Where offers lie, if there are any."""
    if not any(points for _, points in (player.offer for player in public.players)):
        return []
    return [Area("offers", "row", words.say("area.offers", name=names[public.start]))]


def offer_pieces(public: Public, words: Words, names: Sequence[str]) -> list[Piece]:
    """(ZK-12) What is offered to the start player, and by whom."""
    pieces = []
    for seat, player in enumerate(public.players):
        cell, points = player.offer
        if points:
            spot = place_and_worths(cell, words)
            label = words.say("piece.offer", name=names[seat], count=points, **spot)
            name, art, at = f"offer:{seat}", f"bribe-{seat}", (float(seat), 0.0)
            origin = f"seat{seat}"
            pieces.append(Piece(name, art, "offers", label, at, value=str(points), origin=origin))
    return pieces


# the panels


def panels(public: Public, words: Words, names: Sequence[str]) -> list[Area]:
    """The panels of all seats with their counters."""
    return [_panel(public, seat, words, name) for seat, name in enumerate(names)]


def _panel(public: Public, seat: int, words: Words, name: str) -> Area:
    player = public.players[seat]
    contender = next((one for one in public.quarrel.contenders if one.seat == seat), None)
    values = (player.pawn, player.hand_size, 0 if contender else player.total)
    has_laid = contender is not None and contender.laid == HIDDEN
    counters = _counters(words, values, player.quarrel_cards, has_laid)
    acting = seat in public.waiting
    return Area(f"seat{seat}", "panel", name, seat, counters=counters, acting=acting)


@lru_cache(BOARD_CACHE_SIZE)
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
    """What lies before the seats."""
    seats = enumerate(names)
    return [piece for seat, name in seats for piece in _before_seat(public, seat, words, name)]


def _before_seat(public: Public, seat: int, words: Words, name: str) -> list[Piece]:
    """The big apple, the card laid, cards that all know of, and dice."""
    pieces = []
    if seat == public.start and public.phase != OVER:
        label = words.say("piece.big-apple", name=name)
        pieces.append(Piece("big-apple", "big-apple", f"seat{seat}", label))
    pieces += _laid(public, seat, words, name)
    pieces += _known(public, seat, words)
    pieces += _rolled(public, seat, words, name)
    return pieces


def _laid(public: Public, seat: int, words: Words, name: str) -> list[Piece]:
    """(ZK-9, ZK-14) The apple card before a seat, and the colour a joker took."""
    player, area = public.players[seat], f"seat{seat}"
    kind, colour = player.laid, player.colour
    if kind == NONE:
        return []
    if kind == HIDDEN:
        label, marks = words.say("fact.laid.unseen", name=name), _marks(public, seat)
        piece_id, at = f"laid:{seat}", (1.0, 0.0)
        return [Piece(piece_id, "card-back", area, label, at, marks=marks, origin=area)]
    pieces = [_face_up(public, seat, kind, f"laid:{seat}", words, name)]
    if colour not in {kind, NONE}:
        label = words.say("piece.coloured", name=name, colour=colour_name(colour, words))
        art = f"apple-{KIND_ART[colour]}"
        pieces.append(Piece(f"colour:{seat}", art, area, label, (2.0, 0.0)))
    return pieces


def _marks(public: Public, seat: int) -> tuple[str, ...]:
    return ("last",) if seat == public.last_to_choose else ()


def _face_up(public: Public, seat: int, kind: int, piece_id: str, words: Words, name: str) -> Piece:
    """A laid card that the viewer sees, be it face down for the others."""
    is_hidden = not public.revealed
    key = "piece.laid.own" if is_hidden else "piece.laid"
    label = words.say(key, name=name, card=card_name(kind, words))
    marks = (*_marks(public, seat), *(("hidden",) if is_hidden else ()))
    return Piece(piece_id, f"card-{KIND_ART[kind]}", f"seat{seat}", label, (1.0, 0.0), marks=marks)


def _known(public: Public, seat: int, words: Words) -> list[Piece]:
    """Cards that a seat bought before all eyes and has not shown since."""
    player = public.players[seat]
    key = "piece.known.laid" if player.laid == HIDDEN else "piece.known"
    pieces = []
    for order, kind in enumerate(player.known):
        copy = player.known[:order].count(kind) + 1
        name = f"known:{seat}:{CARD_LETTERS[kind]}:{copy}"
        label, at = words.say(key, card=card_name(kind, words)), (3.0 + order / 10, 0.0)
        art, origin = f"apple-{KIND_ART[kind]}", sale_id(kind)
        pieces.append(Piece(name, art, f"seat{seat}", label, at, origin=origin))
    return pieces


def _rolled(public: Public, seat: int, words: Words, name: str) -> list[Piece]:
    """(ZK-20) The dice of the last quarrel lie before the seats, for all to see."""
    if any(one.seat == seat for one in public.quarrel.contenders):
        return []
    pieces = []
    for order, pips in enumerate(public.players[seat].rolled):
        label, at = words.say("piece.die", name=name, pips=pips), (4.0 + order / 10, 0.0)
        die, origin = f"die:{seat}:{order}", f"dice:{seat}"
        pieces.append(Piece(die, f"die-{pips}", f"seat{seat}", label, at, origin=origin))
    return pieces


# a seat's own


def held_id(kind: int, copy: int) -> str:
    """The id of an apple card of the viewer: equal ones are numbered from the second on."""
    return f"hand:{CARD_LETTERS[kind]}" + (f":{copy}" if copy > 1 else "")


def hand_pieces(public: Public, private: Private, words: Words) -> list[Piece]:
    """The viewer's apple cards."""
    hand, is_deal = private.hand, len(public.orchard.chips) == CELLS
    pieces = []
    for order, kind in enumerate(hand):
        name, at = held_id(kind, hand[:order].count(kind) + 1), (float(order), 0.0)
        tip = words.say("tip.joker" if kind == JOKER else "tip.card")
        art, label = f"card-{KIND_ART[kind]}", card_name(kind, words)
        origin = "pile" if is_deal else sale_id(kind)
        pieces.append(Piece(name, art, "hand", label, at, tip=tip, origin=origin))
    return pieces


def own_panel(public: Public, private: Private, words: Words, name: str) -> Replacement:
    """What lies before the viewer: a card laid keeps the id it had in the hand."""
    seat = private.seat
    kind = public.players[seat].laid if private.laid == NONE else private.laid
    if kind == NONE:
        return Replacement()
    own_id = held_id(kind, private.hand.count(kind) + 1)
    own = _face_up(public, seat, kind, own_id, words, name)
    return replace_piece(_before_seat(public, seat, words, name), f"laid:{seat}", own)
