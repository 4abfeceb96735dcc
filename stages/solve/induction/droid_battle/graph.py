"""Droid battle as a graph whose states are generated: solved as a whole, and looked into at one
position.
"""

import time
from collections.abc import Callable
from typing import NamedTuple

from schemas.induction import SOLVED, Induction, Known, LevelProof, StageSolution
from schemas.rules.droid_battle import DroidBattle, Standing, is_over, opening, write_standing
from schemas.state_graph import StateGraph
from stages.solve import KERNEL, efgc_version, seconds_since
from stages.solve.induction.droid_battle import rounds, stage_matrix
from stages.solve.induction.matrix_game import Array, MatrixSolution, solve_matrix

Watch = Callable[[int, int], None]


class StandingAnswer(NamedTuple):
    """How to play a point of play."""

    point: Standing
    moves: tuple[tuple[str, ...], tuple[str, ...]]
    matrix: Array
    solution: MatrixSolution


def solve_battle(graph: StateGraph, watch: Watch = lambda done, total: None) -> Induction:
    """Return a graph of droid battle solved, with a proof per round."""
    return solve_whole(graph, watch)[0]


def solve_whole(
    graph: StateGraph, watch: Watch = lambda done, total: None
) -> tuple[Induction, Known]:
    """Return a graph of droid battle solved, and what is known of it apart from the solution."""
    rule = graph.rule
    assert isinstance(rule, DroidBattle)
    before = time.perf_counter()
    levels: list[LevelProof] = []
    below = values = None
    for found, proof in rounds(rule, watch):
        below, values = values, found
        levels.append(proof)
    first = [] if is_over(opening(rule)) else [_answer(rule, below, opening(rule))]
    stages = tuple(
        StageSolution(
            write_standing(one.point, rule.objective),
            one.solution.value,
            one.solution.gap,
            (
                tuple(one.solution.strategies[0].tolist()),
                tuple(one.solution.strategies[1].tolist()),
            ),
        )
        for one in first
    )
    value = first[0].solution.value if first else 0.0
    solved = Induction(
        graph.digest,
        KERNEL,
        efgc_version(),
        seconds_since(before),
        value,
        sum(level.games for level in levels),
        tuple(levels),
        stages,
    )
    matrices = {
        stage.state: tuple(map(tuple, one.matrix.tolist()))
        for stage, one in zip(stages, first, strict=True)
    }
    return solved, Known(SOLVED, solved.levels, value, matrices)


def answer_standing(rule: DroidBattle, point: Standing) -> StandingAnswer:
    """Return how to play a point at which a decision is left; the rounds behind it are solved for
    that.
    """
    below = None
    for values, proof in rounds(rule._replace(rounds=max(1, point.rounds - 1))):
        if proof.left == point.rounds - 1:
            below = values
    return _answer(rule, below, point)


def _answer(rule: DroidBattle, below: Array | None, point: Standing) -> StandingAnswer:
    assert below is not None
    matrix, moves = stage_matrix(rule, below, point)
    return StandingAnswer(point, moves, matrix, solve_matrix(matrix))
