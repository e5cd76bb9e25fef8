"""Zankapfel, by Ralf zur Linde and Michael Hageböck: the rules.

Each round everybody in turn buys an apple card or lays one face down; the start player moves the
mayor through the orchard, and may be bribed; then each colour that was laid is harvested by one
player only, and those who laid the same colour quarrel about it.

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
from ludotheque.core.options import Options
from ludotheque.core.rng import Rng, partial_shuffle
from ludotheque.core.state import LUCK, NOBODY, Fact, State, private_fact
from ludotheque.games.zankapfel.data import (
    ALL_CARDS,
    ALL_CELLS,
    ALL_COLOURS,
    ALL_QUARREL_CARDS,
    CARDS_DEALT,
    CELLS,
    COLOURS,
    DECK_SIZE,
    DICE_CHOICES,
    DIE_FACES,
    DIE_PRICE,
    JOKER,
    KINDS,
    MAX_BRIBE,
    NEIGHBOURS,
    NONE,
    ONE_CARD,
    cards_of,
    count_of,
    nth_card,
    price_of,
    size_of,
    worth,
)
from ludotheque.games.zankapfel.moves import (
    ACCEPT,
    BRIBING,
    BUY,
    BUY_DICE,
    BUYING_DICE,
    BUYING_OR_LAYING,
    CHOOSING_COLOUR,
    CLEAR,
    CLEARING,
    DEAL,
    DEALING,
    DECLINE,
    LAY,
    LAY_QUARREL_CARD,
    LAYING_QUARREL_CARDS,
    MOVE_MAYOR,
    MOVING_MAYOR,
    OFFER,
    OVER,
    PLACE_MAYOR,
    PLACING_MAYOR,
    REFUSE,
    ROLL,
    ROLLING,
    ROLLING_OFF,
    TAKE_COLOUR,
    TURN_UP,
    TURNING_UP,
    offer_cell,
    offer_move,
    offer_points,
)
from ludotheque.games.zankapfel.observation import (
    HIDDEN,
    NOTHING_PRIVATE,
    Contender,
    Market,
    Orchard,
    Player,
    Private,
    Public,
    Quarrel,
)

OUT_OF_REACH: Final = 1_000_000  # farther than any pawn ever gets
# The dice of all seats are one number: DIE_BITS for each die, the last one lowest
DIE_BITS: Final = 3
DIE_MASK: Final = 0x7
PIPS_BITS_PER_SEAT: Final = 9  # three dice
PIPS_MASK: Final = 0x1FF  # the dice of one seat


class Config:
    """The options of the game; never changed, shared by every copy."""

    def __init__(self, options: Options) -> None:
        players, track = int(options["players"]), int(options["track"])
        self.players: Final[i64] = players
        self.track: Final[i64] = track
        self.bribery: Final[bool] = bool(options["bribery"])
        # (ZK-23) the first pawn at the finish wins at once, not at the end of the round
        self.wins_at_finish: Final[bool] = options["finish"] == "first"
        self.instant_win_at: Final[i64] = track if self.wins_at_finish else OUT_OF_REACH
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
            self.phase: i64 = PLACING_MAYOR
            self.awaited_seats: i64 = BIT[0]  # bits; none: luck or the end
            self.start_player: i64 = 0  # (ZK-4)
            self.pawns: vec[i64] = zeros(players)
            # apple cards
            self.pile: i64 = ALL_CARDS  # face down; a heap, drawn from when needed
            self.pile_is_public: bool = False  # it was made of discards: everyone knows it
            self.face_up: i64 = NONE
            self.discards: i64 = 0
            self.seats_done: i64 = 0  # how many seats have bought, laid or been skipped this round
            self.hands: vec[i64] = zeros(players)  # heaps
            self.publicly_known: vec[i64] = zeros(players)  # heaps: bought, not seen since
            self.laid: vec[i64] = vec[i64]([NONE] * players)
            # what each harvests; until cards are revealed, what it was in the round before: the
            # colour of a joker stays public even if the round ends with it
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
            self.pips: i64 = 0  # each die of these totals, PIPS_BITS_PER_SEAT for each seat
            self.roller: i64 = 0
            self.dice_left: i64 = 0  # that the roller has yet to roll
        else:
            self.phase = twin.phase
            self.awaited_seats = twin.awaited_seats
            self.start_player = twin.start_player
            self.pawns = twin.pawns[:]
            self.pile = twin.pile
            self.pile_is_public = twin.pile_is_public
            self.face_up = twin.face_up
            self.discards = twin.discards
            self.seats_done = twin.seats_done
            self.hands = twin.hands[:]
            self.publicly_known = twin.publicly_known[:]
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
        if self.awaited_seats:
            return lowest_bit(self.awaited_seats)
        return NOBODY if self.phase == OVER else LUCK

    def actors(self) -> Sequence[int]:
        """Seats awaited, and the start player, who may accept an offer at any moment (ZK-12)."""
        if self.awaited_seats == 0:
            return () if self.phase == OVER else (LUCK,)
        return bit_indices(
            self.awaited_seats | (BIT[self.start_player] if self.has_offers() else 0)
        )

    def awaited(self) -> Sequence[int]:
        return bit_indices(self.awaited_seats) if self.awaited_seats else self.actors()

    def legal_moves(self, seat: i64) -> list[int]:
        if seat == LUCK:
            return [outcome for outcome, _ in self.luck()]
        return self.choices(seat) if seat in self.actors() else []

    def choices_into(self, seat: i64, out: vec[i64]) -> i64:
        phase = self.phase
        if phase == BUYING_OR_LAYING:
            return self._lays_and_buy_into(seat, out)
        if phase == BRIBING:
            return self._bribery_into(seat, out)
        if phase == BUYING_DICE:
            return write_bits(DICE_CHOICES, BUY_DICE, out, 0)  # (ZK-19)
        if phase == LAYING_QUARREL_CARDS:
            return write_bits(self.quarrel_cards[seat], LAY_QUARREL_CARD, out, 0)  # (ZK-18)
        if phase == MOVING_MAYOR:
            return write_bits(self.reachable(), MOVE_MAYOR, out, 0)  # (ZK-11)
        if phase == CHOOSING_COLOUR:
            return write_bits(ALL_COLOURS, TAKE_COLOUR, out, 0)  # (ZK-14)
        if phase == CLEARING:
            return write_bits(self.chips, CLEAR, out, 0)  # (ZK-7)
        return write_bits(ALL_CELLS, PLACE_MAYOR, out, 0)  # (ZK-5)

    # luck

    def luck(self) -> list[tuple[int, int]]:
        if self.phase == DEALING or self.phase == TURNING_UP:
            first: int = DEAL if self.phase == DEALING else TURN_UP
            counts = [(card, int(count_of(self.pile, card))) for card in range(KINDS)]
            return [(first + card, count) for card, count in counts if count]
        if self.phase == ROLLING or self.phase == ROLLING_OFF:
            return [(ROLL + pips, 1) for pips in range(1, DIE_FACES + 1)]
        return []

    def sample_luck(self, rng: Rng) -> i64:
        if self.phase == ROLLING or self.phase == ROLLING_OFF:
            return ROLL + 1 + rng.below(DIE_FACES)
        first: i64 = DEAL if self.phase == DEALING else TURN_UP
        return first + nth_card(self.pile, rng.below(size_of(self.pile)))

    # what a move does

    def apply(self, seat: i64, move: i64, facts: list[Fact] | None = None) -> None:  # noqa: C901
        if move < MOVE_MAYOR:
            if move >= LAY:
                self._lay(seat, move - LAY, facts)
            elif move == BUY:
                self._buy(seat, facts)
            elif move >= CLEAR:
                self._clear(seat, move - CLEAR, facts)
            else:
                self._place_mayor(seat, move, facts)
        elif move < TAKE_COLOUR:
            if move < OFFER:
                self._move_mayor(seat, move - MOVE_MAYOR, facts)
            elif move < DECLINE:
                self._offer(seat, move - OFFER, facts)
            elif move == DECLINE:
                self._decline(seat, facts)
            elif move < REFUSE:
                self._accept(seat, move - ACCEPT, facts)
            else:
                self._refuse(seat, facts)
        elif move >= ROLL:
            self._roll(move - ROLL, facts)
        elif move >= TURN_UP:
            self._turn_up(move - TURN_UP, facts)
        elif move >= DEAL:
            self._deal(move - DEAL, facts)
        elif move >= BUY_DICE:
            self._buy_dice(seat, move - BUY_DICE, facts)
        elif move >= LAY_QUARREL_CARD:
            self._lay_quarrel_card(seat, move - LAY_QUARREL_CARD, facts)
        else:
            self._take_colour(seat, move - TAKE_COLOUR, facts)

    # set-up (ZK-4 to ZK-7)

    def _place_mayor(self, seat: i64, cell: i64, facts: list[Fact] | None) -> None:
        """(ZK-5) Place the mayor on a cell; its chip stays."""
        self.mayor = cell
        self.phase = DEALING
        self.awaited_seats = 0
        if facts is not None:
            facts.append(Fact("placed", int(seat), (int(cell),)))

    def _deal(self, card: i64, facts: list[Fact] | None) -> None:
        """(ZK-6) Deal the next card: four to a seat, then four to the next one."""
        seat = self.dealt_seat()
        self.pile -= ONE_CARD[card]
        self.hands[seat] += ONE_CARD[card]
        if facts is not None:
            facts.append(private_fact("dealt", int(seat), int(card)))
        if self.dealt_seat() == self.players:
            self.phase = TURNING_UP

    def dealt_seat(self) -> i64:
        """The seat that gets the next card of the deal."""
        return (DECK_SIZE - size_of(self.pile)) // CARDS_DEALT

    def _turn_up(self, card: i64, facts: list[Fact] | None) -> None:
        """(ZK-6, ZK-8) Turn up the card that can be bought; set-up or the round goes on."""
        self.pile -= ONE_CARD[card]
        self.face_up = card
        if facts is not None:
            facts.append(Fact("turned", LUCK, (int(card),)))
        if self.chips == ALL_CELLS:
            self.phase = CLEARING
            self.awaited_seats = BIT[0]
        else:
            self._next_to_buy_or_lay(facts)

    def _clear(self, seat: i64, cell: i64, facts: list[Fact] | None) -> None:
        """(ZK-7) Remove the chip of a cell; the next seat follows, with three players twice."""
        self.chips ^= BIT[cell]
        if facts is not None:
            facts.append(Fact("cleared", int(seat), (int(cell),)))
        if CELLS - count_bits(self.chips) == self.config.clearings:
            self._next_to_buy_or_lay(facts)
        else:
            self.awaited_seats = BIT[self.after(seat)]

    # phase 1: buy or lay (ZK-8 to ZK-10)

    def _lays_and_buy_into(self, seat: i64, out: vec[i64]) -> i64:
        """(ZK-8 to ZK-10) Write the cards of the hand to lay, and the card face up to buy."""
        count: i64 = 0
        hand = self.hands[seat]
        for card in range(KINDS):
            if count_of(hand, card) > 0:
                out[count] = LAY + card
                count += 1
        if self.face_up >= 0:
            out[count] = BUY
            count += 1
        return count

    def _next_to_buy_or_lay(self, facts: list[Fact] | None) -> None:
        """Await the next seat that can buy or lay (ZK-10); then the start player's mayor move."""
        self.phase = BUYING_OR_LAYING
        while self.seats_done < self.players:
            seat = (self.start_player + self.seats_done) % self.players
            if self.hands[seat] or self.face_up >= 0:
                self.awaited_seats = BIT[seat]
                return
            self.seats_done += 1
            if facts is not None:
                facts.append(Fact("skipped", int(seat)))
        self.phase = MOVING_MAYOR
        self.awaited_seats = BIT[self.start_player]

    def _buy(self, seat: i64, facts: list[Fact] | None) -> None:
        """(ZK-8) Buy the card face up, paid at once, even below zero; everyone knows of it."""
        card = self.face_up
        price = price_of(card, self.mayor)
        self.pawns[seat] -= price
        self.hands[seat] += ONE_CARD[card]
        self.publicly_known[seat] += ONE_CARD[card]
        self.face_up = NONE
        self.seats_done += 1
        if facts is not None:
            facts.append(Fact("bought", int(seat), (int(card), int(price))))
        self._turn_up_next(facts)

    def _turn_up_next(self, facts: list[Fact] | None) -> None:
        """(ZK-10) Turn up a card, if there is one; discards become the pile when it is gone."""
        if self.pile == 0 and self.discards:
            self.pile = self.discards
            self.pile_is_public = True
            self.discards = 0
            if facts is not None:
                facts.append(Fact("reshuffled", LUCK, (int(size_of(self.pile)),)))
        if self.pile:
            self.phase = TURNING_UP
            self.awaited_seats = 0
        else:
            self._next_to_buy_or_lay(facts)

    def _lay(self, seat: i64, card: i64, facts: list[Fact] | None) -> None:
        """(ZK-9) Lay an apple card face down."""
        self.hands[seat] -= ONE_CARD[card]
        self.laid[seat] = card
        self.seats_done += 1
        if facts is not None:
            facts.append(private_fact("laid", int(seat), int(card)))
        self._next_to_buy_or_lay(facts)

    def _apple_cards_hidden(self) -> bool:
        """(ZK-14) Whether laid apple cards are not shown yet, or never: a bribe won (ZK-23)."""
        return self.phase <= BRIBING or self.proposal >= 0

    def has_hidden_apple_card(self, seat: i64) -> bool:
        """(ZK-9) Whether an apple card lies face down in front of a seat."""
        return self.laid[seat] >= 0 and self._apple_cards_hidden()

    def held_by(self, seat: i64) -> i64:
        """What a seat has in its hand or face down in front of it, as a heap."""
        is_hidden = self.has_hidden_apple_card(seat)
        return self.hands[seat] + (ONE_CARD[self.laid[seat]] if is_hidden else 0)

    def _last_to_buy_or_lay(self) -> int:
        """The last seat that bought, laid or was skipped, until the mayor is moved; else NONE."""
        if self.phase == MOVING_MAYOR or (self.phase == BUYING_OR_LAYING and self.seats_done > 0):
            return int((self.start_player + self.seats_done - 1) % self.players)
        return NONE

    def _public_market(self) -> Market:
        return Market(
            face_up=int(self.face_up),
            price=int(price_of(self.face_up, self.mayor)) if self.face_up >= 0 else 0,
            pile=int(size_of(self.pile)),
            pile_cards=tuple(cards_of(self.pile)) if self.pile_is_public else (),
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
        """The cell and the points of a standing offer; NONE and 0 without one."""
        offer = self.offers[seat]
        return (int(offer_cell(offer)), int(offer_points(offer))) if offer else (NONE, 0)

    def _bribery_into(self, seat: i64, out: vec[i64]) -> i64:
        """(ZK-12) Write the answers of the start player; for others, to decline or offer more."""
        count: i64 = 0
        if seat != self.start_player:
            cells = self.reachable() & ~BIT[self.proposal]
            out[0] = DECLINE
            count = 1
            for points in range(offer_points(self.offers[seat]) + 1, MAX_BRIBE + 1):
                count = write_bits(cells, offer_move(0, points), out, count)
            return count
        if self.awaited_seats == BIT[seat]:
            out[0] = REFUSE
            count = 1
        for briber in range(self.players):
            if self.offers[briber] > 0:
                out[count] = ACCEPT + briber
                count += 1
        return count

    def _move_mayor(self, seat: i64, cell: i64, facts: list[Fact] | None) -> None:
        """(ZK-11) Propose a cell; without bribery or a choice of cells, move there (ZK-12)."""
        cells = self.reachable()
        if not self.config.bribery or cells & (cells - 1) == 0:
            self._finish_mayor_move(cell, facts)
            return
        self.proposal = cell
        self.phase = BRIBING
        self.awaited_seats = (BIT[self.players] - 1) ^ BIT[seat]
        if facts is not None:
            facts.append(Fact("proposed", int(seat), (int(cell),)))

    def _offer(self, seat: i64, offer: i64, facts: list[Fact] | None) -> None:
        """(ZK-12) Make or raise an offer; all others who could still better it are asked again."""
        self.offers[seat] = offer
        if facts is not None:
            facts.append(Fact("offered", int(seat), self.offer_of(seat)))
        self.awaited_seats = 0
        for other in range(self.players):
            if other != seat and other != self.start_player:
                if offer_points(self.offers[other]) < MAX_BRIBE:
                    self.awaited_seats |= BIT[other]
        if self.awaited_seats == 0:
            self.awaited_seats = BIT[self.start_player]

    def _decline(self, seat: i64, facts: list[Fact] | None) -> None:
        """(ZK-12) Make no further offer; without any from anybody the mayor moves as proposed."""
        self.awaited_seats ^= BIT[seat]
        if facts is not None:
            facts.append(Fact("declined", int(seat)))
        if self.awaited_seats == 0:
            if self.has_offers():
                self.awaited_seats = BIT[self.start_player]
            else:
                self._finish_mayor_move(self.proposal, facts)

    def _accept(self, seat: i64, briber: i64, facts: list[Fact] | None) -> None:
        """(ZK-12) Take the points of a briber, and move the mayor to the cell they want.

        If the points win the game, the mayor stays (ZK-23): proposal and offers do too.
        """
        points = offer_points(self.offers[briber])
        cell = offer_cell(self.offers[briber])
        self.pawns[briber] -= points
        self.pawns[seat] += points
        if facts is not None:
            facts.append(Fact("accepted", int(seat), (int(briber), int(cell), int(points))))
        if not self._ends_at_finish(facts):
            self._finish_mayor_move(cell, facts)

    def _refuse(self, seat: i64, facts: list[Fact] | None) -> None:
        """(ZK-12) Refuse all offers: the mayor moves as proposed."""
        if facts is not None:
            facts.append(Fact("refused", int(seat)))
        self._finish_mayor_move(self.proposal, facts)

    def _finish_mayor_move(self, cell: i64, facts: list[Fact] | None) -> None:
        """(ZK-13) Put the mayor on a cell and remove its chip; then cards are revealed."""
        self.mayor = cell
        self.chips ^= BIT[cell]
        self.proposal = NONE
        for seat in range(self.players):
            self.offers[seat] = 0
        if facts is not None:
            facts.append(Fact("moved", int(self.start_player), (int(cell),)))
        self._reveal(facts)

    def _public_orchard(self) -> Orchard:
        has_moved = CELLS - count_bits(self.chips) > self.config.clearings
        is_new_round = self.phase == BUYING_OR_LAYING and self.seats_done == 0
        return Orchard(
            mayor=int(self.mayor),
            proposal=int(self.proposal),
            chips=tuple(bit_indices(self.chips)),
            mayor_moved_last=has_moved and (is_new_round or not self._apple_cards_hidden()),
        )

    # phase 3: harvest (ZK-14, ZK-15)

    def _reveal(self, facts: list[Fact] | None) -> None:
        """(ZK-14) Reveal all laid cards together; what is publicly known of hands is updated."""
        self.pips = 0
        for i in range(self.players):
            seat = (self.start_player + i) % self.players
            card = self.laid[seat]
            self.totals[seat] = 0
            self.colours[seat] = NONE if card == JOKER else card
            if card >= 0:
                if count_of(self.publicly_known[seat], card) > 0:
                    self.publicly_known[seat] -= ONE_CARD[card]
                if facts is not None:
                    facts.append(Fact("revealed", int(seat), (int(card),)))
        self._next_joker(facts)

    def _next_joker(self, facts: list[Fact] | None) -> None:
        """(ZK-14) Await the next joker without a colour, from the start player on; then harvest."""
        for i in range(self.players):
            seat = (self.start_player + i) % self.players
            if self.laid[seat] == JOKER and self.colours[seat] < 0:
                self.phase = CHOOSING_COLOUR
                self.awaited_seats = BIT[seat]
                return
        self._harvest(facts)

    def _take_colour(self, seat: i64, colour: i64, facts: list[Fact] | None) -> None:
        """(ZK-14) Give a joker its colour."""
        self.colours[seat] = colour
        if facts is not None:
            facts.append(Fact("coloured", int(seat), (int(colour),)))
        self._next_joker(facts)

    def _harvest(self, facts: list[Fact] | None) -> None:
        """(ZK-15) Pay seats alone with a colour its worth, all at one moment; others quarrel."""
        for colour in range(COLOURS):
            claims = self.claims(colour)
            if claims and claims & (claims - 1) == 0:
                seat = lowest_bit(claims)
                points = worth(colour, self.mayor)
                self.pawns[seat] += points
                if facts is not None:
                    facts.append(Fact("harvested", int(seat), (int(colour), int(points))))
        if not self._ends_at_finish(facts):
            self._quarrel_from(0, facts)

    def claims(self, colour: i64) -> i64:
        """The seats that laid a colour, or a joker for it, as bits."""
        claims: i64 = 0
        for seat in range(self.players):
            if self.colours[seat] == colour:
                claims |= BIT[seat]
        return claims

    def _quarrel_from(self, colour: i64, facts: list[Fact] | None) -> None:
        """(ZK-15) Start the next quarrel, from this colour on; if there is none, end the round."""
        while colour < COLOURS:
            claims = self.claims(colour)
            if claims & (claims - 1):
                self.quarrel_colour = colour
                self.prize = worth(colour, self.mayor)
                self._start_quarrel(claims, facts)
                return
            colour += 1
        self._end_round(facts)

    # a quarrel: cards (ZK-18)

    def _start_quarrel(self, contenders: i64, facts: list[Fact] | None) -> None:
        """(ZK-18, ZK-21) Await a quarrel card of all contenders who have one left."""
        self.contenders = contenders
        self.awaited_seats = 0
        for seat in range(self.players):
            self.quarrel_laid[seat] = 0
            self.dice[seat] = 0
            if contenders & BIT[seat] and self.quarrel_cards[seat]:
                self.awaited_seats |= BIT[seat]
        self.phase = LAYING_QUARREL_CARDS
        if facts is not None:
            about = (int(self.quarrel_colour), int(self.prize), *bit_indices(contenders))
            facts.append(Fact("quarrel", LUCK, about))
        if self.awaited_seats == 0:
            self._start_buying_dice()

    def _lay_quarrel_card(self, seat: i64, number: i64, facts: list[Fact] | None) -> None:
        """(ZK-18) Lay a quarrel card face down; it counts as the seat's until it is shown."""
        self.quarrel_laid[seat] = number
        self.awaited_seats ^= BIT[seat]
        if facts is not None:
            facts.append(private_fact("quarrel_card", int(seat), int(number)))
        if self.awaited_seats == 0:
            self._start_buying_dice()

    def _has_hidden_quarrel_card(self, seat: i64) -> bool:
        """(ZK-20) Whether a quarrel card lies face down in front of a seat."""
        not_shown = self.phase == LAYING_QUARREL_CARDS or self.phase == BUYING_DICE
        return not_shown and self.quarrel_laid[seat] > 0

    # a quarrel: dice (ZK-19, ZK-20)

    def _start_buying_dice(self) -> None:
        """(ZK-19) Let all contenders buy dice."""
        self.phase = BUYING_DICE
        self.awaited_seats = self.contenders

    def _buy_dice(self, seat: i64, count: i64, facts: list[Fact] | None) -> None:
        """(ZK-19) Buy dice, which lets all others without dice choose again; 0 declines."""
        self.dice[seat] = count
        self.pawns[seat] -= DIE_PRICE * count
        if facts is not None:
            facts.append(Fact("dice", int(seat), (int(count), int(DIE_PRICE * count))))
        if count == 0:
            self.awaited_seats ^= BIT[seat]
        else:
            self.awaited_seats = self.contenders
            for other in range(self.players):
                if self.dice[other] > 0:
                    self.awaited_seats &= ~BIT[other]
        if self.awaited_seats == 0:
            self._show_cards(facts)

    def _show_cards(self, facts: list[Fact] | None) -> None:
        """(ZK-20) Reveal the quarrel cards, which leave the game (ZK-18); then roll."""
        self.phase = ROLLING
        for i in range(self.players):
            seat = (self.start_player + i) % self.players
            if self.contenders & BIT[seat]:
                number = self.quarrel_laid[seat]
                self._reset_total(seat, number)
                if number > 0:
                    self.quarrel_cards[seat] ^= BIT[number]
                if facts is not None:
                    facts.append(Fact("quarrel_shown", int(seat), (int(number),)))
        self._forget_losers_of_ties()
        self._next_roller(0, facts)

    def _forget_losers_of_ties(self) -> None:
        """(ZK-21) Clear the totals of those who are out of a quarrel that the others go on with."""
        for seat in range(self.players):
            if self.colours[seat] == self.quarrel_colour and not self.contenders & BIT[seat]:
                self._reset_total(seat, 0)

    def _reset_total(self, seat: i64, number: i64) -> None:
        """Start a total again: a quarrel card, and no dice yet."""
        self.totals[seat] = number
        self.pips &= ~(PIPS_MASK * BIT[PIPS_BITS_PER_SEAT * seat])

    def _next_roller(self, turn: i64, facts: list[Fact] | None) -> None:
        """Let the next seat with dice roll, ``turn`` seats after the start player or later."""
        for i in range(turn, self.players):
            seat = (self.start_player + i) % self.players
            if self.dice[seat] > 0:
                self.roller = seat
                self.dice_left = self.dice[seat]
                return
        self._resolve_totals(facts)

    def _roll(self, pips: i64, facts: list[Fact] | None) -> None:
        """(ZK-20) Add a die to the roller's total; after the last one the next contender rolls."""
        seat = self.roller
        self.totals[seat] += pips
        before = self.pips >> (PIPS_BITS_PER_SEAT * seat) & PIPS_MASK
        after = before * BIT[DIE_BITS] + pips
        self.pips += (after - before) * BIT[PIPS_BITS_PER_SEAT * seat]
        self.dice_left -= 1
        if facts is not None:
            facts.append(Fact("rolled", int(seat), (int(pips), int(self.totals[seat]))))
        if self.dice_left == 0:
            self._next_roller((seat - self.start_player) % self.players + 1, facts)

    def _rolled_by(self, seat: i64) -> tuple[int, ...]:
        """The dice in a seat's total, in the order they were rolled."""
        rolled: list[int] = []
        left = self.pips >> (PIPS_BITS_PER_SEAT * seat) & PIPS_MASK
        while left:
            rolled.insert(0, int(left & DIE_MASK))
            left >>= DIE_BITS
        return tuple(rolled)

    # a quarrel: its winner (ZK-20 to ZK-22)

    def _resolve_totals(self, facts: list[Fact] | None) -> None:
        """(ZK-20) Pay the highest total; if it is shared, the quarrel goes on (ZK-21, ZK-22)."""
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
            self._award_prize(winner, facts)
            return
        if facts is not None:
            facts.append(Fact("tied", LUCK, (int(top), *bit_indices(best))))
        if self.phase == ROLLING_OFF or top == 0:  # a top of 0: no cards, no dice
            self._roll_off(best, facts)
        else:
            self._start_quarrel(best, facts)

    def _roll_off(self, tied: i64, facts: list[Fact] | None) -> None:
        """(ZK-22) Let each seat that is still tied roll a free die."""
        self.phase = ROLLING_OFF
        self.contenders = tied
        for seat in range(self.players):
            self.dice[seat] = 0
            if tied & BIT[seat]:
                self._reset_total(seat, 0)
                self.dice[seat] = 1
        self._forget_losers_of_ties()
        self._next_roller(0, facts)

    def _award_prize(self, winner: i64, facts: list[Fact] | None) -> None:
        """(ZK-15) Pay the winner of a quarrel, which is over; the next one follows."""
        self.pawns[winner] += self.prize
        if facts is not None:
            losers = bit_indices(self.contenders & ~BIT[winner])
            totals = [int(self.totals[seat]) for seat in (winner, *losers)]
            about = (int(self.quarrel_colour), int(self.prize), *totals)
            facts.append(Fact("won", int(winner), about))
        self.contenders = 0
        self.prize = 0
        self.roller = 0
        for seat in range(self.players):
            self.quarrel_laid[seat] = 0
            self.dice[seat] = 0
        if not self._ends_at_finish(facts):
            self._quarrel_from(self.quarrel_colour + 1, facts)

    def _public_quarrel(self) -> Quarrel | None:
        if self.contenders == 0:
            return None
        is_open = self.phase == ROLLING or self.phase == ROLLING_OFF
        contenders: list[Contender] = []
        for seat in bit_indices(self.contenders):
            card = HIDDEN if self._has_hidden_quarrel_card(seat) else self.quarrel_laid[seat]
            rolled = self._rolled_by(seat) if is_open else ()
            contenders.append(Contender(seat, int(card), int(self.dice[seat]), rolled))
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
        """(ZK-16, ZK-17) Discard laid cards; end the game, or pass the big apple to the left."""
        for seat in range(self.players):
            if self.laid[seat] >= 0:
                self.discards += ONE_CARD[self.laid[seat]]
            self.laid[seat] = NONE
        self.quarrel_colour = 0
        self.seats_done = 0
        self.awaited_seats = 0
        if self.chips == 0 or self.farthest() >= self.config.track:  # (ZK-23)
            self.phase = OVER
            if facts is not None:
                is_bare = 1 if self.chips == 0 else 0
                facts.append(Fact("over", LUCK, (is_bare,)))
            return
        self.start_player = self.after(self.start_player)
        if facts is not None:
            facts.append(Fact("round", int(self.start_player), (int(count_bits(self.chips)),)))
        if self.face_up < 0 and self.discards:
            self._turn_up_next(facts)
        else:
            self._next_to_buy_or_lay(facts)

    def wins_at_once(self, seat: i64, points: i64) -> bool:
        """(ZK-23) Whether ``points`` would win a seat the game at once."""
        return self.pawns[seat] + points >= self.config.instant_win_at

    def _ends_at_finish(self, facts: list[Fact] | None) -> bool:
        """(ZK-23) End the game if a pawn that was just paid has won it; return whether it has.

        Nothing more is played then: all cards stay where they lie, those face down too.
        """
        farthest = self.farthest()
        if farthest < self.config.instant_win_at:
            return False
        self.phase = OVER
        self.awaited_seats = 0
        if facts is not None:
            winners = [seat for seat in range(self.players) if self.pawns[seat] == farthest]
            for seat in winners:  # (ZK-24) several can be paid at one moment
                facts.append(Fact("finished", int(seat), (int(farthest), len(winners))))
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
            awaited=tuple(bit_indices(self.awaited_seats)),
            start_player=int(self.start_player),
            track=int(self.config.track),
            wins_at_finish=self.config.wins_at_finish,
            revealed=not self._apple_cards_hidden(),
            last_to_buy_or_lay=self._last_to_buy_or_lay(),
            orchard=self._public_orchard(),
            market=self._public_market(),
            quarrel=self._public_quarrel(),
            players=tuple([self._public_player(seat) for seat in range(self.players)]),
        )

    def _public_player(self, seat: i64) -> Player:
        return Player(
            pawn=int(self.pawns[seat]),
            hand_size=int(size_of(self.hands[seat])),
            publicly_known=tuple(cards_of(self.publicly_known[seat])),
            laid=HIDDEN if self.has_hidden_apple_card(seat) else int(self.laid[seat]),
            colour=int(self.colours[seat]),
            offer=self.offer_of(seat),
            quarrel_cards=tuple(bit_indices(self.quarrel_cards[seat])),
            total=int(self.totals[seat]),
            rolled=self._rolled_by(seat),
        )

    def private(self, viewer: i64) -> Private:
        if viewer < 0:
            return NOTHING_PRIVATE
        hides_number = self._has_hidden_quarrel_card(viewer)
        return Private(
            seat=int(viewer),
            hand=tuple(cards_of(self.hands[viewer])),
            laid=int(self.laid[viewer]) if self.has_hidden_apple_card(viewer) else NONE,
            quarrel_card=int(self.quarrel_laid[viewer]) if hides_number else 0,
        )

    def imagine(self, viewer: i64, rng: Rng) -> Zankapfel:
        """Deal all cards again whose place the viewer can't know."""
        world = self.clone()
        hidden = zeros(DECK_SIZE)
        pile: i64 = 0 if self.pile_is_public else self.pile
        count = self._hidden_cards_into(viewer, pile, hidden)
        partial_shuffle(rng, hidden, count, count - size_of(pile))
        given: i64 = 0
        for seat in range(self.players):
            if seat != viewer:
                heap = self.publicly_known[seat]
                for _ in range(size_of(self.held_by(seat) - heap)):
                    heap += ONE_CARD[hidden[given]]
                    given += 1
                world._give_imagined(seat, heap, rng)
        if not self.pile_is_public:
            world.pile = 0
            for i in range(given, count):
                world.pile += ONE_CARD[hidden[i]]
        return world

    def _hidden_cards_into(self, viewer: i64, heap: i64, out: vec[i64]) -> i64:
        """Write a heap and the cards of others that nobody knows, sorted; return how many."""
        for seat in range(self.players):
            if seat != viewer:
                heap += self.held_by(seat) - self.publicly_known[seat]
        count = size_of(heap)
        for i in range(count):
            out[i] = nth_card(heap, i)
        return count

    def _give_imagined(self, seat: i64, heap: i64, rng: Rng) -> None:
        """Give a seat these cards; any of them could be the one that lies face down."""
        if self.has_hidden_apple_card(seat):
            card = nth_card(heap, rng.below(size_of(heap)))
            self.laid[seat] = card
            heap -= ONE_CARD[card]
        self.hands[seat] = heap
        if self._has_hidden_quarrel_card(seat):
            cards = self.quarrel_cards[seat]
            self.quarrel_laid[seat] = nth_bit(cards, rng.below(count_bits(cards)))

    # copies and comparisons

    def clone(self) -> Zankapfel:
        return Zankapfel(self.config, self)

    def key(self) -> Hashable:
        numbers = [
            *(self.phase, self.start_player, self.awaited_seats, self.contenders),
            *(self.quarrel_colour, self.prize, self.roller, self.dice_left, self.mayor),
            *(self.proposal, self.chips, self.pile, int(self.pile_is_public), self.face_up),
            *(self.discards, self.seats_done, self.pips),
        ]
        for array in (
            *(self.pawns, self.quarrel_cards, self.quarrel_laid, self.dice, self.totals),
            *(self.hands, self.publicly_known, self.laid, self.colours, self.offers),
        ):
            numbers += [int(number) for number in array]
        return tuple([int(number) for number in numbers])
