"""Zankapfel: a quarrel with its cards and dice (ZK-18 to ZK-22)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ludotheque.games.zankapfel.data import DIE_PRICE
from ludotheque.games.zankapfel.moves import QUARRELLING
from ludotheque.games.zankapfel.notation import CARD_LETTERS
from ludotheque.games.zankapfel.observation import HIDDEN
from ludotheque.games.zankapfel.scene_words import KIND_ART, Replacement, replace_piece
from ludotheque.games.zankapfel.sentences import colour_name
from ludotheque.presentation.scene import Area, Counter, Piece

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.words import Words
    from ludotheque.games.zankapfel.observation import Contender, Private, Public


def areas(public: Public, words: Words, names: Sequence[str]) -> list[Area]:
    """What the quarrel is about, and what each has reached once cards are shown."""
    quarrel = public.quarrel
    if not quarrel.contenders:
        return []
    label = words.say("quarrel", colour=colour_name(quarrel.colour, words), count=quarrel.prize)
    totals = [
        Counter(f"pawn-{one.seat}", names[one.seat], public.players[one.seat].total)
        for one in _in_turn_order(public)
    ]
    return [Area("quarrel", "row", label, counters=tuple(totals) if quarrel.is_open else ())]


def _in_turn_order(public: Public) -> list[Contender]:
    seats = len(public.players)
    return sorted(public.quarrel.contenders, key=lambda one: (one.seat - public.start) % seats)


def pieces(public: Public, words: Words, names: Sequence[str]) -> list[Piece]:
    """What it is about; then card and dice of each contender, in turn order."""
    colour, prize = public.quarrel.colour, public.quarrel.prize
    if not public.quarrel.contenders:
        return []
    label = words.say("piece.prize", colour=colour_name(colour, words), count=prize)
    name, art = f"prize:{CARD_LETTERS[colour]}", f"prize-{KIND_ART[colour]}"
    found = [Piece(name, art, "quarrel", label, value=str(prize))]
    for one in _in_turn_order(public):
        found.append(_card(public, one, float(len(found)), words, names[one.seat]))
        if one.dice:
            found.append(_dice(one, float(len(found)), words, names[one.seat]))
    return found


def _card(public: Public, one: Contender, order: float, words: Words, name: str) -> Piece:
    """A contender's quarrel card, or its empty place."""
    at, has_cards = (order, 0.0), bool(public.players[one.seat].quarrel_cards)
    if one.laid == HIDDEN:
        label, origin = words.say("fact.quarrel_card.unseen", name=name), f"seat{one.seat}"
        return Piece(f"fight:{one.seat}", "quarrel-back", "quarrel", label, at, origin=origin)
    if one.laid:
        return _number_card(f"fight:{one.seat}", one.laid, at, False, words, name)
    label = words.say("piece.fight.empty" if has_cards else "fact.quarrel_shown.none", name=name)
    art = "quarrel-place" if has_cards else "quarrel-none"
    return Piece(f"place:{one.seat}", art, "quarrel", label, at, place=True)


def _number_card(
    piece_id: str, number: int, at: tuple[float, float], is_hidden: bool, words: Words, name: str
) -> Piece:
    """A quarrel card that the viewer sees, be it face down for the others."""
    key = "piece.fight.own" if is_hidden else "fact.quarrel_shown"
    label, marks = words.say(key, name=name, number=number), ("hidden",) if is_hidden else ()
    art, value = f"quarrel-{number}", str(number)
    return Piece(piece_id, art, "quarrel", label, at, value=value, marks=marks)


def _dice(one: Contender, order: float, words: Words, name: str) -> Piece:
    """The dice of a contender together: how many, and what was rolled with them so far."""
    thrown, pips = len(one.rolled), sum(one.rolled)
    key = "piece.dice.rolled" if thrown else "piece.dice"
    art = f"dice-{one.dice}"
    if thrown:
        art = f"die-{pips}" if one.dice == 1 else f"rolled-{one.dice}"
    return Piece(
        f"dice:{one.seat}",
        art,
        "quarrel",
        words.say(key, name=name, count=one.dice, thrown=thrown, pips=pips),
        (order, 0.0),
        value=str(pips) if thrown else "",
        marks=("rolled",) if thrown == one.dice else (),
        origin=f"seat{one.seat}",
    )


# a contender's own


def own_pieces(public: Public, private: Private, words: Words, names: Sequence[str]) -> Replacement:
    """The quarrel as the viewer sees it: a card laid keeps the id it had in the row."""
    seat = private.seat
    for one in public.quarrel.contenders:
        if one.seat == seat and one.laid:
            everything, is_hidden = pieces(public, words, names), one.laid == HIDDEN
            at = next(piece.at for piece in everything if piece.id == f"fight:{seat}")
            number = private.quarrel_laid if is_hidden else one.laid
            own = _number_card(card_id(number), number, at, is_hidden, words, names[seat])
            return replace_piece(everything, f"fight:{seat}", own)
    return Replacement()


def card_id(number: int) -> str:
    """The id of a quarrel card of the viewer."""
    return f"quarrel:{number}"


def shows_own_cards(public: Public, seat: int) -> bool:
    """(ZK-18) Whether a seat's quarrel cards lie on the table; else they are put away."""
    return public.phase == QUARRELLING and any(
        one.seat == seat for one in public.quarrel.contenders
    )


def own_cards(public: Public, private: Private, words: Words) -> list[Piece]:
    """The quarrel cards that the viewer can choose from, or could."""
    if not shows_own_cards(public, private.seat):
        return []
    cards = public.players[private.seat].quarrel_cards
    return [_own_quarrel_card(words, card) for card in cards if card != private.quarrel_laid]


@cache
def _own_quarrel_card(words: Words, number: int) -> Piece:
    label, at = words.say("piece.quarrel", number=number), (float(number), 0.0)
    art, value = f"quarrel-{number}", str(number)
    return Piece(card_id(number), art, "quarrels", label, at, value=value)


@cache
def dice_for_sale(words: Words, dice: int) -> Piece:
    """(ZK-19) Dice to buy, with their price."""
    cost, at = DIE_PRICE * dice, (float(dice), 0.0)
    label, art = words.say("piece.dice.buy", count=dice, cost=cost), f"shop-{dice}"
    return Piece(f"buy-dice:{dice}", art, "dicebox", label, at, value=str(cost))
