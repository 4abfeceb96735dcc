"""Make a map smaller as long as a program is wrong on it."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

from .....stages.parse.maps import DANGER, EMPTY, EXIT, GOLD, LAYOUTS, START, WALL, Map
from .....stages.parse.maps import Board as Squares
from .maps import size

HALF = Fraction(1, 2)


def shrink(board: Map, still_wrong: Callable[[Map], bool | None]) -> Map:
    """Return a map from which nothing can be removed, or the smallest one when `still_wrong`
    returns None: it has no time left.
    """
    tried = {board}
    smaller = _smaller(board)
    while (candidate := next(smaller, None)) is not None:
        if candidate in tried or size(candidate) >= size(board):
            continue
        tried.add(candidate)
        wrong = still_wrong(candidate)
        if wrong is None:
            break
        if wrong:
            board, smaller = candidate, _smaller(candidate)
    return board


def _smaller(board: Map) -> Iterator[Map]:
    """Yield the maps that documents allow and that lack something of a map, much first."""
    for made in (_without_unreachable(board), *_without_lines(board), *_with_other_squares(board)):
        if _allowed(made):
            yield replace(made, bandits=min(made.bandits, len(made.places)))
    if board.bandits > 1:
        yield replace(board, bandits=board.bandits - 1)
    if board.capture != HALF:
        yield replace(board, capture=HALF)


def _allowed(board: Map) -> bool:
    kinds = "".join(board.rows)
    exits = kinds.count(EXIT)
    enough = exits == 1 if LAYOUTS[board.layout].one_exit else exits > 0
    return enough and kinds.count(START) == 1 and DANGER in kinds


def _without_unreachable(board: Map) -> Map:
    squares = Squares(board)
    kinds = [
        kind if square in squares.reachable else WALL for square, kind in enumerate(squares.kinds)
    ]
    return _with_rows(board, kinds)


def _without_lines(board: Map) -> Iterator[Map]:
    rows = board.rows
    for at in range(1, len(rows) - 1):
        yield replace(board, rows=(*rows[:at], *rows[at + 1 :]))
    for at in range(1, len(rows[0]) - 1):
        yield replace(board, rows=tuple(row[:at] + row[at + 1 :] for row in rows))


def _with_other_squares(board: Map) -> Iterator[Map]:
    kinds = list("".join(board.rows))
    inner = [at for at, kind in enumerate(kinds) if kind not in (WALL, START)]
    for other in (WALL, EMPTY):
        for at in inner:
            if kinds[at] != other and (other == WALL or kinds[at] in (GOLD, DANGER, EXIT)):
                yield _with_rows(board, [*kinds[:at], other, *kinds[at + 1 :]])
    squares = Squares(board)
    for kind in (START, EXIT):  # Moved to a neighbour, with a wall behind.
        for at in (at for at, found in enumerate(kinds) if found == kind):
            for _, to in squares.neighbours[at]:
                if kinds[to] == EMPTY:
                    moved = list(kinds)
                    moved[at], moved[to] = WALL, kind
                    yield _with_rows(board, moved)


def _with_rows(board: Map, kinds: list[str]) -> Map:
    width = len(board.rows[0])
    text = "".join(kinds)
    return replace(board, rows=tuple(text[at : at + width] for at in range(0, len(text), width)))
