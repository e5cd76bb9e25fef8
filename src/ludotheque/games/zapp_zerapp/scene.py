"""Zapp Zerapp: the table as data any client can draw.

Of the barrels a scene tells where they are, how often the viewer shook them, and the numbers all
have seen. What a shake sounded like is for the ear and is not in it.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from ludotheque.core.state import SPECTATOR
from ludotheque.games.zapp_zerapp.data import (
    BARRELS,
    COLOUR_NAMES,
    COLOURS,
    EACH,
    OWN,
    PIECES,
    PLACES,
    STEP,
)
from ludotheque.games.zapp_zerapp.notation import PIECE, text
from ludotheque.games.zapp_zerapp.picture import BRAND, move_phrase
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
from ludotheque.games.zapp_zerapp.scene_barrels import barrel_id, barrels, hollow_id, hollows
from ludotheque.games.zapp_zerapp.scene_board import (
    SIZE,
    apprentice,
    apprentices,
    colour_words,
    dice,
    squares,
    starts_and_towns,
)
from ludotheque.presentation.scene import (
    SHARED_CACHE_SIZE,
    Area,
    Choice,
    Counter,
    Pick,
    Piece,
    Scene,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.words import Words


def scene(state: ZappZerapp, viewer: int, words: Words, names: Sequence[str]) -> Scene:
    """What a viewer sees and may do."""
    return _shown(state, state.observe(viewer), viewer, words, names)


def open_scene(state: ZappZerapp, words: Words, names: Sequence[str]) -> Scene:
    """(ZZ-7) The mountain with the numbers of all barrels."""
    numbers = tuple([int(number) for number in state.numbers])
    view = replace(state.observe(SPECTATOR), numbers=numbers)
    return _shown(state, view, SPECTATOR, words, names)


def _shown(state: ZappZerapp, view: View, viewer: int, words: Words, names: Sequence[str]) -> Scene:
    choices = _choices(state, viewer, words)
    pressed = {target for choice in choices for target in choice.path}
    return Scene(
        game="zapp_zerapp",
        viewer=viewer,
        prompt=_prompt(state, view, viewer, words, names),
        areas=_areas(state, view, viewer, words, names),
        pieces=(
            *squares(view.advanced, words),
            *starts_and_towns(words),
            *dice(view, words),
            *hollows(view, viewer, pressed, words),
            *barrels(view, viewer, pressed, words, names),
            *apprentices(state, view, words),
            *_badges(view.colours, view.roller, words, tuple(names)),
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
        colour = colour_words(view.colours[viewer], words)
        return words.say("prompt.move", count=steps, colour=colour)
    sentence = words.say("prompt.wait.move", name=names[view.seat], count=steps)
    if viewer in view.waiting:
        return f"{sentence} {words.say('prompt.order', order=view.waiting.index(viewer) + 1)}"
    if viewer >= 0 and view.numbers[view.placed[viewer]] > sum(view.dice):
        return f"{sentence} {words.say('prompt.high')}"
    return sentence


def _listening_prompt(view: View, viewer: int, words: Words, names: Sequence[str]) -> str:
    """A sound is heard before anybody goes on; then all go on who have not placed."""
    if view.phase == HEARING:
        key = "prompt.hear" if viewer == view.seat else "prompt.wait.hear"
        return words.say(key, name=names[view.seat], barrel=BRAND[view.shaken])
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
        magic = sum(view.dice)
        tip = words.say("tip.magic", count=magic)
        counters.insert(0, Counter("magic", words.say("area.magic"), magic, tip))
    board, size = words.say("area.board"), (SIZE, SIZE)
    tip = words.say("tip.board")
    areas = [Area("board", "board", board, size=size, counters=tuple(counters), tip=tip)]
    areas += [_panel(state, view, seat, words, name) for seat, name in enumerate(names)]
    if viewer >= 0:
        tip = words.say("tip.hand")
        areas.append(Area("hand", "row", words.say("area.hand"), viewer, tip=tip))
    return tuple(areas)


def _panel(state: ZappZerapp, view: View, seat: int, words: Words, name: str) -> Area:
    """Apprentices home, steps of all, and the order of moving of those who still wait."""
    counters = [
        _counter("home", view.scores[seat], words),
        _counter("steps", _steps(view, view.colours[seat]), words),
    ]
    if seat in view.waiting:
        counters.append(_counter("order", view.waiting.index(seat) + 1, words))
    acting = seat in state.actors()
    return Area(f"seat{seat}", "panel", name, seat, counters=tuple(counters), acting=acting)


@cache
def _counter(key: str, value: int, words: Words) -> Counter:
    return Counter(key, words.say(f"area.{key}"), value, words.say(f"tip.{key}"))


def _steps(view: View, colour: int) -> int:
    """(ZZ-20) The steps of all apprentices of a colour; none before the colours are known."""
    if colour < 0:
        return 0
    pieces = range(EACH * colour, EACH * colour + EACH)
    return sum(STEP[PLACES * colour + view.places[piece]] for piece in pieces)


# badges


@lru_cache(SHARED_CACHE_SIZE)
def _badges(
    colours: tuple[int, ...], roller: int, words: Words, names: Sequence[str]
) -> tuple[Piece, ...]:
    """Before each seat the sign of its guild, and before one the cup for the dice."""
    pieces = []
    for seat, colour in enumerate(colours):
        if colour >= 0:
            label = words.say("piece.guild", name=names[seat], colour=colour_words(colour, words))
            art = f"guild-{COLOUR_NAMES[colour]}"
            tip = words.say("tip.guild", colour=colour_words(colour, words))
            badge = f"guild:{COLOURS[colour]}"
            pieces.append(Piece(badge, art, f"seat{seat}", label, tip=tip))
    label, tip = words.say("piece.cup", name=names[roller]), words.say("tip.cup")
    return (*pieces, Piece("cup", "cup", f"seat{roller}", label, (1.0, 0.0), tip=tip))


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
    """What is done with a barrel; pressed twice it shakes, and placing one is final (ZZ-6)."""
    barrel = barrel_id(move % 16)
    label, notation = move_phrase(state, move, words), text(state, move)
    if move < SHAKE:
        return Choice((barrel,), notation, label)
    if move < BACK:
        return Choice((barrel, barrel), notation, label)
    if move < PLACE:
        return Choice((barrel, hollow_id(move % 16)), notation, label)
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
    return Choice(
        (apprentice(piece), end), text(state, GO + piece), label, _picks(state, piece, words)
    )


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
    return tuple(
        (apprentice(piece), PIECE[piece]) for piece in range(PIECES) if chosen >> piece & 1
    )
