"""The words of a drawing of a tree."""

from collections.abc import Iterator

from schemas.parts.exact import large
from schemas.parts.labels import cut
from stages.draw.labels import payoff_text, share_text
from stages.draw.trees.histories import write_history
from stages.draw.trees.records import Comes, Drawn, Kind, Tree

COMES = {
    Comes.OTHER: "only against other play",
    Comes.NEVER: "own moves never lead here",
}
DASHES = {Comes.OTHER: "dashed", Comes.NEVER: "dotted"}
"""Line styles of the parts that play does not reach, as Graphviz and TikZ name them."""
_LONGEST_LINE = 70


def under(node: Drawn) -> str:
    """Return the text beside the shape of a history: a payoff, or the number of folded
    histories.
    """
    if node.payoff is not None:
        return payoff_text(node.payoff)
    return f"+{large(node.behind)}" if node.behind else ""


def beside(node: Drawn) -> tuple[str, str]:
    """Return the two lines of a branch; a probability that is not a recommendation is in
    brackets.
    """
    share = share_text(node.probability)
    return node.short, f"({share})" if share and node.apart else share


def inside(node: Drawn) -> str:
    """Return the text in the shape of a history: the number of its information set."""
    return "" if node.infoset is None else str(node.infoset)


def sample(kind: str) -> Drawn:
    """Return a sample history for a line of the legend, given its kind."""
    if kind in (*Kind,):
        return Drawn(node=0, above=-1, kind=Kind(kind))
    return Drawn(node=0, above=-1, kind=Kind.FIRST, reached=False, led=kind == Comes.OTHER)


def legend(tree: Tree) -> Iterator[tuple[str, str]]:
    """Yield the legend of a drawing: each kind of history with its mover, the reasons why play does
    not reach some, and other facts without a kind.
    """
    kinds = {node.kind for node in tree.nodes}
    names = {"first": tree.players[0], "second": tree.players[1], "chance": "chance"}
    for kind, name in names.items():
        if kind in kinds:
            yield kind, name
    yield "end", f"payoff to {tree.players[0]}"
    found = {node.comes for node in tree.nodes if node.infoset is not None}
    for comes, told in COMES.items():
        if comes in found:
            yield comes.value, told
    if tree.folded:
        yield "", "+n: n more histories behind"
    if tree.start:
        yield "", cut(f"after {write_history(tree.start)}", _LONGEST_LINE)
