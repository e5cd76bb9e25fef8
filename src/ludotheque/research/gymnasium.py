"""The games as Gymnasium environments: one learner against bots.

    >>> import gymnasium, ludotheque.research.gymnasium
    >>> table = gymnasium.make("ludotheque/m-v2", players=2, bots="greedy")
    >>> observation, info = table.reset(seed=1)
    >>> bool(info["action_mask"].any())
    True

The mask of legal actions is ``info["action_mask"]`` and ``action_masks()``. The only reward comes
at the end of the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as missing:
    raise ImportError("this needs Gymnasium: pip install 'ludotheque[research]'") from missing

from ludotheque.bots import find_bot
from ludotheque.core.errors import BadOption
from ludotheque.core.options import Value
from ludotheque.core.registry import find, installed
from ludotheque.core.rng import SeededRng
from ludotheque.research.picture import picture
from ludotheque.research.rewards import find_reward
from ludotheque.research.sequential import SequentialGame
from ludotheque.research.spaces import encoded, space_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Learner(gymnasium.Env[Any, Any]):
    """One seat of a table; ``bots`` names those of the other seats, one for all or one for each.

    Without a ``seat`` a random one is drawn for each game. An illegal action ends the game with the
    reward ``illegal``, or is refused if that is None.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 (as in its base class)

    def __init__(
        self,
        game: str,
        *,
        bots: str | Sequence[str] = "random",
        seat: int | None = None,
        reward: str = "ranks",
        illegal: float | None = -1.0,
        flat: bool = False,
        render_mode: str | None = None,
        **options: Value,
    ) -> None:
        self.game = find(game)
        self.options = self.game.resolve_options(options)
        self.flat = flat
        self.illegal = illegal
        self.render_mode = render_mode
        players = int(self.game.new(self.options).seats())
        if seat is not None and not 0 <= seat < players:
            raise BadOption(f"there is no seat {seat}, only 0 to {players - 1}")
        names = [bots] * (players - 1) if isinstance(bots, str) else list(bots)
        if len(names) != players - 1:
            raise BadOption(f"{players - 1} bots are needed, not {len(names)}")
        self._bots = [find_bot(self.game, name) for name in names]
        self._fixed_seat = seat
        self._reward = find_reward(reward)
        arrays = self.game.arrays(self.options)
        self.observation_space = space_of(arrays, flat)
        self.action_space = spaces.Discrete(arrays.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin a new game; a seed determines it and all that follow."""
        super().reset(seed=seed, options=options)
        rng = SeededRng(int(self.np_random.integers(2**63)))
        self.play = SequentialGame(self.game, self.options, rng)
        self._bot_rng = SeededRng(int(self.np_random.integers(2**63)))
        drawn = int(self.np_random.integers(len(self._bots) + 1))
        self.seat = drawn if self._fixed_seat is None else self._fixed_seat
        self._play_bots()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Take a step, then let the bots play until it is the learner's turn."""
        if self.illegal is not None and int(action) not in self.play.legal_steps():
            return self._observation(), self.illegal, True, False, {**self._info(), "illegal": True}
        self.play.step(int(action))
        self._play_bots()
        reward = self._reward(self.play.state)[self.seat] if self.play.over else 0.0
        return self._observation(), float(reward), self.play.over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """True for each legal action."""
        return self.play.mask(self.seat).astype(bool)

    def render(self) -> str | None:
        """The table as text, as the learner sees it, if ``render_mode`` is ``"ansi"``."""
        return picture(self.play, self.seat) if self.render_mode == "ansi" else None

    def _play_bots(self) -> None:
        while not self.play.over and self.play.seat != self.seat:
            distance = (self.play.seat - self.seat) % (len(self._bots) + 1)
            self.play.ask(self._bots[distance - 1], self._bot_rng)

    def _observation(self) -> Any:
        return encoded(self.play.observation(self.seat), self.flat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.play.mask(self.seat)}


for _game in installed().values():
    gymnasium.register(
        f"ludotheque/{_game.slug}-v{_game.rules_version}",
        entry_point="ludotheque.research.gymnasium:Learner",
        kwargs={"game": _game.slug},
    )
