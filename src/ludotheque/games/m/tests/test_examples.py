"""M: the worked examples of the sheet, and rules that are easy to get wrong."""

from __future__ import annotations

import pytest
from playthroughs import playthrough, variant
from scripted_games import play_script, scripted_table

from ludotheque.core.errors import IllegalMove, NotYourTurn
from ludotheque.core.state import LUCK
from ludotheque.core.table import Table
from ludotheque.games.m import GAME
from ludotheque.games.m.data import DECK_SIZE, SEAT_BITS
from ludotheque.games.m.moves import (
    CHOOSING_LINE,
    DRAWING,
    END_OF_MOVES,
    LAYING,
    OVER,
    TAKING,
    decode,
)
from ludotheque.games.m.notation import CARD_NAMES, KIND_BY_NAME
from ludotheque.games.m.rules import M

GREENS = [f"G{value}{symbol}" for value in (10, 20, 30, 40) for symbol in "ctos"]


def start(opening: str, hands: list[str], **options: int) -> Table[M]:
    """A game for as many as there are hands, after set-up; seat 0 begins."""
    script = [f"- open {card}" for card in opening.split()]
    for seat, hand in enumerate(hands):
        script += [f"- deal {seat} {card}" for card in hand.split()]
    return scripted_table(GAME, "\n".join([*script, "- first 0"]), players=len(hands), **options)


def changed(table: Table[M], fields: str) -> Table[M]:
    """A table at the same position but for the given ``fields``."""
    return Table.from_position(GAME, f"{table.position} {fields}")


def taken(*cards: str) -> str:
    """The fields of a position that say which seats took which cards: ``0 R40m``."""
    entries = [0] * DECK_SIZE
    for i, card in enumerate(cards):
        seat, name = card.split()
        entries[i] = KIND_BY_NAME[name] << SEAT_BITS | int(seat)
    return f"taken={','.join(map(str, entries))} taken_count={len(cards)}"


def chips(table: Table[M]) -> tuple[int, ...]:
    return table.state.public().chips


def rule_against(table: Table[M], seat: int, text: str) -> str:
    refusal = table.explain(seat, text)
    assert refusal is not None
    return refusal.rule


def test_m_e1_a_value_in_common_is_enough() -> None:
    table = start("B30c Y10c R10o G10s N10t", ["R30m B10c B10m B10o", "Y20c Y20t Y20m Y20s"])
    assert table.explain(0, "lay R30m -1 1") is None


def test_m_e2_each_neighbour_by_another_characteristic() -> None:
    table = start("R30t Y10c G10o G40c N10t", ["G20t B10c B10m B10o", "Y20c Y20t Y20m Y20s"])
    assert table.explain(0, "lay G20t 1 1") is None


def test_m_e3_every_neighbour_counts() -> None:
    table = start("R10c B20o Y10s G00 N10t", ["R20m B10c B10m B10o", "Y20c Y20t Y20m Y20s"])
    with pytest.raises(IllegalMove) as refusal:
        table.submit(0, "lay R20m 0 2")
    assert refusal.value.rule == "M-7"


def test_m_e4_chips_for_neighbours() -> None:
    table = start(" ".join(GREENS[:5]), [" ".join(GREENS[5:9]), " ".join(GREENS[9:13])])
    play_script(table, "0 lay G20t -1 1\n- draw 0 B10c")
    assert chips(table) == (6, 6)  # one neighbour: none
    play_script(table, "1 lay G30t -1 2\n- draw 1 B20c")
    assert chips(table) == (6, 6)
    play_script(table, "0 lay G20o 0 2\n- draw 0 B30c")  # four neighbours: three
    assert chips(table) == (9, 3)
    play_script(table, "1 lay G30o 1 1\n- draw 1 B40c")  # three neighbours: two
    assert chips(table) == (7, 5)
    play_script(table, "0 lay G20s -1 3\n- draw 0 B10m")  # two neighbours: one
    assert chips(table) == (8, 4)


FIFTH = """
0 lay R40m 2 2
- draw 0 N10t
1 lay B20c 2 4
- draw 1 N20t
0 lay R20m 2 0
- draw 0 N30t
1 lay R30m 2 1
- draw 1 N40t
0 lay R20c 2 3
"""


