"""The contract that every game keeps, whatever its rules. Every installed game is tested."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playthroughs import GAMES, INSTALLED, Step, playthrough, random_move, sample, variant, viewers

from ludotheque.core.errors import BadPosition, GameError, GameOver
from ludotheque.core.pack import Packed, pack, unpack
from ludotheque.core.parts import timeout_moves
from ludotheque.core.position import load_position, position_text
from ludotheque.core.record import Record, read_json, referee, replay
from ludotheque.core.record import from_json as record_from_json
from ludotheque.core.registry import find
from ludotheque.core.reveal import reveals_to_anybody
from ludotheque.core.rng import SeededRng
from ludotheque.core.state import LUCK, SPECTATOR, Fact, State
from ludotheque.core.table import Table
from ludotheque.core.words import LANGUAGES

if TYPE_CHECKING:
    from ludotheque.core.game import Game

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
every_installed_game = pytest.mark.parametrize("game", INSTALLED, ids=lambda game: game.slug)
seeds = st.integers(0, 2**32 - 1)
MAX_MOVES_TRIED = 40  # of a list of legal moves
NUMBER = re.compile(r"-?[0-9]+")
NUMBERS_TRIED = 3  # of an array in a state, changed one at a time


def slots(state: State) -> list[str]:
    """The names of the fields of a state, compiled or not."""
    compiled: tuple[str, ...] = getattr(type(state), "__mypyc_attrs__", ())
    named: tuple[str, ...] = getattr(type(state), "__slots__", ())
    fields = set(compiled) | set(named) | set(getattr(state, "__dict__", ()))
    return sorted(name for name in fields if not name.startswith("__"))


def plain(value: object) -> object:
    """A field as something to compare: packed arrays as lists."""
    return list(value) if isinstance(value, Iterable) and not isinstance(value, str) else value


def after(state: State, seat: int, move: int) -> tuple[State, list[Fact]]:
    """The state after a move, and the facts of the move."""
    twin, facts = state.clone(), list[Fact]()
    twin.apply(seat, move, facts)
    return twin, facts


@every_game
@given(seed=seeds)
def test_a_clone_is_equal_and_independent(game: Game, seed: int) -> None:
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


@every_game
@given(seed=seeds)
def test_the_moves_played_on_a_timeout_are_legal(game: Game, seed: int) -> None:
    for step in sample(playthrough(game, variant(game, seed), seed), SeededRng(seed), 20):
        for seat in [seat for seat in step.state.awaited() if seat != LUCK]:
            state = step.state.clone()
            for text in timeout_moves(game, state, seat):
                move = game.parse(state, text)
                assert state.is_legal(seat, move), text
                state.apply(seat, move)
                game.check_invariants(state)


@every_game
@given(seed=seeds)
def test_past_states_never_change(game: Game, seed: int) -> None:
    steps = playthrough(game, variant(game, seed), seed)
    keys = [step.state.key() for step in steps]
    state = steps[0].state.clone()
    for step, key in zip(steps[:-1], keys, strict=False):
        assert state.key() == key
        state.apply(step.seat, step.move, [])
    assert state.key() == keys[-1]
    assert [step.state.key() for step in steps] == keys


def chosen_before(game: Game, steps: list[Step]) -> set[str]:
    """Fields that only repeat an option: they differ between variants, but not within a game."""
    fresh = [pack(game.new(options)) for options in game.variants()]
    first, last = pack(steps[0].state), pack(steps[-1].state)
    return {
        name
        for name, value in first.items()
        if not isinstance(value, list)
        and value == last[name]
        and any(packed[name] != value for packed in fresh)
    }


def with_changes(packed: Packed, name: str, donor: Packed, rng: SeededRng) -> list[Packed]:
    """The fields with one of them changed, slightly or to its value at another step."""
    value = packed[name]
    values = [donor[name]]
    if isinstance(value, bool):
        values.append(not value)
    elif isinstance(value, int):
        values += [value + 1, max(value - 1, 0)]  # bit sets are not negative
    elif isinstance(value, list) and value:
        for _ in range(NUMBERS_TRIED):
            i = rng.below(len(value))
            values += [[*value[:i], number, *value[i + 1 :]] for number in (value[i] + 1, 0)]
    return [{**packed, name: other} for other in values if other != value]


@every_installed_game
@given(seed=seeds)
def test_equal_keys_mean_equal_observations(game: Game, seed: int) -> None:
    """Ranks, observations and imagined worlds depend on nothing outside the key."""
    options, rng = variant(game, seed), SeededRng(seed)
    steps = playthrough(game, options, seed)
    chosen = chosen_before(game, steps)
    for step in sample(steps, rng, 2):
        packed, key, expected = pack(step.state), step.state.key(), observations(step.state, seed)
        donor = pack(steps[rng.below(len(steps))].state)
        for name in sorted(packed.keys() - chosen):
            for changed in with_changes(packed, name, donor, rng):
                try:
                    other = unpack(game, options, changed)
                    is_same = other.key() == key
                except IndexError:  # not a state of this game
                    continue
                if is_same:
                    assert observations(other, seed) == expected, name


def observations(state: State, seed: int) -> list[object]:
    """The ranks and, for each viewer, the observation and the key of an imagined world."""
    seen: list[object] = [state.ranks()]
    for viewer in viewers(state):
        seen += [state.observe(viewer), state.imagine(viewer, SeededRng(seed)).key()]
    return seen


@every_game
@given(seed=seeds)
def test_observations_reveal_no_secret(game: Game, seed: int) -> None:
    """Observation and legal moves of a viewer are the same in every world imagined for it."""
    rng = SeededRng(seed)
    for step in sample(playthrough(game, variant(game, seed), seed), rng, 12):
        for viewer in viewers(step.state):
            world = step.state.imagine(viewer, rng)
            game.check_invariants(world)
            assert world.observe(viewer) == step.state.observe(viewer)
            assert list(world.actors()) == list(step.state.actors())
            assert list(world.awaited()) == list(step.state.awaited())
            assert world.legal_moves(viewer) == step.state.legal_moves(viewer)


@every_game
@given(seed=seeds)
def test_imagine_depends_on_the_observation_only(game: Game, seed: int) -> None:
    """From a state and from a world imagined in it, the same seed draws the same world."""
    rng = SeededRng(seed)
    for step in sample(playthrough(game, variant(game, seed), seed), rng, 8):
        for viewer in viewers(step.state):
            world = step.state.imagine(viewer, rng)
            one = step.state.imagine(viewer, SeededRng(seed))
            other = world.imagine(viewer, SeededRng(seed))
            assert one.key() == other.key()


@every_game
@given(seed=seeds)
def test_an_imagined_world_can_be_played_on(game: Game, seed: int) -> None:
    """A world follows the true events, with equal observations, as long as they are legal in it.

    It is left as soon as a reveal differs there from the true one.
    """
    rng = SeededRng(seed)
    steps = playthrough(game, variant(game, seed), seed)
    start = rng.below(len(steps) - 1)
    for viewer in viewers(steps[start].state):
        world = steps[start].state.imagine(viewer, rng)
        for step, following in zip(steps[start:], steps[start + 1 :], strict=False):
            if step.seat != viewer and not world.is_legal(step.seat, step.move):
                break
            assert world.is_legal(step.seat, step.move)
            world, facts = after(world, step.seat, step.move)
            game.check_invariants(world)
            true_facts = after(step.state, step.seat, step.move)[1]
            if [f.told_to(viewer) for f in facts] != [f.told_to(viewer) for f in true_facts]:
                break
            if list(world.actors()) != list(following.state.actors()):
                break
        else:
            assert world.observe(viewer) == steps[-1].state.observe(viewer)


@every_game
@given(seed=seeds)
def test_facts_reveal_no_more_than_observations(game: Game, seed: int) -> None:
    """Two moves with equal observations for a viewer give that viewer equal facts."""
    rng = SeededRng(seed)
    for step in sample(playthrough(game, variant(game, seed), seed), rng, 12):
        other = random_move(step.state, step.seat, rng)
        one, facts_one = after(step.state, step.seat, step.move)
        two, facts_two = after(step.state, step.seat, other)
        for viewer in viewers(step.state):
            same = one.observe(viewer) == two.observe(viewer)
            if viewer != step.seat and same and list(one.actors()) == list(two.actors()):
                known_one = [fact.told_to(viewer) for fact in facts_one]
                assert known_one == [fact.told_to(viewer) for fact in facts_two]


@every_game
@given(seed=seeds)
def test_records_replay_without_luck(game: Game, seed: int) -> None:
    table = Table(game, variant(game, seed), SeededRng(seed))
    rng = SeededRng(seed + 1)
    while not table.over:
        actors = table.state.actors()
        seat = actors[rng.below(len(actors))]
        table.submit(seat, game.text(table.state, random_move(table.state, seat, rng)))
    record = Record.from_table(table)
    assert referee(record) is None
    assert replay(record).state.key() == table.state.key()
    with pytest.raises(GameOver):
        table.submit(0, "pass")


@every_game
@given(seed=seeds)
def test_notation_round_trips(game: Game, seed: int) -> None:
    rng = SeededRng(seed)
    for step in sample(playthrough(game, variant(game, seed), seed), rng, 12):
        for seat in step.state.actors():
            moves = step.state.legal_moves(seat)[:MAX_MOVES_TRIED]
            for move in [*moves, random_move(step.state, seat, rng)]:
                text = game.text(step.state, move)
                assert game.parse(step.state, text) == move
                assert step.state.is_legal(seat, move)


@every_game
@given(seed=seeds, text=st.text(), cut=st.integers(0, 40))
def test_any_text_is_a_move_or_refused(game: Game, seed: int, text: str, cut: int) -> None:
    steps = playthrough(game, variant(game, seed), seed % 4)
    step = steps[seed % (len(steps) - 1)]
    near = game.text(step.state, step.move)
    for words in (text, near[:cut] + text + near[cut:], near + " " + text, near.upper()):
        try:
            game.parse(step.state, words)
        except GameError as error:
            assert error.code
            assert str(error)


@every_game
@given(seed=seeds)
def test_what_is_off_the_board_is_forbidden_by_a_rule(game: Game, seed: int) -> None:
    """A number out of range is well formed: it is a rule that forbids it."""
    rng = SeededRng(seed)
    for step in sample(playthrough(game, variant(game, seed), seed), rng, 12):
        for text in texts_off_the_board(game.text(step.state, step.move)):
            with pytest.raises(GameError) as refused:
                game.legal_move(step.state, step.seat, text)
            assert refused.value.code != "bad-notation", (text, str(refused.value))
            assert refused.value.rule, text


def texts_off_the_board(text: str) -> list[str]:
    """A text with one of its numbers made far too large or too small, for each number."""
    words = text.split(" ")
    numbers = [i for i, word in enumerate(words) if NUMBER.fullmatch(word)]
    return [" ".join([*words[:i], far, *words[i + 1 :]]) for i in numbers for far in ("99", "-99")]


@every_game
@given(seed=seeds)
def test_every_refusal_names_a_rule(game: Game, seed: int) -> None:
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


@every_game
@given(seed=seeds)
def test_actors_can_act_and_others_cannot(game: Game, seed: int) -> None:
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


@every_game
@given(seed=seeds)
def test_luck_draws_what_it_lists(game: Game, seed: int) -> None:
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


def indistinct(step: Step, seat: int, other: int, rng: SeededRng) -> int | None:
    """A move of ``seat`` that ``other`` can't tell from some different one, if there is one."""
    moves = step.state.legal_moves(seat)
    if len(moves) < 2 or len(moves) > MAX_MOVES_TRIED:
        return None
    one: int = moves[rng.below(len(moves))]
    seen = after(step.state, seat, one)[0].observe(other)
    for two in moves:
        if two != one and after(step.state, seat, two)[0].observe(other) == seen:
            return one
    return None


