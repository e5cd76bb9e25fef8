"""The file with the last run of each benchmark: a section of ``results.md`` for each."""

from __future__ import annotations

from pathlib import Path

RESULTS = Path(__file__).with_name("results.md")


def write_section(heading: str, text: str) -> None:
    """Write a run into the results, in place of the last one under this heading."""
    sections = RESULTS.read_text(encoding="utf-8").split("\n## ")
    others = [part.rstrip() for part in sections if part.splitlines()[0] != heading]
    whole = "\n\n## ".join([*others, f"{heading}\n\n{text.strip()}\n"])
    RESULTS.write_text(whole, encoding="utf-8")
