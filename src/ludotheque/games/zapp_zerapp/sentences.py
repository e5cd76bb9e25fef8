"""Zapp Zerapp: what happened and what may be done, in sentences of plain text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludotheque.games.zapp_zerapp.data import (
    BARRELS,
    COLOUR_LETTERS,
    COLOUR_NAMES,
    LOCATIONS,
    PIECES_PER_COLOUR,
    SQUARES,
    START,
    STEP_NUMBER,
    TOWN,
)
from ludotheque.games.zapp_zerapp.moves import Go, Handle, decode
from ludotheque.games.zapp_zerapp.notation import clauses_of
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
    from collections.abc import Iterable, Sequence

    from ludotheque.core.state import Fact
    from ludotheque.core.words import Words
    from ludotheque.games.zapp_zerapp.observation import Public
    from ludotheque.games.zapp_zerapp.rules import ZappZerapp

BARREL_NAMES: Final = tuple([str(number) for number in range(1, BARRELS + 1)])


def colour_words(colour: int, words: Words) -> str:
    """A colour in words."""
    return words.say(f"colour.{COLOUR_LETTERS[colour]}")


def piece_words(piece: int, words: Words) -> str:
    """A piece in words."""
    colour = colour_words(piece // PIECES_PER_COLOUR, words)
    return words.say("piece", colour=colour, number=piece % PIECES_PER_COLOUR + 1)


def list_pieces(pieces: Iterable[int], words: Words) -> str:
    """Pieces in words, one after the other."""
    return ", ".join(piece_words(piece, words) for piece in pieces)


def square_number(square: int) -> int:
    """(ZZ-1) The number of a square for people, who count from 1."""
    return square + 1


def location_words(location: int, words: Words) -> str:
    """A location in words."""
    if location < SQUARES:
        return words.say("place.square", square=square_number(location))
    return words.say("place.start" if location == START else "place.town")


def _way(origin: int, end: int, words: Words) -> dict[str, str]:
    """Where something comes from and goes to, as parts of a sentence."""
    start = "place.from.start" if origin == START else "place.from.square"
    goal = "place.to.town" if end == TOWN else "place.to.square"
    return {
        "origin": words.say(start, square=square_number(origin)),
        "end": words.say(goal, square=square_number(end)),
    }


def _steps(piece: int, origin: int, end: int) -> int:
    """(ZZ-13) The steps that a piece uses from one location to another."""
    row = LOCATIONS * (piece // PIECES_PER_COLOUR)
    return int(STEP_NUMBER[row + end] - STEP_NUMBER[row + origin])


def phrase(fact: Fact, words: Words, names: Sequence[str]) -> str:
    """A fact in words."""
    key = f"fact.{fact.kind}"
    name = names[fact.seat] if fact.seat >= 0 else ""
    match fact.kind, fact.about:
        case "absent", (colour,):
            return words.say(key, colour=colour_words(colour, words))
        case "rolled", (die, other):
            return words.say(key, name=name, die=die, other=other, magic=die + other)
        case "heard", (barrel,):
            if not fact.secret:
                return ""
            return words.say(key, name=name, barrel=BARREL_NAMES[barrel], count=fact.secret[0])
        case "turned", (barrel, count, moves, magic):
            key = key if moves else f"{key}.high"
            about = {"barrel": BARREL_NAMES[barrel], "magic": magic}
            return words.say(key, name=name, count=count, **about)
        case "took" | "shook" | "returned" | "placed", (barrel,):
            return words.say(key, name=name, barrel=BARREL_NAMES[barrel])
        case "moved" | "carried" | "banished" | "arrived", _:
            return _travel_phrase(fact, words, name)
        case _:
            return words.say(key, name=name)


def _travel_phrase(fact: Fact, words: Words, name: str) -> str:
    """A fact about an apprentice on the board in words."""
    key, piece = f"fact.{fact.kind}", piece_words(fact.about[0], words)
    match fact.kind, fact.about:
        case "moved", (apprentice, origin, end):
            steps, way = _steps(apprentice, origin, end), _way(origin, end, words)
            return words.say(key, name=name, piece=piece, count=steps, **way)
        case "carried" | "banished", (_, location, _):
            way = _way(location, location, words)
            return words.say(key, name=name, piece=piece, **way)
        case _:
            home, everyone = fact.about[1:]
            return words.say(key, name=name, piece=piece, count=home, all=everyone)


def move_phrase(state: ZappZerapp, move: int, words: Words) -> str:
    """A move of a seat in words; nothing for luck."""
    match decode(move):
        case Handle() as handle:
            return handle_phrase(handle, words)
        case Go(piece) as go:
            origin = int(state.locations[piece])
            end = int(state.destination(piece, state.number_of(state.seat)))
            key = "move.go.home" if end == TOWN else "move.go.out" if origin == START else "move.go"
            about = {"piece": piece_words(piece, words), "count": _steps(piece, origin, end)}
            sentence = words.say(key, **about)
            for clause, pieces in clauses_of(go):
                sentence += words.say(f"move.{clause}", pieces=list_pieces(pieces, words))
            return sentence
        case _:
            return ""


def handle_phrase(handle: Handle, words: Words) -> str:
    """A move with a barrel in words."""
    return words.say(f"move.{handle.action}", barrel=BARREL_NAMES[handle.barrel])


def score_table(public: Public, ranks: Sequence[int], words: Words) -> ScoreTable:
    """(ZZ-20) For each seat its apprentices in town, and the steps of all its apprentices."""
    rows = []
    for seat, rank in enumerate(ranks):
        home, steps = public.scores[seat], public.steps[seat]
        art = f"apprentice-{COLOUR_NAMES[public.colours[seat]]}"
        pictures = ScoreCell(words.say("score.home", count=home), (art,) * home)
        rows.append(ScoreRow((seat,), rank, (pictures, *number_cells(steps, home))))
    keys = ("score.apprentices", "score.steps", "score.total")
    columns = tuple([ScoreColumn(words.say(key)) for key in keys])
    ordered = by_rank(rows)
    ties = tie_notes(ordered, words.say("score.shared"), words.say("score.ahead"))
    return ScoreTable(columns, ordered, ties)
