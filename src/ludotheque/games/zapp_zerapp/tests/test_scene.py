"""Zapp Zerapp: the scene of worked positions."""

from __future__ import annotations

import itertools
import math

import msgspec
import pytest
from scripted_games import play_script, scripted_table

from ludotheque.core.state import SPECTATOR
from ludotheque.core.table import Table
from ludotheque.games.zapp_zerapp import GAME
from ludotheque.games.zapp_zerapp.data import TOWN
from ludotheque.games.zapp_zerapp.notation import PIECE_BY_NAME
from ludotheque.presentation.scene import Choice, Piece, Scene, picked_text

NAMES = ("Ada", "Blaise", "Clara", "Dirk")
ORDER = "- mix 1 2 3 4 5 6 7 8 9 10 11 12 13"  # each barrel holds its own name
LISTENING = f"- roll 3 5\n{ORDER}\n"


def seen(table: Table, viewer: int, language: str = "en") -> Scene:
    return GAME.scene(table.state, viewer, GAME.words(language), NAMES[: table.state.seats()])


def piece(scene: Scene, name: str) -> Piece:
    return next(piece for piece in scene.pieces if piece.id == name)


def choice(scene: Scene, text: str) -> Choice:
    return next(choice for choice in scene.choices if choice.text == text)


def counters(scene: Scene, area: str) -> dict[str, int]:
    found = next(each for each in scene.areas if each.id == area)
    return {counter.key: counter.value for counter in found.counters}


def acting(scene: Scene) -> list[int]:
    return [area.seat for area in scene.areas if area.acting]


def board(where: str, players: int = 4, **options: bool | int) -> Table:
    """A new game with some apprentices elsewhere: ``R1=7 B2=town``."""
    table = Table(GAME, {"players": players, **options})
    locations = list(table.state.locations)
    for name, location in (word.split("=") for word in where.split()):
        locations[PIECE_BY_NAME[name]] = TOWN if location == "town" else int(location)
    return Table.from_position(GAME, f"{table.position} locations={','.join(map(str, locations))}")


def moving(where: str, *numbers: int, **options: bool) -> Table:
    """The same when each seat has placed the barrel with its number; magic is 12."""
    table = board(where, len(numbers), **options)
    placing = [f"{seat} take {n}\n{seat} place {n}" for seat, n in enumerate(numbers)]
    play_script(table, "\n".join(["- roll 6 6", ORDER, *placing]))
    return table


# listening


def test_empty_hands_may_take_any_barrel_of_the_middle() -> None:
    scene = seen(scripted_table(GAME, LISTENING + "1 take 4", players=2), 0)
    assert scene.prompt == "The magic number is 8. Take a barrel from the middle!"
    assert [choice.path for choice in scene.choices] == [
        (f"barrel:{barrel}",) for barrel in range(1, 14) if barrel != 4
    ]
    assert choice(scene, "take 5").label == "Take barrel 5"
    assert counters(scene, "board") == {"magic": 8, "barrel": 12}
    held = piece(scene, "barrel:4")
    assert (held.area, held.label) == ("seat1", "barrel 4, held by Blaise")
    assert acting(scene) == [0, 1]
    assert piece(scene, "barrel:5").tip.startswith("Take it")


def test_zz_5_a_barrel_says_why_it_cannot_be_taken() -> None:
    full = scripted_table(GAME, LISTENING + "1 take 4\n0 take 1\n0 take 2", players=2)
    assert piece(seen(full, 0), "barrel:5").tip.startswith("Both your hands are full")
    placed = scripted_table(GAME, LISTENING + "1 take 4\n1 place 4", players=2)
    assert "nobody can look inside" in piece(seen(placed, 1), "barrel:5").tip


