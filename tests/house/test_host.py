"""What `docs/self-host.md` promises: the commands, a running house, and what the document says."""

from __future__ import annotations

import argparse
import asyncio
import io
import json
import os
import re
import signal
import stat
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import segno
from house.running import guest, house, in_loop, seeded_random
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from ludotheque.cli import admin, main, parser
from ludotheque.cli.greeting import greeting, qr_code
from ludotheque.cli.serve import listening
from ludotheque.house.api.session_guard import CLOSE_SESSION_ENDED
from ludotheque.house.people.people import DAY_MS, STALE_DAYS, People
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
DOCUMENT = (ROOT / "docs" / "self-host.md").read_text(encoding="utf-8")
TIMEOUT_S = 60
THINKING_S = 0.5  # a part of the turns of two bots
LABELS = {"status", "cause", "game", "bot", "reason", "channel", "outcome"}
Output = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch


async def populate(place: str) -> str:
    """Create an account, a guest and a waiting table; returns the table."""
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
    return asyncio.run(populate(place))


def exported(place: str, capsys: Output) -> str:
    """The export of a house."""
    assert main(["export", "--database", place]) == 0
    return capsys.readouterr().out


def log_of(place: str, table: str) -> list[str]:
    """The log of a table."""

    async def entries() -> list[str]:
        async with open_store(place) as store:
            return await store.read(table)

    return asyncio.run(entries())


# backups and exports


@pytest.mark.usefixtures("table")
def test_a_backup_has_everything(place: str, tmp_path: Path, capsys: Output) -> None:
    copy = str(tmp_path / "copy.sqlite")
    assert main(["backup", copy, "--database", place]) == 0
    assert exported(copy, capsys) == exported(place, capsys)


@pytest.mark.usefixtures("table")
def test_an_export_can_be_imported(place: str, tmp_path: Path, capsys: Output) -> None:
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


def test_the_database_may_be_set_by_the_environment(table: str, place: str, capsys: Output) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LUDOTHEQUE_DATABASE", place)
        assert main(["admin", "tables"]) == 0
    assert capsys.readouterr().out.startswith(table)


# administration


def test_tables_are_listed(table: str, place: str, capsys: Output) -> None:
    assert main(["admin", "tables", "--database", place]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert line.split()[:3] == [table, "waiting", "m"]
    assert line.endswith("Zoë, Blaise")


def test_a_table_can_be_closed_once(table: str, place: str, capsys: Output) -> None:
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
def test_names_are_banned_and_unbanned(place: str, capsys: Output) -> None:
    assert main(["admin", "ban", "ZOË", "--database", place]) == 0
    assert main(["admin", "banned", "--database", place]) == 0
    assert capsys.readouterr().out == "zoë\n"
    assert main(["admin", "unban", "zoë", "--database", place]) == 0
    assert main(["admin", "unban", "zoë", "--database", place]) == 2
    assert main(["admin", "banned", "--database", place]) == 0
    assert capsys.readouterr().out == ""


# failures


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("admin tables --database missing", "there is no database missing"),
        ("admin tables --database text", "text can't be opened: file is not a database"),
        ("admin close nothing --database house.sqlite", "there is no table nothing"),
        ("admin close é --database house.sqlite", "there is no table é"),
        ("admin ban x --database house.sqlite", "a name must have 2 to 24 characters"),
        ("backup house.sqlite --database house.sqlite", "house.sqlite is the database itself"),
        ("export house.sqlite --database house.sqlite", "house.sqlite is the database itself"),
        ("backup no/where --database house.sqlite", "unable to open database file"),
        ("export no/where --database house.sqlite", "No such file or directory"),
        ("export out --database missing", "there is no database missing"),
        ("export --database postgresql://127.0.0.1:1/x", "Connect call failed"),
        ("export --database postgresql://127.0.0.1:x/x", "its URL can't be read"),
        ("backup out --database postgresql://127.0.0.1:1/x", "Connect call failed"),
        ("serve --port 0 --database text", "text can't be opened: file is not a database"),
        ("serve --port 0 --database missing/house.sqlite", "can't be opened"),
        ("serve --port 0 --database new --processes 2", "--processes 2 needs PostgreSQL"),
        ("serve --port 0 --database new --processes 0", "at least one is needed"),
        (
            "serve --port 0 --database new --smtp smtp://localhost --mail-from a@b.example",
            "--origin",
        ),
        ("import text --database new", "line 1 is not"),
        ("import bytes --database new", "bytes is not text in UTF-8"),
        ("import missing --database new", "No such file or directory"),
        ("import row --database new", "line 2 is not a row of a store"),
        ("import great --database new", "new: "),
        ("import text --database house.sqlite", "the store is not empty"),
    ],
)
def test_a_failure_is_one_line(
    words: str, message: str, tmp_path: Path, capsys: Output, monkeypatch: Patch
) -> None:
    monkeypatch.chdir(tmp_path)
    header = exported("house.sqlite", capsys).partition("\n")[0]
    great = {"banned": {"key": 10**30, "expires": 0}}
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


