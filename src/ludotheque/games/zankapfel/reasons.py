"""Zankapfel: the reason for a move in words, from what the moves are worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotheque.core.fast import members
from ludotheque.games.zankapfel.data import CELLS, COLOURS, DIE_PRICE, JOKER, SIDE, WORTH, price
from ludotheque.games.zankapfel.notation import CARD
from ludotheque.games.zankapfel.rules import (
    ACCEPT,
    BUY,
    CLEAR,
    COLOUR,
    DECLINE,
    DICE,
    LAY,
    MAYOR,
    MOVE,
    OFFER,
    QUARREL,
    REFUSE,
    Zankapfel,
)
from ludotheque.games.zankapfel.worth import (
    CARD_VALUE,
    appraise,
    card_value,
    chance_alone,
    chance_to_win,
    deciding,
    fitting_card,
    promise_of_cell,
    rivals,
    rounds_left,
    value_of_dice,
    wins,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.state import Move, Seat
    from ludotheque.core.words import Words

NEAR = 2  # so far from the fitting quarrel card one still speaks of a fitting one


def why(world: Zankapfel, seat: Seat, move: Move, words: Words, names: Sequence[str]) -> str:
    """The main reason for a move, or against it."""
    if move < BUY:
        key, values = _about_set_up(world, seat, move)
    elif move < MOVE:
        key, values = (
            _about_buying(world, seat) if move == BUY else _about_laying(world, seat, move - LAY)
        )
    elif move < COLOUR:
        key, values = _about_the_mayor(world, seat, move)
    elif move < QUARREL:
        return _about_a_colour(world, seat, move - COLOUR, words, names)
    elif move < DICE:
        key, values = _about_a_quarrel_card(world, seat, move - QUARREL)
    else:
        key, values = _about_dice(world, seat, move - DICE)
    return words.say(f"why.{key}", **values)


def _about_set_up(world: Zankapfel, seat: Seat, move: Move) -> tuple[str, dict[str, int]]:
    if move < CLEAR:
        row, column = divmod(move - MAYOR, SIDE)
        return ("place" if 1 <= row <= 3 and 1 <= column <= 3 else "place.edge"), {}
    promises = [promise_of_cell(world, seat, cell) for cell in members(world.chips)]
    promise = promise_of_cell(world, seat, move - CLEAR)
    usual = sum(promises) / len(promises)
    key = "clear" if promise <= usual else "clear.good"
    return key, {"worth": round(promise), "usual": round(usual)}


# buying and laying


def _about_buying(world: Zankapfel, seat: Seat) -> tuple[str, dict[str, int]]:
    card, cost = int(world.face_up), int(price(world.face_up, world.mayor))
    held = len(world.observe(seat).hand)
    if not held:
        return "buy.must", {}
    worth = card_value(world, card, held)
    if worth >= cost:
        return ("buy.joker" if card == JOKER else "buy"), {"cost": cost}
    return ("buy.late" if worth < CARD_VALUE / 2 else "buy.dear"), {"cost": cost}


def _about_laying(world: Zankapfel, seat: Seat, card: int) -> tuple[str, dict[str, int]]:
    """What the card brings where the mayor may go, and how likely a quarrel is."""
    worths = [_most(card, cell) for cell in members(world.reachable())]
    if rivals(world, seat) == 0:
        return "lay.alone", {"least": min(worths), "most": max(worths)}
    risk = round(100 * (1 - chance_alone(world, seat, card)))
    key = "lay.start" if seat == world.start else "lay"
    if wins(world, seat, max(worths)):
        key = "lay.home"
    return key, {"least": min(worths), "most": max(worths), "risk": risk}


def _most(card: int, cell: int) -> int:
    """What a card brings at a cell at most: a joker has all colours."""
    colours = range(COLOURS) if card == JOKER else (card,)
    return max(int(WORTH[CELLS * colour + cell]) for colour in colours)


# the mayor


def _about_the_mayor(world: Zankapfel, seat: Seat, move: Move) -> tuple[str, dict[str, int]]:
    card = int(world.laid[seat])
    if move == REFUSE or ACCEPT <= move < REFUSE:
        return _about_an_answer(world, seat, move)
    if card < 0:
        return ("move.nothing" if move < OFFER else "offer.nothing"), {}
    if move < OFFER:
        worth = _most(card, move - MOVE)
        best = max(_most(card, cell) for cell in members(world.reachable()))
        key = "move" if worth == best else "move.less"
        if wins(world, seat, worth):
            key = "move.home"
        return key, {"worth": worth, "best": best}
    usual = _most(card, int(world.proposal))
    if move == DECLINE:
        return _about_declining(world, seat)
    points, cell = divmod(move - OFFER, CELLS)
    if wins(world, int(world.start), points):
        return "offer.home", {"count": points}
    key = "offer" if appraise(world, seat, move) > 0 else "offer.little"
    return key, {"worth": _most(card, cell), "usual": usual, "count": points}


def _about_declining(world: Zankapfel, seat: Seat) -> tuple[str, dict[str, int]]:
    others = [move for move in world.legal_moves(seat) if move != DECLINE]
    if others and all(wins(world, int(world.start), (move - OFFER) // CELLS) for move in others):
        return "decline.home", {}
    best = max((appraise(world, seat, move) for move in others), default=0.0)
    return ("decline" if best <= 0 else "decline.lost"), {}


def _about_an_answer(world: Zankapfel, seat: Seat, move: Move) -> tuple[str, dict[str, int]]:
    """What an offer brings the start player, beside their own harvest."""
    offers = [other for other in range(world.players) if world.offers[other]]
    home = any(wins(world, seat, world.offer_of(other)[1]) for other in offers)
    if move == REFUSE and home:
        return "refuse.home", {}
    if move == REFUSE:
        best = max(appraise(world, seat, ACCEPT + other) for other in offers)
        return ("refuse" if best <= 0 else "refuse.lost"), {}
    cell, points = world.offer_of(move - ACCEPT)
    card = int(world.laid[seat])
    if wins(world, seat, points):
        return "accept.home", {"count": points}
    if card < 0:
        return "accept.nothing", {"count": points}
    usual = _most(card, int(world.proposal))
    return "accept", {"worth": _most(card, cell), "usual": usual, "count": points}


# harvest and quarrels


def _about_a_colour(
    world: Zankapfel, seat: Seat, colour: int, words: Words, names: Sequence[str]
) -> str:
    others = [who for who in range(world.players) if who != seat and world.colours[who] == colour]
    worth = int(WORTH[CELLS * colour + world.mayor])
    key = "why.colour.quarrel" if others else "why.colour"
    if not others and wins(world, seat, worth):
        key = "why.colour.home"
    elif len(others) == 1 and wins(world, others[0], worth):
        key = "why.colour.stop"
    return words.say(
        key,
        colour=words.say(f"colour.{CARD[colour]}"),
        worth=worth,
        names=", ".join(names[who] for who in others),
    )


def _about_a_quarrel_card(world: Zankapfel, seat: Seat, number: int) -> tuple[str, dict[str, int]]:
    ahead = number - fitting_card(world, seat)
    if ahead < -NEAR:
        key = "quarrel.low"
    elif deciding(world):
        key = "quarrel.home"
    elif rounds_left(world) <= 2:
        key = "quarrel.late"
    else:
        key = "quarrel" if ahead <= NEAR else "quarrel.high"
    return key, {"worth": int(world.prize)}


def _about_dice(world: Zankapfel, seat: Seat, dice: int) -> tuple[str, dict[str, int]]:
    """How much likelier dice make it to win, and whether that pays."""
    bare = round(100 * chance_to_win(world, seat, 0))
    if not dice:
        best = max(range(1, 4), key=lambda count: value_of_dice(world, seat, count))
        better = round(100 * chance_to_win(world, seat, best))
        pays = value_of_dice(world, seat, best) > value_of_dice(world, seat, 0)
        return ("nodice.lost" if pays else "nodice"), {"bare": bare, "chance": better}
    chance = round(100 * chance_to_win(world, seat, dice))
    pays = value_of_dice(world, seat, dice) >= value_of_dice(world, seat, 0)
    key = "dice" if pays else "dice.dear"
    return key, {"bare": bare, "chance": chance, "cost": DIE_PRICE * dice}
