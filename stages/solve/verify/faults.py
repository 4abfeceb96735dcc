"""Verify a solver's claimed optimum by our own arithmetic on the program as we read it.

A feasible plan x, and dual values y whose bound on the objective equals the
plan's objective, prove each other optimal (weak duality). In floating point both
hold up to a tolerance; the report gives the proofs in rationals about a game.
"""

import numpy as np

from stages.solve.program import Line, Numbers, Program

# Solvers satisfy rows and the objective to within 1e-6 or 1e-9; PDLP and CBC have been seen at
# 1e-6.
TOLERANCE = 1e-5

# Programs round the numbers in their files: glpsol -o to 6 digits. The errors add up along a row.
FILE_TOLERANCE = 1e-4


def primal_fault(
    program: Program, x: Numbers, objective: float, tolerance: float = TOLERANCE
) -> str:
    """Return the reason why the plan x, one value per column, is infeasible or does not have the
    claimed objective; empty if there is none.
    """
    return plan_fault(program, x, tolerance) or objective_fault(program, x, objective, tolerance)


def plan_fault(program: Program, x: Numbers, tolerance: float = TOLERANCE) -> str:
    """Return the reason why the plan x, one value per column, is infeasible; empty if it is
    feasible.

    A violation is measured relative to 1 plus the largest term of its row.
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
    """Return the reason why the plan x does not have the given objective; empty if it does."""
    if not np.isfinite(objective):
        return "a value that is no finite number"
    own = program.objective(x)
    if abs(own - objective) > tolerance * (1 + float(np.abs(program.costs * x).max(initial=0))):
        return f"its plan has the objective {own:.12g}, not {objective:.12g}"
    return ""


def dual_fault(program: Program, x: Numbers, y: Numbers, tolerance: float = TOLERANCE) -> str:
    """Return the reason why the dual values y, one per row, do not prove the plan x optimal; empty
    if they do.

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
