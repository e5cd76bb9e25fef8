"""What a host is promised: commands while the house is open, and documents that are true."""

from __future__ import annotations

import asyncio
import io
import json
import re
import signal
import stat
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from ludotheque.cli import main, parser
from ludotheque.cli.serve import greeting, listening
from ludotheque.house.api.session_guard import CLOSE_SESSION_ENDED
from ludotheque.house.people.people import People
from ludotheque.house.settings import HELP, Settings
from ludotheque.house.store import open_store
from ludotheque.house.table.asks import Say, Sit
from ludotheque.house.table.creation import TableSettings
from ludotheque.house.table.deeds import Caller
from ludotheque.house.table.entries import Closed, SeatPlan, decode_entry
from ludotheque.house.table.live_tables import LiveTables
from ludotheque.house.workers.bot_pool import BotPool

if TYPE_CHECKING:
    from house.postgres import Server

pytest_plugins = ("house.postgres",)
ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "self-host.md").read_text(encoding="utf-8")
PATIENCE = 60
LABELS = {"status", "cause", "game", "bot"}
Output = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch


async def furnish(place: str) -> str:
    """A house with an account, a guest and a table that waits; returns the table."""
    async with open_store(place) as store:
        people = People(store)
        host = (await people.register("Zoë", "a long password")).person
        await people.guest()
        live_tables = LiveTables(store, bot_pool := BotPool())
        table = await live_tables.create(
            TableSettings("m", {"players": 2}, [SeatPlan(), SeatPlan("greedy")]), host.id
        )
        await live_tables.perform(table, Caller(host.id, "Zoë"), Sit(seat=0, nonce="salt"))
        await live_tables.perform(table, Caller(host.id, "Zoë"), Say(text="« bonjour » to all"))
        await live_tables.close()
        bot_pool.close()
        return table.room.created.table


@pytest.fixture
def place(tmp_path: Path) -> str:
    """The database of a new house."""
    return str(tmp_path / "house.sqlite")


@pytest.fixture
def table(place: str) -> str:
    """A table of that house."""
    return asyncio.run(furnish(place))


def exported(place: str, capsys: Output) -> str:
    """Everything in a house."""
    assert main(["export", "--database", place]) == 0
    return capsys.readouterr().out


def log_of(place: str, table: str) -> list[str]:
    """The log of a table."""

    async def entries() -> list[str]:
        async with open_store(place) as store:
            return await store.read(table)

    return asyncio.run(entries())


# keeping


@pytest.mark.usefixtures("table")
def test_a_backup_is_the_whole_house(place: str, tmp_path: Path, capsys: Output) -> None:
    copy = str(tmp_path / "copy.sqlite")
    assert main(["backup", copy, "--database", place]) == 0
    assert exported(copy, capsys) == exported(place, capsys)


@pytest.mark.usefixtures("table")
def test_an_export_goes_into_another_house(place: str, tmp_path: Path, capsys: Output) -> None:
    file, other = tmp_path / "house.jsonl", str(tmp_path / "other.sqlite")
    assert main(["export", str(file), "--database", place]) == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert main(["import", str(file), "--database", other]) == 0
    assert exported(other, capsys) == file.read_text(encoding="utf-8") == exported(place, capsys)
    assert sorted(path.name for path in tmp_path.iterdir() if "part" in path.name) == []


@pytest.mark.usefixtures("table")
def test_a_house_moves_to_postgres_and_back(
    place: str, tmp_path: Path, capsys: Output, monkeypatch: Patch, postgres: Server
) -> None:
    database, back = postgres.database(), str(tmp_path / "back.sqlite")
    for source, target in ((place, database), (database, back)):
        text = exported(source, capsys)
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        assert main(["import", "-", "--database", target]) == 0
    assert exported(back, capsys) == exported(place, capsys)


def test_the_environment_names_the_database(table: str, place: str, capsys: Output) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LUDOTHEQUE_DATABASE", place)
        assert main(["admin", "tables"]) == 0
    assert capsys.readouterr().out.startswith(table)


# looking after


