"""Sealed luck: every installed game verifies, no change of a seal goes unnoticed, the page is true.

The second half of this file is a verifier written from `docs/sealed-luck.md` alone; it imports
nothing of the package and knows no rules.
"""

from __future__ import annotations

import hmac
import json
import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from hashlib import sha256
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playthroughs import GAMES, INSTALLED, random_move, variant

from ludotheque.cli import main
from ludotheque.core import seal
from ludotheque.core.errors import BadRecord
from ludotheque.core.record import Fault, Record, from_json, referee, replay
from ludotheque.core.rng import SeededRng
from ludotheque.core.seal import SealedRng, game_key, verify, with_seal
from ludotheque.core.state import LUCK
from ludotheque.core.table import Table

if TYPE_CHECKING:
    from ludotheque.core.game import Game

PAGE = (Path(__file__).parents[1] / "docs" / "sealed-luck.md").read_text(encoding="utf-8")
ZAPP = next(game for game in INSTALLED if game.slug == "zapp_zerapp")
Output = pytest.CaptureFixture[str]
any_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
installed_game = pytest.mark.parametrize("game", INSTALLED, ids=lambda game: game.slug)
numbers = st.integers(0, 2**32)


def secret(number: int) -> bytes:
    return sha256(b"%d" % number).digest()


def nonces_of(seats: int, number: int) -> list[str]:
    """Some seats add a nonce."""
    return [f"seat {seat}: ~{number}" if number >> seat & 1 else "" for seat in range(seats)]


def play_on(table: Table, number: int, events: int | None = None) -> None:
    """Let the seats play at random, to the end or up to a number of events."""
    rng = SeededRng(number)
    while not table.over and (events is None or len(table.events) < events):
        actors = table.state.actors()
        seat = actors[rng.below(len(actors))]
        table.submit(seat, table.game.text(table.state, random_move(table.state, seat, rng)))


def sealed_game(game: Game, number: int, events: int | None = None) -> Record:
    """A random game played with a sealed RNG, with its seal."""
    options = game.resolve_options(variant(game, number))
    nonces = nonces_of(game.new(options).seats(), number)
    key = game_key(secret(number), game, game.rules_version, options, nonces)
    table = Table(game, options, SealedRng(key))
    play_on(table, number, events)
    return with_seal(Record.from_table(table), secret(number), nonces)


def luck_of(record: Record) -> list[int]:
    return [e for e, (who, _) in enumerate(record.events) if who == LUCK]


def with_outcome(record: Record, e: int, text: str) -> Record:
    events = (*record.events[:e], (LUCK, text), *record.events[e + 1 :])
    return replace(record, events=events)


def with_changed_seal(record: Record, **change: object) -> Record:
    data = json.loads(record.to_json())
    data["seal"].update(change)
    return replace(record, seal=data["seal"])


# games


@any_game
@given(number=numbers)
def test_sealed_games_verify(game: Game, number: int) -> None:
    record = sealed_game(game, number, 300)
    outcomes = verify(record)
    assert outcomes == [record.events[e][1] for e in luck_of(record)]
    assert outcomes


@installed_game
def test_whole_games_verify_also_from_their_json(game: Game) -> None:
    for number in range(3):
        record = sealed_game(game, number)
        assert record.scores is not None
        read = from_json(json.loads(record.to_json()))
        assert read == record
        assert isinstance(verify(read), list)


@installed_game
@given(number=numbers)
def test_the_page_alone_derives_the_same_outcomes(game: Game, number: int) -> None:
    record = sealed_game(game, number, 400)
    nonces = nonces_of(game.new(record.options).seats(), number)
    text = message(game.slug, game.rules_version, record.options, nonces)
    outcomes = outcomes_by_hand(
        key_by_hand(secret(number), text), game.slug, record.options, record.events
    )
    assert outcomes == verify(record)


