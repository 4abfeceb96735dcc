"""Solved matrix games as records of a solution."""

from schemas.induction import Answer, StageSolution
from stages.solve.induction.matrix_game import Array, MatrixSolution


def stage_solution(state: str, found: MatrixSolution) -> StageSolution:
    """Return the solution of the stage game of a state."""
    x, y = found.strategies
    return StageSolution(
        state=state,
        value=found.value,
        gap=found.gap,
        strategies=(tuple(x.tolist()), tuple(y.tolist())),
    )


def answered(
    state: str,
    moves: tuple[tuple[str, ...], tuple[str, ...]],
    matrix: Array,
    found: MatrixSolution,
) -> Answer:
    """Return the optimal play of a stage game."""
    return Answer(moves, tuple(map(tuple, matrix.tolist())), stage_solution(state, found))
