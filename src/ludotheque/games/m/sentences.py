"""M: facts, moves and scores in sentences."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ludotheque.games.m import data, moves
from ludotheque.games.m.rules_scores import POINTS_PER_CHIP, SCORING_COLOURS, ranked_colours

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.state import Fact
    from ludotheque.core.words import Words
    from ludotheque.games.m.observation import Public
    from ludotheque.games.m.rules import M


def colour_name(colour: int, words: Words) -> str:
    """A colour in words."""
    return words.say(f"colour.{data.COLOURS[colour]}")


@cache
def card_name(kind: int, words: Words) -> str:
    """A card in words."""
    colour = colour_name(data.COLOUR[kind], words)
    if data.is_zero(kind):
        return words.say("card.zero", colour=colour)
    symbol = words.say(f"symbol.{data.symbol_letter(kind)}")
    return words.say("card", colour=colour, value=data.POINTS[kind], symbol=symbol)


def card_names(kinds: Sequence[int], words: Words) -> str:
    """A list of cards in words."""
    return ", ".join(card_name(kind, words) for kind in kinds)


def phrase(fact: Fact, words: Words, names: Sequence[str]) -> str:
    """A fact in words."""
    key = f"fact.{fact.kind}"
    name = names[fact.seat] if fact.seat >= 0 else ""
    if fact.kind in {"opened", "laid", "took"}:
        kind, row, column = fact.about
        return words.say(key, name=name, card=card_name(kind, words), row=row, column=column)
    if fact.kind == "chips":
        giver, chips = fact.about
        return words.say(key, name=name, giver=names[giver], count=chips)
    if fact.kind == "scoring":
        is_row, length = fact.about
        line = words.say("line.row" if is_row else "line.column")
        return words.say(key, name=name, line=line, length=length)
    if fact.kind in {"dealt", "drew", "buried"}:
        if not fact.secret:
            return "" if fact.kind == "dealt" else words.say(f"{key}.unseen", name=name)
        return words.say(key, name=name, card=card_name(fact.secret[0], words))
    return words.say(key, name=name)


def move_phrase(state: M, move: int, words: Words) -> str:
    """A move of a seat in words."""
    match moves.decode(move):
        case moves.Lay(kind, cell):
            return lay_phrase(kind, *state.coordinates(cell), words)
        case moves.Take(cell):
            kind, row, column = state.card_at(cell)
            return words.say("move.take", card=card_name(kind, words), row=row, column=column)
        case moves.ChooseLine(is_row):
            return words.say("move.line.row" if is_row else "move.line.column")
        case moves.Exchange(kind):
            return words.say("move.exchange", card=card_name(kind, words))
        case _:
            return words.say("move.pass")


def lay_phrase(kind: int, row: int, column: int, words: Words) -> str:
    """The move that lays a card in a cell."""
    return words.say("move.lay", card=card_name(kind, words), row=row, column=column)


def score_breakdown(public: Public, words: Words, names: Sequence[str]) -> list[str]:
    """(M-19) Ten a chip, two colours for, three against."""
    lines = []
    for seat, name in enumerate(names):
        colours = [
            f"{points} ({colour_name(colour, words)})"
            for points, colour in ranked_colours(public.taken[seat])
        ]
        chips = words.say("chips", count=public.chips[seat])
        terms = [f"{POINTS_PER_CHIP * public.chips[seat]} ({chips})", *colours[:SCORING_COLOURS]]
        total = " - ".join([" + ".join(terms), *colours[SCORING_COLOURS:]])
        lines.append(words.say("reckoning", name=name, total=total, score=public.scores[seat]))
    return lines
