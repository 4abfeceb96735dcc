"""The simplex method in rationals: where no basis of a solver holds, it ends with one that does.

Every step solves the basis anew, which is quick because it is nearly triangular. It begins with a
feasible basis: the one given if it is, or else that of a pure strategy with the best responses to
it. The price most negative enters; where that gains nothing, the first in order does until
something is gained (Bland 1977), so that it ends.
"""

from collections.abc import Collection, Mapping

from flint import fmpq

from stages.forms.program import Program
from stages.report.exact.bases import flaws
from stages.report.exact.basic import Basic, System, basic


def pivoted(
    program: Program, start: Collection[int], weights: Mapping[int, float], effort: int | None
) -> Basic | None:
    """Return an optimal basic solution, from a basis if that is feasible, or else from a pure
    strategy.

    That takes the largest of the `weights`, which are a solver's, by number of
    the column. None if it takes more than `effort` coefficients to look at.
    """
    system = System(program, start)
    found = basic(program, system)
    if found is None or not _feasible(program, found):
        system = System(program, _pure(program, weights))
        found = basic(program, system)
    size = sum(map(len, program.lines)) + len(program.rows) + system.kernel**2
    steps = None if effort is None else effort // size
    stuck = False
    while found is not None and steps != 0:
        entering = _entering(program, system, found, stuck)
        if entering is None:
            return found
        left = _leaving(program, system, found, *entering)
        if left is None:
            return None
        system = System(program, {*system.basis, entering[0]} - {left})
        before, found = found.primal[program.objective], basic(program, system)
        stuck = found is not None and found.primal[program.objective] == before
        steps = None if steps is None else steps - 1
    return None


def _feasible(program: Program, found: Basic) -> bool:
    return all(
        kind == "free" or value == 0 or kind == "bound" and value > 0
        for kind, value in zip(program.kinds, flaws(program, found)[0], strict=True)
    )


def _entering(
    program: Program, system: System, found: Basic, first: bool
) -> tuple[int, int] | None:
    """Return what enters, and whether it grows (1) or shrinks (-1); None at the optimum."""
    inside = set(system.basis)
    worst, best = fmpq(0), None
    for at, (kind, price) in enumerate(zip(program.kinds, flaws(program, found)[1], strict=True)):
        if kind == "fixed" or at in inside or price == 0 or kind == "bound" and price > 0:
            continue
        if best is None or -abs(price) < worst:
            worst, best = -abs(price), (at, 1 if price < 0 else -1)
        if first:
            break
    return best


def _leaving(program: Program, system: System, found: Basic, enters: int, sign: int) -> int | None:
    """Return the basic number that is at its bound first, the first in order of several."""
    moved = system.right(program.column(enters))
    if moved is None:
        return None
    values = flaws(program, found)[0]
    nearest, leaves = None, None
    for at, change in zip(system.basis, moved, strict=True):
        kind, change = program.kinds[at], sign * change
        if kind == "free" or change == 0 or kind == "bound" and change < 0:
            continue
        distance = values[at] / change if kind == "bound" else fmpq(0)
        if nearest is None or distance < nearest:
            nearest, leaves = distance, at
    return leaves


def _pure(program: Program, weights: Mapping[int, float]) -> set[int]:
    """Return the basis of the pure strategy that takes the largest weight everywhere, and of the
    best responses to it.
    """
    form = program.form
    own, opponent = form.players if program.player == 1 else form.players[::-1]
    weight, value = program.names[0][0], program.names[program.objective][0]
    number, base = program.number, len(program.names)
    x = {number[f"{weight}0"]: 1}
    for parents, actions in zip(own.parents, own.actions, strict=True):
        columns = [number[f"{weight}{action}"] for action in actions]
        x[max(columns, key=lambda column: weights.get(column, 0.0))] = sum(
            x.get(number[f"{weight}{at}"], 0) for at in parents
        )
    known = {column: fmpq(amount) for column, amount in x.items()}
    tight = set()
    for infoset, actions in reversed(
        [(0, (0,)), *zip(opponent.numbers, opponent.actions, strict=True)]
    ):
        column = number[f"{value}{infoset}"]
        rows = [number[f"b{action}"] - base for action in actions]
        limits = [
            -sum(
                (
                    coefficient * known.get(at, 0)
                    for at, coefficient in program.lines[row]
                    if at != column
                ),
                fmpq(0),
            )
            for row in rows
        ]
        known[column] = min(limits)
        tight.add(rows[limits.index(known[column])])
    slacks = {
        base + at
        for at, name in enumerate(program.rows)
        if name.startswith("b") and at not in tight
    }
    return x.keys() | {at for at, kind in enumerate(program.kinds) if kind == "free"} | slacks
