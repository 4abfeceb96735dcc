"""The equations of a program in columns: each payoff that differs is made FLINT's once."""

import numpy as np
from flint import fmpq

from stages.forms.columns import FormColumns
from stages.forms.program_columns import ProgramColumns
from stages.report.exact.peeling import Line


def lines(form: FormColumns, program: ProgramColumns, player: int) -> tuple[Line, ...]:
    """Return the lines of `Equations`, from the program of a player, 1 or 2."""
    distinct, which = np.unique(form.units, return_inverse=True)
    sign = -1 if player == 1 else 1
    known = np.empty(len(distinct) + 2, object)
    known[:-2] = [fmpq(sign * units, form.parts) for units in distinct.tolist()]
    known[-2:] = fmpq(1), fmpq(-1)
    at = np.where(program.coefficients > 0, len(distinct), len(distinct) + 1)  # E and F
    paid = program.payoffs >= 0
    at[paid] = which[program.payoffs[paid]]  # - A' x
    columns, numbers = program.lines.members.tolist(), known[at].tolist()
    begin = program.lines.begin.tolist()
    return tuple(
        list(zip(columns[first:last], numbers[first:last], strict=True))
        for first, last in zip(begin, begin[1:], strict=False)
    )