def test_tables_are_listed(table: str, place: str, capsys: Output) -> None:
    assert main(["admin", "tables", "--database", place]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert line.split()[:3] == [table, "waiting", "m"]
    assert line.endswith("Zoë, Blaise")


def test_a_table_is_closed_once(table: str, place: str, capsys: Output) -> None:
    before = log_of(place, table)
    assert main(["admin", "close", table, "--database", place]) == 0
    after = log_of(place, table)
    assert after[:-1] == before
    assert isinstance(decode_entry(after[-1]), Closed)
    assert main(["admin", "close", table, "--database", place]) == 2
    assert capsys.readouterr().err == f"ludotheque: table {table} is closed already\n"
    assert main(["admin", "tables", "--database", place]) == 0
    assert " closed " in capsys.readouterr().out


@pytest.mark.usefixtures("table")
def test_names_are_banned_and_allowed_again(place: str, capsys: Output) -> None:
    assert main(["admin", "ban", "ZOË", "--database", place]) == 0
    assert main(["admin", "banned", "--database", place]) == 0
    assert capsys.readouterr().out == "zoë\n"
    assert main(["admin", "unban", "zoë", "--database", place]) == 0
    assert main(["admin", "unban", "zoë", "--database", place]) == 2
    assert main(["admin", "banned", "--database", place]) == 0
    assert capsys.readouterr().out == ""


# what can't be done


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("admin tables --database missing", "there is no database missing"),
        ("admin tables --database text", "text can't be opened: file is not a database"),
        ("admin close nothing --database house.sqlite", "there is no table nothing"),
        ("admin close é --database house.sqlite", "there is no table é"),
        ("admin ban x --database house.sqlite", "a name has 2 to 24 characters"),
        ("backup house.sqlite --database house.sqlite", "house.sqlite is the database itself"),
        ("export house.sqlite --database house.sqlite", "house.sqlite is the database itself"),
        ("backup no/where --database house.sqlite", "unable to open database file"),
        ("export no/where --database house.sqlite", "No such file or directory"),
        ("export out --database missing", "there is no database missing"),
        ("export --database postgresql://127.0.0.1:1/x", "Connect call failed"),
        ("export --database postgresql://127.0.0.1:x/x", "the database: invalid literal"),
        ("backup out --database postgresql://127.0.0.1:1/x", "Connect call failed"),
        ("serve --port 0 --database text", "text can't be opened: file is not a database"),
        ("serve --port 0 --database missing/house.sqlite", "can't be opened"),
        ("import text --database new", "line 1 is not"),
        ("import bytes --database new", "bytes is not text in UTF-8"),
        ("import missing --database new", "No such file or directory"),
        ("import row --database new", "line 2 is not a row of a store"),
        ("import great --database new", "new: "),
        ("import text --database house.sqlite", "the store is not empty"),
    ],
)
def test_what_fails_is_one_line(
    words: str, message: str, tmp_path: Path, capsys: Output, monkeypatch: Patch
) -> None:
    monkeypatch.chdir(tmp_path)
    header = exported("house.sqlite", capsys).partition("\n")[0]
    great = {"banned": {"key": 10**30}}
    Path("text").write_text("no database, and no export either\n" * 100, encoding="utf-8")
    Path("bytes").write_bytes(b"\xff\xfe")
    Path("row").write_text(f'{header}\n{{"chairs": {{}}}}\n', encoding="utf-8")
    Path("great").write_text(f"{header}\n{json.dumps(great)}\n", encoding="utf-8")
    assert main(words.split()) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.startswith("ludotheque: ")
    assert error.count("\n") == 1
    assert not Path("out").exists()
    assert not Path("out.part").exists()


# while the house is open


