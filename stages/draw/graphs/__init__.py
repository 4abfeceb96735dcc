"""State graphs: states in layers, from left to right, and the moves between them.

`drawn` collects the content in a record, `layout` places it, and each output format is a module.
"""

from stages.draw.graphs.dot import write_dot
from stages.draw.graphs.records import Graph
from stages.draw.graphs.selection import MOST, drawn
from stages.draw.graphs.svg import write_inside, write_svg
from stages.draw.graphs.text import write_text
from stages.draw.graphs.tikz import write_tikz

__all__ = (
    "MOST",
    "Graph",
    "drawn",
    "write_dot",
    "write_inside",
    "write_svg",
    "write_text",
    "write_tikz",
)
