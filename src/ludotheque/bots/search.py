"""Information-set Monte-Carlo tree search, for any game, any number of seats and any secret.

Every simulation plays one imagined world. Each seat has a tree of its own, whose branches are what
that seat sees (`Knowledge.sign`): so nobody's plan hangs on what he can't know, and everybody
plays for himself (see docs/adr/0011). A tree grows by one node a simulation; outside of its tree a
seat plays by the game's policy.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Final

from ludotheque.core.dice import Dice
from ludotheque.core.fast import i64, vec, zeros
from ludotheque.core.knowledge import ONE, SAME, Knowledge
from ludotheque.core.state import LUCK, NOBODY, State, move_buffer

OUTSIDE: Final = -1  # a seat that has left its tree
PATH: Final = 64  # nodes of a tree on one way down
ROOM: Final = 4096  # nodes at first; there is more when it is needed
PAUSE: Final = 32  # simulations between two looks whether the matter is settled
LOW: Final = 0x3FFFFFFF


class Tree:
    """The nodes of all seats' trees, found by their parent and by what was seen there."""

    def __init__(self, roots: i64) -> None:
        self.count: i64 = 0
        self.room: i64 = ROOM
        self.parent: vec[i64] = zeros(ROOM)
        self.sign: vec[i64] = zeros(ROOM)
        self.visits: vec[i64] = zeros(ROOM)
        self.offered: vec[i64] = zeros(ROOM)  # how often a move could have been chosen
        self.total: vec[i64] = zeros(ROOM)  # of the values to the tree's owner
        self.slots: vec[i64] = zeros(4 * ROOM)  # node + 1, by hash
        for root in range(roots):
            self.add(-1, root)

    def find(self, parent: i64, sign: i64) -> i64:
        """The node that is reached from another by what was seen; OUTSIDE if there is none."""
        slots = self.slots
        mask: i64 = len(slots) - 1
        slot = _hash(parent, sign) & mask
        while slots[slot]:
            node = slots[slot] - 1
            if self.sign[node] == sign and self.parent[node] == parent:
                return node
            slot = (slot + 1) & mask
        return OUTSIDE

    def add(self, parent: i64, sign: i64) -> i64:
        """A new node."""
        if self.count == self.room:
            self._grow()
        node = self.count
        self.parent[node] = parent
        self.sign[node] = sign
        self.count += 1
        self._enter(node)
        return node

    def _enter(self, node: i64) -> None:
        slots = self.slots
        mask: i64 = len(slots) - 1
        slot = _hash(self.parent[node], self.sign[node]) & mask
        while slots[slot]:
            slot = (slot + 1) & mask
        slots[slot] = node + 1

    def _grow(self) -> None:
        """Twice the room; every node is entered anew."""
        self.room *= 2
        self.parent = _longer(self.parent)
        self.sign = _longer(self.sign)
        self.visits = _longer(self.visits)
        self.offered = _longer(self.offered)
        self.total = _longer(self.total)
        self.slots = zeros(4 * self.room)
        for node in range(self.count):
            self._enter(node)

    def bound(self, node: i64, exploration: float) -> float:
        """How good a node may be, by its visits: the higher, the sooner it is tried again."""
        visits = float(self.visits[node])
        mean = float(self.total[node]) / (visits * ONE)
        return mean + exploration * sqrt(log(float(self.offered[node])) / visits)

    def mean(self, node: i64) -> float:
        """The mean value of a node to its owner, from 0 to 1."""
        visits = self.visits[node]
        return float(self.total[node]) / (float(visits) * ONE) if visits else 0.0


def _hash(parent: i64, sign: i64) -> i64:
    """A number for a slot; every product stays below 2**62, so that plain Python agrees."""
    mixed = (sign & LOW) * 0x2545F491 + (sign >> 30 & LOW) * 0x1B873593 + parent * 0x27D4EB2F
    return mixed >> 17 ^ mixed >> 37


def _longer(array: vec[i64]) -> vec[i64]:
    """An array of twice the length that begins the same."""
    size: i64 = len(array)
    longer = zeros(2 * size)
    for i in range(size):
        longer[i] = array[i]
    return longer


