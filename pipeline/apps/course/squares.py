"""Squares by their names, the one notation of rows, summaries and pages."""

from ....schemas.parts.squares import Square


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
