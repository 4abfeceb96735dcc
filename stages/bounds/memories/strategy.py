"""A strategy that remembers everything: what a player does after some memories. After all others it
takes the first action, in the natural order of their labels.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from ....schemas.bounds import Situation
from ....schemas.parts.labels import natural
from ....schemas.parts.problems import InputError, Problem, SizeError
from ....schemas.state_graph import NOTHING
from ..knowledge import can_move
from ..recall import order_of
from ..walks import Floats, GameWalk, Int32s, entries_of
from .tree_kernel import (
    Side,
    Tree,
    enter_actions,
    enter_letters,
    play_strategy,
)

MOST = 50_000_000
"""The most pairs of a state and memories."""


class Memory:
    """What the moves of a walk leave in the memory of a player, in letters and in words."""

    def __init__(self, walk: GameWalk, player: int) -> None:
        self.walk, self.player = walk, player
        self.letters = walk.letters[player - 1]
        self.words = entries_of(walk, player)
        """Of each letter."""
        silent = len(self.letters.action)
        moves = np.where(self.letters.move < 0, silent, self.letters.move)
        self.action: Int32s = np.append(self.letters.action, np.int32(NOTHING))[moves]
        """The own action of each move, or NOTHING."""
        self.live = can_move(walk, player)

    def side(self, tree: Tree) -> Side:
        return Side(self.player, tree, self.letters.move, self.action, self.live)

    def label(self, action: int) -> str:
        return self.walk.label[0][action]


@dataclass(frozen=True, eq=False)
class Strategy:
    """The shares of the actions that are allowed in the nodes of a tree: one per sequence."""

    memory: Memory
    tree: Tree
    share: Floats
    exact: tuple[Fraction, ...] = ()
    """The same as fractions, if they are known."""

    def situations(self) -> tuple[Situation, ...]:
        """Return the strategy as a record."""
        chosen: dict[int, list[tuple[int, int]]] = {}
        for sequence, place, action in self._sequences():
            chosen.setdefault(place, []).append((action, sequence))
        for actions in chosen.values():
            actions.sort(key=lambda one: natural(self.memory.label(one[0])))
        spelled: list[tuple[str, ...]] = [()]
        above, letter = (np.asarray(one).tolist() for one in (self.tree.above, self.tree.letter))
        share = self.share.tolist()
        for node in range(1, self.tree.nodes):
            spelled.append((*spelled[above[node]], *self.memory.words[letter[node]]))
        return tuple(
            Situation(
                information_set=None,
                states=(),
                actions=tuple(self.memory.label(action) for action, _ in chosen[node]),
                probabilities=tuple(share[at] for _, at in chosen[node]),
                after=spelled[node],
                exact=tuple(self.exact[at] for _, at in chosen[node] if self.exact),
            )
            for node in sorted(chosen)
        )

    def _sequences(self) -> Iterator[tuple[int, int, int]]:
        """Yield each sequence but the first one, its node and its last action."""
        tree, many = self.tree, self.tree.sequences
        place, action = (np.asarray(one)[1:many].tolist() for one in (tree.place, tree.action))
        return zip(range(1, many), place, action, strict=True)

    def followed(self, most: int = MOST) -> tuple[GameWalk, Floats]:
        """Return a walk in which the player plays this strategy, with the probability of each move:
        states are paired with its memories, and moves that it does not make are left out. Raises
        SizeError for more than `most` states.
        """
        walk, side = self.memory.walk, self.memory.side(self.tree)
        moves = play_strategy(
            walk.actor, walk.begin, walk.target, walk.chance, side, self.share, most
        )
        pairs, count = moves.pairs, np.asarray(moves.count)
        if moves.wrong >= 0:
            name = walk.name[moves.wrong]
            words = f"in {name} the actions are {', '.join(walk.labels(moves.wrong))}, and the"
            problem = f"{words} probabilities after a memory there belong to others"
            raise InputError([Problem(problem, ("strategies", self.memory.player - 1))])
        if pairs.size > most:
            raise SizeError([Problem(f"the strategies lead to more than {most:,} states")])
        order, place = order_of(pairs)
        origin, size = np.asarray(pairs.state)[order], moves.size
        move = np.asarray(moves.move)[:size].copy()
        begin = np.concatenate(([0], np.cumsum(count[order]))).astype(np.int32)
        paired = walk.paired(origin, move, begin, place[np.asarray(moves.target)[:size]])
        made = replace(paired, name=())
        return made, np.asarray(moves.probability)[:size].copy()


def pruned(
    memory: Memory,
    tree: Tree,
    weight: Floats,
    least: float,
    plan: Sequence[Fraction] = (),
) -> Strategy:
    """Return the strategy in which sequences are played with these probabilities by the player
    alone, one per sequence, without those below `least`. `plan` has the same as fractions, if they
    are known.
    """
    place, own = np.asarray(tree.place)[: len(weight)], np.asarray(tree.own)[: tree.nodes]
    weight = np.maximum(weight, 0.0)
    kept = weight >= least
    kept[0] = True
    before = own[place].tolist()
    for sequence in range(1, len(weight)):
        kept[sequence] &= kept[before[sequence]]
    which = np.flatnonzero(kept)[1:]
    made, number = _tree_of(memory, tree, which)
    share = np.zeros(made.sequences)
    share[number] = weight[which]
    if not plan:
        return Strategy(memory, made, _shares(made, share))
    exact = [Fraction(0)] * made.sequences
    for at, old in zip(number.tolist(), which.tolist(), strict=True):
        exact[at] = plan[old] / plan[before[old]]
    return Strategy(memory, made, np.array(exact, np.float64), tuple(exact))


def _tree_of(memory: Memory, tree: Tree, which: NDArray[np.int64]) -> tuple[Tree, Int32s]:
    """Return the tree of some sequences, and their numbers there."""
    nodes = tree.nodes
    above, letter = (np.asarray(one)[:nodes] for one in (tree.above, tree.letter))
    place, action = (np.asarray(one)[which] for one in (tree.place, tree.action))
    needed = np.zeros(nodes, np.bool_)
    needed[place] = True
    for node, to in zip(range(nodes - 1, 0, -1), above[:0:-1].tolist(), strict=True):
        if needed[node]:
            needed[to] = True
    needed[0] = False
    number = np.full(nodes, -1, np.int32)
    number[needed] = np.arange(needed.sum(), dtype=np.int32)
    actions = memory.letters.action
    made, entered = Tree(), np.zeros(int(needed.sum()), np.int32)
    chosen = letter[needed]
    # The actions that lead to the nodes are allowed on the way, in their order.
    enter_letters(made, number[above[needed]], chosen, actions[chosen], entered)
    places = np.append(entered, np.int32(0))[number[place]]
    found = np.zeros(len(which), np.int32)
    enter_actions(made, np.ascontiguousarray(places), np.ascontiguousarray(action), found)
    return made, found


def _shares(tree: Tree, weight: Floats) -> Floats:
    """Return weights of sequences divided by their sum in each node."""
    place = np.asarray(tree.place)[1 : tree.sequences]
    total = np.bincount(place, weight[1:], minlength=tree.nodes)
    found = weight.copy()
    found[1:] /= total[place]
    return found


def read_strategy(memory: Memory, situations: Sequence[Situation]) -> Strategy:
    """Return the strategy of a record for a graph. Raises InputError, with the place, for what
    cannot be a memory of the player.
    """
    reader, place = _Reader(memory), memory.player - 1
    problems = []
    for at, one in enumerate(situations):
        for problem in reader.take(one):
            problems.append(Problem(problem, ("strategies", place, at)))
    if problems:
        raise InputError(problems)
    return reader.strategy()


class _Reader:
    def __init__(self, memory: Memory) -> None:
        self.memory, self.tree = memory, Tree()
        self.letter = {words: at for at, words in enumerate(memory.words)}
        label = memory.walk.label[0]
        own = np.unique(memory.action[memory.action >= 0]).tolist()
        self.action = {label[action]: action for action in own}
        self.shares: list[tuple[int, float]] = []

    def take(self, one: Situation) -> Iterator[str]:
        """Add a situation; yield the problems that it has."""
        node = self._node(one.after)
        actions = [self.action.get(name) for name in one.actions]
        total = sum(one.shares)
        if node is None:
            yield f"the player cannot have this memory: {', '.join(one.after)}"
        for name, action in zip(one.actions, actions, strict=True):
            if action is None:
                yield f"the player has no action {name}"
        if len(set(actions)) < len(actions):
            yield "an action is repeated"
        if total <= 0:
            yield "the probabilities add up to 0"
        if node is None or None in actions or total <= 0:
            return
        sequence = np.zeros(len(actions), np.int32)
        enter_actions(
            self.tree, np.full(len(actions), node, np.int32), np.array(actions, np.int32), sequence
        )
        for at, share in zip(sequence.tolist(), one.shares, strict=True):
            self.shares.append((at, float(share)))

    def _node(self, after: Sequence[str]) -> int | None:
        """Return the node of a memory in words; None if there is none."""
        letters, at = [], 0
        while at < len(after):
            for size in (2, 1):  # An action with what is seen of it, or one entry alone.
                letter = self.letter.get(tuple(after[at : at + size]))
                if letter is not None and at + size <= len(after):
                    break
            else:
                return None
            letters.append(letter)
            at += size
        if not letters:
            return 0
        found = np.zeros(len(letters), np.int32)
        chosen = np.array(letters, np.int32)
        above = np.arange(-1, len(letters) - 1, dtype=np.int32)
        enter_letters(self.tree, above, chosen, self.memory.letters.action[chosen], found)
        return int(found[-1])

    def strategy(self) -> Strategy:
        share = np.zeros(self.tree.sequences)
        for at, part in self.shares:
            share[at] = part
        return Strategy(self.memory, self.tree, share)
