"""The simplex method for a matrix game, and the payoffs that two strategies guarantee.

It works on the condensed tableau of player 2's program, maximise `sum y` subject to `B y <= 1,
y >= 0` for the matrix `B` shifted above 0; player 1's strategy is in its last row (Dantzig 1951;
Chvatal, "Linear Programming", 1983, chapter 15).
"""

from ....schemas.parts import shadow as cython

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from math import inf as INFINITY

    from ....schemas.parts.arrays import Doubles, Doubles2, Index, Ints, ReadDoubles, ReadDoubles2

MAX_PIVOTS = 500


def simplex(
    matrix: ReadDoubles2,
    m: Index,
    n: Index,
    tableau: Doubles2,
    rows: Ints,
    columns: Ints,
    x: Doubles,
    y: Doubles,
) -> Index:
    """Solve the `m` x `n` corner of a matrix; write both strategies, return the number of pivots,
    or -1 if there is no answer.

    Without an answer the strategies are uniform.

    `tableau` is at least (m + 1) x (n + 1). At the end, `rows[i]` and `columns[j]` name the
    unknowns of the tableau's rows and columns: j < n is the weight of column j, and n + i that of
    row i.
    """
    low: float = matrix[0, 0]
    for j in range(n):
        y[j] = 1.0 / n
    for i in range(m):
        x[i] = 1.0 / m
        for j in range(n):
            low = min(low, matrix[i, j])
    for i in range(m):
        for j in range(n):
            tableau[i, j] = matrix[i, j] - low + 1.0
        tableau[i, n] = 1.0
        rows[i] = n + i
    for j in range(n):
        tableau[m, j] = -1.0
        columns[j] = j
    tableau[m, n] = 0.0
    # Start with the column whose largest entry is least: this finds a saddle point in one pivot.
    enter: Index = 0
    least: float = INFINITY
    for j in range(n):
        top: float = tableau[0, j]
        for i in range(1, m):
            top = max(top, tableau[i, j])
        if top < least:
            enter, least = j, top
    pivots = 0
    while enter >= 0:
        # Among equal ratios, take the largest pivot: small pivots amplify errors.
        leave: Index = -1
        ratio: float = INFINITY
        pivot: float = 0.0
        for i in range(m):
            entry = tableau[i, enter]
            if entry > 1e-11:
                here = tableau[i, n] / entry
                if here < ratio - 1e-13 or here <= ratio + 1e-13 and entry > pivot:
                    leave, ratio, pivot = i, min(ratio, here), entry
        if leave < 0 or pivots == MAX_PIVOTS:
            return -1
        inverse = 1.0 / pivot
        for j in range(n + 1):
            tableau[leave, j] *= inverse
        tableau[leave, enter] = inverse
        for i in range(m + 1):
            if i != leave:
                factor = tableau[i, enter]
                tableau[i, enter] = 0.0
                for j in range(n + 1):
                    tableau[i, j] -= factor * tableau[leave, j]
        rows[leave], columns[enter] = columns[enter], rows[leave]
        pivots += 1
        enter, least = -1, -1e-12
        for j in range(n):
            if tableau[m, j] < least:
                enter, least = j, tableau[m, j]
    first: float = 0.0
    second: float = 0.0
    for j in range(n):
        if columns[j] >= n:
            first += max(tableau[m, j], 0.0)
    for i in range(m):
        if rows[i] < n:
            second += max(tableau[i, n], 0.0)
    if not first > 0.0 or not second > 0.0:
        return -1
    for i in range(m):
        x[i] = 0.0
    for j in range(n):
        y[j] = 0.0
    for j in range(n):
        if columns[j] >= n:
            x[columns[j] - n] = max(tableau[m, j], 0.0) / first
    for i in range(m):
        if rows[i] < n:
            y[rows[i]] = max(tableau[i, n], 0.0) / second
    return pivots


def bounds(
    matrix: ReadDoubles2, m: Index, n: Index, x: ReadDoubles, y: ReadDoubles
) -> tuple[float, float]:
    """Return the payoff that x guarantees to player 1 and the most that y concedes."""
    lower: float = INFINITY
    upper: float = -INFINITY
    for i in range(m):
        total: float = 0.0
        for j in range(n):
            total += matrix[i, j] * y[j]
        upper = max(upper, total)
    for j in range(n):
        total = 0.0
        for i in range(m):
            total += matrix[i, j] * x[i]
        lower = min(lower, total)
    return lower, upper
