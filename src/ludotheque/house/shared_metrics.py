"""Metrics of all processes that share a port: whichever is asked answers for all of them.

Each publishes its own now and then in memory that all of them share.
"""

from __future__ import annotations

import mmap
import re
import struct
import zlib
from collections.abc import Sequence
from typing import Final

PAGE_BYTES: Final = 1 << 18
HEADER: Final = struct.Struct("<II")  # the length and the checksum of the text
FAMILY_START: Final = re.compile(r"^(?=# HELP )", re.MULTILINE)
SAMPLE: Final = re.compile(r"^(\w+)(?:\{(.*)\})? ", re.MULTILINE)


def new_pages(count: int) -> list[mmap.mmap]:
    """Shared memory for the metrics of ``count`` processes, to be made before they are forked."""
    return [mmap.mmap(-1, PAGE_BYTES) for _ in range(count)]


class SharedMetrics:
    """The metrics of all processes, in the text format of Prometheus."""

    def __init__(self, index: int, pages: Sequence[mmap.mmap]) -> None:
        self.index = index
        self.pages = pages

    def publish(self, text: bytes) -> None:
        """Publish the metrics of this process; what does not fit is left out."""
        lines = text[: PAGE_BYTES - HEADER.size].rpartition(b"\n")
        data = lines[0] + lines[1]
        page = self.pages[self.index]
        page[HEADER.size : HEADER.size + len(data)] = data
        page[: HEADER.size] = HEADER.pack(len(data), zlib.crc32(data))

    def exposition(self) -> bytes:
        """The metrics of all processes, with the label `process`."""
        families: dict[str, list[str]] = {}  # the samples by the comments before them
        for index, page in enumerate(self.pages):
            for family in FAMILY_START.split(_published(page)):
                lines = family.splitlines(keepends=True)
                comments = "".join(line for line in lines if line.startswith("#"))
                samples = "".join(line for line in lines if not line.startswith("#"))
                families.setdefault(comments, []).append(_labelled(samples, index))
        return "".join(comments + "".join(some) for comments, some in families.items()).encode()


def _published(page: mmap.mmap) -> str:
    """The text of a page; nothing while another process is writing it."""
    length, checksum = HEADER.unpack(page[: HEADER.size])
    data = page[HEADER.size : HEADER.size + length]
    return data.decode() if zlib.crc32(data) == checksum else ""


def _labelled(samples: str, process: int) -> str:
    def with_label(match: re.Match[str]) -> str:
        labels = f'process="{process}"' + (f",{match[2]}" if match[2] else "")
        return f"{match[1]}{{{labels}}} "

    return SAMPLE.sub(with_label, samples)
