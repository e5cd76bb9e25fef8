"""A first learner: ``python train.py [GAME] [--players N] [--games N] [--seed N]``.

A linear policy learns to beat random players by the plainest method there is, REINFORCE: play whole
games, and make what was done in games that went well likelier. It prints a curve of how often it
wins; with matplotlib installed it also draws it into train.png. Needs ``ludotheque[research]``.
"""

# ruff: noqa: T201 - it prints

import argparse
import time
from pathlib import Path

import gymnasium
import numpy as np

import ludotheque.research.gymnasium  # noqa: F401 - makes the games known to gymnasium
from ludotheque import find

BATCH = 20  # games between two steps of learning
RATE = 0.2  # of a step
MEMORY = 10  # batches that say what is usual


class Policy:
    """Chances of all open actions, from a linear function of what is seen."""

    def __init__(self, actions, features):
        self.weights = np.zeros((actions, features), np.float32)
        self.slope = np.zeros_like(self.weights)

    def chances(self, seen, choices):
        """How likely each of the open actions is played."""
        scores = self.weights[choices] @ seen
        powers = np.exp(scores - scores.max())
        return powers / powers.sum()

    def praise(self, game, worth):
        """Note that what was done in a game should be likelier, or less so."""
        for seen, choices, chances, chosen in game:
            wish = -chances
            wish[chosen] += 1
            self.slope[choices] += worth / len(game) ** 0.5 * np.outer(wish, seen)

    def learn(self):
        """One step along all that was noted."""
        self.weights += RATE / BATCH * self.slope
        self.slope[:] = 0


def play(table, policy, scale, chance):
    """One game: what was seen, open and chosen at each step, and the reward at the end."""
    seen, info = table.reset()
    game, over, reward = [], False, 0.0
    while not over:
        now = np.append(seen * scale, np.float32(1))
        choices = np.flatnonzero(info["action_mask"])
        chances = policy.chances(now, choices)
        chosen = min(np.searchsorted(chances.cumsum(), chance.random()), len(choices) - 1)
        game.append((now, choices, chances, chosen))
        seen, reward, over, _, info = table.step(choices[chosen])
    return game, reward


def train(game, games, seed, options):
    """Learn for some games; the rewards of all batches, a row each."""
    name = f"ludotheque/{game}-v{find(game).rules_version}"
    table = gymnasium.make(name, flat=True, reward="wins", **options)
    scale = 1 / np.maximum(table.observation_space.high, 1)
    policy = Policy(table.action_space.n, len(scale) + 1)
    chance = np.random.default_rng(seed)
    table.reset(seed=seed)
    rewards = []
    for _ in range(max(games // BATCH, 1)):
        batch = [play(table, policy, scale, chance) for _ in range(BATCH)]
        rewards.append([reward for _, reward in batch])
        usual, spread = np.mean(rewards[-MEMORY:]), np.std(rewards[-MEMORY:]) + 1e-6
        for steps, reward in batch:
            policy.praise(steps, (reward - usual) / spread)
        policy.learn()
    return np.array(rewards)


def show(rewards, rows=8):
    """The share of games won as bars in the terminal."""
    for part in np.array_split(rewards, min(rows, len(rewards))):
        share = part.mean()
        print(f"{share:6.1%} {'█' * round(50 * share)}")


def draw(rewards, path):
    """The same as a picture, if there is something to draw it with."""
    try:
        from matplotlib import pyplot  # noqa: PLC0415 - may be missing
    except ImportError:
        return
    width = min(MEMORY, len(rewards))
    smooth = np.convolve(rewards.mean(axis=1), np.ones(width) / width, mode="valid")
    pyplot.plot((np.arange(len(smooth)) + width) * BATCH, smooth)
    pyplot.xlabel("games")
    pyplot.ylabel("won")
    pyplot.savefig(path)
    print(f"drawn into {path}")


def main():
    """Read the command line, train, and show what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("game", nargs="?", default="zankapfel")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--games", type=int, default=1200)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    start = time.perf_counter()
    rewards = train(arguments.game, arguments.games, arguments.seed, {"players": arguments.players})
    print(f"{arguments.game}: share of games won, of {rewards.size} with random players")
    show(rewards)
    print(f"{time.perf_counter() - start:.0f} seconds")
    draw(rewards, Path("train.png"))


if __name__ == "__main__":
    main()
