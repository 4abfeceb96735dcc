"""From the records of the compiled walk to the columns of a state graph."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from schemas.parts.limits import refuse_too_many
from schemas.parts.rationals import rationals
from schemas.parts.states import State
from schemas.parts.texts import Texts
from schemas.state_graph.columns import GraphColumns, Kind, graph_columns
from stages.parse.columns.answers import END, SKETCH, STAND


@dataclass(frozen=True, eq=False, kw_only=True)
class Made:
    """The states of a walk, n of them, with e ways from one to another and d decisions."""

    kind: NDArray[np.int8]
    """Shape (n,): END, STAND or SKETCH."""
    what: NDArray[np.int32]
    """Shape (n,): the payoff, the number of the decision, or that of the record."""
    begin: NDArray[np.int32]
    """Shape (n,): the first target."""
    targets: NDArray[np.int32]
    """Shape (e,)."""
    labels: tuple[NDArray[np.int32], Texts]
    """Of each decision, shape (d,), the number of its text, and the texts."""
    squares: NDArray[np.int32]
    """Shape (d,): the square of each decision."""


def graph_of(made: Made, records: tuple[State, ...], width: int) -> GraphColumns:
    """Return the columns of a graph; `records` are the states that the rules make, without their
    targets, `width` is that of the map.
    """
    refuse_too_many(len(made.targets), "ways between states")
    said = graph_columns(records)
    of, labels = made.labels
    ends = np.unique(made.what[made.kind == END])
    payoffs = {payoff: number for number, payoff in enumerate(said.payoffs)}
    paid = [payoffs.setdefault(payoff, len(payoffs)) for payoff in map(Fraction, ends.tolist())]
    what = np.empty(len(made.kind), np.int32)
    parts = _Parts(made)
    what[parts.ends] = np.array(paid, np.int32)[np.searchsorted(ends, made.what[parts.ends])]
    what[parts.stands] = len(said.texts) + of[made.what[parts.stands]]
    what[parts.sketches] = said.what[parts.record]
    at = np.full((len(made.kind), 2), -1, np.int16)
    at[parts.stands] = np.stack(np.divmod(made.squares, width), 1)[made.what[parts.stands]]
    at[parts.sketches] = said.at[parts.record]
    return GraphColumns(
        kind=parts.column(np.int8, Kind.TERMINAL, Kind.CHOICE, said.kind),
        what=what,
        begin=np.append(made.begin, np.int32(len(made.targets))),
        targets=made.targets.copy(),
        player=parts.column(np.int8, 0, 1, said.player),
        sees=parts.column(np.int32, -1, -1, said.sees),
        at=at,
        payoffs=rationals(payoffs),
        draws=said.draws,
        places=said.places,
        texts=_joined(said.texts, labels),
    )


class _Parts:
    """The states by kind."""

    def __init__(self, made: Made) -> None:
        self.size = len(made.kind)
        self.ends, self.stands, self.sketches = (
            np.flatnonzero(made.kind == kind) for kind in (END, STAND, SKETCH)
        )
        self.record = made.what[self.sketches]

    def column(self, dtype: Any, end: int, stand: int, records: NDArray[Any]) -> NDArray[Any]:
        """Return a column that is the same for all ends, and for all decisions of the agent."""
        found = np.full(self.size, end, dtype)
        found[self.stands] = stand
        found[self.sketches] = records[self.record]
        return found


def _joined(one: Texts, other: Texts) -> Texts:
    return Texts(
        np.concatenate([one.data, other.data]),
        np.concatenate([one.begin[:-1], other.begin + one.begin[-1]]),
    )
