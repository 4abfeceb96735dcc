"""The lines of the states of a graph in columns, many at a time."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from schemas.parts.states import State
from schemas.parts.texts import Texts, texts
from schemas.parts.yaml_text import scalar
from schemas.state_graph.columns import GraphColumns, Int32s
from schemas.state_graph.forms import state_forms
from schemas.state_graph.lines_kernel import Lines, written
from schemas.state_graph.views import NumberedNames

AT_ONCE = 2**16  # States: some four megabytes.


class Pieces(NamedTuple):
    """Lines of f forms, cut where states are named."""

    first: Int32s
    """Shape (f + 1,): the number of the first piece of each form; last that of all pieces."""
    texts: Texts
    """A line begins with one, and each state that it names is followed by one."""


def lines(
    columns: GraphColumns, names: Sequence[str], line: Callable[[State], str], gap: str
) -> Iterator[bytes]:
    """Yield the lines of the states, many at a time.

    `line` makes those of one state, with a gap for each name: it is asked once per form, and copied
    from then on.
    """
    found = state_forms(columns)
    sample = (line(columns.record(first)) for first in found.first.tolist())
    cut = pieces(sample, gap)
    named = written_names(names)
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


def pieces(of: Iterator[str], gap: str) -> Pieces:
    """Return lines, those of one form together and with a gap for each state, cut."""
    cut = [line.split(gap) for line in of]
    sizes = np.array([0, *map(len, cut)], np.int32)
    return Pieces(np.cumsum(sizes, dtype=np.int32), texts(piece for line in cut for piece in line))


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
