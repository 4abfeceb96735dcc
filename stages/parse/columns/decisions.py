"""The ways from a position to the agent's next encounters or exits: single moves, chains, or the
richest ways. The proofs are in `stages.parse.reductions`.

Labels are taken by the number of their open squares, the most first, and those with the same number
in the order in which they were found. A move closes a square, so every way to a square comes from
one with more of them open: the best way is final when it is taken. Only to an exit it is not:
nothing is open there.
"""

import numpy as np

from ....schemas.parts import shadow as cython
from .tables import (
    CHAINED,
    DECISIONS,
    DONE,
    LABELS,
    MOVES,
    PAUSE,
    POSITIONS,
    SINGLE,
    WAYS,
    WIDER,
    twice,
)

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from ....schemas.parts.arrays import Index
    from .positions import NO_MOVE, SIDES, Land, Plan, explore
    from .row_table import Interned, full

OFTEN = 1 << 14  # Labels or states between two progress reports.
_NONE = cython.declare(Index, -1)


class Decisions:
    """The computed decisions of the agent, each with its ways.

    asks: the number of requests for successors.
    begin: the first way.
    ways: the number of ways.
    count: the number of decisions.
    """

    def __init__(self, room: Index) -> None:
        self.position, self.asks = np.empty(room, np.int32), np.empty(room, np.int32)
        self.begin, self.ways = np.empty(room, np.int32), np.empty(room, np.int32)
        self.count = 0

    def grow(self) -> None:
        self.position, self.asks = twice(self.position), twice(self.asks)
        self.begin, self.ways = twice(self.begin), twice(self.ways)


class Ways:
    """Ways from a decision to the next states.

    position: the position at its end.
    gold: the gold on the way.
    begin: the start of its moves among all moves; SIDES follows the last of them.
    count: the number of ways.
    moves: the moves of all ways.
    end: the end of the moves.
    """

    def __init__(self, room: Index) -> None:
        self.position, self.gold = np.empty(room, np.int32), np.empty(room, np.int32)
        self.begin, self.count = np.empty(room, np.int64), 0
        self.moves, self.end = np.empty(8 * room, np.uint8), 0

    def grow(self) -> None:
        self.position, self.gold = twice(self.position), twice(self.gold)
        self.begin = twice(self.begin)

    def grow_moves(self) -> None:
        self.moves = twice(self.moves)


class Labels:
    """The best ways known to positions, in one search.

    before: the label that its last move comes from; -1 at the first move.
    side: its last move.
    next: the next label with the same number of open squares; for a kept one, another kept one at
        its square.
    ends: the labels that end a way, in order of discovery.
    first, last: shape (m + 1,): the first and last label by number of open squares, or -1.
    kept: shape (m + x,): a kept label at a square, or -1.
    running: the position that is searched, or -1.
    bucket: the current number of open squares.
    found, ended: the numbers of labels and of ends.
    dead: the first dead end, or -1.
    asks: the number of requests for successors.
    """

    def __init__(self, plan: Plan, room: Index) -> None:
        self.position, self.gold = np.empty(room, np.int32), np.empty(room, np.int32)
        self.before, self.side = np.empty(room, np.int32), np.empty(room, np.int8)
        self.next, self.ends = np.empty(room, np.int32), np.empty(room, np.int32)
        self.first = np.full(plan.to.shape[0] + 1, -1, np.int32)
        self.last = np.full(plan.to.shape[0] + 1, -1, np.int32)
        self.kept = np.full(plan.gold.shape[0], -1, np.int32)
        self.running = self.dead = -1
        self.bucket = self.found = self.ended = self.asks = 0

    def grow(self) -> None:
        self.position, self.gold = twice(self.position), twice(self.gold)
        self.before, self.side = twice(self.before), twice(self.side)
        self.next, self.ends = twice(self.next), twice(self.ends)


class Book:
    """The compiled walk's data on the decisions of the agent.

    kind: the kind of ways.
    """

    def __init__(self, plan: Plan, kind: Index, room: Index) -> None:
        """Make room for the given number of decisions."""
        self.kind = kind
        self.decisions, self.ways = Decisions(room), Ways(room)
        self.labels = Labels(plan, room)


def decide(land: Land, book: Book, number: Index) -> Index:
    """Record the decision at a position; return DONE, or the reason to continue later."""
    if book.kind <= CHAINED:
        return simple(land, land.plan, book, book.ways, number)
    return richest(land, land.plan, book, book.labels, number)


def simple(land: Land, plan: Plan, book: Book, ways: Ways, number: Index) -> Index:
    """Record a decision with one way per move; for chains, a way includes the forced moves after
    it.
    """
    count, end = ways.count, ways.end
    asks: Index = 1
    if full(land.table, SIDES):
        return POSITIONS
    explore(land, number)
    for side in range(SIDES):
        to: Index = land.steps[number, side]
        last: Index = side
        gold: Index = 0
        begin = end
        if to == NO_MOVE:
            continue
        while True:
            if end + 2 > ways.moves.shape[0]:
                return MOVES
            ways.moves[end] = last
            end += 1
            square: Index = land.square[to]
            gold += plan.gold[square]
            if plan.ends[square] or book.kind == SINGLE:
                break
            asks += 1
            if full(land.table, SIDES):
                return POSITIONS
            if explore(land, to) != 1:
                break
            last = 0
            while land.steps[to, last] == NO_MOVE:
                last += 1
            to = land.steps[to, last]
        ways.moves[end] = SIDES
        end += 1
        if count == ways.position.shape[0]:
            return WAYS
        ways.position[count], ways.gold[count], ways.begin[count] = to, gold, begin
        count += 1
    return note(land, book.decisions, ways, number, asks, count, end)


