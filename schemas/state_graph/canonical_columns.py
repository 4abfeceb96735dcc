"""The moves of a graph in columns in canonical order: `schemas.state_graph.canonical`."""

import json
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from schemas.parts.states import Choice, Draw, targets
from schemas.parts.texts import texts
from schemas.state_graph.canonical import Offers, state_in_order
from schemas.state_graph.columns import DrawMove, GraphColumns, Kind


def in_order_columns(columns: GraphColumns) -> GraphColumns:
    """Return the columns with all moves in canonical order: the same ones where they are so."""
    found = _Ordered(columns)
    for number in _to_look_at(columns).tolist():
        found.order(number)
    return found.columns()


def _to_look_at(columns: GraphColumns) -> NDArray[np.int64]:
    """Return the states whose moves may be in another order."""
    falls = np.diff(columns.targets, prepend=np.int32(-1)) <= 0
    falls[columns.begin[:-1][columns.begin[:-1] < len(falls)]] = False  # A state's first target.
    several = np.concatenate(([0], np.cumsum(falls)))
    odd = several[columns.begin[1:]] > several[columns.begin[:-1]]
    odd &= (columns.kind == Kind.DRAW) | (columns.kind == Kind.CHOICE)
    answers = columns.player == 2
    offered, first = np.unique(columns.what[answers], return_index=True)
    sets = {frozenset(json.loads(columns.texts[number])) for number in offered.tolist()}
    if len(sets) == len(offered) and not odd[np.flatnonzero(answers)[first]].any():
        odd &= ~answers
    else:
        odd |= answers
    return np.flatnonzero(odd)


class _Ordered:
    """Columns while moves are put in order."""

    def __init__(self, columns: GraphColumns) -> None:
        self.old = columns
        self.changed = False
        self.what, self.targets = columns.what, columns.targets
        self.offers: Offers = {}
        self.draws: dict[DrawMove, int] = {}
        self.said: dict[str, int] = {}

    def order(self, number: int) -> None:
        record = self.old.record(number)
        ordered = state_in_order(record, self.offers)
        if ordered == record:
            return
        self._change()
        begin, end = self.old.begin[number : number + 2].tolist()
        self.targets[begin:end] = targets(ordered)
        match ordered:
            case Choice(_, moves):
                labels = json.dumps(tuple(label for label, _ in moves))
                self.what[number] = self.said.setdefault(labels, len(self.said))
            case Draw(moves):
                move = DrawMove(tuple(move[0] for move in moves), tuple(move[1] for move in moves))
                self.what[number] = self.draws.setdefault(move, len(self.draws))

    def columns(self) -> GraphColumns:
        if not self.changed:
            return self.old
        return replace(
            self.old,
            what=self.what,
            targets=self.targets,
            draws=tuple(self.draws),
            texts=texts(self.said),
        )

    def _change(self) -> None:
        if not self.changed:
            self.changed = True
            self.what, self.targets = self.what.copy(), self.targets.copy()
            self.draws = {move: number for number, move in enumerate(self.old.draws)}
            self.said = {text: number for number, text in enumerate(self.old.texts)}
