"""The games as PettingZoo AEC environments.

    >>> from ludotheque.research.pettingzoo import env
    >>> table = env("m", players=3, reward="wins")
    >>> table.reset(seed=1)
    >>> table.agents
    ['seat_0', 'seat_1', 'seat_2']

An agent observes ``{"observation": named arrays, "action_mask": 1 for legal actions}``. The only
rewards come at the end of the game. Luck is drawn by the RNG of the environment.
"""

from __future__ import annotations

import secrets
from typing import Any, TypeAlias

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as missing:
    raise ImportError("this needs PettingZoo: pip install 'ludotheque[research]'") from missing

from ludotheque.core.options import Value
from ludotheque.core.registry import find
from ludotheque.core.rng import SeededRng
from ludotheque.core.state import SPECTATOR
from ludotheque.research.picture import picture
from ludotheque.research.rewards import find_reward
from ludotheque.research.sequential import SequentialGame
from ludotheque.research.spaces import encoded, space_of

Agent: TypeAlias = str


def env(
    game: str,
    *,
    reward: str = "ranks",
    flat: bool = False,
    render_mode: str | None = None,
    **options: Value,
) -> AECEnv[Agent, Any, Any]:
    """A table of a game in PettingZoo's usual wrappers; ``options`` are those of the game."""
    table = Table(game, reward=reward, flat=flat, render_mode=render_mode, **options)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(table))


class Table(AECEnv[Agent, Any, Any]):  # type: ignore[misc]  # PettingZoo has no types
    """A table with an agent at each seat, ``seat_0`` and so on."""

    def __init__(
        self,
        game: str,
        *,
        reward: str = "ranks",
        flat: bool = False,
        render_mode: str | None = None,
        **options: Value,
    ) -> None:
        super().__init__()
        self.game = find(game)
        self.options = self.game.resolve_options(options)
        self.flat = flat
        self.render_mode = render_mode
        self.metadata = {
            "name": f"ludotheque_{game}_v{self.game.rules_version}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        arrays = self.game.arrays(self.options)
        seats = range(int(self.game.new(self.options).seats()))
        self.possible_agents = [f"seat_{seat}" for seat in seats]
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": space_of(arrays, flat),
                    "action_mask": spaces.MultiBinary(arrays.actions),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(arrays.actions) for agent in self.possible_agents
        }
        self._reward = find_reward(reward)
        self._seeds = SeededRng(secrets.randbits(63))

    def observation_space(self, agent: Agent) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: Agent) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; a seed determines it and all that follow."""
        del options
        if seed is not None:
            self._seeds = SeededRng(seed)
        rng = SeededRng(int(self._seeds.below(2**31)))
        self.play = SequentialGame(self.game, self.options, rng)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Agent, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.play.seat]

    def observe(self, agent: Agent) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        observation = encoded(self.play.observation(seat), self.flat)
        return {"observation": observation, "action_mask": self.play.mask(seat)}

    def step(self, action: Any) -> None:
        """Take a step for the selected agent; an illegal action is refused."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        self.play.step(int(action))
        if self.play.over:
            self._finish()
        else:
            self.agent_selection = self.agents[self.play.seat]
        self._accumulate_rewards()

    def _finish(self) -> None:
        self.rewards = dict(zip(self.agents, self._reward(self.play.state), strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self._deads_step_first()

    def render(self) -> str | None:
        """The table as text, as a spectator sees it, if ``render_mode`` is ``"ansi"``."""
        return picture(self.play, SPECTATOR) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing to release."""
