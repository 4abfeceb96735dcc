"""Game trees: histories, unrolled from the root or from a history, as far as one picture can show.

`drawn` collects the content in a record, `layout` places it, and each output format is a module.
"""

from stages.draw.trees.histories import read_history, write_history
from stages.draw.trees.scene import bare_scene, scene
from stages.draw.trees.selection import MOST, drawn
from stages.draw.trees.tree import Tree, write_dot, write_text

__all__ = (
    "MOST",
    "Tree",
    "bare_scene",
    "drawn",
    "read_history",
    "scene",
    "write_dot",
    "write_history",
    "write_text",
)
