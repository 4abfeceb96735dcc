"""The simplex method in rationals: if no basis of a solver is optimal, it finds one that is.

Every step solves the equations of the basis anew, which is fast because it is nearly triangular.
The start is a feasible basis: the given one if it is feasible, else that of a pure strategy with
the best responses to it. The most negative price enters; after a step without gain, the first in
order enters until there is a gain (Bland 1977), so that the method ends.
"""

from collections.abc import Collection, Mapping

from flint import fmpq

from ....schemas.linear_program import Symbol, SymbolKind
from ...forms.program import Domain
from .basic import Basic, Equations, System, basic, residuals
from .elimination import Line


def pivoted(
    equations: Equations, start: Collection[int], weights: Mapping[int, float], effort: int | None
) -> Basic | None:
    """Return an optimal basic solution, from a feasible basis or else a pure strategy.

    The pure strategy takes the largest of the `weights`, a solver's, by column number. None if more
    than `effort` coefficients would have to be read.
    """
    system = System(equations, start)
    solution = basic(equations, system)
    if solution is None or not _feasible(equations, solution):
        system = System(equations, _pure(equations, weights))
        solution = basic(equations, system)
    size = sum(map(len, equations.lines)) + equations.height + system.work
    steps = None if effort is None else effort // size
    stuck = False
    while solution is not None and steps != 0:
        entering = _entering(equations, system, solution, stuck)
        if entering is None:
            return solution
        left = _leaving(equations, system, solution, *entering)
        if left is None:
            return None
        system = System(equations, {*system.basis, entering[0]} - {left})
        before, solution = _earned(equations, solution), basic(equations, system)
        stuck = solution is not None and _earned(equations, solution) == before
        steps = None if steps is None else steps - 1
    return None


def _earned(equations: Equations, found: Basic) -> fmpq:
    """Return the objective value."""
    return sum((cost * found.primal[at] for at, cost in equations.costs), fmpq(0))


def _feasible(equations: Equations, found: Basic) -> bool:
    return all(
        domain is Domain.FREE or value == 0 or domain is Domain.BOUND and value > 0
        for domain, value in zip(equations.domains, residuals(equations, found)[0], strict=True)
    )


def _entering(
    equations: Equations, system: System, found: Basic, first: bool
) -> tuple[int, int] | None:
    """Return the entering number, and whether it grows (1) or shrinks (-1); None at the optimum."""
    inside = set(system.basis)
    worst, best = fmpq(0), None
    for at, (domain, price) in enumerate(
        zip(equations.domains, residuals(equations, found)[1], strict=True)
    ):
        if (
            domain is Domain.FIXED
            or at in inside
            or price == 0
            or domain is Domain.BOUND
            and price > 0
        ):
            continue
        if best is None or -abs(price) < worst:
            worst, best = -abs(price), (at, 1 if price < 0 else -1)
        if first:
            break
    return best


def _leaving(
    equations: Equations, system: System, found: Basic, enters: int, sign: int
) -> int | None:
    """Return the basic number that first reaches its bound; of several the first in order."""
    moved = system.right(equations.column(enters))
    if moved is None:
        return None
    values = residuals(equations, found)[0]
    nearest, leaves = None, None
    for at, change in zip(system.basis, moved, strict=True):
        domain, change = equations.domains[at], sign * change
        if domain is Domain.FREE or change == 0 or domain is Domain.BOUND and change < 0:
            continue
        distance = values[at] / change if domain is Domain.BOUND else fmpq(0)
        if nearest is None or distance < nearest:
            nearest, leaves = distance, at
    return leaves


def _pure(equations: Equations, weights: Mapping[int, float]) -> set[int]:
    """Return the basis of the pure strategy that takes the largest weight everywhere and of the
    best responses to it.
    """
    program = equations.program
    played = _largest(equations, weights)
    free = {at for at, domain in enumerate(equations.domains) if domain is Domain.FREE}
    responses = {at for symbol, at in program.number.items() if symbol.kind is SymbolKind.RESPONSE}
    return played.keys() | free | (responses - _tight(equations, played))


def _largest(equations: Equations, weights: Mapping[int, float]) -> dict[int, fmpq]:
    """Return the columns of the pure strategy that takes the largest weight everywhere, each with
    its realization weight.
    """
    program, right = equations.program, dict(equations.right)
    own, _ = program.form.sides(program.player)
    x = {
        sequence: program.number[Symbol(SymbolKind.WEIGHT, program.player, sequence)]
        for sequence in own.present
    }
    played = {x[0]: right.get(0, fmpq(0))}
    for row, (parents, actions) in enumerate(zip(own.parents, own.actions, strict=True), 1):
        chosen = max((x[action] for action in actions), key=lambda at: weights.get(at, 0.0))
        above = (played.get(x[parent], fmpq(0)) for parent in parents)
        played[chosen] = sum(above, right.get(row, fmpq(0)))
    return played


def _tight(equations: Equations, played: Mapping[int, fmpq]) -> set[int]:
    """Return the slacks of the opponent's best responses to a pure strategy, one per information
    set.
    """
    program = equations.program
    player = 3 - program.player
    _, opponent = program.form.sides(program.player)
    known, right = dict(played), dict(equations.right)
    found = set()
    for infoset, actions in reversed(
        [(0, (0,)), *zip(opponent.numbers, opponent.actions, strict=True)]
    ):
        column = program.number[Symbol(SymbolKind.VALUE, player, infoset)]
        slacks = [program.number[Symbol(SymbolKind.RESPONSE, player, action)] for action in actions]
        rows = [slack - equations.width for slack in slacks]
        limits = [
            right.get(row, fmpq(0)) - _sum_of_others(equations.lines[row], column, known)
            for row in rows
        ]
        known[column] = min(limits)
        found.add(slacks[limits.index(known[column])])
    return found


def _sum_of_others(line: Line, column: int, known: Mapping[int, fmpq]) -> fmpq:
    return sum(
        (coefficient * known.get(at, 0) for at, coefficient in line if at != column), fmpq(0)
    )
