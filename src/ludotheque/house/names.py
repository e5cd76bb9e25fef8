"""Names of people: which are allowed, which are the same, and which look alike.

A name has one script, as most names have. Names that look alike have a skeleton in common, as in
Unicode's UTS 39; two people of a house have no skeleton in common.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from ludotheque.house.refusals import Refused

MIN_NAME_LENGTH: Final = 2
MAX_NAME_LENGTH: Final = 24
MAX_MARKS_PER_LETTER: Final = 2  # Vietnamese has letters with two
SKELETON_CACHE_SIZE: Final = 4096
# Characters that Unicode calls printable although they are invisible.
INVISIBLE_CHARACTERS: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, range(0xFE00, 0xFE10)))
    + "".join(map(chr, range(0xE0100, 0xE01F0)))
)
# Scripts that are written together.
SCRIPTS_TOGETHER: Final = (
    frozenset({"LATIN", "CJK", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "CJK", "BOPOMOFO"}),
    frozenset({"LATIN", "CJK", "HANGUL"}),
)
NO_SCRIPT: Final = frozenset({"MODIFIER", "COMBINING", "DIGIT"})
# What looks like the first character of each word, in upper or lower case as it is shown.
LOOK_ALIKES: Final = """
    AΑАᎪꓮᗅ aαаɑ BΒВᏴꓐᗷ bьвЬƅᏏᖯ CСϹᏟꓚ cсϲⲥ DᎠꓓᗞ dԁᏧɗ EΕЕᎬꓰⴹ eеҽ℮ FϜꓝᖴ fքꞙ GԌᏀᏳꓖ gɡցᶃ
    HΗНᎻꓧᕼ hһнհᏂ iіιɩıⲓᎥ JЈᎫꓙͿ jјϳ KΚКᏦꓗ kκкĸ LᏞꓡᒪ lI1|ΙІӀӏǀꓲƖⲒⵏ MΜМᎷꓟϺᗰ mм NΝꓠⲚ nոռп
    OΟОՕⲞꓳⵔ o0οоօσⲟס PΡРᏢꓑᑭ pρрⲣ QԚⵕ qԛգզ RᎡᏒꓣᖇ rгⲅꭇ SЅՏᏚᏕꓢ sѕ TΤТᎢꓔ tтτ UՍꓴᑌ uυսʋ
    VѴᏙꓦᐯ vνѵט WԜᎳᏔꓪ wѡԝաɯωш XΧХꓫⵝ xхχⲭ YΥҮУᎽᎩꓬ yуγүყɣ ZΖᏃꓜ z ÆӔ æӕ ÞϷ þϸ 3ЗзӠȜ 6б
    力カ 二ニ 工エ 口ロ 卜ト 夕タ 八ハ 千チ 三ミ 一ー へヘ りリ
    '’‘ʼʹ′`´ˊʾ -‐‑‒–—―− ·•‧∙・
"""


def _prototypes() -> dict[int, str]:
    words = [(word[0], word[1:]) for word in LOOK_ALIKES.split()]
    table = {ord(other): first for first, others in words for other in others}
    for code in (*range(0x250, 0x2B0), *range(0x1D00, 0x1D80), *range(0xA730, 0xA800)):
        name = unicodedata.name(chr(code), "")
        _, capital, letter = name.partition("LATIN LETTER SMALL CAPITAL ")
        if capital and len(letter) == 1:
            table[code] = letter.lower()
    return table


PROTOTYPES: Final = _prototypes()


def normalized_name(name: str) -> str:
    """A name without case and compatibility forms (NFKC); no two people may have the same."""
    normalized = name
    while (folded := unicodedata.normalize("NFKC", normalized).casefold()) != normalized:
        normalized = folded
    return normalized


@lru_cache(SKELETON_CACHE_SIZE)
def skeletons(name: str) -> frozenset[str]:
    """The skeletons of a name: of its letters as they are shown, and without case.

    Both, because people don't read case, but only some cases of a letter look like another.
    """
    shown = unicodedata.normalize("NFKC", name)
    return frozenset({_skeleton(shown), _skeleton(normalized_name(name))})


def _skeleton(text: str) -> str:
    letters = unicodedata.normalize("NFD", text).translate(PROTOTYPES).casefold()
    return unicodedata.normalize("NFC", letters.replace("m", "rn").replace("w", "vv"))


def looks_like_any(name: str, others: Iterable[str]) -> bool:
    """Whether a name looks like one of the others."""
    own = skeletons(name)
    return any(not own.isdisjoint(skeletons(other)) for other in others)


def clean_name(name: str) -> str:
    """A name as it is shown, without surplus spaces; refuses one that is not allowed."""
    shown = readable_name(name)
    _check_marks(shown)
    _check_scripts(shown)
    return shown


def readable_name(name: str) -> str:
    """A name as it is shown; refuses what was never allowed, in older versions neither."""
    shown = unicodedata.normalize("NFC", " ".join(part for part in name.split(" ") if part))
    if (
        not MIN_NAME_LENGTH <= len(shown) <= MAX_NAME_LENGTH
        or len(normalized_name(shown)) < MIN_NAME_LENGTH
    ):
        lengths = f"{MIN_NAME_LENGTH} to {MAX_NAME_LENGTH}"
        raise Refused("name-not-allowed", f"a name must have {lengths} characters")
    if not shown.isprintable() or not INVISIBLE_CHARACTERS.isdisjoint(shown):
        raise Refused("name-not-allowed", "a name must not have invisible characters")
    if not any(character.isalnum() for character in shown):
        raise Refused("name-not-allowed", "a name must have a letter or a digit")
    return shown


def _check_marks(name: str) -> None:
    """Refuse a letter under more marks than a script needs."""
    marks = 0
    for character in unicodedata.normalize("NFD", name):
        marks = marks + 1 if unicodedata.category(character) in {"Mn", "Me"} else 0
        if marks > MAX_MARKS_PER_LETTER:
            limit = f"a letter of a name may have {MAX_MARKS_PER_LETTER} marks"
            raise Refused("name-not-allowed", limit)


def _check_scripts(name: str) -> None:
    """Refuse a name in scripts that are not written together."""
    scripts = {script_of(character) for character in unicodedata.normalize("NFKC", name)} - {""}
    if len(scripts) > 1 and not any(scripts <= together for together in SCRIPTS_TOGETHER):
        mixed = ", ".join(sorted(script.capitalize() for script in scripts))
        raise Refused("mixed-scripts", f"a name must be written in one script, not in {mixed}")


def script_of(character: str) -> str:
    """The script of a letter or digit, as Unicode's name of it begins; "" if it has none."""
    if not character.isalnum():
        return ""
    script = unicodedata.name(character, "").replace("-", " ").partition(" ")[0]
    return {"IDEOGRAPHIC": "CJK"}.get(script, "" if script in NO_SCRIPT else script)
