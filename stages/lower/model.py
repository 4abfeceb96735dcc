"""A player's linear program as a Pyomo model: `stages.forms.program`, in floats."""

from collections.abc import Iterable
from typing import Any

from schemas.linear_program import Kind, Symbol, symbol_name
from stages.forms.program import Line, Program

Model = Any  # A Pyomo ConcreteModel; Pyomo has no types.


def build(program: Program, name: str) -> Model:
    """Return the linear program of a player with the names of `schemas.linear_program`."""
    # Here for start-up time, and without pyomo.environ, which loads every solver interface that
    # Pyomo has.
    from pyomo.core import (
        ConcreteModel,
        Constraint,
        NonNegativeReals,
        Objective,
        Reals,
        Var,
        maximize,
    )

    model = ConcreteModel(name=name)
    model.x = Var(_names(program.columns, Kind.WEIGHT), domain=NonNegativeReals)
    model.v = Var(_names(program.columns, Kind.VALUE), domain=Reals)
    model.f = Constraint(_names(program.rows, Kind.FLOW))
    model.b = Constraint(_names(program.rows, Kind.RESPONSE))
    columns = [*model.x.values(), *model.v.values()]
    model.value = Objective(expr=columns[program.objective], sense=maximize)
    for at, (symbol, line) in enumerate(zip(program.rows, program.lines, strict=True)):
        if symbol.kind is Kind.FLOW:
            model.f[symbol_name(symbol)] = (_sum(line, columns), 0 if at else 1)
        else:
            model.b[symbol_name(symbol)] = (None, _sum(line, columns), 0)
    return model


def label(component: Any) -> str:
    """Return the name of a column, a row or the objective in the file."""
    # Names stay short: glpsol rejects a symbol of 300 characters, and every reader accepts these.
    return component.index() or component.local_name  # type: ignore[no-any-return]


def _names(symbols: Iterable[Symbol], kind: Kind) -> list[str]:
    return [symbol_name(symbol) for symbol in symbols if symbol.kind is kind]


def _sum(line: Line, columns: list[Any]) -> Any:
    from pyomo.core.expr.numeric_expr import LinearExpression  # For start-up time.

    return LinearExpression(
        constant=0,
        linear_coefs=[float(coefficient) for _, coefficient in line],
        linear_vars=[columns[at] for at, _ in line],
    )