@every_game
@given(seed=seeds)
def test_the_order_of_commitments_does_not_matter(game: Game, seed: int) -> None:
    """If neither of two seats observes the move of the other, their order makes no difference."""
    rng = SeededRng(seed)
    for step in playthrough(game, variant(game, seed), seed)[:-1]:
        actors = step.state.actors()
        if len(actors) < 2:
            continue
        a, b = actors[0], actors[1 + rng.below(len(actors) - 1)]
        one, two = indistinct(step, a, b, rng), indistinct(step, b, a, rng)
        if one is not None and two is not None:
            first, _ = after(after(step.state, a, one)[0], b, two)
            second, _ = after(after(step.state, b, two)[0], a, one)
            assert first.key() == second.key()


@every_game
@given(seed=seeds)
def test_scores_and_ranks_agree(game: Game, seed: int) -> None:
    state = playthrough(game, variant(game, seed), seed)[-1].state
    scores, ranks = state.scores(), state.ranks()
    assert len(scores) == len(ranks) == state.seats()
    assert min(ranks) == 1
    for rank in ranks:
        better = sum(other < rank for other in ranks)
        assert rank == better + 1


@every_installed_game
def test_a_record_survives_json(game: Game) -> None:
    table = Table(game, game.resolve_options({}), SeededRng(1))
    record = Record.from_table(table)
    ((_, data),) = read_json(record.to_json())
    assert not isinstance(data, GameError)
    assert record_from_json(data) == record


