"""Acyclic networks drawn by number, and their properties by enumeration of all plays."""

import random
from fractions import Fraction

import networkx


def random_network(number, most=9):
    """Return a network as a stage makes them, of few nodes in any order, some of which the start
    does not lead to.
    """
    luck = random.Random(number)
    size = luck.randint(1, most)
    names = luck.sample(range(100), size)
    found = networkx.MultiDiGraph(
        of="game", title="random", player_1="a", player_2="b", start=names[0]
    )
    chosen = [
        (at, other)
        for at in range(size - 1)
        for other in luck.choices(range(at + 1, size), k=luck.choice((0, 1, 1, 2, 2, 3)))
    ]
    lead = {at for at, _ in chosen}
    order = luck.sample(range(size), size)
    found.add_nodes_from((names[at], _attributes(luck, at in lead)) for at in order)
    for key, (at, other) in enumerate(chosen):
        found.add_edge(names[at], names[other], key, label=str(key))
    return found


def _attributes(luck, leads):
    if not leads:
        return {"kind": "terminal", "payoff": luck.choice(("0", "1/2", "3", "-2"))}
    return luck.choice(
        (
            {"kind": "chance"},
            {"kind": "look", "place": luck.choice(("e1", "e2")), "row": 0, "column": 1},
            {"kind": "decision", "player": 1, "row": luck.randint(0, 1), "column": 1},
            {"kind": "decision", "player": 2, "information_set": luck.randint(0, 2)},
        )
    )


def plays(network):
    """Return every way from the start on to any node, each as its nodes; ways by other moves are
    other ways.
    """
    found, waiting = [], [(network.graph["start"],)]
    while waiting:
        way = waiting.pop()
        found.append(way)
        waiting += [(*way, after) for _, after in network.out_edges(way[-1])]
    return found


def passed_by_all(ways):
    """Return the nodes that all ways share."""
    return [node for node in ways[0] if all(node in way for way in ways)]


def parts(nodes, edges):
    """Return how many parts a graph has, whatever the direction of its edges."""
    part = {node: {node} for node in nodes}
    for one, other in edges:
        if one in part and other in part and part[one] is not part[other]:
            both = part[one] | part[other]
            part.update(dict.fromkeys(both, both))
    return len({id(one) for one in part.values()})


def payoff(network, node):
    """Return the payoff of an end."""
    return Fraction(network.nodes[node]["payoff"])