@any_game
@given(number=numbers, which=numbers)
def test_a_changed_outcome_is_found_where_it_is(game: Game, number: int, which: int) -> None:
    record = sealed_game(game, number, 120)
    places = luck_of(record)
    e = places[which % len(places)]
    state, text = replay(record, e).state, record.events[e][1]
    others = {game.text(state, state.sample_luck(SeededRng(i))) for i in range(40)} - {text}
    for other in [*sorted(others)[:3], f"{text}0"]:  # some events of luck have a single outcome
        fault = verify(with_outcome(record, e, other))
        assert isinstance(fault, Fault)
        assert fault.index == e
        assert str(fault) == f"event {e}: recorded {other!r}, but the RNG draws {text!r}"


def one_digit_off(text: str, which: int) -> str:
    place = which % len(text)
    return f"{text[:place]}{int(text[place], 16) ^ 1:x}{text[place + 1 :]}"


@any_game
@given(number=numbers, which=numbers)
def test_a_changed_seal_is_found(game: Game, number: int, which: int) -> None:
    record, opened = sealed_game(game, number, 120), seal.seal_of(sealed_game(game, number, 0))
    seed = one_digit_off(opened.seed.hex(), which)
    for change in ({"seed": seed}, {"commitment": one_digit_off(opened.commitment, which)}):
        with pytest.raises(BadRecord, match="the seed has the commitment"):
            verify(with_changed_seal(record, **change))
    promised = seal.commitment(bytes.fromhex(seed))
    assert isinstance(verify(with_changed_seal(record, seed=seed, commitment=promised)), Fault)
    nonces = list(opened.nonces)
    nonces[which % len(nonces)] += "!"
    assert isinstance(verify(with_changed_seal(record, nonces=nonces)), Fault)


@any_game
def test_a_move_and_a_result_are_refereed_too(game: Game) -> None:
    record = sealed_game(game, 1)
    e = next(e for e, (who, _) in enumerate(record.events) if who != LUCK)
    events = (*record.events[:e], (record.events[e][0], "fly away"), *record.events[e + 1 :])
    fault = verify(replace(record, events=events))
    assert isinstance(fault, Fault)
    assert fault.index == e
    assert record.scores is not None
    fault = verify(replace(record, scores=tuple(score + 1 for score in record.scores)))
    assert isinstance(fault, Fault)
    assert fault.index is None


def test_luck_that_is_not_due_is_refused() -> None:
    record = sealed_game(ZAPP, 3, 4)
    assert replay(record).state.next_actor() != LUCK
    fault = verify(replace(record, events=(*record.events, (LUCK, "roll 1 1"))))
    assert isinstance(fault, Fault)
    assert fault.index == len(record.events)


@any_game
@given(number=numbers, which=numbers)
def test_a_restored_table_has_the_same_luck(game: Game, number: int, which: int) -> None:
    """After a restart, and after moves were taken back."""
    record = sealed_game(game, number, 120)
    moves = [e for e, (who, _) in enumerate(record.events) if who != LUCK]
    start = moves[which % len(moves)]
    table = replay(record, start)
    table.rng = seal.seal_of(record).rng(record)
    for who, text in record.events[start:]:
        if who != LUCK:
            table.submit(who, text)
    assert Record.from_table(table).events == record.events


def test_the_referee_ignores_the_seal() -> None:
    record = sealed_game(ZAPP, 5, 40)
    assert referee(with_changed_seal(record, seed="rubbish")) is None
    assert "seal" not in json.loads(replace(record, seal=None).to_json())


# numbers and keys


@given(number=numbers, e=st.integers(0, 10_000), faces=st.lists(st.integers(1, 2**31), max_size=8))
def test_numbers_are_those_of_the_page(number: int, e: int, faces: list[int]) -> None:
    rng = SealedRng(secret(number)).seek(e)
    by_hand = [below(secret(number), e, k, n) for k, n in enumerate(faces)]
    assert [rng.below(n) for n in faces] == by_hand
    assert all(0 <= drawn < n for drawn, n in zip(by_hand, faces, strict=True))
    rng.seek(e + 1).below(7)
    assert [rng.seek(e).below(n) for n in faces[:1]] == by_hand[:1]


