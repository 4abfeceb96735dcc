"""Goofspiel too large to list: layer by layer, in chunks of rows that any process can solve.

A chunk needs nothing but the rule and the values of the layer below, and its
numbers do not depend on how a layer is cut or who solves it.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import comb
from typing import NamedTuple

import numpy as np

from schemas.induction import LayerProof
from schemas.rules.goofspiel import Goofspiel
from schemas.rules.objective import Objective
from stages.solve.induction.goofspiel.indexing import Layer, Tables, plan, tables
from stages.solve.induction.goofspiel.patterns import canonical, pattern_code
from stages.solve.induction.matrix_game import Array

__all__ = (
    "Chunk",
    "cuts",
    "first_layer",
    "more_games",
    "plan",
    "prove",
    "solve_chunk",
    "stage_games",
)

GAMES = 4_000_000  # Per chunk at most, but for single rows: a second of work or two.
PIECES = 16  # Of a layer at least, as far as PIECE lets it: both cores are to end together.
PIECE = 100_000
_ROUNDING = 2.0**-53


class Chunk(NamedTuple):
    """Some rows of a layer, solved."""

    values: Array
    """Shape (rows, width of the layer)."""
    largest_gap: float
    games: int


def stage_games(rule: Goofspiel, cards: int) -> int:
    """Return how many stage games a layer has; for `points` rows that equal their exchange are
    worth 0 without any.
    """
    layer = plan(rule)[cards]
    per_row = int(layer.prizes.size and _tables(rule, cards).total)
    return per_row * (len(layer.patterns) - _mirrors(rule, layer))


def more_games(rule: Goofspiel, limit: int) -> bool:
    """Return whether all layers together have more stage games than so many; large deals are not
    gone through for that.
    """
    # For start-up time: Numba.
    from stages.solve.induction.goofspiel.kernel import patterns_below

    patterns, least = np.array([canonical(pattern_code(rule.hands))], np.int64), 0
    for cards in range(len(rule.prizes), 0, -1):
        least += (len(patterns) - 1) * cards * comb(len(rule.prizes), cards)
        if least > limit:
            return True
        patterns = np.unique(patterns_below(patterns, cards))
    return sum(stage_games(rule, cards) for cards in range(1, len(rule.prizes) + 1)) > limit


def cuts(rule: Goofspiel, cards: int) -> tuple[tuple[int, int], ...]:
    """Return the chunks of a layer, each as its first row and the row behind its last."""
    layer = plan(rule)[cards]
    per_row = max(1, _tables(rule, cards).total)
    games = per_row * len(layer.patterns)
    size = max(1, min(GAMES, max(PIECE, games // PIECES)) // per_row)
    return tuple(
        (first, min(first + size, len(layer.patterns)))
        for first in range(0, len(layer.patterns), size)
    )


def first_layer(rule: Goofspiel) -> Array:
    """Return the values of the layer without cards."""
    layer = plan(rule)[0]
    return np.array([layer.constants or (0.0,)])


def solve_chunk(rule: Goofspiel, cards: int, rows: tuple[int, int], below: Array) -> Chunk:
    """Return some rows of a layer from the values of the layer below, of shape (rows, width)
    there.
    """
    # For start-up time: Numba.
    from stages.solve.induction.goofspiel.kernel import solve_rows

    layer, under = plan(rule)[cards], plan(rule)[cards - 1]
    table = _tables(rule, cards)
    values = np.zeros((rows[1] - rows[0], len(layer.prizes)))
    points = rule.objective == Objective.POINTS
    # The lift of the matrices above 0: no entry is below minus all there is to win.
    lift = _most(rule) + 1.0
    gap, games, _ = solve_rows(
        rows[0],
        rows[1],
        layer.patterns,
        under.patterns,
        below,
        table.count,
        table.column,
        table.child,
        table.gain,
        cards,
        points,
        lift,
        values,
    )
    if layer.constants:
        values = np.hstack([values, np.tile(layer.constants, (len(values), 1))])
    return Chunk(values, max(0.0, float(gap)), int(games))


def prove(
    rule: Goofspiel, cards: int, chunks: Sequence[tuple[float, int]], below: LayerProof | None
) -> LayerProof:
    """Return what the largest gaps and numbers of games of all chunks prove about a layer.

    The value of a matrix game moves by no more than its entries do, and so does a mean: the errors
    of the layers add up, half of the largest gap each. Rounding: an entry is rounded twice, each of
    the two bounds is a product of up to `cards` terms with weights that sum to 1 within as many
    roundings, and the mean is one sum of up to `cards` terms. `4 cards + 12` units of the largest
    entry are more than all of it (Higham, "Accuracy and Stability", 2002, chapter 3).
    """
    layer = plan(rule)[cards]
    gap = max((gap for gap, _ in chunks), default=0.0)
    rounding = (4 * cards + 12) * _ROUNDING * _most(rule) if cards else 0.0
    bound = (below.bound if below else 0.0) + gap / 2 + rounding
    states = len(layer.patterns) * len(layer.prizes)
    return LayerProof(
        left=cards,
        states=states,
        games=sum(games for _, games in chunks),
        largest_gap=gap,
        bound=bound,
    )


@lru_cache(maxsize=64)
def _tables(rule: Goofspiel, cards: int) -> Tables:
    return tables(rule, plan(rule)[cards], plan(rule)[cards - 1])


def _most(rule: Goofspiel) -> float:
    return float(sum(rule.prizes)) if rule.objective == Objective.POINTS else 1.0


def _mirrors(rule: Goofspiel, layer: Layer) -> int:
    # A pattern that equals its exchange holds every card twice: 11 11 ... in twos.
    return (
        int((layer.patterns == (1 << 2 * layer.cards) - 1).any())
        if rule.objective == Objective.POINTS
        else 0
    )
