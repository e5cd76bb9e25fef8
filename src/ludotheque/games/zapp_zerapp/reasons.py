"""Zapp Zerapp: the reason for a move in words, from the knowledge that chose it.

Of the barrels it says which number would be good and whether the player listened to one: never what
was heard, which people must hear and not read, nor a number that is covered again, which is left to
memory (ZZ-12).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ludotheque.games.zapp_zerapp.data import BARRELS, SQUARES, START, TOWN
from ludotheque.games.zapp_zerapp.knowledge import KNOWLEDGE, TOWN_BONUS, pursuers
from ludotheque.games.zapp_zerapp.moves import Go, Handle, decode
from ludotheque.games.zapp_zerapp.rules_hearing import has_heard
from ludotheque.games.zapp_zerapp.sentences import BARREL_NAMES, list_pieces

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.state import Move, Seat
    from ludotheque.core.words import Words
    from ludotheque.games.zapp_zerapp.knowledge import ZappZerappKnowledge
    from ludotheque.games.zapp_zerapp.rules import ZappZerapp

WINNING_GAIN: Final = 1000.0  # more than any number of steps


class Reason(NamedTuple):
    """Something good about a move: how good, in steps, and the words for it."""

    weight: float
    key: str
    pieces: tuple[int, ...]
    number: int = 0

    def sentence(self, words: Words) -> str:
        """The reason in words."""
        pieces = list_pieces(self.pieces, words)
        return words.say(f"why.{self.key}", pieces=pieces, count=self.number)


def why(
    knowledge: ZappZerappKnowledge,
    world: ZappZerapp,
    seat: Seat,
    move: Move,
    words: Words,
    names: Sequence[str],
) -> str:
    """The main reason for a move, in a sentence or two."""
    del names
    handle = decode(move)
    if not isinstance(handle, Handle):
        return _why_go(world, seat, move, world.number_of(seat), words)
    action, barrel = handle
    name = BARREL_NAMES[barrel]
    seen = world.numbers_of(world.in_sight())[barrel]  # (ZZ-12) never what memory alone knows
    if seen:
        key = "high" if seen > world.magic() else "seen"
        return words.say(f"why.{key}", barrel=name, count=seen)
    heard = has_heard(world.heard, seat, barrel)
    key = action if action == "take" else f"{action}.heard" if heard else f"{action}.unheard"
    sentence = words.say(f"why.{key}", barrel=name)
    if action == "place" and not heard:
        return sentence
    return f"{sentence} {_why_number(knowledge, world, seat, words)}"


def _why_number(knowledge: ZappZerappKnowledge, world: ZappZerapp, seat: Seat, words: Words) -> str:
    """The number that would be best, and what for."""
    values = knowledge.number_values(world, seat)
    best = max(range(1, BARRELS + 1), key=lambda number: values[number - 1])
    if best > world.magic():
        return words.say("why.stay", count=int(world.magic()))
    reason = _why_go(world, seat, knowledge.best_move(world, seat, best), best, words)
    return f"{words.say('why.wish', count=best)} {reason}"


def _why_go(world: ZappZerapp, seat: Seat, move: Move, steps: int, words: Words) -> str:
    """What a move by ``steps`` gains most, and the risk it leaves."""
    move = int(world.with_victims(move, steps))
    go = decode(move)
    assert isinstance(go, Go), "a move on the board"
    after = world.clone()
    after.advance(seat, move, steps, None)
    gains = _gains(world, after, seat, go) + _escapes(world, after, seat, go.piece)
    main = max(gains, key=lambda gain: gain.weight)
    rivals = 0 if _is_safe(after, go.piece) else pursuers(after, go.piece)
    risk = f" {words.say('why.risk', count=rivals)}" if rivals else ""
    return main.sentence(words) + risk


def _gains(world: ZappZerapp, after: ZappZerapp, seat: Seat, go: Go) -> list[Reason]:
    """What a move gains in steps."""
    forward = _forward(world, after, go.piece)
    gains = [Reason(forward, "steps", (go.piece,), forward)]
    if world.locations[go.piece] == START:
        gains.append(Reason(forward + 1, "start", (go.piece,), forward))
    if after.home(seat) == world.config.pieces:
        gains.append(Reason(WINNING_GAIN, "win", (go.piece,)))
    elif after.locations[go.piece] == TOWN:
        gains.append(Reason(TOWN_BONUS + forward, "home", (go.piece,)))
    if go.banished:
        lost = sum(int(world.step_number(victim)) for victim in go.banished)
        gains.append(Reason(forward + lost, "banish", go.banished, len(go.banished)))
    if go.taken:
        ahead = sum(_forward(world, after, companion) for companion in go.taken)
        gains.append(Reason(forward + ahead, "along", go.taken, ahead))
    return gains


def _forward(world: ZappZerapp, after: ZappZerapp, piece: int) -> int:
    return int(after.step_number(piece) - world.step_number(piece))


def _escapes(world: ZappZerapp, after: ZappZerapp, seat: Seat, piece: int) -> list[Reason]:
    """What a piece no longer risks: by standing protected, or by getting away."""
    gained = float(_forward(world, after, piece))
    if not _is_safe(world, piece):
        gained += _exposure(world, seat, piece)
    if not _is_safe(after, piece):
        gained -= _exposure(after, seat, piece)
    elif after.locations[piece] < SQUARES and pursuers(after, piece):
        return [Reason(gained + _exposure(after, seat, piece), "safe", (piece,))]
    is_pursued = not _is_safe(world, piece) and pursuers(world, piece)
    return [Reason(gained, "flee", (piece,))] if is_pursued else []


def _exposure(world: ZappZerapp, seat: Seat, piece: int) -> float:
    """The steps a piece on the loop loses on average in a round, if nothing protects it."""
    return int(world.step_number(piece)) * (1 - KNOWLEDGE.safety(world, seat, piece))


def _is_safe(world: ZappZerapp, piece: int) -> bool:
    """(ZZ-14, ZZ-16) Whether a piece can't be banished where it stands."""
    return world.locations[piece] >= SQUARES or world.is_protected(piece)
