"""The simple path with the most gold between two squares of a board, by dynamic programming over a
frontier that moves square by square (as Knuth's Simpath does, The Art of Computer Programming 4A,
7.1.4, exercise 225).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....schemas.parts.squares import Square

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
NONE, OPEN, CLOSE, LOOSE = range(4)
"""What crosses a side of a square on the frontier: no path, the left or the right end of a piece
whose both ends cross the frontier, or a piece whose other end is an end of the path."""
SKIPPED, RIGHT, DOWN, BOTH, STOP, JOINED = range(6)
"""What a path does at a square: it is not there; it leaves to the right, down, or both ways; it
ends there, or joins two pieces."""
GOLD_BITS = 12
"""Keys and less gold than this many bits hold are sorted as one number."""
WIDEST = 24
MOST = 400_000
"""States of the frontier beyond which the search gives up."""


class Task(NamedTuple):
    """A search: all squares are (row, column)."""

    squares: frozenset[Square]
    """Where the path may go, without `start`."""
    start: Square
    ends: frozenset[Square]
    """Where it may end."""
    passing: frozenset[Square]
    """Squares, among `squares`, that it must visit."""


class RichestPath(NamedTuple):
    gold: int
    path: tuple[Square, ...]


class TooWide(Exception):
    """The frontier has too many states."""


def richest_path(task: Task, gold: frozenset[Square]) -> RichestPath | None:
    """Return the simple path with the most gold, without that of its start; None if there is no
    path. Raises TooWide if the frontier gets more than MOST states.

    >>> squares = frozenset({(0, 1), (1, 0), (1, 1), (0, 2)})
    >>> task = Task(squares, (0, 0), frozenset({(0, 2)}), frozenset())
    >>> richest_path(task, frozenset({(1, 0)}))
    RichestPath(gold=1, path=((0, 0), (1, 0), (1, 1), (0, 1), (0, 2)))
    """
    trivial = (
        RichestPath(0, (task.start,)) if task.start in task.ends and not task.passing else None
    )
    found = _swept(task, gold)
    if trivial is not None and (found is None or found.gold <= 0):
        return trivial
    return found


def _swept(task: Task, gold: frozenset[Square]) -> RichestPath | None:
    inside = task.squares | {task.start}
    rows = sorted({row for row, _ in inside})
    columns = sorted({column for _, column in inside})
    top, left = rows[0], columns[0]
    height, width = rows[-1] - top + 1, columns[-1] - left + 1
    if min(width, height) > WIDEST:
        raise TooWide
    if width > height:

        def turn(squares: frozenset[Square]) -> frozenset[Square]:
            return frozenset((column, row) for row, column in squares)

        flipped = Task(turn(task.squares), task.start[::-1], turn(task.ends), turn(task.passing))
        found = _swept(flipped, turn(gold))
        if found is None:
            return None
        return RichestPath(found.gold, tuple((r, c) for c, r in found.path))
    return _Sweep(task, gold, top, left, height, width).run()


class _Square:
    """The ways to cross before a square, and those after it that were found so far."""

    def __init__(self, sweep: "_Sweep", keys: Ints, gold: Ints, at: Square, column: int) -> None:
        self.sweep, self.keys, self.before, self.at = sweep, keys, gold, at
        self.low = 2 * column
        """The bit position of the plug to the left, and of that down later; the plug up, and later
        to the right, is next to it.
        """
        self.left, self.up = keys >> self.low & 3, keys >> self.low + 2 & 3
        self.bare = keys & ~np.int64(15 << self.low)
        self.gold = gold + int(at in sweep.gold and at != sweep.task.start)
        """The gold of paths that are at the square."""
        self.right = (at[0], at[1] + 1) in sweep.inside
        self.down = (at[0] + 1, at[1]) in sweep.inside
        self.found: list[tuple[Ints, Ints, Ints, int]] = []

    def skip(self, which: Flags) -> None:
        """No path is here."""
        chosen = np.flatnonzero(which)
        self.found.append((self.bare[chosen], self.before[chosen], chosen, SKIPPED))

    def branch(self, which: Flags) -> None:
        """A piece goes to the right and down."""
        if self.right and self.down:
            chosen = np.flatnonzero(which)
            keys = self.bare[chosen] | OPEN << self.low | CLOSE << self.low + 2
            self.found.append((keys, self.gold[chosen], chosen, BOTH))

    def begin(self, which: Flags) -> None:
        """The path has an end here, from which it goes on."""
        chosen = np.flatnonzero(which)
        self._leave(chosen, np.full(len(chosen), LOOSE, np.int64))

    def go_on(self, which: Flags) -> None:
        """The only plug goes on."""
        chosen = np.flatnonzero(which)
        self._leave(chosen, (self.left | self.up)[chosen])

    def _leave(self, chosen: Ints, plug: Ints) -> None:
        if self.down:
            keys = self.bare[chosen] | plug << self.low
            self.found.append((keys, self.gold[chosen], chosen, DOWN))
        if self.right:
            keys = self.bare[chosen] | plug << self.low + 2
            self.found.append((keys, self.gold[chosen], chosen, RIGHT))

    def stop(self, which: Flags) -> None:
        """The path has an end here, which it reaches by the only plug."""
        plug = self.left | self.up
        self.sweep.done(self, np.flatnonzero(which & (plug == LOOSE)), STOP)
        rest = np.flatnonzero(which & (plug != LOOSE))
        self._change(rest, np.where(self.left[rest] != 0, self.low, self.low + 2), LOOSE, STOP)

    def join(self) -> None:
        """Two pieces meet here, or both ends of the path."""
        left, up = self.left, self.up
        loose = (left == LOOSE) & (up == LOOSE)
        self.sweep.done(self, np.flatnonzero(loose), JOINED)
        chosen = np.flatnonzero((left == CLOSE) & (up == OPEN))
        self.found.append((self.bare[chosen], self.gold[chosen], chosen, JOINED))
        other = (left != 0) & (up != 0)
        for which, partner_of, becomes in (
            ((left == OPEN) & (up == OPEN), self.low + 2, OPEN),
            ((left == CLOSE) & (up == CLOSE), self.low, CLOSE),
            (other & (left == LOOSE) & (up != LOOSE), self.low + 2, LOOSE),
            (other & (left != LOOSE) & (up == LOOSE), self.low, LOOSE),
        ):
            chosen = np.flatnonzero(which)
            if len(chosen):
                self._change(chosen, np.full(len(chosen), partner_of), becomes, JOINED)

    def _change(self, chosen: Ints, position: Ints, becomes: int, how: int) -> None:
        """The partner of the plug at a bit position becomes something else."""
        plugs = self.sweep.width + 1
        keys = _partner_set(self.keys[chosen], self.bare[chosen], position, plugs, becomes)
        self.found.append((keys, self.gold[chosen], chosen, how))


class _Sweep:
    def __init__(
        self,
        task: Task,
        gold: frozenset[Square],
        top: int,
        left: int,
        height: int,
        width: int,
    ) -> None:
        self.task, self.gold = task, gold
        self.inside = task.squares | {task.start}
        self.top, self.left, self.height, self.width = top, left, height, width
        self.steps: list[tuple[Square, NDArray[np.int32], NDArray[np.int8]]] = []
        needed = [(r, c) for r, c in task.passing | {task.start}]
        self.last = max(needed)
        self.best = RichestPath(-1, ())
        self.best_at: tuple[int, int, int] = (-1, -1, -1)

    def run(self) -> RichestPath | None:
        keys, gold = np.zeros(1, np.int64), np.zeros(1, np.int64)
        for row in range(self.top, self.top + self.height):
            for column in range(self.width):
                keys, gold = self._cell(keys, gold, (row, self.left + column), column)
                if not len(keys):
                    break
            if not len(keys):
                break
            kept = (keys >> 2 * self.width & 3) == 0
            # A right plug never leaves the board: `_cell` sees to it.
            assert kept.all()
            keys = keys << 2
        if self.best.gold < 0:
            return None
        return RichestPath(self.best.gold, self._path())

    def _cell(self, keys: Ints, gold: Ints, at: Square, column: int) -> tuple[Ints, Ints]:
        """Return what crosses after a square, from what crosses before it."""
        task = self.task
        square = _Square(self, keys, gold, at, column)
        none, one = square.left + square.up == 0, (square.left == 0) != (square.up == 0)
        if at not in self.inside:
            square.skip(none)
            return self._merged(at, square.found)
        if at == task.start:
            square.begin(none)
            square.stop(one)
            return self._merged(at, square.found)
        if at not in task.passing:
            square.skip(none)
        square.branch(none)
        square.go_on(one)
        if at in task.ends:
            loose = _count(keys)
            free = loose == int(at > task.start)
            square.begin(none & free)
            square.stop(one & free)
        square.join()
        return self._merged(at, square.found)

    def done(self, square: "_Square", chosen: Ints, how: int) -> None:
        """Keep the best of the paths that are complete at a square."""
        if square.at < self.last:
            return
        chosen = chosen[square.bare[chosen] == 0]
        if len(chosen):
            best = chosen[np.argmax(square.gold[chosen])]
            if square.gold[best] > self.best.gold:
                self.best = RichestPath(int(square.gold[best]), ())
                self.best_at = (len(self.steps), int(best), how)

    def _merged(self, at: Square, found: list[tuple[Ints, Ints, Ints, int]]) -> tuple[Ints, Ints]:
        keys = np.concatenate([one[0] for one in found])
        gold = np.concatenate([one[1] for one in found])
        if not len(keys):
            self.steps.append((at, np.zeros(0, np.int32), np.zeros(0, np.int8)))
            return keys, gold
        before = np.concatenate([one[2] for one in found])
        how = np.repeat(
            np.array([one[3] for one in found], np.int8), [len(one[0]) for one in found]
        )
        together = gold.max() < 1 << GOLD_BITS
        order = np.argsort(keys << GOLD_BITS | gold) if together else np.lexsort((gold, keys))
        keys = keys[order]
        last = np.append(np.flatnonzero(keys[1:] != keys[:-1]), len(keys) - 1)
        kept = order[last]
        if len(kept) > MOST:
            raise TooWide
        self.steps.append((at, before[kept].astype(np.int32), how[kept]))
        return keys[last], gold[kept]

    def _path(self) -> tuple[Square, ...]:
        step, state, how = self.best_at
        beside: dict[Square, list[Square]] = {}
        at = self._square_of(step)
        while True:
            for to in {
                RIGHT: [(at[0], at[1] + 1)],
                DOWN: [(at[0] + 1, at[1])],
                BOTH: [(at[0], at[1] + 1), (at[0] + 1, at[1])],
            }.get(how, []):
                beside.setdefault(at, []).append(to)
                beside.setdefault(to, []).append(at)
            step -= 1
            if step < 0:
                break
            at, before, hows = self.steps[step]
            how, state = int(hows[state]), int(before[state])
        path = [self.task.start]
        while True:
            onward = [to for to in beside[path[-1]] if to not in path[-2:-1]]
            if not onward:
                return tuple(path)
            path.append(onward[0])

    def _square_of(self, step: int) -> Square:
        return self.top + step // self.width, self.left + step % self.width


def _count(keys: Ints) -> Ints:
    """Return how many plugs are loose."""
    both = keys & keys >> 1 & np.int64(0x1555555555555555)
    count: Ints = np.bitwise_count(both).astype(np.int64)
    return count


def _partner_set(keys: Ints, bare: Ints, position: Ints, plugs: int, becomes: int) -> Ints:
    """Return the keys without the two plugs of a square, after the partner of the plug at a bit
    position became something else.
    """
    plug = keys >> position & 3
    direction = np.where(plug == OPEN, 2, -2)
    depth = np.ones(len(keys), np.int64)
    at, waiting = position.copy(), np.ones(len(keys), bool)
    for _ in range(plugs):
        at = np.where(waiting, at + direction, at)
        seen = keys >> np.maximum(at, 0) & 3
        depth += np.where(
            waiting, np.where(seen == plug, 1, np.where((seen == 0) | (seen == LOOSE), 0, -1)), 0
        )
        waiting &= depth > 0
        if not waiting.any():
            break
    changed: Ints = bare & ~(np.int64(3) << at) | np.int64(becomes) << at
    return changed
