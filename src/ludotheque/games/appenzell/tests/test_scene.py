"""Worked positions as scenes: the right pieces, prompt and choices."""

from __future__ import annotations

import pytest
from playthroughs import playthrough

from ludotheque.core.state import LUCK, SPECTATOR, Fact
from ludotheque.core.table import Table
from ludotheque.games.appenzell import GAME
from ludotheque.games.appenzell.data import BOARD_SIDES, TURN_LIMIT
from ludotheque.games.appenzell.moves import GIVING, OVER
from ludotheque.games.appenzell.rules import BY_CHEESES, Appenzell
from ludotheque.games.appenzell.tests.positions import CastleTable, arrange, begin, play
from ludotheque.presentation.scene import Choice, Piece, Scene

NAMES = ("Ada", "Blaise", "Clara", "Dirk")
HURTS = ("fell", "caught", "socked")


def scene(table: CastleTable, viewer: int = 0) -> Scene:
    return GAME.scene(table.state, viewer, GAME.words("en"), NAMES[: table.state.seats()])


def pieces(scene: Scene) -> dict[str, Piece]:
    return {piece.id: piece for piece in scene.pieces}


def tile(scene: Scene, row: int, column: int) -> Piece:
    """What lies open on a square."""
    at = (column + 1.5, row + 1.5)
    (found,) = [piece for piece in scene.pieces if piece.at == at and piece.span == (1.0, 1.0)]
    return found


def spare(scene: Scene) -> Piece:
    """The only spare tile."""
    (found,) = [piece for piece in scene.pieces if piece.area == "spares"]
    return found


def choices(scene: Scene) -> dict[str, Choice]:
    return {choice.text: choice for choice in scene.choices}


def counters(scene: Scene, area: str) -> dict[str, int]:
    (found,) = [counter for counter in scene.areas if counter.id == area]
    return {counter.key: counter.value for counter in found.counters}


# the castle


@pytest.mark.parametrize("side", BOARD_SIDES)
def test_roofs_cover_the_castle_between_the_towers(side: str) -> None:
    """Eighteen rectangles, none over another, over 45 of the 49 squares (CA-3)."""
    covered: list[tuple[float, float]] = []
    for piece in scene(begin(side=side)).pieces:
        if piece.id.startswith("roof:"):
            left, top = (piece.at[i] - piece.span[i] / 2 for i in range(2))
            width, height = (int(extent) for extent in piece.span)
            covered += [(left + x, top + y) for x in range(width) for y in range(height)]
    corners = {(x, y) for x in (1.0, 7.0) for y in (1.0, 7.0)}
    squares = {(float(x), float(y)) for x in range(1, 8) for y in range(1, 8)}
    assert sorted(covered) == sorted(squares - corners)


@pytest.mark.parametrize(
    ("end", "at"),
    [
        ("top:1", (2.5, 0.5)),
        ("right:3", (8.5, 4.5)),
        ("bottom:5", (6.5, 8.5)),
        ("left:1", (0.5, 2.5)),
    ],
)
def test_ends_lie_outside_beside_their_line(end: str, at: tuple[float, float]) -> None:
    piece = pieces(scene(begin()))[f"end:{end}"]
    assert (piece.at, piece.art) == (at, f"cell-push-{end.split(':', maxsplit=1)[0]}")


def test_a_lifted_roof_gives_way_to_its_squares() -> None:
    table = begin()
    play(table, "0 uncover A", "- tile 0 1 edam")
    now = scene(table)
    shown = pieces(now)
    assert "roof:A" not in shown
    assert shown["room:A"].marks == ("last",)
    assert shown["room:A"].art == "cell-room-2x1"
    assert tile(now, 0, 1).label == "Edam, row 1, column 2, room A"
    assert tile(now, 0, 1).art == "tile-edam"
    assert shown["stone:0:2"].art == "cell-stone"
    assert shown["roof:D"].art == "roof-tile-1x2"
    assert shown["roof:N"].art == "roof-copper-2x2"


