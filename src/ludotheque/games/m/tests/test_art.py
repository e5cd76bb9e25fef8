"""M: its art is complete, plain and small."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import art_checks
import pytest

from ludotheque.games.m import GAME
from ludotheque.games.m.data import COLOURS
from ludotheque.games.m.notation import CARD_NAMES

if TYPE_CHECKING:
    from xml.etree import ElementTree

PATH = f"{art_checks.SVG}path"
HALF_WIDTHS = {"c": 6, "t": 7.5, "m": 9, "o": 8, "s": 8.5}  # of a notch, by symbol

GAMES = 40  # every combination of options


def test_everything_in_a_scene_has_a_picture() -> None:
    found = art_checks.names_in_scenes(GAME, GAMES)
    art_checks.check_pictures(GAME, found)
    drawn = set(re.findall(r"\.mark-([a-z]+)", art_checks.text_of(GAME, "look.css")))
    assert drawn <= found.marks


def test_every_card_is_drawn_with_its_own_parts() -> None:
    """Colour, notches, sign and number of a card are those of its name (M-1, M-2)."""
    cards = {
        symbol.attrib["id"].removeprefix("card-"): parts(symbol)
        for symbol in art_checks.sprite(GAME).iter(f"{art_checks.SVG}symbol")
        if symbol.attrib["id"].startswith("card-")
    }
    assert set(cards) == set(CARD_NAMES)
    for name, found in cards.items():
        colour, value, sign = name[0], name[1:3], name[3:]
        zero = [f"m-plate-{colour}", "m-nought"]
        other = [f"m-plate-{colour}", f"m-rim-{sign}{value[0]}", f"m-sign-{sign}", f"m-{value}"]
        assert found == (other if sign else zero), name


@pytest.mark.parametrize("sign", "ctmos")
@pytest.mark.parametrize("count", range(1, 5))
def test_m_2_as_many_notches_as_tens_on_each_side_that_meet_those_of_a_like_card(
    sign: str, count: int
) -> None:
    """Evenly about the middle: the halves of a neighbour, turned around, complete them."""
    paths = {path.attrib.get("id"): path.attrib["d"] for path in art_checks.sprite(GAME).iter(PATH)}
    starts = [float(x) for x in re.findall(r"M([\d.]+) 0", paths[f"m-side-{sign}{count}"])]
    assert len(starts) == count
    middles = [start + HALF_WIDTHS[sign] for start in starts]
    assert middles == pytest.approx([100 - x for x in reversed(middles)])


def test_what_is_rarely_seen_is_drawn() -> None:
    names = {"choose-row", "choose-column", "line-row", "line-column", "cell-3", "cell-shut"}
    names |= {f"pillar-{seat}" for seat in range(6)} | {f"tally-{colour}" for colour in COLOURS}
    assert not names - art_checks.symbols(GAME)


def parts(symbol: ElementTree.Element) -> list[str]:
    return [use.attrib["href"].removeprefix("#") for use in symbol.iter(f"{art_checks.SVG}use")]
