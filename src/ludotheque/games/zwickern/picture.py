"""Zwickern: the table as coloured text, and what happened in sentences."""

from __future__ import annotations

from functools import cache
from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from ludotheque.games.zwickern.data import (
    DEALS,
    FACE_CARD,
    FACE_VALUE,
    FACES,
    FIFTEEN,
    LOW,
    MARKS,
    ROUNDS,
    TEN,
    TWO,
    claws_of,
    unfold,
)
from ludotheque.games.zwickern.notation import CARD
from ludotheque.games.zwickern.rules import OVER, PLAYING, View, Zwickern
from ludotheque.games.zwickern.rules_hands import cards_of
from ludotheque.games.zwickern.rules_moves import ADD, BUILD, FIX, KIND_BITS, KIND_MASK
from ludotheque.games.zwickern.rules_table import LOOSE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ludotheque.core.state import Fact
    from ludotheque.core.words import Words

PAINT: Final = (
    "black on #f3d6a2",  # shell
    "black on #ef9a5b",  # starfish
    "white on #1f4e79",  # anchor
    "black on #c9d6df",  # gull
    "white on #7b1e3a",  # the big cards
)
SHAPE: Final = ("◓", "✶", "↧", "⋎", "♛")
COLOURS: Final = ("#3f8fd2", "#d2703f", "#5aa469")  # of the sides
CLAW: Final = "✦"
WIDE: Final = 11
IN_A_ROW: Final = 8


def _mark(card: int) -> int:
    return 4 if card >= FIFTEEN else card % 4


@cache
def card_values(card: int) -> str:
    """The number or numbers printed on a card."""
    return f"{LOW[card]}/{LOW[card] + TEN}" if TWO[card] else str(LOW[card])


def card(number: int, words: Words) -> str:
    """A card in a line, painted: its name."""
    return f"[{PAINT[_mark(number)]}]{card_name(number, words)}[/]"


@cache
def card_name(number: int, words: Words) -> str:
    """A card in words: its values, then its mark."""
    if number >= FIFTEEN:
        return card_values(number)
    mark = words.say(f"mark.{MARKS[number % 4]}")
    return words.say("card", values=card_values(number), mark=mark)


def side_name(side: int, names: Sequence[str]) -> str:
    """Who plays together."""
    return f"{names[side]} + {names[side + 2]}" if len(names) == 4 else names[side]


# the table


def table(view: View, words: Words, names: Sequence[str]) -> str:
    """The whole table as one viewer sees it."""
    lines = [_heading(view, words, names), "", *_items(view, words, names), ""]
    lines += _players(view, words, names)
    if view.hand:
        lines += ["", words.say("hand"), *_rows(_block(number, view) for number in view.hand)]
    return "\n".join(lines)


def _heading(view: View, words: Words, names: Sequence[str]) -> str:
    players = len(names)
    deals, rounds = DEALS[players - 3], ROUNDS[players - 3]
    if view.phase == OVER:
        return words.say("heading.over", deals=deals)
    dealer = names[(view.deal - 1) % players]
    heading = words.say(
        "heading", deal=view.deal + 1, deals=deals, round=view.round + 1, rounds=rounds, name=dealer
    )
    return f"{heading} {words.say('pack', count=view.pack)}"


def _items(view: View, words: Words, names: Sequence[str]) -> list[str]:
    if not view.items:
        return [f"[dim]{words.say('empty')}[/]"]
    blocks = []
    for top, value, builder, cards in view.items:
        if builder != LOOSE:
            debt = "!" if top in view.fresh else " "
            claws = sum(claws_of(number, view.largest) for number in cards)
            announced = f"≡ {value} ≡" + (f" {claws}{CLAW}" if claws else "")
            blocks.append(_pile(top, announced, f"{len(cards):>3}×{debt}{names[builder]:<6.6}"))
        else:
            blocks.append(_block(top, view))
    return _rows(blocks)


def _block(number: int, view: View) -> list[str]:
    """A loose card, three lines high: notation and shape, values, claws."""
    paint, shape = PAINT[_mark(number)], SHAPE[_mark(number)]
    claws = CLAW * claws_of(number, view.largest)
    lines = [
        f" {CARD[number]:<{WIDE - 3}}{shape} ",
        f"{card_values(number):^{WIDE}}",
        f" {claws:<9} ",
    ]
    return [f"[{paint}]{line}[/]" for line in lines]


def _pile(top: int, announced: str, foot: str) -> list[str]:
    """A pile: its top card, the value announced, how many cards, and who answers for it."""
    paint, shape = PAINT[_mark(top)], SHAPE[_mark(top)]
    lines = [f" {CARD[top]:<{WIDE - 3}}{shape} ", f"{announced:^{WIDE}}"]
    return [*(f"[{paint}]{line}[/]" for line in lines), f"[reverse]{foot}[/]"]


def _rows(blocks: Iterable[list[str]]) -> list[str]:
    """Blocks side by side, eight in a row."""
    every = list(blocks)
    lines: list[str] = []
    for start in range(0, len(every), IN_A_ROW):
        row = every[start : start + IN_A_ROW]
        lines += [" ".join(block[line] for block in row) for line in range(3)]
        lines.append("")
    return lines[:-1]


