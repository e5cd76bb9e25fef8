"""Zankapfel: the reason for a move in words, from what the heuristics value it at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludotheque.core.fast import bit_indices
from ludotheque.games.zankapfel import data, knowledge, moves
from ludotheque.games.zankapfel.knowledge import KNOWLEDGE, POINT
from ludotheque.games.zankapfel.knowledge_dice import PROBABILITY_ONE
from ludotheque.games.zankapfel.sentences import colour_name, names_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.state import Move, Seat
    from ludotheque.core.words import Words
    from ludotheque.games.zankapfel.rules import Zankapfel

    Reason = tuple[str, dict[str, int]]  # a key of the words after why, and its values

FITTING_TOLERANCE: Final = 2  # a quarrel card this far from the fitting one still fits
MAX_ABOVE_STAKE: Final = 4  # a quarrel card higher than that is said to be more than enough
WEAK_CHANCE_PERCENT: Final = 10  # a quarrel card that wins less often is said to be weak
LATE_ROUNDS: Final = 2  # with at most this many rounds left, quarrel cards need not be saved


def why(world: Zankapfel, seat: Seat, move: Move, words: Words, names: Sequence[str]) -> str:
    """The main reason for a move: what it brings, or what it spares."""
    decoded = moves.decode(move)
    if isinstance(decoded, moves.TakeColour):
        return _why_colour(world, seat, decoded.colour, words, names)
    key, values = _reason(world, seat, decoded)
    return words.say(f"why.{key}", name=names[world.start_player], **values)


def _reason(world: Zankapfel, seat: Seat, move: moves.AnyMove) -> Reason:
    match move:
        case moves.PlaceMayor(cell):
            is_inner = knowledge.INNER_CELLS >> cell & 1
            return ("place" if is_inner else "place.edge"), {}
        case moves.ClearCell(cell):
            return _why_clear(world, seat, cell)
        case moves.BuyCard():
            return _why_buy(world, seat)
        case moves.LayCard(card):
            return _why_lay(world, seat, card)
        case moves.MoveMayor(cell):
            return _why_move(world, seat, cell)
        case moves.Accept(briber):
            return _why_accept(world, seat, briber)
        case moves.Refuse():
            return _why_refuse(world, seat)
        case moves.Offer(cell, points):
            return _why_offer(world, seat, cell, points)
        case moves.Decline():
            return _why_decline(world, seat)
        case moves.LayQuarrelCard(number):
            return _why_quarrel_card(world, seat, number)
        case moves.BuyDice(dice):
            return _why_dice(world, seat, dice)
        case _:
            raise ValueError(f"no reason is known for {move}")


def _value(world: Zankapfel, seat: Seat, move: Move) -> int:
    """What the greedy bot values a move at."""
    return KNOWLEDGE.move_value(world, seat, move)


def _best_worth(card: int, cell: int) -> int:
    """What a card brings at a cell at most: a joker has all colours."""
    colours = range(data.COLOURS) if card == data.JOKER else (card,)
    return max(data.worth(colour, cell) for colour in colours)


# chips and apple cards


def _why_clear(world: Zankapfel, seat: Seat, cell: int) -> Reason:
    worths = [
        knowledge.hand_worth_at(world, seat, chip) / POINT for chip in bit_indices(world.chips)
    ]
    worth, average = knowledge.hand_worth_at(world, seat, cell) / POINT, sum(worths) / len(worths)
    key = "clear" if worth <= average else "clear.good"
    return key, {"worth": round(worth), "average": round(average)}


def _why_buy(world: Zankapfel, seat: Seat) -> Reason:
    card, price = world.face_up, data.price_of(world.face_up, world.mayor)
    held = len(world.private(seat).hand)
    if not held:
        return "buy.must", {}
    if KNOWLEDGE.value_of_card(world, card, held) < POINT * price:
        return "buy.wait", {}
    return ("buy.joker" if card == data.JOKER else "buy"), {"price": price}


def _why_lay(world: Zankapfel, seat: Seat, card: int) -> Reason:
    """What the card brings where the mayor may go, and how likely a quarrel is."""
    worths = [_best_worth(card, cell) for cell in bit_indices(world.reachable())]
    values = {"least": min(worths), "most": max(worths)}
    all_cases = 100 * POINT
    without_clash = KNOWLEDGE.weighted_by_no_clash(world, seat, card, all_cases)
    if without_clash == all_cases:
        return "lay.alone", values
    key = "lay.start" if seat == world.start_player else "lay"
    if values["least"] == values["most"]:
        key = "lay.sure"
    if world.wins_at_once(seat, max(worths)):
        key = "lay.home"
    return key, {**values, "risk": round((all_cases - without_clash) / POINT)}


# the mayor


def _why_move(world: Zankapfel, seat: Seat, cell: int) -> Reason:
    card = world.laid[seat]
    if card < 0:
        return "move.nothing", {}
    worth = _best_worth(card, cell)
    best = max(_best_worth(card, other) for other in bit_indices(world.reachable()))
    key = "move" if worth == best else "move.less"
    if world.wins_at_once(seat, worth):
        key = "move.home"
    return key, {"worth": worth, "best": best}


def _why_offer(world: Zankapfel, seat: Seat, cell: int, points: int) -> Reason:
    if world.wins_at_once(world.start_player, points):
        return "offer.home", {}
    if world.laid[seat] < 0:
        return "offer.spoil", {}
    values = _worths_of_offer(world, seat, cell)
    if values["worth"] <= values["at_proposal"]:
        return "offer.spoil", {}
    return "offer", {**values, "count": points}


def _worths_of_offer(world: Zankapfel, seat: Seat, cell: int) -> dict[str, int]:
    """What a seat's laid card brings where a briber wants the mayor, and where it would go."""
    card = world.laid[seat]
    return {"worth": _best_worth(card, cell), "at_proposal": _best_worth(card, world.proposal)}


