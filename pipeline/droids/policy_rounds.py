"""Policies of droid battle as arrays, one round at a time, in compiled code.

A policy of a round gives every state (pair of squares, tally) a distribution
over the five actions: shape (pairs of all squares, tallies, 5). The other arrays
are those of `stages.solve.induction.droid_battle.Indexing`.
"""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

import numpy as np

from schemas.parts.compiled import compiled
from stages.solve.induction.batch import solve_batch
from stages.solve.induction.bench import new_bench
from stages.solve.induction.droid_battle.kernel import choices, step
from stages.solve.induction.lanes import LANES

_ACTIONS = 5


@compiled
def select_round(
    pairs,
    steps,
    line,
    following,
    counts,
    payoff,
    below,
    beyond,
    player,
    weight,
    lift,
    policy,
    here,
):
    """Write one player's policy: optimal in every stage game and, among optimal strategies, best
    against uniform play.

    `below` are the values of the next round, `beyond` what this policy is worth there against
    uniform play; `here` gets that of this round. The preference is a small `weight` on the stage
    game: it costs no more than twice the weight per round.
    """
    bench = new_bench()
    A = bench.A
    own, other = np.empty(_ACTIONS, np.int64), np.empty(_ACTIONS, np.int64)
    hope = np.zeros((_ACTIONS, LANES))
    for pair in pairs:
        first = counts[0]
        for kind in range(1, 4):
            m, n = choices(steps[pair], kind >> 1, 0, own), choices(steps[pair], kind & 1, 1, other)
            bench.size[:] = 0
            last = first + counts[kind]
            for start in range(first, last, LANES):
                lanes = min(LANES, last - start)
                hope[:] = 0.0
                for i in range(m):
                    for j in range(n):
                        to, one, two, change = step(steps, line, pair, own[i], other[j])
                        for lane in range(LANES):
                            at = following[start + lane, one, two, change + 1]
                            A[i, j, lane] = payoff[change + 1] + below[to, at]
                            if player == 1:
                                hope[i, lane] += (payoff[change + 1] + beyond[to, at]) / n
                            else:
                                hope[j, lane] += (payoff[change + 1] + beyond[to, at]) / m
                for i in range(m):
                    for j in range(n):
                        for lane in range(LANES):
                            A[i, j, lane] += weight * hope[i if player == 1 else j, lane]
                solve_batch(bench, m, n, lanes, lift, True)
                for lane in range(lanes):
                    total = 0.0
                    for k in range(m if player == 1 else n):
                        p = bench.X[k, lane] if player == 1 else bench.Y[k, lane]
                        policy[pair, start + lane, own[k] if player == 1 else other[k]] = p
                        total += p * hope[k, lane]
                    here[pair, start + lane] = total
            first = last


@compiled
def respond_round(
    pairs, steps, line, following, counts, payoff, below, opponent, player, policy, values
):
    """Write one player's best response to the other's policy of this round, and what it is worth to
    player 1.
    """
    own, other = np.empty(_ACTIONS, np.int64), np.empty(_ACTIONS, np.int64)
    for pair in pairs:
        for tally in range(counts[0], counts.sum()):
            kind = (
                1 + (tally >= counts[0] + counts[1]) + (tally >= counts[0] + counts[1] + counts[2])
            )
            m, n = choices(steps[pair], kind >> 1, 0, own), choices(steps[pair], kind & 1, 1, other)
            best, chosen = -np.inf, 0
            for k in range(m if player == 1 else n):
                total = 0.0
                for o in range(n if player == 1 else m):
                    i, j = (own[k], other[o]) if player == 1 else (own[o], other[k])
                    p = opponent[pair, tally, j if player == 1 else i]
                    if p > 0.0:
                        to, one, two, change = step(steps, line, pair, i, j)
                        total += p * (
                            payoff[change + 1] + below[to, following[tally, one, two, change + 1]]
                        )
                total = total if player == 1 else -total
                if total > best:
                    best, chosen = total, own[k] if player == 1 else other[k]
            policy[pair, tally, chosen] = 1.0
            values[pair, tally] = best if player == 1 else -best


