"""All reachable states of the agent's walk, in the order of `stages.parse.enumeration`."""

import numpy as np

from ....schemas.parts import shadow as cython
from ..meter import STEP
from .row_table import Interned
from .tables import (
    ASK,
    DONE,
    END,
    ENTRY,
    HISTORIES,
    PAUSE,
    REFUSED,
    SITUATIONS,
    SKETCH,
    STAND,
    STATES,
    TARGETS,
    WAITING,
    twice,
)

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from ....schemas.parts.arrays import Index, UInt64
    from .decisions import OFTEN, Book, Ways, decide
    from .positions import Land
    from .row_table import full, intern, search

_COST = cython.declare(Index, STEP)
_ITEM = cython.declare(Index, ENTRY + 1)
_LOW = cython.declare(UInt64, 0xFFFFFFFF)
_NONE = cython.declare(Index, -1)


class Encounters:
    """The items that the rules made of encounters so far.

    asked: for each encounter its square, the kind of the agent's situation, and the gold.
    root: of each encounter the item that it begins with.
    items: shape (room, 4): STAND, gold, the number of the observation, and the kind of the agent's
        situation then; END and payoff; or SKETCH, the number of the state's record, its first
        follower and how many there are, all in a row.
    """

    def __init__(self, room: int) -> None:
        self.asked, self.root = Interned(2, room), np.empty(room, np.int32)
        self.items = np.empty((room, 4), np.int32)

    def grow(self) -> None:
        self.asked.grow()
        self.root = twice(self.root)

    def grow_items(self) -> None:
        self.items = twice(self.items)


class Record:
    """The records of the walk.

    situations: the situations and entrances that have a number: of each its position with its gold,
        and twice its history, one more at an entrance.
    state: of each situation.
    histories: the agent's encounters: for each history the one before it, and the observation then.
    brought: for each history, the kind of the agent's situation at its next encounter.
    kind: of each state, END, STAND or SKETCH.
    what: the payoff, the number of the decision, or that of the record.
    begin: the first target.
    waiting: shape (room, 5): what is to be visited, the last first. STAND or ENTRY with position,
        gold and history; END with payoff; an item of the rules with its number, position and
        history. And then the target that it is.
    states, ways, left: the numbers of states, targets and waiting items.
    allowed: the number of states that the limits have allowed.
    square, bringing, gold: the encounter that is wanted.
    """

    def __init__(self, room: int) -> None:
        """Begin a walk at position 0."""
        self.situations, self.state = Interned(2, room), np.empty(room, np.int32)
        self.histories, self.brought = Interned(1, room), np.empty(room, np.int32)
        self.kind, self.what = np.empty(room, np.int8), np.empty(room, np.int32)
        self.begin, self.targets = np.empty(room, np.int32), np.empty(2 * room, np.int32)
        self.waiting = np.empty((room, 5), np.int32)
        self.states = self.ways = self.allowed = 0
        self.square = self.bringing = self.gold = 0
        self.histories.rows[0, 0] = 2**64 - 1
        intern(self.histories)
        self.brought[0] = 0
        self.left = 1
        self.waiting[0, 0], self.waiting[0, 4] = STAND, _NONE
        self.waiting[0, 1] = self.waiting[0, 2] = self.waiting[0, 3] = 0

    def grow_situations(self) -> None:
        self.situations.grow()
        self.state = twice(self.state)

    def grow_histories(self) -> None:
        self.histories.grow()
        self.brought = twice(self.brought)

    def grow_states(self) -> None:
        self.kind, self.what, self.begin = twice(self.kind), twice(self.what), twice(self.begin)

    def grow_targets(self) -> None:
        self.targets = twice(self.targets)

    def grow_waiting(self) -> None:
        self.waiting = twice(self.waiting)


class Limits:
    """The limits on states and work (`Meter.most`), and the payoffs of a dead end, an exit and each
    gold.
    """

    def __init__(
        self, states: Index, spent: float, dead_end: Index, escape: Index, gold: Index
    ) -> None:
        self.states, self.spent = states, spent
        self.dead_end, self.escape, self.gold = dead_end, escape, gold


def go_on(land: Land, book: Book, encounters: Encounters, record: Record, limits: Limits) -> Index:
    """Visit the waiting items; return DONE, REFUSED, or the reason to continue later."""
    with cython.nogil:
        done = DONE
        left = OFTEN
        while record.left and done == DONE:
            left -= 1
            if left < 0:
                done = PAUSE
            elif full(record.histories, 2):
                done = HISTORIES
            elif full(record.situations, 1):
                done = SITUATIONS
            else:
                done = visit(land, book, encounters, record, record.situations, limits)
    return done


