"""From a state graph or a game to a network: nodes and edges with attributes of plain types; and
networks as GraphML, Graphviz, and the node-link form of JSON.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, assert_never

from ...schemas.game import Chance, Decision, Game
from ...schemas.game import Terminal as End
from ...schemas.parts.exact import write_exact
from ...schemas.parts.limits import beyond
from ...schemas.parts.problems import Problem, SizeError
from ...schemas.parts.squares import Square
from ...schemas.parts.states import (
    AnyState,
    Choice,
    Draw,
    Joint,
    Look,
    Move,
    Relocation,
    Terminal,
    Turn,
    moves,
)
from ...schemas.state_graph import Graph
from ...schemas.state_graph.listing import listed
from ..draw.labels import printable

if TYPE_CHECKING:
    import networkx

MOST = 100_000
"""Default limit on the nodes of a network: a node and its moves take about 2 KB."""

Attributes = dict[str, str | int]
"""Attribute types that all formats support: exact numbers are texts."""


def as_network(made: Graph | Game, most: int = MOST) -> "networkx.MultiDiGraph":
    """Return a state graph or a game as a network: a node per state or game node, keyed by its
    number, and an edge per move, keyed by the number of the move.

    A graph that only holds its rule is generated first. Raise InputError if there are more than
    `most` nodes, before any is made.
    """
    import networkx

    match made:
        case Graph():
            made = listed(made, most)
            found = networkx.MultiDiGraph(**_head(made, "states", made.start))
        case Game():
            found = networkx.MultiDiGraph(**_head(made, "game", 0))
    _refuse_more(most, size(made), "nodes" if isinstance(made, Game) else "states")
    nodes, edges = nodes_and_moves(made)
    found.add_nodes_from(nodes)
    for number, (start, move) in enumerate(edges):
        found.add_edge(start, move.target, number, **_move(move))
    return found


def size(made: Graph | Game) -> int:
    """Return the number of nodes of a network; 0 for a graph that only holds its rule."""
    return len(made.nodes) if isinstance(made, Game) else len(made.names)


def nodes_and_moves(
    made: Graph | Game,
) -> tuple[Iterator[tuple[int, Attributes]], Iterator[tuple[int, Move]]]:
    """Return the nodes of a network with their attributes, and its moves with their origins."""
    if isinstance(made, Game):
        return _nodes(made), _moves_of_nodes(made)
    return _states(made), _moves_of_states(made)


def _refuse_more(most: int, found: int, what: str) -> None:
    if found > most:
        raise SizeError([Problem(f"the network {beyond(most, found, what)} of --max-nodes")])


def _head(made: Graph | Game, of: str, start: int) -> Attributes:
    limit = made.limit if isinstance(made, Graph) else None
    return {
        "format": "efgc/network",
        "version": 1,
        "of": of,
        "title": made.title,
        "player_1": made.players[0],
        "player_2": made.players[1],
        "start": start,
        **({"limit": limit.moves, "limit_payoff": write_exact(limit.payoff)} if limit else {}),
    }


def _states(graph: Graph) -> Iterator[tuple[int, Attributes]]:
    squares = dict(graph.places)
    names = {square: name for name, square in graph.places}
    for number, (name, state) in enumerate(zip(graph.names, graph.states, strict=True)):
        yield number, {"name": name, **_state(state, squares, names)}


def _state(
    state: AnyState, squares: Mapping[str, Square], names: Mapping[Square, str]
) -> Attributes:
    """Return the attributes of a state; `squares` and `names` are those of the places."""
    match state:
        case Terminal(payoff):
            return {"kind": "terminal", "payoff": write_exact(payoff)}
        case Draw() | Turn(player=0):
            return {"kind": "chance"}
        case Turn(player):
            return {"kind": "decision", "player": player}
        case Look(place):
            return {"kind": "look", "place": place, **_square(squares.get(place))}
        case Choice(player, _, sees, at):
            here = {"place": names[at]} if at is not None and at in names else {}
            return {
                "kind": "decision",
                "player": player,
                **_observation_attributes(sees),
                **here,
                **_square(at),
            }
        case Relocation(sees, not_to, _):
            closed = {"not_to": not_to} if not_to else {}
            return {"kind": "relocation", "player": 2, **_observation_attributes(sees), **closed}
        case Joint():
            return {"kind": "joint"}
        case _:
            assert_never(state)


def _nodes(game: Game) -> Iterator[tuple[int, Attributes]]:
    for number, node in enumerate(game.nodes):
        match node:
            case Decision(infoset, _):
                player, state, sees, _ = game.information_sets[infoset]
                known = {"state": state} if state else {}
                told = {
                    "player": player,
                    "information_set": infoset,
                    **known,
                    **_observation_attributes(sees),
                }
                yield number, {"kind": "decision", **told}
            case Chance():
                yield number, {"kind": "chance"}
            case End(payoff):
                yield number, {"kind": "terminal", "payoff": write_exact(payoff)}


def _observation_attributes(sees: tuple[str, ...]) -> Attributes:
    return {"sees": ", ".join(sees)} if sees else {}


def _square(square: Square | None) -> Attributes:
    return {} if square is None else {"row": square[0], "column": square[1]}


def _moves_of_states(graph: Graph) -> Iterator[tuple[int, Move]]:
    for number, state in enumerate(graph.states):
        for move in moves(state):
            yield number, move


def _moves_of_nodes(game: Game) -> Iterator[tuple[int, Move]]:
    for number, node in enumerate(game.nodes):
        match node:
            case Decision(infoset, children):
                actions = game.information_sets[infoset].actions
                for label, child in zip(actions, children, strict=True):
                    yield number, Move(label, child)
            case Chance(labels, shares, children):
                for label, share, child in zip(labels, shares, children, strict=True):
                    yield number, Move(label, child, share)


def _move(move: Move) -> Attributes:
    """Return the attributes of a move."""
    found: Attributes = {"label": move.label} if move.label else {}
    if move.probability is not None:
        found["probability"] = write_exact(move.probability)
    if move.reward:
        found["reward"] = write_exact(move.reward)
    for player, text in enumerate(move.sees or (), 1):
        found[f"player_{player}_sees"] = text or ""
    return found


def write_graphml(network: "networkx.MultiDiGraph") -> Iterator[str]:
    """Yield the lines of a GraphML file. Characters that XML cannot contain are escaped."""
    import networkx

    written = networkx.MultiDiGraph(**_printable(network.graph))
    written.add_nodes_from((node, _printable(told)) for node, told in network.nodes.data())
    for start, end, key, told in network.edges(keys=True, data=True):
        written.add_edge(start, end, key, **_printable(told))
    yield "<?xml version='1.0' encoding='utf-8'?>\n"
    for line in networkx.generate_graphml(written, named_key_ids=True):
        yield f"{line}\n"


def write_dot(network: "networkx.MultiDiGraph") -> Iterator[str]:
    """Yield the lines of a Graphviz file, with attributes but without styles: one per node and
    move.
    """
    yield "digraph network {\n"
    yield f"  graph [{_attributes(network.graph)}];\n"
    for node, told in network.nodes.data():
        yield f"  {node} [{_attributes(told)}];\n"
    for start, end, key, told in network.edges(keys=True, data=True):
        yield f"  {start} -> {end} [{_attributes({'key': key, **told})}];\n"
    yield "}\n"


def write_json(network: "networkx.MultiDiGraph") -> Iterator[str]:
    """Yield the lines of a file in the node-link form: one per node and move, with keys in
    NetworkX's order.
    """
    import networkx

    data = networkx.node_link_data(network, edges="edges")
    yield "{\n"
    for name in ("directed", "multigraph", "graph"):
        yield f"{json.dumps(name)}: {_json(data[name])},\n"
    yield f'"nodes": [\n{_rows(data["nodes"])}\n],\n'
    yield f'"edges": [\n{_rows(data["edges"])}\n]\n}}\n'


NETWORK_FORMATS: dict[str, Callable[["networkx.MultiDiGraph"], Iterator[str]]] = {
    "json": write_json,
    "graphml": write_graphml,
    "dot": write_dot,
}
"""The writers of networks by the suffixes of file names."""


def _rows(rows: list[dict[str, Any]]) -> str:
    return ",\n".join(map(_json, rows))


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False)


def _printable(attributes: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: printable(one) if isinstance(one, str) and one else one
        for name, one in attributes.items()
    }


def _attributes(attributes: Mapping[str, Any]) -> str:
    return ", ".join(
        f"{name}={_quote(printable(one)) if isinstance(one, str) else one}"
        for name, one in attributes.items()
    )


def _quote(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
