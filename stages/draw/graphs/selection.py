"""Select the states of a graph to draw, and their details."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import assert_never

from schemas.parts import states as parts
from schemas.parts.problems import InputError, Problem, shown
from schemas.parts.states import (
    Choice,
    Draw,
    Joint,
    Look,
    Relocation,
    State,
    Terminal,
    targets,
)
from schemas.state_graph import StateGraph
from schemas.state_graph.listing import listed
from stages.draw.graphs.records import Graph, Kind, Move, Shown
from stages.draw.labels import payoff_text, printable
from stages.draw.size_limits import refuse

MOST = 200
"""Greatest number of states in one picture."""
COUNTED = 20_000
"""Limit up to which states are counted for a message."""


def drawn(graph: StateGraph, start: str = "", depth: int | None = None, most: int = MOST) -> Graph:
    """Return the states reachable from the state named `start` by at most `depth` moves; by default
    all states.

    A graph that only holds its rule is generated first. Raise InputError if it is too large for
    that, if there is no such state, or if there are more than `most` states.
    """
    graph = listed(graph, COUNTED)
    first = _first(graph, start)
    chosen = _chosen(graph, first, depth, most)
    order, layers = _layers(graph, first, chosen)
    places = {number: place for place, number in enumerate(order)}
    return Graph(
        title=printable(graph.title),
        players=(printable(graph.players[0]), printable(graph.players[1])),
        start=printable(graph.names[first]),
        states=tuple(_shown(graph, number, places) for number in order),
        moves=tuple(
            move for number in order for move in _moves(graph.states[number], number, places)
        ),
        layers=tuple(layers[number] for number in order),
        rewards=any(_rewards(graph.states[number]) for number in order),
    )


def _first(graph: StateGraph, start: str) -> int:
    if not start:
        return graph.start
    found = next((at for at, name in enumerate(graph.names) if name == start), None)
    if found is None:
        raise InputError([Problem(f"there is no state {shown(start)}")])
    return found


def _chosen(graph: StateGraph, first: int, depth: int | None, most: int) -> set[int]:
    """Return the states to draw, breadth first."""
    found, edge = {first}, [first]
    sizes = [1]
    while edge and len(sizes) - 1 != depth and len(found) <= COUNTED:
        after = []
        for number in edge:
            for target in targets(graph.states[number]):
                if target not in found:
                    found.add(target)
                    after.append(target)
        edge = after
        if edge:
            sizes.append(len(found))
    if len(found) > most:
        total = f"{len(found):,}" if len(found) <= COUNTED else f"more than {COUNTED:,}"
        refuse(total, "states", "STATE", sizes, most)
    return found


def _layers(graph: StateGraph, first: int, chosen: set[int]) -> tuple[list[int], dict[int, int]]:
    """Return the states, each after all its predecessors, and the layer of each."""
    leading = dict.fromkeys(chosen, 0)
    ways = {number: _ways(graph, number, chosen) for number in chosen}
    for below in ways.values():
        for target in below:
            leading[target] += 1
    order, layers, waiting = [], {first: 0}, [first]
    while waiting:
        number = waiting.pop()
        order.append(number)
        for target in reversed(ways[number]):
            layers[target] = max(layers.get(target, 0), layers[number] + 1)
            leading[target] -= 1
            if not leading[target]:
                waiting.append(target)
    assert len(order) == len(chosen), "a checked graph has no circle"
    return order, layers


def _ways(graph: StateGraph, number: int, chosen: set[int]) -> list[int]:
    """Return the drawn successors of a state, each once."""
    return [one for one in dict.fromkeys(targets(graph.states[number])) if one in chosen]


def _shown(graph: StateGraph, number: int, places: dict[int, int]) -> Shown:
    state = graph.states[number]
    kind, told = _actor(state)
    return Shown(
        state=number,
        name=printable(graph.names[number]),
        kind=kind,
        told=told,
        at=state.at if isinstance(state, Choice) else None,
        payoff=state.payoff if isinstance(state, Terminal) else None,
        behind=sum(target not in places for target in targets(state)),
    )


def _actor(state: State) -> tuple[Kind, str]:
    match state:
        case Terminal():
            return Kind.END, ""
        case Draw():
            return Kind.CHANCE, ""
        case Look(place):
            return Kind.LOOK, f"{printable(place)}?"
        case Choice(player, _, sees):
            return (Kind.FIRST if player == 1 else Kind.SECOND), _seen(sees)
        case Relocation(sees, not_to):
            closed = f"not to {printable(not_to)}" if not_to else ""
            return Kind.RELOCATION, ", ".join(filter(None, (_seen(sees), closed)))
        case Joint():
            return Kind.JOINT, ""
        case _:
            assert_never(state)


def _seen(sees: Sequence[str]) -> str:
    return f"sees {', '.join(map(printable, sees))}" if sees else ""


def _moves(state: State, number: int, places: dict[int, int]) -> Iterator[Move]:
    """Yield the moves of a state, merging those with the same target."""
    found: dict[int, tuple[list[str], Fraction | None]] = {}
    for move in parts.moves(state):
        labels, before = found.get(move.target, ([], None))
        share = move.probability
        both = share if before is None or share is None else before + share
        found[move.target] = ([*labels, _label(move)], both)
    for target, (labels, share) in found.items():
        if target in places:
            yield Move(places[number], places[target], tuple(labels), share)


def _label(move: parts.Move) -> str:
    return printable(move.label) + _reward(move.reward) if move.label else ""


def _rewards(state: State) -> bool:
    return isinstance(state, Joint) and any(map(any, state.reward))


def _reward(reward: Fraction) -> str:
    """Return player 1's reward of a move, with its sign."""
    sign = "+" if reward > 0 else ""
    return f": {sign}{payoff_text(reward)}" if reward else ""
