"""Information-set Monte-Carlo tree search, for any game, any number of seats and any secret.

Every simulation plays one imagined world (a determinization). Each seat has a tree of its own; its
branches are what that seat observes (`Knowledge.observation`): no plan depends on what its seat
can't know, and each seat maximizes its own value (see docs/adr/0011). A tree grows by one node per
simulation; outside its tree a seat plays by the rollout policy.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Final

from ludotheque.core.fast import i64, vec, zeros
from ludotheque.core.knowledge import INDISTINCT, WIN, Knowledge
from ludotheque.core.rng import Rng
from ludotheque.core.state import LUCK, NOBODY, State, move_buffer

OUTSIDE_TREE: Final = -1  # the node of a seat that has left its tree
MAX_DEPTH: Final = 64  # nodes of one tree on a path
INITIAL_CAPACITY: Final = 4096  # nodes; doubled when it is full
EARLY_STOP_CHECK_INTERVAL: Final = 32  # simulations
LOW_30_BITS: Final = 0x3FFFFFFF


class Tree:
    """The nodes of all seats' trees, found by their parent and an observation."""

    def __init__(self, roots: i64) -> None:
        self.count: i64 = 0
        self.capacity: i64 = INITIAL_CAPACITY
        self.parent: vec[i64] = zeros(INITIAL_CAPACITY)
        self.observation: vec[i64] = zeros(INITIAL_CAPACITY)
        self.visits: vec[i64] = zeros(INITIAL_CAPACITY)
        self.availability: vec[i64] = zeros(INITIAL_CAPACITY)  # how often it could be selected
        self.total: vec[i64] = zeros(INITIAL_CAPACITY)  # sum of values to the tree's seat
        self.slots: vec[i64] = zeros(4 * INITIAL_CAPACITY)  # node + 1, by hash
        for root in range(roots):
            self.add(-1, root)

    def find(self, parent: i64, observation: i64) -> i64:
        """The child of a node by an observation; OUTSIDE_TREE if there is none."""
        slots = self.slots
        mask: i64 = len(slots) - 1
        slot = _hash(parent, observation) & mask
        while slots[slot]:
            node = slots[slot] - 1
            if self.observation[node] == observation and self.parent[node] == parent:
                return node
            slot = (slot + 1) & mask
        return OUTSIDE_TREE

    def add(self, parent: i64, observation: i64) -> i64:
        """A new node."""
        if self.count == self.capacity:
            self._grow()
        node = self.count
        self.parent[node] = parent
        self.observation[node] = observation
        self.count += 1
        self._enter(node)
        return node

    def _enter(self, node: i64) -> None:
        slots = self.slots
        mask: i64 = len(slots) - 1
        slot = _hash(self.parent[node], self.observation[node]) & mask
        while slots[slot]:
            slot = (slot + 1) & mask
        slots[slot] = node + 1

    def _grow(self) -> None:
        """Double the capacity and rehash every node."""
        self.capacity *= 2
        self.parent = _doubled(self.parent)
        self.observation = _doubled(self.observation)
        self.visits = _doubled(self.visits)
        self.availability = _doubled(self.availability)
        self.total = _doubled(self.total)
        self.slots = zeros(4 * self.capacity)
        for node in range(self.count):
            self._enter(node)

    def ucb(self, node: i64, exploration: float) -> float:
        """The upper confidence bound of a node, by its visits and its availability."""
        visits = float(self.visits[node])
        mean = float(self.total[node]) / (visits * WIN)
        return mean + exploration * sqrt(log(float(self.availability[node])) / visits)

    def mean(self, node: i64) -> float:
        """The mean value of a node to its seat, from 0 to 1."""
        visits = self.visits[node]
        return float(self.total[node]) / (float(visits) * WIN) if visits else 0.0


