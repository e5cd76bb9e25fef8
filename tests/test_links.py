"""Links in the documents lead somewhere: to a file, and to a heading in it. No network is used."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCUMENTS = [
    *ROOT.glob("*.md"),
    *(path for folder in ("docs", "examples") for path in (ROOT / folder).rglob("*.md")),
]
FENCED = re.compile(r"^(```+|~~~+).*?^\1", re.DOTALL | re.MULTILINE)
INLINE_CODE = re.compile(r"`[^`]*`")
LINK = re.compile(r"\]\(([^)\s]+)\)")
EXTERNAL = re.compile(r"[a-z][a-z0-9+.-]*:")


def links(text: str) -> list[str]:
    """The targets of all links and pictures, without those in code and those to other sites."""
    prose = INLINE_CODE.sub("", FENCED.sub("", text))
    return [target for target in LINK.findall(prose) if not EXTERNAL.match(target)]


def slug(heading: str) -> str:
    """The anchor of a heading, as GitHub and the site make it."""
    plain = re.sub(r"!?\[([^]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
    return re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")


def anchors(text: str) -> set[str]:
    """The anchors of all headings; those that repeat are numbered."""
    seen: Counter[str] = Counter()
    found = set()
    for heading in re.findall(r"^#{1,6} (.+?)#*$", FENCED.sub("", text), re.MULTILINE):
        name = slug(heading)
        found.add(f"{name}-{seen[name]}" if seen[name] else name)
        seen[name] += 1
    return found


@cache
def anchors_of(path: Path) -> set[str]:
    return anchors(path.read_text(encoding="utf-8")) if path.suffix == ".md" else set()


def broken_links(path: Path) -> list[str]:
    """The links of a document to files or headings that don't exist."""
    broken = []
    for link in links(path.read_text(encoding="utf-8")):
        name, _, anchor = link.partition("#")
        target = (path.parent / name).resolve() if name else path
        if not target.exists() or (anchor and anchor not in anchors_of(target)):
            broken.append(link)
    return broken


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path: Path) -> None:
    assert not broken_links(path)


def test_broken_links_are_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# Who gets in?\n[a](#who-gets-in) [b](#nobody) [c](none.md) ![d](page.md#who-gets-in)\n"
        "`[e](none.md)` [f](https://example.org/none)\n```\n[g](none.md)\n# nobody\n```\n"
    )
    assert broken_links(page) == ["#nobody", "none.md"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("## Old `tables` & logs", {"old-tables--logs"}),
        ("# À la maison", {"à-la-maison"}),
        ("# Limits\n## Limits", {"limits", "limits-1"}),
        ("## See [the page](page.md)", {"see-the-page"}),
    ],
)
def test_anchors_are_those_of_github(text: str, found: set[str]) -> None:
    assert anchors(text) == found
