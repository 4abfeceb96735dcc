"""All states that the agent's walk can come to, in the order of `stages.parse.enumeration`."""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from schemas.parts.compiled import compiled, compiled_part
from stages.parse.columns.deciding import DONE, MOVES, OFTEN, PAUSE, decide
from stages.parse.columns.encounters import END, ENTRY, SKETCH, STAND
from stages.parse.columns.interned import Interned, find, full, intern, interned
from stages.parse.columns.positions import ASKED, SPENT
from stages.parse.ways import STEP

ASK, REFUSED, SITUATIONS, HISTORIES, STATES, TARGETS, WAITING = range(MOVES + 1, MOVES + 8)
"""How the walk ends, besides as `decide` does: it wants to know of an encounter, it is over because
of a limit, or one more of its tables needs more room.
"""
_ITEM = ENTRY + 1
_LOW = 0xFFFFFFFF
_NONE = -1


class Situations(NamedTuple):
    """The situations and entrances that have a number."""

    table: Interned
    """Of each its position with its gold, and twice its history, one more at an entrance."""
    state: NDArray[np.int32]


class Histories(NamedTuple):
    """What the agent has met."""

    table: Interned
    """Of each the one before it, and what was learnt then."""
    kind: NDArray[np.int32]
    """What the agent brings into an encounter."""


class States(NamedTuple):
    """The states so far."""

    kind: NDArray[np.int8]
    """END, STAND or SKETCH."""
    what: NDArray[np.int32]
    """The payoff, the number of the decision, or that of the record."""
    begin: NDArray[np.int32]
    """The first target."""


class Record(NamedTuple):
    """What the walk has written down."""

    situations: Situations
    histories: Histories
    states: States
    targets: NDArray[np.int32]
    waiting: NDArray[np.int32]
    """Shape (room, 5): what is to be visited, the last first. STAND or ENTRY with position, gold
    and history; END with payoff; an item of the rules with its number, position and history. And
    then the target that it is.
    """
    at: NDArray[np.int64]
    """Shape (4,): how many states, targets and waiting there are, and how many states the limits
    have allowed.
    """
    wanted: NDArray[np.int64]
    """Shape (3,): square, kind and gold of the encounter that is wanted."""


class Limits(NamedTuple):
    """What the walk is told."""

    states: int
    spent: float
    """As `Meter.most`."""
    dead_end: int
    escape: int
    gold: int


_STATES, _TARGETS, _WAITING, _ALLOWED = range(4)


def record(room: int) -> Record:
    """Return the record of a walk that begins, at position 0."""
    found = Record(
        situations=Situations(interned(2, room), np.empty(room, np.int32)),
        histories=Histories(interned(1, room), np.empty(room, np.int32)),
        states=States(np.empty(room, np.int8), np.empty(room, np.int32), np.empty(room, np.int32)),
        targets=np.empty(2 * room, np.int32),
        waiting=np.empty((room, 5), np.int32),
        at=np.array([0, 0, 1, 0], np.int64),
        wanted=np.zeros(3, np.int64),
    )
    intern(found.histories.table, np.full(1, 2**64 - 1, np.uint64))
    found.histories.kind[0] = 0
    found.waiting[0] = (STAND, 0, 0, 0, _NONE)
    return found


