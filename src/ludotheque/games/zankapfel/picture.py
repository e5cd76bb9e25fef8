"""Zankapfel: the table as coloured text, and what happened in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludotheque.games.zankapfel.data import CELLS, KINDS, SIDE, WORTH, price
from ludotheque.games.zankapfel.notation import CARD
from ludotheque.games.zankapfel.rules import (
    ACCEPT,
    BUY,
    CLEAR,
    COLOUR,
    DECLINE,
    DICE,
    HIDDEN,
    LAY,
    MAYOR,
    MOVE,
    OFFER,
    QUARREL,
    REFUSE,
    View,
    Zankapfel,
)
from ludotheque.games.zankapfel.rules_mayor import BRIBING
from ludotheque.games.zankapfel.rules_quarrel import ROLLING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.state import Fact
    from ludotheque.core.words import Words

PAINT: Final = (
    "white on #a61c28",
    "black on #f2c230",
    "white on #1d6b34",
    "white on #1f4e9e",
    "black on #e8e0d0",
)
BARS: Final = ("#d9485a", "#f2c230", "#3fa45b", "#4f83d9", "#b57edc", "#e08a3c")  # pawns by seat
ROAD: Final = 16  # signs for the whole track
FLAG: Final = "⚑"  # the finish, behind it
CELL: Final = 5  # signs for a cell
RED, YELLOW, GREEN, BLUE = range(4)


def card(kind: int) -> str:
    """A card or a colour in a line, painted: its notation."""
    return f"[{PAINT[kind]}] {CARD[kind]} [/]"


def _named(kind: int, words: Words, what: str = "card") -> str:
    """A card or a colour in a sentence, painted: its name."""
    return f"[{PAINT[kind]}]{words.say(f'{what}.{CARD[kind]}')}[/]"


def _place(cell: int) -> dict[str, int]:
    """Row and column, for the words."""
    return {"row": cell // SIDE + 1, "column": cell % SIDE + 1}


def _heap(cards: Sequence[int]) -> str:
    """Cards of a kind together, with their number."""
    counts = [(kind, cards.count(kind)) for kind in range(KINDS)]
    return " ".join(f"{card(kind)}×{count}" for kind, count in counts if count) or "-"


# the table


def table(view: View, words: Words, names: Sequence[str]) -> str:
    """The whole table as one viewer sees it."""
    beside = [*_market(view, words), "", *_happening(view, words, names)]
    lines = []
    orchard = _orchard(view)
    for number in range(max(len(orchard), len(beside))):
        left = orchard[number] if number < len(orchard) else " " * (CELL * (SIDE + 2) + 3)
        right = beside[number] if number < len(beside) else ""
        lines.append(f"{left}   {right}".rstrip())
    finish = words.say("finish.first" if view.first_wins else "finish.round", track=view.track)
    players = [_player(view, seat, words, name) for seat, name in enumerate(names)]
    lines += ["", finish, *players]
    if view.hand:
        hand = " ".join(card(kind) for kind in view.hand)
        lines += ["", f"{words.say('hand')} {hand}"]
    return "\n".join(lines)


def _orchard(view: View) -> list[str]:
    """(ZK-1) The cells with their chips, and the worth of the colours around them."""
    columns = "".join(f"[dim]{column + 1:^{CELL}}[/]" for column in range(SIDE))
    pad = " " * (CELL + 2)
    edge = " " * (CELL + 1)
    lines = [f"{pad}{columns}{edge}", f"{pad}{_edge(RED, range(SIDE))}{edge}"]
    for row in range(SIDE):
        first = SIDE * row
        cells = "".join(_cell(view, first + column) for column in range(SIDE))
        left, right = _number(GREEN, first), _number(BLUE, first)
        lines.append(f"[dim]{row + 1}[/] {left}{cells}{right} ")
    return [*lines, f"{pad}{_edge(YELLOW, range(SIDE))}{edge}"]


def _edge(colour: int, cells: range) -> str:
    return "".join(_number(colour, cell) for cell in cells)


def _number(colour: int, cell: int) -> str:
    sign = f"{CARD[colour]}{WORTH[CELLS * colour + cell]}"
    return f"[{PAINT[colour]}]{sign:^{CELL}}[/]"


def _cell(view: View, cell: int) -> str:
    """A chip or none; the mayor, the cell proposed for the mayor, and the cells bribers want."""
    ground = "●" if cell in view.chips else "·"
    wishes = [place for place, _ in view.offers].count(cell)
    sign = f"({ground})" if cell == view.proposal else "!" * min(wishes, 2) + ground
    if cell == view.mayor:
        return f"[black on #d9a441]{'M' + ground:^{CELL}}[/]"
    style = "#c0392b" if ground == "●" else "dim"
    return f"[{'bold ' if wishes or cell == view.proposal else ''}{style}]{sign:^{CELL}}[/]"


def _market(view: View, words: Words) -> list[str]:
    """What can be bought, and where the other cards are."""
    if view.face_up >= 0:
        cost = int(price(view.face_up, view.mayor))
        lines = [words.say("sale", card=card(view.face_up), count=cost)]
    else:
        lines = [words.say("sale.none")]
    pile = words.say("pile", count=view.pile)
    if view.pile_cards:
        pile += f" ({_heap(view.pile_cards)})"
    return [*lines, pile, words.say("discards", cards=_heap(view.discards))]


def _happening(view: View, words: Words, names: Sequence[str]) -> list[str]:
    """Offers to the start player, or a quarrel."""
    if view.phase == BRIBING:
        lines = [words.say("proposal", **_place(view.proposal))]
        for name, (cell, points) in zip(names, view.offers, strict=True):
            if points:
                lines.append(words.say("offer", name=name, count=points, **_place(cell)))
        return lines
    if view.contenders:
        title = words.say("quarrel", colour=card(view.quarrel_colour), count=view.prize)
        return [title, *(_contender(view, seat, names[seat]) for seat in view.contenders)]
    return []


def _contender(view: View, seat: int, name: str) -> str:
    laid = view.quarrel_laid[seat]
    shown = "?" if laid == HIDDEN else str(laid) if laid else "-"
    dice = " " + "⚂" * view.dice[seat] if view.dice[seat] else ""
    total = f" = [bold]{view.totals[seat]}[/]" if view.phase >= ROLLING else ""
    waiting = " …" if seat in view.waiting else ""
    return f"  {name:<9} [reverse] {shown} [/]{dice}{total}{waiting}"


def _player(view: View, seat: int, words: Words, name: str) -> str:
    turn = "[bold]▶[/]" if seat in view.waiting else " "
    apple = "[bold red]★[/]" if view.start == seat else " "
    held = words.say("held", count=view.hand_sizes[seat])
    known = "".join(CARD[kind] for kind in view.known[seat])
    seen = f"{held} ({known})" if known else held
    mine = view.quarrel_cards[seat]
    numbers = " ".join(str(number) if number in mine else "·" for number in range(1, 11))
    road = _road(view, seat)
    return f"{turn}{apple} {name:<9} {road} {seen:<16} {_laid(view, seat)} {numbers}"


def _laid(view: View, seat: int) -> str:
    """The apple card before a seat, and the colour a joker took."""
    laid = view.laid[seat]
    if laid == HIDDEN:
        return "[reverse] ? [/]   "
    if laid < 0:
        return " " * 6
    taken = view.colours[seat] if view.revealed else laid
    return card(laid) + (card(taken) if taken not in (laid, -1) else "   ")


def _road(view: View, seat: int) -> str:
    """(ZK-3) A pawn on the track, and where it stands; at the finish it has passed the flag."""
    pawn = view.pawns[seat]
    if pawn >= view.track:
        way = f"[{BARS[seat]}]{'━' * ROAD}{FLAG}{seat}[/]"
    else:
        steps = max(0, ROAD * pawn // view.track)
        way = f"[{BARS[seat]}]{'━' * steps}{seat}[/][dim]{'─' * (ROAD - steps)}[/]{FLAG}"
    return f"{pawn:>4}/{view.track} {way}"


# what happened

PLACES: Final = {"placed", "cleared", "proposed", "moved"}  # facts about a cell
CARDS: Final = {"turned", "revealed", "coloured"}  # about a card or a colour
SECRETS: Final = {"dealt", "laid", "quarrel_card"}  # known to one seat only
POINTS: Final = {"bought", "harvested", "won"}  # about a card or a colour, and points
COLOURED: Final = {"coloured", "harvested", "quarrel", "won"}  # about a colour, not a card
COUNTS: Final = {"reshuffled", "round"}


def phrase(fact: Fact, words: Words, names: Sequence[str]) -> str:
    """A fact in words."""
    key = f"fact.{fact.kind}"
    name = names[fact.seat] if fact.seat >= 0 else ""
    if fact.kind in PLACES:
        return words.say(key, name=name, **_place(fact.about[0]))
    if fact.kind in CARDS:
        return words.say(key, name=name, card=_about(fact, words))
    if fact.kind in POINTS:
        return words.say(key, name=name, card=_about(fact, words), count=fact.about[1])
    if fact.kind == "finished":
        shared = fact.about[1] > 1  # (ZK-24)
        return words.say(f"{key}.shared" if shared else key, name=name)
    if fact.kind in COUNTS:
        return words.say(key, name=name, count=fact.about[0])
    if fact.kind in SECRETS:
        return _secret(fact, words, name)
    if fact.kind in {"offered", "accepted"}:
        *briber, cell, points = fact.about
        giver = names[briber[0]] if briber else name
        return words.say(key, name=name, giver=giver, count=points, **_place(cell))
    return _quarrel_phrase(fact, words, names, name)


def _about(fact: Fact, words: Words) -> str:
    """The card a fact is about, or its colour where no card is meant."""
    what = "colour" if fact.kind in COLOURED else "card"
    return _named(fact.about[0], words, what)


def _secret(fact: Fact, words: Words, name: str) -> str:
    key = f"fact.{fact.kind}"
    if not fact.secret:
        return "" if fact.kind == "dealt" else words.say(f"{key}.unseen", name=name)
    if fact.kind == "quarrel_card":
        return words.say(key, name=name, number=fact.secret[0])
    return words.say(key, name=name, card=_named(fact.secret[0], words))


def _quarrel_phrase(fact: Fact, words: Words, names: Sequence[str], name: str) -> str:
    key = f"fact.{fact.kind}"
    if fact.kind == "quarrel":
        _, prize, *seats = fact.about
        who = ", ".join(names[seat] for seat in seats)
        return words.say(key, card=_about(fact, words), count=prize, names=who)
    if fact.kind == "tied":
        total, *seats = fact.about
        return words.say(key, total=total, names=", ".join(names[seat] for seat in seats))
    if fact.kind == "dice":
        count, cost = fact.about
        return words.say(key if count else f"{key}.none", name=name, count=count, cost=cost)
    if fact.kind == "quarrel_shown":
        number = fact.about[0]
        return words.say(key if number else f"{key}.none", name=name, number=number)
    if fact.kind == "rolled":
        return words.say(key, name=name, pips=fact.about[0], total=fact.about[1])
    return words.say(key, name=name)  # skipped, declined, refused


# what can be done


def move_phrase(state: Zankapfel, move: int, words: Words) -> str:
    """A move in words."""
    if move < BUY:
        key = "move.mayor" if move < CLEAR else "move.clear"
        return words.say(key, **_place(move - (MAYOR if move < CLEAR else CLEAR)))
    if move == BUY:
        cost = int(price(state.face_up, state.mayor))
        return words.say("move.buy", card=words.say(f"a.{CARD[state.face_up]}"), count=cost)
    if move < MOVE:
        return words.say("move.lay", card=words.say(f"a.{CARD[move - LAY]}"))
    if move < OFFER:
        return words.say("move.move", worths=_worths(move - MOVE), **_place(move - MOVE))
    if move < COLOUR:
        return _bribery_phrase(state, move, words)
    if move < QUARREL:
        colour = move - COLOUR
        worth = int(WORTH[CELLS * colour + state.mayor])
        return words.say("move.colour", colour=words.say(f"colour.{CARD[colour]}"), count=worth)
    if move < DICE:
        return words.say("move.quarrel", number=move - QUARREL)
    if move == DICE:
        return words.say("move.nodice")
    return words.say("move.dice", count=move - DICE, cost=2 * (move - DICE))


def _worths(cell: int) -> str:
    """What the colours are worth at a cell, as in r5 y3 g7 b2."""
    return " ".join(f"{CARD[colour]}{WORTH[CELLS * colour + cell]}" for colour in range(4))


def _bribery_phrase(state: Zankapfel, move: int, words: Words) -> str:
    if move == DECLINE:
        return words.say("move.decline")
    if move == REFUSE:
        return words.say("move.refuse")
    if move >= ACCEPT:
        cell, points = state.offer_of(move - ACCEPT)
        return words.say("move.accept", seat=move - ACCEPT, count=points, **_place(cell))
    points, cell = divmod(move - OFFER, CELLS)
    return words.say("move.offer", count=points, worths=_worths(cell), **_place(cell))


# the end


def score_breakdown(view: View, words: Words, names: Sequence[str]) -> list[str]:
    """(ZK-23, ZK-24) Where each pawn stands, how far from the finish, and why the game is over."""
    lines = []
    for seat, name in enumerate(names):
        ahead = view.pawns[seat] - view.track
        key = "end.finish" if ahead > 0 else "end.short" if ahead else "end.at"
        lines.append(words.say(key, name=name, pawn=view.pawns[seat], count=abs(ahead)))
    arrived = max(view.pawns) >= view.track
    if arrived:
        lines.append(words.say("end.first" if view.first_wins else "end.round"))
    if not view.chips and not (arrived and view.first_wins):
        lines.append(words.say("end.chips"))
    return lines
