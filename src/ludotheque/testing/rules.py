"""Checks of the rules: copies, moves, luck, notation, refusals, records, positions."""

from __future__ import annotations

import pickle
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from ludotheque.core.errors import GameError, GameOver
from ludotheque.core.pack import pack, unpack
from ludotheque.core.parts import timeout_moves
from ludotheque.core.position import load_position, position_text
from ludotheque.core.record import Record, referee, replay
from ludotheque.core.rng import SeededRng
from ludotheque.core.state import LUCK, State
from ludotheque.core.table import Table
from ludotheque.testing.invariants import play_checked
from ludotheque.testing.playthroughs import (
    Step,
    playthrough,
    random_move,
    sample,
    some_steps,
    variant,
    viewers,
)

if TYPE_CHECKING:
    from ludotheque.core.game import Game

MAX_MOVES_TRIED: Final = 40  # of a list of legal moves
MAX_CODE_POINT: Final = 0xD800  # surrogates begin there
NUMBER: Final = re.compile(r"-?[0-9]+")


def slots(state: State) -> list[str]:
    """The names of the fields of a state, compiled or not."""
    compiled: tuple[str, ...] = getattr(type(state), "__mypyc_attrs__", ())
    named: tuple[str, ...] = getattr(type(state), "__slots__", ())
    fields = set(compiled) | set(named) | set(getattr(state, "__dict__", ()))
    return sorted(name for name in fields if not name.startswith("__"))


def plain(value: object) -> object:
    """A field as something to compare: packed arrays as lists."""
    return list(value) if isinstance(value, Iterable) and not isinstance(value, str) else value


def refusal_of(game: Game, step: Step, text: str) -> GameError | None:
    """Why the seat to act may not make a move; None if it may."""
    try:
        game.legal_move(step.state, step.seat, text)
    except GameError as error:
        return error
    return None


def texts_off_the_board(text: str) -> list[str]:
    """A text with one of its numbers made far too large or too small, for each number."""
    words = text.split(" ")
    numbers = [i for i, word in enumerate(words) if NUMBER.fullmatch(word)]
    return [" ".join([*words[:i], far, *words[i + 1 :]]) for i in numbers for far in ("99", "-99")]


def a_clone_is_equal_and_independent(game: Game, seed: int) -> None:
    for step in sample(playthrough(game, variant(game, seed), seed), SeededRng(seed), 20):
        before, twin = step.state.key(), step.state.clone()
        assert twin.key() == before
        assert slots(step.state)
        for name in slots(step.state):  # a slot forgotten by clone() fails here
            assert plain(getattr(twin, name)) == plain(getattr(step.state, name)), name
        fields = {name: plain(getattr(step.state, name)) for name in slots(step.state)}
        twin.apply(step.seat, step.move)
        assert step.state.key() == before
        assert fields == {name: plain(getattr(step.state, name)) for name in slots(step.state)}


def the_moves_played_on_a_timeout_are_legal(game: Game, seed: int) -> None:
    for step in sample(playthrough(game, variant(game, seed), seed), SeededRng(seed), 20):
        for seat in [seat for seat in step.state.awaited() if seat != LUCK]:
            state = step.state.clone()
            for text in timeout_moves(game, state, seat):
                move = game.parse(state, text)
                assert state.is_legal(seat, move), text
                state.apply(seat, move)
                game.check_invariants(state)


def past_states_never_change(game: Game, seed: int) -> None:
    steps = playthrough(game, variant(game, seed), seed)
    keys = [step.state.key() for step in steps]
    state = steps[0].state.clone()
    for step, key in zip(steps[:-1], keys, strict=False):
        assert state.key() == key
        state.apply(step.seat, step.move, [])
    assert state.key() == keys[-1]
    assert [step.state.key() for step in steps] == keys


def records_replay_without_luck(game: Game, seed: int) -> None:
    table = Table(game, variant(game, seed), SeededRng(seed))
    rng = SeededRng(seed + 1)
    while not table.over:
        actors = table.state.actors()
        seat = actors[rng.below(len(actors))]
        table.submit(seat, game.text(table.state, random_move(table.state, seat, rng)))
    record = Record.from_table(table)
    assert referee(record) is None
    assert replay(record).state.key() == table.state.key()
    refusal = table.explain(0, "pass")
    assert isinstance(refusal, GameOver), refusal


def notation_round_trips(game: Game, seed: int) -> None:
    rng = SeededRng(seed)
    for step in sample(playthrough(game, variant(game, seed), seed), rng, 12):
        for seat in step.state.actors():
            moves = step.state.legal_moves(seat)[:MAX_MOVES_TRIED]
            for move in [*moves, random_move(step.state, seat, rng)]:
                text = game.text(step.state, move)
                assert game.parse(step.state, text) == move
                assert step.state.is_legal(seat, move)