def test_while_luck_names_tiles_everyone_waits() -> None:
    table = begin()
    play(table, "0 uncover A")
    now = scene(table)
    assert now.prompt == "Look closely!"
    assert now.choices == ()
    before = tile(now, 0, 1)
    assert before.art == "tile-unseen"
    play(table, "- tile 0 1 edam")
    assert tile(scene(table), 0, 1).id == before.id


def test_a_mouse_says_what_it_stands_on() -> None:
    table = begin()
    play(table, "0 uncover A", "- tile 0 1 edam", "0 run 0 0 0 1")
    shown = pieces(scene(table))
    assert shown["mouse:0:m0"].label == "Ada's mouse: Edam, row 1, column 2, room A"
    assert shown["mouse:0:m0"].tip == "This mouse is on an Edam."
    assert shown["mouse:0:m0"].marks == ("last",)
    assert shown["mouse:1:m0"].label == "Blaise's mouse: top right tower, row 1, column 7"
    assert shown["mouse:1:m0"].tip.startswith("This mouse is still in its tower.")
    assert shown["mouse:1:m0"].marks == ()


def test_what_was_pressed_asks_for_the_rest() -> None:
    table = begin()
    play(table, "0 uncover A", "- tile 0 1 edam")
    now = scene(table)
    asks = {id_: piece.ask for id_, piece in pieces(now).items()}
    assert asks["mouse:0:m0"] == "Where should this mouse go?"
    assert asks["mouse:0:m1"] == "Which tower does it come in by?"
    assert asks[spare(now).id] == "Where do you push it in? Choose an arrow."
    assert asks["end:left:1"] == "Now choose the spare tile to push in here."
    assert asks[tile(now, 0, 1).id] == asks["stone:0:2"] == "Which of your mice goes there?"
    assert asks["tower:se"] == "Now choose one of your waiting mice."


def test_a_mouse_on_a_tile_leaves_its_picture_in_sight() -> None:
    table = begin()
    play(table, "0 uncover A", "- tile 0 1 edam", "0 run 0 0 0 1")
    mouse, below = pieces(scene(table))["mouse:0:m0"], tile(scene(table), 0, 1)
    for axis in range(2):  # only the lower right quarter is covered, and some of the middle
        assert mouse.at[axis] - mouse.span[axis] / 2 > below.at[axis] - 0.06


def test_a_fallen_mouse_is_shown_beside_the_castle() -> None:
    table = arrange(begin(), fallen="0,2")
    shown = pieces(scene(table))
    assert [id_ for id_ in shown if id_.startswith("fallen:")] == ["fallen:1:1", "fallen:1:2"]
    assert shown["fallen:1:1"].at != shown["fallen:1:2"].at


def test_the_caption_of_one_spare_is_in_the_singular() -> None:
    for mad_mice, label in ((False, "Spare tile"), (True, "Spare tiles")):
        now = scene(begin(mad_mice=mad_mice))
        assert [area.label for area in now.areas if area.id == "spares"] == [label]


def test_a_push_marks_its_end_and_what_it_put_in() -> None:
    table = begin(spare="edam")
    play(table, "0 uncover A", "- tile 0 1 blank", "0 push top 1", "- out trap")
    now = scene(table)
    assert pieces(now)["end:top:1"].marks == ("last",)
    assert (tile(now, 0, 1).art, tile(now, 0, 1).marks) == ("tile-edam", ("last",))
    assert (spare(now).art, spare(now).marks) == ("tile-trap", ("last",))


# what a viewer can follow


def test_a_mouse_keeps_its_id_from_the_supply_to_where_it_runs() -> None:
    table = begin()
    play(table, "0 uncover A", "- tile 0 1 edam", "0 run 0 0 0 1")
    waiting = choices(scene(table))["enter nw"].path[0]
    assert (pieces(scene(table))[waiting].area, pieces(scene(table))[waiting].value) == (
        "seat0",
        "3",
    )
    play(table, "0 enter nw")
    assert pieces(scene(table))[waiting].area == "board"
    play(table, "0 done", "1 push top 3", "- out blank", "1 done", "0 run 0 0 0 2")
    shown = pieces(scene(table))
    assert shown[waiting].label == "Ada's mouse: raised square, row 1, column 3, room A"
    assert shown["mouse:0:m0"].label == "Ada's mouse: Edam, row 1, column 2, room A"


