"""Positions: a square with the open squares that matter there, each once, and the steps between
them.
"""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from schemas.parts.compiled import compiled, compiled_part
from stages.parse.columns.interned import Interned, intern, interned
from stages.parse.columns.plan import SIDES, Plan, Squared
from stages.parse.columns.regions import (
    NOTHING,
    REACHABLE,
    RELEVANT,
    Search,
    drop,
    holds,
    reachable,
    relevant,
    search_room,
    size_of,
)
from stages.parse.ways import STEP

NO_MOVE, UNKNOWN = -1, -2
_LOOK = 5  # As `stages.parse.reductions` tells of `relevant`.
ASKED, SPENT = range(2)  # Of a meter.


class Positions(NamedTuple):
    """What is known of the position of each number; their rows are the open squares as words, and
    the square.
    """

    square: NDArray[np.int32]
    size: NDArray[np.int32]
    """How many squares are open."""
    moves: NDArray[np.int32]
    """How many moves there are; UNKNOWN where nobody asked."""
    steps: NDArray[np.int32]
    """Shape (room, SIDES): the position behind a move; NO_MOVE where there is none."""
    label: NDArray[np.int32]
    """What `stages.parse.columns.searching` knows of it; -1 else."""
    decision: NDArray[np.int32]
    """The number of the decision of an agent that is there; -1 where it is not known."""


class Land(NamedTuple):
    """A plan with the positions on it."""

    plan: Plan
    region: int
    """What is said of the squares that matter."""
    search: Search
    table: Interned
    """The rows of the positions."""
    known: Positions
    row: NDArray[np.uint64]
    """Room for the row of a position."""
    meter: NDArray[np.int64]
    """Shape (2,): how often it was asked what can follow, and what all that cost (see
    `stages.parse.ways.Meter`).
    """


def land(squares: Squared, region: int, room: int) -> Land:
    """Return the start of a plan, with room for so many positions."""
    words = len(squares.open)
    found = Land(
        plan=squares.plan,
        region=region,
        search=search_room(squares.plan, words),
        table=interned(words + 1, room),
        known=Positions(
            square=np.empty(room, np.int32),
            size=np.empty(room, np.int32),
            moves=np.empty(room, np.int32),
            steps=np.empty((room, SIDES), np.int32),
            label=np.empty(room, np.int32),
            decision=np.empty(room, np.int32),
        ),
        row=np.empty(words + 1, np.uint64),
        meter=np.zeros(2, np.int64),
    )
    found.row[:words] = squares.open
    position(found, squares.plan.start)
    return found


@compiled
def position(land, square):
    """Return the number of a position, whose open squares stand in the row of the land."""
    table, known, row = land.table, land.known, land.row
    row[row.size - 1] = square
    before = table.size[0]
    number = intern(table, row)
    if number == before:
        known.square[number] = square
        known.size[number] = size_of(row[: row.size - 1])
        known.moves[number] = UNKNOWN
        known.label[number] = known.decision[number] = -1
    return number


@compiled_part
def explore(land, number):
    """Find the moves at a position and the positions behind them, for which there must be room, if
    nobody did; return how many there are.
    """
    plan, known, open = land.plan, land.known, land.search.open
    if known.moves[number] != UNKNOWN:
        return known.moves[number]
    square, words, inner = known.square[number], open.size, plan.to.shape[0]
    moves = 0
    for side in range(SIDES):
        to = plan.to[square, side]
        possible = to >= inner or (to >= 0 and holds(land.table.rows[number], to))
        known.steps[number, side] = to if possible else NO_MOVE
        moves += possible
    # Behind the only move matters what mattered before it, but for the square itself.
    asked = land.region if moves > 1 else NOTHING
    if asked != NOTHING:
        look = _LOOK if asked == RELEVANT else 0
        land.meter[SPENT] += moves * (STEP + look * known.size[number])
    for side in range(SIDES):
        to = known.steps[number, side]
        if to == NO_MOVE:
            continue
        found = land.row[:words]
        if to >= inner:
            found[:] = 0
        else:
            for word in range(words):
                open[word] = land.table.rows[number, word]
            drop(open, to)
            if asked == RELEVANT:
                relevant(plan, land.search, to, open, found)
            elif asked == REACHABLE:
                reachable(plan, land.search, to, open, found)
            else:
                for word in range(words):
                    found[word] = open[word]
        known.steps[number, side] = position(land, np.int64(to))
    known.moves[number] = moves
    return moves
