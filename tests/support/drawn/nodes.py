"""A tree as a student's program makes it, with what each node stands for.

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
    """A node, and through its branches what follows."""

    turn: int
    squares: tuple = ()
    events: tuple = ()
    payoff: Fraction = Fraction(0)
    knows: object = None
    """What its player knows: nodes of one player that agree in it are one information set."""
    branches: list = field(default_factory=list)
    """Of (meaning, probability or None, node)."""
    top: tuple = ()
    """Squares and events where what it stands for begins: forced moves above it were left out."""
    wrong: bool = False
    """Whether the mistake shows here."""
    ended: str = ""
    """How play ended here: exit, capture or dead end."""
    gold: tuple = (0, 0)
    """That the agent has here, and that it found."""

    def __post_init__(self):
        self.top = self.top or self.place

    @property
    def place(self):
        """Squares and events, which no other node of an unchanged tree has."""
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
