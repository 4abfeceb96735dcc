"""Renumbering by first visit: payoffs, moves of chance and information sets."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from schemas.game.columns import ChanceMove, Int32s, Kind
from schemas.parts.rationals import Rationals
from schemas.state_graph.columns import DrawMove
from stages.expand.columns.passes_kernel import number_by_first_visit


def first_visits(kind: NDArray[np.int8], what: Int32s, which: Kind, size: int) -> Int32s:
    """Renumber the entries of `what` at nodes of a kind, which are below `size`; return the old
    numbers in the order of the new ones.
    """
    order, number = np.empty(size, np.int32), np.full(size, -1, np.int32)
    return order[: number_by_first_visit(kind, what, int(which), number, order)]


def payoffs_of(kind: NDArray[np.int8], what: Int32s, payoffs: Rationals) -> Rationals:
    """Renumber the payoffs of the nodes; return the payoffs that occur."""
    order = first_visits(kind, what, Kind.TERMINAL, len(payoffs))
    return Rationals(payoffs.numerators[order], payoffs.denominators[order])


def chances_of(
    kind: NDArray[np.int8], what: Int32s, draws: Sequence[DrawMove]
) -> tuple[ChanceMove, ...]:
    """Renumber the moves of chance of the nodes; return the moves that occur."""
    order = first_visits(kind, what, Kind.CHANCE, len(draws))
    return tuple(ChanceMove(*draws[number]) for number in order.tolist())
