"""Ways: what the agent does between two things that it learns."""

from collections.abc import Callable
from typing import NamedTuple

from schemas.parts.watch import Watch
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


STEP = 25  # What a step costs, in the unit of Meter: half a microsecond.
Onward = Callable[[Way], list[Way]]
Region = Callable[[Board, int, Squares], Squares]


class Meter:
    """How much work a walk is, counted alike on every machine and at every time."""

    def __init__(
        self,
        watch: Watch = lambda done, total: None,
        most: float = float("inf"),
    ) -> None:
        self.watch = watch
        self.most = most
        """What may be spent."""
        self.asked = 0
        """How often it was asked what can follow."""
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

    `regions` are the reductions that say which squares matter; `look` is what they cost for each
    square.
    """
    known: dict[tuple[int, Squares], list[Way]] = {}

    def onward(way: Way) -> list[Way]:
        meter.ask()
        key = (way.square, way.open)
        if key in known:
            return known[key]
        moves = board.moves(*key)
        # Behind the only move matters what mattered before it, but for the square itself.
        if not regions or len(moves) < 2:
            return [_step(board, (), label, to, way.open) for label, to in moves]
        meter.spent += len(moves) * (STEP + look * way.open.bit_count())
        # What is quick to say again is not remembered: each way through a corridor would hold all
        # its squares.
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
