"""Trees of a player's memories: which there are, what is allowed in them, and what play with them
alone can look like.

A node is a memory, and a letter leads from it to one that is longer. A sequence is an action that
is allowed in a node. Where no action is allowed, and outside the tree, the player takes the first
action: the first move of the state. The number of a memory is that of its node, or -1 - s outside
the tree, where s is the player's last sequence in it.
"""

import numpy as np

from ....schemas.parts import shadow as cython
from ....schemas.state_graph.observed_columns import Actor

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from ....schemas.kernels.key_tables import KeyTable, add, find, number_of
    from ....schemas.parts.arrays import (
        Doubles,
        Index,
        Int32s,
        Int64,
        ReadDoubles,
        ReadFlags,
        ReadInt8s,
        ReadInt32s,
    )
    from ..recall_kernel import Pairs, enter_pair

_TERMINAL = cython.declare(Index, int(Actor.TERMINAL))
_LOW = cython.declare(Int64, 2**32 - 1)
_NOTHING = cython.declare(Int64, -1)
"""The key of node 0 and of sequence 0."""


class Tree:
    """The memories of one player. Node 0 is the empty memory, and sequence 0 no action."""

    def __init__(self) -> None:
        self.above: Int32s = np.zeros(64, np.int32)
        self.letter: Int32s = np.zeros(64, np.int32)
        self.own: Int32s = np.zeros(64, np.int32)
        """The last sequence in each node."""
        self.choices: Int32s = np.zeros(64, np.int32)
        """The number of actions allowed in each node."""
        self.node_table = KeyTable(64)
        self.place: Int32s = np.zeros(64, np.int32)
        """The node of each sequence."""
        self.action: Int32s = np.zeros(64, np.int32)
        self.sequence_table = KeyTable(64)
        add(self.node_table, _NOTHING)
        add(self.sequence_table, _NOTHING)
        self.above[0] = self.letter[0] = self.action[0] = self.place[0] = -1
        self.nodes = self.sequences = 1


def find_node(tree: Tree, node: Index, letter: Index) -> Index:
    """Return the node to which a letter leads, or -1."""
    return find(tree.node_table, key_of(node, letter), 0)


def find_sequence(tree: Tree, node: Index, action: Index) -> Index:
    """Return the sequence of an action in a node, or -1 if it is not allowed."""
    return find(tree.sequence_table, key_of(node, action), 0)


def key_of(node: Index, step: Index) -> Int64:
    return cython.cast(Int64, node) << 32 | cython.cast(Int64, step)


def lengthen(tree: Tree) -> Index:
    """Make room for one more node and one more sequence."""
    with cython.gil:
        if tree.nodes == tree.above.shape[0]:
            size: Index = 2 * tree.nodes
            tree.above = np.resize(tree.above, size)
            tree.letter = np.resize(tree.letter, size)
            tree.own = np.resize(tree.own, size)
            tree.choices = np.resize(tree.choices, size)
        if tree.sequences == tree.place.shape[0]:
            size = 2 * tree.sequences
            tree.place = np.resize(tree.place, size)
            tree.action = np.resize(tree.action, size)
    return 0


def allow(tree: Tree, node: Index, action: Index) -> Index:
    """Allow an action in a node; return its sequence."""
    sequence: Index = number_of(tree.sequence_table, key_of(node, action))
    if sequence == tree.sequences:
        lengthen(tree)
        tree.place[sequence], tree.action[sequence] = node, action
        tree.choices[node] += 1
        tree.sequences = sequence + 1
    return sequence


def enter_node(tree: Tree, node: Index, letter: Index, action: Index) -> Index:
    """Return the node to which a letter leads; a new one is added. `action` is the own action of
    the letter, which is then allowed, or -1.
    """
    own: Index = tree.own[node] if action < 0 else allow(tree, node, action)
    longer: Index = number_of(tree.node_table, key_of(node, letter))
    if longer == tree.nodes:
        lengthen(tree)
        tree.above[longer], tree.letter[longer], tree.own[longer] = node, letter, own
        tree.choices[longer] = 0
        tree.nodes = longer + 1
    return longer


def enter_letters(
    tree: Tree, above: ReadInt32s, letter: ReadInt32s, action: ReadInt32s, node: Int32s
) -> None:
    """Add memories to a tree: each is longer by a letter, with its own action or -1, than the one
    with the number `above` among them, which comes before it, or than the empty one, -1. Fill in
    the node of each.
    """
    with cython.nogil:
        for at in range(above.shape[0]):
            before: Index = 0 if above[at] < 0 else node[above[at]]
            node[at] = enter_node(tree, before, letter[at], action[at])


