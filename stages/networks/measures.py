"""Statistics of a network, by the algorithms of NetworkX.

They include the nodes that every play passes, and the groups of nodes that every play passes. A
node is passed by every play to some terminal nodes if it dominates a node added behind all of them.
For a group of nodes, such as all with the agent on one square, each play may pass a different
member: the groups passed on all paths to a node are its own and those passed on all paths to each
of its predecessors.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from ...schemas.game import Game
from ...schemas.state_graph import Graph
from .conversion import nodes_and_moves

if TYPE_CHECKING:
    import networkx


ALL, ABOVE, HIGHEST = "all", "above 0", "highest"
PLAYS = {
    ALL: "every play",
    ABOVE: "every play that ends with a payoff above 0",
    HIGHEST: "every play that ends with the highest payoff",
}
"""The classes of plays for which common nodes are computed; payoffs are those of terminal nodes, in
networks whose moves pay nothing.
"""


class CommonNodes(NamedTuple):
    """The nodes and groups that every play of a class passes; the class is given by the plays'
    ends.
    """

    plays: int
    """The number of plays."""
    nodes: tuple[int, ...]
    """In the order of play, from the start on; without the terminal node."""
    groups: tuple[tuple[str, str], ...]
    """Kind and name of groups of nodes, such as the states in which the rules check one place:
    every play passes a node of each. In the order in which one of the shortest plays reaches them.
    """


@dataclass(frozen=True, kw_only=True)
class Counts:
    """The numbers of the nodes and moves of a network of any size."""

    title: str
    players: tuple[str, str]
    of: str
    """`states` or `game`."""
    nodes: int
    moves: int
    kinds: Mapping[str, int]
    """Number of nodes by kind, with the player of a decision."""
    histories: int | None = None
    """The number of histories of the game of a state graph of version 2."""
    infosets: tuple[int, int] | None = None
    """The numbers of its information sets, if they can be counted without the game."""


def count(made: Graph | Game) -> Counts:
    """Return the counts of a listed state graph or a game."""
    nodes, moves = nodes_and_moves(made)
    kinds = Counter(_kind(told) for _, told in nodes)
    return Counts(
        title=made.title,
        players=made.players,
        of="game" if isinstance(made, Game) else "states",
        nodes=kinds.total(),
        moves=sum(1 for _ in moves),
        kinds=kinds,
    )


@dataclass(frozen=True, kw_only=True)
class Stats(Counts):
    """Statistics of the nodes reachable from the start of a network."""

    names: Mapping[int, str]
    """Names of the nodes that have names."""
    shortest: int
    """Number of moves of the shortest play."""
    longest: tuple[int, ...]
    """The nodes of a longest play."""
    width: tuple[int, ...]
    """Number of nodes per depth, which is the number of moves on the longest path there."""
    ends: tuple[int, ...]
    """Number of terminal nodes among them."""
    branching: Mapping[int, int]
    """Number of nodes by their number of moves."""
    information_sets: Mapping[int, Mapping[int, int]]
    """For each player, the number of information sets by their size; empty for a state graph."""
    articulation: tuple[int, ...]
    """Nodes whose removal would disconnect the network."""
    dominators: Mapping[int, int]
    """For each node but the start, the last node before it that every path there passes."""
    behind: Mapping[int, int]
    """For each node, the number of nodes reachable only through it; without zeros."""
    passed: Mapping[str, CommonNodes]
    """By key of PLAYS, if there are such plays."""
    payoffs: Mapping[Fraction, int]
    """Number of plays by final payoff, ascending; empty if moves have rewards."""


def measure(network: "networkx.MultiDiGraph") -> Stats:
    """Return the statistics of an acyclic network, as far as it is reachable from its start."""
    import networkx

    start = network.graph["start"]
    network = network.subgraph({start, *networkx.descendants(network, start)}).copy()
    ends = {node for node, moves in network.out_degree() if not moves}
    layers = [sorted(layer) for layer in networkx.topological_generations(network)]
    near = networkx.single_source_shortest_path_length(network, start)
    order = [node for layer in layers for node in layer]
    dominators = _dominators(network, start)
    plays, payoffs = _plays_to(network, order), _payoffs(network, ends)
    return Stats(
        title=network.graph["title"],
        players=(network.graph["player_1"], network.graph["player_2"]),
        of=network.graph["of"],
        nodes=len(network),
        moves=network.number_of_edges(),
        kinds=Counter(_kind(told) for _, told in sorted(network.nodes.data())),
        names={node: told["name"] for node, told in network.nodes.data() if "name" in told},
        shortest=min(near[node] for node in ends),
        # Without parallel moves, whose weights would be examined one by one.
        longest=tuple(networkx.dag_longest_path(networkx.DiGraph(network), weight="")),
        width=tuple(map(len, layers)),
        ends=tuple(sum(node in ends for node in layer) for layer in layers),
        branching=dict(sorted(Counter(moves for _, moves in network.out_degree()).items())),
        information_sets=_information_sets(network),
        articulation=tuple(sorted(networkx.articulation_points(networkx.Graph(network)))),
        dominators=dominators,
        behind=_behind(dominators, layers),
        passed=_passing(network, order, plays, _play_classes(ends, payoffs)),
        payoffs=_by_payoff(payoffs, plays),
    )


def _kind(attributes: Mapping[str, str | int]) -> str:
    kind = str(attributes["kind"])
    return f"{kind} of player {attributes['player']}" if kind == "decision" else kind


def _information_sets(network: "networkx.MultiDiGraph") -> dict[int, dict[int, int]]:
    sizes: Counter[tuple[int, int]] = Counter(
        (told["player"], told["information_set"])
        for _, told in network.nodes.data()
        if "information_set" in told
    )
    found: dict[int, Counter[int]] = defaultdict(Counter)
    for (player, _), size in sizes.items():
        found[player][size] += 1
    return {player: dict(sorted(found[player].items())) for player in sorted(found)}


def _dominators(network: "networkx.MultiDiGraph", start: int) -> dict[int, int]:
    import networkx

    found = networkx.immediate_dominators(network, start)
    # Versions of NetworkX differ in the entry of the start itself.
    return {node: found[node] for node in sorted(found) if node != start}


def _behind(dominators: Mapping[int, int], layers: list[list[int]]) -> dict[int, int]:
    """Return for each node the number of nodes that it dominates, itself excluded."""
    sizes: Counter[int] = Counter()
    for layer in reversed(layers):
        for node in layer:
            if node in dominators:
                sizes[dominators[node]] += sizes[node] + 1
    return {node: sizes[node] for layer in layers for node in layer if sizes[node]}


def _payoffs(network: "networkx.MultiDiGraph", ends: set[int]) -> dict[int, Fraction]:
    """Return the payoffs of terminal nodes; empty if there are rewards of moves to add."""
    if any("reward" in told for *_, told in network.edges.data()):
        return {}
    return {end: Fraction(network.nodes[end]["payoff"]) for end in ends}


def _play_classes(ends: set[int], payoffs: Mapping[int, Fraction]) -> dict[str, set[int]]:
    """Return the terminal nodes of each class of plays."""
    highest = max(payoffs.values(), default=None)
    found = {
        ALL: ends,
        ABOVE: {end for end, payoff in payoffs.items() if payoff > 0},
        HIGHEST: {end for end, payoff in payoffs.items() if payoff == highest},
    }
    return {name: those for name, those in found.items() if those}


def _by_payoff(payoffs: Mapping[int, Fraction], plays: Mapping[int, int]) -> dict[Fraction, int]:
    found: Counter[Fraction] = Counter()
    for end, payoff in payoffs.items():
        found[payoff] += plays[end]
    return dict(sorted(found.items()))


Group = tuple[str, str]
"""Kind and name."""
_END = -1
"""The added node behind all terminal nodes; no node of a network has this number."""


def groups(attributes: Mapping[str, Any]) -> Iterator[Group]:
    """Yield the groups of a node, from its attributes."""
    if "place" in attributes:
        yield "place", attributes["place"]
    if "row" in attributes:
        yield "square", f"[{attributes['row']}, {attributes['column']}]"
    if "information_set" in attributes:
        yield "information set", str(attributes["information_set"])


def _plays_to(network: "networkx.MultiDiGraph", order: Sequence[int]) -> dict[int, int]:
    """Return for each node the number of paths to it, counting parallel moves; `order` has the
    nodes in topological order, the start first.
    """
    found = dict.fromkeys(order, 0)
    found[order[0]] = 1
    for node in order:
        for _, after in network.out_edges(node):
            found[after] += found[node]
    return found


def _passing(
    network: "networkx.MultiDiGraph",
    order: Sequence[int],
    plays: Mapping[int, int],
    wanted: Mapping[str, Collection[int]],
) -> dict[str, CommonNodes]:
    """Return, for each collection of terminal nodes, the nodes and groups that every play to them
    passes. `order` and `plays` are those of `_plays_to`.
    """
    start = order[0]
    ways = {name: _a_way(network, start, ends) for name, ends in wanted.items()}
    # Anything that every play passes is also on this one.
    numbers: dict[Group, int] = {}
    for node in (node for way in ways.values() for node in way):
        for group in groups(network.nodes[node]):
            numbers.setdefault(group, len(numbers))
    masks = _masks(network, order, numbers)
    common = {}
    for name, ends in wanted.items():
        mask = _all_of(masks[end] for end in ends)
        on_the_way = dict.fromkeys(
            group for node in ways[name] for group in groups(network.nodes[node])
        )
        common[name] = CommonNodes(
            plays=sum(plays[end] for end in ends),
            nodes=_dominating(network, start, ends),
            groups=tuple(group for group in on_the_way if mask >> numbers[group] & 1),
        )
    return common


def _a_way(  # One of the shortest.
    network: "networkx.MultiDiGraph", start: int, ends: Collection[int]
) -> list[int]:
    import networkx

    back = network.reverse(copy=False)
    _, way = networkx.multi_source_dijkstra(back, set(ends), start)
    found: list[int] = way[::-1]
    return found


def _masks(
    network: "networkx.MultiDiGraph", order: Sequence[int], numbers: Mapping[Group, int]
) -> dict[int, int]:
    """Return for each node a bit for each group that all paths to it pass."""
    masks: dict[int, int] = {}
    for node in order:
        mask = _all_of(masks[before] for before in network.predecessors(node))
        for group in groups(network.nodes[node]):
            if group in numbers:
                mask |= 1 << numbers[group]
        masks[node] = mask
    return masks


def _all_of(masks: Iterator[int]) -> int:
    """Return the bits common to all masks; 0 if there are no masks."""
    found = next(masks, 0)
    for mask in masks:
        found &= mask
    return found


def _dominating(
    network: "networkx.MultiDiGraph", start: int, ends: Collection[int]
) -> tuple[int, ...]:
    """Return the nodes on every path to the given ends, in order."""
    import networkx

    joined = networkx.DiGraph(network.edges())
    joined.add_edges_from((end, _END) for end in ends)
    above = networkx.immediate_dominators(joined, start)
    found, node = [], _END
    while node != start:
        node = above[node]
        found.append(node)
    return tuple(node for node in reversed(found) if node not in ends)
