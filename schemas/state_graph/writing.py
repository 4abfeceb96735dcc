"""Write a state graph as YAML: one line per state, or several if it is long."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

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
    targets,
)
from ..parts.texts import Texts, texts
from ..parts.yaml_text import WIDTH, Scalar, entry, scalar
from .columns import Int32s, NumberedNames, state_forms
from .lines_kernel import Lines, written
from .records import FORMAT, VERSION, GraphHead, GraphRecord

AT_ONCE = 2**16  # States written at a time, about four megabytes.
GAP = "\0"
"""Repeated, it is the placeholder for the name of a state; no scalar contains it."""
_GAPS = re.compile(f"{GAP}+")


def write(graph: GraphRecord) -> Iterator[str]:
    """Yield the lines of the YAML text, including their line ends."""
    return _lines(graph, WIDTH)


def write_canonical(graph: GraphRecord) -> Iterator[str]:
    """Yield the text that is hashed for the digest: no comments, each state on one line."""
    return _lines(graph, None)


def head_lines(head: GraphHead, version: int, width: int | None) -> Iterator[str]:
    """Yield the lines with which files of both versions begin; comments only if the width is
    limited.
    """
    if width is not None:
        yield from (f"# {line}".rstrip() + "\n" for line in head.comment)
    yield f"format: {FORMAT}\nversion: {version}\ntitle: {scalar(head.title)}\n"
    if head.source:
        yield entry("source", head.source.fields(), width)
    if head.counts:
        yield entry("counts", head.counts.fields(), width)
    yield entry("players", head.players, width)


def _lines(graph: GraphRecord, width: int | None) -> Iterator[str]:
    yield from head_lines(graph, VERSION, width)
    if graph.secret:
        secret = {
            "owner": graph.players[1],
            "places": dict(graph.secret.places),
            "count": graph.secret.size,
        }
        yield entry("secret", secret, width)
    if graph.rule:
        yield entry("rule", graph.rule.fields(), width)
    if not graph.states:
        yield "states: generated\n"
        return
    yield f"start: {scalar(graph.names[graph.start])}\nstates:\n"
    names, columns = written_names(graph.names), graph.columns
    # As if every name were as long as the longest: states of one form have the same lines.
    gap = GAP * int(np.diff(names.begin).max())
    if columns is not None:
        found = state_forms(columns)
        records = map(columns.record, found.first.tolist())
        samples = (_state_lines(graph.players, gap, record, width) for record in records)
        yield from blocks(names, columns.begin, columns.targets, found.number, samples)
        return
    scalars = list(names)
    for name, state in zip(scalars, graph.states, strict=True):
        pieces = _state_lines(graph.players, gap, state, width).split(gap)
        named = (name, *map(scalars.__getitem__, targets(state)), "")
        yield "".join(map(str.__add__, pieces, named))


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


def blocks(
    names: Texts, begin: Int32s, targets: Int32s, form: Int32s, samples: Iterable[str]
) -> Iterator[str]:
    """Yield the lines of the states, many at a time.

    `names` has the names of the states as YAML scalars, `begin` and `targets` are as in
    `GraphColumns`, `form` has the number of the form of each state, and `samples` the lines of one
    state of each form with a gap for each name.
    """
    cut = [_GAPS.split(lines) for lines in samples]
    sizes = np.array([0, *map(len, cut)], np.int32)
    pieces = texts(piece for lines in cut for piece in lines)
    all_lines = Lines(
        form=form,
        first=np.cumsum(sizes, dtype=np.int32),
        pieces=pieces.data,
        piece_begin=pieces.begin,
        names=names.data,
        name_begin=names.begin,
        begin=begin,
        targets=targets,
    )
    for start in range(0, len(form), AT_ONCE):
        yield written(all_lines, start, min(start + AT_ONCE, len(form))).tobytes().decode()


def written_names(names: Sequence[str]) -> Texts:
    """Return the names of states as YAML scalars.

    >>> list(written_names(NumberedNames(12)))[8:], list(written_names(("on", "s1")))
    (['s8', 's9', 's10', 's11'], ['"on"', 's1'])
    """
    if not isinstance(names, NumberedNames):
        return texts(map(scalar, names))
    blocks, size = [], len(names)
    for digits in range(1, len(str(size)) + 1):
        numbers = np.arange(10 ** (digits - 1) if digits > 1 else 0, min(size, 10**digits))
        block = np.full((len(numbers), digits + 1), ord("s"), np.uint8)
        for place in range(digits):
            block[:, digits - place] = ord("0") + numbers // 10**place % 10
        blocks.append(block)
    lengths = np.repeat([block.shape[1] for block in blocks], [len(block) for block in blocks])
    begin = np.concatenate((np.zeros(1, np.int64), np.cumsum(lengths, dtype=np.int64)))
    return Texts(np.concatenate([block.ravel() for block in blocks]), begin)
