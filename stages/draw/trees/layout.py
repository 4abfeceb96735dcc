"""Where the histories of a drawing stand: ends one after the other, each other history over the
middle of those that follow it, and no words over other words.

Each history has a strip of its own, as wide as all that is behind it, so that strips never overlap.
`stages/page/parts/tree.js` follows the same rule with the same numbers.
"""

from stages.draw.trees.downwards import downwards
from stages.draw.trees.records import Tree
from stages.draw.trees.rightwards import rightwards
from stages.draw.trees.sizes import Placed

WIDEST = 1100.0
"""Pixels; what would be wider when drawn downwards grows to the right."""


def placed(tree: Tree, direction: str = "") -> Placed:
    """Return a tree laid out `down` or `right`; by itself downwards, where that is not too wide and
    not too deep.
    """
    if direction == "right" or not direction and max(tree.depths) > 6:
        return rightwards(tree)
    found = downwards(tree)
    return found if direction or found.width <= WIDEST else rightwards(tree)
