"""Play arrives at every state with every set of possibilities, compiled: see
`schemas.state_graph.arrival_columns`.
"""

# Numba infers the types of the compiled functions.
# mypy: disable-error-code="no-untyped-def"

from enum import IntEnum, IntFlag

import numpy as np

from schemas.parts.compiled import compiled, compiled_part
from schemas.parts.key_table import FREE, place_of
from schemas.state_graph.digits import above, add, add_product

POSSIBLE, STEP, POSITION, BEGUN, ARRIVED, MOST, MET, LEAST = range(8)  # What `Tally.numbers` holds.
HISTORIES, TERMINAL, ESCAPES, DECISIONS = range(4)  # What `Tally.sums` holds.


class Stop(IntEnum):
    """Why the kernel comes back."""

    FINISHED = 0
    PAIRS = 1
    """There is no room for others."""
    KEPT = 2
    """There is no room for others."""
    STEP = 3
    """It is not known what becomes of a set."""
    DIGITS = 4
    """There are too few of them."""
    HISTORIES = 5
    """There are more than the limit, and more than `LEAST` possibilities were met."""
    WORK = 6
    """There are more arrivals than `MOST`."""


class Counted(IntFlag):
    """What a state counts as."""

    NODE = 1
    TERMINAL = 2
    ESCAPE = 4
    DECISION = 8


_FINISHED, _PAIRS, _KEPT, _STEP, _DIGITS, _HISTORIES, _WORK = (int(stop) for stop in Stop)
_NODE, _TERMINAL, _ESCAPE, _DECISION = (int(flag) for flag in Counted)


@compiled
def arrive(play, pairs, known, became, sizes, tally):
    """Go on until the end or something that this cannot do; return which, a Stop.

    `known`, `became` and `sizes` are those of the sets.
    """
    order, begin, targets, step_of, steps, counted = play
    head, possible, following, ways, free, kept_state, kept_possible, kept = pairs
    numbers, sums, limit = tally
    while numbers[POSITION] < order.size:
        state = order[numbers[POSITION]]
        step, size = step_of[state], begin[state + 1] - begin[state]
        while head[state] != FREE:
            pair = head[state]
            if not numbers[BEGUN]:
                if free[1] < size:
                    return _PAIRS
                if kept[0] == kept_state.size:
                    return _KEPT
                if kept[0] >= 0:
                    kept_state[kept[0]], kept_possible[kept[0]] = state, possible[pair]
                    kept[0] += 1
                members = sizes[possible[pair]]
                numbers[ARRIVED] += 1
                if numbers[ARRIVED] > numbers[MOST]:
                    return _WORK
                numbers[MET] += members
                _count(sums, ways[pair], counted[state], members)
                if numbers[MET] > numbers[LEAST] and above(sums[HISTORIES], limit):
                    return _HISTORIES
            numbers[BEGUN] = 1
            onward = 0
            if step != FREE:
                onward = place_of(known[0], possible[pair] * np.int64(steps) + step)
                if known[0][onward] == FREE:
                    numbers[POSSIBLE], numbers[STEP] = possible[pair], step
                    return _STEP
                onward = known[1][onward]
            full = False
            for at in range(size):
                becomes = possible[pair] if step == FREE else became[onward + at]
                if sizes[becomes]:
                    target = targets[begin[state] + at]
                    full |= _arrive_at(target, becomes, pair, head, possible, following, ways, free)
            numbers[BEGUN] = 0
            head[state] = following[pair]
            following[pair] = free[0]
            free[0] = pair
            free[1] += 1
            if full:
                return _DIGITS
        numbers[POSITION] += 1
    return _FINISHED


@compiled_part
def _count(sums, ways, counted, members):
    if counted & _NODE:
        add_product(sums[HISTORIES], ways, members)
    if counted & _TERMINAL:
        add_product(sums[TERMINAL], ways, members)
    if counted & _ESCAPE:
        add_product(sums[ESCAPES], ways, members)
    if counted & _DECISION:
        add_product(sums[DECISIONS], ways, 1)


@compiled_part
def _arrive_at(state, becomes, source, head, possible, following, ways, free):
    """Add the ways of one pair to those of another, a new one perhaps; return whether they need
    more digits.
    """
    last, at = FREE, head[state]
    while at != FREE and possible[at] != becomes:
        last, at = at, following[at]
    if at != FREE:
        return add(ways[at], ways[source])
    new = free[0]
    free[0] = following[new]
    free[1] -= 1
    possible[new], following[new] = becomes, FREE
    for digit in range(ways.shape[1]):
        ways[new, digit] = ways[source, digit]
    if last == FREE:
        head[state] = new
    else:
        following[last] = new
    return False
