"""Zapp Zerapp: what happened and what may be done, in sentences of plain text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludotheque.games.zapp_zerapp.data import COLOUR_LETTERS, PIECES_PER_COLOUR, SQUARES, START
from ludotheque.games.zapp_zerapp.moves import Go, Handle, decode
from ludotheque.games.zapp_zerapp.notation import clauses_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ludotheque.core.state import Fact
    from ludotheque.core.words import Words
    from ludotheque.games.zapp_zerapp.observation import Public
    from ludotheque.games.zapp_zerapp.rules import ZappZerapp

# Barrels have Roman numerals, so that nobody takes a name for a number of stones.
BARREL_NAMES: Final = (
    *("I", "II", "III", "IV", "V", "VI", "VII"),
    *("VIII", "IX", "X", "XI", "XII", "XIII"),
)


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


def location_words(location: int, words: Words) -> str:
    """A location in words."""
    if location < SQUARES:
        return words.say("place.square", square=location)
    return words.say("place.start" if location == START else "place.town")


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
        case "turned", (barrel, count, moves):
            key = key if moves else f"{key}.high"
            return words.say(key, name=name, barrel=BARREL_NAMES[barrel], count=count)
        case "took" | "shook" | "returned" | "placed", (barrel,):
            return words.say(key, name=name, barrel=BARREL_NAMES[barrel])
        case "moved", (piece, origin, end):
            way = {"origin": location_words(origin, words), "end": location_words(end, words)}
            return words.say(key, name=name, piece=piece_words(piece, words), **way)
        case "carried" | "banished", (piece, location):
            where = location_words(location, words)
            return words.say(key, name=name, piece=piece_words(piece, words), place=where)
        case _:
            return words.say(key, name=name)


def move_phrase(state: ZappZerapp, move: int, words: Words) -> str:
    """A move of a seat in words; nothing for luck."""
    match decode(move):
        case Handle() as handle:
            return handle_phrase(handle, words)
        case Go(piece) as go:
            origin = location_words(state.locations[piece], words)
            end = location_words(state.destination(piece, state.number_of(state.seat)), words)
            sentence = words.say("move.go", piece=piece_words(piece, words), origin=origin, end=end)
            for clause, pieces in clauses_of(go):
                sentence += words.say(f"move.{clause}", pieces=list_pieces(pieces, words))
            return sentence
        case _:
            return ""


def handle_phrase(handle: Handle, words: Words) -> str:
    """A move with a barrel in words."""
    return words.say(f"move.{handle.action}", barrel=BARREL_NAMES[handle.barrel])


def score_breakdown(public: Public, words: Words, names: Sequence[str]) -> list[str]:
    """(ZZ-20) For each seat its apprentices in town, and the steps of all its apprentices."""
    lines = []
    for seat, name in enumerate(names):
        colour = colour_words(public.colours[seat], words)
        home = words.say("home", count=public.scores[seat])
        steps = words.say("steps", count=public.steps[seat])
        lines.append(f"{name} ({colour}) {home}, {steps}")
    return lines
