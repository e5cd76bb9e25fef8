"""What every installed game must have before anybody is shown it.

`find_faults` looks at what can be checked quickly, when the game is found. Whether its rules keep
the contract is tested by `ludotheque.testing`.
"""

from __future__ import annotations

import json
import pickle
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from ludotheque.core.bot import DEFAULT_LEVELS
from ludotheque.core.facts import load_fact_schemas
from ludotheque.core.game import Game
from ludotheque.core.options import Option
from ludotheque.core.pack import pack, unpack
from ludotheque.core.words import available_languages, installed_languages

SLUG: Final = re.compile(r"[a-z][a-z0-9_]*")
PLAYERS: Final = "players"  # the option that every game has: how many seats there are
MAX_SEATS: Final = 6  # the page has six colours and marks of seats, the terminal six names
OPTIONAL_FILES: Final = ("art/look.json", "lessons.json", "pictures.json")
BOT_NAMES: Final = ("random", *DEFAULT_LEVELS, "champion")  # `bots/words` has words for these


def find_faults(game: object, slug: str) -> list[str]:
    """What is missing or wrong with a game that is installed as ``slug``; none for a good one."""
    if not isinstance(game, Game):
        return [f"its entry point is {type(game).__name__}, not an instance of Game"]
    for check in (_attributes, _players, _texts, _facts, _files, _states):
        faults = _run(check, game, slug)
        if faults:  # later checks need what earlier ones found
            return faults
    return []


def _run(check: Callable[[Game, str], Iterator[str]], game: Game, slug: str) -> list[str]:
    try:
        return list(check(game, slug))
    except Exception as error:  # the code and the files of the game may do anything
        return [f"{check.__name__.strip('_')}: {type(error).__name__}: {error}"]


def _attributes(game: Game, slug: str) -> Iterator[str]:
    if getattr(game, "slug", None) != slug or not SLUG.fullmatch(slug):
        yield f"slug must be the name of the entry point, {slug}, of small letters, digits and _"
    checks: dict[str, Callable[[object], bool]] = {
        "name": lambda value: isinstance(value, str) and bool(value),
        "rules_version": lambda value: _is_int(value, 1),
        "authors": lambda value: _all(value, str),
        "publisher": lambda value: isinstance(value, str),
        "year": _is_int,
        "minutes": _is_range,
        "age": _is_int,
        "options": lambda value: _all(value, Option),
        "bots": lambda value: isinstance(value, Mapping),
        "levels": lambda value: isinstance(value, Mapping) and bool(value),
    }
    for name, is_good in checks.items():
        if not hasattr(game, name):
            yield f"{name} is missing"
        elif not is_good(getattr(game, name)):
            yield f"{name} must not be {getattr(game, name)!r}"


def _is_int(value: object, least: int = 0, most: int = sys.maxsize) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _is_range(value: object) -> bool:
    return (
        isinstance(value, tuple) and len(value) == 2 and _all(value, int) and value[0] <= value[1]
    )


def _all(value: object, kind: type) -> bool:
    return isinstance(value, tuple) and all(isinstance(item, kind) for item in value)


def _players(game: Game, _slug: str) -> Iterator[str]:
    options = {option.name: option for option in game.options}
    if len(options) < len(game.options):
        yield "two options have the same name"
    for option in game.options:
        if option.default not in option.values:
            yield f"option {option.name} does not take its default {option.default!r}"
    if PLAYERS not in options:
        yield f"options lack {PLAYERS}, the number of seats"
    elif not all(_is_int(count, 1, MAX_SEATS) for count in options[PLAYERS].values):
        values = options[PLAYERS].values
        yield f"option {PLAYERS} must take numbers of seats up to {MAX_SEATS}, not {values!r}"


def _texts(game: Game, _slug: str) -> Iterator[str]:
    for folder, extension in (("words", "json"), ("sheets", "md")):
        if not available_languages(game.folder() / folder, extension):
            yield f"{folder}/LANGUAGE.{extension} is missing, such as {folder}/en.{extension}"
            return
    for language in installed_languages():  # each falls back to others: all have the same keys
        words = game.words(language)
        missing = [key for key in required_keys(game) if not words.entries.get(key)]
        if missing:
            yield f"words lack {', '.join(missing)}"
            return
        for key in required_keys(game):
            words.say(key)


def required_keys(game: Game) -> list[str]:
    """The keys of words that every program may ask for, whatever the game."""
    keys = ["about.line"]
    for option in game.options:
        keys.append(f"option.{option.name}")
        keys += [f"option.{option.name}.{one}" for one in map(_key, option.values) if one]
    return keys + [f"bot.{name}" for name in game.levels if name not in BOT_NAMES]


def _key(value: object) -> str:
    """The last part of the key of an option's value; "" for a number, which needs no words."""
    if isinstance(value, bool):
        return str(value).lower()
    return value if isinstance(value, str) else ""


def _facts(game: Game, _slug: str) -> Iterator[str]:
    load_fact_schemas(game.folder())
    yield from ()


def _files(game: Game, _slug: str) -> Iterator[str]:
    """What the page asks for later can be read."""
    for name in OPTIONAL_FILES:
        path = game.folder() / name
        if not path.is_file():
            continue
        try:
            json.loads(path.read_text(encoding="utf-8"))
        except ValueError as error:
            yield f"{name} is not JSON: {error}"
    sheets = game.folder() / "sheets"
    for language in available_languages(sheets, "md"):
        try:
            (sheets / f"{language}.md").read_text(encoding="utf-8")
        except ValueError as error:
            yield f"sheets/{language}.md is not text: {error}"


def _states(game: Game, _slug: str) -> Iterator[str]:
    """A new game for each number of players has that many seats and can be sent to a bot."""
    counts = next(option.values for option in game.options if option.name == PLAYERS)
    for players in counts:
        options = game.resolve_options({PLAYERS: players})
        state = game.new(options)
        if state.seats() != players:
            yield f"a game for {players} players has {state.seats()} seats"
        packed = pickle.loads(pickle.dumps(pack(state)))  # noqa: S301 - of our own making
        if pack(unpack(game, options, packed)) != pack(state):
            yield "its state can't be packed: comparing fields must compare their values"
        state.public()
