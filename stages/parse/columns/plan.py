"""A map as arrays: the numbered squares that the agent can reach, and the targets of moves."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from schemas.parts.squares import STEPS
from stages.parse.board import Board, Squares
from stages.parse.columns.positions import Plan
from stages.parse.maps import DANGER, EXIT, GOLD

WORD = 64  # Bits.
SIDES = len(STEPS)


@dataclass(frozen=True)
class Squared:
    """A plan, and the meaning of its squares' numbers."""

    plan: Plan
    squares: tuple[int, ...]
    """Shape (m + x,): the squares' numbers on the `Board`."""
    open: NDArray[np.uint64]
    """The squares that are open at the start, one bit each, with room for one bit for the sink,
    which is never in a set.
    """


def squared(board: Board, open: Squares) -> Squared:
    """Return the plan of a board with the squares that matter.

    >>> from stages.parse.maps import read_map
    >>> board = Board(read_map("0 0\\nS-#-\\nD-#G\\n"))
    >>> found = squared(board, 0b100010)
    >>> found.squares, np.asarray(found.plan.beside).tolist()
    ((0, 1, 5, 4), [[1, 3, -1, -1, -1], [2, 0, -1, -1, -1], [1, 3, -1, -1, -1]])
    """
    kinds = board.kinds
    inner = [at for at in range(len(kinds)) if at == board.start or open >> at & 1]
    squares = (*inner, *(at for at, kind in enumerate(kinds) if kind == EXIT))
    number = {square: at for at, square in enumerate(squares)}
    size = len(inner)
    to = np.full((size, SIDES), -1, np.int32)
    beside = np.full((size, SIDES + 1), -1, np.int32)
    sides = {label: side for side, label in enumerate(STEPS)}
    for at, square in enumerate(inner):
        for label, other in board.neighbours[square]:
            to[at, sides[label]] = number.get(other, -1)
        near = [one for one in to[at].tolist() if 0 <= one < size]
        near += [size] * bool(board.leaves >> square & 1)
        beside[at, : len(near)] = near
    bits = np.zeros(size // WORD + 1, np.uint64)
    for at, square in enumerate(inner):
        bits[at // WORD] |= np.uint64((open >> square & 1) << at % WORD)
    plan = Plan(
        to,
        beside,
        np.array([at for at, square in enumerate(inner) if board.leaves >> square & 1], np.int32),
        np.array([kinds[square] == GOLD for square in squares], np.int32),
        np.array([kinds[square] in (DANGER, EXIT) for square in squares], np.bool_),
        number[board.start],
    )
    return Squared(plan, squares, bits)
