"""Exact arithmetic as the solver of a game's linear program, where no solver in floating point
comes to its optimum.

What they stumble on are payoffs and probabilities of very different sizes. Here the program is the
game's own, in rationals: `bases` scales it before it asks HiGHS for a basis, and where no basis
holds, `pivots` begins with a pure strategy.
"""

import hashlib
from collections.abc import Collection

from schemas.game import Game
from schemas.linear_program import name, origin, recognise
from schemas.solution import Entry, Size, Solution
from stages.forms.program import Program, program
from stages.lower import reduced_form
from stages.report.exact import optimum
from stages.report.exact.basic import Basic

SOLVER = "exact"
_OUTSIDE = {"bound": "lower", "free": "free", "fixed": "fixed"}


def solve_exactly(
    game: Game, text: str, without: Collection[str], limited: bool, version: str
) -> Solution | str:
    """Return the solution of the linear program of a game that `lower` wrote, rounded to floats,
    with its basis.

    `text` is that program, `without` the reductions that were left out of it, `version` that of
    this program. A sentence that says why where there is no solution; `limited` as in `prove`.
    Columns and rows come in the order of `Program`, which need not be that of the file.
    """
    own = origin(name(text))
    if own is None:
        return "the linear program is no game's"
    exact = program(reduced_form(game, without), own.player)
    best = optimum(game, exact, (), {}, limited)
    if not best:
        return (
            "no basis was found to be optimal in exact arithmetic; --exact goes on looking, "
            "however long it takes"
        )
    if isinstance(best, str):
        return best
    # What the .lp maximises the .mps minimises, and with the objective the dual values change their
    # sign.
    sense, sign = ("maximise", 1) if recognise(text) == "lp" else ("minimise", -1)
    columns, rows = _entries(exact, best.found, sign)
    size = Size(len(rows), len(columns), sum(map(len, exact.lines)))
    return Solution(
        name(text),
        hashlib.sha256(text.encode()).hexdigest(),
        SOLVER,
        version,
        (),
        "optimal",
        sense,
        sign * float(best.found.primal[exact.objective]) + 0.0,
        None,
        size,
        columns,
        rows,
    )


def _entries(
    exact: Program, found: Basic, sign: int
) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
    basis = set(found.basis)
    held = [_OUTSIDE[kind] for kind in exact.kinds]
    # The rows b have a right-hand side, no left one.
    held[len(exact.names) :] = ["fixed" if name.startswith("f") else "upper" for name in exact.rows]
    told = ["basic" if at in basis else kind for at, kind in enumerate(held)]
    columns = (
        Entry(name, float(value), kind)
        for name, value, kind in zip(exact.names, found.primal, told, strict=False)
    )
    rows = (
        Entry(name, sign * float(value) + 0.0, kind)
        for name, value, kind in zip(exact.rows, found.dual, told[len(exact.names) :], strict=True)
    )
    return tuple(columns), tuple(rows)