def test_a_barrel_in_hand_shakes_goes_back_or_before_its_listener() -> None:
    scene = seen(scripted_table(GAME, LISTENING + "0 take 4\n0 take 7", players=2), 0)
    assert {choice.text: choice.path for choice in scene.choices} == {
        "place 4": ("barrel:4", "spot"),
        "shake 4": ("barrel:4",),
        "back 4": ("barrel:4", "hollow:4"),
        "place 7": ("barrel:7", "spot"),
        "shake 7": ("barrel:7",),
        "back 7": ("barrel:7", "hollow:7"),
    }
    assert not [choice for choice in scene.choices if choice.confirm]
    assert [piece(scene, f"barrel:{barrel}").area for barrel in (4, 7, 5)] == [
        "hand",
        "hand",
        "board",
    ]
    shaking = [each.id for each in scene.pieces if "shakes" in each.marks]
    assert shaking == ["barrel:4", "barrel:7"]


def test_empty_hands_and_the_spot_are_shown_to_a_listener() -> None:
    table = scripted_table(GAME, LISTENING + "0 take 4\n1 take 7\n1 place 7", players=2)
    in_hand = [each for each in seen(table, 0).pieces if each.area == "hand"]
    assert [each.id for each in in_hand] == ["barrel:4", "hand:right", "spot"]
    assert [each.place for each in in_hand] == [False, True, True]
    assert [each.id for each in seen(table, 1).pieces if each.area == "hand"] == ["barrel:7"]
    assert not [each for each in seen(table, 1).pieces if "shakes" in each.marks]


def test_the_sound_is_not_in_the_scene() -> None:
    """Whatever was heard, the same scene: only that a barrel was shaken, and how often."""
    tables = [
        scripted_table(
            GAME,
            LISTENING + f"0 take 4\n0 shake 4\n- heard 0 4 {one}\n0 shake 4\n- heard 0 4 {two}",
            players=2,
        )
        for one, two in ((4, 4), (4, 5), (20, 1))
    ]
    scenes = [seen(table, 0) for table in tables]
    assert scenes[0] == scenes[1] == scenes[2]
    barrel = piece(scenes[0], "barrel:4")
    assert barrel.label == "barrel 4 in your hand, shaken 2 times by you"
    assert (barrel.value, barrel.marks) == ("4", ("heard", "shakes"))
    assert piece(seen(tables[0], 1), "barrel:4").marks == ()


def test_nobody_acts_while_a_barrel_sounds() -> None:
    table = scripted_table(GAME, LISTENING + "0 take 4\n0 shake 4", players=2)
    scene = seen(table, 0)
    assert scene.prompt == "Listen to barrel 4!"
    assert piece(scene, "barrel:4").marks == ("shaken",)
    assert seen(table, 1).prompt == "Ada is listening to barrel 4."
    assert scene.choices == seen(table, 1).choices == ()
    assert acting(scene) == []


def test_a_placed_barrel_lies_before_its_player_and_reveals_nothing() -> None:
    table = scripted_table(GAME, LISTENING + "0 take 4\n0 place 4\n2 take 5", players=4)
    scene = seen(table, 0)
    assert scene.prompt == "Still listening: Blaise, Clara, Dirk."
    barrel = piece(scene, "barrel:4")
    assert (barrel.area, barrel.art, barrel.value) == ("hand", "barrel", "4")
    assert barrel.marks == ("placed",)
    assert piece(seen(table, 1), "barrel:4").area == "seat0"
    assert acting(scene) == [1, 2, 3]


# moving


def test_zz_e1_all_see_the_numbers_and_the_order() -> None:
    script = LISTENING + "\n".join(
        f"{seat} take {n}\n{seat} place {n}" for seat, n in enumerate((6, 2, 9, 4))
    )
    table = scripted_table(GAME, script.replace("3 5", "4 4"), players=4)
    scene = seen(table, 1)
    assert scene.prompt == "Ada moves an apprentice by 6 steps. You move third."
    assert [counters(scene, f"seat{seat}").get("order") for seat in range(4)] == [1, 3, None, 2]
    assert piece(scene, "barrel:9").label == "barrel 9, placed by Clara, 9 stones, too many"
    assert piece(scene, "barrel:9").marks == ("placed", "high")
    assert (piece(scene, "barrel:2").art, piece(scene, "barrel:2").value) == ("barrel-open", "2")
    assert seen(table, 2).prompt.endswith("Too many stones in your barrel: you stay where you are.")
    assert seen(table, 0).prompt == "Move one of your apprentices by 6 steps."
    assert [(each.path, each.text) for each in seen(table, 0).choices] == [
        ((f"apprentice:R{number}", "square:5"), f"go R{number}") for number in (1, 2, 3)
    ]


