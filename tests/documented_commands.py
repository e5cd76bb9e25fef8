"""Run every command of the documents in a new clone with an empty home: `make commands-test`.

    python tests/documented_commands.py [DOCUMENT...]

A line is printed for each command. What serves must show its page and end by Ctrl-C; what asks gets
some answers; everything else must end well. Names of tables and links stand for real ones, and what
takes long is shortened. A command that is not run is listed with the reason.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import venv
from pathlib import Path
from typing import NamedTuple

from house.hosting import PASSWORD, new_host
from house.running import Visitor, house, seeded_random

ROOT = Path(__file__).parents[1]

PROGRAM = (
    r"(?:[A-Z_]+=\S+ )?(?:\.venv/bin/)?(?:ludotheque|make|pip|pipx|uvx|python3?|podman|docker)"
)
COMMAND = re.compile(rf"^ {{4}}({PROGRAM} .+|cd .+|pytest.*)$", re.MULTILINE)
TIMEOUT_S = 600
ANSWERS = "1\n" * 3  # for a game in the terminal; then the input ends
NOT_RUN = {
    "make test": "it is the whole suite",
    "arena --all": "takes hours",
    "bench --peers": "installs 500 MB",
    "research.values": "takes minutes; tests/research/test_values.py runs it",
    "make bench-load": "installs a server of another project",
    "postgresql://": "tests/house/test_processes.py does, with a server of its own",
    "podman": "make image-test follows the Containerfile",
    "docker": "make image-test follows the Containerfile",
}
SHORTER = {
    "--minutes 5": "--minutes 0.05",
    "--games 400": "--games 2",
    "--games 300": "--games 4",
    "--games 4 --every 10": "--games 1 --every 40",
    "puzzles m --count 20": "puzzles m --count 1",
    "--games 40": "--games 2",
    "--players 4": "--players 4 --games 2",
    "--bots random,player": "--bots random,player --games 2",
}
# What must be refused, as the table in question is not broken.
REFUSED = ("mend mgYeGCeOJ4_A --cut-after", "mend mgYeGCeOJ4_A --close")
TABLE, ID = "mgYeGCeOJ4_A", "Kx0cPq3mT1ya"  # as the documents call them


class Example(NamedTuple):
    """What the names in the documents stand for."""

    table: str
    invitation: str
    announcement: str
    report: str

    def id_for(self, command: str) -> str:
        """The id that a command is about, other than of a table."""
        if "withdraw" in command:
            return self.announcement
        return self.report if "handle" in command else self.invitation


def documents() -> list[Path]:
    """The documents with commands, or those that were named."""
    named = [Path(name).resolve() for name in sys.argv[1:]]
    folders = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "docs/fr").glob("*.md")]
    return named or sorted([*folders, ROOT / "examples" / "whist" / "README.md"])


def commands(path: Path) -> list[str]:
    """The commands of a document, without their comments."""
    found = COMMAND.findall(path.read_text(encoding="utf-8"))
    return [re.sub(r"\s+#.*", "", command) for command in found]


async def prepare(folder: Path) -> Example:
    """Make a house with people, tables and links, and download the record of a finished game."""
    with house(str(folder / "ludotheque.sqlite"), folder) as here:
        host = await new_host(here)
        anna = Visitor(here, "")
        registered = await anna.post("/api/account", name="Anna", password=PASSWORD)
        anna.token = registered["token"]
        table = await anna.new_table("m", ["", "random"], players=2)
        async with anna.at(table) as seat:
            await seat.must("sit", seat=0)
            await seat.must("start")
            await seat.play_on(seeded_random(1))
        record = (await anna.fetch("GET", f"/api/tables/{table}/record")).body
        for name in ("house-game.json", "maison.json"):
            (folder / name).write_bytes(record)
        waiting = await anna.new_table("m", [], players=2)
        await host.post("/api/admin/announcements", text="Hello", hours=1)
        (announcement,) = (await host.fetch("GET", "/api/admin/announcements")).data()
        (person, *_) = (await host.fetch("GET", "/api/admin/people?name=anna")).data()
        await host.post("/api/reports", person=person["person"], reason="loud")
        (report,) = (await host.fetch("GET", "/api/admin/reports")).data()
        invitation = await host.post("/api/admin/invitations", uses=1, days=1)
        return Example(waiting, invitation["id"], announcement["id"], report["id"])


class Clone:
    """A clone of what is committed, an environment, and a home without anything in it."""

    def __init__(self, folder: Path) -> None:
        self.folder, home = folder / "clone", folder / "home"
        home.mkdir()
        subprocess.run(["git", "clone", "--quiet", ROOT, self.folder], check=True)  # noqa: S607
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("LUDOTHEQUE", "PYTHON"))}
        tools = folder / "tools"
        venv.create(tools, with_pip=True)
        subprocess.run([tools / "bin" / "pip", "install", "--quiet", "uv", "pipx"], check=True)
        programs = [self.folder / ".venv" / "bin", tools / "bin"]
        path = os.pathsep.join([*map(str, programs), os.environ["PATH"]])
        # Nothing is compiled, which would take minutes each time.
        plain = {"LUDOTHEQUE_PURE": "1", "CC": "none", "LUDOTHEQUE_LOG": "warning"}
        self.environment = {**kept, **plain, "HOME": str(home), "PATH": path}
        self.environment.pop("VIRTUAL_ENV", None)
        self.example: Example | None = None

    def build_wheel(self) -> None:
        """The pure wheel that `make wheel` puts into `dist`, for uvx and pipx."""
        words = ("-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", "dist", ".")
        python = self.folder / ".venv" / "bin" / "python"
        subprocess.run([python, *words], cwd=self.folder, env=self.environment, check=True)

    def actual(self, command: str) -> str:
        """A command with real names, and shorter."""
        if self.example is not None:
            command = command.replace(TABLE, self.example.table)
            command = command.replace(ID, self.example.id_for(command))
        for long, short in SHORTER.items():
            command = command.replace(long, short)
        return command

    def run(self, command: str, folder: Path) -> str:
        """Run a command; returns "" if it did what it should, or what was wrong."""
        is_server = re.search(r"\bludotheque serve|\bmake play", command)
        try:
            return (self.serve if is_server else self.end)(command, folder)
        except subprocess.TimeoutExpired:
            return f"not done after {TIMEOUT_S} s"

    def end(self, command: str, folder: Path) -> str:
        """Run a command to its end, which must be good."""
        with subprocess.Popen(
            ["/bin/sh", "-c", command],
            cwd=folder,
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        ) as process:
            try:
                output, errors = process.communicate(ANSWERS, TIMEOUT_S)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)  # what it has started as well
                raise
        said = (output[-500:] + errors[-1500:]).strip()
        return f"status {process.returncode}: {said}" if process.returncode else ""

    def serve(self, command: str, folder: Path) -> str:
        """Start a house; its page must be there, and Ctrl-C must end it without complaints."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        environment = {**self.environment, "LUDOTHEQUE_PORT": str(port)}
        with (
            tempfile.TemporaryFile("w+") as output,
            subprocess.Popen(
                ["/bin/sh", "-c", f"exec env {command}"],  # env: it may begin with variables
                cwd=folder,
                env=environment,
                stdout=output,
                stderr=output,
                start_new_session=True,
            ) as process,
        ):
            is_shown = has_page(
                port, "https" if re.search("HTTPS=1|--https", command) else "http", process
            )
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGINT)
            process.wait(TIMEOUT_S)
            output.seek(0)
            said = output.read()
        if not is_shown or "Traceback" in said:
            return f"shown: {is_shown}, {said[-1500:]}"
        return ""


