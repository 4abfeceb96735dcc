"""The compiled walk, from the rules on a board to the columns of a state graph."""

import numpy as np

from schemas.state_graph.columns import GraphColumns
from stages.parse.columns import answers
from stages.parse.columns.decisions import Book
from stages.parse.columns.encounters import Asking
from stages.parse.columns.label_texts import wordings
from stages.parse.columns.plan import squared
from stages.parse.columns.positions import Land
from stages.parse.columns.state_columns import Made, graph_of
from stages.parse.columns.walk import Limits, Record, go_on
from stages.parse.walk import Walk
from stages.parse.ways import Meter

_ROOM = 1 << 12  # The initial size of every table.


def columns_of(walk: Walk, region: int, ways: int, limit: int, meter: Meter) -> GraphColumns | None:
    """Return the states of a walk; None if there are more than `limit`, or if the work is more
    than the meter allows. Equal situations are one state.

    `region` is the rule for the squares that matter (see `stages.parse.columns.positions`), and
    `ways` the kind of ways (see `stages.parse.columns.decisions`).
    """
    running = _Running(walk, region, ways, limit, meter)
    return running.columns() if running.run() else None


class _Running:
    """A walk in progress: its tables, which it enlarges when needed."""

    def __init__(self, walk: Walk, region: int, ways: int, limit: int, meter: Meter) -> None:
        self.walk, self.meter = walk, meter
        squares = squared(walk.board, walk.start.open)
        self.squares = squares.squares
        self.land = Land(squares.plan, squares.open, region, _ROOM)
        self.book = Book(squares.plan, ways, _ROOM)
        self.record = Record(_ROOM)
        self.asking = Asking(walk, squares.squares)
        rules = walk.rules
        self.limits = Limits(limit, float(meter.most), rules.dead_end, rules.escape, rules.gold)

    def run(self) -> bool:
        """Walk; return whether the limits allowed it."""
        while True:
            done = go_on(self.land, self.book, self.asking.encounters, self.record, self.limits)
            self._count()
            if done in (answers.DONE, answers.REFUSED):
                return bool(done == answers.DONE)
            if done == answers.ASK:
                record = self.record
                self.asking.ask(record.square, record.bringing, record.gold)
            elif done == answers.PAUSE:
                self.meter.watch(self.meter.asked, 0)
            else:
                self._make_room(done)

    def _count(self) -> None:
        labels = self.book.labels
        self.meter.spent = self.land.spent
        self.meter.asked = self.land.asked + labels.asks * (labels.running >= 0)

    def _make_room(self, done: int) -> None:
        book, record = self.book, self.record
        grow = {
            answers.POSITIONS: self.land.grow,
            answers.LABELS: book.labels.grow,
            answers.DECISIONS: book.decisions.grow,
            answers.WAYS: book.ways.grow,
            answers.MOVES: book.ways.grow_moves,
            answers.SITUATIONS: record.grow_situations,
            answers.HISTORIES: record.grow_histories,
            answers.STATES: record.grow_states,
            answers.TARGETS: record.grow_targets,
            answers.WAITING: record.grow_waiting,
        }
        grow[done]()

    def columns(self) -> GraphColumns:
        """Return the states; this ends the walk and frees its tables."""
        book, record = self.book, self.record
        many, ways, moves = book.decisions.count, book.ways.count, book.ways.end
        begin = np.append(np.asarray(book.ways.begin)[:ways], moves)[
            np.append(np.asarray(book.decisions.begin)[:many], ways)
        ]
        places = np.asarray(self.land.square)[np.asarray(book.decisions.position)[:many]]
        made = Made(
            kind=np.asarray(record.kind)[: record.states],
            what=np.asarray(record.what)[: record.states],
            begin=np.asarray(record.begin)[: record.states],
            targets=np.asarray(record.targets)[: record.ways],
            labels=wordings(np.asarray(book.ways.moves)[:moves], begin),
            squares=np.array(self.squares, np.int32)[places],
        )
        del self.land, self.book, self.record, book, record
        return graph_of(made, tuple(self.asking.records), self.walk.board.width)
