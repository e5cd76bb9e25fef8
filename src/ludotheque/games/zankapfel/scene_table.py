"""Zankapfel: what lies on the table, area by area and piece by piece."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from ludotheque.core.state import SPECTATOR
from ludotheque.games.zankapfel.data import BRIBES, COLOURS, JOKER, MOST_DICE, NONE, price
from ludotheque.games.zankapfel.notation import CARD
from ludotheque.games.zankapfel.rules import CHOOSING, COLOURING, HIDDEN, View
from ludotheque.games.zankapfel.rules_mayor import BRIBING, MOVING
from ludotheque.games.zankapfel.rules_quarrel import DICING, QUARRELLING, ROLLING, ROLLING_OFF
from ludotheque.games.zankapfel.rules_race import OVER
from ludotheque.games.zankapfel.scene_orchard import BOARD, KEPT, board
from ludotheque.games.zankapfel.scene_sight import KIND, Sight
from ludotheque.presentation.scene import Area, Counter, Piece

if TYPE_CHECKING:
    from ludotheque.core.words import Words


# areas


def areas(sight: Sight) -> tuple[Area, ...]:
    """The orchard, the cards of all, the seats, and what is the viewer's own."""
    view = sight.view
    chips = Counter("chip", sight.say("area.chips"), len(view.chips), sight.say("tip.chips"))
    market = "area.market" if view.face_up >= 0 else "sale.none"
    found = [
        Area("board", "board", sight.say("area.board"), size=(BOARD, BOARD), counters=(chips,)),
        Area("market", "row", sight.say(market), tip=sight.say("tip.market")),
        Area("pile", "stack", sight.say("area.pile")),
        Area("discards", "stack", sight.say("area.discards")),
    ]
    if _offers(sight):
        found.append(Area("offers", "row", sight.say("area.offers", name=sight.names[view.start])))
    if view.contenders:
        found.append(_quarrel_area(sight))
    found += [_panel(sight, seat) for seat in range(len(sight.names))]
    return (*found, *_own_areas(sight))


def _quarrel_area(sight: Sight) -> Area:
    """What the quarrel is about, and what each has reached once cards are shown."""
    view = sight.view
    label = sight.say("quarrel", colour=sight.colour(view.quarrel_colour), count=view.prize)
    totals = [
        Counter(f"pawn-{seat}", sight.names[seat], view.totals[seat]) for seat in _in_turn(view)
    ]
    return Area("quarrel", "row", label, counters=tuple(totals) if view.phase >= ROLLING else ())


def _in_turn(view: View) -> list[int]:
    """Contenders in turn order."""
    return sorted(view.contenders, key=lambda seat: (seat - view.start) % len(view.pawns))


def _panel(sight: Sight, seat: int) -> Area:
    view = sight.view
    total = view.totals[seat] if seat not in view.contenders else 0
    values = (view.pawns[seat], view.hand_sizes[seat], total)
    down = view.quarrel_laid[seat] != 0 and view.phase <= DICING
    counters = _counters(sight.words, values, view.quarrel_cards[seat], down)
    name, acting = sight.names[seat], seat in view.waiting
    return Area(f"seat{seat}", "panel", name, seat, counters=counters, acting=acting)


@lru_cache(KEPT)
def _counters(
    words: Words, values: tuple[int, int, int], quarrels: tuple[int, ...], down: bool
) -> tuple[Counter, ...]:
    """Points, cards in hand, quarrel cards, and what was reached in the last quarrel, if any."""
    points, cards, total = values
    numbers = " ".join(map(str, quarrels)) or "-"
    label = f"{words.say('area.quarrels')} ({numbers})"
    kept = words.say("tip.kept.laid" if down else "tip.kept", numbers=numbers)
    counters = (
        Counter("pawn", words.say("area.points"), points, words.say("tip.points")),
        Counter("card", words.say("area.cards"), cards),
        Counter("quarrel", label, len(quarrels), kept),
    )
    return (*counters, Counter("total", words.say("area.total"), total)) if total else counters


