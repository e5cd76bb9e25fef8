"""Zankapfel: the table as data any client can draw; what a viewer is asked, and may do."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from ludotheque.games.zankapfel import moves, scene_cards, scene_quarrel
from ludotheque.games.zankapfel.notation import CARD_LETTERS, text
from ludotheque.games.zankapfel.scene_orchard import orchard_area, orchard_pieces
from ludotheque.games.zankapfel.scene_words import (
    KIND_ART,
    cell_id,
    listed,
    place,
    place_and_worths,
)
from ludotheque.games.zankapfel.sentences import colour_name, move_phrase, worth
from ludotheque.presentation.scene import (
    TABLE_LAYER_CACHE_SIZE,
    Area,
    Choice,
    OwnLayer,
    Piece,
    TableLayer,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.words import Words
    from ludotheque.games.zankapfel.observation import Private, Public
    from ludotheque.games.zankapfel.rules import Zankapfel


PLAIN_PROMPTS: Final = {
    moves.PLACING: "prompt.place",
    moves.CLEARING: "prompt.clear",
    moves.COLOURING: "prompt.colour",
}
AREAS_TO_CHOOSE_FROM: Final = (
    ("purse", moves.Offer),
    ("colours", moves.TakeColour),
    ("dicebox", moves.BuyDice),
)


# what everybody sees


@lru_cache(TABLE_LAYER_CACHE_SIZE)
def table(public: Public, words: Words, names: tuple[str, ...]) -> TableLayer:
    """The orchard, the cards of all, bribes, a quarrel, and the seats."""
    return TableLayer(
        prompt=_prompt(public, words, names),
        areas=(
            orchard_area(public.orchard, words),
            *scene_cards.market_areas(public.market, words),
            *scene_cards.offer_areas(public, words, names),
            *scene_quarrel.areas(public, words, names),
            *scene_cards.panels(public, words, names),
        ),
        pieces=(
            *orchard_pieces(public, words, names),
            *scene_cards.market_pieces(public.market, words),
            *scene_cards.offer_pieces(public, words, names),
            *scene_quarrel.pieces(public, words, names),
            *scene_cards.panel_pieces(public, words, names),
        ),
    )


def _prompt(public: Public, words: Words, names: Sequence[str]) -> str:
    if public.phase == moves.OVER:
        pawns = [player.pawn for player in public.players]
        first = [seat for seat, pawn in enumerate(pawns) if pawn == max(pawns)]
        return words.say("prompt.over", names=listed(first, names))
    if public.waiting:
        return words.say("prompt.wait", names=listed(public.waiting, names))
    if public.phase in {moves.DEALING, moves.TURNING}:
        return words.say("prompt.deal" if public.phase == moves.DEALING else "prompt.turn")
    quarrel = public.quarrel
    return words.say("prompt.roll", name=names[quarrel.roller], count=quarrel.dice_left)


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
    legal = world.legal_moves(seat)
    decoded = [moves.decode(move) for move in legal]
    panel = scene_cards.own_panel(public, private, words, names[seat])
    quarrel = scene_quarrel.own_pieces(public, private, words, names)
    # bidders see what is offered by coins in the orchard
    offers = scene_cards.offer_pieces(public, words, names) if seat != public.start else []
    return OwnLayer(
        prompt=_own_prompt(world, public, private, words, names) if legal else "",
        areas=_own_areas(public, decoded, seat, words),
        pieces=(
            *panel.pieces,
            *quarrel.pieces,
            *scene_cards.hand_pieces(public, private, words),
            *scene_quarrel.own_cards(public, private, words),
            *_things_to_choose(public, decoded, words),
        ),
        hidden_pieces=(
            *panel.hidden_pieces,
            *quarrel.hidden_pieces,
            *(piece.id for piece in offers),
        ),
        hidden_areas=("offers",) if offers else (),
        choices=tuple(_choice(world, public, private, move, words, names) for move in legal),
    )


def _own_areas(
    public: Public, legal: Sequence[moves.AnyMove], seat: int, words: Words
) -> tuple[Area, ...]:
    """What the viewer holds, and what there is to choose from: points to offer, colours, dice."""
    areas = [Area("hand", "row", words.say("hand"), seat)]
    if scene_quarrel.shows_own_cards(public, seat):
        label, tip = words.say("area.quarrels.own"), words.say("tip.quarrels")
        areas.append(Area("quarrels", "row", label, seat, tip=tip))
    for area, kind in AREAS_TO_CHOOSE_FROM:
        if any(isinstance(move, kind) for move in legal):
            areas.append(Area(area, "row", words.say(f"area.{area}"), seat))
    return tuple(areas)


def _things_to_choose(public: Public, legal: Sequence[moves.AnyMove], words: Words) -> list[Piece]:
    """Points to offer, colours for a joker, dice: as the legal moves have them."""
    points = dict.fromkeys(move.points for move in legal if isinstance(move, moves.Offer))
    pieces = [_coin(count, words) for count in points]
    for move in legal:
        if isinstance(move, moves.TakeColour):
            pieces.append(_apple(public, move.colour, words))
        if isinstance(move, moves.BuyDice) and move.dice:
            pieces.append(scene_quarrel.dice_for_sale(words, move.dice))
    return pieces


def _coin(points: int, words: Words) -> Piece:
    """(ZK-12) Points to offer."""
    label, at = words.say("piece.points", count=points), (float(points), 0.0)
    return Piece(f"points:{points}", "coin", "purse", label, at, value=str(points))


def _apple(public: Public, colour: int, words: Words) -> Piece:
    """(ZK-14) A colour for the joker, with its worth; marked where one would quarrel."""
    points = worth(colour, public.orchard.mayor)
    label = words.say("move.colour", colour=colour_name(colour, words), count=points)
    marks = ("danger",) if _seats_with(public, colour) else ()
    name, art = _apple_id(colour), f"prize-{KIND_ART[colour]}"
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
    if private.seat not in public.waiting:
        return words.say("prompt.accept", names=listed(public.waiting, names))
    if public.phase == moves.CHOOSING:
        return words.say(_choosing_key(public, private))
    if public.phase == moves.MOVING:
        return words.say("prompt.move" if world.neighbours_with_chip() else "prompt.move.far")
    if public.phase == moves.BRIBING:
        return _bribery_prompt(public, private.seat, words, names)
    if public.phase in {moves.QUARRELLING, moves.DICING}:
        return _quarrel_prompt(public, private.seat, words, names)
    return words.say(PLAIN_PROMPTS[public.phase])


def _choosing_key(public: Public, private: Private) -> str:
    """(ZK-10) Without a card one must buy; with nothing for sale, lay."""
    if not private.hand:
        return "prompt.buy"
    return "prompt.choose" if public.market.face_up >= 0 else "prompt.lay"


def _bribery_prompt(public: Public, seat: int, words: Words, names: Sequence[str]) -> str:
    proposal = place(public.orchard.proposal, words)
    if seat == public.start:
        return words.say("prompt.answer", place=proposal)
    _, points = public.players[seat].offer
    key = "prompt.raise" if points else "prompt.offer"
    return words.say(key, name=names[public.start], place=proposal)


def _quarrel_prompt(public: Public, seat: int, words: Words, names: Sequence[str]) -> str:
    quarrel = public.quarrel
    others = [one.seat for one in quarrel.contenders if one.seat != seat]
    is_tied = public.players[seat].total > 0  # (ZK-21) what both had, until cards are shown anew
    laying = "prompt.quarrel.again" if is_tied else "prompt.quarrel"
    key = laying if public.phase == moves.QUARRELLING else "prompt.dice"
    colour, opponents = colour_name(quarrel.colour, words), listed(others, names)
    return words.say(key, colour=colour, count=quarrel.prize, names=opponents)


# choices


def _choice(
    world: Zankapfel,
    public: Public,
    private: Private,
    move: int,
    words: Words,
    names: Sequence[str],
) -> Choice:
    decoded = moves.decode(move)
    label = _label(public, decoded, words, names) or move_phrase(world, move, words)
    path = _path(public, private, decoded)
    return Choice(path, text(world, move), label, careful=_is_careful(decoded))


def _is_careful(move: moves.AnyMove) -> bool:
    """What can't be had back: an accepted offer, a quarrel card, points paid for dice."""
    match move:
        case moves.Accept() | moves.LayQuarrelCard():
            return True
        case moves.BuyDice(dice):
            return dice > 0
        case _:
            return False


