"""Ways: what the agent does between two things that it learns."""

from collections.abc import Callable
from typing import NamedTuple

from stages.parse.board import Board, Squares
from stages.parse.maps import DANGER, EXIT


class Way(NamedTuple):
    """Some moves of the agent in a row."""

    moves: tuple[str, ...]
    gold: int
    """Picked up on the way."""
    square: int
    """Where it ends."""
    open: Squares
    """What still matters of the squares that can be entered then."""
    ended: bool
    """Whether an exit or a dangerous place was entered."""


Onward = Callable[[Way], list[Way]]


def single_steps(board: Board, regions: tuple[Callable[[Board, int, Squares], Squares], ...]) -> Onward:
    """Return a function from a way to the single moves that can follow it.

    `regions` are the reductions that say which squares matter.
    """
    known: dict[tuple[int, Squares], list[Way]] = {}
    if not regions:  # Then no two histories come by with the same open squares, and remembering is waste.
        return lambda way: [_step(board, (), label, to, way.open) for label, to in board.moves(way.square, way.open)]

    def onward(way: Way) -> list[Way]:
        key = (way.square, way.open)
        if key not in known:
            moves = board.moves(*key)
            # Behind the only move matters what mattered before it, but for the square itself.
            changed = regions if len(moves) > 1 else ()
            known[key] = [_step(board, changed, label, to, way.open) for label, to in moves]
        return known[key]

    return onward


def _step(board: Board, regions: tuple[Callable[[Board, int, Squares], Squares], ...],
          label: str, to: int, open: Squares) -> Way:
    if board.kinds[to] == EXIT:
        return Way((label,), 0, to, 0, True)
    open &= ~(1 << to)
    for region in regions:
        open = region(board, to, open)
    return Way((label,), board.gold(to), to, open, board.kinds[to] == DANGER)