def enter_actions(tree: Tree, node: ReadInt32s, action: ReadInt32s, sequence: Int32s) -> None:
    """Allow actions in nodes; fill in the sequence of each."""
    with cython.nogil:
        for at in range(node.shape[0]):
            sequence[at] = allow(tree, node[at], action[at])


def last_sequence(tree: Tree, memory: Index) -> Index:
    """Return the last sequence in a memory."""
    return -1 - memory if memory < 0 else cython.cast(Index, tree.own[memory])


def sequence_after(
    tree: Tree, memory: Index, owned: bool, move: Index, action: Index, first: Index
) -> Index:
    """Return the last sequence after a move, or -1 if the player does not make it: it is the owner
    of the move and `action` is not allowed, or nothing is and the move is not the `first`.
    """
    if not owned:
        return last_sequence(tree, memory)
    if memory < 0 or tree.choices[memory] == 0:
        return last_sequence(tree, memory) if move == first else -1
    return find_sequence(tree, memory, action)


def memory_after(tree: Tree, memory: Index, sequence: Index, letter: Index, live: bool) -> Index:
    """Return the memory after a move with its letter, or -1, and the last sequence after it. Where
    the player cannot move again, its memory does not matter.
    """
    if not live or memory < 0:
        return -1 - sequence
    if letter < 0:
        return memory
    found: Index = find_node(tree, memory, letter)
    return found if found >= 0 else -1 - sequence


class Side:
    """A player with its tree, and what the moves of the walk mean to it."""

    def __init__(
        self, player: Index, tree: Tree, letter: ReadInt32s, action: ReadInt32s, live: ReadFlags
    ) -> None:
        """letter: of each move, as in a walk.
        action: the own action of each move, or -1.
        live: whether the player moves in a state or can move later.
        """
        self.player, self.tree = player, tree
        self.letter, self.action, self.live = letter, action, live


class Payoffs:
    """Summands of the payoffs of pairs of sequences."""

    def __init__(self) -> None:
        self.first: Int32s = np.zeros(1024, np.int32)
        self.second: Int32s = np.zeros(1024, np.int32)
        self.payoff: Doubles = np.zeros(1024)
        self.size = 0


def add_payoff(payoffs: Payoffs, first: Index, second: Index, payoff: float) -> Index:
    if payoff == 0:
        return 0
    if payoffs.size == payoffs.payoff.shape[0]:
        with cython.gil:
            size: Index = 2 * payoffs.size
            payoffs.first = np.resize(payoffs.first, size)
            payoffs.second = np.resize(payoffs.second, size)
            payoffs.payoff = np.resize(payoffs.payoff, size)
    at: Index = payoffs.size
    payoffs.first[at], payoffs.second[at], payoffs.payoff[at] = first, second, payoff
    payoffs.size = at + 1
    return 0


