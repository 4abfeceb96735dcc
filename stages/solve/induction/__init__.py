"""Backward induction: solves a graph without a secret from its terminal states.

The value of a state is player 1's expected payoff from there on: at a joint state it is the value
of the matrix game whose entries are the reward plus the value of the next state; at a chance state
it is the mean; if one player moves, it is the best for this player (Shapley 1953 for one pass over
a graph without cycles).
"""

import time
from collections.abc import Callable

import numpy as np

from ....schemas.induction import Induction, StageSolution
from ....schemas.parts.problems import InputError, Problem
from ....schemas.parts.release import PROGRAM
from ....schemas.parts.states import Choice, Draw, Joint, Terminal
from ....schemas.parts.watch import Watch
from ....schemas.state_graph import StateGraph, topological
from ...isolated import isolated
from .. import KERNEL, SOLVERS, backend, seconds_since, solver_name
from ..program import read_program
from .matrix_game import Array, MatrixSolution, solve_matrix, stage_solution
from .matrix_program import solve_program, write_program


def solve_graph(
    graph: StateGraph, solver: str = KERNEL, watch: Watch = lambda done, total: None
) -> Induction:
    """Return the solved stage games of a checked, listed graph without a secret.

    `solver` is KERNEL or a text as in `stages.solve.solvers`. `watch` is called with the numbers of
    finished and of all states. Raises InputError if the graph has a secret and SolverError if a
    solver is missing or fails.
    """
    if graph.secret is not None:
        advice = "expand it to a game, lower that to a linear program and solve the program"
        reason = f"has a secret, so that it cannot be solved state by state; {advice}"
        raise InputError([Problem(reason, ("secret",))])
    if solver not in SOLVERS:  # KERNEL, or a program, which is a process of its own anyway.
        return _solved(graph, solver, watch)
    # Load the solver's module here; its library is called for all programs, one after the other.
    backend(solver)
    return isolated(solver, _solved, graph, solver, watch=watch)


def _solved(graph: StateGraph, solver: str, watch: Watch) -> Induction:
    """Return the solved stage games of a graph."""
    before = time.perf_counter()
    solve, version = _stage_solver(solver)
    values: dict[int, float] = {}
    stages: dict[int, StageSolution] = {}
    order = topological(graph).tolist()
    for done, number in enumerate(reversed(order)):
        if done % 256 == 0:
            watch(done, len(order))
        state = graph.states[number]
        match state:
            case Terminal(payoff):
                values[number] = float(payoff)
            case Draw(moves):
                values[number] = sum(float(p) * values[to] for _, p, to in moves)
            case Choice(player, moves):
                values[number] = (max if player == 1 else min)(values[to] for _, to in moves)
            case Joint(_, to, reward):
                matrix = np.array(
                    [
                        [float(paid) + values[at] for paid, at in zip(*rows, strict=True)]
                        for rows in zip(reward, to, strict=True)
                    ]
                )
                solution = solve(matrix)
                values[number] = solution.value
                stages[number] = stage_solution(graph.names[number], solution)
    return Induction(
        graph_sha256=graph.digest,
        solver=solver_name(solver),
        version=version,
        seconds=seconds_since(before),
        value=values[graph.start],
        games=len(stages),
        levels=(),
        stages=tuple(stages[number] for number in sorted(stages)),
    )


def _stage_solver(name: str) -> tuple[Callable[[Array], MatrixSolution], str]:
    if name == KERNEL:
        return solve_matrix, PROGRAM
    solve = backend(name)

    def asked(matrix: Array) -> MatrixSolution:
        return solve_program(matrix, solve)

    return asked, solve(read_program(write_program(np.ones((1, 1))))).version
