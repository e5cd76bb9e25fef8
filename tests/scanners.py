"""Scanners that know nothing of the house: `make scan` installs them and runs this.

bandit reads the sources, schemathesis asks a running house for all that `docs/openapi.json`
describes, pip-audit and npm audit look the pinned packages up if their databases can be reached.
`docs/security.md` answers what they report and is meant.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from house.hosting import new_host
from house.running import House, house

ROOT: Final = Path(__file__).parents[1]
REQUESTS_PER_S: Final = 18  # slightly below the limit of one address
SESSION_ENDS: Final = (  # routes that end the session with which the others are asked
    "/api/logout",
    "/api/login",
    "/api/account",
    "/api/me/data",
    "/api/me/sessions",
    "/api/me/password",
    "/api/invitation/accept",
    "/api/admin/people/{person}/logout",
)


def run(*command: str, folder: Path = ROOT) -> int:
    """Run a scanner; its words are shown."""
    sys.stdout.write(f"\n{Path(command[0]).name}\n")
    sys.stdout.flush()
    return subprocess.run(command, cwd=folder, check=False).returncode


def scan_sources(binaries: Path) -> bool:
    """Whether bandit finds nothing of high severity."""
    tests = str(ROOT / "src" / "ludotheque" / "games" / "*" / "tests" / "*")
    bandit = [str(binaries / "bandit"), "--quiet", "--recursive", "--severity-level", "high"]
    return run(*bandit, "--exclude", tests, "src") == 0


def scan_house(binaries: Path, seconds: int) -> bool:
    """Whether nothing that schemathesis asks the host's house for is answered with 5xx."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with house(str(folder / "house.sqlite"), folder, proxy=False) as here:
            is_clean = _asked(binaries, here, seconds)
            return is_clean and not here.errors()


def _asked(binaries: Path, here: House, seconds: int) -> bool:
    token = asyncio.run(new_host(here)).token
    url = f"http://localhost:{here.address.partition(':')[2]}"  # a name can have passkeys
    command = [
        *(str(binaries / "schemathesis"), "run", "docs/openapi.json", "--url", url),
        *("--header", f"Authorization: Bearer {token}", "--no-color"),
        *("--rate-limit", f"{REQUESTS_PER_S}/s", "--max-time", str(seconds)),
        *("--checks", "not_a_server_error", "--continue-on-failure"),
    ]
    command += [word for path in SESSION_ENDS for word in ("--exclude-path", path)]
    return run(*command) == 0


def audit_packages(binaries: Path) -> None:
    """Look all packages up; that needs databases of the network."""
    pip = [str(binaries / "pip-audit"), "--requirement", "constraints.txt"]
    run(*pip, "--no-deps", "--disable-pip", "--progress-spinner", "off")
    imports = json.loads((ROOT / "client" / "deno.json").read_text(encoding="utf-8"))["imports"]
    packages = dict(re.findall(r"npm:(.+)@(.+)", "\n".join(imports.values())))
    with tempfile.TemporaryDirectory() as name:
        package = json.dumps({"name": "client", "version": "0.0.0", "dependencies": packages})
        Path(name, "package.json").write_text(package, encoding="utf-8")
        run("npm", "install", "--package-lock-only", "--silent", folder=Path(name))
        run("npm", "audit", folder=Path(name))


def main() -> None:
    """Run all; the status is 1 if the sources or the house are not clean."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binaries", type=Path, required=True, help="where the scanners are")
    parser.add_argument("--seconds", type=int, default=150, help="to ask a house for")
    arguments = parser.parse_args()
    audit_packages(arguments.binaries)
    is_clean = scan_sources(arguments.binaries)
    if not (scan_house(arguments.binaries, arguments.seconds) and is_clean):
        sys.exit("something was found: see above")


if __name__ == "__main__":
    main()
