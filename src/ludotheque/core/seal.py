"""Sealed luck: outcomes fixed before the first event, which anybody can check afterwards.

`docs/sealed-luck.md` specifies the scheme byte by byte. The house publishes the commitment to a
secret seed, then the seats may add nonces, then luck is drawn by `SealedRng`. Once the game is over
the seed is added to the record, and `verify` compares each outcome with that of the seed.
"""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Final

from ludotheque.core.errors import BadRecord
from ludotheque.core.game import Game
from ludotheque.core.options import Options, Value
from ludotheque.core.record import Fault, Json, Record, referee
from ludotheque.core.rng import Rng
from ludotheque.core.state import LUCK

SCHEME: Final = "ludotheque-seal/1"
SEED_BYTES: Final = 32
DRAW_BYTES: Final = 4  # 32 bits are exact in a double, the only number type of some languages
DRAW_RANGE: Final = 256**DRAW_BYTES
MAX_BOUND: Final = 2**31
_NONCE: Final = re.compile(r"[ -~]{0,64}")
_HEX: Final = re.compile(r"[0-9a-f]{64}")


class SealedRng(Rng):
    """An RNG whose numbers depend on a key, the number of the event and nothing else.

    It is for the luck of a table only: a bot that had it could predict outcomes.
    """

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._keyed: hmac.HMAC | None = None  # copied for each number; made for the first one
        self._event = 0
        self._draw = 0

    def seek(self, event: int) -> SealedRng:
        """Restart the draws of an event: the same event always gives the same numbers."""
        self._event = event
        self._draw = 0
        return self

    def below(self, n: int) -> int:
        if not 1 <= n <= MAX_BOUND:
            raise ValueError(f"a sealed RNG draws below a bound from 1 to 2**31, not {n}")
        draw = self._draw
        self._draw += 1
        limit = DRAW_RANGE - DRAW_RANGE % n  # numbers from here on are redrawn (modulo bias)
        attempt = 0
        while (number := self._number(draw, attempt)) >= limit:
            attempt += 1
        return number % n

    def _number(self, draw: int, attempt: int) -> int:
        if self._keyed is None:
            self._keyed = hmac.new(self._key, digestmod="sha256")
        mac = self._keyed.copy()
        mac.update(f"{self._event}:{draw}:{attempt}".encode("ascii"))
        return int.from_bytes(mac.digest()[:DRAW_BYTES], "big")


# before the game


def new_seed() -> bytes:
    """A new random seed for one game."""
    return secrets.token_bytes(SEED_BYTES)


def commitment(seed: bytes) -> str:
    """The hash of a seed, which is published before the first event."""
    return sha256(f"{SCHEME} commitment\n".encode("ascii") + seed).hexdigest()


def is_nonce(text: str) -> bool:
    """Whether a text may be a nonce: at most 64 printable ASCII characters; "" is allowed."""
    return _NONCE.fullmatch(text) is not None


def game_key(
    seed: bytes, game: Game, rules_version: int, options: Options, nonces: Sequence[str]
) -> bytes:
    """The key of a game's RNG; ``options`` are those of its record, ``nonces`` are by seat."""
    lines = [f"{SCHEME} key", f"game={game.slug}", f"rules={rules_version}"]
    lines += [f"option {name}={_word(options[name])}" for name in sorted(options)]
    lines += [f"nonce {seat}={nonce}" for seat, nonce in enumerate(nonces)]
    message = "".join(f"{line}\n" for line in lines)
    return hmac.digest(seed, message.encode("ascii"), "sha256")


def _word(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


# after the game


@dataclass(frozen=True, slots=True)
class Seal:
    """The seal of a finished game, with its seed."""

    commitment: str
    seed: bytes
    nonces: tuple[str, ...]

    def rng(self, record: Record) -> SealedRng:
        """The RNG that the record's game was played with."""
        rules, options = record.rules_version, record.options
        return SealedRng(game_key(self.seed, record.game, rules, options, self.nonces))


def with_seal(record: Record, seed: bytes, nonces: Sequence[str]) -> Record:
    """The record with its seal. Only for finished games: the seed tells all future outcomes."""
    seal: Json = {"commitment": commitment(seed), "seed": seed.hex(), "nonces": [*nonces]}
    return replace(record, seal=seal)


def seal_of(record: Record) -> Seal:
    """The seal of a record.

    Raises `BadRecord` if there is none, if it is malformed, or if the commitment is not that of the
    seed.
    """
    data = record.seal
    if data is None:
        raise BadRecord("there is no seal")
    if not isinstance(data, dict):
        raise BadRecord("a seal must be a JSON object")
    promised, seed = _hex(data, "commitment"), bytes.fromhex(_hex(data, "seed"))
    if promised != commitment(seed):
        raise BadRecord(f"the seed has the commitment {commitment(seed)}, not {promised}")
    return Seal(promised, seed, _nonces(data, record.table().state.seats()))


def _hex(data: dict[str, Json], name: str) -> str:
    text = data.get(name)
    if not isinstance(text, str) or not _HEX.fullmatch(text):
        raise BadRecord(f"the seal's {name} must be 64 digits 0 to 9 and a to f")
    return text


def _nonces(data: dict[str, Json], seats: int) -> tuple[str, ...]:
    values = data.get("nonces")
    if not isinstance(values, list) or len(values) != seats:
        raise BadRecord(f"the seal's nonces must be a list of {seats}, one for each seat")
    nonces = tuple(value for value in values if isinstance(value, str) and is_nonce(value))
    if len(nonces) != seats:
        raise BadRecord("a nonce must be at most 64 printable ASCII characters")
    return nonces


def verify(record: Record) -> list[str] | Fault:
    """All outcomes of luck, if they are those of the seal and the record has no other fault.

    Otherwise the first fault. Raises `BadRecord` if the seal itself is missing or invalid.
    """
    fault = referee(record, seal_of(record).rng(record))
    return fault or [text for who, text in record.events if who == LUCK]
