"""Zankapfel: the table as data any client can draw; what a viewer is asked, and may do."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from ludotheque.games.zankapfel import data, moves, scene_cards, scene_quarrel, scene_stage
from ludotheque.games.zankapfel.notation import CARD_LETTERS, choice_text
from ludotheque.games.zankapfel.scene_orchard import orchard_area, orchard_pieces
from ludotheque.games.zankapfel.scene_words import CARD_ART, cell_and_worths, cell_id
from ludotheque.games.zankapfel.sentences import (
    colour_name,
    colour_phrase,
    names_of,
    plain_phrase,
    purchase_phrase,
)
from ludotheque.presentation.scene import (
    Area,
    Choice,
    OwnLayer,
    Piece,
    TableLayer,
)

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from ludotheque.core.part_cache import PartCache
    from ludotheque.core.words import Words
    from ludotheque.games.zankapfel.observation import Offers, Private, Public
    from ludotheque.games.zankapfel.rules import Zankapfel

CHOICE_CACHE_SIZE: Final = 8192  # many seats have the same choices


# what everybody sees


def table(public: Public, words: Words, names: tuple[str, ...], cache: PartCache) -> TableLayer:
    """The orchard, the market, bribes, a quarrel, and the seats."""
    market, offers, start_player = public.market, public.offers(), names[public.start_player]
    quarrel = scene_quarrel.basis(public, names)
    seats = [
        scene_cards.seat_parts(public, seat, words, names[seat], cache)
        for seat in range(len(names))
    ]
    offer_pieces = cache.keep(
        "offers", (offers, names), lambda: scene_cards.offer_pieces(offers, words, names)
    )
    shown = (scene_stage.claims(public), scene_stage.fights(public))
    stage_areas, stage_pieces = cache.keep(
        "stage", (shown, names), lambda: scene_stage.parts(*shown, words, names)
    )
    return TableLayer(
        prompt=_prompt(public, words, names),
        areas=(
            orchard_area(words, len(public.orchard.chips)),
            *scene_cards.market_areas(words, market.face_up >= 0),
            *([scene_cards.offers_area(words, start_player)] if offer_pieces else []),
            *cache.keep("quarrel", quarrel, lambda: scene_quarrel.areas(public, words, names)),
            *[panel for panel, _ in seats],
            *stage_areas,
        ),
        pieces=(
            *orchard_pieces(public, words, names, cache),
            *scene_cards.market_pieces(market, words),
            *offer_pieces,
            *cache.keep("fight", quarrel, lambda: scene_quarrel.pieces(public, words, names)),
            *[piece for _, pieces in seats for piece in pieces],
            *stage_pieces,
        ),
    )


def _prompt(public: Public, words: Words, names: Sequence[str]) -> str:
    if public.phase == moves.OVER:
        pawns = [player.pawn for player in public.players]
        winners = [seat for seat, pawn in enumerate(pawns) if pawn == max(pawns)]
        return words.say("prompt.over", names=names_of(winners, names, words))
    if public.awaited:
        return words.say("prompt.wait", names=names_of(public.awaited, names, words))
    if public.quarrel:
        return words.say("prompt.roll", count=public.quarrel.dice_left)
    return words.say("prompt.deal" if public.phase == moves.DEALING else "prompt.turn")


# what one seat sees and may do


def own(
    world: Zankapfel,
    public: Public,
    private: Private,
    seat: int,
    words: Words,
    names: tuple[str, ...],
) -> OwnLayer:
    """The hand, cards laid face down, what there is to choose from, and the choices."""
    legal = tuple(world.legal_moves(seat))
    options = _things_to_choose(public, legal, words)
    panel = scene_cards.own_panel(public, private, words, names[seat])
    quarrel = scene_quarrel.own_pieces(public, private, words, names)
    offers = _hidden_offers(public, seat)
    return OwnLayer(
        prompt=_own_prompt(world, public, private, words, names) if legal else "",
        areas=_own_areas(
            words,
            seat,
            scene_quarrel.shows_own_cards(public, seat),
            tuple(dict.fromkeys([piece.area for piece in options])),
            _has_own_offers(public, seat),
        ),
        pieces=(
            *panel.pieces,
            *quarrel.pieces,
            *scene_cards.hand_pieces(private.hand, scene_cards.is_deal(public), words),
            *scene_quarrel.own_cards(public, private, words),
            *options,
        ),
        hidden_pieces=(*panel.hidden_pieces, *quarrel.hidden_pieces, *offers),
        hidden_areas=("offers",) if offers else (),
        choices=_choices(public, private, legal, words, names),
    )


def own_basis(public: Public, private: Private, seat: int) -> Hashable:
    """The cards of a seat, what lies around them where it sees more than others, and offers."""
    return (
        private,
        scene_cards.is_deal(public),
        scene_cards.own_panel_basis(public, private),
        scene_quarrel.own_basis(public, private),
        _hidden_offers(public, seat),
        _has_own_offers(public, seat),
    )


def _hidden_offers(public: Public, seat: int) -> tuple[str, ...]:
    """Bribers see what is offered by coins in the orchard, not by the ids of these pieces."""
    if seat == public.start_player:
        return ()
    offers = enumerate(public.offers())
    return tuple([scene_cards.offer_id(briber) for briber, (_, points) in offers if points])


def _has_own_offers(public: Public, seat: int) -> bool:
    """Whether somebody offers a seat points."""
    return seat == public.start_player and any(points for _, points in public.offers())


@cache
def _own_areas(
    words: Words,
    seat: int,
    shows_quarrel_cards: bool,
    options: tuple[str, ...],
    has_offers: bool,
) -> tuple[Area, ...]:
    """What the viewer holds, and what there is to choose from: points to offer, colours, dice."""
    areas = [Area("hand", "row", words.say("hand"), seat)]
    if shows_quarrel_cards:
        label, tip = words.say("area.quarrels.own"), words.say("tip.quarrels")
        areas.append(Area("quarrels", "row", label, seat, tip=tip))
    areas += [Area(area, "row", words.say(f"area.{area}"), seat) for area in options]
    if has_offers:
        areas.append(Area("offers", "row", words.say("area.offers.own")))
    return tuple(areas)


def _things_to_choose(public: Public, legal: tuple[int, ...], words: Words) -> tuple[Piece, ...]:
    """Points to offer, colours for a joker, dice: as the legal moves have them."""
    if public.phase == moves.CHOOSING_COLOUR:
        return tuple([_apple(public, move - moves.TAKE_COLOUR, words) for move in legal])
    if public.phase in (moves.BRIBING, moves.BUYING_DICE):
        return _coins_and_dice(legal, words)
    return ()


@lru_cache(CHOICE_CACHE_SIZE)
def _coins_and_dice(legal: tuple[int, ...], words: Words) -> tuple[Piece, ...]:
    """What can be offered, and the dice that can be bought."""
    decoded = [moves.decode(move) for move in legal]
    points = dict.fromkeys(move.points for move in decoded if isinstance(move, moves.Offer))
    dice = [move.dice for move in decoded if isinstance(move, moves.BuyDice) and move.dice]
    return (
        *(_coin(count, words) for count in points),
        *(scene_quarrel.dice_for_sale(words, count) for count in dice),
    )


def _coin(points: int, words: Words) -> Piece:
    """(ZK-12) Points to offer."""
    label, at = words.say("piece.points", count=points), (float(points), 0.0)
    ask = words.say("ask.coin")
    return Piece(f"points:{points}", "coin", "purse", label, at, value=str(points), ask=ask)


def _apple(public: Public, colour: int, words: Words) -> Piece:
    """(ZK-14) A colour for the joker, with its worth; marked where one would quarrel."""
    points = data.worth(colour, public.orchard.mayor)
    label = words.say("move.colour", colour=colour_name(colour, words), count=points)
    marks = ("danger",) if _seats_with(public, colour) else ()
    name, art = _apple_id(colour), f"prize-{CARD_ART[colour]}"
    at, value = (float(colour), 0.0), str(points)
    return Piece(name, art, "colours", label, at, value=value, marks=marks)


def _apple_id(colour: int) -> str:
    return f"apple:{CARD_LETTERS[colour]}"


def _seats_with(public: Public, colour: int) -> list[int]:
    """(ZK-14) The seats that would quarrel about a colour."""
    return [seat for seat, player in enumerate(public.players) if player.colour == colour]


# prompts


def _own_prompt(
    world: Zankapfel, public: Public, private: Private, words: Words, names: Sequence[str]
) -> str:
    """What a seat that may act is asked."""
    if private.seat not in public.awaited:
        return words.say("prompt.accept", names=names_of(public.awaited, names, words))
    match public.phase:
        case moves.PLACING_MAYOR:
            return words.say("prompt.place")
        case moves.CLEARING:
            removed = data.CELLS - len(public.orchard.chips)
            is_second = removed >= len(public.players)  # (ZK-7) with three players
            return words.say("prompt.clear.again" if is_second else "prompt.clear")
        case moves.BUYING_OR_LAYING if not private.hand:  # (ZK-10)
            return words.say("prompt.buy")
        case moves.BUYING_OR_LAYING:
            return words.say("prompt.choose" if public.market.face_up >= 0 else "prompt.lay")
        case moves.MOVING_MAYOR:
            return words.say("prompt.move" if world.neighbours_with_chip() else "prompt.move.far")
        case moves.BRIBING:
            return _bribery_prompt(public, private.seat, words, names)
        case moves.CHOOSING_COLOUR:
            clashes = any(_seats_with(public, colour) for colour in range(data.COLOURS))
            return words.say("prompt.colour.quarrel" if clashes else "prompt.colour")
        case _:
            return _quarrel_prompt(public, private.seat, words, names)


def _bribery_prompt(public: Public, seat: int, words: Words, names: Sequence[str]) -> str:
    if seat == public.start_player:
        return words.say("prompt.answer")
    _, points = public.players[seat].offer
    key = "prompt.raise" if points else "prompt.offer"
    return words.say(key, name=names[public.start_player])


def _quarrel_prompt(public: Public, seat: int, words: Words, names: Sequence[str]) -> str:
    quarrel = public.quarrel
    assert quarrel is not None, "a quarrel phase without a quarrel"
    others = [contender.seat for contender in quarrel.contenders if contender.seat != seat]
    key = "prompt.dice"
    if public.phase == moves.LAYING_QUARREL_CARDS:
        is_tied = public.players[seat].total > 0  # (ZK-21) until cards are shown again
        key = "prompt.quarrel.again" if is_tied else "prompt.quarrel"
    colour, opponents = colour_name(quarrel.colour, words), names_of(others, names, words)
    return words.say(key, colour=colour, count=quarrel.prize, names=opponents)


# choices


def _choices(
    public: Public, private: Private, legal: tuple[int, ...], words: Words, names: Sequence[str]
) -> tuple[Choice, ...]:
    """What is pressed, nothing for a button; cells with their worths, seats with their names."""
    if public.phase == moves.BUYING_OR_LAYING:
        return _purchase_and_lays(
            legal, public.market.face_up, public.market.price, private.hand, words
        )
    if public.phase == moves.CHOOSING_COLOUR:
        return tuple([_colour(public, move - moves.TAKE_COLOUR, words, names) for move in legal])
    if public.phase == moves.BRIBING and private.seat == public.start_player:
        return _answers(legal, public.offers(), words, tuple(names))
    choices = _plain_choices(legal, words)
    if public.phase == moves.BRIBING and not public.players[private.seat].offer[1]:
        return _without_offer(choices, words)
    return choices


@lru_cache(CHOICE_CACHE_SIZE)
def _without_offer(choices: tuple[Choice, ...], words: Words) -> tuple[Choice, ...]:
    """(ZK-12) The choices of a seat that has offered nothing yet."""
    text, label = choice_text(moves.Decline()), words.say("choice.decline")
    return tuple([Choice(one.path, text, label) if one.text == text else one for one in choices])


@lru_cache(CHOICE_CACHE_SIZE)
def _plain_choices(legal: tuple[int, ...], words: Words) -> tuple[Choice, ...]:
    return tuple([_plain_choice(move, words) for move in legal])


@lru_cache(CHOICE_CACHE_SIZE)
def _plain_choice(number: int, words: Words) -> Choice:
    """A move that means the same at every table."""
    move, path, label, confirm = moves.decode(number), list[str](), "", False
    match move:
        case moves.PlaceMayor(cell):
            path, label = [cell_id(cell)], words.say("choice.mayor", **cell_and_worths(cell, words))
        case moves.ClearCell(cell):
            path, label = [cell_id(cell)], words.say("choice.clear", **cell_and_worths(cell, words))
        case moves.MoveMayor(cell):
            path, label = [cell_id(cell)], words.say("choice.move", **cell_and_worths(cell, words))
        case moves.Offer(cell, points):
            path, where = [f"points:{points}", cell_id(cell)], cell_and_worths(cell, words)
            label = words.say("choice.offer", count=points, **where)
        case moves.LayQuarrelCard(card):
            path, confirm = [scene_quarrel.card_id(card)], True  # it can't be taken back
        case moves.BuyDice(dice) if dice:
            path, confirm = [f"buy-dice:{dice}"], True  # they are paid
        case _:
            pass
    label = label or plain_phrase(move, words)
    return Choice(tuple(path), choice_text(move), label, confirm=confirm)


@lru_cache(CHOICE_CACHE_SIZE)
def _purchase_and_lays(
    legal: tuple[int, ...], face_up: int, price: int, hand: tuple[int, ...], words: Words
) -> tuple[Choice, ...]:
    choices = []
    for number in legal:
        match moves.decode(number):
            case moves.LayCard(card) as move:  # of equal cards the last: the others keep their ids
                path = scene_cards.held_id(card, hand.count(card))
                label = plain_phrase(move, words)
            case move:
                path, label = scene_cards.sale_id(face_up), purchase_phrase(face_up, price, words)
        choices.append(Choice((path,), choice_text(move), label))
    return tuple(choices)


@lru_cache(CHOICE_CACHE_SIZE)
def _answers(
    legal: tuple[int, ...], offers: Offers, words: Words, names: tuple[str, ...]
) -> tuple[Choice, ...]:
    """(ZK-12) Accept an offer, which can't be taken back, or refuse all."""
    choices = []
    for number in legal:
        match moves.decode(number):
            case moves.Accept(briber) as move:
                cell, points = offers[briber]
                where = cell_and_worths(cell, words)
                label = words.say("choice.accept", name=names[briber], count=points, **where)
                path = (scene_cards.offer_id(briber),)
                choices.append(Choice(path, choice_text(move), label, confirm=True))
            case _:
                choices.append(_plain_choice(number, words))
    return tuple(choices)


def _colour(public: Public, colour: int, words: Words, names: Sequence[str]) -> Choice:
    """(ZK-14) A colour for a joker, with the names of those one would quarrel with."""
    points = data.worth(colour, public.orchard.mayor)
    label = colour_phrase(colour, points, words)
    if rivals := _seats_with(public, colour):
        label = words.say(
            "choice.colour.quarrel",
            colour=colour_name(colour, words),
            count=points,
            names=names_of(rivals, names, words),
        )
    return Choice((_apple_id(colour),), choice_text(moves.TakeColour(colour)), label)
