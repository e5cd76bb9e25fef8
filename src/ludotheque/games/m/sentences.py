"""M: facts, moves and scores in sentences."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from ludotheque.games.m import data, moves
from ludotheque.games.m.rules_geometry import MAX_SPAN
from ludotheque.games.m.rules_scores import POINTS_PER_CHIP, SCORING_COLOURS, ranked_colours
from ludotheque.presentation.score_table import (
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
    from ludotheque.games.m.observation import Public
    from ludotheque.games.m.rules import M
    from ludotheque.presentation.score_table import ScoreCell


END_REASONS: Final = ("scoring", "passes", "cards")  # by the number in the fact


def place(row: int, column: int) -> dict[str, int]:
    """A cell, for the words: rows and columns are counted from 1, wherever the board may grow."""
    return {"row": row + MAX_SPAN, "column": column + MAX_SPAN}


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
        return words.say(key, name=name, card=card_name(kind, words), **place(row, column))
    if fact.kind == "chips":
        giver, chips = fact.about
        return words.say(key, name=name, giver=names[giver], count=chips)
    if fact.kind == "gave":
        return words.say(key, name=name, taker=names[fact.about[0]])
    if fact.kind == "scoring":
        is_row, length = fact.about
        line = words.say("line.row" if is_row else "line.column")
        return words.say(key, name=name, line=line, length=length)
    if fact.kind in {"dealt", "drew", "buried"}:
        if not fact.secret:
            return "" if fact.kind == "dealt" else words.say(f"{key}.unseen", name=name)
        return words.say(key, name=name, card=card_name(fact.secret[0], words))
    if fact.kind == "over":
        return words.say(f"{key}.{END_REASONS[fact.about[0]]}")
    return words.say(key, name=name)


def move_phrase(state: M, move: int, words: Words) -> str:
    """A move of a seat in words."""
    match moves.decode(move):
        case moves.Lay(kind, cell):
            return lay_phrase(kind, *state.coordinates(cell), words)
        case moves.Take(cell):
            kind, row, column = state.card_at(cell)
            return words.say("move.take", card=card_name(kind, words), **place(row, column))
        case moves.ChooseLine(is_row):
            return words.say("move.line.row" if is_row else "move.line.column")
        case moves.Exchange(kind):
            return words.say("move.exchange", card=card_name(kind, words))
        case _:
            return words.say("move.pass")


def lay_phrase(kind: int, row: int, column: int, words: Words) -> str:
    """The move that lays a card in a cell."""
    return words.say("move.lay", card=card_name(kind, words), **place(row, column))


def score_table(public: Public, ranks: Sequence[int], words: Words) -> ScoreTable:
    """(M-19, M-20) Ten a chip, two colours for, three against."""
    rows = by_rank(
        [ScoreRow((seat,), rank, _score_cells(public, seat)) for seat, rank in enumerate(ranks)]
    )
    columns = (
        ScoreColumn(words.say("area.chips"), "counter-chip"),
        *[
            ScoreColumn(colour_name(colour, words), f"tally-{letter}")
            for colour, letter in enumerate(data.COLOURS)
        ],
        ScoreColumn(words.say("area.score")),
    )
    ties = tie_notes(rows, words.say("score.shared"), words.say("score.ahead"))
    return ScoreTable(columns, rows, ties)


def _score_cells(public: Public, seat: int) -> tuple[ScoreCell, ...]:
    """What chips and colours count for a seat, and the total."""
    counted = [0] * len(data.COLOURS)
    for rank, (points, colour) in enumerate(ranked_colours(public.taken[seat])):
        counted[colour] = points if rank < SCORING_COLOURS else -points
    return number_cells(POINTS_PER_CHIP * public.chips[seat], *counted, public.scores[seat])