@compiled
def expect_round(pairs, steps, line, following, counts, payoff, below, first, second, values):
    """Write what the two policies are worth to player 1 from every state of this round."""
    for pair in pairs:
        for tally in range(counts[0], counts.sum()):
            total = 0.0
            for i in range(_ACTIONS):
                for j in range(_ACTIONS):
                    p = first[pair, tally, i] * second[pair, tally, j]
                    if p > 0.0:
                        to, one, two, change = step(steps, line, pair, i, j)
                        total += p * (
                            payoff[change + 1] + below[to, following[tally, one, two, change + 1]]
                        )
            values[pair, tally] = total


@compiled
def advance_round(pairs, steps, line, following, counts, chances, first, second, later):
    """Add to `later` how likely each state of the next round is, from how likely those of this
    round are.
    """
    for pair in pairs:
        for tally in range(counts[0], counts.sum()):
            here = chances[pair, tally]
            if here > 0.0:
                for i in range(_ACTIONS):
                    for j in range(_ACTIONS):
                        p = here * first[pair, tally, i] * second[pair, tally, j]
                        if p > 0.0:
                            to, one, two, change = step(steps, line, pair, i, j)
                            later[to, following[tally, one, two, change + 1]] += p


@compiled
def search_round(
    pairs, steps, line, following, counts, payoff, below, player, view, tie, policy, values
):
    """Write one player's choice by minimax, one ply over the values `below`, and the values to
    player 1.

    `view` 0 is pessimistic: the other answers what this player does. 1 is optimistic: this player
    answers what the other does. 2 is the mean of the pessimistic worth of an action and of its mean
    over all answers. Actions that are worth the same within `tie` are equally likely.
    """
    own, other = np.empty(_ACTIONS, np.int64), np.empty(_ACTIONS, np.int64)
    B, action_values = np.empty((_ACTIONS, _ACTIONS)), np.empty(_ACTIONS)
    for pair in pairs:
        for tally in range(counts[0], counts.sum()):
            kind = (
                1 + (tally >= counts[0] + counts[1]) + (tally >= counts[0] + counts[1] + counts[2])
            )
            armed = (kind >> 1, kind & 1)
            m = choices(steps[pair], armed[player - 1], player - 1, own)
            n = choices(steps[pair], armed[2 - player], 2 - player, other)
            for i in range(m):
                for j in range(n):
                    a, b = (own[i], other[j]) if player == 1 else (other[j], own[i])
                    to, one, two, change = step(steps, line, pair, a, b)
                    value = payoff[change + 1] + below[to, following[tally, one, two, change + 1]]
                    B[i, j] = value if player == 1 else -value
            if view == 1:
                for j in range(n):
                    action_values[j] = -B[:m, j].max()
                best = -action_values[:n].max()
                answered = (action_values[:n] >= -best - tie).sum()
                for j in range(n):
                    if action_values[j] >= -best - tie:
                        _share(B[:m, j], own, tie, 1.0 / answered, policy[pair, tally])
            else:
                for i in range(m):
                    action_values[i] = B[i, :n].min()
                    if view == 2:
                        action_values[i] = 0.5 * (action_values[i] + B[i, :n].mean())
                best = action_values[:m].max()
                _share(action_values[:m], own, tie, 1.0, policy[pair, tally])
            values[pair, tally] = best if player == 1 else -best


@compiled
def _share(action_values, own, tie, weight, chosen):
    """Add a weight to what is best, in equal parts."""
    best = action_values.max()
    equal = (action_values >= best - tie).sum()
    for i in range(len(action_values)):
        if action_values[i] >= best - tie:
            chosen[own[i]] += weight / equal
