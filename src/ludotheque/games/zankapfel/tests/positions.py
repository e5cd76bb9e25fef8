"""Positions that several tests begin with, set by notation or by text."""

from __future__ import annotations

from scripted_games import play_script, scripted_table

from ludotheque.core.table import Table
from ludotheque.games.zankapfel import GAME
from ludotheque.games.zankapfel.data import ALL_QUARREL_CARDS, ONE_CARD
from ludotheque.games.zankapfel.notation import CARD_BY_LETTER
from ludotheque.games.zankapfel.rules import Zankapfel, clearings

NAMES = ("Ada", "Blaise", "Clara", "Dirk", "Emmy", "Fritz")
HANDS = ("r y g b", "r y g j", "r y g b", "r b g j", "y y g j", "b b r j")
CLEARED = ("1 1", "1 2", "1 3", "1 4", "1 5", "2 5")


def start(
    players: int = 4,
    *,
    hands: tuple[str, ...] = HANDS,
    mayor: str = "4 2",
    turn: str = "r",
    bribery: bool = False,
    finish: str = "first",
    pawns: tuple[int, ...] = (),
) -> Table[Zankapfel]:
    """A game after set-up: chips are gone from the first row, pawns are where they are wanted."""
    script = [f"0 mayor {mayor}"]
    for seat, hand in enumerate(hands[:players]):
        script += [f"- deal {seat} {card}" for card in hand.split()]
    script.append(f"- turn {turn}")
    script += [f"{n % players} clear {CLEARED[n]}" for n in range(clearings(players))]
    table = scripted_table(GAME, "\n".join(script), players=players, bribery=bribery, finish=finish)
    return changed(table, pawns=pawns) if pawns else table


def play(table: Table, script: str) -> None:
    """Play events in one line, separated by commas."""
    play_script(table, "\n".join(script.split(", ")))


def changed(table: Table, **fields: int | tuple[int, ...]) -> Table[Zankapfel]:
    """A table at the same position except for these fields."""
    values = {
        name: ",".join(map(str, value)) if isinstance(value, tuple) else value
        for name, value in fields.items()
    }
    text = " ".join(f"{name}={value}" for name, value in values.items())
    return Table.from_position(GAME, f"{table.position} {text}")


def without_pile(table: Table[Zankapfel], seat: int, discards: str = "") -> Table[Zankapfel]:
    """The same position, with all cards of the pile but these discards in the hand of a seat."""
    state = table.state
    hands = [int(hand) for hand in state.hands]
    hands[seat] += int(state.pile) - heap(discards)
    return changed(table, pile=0, discards=heap(discards), hands=tuple(hands))


def heap(cards: str) -> int:
    """A heap of apple cards by their letters."""
    return sum(int(ONE_CARD[CARD_BY_LETTER[card]]) for card in cards)


def cells(*names: str) -> int:
    """A set of cells by row and column."""
    return sum(2 ** (5 * int(name[0]) + int(name[2]) - 6) for name in names)


def quarrel_about_green(finish: str = "first", hands: tuple[str, ...] = HANDS) -> Table[Zankapfel]:
    """(ZK-E2) Seats 0 and 2 quarrel about green, worth 7; seat 2 has only the 6 left."""
    table = start(finish=finish, hands=hands)
    play(table, "0 lay g, 1 buy, - turn y, 2 lay g, 3 lay j, 0 move 5 2")
    everything = ALL_QUARREL_CARDS
    table = changed(table, quarrel_cards=(everything, everything, 2**6, everything))
    play(table, "3 colour r")
    return table
