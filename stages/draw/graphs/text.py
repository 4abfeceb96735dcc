"""A state graph as text: indented lines for the terminal, each state once and later only by its
name.
"""

from collections.abc import Iterator
from typing import NamedTuple

from ..labels import (
    ASCII,
    UNICODE,
    Branches,
    in_ascii,
    payoff_text,
    share_text,
)
from .graph import (
    LEFT_OUT,
    DrawnKind,
    Graph,
    GraphState,
    Move,
    legend,
)


class _Signs(NamedTuple):
    """The characters of lines."""

    branches: Branches
    again: str
    """Mark before a state that was described above."""
    kinds: dict[DrawnKind, str]


_KINDS = {  # In Unicode, and in ASCII.
    DrawnKind.FIRST: ("●", "(1)"),
    DrawnKind.SECOND: ("■", "[2]"),
    DrawnKind.RELOCATION: ("□", "[~]"),
    DrawnKind.LOOK: ("?", "?"),
    DrawnKind.CHANCE: ("◆", "<?>"),
    DrawnKind.JOINT: ("◎", "(&)"),
    DrawnKind.END: ("=", "="),
    DrawnKind.BACK: ("↑", "^"),
}


def write_text(graph: Graph, ascii: bool = False) -> Iterator[str]:
    """Yield a line per move, behind a legend."""
    kinds = {kind: signs[ascii] for kind, signs in _KINDS.items()}
    signs = _Signs(ASCII if ascii else UNICODE, "^ " if ascii else "↑ ", kinds)
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
