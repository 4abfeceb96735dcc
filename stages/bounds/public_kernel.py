"""A walk over the tree of a public game, depth first: every move is seen by both players, who only
hold different types (such as hands of cards). What is said of a type holds for all types at once.

A node of the game is met once for every way that leads there. `strategy`, and all arrays like it,
has a block for each such meeting of a player that moves, in the order of the walk, with a row for
each of its types and a column for each action.
"""

import numpy as np

from ...schemas.parts import shadow as cython

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from ...schemas.parts.arrays import (
        Doubles,
        Index,
        ReadDoubles,
        ReadDoubles2,
        ReadDoubles3,
        ReadInt8s,
        ReadInt32s,
        ReadInt32s3,
        ReadInts2,
    )


class PublicWalk:
    """A public game, and room for one walk."""

    def __init__(
        self,
        actor: ReadInt8s,
        begin: ReadInt32s,
        target: ReadInt32s,
        table: ReadInt32s,
        classes: ReadInt32s3,
        payoffs: ReadDoubles3,
        chance: ReadDoubles2,
        types: tuple[int, int],
        sizes: ReadInts2,
        depth: Index,
    ) -> None:
        """See `public_game.PublicGame`; `sizes` has for each player and node the entries of its
        blocks from there on.
        """
        self.actor, self.begin, self.target, self.table = actor, begin, target, table
        self.classes, self.payoffs, self.chance, self.sizes = classes, payoffs, chance, sizes
        self.types_1, self.types_2 = types
        most, actions = max(types), int(np.diff(np.asarray(begin)).max(initial=0))
        self.own_at = self.other_at = 0
        self.node = np.zeros(depth + 2, np.int32)
        self.taken = np.zeros(depth + 2, np.int32)
        self.block = np.zeros(depth + 2, np.int64)
        self.own = np.zeros((depth + 2, most))
        self.other = np.zeros((depth + 2, most))
        self.worth = np.zeros((depth + 2, actions, most))
        self.sums = np.zeros(most)
        self.value = np.zeros(most)


def traverse(
    walk: PublicWalk,
    player: Index,
    weight: float,
    keep: float,
    low: Index,
    high: Index,
    regret: Doubles,
    strategy: Doubles,
    average: Doubles,
    others: ReadDoubles,
) -> None:
    """Walk over what follows some of the actions of the first node, from `low` to `high`, and fill
    in their `worth`; after the last one, with `low` and `high` beyond it, fill in the payoff of
    each type of the player, if each has the probability 1.

    On the way the player does one step of predictive regret matching+ against the strategy of the
    other one: `weight` is that of its strategy in the average, and `keep` the share of its regrets
    that it does not forget. With a weight of 0 the player responds best, and its arrays do not
    matter.
    """
    mine: Index = walk.types_1 if player == 1 else walk.types_2
    theirs: Index = walk.types_2 if player == 1 else walk.types_1
    best: Index = 1 if weight == 0 else 0
    with cython.nogil:
        for type_ in range(mine):
            walk.own[0, type_] = 1.0
        for type_ in range(theirs):
            walk.other[0, type_] = walk.chance[2 - player, type_]
        walk.own_at = 0
        walk.other_at = 0
        walk.node[0] = 0
        arrive(walk, player, 0)
        for before in range(low):
            walk.own_at += walk.sizes[player - 1, walk.target[before]]
            walk.other_at += walk.sizes[2 - player, walk.target[before]]
        walk.taken[0] = low
        depth: Index = 0
        while depth >= 0 and (depth > 0 or low == high or walk.taken[0] < high):
            at: Index = walk.node[depth]
            actions: Index = walk.begin[at + 1] - walk.begin[at]
            action: Index = walk.taken[depth]
            if action < actions:
                child: Index = walk.target[walk.begin[at] + action]
                live: Index = follow(walk, player, depth, action, actions, best, strategy, others)
                if walk.actor[child] == 0:
                    settle(walk, player, depth, action, child)
                    walk.taken[depth] += 1
                elif live:
                    depth += 1
                    walk.node[depth] = child
                    walk.taken[depth] = 0
                    arrive(walk, player, depth)
                else:
                    for type_ in range(mine):
                        walk.worth[depth, action, type_] = 0.0
                    walk.own_at += walk.sizes[player - 1, child]
                    walk.other_at += walk.sizes[2 - player, child]
                    walk.taken[depth] += 1
                continue
            fold(walk, player, depth, actions, best)
            if walk.actor[at] == player and not best:
                learn(walk, player, depth, actions, weight, keep, regret, strategy, average)
            depth -= 1
            if depth >= 0:
                for type_ in range(mine):
                    walk.worth[depth, walk.taken[depth], type_] = walk.value[type_]
                walk.taken[depth] += 1


