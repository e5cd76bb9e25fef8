"""Zankapfel: what happened, what can be done, and how the game ended, in plain sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotheque.games.zankapfel import data, moves
from ludotheque.games.zankapfel.notation import CARD_LETTERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.state import Fact
    from ludotheque.core.words import Words
    from ludotheque.games.zankapfel.observation import Public
    from ludotheque.games.zankapfel.rules import Zankapfel


def card_name(card: int, words: Words) -> str:
    """An apple card in a sentence."""
    return words.say(f"card.{CARD_LETTERS[card]}")


def colour_name(colour: int, words: Words) -> str:
    """A colour, or the joker, in a sentence."""
    return words.say(f"colour.{CARD_LETTERS[colour]}")


def names_of(seats: Sequence[int], names: Sequence[str]) -> str:
    """The names of a set of seats."""
    return ", ".join(names[seat] for seat in seats)


def row_and_column(cell: int) -> dict[str, int]:
    """A cell, for the words."""
    return {"row": cell // data.SIDE + 1, "column": cell % data.SIDE + 1}


# what happened


def phrase(fact: Fact, words: Words, names: Sequence[str]) -> str:  # noqa: C901 - one case a fact
    """A fact in words."""
    key, name = f"fact.{fact.kind}", names[fact.seat] if fact.seat >= 0 else ""
    match fact.kind, fact.secret or fact.about:
        case "placed" | "cleared" | "proposed" | "moved", (cell,):
            return words.say(key, name=name, **row_and_column(cell))
        case "turned" | "revealed" | "dealt" | "laid", (card,):
            return words.say(key, name=name, card=card_name(card, words))
        case "dealt", _:  # to another seat: needs no words
            return ""
        case "laid" | "quarrel_card", ():
            return words.say(f"{key}.unseen", name=name)
        case "quarrel_card", (number,):
            return words.say(key, name=name, number=number)
        case "bought", (card, points):
            return words.say(key, name=name, card=card_name(card, words), count=points)
        case "coloured", (colour,):
            return words.say(key, name=name, card=colour_name(colour, words))
        case "harvested" | "won", (colour, points):
            return words.say(key, name=name, card=colour_name(colour, words), count=points)
        case "offered", (cell, points):
            return words.say(key, name=name, count=points, **row_and_column(cell))
        case "accepted", (briber, cell, points):
            where = row_and_column(cell)
            return words.say(key, name=name, briber=names[briber], count=points, **where)
        case "reshuffled" | "round", (count,):
            return words.say(key, name=name, count=count)
        case "quarrel", (colour, prize, *seats):
            who = names_of(seats, names)
            return words.say(key, card=colour_name(colour, words), count=prize, names=who)
        case "tied", (total, *seats):
            return words.say(key, total=total, names=names_of(seats, names))
        case "dice", (count, price):
            return words.say(key if count else f"{key}.none", name=name, count=count, price=price)
        case "quarrel_shown", (number,):
            return words.say(key if number else f"{key}.none", name=name, number=number)
        case "rolled", (pips, total):
            return words.say(key, name=name, pips=pips, total=total)
        case "finished", (_, winners):
            return words.say(f"{key}.shared" if winners > 1 else key, name=name)  # (ZK-24)
        case _:  # skipped, declined, refused
            return words.say(key, name=name)


# what can be done


def move_phrase(state: Zankapfel, move: int, words: Words) -> str:
    """A move of a seat in words."""
    match moves.decode(move):
        case moves.BuyCard():
            price = data.price_of(state.face_up, state.mayor)
            return purchase_phrase(state.face_up, int(price), words)
        case moves.Accept(briber):
            cell, points = state.offer_of(briber)
            return words.say("move.accept", seat=briber, count=points, **row_and_column(cell))
        case moves.TakeColour(colour):
            return colour_phrase(colour, data.worth(colour, state.mayor), words)
        case decoded:
            return plain_phrase(decoded, words)


def purchase_phrase(card: int, price: int, words: Words) -> str:
    """(ZK-8) Buy the apple card that lies face up."""
    return words.say("move.buy", card=_a_card(card, words), count=price)


def colour_phrase(colour: int, points: int, words: Words) -> str:
    """(ZK-14) Choose the colour that a joker counts as."""
    return words.say("move.colour", colour=colour_name(colour, words), count=points)


def plain_phrase(move: moves.AnyMove, words: Words) -> str:
    """A move of a seat that means the same at every table."""
    match move:
        case moves.PlaceMayor(cell):
            return words.say("move.mayor", **row_and_column(cell))
        case moves.ClearCell(cell):
            return words.say("move.clear", **row_and_column(cell))
        case moves.LayCard(card):
            return words.say("move.lay", card=_a_card(card, words))
        case moves.MoveMayor(cell):
            return words.say("move.move", worths=_worths(cell), **row_and_column(cell))
        case moves.Offer(cell, points):
            where = row_and_column(cell)
            return words.say("move.offer", count=points, worths=_worths(cell), **where)
        case moves.Decline():
            return words.say("move.decline")
        case moves.Refuse():
            return words.say("move.refuse")
        case moves.LayQuarrelCard(number):
            return words.say("move.quarrel", number=number)
        case moves.BuyDice(dice):
            key = "move.dice" if dice else "move.nodice"
            return words.say(key, count=dice, price=data.DIE_PRICE * dice)
        case _:
            raise ValueError(f"{move} means nothing without a table, or is luck's")


def _a_card(card: int, words: Words) -> str:
    """An apple card with its article."""
    return words.say(f"a.{CARD_LETTERS[card]}")


def _worths(cell: int) -> str:
    """What the colours are worth at a cell, as in r5 y3 g7 b2."""
    colours = range(data.COLOURS)
    return " ".join(f"{CARD_LETTERS[colour]}{data.worth(colour, cell)}" for colour in colours)


# the end


def score_breakdown(public: Public, words: Words, names: Sequence[str]) -> list[str]:
    """(ZK-23, ZK-24) Where each pawn stands, how far from the finish, and why the game is over."""
    pawns = [player.pawn for player in public.players]
    lines = []
    for name, pawn in zip(names, pawns, strict=True):
        ahead = pawn - public.track
        key = "end.finish" if ahead > 0 else "end.short" if ahead else "end.at"
        lines.append(words.say(key, name=name, pawn=pawn, count=abs(ahead)))
    has_arrived = max(pawns) >= public.track
    if has_arrived:
        lines.append(words.say("end.first" if public.wins_at_finish else "end.round"))
    if not public.orchard.chips and not (has_arrived and public.wins_at_finish):
        lines.append(words.say("end.chips"))
    return lines
