"""Droid battle round by round, from the last one backwards: all stage games of a round are solved
from the values of the next.

A state is a pair of squares and a tally: the shots of both and the score. If the
winner can no longer change, the state is decided and has no number.
"""

from collections.abc import Iterator

import numpy as np

from .....schemas.induction import LayerProof
from .....schemas.parts.squares import Square
from .....schemas.parts.watch import Watch
from .....schemas.rules.droid_battle import (
    ACTIONS,
    SHOOT,
    DroidBattle,
    Position,
    neighbours,
    refuse_beyond,
    size,
    winner,
)
from .....schemas.rules.objective import Objective
from ....isolated.memory import free_memory
from ..matrix_game import Array
from .indexing import Indexing, Tally, follow, index, located, tally_of
from .kernel import solve_round

__all__ = (
    "Indexing",
    "index",
    "located",
    "more_games",
    "refuse_beyond_memory",
    "rounds",
    "stage_matrix",
    "value",
)

_ROUNDING = 2.0**-53
_AT_ONCE = 500_000  # Stage games between two progress reports: a quarter of a second.


def more_games(rule: DroidBattle, limit: int) -> bool:
    """Return whether all rounds together have more than `limit` stage games."""
    return size(rule).games > limit


def refuse_beyond_memory(rule: DroidBattle) -> None:
    """Raise LimitError, before anything is allocated, if solving a battle needs more memory than is
    free.
    """
    refuse_beyond(rule, size(rule).solving, free_memory(), "solving the battle")


def rounds(
    rule: DroidBattle, watch: Watch = lambda done, total: None
) -> Iterator[tuple[Array, LayerProof]]:
    """Yield the values of all states with 0, 1, ... rounds to play, and their proof. Raises
    LimitError if they need more memory than is free.

    The value of a matrix game changes by no more than its entries do: the errors of the rounds add
    up, half of the largest gap each. Rounding: an entry is rounded once, each of the two bounds is
    a product of up to 5 terms with weights that sum to 1 within as many roundings, and their mean
    is one more; 20 units of the largest entry exceed the total (Higham, "Accuracy and Stability",
    2002, chapter 3).

    Values have the shape (pairs of all squares, width); those of a pair of one square with itself
    are meaningless. `watch` counts stage games.
    """
    refuse_beyond_memory(rule)
    known, values = index(rule), _terminal_values(rule)
    states = len(known.pairs) * len(known.tallies)
    most = 1.0 if rule.objective == Objective.WIN else float(sum(rule.shots))
    proof = LayerProof(left=0, states=states, games=0, largest_gap=0.0, bound=0.0)
    yield values, proof
    for done in range(rule.rounds):
        below, values = values, values.copy()
        gap, games = _solve(rule, known, below, values, done, watch)
        del below  # Otherwise three rounds would be in memory.
        proof = LayerProof(
            left=done + 1,
            states=states,
            games=games,
            largest_gap=gap,
            bound=proof.bound + gap / 2 + 20 * _ROUNDING * most,
        )
        yield values, proof


def _solve(
    rule: DroidBattle, known: Indexing, below: Array, values: Array, done: int, watch: Watch
) -> tuple[float, int]:
    """Write the values of a round from those of the next; return the largest gap and the number of
    stage games. `done` stage games were solved before.
    """
    lift = 2.0 + (rule.objective == Objective.POINTS) * sum(rule.shots)
    each, total = size(rule).games // rule.rounds, size(rule).games
    step = max(1, _AT_ONCE * len(known.pairs) // max(1, each))
    worst, games = 0.0, 0
    for start in range(0, len(known.pairs), step):
        watch(done * each + games, total)
        gap, more = solve_round(
            known.pairs[start : start + step],
            known.steps,
            known.line,
            known.following,
            known.counts,
            known.payoff,
            below,
            lift,
            values,
        )
        worst, games = max(worst, float(gap)), games + int(more)
    return worst, games


def stage_matrix(
    rule: DroidBattle, below: Array, point: Position
) -> tuple[Array, tuple[tuple[str, ...], tuple[str, ...]]]:
    """Return player 1's expected payoff from a point on, by both actions, and the actions; `below`
    holds the values with one round less.
    """
    known = index(rule)
    pair, _ = located(rule, point)
    tally = tally_of(rule, point)
    choices = [
        [at for at, name in enumerate(ACTIONS) if _possible(rule, square, shots, name)]
        for square, shots in zip(point.squares, point.shots, strict=True)
    ]
    matrix = np.empty((len(choices[0]), len(choices[1])))
    for i, own in enumerate(choices[0]):
        for j, other in enumerate(choices[1]):
            to = known.steps[pair, own, other]
            shot = (own == ACTIONS.index(SHOOT), other == ACTIONS.index(SHOOT))
            change = (shot[0] - shot[1]) * int(known.line[to])
            at = follow(rule, known.number, tally, (int(shot[0]), int(shot[1])), change)
            matrix[i, j] = known.payoff[change + 1] + below[to, at]
    names = [tuple(ACTIONS[at] for at in chosen) for chosen in choices]
    return matrix, (names[0], names[1])


def value(rule: DroidBattle, values: Array, point: Position) -> float:
    """Return the value of a point from the values for its number of rounds."""
    return float(values[located(rule, point)])


def _possible(rule: DroidBattle, square: Square, shots: int, name: str) -> bool:
    return shots > 0 if name == SHOOT else name in neighbours(rule, square)


def _terminal_values(rule: DroidBattle) -> Array:
    """Return the values of all states without a round to play."""
    known = index(rule)
    values = np.zeros((len(known.squares) ** 2, known.width))
    for at, tally in enumerate(known.tallies):
        values[:, at] = _end(rule, tally)
    values[:, -3:] = (-1.0, 0.0, 1.0)
    return values


def _end(rule: DroidBattle, tally: Tally) -> float:
    return float(winner(tally.score)) if rule.objective == Objective.WIN else 0.0
