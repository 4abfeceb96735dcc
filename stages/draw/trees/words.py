"""The words of a drawing of a tree."""

from collections.abc import Iterator

from stages.draw.labels import cut, payoff_text, share_text
from stages.draw.trees.records import Drawn, Tree


def under(node: Drawn) -> str:
    """Return what stands beside the shape of a history: a payoff, or how much is folded."""
    if node.payoff is not None:
        return payoff_text(node.payoff)
    return f"+{node.behind:,}" if node.behind else ""


def beside(node: Drawn) -> tuple[str, str]:
    """Return the two lines of a branch."""
    return cut(node.label), share_text(node.probability)


def inside(node: Drawn) -> str:
    """Return what stands in the shape of a history: the number of its information set."""
    return "" if node.infoset is None else str(node.infoset)


def legend(tree: Tree) -> Iterator[tuple[str, str]]:
    """Yield the kinds of histories that are drawn, each with who moves there."""
    kinds = {node.kind for node in tree.nodes}
    names = {"first": tree.players[0], "second": tree.players[1], "chance": "chance"}
    for kind, name in names.items():
        if kind in kinds:
            yield kind, name
