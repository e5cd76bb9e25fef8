"""Zankapfel: the table as data any client can draw; what a viewer is asked, and may do."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from ludotheque.games.zankapfel import data, moves, scene_cards, scene_quarrel
from ludotheque.games.zankapfel.notation import CARD_LETTERS, text
from ludotheque.games.zankapfel.scene_orchard import orchard_area, orchard_pieces
from ludotheque.games.zankapfel.scene_words import CARD_ART, cell_and_worths, cell_id, cell_words
from ludotheque.games.zankapfel.sentences import colour_name, move_phrase, names_of
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

    from ludotheque.core.part_cache import PartCache
    from ludotheque.core.words import Words
    from ludotheque.games.zankapfel.observation import Private, Public
    from ludotheque.games.zankapfel.rules import Zankapfel


# what everybody sees


@lru_cache(TABLE_LAYER_CACHE_SIZE)
def table(
    public: Public, words: Words, names: tuple[str, ...], cache: PartCache | None = None
) -> TableLayer:
    """The orchard, the market, bribes, a quarrel, and the seats."""
    offers = scene_cards.offer_pieces(public, words, names)
    offers_label = words.say("area.offers", name=names[public.start_player])
    return TableLayer(
        prompt=_prompt(public, words, names),
        areas=(
            orchard_area(public.orchard, words),
            *scene_cards.market_areas(public.market, words),
            *([Area("offers", "row", offers_label)] if offers else []),
            *scene_quarrel.areas(public, words, names),
            *scene_cards.panels(public, words, names),
        ),
        pieces=(
            *orchard_pieces(public, words, names),
            *scene_cards.market_pieces(public.market, words),
            *offers,
            *scene_quarrel.pieces(public, words, names),
            *scene_cards.panel_pieces(public, words, names),
        ),
    )


def _prompt(public: Public, words: Words, names: Sequence[str]) -> str:
    if public.phase == moves.OVER:
        pawns = [player.pawn for player in public.players]
        winners = [seat for seat, pawn in enumerate(pawns) if pawn == max(pawns)]
        return words.say("prompt.over", names=names_of(winners, names))
    if public.awaited:
        return words.say("prompt.wait", names=names_of(public.awaited, names))
    if public.quarrel:
        name = names[public.quarrel.roller]
        return words.say("prompt.roll", name=name, count=public.quarrel.dice_left)
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
    legal = world.legal_moves(seat)
    options = _things_to_choose(public, [moves.decode(move) for move in legal], words)
    panel = scene_cards.own_panel(public, private, words, names[seat])
    quarrel = scene_quarrel.own_pieces(public, private, words, names)
    # bribers see what is offered by coins in the orchard
    offers = [] if seat == public.start_player else scene_cards.offer_pieces(public, words, names)
    return OwnLayer(
        prompt=_own_prompt(world, public, private, words, names) if legal else "",
        areas=tuple(_own_areas(public, options, seat, words)),
        pieces=(
            *panel.pieces,
            *quarrel.pieces,
            *scene_cards.hand_pieces(public, private, words),
            *scene_quarrel.own_cards(public, private, words),
            *options,
        ),
        hidden_pieces=(
            *panel.hidden_pieces,
            *quarrel.hidden_pieces,
            *(piece.id for piece in offers),
        ),
        hidden_areas=("offers",) if offers else (),
        choices=tuple(_choice(world, public, private, move, words, names) for move in legal),
    )


def _own_areas(public: Public, options: Sequence[Piece], seat: int, words: Words) -> list[Area]:
    """What the viewer holds, and what there is to choose from: points to offer, colours, dice."""
    areas = [Area("hand", "row", words.say("hand"), seat)]
    if scene_quarrel.shows_own_cards(public, seat):
        label, tip = words.say("area.quarrels.own"), words.say("tip.quarrels")
        areas.append(Area("quarrels", "row", label, seat, tip=tip))
    for area in dict.fromkeys(piece.area for piece in options):
        areas.append(Area(area, "row", words.say(f"area.{area}"), seat))
    return areas


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
        return words.say("prompt.accept", names=names_of(public.awaited, names))
    match public.phase:
        case moves.PLACING_MAYOR:
            return words.say("prompt.place")
        case moves.CLEARING:
            return words.say("prompt.clear")
        case moves.BUYING_OR_LAYING if not private.hand:  # (ZK-10)
            return words.say("prompt.buy")
        case moves.BUYING_OR_LAYING:
            return words.say("prompt.choose" if public.market.face_up >= 0 else "prompt.lay")
        case moves.MOVING_MAYOR:
            return words.say("prompt.move" if world.neighbours_with_chip() else "prompt.move.far")
        case moves.BRIBING:
            return _bribery_prompt(public, private.seat, words, names)
        case moves.CHOOSING_COLOUR:
            return words.say("prompt.colour")
        case _:
            return _quarrel_prompt(public, private.seat, words, names)


def _bribery_prompt(public: Public, seat: int, words: Words, names: Sequence[str]) -> str:
    proposal = cell_words(public.orchard.proposal, words)
    if seat == public.start_player:
        return words.say("prompt.answer", place=proposal)
    _, points = public.players[seat].offer
    key = "prompt.raise" if points else "prompt.offer"
    return words.say(key, name=names[public.start_player], place=proposal)


def _quarrel_prompt(public: Public, seat: int, words: Words, names: Sequence[str]) -> str:
    quarrel = public.quarrel
    assert quarrel is not None, "a quarrel phase without a quarrel"
    others = [contender.seat for contender in quarrel.contenders if contender.seat != seat]
    key = "prompt.dice"
    if public.phase == moves.LAYING_QUARREL_CARDS:
        is_tied = public.players[seat].total > 0  # (ZK-21) until cards are shown again
        key = "prompt.quarrel.again" if is_tied else "prompt.quarrel"
    colour, opponents = colour_name(quarrel.colour, words), names_of(others, names)
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
    """What is pressed, nothing for a button; cells with their worths, seats with their names."""
    decoded, path, label = moves.decode(move), list[str](), ""
    match decoded:
        case moves.PlaceMayor(cell):
            path, label = [cell_id(cell)], words.say("choice.mayor", **cell_and_worths(cell, words))
        case moves.ClearCell(cell):
            path, label = [cell_id(cell)], words.say("choice.clear", **cell_and_worths(cell, words))
        case moves.BuyCard():
            path = [scene_cards.sale_id(public.market.face_up)]
        case moves.LayCard(card):  # of equal cards the last, so that the others keep their ids
            path = [scene_cards.held_id(card, private.hand.count(card))]
        case moves.MoveMayor(cell):
            path, label = [cell_id(cell)], words.say("choice.move", **cell_and_worths(cell, words))
        case moves.Offer(cell, points):
            path, where = [f"points:{points}", cell_id(cell)], cell_and_worths(cell, words)
            label = words.say("choice.offer", count=points, **where)
        case moves.Accept(briber):
            cell, points = public.players[briber].offer
            path, where = [f"offer:{briber}"], cell_and_worths(cell, words)
            label = words.say("choice.accept", name=names[briber], count=points, **where)
        case moves.TakeColour(colour):
            path = [_apple_id(colour)]
            if rivals := _seats_with(public, colour):
                label = words.say(
                    "choice.colour.quarrel",
                    colour=colour_name(colour, words),
                    count=data.worth(colour, public.orchard.mayor),
                    names=names_of(rivals, names),
                )
        case moves.LayQuarrelCard(number):
            path = [scene_quarrel.card_id(number)]
        case moves.BuyDice(dice) if dice:
            path = [f"buy-dice:{dice}"]
        case _:
            pass
    label = label or move_phrase(world, move, words)
    return Choice(tuple(path), text(world, move), label, confirm=_needs_confirmation(decoded))


def _needs_confirmation(move: moves.AnyMove) -> bool:
    """Whether a move can't be taken back: an accepted offer, a quarrel card, dice that are paid."""
    if isinstance(move, moves.BuyDice):
        return move.dice > 0
    return isinstance(move, moves.Accept | moves.LayQuarrelCard)
