"""Renumber a game's nodes and information sets after nodes were reordered or removed.

Code that removes nodes or edges first writes the final records with the old numbers; the functions
of this module then renumber them.
"""

from collections.abc import Sequence

from . import Chance, Decision, InformationSet, Node, Terminal, children


def renumbered(
    information_sets: Sequence[InformationSet], nodes: Sequence[Node], order: Sequence[int]
) -> tuple[tuple[InformationSet, ...], tuple[Node, ...]]:
    """Return the nodes in a given order, numbered from 0, with their information sets in order of
    first visit.

    `order` has the numbers of the nodes to keep; it must include all their children.

    >>> from fractions import Fraction
    >>> ends = Terminal(Fraction(1)), Terminal(Fraction(2))
    >>> sets = [InformationSet(1, "", (), ("l",)), InformationSet(2, "", (), ("r",))]
    >>> renumbered(sets, [Decision(1, (2,)), *ends], (0, 2))[1]
    (Decision(infoset=0, children=(1,)), Terminal(payoff=Fraction(2, 1)))
    """
    number = {old: new for new, old in enumerate(order)}
    infosets: dict[int, int] = {}
    kept: list[Node] = []
    for node in map(nodes.__getitem__, order):
        match node:
            case Decision(infoset, following):
                new = infosets.setdefault(infoset, len(infosets))
                kept.append(Decision(new, tuple(map(number.__getitem__, following))))
            case Chance(actions, probabilities, following):
                below = tuple(map(number.__getitem__, following))
                kept.append(Chance(actions, probabilities, below))
            case Terminal():
                kept.append(node)
    return tuple(information_sets[infoset] for infoset in infosets), tuple(kept)


def prefix_order(nodes: Sequence[Node], root: int = 0) -> list[int]:
    """Return the nodes of the subtree at `root` in preorder, first child first."""
    order: list[int] = []
    waiting = [root]
    while waiting:
        order.append(waiting.pop())
        waiting += children(nodes[order[-1]])[::-1]
    return order