def _players(view: View, words: Words, names: Sequence[str]) -> list[str]:
    """A line for each seat, in columns as wide as the words of the language need."""
    rows = [_shares(view, seat, words) for seat in range(len(names))]
    widths = [max(len(part) for part in column) for column in zip_longest(*rows, fillvalue="")]
    lines = []
    for seat, (name, row) in enumerate(zip(names, rows, strict=True)):
        side = _side(view, seat)
        turn = "[bold]▶[/]" if view.phase == PLAYING and view.seat == seat else " "
        letter = f"[{COLOURS[side]}]■ {'ABC'[side]}[/]"
        parts = "  ".join(f"{part:<{wide}}" for part, wide in zip(row, widths, strict=False))
        lines.append(f"{turn} {letter} {name:<9} {view.scores[seat]:>6}  {parts.rstrip()}")
    return lines


def _side(view: View, seat: int) -> int:
    """(ZW-3) Three play for themselves; of four, those opposite play together."""
    return seat % len(view.zwicks)


def _shares(view: View, seat: int, words: Words) -> list[str]:
    """What a seat holds, has captured and is known to have kept."""
    claws = f"{CLAW} {view.heap_claws[seat]}  " if view.heap_claws else ""  # (ZW-6)
    parts = [
        words.say("held", count=view.hand_sizes[seat]),
        words.say("heap", count=view.heap_sizes[seat]),
        claws + words.say("zwicks", count=view.zwicks[_side(view, seat)]),
    ]
    if view.promises[seat]:
        values = ", ".join(str(value) for value in view.promises[seat])
        parts.append(words.say("promised", values=values))
    return parts


# sentences


def phrase(fact: Fact, words: Words, names: Sequence[str]) -> str:
    """A fact in words."""
    key = f"fact.{fact.kind}"
    name = names[fact.seat] if fact.seat >= 0 else ""
    about = fact.about
    match fact.kind:
        case "dealt":
            dealt = fact.secret
            return words.say(key, name=name, card=card(dealt[0], words)) if dealt else ""
        case "opened" | "added":
            return words.say(key, name=name, card=card(about[0], words))
        case "fixed":
            return words.say(key, name=name, card=card(about[0], words), value=about[1])
        case "built":
            built, item = card(about[0], words), card(about[1], words)
            return words.say(key, name=name, card=built, item=item, value=about[2])
        case "captured":
            played, taken = card(about[0], words), _listed(about[2:], words)
            return words.say(key, name=name, card=played, value=about[1], cards=taken)
        case "penalty":
            top, value, points = about
            return words.say(key, name=name, card=card(top, words), value=value, points=points)
        case "left":
            taken = _listed(about, words)
            return words.say(key if name else f"{key}.nobody", name=name, cards=taken)
        case "scored":
            return _scored(about, words, side_name(fact.seat, names))
        case "heaped":
            return words.say(key, name=name, count=about[0])
        case _:
            return words.say(key, name=name)


def _listed(cards: Sequence[int], words: Words) -> str:
    return ", ".join(card(number, words) for number in cards)


def _scored(about: tuple[int, ...], words: Words, name: str) -> str:
    count, most, zwicks, claws = about
    points = most + zwicks + claws
    return words.say(
        "fact.scored", name=name, count=count, points=points, most=most, zwicks=zwicks, claws=claws
    )


def move_phrase(state: Zwickern, move: int, words: Words) -> str:
    """A move in words."""
    kind, argument = move & KIND_MASK, move >> KIND_BITS
    if kind < FACES:
        return _capture_phrase(state, kind, int(unfold(argument, state.config.deck)), words)
    if kind == BUILD:
        played, item = argument & 63, argument >> 6 & 63
        return words.say(
            "move.build",
            card=card_name(played, words),
            item=card_name(item, words),
            value=argument >> 12,
        )
    if kind == FIX:
        name = card_name(int(FACE_CARD[argument]), words)
        return words.say("move.fix", card=name, value=FACE_VALUE[argument])
    return words.say("move.add" if kind == ADD else "move.luck", card=card_name(argument, words))


def _capture_phrase(state: Zwickern, face: int, items: int, words: Words) -> str:
    name = card_name(int(FACE_CARD[face]), words)
    taken = ", ".join(item_name(state, item, words) for item in cards_of(items))
    key = "move.zwick" if items == state.items else "move.capture"
    return words.say(key, card=name, value=FACE_VALUE[face], items=taken)


def item_name(state: Zwickern, item: int, words: Words) -> str:
    if state.piles[item] < 0:
        return card_name(item, words)
    return words.say("pile", card=card_name(item, words), value=state.piles[item] >> 3)


def score_breakdown(view: View, words: Words, names: Sequence[str]) -> list[str]:
    """(ZW-14) Most cards, Zwicks and claws, minus penalties, a line for each seat."""
    lines = []
    for seat, name in enumerate(names):
        most, zwicks, claws, penalties = view.tallies[_side(view, seat)]
        sums = words.say(
            "reckoning", most=most, zwicks=zwicks, claws=claws, penalties=penalties, name=name
        )
        lines.append(f"{sums} = [bold]{view.scores[seat]}[/]")
    return lines