@pytest.mark.parametrize("n", [0, -1, 2**31 + 1, 2**33])
def test_numbers_out_of_range_are_refused(n: int) -> None:
    with pytest.raises(ValueError, match="draws below"):
        SealedRng(secret(1)).below(n)


@pytest.mark.parametrize("n", [2, 6, 12, 3 * 2**29, 2**31])
def test_numbers_are_fair(n: int) -> None:
    rng, parts, counts = SealedRng(secret(n)), min(n, 12), Counter[int]()
    for e in range(6_000):
        rng.seek(e)
        counts.update(rng.below(n) * parts // n for _ in range(4))
    expected = 24_000 / parts
    assert sum((counts[part] - expected) ** 2 / expected for part in range(parts)) < 40


@installed_game
def test_the_key_depends_on_everything(game: Game) -> None:
    seats, usual = ("a", "b", ""), game.resolve_options({})
    keys = [game_key(secret(1), game, 1, options, seats) for options in game.variants()]
    keys += [game_key(secret(2), game, 1, usual, seats), game_key(secret(1), game, 2, usual, seats)]
    keys += [game_key(secret(1), game, 1, usual, other) for other in (("a", "", "b"), ("a",))]
    assert len(set(keys)) == len(keys)
    turned = dict(reversed(game.variants()[0].items()))
    assert game_key(secret(1), game, 1, turned, seats) == keys[0]


def test_seeds_and_nonces() -> None:
    assert len({seal.new_seed() for _ in range(20)}) == 20
    assert len(seal.new_seed()) == 32
    for text in ("", "a", " ~ ", "x" * 64, '"\\='):
        assert seal.is_nonce(text)
    for text in ("x" * 65, "é", "a\nb", "a\n", "\t", "\x7f", "\0"):
        assert not seal.is_nonce(text)


# the command


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


def write(path: Path, *records: Record) -> str:
    path.write_text("".join(f"{record.to_json()}\n" for record in records), encoding="utf-8")
    return str(path)


def test_verify_counts_the_outcomes(file: Path, capsys: Output) -> None:
    records = [sealed_game(ZAPP, 1, 60), sealed_game(ZAPP, 2)]
    name = write(file, *records)
    assert main(["record", "verify", name]) == 0
    counts = [len(luck_of(record)) for record in records]
    assert capsys.readouterr().out == (
        f"{name}:1: ok, {counts[0]} outcomes\n{name}:2: ok, {counts[1]} outcomes\n"
    )


def test_verify_names_the_first_difference(file: Path, capsys: Output) -> None:
    record = sealed_game(ZAPP, 1, 60)
    e = next(e for e in luck_of(record) if record.events[e][1].startswith("roll"))
    text = record.events[e][1]
    other = "roll 1 1" if text != "roll 1 1" else "roll 1 2"
    name = write(file, with_outcome(record, e, other), record)
    assert main(["record", "verify", name]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"{name}:1: event {e}: recorded {other!r}, but the RNG draws {text!r}"
    assert lines[1].startswith(f"{name}:2: ok, ")


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (None, "there is no seal"),
        ([], "a seal must be a JSON object"),
        ({"seed": None}, "the seal's seed must be 64 digits"),
        ({"seed": "AB" * 32}, "the seal's seed must be 64 digits"),
        ({"seed": "ab" * 31}, "the seal's seed must be 64 digits"),
        ({"commitment": "ab" * 33}, "the seal's commitment must be 64 digits"),
        ({"commitment": "ab" * 32}, "the seed has the commitment"),
        ({"nonces": None}, "must be a list of 3, one for each seat"),
        ({"nonces": ["", ""]}, "must be a list of 3, one for each seat"),
        ({"nonces": ["", "", "é"]}, "a nonce must be at most 64 printable ASCII characters"),
        ({"nonces": ["", "", 5]}, "a nonce must be at most 64 printable ASCII characters"),
    ],
)
def test_a_bad_seal_is_one_line_and_status_2(
    file: Path, capsys: Output, broken: dict[str, object] | list[object] | None, message: str
) -> None:
    record = example()
    is_change = isinstance(broken, dict)
    bad = with_changed_seal(record, **broken) if is_change else replace(record, seal=broken)  # type: ignore[arg-type]  # any JSON
    assert main(["record", "verify", write(file, bad)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"{file}:1: ")
    assert message in captured.err
    assert captured.err.count("\n") == 1


# the page


def blocks(kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)


def example() -> Record:
    (text,) = blocks("json")
    return from_json(json.loads(text))


def hexes() -> dict[str, str]:
    return dict(re.findall(r"^    (seed|commitment|key) +([0-9a-f]{64})$", PAGE, re.MULTILINE))


def test_the_example_of_the_page() -> None:
    record, opened = example(), seal.seal_of(example())
    assert verify(record) == ["absent red", "roll 2 5", "mix 1 10 3 6 4 11 7 13 5 9 8 2 12"]
    assert opened.seed.hex() == hexes()["seed"]
    assert seal.commitment(opened.seed) == commitment(opened.seed) == hexes()["commitment"]
    (text,) = blocks("key")
    assert text == message(record.game.slug, record.rules_version, record.options, opened.nonces)
    ours = game_key(opened.seed, record.game, record.rules_version, record.options, opened.nonces)
    assert ours == key_by_hand(opened.seed, text) == bytes.fromhex(hexes()["key"])


def test_the_draws_of_the_page() -> None:
    key = bytes.fromhex(hexes()["key"])
    rng, seen = SealedRng(key), 0
    draw = re.compile(r"(\d+):(\d+):(\d+) +([0-9a-f]{8}) +below\((\d+)\) +(\d+|again)")
    for line in "".join(blocks("draws")).splitlines():
        found = draw.match(line)
        assert found, line
        e, k, t, start, n, drawn = found.groups()
        assert first_bytes(key, f"{e}:{k}:{t}").hex() == start
        if drawn != "again":
            rng = rng if int(k) else rng.seek(int(e))
            assert rng.below(int(n)) == below(key, int(e), int(k), int(n)) == int(drawn)
        seen += 1
    assert seen == 17


def test_the_tables_of_the_rattle_are_those_of_the_page() -> None:
    listed = re.findall(r"^    (\w+) +(?:for|in) .*\n {8}([0-9a-f]{64})$", PAGE, re.MULTILINE)
    assert dict(listed) == rattle_tables()


@installed_game
def test_the_page_describes_every_game(game: Game) -> None:
    assert re.search(rf"^### .*\(`{game.slug}`\)$", PAGE, re.MULTILINE)


# a verifier written from the page

Options = Mapping[str, bool | int | str]
Events = Sequence[tuple[int, str]]
Words = Iterator[tuple[int, list[str]]]
Below = Callable[[int], int]
Outcomes = Iterator[str]  # of luck


def commitment(seed: bytes) -> str:
    return sha256(b"ludotheque-seal/1 commitment\n" + seed).hexdigest()


def message(game: str, rules: int, options: Options, nonces: Sequence[str]) -> str:
    text = f"ludotheque-seal/1 key\ngame={game}\nrules={rules}\n"
    for name in sorted(options):
        value = options[name]
        if isinstance(value, bool):
            value = "true" if value else "false"
        text += f"option {name}={value}\n"
    for seat, nonce in enumerate(nonces):
        text += f"nonce {seat}={nonce}\n"
    return text


def key_by_hand(seed: bytes, text: str) -> bytes:
    return hmac.new(seed, text.encode("ascii"), "sha256").digest()


def first_bytes(key: bytes, place: str) -> bytes:
    return hmac.new(key, place.encode("ascii"), "sha256").digest()[:4]


def below(key: bytes, e: int, k: int, n: int) -> int:
    t, m = 0, 2**32 - 2**32 % n
    while True:
        a, b, c, d = first_bytes(key, f"{e}:{k}:{t}")
        x = ((a * 256 + b) * 256 + c) * 256 + d
        if x < m:
            return x % n
        t += 1


def outcomes_by_hand(key: bytes, game: str, options: Options, events: Events) -> list[str]:
    """The outcomes that luck should have at each of its events."""
    e, k = -1, 0

    def draw(n: int) -> int:
        nonlocal k
        k += 1
        return below(key, e, k - 1, n)

    def numbered() -> Words:
        nonlocal e, k
        for who, text in events:
            e, k = e + 1, 0
            yield who, text.split()

    return list(DERIVERS[game](options, numbered(), draw))


def renamed(words: list[str], last: str) -> str:
    """The text with another outcome."""
    return " ".join([*words[:-1], last])


def derive_m(options: Options, events: Words, below: Below) -> Outcomes:
    lacks = {"B": "t", "N": "c", "R": "s", "G": "m", "Y": "o"}  # M-1
    left: Counter[str] = Counter()
    for colour in "BNRGY":
        left[colour + "00"] = 2
        for value in "1234":
            for symbol in "ctmos":
                if symbol != (lacks[colour] if options["symbols"] == 5 else "s"):
                    left[f"{colour}{value}0{symbol}"] = 1
    kinds = list(left)
    pile = (37, 43, 49, 55, 61)[int(options["players"]) - 2]  # M-6
    under: list[str] = []
    for who, words in events:
        if words[0] == "pass" and len(words) == 2:
            under.append(words[1])
            pile += 1
        if who >= 0:
            continue
        if words[0] == "first":
            yield f"first {below(int(options['players']))}"
        elif words[0] == "draw" and pile == len(under):
            pile -= 1
            yield renamed(words, under.pop(0))
        else:
            cards = [kind for kind in kinds if left[kind]] + [k for k in kinds if left[k] == 2]
            yield renamed(words, cards[below(len(cards))])
            left[words[-1]] -= 1
            pile -= words[0] == "draw"


def derive_zankapfel(options: Options, events: Words, below: Below) -> Outcomes:
    pile, discards, laid, before = Counter(dict.fromkeys("rygbj", 10)), "", "", ""
    for who, words in events:
        if words[0] in ("buy", "lay") and before not in ("buy", "lay", "turn"):
            discards, laid = discards + laid, ""  # a new round has begun (ZK-16)
        if words[0] == "lay":
            laid += words[1]
        if words[0] == "roll":
            yield renamed(words, str(1 + below(6)))
        elif who < 0:
            if not pile.total():
                if before != "buy":  # the harvest is over
                    discards, laid = discards + laid, ""
                pile, discards = Counter(discards), ""
            cards = [card for card in "rygbj" for _ in range(pile[card])]
            yield renamed(words, cards[below(len(cards))])
            pile[words[-1]] -= 1
        before = words[0]


def derive_zwickern(options: Options, events: Words, below: Below) -> Outcomes:
    ranks = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "A", "J", "Q", "K")
    deck = [rank + mark for rank in ranks for mark in "sfag"] + str(options["big_cards"]).split("/")
    left = deck[:]
    for who, words in events:
        if who < 0:
            if len(left) == (1 if options["players"] == 3 else 0):
                left = deck[:]  # a new deal (ZW-3, ZW-4)
            yield renamed(words, left[below(len(left))])
            left.remove(words[-1])


