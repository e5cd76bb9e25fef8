"""Results of finished games, highlights and ratings, in the store."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

import msgspec

from ludotheque.house.store.rows import Conflict
from ludotheque.house.store.writes import Statement, Value, Values, Write

if TYPE_CHECKING:
    from ludotheque.house.store.contract import Store


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat of a finished game came to. Ratings are in millionths."""

    table_id: str
    seat: int
    game: str
    options: str  # JSON, with sorted keys
    players: int
    public: bool
    ended: int
    duration_ms: int
    person: str  # "" for a bot
    bot: str  # "" for a person
    team: int
    rank: int
    score: int
    moves: int  # that the person or bot made
    think_ms: int  # for these
    departed: bool  # the person left or resigned, and a bot played on
    rated: int = 0  # the number of the rated game, from 1; 0 if it is not rated
    player: str = ""  # who is rated for the seat: a person, or a bot by its level
    mean_before: int = 0
    deviation_before: int = 0
    mean_after: int = 0
    deviation_after: int = 0


class StoredHighlight(msgspec.Struct, frozen=True, kw_only=True):
    """A highlight of a finished game."""

    table_id: str
    kind: str
    seat: int
    game: str
    person: str
    public: bool
    value: int
    label: str


class StoredRating(msgspec.Struct, frozen=True, kw_only=True):
    """The rating of a person, or of a bot that has no fixed one; in millionths."""

    game: str
    player: str
    mean: int
    deviation: int
    games: int


class RatedPerson(NamedTuple):
    """A person in the list of a game's ratings."""

    name: str
    mean: int
    deviation: int
    games: int


class Record(NamedTuple):
    """A value that is worth a place in a list of records."""

    name: str
    value: int
    table_id: str
    ended: int


RESULT_COLUMNS: Final = Result.__struct_fields__
HIGHLIGHT_COLUMNS: Final = StoredHighlight.__struct_fields__
Row = TypeVar("Row", Result, StoredHighlight, StoredRating)


def _insert(table: str, columns: Sequence[str]) -> str:
    parameters = ", ".join(f"${position}" for position, _ in enumerate(columns, 1))
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({parameters})"  # noqa: S608


INSERT_RESULT: Final = _insert("results", RESULT_COLUMNS)
INSERT_HIGHLIGHT: Final = _insert("highlights", HIGHLIGHT_COLUMNS)
IF_NEW: Final = "ON CONFLICT DO NOTHING"
SELECT_RESULT: Final = f"SELECT {', '.join(RESULT_COLUMNS)} FROM results"  # noqa: S608
SELECT_RATING: Final = "SELECT game, player, mean, deviation, games FROM ratings"
FIRST_RATED: Final = f"INSERT INTO rated_games (game, count) VALUES ($1, 0) {IF_NEW}"  # noqa: S608
NEXT_RATED: Final = "UPDATE rated_games SET count = $2 + 1 WHERE game = $1 AND count = $2"
# A person who was erased meanwhile has no rating.
UPSERT_RATING: Final = """INSERT INTO ratings (game, player, mean, deviation, games)
    SELECT $1, $2, $3, $4, $5 WHERE SUBSTR($2, 1, 4) = 'bot:'
        OR EXISTS (SELECT 1 FROM people WHERE id = $2 AND name IS NOT NULL)
    ON CONFLICT (game, player) DO UPDATE
    SET mean = excluded.mean, deviation = excluded.deviation, games = excluded.games"""
UPDATE_RATED: Final = """UPDATE results SET mean_before = $3, deviation_before = $4,
    mean_after = $5, deviation_after = $6 WHERE table_id = $1 AND seat = $2"""
UNRECORDED: Final = """SELECT id FROM tables WHERE status = 'over' AND id > $1
    AND NOT EXISTS (SELECT 1 FROM results WHERE table_id = tables.id)
    AND NOT EXISTS (SELECT 1 FROM position_tables WHERE table_id = tables.id)
    ORDER BY id LIMIT $2"""
