"""A PostgreSQL server for the tests: in a folder of its own, removed at the end.

A module gets its fixtures by ``pytest_plugins = ("house.postgres",)``.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import pwd
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import asyncpg  # type: ignore[import-untyped]  # it brings no types
import pytest
from installing import found_or_installed

SETTINGS = "-c listen_addresses='' -c fsync=on -c max_connections=60 -k"


class Server:
    """A running server; `database` creates an empty database."""

    def __init__(self, tools: Path, folder: Path, user: str | None) -> None:
        self.tools, self.folder, self.user = tools, folder, user

    def run(self, tool: str, *words: str) -> None:
        """Run one of PostgreSQL's programs, which must succeed."""
        command = [str(self.tools / tool), *words]
        # A file, not a pipe: the server inherits it and would keep a pipe open.
        with Path(self.folder.parent, "output").open("a+", encoding="utf-8") as output:
            settings = {**os.environ, "LC_ALL": "C"}
            group = pwd.getpwnam(self.user).pw_gid if self.user else None
            done = subprocess.run(
                command,
                env=settings,
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                user=self.user,
                group=group,
                extra_groups=[] if self.user else None,
                check=False,
            )
            if done.returncode:
                output.seek(0)
                raise RuntimeError(f"{' '.join(command)} failed: {output.read()[-2000:]}")

    def start(self) -> None:
        """Create the data folder and start; returns when the server answers."""
        self.run("initdb", "--no-sync", "-A", "trust", "-U", "postgres", "-D", str(self.folder))
        options = f"{SETTINGS} {self.folder.parent}"
        self.run("pg_ctl", "-w", "-D", str(self.folder), "-o", options, "start")

    def stop(self, how: str = "fast") -> None:
        """Stop; returns when the server has ended."""
        self.run("pg_ctl", "-w", "-m", how, "-D", str(self.folder), "stop")

    def database(self) -> str:
        """The URL of a new database."""
        name = f"test_{secrets.token_hex(6)}"
        self.run("createdb", "-h", str(self.folder.parent), "-U", "postgres", name)
        return f"postgresql://postgres@/{name}?host={self.folder.parent}"


def installed() -> Path | None:
    """The folder of PostgreSQL's programs, if it is installed."""
    on_path = shutil.which("pg_ctl")
    if on_path:
        return Path(on_path).resolve().parent
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"))
    return found[-1].parent if found else None


def tools() -> Path:
    """The folder of PostgreSQL's programs; installs it if necessary."""
    return found_or_installed(installed, "postgresql", "PostgreSQL")


def other_user() -> str | None:
    """The user to run the server as: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


@contextlib.contextmanager
def running_server() -> Iterator[Server]:
    """A server that is stopped and removed at the end."""
    # Not tmp_path: other users can't enter it, and the path of a socket must be short.
    with tempfile.TemporaryDirectory(prefix="ludotheque-") as folder:
        user = other_user()
        if user:
            shutil.chown(folder, user)
        server = Server(tools(), Path(folder, "data"), user)
        server.start()
        try:
            yield server
        finally:
            server.stop("immediate")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """One server for all tests of a process."""
    with running_server() as server:
        yield server


@pytest.fixture(scope="session")
def postgres_database(postgres: Server) -> str:
    """One database for all tests of a process: creating one takes longer than most tests."""
    return postgres.database()


@pytest.fixture
def postgres_place(postgres_database: str) -> str:
    """The URL of an empty database."""

    async def empty() -> None:
        db = await asyncpg.connect(postgres_database)
        await db.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        await db.close()

    asyncio.run(empty())
    return postgres_database


@pytest.fixture
def sqlite_place(tmp_path: Path) -> str:
    """The path of a file that does not exist yet."""
    return str(tmp_path / "house.db")


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest) -> str:
    """The path or URL of an empty database of either kind."""
    found: str = request.getfixturevalue(f"{request.param}_place")
    return found
