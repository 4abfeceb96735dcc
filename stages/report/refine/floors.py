"""Floors: the least weight of every sequence in the perturbed game, as a power of ε.

Miltersen and Sørensen, "Computing a quasi-perfect equilibrium of a two-player game", Economic
Theory 42, 2010 (first in "Computing sequential equilibria for two-player games", SODA 2006): a
sequence of k own moves is played with a weight of at least ε^k. What their proof asks for is that
the floor of a move is of a smaller order than the least weight of the information set. So a move
without alternative needs no order of its own, and where several sequences lead to an information
set, their least order counts.
"""

from typing import NamedTuple

from flint import fmpq

from stages.forms.sequence_form import Sequences
from stages.report.refine.powers import Powers


class Floors(NamedTuple):
    """Of the sequences of a player that are there, in their order."""

    weights: Powers
    """The least realization weight. The floor of a sequence without alternative is the sum of the
    floors of those that lead to it, and that of the empty one is 0: it has the weight 1 anyhow.
    """
    most: int
    """The largest number of actions at an information set."""


def floors(sequences: Sequences) -> Floors:
    """Return the floors of a player's sequences.

    >>> found = floors(Sequences(moves=(0, 1, 2, 3), infosets=(0, 1), numbers=(1, 2),
    ...     parents=((0,), (1,)), actions=((1, 2), (3,)), represented_by={}))
    >>> print(*found.weights)
    [0, 0, 0, 0] [0, 1, 1, 1]
    """
    order = {0: 0}
    amounts: dict[int, dict[int, int]] = {0: {}}
    most = 1
    for parents, actions in zip(sequences.parents, sequences.actions, strict=True):
        least = min(order[parent] for parent in parents)
        most = max(most, len(actions))
        if len(actions) > 1:
            for action in actions:
                order[action], amounts[action] = least + 1, {least + 1: 1}
            continue
        total: dict[int, int] = {}
        for parent in parents:
            for power, amount in amounts[parent].items():
                total[power] = total.get(power, 0) + amount
        order[actions[0]], amounts[actions[0]] = least, total
    degree = max(power for amount in amounts.values() for power in (0, *amount))
    weights = [[fmpq(0)] * len(sequences.present) for _ in range(degree + 1)]
    for at, sequence in enumerate(sequences.present):
        for power, amount in amounts[sequence].items():
            weights[power][at] = fmpq(amount)
    return Floors(weights, most)
