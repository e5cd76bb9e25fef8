"""What decided a game: chances, decisions judged by what a seat could know, and luck.

`analyse` does all at once; a server calls `analyse_part` for each of `parts_of` and `assemble`.
"""

from __future__ import annotations

from ludotheque.analysis.chances import win_chances
from ludotheque.analysis.games import VERSION, analyse, analyse_part, assemble, parts_of
from ludotheque.analysis.reasons import reason
from ludotheque.analysis.report import AnalysisPart, Decision, GameAnalysis, Grade, LuckEffect

__all__ = [
    "VERSION",
    "AnalysisPart",
    "Decision",
    "GameAnalysis",
    "Grade",
    "LuckEffect",
    "analyse",
    "analyse_part",
    "assemble",
    "parts_of",
    "reason",
    "win_chances",
]
