"""Droid battle as a graph with generated states: solved as a whole, or for a single position."""

import time
from collections.abc import Callable

from .....schemas.induction import Answer, Ground, Induction, Known, LayerProof
from .....schemas.parts.release import PROGRAM
from .....schemas.parts.watch import Watch
from .....schemas.rules.droid_battle import (
    DroidBattle,
    Position,
    is_over,
    opening,
    read_position,
    refuse_position,
    write_position,
)
from ... import KERNEL, seconds_since
from ..matrix_game import Array, solve_matrix, stage_answer
from . import rounds, stage_matrix


def solve_whole(
    rule: DroidBattle, digest: str, watch: Watch = lambda done, total: None
) -> tuple[Induction, Known]:
    """Return the solution of a battle, with a proof per round, and the facts known apart from the
    solution. `digest` is its graph's.
    """
    before = time.perf_counter()
    levels: list[LayerProof] = []
    below = None
    for values, proof in rounds(rule, watch):
        if proof.left == rule.rounds - 1:
            below = values
        levels.append(proof)
        del values  # Otherwise three rounds would be in memory.
    start = opening(rule)
    first = [] if is_over(start) or below is None else [_answer_at(rule, below, start)]
    value = first[0].stage.value if first else 0.0
    solved = Induction(
        graph_sha256=digest,
        solver=KERNEL,
        version=PROGRAM,
        seconds=seconds_since(before),
        value=value,
        games=sum(level.games for level in levels),
        levels=tuple(levels),
        stages=tuple(one.stage for one in first),
    )
    matrices = {one.stage.state: one.matrix for one in first}
    return solved, Known(ground=Ground.SOLVED, levels=solved.levels, value=value, first=matrices)


def refuse(rule: DroidBattle, text: str) -> None:
    """Raise InputError if play cannot reach a position, or nothing is left to decide there."""
    refuse_position(rule, read_position(text))


def answer(rule: DroidBattle, text: str) -> Answer:
    """Return the optimal play at a position, for which the later rounds are solved. Raises
    InputError if play cannot reach it.
    """
    point = read_position(text)
    refuse_position(rule, point)
    behind = point.rounds - 1
    *_, below = (
        values
        for values, proof in rounds(rule._replace(rounds=max(1, behind)))
        if proof.left == behind
    )
    return _answer_at(rule, below, point)


def answers(rule: DroidBattle) -> Callable[[str], Answer]:
    """Return a function that answers positions of this battle; it keeps all values."""
    kept = [values for values, _ in rounds(rule)]

    def answer(text: str) -> Answer:
        point = read_position(text)
        refuse_position(rule, point)
        return _answer_at(rule, kept[point.rounds - 1], point)

    return answer


def _answer_at(rule: DroidBattle, below: Array, point: Position) -> Answer:
    matrix, moves = stage_matrix(rule, below, point)
    return stage_answer(write_position(point, rule.objective), moves, matrix, solve_matrix(matrix))
