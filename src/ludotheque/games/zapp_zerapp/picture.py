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
ROWS: Final = (1, 3, 5, 3, 1)  # barrels side by side on the summit
# The names of the barrels as they are branded: unlike numbers of stones.
BRAND: Final = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII")
SIDE: Final = 7  # squares along a side of the loop, corners counted twice
TOP_LEFT: Final = 23  # the square in the top left corner, before red's town
BARREL_WIDTH: Final = 8  # columns of a barrel on the summit
EXIT_ARROWS: Final = "▴▸▾◂"  # which way each colour's start leads to its entry square
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
    """(ZZ-1) The summit in the middle, starts within the loop, towns in the corners outside it."""
    loop = [_square(view, (TOP_LEFT + step) % SQUARES) for step in range(SQUARES)]
    lines = [_towns(view, 0, 1, words), *_row(loop[:SIDE])]
    inside = _inside(view, words)
    for row in range(1, SIDE - 1):
        left, right = loop[SQUARES - row], loop[SIDE - 1 + row]
        for half in range(2):
            lines.append(f"{left[half]} {inside[2 * row - 2 + half]} {right[half]}")
    lines += _row(loop[3 * SIDE - 3 : 2 * SIDE - 3 : -1])
    return [*lines, _towns(view, 3, 2, words)]


def _row(cells: Sequence[tuple[str, str]]) -> list[str]:
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
        colour = ENTRIES.index(square)
        tag += f" {EXIT_ARROWS[colour]}{COLOURS[colour]}"
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


def _towns(view: View, left: int, right: int, words: Words) -> str:
    """The towns in two corners of the board."""
    home = words.say("town")
    names = [f"⌂{COLOURS[colour]} {home}" for colour in (left, right)]
    return _ends(view, TOWN, (left, right), names, SIDE * (WIDE + 1) - 1)


def _starts(view: View, left: int, right: int, words: Words) -> str:
    """The starts at two corners of the mountain's foot."""
    start = words.say("start")
    names = [
        f"{EXIT_ARROWS[left]}{COLOURS[left]} {start}",
        f"{start} {COLOURS[right]}{EXIT_ARROWS[right]}",
    ]
    return _ends(view, START, (left, right), names, (SIDE - 2) * (WIDE + 1) - 1)


def _ends(
    view: View, place: int, colours: tuple[int, int], names: Sequence[str], width: int
) -> str:
    """A line with the places of two colours at its ends, and who stands there."""
    left, right = (_standing(view, colour, place) for colour in colours)
    gap = width - sum(map(len, names)) - 3 * len(left) - 3 * len(right)
    one = names[0] + "".join(f" {piece_name(piece)}" for piece in left)
    two = "".join(f"{piece_name(piece)} " for piece in right) + names[1]
    return one + " " * gap + two


def _standing(view: View, colour: int, place: int) -> list[int]:
    pieces = range(EACH * colour, EACH * colour + EACH)
    return [piece for piece in pieces if view.places[piece] == place]


def _inside(view: View, words: Words) -> list[str]:
    """Ten lines: two starts, the dice, the barrels on the summit, two starts."""
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
        _starts(view, 0, 1, words),
        f"[bold]{dice:^{width}}[/]",
        blank,
        *_rows(places, seen, width),
        blank,
        _starts(view, 3, 2, words),
    ]


def _rows(places: Sequence[str], seen: Sequence[str], width: int) -> list[str]:
    """The barrels in their rows on the summit, each with the stones all have seen in it."""
    lines, first = [], 0
    for count in ROWS:
        barrels = range(first, first + count)
        shown = [_barrel(places[barrel], seen[barrel]) for barrel in barrels]
        margin = width - BARREL_WIDTH * count
        lines.append(" " * (margin // 2) + "".join(shown) + " " * (margin - margin // 2))
        first += count
    return lines


def _barrel(name: str, stones: str) -> str:
    gap = BARREL_WIDTH - len(name) - (1 + len(stones) if stones else 0)
    told = f" [bold]{stones}[/]" if stones else ""
    return " " * (gap // 2) + f"[#c89b5a]{name}[/]{told}" + " " * (gap - gap // 2)


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


def score_breakdown(view: View, words: Words, names: Sequence[str]) -> list[str]:
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