def _hash(parent: i64, observation: i64) -> i64:
    """A hash; every product stays below 2**62, so that plain Python computes the same."""
    mixed = (
        (observation & LOW_30_BITS) * 0x2545F491
        + (observation >> 30 & LOW_30_BITS) * 0x1B873593
        + parent * 0x27D4EB2F
    )
    return mixed >> 17 ^ mixed >> 37


def _doubled(array: vec[i64]) -> vec[i64]:
    """A copy of an array with twice the length."""
    size: i64 = len(array)
    longer = zeros(2 * size)
    for i in range(size):
        longer[i] = array[i]
    return longer


class Search:
    """The search of one decision of one seat. `run` may be called repeatedly."""

    def __init__(
        self, world: State, seat: i64, knowledge: Knowledge, rng: Rng, exploration: float
    ) -> None:
        players = world.seats()
        self.world: State = world
        self.seat: i64 = seat
        self.knowledge: Knowledge = knowledge
        self.rng: Rng = rng
        self.exploration: float = exploration
        self.players: i64 = players
        self.tree: Tree = Tree(players)
        self.done: i64 = 0  # simulations so far
        self.at: vec[i64] = zeros(players)  # the node of each seat, or OUTSIDE_TREE
        self.seats_in_tree: i64 = 0  # seats still inside their trees
        self.path: vec[i64] = zeros(players * MAX_DEPTH)
        self.length: vec[i64] = zeros(players)  # of the path of each seat
        self.values: vec[i64] = zeros(players)
        self.buffer: vec[i64] = move_buffer()
        count = knowledge.propose_into(world, seat, self.buffer)
        self.moves: vec[i64] = self.buffer[:count]  # proposals, the best first
        self.nodes: vec[i64] = vec[i64]([OUTSIDE_TREE] * count)  # of these moves

    # results

    def choices(self) -> i64:
        """The number of moves proposed."""
        return len(self.moves)

    def found(self) -> list[tuple[int, int, float]]:
        """Each move with its visits and mean value, in the order proposed."""
        return [
            (int(self.moves[i]), int(self._visits(i)), self._mean(i)) for i in range(self.choices())
        ]

    def _visits(self, i: i64) -> i64:
        node = self.nodes[i]
        return self.tree.visits[node] if node >= 0 else 0

    def _mean(self, i: i64) -> float:
        node = self.nodes[i]
        return self.tree.mean(node) if node >= 0 else 0.0

    # the search

    def run(self, simulations: i64, budget: i64) -> bool:
        """Run simulations, up to ``budget`` in all; return whether more could change the choice."""
        for _ in range(simulations):
            if self.done >= budget or (
                self.done % EARLY_STOP_CHECK_INTERVAL == 0 and self._is_decided(budget)
            ):
                return False
            self._simulate()
            self.done += 1
        return True

    def _is_decided(self, budget: i64) -> bool:
        """Whether the most visited move can't be overtaken within the budget."""
        first: i64 = 0
        second: i64 = 0
        for i in range(len(self.nodes)):
            visits = self._visits(i)
            if visits > first:
                second = first
                first = visits
            elif visits > second:
                second = visits
        return first - second > budget - self.done

    def _simulate(self) -> None:
        """Play one imagined world to its end or the rollout depth, and backpropagate its value."""
        world = self.knowledge.imagine(self.world, self.seat, self.rng)
        for seat in range(self.players):
            self.at[seat] = seat
            self.length[seat] = 0
        self.seats_in_tree = self.players
        actor = self.seat
        while self.seats_in_tree > 0 and actor != NOBODY:
            move = self._next_move(world, actor)
            self._observe(world, actor, move)
            world.apply(actor, move)
            actor = world.next_actor()
        self._rollout(world, actor)
        self.knowledge.evaluate_into(world, self.values)
        self._backpropagate()

    def _next_move(self, world: State, actor: i64) -> i64:
        if actor == LUCK:
            return world.sample_luck(self.rng)
        node = self.at[actor]
        if node == self.seat:  # the root decision
            return self._select_root()
        if node < 0:
            return self.knowledge.rollout_move(world, actor, self.rng, self.buffer)
        return self._select(world, actor, node)

    def _select_root(self) -> i64:
        """A proposal without a node, else the one with the highest UCB."""
        width = self.knowledge.width
        count: i64 = len(self.moves)
        if width > 0:
            widened: i64 = width + int(sqrt(float(self.done)))
            count = min(count, widened)
        best: i64 = -1
        highest = -1.0
        for i in range(count):
            node = self.nodes[i]
            if node < 0:
                self.nodes[i] = self._expand(self.seat, self.seat, self.moves[i])
                return self.moves[i]
            self.tree.availability[node] += 1
            ucb = self.tree.ucb(node, self.exploration)
            if ucb > highest:
                highest = ucb
                best = i
        self._descend(self.seat, self.nodes[best])
        return self.moves[best]

    def _select(self, world: State, actor: i64, node: i64) -> i64:
        """The known move with the highest UCB, or, as visits grow, a new one by the policy."""
        tree = self.tree
        policy_move = self.knowledge.rollout_move(world, actor, self.rng, self.buffer)
        count = self.knowledge.propose_into(world, actor, self.buffer)
        known: i64 = 0
        best: i64 = -1
        highest = -1.0
        for i in range(count):
            child = tree.find(node, self.buffer[i])
            if child >= 0:
                known += 1
                tree.availability[child] += 1
                ucb = tree.ucb(child, self.exploration)
                if ucb > highest:
                    highest = ucb
                    best = i
        if known * known <= tree.visits[node] and tree.find(node, policy_move) < 0:
            self._expand(actor, node, policy_move)
            return policy_move
        if best < 0:
            return policy_move
        self._descend(actor, tree.find(node, self.buffer[best]))
        return self.buffer[best]

    def _observe(self, world: State, actor: i64, move: i64) -> None:
        """Move all other seats down their trees by what they observe of a move."""
        for viewer in range(self.players):
            node = self.at[viewer]
            if node < 0 or viewer == actor:
                continue
            observation = self.knowledge.observation(world, viewer, actor, move)
            if observation == INDISTINCT:
                continue
            child = self.tree.find(node, observation)
            if child >= 0:
                self._descend(viewer, child)
            else:
                self._expand(viewer, node, observation)

    def _descend(self, seat: i64, node: i64) -> None:
        """Move a seat down to a node of its tree; it leaves the tree there if its path is full.

        So every new node is on the path of its simulation, and is backpropagated to.
        """
        length = self.length[seat]
        self.path[seat * MAX_DEPTH + length] = node
        self.length[seat] = length + 1
        if length + 1 == MAX_DEPTH:
            self.at[seat] = OUTSIDE_TREE
            self.seats_in_tree -= 1
        else:
            self.at[seat] = node

    def _expand(self, seat: i64, node: i64, observation: i64) -> i64:
        """Add a node to a seat's tree, where the seat leaves it; return the node."""
        child = self.tree.add(node, observation)
        self.tree.availability[child] = 1
        self._descend(seat, child)
        if self.at[seat] >= 0:
            self.at[seat] = OUTSIDE_TREE
            self.seats_in_tree -= 1
        return child

    def _rollout(self, world: State, actor: i64) -> None:
        """Continue by the rollout policy, up to the rollout depth."""
        left = self.knowledge.depth
        while actor != NOBODY and left > 0:
            if actor == LUCK:
                world.apply(actor, world.sample_luck(self.rng))
            else:
                move = self.knowledge.rollout_move(world, actor, self.rng, self.buffer)
                world.apply(actor, move)
                left -= 1
            actor = world.next_actor()

    def _backpropagate(self) -> None:
        """Add the values to the nodes of every seat's path."""
        tree = self.tree
        for seat in range(self.players):
            tree.visits[seat] += 1
            value = self.values[seat]
            for i in range(seat * MAX_DEPTH, seat * MAX_DEPTH + self.length[seat]):
                node = self.path[i]
                tree.visits[node] += 1
                tree.total[node] += value
