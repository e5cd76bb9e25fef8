"""M: the table as text for a terminal, with Rich markup."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludotheque.games.m import data
from ludotheque.games.m.notation import CARD_NAMES
from ludotheque.games.m.rules_scores import ranked_colours
from ludotheque.games.m.sentences import place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.observation import Observation
    from ludotheque.core.words import Words
    from ludotheque.games.m.observation import Private, Public

STYLES: Final = (  # of the colours
    "white on #1f4e9e",
    "white on #7a4a21",
    "white on #a61c28",
    "white on #1d6b34",
    "black on #f2c230",
)
SYMBOL_MARKS: Final = {"c": "■", "t": "▲", "m": "∞", "o": "○", "s": "★", "": ""}
CELL_WIDTH: Final = 6  # characters


def picture(observation: Observation[Public, Private], words: Words, names: Sequence[str]) -> str:
    """The whole table as one viewer sees it."""
    public, private = observation
    lines = [*_board(public), ""]
    lines += [_player(public, private, seat, words, name) for seat, name in enumerate(names)]
    pile = words.say("pile", count=public.pile_size)
    if private.buried:
        cards = " ".join(CARD_NAMES[kind] for kind in private.buried)
        pile += " " + words.say("pile.yours", cards=cards)
    lines += ["", pile]
    if private.hand:
        styled = [f"[{STYLES[data.COLOUR[kind]]}] {CARD_NAMES[kind]} [/]" for kind in private.hand]
        lines += [" ".join([words.say("hand"), *styled])]
    return "\n".join(lines)


def _board(public: Public) -> list[str]:
    """Cards with their coordinates; those in the line being scored have an arrow."""
    if not public.cards:
        return []
    kinds = {(row, column): kind for row, column, kind in public.cards}
    line = public.scoring.line if public.scoring else ()
    rows = range(min(r for r, _ in kinds) - 1, max(r for r, _ in kinds) + 2)
    columns = range(min(c for _, c in kinds) - 1, max(c for _, c in kinds) + 2)
    heads = [place(0, column)["column"] for column in columns]
    lines = ["    " + "".join(f"{head:^{CELL_WIDTH + 1}}" for head in heads)]
    for row in rows:
        names, marks = f"{place(row, 0)['row']:>3} ", "    "
        for column in columns:
            kind = kinds.get((row, column))
            if kind is None:
                names += f"[dim]{'·':^{CELL_WIDTH}}[/] "
                marks += " " * (CELL_WIDTH + 1)
            else:
                style = STYLES[data.COLOUR[kind]]
                edge = ">" if (row, column) in line else " "
                names += f"[{style}]{edge}{CARD_NAMES[kind]:<{CELL_WIDTH - 1}}[/] "
                marks += f"[{style}]{_notches(kind):^{CELL_WIDTH}}[/] "
        lines += [names, marks]
    return lines


def _notches(kind: int) -> str:
    """(M-2) As many marks as the value has tens, shaped after the symbol."""
    return SYMBOL_MARKS[data.symbol_letter(kind)] * (data.POINTS[kind] // 10)


def _player(public: Public, private: Private, seat: int, words: Words, name: str) -> str:
    turn = "[bold]▶[/]" if public.seat == seat else " "
    chips = f"{public.chips[seat]:>2} [#c89b5a]●[/]"
    taken = {data.COLOUR[kind] for kind in public.taken[seat]}
    points = sorted((colour, points) for points, colour in ranked_colours(public.taken[seat]))
    colours = " ".join(
        f"[{STYLES[colour]}] {data.COLOURS[colour]} {total} [/]"
        for colour, total in points
        if colour in taken
    )
    known = " ".join(CARD_NAMES[kind] for owner, kind in private.known if owner == seat)
    held = words.say("held", count=public.hand_sizes[seat]) + (f" ({known})" if known else "")
    return f"{turn} {name:<9} {chips}  {public.scores[seat]:>5}  {held}  {colours}"
