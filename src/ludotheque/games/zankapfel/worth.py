"""Zankapfel: what each choice is worth by itself, by what good players know.

Quarrels are dear; the last to choose sees how many laid; the start player owns the mayor; a card
more is worth two or three points as long as there are rounds to lay it in; a die pays for high
stakes. Quarrel cards go by the stake too, but nobody should foresee which. Where the first pawn at
the finish wins at once (ZK-23), getting there, or keeping another from it, outweighs all of this.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludotheque.core.fast import members
from ludotheque.games.zankapfel.data import (
    CELLS,
    COLOURS,
    DIE_PRICE,
    JOKER,
    MOST_DICE,
    PIPS,
    SIDE,
    WORTH,
    price,
    size_of,
)
from ludotheque.games.zankapfel.rules import (
    ACCEPT,
    BUY,
    CHOOSING,
    CLEAR,
    CLEARING,
    COLOUR,
    COLOURING,
    DECLINE,
    DICE,
    LAY,
    MAYOR,
    MOVE,
    OFFER,
    PLACING,
    QUARREL,
    REFUSE,
    Zankapfel,
)
from ludotheque.games.zankapfel.rules_mayor import BRIBING, MOVING
from ludotheque.games.zankapfel.rules_quarrel import QUARRELLING

if TYPE_CHECKING:
    from ludotheque.core.state import Move, Seat

CARD_VALUE: Final = 2.7  # of a card more in hand
JOKER_VALUE: Final = 4.0
ROUND: Final = 2  # points the first pawn makes in a round, about
QUARRELS: Final = 0.22  # of a seat in a round, about
SAME_COLOUR: Final = 0.28  # chance that another laid a given colour
STILL_TO_LAY: Final = 0.7  # chance that one who has yet to choose will lay
QUARREL_SHARE: Final = 0.4  # of the worth, for who must quarrel about it
QUARREL_COST: Final = 1.0
HARM: Final = 0.7  # what a bribe does for the briber, spread over the others
BRIBE_GAIN: Final = 1.0  # what must be left after the bribe
SURE: Final = 0.8  # chance that what the cell promises will be harvested
VICTORY: Final = 100.0  # to win the game at once, for sure
HOME: Final = 5.0  # a chance to win the game at once: whoever misses it has others


def appraise(world: Zankapfel, seat: Seat, move: Move) -> float:
    """What a move is worth, in points, among the moves of the same moment."""
    phase = world.phase
    if phase == CHOOSING:
        return value_of_buying(world, seat) if move == BUY else value_of_laying(world, seat, move)
    if phase == MOVING:
        return harvest_at(world, seat, move - MOVE)
    if phase == BRIBING:
        return value_of_bribery(world, seat, move)
    if phase == COLOURING:
        return value_of_colour(world, seat, move - COLOUR)
    if phase == QUARRELLING:
        return -abs(move - QUARREL - fitting_card(world, seat))
    if phase == CLEARING:
        return -promise_of_cell(world, seat, move - CLEAR)
    if phase == PLACING:
        return -abs((move - MAYOR) // SIDE - 2) - abs((move - MAYOR) % SIDE - 2)
    return value_of_dice(world, seat, move - DICE)


# the finish


def wins(world: Zankapfel, seat: Seat, points: int) -> bool:
    """(ZK-23) Whether points would win a seat the game at once."""
    return bool(world.pawns[seat] + points >= world.winning)


def deciding(world: Zankapfel) -> list[int]:
    """The contenders who would win the game with the present quarrel."""
    prize = int(world.prize)
    return [seat for seat in members(world.contenders) if wins(world, seat, prize)]


# set-up, buying and laying


def promise_of_cell(world: Zankapfel, seat: Seat, cell: int) -> float:
    """What the cards in hand could harvest there."""
    return sum(worth_at(card, cell) for card in world.observe(seat).hand)


def worth_at(card: int, cell: int) -> float:
    """What a card harvests at a cell if nobody is in its way; a joker has the choice of two."""
    if card != JOKER:
        return float(WORTH[CELLS * card + cell])
    best = sorted(int(WORTH[CELLS * colour + cell]) for colour in range(COLOURS))
    return (best[2] + best[3]) / 2


def rounds_left(world: Zankapfel) -> float:
    """How many rounds there will be, this one included, at the usual pace."""
    ahead = max(world.scores())
    return min(len(members(world.chips)), 1 + max(0, int(world.config.track) - ahead) / ROUND)


def card_value(world: Zankapfel, card: int, held: int) -> float:
    """What a card is worth to who holds so many others: nothing if it will never be laid."""
    chance = min(1.0, max(0.0, (rounds_left(world) - 1 - held) / 2))
    return chance * (JOKER_VALUE if card == JOKER else CARD_VALUE)


def value_of_buying(world: Zankapfel, seat: Seat) -> float:
    card, held = int(world.face_up), int(size_of(world.hands[seat]))
    return card_value(world, card, held) - int(price(card, world.mayor))


def value_of_laying(world: Zankapfel, seat: Seat, move: Move) -> float:
    card, held = move - LAY, int(size_of(world.hands[seat]))
    worth = _outlook(world, seat, card)
    chance = chance_alone(world, seat, card)
    harvest = worth * (chance + (1 - chance) * QUARREL_SHARE) - (1 - chance) * QUARREL_COST
    return harvest - card_value(world, card, held - 1)


def chance_alone(world: Zankapfel, seat: Seat, card: int) -> float:
    """How likely it is that nobody else lays the same colour."""
    alone = 1 - SAME_COLOUR * (0.4 if card == JOKER else 1)
    return float(alone ** rivals(world, seat))


def _outlook(world: Zankapfel, seat: Seat, card: int) -> float:
    """What a card may be worth where the mayor will go; the start player decides."""
    worths = [worth_at(card, cell) for cell in members(world.reachable())]
    mean, best = sum(worths) / len(worths), max(worths)
    weight = 0.9 if seat == world.start else 0.3
    home = HOME if wins(world, seat, int(best)) else 0.0
    return mean + (best - mean + home) * weight


def rivals(world: Zankapfel, seat: Seat) -> float:
    """How many others have laid, and may yet."""
    laid = sum(other != seat and world.laid[other] >= 0 for other in range(world.players))
    return laid + STILL_TO_LAY * (int(world.players) - 1 - int(world.acted))


# the mayor


def harvest_at(world: Zankapfel, seat: Seat, cell: int) -> float:
    """What a seat's laid card brings at a cell, quarrels apart."""
    laid = int(world.laid[seat])
    return worth_at(laid, cell) if laid >= 0 else 0.0