def _own_areas(sight: Sight) -> list[Area]:
    """What the viewer holds, and what there is to choose from: points to offer, colours, dice."""
    if sight.viewer < 0:
        return []
    own = [Area("hand", "row", sight.say("hand"), sight.viewer)]
    if _draws(sight):
        label, tip = sight.say("area.quarrels.own"), sight.say("tip.quarrels")
        own.append(Area("quarrels", "row", label, sight.viewer, tip=tip))
    if sight.viewer not in sight.view.waiting:
        return own
    asked = {BRIBING: "purse", COLOURING: "colours", DICING: "dicebox"}.get(sight.view.phase, "")
    if asked and (asked != "purse" or _bribes(sight)):
        own.append(Area(asked, "row", sight.say(f"area.{asked}"), sight.viewer))
    return own


def _draws(sight: Sight) -> bool:
    """(ZK-18) Whether the viewer's quarrel cards lie on the table; else they are put away."""
    return sight.view.phase == QUARRELLING and sight.viewer in sight.view.contenders


def _bribes(sight: Sight) -> range:
    """(ZK-12) The points the viewer may offer now."""
    view = sight.view
    if view.phase != BRIBING or sight.viewer == view.start or sight.viewer not in view.waiting:
        return range(0)
    return range(view.offers[sight.viewer][1] + 1, BRIBES + 1)


# pieces


def pieces(sight: Sight) -> tuple[Piece, ...]:
    """All pieces, what lies above after what lies below."""
    seats = range(len(sight.names))
    return (
        *board(sight),
        *_cards(sight),
        *_offers(sight),
        *_quarrel(sight),
        *(piece for seat in seats for piece in _seat(sight, seat)),
        *_own(sight),
    )


# the cards of all


def _cards(sight: Sight) -> list[Piece]:
    """What can be bought, the pile and the discards."""
    view = sight.view
    found = []
    if view.face_up >= 0:
        cost = int(price(view.face_up, view.mayor))
        label = sight.say("sale", card=sight.card(view.face_up), count=cost)
        art = f"sale-{KIND[view.face_up]}"
        found.append(Piece(sale(view.face_up), art, "market", label, value=str(cost)))
    if view.pile:
        label = sight.say("pile", count=view.pile)
        if view.pile_cards:
            label = sight.say("piece.pile", count=view.pile, cards=sight.heap(view.pile_cards))
        found.append(Piece("pile", "card-pile", "pile", label, value=str(view.pile)))
    if view.discards:
        label = sight.say("discards", cards=sight.heap(view.discards))
        count = str(len(view.discards))
        found.append(Piece("discards", "card-discards", "discards", label, value=count))
    return found


def sale(kind: int) -> str:
    """A name for the card that can be bought; the next one is another."""
    return f"sale:{CARD[kind]}"


def _offers(sight: Sight) -> list[Piece]:
    """(ZK-12) What is offered to the start player, and by whom; bidders see it in the orchard."""
    found: list[Piece] = []
    if sight.viewer not in (SPECTATOR, sight.view.start):
        return found
    for seat, (cell, points) in enumerate(sight.view.offers):
        if points:
            name, at = sight.names[seat], (float(seat), 0.0)
            label = sight.say("piece.offer", name=name, count=points, **sight.spot(cell))
            found.append(
                Piece(f"offer:{seat}", f"bribe-{seat}", "offers", label, at, value=str(points))
            )
    return found


# a quarrel


def _quarrel(sight: Sight) -> list[Piece]:
    """What it is about; then card and dice of each contender, in turn order."""
    view = sight.view
    if not view.contenders:
        return []
    colour = view.quarrel_colour
    label = sight.say("piece.prize", colour=sight.colour(colour), count=view.prize)
    found = [
        Piece(
            f"prize:{CARD[colour]}",
            f"prize-{KIND[colour]}",
            "quarrel",
            label,
            value=str(view.prize),
        )
    ]
    for seat in _in_turn(view):
        found.append(_fighter(sight, seat, float(len(found))))
        if view.dice[seat]:
            found.append(_dice(sight, seat, float(len(found))))
    return found


