"""The gettext PO format, as far as it is needed here: entries with a context and without plurals.

Reads what other tools make of a file that was written here: texts in several lines, comments,
flags, obsolete entries. The format: https://www.gnu.org/software/gettext/manual/html_node/PO-Files.html
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from ludotheque.core.errors import GameError

ESCAPES: Final = {"\\": "\\", '"': '"', "n": "\n", "t": "\t", "r": "\r"}
ESCAPED: Final = {character: f"\\{letter}" for letter, character in ESCAPES.items()}
FUZZY: Final = "fuzzy"  # the flag of a translation that somebody must look at
_KEYWORD: Final = re.compile(r"(\w+(?:\[\d+\])?)\s+(.*)")
_STRING: Final = re.compile(r'"((?:[^"\\]|\\.)*)"')


class BadPo(GameError):
    """A text is not a PO file, or has what can't be read here."""

    code = "bad-po"


@dataclass(slots=True)
class Entry:
    """A text and its translation, which is empty if there is none; the header has no context."""

    context: str = ""
    source: str = ""
    translation: str = ""
    comments: list[str] = field(default_factory=list)  # for translators
    flags: list[str] = field(default_factory=list)

    @property
    def fuzzy(self) -> bool:
        """Whether somebody must look at the translation before it is used."""
        return FUZZY in self.flags


def write(header: dict[str, str], entries: list[Entry]) -> str:
    """The text of a PO file."""
    lines = "".join(f"{name}: {value}\n" for name, value in header.items())
    return "\n".join(_written(entry) for entry in [Entry(translation=lines), *entries])


def read(text: str) -> tuple[dict[str, str], list[Entry]]:
    """The header and the entries of a PO file, without obsolete ones; raises `BadPo`."""
    header: dict[str, str] = {}
    entries: dict[str, Entry] = {}
    for entry in _entries(text.removeprefix("\ufeff").split("\n")):
        if entry.context in entries:
            raise BadPo(f"{entry.context!r} is there twice")
        if entry.context:
            entries[entry.context] = entry
        elif entry.source:
            raise BadPo(f"{entry.source!r} has no msgctxt")
        else:
            header = dict(_header_fields(entry.translation))
    charset = header.get("Content-Type", "").rpartition("charset=")[2]
    if charset.lower() not in {"", "utf-8"}:
        raise BadPo(f"the file must be in UTF-8, not in {charset}")
    return header, list(entries.values())


def _header_fields(text: str) -> Iterator[tuple[str, str]]:
    for line in text.splitlines():
        name, _, value = line.partition(":")
        yield name.strip(), value.strip()


def _written(entry: Entry) -> str:
    lines = [f"#. {comment}" for comment in entry.comments]
    if entry.flags:
        lines.append(f"#, {', '.join(entry.flags)}")
    if entry.context:
        lines.append(f"msgctxt {_quoted(entry.context)}")
    lines += [f"msgid {_quoted(entry.source)}", f"msgstr {_quoted(entry.translation)}"]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """A text in quotes, one line of the file for each of its own lines."""
    escaped = "".join(ESCAPED.get(character, character) for character in text)
    parts = re.findall(r"(?:[^\\]|\\[^n])*\\n|.+$", escaped)
    if len(parts) <= 1:
        return f'"{escaped}"'
    return "\n".join(['""', *(f'"{part}"' for part in parts)])


def _entries(lines: list[str]) -> Iterator[Entry]:
    """The entries of the lines of a file; each ends where the next one begins."""
    texts: dict[str, str] = {}  # by keyword, of the present entry
    comments: list[str] = []
    flags: list[str] = []
    keyword = ""
    for number, line in enumerate(map(str.strip, lines), 1):
        match = _KEYWORD.fullmatch(line)
        begins = line.startswith("#") or (match is not None and match[1] in {"msgctxt", "msgid"})
        if begins and "msgstr" in texts:
            yield _entry(texts, comments, flags)
            texts, comments, flags = {}, [], []
        if line.startswith("#~"):
            comments, flags = [], []  # they belong to an obsolete entry
        elif line.startswith("#."):
            comments.append(line[2:].strip())
        elif line.startswith("#,"):
            flags += [flag.strip() for flag in line[2:].split(",")]
        elif line.startswith("#") or not line:
            continue  # a translator's comment, or a reference
        elif match is not None:
            keyword = match[1]
            if keyword not in {"msgctxt", "msgid", "msgstr"} or keyword in texts:
                raise BadPo(f"line {number}: {keyword} is not expected here")
            texts[keyword] = _unquoted(match[2], number)
        elif keyword:
            texts[keyword] += _unquoted(line, number)
        else:
            raise BadPo(f"line {number} is no line of a PO file: {line!r}")
    if texts:
        yield _entry(texts, comments, flags)


def _entry(texts: dict[str, str], comments: list[str], flags: list[str]) -> Entry:
    if "msgid" not in texts or "msgstr" not in texts:
        raise BadPo(f"an entry lacks its msgid or its msgstr: {texts}")
    return Entry(texts.get("msgctxt", ""), texts["msgid"], texts["msgstr"], comments, flags)


def _unquoted(quoted: str, number: int) -> str:
    match = _STRING.fullmatch(quoted)
    if match is None:
        raise BadPo(f"line {number} has no text in quotes: {quoted!r}")
    unknown = set(re.findall(r"\\(.)", match[1])) - ESCAPES.keys()
    if unknown:
        raise BadPo(f"line {number} has an unknown escape: \\{min(unknown)}")
    return re.sub(r"\\(.)", lambda escape: ESCAPES[escape[1]], match[1])