def fifth_of_a_row() -> Table[M]:
    hands = ["R40m R20m R20c G10c", "B20c R30m G20c G30c"]
    table = start("Y10c Y20c R10c R30o B30o", hands)
    play_script(table, FIFTH)
    return table


def test_m_e5_the_fifth_card_triggers() -> None:
    table = fifth_of_a_row()
    assert [fact.kind for fact in table.events[-1].facts] == ["laid", "chips", "scoring"]
    assert chips(table) == (6, 6)  # one from seat 1, who had won one before
    assert table.state.phase == TAKING
    assert GAME.texts(table.state, 0) == [f"take 2 {column}" for column in range(5)]


def test_m_e6_corners_are_not_neighbours() -> None:
    table = start("R30t Y10c G10o G40c N10t", ["G20t B10c B10m B10o", "Y20c Y20t Y20m Y20s"])
    assert rule_against(table, 0, "lay G20t -1 -1") == "M-7"
    assert rule_against(table, 0, "lay G20t -1 0") == "M-7"


def test_m_e7_what_would_isolate_others_stays() -> None:
    """The card below the end of the row touches no other once the card before it is taken."""
    hands = ["R40m R20m G20c G10c", "B20c R30m R20c G30c"]
    table = start("Y10c Y20c R10c R30o B30o", hands)
    play_script(
        table,
        """
        0 lay R40m 2 2
        - draw 0 N10t
        1 lay B20c 2 4
        - draw 1 N20t
        0 lay R20m 2 0
        - draw 0 N30t
        1 lay R30m 2 1
        - draw 1 N40t
        0 lay G20c 3 4
        - draw 0 Y10t
        1 lay R20c 2 3
        1 take 2 3
        """,
    )
    assert table.legal(0) == [f"take 2 {column}" for column in range(3)]
    assert rule_against(table, 0, "take 2 4") == "M-15"
    assert table.legal(0) == slow_takes(table.state)


def slow_takes(state: M) -> list[str]:
    """What can be taken, by a slow search for groups (M-15)."""
    public = state.public()
    assert public.scoring is not None
    cells = {(row, column) for row, column, _ in public.cards}
    line = [cell for cell in public.scoring.line if cell in cells]
    free = [cell for cell in line if len(line) > 1 and groups(cells - {cell}) == 1]
    return sorted(f"take {row} {column}" for row, column in free)


def groups(cells: set[tuple[int, int]]) -> int:
    left, count = set(cells), 0
    while left:
        count += 1
        edge = [left.pop()]
        while edge:
            row, column = edge.pop()
            near = {(row + i, column + j) for i in (-1, 0, 1) for j in (-1, 0, 1)} & left
            left -= near
            edge += near
    return count


CHARACTERISTICS = [slice(0, 1), slice(1, 3), slice(3, 4)]  # of a card's name


def shares(card: str, other: str) -> int:
    """How many characteristics two cards have in common, from their names."""
    return sum(card[part] == other[part] != "" for part in CHARACTERISTICS)