@compiled
def go_on(land, book, encounters, record, limits):
    """Visit what waits; return DONE, REFUSED, or why to go on later."""
    at, situations = record.at, record.situations
    key = np.empty(2, np.uint64)
    left = OFTEN
    while at[_WAITING]:
        left -= 1
        if left < 0:
            return PAUSE
        if full(record.histories.table, 2):
            return HISTORIES
        if full(situations.table, 1):
            return SITUATIONS
        last = record.waiting[at[_WAITING] - 1]
        what, one, two, three = (
            np.int64(last[0]),
            np.int64(last[1]),
            np.int64(last[2]),
            np.int64(last[3]),
        )
        slot = last[4]
        if what == _ITEM:
            what, one, two, three = _item(encounters, record, one, two, three)
        shared = what in (STAND, ENTRY)
        if shared:
            key[0] = np.uint64(one) << np.uint64(32) | np.uint64(two & _LOW)
            key[1] = np.uint64(2 * three + (what == ENTRY))
            known = find(situations.table, key)
            if known != _NONE:
                record.targets[slot] = situations.state[known]
                at[_WAITING] -= 1
                continue
        if at[_ALLOWED] <= at[_STATES]:
            if at[_STATES] >= limits.states or land.meter[SPENT] > limits.spent:
                return REFUSED
            at[_ALLOWED] += 1  # Whatever this state costs.
        if what == ENTRY:
            square, kind = land.known.square[one], record.histories.kind[three]
            row = np.empty(2, np.uint64)
            row[0] = np.uint64(square) << np.uint64(32) | np.uint64(kind)
            row[1] = np.uint64(two & _LOW)
            asked = find(encounters.asked, row)
            if asked == _NONE:
                record.wanted[0], record.wanted[1], record.wanted[2] = square, kind, two
                return ASK
            what, one, two, three = _item(
                encounters, record, np.int64(encounters.root[asked]), one, three
            )
        if what == STAND and land.known.decision[one] == _NONE:
            done = decide(land, book, one)
            if done != DONE:
                return done
        done = _write(land, book, encounters, record, limits, what, one, two, three)
        if done != DONE:
            return done
        if slot != _NONE:
            record.targets[slot] = at[_STATES] - 1
        if shared:
            situations.state[intern(situations.table, key)] = at[_STATES] - 1
    return DONE


@compiled_part
def _item(encounters, record, item, place, history):
    """Return what an item of the rules is at a position behind a history."""
    what, one = encounters.items[item, 0], np.int64(encounters.items[item, 1])
    if what == STAND:
        row = np.empty(1, np.uint64)
        row[0] = np.uint64(history) << np.uint64(32) | np.uint64(encounters.items[item, 2])
        behind = intern(record.histories.table, row)
        record.histories.kind[behind] = encounters.items[item, 3]
        return np.int64(STAND), place, one, np.int64(behind)
    if what == END:
        return np.int64(END), one, np.int64(0), np.int64(0)
    return np.int64(_ITEM), item, place, history


@compiled_part
def _write(land, book, encounters, record, limits, what, one, two, three):
    """Write down one state more in place of what waits last, and let its followers wait, the first
    of them on top; return DONE, or what has no room.
    """
    states, at, waiting = record.states, record.at, record.waiting
    kind, number, many, first = what, one, 0, 0
    if what == STAND:
        number = land.known.decision[one]
        first, many = book.decisions.begin[number], book.decisions.ways[number]
    elif what == _ITEM:
        item = encounters.items[one]
        kind, number, first, many = SKETCH, item[1], item[2], item[3]
    if at[_STATES] == states.kind.size:
        return STATES
    if at[_TARGETS] + many > record.targets.size:
        return TARGETS
    if at[_WAITING] + many > waiting.shape[0]:
        return WAITING
    if what == STAND:
        land.meter[ASKED] += book.decisions.asks[number]
        land.meter[SPENT] += STEP * book.decisions.asks[number]
        if many == 0:
            kind, number = END, limits.dead_end
    top = at[_WAITING] - 1
    for which in range(many):
        row = waiting[top + many - 1 - which]
        if kind == SKETCH:
            row[0], row[1], row[2], row[3] = _ITEM, first + which, two, three
        else:
            _arrive(land, book, limits, first + which, two, three, row)
        row[4] = at[_TARGETS] + which
    begin = at[_STATES]
    states.kind[begin], states.what[begin], states.begin[begin] = kind, number, at[_TARGETS]
    at[_STATES] += 1
    at[_TARGETS] += many
    at[_WAITING] = top + many
    return DONE


@compiled_part
def _arrive(land, book, limits, way, before, history, row):
    """Let the end of a way wait."""
    place = book.ways.position[way]
    square = land.known.square[place]
    gold = before + limits.gold * book.ways.gold[way]
    if square >= land.plan.to.shape[0]:
        row[0], row[1], row[2], row[3] = END, limits.escape + gold, 0, 0
    else:
        row[0] = ENTRY if land.plan.ends[square] else STAND
        row[1], row[2], row[3] = place, gold, history
