"""Appenzell: why the greedy bot likes a move or not, in one sentence.

First what is certain to happen: the end, a cheese, a fall. Then, of all that the evaluation counts,
what the move changes most.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludotheque.core.fast import count_bits
from ludotheque.core.rng import SeededRng
from ludotheque.core.state import LUCK, Fact
from ludotheque.games.appenzell import data, moves
from ludotheque.games.appenzell.knowledge import KNOWLEDGE, threatened_squares
from ludotheque.games.appenzell.rules import Appenzell
from ludotheque.games.appenzell.sentences import face_name, object_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.state import Move, Seat
    from ludotheque.core.words import Words

RIVAL_LOSSES: Final = {"fell": "why.trap", "caught": "why.cat", "socked": "why.sock"}
OWN_LOSSES: Final = {"fell": "why.own.trap", "caught": "why.own.cat", "socked": "why.own.sock"}
LUCK_SEEDS: Final = (1, 2, 3)  # what happens with each of them counts as certain


def why(world: Appenzell, seat: Seat, move: Move, words: Words, names: Sequence[str]) -> str:
    """The main reason for a move of a seat, or against it."""
    outcomes = [_play(world, seat, move, seed) for seed in LUCK_SEEDS]
    after, facts = outcomes[0]
    certain = [fact for fact in facts if all(fact in others for _, others in outcomes)]
    return (
        _why_certain(seat, certain, words, names)
        or _why_by_kind(world, move, words)
        or _why_change(world, after, seat, words)
        or _why_next(after, seat, words)
        or words.say("why.quiet")
    )


def _play(world: Appenzell, seat: Seat, move: Move, seed: int) -> tuple[Appenzell, list[Fact]]:
    """A move and the luck after it, with their facts."""
    after, facts, rng = world.clone(), list[Fact](), SeededRng(seed)
    after.apply(seat, move, facts)
    while after.next_actor() == LUCK:
        after.apply(LUCK, after.sample_luck(rng), facts)
    return after, facts


def _why_certain(seat: Seat, facts: list[Fact], words: Words, names: Sequence[str]) -> str:
    """Moves whose reason is a certain fact: the end, a cheese, a mouse lost."""
    for fact in facts:
        if fact.kind == "won":
            return words.say("why.win" if fact.seat == seat else "why.lose", name=names[fact.seat])
        if fact.kind == "drawn":
            return words.say("why.draw")
    for fact in facts:
        if fact.kind == "earned" and fact.seat == seat:
            return words.say("why.earn", **object_words(fact.about[0], words))
    for fact in facts:
        if fact.kind in OWN_LOSSES and fact.seat == seat:
            return words.say(OWN_LOSSES[fact.kind])
    for fact in facts:
        if fact.kind == "earned":
            face = object_words(fact.about[0], words)
            return words.say("why.gift", name=names[fact.seat], **face)
        if fact.kind in RIVAL_LOSSES:
            return words.say(RIVAL_LOSSES[fact.kind], name=names[fact.seat])
    return ""


def _why_by_kind(world: Appenzell, move: Move, words: Words) -> str:
    """Moves whose reason depends on their kind only."""
    match moves.decode(move):
        case moves.Uncover(room):
            unseen = int(count_bits(world.room_squares(room) & world.faces[data.UNSEEN]))
            return words.say("why.look", count=unseen) if unseen else words.say("why.open")
        case moves.Done():
            return words.say("why.done")
        case moves.Place():
            return words.say("why.start")
        case moves.Give():
            return words.say("why.give")
        case _:
            return ""


def _why_change(world: Appenzell, after: Appenzell, seat: Seat, words: Words) -> str:
    """The part of the evaluation that a move changes most; "" if it is good for none."""
    before = _parts(world, seat)
    gains = {part: value - before[part] for part, value in _parts(after, seat).items()}
    best = max(gains, key=gains.__getitem__)
    if gains[best] > 0:
        return _why_prospect(after, seat, words) if best == "hope" else words.say(f"why.{best}")
    if count_bits(after.mice[seat]) > count_bits(world.mice[seat]):
        return words.say("why.inside")
    return words.say("why.ahead") if min(gains.values()) < 0 else ""


def _why_next(after: Appenzell, seat: Seat, words: Words) -> str:
    """What the next action of the same turn is certain to win."""
    if after.next_actor() != seat:
        return ""
    earned = ""
    for move in after.legal_moves(seat):
        _, facts = _play(after, seat, move, LUCK_SEEDS[0])
        for fact in facts:
            if fact.seat == seat and fact.kind == "won":
                return words.say("why.next.win")
            if fact.seat == seat and fact.kind == "earned":
                earned = words.say("why.next.earn", **object_words(fact.about[0], words))
    return earned


def _parts(state: Appenzell, seat: Seat) -> dict[str, int]:
    """What the evaluation counts besides cheeses and mice, by the keys of the words."""
    return {
        "hope": int(KNOWLEDGE.prospects(state, seat)),
        "near": int(KNOWLEDGE.exploration(state, seat)),
        "safe": -int(KNOWLEDGE.danger(state, seat, threatened_squares(state))),
    }


def _why_prospect(after: Appenzell, seat: Seat, words: Words) -> str:
    """The best prospect after a move; its cheese is named only if some of it lies open (CA-20)."""
    cheese = max(range(data.CHEESES), key=lambda cheese: KNOWLEDGE.prospect(after, seat, cheese))
    mice = count_bits(after.mice[seat]) + after.supply(seat)
    key = "why.pair" if mice > 1 and count_bits(after.faces[cheese]) > 1 else "why.lone"
    if after.faces[cheese] & after.open_squares or after.config.has_notes:
        return words.say(key, face=face_name(cheese, words))
    return words.say(f"{key}.hidden")
