"""Zapp Zerapp: the table as data any client can draw.

It shows where the barrels are, how often the viewer shook them, and the numbers that all have seen.
What a shake sounded like is not in it: that is only heard.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from ludotheque.core.fast import bit_indices
from ludotheque.games.zapp_zerapp.data import (
    BARRELS,
    COLOUR_LETTERS,
    COLOUR_NAMES,
    PIECES_PER_COLOUR,
)
from ludotheque.games.zapp_zerapp.moves import (
    HEARING,
    LISTENING,
    MIXING,
    MOVING,
    OVER,
    ROLLING,
    SEATING,
    Go,
    Handle,
    decode,
    encode,
)
from ludotheque.games.zapp_zerapp.notation import PIECE_NAMES, handle_text, text
from ludotheque.games.zapp_zerapp.scene_barrels import (
    barrel_id,
    hollow_id,
    is_listening,
    own_barrels,
    own_places,
    public_barrels,
)
from ludotheque.games.zapp_zerapp.scene_board import (
    BOARD_SIZE,
    apprentice_id,
    apprentices,
    dice,
    place_id,
    squares,
    starts_and_towns,
)
from ludotheque.games.zapp_zerapp.sentences import (
    BARREL_NAMES,
    colour_words,
    handle_phrase,
    move_phrase,
)
from ludotheque.presentation.scene import (
    TABLE_LAYER_CACHE_SIZE,
    Area,
    Choice,
    Counter,
    OwnLayer,
    Pick,
    Piece,
    TableLayer,
)

if TYPE_CHECKING:
    from ludotheque.core.words import Words
    from ludotheque.games.zapp_zerapp.observation import Private, Public
    from ludotheque.games.zapp_zerapp.rules import ZappZerapp


@lru_cache(TABLE_LAYER_CACHE_SIZE)
def table(public: Public, words: Words, names: tuple[str, ...]) -> TableLayer:
    """What everybody sees."""
    return TableLayer(
        prompt=_prompt(public, words, names),
        areas=(
            _board(public, words),
            *(_panel(public, seat, words, name) for seat, name in enumerate(names)),
        ),
        pieces=(
            *squares(public.advanced, words),
            *starts_and_towns(words),
            *dice(public, words),
            *public_barrels(public, words, names),
            *apprentices(public.board, words),
            *_badges(public.colours, public.roller, words, names),
        ),
    )


def own(
    world: ZappZerapp,
    public: Public,
    private: Private,
    seat: int,
    words: Words,
    names: tuple[str, ...],
) -> OwnLayer:
    """What one seat sees and may do."""
    hand = Area("hand", "row", words.say("area.hand"), seat, tip=words.say("tip.hand"))
    return OwnLayer(
        prompt=_own_prompt(public, seat, words, names),
        areas=(hand,),
        pieces=(
            *own_places(public, seat, words),
            *own_barrels(public, private, seat, words, names),
        ),
        choices=_choices(world, seat, words),
    )


def revealed(state: ZappZerapp) -> Public:
    """(ZZ-7) The table with the numbers of all barrels, for a game that is over."""
    public = state.public()
    numbers = tuple([int(number) for number in state.numbers])
    return replace(public, barrels=replace(public.barrels, numbers=numbers))


# prompts


def _prompt(public: Public, words: Words, names: tuple[str, ...]) -> str:
    """What the table waits for."""
    if public.phase == OVER:
        return words.say("prompt.over", name=names[public.winner])
    if public.phase == SEATING:
        return words.say("prompt.seating")
    if public.phase == ROLLING:
        return words.say("prompt.rolling", name=names[public.roller])
    if public.phase == MIXING:
        return words.say("prompt.mixing")
    if public.phase == MOVING:
        steps = public.barrels.number_of(public.seat)
        return words.say("prompt.wait.move", name=names[public.seat], count=steps)
    return _listening_prompt(public, words, names)


def _listening_prompt(public: Public, words: Words, names: tuple[str, ...]) -> str:
    """(ZZ-4) A sound is heard before anybody goes on; then all who have not placed go on."""
    if public.phase == HEARING:
        barrel = BARREL_NAMES[public.barrels.shaken]
        return words.say("prompt.wait.hear", name=names[public.seat], barrel=barrel)
    listeners = ", ".join(names[seat] for seat in public.acting)
    return words.say("prompt.wait.listen", names=listeners, magic=public.magic)


def _own_prompt(public: Public, seat: int, words: Words, names: tuple[str, ...]) -> str:
    """What a seat is asked to do, or what else it should know; nothing where all read the same."""
    if public.phase == MOVING:
        return _own_moving_prompt(public, seat, words, names)
    if public.phase == HEARING and seat == public.seat:
        return words.say("prompt.hear", barrel=BARREL_NAMES[public.barrels.shaken])
    if public.phase == LISTENING and is_listening(public, seat):
        held = len(public.barrels.hands[seat])
        return words.say(f"prompt.listen.{held}", magic=public.magic)
    return ""


def _own_moving_prompt(public: Public, seat: int, words: Words, names: tuple[str, ...]) -> str:
    """(ZZ-8, ZZ-9) Move, wait one's turn, or stay put."""
    number = public.barrels.number_of(seat)
    if seat == public.seat:
        colour = colour_words(public.colours[seat], words)
        return words.say("prompt.move", count=number, colour=colour)
    if seat in public.waiting:
        order = words.say("prompt.order", order=public.waiting.index(seat) + 1)
        return f"{_prompt(public, words, names)} {order}"
    if number > public.magic:
        return f"{_prompt(public, words, names)} {words.say('prompt.high')}"
    return ""