def _path(public: Public, private: Private, move: moves.AnyMove) -> tuple[str, ...]:
    """What is pressed; nothing for a button."""
    match move:
        case moves.PlaceMayor(cell) | moves.ClearCell(cell) | moves.MoveMayor(cell):
            return (cell_id(cell),)
        case moves.BuyCard():
            return (scene_cards.sale_id(public.market.face_up),)
        case moves.LayCard(card):  # of equal cards the last, so that the others keep their ids
            return (scene_cards.held_id(card, private.hand.count(card)),)
        case moves.Offer(cell, points):
            return (f"points:{points}", cell_id(cell))
        case moves.Accept(briber):
            return (f"offer:{briber}",)
        case moves.TakeColour(colour):
            return (_apple_id(colour),)
        case moves.LayQuarrelCard(number):
            return (scene_quarrel.card_id(number),)
        case moves.BuyDice(dice) if dice:
            return (f"buy-dice:{dice}",)
        case _:
            return ()


def _label(public: Public, move: moves.AnyMove, words: Words, names: Sequence[str]) -> str:
    """Cells with what they are worth, seats with their names; nothing for all other moves."""
    match move:
        case moves.PlaceMayor(cell):
            return words.say("choice.mayor", **place_and_worths(cell, words))
        case moves.ClearCell(cell):
            return words.say("choice.clear", **place_and_worths(cell, words))
        case moves.MoveMayor(cell):
            return words.say("choice.move", **place_and_worths(cell, words))
        case moves.Offer(cell, points):
            return words.say("choice.offer", count=points, **place_and_worths(cell, words))
        case moves.Accept(briber):
            cell, points = public.players[briber].offer
            spot = place_and_worths(cell, words)
            return words.say("choice.accept", name=names[briber], count=points, **spot)
        case moves.TakeColour(colour) if others := _seats_with(public, colour):
            return words.say(
                "choice.colour.quarrel",
                colour=colour_name(colour, words),
                count=worth(colour, public.orchard.mayor),
                names=listed(others, names),
            )
        case _:
            return ""
