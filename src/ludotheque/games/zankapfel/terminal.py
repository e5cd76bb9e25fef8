"""Zankapfel: the table as coloured text, for a terminal."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from ludotheque.games.zankapfel import data, moves
from ludotheque.games.zankapfel.data import SIDE
from ludotheque.games.zankapfel.notation import CARD_LETTERS
from ludotheque.games.zankapfel.observation import HIDDEN
from ludotheque.games.zankapfel.sentences import row_and_column

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.observation import Observation
    from ludotheque.core.words import Words
    from ludotheque.games.zankapfel.observation import Contender, Market, Private, Public

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
ORCHARD_WIDTH: Final = CELL_WIDTH * (SIDE + 2) + 3
FLAG: Final = "⚑"  # the finish
RED, YELLOW, GREEN, BLUE = range(4)


def picture(observation: Observation[Public, Private], words: Words, names: Sequence[str]) -> str:
    """The whole table as one viewer sees it."""
    public, private = observation
    bribes_or_quarrel = _bribes_or_quarrel(public, private, words, names)
    right_side = [*_market(public.market, words), "", *bribes_or_quarrel]
    rows = zip_longest(_orchard(public), right_side)
    lines = [f"{left or ' ' * ORCHARD_WIDTH}   {right or ''}".rstrip() for left, right in rows]
    key = "finish.first" if public.wins_at_finish else "finish.round"
    players = [_player(public, private, seat, words, name) for seat, name in enumerate(names)]
    lines += ["", words.say(key, track=public.track), *players]
    if private.hand:
        lines += ["", f"{words.say('hand')} {' '.join(map(_card, private.hand))}"]
    return "\n".join(lines)


def _card(card: int) -> str:
    """A card or a colour by its notation."""
    return f"[{CARD_STYLES[card]}] {CARD_LETTERS[card]} [/]"


def _counted(cards: Sequence[int]) -> str:
    """How many there are of each card."""
    present = [card for card in range(data.KINDS) if card in cards]
    return " ".join(f"{_card(card)}×{cards.count(card)}" for card in present) or "-"


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
    sign = f"{CARD_LETTERS[colour]}{data.worth(colour, cell)}"
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
        pile += f" ({_counted(market.pile_cards)})"
    return [sale, pile, words.say("discards", cards=_counted(market.discards))]


def _bribes_or_quarrel(
    public: Public, private: Private, words: Words, names: Sequence[str]
) -> list[str]:
    """Offers to the start player, or a quarrel."""
    if public.phase == moves.BRIBING:
        lines = [words.say("proposal", **row_and_column(public.orchard.proposal))]
        for name, player in zip(names, public.players, strict=True):
            cell, points = player.offer
            if points:
                lines.append(words.say("offer", name=name, count=points, **row_and_column(cell)))
        return lines
    quarrel = public.quarrel
    if not quarrel:
        return []
    title = words.say("quarrel", colour=_card(quarrel.colour), count=quarrel.prize)
    lines = [_contender(public, private, contender, names) for contender in quarrel.contenders]
    return [title, *lines]


def _contender(public: Public, private: Private, contender: Contender, names: Sequence[str]) -> str:
    seat, card = contender.seat, private.quarrel_card_of(contender)
    shown = "?" if card == HIDDEN else card or "-"
    dice = " " + "⚂" * contender.dice if contender.dice else ""
    is_open = public.quarrel and public.quarrel.is_open
    total = f" = [bold]{public.players[seat].total}[/]" if is_open else ""
    awaited = " …" if seat in public.awaited else ""
    return f"  {names[seat]:<9} [reverse] {shown} [/]{dice}{total}{awaited}"


# the players


def _player(public: Public, private: Private, seat: int, words: Words, name: str) -> str:
    player = public.players[seat]
    turn = "[bold]▶[/]" if seat in public.awaited else " "
    apple = "[bold red]★[/]" if public.start_player == seat else " "
    hand = words.say("held", count=player.hand_size)
    known = "".join(CARD_LETTERS[card] for card in player.publicly_known)
    cards = f"{hand} ({known})" if known else hand
    numbers = " ".join(
        str(number) if number in player.quarrel_cards else "·"
        for number in range(1, data.HIGHEST_QUARREL_CARD + 1)
    )
    track, laid = _track(player.pawn, public.track, seat), _laid(public, private, seat)
    return f"{turn}{apple} {name:<9} {track} {cards:<16} {laid} {numbers}"


def _laid(public: Public, private: Private, seat: int) -> str:
    """The apple card in front of a seat, and the colour a joker took."""
    card, colour = private.apple_card_of(seat, public), public.players[seat].colour
    if card == HIDDEN:
        return "[reverse] ? [/]   "
    if card < 0:
        return " " * 6
    has_colour = public.revealed and colour not in (card, data.NONE)
    return _card(card) + (_card(colour) if has_colour else "   ")


def _track(pawn: int, track: int, seat: int) -> str:
    """(ZK-3) A pawn on the track, and where it stands; at the finish it has passed the flag."""
    style = PAWN_STYLES[seat]
    if pawn >= track:
        line = f"[{style}]{'━' * TRACK_WIDTH}{FLAG}{seat}[/]"
    else:
        steps = max(0, TRACK_WIDTH * pawn // track)
        line = f"[{style}]{'━' * steps}{seat}[/][dim]{'─' * (TRACK_WIDTH - steps)}[/]{FLAG}"
    return f"{pawn:>4}/{track} {line}"
