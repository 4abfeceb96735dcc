"""Networks and grids: nodes, and what lies next to each."""

import re
from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property

from ....schemas.parts.documents import Data, Findings
from ....schemas.parts.labels import natural
from ....schemas.parts.problems import InputError, Place, Problem, shown
from .expressions import is_identifier
from .functions import RuleError, text

Files = Callable[[str], str]
"""Returns the text of a file beside the rules."""
MOST_NODES = 10_000
MOST_EDGES = 100_000
_FILE = re.compile(r"[\w-][\w. -]*\.\w{1,8}")
_ARROW = re.compile(r"\s*(->|-|,)\s*")
_STEPS = {"up": (-1, 0), "left": (0, -1), "right": (0, 1), "down": (1, 0)}


class Network:
    """A directed graph; a grid is one whose nodes are squares."""

    def __init__(
        self,
        edges: Mapping[str, Sequence[str]],
        squares: Mapping[str, tuple[int, int]] | None = None,
        marks: Mapping[str, str] | None = None,
    ) -> None:
        self.edges, self.squares, self.marks = edges, squares or {}, marks or {}
        self.nodes = tuple(edges)
        self._distances: dict[str, dict[str, int]] = {}

    def next(self, node: str) -> Sequence[str]:
        """Return the neighbours of a node, in order."""
        try:
            return self.edges[node]
        except KeyError:
            raise RuleError(f"{text(node)} is not a node") from None

    def distance(self, start: str, end: str) -> int:
        """Return the number of steps from a node to another; the number of nodes if there is no
        path.
        """
        self.next(end)
        if start not in self._distances:
            found, queue = {start: 0}, deque([start])
            while queue:
                node = queue.popleft()
                for one in self.next(node):
                    if one not in found:
                        found[one] = found[node] + 1
                        queue.append(one)
            if len(self._distances) >= 1_000:
                self._distances.clear()
            self._distances[start] = found
        return self._distances[start].get(end, len(self.nodes))

    def linked(self, area: Collection[str], starts: Collection[str], ends: Collection[str]) -> bool:
        """Return whether a path within an area leads from one of the starts to one of the ends."""
        found = {node for node in starts if node in area}
        queue = list(found)
        while queue:
            node = queue.pop()
            if node in ends:
                return True
            for one in self.next(node):
                if one in area and one not in found:
                    found.add(one)
                    queue.append(one)
        return False

    def direction(self, start: str, end: str) -> str:
        """Return the direction from a square to another in the same row or column."""
        first, second = (self._square(one) for one in (start, end))
        signs = [(b > a) - (b < a) for a, b in zip(first, second, strict=True)]
        for word, step in _STEPS.items():
            if tuple(signs) == step:
                return word
        raise RuleError(f"{start} and {end} are not in one row or column")

    def _square(self, node: str) -> tuple[int, int]:
        self.next(node)
        return self.squares[node]

    def mark(self, node: str) -> str:
        """Return the character of a square."""
        self.next(node)
        return self.marks[node]

    @cached_property
    def _marked(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for node, mark in self.marks.items():
            found.setdefault(mark, []).append(node)
        return {mark: tuple(nodes) for mark, nodes in found.items()}

    def marked(self, mark: str) -> tuple[str, ...]:
        """Return the squares with a character, in reading order."""
        return self._marked.get(mark, ())


def read_network(findings: Findings, network: Data, grid: Data, files: Files) -> Network | None:
    """Return the network or grid of a rules file; None if it has neither, or on problems, which are
    added to `findings`.
    """
    if network is not None and grid is not None:
        findings.add(("grid",), "a file has either a network or a grid")
        return None
    try:
        if network is not None:
            return _network(findings, network, files)
        return None if grid is None else _grid(findings, grid, files)
    except InputError as error:
        findings.problems += error.problems
        return None


def _file(data: str, place: Place, files: Files) -> str | None:
    """Return the text of a file if the data are its name."""
    if "\n" in data or "." not in data and "/" not in data:
        return None
    if not _FILE.fullmatch(data.strip()):
        message = f"{shown(data)} is not the plain name of a file beside the rules"
        raise InputError([Problem(message, place)])
    try:
        return files(data.strip())
    except (InputError, OSError, ValueError) as error:
        text_error = "is not UTF-8 text" if isinstance(error, ValueError) else str(error)
        message = getattr(error, "strerror", None) or text_error
        raise InputError([Problem(f"{shown(data)}: {message}", place)]) from None


def _network(findings: Findings, data: Data, files: Files) -> Network | None:
    rows: list[tuple[str, Place]]
    if isinstance(data, list):
        rows = [
            (findings.text(one, ("network", at)), ("network", at)) for at, one in enumerate(data)
        ]
    else:
        given = findings.text(data, ("network",))
        lines = (_file(given, ("network",), files) or given).splitlines()
        rows = [(line, ("network",)) for line in lines if line.strip()]
        if rows and rows[0][0].replace(" ", "") in ("from,to", "source,target"):
            del rows[0]
    edges: dict[str, set[str]] = {}
    number = 0
    for row, place in rows:
        parts = _ARROW.split(row.strip())
        names, arrows = parts[::2], parts[1::2]
        for name in names:
            if not is_identifier(name):
                findings.add(
                    place, f"{shown(name)} is not the name of a node; write, for example, n1 - n2"
                )
                return None
            edges.setdefault(name, set())
        for first, arrow, second in zip(names, arrows, names[1:], strict=False):
            number += 1
            edges[first].add(second)
            if arrow != "->":
                edges[second].add(first)
    if not edges or len(edges) > MOST_NODES or number > MOST_EDGES:
        findings.add(("network",), f"a network has from 1 to {MOST_NODES:,} nodes")
        return None
    return Network({node: sorted(edges[node], key=natural) for node in sorted(edges, key=natural)})


def _grid(findings: Findings, data: Data, files: Files) -> Network | None:
    given = findings.text(data, ("grid",))
    rows = [row.rstrip() for row in (_file(given, ("grid",), files) or given).splitlines()]
    while rows and not rows[0]:
        del rows[0]
    squares = {
        f"r{row}c{column}": ((row, column), mark)
        for row, line in enumerate(rows, 1)
        for column, mark in enumerate(line, 1)
        if mark not in "# "
    }
    if not squares or len(squares) > MOST_NODES:
        findings.add(("grid",), f"a grid has from 1 to {MOST_NODES:,} squares other than walls (#)")
        return None
    if any(not mark.isprintable() for _, mark in squares.values()):
        findings.add(("grid",), "the grid contains control characters")
        return None
    node_at = {square: node for node, (square, _) in squares.items()}
    edges = {
        node: [
            node_at[row + down, column + right]
            for down, right in _STEPS.values()
            if (row + down, column + right) in node_at
        ]
        for node, ((row, column), _) in squares.items()
    }
    return Network(
        edges,
        {node: square for node, (square, _) in squares.items()},
        {node: mark for node, (_, mark) in squares.items()},
    )