def test_a_spare_is_followed_into_the_castle_and_a_tile_in_sight_out_of_it() -> None:
    table = begin(spare="edam")
    play(table, "0 uncover A", "- tile 0 1 goat")
    lying, waiting = tile(scene(table), 0, 1).id, spare(scene(table)).id
    play(table, "0 push bottom 1", "- tile 0 1 blank")
    assert pieces(scene(table))[lying].area == "spares"
    assert waiting not in pieces(scene(table)), "it lies under a roof"
    play(table, "0 done", "1 push top 1")
    now = scene(table)
    assert spare(now).art == "tile-edam"
    assert spare(now).id != waiting


def test_a_tile_keeps_its_id_while_it_slides_in_the_open() -> None:
    table = begin()
    play(table, "0 uncover D", "- tile 1 0 edam", "0 uncover E", "- tile 1 1 goat")
    play(table, "- tile 1 2 blank")
    edam, goat, blank = (tile(scene(table), 1, column).id for column in range(3))
    waiting = spare(scene(table)).id
    play(table, "0 push left 1", "- out trap")
    now = scene(table)
    assert [tile(now, 1, column).id for column in range(3)] == [waiting, edam, goat]
    assert blank not in pieces(now), "it lies under a roof"


def test_what_comes_into_sight_says_where_from() -> None:
    table = begin()
    play(table, "0 uncover A", "- tile 0 1 edam", "0 push bottom 1", "- tile 0 1 goat")
    now = scene(table)
    assert tile(now, 0, 1).origin == "roof:E"
    play(table, "0 done", "1 push left 1", "- out trap")
    assert spare(scene(table)).origin == "end:right:1"
    assert {p.art.split("-")[0] for p in scene(table).pieces if p.place} == {"cell"}


@pytest.mark.parametrize(("memory", "is_followed"), [("strict", False), ("notes", True)])
def test_only_notes_follow_a_tile_under_a_roof(memory: str, is_followed: bool) -> None:
    table = begin(memory=memory)
    play(table, "0 uncover A", "- tile 0 1 edam")
    followed = tile(scene(table), 0, 1).id
    play(table, "0 done")
    assert (followed in pieces(scene(table))) == is_followed
    play(table, "1 push top 3", "- out blank", "1 done", "0 uncover A")
    assert (tile(scene(table), 0, 1).id == followed) == is_followed


@pytest.mark.parametrize("seed", range(6))
def test_an_id_never_stands_for_another_piece(seed: int) -> None:
    """From one event to the next an id keeps its picture, except where luck names a tile."""
    options = GAME.resolve_options({"mad_mice": seed % 2 == 1, "players": 2 + seed % 3})
    before: dict[str, str] = {}
    for step in playthrough(GAME, options, seed)[:400]:
        state: Appenzell = step.state
        shown = GAME.scene(state, 0, GAME.words("en"), NAMES[: state.players]).pieces
        for piece in shown:
            was = before.get(piece.id, piece.art)
            assert was in (piece.art, "tile-unseen"), piece
        before = {piece.id: piece.art for piece in shown}


# what may be known


@pytest.mark.parametrize(("memory", "is_shown"), [("strict", False), ("notes", True)])
def test_only_notes_show_what_was_covered_again(memory: str, is_shown: bool) -> None:
    table = begin(memory=memory)
    play(table, "0 uncover A", "- tile 0 1 edam", "0 done", "1 push top 3", "- out blank")
    notes = [piece for piece in scene(table).pieces if "covered" in piece.marks]
    assert [piece.label for piece in notes] == [
        "Edam under roof A, row 1, column 2",
        "blank tile under roof B, row 1, column 4",
    ][: 2 * is_shown]
    assert any(area.id == "unseen" for area in scene(table).areas) == is_shown


def test_a_face_under_a_roof_changes_nothing() -> None:
    """Without notes a scene, with all it warns of, is the same whatever lies under roofs."""
    scenes = []
    for face in ("trap", "edam"):
        table = begin(spare="blank")
        play(table, "0 uncover A", "- tile 0 1 blank", "0 run 0 0 0 1")
        scenes.append(
            scene(arrange(table, tiles=f"1 1 {face}"))
        )  # a push from the bottom brings it
    assert scenes[0] == scenes[1]


