"""Zankapfel: imagined worlds agree with everything that all have seen; sensible moves are legal."""

from __future__ import annotations

import pytest
from playthroughs import Step, playthrough, variant

from ludotheque.core.rng import SeededRng
from ludotheque.core.state import LUCK, SPECTATOR, move_buffer
from ludotheque.games.zankapfel import GAME
from ludotheque.games.zankapfel.data import ALL_CELLS, CARDS_DEALT, KINDS, cards_of, count_of
from ludotheque.games.zankapfel.knowledge_dice import PROBABILITY_ONE, chance_against
from ludotheque.games.zankapfel.moves import CLEARING, BuyCard, LayCard, decode
from ludotheque.games.zankapfel.rules import Zankapfel


def zankapfel(step: Step) -> Zankapfel:
    assert isinstance(step.state, Zankapfel)
    return step.state


def first_hand(steps: list[Step], now: int, world: Zankapfel, seat: int) -> list[int]:
    """What a seat must have been dealt to have in this world what it has; checks each lay.

    A card still face down counts as held; all others that were laid have been seen.
    """
    held = [int(count_of(world.held_by(seat), card)) for card in range(KINDS)]
    events: list[tuple[int, int]] = []  # +1 bought, -1 laid and seen, of a card
    for step in steps[:now]:
        move = decode(step.move)
        if step.seat == seat and isinstance(move, BuyCard):
            events.append((int(zankapfel(step).face_up), 1))
        if step.seat == seat and isinstance(move, LayCard):
            events.append((move.card, -1))
    if world.has_hidden_apple_card(seat):
        events.pop()
    for card, change in reversed(events):
        held[card] -= change
        assert held[card] >= 0, "a card was laid before it was bought"
    return held


@pytest.mark.parametrize("seed", range(20))
def test_in_an_imagined_world_every_seat_could_have_played_its_moves(seed: int) -> None:
    steps = playthrough(GAME, variant(GAME, seed), seed)
    rng = SeededRng(seed)
    for now in range(len(steps) - 1, 0, -7):
        state = zankapfel(steps[now])
        if state.chips == ALL_CELLS and state.phase < CLEARING:
            continue  # not all are dealt yet
        for viewer in (0, SPECTATOR):
            world = state.imagine(viewer, rng)
            for seat in range(state.players):
                assert sum(first_hand(steps, now, world, seat)) == CARDS_DEALT


@pytest.mark.parametrize("seed", range(20))
def test_only_a_pile_made_of_discards_is_known(seed: int) -> None:
    steps = playthrough(GAME, variant(GAME, seed), seed)
    rng = SeededRng(seed)
    shuffled = False
    for step in steps:
        state = zankapfel(step)
        shuffled = shuffled or state.pile_is_public
        world = state.imagine(SPECTATOR, rng)
        if shuffled:
            assert world.pile == state.pile
            assert state.public().market.pile_cards == tuple(cards_of(state.pile))
        else:
            assert state.public().market.pile_cards == ()


@pytest.mark.parametrize("seed", range(8))
def test_the_worlds_of_a_search_have_the_same_observation(seed: int) -> None:
    """Cards face down are guessed, and the seat could not tell the world from the true one."""
    rng = SeededRng(seed)
    for step in playthrough(GAME, variant(GAME, seed), seed)[::5]:
        for seat in range(step.state.seats()):
            world = GAME.knowledge.imagine(step.state, seat, rng)
            assert world.observe(seat) == step.state.observe(seat)
            assert isinstance(world, Zankapfel)
            GAME.check_invariants(world)


@pytest.mark.parametrize("seed", range(8))
def test_sensible_moves_are_legal(seed: int) -> None:
    rng, buffer = SeededRng(seed), move_buffer()
    for step in playthrough(GAME, variant(GAME, seed), seed)[::3]:
        for seat in step.state.awaited():
            if seat == LUCK:
                continue
            assert step.state.is_legal(
                seat, GAME.knowledge.rollout_move(step.state, seat, rng, buffer)
            )
            count = GAME.knowledge.propose_into(step.state, seat, buffer)
            proposed = [int(buffer[i]) for i in range(count)]
            assert proposed
            assert len(set(proposed)) == count
            assert all(step.state.is_legal(seat, move) for move in proposed)


def test_dice_against_dice() -> None:
    """What one wins the other loses; a card ten above another needs no luck against one die."""
    for mine in range(4):
        for theirs in range(4):
            for margin in range(-10, 11):
                both = chance_against(margin, mine, theirs) + chance_against(-margin, theirs, mine)
                assert PROBABILITY_ONE - 1 <= both <= PROBABILITY_ONE
    assert chance_against(10, 0, 1) == PROBABILITY_ONE
    assert chance_against(0, 0, 0) == PROBABILITY_ONE // 2
    assert chance_against(-3, 1, 0) == PROBABILITY_ONE * 7 // 12  # 4, 5, 6 win, 3 ties
