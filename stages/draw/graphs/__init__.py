"""State graphs: states in layers, from left to right, and the moves between them.

`drawn` collects the content in a record, `layout` places it, and each output format is a module.
"""

from stages.draw.graphs.graph import MOST, Graph, drawn
from stages.draw.graphs.scene import scene
from stages.draw.graphs.text import write_dot, write_text

__all__ = (
    "MOST",
    "Graph",
    "drawn",
    "scene",
    "write_dot",
    "write_text",
)
