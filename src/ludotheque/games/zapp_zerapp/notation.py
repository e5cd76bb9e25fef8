"""Zapp Zerapp: moves as text, and text as moves; and which rule forbids what."""

from __future__ import annotations

from typing import Final

from ludotheque.core.errors import BadNotation, IllegalMove
from ludotheque.core.notation import number, one_of, unknown, within, words_of
from ludotheque.core.state import LUCK
from ludotheque.games.zapp_zerapp.data import (
    BARRELS,
    COLOUR_NAMES,
    COLOURS,
    EACH,
    FACES,
    LOUDEST,
    OWN,
    PIECES,
    START,
)
from ludotheque.games.zapp_zerapp.rules import (
    ABSENT,
    BACK,
    HEARD,
    HEARING,
    LISTENING,
    MIX,
    MIXING,
    MOVING,
    PLACE,
    ROLL,
    ROLLING,
    SEATING,
    SHAKE,
    TAKE,
    ZappZerapp,
)
from ludotheque.games.zapp_zerapp.rules_board import BANISHED, GO, SET, STOPPED, TAKEN

PIECE: Final = tuple(f"{COLOURS[piece // EACH]}{piece % EACH + 1}" for piece in range(PIECES))
PIECE_OF: Final = {name: piece for piece, name in enumerate(PIECE)}
COLOUR_OF: Final = {name: colour for colour, name in enumerate(COLOUR_NAMES)}
HANDLING: Final = {"take": TAKE, "shake": SHAKE, "back": BACK, "place": PLACE}
HANDLED: Final = {kind: word for word, kind in HANDLING.items()}
CLAUSES: Final = {"with": TAKEN, "stop": STOPPED, "banish": BANISHED}  # in this order


def pieces_in(chosen: int) -> list[str]:
    """The pieces of a set, in the canonical order."""
    return [name for piece, name in enumerate(PIECE) if chosen >> piece & 1]


def order_of(numbers: list[int]) -> int:
    """A mixture as a number below 13!."""
    order, left = 0, sorted(numbers)
    for n in numbers:
        order = order * len(left) + left.index(n)
        left.remove(n)
    return order


def text(state: ZappZerapp, move: int) -> str:
    """A move in notation, as it is about to be played."""
    if move < ROLL:
        return f"{HANDLED[move // 16 * 16]} {move % 16 + 1}"
    if move < ABSENT:
        die, other = divmod(move - ROLL, FACES)
        return f"roll {die + 1} {other + 1}"
    if move < HEARD:
        return f"absent {COLOUR_NAMES[move - ABSENT]}"
    if move < GO:
        return f"heard {state.seat} {state.shaken + 1} {move - HEARD}"
    if move < MIX:
        return _go_text(move)
    return " ".join(["mix", *map(str, _mixture(move - MIX))])


