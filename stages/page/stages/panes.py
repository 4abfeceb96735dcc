"""The files of a trail, shortened for a page, with the marks of their lines."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from ....schemas.linear_program import recognise
from ....schemas.parts.problems import InputError
from ....schemas.trail import Artifact, Trail
from .marks import (
    Marks,
    Names,
    graph_marks,
    json_marks,
    map_lines,
    mps_marks,
    program_marks,
    tree_marks,
)

LINES, CHARACTERS = 1_000, 40_000
"""Maximum of lines and characters per file in a page."""


class Piece(NamedTuple):
    """Neighbouring lines of a file."""

    first: int
    """The number of the first line, from 1."""
    lines: tuple[str, ...]
    marks: tuple[Marks, ...]
    """Per line."""

    @property
    def last(self) -> int:
        return self.first + len(self.lines) - 1


class Pane(NamedTuple):
    """One file in a page."""

    kind: str
    """A key of PANES."""
    artifact: Artifact
    pieces: tuple[Piece, ...]
    squares: range
    """The lines that are rows of the map, counted from 0."""

    @property
    def shown(self) -> int:
        """The number of lines shown."""
        return sum(len(piece.lines) for piece in self.pieces)


PANES: dict[str, tuple[str, Callable[[Sequence[str], Names], list[Marks]] | None]] = {
    "source": ("Source", None),
    "tree": ("Source", tree_marks),
    "graph": ("State graph", graph_marks),
    "game": ("Game", json_marks),
    "program": ("Linear program", program_marks),
    "mps": ("Linear program", mps_marks),
    "columns": ("Columns", json_marks),
    "solution": ("Solution", json_marks),
}
_FORMATS = {
    '{"format": "efgc/game"': "game",
    '{"format": "efgc/columns"': "columns",
    '{"format": "efgc/solution"': "solution",
    '{"format": "efgc/induction"': "solution",
    "EFG ": "tree",
}


def panes(trail: Trail, names: Names) -> tuple[Pane, ...]:
    """Return the files of a trail, in its order."""
    return tuple(_pane(artifact, trail, names) for artifact in trail.artifacts)


def kind_of(artifact: Artifact) -> str:
    """Return the kind of a file, a key of PANES."""
    for begin, kind in _FORMATS.items():
        if artifact.text.startswith(begin):
            return kind
    if "format: efgc/state-graph" in artifact.text[:2000]:
        return "graph"
    try:
        return {"lp": "program", "mps": "mps"}[recognise(artifact.text)]
    except InputError:
        return "source"


def _pane(artifact: Artifact, trail: Trail, names: Names) -> Pane:
    kind = kind_of(artifact)
    lines = artifact.text.splitlines(keepends=True)
    read = PANES[kind][1]
    marks = read(lines, names) if read else [()] * len(lines)
    squares = map_lines(lines, trail.rows) if kind == "source" else range(0)
    return Pane(kind, artifact, tuple(_cut(lines, marks)), squares)


def _cut(lines: Sequence[str], marks: Sequence[Marks]) -> Iterator[Piece]:
    """Yield the whole text if it is short enough, else the beginning of each of its blocks of lines
    with the same kind of marks.
    """
    if len(lines) <= LINES and sum(map(len, lines)) <= CHARACTERS:
        yield Piece(1, tuple(lines), tuple(marks))
        return
    kept: list[int] = []
    lines_left, characters_left = LINES, CHARACTERS
    # The shortest first: its unused share goes to the others.
    blocks = sorted(_blocks(marks), key=lambda block: block[1] - block[0])
    for done, (begin, end) in enumerate(blocks):
        waiting = len(blocks) - done
        most, room = lines_left // waiting, characters_left // waiting
        for line_number in range(begin, min(end, begin + most)):
            room -= len(lines[line_number])
            if room < 0:
                break
            kept.append(line_number)
            lines_left -= 1
            characters_left -= len(lines[line_number])
    kept.sort()
    for _, run in groupby(enumerate(kept), lambda pair: pair[1] - pair[0]):
        places = [line_number for _, line_number in run]
        first, end = places[0], places[-1] + 1
        yield Piece(first + 1, tuple(lines[first:end]), tuple(marks[first:end]))


def _blocks(marks: Sequence[Marks]) -> Iterator[tuple[int, int]]:
    """Yield beginnings and ends of the blocks. A line without a mark belongs to the block before
    it, or at the beginning to the block after it.
    """
    begin, now = 0, ""
    for at, line in enumerate(marks):
        kind = line[-1][0] if line else now
        if kind != now and now:
            yield begin, at
            begin = at
        now = kind
    yield begin, len(marks)
