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
from schemas.levels import Numbers
from schemas.rules.goofspiel import Goofspiel
from schemas.rules.objective import Objective
from stages.solve.induction.goofspiel.indexing import DECIDED, Layer, Tables, tables
from stages.solve.induction.goofspiel.kernel import patterns_below, solve_rows
from stages.solve.induction.goofspiel.layers import Plan, planned
from stages.solve.induction.goofspiel.numbers import most, packed, unit_of
from stages.solve.induction.goofspiel.patterns import canonical, pattern_code
from stages.solve.induction.matrix_game import Array

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

GAMES = 4_000_000  # Per chunk about, but for single rows: a second of work or two.
PIECES = 16  # Of a layer at least, as far as PIECE lets it: both cores are to end together.
PIECE = 100_000
_ROUNDING = 2.0**-53


class Chunk(NamedTuple):
    """Some rows of a layer, solved."""

    values: Array
    """Row after row."""
    largest_gap: float
    games: int


def plan(rule: Goofspiel) -> Plan:
    """Return the layers of a deal."""
    return planned(rule)


@lru_cache(maxsize=64)
def stage_games(rule: Goofspiel, cards: int) -> int:
    """Return how many stage games a layer has; for `points` rows that equal their exchange are
    worth 0 without any.
    """
    layer = plan(rule)[cards]
    return cards * (layer.states - _mirrors(rule, layer) * len(layer.prizes))


def layer_sizes(rule: Goofspiel) -> tuple[int, ...]:
    """Return by number of cards how many numbers a layer has."""
    return tuple(layer.size for layer in plan(rule))


def more_games(rule: Goofspiel, limit: int) -> bool:
    """Return whether all layers together have more stage games than so many, or would have them
    with one score for each set of prizes: large deals are not gone through for that.
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
    """Return the chunks of a layer, each as its first row and the row behind its last."""
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
    """Return some rows of a layer from the numbers of the layer below, those of its rows one after
    the other.
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
    """Return some rows of a layer, or of a part of it, from the numbers of the layer under it."""
    unit = unit_of(rule, numbers)
    values = np.zeros(int(layer.starts[rows[1]] - layer.starts[rows[0]]))
    points = rule.objective == Objective.POINTS
    # The lift of the matrices above 0: no entry is below minus all there is to win.
    lift = most(rule) + 1.0
    gap, games, _ = solve_rows(
        *rows,
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
    """Return what the largest gaps and numbers of games of all chunks prove about a layer.

    The value of a matrix game moves by no more than its entries do, and so does a mean: the errors
    of the layers add up, half of the largest gap each. Rounding: an entry is rounded twice, each of
    the two bounds is a product of up to `cards` terms with weights that sum to 1 within as many
    roundings, and the mean is one sum of up to `cards` terms. `4 cards + 12` units of the largest
    entry are more than all of it (Higham, "Accuracy and Stability", 2002, chapter 3). To pack a
    value moves it by half of the packed numbers' unit at most.
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
    # A pattern that equals its exchange holds every card twice: 11 11 ... in twos.
    return (
        int((layer.patterns == (1 << 2 * layer.cards) - 1).any())
        if rule.objective == Objective.POINTS
        else 0
    )