def derive_appenzell(options: Options, events: Words, below: Below) -> Outcomes:
    cheeses = ("emmental", "roquefort", "camembert", "edam", "mimolette", "goat", "appenzeller")
    left = [cheese for cheese in cheeses for _ in range(3)] + ["blank"] * 10 + ["trap"] * 3
    for who, words in events:
        if words[0] == "first":
            yield f"first {below(int(options['players']))}"
        elif who < 0:
            yield renamed(words, left[below(len(left))])
            left.remove(words[-1])


def derive_zapp_zerapp(options: Options, events: Words, below: Below) -> Outcomes:
    stones: list[str] = []
    heard: dict[str, Counter[int]] = {}  # by barrel
    for _, words in events:
        if words[0] == "absent":
            yield f"absent {('red', 'green', 'blue', 'yellow')[below(4)]}"
        elif words[0] == "roll":
            d = below(36)
            yield f"roll {1 + d // 6} {1 + d % 6}"
        elif words[0] == "mix":
            left = [str(n) for n in range(1, 14)]
            drawn = [left.pop(below(n)) for n in range(13, 1, -1)]
            yield " ".join(["mix", *drawn, *left])
            stones, heard = words[1:], {}
        elif words[0] == "heard":
            past = heard.setdefault(words[2], Counter())
            sums = list(accumulate(weights(int(stones[int(words[2]) - 1]), past)))
            ticket = below(sums[-1])
            yield renamed(words, str(next(i for i, s in enumerate(sums, 1) if s > ticket)))
            past[int(words[3])] += 1