def has_page(port: int, scheme: str, process: subprocess.Popen[bytes]) -> bool:
    """Wait for the page; by https, for the port alone."""
    deadline_s = time.monotonic() + TIMEOUT_S
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    while process.poll() is None and time.monotonic() < deadline_s:
        with contextlib.suppress(OSError, urllib.error.URLError):
            if scheme == "https":
                socket.create_connection(("127.0.0.1", port), 5).close()
                return True
            with opener.open(f"http://127.0.0.1:{port}/", timeout=5) as page:
                return b"<html" in page.read()
        time.sleep(0.2)
    return False


def say(outcome: str, command: str, detail: str = "") -> None:
    """Print a line about a command."""
    print(f"{outcome:8} {command}{f'  ({detail})' if detail else ''}", flush=True)  # noqa: T201


def main() -> int:
    """Run all commands; the exit status is 1 if one failed."""
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        clone = Clone(Path(folder))
        clone.run("make play", clone.folder)  # installs what the others need
        clone.build_wheel()
        (clone.folder / "ludotheque.sqlite").unlink()  # `prepare` makes one with contents
        clone.example = asyncio.run(prepare(clone.folder))
        for path in documents():
            place = (
                clone.folder / path.relative_to(ROOT).parent
                if "examples" in str(path)
                else clone.folder
            )
            for command in commands(path):
                reason = next((why for part, why in NOT_RUN.items() if part in command), "")
                if reason:
                    say("not run", command, reason)
                elif command.startswith("cd "):
                    place = place / shlex.split(command)[1]
                else:
                    wrong = clone.run(clone.actual(command), place)
                    must_fail = any(part in command for part in REFUSED)
                    has_failed = bool(wrong) != must_fail
                    failed += has_failed
                    say("FAILED" if has_failed else "refused" if wrong else "ok", command, wrong)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
