"""Counting histories on the graph, before any tree is built."""

from collections import Counter

from schemas.state_graph import Choice, Draw, Look, Relocation, StateGraph, Terminal, targets, topological
from stages.expand.secrets import Hidden, placements, relocations


def count_histories(graph: StateGraph) -> int:
    """Return the number of nodes of the tree, exactly, without building it.

    Works through the states in topological order with the number of histories
    per state and secret. Of the secret only the places that play can still look
    at are told apart, which keeps the table small.
    """
    order = topological(graph) or []
    live = live_places(graph, order)
    every = {name for name, _ in graph.secret.places}
    reached: dict[int, Counter[Hidden]] = {graph.start: Counter()}
    for _, hidden in placements(graph):
        reached[graph.start][hidden & live[graph.start]] += 1
    total = 1
    for state in order:
        counts = reached.pop(state, Counter())
        match graph.states[state]:
            case Look(place, occupied, empty):
                for hidden, count in counts.items():
                    to = occupied if place in hidden else empty
                    reached.setdefault(to, Counter())[hidden & live[to]] += count
                continue
            case Relocation(_, not_to, to):
                for hidden, count in counts.items():
                    total += count
                    for _, moved in relocations(graph, hidden & every, not_to):
                        reached.setdefault(to, Counter())[moved & live[to]] += count
            case Terminal() | Draw() | Choice() as other:
                total += counts.total()
                for to in targets(other):
                    onward = reached.setdefault(to, Counter())
                    for hidden, count in counts.items():
                        onward[hidden & live[to]] += count
    return total


def live_places(graph: StateGraph, order: list[int]) -> dict[int, Hidden]:
    """Return per state the places of the secret that matter from there on."""
    every = frozenset(name for name, _ in graph.secret.places)
    live: dict[int, Hidden] = {}
    for state in reversed(order):
        record = graph.states[state]
        own = every if isinstance(record, Relocation) else frozenset([record.place] if isinstance(record, Look) else [])
        live[state] = own.union(*(live[to] for to in targets(record)))
    return live
