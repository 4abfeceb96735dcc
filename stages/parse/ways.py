"""Ways: the agent's moves between two observations."""

from collections.abc import Callable
from typing import NamedTuple

from ...schemas.parts.watch import Watch
from .maps import DANGER, EXIT, Board, Squares


class Way(NamedTuple):
    """Consecutive moves of the agent."""

    moves: tuple[str, ...]
    gold: int
    """The gold picked up on the way."""
    square: int
    """The square at its end."""
    open: Squares
    """The squares that can be entered after it and that still matter."""
    ended: bool
    """Whether an exit or a dangerous place was entered."""


STEP = 25  # The cost of a step, in the unit of Meter: half a microsecond.
Onward = Callable[[Way], list[Way]]
Region = Callable[[Board, int, Squares], Squares]


class Meter:
    """The work of a walk, counted independently of machine and time."""

    def __init__(
        self,
        watch: Watch = lambda done, total: None,
        most: float = float("inf"),
    ) -> None:
        self.watch = watch
        self.most = most
        """The most work that is allowed."""
        self.asked = 0
        """The number of requests for the successors of a way."""
        self.spent = 0

    def ask(self) -> None:
        self.asked += 1
        self.spent += STEP
        if self.asked % 1024 == 0:
            self.watch(self.asked, 0)


def single_steps(
    board: Board,
    regions: tuple[Region, ...],
    meter: Meter,
    look: int = 0,
) -> Onward:
    """Return a function from a way to the single moves that can follow it.

    `regions` are the reductions that determine the squares that matter; `look` is their cost per
    square.
    """
    known: dict[tuple[int, Squares], list[Way]] = {}

    def onward(way: Way) -> list[Way]:
        meter.ask()
        key = (way.square, way.open)
        if key in known:
            return known[key]
        moves = board.moves(*key)
        # After an only move, the same squares matter as before it, except the square itself.
        if not regions or len(moves) < 2:
            return [_step(board, (), label, to, way.open) for label, to in moves]
        meter.spent += len(moves) * (STEP + look * way.open.bit_count())
        # Results that are cheap to recompute are not cached: each way through a corridor would hold
        # all its squares.
        known[key] = [_step(board, regions, label, to, way.open) for label, to in moves]
        return known[key]

    return onward


def _step(
    board: Board,
    regions: tuple[Region, ...],
    label: str,
    to: int,
    open: Squares,
) -> Way:
    if board.kinds[to] == EXIT:
        return Way(moves=(label,), gold=0, square=to, open=0, ended=True)
    open &= ~(1 << to)
    for region in regions:
        open = region(board, to, open)
    return Way(
        moves=(label,),
        gold=board.gold(to),
        square=to,
        open=open,
        ended=board.kinds[to] == DANGER,
    )
