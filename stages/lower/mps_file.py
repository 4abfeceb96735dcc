"""The linear program as a free `.mps` file, from the Pyomo model.

Pyomo's own writer always states OBJSENSE: GLPK cannot read that, and CBC
ignores it. So the file minimises, states no sense, and keeps its fields
aligned, because CBC reads `FR` bounds only then.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from stages.lower.model import Model, label


def write_mps(model: Model, legend: Sequence[str] = ()) -> str:
    """Return a text that GLPK, HiGHS, CBC, SCIP and the commercial solvers all read the same way,
    with the lines of a legend as comments.
    """
    from pyomo.core import Constraint, Var  # For start-up time.

    columns = {id(column): column for column in model.component_data_objects(Var)}
    rows = list(model.component_data_objects(Constraint))
    head, *rest = _lines(model, list(columns.values()), rows)
    comments = (f"* {line}\n" for line in legend)
    return "".join([head, *comments, *rest])


def _lines(model: Model, columns: list[Any], rows: list[Any]) -> Iterator[str]:
    yield f"NAME          {model.name} FREE\n"
    yield "ROWS\n N  value\n"
    for row in rows:
        yield f" {'E' if row.equality else 'L'}  {label(row)}\n"
    yield "COLUMNS\n"
    entries: dict[int, list[tuple[str, float]]] = {id(column): [] for column in columns}
    # The maximisation is written as minimisation of the negative.
    entries[id(model.value.expr)].append(("value", -1.0))
    for row in rows:
        name = label(row)
        for column, coefficient in zip(row.body.linear_vars, row.body.linear_coefs, strict=True):
            entries[id(column)].append((name, coefficient))
    for column in columns:
        name = label(column)
        for row, coefficient in entries[id(column)]:
            yield _fields(name, row, coefficient)
    yield "RHS\n"
    for row in rows:
        if row.ub:
            yield _fields("right", label(row), row.ub)
    yield "BOUNDS\n"
    for column in columns:
        if column.lb is None:
            yield f" FR bound     {label(column)}\n"
    yield "ENDATA\n"


def _fields(first: str, second: str, number: float) -> str:
    return f"    {first:<8}  {second:<8}  {float(number)!r}\n"
