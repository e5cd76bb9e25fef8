"""Zapp Zerapp: moves as text, and text as moves; and which rule forbids what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludotheque.core.errors import BadNotation, IllegalMove
from ludotheque.core.fast import bit_indices
from ludotheque.core.notation import bounded_number, lookup, number, split_words, unknown_move
from ludotheque.core.state import LUCK
from ludotheque.games.zapp_zerapp import data, moves
from ludotheque.games.zapp_zerapp.moves import Absent, Go, Handle, Heard, Mix, Roll, decode, encode

if TYPE_CHECKING:
    from ludotheque.games.zapp_zerapp.moves import AnyMove
    from ludotheque.games.zapp_zerapp.rules import ZappZerapp

PIECE_NAMES: Final = tuple(
    f"{letter}{number}"
    for letter in data.COLOUR_LETTERS
    for number in range(1, data.PIECES_PER_COLOUR + 1)
)
PIECE_BY_NAME: Final = {name: piece for piece, name in enumerate(PIECE_NAMES)}
COLOUR_BY_NAME: Final = {name: colour for colour, name in enumerate(data.COLOUR_NAMES)}
CLAUSES: Final = ("with", "stop", "banish")  # of a move on the board, in this order
# By phase, the rule that says who acts
RULE_OF_PHASE: Final = ("ZZ-2", "ZZ-3", "ZZ-11", "ZZ-4", "ZZ-4", "ZZ-9", "ZZ-20")


def clauses_of(go: Go) -> list[tuple[str, tuple[int, ...]]]:
    """The clauses of a move on the board that name pieces, in order."""
    sets = zip(CLAUSES, (go.taken, go.stopped, go.banished), strict=True)
    return [(clause, pieces) for clause, pieces in sets if pieces]


def text(state: ZappZerapp, move: int) -> str:
    """A move in notation, as it is about to be played."""
    match decode(move):
        case Handle() as handle:
            return handle_text(handle)
        case Go() as go:
            words = ["go", PIECE_NAMES[go.piece]]
            for clause, pieces in clauses_of(go):
                words += [clause, *(PIECE_NAMES[piece] for piece in pieces)]
            return " ".join(words)
        case Roll(die, other_die):
            return f"roll {die} {other_die}"
        case Absent(colour):
            return f"absent {data.COLOUR_NAMES[colour]}"
        case Heard(apparent):
            return f"heard {state.seat} {state.shaken + 1} {apparent}"
        case Mix(numbers):
            return " ".join(["mix", *map(str, numbers)])


def handle_text(handle: Handle) -> str:
    """A move with a barrel in notation."""
    return f"{handle.action} {handle.barrel + 1}"


def parse(state: ZappZerapp, text: str) -> int:
    """The move a text names here."""
    move: AnyMove
    match split_words(text):
        case ["take" | "shake" | "back" | "place" as action, barrel]:
            move = Handle(action, bounded_number(barrel, 1, data.BARRELS, "ZZ-2") - 1)
        case ["go", piece, *clauses]:
            move = _parse_go(_parse_piece(piece), clauses)
        case ["roll", *dice] if len(dice) == 2:
            move = Roll(*[bounded_number(face, 1, data.DIE_FACES, "ZZ-2") for face in dice])
        case ["absent", colour]:
            move = Absent(lookup(colour, COLOUR_BY_NAME, "colour"))
        case ["heard", seat, barrel, count]:  # (ZZ-4) after the shake that was made last
            move = Heard(bounded_number(count, 1, data.MAX_COUNT, "ZZ-4"))
            shaken = bounded_number(barrel, 1, data.BARRELS, "ZZ-2") - 1
            is_due = state.phase == moves.HEARING and shaken == state.shaken
            if number(seat) != state.seat or not is_due:
                raise IllegalMove(f"seat {seat} has not just shaken barrel {barrel}", "ZZ-4")
        case ["mix", *numbers] if len(numbers) == data.BARRELS:
            move = Mix(
                tuple([bounded_number(stones, 1, data.BARRELS, "ZZ-2") for stones in numbers])
            )
            if len(set(move.numbers)) < data.BARRELS:
                raise IllegalMove("every number of stones is in one barrel", "ZZ-2")
        case _:
            raise unknown_move(text)
    return encode(move)


def _parse_piece(name: str) -> int:
    """(ZZ-2) An apprentice: the letter of its colour, and its number."""
    if name[0] in data.COLOUR_LETTERS:
        bounded_number(name[1:], 1, data.PIECES_PER_COLOUR, "ZZ-2")
    return lookup(name, PIECE_BY_NAME, "apprentice")


def _parse_go(piece: int, words: list[str]) -> Go:
    """A move on the board with its clauses: each at most once, in order, not empty."""
    sets: dict[str, tuple[int, ...]] = dict.fromkeys(CLAUSES, ())
    allowed = list(CLAUSES)
    while words:
        clause = words[0]
        if clause not in allowed:
            raise BadNotation(f"{clause!r} is not a clause that may stand here")
        allowed = allowed[allowed.index(clause) + 1 :]
        size = next((i for i, word in enumerate(words[1:]) if word in CLAUSES), len(words) - 1)
        named = [_parse_piece(word) for word in words[1 : 1 + size]]
        if not named or len(set(named)) < len(named):
            raise BadNotation(f"{clause!r} names no piece, or one twice")
        sets[clause] = tuple(named)
        words = words[1 + size :]
    return Go(piece, *sets.values())


# which rule forbids what


def rule_against(state: ZappZerapp, seat: int, move: int) -> str:
    """The number of the rule that forbids a move."""
    match decode(move):
        case Roll():
            return "ZZ-3"
        case Absent():
            return "ZZ-2"
        case Heard():
            return "ZZ-4"
        case Mix():
            return "ZZ-12" if state.config.memory and state.is_mixed() else "ZZ-11"
        case _ if seat == LUCK or state.next_actor() == LUCK:
            return RULE_OF_PHASE[state.phase]
        case Go() as go:
            return _rule_against_going(state, seat, go)
        case _ if state.phase != moves.LISTENING or not state.may_act(seat):
            return "ZZ-6"  # whoever placed a barrel takes part no longer
        case Handle("take", _):
            return "ZZ-5"
        case _:
            return "ZZ-4"


def _rule_against_going(state: ZappZerapp, seat: int, go: Go) -> str:
    if state.phase != moves.MOVING:
        return "ZZ-7"
    if seat != state.seat:
        is_seated = 0 <= seat < state.players
        return "ZZ-8" if is_seated and state.number_of(seat) > state.magic() else "ZZ-9"
    piece, steps = go.piece, state.number_of(seat)
    if piece // data.PIECES_PER_COLOUR != state.colours[seat] or not state.can_move(piece):
        return "ZZ-10"
    if not {*go.taken} <= {*bit_indices(state.companions(piece, steps))}:
        return "ZZ-22"
    if not {*go.stopped} <= {*go.taken} & {*bit_indices(state.stoppable(piece, steps))}:
        return "ZZ-24"
    return _rule_against_banishing(state, go, steps)


def _rule_against_banishing(state: ZappZerapp, go: Go, steps: int) -> str:
    colour = go.piece // data.PIECES_PER_COLOUR
    if not state.config.forgetful:
        return "ZZ-19"
    if any(victim // data.PIECES_PER_COLOUR == colour for victim in go.banished):
        return "ZZ-17"
    if state.locations[go.piece] == data.START:
        return "ZZ-18"
    path, victims = state.path(go.piece, steps), bit_indices(state.victims(go.piece, steps))
    for victim in go.banished:
        if victim not in victims and path >> state.locations[victim] & 1:
            is_in_zone = state.locations[victim] in data.ZONES[victim // data.PIECES_PER_COLOUR]
            return "ZZ-16" if is_in_zone else "ZZ-21"
    return "ZZ-15"
