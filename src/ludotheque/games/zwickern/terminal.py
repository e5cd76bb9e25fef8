"""Zwickern: the table for a terminal, as text with Rich markup."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from ludotheque.games.zwickern import data, moves
from ludotheque.games.zwickern.notation import CARD_NAMES
from ludotheque.games.zwickern.observation import HIDDEN, LOOSE, Item, Player, Private, Public
from ludotheque.games.zwickern.sentences import card_values, heading

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.observation import Observation
    from ludotheque.core.words import Words

CARD_STYLES: Final = (
    "black on #f3d6a2",  # shell
    "black on #ef9a5b",  # starfish
    "white on #1f4e79",  # anchor
    "black on #c9d6df",  # gull
    "white on #7b1e3a",  # the big cards
)
MARK_SYMBOLS: Final = ("◓", "✶", "↧", "⋎", "♛")
SIDE_COLOURS: Final = ("#3f8fd2", "#d2703f", "#5aa469")
CLAW: Final = "✦"
CARD_WIDTH: Final = 11  # characters
CARD_LINES: Final = 3
CARDS_PER_ROW: Final = 8


def picture(observation: Observation[Public, Private], words: Words, names: Sequence[str]) -> str:
    """The whole table as one viewer sees it."""
    public, private = observation
    title = heading("heading", public, words, names)
    if public.phase != moves.OVER:
        title += f" {words.say('pack', count=public.pack)}"
    lines = [title, "", *_items(public, words, names), "", *_players(public, words, names)]
    if private.hand:
        blocks = [_card(card, public.largest) for card in private.hand]
        lines += ["", words.say("hand"), *_rows(blocks)]
    return "\n".join(lines)


def _items(public: Public, words: Words, names: Sequence[str]) -> list[str]:
    if not public.items:
        return [f"[dim]{words.say('empty')}[/]"]
    return _rows([_item(item, public.largest, names) for item in public.items])


def _item(item: Item, largest: int, names: Sequence[str]) -> list[str]:
    if item.value == LOOSE:
        return _card(item.top, largest)
    return _pile(item, largest, names[item.builder])


def _card(card: int, largest: int) -> list[str]:
    """A loose card, three lines high: notation and symbol, values, claws."""
    claws = CLAW * data.claws_of(card, largest)
    lines = [_first_line(card), f"{card_values(card):^{CARD_WIDTH}}", f" {claws:<9} "]
    return [f"[{CARD_STYLES[_mark(card)]}]{line}[/]" for line in lines]


def _pile(item: Item, largest: int, builder: str) -> list[str]:
    """A pile: its top card, the value announced, how many cards, and who answers for it."""
    claws = sum(data.claws_of(card, largest) for card in item.cards)
    announced = f"≡ {item.value} ≡" + (f" {claws}{CLAW}" if claws else "")
    lines = [_first_line(item.top), f"{announced:^{CARD_WIDTH}}"]
    debt = "!" if item.is_fresh else " "
    foot = f"{len(item.cards):>3}×{debt}{builder:<6.6}"
    return [
        *(f"[{CARD_STYLES[_mark(item.top)]}]{line}[/]" for line in lines),
        f"[reverse]{foot}[/]",
    ]


def _first_line(card: int) -> str:
    return f" {CARD_NAMES[card]:<{CARD_WIDTH - 3}}{MARK_SYMBOLS[_mark(card)]} "


def _mark(card: int) -> int:
    return 4 if card >= data.FIFTEEN else card % 4


def _rows(blocks: Sequence[list[str]]) -> list[str]:
    """Cards and piles side by side."""
    lines: list[str] = []
    for start in range(0, len(blocks), CARDS_PER_ROW):
        row = blocks[start : start + CARDS_PER_ROW]
        lines += [" ".join(block[line] for block in row) for line in range(CARD_LINES)]
        lines.append("")
    return lines[:-1]


def _players(public: Public, words: Words, names: Sequence[str]) -> list[str]:
    """A line for each seat, in columns as wide as the words of the language need."""
    rows = [_columns(public, player, words) for player in public.players]
    widths = [max(len(part) for part in column) for column in zip_longest(*rows, fillvalue="")]
    lines = []
    for seat, (player, name, row) in enumerate(zip(public.players, names, rows, strict=True)):
        turn = "[bold]▶[/]" if public.phase == moves.PLAYING and public.seat == seat else " "
        letter = f"[{SIDE_COLOURS[player.side]}]■ {'ABC'[player.side]}[/]"
        parts = "  ".join(f"{part:<{width}}" for part, width in zip(row, widths, strict=False))
        lines.append(f"{turn} {letter} {name:<9} {player.score:>6}  {parts.rstrip()}")
    return lines


def _columns(public: Public, player: Player, words: Words) -> list[str]:
    """What a seat holds, has captured and is known to have kept."""
    claws = f"{CLAW} {player.heap_claws}  " if player.heap_claws != HIDDEN else ""  # (ZW-6)
    parts = [
        words.say("held", count=player.hand_size),
        words.say("heap", count=player.heap_size),
        claws + words.say("zwicks", count=public.sides[player.side].open_zwicks),
    ]
    if player.promises:
        values = ", ".join(str(value) for value in player.promises)
        parts.append(words.say("promised", values=values))
    return parts
