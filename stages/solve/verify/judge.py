"""Judge: from a solver's answer to a verified solution.

Entries are put in the order of the program; if a solver's presolve moved a row's
price elsewhere, it is restored; dual values that are missing or prove nothing are
replaced by GLPK's. An answer whose own numbers contradict it is refused. What proves
an optimum is decided later, in exact arithmetic: by the best responses in a game, or
by `stages.programs.verdict`.

Violations are measured in floating point, relative to the largest term. They are
therefore never caused by rounding, but numbers that cancel can hide others.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import starmap

import numpy as np

from ....schemas.parts.problems import InputError, Problem, SolverError, VerificationError
from ....schemas.parts.status import Basis, Status
from ....schemas.solution import Entry, Solution
from ..interface import Answer, Options
from ..program import FloatProgram, Line, Lines, Numbers
from ..solvers import backend

# Solvers satisfy rows and the objective to within 1e-6 or 1e-9; PDLP and CBC have been seen at
# 1e-6.
TOLERANCE = 1e-5


# Programs round the numbers in their files: glpsol -o to 6 digits. The errors add up along a row.
FILE_TOLERANCE = 1e-4
TOO_LARGE = "values so large that floating point cannot add them up"


def verified_answer(
    program: FloatProgram, answer: Answer, who: str, tolerance: float = TOLERANCE
) -> tuple[Answer, Options]:
    """Return a verified answer, and the changes made to it as further options.

    Raises SolverError if the columns are not the program's, and VerificationError
    if the claimed optimum is wrong.
    """
    if answer.status != Status.OPTIMAL:
        return answer._replace(objective=None, columns=(), rows=()), ()
    answer = _ordered(program, answer, who)
    x = values(answer.columns)
    if fault := plan_fault(program, x, tolerance) or _objective_fault(
        program, x, answer.objective, tolerance
    ):
        raise VerificationError(f"{who} reports a wrong optimum: {fault}")
    # Some solvers print 8 digits of the objective, but 15 of the plan. No negative zero.
    answer = answer._replace(objective=program.objective(x) + 0.0)
    fault = ""
    if answer.rows:
        answer = _with_prices_of_bounds(program, answer)
        y = values(answer.rows)
        fault = dual_fault(program, x, y, tolerance)
        if not fault:
            return _with_basis(program, answer), ()
    return _completed(program, answer, who, tolerance, fault)


def in_order_of(program: FloatProgram, solution: Solution) -> Solution:
    """Return a solution from a file with its entries in the order of the program. Raises InputError
    if they are not the program's.
    """
    columns, rows = program.places
    for key, entries, places in (
        ("columns", solution.columns, columns),
        ("rows", solution.rows, rows),
    ):
        if {entry.name for entry in entries} != places.keys():
            raise InputError([Problem(f"are not the {key} of the linear program", (key,))])
    return replace(
        solution, columns=_in_order(solution.columns, columns), rows=_in_order(solution.rows, rows)
    )


def tolerance_of(options: Options) -> float:
    """Return the tolerance of the numbers of a solution with these options."""
    return FILE_TOLERANCE if "from" in dict(options) else TOLERANCE


def fault_of_optimum(program: FloatProgram, solution: Solution, tolerance: float) -> str:
    """Return the reason why the numbers of a solution contradict its optimum; empty if there is
    none. Its entries have the order of the program.
    """
    x, y = values(solution.columns), values(solution.rows)
    if fault := plan_fault(program, x, tolerance):
        return f"its plan is not feasible: {fault}"
    if fault := _objective_fault(program, x, solution.objective, tolerance):
        return fault
    fault = dual_fault(program, x, y, tolerance)
    return fault and f"it is not proved optimal: {fault}"


def _completed(
    program: FloatProgram, answer: Answer, who: str, tolerance: float, replaced: str
) -> tuple[Answer, Options]:
    """Return the answer with GLPK's dual values, which belong to another basis, and without its
    own basis. `replaced` is the fault of its own dual values; empty if it has none. Raises
    VerificationError if those of GLPK do not prove it either.
    """
    proof = backend("glpk")(program)
    fault = f"GLPK reports {proof.status}"
    if proof.status == Status.OPTIMAL:
        fault = dual_fault(program, values(answer.columns), values(proof.rows), tolerance)
    if fault:
        raise VerificationError(
            f"{who} calls {answer.objective:.12g} the optimum without a proof: {fault}"
        )
    columns, rows = (
        tuple(entry._replace(basis=Basis.UNKNOWN) for entry in entries)
        for entries in (answer.columns, proof.rows)
    )
    done = (("dual_values", f"glpk {proof.version}"), ("wrong_dual_values", replaced))
    return answer._replace(columns=columns, rows=rows), done[: 2 if replaced else 1]


def _ordered(program: FloatProgram, answer: Answer, who: str) -> Answer:
    """Return the answer with the program's names and order of columns and rows."""
    names = tuple(entry.name for entry in answer.columns)
    if names != program.columns.names:
        places = program.places[0]
        if set(names) != set(places) or len(names) != len(places):
            raise SolverError(f"{who} returned other columns than those of the program")
        answer = answer._replace(columns=_in_order(answer.columns, places))
    if answer.rows and len(answer.rows) != len(program.rows):
        raise SolverError(
            f"{who} returned {len(answer.rows)} rows, but the program has {len(program.rows)}"
        )
    names = tuple(entry.name for entry in answer.rows)
    if not names or names == program.rows.names:
        return answer
    places = program.places[1]
    if set(names) == set(places):
        return answer._replace(rows=_in_order(answer.rows, places))
    # Each solver chooses its own names for rows without a name, but keeps their order.
    return answer._replace(
        rows=tuple(
            entry._replace(name=name)
            for entry, name in zip(answer.rows, program.rows.names, strict=True)
        )
    )


