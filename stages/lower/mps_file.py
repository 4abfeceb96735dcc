"""The linear program as a free `.mps` file, from Pyomo's standard form.

Pyomo's own writer always states OBJSENSE: GLPK cannot read that, and CBC
ignores it. So the file minimises, says nothing of a sense, and keeps its fields
aligned, because CBC reads `FR` bounds in no other way.
"""

from collections.abc import Iterator

from stages.lower.model import Model, label


def write_mps(model: Model) -> str:
    """Return the text that GLPK, HiGHS, CBC, SCIP and the commercial solvers read alike."""
    from pyomo.repn.plugins.standard_form import LinearStandardFormCompiler

    # Mixed form keeps equalities as they are; a maximum comes out as the minimum of its negative.
    form = LinearStandardFormCompiler().write(model, mixed_form=True, set_sense=1)
    return "".join(_lines(model.name, form))


def _lines(name: str, form) -> Iterator[str]:  # type: ignore[no-untyped-def]
    rows = [label(row.constraint) for row in form.rows]
    columns = [label(column) for column in form.columns]
    kinds = {0: "E", 1: "L", -1: "G"}
    yield f"NAME          {name} FREE\nROWS\n N  value\n"
    for row, (_, bound) in zip(rows, form.rows):
        yield f" {kinds[bound]}  {row}\n"
    yield "COLUMNS\n"
    costs, matrix = form.c.tocsc(), form.A.tocsc()
    for number, column in enumerate(columns):
        for part, names in ((costs, ["value"]), (matrix, rows)):
            for at in range(part.indptr[number], part.indptr[number + 1]):
                if part.data[at]:
                    yield _fields("", column, names[part.indices[at]], part.data[at])
    yield "RHS\n"
    for row, right in zip(rows, form.rhs):
        if right:
            yield _fields("", "right", row, right)
    yield "BOUNDS\n"
    for column, variable in zip(columns, form.columns):
        if variable.lower is None:
            yield f" FR bound     {column}\n"
    yield "ENDATA\n"


def _fields(kind: str, first: str, second: str, number: float) -> str:
    return f" {kind:<2} {first:<8}  {second:<8}  {float(number)!r}\n"