def play_restricted(
    actor: ReadInt8s,
    begin: ReadInt32s,
    target: ReadInt32s,
    chance: ReadDoubles,
    gain: ReadDoubles,
    payoff: ReadDoubles,
    rows: Side,
    columns: Side,
    most: Index,
) -> Payoffs:
    """Return the payoffs of all pairs of sequences, times the probabilities of chance. Only moves
    that both players can make are followed. States are paired with the memories of both players;
    the walk ends if there are more than `most` pairs, and the size of the result is then -1.
    """
    pairs, payoffs = Pairs(begin.shape[0] - 1), Payoffs()
    mass: Doubles = np.zeros(1024)
    enter_pair(pairs, 0, 0)
    mass[0] = 1.0
    with cython.nogil:
        for state in range(begin.shape[0] - 1):
            pair: Index = pairs.first[state]
            while pair >= 0 and pairs.size <= most:
                both: Int64 = pairs.memory[pair]
                first: Index = both >> 32
                second: Index = cython.cast(Index, both & _LOW)
                if second > _LOW >> 1:
                    second -= _LOW + 1
                here: float = mass[pair]
                if actor[state] == _TERMINAL:
                    add_payoff(
                        payoffs,
                        last_sequence(rows.tree, first),
                        last_sequence(columns.tree, second),
                        here * payoff[state],
                    )
                for move in range(begin[state], begin[state + 1]):
                    row: Index = sequence_after(
                        rows.tree,
                        first,
                        actor[state] == rows.player,
                        move,
                        rows.action[move],
                        begin[state],
                    )
                    column: Index = sequence_after(
                        columns.tree,
                        second,
                        actor[state] == columns.player,
                        move,
                        columns.action[move],
                        begin[state],
                    )
                    if row < 0 or column < 0:
                        continue
                    weight: float = here
                    if actor[state] != rows.player and actor[state] != columns.player:
                        weight = here * chance[move]
                    add_payoff(payoffs, row, column, weight * gain[move])
                    to: Index = cython.cast(Index, target[move])
                    left: Index = memory_after(
                        rows.tree, first, row, rows.letter[move], rows.live[to]
                    )
                    right: Index = memory_after(
                        columns.tree, second, column, columns.letter[move], columns.live[to]
                    )
                    both = cython.cast(Int64, left) << 32 | (cython.cast(Int64, right) & _LOW)
                    known: Index = pairs.size
                    following: Index = enter_pair(pairs, to, both)
                    if following == known:
                        if known == mass.shape[0]:
                            with cython.gil:
                                mass = np.resize(mass, 2 * known)
                        mass[following] = 0.0
                    mass[following] += weight
                pair = pairs.following[pair]
    if pairs.size > most:
        payoffs.size = -1
    return payoffs


class Moves:
    """The moves of a walk in which one player's strategy is fixed, in the order of the pairs of a
    state and a memory from which they are made.
    """

    def __init__(self, states: Index) -> None:
        self.pairs = Pairs(states)
        self.count: Int32s = np.zeros(1024, np.int32)
        """The number of moves of each pair."""
        self.move: Int32s = np.zeros(1024, np.int32)
        self.target: Int32s = np.zeros(1024, np.int32)
        """A pair."""
        self.probability: Doubles = np.zeros(1024)
        self.size = 0
        self.wrong = -1
        """A state in which not all actions exist that are allowed, or none has a probability."""


def play_strategy(
    actor: ReadInt8s,
    begin: ReadInt32s,
    target: ReadInt32s,
    chance: ReadDoubles,
    side: Side,
    share: ReadDoubles,
    most: Index,
) -> Moves:
    """Return all moves that can be made if one player plays the allowed actions with these shares,
    one per sequence. The walk ends if there are more than `most` pairs.
    """
    moves = Moves(begin.shape[0] - 1)
    pairs: Pairs = moves.pairs
    enter_pair(pairs, 0, 0)
    with cython.nogil:
        for state in range(begin.shape[0] - 1):
            pair: Index = pairs.first[state]
            owned: bool = actor[state] == side.player
            while pair >= 0 and pairs.size <= most:
                memory: Index = pairs.memory[pair]
                before: Index = moves.size
                allowed: Index = 0
                if owned and memory >= 0:
                    allowed = side.tree.choices[memory]
                unmet: Index = allowed
                for move in range(begin[state], begin[state + 1]):
                    sequence: Index = sequence_after(
                        side.tree, memory, owned, move, side.action[move], begin[state]
                    )
                    if sequence < 0:
                        continue
                    weight: float = chance[move]
                    if owned:
                        unmet -= 1
                        weight = 1.0 if allowed == 0 else share[sequence]
                        if weight == 0:
                            continue
                    to: Index = cython.cast(Index, target[move])
                    after: Index = memory_after(
                        side.tree, memory, sequence, side.letter[move], side.live[to]
                    )
                    # Outside the tree the last sequence does not matter here.
                    if after < 0:
                        after = -1
                    if moves.size == moves.move.shape[0]:
                        with cython.gil:
                            size: Index = 2 * moves.size
                            moves.move = np.resize(moves.move, size)
                            moves.target = np.resize(moves.target, size)
                            moves.probability = np.resize(moves.probability, size)
                    place: Index = moves.size
                    moves.move[place], moves.probability[place] = move, weight
                    moves.target[place] = enter_pair(pairs, to, after)
                    moves.size = place + 1
                if pair >= moves.count.shape[0]:
                    with cython.gil:
                        moves.count = np.resize(moves.count, 2 * pair + 2)
                moves.count[pair] = moves.size - before
                if allowed > 0 and (unmet > 0 or moves.size == before):
                    moves.wrong = state
                pair = pairs.following[pair]
    return moves