# while the house is running


class RunningHouse:
    """A running house, as a program sees it."""

    def __init__(self, address: str) -> None:
        self.address = address

    def post(self, path: str, body: object, token: str = "") -> dict[str, Any]:
        """Send a POST request; returns the JSON."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        request = urllib.request.Request(  # noqa: S310 - our own
            f"{self.address}{path}", json.dumps(body).encode(), headers
        )
        with urllib.request.urlopen(request, timeout=TIMEOUT_S) as answer:  # noqa: S310
            found: dict[str, Any] = json.load(answer)
        return found

    def open_socket(self, table: str, token: str) -> ClientConnection:
        """Open a socket at a table."""
        address = f"{self.address.replace('http', 'ws')}/ws/{table}?protocol=2&language=en&whole=1"
        return connect(address, additional_headers={"Authorization": f"Bearer {token}"})


@contextmanager
def serving(place: str, log: Path | None = None) -> Iterator[RunningHouse]:
    """A process that serves a house until the end of the block."""
    command = [sys.executable, "-m", "ludotheque", "serve", "--port", "0", "--database", place]
    command += ["--bot-pause", "0"]
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
            yield RunningHouse(address.rstrip("/"))
        finally:
            process.terminate()


def view_with_status(socket: ClientConnection, status: str) -> dict[str, Any]:
    """The next view with a status."""
    while True:
        message: dict[str, Any] = json.loads(socket.recv(TIMEOUT_S))
        if message["type"] == "view" and message["table"]["status"] == status:
            return message


def is_taken(view: dict[str, Any]) -> bool:
    """Whether somebody sits at the first seat."""
    return bool(view["table"]["seats"][0]["taken"])


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
        link = f"{house.address}/table/{table}"
        program = [sys.executable, str(ROOT / "examples" / "bot.py"), link]
        with started(program) as playing, house.open_socket(table, token) as socket:
            while not is_taken(view := view_with_status(socket, "waiting")):
                pass
            assert view["table"]["seats"][0]["program"]
            socket.send('{"type": "start"}')
            scores = view_with_status(socket, "over")["table"]["scores"]
            assert playing.communicate(timeout=TIMEOUT_S)[0].decode().split() == [*map(str, scores)]
            assert playing.returncode == 0


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, place: str) -> str:
    """The database of a new house, of either kind."""
    if request.param == "sqlite":
        return place
    server: Server = request.getfixturevalue("postgres")
    return server.database()


def test_everybody_is_notified_that_a_table_is_closed(database: str) -> None:
    with serving(database) as house:
        token = house.post("/api/guest", {})["token"]
        table = house.post("/api/tables", {"game": "m"}, token)["table"]
        with house.open_socket(table, token) as socket:
            view_with_status(socket, "waiting")
            assert main(["admin", "close", table, "--database", database]) == 0
            view_with_status(socket, "closed")


def closing_code(socket: ClientConnection) -> int:
    """The code a socket is closed with, whatever comes before."""
    try:
        while True:
            socket.recv(TIMEOUT_S)
    except ConnectionClosed as end:
        return end.rcvd.code if end.rcvd else 1006


def test_the_sockets_of_a_banned_person_are_closed(database: str) -> None:
    with serving(database) as house:
        one, other = (house.post("/api/guest", {}) for _ in range(2))
        table = house.post("/api/tables", {"game": "m"}, one["token"])["table"]
        with (
            house.open_socket(table, one["token"]) as out,
            house.open_socket(table, other["token"]) as stays,
        ):
            view_with_status(out, "waiting")
            view_with_status(stays, "waiting")
            assert main(["admin", "ban", one["name"], "--database", database]) == 0
            assert closing_code(out) == CLOSE_SESSION_ENDED
            stays.send('{"type": "ping", "id": 7}')
            answer = json.loads(stays.recv(TIMEOUT_S))
            while answer["type"] in {"view", "spectators"}:  # one spectator fewer
                answer = json.loads(stays.recv(TIMEOUT_S))
            assert (answer["type"], answer["id"]) == ("done", 7)


def test_another_password_ends_all_sockets(place: str) -> None:
    account = {"name": "Ada", "password": "long enough"}
    with serving(place) as house:
        here = house.post("/api/account", account)["token"]
        there = house.post("/api/login", account)["token"]
        table = house.post("/api/tables", {"game": "m"}, here)["table"]
        with house.open_socket(table, here) as one, house.open_socket(table, there) as other:
            view_with_status(other, "waiting")
            passwords = {"old": "long enough", "new": "longer still"}
            renewed = house.post("/api/me/password", passwords, here)["token"]
            assert closing_code(one) == closing_code(other) == CLOSE_SESSION_ENDED
        with house.open_socket(table, renewed) as again:
            view_with_status(again, "waiting")
        house.post("/api/login", {**account, "password": "longer still"})


def test_ctrl_c_stops_the_house_with_status_0(place: str) -> None:
    command = [sys.executable, "-m", "ludotheque", "serve", "--port", "0", "--database", place]
    with started(command) as process:
        assert process.stdout is not None
        address = process.stdout.readline().decode().split()[-1]
        with urllib.request.urlopen(f"{address}healthz", timeout=TIMEOUT_S) as answer:  # noqa: S310
            assert answer.status == 200
        process.send_signal(signal.SIGINT)
        assert process.wait(TIMEOUT_S) == 0


def test_ctrl_c_that_comes_twice_closes_the_house_well(tmp_path: Path) -> None:
    """As under uvx, which passes on what the terminal sends to all."""
    with house(str(tmp_path / "house.sqlite"), tmp_path) as here:
        assert here.process is not None
        with urllib.request.urlopen(f"http://{here.address}/healthz", timeout=TIMEOUT_S) as answer:
            assert answer.status == 200
        here.process.send_signal(signal.SIGINT)
        time.sleep(0.05)  # two at once would be one
        here.process.send_signal(signal.SIGINT)
        assert here.process.wait(TIMEOUT_S) == 0
        assert here.errors() == []


@in_loop
async def test_ctrl_c_while_a_bot_thinks_is_quiet(tmp_path: Path, monkeypatch: Patch) -> None:
    """A terminal sends it to the workers, too, and plain Python would raise it in them."""
    monkeypatch.setenv("LUDOTHEQUE_PURE", "1")
    with house(str(tmp_path / "house.sqlite"), tmp_path) as here:
        assert here.process is not None
        assert here.process.stdout is not None
        said = here.process.stdout.readline() + here.process.stdout.readline()
        assert "run as plain Python" in said
        ada = await guest(here)
        table = await ada.new_table("m", ["", "master", "master"], players=3)
        async with ada.at(table) as seat:
            await seat.must("sit", seat=0)
            await seat.must("start")
            assert await seat.play_on(seeded_random(1), moves=2) == 2  # the worker has begun
            await asyncio.sleep(THINKING_S)
            os.killpg(here.process.pid, signal.SIGINT)
            assert await asyncio.to_thread(here.process.wait, TIMEOUT_S) == 0
        assert here.errors() == []


def test_a_house_sweeps_when_it_starts(database: str) -> None:
    """A guest who came long ago and never sat at a table is deleted, on the last of some days."""

    async def create_guest() -> str:
        async with open_store(database) as store:
            guest = await People(store, lambda: 1_000).guest()
            for day in range(100, 99 + STALE_DAYS):
                await People(store, partial(int, day * DAY_MS)).clean_up()
            return guest.person.id

    async def until_gone(person_id: str) -> None:
        async with open_store(database) as store, asyncio.timeout(TIMEOUT_S):
            while await store.person(person_id) is not None:
                await asyncio.sleep(0.05)

    person_id = asyncio.run(create_guest())
    with serving(database):
        asyncio.run(until_gone(person_id))


def test_the_log_has_requests_and_no_secrets(place: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    with serving(place, log) as house:
        token = house.post("/api/guest?language=en", {})["token"]
        table = house.post("/api/tables", {"game": "m"}, token)["table"]
        address = f"{house.address}/api/tables/{table}/record"
        with pytest.raises(urllib.error.HTTPError) as caught:
            urllib.request.urlopen(address, timeout=TIMEOUT_S)  # noqa: S310 - our own
        caught.value.close()
        sheet = f"{house.address}/api/games/m/sheet?language=en"
        urllib.request.urlopen(sheet, timeout=TIMEOUT_S).close()  # noqa: S310 - our own
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    requests = [line for line in lines if line["message"] == "request"]
    assert [(line["method"], line["path"], line["status"]) for line in requests] == [
        ("POST", "/api/guest", 201),
        ("POST", "/api/tables", 201),
        ("GET", "/api/tables/{table}/record", 409),
        ("GET", "/api/games/{game}/sheet", 200),
    ]
    assert all(line["ms"] >= 0 for line in requests)
    text = log.read_text(encoding="utf-8")
    assert not [secret for secret in (token, table, "127.0.0.1", "language") if secret in text]


def test_the_greeting_has_the_url_and_the_database(tmp_path: Path) -> None:
    here = Settings(database=str(tmp_path / "house.sqlite"))
    first, second, *rest = greeting(here, 8000, []).splitlines()
    assert first == "Ludothèque: http://localhost:8000/"
    assert second == "Only this machine can open it; phones at home can with --host 0.0.0.0"
    assert str(tmp_path / "house.sqlite") in rest[-1]
    loopback = greeting(replace(here, host="::1"), 81, [])
    assert loopback.startswith("Ludothèque: http://localhost:81/\n")
    own = greeting(replace(here, host="fd00::7"), 81, [])
    assert own.startswith("Ludothèque: http://[fd00::7]:81/\n")
    secret = replace(here, database="postgresql://me:secret@db/house")
    assert "secret" not in greeting(secret, 81, [])
    assert "Only this machine" not in greeting(replace(here, proxy=True), 81, [])


def test_the_greeting_has_the_addresses_for_other_machines() -> None:
    house = Settings(host="0.0.0.0")  # noqa: S104 - nobody listens
    addresses = ["192.168.1.20", "10.0.0.7"]
    first, second, third, *_ = greeting(house, 81, addresses).splitlines()
    assert first == "Ludothèque: http://localhost:81/"
    assert second.endswith(": http://192.168.1.20:81/  http://10.0.0.7:81/")
    assert "--https" in third
    assert "no address in a home network" in greeting(house, 81, [])
    by_https = greeting(replace(house, https=True), 81, [*addresses, "192.0.2.7"], "AB:CD")
    assert "https://192.168.1.20:81/  https://10.0.0.7:81/\n" in by_https
    assert "SHA-256 AB:CD" in by_https
    assert "add --https" not in by_https
    assert "192.0.2.7" not in by_https  # the certificate can't be for it
    named = greeting(replace(house, origin="https://games.example.org"), 81, addresses)
    assert "machines: https://games.example.org/\n" in named


def test_the_qr_code_is_dark_on_light() -> None:
    lines = qr_code("http://192.168.1.20:8000/").splitlines()
    assert {line[:8] for line in lines} == {"\x1b[97;40m"}
    modules = segno.make_qr("http://192.168.1.20:8000/", error="L").matrix
    first = lines[1][8:].removesuffix("\x1b[0m")  # two rows of modules, after a border of two
    blocks = {(1, 1): " ", (0, 0): "█", (1, 0): "▄", (0, 1): "▀"}
    assert first == "██" + "".join(blocks[pair] for pair in zip(*modules[:2], strict=True)) + "██"


def test_for_a_port_in_use_another_is_suggested(tmp_path: Path, capsys: Output) -> None:
    with listening(Settings(port=0)) as other:
        port = other.getsockname()[1]
        words = ["serve", "--port", str(port), "--database", str(tmp_path / "house.sqlite")]
        assert main(words) == 2
    output = capsys.readouterr().err
    found = re.fullmatch(
        rf"ludotheque: port {port} is taken; (\d+) is free: --port \1, or make play PORT=\1\n",
        output,
    )
    assert found, output
    with listening(Settings(port=int(found[1]))) as free:
        assert free.getsockname()[1] == int(found[1]) != port


# the document


@pytest.mark.parametrize("name", HELP)
def test_every_setting_is_explained(name: str) -> None:
    default = getattr(Settings(), name)
    shown = "off" if default is False else f"`{default}`" if default != "" else "none"
    variable = f"LUDOTHEQUE_{name.upper()}" + ("=1" if default is False else "")
    flag = name.replace("_", "-")
    assert f"| `--{flag}` | `{variable}` | {shown} |" in DOCUMENT


def admin_subcommands() -> set[str]:
    """What ``ludotheque admin`` can do."""
    commands = argparse.ArgumentParser().add_subparsers()
    admin.add_to(commands)
    (subcommands,) = [
        action
        for action in commands.choices["admin"]._actions
        if isinstance(action, argparse._SubParsersAction)
    ]
    return {*subcommands.choices}


def test_every_documented_command_can_be_parsed() -> None:
    lines = re.findall(r"^    (?:\w+=\S+ )?ludotheque ([^#\n]+)", DOCUMENT, re.MULTILINE)
    parsed = [parser().parse_args(line.split()) for line in lines]
    assert all(arguments.run for arguments in parsed)
    commands = {"serve", "backup", "export", "import"}
    commands |= {f"admin {part}" for part in admin_subcommands()}
    assert all(any(line.startswith(command) for line in lines) for command in commands)


def test_the_documented_metrics_exist(place: str) -> None:
    with serving(place) as house:
        house.post("/api/guest", {})
        with urllib.request.urlopen(f"{house.address}/metrics", timeout=TIMEOUT_S) as answer:  # noqa: S310
            exposed = answer.read().decode()
    shown = {*re.findall(r"^# HELP (\w+)", exposed, re.MULTILINE)}
    named = {
        *re.findall(r"`(\w+)`", DOCUMENT.partition("`/metrics` is for")[2].partition("\n\n")[0])
    }
    assert {name for name in shown if not name.endswith("_created")} == named - LABELS