def arrive(walk: PublicWalk, player: Index, depth: Index) -> Index:
    """Take the next block of the player that moves in a node."""
    at: Index = walk.node[depth]
    actions: Index = walk.begin[at + 1] - walk.begin[at]
    types: Index = walk.types_1 if walk.actor[at] == 1 else walk.types_2
    if walk.actor[at] == player:
        walk.block[depth] = walk.own_at
        walk.own_at += types * actions
    else:
        walk.block[depth] = walk.other_at
        walk.other_at += types * actions
    return 0


def follow(
    walk: PublicWalk,
    player: Index,
    depth: Index,
    action: Index,
    actions: Index,
    best: Index,
    strategy: ReadDoubles,
    others: ReadDoubles,
) -> Index:
    """Fill in the probabilities with which each player and chance lead to each type after an
    action; return whether any is left that matters.
    """
    mine: Index = walk.types_1 if player == 1 else walk.types_2
    theirs: Index = walk.types_2 if player == 1 else walk.types_1
    begin: Index = walk.block[depth] + action
    acts: Index = 1 if walk.actor[walk.node[depth]] == player else 0
    live: Index = 0
    for type_ in range(theirs):
        walk.other[depth + 1, type_] = walk.other[depth, type_]
        if not acts:
            walk.other[depth + 1, type_] *= others[begin + type_ * actions]
        if walk.other[depth + 1, type_] > 0:
            live = 1
    if best:
        return live
    for type_ in range(mine):
        walk.own[depth + 1, type_] = walk.own[depth, type_]
        if acts:
            walk.own[depth + 1, type_] *= strategy[begin + type_ * actions]
        if walk.own[depth + 1, type_] > 0:
            live = 1
    return live


def settle(walk: PublicWalk, player: Index, depth: Index, action: Index, child: Index) -> Index:
    """Fill in the payoffs of an action that ends the game. Types that are paid alike are summed
    first.
    """
    mine: Index = walk.types_1 if player == 1 else walk.types_2
    theirs: Index = walk.types_2 if player == 1 else walk.types_1
    table: Index = walk.table[child]
    for kind in range(walk.sums.shape[0]):
        walk.sums[kind] = 0.0
    for type_ in range(theirs):
        walk.sums[walk.classes[2 - player, table, type_]] += walk.other[depth + 1, type_]
    if player == 1:
        for kind in range(walk.payoffs.shape[1]):
            total: float = 0.0
            for against in range(walk.payoffs.shape[2]):
                total += walk.payoffs[table, kind, against] * walk.sums[against]
            walk.value[kind] = total
    else:
        for kind in range(walk.payoffs.shape[2]):
            total = 0.0
            for against in range(walk.payoffs.shape[1]):
                total -= walk.payoffs[table, against, kind] * walk.sums[against]
            walk.value[kind] = total
    for type_ in range(mine):
        walk.worth[depth, action, type_] = walk.value[walk.classes[player - 1, table, type_]]
    return 0


def fold(walk: PublicWalk, player: Index, depth: Index, actions: Index, best: Index) -> Index:
    """Fill in the payoff of each type in a node whose actions are known, unless the player learns
    there.
    """
    mine: Index = walk.types_1 if player == 1 else walk.types_2
    acts: Index = 1 if walk.actor[walk.node[depth]] == player else 0
    for type_ in range(mine):
        total: float = walk.worth[depth, 0, type_]
        for action in range(1, actions):
            if not acts:
                total += walk.worth[depth, action, type_]
            elif best and walk.worth[depth, action, type_] > total:
                total = walk.worth[depth, action, type_]
        walk.value[type_] = total
    return 0


def learn(
    walk: PublicWalk,
    player: Index,
    depth: Index,
    actions: Index,
    weight: float,
    keep: float,
    regret: Doubles,
    strategy: Doubles,
    average: Doubles,
) -> Index:
    """Match the regrets of each type in a node of the player, and fill in its payoffs."""
    mine: Index = walk.types_1 if player == 1 else walk.types_2
    for type_ in range(mine):
        begin: Index = walk.block[depth] + type_ * actions
        mean: float = 0.0
        reached: float = weight * walk.own[depth, type_]
        for action in range(actions):
            mean += strategy[begin + action] * walk.worth[depth, action, type_]
            average[begin + action] += reached * strategy[begin + action]
        total: float = 0.0
        for action in range(actions):
            gained: float = walk.worth[depth, action, type_] - mean
            regret[begin + action] = max(regret[begin + action] * keep + gained, 0.0)
            strategy[begin + action] = max(regret[begin + action] + gained, 0.0)
            total += strategy[begin + action]
        share: float = 1.0 / total if total > 0 else 0.0
        for action in range(actions):
            if total > 0:
                strategy[begin + action] *= share
            else:
                strategy[begin + action] = 1.0 / actions
        walk.value[type_] = mean
    return 0