def richest(land: Land, plan: Plan, book: Book, labels: Labels, number: Index) -> Index:
    """Record a decision with the richest ways, without those dominated by wider ones if that
    reduction is used.
    """
    if labels.running != number:
        if full(land.table, SIDES):
            return POSITIONS
        if labels.position.shape[0] < SIDES:
            return LABELS
        labels.running, labels.bucket = number, land.size[number]
        labels.found = labels.ended = 0
        labels.dead, labels.asks = _NONE, 1
        for size in range(labels.first.shape[0]):
            labels.first[size] = _NONE
        for square in range(labels.kept.shape[0]):
            labels.kept[square] = _NONE
        explore(land, number)
        spread(land, plan, labels, number, _NONE)
    left = OFTEN
    while True:
        while labels.bucket >= 0 and labels.first[labels.bucket] == _NONE:
            labels.bucket -= 1
        if labels.bucket < 0:
            break
        if full(land.table, SIDES):
            return POSITIONS
        if labels.found + SIDES > labels.position.shape[0]:
            return LABELS
        left -= 1
        if left < 0:
            return PAUSE
        label: Index = labels.first[labels.bucket]
        labels.first[labels.bucket] = labels.next[label]
        place: Index = labels.position[label]
        here: Index = land.square[place]
        if book.kind == WIDER:
            if spared(land.table, labels, labels.kept[here], label):
                continue
            labels.next[label] = labels.kept[here]
            labels.kept[here] = label
        if plan.ends[here]:
            labels.ends[labels.ended] = label
            labels.ended += 1
            continue
        labels.asks += 1
        moves = explore(land, place)
        if book.kind == WIDER and moves == 1:
            # A way dominated by this one makes the same move, and is dominated after it, too.
            labels.kept[here] = labels.next[label]
        spread(land, plan, labels, place, label)
        if moves == 0 and labels.dead == _NONE:
            labels.dead = label
    return emit(land, book, book.ways, labels, number)


def spread(land: Land, plan: Plan, labels: Labels, place: Index, before: Index) -> None:
    """Give labels to the positions that the moves at a place lead to."""
    rich: Index = labels.gold[before] if before != _NONE else 0
    for side in range(SIDES):
        to: Index = land.steps[place, side]
        if to == NO_MOVE:
            continue
        gold = rich + plan.gold[land.square[to]]
        label: Index = land.label[to]
        if label == _NONE:
            label = labels.found
            labels.found += 1
            land.label[to] = label
            labels.position[label] = to
            size: Index = land.size[to]
            if labels.first[size] == _NONE:
                labels.first[size] = label
            else:
                labels.next[labels.last[size]] = label
            labels.last[size] = label
            labels.next[label] = _NONE
        elif labels.gold[label] >= gold:
            continue
        labels.gold[label], labels.before[label], labels.side[label] = gold, before, side


def spared(table: Interned, labels: Labels, kept: Index, label: Index) -> bool:
    """Return whether a kept way to the same square as another leaves all the other's squares open
    and brings at least as much gold.
    """
    words, gold, open = table.rows.shape[1] - 1, labels.gold[label], labels.position[label]
    while kept != _NONE:
        if labels.gold[kept] >= gold:
            wide = labels.position[kept]
            word: Index = 0
            while word < words and table.rows[open, word] & ~table.rows[wide, word] == 0:
                word += 1
            if word == words:
                return True
        kept = labels.next[kept]
    return False


def emit(land: Land, book: Book, ways: Ways, labels: Labels, number: Index) -> Index:
    """Record the ways of the labels that end a way, or else the way into the first dead end."""
    count, end, many = ways.count, ways.end, labels.ended
    if many == 0 and labels.dead != _NONE:
        labels.ends[0] = labels.dead
        many = 1
    if count + many > ways.position.shape[0]:
        return WAYS
    for which in range(many):
        label: Index = labels.ends[which]
        length: Index = 0
        before = label
        while before != _NONE:
            length += 1
            before = labels.before[before]
        if end + length + 1 > ways.moves.shape[0]:
            return MOVES
        ways.position[count], ways.gold[count] = labels.position[label], labels.gold[label]
        ways.begin[count] = end
        count += 1
        end += length
        ways.moves[end] = SIDES
        back = end
        before = label
        while before != _NONE:
            back -= 1
            ways.moves[back] = labels.side[before]
            before = labels.before[before]
        end += 1
    done = note(land, book.decisions, ways, number, labels.asks, count, end)
    if done == DONE:
        for labelled in range(labels.found):
            land.label[labels.position[labelled]] = _NONE
        labels.running = _NONE
    return done


def note(
    land: Land,
    decisions: Decisions,
    ways: Ways,
    number: Index,
    asks: Index,
    count: Index,
    end: Index,
) -> Index:
    """Record a decision; its ways end at `count`, and their moves at `end`."""
    which = decisions.count
    if which == decisions.position.shape[0]:
        return DECISIONS
    decisions.position[which], decisions.asks[which] = number, asks
    decisions.begin[which], decisions.ways[which] = ways.count, count - ways.count
    land.decision[number] = which
    decisions.count, ways.count, ways.end = which + 1, count, end
    return DONE
