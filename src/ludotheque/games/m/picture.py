"""M: the table as coloured text, and what happened in sentences."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from ludotheque.games.m.data import (
    COLOUR,
    COLOURS,
    POINTS,
    SYMBOL,
    SYMBOL_FEATURES,
    SYMBOLS,
    VALUE,
    VALUES,
)
from ludotheque.games.m.moves import ChooseLine, Exchange, Lay, Take, decode
from ludotheque.games.m.notation import CARD
from ludotheque.games.m.rules import M

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.observation import Observation
    from ludotheque.core.state import Fact
    from ludotheque.core.words import Words
    from ludotheque.games.m.observation import Private, Public

PAINT: Final = (
    "white on #1f4e9e",
    "white on #7a4a21",
    "white on #a61c28",
    "white on #1d6b34",
    "black on #f2c230",
)
MARK: Final = ("■", "▲", "∞", "○", "★")
WIDE: Final = 6


def card(kind: int) -> str:
    """A card in a line, painted: its notation."""
    return f"[{PAINT[COLOUR[kind]]}] {CARD[kind]} [/]"


def _painted_name(kind: int, words: Words) -> str:
    """A card in a sentence, painted: its name."""
    return f"[{PAINT[COLOUR[kind]]}] {card_name(kind, words)} [/]"


def _notches(kind: int) -> str:
    """(M-2) As many marks as the value has tens, shaped after the symbol."""
    value = VALUE[kind] - VALUES
    return MARK[SYMBOL[kind] - SYMBOL_FEATURES] * value if value else ""


@cache
def card_name(kind: int, words: Words) -> str:
    """A card in words."""
    value = VALUE[kind] - VALUES
    colour = words.say(f"colour.{COLOURS[COLOUR[kind]]}")
    if not value:
        return words.say("card.zero", colour=colour)
    symbol = words.say(f"symbol.{SYMBOLS[SYMBOL[kind] - SYMBOL_FEATURES]}")
    return words.say("card", colour=colour, value=10 * value, symbol=symbol)


def table(observation: Observation[Public, Private], words: Words, names: Sequence[str]) -> str:
    """The whole table as one viewer sees it."""
    public, private = observation
    lines = [*_board(public), ""]
    lines += [_player(public, private, seat, words, name) for seat, name in enumerate(names)]
    pile = words.say("pile", count=public.pile)
    if private.buried:
        cards = " ".join(CARD[kind] for kind in private.buried)
        pile += " " + words.say("pile.yours", cards=cards)
    lines += ["", pile]
    if private.hand:
        hand = " ".join(card(kind) for kind in private.hand)
        lines += [f"{words.say('hand')} {hand}"]
    return "\n".join(lines)


def _board(public: Public) -> list[str]:
    """Cards with their coordinates; cells in the line being scored stand between arrows."""
    if not public.cards:
        return []
    kinds = {(row, column): kind for row, column, kind in public.cards}
    line = public.scoring.line if public.scoring else ()
    rows = range(min(r for r, _ in kinds) - 1, max(r for r, _ in kinds) + 2)
    columns = range(min(c for _, c in kinds) - 1, max(c for _, c in kinds) + 2)
    lines = ["    " + "".join(f"{column:^{WIDE + 1}}" for column in columns)]
    for row in rows:
        names, marks = f"{row:>3} ", "    "
        for column in columns:
            kind = kinds.get((row, column))
            if kind is None:
                names += f"[dim]{'·':^{WIDE}}[/] "
                marks += " " * (WIDE + 1)
            else:
                paint = PAINT[COLOUR[kind]]
                edge = ">" if (row, column) in line else " "
                names += f"[{paint}]{edge}{CARD[kind]:<{WIDE - 1}}[/] "
                marks += f"[{paint}]{_notches(kind):^{WIDE}}[/] "
        lines += [names, marks]
    return lines


def _player(public: Public, private: Private, seat: int, words: Words, name: str) -> str:
    turn = "[bold]▶[/]" if public.seat == seat else " "
    chips = f"{public.chips[seat]:>2} [#c89b5a]●[/]"
    colours = []
    for colour, letter in enumerate(COLOURS):
        points = sum(POINTS[k] for k in public.taken[seat] if COLOUR[k] == colour)
        if any(COLOUR[kind] == colour for kind in public.taken[seat]):
            colours.append(f"[{PAINT[colour]}] {letter} {points} [/]")
    known = " ".join(CARD[kind] for owner, kind in private.known if owner == seat)
    held = words.say("held", count=public.hand_sizes[seat]) + (f" ({known})" if known else "")
    return f"{turn} {name:<9} {chips}  {public.scores[seat]:>5}  {held}  {' '.join(colours)}"


def phrase(fact: Fact, words: Words, names: Sequence[str]) -> str:
    """A fact in words."""
    key = f"fact.{fact.kind}"
    name = names[fact.seat] if fact.seat >= 0 else ""
    if fact.kind in {"opened", "laid", "took"}:
        kind, row, column = fact.about
        return words.say(key, name=name, card=_painted_name(kind, words), row=row, column=column)
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
        return words.say(key, name=name, card=_painted_name(fact.secret[0], words))
    return words.say(key, name=name)


def move_phrase(state: M, move: int, words: Words) -> str:
    """A move of a seat in words."""
    match decode(move):
        case Lay(kind, cell):
            row, column = state.row_of(cell), state.column_of(cell)
            return words.say("move.lay", card=card_name(kind, words), row=row, column=column)
        case Take(cell):
            kind, row, column = state.place_of(cell)
            return words.say("move.take", card=card_name(kind, words), row=row, column=column)
        case ChooseLine(is_row):
            return words.say("move.line.row" if is_row else "move.line.column")
        case Exchange(kind):
            return words.say("move.exchange", card=card_name(kind, words))
        case _:
            return words.say("move.pass")


def score_breakdown(public: Public, words: Words, names: Sequence[str]) -> list[str]:
    """(M-19) Ten a chip, two colours for, three against."""
    lines = []
    for seat, name in enumerate(names):
        points = [0] * len(COLOURS)
        for kind in public.taken[seat]:
            points[COLOUR[kind]] += POINTS[kind]
        order = sorted(((total, colour) for colour, total in enumerate(points)), reverse=True)
        best = " + ".join(_painted(colour, total, words) for total, colour in order[:2])
        rest = " - ".join(_painted(colour, total, words) for total, colour in order[2:])
        chips = words.say("chips", count=public.chips[seat])
        sums = f"{10 * public.chips[seat]} ({chips}) + {best} - {rest}"
        lines.append(f"{name}: {sums} = [bold]{public.scores[seat]}[/]")
    return lines


def _painted(colour: int, points: int, words: Words) -> str:
    name = words.say(f"colour.{COLOURS[colour]}")
    return f"{points} ([{PAINT[colour]}]{name}[/])"
