"""Zapp Zerapp: the table as coloured text, and what happened in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludotheque.games.zapp_zerapp.data import (
    BARRELS,
    CASTLES,
    COLOURS,
    EACH,
    ENTRIES,
    FRONTS,
    PIECES,
    PLACES,
    SQUARES,
    START,
    STEP,
    TOWN,
    WHITES,
    ZONES,
)
from ludotheque.games.zapp_zerapp.notation import HANDLED, PIECE
from ludotheque.games.zapp_zerapp.rules import ROLL, View, ZappZerapp
from ludotheque.games.zapp_zerapp.rules_board import BANISHED, SET, STOPPED, TAKEN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.state import Fact
    from ludotheque.core.words import Words

PAINT: Final = ("white on #c0202c", "white on #1d7a3a", "white on #2456b8", "black on #f2c230")
GROUND: Final = (  # squares: the zones, and the white ones
    "white on #5c2227",
    "white on #1f4a2b",
    "white on #22355e",
    "white on #5e5220",
    "black on #d8d4c8",
)
WHITE: Final = 4
WIDE: Final = 8  # columns of a square
ROOM: Final = 4  # pieces drawn on it
ROWS: Final = (4, 5, 4)  # barrels side by side on the summit
# The names of the barrels as they are branded: unlike numbers of stones.
BRAND: Final = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII")
SIDE: Final = 7  # squares along a side of the loop, corners counted twice
DICE: Final = " ⚀⚁⚂⚃⚄⚅"


def piece_name(piece: int) -> str:
    """A piece, painted: its notation."""
    return f"[{PAINT[piece // EACH]}]{PIECE[piece]}[/]"


def piece_words(piece: int, words: Words) -> str:
    """A piece in words."""
    colour = words.say(f"colour.{COLOURS[piece // EACH]}")
    return words.say("piece", colour=colour, number=piece % EACH + 1)


def place_words(place: int, words: Words) -> str:
    """A place in words."""
    if place == START:
        return words.say("place.start")
    return words.say("place.town") if place == TOWN else words.say("place.square", square=place)


# the table


def table(view: View, words: Words, names: Sequence[str]) -> str:
    """The whole table as one viewer sees it."""
    lines = [*_board(view, words), *_crowds(view), ""]
    lines += [_player(view, seat, words, name) for seat, name in enumerate(names)]
    if view.heard:
        lines += ["", f"{words.say('heard')} {_heard(view)}"]
    return "\n".join(lines)


def _board(view: View, words: Words) -> list[str]:
    """The loop with its corner starts outside, and towns, dice and barrels inside."""
    lines = [_starts(view, 0, 1, words), *_row(view, range(SIDE))]
    inside = _inside(view, words)
    for row in range(1, SIDE - 1):
        left, right = _square(view, SQUARES - row), _square(view, SIDE - 1 + row)
        for half in range(2):
            lines.append(f"{left[half]} {inside[2 * row - 2 + half]} {right[half]}")
    lines += _row(view, range(3 * SIDE - 3, 2 * SIDE - 3, -1))
    return [*lines, _starts(view, 3, 2, words)]


def _row(view: View, squares: range) -> list[str]:
    cells = [_square(view, square) for square in squares]
    return [" ".join(cell[half] for cell in cells) for half in range(2)]


def _square(view: View, square: int) -> tuple[str, str]:
    """Two lines: the number with zone, castles, entry or town, and the pieces."""
    ground = next((c for c, zone in enumerate(ZONES) if square in zone), WHITE)
    tag = f"{square:>2} "
    if square in WHITES:
        tag += "♜" + "".join(COLOURS[c] for c, castle in enumerate(CASTLES) if square in castle)
    else:
        tag += COLOURS[ground].lower()
    if square in ENTRIES:
        tag += f" ▸{COLOURS[ENTRIES.index(square)]}"
    if square in FRONTS:
        tag += f" ⌂{COLOURS[FRONTS.index(square)]}"
    pieces = [piece for piece in range(PIECES) if view.places[piece] == square]
    shown = pieces if len(pieces) <= ROOM else pieces[: ROOM - 1]
    more = f"+{len(pieces) - len(shown)}" if shown != pieces else ""
    gap = " " * (WIDE - 2 * len(shown) - len(more))
    below = "".join(map(piece_name, shown)) + f"[{GROUND[ground]}]{more}{gap}[/]"
    return f"[{GROUND[ground]}]{tag:<{WIDE}}[/]", below


def _crowds(view: View) -> list[str]:
    """Squares with more pieces than can be drawn."""
    lines = []
    for square in range(SQUARES):
        pieces = [piece for piece in range(PIECES) if view.places[piece] == square]
        if len(pieces) > ROOM:
            lines.append(f"{square:>2}: {' '.join(map(piece_name, pieces))}")
    return lines


def _starts(view: View, left: int, right: int, words: Words) -> str:
    """The starts at two corners."""
    width = SIDE * (WIDE + 1) - 1
    plain = [f"{words.say('start')} {COLOURS[colour]}▸" for colour in (left, right)]
    held = [_standing(view, colour, START) for colour in (left, right)]
    used = sum(map(len, plain)) + sum(3 * len(pieces) for pieces in held)
    painted = [
        f"{name}" + "".join(f" {piece_name(piece)}" for piece in pieces)
        for name, pieces in zip(plain, held, strict=True)
    ]
    return painted[0] + " " * (width - used) + painted[1]


def _standing(view: View, colour: int, place: int) -> list[int]:
    pieces = range(EACH * colour, EACH * colour + EACH)
    return [piece for piece in pieces if view.places[piece] == place]


def _inside(view: View, words: Words) -> list[str]:
    """Ten lines: two towns, the dice, the barrels in the middle, two towns."""
    width = (SIDE - 2) * (WIDE + 1) - 1
    blank = " " * width
    magic = words.say("magic", count=sum(view.dice)) if view.dice[0] else ""
    faces = f"{DICE[view.dice[0]]} {DICE[view.dice[1]]}  " if view.dice[0] else ""
    dice = f"{faces}{magic}"
    out = [barrel for hand in view.hands for barrel in hand]
    out += [barrel for barrel in view.placed if barrel >= 0]
    places = ["·" if barrel in out else BRAND[barrel] for barrel in range(BARRELS)]
    seen = [str(number or "") for number in view.numbers]
    return [
        _towns(view, 0, 1, width),
        f"[bold]{dice:^{width}}[/]",
        blank,
        *_rows(places, seen, width),
        _towns(view, 3, 2, width),
    ]


def _rows(places: Sequence[str], seen: Sequence[str], width: int) -> list[str]:
    """The barrels in their rows on the summit, each above the stones all have seen in it."""
    lines, first = [], 0
    for count in ROWS:
        barrels = slice(first, first + count)
        for paint, texts in (("#c89b5a", places[barrels]), ("bold", seen[barrels])):
            row = "".join(f"{text:^6}" for text in texts)
            lines.append(f"[{paint}]{row:^{width}}[/]")
        first += count
    return lines


def _towns(view: View, left: int, right: int, width: int) -> str:
    """The towns at two corners."""
    home = [_standing(view, colour, TOWN) for colour in (left, right)]
    used = 4 + sum(3 * len(pieces) for pieces in home)
    one = f"⌂{COLOURS[left]}" + "".join(f" {piece_name(piece)}" for piece in home[0])
    two = "".join(f"{piece_name(piece)} " for piece in home[1]) + f"⌂{COLOURS[right]}"
    return one + " " * (width - used) + two


def _player(view: View, seat: int, words: Words, name: str) -> str:
    """Name, colour, apprentices home, and the barrels before a seat."""
    turn = "[bold]▶[/]" if view.seat == seat else " "
    colour = view.colours[seat]
    badge = f"[{PAINT[colour]}] {COLOURS[colour]} [/]" if colour >= 0 else "   "
    rolls = "⚄" if view.roller == seat else " "
    home = "⌂" * view.scores[seat]
    about = []
    if view.hands[seat]:
        about.append(words.say("held", barrels=" ".join(BRAND[b] for b in view.hands[seat])))
    barrel = view.placed[seat]
    if barrel >= 0:
        number = view.numbers[barrel]
        about.append(words.say("placed", barrel=BRAND[barrel]))
        if number:
            about.append(f"[bold]{words.say('stones', count=number)}[/]")
    if seat in view.waiting:
        about.append(words.say("waiting", order=view.waiting.index(seat) + 1))
    return f"{turn} {name:<9} {badge} {rolls} {home:<3}  {', '.join(about)}".rstrip()


def _heard(view: View) -> str:
    """What the viewer heard: the barrel, and the counts it sounded like."""
    sounds: dict[int, list[str]] = {}
    for barrel, count, times in view.heard:
        sounds.setdefault(barrel, []).append(f"{count}" if times == 1 else f"{count}×{times}")
    return "  ".join(f"[#c89b5a]{BRAND[b]}[/] ~{' '.join(heard)}" for b, heard in sounds.items())


# what happened, and what may


def phrase(fact: Fact, words: Words, names: Sequence[str]) -> str:
    """A fact in words."""
    key = f"fact.{fact.kind}"
    name = names[fact.seat] if fact.seat >= 0 else ""
    match fact.kind, fact.about:
        case "absent", (colour,):
            return words.say(key, colour=words.say(f"colour.{COLOURS[colour]}"))
        case "rolled", (die, other):
            return words.say(key, name=name, die=die, other=other, magic=die + other)
        case "heard", (barrel,):
            if not fact.secret:
                return ""
            return words.say(key, name=name, barrel=BRAND[barrel], count=fact.secret[0])
        case "turned", (barrel, count, moves):
            key = key if moves else f"{key}.high"
            return words.say(key, name=name, barrel=BRAND[barrel], count=count)
        case "took" | "shook" | "returned" | "placed", (barrel,):
            return words.say(key, name=name, barrel=BRAND[barrel])
        case "moved", (piece, origin, end):
            way = {"origin": place_words(origin, words), "end": place_words(end, words)}
            return words.say(key, name=name, piece=piece_words(piece, words), **way)
        case "carried" | "banished", (piece, place):
            where = place_words(place, words)
            return words.say(key, name=name, piece=piece_words(piece, words), place=where)
        case _:
            return words.say(key, name=name)


def move_phrase(state: ZappZerapp, move: int, words: Words) -> str:
    """A move in words."""
    if move < ROLL:
        return words.say(f"move.{HANDLED[move // 16 * 16]}", barrel=BRAND[move % 16])
    piece, steps = move & 15, state.steps_of(state.seat)
    end = TOWN if state.enters_town(piece, steps) else state.last_square(piece, steps)
    way = {"origin": place_words(state.at[piece], words), "end": place_words(end, words)}
    sentence = words.say("move.go", piece=piece_words(piece, words), **way)
    for clause, shift in (("with", TAKEN), ("stop", STOPPED), ("banish", BANISHED)):
        chosen = [other for other in range(PIECES) if move // shift & SET & 1 << other]
        if chosen:
            listed = ", ".join(piece_words(other, words) for other in chosen)
            sentence += words.say(f"move.{clause}", pieces=listed)
    return sentence


def reckoning(view: View, words: Words, names: Sequence[str]) -> list[str]:
    """(ZZ-20) The apprentices home, then the steps of all."""
    lines = []
    for seat, name in enumerate(names):
        colour = view.colours[seat]
        pieces = range(EACH * colour, EACH * colour + EACH)
        steps = sum(STEP[PLACES * colour + view.places[piece]] for piece in pieces)
        home = words.say("home", count=view.scores[seat])
        guild = f"[{PAINT[colour]}]({words.say(f'colour.{COLOURS[colour]}')})[/]"
        lines.append(f"{name} {guild} [bold]{home}[/], {words.say('steps', count=steps)}")
    return lines
