"""The people who play together: a function of requests, and of games with open seats."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

import msgspec

from ludotheque.core.errors import GameError
from ludotheque.core.options import Value
from ludotheque.core.registry import find
from ludotheque.house.table.clocks import TimeControl

IsApart: TypeAlias = Callable[[str, str], bool]  # whether two people must not meet


class Wish(msgspec.Struct, frozen=True):
    """How somebody wants to play; what is left open, others decide, or the default."""

    options: Mapping[str, Value] = {}  # those that matter, the number of players included
    pace: TimeControl | None = None  # None for any
    strength: str = ""  # of the others: a level of the game's bots; "" for any

    def merged(self, other: Wish) -> Wish | None:
        """A wish that is both; none if they contradict one another."""
        options = {**self.options, **other.options}
        if any(options[name] != value for name, value in self.options.items()):
            return None
        if self.pace is not None and other.pace not in {None, self.pace}:
            return None
        if self.strength and other.strength not in {"", self.strength}:
            return None
        return Wish(options, self.pace or other.pace, self.strength or other.strength)


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who waits for others to play with."""

    person: str
    game: str
    wish: Wish
    since: int  # in milliseconds, as is the next one
    ends: int  # when bots take the seats of those who have not come
    strength: str = ""  # of the person: a level of the game's bots; "" if it is not known


class OpenTable(NamedTuple):
    """A running game with seats of bots that may be taken over."""

    table: str
    game: str
    wish: Wish  # the options and the time control it has
    people: tuple[str, ...]
    open_seats: int


class TakeOver(NamedTuple):
    """Somebody goes to a running game."""

    person: str
    table: str


class Group(NamedTuple):
    """People who will play together."""

    requests: tuple[Request, ...]  # the one that has waited for longest first
    wish: Wish
    seats: int

    @property
    def game(self) -> str:
        """The game they want to play."""
        return self.requests[0].game

    def is_due(self, at: int) -> bool:
        """Whether their game begins: nobody else has a seat, or one of them waits no longer."""
        return len(self.requests) == self.seats or min(one.ends for one in self.requests) <= at

    def with_request(self, new: Request, is_apart: IsApart) -> Group | None:
        """The group with one more; none if they don't fit together."""
        if new.game != self.game or any(not _suit(one, new, is_apart) for one in self.requests):
            return None
        wish = self.wish.merged(new.wish)
        seats = seat_count(self.game, wish.options) if wish is not None else 0
        if wish is None or len(self.requests) >= seats:
            return None
        return Group((*self.requests, new), wish, seats)


def seat_count(game: str, options: Mapping[str, Value]) -> int:
    """The number of seats with some options, and the default of all others; 0 if that can't be."""
    try:
        found = find(game)
        return int(found.new(found.resolve_options(options)).seats())
    except GameError:
        return 0


def _suit(one: Request, other: Request, is_apart: IsApart) -> bool:
    return (
        not is_apart(one.person, other.person)
        and (not one.wish.strength or other.strength in {"", one.wish.strength})
        and (not other.wish.strength or one.strength in {"", other.wish.strength})
    )


def groups(requests: Iterable[Request], is_apart: IsApart) -> list[Group]:
    """The requests in groups: each joins the first group it fits into, who came first at first."""
    found: list[Group] = []
    for request in sorted(requests, key=lambda one: (one.since, one.person)):
        for index, group in enumerate(found):
            joined = group.with_request(request, is_apart)
            if joined is not None:
                found[index] = joined
                break
        else:
            seats = seat_count(request.game, request.wish.options)
            if seats:
                found.append(Group((request,), request.wish, seats))
    return found


def take_overs(
    requests: Iterable[Request], tables: Sequence[OpenTable], is_apart: IsApart
) -> list[TakeOver]:
    """The people who go to a running game, each to the first that fits; a seat is given once."""
    free = {table.table: table.open_seats for table in tables}
    people = {table.table: [*table.people] for table in tables}
    found: list[TakeOver] = []
    for request in sorted(requests, key=lambda one: (one.since, one.person)):
        for table in tables:
            there = people[table.table]
            fits = table.game == request.game and request.wish.merged(table.wish) is not None
            meets = any(is_apart(request.person, other) for other in there)
            if fits and free[table.table] and request.person not in there and not meets:
                free[table.table] -= 1
                there.append(request.person)
                found.append(TakeOver(request.person, table.table))
                break
    return found