def test_zz_e2_the_label_names_the_banished() -> None:
    table = moving("G1=6 R1=7 Y1=8 G2=9 R2=10 B1=12 Y2=14", 1, 8, 2, 3)
    going = choice(seen(table, 1), "go G1")
    assert going.path == ("apprentice:G1", "square:14")
    in_danger = [each.value for each in seen(table, 0).pieces if "danger" in each.marks]
    assert len(in_danger) == 4
    assert going.picks == ()
    victims = "red 1, blue 1, yellow 1, yellow 2"
    assert going.label == f"Move green 1 by 8 steps, sending back {victims}"


def test_zz_e3_companions_are_picked() -> None:
    where = "G1=23 B1=0 Y1=2 B2=2 R1=2 G2=2 Y2=4 B3=19 R2=20"
    scene = seen(moving(where, 2, 8, 6, 3, advanced=True), 1)
    going = choice(scene, "go G1")
    assert going.path == ("apprentice:G1", "town:G")
    along, stop = going.picks
    assert along.targets == (("apprentice:R1", "R1"), ("apprentice:G2", "G2"))
    assert stop.targets == (("apprentice:G2", "G2"),)
    picked = picked_text(going, (("apprentice:G2", "apprentice:R1"), ()))
    assert picked == "go G1 with R1 G2"
    assert going.label == "Take green 1 into town, sending back blue 2, yellow 1"


def test_zz_19_the_forgetful_pick_their_victims() -> None:
    scene = seen(moving("R1=2 B1=3 B2=4", 5, 13, forgetful=True), 0)
    going = choice(scene, "go R1")
    assert going.label == "Move red 1 by 5 steps"
    assert [pick.word for pick in going.picks] == ["banish"]
    assert picked_text(going, (("apprentice:B2",),)) == "go R1 banish B2"


def test_very_many_moves_make_a_small_scene() -> None:
    where = "R1=19 R2=20 R3=20 Y1=20 Y2=20 Y3=20 G1=21 G2=22 G3=23 B1=20 B2=20 B3=20"
    table = moving(where, 9, 1, 2, 3, advanced=True, forgetful=True)
    scene = seen(table, 0)
    assert len(table.state.legal_moves(0)) > 400
    assert len(scene.choices) == 3
    assert [len(pick.targets) for pick in choice(scene, "go R1").picks] == [5, 2, 6]
    assert len(msgspec.json.encode(scene)) < 32_000


# the board

MIDDLE = (5.0, 5.0)
CORNERS = {"R": (0, 0), "G": (10, 0), "B": (10, 10), "Y": (0, 10)}
BOARD_ON_A_PHONE = 356  # pixels, on a screen of 390 x 844 with four players
FINGERTIP = 40


@pytest.mark.parametrize("colour", "RGBY")
def test_zz_1_starts_are_inside_the_loop_and_towns_in_the_corners(colour: str) -> None:
    scene = seen(Table(GAME, {"players": 4}), SPECTATOR)
    squares = {number: piece(scene, f"square:{number}").at for number in range(24)}
    start, town = piece(scene, f"start:{colour}"), piece(scene, f"town:{colour}")
    order = "RGBY".index(colour)

    def nearest(at: tuple[float, float]) -> int:
        return min(squares, key=lambda number: math.dist(squares[number], at))

    loop = math.dist(squares[0], MIDDLE)
    assert math.dist(start.at, MIDDLE) + start.span[0] / 2 < loop < math.dist(town.at, MIDDLE)
    assert (nearest(start.at), nearest(town.at)) == (6 * order, (6 * order - 1) % 24)
    assert min(CORNERS, key=lambda name: math.dist(CORNERS[name], town.at)) == colour
    assert min(CORNERS, key=lambda name: math.dist(CORNERS[name], start.at)) == colour


