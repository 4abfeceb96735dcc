"""Optimal realization plans in fractions, and exact payoffs against them.

An optimum that keeps away from vertices lies inside the face of all optima: what is 0 or tight
there is so on the whole face. These equations, whose coefficients are mostly 1 and -1, are solved
by elimination. What they leave free is rounded to multiples of a power of two, and all else follows
as fractions with few more prime factors, so that a plan has a small common denominator: in phantom
tic-tac-toe it is 3 * 2^20, where vertices of the same face have denominators of hundreds of digits.

The payoff of a pure strategy against such a plan is a sum of weights times probabilities of chance
times payoffs. So it is a multiple of one over the product of their common denominators, and an
enclosure that contains only one such multiple gives it exactly.
"""

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from ....schemas.bounds import Situation
from ....schemas.evaluation import Enclosed
from ....schemas.state_graph import Actor, ObservationGraph
from ....schemas.state_graph.order import topological_order
from ...highs import new_highs
from ..walks import Floats
from .program import Infosets, Payoffs, entries_of, linear_program
from .tree_kernel import Tree

NEAR = 1e-6
"""What is smaller than this is 0 at an inner optimum, if the payoffs are at most 1."""
BITS = 10, 20, 30
"""The powers of two to whose multiples free variables are rounded, until no weight is negative."""
WORK = 20_000_000
"""The most entries that the elimination touches."""

Equation = dict[int, Fraction]
"""Coefficients by column; column 0 is 1, and their sum is 0."""


def exact_plan(
    trees: tuple[Tree, Tree], payoffs: Payoffs, largest: float
) -> tuple[Fraction, ...] | None:
    """Return an optimal realization plan of the player of the second tree, one weight per sequence,
    where the player of the first one wants the largest of these payoffs; None if no simple one is
    found. `largest` is the largest absolute payoff of the game.
    """
    equations, point = _face(trees, payoffs, largest)
    solved = _Elimination(equations).solve()
    for bits in BITS if solved is not None else ():
        weights = _rounded(solved or [], point, 2**bits)
        plan = [weights.get(at, Fraction(0)) for at in range(trees[1].sequences)]
        if min(plan) >= 0:
            return tuple(plan)
    return None


def mirrored(payoffs: Payoffs) -> Payoffs:
    """Return the payoffs to player 2, whose sequences come first."""
    return payoffs[1], payoffs[0], -payoffs[2]


def _face(
    trees: tuple[Tree, Tree], payoffs: Payoffs, largest: float
) -> tuple[list[Equation], Floats]:
    """Return the equations of all optima of a program, and an optimum inside."""
    sizes, entries = entries_of(trees, Infosets(trees[0]), Infosets(trees[1]), payoffs)
    highs = new_highs(interior=True)
    highs.passModel(linear_program(sizes, entries))
    highs.run()
    point = np.array(highs.getSolution().col_value)
    row, column, number = entries
    height = sizes[0] + sizes[3]
    slack = np.bincount(row, number * point[column], height)
    tight = (slack <= NEAR * largest) | (np.arange(height) >= sizes[0])
    used = (point > NEAR) | (np.arange(len(point)) >= sizes[1])
    equations: dict[int, Equation] = {}
    kept = tight[row] & used[column]
    for at, of, coefficient in zip(
        row[kept].tolist(), column[kept].tolist(), number[kept].tolist(), strict=True
    ):
        line = equations.setdefault(at, {})
        # Products of a few simple probabilities and payoffs are simple themselves.
        line[of] = line.get(of, Fraction(0)) + Fraction(coefficient).limit_denominator(10**6)
    return list(equations.values()), point


