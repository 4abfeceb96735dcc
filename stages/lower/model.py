"""A player's linear program as a Pyomo model: `stages.forms.program`, in floats."""

from collections.abc import Iterator, Mapping
from typing import Any

from schemas.linear_program import Kind, Symbol, symbol_name
from stages.forms.program import Program

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
    model.x = Var(labels[Kind.WEIGHT], domain=NonNegativeReals)
    model.v = Var(labels[Kind.VALUE], domain=Reals)
    model.f = Constraint(labels[Kind.FLOW])
    model.b = Constraint(labels[Kind.RESPONSE])
    columns = [*model.x.values(), *model.v.values()]
    # The root's value is the first column after the weights.
    model.value = Objective(expr=columns[len(labels[Kind.WEIGHT])], sense=maximize)
    lines = _lines(program)
    side = 1  # Right-hand side of the first row; 0 for all others.
    for rows, kind, relation, strict in (
        (model.f, Kind.FLOW, EqualityExpression, ()),
        (model.b, Kind.RESPONSE, InequalityExpression, (False,)),
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


def _names(program: Program, names: Mapping[str, str] | None) -> dict[Kind, list[str]]:
    """Return the names of columns and rows by kind."""
    found = _short_names(program)
    if names is None:
        return found
    return {kind: [names[name] for name in group] for kind, group in found.items()}


def _short_names(program: Program) -> dict[Kind, list[str]]:
    found: dict[Kind, list[str]] = {}
    for kind, player, numbers in program.arrays.groups:
        letter = symbol_name(Symbol(kind, player, 0))[:-1]
        found[kind] = [f"{letter}{number}" for number in numbers.tolist()]
    return found


def _lines(program: Program) -> Iterator[Line]:
    arrays = program.arrays
    begin = arrays.lines.begin.tolist()
    numbers, coefficients = arrays.lines.members.tolist(), arrays.coefficients.tolist()
    for first, last in zip(begin, begin[1:], strict=False):
        yield numbers[first:last], coefficients[first:last]
