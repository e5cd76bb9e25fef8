"""Zankapfel: a quarrel with its cards and dice (ZK-18 to ZK-22)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from ludotheque.games.zankapfel import data, moves
from ludotheque.games.zankapfel.notation import CARD_LETTERS
from ludotheque.games.zankapfel.observation import HIDDEN
from ludotheque.games.zankapfel.scene_words import CARD_ART, replace_piece, seat_area
from ludotheque.games.zankapfel.sentences import colour_name
from ludotheque.presentation.scene import EMPTY_OWN_LAYER, Area, Counter, OwnLayer, Piece

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from ludotheque.core.words import Words
    from ludotheque.games.zankapfel.observation import Contender, Private, Public, Quarrel

MAX_NAME_LENGTH: Final = 8  # of a name below a pawn, in letters


def basis(public: Public, names: tuple[str, ...]) -> Hashable:
    """Everything that `areas` and `pieces` use, and that may change."""
    if not public.quarrel:
        return None
    cards = [(player.total, bool(player.quarrel_cards)) for player in public.players]
    return public.quarrel, public.start_player, tuple(cards), names


def areas(public: Public, words: Words, names: Sequence[str]) -> list[Area]:
    """What the quarrel is about, and what each has reached once cards are shown."""
    quarrel = public.quarrel
    if not quarrel:
        return []
    label = words.say("quarrel", colour=colour_name(quarrel.colour, words), count=quarrel.prize)
    seats = [contender.seat for contender in _in_turn_order(public, quarrel)]
    totals = [Counter(f"pawn-{seat}", names[seat], public.players[seat].total) for seat in seats]
    return [Area("quarrel", "row", label, counters=tuple(totals) if quarrel.is_open else ())]


def _in_turn_order(public: Public, quarrel: Quarrel) -> list[Contender]:
    """The contenders, from the start player on."""
    start_player, seats = public.start_player, len(public.players)
    return sorted(quarrel.contenders, key=lambda who: (who.seat - start_player) % seats)


def pieces(public: Public, words: Words, names: Sequence[str]) -> list[Piece]:
    """What it is about; then name, card and dice of each contender, in turn order."""
    if not public.quarrel:
        return []
    colour, prize = public.quarrel.colour, public.quarrel.prize
    label = words.say("piece.prize", colour=colour_name(colour, words), count=prize)
    name, art = f"prize:{CARD_LETTERS[colour]}", f"prize-{CARD_ART[colour]}"
    found = [Piece(name, art, "quarrel", label, value=str(prize))]
    has_dice = any(contender.dice for contender in public.quarrel.contenders)
    for contender in _in_turn_order(public, public.quarrel):
        name = names[contender.seat]
        found.append(_contender(contender.seat, float(len(found)), words, name))
        found.append(_card(public, contender, float(len(found)), words, name))
        if has_dice:
            found.append(_dice(contender, float(len(found)), words, name))
    return found


def _contender(seat: int, order: float, words: Words, name: str) -> Piece:
    """Whose card and dice follow."""
    label, art = words.say("piece.contender", name=name), f"contender-{seat}"
    is_long = len(name) > MAX_NAME_LENGTH
    shown = f"{name[: MAX_NAME_LENGTH - 1]}…" if is_long else name
    return Piece(f"contender:{seat}", art, "quarrel", label, (order, 0.0), value=shown)


def _card(public: Public, contender: Contender, order: float, words: Words, name: str) -> Piece:
    """A contender's quarrel card, or its empty place."""
    seat, card, at = contender.seat, contender.quarrel_card, (order, 0.0)
    if card == HIDDEN:
        label, origin = words.say("fact.quarrel_card.unseen", name=name), seat_area(seat)
        return Piece(f"fight:{seat}", "quarrel-back", "quarrel", label, at, origin=origin)
    if card:
        return _number_card(f"fight:{seat}", card, at, False, words, name)
    has_cards = bool(public.players[seat].quarrel_cards)
    label = words.say("piece.fight.empty" if has_cards else "fact.quarrel_shown.none", name=name)
    art = "quarrel-place" if has_cards else "quarrel-none"
    return Piece(f"place:{seat}", art, "quarrel", label, at, place=True)


