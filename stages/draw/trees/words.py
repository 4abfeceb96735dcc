"""The words of a drawing of a tree."""

from collections.abc import Iterator

from schemas.parts.exact import large
from stages.draw.labels import cut, payoff_text, share_text
from stages.draw.trees.histories import write_history
from stages.draw.trees.records import Drawn, Tree

_LONGEST_LINE = 70


def under(node: Drawn) -> str:
    """Return what stands beside the shape of a history: a payoff, or how much is folded."""
    if node.payoff is not None:
        return payoff_text(node.payoff)
    return f"+{large(node.behind)}" if node.behind else ""


def beside(node: Drawn) -> tuple[str, str]:
    """Return the two lines of a branch."""
    return node.short, share_text(node.probability)


def inside(node: Drawn) -> str:
    """Return what stands in the shape of a history: the number of its information set."""
    return "" if node.infoset is None else str(node.infoset)


def legend(tree: Tree) -> Iterator[tuple[str, str]]:
    """Yield what is to be known of a drawing: the kinds of histories, each with who moves there,
    and other things without a kind.
    """
    kinds = {node.kind for node in tree.nodes}
    names = {"first": tree.players[0], "second": tree.players[1], "chance": "chance"}
    for kind, name in names.items():
        if kind in kinds:
            yield kind, name
    yield "end", f"payoff to {tree.players[0]}"
    if tree.folded:
        yield "", "+n: n more histories behind"
    if tree.start:
        yield "", cut(f"after {write_history(tree.start)}", _LONGEST_LINE)
