"""Numbers by first visit: of payoffs, moves of chance and information sets."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from schemas.game.columns import ChanceMove, Int32s, Kind
from schemas.parts.rationals import Rationals
from schemas.state_graph.columns import DrawMove
from stages.expand.columns.passes_kernel import number_by_first_visit


def first_visits(kind: NDArray[np.int8], what: Int32s, which: Kind, size: int) -> Int32s:
    """Number anew what the nodes of a kind are, which are less than `size`; return the old numbers
    in the order of the new.
    """
    order, number = np.empty(size, np.int32), np.full(size, -1, np.int32)
    return order[: number_by_first_visit(kind, what, int(which), number, order)]


def payoffs_of(kind: NDArray[np.int8], what: Int32s, payoffs: Rationals) -> Rationals:
    """Number the payoffs of the nodes anew; return those that there are."""
    order = first_visits(kind, what, Kind.TERMINAL, len(payoffs))
    return Rationals(payoffs.numerators[order], payoffs.denominators[order])


def chances_of(
    kind: NDArray[np.int8], what: Int32s, draws: Sequence[DrawMove]
) -> tuple[ChanceMove, ...]:
    """Number the moves of chance of the nodes anew; return those that there are."""
    order = first_visits(kind, what, Kind.CHANCE, len(draws))
    return tuple(ChanceMove(*draws[number]) for number in order.tolist())
