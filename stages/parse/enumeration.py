"""All reachable states of the agent's walk over a map, with their numbers.

The walk is compiled (`stages.parse.columns`): here are its input and its output. The unchanged
rules of the families are called once per kind of encounter; an encounter is identified by its
square, the gold, and the kind of the agent's situation: the remaining places and bandits, and the
relevant part of its earlier encounters (`Rules.asks`).
"""

from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...schemas.parts.limits import MOST, refuse_too_many
from ...schemas.parts.rationals import rationals
from ...schemas.parts.squares import STEPS
from ...schemas.parts.states import State, targets
from ...schemas.parts.texts import Texts, texts
from ...schemas.state_graph.columns import GraphColumns, StateKind, StateView, graph_columns
from .columns import tables
from .columns.decisions import Book
from .columns.histories import measure_tree, unroll
from .columns.positions import Land, Plan, squares_at_start
from .columns.row_table import enter
from .columns.tables import ALL, END, REACHABLE, SINGLE, SKETCH, STAND
from .columns.walk import Encounters, Limits, Record, go_on
from .maps import DANGER, EXIT, GOLD, Board, Map
from .meter import Meter
from .reductions import in_use
from .walk import DangerFinding, End, Item, Rules, Situation, Sketch, situation_at_start

MAX_STATES = 1_000_000


def enumerate_states(
    rules: Rules,
    map: Map,
    limit: int,
    reductions: Collection[str] = (),
    meter: Meter | None = None,
) -> Sequence[State] | None:
    """Return the states of a map; None if there are more than `limit`, or if the work is more than
    the meter allows.

    Without reductions there is one state per history of player 1, and it comes
    before its followers; with reductions equal situations are one state.
    """
    used = in_use(frozenset(filter(rules.allow, reductions)))
    region = max((reduction.region for reduction in used), default=ALL)
    ways = max((reduction.ways for reduction in used), default=SINGLE)
    if not reductions:  # Equal situations have equal trees below them.
        region = REACHABLE
    walk = _CompiledWalk(rules, Board(map), region, ways, limit, meter or Meter())
    if not walk.run():
        return None
    columns = walk.columns() if reductions else unrolled_tree(walk.columns(), limit)
    return None if columns is None else StateView(columns)


_ROOM = 1 << 12  # The initial size of every table.


class _CompiledWalk:
    """A walk in progress: its tables, which it enlarges when needed.

    `region` is the rule for the squares that matter (see `stages.parse.columns.positions`), and
    `ways` the kind of ways (see `stages.parse.columns.decisions`).
    """

    def __init__(
        self, rules: Rules, board: Board, region: int, ways: int, limit: int, meter: Meter
    ) -> None:
        self.board, self.meter = board, meter
        squares = numbered_squares(board, region)
        self.squares = squares.squares
        self.land = Land(squares.plan, squares.open, region, _ROOM)
        self.book = Book(squares.plan, ways, _ROOM)
        self.record = Record(_ROOM)
        self.encounters = EncounterItems(rules, board, squares.squares)
        self.limits = Limits(limit, float(meter.most), rules.dead_end, rules.escape, rules.gold)

    def run(self) -> bool:
        """Walk; return whether the limits allowed it."""
        while True:
            done = go_on(self.land, self.book, self.encounters.table, self.record, self.limits)
            self._count()
            if done in (tables.DONE, tables.REFUSED):
                return bool(done == tables.DONE)
            if done == tables.ASK:
                record = self.record
                self.encounters.add(record.square, record.bringing, record.gold)
            elif done == tables.PAUSE:
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
            tables.POSITIONS: self.land.grow,
            tables.LABELS: book.labels.grow,
            tables.DECISIONS: book.decisions.grow,
            tables.WAYS: book.ways.grow,
            tables.MOVES: book.ways.grow_moves,
            tables.SITUATIONS: record.grow_situations,
            tables.HISTORIES: record.grow_histories,
            tables.STATES: record.grow_states,
            tables.TARGETS: record.grow_targets,
            tables.WAITING: record.grow_waiting,
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
        made = WalkResult(
            kind=np.asarray(record.kind)[: record.states],
            what=np.asarray(record.what)[: record.states],
            begin=np.asarray(record.begin)[: record.states],
            targets=np.asarray(record.targets)[: record.ways],
            labels=label_texts(np.asarray(book.ways.moves)[:moves], begin),
            squares=np.array(self.squares, np.int32)[places],
        )
        del self.land, self.book, self.record, book, record
        return graph_of(made, tuple(self.encounters.records), self.board.width)


WORD = 64  # Bits.
SIDES = len(STEPS)


@dataclass(frozen=True)
class NumberedSquares:
    """A plan, and the meaning of its squares' numbers."""

    plan: Plan
    squares: tuple[int, ...]
    """Shape (m + x,): the squares' numbers on the `Board`."""
    open: NDArray[np.uint64]
    """The squares that are open at the start, one bit each, with room for one bit for the sink,
    which is never in a set.
    """


