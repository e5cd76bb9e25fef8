"""Zapp Zerapp: the reason for a move in words, from what a move is worth.

Of the barrels it says which number would be good and whether one was listened to: never what was
heard, which people must hear and not read, nor a number that is covered again, which is left to
memories (ZZ-12).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ludotheque.games.zapp_zerapp.data import BARRELS, EACH, PIECES, SQUARES, START, TOWN
from ludotheque.games.zapp_zerapp.knowledge import AT_HOME, KNOWLEDGE
from ludotheque.games.zapp_zerapp.notation import HANDLED
from ludotheque.games.zapp_zerapp.picture import BRAND, piece_words
from ludotheque.games.zapp_zerapp.rules import PLACE, ROLL, SHAKE, ZappZerapp
from ludotheque.games.zapp_zerapp.rules_board import BANISHED, SET, TAKEN

if TYPE_CHECKING:
    from ludotheque.core.state import Move, Seat
    from ludotheque.core.words import Words

THREAT: Final = 0.25  # how likely a piece right behind comes by in a round
FAR: Final = 13  # from here on nobody can come by


class Reason(NamedTuple):
    """Something good about a move: how much, and the words for it."""

    weight: float
    key: str
    pieces: tuple[int, ...]
    number: int = 0

    def sentence(self, words: Words) -> str:
        """The reason in words."""
        named = ", ".join(piece_words(piece, words) for piece in self.pieces)
        return words.say(f"why.{self.key}", pieces=named, count=self.number)


def why(world: ZappZerapp, seat: Seat, move: Move, words: Words, values: list[float]) -> str:
    """The main reason for a move, in a sentence or two; numbers 1..13 have such values to it."""
    if move < ROLL:
        return _why_handle(world, seat, move, words, values)
    return _why_go(world, seat, move, world.steps_of(seat), words)


# moving


def _why_go(world: ZappZerapp, seat: Seat, move: Move, steps: int, words: Words) -> str:
    """What a move by so many steps gains most, and the risk it leaves."""
    if not world.config.forgetful:
        move += int(world.victims(move & 15, steps)) * BANISHED
    after = advanced(world, seat, move, steps)
    main = max(_gains(world, after, seat, move), key=lambda gain: gain.weight)
    hunters = _hunters(after, move & 15)
    risk = f" {words.say('why.risk', count=hunters)}" if hunters else ""
    return main.sentence(words) + risk


def _gains(world: ZappZerapp, after: ZappZerapp, seat: Seat, move: Move) -> list[Reason]:
    """All that is good about a move, weighed as the bot weighs it."""
    piece = move & 15
    forward = int(after.steps_done(piece)) - int(world.steps_done(piece))
    gains = [Reason(forward, "steps", (piece,), forward)]
    if world.at[piece] == START:
        gains.append(Reason(forward + 1, "start", (piece,), forward))
    if after.at[piece] == TOWN:
        wins = after.home(world.colours[seat]) == world.config.pieces
        gains.append(
            Reason(1000 if wins else AT_HOME + forward, "win" if wins else "home", (piece,))
        )
    victims, along = _chosen(move, BANISHED), _chosen(move, TAKEN)
    if victims:
        lost = sum(int(world.steps_done(victim)) for victim in victims)
        gains.append(Reason(forward + lost, "banish", victims, len(victims)))
    if along:
        ahead = sum(int(after.steps_done(other) - world.steps_done(other)) for other in along)
        gains.append(Reason(forward + ahead, "along", along, ahead))
    return gains + _escapes(world, after, piece, forward)


def _escapes(world: ZappZerapp, after: ZappZerapp, piece: int, forward: int) -> list[Reason]:
    """What a piece no longer risks: by standing protected, or by getting away."""
    saved = forward + _risk(world, piece) - _risk(after, piece)
    spared = _exposure(after, piece) if _is_covered(after, piece) else 0.0
    if spared:
        return [Reason(saved + spared, "safe", (piece,))]
    return [Reason(saved, "flee", (piece,))] if saved > forward else []


def _risk(world: ZappZerapp, piece: int) -> float:
    """The steps a piece may lose where it stands, on average."""
    return 0.0 if _is_covered(world, piece) else _exposure(world, piece)


def _exposure(world: ZappZerapp, piece: int) -> float:
    """The steps a piece might lose where it stands if nothing protected it; none off the loop."""
    place = int(world.at[piece])
    if place >= SQUARES:
        return 0.0
    return int(world.steps_done(piece)) * (1 - safety(piece, place, travellers(world)))


def _is_covered(world: ZappZerapp, piece: int) -> bool:
    return world.at[piece] >= SQUARES or world.is_protected(piece)


def _hunters(world: ZappZerapp, piece: int) -> int:
    """How many pieces behind may come by a piece where it stands."""
    if _is_covered(world, piece):
        return 0
    return len(pursuers(piece, int(world.at[piece]), travellers(world)))


def _chosen(move: Move, clause: int) -> tuple[int, ...]:
    named = move // clause & SET
    return tuple(piece for piece in range(PIECES) if named >> piece & 1)


def advanced(world: ZappZerapp, seat: Seat, move: Move, steps: int) -> ZappZerapp:
    """The board after a move that names its victims."""
    after = world.clone()
    after.advance(seat, move, steps, None)
    return after


def travellers(world: ZappZerapp) -> list[tuple[int, int]]:
    """The pieces on the loop and their squares."""
    return [(piece, int(world.at[piece])) for piece in range(PIECES) if world.at[piece] < SQUARES]


def safety(piece: int, place: int, on_loop: list[tuple[int, int]]) -> float:
    """How likely nobody comes by a piece on an open square this round."""
    safe = 1.0
    for _, distance in pursuers(piece, place, on_loop):
        safe *= 1 - THREAT * (FAR - distance) / FAR
    return safe


def pursuers(piece: int, place: int, on_loop: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The pieces of other colours that are near enough behind a square, and how near."""
    behind = [(other, (place - square) % SQUARES) for other, square in on_loop]
    return [
        (other, distance)
        for other, distance in behind
        if other // EACH != piece // EACH and 0 < distance < FAR
    ]


# listening


def _why_handle(
    world: ZappZerapp, seat: Seat, move: Move, words: Words, values: list[float]
) -> str:
    """How well a barrel is known, and which number one would wish for."""
    barrel, kind = move % 16, HANDLED[move // 16 * 16]
    seen = world.numbers_of(world.in_sight())[barrel]  # (ZZ-12) never what memory alone knows
    if seen:
        key = "high" if seen > world.magic() else "seen"
        return words.say(f"why.{key}", barrel=BRAND[barrel], count=seen)
    heard = world.has_heard(seat, barrel)
    if move >= SHAKE:
        kind += ".heard" if heard else ".unheard"
    first = words.say(f"why.{kind}", barrel=BRAND[barrel])
    if move >= PLACE and not heard:
        return first
    return f"{first} {_wish(world, seat, words, values)}"


def _wish(world: ZappZerapp, seat: Seat, words: Words, values: list[float]) -> str:
    """The number that would be best, and what for."""
    best = max(range(1, BARRELS + 1), key=lambda number: values[number - 1])
    if best > world.magic():
        return words.say("why.stay", count=int(world.magic()))
    move = KNOWLEDGE.best_move(world, seat, best)
    return f"{words.say('why.wish', count=best)} {_why_go(world, seat, move, best, words)}"
