"""Where the last run of each measurement is kept: a section of ``results.md``."""

from __future__ import annotations

from pathlib import Path

RESULTS = Path(__file__).with_name("results.md")


def keep(heading: str, text: str) -> None:
    """Put a run into the results, in place of the last one under this heading."""
    sections = RESULTS.read_text(encoding="utf-8").split("\n## ")
    kept = [part.rstrip() for part in sections if part.splitlines()[0] != heading]
    RESULTS.write_text("\n\n## ".join([*kept, f"{heading}\n\n{text.strip()}\n"]), encoding="utf-8")
