"""Squares of a map, and named places."""

from .documents import Data, Findings
from .labels import natural
from .problems import Place

Square = tuple[int, int]  # Row and column, both from 0.

MAX_COORDINATE = 2**15 - 1  # A state graph in columns has 16 bits for each.

# Row and column offset of each move on a map.
STEPS: dict[str, Square] = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


def written(square: Square) -> str:
    """Return a square in the notation of files.

    >>> written((3, 1))
    '[3, 1]'
    """
    return f"[{square[0]}, {square[1]}]"


def column_name(column: int) -> str:
    """Return the letters of a column, counted from 0.

    >>> column_name(0), column_name(25), column_name(26)
    ('A', 'Z', 'AA')
    """
    first, last = divmod(column, 26)
    return (column_name(first - 1) if first else "") + chr(ord("A") + last)


def square_name(square: Square) -> str:
    """Return the name of a square as on a chessboard, with rows counted from above.

    >>> square_name((3, 1))
    'B4'
    """
    return f"{column_name(square[1])}{square[0] + 1}"


def after(square: Square, move: str) -> Square:
    """Return the square to which a move leads.

    >>> after((2, 1), "up")
    (1, 1)
    """
    down, right = STEPS[move]
    return square[0] + down, square[1] + right


def read_places(findings: Findings, data: Data, place: Place) -> tuple[tuple[str, Square], ...]:
    """Read named squares in the data of an artifact, in the natural order of the names; missing
    data have none.
    """
    squares = findings.mapping(data, place) if data is not None else {}
    return tuple(
        (name, read_square(findings, squares[name], (*place, name)))
        for name in sorted(squares, key=natural)
    )


def read_square(findings: Findings, data: Data, place: Place) -> Square:
    """Read a square, written [row, column], in the data of an artifact."""
    numbers = findings.each(data, place, findings.integer)
    if len(numbers) != 2 or min(numbers) < 0:
        findings.add(place, "a square is written [row, column], both from 0")
        return (0, 0)
    if max(numbers) > MAX_COORDINATE:
        findings.add(place, f"rows and columns go up to {MAX_COORDINATE:,}")
        return (0, 0)
    return (numbers[0], numbers[1])
