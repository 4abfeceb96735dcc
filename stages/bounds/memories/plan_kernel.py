"""What a best response does, as far as it is new: noted while the walk of `answers_kernel` folds
its frames, one for each memory.
"""

import numpy as np

from ....schemas.parts import shadow as cython

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from ....schemas.parts.arrays import Index, Int32s, Ints, ReadInt32s
    from .tree_kernel import (
        Tree,
        allow,
        enter_node,
        find_node,
        find_sequence,
    )


class Plan:
    """What a best response does that a tree of memories does not allow, in post-order: an entry for
    each memory, with the number of entries behind it.

    Of actions whose values differ by at most `fine`, one that the tree allows is taken, else the
    first action of the memory.
    """

    def __init__(self, tree: Tree | None, fine: float) -> None:
        self.kept = tree is not None
        self.tree: Tree = Tree() if tree is None else tree
        self.fine = fine
        room: Index = 256 if self.kept else 1
        self.node: Int32s = np.zeros(room, np.int32)
        """Of each frame: its node in the tree, or -1."""
        self.arrival: Int32s = np.zeros(room, np.int32)
        """The letter that leads to it."""
        self.first: Int32s = np.zeros(room, np.int32)
        self.choice: Int32s = np.zeros(room, np.int32)
        self.rank: Int32s = np.zeros(room, np.int32)
        self.begin: Ints = np.zeros(room, np.int64)
        """Where the entries behind it begin."""
        self.middle: Ints = np.zeros(room, np.int64)
        """Where those of the action that is summed begin."""
        self.letter: Int32s = np.zeros(room, np.int32)
        """Of each entry."""
        self.action: Int32s = np.zeros(room, np.int32)
        """Of each entry: what is done there, or -1."""
        self.behind: Int32s = np.zeros(room, np.int32)
        """The number of entries behind it."""
        self.size = 0
        self.arrival[0] = -1


def arrive(plan: Plan, above: Index, frame: Index, letter: Index) -> Index:
    """Note for a new frame with which letter it follows another one."""
    if frame == plan.node.shape[0]:
        with cython.gil:
            size: Index = 2 * frame
            plan.node = np.resize(plan.node, size)
            plan.arrival = np.resize(plan.arrival, size)
            plan.first = np.resize(plan.first, size)
            plan.choice = np.resize(plan.choice, size)
            plan.rank = np.resize(plan.rank, size)
            plan.begin = np.resize(plan.begin, size)
            plan.middle = np.resize(plan.middle, size)
    node: Index = plan.node[above]
    plan.node[frame] = find_node(plan.tree, node, letter) if node >= 0 else -1
    plan.arrival[frame] = letter
    return 0


def choose(
    plan: Plan, frame: Index, action: Index, end: Index, ahead: float, others: bool
) -> Index:
    """Choose between the action whose entries begin in the middle, and the best one before it, if
    there are others; drop the entries of the other one.
    """
    node: Index = plan.node[frame]
    rank: Index = 1 if action == plan.first[frame] else 0
    if node >= 0 and find_sequence(plan.tree, node, action) >= 0:
        rank = 2
    better: Index = 0
    if not others or ahead > plan.fine or ahead >= -plan.fine and rank > plan.rank[frame]:
        better = 1
    begin: Index = plan.begin[frame]
    middle: Index = plan.middle[frame]
    if better > 0:
        plan.choice[frame], plan.rank[frame] = action, rank
        plan.middle[frame] = begin + end - middle
        drop(plan, begin, middle)
    else:
        drop(plan, middle, end)
    return 0


def drop(plan: Plan, begin: Index, end: Index) -> Index:
    """Remove some entries."""
    if begin < end:
        for at in range(end, plan.size):
            to: Index = at - end + begin
            plan.letter[to] = plan.letter[at]
            plan.action[to] = plan.action[at]
            plan.behind[to] = plan.behind[at]
        plan.size -= end - begin
    return 0


def note(plan: Plan, frame: Index, acts: bool) -> Index:
    """Add an entry for a memory if anything is new in it or behind it."""
    behind: Index = plan.size - plan.begin[frame]
    node: Index = plan.node[frame]
    known: Index = 2  # The least rank of what the tree allows.
    if node < 0 or plan.tree.choices[node] == 0:
        known = 1
    if behind == 0 and not (acts and plan.rank[frame] < known):
        return 0
    if plan.size == plan.letter.shape[0]:
        with cython.gil:
            size: Index = 2 * plan.size
            plan.letter = np.resize(plan.letter, size)
            plan.action = np.resize(plan.action, size)
            plan.behind = np.resize(plan.behind, size)
    at: Index = plan.size
    plan.letter[at], plan.behind[at] = plan.arrival[frame], behind
    plan.action[at] = plan.choice[frame] if acts else -1
    plan.size = at + 1
    return 0


def allow_plan(plan: Plan, own: ReadInt32s) -> int:
    """Add the entries of a plan to its tree; return their number. `own` is the own action of each
    letter, or -1.
    """
    node, low = np.zeros(plan.size, np.int32), np.zeros(plan.size, np.int64)
    if plan.size > 0:
        grow(plan, own, node, low)
    return plan.size


def grow(plan: Plan, own: ReadInt32s, node: Int32s, low: Ints) -> Index:
    """Add the entries to the tree, the last one first: it is the empty memory. `node` and `low` are
    a stack: the nodes of the memories that lead to an entry, and the first entries behind them.
    """
    with cython.nogil:
        top: Index = -1
        for at in range(plan.size - 1, -1, -1):
            while top >= 0 and at < low[top]:
                top -= 1
            found: Index = 0
            if top >= 0:
                letter: Index = plan.letter[at]
                found = enter_node(plan.tree, node[top], letter, own[letter])
            if plan.action[at] >= 0:
                allow(plan.tree, found, plan.action[at])
            top += 1
            node[top], low[top] = found, at - plan.behind[at]
    return 0