class _Elimination:
    """Equations that are solved one after the other, the shortest first."""

    def __init__(self, equations: list[Equation]) -> None:
        self.waiting = [{at: number for at, number in one.items() if number} for one in equations]
        self.rows: dict[int, set[int]] = {}
        """The equations in which each column has a coefficient."""
        self.sizes: dict[int, set[int]] = {}
        """The equations that are not solved, by the number of their coefficients."""
        for row, equation in enumerate(self.waiting):
            self.sizes.setdefault(len(equation), set()).add(row)
            for column in equation.keys() - {0}:
                self.rows.setdefault(column, set()).add(row)
        self.touched = 0

    def solve(self) -> list[tuple[int, Equation]] | None:
        """Return columns in terms of others, which come later or are free; None if the equations
        contradict one another, or take too much work.
        """
        solved = []
        for _ in self.waiting:
            equation = self._shortest()
            if not equation.keys() - {0}:
                if equation:
                    return None
                continue
            pivot = min(equation.keys() - {0}, key=lambda at: self._cost(equation[at], at))
            factor = equation.pop(pivot)
            terms = {at: -number / factor for at, number in equation.items()}
            solved.append((pivot, terms))
            for row in self.rows.pop(pivot):
                self._replace(row, pivot, terms)
            if self.touched > WORK:
                return None
        return solved

    def _shortest(self) -> Equation:
        """Take out the shortest equation."""
        rows = self.sizes[min(size for size, rows in self.sizes.items() if rows)]
        row = min(rows)
        rows.remove(row)
        for column in self.waiting[row].keys() - {0}:
            self.rows[column].discard(row)
        return self.waiting[row]

    def _cost(self, coefficient: Fraction, column: int) -> tuple[bool, int, int]:
        """Return what it costs to solve for a column: first of all a larger denominator."""
        return abs(coefficient) != 1, len(self.rows[column]), column

    def _replace(self, row: int, pivot: int, terms: Equation) -> None:
        """Replace a column of an equation by its terms."""
        equation = self.waiting[row]
        self.sizes[len(equation)].remove(row)
        times = equation.pop(pivot)
        for column, number in terms.items():
            total = equation.pop(column, Fraction(0)) + times * number
            if total:
                equation[column] = total
            if column:
                (self.rows[column].add if total else self.rows[column].discard)(row)
        self.sizes.setdefault(len(equation), set()).add(row)
        self.touched += len(terms)


def _rounded(solved: list[tuple[int, Equation]], point: Floats, parts: int) -> dict[int, Fraction]:
    """Return the solution in which free columns are multiples of one of so many parts of 1."""
    found = {0: Fraction(1)}
    for pivot, terms in reversed(solved):
        for at in terms:
            if at not in found:
                found[at] = Fraction(round(float(point[at]) * parts), parts)
        found[pivot] = sum((number * found[at] for at, number in terms.items()), Fraction(0))
    return found


def plan_unit(strategy: Sequence[Situation]) -> int:
    """Return a common denominator of the weights of a realization plan in fractions, whose
    situations belong to memories.
    """
    rows = {one.after: dict(zip(one.actions, one.shares, strict=True)) for one in strategy}
    unit = 1
    for after, row in rows.items():
        weight = math.prod(
            (
                rows[after[:at]].get(word.removeprefix("did "), Fraction(0))
                for at, word in enumerate(after)
                if word.startswith("did ") and after[:at] in rows
            ),
            start=Fraction(1),
        )
        unit = math.lcm(unit, *((weight * share).denominator for share in row.values()))
    return unit


def payoff_unit(graph: ObservationGraph) -> int:
    """Return a common denominator of the products of a payoff, or a reward, with the probabilities
    of chance before it, in a graph without a limit of moves.
    """
    columns = graph.columns
    used = np.unique(np.append(columns.payoff, columns.reward)).tolist()
    paid = math.lcm(*(columns.numbers[at].denominator for at in used))
    if not (columns.actor == Actor.CHANCE).any():
        return paid
    order = topological_order(columns.begin, columns.target, graph.start)
    target, drawn = columns.target.tolist(), columns.probability.tolist()
    unit = [1] * len(columns)
    for state in order[::-1].tolist():
        unit[state] = math.lcm(
            *(
                unit[target[move]]
                * (columns.numbers[drawn[move]].denominator if drawn[move] >= 0 else 1)
                for move in columns.moves(state)
            )
        )
    return paid * unit[graph.start]


def only_multiple(of: Enclosed, unit: int) -> Fraction | None:
    """Return the only multiple of 1 / unit that lies between both ends; None if there are more.

    >>> third = Enclosed(Fraction(333, 1000), Fraction(334, 1000))
    >>> only_multiple(third, 3), only_multiple(third, 3000)
    (Fraction(1, 3), None)
    """
    least, most = math.ceil(of.low * unit), math.floor(of.high * unit)
    return Fraction(least, unit) if least == most else None
