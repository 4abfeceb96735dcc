"""Stage games in rationals, with proof.

A floating-point solution only suggests which moves matter. On those the equations
that make both players indifferent are solved exactly, and the solution is accepted
only if no move of either player does better, by an exact comparison: then
both strategies prove the same value, and it is the value. If no such guess holds,
the simplex method in rationals finds the moves.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

import numpy as np
import numpy.typing as npt
from flint import fmpq, fmpq_mat, fmpz

from ....schemas.induction import StageSolution
from ....schemas.induction_report import ExactStage
from ....schemas.parts.states import Choice, Draw, Joint, Terminal
from ....schemas.state_graph import StateGraph

Matrix = list[list[fmpq]]
Proof = dict[int, tuple[Fraction, ExactStage | None]]

Support = tuple[list[int], list[int]]
LONGEST_ENTRIES = 10_000  # Bits.
Strategies = tuple[tuple[float, ...], tuple[float, ...]]


def prove(
    graph: StateGraph, order: list[int], stages: Mapping[str, StageSolution], max_bits: int
) -> Proof | None:
    """Return the exact value of every state, and for joint states the exact strategies. `order` is
    topological.

    None if a value has a numerator or denominator of more than `max_bits` bits: from state to state
    the length can double.
    """
    values: dict[int, fmpq] = {}
    proof: Proof = {}
    for number in reversed(order):
        state, stage = graph.states[number], None
        match state:
            case Terminal(payoff):
                value = _rational(payoff)
            case Draw(moves):
                value = sum((_rational(p) * values[to] for _, p, to in moves), fmpq(0))
            case Choice(player, moves):
                value = (max if player == 1 else min)(values[to] for _, to in moves)
            case Joint(_, to, reward):
                matrix = [
                    [_rational(paid) + values[at] for paid, at in zip(*rows, strict=True)]
                    for rows in zip(reward, to, strict=True)
                ]
                value, x, y = _solve(matrix, stages.get(graph.names[number]))
                stage = ExactStage(
                    _fraction(value), (tuple(map(_fraction, x)), tuple(map(_fraction, y)))
                )
        if max(int(value.p).bit_length(), int(value.q).bit_length()) > max_bits:
            return None
        values[number] = value
        proof[number] = (_fraction(value), stage)
    return proof


def _solve(matrix: Matrix, stage: StageSolution | None) -> tuple[fmpq, list[fmpq], list[fmpq]]:
    floats = np.array([[_float(entry) for entry in row] for row in matrix])
    for rows, columns in _supports(floats, stage.strategies if stage else None):
        found = _on_support(matrix, rows, columns)
        if found is not None:
            return found
    found = _on_support(matrix, *_basis(matrix))
    assert found is not None
    return found


def is_played(matrix: Sequence[Sequence[Fraction]], row: int, value: Fraction) -> bool:
    """Return whether an optimal strategy of player 1 plays a row of a matrix game of a given value.

    It does if and only if the value rises when all entries of the row rise by a little. By Cramer's
    rule, a row that no optimal strategy plays is worse, against some optimal strategy of player 2,
    by at least 2^-3n, where n is the number of bits of all entries; beyond LONGEST_ENTRIES a larger
    rise is taken.
    """
    entries = [list(map(_rational, line)) for line in matrix]
    bits = sum(number.p.bit_length() + number.q.bit_length() for line in entries for number in line)
    favour = fmpq(1, fmpz(2) ** (3 * min(bits, LONGEST_ENTRIES) + 100))
    entries[row] = [entry + favour for entry in entries[row]]
    # The float guess does not see so little: it gets a favour of its own.
    floats = np.array([[_float(entry) for entry in line] for line in entries])
    floats /= float(np.abs(floats).max())
    floats[row] += 1e-6
    support = _basis_in_floats(floats)
    found = support and _on_support(entries, *support)
    return (found or _solve(entries, None))[0] > _rational(value)


def _basis(matrix: Matrix) -> tuple[list[int], list[int]]:
    """Return the rows and columns of an optimal basis, by the simplex method with Bland's rule,
    which always ends.
    """
    m, n = len(matrix), len(matrix[0])
    lift = 1 - min(map(min, matrix))
    tableau = [[*(entry + lift for entry in row), fmpq(1)] for row in matrix] + [
        [fmpq(-1)] * n + [fmpq(0)]
    ]
    rows, columns = list(range(n, n + m)), list(range(n))
    while entering := [(columns[j], j) for j in range(n) if tableau[m][j] < 0]:
        enter = min(entering)[1]
        leave = min(
            (tableau[i][n] / tableau[i][enter], rows[i], i)
            for i in range(m)
            if tableau[i][enter] > 0
        )[2]
        inverse = 1 / tableau[leave][enter]
        pivot = [entry * inverse for entry in tableau[leave]]
        pivot[enter] = inverse
        for i, row in enumerate(tableau):
            factor, row[enter] = row[enter], fmpq(0)
            tableau[i] = [entry - factor * by for entry, by in zip(row, pivot, strict=True)]
        tableau[leave] = pivot
        rows[leave], columns[enter] = columns[enter], rows[leave]
    return [at - n for at in columns if at >= n], [at for at in rows if at < n]


def _on_support(
    matrix: Matrix, rows: Sequence[int], columns: Sequence[int]
) -> tuple[fmpq, list[fmpq], list[fmpq]] | None:
    """Return value and strategies if the indifferent strategies on a support are an exact
    equilibrium; else None.
    """
    size = len(rows)
    # Solve B u = 1, which has a solution if the value is positive.
    lift = 1 - min(matrix[i][j] for i in rows for j in columns)
    block = fmpq_mat(size, size, [matrix[i][j] + lift for i in rows for j in columns])
    ones = fmpq_mat(size, 1, [1] * size)
    try:
        u, w = block.solve(ones), block.transpose().solve(ones)
    except ZeroDivisionError:
        return None
    total = sum((u[at, 0] for at in range(size)), fmpq(0))
    if total <= 0:
        return None
    value = 1 / total - lift
    x, y = [fmpq(0)] * len(matrix), [fmpq(0)] * len(matrix[0])
    for place in range(size):
        x[rows[place]], y[columns[place]] = w[place, 0] / total, u[place, 0] / total
    if min(x) < 0 or min(y) < 0:
        return None
    guaranteed = all(
        sum((x[i] * matrix[i][j] for i in rows), fmpq(0)) >= value for j in range(len(y))
    )
    conceded = all(
        sum((y[j] * matrix[i][j] for j in columns), fmpq(0)) <= value for i in range(len(x))
    )
    return (value, x, y) if guaranteed and conceded else None


def _rational(number: Fraction) -> fmpq:
    return fmpq(number.numerator, number.denominator)


def _fraction(number: fmpq) -> Fraction:
    return Fraction(int(number.p), int(number.q))


def _float(number: fmpq) -> float:
    return int(number.p) / int(number.q)


def _supports(matrix: npt.NDArray[np.float64], known: Strategies | None) -> Iterator[Support]:
    """Yield square supports: that of a known solution, then bases found by the simplex method, with
    increasing perturbations of the matrix.
    """
    if known is not None:
        rows, columns = (
            [at for at, weight in enumerate(strategy) if weight > 0] for strategy in known
        )
        if len(rows) == len(columns):
            yield rows, columns
    scale = float(np.abs(matrix).max()) or 1.0
    noise = np.random.default_rng(0)
    for attempt in range(12):
        change = 10.0 ** (attempt - 13) * noise.random(matrix.shape) if attempt else 0.0
        found = _basis_in_floats(matrix / scale + change)
        if found is not None:
            yield found


def _basis_in_floats(matrix: npt.NDArray[np.float64]) -> Support | None:
    """Return the rows and columns of an optimal basis, by the simplex method on the condensed
    tableau.
    """
    m, n = matrix.shape
    tableau = np.vstack(
        [np.hstack([matrix - matrix.min() + 1, np.ones((m, 1))]), [[-1.0] * n + [0.0]]]
    )
    rows, columns = list(range(n, n + m)), list(range(n))
    for _ in range(50 * (m + n)):
        enter = int(np.argmin(tableau[m, :n]))
        if tableau[m, enter] >= -1e-13:
            return [at - n for at in columns if at >= n], [at for at in rows if at < n]
        column = tableau[:m, enter]
        ratios = np.where(
            column > 1e-12, tableau[:m, n] / np.where(column > 1e-12, column, 1.0), np.inf
        )
        leave = int(np.argmin(ratios))
        if not np.isfinite(ratios[leave]):
            return None
        pivot = tableau[leave] / tableau[leave, enter]
        pivot[enter] = 1 / tableau[leave, enter]
        factors = tableau[:, enter].copy()
        tableau[:, enter] = 0.0
        tableau -= np.outer(factors, pivot)
        tableau[leave] = pivot
        rows[leave], columns[enter] = columns[enter], rows[leave]
    return None
