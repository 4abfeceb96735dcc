"""Bounds on the value of matrices of floats, proved by best responses in exact arithmetic: code
that shares nothing with the search for the strategies.
"""

from fractions import Fraction
from itertools import islice

from ....schemas.bounds import Bounds, Situation
from ....schemas.bounds_report import BoundsReport
from ....schemas.evaluation import Enclosed
from ....schemas.matrices import Matrices, Tree
from ....schemas.parts.problems import InputError, Problem
from ....schemas.report import Bounds as Enclosure
from ..best_response import as_printed
from .witness import SLACK, refuse_better

Strategy = tuple[Situation, ...]
FIRST = 20
"""The most information sets among the first moves of a player."""


def report_on_matrices(matrices: Matrices, bounds: Bounds) -> BoundsReport:
    """Return the report on bounds that belong to matrices. Raises as `prove_on_matrices` does."""
    proved, openings = prove_on_matrices(matrices, bounds), []
    for tree, strategy in zip(matrices.trees, bounds.strategies, strict=True):
        roots = (at for at, one in enumerate(tree.parents[tree.begin[:-1]].tolist()) if one == 0)
        openings.append(tuple(strategy[at] for at in islice(roots, FIRST)))
    return BoundsReport(matrices, bounds, proved, None, (openings[0], openings[1]))


def prove_on_matrices(matrices: Matrices, bounds: Bounds) -> Enclosure:
    """Return the bounds that the strategies prove. Raises InputError for strategies that are not
    those of the matrices, and VerificationError if the claimed bounds are better.
    """
    first, second = matrices.trees
    for at, (tree, strategy) in enumerate(zip(matrices.trees, bounds.strategies, strict=True)):
        sizes = (tree.first[1:] - tree.first[:-1]).tolist()
        given = [(one.information_set, len(one.actions)) for one in strategy]
        if given != [*enumerate(sizes, 1)]:
            words = f"are not the information sets of player {at + 1}"
            raise InputError([Problem(words, ("strategies", at))])
    payoffs = matrices.payoffs
    rows, columns = payoffs.rows.tolist(), payoffs.columns.tolist()
    entries = [Fraction(entry) for entry in payoffs.entries.tolist()]
    x, y = _plan(first, bounds.strategies[0]), _plan(second, bounds.strategies[1])
    to_second, to_first = [Fraction()] * len(y), [Fraction()] * len(x)
    for row, column, entry in zip(rows, columns, entries, strict=True):
        to_second[column] -= x[row] * entry
        to_first[row] += entry * y[column]
    low, high = -_best(second, to_second), _best(first, to_first)
    proved = Enclosure(Enclosed(low, low).lower, Enclosed(high, high).upper)
    refuse_better(bounds, proved, SLACK * float(max(map(abs, entries), default=0)))
    return proved


def _plan(tree: Tree, strategy: Strategy) -> list[Fraction]:
    """Return the realization plan of a strategy."""
    plan, begin, parents = [Fraction(1)], tree.begin.tolist(), tree.parents.tolist()
    for at, one in enumerate(strategy):
        above = sum((plan[parent] for parent in parents[begin[at] : begin[at + 1]]), Fraction())
        plan += [above * share for share in as_printed(one.probabilities)]
    return plan


def _best(tree: Tree, values: list[Fraction]) -> Fraction:
    """Return the payoff of a best response from the payoffs of the sequences, which are changed."""
    first, begin, parents = tree.first.tolist(), tree.begin.tolist(), tree.parents.tolist()
    for at in range(len(first) - 2, -1, -1):
        best = max(values[first[at] : first[at + 1]])
        for parent in parents[begin[at] : begin[at + 1]]:
            values[parent] += best
    return values[0]
