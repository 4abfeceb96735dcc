"""A game tree as indented lines, for the terminal."""

from collections.abc import Iterator
from typing import NamedTuple

from stages.draw.branches import ASCII, UNICODE, Branches
from stages.draw.labels import in_ascii, payoff_text, share_text
from stages.draw.trees.records import Drawn, Kind, Tree
from stages.draw.trees.words import COMES, under


class _Signs(NamedTuple):
    """The characters of lines."""

    branches: Branches
    kinds: dict[Kind, str]


_UNICODE = _Signs(
    branches=UNICODE,
    kinds={Kind.FIRST: "●", Kind.SECOND: "■", Kind.CHANCE: "◆", Kind.END: "="},
)
_ASCII = _Signs(
    branches=ASCII,
    kinds={Kind.FIRST: "(1)", Kind.SECOND: "[2]", Kind.CHANCE: "<?>", Kind.END: "="},
)


def write_text(tree: Tree, ascii: bool = False) -> Iterator[str]:
    """Yield a line per history, behind a legend."""
    signs = _ASCII if ascii else _UNICODE
    for line in _lines(tree, signs):
        yield in_ascii(line) if ascii else line


def _lines(tree: Tree, signs: _Signs) -> Iterator[str]:
    yield f"{tree.title}\n"
    if tree.start:
        yield f"after {', '.join(tree.start)}\n"
    first, second = tree.players
    told = [
        f"{signs.kinds[Kind.FIRST]} {first}",
        f"{signs.kinds[Kind.SECOND]} {second}",
        f"{signs.kinds[Kind.CHANCE]} chance",
        f"= payoff to {first}",
    ]
    yield f"{'   '.join(told)}\n"
    if any(node.infoset is not None for node in tree.nodes):
        yield "#n: information set n\n"
    if tree.folded:
        yield "+n: n more histories behind\n"
    if any(node.apart and node.probability is not None for node in tree.nodes):
        yield "[p]: played so where play comes only against other play\n"
    yield "\n"
    before = [""] * len(tree.nodes)  # The prefix of the branches from each history.
    for at, node in enumerate(tree.nodes):
        if node.above < 0:
            yield f"{_history(node, signs)}\n"
            continue
        last = tree.below[node.above][-1] == at
        lead = before[node.above]
        before[at] = lead + ("   " if last else signs.branches.down)
        branch = signs.branches.last if last else signs.branches.between
        yield f"{lead}{branch}{_move(node)} {_history(node, signs)}\n"


def _move(node: Drawn) -> str:
    share = share_text(node.probability)
    if not share:
        return node.label
    return f"{node.label} [{share}]" if node.apart else f"{node.label} ({share})"


def _history(node: Drawn, signs: _Signs) -> str:
    # A history without a mover is either reached or not.
    told = COMES.get(node.comes, "") if node.infoset is not None else "never" * (not node.reached)
    never = f"  {told}" if told else ""
    if node.payoff is not None:
        return f"= {payoff_text(node.payoff)}{never}"
    number = f" #{node.infoset}" if node.infoset is not None else ""
    folded = f"  {under(node)}" if node.behind else ""
    return f"{signs.kinds[node.kind]}{number}{folded}{never}"
