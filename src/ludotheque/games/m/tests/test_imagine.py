"""M: imagined worlds agree with everything a seat has seen, forced passes included."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from playthroughs import Step, playthrough
from scripted_games import play_script

from ludotheque.core.rng import SeededRng
from ludotheque.core.state import LUCK, SPECTATOR
from ludotheque.games.m import GAME
from ludotheque.games.m.notation import CARD_NAMES, KIND_BY_NAME
from ludotheque.games.m.rules import M
from ludotheque.games.m.rules_forced_pass import POSITIONS_REMEMBERED
from ludotheque.games.m.rules_geometry import fitting_cells, free_cells
from ludotheque.games.m.tests.test_examples import changed, start

UNKNOWN_CARD = -1  # put under the pile; imagined as one that never fitted


@dataclass
class Held:
    """A card of a seat in the world, and until when it was held."""

    kind: int
    until: int


def histories_exist(steps: list[Step], now: int, world: M, seat: int) -> bool:
    """Whether a seat's cards can have come in an order that explains all its forced passes.

    Cards put under the pile are imagined freely: here each is one that never fitted.
    """
    draws: list[int] = []
    held = [Held(kind, now) for kind in world.hand(seat)]
    refused: list[tuple[int, set[int]]] = []
    for time, step in enumerate(steps[:now]):
        words = GAME.text(step.state, step.move).split()
        if words[0] in {"deal", "draw"} and int(words[1]) == seat:
            draws.append(time)
        if step.seat != seat:
            continue
        if words[0] == "lay":
            held.append(Held(KIND_BY_NAME[words[1]], time))
        if words[0] == "pass":
            refused.append((time, playable(step.state)))
            if len(words) == 2:
                held.append(Held(UNKNOWN_CARD, time))
    return len(refused) > POSITIONS_REMEMBERED or matches(draws, held, refused)


def playable(state: object) -> set[int]:
    assert isinstance(state, M)
    free = free_cells(state.occupied)
    return {
        kind
        for kind in range(len(CARD_NAMES))
        if fitting_cells(state.features, 0, kind, state.occupied, free)
    }


def matches(draws: list[int], held: list[Held], refused: list[tuple[int, set[int]]]) -> bool:
    """Whether every card can be given a draw of its own that it may have come from."""
    assert len(draws) == len(held)
    owner: dict[int, Held] = {}

    def fits(card: Held, draw: int) -> bool:
        passes = [kinds for time, kinds in refused if draw < time <= card.until]
        return draw < card.until and not any(card.kind in kinds for kinds in passes)

    def place(card: Held, tried: set[int]) -> bool:
        for draw in draws:
            if draw not in tried and fits(card, draw):
                tried.add(draw)
                if draw not in owner or place(owner[draw], tried):
                    owner[draw] = card
                    return True
        return False

    return all(place(card, set()) for card in held)


@pytest.mark.parametrize("seed", range(100))
def test_m_11_worlds_explain_every_forced_pass(seed: int) -> None:
    """In each world every other seat could really have played as it did."""
    options = GAME.resolve_options({"players": 2 + seed % 3})
    steps = playthrough(GAME, options, seed)
    rng = SeededRng(seed)
    for now in range(20, len(steps) - 1, 5):
        state = steps[now].state
        assert isinstance(state, M)
        if state.buried_head:  # cards put under the pile come back: their draws look alike
            break
        for viewer in (0, SPECTATOR):
            world = state.imagine(viewer, rng)
            for seat in range(1, state.players):
                assert histories_exist(steps, now, world, seat), (seed, now, viewer, seat)


def test_m_11_a_card_put_under_the_pile_is_followed_into_a_hand() -> None:
    """Seat 0 knows the card it put under the pile, also when seat 1 has drawn it."""
    hands = ["B10c B10m B10o B20c", "Y20c Y20t Y20m Y20s"]
    table = start("B30c Y10c R10o G10s N10t", hands, voluntary_pass=True)
    play_script(table, "0 pass B10m\n- draw 0 N30t")
    table = changed(table, "pile_size=1")  # as if all other cards had been drawn
    play_script(table, "1 pass Y20s\n- draw 1 B10m")
    assert table.events[-1].who == LUCK
    assert table.state.private(0).known == ((1, KIND_BY_NAME["B10m"]),)
    assert table.state.private(SPECTATOR).known == ()
    for seed in range(20):
        assert KIND_BY_NAME["B10m"] in table.state.imagine(0, SeededRng(seed)).hand(1)
    play_script(table, "0 pass")
    play_script(table, "1 pass Y20m\n- draw 1 Y20s")
    assert table.state.private(0).known == ()  # it may be the card that went