def _fighter(sight: Sight, seat: int, order: float) -> Piece:
    """A contender's quarrel card, or its empty place. The viewer's own comes from their row."""
    view = sight.view
    name, number, at = sight.names[seat], view.quarrel_laid[seat], (order, 0.0)
    if number == HIDDEN:
        label = sight.say("fact.quarrel_card.unseen", name=name)
        return Piece(f"fight:{seat}", "quarrel-back", "quarrel", label, at)
    if number:
        own = f"quarrel:{number}" if seat == sight.viewer else f"fight:{seat}"
        down = view.phase <= DICING  # only the viewer's own is seen then
        label = sight.say(
            "piece.fight.own" if down else "fact.quarrel_shown", name=name, number=number
        )
        marks = ("hidden",) if down else ()
        art = f"quarrel-{number}"
        return Piece(own, art, "quarrel", label, at, value=str(number), marks=marks)
    key = "piece.fight.empty" if view.quarrel_cards[seat] else "fact.quarrel_shown.none"
    art = "quarrel-place" if view.quarrel_cards[seat] else "quarrel-none"
    return Piece(f"place:{seat}", art, "quarrel", sight.say(key, name=name), at)


def _dice(sight: Sight, seat: int, order: float) -> Piece:
    """The dice of a contender together: how many, and what was rolled with them so far."""
    view = sight.view
    dice = view.dice[seat]
    thrown = _thrown(view, seat)
    rolled = view.totals[seat] - max(0, view.quarrel_laid[seat])
    key = "piece.dice.rolled" if thrown else "piece.dice"
    label = sight.say(key, name=sight.names[seat], count=dice, thrown=thrown, pips=rolled)
    marks = ("rolled",) if thrown == dice else ()
    value = str(rolled) if thrown else ""
    at, art = (order, 0.0), f"dice-{dice}"
    if thrown:
        art = f"die-{rolled}" if dice == 1 else f"rolled-{dice}"
    return Piece(f"dice:{seat}", art, "quarrel", label, at, value=value, marks=marks)


def _thrown(view: View, seat: int) -> int:
    """How many of a contender's dice are rolled: in turn order, each all of their own (ZK-20)."""
    if view.phase not in {ROLLING, ROLLING_OFF}:
        return 0
    turn = [(who - view.start) % len(view.pawns) for who in (seat, view.roller)]
    if turn[0] == turn[1]:
        return view.dice[seat] - view.dice_left
    return view.dice[seat] if turn[0] < turn[1] else 0


# the seats


def _seat(sight: Sight, seat: int) -> list[Piece]:
    """The big apple, the card laid, cards that all know of, and dice."""
    view = sight.view
    found = []
    if seat == view.start and view.phase != OVER:
        label = sight.say("piece.big-apple", name=sight.names[seat])
        found.append(Piece("big-apple", "big-apple", f"seat{seat}", label))
    found += _laid(sight, seat)
    found += _known(sight, seat)
    found += _rolled(sight, seat)
    return found


def _rolled(sight: Sight, seat: int) -> list[Piece]:
    """(ZK-20) The dice of the last quarrel lie where all can look at them."""
    if seat in sight.view.contenders:
        return []
    found = []
    for order, pips in enumerate(sight.view.pips[seat]):
        label = sight.say("piece.die", name=sight.names[seat], pips=pips)
        at = (4.0 + order / 10, 0.0)
        found.append(Piece(f"die:{seat}:{order}", f"die-{pips}", f"seat{seat}", label, at))
    return found


def _laid(sight: Sight, seat: int) -> list[Piece]:
    """(ZK-9, ZK-14) The apple card before a seat, and the colour a joker took."""
    view = sight.view
    kind, area, name = view.laid[seat], f"seat{seat}", sight.names[seat]
    marks: tuple[str, ...] = ("last",) if seat == _last_to_choose(view) else ()
    if kind == NONE:
        return []
    if kind == HIDDEN:
        label = sight.say("fact.laid.unseen", name=name)
        return [Piece(f"laid:{seat}", "card-back", area, label, (1.0, 0.0), marks=marks)]
    down = not view.revealed  # only the viewer's own is seen then
    label = sight.say("piece.laid.own" if down else "piece.laid", name=name, card=sight.card(kind))
    own = held(kind, view.hand.count(kind) + 1) if seat == sight.viewer else f"laid:{seat}"
    marks += ("hidden",) if down else ()
    found = [Piece(own, f"card-{KIND[kind]}", area, label, (1.0, 0.0), marks=marks)]
    colour = view.colours[seat]
    if not down and colour not in {kind, NONE}:
        label = sight.say("piece.coloured", name=name, colour=sight.colour(colour))
        found.append(Piece(f"colour:{seat}", f"apple-{KIND[colour]}", area, label, (2.0, 0.0)))
    return found


