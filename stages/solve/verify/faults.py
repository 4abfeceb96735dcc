"""Verify: is what a solver calls an optimum one, by our own arithmetic on the program as we read
it?

A plan x that keeps its bounds and rows, and dual values y whose own bound on the
objective is the plan's, prove each other optimal (weak duality). In floating
point both hold up to a tolerance; what is proved in rationals about a game is the
report's business.
"""

import numpy as np

from stages.solve.program import Line, Numbers, Program

# Solvers keep rows to 1e-6 or 1e-9 and the objective to as much; PDLP and CBC have been seen at
# 1e-6.
TOLERANCE = 1e-5

# Files are rounded by who writes them: glpsol -o to 6 digits, which add up along a row.
FILE_TOLERANCE = 1e-4


def primal_fault(
    program: Program, x: Numbers, objective: float, tolerance: float = TOLERANCE
) -> str:
    """Return why the plan x, one value per column, does not have the objective that is claimed;
    empty if it does.
    """
    return plan_fault(program, x, tolerance) or objective_fault(program, x, objective, tolerance)


def plan_fault(program: Program, x: Numbers, tolerance: float = TOLERANCE) -> str:
    """Return why the plan x, one value per column, is not feasible; empty if it is.

    An offence is measured against the largest term of its row, and 1.
    """
    if not np.isfinite(x).all():
        return "a value that is no finite number"
    rows, columns, coefficients = program.entries
    terms = coefficients * x[columns]
    activity = np.bincount(rows, terms, len(program.rows))
    largest = np.zeros(len(program.rows))
    np.maximum.at(largest, rows, np.abs(terms))
    for lines, values, scale in (
        (program.columns, x, np.abs(x)),
        (program.rows, activity, largest),
    ):
        offence = np.maximum(np.maximum(lines.lower - values, values - lines.upper), 0.0) / (
            1 + scale
        )
        if len(offence) and offence.max() > tolerance:
            line = lines[int(offence.argmax())]
            at = float(values[int(offence.argmax())])
            return f"{line.name} is {at:.12g} and should be {_range(line)}"
    return ""


def objective_fault(
    program: Program, x: Numbers, objective: float, tolerance: float = TOLERANCE
) -> str:
    """Return why the plan x does not have an objective; empty if it does."""
    if not np.isfinite(objective):
        return "a value that is no finite number"
    own = program.objective(x)
    if abs(own - objective) > tolerance * (1 + float(np.abs(program.costs * x).max(initial=0))):
        return f"its plan has the objective {own:.12g}, not {objective:.12g}"
    return ""


def dual_fault(program: Program, x: Numbers, y: Numbers, tolerance: float = TOLERANCE) -> str:
    """Return why the dual values y, one per row, do not prove the plan x optimal; empty if they do.

    A dual value is the change of the objective per unit of the row's right-hand side.
    """
    if not np.isfinite(y).all():
        return "a dual value that is no finite number"
    sign = -1.0 if program.maximise else 1.0  # From here on the program minimises.
    rows, columns, coefficients = program.entries
    terms = coefficients * y[rows]
    reduced = sign * (program.costs - np.bincount(columns, terms, len(program.columns)))
    largest = np.abs(program.costs)
    np.maximum.at(largest, columns, np.abs(terms))
    bound = 0.0
    for lines, prices, scale in (
        (program.columns, reduced, largest),
        (program.rows, sign * y, np.abs(y)),
    ):
        held = np.where(prices > 0, lines.lower, lines.upper)
        loose = np.isinf(held)
        offence = np.where(loose, np.abs(prices), 0.0) / (1 + scale)
        if len(offence) and offence.max() > tolerance:
            return (
                f"the dual value of {lines[int(offence.argmax())].name} has the wrong sign or size"
            )
        bound += float(np.sum(prices[~loose] * held[~loose]))
    own = sign * float(np.sum(program.costs * x))
    # The largest single term that the objective could have: payoffs of 1e9 cancel to a value of 0.
    term = float(np.abs(program.costs).max(initial=0)) * float(np.abs(x).max(initial=0))
    if abs(own - bound) > tolerance * (1 + term):
        return f"an objective of {sign * bound + program.constant:.12g} is not excluded"
    return ""


def _range(line: Line) -> str:
    if line.lower == line.upper:
        return f"{line.lower:g}"
    if np.isinf(line.lower):
        return f"at most {line.upper:g}"
    return f"at least {line.lower:g}" + (
        "" if np.isinf(line.upper) else f" and at most {line.upper:g}"
    )
