"""Analyses of finished games, in the store: made once by one process, and kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from ludotheque.house.store.rows import Conflict
from ludotheque.house.store.writes import Statement, Write

if TYPE_CHECKING:
    from ludotheque.house.store.contract import Store

NEVER: Final = 2**53 - 1  # an analysis that does not expire
FAILED: Final = -1  # the progress of an analysis that could not be made
CLAIM: Final = """INSERT INTO analyses (subject, version, progress, lease, expires, data)
    VALUES ($1, $2, 0, $3, $4, '')
    ON CONFLICT (subject) DO UPDATE SET version = excluded.version, progress = 0,
        lease = excluded.lease, expires = excluded.expires, data = ''
    WHERE analyses.version <> excluded.version
        OR (analyses.data = '' AND analyses.progress >= 0 AND analyses.lease < $5)"""
UPDATE: Final = """UPDATE analyses SET progress = $3, lease = $4, data = $5
    WHERE subject = $1 AND version = $2 AND data = ''"""


class StoredAnalysis(msgspec.Struct, frozen=True):
    """An analysis, or how far it has got."""

    version: str  # of what made it
    progress: int  # in thousandths, or FAILED
    lease: int  # until when a process is at work on it
    data: str  # JSON; "" before it is done


class AnalysisStore:
    """The analyses in a store. A subject is the id of a table, or stands for an opened record."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def analysis(self, subject: str, at: int) -> StoredAnalysis | None:
        """The analysis of a subject, if anybody has begun it."""
        sql = """SELECT version, progress, lease, data FROM analyses
            WHERE subject = $1 AND expires > $2"""
        rows = await self.store.rows(sql, subject, at)
        if not rows:
            return None
        version, progress, lease, data = rows[0]
        return StoredAnalysis(str(version), int(progress or 0), int(lease or 0), str(data))

    async def claim(self, subject: str, version: str, at: int, lease: int, expires: int) -> bool:
        """Begin an analysis, or take it over; False if another process is at work or has done it.

        One that another version made is made again.
        """
        taken = Conflict(f"the analysis of {subject} is made by another process")
        statement = Statement(CLAIM, [(subject, version, lease, expires, at)], taken)
        try:
            await self.store.write(Write([statement]))
        except Conflict:
            return False
        return True

    async def advance(self, subject: str, version: str, progress: int, lease: int) -> None:
        """Note how far an analysis has got, or that it failed."""
        values = (subject, version, progress, lease, "")
        await self.store.write(Write([Statement(UPDATE, [values])]))

    async def finish(self, subject: str, version: str, data: str) -> None:
        """Store an analysis that is done."""
        await self.store.write(Write([Statement(UPDATE, [(subject, version, 1000, 0, data)])]))

    async def delete_expired(self, at: int) -> None:
        """Delete the analyses of records that can't be opened any more."""
        sql = "DELETE FROM analyses WHERE expires <= $1"
        await self.store.write(Write([Statement(sql, [(at,)])]))