def _last_to_choose(view: View) -> int:
    """Who has just bought or laid, while others do; NONE before and later."""
    seats = len(view.pawns)
    if view.phase == MOVING:
        return (view.start - 1) % seats
    if view.phase == CHOOSING and view.waiting[0] != view.start:
        return (view.waiting[0] - 1) % seats
    return NONE


def _known(sight: Sight, seat: int) -> list[Piece]:
    """Cards that a seat bought before all eyes and has not shown since."""
    view = sight.view
    down = not view.revealed and view.laid[seat] != NONE
    key = "piece.known.laid" if down else "piece.known"
    found = []
    for order, kind in enumerate(view.known[seat]):
        copy = view.known[seat][:order].count(kind) + 1
        label = sight.say(key, card=sight.card(kind))
        at = (3.0 + order / 10, 0.0)
        name = f"known:{seat}:{CARD[kind]}:{copy}"
        found.append(Piece(name, f"apple-{KIND[kind]}", f"seat{seat}", label, at))
    return found


# the viewer's own


def held(kind: int, copy: int) -> str:
    """A name for an apple card of the viewer: equal ones are numbered from the second on."""
    return f"hand:{CARD[kind]}" + (f":{copy}" if copy > 1 else "")


def _own(sight: Sight) -> list[Piece]:
    """Apple cards, quarrel cards that don't lie on the table, and what to choose from."""
    if sight.viewer < 0:
        return []
    found = [*_hand(sight), *_quarrel_cards(sight)]
    for points in _bribes(sight):
        label = sight.say("piece.points", count=points)
        at = (float(points), 0.0)
        found.append(Piece(f"points:{points}", "coin", "purse", label, at, value=str(points)))
    if sight.viewer in sight.view.waiting and sight.view.phase == COLOURING:
        found += [_apple(sight, colour) for colour in range(COLOURS)]
    if sight.viewer in sight.view.waiting and sight.view.phase == DICING:
        for dice in range(1, MOST_DICE + 1):
            label, at = sight.say("piece.dice.buy", count=dice, cost=2 * dice), (float(dice), 0.0)
            name, cost = f"buy-dice:{dice}", str(2 * dice)
            found.append(Piece(name, f"shop-{dice}", "dicebox", label, at, value=cost))
    return found


def _hand(sight: Sight) -> list[Piece]:
    hand = sight.view.hand
    found = []
    for order, kind in enumerate(hand):
        name, at = held(kind, hand[:order].count(kind) + 1), (float(order), 0.0)
        tip = sight.say("tip.joker" if kind == JOKER else "tip.card")
        found.append(Piece(name, f"card-{KIND[kind]}", "hand", sight.card(kind), at, tip=tip))
    return found


def _quarrel_cards(sight: Sight) -> list[Piece]:
    if not _draws(sight):
        return []
    laid = sight.view.quarrel_laid[sight.viewer]
    found = []
    for number in sight.view.quarrel_cards[sight.viewer]:
        if number != laid:
            found.append(_quarrel_card(sight.words, number))
    return found


@cache
def _quarrel_card(words: Words, number: int) -> Piece:
    label, at = words.say("piece.quarrel", number=number), (float(number), 0.0)
    name, art = f"quarrel:{number}", f"quarrel-{number}"
    return Piece(name, art, "quarrels", label, at, value=str(number))


def _apple(sight: Sight, colour: int) -> Piece:
    """(ZK-14) A colour for the joker, with its worth; marked where one would quarrel."""
    view = sight.view
    worth = sight.worth(colour, view.mayor)
    label = sight.say("move.colour", colour=sight.colour(colour), count=worth)
    marks = ("danger",) if colour in view.colours else ()
    name, at = f"apple:{CARD[colour]}", (float(colour), 0.0)
    return Piece(name, f"prize-{KIND[colour]}", "colours", label, at, value=str(worth), marks=marks)
