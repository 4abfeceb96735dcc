"""A map as numbered squares, for the walks of an agent that enters no square twice.

A set of squares is an integer with one bit per square. Exits are in no such
set: an agent that enters one leaves the board, so an exit stays open as long as
a neighbour can be reached.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from schemas.parts.squares import STEPS, Square
from stages.parse.maps import DANGER, EXIT, GOLD, START, WALL, Map

Squares = int  # A set of squares.


@dataclass(frozen=True)
class Board:
    """The squares of a map, numbered row by row."""

    map: Map

    @cached_property
    def width(self) -> int:
        return len(self.map.rows[0])

    @cached_property
    def kinds(self) -> str:
        """The letter of each square on the map."""
        return "".join(self.map.rows)

    @cached_property
    def start(self) -> int:
        return self.kinds.index(START)

    @cached_property
    def free(self) -> Squares:
        """All squares that can be entered and left again, without the start."""
        return _squares(kind not in (WALL, EXIT, START) for kind in self.kinds)

    @cached_property
    def neighbours(self) -> tuple[tuple[tuple[str, int], ...], ...]:
        """For each square the moves and their target squares, including exits but not walls."""
        return tuple(tuple(self._beside(square)) for square in range(len(self.kinds)))

    @cached_property
    def inner(self) -> tuple[tuple[int, ...], ...]:
        """For each square its neighbours that are not exits."""
        return tuple(
            tuple(to for _, to in beside if self.kinds[to] != EXIT) for beside in self.neighbours
        )

    @cached_property
    def corridor(self) -> tuple[bool, ...]:
        """For each square whether it has exactly two neighbours."""
        return tuple(len(beside) == 2 for beside in self.neighbours)

    @cached_property
    def leaves(self) -> Squares:
        """The squares next to an exit."""
        return _squares(
            any(self.kinds[to] == EXIT for _, to in beside) for beside in self.neighbours
        )

    @cached_property
    def edges(self) -> tuple[Squares, Squares]:
        """All squares except the first column, and all except the last: from these, a step to the
        left or right stays in its row.
        """
        first = ([False] + [True] * (self.width - 1)) * len(self.map.rows)
        return _squares(first), _squares(reversed(first))

    @cached_property
    def places(self) -> dict[int, str]:
        """The names of the dangerous places by square."""
        squares = (square for square, kind in enumerate(self.kinds) if kind == DANGER)
        return {square: name for square, (name, _) in zip(squares, self.map.places, strict=True)}

    def gold(self, square: int) -> int:
        return int(self.kinds[square] == GOLD)

    def at(self, square: int) -> Square:
        """Return row and column."""
        return divmod(square, self.width)

    def moves(self, square: int, open: Squares) -> list[tuple[str, int]]:
        """Return the legal moves from a square while `open` squares can still be entered."""
        return [
            (label, to)
            for label, to in self.neighbours[square]
            if open >> to & 1 or self.kinds[to] == EXIT
        ]

    def _beside(self, square: int) -> list[tuple[str, int]]:
        row, column = self.at(square)
        found = [(label, row + down, column + right) for label, (down, right) in STEPS.items()]
        return [
            (label, r * self.width + c)
            for label, r, c in found
            if 0 <= r < len(self.map.rows)
            and 0 <= c < self.width
            and self.kinds[r * self.width + c] != WALL
        ]


def _squares(held: Iterable[bool]) -> Squares:
    """Return the set of the squares whose flag is true."""
    return int("".join("01"[one] for one in held)[::-1] or "0", 2)
