"""What every play passes: single nodes, and what several nodes belong to.

A node is passed by every play to some ends where it dominates a node put behind all of them. Of a
group of nodes, such as all in which the agent stands on a square, every play may pass another one:
per node the groups that all ways there pass are those that all ways to each node before it pass,
and its own.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from stages.networks.records import Passed

if TYPE_CHECKING:
    import networkx

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


def plays_to(network: "networkx.MultiDiGraph", order: Sequence[int]) -> dict[int, int]:
    """Return per node the number of ways there, by every move; `order` has the nodes, each after
    those before it, the start first.
    """
    found = dict.fromkeys(order, 0)
    found[order[0]] = 1
    for node in order:
        for _, after in network.out_edges(node):
            found[after] += found[node]
    return found


def passing(
    network: "networkx.MultiDiGraph",
    order: Sequence[int],
    plays: Mapping[int, int],
    wanted: Mapping[str, Collection[int]],
) -> dict[str, Passed]:
    """Return per collection of ends what every play to them passes. `order` and `plays` are those
    of `plays_to`.
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
