"""Statistics of a network, by the algorithms of NetworkX."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from stages.networks.bottlenecks import passing, plays_to
from stages.networks.records import ABOVE, ALL, HIGHEST, Stats

if TYPE_CHECKING:
    import networkx


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
    plays, payoffs = plays_to(network, order), _payoffs(network, ends)
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
        passed=passing(network, order, plays, _wanted(ends, payoffs)),
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
