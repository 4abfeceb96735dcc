"""A state graph for Graphviz, which lays it out itself."""

from collections.abc import Iterator

from stages.draw.colours import COLOURS
from stages.draw.graphs.parts import LEFT_OUT, paints, payoff, under
from stages.draw.graphs.records import Graph, Kind, Move, Shown
from stages.draw.labels import quoted, share_text

_SHAPES = {
    Kind.FIRST: "ellipse",
    Kind.SECOND: "box",
    Kind.RELOCATION: "box",
    Kind.LOOK: "hexagon",
    Kind.CHANCE: "diamond",
    Kind.JOINT: "octagon",
    Kind.END: "plaintext",
}


def write_dot(graph: Graph, title: str = "") -> Iterator[str]:
    """Yield the lines of a file for `dot`."""
    yield "digraph states {\n"
    told = _lines(title or graph.title, LEFT_OUT if graph.left_out else "")
    yield f"  graph [label={told}, labelloc=t, rankdir=LR];\n"
    yield '  node [fontname="sans-serif", fontsize=11, margin="0.06,0.03", width=0.3, '
    yield "height=0.3];\n"
    yield '  edge [fontname="sans-serif", fontsize=11, arrowsize=0.6];\n'
    for at, state in enumerate(graph.states):
        yield f"  n{at} [{_state(state)}];\n"
    for move in graph.moves:
        yield f"  n{move.start} -> n{move.end} [{_move(graph, move)}];\n"
    yield "}\n"


def _state(state: Shown) -> str:
    shape = f"shape={_SHAPES[state.kind]}"
    if state.kind == Kind.END:
        return f"{shape}, label={quoted(payoff(state))}, tooltip={quoted(state.name)}"
    line, fill = (COLOURS[name].light for name in paints(state.kind))
    dashed = ",dashed" if state.kind == Kind.RELOCATION else ""
    return (
        f'{shape}, label={_lines(state.name, under(state))}, style="filled{dashed}", '
        f"color={quoted(line)}, fillcolor={quoted(fill)}"
    )


def _move(graph: Graph, move: Move) -> str:
    line, _ = paints(graph.states[move.start].kind)
    told = ", ".join(filter(None, move.labels))
    label = _lines(told, share_text(move.probability))
    return f"label={label}, color={quoted(COLOURS[line].light)}"


def _lines(first: str, second: str) -> str:
    # \n between two quoted texts is a line of Graphviz's own.
    return quoted(first)[:-1] + (f"\\n{quoted(second)[1:-1]}" if second else "") + '"'
