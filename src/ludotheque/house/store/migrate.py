"""Migrations: numbered SQL files, applied in order; a database records how many it has."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from ludotheque.house.store.rows import NewerDatabase

CREATE_VERSION_TABLE: Final = "CREATE TABLE IF NOT EXISTS version (number INTEGER NOT NULL)"
SELECT_VERSION: Final = "SELECT number FROM version"


def scripts(dialect: str) -> list[str]:
    """The migrations of a dialect; number n brings a database from version n-1 to n."""
    folder = files("ludotheque.house.store") / "migrations" / dialect
    scripts = sorted(folder.iterdir(), key=lambda file: file.name)
    for number, file in enumerate(scripts, 1):
        if not (file.name.startswith(f"{number:04}_") and file.name.endswith(".sql")):
            raise RuntimeError(f"migration {number} of {dialect} is missing: found {file.name}")
    return [file.read_text(encoding="utf-8") for file in scripts]


def pending(dialect: str, version: int) -> list[str]:
    """The migrations a database of that version lacks; `NewerDatabase` if it has more."""
    known = scripts(dialect)
    if version > len(known):
        raise NewerDatabase(
            f"the database is at version {version}, this house knows {len(known)}:"
            " install a newer ludotheque"
        )
    return [*known[version:]]


def record_version(dialect: str) -> list[str]:
    """The statements that record that a database has every migration."""
    return ["DELETE FROM version", f"INSERT INTO version VALUES ({len(scripts(dialect))})"]  # noqa: S608 - a number