def test_what_the_fourth_action_showed_is_still_shown_on_the_roof() -> None:
    table = begin()
    play(table, "0 enter sw", "0 enter se", "0 push top 3", "- out blank")
    play(table, "0 uncover A", "- tile 0 1 edam")
    note = pieces(scene(table, 1))["note:0:1"]
    assert note.label == "under roof A, just shown: Edam, row 1, column 2"
    assert note.tip == "Under this roof: an Edam."
    assert note.marks == ("covered", "last")


# prompts and choices


def test_the_first_mouse_goes_into_a_tower() -> None:
    table = Table(GAME, {"players": 2})
    assert scene(table).prompt == "The first player is being chosen at random."
    play(table, "- first 1", "- spare edam", "1 mouse sw")
    assert scene(table).prompt == "Choose a tower for your first mouse."
    assert [choice.path for choice in scene(table).choices] == [
        ("tower:nw",),
        ("tower:ne",),
        ("tower:se",),
    ]


def test_each_action_is_pressed_as_it_is_played() -> None:
    table = begin()
    play(table, "0 uncover A", "- tile 0 1 edam")
    found = choices(scene(table))
    edam = tile(scene(table), 0, 1).id
    assert found["run 0 0 0 1"].path == ("mouse:0:m0", edam)
    assert found["run 0 0 0 1"].label == "Run onto an Edam"
    spoken = "Run from row 1, column 1 to row 1, column 2, an Edam"
    assert found["run 0 0 0 1"].spoken == spoken
    assert found["uncover D"].path == ("roof:D",)
    assert found["enter se"].path == ("mouse:0:m1", "tower:se")
    assert found["push left 5"].path == (spare(scene(table)).id, "end:left:5")
    assert found["push left 5"].label == "Push a blank tile in from the left, bottom row"
    assert found["push left 5"].spoken == "Push a blank tile in from the left, row 6"
    assert found["done"].path == ()
    assert found["done"].question == "You have 3 actions left. End your turn anyway?"


def test_the_prompt_counts_actions_and_knows_of_the_push() -> None:
    table = begin()
    assert scene(table).prompt.startswith("4 actions left:")
    assert scene(table, 1).prompt == scene(table, SPECTATOR).prompt == "Ada is playing."
    play(table, "0 push top 3", "- out blank", "0 enter sw", "0 enter se")
    assert scene(table).prompt.startswith("One action left:")
    assert scene(table).prompt.endswith("You have already pushed.")
    question = "You have 1 action left. End your turn anyway?"
    assert choices(scene(table))["done"].question == question
    assert counters(scene(table), "board")["actions"] == 1
    assert counters(scene(table), "seat0") == {"cheeses": 0, "fallen": 0}


def test_a_push_that_costs_a_mouse_of_the_seat_asks_first() -> None:
    table = begin(spare="trap")
    play(table, "0 uncover A", "- tile 0 1 blank", "0 run 0 0 0 1")
    confirm = {text for text, choice in choices(scene(table)).items() if choice.confirm}
    assert confirm == {"push top 1", "done"}
    question = "Your own mouse would fall into the trap. Push anyway?"
    assert choices(scene(table))["push top 1"].question == question


def test_a_push_that_brings_a_seen_trap_asks_first() -> None:
    table = begin()
    play(table, "0 uncover A", "- tile 0 1 blank", "0 uncover E", "- tile 1 1 trap")
    play(table, "- tile 1 2 blank", "0 run 0 0 0 1")
    confirm = {text for text, choice in choices(scene(table)).items() if choice.confirm}
    assert confirm == {"push bottom 1", "done"}


def test_a_push_under_a_third_mouse_asks_first() -> None:
    table = begin(spare="trap")
    play(table, "0 enter sw", "0 done", "1 uncover C", "- tile 0 5 blank", "1 run 0 6 0 5")
    play(table, "1 done")
    assert not choices(scene(table))["push top 5"].confirm
    choice = choices(scene(arrange(table, fallen="0,2")))["push top 5"]
    question = "A player's third mouse would fall and the game would stop. Push anyway?"
    assert choice.question == question


