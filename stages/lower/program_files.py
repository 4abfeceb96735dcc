"""A player's linear program as an `.lp` or `.mps` file: `stages.forms.program`, in floats, as a
Pyomo model.

Pyomo's own MPS writer always states OBJSENSE: GLPK cannot read that, and CBC ignores it. So our
file minimises, states no sense, and keeps its fields aligned, because CBC reads `FR` bounds only
then.
"""

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...schemas.linear_program import Symbol, SymbolKind, symbol_name
from ..forms.program import Program
from ..mps import mps_lines

Model = Any  # A Pyomo ConcreteModel; Pyomo has no types.
Line = tuple[list[int], list[float]]
"""The numbers of the columns of a row, and their coefficients."""


def build(program: Program, name: str, names: Mapping[str, str] | None = None) -> Model:
    """Return the linear program of a player with the names of `schemas.linear_program`, or with
    their replacements in `names`.
    """
    # Imported here for start-up time, and not through pyomo.environ, which loads all of Pyomo's
    # solver interfaces.
    from pyomo.core import (
        ConcreteModel,
        Constraint,
        NonNegativeReals,
        Objective,
        Reals,
        Var,
        maximize,
    )
    from pyomo.core.expr.numeric_expr import LinearExpression
    from pyomo.core.expr.relational_expr import EqualityExpression, InequalityExpression

    model = ConcreteModel(name=name)
    labels = _names(program, names)
    model.x = Var(labels[SymbolKind.WEIGHT], domain=NonNegativeReals)
    model.v = Var(labels[SymbolKind.VALUE], domain=Reals)
    model.f = Constraint(labels[SymbolKind.FLOW])
    model.b = Constraint(labels[SymbolKind.RESPONSE])
    columns = [*model.x.values(), *model.v.values()]
    # The root's value is the first column after the weights.
    model.value = Objective(expr=columns[len(labels[SymbolKind.WEIGHT])], sense=maximize)
    lines = _rows(program)
    side = 1  # Right-hand side of the first row; 0 for all others.
    for rows, kind, relation, strict in (
        (model.f, SymbolKind.FLOW, EqualityExpression, ()),
        (model.b, SymbolKind.RESPONSE, InequalityExpression, (False,)),
    ):
        for row in labels[kind]:
            numbers, coefficients = next(lines)
            those = [columns[number] for number in numbers]
            body = LinearExpression(constant=0, linear_coefs=coefficients, linear_vars=those)
            rows[row] = relation((body, side), *strict)
            side = 0
    return model


def label(component: Any) -> str:
    """Return the name of a column, a row or the objective in the file."""
    # Names stay short: glpsol rejects a symbol of 300 characters, and every reader accepts these.
    return component.index() or component.local_name  # type: ignore[no-any-return]


def _names(program: Program, names: Mapping[str, str] | None) -> dict[SymbolKind, list[str]]:
    found: dict[SymbolKind, list[str]] = {}
    for kind, player, numbers in program.arrays.groups:
        letter = symbol_name(Symbol(kind, player, 0))[:-1]
        short = [f"{letter}{number}" for number in numbers.tolist()]
        found[kind] = short if names is None else [names[name] for name in short]
    return found


def _rows(program: Program) -> Iterator[Line]:
    arrays = program.arrays
    begin = arrays.lines.begin.tolist()
    numbers, coefficients = arrays.lines.members.tolist(), arrays.coefficients.tolist()
    for first, last in zip(begin, begin[1:], strict=False):
        yield numbers[first:last], coefficients[first:last]


_PREFIX = re.compile(r"^c_[eul]_(\w+)_:$", re.MULTILINE)


def write_lp(model: Model, legend: Sequence[str]) -> str:
    """Return a text that GLPK, HiGHS, CBC, SCIP and the commercial solvers all read the same way,
    with the lines of a legend as comments.
    """
    from pyomo.repn.plugins.lp_writer import LPWriter  # For start-up time.

    text = io.StringIO()
    LPWriter().write(model, text, labeler=label)
    # Pyomo prefixes the name of a row with its type; without the prefix, .lp and .mps have the same
    # names.
    head, rest = _PREFIX.sub(r"\1:", text.getvalue()).split("\n", 1)
    return "\n".join([head, *(f"\\ {line}" for line in legend), rest])


def write_mps(model: Model, legend: Sequence[str]) -> str:
    """Return a text that GLPK, HiGHS, CBC, SCIP and the commercial solvers all read the same way,
    with the lines of a legend as comments.
    """
    from pyomo.core import Constraint, Var  # For start-up time.

    columns = list(model.component_data_objects(Var))
    rows = list(model.component_data_objects(Constraint))
    entries: dict[int, list[tuple[str, float]]] = {id(column): [] for column in columns}
    # The maximisation is written as minimisation of the negative.
    entries[id(model.value.expr)].append(("value", -1.0))
    for row in rows:
        for column, coefficient in zip(row.body.linear_vars, row.body.linear_coefs, strict=True):
            entries[id(column)].append((label(row), float(coefficient)))
    head, *rest = mps_lines(
        f"{model.name} FREE",
        "value",
        {label(row): (float(row.ub) if row.equality else None, float(row.ub)) for row in rows},
        {label(column): (column.lb, column.ub) for column in columns},
        {label(column): entries[id(column)] for column in columns},
        repr,
    )
    comments = (f"* {line}\n" for line in legend)
    return "".join([head, *comments, *rest])
