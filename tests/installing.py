"""Programs the tests need that are not Python packages: found, or installed if possible."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

LOCK = Path(tempfile.gettempdir(), "ludotheque-tests-install.lock")


def found_or_installed(find: Callable[[], Path | None], package: str, name: str) -> Path:
    """The path that `find` returns, after installing the package if needed; else a failure."""
    found = installed_if_possible(find, package)
    if found is None:
        pytest.fail(f"{name} is not installed: install the package {package}", pytrace=False)
    return found


def installed_if_possible(find: Callable[[], Path | None], package: str) -> Path | None:
    """The path that `find` returns, after installing the package if needed and possible."""
    if find() is None:
        _install(find, package)
    return find()


def _install(find: Callable[[], Path | None], package: str) -> None:
    """Install a package if possible, one process at a time."""
    apt = shutil.which("apt-get")
    if apt is None or os.geteuid() != 0:
        return
    with LOCK.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if find() is None:
            settings = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
            for words in (("update",), ("install", "--yes", "--no-install-recommends", package)):
                subprocess.run([apt, "-qq", *words], env=settings, capture_output=True, check=False)
