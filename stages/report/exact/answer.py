"""Exact arithmetic as the solver of a game's linear program, if no solver in floating point finds
its optimum.

Such solvers fail on payoffs and probabilities of very different sizes. Here the program is the
game's own, in rationals: `bases` scales it before HiGHS looks for a basis, and if no basis holds,
`pivots` starts from a pure strategy.
"""

import hashlib

from ....schemas.linear_program import SymbolKind, name, origin, recognise, symbol_name
from ....schemas.parts.status import Basis, Sense, Status
from ....schemas.solution import Entry, Size, Solution
from ...forms.formulation import Forms
from ...forms.program import Program
from .basic import Basic
from .from_basis import optimum

SOLVER = "exact"
_OUTSIDE = {  # The rows of responses have only a right-hand side.
    SymbolKind.WEIGHT: Basis.LOWER,
    SymbolKind.VALUE: Basis.FREE,
    SymbolKind.FLOW: Basis.FIXED,
    SymbolKind.RESPONSE: Basis.UPPER,
}


def solve_exactly(forms: Forms, text: str, limited: bool, version: str) -> Solution | str:
    """Return the solution of a game's linear program, rounded to floats, with its basis; or a
    sentence with the reason why there is none.

    `text` is the output of `lower`; its name lists the reductions that were left out. `version` is
    that of this program. `limited` as in `prove`. Columns and rows come in the order of `Program`,
    which need not be that of the file.
    """
    own = origin(name(text))
    if own is None:
        return "the linear program is not a game's"
    program = forms.without(own.without).programs[own.player - 1]
    best = optimum(forms.game, program, (), dict, limited)
    if not best:
        return (
            "no basis was found to be optimal in exact arithmetic; --exact goes on looking, "
            "however long it takes"
        )
    if isinstance(best, str):
        return best
    return _solution(program, best.found, text, version)


def _solution(program: Program, found: Basic, text: str, version: str) -> Solution:
    # The .lp maximises, the .mps minimises the negative: with the objective the dual values change
    # their sign.
    maximised = recognise(text) == "lp"
    sign = 1 if maximised else -1
    columns, rows = _entries(program, found, sign)
    return Solution(
        problem=name(text),
        lp_sha256=hashlib.sha256(text.encode()).hexdigest(),
        solver=SOLVER,
        version=version,
        options=(),
        status=Status.OPTIMAL,
        sense=Sense.MAXIMISE if maximised else Sense.MINIMISE,
        objective=sign * float(found.primal[program.objective]) + 0.0,
        seconds=None,
        size=Size(len(rows), len(columns), sum(map(len, program.lines))),
        columns=columns,
        rows=rows,
    )


def _entries(
    program: Program, found: Basic, sign: int
) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
    inside = set(found.basis)
    basis = {
        symbol: Basis.BASIC if number in inside else _OUTSIDE[symbol.kind]
        for symbol, number in program.number.items()
    }
    columns = (
        Entry(symbol_name(symbol), float(value), basis[symbol])
        for symbol, value in zip(program.columns, found.primal, strict=True)
    )
    rows = (
        Entry(symbol_name(symbol), sign * float(value) + 0.0, basis[symbol])
        for symbol, value in zip(program.rows, found.dual, strict=True)
    )
    return tuple(columns), tuple(rows)
