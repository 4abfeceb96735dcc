"""Write a state graph as YAML: one line per state, or several if it is long."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple, assert_never

import numpy as np

from ..parts.exact import write_exact
from ..parts.states import (
    Choice,
    Draw,
    Joint,
    Look,
    Relocation,
    State,
    Terminal,
    Turn,
    targets,
)
from ..parts.texts import Texts, texts
from ..parts.yaml_text import WIDTH, Scalar, entry, scalar
from .columns import GraphColumns, Int32s, NumberedNames, state_forms
from .lines_kernel import Lines, find_names, write_names, written
from .observed_columns import ObservationColumns
from .observed_writing import Turns
from .records import FORMAT, GraphRecord

AT_ONCE = 2**16  # States written at a time, about four megabytes.
_NAME = "\0"
"""Repeated to the length of the longest name, it is the placeholder for a name; no scalar contains
it. Lines are thus broken as if every name had the maximum length, and states of the same form are
written identically.
"""


def write(graph: GraphRecord) -> Iterator[str]:
    """Yield the lines of the YAML text, including their line ends."""
    return _lines(graph, WIDTH)


def write_canonical(graph: GraphRecord) -> Iterator[str]:
    """Yield the text that is hashed for the digest: no comments, each state on one line."""
    return _lines(graph, None)


def _head_lines(graph: GraphRecord, width: int | None) -> Iterator[str]:
    if width is not None:
        yield from (f"# {line}".rstrip() + "\n" for line in graph.comment)
    version = 2 if isinstance(graph.columns, ObservationColumns) else 1
    yield f"format: {FORMAT}\nversion: {version}\ntitle: {scalar(graph.title)}\n"
    if graph.source:
        yield entry("source", graph.source.fields(), width)
    if graph.counts:
        yield entry("counts", graph.counts.fields(), width)
    yield entry("players", graph.players, width)
    if graph.secret:
        secret = {
            "owner": graph.players[1],
            "places": dict(graph.secret.places),
            "count": graph.secret.size,
        }
        yield entry("secret", secret, width)
    if graph.rule:
        yield entry("rule", graph.rule.fields(), width)
    if graph.limit:
        payoff = Scalar(write_exact(graph.limit.payoff))
        yield entry("limit", {"moves": graph.limit.moves, "payoff": payoff}, width)


def _lines(graph: GraphRecord, width: int | None) -> Iterator[str]:
    yield from _head_lines(graph, width)
    if not graph.states:
        yield "states: generated\n"
        return
    yield f"start: {scalar(graph.names[graph.start])}\nstates:\n"
    columns = graph.columns
    if isinstance(columns, ObservationColumns):
        turns = Turns(graph, columns)
        yield from (turns.text(state, width) for state in range(len(columns)))
        return
    gap = _gap_for(graph.names)
    if columns is not None:
        of_form = partial(_state_lines, graph.players, gap, width=width)
        yield from (part.decode() for part in _blocks(columns, graph.names, of_form, gap))
        return
    names = [scalar(name) for name in graph.names]
    for name, state in zip(names, graph.states, strict=True):
        assert not isinstance(state, Turn)
        pieces = _state_lines(graph.players, gap, state, width).split(gap)
        named = (name, *map(names.__getitem__, targets(state)), "")
        yield "".join(map(str.__add__, pieces, named))


def _gap_for(names: Sequence[str]) -> str:
    """Return the placeholder for a name in `_state_lines`."""
    if isinstance(names, NumberedNames):
        return _NAME * len(names[-1])
    return _NAME * max(len(scalar(name)) for name in names)


def _state_lines(players: tuple[str, str], gap: str, state: State, width: int | None) -> str:
    """Return the lines of one state, with a gap for its own name and each name of `targets`."""
    return entry(gap, _fields(players, Scalar(gap), state), width, indent=2)


def _fields(players: tuple[str, str], to: Scalar, state: State) -> dict[str, object]:
    """Return the YAML fields of a state, with `to` for the names of the targets."""
    match state:
        case Terminal(payoff):
            return {"payoff": Scalar(write_exact(payoff))}
        case Draw(moves):
            drawn = {label: {"p": Scalar(write_exact(p)), "to": to} for label, p, _ in moves}
            return {"actor": "chance", "moves": drawn}
        case Look(place):
            named = Scalar(scalar(place))
            return {"actor": "secret", "place": named, "occupied": to, "empty": to}
        case Choice(player, options, sees, at):
            return {
                "actor": Scalar(scalar(players[player - 1])),
                **({"at": at} if at else {}),
                **({"sees": sees} if sees else {}),
                "moves": {label: to for label, _ in options},
            }
        case Relocation(sees, not_to):
            return {
                "actor": Scalar(scalar(players[1])),
                **({"sees": sees} if sees else {}),
                "relocate": {"not_to": Scalar(scalar(not_to)), "to": to},
            }
        case Joint(labels, rows, reward):
            paid = [[Scalar(write_exact(number)) for number in row] for row in reward]
            return {
                "actor": "joint",
                "moves": [[Scalar(scalar(label)) for label in moves] for moves in labels],
                "to": [[to] * len(row) for row in rows],
                **({"reward": paid} if any(map(any, reward)) else {}),
            }
        case _:
            assert_never(state)


class _Pieces(NamedTuple):
    """The lines of f forms, split at the names of states."""

    first: Int32s
    """Shape (f + 1,): the number of the first piece of each form; last the number of pieces."""
    texts: Texts
    """The pieces: one at the beginning of a line, and one behind each name."""


def _blocks(
    columns: GraphColumns, names: Sequence[str], line: Callable[[State], str], gap: str
) -> Iterator[bytes]:
    """Yield the lines of the states, many at a time.

    `line` returns the lines of one state with a gap for each name. It is called once per form.
    """
    found = state_forms(columns)
    sample = (line(columns.record(first)) for first in found.first.tolist())
    cut = _pieces(sample, gap)
    named = _written_names(names)
    all_lines = Lines(
        form=found.number,
        first=cut.first,
        pieces=cut.texts.data,
        piece_begin=cut.texts.begin,
        names=named.data,
        name_begin=named.begin,
        begin=columns.begin,
        targets=columns.targets,
    )
    for begin in range(0, len(columns), AT_ONCE):
        yield written(all_lines, begin, min(begin + AT_ONCE, len(columns))).tobytes()


def _pieces(of: Iterator[str], gap: str) -> _Pieces:
    """Split lines at their gaps; `of` has the lines of each form as one text."""
    cut = [line.split(gap) for line in of]
    sizes = np.array([0, *map(len, cut)], np.int32)
    return _Pieces(np.cumsum(sizes, dtype=np.int32), texts(piece for line in cut for piece in line))


def _written_names(names: Sequence[str]) -> Texts:
    """Return the names of states as YAML scalars.

    >>> list(_written_names(NumberedNames(12)))[8:], list(_written_names(("on", "s1")))
    (['s8', 's9', 's10', 's11'], ['"on"', 's1'])
    """
    if not isinstance(names, NumberedNames):
        return texts(map(scalar, names))
    numbers, ends = np.arange(len(names), dtype=np.int32), np.zeros(len(names) + 1, np.int64)
    find_names(numbers, False, ends)
    data = np.empty(ends[-1], np.uint8)
    write_names(numbers, False, ends, data)
    return Texts(data, ends)