@pytest.mark.parametrize("seed", range(4))
def test_a_push_asks_first_exactly_where_it_hurts(seed: int) -> None:
    """Compared with what the rules make of every push whose tiles have all been seen."""
    options = GAME.resolve_options(
        {"memory": "notes", "mad_mice": seed % 2 == 1, "players": 2 + seed % 3}
    )
    asked = 0
    for step in (step for step in playthrough(GAME, options, seed) if step.seat != LUCK):
        state: Appenzell = step.state
        names = NAMES[: state.players]
        for choice in GAME.scene(state, step.seat, GAME.words("en"), names).choices:
            if choice.text.startswith("push"):
                hurts = is_hurt(state, step.seat, GAME.parse(state, choice.text))
                assert hurts in (choice.confirm, None), choice
                asked += choice.confirm
    assert asked


def is_hurt(state: Appenzell, seat: int, push: int) -> bool | None:
    """Whether a push takes or drives away a mouse of the seat or ends the game by traps.

    None where luck decides, or where cheeses win before the traps count.
    """
    after, facts = state.clone(), list[Fact]()
    after.apply(seat, push, facts)
    if after.next_actor() == LUCK or Fact("won", int(after.winner), (BY_CHEESES,)) in facts:
        return None
    own = [fact for fact in facts if fact.seat == seat and fact.kind in HURTS]
    return bool(own) or (after.phase == OVER and after.turns < TURN_LIMIT)


def test_the_end_names_the_winner() -> None:
    table = begin(spare="trap")
    play(table, "0 enter sw", "0 done", "1 uncover C", "- tile 0 5 blank", "1 run 0 6 0 5")
    play(table, "1 done")
    table = arrange(table, fallen="0,2")
    play(table, "0 push top 5", "- out blank")
    assert scene(table, 1).prompt == "The game is over: Ada wins."
    assert not any(area.acting for area in scene(table).areas)
    assert "actions" not in counters(scene(table), "board")


# the expansion


def test_a_double_faced_tile_keeps_its_id_where_it_goes() -> None:
    table = begin(mad_mice=True)
    before = scene(table)
    assert pieces(before)["tile:cat"].label == "cat, spare tile; on its back: passage"
    assert choices(before)["push top 1 cat"].path == ("tile:cat", "end:top:1")
    play(table, "0 push top 1 cat", "- out blank")
    after = pieces(scene(table))
    assert (after["tile:cat"].area, after["tile:cat"].at) == ("board", (2.5, 1.5))
    assert after["tile:cat"].marks == ("covered",)
    assert "tile:passage" not in after


def test_equal_spares_are_one_piece_with_a_number() -> None:
    table = begin(mad_mice=True)
    play(table, "0 push top 1 cat", "- out blank")
    (blank,) = [p for p in scene(table).pieces if (p.area, p.art) == ("spares", "tile-blank")]
    assert (blank.value, blank.label) == ("2", "blank tile, 2 spare tiles")


def test_the_sock_asks_for_a_cheese_and_then_for_a_way_out() -> None:
    table = arrange(begin(mad_mice=True), cheeses={0: "edam"})
    play(table, "0 uncover A", "- tile 0 1 blank", "0 run 0 0 0 1")
    assert choices(scene(table))["push top 1 sock"].confirm
    play(table, "0 push top 1 sock", "- out blank")
    now = scene(table)
    assert table.state.phase == GIVING
    assert now.prompt == "Your mouse is on the sock: which cheese do you give back?"
    assert [choice.path for choice in now.choices] == [("cheese:0:edam",)]
    assert now.choices[0].question == "Give back an Edam?"
    assert scene(table, 1).prompt == "Ada must get a mouse away from the sock."
    play(table, "0 give edam")
    now = scene(table)
    assert now.prompt == "Where does your mouse flee to?"
    assert [(choice.path, choice.text) for choice in now.choices] == [(("stone:0:2",), "flee 0 2")]
