"""A state graph as text: indented lines for the terminal, each state once and later only by its
name; and Graphviz, which lays out a graph itself.
"""

from collections.abc import Iterator
from typing import NamedTuple

from ..colours import COLOURS
from ..labels import (
    ASCII,
    UNICODE,
    Branches,
    in_ascii,
    payoff_text,
    quote,
    share_text,
)
from .graph import (
    DOTS,
    LEFT_OUT,
    DrawnKind,
    Graph,
    GraphState,
    Move,
    details_label,
    legend,
    paints,
    payoff_label,
)


class _Signs(NamedTuple):
    """The characters of lines."""

    branches: Branches
    again: str
    """Mark before a state that was described above."""
    kinds: dict[DrawnKind, str]


_UNICODE = _Signs(
    branches=UNICODE,
    again="↑ ",
    kinds={
        DrawnKind.FIRST: "●",
        DrawnKind.SECOND: "■",
        DrawnKind.RELOCATION: "□",
        DrawnKind.LOOK: "?",
        DrawnKind.CHANCE: "◆",
        DrawnKind.JOINT: "◎",
        DrawnKind.END: "=",
        DrawnKind.BACK: "↑",
    },
)
_ASCII = _Signs(
    branches=ASCII,
    again="^ ",
    kinds={
        DrawnKind.FIRST: "(1)",
        DrawnKind.SECOND: "[2]",
        DrawnKind.RELOCATION: "[~]",
        DrawnKind.LOOK: "?",
        DrawnKind.CHANCE: "<?>",
        DrawnKind.JOINT: "(&)",
        DrawnKind.END: "=",
        DrawnKind.BACK: "^",
    },
)


def write_text(graph: Graph, ascii: bool = False) -> Iterator[str]:
    """Yield a line per move, behind a legend."""
    signs = _ASCII if ascii else _UNICODE
    for line in _lines(graph, signs):
        yield in_ascii(line) if ascii else line


def _lines(graph: Graph, signs: _Signs) -> Iterator[str]:
    yield f"{graph.title}\n"
    key = [f"{signs.kinds[kind]} {name}" for kind, name in legend(graph)]
    yield f"{'   '.join([*key, LEFT_OUT] if graph.left_out else key)}\n"
    for note in graph.notes:
        yield f"{note}\n"
    yield "\n"
    below: list[list[Move]] = [[] for _ in graph.states]
    for move in graph.moves:
        below[move.start].append(move)
    yield f"{_state(graph.states[0], signs)}\n"
    waiting = [("", move, at == len(below[0]) - 1) for at, move in enumerate(below[0])][::-1]
    seen = {0}
    while waiting:
        lead, move, last = waiting.pop()
        state = graph.states[move.end]
        branch = signs.branches.last if last else signs.branches.between
        if move.end in seen and state.payoff is None:
            yield f"{lead}{branch}{_move(move)}{signs.again}{state.name}\n"
            continue
        seen.add(move.end)
        yield f"{lead}{branch}{_move(move)}{_state(state, signs)}\n"
        further = lead + ("   " if last else signs.branches.down)
        after = below[move.end]
        waiting += [(further, one, one is after[-1]) for one in reversed(after)]


def _move(move: Move) -> str:
    text, share = ", ".join(filter(None, move.labels)), share_text(move.probability)
    both = f"{text} ({share})" if share else text
    return f"{both} " if both else ""


def _state(state: GraphState, signs: _Signs) -> str:
    sign = signs.kinds[state.kind]
    if state.payoff is not None:
        return f"{sign} {payoff_text(state.payoff)}"
    more = f"+{state.behind:,}" if state.behind else ""
    return "  ".join(filter(None, (f"{sign} {state.name}", state.details, more)))


_DOT_SHAPES = {
    DrawnKind.FIRST: "ellipse",
    DrawnKind.SECOND: "box",
    DrawnKind.RELOCATION: "box",
    DrawnKind.LOOK: "hexagon",
    DrawnKind.CHANCE: "diamond",
    DrawnKind.JOINT: "octagon",
    DrawnKind.END: "plaintext",
    DrawnKind.BACK: "plaintext",
}


def write_dot(graph: Graph, title: str = "") -> Iterator[str]:
    """Yield the lines of a file for `dot`."""
    yield "digraph states {\n"
    heading = _dot_lines(
        title or graph.title, "   ".join([*graph.notes, *[LEFT_OUT] * graph.left_out])
    )
    yield f"  graph [label={heading}, labelloc=t, rankdir=LR];\n"
    yield '  node [fontname="sans-serif", fontsize=11, margin="0.06,0.03", width=0.3, '
    yield "height=0.3];\n"
    yield '  edge [fontname="sans-serif", fontsize=11, arrowsize=0.6];\n'
    for at, state in enumerate(graph.states):
        yield f"  n{at} [{_dot_state(state)}];\n"
    for move in graph.moves:
        yield f"  n{move.start} -> n{move.end} [{_dot_move(graph, move)}];\n"
    yield "}\n"


def _dot_state(state: GraphState) -> str:
    shape = f"shape={_DOT_SHAPES[state.kind]}"
    if state.kind in DOTS:
        return f"{shape}, label={quote(payoff_label(state))}, tooltip={quote(state.name)}"
    line, fill = (COLOURS[name].light for name in paints(state.kind))
    dashed = ",dashed" if state.kind == DrawnKind.RELOCATION else ""
    return (
        f'{shape}, label={_dot_lines(state.name, details_label(state))}, style="filled{dashed}", '
        f"color={quote(line)}, fillcolor={quote(fill)}"
    )


def _dot_move(graph: Graph, move: Move) -> str:
    line, _ = paints(graph.states[move.start].kind)
    labels = ", ".join(filter(None, move.labels))
    label = _dot_lines(labels, share_text(move.probability))
    return f"label={label}, color={quote(COLOURS[line].light)}"


def _dot_lines(first: str, second: str) -> str:
    # \n between two quoted texts is a line of Graphviz's own.
    return quote(first)[:-1] + (f"\\n{quote(second)[1:-1]}" if second else "") + '"'
