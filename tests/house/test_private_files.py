"""Only the owner reads the files of a house, and no password of a database is shown."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from house.running import guest, house, in_loop

from ludotheque.cli import main
from ludotheque.house.store import open_store


@pytest.fixture(autouse=True)
def careless_umask() -> Iterator[None]:
    """As of most people: what is created can be read by everybody."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    """The permissions of all files in a folder but logs."""
    files = [path for path in folder.iterdir() if path.suffix != ".log"]
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in files}


@in_loop
async def test_the_files_of_a_running_house_are_private(tmp_path: Path) -> None:
    with house(str(tmp_path / "house.sqlite"), tmp_path) as here:
        await guest(here)
        found = modes(tmp_path)
    assert {"house.sqlite", "house.sqlite-wal", "house.sqlite-shm"} <= found.keys()
    assert set(found.values()) == {0o600}


@in_loop
async def test_files_of_before_become_private(tmp_path: Path) -> None:
    path = tmp_path / "house.sqlite"
    async with open_store(str(path)):
        pass
    path.chmod(0o644)
    async with open_store(str(path)):
        assert set(modes(tmp_path).values()) == {0o600}


def test_copies_are_private_even_where_other_files_were(tmp_path: Path) -> None:
    database = str(tmp_path / "house.sqlite")
    assert main(["import", "--database", database, str(empty_export(tmp_path))]) == 0
    for command, name in (("backup", "copy.sqlite"), ("export", "copy.jsonl")):
        for before in (tmp_path / name, tmp_path / f"{name}.part"):
            before.write_bytes(b"")
            before.chmod(0o666)
        assert main([command, str(tmp_path / name), "--database", database]) == 0
    found = modes(tmp_path)
    assert {name: found[name] for name in ("copy.sqlite", "copy.jsonl", "house.sqlite")} == {
        "copy.sqlite": 0o600,
        "copy.jsonl": 0o600,
        "house.sqlite": 0o600,
    }


def empty_export(folder: Path) -> Path:
    path = folder / "empty.jsonl"
    database = str(folder / "empty.sqlite")

    async def create() -> None:
        async with open_store(database) as store:
            path.write_text("\n".join([line async for line in store.dump()]), encoding="utf-8")

    in_loop(create)()
    return path


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://host:se/cret@127.0.0.1:1/x",
        "postgresql://host:secret#1@127.0.0.1:1/x",
        "postgresql://host:secret@127.0.0.1:1/x",
        "postgresql://host:secret@[127.0.0.1/x",
        "postgresql://host:secret@127.0.0.1:x/x",
    ],
)
def test_the_password_of_a_database_is_not_shown(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["admin", "tables", "--database", url]) == 2
    shown = "".join(capsys.readouterr())
    assert "database" in shown
    for part in ("secret", "'se'", "cret"):
        assert part not in shown