DERIVERS: dict[str, Callable[[Options, Words, Below], Outcomes]] = {
    "m": derive_m,
    "zankapfel": derive_zankapfel,
    "zwickern": derive_zwickern,
    "zapp_zerapp": derive_zapp_zerapp,
    "appenzell": derive_appenzell,
}

# the rattle

BIASES = [i / 2 for i in range(-6, 7)]
SHAKES = [i / 10 for i in range(-50, 51)]


def bell(values: list[float]) -> list[float]:
    heights = [math.exp(-value * value / 2) for value in values]
    return [height / sum(heights) for height in heights]


PRIOR = [round(1024 * math.log(share)) for share in bell(BIASES)]
RISEN = [round(2**20 * math.exp(-i / 1024)) for i in range(14336)]


@cache
def chance(n: int, b: float) -> list[int]:
    s = 0 if n <= 2 else (n - 2) / 4 if n <= 5 else 1
    added = [0.0] * 21
    for z, weight in zip(SHAKES, bell(SHAKES), strict=True):
        x = n * math.exp(s * (0.06 * b + 0.10 * z))
        f = int(x)
        added[max(1, min(20, f))] += weight * (f + 1 - x)
        added[max(1, min(20, f + 1))] += weight * (x - f)
    return [round(2**20 * part) for part in added[1:]]


def log(n: int, b: float) -> list[int]:
    return [round(1024 * math.log(c / 2**20)) if c else -20480 for c in chance(n, b)]


def weights(n: int, past: Mapping[int, int]) -> list[int]:
    logs = [
        prior + sum(times * log(n, b)[count - 1] for count, times in past.items())
        for b, prior in zip(BIASES, PRIOR, strict=True)
    ]
    shares = [RISEN[i] if (i := max(logs) - one) < 14336 else 0 for one in logs]
    columns = zip(*(chance(n, b) for b in BIASES), strict=True)
    return [
        sum(share * part for share, part in zip(shares, column, strict=True)) // 2**20
        for column in columns
    ]


def rattle_tables() -> dict[str, str]:
    """The tables of the rattle, as they are digested on the page."""
    pairs = [(n, b) for n in range(1, 14) for b in BIASES]
    numbers = {
        "chance": [c for n, b in pairs for c in chance(n, b)],
        "log": [c for n, b in pairs for c in log(n, b)],
        "prior": PRIOR,
        "risen": RISEN,
    }
    return {
        name: sha256(",".join(map(str, table)).encode("ascii")).hexdigest()
        for name, table in numbers.items()
    }
