"""A game tree for Graphviz, which lays it out itself."""

from collections.abc import Iterator
from itertools import pairwise

from stages.draw.colours import COLOURS
from stages.draw.labels import quoted
from stages.draw.trees.records import Comes, Drawn, Kind, Tree
from stages.draw.trees.words import DASHES, beside, inside, legend, under

_SHAPES = {Kind.FIRST: "ellipse", Kind.SECOND: "box", Kind.CHANCE: "diamond", Kind.END: "plaintext"}

_LINES = {"": "", **{comes.value: f"{line}: " for comes, line in DASHES.items()}}
"""The facts above the tree, by their kind in the legend, each with its prefix."""


def write_dot(tree: Tree, title: str = "", direction: str = "") -> Iterator[str]:
    """Yield the lines of a file for `dot`."""
    yield "digraph tree {\n"
    told = quoted(title or tree.title)[:-1] + "".join(
        f"\\n{quoted(f'{_LINES[kind]}{text}')[1:-1]}"
        for kind, text in legend(tree)
        if kind in _LINES
    )
    yield f'  graph [label={told}", labelloc=t, ordering=out'
    yield ", rankdir=LR];\n" if direction == "right" else "];\n"
    yield '  node [fontname="sans-serif", fontsize=11, margin="0.04,0.02", width=0.3, '
    yield "height=0.3];\n"
    yield '  edge [fontname="sans-serif", fontsize=11, arrowhead=none];\n'
    for at, node in enumerate(tree.nodes):
        yield f"  n{at} [{_node(node)}];\n"
        if node.above >= 0:
            yield f"  n{node.above} -> n{at} [{_branch(tree.nodes[node.above], node)}];\n"
    yield from _joins(tree)
    yield "}\n"


def _node(node: Drawn) -> str:
    label = " ".join(filter(None, (inside(node), under(node))))
    told = f"shape={_SHAPES[node.kind]}, label={quoted(label)}"
    if node.kind == Kind.END:
        return told if node.reached else f"{told}, fontcolor={quoted(COLOURS['soft'].light)}"
    name = node.kind.value if node.reached else "soft"
    fill = f"{node.kind.value}-ground" if node.reached else "ground"
    style = "filled" if node.reached else quoted(f"filled,{DASHES[node.comes]}")
    return (
        f"{told}, style={style}, color={quoted(COLOURS[name].light)}, "
        f"fillcolor={quoted(COLOURS[fill].light)}"
    )


def _branch(above: Drawn, node: Drawn) -> str:
    _, share = beside(node)
    # \n between two quoted texts is a line of Graphviz's own.
    label = quoted(node.label)[:-1] + (f"\\n{share}" if share else "") + '"'
    name = above.kind.value if node.reached else "line"
    words = "ink" if node.reached else "soft"
    style = "" if node.reached else f"style={DASHES[Comes.OTHER]}, "
    return (
        f"label={label}, {style}color={quoted(COLOURS[name].light)}, "
        f"fontcolor={quoted(COLOURS[words].light)}"
    )


def _joins(tree: Tree) -> Iterator[str]:
    for infoset in tree.joined:
        members = [at for at, node in enumerate(tree.nodes) if node.infoset == infoset]
        name = tree.nodes[members[0]].kind.value
        for one, other in pairwise(members):
            yield (
                f"  n{one} -> n{other} [style=dashed, constraint=false, "
                f"color={quoted(COLOURS[name].light)}];\n"
            )
