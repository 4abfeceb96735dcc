"""A tree as made by a student's program, with the meaning of each node.

Squares and events tell where play is: squares are those that the agent stood on, events what player
2 and chance did, as tuples: ("hide", places), ("hide one", place), ("take", place),
("fight", place), ("stay", alarm), ("move", old, new), ("capture",), ("escape",). The agent's moves
are ("go", direction, square).
"""

from dataclasses import dataclass, field
from fractions import Fraction

END, CHANCE = 0, 3  # Whose turn it is, beside players 1 (the agent) and 2.


@dataclass(eq=False)
class Node:
    """A node with its branches."""

    turn: int
    squares: tuple = ()
    events: tuple = ()
    payoff: Fraction = Fraction(0)
    knows: object = None
    """Its player's knowledge: nodes of one player with equal knowledge form an information set."""
    branches: list = field(default_factory=list)
    """Tuples of (meaning, probability or None, node)."""
    top: tuple = ()
    """Squares and events where what it stands for begins: forced moves above it were left out."""
    wrong: bool = False
    """Whether the mistake shows here."""
    ended: str = ""
    """How play ended here: exit, capture or dead end."""
    gold: tuple = (0, 0)
    """The gold that the agent has here, and the gold that it found."""

    def __post_init__(self):
        self.top = self.top or self.place

    @property
    def place(self):
        """Squares and events, which identify a node of an unchanged tree."""
        return self.squares, self.events


def every(node):
    """Yield the nodes of a tree in prefix order."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += [below for _, _, below in reversed(node.branches)]


def by_history(tree):
    """Return the nodes of an unchanged tree by squares and events."""
    return {node.place: node for node in every(tree)}


def sets_of(nodes):
    """Return the nodes of each information set by player and what is known."""
    found = {}
    for node in nodes:
        if node.turn in (1, 2):
            found.setdefault((node.turn, node.knows), []).append(node)
    return found