def slow_lays(state: M) -> list[str]:
    """All lays by the letter of M-7 and M-8, slowly."""
    cards = {(row, column): CARD_NAMES[kind] for row, column, kind in state.public().cards}
    hand = state.private(state.seat).hand
    found = set()
    for row in range(-40, 40):
        for column in range(-40, 40):
            near = [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
            beside = [cards[cell] for cell in near if cell in cards]
            rows = [r for r, _ in cards] + [row]
            columns = [c for _, c in cards] + [column]
            fits = max(rows) - min(rows) < 6 and max(columns) - min(columns) < 6
            if beside and fits and (row, column) not in cards:
                for kind in hand:
                    if all(shares(CARD_NAMES[kind], other) for other in beside):
                        found.add(f"lay {CARD_NAMES[kind]} {row} {column}")
    return sorted(found)


@pytest.mark.parametrize("seed", range(6))
def test_m_7_lays_agree_with_a_slow_reading_of_the_rule(seed: int) -> None:
    for step in playthrough(GAME, variant(GAME, seed), seed)[::7]:
        state = step.state
        assert isinstance(state, M)
        if state.phase == LAYING:
            texts = [t for t in GAME.texts(state, state.seat) if t.startswith("lay")]
            assert texts == slow_lays(state)
        if state.phase == TAKING:
            assert GAME.texts(state, state.seat) == slow_takes(state)


def test_m_7_no_symbol_is_not_shared_and_zeros_share_their_value() -> None:
    table = start("B00 Y10c R10o G10s N10t", ["R00 B10c B10m B10o", "Y20c Y20t Y20m Y20s"])
    assert table.explain(0, "lay R00 -1 1") is None  # the value
    assert rule_against(table, 0, "lay R00 2 2") == "M-7"


def test_m_8_the_area_stays_within_six() -> None:
    table = start(" ".join(GREENS[:5]), [" ".join(GREENS[5:9]), " ".join(GREENS[9:13])])
    play_script(table, "0 lay G20t 1 5\n- draw 0 B10c")
    assert rule_against(table, 1, "lay G30t 1 6") == "M-8"
    assert rule_against(table, 1, "lay G30t 1 -1") == "M-8"


@pytest.mark.parametrize(
    ("seat", "text", "number"),
    [
        (0, "lay G20t 99 1", "M-7"),
        (0, "lay G20t 1 -99", "M-7"),
        (0, "take 99 1", "M-15"),
        (LUCK, "first 2", "M-6"),
        (LUCK, "first -1", "M-6"),
        (LUCK, "deal 99 B10c", "M-6"),
        (LUCK, "draw 99 B10c", "M-10"),
    ],
)
def test_naming_what_is_not_there_breaks_a_rule(seat: int, text: str, number: str) -> None:
    table = start(" ".join(GREENS[:5]), [" ".join(GREENS[5:9]), " ".join(GREENS[9:13])])
    refusal = table.explain(seat, text)
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("illegal-move", number)


def test_m_9_chips_come_from_further_to_the_right_and_never_from_oneself() -> None:
    hands = [" ".join(GREENS[5:9]), "Y10t Y20t Y30t Y40t", "N10s N20s N30s N40s"]
    table = start(" ".join(GREENS[:5]), hands, voluntary_pass=True)
    table = changed(table, "chips=0,17,1")
    play_script(table, "0 lay G20o 0 2")  # three neighbours: a chip each from seats 2 and 1
    assert chips(table) == (2, 16, 0)


def test_m_11_a_player_who_can_lay_may_not_pass() -> None:
    table = start("B30c Y10c R10o G10s N10t", ["R30m B10c B10m B10o", "Y20c Y20t Y20m Y20s"])
    assert rule_against(table, 0, "pass") == "M-11"


def test_m_11_voluntary_pass_needs_a_chip_and_gives_it_to_the_right() -> None:
    hands = ["R30m B10c B10m B10o", "Y20c Y20t Y20m Y20s", "N20o N20m N20s N20t"]
    table = start("B30c Y10c R10o G10s N10t", hands, voluntary_pass=True)
    play_script(table, "0 pass")
    assert chips(table) == (5, 6, 7)
    table = changed(table, "chips=11,0,7")
    assert rule_against(table, 1, "pass") == "M-11"


def test_m_11_an_exchange_is_known_to_the_player_who_made_it() -> None:
    hands = ["R30m B10c B10m B10o", "Y20c Y20t Y20m Y20s"]
    table = start("B30c Y10c R10o G10s N10t", hands, voluntary_pass=True)
    play_script(table, "0 pass B10m")
    buried = table.events[-1].facts[-1]
    assert buried.told_to(0).secret
    assert not buried.told_to(1).secret
    play_script(table, "- draw 0 G40t")
    assert table.state.public().buried_by == (0,)
    assert table.state.private(0).buried == (KIND_BY_NAME["B10m"],)
    assert table.state.private(1).buried == ()


def test_m_14_row_and_column_both_ready() -> None:
    """A card that completes a row and a column of five: the player chooses one of them."""
    found = 0
    for seed in range(300):
        for step in playthrough(GAME, variant(GAME, seed), seed):
            state = step.state
            assert isinstance(state, M)
            if state.phase == CHOOSING_LINE:
                found += 1
                assert GAME.texts(state, state.seat) == ["line column", "line row"]
                assert GAME.rule_against(state, state.seat, step.move + 5) == "M-14"
                check_choice(state)
        if found > 5:
            return
    raise AssertionError("no such position in 300 games")


def check_choice(state: M) -> None:
    """Whichever line is chosen, only its cards can be taken."""
    for text in ("line row", "line column"):
        after = state.clone()
        after.apply(state.seat, GAME.parse(state, text))
        scoring = after.public().scoring
        assert scoring is not None
        line = scoring.line
        same = {row for row, _ in line} if text == "line row" else {column for _, column in line}
        assert len(same) == 1
        assert len(line) >= 5


def test_m_15_taking_is_compulsory_and_in_turn() -> None:
    table = fifth_of_a_row()
    with pytest.raises(NotYourTurn) as refusal:
        table.submit(1, "take 2 0")
    assert refusal.value.rule == "M-15"
    assert rule_against(table, 0, "pass") == "M-15"
    assert rule_against(table, 0, "take 1 0") == "M-15"


def test_m_16_one_card_of_the_line_stays() -> None:
    table = fifth_of_a_row()
    takes = 0
    while table.state.phase == TAKING:
        seat = table.state.seat
        table.submit(seat, GAME.texts(table.state, seat)[0])
        takes += 1
    assert takes <= 4
    assert table.state.phase == DRAWING


@pytest.mark.parametrize("seed", range(40))
def test_m_17_and_m_18_how_games_end(seed: int) -> None:
    options = variant(GAME, seed)
    steps = playthrough(GAME, options, seed)
    end, before = steps[-1].state, steps[-2]
    assert isinstance(end, M)
    assert end.phase == OVER
    public = end.public()
    players = len(public.chips)
    by_scoring = GAME.text(before.state, before.move).startswith("take")
    by_passes = public.passes >= (players if public.pile_size == 0 else 3 * players)
    assert by_scoring or by_passes or sum(public.hand_sizes) == 0


def test_m_19_two_best_colours_count_for_you_and_m_20_equal_totals_share_their_rank() -> None:
    table = start("B30c Y10c R10o G10s N10t", ["R30m B10c B10m B10o", "Y20c Y20t Y20m Y20s"])
    table = changed(table, taken("0 R40m", "0 B40c", "0 G30c", "1 Y10s", "1 N20o"))
    assert table.state.scores() == (60 + 40 + 40 - 30, 60 + 20 + 10)
    table = changed(table, "chips=5,7")
    assert table.state.scores() == (100, 100)
    assert table.state.ranks() == (1, 1)


def test_m_19_the_score_table_shows_what_counts_for_and_against() -> None:
    table = start("B30c Y10c R10o G10s N10t", ["R30m B10c B10m B10o", "Y20c Y20t Y20m Y20s"])
    state = changed(table, taken("0 R40m", "0 B40c", "0 G30c")).state
    scores = GAME.score_table(state.public(), state.ranks(), GAME.words("en"))
    assert [column.label for column in scores.columns] == (
        ["Chips", "blue", "brown", "red", "green", "yellow", "Points"]
    )
    assert [cell.text for cell in scores.rows[0].cells] == (
        ["60", "40", "0", "40", "\N{MINUS SIGN}30", "0", "110"]
    )


def test_m_20_equal_totals_share_their_rank_and_by_the_first_rules_chips_decide() -> None:
    table = start("B30c Y10c R10o G10s N10t", ["R30m B10c B10m B10o", "Y20c Y20t Y20m Y20s"])
    public, words = table.state.public(), GAME.words("en")
    [shared] = GAME.score_table(public, (1, 1), words).notes
    assert (shared.seats, shared.text) == ((0, 1), "the same total, so the same rank")
    [ahead] = GAME.score_table(public, (2, 1), words).notes
    assert (ahead.seats, ahead.text) == ((1, 0), "the same total; more chips come first")


def test_every_number_of_a_move_has_its_own_meaning() -> None:
    meanings = {(type(move), move) for move in map(decode, range(END_OF_MOVES))}
    assert len(meanings) == END_OF_MOVES
