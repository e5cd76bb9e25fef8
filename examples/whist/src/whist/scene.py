"""The table as data any client can draw: what everybody sees, and what is a seat's own."""

from __future__ import annotations

from functools import cache
from typing import Final

from ludotheque.core.part_cache import PartCache
from ludotheque.core.state import LUCK, NOBODY, Fact, Seat
from ludotheque.core.words import Words
from ludotheque.presentation.scene import Area, Choice, Counter, OwnLayer, Piece, TableLayer

from whist.notation import CODES, SUITS
from whist.rules import RANKS, SEATS, UNKNOWN, Private, Public, Whist
from whist.sentences import card_name, rank_text, sorted_hand, suit_name

TABLE_SIZE: Final = (6, 5)  # a card is 1.3 wide and 1.95 high
CARD_SPAN: Final = (1.3, 1.95)
SPOTS: Final = ((3.0, 3.9), (1.1, 2.5), (3.0, 1.1), (4.9, 2.5))  # of the card of each seat
RED: Final = (1, 2)  # suits


def table(
    public: Public, words: Words, names: tuple[str, ...], part_cache: PartCache
) -> TableLayer:
    """What everybody sees: the trick, the card that made trumps, and both sides."""
    del part_cache
    areas = [Area("table", "board", words.say("area.table"), size=TABLE_SIZE)]
    areas += [Area("trump", "stack", words.say("area.trump"))]
    areas += [_panel(public, seat, words, name) for seat, name in enumerate(names)]
    pieces = [_place(seat, words) for seat in range(SEATS)]
    for i, card in enumerate(public.trick):
        seat = (public.starter + i) % SEATS
        pieces.append(_card(card, "table", SPOTS[seat], f"seat:{seat}", words))
    if public.turned != UNKNOWN:
        pieces.append(_trump(public.turned, words))
    return TableLayer(_prompt(public, words, names), tuple(areas), tuple(pieces))


def _panel(public: Public, seat: Seat, words: Words, name: str) -> Area:
    side = seat % 2
    counters = (
        Counter("points", words.say("counter.points"), public.points[side]),
        Counter("tricks", words.say("counter.tricks"), public.tricks[side]),
        Counter("cards", words.say("counter.cards"), public.hand_sizes[seat]),
    )
    tip = words.say("tip.dealer") if seat == public.dealer else ""
    acting = seat == public.actor
    return Area(f"seat:{seat}", "panel", name, seat, counters=counters, acting=acting, tip=tip)


@cache
def _place(seat: Seat, words: Words) -> Piece:
    label = words.say("piece.place", seat=seat + 1)
    return Piece(f"place:{seat}", "place", "table", label, SPOTS[seat], CARD_SPAN, place=True)


@cache
def _card(card: int, area: str, at: tuple[float, float], origin: str, words: Words) -> Piece:
    return Piece(
        id=f"card:{CODES[card]}",
        art=f"suit-{SUITS[card // RANKS]}",
        area=area,
        label=card_name(card, words),
        at=at,
        span=CARD_SPAN,
        value=rank_text(card, words),
        marks=("red",) if card // RANKS in RED else (),
        origin=origin,
    )


@cache
def _trump(card: int, words: Words) -> Piece:
    label = words.say("piece.trump", suit=suit_name(card, words), card=card_name(card, words))
    marks = ("red",) if card // RANKS in RED else ()
    art = f"suit-{SUITS[card // RANKS]}"
    return Piece("trump", art, "trump", label, value=rank_text(card, words), marks=marks, tip=label)


def _prompt(public: Public, words: Words, names: tuple[str, ...]) -> str:
    if public.actor == NOBODY:
        return words.say("prompt.over")
    if public.actor == LUCK:
        return words.say("prompt.deal")
    return words.say("prompt.wait", name=names[public.actor])


def own(
    world: Whist,
    public: Public,
    private: Private,
    seat: Seat,
    words: Words,
    names: tuple[str, ...],
) -> OwnLayer:
    """What one seat sees and may do: its hand, and a choice for each card it may play."""
    del names
    hand = sorted_hand(private)
    choices = tuple(_choice(card, words) for card in world.legal_moves(seat))
    pieces = tuple(_card(card, "hand", (float(i), 0.0), "", words) for i, card in enumerate(hand))
    prompt = ""
    if public.actor == seat:
        is_led = len(public.trick) in {0, SEATS}
        must_follow = not is_led and len(choices) < len(hand)
        suit = suit_name(public.trick[0], words) if public.trick else ""
        key = "prompt.follow" if must_follow else "prompt.lead" if is_led else "prompt.play"
        prompt = words.say(key, suit=suit)
    area = Area("hand", "row", words.say("area.hand"), seat)
    return OwnLayer(prompt=prompt, areas=(area,), pieces=pieces, choices=choices)


@cache
def _choice(card: int, words: Words) -> Choice:
    label = words.say("move.play", card=card_name(card, words))
    return Choice((f"card:{CODES[card]}",), f"play {CODES[card]}", label)


def targets(fact: Fact) -> tuple[str, ...]:
    """The pieces and areas that a fact is about."""
    if fact.kind == "played":
        return (f"card:{CODES[fact.about[0]]}",)
    return ("trump",) if fact.kind == "turned" else (f"seat:{fact.seat}",)
