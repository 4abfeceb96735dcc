"""Statistics of a network, by the algorithms of NetworkX.

Also the nodes that every play passes, and what several nodes belong to. A node is passed by every
play to some ends if it dominates a node put behind all of them. Of a group of nodes, such as all in
which the agent stands on a square, every play may pass another one: per node the groups that all
ways there pass are those that all ways to each node before it pass, and its own.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import networkx


ALL, ABOVE, HIGHEST = "all", "above 0", "highest"
PLAYS = {
    ALL: "every play",
    ABOVE: "every play that ends with a payoff above 0",
    HIGHEST: "every play that ends with the highest payoff",
}
"""The plays of which is said what they pass; payoffs are those of ends, where no move pays."""


class Passed(NamedTuple):
    """What every play passes, of the plays that end in one way."""

    plays: int
    """How many there are."""
    nodes: tuple[int, ...]
    """In the order of play, from the start on; without the end itself."""
    groups: tuple[tuple[str, str], ...]
    """Kind and name of what several nodes belong to, such as a place that the rules look at: every
    play passes a node of it. In the order in which one of the shortest plays comes by.
    """


@dataclass(frozen=True, kw_only=True)
class Stats:
    """Of what the start of a network leads to."""

    title: str
    players: tuple[str, str]
    of: str
    """`states` or `game`."""
    nodes: int
    moves: int
    kinds: Mapping[str, int]
    """Nodes by kind, with the player of a decision."""
    names: Mapping[int, str]
    """Of nodes, where these have names."""
    shortest: int
    """Moves of the shortest play."""
    longest: tuple[int, ...]
    """The nodes of a longest play."""
    width: tuple[int, ...]
    """Nodes per depth, the moves of the longest way there."""
    ends: tuple[int, ...]
    """Terminal ones among them."""
    branching: Mapping[int, int]
    """Nodes by the number of their moves."""
    information_sets: Mapping[int, Mapping[int, int]]
    """Per player information sets by their number of nodes; none of a state graph."""
    articulation: tuple[int, ...]
    """Nodes without which the network would fall apart."""
    dominators: Mapping[int, int]
    """The last node before each that every way there passes; not of the start."""
    behind: Mapping[int, int]
    """Per node how many nodes only it leads to; not where there are none."""
    passed: Mapping[str, Passed]
    """By a key of PLAYS, those that there are."""
    payoffs: Mapping[Fraction, int]
    """Plays by the payoff that they end with, ascending; none where moves pay something."""


def measure(network: "networkx.MultiDiGraph") -> Stats:
    """Return what a network without a circle is like, as far as its start leads."""
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
        # Without the moves to one node each on its own, which would be looked at for weights.
        longest=tuple(networkx.dag_longest_path(networkx.DiGraph(network), weight="")),
        width=tuple(map(len, layers)),
        ends=tuple(sum(node in ends for node in layer) for layer in layers),
        branching=dict(sorted(Counter(moves for _, moves in network.out_degree()).items())),
        information_sets=_information_sets(network),
        articulation=tuple(sorted(networkx.articulation_points(networkx.Graph(network)))),
        dominators=dominators,
        behind=_behind(dominators, layers),
        passed=_passing(network, order, plays, _wanted(ends, payoffs)),
        payoffs=_by_payoff(payoffs, plays),
    )


def _kind(told: Mapping[str, str | int]) -> str:
    kind = str(told["kind"])
    return f"{kind} of player {told['player']}" if kind == "decision" else kind


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
    # Versions differ in what they say of the start itself.
    return {node: found[node] for node in sorted(found) if node != start}


def _behind(dominators: Mapping[int, int], layers: list[list[int]]) -> dict[int, int]:
    """Return per node how many it dominates, itself not counted."""
    sizes: Counter[int] = Counter()
    for layer in reversed(layers):
        for node in layer:
            if node in dominators:
                sizes[dominators[node]] += sizes[node] + 1
    return {node: sizes[node] for layer in layers for node in layer if sizes[node]}


def _payoffs(network: "networkx.MultiDiGraph", ends: set[int]) -> dict[int, Fraction]:
    """Return the payoffs of ends; none where what moves pay comes to them."""
    if any("reward" in told for *_, told in network.edges.data()):
        return {}
    return {end: Fraction(network.nodes[end]["payoff"]) for end in ends}


def _wanted(ends: set[int], payoffs: Mapping[int, Fraction]) -> dict[str, set[int]]:
    """Return the ends of the plays of which is said what they pass."""
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
"""Behind all ends; no node of a network has this number."""


def groups(told: Mapping[str, Any]) -> Iterator[Group]:
    """Yield the groups of a node, from its attributes."""
    if "place" in told:
        yield "place", told["place"]
    if "row" in told:
        yield "square", f"[{told['row']}, {told['column']}]"
    if "information_set" in told:
        yield "information set", str(told["information_set"])


def _plays_to(network: "networkx.MultiDiGraph", order: Sequence[int]) -> dict[int, int]:
    """Return per node the number of ways there, by every move; `order` has the nodes, each after
    those before it, the start first.
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
) -> dict[str, Passed]:
    """Return per collection of ends what every play to them passes. `order` and `plays` are those
    of `_plays_to`.
    """
    start = order[0]
    ways = {name: _a_way(network, start, ends) for name, ends in wanted.items()}
    # What every play passes, the one that is looked at passes.
    numbers: dict[Group, int] = {}
    for node in (node for way in ways.values() for node in way):
        for group in groups(network.nodes[node]):
            numbers.setdefault(group, len(numbers))
    masks = _masks(network, order, numbers)
    found = {}
    for name, ends in wanted.items():
        mask = _all_of(masks[end] for end in ends)
        on_the_way = dict.fromkeys(
            group for node in ways[name] for group in groups(network.nodes[node])
        )
        found[name] = Passed(
            plays=sum(plays[end] for end in ends),
            nodes=_dominating(network, start, ends),
            groups=tuple(group for group in on_the_way if mask >> numbers[group] & 1),
        )
    return found


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
    """Return per node a bit for each group that all ways there pass."""
    masks: dict[int, int] = {}
    for node in order:
        mask = _all_of(masks[before] for before in network.predecessors(node))
        for group in groups(network.nodes[node]):
            if group in numbers:
                mask |= 1 << numbers[group]
        masks[node] = mask
    return masks


def _all_of(masks: Iterator[int]) -> int:
    """Return the bits that all masks have; none where there is no mask."""
    found = next(masks, 0)
    for mask in masks:
        found &= mask
    return found


def _dominating(
    network: "networkx.MultiDiGraph", start: int, ends: Collection[int]
) -> tuple[int, ...]:
    """Return the nodes that every way to one of the ends passes, in order."""
    import networkx

    joined = networkx.DiGraph(network.edges())
    joined.add_edges_from((end, _END) for end in ends)
    above = networkx.immediate_dominators(joined, start)
    found, node = [], _END
    while node != start:
        node = above[node]
        found.append(node)
    return tuple(node for node in reversed(found) if node not in ends)