@every_installed_game
def test_languages_agree(game: Game) -> None:
    """The same words in every language, with the same placeholders."""
    words = {language: game.words(language).entries for language in LANGUAGES}
    for language in LANGUAGES[1:]:
        assert words[language].keys() == words[LANGUAGES[0]].keys()
    for key, sentence in words[LANGUAGES[0]].items():
        for language in LANGUAGES[1:]:
            assert placeholders(words[language][key]) == placeholders(sentence), (language, key)


def placeholders(sentence: str) -> set[str]:
    """The names in braces."""
    return {part.split("}")[0].split("!")[0] for part in sentence.split("{")[1:]}


@pytest.mark.parametrize("game", INSTALLED, ids=lambda game: game.slug)
@given(seed=seeds)
def test_every_fact_fits_its_schema(game: Game, seed: int) -> None:
    for step in playthrough(game, variant(game, seed), seed)[:-1]:
        facts: list[Fact] = []
        step.state.clone().apply(step.seat, step.move, facts)
        for fact in facts:
            info = game.fact_schema(fact.kind)
            names = [name.removesuffix("...") for name in (*info.about, *info.secret)]
            assert list(info.named(fact)) == names, fact
            assert info.named(fact.told_to(SPECTATOR)).keys() >= set(names) - set(info.secret)


