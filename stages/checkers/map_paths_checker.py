"""The most gold of a simple path, for the checker of bounds of maps: a sweep over the squares keeps
the most gold for each way in which the path can cross to the squares that follow.

What crosses is a row of numbers, one for each side: 0 for nothing, 1 for a piece that has an end of
the path, and for other pieces, which cross twice, a number for each.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

Array = np.ndarray[Any, Any]
Square = tuple[int, int]
CROSSINGS = 800_000  # Ways to cross, beyond which a sweep is given up.
WIDEST = 26
NEW = 30  # A piece that begins here; it gets its number later.


STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


def path_of(at: Square, words: str) -> list[Square]:
    """Return the squares after the first on a path, such as `right 3, down`; none if the words
    are not moves.
    """
    found = []
    for run in words.split(", "):
        name, _, many = run.partition(" ")
        if name not in STEPS or many and not (many.isdecimal() and len(many) < 7 and int(many)):
            return []
        for _ in range(int(many or 1)):
            at = moved(at, STEPS[name])
            found.append(at)
    return found


def moved(at: Square, step: Square) -> Square:
    """Return the square after a step."""
    return at[0] + step[0], at[1] + step[1]


class Task(NamedTuple):
    """A path from `start`, through `needed` squares, to one of `ends`."""

    squares: set[Square]
    start: Square
    ends: set[Square]
    needed: set[Square]
    gold: set[Square]

    def turned(self) -> "Task":
        """Return the task with rows and columns exchanged."""
        squares, ends, needed, gold = (
            {(column, row) for row, column in each}
            for each in (self.squares, self.ends, self.needed, self.gold)
        )
        return Task(squares, self.start[::-1], ends, needed, gold)


def most_gold(
    inside: set[Square], start: Square, ends: set[Square], needed: set[Square], gold: set[Square]
) -> int:
    """Return the most gold of a simple path from `start`, through `needed` squares, to one of
    `ends`; -1 if there is none, and all gold if there are too many ways to cross.
    """
    task = Task(inside | {start}, start, ends, needed, gold)
    height, width = (
        max(at[axis] for at in task.squares) - min(at[axis] for at in task.squares) + 1
        for axis in (0, 1)
    )
    if min(height, width) > WIDEST:
        return len(gold)
    best = 0 if start in ends and not needed else -1
    return max(best, _swept(task if width <= height else task.turned()))


def _swept(task: Task) -> int:
    rows_, columns = ({at[axis] for at in task.squares} for axis in (0, 1))
    low, width = min(columns), max(columns) - min(columns) + 1
    best, last = -1, max(task.needed | {task.start})
    rows, got = np.zeros((1, width + 1), np.uint8), np.zeros(1, np.int64)
    for row in range(min(rows_), max(rows_) + 1):
        for column in range(width):
            at = row, low + column
            made: list[tuple[Array, Array]] = []
            complete: list[tuple[Array, Array]] = []
            for which, amount, done in _crossed(rows, got, at, column, task):
                (complete if done else made).append((which, amount))
            for which, amount in complete:
                ended = amount[(which == 0).all(axis=1)]  # Nothing else may cross.
                if len(ended) and at >= last:
                    best = max(best, int(ended.max()))
            if not any(len(which) for which, _ in made):
                return best
            joined = (np.concatenate(each) for each in zip(*made, strict=True))
            rows, got = _distinct(*joined)
            if len(rows) > CROSSINGS:
                return len(task.gold)
        rows = np.concatenate([np.zeros((len(rows), 1), np.uint8), rows[:, :-1]], axis=1)
    return best


def _crossed(
    rows: Array, got: Array, square: Square, column: int, task: Task
) -> Iterator[tuple[Array, Array, bool]]:
    """Yield what crosses after a square, with the gold, for each thing that a path can do there,
    and whether the path is then complete.
    """
    left, up = rows[:, column], rows[:, column + 1]
    free, single = (left == 0) & (up == 0), (left == 0) != (up == 0)
    if square not in task.squares or square != task.start and square not in task.needed:
        yield rows[free], got[free], False
    if square not in task.squares:
        return
    sides = [
        side
        for side, step in ((column, STEPS["down"]), (column + 1, STEPS["right"]))
        if moved(square, step) in task.squares
    ]
    more, bare = got + (square in task.gold), rows.copy()
    bare[:, column] = bare[:, column + 1] = 0
    if square == task.start:
        yield from _ends(bare, more, np.maximum(left, up), free, single, sides)
        return
    if square in task.ends:
        new = (rows == 1).sum(axis=1) == (square > task.start)
        yield from _ends(bare, more, np.maximum(left, up), free & new, single & new, sides)
    if len(sides) == 2:
        both = bare[free]
        both[:, sides] = NEW
        yield both, more[free], False
    for side in sides:
        onward = bare[single]
        onward[:, side] = np.maximum(left, up)[single]
        yield onward, more[single], False
    done = (left == 1) & (up == 1)
    yield bare[done], more[done], True
    join = (left != 0) & (up != 0) & (left != up)
    yield _renamed(bare[join], left[join], up[join]), more[join], False


def _ends(
    bare: Array, more: Array, plug: Array, free: Array, single: Array, sides: list[int]
) -> Iterator[tuple[Array, Array, bool]]:
    """Yield the same for an end of the path."""
    for side in sides:
        begin = bare[free]
        begin[:, side] = 1
        yield begin, more[free], False
    done, rest = single & (plug == 1), single & (plug != 1)
    yield bare[done], more[done], True
    yield _renamed(bare[rest], plug[rest], np.ones(rest.sum(), np.uint8)), more[rest], False


def _renamed(rows: Array, one: Array, other: Array) -> Array:
    """Return rows in which two pieces have become one."""
    least, most = np.minimum(one, other)[:, None], np.maximum(one, other)[:, None]
    return np.where(rows == most, least, rows)


def _distinct(rows: Array, got: Array) -> tuple[Array, Array]:
    """Return each row once, its pieces numbered from left to right, with the most gold."""
    names, every = np.zeros((len(rows), NEW + 1), np.uint8), np.arange(len(rows))
    names[:, 1], following = 1, np.full(len(rows), 2, np.uint8)
    codes, named = np.zeros((2, len(rows)), np.uint64), np.zeros_like(rows)
    for column in range(rows.shape[1]):
        piece = rows[:, column]
        new = (piece != 0) & (names[every, piece] == 0)
        names[every[new], piece[new]] = following[new]
        following += new
        named[:, column] = names[every, piece]
        half = codes[column // 14]
        half <<= np.uint64(4)
        half |= named[:, column].astype(np.uint64)
    order = np.lexsort((got, codes[0], codes[1]))
    codes = codes[:, order]
    last = np.append((codes[:, 1:] != codes[:, :-1]).any(axis=0), True)
    kept = order[last]
    return named[kept], got[kept]
