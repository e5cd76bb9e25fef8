"""Which passwords are allowed: long enough, and not among the first that anybody would try."""

from __future__ import annotations

import unicodedata
from functools import cache
from importlib.resources import files
from typing import Final

from ludotheque.core.registry import installed
from ludotheque.house.refusals import Refused

MIN_PASSWORD_LENGTH: Final = 8
MAX_PASSWORD_LENGTH: Final = 1024
MAX_ADDED_CHARACTERS: Final = 6  # digits and signs around a common word, such as a year and "!"
MIN_DIFFERENT_CHARACTERS: Final = 2
HOUSE_NAME: Final = "ludotheque"
SEQUENCES: Final = (
    "abcdefghijklmnopqrstuvwxyz",
    "01234567890123456789",
    "qwertyuiopasdfghjklzxcvbnm",
    "qwertzuiopasdfghjklyxcvbnm",
    "qwertzuiopuasdfghjkloayxcvbnm",  # with umlauts, folded
    "azertyuiopqsdfghjklmwxcvbn",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
    "1q2w3e4r5t6z7u8i9o0p",
    "1q2w3e4r5t6y7u8i9o0p",
    "1a2z3e4r5t6y7u8i9o0p",
    "a1b2c3d4e5f6g7h8i9j0",
    "a1z2e3r4t5y6u7i8o9p0",
    "q1w2e3r4t5y6u7i8o9p0",
    "q1w2e3r4t5z6u7i8o9p0",
    "147258369",
    "123654789",
    "741852963",
    "789456123",
)
# Digits and signs that stand for letters; 1 for one of two.
LEET: Final = tuple(
    str.maketrans("@43057$!|1", letters) for letters in ("aaeostsiii", "aaeostsill")
)


@cache
def common_passwords() -> frozenset[str]:
    """Common passwords and words, folded; ``common_passwords.txt`` has several on a line."""
    text = (files("ludotheque.house.people") / "common_passwords.txt").read_text(encoding="utf-8")
    lines = (line for line in text.splitlines() if not line.startswith("#"))
    return frozenset(fold(word) for line in lines for word in line.split())


def check_password(password: str, name: str) -> None:
    """Refuse a password that is too short, too long or easy to guess for a person of a name."""
    if len(password) < MIN_PASSWORD_LENGTH:
        least = f"at least {MIN_PASSWORD_LENGTH} characters"
        raise Refused("password-too-short", f"a password must have {least}")
    if len(password) > MAX_PASSWORD_LENGTH:
        most = f"at most {MAX_PASSWORD_LENGTH} characters"
        raise Refused("password-too-long", f"a password may have {most}")
    if is_common(password, name):
        raise Refused("password-too-common", "this is one of the first passwords one would guess")


def is_common(password: str, name: str = "") -> bool:
    """Whether a password is common, a sequence of keys, or the name of the person or the house.

    Digits and signs around it don't make it better, nor those that stand for letters.
    """
    folded, known = fold(password), common_passwords() | _names(name)
    if len(set(folded)) <= MIN_DIFFERENT_CHARACTERS or _is_easy(_repeated(folded), known):
        return True
    core = _core(folded)
    added = folded.replace(core, "", 1)
    if len(added) > MAX_ADDED_CHARACTERS and not _is_easy(_repeated(added), known):
        return False
    cores = [core]
    for letters in LEET:
        cores += [core.translate(letters), _core(folded.translate(letters))]
    return any(_is_easy(_repeated(one), known) for one in cores)


def _is_easy(text: str, known: frozenset[str]) -> bool:
    return text in known or _is_sequence(text)


def fold(text: str) -> str:
    """A text without case, accents and compatibility forms."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def _core(folded: str) -> str:
    """A password without the digits and signs before and after it."""
    return folded.strip("".join(char for char in set(folded) if not char.isalpha()))


def _repeated(text: str) -> str:
    """The shortest text that gives this one when it is repeated."""
    return text[: (text + text).find(text, 1)] if text else text


def _is_sequence(text: str) -> bool:
    """Whether a text is a piece of a sequence of keys, forwards or backwards."""
    return bool(text) and any(text in part or text[::-1] in part for part in SEQUENCES)


def _names(name: str) -> frozenset[str]:
    """The names of the person, the house and its games, with and without spaces and signs."""
    folded = {fold(one) for one in (name, HOUSE_NAME, *_game_names())}
    without_signs = {"".join(filter(str.isalnum, one)) for one in folded}
    parts = {part for one in folded for part in (_core(one), *one.split())}
    return frozenset(one for one in folded | without_signs | parts if len(one) > 1)


@cache
def _game_names() -> tuple[str, ...]:
    games = installed()
    return (*games, *(game.name for game in games.values()))
