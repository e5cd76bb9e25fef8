"""Files that only their owner may read: they hold password hashes and the seeds of games."""

from __future__ import annotations

import os
from pathlib import Path
from typing import BinaryIO, Final

OWNER_ONLY: Final = 0o600
OTHERS: Final = 0o077
COMPANIONS: Final = ("", "-wal", "-shm", "-journal")  # files of a SQLite database


def new_private_file(path: Path) -> BinaryIO:
    """A new file for its owner only; one that was there before is replaced."""
    path.unlink(missing_ok=True)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    return os.fdopen(os.open(path, flags, OWNER_ONLY), "wb")


def make_database_private(path: Path) -> None:
    """Let only the owner read a SQLite database, and create it if there is none.

    SQLite gives its other files the permissions of the database. Files of another owner are left
    as they are; so is a path at which no file can be, of which SQLite tells better what is wrong.
    On Windows the folder says who may read.
    """
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, OWNER_ONLY))
    except OSError:
        return
    for suffix in COMPANIONS:
        _make_private(path.with_name(path.name + suffix))


def _make_private(path: Path) -> None:
    if not hasattr(os, "geteuid"):  # on Windows
        return
    try:
        status = path.stat()
    except FileNotFoundError:
        return
    if status.st_mode & OTHERS and status.st_uid == os.geteuid():
        path.chmod(status.st_mode & ~OTHERS)
