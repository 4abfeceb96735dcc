"""State graphs: states in layers, from left to right, and the moves between them.

`graph_of` selects the states, `layout` places them, and `scene` draws them.
"""

from efgc.stages.draw.graphs.graph import MOST, Graph, graph_of
from efgc.stages.draw.graphs.scene import scene
from efgc.stages.draw.graphs.text import write_dot, write_text

__all__ = (
    "MOST",
    "Graph",
    "graph_of",
    "scene",
    "write_dot",
    "write_text",
)
