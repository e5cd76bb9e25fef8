"""What only POSIX has may be missing, as on Windows: the command works, and so does a house."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request
from pathlib import Path

TIMEOUT_S = 60
# Runs the command without the modules and functions that Windows lacks.
WITHOUT = """
import os, signal, socket, sys
sys.modules.update(dict.fromkeys(("fcntl", "grp", "pwd", "resource", "termios", "uvloop")))
for module, names in {
    os: "fork geteuid getuid nice setpgid",
    signal: "SIGCHLD SIGHUP pthread_sigmask sigwait",
    socket: "TCP_USER_TIMEOUT recv_fds send_fds",
}.items():
    for name in names.split():
        vars(module).pop(name, None)
from ludotheque.cli import main
sys.exit(main())
"""


def run(*words: str, typed: str = "", encoding: str = "utf-8") -> subprocess.CompletedProcess[str]:
    """Run the command; its output is piped, in the encoding."""
    return subprocess.run(
        [sys.executable, "-c", WITHOUT, *words],
        input=typed,
        env={"PYTHONIOENCODING": encoding},
        encoding=encoding,
        capture_output=True,
        check=False,
        timeout=TIMEOUT_S,
    )


def test_the_command_lists_and_plays_games() -> None:
    assert "zwickern: Zwickern" in run("games").stdout
    assert run("record", "random", "m", "--seed", "1").stdout.startswith("{")
    arena = run("arena", "m", "--bots", "random,greedy", "--games", "2", "--jobs", "1")
    assert "greedy" in arena.stdout, arena.stderr


def test_a_pipe_that_lacks_characters_gets_question_marks() -> None:
    words = ("play", "m", "--option", "players=2", "--seed", "1", "--bot", "random", "--lang", "fr")
    played = run(*words, typed="1\n" * 1000, encoding="cp1252")
    assert played.returncode == 0, played.stderr
    assert "?" in played.stdout


def test_several_processes_are_refused_in_one_line() -> None:
    done = run("serve", "--processes", "2", "--database", "postgresql://nowhere.invalid/house")
    assert done.returncode == 2
    assert done.stderr.endswith("ludotheque: --processes 2 needs Linux or macOS: it forks\n")


def test_a_house_opens(tmp_path: Path) -> None:
    words = ("serve", "--port", "0", "--log", "warning", "--database", str(tmp_path / "house.db"))
    with subprocess.Popen(
        [sys.executable, "-c", WITHOUT, *words], stdout=subprocess.PIPE, text=True
    ) as house:
        assert house.stdout is not None
        address = house.stdout.readline().split()[-1].replace("localhost", "127.0.0.1")
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(f"{address}healthz", timeout=TIMEOUT_S) as answer:
                assert json.load(answer)["ok"]
            guest = urllib.request.Request(f"{address}api/guest", b"{}")  # noqa: S310 - our own
            with opener.open(guest, timeout=TIMEOUT_S) as answer:
                token = json.load(answer)["token"]
            table = urllib.request.Request(  # noqa: S310 - our own
                f"{address}api/tables",
                json.dumps({"game": "m", "options": {"players": 2}}).encode(),
                {"Authorization": f"Bearer {token}"},
            )
            with opener.open(table, timeout=TIMEOUT_S) as answer:
                assert json.load(answer)["table"]
        finally:
            house.terminate()