@every_game
@given(seed=seeds)
def test_positions_round_trip(game: Game, seed: int) -> None:
    options = variant(game, seed)
    for step in sample(playthrough(game, options, seed), SeededRng(seed), 10):
        text = position_text(game, options, step.state)
        read, state = load_position(game, text)
        assert read == options
        assert state.key() == step.state.key()
        assert pack(state) == pack(step.state)
        assert type(step.state).__name__ in repr(step.state)


BAD_POSITIONS = [
    "",
    "chess |",
    "{slug}",
    "{slug} oops=1 |",
    "{slug} players=1000 |",
    "{slug} players |",
    "{slug} | nothing=1",
    "{slug} | phase",
    "{slug} | phase=oops",
    "{slug} | phase=1,2",
    "{slug} | phase=[1]",
    "{slug} | phase=''",
    "{slug} | phase=" + "-" * 9999 + "1",
]


@every_game
@pytest.mark.parametrize("bad", BAD_POSITIONS, ids=lambda bad: bad[:20])
def test_a_bad_position_is_refused(game: Game, bad: str) -> None:
    with pytest.raises(BadPosition):
        load_position(game, bad.format(slug=game.slug))


@every_installed_game
@pytest.mark.parametrize("value", ["1", "", "1,x", "[1]", "['x']", "1," * 99 + "1", "((", "{{}}"])
def test_a_position_with_a_bad_array_is_refused(game: Game, value: str) -> None:
    packed = pack(game.new(game.resolve_options({})))
    for name in (name for name, usual in packed.items() if isinstance(usual, list)):
        with pytest.raises(BadPosition, match=name):
            load_position(game, f"{game.slug} | {name}={value}")


@every_game
def test_a_table_may_begin_at_a_position(game: Game) -> None:
    """It is rewound to that position, and can't be recorded: nobody could replay it."""
    rng = SeededRng(2)
    before = Table(game, game.resolve_options({}), SeededRng(1))
    for _ in range(6):
        play_one(before, rng)
    position = before.position
    table = Table.from_position(game, position, SeededRng(3))
    begun, key = len(table.events), table.state.key()
    for _ in range(4):
        play_one(table, rng)
    assert before.position == position
    assert Table.from_position(game, position).rewound(0).state.key() == before.state.key()
    assert table.rewound(begun).state.key() == key
    assert table.rewound(len(table.events)).state.key() == table.state.key()
    assert table.fork().rewound(begun).position == table.rewound(begun).position
    with pytest.raises(GameError, match="began at a position"):
        Record.from_table(table)
    with pytest.raises(GameError, match="began at a position"):
        Record.from_table(table.rewound(0))


def play_one(table: Table, rng: SeededRng) -> None:
    if not table.over:
        seat = table.state.awaited()[0]
        table.submit(seat, table.game.text(table.state, table.state.random_move(seat, rng)))


def test_what_a_move_revealed_is_known_at_a_table_that_began_at_a_position() -> None:
    """In Zwickern a card played from the hand reveals it to all."""
    whole = Table(find("zwickern"), {}, SeededRng(1))
    table = Table.from_position(whole.game, whole.position, SeededRng(2))
    play_one(whole, SeededRng(5))
    play_one(table, SeededRng(5))
    first = len(whole.events) - 1
    assert whole.events[first].text == table.events[0].text
    assert reveals_to_anybody(table, 0) == reveals_to_anybody(whole, first) is True


@every_game
def test_a_refusal_has_the_position_in_its_notes_only(game: Game) -> None:
    table = Table(game, game.resolve_options({}), SeededRng(1))
    with pytest.raises(GameError) as refused:
        table.submit(table.state.awaited()[0], "no such move")
    assert refused.value.__notes__ == [f"position: {table.position}"]
    assert table.position not in str(refused.value)
    assert Table.from_position(game, table.position).legal(0) == table.legal(0)
