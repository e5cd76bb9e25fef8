"""The games as PettingZoo environments, one agent acting after the other.

    from ludotheque.research.pettingzoo import env
    table = env("m", players=3, reward="wins")

An agent sees ``{"observation": named arrays, "action_mask": ones for what is open}``. Rewards come
once, at the end of the game. Luck is drawn by the environment's own dice.
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
from ludotheque.research.play import Play
from ludotheque.research.rewards import find_reward
from ludotheque.research.spaces import as_seen, space_of

Agent: TypeAlias = str


def env(
    game: str,
    *,
    reward: str = "ranks",
    flat: bool = False,
    render_mode: str | None = None,
    **options: Value,
) -> AECEnv[Agent, Any, Any]:
    """A table of a game with PettingZoo's usual checks around it; ``options`` are the game's."""
    table = Table(game, reward=reward, flat=flat, render_mode=render_mode, **options)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(table))


class Table(AECEnv[Agent, Any, Any]):  # type: ignore[misc]  # it has no types
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
        """Begin a new game; with a seed, it and all that follow are always the same."""
        del options
        if seed is not None:
            self._seeds = SeededRng(seed)
        self.play = Play(self.game, self.options, SeededRng(int(self._seeds.below(2**31))))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Agent, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.play.seat]

    def observe(self, agent: Agent) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        seen = as_seen(self.play.seen_by(seat), self.flat)
        return {"observation": seen, "action_mask": self.play.mask(seat)}

    def step(self, action: Any) -> None:
        """Take a step for the agent selected; an action that is not open is refused."""
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
        """Nothing is held that must be let go."""
