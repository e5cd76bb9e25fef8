"""Zankapfel, by Ralf zur Linde and Michael Hageböck: the rules.

Each round all in turn buy an apple card or lay one face down; the start player moves the mayor
through the orchard, and may be bribed; then each colour that was laid is harvested by one player
only, and those who laid the same colour quarrel about it.

(ZK-7) names a paragraph of the rule sheet. `data` explains the numbers of cells and cards, `moves`
those of phases and moves. Chapters follow the rulebook: each has its legal moves, what they do, and
what everybody sees of it.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final

from ludotheque.core.fast import (
    BIT,
    bit_indices,
    count_bits,
    i64,
    lowest_bit,
    nth_bit,
    vec,
    write_bits,
    zeros,
)
from ludotheque.core.rng import Rng, partial_shuffle
from ludotheque.core.state import LUCK, NOBODY, Fact, State, private_fact
from ludotheque.games.zankapfel.data import (
    ALL_CARDS,
    ALL_CELLS,
    ALL_QUARREL_CARDS,
    CARDS_DEALT,
    CELLS,
    COLOURS,
    DECK_SIZE,
    DIE_PRICE,
    JOKER,
    KINDS,
    MAX_BRIBE,
    MAX_DICE,
    NEIGHBOURS,
    NONE,
    ONE_CARD,
    PIPS,
    WORTH,
    cards_of,
    copies,
    nth_card,
    price,
    size_of,
)
from ludotheque.games.zankapfel.moves import (
    ACCEPT,
    BRIBING,
    BUY,
    CHOOSING,
    CLEAR,
    CLEARING,
    COLOUR,
    COLOURING,
    DEAL,
    DEALING,
    DECLINE,
    DICE,
    DICING,
    LAY,
    MAYOR,
    MOVE,
    MOVING,
    OFFER,
    OVER,
    PLACING,
    QUARREL,
    QUARRELLING,
    REFUSE,
    ROLL,
    ROLLING,
    ROLLING_OFF,
    TURN,
    TURNING,
)
from ludotheque.games.zankapfel.observation import (
    HIDDEN,
    NO_SECRETS,
    Contender,
    Market,
    Orchard,
    Player,
    Private,
    Public,
    Quarrel,
)

OUT_OF_REACH: Final = 1_000_000  # farther than any pawn ever gets
BITS_PER_DIE: Final = 3
BITS_PER_SEAT: Final = 9  # three dice
SEAT_MASK: Final = 0x1FF


class Config:
    """The choices made before the game; never changed, shared by every copy."""

    def __init__(self, players: int, track: int, bribery: bool, first_wins: bool) -> None:
        self.players: Final[i64] = players
        self.track: Final[i64] = track
        self.bribery: Final[bool] = bribery
        self.first_wins: Final[bool] = first_wins  # (ZK-23) at once, not at the end of the round
        self.winning_position: Final[i64] = track if first_wins else OUT_OF_REACH  # at once
        self.clearings: Final[i64] = clearings(players)


def clearings(players: int) -> int:
    """(ZK-7) How many chips are removed before the first round."""
    return 6 if players == 3 else players


class Zankapfel(State):
    """One game in progress, in numbers and flat arrays."""

    def __init__(self, config: Config, twin: Zankapfel | None = None) -> None:
        """Set a game up, or copy one: both here, so that every slot is always filled."""
        players = config.players
        self.config: Config = config
        self.players: i64 = players
        if twin is None:
            self.phase: i64 = PLACING
            self.waiting: i64 = BIT[0]  # seats that must act; none: luck or the end
            self.start: i64 = 0  # the start player (ZK-4)
            self.pawns: vec[i64] = zeros(players)
            # apple cards
            self.pile: i64 = ALL_CARDS  # face down; a heap, drawn from when needed
            self.pile_known: bool = False  # it was made of discards: all know what is in it
            self.face_up: i64 = NONE
            self.discards: i64 = 0
            self.acted: i64 = 0  # how many seats have bought, laid or been skipped this round
            self.hands: vec[i64] = zeros(players)  # heaps
            self.known: vec[i64] = zeros(players)  # heaps: what all know each to have at least
            self.laid: vec[i64] = vec[i64]([NONE] * players)
            # what each harvests; until cards are revealed, what it was in the round before
            self.colours: vec[i64] = vec[i64]([NONE] * players)
            # the mayor
            self.mayor: i64 = NONE
            self.proposal: i64 = NONE  # while bribes are offered, and if one has won the game
            self.chips: i64 = ALL_CELLS  # cells with a chip (ZK-5)
            self.offers: vec[i64] = zeros(players)  # CELLS * points + cell; 0: none
            # quarrels
            self.quarrel_cards: vec[i64] = vec[i64]([ALL_QUARREL_CARDS] * players)  # bits 1..10
            self.contenders: i64 = 0  # seats in the present quarrel
            self.quarrel_colour: i64 = 0
            self.prize: i64 = 0
            self.quarrel_laid: vec[i64] = zeros(players)  # face down until buying is closed
            self.dice: vec[i64] = zeros(players)  # bought in this quarrel
            self.totals: vec[i64] = zeros(players)  # card and dice in the quarrels of this round
            self.pips: i64 = 0  # each die of these totals, BITS_PER_SEAT for each seat
            self.roller: i64 = 0
            self.dice_left: i64 = 0  # that the roller has yet to roll
        else:
            self.phase = twin.phase
            self.waiting = twin.waiting
            self.start = twin.start
            self.pawns = twin.pawns[:]
            self.pile = twin.pile
            self.pile_known = twin.pile_known
            self.face_up = twin.face_up
            self.discards = twin.discards
            self.acted = twin.acted
            self.hands = twin.hands[:]
            self.known = twin.known[:]
            self.laid = twin.laid[:]
            self.colours = twin.colours[:]
            self.mayor = twin.mayor
            self.proposal = twin.proposal
            self.chips = twin.chips
            self.offers = twin.offers[:]
            self.quarrel_cards = twin.quarrel_cards[:]
            self.contenders = twin.contenders
            self.quarrel_colour = twin.quarrel_colour
            self.prize = twin.prize
            self.quarrel_laid = twin.quarrel_laid[:]
            self.dice = twin.dice[:]
            self.totals = twin.totals[:]
            self.pips = twin.pips
            self.roller = twin.roller
            self.dice_left = twin.dice_left

    # who may do what

    def seats(self) -> i64:
        return self.players

    def next_actor(self) -> i64:
        if self.waiting:
            return lowest_bit(self.waiting)
        return NOBODY if self.phase == OVER else LUCK

    def actors(self) -> Sequence[int]:
        """(ZK-12) The start player may accept an offer at any moment."""
        if self.waiting == 0:
            return () if self.phase == OVER else (LUCK,)
        return bit_indices(self.waiting | (BIT[self.start] if self.has_offers() else 0))

    def awaited(self) -> Sequence[int]:
        return bit_indices(self.waiting) if self.waiting else self.actors()

    def legal_moves(self, seat: i64) -> list[int]:
        if seat == LUCK:
            return [outcome for outcome, _ in self.luck()]
        return self.choices(seat) if self._may_act(seat) else []

    def _may_act(self, seat: i64) -> bool:
        if not 0 <= seat < self.players:
            return False
        return self.waiting & BIT[seat] != 0 or (seat == self.start and self.has_offers())

    def choices_into(self, seat: i64, out: vec[i64]) -> i64:
        phase = self.phase
        if phase == CHOOSING:
            return self._lays_and_buy_into(seat, out)
        if phase == BRIBING:
            return self._bribery_into(seat, out)
        if phase == DICING:
            return self._dice_into(out)
        if phase == QUARRELLING:
            return write_bits(self.quarrel_cards[seat], QUARREL, out, 0)  # (ZK-18)
        if phase == MOVING:
            return write_bits(self.reachable(), MOVE, out, 0)  # (ZK-11)
        if phase == COLOURING:
            return self._colours_into(out)
        if phase == CLEARING:
            return write_bits(self.chips, CLEAR, out, 0)  # (ZK-7)
        return write_bits(ALL_CELLS, MAYOR, out, 0)  # (ZK-5)

    # luck

    def luck(self) -> list[tuple[int, int]]:
        if self.phase == DEALING or self.phase == TURNING:
            kind = DEAL if self.phase == DEALING else TURN
            counts = [(card, int(copies(self.pile, card))) for card in range(KINDS)]
            return [(kind + card, count) for card, count in counts if count]
        if self.phase == ROLLING or self.phase == ROLLING_OFF:
            return [(ROLL + pips, 1) for pips in range(1, PIPS + 1)]
        return []

    def sample_luck(self, rng: Rng) -> i64:
        if self.phase == TURNING:
            return TURN + nth_card(self.pile, rng.below(size_of(self.pile)))
        if self.phase == DEALING:
            return DEAL + nth_card(self.pile, rng.below(size_of(self.pile)))
        return ROLL + 1 + rng.below(PIPS)

    # what a move does

    def apply(self, seat: i64, move: i64, facts: list[Fact] | None = None) -> None:
        if move < MOVE:
            if move >= LAY:
                self._lay(seat, move - LAY, facts)
            elif move == BUY:
                self._buy(seat, facts)
            elif move >= CLEAR:
                self._clear(seat, move - CLEAR, facts)
            else:
                self._place_mayor(seat, move, facts)
        elif move < COLOUR:
            self._apply_mayor_move(seat, move, facts)
        elif move >= ROLL:
            self._roll(move - ROLL, facts)
        elif move >= TURN:
            self._turn_up(move - TURN, facts)
        elif move >= DEAL:
            self._deal(move - DEAL, facts)
        elif move >= DICE:
            self._buy_dice(seat, move - DICE, facts)
        elif move >= QUARREL:
            self._lay_quarrel_card(seat, move - QUARREL, facts)
        else:
            self._take_colour(seat, move - COLOUR, facts)

    # set-up (ZK-4 to ZK-7)

    def _place_mayor(self, seat: i64, cell: i64, facts: list[Fact] | None) -> None:
        """(ZK-5) The chip stays."""
        self.mayor = cell
        self.phase = DEALING
        self.waiting = 0
        if facts is not None:
            facts.append(Fact("placed", int(seat), (int(cell),)))

    def _deal(self, card: i64, facts: list[Fact] | None) -> None:
        """(ZK-6) Four cards to each seat in turn."""
        seat = self.dealt_seat()
        self.pile -= ONE_CARD[card]
        self.hands[seat] += ONE_CARD[card]
        if facts is not None:
            facts.append(private_fact("dealt", int(seat), int(card)))
        if self.dealt_seat() == self.players:
            self.phase = TURNING

    def dealt_seat(self) -> i64:
        """The seat that gets the next card of the deal."""
        return (DECK_SIZE - size_of(self.pile)) // CARDS_DEALT

    def _turn_up(self, card: i64, facts: list[Fact] | None) -> None:
        """(ZK-6, ZK-8) The card that can be bought."""
        self.pile -= ONE_CARD[card]
        self.face_up = card
        if facts is not None:
            facts.append(Fact("turned", LUCK, (int(card),)))
        if self.chips == ALL_CELLS:
            self.phase = CLEARING
            self.waiting = BIT[0]
        else:
            self._next_to_choose(facts)

    def _clear(self, seat: i64, cell: i64, facts: list[Fact] | None) -> None:
        """(ZK-7) In seat order, with three players twice."""
        self.chips ^= BIT[cell]
        if facts is not None:
            facts.append(Fact("cleared", int(seat), (int(cell),)))
        if CELLS - count_bits(self.chips) == self.config.clearings:
            self._next_to_choose(facts)
        else:
            self.waiting = BIT[self.after(seat)]

    # phase 1: buy or lay (ZK-8 to ZK-10)

    def _lays_and_buy_into(self, seat: i64, out: vec[i64]) -> i64:
        """(ZK-8, ZK-9, ZK-10) What is in the hand can be laid, what lies face up bought."""
        count: i64 = 0
        hand = self.hands[seat]
        for card in range(KINDS):
            if copies(hand, card) > 0:
                out[count] = LAY + card
                count += 1
        if self.face_up >= 0:
            out[count] = BUY
            count += 1
        return count

    def _next_to_choose(self, facts: list[Fact] | None) -> None:
        """(ZK-8, ZK-10) From the start player on; a seat that can do nothing is skipped."""
        self.phase = CHOOSING
        while self.acted < self.players:
            seat = (self.start + self.acted) % self.players
            if self.hands[seat] or self.face_up >= 0:
                self.waiting = BIT[seat]
                return
            self.acted += 1
            if facts is not None:
                facts.append(Fact("skipped", int(seat)))
        self.phase = MOVING
        self.waiting = BIT[self.start]

    def _buy(self, seat: i64, facts: list[Fact] | None) -> None:
        """(ZK-8) Paid at once, even below zero; all see what was bought."""
        card = self.face_up
        cost = price(card, self.mayor)
        self.pawns[seat] -= cost
        self.hands[seat] += ONE_CARD[card]
        self.known[seat] += ONE_CARD[card]
        self.face_up = NONE
        self.acted += 1
        if facts is not None:
            facts.append(Fact("bought", int(seat), (int(card), int(cost))))
        self._turn_up_next(facts)

    def _turn_up_next(self, facts: list[Fact] | None) -> None:
        """(ZK-10) Discards become the pile when it is gone; there may be nothing to turn up."""
        if self.pile == 0 and self.discards:
            self.pile = self.discards
            self.pile_known = True
            self.discards = 0
            if facts is not None:
                facts.append(Fact("reshuffled", LUCK, (int(size_of(self.pile)),)))
        if self.pile:
            self.phase = TURNING
            self.waiting = 0
        else:
            self._next_to_choose(facts)

    def _lay(self, seat: i64, card: i64, facts: list[Fact] | None) -> None:
        """(ZK-9) Face down."""
        self.hands[seat] -= ONE_CARD[card]
        self.laid[seat] = card
        self.acted += 1
        if facts is not None:
            facts.append(private_fact("laid", int(seat), int(card)))
        self._next_to_choose(facts)

    def _is_face_down(self) -> bool:
        """(ZK-14) Laid apple cards aren't shown yet, or never will be: a bribe won (ZK-23)."""
        return self.phase <= BRIBING or self.proposal >= 0

    def lies_face_down(self, seat: i64) -> bool:
        """(ZK-9) Whether an apple card lies face down before a seat."""
        return self.laid[seat] >= 0 and self._is_face_down()

    def held_by(self, seat: i64) -> i64:
        """What a seat has in its hand or face down before it, as a heap."""
        return self.hands[seat] + (ONE_CARD[self.laid[seat]] if self.lies_face_down(seat) else 0)

    def _last_to_choose(self) -> int:
        """The seat that has just bought, laid or been skipped, while others still choose."""
        if self.phase == MOVING or (self.phase == CHOOSING and self.acted > 0):
            return int((self.start + self.acted - 1) % self.players)
        return NONE

    def _public_market(self) -> Market:
        return Market(
            face_up=int(self.face_up),
            price=int(price(self.face_up, self.mayor)) if self.face_up >= 0 else 0,
            pile=int(size_of(self.pile)),
            pile_cards=tuple(cards_of(self.pile)) if self.pile_known else (),
            discards=tuple(cards_of(self.discards)),
        )

    # phase 2: the mayor (ZK-11 to ZK-13)

    def reachable(self) -> i64:
        """(ZK-11) Neighbouring cells with a chip; if there are none, all others with one."""
        return self.neighbours_with_chip() or self.chips & ~BIT[self.mayor]

    def neighbours_with_chip(self) -> i64:
        """(ZK-11) The cells around the mayor that still have a chip."""
        return NEIGHBOURS[self.mayor] & self.chips

    def has_offers(self) -> bool:
        """(ZK-12) Whether there is an offer that the start player could accept."""
        if self.phase == BRIBING:
            for offer in self.offers:
                if offer > 0:
                    return True
        return False

    def offer_of(self, seat: i64) -> tuple[int, int]:
        """The cell and the points of a standing offer."""
        offer = int(self.offers[seat])
        return (offer % CELLS, offer // CELLS) if offer else (NONE, 0)

    def _bribery_into(self, seat: i64, out: vec[i64]) -> i64:
        """(ZK-12) Others decline or offer more than they did; the start player answers."""
        count: i64 = 0
        if seat != self.start:
            cells = self.reachable() & ~BIT[self.proposal]
            out[0] = DECLINE
            count = 1
            for points in range(self.offers[seat] // CELLS + 1, MAX_BRIBE + 1):
                count = write_bits(cells, OFFER + CELLS * points, out, count)
            return count
        if self.waiting == BIT[seat]:
            out[0] = REFUSE
            count = 1
        for briber in range(self.players):
            if self.offers[briber] > 0:
                out[count] = ACCEPT + briber
                count += 1
        return count

    def _apply_mayor_move(self, seat: i64, move: i64, facts: list[Fact] | None) -> None:
        if move < OFFER:
            self._move_mayor(seat, move - MOVE, facts)
        elif move < DECLINE:
            self._offer(seat, move - OFFER, facts)
        elif move == DECLINE:
            self._decline(seat, facts)
        elif move < REFUSE:
            self._accept(seat, move - ACCEPT, facts)
        else:
            self._refuse(seat, facts)

    def _move_mayor(self, seat: i64, cell: i64, facts: list[Fact] | None) -> None:
        """(ZK-11) Final at once without bribery, or where there was no choice (ZK-12)."""
        cells = self.reachable()
        if not self.config.bribery or cells & (cells - 1) == 0:
            self._mayor_goes(cell, facts)
            return
        self.proposal = cell
        self.phase = BRIBING
        self.waiting = (BIT[self.players] - 1) ^ BIT[seat]
        if facts is not None:
            facts.append(Fact("proposed", int(seat), (int(cell),)))

    def _offer(self, seat: i64, offer: i64, facts: list[Fact] | None) -> None:
        """(ZK-12) All others who could still better it may choose anew."""
        self.offers[seat] = offer
        if facts is not None:
            facts.append(Fact("offered", int(seat), (int(offer % CELLS), int(offer // CELLS))))
        self.waiting = 0
        for other in range(self.players):
            if other != seat and other != self.start and self.offers[other] < MAX_BRIBE * CELLS:
                self.waiting |= BIT[other]
        if self.waiting == 0:
            self.waiting = BIT[self.start]

    def _decline(self, seat: i64, facts: list[Fact] | None) -> None:
        """(ZK-12) A standing offer stays; without any the window closes by itself."""
        self.waiting ^= BIT[seat]
        if facts is not None:
            facts.append(Fact("declined", int(seat)))
        if self.waiting == 0:
            if self.has_offers():
                self.waiting = BIT[self.start]
            else:
                self._mayor_goes(self.proposal, facts)

    def _accept(self, seat: i64, briber: i64, facts: list[Fact] | None) -> None:
        """(ZK-12) Points go from pawn to pawn, the mayor to the briber's cell.

        If they win the game, the mayor stays (ZK-23): proposal and offers lie there as they were.
        """
        points = self.offers[briber] // CELLS
        cell = self.offers[briber] % CELLS
        self.pawns[briber] -= points
        self.pawns[seat] += points
        if facts is not None:
            facts.append(Fact("accepted", int(seat), (int(briber), int(cell), int(points))))
        if not self._ends_at_finish(facts):
            self._mayor_goes(cell, facts)

    def _refuse(self, seat: i64, facts: list[Fact] | None) -> None:
        """(ZK-12) What was proposed is done."""
        if facts is not None:
            facts.append(Fact("refused", int(seat)))
        self._mayor_goes(self.proposal, facts)

    def _mayor_goes(self, cell: i64, facts: list[Fact] | None) -> None:
        """(ZK-13) The chip of the mayor's cell is removed."""
        self.mayor = cell
        self.chips ^= BIT[cell]
        self.proposal = NONE
        for seat in range(self.players):
            self.offers[seat] = 0
        if facts is not None:
            facts.append(Fact("moved", int(self.start), (int(cell),)))
        self._reveal(facts)

    def _public_orchard(self) -> Orchard:
        has_moved = CELLS - count_bits(self.chips) > self.config.clearings
        nobody_since = not self._is_face_down() or (self.phase == CHOOSING and self.acted == 0)
        return Orchard(
            mayor=int(self.mayor),
            proposal=int(self.proposal),
            chips=tuple(bit_indices(self.chips)),
            mayor_moved_last=has_moved and nobody_since,
        )

    # phase 3: harvest (ZK-14, ZK-15)

    def _reveal(self, facts: list[Fact] | None) -> None:
        """(ZK-14) All laid cards together; what was known of a hand may have left it."""
        self.pips = 0
        seat = self.start
        for _ in range(self.players):
            card = self.laid[seat]
            self.totals[seat] = 0
            self.colours[seat] = NONE if card == JOKER else card
            if card >= 0:
                if copies(self.known[seat], card) > 0:
                    self.known[seat] -= ONE_CARD[card]
                if facts is not None:
                    facts.append(Fact("revealed", int(seat), (int(card),)))
            seat = self.after(seat)
        self._next_joker(facts)

    def _next_joker(self, facts: list[Fact] | None) -> None:
        """(ZK-14) From the start player clockwise, each seeing the earlier choices."""
        seat = self.start
        for _ in range(self.players):
            if self.laid[seat] == JOKER and self.colours[seat] < 0:
                self.phase = COLOURING
                self.waiting = BIT[seat]
                return
            seat = self.after(seat)
        self._harvest(facts)

    def _colours_into(self, out: vec[i64]) -> i64:
        """(ZK-14) A joker may join or avoid a quarrel."""
        for colour in range(COLOURS):
            out[colour] = COLOUR + colour
        return COLOURS

    def _take_colour(self, seat: i64, colour: i64, facts: list[Fact] | None) -> None:
        """(ZK-14) The colour a joker counts as."""
        self.colours[seat] = colour
        if facts is not None:
            facts.append(Fact("coloured", int(seat), (int(colour),)))
        self._next_joker(facts)

    def _harvest(self, facts: list[Fact] | None) -> None:
        """(ZK-15) Seats alone with a colour get its worth, all at one moment; others quarrel."""
        for colour in range(COLOURS):
            claims = self._claims(colour)
            if claims and claims & (claims - 1) == 0:
                seat = lowest_bit(claims)
                worth = WORTH[CELLS * colour + self.mayor]
                self.pawns[seat] += worth
                if facts is not None:
                    facts.append(Fact("harvested", int(seat), (int(colour), int(worth))))
        if not self._ends_at_finish(facts):
            self._quarrel_from(0, facts)

    def _claims(self, colour: i64) -> i64:
        """The seats that laid a colour, or a joker for it."""
        claims: i64 = 0
        for seat in range(self.players):
            if self.colours[seat] == colour:
                claims |= BIT[seat]
        return claims

    def _quarrel_from(self, colour: i64, facts: list[Fact] | None) -> None:
        """(ZK-15) The next quarrel, in the order red, yellow, green, blue; or the round ends."""
        while colour < COLOURS:
            claims = self._claims(colour)
            if claims & (claims - 1):
                self.quarrel_colour = colour
                self.prize = WORTH[CELLS * colour + self.mayor]
                self._start_quarrel(claims, facts)
                return
            colour += 1
        self._end_round(facts)

    # a quarrel: cards (ZK-18)

    def _start_quarrel(self, contenders: i64, facts: list[Fact] | None) -> None:
        """(ZK-18, ZK-21) All contenders who have a card left lay one."""
        self.contenders = contenders
        self.waiting = 0
        for seat in range(self.players):
            self.quarrel_laid[seat] = 0
            self.dice[seat] = 0
            if contenders & BIT[seat] and self.quarrel_cards[seat]:
                self.waiting |= BIT[seat]
        self.phase = QUARRELLING
        if facts is not None:
            about = (int(self.quarrel_colour), int(self.prize), *bit_indices(contenders))
            facts.append(Fact("quarrel", LUCK, about))
        if self.waiting == 0:
            self._open_dice()

    def _lay_quarrel_card(self, seat: i64, number: i64, facts: list[Fact] | None) -> None:
        """(ZK-18) Face down; it stays among the seat's cards until it is shown."""
        self.quarrel_laid[seat] = number
        self.waiting ^= BIT[seat]
        if facts is not None:
            facts.append(private_fact("quarrel_card", int(seat), int(number)))
        if self.waiting == 0:
            self._open_dice()

    def _quarrel_card_lies_face_down(self, seat: i64) -> bool:
        """(ZK-20) Whether a quarrel card lies face down before a seat."""
        not_shown = self.phase == QUARRELLING or self.phase == DICING
        return not_shown and self.quarrel_laid[seat] > 0

    # a quarrel: dice (ZK-19, ZK-20)

    def _open_dice(self) -> None:
        """(ZK-19) All contenders may buy."""
        self.phase = DICING
        self.waiting = self.contenders

    def _dice_into(self, out: vec[i64]) -> i64:
        """(ZK-19) One purchase of up to three dice; 0 declines."""
        for dice in range(MAX_DICE + 1):
            out[dice] = DICE + dice
        return MAX_DICE + 1

    def _buy_dice(self, seat: i64, count: i64, facts: list[Fact] | None) -> None:
        """(ZK-19) A purchase lets all others without dice choose anew; 0 declines."""
        self.dice[seat] = count
        self.pawns[seat] -= DIE_PRICE * count
        if facts is not None:
            facts.append(Fact("dice", int(seat), (int(count), int(DIE_PRICE * count))))
        if count == 0:
            self.waiting ^= BIT[seat]
        else:
            self.waiting = self.contenders
            for other in range(self.players):
                if self.dice[other] > 0:
                    self.waiting &= ~BIT[other]
        if self.waiting == 0:
            self._show_cards(facts)

    def _show_cards(self, facts: list[Fact] | None) -> None:
        """(ZK-20) Cards are revealed, and leave the game (ZK-18)."""
        self.phase = ROLLING
        seat = self.start
        for _ in range(self.players):
            if self.contenders & BIT[seat]:
                number = self.quarrel_laid[seat]
                self._begin_total(seat, number)
                if number > 0:
                    self.quarrel_cards[seat] ^= BIT[number]
                if facts is not None:
                    facts.append(Fact("quarrel_shown", int(seat), (int(number),)))
            seat = self.after(seat)
        self._next_roller(self.start, self.players, facts)

    def _begin_total(self, seat: i64, number: i64) -> None:
        """A new total: a quarrel card, and no dice yet."""
        self.totals[seat] = number
        self.pips &= ~(SEAT_MASK * BIT[BITS_PER_SEAT * seat])

    def _next_roller(self, seat: i64, seats: i64, facts: list[Fact] | None) -> None:
        """The first of a number of seats, from this one on, that has dice to roll."""
        for _ in range(seats):
            if self.dice[seat] > 0:
                self.roller = seat
                self.dice_left = self.dice[seat]
                return
            seat = self.after(seat)
        self._compare(facts)

    def _roll(self, pips: i64, facts: list[Fact] | None) -> None:
        """(ZK-20) One die; contenders roll in turn order, each all of their dice."""
        seat = self.roller
        self.totals[seat] += pips
        before = self.pips >> (BITS_PER_SEAT * seat) & SEAT_MASK
        self.pips += (before * (BIT[BITS_PER_DIE] - 1) + pips) * BIT[BITS_PER_SEAT * seat]
        self.dice_left -= 1
        if facts is not None:
            facts.append(Fact("rolled", int(seat), (int(pips), int(self.totals[seat]))))
        if self.dice_left == 0:
            left = (self.start - seat - 1) % self.players
            self._next_roller(self.after(seat), left, facts)

    def _rolled_by(self, seat: i64) -> tuple[int, ...]:
        """The dice in a seat's total, in the order they were rolled."""
        rolled: list[int] = []
        left = self.pips >> (BITS_PER_SEAT * seat) & SEAT_MASK
        while left:
            rolled.insert(0, int(left & (BIT[BITS_PER_DIE] - 1)))
            left >>= BITS_PER_DIE
        return tuple(rolled)

    # a quarrel: its winner (ZK-20 to ZK-22)

    def _compare(self, facts: list[Fact] | None) -> None:
        """(ZK-20) The highest total wins; a shared top goes on (ZK-21, ZK-22)."""
        top: i64 = -1
        best: i64 = 0
        winner: i64 = 0
        for seat in range(self.players):
            if self.contenders & BIT[seat]:
                if self.totals[seat] > top:
                    top = self.totals[seat]
                    best = 0
                    winner = seat
                if self.totals[seat] == top:
                    best |= BIT[seat]
        if best == BIT[winner]:
            self._win(winner, facts)
            return
        if facts is not None:
            facts.append(Fact("tied", LUCK, (int(top), *bit_indices(best))))
        if self.phase == ROLLING_OFF or top == 0:  # a top of 0: no cards, no dice
            self._roll_off(best, facts)
        else:
            self._start_quarrel(best, facts)

    def _roll_off(self, tied: i64, facts: list[Fact] | None) -> None:
        """(ZK-22) A free die for each who is still tied."""
        self.phase = ROLLING_OFF
        self.contenders = tied
        for seat in range(self.players):
            self.dice[seat] = 0
            if tied & BIT[seat]:
                self._begin_total(seat, 0)
                self.dice[seat] = 1
        self._next_roller(self.start, self.players, facts)

    def _win(self, winner: i64, facts: list[Fact] | None) -> None:
        """(ZK-15) The winner gets the worth, the others nothing; all that was played is gone."""
        self.pawns[winner] += self.prize
        if facts is not None:
            facts.append(Fact("won", int(winner), (int(self.quarrel_colour), int(self.prize))))
        self.contenders = 0
        self.prize = 0
        self.roller = 0
        for seat in range(self.players):
            self.quarrel_laid[seat] = 0
            self.dice[seat] = 0
        if not self._ends_at_finish(facts):
            self._quarrel_from(self.quarrel_colour + 1, facts)

    def _public_quarrel(self) -> Quarrel:
        is_open = self.phase == ROLLING or self.phase == ROLLING_OFF
        contenders: list[Contender] = []
        for seat in bit_indices(self.contenders):
            laid = HIDDEN if self._quarrel_card_lies_face_down(seat) else self.quarrel_laid[seat]
            rolled = self._rolled_by(seat) if is_open else ()
            contenders.append(Contender(seat, int(laid), int(self.dice[seat]), rolled))
        return Quarrel(
            colour=int(self.quarrel_colour),
            prize=int(self.prize),
            contenders=tuple(contenders),
            is_open=is_open,
            roller=int(self.roller),
            dice_left=int(self.dice_left),
        )

    # the end (ZK-16, ZK-17, ZK-23, ZK-24)

    def _end_round(self, facts: list[Fact] | None) -> None:
        """(ZK-16, ZK-17) Laid cards are discarded, the big apple goes to the left."""
        for seat in range(self.players):
            if self.laid[seat] >= 0:
                self.discards += ONE_CARD[self.laid[seat]]
            self.laid[seat] = NONE
        self.quarrel_colour = 0
        self.acted = 0
        self.waiting = 0
        if self.chips == 0 or self.farthest() >= self.config.track:  # (ZK-23)
            self.phase = OVER
            return
        self.start = self.after(self.start)
        if facts is not None:
            facts.append(Fact("round", int(self.start), (int(count_bits(self.chips)),)))
        if self.face_up < 0 and self.discards:
            self._turn_up_next(facts)
        else:
            self._next_to_choose(facts)

    def wins_at_once(self, seat: i64, points: i64) -> bool:
        """(ZK-23) Whether points would win a seat the game at once."""
        return self.pawns[seat] + points >= self.config.winning_position

    def _ends_at_finish(self, facts: list[Fact] | None) -> bool:
        """(ZK-23) End the game if a pawn that was just paid has won it; return whether it has.

        Nothing more is played then: all cards stay where they lie, those face down too.
        """
        farthest = self.farthest()
        if farthest < self.config.winning_position:
            return False
        self.phase = OVER
        self.waiting = 0
        if facts is not None:
            first = [seat for seat in range(self.players) if self.pawns[seat] == farthest]
            for seat in first:  # (ZK-24) several can be paid at one moment
                facts.append(Fact("finished", int(seat), (int(farthest), len(first))))
        return True

    def farthest(self) -> i64:
        """Where the most advanced pawn is."""
        farthest = self.pawns[0]
        for seat in range(self.players):
            farthest = max(farthest, self.pawns[seat])
        return farthest

    def scores(self) -> tuple[int, ...]:
        """(ZK-24) How far each pawn is; equal pawns share a rank."""
        return tuple([int(pawn) for pawn in self.pawns])

    # what each player may know

    def public(self) -> Public:
        return Public(
            phase=int(self.phase),
            waiting=tuple(bit_indices(self.waiting)),
            start=int(self.start),
            track=int(self.config.track),
            first_wins=self.config.first_wins,
            revealed=not self._is_face_down(),
            last_to_choose=self._last_to_choose(),
            orchard=self._public_orchard(),
            market=self._public_market(),
            quarrel=self._public_quarrel(),
            players=tuple([self._public_player(seat) for seat in range(self.players)]),
        )

    def _public_player(self, seat: i64) -> Player:
        return Player(
            pawn=int(self.pawns[seat]),
            hand_size=int(size_of(self.hands[seat])),
            known=tuple(cards_of(self.known[seat])),
            laid=HIDDEN if self.lies_face_down(seat) else int(self.laid[seat]),
            colour=int(self.colours[seat]),
            offer=self.offer_of(seat),
            quarrel_cards=tuple(bit_indices(self.quarrel_cards[seat])),
            total=int(self.totals[seat]),
            rolled=self._rolled_by(seat),
        )

    def private(self, viewer: i64) -> Private:
        if viewer < 0:
            return NO_SECRETS
        face_down = self._quarrel_card_lies_face_down(viewer)
        return Private(
            seat=int(viewer),
            hand=tuple(cards_of(self.hands[viewer])),
            laid=int(self.laid[viewer]) if self.lies_face_down(viewer) else NONE,
            quarrel_laid=int(self.quarrel_laid[viewer]) if face_down else 0,
        )

    def imagine(self, viewer: i64, rng: Rng) -> Zankapfel:
        """Deal anew all cards whose place the viewer can't know."""
        world = self.clone()
        hidden = zeros(DECK_SIZE)
        count = self._hidden_cards_into(viewer, hidden)
        needed: i64 = 0
        for seat in range(self.players):
            if seat != viewer:
                needed += self._unknown_count(seat)
        partial_shuffle(rng, hidden, count, needed)
        given: i64 = 0
        for seat in range(self.players):
            if seat != viewer:
                heap = self.known[seat]
                for _ in range(self._unknown_count(seat)):
                    heap += ONE_CARD[hidden[given]]
                    given += 1
                world._give_imagined(seat, heap, rng)
        if not self.pile_known:
            world.pile = 0
            for i in range(given, count):
                world.pile += ONE_CARD[hidden[i]]
        return world

    def _unknown_count(self, seat: i64) -> i64:
        """How many of a seat's cards nobody else knows."""
        return size_of(self.held_by(seat) - self.known[seat])

    def _hidden_cards_into(self, viewer: i64, out: vec[i64]) -> i64:
        """Write the cards whose place a viewer can't know, sorted; return how many."""
        heap: i64 = 0 if self.pile_known else self.pile
        for seat in range(self.players):
            if seat != viewer:
                heap += self.held_by(seat) - self.known[seat]
        count = size_of(heap)
        for i in range(count):
            out[i] = nth_card(heap, i)
        return count

    def _give_imagined(self, seat: i64, heap: i64, rng: Rng) -> None:
        """Give a seat these cards; any of them could be the one that lies face down."""
        if self.lies_face_down(seat):
            card = nth_card(heap, rng.below(size_of(heap)))
            self.laid[seat] = card
            heap -= ONE_CARD[card]
        self.hands[seat] = heap
        if self._quarrel_card_lies_face_down(seat):
            cards = self.quarrel_cards[seat]
            self.quarrel_laid[seat] = nth_bit(cards, rng.below(count_bits(cards)))

    # copies and comparisons

    def clone(self) -> Zankapfel:
        return Zankapfel(self.config, self)

    def key(self) -> Hashable:
        numbers = [
            *(self.phase, self.start, self.waiting, self.contenders, self.quarrel_colour),
            *(self.prize, self.roller, self.dice_left, self.mayor, self.proposal, self.chips),
            *(self.pile, int(self.pile_known), self.face_up, self.discards, self.acted, self.pips),
        ]
        for array in (
            *(self.pawns, self.quarrel_cards, self.quarrel_laid, self.dice, self.totals),
            *(self.hands, self.known, self.laid, self.colours, self.offers),
        ):
            numbers += [int(number) for number in array]
        return tuple([int(number) for number in numbers])
