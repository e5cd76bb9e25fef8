"""The net in whole numbers: exact, monotone, and the same numbers compiled or plain."""

from __future__ import annotations

from itertools import pairwise
from math import exp, log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque.core.fast import i64, vec, zeros
from ludotheque.core.knowledge import WIN
from ludotheque.core.net import (
    EXP,
    EXP_ONE,
    EXP_STEPS,
    LOG,
    LOG_STEPS,
    SCALE,
    Net,
    exp_below,
    log_share,
    softmax_into,
)

scores = st.lists(st.integers(-40 * SCALE, 40 * SCALE), min_size=1, max_size=8)


def numbers(values: list[int]) -> vec[i64]:
    """An array as the net takes it."""
    out = zeros(len(values))
    for i, value in enumerate(values):
        out[i] = value
    return out


def softmax(values: list[int]) -> list[int]:
    """The chances of scores, as a list."""
    out = zeros(len(values))
    softmax_into(numbers(values), len(values), out)
    return [int(chance) for chance in out]


def test_a_net_adds_inputs_rectifies_and_weights() -> None:
    """Two inputs, two units: the second unit is below zero and does not count."""
    net = Net(2, 2, [10, -5, 1, -2, 3, 0, 2 * SCALE, 7 * SCALE])
    sums = zeros(2)
    net.begin(sums)
    net.add(0, numbers([4, 5]), 0, 2, sums)
    assert [int(x) for x in sums] == [10 + 4 * 1 + 5 * 3, -5 - 4 * 2]
    assert net.score(sums) == 2 * 29


def test_blocks_of_inputs_are_added_one_after_the_other() -> None:
    net = Net(3, 1, [1, 10, 20, 30, SCALE])
    sums = zeros(1)
    net.begin(sums)
    net.add(0, numbers([1]), 0, 1, sums)
    net.add(1, numbers([9, 2, 3]), 1, 2, sums)
    assert net.score(sums) == 1 + 10 + 20 * 2 + 30 * 3


def test_a_wrong_number_of_weights_is_refused() -> None:
    with pytest.raises(ValueError, match="7 weights for a net that needs 8"):
        Net(2, 2, [0] * 7)


def test_the_tables_are_far_from_rounding_either_way() -> None:
    """So every mathematical library makes the same tables, and they are the right ones."""
    for i in range(EXP_STEPS):
        exact = EXP_ONE * exp(-i / 64)
        assert EXP[i] == round(exact)
        assert abs(exact % 1 - 0.5) > 1e-5
    for i in range(LOG_STEPS + 1):
        exact = SCALE * log(1 + i / LOG_STEPS)
        assert LOG[i] == round(exact)
        assert abs(exact % 1 - 0.5) > 1e-5


def test_exp_never_rises() -> None:
    values = [exp_below(depth) for depth in range(0, 18 * SCALE, 97)]
    assert values[0] == EXP_ONE
    assert values[-1] == 0
    assert all(later <= earlier for earlier, later in pairwise(values))


@given(st.integers(0, 15 * SCALE))
def test_exp_is_nearly_exact(depth: int) -> None:
    exact = EXP_ONE * exp(-depth / SCALE)
    assert abs(int(exp_below(depth)) - exact) < 2 + exact / 20_000


@given(st.integers(1, WIN))
def test_log_is_nearly_exact(share: int) -> None:
    assert abs(int(log_share(share)) - SCALE * log(share / WIN)) < 3


@given(scores)
def test_chances_add_up_and_follow_the_scores(values: list[int]) -> None:
    chances = softmax(values)
    assert sum(chances) == WIN
    assert min(chances) >= 0
    ranked = [chance for _, chance in sorted(zip(values, chances, strict=True))]
    assert ranked == sorted(ranked)


@given(scores, st.integers(-9 * SCALE, 9 * SCALE))
def test_only_differences_of_scores_count(values: list[int], shift: int) -> None:
    assert softmax(values) == softmax([value + shift for value in values])


def test_chances_to_the_last_digit() -> None:
    """Compiled and plain Python are both tested against these numbers."""
    assert softmax([0, SCALE]) == [268941, 731059]
    assert softmax([3 * SCALE, SCALE // 3, -SCALE, 7]) == [879051, 61080, 16100, 43769]
    assert log_share(123_456) == -137094
    assert exp_below(123_456) == 163227651