class Search:
    """One decision of one seat, thought over. `run` may be called again and again."""

    def __init__(
        self, world: State, seat: i64, knowledge: Knowledge, dice: Dice, exploration: float
    ) -> None:
        players = world.seats()
        self.world: State = world
        self.seat: i64 = seat
        self.knowledge: Knowledge = knowledge
        self.dice: Dice = dice
        self.exploration: float = exploration
        self.players: i64 = players
        self.tree: Tree = Tree(players)
        self.done: i64 = 0  # simulations
        self.at: vec[i64] = zeros(players)  # where each seat is in its tree, or OUTSIDE
        self.inside: i64 = 0  # seats that are still in their trees
        self.path: vec[i64] = zeros(players * PATH)
        self.length: vec[i64] = zeros(players)  # of the path of each seat
        self.values: vec[i64] = zeros(players)
        self.buffer: vec[i64] = move_buffer()
        count = knowledge.propose_into(world, seat, self.buffer)
        self.moves: vec[i64] = self.buffer[:count]  # to choose from, the best first
        self.nodes: vec[i64] = vec[i64]([OUTSIDE] * count)  # of these moves

    # what came of it

    def choices(self) -> i64:
        """How many moves there are to choose from."""
        return len(self.moves)

    def found(self) -> list[tuple[int, int, float]]:
        """Each move with its simulations and the mean value of them, in the order proposed."""
        return [
            (int(self.moves[i]), int(self._visits(i)), self._mean(i)) for i in range(self.choices())
        ]

    def _visits(self, i: i64) -> i64:
        node = self.nodes[i]
        return self.tree.visits[node] if node >= 0 else 0

    def _mean(self, i: i64) -> float:
        node = self.nodes[i]
        return self.tree.mean(node) if node >= 0 else 0.0

    # thinking

    def run(self, simulations: i64, budget: i64) -> bool:
        """Simulate, until ``budget`` in all; whether more could still change the choice."""
        for _ in range(simulations):
            if self.done >= budget or (self.done % PAUSE == 0 and self._is_settled(budget)):
                return False
            self._simulate()
            self.done += 1
        return True

    def _is_settled(self, budget: i64) -> bool:
        """Whether the move tried most can't be overtaken any more."""
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
        """Play one imagined world to its end, or as far as a rollout goes, and learn from it."""
        world = self.knowledge.imagine(self.world, self.seat, self.dice)
        for seat in range(self.players):
            self.at[seat] = seat
            self.length[seat] = 0
        self.inside = self.players
        actor = self.seat
        while self.inside > 0 and actor != NOBODY:
            move = self._next_move(world, actor)
            self._tell(world, actor, move)
            world.apply(actor, move)
            actor = world.next_actor()
        self._roll_out(world, actor)
        self.knowledge.evaluate_into(world, self.values)
        self._learn()

    def _next_move(self, world: State, actor: i64) -> i64:
        if actor == LUCK:
            return world.sample_luck(self.dice)
        node = self.at[actor]
        if node == self.seat:  # the question that was asked
            return self._try_root()
        if node < 0:
            return self.knowledge.rollout_move(world, actor, self.dice, self.buffer)
        return self._try(world, actor, node)

    def _try_root(self) -> i64:
        """A proposal that was not tried yet, else the most promising one."""
        width = self.knowledge.width
        count: i64 = len(self.moves)
        if width > 0:
            grown: i64 = width + int(sqrt(float(self.done)))
            count = min(count, grown)
        best: i64 = -1
        highest = -1.0
        for i in range(count):
            node = self.nodes[i]
            if node < 0:
                self.nodes[i] = self._leave(self.seat, self.seat, self.moves[i])
                return self.moves[i]
            self.tree.offered[node] += 1
            bound = self.tree.bound(node, self.exploration)
            if bound > highest:
                highest = bound
                best = i
        self._go_on(self.seat, self.nodes[best])
        return self.moves[best]

    def _try(self, world: State, actor: i64, node: i64) -> i64:
        """The most promising of the moves tried here, or now and then a new one of the policy."""
        tree = self.tree
        wanted = self.knowledge.rollout_move(world, actor, self.dice, self.buffer)
        count = self.knowledge.propose_into(world, actor, self.buffer)
        known: i64 = 0
        best: i64 = -1
        highest = -1.0
        for i in range(count):
            child = tree.find(node, self.buffer[i])
            if child >= 0:
                known += 1
                tree.offered[child] += 1
                bound = tree.bound(child, self.exploration)
                if bound > highest:
                    highest = bound
                    best = i
        if known * known <= tree.visits[node] and tree.find(node, wanted) < 0:
            self._leave(actor, node, wanted)
            return wanted
        if best < 0:
            return wanted
        self._go_on(actor, tree.find(node, self.buffer[best]))
        return self.buffer[best]

    def _tell(self, world: State, actor: i64, move: i64) -> None:
        """All others who are still in their trees see what they may of a move."""
        for viewer in range(self.players):
            node = self.at[viewer]
            if node < 0 or viewer == actor:
                continue
            sign = self.knowledge.sign(world, viewer, actor, move)
            if sign == SAME:
                continue
            child = self.tree.find(node, sign)
            if child >= 0:
                self._go_on(viewer, child)
            else:
                self._leave(viewer, node, sign)

    def _go_on(self, seat: i64, node: i64) -> None:
        """A seat goes down to a node of its tree, and leaves it there if its path is full.

        So every node that is ever added is on the path of its simulation, and is counted.
        """
        length = self.length[seat]
        self.path[seat * PATH + length] = node
        self.length[seat] = length + 1
        if length + 1 == PATH:
            self.at[seat] = OUTSIDE
            self.inside -= 1
        else:
            self.at[seat] = node

    def _leave(self, seat: i64, node: i64, sign: i64) -> i64:
        """A seat's tree grows by a node, and the seat leaves it there; return the node."""
        child = self.tree.add(node, sign)
        self.tree.offered[child] = 1
        self._go_on(seat, child)
        if self.at[seat] >= 0:
            self.at[seat] = OUTSIDE
            self.inside -= 1
        return child

    def _roll_out(self, world: State, actor: i64) -> None:
        """Go on by the game's policy."""
        left = self.knowledge.depth
        while actor != NOBODY and left > 0:
            if actor == LUCK:
                world.apply(actor, world.sample_luck(self.dice))
            else:
                move = self.knowledge.rollout_move(world, actor, self.dice, self.buffer)
                world.apply(actor, move)
                left -= 1
            actor = world.next_actor()

    def _learn(self) -> None:
        """Count the values on every seat's path."""
        tree = self.tree
        for seat in range(self.players):
            tree.visits[seat] += 1
            value = self.values[seat]
            for i in range(seat * PATH, seat * PATH + self.length[seat]):
                node = self.path[i]
                tree.visits[node] += 1
                tree.total[node] += value