def what_is_off_the_board_is_forbidden_by_a_rule(game: Game, seed: int) -> None:
    """A number out of range is well formed: it is a rule that forbids it."""
    rng = SeededRng(seed)
    for step in sample(playthrough(game, variant(game, seed), seed), rng, 12):
        for text in texts_off_the_board(game.text(step.state, step.move)):
            refusal = refusal_of(game, step, text)
            assert refusal is not None, f"{text!r} is allowed"
            assert refusal.code != "bad-notation", (text, str(refusal))
            assert refusal.rule, f"no rule forbids {text!r}"


def every_refusal_names_a_rule(game: Game, seed: int) -> None:
    """A legal text of another seat or step is refused with the number of a rule."""
    options = variant(game, seed)
    steps, table = playthrough(game, options, seed), Table(game, options)
    texts = [game.text(step.state, step.move) for step in steps[:-1]]
    rng = SeededRng(seed)
    for step, text in zip(steps[:-1], texts, strict=True):
        other = texts[rng.below(len(texts))]
        for seat in (LUCK, *range(table.state.seats())):
            refusal = table.explain(seat, other)
            if refusal is not None:
                assert refusal.rule or refusal.code == "bad-notation", (seat, other)
        table.submit(step.seat, text)


def actors_can_act_and_others_cannot(game: Game, seed: int) -> None:
    rng = SeededRng(seed)
    for step in sample(playthrough(game, variant(game, seed), seed), rng, 20):
        actors = list(step.state.actors())
        assert actors == sorted(set(actors))
        assert set(step.state.awaited()) <= set(actors)
        assert step.state.next_actor() in step.state.awaited()
        for seat in range(step.state.seats()):
            moves = step.state.legal_moves(seat)
            assert len(set(moves)) == len(moves)
            assert bool(moves) == (seat in actors)
            if moves:
                assert step.state.is_legal(seat, step.state.default_move(seat))


def luck_draws_what_it_lists(game: Game, seed: int) -> None:
    rng = SeededRng(seed)
    for step in playthrough(game, variant(game, seed), seed)[:-1]:
        if step.seat == LUCK:
            listed = step.state.luck()
            assert all(weight > 0 for _, weight in listed)
            drawn = step.state.sample_luck(rng)
            assert step.state.is_legal(LUCK, drawn)
            if listed:
                assert drawn in [outcome for outcome, _ in listed]
        else:
            assert step.state.luck() == []


def scores_and_ranks_agree(game: Game, seed: int) -> None:
    state = playthrough(game, variant(game, seed), seed)[-1].state
    scores, ranks = state.scores(), state.ranks()
    assert len(scores) == len(ranks) == state.seats()
    assert min(ranks) == 1
    for rank in ranks:
        better = sum(other < rank for other in ranks)
        assert rank == better + 1


def positions_round_trip(game: Game, seed: int) -> None:
    options = variant(game, seed)
    for step in sample(playthrough(game, options, seed), SeededRng(seed), 10):
        text = position_text(game, options, step.state)
        read, state = load_position(game, text)
        assert read == options
        assert state.key() == step.state.key()
        assert pack(state) == pack(step.state)
        assert type(step.state).__name__ in repr(step.state)


def any_text_is_a_move_or_refused(game: Game, seed: int) -> None:
    """Whatever is typed: `Game.parse` raises nothing but a `GameError`."""
    rng = SeededRng(seed)
    for step in some_steps(game, seed, 6):
        noise = "".join(chr(rng.below(MAX_CODE_POINT)) for _ in range(rng.below(12)))
        parse_near_texts(game, step, noise, rng.below(40))


def parse_near_texts(game: Game, step: Step, noise: str, cut: int) -> None:
    """Parse a text, and that of a legal move mixed with it."""
    near = game.text(step.state, step.move)
    for words in (noise, near[:cut] + noise + near[cut:], near + " " + noise, near.upper()):
        try:
            game.parse(step.state, words)
        except GameError as error:
            assert error.code
            assert str(error)


def states_survive_the_way_to_a_bot(game: Game, seed: int) -> None:
    """A house packs states and pickles them for the processes in which bots think."""
    options = variant(game, seed)
    for step in sample(playthrough(game, options, seed), SeededRng(seed), 6):
        sent = pickle.loads(pickle.dumps(pack(step.state)))  # noqa: S301 - of our own making
        unpacked = unpack(game, options, sent)
        assert unpacked.key() == step.state.key()
        assert pack(unpacked) == pack(step.state)
        for viewer in viewers(unpacked):
            assert unpacked.observe(viewer) == step.state.observe(viewer)
        if step.seat != LUCK or step.state.actors():
            unpacked.apply(step.seat, step.move)


def random_games_keep_their_invariants(game: Game, seed: int) -> None:
    """`Game.check_invariants` and imagined worlds after every event: what ``fuzz`` does."""
    play_checked(Table(game, variant(game, seed)), SeededRng(seed))