def _in_order(entries: Iterable[Entry], places: Mapping[str, int]) -> tuple[Entry, ...]:
    return tuple(sorted(entries, key=lambda entry: places[entry.name]))


def _with_prices_of_bounds(program: FloatProgram, answer: Answer) -> Answer:
    """Return the answer with prices for rows with one column that the solver turned into bounds.

    CBC and SCIP do this; they then price the column, at a bound that the program lacks.
    """
    rows, columns, coefficients = program.entries
    plan, prices = list(answer.columns), list(answer.rows)
    reduced = program.reduced_costs(values(answer.rows))
    counts = np.bincount(rows, minlength=len(program.rows))
    for at in np.flatnonzero(counts[rows] == 1):
        row, column = int(rows[at]), int(columns[at])
        held, line = plan[column], program.columns[column]
        if prices[row].value or not line.lower < held.value < line.upper:
            continue
        if abs(reduced[column]) > TOLERANCE:
            prices[row] = prices[row]._replace(value=float(reduced[column] / coefficients[at]))
        if prices[row].basis == Basis.BASIC and held.basis not in (Basis.BASIC, Basis.UNKNOWN):
            plan[column] = held._replace(basis=Basis.BASIC)
            prices[row] = prices[row]._replace(basis=held.basis)
    return answer._replace(columns=tuple(plan), rows=tuple(prices))


def _with_basis(program: FloatProgram, answer: Answer) -> Answer:
    """Return the answer with its basis in our vocabulary, or without one if it is not a basis."""
    told = [[entry.basis for entry in entries] for entries in (answer.columns, answer.rows)]
    known = sum(bases.count(Basis.BASIC) for bases in told) == len(program.rows) and all(
        map(all, told)
    )
    columns, rows = (
        _of_bases(
            entries, bases, _statuses(bases, lines) if known else [Basis.UNKNOWN] * len(lines)
        )
        for entries, bases, lines in zip(
            (answer.columns, answer.rows), told, (program.columns, program.rows), strict=True
        )
    )
    return answer._replace(columns=columns, rows=rows)


def _of_bases(
    entries: tuple[Entry, ...], before: list[str], bases: list[Basis]
) -> tuple[Entry, ...]:
    if before == bases:
        return entries
    names, values = [entry.name for entry in entries], [entry.value for entry in entries]
    return tuple(starmap(Entry, zip(names, values, bases, strict=True)))


def _statuses(told: list[str], lines: Lines) -> list[Basis]:
    """Return the basis of each line in our vocabulary."""
    basic = np.array([basis == Basis.BASIC for basis in told], bool)
    above = np.array([basis == Basis.UPPER for basis in told], bool) & np.isfinite(lines.upper)
    below, free = np.isinf(lines.lower), np.isinf(lines.lower) & np.isinf(lines.upper)
    words = (Basis.BASIC, Basis.FIXED, Basis.FREE, Basis.UPPER, Basis.LOWER)
    which = np.select(
        (basic, lines.lower == lines.upper, free, below | above), range(4), len(words) - 1
    )
    return [words[at] for at in which.tolist()]


def values(entries: tuple[Entry, ...]) -> Numbers:
    """Return the values of columns or rows."""
    return np.array([entry.value for entry in entries], np.float64)


def plan_fault(
    program: FloatProgram, x: Numbers, tolerance: float, like: Numbers | None = None
) -> str:
    """Return the reason why the plan x, one value per column, is infeasible; empty if it is
    feasible.

    A violation is measured relative to 1 plus the largest term of its row, in the plan `like` if
    there is one.
    """
    like = x if like is None else like
    if not np.isfinite(x).all():
        return "a value that is not finite"
    rows, columns, coefficients = program.entries
    with np.errstate(over="ignore", invalid="ignore"):
        activity = np.bincount(rows, coefficients * x[columns], len(program.rows))
        largest = np.zeros(len(program.rows))
        np.maximum.at(largest, rows, np.abs(coefficients * like[columns]))
    if not np.isfinite(activity).all():
        return TOO_LARGE
    for lines, levels, scale in (
        (program.columns, x, np.abs(like)),
        (program.rows, activity, largest),
    ):
        beyond = np.maximum(np.maximum(lines.lower - levels, levels - lines.upper), 0.0)
        if (worst := _first_fault(beyond, scale, tolerance)) is not None:
            line = lines[worst]
            return f"{line.name} is {levels[worst]:.12g} and should be {_range(line)}"
    return ""