# areas


def _board(public: Public, words: Words) -> Area:
    barrels, magic = public.barrels, public.magic
    out = sum(map(len, barrels.hands)) + sum(barrel >= 0 for barrel in barrels.placed)
    counters = [Counter("barrel", words.say("area.barrels"), BARRELS - out)]
    if magic:
        tip = words.say("tip.magic", count=magic)
        counters.insert(0, Counter("magic", words.say("area.magic"), magic, tip))
    return Area(
        "board",
        "board",
        words.say("area.board"),
        size=(BOARD_SIZE, BOARD_SIZE),
        counters=tuple(counters),
        tip=words.say("tip.board"),
    )


def _panel(public: Public, seat: int, words: Words, name: str) -> Area:
    """Apprentices home, steps of all, and the place in the order of moving."""
    counters = [
        _counter("home", public.scores[seat], words),
        _counter("steps", public.steps[seat], words),
    ]
    if seat in public.waiting:
        counters.append(_counter("order", public.waiting.index(seat) + 1, words))
    acting = seat in public.acting
    return Area(f"seat{seat}", "panel", name, seat, counters=tuple(counters), acting=acting)


@cache
def _counter(key: str, value: int, words: Words) -> Counter:
    return Counter(key, words.say(f"area.{key}"), value, words.say(f"tip.{key}"))


# badges


@lru_cache(TABLE_LAYER_CACHE_SIZE)
def _badges(
    colours: tuple[int, ...], roller: int, words: Words, names: tuple[str, ...]
) -> tuple[Piece, ...]:
    """Before each seat the sign of its guild, and before one the cup for the dice."""
    pieces = []
    for seat, colour in enumerate(colours):
        if colour >= 0:
            label = words.say("piece.guild", name=names[seat], colour=colour_words(colour, words))
            art = f"guild-{COLOUR_NAMES[colour]}"
            tip = words.say("tip.guild", colour=colour_words(colour, words))
            badge = f"guild:{COLOUR_LETTERS[colour]}"
            pieces.append(Piece(badge, art, f"seat{seat}", label, tip=tip))
    label, tip = words.say("piece.cup", name=names[roller]), words.say("tip.cup")
    return (*pieces, Piece("cup", "cup", f"seat{roller}", label, (1.0, 0.0), tip=tip))


# choices


def _choices(world: ZappZerapp, seat: int, words: Words) -> tuple[Choice, ...]:
    if not world.may_act(seat):
        return ()
    if world.phase == LISTENING:
        return tuple([_handling(move, words) for move in world.legal_moves(seat)])
    first = int(world.first_piece(seat))
    movers = [p for p in range(first, first + PIECES_PER_COLOUR) if world.can_move(p)]
    return tuple([_going(world, piece, words) for piece in movers])


@cache
def _handling(move: int, words: Words) -> Choice:
    """What is done with a barrel; pressed twice it shakes, and placing one is final (ZZ-6)."""
    handle = decode(move)
    assert isinstance(handle, Handle), "a move with a barrel"
    barrel = barrel_id(handle.barrel)
    targets = {"shake": barrel, "back": hollow_id(handle.barrel), "place": "spot"}
    path = (barrel, targets[handle.word]) if handle.word in targets else (barrel,)
    label, is_final = handle_phrase(handle, words), handle.word == "place"
    return Choice(path, handle_text(handle), label, careful=is_final)


def _going(world: ZappZerapp, piece: int, words: Words) -> Choice:
    """All moves of an apprentice: where it goes, and sets to pick.

    (ZZ-19) The label names those that are banished without being named.
    """
    move, steps = encode(Go(piece)), world.number_of(world.seat)
    return Choice(
        (
            apprentice_id(piece),
            place_id(piece // PIECES_PER_COLOUR, int(world.destination(piece, steps))),
        ),
        text(world, move),
        move_phrase(world, world.with_victims(move, steps), words),
        _picks(world, piece, words),
    )


def _picks(world: ZappZerapp, piece: int, words: Words) -> tuple[Pick, ...]:
    """(ZZ-19, ZZ-22, ZZ-24) Pieces to take along, to leave in front of the town, to banish."""
    steps = world.number_of(world.seat)
    sets = (
        ("with", world.companions(piece, steps)),
        ("stop", world.stoppable(piece, steps)),
        ("banish", world.victims(piece, steps) if world.config.forgetful else 0),
    )
    return tuple(
        Pick(word, _targets(pieces), words.say(f"pick.{word}")) for word, pieces in sets if pieces
    )


def _targets(pieces: int) -> tuple[tuple[str, str], ...]:
    return tuple((apprentice_id(piece), PIECE_NAMES[piece]) for piece in bit_indices(pieces))
