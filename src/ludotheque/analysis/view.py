"""An analysis in words: for the terminal and for the page to share."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Final, NamedTuple

from ludotheque.analysis.decisions import BLUNDER, SLIP
from ludotheque.analysis.games import table_at
from ludotheque.analysis.reasons import reason
from ludotheque.core.rng import SeededRng
from ludotheque.core.words import Words

if TYPE_CHECKING:
    from ludotheque.analysis.report import Decision, GameAnalysis
    from ludotheque.core.record import Record

GRADES: Final = ("best", "good", "slip", "blunder")


class Moment(NamedTuple):
    """A decision in words."""

    event: int
    title: str
    played: str
    better: str  # "" if the best move was played
    verdict: str  # what the move cost or gained
    reason: str  # for the best move; "" if the game has none
    picture: str  # the table as the seat saw it, with Rich markup
    picture_after: str  # the same after the best move


class Tally(NamedTuple):
    """The decisions of a seat."""

    name: str
    grades: tuple[int, ...]  # how many of each of `GRADES`
    lost: str  # what each of them cost on average, in percent of a win
    luck: str  # what luck added to the chance to win; "" if the game shows no luck


class View(NamedTuple):
    """An analysis in words."""

    words: Words
    title: str
    names: tuple[str, ...]
    moments: tuple[Moment, ...]
    tallies: tuple[Tally, ...]
    fairness: str  # how decisions are judged


def analysis_words(language: str) -> Words:
    """The words of analyses in a language."""
    return Words.load(files(__package__) / "words", language)


def view_of(record: Record, analysis: GameAnalysis, language: str) -> View:
    """The analysis of a record in a language."""
    words = analysis_words(language)
    seats = range(len(analysis.chances[0]))
    names = tuple(words.say("player", number=seat + 1) for seat in seats)
    moments = [
        _moment(record, analysis.decisions[index], words, names) for index in analysis.moments
    ]
    tallies = [_tally(analysis, seat, name, words) for seat, name in enumerate(names)]
    return View(
        words,
        words.say("title", game=record.game.name),
        names,
        tuple(moments),
        tuple(tallies),
        words.say("fairness", slip=round(100 * SLIP), blunder=round(100 * BLUNDER)),
    )


def _moment(record: Record, decision: Decision, words: Words, names: tuple[str, ...]) -> Moment:
    game, seat = record.game, decision.seat
    state = table_at(record, decision.event).state
    world = state.imagine(seat, SeededRng(decision.event))
    after = state.clone()
    after.apply(seat, game.parse(state, decision.best))
    own = game.words(words.language)
    labels = [
        game.move_phrase(world, game.parse(world, text), own.spoken())
        for text in (decision.played, decision.best)
    ]
    is_best = decision.best == decision.played
    key, value = ("gain", decision.gain) if is_best else ("cost", decision.cost)
    return Moment(
        decision.event,
        words.say("moment", name=names[seat], event=decision.event),
        labels[0],
        "" if is_best else labels[1],
        words.say(key, percent=round(100 * value), doubt=round(100 * decision.doubt)),
        reason(game, state, seat, decision.best, own, names),
        game.picture(state.observe(seat), own, names),
        game.picture(after.observe(seat), own, names),
    )


def _tally(analysis: GameAnalysis, seat: int, name: str, words: Words) -> Tally:
    own = [decision for decision in analysis.decisions if decision.seat == seat]
    grades = [decision.grade for decision in own]
    lost = sum(decision.cost for decision in own) / max(1, len(own))
    luck = sum(effect.effects[seat] for effect in analysis.luck)
    return Tally(
        name,
        tuple(grades.count(grade) for grade in GRADES),
        words.say("percent", value=f"{100 * lost:.1f}"),
        words.say("percent", value=signed(round(100 * luck))) if analysis.luck else "",
    )


def signed(number: int) -> str:
    """A number with its sign; 0 has none."""
    return f"{number:+}".replace("-", "\N{MINUS SIGN}") if number else "0"
