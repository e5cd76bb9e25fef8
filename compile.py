"""Compiles the hot modules of a clone, beside whatever runs; `make` runs it.

The sources are copied first, so that editing them does no harm. A build appears at once and whole,
by the renaming of one file, and is taken by the next process that starts
(`src/ludotheque/_compiled.py`).
"""

from __future__ import annotations

import argparse
import fcntl
import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent
sys.path.insert(0, str(ROOT / "src"))

from ludotheque._compiled import POINTER, SUFFIX, current_modules, fingerprint  # noqa: E402

FOLDER = POINTER.parent
COPIED = ("pyproject.toml", "setup.py", "build_backend.py", "README.md", "LICENSE")
BUILDERS = ("pyproject.toml", "setup.py", "constraints.txt")  # they too say what is built
LEFT_OUT = shutil.ignore_patterns("*.so", "__pycache__", "tests", "page", "art")
NICENESS = 10


def main() -> int:
    """Compile if needed; the exit status is 1 if there is a compiler and it failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--background", action="store_true", help="return at once")
    arguments = parser.parse_args()
    if current_modules():
        return 0
    if not shutil.which(os.environ.get("CC", "cc")):
        say("There is no C compiler here: the rules are not compiled.")
        return 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    if arguments.background:
        start_in_background()
        return 0
    with (FOLDER / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not current_modules():  # another process may just have made them
            say("Compiling the rules, which takes some minutes.")
            build()
            say("Compiled: the next start takes it.")
    return 0 if current_modules() else 1


def say(line: str) -> None:
    """Print a line at once."""
    print(line, flush=True)  # noqa: T201 - what it is doing


def start_in_background() -> None:
    """Compile in a process that outlives this one and gives way to others."""
    log = FOLDER / "log"
    say(f"The rules are compiled meanwhile, for the next start ({log}).")
    with log.open("w") as out:
        subprocess.Popen(
            [sys.executable, __file__],
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            start_new_session=True,
            preexec_fn=lambda: os.nice(NICENESS),  # noqa: PLW1509 - there are no threads
        )


def build() -> None:
    """Compile a copy of the sources, and point to it when all of it is there."""
    folder = Path(tempfile.mkdtemp(dir=FOLDER))
    try:
        copy = folder / "source"
        shutil.copytree(ROOT / "src", copy / "src", ignore=LEFT_OUT)
        for name in {*COPIED, *BUILDERS}:
            shutil.copy(ROOT / name, copy)
        modules = unpack(built_wheel(copy, folder), folder)
    except BaseException:
        shutil.rmtree(folder)
        raise
    names = [f"src/{name.replace('.', '/')}.py" for name in modules if "." in name]
    sources = {name: (copy / name).read_bytes() for name in (*names, *BUILDERS)}
    shutil.rmtree(copy)
    old = json.loads(POINTER.read_bytes())["folder"] if POINTER.exists() else ""
    pointer = {
        "folder": folder.name,
        "suffix": SUFFIX,
        "modules": modules,
        "sources": fingerprint(sources),
    }
    new = folder / "current.json"
    new.write_text(json.dumps(pointer, indent=1), encoding="utf-8")
    new.replace(POINTER)
    delete_all_but({folder.name, old})  # processes that run may still need the last one


def built_wheel(source: Path, folder: Path) -> Path:
    """A wheel of the package, compiled."""
    words = ("wheel", "--quiet", "--disable-pip-version-check", "--no-deps")
    constraint = {"PIP_CONSTRAINT": str(source / "constraints.txt")}
    subprocess.run(
        [sys.executable, "-m", "pip", *words, "--wheel-dir", str(folder), str(source)],
        env={**os.environ, **constraint, "LUDOTHEQUE_PURE": "0"},
        check=True,
    )
    (wheel,) = folder.glob("*.whl")
    return wheel


def unpack(wheel: Path, folder: Path) -> list[str]:
    """Unpack the compiled modules of a wheel; returns their names."""
    with zipfile.ZipFile(wheel) as packed:
        files = [name for name in packed.namelist() if name.endswith(SUFFIX)]
        packed.extractall(folder, files)
    wheel.unlink()
    if not files:
        sys.exit("the C compiler failed: rules and bots run as plain Python")
    return [name.removesuffix(SUFFIX).replace("/", ".") for name in files]


def delete_all_but(kept: set[str]) -> None:
    """Delete builds that nothing needs, and what is left of those that were interrupted."""
    for path in FOLDER.iterdir():
        if path.is_dir() and path.name not in kept:
            shutil.rmtree(path)


if __name__ == "__main__":
    sys.exit(main())
