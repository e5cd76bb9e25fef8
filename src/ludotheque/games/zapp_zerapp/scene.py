"""Zapp Zerapp: the table as data any client can draw.

It shows where the barrels are, how often the viewer shook them, and the numbers everyone has seen.
What a shake sounded like is not in it: that is only heard.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from ludotheque.core.fast import bit_indices
from ludotheque.games.zapp_zerapp import data, moves, scene_barrels, scene_board, sentences
from ludotheque.games.zapp_zerapp.notation import PIECE_NAMES, handle_text, text
from ludotheque.games.zapp_zerapp.scene_barrels import barrel_id, hollow_id, is_listening
from ludotheque.games.zapp_zerapp.scene_board import apprentice_id, location_id, seat_area
from ludotheque.games.zapp_zerapp.sentences import BARREL_NAMES, colour_words
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
    from ludotheque.core.part_cache import PartCache
    from ludotheque.core.words import Words
    from ludotheque.games.zapp_zerapp.observation import Private, Public
    from ludotheque.games.zapp_zerapp.rules import ZappZerapp


@lru_cache(TABLE_LAYER_CACHE_SIZE)
def table(
    public: Public, words: Words, names: tuple[str, ...], cache: PartCache | None = None
) -> TableLayer:
    """What everyone sees."""
    panels = [_panel(public, seat, words, name) for seat, name in enumerate(names)]
    return TableLayer(
        prompt=_prompt(public, words, names),
        areas=(_board(public, words), *panels),
        pieces=(
            *scene_board.squares(public.advanced, words),
            *scene_board.starts_and_towns(words),
            *scene_board.dice(public.dice, words),
            *scene_barrels.public_barrels(public, words, names),
            *scene_board.apprentices(public.board, words),
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
    barrels = scene_barrels.own_barrels(public, private, seat, words, names)
    return OwnLayer(
        prompt=_own_prompt(public, seat, words, names),
        areas=(Area("hand", "row", words.say("area.hand"), seat, tip=words.say("tip.hand")),),
        pieces=(*scene_barrels.own_places(public, seat, words), *barrels),
        choices=_choices(world, seat, words),
    )


def revealed(state: ZappZerapp) -> Public:
    """(ZZ-7) What everyone knows, with the numbers of all barrels: for a game that is over."""
    public = state.public()
    numbers = tuple([int(number) for number in state.numbers])
    return replace(public, barrels=replace(public.barrels, numbers=numbers))


# prompts


def _prompt(public: Public, words: Words, names: tuple[str, ...]) -> str:
    """What the table waits for."""
    match public.phase:
        case moves.OVER:
            return words.say("prompt.over", name=names[public.winner])
        case moves.SEATING:
            return words.say("prompt.seating")
        case moves.ROLLING:
            return words.say("prompt.rolling", name=names[public.roller])
        case moves.MIXING:
            return words.say("prompt.mixing")
        case moves.MOVING:
            steps = public.barrels.number_of(public.seat)
            return words.say("prompt.wait.move", name=names[public.seat], count=steps)
        case moves.HEARING:
            barrel = BARREL_NAMES[public.barrels.shaken]
            return words.say("prompt.wait.hear", name=names[public.seat], barrel=barrel)
        case _:
            listeners = ", ".join(names[seat] for seat in public.awaited)
            return words.say("prompt.wait.listen", names=listeners, magic=public.magic)


def _own_prompt(public: Public, seat: int, words: Words, names: tuple[str, ...]) -> str:
    """What a seat is asked to do, or what else it should know; nothing if that is public."""
    number = public.barrels.number_of(seat)
    match public.phase:
        case moves.HEARING if seat == public.seat:
            return words.say("prompt.hear", barrel=BARREL_NAMES[public.barrels.shaken])
        case moves.LISTENING if is_listening(public, seat):
            held = len(public.barrels.hands[seat])
            return words.say(f"prompt.listen.{held}", magic=public.magic)
        case moves.MOVING if seat == public.seat:
            colour = colour_words(public.colours[seat], words)
            return words.say("prompt.move", count=number, colour=colour)
        case moves.MOVING if seat in public.still_to_move:  # (ZZ-9)
            turn = words.say("prompt.order", order=public.still_to_move.index(seat) + 1)
            return f"{_prompt(public, words, names)} {turn}"
        case moves.MOVING if number > public.magic:  # (ZZ-8)
            return f"{_prompt(public, words, names)} {words.say('prompt.high')}"
        case _:
            return ""


# areas


def _board(public: Public, words: Words) -> Area:
    barrels, magic = public.barrels, public.magic
    out = sum(map(len, barrels.hands)) + sum(barrel >= 0 for barrel in barrels.placed)
    counters = [Counter("barrel", words.say("area.barrels"), data.BARRELS - out)]
    if magic:
        tip = words.say("tip.magic", count=magic)
        counters.insert(0, Counter("magic", words.say("area.magic"), magic, tip))
    size, tip = (scene_board.BOARD_SIZE, scene_board.BOARD_SIZE), words.say("tip.board")
    label, shown = words.say("area.board"), tuple(counters)
    return Area("board", "board", label, size=size, counters=shown, tip=tip)


def _panel(public: Public, seat: int, words: Words, name: str) -> Area:
    """A seat with its apprentices in town, the steps of all, and its turn to move."""
    totals = {"home": public.scores[seat], "steps": public.steps[seat]}
    if seat in public.still_to_move:
        totals["order"] = public.still_to_move.index(seat) + 1
    counters = tuple([_counter(key, total, words) for key, total in totals.items()])
    acting = seat in public.awaited
    return Area(seat_area(seat), "panel", name, seat, counters=counters, acting=acting)


@cache
def _counter(key: str, value: int, words: Words) -> Counter:
    return Counter(key, words.say(f"area.{key}"), value, words.say(f"tip.{key}"))


@lru_cache(TABLE_LAYER_CACHE_SIZE)
def _badges(
    colours: tuple[int, ...], roller: int, words: Words, names: tuple[str, ...]
) -> tuple[Piece, ...]:
    """In front of each seat the sign of its guild, and in front of one the cup for the dice."""
    pieces = []
    for seat, colour in enumerate(colours):
        if colour >= 0:
            about = colour_words(colour, words)
            label = words.say("piece.guild", name=names[seat], colour=about)
            badge = f"guild:{data.COLOUR_LETTERS[colour]}"
            art, tip = f"guild-{data.COLOUR_NAMES[colour]}", words.say("tip.guild", colour=about)
            pieces.append(Piece(badge, art, seat_area(seat), label, tip=tip))
    label, tip = words.say("piece.cup", name=names[roller]), words.say("tip.cup")
    return (*pieces, Piece("cup", "cup", seat_area(roller), label, (1.0, 0.0), tip=tip))


# choices


def _choices(world: ZappZerapp, seat: int, words: Words) -> tuple[Choice, ...]:
    if not world.may_act(seat):
        return ()
    if world.phase == moves.LISTENING:
        return tuple([_handling(move, words) for move in world.legal_moves(seat)])
    return tuple([_going(world, piece, words) for piece in world.movable(seat)])


@cache
def _handling(move: int, words: Words) -> Choice:
    """What is done with a barrel; pressed twice it shakes, and placing one is final (ZZ-6)."""
    handle = moves.decode(move)
    assert isinstance(handle, moves.Handle), "a move with a barrel"
    barrel = barrel_id(handle.barrel)
    targets = {"shake": barrel, "back": hollow_id(handle.barrel), "place": "spot"}
    path = (barrel, targets[handle.action]) if handle.action in targets else (barrel,)
    label, needs_confirmation = sentences.handle_phrase(handle, words), handle.action == "place"
    return Choice(path, handle_text(handle), label, confirm=needs_confirmation)


def _going(world: ZappZerapp, piece: int, words: Words) -> Choice:
    """All moves of an apprentice: where it goes, and sets to pick.

    (ZZ-19) The label names those that are banished without being named.
    """
    move, steps = moves.encode(moves.Go(piece)), world.number_of(world.seat)
    end = location_id(piece // data.PIECES_PER_COLOUR, int(world.destination(piece, steps)))
    label = sentences.move_phrase(world, world.with_victims(move, steps), words)
    picks = (  # (ZZ-19, ZZ-22, ZZ-24)
        ("with", world.companions(piece, steps)),
        ("stop", world.stoppable(piece, steps)),
        ("banish", world.victims(piece, steps) if world.config.forgetful else 0),
    )
    return Choice(
        (apprentice_id(piece), end),
        text(world, move),
        label,
        tuple([_pick(clause, pieces, words) for clause, pieces in picks if pieces]),
    )


def _pick(clause: str, pieces: int, words: Words) -> Pick:
    targets = [(apprentice_id(piece), PIECE_NAMES[piece]) for piece in bit_indices(pieces)]
    return Pick(clause, tuple(targets), words.say(f"pick.{clause}"))