def _first_fault(violations: Numbers, scale: Numbers, tolerance: float) -> int | None:
    """Return the index of the largest violation relative to 1 plus its scale; None if all are
    within the tolerance.
    """
    relative = violations / (1 + scale)
    at = int(relative.argmax()) if len(relative) else 0
    return at if len(relative) and relative[at] > tolerance else None


def _objective_fault(
    program: FloatProgram, x: Numbers, objective: float | None, tolerance: float
) -> str:
    """Return the reason why the plan x does not have the given objective; empty if it does."""
    if objective is None or not np.isfinite(objective):
        return "a value that is not finite"
    with np.errstate(over="ignore", invalid="ignore"):
        own = program.objective(x)
    if not np.isfinite(own):
        return TOO_LARGE
    if abs(own - objective) > tolerance * (1 + float(np.abs(program.costs * x).max(initial=0))):
        return f"its plan has the objective {own:.12g}, not {objective:.12g}"
    return ""


def dual_fault(
    program: FloatProgram,
    x: Numbers,
    y: Numbers,
    tolerance: float,
    like: tuple[Numbers, Numbers] | None = None,
) -> str:
    """Return the reason why the dual values y, one per row, do not prove the plan x optimal; empty
    if they do.

    A dual value is the change of the objective per unit of the row's right-hand side. A violation
    is measured relative to 1 plus the largest term, in the plan and the dual values `like` if there
    are any.
    """
    if not np.isfinite(y).all():
        return "a dual value that is not finite"
    with np.errstate(over="ignore", invalid="ignore"):
        fault, gap = _dual_gap(program, x, y, tolerance, y if like is None else like[1])
        bound = program.objective(x) - gap
        if fault or not np.isfinite(bound):
            return fault or TOO_LARGE
        if abs(gap) > tolerance * (1 + _largest_term(program, *(like or (x, y)))):
            return f"an objective of {bound:.12g} is not ruled out"
    return ""


def _dual_gap(
    program: FloatProgram, x: Numbers, y: Numbers, tolerance: float, like: Numbers
) -> tuple[str, float]:
    """Return the reason why dual values prove no bound, or empty, and by how much the objective of
    a plan is above the bound that they prove.
    """
    sign = -1.0 if program.maximise else 1.0  # From here on the program minimises.
    rows, columns, coefficients = program.entries
    largest = np.abs(program.costs)
    np.maximum.at(largest, columns, np.abs(coefficients * like[rows]))
    bound = 0.0
    for what, lines, prices, scale in (
        ("dual value", program.rows, sign * y, np.abs(like)),
        ("reduced cost", program.columns, sign * _reduced(program, y), largest),
    ):
        held = np.where(prices > 0, lines.lower, lines.upper)
        loose = np.isinf(held)
        at = _first_fault(np.where(loose, np.abs(prices), 0.0), scale, tolerance)
        if at is not None:
            number, line = float(sign * prices[at]), lines[at]
            side = "at most " if number > 0 else "at least "
            right = "0" if line.lower == -line.upper == -np.inf else f"{side}0"
            return f"the {what} of {line.name} is {number:.12g} and should be {right}", 0.0
        bound += float(np.sum(prices[~loose] * held[~loose]))
    return "", float(np.sum(program.costs * x)) - sign * bound


def _largest_term(program: FloatProgram, x: Numbers, y: Numbers) -> float:
    """Return the largest term of the objective and of its bound: payoffs of 1e9 cancel to a value
    of 0.
    """
    rows, columns, coefficients = program.entries
    terms = program.costs * x, coefficients * y[rows] * x[columns], _reduced(program, y) * x
    return max(map(_size, terms))


def _reduced(program: FloatProgram, y: Numbers) -> Numbers:
    rows, columns, coefficients = program.entries
    return program.costs - np.bincount(columns, coefficients * y[rows], len(program.columns))


def _size(terms: Numbers) -> float:
    return float(np.abs(terms).max(initial=0))


def _range(line: Line) -> str:
    if line.lower == line.upper:
        return f"{line.lower:g}"
    if np.isinf(line.lower):
        return f"at most {line.upper:g}"
    return f"at least {line.lower:g}" + (
        "" if np.isinf(line.upper) else f" and at most {line.upper:g}"
    )