def _go_text(move: int) -> str:
    words = ["go", PIECE[move & 15]]
    for clause, shift in CLAUSES.items():
        chosen = pieces_in(move // shift & SET)
        if chosen:
            words += [clause, *chosen]
    return " ".join(words)


def _mixture(order: int) -> list[int]:
    digits = []
    for base in range(1, BARRELS + 1):
        order, digit = divmod(order, base)
        digits.append(digit)
    left = list(range(1, BARRELS + 1))
    return [left.pop(digit) for digit in reversed(digits)]


def parse(state: ZappZerapp, text: str) -> int:
    """The move a text names here."""
    match words_of(text):
        case ["take" | "shake" | "back" | "place" as word, barrel]:
            return HANDLING[word] + within(barrel, 1, BARRELS, "ZZ-2") - 1
        case ["go", piece, *clauses]:
            return GO + _parse_piece(piece) + _parse_clauses(clauses)
        case _:
            return _parse_luck(state, text)


def _parse_piece(name: str) -> int:
    """(ZZ-2) An apprentice: the letter of its colour, and its number."""
    if name[0] in COLOURS:
        within(name[1:], 1, EACH, "ZZ-2")
    return one_of(name, PIECE_OF, "apprentice")


def _parse_clauses(words: list[str]) -> int:
    """The sets of pieces after a move's first: each clause once, in order, not empty."""
    sets, shifts = 0, list(CLAUSES)
    while words:
        if words[0] not in shifts:
            raise BadNotation(f"{words[0]!r} is no clause that may stand here")
        shifts = shifts[shifts.index(words[0]) + 1 :]
        size = next((i for i, word in enumerate(words[1:]) if word in CLAUSES), len(words) - 1)
        named = [_parse_piece(word) for word in words[1 : 1 + size]]
        if not named or len(set(named)) < len(named):
            raise BadNotation(f"{words[0]!r} names nobody, or somebody twice")
        sets += CLAUSES[words[0]] * sum(1 << piece for piece in named)
        words = words[1 + size :]
    return sets


def _parse_luck(state: ZappZerapp, text: str) -> int:
    match words_of(text):
        case ["roll", die, other]:
            faces = [within(word, 1, FACES, "ZZ-2") - 1 for word in (die, other)]
            return ROLL + FACES * faces[0] + faces[1]
        case ["absent", colour]:
            return ABSENT + one_of(colour, COLOUR_OF, "colour")
        case ["heard", seat, barrel, count]:
            apparent = within(count, 1, LOUDEST, "ZZ-4")
            shaken = within(barrel, 1, BARRELS, "ZZ-2") - 1
            is_due = state.phase == HEARING and shaken == state.shaken
            if number(seat) != state.seat or not is_due:
                raise IllegalMove(f"seat {seat} has not just shaken barrel {barrel}", "ZZ-4")
            return HEARD + apparent
        case ["mix", *words] if len(words) == BARRELS:
            numbers = [within(word, 1, BARRELS, "ZZ-2") for word in words]
            if len(set(numbers)) < BARRELS:
                raise IllegalMove("every number of stones is in one barrel", "ZZ-2")
            return MIX + order_of(numbers)
        case _:
            raise unknown(text)


# which rule forbids what


def rule_against(state: ZappZerapp, seat: int, move: int) -> str:
    """The number of the rule that forbids a move."""
    if ROLL <= move < GO or move >= MIX:
        return _rule_of_luck(state, move)
    if seat == LUCK or state.phase in (SEATING, ROLLING, MIXING, HEARING):
        return _rule_of_phase(state)
    if move >= GO:
        return _rule_against_going(state, seat, move)
    if state.phase != LISTENING or not 0 <= seat < state.players or state.placed[seat] >= 0:
        return "ZZ-6"  # whoever placed a barrel takes part no longer
    return "ZZ-5" if move < SHAKE else "ZZ-4"


def _rule_of_luck(state: ZappZerapp, move: int) -> str:
    if move >= MIX:
        return "ZZ-12" if state.config.memory and state.is_mixed() else "ZZ-11"
    return "ZZ-3" if move < ABSENT else "ZZ-2" if move < HEARD else "ZZ-4"


def _rule_of_phase(state: ZappZerapp) -> str:
    """The rule that says who acts now."""
    return ("ZZ-2", "ZZ-3", "ZZ-11", "ZZ-4", "ZZ-4", "ZZ-9", "ZZ-20")[state.phase]


def _rule_against_going(state: ZappZerapp, seat: int, move: int) -> str:
    if state.phase != MOVING:
        return "ZZ-7"
    if seat != state.seat:
        seated = 0 <= seat < state.players
        return "ZZ-8" if seated and state.steps_of(seat) > state.magic() else "ZZ-9"
    piece, steps = move & 15, state.steps_of(seat)
    if piece // EACH != state.colours[seat] or not state.can_go(piece):
        return "ZZ-10"
    taken = move // TAKEN & SET
    if taken & ~state.companions(piece, steps):
        return "ZZ-22"
    stoppable = OWN[piece // EACH] if state.enters_town(piece, steps) else 0
    if move // STOPPED & SET & ~(taken & stoppable):
        return "ZZ-24"
    return _rule_against_banishing(state, piece, steps, move // BANISHED & SET)


def _rule_against_banishing(state: ZappZerapp, piece: int, steps: int, banished: int) -> str:
    if not state.config.forgetful:
        return "ZZ-19"
    if banished & OWN[piece // EACH]:
        return "ZZ-17"
    if state.at[piece] == START:
        return "ZZ-18"
    spared = banished & ~state.victims(piece, steps)
    path = state.path(piece, steps)
    for other in range(PIECES):
        if spared >> other & 1 and path >> state.at[other] & 1:
            return state.rule_protecting(other)
    return "ZZ-15"
