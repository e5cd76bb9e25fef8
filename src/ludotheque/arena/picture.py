"""The standings of a contest as a picture: shares of victories as bars, with their doubt."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ludotheque.arena.results import Result, Standing

WIDTH: Final = 640
ROW: Final = 34
LEFT: Final = 110
RIGHT: Final = 90
TOP: Final = 56
STYLE: Final = (
    "text{font:14px system-ui,sans-serif;fill:#222}.s{font-size:12px;fill:#555}"
    ".b{fill:#3b6ea5}.w{stroke:#222;stroke-width:2}.f{stroke:#b3541e;stroke-dasharray:4 3}"
    ".g{fill:#fff}"
)


def picture(result: Result, title: str) -> str:
    """An SVG drawing; the dashed line on each bar is the share that chance would give."""
    most = max([0.01, *(one.high for one in result.standings)])
    height = TOP + ROW * len(result.standings) + 12
    rows = [_row(i, one, most) for i, one in enumerate(result.standings)]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
            f"<title>{escape(title)}</title><style>{STYLE}</style>",
            f'<rect class="g" width="{WIDTH}" height="{height}"/>',
            f'<text x="12" y="24">{escape(title)}</text>',
            f'<text class="s" x="12" y="42">{result.games} games; 95 % intervals</text>',
            *rows,
            "</svg>\n",
        ]
    )


def _row(i: int, one: Standing, most: float) -> str:
    y = TOP + ROW * i
    return (
        f'<text x="12" y="{y + 19}">{escape(one.bot)}</text>'
        f'<rect class="b" x="{LEFT}" y="{y + 4}" width="{_x(one.share, most) - LEFT}" height="20"/>'
        f"{_line('f', one.fair, one.fair, most, (y, y + 28))}"
        f"{_line('w', one.low, one.high, most, (y + 14, y + 14))}"
        f'<text x="{WIDTH - RIGHT + 12}" y="{y + 19}">{one.share:.1%}</text>'
    )


def _line(kind: str, low: float, high: float, most: float, ys: tuple[int, int]) -> str:
    xs = _x(low, most), _x(high, most)
    return f'<line class="{kind}" x1="{xs[0]}" x2="{xs[1]}" y1="{ys[0]}" y2="{ys[1]}"/>'


def _x(share: float, most: float) -> int:
    return LEFT + round((WIDTH - LEFT - RIGHT) * share / most)
