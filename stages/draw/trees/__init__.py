"""Game trees: histories, unrolled from the root or from a history, as far as one picture can show.

`tree_of` selects the histories, `layout` places them, and `scene` draws them.
"""

from .histories import read_history, write_history
from .scene import bare_scene, scene
from .selection import MOST, tree_of
from .tree import Tree, write_text

__all__ = (
    "MOST",
    "Tree",
    "bare_scene",
    "tree_of",
    "read_history",
    "scene",
    "write_history",
    "write_text",
)
