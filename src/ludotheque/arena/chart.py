"""Win shares as a bar chart with 95 % intervals, in SVG."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ludotheque.arena.results import Result

WIDTH: Final = 640
ROW_HEIGHT: Final = 34
LETTER_WIDTH: Final = 7.9  # mean, of a label
RIGHT_MARGIN: Final = 90
TOP_MARGIN: Final = 56
STYLE: Final = (
    "text{font:14px system-ui,sans-serif;fill:#222}.s{font-size:12px;fill:#555}"
    ".b{fill:#3b6ea5}.w{stroke:#222;stroke-width:2}.f{stroke:#b3541e;stroke-dasharray:4 3}"
    ".g{fill:#fff}.a{stroke:#2a7f3f;stroke-width:2}"
)


@dataclass(frozen=True, slots=True)
class Bar:
    """A win share with its interval and the fair share."""

    label: str
    share: float
    low: float
    high: float
    fair: float
    target: float | None = None


def standings_chart(result: Result, title: str) -> str:
    """The standings of a contest as an SVG chart."""
    bars = [Bar(one.bot, one.share, one.low, one.high, one.fair) for one in result.standings]
    return chart(bars, title, f"{result.games} games; 95 % intervals; dashed: fair share")


def chart(bars: list[Bar], title: str, caption: str) -> str:
    """An SVG chart; across each bar a dashed line at the fair share, a green one at the target."""
    highest = max([0.01, *(max(bar.high, bar.target or 0) for bar in bars)])
    left = 24 + round(LETTER_WIDTH * max([8, *(len(bar.label) for bar in bars)]))
    height = TOP_MARGIN + ROW_HEIGHT * len(bars) + 12
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
            f"<title>{escape(title)}</title><style>{STYLE}</style>",
            f'<rect class="g" width="{WIDTH}" height="{height}"/>',
            f'<text x="12" y="24">{escape(title)}</text>',
            f'<text class="s" x="12" y="42">{escape(caption)}</text>',
            *(_row(TOP_MARGIN + ROW_HEIGHT * i, bar, left, highest) for i, bar in enumerate(bars)),
            "</svg>\n",
        ]
    )


def _row(y: int, bar: Bar, left: int, highest: float) -> str:
    def x(share: float) -> int:
        return left + round((WIDTH - left - RIGHT_MARGIN) * share / highest)

    target = "" if bar.target is None else _line("a", x(bar.target), x(bar.target), y, y + 28)
    return (
        f'<text x="12" y="{y + 19}">{escape(bar.label)}</text>'
        f'<rect class="b" x="{left}" y="{y + 4}" width="{x(bar.share) - left}" height="20"/>'
        f"{_line('f', x(bar.fair), x(bar.fair), y, y + 28)}{target}"
        f"{_line('w', x(bar.low), x(bar.high), y + 14, y + 14)}"
        f'<text x="{WIDTH - RIGHT_MARGIN + 12}" y="{y + 19}">{bar.share:.1%}</text>'
    )


def _line(kind: str, x1: int, x2: int, y1: int, y2: int) -> str:
    return f'<line class="{kind}" x1="{x1}" x2="{x2}" y1="{y1}" y2="{y2}"/>'
