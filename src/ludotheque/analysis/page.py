"""An analysis as a page of its own: one HTML file without scripts, to share or to keep."""

from __future__ import annotations

import io
from html import escape
from typing import TYPE_CHECKING, Final

from rich.console import Console

from ludotheque.analysis.view import GRADES, view_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.analysis.report import GameAnalysis
    from ludotheque.analysis.view import Moment, View
    from ludotheque.core.record import Record

WIDTH, HEIGHT = 900, 260  # of the curve
MARGIN: Final = 34
COLOURS: Final = ("#b3541e", "#3b6ea5", "#2a7f3f", "#8a3f8f", "#a58b00", "#3f8a86")  # by seat
DASHES: Final = ("", "7 4", "2 3", "10 3 2 3", "1 4", "14 4")  # so that colour is not needed
PICTURE_WIDTH: Final = 100  # characters
STYLE: Final = """
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1rem;
 background:#fdfbf7;color:#222}
h1{font-size:1.5rem}h2{font-size:1.2rem;margin-top:2rem}h3{margin:0}
svg{width:100%;height:auto;box-sizing:border-box;background:#fff;border:1px solid #ddd;
 border-radius:6px}
svg text{font:13px system-ui,sans-serif;fill:#444}
article{border:1px solid #ddd;border-radius:6px;padding:1rem;margin:1rem 0;background:#fff}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem;margin:.5rem 0}dd{margin:0}
summary{cursor:pointer;margin-top:.5rem}pre{overflow-x:auto;background:#1d1f21;color:#ddd;padding:.6rem;border-radius:6px;font-size:.8rem}
div.wide{overflow-x:auto}div.wide svg{min-width:36rem}
th:first-child,td:first-child{white-space:nowrap}
table{border-collapse:collapse}
th,td{padding:.25rem .8rem;text-align:right;border-bottom:1px solid #ddd}
th:first-child,td:first-child{text-align:left}
@media(max-width:30rem){th,td{padding:.25rem .4rem;font-size:.85rem}}
@media(prefers-color-scheme:dark){body{background:#191919;color:#ddd}
 article{background:#222;border-color:#444}th,td{border-color:#444}}
"""


def analysis_page(record: Record, analysis: GameAnalysis, language: str) -> str:
    """The page of an analysis in a language."""
    view = view_of(record, analysis, language)
    words = view.words
    moments = [_moment(number, moment, view) for number, moment in enumerate(view.moments, 1)]
    parts = [
        f'<!DOCTYPE html><html lang="{words.language}"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width,initial-scale=1">',
        f"<title>{escape(view.title)}</title><style>{STYLE}</style></head><body><main>",
        f"<h1>{escape(view.title)}</h1>",
        f"<h2>{escape(words.say('chances'))}</h2>{_curve(analysis, view)}",
        f"<p>{escape(words.say('chances.about'))}</p>",
        f"<h2>{escape(words.say('moments'))}</h2>",
        *(moments or [f"<p>{escape(words.say('moments.none'))}</p>"]),
        f"<h2>{escape(words.say('decisions'))}</h2>{_tallies(view)}",
        *([f"<p>{escape(words.say('luck.about'))}</p>"] if analysis.luck else []),
        f"<p>{escape(view.fairness)}</p></main></body></html>\n",
    ]
    return "\n".join(parts)


def _curve(analysis: GameAnalysis, view: View) -> str:
    """The chances of each seat after every event, with the moments marked, as SVG."""
    last = max(1, len(analysis.chances) - 1)

    def x(event: float) -> float:
        return round(MARGIN + (WIDTH - 2 * MARGIN) * event / last, 1)

    def y(chance: float) -> float:
        return round(HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * chance, 1)

    lines = []
    for seat, name in enumerate(view.names):
        points = " ".join(f"{x(i)},{y(row[seat])}" for i, row in enumerate(analysis.chances))
        stroke = f'stroke="{COLOURS[seat % 6]}" stroke-dasharray="{DASHES[seat % 6]}"'
        at = MARGIN + seat * (WIDTH - 2 * MARGIN) // len(view.names)
        lines += [
            f'<polyline points="{points}" fill="none" stroke-width="2" {stroke}/>',
            f'<line x1="{at}" x2="{at + 30}" y1="12" y2="12" stroke-width="2" {stroke}/>',
            f'<text x="{at + 36}" y="16">{escape(name)}</text>',
        ]
    for number, moment in enumerate(view.moments, 1):
        at_x = x(moment.event)
        lines += [
            f'<line x1="{at_x}" x2="{at_x}" y1="{y(1)}" y2="{y(0)}" stroke="#999"/>',
            f'<text x="{at_x}" y="{HEIGHT - 12}" text-anchor="middle">{number}</text>',
        ]
    grid = [
        f'<line x1="{MARGIN}" x2="{WIDTH - MARGIN}" y1="{y(share)}" y2="{y(share)}" stroke="#ddd"/>'
        f'<text x="2" y="{y(share) + 4}">{share:.0%}</text>'
        for share in (0.0, 0.5, 1.0)
    ]
    title = escape(view.words.say("chances"))
    return (
        f'<div class="wide"><svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{title}">'
        f"{''.join(grid + lines)}</svg></div>"
    )


def _moment(number: int, moment: Moment, view: View) -> str:
    words = view.words
    rows = [(words.say("played"), moment.played)]
    if moment.better:
        rows.append((words.say("better"), moment.better))
    sentences = [moment.verdict, moment.reason]
    return (
        f"<article><h3>{number}. {escape(moment.title)}</h3><dl>{_definitions(rows)}</dl>"
        f"{''.join(f'<p>{escape(one)}</p>' for one in sentences if one)}"
        f"{_table_picture(words.say('table.before'), moment.picture, ' open')}"
        f"{_table_picture(words.say('table.after'), moment.picture_after)}</article>"
    )


def _table_picture(title: str, markup: str, is_open: str = "") -> str:
    return f"<details{is_open}><summary>{escape(title)}</summary>{picture_html(markup)}</details>"


def _definitions(rows: Sequence[tuple[str, str]]) -> str:
    return "".join(f"<dt>{escape(name)}</dt><dd>{escape(text)}</dd>" for name, text in rows)


def _tallies(view: View) -> str:
    """A table of the decisions of each seat."""
    words = view.words
    heads = ["", *(words.say(f"grade.{grade}") for grade in GRADES), words.say("lost")]
    has_luck = any(tally.luck for tally in view.tallies)
    heads += [words.say("luck")] if has_luck else []
    rows = [
        [tally.name, *map(str, tally.grades), tally.lost, *([tally.luck] if has_luck else [])]
        for tally in view.tallies
    ]
    head = "".join(f"<th>{escape(one)}</th>" for one in heads)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows
    )
    return f'<div class="wide"><table><tr>{head}</tr>{body}</table></div>'


def picture_html(markup: str) -> str:
    """A picture with Rich markup as HTML."""
    console = Console(record=True, file=io.StringIO(), width=PICTURE_WIDTH, highlight=False)
    console.print(markup)
    return console.export_html(inline_styles=True, code_format="<pre>{code}</pre>")
