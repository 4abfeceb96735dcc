"""The ways from a position to what the agent can meet next: one by one, in chains, or the richest.

The proofs stand beside the plain functions (`stages.parse.reductions`), whose order these keep:
labels are taken by the number of their open squares, those with as many in the order in which they
were found.
"""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

import numpy as np

from schemas.parts.compiled import compiled_part
from stages.parse.columns.book import (
    ASKS,
    BEHIND,
    BUCKET,
    CHAINED,
    DEAD,
    ENDS,
    FOUND,
    RUNNING,
    SINGLE,
    WIDER,
)
from stages.parse.columns.interned import full
from stages.parse.columns.plan import SIDES
from stages.parse.columns.positions import NO_MOVE, explore

DONE, PAUSE, POSITIONS, LABELS, DECISIONS, WAYS, MOVES = range(7)
"""How a function ends: it is done, or wants to be called again when somebody was told how far it
is, or when one of the tables has more room.
"""
OFTEN = 1 << 14
"""Labels or states until somebody is told."""
_NONE = -1


@compiled_part
def decide(land, book, number):
    """Write down the decision at a position; return DONE, or why to go on later."""
    if book.kind <= CHAINED:
        return _simple(land, book, number)
    return _richest(land, book, number)


@compiled_part
def _simple(land, book, number):
    """Write down a decision with one way per move, where chains are told with all that is forced
    behind it.
    """
    plan, known, ways, moves = land.plan, land.known, book.ways, book.moves
    count, asks, end = book.bench.sizes[1], 1, book.bench.sizes[2]
    if full(land.table, SIDES):
        return POSITIONS
    explore(land, number)
    for side in range(SIDES):
        to, last, gold, begin = np.int64(known.steps[number, side]), side, 0, end
        if to == NO_MOVE:
            continue
        while True:
            if end + 2 > moves.size:
                return MOVES
            moves[end] = last
            end += 1
            square = known.square[to]
            gold += plan.gold[square]
            if plan.ends[square] or book.kind == SINGLE:
                break
            asks += 1
            if full(land.table, SIDES):
                return POSITIONS
            if explore(land, to) != 1:
                break
            last = 0
            while known.steps[to, last] == NO_MOVE:
                last += 1
            to = np.int64(known.steps[to, last])
        moves[end] = BEHIND
        end += 1
        if count == ways.position.size:
            return WAYS
        ways.position[count], ways.gold[count], ways.begin[count] = to, gold, begin
        count += 1
    return _write_down(land, book, number, asks, count, end)


@compiled_part
def _richest(land, book, number):
    """Write down a decision with the richest ways, and where wider ones spare others, without
    those.
    """
    plan, known, labels = land.plan, land.known, book.labels
    at, first, kept = book.bench.at, book.bench.first, book.bench.kept
    if at[RUNNING] != number:
        if full(land.table, SIDES):
            return POSITIONS
        at[RUNNING], at[BUCKET], at[FOUND], at[ENDS] = number, known.size[number], 0, 0
        at[DEAD], at[ASKS] = _NONE, 1
        first[:] = _NONE
        kept[:] = _NONE
        explore(land, number)
        _spread(land, book, number, np.int64(_NONE))
    left = OFTEN
    while True:
        while at[BUCKET] >= 0 and first[at[BUCKET]] == _NONE:
            at[BUCKET] -= 1
        if at[BUCKET] < 0:
            break
        if full(land.table, SIDES):
            return POSITIONS
        if at[FOUND] + SIDES > labels.position.size:
            return LABELS
        left -= 1
        if left < 0:
            return PAUSE
        label = np.int64(first[at[BUCKET]])
        first[at[BUCKET]] = labels.next[label]
        place = np.int64(labels.position[label])
        square = known.square[place]
        if book.kind == WIDER:
            if _spared(land.table.rows, labels, kept[square], label):
                continue
            labels.next[label] = kept[square]
            kept[square] = label
        if plan.ends[square]:
            labels.ends[at[ENDS]] = label
            at[ENDS] += 1
            continue
        at[ASKS] += 1
        moves = explore(land, place)
        if book.kind == WIDER and moves == 1:
            # A way that this one would spare makes the same move, and is spared behind it.
            kept[square] = labels.next[label]
        _spread(land, book, place, label)
        if moves == 0 and at[DEAD] == _NONE:
            at[DEAD] = label
    return _emit(land, book, number)


@compiled_part
def _spread(land, book, place, before):
    """Give labels to the positions behind the moves at a place."""
    known, labels, bench = land.known, book.labels, book.bench
    rich = labels.gold[before] if before != _NONE else 0
    for side in range(SIDES):
        to = known.steps[place, side]
        if to == NO_MOVE:
            continue
        gold = rich + land.plan.gold[known.square[to]]
        label = known.label[to]
        if label == _NONE:
            label = bench.at[FOUND]
            bench.at[FOUND] += 1
            known.label[to] = label
            labels.position[label] = to
            size = known.size[to]
            if bench.first[size] == _NONE:
                bench.first[size] = label
            else:
                labels.next[bench.last[size]] = label
            bench.last[size] = label
            labels.next[label] = _NONE
        elif labels.gold[label] >= gold:
            continue
        labels.gold[label], labels.before[label], labels.side[label] = gold, before, side


@compiled_part
def _spared(rows, labels, kept, label):
    """Return whether a way that is kept at the square of another leaves all its squares open, and
    brings no less gold.
    """
    gold, open = labels.gold[label], rows[labels.position[label]]
    while kept != _NONE:
        if labels.gold[kept] >= gold:
            wide = rows[labels.position[kept]]
            inside = True
            for word in range(open.size - 1):
                if open[word] & ~wide[word] != 0:
                    inside = False
                    break
            if inside:
                return True
        kept = labels.next[kept]
    return False


@compiled_part
def _emit(land, book, number):
    """Write down the ways of the labels that end one, or else of the first dead end."""
    ways, moves, labels, at = book.ways, book.moves, book.labels, book.bench.at
    count, end = book.bench.sizes[1], book.bench.sizes[2]
    many = at[ENDS]
    if many == 0 and at[DEAD] != _NONE:
        labels.ends[0] = at[DEAD]
        many = 1
    if count + many > ways.position.size:
        return WAYS
    for which in range(many):
        label = labels.ends[which]
        length = 0
        before = label
        while before != _NONE:
            length += 1
            before = labels.before[before]
        if end + length + 1 > moves.size:
            return MOVES
        ways.position[count], ways.gold[count] = labels.position[label], labels.gold[label]
        ways.begin[count] = end
        count += 1
        end += length
        moves[end] = BEHIND
        back = end
        before = label
        while before != _NONE:
            back -= 1
            moves[back] = labels.side[before]
            before = labels.before[before]
        end += 1
    done = _write_down(land, book, number, at[ASKS], count, end)
    if done == DONE:
        for label in range(at[FOUND]):
            land.known.label[labels.position[label]] = _NONE
        at[RUNNING] = _NONE
    return done


@compiled_part
def _write_down(land, book, number, asks, count, end):
    decisions, sizes = book.decisions, book.bench.sizes
    which = sizes[0]
    if which == decisions.position.size:
        return DECISIONS
    decisions.position[which], decisions.asks[which] = number, asks
    decisions.begin[which], decisions.ways[which] = sizes[1], count - sizes[1]
    land.known.decision[number] = which
    sizes[0], sizes[1], sizes[2] = which + 1, count, end
    return DONE
