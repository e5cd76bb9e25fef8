"""Zankapfel: the reason for a move in words, from what the heuristics value it at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludotheque.core.fast import bit_indices
from ludotheque.games.zankapfel import moves
from ludotheque.games.zankapfel.data import COLOURS, DIE_PRICE, JOKER, MAX_DICE, SIDE, price
from ludotheque.games.zankapfel.knowledge import (
    CARD_VALUE,
    KNOWLEDGE,
    POINT,
    decides_game,
    fitting_quarrel_card,
    promise_of_cell,
    rounds_left,
)
from ludotheque.games.zankapfel.knowledge_dice import CERTAIN
from ludotheque.games.zankapfel.sentences import colour_name, worth

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.state import Move, Seat
    from ludotheque.core.words import Words
    from ludotheque.games.zankapfel.rules import Zankapfel

    Reason = tuple[str, dict[str, int]]  # a key of the words, and its values

NEAR_FITTING: Final = 2  # a quarrel card this far from the fitting one still fits
LATE_ROUNDS: Final = 2  # with no more rounds left, quarrel cards need not be saved


def why(world: Zankapfel, seat: Seat, move: Move, words: Words, names: Sequence[str]) -> str:
    """The main reason for a move, or against it."""
    decoded = moves.decode(move)
    if isinstance(decoded, moves.TakeColour):
        return _about_colour(world, seat, decoded.colour, words, names)
    key, values = _reason(world, seat, decoded)
    return words.say(f"why.{key}", **values)


def _reason(world: Zankapfel, seat: Seat, move: moves.AnyMove) -> Reason:
    match move:
        case moves.PlaceMayor(cell):
            return _about_placing(cell)
        case moves.ClearCell(cell):
            return _about_clearing(world, seat, cell)
        case moves.BuyCard():
            return _about_buying(world, seat)
        case moves.LayCard(card):
            return _about_laying(world, seat, card)
        case moves.MoveMayor(cell):
            return _about_moving(world, seat, cell)
        case moves.Offer() | moves.Decline() | moves.Accept() | moves.Refuse() as answer:
            return _about_bribery(world, seat, answer)
        case moves.LayQuarrelCard(number):
            return _about_quarrel_card(world, seat, number)
        case moves.BuyDice(dice):
            return _about_dice(world, seat, dice)
        case _:
            raise ValueError(f"no reason is known for {move}")


# set-up


def _about_placing(cell: int) -> Reason:
    row, column = divmod(cell, SIDE)
    return ("place" if 1 <= row <= 3 and 1 <= column <= 3 else "place.edge"), {}


def _about_clearing(world: Zankapfel, seat: Seat, cell: int) -> Reason:
    promises = [promise_of_cell(world, seat, chip) / POINT for chip in bit_indices(world.chips)]
    promise = promise_of_cell(world, seat, cell) / POINT
    usual = sum(promises) / len(promises)
    key = "clear" if promise <= usual else "clear.good"
    return key, {"worth": round(promise), "usual": round(usual)}


# buying and laying


def _about_buying(world: Zankapfel, seat: Seat) -> Reason:
    card, cost = int(world.face_up), int(price(world.face_up, world.mayor))
    held = len(world.private(seat).hand)
    if not held:
        return "buy.must", {}
    value = KNOWLEDGE.value_of_card(world, card, held)
    if value >= POINT * cost:
        return ("buy.joker" if card == JOKER else "buy"), {"cost": cost}
    return ("buy.late" if value < CARD_VALUE else "buy.expensive"), {"cost": cost}


def _about_laying(world: Zankapfel, seat: Seat, card: int) -> Reason:
    """What the card brings where the mayor may go, and how likely a quarrel is."""
    worths = [_most(card, cell) for cell in bit_indices(world.reachable())]
    values = {"least": min(worths), "most": max(worths)}
    certain = 100 * POINT
    alone = KNOWLEDGE.times_chance_alone(world, seat, card, certain)
    if alone == certain:
        return "lay.alone", values
    key = "lay.start" if seat == world.start else "lay"
    if world.wins_at_once(seat, max(worths)):
        key = "lay.home"
    return key, {**values, "risk": round((certain - alone) / POINT)}


def _most(card: int, cell: int) -> int:
    """What a card brings at a cell at most: a joker has all colours."""
    colours = range(COLOURS) if card == JOKER else (card,)
    return max(worth(colour, cell) for colour in colours)


# the mayor


def _about_moving(world: Zankapfel, seat: Seat, cell: int) -> Reason:
    card = int(world.laid[seat])
    if card < 0:
        return "move.nothing", {}
    harvest = _most(card, cell)
    best = max(_most(card, other) for other in bit_indices(world.reachable()))
    key = "move" if harvest == best else "move.less"
    if world.wins_at_once(seat, harvest):
        key = "move.home"
    return key, {"worth": harvest, "best": best}


def _about_bribery(world: Zankapfel, seat: Seat, move: moves.BriberyMove) -> Reason:
    match move:
        case moves.Accept(briber):
            return _about_accepting(world, seat, briber)
        case moves.Refuse():
            return _about_refusing(world, seat)
        case _ if world.laid[seat] < 0:
            return "offer.nothing", {}
        case moves.Decline():
            return _about_declining(world, seat)
        case moves.Offer() as offer:
            return _about_offering(world, seat, offer)


def _about_offering(world: Zankapfel, seat: Seat, offer: moves.Offer) -> Reason:
    cell, points = offer
    if world.wins_at_once(world.start, points):
        return "offer.home", {"count": points}
    card, pays = int(world.laid[seat]), _value(world, seat, moves.offer_move(cell, points)) > 0
    values = {"worth": _most(card, cell), "usual": _most(card, int(world.proposal))}
    return ("offer" if pays else "offer.little"), {**values, "count": points}


def _about_declining(world: Zankapfel, seat: Seat) -> Reason:
    _, standing = world.offer_of(seat)
    if world.wins_at_once(world.start, standing + 1):
        return "decline.home", {}
    values = [_value(world, seat, move) for move in world.legal_moves(seat)]
    return ("decline" if max(values) <= 0 else "decline.lost"), {}


def _about_accepting(world: Zankapfel, seat: Seat, briber: int) -> Reason:
    """What an offer brings the start player, in addition to their own harvest."""
    cell, points = world.offer_of(briber)
    card = int(world.laid[seat])
    if world.wins_at_once(seat, points):
        return "accept.home", {"count": points}
    if card < 0:
        return "accept.nothing", {"count": points}
    usual = _most(card, int(world.proposal))
    return "accept", {"worth": _most(card, cell), "usual": usual, "count": points}


def _about_refusing(world: Zankapfel, seat: Seat) -> Reason:
    bribers = [other for other in range(world.players) if world.offers[other]]
    if any(world.wins_at_once(seat, world.offer_of(briber)[1]) for briber in bribers):
        return "refuse.home", {}
    best = max(_value(world, seat, moves.ACCEPT + briber) for briber in bribers)
    return ("refuse" if best <= 0 else "refuse.lost"), {}


def _value(world: Zankapfel, seat: Seat, move: Move) -> int:
    """What the quick player values a move at."""
    return int(KNOWLEDGE.move_value(world, seat, move))


# harvest and quarrels


def _about_colour(
    world: Zankapfel, seat: Seat, colour: int, words: Words, names: Sequence[str]
) -> str:
    rivals = [
        other for other in range(world.players) if other != seat and world.colours[other] == colour
    ]
    points = worth(colour, int(world.mayor))
    key = "why.colour.quarrel" if rivals else "why.colour"
    if not rivals and world.wins_at_once(seat, points):
        key = "why.colour.home"
    elif len(rivals) == 1 and world.wins_at_once(rivals[0], points):
        key = "why.colour.stop"
    return words.say(
        key,
        colour=colour_name(colour, words),
        worth=points,
        names=", ".join(names[rival] for rival in rivals),
    )


def _about_quarrel_card(world: Zankapfel, seat: Seat, number: int) -> Reason:
    above = number - int(fitting_quarrel_card(world, seat))
    if above < -NEAR_FITTING:
        key = "quarrel.low"
    elif decides_game(world):
        key = "quarrel.home"
    elif rounds_left(world) <= LATE_ROUNDS:
        key = "quarrel.late"
    else:
        key = "quarrel" if above <= NEAR_FITTING else "quarrel.high"
    return key, {"worth": int(world.prize)}


def _about_dice(world: Zankapfel, seat: Seat, dice: int) -> Reason:
    """How much likelier dice make it to win, and whether that pays."""
    values = [_value(world, seat, moves.DICE + count) for count in range(MAX_DICE + 1)]
    bare = _percent_to_win(world, seat, 0)
    if not dice:
        best = max(range(1, MAX_DICE + 1), key=values.__getitem__)
        key = "nodice.lost" if values[best] > values[0] else "nodice"
        return key, {"bare": bare, "chance": _percent_to_win(world, seat, best)}
    key = "dice" if values[dice] >= values[0] else "dice.expensive"
    chance = _percent_to_win(world, seat, dice)
    return key, {"bare": bare, "chance": chance, "cost": DIE_PRICE * dice}


def _percent_to_win(world: Zankapfel, seat: Seat, dice: int) -> int:
    return round(100 * int(KNOWLEDGE.chance_to_win(world, seat, dice)) / CERTAIN)