def test_nothing_on_the_board_lies_under_something_else() -> None:
    scene = seen(scripted_table(GAME, LISTENING, players=4), SPECTATOR)
    things = [each for each in scene.pieces if each.area == "board"]
    things = [each for each in things if not each.art.startswith("apprentice")]
    for one, other in itertools.combinations(things, 2):
        apart = max(abs(one.at[0] - other.at[0]), abs(one.at[1] - other.at[1]))
        touching = (one.span[0] + other.span[0]) / 2
        # What is round may stand corner to corner.
        assert apart >= touching or math.dist(one.at, other.at) >= 0.93 * touching, (one, other)


def test_a_finger_finds_each_barrel_on_a_phone() -> None:
    scene = seen(scripted_table(GAME, LISTENING, players=4), 0)
    board = next(area for area in scene.areas if area.id == "board")
    barrels = [each for each in scene.pieces if each.art == "barrel" and each.area == "board"]
    assert len(barrels) == 13
    for barrel in barrels:
        assert barrel.span[0] / board.size[0] * BOARD_ON_A_PHONE >= FINGERTIP


def test_labels_of_apprentices_say_where_they_are_and_whether_they_are_safe() -> None:
    scene = seen(moving("R1=23 R2=12 B1=town B2=2", 5, 4), 0)
    assert piece(scene, "apprentice:R1").label == "red 1: square 24, 1 step from its town"
    label = "red 2: square 13, 12 steps from its town, protected"
    assert piece(scene, "apprentice:R2").label == label
    assert piece(scene, "apprentice:R2").marks == ("protected",)
    assert piece(scene, "apprentice:B1").label == "blue 1: town, arrived"
    assert counters(scene, "seat0") == {"home": 0, "steps": 37, "order": 1}
    assert counters(scene, "seat1") == {"home": 1, "steps": 40, "order": 2}


def test_apprentices_on_one_square_stand_apart() -> None:
    scene = seen(moving("R1=8 R2=8 B1=8 B2=9", 5, 4), 0)
    square, next_square = piece(scene, "square:8").at, piece(scene, "square:9").at
    crowd = [piece(scene, f"apprentice:{name}").at for name in ("R1", "R2", "B1")]
    assert len({*crowd, square}) == 4
    assert piece(scene, "apprentice:B2").at == next_square
    assert piece(scene, "apprentice:R3").at == piece(scene, "start:R").at


@pytest.mark.parametrize(
    ("advanced", "art", "label"),
    [
        (False, "cell-white", "square 3, white"),
        (True, "cell-castles-red-green", "square 3, white, red and green castles"),
    ],
)
def test_zz_21_castles_are_shown_where_they_protect(advanced: bool, art: str, label: str) -> None:
    scene = seen(Table(GAME, {"players": 4, "advanced": advanced}), SPECTATOR)
    assert (piece(scene, "square:2").art, piece(scene, "square:2").label) == (art, label)
    assert piece(scene, "square:0").label == "square 1, blue zone, entry square of red"
    assert piece(scene, "square:5").label == "square 6, yellow zone, in front of the town of green"


HIGH_ROUND = LISTENING + "0 take 12\n0 place 12\n1 take 13\n1 place 13"


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_zz_12_with_memory_the_next_roll_covers_the_numbers(viewer: int) -> None:
    table = scripted_table(GAME, HIGH_ROUND, players=2, memory=True)
    assert piece(seen(table, viewer), "barrel:12").value == "12"
    play_script(table, "- roll 1 2")
    scene = seen(table, viewer)
    barrel = piece(scene, "barrel:12")
    assert (barrel.area, barrel.art, barrel.value) == ("board", "barrel", "12")
    assert barrel.label == "barrel 12 in the middle"
    assert piece(scene, "cup").area == "seat1"


