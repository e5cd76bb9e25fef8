"""Zankapfel: the table as coloured text, for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludotheque.games.zankapfel.data import HIGHEST_QUARREL_CARD, KINDS, NONE, SIDE
from ludotheque.games.zankapfel.moves import BRIBING
from ludotheque.games.zankapfel.notation import CARD_LETTERS
from ludotheque.games.zankapfel.observation import (
    HIDDEN,
    Contender,
    Market,
    Private,
    Public,
    laid_as_seen,
    quarrel_card_as_seen,
)
from ludotheque.games.zankapfel.sentences import row_and_column, worth

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.observation import Observation
    from ludotheque.core.words import Words

CARD_STYLES: Final = (
    "white on #a61c28",
    "black on #f2c230",
    "white on #1d6b34",
    "white on #1f4e9e",
    "black on #e8e0d0",
)
PAWN_STYLES: Final = ("#d9485a", "#f2c230", "#3fa45b", "#4f83d9", "#b57edc", "#e08a3c")  # by seat
TRACK_WIDTH: Final = 16  # characters
CELL_WIDTH: Final = 5  # characters
FLAG: Final = "⚑"  # the finish
RED, YELLOW, GREEN, BLUE = range(4)


def picture(observation: Observation[Public, Private], words: Words, names: Sequence[str]) -> str:
    """The whole table as one viewer sees it."""
    public, private = observation
    happening = _bribes_or_quarrel(public, private, words, names)
    right_side = [*_market(public.market, words), "", *happening]
    orchard = _orchard(public)
    lines = []
    for number in range(max(len(orchard), len(right_side))):
        left = orchard[number] if number < len(orchard) else " " * (CELL_WIDTH * (SIDE + 2) + 3)
        right = right_side[number] if number < len(right_side) else ""
        lines.append(f"{left}   {right}".rstrip())
    finish = words.say("finish.first" if public.first_wins else "finish.round", track=public.track)
    players = [_player(public, private, seat, words, name) for seat, name in enumerate(names)]
    lines += ["", finish, *players]
    if private.hand:
        hand = " ".join(_card(kind) for kind in private.hand)
        lines += ["", f"{words.say('hand')} {hand}"]
    return "\n".join(lines)


def _card(kind: int) -> str:
    """A card or a colour by its notation."""
    return f"[{CARD_STYLES[kind]}] {CARD_LETTERS[kind]} [/]"


def _heap(cards: Sequence[int]) -> str:
    """Cards of a kind together, with their number."""
    counts = [(kind, cards.count(kind)) for kind in range(KINDS)]
    return " ".join(f"{_card(kind)}×{count}" for kind, count in counts if count) or "-"


# the orchard


def _orchard(public: Public) -> list[str]:
    """(ZK-1) The cells with their chips, and the worth of the colours around them."""
    columns = "".join(f"[dim]{column + 1:^{CELL_WIDTH}}[/]" for column in range(SIDE))
    pad = " " * (CELL_WIDTH + 2)
    edge = " " * (CELL_WIDTH + 1)
    top = "".join(_worth(RED, cell) for cell in range(SIDE))
    bottom = "".join(_worth(YELLOW, cell) for cell in range(SIDE))
    lines = [f"{pad}{columns}{edge}", f"{pad}{top}{edge}"]
    for row in range(SIDE):
        first = SIDE * row
        cells = "".join(_cell(public, first + column) for column in range(SIDE))
        lines.append(f"[dim]{row + 1}[/] {_worth(GREEN, first)}{cells}{_worth(BLUE, first)} ")
    return [*lines, f"{pad}{bottom}{edge}"]


def _worth(colour: int, cell: int) -> str:
    sign = f"{CARD_LETTERS[colour]}{worth(colour, cell)}"
    return f"[{CARD_STYLES[colour]}]{sign:^{CELL_WIDTH}}[/]"


def _cell(public: Public, cell: int) -> str:
    """A chip or none; the mayor, the cell proposed for the mayor, and the cells bribers want."""
    orchard = public.orchard
    ground = "●" if cell in orchard.chips else "·"
    bribers = [player.offer[0] for player in public.players].count(cell)
    is_proposed = cell == orchard.proposal
    sign = f"({ground})" if is_proposed else "!" * min(bribers, 2) + ground
    if cell == orchard.mayor:
        return f"[black on #d9a441]{'M' + ground:^{CELL_WIDTH}}[/]"
    style = "#c0392b" if ground == "●" else "dim"
    return f"[{'bold ' if bribers or is_proposed else ''}{style}]{sign:^{CELL_WIDTH}}[/]"


# to the right of it


def _market(market: Market, words: Words) -> list[str]:
    """What can be bought, and where the other cards are."""
    sale = words.say("sale.none")
    if market.face_up >= 0:
        sale = words.say("sale", card=_card(market.face_up), count=market.price)
    pile = words.say("pile", count=market.pile)
    if market.pile_cards:
        pile += f" ({_heap(market.pile_cards)})"
    return [sale, pile, words.say("discards", cards=_heap(market.discards))]


def _bribes_or_quarrel(
    public: Public, private: Private, words: Words, names: Sequence[str]
) -> list[str]:
    """Offers to the start player, or a quarrel."""
    if public.phase == BRIBING:
        lines = [words.say("proposal", **row_and_column(public.orchard.proposal))]
        for name, player in zip(names, public.players, strict=True):
            cell, points = player.offer
            if points:
                lines.append(words.say("offer", name=name, count=points, **row_and_column(cell)))
        return lines
    quarrel = public.quarrel
    if not quarrel.contenders:
        return []
    title = words.say("quarrel", colour=_card(quarrel.colour), count=quarrel.prize)
    return [title, *(_contender(public, private, one, names) for one in quarrel.contenders)]


def _contender(public: Public, private: Private, one: Contender, names: Sequence[str]) -> str:
    seat, laid = one.seat, quarrel_card_as_seen(one, private)
    shown = "?" if laid == HIDDEN else str(laid) if laid else "-"
    dice = " " + "⚂" * one.dice if one.dice else ""
    total = f" = [bold]{public.players[seat].total}[/]" if public.quarrel.is_open else ""
    waiting = " …" if seat in public.waiting else ""
    return f"  {names[seat]:<9} [reverse] {shown} [/]{dice}{total}{waiting}"


# the players


def _player(public: Public, private: Private, seat: int, words: Words, name: str) -> str:
    player = public.players[seat]
    turn = "[bold]▶[/]" if seat in public.waiting else " "
    apple = "[bold red]★[/]" if public.start == seat else " "
    hand = words.say("held", count=player.hand_size)
    known = "".join(CARD_LETTERS[kind] for kind in player.known)
    cards = f"{hand} ({known})" if known else hand
    numbers = " ".join(
        str(number) if number in player.quarrel_cards else "·"
        for number in range(1, HIGHEST_QUARREL_CARD + 1)
    )
    track, laid = _track(player.pawn, public.track, seat), _laid(public, private, seat)
    return f"{turn}{apple} {name:<9} {track} {cards:<16} {laid} {numbers}"


def _laid(public: Public, private: Private, seat: int) -> str:
    """The apple card before a seat, and the colour a joker took."""
    laid = laid_as_seen(public, private, seat)
    if laid == HIDDEN:
        return "[reverse] ? [/]   "
    if laid < 0:
        return " " * 6
    colour = public.players[seat].colour if public.revealed else laid
    return _card(laid) + (_card(colour) if colour not in (laid, NONE) else "   ")


def _track(pawn: int, track: int, seat: int) -> str:
    """(ZK-3) A pawn on the track, and where it stands; at the finish it has passed the flag."""
    style = PAWN_STYLES[seat]
    if pawn >= track:
        way = f"[{style}]{'━' * TRACK_WIDTH}{FLAG}{seat}[/]"
    else:
        steps = max(0, TRACK_WIDTH * pawn // track)
        way = f"[{style}]{'━' * steps}{seat}[/][dim]{'─' * (TRACK_WIDTH - steps)}[/]{FLAG}"
    return f"{pawn:>4}/{track} {way}"