def numbered_squares(board: Board, region: int) -> NumberedSquares:
    """Return the plan of a board with the squares that matter at the start by a rule.

    >>> from efgc.stages.parse.maps import read_map
    >>> board = Board(read_map("0 0\\nS-#-\\nD-#G\\n"))
    >>> found = numbered_squares(board, REACHABLE)
    >>> found.squares, np.asarray(found.plan.beside).tolist()
    ((0, 1, 5, 4), [[1, 3, -1, -1, -1], [2, 0, -1, -1, -1], [1, 3, -1, -1, -1]])
    """
    free = [square for square in range(len(board.kinds)) if board.free >> square & 1]
    every = _numbered(board, free)
    found = squares_at_start(every.plan, every.open, region)
    return _numbered(board, [every.squares[number] for number in found])


def _numbered(board: Board, open: list[int]) -> NumberedSquares:
    """Return the plan of a board with the start, some open squares and the exits."""
    kinds = board.kinds
    inner = sorted([board.start, *open])
    squares = (*inner, *(index for index, kind in enumerate(kinds) if kind == EXIT))
    number = {square: index for index, square in enumerate(squares)}
    size = len(inner)
    to = np.full((size, SIDES), -1, np.int32)
    beside = np.full((size, SIDES + 1), -1, np.int32)
    sides = {label: side for side, label in enumerate(STEPS)}
    for index, square in enumerate(inner):
        for label, other in board.neighbours[square]:
            to[index, sides[label]] = number.get(other, -1)
        near = [one for one in to[index].tolist() if 0 <= one < size]
        near += [size] * bool((to[index] >= size).any())
        beside[index, : len(near)] = near
    bits = np.zeros(size // WORD + 1, np.uint64)
    for square in open:
        bits[number[square] // WORD] |= np.uint64(1 << number[square] % WORD)
    plan = Plan(
        to,
        beside,
        np.flatnonzero((to >= size).any(axis=1)).astype(np.int32),
        np.array([kinds[square] == GOLD for square in squares], np.int32),
        np.array([kinds[square] in (DANGER, EXIT) for square in squares], np.bool_),
        number[board.start],
    )
    return NumberedSquares(plan, squares, bits)


class EncounterItems:
    """Calls the rules for encounters, one by one."""

    def __init__(self, rules: Rules, board: Board, squares: tuple[int, ...]) -> None:
        self.rules, self.board, self.squares = rules, board, squares
        self.kinds: dict[tuple[Hashable, int, int], int] = {}
        """By what the rules ask of a situation, its unknown places and its bandits."""
        self.examples: list[Situation] = []
        """A situation of each kind."""
        self.observations: dict[tuple[tuple[DangerFinding, ...], int], int] = {}
        self.records: dict[State, int] = {}
        self.items = 0
        self.table = Encounters(64)
        self.kind(situation_at_start(board))

    def kind(self, situation: Situation) -> int:
        """Return the number of the kind of a situation; 0 at the start."""
        asked = self.rules.asks(situation.met)
        arrival = asked, situation.unknown, situation.bandits
        if arrival not in self.kinds:
            self.kinds[arrival] = len(self.examples)
            self.examples.append(situation)
        return self.kinds[arrival]

    def add(self, square: int, kind: int, gold: int) -> None:
        """Call the rules for one more encounter."""
        at = self.squares[square]
        there = self.examples[kind]._replace(square=at, open=0, gold=gold)
        place = self.board.places[at]
        inside = self.rules.enter(place, there, self.board.map.capture)
        if self.table.asked.size == len(self.table.root):
            self.table.grow()
        item = self._room(1)
        self._write(item, inside, there)
        row = np.array([square << 32 | kind, gold & 0xFFFFFFFF], np.uint64)
        self.table.root[enter(self.table.asked, row)] = item

    def _room(self, many: int) -> int:
        begin, self.items = self.items, self.items + many
        while self.items > len(self.table.items):
            self.table.grow_items()
        return begin

    def _write(self, at: int, item: Item, there: Situation) -> None:
        # Followers are written first, as writing them may enlarge the items.
        row = self._row(item, there)
        np.asarray(self.table.items)[at] = row

    def _row(self, item: Item, there: Situation) -> tuple[int, int, int, int]:
        match item:
            case End(payoff):
                return END, payoff, 0, 0
            case Sketch(build, followers):
                record = build(*range(len(followers)))
                begin = self._room(len(followers))
                for number, follower in enumerate(followers):
                    self._write(begin + number, follower, there)
                if targets(record) != tuple(range(len(followers))):
                    raise TypeError("a rule set must build states with their followers in order")
                which = self.records.setdefault(record, len(self.records))
                return SKETCH, which, begin, len(followers)
            case Situation():
                before = len(there.met)
                if item.met[:before] != there.met or item[:2] != there[:2]:
                    raise TypeError("`enter` must change neither the square nor earlier encounters")
                kind = self.kind(item)
                seen = item.met[before:], kind
                observation = self.observations.setdefault(seen, len(self.observations))
                return STAND, item.gold, observation, kind
            case _:
                raise TypeError("`enter` must not return another encounter")


@dataclass(frozen=True, eq=False, kw_only=True)
class WalkResult:
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


def graph_of(made: WalkResult, records: tuple[State, ...], width: int) -> GraphColumns:
    """Return the columns of a graph; `records` are the states that the rules make, without their
    targets, `width` is that of the map.
    """
    refuse_too_many(len(made.targets), "ways between states")
    said = graph_columns(records)
    of, labels = made.labels
    ends, stands, sketches = (np.flatnonzero(made.kind == kind) for kind in (END, STAND, SKETCH))
    record = made.what[sketches]

    def column(dtype: Any, end: int, stand: int, of_records: NDArray[Any]) -> NDArray[Any]:
        """Return a column that is the same for all ends, and for all decisions of the agent."""
        values = np.full(len(made.kind), end, dtype)
        values[stands] = stand
        values[sketches] = of_records[record]
        return values

    paid = np.unique(made.what[ends])
    payoffs = {payoff: number for number, payoff in enumerate(said.payoffs)}
    numbers = [payoffs.setdefault(payoff, len(payoffs)) for payoff in map(Fraction, paid.tolist())]
    what = np.empty(len(made.kind), np.int32)
    what[ends] = np.array(numbers, np.int32)[np.searchsorted(paid, made.what[ends])]
    what[stands] = len(said.texts) + of[made.what[stands]]
    what[sketches] = said.what[record]
    places = np.full((len(made.kind), 2), -1, np.int16)
    places[stands] = np.stack(np.divmod(made.squares, width), 1)[made.what[stands]]
    places[sketches] = said.at[record]
    return GraphColumns(
        kind=column(np.int8, StateKind.TERMINAL, StateKind.CHOICE, said.kind),
        what=what,
        begin=np.append(made.begin, np.int32(len(made.targets))),
        targets=made.targets.copy(),
        player=column(np.int8, 0, 1, said.player),
        sees=column(np.int32, -1, -1, said.sees),
        at=places,
        payoffs=rationals(payoffs),
        draws=said.draws,
        places=said.places,
        texts=_joined(said.texts, labels),
    )


def _joined(first: Texts, second: Texts) -> Texts:
    return Texts(
        np.concatenate([first.data, second.data]),
        np.concatenate([first.begin[:-1], second.begin + first.begin[-1]]),
    )


_SPELLED = {side: f"{label} " for side, label in enumerate(STEPS)} | {SIDES: '", "'}
"""A move, and the end of a way, in the text of a decision."""


def label_texts(
    moves: NDArray[np.uint8], begin: NDArray[np.int64]
) -> tuple[NDArray[np.int32], Texts]:
    """Return the number of each decision's text, and the distinct texts.

    `begin` is the start of each decision's moves among all moves, and last their end; the text of a
    decision without ways is an empty list.

    >>> moves = np.array([0, 3, 4, 1, 4, 0, 3, 4, 1, 4], np.uint8)
    >>> of, found = label_texts(moves, np.array([0, 5, 10]))
    >>> of.tolist(), list(found)
    ([0, 0], ['["up right", "down"]'])
    """
    each = moves.tobytes().decode("latin-1")
    numbers: dict[str, int] = {}
    of = [
        numbers.setdefault(each[start:end], len(numbers)) for start, end in pairwise(begin.tolist())
    ]
    return np.array(of, np.int32), texts(map(_label_text, numbers))


def _label_text(moves: str) -> str:
    """Return the JSON list of the ways of a decision."""
    if not moves:
        return "[]"
    ways = moves.translate(_SPELLED).replace(' ", ', '", ')
    return f'["{ways[:-3]}]'  # Without the comma and the quote behind the last way.


def unrolled_tree(columns: GraphColumns, limit: int) -> GraphColumns | None:
    """Return the tree of a graph without cycles that begins at state 0, numbered along its
    histories, the first follower first; None if it has more than `limit` states.

    The size of the tree below a state is one plus the sizes of those below its followers. So the
    number of a follower is that of the state, plus one, plus the sizes of the trees below the
    followers before it.
    """
    most = min(limit, MOST)
    sizes = np.zeros(len(columns), np.int64)
    measure_tree(columns.begin, columns.targets, most + 1, sizes)
    size = int(sizes[0])
    if size > limit:
        return None
    refuse_too_many(size, "states")
    of = np.empty(size, np.int32)
    begin = np.empty(size + 1, np.int32)
    targets = np.empty(max(size - 1, 0), np.int32)
    unroll(columns.begin, columns.targets, sizes, of, begin, targets)
    return replace(
        columns,
        kind=columns.kind[of],
        what=columns.what[of],
        begin=begin,
        targets=targets,
        player=columns.player[of],
        sees=columns.sees[of],
        at=columns.at[of],
    )