def test_zz_12_with_help_the_numbers_seen_stay_in_the_middle() -> None:
    table = scripted_table(GAME, HIGH_ROUND + "\n- roll 1 2", players=2, memory=True, help=True)
    barrel = piece(seen(table, 0), "barrel:12")
    assert (barrel.area, barrel.value) == ("board", "12")
    assert barrel.label == "barrel 12 in the middle, 12 stones"


def test_zz_12_the_scene_does_not_depend_on_covered_numbers() -> None:
    """Whatever number was seen and covered again, the same scene and the same picture."""
    orders = (ORDER, ORDER.replace("12 13", "13 12"), ORDER.replace("11 12 13", "13 11 12"))
    tables = [
        scripted_table(
            GAME, HIGH_ROUND.replace(ORDER, order) + "\n- roll 1 2", players=2, memory=True
        )
        for order in orders
    ]
    for viewer in (0, 1, SPECTATOR):
        assert len({msgspec.json.encode(seen(table, viewer)) for table in tables}) == 1
        views = [table.state.observe(viewer) for table in tables]
        assert len({GAME.picture(view, GAME.words("en"), NAMES[:2]) for view in views}) == 1


def test_zz_6_a_listener_with_a_barrel_reads_that_it_goes_back_at_once() -> None:
    shaken = LISTENING + "0 take 4\n0 shake 4\n- heard 0 4 4"
    one = scripted_table(GAME, shaken, players=2)
    both = scripted_table(GAME, shaken + "\n0 take 5\n0 shake 5\n- heard 0 5 5", players=2)
    for table in (one, both):
        scene = seen(table, 0)
        assert scene.prompt.endswith("Too full? Put it back at once!")
        assert "Put it back at once, so that others can shake it" in piece(scene, "barrel:4").tip


def test_the_ring_of_dust_is_explained_until_anybody_moves() -> None:
    script = LISTENING + "0 take 4\n0 shake 4\n- heard 0 4 4"
    table = scripted_table(GAME, script, players=2)
    assert "The denser the rattle and the dust, the more stones." in seen(table, 0).prompt
    play_script(table, "0 place 4\n1 take 3\n1 place 3\n0 go R1\n1 go B1\n- roll 3 5")
    play_script(table, script.removeprefix("- roll 3 5\n"))
    assert seen(table, 0).prompt.startswith("Good? Press the flat stone.")
    play_script(table, "0 take 5")
    assert seen(table, 0).prompt.endswith("Shake and compare: no more than 8!")


def test_three_players_learn_their_colours_from_luck() -> None:
    table = Table(GAME, {"players": 3})
    before = seen(table, 0)
    assert not [each for each in before.pieces if each.art.startswith(("apprentice", "guild"))]
    play_script(table, "- absent green")
    scene = seen(table, 0)
    assert (scene.prompt, seen(table, 1).prompt) == ("You roll the dice.", "Ada rolls the dice.")
    assert piece(scene, "apprentice:Y1").origin == "start:Y"
    guilds = [each.label for each in scene.pieces if each.art.startswith("guild")]
    assert guilds == ["Ada plays red", "Blaise plays blue", "Clara plays yellow"]


def test_the_end_names_the_winner() -> None:
    table = moving("R1=town R2=town R3=22", 9, 2)
    play_script(table, "0 go R3")
    assert (
        seen(table, 1, "fr").prompt
        == "Ada a gagné\N{NO-BREAK SPACE}: tous les apprentis sont en ville."
    )
    assert seen(table, 1, "de").prompt == "Ada hat gewonnen: Alle Lehrlinge sind in der Stadt."
    assert acting(seen(table, 1)) == []