def visit(
    land: Land,
    book: Book,
    encounters: Encounters,
    record: Record,
    situations: Interned,
    limits: Limits,
) -> Index:
    """Visit the last waiting item."""
    top = record.left - 1
    what: Index = record.waiting[top, 0]
    first: Index = record.waiting[top, 1]
    second: Index = record.waiting[top, 2]
    third: Index = record.waiting[top, 3]
    slot: Index = record.waiting[top, 4]
    if what == _ITEM:
        what, first, second, third = item_at(encounters, record, first, second, third)
    shared: Index = (what == STAND) | (what == ENTRY)
    if shared:
        row = situations.size
        situations.rows[row, 0] = (
            cython.cast(UInt64, first) << 32 | cython.cast(UInt64, second) & _LOW
        )
        situations.rows[row, 1] = 2 * third + (what == ENTRY)
        known = search(situations)
        if known != _NONE:
            record.targets[slot] = record.state[known]
            record.left -= 1
            return DONE
    if record.allowed <= record.states:
        if record.states >= limits.states or land.spent > limits.spent:
            return REFUSED
        record.allowed += 1  # Regardless of this state's cost.
    if what == ENTRY:
        asked = encounter(land, encounters.asked, record, first, second, third)
        if asked == _NONE:
            return ASK
        what, first, second, third = item_at(
            encounters, record, encounters.root[asked], first, third
        )
    if what == STAND and land.decision[first] == _NONE:
        done = decide(land, book, first)
        if done != DONE:
            return done
    done = write(land, book, encounters, record, limits, what, first, second, third)
    if done == DONE:
        if slot != _NONE:
            record.targets[slot] = record.states - 1
        if shared:
            record.state[intern(situations)] = record.states - 1
    return done


def encounter(
    land: Land, asked: Interned, record: Record, place: Index, gold: Index, history: Index
) -> Index:
    """Return the number of the encounter at a position after a history; -1 if the rules must be
    called for it first, which is then requested.
    """
    record.square = cython.cast(Index, land.square[place])
    record.bringing = cython.cast(Index, record.brought[history])
    record.gold = cython.cast(Index, gold)
    row = asked.size
    square, kind = cython.cast(UInt64, record.square), cython.cast(UInt64, record.bringing)
    asked.rows[row, 0] = square << 32 | kind
    asked.rows[row, 1] = cython.cast(UInt64, gold) & _LOW
    return search(asked)


def item_at(
    encounters: Encounters, record: Record, item: Index, place: Index, history: Index
) -> tuple[Index, Index, Index, Index]:
    """Return an item of the rules at a position after a history."""
    what: Index = encounters.items[item, 0]
    one: Index = encounters.items[item, 1]
    if what == STAND:
        learnt = cython.cast(UInt64, encounters.items[item, 2])
        behind = history_behind(record.histories, cython.cast(UInt64, history) << 32 | learnt)
        record.brought[behind] = encounters.items[item, 3]
        return STAND, place, one, behind
    if what == END:
        return END, one, 0, 0
    return _ITEM, item, place, history


def history_behind(histories: Interned, row: UInt64) -> Index:
    """Return the number of a history."""
    histories.rows[histories.size, 0] = row
    return intern(histories)


def write(
    land: Land,
    book: Book,
    encounters: Encounters,
    record: Record,
    limits: Limits,
    what: Index,
    first: Index,
    second: Index,
    third: Index,
) -> Index:
    """Replace the last waiting item by a new state, and queue its followers with the first on top;
    return DONE, or the table that is full.
    """
    kind, number = what, first
    many: Index = 0
    begin: Index = 0
    if what == STAND:
        number = land.decision[first]
        begin, many = book.decisions.begin[number], book.decisions.ways[number]
    elif what == _ITEM:
        kind, number = SKETCH, encounters.items[first, 1]
        begin, many = encounters.items[first, 2], encounters.items[first, 3]
    if record.states == record.kind.shape[0]:
        return STATES
    if record.ways + many > record.targets.shape[0]:
        return TARGETS
    if record.left + many > record.waiting.shape[0]:
        return WAITING
    if what == STAND:
        asks = cython.cast(Index, book.decisions.asks[number])
        land.asked += asks
        land.spent += _COST * asks
        if many == 0:
            kind, number = END, limits.dead_end
    top = record.left - 1
    for which in range(many):
        row = top + many - 1 - which
        if kind == SKETCH:
            wait(record, row, _ITEM, begin + which, second, third)
        else:
            arrive(land, book.ways, record, limits, begin + which, second, third, row)
        record.waiting[row, 4] = record.ways + which
    state = record.states
    record.kind[state], record.what[state], record.begin[state] = kind, number, record.ways
    record.states += 1
    record.ways += many
    record.left = top + many
    return DONE


def arrive(
    land: Land,
    ways: Ways,
    record: Record,
    limits: Limits,
    way: Index,
    before: Index,
    history: Index,
    row: Index,
) -> None:
    """Queue the end of a way."""
    place: Index = ways.position[way]
    square: Index = land.square[place]
    gold = before + limits.gold * ways.gold[way]
    if square >= land.plan.to.shape[0]:
        wait(record, row, END, limits.escape + gold, 0, 0)
    elif land.plan.ends[square]:
        wait(record, row, ENTRY, place, gold, history)
    else:
        wait(record, row, STAND, place, gold, history)


def wait(record: Record, row: Index, what: Index, one: Index, two: Index, three: Index) -> None:
    """Write a waiting item, except the target that it belongs to."""
    record.waiting[row, 0], record.waiting[row, 1] = what, one
    record.waiting[row, 2], record.waiting[row, 3] = two, three
