"""Zapp Zerapp: the table as data any client can draw.

Of the barrels a scene tells where they are, how often the viewer shook them, and the numbers all
have seen. What a shake sounded like is for the ear and is not in it.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING, Final

from ludotheque.core.scene import Area, Choice, Counter, Pick, Piece, Scene
from ludotheque.games.zapp_zerapp.data import (
    AWAY,
    BARRELS,
    CASTLES,
    COLOUR_NAMES,
    COLOURS,
    EACH,
    ENTRIES,
    FRONTS,
    OWN,
    PIECES,
    PLACES,
    SQUARES,
    START,
    STEP,
    TOWN,
    WHITES,
    ZONES,
)
from ludotheque.games.zapp_zerapp.notation import PIECE, text
from ludotheque.games.zapp_zerapp.picture import move_phrase, piece_words, place_words
from ludotheque.games.zapp_zerapp.rules import (
    BACK,
    HEARING,
    LISTENING,
    MIXING,
    MOVING,
    OVER,
    PLACE,
    ROLLING,
    SEATING,
    SHAKE,
    View,
    ZappZerapp,
)
from ludotheque.games.zapp_zerapp.rules_board import BANISHED, GO

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ludotheque.core.words import Words

# The board: a round path, starts and towns in the corners, the barrels on the summit.
SIZE: Final = 10
MIDDLE: Final = SIZE / 2
RADIUS: Final = 4.1  # of the path, to the middle of its squares
RED_START: Final = (1.75, 0.6)  # the other colours' are a quarter turn further each
RED_TOWN: Final = (0.6, 1.75)
CORNER: Final = (1.1, 1.1)  # the span of a start and of a town
ROWS: Final = (4, 5, 4)  # barrels side by side
BARREL: Final = (1.2, 1.2)
BESIDE: Final = 1.3  # from one barrel to the next
BELOW: Final = 1.25  # from one row of barrels to the next
DIE: Final = (0.8, 0.8)
DICE: Final = ((4.5, 7.6), (5.5, 7.6))
MAGIC: Final = (5.0, 2.4)
APPRENTICE: Final = (0.5, 0.5)
CROWD: Final = 0.28  # how far apprentices that share a place stand from its middle
AFTER_BADGES: Final = 2.0  # the order of barrels in a panel, after guild and cup
AFTER_HANDS: Final = (2.0, 0.0)

Point = tuple[float, float]


def scene(state: ZappZerapp, viewer: int, words: Words, names: Sequence[str]) -> Scene:
    """What a viewer sees and may do."""
    view = state.observe(viewer)
    choices = _choices(state, viewer, words)
    pressed = {target for choice in choices for target in choice.path}
    return Scene(
        game="zapp_zerapp",
        viewer=viewer,
        prompt=_prompt(state, view, viewer, words, names),
        areas=_areas(state, view, viewer, words, names),
        pieces=(
            *_squares(view, words),
            *_corners(words),
            *_dice(view, words),
            *_barrels(view, viewer, words, names),
            *_hollows(pressed, viewer, words),
            *_apprentices(state, view, words),
            *_badges(view, words, names),
        ),
        choices=choices,
    )


# the prompt


def _prompt(state: ZappZerapp, view: View, viewer: int, words: Words, names: Sequence[str]) -> str:
    if view.phase == OVER:
        return words.say("prompt.over", name=names[state.ranks().index(1)])
    if view.phase == SEATING:
        return words.say("prompt.seating")
    if view.phase == ROLLING:
        return words.say("prompt.rolling", name=names[view.roller])
    if view.phase == MIXING:
        return words.say("prompt.mixing")
    if view.phase == MOVING:
        return _moving_prompt(view, viewer, words, names)
    return _listening_prompt(view, viewer, words, names)


def _moving_prompt(view: View, viewer: int, words: Words, names: Sequence[str]) -> str:
    steps = view.numbers[view.placed[view.seat]]
    if viewer == view.seat:
        return words.say("prompt.move", count=steps)
    sentence = words.say("prompt.wait.move", name=names[view.seat], count=steps)
    if viewer in view.waiting:
        return f"{sentence} {words.say('prompt.order', order=view.waiting.index(viewer) + 1)}"
    return sentence


def _listening_prompt(view: View, viewer: int, words: Words, names: Sequence[str]) -> str:
    """A sound is heard before anybody goes on; then all go on who have not placed."""
    if view.phase == HEARING:
        key = "prompt.hear" if viewer == view.seat else "prompt.wait.hear"
        return words.say(key, name=names[view.seat], barrel=view.shaken + 1)
    if viewer >= 0 and view.placed[viewer] < 0:
        held = len(view.hands[viewer])
        return words.say(f"prompt.listen.{held}", magic=sum(view.dice))
    listeners = [name for name, barrel in zip(names, view.placed, strict=True) if barrel < 0]
    return words.say("prompt.wait.listen", names=", ".join(listeners), magic=sum(view.dice))


# areas


def _areas(
    state: ZappZerapp, view: View, viewer: int, words: Words, names: Sequence[str]
) -> tuple[Area, ...]:
    out = sum(map(len, view.hands)) + sum(barrel >= 0 for barrel in view.placed)
    counters = [Counter("barrel", words.say("area.barrels"), BARRELS - out)]
    if view.dice[0]:
        counters.insert(0, Counter("magic", words.say("area.magic"), sum(view.dice)))
    board = words.say("area.board")
    areas = [Area("board", "board", board, size=(SIZE, SIZE), counters=tuple(counters))]
    areas += [_panel(state, view, seat, words, name) for seat, name in enumerate(names)]
    if viewer >= 0:
        areas.append(Area("hand", "row", words.say("area.hand"), viewer))
    return tuple(areas)


def _panel(state: ZappZerapp, view: View, seat: int, words: Words, name: str) -> Area:
    """Apprentices home, steps of all, and the order of moving of those who still wait."""
    counters = [
        Counter("home", words.say("area.home"), view.scores[seat]),
        Counter("steps", words.say("area.steps"), _steps(view, view.colours[seat])),
    ]
    if seat in view.waiting:
        order = view.waiting.index(seat) + 1
        counters.append(Counter("order", words.say("area.order"), order))
    acting = seat in state.actors()
    return Area(f"seat{seat}", "panel", name, seat, counters=tuple(counters), acting=acting)


def _steps(view: View, colour: int) -> int:
    """(ZZ-20) The steps of all apprentices of a colour; none before the colours are known."""
    if colour < 0:
        return 0
    pieces = range(EACH * colour, EACH * colour + EACH)
    return sum(STEP[PLACES * colour + view.places[piece]] for piece in pieces)


# the board


def _squares(view: View, words: Words) -> list[Piece]:
    return [
        Piece(
            f"square:{square}",
            _ground(square, view.advanced),
            "board",
            _square_words(square, view.advanced, words),
            _on_path(square),
            value=str(square),
        )
        for square in range(SQUARES)
    ]


def _zone(square: int) -> int:
    """The colour whose zone a square belongs to; -1 for a white one."""
    return next((colour for colour, zone in enumerate(ZONES) if square in zone), -1)


def _castles(square: int) -> list[int]:
    return [colour for colour, castles in enumerate(CASTLES) if square in castles]


def _ground(square: int, advanced: bool) -> str:
    """(ZZ-21) Castles are drawn only where they protect."""
    if square not in WHITES:
        return f"cell-{COLOUR_NAMES[_zone(square)]}"
    if not advanced:
        return "cell-white"
    return "cell-castles-" + "-".join(COLOUR_NAMES[colour] for colour in _castles(square))


def _square_words(square: int, advanced: bool, words: Words) -> str:
    where = place_words(square, words)
    if square not in WHITES:
        zone = words.say(f"zone.{COLOURS[_zone(square)]}")
        label = words.say("piece.square", square=where, zone=zone)
    elif advanced:
        one, other = (_colour(colour, words) for colour in _castles(square))
        label = words.say("piece.castles", square=where, one=one, other=other)
    else:
        label = words.say("piece.white", square=where)
    if square in ENTRIES:
        label += words.say("piece.entry", colour=_colour(ENTRIES.index(square), words))
    if square in FRONTS:
        label += words.say("piece.front", colour=_colour(FRONTS.index(square), words))
    return label


def _colour(colour: int, words: Words) -> str:
    return words.say(f"colour.{COLOURS[colour]}")


def _corners(words: Words) -> list[Piece]:
    """The starts and the towns of all four colours, as they are painted on the board."""
    pieces = []
    for colour, name in enumerate(COLOUR_NAMES):
        for key, art, place in (("start", "start", START), ("town", "cell-town", TOWN)):
            label = words.say(f"piece.{key}", colour=_colour(colour, words))
            at = _place_at(colour, place)
            spot = f"{key}:{COLOURS[colour]}"
            pieces.append(Piece(spot, f"{art}-{name}", "board", label, at, CORNER))
    return pieces


def _dice(view: View, words: Words) -> list[Piece]:
    """(ZZ-3) In sight until the next roll."""
    if not view.dice[0]:
        return []
    magic = sum(view.dice)
    label = words.say("magic", count=magic)
    pieces = [Piece("magic", "magic", "board", label, MAGIC, BARREL, str(magic))]
    for order, face in enumerate(view.dice):
        label = words.say("piece.die", face=face)
        spot = f"die:{order + 1}"
        pieces.append(Piece(spot, f"die-{face}", "board", label, DICE[order], DIE, str(face)))
    return pieces


def _apprentices(state: ZappZerapp, view: View, words: Words) -> list[Piece]:
    pieces = []
    for piece, place in enumerate(view.places):
        if place != AWAY:
            marks = ("protected",) if state.is_protected(piece) else ()
            label = _apprentice_words(piece, place, words)
            label += words.say("piece.safe") if marks else ""
            art, number = f"apprentice-{COLOUR_NAMES[piece // EACH]}", str(piece % EACH + 1)
            at = _stand(view, piece)
            pieces.append(Piece(_id(piece), art, "board", label, at, APPRENTICE, number, marks))
    return pieces


def _id(piece: int) -> str:
    return f"apprentice:{PIECE[piece]}"


def _apprentice_words(piece: int, place: int, words: Words) -> str:
    """Who, where, and how far from home."""
    left = SQUARES + 1 - int(STEP[PLACES * (piece // EACH) + place])
    who, where = piece_words(piece, words), place_words(place, words)
    if place == TOWN:
        return words.say("piece.home", piece=who, place=where)
    return words.say("piece.apprentice", piece=who, place=where, count=left)


# where things are


def _on_path(square: int) -> Point:
    """Clockwise from the top left."""
    angle = 2 * pi * square / SQUARES - 3 * pi / 4
    return _near((MIDDLE, MIDDLE), angle, RADIUS)


def _near(point: Point, angle: float, distance: float) -> Point:
    x, y = point
    return round(x + distance * cos(angle), 3), round(y + distance * sin(angle), 3)


def _place_at(colour: int, place: int) -> Point:
    """The middle of a place; starts and towns are different ones for each colour."""
    if place < SQUARES:
        return _on_path(place)
    x, y = RED_START if place == START else RED_TOWN
    for _ in range(colour):
        x, y = SIZE - y, x  # a quarter turn
    return round(x, 3), round(y, 3)


def _stand(view: View, piece: int) -> Point:
    """Alone in the middle of its place, or in a circle with those who share it."""
    place, colour = view.places[piece], piece // EACH
    middle = _place_at(colour, place)
    crowd = [
        other
        for other in range(PIECES)
        if view.places[other] == place and _place_at(other // EACH, place) == middle
    ]
    if len(crowd) == 1:
        return middle
    return _near(middle, 2 * pi * crowd.index(piece) / len(crowd) - pi / 2, CROWD)


def _barrel_at(barrel: int) -> Point:
    """In three rows on the summit."""
    row, order = 0, barrel
    while order >= ROWS[row]:
        order -= ROWS[row]
        row += 1
    x = MIDDLE + BESIDE * (order - (ROWS[row] - 1) / 2)
    return round(x, 3), MIDDLE + BELOW * (row - 1)


# barrels


def _barrels(view: View, viewer: int, words: Words, names: Sequence[str]) -> list[Piece]:
    """In the middle, in hands, and placed before the seats."""
    pieces = []
    for barrel in range(BARRELS):
        key, seat, area, at = _whereabouts(view, viewer, barrel)
        label = words.say(key, barrel=barrel + 1, name=names[seat])
        label += _barrel_words(view, barrel, words)
        number = view.numbers[barrel]
        art = "barrel-open" if number else "barrel"
        value, marks = str(number or ""), _barrel_marks(view, barrel)
        pieces.append(Piece(f"barrel:{barrel + 1}", art, area, label, at, BARREL, value, marks))
    return pieces


def _whereabouts(view: View, viewer: int, barrel: int) -> tuple[str, int, str, Point]:
    """The words for where a barrel is, before whom, the area, and the point or order in it."""
    if barrel in view.placed:
        seat = view.placed.index(barrel)
        return "piece.barrel.placed", seat, f"seat{seat}", (AFTER_BADGES, 0.0)
    for seat, hand in enumerate(view.hands):
        if barrel in hand:
            order = float(hand.index(barrel))
            if seat == viewer:
                return "piece.barrel.yours", seat, "hand", (order, 0.0)
            return "piece.barrel.held", seat, f"seat{seat}", (AFTER_BADGES + order, 0.0)
    return "piece.barrel", 0, "board", _barrel_at(barrel)


def _is_too_high(view: View, barrel: int) -> bool:
    """(ZZ-8) Whether a barrel somebody placed is known to hold too many stones."""
    return barrel in view.placed and view.numbers[barrel] > sum(view.dice)


def _shakes(view: View, barrel: int) -> int:
    """How often the viewer shook a barrel since the mixing."""
    return sum(times for shaken, _, times in view.heard if shaken == barrel)


def _barrel_words(view: View, barrel: int, words: Words) -> str:
    """What all have seen of a barrel, and how often the viewer shook it."""
    number, shakes = view.numbers[barrel], _shakes(view, barrel)
    told = f", {words.say('stones', count=number)}" if number else ""
    if _is_too_high(view, barrel):
        told += words.say("piece.high")
    return told + words.say("piece.shaken", count=shakes) if shakes else told


def _barrel_marks(view: View, barrel: int) -> tuple[str, ...]:
    marks = {
        "placed": barrel in view.placed,
        "high": _is_too_high(view, barrel),
        "heard": _shakes(view, barrel) > 0,
        "shaken": barrel == view.shaken,
    }
    return tuple(mark for mark, is_so in marks.items() if is_so)


def _hollows(pressed: Iterable[str], viewer: int, words: Words) -> list[Piece]:
    """Where a barrel in hand can go: to the ear, to its place in the middle, before the viewer."""
    pieces = []
    if "ear" in pressed:
        pieces.append(Piece("ear", "cell-ear", "hand", words.say("piece.ear"), AFTER_HANDS, BARREL))
        label, at = words.say("piece.spot"), (AFTER_BADGES, 0.0)
        pieces.append(Piece("spot", "cell-spot", f"seat{viewer}", label, at, BARREL))
    for barrel in range(BARRELS):
        if _hollow(barrel) in pressed:
            label = words.say("piece.hollow", barrel=barrel + 1)
            at = _barrel_at(barrel)
            pieces.append(Piece(_hollow(barrel), "cell-hollow", "board", label, at, BARREL))
    return pieces


def _hollow(barrel: int) -> str:
    return f"hollow:{barrel + 1}"


def _badges(view: View, words: Words, names: Sequence[str]) -> list[Piece]:
    """Before each seat the sign of its guild, and before one the cup for the dice."""
    pieces = []
    for seat, colour in enumerate(view.colours):
        if colour >= 0:
            label = words.say("piece.guild", name=names[seat], colour=_colour(colour, words))
            art = f"guild-{COLOUR_NAMES[colour]}"
            pieces.append(Piece(f"guild:{COLOURS[colour]}", art, f"seat{seat}", label))
    label = words.say("piece.cup", name=names[view.roller])
    return [*pieces, Piece("cup", "cup", f"seat{view.roller}", label, (1.0, 0.0))]


# choices


def _choices(state: ZappZerapp, viewer: int, words: Words) -> tuple[Choice, ...]:
    if not state.may_act(viewer):
        return ()
    if state.phase == LISTENING:
        return tuple(_handling(state, move, words) for move in state.legal_moves(viewer))
    first = EACH * int(state.colours[viewer])
    movers = [piece for piece in range(first, first + EACH) if state.can_go(piece)]
    return tuple(_going(state, piece, words) for piece in movers)


def _handling(state: ZappZerapp, move: int, words: Words) -> Choice:
    """What is done with a barrel; placing one is final (ZZ-6)."""
    barrel = f"barrel:{move % 16 + 1}"
    label, notation = move_phrase(state, move, words), text(state, move)
    if move < SHAKE:
        return Choice((barrel,), notation, label)
    if move < BACK:
        return Choice((barrel, "ear"), notation, label)
    if move < PLACE:
        return Choice((barrel, _hollow(move % 16)), notation, label)
    return Choice((barrel, "spot"), notation, label, careful=True)


def _going(state: ZappZerapp, piece: int, words: Words) -> Choice:
    """All moves of an apprentice: where it goes, and sets to pick.

    (ZZ-19) Who is banished without being named is told in the label.
    """
    steps = state.steps_of(state.seat)
    victims = int(state.victims(piece, steps))
    named = 0 if state.config.forgetful else victims * BANISHED
    label = move_phrase(state, GO + piece + named, words)
    if state.enters_town(piece, steps):
        end = f"town:{COLOURS[piece // EACH]}"
    else:
        end = f"square:{state.last_square(piece, steps)}"
    return Choice((_id(piece), end), text(state, GO + piece), label, _picks(state, piece, words))


def _picks(state: ZappZerapp, piece: int, words: Words) -> tuple[Pick, ...]:
    """(ZZ-19, ZZ-22, ZZ-24) Whom to take along, who of them stops, whom to banish."""
    steps = state.steps_of(state.seat)
    companions = int(state.companions(piece, steps))
    own = int(OWN[piece // EACH]) if state.enters_town(piece, steps) else 0
    victims = int(state.victims(piece, steps)) if state.config.forgetful else 0
    sets = (("with", companions), ("stop", companions & own), ("banish", victims))
    return tuple(
        Pick(word, _targets(chosen), words.say(f"pick.{word}")) for word, chosen in sets if chosen
    )


def _targets(chosen: int) -> tuple[tuple[str, str], ...]:
    return tuple((_id(piece), PIECE[piece]) for piece in range(PIECES) if chosen >> piece & 1)