def _number_card(
    piece_id: str, number: int, at: tuple[float, float], is_hidden: bool, words: Words, name: str
) -> Piece:
    """A quarrel card that the viewer sees, even if it is face down for the others."""
    key = "piece.fight.own" if is_hidden else "fact.quarrel_shown"
    label, marks = words.say(key, name=name, number=number), ("hidden",) if is_hidden else ()
    art, value = f"quarrel-{number}", str(number)
    return Piece(piece_id, art, "quarrel", label, at, value=value, marks=marks)


def _dice(contender: Contender, order: float, words: Words, name: str) -> Piece:
    """The dice of a contender together: how many, and what was rolled with them so far."""
    if not contender.dice:
        label, piece_id = words.say("piece.dice.none", name=name), f"no-dice:{contender.seat}"
        return Piece(piece_id, "dice-none", "quarrel", label, (order, 0.0), place=True)
    dice, thrown, pips = contender.dice, len(contender.rolled), sum(contender.rolled)
    key, art, value = "piece.dice", f"dice-{dice}", ""
    if thrown:
        key, value = "piece.dice.rolled", str(pips)
        art = f"die-{pips}" if dice == 1 else f"rolled-{dice}"
    label = words.say(key, name=name, count=dice, thrown=thrown, pips=pips)
    marks, origin = ("rolled",) if thrown == dice else (), seat_area(contender.seat)
    piece_id, at = f"dice:{contender.seat}", (order, 0.0)
    return Piece(piece_id, art, "quarrel", label, at, value=value, marks=marks, origin=origin)


# a contender's own


def own_pieces(public: Public, private: Private, words: Words, names: Sequence[str]) -> OwnLayer:
    """The quarrel as the viewer sees it: a card laid keeps the id it had in the row."""
    seat, contender = private.seat, public.contender(private.seat)
    if not contender:
        return EMPTY_OWN_LAYER
    everything, is_hidden = pieces(public, words, names), contender.quarrel_card == HIDDEN
    places = {piece.id: piece.at for piece in everything}
    you = _contender(seat, places[f"contender:{seat}"][0], words, words.say("you"))
    if not contender.quarrel_card:
        return OwnLayer(pieces=(you,))
    number, at = private.quarrel_card_of(contender), places[f"fight:{seat}"]
    own = _number_card(card_id(number), number, at, is_hidden, words, names[seat])
    layer = replace_piece(everything, f"fight:{seat}", own)
    return OwnLayer(pieces=(you, *layer.pieces), hidden_pieces=layer.hidden_pieces)


def own_basis(public: Public, private: Private) -> Hashable:
    """Everything that `own_pieces` and `own_cards` use but for names, and that may change."""
    seat, contender = private.seat, public.contender(private.seat)
    if not contender:
        return None
    quarrel_cards = public.players[seat].quarrel_cards
    return basis(public, ()), public.phase, quarrel_cards


def card_id(number: int) -> str:
    """The id of a quarrel card of the viewer."""
    return f"quarrel:{number}"


def shows_own_cards(public: Public, seat: int) -> bool:
    """(ZK-18) Whether a seat's quarrel cards lie on the table; else they are put away."""
    return public.phase == moves.LAYING_QUARREL_CARDS and public.contender(seat) is not None


def own_cards(public: Public, private: Private, words: Words) -> list[Piece]:
    """The quarrel cards that the viewer can choose from, or could."""
    if not shows_own_cards(public, private.seat):
        return []
    cards = public.players[private.seat].quarrel_cards
    return [_own_quarrel_card(words, card) for card in cards if card != private.quarrel_card]


@cache
def _own_quarrel_card(words: Words, number: int) -> Piece:
    label, at = words.say("piece.quarrel", number=number), (float(number), 0.0)
    art, value = f"quarrel-{number}", str(number)
    return Piece(card_id(number), art, "quarrels", label, at, value=value)


@cache
def dice_for_sale(words: Words, dice: int) -> Piece:
    """(ZK-19) Dice to buy, with their price."""
    price, at = data.DIE_PRICE * dice, (float(dice), 0.0)
    label, art = words.say("piece.dice.buy", count=dice, price=price), f"shop-{dice}"
    return Piece(f"buy-dice:{dice}", art, "dicebox", label, at, value=str(price))
