"""Colour refinement of graphs (Weisfeiler and Leman 1968), and bijections that keep colours.

Two graphs are coloured together: the vertices of the first are numbered before those of the second.
Equal colours prove nothing, as two circles of six vertices have the colours of one of twelve. A
bijection is found by individualisation: a vertex of the first graph and one of the second get a
colour of their own, colours are refined, and other vertices are tried if that fails.
"""

from collections.abc import Iterable, Iterator, Sequence

Edges = Sequence[Sequence[tuple[int, int]]]
"""For each vertex, the kinds of its edges and the vertices at their other ends."""

MAX_WORK = 5_000_000  # Edges that are visited in a search: about ten seconds.


class Undecided(Exception):
    """The search for a bijection takes more than MAX_WORK."""


class Colouring:
    """A stable colouring of two graphs: vertices of one colour have as many edges of each kind to
    each colour.
    """

    def __init__(self, edges: Edges, half: int, colours: Iterable[int]) -> None:
        """Refine colours, which are numbered from 0. The second graph begins at vertex `half`."""
        self.edges, self.half = edges, half
        self.colours = list(colours)
        self.cells: list[set[int]] = [set() for _ in range(max(self.colours, default=-1) + 1)]
        for vertex, colour in enumerate(self.colours):
            self.cells[colour].add(vertex)
        self.work = 0
        self._trail: list[tuple[int, int]] = []
        """The vertices that changed their colours, with the colours before."""
        self._refine(range(len(self.colours)))

    def members(self, colour: int) -> tuple[list[int], list[int]]:
        """Return the vertices of a colour in each graph, in ascending order."""
        ordered = sorted(self.cells[colour])
        mine = [vertex for vertex in ordered if vertex < self.half]
        return mine, ordered[len(mine) :]

    def balanced(self, first: int = 0) -> bool:
        """Return whether both graphs have as many vertices of each colour, from a first one on."""
        return all(
            2 * sum(vertex < self.half for vertex in cell) == len(cell)
            for cell in self.cells[first:]
        )

    def individualise(self, one: int, other: int) -> bool:
        """Give two vertices of one colour a colour of their own and refine; return whether the
        colours are balanced if they were before.
        """
        new = len(self.cells)
        self._recolour((one, other))
        self._refine((one, other))
        return self.balanced(new)

    def mark(self) -> tuple[int, int]:
        """Return a state for `undo`."""
        return len(self._trail), len(self.cells)

    def undo(self, mark: tuple[int, int]) -> None:
        """Return to an earlier state."""
        changes, cells = mark
        while len(self._trail) > changes:
            vertex, colour = self._trail.pop()
            self._move(vertex, colour)
        del self.cells[cells:]

    def symmetric(self, vertices: Sequence[int]) -> bool:
        """Return whether vertices have the same edges, so that any two can be exchanged."""
        self.work += sum(len(self.edges[vertex]) for vertex in vertices)
        return len({tuple(sorted(self.edges[vertex])) for vertex in vertices}) == 1

    def _refine(self, changed: Iterable[int]) -> None:
        while changed:
            # Other vertices have the same colours around them as before.
            affected = {other for vertex in changed for _, other in self.edges[vertex]}
            groups: dict[int, dict[tuple[tuple[int, int], ...], list[int]]] = {}
            for vertex in sorted(affected):
                self.work += len(self.edges[vertex])
                around = sorted((kind, self.colours[other]) for kind, other in self.edges[vertex])
                alike = groups.setdefault(self.colours[vertex], {})
                alike.setdefault(tuple(around), []).append(vertex)
            changed = [
                vertex
                for colour, alike in groups.items()
                for group in self._leaving(colour, [*alike.values()])
                for vertex in self._recolour(group)
            ]

    def _leaving(self, colour: int, groups: list[list[int]]) -> list[list[int]]:
        """Return the groups of a colour that need another one."""
        if sum(map(len, groups)) == len(self.cells[colour]):
            groups.remove(max(groups, key=len))
        return groups

    def _recolour(self, group: Sequence[int]) -> Sequence[int]:
        new = len(self.cells)
        self.cells.append(set())
        for vertex in group:
            self._trail.append((vertex, self.colours[vertex]))
            self._move(vertex, new)
        return group

    def _move(self, vertex: int, colour: int) -> None:
        self.cells[self.colours[vertex]].discard(vertex)
        self.cells[colour].add(vertex)
        self.colours[vertex] = colour


def find_bijection(colouring: Colouring) -> dict[int, int] | None:
    """Return for each vertex of the first graph one of the second, so that edges and their kinds
    are the same; None if there is no such bijection. The colouring is refined further. Raise
    Undecided.

    >>> circle = [[(0, 1), (0, 2)], [(0, 0), (0, 2)], [(0, 0), (0, 1)]]
    >>> both = [*circle, *([(kind, at + 3) for kind, at in edges] for edges in circle)]
    >>> dict(sorted(find_bijection(Colouring(both, 3, [0] * 6)).items()))
    {0: 3, 1: 4, 2: 5}
    """
    if not colouring.balanced():
        return None
    most = colouring.work + MAX_WORK
    tries: list[tuple[tuple[int, int], int, int, Iterator[int]]] = []
    colour = _ambiguous(colouring, 0)
    while colour is not None:
        mine, yours = colouring.members(colour)
        tries.append((colouring.mark(), colour, mine[0], iter(yours)))
        while tries:
            mark, colour, vertex, others = tries[-1]
            colouring.undo(mark)
            if colouring.work > most:
                raise Undecided
            other = next(others, None)
            if other is None:
                tries.pop()
            elif colouring.individualise(vertex, other):
                break
        else:
            return None
        colour = _ambiguous(colouring, colour)
    pairs = [colouring.members(colour) for colour in range(len(colouring.cells))]
    return {vertex: other for both in pairs for vertex, other in zip(*both, strict=True)}


def _ambiguous(colouring: Colouring, first: int) -> int | None:
    """Return the first colour, from a given one on, that leaves open which vertices correspond; not
    one whose vertices can all be exchanged.
    """
    for colour in range(first, len(colouring.cells)):
        if len(colouring.cells[colour]) > 2:
            mine, yours = colouring.members(colour)
            if not (colouring.symmetric(mine) and colouring.symmetric(yours)):
                return colour
    return None
