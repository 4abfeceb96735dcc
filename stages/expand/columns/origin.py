"""The origin of the nodes that a walk wrote: states, events and secrets by node."""

import numpy as np
from numpy.typing import NDArray

from schemas.parts.events import Event, answer, outcome
from schemas.state_graph import StateGraph
from schemas.state_graph.columns import Int32s, Kind
from stages.expand.columns.room import Room
from stages.expand.columns.rules import Int64s, Rules, Seen
from stages.expand.expansion import Events, Numbered, Origin

_EVENTS = tuple(Event)


def origin_of(
    graph: StateGraph, rules: Rules, seen: Seen, room: Room, order: Int32s | None = None
) -> Origin:
    """Return the origin of the nodes, in the given order, of a walk that recorded it."""
    these = slice(None) if order is None else order
    names = [name for name, _ in graph.places]
    held, number = np.unique(room.hidden, return_inverse=True)
    secrets = tuple(
        frozenset(name for at, name in enumerate(names) if bits >> at & 1) for bits in held.tolist()
    )
    first = _first_events(rules, seen, room)
    table, events = np.unique(np.stack((first, room.looks)), axis=1, return_inverse=True)
    return Origin(
        states=room.states[these].data,
        events=Numbered(
            tuple(_told(event, looks) for event, looks in table.T.tolist()), _numbers(events, these)
        ),
        secrets=Numbered(secrets, _numbers(number, these)),
    )


def _numbers(numbers: NDArray[np.int64], these: Int32s | slice) -> memoryview:
    return numbers.reshape(-1).astype(np.int32)[these].data


def _told(event: int, looks: int) -> Events:
    """Return the events since the parent node: a move, and the results when the rules looked at the
    secret; none at the root.
    """
    if event < 0:
        return ()
    seen = (Event.OCCUPIED if held == "1" else Event.EMPTY for held in f"{looks:b}"[1:])
    return (_EVENTS[event], *seen)


def _first_events(rules: Rules, seen: Seen, room: Room) -> Int64s:
    """Return for each node the number of the move that led there; -1 for the root."""
    parent = np.repeat(np.arange(len(room.kind), dtype=np.int32), np.diff(room.begin))[room.way]
    place = room.way - room.begin[parent]
    state = room.states[parent]
    kind, what = rules.kind[state], rules.what[state]
    found = np.full(len(parent), _EVENTS.index(Event.MOVE), np.int64)
    relocated = kind == Kind.RELOCATION
    found[relocated] = np.where(
        place[relocated] > 0, _EVENTS.index(Event.RELOCATION), _EVENTS.index(Event.STAY)
    )
    answered = (kind == Kind.CHOICE) & (rules.player[state] == 2)
    for these, begin, event_of in (
        (kind == Kind.DRAW, rules.drawn, outcome),
        (answered, rules.answered, answer),
    ):
        events = np.array([_EVENTS.index(event_of(text)) for text in seen.number], np.int64)
        found[these] = events[rules.shown[begin[what[these]] + place[these]]]
    found[parent == 0] = _EVENTS.index(Event.PLACEMENT)
    found[0] = -1
    return found
