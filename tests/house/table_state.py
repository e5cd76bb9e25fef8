"""What a client knows of a table: views and changes applied to plain JSON, as any client would."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec

from ludotheque.house.table.clocks import TimeControl
from ludotheque.house.table.room import Room
from ludotheque.house.views.feed import NO_SEAT
from ludotheque.house.views.messages import ChatMessage, Line, Proposal
from ludotheque.house.views.stream import Stream
from ludotheque.house.views.table_view import you
from ludotheque.presentation.scene import Scene
from ludotheque.presentation.score_table import ScoreTable

Json = dict[str, Any]


class SeenSeat(msgspec.Struct, frozen=True):
    """A seat as the client shows it."""

    name: str
    taken: bool
    reserved: bool
    bot: str
    program: bool
    away: bool
    resigned: bool
    acting: bool
    deadline: int
    left_ms: int
    you: bool


class Seen(msgspec.Struct, frozen=True):
    """A table as the client shows it: all parts of what it knows put together."""

    number: int
    table: str
    status: str
    closed: str
    game: str
    options: dict[str, bool | int | str]
    public: bool
    seats: list[SeenSeat]
    pace: TimeControl
    hints: bool
    events: int
    proposal: Proposal | None
    bot_pace: str
    free_takebacks: bool
    previous: str
    next: str
    commitment: str
    nonces: list[str]
    seed: str
    scores: list[int]
    ranks: list[int]
    score_table: ScoreTable | None
    scene: Scene | None
    lines: list[Line]  # new ones
    chat: list[ChatMessage]  # without those the client has muted
    spectators: int
    seat: int
    host: bool
    reserved: int
    muted: list[int]
    decision: int


class TableState:
    """The state of a client: what everybody sees, what its seat sees, and who it is."""

    def __init__(self) -> None:
        self.epoch = ""
        self.number = -1
        self.table: Json = {}
        self.scene: Json | None = None
        self.public_lines: list[Json] = []
        self.chat: list[Json] = []
        self.spectators = 0
        self.you: Json = {}
        self.own: Json | None = None

    def copy(self) -> TableState:
        """An independent copy; JSON inside is never changed in place."""
        twin = TableState()
        twin.__dict__.update(self.__dict__)
        return twin

    def receive(self, message: Json) -> Iterator[Seen]:
        """Apply a message; yields the table after each step."""
        return map(self.seen, self.steps(message))

    def steps(self, message: Json) -> Iterator[list[Json]]:
        """Apply a message; yields the new lines after each step."""
        if message["type"] == "view":
            self._replace(message)
            yield self.lines
        elif message["type"] == "spectators":
            self.spectators = message["count"]
            if self.table:
                yield []
        elif message["type"] == "change":
            yield from self._apply(message)

    def _replace(self, view: Json) -> None:
        assert view["protocol"] == 2
        self.epoch, self.number, self.table = view["epoch"], view["number"], view["table"]
        self.scene, self.chat, self.spectators = view["scene"], view["chat"], view["spectators"]
        self.you, self.own, self.public_lines = view["you"], view["own"], view["lines"]

    @property
    def lines(self) -> list[Json]:
        """All lines the client has."""
        return merge_lines(self.public_lines, [] if self.own is None else self.own["lines"])

    def _apply(self, change: Json) -> Iterator[list[Json]]:
        self.you = change.get("you", self.you)
        steps = change["steps"]
        for step in steps:
            own = step.get("own", {})
            new = merge_lines(step["public"].get("lines", []), own.get("lines", []))
            self._apply_public(step["public"])
            if own:
                assert self.own is not None, "a spectator has no own view"
                self.own = apply_own(self.own, own)
            if step is not steps[-1] or "own" not in change:
                yield new
        if "own" in change:
            self.own = change["own"]
        if "own" in change or not steps:
            yield []

    def _apply_public(self, step: Json) -> None:
        assert step["number"] == self.number + 1, "a step is missing"
        self.number = step["number"]
        seats = [
            {**seat, **step.get("seats", {}).get(str(index), {})}
            for index, seat in enumerate(self.table["seats"])
        ]
        self.table = {**self.table, **step.get("table", {}), "seats": seats}
        if "new_scene" in step:
            assert self.scene is None
            self.scene = step["new_scene"]
        if "scene" in step:
            assert self.scene is not None
            self.scene = apply_lists(self.scene, step["scene"], ("areas", "pieces"))
        if "rewound" in step:
            self._rewind(step["rewound"])
        self.public_lines = [*self.public_lines, *step.get("lines", [])]
        self.chat = step.get("erased_chat", [*self.chat, *step.get("chat", [])][-200:])

    def _rewind(self, events: int) -> None:
        """Events were taken back; this is how many remain."""
        self.public_lines = [line for line in self.public_lines if line["event"] < events]
        if self.own is not None:
            own_lines = [line for line in self.own["lines"] if line["event"] < events]
            self.own = {**self.own, "lines": own_lines}

    def seen(self, lines: list[Json]) -> Seen:
        """The table as the client shows it."""
        return msgspec.convert(self.shown(lines), Seen)

    def shown(self, lines: list[Json]) -> Json:
        """The table as the client shows it, as JSON."""
        you, own = self.you, self.own or {}
        seats = self.table["seats"]
        return {
            **self.table,
            "number": self.number,
            "seats": [{**seat, "you": i == you["seat"]} for i, seat in enumerate(seats)],
            "scene": None if self.scene is None else self._composed(self.scene, own),
            "lines": lines,
            "chat": [message for message in self.chat if not self._is_muted(message)],
            "spectators": self.spectators,
            "seat": you["seat"],
            "host": you["host"],
            "reserved": you["reserved"],
            "muted": you["muted_seats"],
            "decision": own.get("decision", -1),
        }

    def _composed(self, scene: Json, own: Json) -> Json:
        return {
            "game": self.table["game"],
            "viewer": self.you["seat"] if own else -1,
            "prompt": own.get("prompt") or scene["prompt"],
            "areas": overlay(scene["areas"], own.get("areas", []), own.get("hidden_areas", [])),
            "pieces": overlay(scene["pieces"], own.get("pieces", []), own.get("hidden_pieces", [])),
            "choices": own.get("choices", []),
        }

    def _is_muted(self, message: Json) -> bool:
        is_spectator_muted = message["seat"] < 0 and -1 in self.you["muted_seats"]
        return message["author"] in self.you["muted_authors"] or is_spectator_muted


def whole_view(room: Room, person: str, language: str = "en", spectators: int = 0) -> Json:
    """The whole view that a client of a person gets who connects now."""
    seat = room.seat_of(person)
    stream = Stream(room, language)
    message = stream.view_message(
        room, NO_SEAT if seat is None else seat, you(room, person), spectators
    )
    view: Json = json.loads(message)
    return view


def seen(room: Room, person: str, language: str = "en") -> Seen:
    """What a client of a person shows who connects now."""
    [shown] = TableState().receive(whole_view(room, person, language))
    return shown


def overlay(public: list[Json], own: list[Json], hidden: list[str]) -> list[Json]:
    """Public items without hidden ones, replaced by own ones with the same id; then the others."""
    by_id = {item["id"]: item for item in own}
    shown = [by_id.pop(item["id"], item) for item in public if item["id"] not in hidden]
    return [*shown, *by_id.values()]


def merge_lines(public: list[Json], own: list[Json]) -> list[Json]:
    """Public lines, replaced by own ones of the same part of an event, in order."""
    by_part = {(line["event"], line["part"]): line for line in [*public, *own]}
    return [by_part[key] for key in sorted(by_part) if by_part[key]["text"]]


def apply_own(before: Json, change: Json) -> Json:
    """The next own view."""
    after = apply_lists(before, change, ("areas", "pieces", "choices"))
    return {**after, "lines": [*before["lines"], *change.get("lines", [])]}


def apply_lists(before: Json, change: Json, lists: tuple[str, ...]) -> Json:
    """Fields that have changed, some of them lists with spans."""
    fields = {name: value for name, value in change.items() if name not in {*lists, "lines"}}
    patched = {name: apply_spans(before[name], change[name]) for name in lists if name in change}
    return {**before, **fields, **patched}


def apply_spans(before: list[Json], change: list[Any]) -> list[Json]:
    """The next list: spans of the one before, changed items, and new ones."""
    by_id = {item["id"]: item for item in before if "id" in item}
    found: list[Json] = []
    for one in change:
        if isinstance(one, list):
            start, count = one
            assert 0 <= start < start + count <= len(before), "there is nothing to keep"
            found += before[start : start + count]
        else:
            found.append(patched_item(by_id.get(one.get("id")), one))
    return found


def patched_item(before: Json | None, change: Json) -> Json:
    """A changed item; a new one is complete."""
    if before is None:
        return change
    item = {**before, **change}
    if isinstance(change.get("counters"), dict):
        item["counters"] = [
            {**counter, **change["counters"].get(counter["key"], {})}
            for counter in before["counters"]
        ]
    return item
