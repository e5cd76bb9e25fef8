"""Information-set Monte Carlo tree search (ISMCTS) with a tree for each seat, for any game.

Every simulation plays one imagined world (a determinization). The branches of a seat's tree are the
moves as that seat observes them (`Knowledge.observed_move`): its plans don't depend on what it
can't know, and each seat maximizes its own value (see docs/adr/0011). A tree grows by at most one
node per simulation; outside its tree a seat plays by the rollout policy.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Final, NamedTuple

from ludotheque.core.fast import i64, vec, zeros
from ludotheque.core.knowledge import NOT_OBSERVED, WIN, Knowledge
from ludotheque.core.rng import Rng
from ludotheque.core.state import LUCK, NOBODY, State, move_buffer

NO_NODE: Final = -1  # in place of a node: not in the tree, or the seat has left it
MAX_PATH_NODES: Final = 64  # on the path of a simulation through one tree, without the root
INITIAL_CAPACITY: Final = 4096  # nodes; doubled when full
EARLY_STOP_CHECK_INTERVAL: Final = 32  # simulations
LOW_30_BITS: Final = 0x3FFFFFFF


class MoveResult(NamedTuple):
    """What a search found out about a move."""

    move: int
    visits: int
    value: float  # mean share of a win, from 0 to 1; 0 without visits


class Forest:
    """The trees of all seats, in one table of nodes; node ``i`` is the root of the tree of seat i.

    A node is found by its parent and by the move as the tree's seat observes it.
    """

    def __init__(self, seats: i64) -> None:
        self.count: i64 = 0
        self.capacity: i64 = INITIAL_CAPACITY
        self.parent: vec[i64] = zeros(INITIAL_CAPACITY)
        self.observed_move: vec[i64] = zeros(INITIAL_CAPACITY)
        self.visits: vec[i64] = zeros(INITIAL_CAPACITY)
        self.availability: vec[i64] = zeros(INITIAL_CAPACITY)  # times it could be selected
        self.total: vec[i64] = zeros(INITIAL_CAPACITY)  # sum of the values to the tree's seat
        self.slots: vec[i64] = zeros(4 * INITIAL_CAPACITY)  # node + 1, by hash
        for root in range(seats):
            self.add(NO_NODE, root)

    def find(self, parent: i64, observed_move: i64) -> i64:
        """The child of a node for a move as observed; NO_NODE if there is none."""
        slots = self.slots
        mask: i64 = len(slots) - 1
        slot = _hash(parent, observed_move) & mask
        while slots[slot]:
            node = slots[slot] - 1
            if self.observed_move[node] == observed_move and self.parent[node] == parent:
                return node
            slot = (slot + 1) & mask
        return NO_NODE

    def add(self, parent: i64, observed_move: i64) -> i64:
        """Add a node; return it."""
        if self.count == self.capacity:
            self._grow()
        node = self.count
        self.parent[node] = parent
        self.observed_move[node] = observed_move
        self.count += 1
        self._insert(node)
        return node

    def _insert(self, node: i64) -> None:
        """Put a node into the hash table."""
        slots = self.slots
        mask: i64 = len(slots) - 1
        slot = _hash(self.parent[node], self.observed_move[node]) & mask
        while slots[slot]:
            slot = (slot + 1) & mask
        slots[slot] = node + 1

    def _grow(self) -> None:
        """Double the capacity and rehash every node."""
        self.capacity *= 2
        self.parent = _doubled(self.parent)
        self.observed_move = _doubled(self.observed_move)
        self.visits = _doubled(self.visits)
        self.availability = _doubled(self.availability)
        self.total = _doubled(self.total)
        self.slots = zeros(4 * self.capacity)
        for node in range(self.count):
            self._insert(node)

    def ucb(self, node: i64, exploration: float) -> float:
        """The upper confidence bound of a node, by its visits and its availability."""
        visits = float(self.visits[node])
        mean = float(self.total[node]) / (visits * WIN)
        return mean + exploration * sqrt(log(float(self.availability[node])) / visits)

    def mean(self, node: i64) -> float:
        """The mean value of a node to its seat, from 0 to 1."""
        visits = self.visits[node]
        return float(self.total[node]) / (float(visits) * WIN) if visits else 0.0


def _hash(parent: i64, observed_move: i64) -> i64:
    """A hash; sums stay below 2**63, so that compiled and plain Python give the same."""
    mixed = (
        (observed_move & LOW_30_BITS) * 0x2545F491
        + (observed_move >> 30 & LOW_30_BITS) * 0x1B873593
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
        self.forest: Forest = Forest(players)
        self.done: i64 = 0  # simulations so far
        self.at: vec[i64] = zeros(players)  # the node where each seat is; NO_NODE outside its tree
        self.seats_in_tree: i64 = 0  # how many seats are still inside their trees
        self.path: vec[i64] = zeros(players * MAX_PATH_NODES)  # nodes visited, by seat
        self.path_length: vec[i64] = zeros(players)  # by seat
        self.values: vec[i64] = zeros(players)
        self.leaf_values: vec[i64] = zeros(players)  # before the rollout
        self.buffer: vec[i64] = move_buffer()
        count = knowledge.propose_into(world, seat, self.buffer)
        self.moves: vec[i64] = self.buffer[:count]  # proposals, the best first
        self.nodes: vec[i64] = vec[i64]([NO_NODE] * count)  # of these moves

    # results

    def move_count(self) -> i64:
        """The number of moves proposed."""
        return len(self.moves)

    def results(self) -> list[MoveResult]:
        """A result for each move, in the order proposed."""
        return [
            MoveResult(int(self.moves[i]), int(self._visits(i)), self._mean(i))
            for i in range(self.move_count())
        ]

    def _visits(self, i: i64) -> i64:
        node = self.nodes[i]
        return self.forest.visits[node] if node != NO_NODE else 0

    def _mean(self, i: i64) -> float:
        node = self.nodes[i]
        return self.forest.mean(node) if node != NO_NODE else 0.0

    # the search

    def run(self, simulations: i64, budget: i64) -> bool:
        """Run simulations, up to ``budget`` over all calls; return whether to call it again.

        False: the budget is used up, or the most visited move can't be overtaken within it.
        """
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
            self.path_length[seat] = 0
        self.seats_in_tree = self.players
        actor = self.seat
        while self.seats_in_tree > 0 and actor != NOBODY:
            move = self._next_move(world, actor)
            self._advance_observers(world, actor, move)
            world.apply(actor, move)
            actor = world.next_actor()
        self._value_leaf(world, actor)
        self._backpropagate()

    def _next_move(self, world: State, actor: i64) -> i64:
        if actor == LUCK:
            return world.sample_luck(self.rng)
        node = self.at[actor]
        if node == self.seat:  # the root decision
            return self._select_root()
        if node == NO_NODE:
            return self.knowledge.rollout_move(world, actor, self.rng, self.buffer)
        return self._select(world, actor, node)

    def _select_root(self) -> i64:
        """A proposal without a node, else the one with the highest UCB."""
        width = self.knowledge.root_width
        count: i64 = len(self.moves)
        if width > 0:
            widened: i64 = width + int(sqrt(float(self.done)))
            count = min(count, widened)
        best: i64 = -1
        highest = -1.0
        for i in range(count):
            node = self.nodes[i]
            if node == NO_NODE:
                self.nodes[i] = self._expand(self.seat, self.seat, self.moves[i])
                return self.moves[i]
            self.forest.availability[node] += 1
            ucb = self.forest.ucb(node, self.exploration)
            if ucb > highest:
                highest = ucb
                best = i
        self._descend(self.seat, self.nodes[best])
        return self.moves[best]

    def _select(self, world: State, actor: i64, node: i64) -> i64:
        """The known move with the highest UCB, or, as visits grow, a new one by the policy."""
        forest = self.forest
        policy_move = self.knowledge.rollout_move(world, actor, self.rng, self.buffer)
        count = self.knowledge.propose_into(world, actor, self.buffer)
        known: i64 = 0
        best: i64 = -1
        highest = -1.0
        for i in range(count):
            child = forest.find(node, self.buffer[i])
            if child != NO_NODE:
                known += 1
                forest.availability[child] += 1
                ucb = forest.ucb(child, self.exploration)
                if ucb > highest:
                    highest = ucb
                    best = i
        if known * known <= forest.visits[node] and forest.find(node, policy_move) == NO_NODE:
            self._expand(actor, node, policy_move)
            return policy_move
        if best < 0:
            return policy_move
        self._descend(actor, forest.find(node, self.buffer[best]))
        return self.buffer[best]

    def _advance_observers(self, world: State, actor: i64, move: i64) -> None:
        """Move the other seats that observe a move down their trees."""
        for viewer in range(self.players):
            node = self.at[viewer]
            if node == NO_NODE or viewer == actor:
                continue
            observed_move = self.knowledge.observed_move(world, viewer, actor, move)
            if observed_move == NOT_OBSERVED:
                continue
            child = self.forest.find(node, observed_move)
            if child != NO_NODE:
                self._descend(viewer, child)
            else:
                self._expand(viewer, node, observed_move)

    def _descend(self, seat: i64, node: i64) -> None:
        """Move a seat to a node of its tree and add it to the path of the simulation.

        With a full path the seat leaves its tree, so that no node is added outside the path, which
        `_backpropagate` would miss.
        """
        length = self.path_length[seat]
        self.path[seat * MAX_PATH_NODES + length] = node
        self.path_length[seat] = length + 1
        if length + 1 == MAX_PATH_NODES:
            self.at[seat] = NO_NODE
            self.seats_in_tree -= 1
        else:
            self.at[seat] = node

    def _expand(self, seat: i64, node: i64, observed_move: i64) -> i64:
        """Add a node to a seat's tree, after which the seat leaves the tree; return the node."""
        child = self.forest.add(node, observed_move)
        self.forest.availability[child] = 1
        self._descend(seat, child)
        if self.at[seat] != NO_NODE:
            self.at[seat] = NO_NODE
            self.seats_in_tree -= 1
        return child

    def _value_leaf(self, world: State, actor: i64) -> None:
        """The value of the world as it is, or after a rollout, or a mean of both."""
        knowledge = self.knowledge
        percent = knowledge.leaf_percent
        if percent == 100:
            knowledge.leaf_into(world, self.values)
            return
        if percent > 0:
            knowledge.leaf_into(world, self.leaf_values)
        self._rollout(world, actor)
        knowledge.evaluate_into(world, self.values)
        if percent > 0:
            for seat in range(self.players):
                after = self.values[seat] * (100 - percent)
                self.values[seat] = (self.leaf_values[seat] * percent + after) // 100

    def _rollout(self, world: State, actor: i64) -> None:
        """Continue by the rollout policy, up to the rollout depth in moves of seats."""
        left = self.knowledge.rollout_depth
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
        forest = self.forest
        for seat in range(self.players):
            forest.visits[seat] += 1
            value = self.values[seat]
            for i in range(seat * MAX_PATH_NODES, seat * MAX_PATH_NODES + self.path_length[seat]):
                node = self.path[i]
                forest.visits[node] += 1
                forest.total[node] += value
