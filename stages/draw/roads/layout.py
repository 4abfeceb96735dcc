"""The places of the nodes of a network, by stress majorisation (Gansner, Koren and North 2004):
distances on the page resemble distances in the network.
"""

from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ..scene import Point
from .records import Roads

if TYPE_CHECKING:
    import networkx

Floats = npt.NDArray[np.float64]
ROUNDS = 150
"""Number of times that each node is moved."""


def place_nodes(roads: Roads) -> list[Point]:
    """Return the place of each node; the usual length of an edge is 1, and the first coordinate has
    the larger spread.
    """
    import networkx  # Imported here for start-up time.

    size = len(roads.nodes)
    if size == 1:
        return [(0.0, 0.0)]
    graph = networkx.Graph()
    graph.add_nodes_from(range(size))
    graph.add_edges_from((edge.start, edge.end) for edge in roads.edges)
    steps = dict(networkx.all_pairs_shortest_path_length(graph))
    wanted = np.array(
        [[steps[one].get(other, -1.0) for other in range(size)] for one in range(size)]
    )
    # Parts without a connection lie beside each other.
    wanted[wanted < 0] = max(2.0, wanted.max() / 2 + 1)
    layouts = [_improve(start, wanted) for start in _starts(graph)]
    # The first start has no crossings, and is kept unless another one is clearly better.
    best = min(layouts, key=lambda places: round(_stress(places, wanted), 2))
    return [(float(x), float(y)) for x, y in _turned(best)]


def _starts(graph: "networkx.Graph") -> list[Floats]:
    """Return layouts to begin with: without crossings if there is one, and on a circle."""
    import networkx  # Imported here for start-up time.

    size = len(graph)
    circle = [(cos(2 * pi * at / size), sin(2 * pi * at / size)) for at in range(size)]
    starts = [np.array(circle) * size / 4]
    planar, embedding = networkx.check_planarity(graph)
    if planar:
        corners = networkx.combinatorial_embedding_to_pos(embedding)
        starts.insert(0, np.array([corners[at] for at in range(size)], dtype=float))
    return starts


def _improve(places: Floats, wanted: Floats) -> Floats:
    """Return a layout with less stress."""
    places, size = places.copy(), len(places)
    weights = 1 / np.maximum(wanted, 1) ** 2
    np.fill_diagonal(weights, 0)
    totals = weights.sum(axis=1)
    for _ in range(ROUNDS):
        for at in range(size):
            apart = places[at] - places
            lengths = np.maximum(np.hypot(apart[:, 0], apart[:, 1]), 1e-9)
            pulled = places + apart * (wanted[at] / lengths)[:, None]
            places[at] = (weights[at][:, None] * pulled).sum(axis=0) / totals[at]
    return places


def _stress(places: Floats, wanted: Floats) -> float:
    apart = places[:, None] - places[None]
    lengths = np.hypot(apart[..., 0], apart[..., 1])
    return float((((lengths - wanted) / np.maximum(wanted, 1)) ** 2).sum())


def _turned(places: Floats) -> Floats:
    """Return a layout turned to its longest extent: first node to the left, and further up than
    the last.
    """
    places = places - places.mean(axis=0)
    (xx, xy), (_, yy) = places.T @ places
    angle = np.arctan2(2 * xy, xx - yy) / 2
    # Nothing is turned where all directions are alike.
    if hypot(xx - yy, 2 * xy) < 1e-3 * (xx + yy):
        angle = 0.0
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    places = places @ turn
    for axis in (0, 1):
        if places[0, axis] > places[-1, axis] + 1e-6:
            places[:, axis] *= -1
    return places
