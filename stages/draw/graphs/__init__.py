"""State graphs: states in layers, from left to right, and the moves between them.

`graph_of` selects the states, `layout` places them, and `scene` draws them.
"""

from .graph import MOST, Graph, graph_of
from .scene import scene
from .text import write_text

__all__ = (
    "MOST",
    "Graph",
    "graph_of",
    "scene",
    "write_text",
)
