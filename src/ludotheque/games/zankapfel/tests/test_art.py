"""Zankapfel: its art is complete, plain and small."""

from __future__ import annotations

import re

import art_checks

from ludotheque.games.zankapfel import GAME

GAMES = 48  # every combination of options


def test_everything_in_a_scene_has_a_picture() -> None:
    found = art_checks.names_in_scenes(GAME, GAMES)
    art_checks.check_pictures(GAME, found)
    drawn = set(re.findall(r"\.mark-([a-z]+)", art_checks.text_of(GAME, "look.css")))
    assert drawn <= found.marks


def test_what_is_rarely_seen_is_drawn() -> None:
    """Whatever cards, dice and numbers luck may bring."""
    kinds = ("red", "yellow", "green", "blue")
    names = {f"{card}-{kind}" for card in ("card", "sale", "apple") for kind in (*kinds, "joker")}
    names |= {f"prize-{kind}" for kind in kinds} | {f"die-{pips}" for pips in range(1, 7)}
    names |= {f"quarrel-{number}" for number in range(1, 11)}
    names |= {f"{piece}-{seat}" for piece in ("pawn", "debtor", "bribe") for seat in range(6)}
    names |= {f"sign-{kind}-{worth}" for kind in kinds for worth in (2, 3, 4, 5, 7)}
    names |= {"dice-1", "dice-2", "dice-3", "rolled-2", "rolled-3", "quarrel-none"}
    assert not names - art_checks.symbols(GAME)
