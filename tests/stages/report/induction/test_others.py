"""Moves of other optimal strategies, held against all extreme optimal strategies in rationals
(Shapley and Snow, 1950).
"""

import random
from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest

from efgc.schemas.parts.states import Joint, Terminal
from efgc.schemas.state_graph import StateGraph
from efgc.stages.report.induction import report_induction
from efgc.stages.report.induction.exact import is_played
from efgc.stages.report.induction.plays import alternative_moves, other_moves
from efgc.stages.solve.induction import solve_graph
from efgc.stages.solve.induction.matrix_game import proved, solve_matrix
from small_games import seeds


def optimal_rows(matrix, value):
    """Return the rows that any optimal strategy of player 1 takes: those of the extreme ones, from
    all square subgames.
    """
    taken = set()
    size = (len(matrix), len(matrix[0]))
    for k in range(1, min(size) + 1):
        for rows, columns in product(
            combinations(range(size[0]), k), combinations(range(size[1]), k)
        ):
            x = indifferent([[matrix[i][j] for i in rows] for j in columns], value)
            if x is None or min(x) < 0:
                continue
            weights = dict(zip(rows, x, strict=True))
            if all(
                sum(weight * matrix[i][j] for i, weight in weights.items()) >= value
                for j in range(size[1])
            ):
                taken |= {i for i, weight in weights.items() if weight > 0}
    return taken


def indifferent(lines, value):
    """Return the weights, of sum 1, with which each line comes to the value; None where they are
    not determined by that.
    """
    rows = [[*map(Fraction, line), value] for line in lines] + [
        [Fraction(1)] * len(lines) + [Fraction(1)]
    ]
    pivots = []
    for column in range(len(lines)):
        at = next((row for row in range(len(pivots), len(rows)) if rows[row][column]), None)
        if at is None:
            return None
        rows[len(pivots)], rows[at] = rows[at], rows[len(pivots)]
        pivot = rows[len(pivots)]
        for row in range(len(rows)):
            if row != len(pivots) and rows[row][column]:
                factor = rows[row][column] / pivot[column]
                rows[row] = [
                    one - factor * other for one, other in zip(rows[row], pivot, strict=True)
                ]
        pivots.append(column)
    if any(row[-1] for row in rows[len(lines) :]):
        return None
    return [rows[at][-1] / rows[at][at] for at in range(len(lines))]


def value_of(matrix):
    """Return the value in rationals: the float of the kernel has few digits here."""
    return Fraction(solve_matrix(np.array(matrix, float)).value).limit_denominator(2000)


@pytest.mark.parametrize("seed", seeds(60))
def test_the_moves_of_all_optimal_strategies(seed):
    chance = random.Random(seed)
    m, n = chance.randint(1, 4), chance.randint(1, 4)
    matrix = [[chance.randint(-2, 2) for _ in range(n)] for _ in range(m)]
    value = value_of(matrix)
    found = solve_matrix(np.array(matrix, float))
    x, y = found.strategies
    rows, columns = alternative_moves(np.array(matrix, float), found.strategies)
    assert set(rows) == optimal_rows(matrix, value) - {i for i in range(m) if x[i] > 1e-9}
    turned = [[-matrix[i][j] for i in range(m)] for j in range(n)]
    assert set(columns) == optimal_rows(turned, -value) - {j for j in range(n) if y[j] > 1e-9}


@pytest.mark.parametrize(
    "matrix, x, y, expected",
    [
        ([[0, 0], [0, 0]], (1, 0), (0, 1), (("b",), ("c",))),
        ([[1, -1], [-1, 1]], (0.5, 0.5), (0.5, 0.5), ((), ())),  # The only equilibrium.
        (
            [[1, 1], [1 + 1e-7, 1 - 1e-7]],
            (1, 0),
            (0, 1),
            ((), ()),
        ),  # A ten-millionth worse is worse.
        ([[0, 1], [0, 1]], (1, 0), (1, 0), (("b",), ())),
    ],
)
def test_small_ones(matrix, x, y, expected):
    strategies = ([float(weight) for weight in x], [float(weight) for weight in y])
    assert other_moves(matrix, strategies, (("a", "b"), ("c", "d"))) == expected


def test_large_games_are_not_searched_for_other_optimal_moves():
    matrix = [[0] * 21 for _ in range(20)]
    even = [1 / 20] * 20, [1 / 21] * 21
    assert other_moves(matrix, even, (tuple("a" * 20), tuple("b" * 21))) is None


def test_other_moves_guarantee_the_same_value():
    """A near tie of many moves, as in battles: each named move has a strategy that was measured."""
    chance = np.random.default_rng(3)
    matrix = np.zeros((5, 5))
    matrix[3:, :] = -chance.random((2, 5))
    strategies = (np.eye(5)[0], np.full(5, 0.2))
    assert proved(matrix, strategies).gap == 0 and alternative_moves(matrix, strategies)[0] == (
        1,
        2,
    )


@pytest.mark.parametrize("seed", seeds(100))
def test_the_moves_of_optimal_strategies_are_decided_in_rationals(seed):
    """Some numbers are so small or so large that floats cannot tell the moves apart."""
    chance = random.Random(seed)
    m, n = chance.randint(1, 4), chance.randint(1, 4)

    def entry():
        near = Fraction(chance.randint(-1, 1), 10 ** chance.choice([9, 12, 200]))
        far = Fraction(10) ** chance.choice([3, 10, 16]) * (chance.random() < 0.05)
        return chance.randint(-2, 2) + near * (chance.random() < 0.3) + far

    matrix = [[entry() for _ in range(n)] for _ in range(m)]
    (play,) = report_induction(*one_round(matrix)).first_moves
    value = play.exact.value
    expected = optimal_rows(matrix, value)
    assert {row for row in range(m) if is_played(matrix, row, value)} == expected


@pytest.mark.parametrize("large", [Fraction(10) ** 9, Fraction(1, 10**330)])
def test_exact_reports_name_only_moves_of_exactly_the_same_value(large):
    """In floats, a loss of 1/2 beside 10^9 is as good as none, and so is one of 10^-330."""
    matrix = [[0, large], [Fraction(-1, 2), large], [0, large]]
    (play,) = report_induction(*one_round(matrix)).first_moves
    first, _ = play.exact.strategies
    rows, columns = play.others
    assert first[1] == 0 and not columns
    unplayed = {label for label, weight in zip(play.moves[0], first, strict=True) if not weight}
    assert {*rows} == unplayed - {"r1"}


def one_round(matrix):
    """Return the graph of a matrix game and its solution."""
    m, n = len(matrix), len(matrix[0])
    joint = Joint(
        (tuple(f"r{at}" for at in range(m)), tuple(f"c{at}" for at in range(n))),
        tuple(tuple(1 + row * n + column for column in range(n)) for row in range(m)),
        ((Fraction(0),) * n,) * m,
    )
    ends = [Terminal(Fraction(entry)) for line in matrix for entry in line]
    graph = StateGraph(
        title="one round",
        source=None,
        players=("one", "two"),
        secret=None,
        names=tuple(f"s{at}" for at in range(1 + m * n)),
        states=(joint, *ends),
        start=0,
        counts=None,
        rule=None,
    )
    return graph, solve_graph(graph)
