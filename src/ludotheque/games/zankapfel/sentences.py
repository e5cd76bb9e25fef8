"""Zankapfel: what happened, what can be done, and how the game ended, in plain sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotheque.games.zankapfel import data, moves
from ludotheque.games.zankapfel.notation import CARD_LETTERS
from ludotheque.presentation.score_table import (
    ScoreCell,
    ScoreColumn,
    ScoreRow,
    ScoreTable,
    by_rank,
    number_cells,
    tie_notes,
)

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


def names_of(seats: Sequence[int], names: Sequence[str], words: Words) -> str:
    """The names of a set of seats."""
    return listed([names[seat] for seat in seats], words)


def listed(items: Sequence[str], words: Words) -> str:
    """Names or numbers, as in Ada, Blaise and Clara."""
    if len(items) < 2:
        return "".join(items)
    return words.say("names.and", names=", ".join(items[:-1]), last=items[-1])


def card_values(card: int, words: Words) -> dict[str, str]:
    """An apple card, for the words."""
    return {
        "card": card_name(card, words),
        "a_card": a_card(card, words),
    }


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
            return words.say(key, name=name, **card_values(card, words))
        case "dealt", _:  # to another seat: needs no words
            return ""
        case "laid" | "quarrel_card", ():
            return words.say(f"{key}.unseen", name=name)
        case "quarrel_card", (number,):
            return words.say(key, name=name, number=number)
        case "bought", (card, points):
            return words.say(key, name=name, count=points, **card_values(card, words))
        case "coloured", (colour,):
            return words.say(key, name=name, colour=colour_name(colour, words))
        case "harvested", (colour, points):
            by_card = words.say(f"by.{CARD_LETTERS[colour]}")
            return words.say(key, name=name, count=points, by_card=by_card)
        case "won", (colour, points, total, *beaten):
            totals = listed([str(other) for other in beaten], words)
            values = {"colour": colour_name(colour, words), "total": total, "totals": totals}
            return words.say(key, name=name, count=points, **values)
        case "offered", (cell, points):
            return words.say(key, name=name, count=points, **row_and_column(cell))
        case "accepted", (briber, cell, points):
            where = row_and_column(cell)
            return words.say(key, name=name, briber=names[briber], count=points, **where)
        case "reshuffled" | "round", (count,):
            return words.say(key, name=name, count=count)
        case "quarrel", (colour, prize, *seats):
            who = names_of(seats, names, words)
            return words.say(key, colour=colour_name(colour, words), count=prize, names=who)
        case "tied", (total, *seats):
            return words.say(key, total=total, names=names_of(seats, names, words))
        case "dice", (count, price):
            return words.say(key if count else f"{key}.none", name=name, count=count, price=price)
        case "quarrel_shown", (number,):
            return words.say(key if number else f"{key}.none", name=name, number=number)
        case "rolled", (pips, total):
            return words.say(key, name=name, pips=pips, total=total)
        case "finished", (_, winners):
            return words.say(f"{key}.shared" if winners > 1 else key, name=name)  # (ZK-24)
        case "over", (is_bare,):
            return words.say(f"{key}.bare" if is_bare else key)
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
            return words.say("move.accept", count=points, **row_and_column(cell))
        case moves.TakeColour(colour):
            return colour_phrase(colour, data.worth(colour, state.mayor), words)
        case decoded:
            return plain_phrase(decoded, words)


def purchase_phrase(card: int, price: int, words: Words) -> str:
    """(ZK-8) Buy the apple card that lies face up."""
    return words.say("move.buy", card=a_card(card, words), count=price)


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
            return words.say("move.lay", card=a_card(card, words))
        case moves.MoveMayor(cell):
            return words.say("move.move", **row_and_column(cell))
        case moves.Offer(cell, points):
            return words.say("move.offer", count=points, **row_and_column(cell))
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


def a_card(card: int, words: Words) -> str:
    """An apple card with its article."""
    return words.say(f"a.{CARD_LETTERS[card]}")


# the end


def score_table(public: Public, ranks: Sequence[int], words: Words) -> ScoreTable:
    """(ZK-23, ZK-24) Where each pawn stands, and how far from the finish."""
    rows = []
    for seat, (rank, player) in enumerate(zip(ranks, public.players, strict=True)):
        ahead = player.pawn - public.track
        key = "score.beyond" if ahead > 0 else "score.short" if ahead else "score.at"
        distance = ScoreCell(words.say(key, count=abs(ahead)))
        rows.append(ScoreRow((seat,), rank, (distance, *number_cells(player.pawn))))
    columns = (ScoreColumn(words.say("score.finish")), ScoreColumn(words.say("area.points")))
    ordered = by_rank(rows)
    return ScoreTable(columns, ordered, tie_notes(ordered, words.say("score.shared")))