def _why_decline(world: Zankapfel, seat: Seat) -> Reason:
    _, standing = world.offer_of(seat)
    if world.wins_at_once(world.start_player, standing + 1):
        return "decline.home", {}
    if world.laid[seat] < 0:
        return "decline.nothing", {}
    best = max(_value(world, seat, move) for move in world.legal_moves(seat))
    return ("decline" if best <= 0 else "decline.keep"), {}


def _why_accept(world: Zankapfel, seat: Seat, briber: int) -> Reason:
    """What an offer brings the start player, in addition to their own harvest."""
    cell, points = world.offer_of(briber)
    if world.wins_at_once(seat, points):
        return "accept.home", {}
    if world.laid[seat] < 0:
        return "accept.nothing", {"count": points}
    values = _worths_of_offer(world, seat, cell)
    key = "accept" if values["worth"] >= values["at_proposal"] else "accept.less"
    return key, {**values, "count": points}


def _why_refuse(world: Zankapfel, seat: Seat) -> Reason:
    bribers = [other for other in range(world.players) if world.offers[other]]
    if any(world.wins_at_once(seat, world.offer_of(briber)[1]) for briber in bribers):
        return "refuse.home", {}
    best = max(_value(world, seat, moves.ACCEPT + briber) for briber in bribers)
    return ("refuse" if best <= 0 else "refuse.keep"), {}


# harvest and quarrels


def _why_colour(
    world: Zankapfel, seat: Seat, colour: int, words: Words, names: Sequence[str]
) -> str:
    rivals, points = bit_indices(world.claims(colour)), data.worth(colour, world.mayor)
    key = "why.colour.quarrel" if rivals else "why.colour"
    if not rivals and world.wins_at_once(seat, points):
        key = "why.colour.home"
    elif len(rivals) == 1 and world.wins_at_once(rivals[0], points):
        key = "why.colour.stop"
    name = colour_name(colour, words)
    return words.say(key, colour=name, worth=points, names=names_of(rivals, names, words))


def _why_quarrel_card(world: Zankapfel, seat: Seat, number: int) -> Reason:
    above = number - knowledge.fitting_quarrel_card(world, seat)
    if above < -FITTING_TOLERANCE:
        key = "quarrel.low"
    elif knowledge.decides_game(world):
        key = "quarrel.home"
    elif knowledge.rounds_left(world) <= LATE_ROUNDS:
        key = "quarrel.late"
    else:
        key = "quarrel" if above <= FITTING_TOLERANCE else "quarrel.high"
        if key == "quarrel" and number > world.prize + MAX_ABOVE_STAKE:
            key = "quarrel.enough"
    return key, {"prize": world.prize}


def _why_dice(world: Zankapfel, seat: Seat, dice: int) -> Reason:
    """How much likelier dice make it to win, and whether that pays."""
    choices = range(data.MAX_DICE + 1)
    values = [_value(world, seat, moves.BUY_DICE + bought) for bought in choices]
    best = max(choices[1:], key=values.__getitem__)
    chances = {
        "without_dice": _percent_to_win(world, seat, 0),
        "chance": _percent_to_win(world, seat, dice or best),
    }
    if dice:
        return "dice", {**chances, "price": data.DIE_PRICE * dice}
    if values[best] > values[0]:
        return "nodice.keep", chances
    is_weak = chances["without_dice"] < WEAK_CHANCE_PERCENT
    return ("nodice.weak" if is_weak else "nodice"), chances


def _percent_to_win(world: Zankapfel, seat: Seat, dice: int) -> int:
    return round(100 * KNOWLEDGE.chance_to_win(world, seat, dice) / PROBABILITY_ONE)
