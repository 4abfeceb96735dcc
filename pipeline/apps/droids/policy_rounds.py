"""Policies of droid battle as arrays, one round at a time.

A policy of a round gives every state (pair of squares, tally) a distribution
over the five actions: shape (pairs of all squares, tallies, 5). The other arrays
are those of `stages.solve.induction.droid_battle.Indexing`.
"""

import numpy as np

from ....schemas.parts import shadow as cython

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from math import inf as INFINITY

    from ....schemas.parts.arrays import (
        Doubles,
        Doubles2,
        Doubles3,
        Index,
        Ints,
        ReadDoubles,
        ReadDoubles2,
        ReadDoubles3,
        ReadInt8s,
        ReadInt32s3,
        ReadInts,
        ReadInts4,
    )
    from ....stages.solve.induction.batch import Bench, solve_batch
    from ....stages.solve.induction.droid_battle.kernel import ACTIONS, choices, step
    from ....stages.solve.induction.lanes import LANES


def select_round(
    pairs: ReadInts,
    steps: ReadInt32s3,
    line: ReadInt8s,
    following: ReadInts4,
    counts: ReadInts,
    payoff: ReadDoubles,
    below: ReadDoubles2,
    beyond: ReadDoubles2,
    player: Index,
    weight: float,
    lift: float,
    policy: Doubles3,
    here: Doubles2,
) -> None:
    """Compute one player's policy: optimal in every stage game and, among optimal strategies, best
    against uniform play.

    `below` are the values of the next round, `beyond` the values there of this policy against
    uniform play; `here` receives those of this round. The preference is a small `weight` on the
    stage game: it costs at most twice the weight per round.
    """
    bench = Bench()
    A = bench.A
    own: Ints = np.empty(ACTIONS, np.int64)
    other: Ints = np.empty(ACTIONS, np.int64)
    hope: Doubles2 = np.zeros((ACTIONS, LANES))
    with cython.nogil:
        for number in range(pairs.shape[0]):
            pair = pairs[number]
            first: Index = counts[0]
            for kind in range(1, 4):
                m = choices(steps[pair], kind >> 1, 0, own)
                n = choices(steps[pair], kind & 1, 1, other)
                bench.size[:] = 0
                last: Index = first + counts[kind]
                for batch in range((last - first + LANES - 1) // LANES):
                    start = first + batch * LANES
                    lanes = min(LANES, last - start)
                    hope[:] = 0.0
                    for i in range(m):
                        for j in range(n):
                            to, shot1, shot2, change = step(steps, line, pair, own[i], other[j])
                            for lane in range(LANES):
                                later = following[start + lane, shot1, shot2, change + 1]
                                A[i, j, lane] = payoff[change + 1] + below[to, later]
                                if player == 1:
                                    hope[i, lane] += (payoff[change + 1] + beyond[to, later]) / n
                                else:
                                    hope[j, lane] += (payoff[change + 1] + beyond[to, later]) / m
                    for i in range(m):
                        for j in range(n):
                            for lane in range(LANES):
                                A[i, j, lane] += weight * hope[i if player == 1 else j, lane]
                    solve_batch(bench, m, n, lanes, lift, True)
                    for lane in range(lanes):
                        total: float = 0.0
                        for k in range(m if player == 1 else n):
                            p = bench.X[k, lane] if player == 1 else bench.Y[k, lane]
                            policy[pair, start + lane, own[k] if player == 1 else other[k]] = p
                            total += p * hope[k, lane]
                        here[pair, start + lane] = total
                first = last


def kind_of(counts: ReadInts, tally: Index) -> Index:
    """Return which players have shots left at a tally: 1 for player 2 only, 2 for player 1 only, 3
    for both.
    """
    kind = 1
    if tally >= counts[0] + counts[1]:
        kind += 1
    if tally >= counts[0] + counts[1] + counts[2]:
        kind += 1
    return kind


def respond_round(
    pairs: ReadInts,
    steps: ReadInt32s3,
    line: ReadInt8s,
    following: ReadInts4,
    counts: ReadInts,
    payoff: ReadDoubles,
    below: ReadDoubles2,
    opponent: ReadDoubles3,
    player: Index,
    policy: Doubles3,
    values: Doubles2,
) -> None:
    """Compute one player's best response to the opponent's policy of this round, and its value to
    player 1.
    """
    own: Ints = np.empty(ACTIONS, np.int64)
    other: Ints = np.empty(ACTIONS, np.int64)
    every = counts[0] + counts[1] + counts[2] + counts[3]
    with cython.nogil:
        for number in range(pairs.shape[0]):
            pair = pairs[number]
            for tally in range(counts[0], every):
                kind = kind_of(counts, tally)
                m = choices(steps[pair], kind >> 1, 0, own)
                n = choices(steps[pair], kind & 1, 1, other)
                best: float = -INFINITY
                chosen: Index = 0
                for k in range(m if player == 1 else n):
                    total: float = 0.0
                    for o in range(n if player == 1 else m):
                        i = own[k] if player == 1 else own[o]
                        j = other[o] if player == 1 else other[k]
                        p = opponent[pair, tally, j if player == 1 else i]
                        if p > 0.0:
                            to, shot1, shot2, change = step(steps, line, pair, i, j)
                            total += p * (
                                payoff[change + 1]
                                + below[to, following[tally, shot1, shot2, change + 1]]
                            )
                    total = total if player == 1 else -total
                    if total > best:
                        best, chosen = total, own[k] if player == 1 else other[k]
                policy[pair, tally, chosen] = 1.0
                values[pair, tally] = best if player == 1 else -best


def expect_round(
    pairs: ReadInts,
    steps: ReadInt32s3,
    line: ReadInt8s,
    following: ReadInts4,
    counts: ReadInts,
    payoff: ReadDoubles,
    below: ReadDoubles2,
    first: ReadDoubles3,
    second: ReadDoubles3,
    values: Doubles2,
) -> None:
    """Compute the expected values to player 1 of the two policies from every state of this
    round.
    """
    every = counts[0] + counts[1] + counts[2] + counts[3]
    with cython.nogil:
        for number in range(pairs.shape[0]):
            pair = pairs[number]
            for tally in range(counts[0], every):
                total: float = 0.0
                for i in range(ACTIONS):
                    for j in range(ACTIONS):
                        p = first[pair, tally, i] * second[pair, tally, j]
                        if p > 0.0:
                            to, shot1, shot2, change = step(steps, line, pair, i, j)
                            total += p * (
                                payoff[change + 1]
                                + below[to, following[tally, shot1, shot2, change + 1]]
                            )
                values[pair, tally] = total


def advance_round(
    pairs: ReadInts,
    steps: ReadInt32s3,
    line: ReadInt8s,
    following: ReadInts4,
    counts: ReadInts,
    chances: ReadDoubles2,
    first: ReadDoubles3,
    second: ReadDoubles3,
    later: Doubles2,
) -> None:
    """Add to `later` the probabilities of the next round's states, given those of this round's."""
    every = counts[0] + counts[1] + counts[2] + counts[3]
    with cython.nogil:
        for number in range(pairs.shape[0]):
            pair = pairs[number]
            for tally in range(counts[0], every):
                here = chances[pair, tally]
                if here > 0.0:
                    for i in range(ACTIONS):
                        for j in range(ACTIONS):
                            p = here * first[pair, tally, i] * second[pair, tally, j]
                            if p > 0.0:
                                to, shot1, shot2, change = step(steps, line, pair, i, j)
                                later[to, following[tally, shot1, shot2, change + 1]] += p


def search_round(
    pairs: ReadInts,
    steps: ReadInt32s3,
    line: ReadInt8s,
    following: ReadInts4,
    counts: ReadInts,
    payoff: ReadDoubles,
    below: ReadDoubles2,
    player: Index,
    view: Index,
    tie: float,
    policy: Doubles3,
    values: Doubles2,
) -> None:
    """Compute one player's choice by minimax, one ply above the values `below`, and the values to
    player 1.

    `view` 0 is pessimistic: the opponent replies to this player's action. 1 is optimistic: this
    player replies to the opponent's. 2 is the mean of an action's pessimistic value and its average
    over all replies. Actions whose values are equal within `tie` are equally likely.
    """
    own: Ints = np.empty(ACTIONS, np.int64)
    other: Ints = np.empty(ACTIONS, np.int64)
    B: Doubles2 = np.empty((ACTIONS, ACTIONS))  # By the opponent's action, then by the own action.
    action_values: Doubles = np.empty(ACTIONS)
    replies: Doubles = np.empty(ACTIONS)
    every = counts[0] + counts[1] + counts[2] + counts[3]
    with cython.nogil:
        for number in range(pairs.shape[0]):
            pair = pairs[number]
            for tally in range(counts[0], every):
                kind = kind_of(counts, tally)
                m = choices(steps[pair], kind >> (2 - player) & 1, player - 1, own)
                n = choices(steps[pair], kind >> (player - 1) & 1, 2 - player, other)
                for i in range(m):
                    for j in range(n):
                        a = own[i] if player == 1 else other[j]
                        b = other[j] if player == 1 else own[i]
                        to, shot1, shot2, change = step(steps, line, pair, a, b)
                        value = (
                            payoff[change + 1]
                            + below[to, following[tally, shot1, shot2, change + 1]]
                        )
                        B[j, i] = value if player == 1 else -value
                best: float = INFINITY if view == 1 else -INFINITY
                if view == 1:
                    for j in range(n):
                        replies[j] = largest(B[j], m)
                        best = min(best, replies[j])
                    answered = 0
                    for j in range(n):
                        if replies[j] <= best + tie:
                            answered += 1
                    for j in range(n):
                        if replies[j] <= best + tie:
                            share(B[j], m, own, tie, 1.0 / answered, policy[pair, tally])
                else:
                    for i in range(m):
                        action_values[i] = worth(B, i, n, view)
                    best = largest(action_values, m)
                    share(action_values, m, own, tie, 1.0, policy[pair, tally])
                values[pair, tally] = best if player == 1 else -best


def worth(B: Doubles2, i: Index, n: Index, view: Index) -> float:
    """Return the pessimistic value of an action, or for view 2 the mean of it and the average over
    all replies.
    """
    least: float = INFINITY
    total: float = 0.0
    for j in range(n):
        least = min(least, B[j, i])
        total += B[j, i]
    return least if view == 0 else 0.5 * (least + total / n)


def largest(numbers: Doubles, count: Index) -> float:
    """Return the largest of the first `count` numbers."""
    found: float = -INFINITY
    for i in range(count):
        found = max(found, numbers[i])
    return found


def share(
    action_values: Doubles, m: Index, own: Ints, tie: float, weight: float, chosen: Doubles
) -> None:
    """Distribute a weight equally over the best actions."""
    best = largest(action_values, m)
    equal = 0
    for i in range(m):
        if action_values[i] >= best - tie:
            equal += 1
    for i in range(m):
        if action_values[i] >= best - tie:
            chosen[own[i]] += weight / equal
