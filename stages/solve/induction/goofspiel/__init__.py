"""Goofspiel games too large to list: layer by layer, in chunks of rows that any process can solve.

A chunk needs only the rule and the values of the layer below. Its numbers do not
depend on the division of a layer into chunks or on the process that solves it.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import comb
from typing import NamedTuple

import numpy as np

from .....schemas.induction import LayerProof
from .....schemas.levels import Numbers
from .....schemas.rules.goofspiel import Goofspiel
from .....schemas.rules.objective import Objective
from ..matrix_game import Array
from .indexing import DECIDED, Layer, Tables, tables
from .kernel import patterns_below, solve_rows
from .layers import plan
from .numbers import most, packed, unit_of
from .patterns import canonical, pattern_code

__all__ = (
    "Chunk",
    "cuts",
    "first_layer",
    "layer_sizes",
    "more_games",
    "plan",
    "prove",
    "solve_chunk",
    "solve_rows_of",
    "stage_games",
)

GAMES = 4_000_000  # Approximate games per chunk of several rows: one or two seconds of work.
PIECES = 16  # Fewest pieces of a layer, if PIECE allows: all cores should finish together.
PIECE = 100_000
_ROUNDING = 2.0**-53


class Chunk(NamedTuple):
    """Some solved rows of a layer."""

    values: Array
    """The values, row after row."""
    largest_gap: float
    games: int


@lru_cache(maxsize=64)
def stage_games(rule: Goofspiel, cards: int) -> int:
    """Return the number of stage games of a layer; for `points`, rows that equal their exchange
    have value 0 and need none.
    """
    layer = plan(rule)[cards]
    return cards * (layer.states - _mirrors(rule, layer) * len(layer.prizes))


def layer_sizes(rule: Goofspiel) -> tuple[int, ...]:
    """Return for each number of cards the count of numbers of that layer."""
    return tuple(layer.size for layer in plan(rule))


def more_games(rule: Goofspiel, limit: int) -> bool:
    """Return whether all layers together have more than `limit` stage games. Large deals are not
    enumerated if one score per set of prizes already gives too many.
    """
    patterns, least = np.array([canonical(pattern_code(rule.hands))], np.int64), 0
    for cards in range(len(rule.prizes), 0, -1):
        least += (len(patterns) - 1) * cards * comb(len(rule.prizes), cards)
        if least > limit:
            return True
        patterns = np.unique(patterns_below(patterns, cards))
    return sum(stage_games(rule, cards) for cards in range(1, len(rule.prizes) + 1)) > limit


@lru_cache(maxsize=4)
def cuts(rule: Goofspiel, cards: int) -> tuple[tuple[int, int], ...]:
    """Return the chunks of a layer, each as its first row and the row after its last."""
    layer = plan(rule)[cards]
    games = cards * layer.states
    size = max(1, min(GAMES, max(PIECE, games // PIECES)))
    # A row belongs to the piece that it begins in.
    pieces = cards * layer.starts[:-1] // size
    firsts = np.flatnonzero(np.diff(pieces, prepend=-1)).tolist()
    return tuple(zip(firsts, [*firsts[1:], len(layer.patterns)], strict=True))


def first_layer(rule: Goofspiel, numbers: Numbers = Numbers.FLOAT64) -> Array:
    """Return the values of the layer without cards."""
    found = DECIDED if rule.objective == Objective.WIN else (0.0,)
    return packed(np.array(found), unit_of(rule, numbers))


def solve_chunk(
    rule: Goofspiel,
    cards: int,
    rows: tuple[int, int],
    below: Array,
    numbers: Numbers = Numbers.FLOAT64,
) -> Chunk:
    """Return some rows of a layer from the numbers of the layer below, which are given row after
    row.
    """
    layer, under = plan(rule)[cards], plan(rule)[cards - 1]
    return solve_rows_of(rule, layer, under, _tables(rule, cards), rows, below, numbers)


def solve_rows_of(
    rule: Goofspiel,
    layer: Layer,
    under: Layer,
    table: Tables,
    rows: tuple[int, int],
    below: Array,
    numbers: Numbers,
) -> Chunk:
    """Return some rows of a layer, or of a part of it, from the numbers of the layer below."""
    unit, (first, behind) = unit_of(rule, numbers), rows
    values = np.zeros(int(layer.starts[behind] - layer.starts[first]))
    points = rule.objective == Objective.POINTS
    # The lift of the matrices above 0: no entry is below minus the largest value.
    lift = most(rule) + 1.0
    gap, games = solve_rows(
        first,
        behind,
        layer,
        under,
        table,
        np.zeros(0) if unit else below,
        below.astype(np.int32, copy=False) if unit else np.zeros(0, np.int32),
        unit or 1.0,
        points,
        lift,
        np.array(DECIDED[: layer.decided]),
        values,
    )
    return Chunk(packed(values, unit), max(0.0, float(gap)), int(games))


def prove(
    rule: Goofspiel,
    cards: int,
    chunks: Sequence[tuple[float, int]],
    below: LayerProof | None,
    numbers: Numbers = Numbers.FLOAT64,
) -> LayerProof:
    """Return the proof of a layer from the largest gaps and the numbers of games of all chunks.

    The value of a matrix game changes by no more than its entries do, and so does a mean: the
    errors of the layers add up, half of the largest gap each. Rounding: an entry is rounded twice,
    each of the two bounds is a product of up to `cards` terms with weights that sum to 1 within as
    many roundings, and the mean is one sum of up to `cards` terms. `4 cards + 12` units of the
    largest entry exceed the total (Higham, "Accuracy and Stability", 2002, chapter 3). Packing a
    value changes it by at most half of the packed numbers' unit.
    """
    gap = max((gap for gap, _ in chunks), default=0.0)
    rounding = (
        (4 * cards + 12) * _ROUNDING * most(rule) + unit_of(rule, numbers) / 2 if cards else 0.0
    )
    bound = (below.bound if below else 0.0) + gap / 2 + rounding
    return LayerProof(
        left=cards,
        states=plan(rule)[cards].states,
        games=sum(games for _, games in chunks),
        largest_gap=gap,
        bound=bound,
    )


@lru_cache(maxsize=1)
def _tables(rule: Goofspiel, cards: int) -> Tables:
    return tables(rule, plan(rule)[cards], plan(rule)[cards - 1])


def _mirrors(rule: Goofspiel, layer: Layer) -> int:
    # In a pattern that equals its exchange, both players hold every card: 11 11 ... in bit pairs.
    mirrored = (layer.patterns == (1 << 2 * layer.cards) - 1).any()
    return int(rule.objective == Objective.POINTS and mirrored)
