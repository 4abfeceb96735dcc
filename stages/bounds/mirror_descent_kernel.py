"""Passes over all states of a walk, and one step of magnetic mirror descent.

`place` is, for each state, the offset of its actions in the strategy of the player who moves there.
`first` has the offsets of all situations of a player; its last entry is the number of actions.
"""

from ...schemas.parts import shadow as cython

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from math import exp, log

    from ...schemas.parts.arrays import Doubles, Index, ReadDoubles, ReadInt8s, ReadInt32s


def spread(
    actor: ReadInt8s,
    begin: ReadInt32s,
    place: ReadInt32s,
    player: Index,
    strategy: ReadDoubles,
    probability: Doubles,
) -> None:
    """Fill in the probabilities of all moves of a player."""
    with cython.nogil:
        for state in range(actor.shape[0]):
            if actor[state] == player:
                shift: Index = place[state] - begin[state]
                for move in range(begin[state], begin[state + 1]):
                    probability[move] = strategy[shift + move]


def evaluate(
    actor: ReadInt8s,
    begin: ReadInt32s,
    target: ReadInt32s,
    gain: ReadDoubles,
    payoff: ReadDoubles,
    probability: ReadDoubles,
    place: ReadInt32s,
    player: Index,
    mass: ReadDoubles,
    value: Doubles,
    worth: Doubles,
    weight: Doubles,
) -> None:
    """Fill the expected payoff from each state on, and for each action of a player the sum of the
    payoffs behind it, weighted with `mass`; `weight` gets the sum of the weights, for the first
    action of each situation.
    """
    with cython.nogil:
        for action in range(worth.shape[0]):
            worth[action] = 0.0
            weight[action] = 0.0
        for state in range(actor.shape[0] - 1, -1, -1):
            expected: float = payoff[state]
            if actor[state] == player:
                shift: Index = place[state] - begin[state]
                weight[place[state]] += mass[state]
                for move in range(begin[state], begin[state + 1]):
                    behind: float = gain[move] + value[target[move]]
                    worth[shift + move] += mass[state] * behind
                    expected += probability[move] * behind
            else:
                for move in range(begin[state], begin[state + 1]):
                    expected += probability[move] * (gain[move] + value[target[move]])
            value[state] = expected


def descend(
    first: ReadInt32s,
    worth: ReadDoubles,
    weight: ReadDoubles,
    step: float,
    pull: float,
    least: float,
    logit: Doubles,
    strategy: Doubles,
) -> None:
    """Do one step of magnetic mirror descent with the uniform magnet in each situation that play
    reaches: `step` times the mean payoff is added to the logarithm of each probability, and all are
    divided by 1 + `pull`. Logarithms below `least` are raised to it. `step` is negative for a
    player who minimises.
    """
    with cython.nogil:
        for number in range(first.shape[0] - 1):
            begin: Index = first[number]
            end: Index = first[number + 1]
            if weight[begin] <= 0:
                continue
            most: float = least
            for action in range(begin, end):
                logit[action] = (logit[action] + step * worth[action] / weight[begin]) / (1 + pull)
                if action == begin or logit[action] > most:
                    most = logit[action]
            total: float = 0.0
            for action in range(begin, end):
                strategy[action] = exp(logit[action] - most)
                total += strategy[action]
            for action in range(begin, end):
                logit[action] = max(logit[action] - most - log(total), least)
                strategy[action] /= total
