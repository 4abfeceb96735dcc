"""Candidates for the moves that matter in a matrix game: guesses, which exact arithmetic judges."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

Support = tuple[list[int], list[int]]
Strategies = tuple[tuple[float, ...], tuple[float, ...]]


def supports(matrix: npt.NDArray[np.float64], known: Strategies | None) -> Iterator[Support]:
    """Yield square supports: of a known solution, then bases of the simplex method, with ever
    larger changes of the matrix.
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
        found = _basis(matrix / scale + change)
        if found is not None:
            yield found


def _basis(matrix: npt.NDArray[np.float64]) -> Support | None:
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
