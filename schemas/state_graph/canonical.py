"""The canonical order of a graph: the order of a mapping's keys in its file has no meaning.

States are in the natural order of their names, unless the graph names its rule: then they are in
the order in which the rule lists them. The moves of a state are ordered by their targets; moves to
the same state are in the natural order of their labels. If player 2 has the same labels at several
states, it may not be able to tell these apart, so its moves there have the order of the first such
state.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from ..parts.labels import natural
from ..parts.states import (
    Choice,
    Draw,
    Joint,
    State,
    targets,
)
from ..parts.texts import texts
from ..rules.listing import Named
from .columns import GraphColumns, StateKind, Tables

Labels = tuple[str, ...]
Offers = dict[frozenset[str], Labels]


def states_in_order(states: Sequence[State]) -> tuple[State, ...]:
    """Return states with their moves in canonical order.

    >>> states_in_order([Choice(1, (("up", 2), ("down", 1), ("e10", 3), ("e2", 3)))])[0].moves
    (('down', 1), ('up', 2), ('e2', 3), ('e10', 3))
    """
    offers: Offers = {}
    return tuple(_state_in_order(state, offers) for state in states)


def _state_in_order(state: State, offers: Offers) -> State:
    """Return a state with its moves in order.

    `offers` has player 2's moves at the earlier states, and gets those of this state.
    """
    match state:
        case Draw(moves):
            return Draw(tuple(sorted(moves, key=_place)))
        case Choice(player, options):
            ordered = sorted(options, key=_place)
            if player == 2:
                to = dict(options)
                labels = offers.setdefault(frozenset(to), tuple(label for label, _ in ordered))
                ordered = [(label, to[label]) for label in labels]
            return state._replace(moves=tuple(ordered))
        case _:
            return state


def same_states(names: Sequence[str], states: Sequence[State], listed: Named) -> bool:
    """Return whether the states of a graph without a secret are those that a rule lists."""
    sides = (names, states), listed
    found, known = (
        {name: _named(state, own) for name, state in zip(own, some, strict=True)}
        for own, some in sides
    )
    return found == known


def _named(state: State, names: Sequence[str]) -> tuple[object, ...]:
    """Return a state with the names of its targets; the order of its moves has no meaning."""
    to = map(names.__getitem__, targets(state))
    match state:
        case Draw(moves) | Choice(_, moves):
            ways = frozenset(zip(map(itemgetter(slice(-1)), moves), to, strict=True))
            return type(state), state._replace(moves=()), ways
        case Joint():
            return state._replace(to=()), *to
        case _:
            return state, *to


def _place(move: tuple[object, ...]) -> tuple[object, object]:
    return move[-1], natural(str(move[0]))


def in_order_columns(columns: GraphColumns) -> GraphColumns:
    """Return the columns with all moves in canonical order; unchanged if they already are."""
    offers: Offers = {}
    what, to, tables = columns.what, columns.targets, None
    for number in _to_look_at(columns).tolist():
        record = columns.record(number)
        ordered = _state_in_order(record, offers)
        if ordered == record:
            continue
        if tables is None:
            what, to, tables = what.copy(), to.copy(), Tables(columns.draws, columns.texts)
        begin, end = columns.begin[number : number + 2].tolist()
        to[begin:end] = targets(ordered)
        _, what[number] = tables.what(ordered)
    if tables is None:
        return columns
    draws, said = tuple(tables.draws), texts(tables.said)
    return replace(columns, what=what, targets=to, draws=draws, texts=said)


def _to_look_at(columns: GraphColumns) -> NDArray[np.int64]:
    """Return the states whose moves may not be in canonical order."""
    falls = np.diff(columns.targets, prepend=np.int32(-1)) <= 0
    falls[columns.begin[:-1][columns.begin[:-1] < len(falls)]] = False  # A state's first target.
    several = np.concatenate(([0], np.cumsum(falls)))
    odd = several[columns.begin[1:]] > several[columns.begin[:-1]]
    odd &= (columns.kind == StateKind.DRAW) | (columns.kind == StateKind.CHOICE)
    answers = columns.player == 2
    offered, first = np.unique(columns.what[answers], return_index=True)
    sets = {frozenset(json.loads(columns.texts[number])) for number in offered.tolist()}
    if len(sets) == len(offered) and not odd[np.flatnonzero(answers)[first]].any():
        odd &= ~answers
    else:
        odd |= answers
    return np.flatnonzero(odd)
