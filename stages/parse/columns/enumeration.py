"""The compiled walk, from the rules on a board to the columns of a state graph."""

from typing import Any

import numpy as np

from schemas.state_graph.columns import GraphColumns
from stages.parse.columns import deciding, walking
from stages.parse.columns.book import ASKS, RUNNING, book
from stages.parse.columns.encounters import Asking
from stages.parse.columns.interned import Interned, roomier
from stages.parse.columns.making import Made, graph_of
from stages.parse.columns.plan import squared
from stages.parse.columns.positions import land
from stages.parse.columns.wording import wordings
from stages.parse.walk import Walk
from stages.parse.ways import Meter

_ROOM = 1 << 12  # Of every table at first.
_ROOMS = {
    deciding.POSITIONS: ("land", "table", "known"),
    deciding.LABELS: ("book", "labels"),
    deciding.DECISIONS: ("book", "decisions"),
    deciding.WAYS: ("book", "ways"),
    deciding.MOVES: ("book", "moves"),
    walking.SITUATIONS: ("record", "situations"),
    walking.HISTORIES: ("record", "histories"),
    walking.STATES: ("record", "states"),
    walking.TARGETS: ("record", "targets"),
    walking.WAITING: ("record", "waiting"),
}
"""By what has no room: whose tables they are."""


def columns_of(walk: Walk, region: int, ways: int, limit: int, meter: Meter) -> GraphColumns | None:
    """Return the states of a walk; None if there are more than `limit`, or if the work is more
    than the meter allows. Equal situations are one state.

    `region` says what is said of the squares that matter, as `stages.parse.columns.regions` names
    it, and `ways` which of them are told apart (`stages.parse.columns.deciding`).
    """
    running = _Running(walk, region, ways, limit, meter)
    return running.columns() if running.run() else None


class _Running:
    """A walk under way: its tables, and who makes them roomier."""

    def __init__(self, walk: Walk, region: int, ways: int, limit: int, meter: Meter) -> None:
        self.walk, self.meter = walk, meter
        squares = squared(walk.board, walk.start.open)
        self.squares = squares.squares
        self.land = land(squares, region, _ROOM)
        self.book = book(squares.plan, ways, _ROOM)
        self.record = walking.record(_ROOM)
        self.asking = Asking(walk, squares.squares)
        rules = walk.rules
        self.limits = walking.Limits(
            states=limit,
            spent=float(meter.most),
            dead_end=rules.dead_end,
            escape=rules.escape,
            gold=rules.gold,
        )

    def run(self) -> bool:
        """Walk; return whether the limits allowed it."""
        while True:
            done = walking.go_on(
                self.land, self.book, self.asking.encounters, self.record, self.limits
            )
            self._count()
            if done in (deciding.DONE, walking.REFUSED):
                return bool(done == deciding.DONE)
            if done == walking.ASK:
                self.asking.ask(*self.record.wanted.tolist())
            elif done == deciding.PAUSE:
                self.meter.watch(self.meter.asked, 0)
            else:
                self._make_room(done)

    def _count(self) -> None:
        asked, self.meter.spent = self.land.meter.tolist()
        at = self.book.bench.at.tolist()
        self.meter.asked = asked + at[ASKS] * (at[RUNNING] >= 0)

    def _make_room(self, done: int) -> None:
        whose, *fields = _ROOMS[done]
        tables = getattr(self, whose)
        more = {field: _roomier(getattr(tables, field)) for field in fields}
        setattr(self, whose, tables._replace(**more))

    def columns(self) -> GraphColumns:
        """Return the states; the walk is over, and its tables are gone."""
        book, record, size = self.book, self.record, self.book.bench.sizes.tolist()
        many, ways, moves = size
        begin = np.append(book.ways.begin[:ways], moves)[
            np.append(book.decisions.begin[:many], ways)
        ]
        squares = np.array(self.squares, np.int32)
        made = Made(
            kind=record.states.kind[: record.at[0]],
            what=record.states.what[: record.at[0]],
            begin=record.states.begin[: record.at[0]],
            targets=record.targets[: record.at[1]],
            labels=wordings(book.moves[:moves], begin),
            squares=squares[self.land.known.square[book.decisions.position[:many]]],
        )
        del self.land, self.book, self.record, book, record
        return graph_of(made, tuple(self.asking.records), self.walk.board.width)


def _roomier(table: Any) -> Any:
    """Return a table, or several in a record, with twice the room."""
    if isinstance(table, Interned):
        return roomier(table)
    if isinstance(table, tuple):
        return type(table)(*map(_roomier, table))
    more = np.empty((2 * table.shape[0], *table.shape[1:]), table.dtype)
    more[: table.shape[0]] = table
    return more
