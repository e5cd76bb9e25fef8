"""A first learner: ``python train.py [GAME] [--players N] [--games N] [--seed N]``.

A linear policy learns to beat random players with the simplest policy gradient, REINFORCE: play
whole games, and make the actions of successful games more likely. It prints its win rate over time;
with matplotlib installed it also draws it into train.png. Needs ``ludotheque[research]``.
"""

# ruff: noqa: T201 - it prints

import argparse
import time
from pathlib import Path

import gymnasium
import numpy as np

import ludotheque.research.gymnasium  # noqa: F401 - registers the games with gymnasium
from ludotheque import find

BATCH_GAMES = 20  # between two gradient steps
LEARNING_RATE = 0.2
BASELINE_BATCHES = 10  # whose mean reward is the baseline


class Policy:
    """A softmax over the legal actions, linear in the observation."""

    def __init__(self, actions, features):
        self.weights = np.zeros((actions, features), np.float32)
        self.gradient = np.zeros_like(self.weights)

    def probabilities(self, observation, legal):
        """The probability of each legal action."""
        scores = self.weights[legal] @ observation
        exponentials = np.exp(scores - scores.max())
        return exponentials / exponentials.sum()

    def accumulate(self, game, advantage):
        """Add the policy gradient of one game."""
        for observation, legal, probabilities, chosen in game:
            score = -probabilities
            score[chosen] += 1
            self.gradient[legal] += advantage / len(game) ** 0.5 * np.outer(score, observation)

    def update(self):
        """One gradient step."""
        self.weights += LEARNING_RATE / BATCH_GAMES * self.gradient
        self.gradient[:] = 0


def play(table, policy, scale, rng):
    """One game: features, legal actions, probabilities and choice of each step; the reward."""
    observation, info = table.reset()
    game, terminated, reward = [], False, 0.0
    while not terminated:
        features = np.append(observation * scale, np.float32(1))
        legal = np.flatnonzero(info["action_mask"])
        probabilities = policy.probabilities(features, legal)
        chosen = min(np.searchsorted(probabilities.cumsum(), rng.random()), len(legal) - 1)
        game.append((features, legal, probabilities, chosen))
        observation, reward, terminated, _, info = table.step(legal[chosen])
    return game, reward


def train(game, games, seed, options):
    """Train for a number of games; return the rewards, a row for each batch."""
    name = f"ludotheque/{game}-v{find(game).rules_version}"
    table = gymnasium.make(name, flat=True, reward="wins", **options)
    scale = 1 / np.maximum(table.observation_space.high, 1)
    policy = Policy(table.action_space.n, len(scale) + 1)
    rng = np.random.default_rng(seed)
    table.reset(seed=seed)
    rewards = []
    for _ in range(max(games // BATCH_GAMES, 1)):
        batch = [play(table, policy, scale, rng) for _ in range(BATCH_GAMES)]
        rewards.append([reward for _, reward in batch])
        recent = rewards[-BASELINE_BATCHES:]
        baseline, deviation = np.mean(recent), np.std(recent) + 1e-6
        for steps, reward in batch:
            policy.accumulate(steps, (reward - baseline) / deviation)
        policy.update()
    return np.array(rewards)


def show(rewards, rows=8):
    """The win rate over time, as bars in the terminal."""
    for part in np.array_split(rewards, min(rows, len(rewards))):
        share = part.mean()
        print(f"{share:6.1%} {'█' * round(50 * share)}")


def draw(rewards, path):
    """The same as a picture, if matplotlib is installed."""
    try:
        from matplotlib import pyplot  # noqa: PLC0415 - optional
    except ImportError:
        return
    width = min(BASELINE_BATCHES, len(rewards))
    smooth = np.convolve(rewards.mean(axis=1), np.ones(width) / width, mode="valid")
    pyplot.plot((np.arange(len(smooth)) + width) * BATCH_GAMES, smooth)
    pyplot.xlabel("games")
    pyplot.ylabel("won")
    pyplot.savefig(path)
    print(f"wrote {path}")


def main():
    """Read the command line, train, and show the result."""
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
