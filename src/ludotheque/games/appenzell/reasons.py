"""Appenzell: why the greedy player likes a move, in one sentence.

First what surely happens: a cheese, a fall, the end. Then, of all that makes up its standing, what
the move changes most.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludotheque.core.fast import count_bits
from ludotheque.core.rng import SeededRng
from ludotheque.core.state import LUCK, Fact
from ludotheque.games.appenzell.data import UNSEEN
from ludotheque.games.appenzell.picture import face_name
from ludotheque.games.appenzell.rules import (
    DONE,
    ENTER,
    FLEE,
    GIVE,
    MOUSE,
    UNCOVER,
    Appenzell,
)
from ludotheque.games.appenzell.worth import curiosity, hopes, prospects, safety

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.state import Move, Seat
    from ludotheque.core.words import Words

GOOD: Final = {"fell": "why.trap", "caught": "why.cat", "socked": "why.sock"}  # for a rival
BAD: Final = {"fell": "why.own.trap", "caught": "why.own.cat", "socked": "why.own.sock"}
LUCKS: Final = (1, 2, 3)  # what is so after all of these is taken for sure


def why(world: Appenzell, seat: Seat, move: Move, words: Words, names: Sequence[str]) -> str:
    """The main reason for a move of a seat, or against it."""
    ends = [_play_out(world, seat, move, luck) for luck in LUCKS]
    facts = [fact for fact in ends[0][1] if all(fact in others for _, others in ends)]
    return (
        _sure(seat, facts, words, names)
        or _by_kind(world, move, words)
        or _change(world, ends[0][0], seat, words)
    )


def _play_out(world: Appenzell, seat: Seat, move: Move, luck: int) -> tuple[Appenzell, list[Fact]]:
    """A move and some luck after it, with what they bring."""
    after, facts, rng = world.clone(), list[Fact](), SeededRng(luck)
    after.apply(seat, move, facts)
    while after.next_actor() == LUCK:
        after.apply(LUCK, after.sample_luck(rng), facts)
    return after, facts


def _sure(seat: Seat, facts: list[Fact], words: Words, names: Sequence[str]) -> str:
    """What surely comes of it: the end, a cheese, a mouse lost."""
    for fact in facts:
        if fact.kind == "won":
            return words.say("why.win" if fact.seat == seat else "why.lose", name=names[fact.seat])
        if fact.kind == "drawn":
            return words.say("why.draw")
    for fact in facts:
        if fact.kind == "earned" and fact.seat == seat:
            return words.say("why.earn", face=face_name(fact.about[0], words))
    for fact in facts:
        if fact.kind in BAD and fact.seat == seat:
            return words.say(BAD[fact.kind])
    for fact in facts:
        if fact.kind == "earned":
            face = face_name(fact.about[0], words)
            return words.say("why.gift", name=names[fact.seat], face=face)
        if fact.kind in GOOD:
            return words.say(GOOD[fact.kind], name=names[fact.seat])
    return ""


def _by_kind(world: Appenzell, move: Move, words: Words) -> str:
    """Moves whose reason lies in what they are."""
    if UNCOVER <= move < ENTER:
        unseen = int(count_bits(world.room(move - UNCOVER) & world.faces[UNSEEN]))
        return words.say("why.look", count=unseen) if unseen else words.say("why.open")
    if move == DONE:
        return words.say("why.done")
    if MOUSE <= move < GIVE:
        return words.say("why.start")
    return words.say("why.give") if GIVE <= move < FLEE else ""


def _change(world: Appenzell, after: Appenzell, seat: Seat, words: Words) -> str:
    """What changes most in the standing of a seat."""
    more = {
        "hope": prospects(after, seat) - prospects(world, seat),
        "near": curiosity(after, seat) - curiosity(world, seat),
        "safe": safety(after, seat) - safety(world, seat),
    }
    best, worst = max(more, key=more.__getitem__), min(more, key=more.__getitem__)
    if more[best] > 0:
        return _hope(after, seat, words) if best == "hope" else words.say(f"why.{best}")
    if count_bits(after.mice[seat]) > count_bits(world.mice[seat]):
        return words.say("why.inside")
    return words.say(f"why.less.{worst}" if more[worst] < 0 else "why.quiet")


def _hope(after: Appenzell, seat: Seat, words: Words) -> str:
    """The cheese that now promises most; by name only if some of it lies open (CA-20)."""
    _, cheese = hopes(after, seat)[0]
    mice = count_bits(after.mice[seat]) + after.supply(seat)
    key = "why.pair" if mice > 1 and count_bits(after.faces[cheese]) > 1 else "why.lone"
    if after.faces[cheese] & after.open or after.config.has_notes:
        return words.say(key, face=face_name(cheese, words))
    return words.say(f"{key}.hidden")