class Open:
    """A house that is open, as a program sees it."""

    def __init__(self, address: str) -> None:
        self.address = address

    def post(self, path: str, body: object, token: str = "") -> dict[str, Any]:
        """Ask something over HTTP."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        request = urllib.request.Request(  # noqa: S310 - our own
            f"{self.address}{path}", json.dumps(body).encode(), headers
        )
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
            found: dict[str, Any] = json.load(answer)
        return found

    def look(self, table: str, token: str) -> ClientConnection:
        """A socket at a table."""
        address = f"{self.address.replace('http', 'ws')}/ws/{table}?language=en"
        return connect(address, additional_headers={"Authorization": f"Bearer {token}"})


@contextmanager
def serving(place: str, log: Path | None = None) -> Iterator[Open]:
    """A real process that serves a house, until the end of the block."""
    command = [sys.executable, "-m", "ludotheque", "serve", "--port", "0", "--database", place]
    command += ["--bot-pause", "0"]  # nobody enjoys looking on here
    level = "info" if log else "warning"
    with (
        log.open("w") if log else nullcontext() as errors,
        subprocess.Popen(
            [*command, "--log", level], stdout=subprocess.PIPE, stderr=errors
        ) as process,
    ):
        assert process.stdout is not None
        try:
            address = process.stdout.readline().decode().split()[-1]
            yield Open(address.rstrip("/"))
        finally:
            process.terminate()


def seen(socket: ClientConnection, wanted: str) -> dict[str, Any]:
    """The next view in which the table stands as wanted."""
    while True:
        message: dict[str, Any] = json.loads(socket.recv(PATIENCE))
        if message["type"] == "view" and message["status"] == wanted:
            return message


@contextmanager
def started(program: list[str]) -> Iterator[subprocess.Popen[bytes]]:
    """A process that does not outlive the block."""
    with subprocess.Popen(program, stdout=subprocess.PIPE) as process:
        try:
            yield process
        finally:
            process.kill()


def test_the_example_plays_a_whole_game(place: str) -> None:
    options = {"players": 2, "pieces": 1}
    with serving(place) as house:
        token = house.post("/api/guest", {})["token"]
        wanted = {"game": "zapp_zerapp", "options": options, "bots": ["", "greedy"]}
        table = house.post("/api/tables", wanted, token)["table"]
        program = [sys.executable, str(ROOT / "examples" / "bot.py"), f"{house.address}/#{table}"]
        with started(program) as playing, house.look(table, token) as socket:
            while not (view := seen(socket, "waiting"))["seats"][0]["taken"]:
                pass
            assert view["seats"][0]["program"]
            socket.send('{"type": "start"}')
            scores = seen(socket, "over")["scores"]
            assert playing.communicate(timeout=PATIENCE)[0].decode().split() == [*map(str, scores)]
            assert playing.returncode == 0


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, place: str) -> str:
    """The database of a new house, of either kind."""
    if request.param == "sqlite":
        return place
    server: Server = request.getfixturevalue("postgres")
    return server.database()


def test_everybody_sees_at_once_that_a_table_is_closed(database: str) -> None:
    with serving(database) as house:
        token = house.post("/api/guest", {})["token"]
        table = house.post("/api/tables", {"game": "m"}, token)["table"]
        with house.look(table, token) as socket:
            seen(socket, "waiting")
            assert main(["admin", "close", table, "--database", database]) == 0
            seen(socket, "closed")


def closing_code(socket: ClientConnection) -> int:
    """What a socket is closed with, whatever comes before."""
    try:
        while True:
            socket.recv(PATIENCE)
    except ConnectionClosed as end:
        return end.rcvd.code if end.rcvd else 1006


def test_who_is_banned_is_shown_out(database: str) -> None:
    with serving(database) as house:
        one, other = (house.post("/api/guest", {}) for _ in range(2))
        table = house.post("/api/tables", {"game": "m"}, one["token"])["table"]
        with house.look(table, one["token"]) as out, house.look(table, other["token"]) as stays:
            seen(out, "waiting")
            seen(stays, "waiting")
            assert main(["admin", "ban", one["name"], "--database", database]) == 0
            assert closing_code(out) == CLOSE_SESSION_ENDED
            stays.send('{"type": "ping", "id": 7}')
            answer = json.loads(stays.recv(PATIENCE))
            while answer["type"] == "view":  # one spectator fewer
                answer = json.loads(stays.recv(PATIENCE))
            assert answer == {"type": "done", "id": 7}


def test_another_password_ends_the_sockets_of_other_sessions(place: str) -> None:
    account = {"name": "Ada", "password": "long enough"}
    with serving(place) as house:
        here = house.post("/api/account", account)["token"]
        there = house.post("/api/login", account)["token"]
        table = house.post("/api/tables", {"game": "m"}, here)["table"]
        with house.look(table, here) as stays, house.look(table, there) as out:
            seen(out, "waiting")
            house.post("/api/me/password", {"old": "long enough", "new": "longer still"}, here)
            assert closing_code(out) == CLOSE_SESSION_ENDED
            seen(stays, "waiting")
            stays.send('{"type": "ping", "id": 7}')
            answer = json.loads(stays.recv(PATIENCE))
            while answer["type"] == "view":  # one spectator fewer
                answer = json.loads(stays.recv(PATIENCE))
            assert answer == {"type": "done", "id": 7}
        house.post("/api/login", {**account, "password": "longer still"})


def test_ctrl_c_closes_the_house_and_all_is_well(place: str) -> None:
    command = [sys.executable, "-m", "ludotheque", "serve", "--port", "0", "--database", place]
    with started(command) as process:
        assert process.stdout is not None
        address = process.stdout.readline().decode().split()[-1]
        with urllib.request.urlopen(f"{address}healthz", timeout=PATIENCE) as answer:  # noqa: S310
            assert answer.status == 200
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0


def test_a_house_sweeps_when_it_opens(database: str) -> None:
    """Long ago a guest came who never sat at a table."""

    async def look_in() -> str:
        async with open_store(database) as store:
            return (await People(store, lambda: 1_000).guest()).person.id

    async def until_gone(person_id: str) -> None:
        async with open_store(database) as store, asyncio.timeout(PATIENCE):
            while await store.person(person_id) is not None:
                await asyncio.sleep(0.05)

    person_id = asyncio.run(look_in())
    with serving(database):
        asyncio.run(until_gone(person_id))


def test_the_log_has_requests_and_no_secrets(place: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    with serving(place, log) as house:
        token = house.post("/api/guest?language=en", {})["token"]
        table = house.post("/api/tables", {"game": "m"}, token)["table"]
        address = f"{house.address}/api/tables/{table}/record"
        with pytest.raises(urllib.error.HTTPError) as caught:
            urllib.request.urlopen(address, timeout=PATIENCE)  # noqa: S310 - our own
        caught.value.close()
        sheet = f"{house.address}/api/games/m/sheet?language=en"
        urllib.request.urlopen(sheet, timeout=PATIENCE).close()  # noqa: S310 - our own
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    asked = [line for line in lines if line["message"] == "request"]
    assert [(line["method"], line["path"], line["status"]) for line in asked] == [
        ("POST", "/api/guest", 201),
        ("POST", "/api/tables", 201),
        ("GET", "/api/tables/{table}/record", 409),
        ("GET", "/api/games/{game}/sheet", 200),
    ]
    assert all(line["ms"] >= 0 for line in asked)
    text = log.read_text(encoding="utf-8")
    assert not [secret for secret in (token, table, "127.0.0.1", "language") if secret in text]


def test_the_greeting_says_where_the_house_is_and_what_it_keeps(tmp_path: Path) -> None:
    here = Settings(database=str(tmp_path / "house.sqlite"))
    first, *rest = greeting(here, 8000).splitlines()
    assert first == "Ludothèque: http://localhost:8000/"
    assert str(tmp_path / "house.sqlite") in rest[-1]
    everywhere = greeting(replace(here, host="0.0.0.0"), 81).splitlines()  # noqa: S104
    assert everywhere[0] == "Ludothèque: http://localhost:81/"
    assert everywhere[1].endswith(":81/")
    assert greeting(replace(here, host="::1"), 81).startswith("Ludothèque: http://localhost:81/\n")
    assert greeting(replace(here, host="fd00::7"), 81).startswith(
        "Ludothèque: http://[fd00::7]:81/\n"
    )
    secret = replace(here, database="postgresql://me:secret@db/house")
    assert "secret" not in greeting(secret, 81)


def test_a_port_that_is_taken_is_one_line_with_another(tmp_path: Path, capsys: Output) -> None:
    with listening(Settings(port=0)) as other:
        port = other.getsockname()[1]
        words = ["serve", "--port", str(port), "--database", str(tmp_path / "house.sqlite")]
        assert main(words) == 2
    told = capsys.readouterr().err
    found = re.fullmatch(
        rf"ludotheque: port {port} is taken; (\d+) is free: --port \1, or make play PORT=\1\n", told
    )
    assert found, told
    with listening(Settings(port=int(found[1]))) as free:
        assert free.getsockname()[1] == int(found[1]) != port


# what the page says


@pytest.mark.parametrize("name", HELP)
def test_every_setting_is_explained(name: str) -> None:
    default = getattr(Settings(), name)
    shown = "off" if default is False else f"`{default}`" if default != "" else "none"
    variable = f"LUDOTHEQUE_{name.upper()}" + ("=1" if default is False else "")
    flag = name.replace("_", "-")
    assert f"| `--{flag}` | `{variable}` | {shown} |" in PAGE


def test_every_command_is_explained_and_understood() -> None:
    lines = re.findall(r"^    (?:\w+=\S+ )?ludotheque ([^#\n]+)", PAGE, re.MULTILINE)
    parsed = [parser().parse_args(line.split()) for line in lines]
    assert all(arguments.run for arguments in parsed)
    wanted = {"serve", "backup", "export", "import"}
    wanted |= {f"admin {part}" for part in ("tables", "close", "ban", "unban", "banned")}
    assert all(any(line.startswith(command) for line in lines) for command in wanted)


def test_the_metrics_that_are_documented_exist(place: str) -> None:
    with serving(place) as house:
        house.post("/api/guest", {})
        with urllib.request.urlopen(f"{house.address}/metrics", timeout=PATIENCE) as answer:  # noqa: S310
            exposed = answer.read().decode()
    shown = {*re.findall(r"^# HELP (\w+)", exposed, re.MULTILINE)}
    named = {*re.findall(r"`(\w+)`", PAGE.partition("`/metrics` is for")[2].partition("\n\n")[0])}
    assert {name for name in shown if not name.endswith("_created")} == named - LABELS
