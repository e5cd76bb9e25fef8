"""Zapp Zerapp: the table as data any client can draw.

It shows where the barrels are, how often the viewer shook them, and the numbers everyone has seen.
What a shake sounded like is not in it: that is only heard.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING, Final

from ludotheque.core.fast import bit_indices
from ludotheque.games.zapp_zerapp import data, moves, scene_barrels, scene_board, sentences
from ludotheque.games.zapp_zerapp.notation import PIECE_NAMES, handle_text, text
from ludotheque.games.zapp_zerapp.scene_barrels import barrel_id, hollow_id, is_listening
from ludotheque.games.zapp_zerapp.scene_board import apprentice_id, location_id, seat_area
from ludotheque.games.zapp_zerapp.sentences import BARREL_NAMES, colour_words
from ludotheque.presentation.scene import (
    Area,
    Choice,
    Counter,
    OwnLayer,
    Pick,
    Piece,
    TableLayer,
)

if TYPE_CHECKING:
    from collections.abc import Hashable

    from ludotheque.core.part_cache import PartCache
    from ludotheque.core.state import Fact
    from ludotheque.core.words import Words
    from ludotheque.games.zapp_zerapp.observation import Private, Public, PublicBarrels
    from ludotheque.games.zapp_zerapp.rules import ZappZerapp

# sets of moves with barrels: seats that listen have the same ones for a while
HANDLINGS_CACHE_SIZE: Final = 4096


def table(public: Public, words: Words, names: tuple[str, ...], cache: PartCache) -> TableLayer:
    """What everyone sees."""
    return TableLayer(
        prompt=_prompt(public, words, names),
        areas=(
            _board(_free_barrels(public.barrels), public.magic, words),
            *[_kept_panel(public, seat, words, name, cache) for seat, name in enumerate(names)],
        ),
        pieces=(
            *scene_board.squares(public.advanced, words),
            *scene_board.starts_and_towns(words),
            *scene_board.dice(public.dice, words),
            *scene_barrels.public_barrels(public, words, names, cache),
            *scene_board.apprentices(public.board, words, cache),
            *_kept_badges(public, words, names, cache),
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
    return OwnLayer(
        prompt=_own_prompt(public, private, seat, words, names),
        areas=(_hand_area(seat, words),),
        pieces=scene_barrels.own_pieces(public, private, seat, words, names),
        choices=_choices(world, seat, words),
    )


def own_basis(public: Public, private: Private, seat: int) -> Hashable:
    """The barrels that a seat sees in another way, and what its prompt says."""
    return _prompt_basis(public, seat), scene_barrels.own_basis(public, private, seat)


def revealed(state: ZappZerapp) -> Public:
    """(ZZ-7) What everyone knows, with the numbers of all barrels: for a game that is over."""
    public = state.public()
    numbers = tuple([int(number) for number in state.numbers])
    return replace(public, barrels=replace(public.barrels, numbers=numbers))


def targets(fact: Fact) -> tuple[str, ...]:
    """The ids of the pieces and areas that a fact is about."""
    match fact.kind, fact.about:
        case "rolled", _:
            return ("die:1", "die:2", "magic")
        case "took" | "shook" | "heard" | "returned" | "placed" | "turned", (barrel, *_):
            return (barrel_id(barrel),)
        case "moved" | "carried" | "banished" | "arrived", (apprentice, *_):
            return (apprentice_id(apprentice),)
        case "absent", (colour,):
            return (location_id(colour, data.START),)
        case "won", _:
            return (seat_area(fact.seat),)
        case _:
            return ()


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


def _own_prompt(
    public: Public, private: Private, seat: int, words: Words, names: tuple[str, ...]
) -> str:
    """What a seat is asked to do, or what else it should know; nothing if that is public."""
    number = public.barrels.number_of(seat)
    match public.phase:
        case moves.OVER if seat == public.winner:
            return words.say("prompt.over.you")
        case moves.ROLLING if seat == public.roller:
            return words.say("prompt.rolling.you")
        case moves.HEARING if seat == public.seat:
            return words.say("prompt.hear", barrel=BARREL_NAMES[public.barrels.shaken])
        case moves.LISTENING if is_listening(public, seat):
            return _listening_prompt(public, private, seat, words)
        case moves.MOVING if seat == public.seat:
            return words.say("prompt.move", count=number)
        case moves.MOVING if seat in public.still_to_move:  # (ZZ-9)
            turn = words.say(f"prompt.order.{public.still_to_move.index(seat) + 1}")
            return f"{_prompt(public, words, names)} {turn}"
        case moves.MOVING if number > public.magic:  # (ZZ-8)
            return f"{_prompt(public, words, names)} {words.say('prompt.high')}"
        case _:
            return ""


def _listening_prompt(public: Public, private: Private, seat: int, words: Words) -> str:
    """What to do with the barrels in hand; until anybody moves also what their sound says."""
    held = public.barrels.hands[seat]
    heard = {barrel for barrel, _, _ in private.heard}
    if not held or not heard.issuperset(held):
        return words.say(f"prompt.listen.{len(held)}", magic=public.magic)
    advice = words.say(f"prompt.heard.{len(held)}", magic=public.magic)
    return advice if any(public.steps) else f"{words.say('prompt.ring')} {advice}"


def _prompt_basis(public: Public, seat: int) -> Hashable:
    """What `_own_prompt` uses for a seat that may not act."""
    if public.phase == moves.MOVING:
        return public.seat, public.still_to_move, public.magic, public.barrels.numbers
    if public.phase == moves.OVER:
        return moves.OVER, public.winner
    if public.phase == moves.ROLLING:
        return moves.ROLLING, seat == public.roller
    return public.phase == moves.HEARING and seat == public.seat and public.barrels.shaken


# areas


@cache
def _hand_area(seat: int, words: Words) -> Area:
    return Area("hand", "row", words.say("area.hand"), seat, tip=words.say("tip.hand"))


def _free_barrels(barrels: PublicBarrels) -> int:
    placed = [barrel for barrel in barrels.placed if barrel >= 0]
    return data.BARRELS - sum(map(len, barrels.hands)) - len(placed)


@cache
def _board(free_barrels: int, magic: int, words: Words) -> Area:
    counters = [Counter("barrel", words.say("area.barrels"), free_barrels)]
    if magic:
        tip = words.say("tip.magic", count=magic)
        counters.insert(0, Counter("magic", words.say("area.magic"), magic, tip))
    size, tip = (scene_board.BOARD_SIZE, scene_board.BOARD_SIZE), words.say("tip.board")
    label, shown = words.say("area.board"), tuple(counters)
    return Area("board", "board", label, size=size, counters=shown, tip=tip)


def _kept_panel(public: Public, seat: int, words: Words, name: str, cache: PartCache) -> Area:
    """A seat with its apprentices in town, the steps of all, and its turn to move."""
    order = public.still_to_move.index(seat) + 1 if seat in public.still_to_move else 0
    totals = public.scores[seat], public.steps[seat], order
    acting = seat in public.awaited
    make = partial(_panel, seat, totals, acting, words, name)
    return cache.keep(("panel", seat), (totals, acting, name), make)


def _panel(seat: int, totals: tuple[int, int, int], acting: bool, words: Words, name: str) -> Area:
    home, steps, order = totals
    counters = [_counter("home", home, words), _counter("steps", steps, words)]
    if order:
        counters.append(_counter("order", order, words))
    return Area(seat_area(seat), "panel", name, seat, counters=tuple(counters), acting=acting)


@cache
def _counter(key: str, value: int, words: Words) -> Counter:
    return Counter(key, words.say(f"area.{key}"), value, words.say(f"tip.{key}"))


def _kept_badges(
    public: Public, words: Words, names: tuple[str, ...], cache: PartCache
) -> tuple[Piece, ...]:
    basis = (public.colours, public.roller, names)
    return cache.keep("badges", basis, lambda: _badges(public, words, names))


def _badges(public: Public, words: Words, names: tuple[str, ...]) -> tuple[Piece, ...]:
    """In front of each seat the sign of its guild, and in front of one the cup for the dice."""
    pieces = []
    for seat, colour in enumerate(public.colours):
        if colour >= 0:
            about = colour_words(colour, words)
            label = words.say("piece.guild", name=names[seat], colour=about)
            badge = f"guild:{data.COLOUR_LETTERS[colour]}"
            art, tip = f"guild-{data.COLOUR_NAMES[colour]}", words.say("tip.guild", colour=about)
            pieces.append(Piece(badge, art, seat_area(seat), label, tip=tip))
    roller = public.roller
    label, tip = words.say("piece.cup", name=names[roller]), words.say("tip.cup")
    return (*pieces, Piece("cup", "cup", seat_area(roller), label, (1.0, 0.0), tip=tip))


# choices


def _choices(world: ZappZerapp, seat: int, words: Words) -> tuple[Choice, ...]:
    if not world.may_act(seat):
        return ()
    if world.phase == moves.LISTENING:
        return _handlings(tuple(world.legal_moves(seat)), words)
    return tuple([_going(world, piece, words) for piece in world.movable(seat)])


@lru_cache(HANDLINGS_CACHE_SIZE)
def _handlings(legal: tuple[int, ...], words: Words) -> tuple[Choice, ...]:
    return tuple([_handling(move, words) for move in legal])


@cache
def _handling(move: int, words: Words) -> Choice:
    """What is done with a barrel: a press takes it, or shakes it once it is in a hand."""
    handle = moves.decode(move)
    assert isinstance(handle, moves.Handle), "a move with a barrel"
    barrel = barrel_id(handle.barrel)
    ends = {"back": hollow_id(handle.barrel), "place": "spot"}
    path = (barrel, ends[handle.action]) if handle.action in ends else (barrel,)
    return Choice(path, handle_text(handle), sentences.handle_phrase(handle, words))


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
