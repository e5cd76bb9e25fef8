"""Install from source without a C compiler: it works, and the version says that it is pure.

Run by ``make test`` as a program of its own, since it builds a wheel.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "build", "*.so", "*.egg-info", "__pycache__")


def run(*command: str, **environment: str) -> str:
    """Run a command that must succeed; return what it prints."""
    settings = {**os.environ, **environment}
    done = subprocess.run(command, env=settings, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def left_out(source: Path, wheel: Path) -> list[str]:
    """Files of the package that are in the source and not in the wheel."""
    with zipfile.ZipFile(wheel) as packed:
        inside = set(packed.namelist())
    found = (path for path in source.glob("src/ludotheque/**/*") if path.is_file())
    names = {path.relative_to(source / "src").as_posix() for path in found}
    return sorted(name for name in names - inside if "/tests/" not in name)


def main() -> None:
    """Build, install and play, all in a temporary folder."""
    with tempfile.TemporaryDirectory() as folder:
        source, site = Path(folder, "source"), Path(folder, "site")
        shutil.copytree(ROOT, source, ignore=LEFT_OUT)
        pip = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
        wheels = ("--no-deps", "--no-build-isolation", "--wheel-dir", folder)
        run(*pip, "wheel", *wheels, str(source), CC="no-such-compiler")
        (wheel,) = Path(folder).glob("*.whl")
        assert not (missing := left_out(source, wheel)), f"not in the wheel: {missing}"
        run(*pip, "install", "--no-deps", "--target", str(site), str(wheel))
        version = run(sys.executable, "-m", "ludotheque", "--version", PYTHONPATH=str(site))
        assert version.endswith(" pure\n"), version
        words = ("record", "random", "m", "--seed", "1")
        plain = run(sys.executable, "-m", "ludotheque", *words, PYTHONPATH=str(site))
        assert plain == run(sys.executable, "-m", "ludotheque", *words)
    print("install without a compiler: 1 passed, 0 failed")  # noqa: T201 - a program's report


if __name__ == "__main__":
    main()