# Public games, and those where the viewer $2 sat.
IS_VISIBLE: Final = (
    """(public = 1 OR table_id IN (SELECT table_id FROM seated WHERE person = $2))"""
)
SHOWS_PAGE: Final = """people.name IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM hidden_pages WHERE person = people.id AND person <> $2)"""


class ResultsStore:
    """Results, highlights and ratings, in a store."""

    def __init__(self, store: Store) -> None:
        self.store = store

    # writing

    async def add_unrated(
        self, results: Sequence[Result], highlights: Sequence[StoredHighlight]
    ) -> None:
        """Store the results of an unrated game, once."""
        statements = [
            Statement(f"{INSERT_RESULT} {IF_NEW}", [_values(one) for one in results]),
            Statement(f"{INSERT_HIGHLIGHT} {IF_NEW}", [_values(one) for one in highlights]),
        ]
        await self.store.write(Write(statements))

    async def add_rated(
        self,
        results: Sequence[Result],
        highlights: Sequence[StoredHighlight],
        ratings: Sequence[StoredRating],
        number: int,
    ) -> None:
        """Store the results of a rated game and the ratings after it.

        `Conflict` if it was stored before, or if it is not the rated game with that number.
        """
        game = results[0].game
        counted = Conflict(f"another rated game of {game} was counted meanwhile")
        recorded = Conflict(f"the results of table {results[0].table_id} were stored before")
        statements = [
            Statement(FIRST_RATED, [(game,)]),
            Statement(NEXT_RATED, [(game, number - 1)], if_no_row=counted),
            Statement(INSERT_RESULT, [_values(one) for one in results], if_duplicate=recorded),
            Statement(INSERT_HIGHLIGHT, [_values(one) for one in highlights]),
            Statement(UPSERT_RATING, [_values(one) for one in ratings]),
        ]
        await self.store.write(Write(statements))

    async def replace_ratings(
        self, game: str, results: Sequence[Result], ratings: Sequence[StoredRating], count: int
    ) -> None:
        """Replace all ratings of a game; `Conflict` if a rated game was counted meanwhile."""
        counted = Conflict(f"a rated game of {game} was counted meanwhile: try again")
        columns = RESULT_COLUMNS[:2] + RESULT_COLUMNS[-4:]
        rows = [tuple([getattr(one, column) for column in columns]) for one in results]
        same = "UPDATE rated_games SET count = $2 WHERE game = $1 AND count = $2"
        statements = [
            Statement(FIRST_RATED, [(game,)]),
            Statement(same, [(game, count)], if_no_row=counted),
            Statement("DELETE FROM ratings WHERE game = $1", [(game,)]),
            Statement(UPDATE_RATED, rows),
            Statement(UPSERT_RATING, [_values(one) for one in ratings]),
        ]
        await self.store.write(Write(statements))

    # ratings

    async def rated_count(self, game: str) -> int:
        """How many rated games of a game were counted."""
        rows = await self.store.rows("SELECT count FROM rated_games WHERE game = $1", game)
        return int(rows[0][0] or 0) if rows else 0

    async def ratings(self, game: str, players: Sequence[str]) -> dict[str, StoredRating]:
        """The ratings of some players, by player."""
        parameters = ", ".join(f"${position}" for position in range(2, len(players) + 2))
        sql = f"{SELECT_RATING} WHERE game = $1 AND player IN ({parameters})"
        rows = await self.store.rows(sql, game, *players)
        return {one.player: one for one in (_struct(StoredRating, row) for row in rows)}

    async def ratings_of(self, player: str) -> list[StoredRating]:
        """The ratings of a player, by game."""
        sql = f"{SELECT_RATING} WHERE player = $1 ORDER BY game"
        return [_struct(StoredRating, row) for row in await self.store.rows(sql, player)]

    async def best_rated(self, game: str, viewer: str, limit: int) -> list[RatedPerson]:
        """People with a rating who show their page to the viewer, the best first."""
        sql = f"""SELECT people.name, mean, deviation, games FROM ratings
            JOIN people ON people.id = ratings.player
            WHERE game = $1 AND {SHOWS_PAGE} ORDER BY mean DESC, people.name LIMIT $3"""  # noqa: S608
        rows = await self.store.rows(sql, game, viewer, limit)
        return [RatedPerson(str(row[0]), *map(_int, row[1:])) for row in rows]

    async def rated_results(self, game: str) -> list[Result]:
        """All results of rated games, in the order in which they were counted."""
        sql = f"{SELECT_RESULT} WHERE game = $1 AND rated > 0 ORDER BY rated, seat"
        return [_struct(Result, row) for row in await self.store.rows(sql, game)]

    async def rated_games(self) -> list[str]:
        """The games of which anything was rated."""
        return [str(row[0]) for row in await self.store.rows("SELECT game FROM rated_games")]

    # results

    async def has_results(self, table_id: str) -> bool:
        """Whether the results of a table are stored."""
        sql = "SELECT 1 FROM results WHERE table_id = $1 LIMIT 1"
        return bool(await self.store.rows(sql, table_id))

    async def results_of(self, table_id: str) -> list[Result]:
        """The results of a table, by seat."""
        sql = f"{SELECT_RESULT} WHERE table_id = $1 ORDER BY seat"
        return [_struct(Result, row) for row in await self.store.rows(sql, table_id)]

    async def results_of_tables(self, table_ids: Sequence[str]) -> dict[str, list[Result]]:
        """The results of some tables, by table and then by seat."""
        found: dict[str, list[Result]] = {table_id: [] for table_id in table_ids}
        if not table_ids:
            return found
        parameters = ", ".join(f"${position}" for position in range(1, len(table_ids) + 1))
        sql = f"{SELECT_RESULT} WHERE table_id IN ({parameters}) ORDER BY table_id, seat"
        for row in await self.store.rows(sql, *table_ids):
            result = _struct(Result, row)
            found[result.table_id].append(result)
        return found

    async def unrecorded_tables(self, after_id: str = "", limit: int = 100) -> list[str]:
        """Ids of finished tables without results, in their order."""
        return [str(row[0]) for row in await self.store.rows(UNRECORDED, after_id, limit)]

    async def results_of_person(self, person: str, viewer: str, limit: int) -> list[Result]:
        """The last results of a person that a viewer may see, the newest first."""
        sql = f"{SELECT_RESULT} WHERE person = $1 AND {IS_VISIBLE} ORDER BY ended DESC LIMIT $3"
        rows = await self.store.rows(sql, person, viewer, limit)
        return [_struct(Result, row) for row in rows]

    async def all_results_of_person(self, person: str) -> list[Result]:
        """All results of a person, the oldest first."""
        sql = f"{SELECT_RESULT} WHERE person = $1 ORDER BY ended, table_id"
        return [_struct(Result, row) for row in await self.store.rows(sql, person)]

    # statistics of a game, of the tables that a viewer may see

    async def seat_totals(self, game: str, viewer: str) -> list[tuple[int, ...]]:
        """By players and seat: games, wins (a shared one counts as one), sum of scores."""
        sql = f"""SELECT players, seat, COUNT(*), SUM(CASE WHEN rank = 1 THEN 1 ELSE 0 END),
            SUM(score) FROM results WHERE game = $1 AND {IS_VISIBLE}
            GROUP BY players, seat ORDER BY players, seat"""  # noqa: S608
        return [_ints(row) for row in await self.store.scan(sql, game, viewer)]

    async def score_counts(self, game: str, viewer: str) -> list[tuple[int, ...]]:
        """How often each score was reached."""
        sql = f"""SELECT score, COUNT(*) FROM results WHERE game = $1 AND {IS_VISIBLE}
            GROUP BY score ORDER BY score"""  # noqa: S608
        return [_ints(row) for row in await self.store.scan(sql, game, viewer)]

    async def duration_counts(self, game: str, viewer: str) -> list[tuple[int, ...]]:
        """How many games took how many minutes."""
        sql = f"""SELECT duration_ms / 60000, COUNT(*) FROM results
            WHERE game = $1 AND seat = 0 AND {IS_VISIBLE}
            GROUP BY duration_ms / 60000 ORDER BY duration_ms / 60000"""  # noqa: S608
        return [_ints(row) for row in await self.store.scan(sql, game, viewer)]

    async def best_scores(self, game: str, viewer: str, limit: int) -> list[Record]:
        """The highest scores of people who show their page to the viewer."""
        sql = f"""SELECT people.name, score, table_id, ended FROM results
            JOIN people ON people.id = results.person
            WHERE game = $1 AND {IS_VISIBLE} AND {SHOWS_PAGE} AND departed = 0
            ORDER BY score DESC, ended LIMIT $3"""  # noqa: S608
        return [_record(row) for row in await self.store.scan(sql, game, viewer, limit)]

    async def best_highlights(self, game: str, kind: str, viewer: str, limit: int) -> list[Record]:
        """The largest values of a kind of highlight, of people who show their page."""
        visible = IS_VISIBLE.replace("table_id IN", "highlights.table_id IN")
        sql = f"""SELECT people.name, value, highlights.table_id, tables.changed FROM highlights
            JOIN people ON people.id = highlights.person
            JOIN tables ON tables.id = highlights.table_id
            WHERE highlights.game = $1 AND {visible.replace("public", "highlights.public")}
            AND {SHOWS_PAGE} AND kind = $4
            ORDER BY value DESC, tables.changed LIMIT $3"""  # noqa: S608
        rows = await self.store.scan(sql, game, viewer, limit, kind)
        return [_record(row) for row in rows]

    async def label_counts(
        self, game: str, kind: str, viewer: str, limit: int
    ) -> list[tuple[str, int]]:
        """How often people have each label of a kind of highlight, the most frequent first."""
        sql = f"""SELECT label, COUNT(*) FROM highlights
            WHERE game = $1 AND {IS_VISIBLE} AND kind = $4 AND person <> ''
            GROUP BY label ORDER BY COUNT(*) DESC, label LIMIT $3"""  # noqa: S608
        rows = await self.store.scan(sql, game, viewer, limit, kind)
        return [(str(label), _int(count)) for label, count in rows]

    async def highlights_of_person(self, person: str, viewer: str) -> list[StoredHighlight]:
        """The highlights of a person that a viewer may see."""
        columns = ", ".join(HIGHLIGHT_COLUMNS)
        sql = f"""SELECT {columns} FROM highlights WHERE person = $1 AND {IS_VISIBLE}
            ORDER BY game, kind, value DESC, table_id"""  # noqa: S608
        rows = await self.store.scan(sql, person, viewer)
        return [_struct(StoredHighlight, row) for row in rows]

    # hidden pages

    async def hide_page(self, person: str, is_hidden: bool) -> None:
        """Show a person's page to nobody else, or to everybody again."""
        hide = f"INSERT INTO hidden_pages (person) VALUES ($1) {IF_NEW}"  # noqa: S608
        sql = hide if is_hidden else "DELETE FROM hidden_pages WHERE person = $1"
        await self.store.write(Write([Statement(sql, [(person,)])]))

    async def is_page_hidden(self, person: str) -> bool:
        """Whether a person shows nobody their page."""
        return bool(await self.store.rows("SELECT 1 FROM hidden_pages WHERE person = $1", person))


def erasure_statements(person: str) -> list[Statement]:
    """What is deleted with a person; results stay, with the bare id on them."""
    return [
        Statement(f"DELETE FROM {table} WHERE {column} = $1", [(person,)])  # noqa: S608 - constants
        for table, column in (
            ("ratings", "player"),
            ("hidden_pages", "person"),
            ("daily_tries", "person"),
        )
    ]


def _values(row: msgspec.Struct) -> Values:
    values = msgspec.structs.astuple(row)
    return tuple([int(value) if isinstance(value, bool) else value for value in values])


def _int(value: Value) -> int:
    return int(value or 0)


def _ints(row: Values) -> tuple[int, ...]:
    return tuple([_int(value) for value in row])


def _record(row: Values) -> Record:
    name, value, table_id, ended = row
    return Record(str(name), _int(value), str(table_id), _int(ended))


def _struct(type_: type[Row], row: Values) -> Row:
    # Not strict: the databases keep what is true or false as a number.
    fields = dict(zip(type_.__struct_fields__, row, strict=True))
    return msgspec.convert(fields, type_, strict=False)
