"""Zankapfel: what is shown large: apple cards that are revealed, quarrels that are decided.

The areas of this module are for a stage alone. They stay while the cards of the next round are
laid: the rules may discard cards in the moment in which they are revealed or dice are rolled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ludotheque.games.zankapfel import data, moves
from ludotheque.games.zankapfel.scene_words import CARD_ART
from ludotheque.games.zankapfel.sentences import card_name, colour_name
from ludotheque.presentation.scene import Area, Counter, Piece

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.words import Words
    from ludotheque.games.zankapfel.observation import Player, Public

    Parts = tuple[tuple[Area, ...], tuple[Piece, ...]]


class Claim(NamedTuple):
    """The apple card that a seat has revealed."""

    seat: int
    card: int
    colour: int  # that it counts as; NONE for a joker without one
    points: int  # that the colour is worth
    rivals: int  # how many others have the same colour
    is_paid: bool


class Fight(NamedTuple):
    """What a seat has reached in a quarrel."""

    seat: int
    card: int  # 0: none
    rolled: tuple[int, ...]
    dice_left: int
    won: int  # the prize; 0 if it is not won, or not yet
    colour: int

    @property
    def total(self) -> int:
        """Card and dice together."""
        return self.card + sum(self.rolled)


def claims(public: Public) -> tuple[Claim, ...]:
    """(ZK-14) The cards of the last reveal, by seat."""
    if not (public.revealed or _is_round_over(public)):
        return ()
    laid = [(seat, player) for seat, player in enumerate(public.players) if _has_claim(player)]
    are_paid = all(player.colour != data.NONE for _, player in laid)
    return tuple([_claim(public, seat, player, are_paid) for seat, player in laid])


def _is_round_over(public: Public) -> bool:
    """(ZK-17) Whether a round is over, and cards of the next one are laid."""
    return public.phase in (moves.TURNING_UP, moves.BUYING_OR_LAYING)


def _has_claim(player: Player) -> bool:
    return player.colour != data.NONE or player.laid >= 0


def _claim(public: Public, seat: int, player: Player, are_paid: bool) -> Claim:
    colour = player.colour
    points = int(data.worth(colour, public.orchard.mayor)) if colour != data.NONE else 0
    same = [other for other in public.players if colour not in (data.NONE, other.colour)]
    rivals = len(public.players) - len(same) - 1 if colour != data.NONE else 0
    card = player.laid if player.laid >= 0 else colour  # that was discarded
    return Claim(seat, card, colour, points, rivals, are_paid and rivals == 0)


def fights(public: Public) -> tuple[Fight, ...]:
    """(ZK-20) The contenders of the quarrel that is being decided, else of the last one."""
    quarrel = public.quarrel
    if quarrel and quarrel.is_open:
        return tuple(
            [
                Fight(seat, card, rolled, dice - len(rolled), 0, quarrel.colour)
                for seat, card, dice, rolled in quarrel.contenders
            ]
        )
    if not (public.revealed or _is_round_over(public)):
        return ()
    return _decided(public)


def _decided(public: Public) -> tuple[Fight, ...]:
    """(ZK-15) Quarrels follow the order of the colours: the last one that has totals."""
    colours = [player.colour for player in public.players if player.total]
    if not colours:
        return ()
    colour = max(colours)
    prize = int(data.worth(colour, public.orchard.mayor))
    seats = [seat for seat, player in enumerate(public.players) if player.colour == colour]
    totals = [public.players[seat].total for seat in seats]
    is_tied = totals.count(max(totals)) > 1
    found = []
    for seat, total in zip(seats, totals, strict=True):
        if total:
            rolled = public.players[seat].rolled
            won = prize if total == max(totals) and not is_tied else 0
            found.append(Fight(seat, total - sum(rolled), rolled, 0, won, colour))
    return tuple(found)


# areas and pieces


def parts(
    revealed: tuple[Claim, ...], fought: tuple[Fight, ...], words: Words, names: Sequence[str]
) -> Parts:
    """An area for each seat with a card, and for each contender, with what lies in it."""
    areas = [
        *(_area(f"reveal:{claim.seat}", claim.seat, names) for claim in revealed),
        *(_fight_area(fight, names) for fight in fought),
    ]
    pieces = [piece for claim in revealed for piece in _revealed(claim, words, names[claim.seat])]
    pieces += [piece for fight in fought for piece in _fought(fight, words, names[fight.seat])]
    return tuple(areas), tuple(pieces)


def _area(name: str, seat: int, names: Sequence[str], *counters: Counter) -> Area:
    return Area(name, "row", names[seat], seat, counters=counters)


def _fight_area(fight: Fight, names: Sequence[str]) -> Area:
    """With the sum, as in 10 + 2 + 3 = 15."""
    terms = [str(term) for term in (fight.card, *fight.rolled) if term]
    label = f"{' + '.join(terms)} =" if len(terms) > 1 else "="
    return _area(f"fought:{fight.seat}", fight.seat, names, Counter("quarrel", label, fight.total))


def _revealed(claim: Claim, words: Words, name: str) -> list[Piece]:
    """The card, and what it brings or what is quarrelled over."""
    seat, area, colour = claim.seat, f"reveal:{claim.seat}", claim.colour
    label = words.say("piece.laid", name=name, card=card_name(claim.card, words))
    found = [Piece(shown_id(seat), f"card-{CARD_ART[claim.card]}", area, label)]
    if colour != data.NONE:
        value = f"+{claim.points}" if claim.is_paid else str(claim.points)
        marks = ("danger",) if claim.rivals else ()
        found.append(_apple(f"gain:{seat}", colour, claim.points, value, area, 1.0, words, marks))
    return found


def _apple(
    piece_id: str,
    colour: int,
    points: int,
    value: str,
    area: str,
    order: float,
    words: Words,
    marks: tuple[str, ...] = (),
) -> Piece:
    label = words.say("piece.prize", colour=colour_name(colour, words), count=points)
    art = f"prize-{CARD_ART[colour]}"
    return Piece(piece_id, art, area, label, (order, 0.0), value=value, marks=marks)


def _fought(fight: Fight, words: Words, name: str) -> list[Piece]:
    """The quarrel card, each die, and the prize of the winner."""
    seat, area = fight.seat, f"fought:{fight.seat}"
    found = []
    if fight.card:
        label = words.say("fact.quarrel_shown", name=name, number=fight.card)
        found.append(Piece(fought_id(seat), f"quarrel-{fight.card}", area, label))
    for order, pips in enumerate(fight.rolled, 1):
        label = words.say("piece.die", name=name, pips=pips)
        found.append(Piece(f"die:{seat}:{order}", f"die-{pips}", area, label, (float(order), 0.0)))
    if fight.dice_left:
        label = words.say("piece.dice", name=name, count=fight.dice_left)
        art = f"dice-{fight.dice_left}"
        found.append(Piece(f"unrolled:{seat}", art, area, label, (8.0, 0.0)))
    if fight.won:
        value = f"+{fight.won}"
        found.append(_apple(f"won:{seat}", fight.colour, fight.won, value, area, 9.0, words))
    return found


def shown_id(seat: int) -> str:
    """The id of the apple card that a seat has revealed."""
    return f"shown:{seat}"


def fought_id(seat: int) -> str:
    """The id of the quarrel card that a seat has shown."""
    return f"fought-card:{seat}"
