"""Follow the Containerfile in a root file system of Debian packages, and start the house in it.

    python tests/image.py [ROOT]

Run by `make image-test`, as root; no image is needed from anywhere. Both stages share one root file
system, which debootstrap makes unless one is given. Packages of Python are downloaded outside and
installed inside without a network; the rules are not compiled.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import tomllib
import urllib.request
from pathlib import Path

SOURCE = Path(__file__).parents[1]
PACKAGES = "ca-certificates,python3,python3-venv"
TIMEOUT_S = 300
WHEELS = "wheels"  # in the root file system


def say(line: str) -> None:
    """Print what is done."""
    print(line, flush=True)  # noqa: T201 - a program's report


def run(*command: str | Path) -> str:
    """Run a command that must succeed; returns what it prints."""
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout


class Image:
    """A root file system, and what the Containerfile says about the process in it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.user = "root"
        self.folder = "/"
        self.environment = {
            "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "LUDOTHEQUE_PURE": "1",
            "PIP_NO_INDEX": "1",
            "PIP_FIND_LINKS": f"/{WHEELS}",
        }
        self.command: list[str] = []
        self.health: list[str] = []

    def inside(self, command: list[str]) -> list[str]:
        """A command as it is run in the image."""
        variables = [f"{name}={value}" for name, value in self.environment.items()]
        entered = ["sh", "-c", 'cd "$0" && exec "$@"', self.folder, *command]
        return [
            "chroot",
            f"--userspec={self.user}",
            str(self.root),
            "env",
            "-i",
            *variables,
            *entered,
        ]

    def follow(self, instruction: str, text: str) -> None:
        """Follow one instruction of the Containerfile."""
        match instruction:
            case "RUN" if "apt-get" not in text:  # those packages are for compiling
                say(f"RUN {text}")
                run(*self.inside(["sh", "-c", text]))
            case "COPY" if not text.startswith("--from"):  # there is one file system
                self._copy(shlex.split(text))
            case "ENV":
                for part in shlex.split(text):
                    name, _, value = part.partition("=")
                    self.environment[name] = value.replace("$PATH", self.environment["PATH"])
            case "USER":
                self.user = text
            case "WORKDIR":
                self.folder = text
            case "CMD":
                self.command = json.loads(text)
            case "HEALTHCHECK":
                self.health = json.loads(text.partition("CMD")[2])
            case _:
                pass  # about the engine alone

    def _copy(self, words: list[str]) -> None:
        *sources, place = words
        target = self.root / place.lstrip("/")
        (target if place.endswith("/") else target.parent).mkdir(parents=True, exist_ok=True)
        for name in sources:
            source = SOURCE / name
            if source.is_dir():
                ignored = shutil.ignore_patterns("*.so", "__pycache__", "*.egg-info")
                shutil.copytree(source, target, ignore=ignored, dirs_exist_ok=True)
            else:
                shutil.copy(source, target)


def instructions() -> list[tuple[str, str]]:
    """The instructions of the Containerfile."""
    text = (SOURCE / "Containerfile").read_text(encoding="utf-8")
    lines = re.sub(r"^#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", " ").splitlines()
    parted = (line.partition(" ") for line in lines if line)
    return [(instruction, " ".join(rest.split())) for instruction, _, rest in parted]


def prepare(root: Path) -> None:
    """Make of a Debian what the base image is: Python by its name, and wheels to install."""
    (root / "usr" / "local" / "bin" / "python").symlink_to("/usr/bin/python3")
    (root / "dev" / "shm").mkdir(mode=0o1777, exist_ok=True)  # for the locks between processes
    (root / "dev" / "shm").chmod(0o1777)
    project = tomllib.loads((SOURCE / "pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"]
    containerfile = (SOURCE / "Containerfile").read_text(encoding="utf-8")
    (chosen,) = re.findall(r"/source\[([a-z,]+)\]", containerfile)
    own = [name for extra in ("house", *chosen.split(",")) for name in extras[extra]]
    needed = [name for name in own if not name.startswith("ludotheque")]
    needed += [*project["project"]["dependencies"], *project["build-system"]["requires"]]
    version = run(
        "chroot", root, "python3", "-c", "import sys; print('%d.%d' % sys.version_info[:2])"
    )
    pip = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "download")
    options = ("--only-binary", ":all:", "--python-version", version.strip())
    constraint = ("--constraint", SOURCE / "constraints.txt")
    run(*pip, *options, *constraint, "--dest", root / WHEELS, *needed)


def check(image: Image) -> None:
    """Start the house as a container would; it is well, private, and stops when told to."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    image.environment["LUDOTHEQUE_PORT"] = str(port)
    with subprocess.Popen(image.inside(image.command)) as house:
        try:
            deadline_s = time.monotonic() + TIMEOUT_S
            while subprocess.run(image.inside(image.health), check=False).returncode:
                assert house.poll() is None, "the house has ended"
                assert time.monotonic() < deadline_s, "the house is not well"
                time.sleep(1)
            opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
            with opener.open(f"http://127.0.0.1:{port}/", timeout=TIMEOUT_S) as page:
                assert b"<html" in page.read()
            owner = Path(f"/proc/{house.pid}").stat().st_uid
            assert owner != 0, "the house runs as root"
            data = image.root / image.folder.lstrip("/") / "ludotheque.sqlite"
            assert data.stat().st_uid == owner
            assert not data.stat().st_mode & 0o077, "others can read the database"
        finally:
            house.terminate()
        # The server closes, then ends by the signal it was sent.
        assert house.wait(TIMEOUT_S) == -signal.SIGTERM, "the house did not stop well"
    assert subprocess.run(image.inside(image.health), check=False).returncode == 1


def main() -> None:
    """Make the root file system if none is given, follow the Containerfile, start the house."""
    if os.geteuid() != 0:
        sys.exit("image-test needs root, for debootstrap and chroot")
    with tempfile.TemporaryDirectory() as folder:
        root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(folder, "root")
        if not root.exists():
            say("Making a root file system of Debian packages.")
            run("debootstrap", "--variant=minbase", f"--include={PACKAGES}", "stable", root)
        prepare(root)
        image = Image(root)
        for instruction, text in instructions():
            image.follow(instruction, text)
        check(image)
    say("image: built, started, healthy, stopped")


if __name__ == "__main__":
    main()