def value_of_bribery(world: Zankapfel, seat: Seat, move: Move) -> float:
    """Against what was proposed; an offer is only made for a cell that is a good deal better.

    Points that take the start player to the finish are worth the game to both (ZK-23).
    """
    usual = harvest_at(world, seat, int(world.proposal))
    if move in (DECLINE, REFUSE):
        return 0.0
    if move >= ACCEPT:
        cell, points = world.offer_of(move - ACCEPT)
        won = VICTORY if wins(world, seat, points) else 0.0
        return won + points + harvest_at(world, seat, cell) - usual - HARM
    points, cell = divmod(move - OFFER, CELLS)
    if wins(world, int(world.start), points):
        return -VICTORY
    gain = SURE * (harvest_at(world, seat, cell) - usual) - points - BRIBE_GAIN
    return gain if points == 1 or _is_outbid(world, seat) else min(gain, -1.0)


def _is_outbid(world: Zankapfel, seat: Seat) -> bool:
    """Whether somebody else offers something: only then are two points worth a thought."""
    offers = [world.offer_of(other)[1] for other in range(world.players) if other != seat]
    return max(offers) > 0


def value_of_colour(world: Zankapfel, seat: Seat, colour: int) -> float:
    """(ZK-14) Who joins others must share, and pay for it, but keeps them from the finish."""
    worth = int(WORTH[CELLS * colour + world.mayor])
    rivals = [other for other in range(world.players) if world.colours[other] == colour]
    home = wins(world, seat, worth)
    if not rivals:
        return VICTORY if home else worth
    if len(rivals) == 1 and wins(world, rivals[0], worth):
        return VICTORY / 2
    return (worth + HOME * home) / (len(rivals) + 1) - QUARREL_COST


# quarrels


def fitting_card(world: Zankapfel, seat: Seat) -> float:
    """A quarrel card in proportion to the stake, of the highest, as many as will be needed."""
    cards = members(world.quarrel_cards[seat])
    if deciding(world):
        return cards[-1]
    needed = cards[-(1 + int(QUARRELS * rounds_left(world))) :]
    return needed[round((int(world.prize) - 2) / 5 * (len(needed) - 1))]


def value_of_dice(world: Zankapfel, seat: Seat, dice: int) -> float:
    """The prize times the chance to win it with so many dice, less what they cost.

    (ZK-23) At stake may also be the game; dice cost steps that may then be missing.
    """
    cost, prize = DIE_PRICE * dice, int(world.prize)
    home = [other for other in deciding(world) if other != seat or wins(world, seat, prize - cost)]
    return chance_to_win(world, seat, dice) * (prize + HOME * len(home)) - cost


def chance_to_win(world: Zankapfel, seat: Seat, dice: int) -> float:
    """How likely one wins with so many dice; a tie counts as half."""
    mine = _rolled({int(world.quarrel_laid[seat]): 1.0}, dice)
    chance = 0.0
    others = [other for other in members(world.contenders) if other != seat]
    totals = [_total_of(world, other) for other in others]
    for total, likely in mine.items():
        beaten = tied = 1.0
        for distribution in totals:
            below = sum(p for other, p in distribution.items() if other < total)
            beaten *= below
            tied *= below + distribution.get(total, 0.0)
        chance += likely * (beaten + (tied - beaten) / 2)
    return chance


def _total_of(world: Zankapfel, seat: Seat) -> dict[int, float]:
    """How likely each total of another contender is: any card not shown yet, and the dice."""
    cards = members(world.quarrel_cards[seat]) or [0]
    return _rolled(dict.fromkeys(cards, 1 / len(cards)), int(world.dice[seat]))


def _rolled(totals: dict[int, float], dice: int) -> dict[int, float]:
    """A distribution of totals with dice added."""
    for _ in range(min(dice, MOST_DICE)):
        longer: dict[int, float] = {}
        for total, likely in totals.items():
            for pips in range(1, PIPS + 1):
                longer[total + pips] = longer.get(total + pips, 0.0) + likely / PIPS
        totals = longer
    return totals
