"""Zankapfel: scenes of worked positions."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest
from playthroughs import playthrough
from scripted_games import scripted_table

from ludotheque.core.part_cache import PartCache
from ludotheque.core.state import SPECTATOR
from ludotheque.games.zankapfel import GAME
from ludotheque.games.zankapfel.data import ALL_QUARREL_CARDS, NONE
from ludotheque.games.zankapfel.tests import positions
from ludotheque.games.zankapfel.tests.positions import changed, play, without_pile

if TYPE_CHECKING:
    from ludotheque.core.table import Table
    from ludotheque.games.zankapfel.rules import Zankapfel
    from ludotheque.presentation.scene import Area, Choice, Piece, Scene

NAMES = positions.NAMES[:4]
HANDS = ("r g g b", "r y g j", "r y g b", "r b g j")
WORTHS_5_2 = "red 5, yellow 3, green 7, blue 2"
start = partial(positions.start, hands=HANDS)


def scene_of(table: Table, viewer: int, language: str = "en") -> Scene:
    return GAME.scene(table.state, viewer, GAME.words(language), NAMES)


def piece(scene: Scene, name: str) -> Piece:
    return next(piece for piece in scene.pieces if piece.id == name)


def ids(scene: Scene, area: str) -> list[str]:
    return [piece.id for piece in scene.pieces if piece.area == area]


def stands_on(scene: Scene, name: str) -> str:
    """The cell that the middle of a piece lies in."""
    x, y = piece(scene, name).at
    cells = [p for p in scene.pieces if p.id.startswith("cell:")]
    return next(p.id for p in cells if abs(p.at[0] - x) < 0.5 and abs(p.at[1] - y) < 0.5)


def panel(scene: Scene, seat: int) -> Area:
    return next(area for area in scene.areas if area.id == f"seat{seat}")


def contender_ids(card: str, seat: int) -> list[str]:
    return [f"contender:{seat}", f"{card}:{seat}", f"dice:{seat}"]


def choice(scene: Scene, text: str) -> Choice:
    return next(choice for choice in scene.choices if choice.text == text)


def counters(scene: Scene, area: str) -> dict[str, int]:
    found = next(a for a in scene.areas if a.id == area)
    return {counter.label: counter.value for counter in found.counters}


# the orchard


def test_the_orchard_with_its_signs() -> None:
    scene = scene_of(start(), SPECTATOR)
    names = ids(scene, "board")
    assert [len([n for n in names if n.startswith(kind)]) for kind in ("cell", "chip", "sign")] == [
        25,
        21,
        20,
    ]
    assert counters(scene, "board") == {"Trees in the orchard": 21}
    assert piece(scene, "cell:1:4").label.startswith("Harvested, row 1, column 4: ")
    assert piece(scene, "cell:5:2").label == f"Tree, row 5, column 2: {WORTHS_5_2}"
    assert piece(scene, "cell:5:2").tip == f"Tree: {WORTHS_5_2}"
    assert piece(scene, "cell:4:2").at == (3.0, 5.0)
    assert stands_on(scene, "mayor") == "cell:4:2"


@pytest.mark.parametrize(
    ("sign", "value", "at", "label"),
    [
        ("sign:r:1", "7", (2.0, 1.16), "Column 1: red 7"),
        ("sign:y:5", "7", (6.0, 6.84), "Column 5: yellow 7"),
        ("sign:g:2", "3", (1.16, 3.0), "Row 2: green 3"),
        ("sign:b:5", "2", (6.84, 6.0), "Row 5: blue 2"),
    ],
)
def test_zk_1_numbers_at_the_edge(
    sign: str, value: str, at: tuple[float, float], label: str
) -> None:
    found = piece(scene_of(start(), 0), sign)
    assert (found.value, found.at, found.label) == (value, at, label)


def test_the_mayor_is_placed_and_chips_are_removed_by_pressing_cells() -> None:
    table = scripted_table(GAME, "", players=4)
    scene = scene_of(table, 0)
    assert scene.prompt == "Place the mayor on any tree."
    assert choice(scene, "mayor 5 2").path == ("cell:5:2",)
    assert choice(scene, "mayor 5 2").label == f"Place the mayor here: {WORTHS_5_2}"
    assert scene_of(table, 1).prompt == "Waiting for Ada."


def test_zk_7_with_three_players_the_second_tree_is_called_so() -> None:
    script = ["0 mayor 4 2", *(f"- deal {seat} {card}" for seat in range(3) for card in "rygb")]
    table = scripted_table(GAME, "\n".join([*script, "- turn r"]), players=3)
    first = "Remove a tree: the mayor can't go there any more."
    for seat, cell, prompt in (
        (0, "1 1", first),
        (1, "1 2", first),
        (2, "1 3", first),
        (0, "1 4", "Remove a second tree."),
        (1, "1 5", "Remove a second tree."),
    ):
        assert GAME.scene(table.state, seat, GAME.words("en"), NAMES[:3]).prompt == prompt
        play(table, f"{seat} clear {cell}")


# buying and laying


def test_buy_or_lay() -> None:
    scene = scene_of(start(), 0)
    assert scene.prompt == "Buy the card for sale, or lay a card face down."
    assert piece(scene, "sale:r").label == "For sale: red card for 2 points."
    assert {(c.text, c.path) for c in scene.choices} == {
        ("buy", ("sale:r",)),
        ("lay r", ("hand:r",)),
        ("lay g", ("hand:g:2",)),
        ("lay b", ("hand:b",)),
    }
    assert choice(scene, "buy").label == "Buy a red card for 2 points"


def test_the_prompt_says_when_there_is_no_choice() -> None:
    table = start()
    empty = changed(table, hands=(0, *(int(hand) for hand in table.state.hands[1:])))
    assert scene_of(empty, 0).prompt == "You have no apple card: buy the one for sale."
    sold_out = changed(table, face_up=NONE)
    assert scene_of(sold_out, 0).prompt == "There is nothing to buy: lay a card face down."


def test_a_laid_card_keeps_its_id_for_the_player_who_laid_it() -> None:
    table = start()
    play(table, "0 lay g")
    own = scene_of(table, 0)
    assert (piece(own, "hand:g:2").area, piece(own, "hand:g:2").marks) == (
        "seat0",
        ("last", "hidden"),
    )
    assert piece(own, "hand:g").area == "hand"
    other = scene_of(table, 1)
    assert (piece(other, "laid:0").art, piece(other, "laid:0").area) == ("card-back", "seat0")
    play(table, "1 buy, - turn y, 2 buy, - turn y, 3 buy, - turn y, 0 move 5 2")
    assert piece(scene_of(table, 0), "mayor").marks == ("last",)


def test_others_cards_turn_over_where_they_lie() -> None:
    table = start()
    play(table, "0 lay g, 1 buy, - turn y, 2 lay y, 3 lay j, 0 move 5 2")
    scene = scene_of(table, 1)
    assert [piece(scene, f"laid:{seat}").art for seat in (0, 2, 3)] == [
        "card-green",
        "card-yellow",
        "card-joker",
    ]


def test_what_was_bought_is_known_to_all() -> None:
    table = start()
    play(table, "0 buy, - turn y")
    for viewer in (0, 3, SPECTATOR):
        scene = scene_of(table, viewer)
        assert piece(scene, "known:0:r:1").label == "Bought, known to all: red card, in hand"
    assert counters(scene_of(table, 1), "seat0")["Apple cards in hand"] == 5
    play(table, "1 lay r, 2 lay r, 3 lay r, 0 move 5 2, 1 quarrel 3, 2 quarrel 2, 3 quarrel 1")
    play(table, "1 nodice, 2 nodice, 3 nodice, 1 lay g, 2 buy, - turn y, 3 lay g, 0 lay g")
    label = "Bought, known to all: red card, in hand or face down"
    assert piece(scene_of(table, 1), "known:0:r:1").label == label


def test_zk_10_a_pile_of_discards_is_known() -> None:
    table = without_pile(start(), 3, discards="yy")
    play(table, "0 buy, - turn y")
    scene = scene_of(table, 0)
    assert piece(scene, "pile").label == "Pile of 1 card: yellow 1"


@pytest.mark.parametrize(
    ("points", "at"),
    [
        (5, (0.43, 4.0)),  # an eighth: the middle of the left side
        (10, (0.65, 0.65)),  # a quarter: the corner at the top left
        (20, (7.35, 0.65)),
        (30, (7.35, 7.35)),
    ],
)
def test_zk_3_the_track_leads_around_the_orchard(points: int, at: tuple[float, float]) -> None:
    table = start()
    home = piece(scene_of(table, 0), "pawn:2").at
    scene = scene_of(changed(table, pawns=(0, 0, points, 0)), 0)
    assert piece(scene, "road").art == "road-40"
    assert piece(scene, "pawn:2").label == f"Clara: {points} of 40 points"
    x, y = piece(scene, "pawn:2").at
    assert abs(x - at[0]) < 0.01
    assert abs(y + 0.14 - at[1]) < 0.01  # it stands on its space with its feet
    scene = scene_of(changed(table, pawns=(0, 0, 43, 0)), 0)
    assert (piece(scene, "pawn:2").at, piece(scene, "pawn:2").marks) == (home, ("finish",))


def test_zk_3_a_pawn_below_the_start_goes_backwards() -> None:
    table = start()
    play(table, "0 buy, - turn y")
    scene = scene_of(table, 0)
    assert piece(scene, "pawn:0").label == "Ada: −2 of 40 points"
    assert piece(scene, "pawn:0").art == "debtor-0"
    debts = piece(scene, "pawn:0").at
    scene = scene_of(changed(table, pawns=(-2, 38, 0, 0)), 0)
    assert (piece(scene, "pawn:1").art, piece(scene, "pawn:1").at[1]) == ("pawn-1", debts[1])
    places = {piece(scene, f"pawn:{seat}").at for seat in range(4)}
    assert len(places) == 4


# the mayor


def bribing() -> Table[Zankapfel]:
    table = start(bribery=True)
    play(table, "0 lay r, 1 lay r, 2 lay y, 3 lay b, 0 move 5 2")
    return table


def test_zk_11_no_neighbour_has_a_chip() -> None:
    table = start()
    play(table, "0 lay r, 1 lay r, 2 lay y, 3 lay b")
    assert scene_of(table, 0).prompt == "Send the mayor to a neighbouring tree."
    scene = scene_of(changed(table, chips=positions.cells("1 5")), 0)
    assert scene.prompt.startswith("There is no tree next to the mayor")
    assert [c.path for c in scene.choices] == [("cell:1:5",)]


def test_zk_12_offers_are_points_on_a_cell() -> None:
    table = bribing()
    scene = scene_of(table, 2)
    assert piece(scene, "cell:5:2").marks == ("proposed",)
    assert stands_on(scene, "proposal") == "cell:5:2"
    counting = [p.id for p in scene.pieces if p.art.startswith("sign") and "proposed" in p.marks]
    assert counting == ["sign:b:5", "sign:g:5", "sign:r:2", "sign:y:2"]
    assert ids(scene, "purse") == ["points:1", "points:2"]
    offer = choice(scene, "offer 5 1 2")
    assert offer.path == ("points:2", "cell:5:1")
    assert offer.label == "Offer 2 points for this tree: red 7, yellow 2, green 7, blue 2"
    assert choice(scene, "decline").path == ()
    assert scene_of(table, 0).prompt == "Waiting for Blaise, Clara and Dirk."


def test_zk_12_only_a_raise_is_left() -> None:
    table = bribing()
    play(table, "2 offer 5 1 1, 1 offer 5 3 1")
    scene = scene_of(table, 2)
    assert ids(scene, "purse") == ["points:2"]
    assert ids(scene, "offers") == []  # they lie in the orchard
    assert piece(scene, "wish:1").value == "1"
    assert "Raise your offer to 2 points" in scene.prompt
    assert {c.path[0] for c in scene.choices if c.path} == {"points:2"}


def test_zk_12_the_start_player_accepts_by_pressing_an_offer() -> None:
    table = bribing()
    play(table, "2 offer 5 1 1")
    scene = scene_of(table, 0)
    assert scene.prompt == "You can take an offer now, or wait for Blaise and Dirk."
    [accept] = scene.choices
    assert (accept.path, accept.text, accept.confirm) == (("offer:2",), "accept 2", True)
    assert accept.label.startswith("Take 1 point from Clara and send the mayor there: ")
    offer, wish = piece(scene, "offer:2"), piece(scene, "wish:2")
    assert (offer.art, offer.value, offer.area) == ("bribe-2", "1", "offers")
    assert (wish.art, wish.value, stands_on(scene, "wish:2")) == ("bribe-2", "1", "cell:5:1")
    play(table, "1 decline, 3 decline")
    scene = scene_of(table, 0)
    assert scene.prompt.startswith("Take an offer, or refuse them all")
    assert choice(scene, "refuse").path == ()


# harvest and quarrels


def test_zk_14_the_choices_of_a_joker_name_its_opponents() -> None:
    table = start()
    play(table, "0 lay g, 1 buy, - turn y, 2 lay g, 3 lay j, 0 move 5 2")
    scene = scene_of(table, 3)
    assert scene.prompt.endswith("Those with a bolt lead to a quarrel.")
    assert [c.label for c in scene.choices] == [
        "Make the joker red: 5 points",
        "Make the joker yellow: 3 points",
        "Make the joker green: a quarrel for 7 points with Ada and Clara",
        "Make the joker blue: 2 points",
    ]
    assert [c.path for c in scene.choices] == [(f"apple:{colour}",) for colour in "rygb"]
    marked = [name for name in ids(scene, "colours") if piece(scene, name).marks == ("danger",)]
    assert marked == ["apple:g"]


def test_zk_e2_the_colour_of_a_joker_is_seen() -> None:
    scene = scene_of(positions.quarrel_about_green(hands=HANDS), 1)
    assert piece(scene, "laid:3").art == "card-joker"
    assert piece(scene, "colour:3").label == "Dirk: the joker counts as red"
    assert scene.prompt == "Waiting for Ada and Clara."
    assert [area.acting for area in scene.areas if area.kind == "panel"] == [
        True,
        False,
        True,
        False,
    ]


def test_zk_18_quarrel_cards_are_laid_face_down() -> None:
    table = positions.quarrel_about_green(hands=HANDS)
    scene = scene_of(table, 0)
    assert scene.prompt == "You quarrel with Clara over green: 7 points. Lay a quarrel card."
    lay = choice(scene, "quarrel 8")
    assert (lay.path, lay.confirm) == (("quarrel:8",), True)
    assert ids(scene, "quarrel") == ["prize:g", "contender:0", "place:0", "contender:2", "place:2"]
    play(table, "0 quarrel 8")
    own, other = scene_of(table, 0), scene_of(table, 2)
    assert ids(own, "quarrel") == ["prize:g", "contender:0", "quarrel:8", "contender:2", "place:2"]
    assert "quarrel:8" not in ids(own, "quarrels")
    assert ids(other, "quarrel") == ["prize:g", "contender:0", "fight:0", "contender:2", "place:2"]
    assert (piece(other, "fight:0").art, piece(other, "fight:0").value) == ("quarrel-back", "")
    [tip] = [counter.tip for counter in panel(other, 0).counters if counter.key == "quarrel"]
    assert tip == "Quarrel cards left, one of them face down: 1 2 3 4 5 6 7 8 9 10"


def test_zk_e3_dice_and_totals() -> None:
    table = positions.quarrel_about_green(hands=HANDS)
    play(table, "0 quarrel 8, 2 quarrel 6")
    scene = scene_of(table, 2)
    assert [(c.text, c.path, c.confirm) for c in scene.choices] == [
        ("nodice", (), False),
        ("dice 1", ("buy-dice:1",), True),
        ("dice 2", ("buy-dice:2",), True),
        ("dice 3", ("buy-dice:3",), True),
    ]
    play(table, "2 dice 1, 0 dice 2, - roll 0 3")
    scene = scene_of(table, 1)
    assert scene.prompt == "The dice are rolling: 1 to go."
    assert ids(scene, "quarrel") == [
        "prize:g",
        *contender_ids("fight", 0),
        *contender_ids("fight", 2),
    ]
    assert piece(scene, "fight:0").art == "quarrel-8"
    assert piece(scene, "dice:0").label == "Ada: 3 with 1 of 2 dice"
    assert piece(scene, "dice:2").label == "Clara: 1 die to roll"
    assert counters(scene, "quarrel") == {"Ada": 11, "Clara": 6}
    play(table, "- roll 0 1, - roll 2 2")
    scene = scene_of(table, 1)
    assert "quarrel" not in [area.id for area in scene.areas]
    assert [counter.key for counter in panel(scene, 0).counters] == ["pawn", "card", "quarrel"]
    assert ids(scene, "seat0") == []  # nothing of the quarrel is left


def test_zk_e3_a_contender_without_a_card() -> None:
    table = positions.quarrel_about_green(hands=HANDS)
    play(table, "0 quarrel 8, 2 quarrel 6, 2 dice 1, 0 dice 1, - roll 0 3, - roll 2 5")
    scene = scene_of(table, 0)
    assert piece(scene, "place:0").art == "quarrel-place"
    assert piece(scene, "place:2").art == "quarrel-none"
    assert piece(scene, "place:2").label == "Clara has no quarrel card left."


def test_zk_22_a_free_die_each() -> None:
    table = positions.quarrel_about_green(hands=HANDS)
    left = (2**6, ALL_QUARREL_CARDS, 2**6, ALL_QUARREL_CARDS)
    table = changed(table, quarrel_cards=left)
    play(table, "0 quarrel 6, 2 quarrel 6, 0 nodice, 2 nodice, 0 nodice, 2 nodice, - roll 0 3")
    scene = scene_of(table, 0)
    assert scene.prompt == "The dice are rolling: 1 to go."
    assert ids(scene, "quarrel") == [
        "prize:g",
        *contender_ids("place", 0),
        *contender_ids("place", 2),
    ]
    assert piece(scene, "dice:0").label == "Ada: 3 with 1 die"
    assert counters(scene, "quarrel") == {"Ada": 3, "Clara": 0}


# the end


def test_the_end_names_the_winners() -> None:
    last = playthrough(GAME, {"players": 4, "track": 30, "bribery": False, "finish": "first"}, 5)[
        -1
    ].state
    scene = GAME.scene(last, 0, GAME.words("en"), NAMES)
    best = max(last.scores())
    first = [name for name, pawn in zip(NAMES, last.scores(), strict=True) if pawn == best]
    assert scene.prompt == f"The game is over. Victory for {' and '.join(first)}!"
    assert not any(area.acting for area in scene.areas)


def test_words_follow_the_language() -> None:
    table = bribing()
    play(table, "2 offer 5 1 2")
    assert choice(scene_of(table, 0, "fr"), "accept 2").label == (
        "Prendre 2 points à Clara et y envoyer le maire\N{NO-BREAK SPACE}: "
        "rouge 7, jaune 2, vert 7, bleu 2"
    )
    assert choice(scene_of(table, 0, "de"), "accept 2").label == (
        "2 Punkte von Clara nehmen und den Bürgermeister dorthin schicken: "
        "Rot 7, Gelb 2, Grün 7, Blau 2"
    )


# the two layers


def test_the_table_layer_is_what_a_spectator_sees() -> None:
    table = bribing()
    play(table, "2 offer 5 1 1")
    layer = GAME.table(table.state.public(), GAME.words("en"), NAMES, PartCache())
    seen = scene_of(table, SPECTATOR)
    assert (seen.prompt, seen.areas, seen.pieces) == (layer.prompt, layer.areas, layer.pieces)


def test_bribers_see_offers_as_coins_in_the_orchard_only() -> None:
    table = bribing()
    play(table, "2 offer 5 1 1")
    for viewer, shown in ((SPECTATOR, True), (0, True), (1, False), (2, False)):
        scene = scene_of(table, viewer)
        assert ("offers" in [area.id for area in scene.areas]) == shown
        assert bool(ids(scene, "offers")) == shown
        assert piece(scene, "wish:2").origin == "seat2"


def test_cells_and_empty_places_of_a_quarrel_are_places() -> None:
    scene = scene_of(positions.quarrel_about_green(), 0)
    places = {one.id.split(":")[0] for one in scene.pieces if one.place}
    assert places == {"cell", "place", "space"}
    assert not any(one.art.startswith("cell") and not one.place for one in scene.pieces)


def test_new_pieces_name_where_they_come_from() -> None:
    table = start()
    assert piece(scene_of(table, 0), "sale:r").origin == "pile"
    play(table, "0 buy, - turn y, 1 lay g")
    scene = scene_of(table, 0)
    assert piece(scene, "hand:r:2").origin == piece(scene, "known:0:r:1").origin == "sale:r"
    assert piece(scene, "laid:1").origin == "seat1"
